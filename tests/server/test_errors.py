"""Each code of the catalogue is reached by something that a client can send, and says what the catalogue promises."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import grpc
import pytest
import redis.asyncio
from google.protobuf import any_pb2, struct_pb2
from google.rpc import error_details_pb2

from rulekeeper.kernel import JUDGE
from rulekeeper.log import Limits
from rulekeeper.projections import read_entries
from rulekeeper.projections.files import FileWriter
from rulekeeper.server import Failure, catalogue
from rulekeeper.server.errors import status_of
from rulekeeper.v1 import audit_pb2, errors_pb2, games_pb2, judges_pb2, projections_pb2, table_pb2
from rulekeeper.v1.entry_pb2 import SEAT_KIND_BOT, SeatPlan
from rulekeeper.v1.errors_pb2 import ErrorCode
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb
from tests.server.broken import BROKEN
from tests.server.conftest import Town
from tests.server.desk import INVITED, OPEN, Desk, Failed, Seats, bearer, failing, fresh_id

Sent = Callable[[Town, Desk], Awaitable[object]]


async def invalid_request(town: Town, desk: Desk) -> object:
    return await desk.games.GetGame(games_pb2.GetGameRequest(game_id="No such id!"))


async def unknown_ruleset(town: Town, desk: Desk) -> object:
    return await desk.games.GetRuleset(games_pb2.GetRulesetRequest(ruleset="chess@1"))


async def unknown_game(town: Town, desk: Desk) -> object:
    return await desk.games.GetGame(games_pb2.GetGameRequest(game_id="nowhere"))


async def unknown_version(town: Town, desk: Desk) -> object:
    made = await desk.create()
    request = projections_pb2.GetViewRequest(game_id=made.game_id, version=99)
    return await desk.projections.GetView(request)


async def invalid_setup(town: Town, desk: Desk) -> object:
    setup = struct_pb2.Struct()
    setup.update({"copies": 0})
    return await desk.create(setup=setup)


async def invalid_position(town: Town, desk: Desk) -> object:
    return await desk.create(sandbox=games_pb2.Sandbox(position='{"game": "chess@1"}'))


async def log_full(town: Town, desk: Desk) -> object:
    table = await desk.table()
    async with redis.asyncio.Redis.from_url(town.url) as client:
        await client.config_set("maxmemory", 1)
    return await table.bid(0)


async def seat_taken(town: Town, desk: Desk) -> object:
    made = await desk.create()
    await desk.join(made.game_id, 0)
    return await desk.join(made.game_id, 0)


async def invitation_needed(town: Town, desk: Desk) -> object:
    made = await desk.create(OPEN, INVITED)
    return await desk.join(made.game_id, 1)


async def not_started(town: Town, desk: Desk) -> object:
    made = await desk.create()
    first = await desk.join(made.game_id)
    return await desk.submit(made.game_id, first.token, pb.Bid(coins=0), 1)


async def game_over(town: Town, desk: Desk) -> object:
    table = await desk.table()
    await table.finish()
    return await table.send(1, pb.Bid(coins=0), 4)


async def game_paused(town: Town, desk: Desk) -> object:
    broken = await town.desk(ruleset={BROKEN.ruleset: BROKEN})
    table = await broken.table()
    decision = (await table.open_decision()).version
    await table.send(0, pb.Bid(coins=1), decision)
    async with failing():
        await table.send(1, pb.Bid(coins=1), decision)
    return await table.send(1, pb.Bid(coins=1), decision)


async def refused(town: Town, desk: Desk) -> object:
    table = await desk.table()
    return await table.send(0, pb.Bid(coins=4))


async def not_asked(town: Town, desk: Desk) -> object:
    table = await desk.table()
    decision = (await table.open_decision()).version
    await table.send(0, pb.Bid(coins=1), decision)
    return await table.send(0, pb.Bid(coins=1), decision)


async def stale_decision(town: Town, desk: Desk) -> object:
    table = await desk.table()
    return await table.send(0, pb.Bid(coins=1), 2)


async def command_id_reused(town: Town, desk: Desk) -> object:
    table = await desk.table()
    decision = (await table.open_decision()).version
    await table.send(0, pb.Bid(coins=1), decision, b"the same")
    return await table.send(0, pb.Bid(coins=2), decision, b"the same")


async def malformed_command(town: Town, desk: Desk) -> object:
    table = await desk.table()
    request = games_pb2.SubmitCommandRequest(
        game_id=table.game_id,
        command_id=fresh_id(),
        decision=4,
        message=any_pb2.Any(type_url="type.googleapis.com/night_market.v1.View"),
    )
    return await desk.games.SubmitCommand(request, metadata=bearer(table.tokens[0]))


async def unauthenticated(town: Town, desk: Desk) -> object:
    return await desk.games.ListGames(games_pb2.ListGamesRequest(), metadata=bearer("not.a.token"))


async def permission_denied(town: Town, desk: Desk) -> object:
    here, there = await desk.table(), await desk.table()
    return await desk.decision(here.game_id, there.tokens[0])


async def log_unreachable(town: Town, desk: Desk) -> object:
    way = await town.proxy()
    cut_off = await town.desk(url=way.url, log_limits=Limits(patience=0.3))
    way.refuses = True
    way.cut()
    return await cut_off.create()


async def outcome_unknown(town: Town, desk: Desk) -> object:
    way = await town.proxy()
    cut_off = await town.desk(url=way.url, log_limits=Limits(patience=0.3))
    table = await cut_off.table()
    way.loses_answers = True
    return await table.send(0, pb.Bid(coins=1), 4)


async def history_changed(town: Town, desk: Desk) -> object:
    made = await desk.create()
    seen = table_pb2.Head(version=1, digest=bytes(32))
    request = projections_pb2.WatchTableRequest(game_id=made.game_id, seen=seen)
    return await desk.projections.WatchTable(request).read()


async def draining(town: Town, desk: Desk) -> object:
    going = await town.desk()
    made = await going.create()
    waiting = asyncio.ensure_future(going.decision(made.game_id, at_least=99))
    await asyncio.sleep(0.1)
    await going.service.stop()
    return await waiting


async def invalid_resume_token(town: Town, desk: Desk) -> object:
    made = await desk.create()
    request = projections_pb2.WatchTableRequest(game_id=made.game_id, resume_token="made up")
    return await desk.projections.WatchTable(request).read()


async def too_large(town: Town, desk: Desk) -> object:
    broken = await town.desk(ruleset={BROKEN.ruleset: BROKEN})
    table = await broken.table()
    decision = (await table.open_decision()).version
    await table.send(0, pb.Bid(coins=2), decision)
    return await table.send(1, pb.Bid(coins=2), decision)


async def internal(town: Town, desk: Desk) -> object:
    broken = await town.desk(ruleset={BROKEN.ruleset: BROKEN})
    table = await broken.table()
    decision = (await table.open_decision()).version
    await table.send(0, pb.Bid(coins=1), decision)
    return await table.send(1, pb.Bid(coins=1), decision)


async def unknown_dispute(town: Town, desk: Desk) -> object:
    table = await desk.table()
    request = judges_pb2.CloseDisputeRequest(game_id=table.game_id, command_id=fresh_id(), dispute=4, text="no")
    return await desk.judges.CloseDispute(request, metadata=bearer(table.judge))


async def ruling_refused(town: Town, desk: Desk) -> object:
    table = await desk.table()
    resume = judges_pb2.Ruling(resume=judges_pb2.Ruling.Resume(), reason="on with it")
    request = judges_pb2.GiveRulingRequest(game_id=table.game_id, command_id=fresh_id(), ruling=resume)
    return await desk.judges.GiveRuling(request, metadata=bearer(table.judge))


async def take_back_refused(town: Town, desk: Desk) -> object:
    table = await desk.table()
    request = judges_pb2.TakeBackRequest(game_id=table.game_id, command_id=fresh_id())
    return await desk.judges.TakeBack(request, metadata=bearer(table.tokens[0]))


async def not_folded(town: Town, desk: Desk) -> object:
    def fails(state: object, fact: object) -> object:
        raise ValueError("another release wrote this")

    table = await desk.table()
    await table.night()
    reducers = {**GAME.reducers, pb.BidRevealed: fails}
    other = await town.desk(ruleset={GAME.ruleset: dataclasses.replace(GAME, reducers=reducers)})  # type: ignore[arg-type]
    request = judges_pb2.ExportPositionRequest(game_id=table.game_id, version=8)
    return await other.judges.ExportPosition(request, metadata=bearer(table.judge))


async def exported(desk: Desk, table: Seats) -> list[str]:
    """A judge's file of a game that runs."""
    request = audit_pb2.ExportGameRequest(game_id=table.game_id)
    answers = [answer async for answer in desk.audit.ExportGame(request, metadata=bearer(table.judge))]
    return [line for answer in answers for line in answer.lines]


