"""Steps of the rules that come to nothing: each says so, under the rule that says why."""

from __future__ import annotations

import pytest

from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.nothing import (
    Point,
    attack,
    begins,
    both_pass,
    passes,
    sends,
    tactic,
    then,
)
from tests.games.warhammer_invasion.table import Board, Side

COMBAT = {"entry": "combat"}


def none(board: Board) -> list[str]:
    return board.attack()


POINTS = (
    # The phases.
    Point(
        "nothing is unspent, and nobody is corrupted",
        (Side(),),
        begins,
        (
            "whi.turn: TurnResumed seat 0",
            "whi.kingdom: PhaseBegan seat 0 phase kingdom",
            "whi.kingdom.return-resources: EffectFizzled seat 0",
            "whi.kingdom.restore-one: EffectFizzled seat 0 passed_over RestoreUnit",
            "whi.kingdom.collect: ResourcesCollected seat 0 resources 3",
            "whi.kingdom.window: WindowOpened window kingdom",
        ),
        {"phase": 2},
    ),
    Point(
        "nobody is restored who could be",
        (Side(kingdom="boar-boyz~"),),
        sends(lambda board: pb.Decline()),
        (
            "whi.kingdom.restore-one: EffectFizzled seat 0",
            "whi.kingdom.collect: ResourcesCollected seat 0 resources 4",
            "whi.kingdom.window: WindowOpened window kingdom",
        ),
        {"phase": 2},
    ),
    Point(
        "the first turn has no quest phase and no battlefield phase",
        (Side(),),
        then(both_pass, both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.turn.first-turn-penalty: EffectFizzled seat 0 passed_over DeclareTarget",
            "whi.turn.end: PhaseBegan seat 0 phase end",
            "whi.turn.end: WindowOpened window end",
        ),
        {"phase": 2, "turn": {"number": 1}},
    ),
    Point(
        "the discount that waited for a unit is not used",
        (Side(hand="wez-bigga", resources=9, capital="orc"),),
        then(tactic("wez-bigga"), both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.card.wez-bigga: EffectFizzled seat 0 wez-bigga",
            "whi.turn.handover: TurnEnded seat 0",
            "whi.turn: TurnBegan seat 1",
            "whi.turn.beginning: WindowOpened window beginning",
        ),
        {"phase": 6},
    ),
    # An attack.
    Point(
        "nobody stands in the battlefield",
        (Side(), Side()),
        both_pass,
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.attackers: EffectFizzled seat 0 passed_over DeclareAttackers",
            "whi.combat.window-each-step: WindowOpened window attackers",
        ),
        COMBAT,
    ),
    Point(
        "nobody can be declared as attacker",
        (Side(battlefield="boar-boyz~ squig~"), Side()),
        both_pass,
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.corrupt.no-combat: EffectFizzled seat 0 passed_over DeclareAttackers spared boar-boyz",
            "whi.corrupt.no-combat: EffectFizzled seat 0 passed_over DeclareAttackers spared squig-herders",
            "whi.combat.window-each-step: WindowOpened window attackers",
        ),
        COMBAT,
    ),
    Point(
        "nobody is declared as attacker",
        (Side(battlefield="boar-boyz"), Side()),
        then(both_pass, none),
        (
            "whi.combat.no-attackers: EffectFizzled seat 0",
            "whi.combat.window-each-step: WindowOpened window attackers",
        ),
        COMBAT,
    ),
    Point(
        "so the steps after it are left out",
        (Side(battlefield="boar-boyz"), Side()),
        then(both_pass, none, both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.no-attackers: EffectFizzled seat 1 passed_over DeclareDefenders",
            "whi.combat.attack-state-ends: AttackOver",
            "whi.turn: TurnResumed seat 0",
            "whi.turn.end: PhaseBegan seat 0 phase end",
            "whi.turn.end: WindowOpened window end",
        ),
        COMBAT,
    ),
    Point(
        "nobody stands in the attacked zone",
        (Side(battlefield="boar-boyz"), Side(quest="hammerer")),
        then(attack("boar-boyz"), both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.defenders: EffectFizzled seat 1 passed_over DeclareDefenders",
            "whi.combat.defenders: DefendersDeclared",
            "whi.combat.window-each-step: WindowOpened window defenders",
        ),
        COMBAT,
    ),
    Point(
        "nobody there can be declared as defender",
        (Side(battlefield="boar-boyz"), Side(kingdom="hammerer~ runesmith~")),
        then(attack("boar-boyz"), both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            ("whi.corrupt.no-combat: EffectFizzled seat 1 passed_over DeclareDefenders spared hammerer-of-karak-azul"),
            "whi.corrupt.no-combat: EffectFizzled seat 1 passed_over DeclareDefenders spared runesmith",
            "whi.combat.defenders: DefendersDeclared",
            "whi.combat.window-each-step: WindowOpened window defenders",
        ),
        COMBAT,
    ),
    Point(
        "one there was forbidden to be declared",
        (Side(battlefield="boar-boyz", hand="franzs-decree", resources=9), Side(kingdom="hammerer")),
        then(tactic("franzs-decree", target="hammerer"), attack("boar-boyz"), both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            ("whi.cannot.absolute: EffectFizzled seat 1 passed_over DeclareDefenders spared hammerer-of-karak-azul"),
            "whi.combat.defenders: DefendersDeclared",
            "whi.combat.window-each-step: WindowOpened window defenders",
        ),
        COMBAT,
    ),
    Point(
        "nobody defends, so their side deals nothing",
        (Side(battlefield="boar-boyz"), Side()),
        then(attack("boar-boyz"), both_pass, both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.count-damage: DamageCounted (boar-boyz cancellable 1)",
            ("whi.combat.attacker-assigns-first: DamageAssigned (target kingdom-1 seat 0 cancellable 1) combat step"),
            "whi.combat.count-damage: EffectFizzled seat 1 passed_over AssignDamage",
            "whi.combat.assign.window: WindowOpened window assigned",
        ),
        COMBAT,
    ),
    Point(
        "the attacker has no power",
        (Side(battlefield="peasant-militia", hand="demoralise", resources=9), Side()),
        then(tactic("demoralise", target="peasant-militia"), attack("peasant-militia"), both_pass, both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.count-damage: DamageCounted",
            "whi.combat.count-damage: EffectFizzled seat 0 passed_over AssignDamage",
            "whi.combat.count-damage: EffectFizzled seat 1 passed_over AssignDamage",
            "whi.combat.assign.window: WindowOpened window assigned",
        ),
        COMBAT,
    ),
    Point(
        "all attackers are gone as the defenders strike",
        (Side(battlefield="boar-boyz"), Side(kingdom="hammerer", hand="pilgrimage", resources=9)),
        then(
            attack("boar-boyz", "hammerer"),
            passes,
            lambda board: board.tactic("pilgrimage", target=board.id("boar-boyz")),
            both_pass,
            both_pass,
        ),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.count-damage: DamageCounted (hammerer-of-karak-azul cancellable 1)",
            "whi.combat.count-damage: EffectFizzled seat 0 passed_over AssignDamage",
            "whi.combat.attackers-gone: EffectFizzled seat 1 passed_over AssignDamage missing 1",
            "whi.combat.assign.window: WindowOpened window assigned",
        ),
        COMBAT,
    ),
    Point(
        "a Counterstrike finds nobody",
        (Side(battlefield="boar-boyz"), Side(kingdom="reiksguard-knights", hand="pilgrimage", resources=9)),
        then(
            attack("boar-boyz"),
            passes,
            lambda board: board.tactic("pilgrimage", target=board.id("boar-boyz")),
            both_pass,
            both_pass,
            lambda board: board.defend("reiksguard"),
        ),
        (
            "whi.combat.defenders: DefendersDeclared reiksguard-knights",
            ("whi.kw.counterstrike: EffectTriggered seat 1 reiksguard-knights text counterstrike place kingdom-1"),
            "whi.forced.order: EffectBegan effect 1",
            "whi.combat.attackers-gone: EffectFizzled seat 1 reiksguard-knights reiksguard-knights",
            "whi.forced.order: EffectOver",
            "whi.combat.window-each-step: WindowOpened window defenders",
        ),
        COMBAT,
    ),
    Point(
        "an assigned target returns to a hand",
        (Side(battlefield="boar-boyz"), Side(kingdom="hammerer", hand="pilgrimage", resources=9)),
        then(
            attack("boar-boyz", "hammerer"),
            both_pass,
            passes,
            lambda board: board.tactic("pilgrimage", target=board.id("hammerer")),
            both_pass,
        ),
        (
            "whi.chain.priority: Passed seat 0",
            "whi.chain.priority: Passed seat 1",
            "whi.chain.lifo: ActionBegan",
            "whi.card.pilgrimage: CardLeft hammerer-of-karak-azul owner 1 departure returned",
            "whi.combat.assign.target-gone: EffectFizzled seat 0 spared hammerer-of-karak-azul missing 1",
            "whi.types.tactic: ActionOver",
        ),
        COMBAT,
    ),
    Point(
        "an assigned target moves away",
        (Side(battlefield="boar-boyz"), Side(kingdom="pistoliers", resources=9)),
        then(
            attack("boar-boyz", "pistoliers"),
            both_pass,
            passes,
            lambda board: board.use("pistoliers", zone=pb.ZONE_QUEST),
            both_pass,
        ),
        (
            "whi.chain.priority: Passed seat 0",
            "whi.chain.priority: Passed seat 1",
            "whi.chain.lifo: ActionBegan",
            "whi.card.pistoliers: UnitMoved pistoliers zone quest",
            "whi.combat.assign.target-gone: EffectFizzled seat 0 spared pistoliers missing 1",
            "whi.chain.lifo: ActionOver",
        ),
        COMBAT,
    ),
    Point(
        "the assigned section burns before",
        (Side(battlefield="boar-boyz"), Side(developments=(1, 0, 0), damage=(8, 0, 0), hand="demolition", resources=9)),
        then(
            attack("boar-boyz"),
            both_pass,
            both_pass,
            passes,
            lambda board: board.do(pb.PlayTactic(card=board.in_hand("demolition"), target=board.development(5))),
            both_pass,
        ),
        (
            "whi.chain.priority: Passed seat 0",
            "whi.chain.priority: Passed seat 1",
            "whi.chain.lifo: ActionBegan",
            (
                "whi.card.demolition: DevelopmentLost seat 1 zone kingdom was (mountain-brigade)"
                " mountain-brigade departure destroyed"
            ),
            "whi.burn.state-check: SectionBurned place kingdom-1",
            "whi.combat.assign.burning: EffectFizzled seat 0 spared kingdom-1 missing 1",
            "whi.types.tactic: ActionOver",
        ),
        COMBAT,
    ),
    Point(
        "Scout against an empty hand",
        (Side(battlefield="dwarf-ranger"), Side()),
        then(attack("dwarf-ranger"), both_pass, both_pass, both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.apply: DamageDue",
            "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 1) combat",
            "whi.kw.scout: EffectTriggered seat 0 dwarf-ranger text scout place battlefield-0",
            "whi.forced.order: EffectBegan effect 1",
            "whi.kw.scout: EffectFizzled seat 0 dwarf-ranger dwarf-ranger",
            "whi.forced.order: EffectOver",
            "whi.combat.apply.window: WindowOpened window applied",
        ),
        COMBAT,
    ),
    Point(
        "Toughness against what cannot be cancelled",
        (Side(battlefield="hammerer"), Side(kingdom="reiksguard-knights")),
        then(attack("hammerer"), both_pass, lambda board: board.defend("reiksguard")),
        (
            "whi.combat.defenders: DefendersDeclared reiksguard-knights",
            ("whi.kw.counterstrike: EffectTriggered seat 1 reiksguard-knights text counterstrike place kingdom-1"),
            "whi.forced.order: EffectBegan effect 1",
            ("whi.kw.counterstrike: DamageAssigned (target hammerer-of-karak-azul seat 1 uncancellable 2) combat"),
            ("whi.kw.toughness.uncancellable: EffectFizzled seat 0 hammerer-of-karak-azul hammerer-of-karak-azul"),
            (
                "whi.damage.counterstrike-exception: DamageApplied (target hammerer-of-karak-azul seat 1"
                " uncancellable 2) combat"
            ),
            "whi.card.hit-points: CardLeft hammerer-of-karak-azul departure destroyed",
            "whi.forced.order: EffectOver",
            "whi.combat.window-each-step: WindowOpened window defenders",
        ),
        COMBAT,
    ),
    Point(
        "the attacked section burns, and nobody defends it",
        (Side(battlefield="boar-boyz"), Side(burning="kingdom")),
        then(attack("boar-boyz"), both_pass, both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.count-damage: DamageCounted (boar-boyz cancellable 1)",
            ("whi.combat.assign.burning: EffectFizzled seat 0 passed_over AssignDamage spared kingdom-1 missing 1"),
            "whi.combat.count-damage: EffectFizzled seat 1 passed_over AssignDamage",
            "whi.combat.assign.window: WindowOpened window assigned",
        ),
        COMBAT,
    ),
)


@pytest.mark.rule(
    "whi.cannot.absolute",
    "whi.card.wez-bigga",
    "whi.combat.assign.burning",
    "whi.combat.assign.target-gone",
    "whi.combat.attackers",
    "whi.combat.attackers-gone",
    "whi.combat.count-damage",
    "whi.combat.defenders",
    "whi.combat.no-attackers",
    "whi.corrupt.no-combat",
    "whi.kingdom.restore-one",
    "whi.kingdom.return-resources",
    "whi.kw.scout",
    "whi.kw.toughness.uncancellable",
    "whi.turn.first-turn-penalty",
)
@pytest.mark.parametrize("point", [pytest.param(point, id=point.what) for point in POINTS])
def test_it_says_so(point: Point) -> None:
    assert point.does(point.board()) == list(point.happened)
