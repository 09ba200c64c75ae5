"""Fields: the legal values of one field of a command, with the checks that each value must pass."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import msgspec

from rulekeeper.kernel.chance import Counts
from rulekeeper.kernel.reasons import Part, Reason, Scalar
from rulekeeper.kernel.values import from_value, set_value
from rulekeeper.v1 import table_pb2

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

Dice = Callable[[int], int]
"""limit -> a number from 0 to limit - 1, for random players."""


class Check(msgspec.Struct, frozen=True):
    """On one candidate of a field: a rule that it must pass. `why` and `parts` are read only where it does not `hold`.

    parts: (candidate) -> what the number against it is made of.
    """

    rule: str
    holds: Callable[[Any], bool]
    why: Callable[[Any], str]
    parts: Callable[[Any], tuple[Part, ...]] | None = None

    def reason(self, value: Any) -> Reason:
        """What is said of a candidate of which it does not hold."""
        return Reason(self.rule, self.why(value), "", self.parts(value) if self.parts is not None else ())


class Field(Protocol):
    """The legal values of one field of a command. A field that takes several values takes them as a tuple."""

    label: Callable[[Any], str] | None
    ordered: ClassVar[bool]
    """In which order a value's parts are named means something."""

    @classmethod
    def read(cls, of: table_pb2.OfferField) -> Self:
        """The field again, as far as a message tells: without reasons, and without what hangs on several fields."""

    def admits(self, value: Any) -> bool:
        """Is the value legal? Without reasons, and so quickly."""

    def refuse(self, value: Any) -> list[Reason]:
        """Every reason against the value; an empty rule stands for the decision's."""

    def some(self) -> bool:
        """Is there any legal value?"""

    def legal(self) -> Iterator[Any]:
        """All legal values, in a fixed order."""

    def pick(self, dice: Dice) -> Any:
        """One legal value, by chance; there must be `some`."""

    def has(self, value: Any) -> bool:
        """Is it, or all of it, among the candidates, whatever the checks say?"""

    def against(self, value: Scalar) -> list[Reason]:
        """What stands against choosing this one value at all."""

    def single(self) -> tuple[tuple[Scalar, list[Reason]], ...]:
        """Each candidate with what stands against choosing it at all."""

    def tell(self, made: table_pb2.OfferField, within: str) -> None:
        """Writes itself, with the legal values alone, into a message that has its name. `within`: see `thing_id`."""


def thing_id(within: str, value: Scalar) -> str:
    """The id of the thing on the table that a value names: what it lies within and the value, "card/17"."""
    return f"{within}/{value}"


Ref = Callable[[Any], str]
"""A candidate -> the id of a piece or an area of the scene; "" for one that is no thing on the table."""

Otherwise = tuple[str, str] | Callable[[Any], tuple[str, str]]
"""The rule, and the text, for what is not among the candidates; "{value}" in it is replaced. Or what tells them of a
value, where more than one rule may stand against it, or where wording it is work.
"""


_FEW = 64
"""As many values are told one by one what stands against them; of more, only if there are as many candidates."""


_LISTED = 16
"""So few candidates are looked through faster than a set of them is made."""


