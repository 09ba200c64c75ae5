"""The record on a Redis or Valkey server: `LogStore` in terms of keys, functions and replies."""

import asyncio
import re
import secrets
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Self, TypeVar

from msgspec import Struct
from redis.asyncio.connection import AbstractConnection

from rulekeeper.log.connecting import LOST, Address, close, in_words
from rulekeeper.log.errors import Damaged, NotListed, Unreachable
from rulekeeper.log.fitness import Server, inspect
from rulekeeper.log.following import Following
from rulekeeper.log.keys import CALLED, INDEX, Keys, keys_of
from rulekeeper.log.library import Library, load_library, read_library
from rulekeeper.log.limits import Limits
from rulekeeper.log.pipeline import Pipeline, Traffic
from rulekeeper.log.store import (
    Appended,
    Appending,
    Conflict,
    Current,
    Deliver,
    Diverged,
    Head,
    Known,
    Listed,
    LookingUp,
    Note,
    Page,
    Reused,
    Stored,
    Touched,
    Unfollow,
)

_DIGEST = 32
_ID = 64
_WORD = 16
# An append as it goes to the server: what is the same for all of a game around what changes, each with its length. It
# is sent for each command, and packing it word by word takes twice the time.
_APPEND = b"%b" + b"$%d\r\n%b\r\n" * 4 + b"%b" + b"$%d\r\n%b\r\n" * 2 + b"%b" + b"$%d\r\n%b\r\n"
# For how many games what is the same is kept.
_GAMES = 4096
_MARK = re.compile(r"([0-9]{1,20})-([0-9]{1,20})")
_MOST = 2**64 - 1
T = TypeVar("T")


class Statistics(Struct, frozen=True):
    """What a log is at in this process: the connection of appends, the connection of all else, and its followers."""

    appends: Traffic
    reads: Traffic
    followers: int


