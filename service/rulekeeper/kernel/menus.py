"""Menus: what a seat may do now, as data that can be listed, checked and explained.

A menu is a function `menu(state, seat)` that yields offers. An `Offer` names a kind of command and, for each of
its fields, the candidates among which to choose. Checks by rule id sit on candidates (`Check`), on the offer as
a whole (`When`) and on the finished command (`Across`): legal is what passes all. An offer whose `When` fails
is closed, and stays in the menu to say why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel.fields import Dice, Field
from rulekeeper.kernel.reasons import MOST_NAMED, Part, Reason, Scalar
from rulekeeper.kernel.shapes import shape_of

C_co = TypeVar("C_co", bound=Message, covariant=True)


class When(msgspec.Struct, frozen=True):
    """On an offer as a whole: a rule of the moment. `why` and `parts` (see `Reason`) are read only when it does not
    hold.
    """

    rule: str
    holds: bool
    why: str | Callable[[], str]
    parts: Callable[[], tuple[Part, ...]] | None = None

    def reason(self) -> Reason:
        """What is said where it does not hold."""
        why = self.why if isinstance(self.why, str) else self.why()
        return Reason(self.rule, why, "", self.parts() if self.parts is not None else ())


class Across(msgspec.Struct, frozen=True):
    """On the finished command: a rule over several of its fields. parts: (command) -> see `Reason`."""

    rule: str
    holds: Callable[[Any], bool]
    why: Callable[[Any], str]
    field: str = ""
    parts: Callable[[Any], tuple[Part, ...]] | None = None

    def reason(self, command: Any) -> Reason:
        """What is said of a command of which it does not hold."""
        parts = self.parts(command) if self.parts is not None else ()
        return Reason(self.rule, self.why(command), self.field, parts)


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
        """May some command of this kind be sent now? Neither `across` nor what other offers say is asked."""
        for when in self.whens:
            if not when.holds:
                return False
        return all(field.some() for field in self.fields.values())

    def closed(self) -> list[Reason]:
        """Every reason why no command of this kind is legal now."""
        reasons = self._unmet()
        reasons += self._nothing(tuple(self.fields), told=bool(reasons))
        return reasons if len(reasons) < 2 else list(dict.fromkeys(reasons))

    def admits(self, command: Message, values: Mapping[str, Any] | None = None) -> bool:
        """Is the command, which is of this kind, legal? Without reasons, and so quickly.

        values: the command's, where they are at hand (`shape.values`): a menu may have hundreds of offers of one kind.
        """
        for when in self.whens:
            if not when.holds:
                return False
        if values is None:
            values = self.shape.values(command)
        for name, field in self.fields.items():
            value = values.get(name)
            if value is None or not field.admits(value):
                return False
        for name, value in values.items():
            if value is not None and value != () and name not in self.fields:
                return False
        return all(across.holds(command) for across in self.across)

    def refuse(self, command: Message) -> list[Reason]:
        """Every reason against the command, which is of this kind. Where the offer is closed, what nothing can be
        chosen for adds no reason of its own.
        """
        reasons = self._unmet()
        values = self.shape.values(command)
        whole, closed = not reasons, bool(reasons)
        for name, field in self.fields.items():
            value = values.pop(name, None)
            if closed and not field.some() and not field.single():
                continue
            if value is None:
                reasons.append(Reason("", f"{name} is a choice and was left out", name))
                whole = False
            else:
                found = _about(name, field.refuse(value))
                whole = whole and not found
                reasons += found
        for name, value in values.items():
            if value is not None and value != ():
                reasons.append(Reason("", f"{name} is not a choice here", name))
        if whole:
            reasons += [across.reason(command) for across in self.across if not across.holds(command)]
        return reasons

    def meets(self, values: Mapping[str, Any]) -> tuple[bool, ...]:
        """Which of the command's values are among the candidates, in the offer's order of fields.

        Of several offers the greatest is the one that is meant: name the field first that tells them apart.
        """
        return tuple(
            values.get(name) not in (None, ()) and field.has(values[name]) for name, field in self.fields.items()
        )

    def against(self, name: str, value: Scalar) -> list[Reason]:
        """What stands against this value of a field; with no field named, against the offer as a whole."""
        reasons = self._unmet()
        if name:
            reasons += _about(name, self.fields[name].against(value))
        if not reasons and len(self.fields) > bool(name):
            reasons += self._nothing(tuple(other for other in self.fields if other != name), told=False)
        return reasons

    def _unmet(self) -> list[Reason]:
        return [when.reason() for when in self.whens if not when.holds]

    def _nothing(self, names: tuple[str, ...], told: bool) -> list[Reason]:
        """What stands against all values of fields that have no legal one. An empty one speaks if nothing else does."""
        empty = [name for name in names if not self.fields[name].some()]
        reasons = [reason for name in empty for reason in _together(name, self.fields[name])]
        if reasons or told:
            return reasons
        return [Reason("", "there is nothing to choose from", name) for name in empty]

    def build(self, values: Mapping[str, Any]) -> C_co:
        """A command of this kind with these values by field, legal or not."""
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
        """A random legal command of an open offer. LookupError where there is none after all, so the offer is wrong."""
        for _ in range(tries):
            command = self.build({name: field.pick(dice) for name, field in self.fields.items()})
            if all(across.holds(command) for across in self.across):
                return command
        for command in self.legal():
            return command
        raise LookupError(f"{self.message.DESCRIPTOR.full_name} is offered, but no command passes all of its checks")


Menu = Callable[[Any, int], Iterable[Offer[C_co]]]
"""(state, seat) -> offers. It closes over nothing: a function of a module, read again whenever it is wanted."""


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


def _about(field: str, reasons: Iterable[Reason]) -> list[Reason]:
    """Reasons that name no field of their own, with the one that they are about."""
    return [reason if reason.field else msgspec.structs.replace(reason, field=field) for reason in reasons]


def _together(name: str, field: Field) -> list[Reason]:
    """What stands against all candidates of a field: each reason once, with the candidates that it is about. Under one
    rule no more than `MOST_NAMED` are told, and one more that says of how many candidates others were left out.
    """
    # By what tells them apart: a Reason's own hash costs several times as much.
    about: dict[tuple[str, str, str, tuple[Part, ...]], tuple[Reason, list[Scalar]]] = {}
    for value, found in field.single():
        for reason in found:
            key = (reason.text, reason.rule, reason.field, reason.parts)
            known = about.get(key)
            if known is None:
                about[key] = (reason, [value])
            else:
                known[1].append(value)
    if len(about) <= MOST_NAMED:
        return [_naming(name, reason, values, field) for reason, values in about.values()]
    told: list[Reason] = []
    under: Counter[tuple[str, str]] = Counter()
    left: dict[tuple[str, str], list[Scalar]] = {}
    for reason, values in about.values():
        cited = reason.rule, reason.field
        under[cited] += 1
        if under[cited] <= MOST_NAMED:
            told.append(_naming(name, reason, values, field))
        else:
            left.setdefault(cited, []).extend(values)
    for (rule, of), values in left.items():
        others = list(dict.fromkeys(values))
        told.append(_naming(name, Reason(rule, f"the same rule stands against {len(others)} more", of), others, field))
    return told


def _naming(name: str, reason: Reason, values: list[Scalar], field: Field) -> Reason:
    label = field.label
    named = tuple([(value, label(value) if label else "") for value in values[:MOST_NAMED]])
    more = len(values) - len(named)
    return Reason(reason.rule, reason.text, reason.field or name, reason.parts, named, more)


def _combined(fields: list[tuple[str, Field]]) -> Iterator[dict[str, Any]]:
    """All values of all fields, the last field's soonest, without making a list of any."""
    if not fields:
        yield {}
        return
    name, field = fields[0]
    for value in field.legal():
        for rest in _combined(fields[1:]):
            yield {name: value, **rest}
