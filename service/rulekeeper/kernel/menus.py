"""Menus: what a seat may do now, as data that can be listed, checked and explained.

A menu is a function `menu(state, seat)` that yields offers. An `Offer` names a kind of command and, for each of
its fields, the candidates among which to choose. Checks by rule id sit on candidates (`Check`), on the offer as
a whole (`When`) and on the finished command (`Across`): legal is what passes all. An offer whose `When` fails
is closed, and stays in the menu to say why.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel.chance import Counts
from rulekeeper.kernel.commands import shape_of

C_co = TypeVar("C_co", bound=Message, covariant=True)
Scalar = int | str | bool
Dice = Callable[[int], int]
"""A number from 0 to limit - 1, for random players."""


class Reason(msgspec.Struct, frozen=True):
    """Why something is not allowed: the rule, what it says with the numbers of the moment, and the field that
    it is about.
    """

    rule: str
    text: str
    field: str = ""


class Check(msgspec.Struct, frozen=True):
    """On one candidate of a field: a rule that it must pass."""

    rule: str
    holds: Callable[[Any], bool]
    why: Callable[[Any], str]


class When(msgspec.Struct, frozen=True):
    """On an offer as a whole: a rule of the moment. `why` is read only when it does not hold."""

    rule: str
    holds: bool
    why: str | Callable[[], str]

    def reason(self) -> Reason:
        return Reason(self.rule, self.why if isinstance(self.why, str) else self.why())


class Across(msgspec.Struct, frozen=True):
    """On the finished command: a rule over several of its fields."""

    rule: str
    holds: Callable[[Any], bool]
    why: Callable[[Any], str]
    field: str = ""


class Field(Protocol):
    """The legal values of one field of a command. A field that takes several values takes them as a tuple."""

    label: Callable[[Any], str] | None

    def admits(self, value: Any) -> bool:
        """Is the value legal? Without reasons, and so quickly."""

    def refuse(self, value: Any) -> list[Reason]:
        """Every reason against the value; an empty rule stands for the decision's."""

    def some(self) -> bool:
        """Is there any legal value?"""

    def legal(self) -> Iterator[Any]:
        """All legal values, in a fixed order."""

    def pick(self, dice: Dice) -> Any:
        """One legal value."""

    def has(self, value: Any) -> bool:
        """Is it, or all of it, among the candidates, whatever the checks say?"""

    def against(self, value: Scalar) -> list[Reason]:
        """What stands against choosing this one value at all."""

    def single(self) -> tuple[tuple[Scalar, list[Reason]], ...]:
        """Each candidate with what stands against choosing it at all."""


class _Candidates:
    """Candidates with checks: what the fields below have in common."""

    __slots__ = ("candidates", "checks", "label", "otherwise")

    def __init__(
        self,
        candidates: Iterable[Scalar],
        checks: tuple[Check, ...],
        label: Callable[[Any], str] | None,
        otherwise: tuple[str, str] | None,
    ) -> None:
        self.candidates = candidates if isinstance(candidates, tuple) else tuple(candidates)
        self.checks = checks
        self.label = label
        self.otherwise = otherwise

    def passes(self, value: Scalar) -> bool:
        return value in self.candidates and self.holds(value)

    def holds(self, value: Scalar) -> bool:
        for check in self.checks:
            if not check.holds(value):
                return False
        return True

    def has(self, value: Any) -> bool:
        if isinstance(value, tuple):
            return all(one in self.candidates for one in value)
        return value in self.candidates

    def against(self, value: Scalar) -> list[Reason]:
        if value not in self.candidates:
            rule, text = self.otherwise or ("", "{value} is not among the choices")
            return [Reason(rule, text.replace("{value}", self.name(value)))]
        if not self.checks:
            return []
        return [Reason(check.rule, check.why(value)) for check in self.checks if not check.holds(value)]

    def name(self, value: Scalar) -> str:
        return self.label(value) if self.label and value in self.candidates else str(value)

    def passing(self) -> list[Scalar]:
        if not self.checks:
            return list(self.candidates)
        return [value for value in self.candidates if self.holds(value)]

    def single(self) -> tuple[tuple[Scalar, list[Reason]], ...]:
        return tuple((value, self.against(value)) for value in self.candidates)

    def each(self, values: tuple[Scalar, ...]) -> list[Reason]:
        seen = dict.fromkeys(values)
        return [reason for value in seen for reason in self.against(value)]


