"""Offers with hundreds of candidates: what they cost grows with the candidates and not with their square, and a closed
one is told in few words. Checks and comparisons are counted; nothing is timed.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rulekeeper.kernel import Check, Multiset, Offer, OneOf, Order, Play, Reason, Script, Subset, When, ask
from rulekeeper.testing.conformance_probes import Opinion, outside
from rulekeeper.testing.conformance_survey import Effort, Survey
from tests.kernel.broken_games import with_scripts
from tests.kernel.night_market import night_market_pb2 as pb

FEW, MANY = 64, 512
SLACK = 1.5

FIRST = 999_999
"""A candidate that is a multiple of three, and greater than any id that these games come to."""

CALLED: Counter[str] = Counter()


class Counted(int):
    """A candidate that counts how often it is compared."""

    def __eq__(self, other: object) -> bool:
        CALLED["compared"] += 1
        return int.__eq__(self, other)

    __hash__ = int.__hash__


def cheap(value: int) -> bool:
    CALLED["checked"] += 1
    return value % 3 > 0


CHEAP = Check("nm.privilege", cheap, lambda value: "it is one in three")


def one_of(number: int) -> Offer[pb.Score]:
    return Offer(pb.Score, card=OneOf([Counted(FIRST + one) for one in range(number)], CHEAP, ref=lambda card: ""))


def calls(number: int) -> Counter[str]:
    """What it takes to list the commands outside of an offer with so many candidates."""
    CALLED.clear()
    menu: list[Any] = [one_of(number)]
    assert sum(1 for _ in outside(menu, pb.Score(card=FIRST + 1))) > 10
    return Counter(CALLED)


def test_listing_the_commands_outside_of_an_offer_grows_with_its_candidates() -> None:
    few, many = calls(FEW), calls(MANY)
    for what in few.keys() | many.keys():
        assert many[what] <= SLACK * MANY / FEW * max(few[what], FEW), (what, few, many)


@pytest.mark.parametrize("number", [FEW, MANY])
def test_what_stands_against_each_candidate_is_asked_once_for_each(number: int) -> None:
    offer = one_of(number)
    CALLED.clear()
    offer.fields["card"].single()
    assert CALLED["checked"] == number and CALLED["compared"] == 0


def test_a_value_is_looked_for_among_many_candidates_without_going_through_them() -> None:
    field = OneOf([Counted(one) for one in range(MANY)])
    assert field.admits(MANY - 1) and not field.admits(MANY)
    CALLED.clear()
    assert all(field.admits(one) for one in range(MANY)) and not field.has(MANY) and field.against(MANY)
    assert CALLED["compared"] <= 2 * MANY


def scored(number: int) -> Any:
    """Night Market in which the winner names one of so many numbers, each with a cheap check."""

    def menu(state: Any, seat: int) -> Iterator[Offer[Any]]:
        yield one_of(number)

    def privilege(play: Play[Any], seat: int) -> Script[None]:
        yield from ask(seat, menu)

    return with_scripts(privilege=privilege)


def surveyed(number: int) -> tuple[Survey, int]:
    CALLED.clear()
    survey = Survey(scored(number), Effort(twins=12, rulings=0))
    survey.play(2, 1)
    return survey, CALLED["checked"]


def test_a_game_with_a_field_of_512_candidates_passes_the_suite_with_twelve_twins() -> None:
    """The same game with 64 and with 512 candidates: eight times the work, not sixty-four times."""
    (few, checked_few), (many, checked_many) = surveyed(FEW), surveyed(MANY)
    for survey in (few, many):
        assert survey.twins == 12 and not any(survey.problems.values()), survey.problems
    each_few, each_many = checked_few / few.commands, checked_many / many.commands
    assert each_many <= SLACK * MANY / FEW * each_few, (checked_few, checked_many)


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        (Subset(range(20), least=1, most=2), pb.Bid(cards=[1, 2]), pb.Bid(cards=[1, 1])),
        (Subset(range(20), CHEAP, least=1), pb.Bid(cards=[1]), pb.Bid(cards=[3])),
        (Multiset({1: 2, 2: 1}, least=1), pb.Bid(cards=[1, 1, 2]), pb.Bid(cards=[2, 2])),
        (Order([1, 2, 3]), pb.Bid(cards=[3, 1, 2]), pb.Bid(cards=[3, 1])),
    ],
)
def test_the_second_opinion_says_what_the_offer_says(field: Any, right: pb.Bid, wrong: pb.Bid) -> None:
    offer = Offer(pb.Bid, cards=field)
    assert Opinion(offer).lawful(right) and offer.admits(right)
    assert not Opinion(offer).lawful(wrong) and not offer.admits(wrong)


# What is said of a closed offer.


def closed(*checks: Check, number: int = 400) -> list[Reason]:
    offer = Offer(pb.Score, card=OneOf(range(number), *checks, label=lambda card: f"ware {card}"))
    assert not offer.open()
    return offer.closed()


def test_a_closed_offer_says_of_each_reason_which_candidates_it_is_about_and_how_many_more() -> None:
    odd = Check("nm.ghost.worth", lambda card: card % 2 == 0, lambda card: "it is odd")
    even = Check("nm.bid.cap", lambda card: card % 2 == 1, lambda card: "it is even")
    evens, odds = closed(odd, even)
    assert (evens.rule, evens.text, evens.field, evens.more) == ("nm.bid.cap", "it is even", "card", 192)
    assert evens.about == tuple((card, f"ware {card}") for card in range(0, 16, 2))
    assert (odds.rule, odds.more, odds.about[0]) == ("nm.ghost.worth", 192, (1, "ware 1"))


def test_of_many_reasons_under_one_rule_eight_are_told_and_of_how_many_candidates_there_are_others() -> None:
    told = closed(Check("nm.bid", lambda card: False, lambda card: f"it is worth {card // 4}"))
    assert [reason.text for reason in told[:8]] == [f"it is worth {worth}" for worth in range(8)]
    assert [len(reason.about) for reason in told] == [4] * 8 + [8] and [reason.more for reason in told] == [0] * 8 + [
        360
    ]
    assert told[8].text == "the same rule stands against 368 more" and told[8].about[0] == (32, "ware 32")


def test_what_stands_against_the_offer_itself_is_about_no_candidate() -> None:
    offer = Offer(pb.Score, When("nm.privilege", False, "the stall is empty"), card=OneOf([]))
    assert offer.closed() == [Reason("nm.privilege", "the stall is empty")]
