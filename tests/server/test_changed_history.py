"""What somebody does to a hot game's record behind the service's back is noticed at the next write, and when what was
changed is read: the service's log says so, the callers are told, and the game stops.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import redis.asyncio

from rulekeeper.log import Stored, digest
from rulekeeper.v1 import audit_pb2, games_pb2, table_pb2
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import Desk, Failed, Seats, bearer, failing
from tests.server.tampering import rewrite
from tests.server.watching import watching

Redis = redis.asyncio.Redis
Tamper = Callable[[Redis, str, list[Stored]], Awaitable[object]]


async def put(client: Redis, key: str, stored: list[Stored], numbers: list[int] | None = None) -> None:
    """The stream made anew, with these entries."""
    await client.delete(f"{key}:log")
    for number, one in zip(numbers or range(1, len(stored) + 1), stored, strict=True):
        await client.xadd(f"{key}:log", {"e": one.entry, "d": one.digest}, f"{number}-0")


def other(one: Stored) -> Stored:
    """One byte of an entry is another."""
    return Stored(one.version, one.entry[:-1] + bytes([one.entry[-1] ^ 1]), one.digest)


async def a_byte_early(client: Redis, key: str, stored: list[Stored]) -> None:
    await put(client, key, [stored[0], other(stored[1]), *stored[2:]])


async def a_byte_of_the_last(client: Redis, key: str, stored: list[Stored]) -> None:
    await put(client, key, [*stored[:-1], other(stored[-1])])


async def a_byte_with_its_digest(client: Redis, key: str, stored: list[Stored]) -> None:
    made = other(stored[1])
    await put(client, key, [stored[0], Stored(2, made.entry, digest(made.entry)), *stored[2:]])


async def two_swapped(client: Redis, key: str, stored: list[Stored]) -> None:
    await put(client, key, [stored[0], stored[2], stored[1], *stored[3:]])


async def one_dropped(client: Redis, key: str, stored: list[Stored]) -> None:
    await client.xdel(f"{key}:log", "2-0")


async def the_last_cut_off(client: Redis, key: str, stored: list[Stored]) -> None:
    await client.xdel(f"{key}:log", f"{len(stored)}-0")


async def the_last_cut_off_with_the_head(client: Redis, key: str, stored: list[Stored]) -> None:
    await client.xdel(f"{key}:log", f"{len(stored)}-0", f"{len(stored) - 1}-0")
    head: dict[Any, Any] = {"version": len(stored) - 2, "digest": stored[-3].digest}
    await client.hset(f"{key}:head", mapping=head)


async def the_head_alone(client: Redis, key: str, stored: list[Stored]) -> None:
    head: dict[Any, Any] = {"version": len(stored) - 2, "digest": stored[-3].digest}
    await client.hset(f"{key}:head", mapping=head)


async def the_head_ahead(client: Redis, key: str, stored: list[Stored]) -> None:
    await client.hset(f"{key}:head", "version", str(len(stored) + 2))


async def an_entry_more(client: Redis, key: str, stored: list[Stored]) -> None:
    await client.xadd(f"{key}:log", {"e": stored[-1].entry, "d": stored[-1].digest}, f"{len(stored) + 1}-0")


async def no_stream_any_more(client: Redis, key: str, stored: list[Stored]) -> None:
    await client.set(f"{key}:log", "gone")


async def everything_gone(client: Redis, key: str, stored: list[Stored]) -> None:
    await client.flushall()


TAMPERINGS: list[Tamper] = [
    a_byte_early,
    a_byte_of_the_last,
    a_byte_with_its_digest,
    two_swapped,
    one_dropped,
    the_last_cut_off,
    the_last_cut_off_with_the_head,
    the_head_alone,
    the_head_ahead,
    an_entry_more,
    no_stream_any_more,
    everything_gone,
]


async def tampered(town: Town, table: Seats, tamper: Tamper) -> None:
    stored = await (await town.log()).read(table.game_id, 0, 1_000)
    async with Redis.from_url(town.url) as client:
        await tamper(client, f"rk:{{{table.game_id}}}", list(stored))


async def played(desk: Desk) -> Seats:
    table = await desk.table()
    await table.bid(0)
    await table.bid(1)
    return table


async def read_all(desk: Desk, table: Seats) -> list[audit_pb2.ReadLogResponse]:
    request = audit_pb2.ReadLogRequest(game_id=table.game_id)
    return [one async for one in desk.audit.ReadLog(request, metadata=bearer(table.judge))]


async def verdict(desk: Desk, table: Seats) -> audit_pb2.VerifyGameResponse:
    return await desk.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=table.game_id))


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
async def test_the_next_write_notices_and_the_game_stops(
    town: Town, capsys: pytest.CaptureFixture[str], tamper: Tamper
) -> None:
    desk = await town.desk(log_level="error")
    table = await played(desk)
    winner = (await table.open_decision()).seats[0]
    async with watching(desk, table.game_id) as watch:
        await watch.until_caught_up()
        await tampered(town, table, tamper)
        told: list[Failed] = []
        # The first command; the same as a judge's ruling, or again; and whoever watches.
        for _ in range(2):
            async with failing() as failed:
                await table.send(winner, nm.Scry(), 6)
            told += failed
        async with failing() as failed:
            await watch.event()
        told += failed
    assert [one.reason for one in told] == ["HISTORY_CHANGED"] * 3
    assert told[0].info.metadata["correlation_id"] in told[0].message
    logged = capsys.readouterr().err
    assert logged.count("history changed") == 1 and table.game_id in logged
    assert (await desk.decision(table.game_id)).game.status == table_pb2.GAME_STATUS_PAUSED


@pytest.mark.parametrize("tamper", TAMPERINGS[:7] + TAMPERINGS[-1:], ids=lambda tamper: tamper.__name__)
async def test_proving_and_reading_notice_without_any_write(
    town: Town, capsys: pytest.CaptureFixture[str], tamper: Tamper
) -> None:
    desk, read = await town.desk(log_level="error"), await town.desk()
    table, (winner,) = await played(desk), (1,)
    await read.decision(table.game_id)
    await tampered(town, table, tamper)
    found = await verdict(desk, table)
    assert not found.sound and found.findings
    assert "history changed" in capsys.readouterr().err
    async with failing() as failed:
        await table.send(winner, nm.Scry(), 6)
    assert failed[0].reason == "HISTORY_CHANGED"
    async with failing() as failed:
        await read_all(read, table)
    assert failed[0].reason == "HISTORY_CHANGED"


async def test_nothing_is_called_sound_where_nothing_is(town: Town) -> None:
    desk = await town.desk()
    table = await played(desk)
    await tampered(town, table, everything_gone)
    found = await verdict(desk, table)
    assert not found.sound and [(one.kind, one.version) for one in found.findings] == [("record", 6)]
    assert not found.head.version


async def test_an_entry_that_was_changed_is_not_shown(town: Town) -> None:
    desk = await town.desk()
    table = await played(desk)
    await tampered(town, table, a_byte_early)
    async with failing() as failed:
        await desk.audit.GetEntry(
            audit_pb2.GetEntryRequest(game_id=table.game_id, version=2), metadata=bearer(table.judge)
        )
    assert failed[0].reason == "HISTORY_CHANGED" and "entry 2" in failed[0].message


async def test_a_command_that_comes_again_is_not_answered_from_an_entry_that_was_changed(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    await table.send(0, nm.Bid(coins=1), 4, b"mine")
    stored = await (await town.log()).read(table.game_id, 0, 10)
    async with Redis.from_url(town.url) as client:
        await put(client, f"rk:{{{table.game_id}}}", [*stored[:4], other(stored[4])])
    async with failing() as failed:
        await table.send(0, nm.Bid(coins=1), 4, b"mine")
    assert failed[0].reason == "HISTORY_CHANGED"


async def test_a_game_whose_record_was_changed_is_not_given_up_and_loaded_as_if_nothing_were(town: Town) -> None:
    from rulekeeper.server import Limits

    desk = await town.desk(limits=Limits(hot_games=1, drain=1.0))
    table = await played(desk)
    await tampered(town, table, the_last_cut_off_with_the_head)
    for _ in range(2):
        async with failing() as failed:
            await table.bid(0)
        assert failed[0].reason in ("HISTORY_CHANGED", "STALE_DECISION")
        for _ in range(3):
            await desk.table()
    async with failing() as failed:
        await table.send(0, nm.Bid(coins=1), 4)
    assert failed[0].reason == "HISTORY_CHANGED"


async def test_a_record_that_was_moved_as_it_is_goes_on(town: Town, capsys: pytest.CaptureFixture[str]) -> None:
    """Made anew with all that was in it, as somebody does who moves games to another server."""
    desk = await town.desk(log_level="error")
    table = await played(desk)
    winner = (await table.open_decision()).seats[0]

    async def moved(client: Redis, key: str, stored: list[Stored]) -> None:
        await put(client, key, stored)

    await tampered(town, table, moved)
    assert (await table.send(winner, nm.Scry(), 6)).version == 7
    assert (await verdict(desk, table)).sound and "history" not in capsys.readouterr().err


async def test_two_services_go_on_after_one_has_looked(town: Town) -> None:
    here, there = await town.desk(), await town.desk()
    table = await here.table()
    await there.decision(table.game_id)
    await rewrite(town, table.game_id, 4)
    await table.bid(0)
    answer = await there.submit(table.game_id, table.tokens[1], nm.Bid(coins=0), 4)
    assert answer.version == 6
    request = games_pb2.GetGameRequest(game_id=table.game_id)
    for desk in (here, there):
        assert (await desk.games.GetGame(request)).game.head.version in (5, 6)
