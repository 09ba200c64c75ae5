"""Any number of processes serve a game, with no lock and no owner."""

from __future__ import annotations

import asyncio

from rulekeeper.server import Limits
from rulekeeper.v1 import games_pb2
from rulekeeper.v1.table_pb2 import GAME_STATUS_RUNNING
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import BOT, OPEN, Seats
from tests.server.watching import watching


async def test_two_services_play_one_game_between_them(town: Town) -> None:
    here, there = await town.desk(), await town.desk()
    table = await here.table()
    also = Seats(there, table.game_id, table.tokens)
    async with watching(here, table.game_id) as first, watching(there, table.game_id) as second:
        for watch in (first, second):
            await watch.until_caught_up()
        for number in range(3):
            one, other = (table, also) if number % 2 else (also, table)
            await one.night()
            other.at = one.at
        for watch in (first, second):
            assert [(await watch.update()).head.version for _ in range(12)] == list(range(5, 17))


async def test_commands_sent_to_both_at_once_are_all_taken_in_some_order(town: Town) -> None:
    desks = [await town.desk(), await town.desk()]
    table = await desks[0].table(4)
    decision = await table.open_decision()
    sent = [
        desks[seat % 2].submit(table.game_id, table.tokens[seat], nm.Bid(coins=0), decision.version)
        for seat in decision.seats
    ]
    assert sorted(answer.version for answer in await asyncio.gather(*sent)) == [7, 8, 9, 10]
    for desk in desks:
        assert (await desk.decision(table.game_id, at_least=10)).decision.version == 10


async def test_what_one_writes_the_other_reads_at_least(town: Town) -> None:
    here, there = await town.desk(), await town.desk()
    table = await here.table()
    await there.decision(table.game_id)
    answer = await table.bid(0)
    seen = await there.decision(table.game_id, table.tokens[1], at_least=answer.version)
    assert seen.game.head.version == answer.version and list(seen.decision.seats) == [1]


async def test_the_last_seat_taken_elsewhere_begins_the_game_once(town: Town) -> None:
    desks = [await town.desk(), await town.desk()]
    for number in range(5):
        made = await desks[0].create(OPEN, OPEN)
        await desks[1].decision(made.game_id)
        await asyncio.gather(
            desks[0].join(made.game_id, 0, name=f"Ada {number}"), desks[1].join(made.game_id, 1, name=f"Ben {number}")
        )
        for desk in desks:
            answer = await desk.decision(made.game_id, at_least=4)
            assert answer.game.status == GAME_STATUS_RUNNING and answer.game.head.version == 4


async def test_bots_of_two_services_do_not_play_twice(town: Town) -> None:
    desks = [await town.desk(), await town.desk()]
    made = await desks[0].create(BOT, BOT)
    await desks[1].decision(made.game_id)
    game = await desks[1].ended(made.game_id)
    assert (await desks[0].decision(made.game_id, at_least=game.head.version)).game == game


async def test_a_game_that_was_given_up_is_folded_again(town: Town) -> None:
    desk = await town.desk(limits=Limits(hot_games=2))
    tables = [await desk.table() for _ in range(6)]
    assert len(desk.service._hall._hot) == 2
    for table in tables:
        await table.night()
        assert (await desk.decision(table.game_id)).game.head.version == 8
    assert len(desk.service._hall._hot) == 2


async def test_a_game_that_is_watched_is_not_given_up(town: Town) -> None:
    desk = await town.desk(limits=Limits(hot_games=1))
    table = await desk.table()
    async with watching(desk, table.game_id) as watch:
        await watch.until_caught_up()
        for _ in range(3):
            await desk.table()
        await table.bid(0)
        assert (await watch.update()).head.version == 5


async def test_a_bot_goes_on_when_its_service_comes_back(town: Town) -> None:
    first = await town.desk(bot_pause=60.0)
    made = await first.create(OPEN, BOT)
    joined = await first.join(made.game_id)
    await first.submit(made.game_id, joined.token, nm.Bid(coins=0), 4)
    await first.service.stop()
    second = await town.desk()
    # Nobody asks for the game: the service takes it up by itself.
    await asyncio.sleep(0.5)
    assert (await second.games.GetGame(games_pb2.GetGameRequest(game_id=made.game_id))).game.head.version > 5
