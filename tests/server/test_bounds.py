"""What a service holds is bounded, whatever its clients do."""

from __future__ import annotations

import gc
import tracemalloc
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
import pytest

from rulekeeper.server import Limits
from rulekeeper.v1 import games_pb2
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1.projections_pb2 import WATCH_CONTENT_BOTH, WATCH_CONTENT_VIEW
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import BOT, Desk, bearer, failing, fresh_id
from tests.server.process import Running, running
from tests.server.watching import watching


def resident(process: Running) -> int:
    """Bytes."""
    for line in Path(f"/proc/{process.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) << 10
    raise LookupError


@pytest.mark.slow
async def test_watchers_that_read_nothing_do_not_grow_the_service(folder: Path) -> None:
    async with running(folder) as service, AsyncExitStack() as stack:
        warm = await service.desk.create(*[BOT] * 4)
        await service.desk.ended(warm.game_id)
        tables = [await service.desk.table() for _ in range(4)]
        stopped = []
        for number in range(100):
            # Each on a connection of its own, with the smallest window there is: what it does not read stays behind.
            options = [("grpc.use_local_subchannel_pool", 1), ("grpc.http2.lookahead_bytes", 1_024)]
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(service.address, options))
            content = WATCH_CONTENT_BOTH if number % 2 else WATCH_CONTENT_VIEW
            watch = await stack.enter_async_context(
                watching(Desk(channel, None), tables[number % 4].game_id, tables[number % 4].judge, content=content)
            )
            await watch.until_caught_up()
            stopped.append(watch)
        before = resident(service)
        for table in tables:
            for _ in range(12):
                decision = await table.open_decision()
                if not decision.version:
                    break
                await table.night()
        grown = resident(service) - before
        assert grown < 16 << 20, f"{grown >> 20} MiB"
        # And they have missed nothing.
        versions = [(await stopped[1].update()).head.version for _ in range(20)]
        assert versions == list(range(5, 25))


async def test_a_game_that_is_over_is_still_watched_by_heartbeats(desk: Desk) -> None:
    table = await desk.table()
    await table.send(0, nm.Concede(), 0)
    request = pb.WatchTableRequest(game_id=table.game_id, heartbeat_seconds=1)
    call = desk.projections.WatchTable(request)
    heads = [await call.read() for _ in range(7)]
    beat = heads[-1]
    assert isinstance(beat, pb.WatchTableResponse) and beat.heartbeat.head.version == 5
    call.cancel()


async def test_what_a_refused_call_brought_is_let_go_at_once(desk: Desk) -> None:
    table = await desk.table()
    large = "x" * 500_000

    async def refused() -> None:
        unknown = games_pb2.SubmitCommandRequest(game_id=table.game_id, command_id=fresh_id(), decision=4)
        unknown.message.type_url = large
        bid = games_pb2.SubmitCommandRequest(game_id=table.game_id, command_id=fresh_id(), decision=4)
        bid.message.Pack(nm.Bid(cards=[5] * 200_000, coins=1))
        join = games_pb2.JoinGameRequest(game_id=table.game_id, request_id=b"1", name=large)
        for call in (
            desk.games.SubmitCommand(unknown, metadata=bearer(table.tokens[0])),
            desk.games.SubmitCommand(bid, metadata=bearer(table.tokens[0])),
            desk.games.JoinGame(join),
        ):
            async with failing():
                await call

    await refused()
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        for _ in range(10):
            await refused()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert kept < 3_000_000, f"{kept} bytes wait for a collection of cycles"


async def test_a_stream_of_the_past_that_nobody_reads_keeps_no_other_waiting(town: Town) -> None:
    desk = await town.desk(limits=Limits(past_streams=1, ring=1, drain=1.0))
    table = await desk.table()
    for _ in range(8):
        await table.night()
    head = (await desk.decision(table.game_id)).game.head.version
    idle = [desk.projections.WatchTable(pb.WatchTableRequest(game_id=table.game_id)) for _ in range(5)]
    for stream in idle:
        await stream.read()
    async with watching(desk, table.game_id, content=WATCH_CONTENT_BOTH) as watch:
        updates = await watch.until_caught_up()
    assert [update.head.version for update in updates] == list(range(1, head + 1))
    for stream in idle:
        stream.cancel()
