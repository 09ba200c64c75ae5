"""Deck lists: read, printed, and checked against the rules for decks (rulebook p.5, p.7-8, p.16, p.18)."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeeper.games.warhammer_invasion.box import CAPITALS, NEUTRAL_DEAL, STARTERS
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.decks import (
    LONGEST_LIST,
    MOST_READ,
    TOLD,
    Breach,
    Deck,
    DeckListError,
    as_json,
    as_text,
    breaches,
    deck_of,
    find_card,
    parse,
    parse_json,
    starter_deck,
)

DWARFS = dict(STARTERS["dwarf"].cards)
TEN = {"contested-village": 3, "contested-fortress": 3, "armoury": 3, "infiltrate": 1}
"""Ten neutral cards."""
FIFTY = deck_of("dwarf", {**DWARFS, **TEN})


def more(deck: Deck, **cards: int) -> Deck:
    """The deck with these cards besides, underscores for hyphens."""
    return deck_of(deck.capital, [*deck.cards, *((card.replace("_", "-"), copies) for card, copies in cards.items())])


def broken(deck: Deck) -> list[str]:
    return [breach.rule for breach in breaches(deck)]


def neutral(size: int) -> dict[str, int]:
    """That many neutral cards that are bound to no side; three of a title."""
    titles = [card.id for card in CARDS.values() if card.race == "neutral" and card.type != "draft"]
    free = [title for title in titles if CARDS[title].keywords.only_side is None]
    return {title: min(3, size - 3 * place) for place, title in enumerate(free) if size > 3 * place}


def mixed(size: int) -> dict[str, int]:
    """That many cards of Order and neutral ones, three of a title."""
    titles = [card.id for card in CARDS.values() if card.side == "order"]
    return {title: min(3, size - 3 * place) for place, title in enumerate(titles) if size > 3 * place}


# Reading and printing.


def test_a_list_names_cards_by_title_id_or_number() -> None:
    deck = parse(
        """
        # Slayers
        Capital: Dwarf          # the board
        3 Troll Slayers
        2x dwarf-ranger
        1 x 7                   # King Kazador
        """
    )
    assert deck == Deck("dwarf", (("troll-slayers", 3), ("king-kazador", 1), ("dwarf-ranger", 2)))
    assert deck.size == 6


@pytest.mark.parametrize("written", ["We'z Bigga!", "WE’Z  BIGGA!", "wez bigga", "wez-bigga", "76", " wez_bigga "])
def test_case_spaces_and_punctuation_do_not_matter(written: str) -> None:
    assert parse(f"2 {written}").cards == (("wez-bigga", 2),)
    assert find_card(written) is CARDS["wez-bigga"]


def test_other_names_of_a_card_are_understood() -> None:
    names = {"1 Doom Driver": "doom-divers", "1 Alliance \N{EN DASH} Chaos and Orc": "alliance-chaos-and-orc"}
    assert {line: parse(line).cards[0][0] for line in names} == names
    assert parse("1 増援").cards == (("reinforcements", 1),)


def test_lines_of_the_same_card_add_up_and_order_means_nothing() -> None:
    first = parse("1 Pillage\n2 Choppa\ncapital: ORC\n1 pillage")
    assert first == parse("Capital : orc\n2 pillage\n2 choppa") == Deck("orc", (("choppa", 2), ("pillage", 2)))


def test_a_hash_inside_a_word_is_no_comment() -> None:
    assert parse("1 Pill#age #1\n#2 Choppa\n\t# 3 Choppa").cards == (("pillage", 1),)


def test_an_empty_list_is_a_deck_without_cards() -> None:
    assert parse("") == parse("\n # nothing\n") == Deck("", ())


def test_a_starter_is_printed_by_type() -> None:
    lines = as_text(starter_deck("orc")).splitlines()
    assert lines[:4] == ["Capital: Orc", "", "# 22 units", "3 Crooked Teef Goblins"]
    assert [line for line in lines if line.startswith("#")] == [
        "# 22 units",
        "# 6 supports",
        "# 2 quests",
        "# 10 tactics",
    ]
    assert as_text(Deck("", ())) == ""


def test_cards_that_are_not_in_the_set_are_printed_last() -> None:
    deck = parse_json('{"capital": "high elf", "cards": {"Grey\\nSeer": 2, "Pillage": 1}}')
    assert as_text(deck) == "Capital: High Elf\n\n# 1 tactics\n1 Pillage\n\n# not in the set\n2 Grey Seer\n"
    assert parse_json(as_json(deck)) == deck


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("Capital: Orc\n\n3 Trol Slayers", 3, "there is no card 'Trol Slayers'; is Troll Slayers meant?"),
        ("1 Zzz", 1, "there is no card 'Zzz'"),
        ("1 132", 1, "there is no card '132'"),
        ("1 !!!", 1, "there is no card '!!!'"),
        ("Pillage", 1, "'Pillage' is neither a number of copies and a card nor a capital"),
        ("3", 1, "'3' is neither a number of copies and a card nor a capital"),
        ("-1 Pillage", 1, "'-1 Pillage' is neither"),
        ("1.5 Pillage", 1, "'1.5 Pillage' is neither"),
        ("\N{ARABIC-INDIC DIGIT THREE} Pillage", 1, "is neither"),
        ("3xPillage", 1, "is neither"),
        ("1 Choppa\n0 Pillage", 2, "0 copies; a line names 1 to 999"),
        ("1000 Pillage", 1, "1000 copies; a line names 1 to 999"),
        (f"{'9' * 5000} Pillage", 1, "copies; a line names 1 to 999"),
        ("Capital: Skaven", 1, "there is no capital 'Skaven'; there are Empire, Dwarf, Chaos, Orc"),
        ("Capital:", 1, "there is no capital ''"),
        ("Capital: Orc\nCapital: Orc", 2, "the capital is named a second time"),
        ("Board: Orc", 1, "'Board: Orc' is neither"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text: str, line: int, why: str) -> None:
    with pytest.raises(DeckListError) as refused:
        parse(text)
    assert refused.value.line == line and str(refused.value).startswith(f"line {line}: ") and why in str(refused.value)


def test_every_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(DeckListError) as refused:
        parse("1 Zzz\n1 Pillage\nCapital: Skaven\n0 Choppa\n")
    first, second, third = str(refused.value).splitlines()
    assert refused.value.line == 1 and first.startswith("line 1: there is no card 'Zzz'")
    assert second.startswith("line 3: there is no capital") and third.startswith("line 4: 0 copies")
    with pytest.raises(DeckListError) as refused:
        parse("1 Zzz\n" * 1_000)
    assert str(refused.value).splitlines()[TOLD:] == [f"line {TOLD}: nothing after this was read"]
    with pytest.raises(DeckListError) as refused:
        parse_json('{"capital": 1, "cards": {"pillage": 0, "choppa": "2"}}')
    assert [line.partition(":")[0] for line in str(refused.value).splitlines()] == [
        *("capital", "cards.pillage", "cards.choppa")
    ]


def test_a_list_that_is_too_long_is_not_read() -> None:
    with pytest.raises(DeckListError, match=rf"^the list has {LONGEST_LIST + 1} characters; {LONGEST_LIST} at most"):
        parse("#" * (LONGEST_LIST + 1))
    with pytest.raises(DeckListError, match=rf"^the list has {MOST_READ + 1} cards; {MOST_READ} at most are read"):
        parse(f"{MOST_READ} Pillage\n1 Choppa")
    with pytest.raises(DeckListError, match="characters"):
        parse_json(" " * (LONGEST_LIST + 1))
    with pytest.raises(DeckListError, match=f"the list has {2 * MOST_READ} cards"):
        parse_json(json.dumps({"cards": {"pillage": MOST_READ, "78": MOST_READ}}))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON: "),
        ("{", "no JSON: "),
        (b'{"cards": {"\xff": 1}}', "no JSON: "),
        ("[" * 19_000, "no JSON: "),
        (f'{{"cards": {{"pillage": {"9" * 5000}}}}}', "no JSON: "),
        ("[]", "the list: an object is wanted, as in {"),
        ("{}", "cards: it is missing; it is wanted as in {"),
        ('{"cards": ["pillage"]}', "cards: cards with their copies are wanted, as in {"),
        ('{"cards": {"pillage": 0}}', "cards.pillage: "),
        ('{"cards": {"pillage": 1000}}', "cards.pillage: copies are a whole number from 1 to 999"),
        ('{"cards": {"pillage": "2"}}', "cards.pillage: copies are a whole number from 1 to 999"),
        ('{"cards": {"pillage": 2.0}}', "cards.pillage: "),
        ('{"cards": {"pillage": true}}', "cards.pillage: "),
        ('{"cards": {"pillage": NaN}}', "cards.pillage: "),
        ('{"cards": {"pillage": null}}', "cards.pillage: "),
        ('{"capital": 1, "cards": {}}', "capital: the name of a capital is wanted"),
        ('{"cards": {}, "sideboard": {}}', "sideboard: a deck list has capital and cards"),
        ('{"cards": {"pillage": 1, "pillage": 2}}', "'pillage' is named twice"),
        ('{"cards": {}, "cards": {}}', "'cards' is named twice"),
    ],
)
def test_json_that_is_no_list_is_refused_by_field(text: str | bytes, why: str) -> None:
    with pytest.raises(DeckListError) as refused:
        parse_json(text)
    assert str(refused.value).startswith(why) and refused.value.line == 0


def test_json_may_name_cards_as_a_list_does() -> None:
    assert parse_json('{"capital": "Orc", "cards": {"We\'z Bigga!": 1, "76": 1, "choppa": 2}}') == Deck(
        "orc", (("choppa", 2), ("wez-bigga", 2))
    )
    assert parse_json('{"cards": {}}') == Deck("", ())


DECKS = st.builds(
    deck_of,
    st.sampled_from(["", *CAPITALS, "high_elf"]),
    st.dictionaries(st.sampled_from(sorted(CARDS)), st.integers(1, 7)),
)


@given(DECKS)
def test_what_is_printed_is_read_back(deck: Deck) -> None:
    assert parse(as_text(deck)) == deck
    assert parse_json(as_json(deck)) == deck


@given(DECKS, st.randoms(use_true_random=False))
def test_a_list_written_anyhow_is_the_same_deck(deck: Deck, dice: random.Random) -> None:
    lines = [f" CAPITAL :{deck.capital.upper()} # c"] * bool(deck.capital)
    for card, copies in deck.cards:
        names = [card, CARDS[card].name, CARDS[card].name.upper(), CARDS[card].name.replace(" ", "  "), card.title()]
        names.append(str(CARDS[card].number))
        split = dice.randint(0, copies)
        for count in (split, copies - split):
            if count:
                lines.append(
                    f"{'0' * dice.randint(0, 2)}{count}{dice.choice([' ', 'x ', ' X ', ' '])}{dice.choice(names)}"
                )
    dice.shuffle(lines)
    assert parse(dice.choice(["\n", "\r\n", "\n\n# \n"]).join(lines)) == deck


@given(st.text(max_size=200))
def test_any_text_is_a_deck_or_refused_with_a_reason(text: str) -> None:
    try:
        deck = parse(text)
    except DeckListError as refused:
        assert str(refused)
    else:
        assert parse(as_text(deck)) == deck and isinstance(breaches(deck), tuple)


@given(st.text(max_size=30), st.dictionaries(st.text(max_size=20), st.integers(1, 9), max_size=5))
def test_any_capital_and_any_cards_in_json_are_a_deck_with_its_breaches(capital: str, cards: dict[str, int]) -> None:
    deck = parse_json(json.dumps({"capital": capital, "cards": cards}))
    assert deck.size == sum(cards.values()) and parse_json(as_json(deck)) == deck
    unknown = [card for card, _ in deck.cards if card not in CARDS]
    assert broken(deck).count("whi.components.cards") == len(unknown)
    assert as_text(deck).isprintable() or "\n" in as_text(deck)


# The rules for decks.


@pytest.mark.rule("whi.deck.size")
@pytest.mark.parametrize(
    ("size", "text"),
    [
        (49, "49 cards, 1 fewer than the least, 50"),
        (50, ""),
        (100, ""),
        (101, "101 cards, 1 more than the most, 100"),
        (0, "0 cards, 50 fewer than the least, 50"),
    ],
)
def test_a_deck_has_50_to_100_cards(size: int, text: str) -> None:
    deck = deck_of("empire", mixed(size))
    assert deck.size == size
    assert breaches(deck) == ((Breach("whi.deck.size", text),) if text else ())


@pytest.mark.rule("whi.deck.size")
def test_a_drafted_deck_has_no_least_size() -> None:
    forty = deck_of("empire", mixed(40))
    assert breaches(forty, "draft") == () and broken(forty) == ["whi.deck.size"]
    assert breaches(deck_of("empire", mixed(120)), "draft") == ()
    assert [breach.rule for breach in breaches(more(forty, sabotage=1), "draft")] == ["whi.deck.no-draft-cards"]


@pytest.mark.rule("whi.setup.starter.fifty", "whi.setup.starter.neutrals")
@pytest.mark.parametrize("starter", STARTERS)
def test_any_starter_with_any_ten_neutral_cards_is_a_legal_deck(starter: str) -> None:
    assert broken(starter_deck(starter)) == ["whi.deck.size"], "of 40 cards"
    pool = [card for card, copies in NEUTRAL_DEAL.cards for _ in range(copies)]
    for attempt in range(20):
        dealt = random.Random(attempt).sample(pool, NEUTRAL_DEAL.each)
        assert breaches(deck_of(starter, [*STARTERS[starter].cards, *((card, 1) for card in dealt)])) == ()


@pytest.mark.rule("whi.deck.three-copies")
def test_a_title_may_be_in_a_deck_three_times() -> None:
    deck = deck_of("empire", {**dict(STARTERS["empire"].cards), **TEN})
    assert dict(deck.cards)["demoralise"] == 3 and breaches(deck) == ()
    assert breaches(more(deck, demoralise=1)) == (Breach("whi.deck.three-copies", "4 copies of Demoralise; 3 at most"),)
    assert broken(more(deck, alliance_dwarf_and_empire=3, alliance_dwarf_and_high_elf=3)) == []


@pytest.mark.rule("whi.deck.three-copies")
def test_three_copies_may_be_more_than_one_box_holds() -> None:
    assert CARDS["king-kazador"].copies == 1 and breaches(more(FIFTY, king_kazador=2)) == ()


@pytest.mark.rule("whi.deck.one-side")
def test_races_are_mixed_within_a_side_only() -> None:
    assert breaches(more(FIFTY, archmage_of_saphery=1, pistoliers=3)) == ()
    assert breaches(more(FIFTY, pillage=2, hate=1)) == (
        Breach("whi.deck.one-side", "40 cards of Order (Dwarf 40) and 3 cards of Destruction (Orc 2, Dark Elf 1)"),
    )


@pytest.mark.rule("whi.deck.loyalty-advice")
def test_a_deck_of_two_races_of_a_side_is_legal() -> None:
    both = {card.id: 1 for card in CARDS.values() if card.race in ("dwarf", "empire")}
    assert breaches(deck_of("empire", both)) == () == breaches(deck_of("dwarf", both))


@pytest.mark.rule("whi.races.neutral")
@pytest.mark.parametrize("capital", CAPITALS)
def test_neutral_cards_go_with_either_side(capital: str) -> None:
    thirty = {**neutral(30), "innovation": 3}
    assert breaches(deck_of(capital, {**dict(STARTERS[capital].cards), **thirty})) == ()


@pytest.mark.rule("whi.kw.order-only")
def test_an_order_only_card_is_not_for_destruction() -> None:
    chaos = deck_of("chaos", {**dict(STARTERS["chaos"].cards), **TEN})
    assert breaches(more(FIFTY, alliance_dwarf_and_empire=1)) == breaches(chaos) == ()
    assert breaches(more(chaos, alliance_dwarf_and_empire=1)) == (
        Breach(
            "whi.kw.order-only",
            "Alliance - Dwarf and Empire is for Order only; the deck has 40 cards of Destruction",
        ),
    )


@pytest.mark.rule("whi.kw.destruction-only")
def test_a_destruction_only_card_is_not_for_order() -> None:
    assert breaches(more(FIFTY, alliance_chaos_and_orc=1, alliance_orc_and_dark_elf=2)) == (
        Breach(
            "whi.kw.destruction-only",
            "Alliance - Chaos and Orc is for Destruction only; the deck has 40 cards of Order",
        ),
        Breach(
            "whi.kw.destruction-only",
            "Alliance - Orc and Dark Elf is for Destruction only; the deck has 40 cards of Order",
        ),
    )


ALL_NEUTRAL = deck_of(
    "orc",
    {
        card.id: 3
        for card in CARDS.values()
        if card.race == "neutral" and card.type != "draft" and card.keywords.only_side != "order"
    }
    | {"alliance-chaos-and-orc": 3}
    | {"shrine-to-nurgle": 0},
)


@pytest.mark.rule("whi.deck.neutral-alone", "whi.setup.capital")
def test_a_deck_of_neutral_cards_alone_is_of_its_capitals_side() -> None:
    assert ALL_NEUTRAL.size == 42 and broken(ALL_NEUTRAL) == ["whi.deck.size"]
    for_order = breaches(Deck("dwarf", ALL_NEUTRAL.cards), "draft")
    assert [breach.rule for breach in for_order] == ["whi.deck.neutral-alone"] * 3
    assert for_order[0].text.endswith("; the deck is of neutral cards and its capital is of Order")
    assert breaches(deck_of("dwarf", neutral(33)), "draft") == breaches(deck_of("orc", neutral(33)), "draft") == ()


@pytest.mark.rule("whi.setup.capital-side")
def test_the_capital_is_of_the_decks_side() -> None:
    assert breaches(Deck("empire", FIFTY.cards)) == ()
    assert breaches(Deck("orc", FIFTY.cards)) == (
        Breach("whi.setup.capital-side", "the capital Orc is of Destruction, the deck has 40 cards of Order"),
    )
    one = deck_of("chaos", {"pillage": 1})
    assert breaches(Deck("dwarf", one.cards), "draft")[0].text.endswith("the deck has 1 card of Destruction")


@pytest.mark.rule("whi.setup.capital")
def test_a_deck_without_a_capital_is_not_ready() -> None:
    assert breaches(Deck("", FIFTY.cards)) == (
        Breach("whi.setup.capital", "no capital is named; there are Empire, Dwarf, Chaos, Orc"),
    )
    drafted = deck_of("", mixed(40))
    assert [breach.rule for breach in breaches(drafted, "draft")] == ["whi.setup.capital"]
    for capital in ("dwarf", "empire"):
        assert breaches(Deck(capital, drafted.cards), "draft") == ()


@pytest.mark.rule("whi.components.capitals")
@pytest.mark.parametrize(("capital", "said"), [("High Elf", "High Elf"), ("dark_elf", "Dark Elf"), ("moot", "'moot'")])
def test_a_board_that_is_not_in_the_set_cannot_be_chosen(capital: str, said: str) -> None:
    deck = parse_json(json.dumps({"capital": capital, "cards": dict(FIFTY.cards)}))
    assert breaches(deck) == (
        Breach("whi.components.capitals", f"{said} is no board of the set: Empire, Dwarf, Chaos, Orc"),
    )


@pytest.mark.rule("whi.deck.no-draft-cards", "whi.types.draft-format")
def test_draft_format_cards_are_not_for_decks() -> None:
    assert breaches(more(FIFTY, sabotage=1, cut_supply_lines=4)) == (
        Breach("whi.deck.no-draft-cards", "4 Cut Supply Lines (128): a draft format card"),
        Breach("whi.deck.no-draft-cards", "1 Sabotage (130): a draft format card"),
    )


@pytest.mark.rule("whi.components.cards")
def test_cards_that_are_not_in_the_set_are_named() -> None:
    deck = parse_json(json.dumps({"capital": "dwarf", "cards": {**dict(FIFTY.cards), "Grey Seer": 2, "x" * 99: 1}}))
    assert breaches(deck) == (
        Breach("whi.components.cards", "'Grey Seer', 2 listed, is no card of the Core Set"),
        Breach("whi.components.cards", f"'{'x' * 60}\N{HORIZONTAL ELLIPSIS}', 1 listed, is no card of the Core Set"),
    )


@pytest.mark.rule("whi.deck.one-side", "whi.deck.size", "whi.kw.order-only")
def test_every_breach_is_named_at_once() -> None:
    cards = {"pillage": 4, "choppa": 1, "huntsmen": 2, "alliance-dwarf-and-empire": 1, "sabotage": 1, "grey-seer": 1}
    assert broken(deck_of("high_elf", cards)) == [
        "whi.components.capitals",
        "whi.components.cards",
        "whi.deck.no-draft-cards",
        "whi.deck.size",
        "whi.deck.three-copies",
        "whi.deck.one-side",
        "whi.kw.order-only",
    ]
