"""Snapshots: a whole table as bytes, frames and all, so that a past table need not be folded from the first entry.

They are a cache and never a record: only the very code that wrote a snapshot reads it again, and whoever meets one that
cannot be read folds the log instead.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import zlib
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rulekeeper.kernel.errors import SnapshotError
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.table import Answer, Decision, Frame, Origin, Recorded, Result, Table, Trail
from rulekeeper.kernel.values import Plain

S = TypeVar("S")

_DIGEST = hashlib.sha256().digest_size
_FAST = 1
"""How hard zlib tries: states are much alike, and little is gained by trying harder."""


class _Answer(msgspec.Struct, frozen=True, array_like=True):
    """An `Answer`; `state`: its place among the states."""

    state: int
    facts: int
    script: str
    args: list[Any]
    value: Any
    commands: tuple[tuple[int, bytes], ...]
    sealed: bool
    left: tuple[int, ...]


class _Frame(msgspec.Struct, frozen=True, array_like=True):
    """A `Frame`; `facts`: those of one entry together, as the game's `Facts` message."""

    script: str
    args: list[Any]
    start: int
    answers: list[_Answer]
    facts: list[bytes]
    aside: bool


class _Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A `Table`; `state`: the place of its state among `states`, which hold each state once, or -1 for none."""

    version: int
    state: int
    states: msgspec.Raw
    origin: Origin | None
    frames: list[_Frame]
    decision: Decision | None
    result: Result | None
    foretold: tuple[str | int, ...]


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(_Snapshot)


def snapshot(game: Game[S], table: Table) -> bytes:
    """The table as bytes, for `restored`: some kilobytes, and more with each turn that the game has gone on. Raises
    SnapshotError where the state holds what no state may hold, or the game has no source files.
    """
    try:
        body = zlib.compress(_ENCODER.encode(_whole(game, table)), _FAST)
    except Exception as wrong:
        raise SnapshotError(f"{type(wrong).__name__}: {wrong}") from wrong
    return _digest(game, body) + body


def _whole(game: Game[Any], table: Table) -> _Snapshot:
    states = _States()
    state = states.place(table.state) if table.started else -1
    frames = [_packed(game, frame, states) for frame in table.frames]
    return _Snapshot(
        version=table.version,
        state=state,
        states=msgspec.Raw(_ENCODER.encode(states.found)),
        origin=table.origin,
        frames=frames,
        decision=table.decision,
        result=table.result,
        foretold=table.foretold,
    )


def restored(game: Game[S], data: bytes) -> Table:
    """The table that `snapshot` was given, equal in all. Raises SnapshotError where the bytes are anything else than a
    snapshot of this game, made by this very code.
    """
    body = data[_DIGEST:]
    if data[:_DIGEST] != _digest(game, body):
        raise SnapshotError("it is damaged, or other code made it")
    try:
        whole = _DECODER.decode(zlib.decompress(body))
        states: Sequence[Any] = _states_of(game).decode(whole.states)
        return Table(
            origin=whole.origin,
            state=None if whole.state < 0 else states[whole.state],
            version=whole.version,
            frames=tuple(_unpacked(game, frame, states) for frame in whole.frames),
            decision=whole.decision,
            result=whole.result,
            foretold=whole.foretold,
        )
    except Exception as wrong:
        raise SnapshotError(f"{type(wrong).__name__}: {wrong}") from wrong


class _States:
    """States, each once: frames and answers share them. Compared by identity, since that costs nothing."""

    def __init__(self) -> None:
        self.found: list[Any] = []
        self._places: dict[int, int] = {}

    def place(self, state: Any) -> int:
        at = id(state)  # impure: no more than a key; what it leads to is the order in which states were met
        if at not in self._places:
            self._places[at] = len(self.found)
            self.found.append(state)
        return self._places[at]


@functools.cache
def _states_of(game: Game[Any]) -> msgspec.msgpack.Decoder[Sequence[Any]]:
    return msgspec.msgpack.Decoder(tuple[game.state, ...])  # type: ignore[name-defined]


def _packed(game: Game[Any], frame: Frame, states: _States) -> _Frame:
    return _Frame(
        script=frame.script,
        args=list(frame.args),
        start=states.place(frame.start),
        answers=[
            _Answer(
                state=states.place(answer.state),
                facts=answer.facts,
                script=answer.script,
                args=list(answer.args),
                value=answer.value,
                commands=answer.commands,
                sealed=answer.sealed,
                left=answer.left,
            )
            for answer in frame.answers
        ],
        facts=[packed.SerializeToString() for packed in _by_entry(game, frame.facts)],
        aside=frame.aside,
    )


def _by_entry(game: Game[Any], facts: Iterable[Recorded]) -> Iterator[Any]:
    packed: Any = None
    rules: list[str] | None = None
    for recorded in facts:
        if recorded.rules is not rules:
            if packed is not None:
                yield packed
            rules = recorded.rules
            packed = game.facts(rules=rules)
        packed.facts.append(recorded.fact)
    if packed is not None:
        yield packed


def _unpacked(game: Game[Any], frame: _Frame, states: Sequence[Any]) -> Frame:
    return Frame(
        script=frame.script,
        args=_plain_args(frame.args),
        start=states[frame.start],
        answers=Trail(
            Answer(
                state=states[answer.state],
                facts=answer.facts,
                script=answer.script,
                args=_plain_args(answer.args),
                value=_plain(answer.value),
                commands=answer.commands,
                sealed=answer.sealed,
                left=answer.left,
            )
            for answer in frame.answers
        ),
        facts=Trail(_recorded(game, frame.facts)),
        aside=frame.aside,
    )


def _recorded(game: Game[Any], entries: Iterable[bytes]) -> Iterator[Recorded]:
    for data in entries:
        packed: Any = game.facts.FromString(data)
        rules = list(packed.rules)
        for fact in packed.facts:
            yield Recorded(rules, fact)


def _plain_args(values: list[Any]) -> tuple[Plain, ...]:
    return tuple(_plain(value) for value in values)


def _plain(value: Any) -> Plain:
    """What was a tuple is one again."""
    plain: Plain = tuple(_plain(part) for part in value) if isinstance(value, list) else value
    return plain


# Which code may read what.


def _digest(game: Game[Any], body: bytes) -> bytes:
    return hashlib.sha256(snapshot_tag(game) + body).digest()


@functools.cache
def snapshot_tag(game: Game[Any]) -> bytes:
    """Which code may read a game's snapshots: 16 bytes that are other ones after each change in the kernel, in the
    game's own package, or of its ruleset. Worked out once, from the source files: it takes some milliseconds. Raises
    SnapshotError where there are none, so that this code cannot be told from other.
    """
    parts = (game.state, game.initial, game.main.function, game.facts, *game.reducers.values())
    tag = hashlib.sha256(game.ruleset.encode())
    try:
        for home in sorted({__package__, *(_home(part.__module__) for part in parts)}):
            for name, content in _sources(home):
                tag.update(f"\0{home}{name}\0{len(content)}\0".encode())
                tag.update(content)
    except (ImportError, OSError, TypeError) as wrong:
        raise SnapshotError(f"the game's source files cannot be read: {wrong}") from wrong
    return tag.digest()[:16]


def _home(module: str) -> str:
    """The package that a module is in; the module itself where it is in none."""
    return importlib.import_module(module).__package__ or module


def _sources(home: str) -> Iterator[tuple[str, bytes]]:
    module = importlib.import_module(home)
    if hasattr(module, "__path__"):
        yield from _below(resources.files(module), "")
    else:
        yield "", Path(getattr(module, "__file__", None) or "").read_bytes()


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for found in sorted(folder.iterdir(), key=lambda found: found.name):
        name = f"{path}/{found.name}"
        if found.is_dir():
            yield from _below(found, name)
        elif found.name.endswith((".py", ".toml")):
            yield name, found.read_bytes()
