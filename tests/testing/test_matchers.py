"""Comparing facts: what is left out, what counts, and how a difference reads."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.testing.matchers import Fact, contains, difference, exactly, in_order, shown, under

PLAYED = pb.CardPlayed(seat=1, was=3, card=12, kind="city", at="4:right", opened=["12:bottom"])
GAINED = pb.CoinsGained(seat=1, coins=2)
DRAWN = pb.CardDrawn(seat=1, card=13, kind="duke")
FACTS = [Fact(PLAYED, "r.play", 14), Fact(GAINED, "r.coins", 6), Fact(DRAWN, "r.draw"), Fact(GAINED, "r.more")]


def test_a_message_reads_on_one_line_with_enums_by_name() -> None:
    acquired = pb.CardAcquired(seat=0, kind="inn", source=pb.SOURCE_BASIC_MARKET)
    assert shown(acquired) == 'CardAcquired {seat: 0, kind: "inn", source: SOURCE_BASIC_MARKET}'
    cards = pb.HandCardsDiscarded(seat=1, was=[3, 4], cards=[pb.KindCount(kind="city", count=2)])
    assert shown(cards) == 'HandCardsDiscarded {seat: 1, was: [3, 4], cards: [{kind: "city", count: 2}]}'


def test_ids_are_left_out_unless_asked_for() -> None:
    other = pb.CardPlayed(seat=1, was=7, card=99, kind="city", at="8:right", opened=["99:bottom"])
    assert exactly([FACTS[0]], [other], ids=False)
    assert not exactly([FACTS[0]], [other], ids=True)
    assert exactly([FACTS[0]], [PLAYED], ids=True)


def test_counts_are_no_ids() -> None:
    one, two = pb.HandCardsDiscarded(cards=[pb.KindCount(kind="city", count=1)]), pb.HandCardsDiscarded()
    assert not exactly([Fact(one, "r")], [two], ids=False)


@pytest.mark.parametrize(
    ("expected", "exact", "ordered", "contained"),
    [
        ([PLAYED, GAINED, DRAWN, GAINED], True, True, True),
        ([PLAYED, GAINED], False, True, True),
        ([GAINED, GAINED], False, True, True),
        ([GAINED, PLAYED], False, False, True),
        ([GAINED, GAINED, GAINED], False, False, False),
        ([pb.CoinsGained(seat=0, coins=2)], False, False, False),
        ([], False, True, True),
        ([PLAYED, under("r.coins", GAINED), DRAWN, GAINED], True, True, True),
        ([under("r.more", GAINED), DRAWN], False, False, True),
        ([under("r.other", GAINED)], False, False, False),
        ([GAINED, under("r.more", GAINED), GAINED], False, False, False),
    ],
)
def test_the_three_matchers(expected: list[pb.CardPlayed], exact: bool, ordered: bool, contained: bool) -> None:
    assert exactly(FACTS, expected, ids=False) == exact
    assert in_order(FACTS, expected, ids=False) == ordered
    assert contains(FACTS, expected, ids=False) == contained


def test_a_difference_shows_what_is_missing_and_what_is_more_with_rules() -> None:
    expected = [PLAYED, pb.CoinsGained(seat=1, coins=3), DRAWN, GAINED]
    assert difference(FACTS, expected, ids=False) == (
        '    CardPlayed {seat: 1, was: 3, card: 12, kind: "city", at: "4:right", opened: ["12:bottom"]}'
        "  under r.play, page 14\n"
        "  - CoinsGained {seat: 1, coins: 3}\n"
        "  + CoinsGained {seat: 1, coins: 2}  under r.coins, page 6\n"
        '    CardDrawn {seat: 1, was: 0, card: 13, kind: "duke", known: ""}  under r.draw\n'
        "    CoinsGained {seat: 1, coins: 2}  under r.more"
    )


def test_a_difference_shows_a_wrong_rule() -> None:
    shown_difference = difference([FACTS[1]], [under("r.other", GAINED)], ids=False)
    assert "- CoinsGained {seat: 1, coins: 2}  under r.other" in shown_difference
    assert "+ CoinsGained {seat: 1, coins: 2}  under r.coins, page 6" in shown_difference
    assert difference([], [], ids=False) == "    (no facts)"
