"""The lobby: where games stand, as far as everybody may know. Records are folded from what an end needs of a
log, not from all of it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulekeeper.kernel import Game
from rulekeeper.log import Head, LogStore, Stored
from rulekeeper.projections.moments import parsed
from rulekeeper.projections.record import AFTER_THE_END, NO_RECORD, GameRecord, game_info, record_after
from rulekeeper.projections.waiting import Waiters
from rulekeeper.v1.table_pb2 import GameInfo

_FIRST = 32


class Listing(msgspec.Struct, frozen=True):
    """A game as the lobby holds it. `change` counts the lobby's changes: a watcher has seen all up to some number."""

    record: GameRecord
    paused: bool
    change: int


class Lobby:
    """Remembers at most `size` games, those looked at last. `games`: by ruleset."""

    def __init__(self, store: LogStore, games: Mapping[str, Game[Any]], size: int) -> None:
        self._store = store
        self._games = games
        self._size = size
        self._listings: OrderedDict[str, Listing] = OrderedDict()
        self._changed: OrderedDict[str, int] = OrderedDict()
        self.change = 0
        self.news = Waiters()

    def game_of(self, record: GameRecord) -> Game[Any] | None:
        """The rules of a game's ruleset; None: they are not installed."""
        return self._games.get(record.ruleset)

    def info(self, game_id: str, record: GameRecord, paused: bool = False) -> GameInfo:
        """The game as everybody sees it."""
        return game_info(game_id, record, self.game_of(record), paused=paused)

    def known(self, game_id: str) -> Listing | None:
        """The game as it was last noted, if it still is remembered."""
        return self._listings.get(game_id)

    async def record_at(self, game_id: str, head: Head) -> GameRecord:
        """The game's record, no older than that head; `NO_RECORD` for a game without entries. Raises Unreachable."""
        listing = self._listings.get(game_id)
        if listing is not None and listing.record.head.version >= head.version:
            return listing.record
        record = await self._read(game_id, listing.record if listing is not None else NO_RECORD, head)
        if record.head.version:
            self.note(game_id, record, paused=False)
        return record

    def note(self, game_id: str, record: GameRecord, *, paused: bool) -> bool:
        """A game stands so now. True where that changes what the lobby shows: its head alone does not."""
        before = self._listings.get(game_id)
        if before is not None and before.record.head.version > record.head.version:
            return False
        changed = before is None or before.paused != paused or _shown(before.record) != _shown(record)
        if changed:
            self.change += 1
            self._changed[game_id] = self.change
            self._changed.move_to_end(game_id)
            self.news.wake()
        self._listings[game_id] = Listing(record, paused, self.change if before is None or changed else before.change)
        self._listings.move_to_end(game_id)
        while len(self._listings) > self._size:
            self._listings.popitem(last=False)
        while len(self._changed) > self._size:
            self._changed.popitem(last=False)
        return changed

    def since(self, change: int) -> Iterator[tuple[str, Listing]]:
        """Games that changed after that change, each once, as they are now; those that changed first come first."""
        newest_first = []
        for game_id, number in reversed(self._changed.items()):
            if number <= change:
                break
            newest_first.append(game_id)
        for game_id in reversed(newest_first):
            listing = self._listings.get(game_id)
            if listing is not None:
                yield game_id, listing

    async def _read(self, game_id: str, record: GameRecord, head: Head) -> GameRecord:
        """Entry by entry until the game begins; from there, only what is marked and its end can change anything."""
        while not record.began and record.head.version < head.version:
            page = await self._store.read(game_id, record.head.version, _FIRST)
            if not page:
                return record
            for stored in page:
                record = self._after(record, stored)
        if record.head.version >= head.version:
            return record
        # From the other end: nothing but what is said of a game that is over can follow the entry that ended it.
        since, at, tail = record.head.version, head.version, dict[int, Stored]()
        while at > since:
            page = await self._store.read(game_id, at - 1, 1)
            if not page:
                return record
            tail[at] = page[0]
            if parsed(page[0]).WhichOneof("what") not in AFTER_THE_END:
                break
            at -= 1
        for version in await self._store.marks(game_id):
            if since < version < at:
                for stored in await self._store.read(game_id, version - 1, 1):
                    record = self._after(record, stored)
        for version in sorted(tail):
            record = self._after(record, tail[version])
        return record

    def _after(self, record: GameRecord, stored: Stored) -> GameRecord:
        entry = parsed(stored)
        return record_after(record, stored, entry, self._games.get(entry.ruleset))


def _shown(record: GameRecord) -> GameRecord:
    return msgspec.structs.replace(record, head=Head())
