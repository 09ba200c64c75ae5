"""Exporting: the table of any game, at any version, as a position that stands exactly there when a game begins from it.

A position begins with an entry point, and there is one for few of the scripts that run. So it is looked for from the
inside out: for each running script, the innermost first, every entry point is tried with the state in which the script
began, and then all that has been sent and drawn since. What comes to another table is none. The last that is tried is
the beginning of the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rulekeeper.kernel.chance import SeededChance
from rulekeeper.kernel.commands import unpack
from rulekeeper.kernel.errors import KernelError, NotExported
from rulekeeper.kernel.folding import effective, fold_all
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.match import Match
from rulekeeper.kernel.positions import Position, PositionCommand
from rulekeeper.kernel.running import LIMITS, Running
from rulekeeper.kernel.scripts import Rule
from rulekeeper.kernel.shapes import shape_of
from rulekeeper.kernel.table import Decision, Frame, Origin, Table
from rulekeeper.kernel.values import Plain
from rulekeeper.v1 import entry_pb2 as pb

NUMBERS = range(10)
"""What is tried for an argument of an entry point that the script which it is to lead to does not have: of a phase, for
example, the number.
"""

Drawn = Sequence[str | int]


def position_of(
    game: Game[Any],
    entries: Sequence[pb.Entry],
    version: int,
    table: Table | None = None,
    ahead: Drawn | None = None,
) -> Position:
    """The table at a version as a position.

    entries: the game's log from entry 1, at least to that version; those that do not count may be among them. table:
    that of the version, where it is at hand; otherwise it is folded. A game that begins from the position asks the same
    seats under the same rule, with the same state and ids of cards, and goes on by the same rules. Later draws are its
    own; ahead: the results that the next ones shall have (None: those that were foretold there, mostly nothing).

    Raises NotExported where there is no such position: nothing is asked then, or a judge has changed the table and no
    script that an entry point leads to has begun since. Raises FoldFailed where the entries do not fold.
    """
    past = _past(game, entries, version, table)
    table = past.table
    coming = table.foretold if ahead is None else tuple(ahead)
    origin = table.origin
    assert origin is not None
    for depth in reversed(range(len(table.frames))):
        frame, mark = table.frames[depth], past.marks[depth]
        if mark.version < past.amended:
            # What a judge changed comes of no command: further out there is nothing.
            break
        draws = [*past.draws[mark.draws :], *coming]
        begun = Table(Origin("", origin.seats), frame.start, foretold=tuple(draws))
        for name, rule, args in _beginnings(game, table, depth):
            if not _leads(game, begun, rule, args, table, depth):
                continue
            position = Position(
                game=game.ruleset,
                seats=origin.seats,
                entry=name,
                args=list(args),
                state=written(frame.start),
                commands=past.commands[mark.commands :],
                draws=draws,
            )
            if _stands(game, position, table, depth, coming):
                return position
    points = ", ".join(game.entry_points) or "none"
    text = f"none of the entry points ({points}) leads there"
    if past.amended:
        text += f"; a judge changed the table in version {past.amended}, and nothing that one leads to has begun since"
    raise NotExported(text, past.amended)


# What has happened.


class _Mark(msgspec.Struct, frozen=True):
    """When a script began: in which version, and how many commands had been sent and results drawn before it."""

    script: str
    aside: bool
    version: int
    commands: int
    draws: int


class _Past(msgspec.Struct, frozen=True):
    """The table, when each running script began, all commands and draws that count, and the last version in which a
    judge changed the table.
    """

    table: Table
    amended: int
    marks: list[_Mark]
    commands: list[PositionCommand]
    draws: list[str | int]


def _past(game: Game[Any], entries: Sequence[pb.Entry], version: int, table: Table | None) -> _Past:
    counting = _until(entries, version)
    if table is None:
        table = fold_all(game, counting)
    if table.decision is None:
        raise NotExported("the game is over: nobody is asked" if table.over else "the game has not begun")
    marks: list[_Mark] = []
    commands: list[PositionCommand] = []
    draws: list[str | int] = []
    opened = amended = 0
    for entry in counting:
        sent = entry.HasField("command")
        if sent:
            commands.append(_command(game, entry))
        elif entry.HasField("amended"):
            amended = entry.version
        packed: Any = game.facts.FromString(entry.facts)
        for fact in packed.facts:
            name = fact.WhichOneof("fact")
            if name == "script_began":
                began = fact.script_began
                marks.append(_Mark(began.script, began.aside, entry.version, len(commands), len(draws)))
            elif name == "script_ended":
                marks.pop()
            elif name == "escaped":
                _leave(marks, fact.escaped.script)
            elif name == "drew":
                draws.append(fact.drew.result or fact.drew.value)
            elif name == "asked":
                if not sent:
                    # Asked anew by a judge: sealed answers that some had given are void.
                    del commands[opened:]
                opened = len(commands)
    return _Past(table, amended, marks, commands, draws)


def _until(entries: Sequence[pb.Entry], version: int) -> list[pb.Entry]:
    """The entries that led to a version."""
    upto = [entry for entry in entries if entry.version <= version]
    if not upto or upto[-1].version != version:
        raise NotExported(f"there is no version {version}: the log ends at {upto[-1].version if upto else 0}")
    return effective(upto)


def _leave(marks: list[_Mark], script: str) -> None:
    while marks:
        left = marks.pop()
        if left.script == script and not left.aside:
            return


def _command(game: Game[Any], entry: pb.Entry) -> PositionCommand:
    message = unpack(game, entry.command)
    name, package = message.DESCRIPTOR.full_name, game.command.DESCRIPTOR.file.package
    short = name.removeprefix(f"{package}.")
    values = shape_of(type(message)).values(message)
    fields = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
    given = {key: value for key, value in fields.items() if value is not None and value != []}
    return PositionCommand(seat=entry.actor.seat, command=name if "." in short else short, fields=given)


# Where to begin.


def _beginnings(
    game: Game[Any], table: Table, depth: int
) -> Iterator[tuple[str, Rule[Any, Any, Any], tuple[Plain, ...]]]:
    """Each entry point that might lead to a running script, with arguments that might."""
    frame = table.frames[depth]
    for name, rule in game.entry_points.items():
        if rule.id == frame.script:
            yield name, rule, frame.args
        elif rule is not game.main and depth:
            for args in _arguments(rule, frame):
                yield name, rule, args


def _arguments(rule: Rule[Any, Any, Any], frame: Frame) -> Iterator[tuple[Plain, ...]]:
    """The script's own, as many as the entry point takes, and a number where one is lacking."""
    count = len(inspect.signature(rule.function).parameters) - 1
    given = frame.args[:count]
    if len(given) == count:
        yield given
    elif len(given) == count - 1:
        for number in NUMBERS:
            yield (*given, number)


