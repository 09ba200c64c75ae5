"""Old versions of games that are not in memory: read without loading the game, and under the same checks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import redis.asyncio

from rulekeeper.kernel import effective, fold_all, restored, snapshot_tag
from rulekeeper.log import LogStore
from rulekeeper.projections import parsed, read_entries
from rulekeeper.server import Limits
from rulekeeper.server.past import Past
from rulekeeper.v1 import audit_pb2
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import GAME
from tests.server.conftest import Town
from tests.server.desk import OPEN, Desk, Seats, failing
from tests.server.tampering import forge
from tests.server.test_looking import view_at

SPACING = 4


@pytest.fixture(autouse=True)
def close_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekeeper.projections.history.SPACING", SPACING)


def is_hot(desk: Desk, game_id: str) -> bool:
    return desk.service._hall.present(game_id) is not None


async def kept(log: LogStore, game_id: str) -> dict[int, bytes]:
    """The snapshots on the log's server, by version."""
    found = {}
    for version in range(1, 60):
        data = await log.snapshot(game_id, version, snapshot_tag(GAME))
        if data is not None:
            found[version] = data
    return found


class Played:
    """A game that one service has in memory and another, `cold`, has not."""

    def __init__(self, town: Town, hot: Desk, cold: Desk, table: Seats) -> None:
        self.town, self.hot, self.cold, self.table = town, hot, cold, table

    async def both(self, version: int, token: str = "", **wanted: Any) -> pb.GetViewResponse:
        """The answer of both, which is the same, and for which the game is not loaded."""
        game_id = self.table.game_id
        mine = await view_at(self.cold, game_id, token, version=version, **wanted)
        assert not is_hot(self.cold, game_id) and is_hot(self.hot, game_id)
        assert mine == await view_at(self.hot, game_id, token, version=version, **wanted)
        return mine


@pytest.fixture
async def played(town: Town) -> AsyncIterator[Played]:
    # Both before the game: a service takes up the games that it finds.
    cold, hot = await town.desk(limits=Limits(ring=2)), await town.desk(limits=Limits(ring=2))
    table = await hot.table()
    for _ in range(3):
        await table.night()
    yield Played(town, hot, cold, table)


async def test_old_versions_are_seen_as_by_a_service_that_has_the_game_in_memory(played: Played) -> None:
    last, table = played.table.at, played.table
    for version in range(last - 1, 0, -1):
        for token in ("", table.tokens[0], table.tokens[1], table.judge):
            seen = await played.both(version, token, text=True)
            assert seen.head.version == version
    as_seat = await played.both(4, table.judge, seat=1)
    assert as_seat == await played.both(4, table.tokens[1]) and as_seat.decision.offers


async def test_the_newest_version_is_for_who_plays_on_and_loads_the_game(played: Played) -> None:
    last, table = played.table.at, played.table
    assert (await view_at(played.cold, table.game_id, version=last)).head.version == last
    assert is_hot(played.cold, table.game_id)
    assert (await view_at(played.cold, table.game_id, version=5)).head.version == 5


async def test_who_may_not_look_at_a_game_in_memory_may_not_look_at_one_that_is_not(town: Town) -> None:
    cold, hot = await town.desk(), await town.desk()
    made = await hot.create(OPEN, OPEN, unlisted=True, seat_all=True, seed=bytes(32))
    other = await hot.table()
    for token, wanted, reason in (
        ("", {}, "UNAUTHENTICATED"),
        (other.tokens[0], {}, "PERMISSION_DENIED"),
        (other.judge, {}, "PERMISSION_DENIED"),
        (made.seat_tokens[0], {"seat": 1}, "PERMISSION_DENIED"),
        (made.judge_token, {"seat": 2}, "INVALID_REQUEST"),
    ):
        failed = []
        for desk in (cold, hot):
            async with failing() as how:
                await view_at(desk, made.game_id, token, version=3, **wanted)
            failed.append((how[0].reason, how[0].message))
        assert failed[0] == failed[1] and failed[0][0] == reason
    assert not is_hot(cold, made.game_id)
    assert (await view_at(cold, made.game_id, made.seat_tokens[0], version=3)).head.version == 3


@pytest.mark.parametrize(
    ("game_id", "version", "reason"),
    [
        ("no-such-game", 3, "UNKNOWN_GAME"),
        ("No Game", 3, "INVALID_REQUEST"),
        ("", 0, "INVALID_REQUEST"),
        ("its own", 0, "UNKNOWN_VERSION"),
        ("its own", 10**9, "UNKNOWN_VERSION"),
    ],
)
async def test_what_is_not_there_is_told_in_its_own_way(
    played: Played, game_id: str, version: int, reason: str
) -> None:
    async with failing() as failed:
        await view_at(played.cold, played.table.game_id if game_id == "its own" else game_id, version=version)
    assert failed[0].reason == reason


