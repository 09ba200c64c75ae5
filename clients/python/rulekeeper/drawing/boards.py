"""Boards as lines of text: a grid square by square, a map and a track by what stands on them."""

from __future__ import annotations

import os.path
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulekeeper.drawing.layout import LABEL, entry, padded, width_of, wrapped
from rulekeeper.drawing.words import NO_MARKS, Marks, ids, said, together
from rulekeeper.v1 import scene_pb2 as pb

EMPTY = "\N{MIDDLE DOT}"
BESIDE = "\N{BOX DRAWINGS LIGHT VERTICAL}"
BELOW = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
SQUARE = 2
"""Columns that a square takes."""


def board_lines(board: pb.Board, area: pb.Area, width: int, marks: Marks = NO_MARKS) -> list[str]:
    """A board with the pieces of an area on it. A grid that is too wide is told by its pieces, as a map is."""
    if board.shape == pb.SHAPE_GRID and SQUARE * board.columns + len(str(board.rows)) + 1 <= width:
        return grid_lines(board, area.pieces, width, marks)
    return place_lines(board, area.pieces, width, marks)


# Grids.


def grid_lines(board: pb.Board, pieces: Sequence[pb.Piece], width: int, marks: Marks = NO_MARKS) -> list[str]:
    """Square by square, with the names of columns and rows; below it the legend, and what each piece is.

    A square shows the letter of the piece on it, else what chooses it, else the sign of its kind.
    """
    places = {(place.column, place.row): place for place in board.places}
    letters = letters_of(pieces, {kind.sign for kind in board.kinds})
    on = {place: letters[piece.id] for piece in pieces for place in piece.places}
    signs = {kind.id: kind.sign for kind in board.kinds}
    walls = {frozenset((each.place, each.other)) for each in board.borders if drawn(each.kinds, signs)}
    across, down = range(1, board.columns + 1), range(1, board.rows + 1)
    rows = [row_name(board, row) for row in down]
    margin = max(map(len, rows), default=0)
    found = ["".join([" " * (margin + 1), *(f"{column_name(board, column):<{SQUARE}}" for column in across)]).rstrip()]
    for row, name in zip(down, rows, strict=True):
        line, under = f"{name:>{margin}} ", " " * (margin + 1)
        for column in across:
            place = places.get((column, row))
            right, below = places.get((column + 1, row)), places.get((column, row + 1))
            line += walled(square(place, on, signs, marks), between(place, right, walls))
            under += f"{BELOW if between(place, below, walls) else ' ':<{SQUARE}}"
        found += [line.rstrip(), *([under.rstrip()] if under.strip() else [])]
    return [*found, *legend(board, on, width), *who_stands_where(pieces, letters, width, marks)]


def drawn(kinds: Iterable[str], signs: Mapping[str, str]) -> bool:
    return any(signs.get(kind) for kind in kinds)


def between(place: pb.BoardPlace | None, other: pb.BoardPlace | None, walls: set[frozenset[str]]) -> bool:
    return place is not None and other is not None and frozenset((place.id, other.id)) in walls


def walled(shown: str, wall: bool) -> str:
    """A square in its columns, with the wall on its right where there is room for it."""
    return padded(f"{shown}{BESIDE}" if wall and width_of(shown) < SQUARE else shown, SQUARE)


def square(
    place: pb.BoardPlace | None, on: Mapping[str, str], signs: Mapping[str, str], marks: Marks = NO_MARKS
) -> str:
    """What a square shows; nothing where the board has none."""
    if place is None:
        return ""
    kinds = [signs[kind] for kind in place.kinds if signs.get(kind)]
    return on.get(place.id) or marks.get(place.id, "")[:SQUARE] or (kinds[0] if kinds else EMPTY)


