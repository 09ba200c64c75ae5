"""A service to try the client on: it keeps a record by hand, and loses, repeats, delays and cheats as it is told."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

import grpc
from google.protobuf import duration_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from rulekeeper.v1 import (
    audit_pb2,
    audit_pb2_grpc,
    entry_pb2,
    errors_pb2,
    games_pb2,
    games_pb2_grpc,
    options_pb2,
    projections_pb2,
    projections_pb2_grpc,
    table_pb2,
)
from tests.client.book import Book, a_book

GAME = "g1"


@dataclass(frozen=True)
class Say:
    """The call fails with a code of the catalogue; `wrote`: after it did its work."""

    code: errors_pb2.ErrorCode.ValueType
    message: str = "no"
    reasons: Sequence[table_pb2.Reason] = ()
    retry_after: float | None = None
    violations: Sequence[tuple[str, str]] = ()
    wrote: bool = False


@dataclass(frozen=True)
class Lose:
    """The connection seems to break: a bare status without the catalogue's detail; `wrote`: after it did its work."""

    status: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE
    wrote: bool = False


@dataclass(frozen=True)
class Hang:
    """No answer comes."""


Fault = Say | Lose | Hang
T = TypeVar("T")


def first(row: Sequence[T]) -> tuple[T | None, Sequence[T]]:
    """What comes first, if anything, and the rest."""
    return (row[0], row[1:]) if row else (None, row)


def details(fault: Say) -> bytes:
    name = errors_pb2.ErrorCode.Name(fault.code).removeprefix("ERROR_CODE_")
    value = errors_pb2.ErrorCode.DESCRIPTOR.values_by_number[fault.code]
    status = value.GetOptions().Extensions[options_pb2.error].status
    message = status_pb2.Status(code=grpc.StatusCode[status].value[0], message=fault.message)
    parts: list[Message] = [error_details_pb2.ErrorInfo(reason=name, domain="rulekeeper")]
    if fault.reasons:
        parts.append(table_pb2.Refusal(reasons=fault.reasons))
    if fault.retry_after is not None:
        delay = duration_pb2.Duration()
        delay.FromNanoseconds(int(fault.retry_after * 1e9))
        parts.append(error_details_pb2.RetryInfo(retry_delay=delay))
    if fault.violations:
        field = error_details_pb2.BadRequest.FieldViolation
        fields = [field(field=name, description=what) for name, what in fault.violations]
        parts.append(error_details_pb2.BadRequest(field_violations=fields))
    for part in parts:
        message.details.add().Pack(part)
    packed: bytes = message.SerializeToString()
    return packed


async def fail(context: Any, fault: Fault) -> NoReturn:
    match fault:
        case Say():
            value = errors_pb2.ErrorCode.DESCRIPTOR.values_by_number[fault.code]
            status = grpc.StatusCode[value.GetOptions().Extensions[options_pb2.error].status]
            await context.abort(status, fault.message, (("grpc-status-details-bin", details(fault)),))
        case Lose():
            await context.abort(fault.status, "connection lost")
        case Hang():
            await asyncio.sleep(60)
    raise AssertionError("abort has raised")


@dataclass
class Service:
    """What the fake does. `faults`: per call, what to do instead of answering, first come first served.

    `streams`: per opened watch, the messages to send; after the last of them the stream ends as its fault says.
    `asked`: every request, per call. `tokens`: what came as authorization.
    """

    book: Book = field(default_factory=a_book)
    faults: dict[str, Sequence[Fault]] = field(default_factory=lambda: defaultdict(tuple))
    streams: Sequence[tuple[list[projections_pb2.WatchTableResponse], Fault | None]] = ()
    lobby: Sequence[tuple[list[projections_pb2.WatchLobbyResponse], Fault | None]] = ()
    asked: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    tokens: list[str] = field(default_factory=list)
    accepted: dict[bytes, int] = field(default_factory=dict)
    check: games_pb2.CheckCommandResponse = field(default_factory=games_pb2.CheckCommandResponse)
    decision: table_pb2.Decision = field(default_factory=table_pb2.Decision)
    lying: Book | None = None
    break_log_after: int | None = None

    async def met(self, call: str, request: Message, context: Any) -> Fault | None:
        self.asked[call].append(request)
        self.tokens += [str(value) for key, value in context.invocation_metadata() if key == "authorization"]
        fault, self.faults[call] = first(self.faults[call])
        if fault is not None and not getattr(fault, "wrote", False):
            await fail(context, fault)
        return fault

    def info(self) -> table_pb2.GameInfo:
        book = self.lying or self.book
        return table_pb2.GameInfo(game_id=GAME, ruleset="toy@1", status=table_pb2.GAME_STATUS_RUNNING, head=book.head)


