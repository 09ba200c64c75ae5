"""The box and its cards (rulebook p.5-7, p.30-32): the data that every rule reads."""

import random

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.cards import BLOCKS
from rulekeeper.games.heart_of_crown.catalogue import CARDS, SETS, Printed, _contradictions, shown
from rulekeeper.games.heart_of_crown.state import State, conserved
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import SPECTATOR, CatalogueCard, Match, random_command
from tests.games.heart_of_crown.table import PRINCESSES, Area, Board

MAIN_TYPES = {"Princess", "Territory", "Action", "Attack", "Defence", "Succession", "Curse"}


def of(kind: str) -> list[Printed]:
    return [card for card in CARDS.values() if card.kind == kind]


def face(kind: str) -> CatalogueCard:
    """The card as frontends show it."""
    return next(card for card in GAME.cards if card.id == kind)


@pytest.mark.rule("hoc.contents.total")
def test_the_box_holds_300_cards() -> None:
    copies = {kind: sum(card.copies for card in of(kind)) for kind in ("princess", "rare", "common")}
    succession = sum(card.copies for card in of("basic") if card.has("Succession"))
    others = [CARDS[kind].copies for kind in ("farming-village", "city", "large-city", "curse")]
    assert [*copies.values(), succession, *others] == [6, 2, 150, 48, 28, 30, 20, 16]
    assert sum(card.copies for card in CARDS.values()) == 6 + 2 + 150 + 48 + 28 + 30 + 20 + 16 == 300


@pytest.mark.rule("hoc.contents.princess-kinds")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_a_new_game_six_different_princesses_lie_in_the_row(seats: int) -> None:
    view = Match(GAME, seats).view(SPECTATOR)
    assert isinstance(view, pb.View)
    assert len(view.princesses) == len({*view.princesses}) == 6 and tuple(view.princesses) == PRINCESSES


@pytest.mark.rule("hoc.contents.princess-kinds")
def test_there_are_six_princesses_one_of_each() -> None:
    assert [card.copies for card in of("princess")] == [1] * 6
    seven = [*CARDS.values(), CARDS["laolily"].model_copy(update={"id": "an-eighth"})]
    assert any(text.endswith("(hoc.contents.princess-kinds)") for text in _contradictions(seven))
    twice = [card.model_copy(update={"copies": 2}) if card.id == "laolily" else card for card in CARDS.values()]
    assert any(text.endswith("(hoc.contents.princess-kinds)") for text in _contradictions(twice))


@pytest.mark.rule("hoc.contents.basic-succession")
def test_four_basic_succession_kinds_have_twelve_copies_each() -> None:
    succession = {card.id: card.copies for card in of("basic") if card.has("Succession")}
    assert succession == {"apprentice-maid": 12, "royal-maid": 12, "senator": 12, "duke": 12}


@pytest.mark.rule("hoc.contents.commons")
def test_thirty_commons_have_five_copies_each() -> None:
    assert [card.copies for card in of("common")] == [5] * 30 and 30 * 5 == 150
    assert len({card.id for card in of("common")}) == 30


@pytest.mark.rule("hoc.contents.rares")
def test_the_two_rares_exist_once() -> None:
    assert {card.id: card.copies for card in of("rare")} == {"imperial-capital-carikuma": 1, "imperial-crown": 1}


@pytest.mark.rule("hoc.contents.rares")
@pytest.mark.parametrize("chosen", ["first-play", "court-politics", "random"])
def test_in_any_game_each_of_the_rares_lies_in_one_place(chosen: str) -> None:
    match: Match[State] = Match(GAME, 3, setup={"set": chosen}, seed=b"rares")
    dice = random.Random(1)
    for _ in range(200):
        cards = conserved(match.table.state)
        assert (cards["imperial-capital-carikuma"], cards["imperial-crown"]) == (1, 1)
        seat = match.asked()[0]
        match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))


@pytest.mark.rule("hoc.contents.basics")
def test_there_are_eight_basic_kinds() -> None:
    assert [card.name_en for card in of("basic")] == [
        *("Farming Village", "City", "Large City", "Apprentice Maid", "Royal Maid", "Senator", "Duke", "Curse")
    ]


@pytest.mark.rule("hoc.anatomy.princess")
def test_a_princess_shows_name_cost_type_and_ability() -> None:
    for card in map(face, PRINCESSES):
        assert card.name and card.name_ja and card.effect
        assert (card.printed["cost"], card.printed["types"]) == (6, ["Princess"])
    assert [face(kind).printed["succession_points"] for kind in PRINCESSES] == [6, 0, 0, 0, 0, 0]


@pytest.mark.rule("hoc.anatomy.common")
def test_a_common_shows_cost_types_text_and_links() -> None:
    wall = face("castle-wall")
    assert (wall.name, wall.printed["cost"], wall.printed["types"]) == ("Castle Wall", 2, ["Action", "Defence"])
    assert "In defence" in wall.effect and len(wall.printed["link"]) == 1


@pytest.mark.rule("hoc.anatomy.basic")
def test_the_curse_costs_nothing_and_has_no_link() -> None:
    curse = face("curse").printed
    assert (curse["cost"], curse["types"], curse["link"]) == (0, ["Curse"], [])


@pytest.mark.rule("hoc.anatomy.rare")
def test_the_crown_costs_thirteen_and_is_a_succession_card() -> None:
    crown, capital = face("imperial-crown"), face("imperial-capital-carikuma")
    assert (crown.printed["cost"], crown.printed["types"], crown.printed["link"]) == (13, ["Succession"], [])
    assert (capital.printed["cost"], capital.printed["types"]) == (11, ["Territory", "Succession"])
    assert capital.printed["link"] == ["right"], "which the list of a rare's parts leaves out"
    for rare in (crown, capital):
        assert rare.name and rare.effect == CARDS[rare.id].effect != ""


