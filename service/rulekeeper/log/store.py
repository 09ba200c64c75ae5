"""The seam: what the service asks of a record, and what it answers. Nothing here knows Redis, a game or a rule."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct


class Head(Struct, frozen=True):
    """Where a log ends: the version of its last entry, and that entry's digest. `Head()`: a log without entries."""

    version: int = 0
    digest: bytes = b""


class Stored(Struct, frozen=True):
    """An entry on record: its version (from 1), the bytes of `rulekeeper.v1.Entry`, and their digest (32 bytes)."""

    version: int
    entry: bytes
    digest: bytes

    @property
    def head(self) -> Head:
        """The head of a log that ends with this entry."""
        return Head(self.version, self.digest)


class Appended(Struct, frozen=True):
    """The entry is on record, and on the server's disk as far as the server can promise. The log's new head."""

    head: Head


class Known(Struct, frozen=True):
    """The command id was accepted before, with this fingerprint: the entry that it led to then."""

    stored: Stored


class Reused(Struct, frozen=True):
    """The command id was accepted before, with another fingerprint: the entry that it led to then."""

    stored: Stored


class Conflict(Struct, frozen=True):
    """The log is ahead of the head that was named: the entries after it, oldest first, and the log's head.

    No more than a page (`Limits.page`) of entries comes along: where `missing` ends before `head`, read on.
    """

    missing: tuple[Stored, ...]
    head: Head


class Diverged(Struct, frozen=True):
    """The log does not contain the head that was named, so what was folded is not what is on record. The log's head."""

    head: Head


class Current(Struct, frozen=True):
    """The log ends with the head that was named, and the command id was never accepted."""


class Touched(Struct, frozen=True):
    """Something else than an append may have been at the log since it was sealed. Nothing was written: seal it again,
    read all of it, and compare.
    """


Appending: TypeAlias = Appended | Known | Reused | Conflict | Diverged | Touched
LookingUp: TypeAlias = Current | Known | Reused | Conflict | Diverged


class Listed(Struct, frozen=True):
    """A game of the index: its id, when it was created (microseconds since 1970-01-01 UTC), and its log's head."""

    game: str
    created_us: int
    head: Head


class Page(Struct, frozen=True):
    """Games, newest first. `next` is what `games(after=...)` takes to go on; empty: there are no more."""

    games: tuple[Listed, ...]
    next: str


class Note(Struct, frozen=True):
    """What was noted beside a log, such as a refused command: its mark (ascending), and the bytes."""

    mark: str
    record: bytes


Deliver: TypeAlias = Callable[[Stored], None]
Unfollow: TypeAlias = Callable[[], None]


