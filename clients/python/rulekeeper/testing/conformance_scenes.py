"""Scenes in the conformance suite: what every game's scenes must hold beside its views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from rulekeeper.drawing.text import lines
from rulekeeper.drawing.words import everything
from rulekeeper.kernel import Game, Multiset, Offer, OneOf, Order, Subset, thing_id
from rulekeeper.v1 import scene_pb2

Furniture = scene_pb2.Furniture


def wrong_in_scene(
    game: Game[Any], scene: scene_pb2.Scene, furniture: Furniture, menu: Iterable[Offer[Any]]
) -> Iterator[str]:
    """What is wrong in a scene: ids that stand for two things, boards and places that the furniture lacks, and
    candidates of the viewer's open offers whose `ref` nobody finds.
    """
    boards = {board.id: {place.id for place in board.places} for board in furniture.boards}
    places = {place for board in boards.values() for place in board}
    areas = [*everything(scene.areas)]
    pieces = [piece for area in areas for one in area.pieces for piece in _with_attached(one)]
    ids = Counter([area.id for area in areas] + [piece.id for piece in pieces])
    yield from (f"two things have the id {one!r}" for one, number in ids.items() if number > 1)
    for area in areas:
        if area.board and area.board not in boards:
            yield f"{area.id} is on the board {area.board!r}, which the furniture lacks"
        for piece in area.pieces:
            for place in {*piece.places} - boards.get(area.board, places):
                yield f"{piece.id} stands on {place!r}, which is no place of its board"
    for offer in menu:
        for what, ref in _refs(game, offer):
            if ref not in ids and ref not in places:
                yield f"{what} has the ref {ref!r}, which is neither in the scene nor in the furniture"
    for line in lines(scene, furniture):
        if len(line) > 80:
            yield f"it is drawn in more than 80 columns: {line!r}"


def _with_attached(piece: scene_pb2.Piece) -> Iterator[scene_pb2.Piece]:
    yield piece
    for other in piece.attached:
        yield from _with_attached(other)


def _refs(game: Game[Any], offer: Offer[Any]) -> Iterator[tuple[str, str]]:
    """The refs of an open offer's candidates, each with the candidate in words."""
    for name, thing in game.things[offer.message].items() if offer.open() else ():
        field: Any = offer.fields.get(name)
        if not isinstance(field, OneOf | Subset | Multiset | Order) or not (field.ref or thing.within):
            continue
        for value in field.passing():
            ref = field.ref(value) if field.ref is not None else thing_id(thing.within, value)
            if ref:
                yield f"{offer.message.DESCRIPTOR.name}.{name} {field.name(value)!r}", ref
