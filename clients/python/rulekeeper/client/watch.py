"""Following a table or the lobby: one iterator, however often the connection is lost in between.

`Watch` gives every update once and in order. When the stream breaks, falls silent or is drained, it is opened again
where it stopped, with the last head that was seen, so that a service that comes back with another past is found out.
"""

import asyncio
import time
from collections.abc import Callable
from types import TracebackType
from typing import Generic, NoReturn, Self, TypeAlias, cast

import grpc

from rulekeeper.client import errors
from rulekeeper.client.calls import Request, Response, Retry, bearer
from rulekeeper.client.heads import Heads
from rulekeeper.v1 import errors_pb2, projections_pb2, table_pb2

TableEvent: TypeAlias = projections_pb2.TableUpdate | projections_pb2.CaughtUp
LobbyEvent: TypeAlias = table_pb2.GameInfo | projections_pb2.CaughtUp

TableMethod: TypeAlias = grpc.aio.UnaryStreamMultiCallable[
    projections_pb2.WatchTableRequest, projections_pb2.WatchTableResponse
]
LobbyMethod: TypeAlias = grpc.aio.UnaryStreamMultiCallable[
    projections_pb2.WatchLobbyRequest, projections_pb2.WatchLobbyResponse
]

SILENCE = 5.0
"""Seconds that a stream may be silent beyond two heartbeats before it counts as lost."""


