"""A scene as lines of text for a terminal, in a given width and height.

Areas stand in reading order; below them the headline, and what belongs nearest to the question. Where there are more
lines than room, areas are folded to a line each: first those that say that one line will do, then those at the side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from rulekeeper.drawing.boards import board_lines
from rulekeeper.drawing.layout import (
    DOUBLE,
    LABEL,
    LINE,
    NARROWEST,
    entry,
    grid,
    heading,
    rows,
    urgent,
    width_of,
    wrapped,
)
from rulekeeper.drawing.words import (
    CHANGED,
    NO_MARKS,
    Marks,
    anywhere,
    everything,
    in_order,
    in_short,
    remarks,
    titled,
    together,
)
from rulekeeper.v1 import scene_pb2 as pb

IN_COLUMNS = 6
"""From so many pieces on, the ones that lie openly side by side in an area of the table's own stand in columns."""

_How = Callable[[str, Iterable[str], int], list[str]]

NEW = f"{CHANGED} is new"
"""Said where something is marked as changed since the viewer last acted."""


def lines(
    scene: pb.Scene,
    furniture: pb.Furniture | None = None,
    columns: int = 80,
    height: int = 0,
    marks: Marks = NO_MARKS,
) -> list[str]:
    """The scene, no line of it wider than `columns` (40 at least). height: as many lines as there are room for; 0: as
    many as it takes. It is folded to fit as far as may be, and may still be higher. marks: what may be chosen now; it
    is never folded away.
    """
    boards = {board.id: board for board in furniture.boards} if furniture is not None else {}
    drawing = _Drawing(scene, boards, max(columns, NARROWEST), marks)
    found = drawing.lines()
    for area in _to_fold(scene, marks):
        if not height or len(found) <= height:
            break
        closer = replace(drawing, folded=drawing.folded | {area})
        if len(shorter := closer.lines()) < len(found):
            drawing, found = closer, shorter
    return found


def _to_fold(scene: pb.Scene, marks: Marks) -> list[str]:
    """The areas that may be folded, those first that are missed least."""
    every = [area for area in everything(scene.areas) if not anywhere(area, marks.__contains__)]
    return [area.id for weight in (pb.WEIGHT_FOLDED, pb.WEIGHT_SIDE) for area in every if area.weight == weight]


@dataclass(frozen=True)
class _Drawing:
    scene: pb.Scene
    boards: Mapping[str, pb.Board]
    width: int
    marks: Marks
    folded: frozenset[str] = frozenset()

    def lines(self) -> list[str]:
        near = [area for area in self.scene.areas if area.weight == pb.WEIGHT_NEAREST]
        far = [area for area in self.scene.areas if area.weight != pb.WEIGHT_NEAREST]
        drawn = [line for area in far for line in self.area(area)]
        below = [line for area in near for line in self.inner(area)]
        new = any(line.lstrip().startswith(CHANGED) or f" {CHANGED}" in line for line in (*drawn, *below))
        return [*drawn, *self.headline(NEW if new else ""), *below]

    def headline(self, right: str) -> list[str]:
        """Whose turn it is; below it what threatens, and what else is said."""
        plain = [line.text for line in self.scene.headline if not line.urgent and not line.label]
        found = heading(", ".join(plain) or right, right if plain else "", self.width, DOUBLE) if plain or right else []
        for line in self.scene.headline:
            if line.urgent:
                said = f"{line.label}: {line.text}" if line.label else line.text
                found += urgent(said, self.width)
        found += [each for line in self.scene.headline if line.label and not line.urgent for each in self.line(line)]
        return found

    def line(self, line: pb.Line) -> list[str]:
        if line.urgent:
            return urgent(f"{line.label}: {line.text}" if line.label else line.text, self.width)
        return self.labelled(rows, line.label, [line.text])

    def area(self, area: pb.Area) -> list[str]:
        """An area of the table's own: a line with its title, and below it what it holds; or all of it in a line."""
        if area.id in self.folded:
            return self.short(area)
        in_columns = area.shape in (pb.SHAPE_ROW, pb.SHAPE_UNSPECIFIED) and len(area.pieces) >= IN_COLUMNS
        large = area.areas or area.board or area.shape == pb.SHAPE_TABLEAU
        if not large and not (in_columns and area.weight == pb.WEIGHT_MAIN):
            return self.inner(area)
        found = heading(titled(area, self.marks), ", ".join(remarks(area)), self.width, LINE)
        if area.board in self.boards:
            found += board_lines(self.boards[area.board], area, self.width, self.marks)
        elif area.pieces:
            cells = [*together(area.pieces, self.marks)]
            found += grid(cells, self.width) if in_columns else entry("", cells, self.width)
        return [*found, *self.rest(area)]

    def inner(self, area: pb.Area) -> list[str]:
        """An area inside another, or a small one: its title as a label."""
        if area.id in self.folded:
            return self.short(area)
        title, said, pieces = titled(area, self.marks), remarks(area), self.pieces(area)
        if area.board in self.boards:
            found = self.labelled(entry, title, said) if said else [title]
            found += board_lines(self.boards[area.board], area, self.width, self.marks)
        elif area.shape == pb.SHAPE_PILE and area.weight == pb.WEIGHT_NEAREST:
            found = self.labelled(entry, title, said) if said else []
            found += self.labelled(rows, "" if said else title, pieces)
        else:
            whole = "; ".join(part for part in (", ".join(said), ", ".join(pieces)) if part)
            if not (said and pieces) or LABEL + 1 + width_of(whole) <= self.width:
                one = [whole] if said and pieces else [*said, *pieces]
                found = self.labelled(entry, title, one) if one or not (area.areas or area.lines) else []
            else:
                found = [*self.labelled(entry, title, said), *self.labelled(entry, "", pieces)]
        return [*found, *self.rest(area)]

    def pieces(self, area: pb.Area) -> list[str]:
        """What lies in it, in words."""
        if area.shape == pb.SHAPE_TRACK:
            return [" > ".join(in_order(area.pieces, self.marks))] if area.pieces else []
        return (
            in_order(area.pieces, self.marks) if area.shape == pb.SHAPE_PILE else [*together(area.pieces, self.marks)]
        )

    def rest(self, area: pb.Area) -> list[str]:
        """Its lines, and what is inside it."""
        lines = [each for line in area.lines for each in self.line(line)]
        return [*lines, *(line for inner in area.areas for line in self.inner(inner))]

    def short(self, area: pb.Area) -> list[str]:
        """All of it in a line, cut where it is too long."""
        (first, *more) = self.labelled(rows, titled(area), [in_short(area) or "-"])
        return [f"{first[: self.width - 3].rstrip()}..." if more and width_of(first) > LABEL + 1 else first]

    def labelled(self, how: _How, label: str, items: Iterable[str]) -> list[str]:
        """With a label that may be longer than its column."""
        if width_of(label) <= LABEL:
            return how(label, items, self.width)
        return [*wrapped(label, self.width), *how("", items, self.width)]
