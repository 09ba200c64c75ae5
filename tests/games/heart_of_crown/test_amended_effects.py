"""A judge's amendment in the middle of an effect: what the open question is about stays there, or it is refused."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import AmendRefused, Card
from tests.games.heart_of_crown.table import Area, Board


def test_what_is_to_be_copied_is_not_taken_away() -> None:
    board = Board(Area(hand="shinobi", field="alchemist", draw=["city*9"]), Area())
    board.play("shinobi")
    before = board.match.table
    gone = [pb.KindCount(kind="alchemist", count=1), pb.KindCount(kind="shinobi", count=1)]
    with pytest.raises(AmendRefused, match=r"hoc\.card\.shinobi, and could not answer"):
        board.match.amend(pb.FieldDiscarded(seat=0, cards=gone))
    assert board.match.table is before and board.moves() == ["CopyCard alchemist"]


def test_a_card_that_is_being_put_back_is_not_taken_away() -> None:
    board = Board(Area(hand="summons", draw=["^city", "^duke", "maid*3"]), Area(), coins=1)
    board.play("summons")
    board.do(pb.PayCoins(coins=1))
    top = board.player().draw_pile[0]
    assert isinstance(top, Card)
    with pytest.raises(AmendRefused, match="could not go on: PileError"):
        board.match.amend(pb.RevealedCardDiscarded(seat=0, card=top.id, kind="city"))
    board.match.amend(pb.CoinsGained(seat=0, coins=2))
    assert board.state.turn.coins == 2 and "PutBack" in board.moves()[0]
