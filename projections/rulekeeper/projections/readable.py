"""Readable copies: what the bytes of entries and steps say, as JSON values.

A message becomes an object with the field names of the .proto. Numbers, truth values and texts that have no presence of
their own are always in it; all else only where it is set. Bytes are in hexadecimal, enums by name, an `Any` or a game's
own message has its full name under "@type", and a `rulekeeper.v1.Value` is the plain value.
"""

from __future__ import annotations

import datetime
import functools
import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError, Message

from rulekeeper.kernel import SPECTATOR, Audience, Game, from_value
from rulekeeper.projections.rules import rule_ref
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.v1.facts_pb2 import Value
from rulekeeper.v1.table_pb2 import Step

Json: TypeAlias = Any
"""What JSON has: None, bool, int, str, lists and dicts of these."""

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_PLATFORM = ("command", "facts")
"""The fields of an entry that are a game's own messages."""


def canonical(value: object) -> bytes:
    """The one way to write it: JSON in UTF-8, keys sorted, without blanks; only quotes, backslashes and control
    characters are escaped.
    """
    return msgspec.json.encode(value, order="sorted")


@functools.lru_cache(maxsize=64)
def edition(game: Game[Any]) -> str:
    """16 hexadecimal digits that stand for what a copy has from the installed game, and not from the bytes: its title,
    the pages of its rules, and which fields are hidden.
    """
    pages = sorted((rule.id, rule.page) for rule in game.rulebook.values())
    hidden = sorted((fact, list(fields)) for fact, fields in game.hidden_of.items())
    return hashlib.sha256(canonical([game.title, pages, hidden])).hexdigest()[:16]


def entry_copy(entry: Entry, game: Game[Any] | None) -> dict[str, Json]:
    """All that an entry says. `game` None: without the command and the facts, which take the game's messages."""
    copy = _dated(plain(entry))
    facts, command = (copy.pop(name, None) for name in ("facts", "command"))
    if game is None:
        return copy
    if command is not None:
        copy["command"] = _opened(game.command, "command", entry.command)
    if facts:
        copy["facts"] = _facts(game, entry.facts)
    return copy


def step_copy(step: Step, game: Game[Any]) -> dict[str, Json]:
    """All that a step says, but for version and digest."""
    copy = _dated(plain(step))
    del copy["version"], copy["digest"]
    if step.HasField("command"):
        copy["command"] = _unpacked(step.command, game)
    if step.facts:
        copy["facts"] = [
            {
                "rule": fact.rule.id,
                "page": fact.rule.page,
                "amended": fact.amended,
                "fact": _shown(fact.fact, game),
            }
            for fact in step.facts
        ]
    return copy


def without_edition(copy: Json) -> Json:
    """An entry's copy without what it has from the installed game."""
    if not isinstance(copy, dict) or not isinstance(copy.get("facts"), list):
        return copy
    facts = [
        {name: part for name, part in fact.items() if name not in ("page", "hidden")}
        if isinstance(fact, dict)
        else fact
        for fact in copy["facts"]
    ]
    return copy | {"facts": facts}


def without_game(copy: Json) -> Json:
    """An entry's copy without the command and the facts."""
    return {name: part for name, part in copy.items() if name not in _PLATFORM} if isinstance(copy, dict) else copy


def difference(copy: Json, made: Json, where: str = "") -> str:
    """Where a copy is not what was made anew, such as "facts[2].fact.card"; empty: nowhere.

    A field that the copy lacks is as good as 0, "" or false: whoever wrote it may not have known of it.
    """
    if isinstance(copy, dict) and isinstance(made, dict):
        extra = sorted(copy.keys() - made.keys())
        if extra:
            return f"{where}.{extra[0]}".lstrip(".")
        for name, part in made.items():
            if name in copy:
                if found := difference(copy[name], part, f"{where}.{name}".lstrip(".")):
                    return found
            elif part not in (0, "", False):
                return f"{where}.{name}".lstrip(".")
        return ""
    if isinstance(copy, list) and isinstance(made, list) and len(copy) == len(made):
        pairs = enumerate(zip(copy, made, strict=True))
        return next((found for at, (one, other) in pairs if (found := difference(one, other, f"{where}[{at}]"))), "")
    return "" if type(copy) is type(made) and copy == made else where or "all of it"


def plain(message: Message) -> dict[str, Json]:
    """A message as an object."""
    copy: dict[str, Json] = {}
    for name, is_written, writes in _parts(message.DESCRIPTOR):
        if is_written(message):
            copy[name] = writes(getattr(message, name))
    return copy


_Writes: TypeAlias = Callable[[Any], Json]
_Part: TypeAlias = tuple[str, Callable[[Message], bool], _Writes]
"""A field's name, whether it is written, and how."""


