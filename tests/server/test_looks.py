"""Who looked: every call of the contract that can show a judge what is hidden is noted before it shows anything, with
all the versions that it shows; and no other call shows a judge anything that others do not see.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from rulekeeper.log import Unreachable
from rulekeeper.server import Service
from rulekeeper.v1 import audit_pb2, games_pb2, judges_pb2, projections_pb2
from rulekeeper.v1.judges_pb2 import Ruling
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town, sitting
from tests.server.desk import OPEN, Desk, Seats, bearer, failing, packed
from tests.server.watching import watching

HEAD = 8
"""The newest version of the game that is looked at."""
SERVICES = (games_pb2, projections_pb2, audit_pb2, judges_pb2)


@dataclass(frozen=True)
class Shows:
    """It shows what is hidden: these versions. `fields`: the request, besides the game. `seat`: the field that says
    with which seat's eyes; empty: none does. `changes`: it does something.
    """

    first: int
    last: int
    fields: Mapping[str, Any] = field(default_factory=dict)
    seat: str = "seat"
    changes: bool = False


@dataclass(frozen=True)
class Same:
    """It shows a judge what it shows somebody else: nobody ("") or a seat ("seat")."""

    whom: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Refused:
    """It is not for judges, or writes what all are shown."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    reason: str = "PERMISSION_DENIED"


CALLED: dict[str, Any] = {"command_id": b"one", "dispute": 8}
PLACE = audit_pb2.Place(version=7, fact=1)
BID = packed(nm.Bid(coins=1))
RULING = Ruling(go_back=Ruling.GoBack(to=5), reason="a rule was forgotten")

CALLS: dict[str, list[Shows | Same | Refused]] = {
    "GamesService.ListRulesets": [Same()],
    "GamesService.GetRuleset": [Same(fields={"ruleset": "night_market@1"})],
    "GamesService.CreateGame": [Same(fields={"ruleset": "night_market@1", "seats": [OPEN, OPEN], "request_id": b"a"})],
    "GamesService.JoinGame": [Refused({"name": "Dana", "request_id": b"b"}, "SEAT_TAKEN")],
    "GamesService.GetGame": [Same()],
    "GamesService.ListGames": [Same()],
    "GamesService.GetDecision": [Same(), Shows(HEAD, HEAD, {"seat": 0}, ""), Shows(HEAD, HEAD, {"seat": 1}, "")],
    "GamesService.SubmitCommand": [Refused({"command_id": b"c", "decision": 8, "message": BID})],
    "GamesService.CheckCommand": [Refused({"decision": 8, "message": BID})],
    "ProjectionsService.GetView": [
        Shows(HEAD, HEAD),
        Shows(5, 5, {"version": 5}),
        Shows(7, 7, {"version": 7, "facts": 1}),
    ],
    "ProjectionsService.WatchTable": [
        Shows(1, HEAD),
        Shows(6, HEAD, {"after": 5, "content": projections_pb2.WATCH_CONTENT_FACTS}),
        Shows(HEAD, HEAD, {"content": projections_pb2.WATCH_CONTENT_VIEW}),
    ],
    "ProjectionsService.GetFurniture": [Same()],
    "ProjectionsService.WatchLobby": [Same()],
    "AuditService.ReadLog": [Shows(1, HEAD), Shows(4, 5, {"after": 3, "limit": 2})],
    "AuditService.VerifyGame": [Shows(1, HEAD, seat="")],
    "AuditService.GetTimeline": [Shows(1, HEAD), Shows(4, 6, {"from": 4, "to": 6})],
    "AuditService.ReplayGame": [Shows(1, HEAD), Shows(4, 6, {"from": 4, "to": 6})],
    "AuditService.GetEntry": [Shows(6, 7, {"version": 7})],
    "AuditService.FindEntries": [Shows(1, HEAD, seat="eyes"), Shows(5, HEAD, {"after": 4, "card": 999}, "eyes")],
    "AuditService.ExplainFact": [Shows(6, 7, {"place": PLACE})],
    "AuditService.ExplainRefusal": [Shows(5, 5, {"version": 5, "seat": 1, "message": BID}, "")],
    "AuditService.ListRefused": [Shows(HEAD, HEAD, seat="")],
    "AuditService.ListLooks": [Refused(reason="")],
    "AuditService.ExportGame": [Shows(1, HEAD)],
    "AuditService.ImportGame": [Refused(reason="INVALID_FILE")],
    "JudgesService.CallJudge": [Refused({"command_id": b"d", "text": "no"})],
    "JudgesService.ListDisputes": [Same("seat")],
    "JudgesService.AssignDispute": [Refused(CALLED, "UNKNOWN_DISPUTE")],
    "JudgesService.CloseDispute": [Refused(CALLED | {"text": "no"}, "UNKNOWN_DISPUTE")],
    "JudgesService.PreviewRuling": [Shows(5, HEAD, {"ruling": RULING}, "")],
    "JudgesService.GiveRuling": [
        Shows(9, 9, {"command_id": b"e", "ruling": RULING}, "", changes=True),
    ],
    "JudgesService.TakeBack": [Refused({"command_id": b"f"})],
    "JudgesService.AnswerTakeBack": [Refused({"command_id": b"g", "asked": 8})],
    "JudgesService.ForkGame": [Shows(1, 5, {"version": 5, "request_id": b"h"}, "")],
    "JudgesService.ExportPosition": [Shows(5, 5, {"version": 5}, "")],
}


