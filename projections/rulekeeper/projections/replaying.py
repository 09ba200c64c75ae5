"""Replaying: a game entry by entry and fact by fact, with the scripts that ran and what each fact changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from google.protobuf.message import DecodeError, Message

from rulekeeper.kernel import FoldFailed, Frame, Game, Table, Viewer, faces, fold, fold_fact, follows, to_value
from rulekeeper.log import Head, Stored
from rulekeeper.projections.changes import changes
from rulekeeper.projections.rules import rule_ref
from rulekeeper.projections.steps import Steps, as_any, step_message
from rulekeeper.projections.views import view_of
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.entry_pb2 import Entry

Begun = tuple[int, ...]
"""For each script that runs, outermost first, the version that it began in."""


def changes_table(entry: Entry) -> bool:
    """Something happened in it. Remarks, disputes, pauses and the like are only on record, and no going back strikes
    them.
    """
    return bool(entry.command or entry.facts)


class Course:
    """How a log runs: which entries count, and in which version each running script began. It folds nothing, and takes
    entry after entry, so that it can be kept and go on. Raises FoldFailed for an entry that does not follow.
    """

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.head = Head()
        self._jumps: dict[int, int] = {}
        self._struck: list[tuple[int, int]] = []
        self._idle: set[int] = set()
        """Versions in which nothing happened."""
        self._running: dict[int, tuple[_Running, ...]] = {0: ()}

    def take(self, stored: Stored, entry: Entry) -> None:
        """The next entry."""
        before = follows(entry)
        running = self._running.get(before)
        if stored.version != self.head.version + 1 or running is None or before >= stored.version:
            raise FoldFailed(f"version {stored.version} follows {before}, and the log ended at {self.head.version}")
        self._running[stored.version] = _ran(self._game, running, stored.version, entry.facts)
        self.head = stored.head
        if not changes_table(entry):
            self._idle.add(stored.version)
        if entry.parent:
            self._jumps[stored.version] = entry.parent
            self._struck = _struck(self._jumps)

    def struck(self, version: int) -> bool:
        """A later entry has gone back behind it. What changes no table goes on to count."""
        return version not in self._idle and self.standing(version) != version

    def standing(self, version: int) -> int:
        """That version, where it was not gone back behind; otherwise the one that was gone back to."""
        return next((low for low, high in self._struck if low < version < high), version)

    def begun(self, version: int) -> Begun:
        """In which versions the scripts began that run at the end of that one."""
        return tuple(one.began for one in self._running[version])


class _Running(msgspec.Struct, frozen=True, gc=False):
    script: str
    aside: bool
    began: int


def _struck(jumps: Mapping[int, int]) -> list[tuple[int, int]]:
    """Between which versions no entry counts, as the last one and its ancestors go."""
    found, version = [], max(jumps) + 1
    for jump in sorted(jumps, reverse=True):
        if jump < version:
            found.append((jumps[jump], jump))
            version = jumps[jump] + 1
    return found


def _ran(game: Game[Any], running: tuple[_Running, ...], version: int, facts: bytes) -> tuple[_Running, ...]:
    if not facts:
        return running
    stack = list(running)
    for fact in _parsed(game, version, facts).facts:
        match fact.WhichOneof("fact"):
            case "script_began":
                stack.append(_Running(fact.script_began.script, fact.script_began.aside, version))
            case "script_ended" if stack:
                stack.pop()
            case "escaped":
                left = len(stack) - 1
                while left > 0 and (stack[left].script != fact.escaped.script or stack[left].aside):
                    left -= 1
                del stack[max(left, 0) :]
            case "game_ended":
                stack.clear()
    return running if len(stack) == len(running) and tuple(stack) == running else tuple(stack)


def _parsed(game: Game[Any], version: int, facts: bytes) -> Any:
    try:
        return game.facts.FromString(facts)
    except DecodeError as wrong:
        raise FoldFailed(f"version {version}: its facts are no {game.facts.DESCRIPTOR.full_name}") from wrong


class FactStep(msgspec.Struct, frozen=True):
    """A fact of an entry, kernel's facts among them, and the table after it. `rule`: what it cites. `seen`: what the
    viewer sees of it; None: nothing, or it is the kernel's.
    """

    fact: Any
    rule: str
    seen: Message | None
    table: Table


def opened(game: Game[Any], before: Table, entry: Entry) -> Table:
    """The table inside an entry, before its first fact. Raises FoldFailed."""
    bare = Entry()
    bare.CopyFrom(entry)
    bare.facts = b""
    return fold(game, before, bare)


def fact_steps(game: Game[Any], before: Table, entry: Entry, viewer: Viewer) -> Iterator[FactStep]:
    """Every fact of an entry in order, each with the table after it. Raises FoldFailed."""
    table = opened(game, before, entry)
    packed = _parsed(game, entry.version, entry.facts)
    rules, seen = list(packed.rules), iter(faces(game, packed))
    for fact in packed.facts:
        table = fold_fact(game, table, rules, fact, entry.command, entry.version)
        own = fact.WhichOneof("fact") in game.hidden_of
        yield FactStep(fact, rules[fact.rule], next(seen).seen_by(viewer) if own else None, table)


def table_within(game: Game[Any], before: Table, entry: Entry, viewer: Viewer, facts: int) -> Table:
    """The table after so many facts of an entry, as the viewer counts them; 0: before the first.

    Raises FoldFailed, and IndexError where there are not so many.
    """
    if not facts:
        return opened(game, before, entry)
    number = 0
    for step in fact_steps(game, before, entry, viewer):
        number += step.seen is not None
        if number == facts:
            return step.table
    raise IndexError(f"version {entry.version} has {number} facts, counted from 1")


def begun_after(begun: Begun, table: Table, version: int) -> Begun:
    """In which versions the scripts of a table began, after one fact of an entry more."""
    running = len(table.frames)
    return begun if running == len(begun) else (*begun[:running], *[version] * (running - len(begun)))


def statement_of(game: Game[Any], rule: str) -> str:
    """What a rule says; empty for one that the rulebook does not have."""
    found = game.rulebook.get(rule)
    return "" if found is None else found.statement


def scripts_of(game: Game[Any], frames: Sequence[Frame], begun: Begun) -> list[pb.Script]:
    """Running scripts, outermost first."""
    return [
        pb.Script(
            rule=rule_ref(game, frame.script),
            statement=statement_of(game, frame.script),
            args=[to_value(arg) for arg in frame.args],
            aside=frame.aside,
            began=began,
        )
        for frame, began in zip(frames, begun, strict=True)
    ]


def seen_fact(game: Game[Any], step: FactStep) -> table_pb2.SeenFact:
    """A fact as the viewer sees it. It must see something of it."""
    assert step.seen is not None
    packed = as_any(step.seen)
    return table_pb2.SeenFact(rule=rule_ref(game, step.rule), fact=packed, amended=step.fact.amended)


def whole_facts(game: Game[Any], entry: Entry) -> list[table_pb2.SeenFact]:
    """All of an entry's facts, the kernel's too, each as the game's `Fact`: for judges."""
    packed = _parsed(game, entry.version, entry.facts)
    return [
        table_pb2.SeenFact(
            rule=rule_ref(game, packed.rules[fact.rule]),
            fact=as_any(fact),
            amended=fact.amended,
        )
        for fact in packed.facts
    ]


