"""Who may not look inside learns nothing from the bench: games that differ in what a viewer cannot know give that
viewer the same replay, timeline and finds, and the same reasons, up to where the difference is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import JUDGE, Accepted, Game, Table, Viewer, begin, decide, draws, fold, pack, seen, sees
from rulekeeper.log import Stored
from rulekeeper.projections import Eyes, Wanted, asked_before, asked_next, explained_refusal, parsed
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.testing.twins_changes import Change, Forced, changes
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import GAME
from tests.projections.bench import course_of, replayed, timeline_of

AHEAD = 25
"""Entries after the change that are compared at most."""


def twin_of(walk: Walk, change: Change, viewer: Viewer) -> tuple[list[Entry], list[Entry]]:
    """The original and the twin, up to the last entry before which, and in which, the viewer was shown nothing."""
    entries = walk.match.entries
    twin, table = list(entries[: change.version - 1]), walk.before(change.version)
    for entry in entries[change.version - 1 : change.version - 1 + AHEAD]:
        done, changed = _played(walk, entry, table, change)
        if not isinstance(done, Accepted):
            break
        shown = any(sees(draws(walk.game, done.facts)[at][1], viewer) for at in changed)
        if shown or seen(walk.game, done.facts, viewer) != seen(walk.game, entry.facts, viewer):
            break
        if done.table.result != walk.tables[entry.version].result:
            break
        other = Entry()
        other.CopyFrom(entry)
        other.facts = done.facts
        if change.command is not None and entry.version == change.version:
            other.command = change.command
        twin.append(other)
        table = done.table
    return list(entries[: len(twin)]), twin


def _played(walk: Walk, entry: Entry, before: Table, change: Change) -> tuple[object, list[int]]:
    version = entry.version
    chance = Forced(version, walk.draws.get(version, ()), change.numbers, walk.chance(version))
    if entry.HasField("started"):
        return begin(walk.game, before, version, chance), chance.changed
    sent = change.command if change.command is not None and version == change.version else entry.command
    return decide(walk.game, before, entry.actor.seat, entry.decision, sent, version, chance), chance.changed


def told_in(game: Game[Any], *logs: list[Entry]) -> list[Wanted]:
    """Every card, and every name of one, of which the last entries of these logs tell anybody anything."""
    cards, kinds = set(), set()
    for log in logs:
        for one in (one for entry in log[-AHEAD:] for one in seen(game, entry.facts, JUDGE)):
            for field, value in one.fact.ListFields():
                for plain in value if field.is_repeated else (value,):
                    if isinstance(plain, int):
                        cards.add(plain)
                    elif isinstance(plain, str):
                        kinds.add(plain)
    return [*(Wanted(card=card) for card in sorted(cards) if card > 0), *(Wanted(kind=kind) for kind in sorted(kinds))]


def got(game: Game[Any], entries: list[Entry], viewer: Viewer, finds: list[Wanted]) -> Iterator[object]:
    """All that the bench tells the viewer. Digests are of what is stored, and differ."""
    stored = [Stored(entry.version, entry.SerializeToString(), b"") for entry in entries]
    yield replayed(game, stored, Eyes(viewer))
    yield timeline_of(game, stored, viewer).nodes(course_of(game, stored))
    for wanted in finds:
        yield [wanted.facts(game, parsed(one), viewer) for one in stored[-AHEAD:]]
    last, table = entries[-1], Table()
    before = table
    for entry in entries:
        before, table = table, fold(game, table, entry)
    yield asked_before(game, before, last, viewer)
    yield asked_next(game, table, viewer)
    if viewer >= 0:
        for kind in game.command_name:
            yield explained_refusal(game, table, viewer, pack(game, kind()))


@pytest.mark.parametrize(
    ("game", "seats", "seed", "cap", "most"),
    [
        *((GAME, seats, seed, 40, 12) for seats, seed in ((2, 1), (3, 2), (4, 3), (2, 4), (3, 5))),
        *((HEART_OF_CROWN, seats, seed, 60, 6) for seats, seed in ((2, 1), (3, 2))),
        *((WARHAMMER_INVASION, 2, seed, 60, 6) for seed in (1, 2)),
    ],
)
def test_the_bench_tells_a_viewer_nothing_that_the_viewer_cannot_know(
    game: Game[Any], seats: int, seed: int, cap: int, most: int
) -> None:
    walk = Walk(game, seats, seed, standing=True)
    walk.play(cap)
    compared = 0
    for change in changes(walk, most):
        if change.command is not None and not change.sealed:
            continue  # others may see something of such a choice
        for viewer in change.viewers:
            was, twin = twin_of(walk, change, viewer)
            if [entry.facts for entry in was] == [entry.facts for entry in twin]:
                continue
            compared += 1
            finds = told_in(game, was, twin)
            for one, other in zip(got(game, was, viewer, finds), got(game, twin, viewer, finds), strict=True):
                assert one == other, f"{change.what}, to viewer {viewer}, up to version {len(was)}"
    assert compared
