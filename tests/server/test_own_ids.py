"""The service's own acts have ids that no client can take; and a bot that is refused all the same never spins."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any

import pytest

from rulekeeper.server import hot as hot_games
from rulekeeper.server.acts import OWN, Submit, former_id
from rulekeeper.server.errors import Failure
from rulekeeper.v1 import errors_pb2, games_pb2, table_pb2
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import BOT, OPEN, Desk, Seats, bearer, failing


def public_id(*parts: str | int) -> bytes:
    """What anybody can work out without a key: what the service's own ids once were."""
    digest = sha256(b"rulekeeper-act-1")
    for part in parts:
        data = str(part).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.digest()[:16]


async def call_judge(table: Seats, seat: int, command_id: bytes) -> None:
    request = pb.CallJudgeRequest(game_id=table.game_id, command_id=command_id, text="look at this")
    table.at = (await table.desk.judges.CallJudge(request, metadata=bearer(table.tokens[seat]))).head.version


async def running(table: Seats, at_least: int) -> None:
    game = (await table.desk.decision(table.game_id, at_least=at_least)).game
    assert game.status == table_pb2.GAME_STATUS_RUNNING, game


async def test_a_client_that_guesses_a_bots_next_id_stops_no_bot(town: Town) -> None:
    desk = await town.desk(bot_pause=0.3)
    made = await desk.create(OPEN, BOT)
    token = (await desk.join(made.game_id)).token
    table = Seats(desk, made.game_id, [token])
    decision = await table.open_decision()
    # The bot answers the next version.
    await table.send(0, nm.Bid(coins=0), None, public_id("bot", decision.version + 1, 1))
    await running(table, decision.version + 2)


async def test_a_client_that_guesses_the_id_of_the_beginning_stops_no_game(desk: Desk) -> None:
    made = await desk.create()
    table = Seats(desk, made.game_id, [(await desk.join(made.game_id)).token])
    await call_judge(table, 0, public_id("begin"))
    await desk.join(made.game_id)
    await running(table, 5)


async def test_a_client_that_guesses_the_id_of_a_taking_back_stops_no_game(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0)
    await table.bid(1)
    request = pb.TakeBackRequest(game_id=table.game_id, command_id=b"back", to=4)
    asked = await desk.judges.TakeBack(request, metadata=bearer(table.tokens[0]))
    assert not asked.done
    await call_judge(table, 0, public_id("taken back", asked.version))
    answer = pb.AnswerTakeBackRequest(game_id=table.game_id, command_id=b"yes", asked=asked.version, agreed=True)
    await desk.judges.AnswerTakeBack(answer, metadata=bearer(table.tokens[1]))
    await running(table, asked.version + 3)
    assert (await table.open_decision()).version == asked.version + 3


async def entries(town: Town, game_id: str) -> list[Entry]:
    return [Entry.FromString(stored.entry) for stored in await (await town.log()).read(game_id, 0, 1_000)]


async def test_the_services_own_ids_are_keyed_and_no_client_may_send_one_like_them(town: Town) -> None:
    desk = await town.desk()
    one, other = [await desk.create(BOT, BOT) for _ in range(2)]
    for made in (one, other):
        await desk.ended(made.game_id)
    own = [{entry.command_id for entry in await entries(town, made.game_id)} for made in (one, other)]
    assert all(command_id.startswith(OWN) for ids in own for command_id in ids)
    # What the acts are is the same in both, up to the bots' second command at least.
    assert not own[0] & own[1]

    table = await desk.table()
    for taken in (sorted(own[0])[0], OWN, OWN + b"anything"):
        async with failing() as failed:
            await table.send(0, nm.Bid(coins=0), 4, taken)
        assert failed[0].reason == "INVALID_REQUEST" and "command_id" in failed[0].message
        async with failing() as failed:
            await call_judge(table, 0, taken)
        assert failed[0].reason == "INVALID_REQUEST"


async def test_equal_sandboxes_have_equal_ids_of_the_services_own(town: Town) -> None:
    desk = await town.desk()
    ids = []
    for request_id in (b"one", b"other"):
        made = await desk.create(BOT, BOT, seed=bytes(range(32)), request_id=request_id)
        await desk.ended(made.game_id)
        ids.append([entry.command_id for entry in await entries(town, made.game_id)][1:])
    assert ids[0] == ids[1] and len(ids[0]) > 4


class Refusing:
    """A mailbox that takes no command of a seat."""

    def __init__(self, code: errors_pb2.ErrorCode.ValueType) -> None:
        self.code = code
        self.asked = 0

    def __call__(self, act: Any) -> Any:
        assert isinstance(act, Submit)
        self.asked += 1
        raise Failure(self.code, "no")


@pytest.mark.parametrize("code", [errors_pb2.ERROR_CODE_COMMAND_ID_REUSED, errors_pb2.ERROR_CODE_STALE_DECISION])
async def test_a_bot_that_is_refused_waits_and_tells_and_counts(
    town: Town,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    code: errors_pb2.ErrorCode.ValueType,
) -> None:
    desk = await town.desk(log_level="warning", bot_pause=0.3)
    made = await desk.create(OPEN, BOT)
    await desk.join(made.game_id)
    game = desk.service._hall.present(made.game_id)
    assert game is not None and game.bots.busy
    refusing = Refusing(code)
    monkeypatch.setattr(game.mailbox, "do", refusing)
    assert game.bots._task is not None
    await asyncio.wait_for(game.bots._task, 20)
    assert refusing.asked == 3 and game.paused
    told = capsys.readouterr().err
    assert told.count("a bot is refused") == 3 and "game paused" in told and made.game_id in told
    assert game.house.metrics.registry.get_sample_value("rulekeeper_bots_refused_total") == 3


async def test_a_game_of_before_goes_on_and_its_requests_get_their_first_answers(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = await town.desk(bot_pause=0.3)
    sandbox = games_pb2.Sandbox(seat_all=True, seed=bytes(32))

    async def asked() -> list[Any]:
        made = await desk.create(OPEN, OPEN, BOT, request_id=b"made")
        box = await desk.create(OPEN, OPEN, request_id=b"box", sandbox=sandbox)
        fork = pb.ForkGameRequest(game_id=box.game_id, version=4, request_id=b"fork")
        joined = await desk.join(made.game_id, name="Ada", request_id=b"join")
        forked = await desk.judges.ForkGame(fork, metadata=bearer(box.judge_token))
        return [made, box, joined.token, list(forked.seat_tokens), forked.game_id]

    with monkeypatch.context() as before:
        for module in ("creating", "forking"):
            before.setattr(f"rulekeeper.server.{module}.own_id", lambda key, *parts: former_id(*parts))
        before.setattr(hot_games, "own_id", lambda key, *parts: former_id(*parts))
        first = await asked()
        kept = {entry.command_id for entry in await entries(town, first[0].game_id)}
    assert former_id("bot sits", 2) in kept and former_id("join", b"join") in kept
    assert await asked() == first
    async with failing() as failed:
        await desk.join(first[0].game_id, name="Eve", request_id=b"join")
    assert failed[0].reason == "COMMAND_ID_REUSED"
    table = Seats(desk, first[0].game_id, [first[2], (await desk.join(first[0].game_id)).token])
    for seat in range(2):
        await table.bid(seat)
    await running(table, table.at + 1)
    assert (await entries(town, table.game_id))[-1].command_id.startswith(OWN)