class RedisLog:
    """`LogStore` on a server. Made by `RedisLog.open`, ended by `aclose` (or an `async with`)."""

    def __init__(self, address: Address, server: Server, library: Library, limits: Limits) -> None:
        async def prepare(connection: AbstractConnection) -> None:
            await load_library(connection, library, address)

        self.server = server
        self._library = library
        self._limits = limits
        # Pages of entries are large answers: on a connection of their own they keep no append waiting.
        self._appends = Pipeline(address, prepare, limits)
        self._reads = Pipeline(address, prepare, limits)
        self._following = Following(address, self.read, limits)
        self._ends_of_append = lru_cache(_GAMES)(partial(_ends_of_append, library.append))
        self._packed_page = _packed(str(limits.page))

    @classmethod
    async def open(cls, url: str, limits: Limits | None = None) -> Self:
        """Connect to `redis://`, `rediss://` or `unix://`, and read the server's settings: see `server.shortfalls`.

        Raises BadAddress, Unreachable, or ServerUnfit where a record must not be trusted to the server.
        """
        limits = limits or Limits()
        address, library = Address(url), read_library()
        connection = await address.connect(limits.connect)
        try:
            async with asyncio.timeout(limits.patience):
                server = await inspect(connection, address)
                await load_library(connection, library, address)
        except (*LOST, TimeoutError) as why:
            raise Unreachable(f"{address} is away: {in_words(why)}") from None
        finally:
            await close(connection)
        return cls(address, server, library, limits)

    async def aclose(self) -> None:
        """Close all connections. Calls without an answer fail; followers hear no more."""
        await self._following.aclose()
        await self._reads.aclose()
        await self._appends.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    @property
    def statistics(self) -> Statistics:
        return Statistics(self._appends.traffic, self._reads.traffic, self._following.count)

    async def append(
        self,
        game: str,
        head: Head,
        command_id: bytes,
        fingerprint: bytes,
        entry: bytes,
        digest: bytes,
        seal: bytes = b"",
    ) -> Appending:
        start, end = self._ends_of_append(game)
        _check_size("a command id", command_id, _ID, least=1)
        _check_size("an entry", entry, self._limits.entry, least=1)
        _check_size("a digest", digest, _DIGEST, least=_DIGEST)
        version = b"%d" % head.version
        packed = _APPEND % (
            start,
            len(version),
            version,
            len(head.digest),
            head.digest,
            len(command_id),
            command_id,
            len(fingerprint),
            fingerprint,
            self._packed_page,
            len(entry),
            entry,
            len(digest),
            digest,
            end,
            len(seal),
            seal,
        )
        reply = await self._appends.send(packed, writes=True)
        if reply[0] == b"ok":
            return Appended(Head(head.version + 1, digest))
        if reply[0] == b"touched":
            return Touched()
        answer = _parsed(game, lambda: _standing(reply))
        if isinstance(answer, Current):
            raise Damaged(f"the log of game {game} answers an append with {reply[0]!r}")
        # Sent again after its answer was lost: an entry holds its salt, so equal bytes are this very append.
        if isinstance(answer, Known) and answer.stored == Stored(head.version + 1, entry, digest):
            return Appended(answer.stored.head)
        return answer

    async def seal(self, game: str) -> bytes:
        word = secrets.token_hex(_WORD // 2)
        seal: bytes = await self._appends.call("FCALL", self._library.seal, 1, keys_of(game).log, word)
        return seal

    async def lookup(self, game: str, head: Head, command_id: bytes, fingerprint: bytes) -> LookingUp:
        keys = keys_of(game)
        reply = await self._appends.call(
            "FCALL_RO",
            self._library.lookup,
            3,
            keys.log,
            keys.head,
            keys.ids,
            head.version,
            head.digest,
            command_id,
            fingerprint,
            self._limits.page,
        )
        return _parsed(game, lambda: _standing(reply))

    async def read(self, game: str, after: int, limit: int) -> list[Stored]:
        if limit < 1:
            return []
        count = min(limit, self._limits.page)
        reply = await self._reads.call("XRANGE", keys_of(game).log, f"({after}-0", "+", "COUNT", count)
        return _parsed(game, lambda: _entries(reply))

    async def head(self, game: str) -> Head:
        return await self._head(game, keys_of(game))

    def follow(
        self,
        game: str,
        after: int,
        deliver: Deliver,
        behind: Callable[[], None],
        caught_up: Callable[[int], None] | None = None,
    ) -> Unfollow:
        return self._following.follow(game, after, deliver, behind, caught_up)

    async def enlist(self, game: str, created_us: int) -> None:
        keys_of(game)
        await self._reads.call("ZADD", INDEX, "NX", created_us, game)

    async def games(self, after: str = "", limit: int = 100) -> Page:
        count = max(1, min(limit, self._limits.page))
        found: list[Listed] = []
        while True:
            reply = await self._reads.call("FCALL_RO", self._library.games, 1, INDEX, after, count)
            if reply is None:
                raise NotListed(f"no game {after} is in the index")
            ids = [game.decode() for game in reply[::2]]
            heads = await asyncio.gather(*(self._head(game, keys_of(game)) for game in ids))
            for game, created, head in zip(ids, reply[1::2], heads, strict=True):
                after = game
                if head.version:
                    found.append(Listed(game, int(float(created)), head))
                if len(found) == count:
                    return Page(tuple(found), after)
            if len(ids) < count:
                return Page(tuple(found), "")

    async def note_refused(self, game: str, record: bytes) -> None:
        _check_size("a refused command", record, self._limits.refused_bytes)
        await self._reads.call("XADD", keys_of(game).refused, "MAXLEN", self._limits.refused, "*", "r", record)

    async def keep_refused(self, game: str) -> None:
        keys = keys_of(game)
        kept = int(await self._reads.call("HLEN", keys.evidence))
        reply = await self._reads.call("XRANGE", keys.refused, "-", "+", "COUNT", self._limits.refused)
        notes = _parsed(game, partial(_noted, reply))[: max(self._limits.evidence - kept, 0)]
        if notes:
            pairs = [part for note in notes for part in (note.mark, note.record)]
            await self._reads.call("HSET", keys.evidence, *pairs)

    async def refused(self, game: str, before: str = "", limit: int = 100) -> list[Note]:
        if limit < 1:
            return []
        if before and not any(_mark(before)):
            return []  # nothing comes before the first of all
        count = min(limit, self._limits.page)
        start = f"({before}" if before else "+"
        keys = keys_of(game)
        reply = await self._reads.call("XREVRANGE", keys.refused, start, "-", "COUNT", count)
        notes = {note.mark: note for note in _parsed(game, partial(_noted, reply))}
        marks = [mark.decode() for mark in await self._reads.call("HKEYS", keys.evidence)]
        older = sorted((mark for mark in marks if not before or _mark(mark) < _mark(before)), key=_mark)[-count:]
        missing = [mark for mark in older if mark not in notes]
        if missing:
            records = await self._reads.call("HMGET", keys.evidence, *missing)
            notes |= {mark: Note(mark, record) for mark, record in zip(missing, records, strict=True)}
        return sorted(notes.values(), key=lambda note: _mark(note.mark), reverse=True)[:count]

    async def refusal(self, game: str, mark: str) -> Note | None:
        _mark(mark)
        reply = await self._reads.call("XRANGE", keys_of(game).refused, mark, mark)
        found = next(iter(_parsed(game, partial(_noted, reply))), None)
        if found is None:
            record: bytes | None = await self._reads.call("HGET", keys_of(game).evidence, mark)
            found = None if record is None else Note(mark, record)
        return found

    async def mark(self, game: str, version: int) -> None:
        await self._reads.call("ZADD", keys_of(game).marks, version, version)

    async def marks(self, game: str) -> list[int]:
        reply = await self._reads.call("ZRANGE", keys_of(game).marks, 0, -1)
        return _parsed(game, lambda: [int(version) for version in reply])

    async def note_look(self, game: str, record: bytes) -> None:
        _check_size("a look", record, self._limits.look_bytes)
        await self._reads.call("XADD", keys_of(game).looks, "*", "r", record)

    async def looks(self, game: str) -> list[Note]:
        found: list[Note] = []
        start = "-"
        while True:
            reply = await self._reads.call("XRANGE", keys_of(game).looks, start, "+", "COUNT", self._limits.page)
            page = _parsed(game, partial(_noted, reply))
            found += page
            if len(page) < self._limits.page:
                return found
            start = f"({page[-1].mark}"

    async def note_call(self, game: str, called_us: int) -> None:
        keys_of(game)
        await self._reads.call("ZADD", CALLED, "NX", called_us, game)

    async def called(self, after: str = "", limit: int = 100) -> list[str]:
        start = 0
        if after:
            rank = await self._reads.call("ZRANK", CALLED, after)
            if rank is None:
                raise NotListed(f"no judge was called in a game {after}")
            start = rank + 1
        count = max(1, min(limit, self._limits.page))
        reply = await self._reads.call("ZRANGE", CALLED, start, start + count - 1)
        return [game.decode() for game in reply]

    async def keep_snapshot(self, game: str, version: int, tag: bytes, data: bytes) -> None:
        kept = tag + data
        _check_size("a snapshot", kept, self._limits.snapshot_bytes)
        await self._reads.call("HSET", keys_of(game).snapshots, version, kept)

    async def snapshot(self, game: str, version: int, tag: bytes) -> bytes | None:
        kept: bytes | None = await self._reads.call("HGET", keys_of(game).snapshots, version)
        return kept[len(tag) :] if kept is not None and kept.startswith(tag) else None

    async def keep_secret(self, game: str, secret: bytes) -> bytes:
        kept: bytes | None = await self._reads.call("SET", keys_of(game).secret, secret, "NX", "GET")
        return secret if kept is None else kept

    async def secret(self, game: str) -> bytes | None:
        kept: bytes | None = await self._reads.call("GET", keys_of(game).secret)
        return kept

    async def drop_secret(self, game: str) -> None:
        await self._reads.call("DEL", keys_of(game).secret)

    async def _head(self, game: str, keys: Keys) -> Head:
        version, digest = await self._reads.call("HMGET", keys.head, "version", "digest")
        return Head() if version is None else _parsed(game, lambda: Head(int(version), bytes(digest)))


def _mark(text: str) -> tuple[int, int]:
    """The two numbers of a mark. ValueError: it is none."""
    found = _MARK.fullmatch(text)
    first, second = (int(found[1]), int(found[2])) if found else (_MOST + 1, 0)
    if first > _MOST or second > _MOST:
        raise ValueError(f"{text[:40]!r} is no mark")
    return first, second


def _ends_of_append(name: str, game: str) -> tuple[bytes, bytes]:
    keys = keys_of(game)
    start = ("FCALL", name, "3", keys.log, keys.head, keys.ids)
    return b"*15\r\n" + b"".join(map(_packed, start)), _packed(keys.channel)


def _packed(word: str) -> bytes:
    content = word.encode()
    return b"$%d\r\n%b\r\n" % (len(content), content)


def _standing(reply: list[Any]) -> LookingUp:
    match reply:
        case [b"current"]:
            return Current()
        case [b"known", [entry]]:
            return Known(_stored(entry))
        case [b"reused", [entry]]:
            return Reused(_stored(entry))
        case [b"conflict", missing, version, digest]:
            return Conflict(tuple(_entries(missing)), Head(int(version), digest))
        case [b"diverged", version, digest]:
            return Diverged(Head(int(version), digest))
        case _:
            raise ValueError(f"it answers {reply[0]!r}")


def _entries(reply: list[Any]) -> list[Stored]:
    return [_stored(entry) for entry in reply]


def _stored(entry: list[Any]) -> Stored:
    mark, (_, content, _, digest) = entry
    return Stored(int(mark.partition(b"-")[0]), content, digest)


def _noted(reply: list[Any]) -> list[Note]:
    return [Note(mark.decode(), fields[1]) for mark, fields in reply]


def _parsed(game: str, parse: Callable[[], T]) -> T:
    try:
        return parse()
    except (TypeError, ValueError, IndexError) as why:
        raise Damaged(f"the record of game {game} is damaged: {why}") from None


def _check_size(what: str, content: bytes, most: int, least: int = 0) -> None:
    if not least <= len(content) <= most:
        raise ValueError(f"{what} has {len(content)} bytes, not {least} to {most}")
