"""Fields: what they list, admit, refuse and pick is one and the same; and big ones are listed without end of memory."""

import itertools
import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekeeper.kernel import Across, Check, Field, Multiset, Number, Offer, OneOf, Order, Part, Reason, Subset, When
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import sample_pb2 as pb

EVEN = Check("r.even", lambda value: value % 2 == 0, lambda value: f"{value} is odd")
SMALL = Check("r.small", lambda value: value < 4, lambda value: f"{value} is not small")

candidates = st.lists(st.integers(0, 5), unique=True, max_size=5).map(tuple)
checks = st.lists(st.sampled_from([EVEN, SMALL]), unique=True, max_size=2)
sizes = st.tuples(st.integers(0, 3), st.one_of(st.none(), st.integers(0, 3)))


@st.composite
def fields(draw: st.DrawFn) -> tuple[Field, list[Any]]:
    """A field, and values to try on it."""
    of, passing, (least, most) = draw(candidates), draw(checks), draw(sizes)
    several = [(*value,) for count in range(5) for value in itertools.product(range(4), repeat=count)]
    match draw(st.sampled_from(["one", "subset", "multiset", "number", "order"])):
        case "one":
            return OneOf(of, *passing), [*range(-1, 8)]
        case "subset":
            return Subset(of, *passing, least=least, most=most), several
        case "multiset":
            limits = {one: draw(st.integers(1, 3)) for one in of}
            return Multiset(limits, *passing, least=least, most=most), several
        case "number":
            return Number(least, 3 if most is None else most), [*range(-1, 8)]
        case _:
            return Order(of), [*itertools.permutations(of), *several]


def named(field: Field, value: Any) -> Any:
    """A value as far as it matters: the order matters only where it is what is asked for."""
    return tuple(sorted(value)) if isinstance(value, tuple) and not isinstance(field, Order) else value


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(given_field=fields(), seed=st.integers(0, 1000))
def test_what_is_listed_is_what_is_admitted_and_what_is_refused_has_a_reason(
    given_field: tuple[Field, list[Any]], seed: int
) -> None:
    field, values = given_field
    listed = list(field.legal())
    assert len(listed) == len(set(listed))
    assert all(field.admits(value) and not field.refuse(value) for value in listed)
    assert field.some() == bool(listed)
    lawful = {named(field, value) for value in listed}
    for value in values:
        assert field.admits(value) == (named(field, value) in lawful)
        assert field.admits(value) == (not field.refuse(value))
    if listed:
        dice = random.Random(seed)
        assert all(field.admits(field.pick(dice.randrange)) for _ in range(5))
    for value, reasons in field.single():
        assert field.has(value) and field.against(value) == reasons


def texts(reasons: Iterable[Reason]) -> list[str]:
    return [f"{reason.rule}: {reason.text}" for reason in reasons]


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        (OneOf((1, 2), EVEN), 1, ["r.even: 1 is odd"]),
        (OneOf((1, 5), EVEN, SMALL), 5, ["r.even: 5 is odd", "r.small: 5 is not small"]),
        (OneOf(("a",), label=str.upper), "b", [": b is not among the choices"]),
        (OneOf((7,), otherwise=("r.own", "you have no {value}")), 8, ["r.own: you have no 8"]),
        (Subset((1, 2), EVEN), (1, 3), ["r.even: 1 is odd", ": 3 is not among the choices"]),
        (Subset((1, 2), most=1), (1, 2), [": 2 chosen, from 0 to 1 asked for"]),
        (Subset((1, 2)), (2, 2), [": the same one is chosen twice"]),
        (Subset((1, 2, 3), least=2, most=2), (1,), [": 1 chosen, 2 asked for"]),
        (Multiset({"a": 2, "b": 1}, label=str.upper), ("b", "b"), [": B: at most 1"]),
        (Multiset({"a": 2}, least=1, most=1), ("a", "a"), [": 2 chosen, 1 asked for"]),
        (Multiset((("a", 2),)), ("c",), [": c is not among the choices"]),
        (Subset((1, 2), most=1, size_rule="r.size"), (1, 2), ["r.size: 2 chosen, from 0 to 1 asked for"]),
        (Subset((1, 2), size_rule="r.size"), (3,) * 65, ["r.size: 65 chosen, of 2 that there are"]),
        (
            Multiset({"a": 2, "b": 1}, least=4, most=5, size_rule="r.size", copies_rule="r.copies"),
            ("a", "b", "b"),
            ["r.copies: b: at most 1", "r.size: 3 chosen, from 4 to 5 asked for"],
        ),
        (Multiset({"a": 2}, size_rule="r.size", copies_rule="r.copies"), ("c",), [": c is not among the choices"]),
        (Multiset({"a": 2}, size_rule="r.size"), ("a",) * 65, ["r.size: 65 chosen, of 2 that there are"]),
        (Number(1, 3, "r.coins"), 4, ["r.coins: 4 is not from 1 to 3"]),
        (Order((1, 2, 3)), (1, 2), [": each of the 3 is to be named once"]),
        (Order((1, 2)), (1, 9), [": 9 is not among the choices"]),
        (Order((1, 2)), (1, 1), [": each of the 2 is to be named once"]),
    ],
)
def test_what_a_field_refuses_it_refuses_in_words(field: Field, value: Any, told: list[str]) -> None:
    assert texts(field.refuse(value)) == told and not field.admits(value)


