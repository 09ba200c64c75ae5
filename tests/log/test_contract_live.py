"""What every store of the record does as games grow and connections fail, on every server that there is."""

import asyncio
import random
from contextlib import suppress

import pytest
import redis.asyncio

from rulekeeper.log import (
    Appended,
    Current,
    Head,
    Known,
    LogStore,
    OutcomeUnknown,
    RedisLog,
    Stored,
    Unreachable,
    digest,
)
from tests.log.entries import (
    Reader,
    append,
    append_many,
    assert_sound,
    entry_after,
    insist,
    record_of,
    write,
)
from tests.log.proxy import Proxy


class TestFollowing:
    async def test_what_is_there_comes_first_then_what_is_new(
        self, log: LogStore, other_log: LogStore, game: str
    ) -> None:
        head = await append_many(log, game, 3)
        reader = Reader()
        unfollow = other_log.follow(game, 0, reader.deliver, reader.behind, reader.caught_up)
        await reader.until(lambda: bool(reader.told))
        assert reader.versions == [1, 2, 3]
        head = await append_many(log, game, 2, head)
        await reader.until_version(5)
        assert reader.entries == await record_of(log, game)
        assert reader.told == ["caught up with 3"]
        unfollow()

    async def test_it_begins_after_a_version(self, log: LogStore, game: str) -> None:
        await append_many(log, game, 3)
        reader = Reader()
        log.follow(game, 2, reader.deliver, reader.behind, reader.caught_up)
        await reader.until_version(3)
        assert reader.versions == [3]

    async def test_a_game_without_entries_is_caught_up_with(self, log: LogStore, game: str) -> None:
        reader = Reader()
        log.follow(game, 0, reader.deliver, reader.behind, reader.caught_up)
        await reader.until(lambda: reader.told == ["caught up with 0"])
        await append_many(log, game, 1)
        await reader.until_version(1)

    async def test_a_long_log_is_caught_up_with_while_it_grows(
        self, log: LogStore, other_log: LogStore, game: str
    ) -> None:
        head = await append_many(log, game, 600)
        reader = Reader()
        other_log.follow(game, 0, reader.deliver, reader.behind, reader.caught_up)
        await append_many(log, game, 200, head)
        await reader.until_version(800)
        assert reader.versions == list(range(1, 801))

    async def test_each_of_many_followers_of_many_games_gets_its_own(self, log: LogStore, game: str) -> None:
        games = [f"{game}-{n}" for n in range(300)]
        readers = [(name, Reader()) for name in games for _ in range(2)]
        for name, reader in readers:
            log.follow(name, 0, reader.deliver, reader.behind)
        await asyncio.gather(*(append_many(log, name, 3) for name in games))
        for name, reader in readers:
            await reader.until_version(3)
            assert reader.entries == await record_of(log, name)

    async def test_nothing_comes_after_unfollowing(self, log: LogStore, game: str) -> None:
        left, stayed = Reader(), Reader()
        unfollow = log.follow(game, 0, left.deliver, left.behind)
        log.follow(game, 0, stayed.deliver, stayed.behind)
        head = await append_many(log, game, 1)
        await left.until_version(1)
        unfollow()
        unfollow()
        await append_many(log, game, 1, head)
        await stayed.until_version(2)
        assert left.versions == [1]

    async def test_a_game_can_be_left_and_followed_again_at_once(self, log: LogStore, game: str) -> None:
        head = Head()
        for n in range(20):
            reader = Reader()
            unfollow = log.follow(game, 0, reader.deliver, reader.behind)
            head = await append_many(log, game, 1, head)
            if n % 3:
                await reader.until_version(n + 1)
            unfollow()
        reader = Reader()
        log.follow(game, 0, reader.deliver, reader.behind)
        await append_many(log, game, 1, head)
        await reader.until_version(21)
        assert reader.versions == list(range(1, 22))

    async def test_a_follower_may_leave_from_within(self, log: LogStore, game: str) -> None:
        await append_many(log, game, 5)
        reader = Reader()

        def deliver(stored: Stored) -> None:
            reader.deliver(stored)
            if stored.version == 2:
                unfollow()

        unfollow = log.follow(game, 0, deliver, reader.behind)
        await reader.until_version(2)
        await asyncio.sleep(0.05)
        assert reader.versions == [1, 2]

    async def test_one_that_raises_is_ended_and_the_others_go_on(self, log: LogStore, game: str) -> None:
        raised: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: raised.append(context["message"]))

        def deliver(stored: Stored) -> None:
            raise RuntimeError("a fault of the reader")

        reader = Reader()
        log.follow(game, 0, deliver, lambda: None)
        log.follow(game, 0, reader.deliver, reader.behind)
        await append_many(log, game, 3)
        await reader.until_version(3)
        assert raised == [f"a follower of game {game} raised and is ended"]

    async def test_a_message_that_was_lost_is_read_from_the_log(self, log: LogStore, url: str, game: str) -> None:
        reader = Reader()
        log.follow(game, 0, reader.deliver, reader.behind, reader.caught_up)
        head = await append_many(log, game, 1)
        await reader.until(lambda: reader.versions == [1] and bool(reader.told))
        reader.told.clear()
        entry = entry_after(head)
        async with redis.asyncio.Redis.from_url(url) as client:
            # As the function does it, but for the PUBLISH.
            root = f"rk:{{{game}}}:"
            await client.xadd(root + "log", {"e": entry, "d": digest(entry)}, id="2-0")
            await client.hset(root + "head", mapping={"version": "2", "digest": digest(entry)})
        await append(log, game, Head(2, digest(entry)), b"3")
        await reader.until(lambda: len(reader.told) == 2)
        assert reader.versions == [1, 2, 3]
        assert reader.told == ["behind", "caught up with 3"]

    async def test_a_message_that_comes_twice_is_delivered_once(self, log: LogStore, url: str, game: str) -> None:
        reader = Reader()
        log.follow(game, 0, reader.deliver, reader.behind, reader.caught_up)
        head = await append_many(log, game, 2)
        await reader.until(lambda: reader.versions == [1, 2] and bool(reader.told))
        async with redis.asyncio.Redis.from_url(url) as client:
            for stored in await record_of(log, game):
                await client.publish(f"rk:{{{game}}}:new", b"%d " % stored.version + stored.digest + stored.entry)
        await append_many(log, game, 1, head)
        await reader.until_version(3)
        assert reader.versions == [1, 2, 3]

    async def test_a_lost_connection_loses_nothing(
        self, log: LogStore, far_log: LogStore, wire: Proxy, game: str
    ) -> None:
        reader = Reader()
        far_log.follow(game, 0, reader.deliver, reader.behind, reader.caught_up)
        await reader.until(lambda: bool(reader.told))
        head = Head()
        for n in range(10):
            head = await append_many(log, game, 20, head)
            wire.cut()
            wire.refuses = n % 2 == 0
            head = await append_many(log, game, 20, head)
            wire.refuses = False
        await reader.until_version(400)
        assert reader.versions == list(range(1, 401))
        # The last entries may have come as messages, after it had caught up.
        await reader.until(lambda: reader.told[-1] != "behind")
        assert "behind" in reader.told

    async def test_a_connection_that_went_dead_unnoticed_is_found_out(
        self, log: LogStore, far_log: LogStore, wire: Proxy, game: str
    ) -> None:
        reader = Reader()
        far_log.follow(game, 0, reader.deliver, reader.behind, reader.caught_up)
        await reader.until(lambda: bool(reader.told))
        wire.loses_answers = True
        await append_many(log, game, 3)
        await reader.until(lambda: reader.told[-1] == "behind")
        wire.loses_answers = False
        await reader.until_version(3)
        assert reader.versions == [1, 2, 3]


