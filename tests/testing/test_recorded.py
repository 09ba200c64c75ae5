"""Tests out of what was played: files that run by themselves, and fail where something else happens."""

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as hoc
from rulekeeper.kernel import Game, Match, NotExported, draws
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.testing.recorded import NoTest, entry_test, refusal_test

SEEDS: dict[Game[Any], tuple[int, ...]] = {HEART_OF_CROWN: (0, 1, 6), WARHAMMER_INVASION: (0, 12, 14)}
EACH = 8


def run(folder: Path) -> str:
    """All files of a folder, by pytest in a process of its own; its last lines."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=300,
    )
    return done.stdout[-4000:] + done.stderr[-1000:]


def walked(game: Game[Any], seed: int, commands: int = 170) -> Walk:
    walk = Walk(game, game.seats[seed % len(game.seats)], seed)
    walk.play(commands)
    return walk


def test_the_files_that_are_written_pass_by_themselves_and_are_formatted(tmp_path: Path) -> None:
    written = with_draws = 0
    for game, seeds in SEEDS.items():
        for seed in seeds:
            walk = walked(game, seed)
            sent = [entry for entry in walk.match.entries if entry.HasField("command")]
            drew = [entry for entry in sent if draws(game, entry.facts)]
            dice = random.Random(seed)
            chosen = {entry.version: entry for entry in [sent[0], *dice.sample(drew, 3), *dice.sample(sent, EACH - 4)]}
            print(f"{walk}: versions {sorted(chosen)}")
            for version in chosen:
                test = entry_test(game, walk.match.entries, version, "a game")
                (tmp_path / f"test_{game.name}_{seed}_{version}.py").write_text(test.source)
                written += 1
                with_draws += bool(test.position.draws)
    assert written > 40 and with_draws >= 15
    told = run(tmp_path)
    assert f"{written} passed" in told, told
    for arguments in (["format", "--check"], ["check", "--select", "E,F,I"]):
        ruff = ["ruff", *arguments, "--isolated", "--line-length", "120", str(tmp_path)]
        assert not subprocess.run([sys.executable, "-m", *ruff], capture_output=True).returncode, arguments


def test_a_file_fails_where_a_fact_a_rule_an_id_or_who_is_asked_is_another(tmp_path: Path) -> None:
    walk = walked(HEART_OF_CROWN, 0, 60)
    for entry in walk.match.entries:
        if b"hoc.main.play-one" in entry.facts:
            source = entry_test(HEART_OF_CROWN, walk.match.entries, entry.version).source
            if "CoinsGained" in source:
                break
    changes = {
        "fact": (r"coins=(\d+)\)", r"coins=9\1)"),
        "rule": (r'"hoc\.main\.play-one"', '"hoc.main.other"'),
        "id": (r", card=(\d+), kind", r", card=1\1, kind"),
        "asked": (r"game\.asked\(0\)", "game.asked(1)"),
        "missing": (r"        under\(\"hoc\.card[^\n]*\n", ""),
    }
    for name, (old, new) in changes.items():
        head, sign, body = source.partition("def test_")
        changed, count = re.subn(old, new, body)
        assert count, (name, source)
        (tmp_path / f"test_{name}.py").write_text(head + sign + changed)
    told = run(tmp_path)
    assert (
        f"{len(changes)} failed" in told
        and "passed" not in told
        and "error" not in told.lower().replace("assertionerror", "")
    ), told


def test_a_file_says_which_entry_of_which_game_it_holds_in_the_words_of_the_readme() -> None:
    walk = walked(HEART_OF_CROWN, 0, 20)
    version = len(walk.match.entries)
    command = type(HEART_OF_CROWN.command.FromString(walk.match.entries[-1].command))
    source = entry_test(HEART_OF_CROWN, walk.match.entries, version, "game 7f3a").source
    assert source.startswith(f'"""Version {version} of game 7f3a: seat ') and command is HEART_OF_CROWN.command
    for part in (
        "from rulekeeper.testing.given import Referee, under\n",
        "\nPOSITION = {\n",
        "(referee_in_memory: Referee) -> None:\n    game = referee_in_memory.given(POSITION)\n    game.when(",
        "ids=True",
    ):
        assert part in source, source


def test_an_end_and_a_refusal_are_held_with_their_rules(tmp_path: Path) -> None:
    match = Match(HEART_OF_CROWN, 2, seed=b"1")
    match.submit(1, hoc.Concede())
    ended = entry_test(HEART_OF_CROWN, match.entries, len(match.entries)).source
    assert "    game.over(0, rule=" in ended and "game.asked" not in ended
    walk = walked(HEART_OF_CROWN, 0, 40)
    entries = walk.match.entries
    (seat,) = walk.match.asked()
    refused = refusal_test(HEART_OF_CROWN, entries, len(entries), seat, hoc.BuyCard(kind="duke"), "game 7f3a").source
    assert f"seat {seat} may not send BuyCard" in refused and "BuyCard(kind=" in refused
    other = refusal_test(HEART_OF_CROWN, entries, len(entries), 1 - seat, hoc.EndMainPhase()).source
    (tmp_path / "test_ended.py").write_text(ended)
    for name, source in (("refused", refused), ("other", other)):
        (tmp_path / f"test_{name}.py").write_text(source)
        wrong = source.replace('.refused("hoc.', '.refused("hoc.not.')
        assert wrong != source
        (tmp_path / f"test_wrong_{name}.py").write_text(wrong)
    told = run(tmp_path)
    assert "2 failed, 3 passed" in told, told


def test_what_is_no_test_is_said() -> None:
    walk = walked(HEART_OF_CROWN, 0, 10)
    entries = walk.match.entries
    for version, told in ((2, "version 2 is no command of a seat"), (999, "there is no version 999: the log ends at")):
        with pytest.raises(NoTest, match=told):
            entry_test(HEART_OF_CROWN, entries, version)
    (seat,) = walk.match.asked()
    with pytest.raises(NoTest, match=f"seat {seat} may send {type(walk.match.legal(seat)[0]).__name__}"):
        refusal_test(HEART_OF_CROWN, entries, len(entries), seat, walk.match.legal(seat)[0])
    with pytest.raises(NotExported):
        refusal_test(HEART_OF_CROWN, entries, 3, 0, hoc.EndMainPhase())


def test_an_entry_that_todays_rules_do_not_lead_to_is_no_test() -> None:
    walk = walked(HEART_OF_CROWN, 0, 10)
    entry = walk.match.entries[-1]
    facts: Any = HEART_OF_CROWN.facts.FromString(entry.facts)
    facts.rules[:] = ["hoc.other"] * len(facts.rules)
    entry.facts = facts.SerializeToString()
    with pytest.raises(NoTest, match="does not lead to what is on record"):
        entry_test(HEART_OF_CROWN, walk.match.entries, entry.version)
