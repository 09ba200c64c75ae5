"""Commands and facts as a judge types them."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from rulekeeper.cli import wording
from rulekeeper.cli.failing import Problem
from rulekeeper.cli.play import pair
from rulekeeper.client import Choice
from rulekeeper.testing.messages import messages
from rulekeeper.v1 import games_pb2

FOR_EXAMPLE = """write FactName seat=0 coins=2, or FactName {"seat": 0, "coins": 2}."""

_PART = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\S)+')


def command_of(text: str, ruleset: games_pb2.GetRulesetResponse) -> tuple[int | None, Choice]:
    """ "0: PlayCard card=12 at=start": whose command it is (none: not said), and which. Raises `Problem`."""
    who, colon, rest = text.partition(":")
    seat = None
    if colon and (not who.strip() or who.strip().isdigit()):
        seat, text = int(who) if who.strip() else None, rest
    name, fields = words_of(text, "PlayCard card=12")
    known = {each.command.rpartition(".")[2]: each.command for each in ruleset.commands}
    full = known.get(name, name)
    if full not in known.values():
        raise Problem(f"{ruleset.info.ruleset} has no command {name!r}", close_to(name, known, "its commands"))
    return seat, Choice(full, dict(pair(field) for field in fields))


def fact_of(text: str, ruleset: games_pb2.GetRulesetResponse) -> Message:
    """A fact of the game: FIELD=VALUE, values as JSON or text, or all of it as JSON. Raises `Problem`."""
    given: Any
    text = text.strip()
    head, brace, _ = text.partition("{")
    if brace and "=" not in head:
        try:
            given = json.loads(text[len(head) :])
        except (ValueError, RecursionError) as wrong:
            raise Problem(f"this is no JSON: {wrong}", FOR_EXAMPLE) from None
        name = head.strip() or str(given.pop("@type", "")).rpartition("/")[2]
    else:
        name, fields = words_of(text, FOR_EXAMPLE)
        given = dict(plain(field) for field in fields)
    kinds = messages(ruleset.facts)
    kind = kinds.get(name.rpartition(".")[2])
    if kind is None:
        if not kinds:
            raise Problem(f"{ruleset.info.ruleset} is not installed here: its facts cannot be written")
        raise Problem(f"{ruleset.info.ruleset} has no fact {name!r}", close_to(name, kinds, "its facts"))
    return parsed(kind(), given)


def words_of(text: str, example: str) -> tuple[str, Sequence[str]]:
    """A name and its FIELD=VALUE parts: JSON lists and texts are of one piece."""
    parts = [part.group() for part in _PART.finditer(text)]
    if not parts:
        raise Problem("nothing is named", example)
    return parts[0], parts[1:]


def close_to(name: str, known: Iterable[str], what: str) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    return f"do you mean {near[0]}?" if near else f"{what}: {', '.join(sorted(known))}"


def plain(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Problem(f"{text!r} is not FIELD=VALUE", FOR_EXAMPLE)
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def parsed(message: Message, given: Any) -> Message:
    """A message filled with plain values; enum values also in the words that the screen shows ("clean-up")."""
    descriptor = message.DESCRIPTOR
    if not isinstance(given, Mapping):
        raise Problem(f"{descriptor.name}: fields by their names are wanted", FOR_EXAMPLE)
    fields = descriptor.fields_by_name
    for name in given:
        if name not in fields:
            raise Problem(f"{descriptor.name} has no field {name!r}", f"its fields: {', '.join(fields) or 'none'}")
    try:
        return ParseDict({name: of_enum(fields[name], value) for name, value in given.items()}, message)
    except ParseError as wrong:
        raise Problem(f"{descriptor.name}: {wrong}", FOR_EXAMPLE) from None


def of_enum(field: Any, value: Any) -> Any:
    if field.enum_type is None:
        return value
    if isinstance(value, list):
        return [of_enum(field, each) for each in value]
    words = {wording.enum_words(field.enum_type.name, known): known for known in field.enum_type.values_by_name}
    return words.get(value, value) if isinstance(value, str) else value


def numbers(text: str, what: str) -> list[int]:
    """ "0 2" or "0, 2". Raises `Problem`."""
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise Problem(f"{text!r}: {what} are wanted", "write 0 2, for example.")
    return [int(part) for part in parts]


def spot_of(text: str) -> tuple[int, int | None]:
    """ "41" or "41.2": a version, and a fact in it. Raises `Problem`."""
    version, dot, fact = text.strip().partition(".")
    parts = [version, fact] if dot else [version]
    if not all(part.isascii() and part.isdigit() and len(part) < 16 for part in parts) or not int(version):
        raise Problem(f"{text!r} is no version", "write 41, or 41.2 for its second fact.")
    return int(version), int(fact) if dot else None
