"""What the conformance suite says of a game, and what everybody at its tables got:
`python -m tests.tools.mutants.leaks GAME FIRST GAMES` plays so many random games from that one on, and prints in one
line of JSON the first problem, digests of what was seen, and whether the changed place was reached. With a further
argument, only what was seen is of interest.
"""

import hashlib
import importlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import Game, KernelError, offers, seen
from rulekeeper.testing.conformance_survey import Effort, Survey
from rulekeeper.testing.conformance_walk import Walk, described
from tests.games.warhammer_invasion import starts
from tests.tools.mutants.opened import REACHED

STARTS: Mapping[str, Sequence[str]] = {WARHAMMER_INVASION.ruleset: starts.STARTS}
"""The positions from which the conformance suite plays as well, by ruleset."""
NIGHT_MARKET = "tests.kernel.night_market"
GAMES = (NIGHT_MARKET, "rulekeeper.games.heart_of_crown", "rulekeeper.games.warhammer_invasion")
QUICK = Effort(every=6, legal=4, outside=0, twins=0, rulings=0, cap=250)
"""What is checked at every step, and what commands lead to that are seldom sent."""

TWINS = replace(QUICK, twins=8, twin_entries=40)
OFFERS_EVERY = 9


def look(game: Game[Any], games: range, as_it_is: bool) -> dict[str, Any]:
    """Random games without twins, until the suite finds something. `as_it_is`: what is found is of no interest."""
    survey = Survey(game, QUICK)
    digests = []
    for seats, seed, standing, position in _turns(game, games):
        walk = survey.play(seats, seed, standing=standing, position=position)
        if walk is not None:
            digests.append(digest(walk))
        if not as_it_is and (found := _found(survey)):
            return {"found": found, "seen": digests, "reached": bool(REACHED)}
    return {"found": "", "seen": digests, "reached": bool(REACHED)}


def look_closely(game: Game[Any], games: range) -> str:
    """What twins find."""
    survey = Survey(game, TWINS)
    for seats, seed, standing, position in _turns(game, games):
        survey.play(seats, seed, standing=standing, position=position)
        if found := _found(survey):
            return found
    return "" if survey.twin_entries else "there was nothing to compare"


def _turns(game: Game[Any], games: range) -> Iterator[tuple[int, int, bool, str]]:
    """So many numbers of seats and seeds, with set-ups far from each other; whether standing commands are sent; and the
    position that it begins from: each seed is played from the game's own beginning and from each of its positions.
    """
    for at in games:
        yield game.seats[at % len(game.seats)], 14 + 7 * at, at % 4 == 3, ""
        for position in STARTS.get(game.ruleset, ()):
            yield json.loads(position)["seats"], at, False, position


def _found(survey: Survey) -> str:
    for check, problems in survey.problems.items():
        if problems:
            return f"{check}: {problems[0]}"
    return next(iter(survey.never_hidden()), "")


def digest(walk: Walk) -> str:
    """SHA-256 over all that everybody but judges got in a game: facts, views, and of some tables the offers."""
    game, made = walk.game, hashlib.sha256()
    for entry in walk.match.entries:
        table = walk.tables.get(entry.version)
        if table is None:
            continue
        for viewer in walk.viewers:
            for one in seen(game, entry.facts, viewer):
                made.update(type(one.fact).__name__.encode() + one.fact.SerializeToString(deterministic=True))
            made.update(game.view(table.state, viewer).SerializeToString(deterministic=True))
            if viewer >= 0 and table.decision is not None and entry.version % OFFERS_EVERY == 0:
                try:
                    made.update(repr(described(offers(game, table, viewer))).encode())
                except KernelError as failed:
                    made.update(repr(failed).encode())
    return made.hexdigest()


def main(module: str, games: range, as_it_is: bool) -> None:
    game: Game[Any] = importlib.import_module(module).GAME
    try:
        told = look(game, games, as_it_is)
        # Twins are dear: they are only looked at where the change shows itself to somebody.
        if not as_it_is and not told["found"] and json.loads(sys.stdin.read() or "[]") != told["seen"]:
            told["found"] = look_closely(game, games[: max(3, len(games) // 3)])
    except Exception as failed:  # whatever a change leads to: the suite would not have passed
        told = {"found": f"{type(failed).__name__}: {failed}", "seen": [], "reached": True}
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], range(int(sys.argv[2]), int(sys.argv[2]) + int(sys.argv[3])), len(sys.argv) > 4)
