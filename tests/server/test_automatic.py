"""Whether a command was a standing pass's is nobody's business but its seat's and judges': byte for byte."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from rulekeeper.v1 import audit_pb2, games_pb2
from rulekeeper.v1.projections_pb2 import WATCH_CONTENT_BOTH, GetViewRequest
from tests.kernel.night_market import night_market_pb2 as pb
from tests.server.desk import Desk, Seats, bearer, failing, fresh_id, packed
from tests.server.watching import watching

BLANK = {"digest": b"", "time_us": 0, "created_us": 0, "resume_token": "", "game_id": ""}
"""What differs between any two games."""


def blanked(message: Message) -> bytes:
    for field, value in message.ListFields():
        if field.name in BLANK:
            setattr(message, field.name, BLANK[field.name])
        elif field.message_type is not None:
            for each in value if field.is_repeated else [value]:
                blanked(each)
    return message.SerializeToString(deterministic=True)


async def send(table: Seats, seat: int, command: Message, automatic: bool, decision: int | None = None) -> None:
    if decision is None:
        decision = (await table.open_decision(seat)).version
    request = games_pb2.SubmitCommandRequest(
        game_id=table.game_id, command_id=fresh_id(), decision=decision, message=packed(command), automatic=automatic
    )
    answer = await table.desk.games.SubmitCommand(request, metadata=bearer(table.tokens[seat]))
    table.at = max(table.at, answer.version)


async def evening(desk: Desk, automatic: bool) -> Seats:
    """A game in which seat 0 sends sealed answers, open ones and standing ones, all by itself or none."""
    table = await desk.table(3, seed=b"s" * 32)
    for seat in range(3):
        await send(table, seat, pb.Bid(coins=3 * (seat == 0)), automatic and seat == 0)
    await send(table, 0, pb.Scry(), automatic)
    (offer,) = (await table.open_decision(0)).offers
    cards = [candidate.value.number for candidate in offer.fields[0].order.candidates]
    await send(table, 0, pb.Arrange(cards=cards), automatic)
    hand = (await desk.decision(table.game_id, table.tokens[0])).standing[0].fields[0].one_of.candidates
    await send(table, 0, pb.Show(card=hand[0].value.number), automatic, decision=0)
    return table


async def all_that_is_seen(table: Seats, token: str) -> list[Message]:
    """What the service shows to a viewer, by whatever call."""
    desk, game_id, metadata = table.desk, table.game_id, bearer(token)
    seen: list[Message] = [
        await desk.decision(game_id, token, unavailable=True),
        await desk.games.GetGame(games_pb2.GetGameRequest(game_id=game_id), metadata=metadata),
        await desk.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=game_id), metadata=metadata),
    ]
    for version in range(1, table.at + 1):
        request = GetViewRequest(game_id=game_id, version=version, text=True)
        seen.append(await desk.projections.GetView(request, metadata=metadata))
    log = desk.audit.ReadLog(audit_pb2.ReadLogRequest(game_id=game_id), metadata=metadata)
    seen += [step async for step in log]
    async with watching(desk, game_id, token, content=WATCH_CONTENT_BOTH, decisions=True, text=True) as watch:
        while not (event := await watch.event()).HasField("caught_up"):
            seen.append(event)
    return seen


async def test_others_see_no_difference_in_any_byte_or_size(desk: Desk) -> None:
    by_hand, by_itself = await evening(desk, False), await evening(desk, True)
    for viewer in (1, 2, None):
        one, other = [
            await all_that_is_seen(table, "" if viewer is None else table.tokens[viewer])
            for table in (by_hand, by_itself)
        ]
        assert len(one) > 2 * by_hand.at and [each.ByteSize() for each in one] == [each.ByteSize() for each in other]
        assert [blanked(each) for each in one] == [blanked(each) for each in other], f"seen by {viewer}"
    for whose in ("own", "judge"):
        tokens = [table.tokens[0] if whose == "own" else table.judge for table in (by_hand, by_itself)]
        one, other = [
            await all_that_is_seen(table, token) for table, token in zip((by_hand, by_itself), tokens, strict=True)
        ]
        assert [blanked(each) for each in one] != [blanked(each) for each in other], "the test sees the difference"


async def test_a_refused_one_changes_nothing_that_anybody_sees(desk: Desk) -> None:
    table = await evening(desk, False)
    viewers: list[Any] = [*table.tokens, table.judge, ""]
    before = [[each.SerializeToString() for each in await all_that_is_seen(table, token)] for token in viewers]
    async with (
        watching(desk, table.game_id, table.tokens[1], after=table.at, heartbeat_seconds=1) as other,
        watching(desk, table.game_id, after=table.at, heartbeat_seconds=1) as public,
    ):
        for watch in (other, public):
            assert not await watch.until_caught_up()
        async with failing() as refused:
            await send(table, 0, pb.Scry(), True)
        assert refused[0].reason == "REFUSED" and refused[0].rules == ["nm.privilege"]
        for watch in (other, public):
            assert (await watch.event()).heartbeat.head.version == table.at
    after = [[each.SerializeToString() for each in await all_that_is_seen(table, token)] for token in viewers]
    assert after == before
