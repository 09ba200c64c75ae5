"""Standing passes at a real service: a game that asks often, and what each viewer sees of it."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulekeeper.client import OPEN, Choice, Client, Game, Refused, Seat, turn_of, turn_over
from rulekeeper.client.blocking import LoopThread
from rulekeeper.server import Service
from rulekeeper.v1.entry_pb2 import ROLE_SEAT
from rulekeeper.v1.games_pb2 import Sandbox
from rulekeeper.v1.table_pb2 import GAME_STATUS_OVER, Step
from tests.kernel.sample import sample_pb2 as pb
from tests.kernel.sample.windows import ROUNDS, WINDOWS
from tests.server.desk import settings


@dataclass(frozen=True)
class Round:
    """A game of three seats that has begun, with those who look on."""

    ann: Seat
    ben: Seat
    cleo: Seat
    judge: Game
    public: Game

    async def pick(self, number: int) -> None:
        """Ann's turn, as soon as it is."""
        async for moment in self.ann.moments():
            await self.ann.submit(pb.Pick(number=number), moment.decision)
            return


async def begin(client: Client) -> Round:
    made = await client.create_game(WINDOWS.ruleset, [OPEN] * 3, sandbox=Sandbox(seat_all=True))
    ann, ben, cleo = (Seat(client.using(token), made.game_id, at) for at, token in enumerate(made.seat_tokens))
    judge, public = (Game(client.using(token), made.game_id) for token in (made.judge_token, made.spectator_token))
    return Round(ann, ben, cleo, judge, public)


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with await Service.start(settings(tmp_path / "data"), ruleset={WINDOWS.ruleset: WINDOWS}) as service:
        async with Client(service.address) as client:
            yield client


@pytest.fixture
async def game(client: Client) -> Round:
    return await begin(client)


async def steps(seen: Game) -> list[Step]:
    """What a viewer is shown of the seats' commands."""
    return [each.step async for each in seen.log() if each.step.actor.role == ROLE_SEAT][3:]


def of(shown: Sequence[Step], seat: int) -> list[tuple[bool, bool]]:
    """Of each command of a seat: whether it is shown, and whether as an automatic one."""
    return [(step.HasField("command"), step.automatic) for step in shown if step.actor.seat == seat]


async def test_offers_and_the_ruleset_tell_which_command_passes(client: Client, game: Round) -> None:
    await game.pick(3)
    offers = (await game.ben.decision()).decision.offers
    assert [(offer.command, offer.passes) for offer in offers] == [("sample.v1.Pick", False), ("sample.v1.Pass", True)]
    kinds = (await client.get_ruleset(WINDOWS.ruleset)).commands
    assert [kind.command for kind in kinds if kind.passes] == ["sample.v1.Pass"]


async def test_only_the_seat_and_judges_see_which_passes_were_automatic(game: Round) -> None:
    async with game.ben.passing() as standing:
        for number in range(1, ROUNDS):
            await game.pick(number)
            async for moment in game.cleo.moments():
                await game.cleo.submit(Choice("sample.v1.Pass"), moment.decision)
                break
    assert standing.sent == ROUNDS - 1
    for seen in (game.ben, game.judge):
        assert of(await steps(seen), 1) == [(True, True)] * (ROUNDS - 1)
    for seen in (game.ann, game.cleo, game.public):
        assert of(await steps(seen), 1) == [(False, False)] * (ROUNDS - 1)
    assert of(await steps(game.judge), 2) == of(await steps(game.cleo), 2) == [(True, False)] * (ROUNDS - 1)
    async with game.ben.passing(), game.cleo.passing():
        await game.pick(9)
        ended = await game.ann.pass_until()
    assert ended.update.status == GAME_STATUS_OVER
    # Then the whole record is open to everybody, so that it can be proved.
    assert [each.entry.automatic async for each in game.public.log()].count(True) == ROUNDS + 1
    assert (await game.public.prove()).sound


async def test_it_passes_until_the_turn_is_over(game: Round) -> None:
    until = turn_over(await game.ben.view())
    async with game.cleo.passing():
        await game.pick(1)
        ended = await game.ben.pass_until(until)
    assert (ended.why, ended.sent) == ("until", 1) and turn_of(ended.update) == (2,)


async def test_it_ends_where_its_seat_is_asked_for_more_than_a_pass(game: Round) -> None:
    async with game.ben.passing(), game.cleo.passing(rules="s.window"):
        await game.pick(1)
        ended = await game.ann.pass_until()
    assert (ended.why, ended.sent) == ("asked", 0) and ended.update.decision.rule.id == "s.main"


async def test_a_decision_that_was_answered_by_hand_is_let_go(game: Round) -> None:
    await game.pick(1)
    async with game.ben.passing(pause=0.3) as standing:
        decision = (await game.ben.decision()).decision
        await game.ben.submit(pb.Pick(number=5), decision)
        async with game.cleo.passing():
            await game.pick(2)
            async for _ in game.ann.moments():
                break
    assert standing.sent == 1
    texts = [step.facts[0].fact for step in await steps(game.public) if step.actor.seat == 1]
    assert [pb.Told.FromString(fact.value).text for fact in texts] == [
        "seat 1 answered 1 with 5",
        "seat 1 let 2 go by",
    ]


async def test_a_refused_automatic_command_is_seen_by_nobody(game: Round) -> None:
    asked = (await game.ann.decision()).decision
    looking = (game.ben, game.public)
    before = [(await seen.info(), await seen.decision(), await seen.view(text=True)) for seen in looking]
    with pytest.raises(Refused) as refused:
        await game.ann.submit(pb.Pass(), asked, automatic=True)
    assert refused.value.reasons[0].rule == "s.pass"
    assert [(await seen.info(), await seen.decision(), await seen.view(text=True)) for seen in looking] == before
    await game.ann.submit(pb.Pick(number=1), asked)
    assert [step.version for step in await steps(game.public)] == [asked.version + 1]


@pytest.fixture
def thread() -> Iterator[LoopThread]:
    with LoopThread() as thread:
        yield thread


def test_without_an_event_loop_it_is_the_same(thread: LoopThread, tmp_path: Path) -> None:
    service = thread.run(Service.start(settings(tmp_path / "data"), ruleset={WINDOWS.ruleset: WINDOWS}))
    client = Client(service.address)
    game = thread.run(begin(client))
    others = game.ben.passing(), game.cleo.passing()
    for standing in others:
        thread.run(standing.__aenter__())
    thread.run(game.pick(1))
    assert thread.run(game.ann.pass_until()).why == "asked"
    for standing in others:
        thread.run(standing.__aexit__(None, None, None))
        assert standing.sent == 1
    thread.run(client.aclose())
    thread.run(service.__aexit__(None, None, None))
