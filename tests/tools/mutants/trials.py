"""Trying mutants, in a temporary copy of the repository that is gone afterwards, with all that was started in it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.tools.mutants.places import KERNEL, LEAKS, PLATFORM, SERVICE, Mutant

TOP = Path(__file__).parents[3]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "*_cache", "__pycache__", "node_modules", "*.egg-info", "dist", "build"
)

KILLED, BROKE, SURVIVED = "killed", "broke", "survived"
NOTHING, UNREACHED = "opens nothing", "not reached"
GAMES = "tests.games."
SUITES = (
    "tests.kernel.test_night_market_conforms.TestNightMarket",
    f"{GAMES}heart_of_crown.test_conformance.TestHeartOfCrown",
    f"{GAMES}warhammer_invasion.test_conformance.TestWarhammerInvasion",
)
"""The suites that leaks are looked for with, the smallest game first."""
TESTS = {KERNEL: ("tests/kernel",), PLATFORM: ("tests/log", "tests/server", "tests/projections", "tests/client")}


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant. `how`: what found it. A leak is `killed` where the suite says what was opened, and
    `broke` where the game could not be played with it; it `opens nothing` where its place was run and yet nobody got
    anything else than before; `not reached`: the games never came there, so that nothing is known.
    """

    mutant: Mutant
    verdict: str
    how: str = ""


class Unsound(Exception):
    """What is found with nothing changed, so that nothing could be told of a change."""