class _Candidates:
    """Candidates with checks: what the fields below have in common."""

    ordered: ClassVar[bool] = False

    __slots__ = ("_among", "_some", "candidates", "checks", "label", "otherwise", "ref")

    def __init__(
        self,
        candidates: Iterable[Scalar],
        checks: tuple[Check, ...],
        label: Callable[[Any], str] | None,
        otherwise: Otherwise | None,
        ref: Ref | None = None,
    ) -> None:
        self.ref = ref
        self.candidates = candidates if isinstance(candidates, tuple) else tuple(candidates)
        self.checks = checks
        self.label = label
        self.otherwise = otherwise
        self._among: frozenset[Scalar] | None = None
        self._some: bool | None = None

    def among(self, value: Scalar) -> bool:
        """Is it a candidate? Of many, that is not looked for one by one."""
        if len(self.candidates) <= _LISTED:
            return value in self.candidates
        if self._among is None:
            self._among = frozenset(self.candidates)
        return value in self._among

    def passes(self, value: Scalar) -> bool:
        return self.among(value) and self.holds(value)

    def holds(self, value: Scalar) -> bool:
        for check in self.checks:
            if not check.holds(value):
                return False
        return True

    def has(self, value: Any) -> bool:
        if isinstance(value, tuple):
            return not self.flood(value) and all(self.among(one) for one in dict.fromkeys(value))
        return self.among(value)

    def room(self) -> int:
        """How many values there are to choose from."""
        return len(self.candidates)

    def flood(self, values: tuple[Scalar, ...], rule: str = "") -> list[Reason]:
        """One reason against far more values than there are: nobody has to look at each of them."""
        if len(values) <= max(_FEW, self.room()):
            return []
        return [Reason(rule, f"{len(values)} chosen, of {self.room()} that there are")]

    def against(self, value: Scalar) -> list[Reason]:
        if not self.among(value):
            otherwise = self.otherwise or ("", "{value} is not among the choices")
            rule, text = otherwise(value) if callable(otherwise) else otherwise
            return [Reason(rule, text.replace("{value}", self.name(value)))]
        return self.unmet(value)

    def unmet(self, value: Scalar) -> list[Reason]:
        """What stands against a value that is a candidate."""
        if not self.checks:
            return []
        return [check.reason(value) for check in self.checks if not check.holds(value)]

    def name(self, value: Scalar) -> str:
        return self.label(value) if self.label and self.among(value) else str(value)

    def passing(self) -> list[Scalar]:
        if not self.checks:
            return list(self.candidates)
        return [value for value in self.candidates if self.holds(value)]

    def single(self) -> tuple[tuple[Scalar, list[Reason]], ...]:
        return tuple((value, self.unmet(value)) for value in self.candidates)

    def add_to(
        self, into: RepeatedCompositeFieldContainer[table_pb2.Candidate], values: Iterable[Scalar], within: str
    ) -> None:
        """These values as candidates, each with its label and the thing that it is."""
        label, ref = self.label, self.ref
        for value in values:
            made = into.add(label=label(value)) if label is not None else into.add()
            if ref is not None:
                made.ref = ref(value)
            elif within:
                made.ref = thing_id(within, value)
            set_value(made.value, value)

    def each(self, values: tuple[Scalar, ...]) -> list[Reason]:
        seen = dict.fromkeys(values)
        if len(seen) > max(_FEW, len(self.candidates)):
            return [Reason("", f"{len(seen)} different ones chosen, of {len(self.candidates)} that there are")]
        return [reason for value in seen for reason in self.against(value)]


class OneOf(_Candidates):
    """Exactly one of the candidates. `otherwise`: rule and text for what is not among them ("{value}" is
    replaced). `ref`: the id of the thing on the table that a candidate is, where it is another than the command's field
    says (see `thing_id`).
    """

    __slots__ = ()

    def __init__(
        self,
        candidates: Iterable[Scalar],
        *checks: Check,
        label: Callable[[Any], str] | None = None,
        otherwise: Otherwise | None = None,
        ref: Ref | None = None,
    ) -> None:
        super().__init__(candidates, checks, label, otherwise, ref)

    @classmethod
    def read(cls, of: table_pb2.OfferField) -> Self:
        return cls(_values(of.one_of.candidates))

    def tell(self, made: table_pb2.OfferField, within: str) -> None:
        made.one_of.SetInParent()
        self.add_to(made.one_of.candidates, self.passing(), within)

    def admits(self, value: Any) -> bool:
        return self.passes(value)

    def refuse(self, value: Any) -> list[Reason]:
        return self.against(value)

    def some(self) -> bool:
        if self._some is None:
            self._some = any(map(self.holds, self.candidates)) if self.checks else bool(self.candidates)
        return self._some

    def legal(self) -> Iterator[Scalar]:
        return iter(self.passing())

    def pick(self, dice: Dice) -> Scalar:
        passing = self.passing()
        return passing[dice(len(passing))]