@pytest.mark.parametrize("value", [tuple(range(50_000)), (1,) * 50_000, tuple(n % 9 for n in range(50_000))])
@pytest.mark.parametrize(
    "field",
    [
        Subset(range(9)),
        Subset(range(9), most=60_000),
        Multiset(dict.fromkeys(range(9), 5)),
        Multiset(dict.fromkeys(range(9), 5), most=60_000),
        Order(range(9)),
    ],
    ids=lambda field: type(field).__name__,
)
def test_far_more_values_than_there_are_get_one_reason(field: Field, value: tuple[int, ...]) -> None:
    assert not field.admits(value) and not field.has(value)
    (reason,) = field.refuse(value)
    assert reason.text in ("50000 chosen, of 9 that there are", "50000 chosen, of 45 that there are")


def test_far_more_kinds_than_there_are_get_one_reason_where_each_kind_may_be_taken_often() -> None:
    field = Multiset(dict.fromkeys(range(9), 10_000))
    value = tuple(range(50_000))
    assert not field.admits(value)
    assert texts(field.refuse(value)) == [": 50000 different ones chosen, of 9 that there are"]
    assert field.admits(tuple(n % 9 for n in range(50_000)))
    assert texts(field.refuse((0,) * 50_000)) == [": 0: at most 10000"]


def test_a_few_values_too_many_are_told_one_by_one() -> None:
    assert len(Subset(range(9)).refuse(tuple(range(9, 60)))) == 52


def test_big_fields_are_listed_bit_by_bit() -> None:
    many = tuple(range(1000))
    for field in (Subset(many), Multiset(dict.fromkeys(many, 9), least=4, most=5), Order(many), Number(0, 1 << 40)):
        assert len(list(itertools.islice(field.legal(), 10))) == 10
    both = Offer(pb.Pick, numbers=Subset(many), number=Number(0, 1 << 30), texts=Order(map(str, many)))
    assert len(list(itertools.islice(both.legal(), 10))) == 10


def test_a_multiset_that_needs_more_than_there_is_lists_nothing() -> None:
    assert list(Multiset({"a": 2, "b": 1}, least=4).legal()) == []
    assert list(Multiset({"a": 1, "b": 1}, least=2).legal()) == [("a", "b")]
    assert list(Multiset({}, least=0).legal()) == [()]


# Offers.


def test_an_offer_lists_all_commands_that_pass_every_check_in_a_fixed_order() -> None:
    across = Across("r.sum", lambda c: c.number + len(c.numbers) < 3, lambda c: "too much")
    offer = Offer(pb.Pick, number=OneOf((1, 2)), numbers=Subset((8, 9)), across=(across,))
    assert [(c.number, [*c.numbers]) for c in offer.legal()] == [(1, []), (1, [8]), (1, [9]), (2, [])]
    assert [*offer.legal()] == [*offer.legal()]
    dice = random.Random(1)
    assert all(offer.admits(offer.pick(dice.randrange)) for _ in range(30))


