"""Entries to put on record, writers that do what the service does, and what must hold of a record afterwards."""

import asyncio
import os
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count

from rulekeeper.log import (
    Appended,
    Conflict,
    Current,
    Diverged,
    Head,
    Known,
    LogStore,
    OutcomeUnknown,
    Reused,
    Stored,
    Unreachable,
    digest,
    read_all,
    verify_chain,
)
from rulekeeper.v1.entry_pb2 import Entry


def entry_after(head: Head, command_id: bytes = b"", size: int = 100) -> bytes:
    """An entry that follows a head, as the service makes it: no two are equal, for their salts."""
    return Entry(
        version=head.version + 1,
        command_id=command_id,
        facts=b"f" * size,
        salt=os.urandom(16),
        previous=head.digest,
    ).SerializeToString()


async def append(log: LogStore, game: str, head: Head, command_id: bytes, size: int = 100) -> Head:
    """Append an entry that nothing is in the way of: the new head."""
    entry = entry_after(head, command_id, size)
    match await log.append(game, head, command_id, b"print", entry, digest(entry)):
        case Appended(new):
            return new
        case other:
            raise AssertionError(f"not appended: {other}")


async def append_many(log: LogStore, game: str, number: int, head: Head | None = None, size: int = 100) -> Head:
    """Append so many entries, one after the other: the new head."""
    head = head or Head()
    for n in range(head.version + 1, head.version + number + 1):
        head = await append(log, game, head, b"command %d" % n, size)
    return head


async def insist(log: LogStore, game: str, head: Head, command_id: bytes) -> Head:
    """Have a command accepted whatever happens, deciding again as often as it takes: a head that holds it."""
    while True:
        entry = entry_after(head, command_id)
        try:
            answer = await log.append(game, head, command_id, b"print", entry, digest(entry))
        except (OutcomeUnknown, Unreachable):
            await asyncio.sleep(0.01)
            continue
        match answer:
            case Appended(new) | Conflict(head=new) | Diverged(new):
                head = new
            case Known(stored):
                return stored.head
            case Reused(stored):
                raise AssertionError(f"{command_id!r} was used for {stored}")
        if isinstance(answer, Appended):
            return head


async def write(
    log: LogStore,
    game: str,
    name: str,
    accepted: Callable[[bytes], None],
    dice: random.Random,
    number: int | None = None,
) -> None:
    """Write commands to a game, for ever or so many, telling of each when it is acknowledged."""
    head = Head()
    for n in count() if number is None else range(number):
        command_id = f"{name}-{n}".encode()
        head = await insist(log, game, head, command_id)
        accepted(command_id)
        if dice.random() < 0.2:
            await asyncio.sleep(dice.random() * 0.003)


async def record_of(log: LogStore, game: str) -> list[Stored]:
    return [stored async for stored in read_all(log, game)]


async def assert_sound(log: LogStore, game: str, acknowledged: Sequence[bytes]) -> list[bytes]:
    """A record is a chain without gaps, its head and ids fit it, and holds each acknowledged command once.

    The ids of all commands on record.
    """
    record = await record_of(log, game)
    assert verify_chain(record) == []
    head = await log.head(game)
    assert head == (record[-1].head if record else Head())
    ids = [Entry.FromString(stored.entry).command_id for stored in record]
    assert len(set(ids)) == len(ids), "a command is on record twice"
    missing = set(acknowledged) - set(ids)
    assert not missing, f"acknowledged, and not on record: {sorted(missing)}"
    for command_id, stored in zip(ids, record, strict=True):
        assert await log.lookup(game, head, command_id, b"print") == Known(stored)
    assert await log.lookup(game, head, b"never sent", b"print") == Current()
    return ids


class Reader:
    """A follower that keeps what it gets."""

    def __init__(self) -> None:
        self.entries: list[Stored] = []
        self.told: list[str] = []
        self._changed = asyncio.Event()

    def deliver(self, stored: Stored) -> None:
        self.entries.append(stored)
        self._changed.set()

    def behind(self) -> None:
        self.told.append("behind")
        self._changed.set()

    def caught_up(self, version: int) -> None:
        self.told.append(f"caught up with {version}")
        self._changed.set()

    @property
    def versions(self) -> list[int]:
        return [stored.version for stored in self.entries]

    async def until(self, holds: Callable[[], bool], within: float = 30.0, watch: float | None = None) -> None:
        """Until something holds: looked at when this reader is told something, or every `watch` seconds."""
        async with asyncio.timeout(within):
            while not holds():
                self._changed.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), watch)

    async def until_version(self, version: int) -> None:
        await self.until(lambda: bool(self.entries) and self.entries[-1].version >= version)
