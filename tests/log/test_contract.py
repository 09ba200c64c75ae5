"""What every store of the record does, on every server that there is."""

import asyncio

import pytest
import redis.asyncio

from rulekeeper.log import (
    Appended,
    Conflict,
    Current,
    Damaged,
    Diverged,
    Head,
    Known,
    Listed,
    LogStore,
    NotListed,
    Reused,
    Stored,
    digest,
    read_all,
)
from tests.log.entries import (
    append,
    append_many,
    assert_sound,
    entry_after,
    record_of,
)


class TestAppending:
    async def test_the_first_entry_is_version_1(self, log: LogStore, game: str) -> None:
        entry = entry_after(Head())
        answer = await log.append(game, Head(), b"id", b"print", entry, digest(entry))
        assert answer == Appended(Head(1, digest(entry)))
        assert await record_of(log, game) == [Stored(1, entry, digest(entry))]

    async def test_each_entry_follows_the_one_before(self, log: LogStore, game: str) -> None:
        head = await append_many(log, game, 3)
        assert head.version == 3
        assert await log.head(game) == head
        assert len(await assert_sound(log, game, [])) == 3

    async def test_bytes_are_kept_as_they_are(self, log: LogStore, game: str) -> None:
        entry = bytes(range(256)) * 3 + b"\r\n\0"
        command_id, fingerprint = b" \r\n\0\xff", b"\0 1 2\r\n\xff"
        await log.append(game, Head(), command_id, fingerprint, entry, digest(entry))
        stored = Stored(1, entry, digest(entry))
        assert await log.append(game, Head(), command_id, fingerprint, b"else", digest(b"else")) == Known(stored)
        assert await log.append(game, Head(), command_id, b"", b"else", digest(b"else")) == Reused(stored)

    async def test_a_command_id_is_accepted_once(self, log: LogStore, other_log: LogStore, game: str) -> None:
        entry = entry_after(Head(), b"id")
        first = await log.append(game, Head(), b"id", b"print", entry, digest(entry))
        assert isinstance(first, Appended)
        await append(log, game, first.head, b"next")
        again = entry_after(Head(), b"id")
        known = Known(Stored(1, entry, digest(entry)))
        assert await other_log.append(game, Head(), b"id", b"print", again, digest(again)) == known
        assert await other_log.append(game, first.head, b"id", b"print", again, digest(again)) == known
        assert len(await record_of(log, game)) == 2

    async def test_the_very_same_append_again_is_appended(self, log: LogStore, game: str) -> None:
        entry = entry_after(Head(), b"id")
        for _ in range(2):
            answer = await log.append(game, Head(), b"id", b"print", entry, digest(entry))
            assert answer == Appended(Head(1, digest(entry)))
        assert len(await record_of(log, game)) == 1

    async def test_a_command_id_with_other_content_is_reused(self, log: LogStore, game: str) -> None:
        head = await append(log, game, Head(), b"id")
        [stored] = await log.read(game, 0, 1)
        entry = entry_after(head)
        assert await log.append(game, head, b"id", b"other", entry, digest(entry)) == Reused(stored)
        assert await log.head(game) == head

    async def test_a_command_id_is_of_one_game(self, log: LogStore, game: str) -> None:
        await append(log, game, Head(), b"id")
        await append(log, game + "-other", Head(), b"id")

    async def test_who_is_behind_gets_what_is_missing(self, log: LogStore, game: str) -> None:
        first = await append(log, game, Head(), b"1")
        last = await append_many(log, game, 3, first)
        record = await record_of(log, game)
        entry = entry_after(first)
        answer = await log.append(game, first, b"late", b"print", entry, digest(entry))
        assert answer == Conflict(tuple(record[1:]), last)
        answer = await log.append(game, Head(), b"late", b"print", entry, digest(entry))
        assert answer == Conflict(tuple(record), last)
        assert await log.head(game) == last

    async def test_a_page_of_what_is_missing_comes_at_most(self, log: LogStore, game: str) -> None:
        first = await append(log, game, Head(), b"1")
        last = await append_many(log, game, 299, first)
        for head in (Head(), first):
            answer = await log.lookup(game, head, b"late", b"print")
            assert isinstance(answer, Conflict)
            assert answer.head == last
            assert [stored.version for stored in answer.missing] == list(range(head.version + 1, head.version + 257))

    async def test_who_folded_another_history_has_diverged(self, log: LogStore, game: str) -> None:
        last = await append_many(log, game, 3)
        for wrong in (Head(3, digest(b"?")), Head(2, digest(b"?")), Head(4, digest(b"?")), Head(2), Head(3)):
            entry = entry_after(wrong)
            assert await log.append(game, wrong, b"id", b"print", entry, digest(entry)) == Diverged(last), wrong
            assert await log.lookup(game, wrong, b"id", b"print") == Diverged(last), wrong
        assert await log.head(game) == last

    async def test_a_head_in_a_game_without_entries_has_diverged(self, log: LogStore, game: str) -> None:
        wrong = Head(1, digest(b"?"))
        entry = entry_after(wrong)
        assert await log.append(game, wrong, b"id", b"print", entry, digest(entry)) == Diverged(Head())

    @pytest.mark.parametrize(
        ("name", "command_id", "entry", "seal"),
        [
            ("", b"id", b"e", digest(b"e")),
            ("g", b"", b"e", digest(b"e")),
            ("g", b"i" * 65, b"e", digest(b"e")),
            ("g", b"id", b"", digest(b"")),
            ("g", b"id", b"e" * (1 << 20) + b"e", digest(b"e")),
            ("g", b"id", b"e", b"short"),
        ],
    )
    async def test_what_cannot_be_stored_is_not_sent(
        self, log: LogStore, name: str, command_id: bytes, entry: bytes, seal: bytes
    ) -> None:
        with pytest.raises(ValueError, match=r"empty|has \d+ bytes"):
            await log.append(name, Head(), command_id, b"print", entry, seal)

    async def test_the_largest_entry_goes_through(self, log: LogStore, game: str) -> None:
        entry = b"e" * (1 << 20)
        await log.append(game, Head(), b"id", b"print", entry, digest(entry))
        assert await record_of(log, game) == [Stored(1, entry, digest(entry))]

    async def test_keys_that_something_else_wrote_are_damaged(self, log: LogStore, url: str, game: str) -> None:
        async with redis.asyncio.Redis.from_url(url) as client:
            await client.set(f"rk:{{{game}}}:log", "something else")
        with pytest.raises(Damaged, match="WRONGTYPE"):
            await append(log, game, Head(), b"id")
        with pytest.raises(Damaged, match="WRONGTYPE"):
            await log.read(game, 0, 1)
        assert await log.head(game) == Head()

    async def test_an_id_whose_entry_was_removed_is_damaged(self, log: LogStore, url: str, game: str) -> None:
        head = await append(log, game, Head(), b"id")
        async with redis.asyncio.Redis.from_url(url) as client:
            await client.delete(f"rk:{{{game}}}:log")
        with pytest.raises(Damaged, match=f"game {game} is damaged"):
            await log.lookup(game, head, b"id", b"print")


