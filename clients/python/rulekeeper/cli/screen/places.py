"""The timeline as a tree, and where in it a place lies."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from rulekeeper.v1 import audit_pb2 as pb

WHOLE = -1
"""Instead of a fact's number: after all of the entry's facts, however many there are."""
ENDLESS = 1 << 62


class Spot(NamedTuple):
    """In an entry, after so many of its facts; 0: before the first."""

    version: int
    fact: int


class Mark(Enum):
    """What can be jumped to."""

    TURN = "turn"
    PHASE = "phase"
    MARK = "mark"


@dataclass(eq=False)
class Line:
    """A node of the timeline, with those inside it."""

    node: pb.TimelineNode
    above: Line | None = None
    inner: list[Line] = field(default_factory=list)

    @property
    def begins(self) -> Spot:
        place = getattr(self.node, "from")
        return Spot(place.version, place.fact)

    @property
    def ends(self) -> Spot:
        to = self.node.to
        if not to.version:
            return Spot(ENDLESS, 0)
        # A mark is an entry as a whole.
        return Spot(to.version, to.fact if self.is_script else ENDLESS)

    @property
    def is_script(self) -> bool:
        return self.node.kind == pb.TIMELINE_KIND_SCRIPT

    @property
    def goal(self) -> Spot:
        """Where one looks at it."""
        begins = self.begins
        return begins if begins.fact else Spot(begins.version, WHOLE)

    def path(self) -> list[Line]:
        """What it is in, outermost first, and itself."""
        found: list[Line] = [self]
        while (above := found[-1].above) is not None:
            found.append(above)
        return found[::-1]


class Tree:
    """A game's timeline. `top`: the outermost lines. `head`: the version that it goes to."""

    def __init__(self, answer: pb.GetTimelineResponse) -> None:
        self.top: list[Line] = []
        self.head = answer.head.version
        self._grow(answer.nodes, [])
        self._index()

    def grow(self, answer: pb.GetTimelineResponse) -> bool:
        """Takes the nodes that lie in the versions since `head`. False: they do not fit, and all have to be read."""
        running = [line for line in self.lines() if not line.node.to.version]
        if not self._grow(answer.nodes, running):
            return False
        self.head = max(self.head, answer.head.version)
        self._index()
        return True

    def _grow(self, nodes: Sequence[pb.TimelineNode], known: list[Line]) -> bool:
        """Puts nodes in, each before those inside it; those begun before `head` are the known ones that still run."""
        before = self.head if known else 0
        old = [node for node in nodes if getattr(node, "from").version <= before]
        if [(one.rule.id, one.depth) for one in old] != [(k.node.rule.id, k.node.depth) for k in known]:
            return False
        known = known[::-1]
        within: list[Line] = []
        for node in nodes:
            del within[node.depth :]
            if getattr(node, "from").version <= before:
                line = known.pop()
                line.node = node
            else:
                line = Line(node, within[-1] if within else None)
                (within[-1].inner if within else self.top).append(line)
            within.append(line)
        return True

    def lines(self) -> Iterator[Line]:
        """Each before those inside it."""
        waiting = self.top[::-1]
        while waiting:
            line = waiting.pop()
            yield line
            waiting += line.inner[::-1]

    def _index(self) -> None:
        lines = list(self.lines())
        self.size = len(lines)
        self._sorted = sorted(lines, key=lambda line: line.begins)
        self._begins = [line.begins for line in self._sorted]
        self.turn_depth = turn_depth(lines)
        self._marks = {
            Mark.TURN: self._spots(self.is_turn(line) for line in self._sorted),
            Mark.PHASE: self._spots(
                line.above is not None and line.is_script and self.is_turn(line.above) for line in self._sorted
            ),
            Mark.MARK: self._spots(not line.is_script for line in self._sorted),
        }

    def _spots(self, wanted: Iterator[bool]) -> list[Spot]:
        return sorted({line.begins for line, is_one in zip(self._sorted, wanted, strict=True) if is_one})

    def is_turn(self, line: Line) -> bool:
        return line.is_script and line.node.depth == self.turn_depth and bool(line.node.turn)

    def at(self, spot: Spot) -> Line | None:
        """The innermost line that a spot lies in; None where there is none."""
        for number in range(bisect_right(self._begins, spot) - 1, -1, -1):
            line = self._sorted[number]
            if line.ends >= spot:
                return line
        return None

    def next(self, spot: Spot, mark: Mark) -> Spot | None:
        """The nearest mark after a spot. A mark that is an entry is left only with its last fact."""
        marks = self._marks[mark]
        at = bisect_right(marks, spot)
        if mark is Mark.MARK:
            at = bisect_left(marks, Spot(spot.version + 1, 0))
        return goal(marks[at]) if at < len(marks) else None

    def previous(self, spot: Spot, mark: Mark) -> Spot | None:
        marks = self._marks[mark]
        at = bisect_left(marks, Spot(spot.version, 0) if mark is Mark.MARK else spot)
        return goal(marks[at - 1]) if at else None


def goal(spot: Spot) -> Spot:
    return spot if spot.fact else Spot(spot.version, WHOLE)


def turn_depth(lines: Sequence[Line]) -> int:
    """At which depth the scripts lie that are turns: where most often another turn begins."""
    starts: list[Line] = []
    turn = ""
    for line in lines:
        if line.is_script and line.node.turn not in ("", turn):
            turn = line.node.turn
            starts.append(line)
    if not starts:
        return 0
    if len(starts) == 1:
        first = starts[0]
        return max(line.node.depth for line in lines if line.is_script and line.begins == first.begins)
    return Counter(line.node.depth for line in starts[1:]).most_common(1)[0][0]
