"""What else is in the box (rulebook p.3, p.8, p.10-11, p.18-20): boards, starter decks, draft piles."""

from collections import Counter
from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion import catalogue
from rulekeeper.games.warhammer_invasion.box import (
    _BOX,
    _DRAFT,
    CAPITALS,
    DRAFT_COURSE,
    DRAFT_POOLS,
    NEUTRAL_DEAL,
    STARTERS,
    _contradictions,
    total,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, SIDES


@pytest.mark.rule("whi.components.capitals")
def test_there_are_four_capital_boards() -> None:
    assert list(CAPITALS) == ["empire", "dwarf", "chaos", "orc"]
    assert [board.name for board in CAPITALS.values()] == ["Empire", "Dwarf", "Chaos", "Orc"]
    assert [board.side for board in CAPITALS.values()] == ["order", "order", "destruction", "destruction"]


@pytest.mark.rule("whi.zones.base-power", "whi.zones.battlefield-power")
def test_an_empty_board_has_power_three_one_and_none() -> None:
    for board in CAPITALS.values():
        assert board.power == {"kingdom": 3, "quest": 1, "battlefield": 0} and set(board.power) == {*catalogue.ZONES}


def test_each_section_has_eight_hit_points() -> None:
    assert [board.hit_points for board in CAPITALS.values()] == [8, 8, 8, 8]


@pytest.mark.rule("whi.card.collector")
def test_four_starters_of_forty_cards_are_told_apart_by_number() -> None:
    ranges = {"dwarf": (1, 25), "empire": (26, 50), "orc": (56, 80), "chaos": (81, 105)}
    assert {starter.id: starter.numbers for starter in STARTERS.values()} == ranges
    for starter in STARTERS.values():
        numbers = [CARDS[card].number for card, _ in starter.cards]
        assert total(starter.cards) == starter.size == 40 and numbers == [
            *range(starter.numbers[0], starter.numbers[1] + 1)
        ]
    assert STARTERS["empire"].status == "partly" and dict(STARTERS["empire"].cards)["franzs-decree"] == 2


def test_each_starter_has_22_units_2_quests_and_five_titles_each_of_three_and_of_two_copies() -> None:
    for starter in STARTERS.values():
        of_type = Counter[str]()
        for card, copies in starter.cards:
            of_type[CARDS[card].type] += copies
        assert (of_type["unit"], of_type["quest"], of_type["support"] + of_type["tactic"]) == (22, 2, 16)
        assert Counter(copies for _, copies in starter.cards) == {3: 5, 2: 5, 1: 15}


@pytest.mark.rule("whi.setup.starter.neutrals", "whi.setup.starter.neutral-numbers")
def test_ten_each_of_24_neutral_cards_are_dealt_and_four_stay_out() -> None:
    deal = NEUTRAL_DEAL
    assert (deal.numbers, total(deal.cards), deal.each, deal.size - 2 * deal.each) == ((111, 121), 24, 10, 4)
    assert not any(CARDS[card].alliance for card, _ in deal.cards)
    printed_range = [card.copies for card in CARDS.values() if 111 <= card.number <= 119]
    assert sum(printed_range) == 21, "what the rulebook's own numbers come to"


@pytest.mark.rule("whi.setup.starter.fifty", "whi.example.starter-deck")
def test_a_starter_and_ten_neutral_cards_are_fifty() -> None:
    assert {total(starter.cards) + NEUTRAL_DEAL.each for starter in STARTERS.values()} == {50}
    assert not any(CARDS[card].keywords.only_side for card, _ in NEUTRAL_DEAL.cards)


@pytest.mark.rule("whi.draft.piles")
def test_a_draft_pile_has_85_cards_of_its_races() -> None:
    for side, pool in DRAFT_POOLS.items():
        races = [CARDS[card].race for card, _ in pool.cards]
        own = Counter({race: sum(n for card, n in pool.cards if CARDS[card].race == race) for race in SIDES[side]})
        assert sorted(own.values()) == [5, 40, 40] and own.total() == 85 and set(races) == {*SIDES[side], "neutral"}
        assert pool.neutrals == 10
    assert NEUTRAL_DEAL.size - sum(pool.neutrals for pool in DRAFT_POOLS.values()) == 4


@pytest.mark.rule("whi.draft.treaties")
def test_each_pile_gets_the_three_alliances_of_its_side() -> None:
    treaties = {
        side: [CARDS[card].number for card, _ in pool.cards if CARDS[card].alliance]
        for side, pool in DRAFT_POOLS.items()
    }
    assert treaties == {"order": [122, 123, 124], "destruction": [125, 126, 127]}


@pytest.mark.rule("whi.draft.format-cards")
def test_each_pile_gets_a_set_of_ten_format_cards_and_has_108_cards() -> None:
    ten = {"cut-supply-lines": 3, "reinforcements": 3, "sabotage": 3, "shifting-tides": 1}
    for pool in DRAFT_POOLS.values():
        assert pool.format_cards == ten and pool.size == total(pool.cards) + pool.neutrals == 85 + 3 + 10 + 10 == 108
    assert {card.id: card.copies for card in (card for card in CARDS.values() if card.type == "draft")} == {
        card: 2 * copies for card, copies in ten.items()
    }


def test_of_each_of_five_packs_of_15_the_owner_takes_8_and_4_are_left() -> None:
    course = DRAFT_COURSE
    taken, lost = course.picks * course.picked, course.counterdrafts * course.counterdrafted
    assert (taken, lost, course.pack - taken - lost) == (8, 3, 4) and course.packs * taken == 40


@pytest.mark.parametrize(
    ("part", "values", "rule"),
    [
        ("capital", {"hit_points": 9}, "whi.zones.hit-points"),
        ("capital", {"power": {"kingdom": 3, "quest": 1, "battlefield": 1}}, "whi.zones.base-power"),
        ("capital", {"id": "high_elf"}, "whi.components.capitals"),
        ("starter", {"numbers": (26, 49)}, "whi.setup.starter.choose"),
        ("starter", {"id": "orc"}, "whi.setup.starter.choose"),
        ("neutral_deal", {"numbers": (111, 119)}, "whi.setup.starter.neutrals"),
        ("neutral_deal", {"each": 12}, "whi.setup.starter.neutrals"),
        ("pool", {"side": "destruction"}, "whi.draft.sides"),
        ("pool", {"numbers": (1, 54)}, "whi.draft.piles"),
        ("pool", {"treaties": (122, 125)}, "whi.draft.treaties"),
        ("pool", {"neutrals": 11}, "whi.draft.neutrals"),
        ("pool", {"format_cards": {"sabotage": 10}}, "whi.draft.format-cards"),
        ("course", {"packs": 4}, "whi.draft.five-packs"),
        ("course", {"pack": 14}, "whi.draft.pack"),
        ("course", {"picks": 5}, "whi.draft.repeat"),
        ("course", {"picked": 1}, "whi.draft.pick-two"),
        ("course", {"counterdrafted": 2}, "whi.draft.counterdraft"),
    ],
)
def test_a_box_that_contradicts_the_rulebook_is_refused_by_rule(part: str, values: dict[str, Any], rule: str) -> None:
    assert list(_contradictions(_BOX, _DRAFT)) == []
    whole = _BOX if part in type(_BOX).model_fields else _DRAFT
    old = getattr(whole, part)
    at = 1 if part == "starter" else 0
    new = (
        (*old[:at], old[at].model_copy(update=values), *old[at + 1 :])
        if isinstance(old, tuple)
        else old.model_copy(update=values)
    )
    wrong = whole.model_copy(update={part: new})
    texts = list(_contradictions(*((wrong, _DRAFT) if whole is _BOX else (_BOX, wrong))))
    assert any(text.endswith(f"({rule})") for text in texts)
