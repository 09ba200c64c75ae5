"""What is printed on each card, beside the game's own data: taken down from the rulebook and public card lists, and not
from cards.toml.
"""

import pytest

from rulekeeper.games.heart_of_crown.catalogue import CARDS

# kind, cost, coins, succession points, link symbols, copies
TAKEN_DOWN = """
    lulunasaika 6 0 6 0 1
    laolily 6 0 0 0 1
    klam-klam 6 0 0 0 1
    bergamotte 6 0 0 0 1
    flammaria 6 0 0 0 1
    twins-lain-shion 6 0 0 0 1
    farming-village 1 1 -2 1 28
    city 3 2 0 1 30
    large-city 6 3 0 1 20
    apprentice-maid 2 0 -2 0 12
    royal-maid 3 0 2 0 12
    senator 5 0 3 0 12
    duke 8 0 6 0 12
    curse 0 0 0 0 16
    imperial-capital-carikuma 11 3 8 1 1
    imperial-crown 13 0 14 0 1
    donation 2 0 0 1 5
    wishing-well 2 0 0 1 5
    scout 2 0 0 2 5
    post-horse 2 0 0 2 5
    castle-wall 2 0 0 1 5
    summons 3 0 0 1 5
    slash-and-burn 3 0 0 1 5
    trade-ship 3 0 0 0 5
    battering-ram 3 0 0 1 5
    buried-treasure 3 0 0 0 5
    purveyor 3 2 0 0 5
    bribery 3 0 0 1 5
    hideout 3 0 0 1 5
    magic-talisman 3 0 0 1 5
    infantry-battalion 4 2 0 0 5
    library 4 0 0 1 5
    cornered-beast 4 0 0 1 5
    city-development 4 0 0 1 5
    money-lender 4 3 0 1 5
    enchantress 4 0 0 1 5
    shinobi 4 0 0 2 5
    stargazing-witch 4 0 0 2 5
    supply-unit 4 0 0 2 5
    adventurer 5 0 0 0 5
    curse-witch 5 0 0 0 5
    royal-guard 5 2 0 0 5
    bank 5 0 0 0 5
    imperial-domain 5 2 0 1 5
    alchemist 5 0 0 1 5
    gossipy-duchess 6 0 3 0 5
"""
ROWS = [line.split() for line in TAKEN_DOWN.split("\n") if line]


def test_every_card_is_there_in_the_order_of_the_data() -> None:
    assert [row[0] for row in ROWS] == list(CARDS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_card_has_the_numbers_that_are_printed_on_it(row: list[str]) -> None:
    card = CARDS[row[0]]
    numbers = (card.cost, card.coins, card.succession_points, len(card.link), card.copies)
    assert [str(number) for number in numbers] == row[1:]
