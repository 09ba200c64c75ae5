"""What every store does with snapshots, on every server that there is: a cache beside the log."""

import pytest
import redis.asyncio

from rulekeeper.log import Limits, LogStore, RedisLog
from tests.log.entries import append_many, record_of

TAG, OTHER = b"t" * 16, b"o" * 16


class TestSnapshots:
    async def test_what_is_kept_is_found_again_by_its_version_and_tag(
        self, log: LogStore, other_log: LogStore, game: str
    ) -> None:
        data = bytes(range(256)) * 3 + b"\r\n\0"
        await log.keep_snapshot(game, 256, TAG, data)
        await log.keep_snapshot(game, 512, TAG, b"")
        assert await other_log.snapshot(game, 256, TAG) == data
        assert await other_log.snapshot(game, 512, TAG) == b""

    async def test_another_version_tag_or_game_has_none(self, log: LogStore, game: str) -> None:
        await log.keep_snapshot(game, 256, TAG, b"data")
        assert await log.snapshot(game, 512, TAG) is None
        assert await log.snapshot(game, 256, OTHER) is None
        assert await log.snapshot(game + "-other", 256, TAG) is None

    async def test_the_last_one_is_kept_whatever_its_tag(self, log: LogStore, game: str) -> None:
        for tag, data in ((TAG, b"first"), (TAG, b"second"), (OTHER, b"third")):
            await log.keep_snapshot(game, 256, tag, data)
            assert await log.snapshot(game, 256, tag) == data
        assert await log.snapshot(game, 256, TAG) is None

    async def test_deleting_them_leaves_the_log_as_it_is(self, log: LogStore, game: str, url: str) -> None:
        head = await append_many(log, game, 3)
        await log.keep_snapshot(game, 2, TAG, b"data")
        before = await record_of(log, game)
        async with redis.asyncio.Redis.from_url(url) as client:
            assert await client.delete(f"rk:{{{game}}}:snapshots") == 1
        assert await log.snapshot(game, 2, TAG) is None
        assert await record_of(log, game) == before and await log.head(game) == head

    async def test_a_game_of_snapshots_alone_is_no_game(self, log: LogStore, game: str) -> None:
        await log.keep_snapshot(game, 256, TAG, b"data")
        assert not (await log.head(game)).version and not await log.read(game, 0, 10)

    async def test_one_that_is_too_large_is_not_sent(self, url: str, game: str) -> None:
        async with await RedisLog.open(url, Limits(snapshot_bytes=100)) as small:
            await small.keep_snapshot(game, 1, TAG, b"x" * 84)
            with pytest.raises(ValueError, match="100"):
                await small.keep_snapshot(game, 1, TAG, b"x" * 85)
            assert await small.snapshot(game, 1, TAG) == b"x" * 84

    async def test_an_empty_game_id_is_refused(self, log: LogStore) -> None:
        with pytest.raises(ValueError, match="empty"):
            await log.keep_snapshot("", 1, TAG, b"data")
        with pytest.raises(ValueError, match="empty"):
            await log.snapshot("", 1, TAG)
