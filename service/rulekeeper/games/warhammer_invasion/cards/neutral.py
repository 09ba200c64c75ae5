"""The neutral cards, 112-121; the Contested Village and the Alliances have keywords and symbols only."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeeper.games.warhammer_invasion.actions import left_in_pile
from rulekeeper.games.warhammer_invasion.block import (
    TURN_BEGINS,
    Action,
    Asker,
    Block,
    Effect,
    Event,
    Trigger,
)
from rulekeeper.games.warhammer_invasion.cards.choices import UNIT, a_support
from rulekeeper.games.warhammer_invasion.cards.verbs import (
    destroy_targets,
    developments_here,
    discard_from_deck,
    for_tokens,
    gain_resources,
    gains_token,
    opposing,
    power_among_developments,
    return_to_hand,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.piles import listed
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    KINGDOM,
    QUEST,
    Placed,
    State,
    all_see,
    developments,
    is_place,
    place,
    questing,
    seat_of,
    there,
)
from rulekeeper.kernel import Script, When
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 112. Contested Fortress: the first point of damage to the own capital in a turn is cancelled.


def contested_fortress(state: State, me: Placed, target: int) -> int:
    return me.printed.values["points"] if is_place(target) and seat_of(target) == me.controller else 0


CONTESTED_FORTRESS = Block("contested-fortress", cancels=contested_fortress)


# 113. Contested Stronghold: power for each development.


def contested_stronghold(state: State, me: Placed) -> int:
    return me.printed.values["power"] * developments_here(state, me)


CONTESTED_STRONGHOLD = Block("contested-stronghold", power=contested_stronghold)


# 114. Armoury, 115. Forgotten Cemetery: power among developments.

ARMOURY = Block("armoury", power=power_among_developments)

FORGOTTEN_CEMETERY = Block("forgotten-cemetery", power=power_among_developments)


# 116. Warpstone Excavation: its controller's units come into its zone corrupted.


def warpstone_excavation(state: State, me: Placed, unit: Printed, where: int) -> bool:
    return where == place(me.controller, me.zone)


WARPSTONE_EXCAVATION = Block("warpstone-excavation", corrupts=warpstone_excavation)


# 117. Pilgrimage: a unit returns to its owner's hand, the cheaper the more developments lie in the quest zone.


def off_for_developments(state: State, seat: int) -> int:
    return CARDS["pilgrimage"].values["off"] * developments(state, place(seat, QUEST))


def pilgrimage(effect: Effect) -> Script[None]:
    yield from return_to_hand(effect, effect.target)


PILGRIMAGE = Block("pilgrimage", action=Action(pilgrimage, target=UNIT), own_discount=off_for_developments)


# 118. Burn It Down: a support is destroyed that costs no more than there are developments in the battlefield.


def within_developments(asker: Asker, support: Placed) -> bool:
    """Its cost is the printed number ("whi.cost.reference")."""
    cost = support.printed.cost
    return isinstance(cost, int) and cost <= developments(asker.state, place(asker.seat, BATTLEFIELD))


BURN_IT_DOWN = Block(
    "burn-it-down",
    action=Action(
        destroy_targets,
        target=a_support(
            "a support of a printed cost up to the number of developments in your Battlefield", within_developments
        ),
    ),
)


# 119. Innovation: resources for the developments in the kingdom.


def innovation(effect: Effect) -> None:
    lying = developments(effect.state, place(effect.seat, KINGDOM))
    gain_resources(effect, effect.seat, effect.value("resources") * lying)


INNOVATION = Block("innovation", action=Action(innovation))


# 120. Infiltrate!: it gains a token, and the opponent discards cards, in an order of its player's.


def has_tokens(state: State, me: Placed, event: Event) -> bool:
    """Or may have one before this happens."""
    return event.seat == me.controller and (me.tokens > 0 or questing(state, me.id) is not None)


def infiltrate(effect: Effect) -> Script[None]:
    if effect.me is not None:
        yield from discard_from_deck(effect, opposing(effect), effect.value("cards") * effect.me.tokens)


INFILTRATE = Block(
    "infiltrate",
    triggers=(gains_token(), Trigger("discard", TURN_BEGINS, infiltrate, when=has_tokens)),
)


# 121. Prepare for War!: as many cards as it has tokens go from the discard pile into the deck.


def number_of_tokens(asker: Asker) -> int:
    return there(asker.state, asker.card).tokens


def enough_tokens(asker: Asker) -> Iterable[When]:
    yield from for_tokens(asker, "least")


def prepare_for_war(effect: Effect) -> None:
    cards = left_in_pile(effect.state, effect.seat, effect.cards)
    effect.emit(pb.CardsShuffledIn(seat=effect.seat, cards=listed(cards)), all_see(effect.state))
    missing = len(effect.cards) - sum(count for _, count in cards)
    if missing:
        fizzle(effect, "whi.chain.recheck-target", missing=missing)


PREPARE_FOR_WAR = Block(
    "prepare-for-war",
    action=Action(prepare_for_war, pile=number_of_tokens, gives_up="questing", when=enough_tokens),
    triggers=(gains_token(),),
)


NEUTRAL = (
    Block("contested-village"),
    CONTESTED_FORTRESS,
    CONTESTED_STRONGHOLD,
    ARMOURY,
    FORGOTTEN_CEMETERY,
    WARPSTONE_EXCAVATION,
    PILGRIMAGE,
    BURN_IT_DOWN,
    INNOVATION,
    INFILTRATE,
    PREPARE_FOR_WAR,
    Block("alliance-dwarf-and-empire"),
    Block("alliance-empire-and-high-elf"),
    Block("alliance-dwarf-and-high-elf"),
    Block("alliance-chaos-and-orc"),
    Block("alliance-chaos-and-dark-elf"),
    Block("alliance-orc-and-dark-elf"),
)
"""In the order of their numbers."""
