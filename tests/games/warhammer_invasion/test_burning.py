"""Sections that burn, and the end of the game (rulebook p.12-13)."""

import pytest

from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

KINGDOM_PHASE = 2


def struck(board: Board, attackers: str) -> list[str]:
    """An attack without actions and without defenders; what happened as its damage was applied."""
    board.both_pass()
    board.attack(attackers)
    board.until(pb.WINDOW_ASSIGNED)
    return board.both_pass()[2:]


# Burning.


@pytest.mark.rule("whi.combat.apply.burn")
def test_a_section_whose_damage_reaches_its_hit_points_burns_and_its_damage_is_taken_away() -> None:
    board = Board(Side(battlefield="chaos-knights"), Side(damage=(7, 4, 0)), entry="combat")
    assert struck(board, "chaos-knights") == [
        "whi.combat.apply: DamageDue",
        "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 3) combat",
        "whi.combat.apply.burn: SectionBurned place kingdom-1",
        "whi.combat.apply.window: WindowOpened window applied",
    ]
    # 10 are 2 too many: they are lost.
    assert [(third.damage, third.burning) for third in board.player(1).sections] == [(0, True), (4, False), (0, False)]
    assert board.result is None


@pytest.mark.rule("whi.combat.apply.burn", "whi.burn.state-check")
@pytest.mark.parametrize(("developments", "burning"), [(2, True), (3, False)])
def test_each_development_is_a_hit_point_of_its_section(developments: int, burning: bool) -> None:
    board = Board(
        Side(battlefield="chaos-knights"), Side(damage=(7, 0, 0), developments=(developments, 5, 5)), entry="combat"
    )
    struck(board, "chaos-knights")
    assert (board.section(5).burning, board.section(5).damage) == (burning, 0 if burning else 10)


@pytest.mark.rule("whi.burn.state-check")
def test_a_section_burns_when_a_development_leaves_its_zone() -> None:
    board = Board(Side(hand="will-of-the-electors", resources=9, damage=(8, 0, 0), developments=(1, 0, 0)))
    command = pb.PlayTactic(
        card=board.in_hand("will-of-the-electors"), targets=[board.development(1)], zone=pb.ZONE_QUEST
    )
    board.do(command)
    facts = board.both_pass()
    assert [line for line in facts if "DevelopmentsMoved" in line or "SectionBurned" in line] == [
        "whi.card.will-of-the-electors: DevelopmentsMoved seat 0 from kingdom zone quest count 1 (mountain-brigade)",
        "whi.burn.state-check: SectionBurned place kingdom-0",
    ]
    assert (board.section(1).damage, board.section(1).burning, len(board.section(2).developments)) == (0, True, 1)


@pytest.mark.rule("whi.burn.state-check")
def test_a_section_burns_by_the_damage_of_an_effect() -> None:
    board = Board(Side(battlefield="rock-lobber black-orc", resources=2), Side(damage=(6, 0, 0)))
    board.use("rock-lobber", sacrifice=board.id("black-orc"))
    board.both_pass()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1))
    assert named(facts, "DamageApplied", "SectionBurned") == [
        "DamageApplied (target kingdom-1 seat 0 cancellable 2)",
        "SectionBurned place kingdom-1",
    ]


@pytest.mark.rule("whi.burn.still-works", "whi.kingdom.collect")
def test_a_burning_kingdom_still_gives_resources() -> None:
    board = Board(Side(kingdom="black-orc", burning="kingdom"), phase=KINGDOM_PHASE)
    assert named(board.begun, "ResourcesCollected") == ["ResourcesCollected seat 0 resources 4"]


@pytest.mark.rule("whi.burn.still-works", "whi.combat.assign.burning")
def test_a_burning_zone_still_holds_cards_draws_and_fights() -> None:
    board = Board(Side(hand="black-orc", resources=9, burning="battlefield"))
    board.do(pb.PlayUnit(card=board.in_hand("black-orc"), zone=pb.ZONE_BATTLEFIELD))
    board.both_pass()
    board.both_pass()
    board.do(pb.DeclareTarget(zone=pb.ZONE_QUEST))
    board.both_pass()
    assert board.moves() == ["DeclareAttackers", "DeclareAttackers black-orc-squad"]
    drawing = Board(Side(quest="black-orc", burning="quest"), phase=3)
    assert len(named(drawing.begun, "CardDrawn")) == 2


