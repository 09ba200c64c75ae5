"""Who may look at which game, and as whom."""

from __future__ import annotations

import asyncio
from typing import Protocol

from rulekeeper.kernel import JUDGE, Viewer
from rulekeeper.log import Head
from rulekeeper.projections import GameRecord, changes_table, parsed
from rulekeeper.server.clock import now_us
from rulekeeper.server.errors import Failure, draining, invalid
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.tokens import Caller, unauthenticated
from rulekeeper.v1 import audit_pb2, errors_pb2, table_pb2


class Shown(Protocol):
    """A game that somebody wants to look at, hot or not."""

    house: House
    game_id: str
    head: Head
    seats: int
    sandbox: bool

    @property
    def record(self) -> GameRecord: ...


def may_look(caller: Caller, hot: Shown) -> None:
    """An unlisted game is seen with a token only. Raises UNAUTHENTICATED, PERMISSION_DENIED."""
    caller.at(hot.game_id)
    if not caller.role and hot.record.unlisted:
        raise unauthenticated("the game is unlisted: a token is needed to look at it")


def viewer_for(caller: Caller, hot: Shown, seat: int | None) -> Viewer:
    """Whose eyes: the caller's own, or those of the seat that a judge names, or anyone when the game is over."""
    may_look(caller, hot)
    own = caller.viewer()
    if seat is None or seat == own:
        return own
    if not caller.rules and not hot.record.over:
        raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, "only judges look for another seat")
    if seat >= hot.seats:
        raise invalid("seat", f"the game has {hot.seats} seats, counted from 0")
    return seat


class Looking:
    """One call of a caller who may see what others may not: what it shows is noted, before it is shown. All that judges
    see in a game that is not over is; sandboxes hide nothing that counts. `eyes`: whose; JUDGE: everything is seen.
    """

    def __init__(self, caller: Caller, hot: Shown, method: str, eyes: Viewer = JUDGE) -> None:
        self._caller = caller
        self._hot = hot
        self._method = method
        self._eyes = eyes
        self._noted = 0

    async def shows(self, first: int, last: int) -> None:
        """These versions are shown next; of those that this call has noted already, nothing is noted again. Raises
        Unreachable: then they may not be shown.
        """
        first = max(first, self._noted + 1)
        if last < first or not self._caller.rules or self._hot.sandbox or self._hot.record.over:
            return
        look = audit_pb2.Look(
            time_us=now_us(),
            actor=self._caller.actor(),
            method=self._method,
            first=first,
            version=last,
            seat=self._eyes if self._eyes >= 0 else None,
        )
        await self._hot.house.store.note_look(self._hot.game_id, look.SerializeToString())
        self._noted = last


async def looked(
    caller: Caller, hot: Shown, method: str, first: int, last: int | None = None, *, eyes: Viewer = JUDGE
) -> None:
    """The same of a call that shows all at once: the versions from `first` to `last`, or that one alone."""
    await Looking(caller, hot, method, eyes).shows(first, first if last is None else last)


async def not_changed(hot: HotGame, seen: table_pb2.Head) -> None:
    """Raises HISTORY_CHANGED where the log holds something else than the client saw, or ends before it. The
    log is asked, not this process's memory of it.
    """
    if not seen.version:
        return
    found = await on_record(hot, seen.version)
    if found is None:
        text = f"the log ends at {hot.head.version}, and went to {seen.version} before"
        raise Failure(errors_pb2.ERROR_CODE_HISTORY_CHANGED, text)
    if found.digest != seen.digest:
        text = f"the log holds another digest at version {seen.version}"
        raise Failure(errors_pb2.ERROR_CODE_HISTORY_CHANGED, text)


async def head_at(hot: HotGame, version: int) -> Head | None:
    """The head as it was at that version; None where the log does not go that far. Raises Unreachable."""
    near = hot.moment(version)
    if near is not None:
        return near.head
    return await on_record(hot, version)


async def newest_of_play(hot: HotGame) -> int:
    """The newest version in which something happened at the table: no call, remark, pause or the like. Raises
    Unreachable.
    """
    for version in range(hot.head.version, 0, -1):
        moment = hot.moment(version)
        entry = parsed((await hot.read(version - 1, 1))[0]) if moment is None else moment.entry
        if changes_table(entry):
            return version
    return hot.head.version


async def on_record(hot: HotGame, version: int) -> Head | None:
    """The same, from the log and never from memory."""
    if not version:
        return Head()
    page = await hot.read(version - 1, 1)
    return page[0].head if page else None


async def reach(hot: HotGame, version: int) -> None:
    """Waits until the game goes at least so far. Raises UNKNOWN_VERSION when it does not within the service's
    patience.
    """
    if hot.head.version >= version:
        return
    loop = asyncio.get_running_loop()
    end = loop.time() + hot.house.limits.wait
    while hot.head.version < version:
        if hot.closing:
            raise draining()
        left = end - loop.time()
        if left <= 0:
            raise unknown_version(hot, version)
        await hot.beyond(hot.head.version, left)


def unknown_version(hot: HotGame, version: int) -> Failure:
    text = f"the log ends at version {hot.head.version}, before {version}"
    return Failure(errors_pb2.ERROR_CODE_UNKNOWN_VERSION, text)
