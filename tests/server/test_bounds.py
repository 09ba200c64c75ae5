"""What a service holds is bounded, whatever its clients do."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import grpc
import pytest

from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1.projections_pb2 import WATCH_CONTENT_BOTH, WATCH_CONTENT_VIEW
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.desk import BOT, Desk
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
        await service.desk.decision(warm.game_id, at_least=40)
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
