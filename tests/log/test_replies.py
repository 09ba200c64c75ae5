"""What was sent together is read together, and nothing gets lost where redis-py keeps its reader elsewhere."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import hiredis
import pytest
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError, ResponseError

from rulekeeper.log import Appended, Damaged, Head, Limits, RedisLog, digest
from rulekeeper.log.connecting import Address, Replies, close
from rulekeeper.log.pipeline import Pipeline
from rulekeeper.log.redis_log import _APPEND, _ends_of_append, _packed
from tests.log.entries import Reader, append, entry_after


@pytest.fixture
async def connection(valkey_url: str) -> AsyncIterator[AbstractConnection]:
    connected = await Address(valkey_url).connect(Limits().connect)
    yield connected
    await close(connected)


def pack(words: tuple[str | bytes | int, ...]) -> bytes:
    packed: bytes = hiredis.pack_command(words)  # type: ignore[arg-type]
    return packed


async def five(connection: AbstractConnection, replies: Replies) -> list[list[Any]]:
    """What each read gives, after five commands of which the third is nonsense."""
    words = ("ECHO", "1"), ("ECHO", "2"), ("NONSENSE",), ("GET", "rk:nothing"), ("ECHO", "5")
    await connection.send_packed_command([pack(some) for some in words], check_health=False)
    # Long enough for all to have arrived: whether they come one by one is then the reader's choice.
    await asyncio.sleep(0.1)
    reads: list[list[Any]] = []
    while sum(map(len, reads)) < 5:
        reads.append(await replies.read())
    return reads


def in_order(reads: list[list[Any]]) -> bool:
    one, two, wrong, nothing, last = (reply for read in reads for reply in read)
    return (one, two, nothing, last) == (b"1", b"2", None, b"5") and isinstance(wrong, ResponseError)


async def test_all_that_has_arrived_is_one_read(connection: AbstractConnection) -> None:
    reads = await five(connection, Replies(connection))
    assert in_order(reads)
    assert len(reads) == 1


class Elsewhere:
    """A connection that keeps its reader where nobody looks."""

    def __init__(self, connection: AbstractConnection) -> None:
        self.read_response = connection.read_response


async def test_without_the_reader_they_come_one_at_a_time(connection: AbstractConnection) -> None:
    reads = await five(connection, Replies(Elsewhere(connection)))  # type: ignore[arg-type]
    assert in_order(reads)
    assert len(reads) == 5


async def test_a_lost_connection_is_raised(connection: AbstractConnection) -> None:
    await connection.send_command("QUIT", check_health=False)
    replies = Replies(connection)
    assert await replies.read() == [b"OK"]
    with pytest.raises(ConnectionError, match="closed"):
        await replies.read()


async def test_each_call_has_its_own_answer_though_one_among_them_fails(valkey_url: str) -> None:
    async def prepare(connection: AbstractConnection) -> None:
        pass

    pipeline = Pipeline(Address(valkey_url), prepare, Limits())
    calls = [pipeline.call(*words) for words in (("ECHO", "1"), ("NONSENSE",), ("GET", "rk:nothing"), ("ECHO", "4"))]
    one, wrong, nothing, last = await asyncio.gather(*calls, return_exceptions=True)
    assert (one, nothing, last) == (b"1", None, b"4")
    assert isinstance(wrong, Damaged)
    assert (pipeline.traffic.troubles, pipeline.traffic.sent, pipeline.traffic.held) == (0, 0, 0)
    await pipeline.aclose()


@pytest.mark.parametrize("game", ["plain", "per%cent %d {} \r\n", "Königreich"])
def test_an_append_is_packed_as_any_command(game: str) -> None:
    start, end = _ends_of_append("function", game)
    changing = (b"12", b"d" * 32, b"", b"print", b"%b\r\n" * 99, b"e" * 32)
    sizes_and_words = [part for word in changing for part in (len(word), word)]
    packed = _APPEND % (start, *sizes_and_words[:8], _packed("256"), *sizes_and_words[8:], end, 4, b"seal")
    root = f"rk:{{{game}}}:"
    words = ("FCALL", "function", 3, root + "log", root + "head", root + "ids", *changing[:4], 256, *changing[4:])
    assert packed == pack((*words, root + "new", "seal"))


@pytest.mark.parametrize("name", ["per%cent %d {}", "Königreich\r\n"])
async def test_a_game_may_be_called_anything(valkey_url: str, game: str, name: str) -> None:
    async with await RedisLog.open(valkey_url) as log:
        entry = entry_after(Head())
        answer = await log.append(game + name, Head(), b"id", b"print", entry, digest(entry))
        assert answer == Appended(Head(1, digest(entry)))
        assert [stored.entry for stored in await log.read(game + name, 0, 10)] == [entry]


async def test_what_is_no_entry_on_a_channel_keeps_no_follower_waiting(
    valkey_url: str, connection: AbstractConnection, game: str
) -> None:
    async with await RedisLog.open(valkey_url) as log:
        reader = Reader()
        log.follow(game, 0, reader.deliver, reader.behind, reader.caught_up)
        await reader.until(lambda: reader.told == ["caught up with 0"])
        await connection.send_command("PUBLISH", f"rk:{{{game}}}:new", "nonsense", check_health=False)
        assert await Replies(connection).read() == [1]
        await reader.until(lambda: reader.told[1:] == ["behind", "caught up with 0"])
        head = await append(log, game, Head(), b"id")
        await reader.until(lambda: reader.versions == [head.version])
