"""Positions: a state as JSON, and where in the rules to begin. Disputes, puzzles and most rule tests start
from one.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Annotated, Any, TypeVar

import msgspec
import pydantic

from rulekeeper.kernel.errors import InvalidPosition, InvalidSetup, KernelError, ScriptFailed
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.scripts import Rule
from rulekeeper.kernel.table import Origin
from rulekeeper.kernel.values import Plain

S = TypeVar("S")


def _result(value: Any) -> str | int:
    if type(value) is str or (type(value) is int and value >= 0):
        return value
    raise ValueError(f"{value!r} is neither a kind nor a number that can be drawn")


class PositionCommand(pydantic.BaseModel, frozen=True, extra="forbid"):
    """A command since the position: by seat, kind and fields."""

    seat: int = pydantic.Field(ge=0)
    command: str
    """The kind by its short name ("PlayCard") or its full one."""
    fields: dict[str, Any] = {}


class Position(pydantic.BaseModel, frozen=True, extra="forbid"):
    """A position as a person writes it.

    `entry` is one of the game's entry points, `args` what its script takes; `state` is the game's state, of
    which what is left out has its default. `commands` are sent at once when the game begins; `draws` are the
    results of the first draws, in order: kinds, and the numbers where numbers are drawn.
    """

    game: str
    seats: int = pydantic.Field(ge=1)
    entry: str
    args: list[Any] = []
    state: dict[str, Any] = {}
    commands: list[PositionCommand] = []
    draws: list[Annotated[str | int, pydantic.BeforeValidator(_result)]] = []

    def text(self) -> str:
        """The position as JSON, the same for equal positions."""
        return json.dumps(self.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_position(game: Game[S], text: str) -> Position:
    """Checks a position against its game; InvalidPosition says what is wrong and where."""
    position = _parsed(text)
    if position.game != game.ruleset:
        raise InvalidPosition(f"game: {position.game} is not {game.ruleset}")
    if position.seats not in game.seats:
        raise InvalidPosition(f"seats: {position.seats} is not from {game.seats[0]} to {game.seats[-1]}")
    if position.entry not in game.entry_points:
        raise InvalidPosition(f"entry: {position.entry} is not one of {', '.join(game.entry_points)}")
    state = state_of(game, position)
    for where in _unknown(position.state, state, "$"):
        raise InvalidPosition(f"state: there is no field `{where}`")
    try:
        fault = game.fault(state, position.seats)
    except Exception as wrong:
        raise InvalidPosition(f"state: it is no table of {game.title}") from wrong
    if fault:
        raise InvalidPosition(f"state: {fault}")
    _args(game, position)
    return position


def _parsed(text: str) -> Position:
    try:
        return Position.model_validate_json(text)
    except pydantic.ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the position"
        raise InvalidPosition(f"{where}: {first['msg']}") from wrong


def state_of(game: Game[S], position: Position) -> S:
    """The state that a position describes."""
    try:
        return msgspec.convert(position.state, type=game.state, str_keys=True)
    except msgspec.ValidationError as wrong:
        raise InvalidPosition(f"state: {wrong}") from wrong


def _unknown(given: Any, read: Any, where: str) -> Iterator[str]:
    """What of the given JSON was not read, because no field has that name."""
    if isinstance(given, dict) and isinstance(read, msgspec.Struct):
        attributes = dict(zip(read.__struct_encode_fields__, read.__struct_fields__, strict=True))
        for name, value in given.items():
            if name in attributes:
                yield from _unknown(value, getattr(read, attributes[name]), f"{where}.{name}")
            elif name != read.__struct_config__.tag_field:
                yield f"{where}.{name}"
    elif isinstance(given, dict) and isinstance(read, dict):
        inner = {str(key): value for key, value in read.items()}
        for name, value in given.items():
            yield from _unknown(value, inner.get(name), f"{where}.{name}")
    elif isinstance(given, list) and isinstance(read, tuple | list):
        for number, (value, inner_value) in enumerate(zip(given, read, strict=False)):
            yield from _unknown(value, inner_value, f"{where}[{number}]")


def state_as_json(state: Any) -> dict[str, Any]:
    """A state as a position holds it."""
    built: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return built


def read_setup(game: Game[S], text: str) -> Any:
    """A set-up from JSON, checked and complete; InvalidSetup says what is wrong and where."""
    try:
        return game.setup.model_validate_json(text or "{}")
    except pydantic.ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the set-up"
        raise InvalidSetup(f"{where}: {first['msg']}") from wrong


def first_state(game: Game[S], origin: Origin) -> tuple[S, tuple[str | int, ...]]:
    """The state before the first script, the set-up's or the position's; and the draws that the position foretells."""
    if origin.position:
        # What was checked when the game was created is not checked again: later checks do not change history.
        position = _parsed(origin.position)
        return state_of(game, position), tuple(position.draws)
    if origin.seats not in game.seats:
        raise InvalidSetup(f"{origin.seats} seats are not from {game.seats[0]} to {game.seats[-1]}")
    setup = read_setup(game, origin.setup)
    try:
        return game.initial(setup, origin.seats), ()
    except KernelError:
        raise
    except Exception as wrong:
        raise ScriptFailed(game.main.id, f"the state before it: {type(wrong).__name__}: {wrong}") from wrong


def first_script(game: Game[S], origin: Origin) -> tuple[Rule[Any, Any, Any], tuple[Plain, ...]]:
    """The script that a game begins with, and its arguments."""
    if not origin.position:
        return game.main, ()
    position = read_position(game, origin.position)
    return game.entry_points[position.entry], _args(game, position)


def _args(game: Game[S], position: Position) -> tuple[Plain, ...]:
    args = tuple(_plain(value) for value in position.args)
    try:
        inspect.signature(game.entry_points[position.entry].function).bind(None, *args)
    except TypeError as wrong:
        raise InvalidPosition(f"args: {wrong}") from wrong
    return args


def _plain(value: Any) -> Plain:
    if isinstance(value, list):
        return tuple(_plain(part) for part in value)
    if value is None or isinstance(value, bool | int | str):
        return value
    raise InvalidPosition(f"args: {value!r} is not a plain value")
