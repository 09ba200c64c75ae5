"""Choosing from offers without the game's messages."""

import random

import pytest

from rulekeeper.client import Choice, InvalidRequest, RandomPlayer, choices, from_value, pick, to_value
from rulekeeper.client.choosing import field_values, pick_field
from rulekeeper.client.fields import kind_of
from rulekeeper.v1 import table_pb2

Candidate, Field = table_pb2.Candidate, table_pb2.OfferField


def candidates(*values: int | str, limit: int = 0) -> list[table_pb2.Candidate]:
    return [Candidate(value=to_value(value), limit=limit) for value in values]


def offer(*fields: table_pb2.OfferField, closed: bool = False) -> table_pb2.Offer:
    reasons = [table_pb2.Reason(text="not now")] if closed else []
    return table_pb2.Offer(command="rulekeeper.toy.v1.Take", fields=fields, closed=reasons)


ONE = Field(name="card", one_of=table_pb2.OneOf(candidates=candidates("city", "inn")))
SOME = Field(name="units", subset=table_pb2.Subset(candidates=candidates(1, 2, 3), least=1, most=2))
MANY = Field(
    name="coins",
    multiset=table_pb2.Multiset(candidates=[*candidates("a", limit=2), *candidates("b", limit=1)], least=0, most=2),
)
COUNT = Field(name="count", number=table_pb2.NumberRange(low=-1, high=2))
ROW = Field(name="row", order=table_pb2.Order(candidates=candidates(7, 8, 9)))


def all_of(*fields: table_pb2.OfferField) -> list[tuple[object, ...]]:
    return [tuple(choice.fields.values()) for choice in choices(offer(*fields))]


def test_every_kind_of_field_is_listed_in_full() -> None:
    assert all_of() == [()]
    assert all_of(ONE) == [("city",), ("inn",)]
    assert all_of(SOME) == [((1,),), ((2,),), ((3,),), ((1, 2),), ((1, 3),), ((2, 3),)]
    assert all_of(MANY) == [((),), (("a",),), (("b",),), (("a", "a"),), (("a", "b"),)]
    assert all_of(COUNT) == [(-1,), (0,), (1,), (2,)]
    assert len(all_of(ROW)) == 6
    assert len(all_of(ONE, SOME, COUNT)) == 2 * 6 * 4


def test_a_closed_offer_has_no_choice() -> None:
    assert list(choices(offer(ONE, closed=True))) == []


@pytest.mark.parametrize("field", [ONE, SOME, MANY, COUNT, ROW], ids=lambda field: field.name)
def test_every_random_choice_is_among_those_listed(field: table_pb2.OfferField) -> None:
    def unordered(choice: Choice) -> object:
        value = choice.fields[field.name]
        return tuple(sorted(value, key=repr)) if isinstance(value, tuple) and field is not ROW else value

    dice = random.Random(1)
    listed = {unordered(choice) for choice in choices(offer(field))}
    assert {unordered(pick(offer(field), dice)) for _ in range(200)} == listed


def test_a_random_player_takes_open_offers_only_and_the_shy_ones_rarely() -> None:
    stop = table_pb2.Offer(command="rulekeeper.toy.v1.Stop")
    concede = table_pb2.Offer(command="rulekeeper.toy.v1.Concede", standing=True)
    player = RandomPlayer(3, shy=["St"])
    decision = table_pb2.Decision(offers=[offer(ONE, closed=True), stop, concede, offer(COUNT)])
    taken = [player.choose(decision).short for _ in range(400)]
    assert set(taken) == {"Take", "Stop"} and 20 < taken.count("Stop") < 100
    assert player.choose(table_pb2.Decision(offers=[concede, stop])).short == "Stop"
    with pytest.raises(ValueError, match="no open offer"):
        player.choose(table_pb2.Decision(offers=[concede, offer(ONE, closed=True)]))


def test_equal_seeds_play_alike() -> None:
    decision = table_pb2.Decision(offers=[offer(ONE, SOME), offer(COUNT)])
    one, two = RandomPlayer("seed"), RandomPlayer("seed")
    assert [one.choose(decision) for _ in range(20)] == [two.choose(decision) for _ in range(20)]


def test_a_choice_is_sent_by_field_and_read_by_people() -> None:
    choice = Choice("rulekeeper.toy.v1.Take", {"card": "inn", "units": (1, 2)})
    message = choice.message()
    assert {name: from_value(value) for name, value in message.fields.items()} == {"card": "inn", "units": (1, 2)}
    assert str(choice) == "Take(card='inn', units=(1, 2))"


@pytest.mark.parametrize("plain", [None, True, False, 0, -5, 2**63 - 1, "", "x", b"", b"x", (), (1, ("a", None))])
def test_plain_values_survive_the_wire(plain: object) -> None:
    back = from_value(to_value(plain))
    assert back == plain and type(back) is type(plain)


def test_other_values_do_not_go_on_the_wire() -> None:
    with pytest.raises(TypeError, match="float"):
        to_value(1.5)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**5_000], ids=["high", "low", "huge"])
def test_a_number_that_does_not_fit_on_the_wire_is_an_invalid_request(number: int) -> None:
    with pytest.raises(InvalidRequest):
        to_value((1, number))


# Ways.

HALL = table_pb2.Path(
    budget=3,
    stays=True,
    places=[
        table_pb2.PathPlace(value=to_value("a1"), ends=True, to=[1, 2], costs=[1, 1]),
        table_pb2.PathPlace(value=to_value("b1"), cost=1, ends=True, to=[0, 3], costs=[1, 1]),
        table_pb2.PathPlace(value=to_value("a2"), cost=1, to=[3], costs=[2]),
        table_pb2.PathPlace(value=to_value("b2"), cost=2, before=1, ends=True, to=[1], costs=[1]),
    ],
)


def test_a_way_is_chosen_among_the_best_to_each_end() -> None:
    field = table_pb2.OfferField(name="way", path=HALL)
    assert [*kind_of(field).values()] == [(), ("b1",), ("b1", "b2")] == list(field_values(field))
    picked = {pick_field(field, random.Random(seed)) for seed in range(20)}
    assert picked == {(), ("b1",), ("b1", "b2")}
