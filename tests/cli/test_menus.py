"""A decision as a numbered menu: what is listed, what is asked, and which answers are none."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulekeeper.cli import menus
from rulekeeper.cli.alike import alike_in
from rulekeeper.client import to_value
from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.kernel import Match, standing
from rulekeeper.projections import offer_message
from rulekeeper.v1 import table_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.heart_of_crown import table as coronation
from tests.games.warhammer_invasion.table import Board, Side

Candidate, Field = table_pb2.Candidate, table_pb2.OfferField


def candidates(*names: str) -> list[table_pb2.Candidate]:
    return [Candidate(value=to_value(number), label=name, limit=2) for number, name in enumerate(names, 10)]


CARD = Field(name="card", one_of=table_pb2.OneOf(candidates=candidates("City", "Inn")))
UNITS = Field(name="units", subset=table_pb2.Subset(candidates=candidates("Orc", "Elf", "Dwarf"), least=1, most=2))
COINS = Field(name="coins", multiset=table_pb2.Multiset(candidates=candidates("gold"), least=0, most=2))
ROW = Field(name="row", order=table_pb2.Order(candidates=candidates("a", "b")))
COUNT = Field(name="count", number=table_pb2.NumberRange(low=-2, high=5))


def offer(name: str, *fields: table_pb2.OfferField, closed: str = "") -> table_pb2.Offer:
    reasons = [table_pb2.Reason(text=closed)] if closed else []
    return table_pb2.Offer(command=f"rulekeeper.toy.v1.{name}", fields=fields, closed=reasons)


def saying(*answers: str) -> Callable[[str], str]:
    left: Iterator[str] = iter(answers)
    return lambda prompt: next(left)


def test_candidates_get_numbers_of_their_own_and_closed_offers_none() -> None:
    menu = menus.items(
        [offer("PlayCard", CARD), offer("BuyCard", CARD, COUNT), offer("Rest"), offer("Fly", closed="no")]
    )
    assert [item.words for item in menu] == [
        "play card: City",
        "play card: Inn",
        "buy card: City ...",
        "buy card: Inn ...",
        "rest",
    ]
    assert menus.lines(menu)[0] == "  1  play card: City"
    assert menu[1].known == {"card": 11}


SMASH = Field(
    name="card", one_of=table_pb2.OneOf(candidates=[Candidate(value=to_value(70), label="Smash-Go-Boom!", limit=1)])
)
PLACE = Field(
    name="place", one_of=table_pb2.OneOf(candidates=[Candidate(value=to_value(5), label="the Kingdom of seat 1")])
)


def number(name: str, low: int, high: int) -> table_pb2.OfferField:
    return Field(name=name, number=table_pb2.NumberRange(low=low, high=high))


def test_a_line_names_all_that_is_settled_and_has_a_name() -> None:
    (item,) = menus.items([offer("PlayTactic", SMASH, PLACE, number("count", 1, 3))])
    assert item.words == "play tactic: Smash-Go-Boom!, the Kingdom of seat 1 ..."
    assert item.known == {"card": 70, "place": 5}


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (number("count", 1, 1), 1, ": count 1"),
        (number("x", 0, 0), 0, ": x 0"),
        (Field(name="of_it", one_of=table_pb2.OneOf(candidates=[Candidate(value=to_value(7))])), 7, ": of it 7"),
        (Field(name="units", subset=table_pb2.Subset()), (), ""),
        (
            Field(name="units", subset=table_pb2.Subset(candidates=candidates("Orc", "Elf"), least=2, most=2)),
            (10, 11),
            ": Orc and Elf",
        ),
        (
            Field(name="coins", multiset=table_pb2.Multiset(candidates=candidates("gold"), least=2, most=2)),
            (10, 10),
            ": gold",
        ),
        (Field(name="row", order=table_pb2.Order(candidates=candidates("a"))), (10,), ": a"),
    ],
)
def test_a_question_with_one_answer_is_not_asked_and_the_answer_is_shown(
    field: table_pb2.OfferField, value: object, words: str
) -> None:
    (item,) = menus.items([offer("DeclareDefenders", field)])
    assert item.words == f"declare defenders{words}"
    assert menus.complete(item, saying()).fields == {field.name: value}


def test_what_is_read_from_files_has_one_line() -> None:
    decks = [offer("SubmitDeck", CARD), offer("SubmitDeck", UNITS)]
    assert [item.words for item in menus.items(decks, {"rulekeeper.toy.v1.SubmitDeck"})] == [
        "submit deck from a file ..."
    ]


def test_a_long_menu_goes_into_two_columns_of_80() -> None:
    menu = menus.items([offer(f"Do{chr(65 + number)}") for number in range(15)])
    lines = menus.lines(menu)
    assert len(lines) == 8 and all(len(line) <= 80 for line in lines)
    assert "  9  do i" in lines[0] and lines[-1] == "  8  do h"


@pytest.mark.parametrize(
    ("field", "said", "value"),
    [
        (CARD, "2", 11),
        (UNITS, "3,1", (12, 10)),
        (UNITS, " 2 ", (11,)),
        (COINS, "", ()),
        (COINS, "1 1", (10, 10)),
        (ROW, "2,1", (11, 10)),
        (COUNT, "-1", -1),
    ],
)
def test_a_field_is_asked_for(field: table_pb2.OfferField, said: str, value: object) -> None:
    (item,) = menus.items([offer("Do", Field(name="x", number=table_pb2.NumberRange(high=3)), field)])
    choice = menus.complete(item, saying("0", said))
    assert choice.fields == {"x": 0, field.name: value}


@pytest.mark.parametrize(
    ("field", "said", "why"),
    [
        (CARD, "3", "a number from 1 to 2"),
        (CARD, "", "1 is wanted"),
        (UNITS, "", "1 to 2 are wanted"),
        (UNITS, "1,2,3", "1 to 2 are wanted"),
        (ROW, "1", "2 are wanted"),
        (ROW, "1,1", "1 can be named only once"),
        (COINS, "1,1,1", "0 to 2 are wanted"),
        (CARD, "²", "numbers from 1 to 2"),
        (COUNT, "many", "'many' is no number"),
        (COUNT, "²", "'²' is no number"),
        (COUNT, "--5", "'--5' is no number"),
        (COUNT, "9" * 5000, "is no number"),
        (Field(name="new"), "1", "does not know how to ask for new"),
    ],
)
def test_an_answer_that_is_none_says_why(field: table_pb2.OfferField, said: str, why: str) -> None:
    with pytest.raises(menus.Again, match=why):
        menus.asked(field, saying(said))


@pytest.mark.parametrize(
    ("least", "most", "limits", "words"),
    [
        (1, 1, [1, 1, 1], "one of them: its number"),
        (0, 1, [1, 1], "one of them: its number; enter for none"),
        (1, 1, [1], "one of them: its number"),
        (1, 3, [1, 1, 1, 1], "1 to 3 of them, as in 1,3"),
        (1, 9, [1, 1], "1 to 2 of them, as in 1,2"),
        (3, 3, [1, 1, 1, 1], "3 of them, as in 1,2,3"),
        (0, 3, [1, 1, 1], "any, as in 1,3; enter for none"),
        (0, 2, [1, 1, 1], "up to 2 of them, as in 1,3; enter for none"),
        (0, 4, [3, 3], "up to 4 of them, as in 1,1; enter for none"),
        (0, 2, [], "there is none to name: enter"),
        (50, 99, [3] * 40, "50 to 99 of them, as in 1,1,1,2,2,2,..."),
        (0, 2, [2], "any, as in 1,1; enter for none"),
    ],
)
def test_how_many_are_wanted_is_said_with_an_answer_that_would_do(
    least: int, most: int, limits: list[int], words: str
) -> None:
    assert menus.wanted(least, most, limits) == words


def test_after_a_mistake_the_same_question_comes_again(capsys: pytest.CaptureFixture[str]) -> None:
    prompts: list[str] = []
    answers = iter(["2", "?", "9", "1,1", "3,1"])

    def ask(prompt: str) -> str:
        prompts.append(prompt.splitlines()[-1])
        return next(answers)

    (item,) = menus.items([offer("Do", COUNT, UNITS)])
    assert menus.complete(item, ask).fields == {"count": 2, "units": (12, 10)}
    assert prompts == ["count, from -2 to 5? (b: back) ", *["1 to 2 of them, as in 1,3 (b: back) "] * 4]
    assert capsys.readouterr().out.splitlines() == [
        "nothing here is called ?: write numbers from 1 to 3, or names; b goes back",
        "write numbers from 1 to 3; b goes back",
        "1 can be named only once; b goes back",
    ]


def test_there_is_a_way_back_from_a_question() -> None:
    (item,) = menus.items([offer("Do", COUNT, UNITS)])
    with pytest.raises(menus.Back):
        menus.complete(item, saying("2", "b"))


def test_what_cannot_be_asked_for_is_not_asked_again() -> None:
    (item,) = menus.items([offer("Do", COUNT, Field(name="new"))])
    with pytest.raises(menus.Again, match="use rulekeeper send"):
        menus.complete(item, saying("2"))


def test_questions_fit_80_columns() -> None:
    many = Field(name="cards", subset=table_pb2.Subset(candidates=candidates(*["a long name"] * 20), most=3))
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return "1"

    menus.asked(many, ask)
    assert all(len(line) <= 80 for line in prompts[0].splitlines())


def test_a_tactic_at_developments_is_named_with_its_card_first() -> None:
    board = Board(
        Side(capital="orc", hand="smash-go-boom", resources=9),
        Side(developments=(2, 0, 0)),
    )
    offers = [offer_message(GAME, one, "whi.window") for one in board.match.offers(0)]
    assert [item.words for item in menus.items(offers) if item.words.startswith("play tactic")] == [
        "play tactic: Smash-Go-Boom!, the Kingdom of seat 1 ..."
    ]
    order = [*pb.PlayTactic.DESCRIPTOR.fields_by_name]
    told = [[field.name for field in one.fields] for one in offers if one.command.endswith(".PlayTactic")]
    assert told and all(names == sorted(names, key=order.index) for names in told), "the contract's order"


# Equal cards.


def menu_of(match: Match[Any], rule: str) -> tuple[list[menus.Item], list[menus.Item]]:
    """What seat 0 can do, and what at any time, as a person gets it."""
    alike = alike_in(match.view(0))
    offers = [offer_message(match.game, one, rule) for one in match.offers(0)]
    beside = [offer_message(match.game, one, rule) for one in standing(match.game, match.table, 0)]
    return menus.items(offers, (), alike), menus.items(beside, (), alike)


def test_equal_cards_are_one_line_a_kind() -> None:
    match = coronation.Board(coronation.Area(hand="village*3 city*2"), coronation.Area()).match
    menu, beside = menu_of(match, "hoc.main")
    assert menus.lines(menu, beside) == [
        "  1  play card: Farming Village (1 of 3), the first card",
        "  2  play card: City (1 of 2), the first card",
        "  3  end main phase",
        "     at any time: concede",
    ]
    hand = [card.id for card in match.table.state.players[0].hand]
    assert menu[0].known["card"] == hand[0] and menu[1].known["card"] == hand[3]


def test_equal_cards_with_offers_of_their_own_are_one_line() -> None:
    board = Board(Side(capital="orc", hand="smash-go-boom*2", resources=9), Side(developments=(2, 0, 0)))
    menu, _ = menu_of(board.match, "whi.window")
    assert [item.words for item in menu if item.title == "play tactic"] == [
        "play tactic: Smash-Go-Boom! (1 of 2), the Kingdom of seat 1 ..."
    ]


def test_cards_that_differ_in_anything_are_not_alike() -> None:
    """Two sound units stand in the quest zone with a damaged one; one more in the kingdom; and one with a choppa."""
    herders = "squig-herders squig-herders squig-herders:1 squig-herders[^choppa]"
    board = Board(Side(capital="orc", quest=herders, kingdom="squig-herders"), Side())
    alike = alike_in(board.match.view(0))
    assert len(alike) == 2 and len(set(alike.values())) == 1
    damaged = next(unit for unit in board.state.cards if unit.damage)
    quest = [unit for unit in board.state.cards if unit.place == damaged.place and unit.kind == damaged.kind]
    hosts = {card.host for card in board.state.cards}
    assert set(alike) == {unit.id for unit in quest if not unit.damage and unit.id not in hosts}


def test_a_card_that_is_named_elsewhere_is_not_like_another() -> None:
    view = pb.View(cards=[pb.InPlay(id=card, kind="squig-herders") for card in (300, 301, 302)])
    assert sorted(alike_in(view)) == [300, 301, 302]
    view.combat.attackers.append(301)
    assert sorted(alike_in(view)) == [300, 302]


# Words for numbers.


def test_a_line_can_be_called_by_its_words_and_what_is_open_at_any_time_has_no_number() -> None:
    menu = menus.items([offer("PlayCard", CARD), offer("BuyCard", CARD), offer("EndPhase")])
    beside = menus.items([offer("Concede"), offer("Wave", COUNT)])
    assert menus.lines(menu, beside)[-1] == "     at any time: concede, wave ..."
    for words, line in (
        ("4", "buy card: Inn"),
        ("play card city", "play card: City"),
        ("Buy  CARD: inn", "buy card: Inn"),
        ("end", "end phase"),
        ("concede", "concede"),
        ("wave", "wave ..."),
    ):
        assert menus.chosen(words, menu, beside).words == line
    for words, why in (
        ("city", r"city may be 1 \(play card: City\) or 3 \(buy card: City\)"),
        ("6", "write a number from 1 to 5"),
        ("castle", "nothing is called castle: write a number from 1 to 5, or what it says"),
        ("c", "nothing is called c"),
    ):
        with pytest.raises(menus.Again, match=why):
            menus.chosen(words, menu, beside)


@pytest.mark.parametrize(
    ("field", "said", "value"),
    [
        (CARD, "inn", (11,)),
        (CARD, "IN", None),
        (UNITS, "dwarf, Orc", (12, 10)),
        (UNITS, "dwa,1", (12, 10)),
        (COINS, "gold,gold", (10, 10)),
        (Field(name="row", order=table_pb2.Order(candidates=candidates("Inn", "Inn", "City~"))), "city, inn, inn", ()),
        (Field(name="one", one_of=table_pb2.OneOf(candidates=candidates("Franz, Karl", "Karl"))), "franz, karl", (10,)),
    ],
)
def test_names_are_taken_where_a_lists_number_is_wanted(
    field: table_pb2.OfferField, said: str, value: tuple[int, ...] | None
) -> None:
    if value is None:
        with pytest.raises(menus.Again, match="nothing here is called IN: write numbers from 1 to 2, or names"):
            menus.asked(field, saying(said))
        return
    found = menus.asked(field, saying(said))
    assert found == (value[0] if field.WhichOneof("kind") == "one_of" else value or (12, 10, 11))


def test_a_name_that_may_be_several_things_is_asked_for_again() -> None:
    with pytest.raises(menus.Again, match="dwarf may be 1 Dwarf Ranger or 2 Dwarf Cannon"):
        menus.asked(
            Field(name="units", subset=table_pb2.Subset(candidates=candidates("Dwarf Ranger", "Dwarf Cannon"), most=2)),
            saying("dwarf"),
        )


# Ways.

HALL = table_pb2.OfferField(
    name="way",
    path=table_pb2.Path(
        budget=3,
        stays=True,
        places=[
            table_pb2.PathPlace(value=to_value("a1"), ends=True, to=[1, 2], costs=[1, 1]),
            table_pb2.PathPlace(value=to_value("b1"), cost=1, ends=True, to=[0, 3], costs=[1, 1]),
            table_pb2.PathPlace(value=to_value("a2"), cost=1, to=[3], costs=[2]),
            table_pb2.PathPlace(value=to_value("b2"), cost=2, before=1, ends=True, to=[1], costs=[1]),
        ],
    ),
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [("b2", ("b1", "b2")), ("a2 b2", ("a2", "b2")), ("a2,b2", ("a2", "b2")), ("", ()), ("b1", ("b1",))],
)
def test_a_way_is_named_by_its_end_or_step_by_step(said: str, meant: tuple[str, ...]) -> None:
    prompts = list[str]()

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return said

    assert menus.asked(HALL, ask) == meant
    assert prompts == ["way, at most 3: b1, b2\nwhere to, or each step, as in b1 b2; enter to stay"]


def test_a_place_out_of_reach_is_asked_for_again() -> None:
    with pytest.raises(menus.Again, match="z9 is not within reach"):
        menus.asked(HALL, lambda prompt: "b1 z9")
