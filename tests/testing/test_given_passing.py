"""Seats that pass by themselves in a test: what comes of a command then, and what is said where they cannot."""

from collections.abc import Callable, Iterator

import pytest

from rulekeeper.client import Choice, Client
from rulekeeper.client.blocking import LoopThread
from rulekeeper.kernel import Play, Script
from rulekeeper.kernel import rule as of_rule
from rulekeeper.server import Service
from rulekeeper.testing import given
from rulekeeper.testing.given import SPECTATOR, Referee, Scene, under
from rulekeeper.testing.tables import MemoryTable, No, ServiceTable, Start, Table
from rulekeeper.v1.table_pb2 import Step
from tests.kernel.sample import State, sample
from tests.kernel.sample import sample_pb2 as pb
from tests.kernel.sample.windows import WINDOWS, window
from tests.server.desk import settings

BEN, CLEO = (under("s.window", pb.Told(text=f"seat {seat} let 4 go by")) for seat in (1, 2))
NEXT = under("s.main", pb.Told(text="round 2", number=1))


@pytest.fixture(scope="module")
def at_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Start], Table]]:
    with LoopThread() as loop:
        started = Service.start(settings(tmp_path_factory.mktemp("given")), ruleset={WINDOWS.ruleset: WINDOWS})
        service = loop.run(started)
        client = Client(service.address)
        yield lambda start: ServiceTable(loop, client, start)
        loop.run(client.aclose())
        loop.run(service.stop())


@pytest.fixture(params=["in memory", "at a service"])
def scene(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setattr("rulekeeper.testing.tables.game_of", lambda ruleset: WINDOWS)
    table = MemoryTable if request.param == "in memory" else request.getfixturevalue("at_service")
    return Referee(table).given(game="sample", seats=3)


def test_what_the_passes_lead_to_is_what_the_command_led_to(scene: Scene) -> None:
    scene.passing(1, 2).when(0, pb.Pick(number=4)).then(BEN, CLEO, NEXT).then(BEN, CLEO, NEXT, seen_by=SPECTATOR)
    scene.then_in_order(BEN, NEXT).then_contains(NEXT, CLEO).asked(0)
    assert scene.version == 6


def test_only_those_pass_and_only_while_it_is_said(scene: Scene) -> None:
    scene.passing(1).when(0, pb.Pick(number=4)).then(BEN).asked(2)
    scene.passing().when(2, pb.Pick(number=7)).then_contains(NEXT).asked(0)
    scene.when(0, pb.Pick(number=4)).then().asked(1)
    scene.passing(1, 2).then_in_order(BEN, CLEO).asked(0)


def test_only_what_is_asked_under_the_rules_is_passed(scene: Scene) -> None:
    scene.passing(1, 2, rules={"s.other"}).when(0, pb.Pick(number=4)).asked(1)
    scene.passing(1, 2, rules="s.window").asked(0)


def test_a_refusal_stays_one(scene: Scene) -> None:
    scene.passing(1, 2).when(0, pb.Pass()).refused("s.pass").when(0, pb.Pick(number=4)).accepted()


def test_the_entries_are_marked_for_the_seat_and_the_judge(scene: Scene) -> None:
    scene.passing(1, 2).when(0, pb.Pick(number=4)).accepted()
    if isinstance(scene.table, MemoryTable):
        assert [entry.automatic for entry in scene.table.match.entries[5:]] == [False, True, True]
    elif isinstance(scene.table, ServiceTable):
        assert [step.automatic for step in steps(scene.table)] == [False, True, True]


def steps(table: ServiceTable) -> list[Step]:
    async def read() -> list[Step]:
        return [answer.step async for answer in table.judge.log(after=5)]

    return table._loop.run(read())


def test_passes_without_end_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    @of_rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            yield from window.run(0, 4)

    monkeypatch.setattr("rulekeeper.testing.tables.game_of", lambda ruleset: sample(main, window))
    monkeypatch.setattr(given, "MOST_PASSES", 20)
    with pytest.raises(AssertionError, match=r"seats \[0\] pass without end, 20 times by now"):
        Referee(MemoryTable).given(game="sample").passing(0)


def test_a_pass_that_is_refused_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sulking(MemoryTable):
        def pass_of(self, seat: int, rules: frozenset[str]) -> Choice | None:
            return Choice("sample.v1.Wave")

        def submit(self, seat: int, choice: Choice, automatic: bool = False) -> int | No:
            return No("REFUSED", ()) if automatic else super().submit(seat, choice)

    monkeypatch.setattr("rulekeeper.testing.tables.game_of", lambda ruleset: WINDOWS)
    with pytest.raises(AssertionError, match=r"the standing pass of seat 0 was refused \(REFUSED\)"):
        Referee(Sulking).given(game="sample", seats=3).passing(0)
