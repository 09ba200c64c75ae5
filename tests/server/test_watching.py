"""Watching a table: no gap, no double, caught up, then live."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from rulekeeper.log import Limits as LogLimits
from rulekeeper.server import Limits
from rulekeeper.v1 import audit_pb2, games_pb2, judges_pb2, table_pb2
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1.projections_pb2 import WATCH_CONTENT_BOTH, WATCH_CONTENT_FACTS, WATCH_CONTENT_VIEW, WatchContent
from rulekeeper.v1.table_pb2 import GAME_STATUS_GATHERING, GAME_STATUS_OVER, GAME_STATUS_PAUSED, GAME_STATUS_RUNNING
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import Desk, Seats, bearer, failing
from tests.server.watching import watching


async def test_a_new_game_is_caught_up_with_at_once_and_then_live(desk: Desk) -> None:
    made = await desk.create()
    async with watching(desk, made.game_id) as watch:
        assert [update.head.version for update in await watch.until_caught_up()] == [1]
        await desk.join(made.game_id, name="Ada", contribution=b"secret")
        update = await watch.update()
        assert update.status == GAME_STATUS_GATHERING and update.step.seat_taken.name == "Ada"
        assert not update.step.seat_taken.contribution
        await desk.join(made.game_id, name="Ben")
        assert (await watch.update()).step.HasField("seat_taken")
        begun = await watch.update()
        assert begun.status == GAME_STATUS_RUNNING and begun.step.HasField("started") and begun.HasField("view")
    async with watching(desk, made.game_id, after=1) as watch:
        (update, *_) = await watch.until_caught_up()
        assert update.step.seat_taken.contribution == b"secret"


async def test_every_version_comes_once_in_order_whether_from_memory_or_from_the_log(town: Town) -> None:
    desk = await town.desk(limits=Limits(ring=3))
    table = await desk.table()
    for _ in range(3):
        await table.night()
    head = (await desk.decision(table.game_id)).game.head
    for content in (WATCH_CONTENT_FACTS, WATCH_CONTENT_BOTH):
        async with watching(desk, table.game_id, content=content) as watch:
            updates = await watch.until_caught_up()
            assert [update.head.version for update in updates] == list(range(1, head.version + 1))
            assert updates[-1].head == head
            await table.night()
            live = [(await watch.update()).head.version for _ in range(4)]
            assert live == list(range(head.version + 1, head.version + 5))
        head = (await desk.decision(table.game_id)).game.head


async def test_views_from_the_log_are_those_that_were_live(town: Town) -> None:
    desk = await town.desk(limits=Limits(ring=2))
    table = await desk.table()
    async with watching(desk, table.game_id, table.tokens[0], after=3) as live:
        seen = await live.until_caught_up()
        for _ in range(2):
            await table.night()
        seen += [await live.update() for _ in range(8)]
    async with watching(desk, table.game_id, table.tokens[0], after=3) as late:
        assert [u.view for u in await late.until_caught_up()] == [u.view for u in seen]


async def test_a_watcher_of_views_gets_the_newest(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    async with watching(desk, table.game_id, content=WATCH_CONTENT_VIEW, text=True) as watch:
        (update,) = await watch.until_caught_up()
        assert update.head.version == 8 and update.HasField("view") and not update.HasField("step")
        assert "seat 0" in update.text
        await table.bid(0)
        assert (await watch.update()).head.version == 9


async def test_the_open_decision_comes_with_the_newest_version_and_own_offers(desk: Desk) -> None:
    table = await desk.table()
    async with (
        watching(desk, table.game_id, table.tokens[0], decisions=True) as mine,
        watching(desk, table.game_id, decisions=True) as public,
    ):
        updates = await mine.until_caught_up()
        assert [update.HasField("decision") for update in updates] == [False, False, False, True]
        assert updates[-1].decision == await table.open_decision()
        (*_, last) = await public.until_caught_up()
        assert last.decision.version == 4 and not last.decision.offers


@pytest.mark.parametrize("content", [WATCH_CONTENT_FACTS, WATCH_CONTENT_VIEW, WATCH_CONTENT_BOTH])
async def test_who_comes_back_having_seen_everything_is_told_how_the_table_stands(
    town: Town, content: WatchContent.ValueType
) -> None:
    desk = await town.desk(limits=Limits(ring=2))
    table = await desk.table()
    wishes: dict[str, Any] = {"content": content, "decisions": True, "text": True}
    async with watching(desk, table.game_id, table.tokens[0], **wishes) as watch:
        await watch.until_caught_up()
        token = watch.token
    decision = await table.open_decision()
    for place in ({"after": 4}, {"resume_token": token}):
        async with watching(desk, table.game_id, table.tokens[0], **wishes, **place) as again:
            told = (await again.event()).caught_up
        assert told.head.version == 4 and told.status == GAME_STATUS_RUNNING
        assert told.decision == decision and told.decision.offers
        assert told.HasField("view") == (content != WATCH_CONTENT_FACTS) and "seat 0" in told.text
    if content != WATCH_CONTENT_FACTS:
        shown = await desk.projections.GetView(
            pb.GetViewRequest(game_id=table.game_id, text=True), metadata=bearer(table.tokens[0])
        )
        assert told.view == shown.view and told.text == shown.text
    async with watching(desk, table.game_id, after=4, content=content) as bare:
        told = (await bare.event()).caught_up
        assert not told.HasField("decision") and not told.text and told.status == GAME_STATUS_RUNNING
    async with watching(desk, table.game_id, after=4, **wishes) as public:
        told = (await public.event()).caught_up
        assert told.decision.version == 4 and not told.decision.offers


async def test_a_table_that_is_paused_says_so_to_who_comes_back(desk: Desk) -> None:
    table = await desk.table()
    request = judges_pb2.CallJudgeRequest(game_id=table.game_id, command_id=b"call", text="look", pause=True)
    await desk.judges.CallJudge(request, metadata=bearer(table.tokens[0]))
    async with watching(desk, table.game_id, table.tokens[0], after=5, decisions=True) as watch:
        assert (await watch.event()).caught_up.status == GAME_STATUS_PAUSED


async def test_what_a_judge_is_shown_on_coming_back_is_noted(desk: Desk) -> None:
    made = await desk.create()
    for _ in range(2):
        await desk.join(made.game_id)
    judge = desk.service.mint("judge", name="Dana")
    async with watching(desk, made.game_id, judge, after=4) as watch:
        assert (await watch.event()).caught_up.HasField("view")
    listed = await desk.audit.ListLooks(audit_pb2.ListLooksRequest(game_id=made.game_id), metadata=bearer(judge))
    assert [(look.method, look.version) for look in listed.looks] == [("WatchTable", 4)]


async def test_a_seat_sees_its_own_cards_and_nobody_elses(desk: Desk) -> None:
    table = await desk.table()
    hands = []
    for token in (*table.tokens, table.judge, ""):
        async with watching(desk, table.game_id, token, after=3) as watch:
            (update,) = await watch.until_caught_up()
        view = nm.View()
        update.view.Unpack(view)
        drawn = []
        for seen in update.step.facts:
            fact = nm.WareDrawn()
            if seen.fact.Unpack(fact):
                drawn.append(bool(fact.kind))
        hands.append(([len(player.hand) for player in view.players], sum(drawn), len(drawn)))
    assert hands == [([3, 0], 3, 6), ([0, 3], 3, 6), ([3, 3], 6, 6), ([0, 0], 0, 6)]


async def test_of_a_sealed_answer_others_see_the_version_only(desk: Desk) -> None:
    table = await desk.table()
    async with (
        watching(desk, table.game_id, table.tokens[0], after=4) as mine,
        watching(desk, table.game_id, table.tokens[1], after=4) as other,
        watching(desk, table.game_id, table.judge, after=4) as judge,
    ):
        for watch in (mine, other, judge):
            await watch.until_caught_up()
        await table.bid(0, 2)
        step = (await mine.update()).step
        assert step.actor.seat == 0 and step.HasField("actor") and step.command.type_url.endswith("night_market.v1.Bid")
        assert (await judge.update()).step.HasField("command")
        step = (await other.update()).step
        assert not step.HasField("actor") and not step.HasField("command") and not step.facts
        await table.bid(1, 1)
        step = (await mine.update()).step
        assert step.actor.seat == 1 and not step.HasField("command")
        assert [fact.rule.id for fact in step.facts] == ["nm.bid", "nm.bid"]


async def test_a_stream_goes_on_where_its_token_says(town: Town) -> None:
    here, there = await town.desk(), await town.desk()
    table = await here.table()
    async with watching(here, table.game_id) as watch:
        for _ in range(2):
            await watch.event()
        token = watch.token
    await table.night()
    for desk in (here, there):
        async with watching(desk, table.game_id, resume_token=token) as watch:
            assert [u.head.version for u in await watch.until_caught_up()] == list(range(3, 9))


async def test_a_token_of_another_game_is_none(desk: Desk) -> None:
    one, other = await desk.table(), await desk.table()
    async with watching(desk, one.game_id) as watch:
        await watch.until_caught_up()
    async with failing() as failed, watching(desk, other.game_id, resume_token=watch.token) as wrong:
        await wrong.event()
    assert failed[0].reason == "INVALID_RESUME_TOKEN"


async def test_a_version_that_is_not_there_cannot_be_watched_from(desk: Desk) -> None:
    table = await desk.table()
    async with failing() as failed, watching(desk, table.game_id, after=99) as watch:
        await watch.event()
    assert failed[0].reason == "UNKNOWN_VERSION"


async def test_silence_is_filled_with_heartbeats(desk: Desk) -> None:
    table = await desk.table()
    async with watching(desk, table.game_id, heartbeat_seconds=1) as watch:
        await watch.until_caught_up()
        event = await watch.event()
        assert event.heartbeat.head.version == 4 and event.resume_token
        await table.bid(0)
        assert (await watch.update()).head.version == 5


async def test_the_end_of_a_game_is_told(desk: Desk) -> None:
    table = await desk.table()
    async with watching(desk, table.game_id, after=4) as watch:
        await watch.until_caught_up()
        await table.finish()
        update = await watch.update()
        assert update.status == GAME_STATUS_OVER and not update.HasField("decision")


async def test_many_watchers_all_get_everything(desk: Desk) -> None:
    table = await desk.table()

    async def versions() -> list[int]:
        found: list[int] = []
        async with watching(desk, table.game_id, content=WATCH_CONTENT_FACTS) as watch:
            while len(found) < 8:
                event = await watch.event()
                if event.HasField("update"):
                    found.append(event.update.head.version)
        return found

    following = [asyncio.ensure_future(versions()) for _ in range(100)]
    await asyncio.sleep(0.1)
    await table.night()
    assert await asyncio.gather(*following) == [list(range(1, 9))] * 100


async def test_a_watcher_that_reads_nothing_costs_nothing_and_misses_nothing(desk: Desk) -> None:
    table = await desk.table()
    async with watching(desk, table.game_id, content=WATCH_CONTENT_FACTS) as slow:
        await slow.until_caught_up()
        for _ in range(12):
            await table.night()
            decision = await desk.decision(table.game_id)
            if not decision.HasField("decision"):
                break
        head = decision.game.head.version
        assert [(await slow.update()).head.version for _ in range(head - 4)] == list(range(5, head + 1))


async def test_watchers_that_leave_leave_nothing_behind(desk: Desk) -> None:
    table = await desk.table()
    hot = desk.service._hall.present(table.game_id)
    assert hot is not None
    for _ in range(5):
        async with watching(desk, table.game_id) as watch:
            await watch.until_caught_up()
            assert hot.watchers == 1
        for _ in range(100):
            if not hot.watchers:
                break
            await asyncio.sleep(0.01)
        assert hot.watchers == 0
        assert len(hot._news) == 0


async def test_what_is_asked_wrongly_is_refused(desk: Desk) -> None:
    table = await desk.table()
    wrongly: list[dict[str, Any]] = [{"heartbeat_seconds": 61}, {"content": 9}]
    for wrong in wrongly:
        async with failing() as failed, watching(desk, table.game_id, **wrong) as watch:
            await watch.event()
        assert failed[0].reason == "INVALID_REQUEST"


# A history that was changed.


async def test_a_history_that_was_changed_is_noticed_by_who_resumes_reads_or_proves(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    wrong = table_pb2.Head(version=3, digest=bytes(32))
    beyond = table_pb2.Head(version=99, digest=bytes(32))
    for seen in (wrong, beyond):
        async with failing() as failed, watching(desk, table.game_id, seen=seen) as watch:
            await watch.event()
        assert failed[0].reason == "HISTORY_CHANGED"
        async with failing() as failed:
            await desk.audit.ReadLog(audit_pb2.ReadLogRequest(game_id=table.game_id, seen=seen)).read()
        assert failed[0].reason == "HISTORY_CHANGED"
        verdict = await desk.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=table.game_id, seen=seen))
        assert [finding.kind for finding in verdict.findings] == ["history"] and not verdict.sound


async def test_a_head_that_was_seen_and_still_holds_is_fine(desk: Desk) -> None:
    table = await desk.table()
    async with watching(desk, table.game_id) as watch:
        seen = (await watch.until_caught_up())[1].head
    async with watching(desk, table.game_id, after=2, seen=seen) as watch:
        assert [u.head.version for u in await watch.until_caught_up()] == [3, 4]


# A log that is away.


async def test_watchers_stay_while_the_log_is_away_and_go_on_when_it_is_back(town: Town) -> None:
    way = await town.proxy()
    cut_off = await town.desk(url=way.url, log_limits=LogLimits(patience=0.3, heartbeat=0.2, silence=0.3))
    desk = await town.desk()
    table = await desk.table()
    async with watching(cut_off, table.game_id, heartbeat_seconds=1) as watch:
        await watch.until_caught_up()
        way.refuses = True
        way.cut()
        await table.night()
        assert (await watch.event()).HasField("heartbeat")
        way.refuses = False
        assert [(await watch.update()).head.version for _ in range(4)] == [5, 6, 7, 8]


async def test_a_watcher_that_reads_the_log_waits_for_it(town: Town) -> None:
    way = await town.proxy()
    cut_off = await town.desk(url=way.url, log_limits=LogLimits(patience=0.3))
    desk = await town.desk()
    table = await desk.table()
    await cut_off.decision(table.game_id)
    async with watching(cut_off, table.game_id, heartbeat_seconds=1, content=WATCH_CONTENT_FACTS) as watch:
        way.refuses = True
        way.cut()
        assert (await watch.event()).HasField("heartbeat")
        way.refuses = False
        assert [(await watch.update()).head.version for _ in range(4)] == [1, 2, 3, 4]


async def test_commands_fail_while_the_log_is_away_and_go_on_when_it_is_back(town: Town) -> None:
    way = await town.proxy()
    desk = await town.desk(url=way.url, log_limits=LogLimits(patience=0.3))
    table = await desk.table()
    way.refuses = True
    way.cut()
    for coins in (1, 9):
        async with failing() as failed:
            await table.send(0, nm.Bid(coins=coins), 4, b"mine")
        assert failed[0].reason in ("LOG_UNREACHABLE", "OUTCOME_UNKNOWN") and failed[0].retry_after == 1.0
    way.refuses = False
    assert (await insisted(table, b"mine")).version == 5


async def insisted(table: Seats, command_id: bytes) -> games_pb2.SubmitCommandResponse:
    """As clients do: the same again, until there is an answer."""
    while True:
        try:
            return await table.send(0, nm.Bid(coins=1), 4, command_id)
        except grpc.aio.AioRpcError as wrong:
            assert wrong.code() == grpc.StatusCode.UNAVAILABLE
            await asyncio.sleep(0.1)


async def test_an_outcome_that_was_unknown_is_told_when_the_same_is_sent_again(town: Town) -> None:
    way = await town.proxy()
    desk = await town.desk(url=way.url, log_limits=LogLimits(patience=0.5))
    table = await desk.table()
    way.loses_answers = True
    async with failing() as failed:
        await table.send(0, nm.Bid(coins=1), 4, b"mine")
    assert failed[0].reason == "OUTCOME_UNKNOWN"
    way.loses_answers = False
    way.cut()
    assert (await insisted(table, b"mine")).version == 5
    await table.send(1, nm.Bid(coins=0), 4)
