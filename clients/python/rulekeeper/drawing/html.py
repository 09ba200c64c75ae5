"""A scene as HTML: rows and grids by CSS, maps as SVG, no script.

`STYLE` is what it looks like, and goes on the page once. It takes its colours from the page: --ink, --soft, --line,
--tint, --card, --paper, --accent, --warn, --warn-line and --bad.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rulekeeper.drawing.markup import NOTHING, Html, el, joined
from rulekeeper.drawing.words import NO_MARKS, Marks, apart, in_short
from rulekeeper.v1 import scene_pb2 as pb

_BADGES: Mapping[int, str] = MappingProxyType(
    {
        pb.Badge.KIND_DAMAGE: "damage",
        pb.Badge.KIND_PRICE: "price",
        pb.Badge.KIND_COUNTER: "counter",
        pb.Badge.KIND_WARNING: "warning",
        pb.Badge.KIND_STRENGTH: "strength",
    }
)
_AROUND = 20
"""In a map's own units, at least so much is drawn around what is given a place."""


def scene_html(scene: pb.Scene, furniture: pb.Furniture | None = None, marks: Marks = NO_MARKS) -> Html:
    """The scene, as one element. marks: what may be chosen now, as in `text.lines`."""
    boards = {board.id: board for board in furniture.boards} if furniture is not None else {}
    far = [area for area in scene.areas if area.weight != pb.WEIGHT_NEAREST]
    near = [area for area in scene.areas if area.weight == pb.WEIGHT_NEAREST]
    parts = [*(_area(area, boards, marks) for area in far), _headline(scene.headline)]
    return el("div", *parts, *(_area(area, boards, marks) for area in near), class_="scene")


def _headline(lines: Sequence[pb.Line]) -> Html:
    plain = ", ".join(line.text for line in lines if not line.urgent and not line.label)
    urgent, labelled = (
        [line for line in lines if line.urgent],
        [line for line in lines if line.label and not line.urgent],
    )
    title = el("p", plain, class_="headline") if plain else NOTHING
    return joined(title, *map(_line, urgent), *map(_line, labelled))


def _line(line: pb.Line) -> Html:
    label = joined(el("span", line.label, class_="label"), " ") if line.label else NOTHING
    return el("p", label, line.text, class_="urgent" if line.urgent else "line")


def _area(area: pb.Area, boards: Mapping[str, pb.Board], marks: Marks, level: int = 0) -> Html:
    """An area with all that is in it. What one line would do for is closed, and opens."""
    title = joined(_mark(area.id, marks), el("span", area.title, class_="title"))
    inside = [*map(_line, area.lines)]
    if area.board in boards:
        inside.append(_board(boards[area.board], area.pieces, marks))
    elif area.pieces:
        inside.append(_pieces(area.pieces, area.shape, marks))
    inside += [_area(inner, boards, marks, level + 1) for inner in area.areas]
    kind = f"area level-{min(level, 2)}{' changed' if area.changed else ''}"
    if area.weight == pb.WEIGHT_FOLDED and inside and area.title:
        short = el("span", in_short(area), class_="short")
        return el("details", el("summary", title, " ", short), *inside, class_=kind)
    return el("section", el("h4", title, *_badges(area.badges)), *inside, class_=kind)


def _mark(at: str, marks: Marks) -> Html:
    return joined(el("span", marks[at], class_="choice"), " ") if marks.get(at) else NOTHING


def _badges(badges: Iterable[pb.Badge]) -> list[Html]:
    return [joined(" ", el("span", badge.text, class_=f"badge {_BADGES.get(badge.kind, 'mark')}")) for badge in badges]


def _pieces(pieces: Iterable[pb.Piece], shape: int, marks: Marks) -> Html:
    how = "pile" if shape == pb.SHAPE_PILE else "row"
    return el("ul", *(el("li", _piece(piece, marks), class_=_look(piece)) for piece in pieces), class_=f"pieces {how}")


def _look(piece: pb.Piece) -> str:
    parts = ("piece", "changed" if piece.changed else "", "face-down" if piece.face_down else "")
    return " ".join(part for part in parts if part)


