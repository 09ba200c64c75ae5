"""The service's rivals: handlers without any rules. Each puts as many bytes into a stream and answers with as many.

`--pipelined`: the XADDs of all calls that are under way go out together, over the one connection; without it, each
handler awaits an `xadd` of a redis-py client that all share.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import uvloop
from redis.asyncio import Redis

SERVICE, METHOD = "rulekeeper.v1.GamesService", "SubmitCommand"
_STREAM = "rulekeeper-bench"

Add = Callable[[bytes], Awaitable[object]]


class Together:
    """XADDs over one connection: whatever has come while one batch was under way is the next."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._waiting: list[tuple[bytes, asyncio.Future[object]]] = []
        self._sending: asyncio.Task[None] | None = None

    def add(self, entry: bytes) -> asyncio.Future[object]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[object] = loop.create_future()
        self._waiting.append((entry, future))
        if self._sending is None:
            self._sending = loop.create_task(self._send())
        return future

    async def _send(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            pipeline = self._client.pipeline(transaction=False)
            for entry, _ in batch:
                pipeline.xadd(_STREAM, {b"e": entry})
            for (_, future), id in zip(batch, await pipeline.execute(), strict=True):
                future.set_result(id)
        self._sending = None


def adding(client: Redis, pipelined: bool) -> Add:
    if pipelined:
        return Together(client).add
    return lambda entry: client.xadd(_STREAM, {b"e": entry})


async def serve(url: str, pipelined: bool, entry_bytes: int, answer_bytes: int) -> None:
    """Until standard input ends. Says on standard output where it listens."""
    client: Redis = Redis.from_url(url)
    add = adding(client, pipelined)
    entry, answer = bytes(entry_bytes), bytes(answer_bytes)

    async def submit(request: bytes, context: Any) -> bytes:
        await add(entry)
        return answer

    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {METHOD: grpc.unary_unary_rpc_method_handler(submit)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(json.dumps({"address": f"127.0.0.1:{port}"}), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(1)
    await client.aclose()


def main() -> None:
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--url", required=True)
    wanted.add_argument("--pipelined", action="store_true")
    wanted.add_argument("--entry-bytes", type=int, required=True)
    wanted.add_argument("--answer-bytes", type=int, required=True)
    given = wanted.parse_args()
    uvloop.run(serve(given.url, given.pipelined, given.entry_bytes, given.answer_bytes))


if __name__ == "__main__":
    main()
