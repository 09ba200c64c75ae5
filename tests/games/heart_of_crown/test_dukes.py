"""The end of the Dukes (rulebook p.19-20)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board

FIFTEEN, SEVENTEEN = "lulunasaika duke senator", "twins duke*2 senator royal-maid"


def last_duke(*areas: Area, **more: int) -> Board:
    return Board(*areas, entry="second-phase", coins=8, basic={"duke": 1, **more})


@pytest.mark.rule("hoc.end.dukes", "hoc.outside.judgement-english")
def test_when_the_last_duke_is_gone_the_most_points_win_at_once() -> None:
    board = last_duke(Area(domain=FIFTEEN), Area(domain=SEVENTEEN), **{"senator": 4, "royal-maid": 7})
    assert board.do(pb.BuyCard(kind="duke")) == [
        "hoc.buy.cost: CardBought seat 0 duke price 8",
        "hoc.buy.to-discard: CardAcquired seat 0 duke basic market",
        "hoc.end.dukes: DukesRanOut 0:15 1:17 best 1",
    ]
    assert board.result == ((1,), "hoc.end.dukes")
    assert not board.match.asked()
    assert board.refused(pb.BuyCard(kind="city"), 0) == [("hoc.end.dukes", "the game is over")]


@pytest.mark.rule("hoc.end.dukes")
def test_dukes_in_hand_or_deck_count_nothing_and_no_domain_is_zero() -> None:
    board = last_duke(Area(hand="duke*4", discard="duke*4"), Area(domain="klam-klam royal-maid"))
    board.do(pb.BuyCard(kind="duke"))
    assert board.result == ((1,), "hoc.end.dukes")


@pytest.mark.rule("hoc.end.dukes")
def test_any_way_of_taking_the_last_duke_ends_the_game() -> None:
    board = Board(Area(hand="adventurer large-city", domain=FIFTEEN), Area(), coins=2, basic={"duke": 1})
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("large-city")))
    assert board.do(pb.AcquireCard(kind="duke")) == [
        "hoc.card.adventurer: CardAcquired seat 0 duke basic market",
        "hoc.end.dukes: DukesRanOut 0:15 1:0 best 0",
    ]
    assert board.result == ((0,), "hoc.end.dukes")


@pytest.mark.rule("hoc.end.dukes", "hoc.card.enchantress")
def test_the_enchantress_may_take_the_last_duke() -> None:
    board = Board(
        Area(hand="enchantress", domain=FIFTEEN), Area(domain=SEVENTEEN, draw=["duke", "city"]), basic={"duke": 1}
    )
    board.play("enchantress")
    assert board.do(pb.AcquireCard(kind="duke")) == [
        "hoc.card.enchantress: CardAcquired seat 0 duke basic market",
        "hoc.end.dukes: DukesRanOut 0:15 1:17 best 1",
    ]
    assert board.result == ((1,), "hoc.end.dukes")


@pytest.mark.rule("hoc.end.tie")
def test_equal_at_the_top_is_a_draw() -> None:
    twelve = ("twins duke*2", "klam-klam duke*2", "laolily duke senator")
    board = last_duke(*(Area(domain=domain) for domain in twelve))
    assert board.do(pb.BuyCard(kind="duke"))[-1] == "hoc.end.dukes: DukesRanOut 0:12 1:12 2:9 best 0 1"
    assert board.refused(pb.BuyCard(kind="city"), 0) == [("hoc.end.tie", "the game is over")]
    assert board.result == ((), "hoc.end.tie")


@pytest.mark.rule("hoc.end.dukes")
def test_it_comes_before_a_pending_coronation() -> None:
    board = last_duke(
        Area(domain="klam-klam duke*3 royal-maid*2"), Area(domain="twins duke*3 royal-maid", declared=True)
    )
    board.do(pb.BuyCard(kind="duke"))
    assert board.result == ((0,), "hoc.end.dukes")


@pytest.mark.rule("hoc.end.dukes", "hoc.sudden-death.dropout")
def test_in_overtime_those_who_dropped_out_are_left_out() -> None:
    board = last_duke(Area(domain="klam-klam duke"), Area(domain="twins"), Area(domain="laolily duke*3", standing=2))
    assert board.do(pb.BuyCard(kind="duke"))[-1] == "hoc.end.dukes: DukesRanOut 0:6 1:0 best 0"
    assert board.result == ((0,), "hoc.end.dukes")
