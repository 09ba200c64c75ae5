"""Faults of a game's own: that game is paused, nothing is written, and all others go on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
import redis.asyncio

from rulekeeper.kernel import Game, Offer, Play, Script, rule
from rulekeeper.log import Stored
from rulekeeper.v1 import audit_pb2, games_pb2, judges_pb2
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.v1.table_pb2 import GAME_STATUS_PAUSED, GAME_STATUS_RUNNING
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import State, pick, sample
from tests.kernel.sample import sample_pb2 as told
from tests.server.broken import BROKEN, MENDED
from tests.server.conftest import Town
from tests.server.desk import Seats, bearer, failing, fresh_id
from tests.server.tampering import rewrite
from tests.server.watching import watching


async def break_it(table: Seats) -> str:
    await table.send(0, nm.Bid(coins=1), 4)
    async with failing() as failed:
        await table.send(1, nm.Bid(coins=1), 4, b"the fatal one")
    assert failed[0].reason == "INTERNAL"
    return str(failed[0].info.metadata["correlation_id"])


async def test_a_script_that_fails_pauses_its_game_and_no_other(town: Town) -> None:
    desk = await town.desk(ruleset={BROKEN.ruleset: BROKEN})
    table, other = await desk.table(), await desk.table()
    correlation = await break_it(table)
    answer = await desk.decision(table.game_id, table.tokens[1])
    assert answer.game.status == GAME_STATUS_PAUSED and not answer.HasField("decision")
    assert answer.game.head.version == 5
    async with failing() as failed:
        await table.send(1, nm.Bid(coins=0), 4)
    assert failed[0].reason == "GAME_PAUSED" and correlation in failed[0].message
    assert (await other.bid(0)).version == 5


async def test_known_commands_of_a_paused_game_still_get_their_answer(town: Town) -> None:
    desk = await town.desk(ruleset={BROKEN.ruleset: BROKEN})
    table = await desk.table()
    await table.send(0, nm.Bid(coins=1), 4, b"mine")
    async with failing():
        await table.send(1, nm.Bid(coins=1), 4)
    assert (await table.send(0, nm.Bid(coins=1), 4, b"mine")).version == 5


async def test_a_paused_game_goes_on_under_rules_that_were_mended(town: Town) -> None:
    desk, mended = await town.desk(ruleset={BROKEN.ruleset: BROKEN}), await town.desk(ruleset={BROKEN.ruleset: MENDED})
    table = await desk.table()
    await break_it(table)
    await mended.submit(table.game_id, table.tokens[1], nm.Bid(coins=1), 4)
    answer = await desk.decision(table.game_id, at_least=6)
    assert answer.game.status == GAME_STATUS_RUNNING and answer.decision.version == 6


async def test_rules_that_changed_under_a_game_pause_it(town: Town) -> None:
    desk, changed = await town.desk(), await town.desk(ruleset={GAME.ruleset: replace(GAME, scripts=(), turn="")})
    table = await desk.table()
    answer = await changed.decision(table.game_id, table.tokens[0])
    assert answer.game.status == GAME_STATUS_PAUSED and not answer.HasField("decision")
    async with watching(changed, table.game_id, table.tokens[0], decisions=True) as watch:
        assert len(await watch.until_caught_up()) == 4
    async with failing() as failed:
        await changed.submit(table.game_id, table.tokens[0], nm.Bid(coins=0), 4)
    assert failed[0].reason == "GAME_PAUSED"
    assert (await table.bid(0)).version == 5


def with_inner(word: str) -> Game[Any]:
    """Each answer is followed by a script that tells a word, and asks."""

    @rule("s.inner")
    def inner(play: Play[State]) -> Script[None]:
        play.emit(told.Told(text=word))
        yield from pick(play)

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            yield from pick(play)
            yield from inner.run()

    return sample(main, inner)


async def test_a_judge_goes_back_to_before_the_rule_that_was_changed_began(town: Town) -> None:
    old, new = with_inner("old"), with_inner("new")
    desk, changed = await town.desk(ruleset={old.ruleset: old}), await town.desk(ruleset={new.ruleset: new})
    table = await desk.table(ruleset=old.ruleset)
    began = table.at = (await table.open_decision()).version
    for number in (1, 2, 3):
        await table.send(0, told.Pick(number=number))
    paused = await changed.decision(table.game_id, table.tokens[0])
    assert paused.game.status == GAME_STATUS_PAUSED

    async def back(to: int) -> int:
        ruling = judges_pb2.Ruling(go_back=judges_pb2.Ruling.GoBack(to=to), reason="other rules")
        request = judges_pb2.GiveRulingRequest(game_id=table.game_id, command_id=fresh_id(), ruling=ruling)
        return (await changed.judges.GiveRuling(request, metadata=bearer(table.judge))).version

    async with failing() as failed:
        await back(began + 1)
    assert failed[0].reason == "RULING_REFUSED" and "go back to before this rule began" in failed[0].message
    assert 's.inner: on record is told {text: "old"}' in failed[0].message
    # Before the first of them all runs; so it does where one is over, which nobody runs again.
    for to in (began, began + 2):
        version = await back(to)
        answer = await changed.decision(table.game_id, table.tokens[0])
        assert answer.game.status == GAME_STATUS_RUNNING and answer.decision.version == version
    assert (await changed.submit(table.game_id, table.tokens[0], told.Pick(number=4), version)).version == version + 1


async def test_a_record_that_was_tampered_with_pauses_the_game(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    (stored,) = await (await town.log()).read(table.game_id, 3, 1)
    entry = Entry.FromString(stored.entry)
    entry.time_us += 1
    await rewrite(town, table.game_id, 3, Stored(4, entry.SerializeToString(), stored.digest))
    fresh = await town.desk()
    assert (await fresh.decision(table.game_id)).game.status == GAME_STATUS_PAUSED
    verdict = await fresh.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=table.game_id))
    assert [(finding.kind, finding.version) for finding in verdict.findings] == [("digest", 4)]


async def test_a_log_that_lost_its_newest_entries_stops_the_game(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    await table.bid(0)
    await table.bid(1)
    async with watching(desk, table.game_id) as watch:
        await watch.until_caught_up()
        await rewrite(town, table.game_id, 4)
        async with failing() as failed:
            await table.send(0, nm.Bid(coins=2), 4)
        assert failed[0].reason == "HISTORY_CHANGED"
        async with failing() as failed:
            await watch.update()
        assert failed[0].reason == "HISTORY_CHANGED"


async def test_a_log_that_was_written_anew_is_noticed_by_its_watchers(town: Town) -> None:
    desk = await town.desk()
    table, other = await desk.table(), await desk.table()
    async with watching(desk, table.game_id) as watch:
        seen = (await watch.until_caught_up())[-1].head
        await rewrite(town, table.game_id, 0, *await (await town.log()).read(other.game_id, 0, 9))
        for _ in range(2):
            async with failing() as failed:
                await table.send(0, nm.Bid(coins=2), 4)
            assert failed[0].reason == "HISTORY_CHANGED"
        async with failing() as failed:
            await watch.update()
        assert failed[0].reason == "HISTORY_CHANGED"
    async with failing() as failed, watching(desk, table.game_id, seen=seen) as late:
        await late.event()
    assert failed[0].reason == "HISTORY_CHANGED"


async def test_a_log_that_is_gone_is_a_changed_history_where_it_was_known_and_else_no_game(town: Town) -> None:
    desk, fresh = await town.desk(), await town.desk()
    table = await desk.table()
    async with redis.asyncio.Redis.from_url(town.url) as client:
        await client.flushall()
    async with failing() as failed:
        await table.send(0, nm.Bid(coins=2), 4)
    assert failed[0].reason == "HISTORY_CHANGED"
    async with failing() as failed:
        await fresh.decision("another")
    assert failed[0].reason == "UNKNOWN_GAME"


async def test_a_game_whose_rules_are_not_installed_is_listed_and_cannot_be_played(town: Town) -> None:
    desk, bare = await town.desk(), await town.desk(ruleset={})
    table = await desk.table()
    game = (await bare.games.GetGame(games_pb2.GetGameRequest(game_id=table.game_id))).game
    assert game.ruleset == GAME.ruleset and game.head.version == 4
    async with failing() as failed:
        await bare.decision(table.game_id)
    assert failed[0].reason == "UNKNOWN_RULESET"


async def test_a_menu_that_fails_pauses_the_game_and_tells_nothing_of_it(town: Town) -> None:
    def faulty(state: object, seat: int) -> list[Offer[nm.Concede]]:
        raise KeyError("a secret")

    desk = await town.desk(ruleset={GAME.ruleset: replace(GAME, standing=faulty)})
    table = await desk.table()
    answer = await desk.decision(table.game_id, table.tokens[0])
    assert answer.game.status == GAME_STATUS_PAUSED
    async with failing() as failed:
        await table.send(0, nm.Concede(), 0)
    assert "secret" not in failed[0].message and failed[0].reason == "GAME_PAUSED"


async def test_a_view_that_fails_is_told_by_a_correlation_id_only(town: Town) -> None:
    def faulty(state: object, viewer: int) -> nm.View:
        raise KeyError("a secret")

    desk = await town.desk(ruleset={GAME.ruleset: replace(GAME, view=faulty)}, log_level="error")
    table = await desk.table()
    async with failing() as failed, watching(desk, table.game_id, after=3) as watch:
        await watch.event()
    assert failed[0].reason == "INTERNAL" and "secret" not in str(failed[0].details)
    assert failed[0].info.metadata["correlation_id"] in failed[0].message


@pytest.mark.parametrize("refused", [nm.Bid(coins=9), nm.Take(kinds=["jade"])])
async def test_refused_commands_are_noted_for_judges(town: Town, refused: nm.Bid | nm.Take) -> None:
    desk = await town.desk()
    table = await desk.table()
    async with failing():
        await table.send(0, refused, 4, b"mine")
    log = await town.log()
    (noted,) = await log.refused(table.game_id)
    record = json.loads(noted.record)
    assert record["seat"] == 0 and record["reason"] == "REFUSED" and record["rules"][0]["rule"].startswith("nm.")
