"""What broke the judge's bench once: pauses, forks that were cut off, taking back too much, and odd page tokens."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import grpc
import pytest

from rulekeeper.log import Head, Stored
from rulekeeper.v1 import audit_pb2, games_pb2
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1.entry_pb2 import Entry, SeatPlan
from rulekeeper.v1.table_pb2 import GAME_STATUS_PAUSED, GAME_STATUS_RUNNING
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import BOT, OPEN, Desk, Failed, Seats, bearer, failing, fresh_id
from tests.server.tampering import rewrite
from tests.server.test_judges import (
    NOTE,
    PAUSE,
    RESUME,
    amend,
    call,
    fork,
    give,
    go_back,
    info,
    log,
    sound,
    take_back,
)


async def close(table: Seats, dispute: int) -> None:
    request = pb.CloseDisputeRequest(game_id=table.game_id, command_id=fresh_id(), dispute=dispute, text="it stands")
    answer = await table.desk.judges.CloseDispute(request, metadata=bearer(table.judge))
    table.at = answer.head.version


async def answer_back(table: Seats, seat: int, asked: int, command_id: bytes = b"") -> pb.AnswerTakeBackResponse:
    request = pb.AnswerTakeBackRequest(
        game_id=table.game_id, command_id=command_id or fresh_id(), asked=asked, agreed=True
    )
    return await table.desk.judges.AnswerTakeBack(request, metadata=bearer(table.tokens[seat]))


# Pauses.


async def test_closing_a_dispute_ends_no_pause_that_a_judge_made_since(desk: Desk) -> None:
    table = await desk.table()
    dispute = (await call(table, pause=True)).dispute.number
    await give(table, RESUME)
    await give(table, PAUSE)
    await close(table, dispute)
    assert (await info(table)).status == GAME_STATUS_PAUSED
    await give(table, RESUME)
    assert (await info(table)).status == GAME_STATUS_RUNNING


async def test_closing_a_dispute_ends_no_pause_that_a_judge_had_made(desk: Desk) -> None:
    table = await desk.table()
    await give(table, PAUSE)
    await close(table, (await call(table, pause=True)).dispute.number)
    assert (await info(table)).status == GAME_STATUS_PAUSED


async def test_a_pause_lasts_until_the_last_dispute_that_holds_it_is_closed(desk: Desk) -> None:
    table = await desk.table()
    disputes = [(await call(table, seat, pause=True)).dispute.number for seat in range(2)]
    await close(table, disputes[0])
    assert (await info(table)).status == GAME_STATUS_PAUSED
    await close(table, disputes[1])
    assert (await info(table)).status == GAME_STATUS_RUNNING


# Taking back.


async def test_two_seats_that_send_the_same_do_not_do_the_same(desk: Desk) -> None:
    table = await desk.table(seats=3)
    decision = (await table.open_decision()).version
    for seat in range(3):
        await table.bid(seat)
    asked = (await take_back(table, 0, to=decision)).version
    command_id = fresh_id()
    await answer_back(table, 1, asked, command_id)
    async with failing() as failed:
        await answer_back(table, 2, asked, command_id)
    assert failed[0].reason == "COMMAND_ID_REUSED"
    await answer_back(table, 2, asked)
    assert (await log(desk, table.game_id, table.judge))[-1].step.rewound.to == decision


async def test_an_asking_that_is_sent_again_gets_the_same_answer(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    request = pb.TakeBackRequest(game_id=table.game_id, command_id=fresh_id(), to=4)
    first = await desk.judges.TakeBack(request, metadata=bearer(table.tokens[0]))
    assert first.why and list(first.asked) == [1]
    assert await desk.judges.TakeBack(request, metadata=bearer(table.tokens[0])) == first
    await answer_back(table, 1, first.version)
    assert await desk.judges.TakeBack(request, metadata=bearer(table.tokens[0])) == first


@pytest.mark.parametrize("alone", [False, True])
async def test_nobody_takes_back_what_a_judge_has_ruled(desk: Desk, alone: bool) -> None:
    table = await desk.table()
    if alone:
        made = await desk.create(OPEN, BOT)
        joined = await desk.join(made.game_id)
        table = Seats(desk, made.game_id, [joined.token], desk.service.mint("judge"))
        await desk.decision(made.game_id, at_least=4)
    opened = (await table.open_decision()).version
    await give(table, amend(nm.BidRevealed(seat=0, coins=1)))
    await table.bid(0)
    async with failing() as failed:
        await take_back(table, 0, to=opened)
    assert failed[0].reason == "TAKE_BACK_REFUSED" and "a judge has ruled" in failed[0].message


async def test_an_asking_that_a_ruling_overtook_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await desk.table()
    await table.night()
    hot = desk.service._hall.present(table.game_id)
    assert hot is not None
    folding = hot.folded_at

    async def late(version: int) -> Any:
        monkeypatch.undo()
        found = await folding(version)
        await give(table, go_back(4))
        return found

    monkeypatch.setattr(hot, "folded_at", late)
    async with failing() as failed:
        await take_back(table, 0, to=4)
    assert failed[0].reason == "STALE_DECISION"
    assert not any(one.step.HasField("take_back_asked") for one in await log(desk, table.game_id, table.judge))


async def test_taking_back_twice_takes_nothing_back_twice(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0)
    await take_back(table, 0)
    async with failing() as failed:
        await take_back(table, 0, to=4)
    assert failed[0].reason == "TAKE_BACK_REFUSED" and "nothing was done" in failed[0].message


async def test_what_all_agreed_to_is_done_by_whoever_comes_next(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = await town.desk()
    table = await desk.table()
    await table.night()
    asked = (await take_back(table, 0, to=4)).version
    store = desk.service._house.store
    appending = store.append

    async def dying(game: str, at: Head, command_id: bytes, fingerprint: bytes, entry: bytes, *more: bytes) -> Any:
        if Entry.FromString(entry).HasField("rewound"):
            raise _Killed
        return await appending(game, at, command_id, fingerprint, entry, *more)

    monkeypatch.setattr(store, "append", dying)
    await answer_back(table, 1, asked)
    other = await town.desk()
    there = Seats(other, table.game_id, table.tokens, table.judge)
    there.at = asked + 2
    await there.night()
    assert (await log(other, table.game_id, table.judge))[asked + 1].step.rewound.to == 4
    await sound(there)


# Forks.


class _Killed(Exception):
    """The process ends here."""


@pytest.mark.parametrize("after", [1, 2, 3, 4])
@pytest.mark.parametrize("seats", [(BOT, BOT), (BOT, OPEN)])
async def test_half_a_fork_is_not_played_and_is_finished_when_it_is_asked_for_again(
    town: Town, monkeypatch: pytest.MonkeyPatch, after: int, seats: Sequence[SeatPlan]
) -> None:
    desk = await town.desk()
    made = await desk.create(*seats)
    if OPEN in seats:
        await desk.join(made.game_id)
        await desk.decision(made.game_id, at_least=4)
    else:
        await desk.ended(made.game_id)
    store = desk.service._house.store
    appending, forks = store.append, []

    async def dying(game: str, at: Head, command_id: bytes, fingerprint: bytes, entry: bytes, *more: bytes) -> Any:
        if game != made.game_id:
            forks.append(game)
            if at.version >= after:
                raise _Killed
        return await appending(game, at, command_id, fingerprint, entry, *more)

    request = pb.ForkGameRequest(game_id=made.game_id, version=4, request_id=fresh_id())
    judge = bearer(desk.service.mint("judge"))
    with monkeypatch.context() as killing:
        killing.setattr(store, "append", dying)
        async with failing():
            await desk.judges.ForkGame(request, metadata=judge)
    # Whatever is in the index is taken up by a service that starts; and somebody looks at the half.
    other = await town.desk()
    listed = [game.game_id for game in (await other.games.ListGames(games_pb2.ListGamesRequest())).games]
    assert listed == [made.game_id]
    await other.decision(forks[0], other.service.mint("judge"))
    await asyncio.sleep(0.1)
    assert (await store.head(forks[0])).version == after, "nobody played on"
    forked = await desk.judges.ForkGame(request, metadata=judge)
    assert forked.head.version == 5 and forked.game_id == forks[0]
    there = Seats(other, forked.game_id, list(forked.seat_tokens), forked.judge_token)
    there.at = 5
    await there.night()
    await sound(there)


async def test_two_services_that_fork_at_once_make_one(town: Town) -> None:
    desks = [await town.desk(), await town.desk()]
    table = await desks[0].table()
    for _ in range(6):
        await table.night()
    request = pb.ForkGameRequest(game_id=table.game_id, version=20, request_id=fresh_id())
    made = await asyncio.gather(*(desk.judges.ForkGame(request, metadata=bearer(table.judge)) for desk in desks * 3))
    assert len({one.game_id for one in made}) == 1 and {one.head.version for one in made} == {21}
    forked = Seats(desks[1], made[0].game_id, list(made[0].seat_tokens), made[0].judge_token)
    await forked.night()
    await sound(forked)


async def test_going_back_in_a_fork_behind_where_it_was_made(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    made = await fork(table, 8)
    forked = Seats(desk, made.game_id, list(made.seat_tokens), made.judge_token)
    await give(forked, go_back(4))
    await forked.night()
    await forked.finish()
    await sound(forked)
    again = await fork(forked, 10)
    await Seats(desk, again.game_id, list(again.seat_tokens), again.judge_token).night()


# The queue, and page tokens.


@pytest.mark.parametrize("token", ["9" * 5000, f"x/{'9' * 5000}", "9" * 30, "/", "a/b", "\u0661"], ids=range(6))
async def test_an_odd_page_token_of_disputes_is_refused_as_such(desk: Desk, token: str) -> None:
    table = await desk.table()
    await call(table)
    for game_id in ("", table.game_id):
        request = pb.ListDisputesRequest(game_id=game_id, page_token=token)
        assert await _reason(desk.judges.ListDisputes(request, metadata=bearer(desk.service.mint("judge")))) in (
            "",
            "INVALID_REQUEST",
        )


@pytest.mark.parametrize("mark", ["0-0", "18446744073709551615-18446744073709551615", "18446744073709551616-1", "x"])
async def test_an_odd_mark_of_a_refusal_is_refused_as_such(desk: Desk, mark: str) -> None:
    table = await desk.table()
    listed = audit_pb2.ListRefusedRequest(game_id=table.game_id, page_token=mark)
    explained = audit_pb2.ExplainRefusalRequest(game_id=table.game_id, refused=mark)
    told = bearer(table.judge)
    expected = ("", "INVALID_REQUEST") if mark[0] not in "x" and mark.endswith(("-0", "615")) else ("INVALID_REQUEST",)
    assert await _reason(desk.audit.ListRefused(listed, metadata=told)) in expected
    assert await _reason(desk.audit.ExplainRefusal(explained, metadata=told)) == "INVALID_REQUEST"


async def _reason(call: Any) -> str:
    try:
        await call
    except grpc.aio.AioRpcError as wrong:
        return Failed(wrong).reason
    return ""


async def test_a_damaged_game_keeps_nobody_from_the_queue(town: Town) -> None:
    desk = await town.desk()
    tables = [await desk.table() for _ in range(2)]
    for table in tables:
        await call(table)
    await rewrite(town, tables[0].game_id, 0, Stored(1, b"\xff", bytes(32)))
    other = await town.desk()
    listed = await other.judges.ListDisputes(pb.ListDisputesRequest(), metadata=bearer(other.service.mint("judge")))
    assert [one.game_id for one in listed.disputes] == [tables[1].game_id]


async def test_listing_disputes_folds_no_game(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    for _ in range(4):
        await table.night()
    called = (await call(table)).dispute
    await table.night()
    other = await town.desk()
    # A service that starts takes up all games that run.
    await asyncio.sleep(0.1)
    other.service._hall._hot.clear()
    judge = bearer(other.service.mint("judge"))
    listed = await other.judges.ListDisputes(pb.ListDisputesRequest(), metadata=judge)
    assert list(listed.disputes) == [called] and other.service._hall.present(table.game_id) is None


async def test_what_is_said_after_the_end_of_a_short_game_is_known_to_a_cold_service(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    await table.finish()
    for _ in range(32):
        await give(table, NOTE)
    dispute = (await call(table)).dispute
    other = await town.desk()
    there = Seats(other, table.game_id, table.tokens, table.judge)
    assert await info(there) == await info(table)
    listed = await other.judges.ListDisputes(pb.ListDisputesRequest(), metadata=bearer(other.service.mint("judge")))
    assert list(listed.disputes) == [dispute]
