"""The same again gets the same answer and does nothing twice: from any process, at any later time."""

from __future__ import annotations

import asyncio

from google.protobuf import any_pb2

from rulekeeper.v1 import games_pb2
from tests.kernel.night_market import night_market_pb2 as pb
from tests.server.conftest import Town
from tests.server.desk import BOT, INVITED, OPEN, Desk, bearer, failing, packed


async def test_a_command_that_comes_again_gets_its_first_answer_however_late(desk: Desk) -> None:
    table = await desk.table()
    first = await table.send(0, pb.Bid(coins=1), 4, b"mine")
    await table.send(1, pb.Bid(coins=0), 4)
    await table.send(0, pb.Scry())
    head = (await desk.decision(table.game_id)).game.head
    assert await table.send(0, pb.Bid(coins=1), 4, b"mine") == first
    await table.finish()
    assert await table.send(0, pb.Bid(coins=1), 4, b"mine") == first
    assert (await desk.decision(table.game_id)).game.head.version == head.version + 1


async def test_another_process_gives_the_same_answer(town: Town) -> None:
    here, there = await town.desk(), await town.desk()
    table = await here.table()
    await table.send(1, pb.Bid(coins=0), 4)
    first = await table.send(0, pb.Bid(coins=1), 4, b"mine")
    again = await there.submit(table.game_id, table.tokens[0], pb.Bid(coins=1), 4, b"mine")
    assert again == first and again.facts


async def test_equal_commands_in_other_bytes_are_the_same_command(desk: Desk) -> None:
    table = await desk.table()
    hand = [c.value.number for c in (await table.open_decision()).offers[0].fields[0].subset.candidates]
    first = await table.send(0, pb.Bid(cards=hand[:1], coins=1), 4, b"mine")
    # The fields the other way round: another encoding of the very same message.
    one, other = pb.Bid(coins=1).SerializeToString(), pb.Bid(cards=hand[:1]).SerializeToString()
    request = games_pb2.SubmitCommandRequest(
        game_id=table.game_id,
        command_id=b"mine",
        decision=4,
        message=any_pb2.Any(type_url="x/night_market.v1.Bid", value=one + other),
    )
    assert await desk.games.SubmitCommand(request, metadata=bearer(table.tokens[0])) == first


async def test_a_command_by_fields_is_the_same_as_by_message(desk: Desk) -> None:
    table = await desk.table()
    first = await table.send(0, pb.Bid(coins=1), 4, b"mine")
    request = games_pb2.SubmitCommandRequest(game_id=table.game_id, command_id=b"mine", decision=4)
    request.fields.command = "night_market.v1.Bid"
    request.fields.fields["coins"].number = 1
    assert await desk.games.SubmitCommand(request, metadata=bearer(table.tokens[0])) == first


async def test_an_id_of_another_seat_or_decision_is_reused(desk: Desk) -> None:
    table = await desk.table()
    await table.send(0, pb.Bid(coins=1), 4, b"mine")
    for seat, decision in ((1, 4), (0, 5)):
        async with failing() as failed:
            await table.send(seat, pb.Bid(coins=1), decision, b"mine")
        assert failed[0].reason == "COMMAND_ID_REUSED"


async def test_the_same_command_from_many_at_once_is_done_once(town: Town) -> None:
    desks = [await town.desk(), await town.desk()]
    table = await desks[0].table()
    sent = [
        desk.submit(table.game_id, table.tokens[0], pb.Bid(coins=1), 4, b"mine") for desk in desks for _ in range(10)
    ]
    answers = await asyncio.gather(*sent)
    assert all(answer == answers[0] for answer in answers)
    assert (await desks[0].decision(table.game_id)).game.head.version == 5


async def test_joining_again_gives_the_same_token_and_takes_no_second_seat(town: Town) -> None:
    here, there = await town.desk(), await town.desk()
    made = await here.create(OPEN, OPEN, OPEN)
    first = await here.join(made.game_id, name="Ada", contribution=b"c", request_id=b"r")
    for desk in (here, there):
        again = await desk.join(made.game_id, name="Ada", contribution=b"c", request_id=b"r")
        assert (again.seat, again.token) == (first.seat, first.token)
    async with failing() as failed:
        await there.join(made.game_id, name="Eve", request_id=b"r")
    assert failed[0].reason == "COMMAND_ID_REUSED"
    assert [seat.name for seat in (await here.decision(made.game_id)).game.seats] == ["Ada", "", ""]


async def test_creating_again_gives_the_same_game_and_tokens(town: Town) -> None:
    here, there = await town.desk(), await town.desk()
    first = await here.create(OPEN, INVITED, request_id=b"a game")
    assert first.seat_tokens[1] and not first.seat_tokens[0]
    assert await here.create(OPEN, INVITED, request_id=b"a game") == first
    assert await there.create(OPEN, INVITED, request_id=b"a game") == first
    async with failing() as failed:
        await there.create(OPEN, OPEN, request_id=b"a game")
    assert failed[0].reason == "COMMAND_ID_REUSED"


async def test_creating_at_once_from_two_processes_makes_one_game(town: Town) -> None:
    desks = [await town.desk(), await town.desk()]
    made = await asyncio.gather(*(desk.create(OPEN, BOT, request_id=b"once") for desk in desks for _ in range(5)))
    assert all(answer == made[0] for answer in made)
    listed = await desks[0].games.ListGames(games_pb2.ListGamesRequest())
    assert [game.game_id for game in listed.games] == [made[0].game_id]


async def test_a_join_and_a_command_may_have_the_same_id(desk: Desk) -> None:
    made = await desk.create()
    tokens = [(await desk.join(made.game_id, name=name, request_id=name.encode())).token for name in ("1", "2")]
    await desk.submit(made.game_id, tokens[0], pb.Bid(coins=0), 4, b"1")


async def test_a_refused_id_may_be_used_again(desk: Desk) -> None:
    table = await desk.table()
    async with failing():
        await table.send(0, pb.Bid(coins=9), 4, b"mine")
    await table.send(0, pb.Bid(coins=1), 4, b"mine")


async def test_a_malformed_command_with_a_known_id_is_told_so(desk: Desk) -> None:
    table = await desk.table()
    await table.send(0, pb.Bid(coins=1), 4, b"mine")
    request = games_pb2.SubmitCommandRequest(
        game_id=table.game_id, command_id=b"mine", decision=4, message=packed(pb.View())
    )
    async with failing() as failed:
        await desk.games.SubmitCommand(request, metadata=bearer(table.tokens[0]))
    assert failed[0].reason == "COMMAND_ID_REUSED"
