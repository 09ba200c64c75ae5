"""Mutants: the places that are found, and a leak that is tried from end to end."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tools.mutants.places import EVERYONE, INSTEAD, LEAKS, RULES, Mutant, mutants, mutants_of
from tests.tools.mutants.trials import (
    BROKE,
    KILLED,
    NOTHING,
    SURVIVED,
    TOP,
    UNREACHED,
    Outcome,
    Trials,
    Unsound,
    descendants,
)

SOURCE = b"""
def taken(play, seat, card):
    new = play.mint(owner_sees(seat))
    play.emit(pb.CardTaken(seat=seat, was=card.id, card=new), card.audience, private=True)
    play.emit(pb.CardSeen(seat=seat), all_see(play.state))
    yield from effects.emit(play, pb.CardSeen(seat=seat), rule)
    return Card(new, card.kind, audience_of(new)) if sees(card.audience, seat) else None
"""


def changed(kind: str, source: bytes = SOURCE, file: str = "service/rulekeeper/games/a/b.py") -> dict[str, str]:
    """What each mutant says, with the line that it makes."""
    made = {}
    for one in mutants_of(source, file, kind):
        made[one.what] = one.made(source).decode().splitlines()[one.line - 1].strip()
    return made


def test_every_place_where_an_audience_an_id_or_a_check_is_chosen_is_a_leak() -> None:
    found = changed(LEAKS)
    assert list(found) == [
        "owner_sees(seat) made everyone",
        "CardTaken: keeps the id card.id",
        "emit: the audience card.audience made everyone",
        "emit: no longer private",
        "Card: the audience audience_of(new) made everyone",
        "sees(card.audience, seat) made True",
    ]
    assert found["owner_sees(seat) made everyone"] == f"new = play.mint({EVERYONE})"
    assert f"card={INSTEAD.format('(card.id) or (new)')})" in found["CardTaken: keeps the id card.id"]


def test_of_the_rules_comparisons_facts_and_citations_are_changed() -> None:
    source = b'if a < b and c:\n    play.emit(Gone())\n    cite("hoc.buy.cost")\n'
    assert changed(RULES, source) == {
        "a < b and c with or instead": "if ((a < b) or (c)):",
        "a < b made a <= b": "if (a <= b) and c:",
        "without play.emit(Gone())": "None",
        "another rule than hoc.buy.cost": "cite('hoc.unheard-of')",
    }


@pytest.mark.parametrize("game", ["heart_of_crown", "warhammer_invasion"])
def test_every_mutant_of_the_games_and_the_kernel_is_code(game: str) -> None:
    found = mutants(TOP, LEAKS, game)
    assert len(found) >= 50 and {one.file.split("/")[3] for one in found} == {game}
    for one in found:
        compile(one.made((TOP / one.file).read_bytes()), one.file, "exec")


def test_a_leak_is_tried_in_a_copy_that_is_gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reducer = TOP / "service/rulekeeper/games/heart_of_crown/reducer.py"
    before, drawn = (
        reducer.read_bytes(),
        next(one for one in mutants(TOP, LEAKS, "heart_of_crown") if "reducer" in one.file),
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [
        sys.executable,
        "-m",
        "tests.tools.mutants",
        "--at",
        f"{drawn.file}:{drawn.line}:",
        "--games",
        "1",
        "--json",
    ]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["drawn"], told["killed"], told["survived"], told["survivors"]) == (1, 1, 0, [])
    assert "1 of 1: killed: " in done.stderr
    assert reducer.read_bytes() == before and not list(tmp_path.glob("rulekeeper-mutants-*"))


class Told(Trials):
    """Trials in which processes end as a test says: by the arguments that name what they look at."""

    def __init__(self, copy: Path, *told: tuple[int, str]) -> None:
        super().__init__(copy, games=1, limit=1)
        self.told = list(told)

    def _run(self, command: Sequence[str], given: str = "") -> subprocess.CompletedProcess[str]:
        code, out = self.told.pop(0)
        if code < 0:
            raise subprocess.TimeoutExpired(command, 1)
        return subprocess.CompletedProcess(command, code, out, "")


def looked(found: str = "", broke: bool = False, seen: str = "a", reached: bool = True) -> tuple[int, str]:
    return 0, json.dumps({"found": found, "broke": broke, "seen": [seen], "reached": reached})


@pytest.fixture
def leak(tmp_path: Path) -> Mutant:
    file = "service/rulekeeper/games/heart_of_crown/a.py"
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_bytes(SOURCE)
    return mutants_of(SOURCE, file, LEAKS)[0]


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        (looked("leaks: Ann sees it", seen="b"), KILLED),
        (looked("stuck: KeyError", broke=True), BROKE),
        ((1, "no JSON"), BROKE),
        ((-1, ""), BROKE),
        (looked(), NOTHING),
        (looked(seen="b"), SURVIVED),
    ],
)
def test_a_leak_is_killed_where_the_suite_says_what_was_opened(
    tmp_path: Path, leak: Mutant, told: tuple[int, str], verdict: str
) -> None:
    assert Told(tmp_path, looked(), told).outcome(leak).verdict == verdict


def test_a_place_that_no_game_reaches_is_looked_for_in_more_games(tmp_path: Path, leak: Mutant) -> None:
    missed = looked(reached=False)
    assert Told(tmp_path, *(missed,) * 6).outcome(leak).verdict == UNREACHED
    assert Told(tmp_path, *(missed,) * 5, looked("leaks: Ann sees it", seen="b")).outcome(leak).verdict == KILLED


@pytest.mark.parametrize(
    "told", [looked("stuck: KeyError", broke=True), (1, ""), (-1, ""), (0, '{"found": "", "seen": []}')]
)
def test_of_code_that_fails_as_it_is_nothing_can_be_told(tmp_path: Path, leak: Mutant, told: tuple[int, str]) -> None:
    with pytest.raises(Unsound):
        Told(tmp_path, told).outcome(leak)


def test_so_of_tests_that_fail_or_are_not_there(tmp_path: Path, leak: Mutant) -> None:
    rules = dataclasses.replace(leak, kind=RULES)
    for told in ((1, "FAILED tests/a.py::test_b"), (5, "no tests ran"), (4, "no such file"), (-1, "")):
        with pytest.raises(Unsound):
            Told(tmp_path, told).outcome(rules)
    found = Told(tmp_path, (0, ""), (1, "FAILED tests/a.py::test_b"), (0, ""))
    assert found.outcome(rules) == Outcome(rules, KILLED, "FAILED tests/a.py::test_b")
    assert found.outcome(rules).verdict == SURVIVED


def test_what_was_started_in_a_session_of_its_own_is_found() -> None:
    sleeping = (
        "import subprocess; p = subprocess.Popen(['sleep', '60'], start_new_session=True); print(p.pid); p.wait()"
    )
    with subprocess.Popen([sys.executable, "-uc", sleeping], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        below = int(running.stdout.readline())
        assert descendants(running.pid) == [below]
        for process in (below, running.pid):
            os.kill(process, signal.SIGKILL)
    assert descendants(running.pid) == []
