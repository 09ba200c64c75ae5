"""Disputes that players report, each from its position to its answer: about cards of Order, and about none."""

import pytest

from rulekeeper.games.warhammer_invasion.numbers import power, zone_power
from rulekeeper.games.warhammer_invasion.state import KINGDOM_PHASE, QUEST, section_hit_points
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

KINGDOM_0, QUEST_0, QUEST_1 = 1, 2, 6


@pytest.mark.rule("whi.combat.assign.stays", "whi.combat.assign.defenders-first", "whi.combat.apply.cancel-now")
def test_capital_damage_after_a_defender_is_saved() -> None:
    """Only the assignment had to cover the defender's hit points: what lies beside the section is applied."""
    board = Board(
        Side(battlefield="king-kazador hammerer"),
        Side(quest="ironbreakers", hand="will-of-the", resources=1, capital="empire", developments=(1, 0, 0)),
        entry="combat",
        zone=QUEST,
    )
    board.both_pass()
    board.attack("king-kazador hammerer")
    board.both_pass()
    board.defend("ironbreakers")
    board.both_pass()
    everything = pb.AssignDamage(points=[board.id("ironbreakers")] * 2 + [QUEST_1] * 2)
    assert board.cited(everything) == ["whi.combat.assign.defenders-first"]
    board.do(pb.AssignDamage(points=[board.id("ironbreakers")] * 3 + [QUEST_1]))
    board.do(pb.AssignDamage(points=[board.id("king-kazador"), board.id("hammerer")]))
    board.passing()
    board.tactic("will-of-the", targets=[board.development(5)], zone=pb.ZONE_QUEST)
    board.both_pass()
    board.passing()
    facts = board.passing()
    assert named(facts, "DamageCancelled", "DamageApplied", "CardLeft") == [
        "DamageCancelled target ironbreakers-of-ankhor damage 1 by ironbreakers-of-ankhor",
        "DamageCancelled target king-kazador damage 1 by king-kazador",
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "DamageApplied (target ironbreakers-of-ankhor seat 0 cancellable 2) (target quest-1 seat 0 cancellable 1)"
        " combat",
    ]
    assert board.card("ironbreakers").damage == 2 and board.section(QUEST_1).damage == 1
    assert section_hit_points(board.state, QUEST_1) == 9


@pytest.mark.rule("whi.combat.target", "whi.combat.assign.burning", "whi.kw.scout")
def test_scout_in_a_burning_zone() -> None:
    """It may be attacked although it is empty; no damage is dealt, and a card is discarded."""
    board = Board(Side(battlefield="free-company"), Side(hand="demoralise*3", burning="kingdom"), phase=5)
    assert "DeclareTarget zone kingdom" in board.moves()
    board.do(pb.DeclareTarget(zone=pb.ZONE_KINGDOM))
    board.both_pass()
    board.attack("free-company")
    board.both_pass()
    board.both_pass()
    facts = board.both_pass()
    assert named(facts, "DamageApplied") == ["DamageApplied combat"]
    assert len(named(facts, "HandCardDiscarded")) == 1
    assert board.hand(1) == "demoralise*2" and board.section(5).damage == 0


@pytest.mark.rule("whi.combat.attackers", "whi.combat.corrupt-after-declare", "whi.cannot.absolute")
def test_franzs_decree_too_late() -> None:
    """One that attacks already goes on attacking."""
    board = Board(
        Side(battlefield="boar-boyz"), Side(hand="franzs-decree", resources=1, capital="empire"), entry="combat"
    )
    board.both_pass()
    board.attack("boar-boyz")
    board.passing()
    board.tactic("franzs-decree", target=board.id("boar-boyz"))
    board.both_pass()
    assert board.combat.attackers == (board.id("boar-boyz"),)
    board.both_pass()
    assert "whi.combat.count-damage: DamageCounted (boar-boyz cancellable 1)" in board.both_pass()
    assert named(board.both_pass(), "DamageApplied") == ["DamageApplied (target kingdom-1 seat 0 cancellable 1) combat"]


@pytest.mark.rule("whi.chain.costs-up-front", "whi.chain.targets-up-front", "whi.action.optional")
def test_the_grudge_thrower_without_combat() -> None:
    """It has no target, and its cost can be paid: a Dwarf leaves, nobody gains power, and the Ranger sees it."""
    board = Board(
        Side(battlefield="grudge-thrower", quest="dwarf-ranger", kingdom="hammerer"),
        phase=KINGDOM_PHASE,
    )
    facts = board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    assert named(facts, "ResourcesPaid", "CardLeft", "EffectTriggered") == [
        "ResourcesPaid seat 0 resources 1",
        "CardLeft hammerer-of-karak-azul departure sacrificed",
        "EffectTriggered seat 0 dwarf-ranger text damage subject hammerer-of-karak-azul place quest-0 forced",
    ]
    facts = board.do(pb.ChooseTarget(target=QUEST_1))
    assert named(facts, "DamageApplied") == ["DamageApplied (target quest-1 seat 0 cancellable 1)"]
    assert board.effect() == ["whi.card.grudge-thrower: EffectFizzled seat 0 grudge-thrower grudge-thrower"]


