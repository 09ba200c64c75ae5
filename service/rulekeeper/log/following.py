"""Following games as they grow: one subscribed connection a process, and the log for all that it misses.

A channel only hurries. What arrives on it is delivered where it is the very next entry; a new subscription, a gap or a
lost connection means reading the log from the last version delivered. So nothing is queued, and nothing is skipped.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NoReturn

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError

from rulekeeper.log.connecting import Address, Pauses, Replies, stay_connected
from rulekeeper.log.errors import LogError, Unreachable
from rulekeeper.log.keys import keys_of
from rulekeeper.log.limits import Limits
from rulekeeper.log.store import Deliver, Stored, Unfollow

Read = Callable[[str, int, int], Awaitable[list[Stored]]]
_DIGEST = 32
_SUBSCRIBE_AT_ONCE = 256


class _Follower:
    """One reader's place in one game."""

    def __init__(
        self,
        game: str,
        after: int,
        deliver: Deliver,
        behind: Callable[[], None],
        caught_up: Callable[[int], None] | None,
        read: Read,
        page: int,
    ) -> None:
        self._game = game
        self._position = after
        self._deliver = deliver
        self._tell_behind = behind
        self._tell_caught_up = caught_up
        self._read = read
        self._page = page
        self._is_behind = True
        self._subscribed = False
        self._owed = False
        self._reading: asyncio.Task[None] | None = None
        self.closed = False

    def published(self, version: int, payload: bytes, at: int) -> None:
        """An entry arrived on the channel: its digest and the entry are in `payload` from `at` on."""
        if version == self._position + 1:
            self._step(Stored(version, payload[at + _DIGEST :], payload[at : at + _DIGEST]))
        elif version > self._position:
            self._fall_behind()
            self._catch_up()

    def subscribed(self) -> None:
        """From now on every new entry arrives on the channel: what came before is in the log."""
        self._subscribed = True
        self._catch_up()

    def unsubscribed(self) -> None:
        self._subscribed = False
        self._fall_behind()

    def close(self) -> None:
        self.closed = True
        if self._reading is not None and self._reading is not asyncio.current_task():
            self._reading.cancel()

    def _catch_up(self) -> None:
        self._owed = True
        if self._reading is None and not self.closed:
            self._reading = asyncio.get_running_loop().create_task(self._read_on())

    async def _read_on(self) -> None:
        pauses = Pauses()
        try:
            while self._owed and not self.closed:
                self._owed = False
                try:
                    entries = await self._read(self._game, self._position, self._page)
                except LogError:
                    self._owed = True
                    await pauses.pause()
                    continue
                for stored in entries:
                    if stored.version == self._position + 1:
                        self._step(stored)
                if len(entries) == self._page:
                    self._owed = True
            self._report_caught_up()
        finally:
            self._reading = None

    def _step(self, stored: Stored) -> None:
        if not self.closed:
            self._position = stored.version
            try:
                self._deliver(stored)
            except Exception as error:
                self._end(error)

    def _fall_behind(self) -> None:
        if not self._is_behind and not self.closed:
            self._is_behind = True
            self._guarded(self._tell_behind)

    def _report_caught_up(self) -> None:
        if self._is_behind and self._subscribed and not self.closed:
            self._is_behind = False
            if (tell := self._tell_caught_up) is not None:
                self._guarded(lambda: tell(self._position))

    def _guarded(self, callback: Callable[[], None]) -> None:
        try:
            callback()
        except Exception as error:
            self._end(error)

    def _end(self, error: Exception) -> None:
        """One reader's fault ends that reader, not the others of the connection."""
        self.close()
        context = {"message": f"a follower of game {self._game} raised and is ended", "exception": error}
        asyncio.get_running_loop().call_exception_handler(context)


