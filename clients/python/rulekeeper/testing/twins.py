"""Twins: the test of secrecy by non-interference.

A twin is a game played again with something changed that a viewer cannot know: another card in a hidden draw, two
hidden draws swapped, another sealed answer, another choice that only its seat sees. All commands are sent again. Up to
where the change is shown to the viewer, everything that the viewer gets must be equal: facts, views, decisions with
their offers, what is unavailable, refusals, versions and counts.

Shown means: by a fact (or by the game's end). Where the facts that a viewer sees are equal, all else must be. Where
they differ, that is no leak, unless it is the very fact that a draw led to, and the draw's `audience` leaves the viewer
out; or unless the changed card is still there, under the same id, and still not the viewer's to see. A pair is compared
no further once the change was shown, a draw that the viewer sees had to change, or another seat's command became
illegal.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from rulekeeper.kernel import (
    Accepted,
    Audience,
    Bag,
    Card,
    Face,
    Game,
    KernelError,
    Live,
    Refused,
    Table,
    Viewer,
    begin,
    check,
    decide,
    draws,
    faces,
    offers,
    pack,
    sees,
    standing,
    total,
    unavailable,
)
from rulekeeper.testing.conformance_ids import parts
from rulekeeper.testing.conformance_probes import legal, not_offered, outside
from rulekeeper.testing.conformance_walk import Walk, described
from rulekeeper.testing.twins_changes import Change, Forced, changes
from rulekeeper.v1 import entry_pb2 as pb


@dataclass
class Twin:
    """How the comparison of one pair went."""

    what: str
    entries: int = 0
    """Entries compared, each viewer's counted."""
    viewers: Counter[Viewer] = field(default_factory=Counter)
    """The same, by viewer."""
    leaks: list[str] = field(default_factory=list)
    failed: str = ""
    """The twin's own rules failed: that is no leak, and wrong all the same."""


def twins(walk: Walk, most: int, entries: int = 60) -> list[Twin]:
    """Up to so many twins of a walk, each compared over at most so many entries."""
    pairs = _Pairs(walk)
    return [pairs.compare(change, entries) for change in changes(walk, most)]


