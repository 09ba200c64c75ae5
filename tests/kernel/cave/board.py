"""The cave itself: squares with rock and fire, walls between some of them."""

from collections.abc import Iterator, Mapping

import pydantic

from rulekeeper.kernel.scenes import GRID
from rulekeeper.v1.scene_pb2 import Furniture

ROWS = ("...#....", ".#.^..#.", ".#....#.", "...^#...", "#.....#.", "........")
COLUMNS = "abcdefgh"
SQUARES: Mapping[str, str] = {
    f"{column}{row}": kind for row, line in enumerate(ROWS, 1) for column, kind in zip(COLUMNS, line, strict=True)
}
"""What is on each square: "." floor, "#" rock, "^" fire."""
WALLS = frozenset({frozenset(("c3", "d3")), frozenset(("e5", "e6")), frozenset(("b4", "b5"))})
ROCK, FIRE = "#", "^"


class SetUp(pydantic.BaseModel, frozen=True, extra="forbid"):
    """How many steps a digger makes."""

    speed: int = pydantic.Field(4, ge=1, le=9)


def furniture(setup: SetUp, seats: int) -> Furniture:
    made = Furniture()
    board = made.boards.add(id="cave", title="the cave", shape=GRID, columns=len(COLUMNS), rows=len(ROWS))
    for kind, sign in (("rock", ROCK), ("fire", FIRE), ("wall", "|")):
        board.kinds.add(id=kind, title=kind, sign=sign)
    for square, kind in SQUARES.items():
        kinds = {ROCK: ["rock"], FIRE: ["fire"]}.get(kind, [])
        board.places.add(id=square, column=COLUMNS.index(square[0]) + 1, row=int(square[1:]), kinds=kinds)
    for wall in sorted(map(sorted, WALLS)):
        board.borders.add(place=wall[0], other=wall[1], kinds=["wall"])
    return made


def beside(square: str) -> Iterator[str]:
    column, row = COLUMNS.index(square[0]), int(square[1:])
    for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        if 0 <= column + across < len(COLUMNS) and 0 < row + down <= len(ROWS):
            yield f"{COLUMNS[column + across]}{row + down}"


def steps(square: str) -> Iterator[tuple[str, int, int]]:
    """To the squares beside it, each with what it costs and what harm it does."""
    for other in beside(square):
        if SQUARES[other] != ROCK and frozenset((square, other)) not in WALLS:
            yield (other, 2, 1) if SQUARES[other] == FIRE else (other, 1, 0)


def barred(square: str, other: str) -> tuple[str, str]:
    """Why there is no step from one to the other."""
    if other not in beside(square):
        return "cave.walk", "they are not side by side"
    return "cave.rock", "there is rock" if SQUARES[other] == ROCK else "there is a wall"
