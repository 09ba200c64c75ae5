"""How things look: in 80 columns for people, of which a Japanese character takes two; as JSON for machines."""

import datetime
import itertools
import json
import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from google.protobuf import any_pb2, struct_pb2
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from rich.cells import cell_len, chop_cells, set_cell_size
from rich.console import Console

from rulekeeper.cli.wording import (
    NOBODY,
    NOTHING,
    author_words,
    entry_words,
    fact_words,
    listed,
    number_words,
    rule_words,
    seat_words,
    winner_words,
)
from rulekeeper.client import Part, Reason, from_value
from rulekeeper.testing.messages import unpacked
from rulekeeper.v1 import facts_pb2, table_pb2

COLUMNS = 80


def console(stderr: bool = False) -> Console:
    """Never wider than 80 columns, so that what is written looks the same in a log as on a screen."""
    width = min(COLUMNS, shutil.get_terminal_size((COLUMNS, 24)).columns)
    return Console(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


def clean(text: str) -> str:
    """Without what a terminal would obey: what people wrote, and what was sent and refused, may hold anything."""
    return "".join("·" if unicodedata.category(each) in ("Cc", "Cf", "Cs") and each != "\n" else each for each in text)


def put(*lines: str) -> None:
    """Lines for people."""
    for line in lines:
        print(clean(line))


def put_json(document: object) -> None:
    """One JSON document on a line of its own."""
    print(json.dumps(document, ensure_ascii=False), flush=True)


def as_json(message: Message) -> Any:
    """A message as JSON: field names as in the .proto, bytes in hexadecimal, enums by name, numbers as numbers.

    An `Any` becomes its message with "@type"; a `Value` the plain value; what is empty is left out.
    """
    match message:
        case any_pb2.Any():
            inner = unpacked(message)
            name = message.type_url.rpartition("/")[2]
            if inner is message:
                return {"@type": name, "bytes": message.value.hex()} if name else None
            return {"@type": name, **as_json(inner)}
        case struct_pb2.Struct():
            return MessageToDict(message)
        case facts_pb2.Value():
            return json_value(from_value(message))
    found: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            found[field.name] = {key: field_json(field, each) for key, each in value.items()}
        elif field.is_repeated:
            found[field.name] = [field_json(field, each) for each in value]
        else:
            found[field.name] = field_json(field, value)
    return found


def field_json(field: Any, value: Any) -> Any:
    if isinstance(value, Message):
        return as_json(value)
    if field.enum_type is not None:
        known = field.enum_type.values_by_number.get(value)
        return known.name if known else value
    return json_value(value)


def json_value(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    return [json_value(each) for each in value] if isinstance(value, tuple) else value


def folded(text: str, first: str = "", rest: str | None = None, columns: int = COLUMNS) -> list[str]:
    """A text in so many columns, `first` before its first line and `rest` before the others (blanks, if left out). It
    is broken between words; a word only where it is wider than a line, and then where it lists things.
    """
    indent = " " * cell_len(first) if rest is None else rest
    lines = [first]
    for blanks, word in re.findall(r"(\s*)(\S+)", text):
        gap = " " * len(blanks)
        for part in pieces(word, columns - cell_len(indent)):
            if cell_len(lines[-1]) + len(gap) + cell_len(part) <= columns:
                lines[-1] += gap + part
            else:
                lines.append(indent + part)
            gap = ""
    return [line.rstrip() for line in lines]


def pieces(word: str, width: int) -> list[str]:
    """A word, or where it is wider than this, its parts: of a list (a+b+c) each, and what is too wide even so, cut."""
    if cell_len(word) <= width:
        return [word]
    return [part for each in re.findall(r"[^+]*\++|[^+]+", word) for part in chop_cells(each, width)]


def at_both_ends(left: str, right: str) -> str:
    """A line of 80 columns with one text at its beginning and one at its end; empty where they do not fit."""
    between = COLUMNS - cell_len(left) - cell_len(right)
    return f"{left}{' ' * between}{right}" if between > 1 else ""


def with_right(lines: Sequence[str], right: str) -> list[str]:
    """Lines with a text at the right end of the last, or on one more where it does not fit."""
    if line := at_both_ends(lines[-1], right):
        return [*lines[:-1], line]
    return [*lines, f"{right:>{COLUMNS}}"]


def ruled_lines(text: str, first: str, rule: table_pb2.RuleRef, rest: str | None = None) -> list[str]:
    """A text with its rule at the end of its line, or on the next where it does not fit. `first`, `rest`: as in
    `folded`.
    """
    cited = rule_words(rule)
    if line := at_both_ends(first + text, cited):
        return [line]
    return [*folded(text, first, rest), f"{cited:>{COLUMNS}}"]


def fact_lines(
    facts: Iterable[table_pb2.SeenFact],
    indent: str = "    ",
    names: Mapping[int, str] = NOBODY,
    rest: str | None = None,
) -> list[str]:
    """Each fact, with its rule. `rest`: what stands before its further lines, a little more than `indent` if left
    out.
    """
    rest = indent + "  " if rest is None else rest
    return [line for fact in facts for line in ruled_lines(fact_words(fact, names), indent, fact.rule, rest)]


def reason_lines(reasons: Iterable[Reason], indent: str = "    ") -> list[str]:
    """Each reason, with what the number in it is made of."""
    lines: list[str] = []
    for each in reasons:
        lines += folded(f"{each.field}: {each}" if each.field and not each.rule else str(each), indent, indent + "  ")
        lines += part_lines(each.parts, indent + "    ")
    return lines


def part_lines(parts: Iterable[Part], indent: str) -> list[str]:
    """What a number is made of: "+2 loyalty icons (whi.card.loyalty-icons, page 7)", a line each."""
    return [line for each in parts for line in folded(str(each), indent, indent + "   ")]


def seat_names(info: table_pb2.GameInfo) -> dict[int, str]:
    """Names by seat, "seat 2" where there is none; with the seat where two have the same: "random (seat 2)"."""
    taken = [seat.name for seat in info.seats]
    return {
        number: (f"{name} (seat {number})" if taken.count(name) > 1 else name) if name else f"seat {number}"
        for number, name in enumerate(taken)
    }


def seats_lines(info: table_pb2.GameInfo) -> list[str]:
    """Who sits where."""
    seated = (f"{number} {seat.name or '(free)'}" for number, seat in enumerate(info.seats))
    return folded(", ".join(seated), "seats       ")


def table_lines(text: str, info: table_pb2.GameInfo) -> list[str]:
    """The table as text, and who sits where: it names seats by number only."""
    return [*text.rstrip().split("\n"), *seats_lines(info)]


def waiting_lines(asked: table_pb2.Decision, names: Mapping[int, str]) -> list[str]:
    """Whom the table waits for, and under which rule."""
    who = ", ".join(seat_words(seat, names) for seat in asked.seats)
    return folded(f"waiting for {who}: {asked.rule.title} ({rule_words(asked.rule)})") if who else []


def status_lines(status: table_pb2.GameStatus.ValueType) -> list[str]:
    """That the game is paused, where it is."""
    paused = status == table_pb2.GAME_STATUS_PAUSED
    return ["PAUSED: nobody plays on before a judge lets them"] if paused else []


def on_screen(lines: Sequence[str]) -> str:
    """As many lines as the terminal shows at once: the last ones, for there stands what is needed most."""
    room = console().height - 1
    return clean("\n".join(lines if len(lines) <= room else ["...", *lines[len(lines) - room + 1 :]]))


def step_lines(step: table_pb2.Step, names: Mapping[int, str], bare: str = NOTHING) -> list[str]:
    """An entry for people: version, who, what was asked for, and each fact with its rule. `bare`: what is said where
    there is nothing of all that.
    """
    what = entry_words(step, names) or ("" if step.facts else bare)
    head = f"{step.version:>5}  {author_words(step, names)}"
    lines = folded(what, f"{head}: ", "         ") if what else [head]
    return [*lines, *fact_lines(step.facts, "         ", names)]


def without_facts(step: table_pb2.Step) -> table_pb2.Step:
    """An entry without its facts."""
    copy = table_pb2.Step()
    copy.CopyFrom(step)
    del copy.facts[:]
    return copy


def time_words(time_us: int) -> str:
    """ "2026-11-30 12:00:05Z" """
    try:
        return datetime.datetime.fromtimestamp(time_us // 1_000_000, datetime.UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return f"{time_us} microseconds after 1970"


def setup_words(setup: str) -> str:
    """What a game is played with, in a few words: "set: great-war". Lists are told of only where nothing else is."""
    chosen = json.loads(setup or "{}")
    one = [(name, str_of(value)) for name, value in chosen.items() if not isinstance(value, list | dict)]
    several = [(name, few(list(value))) for name, value in chosen.items() if isinstance(value, list | dict)]
    said = [f"{name.replace('_', ' ')}: {value}" for name, value in one if value]
    return ", ".join(said or [f"{name.replace('_', ' ')}: {value}" for name, value in several if value])


def str_of(value: object) -> str:
    """Empty for what is not there."""
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)


def few(values: Sequence[object]) -> str:
    """ "scout, donation and 8 more" """
    listed = ", ".join(map(str_of, values[:2]))
    return f"{listed} and {len(values) - 2} more" if len(values) > 2 else listed


def status_words(info: table_pb2.GameInfo) -> str:
    """Where a game stands, and who has won."""
    status = number_words(table_pb2.GameStatus.DESCRIPTOR, info.status)
    if info.status != table_pb2.GAME_STATUS_OVER:
        return status
    return f"over, {winner_words(info.winners, seat_names(info)) or 'a draw'}"


def over_lines(info: table_pb2.GameInfo) -> list[str]:
    """How a game has ended, and under which rule; none while it runs."""
    if info.status != table_pb2.GAME_STATUS_OVER:
        return []
    rule = f" ({rule_words(info.ending)})" if info.ending.id else ""
    return folded(f"{status_words(info)}{rule}")


def asked_back_lines(info: table_pb2.GameInfo) -> list[str]:
    """Who asks the others to take something back, and who is to answer, where somebody does."""
    if not info.HasField("taking_back"):
        return []
    asked, names = info.taking_back, seat_names(info)
    who, others = seat_words(asked.seat, names), [seat_words(seat, names) for seat in asked.waiting_for]
    said = f"{who} asks to go back to version {asked.to}{f': {asked.reason}' if asked.reason else ''}"
    answer = f"; {listed(others)} must answer: rulekeeper agree {info.game_id}, with --no if not" if others else ""
    return folded(f"{said}{answer}", "", "  ")


def fork_words(info: table_pb2.GameInfo) -> str:
    """Where a fork comes from; empty of what is none."""
    return f"forked from {info.forked_from}, version {info.forked_at}" if info.forked_from else ""


GAP = 2
"""Blanks between two columns."""


def grid(titles: Sequence[str], rows: Iterable[Sequence[str]], whole: int = 1) -> None:
    """Rows under titles, in the columns there are. The first `whole` name the row: they are copied, and must be in one
    piece. Words are not broken: where the columns are too narrow for them, the others stand below these.
    """
    put(*grid_lines([titles, *rows], whole))


def grid_lines(rows: Sequence[Sequence[str]], whole: int) -> list[str]:
    columns = list(zip(*rows, strict=True))
    natural = [max(map(cell_len, column)) for column in columns]
    longest = [max((cell_len(word) for text in column for word in text.split()), default=0) for column in columns]
    widths = [*natural[:whole], *longest[whole:]]
    spare = COLUMNS - GAP * (len(widths) - 1) - sum(widths)
    if spare < 0:
        return [line for row in rows for line in below(row, natural, whole)]
    for _ in range(spare):
        # Whichever column lacks most.
        lacking = [wanted - width for wanted, width in zip(natural, widths, strict=True)]
        widths[lacking.index(max(lacking))] += max(lacking) > 0
    return [line for row in rows for line in beside(row, widths)]


def beside(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """A row of a table, each text folded in its column."""
    cells = [folded(text, columns=width) for text, width in zip(row, widths, strict=True)]
    lines = itertools.zip_longest(*cells, fillvalue="")
    return [(" " * GAP).join(map(set_cell_size, line, widths)).rstrip() for line in lines]


def below(row: Sequence[str], widths: Sequence[int], whole: int) -> list[str]:
    """A row's name in a line, and below it all else that there is."""
    named = beside(row[:whole], widths[:whole])
    return [*named, *folded("; ".join(text for text in row[whole:] if text), "    ")]


class Progress:
    """A line on the error output that says how far long work has come; where that is no terminal, one every `EVERY`
    seconds.
    """

    EVERY = 10.0

    def __init__(self, what: str, quiet: bool = False) -> None:
        self._what = what
        self._terminal = sys.stderr.isatty()
        self._shown = not quiet
        self._next = 0.0 if self._terminal else time.monotonic() + self.EVERY

    def __call__(self, done: int, of: int) -> None:
        if self._shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + (0.1 if self._terminal else self.EVERY)
            line = f"{self._what} {done} of {of}" if of else f"{self._what} {done}"
            print(
                f"\r{line}" if self._terminal else line, end="" if self._terminal else "\n", file=sys.stderr, flush=True
            )

    def end(self) -> None:
        if self._shown and self._terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
