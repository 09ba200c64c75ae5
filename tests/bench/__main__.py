"""`python -m tests.bench`: measures all parts and prints them. `--quick` is for trying it out."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

import uvloop

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.kernel import RANDOM, players_of
from rulekeeper.log import EmbeddedServer
from tests.bench.boards import Boards, measure_paths, measure_scenes
from tests.bench.crowded import OTHERS, WATCHED, Crowded, measure_crowded
from tests.bench.folding import measure_folding
from tests.bench.kernel_times import measure_kernel
from tests.bench.memory import measure_live_game
from tests.bench.past import PastTimes, measure_past
from tests.bench.recording import INVASION, FromMiddle, Played, play, play_from_middle
from tests.bench.report import Results
from tests.bench.servers import Servers, on
from tests.bench.throughput import CALLERS, Throughput, measure_throughput
from tests.bench.watching import WATCHERS, Watching, measure_watching

PARTS = ("folding", "kernel", "invasion", "memory", "throughput", "watching", "crowded", "past", "boards")
_COMMANDS = 40
"""Commands that each caller sends in a round."""


def told(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def from_middle(games: Sequence[Played], callers: int, player: str) -> list[FromMiddle]:
    """A mid-game position for each caller: turns between a third and two thirds of the games, each another."""
    found = []
    for number in range(callers):
        turn, turns = number // len(games), -(-callers // len(games))
        share = 1 / 3 + turn / turns / 3
        found.append(play_from_middle(games[number % len(games)], number, share, _COMMANDS, player))
    return found


async def through_the_service(
    games: Sequence[Played], player: str, parts: Collection[str], rounds: int, callers: int, watchers: int
) -> tuple[Throughput | None, Watching | None, Crowded | None]:
    recorded = from_middle(games, callers, player)
    throughput, watching, crowded = None, None, None
    this = asyncio.current_task()
    assert this is not None
    # Whoever ends this process ends those that it started, too.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    with Servers() as servers, on(servers.cores.callers):
        async with await EmbeddedServer.start(servers.folder / "log") as log:
            service = servers.service(log.url)
            if "watching" in parts:
                watching = await measure_watching(service, recorded[0], watchers, told)
            if "throughput" in parts:
                throughput = await measure_throughput(servers, service, log.url, recorded, rounds, told)
            if "crowded" in parts:
                crowded = await measure_crowded(service, WATCHED, OTHERS, told)
    return throughput, watching, crowded


async def into_the_past(quick: bool) -> list[PastTimes]:
    with tempfile.TemporaryDirectory(prefix="rulekeeper-", ignore_cleanup_errors=True) as folder:
        async with await EmbeddedServer.start(Path(folder)) as log:
            return await measure_past(log.url, quick, told)


def measure_boards(games: Sequence[Played], player: str, quick: bool) -> Boards:
    few = [play(number, player, INVASION) for number in range(2 if quick else 6)]
    scenes = (
        ("hoc", "Heart of Crown", measure_scenes(games[: len(few)], told)),
        ("whi", "Invasion", measure_scenes(few, told)),
    )
    return Boards(measure_paths(20 if quick else 200, told), scenes)


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    wanted.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    wanted.add_argument("--quick", action="store_true", help="few games and rounds: to see whether it works")
    wanted.add_argument("--rounds", type=int, default=0, help="9 by default, and 3 with --quick")
    wanted.add_argument("--only", choices=PARTS, action="append", help="leave out all other parts")
    wanted.add_argument("--player", choices=players_of(GAME), default=RANDOM, help="who plays the games of self-play")
    given = wanted.parse_args()
    parts: Collection[str] = given.only or PARTS
    rounds = given.rounds or (3 if given.quick else 9)
    count = 4 if given.quick else 36
    told(f"recording {count} games of self-play")
    games = [play(number, given.player) for number in range(count)]
    folding = measure_folding(games, rounds, told) if "folding" in parts else None
    kernel = measure_kernel(games[: max(2, count // 3)], told) if "kernel" in parts else None
    invasion = None
    if "invasion" in parts:
        told("recording self-play of Warhammer: Invasion")
        few = 4 if given.quick else 15
        invasion = measure_kernel([play(number, given.player, INVASION) for number in range(few)], told)
    live_game_bytes = measure_live_game(20 if given.quick else 100, given.player) if "memory" in parts else None
    past = uvloop.run(into_the_past(given.quick)) if "past" in parts else []
    boards = measure_boards(games, given.player, given.quick) if "boards" in parts else None
    throughput, watching, crowded = None, None, None
    if {"throughput", "watching", "crowded"} & set(parts):
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            try:
                throughput, watching, crowded = runner.run(
                    through_the_service(games, given.player, parts, rounds, CALLERS, WATCHERS)
                )
            except asyncio.CancelledError:
                sys.exit("ended before all was measured")
    results = Results(
        folding, kernel, invasion, live_game_bytes, throughput, watching, crowded, past, boards, given.quick
    )
    print(results.as_json() if given.json else results.table())


if __name__ == "__main__":
    main()