async def test_a_game_whose_rules_are_not_here_is_told_as_that(played: Played) -> None:
    other = await played.town.desk(ruleset={})
    async with failing() as failed:
        await view_at(other, played.table.game_id, version=3)
    assert failed[0].reason == "UNKNOWN_RULESET"


async def test_a_game_that_does_not_fold_is_paused_as_if_it_had_been_loaded(played: Played) -> None:
    def change(entry: Entry) -> None:
        if entry.version == 6:
            entry.decision = 99

    await forge(played.town, played.table.game_id, change)
    async with failing() as failed:
        await view_at(played.cold, played.table.game_id, version=8)
    assert failed[0].reason == "GAME_PAUSED"
    assert (await view_at(played.cold, played.table.game_id, version=5)).head.version == 5


async def test_a_judge_who_looks_into_the_past_of_a_game_is_noted(town: Town) -> None:
    cold, hot = await town.desk(), await town.desk()
    made = await hot.create()
    tokens = [(await hot.join(made.game_id, seat)).token for seat in range(2)]
    table = Seats(hot, made.game_id, tokens, hot.service.mint("judge", name="Dana"))
    await table.night()
    await view_at(cold, made.game_id, table.tokens[0], version=5)
    await view_at(cold, made.game_id, table.judge, version=5)
    looks = [audit_pb2.Look.FromString(one.record) for one in await (await town.log()).looks(made.game_id)]
    assert [(one.method, one.version, one.actor.name) for one in looks] == [("GetView", 5, "Dana")]
    assert not is_hot(cold, made.game_id)


# Snapshots.


async def test_play_keeps_snapshots_and_they_are_those_of_the_log(played: Played) -> None:
    log = await played.town.log()
    for _ in range(500):
        if set(await kept(log, played.table.game_id)) == {4, 8, 12, 16}:
            break
        await asyncio.sleep(0.01)
    else:
        raise AssertionError("play kept none")
    stored = await read_entries(log, played.table.game_id, 0)
    for version, data in (await kept(log, played.table.game_id)).items():
        assert data[:32] == stored[version - 1].digest
        whole = fold_all(GAME, effective([parsed(one) for one in stored[:version]]))
        assert restored(GAME, data[32:]) == whole


async def test_deleting_or_spoiling_snapshots_changes_nothing(played: Played) -> None:
    table = played.table
    seen = [await played.both(version, table.judge) for version in range(1, table.at)]
    key = f"rk:{{{table.game_id}}}:snapshots"
    async with redis.asyncio.Redis.from_url(played.town.url) as client:
        for spoil in ("delete", "damage", "swap", "another type"):
            match spoil:
                case "delete":
                    await client.delete(key)
                case "damage":
                    for field, data in (await client.hgetall(key)).items():
                        assert isinstance(data, bytes)
                        await client.hset(key, field, data[:-5] + b"wrong")
                case "swap":
                    everything = await client.hgetall(key)
                    await client.hset(key, b"8", everything[b"4"])
                case _:
                    await client.delete(key)
                    await client.set(key, "no hash")
            cold = await played.town.desk(ruleset={GAME.ruleset: GAME})
            past = Past(cold.service._house, cold.service._hall)
            for version in range(table.at - 1, 0, -1):
                found, (head, _) = await past.at(table.game_id, version)
                assert found.game is GAME and head.version == version
                assert await view_at(played.cold, table.game_id, table.judge, version=version) == seen[version - 1]
    verdict = await played.hot.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=table.game_id))
    assert verdict.sound


async def test_proving_a_game_reads_no_snapshot(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    async def trusted(*given: Any) -> None:
        raise AssertionError("a snapshot was asked for")

    monkeypatch.setattr(type(await played.town.log()), "snapshot", trusted)
    verdict = await played.cold.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=played.table.game_id))
    assert verdict.sound and verdict.entries == played.table.at


async def test_the_past_is_that_of_the_log_whether_the_game_is_in_memory_or_not(played: Played) -> None:
    table = played.table
    log = await played.town.log()
    entries = [parsed(one) for one in await read_entries(log, table.game_id, 0)]
    for desk in (played.hot, played.cold):
        past = Past(desk.service._house, desk.service._hall)
        found = await past.game(table.game_id)
        assert found.record.began == 4 and found.head.version == table.at and found.seats == 2
        for version in range(table.at, -1, -1):
            assert (await found.at(version)).table == fold_all(GAME, effective(entries[:version]))
    assert not is_hot(played.cold, table.game_id)
