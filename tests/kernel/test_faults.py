"""What games have in common of what is wrong with a state that a person wrote."""

from rulekeeper.kernel import Bag, Card, mint, minted_with
from rulekeeper.kernel.faults import MOST, of_counts, of_ids, of_kinds, of_minted, of_number, of_pile, was_given

KNOWN = ("ale", "hat")


def test_a_number_has_bounds() -> None:
    assert [*of_number("n", 0), *of_number("n", MOST), *of_number("n", -2, 5, -2)] == []
    assert [*of_number("n", -1), *of_number("n", MOST + 1)] == [
        "n: -1 is not from 0 to 1000000",
        "n: 1000001 is not from 0 to 1000000",
    ]
    assert [*of_number("n", -3, 5, -2)] == ["n: -3 is not from -2 to 5"]


def test_kinds_are_known_once_each_in_order_and_not_too_many() -> None:
    assert [*of_kinds("hand", ["hat", "hat"], KNOWN), *of_counts("pile", (("ale", 3), ("hat", 1)), KNOWN, 3)] == []
    assert [*of_kinds("hand", ["hat", "gem"], KNOWN)] == ["hand: there is no card 'gem'"]
    order = "pile: kinds are listed once each, in the order of their ids"
    assert [*of_counts("pile", (("hat", 1), ("ale", 1)), KNOWN, 3)] == [order]
    assert [*of_counts("pile", (("ale", 1), ("ale", 1)), KNOWN, 3)] == [order]
    assert [*of_counts("pile", (("ale", 0), ("hat", 4)), KNOWN, 3)] == [
        "pile: 0 of ale is not from 1 to 3",
        "pile: 4 of hat is not from 1 to 3",
    ]


def test_a_pile_has_known_cards_and_no_empty_bag() -> None:
    assert [*of_pile("deck", (Card(1, "hat", 7), Bag((("ale", 2),))), KNOWN, 3)] == []
    wrong = [*of_pile("deck", (Card(1, "gem", 7), Bag(()), Bag((("ale", 4),))), KNOWN, 3)]
    assert wrong == ["deck: there is no card 'gem'", "deck: an empty bag", "deck: 4 of ale is not from 1 to 3"]


def test_counters_of_ids_are_by_audience() -> None:
    assert [*of_minted(((2, 0), (7, MOST)))] == []
    order = "minted: audiences are listed once each, ascending"
    assert [*of_minted(((7, 1), (2, 1)))] == [*of_minted(((7, 1), (7, 1)))] == [order]
    assert [*of_minted(((256, 1), (-1, 1)))][1:] == ["minted: 256 is no audience", "minted: -1 is no audience"]
    assert [*of_minted(((2, -1), (7, MOST + 1)))] == [
        "minted: -1 is not from 0 to 1000000",
        "minted: 1000001 is not from 0 to 1000000",
    ]


def test_an_id_is_given_once_and_not_again() -> None:
    first = mint((), 7)
    minted = minted_with((), first)
    then = mint(minted, 7)
    assert [*of_ids([first, 3], minted)] == [] and was_given(first, minted) and not was_given(then, minted)
    assert [*of_ids([first, first], minted)] == ["two cards have the same id"]
    assert [*of_ids([then], minted)] == [f"minted: the id {then} is given, and would be given again"]
    assert [*of_ids([0, 1 << 32, -1], minted)] == [f"{card} is no id of a card" for card in (0, 1 << 32, -1)]
    assert [*of_ids([15, first], minted, least=16)] == ["15 is no id of a card"]
    assert not was_given(0, minted) and not was_given(1 << 40, minted)
