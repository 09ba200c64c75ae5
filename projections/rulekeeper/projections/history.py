"""Past tables: the table of any version, folded from the log in slices, so that others have their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from rulekeeper.kernel import FoldFailed, Game, Table, effective, fold
from rulekeeper.log import LogStore, Stored
from rulekeeper.projections.moments import parsed
from rulekeeper.v1.entry_pb2 import Entry

SLICE = 25
"""Entries that are folded in one go; a slice takes a few milliseconds."""


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


async def fold_slowly(game: Game[Any], entries: Sequence[Entry], table: Table) -> Table:
    """Folds entries that all count, one after the other. Raises FoldFailed."""
    for number, entry in enumerate(entries):
        if number % SLICE == SLICE - 1:
            await asyncio.sleep(0)
        table = fold(game, table, entry)
    return table


class History:
    """Past tables of one game. The last one that was asked for is kept, so that stepping forward folds each
    entry once.
    """

    def __init__(self, store: LogStore, game_id: str, game: Game[Any]) -> None:
        self._store = store
        self._game_id = game_id
        self._game = game
        self._kept = Table()

    async def table_at(self, version: int) -> Table:
        """Raises FoldFailed where the log does not go that far or does not fold, and Unreachable."""
        start = self._kept if self._kept.version <= version else Table()
        entries = [parsed(stored) for stored in await read_entries(self._store, self._game_id, start.version, version)]
        if any(entry.parent for entry in entries):
            start = Table()
            entries = [parsed(stored) for stored in await read_entries(self._store, self._game_id, 0, version)]
            entries = effective(entries)
        table = await fold_slowly(self._game, entries, start)
        if table.version != version:
            raise FoldFailed(f"the log ends before version {version}")
        self._kept = table
        return table
