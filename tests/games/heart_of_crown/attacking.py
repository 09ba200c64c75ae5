"""Attacks in tests: a board on which one was just played, the facts that come with every attack, and what everyone
has heard of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import fold_all
from tests.games.heart_of_crown.table import Area, Board, told


class Cold(Board):
    """A board whose scripts are run again from the log before every command."""

    def do(self, command: Message, seat: int | None = None) -> list[str]:
        self.match.live.drop()
        return super().do(command, seat)


def attacked(kind: str, *others: Area, draw: Sequence[str] = ("village*10",), draws: Sequence[str] = ()) -> Board:
    """Seat 0 has played that Attack card, its only one, against players with these areas."""
    board = Board(Area(hand=kind, draw=draw), *others, draws=draws)
    board.play(kind)
    return board


def folds(board: Board) -> None:
    """The log alone gives the same table, with the same question in it."""
    folded = fold_all(GAME, board.match.entries)
    assert folded.state == board.state
    assert folded.decision == board.match.table.decision and folded.result == board.match.table.result


# Facts that come with every attack.


def played(kind: str, seat: int = 0) -> str:
    return f"hoc.main.play-one: CardPlayed seat {seat} {kind}"


def reached(seat: int, kind: str, copied: bool = False) -> str:
    rule = "hoc.faq.shinobi.defence" if copied else "hoc.effect.clockwise"
    return f"{rule}: AttackReached seat {seat} {kind}"


def unasked(seat: int) -> str:
    """Who holds no card, and keeps no Defence card, is not asked."""
    return f"hoc.defence.asked: EffectFizzled seat {seat} passed_over Defend"


def left(seat: int) -> str:
    """A card that Scout revealed stays where it is."""
    return f"hoc.card.scout: EffectFizzled seat {seat} scout"


def over(kind: str) -> str:
    return f"hoc.effect.clockwise: AttackOver {kind}"


def shown(seat: int, kind: str) -> list[str]:
    """A Defence card of a hand, which did not lie face up in it before."""
    return [
        f"hoc.defence.show: HandCardRevealed seat {seat} {kind}",
        f"hoc.defence.show: DefenceShown seat {seat} {kind}",
    ]


def reduced(seat: int, by: int) -> str:
    """By the first Castle Wall, or by that many."""
    rule = "hoc.faq.castle-wall.stack" if by > 1 else "hoc.defence.reduce"
    return f"{rule}: AttackReduced seat {seat} by {by}"


def on_top(seat: int, kind: str, card: str) -> str:
    """A card that the effect of another, or its own, put on top of the draw pile."""
    return f"hoc.card.{card}: HandCardPutOnTop seat {seat} {kind}"


# What is known of a hand, and of a draw pile.


def face_up(board: Board, seat: int, viewer: int) -> list[str]:
    """The kinds of a hand that a viewer sees, in the view's order."""
    return [card.kind for card in board.view(viewer).players[seat].hand]


def ids_in_pile(board: Board, seat: int) -> list[int]:
    """The ids of the cards of a draw pile that everybody sees, top first."""
    return [part.card.id for part in board.view(-1).players[seat].draw_pile if part.card.face_up]


def heard(board: Board, viewer: int) -> list[str]:
    """The facts of the last entry as a viewer sees them."""
    return told(board.match.facts(viewer=viewer))


PASS = pb.PassDefence()
DISCARD, LEAVE = pb.DecideRevealed(discard=True), pb.DecideRevealed(discard=False)
