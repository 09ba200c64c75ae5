"""The callers: 64 at once, each with a game of its own, each sending its next command when the last was answered."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from typing import NamedTuple

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.v1.entry_pb2 import SEAT_KIND_OPEN, SeatPlan
from rulekeeper.v1.games_pb2 import (
    CreateGameRequest,
    CreateGameResponse,
    GetDecisionRequest,
    Sandbox,
    SubmitCommandRequest,
)
from tests.bench.bare import METHOD, SERVICE
from tests.bench.clock import undisturbed
from tests.bench.recording import FOUR_CROWNS, FromMiddle
from tests.bench.servers import Running

SUBMIT = f"/{SERVICE}/{METHOD}"
Metadata = tuple[tuple[str, str], ...]


class Call(NamedTuple):
    """A call, ready to be sent: nothing is worked out while time is taken."""

    request: bytes
    metadata: Metadata


class Run(NamedTuple):
    """commands_per_s. client_share: how much of one core the callers used; near 1, they and not the server would be
    measured. server_us: processor time of the server a command.
    """

    commands_per_s: float
    client_share: float
    server_us: float
    answer_bytes: float


class Table(NamedTuple):
    """A fresh game in its middle, and the calls that go on from there."""

    game_id: str
    calls: tuple[Call, ...]


def bearer(token: str) -> Metadata:
    return (("authorization", f"Bearer {token}"),)


def connect(address: str) -> grpc.aio.Channel:
    # A connection of its own, not one that another channel of this process has already.
    return grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])


async def new_game(channel: grpc.aio.Channel, sandbox: Sandbox) -> CreateGameResponse:
    create: grpc.aio.UnaryUnaryMultiCallable[CreateGameRequest, CreateGameResponse] = channel.unary_unary(
        f"/{SERVICE}/CreateGame",
        request_serializer=CreateGameRequest.SerializeToString,
        response_deserializer=CreateGameResponse.FromString,
    )
    plans = [SeatPlan(kind=SEAT_KIND_OPEN)] * FOUR_CROWNS.seats
    request = CreateGameRequest(ruleset=GAME.ruleset, seats=plans, sandbox=sandbox, request_id=os.urandom(16))
    return await create(request)


async def prepare(channel: grpc.aio.Channel, recorded: Sequence[FromMiddle]) -> list[Table]:
    """Fresh games from the recorded positions. Every seat has looked at its decision once, as players do."""
    look: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(f"/{SERVICE}/GetDecision")
    tables = []
    for game in recorded:
        sandbox = Sandbox(seed=game.secret, position=game.position, seat_all=True)
        made = await new_game(channel, sandbox)
        keys = [bearer(token) for token in made.seat_tokens]
        for key in keys:
            await look(GetDecisionRequest(game_id=made.game_id).SerializeToString(), metadata=key)
        calls = []
        for number, sent in enumerate(game.sent):
            message = AnyMessage()
            message.Pack(sent.message)
            request = SubmitCommandRequest(
                game_id=made.game_id,
                command_id=number.to_bytes(16, "big"),
                decision=sent.decision,
                message=message,
            )
            calls.append(Call(request.SerializeToString(), keys[sent.seat]))
        tables.append(Table(made.game_id, tuple(calls)))
    return tables


async def run(channel: grpc.aio.Channel, server: Running, tables: Sequence[Table]) -> Run:
    """Sends all calls of all tables."""
    submit: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(SUBMIT)
    answered = 0

    async def caller(calls: Sequence[Call]) -> None:
        nonlocal answered
        for request, metadata in calls:
            answer = await submit(request, metadata=metadata)
            answered += len(answer)

    with undisturbed():
        server_before, client_before, began = server.cpu_seconds(), time.process_time(), time.perf_counter()
        await asyncio.gather(*(caller(table.calls) for table in tables))
        took = time.perf_counter() - began
        client, served = time.process_time() - client_before, server.cpu_seconds() - server_before
    commands = sum(len(table.calls) for table in tables)
    return Run(commands / took, client / took, served / commands * 1e6, answered / commands)
