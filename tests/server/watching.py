"""Reading streams in tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc

from rulekeeper.v1 import projections_pb2 as pb
from tests.server.desk import Desk, bearer


class Watch:
    """One watcher of a table."""

    def __init__(self, call: grpc.aio.UnaryStreamCall[Any, pb.WatchTableResponse]) -> None:
        self.call = call
        self.token = ""

    async def event(self, within: float = 5.0) -> pb.WatchTableResponse:
        """The next event; grpc.aio.AioRpcError where the stream failed, EOFError where it ended."""
        event = await asyncio.wait_for(self.call.read(), within)
        if not isinstance(event, pb.WatchTableResponse):
            raise EOFError
        self.token = event.resume_token
        return event

    async def update(self) -> pb.TableUpdate:
        """The next update; heartbeats are passed over."""
        while True:
            event = await self.event()
            if not event.HasField("heartbeat"):
                assert event.HasField("update"), event
                return event.update

    async def until_caught_up(self) -> list[pb.TableUpdate]:
        """All updates before `CaughtUp`."""
        found = []
        while not (event := await self.event()).HasField("caught_up"):
            assert event.HasField("update"), event
            found.append(event.update)
        return found


@asynccontextmanager
async def watching(desk: Desk, game_id: str, token: str = "", **wanted: Any) -> AsyncIterator[Watch]:
    call = desk.projections.WatchTable(pb.WatchTableRequest(game_id=game_id, **wanted), metadata=bearer(token))
    try:
        yield Watch(call)
    finally:
        call.cancel()
