"""Bids on offers, and ideas of what an action might bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.pricing import DAMAGE
from rulekeeper.games.warhammer_invasion.sight import WIN, Sight
from rulekeeper.kernel import Multiset, Offer, OneOf, Subset

AT_ONCE = 10 * WIN
"""What is decided anyway, and only how is asked."""


class Bid(NamedTuple):
    """A command, and what it is worth. cost: what it takes, where it is planned with others."""

    worth: int
    command: Message
    cost: int = 0
    kind: str = ""


Opinion = Callable[[Sight, Offer[Any]], Bid | None]
"""What to bid on an open offer, or nothing."""


class Idea(NamedTuple):
    """What an action is worth, and what is named for it, beside its card and its payment."""

    worth: int
    named: Mapping[str, Any]


NOTHING = Idea(0, {})


Thought = Callable[[Sight, Offer[Any]], Idea]
"""What an action would bring now."""


# Choosing.


def legal(offer: Offer[Any], name: str) -> list[Any]:
    """The values of a field that may be chosen one by one."""
    field = offer.fields[name]
    if isinstance(field, OneOf | Subset | Multiset):
        return [*field.passing()]
    return [*field.legal()]


def several(offer: Offer[Any], name: str) -> Subset | Multiset:
    """A field that takes several values: how many, at least and at most, stands with it."""
    field = offer.fields[name]
    assert isinstance(field, Subset | Multiset)
    return field


def copies(offer: Offer[Any], name: str) -> Mapping[Any, int]:
    """How often each value of a field may be chosen."""
    field = offer.fields[name]
    assert isinstance(field, Multiset)
    return field.limits


def kind_of(sight: Sight, offer: Offer[Any]) -> str:
    """Whose action it is."""
    return sight.kind(legal(offer, "card")[0])


def value(offer: Offer[Any], sight: Sight, name: str) -> int:
    """A number of the text of the card that the offer is about."""
    return CARDS[kind_of(sight, offer)].values[name]


def best(offer: Offer[Any], name: str, worth: Callable[[Any], int]) -> Idea:
    """The value of that field that is worth most, the first of equals."""
    values = legal(offer, name)
    if not values:
        return NOTHING
    one = max(values, key=worth)
    return Idea(worth(one), {name: one})


# Bidding.


def send(worth: int) -> Opinion:
    """A command that leaves no choice."""
    return lambda sight, offer: Bid(worth, offer.build({}))


def one(name: str, worth: Callable[[Sight, Any], int], base: int = 0) -> Opinion:
    """The value of that field that is worth most, the first of equals."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Bid:
        best = max(legal(offer, name), key=lambda value: worth(sight, value))
        return Bid(base + worth(sight, best), offer.build({name: best}))

    return opinion


def paid(sight: Sight, offer: Offer[Any], named: Mapping[str, Any], due: int) -> Message | None:
    """The command, with as much as may be paid with damage; None where it cannot be paid."""
    if due > sight.means:
        return None
    values = dict(named)
    if DAMAGE in offer.fields:
        values[DAMAGE] = min(due, sight.debts)
    command: Message = offer.build(values)
    return command if offer.admits(command) else None
