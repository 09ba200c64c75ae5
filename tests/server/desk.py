"""What tests of the service sit at: a channel to a running service, and games of Night Market on it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from rulekeeper.kernel import Game
from rulekeeper.server import Service, Settings
from rulekeeper.server.settings import Limits
from rulekeeper.v1 import audit_pb2_grpc, games_pb2, games_pb2_grpc, judges_pb2_grpc, projections_pb2_grpc, table_pb2
from rulekeeper.v1.entry_pb2 import SEAT_KIND_BOT, SEAT_KIND_INVITED, SEAT_KIND_OPEN, SeatPlan
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb

KEY = "a key for tests that is long enough"
RULES: Mapping[str, Game[Any]] = {GAME.ruleset: GAME}
OPEN = SeatPlan(kind=SEAT_KIND_OPEN)
INVITED = SeatPlan(kind=SEAT_KIND_INVITED)
BOT = SeatPlan(kind=SEAT_KIND_BOT, player="random")
_numbers = itertools.count(1)


def fresh_id() -> bytes:
    """An id that no other call of this process has."""
    return b"id-%d" % next(_numbers)


def settings(folder: Path, **given: Any) -> Settings:
    given = {"folder": folder, "port": 0, "signing_key": KEY, "log_level": "error", "limits": Limits(drain=3.0)} | given
    return Settings.model_validate(given)


def bearer(token: str) -> Sequence[tuple[str, str]]:
    return (("authorization", f"Bearer {token}"),) if token else ()


class Failed(Exception):
    """A call failed: with this reason, these refusing rules, and the status itself."""

    def __init__(self, wrong: grpc.aio.AioRpcError) -> None:
        status = rpc_status.from_call(wrong)  # type: ignore[arg-type]
        super().__init__(f"{wrong.code()}: {wrong.details()}")
        self.code = wrong.code()
        self.message = wrong.details() or ""
        self.details: list[Message] = []
        self.info = error_details_pb2.ErrorInfo()
        for packed in status.details if status is not None else ():
            for kind in (
                error_details_pb2.ErrorInfo,
                table_pb2.Refusal,
                error_details_pb2.RetryInfo,
                error_details_pb2.BadRequest,
            ):
                if packed.Is(kind.DESCRIPTOR):
                    detail = kind()
                    packed.Unpack(detail)
                    self.details.append(detail)
                    if isinstance(detail, error_details_pb2.ErrorInfo):
                        self.info = detail

    @property
    def reason(self) -> str:
        return str(self.info.reason)

    @property
    def rules(self) -> list[str]:
        return [r.rule.id for detail in self.details if isinstance(detail, table_pb2.Refusal) for r in detail.reasons]

    @property
    def retry_after(self) -> float | None:
        found = [d for d in self.details if isinstance(d, error_details_pb2.RetryInfo)]
        return found[0].retry_delay.ToTimedelta().total_seconds() if found else None


@asynccontextmanager
async def failing() -> AsyncIterator[list[Failed]]:
    """What is inside must fail; the list then holds how."""
    found: list[Failed] = []
    try:
        yield found
    except grpc.aio.AioRpcError as wrong:
        found.append(Failed(wrong))
    else:
        raise AssertionError("it did not fail")


class Desk:
    """A client's stubs, as they are generated, and what tests do again and again."""

    service: Service

    def __init__(self, channel: grpc.aio.Channel, service: Service | None) -> None:
        if service is not None:
            self.service = service
        self.channel = channel
        self.games = games_pb2_grpc.GamesServiceStub(channel)
        self.projections = projections_pb2_grpc.ProjectionsServiceStub(channel)
        self.audit = audit_pb2_grpc.AuditServiceStub(channel)
        self.judges = judges_pb2_grpc.JudgesServiceStub(channel)

    async def create(
        self, *seats: SeatPlan, seed: bytes = b"", seat_all: bool = False, **given: Any
    ) -> games_pb2.CreateGameResponse:
        given = {"ruleset": GAME.ruleset, "seats": seats or (OPEN, OPEN), "request_id": fresh_id()} | given
        request = games_pb2.CreateGameRequest(**given)
        if seed or seat_all:
            request.sandbox.MergeFrom(games_pb2.Sandbox(seed=seed, seat_all=seat_all))
        return await self.games.CreateGame(request)

    async def join(
        self, game_id: str, seat: int | None = None, token: str = "", **given: Any
    ) -> games_pb2.JoinGameResponse:
        request = games_pb2.JoinGameRequest(game_id=game_id, seat=seat, **given)
        request.name = request.name or "Ada"
        request.request_id = request.request_id or fresh_id()
        return await self.games.JoinGame(request, metadata=bearer(token))

    async def table(self, seats: int = 2, **given: Any) -> Seats:
        """A sandbox that has begun, with its tokens."""
        made = await self.create(*[OPEN] * seats, seat_all=True, seed=given.pop("seed", bytes(32)), **given)
        return Seats(self, made.game_id, list(made.seat_tokens), made.judge_token)

    async def decision(self, game_id: str, token: str = "", **given: Any) -> games_pb2.GetDecisionResponse:
        request = games_pb2.GetDecisionRequest(game_id=game_id, **given)
        return await self.games.GetDecision(request, metadata=bearer(token))

    async def ended(self, game_id: str) -> table_pb2.GameInfo:
        """The game once it is over: how long bots play is theirs to say."""
        async with asyncio.timeout(60):
            while True:
                game = (await self.decision(game_id)).game
                if game.status == table_pb2.GAME_STATUS_OVER:
                    return game
                await asyncio.sleep(0.02)

    async def submit(
        self, game_id: str, token: str, command: Message, decision: int, command_id: bytes = b""
    ) -> games_pb2.SubmitCommandResponse:
        request = games_pb2.SubmitCommandRequest(
            game_id=game_id, command_id=command_id or fresh_id(), decision=decision, message=packed(command)
        )
        return await self.games.SubmitCommand(request, metadata=bearer(token))


