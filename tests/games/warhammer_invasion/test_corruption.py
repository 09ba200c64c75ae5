"""Corruption, and what "cannot" means (rulebook p.17)."""

import pytest

from rulekeeper.games.warhammer_invasion.block import Action, Block, Effect
from rulekeeper.games.warhammer_invasion.cards.verbs import gain_resources
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, made_up, named

KINGDOM_PHASE = 2
RICH = 20


@pytest.mark.rule("whi.corrupt.mark")
def test_a_corrupted_unit_is_turned_sideways_for_all_to_see() -> None:
    board = Board(Side(hand="seduced-by-darkness", resources=RICH), Side(kingdom="black-orc"))
    board.tactic("seduced-by-darkness", target=board.id("black-orc"))
    assert [line for line in board.both_pass() if "Corrupted" in line] == [
        "whi.card.seduced-by-darkness: UnitCorrupted black-orc-squad"
    ]
    for viewer in (0, 1, 2):
        assert [card.corrupted for card in board.view(viewer).cards] == [True]


@pytest.mark.rule("whi.corrupt.mark")
def test_corrupting_a_corrupted_unit_is_legal_and_changes_nothing() -> None:
    board = Board(Side(hand="seduced-by-darkness", resources=RICH), Side(kingdom="black-orc~"))
    board.tactic("seduced-by-darkness", target=board.id("black-orc"))
    assert named(board.both_pass(), "UnitCorrupted") == []
    assert board.card("black-orc").corrupted


@pytest.mark.rule("whi.corrupt.no-combat")
def test_a_corrupted_unit_cannot_be_declared_but_its_power_counts() -> None:
    board = Board(Side(battlefield="savage-marauders"), Side(kingdom="black-orc~ hammerer"), entry="combat")
    board.both_pass()
    board.attack("savage-marauders")
    board.both_pass()
    assert board.moves() == ["DeclareDefenders", "DeclareDefenders hammerer-of-karak-azul"]
    assert board.cited(pb.DeclareDefenders(units=board.ids("black-orc hammerer"))) == ["whi.corrupt.no-combat"]
    board.defend()
    board.idle()
    facts = board.both_pass()
    facts += board.do(pb.Decline())
    # 3 of the board, and 1 of each.
    assert named(facts, "ResourcesCollected") == ["ResourcesCollected seat 1 resources 5"]


@pytest.mark.rule("whi.corrupt.no-combat")
def test_actions_of_a_corrupted_unit_work() -> None:
    board = Board(Side(quest="runesmith~", resources=2))
    assert board.moves() == ["Pass", "UseAction runesmith target runesmith"]


@pytest.mark.rule("whi.corrupt.no-combat", "whi.quest.tokens")
def test_a_corrupted_unit_works_on_its_quest() -> None:
    board = Board(Side(quest="a-glorious-death black-orc~@a-glorious-death"), entry="turn")
    assert named(board.begun, "TokenGained") == ["TokenGained quest a-glorious-death tokens 1"]


# Corrupting as a cost.


def one_resource(effect: Effect) -> None:
    gain_resources(effect, effect.seat, 1)


@pytest.mark.rule("whi.corrupt.as-cost")
def test_a_card_that_is_corrupted_as_a_cost_is_so_before_any_response() -> None:
    """No card of the box has such a cost: here the Dark Zealot does, who gets a resource for it."""
    with made_up(Block("dark-zealot", action=Action(one_resource, corrupts=True))) as game:
        board = Board(Side(kingdom="dark-zealot"), Side(hand="demoralise", resources=RICH), game=game)
        assert board.moves() == ["Pass", "UseAction dark-zealot"]
        assert board.use("dark-zealot") == [
            "whi.action.in-play: ActionUsed seat 0 dark-zealot",
            "whi.corrupt.as-cost: UnitCorrupted dark-zealot",
        ]
        assert (board.asked, board.rule) == (1, "whi.chain")
        assert named(board.both_pass(), "ResourcesGained") == ["ResourcesGained seat 0 resources 1"]
        board.passing()
        assert board.moves() == ["Pass"]
        assert board.cited(pb.UseAction(card=board.id("dark-zealot"))) == ["whi.corrupt.no-cost"]


@pytest.mark.rule("whi.corrupt.no-cost", "whi.cannot.absolute")
def test_a_card_that_cannot_become_corrupted_cannot_pay_by_it() -> None:
    with made_up(Block("dark-zealot", action=Action(one_resource, corrupts=True))) as game:
        board = Board(Side(kingdom="dark-zealot[blessing-of-isha]"), game=game)
        assert board.moves() == ["Pass"]
        assert board.cited(pb.UseAction(card=board.id("dark-zealot"))) == ["whi.cannot.absolute"]


# Restoring.