class Following:
    """All followers of a process."""

    def __init__(self, address: Address, read: Read, limits: Limits) -> None:
        self._address = address
        self._read = read
        self._limits = limits
        # By channel, in the order in which they came.
        self._followers: dict[bytes, list[_Follower]] = {}
        # What the server was asked for, and what it has confirmed, on the connection of the moment.
        self._asked: set[bytes] = set()
        self._confirmed: set[bytes] = set()
        self._wake = asyncio.Event()
        self._heard = 0.0
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def follow(
        self,
        game: str,
        after: int,
        deliver: Deliver,
        behind: Callable[[], None],
        caught_up: Callable[[int], None] | None,
    ) -> Unfollow:
        """See LogStore.follow."""
        channel = keys_of(game).channel.encode()
        if self._closed:
            raise Unreachable(f"the connection to {self._address} is closed")
        follower = _Follower(game, after, deliver, behind, caught_up, self._read, self._limits.page)
        self._followers.setdefault(channel, []).append(follower)
        if channel in self._confirmed:
            follower.subscribed()
        self._wake.set()
        if self._task is None:
            connected = stay_connected(self._address, self._limits.connect, _nothing, self._serve, _ignore)
            self._task = asyncio.get_running_loop().create_task(connected)

        def unfollow() -> None:
            follower.close()
            rest = self._followers.get(channel, [])
            if follower in rest:
                rest.remove(follower)
                if not rest:
                    del self._followers[channel]
                    self._wake.set()

        return unfollow

    @property
    def count(self) -> int:
        """How many followers there are."""
        return sum(map(len, self._followers.values()))

    async def aclose(self) -> None:
        self._closed = True
        for follower in self._all():
            follower.close()
        self._followers.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _serve(self, connection: AbstractConnection) -> None:
        self._wake.set()
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(connection))
                tasks.create_task(self._subscribe(connection))
                tasks.create_task(self._check_pulse(connection))
        finally:
            self._asked.clear()
            self._confirmed.clear()
            for follower in self._all():
                follower.unsubscribed()

    async def _listen(self, connection: AbstractConnection) -> NoReturn:
        loop, replies = asyncio.get_running_loop(), Replies(connection)
        while True:
            heard = await replies.read()
            self._heard = loop.time()
            for reply in heard:
                # Nearly all are messages.
                if isinstance(reply, list) and len(reply) == 3 and reply[0] == b"message":
                    self._publish(reply[1], reply[2])
                else:
                    self._confirm(reply)

    def _publish(self, channel: bytes, payload: bytes) -> None:
        if not (followers := self._followers.get(channel)):
            return
        try:
            at = payload.index(b" ") + 1
            version = int(payload[:at])
        except ValueError:
            # What was meant is in the log, which is read once there is another connection.
            raise ConnectionError("it publishes what is no entry") from None
        if len(followers) == 1:
            followers[0].published(version, payload, at)
        else:
            # A callback may unfollow.
            for follower in tuple(followers):
                follower.published(version, payload, at)

    def _confirm(self, reply: Any) -> None:
        match reply:
            case [b"subscribe", bytes(channel), _]:
                # Where the game was dropped and taken up again meanwhile, a later confirmation is on its way,
                # and the log is read once more.
                if channel in self._followers:
                    self._confirmed.add(channel)
                for follower in tuple(self._followers.get(channel, ())):
                    follower.subscribed()
            case Exception():
                raise reply
            case _:
                pass

    async def _subscribe(self, connection: AbstractConnection) -> NoReturn:
        """Keep the server's list of channels what the followers need."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            wanted = self._followers.keys()
            gone, new = list(self._asked - wanted), [channel for channel in wanted if channel not in self._asked]
            self._asked = set(wanted)
            self._confirmed -= set(gone)
            for verb, channels in (("UNSUBSCRIBE", gone), ("SUBSCRIBE", new)):
                for start in range(0, len(channels), _SUBSCRIBE_AT_ONCE):
                    some = channels[start : start + _SUBSCRIBE_AT_ONCE]
                    await connection.send_command(verb, *some, check_health=False)

    async def _check_pulse(self, connection: AbstractConnection) -> NoReturn:
        """Find out that the connection is dead although nobody closed it: a quiet channel looks the same."""
        while True:
            before = self._heard
            await asyncio.sleep(self._limits.heartbeat)
            if self._heard == before:
                await connection.send_command("PING", check_health=False)
                await asyncio.sleep(self._limits.silence)
                if self._heard == before:
                    raise ConnectionError(f"no sign of life for {self._limits.silence:g} s")

    def _all(self) -> Iterable[_Follower]:
        return [follower for some in self._followers.values() for follower in some]


async def _nothing(connection: AbstractConnection) -> None:
    pass


def _ignore(why: str) -> None:
    pass
