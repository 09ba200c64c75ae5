"""A call that is cancelled cancels nothing: what was sent is done once, or was never begun."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from rulekeeper.kernel import commitment
from rulekeeper.v1 import games_pb2
from tests.kernel.night_market import night_market_pb2 as pb
from tests.server.desk import Desk, Failed, bearer


@pytest.mark.parametrize("patience", [0.0, 0.0005, 0.001, 0.002, 0.004])
async def test_cancelled_commands_are_done_once_when_they_are_sent_again(desk: Desk, patience: float) -> None:
    tables = [await desk.table() for _ in range(10)]
    calls = [asyncio.ensure_future(table.send(0, pb.Bid(coins=1), 4, b"mine")) for table in tables]
    await asyncio.sleep(patience)
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
    answers = [await table.send(0, pb.Bid(coins=1), 4, b"mine") for table in tables]
    assert [answer.version for answer in answers] == [5] * 10
    for table in tables:
        await table.send(1, pb.Bid(coins=0), 4)
        assert (await desk.decision(table.game_id)).game.head.version == 6


async def test_a_deadline_that_passes_leaves_the_mailbox_working(desk: Desk) -> None:
    table = await desk.table()
    waiting = desk.decision(table.game_id, at_least=99)
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(waiting, 0.05)
    request = games_pb2.GetDecisionRequest(game_id=table.game_id, at_least=99)
    with pytest.raises(grpc.aio.AioRpcError) as late:
        await desk.games.GetDecision(request, metadata=bearer(table.tokens[0]), timeout=0.05)
    assert late.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
    await table.bid(0)


async def test_the_seed_of_a_sandbox_that_was_cut_off_is_no_secret_of_a_game_that_counts(desk: Desk) -> None:
    seed = b"known to whoever sent it".ljust(32)
    made = 0
    for number in range(30):
        request_id = b"twice-%d" % number
        sandbox = asyncio.ensure_future(desk.create(request_id=request_id, seed=seed))
        await asyncio.sleep(number % 10 * 0.0004)
        sandbox.cancel()
        await asyncio.gather(sandbox, return_exceptions=True)
        try:
            game = await desk.create(request_id=request_id)
        except grpc.aio.AioRpcError as wrong:
            assert Failed(wrong).reason == "COMMAND_ID_REUSED"
        else:
            made += 1
            assert game.commitment != commitment(seed)
    assert made < 30, "nothing was cut off between its secret and its game"


async def test_a_sandbox_has_the_seed_that_it_asked_for_or_none_is_made(desk: Desk) -> None:
    seed = bytes(range(32))
    for number in range(20):
        request_id = b"cut off-%d" % number
        plain = asyncio.ensure_future(desk.create(request_id=request_id))
        await asyncio.sleep(number % 10 * 0.0004)
        plain.cancel()
        await asyncio.gather(plain, return_exceptions=True)
        try:
            game = await desk.create(request_id=request_id, seed=seed)
        except grpc.aio.AioRpcError as wrong:
            assert Failed(wrong).reason == "COMMAND_ID_REUSED"
        else:
            assert game.commitment == commitment(seed)