class _Pairs:
    """The twins of one walk. What the original's viewers got is worked out once."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.game = walk, walk.game
        self._live, self._twin_live = Live(), Live()
        self._got: dict[tuple[int, Viewer], tuple[list[bytes], dict[str, Any]]] = {}

    def compare(self, change: Change, most: int) -> Twin:
        twin, watching = Twin(change.what), list(change.viewers)
        table = self.walk.before(change.version)
        try:
            for entry in self.walk.match.entries[change.version - 1 : change.version - 1 + most]:
                done, changed = self._played(entry, table, change)
                if isinstance(done, Refused):
                    if entry.actor.seat in watching:
                        twin.leaks.append(f"version {entry.version}: seat {entry.actor.seat}'s own command is refused")
                    break
                both = _Both(self.game, entry, done, self.walk, table, changed)
                for viewer in list(watching):
                    twin.entries += 1
                    twin.viewers[viewer] += 1
                    leak, shown = self._verdict(both, viewer, change)
                    if leak:
                        twin.leaks.append(f"version {entry.version}, to viewer {viewer}: {leak}")
                    if leak or shown:
                        watching.remove(viewer)
                table = done.table
                if not watching or table.over:
                    break
        except KernelError as failed:
            twin.failed = f"{type(failed).__name__}: {failed}"
        return twin

    def _played(self, entry: pb.Entry, before: Table, change: Change) -> tuple[Accepted | Refused, list[int]]:
        version = entry.version
        chance = Forced(version, self.walk.draws.get(version, ()), change.numbers, self.walk.chance(version))
        if entry.HasField("started"):
            return begin(self.game, before, version, chance, self._twin_live), chance.changed
        sent = change.command if change.command is not None and version == change.version else entry.command
        seat = entry.actor.seat
        return decide(self.game, before, seat, entry.decision, sent, version, chance, self._twin_live), chance.changed

    def _verdict(self, both: "_Both", viewer: Viewer, change: Change) -> tuple[str, bool]:
        """What tells the viewer of the change although it was not shown, and whether to stop here for any reason."""
        if both.sees_a_changed_draw(viewer):
            return "", True
        mild = change.command is not None and not change.sealed and both.version == change.version
        if both.facts_differ(viewer):
            return ("" if mild else both.wrongly_shown(viewer)), True
        if both.was.result != both.twin.result:
            return "", True
        if (both.version, viewer) not in self._got:
            probes = self._probes(both.was, viewer)
            self._got[both.version, viewer] = probes, self._observed(both.was, viewer, probes, self._live)
        probes, had = self._got[both.version, viewer]
        got = self._observed(both.twin, viewer, probes, self._twin_live)
        for name, value in had.items():
            if got.get(name) != value:
                return ("" if mild else f"{name} differs: {_first_difference(value, got.get(name))}"), True
        return "", False

    def _observed(self, table: Table, viewer: Viewer, probes: Sequence[bytes], live: Live) -> dict[str, Any]:
        """What a viewer gets of a table besides facts, by name. `probes`: commands that its seat would send."""
        game, decision = self.game, table.decision
        got: dict[str, Any] = {"the view": game.view(table.state, viewer)}
        if decision is not None:
            got["the decision"] = decision.version, decision.rule, decision.seats, decision.sealed
        if viewer >= 0 and decision is not None:
            got["an offer"] = described(offers(game, table, viewer, live))
            got["a standing offer"] = described(standing(game, table, viewer))
            got["what is unavailable"] = unavailable(game, table, viewer, live)
            got["a refusal"] = [check(game, table, viewer, decision.version, probe, live) for probe in probes]
        return got

    def _probes(self, table: Table, viewer: Viewer) -> list[bytes]:
        """Commands that a seat might try, right and wrong ones."""
        if table.decision is None or viewer < 0:
            return []
        dice = random.Random(f"{self.walk} {table.version} {viewer}")
        menu = offers(self.game, table, viewer, self._live)
        tried: list[Message] = legal(menu, 2, dice)
        for command in tried[:2]:
            wrong = list(outside(menu, command))
            tried += dice.sample(wrong, min(8, len(wrong)))
        tried += not_offered(self.game, menu)
        return [pack(self.game, command) for command in tried]


class _Both:
    """An entry and its twin, with the tables before and after."""

    def __init__(
        self, game: Game[Any], entry: pb.Entry, done: Accepted, walk: Walk, twin_before: Table, changed: list[int]
    ) -> None:
        self.version = entry.version
        self.was, self.twin = walk.tables[entry.version], done.table
        self._was_before, self._twin_before = walk.before(entry.version), twin_before
        self._equal = entry.facts == done.facts
        self._was_faces = [] if self._equal else faces(game, entry.facts)
        self._twin_faces = [] if self._equal else faces(game, done.facts)
        made = draws(game, done.facts) if changed else []
        self._changed: list[Audience] = [made[at][1] for at in changed]
        self._carriers = [] if self._equal else _carriers(game, entry.facts, done.facts, changed)

    def sees_a_changed_draw(self, viewer: Viewer) -> bool:
        return any(sees(audience, viewer) for audience in self._changed)

    def facts_differ(self, viewer: Viewer) -> bool:
        return not self._equal and _seen(self._was_faces, viewer) != _seen(self._twin_faces, viewer)

    def wrongly_shown(self, viewer: Viewer) -> str:
        """The facts that the viewer sees differ: what is wrong with that, if anything."""
        for own, other in self._carriers:
            one, two = self._was_faces[: own + 1], self._twin_faces[: other + 1]
            if _seen(one[:-1], viewer) == _seen(two[:-1], viewer) and _seen(one, viewer) != _seen(two, viewer):
                return f"the fact that a draw led to shows it, and the draw's audience does not: {two[-1]}"
        before, after = (
            _hidden_differences(self._was_before.state, self._twin_before.state, viewer),
            _hidden_differences(self.was.state, self.twin.state, viewer),
        )
        if after and not before - after and _masked(self.was.state, viewer) == _masked(self.twin.state, viewer):
            return f"a fact differs, and the cards {sorted(after)} are still not the viewer's to see"
        return ""


def _seen(of: Sequence[Face], viewer: Viewer) -> list[tuple[str, bytes, str, bool]]:
    return [
        (fact.DESCRIPTOR.full_name, fact.SerializeToString(deterministic=True), face.rule, face.amended)
        for face in of
        if (fact := face.seen_by(viewer)) is not None
    ]


def _carriers(game: Game[Any], was: bytes, twin: bytes, changed: Sequence[int]) -> list[tuple[int, int]]:
    """For each draw that changed, the first fact after it that is not as it was: its place in the original and here."""
    (had, drawn), (has, twin_drawn) = _own(game, was), _own(game, twin)
    found = []
    for at in changed:
        if at < len(drawn):
            own, other = drawn[at], twin_drawn[at]
            while own < len(had) and other < len(has) and had[own] == has[other]:
                own, other = own + 1, other + 1
            if own < len(had) and other < len(has):
                found.append((own, other))
    return found


def _own(game: Game[Any], stored: bytes) -> tuple[list[tuple[str, Message]], list[int]]:
    """The game's own facts of an entry; and for each draw, how many of them were before it."""
    facts: list[tuple[str, Message]] = []
    drawn: list[int] = []
    packed: Any = game.facts.FromString(stored)
    for fact in packed.facts:
        name = fact.WhichOneof("fact")
        if name == "drew":
            drawn.append(len(facts))
        elif name in game.reducer_of:
            facts.append((name, getattr(fact, name)))
    return facts, drawn


def _hidden_differences(was: Any, twin: Any, viewer: Viewer) -> set[int]:
    """The ids of cards that the viewer may not see, and that are not the same card in both states."""
    one, other = dict(_hidden(was, viewer)), dict(_hidden(twin, viewer))
    return {card for card in one.keys() | other.keys() if one.get(card) != other.get(card)}


def _hidden(value: Any, viewer: Viewer) -> list[tuple[int, str]]:
    if isinstance(value, Card):
        return [] if sees(value.audience, viewer) else [(value.id, value.kind)]
    return [found for part in parts(value) for found in _hidden(part, viewer)]


def _masked(value: Any, viewer: Viewer) -> Any:
    """A state without what the viewer may not see of its cards and bags."""
    if isinstance(value, Card) and not sees(value.audience, viewer):
        return ("card", value.id, value.audience, value.up)
    if isinstance(value, Bag):
        return ("bag", total(value.of))
    inside = parts(value)
    return (type(value).__name__, [_masked(part, viewer) for part in inside]) if inside else value


def _first_difference(was: Any, twin: Any) -> str:
    if isinstance(was, tuple | list) and isinstance(twin, tuple | list) and len(was) == len(twin):
        for one, other in zip(was, twin, strict=True):
            if one != other:
                return _first_difference(one, other)
    return f"{str(was).strip()!r:.200} and {str(twin).strip()!r:.200}"
