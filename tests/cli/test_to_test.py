"""`to-test` against a service: what was played there becomes a file that pytest runs."""

import asyncio
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from google.protobuf import any_pb2

from rulekeeper.cli import recorded
from rulekeeper.cli.failing import Problem
from rulekeeper.cli.keys import Keys
from rulekeeper.client import Client, Game
from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as hoc
from rulekeeper.v1 import audit_pb2, entry_pb2
from tests.cli.conftest import Person
from tests.testing.positions import main_phase

ENTRIES = 40


def bots(person: Person, ruleset: str, seed: int) -> tuple[str, int]:
    """A sandbox that bots play, once it has come some way; and its newest version."""
    made = person.json("new", ruleset, "--seats", "bot,bot", "--sandbox", "--seed", f"{seed:064x}")
    game = str(made["game_id"])
    for _ in range(600):
        version = int(person.json("decision", game, "--as", "judge")["game"]["head"]["version"])
        if version > ENTRIES:
            return game, version
        time.sleep(0.05)
    raise AssertionError(f"the bots of {game} came to version {version} in half a minute")


def run(folder: Path) -> str:
    arguments = ["-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments], capture_output=True, text=True, cwd=folder, timeout=120
    )
    return done.stdout[-3000:]


def test_entries_of_running_games_become_tests_that_pass(person: Person, tmp_path: Path) -> None:
    written = 0
    for ruleset in ("heart_of_crown", "warhammer_invasion"):
        game, newest = bots(person, ruleset, 5)
        for version in random.Random(ruleset).sample(range(6, min(newest, ENTRIES)), 5):
            path = tmp_path / f"test_{ruleset}_{version}.py"
            out = person.run("to-test", game, "--version", str(version), "-o", str(path))
            assert f"wrote{path};runit:pytest{path}" == "".join(out.split())
            assert path.read_text().startswith(f'"""Version {version} of game {game}: seat ')
            written += 1
    told = run(tmp_path)
    assert f"{written} passed" in told, told


def test_a_test_is_printed_and_comes_as_json(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(main_phase()))
    game = person.game("--position", f"@{path}")
    version = int(person.json("send", game, "PlayCard", "card=3", "at=start")["version"])
    printed = person.run("to-test", game, "--version", str(version))
    made = person.json("to-test", game, "--version", str(version))
    assert made["source"] == printed and made["version"] == version and made["file"] == ""
    assert made["position"]["entry"] == "main-phase" and "PlayCard(card=3" in printed
    # The same command at the table that follows: the card is not there any more.
    for at in (version + 1, version):
        arguments = ("to-test", game, "--version", str(at), "--command", "PlayCard card=99 at=start", "--seat", "0")
        assert '.refused("hoc.' in person.run(*arguments)
    out = person.run("to-test", game, "--version", str(version), "--command", "PlayCard card=3 at=start", code=4)
    assert "seat 0 may send PlayCard: it is not refused" in out


def test_what_cannot_become_a_test_is_said(person: Person, ben: Person, tmp_path: Path) -> None:
    game = person.game("--seats", "open,bot", "--name", "Ann")
    assert "give --version or --refused" in person.run("to-test", game, code=2)
    # A seat's token, and the game runs.
    assert "or to a judge" in person.run("to-test", game, "--version", "4", code=4)
    assert "UNKNOWN_GAME" in ben.run("to-test", "nowhere", "--version", "4", code=4)
    sandbox = person.game("--sandbox")
    for arguments, told, code in (
        (("--version", "2"), "version 2 is no command of a seat", 4),
        (("--version", "999"), "there is no version 999", 4),
        (("--version", "4", "--command", "Jump"), "Jump is not a command of heart_of_crown@1", 2),
        (("--version", "5", "--command", "PlayCard card=x"), "card: a whole number is wanted", 2),
        (("--version", "5", "--command", "PlayCard card"), "'card' is not FIELD=VALUE", 2),
        (("--version", "5", "--command", "PlayCard 'card"), "is no command", 2),
        (("--version", "3", "--command", "EndMainPhase"), "the game has not begun", 4),
    ):
        out = person.run("to-test", sandbox, *arguments, code=code)
        assert told in out.replace("\n", " "), out
    failed = person.json("to-test", sandbox, "--version", "2", code=4)
    assert failed["error"]["message"] == "version 2 is no command of a seat"
    assert failed["error"]["remedy"].startswith("take the version of a seat's command: rulekeeper log ")


