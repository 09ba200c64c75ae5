"""The command line of mutants."""

import argparse
import json
import random
import sys
from collections import Counter

from tests.tools.mutants.places import KERNEL, LEAKS, PLATFORM, RULES, mutants
from tests.tools.mutants.trials import BROKE, KILLED, NOTHING, SURVIVED, TOP, UNREACHED, Outcome, Unsound, trials

ABOUT = """
Draws places of the code by chance, changes one at a time in a temporary copy of the repository, and tells what nobody
noticed. A change is "killed" when something notices it.

  rules     a comparison turned round, a fact left out, another rule cited, in a game: its tests are run
  leaks     an audience made everyone, an id kept that should be given anew, a check of who sees dropped, in the games
            and the kernel: random games are played under the conformance suite's own checks, and no golden log is read.
            One that broke the game before anything was opened, and one that opens nothing (its place was run, and
            everybody got the same bytes), count as neither; one that no game reached counts as survived
  kernel    the same changes as for rules, in the kernel: tests/kernel is run
  platform  the same in log, server, projections and client: their tests are run
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make mutants", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kind", choices=[RULES, LEAKS, KERNEL, PLATFORM], default=LEAKS)
    parser.add_argument("--count", type=int, default=10, help="how many to draw (10)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same ones from the same code (1)")
    parser.add_argument("--game", default="", help="draw from this game's folder alone: heart_of_crown")
    parser.add_argument("--at", default="", help="draw from the places whose line in --list contains this")
    parser.add_argument("--games", type=int, default=12, help="random games for each leak (12)")
    parser.add_argument("--limit", type=int, default=1800, help="seconds for one mutant's tests (1800)")
    parser.add_argument("--json", action="store_true", help="one line of JSON instead, with `killed` and `survived`")
    parser.add_argument("--list", action="store_true", help="only name those that were drawn")
    asked = parser.parse_args()
    places = [place for place in mutants(TOP, asked.kind, asked.game) if asked.at in str(place)]
    drawn = random.Random(asked.seed).sample(places, min(asked.count, len(places)))
    if asked.list:
        print("\n".join(map(str, drawn)))
        return 0
    outcomes: list[Outcome] = []
    done = 0
    try:
        with trials(asked.games, asked.limit) as copy:
            for number, mutant in enumerate(drawn, 1):
                outcomes.append(copy.outcome(mutant))
                told = f"{number} of {len(drawn)}: {outcomes[-1].verdict}: {mutant}\n    {outcomes[-1].how[:200]}"
                print(told.rstrip(), file=sys.stderr if asked.json else sys.stdout, flush=True)
    except Unsound as unsound:
        print(f"With nothing changed, the tests fail already: {unsound}", file=sys.stderr)
        done = 1
    except KeyboardInterrupt:
        done = 130
    report(outcomes, len(places), asked.json)
    return done


def report(outcomes: list[Outcome], places: int, as_json: bool) -> None:
    """What survived; as JSON in one line."""
    counted = Counter(one.verdict for one in outcomes)
    survived = [one for one in outcomes if one.verdict in (SURVIVED, UNREACHED)]
    if as_json:
        told = {"drawn": len(outcomes), "places": places, "killed": counted[KILLED], "survived": len(survived)}
        told |= {"broke": counted[BROKE], "opens_nothing": counted[NOTHING]}
        print(json.dumps({**told, "survivors": [f"{one.mutant} ({one.verdict})" for one in survived]}))
        return
    print(
        f"{len(outcomes)} of {places} places: "
        + ", ".join(f"{number} {verdict}" for verdict, number in counted.items())
    )
    for one in survived:
        print(f"survived ({one.verdict}): {one.mutant}")


if __name__ == "__main__":
    sys.exit(main())