def methods() -> dict[str, Any]:
    """All methods of the contract."""
    return {
        f"{service.name}.{method.name}": method
        for file in SERVICES
        for service in file.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }


def cases(kind: type[Any]) -> list[Any]:
    return [
        pytest.param(name, one, id=f"{name}-{number}")
        for name, some in CALLS.items()
        for number, one in enumerate(some)
        if isinstance(one, kind)
    ]


def test_every_call_is_in_the_table() -> None:
    assert sorted(CALLS) == sorted(methods())


@pytest.fixture
async def table(desk: Desk) -> AsyncIterator[Seats]:
    """A game that counts, in its first night: one seat has bid more than the other, and has looked at the pile."""
    yield await counting(desk)


async def counting(desk: Desk) -> Seats:
    made = await desk.create()
    tokens = [(await desk.join(made.game_id)).token for _ in range(2)]
    table = Seats(desk, made.game_id, tokens, desk.service.mint("judge", name="Dana"))
    await table.bid(0, 1)
    await table.bid(1)
    await table.send(0, nm.Scry())
    (offer,) = (await table.open_decision(0)).offers
    await table.send(0, nm.Arrange(cards=[one.value.number for one in offer.fields[0].order.candidates]))
    async with failing():
        await table.bid(1, 90)
    return table


async def looks(table: Seats) -> list[tuple[str, int, int, int | None]]:
    """Those that are noted: by which call, the first and the last version, whose eyes."""
    request = audit_pb2.ListLooksRequest(game_id=table.game_id)
    found = (await table.desk.audit.ListLooks(request, metadata=bearer(table.judge))).looks
    assert {look.actor.name for look in found} <= {"Dana"}
    return [(look.method, look.first, look.version, look.seat if look.HasField("seat") else None) for look in found]


async def called(table: Seats, name: str, fields: Mapping[str, Any], token: str) -> list[Message]:
    """All that a call answers; of streams that go on, all that there is by now."""
    method = methods()[name]
    own = {"game_id": table.game_id} if "game_id" in method.input_type.fields_by_name else {}
    request = method.input_type._concrete_class(**own, **fields)
    service, _, short = name.partition(".")
    stubs = {"GamesService": "games", "ProjectionsService": "projections", "AuditService": "audit"}
    call: Callable[..., Any] = getattr(getattr(table.desk, stubs.get(service, "judges")), short)
    if short == "ImportGame":
        return [await call(iter([request]), metadata=bearer(token))]
    answer = call(request, metadata=bearer(token))
    if short not in ("WatchTable", "WatchLobby", "ReadLog", "ReplayGame", "FindEntries", "ExportGame"):
        return [await answer]
    got: list[Message] = []
    async for one in answer:
        got.append(one)
        if short.startswith("Watch") and one.HasField("caught_up"):
            answer.cancel()
            break
    return got


@pytest.mark.parametrize(("name", "shows"), cases(Shows))
async def test_what_shows_what_is_hidden_is_noted_each_time(table: Seats, name: str, shows: Shows) -> None:
    short = name.partition(".")[2]
    own = shows.fields.get("seat") if not shows.seat else None
    expected = [(short, shows.first, shows.last, own)]
    await called(table, name, shows.fields, table.judge)
    assert await looks(table) == expected
    if shows.changes:
        return
    # The same again at the same version is a second look, and no other.
    await called(table, name, shows.fields, table.judge)
    assert await looks(table) == expected * 2
    if shows.seat:
        await called(table, name, {**shows.fields, shows.seat: 0}, table.judge)
        assert await looks(table) == [*expected * 2, (short, shows.first, shows.last, 0)]