class TestLookingUp:
    async def test_a_new_id_at_the_head_is_current(self, log: LogStore, game: str) -> None:
        assert await log.lookup(game, Head(), b"id", b"print") == Current()
        head = await append(log, game, Head(), b"1")
        assert await log.lookup(game, head, b"id", b"print") == Current()

    async def test_it_answers_as_an_append_would_and_writes_nothing(self, log: LogStore, game: str) -> None:
        first = await append(log, game, Head(), b"1")
        last = await append(log, game, first, b"2")
        one, two = await record_of(log, game)
        assert await log.lookup(game, last, b"1", b"print") == Known(one)
        assert await log.lookup(game, last, b"1", b"other") == Reused(one)
        assert await log.lookup(game, first, b"3", b"print") == Conflict((two,), last)
        assert await log.lookup(game, Head(2, digest(b"?")), b"3", b"print") == Diverged(last)
        assert await record_of(log, game) == [one, two]
        assert await log.lookup(game, last, b"3", b"print") == Current()


class TestReading:
    async def test_a_game_without_entries_is_empty(self, log: LogStore, game: str) -> None:
        assert await log.head(game) == Head()
        assert await log.read(game, 0, 10) == []
        assert await record_of(log, game) == []

    async def test_it_begins_after_a_version_and_ends_at_a_limit(self, log: LogStore, game: str) -> None:
        await append_many(log, game, 5)
        assert [stored.version for stored in await log.read(game, 1, 2)] == [2, 3]
        assert [stored.version for stored in await log.read(game, 4, 100)] == [5]
        assert await log.read(game, 5, 100) == []
        assert await log.read(game, 0, 0) == []

    async def test_all_of_it_comes_in_pages(self, log: LogStore, game: str) -> None:
        await append_many(log, game, 300)
        assert len(await log.read(game, 0, 1000)) == 256
        assert [stored.version async for stored in read_all(log, game, after=17)] == list(range(18, 301))


