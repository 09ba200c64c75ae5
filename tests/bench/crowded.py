"""More games watched than the service keeps folded by its bound: how long until any other one is answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import grpc

from rulekeeper.v1.games_pb2 import GetDecisionRequest, Sandbox
from rulekeeper.v1.projections_pb2 import WatchTableRequest
from tests.bench.bare import SERVICE
from tests.bench.clock import median, undisturbed
from tests.bench.load import bearer, connect, new_game
from tests.bench.servers import Running
from tests.bench.watching import CAUGHT_UP, WATCH

WATCHED = 2_000
OTHERS = 100
_CONNECTIONS = 8
_AT_ONCE = 16
_WITHIN = 10.0
"""Seconds after which a call is given up."""


class Crowded(NamedTuple):
    """Seconds that a call of a game that nobody watches took, each game in turn, so that each is folded for it."""

    times: Sequence[float]
    watched: int


class _Made(NamedTuple):
    game_id: str
    token: str


async def measure_crowded(service: Running, watched: int, others: int, told: Callable[[str], None]) -> Crowded:
    """Watches that have nothing to tell, one a game that waits for its players; and calls of others meanwhile, which
    have begun.
    """
    channels = [connect(service.address) for _ in range(_CONNECTIONS)]
    elsewhere = connect(service.address)
    wanted = await _games(channels, others, Sandbox(seat_all=True))
    crowd = await _games(channels, watched, Sandbox())
    watches = [await _idle(channels[number % _CONNECTIONS], made) for number, made in enumerate(crowd)]
    look: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = elsewhere.unary_unary(f"/{SERVICE}/GetDecision")
    times = []
    with undisturbed():
        for made in wanted:
            request = GetDecisionRequest(game_id=made.game_id).SerializeToString()
            began = time.perf_counter()
            await look(request, metadata=bearer(made.token), timeout=_WITHIN)
            times.append(time.perf_counter() - began)
    told(f"{watched:,} games are watched: another is answered after {median(times) * 1e3:.1f} ms")
    for watch in watches:
        watch.cancel()
    for channel in (*channels, elsewhere):
        await channel.close()
    return Crowded(times, watched)


async def _games(channels: Sequence[grpc.aio.Channel], count: int, sandbox: Sandbox) -> list[_Made]:
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(number: int) -> _Made:
        async with gate:
            made = await new_game(channels[number % len(channels)], sandbox)
            return _Made(made.game_id, made.seat_tokens[0] or made.spectator_token)

    return await asyncio.gather(*map(one, range(count)))


async def _idle(channel: grpc.aio.Channel, made: _Made) -> grpc.aio.UnaryStreamCall[bytes, bytes]:
    """A watch that has caught up, and reads no more."""
    watch: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(WATCH)
    request = WatchTableRequest(game_id=made.game_id, heartbeat_seconds=60)
    call = watch(request.SerializeToString(), metadata=bearer(made.token))
    async with asyncio.timeout(_WITHIN):
        while isinstance(message := await call.read(), bytes):
            if message[0] == CAUGHT_UP:
                return call
    raise RuntimeError("a watch ended before it had caught up")