@pytest.mark.parametrize(("name", "shows"), cases(Shows))
async def test_where_it_cannot_be_noted_nothing_is_shown(
    table: Seats, monkeypatch: pytest.MonkeyPatch, name: str, shows: Shows
) -> None:
    async def away(game: str, record: bytes) -> None:
        raise Unreachable("the log is away")

    monkeypatch.setattr(table.desk.service._house.store, "note_look", away)
    got: list[Message] = []
    async with failing() as failed:
        got = await called(table, name, shows.fields, table.judge)
    assert failed[0].reason == "LOG_UNREACHABLE" and not got


@pytest.mark.parametrize(("name", "shows"), cases(Shows))
async def test_nobody_else_is_noted(table: Seats, name: str, shows: Shows) -> None:
    try:
        await called(table, name, shows.fields, table.tokens[0])
    except grpc.aio.AioRpcError as no:
        assert no.code() == grpc.StatusCode.PERMISSION_DENIED
    assert await looks(table) == []


@pytest.mark.parametrize(("name", "same"), cases(Same))
async def test_what_is_not_noted_shows_a_judge_what_others_see(table: Seats, name: str, same: Same) -> None:
    token = table.tokens[1] if same.whom else ""
    assert await called(table, name, same.fields, table.judge) == await called(table, name, same.fields, token)
    assert await looks(table) == []


@pytest.mark.parametrize(("name", "refused"), cases(Refused))
async def test_what_is_not_for_judges_shows_nothing_and_is_not_noted(table: Seats, name: str, refused: Refused) -> None:
    if refused.reason:
        async with failing() as failed:
            await called(table, name, refused.fields, table.judge)
        assert failed[0].reason == refused.reason
    assert await looks(table) == []


# Streams that go on.


async def test_a_watch_that_was_open_before_the_game_began_is_noted_to_its_end(town: Town) -> None:
    service = await town.service()
    async with sitting(service) as desk:
        made = await desk.create()
        judge = desk.service.mint("judge", name="Dana")
        table = Seats(desk, made.game_id, [], judge)
        async with watching(desk, made.game_id, judge) as watch:
            await watch.until_caught_up()
            before = await looks(table)
            for _ in range(2):
                table.tokens.append((await desk.join(made.game_id)).token)
            await table.bid(0, 1)
            await table.bid(1)
            while (await watch.update()).head.version < 6:
                pass
            # Nothing has ended the stream yet.
            spans = [(first, last) for method, first, last, seat in await looks(table) if method == "WatchTable"]
    assert before == [("WatchTable", 1, 1, None)]
    assert {version for first, last in spans for version in range(first, last + 1)} == set(range(1, 7))


async def test_a_watch_with_a_seats_eyes_shows_what_the_seat_is_shown(table: Seats) -> None:
    own = await called(table, "ProjectionsService.WatchTable", {"decisions": True}, table.tokens[1])
    eyes = await called(table, "ProjectionsService.WatchTable", {"decisions": True, "seat": 1}, table.judge)
    assert eyes == own and own != await called(table, "ProjectionsService.WatchTable", {"decisions": True}, table.judge)
    async with failing() as failed:
        await called(table, "ProjectionsService.WatchTable", {"seat": 1}, table.tokens[0])
    assert failed[0].reason == "PERMISSION_DENIED"


@pytest.mark.parametrize("name", ["AuditService.ReadLog", "AuditService.ExportGame", "AuditService.GetTimeline"])
async def test_the_record_with_a_seats_eyes_is_the_seats_own(table: Seats, name: str) -> None:
    own = await called(table, name, {}, table.tokens[1])
    assert await called(table, name, {"seat": 1}, table.judge) == own != await called(table, name, {}, table.judge)
    async with failing() as failed:
        await called(table, name, {"seat": 1}, table.tokens[0])
    assert failed[0].reason == "PERMISSION_DENIED"


async def test_when_the_game_is_over_nothing_is_hidden_and_nothing_noted(table: Seats) -> None:
    await table.finish()
    await called(table, "AuditService.ReadLog", {}, table.judge)
    await called(table, "ProjectionsService.WatchTable", {}, table.judge)
    assert await looks(table) == []


async def test_sandboxes_note_nothing(service: Service, desk: Desk) -> None:
    table = await desk.table()
    await called(table, "AuditService.ReadLog", {}, table.judge)
    assert await looks(table) == []
