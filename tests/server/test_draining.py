"""Going down: what runs is finished, who watches is told where to go on, and nobody new comes in."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from rulekeeper.v1 import games_pb2, projections_pb2
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import Desk, Seats
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
