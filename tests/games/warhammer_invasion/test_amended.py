"""A judge's facts: one that cannot follow is refused, and the game goes on after one that can."""

import pytest
from google.protobuf.message import Message

from rulekeeper.kernel import AmendRefused, fold_all
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side


def fighting() -> Board:
    board = Board(Side(battlefield="huntsmen", hand="hate"), Side(kingdom="huntsmen"), entry="combat")
    board.until(pb.WINDOW_TARGET)
    return board


@pytest.mark.parametrize(
    "fact",
    [
        pb.AttackTurned(place=4),
        pb.AttackDeclared(place=9),
        pb.SectionBurned(place=0),
        pb.CardLeft(card=1, kind="huntsmen", owner=0, departure=pb.DEPARTURE_DESTROYED),
        pb.DamageHealed(target=pb.PLACE_KINGDOM_1, damage=1),
        pb.ResourcesPaid(seat=0, resources=1),
        pb.EffectOver(effect=1),
        pb.ActionOver(action=1),
        pb.AttackOver(),
        pb.TurnBegan(seat=7, number=3),
        pb.TurnResumed(seat=7, number=3),
        pb.EffectTriggered(seat=0, effect=1, card=1, kind="huntsmen", text="nothing that is printed"),
        pb.SideChosen(seat=0, side="neither"),
    ],
    ids=lambda fact: type(fact).__name__,
)
def test_what_cannot_follow_is_refused(fact: Message) -> None:
    board = fighting()
    table = board.match.table
    with pytest.raises(AmendRefused):
        board.match.amend(fact)
    assert board.match.table is table


def test_no_id_is_given_twice_and_a_card_is_what_it_is() -> None:
    board = fighting()
    held, unit = board.in_hand("hate", 0), board.id("huntsmen", 0)
    with pytest.raises(AmendRefused, match="given before"):
        board.match.amend(pb.CardDrawn(seat=0, card=held, kind="demoralise"))
    with pytest.raises(AmendRefused, match="is no runesmith"):
        board.match.amend(pb.ActionUsed(seat=0, card=unit, kind="runesmith", action=9999))


@pytest.mark.rule("whi.effects.state-checks")
def test_the_game_goes_on_after_a_units_damage_was_mended() -> None:
    board = fighting()
    board.match.amend(pb.DamageApplied(points=[pb.Points(target=pb.PLACE_KINGDOM_1, seat=0, cancellable=3)]))
    assert board.section(pb.PLACE_KINGDOM_1).damage == 3 and board.moves() == ["Pass"]
    board.passing()
    assert board.asked == 1


# What the rules make of it at once.


def hurt(*points: tuple[int, int]) -> pb.DamageApplied:
    return pb.DamageApplied(points=[pb.Points(target=on, seat=0, cancellable=many) for on, many in points])


@pytest.mark.rule("whi.effects.state-checks", "whi.goal.two-sections")
def test_a_second_section_that_a_judge_burns_ends_the_game_at_once() -> None:
    board = fighting()
    board.match.amend(pb.SectionBurned(place=pb.PLACE_KINGDOM_1))
    assert board.result is None and board.asked == 0
    board.match.amend(pb.SectionBurned(place=pb.PLACE_QUEST_1))
    assert board.result == ((0,), "whi.win.immediate")


@pytest.mark.rule("whi.effects.state-checks")
def test_damage_by_a_judge_burns_and_destroys_at_once() -> None:
    board = fighting()
    unit = board.id("huntsmen", 1)
    board.match.amend(hurt((pb.PLACE_KINGDOM_1, 8), (unit, 9)))
    first, burned, left = [(one.amended, one.fact) for one in board.match.facts()]
    assert first[0] and isinstance(first[1], pb.DamageApplied)
    assert burned == (False, pb.SectionBurned(place=pb.PLACE_KINGDOM_1))
    assert isinstance(left[1], pb.CardLeft) and left[1].card == unit and not left[0]
    assert left[1].departure == pb.DEPARTURE_DESTROYED and board.asked == 0 and board.moves() == ["Pass"]
    assert fold_all(board.match.game, board.match.entries) == board.match.table
    board.passing()
    assert board.asked == 1


@pytest.mark.rule("whi.effects.state-checks")
def test_where_the_rules_make_nothing_of_it_nothing_is_told() -> None:
    board = fighting()
    before = board.match.table.frames
    board.match.amend(hurt((pb.PLACE_KINGDOM_1, 3)))
    names = [fact.WhichOneof("fact") for fact in pb.Facts.FromString(board.match.entries[-1].facts).facts]
    assert names == ["damage_applied", "asked"] and board.match.table.frames == before


@pytest.mark.parametrize("fact", [pb.PhaseBegan(phase=pb.PHASE_CAPITAL), pb.WindowOpened(window=pb.WINDOW_END)])
def test_no_phase_or_window_is_begun_by_a_judge(fact: Message) -> None:
    board = fighting()
    with pytest.raises(AmendRefused, match="only the rules take; go back instead"):
        board.match.amend(fact)