@pytest.mark.rule("hoc.types.seven")
def test_every_card_has_one_or_more_of_the_seven_types() -> None:
    for card in CARDS.values():
        assert card.types and set(card.types) <= MAIN_TYPES, card.id


@pytest.mark.rule("hoc.types.attack")
def test_every_attack_card_is_an_action_card() -> None:
    attacks = [card for card in CARDS.values() if card.has("Attack")]
    assert len(attacks) == 7 and all(card.has("Action") for card in attacks)


@pytest.mark.rule("hoc.types.subtype", "hoc.example.seven-types-infantry")
def test_a_subtype_counts_as_a_type() -> None:
    infantry = CARDS["infantry-battalion"]
    assert infantry.has("Action") and infantry.has("Attack") and infantry.has("troops")
    assert not infantry.has("Territory")
    subtypes = {subtype for card in CARDS.values() for subtype in card.subtypes}
    assert subtypes == {"maid", "troops", "magic", "scheme", "merchant"}


@pytest.mark.rule("hoc.types.multi")
def test_a_card_of_several_types_is_one_of_each() -> None:
    domain = CARDS["imperial-domain"]
    assert domain.has("Succession") and domain.has("Territory") and domain.playable


@pytest.mark.rule("hoc.outside.second-edition-differences")
def test_the_cards_are_those_of_the_first_edition() -> None:
    names = {card.name_en for card in CARDS.values()}
    assert "Orchard" not in names
    assert {"Bribery", "Summons", "Slash and Burn", "Shinobi", "Money Lender"} <= names
    assert len([card for card in CARDS.values() if card.has("Defence")]) == 3
    assert CARDS["imperial-crown"].cost == 13 and CARDS["imperial-capital-carikuma"].succession_points == 8


@pytest.mark.rule("hoc.outside.edition")
def test_the_curse_witch_is_the_one_of_the_reprint() -> None:
    board = Board(Area(hand="curse-witch city"), Area(draw=["city*3"]), curses=4)
    board.play("curse-witch")
    assert board.positions() == []
    assert board.do(pb.ExileCard(card=board.in_hand("city")))[2:] == [
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.card.curse-witch: CardAcquiredUnder seat 1 curse curse pile face_up",
        "hoc.effect.clockwise: AttackOver curse-witch",
    ]
    assert board.draw_pile(1) == ["city*3", "^curse"] and board.discard(1) == "" and board.state.curses == 3


@pytest.mark.rule("hoc.princess.three-kinds")
def test_princesses_act_once_or_always_or_when_asked() -> None:
    once = [kind for kind in CARDS if BLOCKS[kind].backed or BLOCKS[kind].stays]
    constant = [kind for kind in CARDS if BLOCKS[kind].price] + [
        card.id for card in of("princess") if card.succession_points
    ]
    activated = [kind for kind in CARDS if BLOCKS[kind].ability]
    assert once == ["laolily", "flammaria", "twins-lain-shion"]
    assert sorted(constant) == ["klam-klam", "lulunasaika"]
    assert activated == ["bergamotte", "twins-lain-shion", "imperial-domain"]


@pytest.mark.parametrize(
    ("kind", "points"),
    [("farming-village", -2), ("apprentice-maid", -2), ("royal-maid", 2), ("senator", 3), ("duke", 6)],
)
def test_printed_points(kind: str, points: int) -> None:
    assert CARDS[kind].succession_points == points


def test_every_card_is_a_rule_with_its_text() -> None:
    for card in CARDS.values():
        rule = GAME.rulebook[f"hoc.card.{card.id}"]
        assert rule.title == shown(card.id) and rule.statement.startswith(card.effect)


def test_every_rule_that_a_card_or_a_set_names_is_in_the_rulebook() -> None:
    for card in CARDS.values():
        assert GAME.rulebook.keys() >= {*card.faq}, card.id
    assert all(recommended.rule in GAME.rulebook for recommended in SETS.values())


def test_the_catalogue_says_how_sure_each_card_is() -> None:
    status = {card.id: card.status for card in GAME.cards}
    assert status["alchemist"] == "confirmed" and status["library"] == "guess" and status["supply-unit"] == "partly"
    assert {card.id: card.name_ja for card in GAME.cards}["duke"] == "公爵"


@pytest.mark.rule("hoc.types.attack", "hoc.contents.basics", "hoc.contents.total")
def test_data_that_contradicts_the_rulebook_is_refused_by_rule() -> None:
    cards = list(CARDS.values())
    wrong = list(_contradictions([card for card in cards if card.id != "duke"]))
    assert [text.rpartition("(")[2] for text in wrong] == [
        "hoc.contents.total)",
        "hoc.contents.basics)",
        "hoc.contents.basic-succession)",
    ]
    tame = [card.model_copy(update={"types": ("Attack",)}) if card.id == "scout" else card for card in cards]
    assert list(_contradictions(tame)) == ["scout is an Attack card and no Action card (hoc.types.attack)"]


@pytest.mark.rule("hoc.defence.show", "hoc.types.attack", "hoc.types.action")
def test_every_card_does_what_its_types_say() -> None:
    assert list(BLOCKS) == list(CARDS)
    assert {card.id for card in CARDS.values() if card.has("Attack")} == {k for k in CARDS if BLOCKS[k].hits}
    assert {card.id for card in CARDS.values() if card.has("Defence")} == {k for k in CARDS if BLOCKS[k].defends}
    does = {kind for kind, block in BLOCKS.items() if block.play or block.hits or block.copies}
    assert {card.id for card in CARDS.values() if card.playable} == does
