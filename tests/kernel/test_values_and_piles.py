"""Plain values, audiences, piles, and ids of cards."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekeeper.kernel import (
    JUDGE,
    JUDGES,
    SPECTATOR,
    Bag,
    Card,
    Minted,
    Pile,
    PileError,
    Plain,
    add,
    audience_of,
    bag,
    contents,
    counts,
    everyone,
    find,
    from_value,
    how_many,
    merge,
    mint,
    minted_with,
    only,
    sees,
    shuffled,
    size,
    take,
    tidy,
    to_value,
    top,
    total,
    uncover,
    without,
)
from rulekeeper.v1 import entry_pb2, facts_pb2

CALM = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])

# Plain values.

plain: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), st.text(), st.binary()),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@CALM
@given(value=plain)
def test_a_plain_value_comes_back_as_it_was(value: Plain) -> None:
    read = facts_pb2.Value.FromString(to_value(value).SerializeToString())
    assert from_value(read) == value and type(from_value(read)) is type(value)


@pytest.mark.parametrize(
    "odd", [1.0, [1], {"a": 1}, {1}, object(), entry_pb2.Role.ROLE_SEAT.__class__, (1, [2]), bytearray(b"a")]
)
def test_what_is_not_plain_is_refused(odd: Any) -> None:
    with pytest.raises(TypeError, match="not a plain value"):
        to_value(odd)


class Numbered(int):
    """Looks like a number, and would not come back as what it is."""


def test_subclasses_of_plain_types_are_not_plain() -> None:
    with pytest.raises(TypeError):
        to_value(Numbered(3))
    with pytest.raises(ValueError, match="out of range"):
        to_value(1 << 63)


# Audiences.


def test_an_audience_is_a_set_of_seats_and_spectators() -> None:
    assert [viewer for viewer in (SPECTATOR, 0, 1, 2) if sees(only(0, 2), viewer)] == [0, 2]
    assert all(sees(everyone(3), viewer) for viewer in (SPECTATOR, 0, 1, 2)) and not sees(everyone(3), 3)
    assert not any(sees(JUDGES, viewer) for viewer in (SPECTATOR, 0, 1, 14))
    assert all(sees(audience, JUDGE) for audience in (JUDGES, only(1), everyone(2)))
    assert only() == JUDGES and only(6) < 1 << 8
    with pytest.raises(ValueError, match="there is no seat 7"):
        only(0, 7)


# Multisets.

multisets = st.dictionaries(st.sampled_from("abcde"), st.integers(1, 5)).map(counts)


@CALM
@given(one=multisets, other=multisets)
def test_multisets_add_up(one: Any, other: Any) -> None:
    both = merge(one, other)
    assert both == merge(other, one) == tuple(sorted(both)) and total(both) == total(one) + total(other)
    for kind, count in other:
        assert how_many(both, kind) == how_many(one, kind) + count
        assert take(add(one, kind, count), kind, count) == one
    assert all(count > 0 for _, count in both)


def test_what_is_not_there_cannot_be_taken() -> None:
    assert counts("banana") == (("a", 3), ("b", 1), ("n", 2)) and counts({"x": 0, "y": 1}) == (("y", 1),)
    for kind, count in (("a", 2), ("c", 1), ("a", -1)):
        with pytest.raises(PileError):
            take((("a", 1), ("b", 1)), kind, count)
    with pytest.raises(PileError):
        add((), "a", -1)
    assert take((("a", 1),), "a") == () and add((), "a", 0) == () == take((), "a", 0)


# Piles.

PILE: Pile = (Card(7, "a", 2, up=True), Bag((("a", 1), ("b", 2))), Card(9, "c", 1), Bag((("c", 1),)))


def test_a_pile_knows_its_size_and_contents_and_what_lies_on_top() -> None:
    assert size(PILE) == 6 and contents(PILE) == (("a", 2), ("b", 2), ("c", 2))
    assert top(PILE) == PILE[0] and top(()) is None
    assert find(PILE, 9).kind == "c"
    card, left = without(PILE, 9)
    assert card.kind == "c" and left == (PILE[0], PILE[1], PILE[3])
    for lost in (lambda: find(PILE, 8), lambda: without(PILE, 8)):
        with pytest.raises(PileError, match="card 8 is not there"):
            lost()


def test_a_card_of_a_bag_gets_its_identity_and_stays_in_its_place() -> None:
    card = Card(5, "b", 2)
    assert uncover(PILE[1:], card) == (card, Bag((("a", 1), ("b", 1))), *PILE[2:])
    assert uncover(PILE, Card(5, "c", 2), 3) == (*PILE[:3], Card(5, "c", 2))
    for pile, at, kind in ((PILE, 0, "a"), (PILE, 1, "z"), ((), 0, "a"), (PILE, 9, "a")):
        with pytest.raises(PileError):
            uncover(pile, Card(5, kind, 2), at)


def test_a_shuffled_pile_is_one_bag_and_bags_that_lie_on_each_other_stay_apart() -> None:
    assert shuffled(PILE) == (Bag(contents(PILE)),) and shuffled(()) == ()
    assert tidy((Bag(()), PILE[1], PILE[3], Bag(()))) == (PILE[1], PILE[3])
    assert bag({"b": 1, "a": 2}) == Bag((("a", 2), ("b", 1)))


# Ids.


def test_ids_count_up_for_each_audience_by_itself_and_are_unique_over_all() -> None:
    minted: Minted = ()
    given_ids: list[int] = []
    for audience in (only(0), only(1), only(0), everyone(2), only(1), only(0), JUDGES):
        card = mint(minted, audience)
        assert audience_of(card) == audience and card not in given_ids and card == mint(minted, audience)
        minted = minted_with(minted, card)
        given_ids.append(card)
    assert minted == tuple(sorted(minted)) and dict(minted)[only(0)] == 3
    assert minted_with(minted, given_ids[0]) == minted  # an id that was given before changes nothing


@CALM
@given(others=st.lists(st.sampled_from([only(1), only(1, 2), everyone(3), JUDGES]), max_size=20))
def test_an_audiences_ids_tell_nothing_of_what_others_were_given(others: list[int]) -> None:
    alone: Minted = ()
    crowded: Minted = ()
    for audience in others:
        crowded = minted_with(crowded, mint(crowded, audience))
    for _ in range(3):
        assert mint(alone, only(0)) == mint(crowded, only(0))
        alone, crowded = (minted_with(minted, mint(minted, only(0))) for minted in (alone, crowded))
