"""The same game in another process, with another order of sets: `python -m rulekeeper.testing.conformance_process`.

... MODULE ATTRIBUTE SEATS SEED CAP     # prints a digest of all that a random game led to
"""

import hashlib
import importlib
import os
import subprocess
import sys
from typing import Any

from rulekeeper.kernel import JUDGE, Game, KernelError, offers, unavailable
from rulekeeper.testing.conformance_walk import Stuck, Walk, described


def digest(game: Game[Any], seats: int, seed: int, cap: int) -> str:
    """SHA-256 over each entry of a random game, each viewer's view after it, and each seat's offers."""
    made = hashlib.sha256()
    walk = Walk(game, seats, seed, standing=True)
    for _ in range(cap):
        table = walk.table
        for viewer in (*walk.viewers, JUDGE):
            made.update(game.view(table.state, viewer).SerializeToString(deterministic=True))
            made.update(game.scene(game.view(table.state, viewer)).SerializeToString(deterministic=True))
        for seat in range(seats):
            made.update(repr(described(offers(game, table, seat, walk.match.live))).encode())
            made.update(repr([(one.subject.label, one.reasons) for one in unavailable(game, table, seat)]).encode())
        if table.over:
            break
        try:
            walk.send(*walk.choose())
        except (Stuck, KernelError) as stuck:
            made.update(repr(stuck).encode())
            break
    for entry in walk.match.entries:
        made.update(entry.SerializeToString(deterministic=True))
    return made.hexdigest()


def elsewhere(game: Game[Any], seats: int, seed: int, cap: int, hash_seeds: tuple[int, ...] = (1, 2)) -> list[str]:
    """The digests that other processes come to, one with each PYTHONHASHSEED. RuntimeError where one fails."""
    module, attribute = name_of(game)
    command = [sys.executable, "-m", __name__, module, attribute, str(seats), str(seed), str(cap)]
    running = [
        subprocess.Popen(
            command,
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for hash_seed in hash_seeds
    ]
    found = []
    for process in running:
        out, errors = process.communicate()
        if process.returncode:
            raise RuntimeError(f"{' '.join(command)}: {errors}")
        found.append(out.strip())
    return found


def name_of(game: Game[Any]) -> tuple[str, str]:
    """The module and the name that another process finds a game under: the package that its state is of comes before
    those that only import it. LookupError where no module has it.
    """
    for module in sorted(sys.modules, key=lambda name: (not game.state.__module__.startswith(name), name)):
        for attribute, value in list(vars(sys.modules[module]).items()) if sys.modules[module] is not None else ():
            if value is game and not attribute.startswith("@"):
                return module, attribute
    raise LookupError(f"{game.ruleset} is not a module's own name")


if __name__ == "__main__":
    print(digest(getattr(importlib.import_module(sys.argv[1]), sys.argv[2]), *map(int, sys.argv[3:])))
