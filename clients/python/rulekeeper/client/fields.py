"""The kinds of fields that offers have, each in one place: its values, how one is chosen, and what is said of it.

A kind that is not in `KINDS` is one that this client does not know: `kind_of` says so, and nothing else has to.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from rulekeeper.client.values import Plain, from_value
from rulekeeper.v1 import table_pb2

Named = table_pb2.Candidate | table_pb2.PathPlace
"""What a value is made of, with its label."""


class UnknownField(ValueError):
    """The offer has a field of a kind that this client does not know."""


class Kind(Protocol):
    """One field of an offer. `ordered`: in which order a value's parts are named means something."""

    ordered: bool

    def named(self) -> Sequence[Named]:
        """What values are made of; nothing where they are numbers."""

    def values(self) -> Iterator[Plain]:
        """All values, lazily; of ways the best to each place."""

    def pick(self, dice: random.Random) -> Plain:
        """One of them, at random; sets are as often small as large."""

    def only(self) -> list[Plain]:
        """The value, where there can be only one; nothing where there is a choice."""

    def only_words(self, name: str) -> str:
        """What that one is for people; `name`: the field's, where the value has no name of its own."""

    def words(self) -> str:
        """What may be chosen, for people: "1 to 2 of City [7], Inn [8]"."""


class Asked(Kind, Protocol):
    """A field whose value a person writes, and does not choose by number."""

    def question(self) -> tuple[str, str]:
        """What is listed above the question (it may be long, or empty), and the question."""

    def read(self, said: str) -> Plain:
        """What a person has written. Raises ValueError, in words for them."""


class Chosen:
    """Candidates of which from `least` to `most` are chosen, each at most as often as its limit."""

    ordered = False

    def __init__(self, candidates: Sequence[table_pb2.Candidate], least: int, most: int) -> None:
        self.candidates, self.least, self.most = candidates, least, most

    def named(self) -> Sequence[Named]:
        return self.candidates

    def limits(self) -> list[int]:
        return [1] * len(self.candidates)

    def every(self) -> list[Plain]:
        """Each candidate as often as it may be chosen."""
        return [value for each, limit in self._limited() for value in [from_value(each.value)] * limit]

    def values(self) -> Iterator[Plain]:
        limited = [(from_value(each.value), limit) for each, limit in self._limited()]
        for size in range(self.least, min(self.most, sum(self.limits())) + 1):
            yield from _multisets(limited, size)

    def pick(self, dice: random.Random) -> Plain:
        every = self.every()
        return tuple(dice.sample(every, dice.randint(self.least, min(self.most, len(every)))))

    def only(self) -> list[Plain]:
        every = tuple(
            value for each, limit in self._limited() for value in [from_value(each.value)] * min(limit, self.most)
        )
        return [()] if not every else [every] if self.least >= len(every) else []

    def only_words(self, name: str) -> str:
        called = [each.label for each in self.candidates if each.label]
        return " and ".join(part for part in (", ".join(called[:-1]), *called[-1:]) if part)

    def words(self) -> str:
        return f"{self.least} to {self.most} of {_listed(self.candidates)}" if self.candidates else "none"

    def _limited(self) -> Iterable[tuple[table_pb2.Candidate, int]]:
        return zip(self.candidates, self.limits(), strict=True)


class OneOf(Chosen):
    """Exactly one of the candidates: a value, and no tuple."""

    def __init__(self, of: table_pb2.OfferField) -> None:
        super().__init__(of.one_of.candidates, 1, 1)

    def values(self) -> Iterator[Plain]:
        return (from_value(each.value) for each in self.candidates)

    def pick(self, dice: random.Random) -> Plain:
        return dice.choice([*self.values()])

    def only(self) -> list[Plain]:
        return [*self.values()] if len(self.candidates) == 1 else []

    def only_words(self, name: str) -> str:
        value = plain_words(from_value(self.candidates[0].value))
        return super().only_words(name) or f"{name.replace('_', ' ')} {value}"

    def words(self) -> str:
        return f"one of {_listed(self.candidates)}" if self.candidates else "none"


class Subset(Chosen):
    """Some of the candidates, each at most once."""

    def __init__(self, of: table_pb2.OfferField) -> None:
        super().__init__(of.subset.candidates, of.subset.least, of.subset.most)

    def values(self) -> Iterator[Plain]:
        every = self.every()
        for size in range(self.least, min(self.most, len(every)) + 1):
            yield from itertools.combinations(every, size)


class Multiset(Chosen):
    """Some of the candidates, each up to its own limit."""

    def __init__(self, of: table_pb2.OfferField) -> None:
        super().__init__(of.multiset.candidates, of.multiset.least, of.multiset.most)

    def limits(self) -> list[int]:
        return [each.limit for each in self.candidates]

    def words(self) -> str:
        return f"{self.least} to {self.most} of {_listed(self.candidates, limits=True)}" if self.candidates else "none"


