"""Making and joining games."""

from __future__ import annotations

import json
import os
from typing import Any

import msgspec
import pydantic
from google.protobuf import json_format

from rulekeeper.kernel import (
    ALGORITHM,
    JUDGE,
    RANDOM,
    SPECTATOR,
    Game,
    InvalidPosition,
    InvalidSetup,
    KernelError,
    Match,
    Table,
    commitment,
    players_of,
    read_position,
)
from rulekeeper.log import Appended, Conflict, Head, Known, digest
from rulekeeper.projections import decision_of, parsed, standing_of, text_of
from rulekeeper.server import requests
from rulekeeper.server.acts import TakeSeat, fingerprint_of, former_id, formerly, own_id, salt_of
from rulekeeper.server.clock import now_us
from rulekeeper.server.errors import Failure, invalid, other_request
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.secrets import SECRET, game_id_for, making_key, may_serve, new_secret
from rulekeeper.server.tokens import Caller
from rulekeeper.server.unfit import cited, invalid_setup, of_position, of_seats, of_setup
from rulekeeper.v1 import errors_pb2, games_pb2
from rulekeeper.v1.entry_pb2 import (
    ROLE_INVITED,
    ROLE_JUDGE,
    ROLE_SEAT,
    ROLE_SERVICE,
    ROLE_SPECTATOR,
    SEAT_KIND_BOT,
    SEAT_KIND_INVITED,
    SEAT_KIND_OPEN,
    Actor,
    Entry,
    GameCreated,
    SeatPlan,
)

_LONGEST_CONTRIBUTION = 64
_LONGEST_SETUP = 64 << 10


class _Plan(msgspec.Struct, frozen=True):
    """What a request to create a game amounts to, checked."""

    game: Game[Any]
    setup: str
    seats: tuple[SeatPlan, ...]
    position: str
    seed: bytes


