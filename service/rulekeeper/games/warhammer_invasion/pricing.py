"""What playing a card, using an action and choosing a target cost, and what a player can pay with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulekeeper.games.warhammer_invasion.block import having
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, RACES
from rulekeeper.games.warhammer_invasion.numbers import symbols
from rulekeeper.games.warhammer_invasion.state import Placed, State, controlled, in_play, works
from rulekeeper.kernel import Across, Check, Field, Number, Play
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

DAMAGE = "damage"
"""The field of a command that says how much of its price is paid with damage."""


def price(state: State, seat: int, kind: str) -> int:
    """What the card costs the player now ("whi.cost.total"): the printed cost ("whi.card.cost") less reductions, 0 at
    least, and then loyalty and additions ("whi.cost.reduction-floor"). A cost of X counts as 0 here; surcharges for
    targets are not in it.
    """
    printed = CARDS[kind]
    cost = printed.cost if isinstance(printed.cost, int) else 0
    own = having("own_discount").get(kind)
    off = own(state, seat) if own is not None else 0
    discounts, taxes, more = having("discount"), having("tax"), 0
    for card in state.cards:
        if card.controller == seat:
            if card.kind in discounts and works(card):
                off += discounts[card.kind](state, card, printed)
        elif card.kind in taxes and works(card):
            more += taxes[card.kind](state, card, printed)
    waiting = having("waiting_discount")
    for one in state.waiting:
        if one.seat == seat and one.kind in waiting:
            off += waiting[one.kind](state, one, printed)
    return max(cost - off, 0) + loyalty(state, seat, kind) + more


def loyalty(state: State, seat: int, kind: str) -> int:
    """The loyalty cost ("whi.loyalty.formula") of its icons ("whi.card.loyalty-icons"), whatever its type
    ("whi.loyalty.tactics").

    The rulebook's example: "whi.example.loyalty-thyrus".
    """
    printed = CARDS[kind]
    if not printed.loyalty or printed.race not in RACES:
        return 0
    return max(printed.loyalty - symbols(state, seat, printed.race), 0)


def surcharge(state: State, seat: int, targets: Iterable[int]) -> int:
    """What the player pays for these targets of one effect ("whi.cost.extra-for-target"): once for each card that asks
    for it.
    """
    asking = having("surcharge")
    cards = [card for card in state.cards if card.kind in asking and card.controller != seat and works(card)]
    if not cards:
        return 0
    found = tuple(card for target in targets if (card := in_play(state, target)) is not None)
    return sum(asking[card.kind](state, card, found) for card in cards)


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
    number = means(state, seat)
    return f"you have {number} resource{'' if number == 1 else 's'}"


def affordable(state: State, seat: int, due: int) -> Check:
    """A target whose surcharge the player can pay, besides what is due anyway ("whi.cost.extra-for-target")."""
    return Check(
        "whi.cost.extra-for-target",
        lambda one: not (more := surcharge(state, seat, (one,))) or due + more <= means(state, seat),
        lambda one: f"{due + surcharge(state, seat, (one,))} are to be paid with this target, {in_words(state, seat)}",
    )


def paying(state: State, seat: int, cost: Callable[[Any], int]) -> tuple[dict[str, Field], tuple[Across, ...]]:
    """What an offer asks about its payment: nothing, or where damage may pay, how much of the price is paid with it.

    cost: (command) -> the price.
    """
    card = damage_that_pays(state, seat)
    if card is None:
        return {}, ()
    most, purse = having("pays")[card.kind](state, card), state.players[seat].resources

    def fits(command: Any) -> bool:
        due = cost(command)
        return bool(max(due - purse, 0) <= command.damage <= due)

    def why(command: Any) -> str:
        return f"{cost(command)} are due, {command.damage} of them in damage, and {purse} resources are there"

    return {DAMAGE: Number(0, most, CARDS[card.kind].rule)}, (Across(CARDS[card.kind].rule, fits, why, DAMAGE),)


def pay(play: Play[State], seat: int, due: int, damage: int, rule: str) -> None:
    """Pays at once ("whi.chain.costs-up-front"): so much of it with damage."""
    if damage:
        card = damage_that_pays(play.state, seat)
        assert card is not None
        play.emit(pb.DamagePaid(card=card.id, damage=damage), rule=CARDS[card.kind].rule)
    if due > damage:
        play.emit(pb.ResourcesPaid(seat=seat, resources=due - damage), rule=rule)
