"""`rulekeeper.v1.JudgesService`: calling a judge, rulings, taking back, sandboxes of a game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

from google.protobuf import any_pb2
from google.protobuf.message import DecodeError, Message

from rulekeeper.kernel import (
    JUDGE,
    AmendRefused,
    FoldFailed,
    Game,
    KernelError,
    NotExported,
    Table,
    effective,
    seen,
    shows_nothing_hidden,
)
from rulekeeper.kernel.exporting import position_of
from rulekeeper.log import Damaged, Known, NotListed, Reused
from rulekeeper.projections import (
    SLICE,
    Case,
    GameRecord,
    Moment,
    Steps,
    any_bytes,
    bare_decision_of,
    changes,
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
from rulekeeper.server.acts import fingerprint_of
from rulekeeper.server.errors import Failure, invalid
from rulekeeper.server.forking import Forker
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.looking import looked, may_look, on_record, unknown_version
from rulekeeper.server.past_looking import known_version, not_folded
from rulekeeper.server.rulings import (
    Amend,
    AnswerBack,
    AskBack,
    Assign,
    Call,
    Close,
    GoBack,
    Pause,
    Remark,
    Resume,
    Ruling,
    SetResult,
    TakeBack,
    case_of,
    ruling_refused,
    seats_of,
    still_playing,
    take_back_refused,
)
from rulekeeper.server.tokens import Caller, unauthenticated
from rulekeeper.v1 import errors_pb2, table_pb2
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1.entry_pb2 import ROLE_ADMIN, ROLE_JUDGE, ROLE_SEAT, Actor, Entry
from rulekeeper.v1.judges_pb2 import (
    DISPUTE_STATUS_ASSIGNED,
    DISPUTE_STATUS_OPEN,
    DISPUTE_STATUS_RULED,
    DISPUTE_STATUS_UNSPECIFIED,
    DisputeStatus,
)

_LONGEST_REASON = 1_000
_LONGEST_RULING = 2_000
_LONGEST_JUDGE = 80
_MOST_RULES = 50
_MOST_FACTS = 200
_MOST_LISTED = 200
_LISTED = 50
_LONGEST_NUMBER = 20


class JudgesService:
    """Disputes and rulings."""

    def __init__(self, house: House, hall: Hall, heavy: asyncio.Semaphore) -> None:
        self._house = house
        self._hall = hall
        self._heavy = heavy
        self._forker = Forker(house, hall)

    # Disputes.

    async def call_judge(self, request: pb.CallJudgeRequest, caller: Caller) -> pb.CallJudgeResponse:
        hot = await self._hall.get(request.game_id)
        actor = self._seat(caller, hot)
        command_id = requests.identifier("command_id", request.command_id)
        text = requests.words("text", request.text, _LONGEST_REASON)
        await self._house.store.note_call(hot.game_id, time.time_ns() // 1_000)
        moment = await hot.mailbox.do(
            Call(
                command_id=command_id,
                fingerprint=_fingerprint(request, actor),
                actor=actor,
                about=request.about,
                text=text,
                pause=request.pause,
            )
        )
        return pb.CallJudgeResponse(dispute=_called(hot, moment.version), head=_head(moment))

    async def list_disputes(self, request: pb.ListDisputesRequest, caller: Caller) -> pb.ListDisputesResponse:
        if request.status not in DisputeStatus.values():
            raise invalid("status", "it is none of the statuses")
        wanted = requests.within("page_size", request.page_size, 1, _MOST_LISTED, _LISTED)
        if request.game_id:
            hot = await self._hall.get(request.game_id)
            may_look(caller, hot)
            if caller.role != ROLE_SEAT and not caller.rules:
                raise _judges_only("the disputes of a game are for its seats and judges")
            cases = [_dispute(hot.game_id, hot.game, hot.record, case) for case in hot.record.cases]
            after, _, number = request.page_token.partition("/")
            left = [one for one in cases if _wanted(one, request) and one.number > _number(after and number)]
            more = left[wanted:] and f"{hot.game_id}/{left[wanted - 1].number}"
            return pb.ListDisputesResponse(disputes=left[:wanted], next_page_token=more or "")
        if not caller.rules:
            raise _judges_only("the queue over all games is for judges")
        return await self._queue(request, caller, wanted)

    async def _queue(self, request: pb.ListDisputesRequest, caller: Caller, wanted: int) -> pb.ListDisputesResponse:
        found: list[pb.Dispute] = []
        last, _, number = request.page_token.partition("/")
        # The game of the last dispute that was listed may have more: it comes again, less those.
        games, passed = ([last] if last else []), _number(number)
        while len(found) <= wanted:
            for game_id in games:
                cases = await self._cases(game_id, caller)
                found += [one for one in cases if _wanted(one, request) and one.number > passed]
                passed = 0
            try:
                games = list(await self._house.store.called(games[-1] if games else "", _LISTED))
            except NotListed:
                raise invalid("page_token", "it is not one that ListDisputes gave") from None
            if not games:
                break
        if len(found) <= wanted:
            return pb.ListDisputesResponse(disputes=found)
        more = found[wanted - 1]
        return pb.ListDisputesResponse(disputes=found[:wanted], next_page_token=f"{more.game_id}/{more.number}")

    async def _cases(self, game_id: str, caller: Caller) -> list[pb.Dispute]:
        """Those of a game that the caller judges and this service can read; no game is folded for them."""
        hot = self._hall.present(game_id)
        try:
            caller.at(game_id)
            record = hot.record if hot is not None else await self._record(game_id)
        except (Failure, FoldFailed, IndexError, Damaged):
            return []
        game = self._house.games.get(record.ruleset)
        return [_dispute(game_id, game, record, case) for case in record.cases] if game is not None else []

    async def _record(self, game_id: str) -> GameRecord:
        return await self._house.lobby.record_at(game_id, await self._house.store.head(requests.game_id(game_id)))

    async def assign_dispute(self, request: pb.AssignDisputeRequest, caller: Caller) -> pb.AssignDisputeResponse:
        hot, actor = await self._judge(request.game_id, caller)
        command_id = requests.identifier("command_id", request.command_id)
        judge = request.judge or caller.name or "a judge"
        requests.words("judge", judge, _LONGEST_JUDGE)
        case_of(hot, request.dispute)
        moment = await hot.mailbox.do(
            Assign(
                command_id=command_id,
                fingerprint=_fingerprint(request, actor),
                actor=actor,
                dispute=request.dispute,
                judge=judge,
            )
        )
        return pb.AssignDisputeResponse(dispute=_called(hot, request.dispute), head=_head(moment))

    async def close_dispute(self, request: pb.CloseDisputeRequest, caller: Caller) -> pb.CloseDisputeResponse:
        hot, actor = await self._judge(request.game_id, caller)
        command_id = requests.identifier("command_id", request.command_id)
        text = requests.words("text", request.text, _LONGEST_RULING)
        if len(request.rules) > _MOST_RULES:
            raise invalid("rules", f"at most {_MOST_RULES}, these are {len(request.rules)}")
        case_of(hot, request.dispute)
        moment = await hot.mailbox.do(
            Close(
                command_id=command_id,
                fingerprint=_fingerprint(request, actor),
                actor=actor,
                dispute=request.dispute,
                text=text,
                cited=tuple(request.rules),
            )
        )
        return pb.CloseDisputeResponse(dispute=_called(hot, request.dispute), head=_head(moment))

    # Rulings.

    async def preview_ruling(self, request: pb.PreviewRulingRequest, caller: Caller) -> pb.PreviewRulingResponse:
        hot, actor = await self._judge(request.game_id, caller)
        await looked(caller, hot, "PreviewRuling")
        ruling = await self._ruling(hot, request.ruling, actor)
        try:
            entry, table = ruling.made(hot)
        except AmendRefused as no:
            raise ruling_refused(str(no)) from None
        entry.version = hot.head.version + 1
        after = hot.table if table is None else table
        answer = pb.PreviewRulingResponse(
            facts=[
                table_pb2.SeenFact(rule=rule_ref(hot.game, one.rule), fact=_any(one.fact), amended=one.amended)
                for one in seen(hot.game, entry.facts, JUDGE)
            ],
            decision=bare_decision_of(hot.game, after),
        )
        view = view_of(hot.game, after, JUDGE)
        if view is not None:
            answer.view.CopyFrom(_any(view))
            answer.text = text_of(hot.game, view)
            answer.changes.extend(changes(view_of(hot.game, hot.table, JUDGE), view))
        if isinstance(ruling, GoBack):
            await self._struck(hot, ruling.to, answer)
        return answer

    async def _struck(self, hot: HotGame, to: int, answer: pb.PreviewRulingResponse) -> None:
        stored = await read_entries(hot.house.store, hot.game_id, 0)
        gone = struck(await parsed_slowly(stored), to)
        begun = hot.record.began > 0
        for start in range(0, len(gone), SLICE):
            some = gone[start : start + SLICE]
            for entry in some:
                answer.struck.append(step_message(Steps(hot.game, stored[entry.version - 1], entry), JUDGE, begun))
            for one in learned(hot.game, some, hot.seats):
                face, seats = one.face, one.seats
                rule, whole = rule_ref(hot.game, face.rule), _any(face.whole)
                what = table_pb2.SeenFact(rule=rule, fact=whole, amended=face.amended)
                answer.learned.add(
                    version=one.version, fact=one.number, seats=seats, spectators=one.spectators, what=what
                )
            answer.draws += draws_in(hot.game, some)
            await asyncio.sleep(0)

    async def give_ruling(self, request: pb.GiveRulingRequest, caller: Caller) -> pb.GiveRulingResponse:
        hot, actor = await self._judge(request.game_id, caller)
        command_id = requests.identifier("command_id", request.command_id)
        requests.words("ruling.reason", request.ruling.reason, _LONGEST_REASON)
        fingerprint = _fingerprint(request, actor)
        ruling = await self._ruling(hot, request.ruling, actor, command_id, fingerprint, request.seen)
        moment = await hot.mailbox.do(ruling)
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
                table = await self._past(hot, asked.go_back.to, "ruling.go_back.to")
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

    async def _past(self, hot: HotGame, version: int, field: str) -> Table:
        if not version:
            raise invalid(field, "a version is wanted, from 1")
        if await on_record(hot, version) is None:
            raise unknown_version(hot, version)
        try:
            return await hot.folded_at(version)
        except FoldFailed as wrong:
            text = f"version {version} does not fold by the rules that are installed"
            raise Failure(errors_pb2.ERROR_CODE_NOT_FOLDED, text) from wrong

    # Taking back.

    async def take_back(self, request: pb.TakeBackRequest, caller: Caller) -> pb.TakeBackResponse:
        hot = await self._hall.get(request.game_id)
        actor = self._seat(caller, hot)
        command_id = requests.identifier("command_id", request.command_id)
        if request.reason:
            requests.words("reason", request.reason, _LONGEST_REASON)
        fingerprint, why = _fingerprint(request, actor), ""
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
            answer.why = why or _why_asked(hot, actor.seat, await self._past(hot, to, "to"), gone)
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
            to = own[-1].parent or own[-1].version - 1
        elif all(one.version != to for one in counting):
            raise take_back_refused(f"version {to} does not count any more")
        table = await self._past(hot, to, "to")
        if table.decision is None or seat not in table.decision.seats:
            raise take_back_refused(f"seat {seat} was not asked in version {to}")
        if to == len(entries):
            raise take_back_refused(f"version {to} is where the game stands")
        return to, table

    async def answer_take_back(self, request: pb.AnswerTakeBackRequest, caller: Caller) -> pb.AnswerTakeBackResponse:
        hot = await self._hall.get(request.game_id)
        actor = self._seat(caller, hot)
        moment = await hot.mailbox.do(
            AnswerBack(
                command_id=requests.identifier("command_id", request.command_id),
                fingerprint=_fingerprint(request, actor),
                actor=actor,
                asked=request.asked,
                agreed=request.agreed,
            )
        )
        await hot.mailbox.settled()
        return pb.AnswerTakeBackResponse(version=moment.version, digest=moment.stored.digest)

    # Sandboxes.

    async def fork_game(self, request: pb.ForkGameRequest, caller: Caller) -> pb.ForkGameResponse:
        hot = await self._hall.get(request.game_id)
        self._may_open(caller, hot, "fork it")
        await looked(caller, hot, "ForkGame", version=known_version(hot, request.version))
        return await self._forker.fork(hot, request, caller)

    async def export_position(self, request: pb.ExportPositionRequest, caller: Caller) -> pb.ExportPositionResponse:
        hot = await self._hall.get(request.game_id)
        self._may_open(caller, hot, "make a position of it")
        table = await self._past(hot, request.version, "version")
        await looked(caller, hot, "ExportPosition", version=request.version)
        stored = await read_entries(hot.house.store, hot.game_id, 0, request.version)
        try:
            entries = await parsed_slowly(stored)
            async with self._heavy:
                # It plays again what has happened since, and takes its time: others have their turn meanwhile.
                position = await asyncio.to_thread(position_of, hot.game, entries, request.version, table)
        except NotExported as no:
            text = f"no position of version {request.version}: {no}"
            raise Failure(errors_pb2.ERROR_CODE_INVALID_POSITION, text) from None
        except KernelError as wrong:
            raise not_folded(request.version, f"today's rules do not run to it: {wrong}") from None
        return pb.ExportPositionResponse(position=position.text(), decision=bare_decision_of(hot.game, table))

    def _may_open(self, caller: Caller, hot: HotGame, what: str) -> None:
        may_look(caller, hot)
        if not caller.rules and not hot.record.over:
            text = f"while a game runs, only judges {what}: what lies hidden would be open"
            raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, text)

    # Who calls.

    def _seat(self, caller: Caller, hot: HotGame) -> Actor:
        if not caller.role:
            raise unauthenticated("a seat's token is needed")
        may_look(caller, hot)
        if caller.role != ROLE_SEAT or caller.seat >= hot.seats:
            raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, "only a seat's own token does this")
        return caller.actor()

    async def _judge(self, game_id: str, caller: Caller) -> tuple[HotGame, Actor]:
        if not caller.role:
            raise unauthenticated("a judge's token is needed")
        caller.at(game_id)
        if not caller.rules:
            raise _judges_only("only a judge rules: a seat can call one")
        return await self._hall.get(game_id), caller.actor()


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


def _judges_only(text: str) -> Failure:
    return Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, text)


def _number(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise invalid("page_token", "it is not one that ListDisputes gave")
    return int(text or 0)


def _wanted(dispute: pb.Dispute, request: pb.ListDisputesRequest) -> bool:
    return request.status in (DISPUTE_STATUS_UNSPECIFIED, dispute.status)


def _called(hot: HotGame, number: int) -> pb.Dispute:
    """Raises UNKNOWN_DISPUTE."""
    return _dispute(hot.game_id, hot.game, hot.record, case_of(hot, number))


def _dispute(game_id: str, game: Game[Any], record: GameRecord, case: Case) -> pb.Dispute:
    status = DISPUTE_STATUS_ASSIGNED if case.judge else DISPUTE_STATUS_OPEN
    return pb.Dispute(
        game_id=game_id,
        number=case.number,
        status=DISPUTE_STATUS_RULED if case.ruled_in else status,
        seat=case.seat,
        time_us=case.time_us,
        about=case.about,
        text=case.text,
        paused=case.pause,
        judge=case.judge,
        ruled_in=case.ruled_in,
        ruling=case.ruling,
        rules=[rule_ref(game, rule) for rule in case.rules],
        holds=case.number in record.holding and not record.over,
    )


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


def _fingerprint(request: Message, actor: Actor) -> bytes:
    """Two who send the same do not do the same."""
    parts = (message.SerializeToString(deterministic=True) for message in (actor, request))
    return fingerprint_of(request.DESCRIPTOR.name, *parts)


def _any(message: Message) -> any_pb2.Any:
    return any_pb2.Any.FromString(any_bytes(message))


def _head(moment: Moment) -> table_pb2.Head:
    return table_pb2.Head(version=moment.version, digest=moment.stored.digest)
