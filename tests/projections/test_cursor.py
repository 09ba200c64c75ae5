"""The cursor: no gap, no double, from memory or from the log; it waits for a log that is away and notices one
that was changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from rulekeeper.kernel import Table, fold
from rulekeeper.log import Head, Stored
from rulekeeper.projections import Cursor, History, HistoryChanged, Moment, Ring, Waiters, parsed, read_entries
from tests.kernel.night_market import GAME
from tests.projections.book import Shelf, played, recorded


class Hot:
    """A feed of a log in memory, folded as far as `grow` says."""

    def __init__(self, stored: Sequence[Stored], ring: int = 4) -> None:
        self.game = GAME
        self.shelf = Shelf([])
        self.closing = False
        self._coming = list(stored)
        self._ring = Ring(ring)
        self._news = Waiters()
        self._table = Table()
        self.head = Head()

    def grow(self, number: int = 1) -> None:
        for _ in range(number):
            stored = self._coming.pop(0)
            self.shelf.stored.append(stored)
            entry = parsed(stored)
            self._table = fold(GAME, self._table, entry)
            self._ring.push(Moment(GAME, stored, entry, self._table))
            self.head = stored.head
        self._news.wake()

    def moment(self, version: int) -> Moment | None:
        return self._ring.get(version)

    async def read(self, after: int, limit: int) -> Sequence[Stored]:
        return await self.shelf.read("", after, limit)

    async def table_at(self, version: int) -> Table:
        return await History(self.shelf, "", GAME).table_at(version)  # type: ignore[arg-type]

    async def beyond(self, version: int, seconds: float) -> bool:
        return self.closing or self.head.version > version or await self._news.wait(seconds)


async def drawn(cursor: Cursor, number: int) -> list[int]:
    found = []
    for _ in range(number):
        moment = await cursor.pull(1)
        assert moment is not None
        found.append(moment.version)
    return found


@pytest.mark.parametrize("ring", [1, 3, 100])
@pytest.mark.parametrize("views", [False, True])
async def test_every_version_is_pulled_once_in_order(ring: int, views: bool) -> None:
    hot = Hot(recorded(played()), ring)
    cursor = Cursor(hot, Head(), views=views)
    assert await cursor.pull(0) is None
    for number in (1, 3, 5, 4):
        hot.grow(number)
        for _ in range(number):
            moment = await cursor.pull(1)
            assert moment is not None and moment.head == cursor.at
            assert not views or (moment.table is not None and moment.table.version == moment.version)
        assert cursor.caught_up and cursor.at == hot.head


async def test_a_watcher_in_the_midst_folds_what_came_before() -> None:
    hot = Hot(recorded(played()), ring=1)
    hot.grow(13)
    at = hot.shelf.stored[6].head
    cursor = Cursor(hot, at, views=True)
    moment = await cursor.pull(1)
    assert moment is not None and moment.table is not None and moment.table.version == 8
    assert await drawn(cursor, 5) == [9, 10, 11, 12, 13]


async def test_waiting_ends_with_news_with_time_and_with_the_feed() -> None:
    hot = Hot(recorded(played()))
    cursor = Cursor(hot, Head(), views=False)
    waiting = asyncio.ensure_future(cursor.pull(5))
    await asyncio.sleep(0.01)
    hot.grow()
    moment = await waiting
    assert moment is not None and moment.version == 1
    assert await cursor.pull(0.01) is None
    waiting = asyncio.ensure_future(cursor.pull(5))
    await asyncio.sleep(0.01)
    hot.closing = True
    hot._news.wake()
    assert await waiting is None


async def test_a_log_that_is_away_is_waited_for() -> None:
    hot = Hot(recorded(played()), ring=1)
    hot.grow(6)
    hot.shelf.away = True
    cursor = Cursor(hot, Head(), views=False)
    assert await cursor.pull(0.05) is None and await cursor.pull(0.05) is None
    hot.shelf.away = False
    assert await drawn(cursor, 6) == [1, 2, 3, 4, 5, 6]


async def test_watchers_of_views_skip_to_the_newest() -> None:
    hot = Hot(recorded(played()), ring=1)
    cursor = Cursor(hot, Head(), views=True)
    assert cursor.newest() is None
    hot.grow(5)
    newest = cursor.newest()
    assert newest is not None and newest.version == 5 and cursor.newest() is None
    waiting = asyncio.ensure_future(cursor.wait(5))
    await asyncio.sleep(0.01)
    hot.grow(2)
    await waiting
    newest = cursor.newest()
    assert newest is not None and newest.version == 7
    assert hot.shelf.reads == 0


async def test_what_does_not_continue_what_was_got_is_noticed() -> None:
    hot = Hot(recorded(played()))
    hot.grow(5)
    for at in (Head(4, bytes(32)), Head(9, bytes(32))):
        with pytest.raises(HistoryChanged):
            await Cursor(hot, at, views=False).pull(1)
    with pytest.raises(HistoryChanged):
        Cursor(hot, Head(9, bytes(32)), views=True).newest()
    short = Hot(recorded(played()), ring=1)
    short.grow(5)
    del short.shelf.stored[2:]
    cursor = Cursor(short, short.shelf.stored[1].head, views=False)
    with pytest.raises(HistoryChanged):
        await cursor.pull(1)


async def test_a_slow_watcher_costs_an_integer() -> None:
    """What a cursor holds does not grow with what it has not read."""
    hot = Hot(recorded(played()), ring=2)
    cursor = Cursor(hot, Head(), views=False)
    hot.grow(13)
    assert not cursor._backlog and len(hot._news) == 0


# Past tables.


async def test_the_table_of_any_version_is_folded() -> None:
    match = played()
    shelf = Shelf(recorded(match))
    history = History(shelf, "", GAME)  # type: ignore[arg-type]
    for version in (13, 3, 4, 9, 10, 1):
        assert await history.table_at(version) == match.at(version)


async def test_stepping_forward_reads_each_entry_once() -> None:
    shelf = Shelf(recorded(played()))
    history = History(shelf, "", GAME)  # type: ignore[arg-type]
    for version in range(1, 14):
        await history.table_at(version)
    assert shelf.reads == 13


async def test_after_a_rewind_what_was_gone_back_over_does_not_count() -> None:
    match = played(1, end=False)
    match.rewind(4)
    shelf = Shelf(recorded(match))
    history = History(shelf, "", GAME)  # type: ignore[arg-type]
    assert (await history.table_at(9)).state == match.at(4).state
    assert await history.table_at(7) == match.at(7)
    assert await history.table_at(9) == match.at(9)


async def test_entries_are_read_page_by_page_as_far_as_is_wanted() -> None:
    shelf = Shelf(recorded(played()))
    assert [stored.version for stored in await read_entries(shelf, "", 2, 5)] == [3, 4, 5]  # type: ignore[arg-type]
    assert len(await read_entries(shelf, "", 0)) == 13  # type: ignore[arg-type]
