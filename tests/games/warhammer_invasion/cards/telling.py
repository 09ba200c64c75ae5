"""What the tests of the Orc and Chaos cards say often: their lines, and a unit that enters."""

from __future__ import annotations

from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board

BEGAN, OVER, TACTIC_OVER = (
    "whi.chain.lifo: ActionBegan",
    "whi.chain.lifo: ActionOver",
    "whi.types.tactic: ActionOver",
)

HAPPENED = "whi.forced.order: EffectOver"


def resolves(board: Board) -> list[str]:
    """Both decline to respond; all that the chain led to, up to a question."""
    return board.both_pass()[2:]


def plays(board: Board, kind: str, zone: int, **more: int) -> list[str]:
    """The seat that is asked plays a unit; what its entering led to."""
    board.do(pb.PlayUnit(card=board.in_hand(kind), zone=pb.Zone.ValueType(zone), **more))
    return board.effect()


def triggers(kind: str, text: str, where: str, seat: int = 0, subject: str = "", forced: str = " forced") -> list[str]:
    """The lines of a triggered text that happens, the first of its turn."""
    about = f" subject {subject}" if subject else ""
    return [
        f"whi.card.{kind}: EffectTriggered seat {seat} {kind} text {text}{about} place {where}{forced}",
        "whi.forced.order: EffectBegan effect 1",
    ]
