"""Making, joining and playing a game, as a client does it."""

from __future__ import annotations

from rulekeeper.v1 import games_pb2
from rulekeeper.v1.table_pb2 import GAME_STATUS_GATHERING, GAME_STATUS_OVER, GAME_STATUS_RUNNING
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb
from tests.server.desk import BOT, OPEN, Desk


async def test_a_game_goes_from_nothing_to_its_end(desk: Desk) -> None:
    made = await desk.create(OPEN, OPEN)
    first = await desk.join(made.game_id, name="Ada", contribution=b"mine")
    assert first.seat == 0 and first.game.status == GAME_STATUS_GATHERING
    second = await desk.join(made.game_id, name="Ben")
    assert second.seat == 1 and second.game.status == GAME_STATUS_RUNNING
    open_now = await desk.decision(made.game_id, first.token)
    assert list(open_now.decision.seats) == [0, 1] and open_now.decision.sealed
    answer = await desk.submit(made.game_id, first.token, pb.Bid(coins=1), open_now.decision.version)
    assert answer.version == open_now.decision.version + 1 and not answer.facts
    answer = await desk.submit(made.game_id, second.token, pb.Bid(coins=2), open_now.decision.version)
    assert [fact.rule.id for fact in answer.facts] == ["nm.bid", "nm.bid"]
    answer = await desk.submit(made.game_id, first.token, pb.Concede(), 0)
    game = (await desk.games.GetGame(games_pb2.GetGameRequest(game_id=made.game_id))).game
    assert game.status == GAME_STATUS_OVER and list(game.winners) == [1] and game.ending.id == "nm.concede"


async def test_two_bots_play_to_the_end_by_themselves(desk: Desk) -> None:
    made = await desk.create(BOT, BOT)
    game = await desk.ended(made.game_id)
    assert game.ending.id and game.head.version > 4
    assert [seat.name for seat in game.seats] == ["random", "random"]


async def test_rulesets_are_described_in_full(desk: Desk) -> None:
    listed = await desk.games.ListRulesets(games_pb2.ListRulesetsRequest())
    assert [(info.ruleset, info.fewest_seats, info.most_seats) for info in listed.rulesets] == [(GAME.ruleset, 2, 4)]
    full = await desk.games.GetRuleset(games_pb2.GetRulesetRequest(ruleset=GAME.ruleset))
    assert {rule.id for rule in full.rules} == set(GAME.rulebook)
    assert full.commands[0].command == "night_market.v1.Bid" and full.commands[0].rule == "nm.bid"
    assert "night_market.v1.WareDrawn" in full.facts and full.view == "night_market.v1.View"
    assert "copies" in full.setup_schema and list(full.entry_points) == ["night"]