class LogStore(Protocol):
    """An append-only record of games, shared by any number of processes.

    Any call may raise `Unreachable`, and `append` also `OutcomeUnknown`. Cancelling a caller cancels nothing that it
    asked for. `ValueError` is raised, before anything is sent, for what can never be stored (an empty game id; an entry
    or record over its limit).
    """

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
        """Put `entry` on record as version `head.version + 1`, if the log ends with `head` and the command id is new.

        `fingerprint` is any digest of who sent what: it is kept with the command id, and compared when the id comes
        again. `digest` is `rulekeeper.log.digest(entry)`. `seal`: what `seal` gave before the log was read that the
        caller holds; empty: nothing is asked of what lies before. Where the answer is not `Appended`, nothing was
        written.
        """

    async def seal(self, game: str) -> bytes:
        """What says that nothing but appends is done to a log from now on: the same for all who ask, until the log is
        made anew by other means, or its server starts again. Empty: there is no log.
        """

    async def lookup(self, game: str, head: Head, command_id: bytes, fingerprint: bytes) -> LookingUp:
        """What `append` would answer, without writing: to be asked before a refusal is sent."""

    async def read(self, game: str, after: int, limit: int) -> Sequence[Stored]:
        """The entries after version `after`, oldest first: at most `limit`, and at most a page. Empty: no more."""

    async def head(self, game: str) -> Head:
        """Where the log ends; `Head()` for a game that has none."""

    def follow(
        self,
        game: str,
        after: int,
        deliver: Deliver,
        behind: Callable[[], None],
        caught_up: Callable[[int], None] | None = None,
    ) -> Unfollow:
        """Call `deliver` with every entry after version `after`: in order, each once, until the result is called.

        A new follower catches up from the log first. `caught_up(version)` is called when it has: all that was on record
        then is delivered, and what is appended from now on arrives by itself. `behind()` is called when that ceases to
        hold (an entry was missed, the server is away); catching up begins by itself, and `caught_up` follows again. The
        callbacks run in the event loop, must be quick, and may unfollow. A follower whose callback raises is ended, and
        the error goes to the loop's exception handler. Nothing is called after unfollowing.

        Versions are all that is compared: that an entry continues the one before is for the reader to check.
        """

    async def enlist(self, game: str, created_us: int) -> None:
        """Put a game into the index; to be done before its entry 1. Again: nothing changes."""

    async def games(self, after: str = "", limit: int = 100) -> Page:
        """The games that have an entry, newest first, from the one after the game `after`. Raises `NotListed`."""

    async def note_refused(self, game: str, record: bytes) -> None:
        """Keep a refused command for the judges. Only the newest are kept (`Limits.refused`)."""

    async def keep_refused(self, game: str) -> None:
        """All that are kept now stay, as evidence, whatever is refused later (`Limits.evidence` at most)."""

    async def refused(self, game: str, before: str = "", limit: int = 100) -> Sequence[Note]:
        """The refused commands that are kept, newest first, from the one before the mark `before`. ValueError: no mark
        looks like that.
        """

    async def refusal(self, game: str, mark: str) -> Note | None:
        """The refused command with that mark, if it is still kept. ValueError: no mark looks like that."""

    async def mark(self, game: str, version: int) -> None:
        """Remember a version whose entry is not a command of play; to be done before it is appended. Another entry may
        come to stand there: what is marked has to be looked at.
        """

    async def marks(self, game: str) -> Sequence[int]:
        """The marked versions, ascending."""

    async def note_look(self, game: str, record: bytes) -> None:
        """Keep, for ever, that somebody looked at what is hidden; on record when this returns."""

    async def looks(self, game: str) -> Sequence[Note]:
        """All that `note_look` was told, oldest first."""

    async def note_call(self, game: str, called_us: int) -> None:
        """Put a game among those in which a judge was called, in order of the first call; to be done before the call's
        own entry. Again: nothing changes.
        """

    async def called(self, after: str = "", limit: int = 100) -> Sequence[str]:
        """The games in which a judge was called, from the one after the game `after`. Raises `NotListed`."""

    async def keep_snapshot(self, game: str, version: int, tag: bytes, data: bytes) -> None:
        """Keep what was worked out of the log up to a version, in place of what was kept there. A cache: the server's
        operator may delete it at any time, and whoever reads it proves it. `tag`: who may read it; always as long.
        """

    async def snapshot(self, game: str, version: int, tag: bytes) -> bytes | None:
        """What is kept at that version, where it was kept with that tag."""

    async def keep_secret(self, game: str, secret: bytes) -> bytes:
        """Keep a game's secret, unless one is kept already. The one that is kept."""

    async def secret(self, game: str) -> bytes | None:
        """A game's secret, while it is kept."""

    async def drop_secret(self, game: str) -> None:
        """Forget a game's secret (the entry that ended the game holds it)."""


async def read_all(log: LogStore, game: str, after: int = 0) -> AsyncIterator[Stored]:
    """Every entry after version `after`, oldest first, until there are no more; a page is in memory at a time."""
    while entries := await log.read(game, after, 1_000_000):
        for stored in entries:
            yield stored
        after = entries[-1].version