async def imported(desk: Desk, lines: list[str]) -> object:
    requests = iter([audit_pb2.ImportGameRequest(lines=lines)])
    return await desk.audit.ImportGame(requests, metadata=bearer(desk.service.mint("admin")))


async def invalid_file(town: Town, desk: Desk) -> object:
    return await imported(desk, ["this is no game"])


async def newer_format(town: Town, desk: Desk) -> object:
    first, *rest = await exported(desk, await desk.table())
    return await imported(desk, [first.replace("rulekeeper-game-1", "rulekeeper-game-2"), *rest])


async def game_exists(town: Town, desk: Desk) -> object:
    """The file of a game under an id that another game has here."""
    table, other = await desk.table(), await desk.table(seed=bytes(range(32)))
    stored = await read_entries(await town.log(), table.game_id, 0)
    writer = FileWriter(GAME, other.game_id, stored[-1].head, JUDGE, begun=True, over=False)
    lines = [writer.begin(), *map(writer.entry, stored), writer.end()]
    return await imported(desk, [line.decode().rstrip("\n") for line in lines])


WAYS: Mapping[ErrorCode.ValueType, Sent] = {
    errors_pb2.ERROR_CODE_INVALID_REQUEST: invalid_request,
    errors_pb2.ERROR_CODE_UNKNOWN_RULESET: unknown_ruleset,
    errors_pb2.ERROR_CODE_UNKNOWN_GAME: unknown_game,
    errors_pb2.ERROR_CODE_UNKNOWN_VERSION: unknown_version,
    errors_pb2.ERROR_CODE_INVALID_SETUP: invalid_setup,
    errors_pb2.ERROR_CODE_INVALID_POSITION: invalid_position,
    errors_pb2.ERROR_CODE_SEAT_TAKEN: seat_taken,
    errors_pb2.ERROR_CODE_INVITATION_NEEDED: invitation_needed,
    errors_pb2.ERROR_CODE_NOT_STARTED: not_started,
    errors_pb2.ERROR_CODE_GAME_OVER: game_over,
    errors_pb2.ERROR_CODE_GAME_PAUSED: game_paused,
    errors_pb2.ERROR_CODE_REFUSED: refused,
    errors_pb2.ERROR_CODE_NOT_ASKED: not_asked,
    errors_pb2.ERROR_CODE_STALE_DECISION: stale_decision,
    errors_pb2.ERROR_CODE_COMMAND_ID_REUSED: command_id_reused,
    errors_pb2.ERROR_CODE_MALFORMED_COMMAND: malformed_command,
    errors_pb2.ERROR_CODE_UNAUTHENTICATED: unauthenticated,
    errors_pb2.ERROR_CODE_PERMISSION_DENIED: permission_denied,
    errors_pb2.ERROR_CODE_LOG_UNREACHABLE: log_unreachable,
    errors_pb2.ERROR_CODE_LOG_FULL: log_full,
    errors_pb2.ERROR_CODE_OUTCOME_UNKNOWN: outcome_unknown,
    errors_pb2.ERROR_CODE_HISTORY_CHANGED: history_changed,
    errors_pb2.ERROR_CODE_DRAINING: draining,
    errors_pb2.ERROR_CODE_INVALID_RESUME_TOKEN: invalid_resume_token,
    errors_pb2.ERROR_CODE_TOO_LARGE: too_large,
    errors_pb2.ERROR_CODE_INTERNAL: internal,
    errors_pb2.ERROR_CODE_UNKNOWN_DISPUTE: unknown_dispute,
    errors_pb2.ERROR_CODE_RULING_REFUSED: ruling_refused,
    errors_pb2.ERROR_CODE_TAKE_BACK_REFUSED: take_back_refused,
    errors_pb2.ERROR_CODE_NOT_FOLDED: not_folded,
    errors_pb2.ERROR_CODE_INVALID_FILE: invalid_file,
    errors_pb2.ERROR_CODE_NEWER_FORMAT: newer_format,
    errors_pb2.ERROR_CODE_GAME_EXISTS: game_exists,
}
REASONED = {"INVALID_SETUP", "REFUSED", "NOT_ASKED", "MALFORMED_COMMAND", "STALE_DECISION", "GAME_OVER", "NOT_STARTED"}


