"""Winning by a coronation, or with 30 points (rulebook p.18-19, p.23-25)."""

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board, whole

TWENTY = "lulunasaika duke*2 royal-maid"
"""6 + 6 + 6 + 2 points."""


def declare() -> pb.DeclareCoronation:
    return pb.DeclareCoronation()


@pytest.mark.rule("hoc.coronation.declare")
def test_a_coronation_is_declared_with_twenty_points() -> None:
    board = Board(Area(hand="duke", domain="lulunasaika duke royal-maid"), Area(), entry="second-phase")
    assert board.refused(declare()) == [("hoc.coronation.declare", "your domain holds 14 points, 20 are wanted")]
    board.do(board.setting("duke"))
    assert board.moves() == ["DeclareCoronation", "EndSecondPhase"]
    assert board.do(declare()) == ["hoc.coronation.declare: CoronationDeclared seat 0 points 20"]
    assert board.view(1).players[0].declared
    assert board.refused(declare()) == [("hoc.coronation.declare", "your coronation is declared already")]


@pytest.mark.rule("hoc.coronation.declare")
def test_nineteen_points_are_too_few() -> None:
    board = Board(Area(domain="lulunasaika duke*2 imperial-domain+1"), Area())
    assert board.view(0).players[0].domain.points == 19
    assert board.refused(declare()) == [("hoc.coronation.declare", "your domain holds 19 points, 20 are wanted")]


@pytest.mark.rule("hoc.coronation.declare")
def test_it_is_a_choice_open_in_the_main_phase_and_on_later_turns() -> None:
    board = Board(Area(domain=TWENTY), Area())
    assert board.moves() == ["DeclareCoronation", "EndMainPhase"]
    board.end()
    assert not board.player().declared
    assert board.refused(declare(), seat=0) == [
        (
            "hoc.coronation.declare",
            "this may be done only in the main or second phase of your own turn, between plays",
        ),
        ("hoc.main", "now the table waits for seat 1: Main phase"),
    ]
    board.end()
    board.do(declare())
    assert board.player().declared


@pytest.mark.rule("hoc.coronation.negative", "hoc.back.points-count")
def test_negative_points_are_subtracted() -> None:
    board = Board(Area(domain="lulunasaika duke*2 royal-maid*2 village*2"), Area())
    assert board.view(0).players[0].domain.points == 22 - 4
    assert board.refused(declare()) == [
        ("hoc.coronation.declare", "your domain holds 18 points, 20 are wanted"),
        ("hoc.coronation.negative", "4 of its 22 points are lost to cards with negative points"),
    ]
    board = Board(Area(domain="lulunasaika duke*2 royal-maid village"), Area())
    assert board.view(0).players[0].domain.points == 20 - 2
    assert board.cited(declare()) == ["hoc.coronation.declare", "hoc.coronation.negative"]


@pytest.mark.rule("hoc.coronation.negative")
def test_negative_points_are_no_reason_where_too_few_are_there_without_them() -> None:
    board = Board(Area(domain="lulunasaika duke village"), Area())
    assert board.refused(declare()) == [("hoc.coronation.declare", "your domain holds 10 points, 20 are wanted")]
    board = Board(Area(domain="lulunasaika duke*3 village"), Area())
    board.do(declare())


@pytest.mark.rule("hoc.counter.plus-one")
def test_counters_add_to_the_points() -> None:
    board = Board(Area(domain="lulunasaika duke*2 imperial-domain+1"), Area(), coins=3)
    assert board.view(0).players[0].domain.points == 19
    assert board.cited(declare()) == ["hoc.coronation.declare"]
    board.do(pb.UseAbility(card=board.in_domain("imperial-domain")))
    assert board.view(1).players[0].domain.points == 20
    assert board.do(declare()) == ["hoc.coronation.declare: CoronationDeclared seat 0 points 20"]


