"""What makes a twin: the things in a recorded game that a viewer cannot know, changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulekeeper.kernel import Chance, Counts, Viewer, draws, faces, first_of, offers, pack, sees, unpack
from rulekeeper.testing.conformance_probes import legal
from rulekeeper.testing.conformance_walk import Draw, Walk, told

Place = tuple[int, int]
"""A draw: the version of its entry, and which of the entry's draws it is."""


@dataclass(frozen=True)
class Change:
    """Other numbers for draws, by place, or another command in the entry `version`, which is the first that differs.

    `viewers`: those who cannot know. `sealed`: the command is a sealed answer; otherwise it is a choice of which others
    may see something, and only what comes later is compared.
    """

    what: str
    version: int
    viewers: tuple[Viewer, ...]
    numbers: Mapping[Place, int] = field(default_factory=dict)
    command: bytes | None = None
    sealed: bool = False


class Forced:
    """An entry's draws as they were, but for those that are changed, and those that can no longer be as they were."""

    def __init__(self, version: int, was: Sequence[Draw], numbers: Mapping[Place, int], then: Chance) -> None:
        self._version, self._was, self._numbers, self._then = version, was, numbers, then
        self._at = 0
        self.changed: list[int] = []
        """Which of the entry's draws have another result than they had."""

    def _next(self, picked: bool) -> tuple[Draw | None, int | None]:
        at, self._at = self._at, self._at + 1
        was = self._was[at] if at < len(self._was) and (self._was[at].counts is not None) is picked else None
        return was, self._numbers.get((self._version, at)) if was is not None else None

    def below(self, limit: int) -> int:
        was, forced = self._next(picked=False)
        had = was.number if was is not None and was.number < limit else None
        number = forced if forced is not None and forced < limit else had
        if number is None:
            number = self._then.below(limit)
        if was is None or number != was.number:
            self.changed.append(self._at - 1)
        return number

    def pick(self, purpose: str, counts: Counts) -> int:
        was, forced = self._next(picked=True)
        kinds = [kind for kind, count in counts if count]
        had = was.kind() if was is not None else ""
        wanted = was.kind(forced) if was is not None and forced is not None else had
        if wanted not in kinds:
            wanted = had if had in kinds else kinds[self._then.below(len(kinds))]
        if wanted != had:
            self.changed.append(self._at - 1)
        return first_of(wanted, counts)


def changes(walk: Walk, most: int) -> list[Change]:
    """Up to so many changes of a walk that was played without rulings, chosen by its dice."""
    found = [*_draws(walk), *_answers(walk)]
    walk.dice.shuffle(found)
    return found[:most]


def _draws(walk: Walk) -> Iterator[Change]:
    hidden: list[tuple[Place, Draw, tuple[Viewer, ...]]] = []
    for entry in walk.match.entries:
        for at, (_, audience) in enumerate(draws(walk.game, entry.facts)):
            blind = tuple(viewer for viewer in walk.viewers if not sees(audience, viewer))
            if blind:
                hidden.append(((entry.version, at), walk.draws[entry.version][at], blind))
    for place, draw, blind in hidden:
        others = [number for number in range(draw.below) if draw.result(number) != draw.result()]
        if others:
            number = walk.dice.choice(others)
            text = f"draw {place[1]} of version {place[0]} ({draw.purpose or 'a number'}) made {draw.result(number)}"
            yield Change(text, place[0], blind, {place: number})
    walk.dice.shuffle(hidden)
    for one, other in zip(hidden, hidden[1:], strict=False):
        swapped = _swapped(*sorted((one, other), key=lambda draw: draw[0]))
        if swapped is not None:
            yield swapped


def _swapped(
    one: tuple[Place, Draw, tuple[Viewer, ...]], other: tuple[Place, Draw, tuple[Viewer, ...]]
) -> Change | None:
    (here, first, blind), (there, second, also_blind) = one, other
    viewers = tuple(viewer for viewer in blind if viewer in also_blind)
    if first.counts is None or second.counts is None or first.purpose != second.purpose or not viewers:
        return None
    kind, other_kind = first.kind(), second.kind()
    if kind == other_kind or not dict(first.counts).get(other_kind) or not dict(second.counts).get(kind):
        return None
    numbers = {here: first_of(other_kind, first.counts), there: first_of(kind, second.counts)}
    return Change(f"draws {kind} at {here} and {other_kind} at {there} swapped", here[0], viewers, numbers)


def _answers(walk: Walk) -> Iterator[Change]:
    for entry in walk.match.entries:
        if not entry.command or not entry.decision:
            continue
        before = walk.tables[entry.version - 1]
        sealed = before.decision is not None and before.decision.sealed
        if not sealed and all(face.rest == face.whole for face in faces(walk.game, entry.facts)):
            continue
        seat, command = entry.actor.seat, unpack(walk.game, entry.command)
        menu = offers(walk.game, before, seat)
        alike = [other for other in legal(menu, 6, walk.dice) if type(other) is type(command) and other != command]
        if alike:
            other = walk.dice.choice(alike)
            viewers = tuple(viewer for viewer in walk.viewers if viewer != seat)
            text = f"{told(command)} of seat {seat} in version {entry.version} made {told(other)}"
            yield Change(text, entry.version, viewers, {}, pack(walk.game, other), sealed)