class Seats:
    """A game that has begun, and the tokens of its seats."""

    def __init__(self, desk: Desk, game_id: str, tokens: list[str], judge: str = "") -> None:
        self.desk = desk
        self.game_id = game_id
        self.tokens = tokens
        self.judge = judge
        self.at = 0
        """The version that the last command led to: no decision of an earlier one is read, in whatever process."""

    async def open_decision(self, seat: int = 0) -> table_pb2.Decision:
        return (await self.desk.decision(self.game_id, self.tokens[seat], at_least=self.at)).decision

    async def send(
        self, seat: int, command: Message, decision: int | None = None, command_id: bytes = b""
    ) -> games_pb2.SubmitCommandResponse:
        if decision is None:
            decision = (await self.open_decision(seat)).version
        answer = await self.desk.submit(self.game_id, self.tokens[seat], command, decision, command_id)
        self.at = max(self.at, answer.version)
        return answer

    async def bid(self, seat: int, coins: int = 0) -> games_pb2.SubmitCommandResponse:
        return await self.send(seat, pb.Bid(coins=coins))

    async def night(self) -> None:
        """Everybody bids nothing, and the winner looks at the pile and leaves it as it is."""
        decision = await self.open_decision()
        for seat in decision.seats:
            await self.bid(seat)
        winner = (await self.open_decision()).seats[0]
        await self.send(winner, pb.Scry())
        (offer,) = (await self.open_decision(winner)).offers
        cards = [candidate.value.number for candidate in offer.fields[0].order.candidates]
        await self.send(winner, pb.Arrange(cards=cards))

    async def finish(self) -> None:
        """All but the last seat give up."""
        for seat in range(len(self.tokens) - 1):
            await self.send(seat, pb.Concede(), decision=0)


def packed(message: Message) -> any_pb2.Any:
    any_ = any_pb2.Any()
    any_.Pack(message)
    return any_