class TestIndex:
    async def test_games_are_listed_newest_first(self, log: LogStore, game: str) -> None:
        newest = await self.make(log, game, 5)
        page = await log.games(limit=5)
        assert page.games == tuple(newest)

    async def test_pages_go_on_where_the_last_ended(self, log: LogStore, game: str) -> None:
        newest = await self.make(log, game, 7)
        first = await log.games(limit=3)
        # A newer game does not shift the pages that follow.
        await self.make(log, game + "-newer", 2)
        second = await log.games(first.next, limit=3)
        assert [*first.games, *second.games] == newest[:6]

    async def test_an_id_without_a_log_is_skipped(self, log: LogStore, game: str) -> None:
        newest = await self.make(log, game, 3)
        for n in range(4):
            await log.enlist(f"{game}-never-{n}", newest[0].created_us + n)
        assert (await log.games(limit=2)).games == tuple(newest[:2])
        assert (await log.games((await log.games(limit=2)).next, limit=1)).games == tuple(newest[2:])

    async def test_the_last_page_says_so(self, log: LogStore, game: str) -> None:
        await self.make(log, game, 3)
        found, after = 0, ""
        while True:
            page = await log.games(after, limit=2)
            found += len(page.games)
            after = page.next
            if not after:
                break
        assert found >= 3

    async def test_games_of_the_same_instant_are_all_listed(self, log: LogStore, game: str) -> None:
        [newest] = await self.make(log, game, 1)
        names = [f"{game}-same-{n}" for n in range(5)]
        for name in names:
            await log.enlist(name, newest.created_us + 1)
            await append(log, name, Head(), b"create")
        pages, after = [], ""
        for _ in range(3):
            page = await log.games(after, limit=2)
            pages += [listed.game for listed in page.games]
            after = page.next
        assert sorted(pages) == sorted([*names, game + "-0"])

    async def test_enlisting_again_changes_nothing(self, log: LogStore, game: str) -> None:
        newest = await self.make(log, game, 2)
        await log.enlist(newest[1].game, newest[0].created_us + 10)
        assert (await log.games(limit=2)).games == tuple(newest)

    async def test_a_game_that_is_not_listed_is_no_place_to_go_on_from(self, log: LogStore, game: str) -> None:
        with pytest.raises(NotListed):
            await log.games(game)

    @staticmethod
    async def make(log: LogStore, game: str, number: int) -> list[Listed]:
        """Make games newer than all others: how they must be listed."""
        top = (await log.games(limit=1)).games
        created = top[0].created_us + 1000 if top else 1_700_000_000_000_000
        made: list[Listed] = []
        for n in range(number):
            name = f"{game}-{n}"
            await log.enlist(name, created + n)
            made.append(Listed(name, created + n, await append(log, name, Head(), b"create")))
        return made[::-1]


