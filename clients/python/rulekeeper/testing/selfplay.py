"""Self-play: many games of one ruleset in this process, with every check of the conformance suite, counted."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulekeeper.kernel import RANDOM, SPECTATOR, Game, game_of, players_of
from rulekeeper.testing.conformance_survey import Effort, Survey

EFFORT = Effort(every=10, legal=4, outside=8, twins=3, twin_entries=40, rulings=16)
"""What a game is worth where many are played."""

SHOWN = 20
"""How many problems are spelled out in the report."""


def selfplay(
    ruleset: str,
    games: int,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
    effort: Effort = EFFORT,
    players: Sequence[str] = (RANDOM,),
) -> dict[str, Any]:
    """Plays so many games and checks them. KeyError where the ruleset is not installed, or has no player of a name.

    progress: called after each game with the number of games done, and of all. players: who plays the seats, in turn.
    Returns what can be written as JSON: `finished` games ended under a rule, by `endings`, and were won by `winners`;
    `capped` ones were given up after `effort.cap` commands. The others are counts of faults: games `stuck`, legal
    commands refused (`refused_legal`), illegal ones accepted (`accepted_illegal`), refusals and facts that name no rule
    (`improper`), cards lost or made (`not_conserved`), stored bytes that fold to another table (`not_folded`), scripts
    that go elsewhere when they are run again (`diverged`), states that hold what is not plain (`not_plain`), and
    `leaks`, found over so many `twins`: `twin_entries` compared in all, by who looked in `twin_viewers`.
    """
    game = game_of(ruleset)
    if game is None:
        raise KeyError(f"{ruleset} is not installed")
    return play(game, games, seed, progress, effort, players)


def play(
    game: Game[Any],
    games: int,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
    effort: Effort = EFFORT,
    players: Sequence[str] = (RANDOM,),
) -> dict[str, Any]:
    """The same for a game that is at hand."""
    for player in players:
        if player not in players_of(game):
            raise KeyError(f"{game.ruleset} has no player {player}")
    began = time.perf_counter()
    survey = Survey(game, effort, tuple(players))
    # A player that means something would not concede by chance.
    standing = survey.players == (RANDOM,)
    for number in range(games):
        survey.play(game.seats[number % len(game.seats)], seed + number, standing=standing and number % 5 == 4)
        if progress is not None:
            progress(number + 1, games)
    return report(survey, time.perf_counter() - began)


def report(survey: Survey, seconds: float) -> dict[str, Any]:
    """A survey as JSON values."""
    faults: Mapping[str, list[str]] = survey.problems
    return {
        "game": survey.game.ruleset,
        "games": survey.games,
        "players": list(survey.players),
        "seats": {str(seats): count for seats, count in sorted(survey.seats.items())},
        "finished": survey.finished,
        "capped": survey.capped,
        "endings": dict(sorted(survey.endings.items())),
        "winners": dict(sorted(survey.winners.items())),
        "commands": survey.commands,
        "facts": survey.facts,
        "seconds": round(seconds, 2),
        "examined": survey.examined,
        "legal_tried": survey.tried["legal"],
        "illegal_tried": survey.tried["outside"],
        "twins": survey.twins,
        "twin_entries": survey.twin_entries,
        "twin_viewers": {
            "spectator" if viewer == SPECTATOR else f"seat {viewer}": entries
            for viewer, entries in sorted(survey.twin_viewers.items())
        },
        **{name: len(found) for name, found in faults.items()},
        "problems": [f"{name}: {one}" for name, found in faults.items() for one in found][:SHOWN],
    }