def letters_of(pieces: Iterable[pb.Piece], taken: Iterable[str]) -> dict[str, str]:
    """By the id of each piece a letter of its own, one of its title where that is free. Pieces of which the same is
    said share one.
    """
    used, found, shared = {EMPTY, "", *taken}, dict[str, str](), dict[str, str]()
    for piece in pieces:
        words = said(piece) + "".join(ids(piece))
        if words not in shared:
            own = [letter for letter in piece.title if letter.isascii() and letter.isalpha()]
            wanted = [*(letter.upper() for letter in own), *own, *string.ascii_letters, *string.digits]
            shared[words] = next((letter for letter in wanted if letter not in used), "?")
            used.add(shared[words])
        found[piece.id] = shared[words]
    return found


def column_name(board: pb.Board, column: int) -> str:
    """What the ids of its places begin with: of "c1" and "c2" it is "c"."""
    common = os.path.commonprefix([place.id for place in board.places if place.column == column])
    return (common if common.isalpha() else str(column))[:SQUARE]


def row_name(board: pb.Board, row: int) -> str:
    """What the ids of its places end with: of "a7" and "b7" it is "7"."""
    common = os.path.commonprefix([place.id[::-1] for place in board.places if place.row == row])[::-1]
    return common if common.isdigit() else str(row)


def legend(board: pb.Board, on: Mapping[str, str], width: int) -> list[str]:
    """What the signs mean that are in sight."""
    in_sight = {kind for place in board.places if place.id not in on for kind in place.kinds}
    in_sight |= {kind for border in board.borders for kind in border.kinds}
    shown = [f"{kind.sign} {kind.title}" for kind in board.kinds if kind.sign and kind.id in in_sight]
    return entry("signs", shown, width) if shown else []


def who_stands_where(
    pieces: Iterable[pb.Piece], letters: Mapping[str, str], width: int, marks: Marks = NO_MARKS
) -> list[str]:
    """The pieces of a grid with their letters: "K [2]Knight 3/4 (1 damage) at c7", "G gold at d3 and a6"."""
    places: dict[str, list[str]] = {}
    for piece in pieces:
        for words in together([piece], marks):
            places.setdefault(f"{letters[piece.id]} {words}", []).append(where(piece.places))
    named = [f"{words} at {' and '.join(at)}" if any(at) else words for words, at in places.items()]
    return entry("pieces", named, width) if named else []


def where(places: Sequence[str]) -> str:
    """ "c7", "c7 to d8"."""
    return places[0] if len(places) == 1 else f"{places[0]} to {places[-1]}" if places else ""


# Maps and tracks.


def place_lines(board: pb.Board, pieces: Sequence[pb.Piece], width: int, marks: Marks = NO_MARKS) -> list[str]:
    """Region by region, a line for each place that holds something or may be chosen."""
    held: dict[str, list[pb.Piece]] = {}
    for piece in pieces:
        held.setdefault(piece.places[0] if piece.places else "", []).append(piece)
    found, region = list[str](), ""
    for place in by_region(board):
        chosen = f"[{marks[place.id]}]" if marks.get(place.id) else ""
        if place.id not in held and not chosen:
            continue
        if place.region != region:
            region = place.region
            found += wrapped(region, width)
        found += named(f"{chosen}{place.name or place.id}", [*together(held.pop(place.id, ()), marks)], width)
    elsewhere = [piece for others in held.values() for piece in others]
    return found + (named("elsewhere", [*together(elsewhere, marks)], width) if elsewhere else [])


def by_region(board: pb.Board) -> Iterator[pb.BoardPlace]:
    """The places, those of one region together, in the order of the first of each."""
    regions: dict[str, list[pb.BoardPlace]] = {}
    for place in board.places:
        regions.setdefault(place.region, []).append(place)
    for places in regions.values():
        yield from places


def named(name: str, said: Sequence[str], width: int) -> list[str]:
    """What stands on a place, behind its name, which may be long."""
    if width_of(name) <= LABEL:
        return entry(name, said, width)
    return [*wrapped(name, width), *(entry("", said, width) if said else [])]