class Creator:
    """Makes games, each once a request id. Ids, secrets' keys and tokens are functions of the request id, so
    any process gives the same answer.
    """

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall

    async def create(self, request: games_pb2.CreateGameRequest) -> games_pb2.CreateGameResponse:
        plan = self._checked(request)
        house = self._house
        game_id = game_id_for(self._house.keyring, "game", request.request_id)
        secret = await house.store.keep_secret(game_id, plan.seed or new_secret(house.keyring, game_id))
        if not may_serve(house.keyring, game_id, secret, plan.seed):
            raise other_request()
        now = now_us()
        await house.store.enlist(game_id, now)
        made = await self._append_first(game_id, request, plan, secret, now)
        hot = await self._hall.get(game_id)
        if hot.record.over:
            # An old request that came again: the secret is in the game's last entry, and this one is nobody's.
            house.errands.send(house.store.drop_secret(game_id))
        tokens = [self._invitation(game_id, seat) if kind == SEAT_KIND_INVITED else "" for seat, kind in _kinds(made)]
        if request.sandbox.seat_all:
            for seat, kind in _kinds(made):
                if kind == SEAT_KIND_OPEN:
                    tokens[seat] = await self._sit(hot, seat)
        await hot.mailbox.settled()
        return games_pb2.CreateGameResponse(
            game_id=game_id,
            seat_tokens=tokens,
            spectator_token=house.keyring.sign(Caller(ROLE_SPECTATOR, (game_id,))),
            judge_token=house.keyring.sign(Caller(ROLE_JUDGE, (game_id,))) if made.created.sandbox else "",
            commitment=made.created.commitment,
        )

    async def join(self, caller: Caller, request: games_pb2.JoinGameRequest) -> games_pb2.JoinGameResponse:
        game_id = request.game_id
        request_id = requests.identifier("request_id", request.request_id)
        name = requests.name(request.name)
        requests.at_most("contribution", request.contribution, _LONGEST_CONTRIBUTION)
        hot = await self._hall.get(game_id)
        caller.at(game_id)
        seat = request.seat if request.HasField("seat") else None
        invited = caller.seat if caller.role == ROLE_INVITED else None
        if invited is not None and seat is not None and seat != invited:
            text = f"the invitation is for seat {invited}"
            raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, text)
        act = TakeSeat(
            command_id=hot.own_id("join", request_id),
            fingerprint=fingerprint_of(
                "join",
                -1 if seat is None else seat,
                name,
                request.contribution,
                -1 if invited is None else invited,
            ),
            seat=seat,
            name=name,
            contribution=request.contribution,
            invited=invited,
        )
        entry = await self._seated(hot, act, former_id("join", request_id))
        await hot.mailbox.settled()
        taken = entry.seat_taken.seat
        return games_pb2.JoinGameResponse(seat=taken, token=self._seat_token(game_id, taken), game=hot.info())

    # Checking.

    def _checked(self, request: games_pb2.CreateGameRequest) -> _Plan:
        requests.identifier("request_id", request.request_id)
        game = self._house.games.get(request.ruleset)
        if game is None:
            text = f"there is no ruleset {request.ruleset[:80]!r}"
            raise Failure(errors_pb2.ERROR_CODE_UNKNOWN_RULESET, text)
        if len(request.seats) not in game.seats:
            low, high = game.seats[0], game.seats[-1]
            raise of_seats(game, f"{game.title} is for {low} to {high} seats, not {len(request.seats)}")
        seats = tuple(_seat_plan(game, number, plan) for number, plan in enumerate(request.seats))
        seed = request.sandbox.seed
        if seed and len(seed) != SECRET:
            raise invalid("sandbox.seed", f"{SECRET} bytes are wanted, these are {len(seed)}")
        requests.at_most("sandbox.position", request.sandbox.position, self._house.limits.position)
        setup = _setup(game, request)
        position = _position(game, request, setup) if request.sandbox.position else ""
        return _Plan(game, setup, seats, position, seed)

    # Writing.

    async def _append_first(
        self, game_id: str, request: games_pb2.CreateGameRequest, plan: _Plan, secret: bytes, now: int
    ) -> Entry:
        created = GameCreated(
            setup=plan.setup,
            seats=plan.seats,
            commitment=commitment(secret),
            chance=ALGORITHM,
            sandbox=request.HasField("sandbox"),
            position=plan.position,
            unlisted=request.unlisted,
        )
        entry = Entry(
            version=1,
            time_us=now,
            ruleset=plan.game.ruleset,
            actor=Actor(role=ROLE_SERVICE),
            command_id=own_id(making_key(self._house.keyring, game_id, plan.seed), "create", request.request_id),
            created=created,
            salt=salt_of(secret, 1) if created.sandbox else os.urandom(16),
        )
        data = entry.SerializeToString(deterministic=True)
        fingerprint = fingerprint_of("create", request.SerializeToString(deterministic=True))
        store = self._house.store
        match await store.append(game_id, Head(), entry.command_id, fingerprint, data, digest(data)):
            case Appended():
                return entry
            case Known(stored):
                return parsed(stored)
            case Conflict():
                former = former_id("create", request.request_id)
                made = await formerly(store, game_id, Head(), "created", former, fingerprint)
                if made is not None:
                    return made
        raise other_request()

    async def _sit(self, hot: HotGame, seat: int) -> str:
        parts = ("sandbox sits", seat)
        act = TakeSeat(
            command_id=hot.own_id(*parts),
            fingerprint=fingerprint_of(*parts),
            seat=seat,
            name=chr(ord("A") + seat),
            contribution=b"",
        )
        await self._seated(hot, act, former_id(*parts))
        return self._seat_token(hot.game_id, seat)

    async def _seated(self, hot: HotGame, act: TakeSeat, former: bytes) -> Entry:
        """The entry in which the seat was taken, be it by an earlier release."""
        made = await formerly(self._house.store, hot.game_id, hot.head, "seat_taken", former, act.fingerprint)
        return made or (await hot.mailbox.do(act)).entry

    # Secrets, ids and tokens.

    def _seat_token(self, game_id: str, seat: int) -> str:
        return self._house.keyring.sign(Caller(ROLE_SEAT, (game_id,), seat))

    def _invitation(self, game_id: str, seat: int) -> str:
        return self._house.keyring.sign(Caller(ROLE_INVITED, (game_id,), seat))


