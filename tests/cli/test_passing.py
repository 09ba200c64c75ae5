"""A person who passes on and on: chosen at the prompt, seen while it is on, ended by themselves or by what happens."""

import signal
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from google.protobuf.message import Message

from rulekeeper.cli import menus, passing
from rulekeeper.client import Moment, acted
from rulekeeper.client.blocking import LoopThread
from rulekeeper.server import Service
from rulekeeper.v1 import projections_pb2, table_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as invasion
from tests.cli.conftest import Person
from tests.kernel.sample import sample_pb2 as pb
from tests.kernel.sample.windows import ROUNDS, WINDOWS
from tests.server.desk import settings

T = TypeVar("T")
PASSED = "passed for you: s.window (s.window)\n"
RULE = table_pb2.RuleRef(id="t.window", title="The window")
PASS = table_pb2.Offer(command="toy.v1.Pass", passes=True)
TAKE = table_pb2.Offer(command="toy.v1.Take")
BUILD = table_pb2.Offer(command="toy.v1.Build", main=True)


def moment(*offers: table_pb2.Offer, turn: int = 0, rule: table_pb2.RuleRef = RULE) -> Moment:
    update = projections_pb2.TableUpdate()
    if turn:
        update.view.Pack(pb.View(number=turn))
    return Moment(3, table_pb2.Decision(version=3, rule=rule, offers=offers), update)


def test_this_turn_is_offered_where_the_table_tells_it() -> None:
    assert [each.words for each in passing.kinds(moment(PASS, turn=7))] == [
        "until this turn is over",
        "until somebody acts or you must answer",
        "whenever you are asked this: t.window",
    ]
    assert len(passing.kinds(moment(PASS))) == 2


def test_one_is_chosen_by_its_number_in_80_columns() -> None:
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "1"

    long = table_pb2.RuleRef(id=f"t.{'long-' * 12}window")
    assert passing.chosen(moment(PASS, turn=7, rule=long), ask).words == "until this turn is over"
    assert all(len(line) <= 80 for line in asked[0].splitlines())
    answers = iter(["3", "?", "2", "b"])
    assert passing.chosen(moment(PASS), lambda prompt: next(answers)).words == "whenever you are asked this: t.window"
    with pytest.raises(menus.Back):
        passing.chosen(moment(PASS), lambda prompt: next(answers))
    with pytest.raises(menus.Again, match="this cannot be passed"):
        passing.chosen(moment(TAKE), ask)


def test_each_kind_ends_in_its_own_way() -> None:
    turn, soon, rule = passing.kinds(moment(PASS, turn=7))
    assert [each.over(moment(PASS, turn=7)) for each in (turn, soon, rule)] == ["", "", ""]
    assert turn.over(moment(PASS, turn=8)) == "another turn has begun"
    assert soon.over(moment(TAKE)) == "this cannot be passed"
    assert turn.over(moment(TAKE, turn=7)) == rule.over(moment(TAKE)) == ""
    assert turn.answer(moment(TAKE)) is None and turn.answer(moment(TAKE, PASS)) is not None
    elsewhere = moment(PASS, rule=table_pb2.RuleRef(id="t.other"))
    assert rule.answer(elsewhere) is None and soon.answer(elsewhere) is not None


def test_none_lets_a_moment_go_by_at_which_ones_own_turn_is_for_something() -> None:
    turn, soon, rule = passing.kinds(moment(PASS, turn=7))
    mine = moment(PASS, BUILD, turn=8)
    assert soon.over(mine) == "it is your turn to do something"
    assert [each.answer(mine) for each in (turn, soon, rule)] == [None] * 3
    # One that began there passes for the rest of that turn, and not in a later one.
    turn, soon, rule = passing.kinds(mine)
    assert None not in [each.answer(mine) for each in (turn, soon, rule)] and soon.over(mine) == ""
    assert soon.answer(moment(PASS, BUILD, turn=10)) is rule.answer(moment(PASS, BUILD, turn=10)) is None
    # What is offered and closed is nothing that could be done.
    closed = table_pb2.Offer(command="toy.v1.Build", main=True, closed=[table_pb2.Reason(text="no")])
    assert soon.answer(moment(PASS, closed, turn=10)) is not None


