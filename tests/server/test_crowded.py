"""However many games are watched, every other one is answered, and is folded once for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import pytest

from rulekeeper.server import Limits
from rulekeeper.server.hall import Hall
from rulekeeper.v1.games_pb2 import GetDecisionRequest
from tests.server.conftest import Town
from tests.server.desk import Desk, bearer
from tests.server.watching import watching


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each game was folded."""
    counted: Counter[str] = Counter()
    loading = Hall._load

    async def counting(hall: Hall, game_id: str) -> Any:
        counted[game_id] += 1
        return await loading(hall, game_id)

    monkeypatch.setattr(Hall, "_load", counting)
    return counted


async def answered(desk: Desk, game_id: str, token: str = "") -> int:
    """The version that a call tells of; it fails where it takes long."""
    request = GetDecisionRequest(game_id=game_id)
    return (await desk.games.GetDecision(request, metadata=bearer(token), timeout=10)).game.head.version


async def test_with_more_games_watched_than_are_kept_any_other_is_answered_at_once(
    town: Town, loads: Counter[str]
) -> None:
    desk = await town.desk(limits=Limits(hot_games=3, drain=1.0))
    others = [await desk.table() for _ in range(4)]
    watched = [await desk.table() for _ in range(6)]
    async with AsyncExitStack() as stack:
        for table in watched:
            watch = await stack.enter_async_context(watching(desk, table.game_id))
            await watch.until_caught_up()
        hall = desk.service._hall
        loads.clear()
        for _ in range(3):
            for table in others:
                assert await answered(desk, table.game_id) == 4
        assert loads == {table.game_id: 3 for table in others}
        # They are played, too; and what is watched has never been away.
        for table in others:
            await table.bid(0)
            assert await answered(desk, table.game_id, table.tokens[0]) == 5
        assert set(loads) == {table.game_id for table in others}
        assert len(hall._hot) <= len(watched) + 1
    # Once they are not watched, they make room.
    for _ in range(1_000):
        if not any(game.busy for game in hall._hot.values()):
            break
        await asyncio.sleep(0.01)
    for table in others:
        await answered(desk, table.game_id)
    assert len(hall._hot) <= 3


async def test_many_that_are_asked_for_at_once_do_not_drive_each_other_out(town: Town, loads: Counter[str]) -> None:
    desk = await town.desk(limits=Limits(hot_games=1, drain=1.0))
    tables = [await desk.table() for _ in range(12)]
    async with watching(desk, tables[0].game_id) as watch:
        await watch.until_caught_up()
        loads.clear()
        asked = [answered(desk, table.game_id) for table in tables[1:] for _ in range(3)]
        assert await asyncio.gather(*asked) == [4] * 33
        assert all(count <= 3 for count in loads.values())


async def test_room_is_made_behind_many_that_stay(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many are looked at each time; those that stay are not looked at again and again."""
    monkeypatch.setattr("rulekeeper.server.hall._LOOKED_AT", 2)
    desk = await town.desk(limits=Limits(hot_games=2, drain=1.0))
    watched = [await desk.table() for _ in range(5)]
    async with AsyncExitStack() as stack:
        for table in watched:
            watch = await stack.enter_async_context(watching(desk, table.game_id))
            await watch.until_caught_up()
        for _ in range(12):
            await desk.table()
        assert len(desk.service._hall._hot) <= len(watched) + 4
