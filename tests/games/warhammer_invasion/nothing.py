"""Points at which something comes to nothing, as rows of a table: a position, what is done, and all that happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from google.protobuf.message import Message

from tests.games.warhammer_invasion.table import Board, Side

Doing = Callable[[Board], list[str]]


class Point(NamedTuple):
    """What comes to nothing, in words; where; what is done; every fact of the last command, or of the effect."""

    what: str
    sides: tuple[Side, ...]
    does: Doing
    happened: Sequence[str]
    position: dict[str, Any] = {}  # noqa: RUF012 - never changed

    def board(self) -> Board:
        return Board(*self.sides, **self.position)


def begins(board: Board) -> list[str]:
    """Nothing: what happened as the position began."""
    return board.begun


def tactic(kind: str, **named: Any) -> Doing:
    """The seat that is asked plays such a tactic, and nobody responds. Targets are named as `Board.ids` has it."""

    def does(board: Board) -> list[str]:
        board.tactic(kind, **found(board, named))
        return board.effect()

    return does


def use(kind: str, **named: Any) -> Doing:
    """The seat that is asked uses such an action, and nobody responds."""

    def does(board: Board) -> list[str]:
        board.use(kind, **found(board, named))
        return board.effect()

    return does


def found(board: Board, named: dict[str, Any]) -> dict[str, Any]:
    return {field: board.ids(value)[0] if isinstance(value, str) else value for field, value in named.items()}


def then(*doings: Doing) -> Doing:
    """One after the other; what the last of them led to."""

    def does(board: Board) -> list[str]:
        facts: list[str] = []
        for one in doings:
            facts = one(board)
        return facts

    return does


def both_pass(board: Board) -> list[str]:
    return board.both_pass()


def passes(board: Board) -> list[str]:
    return board.passing()


def sends(command: Callable[[Board], Message]) -> Doing:
    return lambda board: board.do(command(board))


def attack(attackers: str, defenders: str | None = None, points: str | None = None) -> Doing:
    """Nobody acts in the windows: an attack up to the question that has no answer here."""

    def does(board: Board) -> list[str]:
        board.both_pass()
        facts = board.attack(attackers)
        if defenders is not None:
            board.both_pass()
            facts = board.defend(defenders)
        if points is not None:
            board.both_pass()
            facts = board.assign(points)
        return facts

    return does
