"""Sandboxes: from a seed, from a position; equal requests give equal entries."""

from __future__ import annotations

import json

import pytest

from rulekeeper.games.heart_of_crown import GAME as HEART
from rulekeeper.kernel import Match
from rulekeeper.v1 import audit_pb2, games_pb2
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.v1.table_pb2 import GAME_STATUS_RUNNING
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import BOT, OPEN, Desk, bearer, failing

SEED = bytes(range(32))
POSITION = {
    "game": "night_market@1",
    "seats": 2,
    "entry": "night",
    "args": [1],
    "state": {
        "players": [{"coins": 3}, {"coins": 3}],
        "pile": [{"type": "Bag", "of": [["jade", 2], ["lamp", 2], ["silk", 1]]}],
    },
    "commands": [
        {"seat": 0, "command": "Bid", "fields": {"coins": 2}},
        {"seat": 1, "command": "Bid", "fields": {"coins": 1}},
    ],
    "draws": ["jade", "lamp"],
}


async def entries(desk: Desk, game_id: str, token: str) -> list[Entry]:
    call = desk.audit.ReadLog(audit_pb2.ReadLogRequest(game_id=game_id), metadata=bearer(token))
    return [answer.entry async for answer in call]


def timeless(entry: Entry) -> Entry:
    copy = Entry()
    copy.CopyFrom(entry)
    copy.time_us = 0
    copy.previous = b""
    return copy


async def played(desk: Desk, request_id: bytes) -> list[Entry]:
    table = await desk.table(seed=SEED, request_id=request_id)
    for number in range(2):
        decision = await table.open_decision()
        for seat in decision.seats:
            await table.send(seat, nm.Bid(coins=seat), decision.version, b"%d %d" % (number, seat))
        await table.send(
            1, nm.Plant(card=await first_card(desk, table.game_id, table.tokens[1]), open=True), None, b"p%d" % number
        )
    return await entries(desk, table.game_id, table.judge)


async def first_card(desk: Desk, game_id: str, token: str) -> int:
    decision = (await desk.decision(game_id, token)).decision
    plant = next(offer for offer in decision.offers if offer.command.endswith("Plant"))
    return plant.fields[0].one_of.candidates[0].value.number


async def test_equal_requests_give_equal_entries_times_aside(town: Town) -> None:
    desk = await town.desk()
    one, other = await played(desk, b"one"), await played(desk, b"two")
    assert len(one) == 10
    # The id of the request that made each is its own.
    one[0].command_id = other[0].command_id = b""
    assert list(map(timeless, one)) == list(map(timeless, other))


async def test_a_sandbox_and_a_match_in_memory_agree_fact_for_fact(desk: Desk) -> None:
    table = await desk.table(seed=SEED)
    match = Match(GAME, 2, seed=SEED)
    for seat in range(2):
        await table.bid(seat, seat)
        match.submit(seat, nm.Bid(coins=seat))
    stored = await entries(desk, table.game_id, table.judge)
    assert [entry.facts for entry in stored] == [entry.facts for entry in match.entries]


async def test_a_sandbox_begins_from_a_position_and_its_commands(desk: Desk) -> None:
    made = await desk.create(sandbox=games_pb2.Sandbox(position=json.dumps(POSITION), seat_all=True, seed=SEED))
    answer = await desk.decision(made.game_id, made.seat_tokens[0])
    assert answer.game.sandbox and answer.game.head.version == 6
    assert answer.decision.rule.id == "nm.privilege" and list(answer.decision.seats) == [0]
    match = Match(GAME, 2, seed=SEED, position=json.dumps(POSITION))
    stored = await entries(desk, made.game_id, made.judge_token)
    assert [entry.facts for entry in stored] == [entry.facts for entry in match.entries]
    verdict = await desk.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=made.game_id))
    assert verdict.sound and verdict.decided_again == 3


async def test_players_are_not_told_what_lies_in_a_position(desk: Desk) -> None:
    made = await desk.create(sandbox=games_pb2.Sandbox(position=json.dumps(POSITION), seat_all=True, seed=SEED))
    for token, told in ((made.seat_tokens[0], False), ("", False), (made.judge_token, True)):
        first = await desk.audit.ReadLog(
            audit_pb2.ReadLogRequest(game_id=made.game_id, limit=1), metadata=bearer(token)
        ).read()
        assert isinstance(first, audit_pb2.ReadLogResponse)
        assert bool(first.step.created.position) == told and first.HasField("entry") == told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"entry": "dawn"}, "entry"),
        ({"seats": 3}, "seats"),
        ({"state": {"players": "many"}}, "state"),
        ({"commands": [{"seat": 0, "command": "Bid", "fields": {"coins": 9}}]}, "nm.bid"),
        ({"commands": [{"seat": 0, "command": "Dance"}]}, "Dance"),
        ({"draws": ["gold"]}, ""),
        ({"args": ["one"]}, ""),
        ({"colour": "red"}, "colour"),
    ],
)
async def test_a_position_that_cannot_be_is_refused(desk: Desk, change: dict[str, object], told: str) -> None:
    position = json.dumps(POSITION | change)
    async with failing() as failed:
        await desk.create(sandbox=games_pb2.Sandbox(position=position, seat_all=True))
    assert failed[0].reason == "INVALID_POSITION" and told in failed[0].message
    assert "Error" not in failed[0].message
    assert not (await desk.games.ListGames(games_pb2.ListGamesRequest())).games


async def test_a_seed_has_32_bytes(desk: Desk) -> None:
    async with failing() as failed:
        await desk.create(seed=b"short")
    assert failed[0].reason == "INVALID_REQUEST"


async def test_bots_of_equal_sandboxes_play_alike(desk: Desk) -> None:
    logs = []
    for _ in range(2):
        made = await desk.create(BOT, BOT, seed=SEED)
        await desk.decision(made.game_id, at_least=12)
        logs.append([timeless(entry).facts for entry in (await entries(desk, made.game_id, made.judge_token))[:12]])
    assert logs[0] == logs[1]


async def test_seats_of_a_sandbox_may_be_left_open(desk: Desk) -> None:
    made = await desk.create(OPEN, OPEN, sandbox=games_pb2.Sandbox(seed=SEED))
    assert list(made.seat_tokens) == ["", ""] and made.judge_token
    await desk.join(made.game_id)


async def test_a_position_has_as_many_commands_as_fit_into_it(town: Town) -> None:
    desk = await town.desk(ruleset={HEART.ruleset: HEART})
    commands = [{"seat": n // 2 % 2, "command": ("EndMainPhase", "EndSecondPhase")[n % 2]} for n in range(520)]
    position = {"game": HEART.ruleset, "seats": 2, "entry": "turn", "args": [0], "commands": commands}
    sandbox = games_pb2.Sandbox(position=json.dumps(position), seat_all=True)
    made = await desk.create(ruleset=HEART.ruleset, sandbox=sandbox)
    game = (await desk.decision(made.game_id)).game
    assert game.status == GAME_STATUS_RUNNING and game.head.version == 4 + len(commands)


async def test_a_position_that_cannot_be_shown_is_refused(town: Town) -> None:
    desk = await town.desk(ruleset={HEART.ruleset: HEART})
    position = {
        "game": HEART.ruleset,
        "seats": 2,
        "entry": "main-phase",
        "args": [0],
        "state": {"exile": [["city", -1]]},
    }
    async with failing() as failed:
        await desk.create(ruleset=HEART.ruleset, sandbox=games_pb2.Sandbox(position=json.dumps(position)))
    assert failed[0].reason == "INVALID_POSITION"
    assert "Error" not in failed[0].message
