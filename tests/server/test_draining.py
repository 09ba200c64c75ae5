"""Going down: what runs is finished, who watches is told where to go on, and nobody new comes in."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from rulekeeper.server import Limits
from rulekeeper.v1 import games_pb2, projections_pb2
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town, sitting
from tests.server.desk import Desk, Seats, failing
from tests.server.process import running
from tests.server.watching import watching


async def test_streams_end_with_a_token_and_go_on_elsewhere(town: Town) -> None:
    going, staying = await town.desk(), await town.desk()
    table = await going.table()
    async with watching(going, table.game_id) as watch:
        await watch.until_caught_up()
        stopping = asyncio.ensure_future(going.service.stop())
        event = await watch.event()
        assert event.HasField("drained") and event.resume_token
        assert await watch.call.read() is grpc.aio.EOF and await watch.call.code() == grpc.StatusCode.OK
    await stopping
    async with watching(staying, table.game_id, resume_token=event.resume_token) as watch:
        assert await watch.until_caught_up() == []


async def test_the_lobby_ends_too(town: Town) -> None:
    desk = await town.desk()
    call = desk.projections.WatchLobby(projections_pb2.WatchLobbyRequest())
    caught_up = await call.read()
    assert isinstance(caught_up, projections_pb2.WatchLobbyResponse) and caught_up.HasField("caught_up")
    stopping = asyncio.ensure_future(desk.service.stop())
    drained = await call.read()
    assert isinstance(drained, projections_pb2.WatchLobbyResponse) and drained.HasField("drained")
    await stopping


async def test_commands_that_run_are_finished(town: Town) -> None:
    desk, other = await town.desk(), await town.desk()
    tables = [await desk.table() for _ in range(20)]
    sent = [asyncio.ensure_future(table.send(0, nm.Bid(coins=1), 4, b"mine")) for table in tables]
    await asyncio.sleep(0.005)
    await desk.service.stop()
    answers = await asyncio.gather(*sent, return_exceptions=True)
    for table, answer in zip(tables, answers, strict=True):
        again = await other.submit(table.game_id, table.tokens[0], nm.Bid(coins=1), 4, b"mine")
        assert again == answer or isinstance(answer, grpc.aio.AioRpcError)


async def test_health_says_how_it_goes(town: Town) -> None:
    desk = await town.desk()
    stub: Any = health_pb2_grpc.HealthStub(desk.channel)
    for service in ("", "rulekeeper.v1.GamesService"):
        answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    watch = stub.Watch(health_pb2.HealthCheckRequest())
    assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
    stopping = asyncio.ensure_future(desk.service.stop())
    assert (await watch.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
    await stopping


async def test_stopping_twice_is_stopping_once(town: Town) -> None:
    desk = await town.desk()
    await asyncio.gather(desk.service.stop(), desk.service.stop())
    await desk.service.stop()
    await desk.service.wait()


async def test_a_process_drains_on_sigterm_and_its_record_stays(folder: Path) -> None:
    """As an operator runs it: started, used, ended, started again."""
    async with running(folder) as first:
        table = await first.desk.table()
        answer = await table.send(0, nm.Bid(coins=1), 4, b"mine")
        async with watching(first.desk, table.game_id) as watch:
            await watch.until_caught_up()
            ending = asyncio.ensure_future(first.end(signal.SIGTERM))
            event = await watch.event()
            assert event.HasField("drained")
        assert await ending == 0
    async with running(folder) as second:
        assert await second.desk.submit(table.game_id, table.tokens[0], nm.Bid(coins=1), 4, b"mine") == answer
        async with watching(second.desk, table.game_id, resume_token=event.resume_token) as watch:
            assert await watch.until_caught_up() == []


async def test_what_was_acknowledged_is_there_after_a_service_was_killed(folder: Path) -> None:
    acknowledged: list[tuple[Seats, bytes]] = []
    enough = asyncio.Event()

    async def play(desk: Desk) -> None:
        table = await desk.table()
        for number in range(100):
            command_id = b"%d" % number
            await table.send(0, nm.Show(card=(await shown(desk, table))), 0, command_id)
            acknowledged.append((table, command_id))
            if len(acknowledged) == 20:
                enough.set()

    async def shown(desk: Desk, table: Seats) -> int:
        (show, _) = (await desk.decision(table.game_id, table.tokens[0])).standing
        return show.fields[0].one_of.candidates[0].value.number

    async with running(folder) as first:
        playing = [asyncio.ensure_future(play(first.desk)) for _ in range(20)]
        await asyncio.wait_for(enough.wait(), 30)
        await first.end(signal.SIGKILL)
        await asyncio.gather(*playing, return_exceptions=True)
    async with running(folder) as second:
        for table, _command_id in acknowledged:
            game = (await second.desk.decision(table.game_id)).game
            written = [command_id for other, command_id in acknowledged if other is table]
            assert game.head.version >= 4 + len(written)


async def test_the_module_itself_is_a_service_of_what_is_installed(folder: Path) -> None:
    async with running(folder, "rulekeeper.server") as service:
        await service.desk.games.ListRulesets(games_pb2.ListRulesetsRequest())
        assert await service.end(signal.SIGINT) == 0


async def test_who_calls_while_it_drains_is_told_so_however_late(town: Town) -> None:
    """Nothing runs any more, and still calls come, over connections of before and over new ones."""
    desk = await town.desk(limits=Limits(drain=30.0))
    table = await desk.table()
    stopping = asyncio.ensure_future(desk.service.stop())
    for number in range(20):
        await asyncio.sleep(0.03)
        async with sitting(desk.service) as new, failing() as failed:
            await (new if number % 2 else desk).decision(table.game_id)
        assert failed[0].reason == "DRAINING" and failed[0].code == grpc.StatusCode.UNAVAILABLE
        assert failed[0].retry_after == 1.0
    assert not stopping.done()
    await asyncio.wait_for(stopping, 10)


async def test_a_command_that_is_cut_off_is_told_that_nobody_knows(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, other = await town.desk(limits=Limits(drain=0.3)), await town.desk()
    table = await desk.table()
    store = desk.service._house.store
    appending, went_on = store.append, asyncio.Event()

    async def slow(*given: Any) -> Any:
        await went_on.wait()
        return await appending(*given)

    monkeypatch.setattr(store, "append", slow)
    sent = asyncio.ensure_future(table.send(0, nm.Bid(coins=1), 4, b"mine"))
    looking = desk.projections.WatchTable(projections_pb2.WatchTableRequest(game_id=table.game_id))
    await asyncio.sleep(0.2)
    stopping = asyncio.ensure_future(desk.service.stop())
    async with failing() as failed:
        await sent
    assert failed[0].reason == "OUTCOME_UNKNOWN" and failed[0].retry_after == 1.0
    went_on.set()
    await stopping
    looking.cancel()
    again = await other.submit(table.game_id, table.tokens[0], nm.Bid(coins=1), 4, b"mine")
    assert again.version == 5


async def test_the_page_of_errors_says_what_no_answer_means() -> None:
    text = " ".join((Path(__file__).parents[2] / "docs" / "errors.md").read_text().split())
    assert "No `ErrorInfo`: the outcome is unknown, send again." in text