def _leads(
    game: Game[Any], begun: Table, rule: Rule[Any, Any, Any], args: tuple[Plain, ...], table: Table, depth: int
) -> bool:
    """Whether the script runs when a game begins so: soon said, and most that might lead there do not."""
    running: Running[Any] = Running(game, begun, 1, SeededChance(b"", 1), None, LIMITS)
    try:
        running.begin(rule, args)
    except Exception:
        # Whatever a script says to arguments that are not for it.
        return False
    return any(_runs(table.frames[depth], running.frames[inner]) for inner in _inner(table, running.frames, depth))


def _inner(table: Table, frames: Sequence[Frame], depth: int) -> Iterator[int]:
    """Where the script at this depth of the table may be among others: inside the same scripts, for they say how it
    goes on. The outermost may be another; and those around the script that an entry point is are not needed.
    """
    was, now = [frame.script for frame in table.frames], [frame.script for frame in frames]
    for inner in range(min(len(now), depth + 1)):
        around = now[: inner + 1]
        if around == was[depth - inner : depth + 1] or (inner == depth and depth and around[1:] == was[1 : depth + 1]):
            yield inner


def _runs(was: Frame, now: Frame) -> bool:
    return was.script == now.script and was.args == now.args


# Whether it stands there.


def _stands(game: Game[Any], position: Position, table: Table, depth: int, coming: tuple[str | int, ...]) -> bool:
    """Begins from it, and compares all that the table is but its outer scripts."""
    try:
        found = Match(game, position=position).table
    except KernelError:
        return False
    return (
        found.foretold == coming
        and found.state == table.state
        and _asks(game, found.decision) == _asks(game, table.decision)
        and any(_run(table.frames[depth:], found.frames[inner:]) for inner in _inner(table, found.frames, depth))
    )


def _run(was: Sequence[Frame], now: Sequence[Frame]) -> bool:
    return len(was) == len(now) and all(
        _runs(one, other) and len(one.answers) == len(other.answers) for one, other in zip(was, now, strict=True)
    )


def _asks(game: Game[Any], decision: Decision | None) -> Any:
    """What is asked, but for the version; answers by what they say, however they are written."""
    if decision is None:
        return None
    given = [(seat, unpack(game, command)) for seat, command in decision.given]
    return decision.rule, decision.seats, decision.sealed, given


# A state as a person would write it.


def written(state: Any) -> Any:
    """A state, or a part of one, as a position holds it, without what has its default."""
    if isinstance(state, msgspec.Struct):
        config = type(state).__struct_config__
        if config.array_like:
            return msgspec.to_builtins(state, str_keys=True)
        tag = {config.tag_field: config.tag} if config.tag_field is not None else {}
        return {**tag, **dict(_told(state))}
    if isinstance(state, tuple | list):
        return [written(part) for part in state]
    if isinstance(state, Mapping):
        return {str(key): written(value) for key, value in state.items()}
    return msgspec.to_builtins(state, str_keys=True)


def _told(state: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(type(state)):
        value = getattr(state, field.name)
        if field.default is not msgspec.NODEFAULT and value == field.default:
            continue
        if field.default_factory is not msgspec.NODEFAULT and value == field.default_factory():
            continue
        yield field.encode_name, written(value)