def test_every_code_of_the_catalogue_is_tried() -> None:
    assert set(WAYS) == set(catalogue()) == {number for number in ErrorCode.values() if number}


@pytest.mark.parametrize("code", WAYS, ids=lambda code: ErrorCode.Name(code).removeprefix("ERROR_CODE_"))
async def test_a_code_is_reached_and_says_what_the_catalogue_promises(town: Town, code: ErrorCode.ValueType) -> None:
    desk = await town.desk()
    async with failing() as failed:
        await WAYS[code](town, desk)
    failure, row = failed[0], catalogue()[code]
    assert failure.reason == row.reason and failure.info.domain == "rulekeeper", failure
    assert failure.code == grpc.StatusCode[row.doc.status]
    assert failure.details[0] == failure.info
    if row.doc.status == "UNAVAILABLE":
        assert failure.retry_after is not None
    if failure.reason in REASONED:
        assert any(isinstance(detail, table_pb2.Refusal) and detail.reasons for detail in failure.details)
    says_nothing_of_python(failure)


def says_nothing_of_python(failure: Failed) -> None:
    told = str([failure.message, *failure.details])
    for word in ("Traceback", "Error(", "Exception", "object at 0x", ".py", "NoneType"):
        assert word not in told, told


@pytest.mark.parametrize("sent", ["x" * 9_000, "\N{COLLISION SYMBOL}" * 4_000, "%" * 9_000])
async def test_what_comes_back_of_a_request_leaves_room_for_the_reason(desk: Desk, sent: str) -> None:
    table = await desk.table()
    setup = struct_pb2.Struct()
    setup.update({sent: 1})
    position = json.dumps({"game": sent, "seats": 2, "entry": "night"})
    command = games_pb2.SubmitCommandRequest(game_id=table.game_id, command_id=b"1", decision=4)
    command.fields.command = "rulekeeper.nightmarket.v1.Bid"
    command.fields.fields[sent].number = 1
    unknown = games_pb2.SubmitCommandRequest(game_id=table.game_id, command_id=b"1", decision=4)
    unknown.message.type_url = f"type.googleapis.com/{sent}"
    submit, metadata = desk.games.SubmitCommand, bearer(table.tokens[0])
    for call, reason in (
        (desk.create(setup=setup), "INVALID_SETUP"),
        (desk.create(sandbox=games_pb2.Sandbox(position=position)), "INVALID_POSITION"),
        (submit(command, metadata=metadata), "MALFORMED_COMMAND"),
        (submit(unknown, metadata=metadata), "MALFORMED_COMMAND"),
    ):
        async with failing() as failed:
            await call
        assert failed[0].reason == reason


