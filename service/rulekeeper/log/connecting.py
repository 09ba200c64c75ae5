"""Connections to the server: where it is, getting in, and getting in again."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import hiredis
from redis.asyncio.connection import AbstractConnection, Connection, parse_url
from redis.exceptions import AuthenticationError, BusyLoadingError, RedisError, ResponseError

from rulekeeper.log.errors import BadAddress, LogError, ServerUnfit, Unreachable

# What a lost or useless connection raises.
LOST = (RedisError, OSError)

_OPTIONS = {"connection_class", "client_name", "db", "host", "password", "path", "port", "username"}


class Address:
    """Where a server is and what it takes to get in. As text: without the password."""

    def __init__(self, url: str) -> None:
        """`redis://`, `rediss://` (TLS) or `unix://`, as redis-py reads them. Raises BadAddress, whose text has nothing
        of the address: where it is misread, any of it may be the password.
        """
        try:
            self._options: dict[str, Any] = dict(parse_url(url))
        except ValueError:
            raise BadAddress(
                "the server's address is not like redis://HOST:PORT, rediss://HOST:PORT or unix://PATH"
                " (write / @ : % in a password as %2F %40 %3A %25)"
            ) from None
        unknown = sorted(name for name in self._options if name not in _OPTIONS and not name.startswith("ssl_"))
        if unknown:
            raise BadAddress(f"the server's address has options that mean nothing here: {', '.join(unknown)}")
        self._type: type[AbstractConnection] = self._options.pop("connection_class", Connection)
        host, port = self._options.get("host", "localhost"), self._options.get("port", 6379)
        self._text = f"the server at {self._options.get('path') or f'{host}:{port}'}"

    def __str__(self) -> str:
        return self._text

    async def connect(self, within: float) -> AbstractConnection:
        """A connection that is let in, within so many seconds; raises Unreachable or ServerUnfit.

        It has no timeout of its own: redis-py's default of 5 s would break longer reads. It speaks RESP2, in which
        published messages come as plain replies.
        """
        connection = self._type(
            **self._options, protocol=2, socket_timeout=None, socket_connect_timeout=within, driver_info=None
        )
        try:
            async with asyncio.timeout(within):
                await connection.connect()  # type: ignore[no-untyped-call]
        except (*LOST, TimeoutError) as why:
            await close(connection)
            # Over a unix socket redis-py wraps it.
            if isinstance(why, AuthenticationError) or isinstance(why.__cause__, AuthenticationError):
                raise ServerUnfit(self._text, f"it does not let us in: {why}") from None
            raise Unreachable(f"{self._text} is away: {in_words(why)}") from None
        except BaseException:
            await close(connection)
            raise
        return connection


async def ask(connection: AbstractConnection, *words: str | bytes | int) -> Any:
    """One command and its reply, on a connection that nobody else uses; raises redis-py's errors."""
    await connection.send_command(*words, check_health=False)
    return await connection.read_response()


class Replies:
    """The replies on a connection that is read here only, as many at a time as one read of the socket brought.

    redis-py gives one at a time, each through several coroutines, while its hiredis reader holds them all. Where that
    reader is not where it is looked for, they come one at a time.
    """

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = connection
        self._more: Callable[[bool], Any] = _no_more
        self._nothing: object = None
        reader = getattr(getattr(connection, "_parser", None), "_reader", None)
        if isinstance(reader, hiredis.Reader) and not reader.has_data():
            # While it is empty it gives what it gives when it has no whole reply.
            self._more, self._nothing = reader.gets, reader.gets(False)

    async def read(self) -> list[Any]:
        """At least one reply, with bytes for strings; an answer that is an error is an item too, not raised."""
        try:
            reply = await self._connection.read_response(disable_decoding=True, disconnect_on_error=False)
        except (ResponseError, BusyLoadingError) as error:
            reply = error
        replies = [reply]
        more, nothing = self._more, self._nothing
        while (reply := more(False)) is not nothing:
            replies.append(reply)
        return replies


def _no_more(decode: bool) -> object:
    return None


async def close(connection: AbstractConnection) -> None:
    """Close a connection, whatever state it is in."""
    with suppress(*LOST, TimeoutError):
        await connection.disconnect()


class Pauses:
    """Ever longer pauses between attempts, each cut short by chance, so that many processes do not come at once."""

    def __init__(self, first: float = 0.005, longest: float = 1.0) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def after(self, lasted: float) -> None:
        """An attempt held for so many seconds: where that is longer than the next pause, pauses are short again."""
        if lasted > self._next:
            self._next = self._first

    async def pause(self) -> None:
        await asyncio.sleep(self._next * random.uniform(0.5, 1.0))
        self._next = min(self._next * 2, self._longest)


async def stay_connected(
    address: Address,
    within: float,
    prepare: Callable[[AbstractConnection], Awaitable[None]],
    serve: Callable[[AbstractConnection], Awaitable[None]],
    away: Callable[[str], None],
) -> None:
    """Connect, prepare, serve; when the connection is lost, again; until cancelled.

    `serve` returns by raising one of LOST, alone or in a group. `away` is told why there is no connection, whenever one
    is lost or cannot be made.
    """
    pauses = Pauses()
    loop = asyncio.get_running_loop()
    while True:
        try:
            connection = await address.connect(within)
        except LogError as why:
            away(str(why))
            await pauses.pause()
            continue
        began = loop.time()
        reason = ""
        try:
            async with asyncio.timeout(within):
                await prepare(connection)
            await serve(connection)
        except* (LogError, TimeoutError, *LOST) as group:
            reason = in_words(_first(group))
        finally:
            await close(connection)
        away(f"{address} is away: {reason}")
        # A server that takes connections only to drop them (it is still loading, say) is given ever more time.
        pauses.after(loop.time() - began)
        await pauses.pause()


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def in_words(error: BaseException) -> str:
    """What an error of redis-py or of the system says, where it says anything."""
    return str(error) or ("it takes too long" if isinstance(error, TimeoutError) else type(error).__name__)
