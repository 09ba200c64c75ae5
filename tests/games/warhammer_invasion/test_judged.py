"""Odd combinations, as a judge is asked about them."""

import pytest

from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD_PHASE
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named


@pytest.mark.rule("whi.damage.cancel-order", "whi.card.warrior-priests", "whi.card.master-rune-of-valaya")
@pytest.mark.parametrize("in_battlefield", ["", "king-kazador"])
def test_no_order_where_a_point_has_nowhere_to_go(in_battlefield: str) -> None:
    """All is cancelled, and there is no unit in a battlefield, or none that can be paid for: redirecting does not
    apply, nobody is asked, and the Priests' point of the turn is still to come.
    """
    board = Board(
        Side(battlefield=in_battlefield, hand="nurgles-pestilence master-rune-of-valaya", resources=20),
        Side(kingdom="warrior-priests"),
        phase=BATTLEFIELD_PHASE,
    )
    board.do(pb.DeclareNoAttack())
    board.tactic("master-rune-of-valaya")
    board.both_pass()
    board.passing()
    board.tactic("nurgles-pestilence")
    facts = board.both_pass()
    assert named(facts, "PointStayed", "DamageApplied") == ["DamageApplied"]
    assert "DamageCancelled target warrior-priests damage 1" in named(facts, "DamageCancelled")
    assert board.rule == "whi.window" and board.state.turn.used == ()
