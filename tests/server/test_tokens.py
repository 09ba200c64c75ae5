"""Who may do what: a matrix of tokens and calls; and tokens themselves."""

from __future__ import annotations

import stat
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import grpc
import jwt
import pytest

from rulekeeper.server import KEY_FILE, Caller, Failure, Keyring, mint, signing_key
from rulekeeper.v1 import audit_pb2, games_pb2, projections_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SEAT
from tests.kernel.night_market import night_market_pb2 as pb
from tests.server.desk import INVITED, KEY, OPEN, Desk, Seats, bearer, fresh_id, packed

Call = Callable[[Desk, str, str], Awaitable[object]]


async def get_game(desk: Desk, game_id: str, token: str) -> object:
    return await desk.games.GetGame(games_pb2.GetGameRequest(game_id=game_id), metadata=bearer(token))


async def get_decision(desk: Desk, game_id: str, token: str) -> object:
    return await desk.decision(game_id, token)


async def get_decision_of_seat_1(desk: Desk, game_id: str, token: str) -> object:
    return await desk.decision(game_id, token, seat=1)


async def submit(desk: Desk, game_id: str, token: str) -> object:
    return await desk.submit(game_id, token, pb.Bid(coins=0), 4)


async def check(desk: Desk, game_id: str, token: str) -> object:
    request = games_pb2.CheckCommandRequest(game_id=game_id, decision=4, message=packed(pb.Bid(coins=0)))
    return await desk.games.CheckCommand(request, metadata=bearer(token))


async def get_view(desk: Desk, game_id: str, token: str) -> object:
    return await desk.projections.GetView(projections_pb2.GetViewRequest(game_id=game_id), metadata=bearer(token))


async def get_view_of_seat_1(desk: Desk, game_id: str, token: str) -> object:
    request = projections_pb2.GetViewRequest(game_id=game_id, seat=1)
    return await desk.projections.GetView(request, metadata=bearer(token))


async def watch(desk: Desk, game_id: str, token: str) -> object:
    stream = desk.projections.WatchTable(projections_pb2.WatchTableRequest(game_id=game_id), metadata=bearer(token))
    return await stream.read()


async def read_log(desk: Desk, game_id: str, token: str) -> object:
    return await desk.audit.ReadLog(audit_pb2.ReadLogRequest(game_id=game_id), metadata=bearer(token)).read()


async def verify(desk: Desk, game_id: str, token: str) -> object:
    return await desk.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=game_id), metadata=bearer(token))


LOOKING = (get_decision, get_view, watch, read_log, verify)
AS_ANOTHER = (get_decision_of_seat_1, get_view_of_seat_1)
PLAYING = (submit, check)


async def outcome(call: Call, desk: Desk, game_id: str, token: str) -> str:
    try:
        await call(desk, game_id, token)
    except grpc.aio.AioRpcError as wrong:
        return wrong.code().name
    return "OK"


class Tokens:
    """One token of each sort, for a game of its own and for another."""

    def __init__(self, here: Seats, there: Seats, desk: Desk) -> None:
        mint = desk.service.mint
        self.of = {
            "none": "",
            "bad": "bad.token.indeed",
            "seat 0": here.tokens[0],
            "seat elsewhere": there.tokens[0],
            "spectator": mint("spectator", games=(here.game_id,)),
            "spectator elsewhere": mint("spectator", games=(there.game_id,)),
            "judge": mint("judge", games=(here.game_id,), name="Jo"),
            "judge elsewhere": mint("judge", games=(there.game_id,), name="Jo"),
            "judge of all": mint("judge", name="Jo"),
            "admin": mint("admin"),
        }


DENIED, UNKNOWN = "PERMISSION_DENIED", "UNAUTHENTICATED"
MATRIX: dict[str, dict[tuple[Call, ...], str]] = {
    "none": {LOOKING: "OK", AS_ANOTHER: DENIED, PLAYING: UNKNOWN, (get_game,): "OK"},
    "bad": {LOOKING: UNKNOWN, AS_ANOTHER: UNKNOWN, PLAYING: UNKNOWN, (get_game,): UNKNOWN},
    "seat 0": {LOOKING: "OK", AS_ANOTHER: DENIED, PLAYING: "OK", (get_game,): "OK"},
    "seat elsewhere": {LOOKING: DENIED, AS_ANOTHER: DENIED, PLAYING: DENIED, (get_game,): "OK"},
    "spectator": {LOOKING: "OK", AS_ANOTHER: DENIED, PLAYING: DENIED, (get_game,): "OK"},
    "spectator elsewhere": {LOOKING: DENIED, AS_ANOTHER: DENIED, PLAYING: DENIED, (get_game,): "OK"},
    "judge": {LOOKING: "OK", AS_ANOTHER: "OK", PLAYING: DENIED, (get_game,): "OK"},
    "judge elsewhere": {LOOKING: DENIED, AS_ANOTHER: DENIED, PLAYING: DENIED, (get_game,): "OK"},
    "judge of all": {LOOKING: "OK", AS_ANOTHER: "OK", PLAYING: DENIED, (get_game,): "OK"},
    "admin": {LOOKING: "OK", AS_ANOTHER: "OK", PLAYING: DENIED, (get_game,): "OK"},
}