class TestUnreachable:
    async def test_an_append_over_a_cut_connection_is_made_once(
        self, log: LogStore, far_log: LogStore, wire: Proxy, game: str
    ) -> None:
        head = Head()
        for n in range(20):
            entry = entry_after(head, b"%d" % n)
            appending = asyncio.create_task(far_log.append(game, head, b"%d" % n, b"print", entry, digest(entry)))
            for _ in range(n % 5):
                await asyncio.sleep(0)
            wire.cut()
            answer = await appending
            await asyncio.sleep(0.03)
            assert answer == Appended(Head(n + 1, digest(entry)))
            head = answer.head
        assert len(await assert_sound(log, game, [])) == 20

    async def test_an_append_whose_answer_was_lost_is_asked_for_again(
        self, log: LogStore, far_log: LogStore, wire: Proxy, game: str
    ) -> None:
        reader = Reader()
        log.follow(game, 0, reader.deliver, reader.behind)
        entry = entry_after(Head(), b"id")
        await far_log.lookup(game, Head(), b"id", b"print")
        wire.loses_answers = True
        appending = asyncio.create_task(far_log.append(game, Head(), b"id", b"print", entry, digest(entry)))
        await reader.until_version(1)
        assert not appending.done()
        wire.loses_answers = False
        assert await appending == Appended(Head(1, digest(entry)))

    async def test_an_outcome_that_stays_unknown_is_called_so(
        self, log: LogStore, far_log: LogStore, wire: Proxy, game: str
    ) -> None:
        entry = entry_after(Head(), b"id")
        await far_log.lookup(game, Head(), b"id", b"print")
        wire.loses_answers = True
        with pytest.raises(OutcomeUnknown):
            await far_log.append(game, Head(), b"id", b"print", entry, digest(entry))
        wire.loses_answers = False
        again = entry_after(Head(), b"id")
        answer = await far_log.append(game, Head(), b"id", b"print", again, digest(again))
        assert answer == Known(Stored(1, entry, digest(entry)))

    async def test_what_was_never_sent_is_unreachable(self, far_log: LogStore, wire: Proxy, game: str) -> None:
        wire.refuses = True
        wire.cut()
        await asyncio.sleep(0.05)
        failed = await asyncio.gather(
            append(far_log, game, Head(), b"id"),
            far_log.lookup(game, Head(), b"id", b"print"),
            far_log.head(game),
            far_log.secret(game),
            return_exceptions=True,
        )
        assert [type(error) for error in failed] == [Unreachable] * 4
        assert all("is away" in str(error) for error in failed)
        wire.refuses = False
        assert (await insist(far_log, game, Head(), b"id")).version == 1

    async def test_a_server_that_loads_its_data_is_unreachable_until_it_has(
        self, far_log: LogStore, wire: Proxy, game: str
    ) -> None:
        await far_log.lookup(game, Head(), b"id", b"print")
        wire.loads = True
        with pytest.raises(Unreachable, match="is loading"):
            await append(far_log, game, Head(), b"id")
        with pytest.raises(Unreachable, match="is loading"):
            await RedisLog.open(wire.url)
        appending = asyncio.create_task(insist(far_log, game, Head(), b"id"))
        await asyncio.sleep(0.1)
        wire.loads = False
        assert (await appending).version == 1

    async def test_a_server_that_will_not_write_has_written_nothing(self, log: LogStore, url: str, game: str) -> None:
        async with redis.asyncio.Redis.from_url(url) as client:
            await client.config_set("maxmemory", 1)
            try:
                with pytest.raises(Unreachable, match="refuses: command not allowed"):
                    await append(log, game, Head(), b"id")
                assert await log.head(game) == Head()
            finally:
                await client.config_set("maxmemory", 0)
        await append(log, game, Head(), b"id")

    async def test_functions_that_were_flushed_are_loaded_again(self, log: LogStore, url: str, game: str) -> None:
        head = await append(log, game, Head(), b"1")
        async with redis.asyncio.Redis.from_url(url) as client:
            await client.function_flush()
        await append(log, game, head, b"2")

    async def test_a_closed_log_says_so(self, url: str, game: str) -> None:
        log = await RedisLog.open(url)
        await log.aclose()
        with pytest.raises(Unreachable, match="closed"):
            await append(log, game, Head(), b"id")
        with pytest.raises(Unreachable, match="closed"):
            log.follow(game, 0, lambda stored: None, lambda: None)


