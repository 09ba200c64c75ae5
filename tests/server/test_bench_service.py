"""The judge's bench at a service: replay, timeline, entries, finds and reasons, for whoever may have them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rulekeeper.kernel import amend, rewind
from rulekeeper.log import Head
from rulekeeper.server import Limits, Service
from rulekeeper.server.bench_service import BenchService
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1 import judges_pb2, projections_pb2
from rulekeeper.v1.audit_pb2 import TIMELINE_KIND_RULING
from rulekeeper.v1.entry_pb2 import ROLE_JUDGE, Amended, Entry, Noted, Rewound
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.projections.bench import changed, place, scripts, tree, unpacked
from tests.server.conftest import Town
from tests.server.desk import OPEN, Desk, Failed, Seats, bearer, failing, fresh_id, packed
from tests.server.tampering import forge
from tests.server.test_rulings import rule

NIGHT = "nm.game > nm.dawn > nm.night"


async def timeline(table: Seats, token: str = "", **given: Any) -> list[str]:
    answer = await table.desk.audit.GetTimeline(
        pb.GetTimelineRequest(game_id=table.game_id, **given), metadata=bearer(token)
    )
    return tree(answer.nodes)


async def replay(table: Seats, token: str = "", **given: Any) -> list[pb.ReplayGameResponse]:
    request = pb.ReplayGameRequest(game_id=table.game_id, **given)
    return [step async for step in table.desk.audit.ReplayGame(request, metadata=bearer(token))]


async def entry(table: Seats, version: int, token: str = "", **given: Any) -> pb.GetEntryResponse:
    request = pb.GetEntryRequest(game_id=table.game_id, version=version, **given)
    return await table.desk.audit.GetEntry(request, metadata=bearer(token))


async def find(table: Seats, token: str = "", **given: Any) -> dict[int, list[int]]:
    request = pb.FindEntriesRequest(game_id=table.game_id, **given)
    found = table.desk.audit.FindEntries(request, metadata=bearer(token))
    return {hit.step.version: list(hit.facts) async for hit in found}


async def explain(table: Seats, version: int, fact: int, token: str = "", **given: Any) -> pb.ExplainFactResponse:
    request = pb.ExplainFactRequest(game_id=table.game_id, place=pb.Place(version=version, fact=fact), **given)
    return await table.desk.audit.ExplainFact(request, metadata=bearer(token))


async def why(table: Seats, token: str = "", **given: Any) -> pb.ExplainRefusalResponse:
    request = pb.ExplainRefusalRequest(game_id=table.game_id, **given)
    return await table.desk.audit.ExplainRefusal(request, metadata=bearer(token))


async def refused(table: Seats, token: str = "", **given: Any) -> pb.ListRefusedResponse:
    request = pb.ListRefusedRequest(game_id=table.game_id, **given)
    return await table.desk.audit.ListRefused(request, metadata=bearer(token))


async def within(table: Seats, version: int, facts: int, token: str = "", **given: Any) -> nm.View:
    request = projections_pb2.GetViewRequest(game_id=table.game_id, version=version, facts=facts, **given)
    view = unpacked((await table.desk.projections.GetView(request, metadata=bearer(token))).view)
    assert isinstance(view, nm.View)
    return view


async def played(desk: Desk) -> Seats:
    """One night, of which seat 0 looked at the pile: versions 5 to 8."""
    table = await desk.table()
    await table.bid(0, 1)
    await table.bid(1)
    await table.send(0, nm.Scry())
    (offer,) = (await table.open_decision(0)).offers
    await table.send(0, nm.Arrange(cards=[one.value.number for one in offer.fields[0].order.candidates]))
    return table


# Replaying.


async def test_a_judge_replays_a_running_game_fact_by_fact(desk: Desk) -> None:
    table = await played(desk)
    steps = await replay(table, table.judge)
    assert [step.place.version for step in steps if not step.place.fact] == list(range(1, 9))
    (scried, *_) = [step for step in steps if place(step.place) == "7.1"]
    assert isinstance(unpacked(scried.fact.fact), nm.WareScried) and scried.statement
    assert scripts(scried) == f"{NIGHT} > nm.privilege > nm.scry"
    assert [script.began for script in scried.scripts] == [4, 4, 4, 6, 7]
    assert "pile[0]" in changed(scried)


async def test_a_part_is_replayed(desk: Desk) -> None:
    table = await played(desk)
    whole = await replay(table, table.judge)
    part = await replay(table, table.judge, **{"from": 6, "to": 7})
    assert part == [step for step in whole if step.place.version in (6, 7)]
    assert [step.place.version for step in await replay(table, table.judge, **{"from": 8})][0] == 8


async def test_others_replay_entries_and_no_more(desk: Desk) -> None:
    table = await played(desk)
    for token, own in ((table.tokens[0], True), (table.tokens[1], False), ("", False)):
        steps = await replay(table, token)
        assert not any(step.scripts for step in steps)
        assert [step.place.fact for step in steps if step.place.version == 7] == ([0, 1, 2, 3] if own else [0])
        bid = next(step for step in steps if step.place.version == 5)
        assert bid.entry.HasField("actor") is bid.entry.HasField("command") is own
        dealt = [step for step in steps if step.place.version == 4]
        assert [bool(step.changes) for step in dealt] == [False] * 7 + [True]


async def test_a_judge_looks_as_a_seat_at_what_that_seat_may_know(desk: Desk) -> None:
    table = await played(desk)
    steps = await replay(table, table.judge, seat=1)
    assert [step.place.fact for step in steps if step.place.version == 7] == [0]
    assert not any(step.scripts for step in steps)
    dealt = [step for step in steps if step.place.version == 4]
    assert all(step.changes for step in dealt), "fact by fact all the same"
    assert "players[0].hand[0]" not in changed(dealt[1]) and "players[1].hand[0]" in changed(dealt[2])
    own = [step.fact for step in await replay(table, table.tokens[1]) if step.place.fact]
    assert own == [step.fact for step in steps if step.place.fact]


async def test_when_the_game_is_over_everybody_replays_all_of_it(desk: Desk) -> None:
    table = await played(desk)
    await table.finish()
    all_of_it = await replay(table, table.judge)
    assert await replay(table) == all_of_it == await replay(table, table.tokens[1])
    assert any(step.scripts for step in all_of_it)
    narrowed = await replay(table, seat=1)
    assert [step.place.fact for step in narrowed if step.place.version == 7] == [0]
    assert narrowed == await replay(table, table.judge, seat=1)


async def test_what_a_judge_struck_is_marked_or_left_out(town: Town) -> None:
    desk = await town.desk()
    table = await played(desk)
    ruling = Entry(rewound=Rewound(to=6, reason="odd"), parent=6)
    await rule(town, table.game_id, ruling, 6, lambda at, version: rewind(GAME, at, version))
    table.at = 9
    await table.send(0, nm.Scry())
    steps = await replay(table, table.judge)
    assert {step.place.version for step in steps if step.struck} == {7, 8}
    assert changed(next(step for step in steps if step.place.version == 9))["night"] == ("2", "1")
    (alone,) = await replay(table, table.judge, **{"from": 9, "to": 9})
    assert changed(alone)["night"] == ("2", "1")
    counting = await replay(table, table.judge, counting=True)
    assert [step.place.version for step in counting if not step.place.fact] == [1, 2, 3, 4, 5, 6, 9, 10]
    assert not any(step.changes for step in counting if step.place.version == 9)
    (scried, *_) = [step for step in counting if place(step.place) == "10.1"]
    assert [script.began for script in scried.scripts] == [4, 4, 4, 6, 10]
    late = await replay(table, table.judge, counting=True, **{"from": 7})
    assert late == [step for step in counting if step.place.version >= 9]


async def test_what_counts_is_replayed_without_a_look_at_what_does_not(desk: Desk) -> None:
    """A remark that was made where the game has gone back behind is told with the table that counts."""
    table = await played(desk)
    judge = bearer(table.judge)
    for ruling in (
        judges_pb2.Ruling(note=judges_pb2.Ruling.Remark(), reason="odd"),
        judges_pb2.Ruling(go_back=judges_pb2.Ruling.GoBack(to=6), reason="odd"),
    ):
        request = judges_pb2.GiveRulingRequest(game_id=table.game_id, command_id=fresh_id(), ruling=ruling)
        table.at = (await desk.judges.GiveRuling(request, metadata=judge)).version
    steps = await replay(table, table.judge)
    assert {step.place.version for step in steps if step.struck} == {7, 8}
    counting = await replay(table, table.judge, counting=True)
    assert [step.place.version for step in counting if not step.place.fact] == [1, 2, 3, 4, 5, 6, 9, 10]
    late = await replay(table, table.judge, counting=True, **{"from": 9})
    assert not any(step.changes for step in (*late, *counting[-2:])) and len(late) == 2


# The timeline.


async def test_the_timeline_goes_on_with_the_game_also_after_what_another_process_writes(town: Town) -> None:
    here, there = await town.desk(), await town.desk()
    table = await played(here)
    before = await timeline(table, table.judge)
    assert before[4:7] == ["nm.game 4.1-", "  nm.night 4.5-8.3", "    nm.bid 4.7-6.2"]
    also = Seats(there, table.game_id, table.tokens, table.judge)
    also.at = table.at
    await also.night()
    await here.decision(table.game_id, at_least=also.at)
    after = await timeline(table, table.judge)
    assert after == await timeline(also, table.judge) and len(after) > len(before)
    ruling = Entry(rewound=Rewound(to=8, reason="odd"), parent=8)
    await rule(town, table.game_id, ruling, 8, lambda at, version: rewind(GAME, at, version))
    await here.decision(table.game_id, at_least=also.at + 1)
    struck = await timeline(table, table.judge)
    fresh = Seats(await town.desk(), table.game_id, table.tokens, table.judge)
    assert struck == await timeline(fresh, table.judge)
    assert "      back to 8: odd 13.0-13.0" in struck and "  !nm.night 12.4-12.6" in struck


async def test_others_see_in_the_timeline_what_facts_told_them(desk: Desk) -> None:
    table = await played(desk)
    own = await timeline(table, table.tokens[0])
    assert own[4:7] == ["nm.night 4.5-8.3", "  nm.bid 6.1-6.2", "  nm.scry 7.1-8.3"]
    assert (await timeline(table, table.tokens[1]))[6] == "  nm.scry 8.1-8.3" == (await timeline(table))[6]
    await table.finish()
    assert await timeline(table) == await timeline(table, table.judge)


async def test_a_part_of_the_timeline_and_only_some_levels(desk: Desk) -> None:
    table = await played(desk)
    assert await timeline(table, table.judge, depth=2, **{"from": 7, "to": 7}) == ["nm.game 4.1-", "  nm.night 4.5-8.3"]


async def test_rulings_stand_in_the_timeline(town: Town) -> None:
    desk = await town.desk()
    table = await played(desk)
    facts = [nm.BidRevealed(seat=1, coins=1)]
    ruling = Entry(amended=Amended(reason="owed"))
    await rule(town, table.game_id, ruling, 8, lambda at, version: amend(GAME, at, facts, version))
    await rule(town, table.game_id, Entry(noted=Noted(text="play on")), 9, None)
    await desk.decision(table.game_id, at_least=10)
    answer = await desk.audit.GetTimeline(pb.GetTimelineRequest(game_id=table.game_id))
    rulings = [(node.label, node.turn) for node in answer.nodes if node.kind == TIMELINE_KIND_RULING]
    assert rulings == [("amended: owed", "night 2"), ("noted: play on", "night 2")] and answer.head.version == 10
    (_, told) = await replay(table, table.judge, **{"from": 9, "to": 9})
    assert told.fact.amended and changed(told) == {"players[1].coins": ("3", "2")}


async def test_a_log_that_is_another_one_now_is_gone_through_anew(service: Service, desk: Desk) -> None:
    table = await played(desk)
    bench = BenchService(service._house, service._hall, asyncio.Semaphore(1), asyncio.Semaphore(1))
    judge = Caller(ROLE_JUDGE, (table.game_id,))
    request = pb.GetTimelineRequest(game_id=table.game_id)
    wanted = await bench.get_timeline(request, judge)
    for kept in (bench._courses, bench._timelines):
        for at in kept._places.values():
            assert at.kept is not None
            at.kept.head = Head(at.kept.head.version, b"another")
    assert await bench.get_timeline(request, judge) == wanted


# One entry, and one fact.


async def test_an_entry_is_told_with_what_was_asked_and_offered(desk: Desk) -> None:
    table = await played(desk)
    answer = await entry(table, 7, table.judge)
    assert answer.step.version == 7 and len(answer.step.facts) == 3 and answer.step.HasField("command")
    assert (answer.asked.version, list(answer.asked.seats)) == (6, [0]) and len(answer.asked.offers) == 4
    assert [script.rule.id for script in answer.scripts][-1] == "nm.privilege"
    assert (answer.follows, answer.struck, answer.next.version) == (6, False, 7)
    kinds = [unpacked(fact.fact).WhichOneof("fact") for fact in answer.whole]
    assert kinds[:2] == ["answered", "script_began"] and kinds[-1] == "asked" and "drew" in kinds
    first = await entry(table, 1, table.judge)
    assert not first.HasField("asked") and not first.scripts and first.follows == 0


async def test_a_seat_is_told_of_an_entry_what_it_saw_and_was_asked(desk: Desk) -> None:
    table = await played(desk)
    mine = await entry(table, 7, table.tokens[0])
    assert unpacked(mine.step.command) == nm.Scry() and len(mine.step.facts) == 3
    assert len(mine.asked.offers) == 4 and len(mine.next.offers) == 1
    for token in (table.tokens[1], ""):
        other = await entry(table, 7, token)
        assert not other.step.facts and not other.asked.offers and not other.next.offers
        assert (other.asked.version, other.next.version, other.step.actor.seat) == (6, 7, 0)


async def test_who_answered_a_sealed_decision_is_not_told(desk: Desk) -> None:
    table = await played(desk)
    for token, offers in ((table.tokens[1], 1), ("", 0)):
        answer = await entry(table, 5, token)
        assert not answer.step.HasField("actor") and not answer.whole and not answer.scripts
        assert len(answer.asked.offers) == offers
    as_seat = await entry(table, 5, table.judge, seat=1)
    assert as_seat == await entry(table, 5, table.tokens[1])


async def test_an_entry_that_went_back_follows_another_version(town: Town) -> None:
    desk = await town.desk()
    table = await played(desk)
    ruling = Entry(rewound=Rewound(to=6), parent=6)
    await rule(town, table.game_id, ruling, 6, lambda at, version: rewind(GAME, at, version))
    await desk.decision(table.game_id, at_least=9)
    back = await entry(table, 9, table.judge)
    assert (back.follows, back.struck, back.asked.version, back.next.version) == (6, False, 6, 9)
    assert (await entry(table, 8, table.tokens[0])).struck


async def test_a_fact_is_explained(desk: Desk) -> None:
    table = await played(desk)
    answer = await explain(table, 7, 2, table.judge)
    assert isinstance(unpacked(answer.fact.fact), nm.WareScried) and answer.fact.rule.id == "nm.scry"
    assert answer.statement == GAME.rulebook["nm.scry"].statement
    assert [script.rule.id for script in answer.scripts][-2:] == ["nm.privilege", "nm.scry"]
    assert unpacked(answer.entry.command) == nm.Scry() and list(answer.entry.facts) == [answer.fact]
    assert answer.asked.version == 6 and answer.asked.offers and answer.changes[0].path == "pile[1]"


async def test_a_seat_gets_its_facts_explained_without_looking_inside(desk: Desk) -> None:
    table = await played(desk)
    first, last = await explain(table, 7, 1, table.tokens[0]), await explain(table, 7, 3, table.tokens[0])
    assert not first.changes and last.changes and not first.scripts and first.asked.offers
    drawn = await explain(table, 8, 5, table.tokens[1])
    assert unpacked(drawn.fact.fact) == nm.WareDrawn(seat=0)
    assert not drawn.asked.offers and not drawn.entry.HasField("command")


# The table inside an entry.


async def test_a_judge_looks_at_the_table_after_any_fact(desk: Desk) -> None:
    table = await played(desk)
    sizes = [[len(one.hand) for one in (await within(table, 4, at, table.judge)).players] for at in range(8)]
    assert sizes == [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [2, 2], [3, 2], [3, 3]]
    as_seat = await within(table, 4, 7, table.judge, seat=1)
    assert [(one.hand_size, len(one.hand)) for one in as_seat.players] == [(3, 0), (3, 3)]


async def test_only_judges_look_inside_an_entry_before_the_end(desk: Desk) -> None:
    table = await played(desk)
    for token in (table.tokens[0], ""):
        async with failing() as failed:
            await within(table, 7, 1, token)
        assert failed[0].reason == "PERMISSION_DENIED"
    await table.finish()
    assert len((await within(table, 7, 1)).pile) == 18
    async with failing() as failed:
        await within(table, 7, 4)
    assert failed[0].reason == "INVALID_REQUEST" and "3 facts" in failed[0].message
    async with failing() as failed:
        await within(table, 7, 1, seat=1)
    assert failed[0].reason == "INVALID_REQUEST", "as seat 1 counts, there are none"


# Finding.


async def test_entries_are_found_as_far_as_the_caller_sees_them(desk: Desk) -> None:
    table = await played(desk)
    assert (
        await find(table, table.judge, fact="WareScried")
        == {7: [1, 2, 3]}
        == await find(table, table.tokens[0], fact="WareScried")
    )
    assert await find(table, table.tokens[1], fact="WareScried") == {} == await find(table, fact="WareScried")
    assert await find(table, table.judge, seat=0) == {2: [], 5: [], 7: [], 8: []}
    assert await find(table, table.tokens[1], seat=0) == {2: [], 7: [], 8: []}
    assert await find(table, rule="nm.night") == {4: [5], 8: [4]}


async def test_finding_ends_after_so_many_and_goes_on_after_a_version(desk: Desk) -> None:
    table = await played(desk)
    assert list(await find(table, limit=3)) == [1, 2, 3]
    assert list(await find(table, limit=2, after=3)) == [4, 5]
    assert list(await find(table, table.judge, rule="nm", limit=1, after=4)) == [6]
    assert await find(table, after=8) == {}


async def test_finds_are_found_by_time(desk: Desk) -> None:
    table = await played(desk)
    times = {step.place.version: step.entry.time_us for step in await replay(table) if not step.place.fact}
    assert 7 in await find(table, since_us=times[7], until_us=times[7])
    assert 6 not in await find(table, since_us=times[6] + 1) and await find(table, until_us=times[1] - 1) == {}


async def test_a_reader_that_takes_its_time_holds_up_nobody(service: Service, desk: Desk) -> None:
    table = await played(desk)
    bench = BenchService(service._house, service._hall, asyncio.Semaphore(1), asyncio.Semaphore(1))
    judge = Caller(ROLE_JUDGE, (table.game_id,))
    slow = [
        bench.replay_game(pb.ReplayGameRequest(game_id=table.game_id), judge),
        bench.find_entries(pb.FindEntriesRequest(game_id=table.game_id), judge),
    ]
    for stream in slow:
        await anext(stream)
    async with asyncio.timeout(5):
        finds = bench.find_entries(pb.FindEntriesRequest(game_id=table.game_id), judge)
        assert len([hit async for hit in finds]) == 8
        assert (await bench.get_timeline(pb.GetTimelineRequest(game_id=table.game_id), judge)).nodes
    for stream in slow:
        await stream.aclose()


async def test_what_another_process_writes_meanwhile_disturbs_no_stream(town: Town) -> None:
    here, there = await town.service(), await town.desk()
    table = await played(await town.desk(here))
    bench = BenchService(here._house, here._hall, asyncio.Semaphore(2), asyncio.Semaphore(2))
    judge = Caller(ROLE_JUDGE, (table.game_id,))
    replaying = bench.replay_game(pb.ReplayGameRequest(game_id=table.game_id), judge)
    finding = bench.find_entries(pb.FindEntriesRequest(game_id=table.game_id, rule="nm.night"), judge)
    first, found = await anext(replaying), await anext(finding)
    also = Seats(there, table.game_id, table.tokens, table.judge)
    also.at = table.at
    await also.night()
    ruling = Entry(rewound=Rewound(to=6), parent=6)
    await rule(town, table.game_id, ruling, 6, lambda at, version: rewind(GAME, at, version))
    steps = [first, *[step async for step in replaying]]
    assert isinstance(found, pb.FindEntriesResponse) and found.step.version == 4
    versions = [step.place.version for step in steps if isinstance(step, pb.ReplayGameResponse) and not step.place.fact]
    assert versions == list(range(1, 9)), "what there was when it was asked for"
    later = [hit.step.version async for hit in finding if isinstance(hit, pb.FindEntriesResponse)]
    assert later == [8, 12], "what there is by now"


# What was refused.


async def test_a_command_at_any_version_is_explained(desk: Desk) -> None:
    table = await played(desk)
    early = await why(table, table.judge, version=4, seat=1, message=packed(nm.Bid(coins=9)))
    assert [(one.reason.rule.id, one.reason.field) for one in early.reasons] == [("nm.bid", "coins")]
    assert early.reasons[0].statement and not early.accepted and early.decision.version == 4
    assert (await why(table, table.judge, version=6, seat=0, message=packed(nm.Scry()))).accepted
    late = await why(table, table.tokens[0], message=packed(nm.Scry()))
    assert late.version == 8 and late.seat == 0 and [one.reason.rule.id for one in late.reasons] == ["nm.privilege"]


async def test_a_command_may_be_given_by_its_fields(desk: Desk) -> None:
    table = await played(desk)
    request = pb.ExplainRefusalRequest(game_id=table.game_id)
    request.fields.command = "night_market.v1.Bid"
    request.fields.fields["coins"].number = 4
    answer = await desk.audit.ExplainRefusal(request, metadata=bearer(table.tokens[0]))
    assert unpacked(answer.command) == nm.Bid(coins=4) and not answer.accepted
    request.fields.fields["coins"].text = "four"
    answer = await desk.audit.ExplainRefusal(request, metadata=bearer(table.tokens[0]))
    assert answer.reasons[0].reason.field == "coins" and not answer.HasField("command")


async def test_commands_refused_in_play_are_listed_for_judges_and_explained(desk: Desk) -> None:
    table = await played(desk)
    for seat, command, decision in ((0, nm.Bid(coins=9), 8), (1, nm.Scry(), 8), (0, nm.Bid(coins=1), 4)):
        with pytest.raises(Exception, match=r"."):
            await table.send(seat, command, decision)
    await asyncio.sleep(0.1)
    listed = (await refused(table, table.judge)).refused
    assert [(one.seat, one.version, one.reason) for one in listed] == [
        (0, 8, "STALE_DECISION"),
        (1, 8, "REFUSED"),
        (0, 8, "REFUSED"),
    ]
    assert unpacked(listed[2].command) == nm.Bid(coins=9) and listed[2].reasons[0].rule.title
    await table.night()
    stale, early, cap = [await why(table, table.judge, refused=one.mark) for one in listed]
    assert [one.reason.text for one in stale.reasons] == ["decision 4 is not open: 8 is"]
    assert (early.seat, early.version, early.reasons[0].reason.rule.id) == (1, 8, "nm.privilege")
    assert [one.reason.text for one in cap.reasons] == [one.text for one in listed[2].reasons] and cap.reasons[
        0
    ].statement
    own = await why(table, table.tokens[1], refused=listed[1].mark)
    assert own == early
    for token in (table.tokens[0], ""):
        async with failing() as failed:
            await why(table, token, refused=listed[1].mark)
        assert failed[0].reason == "INVALID_REQUEST" and "refused" in failed[0].message


async def test_refused_commands_are_listed_page_by_page(desk: Desk) -> None:
    table = await desk.table()
    for coins in range(4, 9):
        with pytest.raises(Exception, match=r"."):
            await table.send(0, nm.Bid(coins=coins), 4)
    await asyncio.sleep(0.1)
    found, token, pages = [], "", 0
    while pages == 0 or token:
        page = await refused(table, table.judge, page_size=2, page_token=token)
        found += [unpacked(one.command) for one in page.refused]
        token, pages = page.next_page_token, pages + 1
    assert found == [nm.Bid(coins=coins) for coins in (8, 7, 6, 5, 4)] and pages == 3


# Errors.


UNKNOWN = 10**9


@pytest.mark.parametrize(
    ("call", "given", "reason", "field"),
    [
        (replay, {"from": UNKNOWN}, "UNKNOWN_VERSION", ""),
        (replay, {"to": UNKNOWN}, "UNKNOWN_VERSION", ""),
        (replay, {"from": 5, "to": 4}, "INVALID_REQUEST", "to"),
        (replay, {"seat": 2}, "INVALID_REQUEST", "seat"),
        (timeline, {"from": UNKNOWN}, "UNKNOWN_VERSION", ""),
        (timeline, {"from": 5, "to": 4}, "INVALID_REQUEST", "to"),
        (entry, {"version": 0}, "UNKNOWN_VERSION", ""),
        (entry, {"version": UNKNOWN}, "UNKNOWN_VERSION", ""),
        (entry, {"version": 4, "seat": 2}, "INVALID_REQUEST", "seat"),
        (explain, {"version": UNKNOWN, "fact": 1}, "UNKNOWN_VERSION", ""),
        (explain, {"version": 4, "fact": 0}, "INVALID_REQUEST", "place.fact"),
        (explain, {"version": 4, "fact": 8}, "INVALID_REQUEST", "place.fact"),
        (explain, {"version": 5, "fact": 1}, "INVALID_REQUEST", "place.fact"),
        (find, {"after": UNKNOWN}, "UNKNOWN_VERSION", ""),
        (find, {"seat": 2}, "INVALID_REQUEST", "seat"),
        (why, {"seat": 0}, "INVALID_REQUEST", "command"),
        (why, {"seat": 2, "message": packed(nm.Scry())}, "INVALID_REQUEST", "seat"),
        (why, {"message": packed(nm.Scry())}, "INVALID_REQUEST", "seat"),
        (why, {"seat": 0, "version": UNKNOWN, "message": packed(nm.Scry())}, "UNKNOWN_VERSION", ""),
        (why, {"refused": "1-0"}, "INVALID_REQUEST", "refused"),
        (why, {"refused": "a mark"}, "INVALID_REQUEST", "refused"),
        (refused, {"page_size": 201}, "INVALID_REQUEST", "page_size"),
        (refused, {"page_token": "next"}, "INVALID_REQUEST", "page_token"),
    ],
)
async def test_each_bad_input_has_its_own_error(desk: Desk, call: Any, given: Any, reason: str, field: str) -> None:
    table = await desk.table()
    await table.bid(0)
    async with failing() as failed:
        await call(table, token=table.judge, **given)
    assert failed[0].reason == reason and failed[0].message.startswith(field)


@pytest.mark.parametrize(
    ("call", "given"),
    [
        (replay, {"seat": 0}),
        (entry, {"version": 4, "seat": 0}),
        (explain, {"version": 4, "fact": 1, "seat": 0}),
        (why, {"seat": 0, "message": packed(nm.Scry())}),
        (refused, {}),
    ],
)
async def test_only_judges_look_for_another_seat(desk: Desk, call: Any, given: Any) -> None:
    table = await desk.table()
    async with failing() as failed:
        await call(table, token=table.tokens[1], **given)
    assert failed[0].reason == "PERMISSION_DENIED"
    async with failing() as failed:
        await call(table, **given)
    assert failed[0].reason in ("PERMISSION_DENIED", "UNAUTHENTICATED")


@pytest.mark.parametrize(
    ("call", "given"),
    [(timeline, {}), (replay, {}), (entry, {"version": 4}), (find, {}), (explain, {"version": 4, "fact": 1})],
)
async def test_a_token_for_another_game_looks_at_nothing(desk: Desk, call: Any, given: Any) -> None:
    table, other = await desk.table(), await desk.table()
    async with failing() as failed:
        await call(table, token=other.judge, **given)
    assert failed[0].reason == "PERMISSION_DENIED"


async def test_a_past_that_does_not_fold_says_so_with_its_version(town: Town) -> None:
    table = await played(await town.desk())

    def spoil(stored: Entry) -> None:
        if stored.version == 7:
            facts = nm.Facts.FromString(stored.facts)
            facts.facts[-2].ware_scried.place = 99
            stored.facts = facts.SerializeToString()

    await forge(town, table.game_id, spoil)
    late = Seats(await town.desk(limits=Limits(ring=1)), table.game_id, table.tokens, table.judge)
    failures: list[Failed] = []
    for call, given in ((replay, {}), (entry, {"version": 7}), (explain, {"version": 7, "fact": 1}), (timeline, {})):
        async with failing() as failed:
            await call(late, token=late.judge, **given)
        failures += failed
    assert [(one.reason, "version 7" in one.message) for one in failures] == [("NOT_FOLDED", True)] * 4
    assert (await entry(late, 5, late.judge)).step.version == 5
    assert list(await find(late, late.judge, seat=0)) == [2, 5, 7, 8]


async def test_a_game_that_has_not_begun_has_entries_and_no_facts(desk: Desk) -> None:
    made = await desk.create(OPEN, OPEN)
    table = Seats(desk, made.game_id, [], made.judge_token)
    assert [place(step.place) for step in await replay(table)] == ["1.0"]
    assert await timeline(table) == ["created 1.0-1.0"]
    assert not (await entry(table, 1)).HasField("next")
