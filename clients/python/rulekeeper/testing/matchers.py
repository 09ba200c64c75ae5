"""Comparing facts with what a test expects, and showing the difference so that it can be read.

Ids and times are left out of the comparison unless asked for. An id is a whole number in a field called `card`, `was`,
`on`, `id` or `..._id`, `..._card` (their plurals too, where repeated), and the number before a colon in a text, as in
"17:right"; a time is a field called `time` or `..._time`, `..._time_us`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

Field: TypeAlias = Any
"""A field's descriptor: protobuf has two classes for it, and its types tell them apart."""

ID = re.compile(r"(^|_)(id|card|was|on)$")
IDS = re.compile(r"(^|_)(ids|cards|was|id|card)$")
TIME = re.compile(r"(^|_)time(_us)?$")
TEXT_ID = re.compile(r"(?<!\w)\d+(?=:)")
WHOLE = {
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_INT64,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_UINT64,
}


@dataclass(frozen=True)
class Fact:
    """A fact that happened: the game's message, the rule that it happened under, and its printed page (0: none)."""

    message: Message
    rule: str
    page: int = 0
    amended: bool = False

    def __str__(self) -> str:
        page = f", page {self.page}" if self.page else ""
        return f"{shown(self.message)}  under {self.rule}{page}{', amended' if self.amended else ''}"


@dataclass(frozen=True)
class Under:
    """An expected fact together with the rule that it must happen under."""

    rule: str
    message: Message


Expected = Message | Under


def under(rule: str, fact: Message) -> Under:
    """Expects a fact under this very rule: `then(under("hoc.main.bonuses", CoinsGained(seat=0, coins=2)))`."""
    return Under(rule, fact)


def shown(message: Message, ids: bool = True) -> str:
    """A message on one line: `CardPlayed {seat: 0, card: 12, kind: "city"}`. Without `ids`, as it is compared."""
    parts = []
    for field in message.DESCRIPTOR.fields:
        if not ids and passed_over(field):
            continue
        value = getattr(message, field.name)
        if field.is_repeated:
            if value:
                parts.append(f"{field.name}: [{', '.join(shown_value(field, each, ids) for each in value)}]")
        elif not field.has_presence or message.HasField(field.name):
            parts.append(f"{field.name}: {shown_value(field, value, ids)}")
    return f"{message.DESCRIPTOR.name} {{{', '.join(parts)}}}"


def shown_value(field: Field, value: object, ids: bool) -> str:
    if isinstance(value, Message):
        return shown(value, ids).partition(" ")[2]
    if field.enum_type is not None and isinstance(value, int):
        known = field.enum_type.values_by_number.get(value)
        return known.name if known else str(value)
    if isinstance(value, str):
        return f'"{value if ids else TEXT_ID.sub("*", value)}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def passed_over(field: Field) -> bool:
    """Whether a field is an id or a time."""
    if field.cpp_type not in WHOLE:
        return False
    return bool((IDS if field.is_repeated else ID).search(field.name) or TIME.search(field.name))


def line(fact: Fact | Expected, ids: bool) -> str:
    """What two facts are compared by."""
    return shown(fact if isinstance(fact, Message) else fact.message, ids)


def same(fact: Fact, expected: Expected, ids: bool) -> bool:
    """Whether a fact is the expected one, under the expected rule where one is."""
    if isinstance(expected, Under) and expected.rule != fact.rule:
        return False
    return line(fact, ids) == line(expected, ids)


def exactly(facts: Sequence[Fact], expected: Sequence[Expected], ids: bool) -> bool:
    """The expected facts, all of them, in this order, and no others."""
    return len(facts) == len(expected) and all(same(f, e, ids) for f, e in zip(facts, expected, strict=True))


def in_order(facts: Sequence[Fact], expected: Sequence[Expected], ids: bool) -> bool:
    """The expected facts in this order; others may come between them."""
    left = iter(facts)
    return all(any(same(fact, each, ids) for fact in left) for each in expected)


def contains(facts: Sequence[Fact], expected: Sequence[Expected], ids: bool) -> bool:
    """The expected facts in any order, one that is expected twice twice; there may be others."""
    left = list(facts)
    # Those that name a rule choose first: the others can take any fact that is left.
    for each in sorted(expected, key=lambda one: not isinstance(one, Under)):
        found = next((fact for fact in left if same(fact, each, ids)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def difference(facts: Sequence[Fact], expected: Sequence[Expected], ids: bool) -> str:
    """Both side by side: a minus before what is missing, a plus before what was not expected, each with its rule."""
    lines: list[str] = []
    by_rule = any(isinstance(each, Under) for each in expected)
    a, b = [key(each, ids, by_rule) for each in expected], [key(fact, ids, by_rule) for fact in facts]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            lines += (f"    {fact}" for fact in facts[j1:j2])
            continue
        lines += (f"  - {wanted(each)}" for each in expected[i1:i2])
        lines += (f"  + {fact}" for fact in facts[j1:j2])
    return "\n".join(lines or ["    (no facts)"])


def key(fact: Fact | Expected, ids: bool, by_rule: bool) -> tuple[str, str]:
    """What two facts are lined up by: their lines, and the rule where any of those expected names one."""
    return line(fact, ids), "" if isinstance(fact, Message) or not by_rule else fact.rule


def wanted(expected: Expected) -> str:
    if isinstance(expected, Under):
        return f"{shown(expected.message)}  under {expected.rule}"
    return shown(expected)


def listing(facts: Iterable[object]) -> str:
    """One a line, indented."""
    return "\n".join(f"    {each}" for each in facts) or "    (none)"