class TestRefusals:
    async def test_they_are_read_newest_first(self, log: LogStore, game: str) -> None:
        for n in range(5):
            await log.note_refused(game, b"refused %d" % n)
        found = await log.refused(game, limit=2)
        assert [noted.record for noted in found] == [b"refused 4", b"refused 3"]
        found = await log.refused(game, before=found[-1].mark)
        assert [noted.record for noted in found] == [b"refused 2", b"refused 1", b"refused 0"]
        assert await log.refused(game, before=found[-1].mark) == []

    async def test_only_the_newest_are_kept(self, log: LogStore, game: str) -> None:
        await asyncio.gather(*(log.note_refused(game, b"refused %d" % n) for n in range(300)))
        found = await log.refused(game, limit=1000)
        assert [noted.record for noted in found] == [b"refused %d" % n for n in range(299, 43, -1)]
        assert await log.refused(game, before=found[-1].mark) == []

    async def test_what_was_kept_when_a_judge_was_called_stays(self, log: LogStore, game: str) -> None:
        await log.note_refused(game, b"evidence")
        (evidence,) = await log.refused(game)
        for _ in range(2):
            await log.keep_refused(game)
        await asyncio.gather(*(log.note_refused(game, b"refused %d" % n) for n in range(300)))
        assert await log.refusal(game, evidence.mark) == evidence
        found = await log.refused(game, limit=200)
        found = [*found, *await log.refused(game, found[-1].mark, limit=200)]
        assert [noted.record for noted in found] == [*(b"refused %d" % n for n in range(299, 43, -1)), b"evidence"]
        assert await log.refused(game, before=evidence.mark) == []
        # Where it is in both, it is told once.
        await log.keep_refused(game)
        assert len(await log.refused(game, limit=256)) == 256

    async def test_none_is_kept_that_is_too_large(self, log: LogStore, game: str) -> None:
        with pytest.raises(ValueError, match="has 65537 bytes"):
            await log.note_refused(game, b"r" * 65537)

    async def test_one_is_found_by_its_mark_while_it_is_kept(self, log: LogStore, game: str) -> None:
        await log.note_refused(game, b"refused")
        (noted,) = await log.refused(game)
        assert await log.refusal(game, noted.mark) == noted
        assert await log.refusal(game, "1-1") is None
        for mark in ("", "-", "+", "1", "1-x", "(1-1"):
            with pytest.raises(ValueError, match="is no mark"):
                await log.refusal(game, mark)

    async def test_the_record_itself_is_another_one(self, log: LogStore, game: str) -> None:
        await log.note_refused(game, b"refused")
        assert await log.head(game) == Head()
        assert await log.refused(game + "-other") == []


class TestMarks:
    async def test_they_are_ascending_and_each_once(self, log: LogStore, other_log: LogStore, game: str) -> None:
        assert await log.marks(game) == []
        for version in (12, 5, 300, 12):
            await log.mark(game, version)
        assert await other_log.marks(game) == [5, 12, 300]


class TestLooks:
    async def test_all_are_kept_oldest_first(self, log: LogStore, other_log: LogStore, game: str) -> None:
        for n in range(600):
            await log.note_look(game, b"look %d" % n)
        assert [noted.record for noted in await other_log.looks(game)] == [b"look %d" % n for n in range(600)]
        assert await log.looks(game + "-other") == []

    async def test_none_is_kept_that_is_too_large(self, log: LogStore, game: str) -> None:
        with pytest.raises(ValueError, match="has 4097 bytes"):
            await log.note_look(game, b"l" * 4097)


class TestCalls:
    async def test_games_are_listed_in_order_of_their_first_call(self, log: LogStore, game: str) -> None:
        games = [f"{game}-{n}" for n in range(5)]
        for n, called in enumerate(games):
            await log.note_call(called, 1_000 + n)
        await log.note_call(games[0], 9_000)
        found = [called for called in await log.called(limit=100_000) if called in games]
        assert found == games
        assert (await log.called(games[1], 2))[:2] == games[2:4]
        with pytest.raises(NotListed):
            await log.called(game + "-never")


class TestSecrets:
    async def test_the_first_is_kept_until_it_is_dropped(self, log: LogStore, other_log: LogStore, game: str) -> None:
        assert await log.secret(game) is None
        assert await log.keep_secret(game, b"\0one") == b"\0one"
        assert await other_log.keep_secret(game, b"two") == b"\0one"
        assert await other_log.secret(game) == b"\0one"
        await log.drop_secret(game)
        await log.drop_secret(game)
        assert await log.secret(game) is None
