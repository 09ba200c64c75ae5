"""Saved tokens: whose they are, which is used, and that nobody else may read them."""

import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rulekeeper.cli.app import app
from rulekeeper.cli.failing import Problem
from rulekeeper.cli.keys import Key, Keys, chosen, folder

ANN, BEN, JUDGE = Key("seat", "a", 1, "Ann", "00ff"), Key("seat", "b", 0, "Ben"), Key("judge", "j")


def test_keys_are_kept_by_service_and_game_for_their_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "credentials.json"
    Keys(path).add("here:1", "g1", ANN, JUDGE)
    Keys(path).add("here:1", "g1", BEN)
    Keys(path).add("there:1", "g1", BEN)
    assert Keys(path).of("here:1", "g1") == [ANN, JUDGE, BEN]
    assert Keys(path).of("here:1", "g2") == []
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["credentials.json"]


def test_a_new_key_to_a_seat_replaces_the_old(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "credentials.json")
    keys.add("here:1", "g1", ANN)
    keys.add("here:1", "g1", Key("seat", "newer", 1))
    assert [key.token for key in keys.of("here:1", "g1")] == ["newer"]


def test_which_key_is_used() -> None:
    assert chosen([ANN, JUDGE, BEN], "") is BEN
    assert chosen([ANN, BEN], "1") is ANN and chosen([ANN, BEN], "Ann") is ANN
    assert chosen([ANN, JUDGE], "judge") is JUDGE and chosen([JUDGE], "") is JUDGE
    assert chosen([ANN], "spectator") is None and chosen([], "") is None
    assert chosen([Key("invitation", "i", 0)], "") is None
    twins = [Key("seat", "t", 0, "Ann"), Key("seat", "u", 1, "Ann")]
    assert chosen(twins, "1") is twins[1]
    with pytest.raises(Problem, match="more than one seat is 'Ann'"):
        chosen(twins, "Ann")
    with pytest.raises(Problem, match="no saved token is one for 'judge'"):
        chosen([ANN], "judge")


def test_every_command_says_the_same_of_whose_eyes_it_takes() -> None:
    for name in ("judge", "rule", "timeline", "log", "send", "why-not"):
        help = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "80"}).output
        said = "Whose eyes, or who acts: a seat's number or name, judge, spectator. Left out: your first seat's,"
        assert said in " ".join(help.replace("│", " ").split()), name


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    path.write_text("{")
    with pytest.raises(Problem, match="is not readable as JSON"):
        Keys(path)


@pytest.mark.parametrize("text", ["[]", '{"here": 3}', '{"here": {"g": [3]}}', '{"here": {"g": [{"colour": 3}]}}'])
def test_a_file_of_something_else_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "credentials.json").write_text(text)
    with pytest.raises(Problem, match=r"credentials\.json"):
        Keys(tmp_path / "credentials.json").of("here", "g")


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEKEEPER_CONFIG", str(tmp_path))
    assert folder() == tmp_path
    monkeypatch.delenv("RULEKEEPER_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "x"))
    assert folder() == tmp_path / "x" / "rulekeeper"