def test_violations_of_many_fields_fit_into_trailing_metadata() -> None:
    fields = [(f"field {n}" * 50, "\N{COLLISION SYMBOL}" * 400) for n in range(100)]
    status = status_of(Failure(errors_pb2.ERROR_CODE_INVALID_REQUEST, "\N{COLLISION SYMBOL}" * 400, fields=fields))
    assert status.details and status.ByteSize() < 5_000


@pytest.mark.parametrize("path", ["GamesService/CreateGame", "ProjectionsService/WatchTable", "AuditService/ReadLog"])
@pytest.mark.parametrize("data", [b"\x0a\x05ab", b"\x0a\x01\xff", b"\xff" * 40])
async def test_bytes_that_are_no_request_are_an_invalid_request(desk: Desk, path: str, data: bytes) -> None:
    async with failing() as failed:
        if path.startswith("Games"):
            await desk.channel.unary_unary(f"/rulekeeper.v1.{path}", request_serializer=bytes)(data)
        else:
            await desk.channel.unary_stream(f"/rulekeeper.v1.{path}", request_serializer=bytes)(data).read()
    assert failed[0].reason == "INVALID_REQUEST" and failed[0].code == grpc.StatusCode.INVALID_ARGUMENT
    says_nothing_of_python(failed[0])