@pytest.mark.parametrize("token", MATRIX)
async def test_a_token_opens_what_it_is_for_and_nothing_else(desk: Desk, token: str) -> None:
    here, there = await desk.table(), await desk.table()
    tokens = Tokens(here, there, desk)
    for calls, wanted in MATRIX[token].items():
        for call in calls:
            found = await outcome(call, desk, here.game_id, tokens.of[token])
            assert found == wanted, f"{call.__name__} with {token}: {found}"


async def test_an_unlisted_game_is_seen_with_a_token_only(desk: Desk) -> None:
    made = await desk.create(OPEN, OPEN, unlisted=True)
    for call in LOOKING:
        assert await outcome(call, desk, made.game_id, "") == UNKNOWN
        assert await outcome(call, desk, made.game_id, made.spectator_token) == "OK"
    assert await outcome(get_game, desk, made.game_id, "") == "OK"


async def test_an_invitation_takes_its_one_seat_and_no_other(desk: Desk) -> None:
    made = await desk.create(OPEN, INVITED, INVITED)

    async def join(seat: int | None, token: str) -> str:
        async def call(desk: Desk, game_id: str, token: str) -> object:
            return await desk.join(game_id, seat, token, request_id=fresh_id())

        return await outcome(call, desk, made.game_id, token)

    assert await join(1, "") == DENIED
    assert await join(1, made.seat_tokens[2]) == DENIED
    assert await join(0, made.seat_tokens[1]) == DENIED
    assert await join(None, made.seat_tokens[1]) == "OK"
    assert await join(1, made.seat_tokens[1]) == "ALREADY_EXISTS"
    other = await desk.create(OPEN, INVITED)
    assert await join(2, other.seat_tokens[1]) == DENIED
    assert await join(2, made.seat_tokens[2]) == "OK"


async def test_a_judge_sees_a_seat_as_that_seat_does(desk: Desk) -> None:
    table = await desk.table()
    judge = desk.service.mint("judge", games=(table.game_id,))
    own = await desk.decision(table.game_id, table.tokens[1])
    assert await desk.decision(table.game_id, judge, seat=1) == own
    assert not (await desk.decision(table.game_id, judge)).decision.offers


def test_a_token_says_the_same_each_time() -> None:
    one, other = Keyring(KEY.encode()), Keyring(KEY.encode())
    caller = Caller(ROLE_SEAT, ("game",), 3)
    assert one.sign(caller) == other.sign(caller) and other.read(one.sign(caller)) == caller


@pytest.mark.parametrize(
    "token",
    [
        "",
        "a.b.c",
        jwt.encode({"role": "admin", "games": ["*"]}, "another key that is long enough too"),
        jwt.encode({"role": "admin", "games": ["*"]}, None, algorithm="none"),
        jwt.encode({"role": "king", "games": ["*"]}, KEY),
        jwt.encode({"games": ["*"]}, KEY),
        jwt.encode({"role": "admin", "games": 7}, KEY),
        jwt.encode({"role": "admin", "games": ["*"], "exp": int(time.time()) - 5}, KEY),
        "x" * 5_000,
    ],
)
def test_what_this_service_did_not_sign_is_refused(token: str) -> None:
    with pytest.raises(Failure) as refused:
        Keyring(KEY.encode()).read(token)
    assert refused.value.reason == "UNAUTHENTICATED"


def test_a_token_that_was_read_expires_nevertheless() -> None:
    ring = Keyring(KEY.encode())
    token = ring.sign(Caller(ROLE_SEAT, ("game",)), expires=int(time.time()) + 1)
    ring.read(token)
    time.sleep(1.1)
    with pytest.raises(Failure, match="expired"):
        ring.read(token)


def test_only_so_many_tokens_are_remembered() -> None:
    ring = Keyring(KEY.encode(), keep=3)
    for seat in range(10):
        ring.read(ring.sign(Caller(ROLE_SEAT, ("game",), seat)))
    assert len(ring._read) == 3


def test_a_key_is_made_once_and_kept_from_others(folder: Path) -> None:
    key = signing_key("", folder)
    assert signing_key("", folder) == key and len(key) >= 32
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    (folder / KEY_FILE).chmod(0o644)
    with pytest.raises(ValueError, match="chmod 600"):
        signing_key("", folder)
    with pytest.raises(ValueError, match="at least 32"):
        Keyring(b"short")


def test_no_seat_is_minted_from_the_command_line() -> None:
    with pytest.raises(ValueError, match="judge, admin or spectator"):
        mint(KEY.encode(), "seat")
