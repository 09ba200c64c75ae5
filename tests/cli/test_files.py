"""Games as files on the command line: written, proved without a service, and given to another one."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekeeper.cli.proving import Examination, examination_lines
from rulekeeper.client import Finding, Proof
from rulekeeper.log import Head
from rulekeeper.projections import Verdict
from rulekeeper.testing.service import OwnService
from tests.cli.conftest import Person


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[OwnService]:
    with OwnService() as service:
        yield service


@pytest.fixture
def over(person: Person, tmp_path: Path) -> tuple[str, Path]:
    """A finished game, and its file."""
    game = person.game("--seats", "open,bot", "--name", "Ann")
    person.run("send", game, "Concede")
    path = tmp_path / "game.jsonl"
    out = person.run("export", game, "-o", str(path))
    assert out.endswith(f"prove it: rulekeeper verify {path}\n") and " entries, complete" in out
    return game, path


NOWHERE = "127.0.0.1:9"


def test_a_file_is_proved_without_a_service(person: Person, over: tuple[str, Path]) -> None:
    game, path = over
    out = person.run("verify", str(path), server=NOWHERE)
    assert out.endswith("sound: nothing was found that should not be\n") and "complete" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    # The contribution was saved when the seat was taken, for the service that it was taken at.
    found = person.json("verify", str(path))
    assert found["sound"] and found["file"]["game"] == game and found["file"]["complete"]
    assert found["draws"] > 5 and found["decided_again"] > 0 and found["not_proved"] == []
    assert found["first_bad_version"] is None and "service" not in found
    assert found["digest"] == person.json("verify", game)["digest"]


def test_the_first_bad_version_is_named(person: Person, over: tuple[str, Path]) -> None:
    _, path = over
    lines = path.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"amended":false', b'"amended":true', 1)
    path.write_bytes(b"".join(lines))
    out = person.run("verify", str(path), code=1, server=NOWHERE)
    assert "NOT SOUND: version 4 is the first" in out and "FOUND  version 4, copy: " in out
    found = person.json("verify", "--file", str(path), code=1)
    assert found["first_bad_version"] == 4 and [each["by"] for each in found["findings"]] == ["file"]


def test_another_contribution_than_was_sent_is_found_in_a_file(person: Person, over: tuple[str, Path]) -> None:
    game, path = over
    saved = person.folder / "credentials.json"
    keys = json.loads(saved.read_text())
    for key in keys[person.server][game]:
        key["contribution"] = "00" * 32
    saved.write_text(json.dumps(keys))
    assert "contribution: seat 0 stands there with another" in person.run("verify", str(path), code=1)


def test_rules_that_were_changed_since_are_told_from_a_record_that_was() -> None:
    proof, verdict = Proof(9, 9, bytes(32), 3), Verdict(Head(9, bytes(32)), (), 9, 20, 3, 6, (), 2)
    lines = examination_lines(Examination(None, proof, verdict, None, [("rules", Finding(7, "rules", "other facts"))]))
    assert "same facts, 2 to the same in other words" in " ".join(line.strip() for line in lines)
    assert any(line.startswith("OTHER RULES: today's rules decide version 7 otherwise.") for line in lines)
    assert not any("NOT SOUND" in line for line in lines) and all(len(line) <= 80 for line in lines)
    more = [("rules", Finding(7, "rules", "other facts")), ("client", Finding(8, "draw", "another one"))]
    assert "NOT SOUND: version 7 is the first" in examination_lines(Examination(None, proof, verdict, None, more))[-1]


def test_files_that_are_none_are_told_apart(person: Person, over: tuple[str, Path], tmp_path: Path) -> None:
    _, path = over
    newer = tmp_path / "newer.jsonl"
    newer.write_bytes(path.read_bytes().replace(b"rulekeeper-game-1", b"rulekeeper-game-9", 1))
    for command in ("verify", "import"):
        assert "rulekeeper-game-9; rulekeeper-game-1 is the newest" in person.run(command, str(newer), code=2)
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    assert "the file is empty" in person.run("verify", str(empty), code=1)
    assert "is no file of a game" in person.run("import", str(empty), code=2)
    assert "the first line" in person.run("verify", str(Path(__file__)), code=1)
    assert "missing.jsonl: No such file" in person.run("verify", str(tmp_path / "missing.jsonl"), code=2)
    assert "game: No such file" in person.run("verify", "--file", "game", code=2)


def test_a_running_games_file_is_redacted_and_says_what_it_cannot_prove(person: Person, tmp_path: Path) -> None:
    game = person.game("--seats", "open,open", "--name", "Ann")
    person.run("join", game, "--name", "Ben")
    path = tmp_path / "mine.jsonl"
    out = person.run("export", game, "-o", str(path))
    assert "what seat 0 may see" in out and "not proved: digests: " in out
    out = person.run("verify", str(path))
    assert "what seat 0 may see" in out and "not proved: draws: " in out and "\ndraws  " not in out
    assert out.endswith("\nnothing was found that should not be; but nothing of it could be proved\n")
    found = person.json("verify", str(path))
    assert not found["file"]["complete"] and found["file"]["for"] == "seat 0" and len(found["not_proved"]) == 4
    printed = person.run("export", game, "--as", "1")
    assert json.loads(printed.splitlines()[0])["for"] == "seat 1"


def test_a_running_game_is_played_on_only_where_it_was_played(
    person: Person, elsewhere: OwnService, judge: str, tmp_path: Path
) -> None:
    game = person.game("--seats", "open,open", "--name", "Ann")
    person.run("join", game, "--name", "Ben")
    path = tmp_path / "game.jsonl"
    person.run("export", game, "-o", str(path), "--token", judge)
    home = person.run("import", str(path), "--token", judge)
    assert "was there already" in home and "not played on" not in home
    token = person.run("token", "judge", "--folder", str(elsewhere.folder / "data")).strip()
    away = ("import", str(path), "--server", elsewhere.address, "--token", token)
    for _ in range(2):
        assert person.run(*away).endswith("it was not over: it can be looked at and forked, and not played on\n")


def test_what_cannot_be_exported_leaves_no_file(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    assert "UNKNOWN_GAME" in person.run("export", "nobody", "-o", str(path), code=4)
    assert not list(tmp_path.glob("none*"))


def test_a_game_is_given_to_another_service(
    person: Person, own_service: OwnService, elsewhere: OwnService, over: tuple[str, Path]
) -> None:
    game, path = over
    token = person.run("token", "judge", "--name", "Dana", "--folder", str(elsewhere.folder / "data")).strip()
    there = ("--server", elsewhere.address)
    assert "UNAUTHENTICATED" in person.run("import", str(path), *there, code=4)
    out = person.run("import", str(path), *there, "--token", token)
    assert out.startswith(f"game {game} is imported")
    assert "was there already" in person.run("import", str(path), *there, "--token", token)
    (info,) = [each for each in person.json("games", *there) if each["game_id"] == game]
    assert info["winners"] == [1]
    found = person.json("verify", game, *there)
    assert found["sound"] and found["draws"] > 5
    again = path.with_name("again.jsonl")
    person.run("export", game, *there, "-o", str(again))
    assert person.json("verify", str(again))["sound"]
    # Each service is held to what it showed itself: the record of one has an entry more.
    own = person.json("verify", game)
    assert own["sound"] and own["entries"] == found["entries"] - 1
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    assert "INVALID_FILE" in (out := person.run("import", str(path), *there, "--token", token, code=4))
    assert "version 4: chain" in out
