"""Decisions, checks and views: at any version, for any viewer."""

from __future__ import annotations

import pytest

from rulekeeper.server import Limits
from rulekeeper.v1 import games_pb2
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1.table_pb2 import GAME_STATUS_GATHERING
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import Desk, Seats, bearer, failing, packed


async def view_at(desk: Desk, game_id: str, token: str = "", **wanted: object) -> pb.GetViewResponse:
    request = pb.GetViewRequest(game_id=game_id, **wanted)  # type: ignore[arg-type]
    return await desk.projections.GetView(request, metadata=bearer(token))


async def check(table: Seats, seat: int, command: object, decision: int) -> games_pb2.CheckCommandResponse:
    request = games_pb2.CheckCommandRequest(
        game_id=table.game_id,
        decision=decision,
        message=packed(command),  # type: ignore[arg-type]
    )
    return await table.desk.games.CheckCommand(request, metadata=bearer(table.tokens[seat]))


async def test_a_decision_has_the_offers_of_the_callers_seat_and_standing_ones(desk: Desk) -> None:
    table = await desk.table()
    mine = await desk.decision(table.game_id, table.tokens[0])
    (bid,) = mine.decision.offers
    assert bid.command == "night_market.v1.Bid" and [field.name for field in bid.fields] == ["cards", "coins"]
    assert len(bid.fields[0].subset.candidates) == 3 and bid.fields[0].subset.most == 2
    assert (bid.fields[1].number.low, bid.fields[1].number.high) == (0, 3)
    assert [offer.command.rpartition(".")[2] for offer in mine.standing] == ["Show", "Concede"]
    assert all(offer.standing for offer in mine.standing)
    public = await desk.decision(table.game_id)
    assert list(public.decision.seats) == [0, 1] and not public.decision.offers and not public.standing
    assert mine.decision.rule.id == "nm.bid" and mine.decision.rule.title == "Bidding"


async def test_who_is_not_asked_has_no_offers(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0)
    assert not (await table.open_decision(0)).offers and (await table.open_decision(1)).offers


async def test_what_cannot_be_done_is_told_with_its_reasons(desk: Desk) -> None:
    table = await desk.table()
    answer = await desk.decision(table.game_id, table.tokens[0], unavailable=True)
    assert any(found.subject == "look at the pile" for found in answer.decision.unavailable)
    for found in answer.decision.unavailable:
        assert all(reason.rule.id in {"nm.privilege", "nm.ghost.worth"} and reason.text for reason in found.reasons)
    assert not (await desk.decision(table.game_id, table.tokens[0])).decision.unavailable


async def test_a_closed_offer_stays_with_its_reasons(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0, 1)
    await table.bid(1, 0)
    offers = {offer.command.rpartition(".")[2]: offer for offer in (await table.open_decision(0)).offers}
    assert [(reason.rule.id, reason.text) for reason in offers["Take"].closed][0] == (
        "nm.privilege",
        "the stall is empty",
    )
    assert not offers["Plant"].closed


async def test_a_game_that_has_not_begun_has_no_decision_and_no_view(desk: Desk) -> None:
    made = await desk.create()
    answer = await desk.decision(made.game_id)
    assert not answer.HasField("decision") and answer.game.status == GAME_STATUS_GATHERING
    seen = await view_at(desk, made.game_id)
    assert seen.head.version == 1 and not seen.HasField("view")


async def test_a_check_says_what_submitting_would_and_changes_nothing(desk: Desk) -> None:
    table = await desk.table()
    assert (await check(table, 0, nm.Bid(coins=3), 4)).accepted
    refused = await check(table, 0, nm.Bid(coins=4), 4)
    assert [reason.rule.id for reason in refused.reasons] == ["nm.bid"] and not refused.accepted
    stale = await check(table, 0, nm.Bid(coins=1), 3)
    assert stale.stale and not stale.accepted
    assert (await check(table, 0, nm.Concede(), 0)).accepted
    assert (await check(table, 0, nm.View(), 4)).reasons
    assert (await desk.decision(table.game_id)).game.head.version == 4


async def test_a_view_of_any_version_is_that_which_was_live(town: Town) -> None:
    desk = await town.desk(limits=Limits(ring=2))
    table = await desk.table()
    live = {}
    for _ in range(2):
        live[(await desk.decision(table.game_id)).game.head.version] = await view_at(
            desk, table.game_id, table.tokens[0], text=True
        )
        await table.night()
    for version, seen in live.items():
        late = await view_at(desk, table.game_id, table.tokens[0], text=True, version=version)
        assert late == seen and late.text and late.decision.offers
    for version in (8, 5, 4, 3, 6):
        assert (await view_at(desk, table.game_id, version=version)).head.version == version


async def test_a_judge_sees_all_and_any_seat_as_it_sees_itself(desk: Desk) -> None:
    table = await desk.table()
    view = nm.View()
    (await view_at(desk, table.game_id, table.judge)).view.Unpack(view)
    assert [len(player.hand) for player in view.players] == [3, 3]
    as_seat = await view_at(desk, table.game_id, table.judge, seat=1)
    assert as_seat == await view_at(desk, table.game_id, table.tokens[1])
    assert await view_at(desk, table.game_id, table.tokens[1], seat=1) == as_seat


@pytest.mark.parametrize("version", [0, 5, 10**9])
async def test_a_version_that_is_not_there_has_no_view(desk: Desk, version: int) -> None:
    table = await desk.table()
    async with failing() as failed:
        await view_at(desk, table.game_id, version=version)
    assert failed[0].reason == "UNKNOWN_VERSION"


async def test_waiting_for_a_version_ends_when_patience_does(town: Town) -> None:
    desk = await town.desk(limits=Limits(wait=0.1))
    table = await desk.table()
    async with failing() as failed:
        await desk.decision(table.game_id, at_least=99)
    assert failed[0].reason == "UNKNOWN_VERSION"


async def test_a_command_may_be_sent_by_the_fields_of_an_offer(desk: Desk) -> None:
    table = await desk.table()
    (offer,) = (await table.open_decision()).offers
    request = games_pb2.SubmitCommandRequest(game_id=table.game_id, command_id=b"f", decision=4)
    request.fields.command = offer.command
    request.fields.fields["cards"].list.values.add().CopyFrom(offer.fields[0].subset.candidates[0].value)
    request.fields.fields["coins"].number = 0
    assert (await desk.games.SubmitCommand(request, metadata=bearer(table.tokens[0]))).version == 5


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("night_market.v1.Bid", {"coins": "three"}),
        ("night_market.v1.Bid", {"coins": None}),
        ("night_market.v1.Bid", {"dice": 3}),
        ("night_market.v1.Bid", {"coins": -1}),
        ("night_market.v1.Bid", {"coins": 2**40}),
        ("night_market.v1.Dance", {}),
        ("", {}),
    ],
)
async def test_fields_that_make_no_command_are_refused_in_words(
    desk: Desk, command: str, fields: dict[str, object]
) -> None:
    table = await desk.table()
    request = games_pb2.SubmitCommandRequest(game_id=table.game_id, command_id=b"f", decision=4)
    request.fields.command = command
    for name, value in fields.items():
        into = request.fields.fields[name]
        if isinstance(value, int):
            into.number = value
        elif isinstance(value, str):
            into.text = value
    async with failing() as failed:
        await desk.games.SubmitCommand(request, metadata=bearer(table.tokens[0]))
    assert failed[0].reason in ("MALFORMED_COMMAND", "REFUSED")
    assert "Error" not in failed[0].message and "object" not in failed[0].message