@pytest.mark.parametrize(
    ("fact", "did"),
    [(invasion.Passed(seat=1), False), (invasion.AttackDeclared(seat=1, place=1), True), (pb.Told(text="hm"), False)],
)
def test_who_passes_has_not_acted_and_a_game_that_marks_no_passing_does_not_tell(fact: Message, did: bool) -> None:
    step = table_pb2.Step(version=4)
    assert not acted(step)
    step.facts.add().fact.Pack(fact)
    assert acted(step) is did
    assert [each.watches for each in passing.kinds(moment(PASS, turn=7))] == [False, True, False]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service of a game in which one mostly passes."""
    with LoopThread() as loop:
        started = Service.start(settings(tmp_path_factory.mktemp("passing")), ruleset={WINDOWS.ruleset: WINDOWS})
        service = loop.run(started)
        yield service.address
        loop.run(service.stop())


@pytest.fixture
def ann(address: str, tmp_path: Path) -> Person:
    return Person(address, tmp_path / "config")


def game(ann: Person, seats: str = "bot,open,bot") -> str:
    return str(ann.json("new", "sample", "--seats", seats, "--name", "Ann")["game_id"])


def fits(out: str) -> bool:
    """In 80 columns; what a person types is not in the output, so a prompt has no end there."""
    return all(len(line.removeprefix("> ").removeprefix("which one? (b: back) ")) <= 80 for line in out.splitlines())


def test_it_passes_to_the_end_of_the_game(ann: Person) -> None:
    out = ann.run("play", game(ann), said="p\n2\n")
    assert "  p  pass until ...\n" in out and "  2  pass until somebody acts or you must answer" in out
    assert out.count(PASSED) == ROUNDS and "over, random" in out and fits(out)
    assert "standing pass: until somebody acts or you must answer (x ends it;" in out
    assert "Ann: Pass (automatic)" in out
    # What was passed is told before the pass.
    before = out.split(PASSED)
    assert all(f"Told text round {number}, " in before[number - 1] for number in (1, 2, 3))
    played = out.splitlines()[0]
    assert played.startswith("sample@1") and "over, random  " not in out
    assert out.splitlines()[-1].startswith("what happened can be proved: rulekeeper verify ")


def test_for_this_turn_it_passes_once_and_asks_again_in_the_next(ann: Person) -> None:
    played = game(ann)
    out = ann.run("play", played, said="p\n1\nq\n")
    assert out.count(PASSED) == 1 and "your standing pass has ended: another turn has begun\n" in out
    assert "  Pass (lets it go by)\n" in ann.run("decision", played)
    assert out.index(PASSED) < out.index("your standing pass") < out.index("the game waits for you")


def test_it_can_begin_with_one(ann: Person) -> None:
    out = ann.run("play", game(ann), "--pass", "s.window")
    assert out.count(PASSED) == ROUNDS and "> " not in out
    wrong = ann.run("play", game(ann), "--pass", "s.windows", code=2)
    assert "sample@1 has no rule 's.windows'" in wrong and "do you mean s.window? rulekeeper rules sample@1" in wrong


def test_it_is_seen_and_ended_where_something_else_is_asked(ann: Person) -> None:
    out = ann.run("play", game(ann, "open,bot,bot"), "--pass", "s.window", said="x\nx\np\nh\nq\n")
    assert "standing pass: whenever you are asked this: s.window " in out and fits(out)
    assert "your standing pass has ended: you have ended it\n" in out and "no standing pass is on\n" in out
    assert "this cannot be passed; h for help" in out and "p  pass until ..." not in out
    assert out.count("x ends it") == 2
    again = ann.run("play", game(ann, "open,bot,bot"), "--pass", "s.window", said="q\n")
    assert "your standing pass has ended: it does not outlast this program\n" in again


class Impatient(LoopThread):
    """Presses Ctrl-C as soon as a person waits for their turn."""

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        if getattr(coroutine, "__qualname__", "") == "Person._next":
            main = threading.main_thread().ident
            assert main is not None
            threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT)).start()
        return super().run(coroutine)


def test_ctrl_c_ends_it_first_and_leaves_then(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = game(ann, "open,open,bot")
    ann.run("join", waiting, "--name", "Ben")
    monkeypatch.setattr("rulekeeper.cli.play.LoopThread", Impatient)
    out = ann.run("play", waiting, "--as", "1", "--pass", "s.window", code=130, said="v\n")
    assert out.count("your standing pass has ended: you have ended it\n") == 1
    assert out.count("waiting for Ann: ") >= 1
    assert out.endswith(f"the game waits for you: rulekeeper play {waiting}\n")
