"""Listing games, and following the lobby."""

from __future__ import annotations

import asyncio

import pytest

from rulekeeper.v1 import games_pb2
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1.table_pb2 import (
    GAME_STATUS_GATHERING,
    GAME_STATUS_OVER,
    GAME_STATUS_RUNNING,
    GAME_STATUS_UNSPECIFIED,
    GameInfo,
    GameStatus,
)
from tests.server.conftest import Town
from tests.server.desk import OPEN, Desk, failing


async def listed(desk: Desk, **wanted: object) -> games_pb2.ListGamesResponse:
    return await desk.games.ListGames(games_pb2.ListGamesRequest(**wanted))  # type: ignore[arg-type]


async def three_games(desk: Desk) -> dict[GameStatus.ValueType, str]:
    over, running = await desk.table(), await desk.table()
    await over.finish()
    gathering = await desk.create()
    return {
        GAME_STATUS_OVER: over.game_id,
        GAME_STATUS_RUNNING: running.game_id,
        GAME_STATUS_GATHERING: gathering.game_id,
    }


async def test_games_are_listed_newest_first_a_page_at_a_time(town: Town) -> None:
    desk = await town.desk()
    made = [(await desk.create()).game_id for _ in range(7)]
    # From memory, and from the log alone.
    for reader in (desk, await town.desk()):
        found: list[str] = []
        token = ""
        for _ in range(3):
            page = await listed(reader, page_size=3, page_token=token)
            found += [game.game_id for game in page.games]
            token = page.next_page_token
        assert found == made[::-1] and not token


async def test_games_are_listed_by_status_and_ruleset(town: Town) -> None:
    desk = await town.desk()
    by_status = await three_games(desk)
    for reader in (desk, await town.desk()):
        for status, game_id in by_status.items():
            page = await listed(reader, status=status)
            assert [(game.game_id, game.status) for game in page.games] == [(game_id, status)]
        assert len((await listed(reader, status=GAME_STATUS_UNSPECIFIED)).games) == 3
        assert not (await listed(reader, ruleset="chess@1")).games
        assert len((await listed(reader, ruleset="night_market@1")).games) == 3


async def test_a_process_that_never_saw_a_game_knows_where_it_stands(town: Town) -> None:
    desk, other = await town.desk(), await town.desk()
    for game_id in (await three_games(desk)).values():
        request = games_pb2.GetGameRequest(game_id=game_id)
        assert await other.games.GetGame(request) == await desk.games.GetGame(request)
    assert not other.service._hall._hot


async def test_an_unlisted_game_is_not_listed_and_can_be_asked_for(desk: Desk) -> None:
    made = await desk.create(OPEN, OPEN, unlisted=True)
    assert not (await listed(desk)).games
    game = (await desk.games.GetGame(games_pb2.GetGameRequest(game_id=made.game_id))).game
    assert game.unlisted and game.head.version == 1


@pytest.mark.parametrize(
    "wrong", [{"page_size": 201}, {"page_token": "no"}, {"page_token": "bm93aGVyZQ=="}, {"status": 9}]
)
async def test_what_cannot_be_listed_is_refused(desk: Desk, wrong: dict[str, object]) -> None:
    async with failing() as failed:
        await listed(desk, **wrong)
    assert failed[0].reason == "INVALID_REQUEST"


class Lobby:
    """A watcher of the lobby."""

    def __init__(self, desk: Desk) -> None:
        self.call = desk.projections.WatchLobby(pb.WatchLobbyRequest(heartbeat_seconds=5))

    async def event(self) -> pb.WatchLobbyResponse:
        event = await asyncio.wait_for(self.call.read(), 10)
        assert isinstance(event, pb.WatchLobbyResponse)
        return event

    async def game(self) -> GameInfo:
        event = await self.event()
        assert event.HasField("game"), event
        return event.game


async def test_the_lobby_is_followed_from_what_there_is_to_what_comes(town: Town) -> None:
    desk = await town.desk()
    first = await desk.create()
    await desk.create(OPEN, OPEN, unlisted=True)
    # The second watcher's process has no hand in any of it.
    watchers = [Lobby(desk), Lobby(await town.desk())]
    for lobby in watchers:
        assert (await lobby.game()).game_id == first.game_id
        assert (await lobby.event()).HasField("caught_up")
    second = await desk.create()
    for lobby in watchers:
        assert (await lobby.game()).game_id == second.game_id
    await desk.join(first.game_id, name="Ada")
    for lobby in watchers:
        game = await lobby.game()
        assert game.game_id == first.game_id and game.seats[0].name == "Ada"
    for lobby in watchers:
        lobby.call.cancel()


async def test_a_command_alone_is_no_news_for_the_lobby(desk: Desk) -> None:
    table = await desk.table()
    lobby = Lobby(desk)
    await lobby.game()
    await lobby.event()
    await table.bid(0)
    await table.finish()
    game = await lobby.game()
    assert game.status == GAME_STATUS_OVER and list(game.winners) == [1]
    lobby.call.cancel()
