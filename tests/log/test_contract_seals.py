"""A sealed log is appended to only while nothing else has been done to it, on every server that there is."""

import shutil
from collections.abc import Awaitable, Callable

import pytest
import redis.asyncio

from rulekeeper.log import Appended, Damaged, EmbeddedServer, Head, LogStore, RedisLog, Stored, Touched, digest
from tests.log.conftest import short_folder
from tests.log.entries import append_many, entry_after, record_of

Redis = redis.asyncio.Redis


async def sealed_append(log: LogStore, game: str, head: Head, seal: bytes, command_id: bytes = b"sealed") -> object:
    entry = entry_after(head, command_id)
    return await log.append(game, head, command_id, b"print", entry, digest(entry), seal)


async def made_anew(client: Redis, key: str, record: list[Stored]) -> None:
    await client.delete(key)
    for one in record:
        await client.xadd(key, {"e": one.entry, "d": one.digest}, f"{one.version}-0")


async def put_in_the_place_of_it(client: Redis, key: str, record: list[Stored]) -> None:
    await made_anew(client, f"{key}:other", record)
    await client.rename(f"{key}:other", key)


async def restored_by_somebody(client: Redis, key: str, record: list[Stored]) -> None:
    await client.xgroup_destroy(key, (await client.xinfo_groups(key))[0]["name"])
    dumped = await client.dump(key)
    assert isinstance(dumped, bytes)
    await client.restore(key, 0, dumped, replace=True)


async def cut_at_its_end(client: Redis, key: str, record: list[Stored]) -> None:
    await client.xdel(key, f"{len(record)}-0")


async def cut_in_its_middle(client: Redis, key: str, record: list[Stored]) -> None:
    await client.xdel(key, "2-0")


async def trimmed(client: Redis, key: str, record: list[Stored]) -> None:
    await client.xtrim(key, maxlen=2, approximate=False)


async def gone_on_without_its_head(client: Redis, key: str, record: list[Stored]) -> None:
    await client.xadd(key, {"e": b"e", "d": b"d"}, f"{len(record) + 1}-0")


async def cut_and_gone_on(client: Redis, key: str, record: list[Stored]) -> None:
    await cut_in_its_middle(client, key, record)
    await gone_on_without_its_head(client, key, record)


@pytest.mark.parametrize(
    "touch",
    [
        made_anew,
        put_in_the_place_of_it,
        restored_by_somebody,
        cut_at_its_end,
        cut_in_its_middle,
        trimmed,
        gone_on_without_its_head,
        cut_and_gone_on,
    ],
    ids=lambda touch: touch.__name__,
)
async def test_what_was_touched_is_not_appended_to(
    log: LogStore, url: str, game: str, touch: Callable[[Redis, str, list[Stored]], Awaitable[None]]
) -> None:
    head = await append_many(log, game, 5)
    seal = await log.seal(game)
    answer = await sealed_append(log, game, head, seal)
    assert isinstance(answer, Appended)
    record = await record_of(log, game)
    async with Redis.from_url(url) as client:
        await touch(client, f"rk:{{{game}}}:log", record)
    for _ in range(2):
        if touch is cut_and_gone_on:
            # Of the right length, and with what nothing can follow.
            with pytest.raises(Damaged):
                await sealed_append(log, game, answer.head, seal, b"next")
        else:
            assert await sealed_append(log, game, answer.head, seal, b"next") == Touched()
    assert (await log.head(game)) == answer.head


async def test_it_can_be_sealed_anew(log: LogStore, url: str, game: str) -> None:
    head = await append_many(log, game, 5)
    seal = await log.seal(game)
    async with Redis.from_url(url) as client:
        await made_anew(client, f"rk:{{{game}}}:log", await record_of(log, game))
    assert await sealed_append(log, game, head, seal) == Touched()
    again = await log.seal(game)
    assert again != seal and isinstance(await sealed_append(log, game, head, again), Appended)


async def test_all_who_ask_share_a_seal_that_appends_leave_whole(log: LogStore, other_log: LogStore, game: str) -> None:
    head = await append_many(log, game, 3)
    seal = await log.seal(game)
    assert seal and await other_log.seal(game) == seal
    for number, each in enumerate((log, other_log, log)):
        answer = await sealed_append(each, game, head, seal, b"%d" % number)
        assert isinstance(answer, Appended)
        head = answer.head
    assert await other_log.seal(game) == seal


async def test_where_there_is_no_log_there_is_no_seal(log: LogStore, game: str) -> None:
    assert await log.seal(game) == b""
    await append_many(log, game, 1)
    assert await log.seal(game) != b""


async def test_another_games_seal_is_none(log: LogStore, game: str) -> None:
    head = await append_many(log, game, 2)
    await append_many(log, game + "-other", 2)
    await log.seal(game)
    assert await sealed_append(log, game, head, await log.seal(game + "-other")) == Touched()


async def test_a_server_that_was_started_again_has_to_be_looked_at() -> None:
    """Its files may have been changed while it was down."""
    folder = short_folder()
    try:
        async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
            head = await append_many(log, "game", 3)
            seal = await log.seal("game")
            assert isinstance(await sealed_append(log, "game", head, seal), Appended)
            (last,) = await log.read("game", 3, 1)
        async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
            assert await sealed_append(log, "game", last.head, seal, b"next") == Touched()
            again = await log.seal("game")
            assert isinstance(await sealed_append(log, "game", last.head, again, b"next"), Appended)
    finally:
        shutil.rmtree(folder)
