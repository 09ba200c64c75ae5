"""How sure a card's text is, wherever the card is shown."""

import random
from collections.abc import Iterable

import pytest
from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.catalogue import CARDS, MARKS, SETS, both_names, name, shown
from rulekeeper.games.heart_of_crown.state import State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Match, Multiset, Offer, OneOf, Order, Subset, random_command, unavailable
from tests.games.heart_of_crown.table import Area, Board

UNSURE = [card for card in CARDS.values() if card.status != "confirmed"]


@pytest.mark.parametrize(
    ("kind", "words", "both"),
    [
        ("library", "Library?", "Library? 図書館"),
        ("bribery", "Bribery~", "Bribery~ 買収工作"),
        ("duke", "Duke", "Duke 公爵"),
        ("unheard-of", "unheard-of", "unheard-of"),
    ],
)
def test_a_mark_says_how_sure_a_text_is(kind: str, words: str, both: str) -> None:
    assert (shown(kind), both_names(kind)) == (words, both)
    assert name(kind) == words.rstrip("?~")


def test_a_cards_rule_says_where_its_text_is_not_confirmed() -> None:
    said = {kind: GAME.rulebook[f"hoc.card.{kind}"].statement for kind in ("library", "bribery", "duke")}
    assert said["library"].endswith(". This text is a guess: it is not confirmed for the first edition.")
    assert said["bribery"].endswith(". Part of this text is not confirmed for the first edition.")
    assert said["duke"] == CARDS["duke"].effect
    assert GAME.rulebook["hoc.card.library"].title == "Library?"


def test_the_catalogue_tells_what_is_known_from_where_and_which_rules_say_more() -> None:
    cards = {card.id: card for card in GAME.cards}
    summons = cards["summons"]
    assert (summons.status, summons.also) == ("guess", ("Draft Notice",))
    assert summons.confidence == CARDS["summons"].confidence and summons.edition_note
    assert summons.rules[:2] == ("hoc.card.summons", "hoc.faq.summons.zero")
    assert cards["duke"].also == ()
    assert [rule for card in cards.values() for rule in card.rules if rule not in GAME.rulebook] == []


def labels(offers: Iterable[Offer[Message]]) -> list[str]:
    return [
        field.label(value)
        for offer in offers
        if offer.open()
        for name, field in offer.fields.items()
        if isinstance(field, OneOf | Subset | Multiset | Order) and field.label is not None and name != "at"
        for value in field.candidates
    ]


@pytest.mark.parametrize("chosen", SETS)
def test_what_is_offered_has_its_mark(chosen: str) -> None:
    seed = f"marks {chosen}"
    print(f"seed {seed!r}")
    match: Match[State] = Match(GAME, 2, seed=seed.encode(), setup={"set": chosen})
    dice = random.Random(seed)
    seen = set()
    for _ in range(300):
        if match.table.over:
            break
        seat = match.asked()[0]
        shown_now = labels(match.offers(seat))
        shown_now += [found.subject.label for found in unavailable(GAME, match.table, seat)]
        for card in UNSURE:
            bare = [label for label in shown_now if card.name_en in label and card.id not in label]
            assert [label for label in bare if card.name_en + MARKS[card.status] not in label] == []
            seen |= {card.id} if bare else set()
        match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))
    assert seen & {*SETS[chosen].commons}


def test_a_refusal_says_the_plain_name() -> None:
    board = Board(Area(hand="library"), Area(), entry="second-phase")
    assert board.refused(pb.BuyCard(kind="library")) == [("hoc.buy.cost", "Library costs 4, you have 0 coins")]