class Reconnecting(Generic[Request, Response]):
    """The messages of a server stream, opened again whenever it ends.

    `request` is asked for the request each time. Raises the service's error where it says no, and `Unreachable` after
    `patience` seconds in which nothing came (none: never). Not for two readers at once.
    """

    def __init__(
        self,
        method: grpc.aio.UnaryStreamMultiCallable[Request, Response],
        request: Callable[[], Request],
        token: str | None,
        silence: float,
        patience: float | None,
        retry: Retry,
    ) -> None:
        self._method = method
        self._request = request
        self._token = token
        self._silence = silence
        self._patience = patience
        self._retry = retry
        self._pauses = retry.pauses()
        self._stream: grpc.aio.UnaryStreamCall[Request, Response] | None = None
        self._since = time.monotonic()

    async def next(self) -> Response:
        """The next message, from however many streams."""
        while True:
            try:
                if self._stream is None:
                    self._stream = self._method(self._request(), metadata=bearer(self._token))
                async with asyncio.timeout(self._silence):
                    message = await self._stream.read()
                if message is not grpc.aio.EOF:
                    self._since = time.monotonic()
                    self._pauses = self._retry.pauses()
                    return cast(Response, message)
                lost = errors.Unreachable("the service ended the stream")
            except asyncio.CancelledError:
                self.drop()
                raise
            except TimeoutError:
                lost = errors.Unreachable(f"nothing came from the service for {self._silence:g} s")
            except grpc.aio.AioRpcError as raw:
                lost = self._judged(raw)
            self.drop()
            await self._wait(lost)

    def _judged(self, raw: grpc.aio.AioRpcError) -> errors.Unreachable:
        """What is worth another try; all else is raised. Only a service that says why is taken at its word."""
        error = errors.from_grpc(raw)
        if isinstance(error, errors.Unreachable):
            return error
        if error.code == errors_pb2.ERROR_CODE_UNSPECIFIED and raw.code() in (
            grpc.StatusCode.UNKNOWN,
            grpc.StatusCode.INTERNAL,
            grpc.StatusCode.CANCELLED,
        ):
            return errors.Unreachable(f"the stream broke: {error.message}")
        self.drop()
        raise error from None

    async def _wait(self, lost: errors.Unreachable) -> None:
        pause = max(next(self._pauses), lost.retry_after or 0)
        if self._patience is not None and time.monotonic() + pause - self._since > self._patience:
            raise lost
        await asyncio.sleep(pause)

    async def again(self) -> None:
        """For a stream that the service has finished with: a pause, then the next message opens another."""
        self.drop()
        await self._wait(errors.Unreachable("the service is going down"))

    def drop(self) -> None:
        """Ends the stream; the next message opens another."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.cancel()


class Watch:
    """A table's updates, then `CaughtUp`, then live ones: `async for event in watch`.

    Yields `TableUpdate` and `CaughtUp` messages. Updates come once each, in order; with FACTS and BOTH no version is
    missing between two of them. `CaughtUp` comes when all that was on record has been yielded, and again after each
    reconnection; it says how the table stands, also where there was nothing to yield. Raises `HistoryChanged` where the
    service contradicts what it showed before, `ServiceFault` where its stream has a gap, `Unreachable` after `patience`
    seconds without a word (none: it tries for ever), and what the service says of a request that it will not serve.

    Leave it with `aclose()`, or use it with `async with`. `resume_token` and `version` tell where it stands: hand one
    of them to the next watch.
    """

    def __init__(
        self,
        method: TableMethod,
        request: projections_pb2.WatchTableRequest,
        token: str | None,
        heads: Heads,
        retry: Retry,
        patience: float | None,
    ) -> None:
        self._request = request
        self._heads = heads
        self._seen: table_pb2.Head | None = None
        self._gapless = request.content != projections_pb2.WATCH_CONTENT_VIEW
        self._stream = Reconnecting(
            method, self._next_request, token, silence(request.heartbeat_seconds), patience, retry
        )
        self.version: int | None = None if request.resume_token else request.after
        self.resume_token = request.resume_token

    def _next_request(self) -> projections_pb2.WatchTableRequest:
        """Where the stream goes on: by version as soon as one is known, so that nothing depends on the token."""
        request = projections_pb2.WatchTableRequest()
        request.CopyFrom(self._request)
        if self.version is not None:
            request.after, request.resume_token = self.version, ""
        # What is seen elsewhere from now on may be newer than the service's answer; this is not.
        self._seen = self._heads.last(request.game_id)
        if self._seen is not None:
            request.seen.CopyFrom(self._seen)
        return request

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> TableEvent:
        while True:
            message = await self._stream.next()
            self.resume_token = message.resume_token or self.resume_token
            match message.WhichOneof("event"):
                case "update" if self._is_news(message.update):
                    return message.update
                case "caught_up":
                    self._all_there(message.caught_up.head)
                    return message.caught_up
                case "heartbeat":
                    self._keep(message.heartbeat.head)
                case "drained":
                    await self._stream.again()
                case _:
                    pass

    def _is_news(self, update: projections_pb2.TableUpdate) -> bool:
        """Whether an update is to be yielded; one that was, before a reconnection, is not."""
        head, last = update.head, self.version
        if update.HasField("step") and (update.step.version, update.step.digest) != (head.version, head.digest):
            self._fault(f"the update of version {head.version} holds the step of version {update.step.version}")
        self._keep(head)
        if last is not None and head.version <= last:
            return False
        if self._gapless and last is not None and head.version != last + 1:
            self._fault(f"version {head.version} came after version {last}")
        self.version = head.version
        return True

    def _all_there(self, head: table_pb2.Head) -> None:
        seen = self._seen
        self._keep(head)
        if seen is not None and head.version < seen.version:
            self._stream.drop()
            raise errors.HistoryChanged(
                f"game {self._request.game_id}: version {seen.version} was shown, now the log ends at {head.version}",
                errors_pb2.ERROR_CODE_HISTORY_CHANGED,
            )
        if self._gapless and self.version is not None and head.version > self.version:
            self._fault(f"caught up to version {head.version}, but nothing came after version {self.version}")
        if self.version is None:
            self.version = head.version

    def _keep(self, head: table_pb2.Head) -> None:
        try:
            self._heads.saw(self._request.game_id, head.version, head.digest)
        except errors.HistoryChanged:
            self._stream.drop()
            raise

    def _fault(self, what: str) -> NoReturn:
        self._stream.drop()
        raise errors.ServiceFault(f"game {self._request.game_id}: {what}")

    async def aclose(self) -> None:
        """Ends the stream. Nothing of it goes on in the background."""
        self._stream.drop()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class LobbyWatch:
    """The listed games: each as it is, `CaughtUp`, then every change; after a reconnection the same again.

    Yields `GameInfo` and `CaughtUp` messages. Raises and is left like `Watch`.
    """

    def __init__(
        self,
        method: LobbyMethod,
        request: projections_pb2.WatchLobbyRequest,
        token: str | None,
        retry: Retry,
        patience: float | None,
    ) -> None:
        self._stream = Reconnecting(method, lambda: request, token, silence(request.heartbeat_seconds), patience, retry)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> LobbyEvent:
        while True:
            message = await self._stream.next()
            match message.WhichOneof("event"):
                case "game":
                    return message.game
                case "caught_up":
                    return message.caught_up
                case "drained":
                    await self._stream.again()
                case _:
                    pass

    async def aclose(self) -> None:
        """Ends the stream."""
        self._stream.drop()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def silence(heartbeat_seconds: int) -> float:
    """Seconds after which a silent stream counts as lost."""
    return 2 * (heartbeat_seconds or 15) + SILENCE
