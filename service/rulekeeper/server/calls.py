"""Calls: who calls, what fails and how that is told, and the tables of methods that grpc wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, NoReturn, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc import status_pb2
from grpc_status import rpc_status

from rulekeeper.log import Full, LogError, OutcomeUnknown, Unreachable
from rulekeeper.projections import HistoryChanged
from rulekeeper.server.errors import RETRY_AFTER, Failure, draining, outcome_unknown, status_of
from rulekeeper.server.house import House
from rulekeeper.server.logs import correlation_id
from rulekeeper.server.tokens import NOBODY, Caller
from rulekeeper.v1 import errors_pb2

Context = grpc.aio.ServicerContext[Any, Any]
M = TypeVar("M", bound=Message)
Unary = Callable[[Any, Caller], Awaitable[Message | bytes]]
Stream = Callable[[Any, Caller], AsyncGenerator[Message | bytes, None]]
Collecting = Callable[[AsyncIterator[Any], Caller], Awaitable[Message | bytes]]


_QUIET = 0.1
"""Seconds without a call after which a service that drains ends: who comes before is told DRAINING, and who comes later
finds no service.
"""
_LAST = 1.0
"""Seconds that calls which are cut off have to say so."""


class Calls:
    """Wraps the services' methods: reads the token, and makes a status of whatever is raised. Nothing of
    Python reaches a client.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._draining = self._cut = False
        self._running: set[asyncio.Task[Any]] = set()
        self._came = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def drain(self, within: float) -> bool:
        """Takes no more calls, and waits until those that run have ended and no more come; False where some go on
        after that many seconds: they are cut off, and told so.
        """
        self._draining = True
        try:
            async with asyncio.timeout(within):
                came = -1
                while came != self._came:
                    came = self._came
                    await self._idle.wait()
                    await asyncio.sleep(_QUIET)
                await self._idle.wait()
        except TimeoutError:
            pass
        running, self._cut = list(self._running), True
        for call in running:
            call.cancel()
        if running:
            await asyncio.wait(running, timeout=_LAST)
        return not running

    def _began(self) -> None:
        call = asyncio.current_task()
        assert call is not None
        self._running.add(call)
        self._came += 1
        self._idle.clear()

    def _ended(self) -> None:
        call = asyncio.current_task()
        assert call is not None
        self._running.discard(call)
        if not self._running:
            self._idle.set()

    def _cut_off(self, failure: Callable[[], Failure]) -> Failure:
        """To be called where a call is cancelled: what it is told where this service cuts it off. Raises CancelledError
        where it was the caller who left.
        """
        call = asyncio.current_task()
        if not self._cut or call is None:
            raise asyncio.CancelledError
        call.uncancel()
        return failure()

    def _refuse_when_draining(self) -> None:
        if self._draining:
            raise draining()

    def unary(self, name: str, request: type[M], method: Unary) -> grpc.RpcMethodHandler[Any, Any]:
        async def handle(data: bytes, context: Context) -> Message | bytes:
            self._began()
            try:
                try:
                    self._refuse_when_draining()
                    answer = await method(_read(request, data), self._caller(context))
                except Exception as wrong:
                    status = self._status(name, wrong)
                except asyncio.CancelledError:
                    status = self._status(name, self._cut_off(outcome_unknown))
                else:
                    self._house.metrics.answered(name, "ok")
                    return answer
                del data
                await _abort(context, status)
            finally:
                self._ended()

        return grpc.unary_unary_rpc_method_handler(
            handle,
            request_deserializer=None,
            response_serializer=_encoded,
        )

    def stream(self, name: str, request: type[M], method: Stream) -> grpc.RpcMethodHandler[Any, Any]:
        gauge = self._house.metrics.watchers.labels(name)

        # Written, not yielded: what is cancelled while it waits for a slow reader then ends at once.
        async def handle(data: bytes, context: Context) -> None:
            self._began()
            gauge.inc()
            try:
                try:
                    self._refuse_when_draining()
                    async with aclosing(method(_read(request, data), self._caller(context))) as answers:
                        async for answer in answers:
                            await context.write(answer)
                except Exception as wrong:
                    status = self._status(name, wrong)
                except asyncio.CancelledError:
                    status = self._status(name, self._cut_off(draining))
                else:
                    self._house.metrics.answered(name, "ok")
                    return
                del data
                await _abort(context, status)
            finally:
                gauge.dec()
                self._ended()

        return grpc.unary_stream_rpc_method_handler(
            handle,
            request_deserializer=None,
            response_serializer=_encoded,
        )

    def collecting(self, name: str, request: type[M], method: Collecting) -> grpc.RpcMethodHandler[Any, Any]:
        """A stream of requests, and one answer. How much it takes in all is the method's to bound."""

        async def handle(incoming: AsyncIterator[bytes], context: Context) -> Message | bytes:
            self._began()
            try:
                try:
                    self._refuse_when_draining()
                    answer = await method(_each(request, incoming), self._caller(context))
                except Exception as wrong:
                    status = self._status(name, wrong)
                except asyncio.CancelledError:
                    status = self._status(name, self._cut_off(outcome_unknown))
                else:
                    self._house.metrics.answered(name, "ok")
                    return answer
                del incoming
                await _abort(context, status)
            finally:
                self._ended()

        return grpc.stream_unary_rpc_method_handler(
            handle,
            request_deserializer=None,
            response_serializer=_encoded,
        )

    def _caller(self, context: Context) -> Caller:
        for key, value in context.invocation_metadata() or ():
            if key == "authorization":
                return self._house.keyring.caller(value)
        return NOBODY

    def _status(self, name: str, wrong: Exception) -> status_pb2.Status:
        failure = self._failure(name, wrong)
        self._house.metrics.answered(name, failure.reason)
        return status_of(failure)

    def _failure(self, name: str, wrong: Exception) -> Failure:
        match wrong:
            case Failure():
                return wrong
            case Full():
                self._house.troubles.note(self._house, wrong)
                text = "the log's server has no room to write; nothing was written"
                return Failure(errors_pb2.ERROR_CODE_LOG_FULL, text, retry_after=RETRY_AFTER)
            case Unreachable():
                text = "the log's server does not answer; nothing was written"
                return Failure(errors_pb2.ERROR_CODE_LOG_UNREACHABLE, text, retry_after=RETRY_AFTER)
            case OutcomeUnknown():
                return outcome_unknown("the log's server went away meanwhile")
            case HistoryChanged():
                return Failure(errors_pb2.ERROR_CODE_HISTORY_CHANGED, str(wrong))
        found = correlation_id()
        self._house.log.error(
            "a call failed",
            method=name,
            correlation_id=found,
            what="the log" if isinstance(wrong, LogError) else type(wrong).__name__,
            exc_info=wrong,
        )
        text = f"a fault of the service; correlation id {found}"
        return Failure(errors_pb2.ERROR_CODE_INTERNAL, text, metadata={"correlation_id": found})


async def _abort(context: Context, status: status_pb2.Status) -> NoReturn:
    """To be called when what went wrong has been dealt with, and what came with the call is let go: grpc keeps the
    exception that it raises here in a cycle, and with it all that its caller's frame holds, and its context.
    """
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort returned")


def _read(kind: type[M], data: bytes) -> M:
    """The request. It is read here and not by grpc, which would tell a client of Python's own exceptions."""
    try:
        return kind.FromString(data)
    except DecodeError:
        text = f"the request is no {kind.DESCRIPTOR.full_name}"
        raise Failure(errors_pb2.ERROR_CODE_INVALID_REQUEST, text) from None


async def _each(kind: type[M], incoming: AsyncIterator[bytes]) -> AsyncIterator[M]:
    async for data in incoming:
        yield _read(kind, data)


def _encoded(answer: Message | bytes) -> bytes:
    """Answers that were put together from bytes go as they are."""
    return answer if isinstance(answer, bytes) else answer.SerializeToString()
