"""The High Elf cards, 51-55, in the order of their numbers."""

from __future__ import annotations

from rulekeeper.games.warhammer_invasion import effects
from rulekeeper.games.warhammer_invasion.block import DEALT, ENTERED, Action, Block, Effect, Event, Trigger
from rulekeeper.games.warhammer_invasion.cards.choices import DAMAGED_UNIT, choose_place
from rulekeeper.games.warhammer_invasion.cards.verbs import draw, heal, opposing, own_units, power_until_end
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.state import Placed, State, in_play, places, there, units_at
from rulekeeper.kernel import Script

# 51. Silver Helm Brigade: damage dealt to it, also such as destroys it, draws a card.


def silver_helm_brigade(effect: Effect) -> Script[None]:
    yield from draw(effect, effect.seat, effect.value("cards"))


SILVER_HELM_BRIGADE = Block("silver-helm-brigade", triggers=(Trigger("draw", DEALT, silver_helm_brigade, own=True),))


# 52. Archmage of Saphery: a damaged unit is healed.


def archmage_of_saphery(effect: Effect) -> Script[None]:
    yield from heal(effect, effect.target.id, effect.value("heal"))


ARCHMAGE_OF_SAPHERY = Block(
    "archmage-of-saphery",
    action=Action(
        archmage_of_saphery,
        target=DAMAGED_UNIT,
    ),
)


# 53. Blessing of Isha: its host is restored, and cannot become corrupted.


def host_corrupted(state: State, me: Placed, event: Event) -> bool:
    return there(state, me.host).corrupted


def blessing_of_isha(effect: Effect) -> Script[None]:
    host = in_play(effect.state, effect.me.host) if effect.me is not None else None
    if host is None:
        fizzle(effect, "whi.effects.in-play")
    elif not host.corrupted:
        fizzle(effect, "whi.corrupt.restore", spared=host.id)
    else:
        yield from effects.restore(effect.play, host, effect.rule)


BLESSING_OF_ISHA = Block(
    "blessing-of-isha",
    triggers=(Trigger("restore", ENTERED, blessing_of_isha, own=True, when=host_corrupted, forced=False),),
    incorruptible=lambda state, me, unit: unit.id == me.host,
)


# 54. Radiant Gaze: the units in a zone of the opponent's lose power.


def radiant_gaze(effect: Effect) -> Script[None]:
    where = yield from choose_place(effect, effect.seat, places(opposing(effect)))
    yield from power_until_end(effect, tuple(units_at(effect.state, where)), -effect.value("less"))


RADIANT_GAZE = Block("radiant-gaze", action=Action(radiant_gaze))


# 55. Greater Heal: the own units are healed of everything.


def greater_heal(effect: Effect) -> Script[None]:
    damaged = [unit.id for unit in own_units(effect) if unit.damage]
    if not damaged:
        fizzle(effect, "whi.effects.heal")
    for unit in damaged:
        yield from heal(effect, unit)


GREATER_HEAL = Block("greater-heal", action=Action(greater_heal))


HIGH_ELF = (
    SILVER_HELM_BRIGADE,
    ARCHMAGE_OF_SAPHERY,
    BLESSING_OF_ISHA,
    RADIANT_GAZE,
    GREATER_HEAL,
)
"""In the order of their numbers."""
