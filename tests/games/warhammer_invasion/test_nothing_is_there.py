"""Texts that find nobody and nothing, and so come to nothing: each says so, under the rule that says why."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.nothing import (
    Point,
    begins,
    both_pass,
    sends,
    tactic,
    then,
    use,
)
from tests.games.warhammer_invasion.table import Side

TURN = {"entry": "turn"}


def rich(**more: Any) -> Side:
    """With more resources than anything costs."""
    return Side(resources=20, **more)


POINTS = (
    # Nobody and nothing there.
    Point(
        "Hate on an empty purse",
        (rich(hand="hate"), Side()),
        tactic("hate"),
        ("whi.card.hate: EffectFizzled seat 0 hate",),
    ),
    Point(
        "Waaagh! out of combat",
        (rich(hand="waaagh"), Side()),
        tactic("waaagh"),
        ("whi.card.waaagh: EffectFizzled seat 0 waaagh",),
    ),
    Point(
        "a Grudge Thrower with nobody in combat",
        (rich(battlefield="grudge-thrower", kingdom="peasant-militia"), Side()),
        use("grudge-thrower", sacrifice="peasant-militia"),
        ("whi.card.grudge-thrower: EffectFizzled seat 0 grudge-thrower grudge-thrower",),
    ),
    Point(
        "Culling the Weak with an empty battlefield",
        (rich(hand="culling-the-weak", kingdom="peasant-militia"), Side()),
        tactic("culling-the-weak", sacrifice="peasant-militia"),
        ("whi.card.culling-the-weak: EffectFizzled seat 0 culling-the-weak",),
    ),
    Point(
        "Radiant Gaze at an empty zone",
        (rich(hand="radiant-gaze"), Side()),
        then(tactic("radiant-gaze"), sends(lambda board: pb.ChoosePlace(place=pb.PLACE_QUEST_1))),
        (
            "whi.card.radiant-gaze: EffectFizzled seat 0 radiant-gaze",
            "whi.types.tactic: ActionOver",
        ),
    ),
    Point(
        "Troll Vomit without units",
        (rich(hand="troll-vomit"), Side()),
        tactic("troll-vomit"),
        ("whi.card.troll-vomit: EffectFizzled seat 0 troll-vomit",),
    ),
    Point(
        "Pestilence without units",
        (rich(hand="nurgles-pestilence"), Side()),
        tactic("nurgles-pestilence"),
        ("whi.card.nurgles-pestilence: EffectFizzled seat 0 nurgles-pestilence",),
    ),
    Point(
        "the Judgement of Verena over zones with developments",
        (rich(hand="judgement-of-verena", kingdom="boar-boyz", developments=(1, 0, 0)), Side()),
        tactic("judgement-of-verena"),
        ("whi.card.judgement-of-verena: EffectFizzled seat 0 judgement-of-verena",),
    ),
    Point(
        "Innovation without developments",
        (Side(hand="innovation", resources=9), Side()),
        tactic("innovation"),
        ("whi.card.innovation: EffectFizzled seat 0 innovation",),
    ),
    Point(
        "Burying the Grudge where nobody died",
        (rich(hand="burying-the-grudge"), Side()),
        tactic("burying-the-grudge"),
        ("whi.card.burying-the-grudge: EffectFizzled seat 0 burying-the-grudge",),
    ),
    Point(
        "Smash 'Em All! without supports",
        (rich(quest="smash-em-all+9 squig@smash-em-all"), Side()),
        use("smash-em-all"),
        ("whi.card.smash-em-all: EffectFizzled seat 0 smash-em-all smash-em-all",),
    ),
    Point(
        "Journey to the Gate on an empty hand",
        (rich(quest="journey-to-the-gate+9 squig@journey-to-the-gate"), Side()),
        use("journey-to-the-gate"),
        ("whi.card.journey-to-the-gate: EffectFizzled seat 1 journey-to-the-gate journey-to-the-gate",),
    ),
    Point(
        "the Will of Tzeentch on empty hands",
        (rich(hand="will-of-tzeentch"), Side()),
        tactic("will-of-tzeentch"),
        (
            "whi.card.will-of-tzeentch: EffectFizzled seat 0 will-of-tzeentch",
            "whi.card.will-of-tzeentch: EffectFizzled seat 1 will-of-tzeentch",
            "whi.card.will-of-tzeentch: CardDrawn seat 0 black-orc-squad black-orc-squad",
            "whi.card.will-of-tzeentch: CardDrawn seat 1 black-orc-squad black-orc-squad",
            "whi.card.will-of-tzeentch: CardDrawn seat 0 black-orc-squad black-orc-squad",
            "whi.card.will-of-tzeentch: CardDrawn seat 1 black-orc-squad black-orc-squad",
            "whi.card.will-of-tzeentch: CardDrawn seat 0 black-orc-squad black-orc-squad",
            "whi.card.will-of-tzeentch: CardDrawn seat 1 black-orc-squad black-orc-squad",
        ),
    ),
    Point(
        "a Lobber Crew against nobody",
        (rich(kingdom="lobber-crew"), Side()),
        use("lobber-crew"),
        ("whi.card.lobber-crew: EffectFizzled seat 1 lobber-crew",),
    ),
    Point(
        "Grimgor where nothing lies",
        (rich(hand="grimgor-ironhide", capital="orc"), Side()),
        then(
            sends(lambda board: pb.PlayUnit(card=board.in_hand("grimgor-ironhide"), zone=pb.ZONE_BATTLEFIELD)),
            both_pass,
        ),
        (
            "whi.chain.priority: Passed seat 1",
            "whi.chain.priority: Passed seat 0",
            "whi.chain.lifo: ActionBegan",
            "whi.types.unit: CardEntered seat 0 grimgor-ironhide zone battlefield",
            (
                "whi.card.grimgor-ironhide: EffectTriggered seat 0 grimgor-ironhide text destroy subject"
                " grimgor-ironhide place battlefield-0 forced"
            ),
            "whi.forced.order: EffectBegan effect 1",
            "whi.card.grimgor-ironhide: EffectFizzled seat 0 grimgor-ironhide grimgor-ironhide",
            "whi.forced.order: EffectOver",
            "whi.chain.lifo: ActionOver",
        ),
    ),
    Point(
        "Night Goblins without attachments",
        (rich(hand="night-goblins", capital="orc"), Side()),
        then(
            sends(lambda board: pb.PlayUnit(card=board.in_hand("night-goblins"), zone=pb.ZONE_BATTLEFIELD)), both_pass
        ),
        (
            "whi.chain.priority: Passed seat 1",
            "whi.chain.priority: Passed seat 0",
            "whi.chain.lifo: ActionBegan",
            "whi.types.unit: CardEntered seat 0 night-goblins zone battlefield",
            (
                "whi.card.night-goblins: EffectTriggered seat 0 night-goblins text destroy subject"
                " night-goblins place battlefield-0 forced"
            ),
            "whi.forced.order: EffectBegan effect 1",
            "whi.forced.target: EffectFizzled seat 0 night-goblins night-goblins passed_over ChooseTarget",
            "whi.forced.order: EffectOver",
            "whi.chain.lifo: ActionOver",
        ),
    ),
    Point(
        "the Bloodthirster where the opponent has nobody",
        (Side(kingdom="bloodthirster"), Side()),
        begins,
        (
            "whi.turn: TurnBegan seat 0",
            ("whi.card.bloodthirster: EffectTriggered seat 0 bloodthirster text sacrifice place kingdom-0 forced"),
            "whi.forced.order: EffectBegan effect 1",
            "whi.effects.each-player: ChoiceMade seat 0 bloodthirster targets bloodthirster",
            "whi.card.bloodthirster: EffectFizzled seat 1 bloodthirster bloodthirster",
            "whi.card.bloodthirster: CardLeft bloodthirster departure sacrificed",
            "whi.forced.order: EffectOver",
            "whi.turn.beginning: WindowOpened window beginning",
        ),
        TURN,
    ),
    Point(
        "Slaanesh's Domination of an empty hand",
        (rich(hand="slaaneshs-domination"), Side()),
        tactic("slaaneshs-domination"),
        ("whi.card.slaaneshs-domination: EffectFizzled seat 1 slaaneshs-domination",),
    ),
    Point(
        "Slaanesh's Domination finds no tactic",
        (rich(hand="slaaneshs-domination"), Side(hand="boar-boyz*3")),
        tactic("slaaneshs-domination"),
        (
            "whi.hidden.random: HandCardRevealed seat 1 was boar-boyz boar-boyz boar-boyz",
            "whi.hidden.random: HandCardRevealed seat 1 was boar-boyz boar-boyz boar-boyz",
            "whi.hidden.random: HandCardRevealed seat 1 was boar-boyz boar-boyz boar-boyz",
            ("whi.card.slaaneshs-domination: EffectFizzled seat 0 slaaneshs-domination passed_over PlayRevealed"),
            "whi.card.slaaneshs-domination: RevealedCardReturned seat 1 was boar-boyz boar-boyz boar-boyz",
            "whi.card.slaaneshs-domination: RevealedCardReturned seat 1 was boar-boyz boar-boyz boar-boyz",
            "whi.card.slaaneshs-domination: RevealedCardReturned seat 1 was boar-boyz boar-boyz boar-boyz",
        ),
        {"draws": ("boar-boyz", "boar-boyz", "boar-boyz")},
    ),
    Point(
        "Slaanesh's Domination lets a tactic be",
        (rich(hand="slaaneshs-domination"), Side(hand="waaagh")),
        then(tactic("slaaneshs-domination"), sends(lambda board: pb.Decline())),
        (
            "whi.card.slaaneshs-domination: EffectFizzled seat 0 slaaneshs-domination",
            "whi.card.slaaneshs-domination: RevealedCardReturned seat 1 was waaagh waaagh waaagh",
            "whi.types.tactic: ActionOver",
        ),
        {"draws": ("waaagh",)},
    ),
    Point(
        "the Cannon Crew takes nothing",
        (rich(hand="dwarf-cannon-crew"), Side()),
        then(
            sends(lambda board: pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.ZONE_BATTLEFIELD)),
            both_pass,
            sends(lambda board: pb.Decline()),
        ),
        (
            "whi.card.dwarf-cannon-crew: EffectFizzled seat 0 dwarf-cannon-crew dwarf-cannon-crew",
            "whi.effects.then: DeckShuffled seat 0",
            "whi.forced.order: EffectOver",
            "whi.chain.lifo: ActionOver",
        ),
    ),
)


@pytest.mark.rule(
    "whi.card.bloodthirster",
    "whi.card.burying-the-grudge",
    "whi.card.culling-the-weak",
    "whi.card.dwarf-cannon-crew",
    "whi.card.grimgor-ironhide",
    "whi.card.grudge-thrower",
    "whi.card.hate",
    "whi.card.innovation",
    "whi.card.journey-to-the-gate",
    "whi.card.judgement-of-verena",
    "whi.card.lobber-crew",
    "whi.card.nurgles-pestilence",
    "whi.card.radiant-gaze",
    "whi.card.slaaneshs-domination",
    "whi.card.smash-em-all",
    "whi.card.troll-vomit",
    "whi.card.waaagh",
    "whi.card.will-of-tzeentch",
    "whi.forced.target",
)
@pytest.mark.parametrize("point", [pytest.param(point, id=point.what) for point in POINTS])
def test_it_says_so(point: Point) -> None:
    assert point.does(point.board()) == list(point.happened)
