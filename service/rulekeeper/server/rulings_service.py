"""`rulekeeper.v1.JudgesService`: rulings, foreseen and given."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from google.protobuf.message import DecodeError, Message

from rulekeeper.kernel import (
    JUDGE,
    AmendRefused,
    seen,
)
from rulekeeper.projections import (
    SLICE,
    Steps,
    as_any,
    bare_decision_of,
    changes,
    counting_again,
    draws_in,
    learned,
    parsed_slowly,
    read_entries,
    rule_ref,
    step_message,
    struck,
    text_of,
    view_of,
)
from rulekeeper.server import requests
from rulekeeper.server.errors import invalid
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.judging import (
    LONGEST_REASON,
    folded_past,
    judged,
    signed,
)
from rulekeeper.server.looking import looked
from rulekeeper.server.rulings import (
    Amend,
    GoBack,
    Pause,
    Remark,
    Resume,
    Ruling,
    SetResult,
    ruling_refused,
    seats_of,
)
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.entry_pb2 import Actor

_MOST_FACTS = 200


class RulingsService:
    """What a judge does to a game."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def preview_ruling(self, request: pb.PreviewRulingRequest, caller: Caller) -> pb.PreviewRulingResponse:
        hot, actor = await judged(self._hall, request.game_id, caller)
        if hot.broken:
            raise hot.paused_failure()
        back_to = request.ruling.go_back.to
        await looked(caller, hot, "PreviewRuling", min(back_to or hot.head.version, hot.head.version), hot.head.version)
        ruling = await self._ruling(hot, request.ruling, actor)
        try:
            entry, table = ruling.made(hot)
        except AmendRefused as no:
            raise ruling_refused(str(no)) from None
        entry.version = hot.head.version + 1
        after = hot.table if table is None else table
        answer = pb.PreviewRulingResponse(
            facts=[
                table_pb2.SeenFact(rule=rule_ref(hot.game, one.rule), fact=as_any(one.fact), amended=one.amended)
                for one in seen(hot.game, entry.facts, JUDGE)
            ],
            decision=bare_decision_of(hot.game, after),
        )
        if after.result is not None:
            answer.ending.CopyFrom(rule_ref(hot.game, after.result.rule))
            answer.winners.extend(after.result.winners)
        view = view_of(hot.game, after, JUDGE)
        if view is not None:
            answer.view.CopyFrom(as_any(view))
            answer.text = text_of(hot.game, after, JUDGE)
            answer.changes.extend(changes(view_of(hot.game, hot.table, JUDGE), view))
        if isinstance(ruling, GoBack):
            await self._struck(hot, ruling.to, answer)
        return answer

    async def _struck(self, hot: HotGame, to: int, answer: pb.PreviewRulingResponse) -> None:
        stored = await read_entries(hot.house.store, hot.game_id, 0)
        entries = await parsed_slowly(stored)
        gone, begun = struck(entries, to), hot.record.began > 0
        for entry in counting_again(entries, to):
            steps = Steps(hot.game, stored[entry.version - 1], entry)
            answer.counting_again.append(step_message(steps, JUDGE, begun))
        for start in range(0, len(gone), SLICE):
            some = gone[start : start + SLICE]
            for entry in some:
                answer.struck.append(step_message(Steps(hot.game, stored[entry.version - 1], entry), JUDGE, begun))
            for one in learned(hot.game, some, hot.seats):
                face, seats = one.face, one.seats
                rule, whole = rule_ref(hot.game, face.rule), as_any(face.whole)
                what = table_pb2.SeenFact(rule=rule, fact=whole, amended=face.amended)
                answer.learned.add(
                    version=one.version, fact=one.number, seats=seats, spectators=one.spectators, what=what
                )
            answer.draws += draws_in(hot.game, some)
            await asyncio.sleep(0)

    async def give_ruling(self, request: pb.GiveRulingRequest, caller: Caller) -> pb.GiveRulingResponse:
        hot, actor = await judged(self._hall, request.game_id, caller)
        command_id = requests.identifier("command_id", request.command_id)
        requests.words("ruling.reason", request.ruling.reason, LONGEST_REASON)
        fingerprint = signed(request, actor)
        ruling = await self._ruling(hot, request.ruling, actor, command_id, fingerprint, request.seen)
        moment = await hot.mailbox.do(ruling)
        await looked(caller, hot, "GiveRuling", moment.version)
        facts = [table_pb2.SeenFact.FromString(fact) for fact in moment.steps.facts(JUDGE)]
        return pb.GiveRulingResponse(version=moment.version, digest=moment.stored.digest, facts=facts)

    async def _ruling(
        self,
        hot: HotGame,
        asked: pb.Ruling,
        actor: Actor,
        command_id: bytes = b"",
        fingerprint: bytes = b"",
        looked_at: int = 0,
    ) -> Ruling:
        """What is asked for, as it may be given; without ids, to be looked at only."""
        reason = asked.reason
        common: Mapping[str, Any] = {
            "command_id": command_id,
            "fingerprint": fingerprint,
            "actor": actor,
            "seen": looked_at,
        }
        match asked.WhichOneof("ruling"):
            case "go_back":
                table = await folded_past(hot, asked.go_back.to, "ruling.go_back.to")
                return GoBack(**common, to=asked.go_back.to, reason=reason, table=table)
            case "amend":
                return Amend(**common, facts=_facts(hot, asked.amend), reason=reason)
            case "set_result":
                return SetResult(**common, winners=seats_of(hot, asked.set_result.winners), reason=reason)
            case "note":
                return Remark(**common, text=reason)
            case "pause":
                return Pause(**common, reason=reason)
            case "resume":
                return Resume(**common, reason=reason)
        raise invalid("ruling", "go_back, amend, note, set_result, pause or resume is wanted")


def _facts(hot: HotGame, amendment: pb.Ruling.Amendment) -> tuple[Message, ...]:
    """The game's own messages; INVALID_REQUEST where one is none."""
    if not 1 <= len(amendment.facts) <= _MOST_FACTS:
        raise invalid("ruling.amend.facts", f"1 to {_MOST_FACTS} are wanted, these are {len(amendment.facts)}")
    kinds = {kind.DESCRIPTOR.full_name: kind for kind in hot.game.fact_name}
    found = []
    for number, packed in enumerate(amendment.facts):
        field = f"ruling.amend.facts[{number}]"
        kind = kinds.get(packed.type_url.rpartition("/")[2])
        if kind is None:
            raise invalid(field, f"{packed.type_url.rpartition('/')[2][:80] or 'it'} is no fact of {hot.game.ruleset}")
        try:
            fact = kind.FromString(packed.value)
        except DecodeError:
            raise invalid(field, f"these bytes are no {kind.DESCRIPTOR.full_name}") from None
        size = fact.ByteSize()
        fact.DiscardUnknownFields()
        if fact.ByteSize() != size:
            raise invalid(field, f"{kind.DESCRIPTOR.name} has fields that this game does not know")
        found.append(fact)
    return tuple(found)