def test_after_an_amendment_a_fork_from_before_it_becomes_a_test(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(main_phase()))
    game = person.game("--seats", "open,open", "--position", f"@{path}")
    person.run("rule", game, "amend", "CoinsGained seat=0 coins=2", "--reason", "owed", "--yes")
    person.run("send", game, "PlayCard", "card=3", "at=start", "--as", "0")
    out = " ".join(person.run("to-test", game, "--version", "6", code=4).split())
    assert "a judge changed the table in version 5" in out
    assert f"rulekeeper fork {game} --at 4 makes a sandbox" in out and "take the version of" not in out
    fork = person.json("fork", game, "--at", "4")["game_id"]
    version = person.json("send", fork, "PlayCard", "card=3", "at=start", "--as", "0")["version"]
    person.run("to-test", fork, "--version", str(version), "-o", str(tmp_path / "test_fork.py"))
    assert "1 passed" in run(tmp_path)


def test_a_command_that_was_refused_at_the_service_becomes_a_test(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(main_phase()))
    game = person.game("--position", f"@{path}")
    assert "REFUSED" in person.run("send", game, "BuyCard", "kind=duke", code=4)
    saved = Keys(person.folder / "credentials.json").of(person.server, game)
    (judge,) = [key.token for key in saved if key.role == "judge"]

    async def refused() -> list[str]:
        async with Client(person.server, judge) as client:
            return [one.mark for one in (await client.list_refused(game)).refused]

    (mark,) = asyncio.run(refused())
    out = person.run("to-test", game, "--refused", mark)
    assert "seat 0 may not send BuyCard" in out and 'when(0, BuyCard(kind="duke"))' in out and '"hoc.' in out
    assert "no refused command 'x'" in person.run("to-test", game, "--refused", "x", code=4)


class Kept:
    """The refused commands that a service keeps, a page each."""

    def __init__(self, *refused: audit_pb2.RefusedCommand) -> None:
        self.pages = list(refused)

    async def list_refused(self, game_id: str, *, page_token: str = "") -> audit_pb2.ListRefusedResponse:
        at = int(page_token or 0)
        following = str(at + 1) if at + 1 < len(self.pages) else ""
        return audit_pb2.ListRefusedResponse(refused=self.pages[at : at + 1], next_page_token=following)


def test_a_command_that_was_refused_in_play_is_found_by_its_mark() -> None:
    packed = any_pb2.Any()
    packed.Pack(hoc.BuyCard(kind="duke"))
    kept = Kept(*(audit_pb2.RefusedCommand(mark=mark, version=7, seat=1, command=packed) for mark in ("a", "b", "c")))
    game = cast(Game, SimpleNamespace(id="7f3a", client=kept))
    found = asyncio.run(recorded.refused_in_play(game, "c"))
    assert found.mark == "c" and recorded.unpacked(GAME, found) == hoc.BuyCard(kind="duke")
    with pytest.raises(Problem, match="no refused command 'd' is kept of game 7f3a"):
        asyncio.run(recorded.refused_in_play(game, "d"))
    other: Any = any_pb2.Any()
    other.Pack(entry_pb2.Noted(text="?"))
    with pytest.raises(Problem, match=r"no command of heart_of_crown@1: rulekeeper\.v1\.Noted"):
        recorded.unpacked(GAME, audit_pb2.RefusedCommand(command=other))
