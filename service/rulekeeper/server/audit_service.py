"""`rulekeeper.v1.AuditService`: the record itself, and proving it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from google.protobuf.message import Message

from rulekeeper.kernel import JUDGE
from rulekeeper.log import Damaged, Head, read_all
from rulekeeper.projections import Kept, Steps, Verdict, Verifier, delimited, parsed
from rulekeeper.server import requests
from rulekeeper.server.errors import Failure, invalid
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.looking import Looking, looked, may_look, not_changed, on_record, unknown_version, viewer_for
from rulekeeper.server.tokens import Caller
from rulekeeper.server.unchanged import DAMAGED
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1 import errors_pb2, table_pb2

_LONGEST_CONTRIBUTION = 64
_SLICE = 10
"""Entries that are verified in one go."""
_READ = pb.ReadLogResponse.DESCRIPTOR.fields_by_name
_STEP, _STORED, _ENTRY = (_READ[name].number for name in ("step", "stored", "entry"))


class AuditService:
    """Reading and proving the record."""

    def __init__(self, house: House, hall: Hall, heavy: asyncio.Semaphore, past: asyncio.Semaphore) -> None:
        self._house = house
        self._hall = hall
        self._heavy = heavy
        self._past = past

    async def read_log(self, request: pb.ReadLogRequest, caller: Caller) -> AsyncGenerator[Message | bytes, None]:
        hot = await self._hall.get(request.game_id)
        viewer = viewer_for(caller, hot, request.seat if request.HasField("seat") else None)
        await not_changed(hot, request.seen)
        if request.after and await on_record(hot, request.after) is None:
            raise unknown_version(hot, request.after)
        looking = Looking(caller, hot, "ReadLog", viewer)
        left = request.limit
        async for stored in hot.entries(request.after):
            async with self._past:
                entry = parsed(stored)
                step = Steps(hot.game, stored, entry).step(viewer, hot.record.began > 0)
                answer = delimited(_STEP, step)
                await asyncio.sleep(0)
            if viewer == JUDGE or hot.record.over:
                # The message `entry` is the stored bytes, parsed: so they are its encoding as well.
                answer += delimited(_STORED, stored.entry) + delimited(_ENTRY, stored.entry)
            await looking.shows(stored.version, max(stored.version, _last(hot, request.after, request.limit)))
            yield answer
            left -= 1
            if not left:
                break

    async def verify_game(self, request: pb.VerifyGameRequest, caller: Caller) -> pb.VerifyGameResponse:
        if request.HasField("seat") != request.HasField("contribution"):
            raise invalid("contribution", "seat and contribution belong together")
        requests.at_most("contribution", request.contribution, _LONGEST_CONTRIBUTION)
        hot = await self._hall.get(request.game_id)
        may_look(caller, hot)
        await looked(caller, hot, "VerifyGame", 1, hot.head.version)
        verifier = Verifier(hot.game, _kept(request, hot.head))
        async with self._heavy:
            number = 0
            try:
                async for stored in read_all(self._house.store, hot.game_id):
                    verifier.take(stored)
                    number += 1
                    if number % _SLICE == 0:
                        await asyncio.sleep(0)
            except Damaged as wrong:
                hot.history_changed(DAMAGED, wrong)
                raise hot.paused_failure() from None
        verdict = verifier.verdict()
        changed = next((found.text for found in verdict.findings if found.kind in ("digest", "chain", "record")), "")
        if changed:
            hot.history_changed(changed)
        answer = _answer(verdict)
        if caller.viewer() != JUDGE and not hot.record.over:
            # How many facts there are tells of those that the caller may not see.
            answer.facts = 0
            answer.not_proved.append("facts: how many there are is told when the game is over")
        return answer

    async def list_looks(self, request: pb.ListLooksRequest, caller: Caller) -> pb.ListLooksResponse:
        hot = await self._hall.get(request.game_id)
        may_look(caller, hot)
        if not caller.rules and not hot.record.over:
            text = "which judges have looked is told when the game is over"
            raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, text)
        looks = await self._house.store.looks(hot.game_id)
        return pb.ListLooksResponse(looks=[pb.Look.FromString(look.record) for look in looks])


def _last(hot: HotGame, after: int, limit: int) -> int:
    """The last version that there is to read now."""
    return min(hot.head.version, after + limit) if limit else hot.head.version


def _kept(request: pb.VerifyGameRequest, folded: Head) -> Kept:
    return Kept(
        folded=folded,
        seen=Head(request.seen.version, request.seen.digest) if request.seen.version else None,
        seat=request.seat if request.HasField("seat") else None,
        contribution=request.contribution if request.HasField("contribution") else None,
    )


def _answer(verdict: Verdict) -> pb.VerifyGameResponse:
    return pb.VerifyGameResponse(
        sound=verdict.sound,
        head=table_pb2.Head(version=verdict.head.version, digest=verdict.head.digest),
        findings=[
            pb.Finding(version=finding.version, kind=finding.kind, text=finding.text) for finding in verdict.findings
        ],
        entries=verdict.entries,
        facts=verdict.facts,
        draws=verdict.draws,
        decided_again=verdict.decided_again,
        not_proved=verdict.not_proved,
    )
