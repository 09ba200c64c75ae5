"""A hot game's mailbox: one task decides, appends and folds, one append in flight. Callers await a future
only, so a call that is cancelled cancels nothing.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from rulekeeper.kernel import FoldFailed, KernelError, LimitExceeded, Table, fold
from rulekeeper.log import (
    Appended,
    Conflict,
    Current,
    Damaged,
    Diverged,
    Known,
    LogError,
    LookingUp,
    Reused,
    Stored,
    Touched,
    digest,
)
from rulekeeper.projections import Moment, keep_snapshot, parsed, wants_snapshot
from rulekeeper.server.acts import Act, Begin, Draft, Replay, TakeSeat, fingerprint_of, salt_of
from rulekeeper.server.clock import now_us
from rulekeeper.server.errors import RETRY_AFTER, Failure
from rulekeeper.server.refusals import refusal_record
from rulekeeper.server.rulings import GoBack
from rulekeeper.v1 import errors_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SERVICE, SEAT_KIND_BOT, Actor, Entry

if TYPE_CHECKING:
    from rulekeeper.server.hot import HotGame

_MOST_TRIES = 100
_AGAIN = 1.0
"""Seconds after which a chore that found the log away is taken up again."""


class _Sealed(NamedTuple):
    """A finished entry, its bytes on the way to the log, and the table after it."""

    stored: Stored
    entry: Entry
    table: Table


class Forked(Exception):
    """What comes from the log does not continue what was folded from it."""


class Mailbox:
    """What is asked of a game waits here, in order of coming. Chores of the service's own come first."""

    def __init__(self, hot: HotGame) -> None:
        self._hot = hot
        self._queue: deque[tuple[Act, asyncio.Future[Moment]]] = deque()
        self._settling: list[asyncio.Future[None]] = []
        self._worker: asyncio.Task[None] | None = None
        self._own: _Sealed | None = None
        self._behind = self._forked = self._owes = False

    @property
    def busy(self) -> bool:
        return self._worker is not None

    async def do(self, act: Act) -> Moment:
        """The entry that the act led to, now or when it was done before.

        Raises Failure where it is refused or the rules fail; then nothing was written. Raises Unreachable, and
        OutcomeUnknown.
        """
        future: asyncio.Future[Moment] = asyncio.get_running_loop().create_future()
        self._queue.append((act, future))
        self._start()
        try:
            return await future
        finally:
            # A failure's traceback holds this frame, and the future the failure: they would wait for a collection of
            # cycles, with all that the caller sent.
            del future

    def catch_up(self) -> None:
        """Entries were missed, or cannot be folded one by one: read the log."""
        self._behind = True
        self._start()

    def reload(self) -> None:
        """The log holds something else than was folded: fold it anew."""
        self._forked = True
        self._start()

    def settle(self) -> None:
        """Make the entries that the service owes of itself."""
        self._owes = True
        self._start()

    async def settled(self) -> None:
        """When the service has made what entries it owes, or has found that it cannot now."""
        if self._worker is not None:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._settling.append(future)
            await future

    def own(self, stored: Stored) -> _Sealed | None:
        """This process's own entry, where it comes back by the follower before the answer to its append."""
        own = self._own
        return own if own is not None and own.stored == stored else None

    async def close(self) -> None:
        """Finishes what is there."""
        while self._worker is not None:
            await asyncio.wait([self._worker])

    def _start(self) -> None:
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while True:
                if self._forked or self._behind or self._owes:
                    await self._chore()
                elif self._settling:
                    future = self._settling.pop()
                    if not future.done():
                        future.set_result(None)
                elif self._queue:
                    await self._answer(*self._queue.popleft())
                else:
                    break
        finally:
            self._worker = None

    async def _answer(self, act: Act, future: asyncio.Future[Moment]) -> None:
        try:
            moment = await self._perform(act)
        except Exception as wrong:
            if not future.done():
                future.set_exception(wrong)
        else:
            if not future.done():
                future.set_result(moment)
        finally:
            del future

    async def _chore(self) -> None:
        hot = self._hot
        again = self.settle
        try:
            if self._forked:
                again, self._forked = self.reload, False
                await hot.load_again()
            elif self._behind:
                again, self._behind = self.catch_up, False
                await hot.catch_up()
            else:
                again = self.settle
                try:
                    await self._settle()
                finally:
                    self._owes = False
        except Forked:
            self._forked = True
        except Damaged as wrong:
            hot.pause("its record is damaged", wrong, broken=True)
        except LogError as wrong:
            hot.house.troubles.note(hot.house, wrong)
            asyncio.get_running_loop().call_later(_AGAIN, lambda: None if hot.closing else again())
        except FoldFailed as wrong:
            hot.pause("an entry does not fold", wrong, broken=True)
        except Failure as wrong:
            if not hot.paused:
                hot.pause("the service cannot do what it owes", wrong)
        except Exception as wrong:
            hot.pause("a fault of the service", wrong)
            hot.house.log.exception("chore failed", game=hot.game_id)

    # What the service owes.

    async def _settle(self) -> None:
        hot = self._hot
        while (act := await self._owed()) is not None:
            before = hot.head.version
            # Each of these entries makes the next one due: were they settled in one another, the stack would run out.
            # Where the log has gone on, something else may be owed, or nothing: another service settles, too.
            await self._try(act)
            if hot.head.version == before:
                break

    async def _owed(self) -> Act | None:
        record = self._hot.record
        if not self._hot.unsettled or self._hot.paused or record.over:
            return None
        if record.asking is not None and not record.others_to_agree():
            asking = record.asking
            return GoBack(
                command_id=self._hot.own_id("taken back", asking.asked),
                fingerprint=fingerprint_of("taken back", asking.asked),
                actor=Actor(role=ROLE_SERVICE),
                to=asking.to,
                reason=f"all agree that seat {asking.seat} takes it back",
                table=await self._hot.folded_at(asking.to),
            )
        if record.began:
            number = record.head.version - record.began
            return Replay(self._hot.own_id("replay", number), fingerprint_of("replay", number), number)
        for seat in record.free():
            if record.seats[seat].kind == SEAT_KIND_BOT:
                return self._bot_sits(seat, record.seats[seat].player)
        if record.free():
            return None
        return Begin(self._hot.own_id("begin"), fingerprint_of("begin"))

    def _bot_sits(self, seat: int, player: str) -> Act:
        contribution = self._hot.derived(b"contribution", seat)
        return TakeSeat(
            command_id=self._hot.own_id("bot sits", seat),
            fingerprint=fingerprint_of("bot sits", seat),
            seat=seat,
            name=player,
            contribution=contribution,
            service=True,
        )

    # Doing.

    async def _perform(self, act: Act) -> Moment:
        for _ in range(_MOST_TRIES):
            while self._owes:
                await self._chore()
            moment = await self._try(act)
            if moment is not None:
                return moment
        text = "the log is growing faster than this service can follow"
        raise Failure(errors_pb2.ERROR_CODE_LOG_UNREACHABLE, text, retry_after=RETRY_AFTER)

    async def _try(self, act: Act) -> Moment | None:
        """The entry that the act led to; None where the log has gone on meanwhile: it is folded by then."""
        hot = self._hot
        try:
            match await self._attempt(act):
                case Moment() as moment:
                    return moment
                case Known(stored):
                    return await self._known(stored)
                case Reused(stored):
                    if act.same(hot.game, parsed(stored)):
                        return await self._known(stored)
                    text = "this id came before, with something else"
                    raise Failure(errors_pb2.ERROR_CODE_COMMAND_ID_REUSED, text)
                case Conflict(missing, head):
                    hot.house.metrics.conflicts.inc()
                    for stored in missing:
                        await hot.take_slowly(stored)
                    if hot.head.version < head.version:
                        await hot.catch_up()
                    if hot.head.version < head.version:
                        await hot.prove()
                case Touched() | Diverged():
                    await hot.prove()
        except Forked:
            await hot.prove()
        except FoldFailed as wrong:
            hot.pause("an entry does not fold", wrong, broken=True)
            raise hot.paused_failure() from None
        except Damaged as wrong:
            await hot.prove()
            hot.pause("its record is damaged", wrong, broken=True)
            raise hot.paused_failure() from None
        return None

    async def _attempt(self, act: Act) -> Moment | LookingUp | Touched:
        """Drafts and appends; where it is refused, looks first whether it was done before, or the log has gone on."""
        hot = self._hot
        head = hot.head
        if hot.changed:
            raise hot.paused_failure()
        try:
            if hot.paused and (hot.broken or not act.despite_faults):
                raise hot.paused_failure()
            if not head.version:
                raise Failure(errors_pb2.ERROR_CODE_UNKNOWN_GAME, f"no game has the id {hot.game_id}")
            sealed = self._seal(act.draft(hot))
        except (Failure, KernelError) as wrong:
            found = await hot.house.store.lookup(hot.game_id, head, act.command_id, act.fingerprint)
            if not isinstance(found, Current):
                return found
            if isinstance(wrong, Failure):
                self._note(act, wrong)
                raise
            raise self._final(wrong) from wrong
        if not act.plays and sealed.entry.version > hot.record.began > 0:
            await hot.house.store.mark(hot.game_id, sealed.entry.version)
        self._own = sealed
        began = time.perf_counter()
        try:
            answer = await hot.house.store.append(
                hot.game_id, head, act.command_id, act.fingerprint, sealed.stored.entry, sealed.stored.digest, hot.seal
            )
        except ValueError:
            text = "the entry is larger than the log takes"
            raise Failure(errors_pb2.ERROR_CODE_TOO_LARGE, text) from None
        finally:
            self._own = None
        if not isinstance(answer, Appended):
            return answer
        hot.house.metrics.appends.observe(time.perf_counter() - began)
        moment = hot.moment(sealed.stored.version)
        if moment is None:
            moment = hot.advance(*sealed)
        if wants_snapshot(moment.version):
            keep = keep_snapshot(hot.house.store, hot.game_id, hot.game, moment.head, sealed.table)
            hot.house.errands.send(keep)
        if sealed.entry.secret:
            hot.house.errands.send(hot.house.store.drop_secret(hot.game_id))
        return moment

    def _seal(self, draft: Draft) -> _Sealed:
        hot = self._hot
        entry = draft.entry
        entry.version = hot.head.version + 1
        entry.time_us = now_us(after=hot.time_us)
        entry.ruleset = hot.game.ruleset
        entry.salt = salt_of(hot.secret, entry.version) if hot.sandbox else os.urandom(16)
        entry.previous = hot.head.digest
        table = draft.table
        if table is None:
            table = fold(hot.game, hot.table, entry)
        if table.over:
            entry.secret = hot.secret
        data = entry.SerializeToString(deterministic=True)
        return _Sealed(Stored(entry.version, data, digest(data)), entry, table)

    async def _known(self, stored: Stored) -> Moment:
        hot = self._hot
        if hot.head.version < stored.version:
            await hot.catch_up()
        if digest(stored.entry) != stored.digest:
            raise Forked
        return hot.moment(stored.version) or Moment(hot.game, stored, parsed(stored), None)

    def _note(self, act: Act, failure: Failure) -> None:
        """It is sure now that the act is refused: judges may want to know."""
        hot = self._hot
        record = refusal_record(act, failure, hot.head.version)
        if record is not None:
            hot.house.errands.send(hot.house.store.note_refused(hot.game_id, record))

    def _final(self, wrong: KernelError) -> Failure:
        """What the caller is told of rules that failed."""
        if isinstance(wrong, LimitExceeded):
            return Failure(errors_pb2.ERROR_CODE_TOO_LARGE, f"what the command leads to passes a limit: {wrong}")
        correlation_id = self._hot.pause("a rule's script failed", wrong)
        return Failure(
            errors_pb2.ERROR_CODE_INTERNAL,
            f"a rule's script failed; nothing was written, and the game is paused; correlation id {correlation_id}",
            metadata={"correlation_id": correlation_id},
        )
