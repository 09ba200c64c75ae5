"""A table on the terminal: its scene, in as many columns and lines as there are, with what may be chosen now marked."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from rulekeeper.cli import show
from rulekeeper.cli.menus import Item
from rulekeeper.drawing.layout import URGENT
from rulekeeper.drawing.text import lines
from rulekeeper.v1 import scene_pb2, table_pb2

WIDEST = 140
"""Columns beyond which lines are no easier to read."""


def columns() -> int:
    """How many a table is drawn in: as many as the terminal has; in a file as everywhere, 80."""
    if not sys.stdout.isatty():
        return show.COLUMNS
    return min(WIDEST, shutil.get_terminal_size((show.COLUMNS, 24)).columns)


def table_lines(
    scene: scene_pb2.Scene,
    info: table_pb2.GameInfo,
    furniture: scene_pb2.Furniture | None = None,
    *,
    menu: Sequence[Item] = (),
    below: int = 0,
) -> list[str]:
    """The table, and who sits where: it names seats by number only. menu: what may be chosen, by its numbers; `below`:
    so many more lines stand below the table, and all of them are to be on the screen together.
    """
    seats = show.seats_lines(info)
    room = 0
    if sys.stdout.isatty():
        room = max(1, shutil.get_terminal_size((show.COLUMNS, 24)).lines - below - len(seats) - 2)
    return [*lines(scene, furniture, columns(), room, marks(menu)), *seats]


def marks(menu: Sequence[Item]) -> dict[str, str]:
    """What chooses each thing on the table: the numbers of the menu's lines that are about it."""
    found: dict[str, list[str]] = {}
    for number, item in enumerate(menu, 1):
        for ref in item.refs:
            found.setdefault(ref, []).append(str(number))
    return {ref: ",".join(dict.fromkeys(numbers)) for ref, numbers in found.items()}


def urgent_lines(scene: scene_pb2.Scene) -> list[str]:
    """What nobody may overlook."""
    return [line for line in lines(scene, None, columns()) if line.startswith(URGENT)]
