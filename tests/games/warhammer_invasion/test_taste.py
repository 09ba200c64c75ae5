"""What the random player likes: that games go on, attacks happen, and windows close."""

from typing import Any

import pytest
from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.taste import PASS, taste
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

KINGDOM, QUEST, BATTLEFIELD = pb.ZONE_KINGDOM, pb.ZONE_QUEST, pb.ZONE_BATTLEFIELD


def liked(board: Board, *commands: Message) -> list[int]:
    """How much the seat that is asked likes these commands."""
    return [taste(board.state, board.asked, command) for command in commands]


def test_a_unit_goes_to_the_battlefield_and_a_support_to_the_kingdom() -> None:
    board = Board(Side(), Side())
    units = liked(board, *(pb.PlayUnit(zone=zone) for zone in (BATTLEFIELD, KINGDOM, QUEST)))
    assert units == sorted(units, reverse=True) and len({*units}) == 3
    kingdom, quest, battlefield = liked(board, *(pb.PlaySupport(zone=zone) for zone in (KINGDOM, QUEST, BATTLEFIELD)))
    assert kingdom > quest == battlefield


def test_passing_is_likely_enough_that_windows_close_and_cards_are_played_all_the_same() -> None:
    board = Board(Side(), Side())
    passing, unit, tactic, action, development = liked(
        board, pb.Pass(), pb.PlayUnit(zone=BATTLEFIELD), pb.PlayTactic(), pb.UseAction(), pb.PlayDevelopment()
    )
    assert passing == PASS
    assert unit > passing > development > 0
    assert passing // 2 < tactic < 2 * passing and passing // 2 < action < 2 * passing


def test_a_section_is_attacked_that_is_hurt_and_hardly_one_that_burns() -> None:
    board = Board(Side(battlefield="black-orc"), Side(damage=(0, 3, 0), burning="battlefield"), phase=5)
    fresh, hurt, burning, nothing = liked(
        board, *(pb.DeclareTarget(zone=zone) for zone in (KINGDOM, QUEST, BATTLEFIELD)), pb.DeclareNoAttack()
    )
    assert hurt > fresh > nothing > burning > 0


@pytest.mark.parametrize(
    "message, more_is_better", [(pb.DeclareAttackers, True), (pb.DeclareDefenders, False)], ids=["attack", "defend"]
)
def test_many_attack_and_few_defend(message: Any, more_is_better: bool) -> None:
    board = Board(Side(battlefield="black-orc*3"), Side(kingdom="black-orc*3"), entry="combat")
    weights = liked(board, *(message(units=range(100, 100 + number)) for number in range(4)))
    assert weights == sorted(weights, reverse=not more_is_better) and len({*weights}) == 4 and min(weights) > 0


def test_damage_goes_for_the_section() -> None:
    board = Board(Side(battlefield="black-orc*3"), Side(kingdom="black-orc*3"), entry="combat")
    unit, both, section = liked(
        board,
        pb.AssignDamage(points=[100, 100]),
        pb.AssignDamage(points=[100], uncancellable=[5]),
        pb.AssignDamage(points=[5, 5]),
    )
    assert section > both > unit > 0


def test_it_is_the_games_taste_and_likes_every_kind_of_command_a_little() -> None:
    assert GAME.taste is taste
    board = Board(Side(), Side())
    for message in GAME.command_name:
        if message not in (pb.PlayUnit, pb.DeclareTarget):
            assert liked(board, message()) > [0], message
