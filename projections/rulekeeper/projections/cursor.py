"""The cursor: a watcher is a version number. Woken, it pulls what comes next, from the ring of the newest
steps or from the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from rulekeeper.kernel import Game, Table, fold, follows
from rulekeeper.log import Head, Stored, Unreachable
from rulekeeper.projections.moments import Moment, parsed
from rulekeeper.v1.entry_pb2 import Entry

_PAGE = 64
_PAUSE = 0.2
"""Seconds before a log that is away is asked again."""


class HistoryChanged(Exception):
    """The log holds something else than the watcher got, or ends before it."""


class Feed(Protocol):
    """What cursors pull from: a hot game."""

    game: Game[Any]

    @property
    def head(self) -> Head:
        """The newest version, with its digest."""

    @property
    def closing(self) -> bool:
        """No more will come from this process."""

    def moment(self, version: int) -> Moment | None:
        """From the ring, where it is still there."""

    async def read(self, after: int, limit: int) -> Sequence[Stored]:
        """From the log. Raises Unreachable."""

    async def table_at(self, version: int) -> Table:
        """The table of a past version. Raises Unreachable."""

    async def beyond(self, version: int, seconds: float) -> bool:
        """Waits until the head is past that version, or the feed closes or falls back; False when the time is up."""


class Cursor:
    """A watcher's place in one game, for one reader at a time. `at`: the head of what was got last. `views`: it needs
    the table of every moment.
    """

    def __init__(self, feed: Feed, at: Head, *, views: bool) -> None:
        self.at = at
        self._feed = feed
        self._views = views
        self._backlog: list[Stored] = []
        self._table: Table | None = None
        self._fetching: asyncio.Task[Moment] | None = None

    @property
    def caught_up(self) -> bool:
        """It is where the feed is."""
        return self.at.version == self._feed.head.version

    @property
    def far(self) -> bool:
        """What comes next is not in memory: it has to be read, and folded where tables are wanted."""
        if self.caught_up:
            return False
        near = self._feed.moment(self.at.version + 1)
        return near is None or (self._views and near.table is None)

    async def pull(self, seconds: float) -> Moment | None:
        """The next moment, exactly one version further; None when the time is up or the feed closes.

        A log that is away is waited for. Raises HistoryChanged where what comes does not continue what was got,
        and FoldFailed.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not self._feed.closing:
            left = end - loop.time()
            if self._feed.head.version < self.at.version:
                raise HistoryChanged(f"the log ends at {self._feed.head.version}, before {self.at.version}")
            if self._fetching is None and not self.caught_up:
                near = self._feed.moment(self.at.version + 1)
                if near is not None and not (self._views and near.table is None):
                    return self._advance(near)
            if left <= 0:
                break
            if self.caught_up:
                await self._feed.beyond(self.at.version, left)
            elif (far := await self._fetched(left)) is not None:
                return self._advance(far)
        return None

    def newest(self) -> Moment | None:
        """Skips to the newest moment, for watchers of views alone; None where there is nothing newer to be seen."""
        head = self._feed.head
        if head.version < self.at.version:
            raise HistoryChanged(f"the log ends at {head.version}, before {self.at.version}")
        moment = self._feed.moment(head.version) if head.version > self.at.version else None
        if moment is not None:
            self.at = moment.head
        return moment

    async def wait(self, seconds: float) -> None:
        """Until there is something new, or the time is up, or the feed closes."""
        await self._feed.beyond(max(self.at.version, self._feed.head.version), seconds)

    def close(self) -> None:
        """Gives up what is still being fetched."""
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None

    def _advance(self, moment: Moment) -> Moment:
        if moment.version != self.at.version + 1 or moment.entry.previous != self.at.digest:
            raise HistoryChanged(f"version {moment.version} does not continue version {self.at.version}")
        self.at = moment.head
        self._table = moment.table
        return moment

    async def _fetched(self, seconds: float) -> Moment | None:
        """What comes next, from the log; None when the time is up: then it goes on being fetched."""
        if self._fetching is None:
            self._fetching = asyncio.get_running_loop().create_task(self._fetch())
        task = self._fetching
        await asyncio.wait([task], timeout=seconds)
        if not task.done():
            return None
        self._fetching = None
        try:
            return task.result()
        except Unreachable:
            await asyncio.sleep(min(_PAUSE, seconds))
            return None

    async def _fetch(self) -> Moment:
        # Newest first. What came from memory meanwhile is not wanted from the log any more.
        while self._backlog and self._backlog[-1].version <= self.at.version:
            del self._backlog[-1]
        if not self._backlog:
            self._backlog = list(await self._feed.read(self.at.version, _PAGE))[::-1]
            if not self._backlog:
                raise HistoryChanged(f"the log ends at {self.at.version}, and went further before")
        stored = self._backlog[-1]
        entry = parsed(stored)
        table = await self._folded(entry) if self._views else None
        del self._backlog[-1]
        return Moment(self._feed.game, stored, entry, table)

    async def _folded(self, entry: Entry) -> Table:
        before = follows(entry)
        table = self._table
        if table is None or table.version != before:
            table = await self._feed.table_at(before) if before else Table()
        return fold(self._feed.game, table, entry)
