"""What was found by trying to break the game, and is mended."""

import random

import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.kernel import command_of
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side


@pytest.mark.rule("whi.cost.no-cost")
def test_the_sensible_player_reveals_a_tactic_whose_x_is_0() -> None:
    """Flames of Tzeentch that Slaanesh's Domination plays asks for no X: they are worth nothing then."""
    board = Board(
        Side(hand="slaaneshs-domination", resources=30),
        Side(hand="flames-of-tzeentch", battlefield="black-orc-squad"),
    )
    board.tactic("slaaneshs-domination")
    board.both_pass()
    assert board.rule == "whi.card.slaaneshs-domination"
    assert any(isinstance(move, pb.PlayRevealed) for move in board.match.legal(0))
    dice = random.Random(1).randrange
    assert command_of("sensible", GAME, board.match.table, 0, dice, board.match.live) == pb.Decline()