def _piece(piece: pb.Piece, marks: Marks) -> Html:
    """ "2 Knight", its badges, and what is on it."""
    number = joined(el("span", str(piece.count), class_="number"), " ") if piece.count > 1 else NOTHING
    on_it = _pieces(piece.attached, pb.SHAPE_TABLEAU, marks) if piece.attached else NOTHING
    title = el("span", piece.title, class_="title")
    return joined(_mark(piece.id, marks), number, title, *_badges(piece.badges), on_it)


# Boards.


def _board(board: pb.Board, pieces: Sequence[pb.Piece], marks: Marks) -> Html:
    if board.shape == pb.SHAPE_GRID:
        return joined(_grid(board, pieces, marks), _legend(board))
    if any(place.HasField("at") for place in board.places):
        return _map(board, pieces, marks)
    return _places(board, pieces, marks)


def _grid(board: pb.Board, pieces: Sequence[pb.Piece], marks: Marks) -> Html:
    """Square by square; a piece lies over all squares that it covers."""
    at = {place.id: (place.column, place.row) for place in board.places}
    walls = _walls(board, at)
    signs = {kind.id: kind.sign for kind in board.kinds}
    squares = [
        el(
            "span",
            _mark(place.id, marks) or "".join(signs[kind] for kind in place.kinds if kind in signs),
            class_=" ".join(["square", *(f"kind-{kind}" for kind in place.kinds), *walls.get(place.id, ())]),
            style=_spot(place.column, place.row, 1, 1),
            title=place.name or place.id,
        )
        for place in board.places
    ]
    standing = []
    for piece in pieces:
        covered = [at[place] for place in piece.places if place in at]
        if not covered:
            continue
        across, down = zip(*covered, strict=True)
        spot = _spot(min(across), min(down), max(across) - min(across) + 1, max(down) - min(down) + 1)
        standing.append(el("span", _piece(piece, marks), class_=f"{_look(piece)} standing", style=spot))
    template = f"grid-template-columns:repeat({board.columns},minmax(1.6rem,1fr))"
    return el("div", *squares, *standing, class_="board", style=template, role="img", aria_label=board.title)


def _spot(column: int, row: int, wide: int, high: int) -> str:
    return f"grid-column:{column}/span {wide};grid-row:{row}/span {high}"


def _walls(board: pb.Board, at: Mapping[str, tuple[int, int]]) -> dict[str, list[str]]:
    """By place: on which of its sides a border is drawn; each border once, on its upper or left place."""
    found: dict[str, list[str]] = {}
    signs = {kind.id for kind in board.kinds if kind.sign}
    for border in board.borders:
        if border.place in at and border.other in at and signs.intersection(border.kinds):
            first, second = sorted((border.place, border.other), key=lambda place: at[place])
            side = "wall-right" if at[first][1] == at[second][1] else "wall-below"
            found.setdefault(first, []).append(side)
    return found


def _legend(board: pb.Board) -> Html:
    said = [el("li", el("span", kind.sign, class_="sign"), " ", kind.title) for kind in board.kinds if kind.sign]
    return el("ul", *said, class_="legend") if said else NOTHING


def _map(board: pb.Board, pieces: Sequence[pb.Piece], marks: Marks) -> Html:
    """Outlines, borders as lines between the places' names, and below each name what stands there."""
    at = {place.id: (place.at.x, place.at.y) for place in board.places if place.HasField("at")}
    points = [*at.values(), *((point.x, point.y) for place in board.places for point in place.outline)]
    left, top = min(x for x, _ in points) - _AROUND, min(y for _, y in points) - _AROUND
    wide, high = max(x for x, _ in points) + _AROUND - left, max(y for _, y in points) + _AROUND - top
    size = max(wide, high) / 60
    shapes = [
        el("polygon", points=" ".join(f"{point.x},{point.y}" for point in place.outline))
        for place in board.places
        if place.outline
    ]
    roads = [_road(at[each.place], at[each.other]) for each in board.borders if each.place in at and each.other in at]
    names = [
        _named(place, [piece for piece in pieces if place.id in piece.places], marks, size)
        for place in board.places
        if place.id in at
    ]
    view_box = f"{left} {top} {wide} {high}"
    return el("svg", *shapes, *roads, *names, viewBox=view_box, role="img", aria_label=board.title, class_="map")


def _road(start: tuple[int, int], end: tuple[int, int]) -> Html:
    return el("line", x1=str(start[0]), y1=str(start[1]), x2=str(end[0]), y2=str(end[1]))


