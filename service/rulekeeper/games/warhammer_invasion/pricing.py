"""What playing a card, using an action and choosing a target cost, and what a player can pay with."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulekeeper.games.warhammer_invasion.block import having
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, RACES, Printed, shown
from rulekeeper.games.warhammer_invasion.numbers import symbols
from rulekeeper.games.warhammer_invasion.state import Placed, State, controlled, in_play, works
from rulekeeper.kernel import Across, Check, Field, Number, Part, Play, When
from rulekeeper.v1.facts_pb2 import FactPart
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

DAMAGE = "damage"
"""The field of a command that says how much of its price is paid with damage."""


Parts = tuple[Part, ...]
"""What a price is made of, each part under its rule, without words: see `told`. The price is their sum."""

REDUCED = "whi.cost.reduction-floor"


def total(parts: Parts) -> int:
    """The price."""
    number = 0
    for part in parts:
        number += part.amount
    return number


def told(parts: Parts) -> Parts:
    """The same with words, for people."""
    return tuple(Part(part.rule, part.amount, WORDS.get(part.rule) or _by_rule()[part.rule]) for part in parts)


WORDS: Mapping[str, str] = {
    "whi.card.cost": "printed cost",
    REDUCED: "reductions stop at 0",
    "whi.card.loyalty-icons": "loyalty icons",
    "whi.loyalty.formula": "symbols of that race",
    "whi.cost.x": "X",
}
"""What a part is, by its rule; one under a card's rule is called as the card."""


@functools.cache
def _by_rule() -> Mapping[str, str]:
    return {card.rule: shown(card.id) for card in CARDS.values()}


def price(state: State, seat: int, kind: str) -> int:
    """What the card costs the player now: see `price_parts`."""
    return total(price_parts(state, seat, kind))


def price_parts(state: State, seat: int, kind: str) -> Parts:
    """What the card costs the player now ("whi.cost.total"): the printed cost ("whi.card.cost") less reductions, 0 at
    least, and then loyalty and additions ("whi.cost.reduction-floor"). A cost of X counts as 0 here; surcharges for
    targets are not in it.
    """
    printed = CARDS[kind]
    cost = printed.cost if isinstance(printed.cost, int) else 0
    found, taxed = [Part("whi.card.cost", cost)] if cost else [], []
    own = having("own_discount").get(kind)
    if own is not None and (off := own(state, seat)):
        found.append(Part(printed.rule, -off))
    discounts, taxes = having("discount"), having("tax")
    for card in state.cards:
        if card.controller == seat:
            if card.kind in discounts and works(card) and (off := discounts[card.kind](state, card, printed)):
                found.append(Part(card.printed.rule, -off))
        elif card.kind in taxes and works(card) and (more := taxes[card.kind](state, card, printed)):
            taxed.append(Part(card.printed.rule, more))
    waiting = having("waiting_discount")
    for one in state.waiting:
        off = waiting[one.kind](state, one, printed) if one.seat == seat and one.kind in waiting else 0
        found += [Part(CARDS[one.kind].rule, -off)] if off else []
    if (below := total(tuple(found))) < 0:
        found.append(Part(REDUCED, -below))
    return (*found, *loyalty_parts(state, seat, printed), *taxed)


def loyalty(state: State, seat: int, kind: str) -> int:
    """The card's loyalty cost: see `loyalty_parts`."""
    return total(loyalty_parts(state, seat, CARDS[kind]))


def loyalty_parts(state: State, seat: int, printed: Printed) -> Parts:
    """The loyalty cost: its icons ("whi.card.loyalty-icons") less the player's symbols, 0 at least
    ("whi.loyalty.formula"), whatever its type ("whi.loyalty.tactics").

    The rulebook's example: "whi.example.loyalty-thyrus".
    """
    if not printed.loyalty or printed.race not in RACES:
        return ()
    icons = Part("whi.card.loyalty-icons", printed.loyalty)
    off = min(symbols(state, seat, printed.race), printed.loyalty)
    return (icons, Part("whi.loyalty.formula", -off)) if off else (icons,)


def surcharge(state: State, seat: int, targets: Iterable[int]) -> int:
    """What the player pays for these targets of one effect: see `surcharge_parts`."""
    return total(surcharge_parts(state, seat, targets))


