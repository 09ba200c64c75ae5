"""Facts a second, folded from stored bytes; and by the library `eventsourcing`, in memory, from the same facts."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1.heart_of_crown_pb2 import Fact
from rulekeeper.kernel import Table, fold
from rulekeeper.kernel.folding import Work
from rulekeeper.v1.entry_pb2 import Entry
from tests.bench.clock import median, seconds
from tests.bench.recording import Played


class Folding(NamedTuple):
    """facts_per_s: ours. vs: the median of the pairs' ratios. theirs_per_s: the library's."""

    facts_per_s: float
    vs: float
    theirs_per_s: float
    games: int
    facts: int


class TableOfFacts(Aggregate):
    """A table as that library has it: an aggregate whose events carry one fact each, the kernel's too.

    An event holds a fact as text that its default transcoder, JSON, takes at once (base64); it is put into the table by
    the same reducers. What an entry has once, an event has where its fact needs it: the version, and the command where
    a seat answers.
    """

    def __init__(self, entry: str) -> None:
        self.work: Work[Any] = Work(GAME, Table(), 0)
        self.begin(entry)

    def begin(self, entry: str) -> None:
        """An entry without facts, or whose facts follow: a game created, a seat taken, a game begun."""
        table = fold(GAME, self.work.table(), Entry.FromString(b64decode(entry)))
        self.work = Work(GAME, table, table.version)

    class Began(Aggregate.Event):
        entry: str

        def apply(self, aggregate: TableOfFacts) -> None:
            aggregate.begin(self.entry)

    class Happened(Aggregate.Event):
        version: int
        rule: str
        fact: str
        command: str

        def apply(self, aggregate: TableOfFacts) -> None:
            work = aggregate.work
            work.version = self.version
            if self.command:
                work.command = b64decode(self.command)
            work.fold_one([self.rule], Fact.FromString(b64decode(self.fact)))


def measure_folding(games: Sequence[Played], rounds: int, told: Callable[[str], None]) -> Folding:
    """Each round folds some of the games both ways, which goes first changing from round to round."""
    library: Application[UUID] = Application()
    saved = [_saved(library, played) for played in games]
    count = [_facts(played) for played in games]
    a_round = max(1, len(games) // rounds)
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(rounds):
        chosen = [(number * a_round + game) % len(games) for game in range(a_round)]
        folded: list[Table] = []
        rebuilt: list[Table] = []

        def fold_chosen(chosen: Sequence[int] = chosen, folded: list[Table] = folded) -> None:
            folded.extend(_fold(games[game].entries) for game in chosen)

        def rebuild_chosen(chosen: Sequence[int] = chosen, rebuilt: list[Table] = rebuilt) -> None:
            rebuilt.extend(_rebuild(library, saved[game]) for game in chosen)

        runs = [(fold_chosen, ours), (rebuild_chosen, theirs)]
        for run, into in runs if number % 2 else reversed(runs):
            into.append(sum(count[game] for game in chosen) / seconds(run)[0])
        if folded != rebuilt:
            raise RuntimeError("the two ways of folding end in different tables")
        told(f"folding, round {number + 1} of {rounds}: {ours[-1]:,.0f} facts/s, eventsourcing {theirs[-1]:,.0f}")
    ratios = [one / other for one, other in zip(ours, theirs, strict=True)]
    return Folding(median(ours), median(ratios), median(theirs), len(games), sum(count))


def _fold(entries: Sequence[bytes]) -> Table:
    table = Table()
    for data in entries:
        table = fold(GAME, table, Entry.FromString(data))
    return table


def _rebuild(library: Application[UUID], game: UUID) -> Table:
    aggregate: TableOfFacts = library.repository.get(game)
    return aggregate.work.table()


def _facts(played: Played) -> int:
    packed: Any = GAME.facts
    return sum(len(packed.FromString(Entry.FromString(data).facts).facts) for data in played.entries)


def _saved(library: Application[UUID], played: Played) -> UUID:
    """Puts a game's facts into the library's store."""
    aggregate: TableOfFacts | None = None
    for data in played.entries:
        entry = Entry.FromString(data)
        packed: Any = GAME.facts.FromString(entry.facts)
        command = b64encode(entry.command).decode()
        if not entry.HasField("command"):
            entry.facts = b""
            text = b64encode(entry.SerializeToString()).decode()
            if aggregate is None:
                aggregate = TableOfFacts(text)
            else:
                aggregate.trigger_event(TableOfFacts.Began, entry=text)
        assert aggregate is not None
        for fact in packed.facts:
            rule, name = packed.rules[fact.rule], fact.WhichOneof("fact")
            fact.rule = 0
            aggregate.trigger_event(
                TableOfFacts.Happened,
                version=entry.version,
                rule=rule,
                fact=b64encode(fact.SerializeToString()).decode(),
                command=command if name == "answered" else "",
            )
    assert aggregate is not None
    aggregate.work.version = len(played.entries)
    library.save(aggregate)
    return aggregate.id
