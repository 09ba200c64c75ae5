"""Calling a judge, rulings, taking back and forks, as clients see them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from google.protobuf.message import Message

from rulekeeper.kernel import commitment
from rulekeeper.log import Limits as LogLimits
from rulekeeper.v1 import audit_pb2, games_pb2, projections_pb2, table_pb2
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1.entry_pb2 import ROLE_JUDGE, ROLE_SERVICE
from rulekeeper.v1.judges_pb2 import DISPUTE_STATUS_ASSIGNED, DISPUTE_STATUS_OPEN, DISPUTE_STATUS_RULED
from rulekeeper.v1.table_pb2 import GAME_STATUS_OVER, GAME_STATUS_PAUSED, GAME_STATUS_RUNNING
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.broken import BROKEN
from tests.server.conftest import Town
from tests.server.desk import BOT, OPEN, Desk, Seats, bearer, failing, fresh_id, packed
from tests.server.watching import watching

Ruling = pb.Ruling


def go_back(to: int, reason: str = "a rule was forgotten") -> pb.Ruling:
    return Ruling(go_back=Ruling.GoBack(to=to), reason=reason)


def amend(*facts: Message, reason: str = "a coin was owed") -> pb.Ruling:
    return Ruling(amend=Ruling.Amendment(facts=[packed(fact) for fact in facts]), reason=reason)


PAUSE = Ruling(pause=Ruling.Pause(), reason="lunch")
RESUME = Ruling(resume=Ruling.Resume(), reason="back again")
NOTE = Ruling(note=Ruling.Remark(), reason="well played")
DRAW = Ruling(set_result=Ruling.Verdict(), reason="the hall closes")


async def give(table: Seats, ruling: pb.Ruling, *, token: str = "", **given: Any) -> pb.GiveRulingResponse:
    request = pb.GiveRulingRequest(game_id=table.game_id, command_id=fresh_id(), ruling=ruling)
    request.MergeFrom(pb.GiveRulingRequest(**given))
    answer = await table.desk.judges.GiveRuling(request, metadata=bearer(token or table.judge))
    table.at = max(table.at, answer.version)
    return answer


async def preview(table: Seats, ruling: pb.Ruling) -> pb.PreviewRulingResponse:
    request = pb.PreviewRulingRequest(game_id=table.game_id, ruling=ruling)
    return await table.desk.judges.PreviewRuling(request, metadata=bearer(table.judge))


async def call(table: Seats, seat: int = 1, **given: Any) -> pb.CallJudgeResponse:
    given = {"text": "that was one coin too many"} | given
    request = pb.CallJudgeRequest(game_id=table.game_id, command_id=fresh_id(), **given)
    answer = await table.desk.judges.CallJudge(request, metadata=bearer(table.tokens[seat]))
    table.at = max(table.at, answer.head.version)
    return answer


async def take_back(table: Seats, seat: int, to: int = 0, **given: Any) -> pb.TakeBackResponse:
    request = pb.TakeBackRequest(game_id=table.game_id, command_id=fresh_id(), to=to, **given)
    answer = await table.desk.judges.TakeBack(request, metadata=bearer(table.tokens[seat]))
    table.at = max(table.at, answer.version)
    return answer


async def info(table: Seats) -> table_pb2.GameInfo:
    return (await table.desk.games.GetGame(games_pb2.GetGameRequest(game_id=table.game_id))).game


async def log(desk: Desk, game_id: str, token: str) -> list[audit_pb2.ReadLogResponse]:
    request = audit_pb2.ReadLogRequest(game_id=game_id)
    return [one async for one in desk.audit.ReadLog(request, metadata=bearer(token))]


async def sound(table: Seats) -> audit_pb2.VerifyGameResponse:
    verdict = await table.desk.audit.VerifyGame(
        audit_pb2.VerifyGameRequest(game_id=table.game_id), metadata=bearer(table.judge)
    )
    assert verdict.sound, verdict
    return verdict


# Disputes.


async def test_a_dispute_goes_from_the_call_to_the_ruling(desk: Desk) -> None:
    table = await desk.table()
    called = (await call(table, about=4)).dispute
    assert (called.number, called.status, called.seat, called.about) == (5, DISPUTE_STATUS_OPEN, 1, 4)
    judge = desk.service.mint("judge", name="Dana")
    listed = pb.ListDisputesRequest(status=DISPUTE_STATUS_OPEN)
    (open_one,) = (await desk.judges.ListDisputes(listed, metadata=bearer(judge))).disputes
    assert open_one == called and open_one.text == "that was one coin too many"
    assigning = pb.AssignDisputeRequest(game_id=table.game_id, command_id=fresh_id(), dispute=5)
    assigned = await desk.judges.AssignDispute(assigning, metadata=bearer(judge))
    assert (assigned.dispute.status, assigned.dispute.judge) == (DISPUTE_STATUS_ASSIGNED, "Dana")
    closing = pb.CloseDisputeRequest(
        game_id=table.game_id, command_id=fresh_id(), dispute=5, text="it stands", rules=["nm.bid"]
    )
    closed = await desk.judges.CloseDispute(closing, metadata=bearer(judge))
    assert closed.dispute.status == DISPUTE_STATUS_RULED and closed.dispute.ruled_in == closed.head.version == 7
    assert [rule.id for rule in closed.dispute.rules] == ["nm.bid"] and closed.dispute.ruling == "it stands"
    assert await desk.judges.CloseDispute(closing, metadata=bearer(judge)) == closed
    assert not (await desk.judges.ListDisputes(listed, metadata=bearer(judge))).disputes
    async with failing() as failed:
        closing.command_id = fresh_id()
        await desk.judges.CloseDispute(closing, metadata=bearer(judge))
    assert failed[0].reason == "RULING_REFUSED" and "closed" in failed[0].message
    own = pb.ListDisputesRequest(game_id=table.game_id)
    assert (await desk.judges.ListDisputes(own, metadata=bearer(table.tokens[0]))).disputes == [closed.dispute]
    await table.night()
    await sound(table)


async def test_a_call_can_pause_the_game_until_it_is_ruled_on(desk: Desk) -> None:
    table = await desk.table()
    dispute = (await call(table, pause=True)).dispute
    assert dispute.paused and (await info(table)).status == GAME_STATUS_PAUSED
    async with failing() as failed:
        await table.bid(0)
    assert failed[0].reason == "GAME_PAUSED" and "one coin too many" in failed[0].message
    closing = pb.CloseDisputeRequest(game_id=table.game_id, command_id=fresh_id(), dispute=dispute.number, text="no")
    await desk.judges.CloseDispute(closing, metadata=bearer(table.judge))
    assert (await info(table)).status == GAME_STATUS_RUNNING
    await table.night()


async def test_a_dispute_tells_whether_the_game_waits_for_it(desk: Desk) -> None:
    table = await desk.table()
    assert (await call(table, pause=True)).dispute.holds
    await give(table, RESUME)
    listed = pb.ListDisputesRequest(game_id=table.game_id)
    (dispute,) = (await desk.judges.ListDisputes(listed, metadata=bearer(table.tokens[0]))).disputes
    assert dispute.paused and not dispute.holds
    assert not (await call(table)).dispute.holds


async def test_the_queue_has_all_games_of_the_judge_in_pages_and_no_others(desk: Desk) -> None:
    tables = [await desk.table() for _ in range(3)]
    for table in tables:
        await call(table, 0)
        await call(table, 1)
    judge = bearer(desk.service.mint("judge", games=tuple(table.game_id for table in tables[:2])))
    found: list[tuple[str, int]] = []
    request = pb.ListDisputesRequest(page_size=3)
    while True:
        page = await desk.judges.ListDisputes(request, metadata=judge)
        found += [(one.game_id, one.number) for one in page.disputes]
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    assert found == [(table.game_id, number) for table in tables[:2] for number in (5, 6)]


async def test_a_seat_has_few_open_disputes(desk: Desk) -> None:
    table = await desk.table()
    for _ in range(3):
        await call(table)
    async with failing() as failed:
        await call(table)
    assert failed[0].reason == "RULING_REFUSED" and "3 open disputes" in failed[0].message


async def test_a_call_is_about_what_happened_last_at_the_table(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0)
    assert (await call(table)).dispute.about == 5
    await give(table, NOTE)
    assert (await call(table, 0)).dispute.about == 5
    await table.bid(1)
    assert (await call(table, 0)).dispute.about == 9
    await give(table, go_back(5))
    assert (await call(table, about=6)).dispute.about == 6 and (await call(table, 0)).dispute.about == 11


async def test_what_was_refused_when_a_judge_was_called_is_kept(town: Town) -> None:
    desk = await town.desk(log_limits=LogLimits(refused=5))
    table = await desk.table()

    async def refused() -> list[audit_pb2.RefusedCommand]:
        request = audit_pb2.ListRefusedRequest(game_id=table.game_id)
        return list((await desk.audit.ListRefused(request, metadata=bearer(table.judge))).refused)

    async def refuse(coins: int) -> None:
        async with failing():
            await table.send(0, nm.Bid(coins=coins))

    await refuse(90)
    await call(table)
    for coins in range(91, 99):
        await refuse(coins)
    kept = await refused()
    told = [nm.Bid.FromString(one.command.value).coins for one in kept]
    assert told == [98, 97, 96, 95, 94, 90]
    why = audit_pb2.ExplainRefusalRequest(game_id=table.game_id, refused=kept[-1].mark)
    assert not (await desk.audit.ExplainRefusal(why, metadata=bearer(table.judge))).accepted


# Rulings.


async def test_going_back_is_foreseen_and_then_done(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    foreseen = await preview(table, go_back(4))
    assert [step.version for step in foreseen.struck] == [5, 6, 7, 8]
    assert foreseen.draws > 0 and [one.version for one in foreseen.learned] and foreseen.text
    assert all(one.seats or one.spectators for one in foreseen.learned)
    assert (await info(table)).head.version == 8, "nothing was done"
    before = await table.open_decision()
    answer = await give(table, go_back(4), seen=8)
    assert answer.version == 9
    async with failing() as failed:
        await table.send(0, nm.Bid(coins=0), decision=before.version)
    assert failed[0].reason == "STALE_DECISION"
    steps = await log(desk, table.game_id, table.tokens[0])
    assert steps[8].step.rewound.to == 4 and steps[8].step.actor.role == ROLE_JUDGE
    view = await desk.projections.GetView(
        projections_pb2.GetViewRequest(game_id=table.game_id), metadata=bearer(table.judge)
    )
    assert view.view == foreseen.view and list(view.decision.seats) == list(foreseen.decision.seats)
    await table.night()
    await sound(table)


async def test_a_rewind_can_be_undone(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    await give(table, go_back(4))
    foreseen = await preview(table, go_back(8, "the rule was not forgotten after all"))
    assert [step.version for step in foreseen.struck] == [9]
    await give(table, go_back(8))
    await table.night()
    await sound(table)


async def test_what_changes_no_table_is_not_struck(desk: Desk) -> None:
    """Remarks, disputes and pauses go on to hold where the game has gone back behind them."""
    table = await desk.table()
    await table.bid(0)
    await give(table, NOTE)
    dispute = (await call(table, 0, pause=True)).dispute
    assert [step.version for step in (await preview(table, go_back(4))).struck] == [5]
    await give(table, go_back(4))
    entry = audit_pb2.GetEntryRequest(game_id=table.game_id)
    struck = []
    for version in range(4, 9):
        entry.version = version
        struck.append((await desk.audit.GetEntry(entry, metadata=bearer(table.judge))).struck)
    assert struck == [False, True, False, False, False]
    closing = pb.CloseDisputeRequest(game_id=table.game_id, command_id=fresh_id(), dispute=dispute.number, text="no")
    await desk.judges.CloseDispute(closing, metadata=bearer(table.judge))
    await table.night()


async def test_a_ruling_that_saw_less_than_there_is_is_refused(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0)
    async with failing() as failed:
        await give(table, go_back(3), seen=4)
    assert failed[0].reason == "STALE_DECISION"


async def test_an_amendment_changes_the_table_and_is_shown_as_a_judges(desk: Desk) -> None:
    table = await desk.table()
    fact = nm.BidRevealed(seat=1, coins=1)
    foreseen = await preview(table, amend(fact))
    answer = await give(table, amend(fact))
    assert [one.amended for one in answer.facts] == [True] and answer.facts[0].rule.id == "judge"
    assert [one.fact for one in foreseen.facts] == [packed(fact)]
    assert [(one.path, one.before, one.after) for one in foreseen.changes] == [("players[1].coins", "3", "2")]
    step = (await log(desk, table.game_id, table.tokens[0]))[-1].step
    assert step.amended.reason == "a coin was owed" and step.facts[0].amended
    for facts, reason, said in (
        ([nm.PlayerLeft(seat=0)], "RULING_REFUSED", "there were"),
        ([nm.NightBegan(number=2)], "RULING_REFUSED", "night 1 would become night 2"),
        ([nm.Bid(coins=1)], "INVALID_REQUEST", "is no fact of"),
        ([], "INVALID_REQUEST", "1 to 200"),
    ):
        async with failing() as failed:
            await give(table, amend(*facts))
        assert failed[0].reason == reason and said in failed[0].message
    await sound(table)


async def test_a_judge_ends_the_game(desk: Desk) -> None:
    table = await desk.table()
    await give(table, Ruling(set_result=Ruling.Verdict(winners=[1]), reason="seat 0 left the hall"))
    game = await info(table)
    assert (game.status, list(game.winners), game.ending.id) == (GAME_STATUS_OVER, [1], "judge")
    assert (await sound(table)).draws > 0
    for ruling in (go_back(4), PAUSE, RESUME, DRAW):
        async with failing() as failed:
            await give(table, ruling)
        assert failed[0].reason == "RULING_REFUSED" and "over" in failed[0].message
    await give(table, NOTE)
    assert (await info(table)).status == GAME_STATUS_OVER
    await sound(table)


async def test_a_judge_pauses_and_resumes(desk: Desk) -> None:
    table = await desk.table()
    async with failing() as failed:
        await give(table, RESUME)
    assert failed[0].reason == "RULING_REFUSED" and "not paused" in failed[0].message
    await give(table, PAUSE)
    async with failing() as failed:
        await table.bid(0)
    assert failed[0].reason == "GAME_PAUSED" and "lunch" in failed[0].message
    async with failing() as failed:
        await give(table, PAUSE)
    assert failed[0].reason == "RULING_REFUSED" and "paused already" in failed[0].message
    await give(table, NOTE)
    assert (await info(table)).status == GAME_STATUS_PAUSED, "a remark resumes nothing"
    await give(table, RESUME)
    await table.night()


async def test_a_cold_service_knows_who_was_paused(town: Town) -> None:
    table = await (await town.desk()).table()
    await table.bid(0)
    await give(table, PAUSE)
    other = await town.desk()
    got = await other.games.GetGame(games_pb2.GetGameRequest(game_id=table.game_id))
    assert got.game.status == GAME_STATUS_PAUSED


@pytest.mark.parametrize(
    ("ruling", "field"),
    [
        (Ruling(note=Ruling.Remark()), "ruling.reason"),
        (Ruling(reason="no ruling"), "ruling"),
        (Ruling(go_back=Ruling.GoBack(), reason="r"), "ruling.go_back.to"),
        (Ruling(set_result=Ruling.Verdict(winners=[5]), reason="r"), "winners"),
    ],
)
async def test_bad_rulings_name_their_field(desk: Desk, ruling: pb.Ruling, field: str) -> None:
    table = await desk.table()
    async with failing() as failed:
        await give(table, ruling)
    assert failed[0].reason == "INVALID_REQUEST" and failed[0].message.startswith(field)


async def test_going_back_where_nothing_was_asked_or_nothing_is(desk: Desk) -> None:
    table = await desk.table()
    for to, reason in ((2, "RULING_REFUSED"), (99, "UNKNOWN_VERSION"), (4, "RULING_REFUSED")):
        async with failing() as failed:
            await give(table, go_back(to))
        assert failed[0].reason == reason, to


async def test_only_judges_rule(desk: Desk) -> None:
    table = await desk.table()
    for token, reason in ((table.tokens[0], "PERMISSION_DENIED"), ("", "UNAUTHENTICATED")):
        request = pb.GiveRulingRequest(game_id=table.game_id, command_id=fresh_id(), ruling=NOTE)
        async with failing() as failed:
            await desk.judges.GiveRuling(request, metadata=bearer(token))
        assert failed[0].reason == reason
    other = await desk.table()
    async with failing() as failed:
        await give(table, NOTE, token=other.judge)
    assert failed[0].reason == "PERMISSION_DENIED"


# Taking back.


async def test_a_seat_takes_back_at_once_what_showed_nothing(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0)
    answer = await take_back(table, 0)
    assert (answer.done, answer.version, answer.to, answer.struck) == (True, 6, 4, 1)
    step = (await log(desk, table.game_id, table.tokens[1]))[-1].step
    assert step.rewound.to == 4 and step.actor.seat == 0
    await table.night()
    await sound(table)


async def test_what_showed_something_is_asked_for_and_agreed_to(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    answer = await take_back(table, 0, to=4, reason="I misread the card")
    assert not answer.done and list(answer.asked) == [1] and answer.why
    assert (answer.to, answer.struck) == (4, 4)
    request = pb.AnswerTakeBackRequest(game_id=table.game_id, command_id=fresh_id(), asked=answer.version, agreed=True)
    async with failing() as failed:
        await desk.judges.AnswerTakeBack(request, metadata=bearer(table.tokens[0]))
    assert failed[0].reason == "TAKE_BACK_REFUSED"
    agreed = await desk.judges.AnswerTakeBack(request, metadata=bearer(table.tokens[1]))
    assert await desk.judges.AnswerTakeBack(request, metadata=bearer(table.tokens[1])) == agreed
    step = (await log(desk, table.game_id, table.tokens[1]))[-1].step
    assert step.rewound.to == 4 and step.actor.role == ROLE_SERVICE
    table.at = step.version
    await table.night()
    await sound(table)


async def test_an_asking_lapses_when_somebody_refuses_or_the_game_goes_on(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    for agreed in (False, True):
        asked = await take_back(table, 0, to=4)
        request = pb.AnswerTakeBackRequest(
            game_id=table.game_id, command_id=fresh_id(), asked=asked.version, agreed=False
        )
        if agreed:
            await table.bid(0)
        else:
            answer = await desk.judges.AnswerTakeBack(request, metadata=bearer(table.tokens[1]))
            table.at = answer.version
        request.command_id = fresh_id()
        async with failing() as failed:
            await desk.judges.AnswerTakeBack(request, metadata=bearer(table.tokens[1]))
        assert failed[0].reason == "TAKE_BACK_REFUSED"
    assert not any(one.step.HasField("rewound") for one in await log(desk, table.game_id, table.judge))


async def test_the_same_asking_to_take_back_gets_the_same_answer(desk: Desk) -> None:
    table = await desk.table()
    request = pb.TakeBackRequest(game_id=table.game_id, to=4)
    for play, done in ((table.bid(0), True), (table.night(), False)):
        await play
        request.command_id = fresh_id()
        answer = await desk.judges.TakeBack(request, metadata=bearer(table.tokens[0]))
        table.at = answer.version
        assert answer.done is done and answer.to == 4 and answer.struck
        assert await desk.judges.TakeBack(request, metadata=bearer(table.tokens[0])) == answer


async def close(table: Seats) -> None:
    dispute = (await call(table)).dispute.number
    request = pb.CloseDisputeRequest(game_id=table.game_id, command_id=fresh_id(), dispute=dispute, text="it stands")
    table.at = (await table.desk.judges.CloseDispute(request, metadata=bearer(table.judge))).head.version


@pytest.mark.parametrize("ruled", ["in words", "paused", "amended", "went back"])
async def test_nothing_is_taken_back_behind_a_judges_ruling(desk: Desk, ruled: str) -> None:
    table = await desk.table()
    await table.bid(0)
    match ruled:
        case "in words":
            await close(table)
        case "paused":
            await give(table, PAUSE)
            async with failing() as failed:
                await take_back(table, 0, to=4)
            assert failed[0].reason == "GAME_PAUSED"
            await give(table, RESUME)
        case "amended":
            await give(table, amend(nm.BidRevealed(seat=1, coins=1)))
        case _:
            await table.bid(1)
            await give(table, go_back(5))
    async with failing() as failed:
        await take_back(table, 0, to=4)
    assert failed[0].reason == "TAKE_BACK_REFUSED" and "a judge has ruled in version" in failed[0].message
    await table.bid(0 if ruled == "amended" else 1)


async def test_a_judges_remark_hinders_no_taking_back(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0)
    await give(table, NOTE)
    answer = await take_back(table, 0)
    assert answer.done and (answer.to, answer.struck) == (4, 1)


async def test_a_ruling_in_words_ends_an_asking(desk: Desk) -> None:
    """Else the others might agree to go back behind it."""
    table = await desk.table()
    await table.night()
    asked = await take_back(table, 0, to=4)
    await close(table)
    request = pb.AnswerTakeBackRequest(game_id=table.game_id, command_id=fresh_id(), asked=asked.version, agreed=True)
    async with failing() as failed:
        await desk.judges.AnswerTakeBack(request, metadata=bearer(table.tokens[1]))
    assert failed[0].reason == "TAKE_BACK_REFUSED"


async def until_asked(table: Seats, seat: int) -> None:
    """Waits until that seat alone is asked: until it answers, no bot does anything."""
    version = table.at
    while True:
        found = await table.desk.decision(table.game_id, at_least=version)
        if list(found.decision.seats) == [seat]:
            return
        version = found.game.head.version + 1


@pytest.mark.parametrize("sandbox", [True, False])
async def test_bots_cannot_agree_to_what_counts(desk: Desk, sandbox: bool) -> None:
    made = await desk.create(OPEN, BOT, seat_all=sandbox)
    seat = made.seat_tokens[0] if sandbox else (await desk.join(made.game_id)).token
    table = Seats(desk, made.game_id, [seat])
    table.at = 4
    await table.bid(0)
    await until_asked(table, 0)
    if sandbox:
        answer = await take_back(table, 0, to=4)
        assert answer.done and answer.to == 4 and answer.struck > 1
        return
    async with failing() as failed:
        await take_back(table, 0, to=4)
    assert failed[0].reason == "TAKE_BACK_REFUSED" and "bots cannot agree: call a judge" in failed[0].message


async def test_nothing_of_others_is_taken_back(desk: Desk) -> None:
    table = await desk.table()
    async with failing() as failed:
        await take_back(table, 0)
    assert failed[0].reason == "TAKE_BACK_REFUSED" and "nothing yet" in failed[0].message
    await table.bid(0)
    for to, reason in ((2, "TAKE_BACK_REFUSED"), (99, "UNKNOWN_VERSION"), (5, "TAKE_BACK_REFUSED")):
        async with failing() as failed:
            await take_back(table, 0, to=to)
        assert failed[0].reason == reason


# Forks.


async def fork(table: Seats, version: int, token: str = "", **given: Any) -> pb.ForkGameResponse:
    request = pb.ForkGameRequest(game_id=table.game_id, version=version, request_id=fresh_id())
    request.MergeFrom(pb.ForkGameRequest(**given))
    return await table.desk.judges.ForkGame(request, metadata=bearer(token or table.judge))


async def test_a_fork_goes_its_own_way_and_its_parent_is_untouched(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    parent = await log(desk, table.game_id, table.judge)
    made = await fork(table, 4)
    forked = Seats(desk, made.game_id, list(made.seat_tokens), made.judge_token)
    entries = await log(desk, made.game_id, made.judge_token)
    assert [one.stored for one in entries[:4]] == [one.stored for one in parent[:4]]
    assert entries[4].step.forked.game_id == table.game_id and made.head.version == 5
    assert entries[4].entry.forked.commitment != parent[0].entry.created.commitment
    game = await info(forked)
    assert (game.forked_from, game.forked_at, game.sandbox, game.unlisted) == (table.game_id, 4, True, True)
    await forked.night()
    assert await log(desk, table.game_id, table.judge) == parent
    await forked.finish()
    verdict = await sound(forked)
    assert any("before version 5" in text for text in verdict.not_proved)
    other = Seats(desk, table.game_id, table.tokens, table.judge)
    await other.night()


async def test_a_fork_has_a_token_for_watching_it(desk: Desk) -> None:
    made = await fork(await desk.table(), 4)
    view = projections_pb2.GetViewRequest(game_id=made.game_id)
    async with failing() as failed:
        await desk.projections.GetView(view)
    assert failed[0].reason == "UNAUTHENTICATED"
    assert (await desk.projections.GetView(view, metadata=bearer(made.spectator_token))).view.value
    async with failing() as failed:
        await desk.decision(made.game_id, made.spectator_token, seat=0)
    assert failed[0].reason == "PERMISSION_DENIED"


async def test_where_no_position_stands_it_is_said_once_and_by_its_own_code(desk: Desk) -> None:
    table = await desk.table()
    await give(table, amend(nm.BidRevealed(seat=1, coins=1)))
    for version, why in ((2, "the game has not begun"), (5, "a judge changed the table in version 5")):
        request = pb.ExportPositionRequest(game_id=table.game_id, version=version)
        async with failing() as failed:
            await desk.judges.ExportPosition(request, metadata=bearer(table.judge))
        assert failed[0].reason == "INVALID_POSITION" and why in failed[0].message
        assert failed[0].message.count("position") == failed[0].message.count(f"no position of version {version}") == 1


async def test_a_fork_foretells_nothing(desk: Desk) -> None:
    drawn = []
    table = await desk.table(seed=bytes(range(32)))
    for _ in range(4):
        made = await fork(table, 4)
        forked = Seats(desk, made.game_id, list(made.seat_tokens), made.judge_token)
        for _ in range(3):
            await forked.night()
        drawn.append([bytes(one.entry.facts) for one in (await log(desk, made.game_id, made.judge_token))[5:]])
    for _ in range(3):
        await table.night()
    drawn.append([bytes(one.entry.facts) for one in (await log(desk, table.game_id, table.judge))[4:]])
    assert len({tuple(one) for one in drawn}) > 1


async def test_the_same_request_makes_the_same_fork(desk: Desk) -> None:
    table = await desk.table()
    seed = bytes(range(32))
    request_id = fresh_id()
    first = await fork(table, 4, request_id=request_id, seed=seed)
    assert await fork(table, 4, request_id=request_id, seed=seed) == first
    for version, other in ((3, seed), (4, bytes(32))):
        async with failing() as failed:
            await fork(table, version, request_id=request_id, seed=other)
        assert failed[0].reason in ("COMMAND_ID_REUSED", "RULING_REFUSED")
    entry = (await log(desk, first.game_id, first.judge_token))[4].entry
    assert entry.forked.commitment == commitment(seed)


async def test_players_fork_when_the_game_is_over(desk: Desk) -> None:
    table = await desk.table()
    async with failing() as failed:
        await fork(table, 4, token=table.tokens[0])
    assert failed[0].reason == "PERMISSION_DENIED" and "while a game runs" in failed[0].message
    await table.finish()
    made = await fork(table, 4, token=table.tokens[0])
    await Seats(desk, made.game_id, list(made.seat_tokens), made.judge_token).night()
    for version, reason in ((5, "RULING_REFUSED"), (2, "RULING_REFUSED"), (9, "UNKNOWN_VERSION")):
        async with failing() as failed:
            await fork(table, version, token=table.tokens[0])
        assert failed[0].reason == reason


async def test_a_fork_with_bots_leaves_their_seats_to_whoever_forked(desk: Desk) -> None:
    made = await desk.create(BOT, BOT)
    await desk.ended(made.game_id)
    table = Seats(desk, made.game_id, [], desk.service.mint("judge"))
    forked = await fork(table, 4)
    decision = (await desk.decision(forked.game_id, forked.seat_tokens[0])).decision
    assert decision.version == 5 and decision.offers


# Who looked.


async def test_what_a_judge_looks_at_is_noted_and_shown_at_the_end(town: Town) -> None:
    desk = await town.desk()
    made = await desk.create()
    joined = [await desk.join(made.game_id, seat) for seat in range(2)]
    table = Seats(desk, made.game_id, [one.token for one in joined], desk.service.mint("judge", name="Dana"))
    await table.bid(0)
    await log(desk, table.game_id, table.judge)
    looks = await (await town.log()).looks(table.game_id)
    found = [audit_pb2.Look.FromString(one.record) for one in looks]
    assert [(one.method, one.version, one.actor.name) for one in found] == [("ReadLog", 5, "Dana")]
    async with failing() as failed:
        await desk.audit.ListLooks(audit_pb2.ListLooksRequest(game_id=table.game_id), metadata=bearer(table.tokens[0]))
    assert failed[0].reason == "PERMISSION_DENIED"
    await table.finish()
    shown = await desk.audit.ListLooks(audit_pb2.ListLooksRequest(game_id=table.game_id))
    assert [(one.method, one.actor.name) for one in shown.looks] == [("ReadLog", "Dana")]


async def test_a_look_tells_what_was_shown_and_through_whose_eyes(town: Town) -> None:
    desk = await town.desk()
    made = await desk.create()
    joined = [await desk.join(made.game_id, seat) for seat in range(2)]
    table = Seats(desk, made.game_id, [one.token for one in joined], desk.service.mint("judge", name="Dana"))
    await table.bid(0)
    judge = bearer(table.judge)

    async def view(**given: Any) -> None:
        await desk.projections.GetView(projections_pb2.GetViewRequest(game_id=table.game_id, **given), metadata=judge)

    await view(version=4)
    await view(version=5, seat=1)
    await view(version=4, seat=1)
    await fork(table, 4)
    await desk.judges.ExportPosition(pb.ExportPositionRequest(game_id=table.game_id, version=4), metadata=judge)
    await desk.audit.GetTimeline(audit_pb2.GetTimelineRequest(game_id=table.game_id, to=4), metadata=judge)
    await desk.audit.GetEntry(audit_pb2.GetEntryRequest(game_id=table.game_id, version=5, seat=0), metadata=judge)
    looks = await desk.audit.ListLooks(audit_pb2.ListLooksRequest(game_id=table.game_id), metadata=judge)
    assert [(one.method, one.version, one.seat if one.HasField("seat") else None) for one in looks.looks] == [
        ("GetView", 4, None),
        ("GetView", 5, 1),
        ("GetView", 4, 1),
        ("ForkGame", 4, None),
        ("ExportPosition", 4, None),
        ("GetTimeline", 4, None),
        ("GetEntry", 5, 0),
    ]


# Faults.


async def test_a_judge_goes_back_behind_a_fault_of_the_rules(town: Town) -> None:
    desk = await town.desk(ruleset={BROKEN.ruleset: BROKEN})
    table = await desk.table()
    decision = (await table.open_decision()).version
    await table.send(0, nm.Bid(coins=1), decision)
    async with failing() as failed:
        await table.send(1, nm.Bid(coins=1), decision)
    assert failed[0].reason == "INTERNAL" and (await info(table)).status == GAME_STATUS_PAUSED
    async with failing() as failed:
        await take_back(table, 0)
    assert failed[0].reason == "GAME_PAUSED"
    await call(table, text="nothing goes on")
    await give(table, go_back(4))
    assert (await info(table)).status == GAME_STATUS_RUNNING
    for seat in range(2):
        await table.bid(seat)


async def test_a_pause_is_told_to_watchers_and_bots_wait(desk: Desk) -> None:
    table = await desk.table()
    async with watching(desk, table.game_id, table.tokens[0]) as watch:
        await watch.until_caught_up()
        await give(table, PAUSE)
        assert (await watch.update()).status == GAME_STATUS_PAUSED
        await give(table, RESUME)
        assert (await watch.update()).status == GAME_STATUS_RUNNING


async def test_rulings_at_two_services_at_once_are_one_after_the_other(town: Town) -> None:
    desk, other = await town.desk(), await town.desk()
    table = await desk.table()
    there = Seats(other, table.game_id, table.tokens, table.judge)
    await other.decision(table.game_id, at_least=4)
    notes = asyncio.gather(*(give(at, NOTE) for at in (table, there) for _ in range(10)))
    bids = asyncio.gather(*(table.bid(seat) for seat in range(2)))
    versions = [answer.version for answer in await notes] + [answer.version for answer in await bids]
    assert sorted(versions) == list(range(5, 27))
    await sound(table)
