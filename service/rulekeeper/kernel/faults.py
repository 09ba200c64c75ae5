"""What keeps a state that a person wrote down from being a table, as far as games have it in common (`Game.fault`).
Each yields what is wrong, with its place.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from rulekeeper.kernel.chance import Counts
from rulekeeper.kernel.piles import Bag, Minted, Pile, audience_of, mint

MOST = 1_000_000
"""Of whatever is counted: more than any game comes to, and few enough for whoever reads a view."""

_IDS = range(1, 1 << 32)


def of_number(place: str, number: int, most: int = MOST, least: int = 0) -> Iterator[str]:
    if not least <= number <= most:
        yield f"{place}: {number} is not from {least} to {most}"


def of_kinds(place: str, kinds: Iterable[str], known: Container[str]) -> Iterator[str]:
    """Kinds of cards that there are not. `known`: those that there are."""
    yield from (f"{place}: there is no card {kind!r}" for kind in kinds if kind not in known)


def of_counts(place: str, counts: Counts, known: Container[str], most: int) -> Iterator[str]:
    """`most`: how many of one kind there can be."""
    kinds = tuple(kind for kind, _ in counts)
    yield from of_kinds(place, kinds, known)
    if list(kinds) != sorted(dict.fromkeys(kinds)):
        yield f"{place}: kinds are listed once each, in the order of their ids"
    for kind, count in counts:
        if not 0 < count <= most:
            yield f"{place}: {count} of {kind} is not from 1 to {most}"


def of_pile(place: str, pile: Pile, known: Container[str], most: int) -> Iterator[str]:
    for part in pile:
        if isinstance(part, Bag):
            yield from of_counts(place, part.of, known, most)
            if not part.of:
                yield f"{place}: an empty bag"
        else:
            yield from of_kinds(place, [part.kind], known)


def of_minted(minted: Minted) -> Iterator[str]:
    audiences = [audience for audience, _ in minted]
    if audiences != sorted(dict.fromkeys(audiences)):
        yield "minted: audiences are listed once each, ascending"
    for audience, number in minted:
        if audience_of(audience) != audience:
            yield f"minted: {audience} is no audience"
        if not 0 <= number <= MOST:
            yield f"minted: {number} is not from 0 to {MOST}"


def of_ids(ids: Sequence[int], minted: Minted, least: int = 1) -> Iterator[str]:
    """Ids of all cards that have one: two with the same, and such as would be given again. `least`: the first number
    that stands for a card.
    """
    if len(dict.fromkeys(ids)) != len(ids):
        yield "two cards have the same id"
    for card in ids:
        if card not in _IDS or card < least:
            yield f"{card} is no id of a card"
        elif not was_given(card, minted):
            yield f"minted: the id {card} is given, and would be given again"


def was_given(card: int, minted: Minted) -> bool:
    """Is it an id that no card will get any more?"""
    return card in _IDS and mint(minted, audience_of(card)) > card
