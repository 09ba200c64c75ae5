"""Exports of a game, of every sort: finished and not, with a game that went back, a fork and an import."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rulekeeper.kernel import Game, game_of, random_command
from rulekeeper.server import Service
from rulekeeper.v1 import judges_pb2
from tests.server.conftest import sitting
from tests.server.desk import OPEN, Desk, Seats, bearer, fresh_id, settings
from tests.server.test_files_service import exported, imported

MOVES = 40


@asynccontextmanager
async def one_desk(game: Game[Any], key: str) -> AsyncIterator[Desk]:
    """A service of its own that plays one game; `key` tells it from others."""
    folder = Path(tempfile.mkdtemp(prefix="rk-", dir="/tmp"))
    try:
        given = settings(folder, signing_key=f"a key for a service that is {key}: long enough")
        async with await Service.start(given, ruleset={game.ruleset: game}) as service, sitting(service) as desk:
            yield desk
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _on(table: Seats, game: Game[Any], dice: random.Random, moves: int = MOVES) -> None:
    """So many random commands."""
    hot = await table.desk.service._hall.get(table.game_id)
    for _ in range(moves):
        assert hot.table.decision is not None
        seat = hot.table.decision.seats[0]
        command = random_command(game, hot.table, seat, dice.randrange)
        await table.send(seat, command, hot.table.decision.version)


async def _rule(table: Seats, **ruling: Any) -> None:
    request = judges_pb2.GiveRulingRequest(
        game_id=table.game_id,
        command_id=fresh_id(),
        ruling=judges_pb2.Ruling(reason="a test", **ruling),
    )
    await table.desk.judges.GiveRuling(request, metadata=bearer(table.judge))


async def _concede(table: Seats, game: Game[Any]) -> None:
    (concede,) = (kind for kind in game.asides if kind.DESCRIPTOR.name == "Concede")
    await table.send(0, concede(), decision=0)


async def exports(ruleset: str) -> dict[str, bytes]:
    """Files by what is in them."""
    game = game_of(ruleset)
    assert game is not None
    dice, found = random.Random(ruleset), {}

    async def export(name: str, table: Seats, token: str = "") -> None:
        lines = await exported(table.desk, table.game_id, token)
        found[name] = "".join(f"{line}\n" for line in lines).encode()

    async with one_desk(game, "here") as here, one_desk(game, "away") as away:
        made = await here.create(OPEN, OPEN, ruleset=ruleset)
        joined = [
            await here.join(made.game_id, name=name, contribution=name.encode()) for name in ("Ada", "Béla \U0001f3b2")
        ]
        judge = here.service.mint("judge", name="Dana")
        table = Seats(here, made.game_id, [one.token for one in joined], judge)
        await _on(table, game, dice)
        await export("running", table, judge)
        await export("redacted", table, table.tokens[0])
        forked_at = (await here.service._hall.get(table.game_id)).head.version
        await _rule(table, go_back=judges_pb2.Ruling.GoBack(to=forked_at - MOVES // 2))
        await _on(table, game, dice)
        call = judges_pb2.CallJudgeRequest(
            game_id=table.game_id, command_id=fresh_id(), text='What about "\\é\U0001f3b2"?', about=5
        )
        called = await here.judges.CallJudge(call, metadata=bearer(table.tokens[1]))
        await _rule(table, note=judges_pb2.Ruling.Remark())
        close = judges_pb2.CloseDisputeRequest(
            game_id=table.game_id, command_id=fresh_id(), dispute=called.dispute.number, text="It stands."
        )
        await here.judges.CloseDispute(close, metadata=bearer(judge))
        await export("went back", table, judge)
        request = judges_pb2.ForkGameRequest(game_id=table.game_id, version=forked_at, request_id=fresh_id())
        answer = await here.judges.ForkGame(request, metadata=bearer(judge))
        fork = Seats(here, answer.game_id, list(answer.seat_tokens), answer.judge_token)
        await _on(fork, game, dice)
        await export("fork, running", fork, fork.judge)
        await _concede(fork, game)
        await export("fork, finished", fork, fork.judge)
        await imported(away, found["went back"].decode().splitlines())
        await export("import, running", Seats(away, table.game_id, []), away.service.mint("judge", name="Eve"))
        await _concede(table, game)
        await export("finished", table)
    async with one_desk(game, "third") as third:
        await imported(third, found["finished"].decode().splitlines())
        await export("import, finished", Seats(third, table.game_id, []), third.service.mint("judge", name="Eve"))
    return found
