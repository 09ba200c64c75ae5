"""What the tests of the Dwarf and Empire cards say often."""

from __future__ import annotations

from tests.games.warhammer_invasion.table import Board

KINGDOM_0, QUEST_0, BATTLEFIELD_0, KINGDOM_1, QUEST_1, BATTLEFIELD_1 = 1, 2, 3, 5, 6, 7
"""The zones of both seats, and their sections."""


def attack(board: Board, units: str) -> list[str]:
    """From the window of the target to the attackers; what their declaring led to."""
    board.both_pass()
    return board.attack(units)


def defend(board: Board, units: str = "") -> list[str]:
    """From the window of the attackers to the defenders; what their declaring led to."""
    board.both_pass()
    return board.defend(units)


def prices(board: Board, seat: int = 0) -> dict[str, int]:
    """What the cards in a hand cost now."""
    return {one.kind: one.resources for one in board.view(seat).players[seat].prices}
