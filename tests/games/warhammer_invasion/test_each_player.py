"""Texts of which each player chooses a part: the first chooses in the open, and the other one answers knowing it."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message

from rulekeeper.kernel import SPECTATOR
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

MARKS = pytest.mark.rule("whi.effects.each-player")


def seen(board: Board, viewer: int, command: Message) -> list[str]:
    """What that viewer sees of what the command led to; the other player is asked next."""
    first = board.asked
    board.do(command)
    assert board.asked == 1 - first
    return board.told(board.match.facts(viewer=viewer))


@MARKS
@pytest.mark.rule("whi.card.followers-of-mork")
def test_where_the_first_spreads_indirect_damage_is_seen() -> None:
    board = Board(
        Side(hand="followers-of-mork", kingdom="boar-boyz", resources=9, capital="orc"), Side(kingdom="hammerer")
    )
    board.do(pb.PlayUnit(card=board.in_hand("followers"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    spread = pb.SpreadDamage(points=board.ids("boar-boyz kingdom-0"))
    assert seen(board, 1, spread) == [
        "whi.effects.each-player: ChoiceMade seat 0 followers-of-mork targets boar-boyz kingdom-0"
    ]


@MARKS
@pytest.mark.rule("whi.card.bloodthirster")
def test_the_unit_that_the_first_gives_up_is_seen() -> None:
    board = Board(Side(battlefield="bloodthirster dark-zealot"), Side(battlefield="boar-boyz squig"), entry="turn")
    assert seen(board, 1, pb.ChooseUnit(unit=board.id("dark-zealot"))) == [
        "whi.effects.each-player: ChoiceMade seat 0 bloodthirster targets dark-zealot"
    ]


@MARKS
@pytest.mark.rule("whi.card.warpstone-meteor")
@pytest.mark.parametrize("option", ["corrupt", "damage"])
def test_what_the_first_lets_the_meteor_hit_is_seen(option: str) -> None:
    board = Board(Side(kingdom="warpstone-meteor boar-boyz squig"), Side(kingdom="hammerer"), entry="turn")
    board.do(pb.ChooseOption(option=option))
    answer = pb.ChooseUnit(unit=board.id("squig")) if option == "corrupt" else pb.ChoosePlace(place=pb.PLACE_QUEST_0)
    hit = "squig-herders" if option == "corrupt" else "quest-0"
    assert seen(board, 1, answer) == [
        f"whi.effects.each-player: ChoiceMade seat 0 warpstone-meteor option {option} targets {hit}"
    ]


@MARKS
@pytest.mark.rule("whi.card.doom-divers", "whi.hidden.hands-decks")
@pytest.mark.parametrize(("viewer", "which"), [(0, " development (waaagh)"), (1, ""), (SPECTATOR, "")])
def test_where_the_development_lay_that_the_first_gives_up_is_seen_and_not_which(viewer: int, which: str) -> None:
    board = Board(
        Side(battlefield="doom-divers", developments=(1, "waaagh", 0)), Side(developments=(1, 1, 0)), entry="turn"
    )
    board.do(pb.ChooseOption(option="sacrifice"))
    assert seen(board, viewer, pb.ChooseDevelopment(development=board.development(pb.PLACE_QUEST_0))) == [
        f"whi.effects.each-player: ChoiceMade seat 0 doom-divers option sacrifice targets quest-0{which}"
    ]


@MARKS
@pytest.mark.rule("whi.card.doom-divers")
def test_that_the_first_takes_the_damage_is_seen() -> None:
    board = Board(Side(battlefield="doom-divers", developments=(1, 0, 0)), Side(developments=(1, 1, 0)), entry="turn")
    assert seen(board, 1, pb.ChooseOption(option="damage")) == [
        "whi.effects.each-player: ChoiceMade seat 0 doom-divers option damage"
    ]
