"""`rulekeeper.v1.JudgesService`: calling a judge, and the judges' queue."""

from __future__ import annotations

from typing import Any

from rulekeeper.kernel import (
    FoldFailed,
    Game,
)
from rulekeeper.log import Damaged, NotListed
from rulekeeper.projections import (
    Case,
    GameRecord,
    rule_ref,
)
from rulekeeper.server import requests
from rulekeeper.server.clock import now_us
from rulekeeper.server.errors import Failure, invalid
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.judging import (
    LONGEST_REASON,
    head_of,
    judged,
    judges_only,
    own_seat,
    signed,
)
from rulekeeper.server.looking import may_look, newest_of_play
from rulekeeper.server.rulings import (
    Assign,
    Call,
    Close,
    case_of,
)
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1.entry_pb2 import ROLE_SEAT
from rulekeeper.v1.judges_pb2 import (
    DISPUTE_STATUS_ASSIGNED,
    DISPUTE_STATUS_OPEN,
    DISPUTE_STATUS_RULED,
    DISPUTE_STATUS_UNSPECIFIED,
    DisputeStatus,
)

_LONGEST_RULING = 2_000
_LONGEST_JUDGE = 80
_MOST_RULES = 50
_MOST_LISTED = 200
_LISTED = 50
_LONGEST_NUMBER = 20


class DisputesService:
    """From the call to the ruling in words."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall

    async def call_judge(self, request: pb.CallJudgeRequest, caller: Caller) -> pb.CallJudgeResponse:
        hot = await self._hall.get(request.game_id)
        actor = own_seat(caller, hot)
        command_id = requests.identifier("command_id", request.command_id)
        text = requests.words("text", request.text, LONGEST_REASON)
        await self._house.store.note_call(hot.game_id, now_us())
        moment = await hot.mailbox.do(
            Call(
                command_id=command_id,
                fingerprint=signed(request, actor),
                actor=actor,
                about=request.about or await newest_of_play(hot),
                text=text,
                pause=request.pause,
            )
        )
        await self._house.store.keep_refused(hot.game_id)
        return pb.CallJudgeResponse(dispute=_called(hot, moment.version), head=head_of(moment))

    async def list_disputes(self, request: pb.ListDisputesRequest, caller: Caller) -> pb.ListDisputesResponse:
        if request.status not in DisputeStatus.values():
            raise invalid("status", "it is none of the statuses")
        wanted = requests.within("page_size", request.page_size, 1, _MOST_LISTED, _LISTED)
        if request.game_id:
            hot = await self._hall.get(request.game_id)
            may_look(caller, hot)
            if caller.role != ROLE_SEAT and not caller.rules:
                raise judges_only("the disputes of a game are for its seats and judges")
            cases = [_dispute(hot.game_id, hot.game, hot.record, case) for case in hot.record.cases]
            after, _, number = request.page_token.partition("/")
            left = [one for one in cases if _wanted(one, request) and one.number > _number(after and number)]
            more = left[wanted:] and f"{hot.game_id}/{left[wanted - 1].number}"
            return pb.ListDisputesResponse(disputes=left[:wanted], next_page_token=more or "")
        if not caller.rules:
            raise judges_only("the queue over all games is for judges")
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
        hot, actor = await judged(self._hall, request.game_id, caller)
        command_id = requests.identifier("command_id", request.command_id)
        judge = request.judge or caller.name or "a judge"
        requests.words("judge", judge, _LONGEST_JUDGE)
        case_of(hot, request.dispute)
        moment = await hot.mailbox.do(
            Assign(
                command_id=command_id,
                fingerprint=signed(request, actor),
                actor=actor,
                dispute=request.dispute,
                judge=judge,
            )
        )
        return pb.AssignDisputeResponse(dispute=_called(hot, request.dispute), head=head_of(moment))

    async def close_dispute(self, request: pb.CloseDisputeRequest, caller: Caller) -> pb.CloseDisputeResponse:
        hot, actor = await judged(self._hall, request.game_id, caller)
        command_id = requests.identifier("command_id", request.command_id)
        text = requests.words("text", request.text, _LONGEST_RULING)
        if len(request.rules) > _MOST_RULES:
            raise invalid("rules", f"at most {_MOST_RULES}, these are {len(request.rules)}")
        case_of(hot, request.dispute)
        moment = await hot.mailbox.do(
            Close(
                command_id=command_id,
                fingerprint=signed(request, actor),
                actor=actor,
                dispute=request.dispute,
                text=text,
                cited=tuple(request.rules),
            )
        )
        return pb.CloseDisputeResponse(dispute=_called(hot, request.dispute), head=head_of(moment))


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
