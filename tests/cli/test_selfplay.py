"""`selfplay`: what it reports, and how it ends."""

import json

import pytest
from typer.testing import CliRunner

from rulekeeper.cli.app import app
from rulekeeper.testing.conformance_survey import CHECKS
from tests.kernel.broken_games import LEAKS

COUNTED = {"game", "games", "finished", "capped", "endings", "commands", "facts", "seconds", "twins"}


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["selfplay", *arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_games_are_played_and_counted_and_each_viewer_has_twins() -> None:
    found = json.loads(run("heart_of_crown", "--games", "6", "--seed", "1", "--json"))
    assert found.keys() >= COUNTED | set(CHECKS)
    assert found["finished"] + found["capped"] == found["games"] == 6
    assert sum(found["endings"].values()) == found["finished"]
    assert all(rule.startswith("hoc.") for rule in found["endings"])
    assert {check: found[check] for check in CHECKS} == dict.fromkeys(CHECKS, 0)
    assert set(found["twin_viewers"]) == {"spectator", "seat 0", "seat 1", "seat 2", "seat 3"}
    assert sum(found["twin_viewers"].values()) == found["twin_entries"]


def test_for_people_it_says_the_same_in_80_columns() -> None:
    out = run("heart_of_crown", "--games", "1")
    assert "games: 1" in out and "leaks: 0" in out and all(len(line) <= 80 for line in out.splitlines())


def test_where_something_is_wrong_it_says_so_by_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = LEAKS["a view shows all hands"].game
    for module in ("rulekeeper.cli.cards", "rulekeeper.testing.selfplay"):
        monkeypatch.setattr(f"{module}.game_of", lambda name: leaky)
    found = json.loads(run("night_market", "--games", "1", "--seed", "7", "--json", code=1))
    assert found["leaks"] > 0 and found["problems"]
    assert "leaks: " in run("night_market", "--games", "1", "--seed", "7", code=1)


def test_players_are_measured_against_each_other() -> None:
    found = json.loads(run("heart_of_crown", "--games", "3", "--players", "sensible,random", "--json"))
    assert found["players"] == ["sensible", "random"] and found["finished"] == sum(found["winners"].values()) == 3
    assert found["winners"]["sensible"] >= 2
    out = run("heart_of_crown", "--games", "1", "--player", "sensible")
    assert "winners\n  sensible" in out and "random" not in out


def test_a_player_that_the_game_has_not_is_named() -> None:
    out = run("heart_of_crown", "--players", "sensible,brilliant", code=4)
    assert "heart_of_crown@1 has no player 'brilliant'" in out and "there are: random, sensible." in out


def test_a_game_that_is_not_installed_is_named() -> None:
    assert "no game chess is installed" in run("chess", code=4)
