"""A hot game: its table folded from the log and kept up with it, and what watchers pull from."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rulekeeper.kernel import (
    FoldFailed,
    Game,
    KernelError,
    Live,
    Table,
    Viewer,
    commitment,
    effective,
    fold,
    follows,
    read_position,
    seed_of,
)
from rulekeeper.log import Damaged, Head, Stored, digest, verify_chain
from rulekeeper.projections import (
    NO_RECORD,
    GameRecord,
    History,
    HistoryChanged,
    Moment,
    Ring,
    Waiters,
    fold_slowly,
    parsed,
    read_entries,
    record_after,
)
from rulekeeper.server.acts import derived, own_id
from rulekeeper.server.bots import Bots
from rulekeeper.server.errors import RETRY_AFTER, Failure
from rulekeeper.server.house import House
from rulekeeper.server.logs import correlation_id
from rulekeeper.server.mailbox import Forked, Mailbox
from rulekeeper.server.unchanged import DAMAGED, broken_chain, differs, ends_elsewhere, page_differs
from rulekeeper.v1 import errors_pb2
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.v1.table_pb2 import GameInfo

_SLICE = 100
"""Entries that are checked in one go when a log is loaded."""


class HotGame:
    """One game in memory. Entries come in by one door, `take`, which lets each version through once: the
    process's own and those of others.

    table: where the game stands; never ahead of the log. head: the log's version and digest there. live: the kernel's
    cache for the table. seed: what draws come from; empty until all seats are taken. seats: how many there are.
    bot_seats: those that the service plays, with the player's name. sandbox: as the game's maker asked. paused: the
    correlation id of the fault that the game is paused for, or empty; `broken`: the fault is in what is on record, so
    that no ruling mends it; `changed`: it is another record than was written, and how that shows. time_us: the latest
    on record.
    """

    def __init__(self, house: House, game_id: str, game: Game[Any]) -> None:
        self.house = house
        self.game_id = game_id
        self.game = game
        self.table = Table()
        self.head = Head()
        self.live = Live()
        self.secret = b""
        self.seed = b""
        self.bot_seats: Mapping[int, str] = {}
        self.seats = 0
        self.sandbox = False
        self.paused = ""
        self.broken = False
        self.changed = ""
        self.seal = b""
        self.time_us = 0
        self._acted: dict[int, Table] = {}
        self.closing = False
        self.mailbox = Mailbox(self)
        self.bots = Bots(self)
        self.watchers = 0
        self._record = NO_RECORD
        self._settled = self._replayed = 0
        self._taking_back = False
        self._ring = Ring(house.limits.ring)
        self._news = Waiters()
        self._history = History(house.store, game_id, game)
        self._unfollow: Any = None

    @property
    def record(self) -> GameRecord:
        """Where the game stands, as far as everybody may know."""
        if self._record.head is not self.head:
            self._record = replace(self._record, head=self.head)
        return self._record

    @property
    def busy(self) -> bool:
        """It has something to do, or is watched, or alone knows what the record was: not to be given up."""
        if self.changed or self.watchers or len(self._news):
            return True
        return self.mailbox.busy or self.bots.busy

    @property
    def unsettled(self) -> bool:
        """The service has entries to make of itself: bots to seat, the game to begin, a position's commands to
        send, what all have agreed to take back.
        """
        return 0 < self.head.version < self._settled or self._taking_back

    def info(self) -> GameInfo:
        return self.house.lobby.info(self.game_id, self.record, bool(self.paused))

    def derived(self, purpose: bytes, number: int) -> bytes:
        return derived(self.secret, purpose, number)

    def own_id(self, *parts: str | bytes | int) -> bytes:
        """A command id for an act of the service's own in this game: see `acts.own_id`."""
        return own_id(self.secret or self.record.secret, *parts)

    # Loading.

    async def load(self) -> None:
        """Folds the whole log. Raises UNKNOWN_GAME where there is none, and Unreachable."""
        stored = await self._sealed()
        if not stored:
            raise Failure(errors_pb2.ERROR_CODE_UNKNOWN_GAME, f"no game has the id {self.game_id}")
        await self._rebuild(stored)
        self._follow()

    async def load_again(self) -> None:
        """Folds what is on record anew, where it begins with all that was folded. Raises Unreachable."""
        stored = await self._sealed()
        why = differs(stored, self.head)
        if why:
            self.history_changed(why)
            return
        self._stop_following()
        self.table, self.live, self.head = Table(), Live(), Head()
        self._replayed = 0
        self._ring.clear()
        self._history = History(self.house.store, self.game_id, self.game)
        await self._rebuild(stored)
        self._follow()
        self._news.wake()

    async def prove(self) -> None:
        """Something else than an append may have been at the log: reads all of it, and lets the game go on where it is
        what was folded. Raises HISTORY_CHANGED where it is not, and Unreachable.
        """
        if not self.changed:
            try:
                before = await self.house.store.head(self.game_id)
                stored = await self._sealed()
                after = await self.house.store.head(self.game_id)
            except Damaged as wrong:
                self.history_changed(DAMAGED, wrong)
            else:
                why = differs(stored, self.head) or ends_elsewhere(stored, before, after)
                why = why or await broken_chain(stored)
                if not why:
                    return
                self.history_changed(why)
        raise self.paused_failure()

    async def _sealed(self) -> Sequence[Stored]:
        """All that is on record, sealed before it was read."""
        self.seal = await self.house.store.seal(self.game_id)
        return await read_entries(self.house.store, self.game_id, 0)

    async def _rebuild(self, stored: Sequence[Stored]) -> None:
        self.paused, self.broken, self.changed = "", False, ""
        record, table, entries, broken = NO_RECORD, Table(), [], []
        try:
            for start in range(0, len(stored), _SLICE):
                some = stored[start : start + _SLICE]
                broken += verify_chain(some, record.head)
                for one in some:
                    entries.append(parsed(one))
                    record = record_after(record, one, entries[-1], self.game)
                await asyncio.sleep(0)
            self._acted.clear()
            table = await fold_slowly(self.game, effective(entries), table, self._acts)
        except (KernelError, IndexError) as wrong:
            self.pause("what is on record does not fold", wrong, broken=True)
        if not record.over:
            self.secret = await self.house.store.secret(self.game_id) or b""
        self.table, self.head = table, record.head
        self.time_us = max((entry.time_us for entry in entries), default=0)
        self._keep(record)
        if entries and table.version:
            self._ring.push(Moment(self.game, stored[-1], entries[-1], table))
        if broken:
            self.history_changed(broken[0].text)
        elif self.head.version and not record.over and not self.secret:
            # An import, that is; else a fault.
            self.pause("its secret is elsewhere" if record.imported else "its secret is gone", broken=True)
        elif self.secret and commitment(self.secret) != record.commitment:
            # Half a fork, perhaps.
            self.pause("its secret is not the one that it is committed to", broken=True)
        self.tell_lobby()
        self.house.metrics.folded.inc(len(stored))
        if self.unsettled:
            self.mailbox.settle()
        self.bots.look()

    def _keep(self, record: GameRecord) -> None:
        """The record is another now: what follows from it is worked out once."""
        self._record = record
        self.bot_seats = record.bots()
        self.seats = len(record.seats)
        self.sandbox = record.sandbox
        asking = record.asking
        self._taking_back = asking is not None and not record.over and not record.others_to_agree()
        self.seed = b"" if record.free() else seed_of(self.secret, record.contributions())
        if not record.began:
            self._settled = 1 << 63
        elif not record.position:
            self._settled = record.began
        elif record.began > self._replayed:
            self._replayed = record.began
            self._settled = record.began + self._commands(record.position)

    def _commands(self, position: str) -> int:
        try:
            return len(read_position(self.game, position).commands)
        except KernelError:
            # The game began from it, so the rules have changed since; its log does not fold, and it is paused for that.
            return 0

    def _follow(self) -> None:
        if not self.closing and not self.changed:
            self._unfollow = self.house.store.follow(self.game_id, self.head.version, self._deliver, lambda: None)

    def _stop_following(self) -> None:
        if self._unfollow is not None:
            self._unfollow()
            self._unfollow = None

    def end_watching(self) -> None:
        """Watchers are told that no more comes from here, and bots stop. Commands are still taken."""
        self.closing = True
        self._news.wake()

    async def close(self) -> None:
        """What is in the mailbox is finished first."""
        self.end_watching()
        await self.bots.close()
        await self.mailbox.close()
        self._stop_following()

    # The door.

    def take(self, stored: Stored) -> bool:
        """Folds the next entry. An earlier one changes nothing. False where more than this entry is wanted: see
        `take_slowly`.

        Raises Forked, and FoldFailed.
        """
        head = self.head
        if stored.version <= head.version:
            if stored.version == head.version and stored.digest != head.digest:
                raise Forked
            return True
        own = self.mailbox.own(stored)
        if own is not None:
            self.advance(*own)
            return True
        entry = parsed(stored)
        before = follows(entry)
        if stored.version != head.version + 1 or before != self.table.version:
            return False
        self._check(stored, entry)
        self.house.metrics.folded.inc()
        self.advance(stored, entry, fold(self.game, self.table, entry))
        return True

    async def take_slowly(self, stored: Stored) -> None:
        """The same, also after a rewind: then the table that was gone back to is folded first."""
        if self.take(stored):
            return
        entry = parsed(stored)
        if stored.version == self.head.version + 1:
            self._check(stored, entry)
            table = fold(self.game, await self._history.folded_at(follows(entry)), entry)
            if stored.version == self.head.version + 1:
                self.live.drop()
                self.advance(stored, entry, table)

    async def catch_up(self) -> None:
        """Takes all that is on record and not yet folded. Raises Unreachable, Forked and FoldFailed."""
        while missing := await self.house.store.read(self.game_id, self.head.version, 256):
            for stored in missing:
                await self.take_slowly(stored)

    def _check(self, stored: Stored, entry: Entry) -> None:
        if entry.previous != self.head.digest or digest(stored.entry) != stored.digest:
            raise Forked

    def _deliver(self, stored: Stored) -> None:
        """What the log's follower brings. Nothing may be raised here."""
        try:
            if not self.take(stored):
                self.mailbox.catch_up()
        except Forked:
            self.mailbox.reload()
        except FoldFailed as wrong:
            self.pause("an entry does not fold", wrong, broken=True)

    def advance(self, stored: Stored, entry: Entry, table: Table) -> Moment:
        """The next entry is on record, and this is the table after it."""
        moment = Moment(self.game, stored, entry, table)
        self.table = table
        self._acts(entry, table)
        self.time_us = max(self.time_us, entry.time_us)
        self._ring.push(moment)
        was_paused = self.paused
        if not self.broken:
            # What is missing or wrong on record stays so, whatever comes after it.
            self.paused = ""
        if entry.command and not entry.secret and self._record.asking is None:
            self.head = stored.head
        else:
            record = record_after(self.record, stored, entry, self.game)
            self.head = record.head
            self._keep(record)
            self.tell_lobby()
        if was_paused:
            self.tell_lobby()
        if self.broken and entry.HasField("forked"):
            # It was loaded while it was copied, and has its secret only now.
            self.mailbox.reload()
        self._news.wake()
        if self.unsettled:
            self.mailbox.settle()
        if self.bot_seats:
            self.bots.look()
        return moment

    def _acts(self, entry: Entry, table: Table) -> None:
        if entry.command:
            self._acted[entry.actor.seat] = table

    def before(self, viewer: Viewer, version: int) -> Table | None:
        """How the table stood after the viewer's last command up to that version; None for who has sent none, and where
        a later one is known.
        """
        table = self._acted.get(viewer)
        return table if table is not None and table.version <= version else None

    # Faults.

    def pause(self, why: str, wrong: BaseException | None = None, *, broken: bool = False) -> str:
        """Nobody plays on until a ruling, an entry from elsewhere, or a restart changes what went wrong. The
        correlation id. `broken`: see the class.
        """
        self.paused = correlation_id()
        self.broken = broken
        self.house.metrics.paused.inc()
        log = self.house.log.info if self.record.imported and not self.secret else self.house.log.error
        log(
            "game paused",
            game=self.game_id,
            version=self.head.version,
            why=why,
            fault=str(wrong) if wrong is not None else "",
            correlation_id=self.paused,
        )
        self.tell_lobby()
        return self.paused

    def history_changed(self, why: str, wrong: BaseException | None = None) -> None:
        """The record is another than was written. What was folded stays in memory, and nobody goes on from either."""
        if not self.changed:
            self.changed = why
            self._stop_following()
            self.house.metrics.histories_changed.inc()
            self.pause(f"history changed: {why}", wrong, broken=True)
            self._news.wake()

    @property
    def halted(self) -> bool:
        """Nobody may play on now: a judge, or a seat that called one, has paused the game, or a fault has."""
        return bool(self.paused or self.record.halted)

    def paused_failure(self) -> Failure:
        if not self.paused:
            text = f"the game is paused: {self.record.halted}"
            return Failure(errors_pb2.ERROR_CODE_GAME_PAUSED, text, retry_after=RETRY_AFTER)
        if self.record.imported and not self.secret:
            text = "the game was imported before it was over: here it is looked at and forked, not played or ruled on"
            return Failure(errors_pb2.ERROR_CODE_GAME_PAUSED, text)
        if self.changed:
            text = f"the game is stopped, for its record was changed: {self.changed}; correlation id {self.paused}"
            return Failure(errors_pb2.ERROR_CODE_HISTORY_CHANGED, text, metadata={"correlation_id": self.paused})
        text = f"the game is paused at version {self.head.version}; correlation id {self.paused}"
        return Failure(errors_pb2.ERROR_CODE_GAME_PAUSED, text, metadata={"correlation_id": self.paused})

    def tell_lobby(self) -> None:
        if self.head.version:
            self.house.lobby.note(self.game_id, self.record, paused=bool(self.paused))

    # What watchers pull from: see `Feed`.

    def moment(self, version: int) -> Moment | None:
        return self._ring.get(version)

    async def read(self, after: int, limit: int) -> Sequence[Stored]:
        """Raises HistoryChanged where it is not what was written."""
        try:
            page = await self.house.store.read(self.game_id, after, limit)
        except Damaged as wrong:
            raise self._found_changed(DAMAGED, wrong) from None
        why = page_differs(page, after, self.head)
        if why:
            raise self._found_changed(why)
        return page

    async def entries(self, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Every entry after a version, with a page in memory at a time; raises as `read` does."""
        while True:
            known = self.head.version
            page = await self.read(after, 256)
            if not page:
                break
            for stored in page:
                yield stored
            after = page[-1].version
        if after < known:
            raise self._found_changed(f"the log ends at version {after}, and went to {known} before")

    def _found_changed(self, why: str, wrong: BaseException | None = None) -> HistoryChanged:
        self.history_changed(why, wrong)
        return HistoryChanged(why)

    async def table_at(self, version: int) -> Table:
        near = self._ring.get(version)
        if near is not None and near.table is not None:
            return near.table
        return await self._history.table_at(version)

    async def folded_at(self, version: int) -> Table:
        """The same from the log alone, for what play goes on from: no snapshot is read. Raises FoldFailed, and
        Unreachable.
        """
        return await self._history.folded_at(version)

    async def beyond(self, version: int, seconds: float) -> bool:
        if self.closing or self.head.version > version:
            return True
        news = not self.changed and await self._news.wait(seconds)
        if self.changed:
            raise HistoryChanged(self.changed)
        return news