def surcharge_parts(state: State, seat: int, targets: Iterable[int]) -> Parts:
    """What the player pays for these targets of one effect ("whi.cost.extra-for-target"): once for each card that asks
    for it.
    """
    asking = having("surcharge")
    cards = [card for card in state.cards if card.kind in asking and card.controller != seat and works(card)]
    if not cards:
        return ()
    found = tuple(card for target in targets if (card := in_play(state, target)) is not None)
    owed = ((card, asking[card.kind](state, card, found)) for card in cards)
    return tuple(Part(card.printed.rule, more) for card, more in owed if more)


def damage_that_pays(state: State, seat: int) -> Placed | None:
    """The card whose damage may pay for something now, or None: see `Block.pays`."""
    paying = having("pays")
    for card in controlled(state, seat):
        if card.kind in paying and works(card) and paying[card.kind](state, card):
            return card
    return None


def means(state: State, seat: int) -> int:
    """All that the player can pay with now: resources, and damage that pays. Tokens on a quest are no resources
    ("whi.components.resource-token", "whi.quest.tokens-locked").
    """
    card = damage_that_pays(state, seat)
    return state.players[seat].resources + (having("pays")[card.kind](state, card) if card else 0)


def in_words(state: State, seat: int) -> str:
    """What the player has, for people: "you have 3 resources"."""
    purse, card = state.players[seat].resources, damage_that_pays(state, seat)
    words = f"you have {purse} resource{'' if purse == 1 else 's'}"
    return f"{words}, and damage on {shown(card.kind)} that pays {means(state, seat) - purse}" if card else words


def can_pay(state: State, seat: int, due: Parts, why: Callable[[int], str]) -> When:
    """The player can pay it ("whi.capital.pay"). why: (price) -> what is said of it where not."""
    number = total(due)
    return When("whi.capital.pay", number <= means(state, seat), lambda: why(number), lambda: told(due))


def affordable(state: State, seat: int, due: Parts) -> Check:
    """A target whose surcharge the player can pay, besides what is due anyway ("whi.cost.extra-for-target")."""
    number = total(due)

    def parts(one: int) -> Parts:
        return due + surcharge_parts(state, seat, (one,))

    return Check(
        "whi.cost.extra-for-target",
        lambda one: not (more := surcharge(state, seat, (one,))) or number + more <= means(state, seat),
        lambda one: f"{total(parts(one))} are to be paid with this target, {in_words(state, seat)}",
        lambda one: told(parts(one)),
    )


def paying(state: State, seat: int, cost: Callable[[Any], Parts]) -> tuple[dict[str, Field], tuple[Across, ...]]:
    """What an offer asks about its payment: nothing, or where damage may pay, how much of the price is paid with it.

    cost: (command) -> what the price is made of.
    """
    card = damage_that_pays(state, seat)
    if card is None:
        return {}, ()
    most, purse = having("pays")[card.kind](state, card), state.players[seat].resources

    def fits(command: Any) -> bool:
        due = total(cost(command))
        return bool(max(due - purse, 0) <= command.damage <= due)

    def why(command: Any) -> str:
        due = total(cost(command))
        return f"{due} are due, {command.damage} of them in damage, and {purse} resources are there"

    rule = CARDS[card.kind].rule
    across = Across(rule, fits, why, DAMAGE, lambda command: told(cost(command)))
    return {DAMAGE: Number(0, most, rule)}, (across,)


def pay(play: Play[State], seat: int, due: Parts, damage: int, rule: str) -> None:
    """Pays at once ("whi.chain.costs-up-front"): so much of it with damage. Each fact says what it is the sum of."""
    left = total(due) - damage
    if damage:
        card = damage_that_pays(play.state, seat)
        assert card is not None
        cited = CARDS[card.kind].rule
        in_resources = (Part(rule, -left),) if left else ()
        play.emit(pb.DamagePaid(card=card.id, damage=damage, parts=_kept(due + in_resources)), rule=cited)
        due += (Part(cited, -damage),)
    if left > 0:
        play.emit(pb.ResourcesPaid(seat=seat, resources=left, parts=_kept(due)), rule=rule)


def _kept(parts: Parts) -> Iterable[FactPart]:
    return [FactPart(rule=part.rule, amount=part.amount) for part in parts]