def test_an_offer_whose_picks_hardly_ever_pass_still_finds_the_one_that_does() -> None:
    only = Across("r.one", lambda c: (c.number, *c.numbers) == (40, 3), lambda c: "not that")
    offer = Offer(pb.Pick, number=Number(0, 40), numbers=Subset(range(6), least=1), across=(only,))
    assert offer.pick(random.Random(2).randrange, tries=3).number == 40
    never = Offer(pb.Pick, number=Number(0, 3), across=(Across("r.no", lambda c: False, lambda c: "no"),))
    with pytest.raises(LookupError, match=r"sample\.v1\.Pick is offered, but no command passes"):
        never.pick(random.Random(2).randrange)


def test_a_closed_offer_says_every_reason_why() -> None:
    offer = Offer(
        pb.Pick,
        When("r.time", False, lambda: "not now"),
        When("r.place", True, "never read"),
        number=OneOf((1, 3), EVEN),
        text=OneOf(()),
    )
    assert not offer.open() and [*offer.legal()] == []
    assert offer.closed() == [
        Reason("r.time", "not now"),
        Reason("r.even", "1 is odd", "number", about=((1, ""),)),
        Reason("r.even", "3 is odd", "number", about=((3, ""),)),
    ]
    nothing = [Reason("", "there is nothing to choose from", "text")]
    assert Offer(pb.Pick, number=OneOf((2,)), text=OneOf(())).closed() == nothing
    assert Offer(pb.Pick, When("r.time", False, "not now"), text=OneOf(())).closed() == [Reason("r.time", "not now")]
    assert Offer(pb.Pick, number=OneOf((2,))).closed() == []


def test_words_are_only_made_when_they_are_asked_for() -> None:
    def never() -> str:
        raise AssertionError("read")

    offer = Offer(pb.Pass, When("r.time", False, never))
    assert not offer.open() and not offer.admits(pb.Pass())
    check = Check("r.odd", lambda value: value == 1, lambda value: never())
    field = OneOf((1, 2), check, label=lambda value: never())
    assert field.admits(1) and not field.admits(2) and field.some() and [*field.legal()] == [1]


def test_an_offer_speaks_against_one_value_of_a_field_or_against_itself() -> None:
    offer = Offer(pb.Pick, When("r.time", True, ""), number=OneOf((1, 2), EVEN), text=OneOf(()))
    assert texts(offer.against("number", 1)) == ["r.even: 1 is odd"]
    assert texts(offer.against("number", 2)) == [": there is nothing to choose from"]
    assert texts(offer.against("", 0)) == [": there is nothing to choose from"]
    assert Offer(pb.Pick, number=OneOf((1, 2), EVEN)).against("number", 2) == []


def test_candidates_may_come_from_anything_that_can_be_iterated() -> None:
    assert OneOf(value for value in (3, 1)).candidates == (3, 1)
    assert Subset(iter("ab")).most == 2
    assert Order({"x": 1, "y": 2}).candidates == ("x", "y")


def test_what_a_number_is_made_of_is_read_only_where_it_stands_against_something() -> None:
    read: list[str] = []

    def parts(name: str) -> tuple[Part, ...]:
        read.append(name)
        return (Part("shop.cost", 3, "printed cost"), Part("shop.tax", 1))

    def offer(holds: bool) -> Offer[Any]:
        return Offer(
            nm.Bid,
            When("shop.open", holds, "closed", lambda: parts("when")),
            across=(Across("shop.sum", lambda _: holds, lambda _: "too much", parts=lambda _: parts("across")),),
            coins=OneOf((2,), Check("shop.price", lambda _: holds, str, lambda _: parts("check"))),
        )

    assert offer(True).admits(nm.Bid(coins=2)) and not offer(False).admits(nm.Bid(coins=2)) and not read
    reasons = offer(False).refuse(nm.Bid(coins=2))
    assert [(reason.rule, sum(part.amount for part in reason.parts)) for reason in reasons] == [
        ("shop.open", 4),
        ("shop.price", 4),
    ]
    assert [reason.field for reason in reasons] == ["", "coins"] and {*read} == {"when", "check"}
