"""A log's server without room: the true reason for callers, a line for the operator, and play when there is room."""

from __future__ import annotations

import asyncio

import grpc
import pytest
import redis.asyncio

from rulekeeper.log import Full, Head, RedisLog, digest
from tests.kernel.night_market import night_market_pb2 as nm
from tests.log.entries import append_many, entry_after
from tests.server.conftest import Town
from tests.server.desk import BOT, OPEN, failing

Redis = redis.asyncio.Redis
BID = nm.Bid(coins=1)


async def test_callers_are_told_and_the_operator_too_and_it_goes_on_when_there_is_room(
    town: Town, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = await town.desk(log_level="error")
    table = await desk.table()
    async with Redis.from_url(town.url) as client:
        await client.config_set("maxmemory", 1)
        for _ in range(3):
            async with failing() as failed:
                await table.send(0, BID, 4, b"mine")
            assert failed[0].reason == "LOG_FULL" and failed[0].code == grpc.StatusCode.UNAVAILABLE
            assert failed[0].retry_after == 1.0 and "no room" in failed[0].message
        async with failing() as failed:
            await desk.create()
        assert failed[0].reason == "LOG_FULL"
        assert (await desk.decision(table.game_id)).game.head.version == 4
        await client.config_set("maxmemory", 0)
    told = capsys.readouterr().err
    assert told.count("no room to write") == 1 and "maxmemory" in told
    assert (await table.send(0, BID, 4, b"mine")).version == 5


async def test_where_only_bots_play_the_operator_is_told_too(town: Town, capsys: pytest.CaptureFixture[str]) -> None:
    desk = await town.desk(log_level="error", bot_pause=0.3)
    made = await desk.create(OPEN, BOT)
    await desk.join(made.game_id)
    async with Redis.from_url(town.url) as client:
        await client.config_set("maxmemory", 1)
        told = ""
        for _ in range(100):
            told += capsys.readouterr().err
            if "no room to write" in told:
                break
            await asyncio.sleep(0.05)
        assert "no room to write" in told
        await client.config_set("maxmemory", 0)
    assert (await desk.decision(made.game_id, at_least=5)).game.head.version >= 5


async def test_the_log_itself_tells_a_full_server_from_one_that_is_away(town: Town) -> None:
    async with await RedisLog.open(town.url) as log, Redis.from_url(town.url) as client:
        head = await append_many(log, "game", 2)
        await client.config_set("maxmemory", 1)
        entry = entry_after(head)
        with pytest.raises(Full, match="maxmemory"):
            await log.append("game", head, b"id", b"print", entry, digest(entry))
        with pytest.raises(Full):
            await log.enlist("game", 1)
        assert len(await log.read("game", 0, 9)) == 2 and await log.head("game") == head != Head()
        await client.config_set("maxmemory", 0)
