"""What a hot mid-game table holds, with its generators: in a process of its own, by how much that grows."""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
from pathlib import Path

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.kernel import Accepted, Live, SeededChance, Table, decide, seed_of
from tests.bench.recording import FOUR_CROWNS, Played, play

_FIRST = 20
"""Tables that are made before measuring: what Python and protobuf set aside at first is not theirs."""


def resident(pid: int | str = "self") -> int:
    """The bytes that a process has in memory. Where the system does not say, the most that this one ever had."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except FileNotFoundError:
        if pid != "self":
            told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
            return int(told.stdout) * 1024
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
    return pages * resource.getpagesize()


def measure_live_game(tables: int, player: str) -> int:
    """Bytes a table, as a process tells that makes so many and does nothing else."""
    command = [sys.executable, "-m", "tests.bench.memory", str(tables), player]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(told.stdout)


def _hot(played: Played) -> tuple[Table, Live]:
    """The game's table in its middle, come to by deciding, as in a service that has it hot from the start."""
    match = played.begun()
    table, live, seed = match.table, match.live, seed_of(played.secret, (b"",) * FOUR_CROWNS.seats)
    for sent in played.sent[: len(played.sent) // 2]:
        version = table.version + 1
        command = bytes(bytearray(sent.command))  # A copy: each table has its own.
        done = decide(GAME, table, sent.seat, sent.decision, command, version, SeededChance(seed, version), live)
        assert isinstance(done, Accepted)
        table = done.table
    return table, live


def main() -> None:
    games = [play(number, sys.argv[2]) for number in range(4)]
    kept = [_hot(games[number % len(games)]) for number in range(_FIRST)]
    gc.collect()
    before = resident()
    tables = int(sys.argv[1])
    kept += [_hot(games[number % len(games)]) for number in range(tables)]
    gc.collect()
    print((resident() - before) // tables)


if __name__ == "__main__":
    main()