@functools.cache
def _parts(kind: Descriptor) -> tuple[_Part, ...]:
    return tuple(_part(field) for field in kind.fields)


def _part(field: Any) -> _Part:
    name = field.name
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return name, _filled(name), _by_key(_one(field.message_type.fields_by_name["value"]))
    if field.is_repeated:
        return name, _filled(name), _in_order(_one(field))
    if field.has_presence:
        return name, lambda message: message.HasField(name), _one(field)
    if field.enum_type is not None:
        return name, _filled(name), _one(field)
    return name, lambda message: True, _one(field)


def _filled(name: str) -> Callable[[Message], bool]:
    return lambda message: bool(getattr(message, name))


def _in_order(writes: _Writes) -> _Writes:
    return lambda values: [writes(value) for value in values]


def _by_key(writes: _Writes) -> _Writes:
    return lambda values: {str(key): writes(value) for key, value in values.items()}


def _one(field: Any) -> _Writes:
    """How one value of a field is written."""
    if field.message_type is not None:
        if field.message_type is Value.DESCRIPTOR:
            return lambda value: _listed(from_value(value))
        return plain
    if field.enum_type is not None:
        names = {number: value.name for number, value in field.enum_type.values_by_number.items()}
        return lambda number: names.get(number, number)
    if field.type == field.TYPE_BYTES:
        return bytes.hex
    return lambda value: value


def _listed(value: Any) -> Json:
    if isinstance(value, tuple):
        return [_listed(part) for part in value]
    return value.hex() if isinstance(value, bytes) else value


def _dated(copy: dict[str, Json]) -> dict[str, Json]:
    """With the time as people read it: "2026-11-30T08:04:23.123456Z"."""
    time_us = copy.pop("time_us")
    try:
        time = _EPOCH + datetime.timedelta(microseconds=time_us)
        copy["time"] = time.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
    except OverflowError:
        copy["time"] = time_us
    return copy


def _facts(game: Game[Any], data: bytes) -> Json:
    """Each fact with its rule and who sees it; in hexadecimal where they are none of the game's."""
    try:
        packed: Any = game.facts.FromString(data)
    except DecodeError:
        return data.hex()
    rules = list(packed.rules)
    found = []
    for fact in packed.facts:
        name = fact.WhichOneof("fact")
        rule = rules[fact.rule] if fact.rule < len(rules) else ""
        found.append(
            {
                "rule": rule,
                "page": rule_ref(game, rule).page,
                "audience": _viewers(fact.audience),
                "hidden": list(game.hidden_of.get(name, ())),
                "private": fact.private,
                "amended": fact.amended,
                "fact": _named(getattr(fact, name)) if name else None,
            }
        )
    return found


def viewer_words(viewer: int) -> str:
    """ "seat 0", "spectator" """
    return "spectator" if viewer == SPECTATOR else f"seat {viewer}"


def _viewers(audience: Audience) -> list[str]:
    return [viewer_words(bit - 1) for bit in range(audience.bit_length()) if audience >> bit & 1]


def _opened(kind: type[Message], oneof: str, data: bytes) -> Json:
    """The one message that a message holds; in hexadecimal where it is none, or holds another thing."""
    try:
        outer = kind.FromString(data)
    except DecodeError:
        return data.hex()
    name = outer.WhichOneof(oneof)
    return _named(getattr(outer, name)) if name else data.hex()


def _named(message: Message) -> Json:
    return {"@type": message.DESCRIPTOR.full_name, **plain(message)}


def _unpacked(packed: AnyMessage, game: Game[Any]) -> Json:
    name = packed.type_url.rpartition("/")[2]
    kind = _kinds(game).get(name)
    return {"@type": name, "bytes": packed.value.hex()} if kind is None else _named(kind.FromString(packed.value))


def _shown(packed: AnyMessage, game: Game[Any]) -> Json:
    """A fact as its viewer gets it. What may be hidden from them is left out where it is empty: it does not say 0."""
    copy = _unpacked(packed, game)
    hidden = _hidden(game).get(copy["@type"], ())
    return {name: part for name, part in copy.items() if part or name not in hidden}


@functools.lru_cache(maxsize=64)
def _hidden(game: Game[Any]) -> dict[str, tuple[str, ...]]:
    """The hidden fields of each kind of fact, by its full name."""
    return {kind.DESCRIPTOR.full_name: game.hidden_of[name] for kind, name in game.fact_name.items()}


@functools.lru_cache(maxsize=64)
def _kinds(game: Game[Any]) -> dict[str, type[Message]]:
    """The game's own facts and commands by their full names."""
    return {kind.DESCRIPTOR.full_name: kind for kind in (*game.reducers, *game.command_name)}