class OneOf(_Candidates):
    """Exactly one of the candidates. `otherwise`: rule and text for what is not among them ("{value}" is
    replaced).
    """

    __slots__ = ()

    def __init__(
        self,
        candidates: Iterable[Scalar],
        *checks: Check,
        label: Callable[[Any], str] | None = None,
        otherwise: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(candidates, checks, label, otherwise)

    def admits(self, value: Any) -> bool:
        return self.passes(value)

    def refuse(self, value: Any) -> list[Reason]:
        return self.against(value)

    def some(self) -> bool:
        return any(self.holds(value) for value in self.candidates)

    def legal(self) -> Iterator[Scalar]:
        return iter(self.passing())

    def pick(self, dice: Dice) -> Scalar:
        passing = self.passing()
        return passing[dice(len(passing))]


class Subset(_Candidates):
    """From `least` to `most` of the candidates, each at most once, in any order. `most` None: all of them."""

    __slots__ = ("least", "most")

    def __init__(
        self,
        candidates: Iterable[Scalar],
        *checks: Check,
        least: int = 0,
        most: int | None = None,
        label: Callable[[Any], str] | None = None,
        otherwise: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(candidates, checks, label, otherwise)
        self.least = least
        self.most = len(self.candidates) if most is None else most

    def admits(self, value: Any) -> bool:
        return (
            self.least <= len(value) <= self.most
            and len(dict.fromkeys(value)) == len(value)
            and all(self.passes(one) for one in value)
        )

    def refuse(self, value: Any) -> list[Reason]:
        reasons = self.each(value)
        if len(dict.fromkeys(value)) != len(value):
            reasons.append(Reason("", "the same one is chosen twice"))
        return reasons + _size(len(value), self.least, self.most)

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
    """From `least` to `most` of the candidates, each up to its own limit. `most` None: up to all limits together."""

    __slots__ = ("least", "limits", "most")

    def __init__(
        self,
        limits: Mapping[Scalar, int] | Counts,
        *checks: Check,
        least: int = 0,
        most: int | None = None,
        label: Callable[[Any], str] | None = None,
        otherwise: tuple[str, str] | None = None,
    ) -> None:
        self.limits: dict[Scalar, int] = dict(limits)
        super().__init__(tuple(self.limits), checks, label, otherwise)
        self.least = least
        self.most = sum(self.limits.values()) if most is None else most

    def _over(self, value: tuple[Scalar, ...]) -> list[Scalar]:
        return [one for one in dict.fromkeys(value) if value.count(one) > self.limits.get(one, 0)]

    def admits(self, value: Any) -> bool:
        return (
            self.least <= len(value) <= self.most
            and all(self.passes(one) for one in dict.fromkeys(value))
            and not self._over(value)
        )

    def refuse(self, value: Any) -> list[Reason]:
        reasons = self.each(value)
        over = [one for one in self._over(value) if one in self.limits]
        reasons += [Reason("", f"{self.name(one)}: at most {self.limits[one]}") for one in over]
        return reasons + _size(len(value), self.least, self.most)

    def some(self) -> bool:
        return self.least <= self.most and (
            not self.least or sum(self.limits[one] for one in self.passing()) >= self.least
        )

    def legal(self) -> Iterator[tuple[Scalar, ...]]:
        passing = self.passing()
        room = [sum(self.limits[one] for one in passing[at:]) for at in range(len(passing) + 1)]

        def some_of(at: int, least: int, most: int) -> Iterator[tuple[Scalar, ...]]:
            if at == len(passing):
                yield ()
                return
            for count in range(max(0, least - room[at + 1]), min(self.limits[passing[at]], most) + 1):
                for rest in some_of(at + 1, least - count, most - count):
                    yield (passing[at],) * count + rest

        if self.least <= room[0]:
            yield from some_of(0, self.least, self.most)

    def pick(self, dice: Dice) -> tuple[Scalar, ...]:
        copies = [one for one in self.passing() for _ in range(self.limits[one])]
        count = self.least + dice(min(self.most, len(copies)) - self.least + 1)
        return tuple(copies.pop(dice(len(copies))) for _ in range(count))


class Number:
    """A whole number from low to high."""

    __slots__ = ("high", "label", "low", "rule")

    def __init__(self, low: int, high: int, rule: str = "", label: Callable[[Any], str] | None = None) -> None:
        self.low, self.high, self.rule, self.label = low, high, rule, label

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

    __slots__ = ()

    def __init__(self, candidates: Iterable[Scalar], label: Callable[[Any], str] | None = None) -> None:
        super().__init__(candidates, (), label, None)

    def admits(self, value: Any) -> bool:
        return len(value) == len(self.candidates) and sorted(value) == sorted(self.candidates)

    def refuse(self, value: Any) -> list[Reason]:
        if self.admits(value):
            return []
        return self.each(value) or [Reason("", f"each of the {len(self.candidates)} is to be named once")]

    def some(self) -> bool:
        return True

    def legal(self) -> Iterator[tuple[Scalar, ...]]:
        return itertools.permutations(self.candidates)

    def pick(self, dice: Dice) -> tuple[Scalar, ...]:
        left = list(self.candidates)
        return tuple(left.pop(dice(len(left))) for _ in range(len(self.candidates)))


class Offer(Generic[C_co]):
    """One kind of command that a seat may send now: `Offer(PlayCard, When(...), card=OneOf(...))`.

    A field of the command that is not named must be left out. An offer that is open has at least one legal
    command: where `across` could rule out all of them, a `When` says so.
    """

    __slots__ = ("across", "fields", "message", "shape", "whens")

    def __init__(self, message: type[C_co], *whens: When, across: tuple[Across, ...] = (), **fields: Field) -> None:
        self.message = message
        self.shape = shape_of(message)
        self.whens = whens
        self.across = across
        self.fields = fields

    def open(self) -> bool:
        for when in self.whens:
            if not when.holds:
                return False
        return all(field.some() for field in self.fields.values())

    def closed(self) -> list[Reason]:
        """Every reason why no command of this kind is legal now."""
        reasons = [when.reason() for when in self.whens if not when.holds]
        for name, field in self.fields.items():
            if not field.some():
                reasons += self._nothing(name, field)
        return list(dict.fromkeys(reasons))

    def admits(self, command: Message) -> bool:
        """Is the command, which is of this kind, legal? Without reasons, and so quickly."""
        for when in self.whens:
            if not when.holds:
                return False
        values = self.shape.values(command)
        for name, field in self.fields.items():
            value = values.pop(name, None)
            if value is None or not field.admits(value):
                return False
        if any(value is not None and value != () for value in values.values()):
            return False
        return all(across.holds(command) for across in self.across)

    def refuse(self, command: Message) -> list[Reason]:
        """Every reason against the command, which is of this kind."""
        reasons = [when.reason() for when in self.whens if not when.holds]
        values = self.shape.values(command)
        whole = True
        for name, field in self.fields.items():
            value = values.pop(name, None)
            if value is None:
                reasons.append(Reason("", f"{name} is a choice and was left out", name))
                whole = False
            else:
                found = [Reason(r.rule, r.text, r.field or name) for r in field.refuse(value)]
                whole = whole and not found
                reasons += found
        for name, value in values.items():
            if value is not None and value != ():
                reasons.append(Reason("", f"{name} is not a choice here", name))
        if whole:
            reasons += [Reason(a.rule, a.why(command), a.field) for a in self.across if not a.holds(command)]
        return reasons

    def meets(self, command: Message) -> int:
        """How many of the command's values are among the candidates: of several offers, the one that is meant."""
        values = self.shape.values(command)
        return sum(
            1 for name, field in self.fields.items() if values[name] not in (None, ()) and field.has(values[name])
        )

    def against(self, name: str, value: Scalar) -> list[Reason]:
        """What stands against this value of a field; with no field named, against the offer as a whole."""
        reasons = [when.reason() for when in self.whens if not when.holds] if self.whens else []
        if name:
            found = self.fields[name].against(value)
            if found:
                reasons += [Reason(r.rule, r.text, r.field or name) for r in found]
        if not reasons and len(self.fields) > bool(name):
            for other, field in self.fields.items():
                if other != name and not field.some():
                    reasons += self._nothing(other, field)
        return reasons

    def _nothing(self, name: str, field: Field) -> list[Reason]:
        found = [Reason(r.rule, r.text, r.field or name) for _, against in field.single() for r in against]
        return found or [Reason("", "there is nothing to choose from", name)]

    def build(self, values: Mapping[str, Any]) -> C_co:
        return self.message(**values)

    def legal(self) -> Iterator[C_co]:
        """All legal commands of this kind, in a fixed order; there may be very many."""
        if not self.open():
            return
        for values in _combined([*self.fields.items()]):
            command = self.build(values)
            if all(across.holds(command) for across in self.across):
                yield command

    def pick(self, dice: Dice, tries: int = 100) -> C_co:
        """A random legal command of an open offer."""
        for _ in range(tries):
            command = self.build({name: field.pick(dice) for name, field in self.fields.items()})
            if all(across.holds(command) for across in self.across):
                return command
        for command in self.legal():
            return command
        raise LookupError(f"{self.message.DESCRIPTOR.full_name} is offered, but no command passes all of its checks")


Menu = Callable[[Any, int], Iterable[Offer[C_co]]]


class Subject(msgspec.Struct, frozen=True):
    """Something that a seat might want to use: a value of a field of a kind of command, in words for people.

    With `field` empty it is the command as a whole, such as one that has no fields.
    """

    label: str
    message: type[Message]
    field: str = ""
    value: Scalar = 0


class Unavailable(msgspec.Struct, frozen=True):
    """A subject that no offer admits, with every reason."""

    subject: Subject
    reasons: tuple[Reason, ...]


def _combined(fields: list[tuple[str, Field]]) -> Iterator[dict[str, Any]]:
    """All values of all fields, the last field's soonest, without making a list of any."""
    if not fields:
        yield {}
        return
    name, field = fields[0]
    for value in field.legal():
        for rest in _combined(fields[1:]):
            yield {name: value, **rest}


def _size(count: int, least: int, most: int) -> list[Reason]:
    if least <= count <= most:
        return []
    wanted = f"{least}" if least == most else f"from {least} to {most}"
    return [Reason("", f"{count} chosen, {wanted} asked for")]
