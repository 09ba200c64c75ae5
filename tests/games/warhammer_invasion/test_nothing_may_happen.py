"""Texts that are kept from what they would do, and so come to nothing: each says so, under the rule that says why."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.nothing import (
    Point,
    attack,
    begins,
    sends,
    tactic,
    then,
)
from tests.games.warhammer_invasion.table import Side

COMBAT = {"entry": "combat"}
TURN = {"entry": "turn"}


def rich(**more: Any) -> Side:
    """With more resources than anything costs."""
    return Side(resources=20, **more)


POINTS = (
    # Healing and corruption.
    Point(
        "Greater Heal on the unhurt",
        (rich(hand="greater-heal", kingdom="boar-boyz"), Side()),
        tactic("greater-heal"),
        ("whi.effects.heal: EffectFizzled seat 0 greater-heal",),
    ),
    Point(
        "a Keystone Forge with nothing to heal",
        (Side(kingdom="keystone-forge"), Side()),
        begins,
        (
            "whi.turn: TurnBegan seat 0",
            "whi.card.keystone-forge: EffectTriggered seat 0 keystone-forge text heal place kingdom-0 forced",
            "whi.forced.order: EffectBegan effect 1",
            "whi.effects.heal: EffectFizzled seat 0 keystone-forge keystone-forge",
            "whi.forced.order: EffectOver",
            "whi.turn.beginning: WindowOpened window beginning",
        ),
        TURN,
    ),
    Point(
        "Seduced by Darkness on the corrupted",
        (rich(hand="seduced-by-darkness"), Side(kingdom="boar-boyz~")),
        tactic("seduced-by-darkness", target="boar-boyz"),
        ("whi.corrupt.twice: EffectFizzled seat 0 seduced-by-darkness spared boar-boyz",),
    ),
    Point(
        "Seduced by Darkness on the blessed",
        (rich(hand="seduced-by-darkness"), Side(kingdom="boar-boyz[blessing-of-isha]")),
        tactic("seduced-by-darkness", target="boar-boyz"),
        ("whi.cannot.absolute: EffectFizzled seat 0 seduced-by-darkness spared boar-boyz",),
    ),
    Point(
        "Stubborn Refusal moves no more than destroys",
        (rich(hand="stubborn-refusal", kingdom="mountain-brigade:3 peasant-militia:1"), Side()),
        tactic("stubborn-refusal", target="mountain-brigade", other="peasant-militia"),
        (
            "whi.card.stubborn-refusal: DamageMoved from mountain-brigade to peasant-militia damage 2",
            "whi.card.hit-points: CardLeft peasant-militia departure destroyed",
            "whi.kw.toughness.moved: EffectFizzled seat 0 stubborn-refusal spared peasant-militia missing 1",
        ),
    ),
    # Targets and prices.
    Point(
        "Shrine to Taal without a unit",
        (Side(kingdom="shrine-to-taal"), Side()),
        begins,
        (
            "whi.turn: TurnBegan seat 0",
            "whi.card.shrine-to-taal: EffectTriggered seat 0 shrine-to-taal text power place kingdom-0 forced",
            "whi.forced.order: EffectBegan effect 1",
            "whi.forced.target: EffectFizzled seat 0 shrine-to-taal shrine-to-taal passed_over ChooseTarget",
            "whi.forced.order: EffectOver",
            "whi.turn.beginning: WindowOpened window beginning",
        ),
        TURN,
    ),
    Point(
        "Shrine to Taal without developments",
        (Side(kingdom="shrine-to-taal boar-boyz"), Side()),
        begins,
        (
            "whi.turn: TurnBegan seat 0",
            "whi.card.shrine-to-taal: EffectTriggered seat 0 shrine-to-taal text power place kingdom-0 forced",
            "whi.forced.order: EffectBegan effect 1",
            "whi.card.shrine-to-taal: EffectFizzled seat 0 shrine-to-taal shrine-to-taal",
            "whi.forced.order: EffectOver",
            "whi.turn.beginning: WindowOpened window beginning",
        ),
        TURN,
    ),
    Point(
        "Cloud of Flies lets it be",
        (Side(kingdom="boar-boyz[cloud-of-flies]"), Side()),
        sends(lambda board: pb.Decline()),
        (
            "whi.card.cloud-of-flies: EffectFizzled seat 0 cloud-of-flies cloud-of-flies",
            "whi.forced.order: EffectOver",
            "whi.turn.beginning: WindowOpened window beginning",
        ),
        TURN,
    ),
    Point(
        "Sigmar's Blessed can pay for nobody",
        (Side(battlefield="sigmars-blessed:1"), Side(battlefield="peasant-militia", kingdom="church-of-sigmar")),
        begins,
        (
            "whi.turn: TurnResumed seat 0",
            "whi.card.hit-points: CardLeft sigmars-blessed departure destroyed",
            (
                "whi.card.sigmars-blessed: EffectTriggered seat 0 sigmars-blessed text return subject"
                " sigmars-blessed place battlefield-0 forced"
            ),
            "whi.forced.order: EffectBegan effect 1",
            (
                "whi.cost.extra-for-target: EffectFizzled seat 0 sigmars-blessed passed_over ChooseTarget"
                " spared peasant-militia"
            ),
            "whi.forced.order: EffectOver",
            "whi.capital: PhaseBegan seat 0 phase capital",
            "whi.capital: WindowOpened window capital",
        ),
    ),
    Point(
        "Sigmar's Blessed let one go that has to be paid for",
        (
            Side(battlefield="sigmars-blessed:1", resources=1),
            Side(battlefield="peasant-militia", kingdom="church-of-sigmar"),
        ),
        sends(lambda board: pb.Decline()),
        (
            "whi.cost.extra-for-target: EffectFizzled seat 0 sigmars-blessed",
            "whi.forced.order: EffectOver",
            "whi.capital: PhaseBegan seat 0 phase capital",
            "whi.capital: WindowOpened window capital",
        ),
    ),
    Point(
        "nobody can pay the Rune of Fortitude",
        (Side(battlefield="boar-boyz"), Side(kingdom="rune-of-fortitude")),
        attack("boar-boyz"),
        (
            "whi.combat.attackers: AttackersDeclared boar-boyz",
            "whi.card.rune-of-fortitude: EffectTriggered seat 1 rune-of-fortitude text toll place kingdom-1",
            "whi.forced.order: EffectBegan effect 1",
            "whi.capital.pay: EffectFizzled seat 0 rune-of-fortitude rune-of-fortitude passed_over PayTolls",
            "whi.forced.order: EffectOver",
            "whi.combat.window-each-step: WindowOpened window attackers",
        ),
        COMBAT,
    ),
    Point(
        "nobody pays the Rune of Fortitude",
        (Side(battlefield="boar-boyz", resources=3), Side(kingdom="rune-of-fortitude")),
        then(attack("boar-boyz"), sends(lambda board: pb.PayTolls())),
        (
            "whi.card.rune-of-fortitude: EffectFizzled seat 0 rune-of-fortitude rune-of-fortitude",
            "whi.forced.order: EffectOver",
            "whi.combat.window-each-step: WindowOpened window attackers",
        ),
        COMBAT,
    ),
)


@pytest.mark.rule(
    "whi.cannot.absolute",
    "whi.capital.pay",
    "whi.card.cloud-of-flies",
    "whi.card.rune-of-fortitude",
    "whi.card.shrine-to-taal",
    "whi.corrupt.twice",
    "whi.cost.extra-for-target",
    "whi.effects.heal",
    "whi.forced.target",
    "whi.kw.toughness.moved",
)
@pytest.mark.parametrize("point", [pytest.param(point, id=point.what) for point in POINTS])
def test_it_says_so(point: Point) -> None:
    assert point.does(point.board()) == list(point.happened)
