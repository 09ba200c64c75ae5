"""Making and joining: what is allowed, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import struct_pb2

from rulekeeper.v1 import games_pb2
from rulekeeper.v1.entry_pb2 import SEAT_KIND_BOT, SEAT_KIND_OPEN, SeatPlan
from rulekeeper.v1.table_pb2 import GAME_STATUS_RUNNING
from tests.server.desk import BOT, INVITED, OPEN, Desk, failing


async def test_seats_are_taken_in_order_where_none_is_named(desk: Desk) -> None:
    made = await desk.create(INVITED, OPEN, OPEN)
    assert [(await desk.join(made.game_id)).seat for _ in range(2)] == [1, 2]
    async with failing() as failed:
        await desk.join(made.game_id)
    assert failed[0].reason == "SEAT_TAKEN"
    joined = await desk.join(made.game_id, token=made.seat_tokens[0])
    assert joined.seat == 0 and joined.game.status == GAME_STATUS_RUNNING


async def test_nobody_joins_a_game_that_has_begun(desk: Desk) -> None:
    table = await desk.table()
    for seat in (None, 0):
        async with failing() as failed:
            await desk.join(table.game_id, seat)
        assert failed[0].reason == "SEAT_TAKEN"


async def test_bots_sit_from_the_beginning(desk: Desk) -> None:
    made = await desk.create(OPEN, BOT)
    game = (await desk.decision(made.game_id)).game
    assert [seat.name for seat in game.seats] == ["", "random"] and game.head.version == 2
    async with failing() as failed:
        await desk.join(made.game_id, 1)
    assert failed[0].reason == "INVITATION_NEEDED"


async def test_the_setup_is_completed_and_kept(desk: Desk) -> None:
    made = await desk.create()
    assert (await desk.decision(made.game_id)).game.setup == '{"copies":6}'
    setup = struct_pb2.Struct()
    setup.update({"copies": 9})
    made = await desk.create(setup=setup)
    assert (await desk.decision(made.game_id)).game.setup == '{"copies":9}'


@pytest.mark.parametrize(
    "setup",
    [
        {"copies": 2.5},
        {"copies": "many"},
        {"dice": 3},
        {"copies": 1},
        {"copies": float("nan")},
        {"copies": float("inf")},
    ],
)
async def test_a_setup_that_the_game_does_not_allow_is_refused(desk: Desk, setup: dict[str, Any]) -> None:
    given = struct_pb2.Struct()
    given.update(setup)
    async with failing() as failed:
        await desk.create(OPEN, OPEN, OPEN, setup=given)
    assert failed[0].reason == "INVALID_SETUP" and "error" not in failed[0].message.lower()


@pytest.mark.parametrize("seats", [1, 5])
async def test_the_number_of_seats_is_the_games(desk: Desk, seats: int) -> None:
    async with failing() as failed:
        await desk.create(*[OPEN] * seats)
    assert failed[0].reason == "INVALID_SETUP" and "2 to 4" in failed[0].message


@pytest.mark.parametrize(
    "plan", [SeatPlan(), SeatPlan(kind=SEAT_KIND_BOT, player="x"), SeatPlan(kind=SEAT_KIND_OPEN, player="random")]
)
async def test_a_seat_is_open_invited_or_a_bots(desk: Desk, plan: SeatPlan) -> None:
    async with failing() as failed:
        await desk.create(OPEN, plan)
    assert failed[0].reason == "INVALID_REQUEST"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "x" * 41),
        ("name", "a\nb"),
        ("name", "   "),
        ("name", "\u200b"),
        ("name", "\u3164"),
        ("name", "Ada\u202enosrep"),
        ("name", "\u2066Ada"),
        ("contribution", b"x" * 65),
        ("request_id", b"x" * 65),
        ("game_id", ""),
        ("game_id", "x" * 65),
        ("game_id", "{tag}"),
        ("seat", 2),
    ],
)
async def test_a_field_out_of_its_range_is_named(desk: Desk, field: str, value: object) -> None:
    made = await desk.create()
    given = {"game_id": made.game_id, "name": "Ada", "request_id": b"r"} | {field: value}
    async with failing() as failed:
        await desk.games.JoinGame(games_pb2.JoinGameRequest(**given))  # type: ignore[arg-type]
    assert failed[0].reason == "INVALID_REQUEST"
    assert failed[0].details[1].field_violations[0].field == field  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "name", ["Ada", "x" * 40, "Zoë", "王冠", "a b", "\N{WOMAN}\u200d\N{PERSONAL COMPUTER}", "\u06a9\u200c\u0645"]
)
async def test_names_may_be_anything_that_can_be_read(desk: Desk, name: str) -> None:
    made = await desk.create()
    assert (await desk.join(made.game_id, name=name)).game.seats[0].name == name


async def test_ids_are_wanted(desk: Desk) -> None:
    async with failing() as failed:
        await desk.create(request_id=b"")
    assert failed[0].reason == "INVALID_REQUEST"
    made = await desk.create()
    async with failing() as failed:
        await desk.games.JoinGame(games_pb2.JoinGameRequest(game_id=made.game_id, name="Ada"))
    assert failed[0].reason == "INVALID_REQUEST"
