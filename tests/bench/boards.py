"""What boards and scenes cost: one creature's offer of ways on 16x32 squares, and a table of each game as a scene."""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from rulekeeper.kernel import Path, SeededChance, decide, seed_of
from rulekeeper.v1 import table_pb2
from tests.bench.clock import median, undisturbed
from tests.bench.recording import Played

COLUMNS, ROWS, SPEED = 16, 32, 8
ROCK = 0.2
"""Which share of the squares nobody enters."""


class PathTimes(NamedTuple):
    """Of creatures on squares chosen by chance: median milliseconds for the search, the search and the offer on the
    wire, a check of a legal way, a refusal of a way whose last step is none, a refusal of a square that is out of reach
    with how far it is; bytes of the offer; squares in reach.
    """

    search: float
    offer: float
    check: float
    refuse: float
    far: float
    size: float
    reached: float


class SceneTimes(NamedTuple):
    """Of tables in mid-game: median milliseconds a scene, and bytes."""

    scene: float
    size: float


Square = tuple[int, int]


class Boards(NamedTuple):
    """`scenes`: by a short and a long name of each game."""

    ways: PathTimes
    scenes: Sequence[tuple[str, str, SceneTimes]]


def measure_paths(creatures: int, told: Callable[[str], None]) -> PathTimes:
    """Each creature's field is made anew, as menus make it."""
    dice = random.Random(7)
    squares = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    floor = {square for square in squares if dice.random() > ROCK}
    graph = {name(square): [*_steps(square, floor)] for square in floor}
    places = tuple(map(name, squares))
    took: dict[str, list[float]] = {key: [] for key in PathTimes._fields}
    starts = dice.sample(sorted(floor), creatures)

    def made(start: Square) -> Path:
        return Path(name(start), graph.__getitem__, SPEED, places=places, barred=_barred, cost_rule="speed")

    with undisturbed():
        for start in starts:
            one, searched, sent, fresh = made(start), made(start), made(start), made(start)
            reached = one.reached()
            way = dice.choice([*one.legal()])
            far = next(square for square in map(name, sorted(floor)) if square not in reached)
            took["search"].append(_timed(searched.reached))
            took["offer"].append(_timed(functools.partial(_told, sent)))
            took["check"].append(_timed(functools.partial(one.admits, way)))
            took["refuse"].append(_timed(functools.partial(fresh.refuse, (*way, far))))
            took["far"].append(_timed(functools.partial(fresh.refuse, (far,))))
            took["size"].append(_told(one).ByteSize())
            took["reached"].append(len(reached))
    told(f"ways: {median(took['offer']):.3f} ms an offer")
    return PathTimes(**{key: median(values) for key, values in took.items()})


def name(square: Square) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def _steps(square: Square, floor: set[Square]) -> Iterator[tuple[str, int, int]]:
    """To all eight squares around it, not over the corner of rock."""
    column, row = square
    for across in (-1, 0, 1):
        for down in (-1, 0, 1):
            other = (column + across, row + down)
            corners = {(column + across, row), (column, row + down)} - {square, other}
            if (across or down) and other in floor and corners <= floor:
                yield name(other), 1, 0


def _barred(at: str, to: str) -> tuple[str, str]:
    return "beside", "they are not side by side"


def _told(path: Path) -> table_pb2.OfferField:
    made = table_pb2.OfferField(name="way")
    path.tell(made, "")
    made.SerializeToString()
    return made


def measure_scenes(games: Sequence[Played], told: Callable[[str], None]) -> SceneTimes:
    """Plays the recorded games again; at each decision in their middle the scene of the seat that sends."""
    took, sizes = list[float](), list[float]()
    for played in games:
        with undisturbed():
            for game, view in _views(played):
                took.append(_timed(functools.partial(game.scene, view)))
                sizes.append(game.scene(view).ByteSize())
    told(f"scenes: {median(took):.3f} ms each")
    return SceneTimes(median(took), median(sizes))


def _views(played: Played) -> Iterator[tuple[Any, Any]]:
    match, game = played.begun(), played.subject.game
    table, live, seed = match.table, match.live, seed_of(played.secret, (b"",) * played.subject.seats)
    middle = played.middle()
    for number in range(middle.stop):
        sent = played.sent[number]
        if number in middle:
            yield game, game.view(table.state, sent.seat)
        version = table.version + 1
        done = decide(game, table, sent.seat, sent.decision, sent.command, version, SeededChance(seed, version), live)
        table = done.table  # type: ignore[union-attr]


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - began) / 1e6
