"""What is said of pieces and areas in a line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from rulekeeper.drawing.layout import stack_of
from rulekeeper.v1 import scene_pb2 as pb

Marks = Mapping[str, str]
"""By the id of a piece, an area or a place: what chooses it now, such as the number of a menu's line."""
NO_MARKS: Marks = MappingProxyType({})

CHANGED = "*"
"""Stands before what has changed since the viewer's last command."""

_ID = "#"
"""Begins a remark that tells a piece from others that look the same: such pieces still stand together."""


def together(pieces: Iterable[pb.Piece], marks: Marks = NO_MARKS) -> Iterator[str]:
    """Pieces in words; those of which the same is said stand together, where the first of them stands:
    "2 Squig Herders 1/2 #263 #519".
    """
    stacks: dict[tuple[str, bool], list[pb.Piece]] = {}
    for piece in pieces:
        stacks.setdefault((said(piece, marks), piece.changed), []).append(piece)
    for (words, changed), same in stacks.items():
        number = sum(piece.count or 1 for piece in same)
        named = [mark for piece in same if (mark := marks.get(piece.id, ""))]
        told_apart = "".join(f" {each}" for piece in same for each in ids(piece))
        new = CHANGED if changed else ""
        chosen = f"[{','.join(dict.fromkeys(named))}]" if named else ""
        yield f"{new}{chosen}{stack_of(number, words)}{told_apart}"


def in_order(pieces: Iterable[pb.Piece], marks: Marks = NO_MARKS) -> list[str]:
    """Pieces whose order means something: of those of which the same is said, the ones that follow each other stand
    together.
    """
    runs: list[list[pb.Piece]] = []
    words: list[str] = []
    for piece in pieces:
        as_said = said(piece, marks)
        if words and words[-1] == as_said and runs[-1][0].changed == piece.changed:
            runs[-1].append(piece)
        else:
            runs.append([piece])
            words.append(as_said)
    return [found for run in runs for found in together(run, marks)]


def said(piece: pb.Piece, marks: Marks = NO_MARKS) -> str:
    """A piece with what is on it, without its number and what tells it apart: "Knight 3/4 (1 damage) + Axe"."""
    remarks = [badge.text for badge in piece.badges if not apart(badge) and badge.kind != pb.Badge.KIND_STRENGTH]
    strength = "".join(f" {badge.text}" for badge in piece.badges if badge.kind == pb.Badge.KIND_STRENGTH)
    down = " face down" if piece.face_down and piece.kind else ""
    notes = f" ({', '.join(remarks)})" if remarks else ""
    on_it = "".join(f" + {each}" for each in together(piece.attached, marks))
    return f"{piece.title}{strength}{down}{notes}{on_it}"


def ids(piece: pb.Piece) -> list[str]:
    """What tells a piece apart from others that look the same."""
    return [badge.text for badge in piece.badges if apart(badge)]


def apart(badge: pb.Badge) -> bool:
    return badge.kind == pb.Badge.KIND_MARK and badge.text.startswith(_ID)


def remarks(area: pb.Area) -> list[str]:
    """What holds for all of an area."""
    return [badge.text for badge in area.badges]


def titled(area: pb.Area, marks: Marks = NO_MARKS) -> str:
    """An area's title, with what chooses it."""
    chosen = f"[{marks[area.id]}]" if marks.get(area.id) else ""
    return f"{CHANGED if area.changed else ''}{chosen}{area.title}"


def in_short(area: pb.Area) -> str:
    """All of an area in a few words: "12, top City"; "20 points; hand 4, domain 3"."""
    parts = [", ".join(remarks(area))]
    number = sum(piece.count or 1 for piece in area.pieces)
    if area.pieces:
        top = area.pieces[0].title if area.shape == pb.SHAPE_PILE and area.pieces[0].kind else ""
        new = CHANGED if any(piece.changed for piece in area.pieces) else ""
        counted = "" if area.title.endswith(f" {number}") else str(number)
        parts.append(f"{new}{', '.join(part for part in (counted, f'top {top}' if top else '') if part)}")
    parts.append(", ".join(f"{inner.title} {held(inner)}" for inner in area.areas if held(inner)))
    parts += [line.text for line in area.lines if line.urgent]
    return "; ".join(part for part in parts if part)


def held(area: pb.Area) -> int:
    """How many things lie in it."""
    return sum(piece.count or 1 for piece in area.pieces) + sum(map(held, area.areas))


def anywhere(area: pb.Area, holds: Callable[[str], bool]) -> bool:
    """Does it hold of the id of an area, or of one in it, or of a piece there, or of a place that one stands on?"""
    return (
        holds(area.id)
        or any(holds(each) for piece in area.pieces for each in standing(piece))
        or any(anywhere(inner, holds) for inner in area.areas)
    )


def standing(piece: pb.Piece) -> Iterator[str]:
    """The ids of a piece, of what is on it, and of the places that they cover."""
    yield piece.id
    yield from piece.places
    for other in piece.attached:
        yield from standing(other)


def everything(areas: Iterable[pb.Area]) -> Iterator[pb.Area]:
    """Areas with all that are in them."""
    for area in areas:
        yield area
        yield from everything(area.areas)
