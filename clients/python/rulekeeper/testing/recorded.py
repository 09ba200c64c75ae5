"""Tests out of what was played: an entry of a log, or a command that is refused, as a pytest file that stands alone.

    from rulekeeper.testing.recorded import entry_test
    Path("test_dispute.py").write_text(entry_test(game, entries, 41).source)

The file holds the table just before the entry as a position, sends the command, and expects the facts on record, each
under its rule, with the ids of cards; what was drawn is foretold. It uses the fixture `referee_in_memory` (see
`rulekeeper.testing.plugin`), so the game's package must be installed where it runs.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from rulekeeper.kernel import (
    JUDGE,
    Game,
    Match,
    Position,
    Refused,
    Seen,
    Table,
    draws,
    follows,
    position_of,
    seen,
    unpack,
)
from rulekeeper.testing.matchers import WHOLE
from rulekeeper.v1 import entry_pb2

WIDTH = 120
"""Columns of what is written."""

GIVEN, REFEREE = "rulekeeper.testing.given", "referee_in_memory"
"""What a test is given."""


class NoTest(ValueError):
    """No test can be made of it; the message says why."""


@dataclass(frozen=True)
class RecordedTest:
    """A test. `version`: the entry that it holds, or before which it sends what is refused; `source`: the file."""

    version: int
    position: Position
    source: str


def entry_test(game: Game[Any], entries: Sequence[entry_pb2.Entry], version: int, called: str = "") -> RecordedTest:
    """The test of an entry: its command, at the table just before it, leads to its facts.

    entries: the log from entry 1. called: what the game is called in the test's words. Raises `NoTest` where the entry
    is no seat's command, or today's rules do not lead from it to its facts; NotExported where no position stands there.
    """
    entry = _entry(entries, version)
    if not entry.HasField("command"):
        raise NoTest(f"version {version} is no command of a seat")
    seat, command = entry.actor.seat, unpack(game, entry.command)
    ahead = [drew.result or drew.value for drew, _ in draws(game, entry.facts)]
    position = position_of(game, entries, follows(entry), ahead=ahead)
    match, facts = Match(game, position=position), seen(game, entry.facts, JUDGE)
    done = match.submit(seat, command)
    if isinstance(done, Refused) or match.facts() != facts:
        raise NoTest(f"by today's rules the command of version {version} does not lead to what is on record")
    name = f"test_{_snake(command)}_at_version_{version}"
    about = f"Version {version}{f' of {called}' if called else ''}: seat {seat} sends {_named(command)}."
    return RecordedTest(version, position, _file(position, name, about, seat, command, _led(facts, match.table)))


def refusal_test(
    game: Game[Any],
    entries: Sequence[entry_pb2.Entry],
    version: int,
    seat: int,
    command: Message,
    called: str = "",
) -> RecordedTest:
    """The test of a command that is refused at the table of a version: under which rules, and why.

    Raises `NoTest` where it is not refused there; NotExported where no position stands there.
    """
    position = position_of(game, entries, version)
    done = Match(game, position=position).check(seat, command)
    if done is None:
        raise NoTest(f"after version {version} seat {seat} may send {_named(command)}: it is not refused")
    name = f"test_{_snake(command)}_is_refused_after_version_{version}"
    about = f"After version {version}{f' of {called}' if called else ''}: seat {seat} may not send {_named(command)}."
    return RecordedTest(version, position, _file(position, name, about, seat, command, _refused(done)))


def _entry(entries: Sequence[entry_pb2.Entry], version: int) -> entry_pb2.Entry:
    for entry in entries:
        if entry.version == version:
            return entry
    raise NoTest(f"there is no version {version}: the log ends at {entries[-1].version if entries else 0}")


def _snake(command: Message) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(command).__name__).lower()


def _named(command: Message) -> str:
    return type(command).__name__


# The parts of a test, as code.


@dataclass(frozen=True)
class Code:
    """An expression: on one line where there is room, otherwise each part on a line of its own between the brackets.
    `parts`: the text before each (a key, a keyword) with what it is.
    """

    opening: str
    parts: Sequence[tuple[str, "str | Code"]]
    closing: str

    def flat(self) -> str:
        return f"{self.opening}{', '.join(before + flat(part) for before, part in self.parts)}{self.closing}"


def flat(code: str | Code) -> str:
    return code if isinstance(code, str) else code.flat()


def laid_out(before: str, code: str | Code, after: str, indent: int = 0) -> list[str]:
    """The lines of an expression, with what stands before and after it, as formatters put them."""
    line = " " * indent + before + flat(code) + after
    if isinstance(code, str) or not code.parts or len(line) <= WIDTH:
        return [line]
    lines = [" " * indent + before + code.opening]
    for name, part in code.parts:
        lines += laid_out(name, part, ",", indent + 4)
    return [*lines, " " * indent + code.closing + after]


def literal(value: Any) -> str | Code:
    """A value of JSON, as Python has it."""
    match value:
        case None | bool() | int():
            return repr(value)
        case str():
            return quoted(value)
        case Mapping():
            return Code("{", [(f"{quoted(key)}: ", literal(part)) for key, part in value.items()], "}")
        case Iterable():
            return Code("[", [("", literal(part)) for part in value], "]")
    raise TypeError(f"{value!r} is no value of JSON")


def quoted(text: str) -> str:
    """A text in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def _told(message: Message, of: Any) -> bool:
    """Whether a field is written down: seat 0 is one, and a text that is empty is not."""
    if of.is_repeated:
        return bool(getattr(message, of.name))
    if of.has_presence:
        return message.HasField(of.name)
    return bool(getattr(message, of.name)) or of.cpp_type in WHOLE and of.enum_type is None


