"""A standing pass: what it sends, what it leaves alone, and what ends it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from google.protobuf import any_pb2
from google.protobuf.message import Message

from rulekeeper.client import (
    Choice,
    Client,
    NotPlayable,
    OutcomeUnknown,
    Passed,
    Passing,
    Refused,
    Retry,
    Seat,
    Stale,
    Until,
    pass_of,
    turn_of,
    turn_over,
)
from rulekeeper.v1 import errors_pb2, games_pb2, projections_pb2, table_pb2
from tests.client.service import GAME, Hang, Lose, Service, serving
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import sample_pb2 as sample

Offer = table_pb2.Offer
PASS = Offer(command="rulekeeper.toy.v1.Pass", passes=True)
TAKE = Offer(command="rulekeeper.toy.v1.Take")
NO = [table_pb2.Reason(text="no")]


def asks(version: int, *offers: Offer, rule: str = "t.window", seats: Sequence[int] = (1,)) -> table_pb2.Decision:
    """A decision as seat 1 gets it; with a pass, if nothing else is said."""
    shown = (offers or (TAKE, PASS)) if 1 in seats else ()
    return table_pb2.Decision(version=version, rule=table_pb2.RuleRef(id=rule), seats=seats, offers=shown)


def table(
    decision: table_pb2.Decision | None = None, *, version: int = 0, view: Message | None = None, over: bool = False
) -> projections_pb2.TableUpdate:
    made = projections_pb2.TableUpdate(decision=decision, head=table_pb2.Head(version=version))
    made.status = table_pb2.GAME_STATUS_OVER if over else table_pb2.GAME_STATUS_RUNNING
    if view is not None:
        made.view.Pack(view)
    return made


OVER = table(over=True)


class FakeSeat:
    """Seat 1 of a table that is shown as the test says; `sent` holds what was sent, `says` what comes of it."""

    number = 1

    def __init__(self, *shown: projections_pb2.TableUpdate, says: Sequence[Exception] = ()) -> None:
        self.shown: asyncio.Queue[projections_pb2.TableUpdate] = asyncio.Queue()
        for each in shown:
            self.shown.put_nowait(each)
        self.says = list(says)
        self.sent: list[int] = []
        self.watched = 0

    async def updates(self) -> AsyncGenerator[projections_pb2.TableUpdate, None]:
        self.watched += 1
        try:
            while True:
                update = await self.shown.get()
                yield update
                if update.status == table_pb2.GAME_STATUS_OVER:
                    return
        finally:
            self.watched -= 1

    async def submit(
        self, command: Choice, decision: table_pb2.Decision, *, automatic: bool
    ) -> games_pb2.SubmitCommandResponse:
        assert automatic and command == Choice("rulekeeper.toy.v1.Pass")
        self.sent.append(decision.version)
        if self.says:
            raise self.says.pop(0)
        return games_pb2.SubmitCommandResponse()

    async def pass_until(self, until: Until | None = None, rules: Sequence[str] = (), stays: bool = False) -> Passed:
        return await Passing(self, until, rules, stays=stays).run()


def error(kind: type[Exception], code: str) -> Exception:
    made: Callable[..., Exception] = kind
    return made(code, errors_pb2.ErrorCode.Value(f"ERROR_CODE_{code}"))


async def settled() -> None:
    """Whatever can go on has gone on."""
    for _ in range(20):
        await asyncio.sleep(0)


# What a pass is.


@pytest.mark.parametrize(
    "offers",
    [
        (TAKE,),
        (Offer(command="t.Pass", passes=True, closed=NO),),
        (Offer(command="t.Pass", passes=True, standing=True),),
        (Offer(command="t.Pass", passes=True, fields=[table_pb2.OfferField(name="why")]),),
    ],
    ids=["no pass", "a closed one", "a standing one", "one that is a choice"],
)
def test_nothing_but_an_open_pass_without_a_choice_is_one(offers: Sequence[Offer]) -> None:
    assert pass_of(asks(3, *offers)) is None
    assert pass_of(asks(3, *offers, PASS)) == Choice("rulekeeper.toy.v1.Pass")


def test_with_rules_only_what_is_asked_under_them_is_passed() -> None:
    assert pass_of(asks(3), {"t.window", "t.other"}) and pass_of(asks(3), "t.window")
    assert pass_of(asks(3), {"t.other"}) is None and pass_of(asks(3), "t.window.wide") is None
    assert pass_of(asks(3, seats=[0])) is None


# What it sends, and what ends it.


async def test_it_passes_until_it_is_asked_what_it_cannot_pass() -> None:
    seat = FakeSeat(table(asks(3)), table(asks(5, seats=[0])), table(asks(7)), table(asks(9, TAKE)), table(asks(11)))
    ended = await seat.pass_until()
    assert seat.sent == [3, 7] and (ended.why, ended.sent) == ("asked", 2)
    assert ended.update.decision.version == 9 and not seat.watched


MAIN = Offer(command="rulekeeper.toy.v1.Build", main=True)


async def test_a_turn_of_ones_own_that_begins_later_is_not_passed() -> None:
    mine = asks(3, MAIN, PASS)
    seat = FakeSeat(table(asks(1), view=nm.View(night=1)), table(mine, view=nm.View(night=2)), OVER)
    ended = await seat.pass_until()
    assert (ended.why, seat.sent) == ("asked", [1])


async def test_the_turn_of_ones_own_in_which_it_began_is_passed_and_the_next_is_not() -> None:
    own = [table(asks(version, MAIN, PASS), view=nm.View(night=version // 4)) for version in (4, 5, 8)]
    seat = FakeSeat(own[0], own[1], table(asks(6), view=nm.View(night=1)), own[2], OVER)
    ended = await seat.pass_until()
    assert (ended.why, seat.sent, ended.update.decision.version) == ("asked", [4, 5, 6], 8)


async def test_a_decision_is_answered_once_however_often_it_is_told() -> None:
    sealed = [table(asks(3, seats=[0, 1, 2])), table(asks(3, seats=[1, 2]))]
    seat = FakeSeat(*sealed, table(asks(6)), OVER)
    ended = await seat.pass_until()
    assert seat.sent == [3, 6] and (ended.why, ended.update.status) == ("over", table_pb2.GAME_STATUS_OVER)


async def test_it_ends_where_its_condition_holds_although_it_is_not_asked_then() -> None:
    seat = FakeSeat(
        table(asks(3), version=3), table(asks(5, seats=[0]), version=5), table(asks(7, seats=[0]), version=7)
    )
    ended = await seat.pass_until(lambda update: update.head.version > 5)
    assert seat.sent == [3] and (ended.why, ended.update.head.version) == ("until", 7)


async def test_nothing_is_sent_any_more_where_its_condition_holds() -> None:
    seat = FakeSeat(table(asks(3), version=3))
    assert (await seat.pass_until(lambda update: update.head.version == 3)).why == "until" and not seat.sent


async def test_beside_a_player_it_leaves_alone_what_it_does_not_pass() -> None:
    shown = [table(asks(3)), table(asks(5, rule="t.other")), table(asks(7, TAKE)), table(asks(9)), OVER]
    seat = FakeSeat(*shown)
    assert (await seat.pass_until(rules=["t.window"], stays=True)).why == "over" and seat.sent == [3, 9]
    waiting = FakeSeat(*shown)
    assert (await waiting.pass_until(rules=["t.window"])).update.decision.version == 5 and waiting.sent == [3]


@pytest.mark.parametrize(
    "overtaken",
    [(Stale, "STALE_DECISION"), (Refused, "NOT_ASKED"), (NotPlayable, "GAME_OVER")],
    ids=lambda each: str(each[1]),
)
async def test_where_something_came_first_it_looks_again(overtaken: tuple[type[Exception], str]) -> None:
    seat = FakeSeat(table(asks(3)), table(asks(3)), table(asks(4)), OVER, says=[error(*overtaken)])
    assert await seat.pass_until() == Passed("over", 1, OVER) and seat.sent == [3, 4]


@pytest.mark.parametrize(
    "wrong",
    [(Refused, "REFUSED"), (NotPlayable, "GAME_PAUSED"), (OutcomeUnknown, "OUTCOME_UNKNOWN")],
    ids=lambda each: str(each[1]),
)
async def test_a_pass_that_is_refused_ends_it_with_the_error(wrong: tuple[type[Exception], str]) -> None:
    seat = FakeSeat(table(asks(3)), table(asks(5)), says=[error(*wrong)])
    with pytest.raises(wrong[0], match=wrong[1]):
        await seat.pass_until()
    assert seat.sent == [3] and not seat.watched


# In the background.


async def test_it_is_on_while_its_block_runs() -> None:
    seat = FakeSeat(table(asks(3)))
    async with Passing(seat, None, ()) as standing:
        await settled()
        assert seat.sent == [3] and standing.sent == 1 and standing.on
    seat.shown.put_nowait(table(asks(5)))
    await settled()
    assert seat.sent == [3] and not seat.watched
    assert (await standing.ended()).why == "cancelled"


async def test_cancelling_ends_it_at_once() -> None:
    seat = FakeSeat()
    async with Passing(seat, None, ()) as standing:
        await settled()
        seat.shown.put_nowait(table(asks(3), version=3))
        standing.cancel()
        assert not standing.on
        ended = await standing.ended()
    assert ended.why == "cancelled" and not seat.sent and not seat.watched


async def test_a_pause_can_be_used_to_cancel() -> None:
    seat = FakeSeat(table(asks(3), version=3))
    async with Passing(seat, None, (), pause=60) as standing:
        await settled()
        standing.cancel()
        ended = await asyncio.wait_for(standing.ended(), 5)
    assert (ended.why, ended.sent, ended.update.head.version) == ("cancelled", 0, 3) and not seat.sent


async def test_whoever_waits_for_its_end_and_gives_up_does_not_end_it() -> None:
    seat = FakeSeat()
    async with Passing(seat, None, ()) as standing:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(standing.ended(), 0.01)
        assert standing.on
        seat.shown.put_nowait(OVER)
        assert await standing.ended() == Passed("over", 0, OVER)


async def test_its_error_is_raised_once_by_who_waits_or_by_the_block() -> None:
    refused = error(Refused, "REFUSED")
    with pytest.raises(Refused):
        async with Passing(FakeSeat(table(asks(3)), says=[refused]), None, ()):
            await settled()
    async with Passing(FakeSeat(table(asks(3)), says=[refused]), None, ()) as standing:
        with pytest.raises(Refused):
            await standing.ended()
    with pytest.raises(LookupError):
        async with Passing(FakeSeat(table(asks(3)), says=[refused]), None, ()):
            await settled()
            raise LookupError
    with pytest.raises(RuntimeError, match="async with"):
        await Passing(FakeSeat(), None, ()).ended()


# Which turn it is.


def test_the_turn_is_what_the_view_marks_as_such() -> None:
    assert turn_of(table(view=sample.View(number=4, told=["x"]))) == (4,)
    assert turn_of(table(view=nm.View(night=2))) == (2,)
    assert turn_of(table()) == () == turn_of(table(view=nm.Player(coins=3)))
    unknown = projections_pb2.TableUpdate(view=any_pb2.Any(type_url="type.googleapis.com/no.such.View"))
    assert turn_of(unknown) == ()


def test_a_turn_is_over_where_another_has_begun() -> None:
    now = table(view=sample.View(number=4))
    until = turn_over(now)
    assert not until(now) and not until(table(view=sample.View(number=4, told=["x"])))
    assert until(table(view=sample.View(number=5)))
    with pytest.raises(ValueError, match="which turn it is"):
        turn_over(table())


# Through a service that loses connections.


@asynccontextmanager
async def client_of(service: Service) -> AsyncIterator[Client]:
    retry = Retry(deadline=5.0, attempt=0.5, first=0.01, most=0.05)
    async with serving(service) as address, Client(address, retry=retry) as client:
        yield client


def streamed(service: Service, version: int, **what: Any) -> projections_pb2.WatchTableResponse:
    update = table(**what)
    update.head.CopyFrom(service.book.at(version))
    return projections_pb2.WatchTableResponse(update=update)


async def test_lost_connections_are_got_over_and_nothing_is_sent_twice() -> None:
    service = Service()
    first, second = streamed(service, 3, decision=asks(3)), streamed(service, 5, decision=asks(5))
    service.streams = [
        ([first], Lose()),
        ([first, second], Lose()),
        ([streamed(service, 6, over=True)], Hang()),
    ]
    service.faults["SubmitCommand"] = [Lose(wrote=True)]
    async with client_of(service) as client:
        ended = await Seat(client, GAME, 1).pass_until()
    assert (ended.why, ended.sent) == ("over", 2) and len(service.accepted) == 2
    sent = service.asked["SubmitCommand"]
    assert [(each.decision, each.automatic, each.fields.command) for each in sent] == [
        (3, True, "rulekeeper.toy.v1.Pass"),
        (3, True, "rulekeeper.toy.v1.Pass"),
        (5, True, "rulekeeper.toy.v1.Pass"),
    ]
    assert sent[0].command_id == sent[1].command_id != sent[2].command_id
