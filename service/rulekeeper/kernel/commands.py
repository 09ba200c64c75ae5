"""Commands as messages and as bytes: a game's `Command` holds one of its kinds of command, and its bytes are
what goes on record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from google.protobuf.message import DecodeError, Message

from rulekeeper.kernel.game import Game
from rulekeeper.kernel.reasons import Reason
from rulekeeper.kernel.shapes import type_of
from rulekeeper.kernel.values import Plain

Kind = Literal["refused", "stale", "not_asked", "malformed", "over", "not_started"]
"""What sort of no: the rules do not allow the command (refused); it answers a decision that is not open (stale); the
table waits for other seats (not_asked); it is no command of the game, or not a whole one (malformed); the game has
ended (over), or not begun (not_started).
"""


class Refused(msgspec.Struct, frozen=True):
    """No. Each reason names its rule (empty only where no rule of the game is concerned); there is at least one."""

    kind: Kind
    reasons: tuple[Reason, ...]


def pack(game: Game[Any], command: Message) -> bytes:
    """A command as the game's `Command`, the form that goes on record. TypeError where it is none of the game's."""
    name = game.command_name.get(type(command))
    if name is None:
        raise TypeError(f"{type(command).__name__} is not a command of {game.ruleset}")
    return game.command(**{name: command}).SerializeToString(deterministic=True)


def unpack(game: Game[Any], command: bytes) -> Message:
    """The one command inside a game's `Command` that is on record; `parse` is for what comes from outside."""
    packed = game.command.FromString(command)
    inner: Message = getattr(packed, packed.WhichOneof("command"))
    return inner


def parse(game: Game[Any], command: bytes) -> Message | Refused:
    """The command inside the bytes; refused where this game has no such command, or it has fields that the
    game does not know.
    """
    try:
        packed = game.command.FromString(command)
    except DecodeError:
        return _malformed("these bytes are no command of this game")
    name = packed.WhichOneof("command")
    if packed.ByteSize() != len(command):
        return _malformed("the command is not written as this game's messages are")
    packed.DiscardUnknownFields()
    if packed.ByteSize() != len(command):
        return _malformed("the command has fields that this game does not know")
    if name is None:
        return _malformed("the command is empty")
    inner: Message = getattr(packed, name)
    return inner


def from_fields(game: Game[Any], command: str, fields: Mapping[str, Plain]) -> bytes | Refused:
    """The game's `Command`, as bytes, from a command's full name and its fields by name: for clients that do not have
    the game's messages. A field that takes several values takes a tuple; None: it is left out.
    """
    message = game.command_type.get(command)
    if message is None:
        return _malformed(f"{command or 'nothing'} is not a command of {game.ruleset}")
    wrong = [name for name in fields if name not in message.DESCRIPTOR.fields_by_name]
    if wrong:
        has = f"{message.DESCRIPTOR.name} has {', '.join(message.DESCRIPTOR.fields_by_name) or 'no fields'}"
        return Refused("malformed", tuple(Reason("", f"there is no such field; {has}", name) for name in wrong))
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if value is None:
            continue
        field = message.DESCRIPTOR.fields_by_name[name]
        if isinstance(value, tuple) != bool(field.is_repeated):
            return _malformed("a list is wanted" if field.is_repeated else "one value is wanted", name)
        wanted = type_of(field)
        if any(type(one) is not wanted for one in (value if isinstance(value, tuple) else (value,))):
            return _malformed(f"{_TOLD[wanted]} is wanted", name)
        values[name] = value
    try:
        return pack(game, message(**values))
    except ValueError:
        return _malformed("a number is out of range, or a text is not Unicode")


_TOLD: Mapping[type, str] = {int: "a whole number", str: "a text", bool: "true or false", bytes: "data"}


def _malformed(text: str, field: str = "") -> Refused:
    return Refused("malformed", (Reason("", text, field),))
