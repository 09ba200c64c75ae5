"""The log's server dies and comes back while games are hot: what it was sealed with is gone, and the games go on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import redis.asyncio

from rulekeeper.log import EmbeddedServer
from rulekeeper.v1 import audit_pb2
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import Desk, Failed, Seats, bearer

Redis = redis.asyncio.Redis


async def killed(server: EmbeddedServer) -> None:
    os.kill(server.pid, signal.SIGKILL)
    await back(server)


async def shut_down(server: EmbeddedServer) -> None:
    os.kill(server.pid, signal.SIGTERM)
    await back(server)


async def killed_after_its_file_was_rewritten(server: EmbeddedServer) -> None:
    async with Redis.from_url(server.url) as client:
        await client.bgrewriteaof()
        async with asyncio.timeout(20):
            while (await client.info("persistence"))["aof_rewrite_in_progress"]:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    await killed(server)


async def back(server: EmbeddedServer) -> None:
    async with asyncio.timeout(20):
        while not server.restarts:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def insisting(desk: Desk, table: Seats, seat: int, coins: int, at: int) -> int:
    """Sends a bid until it is answered, by one command id; the version."""
    for _ in range(100):
        try:
            return (await desk.submit(table.game_id, table.tokens[seat], nm.Bid(coins=coins), at, b"insisting")).version
        except Failed as failed:
            assert failed.reason == "LOG_UNAVAILABLE", failed
            await asyncio.sleep(0.1)
    raise AssertionError("never answered")


@pytest.mark.parametrize(
    "dies", [killed, shut_down, killed_after_its_file_was_rewritten], ids=lambda dies: dies.__name__
)
async def test_hot_games_go_on(folder: Path, dies: Callable[[EmbeddedServer], Awaitable[None]]) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(await EmbeddedServer.start(folder / "log"))
        town = Town(server.url, folder, stack)
        here, there = await town.desk(), await town.desk()
        table = await here.table()
        await table.bid(0)
        await there.decision(table.game_id)
        await dies(server)
        version = await insisting(there, table, 1, 0, 4)
        assert version == 6
        request = audit_pb2.VerifyGameRequest(game_id=table.game_id)
        for desk in (here, there):
            verdict = await desk.audit.VerifyGame(request, metadata=bearer(table.judge))
            assert verdict.sound and verdict.head.version == 6
        winner = (await there.decision(table.game_id)).decision.seats[0]
        assert (await there.submit(table.game_id, table.tokens[winner], nm.Scry(), 6)).version == 7
