"""Scenes as viewers get them: the game's own, with the digest of its furniture and with what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekeeper.drawing.text import lines
from rulekeeper.kernel import Game, Table, Viewer
from rulekeeper.projections.furnishing import furnished
from rulekeeper.v1 import scene_pb2 as pb


def scene_of(game: Game[Any], table: Table, viewer: Viewer, before: Table | None = None) -> pb.Scene | None:
    """The table as a scene; None before the game has begun. `before`: how the table stood when the viewer last did
    something: what came since, moved, or is not what it was is marked as changed.
    """
    if not table.started or table.origin is None:
        return None
    scene = game.scene(game.view(table.state, viewer))
    scene.furniture = furnished(game, table.origin.setup, table.origin.seats).digest
    if before is not None and before.started:
        _mark(scene, game.scene(game.view(before.state, viewer)))
    return scene


def text_of(game: Game[Any], table: Table, viewer: Viewer) -> str:
    """The table as lines of text, 80 columns wide; empty before the game has begun."""
    scene = scene_of(game, table, viewer)
    if scene is None or table.origin is None:
        return ""
    return "\n".join(lines(scene, furnished(game, table.origin.setup, table.origin.seats).furniture))


def _mark(scene: pb.Scene, before: pb.Scene) -> None:
    """A piece is the same where it lies in the same area as the same; an area where the same is said of it."""
    areas, pieces = {}, {}
    for area in _every(before.areas):
        areas[area.id] = _said(area)
        for piece in area.pieces:
            pieces[area.id, piece.id] = _bytes(piece)
    for area in _every(scene.areas):
        area.changed = areas.get(area.id) != _said(area)
        for piece in area.pieces:
            piece.changed = pieces.get((area.id, piece.id)) != _bytes(piece)


def _every(areas: Iterable[pb.Area]) -> Iterator[pb.Area]:
    for area in areas:
        yield area
        yield from _every(area.areas)


def _said(area: pb.Area) -> tuple[bytes, ...]:
    return (*map(_bytes, area.badges), *map(_bytes, area.lines))


def _bytes(message: pb.Piece | pb.Badge | pb.Line) -> bytes:
    return message.SerializeToString(deterministic=True)