def _named(place: pb.BoardPlace, pieces: Sequence[pb.Piece], marks: Marks, size: float) -> Html:
    x, y = str(place.at.x), str(place.at.y)
    mark = f"[{marks[place.id]}] " if marks.get(place.id) else ""
    lines = [el("tspan", f"{mark}{place.name or place.id}", x=x, y=y, class_="title")]
    lines += [el("tspan", _in_words(piece, marks), x=x, dy="1.1em") for piece in pieces]
    return el("text", *lines, font_size=f"{size:.1f}")


def _in_words(piece: pb.Piece, marks: Marks) -> str:
    mark = f"[{marks[piece.id]}] " if marks.get(piece.id) else ""
    number = f"{piece.count} " if piece.count > 1 else ""
    remarks = ", ".join(badge.text for badge in piece.badges if not apart(badge))
    return f"{mark}{number}{piece.title}{f' ({remarks})' if remarks else ''}"


def _places(board: pb.Board, pieces: Sequence[pb.Piece], marks: Marks) -> Html:
    """A board without a drawing: the places that hold something or may be chosen, with what stands there."""
    said = []
    for place in board.places:
        here = [piece for piece in pieces if place.id in piece.places]
        if here or marks.get(place.id):
            name = joined(_mark(place.id, marks), el("span", place.name or place.id, class_="label"))
            said.append(el("li", name, " ", _pieces(here, pb.SHAPE_ROW, marks) if here else NOTHING))
    return el("ul", *said, class_="places") if said else NOTHING


STYLE = """
.scene { font-size: .875rem; line-height: 1.35; }
.scene h4 { color: var(--soft); margin: 0 0 .15rem; }
.scene .area { margin: .35rem 0; }
.scene .level-0 { border: 1px solid var(--line); border-radius: 6px; padding: .4rem .6rem; background: var(--tint); }
.scene .level-1 > h4, .scene .level-2 > h4 { font-weight: 500; }
.scene .headline { font-weight: 600; margin: .75rem 0 .25rem; padding-top: .4rem; border-top: 3px double var(--line); }
.scene .urgent { padding: .3rem .6rem; background: var(--warn); border: 1px solid var(--warn-line);
  border-radius: 6px; }
.scene .line { margin: .15rem 0; }
.scene .label { color: var(--soft); }
.scene ul { list-style: none; margin: 0; padding: 0; }
.scene .pieces { display: flex; flex-wrap: wrap; gap: .25rem; }
.scene .piece { border: 1px solid var(--line); border-radius: 4px; padding: .1rem .4rem; background: var(--card); }
.scene .pile { flex-direction: column; align-items: flex-start; }
.scene .piece .pieces { margin-top: .15rem; }
.scene .face-down { border-style: dashed; }
.scene .changed { outline: 2px solid var(--accent); outline-offset: 1px; }
.scene .badge { font-size: .75rem; color: var(--soft); }
.scene .badge.damage, .scene .badge.warning { color: var(--bad); font-weight: 600; }
.scene .badge.strength { color: inherit; font-weight: 600; }
.scene .badge.price::before { content: "costs "; }
.scene .choice { font-size: .75rem; font-weight: 700; padding: 0 .3rem; border-radius: 3px; color: var(--paper);
  background: var(--accent); }
.scene .board { display: grid; gap: 1px; grid-auto-rows: 1.6rem; overflow-x: auto; }
.scene .square { border: 1px solid var(--line); font-size: .7rem; }
.scene .square[class*="kind-"] { background: var(--line); }
.scene .wall-right { border-right: 3px solid var(--ink); }
.scene .wall-below { border-bottom: 3px solid var(--ink); }
.scene .standing { overflow: hidden; font-size: .7rem; z-index: 1; }
.scene .legend { display: flex; flex-wrap: wrap; gap: .1rem .75rem; font-size: .75rem; color: var(--soft); }
.scene .map { width: 100%; height: auto; max-height: 40rem; }
.scene .map polygon { fill: var(--tint); stroke: var(--line); }
.scene .map line { stroke: var(--line); stroke-width: 1; }
.scene .map text { fill: var(--ink); text-anchor: middle; }
.scene .map .title { font-weight: 600; }
"""
