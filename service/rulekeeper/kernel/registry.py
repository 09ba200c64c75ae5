"""Games by ruleset. A game is found through an entry point of the group `rulekeeper.games`, so it can live in
another package.

An entry point names a `Game`, or a tuple of them where a package keeps earlier versions of its rules for games
that began under them.
"""

from __future__ import annotations

import functools
import importlib.metadata
from collections.abc import Mapping
from typing import Any

from rulekeeper.kernel.errors import InvalidGame
from rulekeeper.kernel.game import Game

GROUP = "rulekeeper.games"


@functools.cache
def games() -> Mapping[str, Game[Any]]:
    """Every installed game, by ruleset ("heart_of_crown@1"), in order of name and version."""
    found: dict[str, Game[Any]] = {}
    for point in importlib.metadata.entry_points(group=GROUP):
        loaded = point.load()
        for game in loaded if isinstance(loaded, tuple) else (loaded,):
            if not isinstance(game, Game):
                raise InvalidGame(f"{point.value} is not a game")
            if found.setdefault(game.ruleset, game) is not game:
                raise InvalidGame(f"two packages bring {game.ruleset}")
    return dict(sorted(found.items(), key=lambda item: (item[1].name, item[1].version)))


def game_of(ruleset: str) -> Game[Any] | None:
    """The game with that ruleset; a bare name means its newest version."""
    found = games().get(ruleset)
    if found is None and "@" not in ruleset:
        versions = [game for game in games().values() if game.name == ruleset]
        return versions[-1] if versions else None
    return found
