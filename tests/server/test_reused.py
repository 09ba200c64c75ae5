"""A request id or command id that came before, with anything else in the request: refused, whatever was changed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from rulekeeper.v1 import audit_pb2, games_pb2, judges_pb2, projections_pb2
from rulekeeper.v1.entry_pb2 import SeatPlan
from rulekeeper.v1.games_pb2 import CreateGameRequest, JoinGameRequest, SubmitCommandRequest
from rulekeeper.v1.judges_pb2 import (
    AnswerTakeBackRequest,
    AssignDisputeRequest,
    CallJudgeRequest,
    CloseDisputeRequest,
    ForkGameRequest,
    GiveRulingRequest,
    TakeBackRequest,
)
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import BOT, INVITED, OPEN, Desk, Seats, bearer, failing, packed
from tests.server.test_sandboxes import POSITION

IDS = ("request_id", "command_id")
ID = b"the same id"


class Case(NamedTuple):
    """A request that is accepted, who sends it, and the same request with other content, one change each."""

    request: Any
    token: str
    changed: Sequence[Mapping[str, Any]]


Prepare = Callable[[Desk], Awaitable[Case]]


def with_id(kind: type[Message], **given: Any) -> Any:
    (name,) = (name for name in IDS if name in kind.DESCRIPTOR.fields_by_name)
    return kind(**{name: ID} | given)


async def create(desk: Desk) -> Case:
    request = with_id(CreateGameRequest, ruleset=GAME.ruleset, seats=[OPEN, OPEN])
    request.sandbox.seat_all = True
    return Case(
        request,
        "",
        [
            {"ruleset": "night_market@again"},
            {"setup": {"copies": 7}},
            {"setup": {"copies": 6}},
            {"seats": [OPEN, INVITED]},
            {"seats": [OPEN, BOT]},
            {"seats": [OPEN, OPEN, OPEN]},
            {"unlisted": True},
            {"sandbox": {"seat_all": False}},
            {"sandbox": {"seat_all": True, "seed": bytes(32)}},
            {"sandbox": {"seat_all": True, "position": json.dumps(POSITION)}},
        ],
    )


async def create_seeded(desk: Desk) -> Case:
    request = with_id(CreateGameRequest, ruleset=GAME.ruleset, seats=[BOT, OPEN])
    request.sandbox.seed = bytes(32)
    other = SeatPlan(kind=BOT.kind)
    return Case(request, "", [{"sandbox": {"seed": bytes([1]) * 32}}, {"sandbox": {}}, {"seats": [other, OPEN]}])


async def join(desk: Desk) -> Case:
    made = await desk.create(OPEN, OPEN, OPEN)
    request = with_id(JoinGameRequest, game_id=made.game_id, seat=1, name="Ada", contribution=b"own")
    return Case(request, "", [{"seat": 0}, {"seat": None}, {"name": "Eve"}, {"contribution": b"other"}])


async def submit(desk: Desk) -> Case:
    table = await desk.table()
    request = with_id(SubmitCommandRequest, game_id=table.game_id, decision=4, message=packed(nm.Bid(coins=1)))
    other = {"command": "Bid", "fields": {"coins": {"number": 0}}}
    return Case(
        request,
        table.tokens[0],
        [
            {"decision": 5},
            {"message": packed(nm.Bid(coins=0))},
            {"message": packed(nm.Scry())},
            {"fields": other},
            {"fields": {"command": "Scry"}},
            {"automatic": True},
        ],
    )


async def submit_automatic(desk: Desk) -> Case:
    case = await submit(desk)
    case.request.automatic = True
    return case._replace(changed=[{"automatic": False}, {"decision": 5}])


async def call(desk: Desk) -> Case:
    table = await desk.table()
    request = with_id(CallJudgeRequest, game_id=table.game_id, about=2, text="look at this")
    return Case(request, table.tokens[0], [{"about": 3}, {"about": 0}, {"text": "look at that"}, {"pause": True}])


async def disputed(desk: Desk) -> Seats:
    """A game with disputes 5 and 6."""
    table = await desk.table()
    for number in range(2):
        request = CallJudgeRequest(game_id=table.game_id, command_id=b"call %d" % number, text="look")
        await desk.judges.CallJudge(request, metadata=bearer(table.tokens[number]))
    return table


async def assign(desk: Desk) -> Case:
    table = await disputed(desk)
    request = with_id(AssignDisputeRequest, game_id=table.game_id, dispute=5, judge="Dana")
    return Case(request, table.judge, [{"dispute": 6}, {"judge": "Dora"}, {"judge": ""}])


async def close(desk: Desk) -> Case:
    table = await disputed(desk)
    request = with_id(CloseDisputeRequest, game_id=table.game_id, dispute=5, text="so it is", rules=["nm.bid"])
    return Case(
        request,
        table.judge,
        [{"dispute": 6}, {"text": "so it is not"}, {"rules": []}, {"rules": ["nm.bid", "nm.night"]}],
    )


def ruling(**ruling: Any) -> Prepare:
    async def prepare(desk: Desk) -> Case:
        table = await desk.table()
        await table.bid(0)
        request = with_id(GiveRulingRequest, game_id=table.game_id, ruling={"reason": "thus", **ruling}, seen=table.at)
        others: list[dict[str, Any]] = [
            {"go_back": {"to": 4}},
            {"amend": {"facts": [packed(nm.BidRevealed(seat=0, coins=1))]}},
            {"note": {}},
            {"set_result": {"winners": [0]}},
            {"set_result": {"winners": [0, 1]}},
            {"pause": {}},
            {"resume": {}},
        ]
        changed: list[Mapping[str, Any]] = [
            {"ruling": {"reason": "thus", **other}} for other in others if other != ruling
        ]
        return Case(
            request, table.judge, [*changed, {"ruling": {"reason": "thus not", **ruling}}, {"seen": 0}, {"seen": 4}]
        )

    return prepare


async def take_back(desk: Desk) -> Case:
    table = await desk.table()
    await table.bid(0)
    request = with_id(TakeBackRequest, game_id=table.game_id, to=4, reason="a slip")
    return Case(request, table.tokens[0], [{"to": 0}, {"to": 3}, {"reason": "another"}])


async def answer_take_back(desk: Desk) -> Case:
    table = await desk.table(3)
    for seat in range(3):
        await table.bid(seat)
    request = TakeBackRequest(game_id=table.game_id, command_id=b"asked", to=5)
    asked = await desk.judges.TakeBack(request, metadata=bearer(table.tokens[0]))
    answer = with_id(AnswerTakeBackRequest, game_id=table.game_id, asked=asked.version, agreed=True)
    return Case(answer, table.tokens[1], [{"agreed": False}, {"asked": asked.version - 1}])


async def fork(desk: Desk) -> Case:
    table = await desk.table()
    await table.bid(0)
    request = with_id(ForkGameRequest, game_id=table.game_id, version=4)
    other = await desk.table()
    return Case(
        request, table.judge, [{"version": 5}, {"seed": bytes(32)}, {"game_id": other.game_id, "token": other.judge}]
    )


async def fork_seeded(desk: Desk) -> Case:
    case = await fork(desk)
    case.request.seed = bytes(32)
    return case._replace(changed=[{"seed": bytes([1]) * 32}, {"seed": b""}, {"version": 5}])


CASES: Mapping[str, Prepare] = {
    "create": create,
    "create seeded": create_seeded,
    "join": join,
    "submit": submit,
    "submit automatic": submit_automatic,
    "call": call,
    "assign": assign,
    "close": close,
    "go back": ruling(go_back={"to": 4}),
    "amend": ruling(amend={"facts": [packed(nm.BidRevealed(seat=1, coins=1))]}),
    "note": ruling(note={}),
    "set result": ruling(set_result={"winners": [1]}),
    "pause": ruling(pause={}),
    "take back": take_back,
    "answer": answer_take_back,
    "fork": fork,
    "fork seeded": fork_seeded,
}


def copied(request: Any, change: Mapping[str, Any]) -> Any:
    """The request with other content in its fields of the first level."""
    made = type(request)()
    made.CopyFrom(request)
    for name in change:
        if name in request.DESCRIPTOR.fields_by_name:
            made.ClearField(name)
    made.MergeFrom(type(request)(**{name: value for name, value in change.items() if name != "token"}))
    return made


def methods(desk: Desk) -> Iterator[tuple[Descriptor, Any]]:
    """Each call of the contract: its request, and what sends it."""
    stubs = {
        "GamesService": (games_pb2, desk.games),
        "ProjectionsService": (projections_pb2, desk.projections),
        "AuditService": (audit_pb2, desk.audit),
        "JudgesService": (judges_pb2, desk.judges),
    }
    for name, (module, stub) in stubs.items():
        for method in module.DESCRIPTOR.services_by_name[name].methods:
            yield method.input_type, getattr(stub, method.name)


def leaves(kind: Descriptor, before: str = "") -> Iterator[str]:
    """The paths of all fields, down to those of no message of the contract's."""
    for field in kind.fields:
        inner = field.message_type
        if inner is None or inner.file.package != "rulekeeper.v1" or inner.GetOptions().map_entry or not inner.fields:
            yield before + field.name
        else:
            yield from leaves(inner, f"{before}{field.name}.")


