"""Piles of cards in which nothing is decided that nobody has seen.

A pile is a tuple, top first, of cards that somebody has placed or seen, and of bags: multisets of cards without
order or id. A card is drawn from a bag by chance when it is needed, and gets its id then. Where all cards are
open and their order means nothing, a zone is just a multiset (`Counts`). An id tells who could see the card
when it got it, and how many such cards there were before: so no id lets anyone follow a card that they did not
see all along.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from rulekeeper.kernel.audience import MOST_SEATS, Audience
from rulekeeper.kernel.chance import Counts
from rulekeeper.kernel.errors import PileError

Minted = tuple[tuple[Audience, int], ...]
"""How many ids each audience has had so far, ascending by audience."""

_AUDIENCE_BITS = MOST_SEATS + 1


class Card(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A card that somebody could tell from the others. `audience`: who knows which it is; `up`: it lies face up, which
    is more than being known to all.
    """

    id: int
    kind: str
    audience: Audience
    up: bool = False


class Bag(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Cards in an order that nobody knows: sorted by kind, no zeros, never empty in a pile."""

    of: Counts


Pile = tuple[Card | Bag, ...]


def counts(of: Mapping[str, int] | Iterable[str]) -> Counts:
    """A multiset, sorted by kind, from a mapping or from one kind after the other."""
    if isinstance(of, Mapping):
        return tuple(sorted((kind, count) for kind, count in of.items() if count))
    tally: dict[str, int] = {}
    for kind in of:
        tally[kind] = tally.get(kind, 0) + 1
    return tuple(sorted(tally.items()))


def bag(of: Mapping[str, int] | Counts) -> Bag:
    """A bag of a multiset."""
    return Bag(counts(of) if isinstance(of, Mapping) else of)


def how_many(of: Counts, kind: str) -> int:
    """Of one kind; 0 where there is none."""
    for other, count in of:
        if other == kind:
            return count
    return 0


def total(of: Counts) -> int:
    """Of all kinds together."""
    return sum(count for _, count in of)


def add(of: Counts, kind: str, count: int = 1) -> Counts:
    """With so many more of a kind; PileError for a negative count."""
    if count < 0:
        raise PileError(f"{count} of {kind} cannot be added")
    return _changed(of, kind, count)


def take(of: Counts, kind: str, count: int = 1) -> Counts:
    """With so many less of a kind; PileError where there are not so many."""
    if how_many(of, kind) < count or count < 0:
        raise PileError(f"{count} of {kind} cannot be taken from {dict(of)}")
    return _changed(of, kind, -count)


def _changed(of: Counts, kind: str, by: int) -> Counts:
    for index, (other, count) in enumerate(of):
        if other == kind:
            new = ((kind, count + by),) if count + by else ()
            return (*of[:index], *new, *of[index + 1 :])
        if other > kind:
            return (*of[:index], (kind, by), *of[index:]) if by else of
    return (*of, (kind, by)) if by else of


def merge(one: Counts, other: Counts) -> Counts:
    """Both together."""
    for kind, count in other:
        one = add(one, kind, count)
    return one


def size(pile: Pile) -> int:
    """How many cards lie in it."""
    return sum(1 if isinstance(part, Card) else total(part.of) for part in pile)


def contents(pile: Pile) -> Counts:
    """All of its cards by kind."""
    found: Counts = ()
    for part in pile:
        found = add(found, part.kind) if isinstance(part, Card) else merge(found, part.of)
    return found


def tidy(pile: Pile) -> Pile:
    """Without empty bags; bags that lie on each other stay apart, since the upper one's cards are known to lie
    above.
    """
    return tuple(part for part in pile if isinstance(part, Card) or part.of)


def top(pile: Pile) -> Card | Bag | None:
    """What lies on top: a card, a bag that the top card would be drawn from, or None."""
    return pile[0] if pile else None


def uncover(pile: Pile, card: Card, at: int = 0) -> Pile:
    """The first card of the bag that is part `at` of the pile, drawn by chance, gets its identity and stays in its
    place. PileError where no bag lies there, or none of that kind in it.
    """
    part = pile[at] if at < len(pile) else None
    if not isinstance(part, Bag):
        raise PileError("no bag lies there")
    left = take(part.of, card.kind)
    return (*pile[:at], card, *((Bag(left),) if left else ()), *pile[at + 1 :])


def find(pile: Iterable[Card | Bag], card_id: int) -> Card:
    """The card with that id; PileError where it is not there."""
    for part in pile:
        if isinstance(part, Card) and part.id == card_id:
            return part
    raise PileError(f"card {card_id} is not there")


def without(pile: Pile, card_id: int) -> tuple[Card, Pile]:
    """The card with that id, and the pile without it; PileError where it is not there."""
    for index, part in enumerate(pile):
        if isinstance(part, Card) and part.id == card_id:
            return part, (*pile[:index], *pile[index + 1 :])
    raise PileError(f"card {card_id} is not there")


def shuffled(pile: Pile) -> Pile:
    """Shuffled: one bag of all of its cards, or nothing."""
    of = contents(pile)
    return (Bag(of),) if of else ()


def mint(minted: Minted, audience: Audience) -> int:
    """The next id for a card that this audience can see."""
    so_far = next((count for other, count in minted if other == audience), 0)
    return (so_far + 1) << _AUDIENCE_BITS | audience


def minted_with(minted: Minted, card_id: int) -> Minted:
    """The counters after this id was given: a reducer calls it for each new id that a fact brings."""
    audience, number = audience_of(card_id), card_id >> _AUDIENCE_BITS
    for index, (other, count) in enumerate(minted):
        if other == audience:
            return minted if count >= number else (*minted[:index], (audience, number), *minted[index + 1 :])
        if other > audience:
            return (*minted[:index], (audience, number), *minted[index:])
    return (*minted, (audience, number))


def audience_of(card_id: int) -> Audience:
    """Who could see the card when it got this id."""
    return card_id & ((1 << _AUDIENCE_BITS) - 1)