class Subset(_Candidates):
    """From `least` to `most` of the candidates, each at most once, in any order. `most` None: all of them. `size_rule`:
    the rule of how many, where it is not the decision's.
    """

    __slots__ = ("least", "most", "size_rule")

    def __init__(
        self,
        candidates: Iterable[Scalar],
        *checks: Check,
        least: int = 0,
        most: int | None = None,
        label: Callable[[Any], str] | None = None,
        otherwise: Otherwise | None = None,
        size_rule: str = "",
        ref: Ref | None = None,
    ) -> None:
        super().__init__(candidates, checks, label, otherwise, ref)
        self.least = least
        self.most = len(self.candidates) if most is None else most
        self.size_rule = size_rule

    @classmethod
    def read(cls, of: table_pb2.OfferField) -> Self:
        return cls(_values(of.subset.candidates), least=of.subset.least, most=of.subset.most)

    def tell(self, made: table_pb2.OfferField, within: str) -> None:
        passing = self.passing()
        made.subset.SetInParent()
        made.subset.least, made.subset.most = self.least, min(self.most, len(passing))
        self.add_to(made.subset.candidates, passing, within)

    def admits(self, value: Any) -> bool:
        return (
            self.least <= len(value) <= min(self.most, len(self.candidates))
            and len(dict.fromkeys(value)) == len(value)
            and all(self.passes(one) for one in value)
        )

    def refuse(self, value: Any) -> list[Reason]:
        if flood := self.flood(value, self.size_rule):
            return flood
        reasons = self.each(value)
        if len(dict.fromkeys(value)) != len(value):
            reasons.append(Reason("", "the same one is chosen twice"))
        return reasons + _size(len(value), self.least, self.most, self.size_rule)

    def some(self) -> bool:
        return self.least <= self.most and (not self.least or len(self.passing()) >= self.least)

    def legal(self) -> Iterator[tuple[Scalar, ...]]:
        passing = self.passing()
        for count in range(self.least, min(self.most, len(passing)) + 1):
            yield from itertools.combinations(passing, count)

    def pick(self, dice: Dice) -> tuple[Scalar, ...]:
        passing = self.passing()
        count = self.least + dice(min(self.most, len(passing)) - self.least + 1)
        return tuple(passing.pop(dice(len(passing))) for _ in range(count))


class Multiset(_Candidates):
    """From `least` to `most` of the candidates, each up to its own limit. `most` None: up to all limits together.
    `size_rule`: the rule of how many, `copies_rule`: that of how many of one, where they are not the decision's.
    """

    __slots__ = ("copies_rule", "least", "limits", "most", "size_rule")

    def __init__(
        self,
        limits: Mapping[str, int] | Mapping[int, int] | Counts,
        *checks: Check,
        least: int = 0,
        most: int | None = None,
        label: Callable[[Any], str] | None = None,
        otherwise: Otherwise | None = None,
        size_rule: str = "",
        copies_rule: str = "",
        ref: Ref | None = None,
    ) -> None:
        self.limits: dict[Scalar, int] = dict(limits.items() if isinstance(limits, Mapping) else limits)
        super().__init__(tuple(self.limits), checks, label, otherwise, ref)
        self.least = least
        self.most = self.room() if most is None else most
        self.size_rule = size_rule
        self.copies_rule = copies_rule

    @classmethod
    def read(cls, of: table_pb2.OfferField) -> Self:
        limits = [each.limit for each in of.multiset.candidates]
        counted: Any = tuple(zip(_values(of.multiset.candidates), limits, strict=True))
        return cls(counted, least=of.multiset.least, most=of.multiset.most)

    def tell(self, made: table_pb2.OfferField, within: str) -> None:
        passing = self.passing()
        made.multiset.SetInParent()
        made.multiset.least = self.least
        made.multiset.most = min(self.most, sum(self.limits[value] for value in passing))
        self.add_to(made.multiset.candidates, passing, within)
        for candidate, value in zip(made.multiset.candidates, passing, strict=True):
            candidate.limit = self.limits[value]

    def room(self) -> int:
        return sum(self.limits.values())

    def _over(self, value: tuple[Scalar, ...]) -> list[Scalar]:
        return [one for one, count in Counter(value).items() if count > self.limits.get(one, 0)]

    def admits(self, value: Any) -> bool:
        return (
            self.least <= len(value) <= self.most
            and all(self.passes(one) for one in dict.fromkeys(value))
            and not self._over(value)
        )

    def refuse(self, value: Any) -> list[Reason]:
        if flood := self.flood(value, self.size_rule):
            return flood
        reasons = self.each(value)
        over = [one for one in self._over(value) if one in self.limits]
        reasons += [Reason(self.copies_rule, f"{self.name(one)}: at most {self.limits[one]}") for one in over]
        return reasons + _size(len(value), self.least, self.most, self.size_rule)

    def some(self) -> bool:
        return self.least <= self.most and (
            not self.least or sum(self.limits[one] for one in self.passing()) >= self.least
        )

    def legal(self) -> Iterator[tuple[Scalar, ...]]:
        passing = self.passing()
        room = [*itertools.accumulate((self.limits[one] for one in reversed(passing)), initial=0)][::-1]

        def so_many(at: int, count: int) -> Iterator[tuple[Scalar, ...]]:
            """Those of that size, of the candidates from this one on."""
            if not count:
                yield ()
                return
            for index in range(at, len(passing)):
                if room[index] < count:
                    return
                for number in range(min(self.limits[passing[index]], count), 0, -1):
                    for rest in so_many(index + 1, count - number):
                        yield (passing[index],) * number + rest

        for count in range(self.least, min(self.most, room[0]) + 1):
            yield from so_many(0, count)

    def pick(self, dice: Dice) -> tuple[Scalar, ...]:
        copies = [one for one in self.passing() for _ in range(self.limits[one])]
        count = self.least + dice(min(self.most, len(copies)) - self.least + 1)
        return tuple(copies.pop(dice(len(copies))) for _ in range(count))