class Games(games_pb2_grpc.GamesServiceServicer):
    def __init__(self, service: Service) -> None:
        self.service = service

    async def ListRulesets(
        self, request: games_pb2.ListRulesetsRequest, context: Any
    ) -> games_pb2.ListRulesetsResponse:
        await self.service.met("ListRulesets", request, context)
        return games_pb2.ListRulesetsResponse(rulesets=[games_pb2.RulesetInfo(ruleset="toy@1")])

    async def GetRuleset(self, request: games_pb2.GetRulesetRequest, context: Any) -> games_pb2.GetRulesetResponse:
        await self.service.met("GetRuleset", request, context)
        return games_pb2.GetRulesetResponse(info=games_pb2.RulesetInfo(ruleset=request.ruleset))

    async def CreateGame(self, request: games_pb2.CreateGameRequest, context: Any) -> games_pb2.CreateGameResponse:
        await self.service.met("CreateGame", request, context)
        return games_pb2.CreateGameResponse(game_id=GAME, seat_tokens=["" for _ in request.seats])

    async def JoinGame(self, request: games_pb2.JoinGameRequest, context: Any) -> games_pb2.JoinGameResponse:
        await self.service.met("JoinGame", request, context)
        return games_pb2.JoinGameResponse(seat=request.seat, token=f"seat-{request.seat}", game=self.service.info())

    async def GetGame(self, request: games_pb2.GetGameRequest, context: Any) -> games_pb2.GetGameResponse:
        await self.service.met("GetGame", request, context)
        return games_pb2.GetGameResponse(game=self.service.info())

    async def ListGames(self, request: games_pb2.ListGamesRequest, context: Any) -> games_pb2.ListGamesResponse:
        await self.service.met("ListGames", request, context)
        page = int(request.page_token or 0)
        game = table_pb2.GameInfo(game_id=f"g{page}")
        return games_pb2.ListGamesResponse(games=[game], next_page_token=str(page + 1) if page < 2 else "")

    async def GetDecision(self, request: games_pb2.GetDecisionRequest, context: Any) -> games_pb2.GetDecisionResponse:
        await self.service.met("GetDecision", request, context)
        concede = table_pb2.Offer(command="rulekeeper.toy.v1.Concede", standing=True)
        return games_pb2.GetDecisionResponse(
            game=self.service.info(), decision=self.service.decision, standing=[concede]
        )

    async def SubmitCommand(
        self, request: games_pb2.SubmitCommandRequest, context: Any
    ) -> games_pb2.SubmitCommandResponse:
        fault = await self.service.met("SubmitCommand", request, context)
        book = self.service.book
        version = self.service.accepted.get(request.command_id)
        if version is None:
            version = self.service.accepted[request.command_id] = book.add(entry_pb2.Entry(command=b"c"))
        if fault is not None:
            await fail(context, fault)
        return games_pb2.SubmitCommandResponse(version=version, digest=book.digests[version - 1])

    async def CheckCommand(
        self, request: games_pb2.CheckCommandRequest, context: Any
    ) -> games_pb2.CheckCommandResponse:
        await self.service.met("CheckCommand", request, context)
        return self.service.check


class Projections(projections_pb2_grpc.ProjectionsServiceServicer):
    def __init__(self, service: Service) -> None:
        self.service = service

    async def GetView(self, request: projections_pb2.GetViewRequest, context: Any) -> projections_pb2.GetViewResponse:
        await self.service.met("GetView", request, context)
        book = self.service.lying or self.service.book
        version = request.version if request.HasField("version") else len(book.stored)
        return projections_pb2.GetViewResponse(head=book.at(version), text="table" if request.text else "")

    async def GetFurniture(
        self, request: projections_pb2.GetFurnitureRequest, context: Any
    ) -> projections_pb2.GetFurnitureResponse:
        await self.service.met("GetFurniture", request, context)
        return projections_pb2.GetFurnitureResponse()

    async def WatchTable(
        self, request: projections_pb2.WatchTableRequest, context: Any
    ) -> AsyncIterator[projections_pb2.WatchTableResponse]:
        await self.service.met("WatchTable", request, context)
        stream, self.service.streams = first(self.service.streams)
        messages, fault = stream or ([], Hang())
        for message in messages:
            yield message
        if fault is not None:
            await fail(context, fault)

    async def WatchLobby(
        self, request: projections_pb2.WatchLobbyRequest, context: Any
    ) -> AsyncIterator[projections_pb2.WatchLobbyResponse]:
        await self.service.met("WatchLobby", request, context)
        stream, self.service.lobby = first(self.service.lobby)
        messages, fault = stream or ([], Hang())
        for message in messages:
            yield message
        if fault is not None:
            await fail(context, fault)


class Audit(audit_pb2_grpc.AuditServiceServicer):
    """What it lacks, the generated class answers with UNIMPLEMENTED."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def ReadLog(
        self, request: audit_pb2.ReadLogRequest, context: Any
    ) -> AsyncIterator[audit_pb2.ReadLogResponse]:
        await self.service.met("ReadLog", request, context)
        answers = self.service.book.answers()[request.after :]
        for answer in answers[: request.limit or len(answers)]:
            if self.service.break_log_after == answer.step.version - 1:
                self.service.break_log_after = None
                await fail(context, Lose())
            yield answer

    async def VerifyGame(self, request: audit_pb2.VerifyGameRequest, context: Any) -> audit_pb2.VerifyGameResponse:
        await self.service.met("VerifyGame", request, context)
        return audit_pb2.VerifyGameResponse(sound=True, head=self.service.book.head)


@asynccontextmanager
async def serving(service: Service, address: str = "127.0.0.1:0") -> AsyncIterator[str]:
    """The fake on a free port of its own; the address."""
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    games_pb2_grpc.add_GamesServiceServicer_to_server(Games(service), server)
    projections_pb2_grpc.add_ProjectionsServiceServicer_to_server(Projections(service), server)
    audit_pb2_grpc.add_AuditServiceServicer_to_server(Audit(service), server)  # type: ignore[abstract]
    port = server.add_insecure_port(address)
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)
