"""Moves, actions and damage that come to nothing: each says so, under the rule that says why."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.block import ENTERED, Block, Effect, Trigger
from rulekeeper.games.warhammer_invasion.damage import indirect
from rulekeeper.kernel import Script
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.nothing import (
    Doing,
    Point,
    attack,
    begins,
    both_pass,
    passes,
    sends,
    tactic,
    then,
)
from tests.games.warhammer_invasion.table import Board, Side, made_up

COMBAT = {"entry": "combat"}
TURN = {"entry": "turn"}
KINGDOM = {"phase": 2}


def uses(kind: str, **named: Any) -> Doing:
    return lambda board: board.use(kind, **named)


def send(board: Board) -> list[str]:
    return board.do(pb.SendUnit(card=board.in_hand("boar-boyz"), quest=board.id("infiltrate")))


def uses_on(kind: str) -> Doing:
    return lambda board: board.use(kind, target=board.id(kind))


def cancels(board: Board) -> list[str]:
    return board.use("bright-wizard", target=board.action("runesmith"))


def rich(**more: Any) -> Side:
    """With more resources than anything costs."""
    return Side(resources=20, **more)


POINTS = (
    # Moving.
    Point(
        "the Pistoliers are there already",
        (rich(kingdom="pistoliers"), Side()),
        then(uses("pistoliers", zone=pb.ZONE_QUEST), passes, uses("pistoliers", zone=pb.ZONE_QUEST), both_pass),
        (
            "whi.chain.priority: Passed seat 1",
            "whi.chain.priority: Passed seat 0",
            "whi.chain.lifo: ActionBegan",
            "whi.card.pistoliers: UnitMoved pistoliers zone quest",
            "whi.chain.lifo: ActionOver",
            "whi.chain.lifo: ActionBegan",
            "whi.effects.move: EffectFizzled seat 0 pistoliers pistoliers spared pistoliers",
            "whi.chain.lifo: ActionOver",
        ),
    ),
    Point(
        "the Pistoliers are gone",
        (rich(kingdom="pistoliers", battlefield="grudge-thrower"), Side()),
        then(
            uses("pistoliers", zone=pb.ZONE_QUEST),
            passes,
            sends(lambda board: pb.UseAction(card=board.id("grudge-thrower"), sacrifice=board.id("pistoliers"))),
            both_pass,
        ),
        (
            "whi.chain.priority: Passed seat 1",
            "whi.chain.priority: Passed seat 0",
            "whi.chain.lifo: ActionBegan",
            "whi.card.grudge-thrower: EffectFizzled seat 0 grudge-thrower grudge-thrower",
            "whi.chain.lifo: ActionOver",
            "whi.chain.lifo: ActionBegan",
            "whi.effects.in-play: EffectFizzled seat 0 pistoliers",
            "whi.chain.lifo: ActionOver",
        ),
    ),
    Point(
        "the Temple with nobody to march",
        (Side(kingdom="temple-of-shallya"), Side()),
        begins,
        (
            "whi.turn: TurnResumed seat 0",
            "whi.kingdom: PhaseBegan seat 0 phase kingdom",
            "whi.card.temple-of-shallya: EffectTriggered seat 0 temple-of-shallya text move place kingdom-0",
            "whi.forced.order: EffectBegan effect 1",
            (
                "whi.card.temple-of-shallya: EffectFizzled seat 0 temple-of-shallya temple-of-shallya"
                " passed_over MoveUnit"
            ),
            "whi.forced.order: EffectOver",
            "whi.kingdom.return-resources: EffectFizzled seat 0",
            "whi.kingdom.restore-one: EffectFizzled seat 0 passed_over RestoreUnit",
            "whi.kingdom.collect: ResourcesCollected seat 0 resources 5",
            "whi.kingdom.window: WindowOpened window kingdom",
        ),
        KINGDOM,
    ),
    Point(
        "the Temple lets them stay",
        (Side(kingdom="temple-of-shallya boar-boyz"), Side()),
        sends(lambda board: pb.Decline()),
        (
            "whi.card.temple-of-shallya: EffectFizzled seat 0 temple-of-shallya temple-of-shallya",
            "whi.forced.order: EffectOver",
            "whi.kingdom.return-resources: EffectFizzled seat 0",
            "whi.kingdom.restore-one: EffectFizzled seat 0 passed_over RestoreUnit",
            "whi.kingdom.collect: ResourcesCollected seat 0 resources 6",
            "whi.kingdom.window: WindowOpened window kingdom",
        ),
        KINGDOM,
    ),
    # Actions.
    Point(
        "an action that was cancelled",
        (rich(quest="runesmith"), rich(quest="bright-wizard-apprentice")),
        then(
            sends(lambda board: pb.UseAction(card=board.id("runesmith"), target=board.id("runesmith"))),
            sends(lambda board: pb.UseAction(card=board.id("bright-wizard"), target=board.action("runesmith"))),
            both_pass,
        ),
        (
            "whi.chain.priority: Passed seat 0",
            "whi.chain.priority: Passed seat 1",
            "whi.chain.lifo: ActionBegan",
            "whi.chain.cancel-effect: ActionCancelled",
            "whi.chain.lifo: ActionOver",
            "whi.chain.lifo: ActionBegan",
            "whi.chain.cancel-effect: EffectFizzled seat 0 runesmith runesmith",
            "whi.chain.lifo: ActionOver",
        ),
    ),
    Point(
        "Flames of Tzeentch of no size",
        (rich(hand="flames-of-tzeentch", kingdom="boar-boyz"), Side()),
        then(
            sends(lambda board: pb.PlayTactic(card=board.in_hand("flames"), target=board.id("boar-boyz"), x=0)),
            both_pass,
        ),
        (
            "whi.chain.priority: Passed seat 1",
            "whi.chain.priority: Passed seat 0",
            "whi.chain.lifo: ActionBegan",
            "whi.cost.x: EffectFizzled seat 0 flames-of-tzeentch spared boar-boyz",
            "whi.types.tactic: ActionOver",
        ),
    ),
    Point(
        "Blood for the Blood God by a unit of no power",
        (rich(hand="blood-for-the-blood-god demoralise*3", battlefield="peasant-militia"), Side()),
        then(
            tactic("demoralise", target="peasant-militia"),
            passes,
            tactic("blood-for-the-blood-god", target="peasant-militia"),
        ),
        (("whi.card.blood-for-the-blood-god: EffectFizzled seat 0 blood-for-the-blood-god spared peasant-militia"),),
    ),
    Point(
        "Valaya after the battle",
        (rich(hand="master-rune-of-valaya"), Side()),
        tactic("master-rune-of-valaya"),
        ("whi.chain.conditional-action: EffectFizzled seat 0 master-rune-of-valaya",),
        {"phase": 6},
    ),
    Point(
        "a target that left",
        (rich(hand="demoralise", kingdom="boar-boyz lobber-crew"), Side()),
        then(
            sends(lambda board: pb.PlayTactic(card=board.in_hand("demoralise"), target=board.id("lobber"))),
            passes,
            sends(lambda board: pb.UseAction(card=board.id("lobber"))),
            both_pass,
        ),
        (
            "whi.chain.priority: Passed seat 1",
            "whi.chain.priority: Passed seat 0",
            "whi.chain.lifo: ActionBegan",
            "whi.card.lobber-crew: EffectFizzled seat 1 lobber-crew",
            "whi.chain.lifo: ActionOver",
            "whi.chain.lifo: ActionBegan",
            "whi.chain.recheck-target: EffectFizzled seat 0 demoralise spared lobber-crew",
            "whi.types.tactic: ActionOver",
        ),
    ),
    Point(
        "a quest that has a unit by now",
        (rich(quest="infiltrate", hand="boar-boyz*2", capital="orc"), Side()),
        then(send, passes, send, both_pass),
        (
            "whi.chain.priority: Passed seat 1",
            "whi.chain.priority: Passed seat 0",
            "whi.chain.lifo: ActionBegan",
            "whi.types.unit: CardEntered seat 0 boar-boyz zone quest quest infiltrate",
            "whi.chain.lifo: ActionOver",
            "whi.chain.lifo: ActionBegan",
            "whi.quest.one-unit: EffectFizzled seat 0 boar-boyz boar-boyz spared infiltrate",
            "whi.types.unit: CardEntered seat 0 boar-boyz zone quest",
            "whi.chain.lifo: ActionOver",
        ),
    ),
    Point(
        "an action that was cancelled twice",
        (rich(quest="runesmith bright-wizard-apprentice"), rich(quest="bright-wizard-apprentice")),
        then(uses_on("runesmith"), cancels, cancels, both_pass),
        (
            "whi.chain.priority: Passed seat 1",
            "whi.chain.priority: Passed seat 0",
            "whi.chain.lifo: ActionBegan",
            "whi.chain.cancel-effect: ActionCancelled",
            "whi.chain.lifo: ActionOver",
            "whi.chain.lifo: ActionBegan",
            "whi.chain.cancel-effect: EffectFizzled seat 1 bright-wizard-apprentice bright-wizard-apprentice",
            "whi.chain.lifo: ActionOver",
            "whi.chain.lifo: ActionBegan",
            "whi.chain.cancel-effect: EffectFizzled seat 0 runesmith runesmith",
            "whi.chain.lifo: ActionOver",
        ),
    ),
    # Damage.
    Point(
        "Warrior Priests have nobody to pass a point to that Valaya cancels",
        (rich(battlefield="warrior-priests", hand="master-rune-of-valaya"), Side(kingdom="hammerer")),
        then(tactic("master-rune-of-valaya"), attack("warrior-priests", "hammerer"), both_pass, both_pass),
        (
            "whi.window.consecutive-pass: Passed seat 0",
            "whi.window.consecutive-pass: Passed seat 1",
            "whi.combat.apply: DamageDue",
            (
                "whi.card.warrior-priests: EffectFizzled seat 0 warrior-priests warrior-priests"
                " passed_over RedirectPoint"
            ),
            "whi.card.master-rune-of-valaya: DamageCancelled target hammerer-of-karak-azul damage 1",
            "whi.card.master-rune-of-valaya: DamageCancelled target warrior-priests damage 1",
            "whi.combat.apply: DamageApplied combat",
            "whi.combat.apply.window: WindowOpened window applied",
        ),
        COMBAT,
    ),
    Point(
        "Doom Divers on a burning section",
        (Side(battlefield="doom-divers", burning="quest"), Side()),
        begins,
        (
            "whi.turn: TurnBegan seat 0",
            "whi.card.doom-divers: EffectTriggered seat 0 doom-divers text dive place battlefield-0 forced",
            "whi.forced.order: EffectBegan effect 1",
            "whi.effects.each-player: ChoiceMade seat 0 doom-divers option damage",
            "whi.effects.each-player: ChoiceMade seat 1 doom-divers option damage",
            "whi.combat.assign.burning: EffectFizzled seat 0 doom-divers doom-divers spared quest-0",
            (
                "whi.card.doom-divers: DamageAssigned (target kingdom-0 seat 0 cancellable 1) (target"
                " battlefield-0 seat 0 cancellable 1) (target kingdom-1 seat 0 cancellable 1) (target"
                " quest-1 seat 0 cancellable 1) (target battlefield-1 seat 0 cancellable 1)"
            ),
            (
                "whi.damage.non-combat: DamageApplied (target kingdom-0 seat 0 cancellable 1) (target"
                " battlefield-0 seat 0 cancellable 1) (target kingdom-1 seat 0 cancellable 1) (target"
                " quest-1 seat 0 cancellable 1) (target battlefield-1 seat 0 cancellable 1)"
            ),
            "whi.forced.order: EffectOver",
            "whi.turn.beginning: WindowOpened window beginning",
        ),
        TURN,
    ),
)


@pytest.mark.rule(
    "whi.card.blood-for-the-blood-god",
    "whi.card.grudge-thrower",
    "whi.card.lobber-crew",
    "whi.card.temple-of-shallya",
    "whi.card.warrior-priests",
    "whi.chain.cancel-effect",
    "whi.chain.conditional-action",
    "whi.chain.recheck-target",
    "whi.combat.assign.burning",
    "whi.cost.x",
    "whi.effects.in-play",
    "whi.effects.move",
    "whi.kingdom.restore-one",
    "whi.kingdom.return-resources",
    "whi.quest.one-unit",
)
@pytest.mark.parametrize("point", [pytest.param(point, id=point.what) for point in POINTS])
def test_it_says_so(point: Point) -> None:
    assert point.does(point.board()) == list(point.happened)


@pytest.mark.rule("whi.damage.indirect")
def test_indirect_damage_that_has_no_room_is_lost() -> None:
    """No card of the box deals so much."""

    def more(effect: Effect) -> Script[None]:
        yield from indirect.run(effect.seat, (9, 0), effect.rule)

    with made_up(Block("followers-of-mork", triggers=(Trigger("indirect", ENTERED, more, own=True),))) as game:
        mine = rich(hand="followers-of-mork", burning="quest", damage=(7, 0, 7), capital="orc")
        board = Board(mine, Side(), game=game)
        board.do(pb.PlayUnit(card=board.in_hand("followers"), zone=pb.ZONE_BATTLEFIELD))
        facts = board.both_pass()
        assert board.asked == 0 and board.rule == "whi.damage.indirect"
        assert [line for line in facts if "Fizzled" in line] == [
            "whi.damage.indirect: EffectFizzled seat 0 followers-of-mork missing 5"
        ]