class Trials:
    """A copy of the repository, in which one file at a time is changed. `games`: random games for each leak, up to four
    times as many where its place was not reached; `limit`: seconds for one mutant's tests.
    """

    def __init__(self, copy: Path, games: int, limit: int) -> None:
        self.copy, self.games, self.limit = copy, games, limit
        self._seen: dict[tuple[str, int], str] = {}
        self._sound: set[tuple[str, ...]] = set()

    def outcome(self, mutant: Mutant) -> Outcome:
        """Tries one mutant. Raises Unsound where its tests fail without it."""
        if mutant.kind != LEAKS:
            return self._tested(mutant)
        found = Outcome(mutant, UNREACHED)
        for first, games in ((0, self.games), (self.games, self.games), (2 * self.games, 2 * self.games)):
            found = self._leak(mutant, first, games)
            if found.verdict != UNREACHED:
                break
        return found

    @contextmanager
    def _changed(self, mutant: Mutant) -> Iterator[None]:
        file = self.copy / mutant.file
        source = file.read_bytes()
        file.write_bytes(mutant.made(source))
        try:
            yield
        finally:
            file.write_bytes(source)

    def _as_it_is(self, suite: str, first: int, games: int) -> str:
        """What everybody gets in these games while nothing is changed."""
        if (suite, first) not in self._seen:
            told = self._look(suite, first, games, "")
            if told["found"] or not told["seen"]:
                raise Unsound(f"{suite}: {told['found'] or 'no game was played'}")
            self._seen[suite, first] = json.dumps(told["seen"])
        return self._seen[suite, first]

    def _look(self, suite: str, first: int, games: int, before: str) -> dict[str, Any]:
        command = [sys.executable, "-m", "tests.tools.mutants.leaks", suite, str(first), str(games)]
        try:
            done = self._run(command, before)
        except subprocess.TimeoutExpired:
            return _failed(self._late)
        if done.returncode:
            return _failed(done.stderr.strip().rpartition("\n")[2] or "it fails")
        told: dict[str, Any] = json.loads(done.stdout.strip().rpartition("\n")[2])
        return told

    def _leak(self, mutant: Mutant, first: int, games: int) -> Outcome:
        reached = opened = False
        for suite in _suites_of(mutant):
            before = self._as_it_is(suite, first, games)
            with self._changed(mutant):
                told = self._look(suite, first, games, before)
            if told["found"]:
                return Outcome(mutant, BROKE if told["broke"] else KILLED, told["found"])
            reached |= told["reached"]
            opened |= json.dumps(told["seen"]) != before
        return Outcome(mutant, SURVIVED if opened else NOTHING if reached else UNREACHED)

    def _tested(self, mutant: Mutant) -> Outcome:
        tests = TESTS.get(mutant.kind) or (f"tests/games/{_folder(mutant)}",)
        if tests not in self._sound:
            if failed := self._fails(tests):
                raise Unsound(failed)
            self._sound.add(tests)
        with self._changed(mutant):
            failed = self._fails(tests)
        return Outcome(mutant, KILLED if failed else SURVIVED, failed)

    def _fails(self, tests: Sequence[str]) -> str:
        """The first test that fails, or what else is wrong; empty: all pass."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header", *tests]
        try:
            done = self._run(command)
        except subprocess.TimeoutExpired:
            return self._late
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return "" if done.returncode == 0 else (failed or [(done.stdout + done.stderr)[-200:].strip() or "it fails"])[0]

    @property
    def _late(self) -> str:
        return f"not done after {self.limit} s"

    def _run(self, command: Sequence[str], given: str = "") -> subprocess.CompletedProcess[str]:
        """Runs it in the copy, with the copy's code; whatever it leaves behind is ended."""
        paths = [self.copy / one for one in ("service", "clients/python", "projections", "proto", ".")]
        scratch = self.copy / ".scratch"
        scratch.mkdir(exist_ok=True)
        running = subprocess.Popen(
            command,
            cwd=self.copy,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(map(str, paths)),
                "TMPDIR": str(scratch),
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            out, errors = running.communicate(given, timeout=self.limit)
        finally:
            below = descendants(running.pid)
            _end_group(running.pid)
            _end(below)
            end_leftovers(self.copy)
            shutil.rmtree(scratch, ignore_errors=True)
        return subprocess.CompletedProcess(command, running.returncode, out, errors)


@contextmanager
def trials(games: int, limit: int) -> Iterator[Trials]:
    """Trials in a copy of this repository."""
    with tempfile.TemporaryDirectory(prefix="rulekeeper-mutants-") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(TOP, copy, ignore=LEFT_OUT, symlinks=True)
        yield Trials(copy, games, limit)


def _end_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def descendants(process: int) -> list[int]:
    """What a running process has started, and what that has, such as servers in sessions of their own that would
    outlive it. Linux only.
    """
    started: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        started.setdefault(parent, []).append(int(stat.parent.name))
    found, left = list[int](), [process]
    while left:
        below = started.get(left.pop(), [])
        found += below
        left += below
    return found


def _end(processes: Iterable[int]) -> None:
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except OSError:
            pass


def end_leftovers(folder: Path) -> None:
    """Ends what still runs in a folder that is ours alone, such as a server that outlives its tests. Linux only:
    elsewhere nothing tells where a process runs.
    """
    for process in Path("/proc").glob("[0-9]*"):
        try:
            where, command = os.readlink(process / "cwd"), (process / "cmdline").read_bytes()
        except OSError:
            continue
        if int(process.name) != os.getpid() and (where.startswith(str(folder)) or str(folder).encode() in command):
            _end([int(process.name)])


def _folder(mutant: Mutant) -> str:
    """The folder of the game that the mutant is in; empty: it is in none."""
    return mutant.file.removeprefix(f"{SERVICE}/games/").partition("/")[0] if "/games/" in mutant.file else ""


def _suites_of(mutant: Mutant) -> tuple[str, ...]:
    """The suites that a leak is looked for with: for those of the kernel all of them."""
    return tuple(suite for suite in SUITES if suite.startswith(f"{GAMES}{_folder(mutant)}.")) or SUITES


def _failed(why: str) -> dict[str, Any]:
    """What `leaks.look` returns, of a process that returned nothing."""
    return {"found": why, "broke": True, "seen": [], "reached": True}
