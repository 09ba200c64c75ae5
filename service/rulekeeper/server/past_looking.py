"""Looking at the past: whose eyes, and the table of any version or inside any entry."""

from __future__ import annotations

import asyncio

from rulekeeper.kernel import JUDGE, FoldFailed, Table, fold, follows, turn_of
from rulekeeper.log import Stored
from rulekeeper.projections import SLICE, Eyes, parsed, passed_over_in, tells_passed_over
from rulekeeper.server.errors import Failure, invalid
from rulekeeper.server.hot import HotGame
from rulekeeper.server.looking import may_look, unknown_version, viewer_for
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import audit_pb2, errors_pb2
from rulekeeper.v1.entry_pb2 import Entry


def eyes_for(caller: Caller, hot: HotGame, seat: int | None) -> Eyes:
    """Judges see all, and so does everybody when the game is over; a seat that they name narrows it to that seat's
    eyes. All others look as themselves, and never inside entries. Raises as `viewer_for` does.
    """
    if not caller.rules and not hot.record.over:
        return Eyes(viewer_for(caller, hot, seat))
    may_look(caller, hot)
    if seat is None:
        return Eyes(JUDGE, inside=True, scripts=True)
    if seat >= hot.seats:
        raise invalid("seat", f"the game has {hot.seats} seats, counted from 0")
    return Eyes(seat, inside=True)


def not_folded(version: int, why: str) -> Failure:
    return Failure(errors_pb2.ERROR_CODE_NOT_FOLDED, f"version {version}: {why}")


def known_version(hot: HotGame, version: int) -> int:
    """Raises UNKNOWN_VERSION where the log does not go that far, and for 0."""
    if not 0 < version <= hot.head.version:
        raise unknown_version(hot, version)
    return version


async def entry_at(hot: HotGame, version: int) -> tuple[Stored, Entry]:
    """Raises UNKNOWN_VERSION, NOT_FOLDED and Unreachable."""
    page = await hot.read(known_version(hot, version) - 1, 1)
    if not page:
        raise unknown_version(hot, version)
    try:
        return page[0], parsed(page[0])
    except FoldFailed as wrong:
        raise not_folded(version, str(wrong)) from None


async def table_at(hot: HotGame, version: int, heavy: asyncio.Semaphore) -> Table:
    """The table of any version; 0: that before the first. The newest one comes from memory. Raises NOT_FOLDED and
    Unreachable.
    """
    if not version:
        return Table()
    if version == hot.table.version:
        return hot.table
    async with heavy:
        try:
            return await hot.table_at(version)
        except FoldFailed as wrong:
            raise not_folded(version, str(wrong)) from None


def folded(hot: HotGame, before: Table, entry: Entry) -> Table:
    """The table after an entry. Raises NOT_FOLDED."""
    try:
        return fold(hot.game, before, entry)
    except FoldFailed as wrong:
        raise not_folded(entry.version, str(wrong)) from None


async def passed_over_before(
    hot: HotGame, table: Table, seat: int, command: str, heavy: asyncio.Semaphore
) -> audit_pb2.PassedOver | None:
    """Where the record tells the seat that nobody was asked for such a command, in the turn of the table or in the
    entry that led to it, be it of the turn before; where several facts do, the last. Entries are read backwards, by
    whole slices, to the turn's begin.
    """
    turn, version = turn_of(hot.game, table), table.version
    while version:
        page = await hot.read(max(version - SLICE, 0), min(version, SLICE))
        try:
            entries = {stored.version: parsed(stored) for stored in page}
            while (entry := entries.get(version)) is not None:
                version = follows(entry)
                if tells_passed_over(hot.game, entry, seat, command):
                    before = await table_at(hot, version, heavy)
                    turns = "" if entry.version == table.version else turn
                    return passed_over_in(hot.game, before, entry, seat, command, turns)
        except FoldFailed as wrong:
            raise not_folded(version, str(wrong)) from None
        if not page or turn_of(hot.game, await table_at(hot, version, heavy)) != turn:
            return None
    return None