async def test_an_invalid_field_is_named(desk: Desk) -> None:
    async with failing() as failed:
        await desk.create(OPEN, SeatPlan(kind=SEAT_KIND_BOT, player="deep thought"))
    (violation,) = failed[0].details[1].field_violations  # type: ignore[attr-defined]
    assert violation.field == "seats[1].player"


async def test_a_refusal_names_its_rule(desk: Desk) -> None:
    table = await desk.table()
    async with failing() as failed:
        await table.send(0, pb.Bid(coins=4))
    assert failed[0].rules == ["nm.bid"] and dict(failed[0].info.metadata) == {"rule": "nm.bid"}
    assert "4" in failed[0].message


@pytest.mark.parametrize(
    ("fields", "reason", "field"),
    [
        ({}, "REFUSED", "card"),
        ({"card": {"number": 1}}, "REFUSED", "open"),
        ({"card": {"text": "silk"}, "open": {"truth": True}}, "MALFORMED_COMMAND", "card"),
        ({"ware": {"number": 1}}, "MALFORMED_COMMAND", "ware"),
    ],
)
@pytest.mark.parametrize("checked", [False, True])
async def test_a_choice_left_out_is_refused_and_a_field_that_there_is_not_is_malformed(
    desk: Desk, fields: dict[str, Any], reason: str, field: str, checked: bool
) -> None:
    """Which choices are to be made depends on the moment; which fields there are, on the game alone."""
    table = await desk.table()
    for seat in range(2):
        await table.bid(seat)
    decision = await table.open_decision()
    command = {"command": "night_market.v1.Plant", "fields": fields}
    given: dict[str, Any] = {"game_id": table.game_id, "decision": decision.version, "fields": command}
    metadata = bearer(table.tokens[decision.seats[0]])
    if checked:
        answer = await desk.games.CheckCommand(games_pb2.CheckCommandRequest(**given), metadata=metadata)
        assert not answer.accepted and field in [each.field for each in answer.reasons]
        return
    async with failing() as failed:
        await desk.games.SubmitCommand(games_pb2.SubmitCommandRequest(command_id=b"1", **given), metadata=metadata)
    refusal = next(each for each in failed[0].details if isinstance(each, table_pb2.Refusal))
    assert failed[0].reason == reason and field in [each.field for each in refusal.reasons], failed[0].message
    causes = next(row.doc.causes for row in catalogue().values() if row.reason == reason)
    assert ("leaves out a choice" in causes) == (reason == "REFUSED")


def test_the_page_of_a_printed_rule_is_given_too() -> None:
    reason = table_pb2.Reason(rule=table_pb2.RuleRef(id="whi.combat", page=12), text="not now")
    status = status_of(Failure(errors_pb2.ERROR_CODE_REFUSED, "not now", reasons=[reason]))
    info = error_details_pb2.ErrorInfo()
    status.details[0].Unpack(info)
    assert dict(info.metadata) == {"rule": "whi.combat", "page": "12"}


def test_a_status_fits_into_trailing_metadata_however_much_refuses() -> None:
    reasons = [table_pb2.Reason(rule=table_pb2.RuleRef(id=f"r.{n}"), text="x" * 200) for n in range(500)]
    assert status_of(Failure(errors_pb2.ERROR_CODE_REFUSED, "no " * 2_000, reasons=reasons)).ByteSize() < 5_000
