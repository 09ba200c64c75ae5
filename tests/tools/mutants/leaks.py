"""What the conformance suite says of a game, and what everybody at its tables got:
`python -m tests.tools.mutants.leaks SUITE FIRST GAMES` plays so many random games from that one on, of the game and the
positions of that suite, and prints in one line of JSON what `look` returns. On standard input: what was seen before the
change; empty: nothing is changed.
"""

import hashlib
import importlib
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulekeeper.kernel import KernelError, offers, seen
from rulekeeper.testing.conformance import Conformance
from rulekeeper.testing.conformance_survey import Effort, Survey
from rulekeeper.testing.conformance_walk import Walk, described
from tests.tools.mutants.opened import REACHED

Suite = type[Conformance]
QUICK = Effort(every=6, legal=4, outside=0, twins=0, rulings=0, cap=250)
"""What is checked at every step, and what commands lead to that are seldom sent."""

TWINS = replace(QUICK, twins=8, twin_entries=40)
OFFERS_EVERY = 9


def look(suite: Suite, games: range) -> dict[str, Any]:
    """Random games without twins, until the suite finds something. `found`: what, empty for nothing; `broke`: it is no
    leak, the game could not be played as it should; `seen`: digests; `reached`: whether the changed place was run.
    """
    survey, digests = Survey(suite.game, QUICK), []
    found, broke = "", False
    for seats, seed, standing, position in _turns(suite, games):
        walk = survey.play(seats, seed, standing=standing, position=position)
        if walk is not None:
            digests.append(digest(walk))
        found, broke = _found(survey)
        if found:
            break
    return {"found": found, "broke": broke, "seen": digests, "reached": bool(REACHED)}


def look_closely(suite: Suite, games: range) -> tuple[str, bool]:
    """What twins find, and whether it is no leak."""
    survey = Survey(suite.game, TWINS)
    for seats, seed, standing, position in _turns(suite, games):
        survey.play(seats, seed, standing=standing, position=position)
        found, broke = _found(survey)
        if found:
            return found, broke
    return ("", False) if survey.twin_entries else ("there was nothing to compare", True)


def _turns(suite: Suite, games: range) -> Iterator[tuple[int, int, bool, str]]:
    """So many numbers of seats and seeds, with set-ups far from each other; whether standing commands are sent; and the
    position that it begins from: each seed is played from the game's own beginning and from each of its positions.
    """
    for at in games:
        yield suite.game.seats[at % len(suite.game.seats)], 14 + 7 * at, at % 4 == 3, ""
        for position in suite.positions:
            yield json.loads(position)["seats"], at, False, position


def _found(survey: Survey) -> tuple[str, bool]:
    """The first problem, leaks before all others, and whether it is none."""
    for leak in (*survey.problems["leaks"], *survey.never_hidden()):
        return f"leaks: {leak}", False
    for check, problems in survey.problems.items():
        for problem in problems:
            return f"{check}: {problem}", True
    return "", False


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


def main(where: str, games: range) -> None:
    module, _, name = where.rpartition(".")
    suite: Suite = getattr(importlib.import_module(module), name)
    before = sys.stdin.read()
    try:
        told = look(suite, games)
        # Twins are dear: they are only looked at where the change shows itself to somebody.
        if before and not told["found"] and json.loads(before) != told["seen"]:
            told["found"], told["broke"] = look_closely(suite, games[: max(3, len(games) // 3)])
    except Exception as failed:  # whatever a change leads to: the suite would not have passed
        told = {"found": f"{type(failed).__name__}: {failed}", "broke": True, "seen": [], "reached": True}
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], range(int(sys.argv[2]), int(sys.argv[2]) + int(sys.argv[3])))