class Eyes(msgspec.Struct, frozen=True):
    """Who looks at a replay. `inside`: also at the tables inside entries. `scripts`: also at what runs."""

    viewer: Viewer
    inside: bool = False
    scripts: bool = False


class Replay:
    """A game step by step, as one viewer may see it. `table`: that after the last entry; at first the one that the
    first entry's changes are told against.
    """

    def __init__(self, game: Game[Any], eyes: Eyes, table: Table) -> None:
        self._game = game
        self._eyes = eyes
        self.table = table
        self._view = view_of(game, table, eyes.viewer)
        self._state: Any = table.state

    def take(
        self, steps: Steps, before: Table, begun: Begun, *, struck: bool, public: bool
    ) -> list[pb.ReplayGameResponse]:
        """An entry: first without its facts, then each that the viewer sees. `before`: the table that it follows, and
        `begun` its scripts. `public`: the game has begun by now (see `Steps.step`). Raises FoldFailed.
        """
        entry, viewer = steps.entry, self._eyes.viewer
        bare = step_message(steps, viewer, public)
        del bare.facts[:]
        told = [pb.ReplayGameResponse(place=pb.Place(version=entry.version), entry=bare, struck=struck)]
        at = opened(self._game, before, entry) if self._eyes.inside else before
        table = at
        for step in fact_steps(self._game, before, entry, viewer):
            table = step.table
            begun = begun_after(begun, table, entry.version)
            if step.seen is None:
                continue
            if self._eyes.inside:
                self._changes(told[-1], at)
            at = table
            told.append(self._fact(step, entry.version, len(told), begun))
            told[-1].struck = struck
        self.table = table if entry.facts else opened(self._game, before, entry)
        if changes_table(entry):
            # Else it stands, with what came before it, perhaps where the game has gone back behind.
            self._changes(told[-1], self.table)
        return told

    def _fact(self, step: FactStep, version: int, number: int, begun: Begun) -> pb.ReplayGameResponse:
        return pb.ReplayGameResponse(
            place=pb.Place(version=version, fact=number),
            fact=seen_fact(self._game, step),
            statement=statement_of(self._game, step.rule),
            scripts=scripts_of(self._game, step.table.frames, begun) if self._eyes.scripts else (),
        )

    def _changes(self, of: pb.ReplayGameResponse, table: Table) -> None:
        """Tells, with `of`, what is another one at that table than where it was last told."""
        if table.state is self._state:
            return
        view = view_of(self._game, table, self._eyes.viewer)
        of.changes.extend(changes(self._view, view))
        self._view, self._state = view, table.state