class TestCancelling:
    async def test_a_cancelled_caller_cancels_nothing(self, log: RedisLog, game: str) -> None:
        for n in range(30):
            name = f"{game}-{n}"
            appending = asyncio.create_task(append(log, name, Head(), b"id"))
            for _ in range(n % 6 + 1):
                await asyncio.sleep(0)
            appending.cancel()
            with suppress(asyncio.CancelledError):
                await appending
        # On the same connection, so behind all of those.
        assert await log.lookup(game, Head(), b"id", b"print") == Current()
        for n in range(30):
            assert await log.head(f"{game}-{n}") != Head()
        assert log.statistics.appends.sent == log.statistics.appends.held == 0

    async def test_no_caller_gets_the_answer_of_a_cancelled_one(self, log: LogStore, game: str) -> None:
        dice = random.Random(7)
        names = [f"{game}-{n}" for n in range(8)]
        for n, name in enumerate(names):
            await append_many(log, name, n + 1)

        async def look(n: int) -> None:
            assert (await log.head(names[n])).version == n + 1

        for _ in range(20):
            tasks = [asyncio.create_task(look(n)) for n in dice.choices(range(8), k=20)]
            await asyncio.sleep(0)
            for task in dice.sample(tasks, 10):
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
            assert {type(result) for result in done} <= {type(None), asyncio.CancelledError}


class TestWriters:
    async def test_eight_at_once_on_two_clients_conflict_and_lose_nothing(
        self, log: LogStore, other_log: LogStore, game: str
    ) -> None:
        acknowledged: list[bytes] = []
        reader = Reader()
        log.follow(game, 0, reader.deliver, reader.behind)
        await asyncio.gather(
            *(
                write((log, other_log)[n % 2], game, f"writer {n}", acknowledged.append, random.Random(n), 25)
                for n in range(8)
            )
        )
        assert len(acknowledged) == 200
        assert sorted(await assert_sound(log, game, acknowledged)) == sorted(acknowledged)
        await reader.until_version(200)
        assert reader.entries == await record_of(log, game)

    async def test_the_same_command_from_both_clients_is_accepted_once(
        self, log: LogStore, other_log: LogStore, game: str
    ) -> None:
        head = Head()
        for n in range(30):
            one, two = entry_after(head, b"%d" % n), entry_after(head, b"%d" % n)
            answers = await asyncio.gather(
                log.append(game, head, b"%d" % n, b"print", one, digest(one)),
                other_log.append(game, head, b"%d" % n, b"print", two, digest(two)),
            )
            assert {type(answer) for answer in answers} == {Appended, Known}
            head = await log.head(game)
        assert head.version == 30
