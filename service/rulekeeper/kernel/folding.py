"""Folding: entries into tables. No script runs here, so changed rules never change history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from google.protobuf.message import DecodeError, Message

from rulekeeper.kernel.chance import foretells
from rulekeeper.kernel.errors import FoldFailed, InvalidPosition, InvalidSetup
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.positions import first_state
from rulekeeper.kernel.table import Answer, Decision, Frame, Origin, Recorded, Result, Table, Trail
from rulekeeper.kernel.values import Plain, from_value, plain_tuple
from rulekeeper.v1 import entry_pb2

S = TypeVar("S")


class Work(Generic[S]):
    """A table taken apart, so that many facts can be put into it before it is frozen again."""

    __slots__ = ("command", "decision", "foretold", "frames", "game", "origin", "pending", "result", "state", "version")

    def __init__(self, game: Game[S], table: Table, version: int, command: bytes = b"") -> None:
        self.game = game
        self.origin = table.origin
        self.state: Any = table.state
        self.version = version
        self.frames = list(table.frames)
        self.decision = table.decision
        self.result = table.result
        self.foretold = table.foretold
        self.command = command
        self.pending: list[Recorded] = []
        """What the innermost frame has emitted since it was last written down."""

    def table(self) -> Table:
        self.flush()
        frames = tuple(self.frames)
        return Table(self.origin, self.state, self.version, frames, self.decision, self.result, self.foretold)

    def flush(self) -> None:
        if self.pending:
            top = self._top()
            facts = top.facts.plus(self.pending)
            self.frames[-1] = Frame(top.script, top.args, top.start, top.answers, facts, top.aside)
            self.pending = []

    def began(self, script: str, args: tuple[Plain, ...], aside: bool) -> None:
        self.flush()
        if aside:
            self.decision = None
        self._runs()
        self.frames.append(Frame(script, args, self.state, Trail(), Trail(), aside))

    def asked(self, seats: tuple[int, ...], sealed: bool, left: tuple[int, ...] = ()) -> None:
        self.flush()
        if not seats:
            raise FoldFailed(f"version {self.version}: nobody was asked")
        self.decision = Decision(self.version, self._top().script, seats, sealed, left=left)

    def answered(self, seat: int) -> None:
        decision = self.decision
        if decision is None or seat not in decision.seats:
            raise FoldFailed(f"version {self.version}: seat {seat} answered and was not asked")
        given = (*decision.given, (seat, self.command))
        still = tuple(other for other in decision.seats if other != seat)
        if still:
            self.decision = msgspec.structs.replace(decision, seats=still, given=given)
            return
        self.decision = None
        facts = len(self._top().facts)
        self._give(Answer(self.state, facts, commands=given, sealed=decision.sealed, left=decision.left))

    def ended(self, value: Plain) -> None:
        self._runs()
        self.pending = []
        frame = self._pop()
        if not frame.aside:
            self._give(Answer(self.state, len(self._top().facts), frame.script, frame.args, value))

    def escaped(self, script: str, value: Plain) -> None:
        self.pending = []
        self.decision = None
        while True:
            frame = self._pop()
            if frame.script == script and not frame.aside:
                break
        self._give(Answer(self.state, len(self._top().facts), frame.script, frame.args, value))

    def finished(self, winners: tuple[int, ...], rule: str) -> None:
        self.pending = []
        self.frames = []
        self.decision = None
        self.result = Result(winners, rule)

    def drawn(self, fact: Recorded, result: str) -> None:
        """A draw uses up what a position has foretold for one of its sort."""
        self.pending.append(fact)
        if foretells(self.foretold, result):
            self.foretold = self.foretold[1:]

    def _runs(self) -> None:
        if self.decision is not None:
            raise FoldFailed(f"version {self.version}: a script went on that waits for seats {self.decision.seats}")

    def _top(self) -> Frame:
        if not self.frames:
            raise FoldFailed(f"version {self.version}: no script is running")
        return self.frames[-1]

    def _pop(self) -> Frame:
        frame = self._top()
        del self.frames[-1]
        return frame

    def _give(self, answer: Answer) -> None:
        top = self._top()
        self.frames[-1] = Frame(top.script, top.args, top.start, top.answers.plus((answer,)), top.facts, top.aside)

    def fold(self, packed: Any) -> None:
        """Puts a game's `Facts` message into the table."""
        rules = list(packed.rules)
        reducers, pending = self.game.reducer_of, self.pending
        for fact in packed.facts:
            name = fact.WhichOneof("fact")
            reducer = reducers.get(name)
            if reducer is not None and self.decision is None and not fact.amended:
                self.state = reducer(self.state, getattr(fact, name))
                pending.append(Recorded(rules, fact))
                continue
            kernel = _KERNEL.get(name)
            if kernel is not None:
                kernel(self, getattr(fact, name), rules[fact.rule])
            else:
                self.fold_one(rules, fact)
            pending = self.pending

    def fold_one(self, rules: list[str], fact: Any) -> None:
        name = fact.WhichOneof("fact")
        reducer = self.game.reducer_of.get(name)
        if reducer is not None:
            self.state = reducer(self.state, getattr(fact, name))
            if not fact.amended:
                self._runs()
                self.pending.append(Recorded(rules, fact))
        elif name == "drew":
            self.drawn(Recorded(rules, fact), fact.drew.result)
        elif name is None:
            raise FoldFailed(f"version {self.version}: a fact of a kind that {self.game.ruleset} does not know")
        else:
            _KERNEL[name](self, getattr(fact, name), rules[fact.rule])