@pytest.mark.rule("whi.corrupt.restore", "whi.kingdom.restore-one")
def test_a_restored_unit_can_attack_in_the_same_turn() -> None:
    board = Board(Side(battlefield="black-orc~ savage-marauders~"), Side(), phase=KINGDOM_PHASE)
    assert (board.asked, board.rule) == (0, "whi.kingdom.restore-one")
    assert board.moves() == ["Decline", "RestoreUnit unit black-orc-squad", "RestoreUnit unit savage-marauders"]
    facts = board.do(pb.RestoreUnit(unit=board.id("black-orc")))
    assert facts[0] == "whi.kingdom.restore-one: UnitRestored black-orc-squad"
    board.until(pb.WINDOW_CAPITAL)
    board.both_pass()
    board.do(pb.DeclareTarget(zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert board.moves() == ["DeclareAttackers", "DeclareAttackers black-orc-squad"]


# Entering corrupted.


@pytest.mark.rule("whi.corrupt.enter-corrupted")
def test_a_unit_may_enter_corrupted() -> None:
    board = Board(Side(hand="black-orc*2", kingdom="warpstone-excavation", resources=RICH))
    board.do(pb.PlayUnit(card=board.in_hand("black-orc"), zone=pb.ZONE_KINGDOM))
    facts = board.both_pass()
    # It arrives so, and did not become so.
    assert named(facts, "CardEntered", "UnitCorrupted") == ["CardEntered seat 0 black-orc-squad zone kingdom corrupted"]
    assert board.card("black-orc").corrupted
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("black-orc"), zone=pb.ZONE_QUEST))
    board.both_pass()
    assert not board.card("black-orc", number=1).corrupted


@pytest.mark.rule("whi.corrupt.enter-corrupted", "whi.effects.move")
def test_so_does_a_unit_that_moves_there() -> None:
    board = Board(Side(battlefield="pistoliers", kingdom="warpstone-excavation", resources=1))
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    assert [line for line in board.both_pass() if "Unit" in line] == [
        "whi.card.pistoliers: UnitMoved pistoliers zone kingdom",
        "whi.card.warpstone-excavation: UnitCorrupted pistoliers",
    ]


@pytest.mark.rule("whi.corrupt.enter-corrupted")
def test_units_of_the_opponent_are_no_concern_of_it() -> None:
    board = Board(Side(hand="black-orc", resources=RICH), Side(kingdom="warpstone-excavation"))
    board.do(pb.PlayUnit(card=board.in_hand("black-orc"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert not board.card("black-orc").corrupted


# "Cannot" is absolute.


@pytest.mark.rule("whi.cannot.absolute", "whi.example.cannot-isha")
def test_a_unit_that_cannot_become_corrupted_stays_upright() -> None:
    board = Board(Side(hand="seduced-by-darkness", resources=RICH), Side(kingdom="black-orc[blessing-of-isha]"))
    assert "PlayTactic seduced-by-darkness target black-orc-squad" in board.moves()
    board.tactic("seduced-by-darkness", target=board.id("black-orc"))
    assert named(board.both_pass(), "UnitCorrupted") == []
    assert not board.card("black-orc").corrupted


@pytest.mark.rule("whi.cannot.absolute", "whi.combat.attackers")
def test_a_unit_that_cannot_be_declared_neither_attacks_nor_defends() -> None:
    board = Board(
        Side(battlefield="black-orc savage-marauders", hand="franzs-decree*2", resources=RICH),
        Side(kingdom="hammerer huntsmen"),
        entry="combat",
    )
    for target in ("black-orc", "hammerer"):
        board.tactic("franzs-decree", target=board.id(target))
        board.both_pass()
        board.passing()
    board.passing()
    assert board.moves() == ["DeclareAttackers", "DeclareAttackers savage-marauders"]
    assert board.refused(pb.DeclareAttackers(units=board.ids("black-orc"))) == [
        ("whi.cannot.absolute", "Black Orc Squad cannot be declared this turn")
    ]
    board.attack("savage-marauders")
    board.both_pass()
    assert board.moves() == ["DeclareDefenders", "DeclareDefenders huntsmen"]
    assert board.cited(pb.DeclareDefenders(units=board.ids("hammerer"))) == ["whi.cannot.absolute"]


@pytest.mark.rule("whi.cannot.absolute", "whi.combat.corrupt-after-declare")
def test_one_that_attacks_already_goes_on_attacking() -> None:
    board = Board(Side(battlefield="black-orc"), Side(hand="franzs-decree", resources=RICH), entry="combat")
    board.both_pass()
    board.attack("black-orc")
    board.passing()
    board.tactic("franzs-decree", target=board.id("black-orc"))
    board.both_pass()
    assert board.combat.attackers == (board.id("black-orc"),)
