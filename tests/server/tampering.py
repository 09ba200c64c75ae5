"""What an operator with a Redis client could do to a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import redis.asyncio

from rulekeeper.log import Stored, digest
from rulekeeper.v1.entry_pb2 import Entry
from tests.server.conftest import Town


async def rewrite(town: Town, game_id: str, upto: int, *more: Stored) -> None:
    """The log up to a version, then other entries."""
    log = await town.log()
    kept = [*await log.read(game_id, 0, upto), *more]
    async with redis.asyncio.Redis.from_url(town.url) as client:
        for key in ("log", "head", "ids"):
            await client.delete(f"rk:{{{game_id}}}:{key}")
        for stored in kept:
            await client.xadd(f"rk:{{{game_id}}}:log", {"e": stored.entry, "d": stored.digest}, f"{stored.version}-0")
        head: dict[Any, Any] = {"version": kept[-1].version, "digest": kept[-1].digest}
        await client.hset(f"rk:{{{game_id}}}:head", mapping=head)


async def forge(town: Town, game_id: str, change: Callable[[Entry], object]) -> None:
    """Every entry through `change`, and then all digests made anew, so that the chain is whole again."""
    forged: list[Stored] = []
    for stored in await (await town.log()).read(game_id, 0, 10_000):
        entry = Entry.FromString(stored.entry)
        change(entry)
        entry.previous = forged[-1].digest if forged else b""
        data = entry.SerializeToString()
        forged.append(Stored(stored.version, data, digest(data)))
    await rewrite(town, game_id, 0, *forged)