_KERNEL: Mapping[str, Callable[[Work[Any], Any, str], None]] = {
    "script_began": lambda work, m, _: work.began(m.script, plain_tuple(m.args), m.aside),
    "asked": lambda work, m, _: work.asked(tuple(m.seats), m.sealed, tuple(m.left)),
    "answered": lambda work, m, _: work.answered(m.seat),
    "script_ended": lambda work, m, _: work.ended(from_value(m.value)),
    "escaped": lambda work, m, _: work.escaped(m.script, from_value(m.value)),
    "game_ended": lambda work, m, rule: work.finished(tuple(m.winners), rule),
}


def fold(game: Game[S], table: Table, entry: entry_pb2.Entry) -> Table:
    """The table after one entry more. A game begins with `Table()`.

    Raises FoldFailed where the entry does not follow from the table: then either is not what was on record. Where the
    game begins, InvalidSetup or InvalidPosition: what it was made from no longer is one of the game.
    """
    _check_follows(game, table, entry)
    work = Work(game, table, entry.version, entry.command)
    try:
        if entry.HasField("created"):
            made = entry.created
            work.origin = Origin(made.setup, len(made.seats), made.position)
        elif entry.HasField("started"):
            if work.origin is None or table.started:
                raise FoldFailed("a game begins once, after it was created")
            work.state, work.foretold = first_state(game, work.origin)
        if entry.facts:
            work.fold(game.facts.FromString(entry.facts))
            if work.decision is None and work.result is None:
                raise FoldFailed(f"version {entry.version}: its facts leave nobody asked, and the game is not over")
        return work.table()
    except (FoldFailed, InvalidSetup, InvalidPosition):
        raise
    except Exception as wrong:
        raise _failed(game, entry.version, wrong) from wrong


def follows(entry: entry_pb2.Entry) -> int:
    """The version that an entry follows: the one before, or where it goes back, an earlier one; 0 for the first."""
    return entry.parent or entry.version - 1


def _check_follows(game: Game[Any], table: Table, entry: entry_pb2.Entry) -> None:
    version, before = entry.version, follows(entry)
    if before != table.version or version <= table.version:
        raise FoldFailed(f"version {version} follows {before}, and the table is at {table.version}")
    if entry.ruleset != game.ruleset:
        raise FoldFailed(f"version {version} is of {entry.ruleset}, not {game.ruleset}")
    if table.origin is not None and entry.HasField("created"):
        raise FoldFailed(f"version {version}: the game was created before")
    if table.result is not None and entry.facts:
        raise FoldFailed(f"version {version}: the game is over, and something happened")
    if entry.decision and (table.decision is None or table.decision.version != entry.decision):
        raise FoldFailed(f"version {version} answers decision {entry.decision}, which is not open")


def _failed(game: Game[Any], version: int, wrong: Exception) -> FoldFailed:
    """A fault of the game's reducers or of the stored bytes, as the fold's."""
    if isinstance(wrong, DecodeError):
        return FoldFailed(f"version {version}: its facts are no {game.facts.DESCRIPTOR.full_name}")
    return FoldFailed(f"version {version}: {type(wrong).__name__}: {wrong}")


def fold_all(game: Game[S], entries: Iterable[entry_pb2.Entry], table: Table | None = None) -> Table:
    """Folds entries that all count (see `effective`), one after the other. Raises what `fold` raises."""
    table = Table() if table is None else table
    for entry in entries:
        table = fold(game, table, entry)
    return table


def fold_fact(game: Game[S], table: Table, rules: list[str], fact: Message, command: bytes, version: int) -> Table:
    """The table after one fact more of the entry `version`: what a judge steps by. `rules`: the entry's interned rule
    ids; `command`: its command. Raises FoldFailed.
    """
    work = Work(game, table, version, command)
    try:
        work.fold_one(rules, fact)
        return work.table()
    except FoldFailed:
        raise
    except Exception as wrong:
        raise _failed(game, version, wrong) from wrong


def effective(entries: Sequence[entry_pb2.Entry]) -> list[entry_pb2.Entry]:
    """Those entries of a log, from entry 1, that count, in order: the last one and its ancestors. Raises FoldFailed
    where one of them is missing.
    """
    by_version = {entry.version: entry for entry in entries}
    counting: list[entry_pb2.Entry] = []
    version = entries[-1].version if entries else 0
    while version:
        entry = by_version.get(version)
        if entry is None:
            raise FoldFailed(f"version {version} is missing")
        counting.append(entry)
        if entry.parent >= version:
            raise FoldFailed(f"version {version} follows {entry.parent}")
        version = follows(entry)
    counting.reverse()
    return counting
