"""Scenes: the table as a person sees it, built by a game from its view. All is made in place, where it belongs:
messages that are made first and then added are copied.

What an offer's field can name has its id from what it lies within and its value: "card/17", "market/city". So a client
finds the thing that a candidate is, and a field's `thing` option says within what its values lie.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from rulekeeper.kernel.fields import thing_id
from rulekeeper.kernel.reasons import Scalar
from rulekeeper.kernel.values import set_value
from rulekeeper.v1 import scene_pb2 as pb

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

    Pieces = RepeatedCompositeFieldContainer[pb.Piece]
    Areas = RepeatedCompositeFieldContainer[pb.Area]
    Badges = RepeatedCompositeFieldContainer[pb.Badge]

SIDE, MAIN, FOLDED, NEAREST = pb.WEIGHT_SIDE, pb.WEIGHT_MAIN, pb.WEIGHT_FOLDED, pb.WEIGHT_NEAREST
ROW, PILE, GRID, MAP = pb.SHAPE_ROW, pb.SHAPE_PILE, pb.SHAPE_GRID, pb.SHAPE_MAP
TRACK, TABLEAU, TEXT = pb.SHAPE_TRACK, pb.SHAPE_TABLEAU, pb.SHAPE_TEXT
DAMAGE, PRICE, MARK = pb.Badge.KIND_DAMAGE, pb.Badge.KIND_PRICE, pb.Badge.KIND_MARK
COUNTER, WARNING, STRENGTH = pb.Badge.KIND_COUNTER, pb.Badge.KIND_WARNING, pb.Badge.KIND_STRENGTH


def area(
    into: Areas,
    id: str,
    title: str,
    shape: pb.Shape.ValueType = ROW,
    weight: pb.Weight.ValueType = SIDE,
    seat: int | None = None,
    board: str = "",
) -> pb.Area:
    """A part of the table, such as a hand."""
    made = into.add(id=id, title=title, shape=shape, weight=weight)
    if seat is not None:
        made.seat = seat
    if board:
        made.board = board
    return made


class _Wanted(tuple[Hashable]):
    """An area's key, with how it is made where it is not there yet."""

    make: Callable[[], pb.Area] | None


def kept(into: Areas, key: Hashable, make: Callable[[], pb.Area]) -> None:
    """An area that is made of what the key holds and of nothing else; where one was made of the same before, it is that
    one. From scene to scene most of a table is the same, and copying an area costs a tenth of making it.
    """
    wanted = _Wanted((key,))
    wanted.make = make
    into.append(_area(wanted))


@functools.lru_cache(1024)
def _area(wanted: _Wanted) -> pb.Area:
    make, wanted.make = wanted.make, None  # the key is kept, and not the view that it was made from
    assert make is not None
    return make()


def forget() -> None:
    """From now on every area is made anew: so that one can see whether keys hold all that areas are made of."""
    _area.cache_clear()


def place(
    into: Areas,
    within: str,
    value: Scalar,
    title: str,
    shape: pb.Shape.ValueType = ROW,
    weight: pb.Weight.ValueType = SIDE,
    seat: int | None = None,
) -> pb.Area:
    """A part of the table that offers can name, such as a zone."""
    made = area(into, thing_id(within, value), title, shape, weight, seat)
    set_value(made.value, value)
    return made


Remark = tuple[pb.Badge.Kind.ValueType, str] | tuple[pb.Badge.Kind.ValueType, str, int]
"""A badge: its kind, its text, which is whole, for it stands alone ("2 damage"), and the number in it."""


def thing(
    into: Pieces,
    within: str,
    value: Scalar,
    title: str,
    kind: str = "",
    badges: tuple[Remark, ...] = (),
    count: int = 0,
    face_down: bool = False,
    seat: int | None = None,
) -> None:
    """A piece that offers can name. `count`: how many alike, 0 for one."""
    into.append(_piece(thing_id(within, value), value, title, kind, badges, count, face_down, seat))


def piece(
    into: Pieces,
    id: str,
    title: str,
    kind: str = "",
    badges: tuple[Remark, ...] = (),
    count: int = 0,
    face_down: bool = False,
    seat: int | None = None,
) -> None:
    """A piece that no offer names."""
    into.append(_piece(id, None, title, kind, badges, count, face_down, seat))


@functools.lru_cache(8192)
def _piece(
    id: str,
    value: Scalar | None,
    title: str,
    kind: str,
    badges: tuple[Remark, ...],
    count: int,
    face_down: bool,
    seat: int | None,
) -> pb.Piece:
    """Nobody changes it: from scene to scene most pieces are the same, and copying one costs a third of making it."""
    made = pb.Piece(id=id, title=title, kind=kind, count=count, face_down=face_down, seat=seat)
    if value is not None:
        set_value(made.value, value)
    for one in badges:
        badge(made.badges, *one)
    return made


def badge(into: Badges, kind: pb.Badge.Kind.ValueType, text: str, number: int | None = None) -> None:
    """See `Remark`."""
    made = into.add(kind=kind, text=text)
    if number is not None:
        made.number = number


def say(into: pb.Scene | pb.Area, text: str, label: str = "", urgent: bool = False) -> None:
    """A line of the headline, or below what lies in an area."""
    made = (into.headline if isinstance(into, pb.Scene) else into.lines).add(text=text)
    if label:
        made.label = label
    if urgent:
        made.urgent = True