@pytest.mark.rule("hoc.goal", "hoc.coronation.round")
def test_the_declarer_wins_when_the_round_has_passed() -> None:
    board = Board(Area(domain=TWENTY + " senator village"), Area(), Area())
    board.do(declare())
    board.end()
    board.end()
    assert board.result is None
    assert board.end()[-2:] == [
        "hoc.turn.phases: TurnBegan seat 0 number 10",
        "hoc.coronation.round: CoronationHeld seat 0 points 21",
    ]
    assert board.refused(pb.EndMainPhase(), 0) == [("hoc.coronation.round", "the game is over")]
    assert board.result == ((0,), "hoc.coronation.round")


@pytest.mark.rule("hoc.coronation.round")
def test_twenty_points_are_enough_as_the_turn_comes_back() -> None:
    board = Board(Area(domain=TWENTY), Area(), Area())
    board.do(declare())
    for seat in (0, 1, 2):
        assert board.asked == seat and board.result is None
        facts = board.end()
    assert facts[-1] == "hoc.coronation.round: CoronationHeld seat 0 points 20"
    assert board.result == ((0,), "hoc.coronation.round")


@pytest.mark.rule("hoc.coronation.cancel", "hoc.card.gossipy-duchess")
def test_an_opponent_may_bring_a_coronation_down() -> None:
    board = Board(Area(domain=TWENTY), Area(domain="twins", draw=["gossipy-duchess*5"]), Area())
    board.do(declare())
    board.end()
    board.end()
    board.end()
    assert board.result == ((0,), "hoc.coronation.round"), "if nothing is done against it"
    board = Board(Area(domain=TWENTY), Area(domain="twins", hand="gossipy-duchess"), Area())
    board.do(declare())
    board.end()
    board.second()
    board.do(board.setting("gossipy-duchess"))
    assert board.do(pb.ChooseDomainCard(card=board.in_domain("royal-maid"))) == [
        "hoc.card.gossipy-duchess: DomainCardDiscarded seat 0 royal-maid",
        "hoc.coronation.cancel: CoronationCancelled seat 0 points 18",
    ]
    board.do(pb.EndSecondPhase())
    assert whole(board.end(), "TurnBegan", "CoronationHeld") == ["hoc.turn.phases: TurnBegan seat 0 number 10"]
    assert board.result is None and board.asked == 0


@pytest.mark.rule("hoc.coronation.cancel")
def test_below_twenty_a_declaration_is_void_at_once() -> None:
    board = Board(Area(hand="maid", domain=TWENTY), Area(), entry="second-phase")
    board.do(declare())
    assert board.do(board.setting("maid")) == [
        "hoc.set.any-number: CardSet seat 0 maid points 18",
        "hoc.coronation.cancel: CoronationCancelled seat 0 points 18",
    ]
    assert not board.player().declared
    board.end()
    board.end()
    assert board.result is None and board.asked == 0


@pytest.mark.rule("hoc.coronation.cancel", "hoc.coronation.declare")
def test_a_declaration_that_was_cancelled_on_anothers_turn_may_be_made_again() -> None:
    board = Board(Area(domain=TWENTY), Area(), Area())
    board.do(declare())
    board.end()
    # What an opponent's card may do in other sets: a Royal Maid leaves the domain, 18 points are left.
    discarded = pb.DomainCardDiscarded(seat=0, card=board.in_domain("royal-maid"), kind="royal-maid")
    assert board.amend(discarded)[1:] == ["hoc.coronation.cancel: CoronationCancelled seat 0 points 18"]
    assert board.second() == ["hoc.second: PhaseBegan seat 1 second"]
    assert not board.player().declared and board.discard() == "royal-maid"


