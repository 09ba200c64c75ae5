"""`rulekeeper.v1.GamesService`: translate, call, translate."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from rulekeeper.kernel import KernelError, Refused, check
from rulekeeper.log import NotListed
from rulekeeper.projections import decision_of, delimited, delimited_if, number_if, reason_messages, standing_of
from rulekeeper.server import requests
from rulekeeper.server.acts import Malformed, Submit, fingerprint_of
from rulekeeper.server.creating import Creator
from rulekeeper.server.errors import Failure, invalid
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.looking import looked, may_look, reach, viewer_for
from rulekeeper.server.rulesets import ruleset, ruleset_info
from rulekeeper.server.tokens import Caller, unauthenticated
from rulekeeper.v1 import errors_pb2, games_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SEAT
from rulekeeper.v1.table_pb2 import GAME_STATUS_UNSPECIFIED, GameInfo, GameStatus

_MOST_LISTED = 200
_LISTED = 50
_MOST_SIFTED = 1_000
_ANSWER = games_pb2.SubmitCommandResponse.DESCRIPTOR.fields_by_name
_VERSION, _DIGEST, _FACTS = (_ANSWER[name].number for name in ("version", "digest", "facts"))


class GamesService:
    """Making, joining and playing games."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall
        self._creator = Creator(house, hall)

    async def list_rulesets(
        self, request: games_pb2.ListRulesetsRequest, caller: Caller
    ) -> games_pb2.ListRulesetsResponse:
        return games_pb2.ListRulesetsResponse(rulesets=[ruleset_info(game) for game in self._house.games.values()])

    async def get_ruleset(self, request: games_pb2.GetRulesetRequest, caller: Caller) -> games_pb2.GetRulesetResponse:
        game = self._house.games.get(request.ruleset)
        if game is None:
            text = f"there is no ruleset {request.ruleset[:80]!r}"
            raise Failure(errors_pb2.ERROR_CODE_UNKNOWN_RULESET, text)
        return ruleset(game)

    async def create_game(self, request: games_pb2.CreateGameRequest, caller: Caller) -> games_pb2.CreateGameResponse:
        return await self._creator.create(request)

    async def join_game(self, request: games_pb2.JoinGameRequest, caller: Caller) -> games_pb2.JoinGameResponse:
        return await self._creator.join(caller, request)

    async def get_game(self, request: games_pb2.GetGameRequest, caller: Caller) -> games_pb2.GetGameResponse:
        return games_pb2.GetGameResponse(game=await self._info(requests.game_id(request.game_id)))

    async def list_games(self, request: games_pb2.ListGamesRequest, caller: Caller) -> games_pb2.ListGamesResponse:
        wanted = requests.within("page_size", request.page_size, 1, _MOST_LISTED, _LISTED)
        if request.status not in GameStatus.values():
            raise invalid("status", "it is none of the statuses")
        found: list[GameInfo] = []
        after, sifted = _after(request.page_token), 0
        while len(found) < wanted and sifted < _MOST_SIFTED:
            try:
                page = await self._house.store.games(after, wanted)
            except NotListed:
                raise invalid("page_token", "it is not one that ListGames gave") from None
            for listed in page.games:
                sifted += 1
                after = listed.game
                info = await self._listed(listed.game, listed.head, request)
                if info is not None:
                    found.append(info)
                    if len(found) == wanted:
                        break
            else:
                if not page.next:
                    return games_pb2.ListGamesResponse(games=found)
                after = page.next
        token = base64.urlsafe_b64encode(after.encode()).decode()
        return games_pb2.ListGamesResponse(games=found, next_page_token=token)

    async def get_decision(
        self, request: games_pb2.GetDecisionRequest, caller: Caller
    ) -> games_pb2.GetDecisionResponse:
        hot = await self._hall.get(request.game_id)
        viewer = viewer_for(caller, hot, request.seat if request.HasField("seat") else None)
        await reach(hot, request.at_least)
        if viewer >= 0:
            await looked(caller, hot, "GetDecision", hot.head.version, eyes=viewer)
        decision, standing = None, []
        if not hot.paused:
            try:
                decision = decision_of(hot.game, hot.table, viewer, hot.live, explain=request.unavailable)
                standing = standing_of(hot.game, hot.table, viewer)
            except KernelError as wrong:
                hot.pause("the open decision's menu fails", wrong)
                decision, standing = None, []
        return games_pb2.GetDecisionResponse(game=hot.info(), decision=decision, standing=standing)

    async def submit_command(self, request: games_pb2.SubmitCommandRequest, caller: Caller) -> bytes:
        hot = await self._hall.get(request.game_id)
        seat = _own_seat(caller, hot)
        command_id = requests.identifier("command_id", request.command_id)
        command = requests.command_bytes(hot.game, request)
        if isinstance(command, Refused):
            fingerprint = fingerprint_of("malformed", seat, request.SerializeToString(deterministic=True))
            moment = await hot.mailbox.do(Malformed(command_id, fingerprint, command))
        else:
            act = Submit.by(seat, request.decision, command, command_id, request.automatic)
            moment = await hot.mailbox.do(act)
        # What the answer says is a function of the entry alone: the same whenever the same id comes again.
        facts = [delimited(_FACTS, fact) for fact in moment.steps.facts(seat)]
        return b"".join((number_if(_VERSION, moment.version), delimited_if(_DIGEST, moment.stored.digest), *facts))

    async def check_command(
        self, request: games_pb2.CheckCommandRequest, caller: Caller
    ) -> games_pb2.CheckCommandResponse:
        hot = await self._hall.get(request.game_id)
        seat = _own_seat(caller, hot)
        refused: Refused | None
        command = requests.command_bytes(hot.game, request)
        if isinstance(command, Refused):
            refused = command
        else:
            if hot.halted and not hot.record.over:
                raise hot.paused_failure()
            try:
                refused = check(hot.game, hot.table, seat, request.decision, command, hot.live)
            except KernelError as wrong:
                hot.pause("the open decision's menu fails", wrong)
                raise hot.paused_failure() from None
        if refused is None:
            return games_pb2.CheckCommandResponse(accepted=True)
        rule = hot.table.decision.rule if hot.table.decision is not None and refused.kind != "malformed" else ""
        return games_pb2.CheckCommandResponse(
            reasons=reason_messages(hot.game, refused.reasons, rule), stale=refused.kind == "stale"
        )

    async def _info(self, game_id: str) -> GameInfo:
        hot = self._hall.present(game_id)
        if hot is not None:
            return hot.info()
        head = await self._house.store.head(game_id)
        record = await self._house.lobby.record_at(game_id, head)
        if not record.head.version:
            raise Failure(errors_pb2.ERROR_CODE_UNKNOWN_GAME, f"no game has the id {game_id}")
        return self._house.lobby.info(game_id, record)

    async def _listed(self, game_id: str, head: Any, request: games_pb2.ListGamesRequest) -> GameInfo | None:
        """The game, unless it is unlisted or not what the request asks for."""
        hot = self._hall.present(game_id)
        record = hot.record if hot is not None else await self._house.lobby.record_at(game_id, head)
        if record.unlisted or not record.head.version or (request.ruleset and record.ruleset != request.ruleset):
            return None
        info = hot.info() if hot is not None else self._house.lobby.info(game_id, record)
        if request.status not in (GAME_STATUS_UNSPECIFIED, info.status):
            return None
        return info


def _own_seat(caller: Caller, hot: HotGame) -> int:
    """The seat that the caller plays in this game."""
    if not caller.role:
        raise unauthenticated("a seat's token is needed")
    may_look(caller, hot)
    if caller.role != ROLE_SEAT or caller.seat >= hot.seats:
        raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, "only a seat's own token plays it")
    return caller.seat


def _after(page_token: str) -> str:
    try:
        return base64.urlsafe_b64decode(page_token.encode()).decode()
    except (binascii.Error, UnicodeError, ValueError):
        raise invalid("page_token", "it is not one that ListGames gave") from None
