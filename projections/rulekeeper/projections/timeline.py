"""The timeline: a game as a tree of its scripts over versions and facts, with what was marked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

from rulekeeper.kernel import JUDGE, Game, Table, Turn, Viewer, turn_at
from rulekeeper.log import Head, Stored
from rulekeeper.projections.replaying import Course, FactStep, fact_steps, opened
from rulekeeper.projections.rules import rule_ref
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1.audit_pb2 import (
    TIMELINE_KIND_CALL,
    TIMELINE_KIND_GAME,
    TIMELINE_KIND_RULING,
    TIMELINE_KIND_SCRIPT,
    TIMELINE_KIND_TAKE_BACK,
    TimelineKind,
)
from rulekeeper.v1.entry_pb2 import ROLE_ADMIN, ROLE_JUDGE, Actor, Entry

At = tuple[int, int]
"""A version, and a fact of it as the viewer counts, or 0."""


class _Node:
    """A script or a mark. `first`, `last`: the first and the last fact in it that the viewer sees. `shown`: the viewer
    sees a fact that cites its rule. `is_turn`: it is the script of one turn. `turns`: another turn began in it than it
    began in. `outside`: how many scripts ran around it.
    """

    __slots__ = (
        "actor",
        "began",
        "ended",
        "first",
        "inner",
        "is_turn",
        "kind",
        "label",
        "last",
        "outside",
        "rule",
        "shown",
        "turn",
        "turns",
    )

    def __init__(
        self, kind: TimelineKind.ValueType, rule: str, label: str, turn: Turn, began: At, outside: int = 0
    ) -> None:
        self.kind = kind
        self.rule = rule
        self.label = label
        self.turn = turn
        self.began = began
        self.outside = outside
        self.actor: Actor | None = None
        self.ended: At | None = None
        self.first: At | None = None
        self.last = began
        self.shown = self.turns = self.is_turn = False
        self.inner: list[_Node] = []

    def runs_turns(self) -> bool:
        """It runs turn after turn for the outermost script: nothing of the game to look at."""
        return self.outside == 1 and (self.turns or any(node.is_turn for node in self.inner))


class Timeline:
    """A game's timeline for one viewer, entry by entry, so that it can be kept and go on.

    Judges get every script; others those whose rule a fact that they see cites, and of these only what the facts that
    they see tell. Raises FoldFailed for an entry that does not follow.
    """

    def __init__(self, game: Game[Any], viewer: Viewer) -> None:
        self._game = game
        self._viewer = viewer
        self.table = Table()
        self.head = Head()
        self._root = _Node(TIMELINE_KIND_SCRIPT, "", "", Turn(), (0, 0))
        self._stack: list[_Node] = []
        self._stacks: dict[int, tuple[_Node, ...]] = {0: ()}
        self._at: At = (0, 0)
        self._turn = Turn()
        self._turned: Any = None
        """The state that `_turn` was read from."""

    def take(self, stored: Stored, entry: Entry, before: Table) -> None:
        """The next entry, and the table that it follows."""
        table = opened(self._game, before, entry)
        if before.version != self.table.version:
            self._go_back(before.version, entry.version)
        self._at = entry.version, 0
        marked = mark_of(entry)
        if marked is not None:
            self._put(*marked, table).actor = entry.actor
        for step in fact_steps(self._game, before, entry, self._viewer):
            table = step.table
            self._step(step)
        self._stacks[entry.version] = tuple(self._stack)
        self.table, self.head = table, stored.head

    def nodes(self, course: Course, low: int = 0, high: int = 0, depth: int = 0) -> list[pb.TimelineNode]:
        """What lies in the versions `low` to `high` (0: all there are), each before those inside it; of scripts only so
        many levels (0: all).
        """
        found: list[pb.TimelineNode] = []
        waiting = [(node, 0) for node in reversed(self._root.inner)]
        while waiting:
            node, level = waiting.pop()
            shown = (self._viewer == JUDGE or node.shown) and not node.runs_turns()
            deep = node.kind == TIMELINE_KIND_SCRIPT and 0 < depth <= level
            if shown and not deep and self._within(node, low, high):
                found.append(self._message(node, min(level, depth or level), course))
            waiting += [(inner, level + shown) for inner in reversed(node.inner)]
        return found

    def _step(self, step: FactStep) -> None:
        fact = step.fact
        match fact.WhichOneof("fact"):
            case "script_began":
                rule = fact.script_began.script
                self._stack.append(self._put(TIMELINE_KIND_SCRIPT, "", step.table, rule))
            case "script_ended" | "escaped":
                self._end(len(step.table.frames))
            case "game_ended":
                self._end(0)
                title = rule_ref(self._game, step.rule).title
                self._put(TIMELINE_KIND_GAME, f"over: {title or step.rule}", step.table)
            case _ if step.seen is not None:
                self._at = self._at[0], self._at[1] + 1
                for node in self._stack:
                    node.last = self._at
                    if node.first is None:
                        self._first(node, step.table)
                citing = (node for node in reversed(self._stack) if node.rule == step.rule)
                node = next(citing, None)  # type: ignore[assignment]
                if node is not None:
                    node.shown = True

    def _first(self, node: _Node, table: Table) -> None:
        """The first fact in a script that the viewer sees. It may be the one that makes it another turn."""
        if self._viewer != JUDGE or node.began[0] == self._at[0]:
            node.turn = self._turn_at(table)
        node.first = self._at

    def _put(self, kind: TimelineKind.ValueType, label: str, table: Table, rule: str = "") -> _Node:
        node = _Node(kind, rule, label, self._turn_at(table), self._at, len(self._stack))
        node.is_turn = rule != "" and rule == self._game.turn
        if kind != TIMELINE_KIND_SCRIPT:
            node.ended, node.shown = self._at, True
        for outer in self._stack:
            outer.turns = outer.turns or (outer.turn.words not in ("", node.turn.words))
        (self._stack[-1] if self._stack else self._root).inner.append(node)
        return node

    def _end(self, running: int) -> None:
        for node in self._stack[running:]:
            node.ended = self._at
        del self._stack[running:]

    def _go_back(self, to: int, version: int) -> None:
        """What began since then ends. What has ended since then goes on in `version`, as another node: so nodes are in
        the order in which they began.
        """
        kept = self._stacks[to]
        same = sum(
            1 for _ in itertools.takewhile(lambda pair: pair[0] is pair[1], zip(self._stack, kept, strict=False))
        )
        self._end(same)
        for node in kept[same:]:
            again = _Node(node.kind, node.rule, node.label, node.turn, (version, 0), len(self._stack))
            again.turns, again.is_turn = node.turns, node.is_turn
            (self._stack[-1] if self._stack else self._root).inner.append(again)
            self._stack.append(again)

    def _turn_at(self, table: Table) -> Turn:
        if table.state is not self._turned:
            self._turned, self._turn = table.state, turn_at(self._game, table)
        return self._turn

    def _told(self, node: _Node) -> tuple[At, At | None]:
        """Where it began and ended. A judge is told when a script began, anybody else what was seen of it."""
        began, ended = node.began, node.ended
        if node.kind == TIMELINE_KIND_SCRIPT and node.first is not None:
            if self._viewer != JUDGE or node.first[0] == began[0]:
                began = node.first
            if self._viewer != JUDGE and ended is not None:
                ended = node.last
        return began, ended

    def _within(self, node: _Node, low: int, high: int) -> bool:
        began, ended = self._told(node)
        return (not high or began[0] <= high) and (ended is None or ended[0] >= low)

    def _message(self, node: _Node, level: int, course: Course) -> pb.TimelineNode:
        began, ended = self._told(node)
        rule = rule_ref(self._game, node.rule) if node.rule else None
        message = pb.TimelineNode(
            kind=node.kind,
            depth=level,
            rule=rule,
            label=node.label or (node.turn.called if node.is_turn else "") or (rule.title if rule is not None else ""),
            turn=node.turn.words,
            seat=node.turn.seat if node.is_turn else None,
            to=None if ended is None else _place(ended),
            struck=course.struck(node.began[0]),
            actor=node.actor,
        )
        getattr(message, "from").CopyFrom(_place(began))
        return message


def _place(at: At) -> pb.Place:
    return pb.Place(version=at[0], fact=at[1])


def mark_of(entry: Entry) -> tuple[TimelineKind.ValueType, str] | None:
    """What kind of mark an entry is, and what it says; None: it is a move."""
    found = _MARKS.get(entry.WhichOneof("what") or "command")
    if found is None:
        return None
    kind, say = found
    if kind == TIMELINE_KIND_RULING and entry.HasField("rewound") and entry.actor.role not in (ROLE_JUDGE, ROLE_ADMIN):
        kind = TIMELINE_KIND_TAKE_BACK
    return kind, say(entry)


def _said(word: str, text: str) -> str:
    return f"{word}: {text}" if text else word


_MARKS: Mapping[str, tuple[TimelineKind.ValueType, Callable[[Entry], str]]] = {
    "created": (TIMELINE_KIND_GAME, lambda entry: "created"),
    "seat_taken": (TIMELINE_KIND_GAME, lambda e: _said(f"seat {e.seat_taken.seat} taken", e.seat_taken.name)),
    "started": (TIMELINE_KIND_GAME, lambda e: "begun"),
    "forked": (TIMELINE_KIND_GAME, lambda e: f"forked from {e.forked.game_id}, version {e.version - 1}"),
    "imported": (TIMELINE_KIND_GAME, lambda e: "imported"),
    "judge_called": (TIMELINE_KIND_CALL, lambda e: e.judge_called.text),
    "rewound": (TIMELINE_KIND_RULING, lambda e: _said(f"back to {e.rewound.to}", e.rewound.reason)),
    "amended": (TIMELINE_KIND_RULING, lambda e: _said("amended", e.amended.reason)),
    "noted": (TIMELINE_KIND_RULING, lambda e: _said("noted", e.noted.text)),
    "dispute_assigned": (
        TIMELINE_KIND_RULING,
        lambda e: _said(f"dispute {e.dispute_assigned.dispute} taken", e.dispute_assigned.judge),
    ),
    "dispute_ruled": (
        TIMELINE_KIND_RULING,
        lambda e: _said(f"dispute {e.dispute_ruled.dispute} ruled", e.dispute_ruled.text),
    ),
    "result_set": (TIMELINE_KIND_RULING, lambda e: _said("result set", e.result_set.reason)),
    "paused": (TIMELINE_KIND_RULING, lambda e: _said("paused", e.paused.reason)),
    "resumed": (TIMELINE_KIND_RULING, lambda e: _said("resumed", e.resumed.reason)),
    "take_back_asked": (
        TIMELINE_KIND_TAKE_BACK,
        lambda e: _said(f"asks to go back to {e.take_back_asked.to}", e.take_back_asked.reason),
    ),
    "take_back_answered": (
        TIMELINE_KIND_TAKE_BACK,
        lambda e: "agrees" if e.take_back_answered.agreed else "does not agree",
    ),
}