class Written:
    """Messages as code, and what must be imported for them."""

    def __init__(self) -> None:
        self.names: dict[str, set[str]] = {}

    def imported(self, module: str, name: str) -> str:
        self.names.setdefault(module, set()).add(name.partition(".")[0])
        return name

    def message(self, message: Message) -> Code:
        """The call that makes it."""
        parts = []
        for of in message.DESCRIPTOR.fields:
            value = getattr(message, of.name)
            if not _told(message, of):
                continue
            if of.is_repeated and of.message_type is not None and of.message_type.GetOptions().map_entry:
                written: str | Code = literal(dict(value))
            elif of.is_repeated:
                written = Code("[", [("", self.value(type(message), of, one)) for one in value], "]")
            else:
                written = self.value(type(message), of, value)
            parts.append((f"{of.name}=", written))
        return Code(f"{self.imported(type(message).__module__, type(message).__qualname__)}(", parts, ")")

    def value(self, holder: type[Message], of: Any, value: Any) -> str | Code:
        if isinstance(value, Message):
            return self.message(value)
        if of.enum_type is not None and of.enum_type.containing_type is None:
            name = of.enum_type.values_by_number.get(value)
            if name is not None and of.enum_type.file is holder.DESCRIPTOR.file:
                return self.imported(holder.__module__, name.name)
        return quoted(value) if isinstance(value, str) else repr(value)

    def imports(self) -> list[str]:
        lines = []
        for module, names in sorted(self.names.items()):
            ordered = sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
            lines += laid_out(f"from {module} import ", ", ".join(ordered), "")
            if len(lines[-1]) > WIDTH:
                lines[-1:] = [f"from {module} import (", *(f"    {name}," for name in ordered), ")"]
        return lines


def _file(
    position: Position, name: str, about: str, seat: int, command: Message, after: Callable[[Written], list[str]]
) -> str:
    written = Written()
    sent = Code(".when(", [("", str(seat)), ("", written.message(command))], ")")
    body = [
        *laid_out("game = ", f"{REFEREE}.given(POSITION)", "", 4),
        *laid_out("game", sent, "", 4),
        *after(written),
    ]
    written.imported(GIVEN, "Referee")
    state = position.model_dump(mode="json", exclude_defaults=True)
    return "\n".join(
        [
            f'"""{about}"""',
            "",
            *written.imports(),
            "",
            *laid_out("POSITION = ", literal(state), ""),
            "",
            "",
            f"def {name}({REFEREE}: Referee) -> None:",
            *body,
            "",
        ]
    )


def _led(facts: Sequence[Seen], table: Table) -> Callable[[Written], list[str]]:
    """What came of it: the facts, and who is asked now."""

    def lines(written: Written) -> list[str]:
        under = [
            (
                "",
                Code(
                    f"{written.imported(GIVEN, 'under')}(",
                    [("", quoted(one.rule)), ("", written.message(one.fact))],
                    ")",
                ),
            )
            for one in facts
        ]
        then = laid_out("game", Code(".then(", [*under, ("ids=", "True")], ")"), "", 4)
        if table.result is not None:
            seats = [("", str(seat)) for seat in table.result.winners]
            return [
                *then,
                *laid_out("game", Code(".over(", [*seats, ("rule=", quoted(table.result.rule))], ")"), "", 4),
            ]
        asked = table.decision.seats if table.decision is not None else ()
        return [*then, *laid_out("game", Code(".asked(", [("", str(seat)) for seat in asked], ")"), "", 4)]

    return lines


def _refused(done: Refused) -> Callable[[Written], list[str]]:
    """Every rule that it is refused under; where none is concerned, why it is."""

    def lines(written: Written) -> list[str]:
        rules = dict.fromkeys(reason.rule for reason in done.reasons if reason.rule)
        parts = [("", quoted(rule)) for rule in rules] or [("text=", quoted(done.reasons[0].text))]
        return laid_out("game", Code(".refused(", parts, ")"), "", 4)

    return lines