def at(message: Any, path: str) -> Any:
    name, _, rest = path.partition(".")
    field = message.DESCRIPTOR.fields_by_name[name]
    value = getattr(message, name)
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return sorted((key, value[key].SerializeToString()) for key in value)
    if field.is_repeated:
        return [at(one, rest) if rest else str(one) for one in value]
    if rest:
        return at(value, rest)
    return (not field.has_presence or message.HasField(name), str(value))


@pytest.fixture
async def desk(town: Town) -> AsyncIterator[Desk]:
    """A service with the same game under two names."""
    yield await town.desk(ruleset={GAME.ruleset: GAME, "night_market@again": GAME})


@pytest.mark.parametrize("name", CASES)
async def test_with_other_content_it_is_refused_and_writes_nothing(town: Town, desk: Desk, name: str) -> None:
    case = await CASES[name](desk)
    send = next(send for kind, send in methods(desk) if kind is case.request.DESCRIPTOR)
    first = await send(case.request, metadata=bearer(case.token))
    log = await town.log()
    game_id = getattr(first, "game_id", "") or case.request.game_id
    head = await log.head(game_id)
    for change in case.changed:
        async with failing() as failed:
            await send(copied(case.request, change), metadata=bearer(change.get("token", case.token)))
        assert failed[0].reason == "COMMAND_ID_REUSED", (change, failed[0])
    assert await log.head(game_id) == head
    again = await send(case.request, metadata=bearer(case.token))
    assert again == first or name == "answer"


async def test_every_field_of_every_such_request_is_tried(desk: Desk) -> None:
    wanted, tried = set(), set()
    for kind, _ in methods(desk):
        if any(name in kind.fields_by_name for name in IDS):
            wanted |= {f"{kind.name}.{path}" for path in leaves(kind) if path not in (*IDS, "game_id")}
    for prepare in CASES.values():
        case = await prepare(desk)
        kind = case.request.DESCRIPTOR
        for change in case.changed:
            made = copied(case.request, change)
            tried |= {f"{kind.name}.{path}" for path in leaves(kind) if at(made, path) != at(case.request, path)}
    assert wanted - tried == set()