@pytest.mark.rule("whi.burn.still-works", "whi.combat.assign.burning", "whi.development.burning-zone")
def test_a_burning_zone_works() -> None:
    """It is collected from, and cards and developments may be put there."""
    board = Board(
        Side(
            kingdom="mountain-brigade:1",
            burning="kingdom",
            developments=(2, 0, 0),
            hand="peasant-militia demoralise",
            capital="empire",
        ),
        phase=KINGDOM_PHASE,
    )
    assert zone_power(board.state, KINGDOM_0) == 5
    assert "whi.kingdom.collect: ResourcesCollected seat 0 resources 5" in board.begun
    board.until(pb.WINDOW_CAPITAL)
    board.do(pb.PlayUnit(card=board.in_hand("peasant"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    board.passing()
    board.do(pb.PlayDevelopment(card=board.in_hand("demoralise"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert board.card("peasant").place == KINGDOM_0
    assert len(board.section(KINGDOM_0).developments) == 3 and board.section(KINGDOM_0).burning


@pytest.mark.rule("whi.turn.beginning", "whi.kingdom.collect", "whi.zones.power-sum")
def test_a_development_of_the_turns_beginning_is_collected_from() -> None:
    """3 of the board, 1 of the Gates, 1 of the Stronghold, and 1 for the development that the Gates have just laid."""
    board = Board(Side(kingdom="city-gates contested-stronghold"), entry="turn")
    assert len(board.section(KINGDOM_0).developments) == 1
    facts = board.both_pass()
    assert "whi.kingdom.collect: ResourcesCollected seat 0 resources 6" in facts


@pytest.mark.rule("whi.quest.unit-leaves", "whi.effects.move", "whi.quest.send")
def test_a_questing_unit_is_moved() -> None:
    """Both tokens go back, the quest stays, and may have a new unit."""
    board = Board(
        Side(quest="defend-the-border+2 pistoliers@defend-the-border", hand="huntsmen", resources=2, capital="empire")
    )
    assert board.options("SendUnit") == []
    board.use("pistoliers", zone=pb.ZONE_BATTLEFIELD)
    assert board.effect() == [
        "whi.card.pistoliers: UnitMoved pistoliers zone battlefield",
        "whi.quest.unit-moves: QuestAbandoned quest defend-the-border tokens 2",
    ]
    assert board.card("pistoliers").quest == 0 and board.card("defend-the-border").tokens == 0
    board.passing()
    assert board.options("SendUnit") == ["huntsmen quest defend-the-border"]
    board.do(pb.SendUnit(card=board.in_hand("huntsmen"), quest=board.id("defend-the-border")))
    board.both_pass()
    assert board.card("huntsmen").quest == board.id("defend-the-border")


@pytest.mark.rule("whi.attach.zone-condition", "whi.effects.move")
def test_knight_training_moves_along() -> None:
    """The zone was a condition for attaching only."""
    board = Board(Side(battlefield="pistoliers[knight-training]", resources=1))
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    board.both_pass()
    pistoliers, training = board.card("pistoliers"), board.card("knight-training")
    assert (pistoliers.place, training.place, training.host) == (QUEST_0, QUEST_0, pistoliers.id)
    assert power(board.state, pistoliers) == 2


@pytest.mark.rule("whi.kw.counterstrike", "whi.kw.counterstrike.immediate", "whi.combat.count-damage")
def test_counterstrike_kills_first() -> None:
    """It is applied as the defender is declared, before any window: the Marauders deal nothing."""
    board = Board(Side(battlefield="savage-marauders black-orc"), Side(kingdom="cold-one-riders"), entry="combat")
    board.both_pass()
    board.attack("savage-marauders black-orc")
    board.both_pass()
    assert board.defend("cold-one-riders")[-1] == "whi.forced.order: EffectBegan effect 1"
    assert board.asked == 1 and board.moves() == ["ChooseUnit unit black-orc-squad", "ChooseUnit unit savage-marauders"]
    facts = board.do(pb.ChooseUnit(unit=board.id("savage-marauders")))
    assert named(facts, "DamageApplied", "CardLeft", "WindowOpened") == [
        "DamageApplied (target savage-marauders seat 1 uncancellable 1) combat",
        "CardLeft savage-marauders departure destroyed",
        "WindowOpened window defenders",
    ]
    counted = named(board.both_pass(), "DamageCounted")
    assert counted[0].startswith("DamageCounted (black-orc-squad cancellable 1)")