@pytest.mark.rule("whi.burn.still-works", "whi.effects.heal")
def test_a_burning_section_cannot_be_healed() -> None:
    board = Board(Side(kingdom="keystone-forge", burning="kingdom", damage=(0, 2, 0)), entry="turn")
    # The Forge heals where there is damage: in the quest section, unasked.
    assert named(board.begun, "DamageHealed") == ["DamageHealed target quest-0 damage 1"]
    none = Board(Side(kingdom="keystone-forge", burning="kingdom"), entry="turn")
    assert named(none.begun, "DamageHealed") == [] and none.section(1).burning


# Victory.


@pytest.mark.rule("whi.win.immediate")
def test_a_second_burning_section_wins_at_once() -> None:
    """In the kingdom phase, through a Rock Lobber."""
    board = Board(
        Side(battlefield="rock-lobber black-orc"), Side(damage=(0, 7, 0), burning="kingdom"), phase=KINGDOM_PHASE
    )
    assert board.state.turn.window == pb.WINDOW_KINGDOM
    board.use("rock-lobber", sacrifice=board.id("black-orc"))
    board.both_pass()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))
    assert facts == [
        "whi.card.rock-lobber: DamageAssigned (target quest-1 seat 0 cancellable 2)",
        "whi.damage.non-combat: DamageApplied (target quest-1 seat 0 cancellable 2)",
        "whi.burn.state-check: SectionBurned place quest-1",
    ]
    assert board.result == ((0,), "whi.win.immediate")
    assert board.match.asked() == ()


@pytest.mark.rule("whi.win.immediate", "whi.effects.state-checks")
def test_nothing_further_resolves_once_the_game_is_won() -> None:
    """The Engineers die in the same moment, and their text does not happen any more."""
    board = Board(
        Side(battlefield="savage-marauders*4"),
        Side(kingdom="zhufbar-engineers", damage=(6, 0, 0), burning="quest"),
        entry="combat",
    )
    board.both_pass()
    board.attack("savage-marauders savage-marauders/1 savage-marauders/2 savage-marauders/3")
    board.both_pass()
    board.defend("zhufbar-engineers")
    board.both_pass()
    board.assign("zhufbar-engineers*3 kingdom-1*5")
    board.assign("savage-marauders")
    facts = board.both_pass()
    assert named(facts, "SectionBurned", "CardLeft", "EffectTriggered", "EffectBegan", "WindowOpened") == [
        "SectionBurned place kingdom-1",
        "CardLeft savage-marauders departure destroyed",
        "CardLeft zhufbar-engineers owner 1 departure destroyed",
        "EffectTriggered seat 1 zhufbar-engineers text sacrifice subject zhufbar-engineers place kingdom-1 forced",
    ]
    assert board.result == ((0,), "whi.win.immediate")


@pytest.mark.rule("whi.win.draw")
def test_when_one_application_of_damage_makes_both_lose_the_game_is_a_draw() -> None:
    board = Board(
        Side(battlefield="doom-divers", damage=(0, 7, 0), burning="kingdom"),
        Side(damage=(0, 0, 7), burning="quest"),
        entry="turn",
    )
    # Neither has a development to give up: both take the damage.
    assert named(board.begun, "DamageApplied", "SectionBurned") == [
        "DamageApplied (target quest-0 seat 0 cancellable 1) (target battlefield-0 seat 0 cancellable 1)"
        " (target kingdom-1 seat 0 cancellable 1) (target battlefield-1 seat 0 cancellable 1)",
        "SectionBurned place quest-0",
        "SectionBurned place battlefield-1",
    ]
    assert board.result == ((), "whi.win.draw")


@pytest.mark.rule("whi.win.draw", "whi.win.immediate")
def test_where_but_one_of_them_loses_the_other_wins() -> None:
    board = Board(
        Side(battlefield="doom-divers", damage=(0, 7, 0), burning="kingdom"),
        Side(damage=(0, 0, 6), burning="quest"),
        entry="turn",
    )
    assert board.result == ((1,), "whi.win.immediate")


@pytest.mark.rule("whi.effects.state-checks")
def test_two_sections_burn_in_the_same_check() -> None:
    board = Board(
        Side(battlefield="doom-divers", developments=(0, 1, 0)),
        Side(damage=(7, 7, 0), kingdom="zhufbar-engineers"),
        entry="turn",
    )
    assert board.asked == 0
    facts = board.do(pb.ChooseOption(option="sacrifice"))
    assert named(facts, "SectionBurned") == ["SectionBurned place kingdom-1", "SectionBurned place quest-1"]
    assert board.result == ((0,), "whi.win.immediate")
