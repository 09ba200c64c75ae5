"""A table with a thousand watchers: what each costs while idle, and how long until the last has an update."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import grpc

from rulekeeper.v1.projections_pb2 import WatchTableRequest, WatchTableResponse
from tests.bench.clock import median, undisturbed
from tests.bench.load import SUBMIT, Call, connect, prepare
from tests.bench.memory import resident
from tests.bench.recording import FromMiddle
from tests.bench.servers import Running

WATCHERS = 1_000
WATCH = "/rulekeeper.v1.ProjectionsService/WatchTable"
_CONNECTIONS = 4
_FIRST = 50
"""Watchers that come and go before measuring: what the service sets aside at first is not theirs."""
_WITHIN = 60.0
_UPDATE, CAUGHT_UP = (
    WatchTableResponse.DESCRIPTOR.fields_by_name[name].number << 3 | 2 for name in ("update", "caught_up")
)
"""The first byte of such a message: which of its fields comes first."""


class Watching(NamedTuple):
    """idle_bytes: by how much the service grew for each watcher. last_ms: median over commands of the time from the
    command's answer until the last watcher has the update.
    """

    idle_bytes: int
    last_ms: float
    watchers: int
    commands: int


class Crowd:
    """Watchers of one game, all in this process. They count what arrives, and read nothing of it."""

    def __init__(self, channels: Sequence[grpc.aio.Channel], game_id: str, after: int, watchers: int) -> None:
        self._watchers = watchers
        self._arrived = 0
        self._all = asyncio.Event()
        self.last = 0.0
        """When the last message arrived, by `time.perf_counter`."""
        request = WatchTableRequest(game_id=game_id, after=after, heartbeat_seconds=60).SerializeToString()
        methods: list[grpc.aio.UnaryStreamMultiCallable[bytes, bytes]] = [
            channel.unary_stream(WATCH) for channel in channels
        ]
        self._calls = [methods[number % len(methods)](request) for number in range(watchers)]
        self._tasks = [asyncio.create_task(self._watch(call)) for call in self._calls]

    async def _watch(self, call: grpc.aio.UnaryStreamCall[bytes, bytes]) -> None:
        while isinstance(message := await call.read(), bytes):
            if message[0] in (_UPDATE, CAUGHT_UP):
                self._arrived += 1
                if self._arrived == self._watchers:
                    self.last = time.perf_counter()
                    self._all.set()

    async def all_have_it(self) -> None:
        """Waits until every watcher has one message more."""
        async with asyncio.timeout(_WITHIN):
            await self._all.wait()
        self._all.clear()
        self._arrived = 0

    async def leave(self) -> None:
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def measure_watching(
    service: Running, recorded: FromMiddle, watchers: int, told: Callable[[str], None]
) -> Watching:
    """One game from the middle, and its commands one by one."""
    channels = [connect(service.address) for _ in range(_CONNECTIONS)]
    (table,) = await prepare(channels[0], [recorded])
    submit: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channels[0].unary_unary(SUBMIT)
    after = recorded.sent[0].decision
    calls = list(table.calls)
    first = Crowd(channels, table.game_id, after, _FIRST)
    await first.all_have_it()
    for call in calls[:3]:
        await _wait_for_update(first, submit, call)
        after += 1
    await first.leave()
    await asyncio.sleep(0.5)
    before = resident(service.pid)
    crowd = Crowd(channels, table.game_id, after, watchers)
    await crowd.all_have_it()
    await asyncio.sleep(0.5)
    idle = (resident(service.pid) - before) // watchers
    told(f"{watchers:,} watchers: {idle:,} bytes each")
    with undisturbed():
        took = [await _wait_for_update(crowd, submit, call) for call in calls[3:]]
    told(f"the last of {watchers:,} watchers: after {median(took) * 1e3:.1f} ms")
    await crowd.leave()
    for channel in channels:
        await channel.close()
    return Watching(idle, median(took) * 1e3, watchers, len(took))


async def _wait_for_update(crowd: Crowd, submit: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes], call: Call) -> float:
    """Seconds from the command's answer until all have it."""
    await submit(call.request, metadata=call.metadata)
    answered = time.perf_counter()
    await crowd.all_have_it()
    return max(0.0, crowd.last - answered)
