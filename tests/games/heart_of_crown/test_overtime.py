"""Overtime by sudden death (rulebook p.19)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board, whole

TWENTY = "duke*3 royal-maid"


def overtime(*, hand: str = "", second: str = f"twins {TWENTY}", third: str = "laolily duke*2") -> Board:
    """A declared with 24, B with 20, C with 12 did not: the turn has just come back to A."""
    board = Board(
        Area(domain="lulunasaika duke*3", declared=True, draw=["city*20"], hand=hand),
        Area(domain=second, declared=True, draw=["royal-maid*20"], hand="royal-maid*5"),
        Area(domain=third),
        seat=2,
    )
    board.end()
    return board


@pytest.mark.rule("hoc.sudden-death.start", "hoc.sudden-death.dropout", "hoc.example.sudden-death")
def test_several_declarers_play_on_among_themselves() -> None:
    board = Board(
        Area(domain="lulunasaika duke*3", declared=True),
        Area(domain=f"twins {TWENTY}", declared=True),
        Area(domain="laolily duke*2"),
        seat=2,
    )
    assert board.end()[-4:] == [
        "hoc.turn.phases: TurnBegan seat 0 number 8",
        "hoc.sudden-death.start: OvertimeBegan seats 0 1",
        "hoc.sudden-death.dropout: PlayerDroppedOut seat 2",
        "hoc.main: PhaseBegan seat 0 main",
    ]
    assert board.asked == 0 and board.view(-1).overtime
    assert board.view(-1).players[2].standing == pb.STANDING_DROPPED_OUT


@pytest.mark.rule("hoc.sudden-death.dropout")
def test_turns_of_those_who_dropped_out_are_skipped() -> None:
    board = overtime()
    order = []
    for _ in range(4):
        order.append(board.asked)
        board.end()
    assert order == [0, 1, 0, 1]


@pytest.mark.rule("hoc.sudden-death.dropout")
def test_who_dropped_out_does_nothing_any_more() -> None:
    board = overtime()
    assert board.refused(pb.Concede(), 2) == [("hoc.sudden-death.dropout", "you are out of the game already")]
    assert board.moves(2) == []


@pytest.mark.rule("hoc.sudden-death.dropout")
def test_what_counts_is_the_declaration_not_the_points() -> None:
    board = overtime(third=f"laolily {TWENTY} senator")
    assert board.view(-1).players[2].standing == pb.STANDING_DROPPED_OUT


@pytest.mark.rule("hoc.sudden-death.dropout")
def test_attacks_do_not_reach_those_who_dropped_out() -> None:
    board = overtime(hand="scout")
    before = board.player(2).draw_pile
    board.play("scout")
    board.do(pb.DecideRevealed(discard=True))
    board.do(pb.PassDefence(), 1)
    facts = board.do(pb.DecideRevealed(discard=True))
    assert whole(facts, "RevealedCardDiscarded") == ["hoc.card.scout: RevealedCardDiscarded seat 1 royal-maid"]
    assert board.player(2).draw_pile == before and "EndMainPhase" in board.moves()


@pytest.mark.rule("hoc.sudden-death.thirty")
def test_thirty_points_win_overtime() -> None:
    board = overtime(second=f"twins {TWENTY} duke royal-maid")
    board.end()
    board.second()
    assert board.view(1).players[1].domain.points == 28
    assert board.do(board.setting("royal-maid")) == [
        "hoc.set.any-number: CardSet seat 1 royal-maid points 30",
        "hoc.sudden-death.thirty: ThirtyReached seat 1 points 30",
    ]
    assert board.refused(pb.EndSecondPhase(), 1) == [("hoc.sudden-death.thirty", "the game is over")]
    assert board.result == ((1,), "hoc.sudden-death.thirty")


@pytest.mark.rule("hoc.sudden-death.below-twenty")
def test_who_falls_from_twenty_to_fourteen_in_overtime_stays_in() -> None:
    board = Board(
        Area(domain=f"laolily {TWENTY}", declared=True),
        Area(domain=f"twins {TWENTY}", declared=True, hand="gossipy-duchess"),
        seat=1,
        entry="second-phase",
        overtime=True,
    )
    board.do(board.setting("gossipy-duchess"))
    assert board.do(pb.ChooseDomainCard(card=board.in_domain("duke"))) == [
        "hoc.card.gossipy-duchess: DomainCardDiscarded seat 0 duke"
    ]
    assert board.view(0).players[0].domain.points == 14
    order = []
    for _ in range(3):
        board.end()
        order.append(board.asked)
    assert order == [0, 1, 0] and board.view(-1).players[0].standing == pb.STANDING_IN_GAME
    assert board.result is None and board.state.overtime


@pytest.mark.rule("hoc.sudden-death.below-twenty")
def test_falling_below_twenty_changes_nothing_in_overtime() -> None:
    board = overtime()
    board.match.amend(pb.DomainCardDiscarded(seat=0, card=board.in_domain("duke"), kind="duke"))
    assert board.view(0).players[0].domain.points == 24 - 6
    assert whole(board.second() + board.do(pb.EndSecondPhase()), "CoronationCancelled") == []
    board.end()
    assert board.asked == 0 and board.result is None and board.view(1).players[0].declared


@pytest.mark.rule("hoc.sudden-death.no-declaring")
def test_no_coronation_is_declared_in_overtime() -> None:
    board = Board(Area(domain=f"lulunasaika {TWENTY} senator"), Area(domain="twins duke"), overtime=True)
    assert board.refused(pb.DeclareCoronation()) == [
        ("hoc.sudden-death.no-declaring", "no coronation is declared in overtime")
    ]


@pytest.mark.rule("hoc.sudden-death.start", "hoc.coronation.round")
def test_a_cancelled_declaration_does_not_lead_to_overtime() -> None:
    board = Board(
        Area(domain=f"twins {TWENTY}", declared=True),
        Area(domain=f"klam-klam {TWENTY}", hand="maid", declared=True),
        seat=1,
        entry="second-phase",
    )
    board.do(board.setting("maid"))
    board.end()
    assert board.result == ((0,), "hoc.coronation.round")


@pytest.mark.rule("hoc.faq.twins.no-instant-win", "hoc.sudden-death.start")
def test_a_rivals_declaration_after_an_extra_turn_still_leads_to_overtime() -> None:
    board = Board(Area(domain=f"twins {TWENTY}", twin=1), Area(domain=f"klam-klam {TWENTY}"))
    board.do(pb.DeclareCoronation())
    board.do(pb.UseAbility(card=board.in_domain("twins")))
    board.end()
    assert not board.view(-1).overtime
    board.end()
    board.do(pb.DeclareCoronation())
    board.end()
    assert board.view(-1).overtime and board.asked == 0
