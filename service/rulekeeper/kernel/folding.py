"""Folding: entries into tables. No script runs here, so changed rules never change history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from google.protobuf.message import DecodeError, Message

from rulekeeper.kernel.errors import FoldFailed, KernelError
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.positions import first_state
from rulekeeper.kernel.table import Answer, Decision, Frame, Origin, Recorded, Result, Table, Trail
from rulekeeper.kernel.values import Plain, from_value, plain_tuple
from rulekeeper.v1 import entry_pb2

S = TypeVar("S")


class Work(Generic[S]):
    """A table taken apart, so that many facts can be put into it before it is frozen again."""

    __slots__ = ("command", "decision", "frames", "game", "origin", "pending", "result", "state", "version")

    def __init__(self, game: Game[S], table: Table, version: int, command: bytes = b"") -> None:
        self.game = game
        self.origin = table.origin
        self.state: Any = table.state
        self.version = version
        self.frames = list(table.frames)
        self.decision = table.decision
        self.result = table.result
        self.command = command
        self.pending: list[Recorded] = []
        """What the innermost frame has emitted since it was last written down."""

    def table(self) -> Table:
        self.flush()
        return Table(self.origin, self.state, self.version, tuple(self.frames), self.decision, self.result)

    def flush(self) -> None:
        if self.pending:
            if not self.frames:
                raise FoldFailed(f"version {self.version}: a fact outside of every script")
            top = self.frames[-1]
            facts = top.facts.plus(self.pending)
            self.frames[-1] = Frame(top.script, top.args, top.start, top.answers, facts, top.aside)
            self.pending = []

    def began(self, script: str, args: tuple[Plain, ...], aside: bool) -> None:
        self.flush()
        if aside:
            self.decision = None
        self.frames.append(Frame(script, args, self.state, Trail(), Trail(), aside))

    def asked(self, seats: tuple[int, ...], sealed: bool) -> None:
        self.flush()
        self.decision = Decision(self.version, self._top().script, seats, sealed)

    def answered(self, seat: int) -> None:
        decision = self.decision
        if decision is None or seat not in decision.seats:
            raise FoldFailed(f"version {self.version}: seat {seat} answered and was not asked")
        given = (*decision.given, (seat, self.command))
        still = tuple(other for other in decision.seats if other != seat)
        if still:
            self.decision = Decision(decision.version, decision.rule, still, decision.sealed, given)
            return
        self.decision = None
        self._give(Answer(self.state, len(self._top().facts), commands=given, sealed=decision.sealed))

    def ended(self, value: Plain) -> None:
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
        for fact in packed.facts:
            self.fold_one(rules, fact)

    def fold_one(self, rules: list[str], fact: Any) -> None:
        name = fact.WhichOneof("fact")
        reducer = self.game.reducer_of.get(name)
        if reducer is not None:
            self.state = reducer(self.state, getattr(fact, name))
            if not fact.amended:
                self.pending.append(Recorded(rules, fact))
        elif name == "drew":
            self.pending.append(Recorded(rules, fact))
        elif name is None:
            raise FoldFailed(f"version {self.version}: a fact of a kind that {self.game.ruleset} does not know")
        else:
            _KERNEL[name](self, getattr(fact, name), rules[fact.rule])


_KERNEL: Mapping[str, Callable[[Work[Any], Any, str], None]] = {
    "script_began": lambda work, m, _: work.began(m.script, plain_tuple(m.args), m.aside),
    "asked": lambda work, m, _: work.asked(tuple(m.seats), m.sealed),
    "answered": lambda work, m, _: work.answered(m.seat),
    "script_ended": lambda work, m, _: work.ended(from_value(m.value)),
    "escaped": lambda work, m, _: work.escaped(m.script, from_value(m.value)),
    "game_ended": lambda work, m, rule: work.finished(tuple(m.winners), rule),
}


def fold(game: Game[S], table: Table, entry: entry_pb2.Entry) -> Table:
    """The table after one entry more. A game begins with `Table()`.

    Raises FoldFailed where the entry does not follow from the table: then either is not what was on record.
    """
    follows = entry.parent or entry.version - 1
    if follows != table.version or entry.version <= table.version:
        raise FoldFailed(f"version {entry.version} follows {follows}, and the table is at {table.version}")
    if entry.ruleset != game.ruleset:
        raise FoldFailed(f"version {entry.version} is of {entry.ruleset}, not {game.ruleset}")
    work = Work(game, table, entry.version, entry.command)
    try:
        if entry.HasField("created"):
            made = entry.created
            work.origin = Origin(made.setup, len(made.seats), made.position)
        elif entry.HasField("started"):
            if work.origin is None:
                raise FoldFailed("a game began that was not created")
            work.state = first_state(game, work.origin)
        if entry.facts:
            work.fold(game.facts.FromString(entry.facts))
        return work.table()
    except KernelError:
        raise
    except DecodeError as wrong:
        raise FoldFailed(f"version {entry.version}: its facts are no {game.facts.DESCRIPTOR.full_name}") from wrong
    except Exception as wrong:
        raise FoldFailed(f"version {entry.version}: {type(wrong).__name__}: {wrong}") from wrong


def fold_all(game: Game[S], entries: Iterable[entry_pb2.Entry], table: Table | None = None) -> Table:
    """Folds entries that all count (see `effective`), one after the other."""
    table = Table() if table is None else table
    for entry in entries:
        table = fold(game, table, entry)
    return table


def fold_fact(game: Game[S], table: Table, rules: list[str], fact: Message, command: bytes, version: int) -> Table:
    """One fact of the entry `version` more: what a judge steps by. `command` is the entry's command."""
    work = Work(game, table, version, command)
    work.fold_one(rules, fact)
    return work.table()


def effective(entries: Sequence[entry_pb2.Entry]) -> list[entry_pb2.Entry]:
    """Those entries of a whole log that count, in order: the last one and its ancestors."""
    by_version = {entry.version: entry for entry in entries}
    counting: list[entry_pb2.Entry] = []
    version = entries[-1].version if entries else 0
    while version:
        entry = by_version.get(version)
        if entry is None:
            raise FoldFailed(f"version {version} is missing")
        counting.append(entry)
        version = entry.parent or version - 1
    counting.reverse()
    return counting
