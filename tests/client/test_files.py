"""Files over connections that are lost: what is tried again, and what a caller has to begin anew."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest

from rulekeeper.client import Client, OutcomeUnknown, Retry, Unreachable
from rulekeeper.v1 import audit_pb2

PART = audit_pb2.ExportGameResponse(lines=["a", "b"])
EXPORT, IMPORT = "ExportGame", "ImportGame"


@asynccontextmanager
async def serving(**methods: Callable[..., Any]) -> AsyncIterator[Client]:
    """A client of a service that has these methods only."""
    kinds: dict[str, tuple[Any, Any]] = {
        EXPORT: (grpc.unary_stream_rpc_method_handler, audit_pb2.ExportGameRequest),
        IMPORT: (grpc.stream_unary_rpc_method_handler, audit_pb2.ImportGameRequest),
    }
    handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        name: kinds[name][0](
            method,
            request_deserializer=kinds[name][1].FromString,
            response_serializer=lambda answer: answer.SerializeToString(),
        )
        for name, method in methods.items()
    }
    server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("rulekeeper.v1.AuditService", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with Client(f"127.0.0.1:{port}", retry=Retry(attempt=0.5, first=0.01)) as client:
            yield client
    finally:
        await server.stop(0)


async def lines() -> AsyncIterator[str]:
    for number in range(3):
        yield str(number) * 100_000


async def test_an_export_that_did_not_begin_is_tried_again() -> None:
    tries = 0

    async def export(request: Any, context: Any) -> AsyncIterator[audit_pb2.ExportGameResponse]:
        nonlocal tries
        tries += 1
        if tries < 3:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "away")
        yield PART

    async with serving(ExportGame=export) as client:
        assert [line async for line in client.export_game("g")] == ["a", "b"] and tries == 3


async def test_an_export_that_breaks_off_is_no_whole_file() -> None:
    async def export(request: Any, context: Any) -> AsyncIterator[audit_pb2.ExportGameResponse]:
        yield PART
        await context.abort(grpc.StatusCode.UNAVAILABLE, "away")

    async def hanging(request: Any, context: Any) -> AsyncIterator[audit_pb2.ExportGameResponse]:
        yield PART
        await asyncio.sleep(60)

    for method in (export, hanging):
        got: list[str] = []
        async with serving(ExportGame=method) as client:
            with pytest.raises(Unreachable):
                async for line in client.export_game("g"):
                    got.append(line)  # noqa: PERF401 - what came before the end counts
        assert got == ["a", "b"]


async def test_a_file_goes_in_requests_that_services_take() -> None:
    sizes: list[int] = []

    async def take(requests: Any, context: Any) -> audit_pb2.ImportGameResponse:
        sizes.extend([request.ByteSize() async for request in requests])
        return audit_pb2.ImportGameResponse(game_id="g", known=True)

    async with serving(ImportGame=take) as client:
        assert (await client.import_game(lines())).known
    assert len(sizes) == 3 and max(sizes) < 1 << 20


async def test_an_import_without_an_answer_has_an_outcome_that_is_not_known() -> None:
    async def take(requests: Any, context: Any) -> audit_pb2.ImportGameResponse:
        async for _ in requests:
            pass
        await context.abort(grpc.StatusCode.UNAVAILABLE, "away")
        raise AssertionError

    async with serving(ImportGame=take) as client:
        with pytest.raises(OutcomeUnknown):
            await client.import_game(lines())
    with pytest.raises(Unreachable):
        async with Client("127.0.0.1:9") as nobody:
            await nobody.import_game(lines())
