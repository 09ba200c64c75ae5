"""What the log holds is bounded, whatever the server or a reader does."""

import asyncio
import gc
import tracemalloc
from pathlib import Path

import pytest

from rulekeeper.log import Head, Limits, LogStore, RedisLog, Stored, Unreachable, digest
from tests.log.entries import Reader, append, append_many
from tests.log.proxy import Proxy, proxy


async def test_calls_beyond_the_limit_fail_at_once(valkey_url: str, folder: Path, game: str) -> None:
    async with (
        proxy(valkey_url, folder) as wire,
        await RedisLog.open(wire.url, Limits(patience=0.5, calls=100)) as log,
    ):
        wire.refuses = True
        wire.cut()
        entry = b"e" * 1000
        calls = [log.append(game, Head(), b"id", b"print", entry, digest(entry)) for _ in range(200)]
        tasks = [asyncio.create_task(call) for call in calls]
        await asyncio.sleep(0.1)
        early = [task for task in tasks if task.done()]
        assert len(early) == 100
        assert log.statistics.appends.waiting == 100
        for task in tasks:
            with pytest.raises(Unreachable):
                await task
        assert all("too much waits" in str(task.exception()) for task in early)
        assert log.statistics.appends.waiting == log.statistics.appends.held == 0


async def test_bytes_beyond_the_limit_are_not_taken(valkey_url: str, folder: Path, game: str) -> None:
    async with (
        proxy(valkey_url, folder) as wire,
        await RedisLog.open(wire.url, Limits(patience=0.5, call_bytes=1 << 20)) as log,
    ):
        wire.loses_answers = True
        entry = b"e" * 100_000
        calls = [log.append(game, Head(), b"id", b"print", entry, digest(entry)) for _ in range(50)]
        tasks = [asyncio.create_task(call) for call in calls]
        await asyncio.sleep(0.1)
        assert log.statistics.appends.held <= (1 << 20) + 200_000
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum("too much waits" in str(error) for error in done) > 35
        wire.loses_answers = False
        wire.cut()
        assert await log.head(game) in (Head(), Head(1, digest(entry)))


async def test_answered_calls_leave_nothing_behind(valkey_url: str, game: str) -> None:
    async with await RedisLog.open(valkey_url) as log:
        await append_many(log, game, 50)
        gc.collect()
        tracemalloc.start()
        try:
            await append_many(log, game + "-2", 300, size=10_000)
            gc.collect()
            held, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert held < 500_000
        assert log.statistics.appends.held == 0


async def test_a_follower_that_was_away_holds_a_page_and_no_more(valkey_url: str, folder: Path, game: str) -> None:
    """30 MB are appended while it is away; 16 entries are in an answer."""
    read: list[int] = []
    async with (
        await RedisLog.open(valkey_url) as log,
        proxy(valkey_url, folder) as wire,
        await RedisLog.open(wire.url, Limits(page=16)) as far,
    ):
        reader = Reader()
        unfollow = far.follow(game, 0, lambda stored: None, reader.behind, reader.caught_up)
        await reader.until(lambda: bool(reader.told))
        await self_paced(wire, log, game)
        done = asyncio.Event()

        def deliver(stored: Stored) -> None:
            read.append(stored.version)
            if stored.version == 300:
                done.set()

        unfollow()
        gc.collect()
        tracemalloc.start()
        try:
            far.follow(game, 0, deliver, lambda: None)
            wire.refuses = False
            async with asyncio.timeout(20):
                await done.wait()
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert read == list(range(1, 301))
    # A page is 1.6 MB; its answer is in the socket's buffer, the parser's and our list by turns.
    assert peak < 9_000_000


async def self_paced(wire: Proxy, log: LogStore, game: str) -> None:
    wire.refuses = True
    wire.cut()
    head = Head()
    for n in range(300):
        head = await append(log, game, head, b"%d" % n, 100_000)