class Number:
    """A whole number from low to high."""

    ordered: ClassVar[bool] = False
    __slots__ = ("high", "label", "low", "rule")

    def __init__(self, low: int, high: int, rule: str = "", label: Callable[[Any], str] | None = None) -> None:
        self.low, self.high, self.rule, self.label = low, high, rule, label

    @classmethod
    def read(cls, of: table_pb2.OfferField) -> Self:
        return cls(of.number.low, of.number.high)

    def tell(self, made: table_pb2.OfferField, within: str) -> None:
        made.number.SetInParent()
        made.number.low, made.number.high = self.low, self.high

    def admits(self, value: Any) -> bool:
        return bool(self.low <= value <= self.high)

    def refuse(self, value: Any) -> list[Reason]:
        return [] if self.admits(value) else [Reason(self.rule, f"{value} is not from {self.low} to {self.high}")]

    def has(self, value: Any) -> bool:
        return self.admits(value)

    def against(self, value: Scalar) -> list[Reason]:
        return self.refuse(value)

    def some(self) -> bool:
        return self.low <= self.high

    def legal(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def pick(self, dice: Dice) -> int:
        return self.low + dice(self.high - self.low + 1)

    def single(self) -> tuple[tuple[Scalar, list[Reason]], ...]:
        return ()


class Order(_Candidates):
    """All of the candidates, each once, in the order of choice."""

    ordered: ClassVar[bool] = True
    __slots__ = ()

    def __init__(
        self,
        candidates: Iterable[Scalar],
        label: Callable[[Any], str] | None = None,
        otherwise: Otherwise | None = None,
        ref: Ref | None = None,
    ) -> None:
        super().__init__(candidates, (), label, otherwise, ref)

    @classmethod
    def read(cls, of: table_pb2.OfferField) -> Self:
        return cls(_values(of.order.candidates))

    def tell(self, made: table_pb2.OfferField, within: str) -> None:
        made.order.SetInParent()
        self.add_to(made.order.candidates, self.candidates, within)

    def admits(self, value: Any) -> bool:
        return len(value) == len(self.candidates) and sorted(value) == sorted(self.candidates)

    def refuse(self, value: Any) -> list[Reason]:
        if self.admits(value):
            return []
        return (
            self.flood(value)
            or self.each(value)
            or [Reason("", f"each of the {len(self.candidates)} is to be named once")]
        )

    def some(self) -> bool:
        return True

    def legal(self) -> Iterator[tuple[Scalar, ...]]:
        return itertools.permutations(self.candidates)

    def pick(self, dice: Dice) -> tuple[Scalar, ...]:
        left = list(self.candidates)
        return tuple(left.pop(dice(len(left))) for _ in range(len(self.candidates)))


def _values(candidates: Iterable[table_pb2.Candidate]) -> tuple[Any, ...]:
    """Each is one number, text or truth value."""
    return tuple([from_value(candidate.value) for candidate in candidates])


def _size(count: int, least: int, most: int, rule: str) -> list[Reason]:
    if least <= count <= most:
        return []
    wanted = f"{least}" if least == most else f"from {least} to {most}"
    return [Reason(rule, f"{count} chosen, {wanted} asked for")]
