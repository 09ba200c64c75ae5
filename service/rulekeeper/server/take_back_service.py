"""`rulekeeper.v1.JudgesService`: seats that take back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekeeper.kernel import (
    Table,
    effective,
    follows,
    shows_nothing_hidden,
)
from rulekeeper.log import Known, Reused
from rulekeeper.projections import (
    parsed_slowly,
    read_entries,
    struck,
)
from rulekeeper.server import requests
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.judging import (
    LONGEST_REASON,
    folded_past,
    own_seat,
    signed,
)
from rulekeeper.server.looking import unknown_version
from rulekeeper.server.rulings import (
    AnswerBack,
    AskBack,
    TakeBack,
    still_playing,
    take_back_refused,
)
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1.entry_pb2 import ROLE_ADMIN, ROLE_JUDGE, ROLE_SEAT, Entry


class TakeBackService:
    """Taking back at once, or when the others agree."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def take_back(self, request: pb.TakeBackRequest, caller: Caller) -> pb.TakeBackResponse:
        hot = await self._hall.get(request.game_id)
        actor = own_seat(caller, hot)
        command_id = requests.identifier("command_id", request.command_id)
        if request.reason:
            requests.words("reason", request.reason, LONGEST_REASON)
        fingerprint, why = signed(request, actor), ""
        gone: list[Entry] | None = None
        common: Mapping[str, Any] = {
            "command_id": command_id,
            "fingerprint": fingerprint,
            "actor": actor,
            "reason": request.reason,
        }
        act: TakeBack | AskBack
        found = await hot.house.store.lookup(hot.game_id, hot.head, command_id, fingerprint)
        if isinstance(found, Known | Reused):
            # It was done before: whatever comes with this id now gets the same answer.
            act = AskBack(**common, to=request.to)
        else:
            still_playing(hot)
            looked_at = hot.head.version
            entries = await parsed_slowly(await read_entries(hot.house.store, hot.game_id, 0, looked_at))
            to, table = await self._own(hot, actor.seat, request.to, entries)
            gone = struck(entries, to)
            _may_be_taken_back(to, gone, entries)
            why = _why_asked(hot, actor.seat, table, gone)
            if why and not _asked_by(hot, actor.seat):
                if hot.bot_seats and not hot.sandbox:
                    raise take_back_refused(f"{why}, and bots cannot agree: call a judge")
                why = ""
            if why:
                act = AskBack(**common, to=to, seen=looked_at)
            else:
                act = TakeBack(**common, to=to, table=table, seen=looked_at)
        moment = await hot.mailbox.do(act)
        done = moment.entry.HasField("rewound")
        to = moment.entry.rewound.to if done else moment.entry.take_back_asked.to
        if gone is None:
            entries = await parsed_slowly(await read_entries(hot.house.store, hot.game_id, 0, moment.version - 1))
            gone = struck(entries, to)
        answer = pb.TakeBackResponse(
            version=moment.version, digest=moment.stored.digest, done=done, to=to, struck=len(gone)
        )
        if not done:
            answer.asked.extend(_asked_by(hot, actor.seat))
            answer.why = why or _why_asked(hot, actor.seat, await folded_past(hot, to, "to"), gone)
        return answer

    async def _own(self, hot: HotGame, seat: int, to: int, entries: list[Entry]) -> tuple[int, Table]:
        """The version that the seat goes back to, where it was asked, and the table there."""
        if to > len(entries):
            raise unknown_version(hot, to)
        counting = effective(entries)
        if not to:
            own = [one for one in counting if one.HasField("command") and one.actor.seat == seat and one.decision]
            if not own:
                raise take_back_refused(f"seat {seat} has done nothing yet")
            to = follows(own[-1])
        elif all(one.version != to for one in counting):
            raise take_back_refused(f"version {to} does not count any more")
        table = await folded_past(hot, to, "to")
        if table.decision is None or seat not in table.decision.seats:
            raise take_back_refused(f"seat {seat} was not asked in version {to}")
        if to == len(entries):
            raise take_back_refused(f"version {to} is where the game stands")
        return to, table

    async def answer_take_back(self, request: pb.AnswerTakeBackRequest, caller: Caller) -> pb.AnswerTakeBackResponse:
        hot = await self._hall.get(request.game_id)
        actor = own_seat(caller, hot)
        moment = await hot.mailbox.do(
            AnswerBack(
                command_id=requests.identifier("command_id", request.command_id),
                fingerprint=signed(request, actor),
                actor=actor,
                asked=request.asked,
                agreed=request.agreed,
            )
        )
        await hot.mailbox.settled()
        return pb.AnswerTakeBackResponse(version=moment.version, digest=moment.stored.digest)


def _why_asked(hot: HotGame, seat: int, table: Table, gone: list[Entry]) -> str:
    """Why the seat may not take that back by itself; empty: it may."""
    if table.decision is not None and table.decision.given:
        return "it would void what others have answered"
    for entry in gone:
        if entry.actor.role != ROLE_SEAT or entry.actor.seat != seat:
            return f"version {entry.version} is not the seat's own doing"
        if not shows_nothing_hidden(hot.game, entry.facts):
            return f"in version {entry.version} something was drawn, or shown that was hidden"
    return ""


_RULINGS = frozenset({"rewound", "amended", "dispute_ruled", "paused", "resumed"})


def _may_be_taken_back(to: int, gone: list[Entry], entries: list[Entry]) -> None:
    """Raises TAKE_BACK_REFUSED where nothing was done in the entries that would be gone, or a judge has ruled since, be
    it on the table or in words.
    """
    if not any(entry.HasField("command") for entry in gone):
        raise take_back_refused(f"nothing was done since version {to}")
    for entry in entries[to:]:
        if entry.actor.role in (ROLE_JUDGE, ROLE_ADMIN) and entry.WhichOneof("what") in _RULINGS:
            raise take_back_refused(f"a judge has ruled in version {entry.version}: a judge can go back behind it")


def _asked_by(hot: HotGame, seat: int) -> list[int]:
    """Who has to agree when the seat asks. Bots do not object."""
    return [other for other in range(hot.seats) if other != seat and other not in hot.bot_seats]