@pytest.mark.rule("hoc.coronation.full-round", "hoc.faq.twins.no-instant-win")
def test_an_extra_turn_does_not_end_the_round() -> None:
    board = Board(Area(domain="twins duke*3 royal-maid", twin=1), Area(), Area())
    board.do(declare())
    board.do(pb.UseAbility(card=board.in_domain("twins")))
    assert whole(board.end(), "TurnBegan", "CoronationHeld") == ["hoc.turn.phases: TurnBegan seat 0 number 8 extra"]
    assert board.result is None and board.asked == 0
    board.end()
    board.end()
    assert whole(board.end(), "TurnBegan", "CoronationHeld") == [
        "hoc.turn.phases: TurnBegan seat 0 number 11",
        "hoc.coronation.round: CoronationHeld seat 0 points 20",
    ]


@pytest.mark.rule("hoc.coronation.round")
def test_a_later_declarers_round_runs_on_when_the_first_is_cancelled() -> None:
    board = Board(Area(hand="maid", domain=TWENTY, draw=["maid*10"]), Area(domain="twins duke*3 royal-maid"))
    board.do(declare())
    board.end()
    board.do(declare())
    board.match.amend(pb.CoronationCancelled(seat=0, points=18))
    board.end()
    assert board.result is None and not board.state.overtime and board.asked == 0
    board.end()
    assert board.result == ((1,), "hoc.coronation.round")


@pytest.mark.rule("hoc.win.thirty")
def test_thirty_points_win_at_once() -> None:
    board = Board(Area(hand="duke", domain="lulunasaika duke*3 senator village"), Area())
    assert board.view(0).players[0].domain.points == 25 and not board.player().declared
    board.second()
    assert board.do(board.setting("duke")) == [
        "hoc.set.any-number: CardSet seat 0 duke points 31",
        "hoc.win.thirty: ThirtyReached seat 0 points 31",
    ]
    assert board.result == ((0,), "hoc.win.thirty")
    assert board.refused(declare(), 0) == [("hoc.win.thirty", "the game is over")]


@pytest.mark.rule("hoc.faq.thirty-before-declaring")
def test_a_counter_that_makes_thirty_wins_at_once() -> None:
    board = Board(Area(domain="lulunasaika duke*3 senator royal-maid imperial-domain"), Area(), coins=3)
    assert board.view(0).players[0].domain.points == 29
    assert board.do(pb.UseAbility(card=board.in_domain("imperial-domain")))[2:] == [
        "hoc.card.imperial-domain: PlusOneCountersChanged seat 0 counters 1 points 30",
        "hoc.win.thirty: ThirtyReached seat 0 points 30",
    ]
    assert board.result == ((0,), "hoc.win.thirty")


@pytest.mark.rule("hoc.win.thirty")
@pytest.mark.parametrize(("hand", "points"), [("senator", 30), ("royal-maid", 29)])
def test_thirty_points_win_and_twenty_nine_do_not(hand: str, points: int) -> None:
    board = Board(Area(hand=hand, domain="lulunasaika duke*3 senator"), Area(), entry="second-phase")
    facts = board.do(board.setting(hand))
    assert facts[0] == f"hoc.set.any-number: CardSet seat 0 {hand} points {points}"
    assert board.result == (((0,), "hoc.win.thirty") if points >= 30 else None)


@pytest.mark.rule("hoc.win.thirty-declared", "hoc.win.thirty")
@pytest.mark.parametrize(
    ("mine", "rivals", "cited"), [(True, False, "hoc.win.thirty-declared"), (False, True, "hoc.win.thirty")]
)
def test_thirty_points_win_while_a_declaration_is_pending(mine: bool, rivals: bool, cited: str) -> None:
    """The page answers for who has not declared, and for nobody else."""
    board = Board(
        Area(hand="duke", domain="lulunasaika duke*3 royal-maid", declared=mine),
        Area(domain="klam-klam duke*3 royal-maid", declared=rivals),
        entry="second-phase",
    )
    board.do(board.setting("duke"))
    assert board.result == ((0,), cited)
    assert GAME.rulebook[cited].page == (0 if mine else 25)


def test_a_position_that_is_won_already_ends_at_once() -> None:
    board = Board(Area(), Area(domain="lulunasaika duke*4"))
    assert board.result == ((1,), "hoc.win.thirty")
