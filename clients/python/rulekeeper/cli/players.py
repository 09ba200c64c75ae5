"""Players by their names, as they are written on the command line."""

from typing import Any

from rulekeeper.cli.failing import REFUSED, Problem
from rulekeeper.kernel import Game, players_of

PLAYERS = "Who plays the seats, in turn: random, or players of the game's own."
"""What the option is for."""


def named(game: Game[Any], names: str) -> list[str]:
    """ "sensible,random" -> both. Raises `Problem` for one that the game has not."""
    wanted, there = [name.strip() for name in names.split(",")], players_of(game)
    for name in wanted:
        if name not in there:
            raise Problem(f"{game.ruleset} has no player {name!r}", f"there are: {', '.join(there)}.", REFUSED)
    return wanted
