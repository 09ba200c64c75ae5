"""The second seat active, and equal cards: cases in which an order or a count is easily taken for another."""

import pytest

from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side


@pytest.mark.rule("whi.damage.indirect")
def test_who_sits_second_spreads_indirect_damage_first_in_a_turn_of_theirs() -> None:
    board = Board(Side(kingdom="savage-marauders"), Side(hand="followers-of-mork", resources=20), seat=1)
    board.do(pb.PlayUnit(card=board.in_hand("followers-of-mork"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert (board.asked, board.rule) == (1, "whi.damage.indirect")
    assert board.do(pb.SpreadDamage(points=board.ids("followers-of-mork kingdom-1"))) == [
        "whi.effects.each-player: ChoiceMade seat 1 followers-of-mork targets followers-of-mork kingdom-1"
    ]
    assert (board.asked, board.rule) == (0, "whi.damage.indirect")
    facts = board.do(pb.SpreadDamage(points=board.ids("savage-marauders quest-0")))
    assert facts[:2] == [
        "whi.effects.each-player: ChoiceMade seat 0 followers-of-mork targets savage-marauders quest-0",
        "whi.card.followers-of-mork: DamageAssigned (target followers-of-mork seat 1 cancellable 1)"
        " (target kingdom-1 seat 1 cancellable 1) (target savage-marauders seat 1 cancellable 1)"
        " (target quest-0 seat 1 cancellable 1)",
    ]


@pytest.mark.rule("whi.damage.indirect")
def test_indirect_damage_is_on_record_with_what_older_games_have() -> None:
    """Who deals it, how much to each seat, and the rule of the card that says so: or games in flight cannot go on."""
    board = Board(Side(kingdom="savage-marauders"), Side(hand="followers-of-mork", resources=20), seat=1)
    board.do(pb.PlayUnit(card=board.in_hand("followers-of-mork"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    frame = board.match.table.frames[-1]
    assert (frame.script, frame.args) == ("whi.damage.indirect", (1, (2, 2), "whi.card.followers-of-mork"))
    board.match.live.drop()
    board.do(pb.SpreadDamage(points=board.ids("followers-of-mork kingdom-1")))


@pytest.mark.rule("whi.chain.recheck-target", "whi.card.prepare-for-war")
def test_of_equal_cards_in_the_pile_that_are_targets_those_that_are_gone_are_passed_over() -> None:
    board = Board(
        Side(
            quest="prepare+2 squig@prepare prepare+1",
            discard="hate*2",
            hand="peasant-militia",
            resources=9,
        )
    )
    first, second = (board.id("prepare", number=number) for number in (0, 1))
    board.do(pb.SendUnit(card=board.in_hand("peasant-militia"), quest=second))
    board.both_pass()
    board.passing()
    board.do(pb.UseAction(card=first, cards=["hate", "hate"]))
    board.passing()
    board.do(pb.UseAction(card=second, cards=["hate"]))
    assert [fact for fact in board.both_pass() if "CardsShuffledIn" in fact] == [
        "whi.card.prepare-for-war: CardsShuffledIn seat 0 hate",
        "whi.card.prepare-for-war: CardsShuffledIn seat 0 hate",
    ]
    assert board.discard() == "peasant-militia squig-herders"
