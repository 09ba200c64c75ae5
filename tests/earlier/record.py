"""Records games with the rules of the release that this is run with: exports, each in a gzip file of a folder.

    git archive 016543a | tar -x -C OLD       # the release whose games are wanted
    cd OLD && PYTHONPATH=proto:service:projections:clients/python:. python THIS_FILE FOLDER

Every game is played to its end, and goes back once in it; what a game in flight was is any first part of one.
"""

from __future__ import annotations

import gzip
import random
import sys
from pathlib import Path
from typing import Any

from rulekeeper.kernel import JUDGE, Match, command_of, game_of
from rulekeeper.projections.files import lines_of
from tests.projections.book import SECRET, recorded

GAMES = (
    ("heart_of_crown@1", 3, "sensible", 1, 2),
    ("heart_of_crown@1", 2, "random", 2, 3),
    ("warhammer_invasion@1", 2, "sensible", 0, 4),
    ("warhammer_invasion@1", 2, "random", 2, 6),
)
"""Ruleset, seats, player, set-up, seed."""


def played(ruleset: str, seats: int, player: str, setup: int, seed: int) -> Match[Any]:
    game, dice = game_of(ruleset), random.Random(f"{ruleset} {seed}")
    assert game is not None
    match: Match[Any] = Match(game, seats, dict(game.setups[setup % len(game.setups)]), seed=SECRET)
    while not match.table.over and len(match.entries) < 2_000:
        seat = match.asked()[0]
        match.submit(seat, command_of(player, game, match.table, seat, dice.randrange, match.live))
        if len(match.entries) == 60:
            match.rewind(50)
    return match


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for ruleset, seats, player, setup, seed in GAMES:
        match = played(ruleset, seats, player, setup, seed)
        stored = recorded(match)
        lines = lines_of(match.game, f"game-{seed}", stored, stored[-1].head, JUDGE, begun=True, over=match.table.over)
        name = f"{ruleset}.{seats}-{seed}.{player}.jsonl.gz"
        (folder / name).write_bytes(gzip.compress(b"".join(lines), mtime=0))
        print(name, len(stored), "over" if match.table.over else "not over", (folder / name).stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