class Order(Chosen):
    """All of the candidates, each once, in the order of choice."""

    ordered = True

    def __init__(self, of: table_pb2.OfferField) -> None:
        super().__init__(of.order.candidates, len(of.order.candidates), len(of.order.candidates))

    def values(self) -> Iterator[Plain]:
        return itertools.permutations(self.every())

    def only(self) -> list[Plain]:
        return [tuple(self.every())] if len(self.candidates) <= 1 else []

    def words(self) -> str:
        return f"the order of {_listed(self.candidates)}" if self.candidates else "none"


class Number:
    """A whole number from low to high."""

    ordered = False

    def __init__(self, of: table_pb2.OfferField) -> None:
        self.low, self.high = of.number.low, of.number.high

    def named(self) -> Sequence[Named]:
        return ()

    def values(self) -> Iterator[Plain]:
        return iter(range(self.low, self.high + 1))

    def pick(self, dice: random.Random) -> Plain:
        return dice.randint(self.low, self.high)

    def only(self) -> list[Plain]:
        return [self.low] if self.low == self.high else []

    def only_words(self, name: str) -> str:
        return f"{name.replace('_', ' ')} {self.low}"

    def words(self) -> str:
        return f"a number from {self.low} to {self.high}"

    def question(self) -> tuple[str, str]:
        return "", f"from {self.low} to {self.high}?"

    def read(self, said: str) -> Plain:
        if not is_number(said.removeprefix("-")):
            raise ValueError(f"{said!r} is no number")
        return int(said)


class Way:
    """A way from place to place: the places entered, in order."""

    ordered = True

    def __init__(self, of: table_pb2.OfferField) -> None:
        self.path = of.path

    def named(self) -> Sequence[Named]:
        return self.path.places

    def values(self) -> Iterator[Plain]:
        return iter(self.best())

    def best(self) -> list[tuple[Plain, ...]]:
        """The best way to each place at which one may end. There are others: each step that `places` lists will do."""
        ways: list[tuple[Plain, ...]] = []
        for number, place in enumerate(self.path.places):
            ways.append((*ways[place.before], from_value(place.value)) if number else ())
        return [way for way, place in zip(ways, self.path.places, strict=True) if place.ends]

    def pick(self, dice: random.Random) -> Plain:
        return dice.choice(self.best())

    def only(self) -> list[Plain]:
        return []

    def only_words(self, name: str) -> str:
        return ""

    def words(self) -> str:
        ends = ", ".join(str(way[-1]) for way in self.best() if way)
        return f"a way of at most {self.path.budget}{' or none' if self.path.stays else ''} to one of {ends}"

    def question(self) -> tuple[str, str]:
        best = self.best()
        longest: tuple[Plain, ...] = max(best, key=len, default=())
        stay = "; enter to stay" if self.path.stays else ""
        ends = ", ".join(str(way[-1]) for way in best if way)
        what = f"where to, or each step, as in {' '.join(map(str, longest))}{stay}"
        return f"at most {self.path.budget}: {ends}", what

    def read(self, said: str) -> Plain:
        """Where it ends, for the best way there, or each place in turn."""
        named, by_end = said.replace(",", " ").split(), {str(way[-1]): way for way in self.best() if way}
        if len(named) == 1 and named[0] in by_end:
            return by_end[named[0]]
        known = {str(from_value(place.value)): from_value(place.value) for place in self.path.places}
        for each in named:
            if each not in known:
                raise ValueError(f"{each} is not within reach")
        return tuple(known[each] for each in named)


KINDS: Mapping[str, type[OneOf | Subset | Multiset | Order | Number | Way]] = {
    "one_of": OneOf,
    "subset": Subset,
    "multiset": Multiset,
    "order": Order,
    "number": Number,
    "path": Way,
}
"""By the name that a kind has in `OfferField`."""


def kind_of(of: table_pb2.OfferField) -> OneOf | Subset | Multiset | Order | Number | Way:
    """Raises UnknownField."""
    found = KINDS.get(of.WhichOneof("kind") or "")
    if found is None:
        raise UnknownField(f"the offer's field {of.name} has a form that this client does not know")
    return found(of)


def is_known(of: table_pb2.OfferField) -> bool:
    return of.WhichOneof("kind") in KINDS


def is_number(said: str) -> bool:
    """In decimal digits, and no more of them than any field can want."""
    return said.isdecimal() and len(said) <= 20


def plain_words(value: Plain) -> str:
    """A value for people: bytes in hexadecimal digits."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(plain_words, value))}]"
    return value.hex() if isinstance(value, bytes) else str(value)


def _listed(candidates: Iterable[table_pb2.Candidate], limits: bool = False) -> str:
    said = []
    for each in candidates:
        value = plain_words(from_value(each.value))
        name = f"{each.label} [{value}]" if each.label and each.label != value else value
        said.append(f"{name} x{each.limit}" if limits else name)
    return ", ".join(said)


def _multisets(limits: Sequence[tuple[Plain, int]], size: int) -> Iterator[tuple[Plain, ...]]:
    """All ways to take `size` values, each at most as often as its limit."""
    if not size:
        yield ()
    elif limits:
        value, limit = limits[0]
        for taken in range(min(limit, size), -1, -1):
            for rest in _multisets(limits[1:], size - taken):
                yield (value,) * taken + rest
