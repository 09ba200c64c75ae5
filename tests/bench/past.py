"""Random versions of long games, each for a reader that has nothing of the game in memory; with snapshots and without.

`python -m tests.bench.past --url URL --game ID --version N` is such a reader in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import uvloop

from rulekeeper.kernel import JUDGE, games, snapshot_tag
from rulekeeper.log import Appended, Head, RedisLog, digest
from rulekeeper.projections import Lobby, decision_of, view_of, wants_snapshot
from rulekeeper.server import Limits
from rulekeeper.server.hall import Hall
from rulekeeper.server.house import Errands, House
from rulekeeper.server.logs import logger_for
from rulekeeper.server.metrics import Metrics
from rulekeeper.server.past import Past
from rulekeeper.server.tokens import Keyring
from rulekeeper.v1.entry_pb2 import Entry
from tests.bench.clock import median
from tests.bench.long_games import LONG_CROWNS, LONG_INVASION, Long, long_game

ENTRIES = 3_000
VERSIONS = 40
PROCESSES = 5
_LONG = {"hoc": LONG_CROWNS, "whi": LONG_INVASION}


class PastTimes(NamedTuple):
    """Milliseconds for a table, the judge's view of it and its decision with offers: by version, with snapshots and
    without; and of those readers that were processes of their own. first: of the first reader, who makes the snapshots.
    log_bytes, snapshot_bytes: what the server keeps of the game. key, name: what the game is called in a report.
    """

    key: str
    name: str
    entries: int
    cold: Sequence[float]
    without: Sequence[float]
    fresh: Sequence[float]
    first: float
    log_bytes: int
    snapshot_bytes: int


def _settle() -> None:
    """What a service does of the collection of garbage when it has started: see `rulekeeper.server.run`."""
    gc.set_threshold(50_000, 20, 100)


class NoSnapshots(RedisLog):
    """A log whose snapshots are always gone."""

    async def keep_snapshot(self, game: str, version: int, tag: bytes, data: bytes) -> None:
        pass

    async def snapshot(self, game: str, version: int, tag: bytes) -> bytes | None:
        return None


def _reader(store: RedisLog) -> Past:
    """As a service makes it when it starts; it has seen nothing."""
    known = games()
    limits = Limits()
    house = House(
        store=store,
        games=known,
        keyring=Keyring(b"a key that signs nothing at all here", limits.tokens),
        lobby=Lobby(store, known, limits.lobby),
        metrics=Metrics(),
        log=logger_for("error", as_json=True),
        errands=Errands(),
        limits=limits,
        bot_pause=0,
    )
    return Past(house, Hall(house))


async def _read(store: RedisLog, game_id: str, version: int) -> float:
    """Milliseconds until a cold reader has the table, all of its view, and its decision with what may be sent."""
    past = _reader(store)
    gc.collect()
    gc.freeze()
    began = time.perf_counter()
    found, (head, table) = await past.at(game_id, version)
    view = view_of(found.game, table, JUDGE)
    seats = table.decision.seats if table.decision is not None else ()
    decision = decision_of(found.game, table, seats[0] if seats else JUDGE)
    took = time.perf_counter() - began
    if head.version != version or (view is None) != (decision is None):
        raise RuntimeError(f"version {version} of {game_id} is not what was asked for")
    return took * 1e3


async def _put_on_record(store: RedisLog, game_id: str, entries: Sequence[bytes]) -> int:
    """The log's bytes."""
    head, size = Head(), 0
    for data in entries:
        entry = Entry.FromString(data)
        entry.time_us, entry.salt, entry.previous = entry.version, bytes(16), head.digest
        stored = entry.SerializeToString(deterministic=True)
        answer = await store.append(game_id, head, b"%d" % entry.version, b"bench", stored, digest(stored))
        assert isinstance(answer, Appended)
        head, size = answer.head, size + len(stored) + len(head.digest)
    return size


async def measure_past(url: str, quick: bool, told: Callable[[str], None]) -> list[PastTimes]:
    """Both games, on the log's server at that address."""
    before = gc.get_threshold()
    _settle()
    try:
        return [await _measure(url, key, long, quick, told) for key, long in _LONG.items()]
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def _measure(url: str, key: str, long: Long, quick: bool, told: Callable[[str], None]) -> PastTimes:
    game_id = long.game.name.replace("_", "-")
    entries = long_game(long, ENTRIES // 4 if quick else ENTRIES)
    told(f"past: a game of {long.game.title} with {len(entries):,} entries")
    dice = random.Random(len(entries))
    versions = [dice.randrange(long.seats + 2, len(entries) + 1) for _ in range(VERSIONS // 4 if quick else VERSIONS)]
    async with await RedisLog.open(url) as store, await NoSnapshots.open(url) as bare:
        log_bytes = await _put_on_record(store, game_id, entries)
        await _read(bare, game_id, versions[0])  # what is made once a process is made now
        first = await _read(store, game_id, len(entries))
        cold: list[float] = []
        without: list[float] = []
        for number, version in enumerate(versions):
            runs: list[tuple[RedisLog, list[float]]] = [(store, cold), (bare, without)]
            for log, into in runs if number % 2 else reversed(runs):
                into.append(await _read(log, game_id, version))
        alone = versions[: 1 if quick else PROCESSES]
        fresh = [await _in_a_process(url, game_id, version) for version in alone]
        snapshot_bytes = await _kept_bytes(store, long, game_id, len(entries))
    told(f"past: {median(cold):.1f} ms with snapshots, {median(without):.1f} without, {median(fresh):.1f} in a process")
    return PastTimes(key, long.game.title, len(entries), cold, without, fresh, first, log_bytes, snapshot_bytes)


async def _kept_bytes(store: RedisLog, long: Long, game_id: str, last: int) -> int:
    """Of all snapshots of a game."""
    tag = snapshot_tag(long.game)
    kept = [await store.snapshot(game_id, version, tag) for version in range(1, last + 1) if wants_snapshot(version)]
    return sum(len(data) for data in kept if data is not None)


async def _in_a_process(url: str, game_id: str, version: int) -> float:
    given = ["-m", "tests.bench.past", "--url", url, "--game", game_id, "--version", str(version)]
    process = await asyncio.create_subprocess_exec(sys.executable, *given, stdout=subprocess.PIPE)
    told, _ = await process.communicate()
    took: float = json.loads(told)
    return took


async def _alone(url: str, game_id: str, version: int) -> float:
    _settle()
    async with await RedisLog.open(url) as store:
        return await _read(store, game_id, version)


def main() -> None:
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--url", required=True)
    wanted.add_argument("--game", required=True)
    wanted.add_argument("--version", type=int, required=True)
    given = wanted.parse_args()
    print(json.dumps(uvloop.run(_alone(given.url, given.game, given.version))))


if __name__ == "__main__":
    main()
