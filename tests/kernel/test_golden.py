"""Golden logs: written at a release, read for ever."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulekeeper.kernel import Rulebook
from rulekeeper.testing.conformance_process import name_of
from rulekeeper.testing.golden import (
    SUFFIX,
    check_golden,
    differences,
    golden_logs,
    main,
    random_log,
    write_golden,
)
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.night_market.state import State
from tests.kernel.night_market.view import view


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("golden") / f"{GAME.ruleset}.3-1{SUFFIX}"
    match = random_log(GAME, 3, 1)
    assert match.table.over and any(entry.HasField("rewound") for entry in match.entries)
    write_golden(path, GAME, match.entries)
    return path


def test_a_golden_log_folds_to_the_views_that_it_led_to(log: Path) -> None:
    assert check_golden(log, GAME) == [] and golden_logs(log.parent, GAME) == [log]
    assert golden_logs(log.parent, replace(GAME, version=2)) == []


def test_the_same_game_is_written_as_the_same_bytes(log: Path, tmp_path: Path) -> None:
    write_golden(tmp_path / "again", GAME, random_log(GAME, 3, 1).entries)
    assert (tmp_path / "again").read_bytes() == log.read_bytes()


def test_a_view_that_shows_something_else_than_it_did_is_found_with_the_place(log: Path) -> None:
    def later(state: State, viewer: int) -> nm.View:
        seen = view(state, viewer)
        seen.players[1].coins += 1
        del seen.stall[:]
        return seen

    wrong = check_golden(log, replace(GAME, view=later))
    assert f"{log.name}: version 5, viewer 0: players[1].coins was 3 and is 4" in wrong
    assert any(".stall" in place or "stall was" in place for place in wrong)


def test_a_rule_that_an_old_log_cites_must_still_be_there(log: Path) -> None:
    fewer = Rulebook(rule for rule in GAME.rulebook.values() if rule.id != "nm.deal")
    assert check_golden(log, replace(GAME, rulebook=fewer)) == [f"{log.name} cites nm.deal, which is no rule any more"]


def test_a_field_that_the_release_had_not_is_passed_over(log: Path, tmp_path: Path) -> None:
    head, *lines = gzip.decompress(log.read_bytes()).decode().splitlines()
    older = json.loads(head)
    older["fields"] = [name for name in older["fields"] if name != "night_market.v1.Player.coins"]
    path = tmp_path / log.name
    path.write_bytes(gzip.compress("\n".join([json.dumps(older), *lines]).encode()))

    def richer(state: State, viewer: int) -> nm.View:
        seen = view(state, viewer)
        for player in seen.players:
            player.coins += 5
        return seen

    assert check_golden(path, replace(GAME, view=richer)) == []
    assert check_golden(log, replace(GAME, view=richer)) != []


def test_a_log_of_another_ruleset_or_format_is_not_checked_against_this_one(log: Path) -> None:
    newer: Any = replace(GAME, version=2)
    assert check_golden(log, newer) == [f"{log.name} is of night_market@1, format 1"]


def test_differences_are_told_field_by_field() -> None:
    fields = frozenset(f"night_market.v1.{name}" for name in ("View.night", "View.pile", "Ware.id", "View.players"))
    one = nm.View(night=1, pile=[nm.Ware(id=1), nm.Ware(id=2, kind="jade")], stall=["x"])
    other = nm.View(night=2, pile=[nm.Ware(id=1), nm.Ware(id=3, kind="lamp"), nm.Ware()])
    assert list(differences(one, other, fields)) == [
        "night was 1 and is 2",
        "pile had 2 and has 3",
        "pile[1].id was 2 and is 3",
    ]


def test_a_game_that_is_not_installed_has_no_log_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([str(tmp_path), "nothing@1"])
    assert "nothing@1 is not installed" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_another_process_finds_a_game_by_its_module() -> None:
    module, attribute = name_of(GAME)
    assert attribute == "GAME" and module.startswith("tests.kernel.")
    with pytest.raises(LookupError, match="is not a module's own name"):
        name_of(replace(GAME))
