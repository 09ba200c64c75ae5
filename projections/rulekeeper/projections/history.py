"""Past tables: the table of any version, folded from the log in slices, so that others have their turn.

Nobody need fold a long game from its first entry: tables are kept beside the log, as snapshots, at every so many
versions. They are a cache. One that cannot be read, or that was made of another log than this, is passed over; and what
play goes on from, and what proves a record, is folded from the log alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rulekeeper.kernel import FoldFailed, Game, SnapshotError, Table, fold, restored, snapshot, snapshot_tag
from rulekeeper.log import Head, LogError, LogStore, Stored, digest
from rulekeeper.projections.moments import parsed
from rulekeeper.v1.entry_pb2 import Entry

SLICE = 25
"""Entries that are folded in one go; a slice takes a few milliseconds."""

SPACING = 256
"""A snapshot is kept at every version that this divides. Measured on games of 3,000 entries: restoring one takes about
as long as folding what lies between two, and all of them take about half the room that the log takes.
"""

_DIGEST = 32


async def read_entries(store: LogStore, game_id: str, after: int, upto: int | None = None) -> list[Stored]:
    """All entries after a version, as far as `upto`, or as there are. Raises Unreachable."""
    found: list[Stored] = []
    while upto is None or after < upto:
        page = await store.read(game_id, after, 256 if upto is None else min(256, upto - after))
        if not page:
            break
        found += page
        after = page[-1].version
    return found


async def parsed_slowly(stored: Sequence[Stored]) -> list[Entry]:
    """The entries themselves. Raises FoldFailed where bytes are none."""
    entries = []
    for number, one in enumerate(stored):
        if number % SLICE == SLICE - 1:
            await asyncio.sleep(0)
        entries.append(parsed(one))
    return entries


async def fold_slowly(
    game: Game[Any], entries: Sequence[Entry], table: Table, told: Callable[[Entry, Table], None] | None = None
) -> Table:
    """Folds entries that all count, one after the other. `told`: is given each with the table after it. Raises
    FoldFailed.
    """
    for number, entry in enumerate(entries):
        if number % SLICE == SLICE - 1:
            await asyncio.sleep(0)
        table = fold(game, table, entry)
        if told is not None:
            told(entry, table)
    return table


def wants_snapshot(version: int) -> bool:
    """Is one kept there?"""
    return version % SPACING == 0


async def keep_snapshot(store: LogStore, game_id: str, game: Game[Any], head: Head, table: Table) -> None:
    """Keeps a table that was folded from the log up to that head. Where that fails, nothing is lost but time."""
    try:
        await store.keep_snapshot(game_id, head.version, snapshot_tag(game), head.digest + snapshot(game, table))
    except (LogError, SnapshotError, ValueError):
        pass


async def _kept_at(store: LogStore, game_id: str, game: Game[Any], head: Head) -> Table | None:
    """The table that was kept at that head, where there is a sound one."""
    try:
        data = await store.snapshot(game_id, head.version, snapshot_tag(game))
        if data is None or data[:_DIGEST] != head.digest:
            return None
        table = restored(game, data[_DIGEST:])
    except (LogError, SnapshotError):
        return None
    return table if table.version == head.version else None


class _Step(NamedTuple):
    """An entry on the way to a version, and the head that the log had with it."""

    head: Head
    entry: Entry


class PastTable(NamedTuple):
    """A version's table, and the head that the log had then."""

    head: Head
    table: Table


_NOTHING = PastTable(Head(), Table())


class History:
    """Past tables of one game. The last one that was asked for is kept, so that stepping forward folds each
    entry once.
    """

    def __init__(self, store: LogStore, game_id: str, game: Game[Any]) -> None:
        self._store = store
        self._game_id = game_id
        self._game = game
        self._last = _NOTHING

    async def at(self, version: int) -> PastTable:
        """Raises FoldFailed where the log does not go that far or does not fold, and Unreachable."""
        start, way = await self._way_to(version, cached=True)
        self._last = past = await self._fold(start, way, cached=True)
        return past

    async def table_at(self, version: int) -> Table:
        """The same without the head."""
        return (await self.at(version)).table

    async def folded_at(self, version: int) -> Table:
        """The same from the log alone, whatever is kept beside it: what play goes on from."""
        start, way = await self._way_to(version, cached=False)
        return (await self._fold(start, way, cached=False)).table

    async def _way_to(self, version: int, *, cached: bool) -> tuple[PastTable, Sequence[_Step]]:
        """A table that is at hand, and what leads from it to the version: those entries that count, in order. The log
        is read backwards, from each entry to its parent, as far as it takes.
        """
        way: list[_Step] = []  # newest first
        at = version
        while at:
            mark = at - at % SPACING
            last = self._last.head.version
            low = last if cached and mark <= last <= at else mark
            # The lowest entry is read, too: its digest says which log a table that is at hand must be of.
            page = {one.version: one for one in await read_entries(self._store, self._game_id, max(low - 1, 0), at)}
            while at > low:
                at = _step_back(page, at, way)
            if at == low and at:
                past = await self._at_hand(page.get(at)) if cached else None
                if past is not None:
                    return past, way[::-1]
                at = _step_back(page, at, way)
        return _NOTHING, way[::-1]

    async def _at_hand(self, stored: Stored | None) -> PastTable | None:
        """The table after that entry, from memory or from a snapshot."""
        if stored is None:
            return None
        if stored.head == self._last.head:
            return self._last
        if not wants_snapshot(stored.version):
            return None
        table = await _kept_at(self._store, self._game_id, self._game, stored.head)
        return PastTable(stored.head, table) if table is not None else None

    async def _fold(self, past: PastTable, way: Sequence[_Step], *, cached: bool) -> PastTable:
        head, table = past
        for number, (head, entry) in enumerate(way):
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
            table = fold(self._game, table, entry)
            if cached and wants_snapshot(head.version):
                await keep_snapshot(self._store, self._game_id, self._game, head, table)
        return PastTable(head, table)


def _step_back(page: Mapping[int, Stored], version: int, way: list[_Step]) -> int:
    """Notes an entry, and goes to the version that it follows."""
    stored = page.get(version)
    if stored is None:
        raise FoldFailed(f"the log ends before version {version}")
    if digest(stored.entry) != stored.digest:
        raise FoldFailed(f"version {version} is not what its digest was made of")
    entry = parsed(stored)
    if entry.parent >= version:
        raise FoldFailed(f"version {version} follows {entry.parent}")
    way.append(_Step(stored.head, entry))
    return entry.parent or version - 1
