"""One connection for all callers of a process: their commands go out together, their answers come back in order.

A pool gives each caller a connection, and so a write, a read and a turn of the event loop for each command. Here all
that is asked in one turn of the loop is one write, and all answers that have arrived are one read.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import chain
from typing import Any, NoReturn

import hiredis
from msgspec import Struct
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    BusyLoadingError,
    ConnectionError,
    MasterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)

from rulekeeper.log.connecting import Address, Replies, stay_connected
from rulekeeper.log.errors import Damaged, Full, LogError, OutcomeUnknown, Unreachable
from rulekeeper.log.limits import Limits

# Answers of a server that is not, or no longer, the one to ask: it is asked again, over another connection. LOADING is
# another such, which redis-py raises as the loss of the connection.
_ELSEWHERE = (ReadOnlyError, MasterDownError)
_NO_LIBRARY = "Function not found"
# Answers of a server that runs, and will not do it.
_WILL_NOT = (OutOfMemoryError, NoPermissionError)
_WILL_NOT_CODES = ("MISCONF ", "NOREPLICAS ", "BUSY ")
# Those that say that there is no room.
_NO_ROOM, _NO_ROOM_CODE = OutOfMemoryError, "MISCONF "


class _Call:
    """A command on its way."""

    __slots__ = ("deadline", "future", "given_up", "packed", "sendings", "sent_at", "writes")

    def __init__(self, packed: bytes, writes: bool, future: asyncio.Future[Any], deadline: float) -> None:
        self.packed = packed
        self.writes = writes
        self.future = future
        self.deadline = deadline
        self.sendings = 0
        self.sent_at = 0.0
        self.given_up = False


class Traffic(Struct, frozen=True):
    """What a pipeline is at."""

    # Calls that wait to be sent, calls that wait for an answer, and the bytes of both.
    waiting: int
    sent: int
    held: int
    # How often the connection was lost or could not be made, and why there is none now (empty: there is one).
    troubles: int
    trouble: str


class Pipeline:
    """Commands over one shared connection, which is made again whenever it is lost.

    Every call must be one that may be sent twice. It is sent again over a new connection until its deadline, `patience`
    after it was made. A caller awaits a future only: a cancelled caller cancels nothing.
    """

    def __init__(
        self, address: Address, prepare: Callable[[AbstractConnection], Awaitable[None]], limits: Limits
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._address = address
        self._limits = limits
        # Both oldest first; what was sent is older than what waits. So deadlines ascend through them.
        self._sent: deque[_Call] = deque()
        self._waiting: deque[_Call] = deque()
        self._held = 0
        self._wake = asyncio.Event()
        self._trouble = f"{address} has not answered yet"
        self._troubles = 0
        self._closed = False
        self._tasks = (
            self._loop.create_task(stay_connected(address, limits.connect, prepare, self._serve, self._away)),
            self._loop.create_task(self._give_up()),
        )

    def call(self, *words: str | bytes | int, writes: bool = False) -> asyncio.Future[Any]:
        """Send a command: its reply, with bytes for strings.

        Raises, or the future does: Unreachable; Damaged (the server calls it nonsense). With `writes`, also
        OutcomeUnknown; without, an Unreachable says only that the call may be made again.
        """
        return self.send(hiredis.pack_command(words), writes)  # type: ignore[arg-type]

    def send(self, packed: bytes, writes: bool = False) -> asyncio.Future[Any]:
        """The same with the command as it goes to the server."""
        if self._closed:
            raise Unreachable(f"the connection to {self._address} is closed")
        if len(self._waiting) + len(self._sent) >= self._limits.calls or self._held > self._limits.call_bytes:
            raise Unreachable(f"too much waits for an answer already; {self._trouble or 'the server is slow'}")
        future = self._loop.create_future()
        self._waiting.append(_Call(packed, writes, future, self._loop.time() + self._limits.patience))
        self._held += len(packed)
        self._wake.set()
        return future

    @property
    def traffic(self) -> Traffic:
        return Traffic(len(self._waiting), len(self._sent), self._held, self._troubles, self._trouble)

    async def aclose(self) -> None:
        """Close the connection. Calls without an answer fail."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._trouble = f"the connection to {self._address} was closed"
        for call in chain(self._sent, self._waiting):
            self._fail(call)
        self._sent.clear()
        self._waiting.clear()
        self._held = 0

    async def _serve(self, connection: AbstractConnection) -> None:
        self._trouble = ""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read(connection))
                tasks.create_task(self._write(connection))
                tasks.create_task(self._listen_for_silence())
        finally:
            self._requeue()

    async def _write(self, connection: AbstractConnection) -> None:
        while True:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            batch = list(self._waiting)
            self._waiting.clear()
            now = self._loop.time()
            for call in batch:
                call.sendings += 1
                call.sent_at = now
            self._sent.extend(batch)
            await connection.send_packed_command([call.packed for call in batch], check_health=False)

    async def _read(self, connection: AbstractConnection) -> None:
        replies = Replies(connection)
        while True:
            for reply in await replies.read():
                if isinstance(reply, Exception):
                    self._failed(reply)
                    continue
                future = self._answered().future
                if not future.done():
                    future.set_result(reply)

    def _failed(self, error: Exception) -> None:
        """The answer to the oldest call is an error."""
        if isinstance(error, BusyLoadingError):
            self._not_done()
            raise error
        if not isinstance(error, ResponseError):
            raise error
        if isinstance(error, _ELSEWHERE) or _NO_LIBRARY in str(error):
            self._not_done()
            raise ConnectionError(f"it answers: {error}")
        self._refuse(self._answered(), error)

    def _not_done(self) -> None:
        """The oldest call is to be sent again; this sending of it has done nothing."""
        if self._sent:
            self._sent[0].sendings -= 1

    def _answered(self) -> _Call:
        if not self._sent:
            raise ConnectionError("it answers what nobody asked")
        call = self._sent.popleft()
        self._held -= len(call.packed)
        return call

    async def _listen_for_silence(self) -> NoReturn:
        while True:
            now = self._loop.time()
            wait = (self._sent[0].sent_at if self._sent else now) + self._limits.silence - now
            if wait <= 0:
                raise ConnectionError(f"no answer for {self._limits.silence:g} s")
            await asyncio.sleep(wait)

    async def _give_up(self) -> NoReturn:
        """Fail each call whose time is over. One that was sent keeps its place: its answer may still come."""
        while True:
            now = self._loop.time()
            while self._waiting and self._waiting[0].deadline <= now:
                call = self._waiting.popleft()
                self._held -= len(call.packed)
                self._fail(call)
            for call in self._sent:
                if call.deadline > now:
                    break
                self._fail(call)
            # A call that is yet to come has all of its patience before it.
            soonest = now + self._limits.patience
            tried = (call.deadline for call in chain(self._sent, self._waiting) if not call.given_up)
            await asyncio.sleep(next(tried, soonest) - now)

    def _requeue(self) -> None:
        """After the connection was lost: all that has no answer is to be sent again, in the same order."""
        for call in reversed(self._sent):
            if call.given_up:
                self._held -= len(call.packed)
            else:
                self._waiting.appendleft(call)
        self._sent.clear()

    def _away(self, why: str) -> None:
        self._trouble = why
        self._troubles += 1

    def _fail(self, call: _Call) -> None:
        call.given_up = True
        if not call.future.done():
            _raise_in(call, self._lost(call, self._trouble or f"{self._address} does not answer"))

    def _refuse(self, call: _Call, error: ResponseError) -> None:
        if call.future.done():
            return
        text = str(error)
        if isinstance(error, _WILL_NOT) or text.startswith(_WILL_NOT_CODES):
            full = isinstance(error, _NO_ROOM) or text.startswith(_NO_ROOM_CODE)
            _raise_in(call, self._lost(call, f"{self._address} refuses: {text}", sendings=1, full=full))
        else:
            _raise_in(call, Damaged(f"{self._address} answers: {text}"))

    @staticmethod
    def _lost(call: _Call, why: str, sendings: int = 0, *, full: bool = False) -> LogError:
        """The error of a call of which all but so many sendings have had no answer."""
        if call.writes and call.sendings > sendings:
            return OutcomeUnknown(why)
        return Full(why) if full else Unreachable(why)


def _raise_in(call: _Call, error: LogError) -> None:
    call.future.set_exception(error)
    # A caller that is cancelled at this very moment never asks for it, which is no fault.
    call.future.exception()
