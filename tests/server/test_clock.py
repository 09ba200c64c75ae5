"""No time on record is negative or goes back, whatever a clock does; old records that have such times are read."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from rulekeeper.cli.show import time_words
from rulekeeper.v1 import audit_pb2
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import Desk, Seats, bearer
from tests.server.tampering import forge
from tests.server.watching import watching

NOW = 1_800_000_000_000_000


def set_clock(monkeypatch: pytest.MonkeyPatch, time_us: int) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: time_us * 1_000)


async def times(desk: Desk, game_id: str, token: str) -> list[int]:
    request = audit_pb2.ReadLogRequest(game_id=game_id)
    return [one.step.time_us async for one in desk.audit.ReadLog(request, metadata=bearer(token))]


async def watched(desk: Desk, table: Seats) -> list[int]:
    async with watching(desk, table.game_id, table.tokens[0]) as watch:
        return [update.step.time_us for update in await watch.until_caught_up()]


@pytest.mark.parametrize(
    ("clock", "kept"),
    [
        ([NOW, NOW + 5, NOW + 9], [NOW] * 4 + [NOW + 5, NOW + 9]),
        ([NOW, NOW - 5, NOW + 3], [NOW] * 5 + [NOW + 3]),
        ([NOW, -5_000_000, NOW - 1], [NOW] * 6),
        ([-5_000_000, -7, 3], [0] * 5 + [3]),
    ],
)
async def test_times_never_go_back(
    town: Town, monkeypatch: pytest.MonkeyPatch, clock: Sequence[int], kept: list[int]
) -> None:
    """By turns at two services, as if their clocks differed."""
    here, there = await town.desk(), await town.desk()
    set_clock(monkeypatch, clock[0])
    table = await here.table()
    set_clock(monkeypatch, clock[1])
    await table.bid(0)
    set_clock(monkeypatch, clock[2])
    await there.submit(table.game_id, table.tokens[1], nm.Bid(coins=0), 4)
    await here.decision(table.game_id, at_least=6)
    for desk in (here, there):
        for token in (table.judge, table.tokens[0]):
            assert await times(desk, table.game_id, token) == kept
        assert await watched(desk, table) == kept


async def test_a_fork_goes_on_after_the_times_that_it_has(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = await town.desk()
    set_clock(monkeypatch, NOW)
    table = await desk.table()
    set_clock(monkeypatch, NOW - 100)
    request = pb.ForkGameRequest(game_id=table.game_id, version=4, request_id=b"fork")
    fork = await desk.judges.ForkGame(request, metadata=bearer(table.judge))
    assert await times(desk, fork.game_id, fork.judge_token) == [NOW] * 5


async def test_what_is_noted_beside_the_log_has_such_times_too(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = await town.desk()
    set_clock(monkeypatch, -5_000_000)
    made = await desk.create()
    table = Seats(desk, made.game_id, [(await desk.join(made.game_id)).token for _ in range(2)])
    judge = desk.service.mint("judge", name="Dana")
    await times(desk, table.game_id, judge)
    request = pb.CallJudgeRequest(game_id=table.game_id, command_id=b"call", text="look")
    called = await desk.judges.CallJudge(request, metadata=bearer(table.tokens[0]))
    assert called.dispute.time_us == 0
    looks = await desk.audit.ListLooks(audit_pb2.ListLooksRequest(game_id=table.game_id), metadata=bearer(judge))
    assert [look.time_us for look in looks.looks] == [0]


async def test_old_records_of_a_clock_before_1970_are_read_and_played_on(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()

    def early(entry: Entry) -> None:
        entry.time_us = -5_000_000 - entry.version

    await forge(town, table.game_id, early)
    fresh = await town.desk()
    there = Seats(fresh, table.game_id, table.tokens, table.judge)
    old = [-5_000_001, -5_000_002, -5_000_003, -5_000_004]
    assert await times(fresh, table.game_id, table.tokens[0]) == old == await watched(fresh, there)
    await there.bid(0)
    told = await times(fresh, table.game_id, table.judge)
    assert told[:4] == old and told[4] > 0
    assert time_words(-5_000_000) == "1969-12-31 23:59:55Z" and "after 1970" in time_words(1 << 62)
