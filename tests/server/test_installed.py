"""Every installed game is played to its end by bots through the service, and proved."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from rulekeeper.kernel import Game, games
from rulekeeper.v1 import audit_pb2, games_pb2
from rulekeeper.v1.projections_pb2 import WATCH_CONTENT_BOTH
from rulekeeper.v1.table_pb2 import GAME_STATUS_OVER
from tests.server.conftest import Town
from tests.server.desk import BOT, Desk, fresh_id
from tests.server.watching import watching


@pytest.fixture
async def installed(town: Town) -> AsyncIterator[Desk]:
    yield await town.desk(ruleset=games())


@pytest.mark.slow
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.ruleset)
async def test_bots_play_it_to_its_end_and_it_is_proved(installed: Desk, game: Game[object]) -> None:
    request = games_pb2.CreateGameRequest(ruleset=game.ruleset, seats=[BOT] * game.seats[0], request_id=fresh_id())
    game_id = (await installed.games.CreateGame(request)).game_id
    async with watching(installed, game_id, content=WATCH_CONTENT_BOTH, text=True) as watch:
        versions = []
        async with asyncio.timeout(120):
            while True:
                event = await watch.event(60)
                if event.HasField("update"):
                    assert event.update.text or event.update.head.version <= game.seats[0] + 1
                    versions.append(event.update.head.version)
                    if event.update.status == GAME_STATUS_OVER:
                        break
    assert versions == list(range(1, len(versions) + 1))
    verdict = await installed.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=game_id))
    assert verdict.sound and verdict.decided_again == verdict.entries - 1 - game.seats[0], verdict


async def test_every_ruleset_is_described(installed: Desk) -> None:
    for game in games().values():
        full = await installed.games.GetRuleset(games_pb2.GetRulesetRequest(ruleset=game.ruleset))
        assert full.rules and full.commands and full.setup_schema and all(kind.rule for kind in full.commands)
        assert json.loads(full.setup_schema)["default"] == game.setup().model_dump(mode="json")
        rules = {rule.id for rule in full.rules}
        examples = {rule.id: {*rule.illustrates} for rule in full.rules if rule.illustrates}
        assert {rule.id for rule in full.rules if ".example." in rule.id} == examples.keys()
        assert len(examples) > 10 and all(shown <= rules - examples.keys() for shown in examples.values())
        for card in full.cards:
            assert card.status in ("confirmed", "partly", "guess") and {*card.rules} <= rules, card.id
            assert card.confidence or card.status == "confirmed", f"{card.id} does not say why it is not sure"
