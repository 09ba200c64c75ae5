"""Checks of request fields, each of which raises INVALID_REQUEST naming the field; and reading commands out of
requests.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from google.protobuf import any_pb2

from rulekeeper.kernel import Game, Reason, Refused, from_fields, from_value
from rulekeeper.projections import delimited
from rulekeeper.server.acts import OWN
from rulekeeper.server.errors import invalid
from rulekeeper.v1 import audit_pb2, games_pb2, table_pb2

_GAME_ID = re.compile(r"[a-z0-9-]{1,64}", re.ASCII)
_LONGEST_NAME = 40
_LONGEST_ID = 64
_TURNS = "\N{ARABIC LETTER MARK}\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that leave no mark."""


def game_id(text: str) -> str:
    if not _GAME_ID.fullmatch(text):
        raise invalid("game_id", "1 to 64 small letters, digits and hyphens are wanted")
    return text


def identifier(field: str, data: bytes) -> bytes:
    """An id that a client chose. None is like those that the service gives its own acts."""
    if not 1 <= len(data) <= _LONGEST_ID:
        raise invalid(field, f"1 to {_LONGEST_ID} bytes are wanted, these are {len(data)}")
    if data.startswith(OWN):
        raise invalid(field, "it begins like the service's own ids: 16 random bytes are best")
    return data


def at_most(field: str, data: bytes | str, most: int) -> None:
    if len(data) > most:
        raise invalid(
            field, f"at most {most} {'bytes' if isinstance(data, bytes) else 'characters'}, these are {len(data)}"
        )


def within(field: str, number: int, low: int, high: int, default: int) -> int:
    """A number in its range; 0 stands for the default."""
    if number == 0:
        return default
    if not low <= number <= high:
        raise invalid(field, f"from {low} to {high} is wanted, this is {number}")
    return number


def name(text: str) -> str:
    """A player's name."""
    if not 1 <= len(text) <= _LONGEST_NAME:
        raise invalid("name", f"1 to {_LONGEST_NAME} characters are wanted, these are {len(text)}")
    if any(_controls(character) for character in text) or not any(_can_be_seen(character) for character in text):
        raise invalid("name", "it holds control characters, or nothing that can be seen")
    return text


def words(field: str, text: str, most: int) -> str:
    """What somebody has to say, to be read by others: line feeds are fine."""
    if not 1 <= len(text) <= most:
        raise invalid(field, f"1 to {most} characters are wanted, these are {len(text)}")
    if any(_controls(character) for character in text if character != "\n") or not any(map(_can_be_seen, text)):
        raise invalid(field, "it holds control characters, or nothing that can be seen")
    return text


def _controls(character: str) -> bool:
    """Also what turns the direction of the text around it: a name is shown amid other text."""
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _TURNS


def _can_be_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK


def command_bytes(
    game: Game[Any],
    request: games_pb2.SubmitCommandRequest | games_pb2.CheckCommandRequest | audit_pb2.ExplainRefusalRequest,
) -> bytes | Refused:
    """The game's `Command`, as bytes; refused where the request holds no command of this game. INVALID_REQUEST
    where it holds none at all.
    """
    match request.WhichOneof("command"):
        case "message":
            return _packed(game, request.message)
        case "fields":
            return _from_fields(game, request.fields)
        case _:
            raise invalid("command", "a message or fields are wanted")


def _packed(game: Game[Any], message: any_pb2.Any) -> bytes | Refused:
    full_name = message.type_url.rpartition("/")[2]
    if full_name == game.command.DESCRIPTOR.full_name:
        return message.value
    number = _numbers(game).get(full_name)
    if number is None:
        text = f"{full_name or 'a message without a type'} is not a command of {game.ruleset}"
        return Refused("malformed", (Reason("", text),))
    # The message becomes a field of `Command` as it is: the kernel, which parses it, says whether it is one.
    return delimited(number, message.value)


@functools.lru_cache(maxsize=64)
def _numbers(game: Game[Any]) -> Mapping[str, int]:
    """The number of each kind of command in the game's `Command`, by the kind's full name."""
    fields = game.command.DESCRIPTOR.fields_by_name
    return {kind.DESCRIPTOR.full_name: fields[name].number for kind, name in game.command_name.items()}


def _from_fields(game: Game[Any], fields: table_pb2.CommandFields) -> bytes | Refused:
    return from_fields(game, fields.command, {name: from_value(value) for name, value in fields.fields.items()})