def _kinds(made: Entry) -> list[tuple[int, int]]:
    return [(number, plan.kind) for number, plan in enumerate(made.created.seats)]


def _seat_plan(game: Game[Any], number: int, plan: SeatPlan) -> SeatPlan:
    field = f"seats[{number}]"
    if plan.kind not in (SEAT_KIND_OPEN, SEAT_KIND_INVITED, SEAT_KIND_BOT):
        raise invalid(f"{field}.kind", "open, invited or bot is wanted")
    if plan.kind != SEAT_KIND_BOT:
        if plan.player:
            raise invalid(f"{field}.player", "only a bot has one")
        return SeatPlan(kind=plan.kind)
    player = plan.player or RANDOM
    if player not in players_of(game):
        raise invalid(f"{field}.player", f"there is no player {player!r}; there are {', '.join(players_of(game))}")
    return SeatPlan(kind=plan.kind, player=player)


def _setup(game: Game[Any], request: games_pb2.CreateGameRequest) -> str:
    """The set-up, complete, as JSON."""
    try:
        given = json.dumps(_whole(json_format.MessageToDict(request.setup))) if request.HasField("setup") else "{}"
    except (ValueError, json_format.Error) as wrong:  # NaN and infinity, which JSON has no words for
        raise invalid_setup(cited(game, f"it is not JSON: {wrong}", "setup")) from None
    if len(given) > _LONGEST_SETUP:
        raise invalid("setup", f"at most {_LONGEST_SETUP} characters of JSON, these are {len(given)}")
    try:
        setup = game.setup.model_validate_json(given)
        game.initial(setup, len(request.seats))
    except pydantic.ValidationError as wrong:
        raise of_setup(game, wrong) from None
    except InvalidSetup as wrong:
        raise invalid_setup(cited(game, str(wrong), "setup")) from None
    return setup.model_dump_json()


def _whole(value: Any) -> Any:
    """A Struct knows only floats: those that are whole are meant as whole numbers. It has no order: keys are sorted."""
    match value:
        case dict():
            return {key: _whole(part) for key, part in sorted(value.items())}
        case list():
            return [_whole(part) for part in value]
        case float() if value.is_integer():
            return int(value)
    return value


def _position(game: Game[Any], request: games_pb2.CreateGameRequest, setup: str) -> str:
    """The position as equal positions are written. It is tried: what fails at once must not become a game."""
    try:
        position = read_position(game, request.sandbox.position)
        if position.seats != len(request.seats):
            raise InvalidPosition(f"seats: the position is for {position.seats}, not {len(request.seats)}")
        tried = Match(game, setup=json.loads(setup), seed=request.sandbox.seed or bytes(SECRET), position=position)
        _shown(game, tried.table, position.seats)
    except KernelError as wrong:
        fault = wrong.__cause__ if isinstance(wrong.__cause__, KernelError) else wrong
        if isinstance(fault, InvalidPosition):
            raise of_position(game, fault) from None
        rule = getattr(fault, "rule", "")
        text = f"the rules cannot begin from it{f' ({rule})' if rule else ''}"
        raise of_position(game, InvalidPosition(text)) from wrong
    return position.text()


def _shown(game: Game[Any], table: Table, seats: int) -> None:
    """Raises KernelError where a table cannot be shown to everybody."""
    for viewer in (JUDGE, SPECTATOR, *range(seats)):
        try:
            text_of(game, table, viewer)
        except Exception as wrong:
            raise InvalidPosition("state: it cannot be shown") from wrong
        decision_of(game, table, viewer, explain=True)
        standing_of(game, table, viewer)
