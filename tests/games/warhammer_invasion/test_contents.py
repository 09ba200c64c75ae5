"""The box and its cards (rulebook p.3-8, p.18-20): the data that every rule reads."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pydantic
import pytest

from rulekeeper.games.warhammer_invasion import catalogue
from rulekeeper.games.warhammer_invasion.catalogue import (
    BY_NUMBER,
    CARDS,
    RACES,
    SIDES,
    Keywords,
    Printed,
    _contradictions,
    card_rules,
    shown,
)
from rulekeeper.kernel import CatalogueCard, Rulebook, read_data

RULEBOOK = Rulebook.load(read_data(catalogue.__package__, "rulebook.toml"), card_rules())
SHOWN = {card.id: card for card in catalogue.catalogue()}

HEROES = (
    *("durgnar-the-bold", "king-kazador", "thyrus-gorman", "johannes-broheim"),
    *("urguck", "grimgor-ironhide", "valkia-the-bloody", "melekh-the-changer"),
)


def of(**wanted: object) -> list[Printed]:
    """The cards with these values."""
    return [card for card in CARDS.values() if all(getattr(card, key) == value for key, value in wanted.items())]


def keyed(holds: Callable[[Keywords], object]) -> list[str]:
    """The cards whose keywords are such."""
    return [card.id for card in CARDS.values() if holds(card.keywords)]


def printed(card: str) -> Any:
    return SHOWN[card].printed


def changed(kind: str, **values: object) -> list[str]:
    """What is wrong with the cards when this one is printed otherwise."""
    return list(
        _contradictions([card.model_copy(update=values) if card.id == kind else card for card in CARDS.values()])
    )


def cited(texts: list[str]) -> list[str]:
    return [text.rpartition("(")[2].removesuffix(")") for text in texts]


# The box.


@pytest.mark.rule("whi.components.cards", "whi.components.lost-copy")
def test_the_box_holds_220_cards_of_which_lists_show_219() -> None:
    listed = Counter[str]()
    for card in CARDS.values():
        kind = "draft" if card.type == "draft" else "alliance" if card.alliance else card.race
        listed[kind] += card.quantity
    assert listed == {
        **{"dwarf": 40, "empire": 39, "high_elf": 5, "orc": 40, "chaos": 40, "dark_elf": 5},
        **{"neutral": 24, "alliance": 6, "draft": 20},
    }
    assert listed.total() == 219 and sum(card.copies for card in CARDS.values()) == 220
    assert [(card.id, card.quantity, card.stand_in) for card in CARDS.values() if card.stand_in] == [
        ("franzs-decree", 1, 1)
    ]


@pytest.mark.rule("whi.components.cards", "whi.card.collector")
def test_cards_that_are_not_those_of_the_box_are_refused_by_rule() -> None:
    cards = list(CARDS.values())
    assert cited(list(_contradictions([card for card in cards if card.id != "contested-village"]))) == [
        *("whi.card.collector", "whi.components.cards", "whi.components.cards", "whi.types.five")
    ]
    assert changed("contested-village", quantity=2) == [
        "220 cards: 40 Dwarf, 40 Empire, 5 High Elf, 40 Orc, 40 Chaos, 5 Dark Elf, 24 neutral, 6 Alliances, 20 draft"
        " (whi.components.cards)",
        "lists show 219 cards, the last copy is a stand-in (whi.components.cards)",
    ]
    assert cited(changed("franzs-decree", stand_in=0)) == ["whi.components.cards"]


# Races and types.


@pytest.mark.rule("whi.races.six")
def test_three_races_are_order_and_three_are_destruction() -> None:
    assert SIDES == {"order": ("empire", "dwarf", "high_elf"), "destruction": ("chaos", "orc", "dark_elf")}
    assert [*RACES] == [*SIDES["order"], *SIDES["destruction"]]
    titles = {race: [card.number for card in of(race=race)] for race in RACES}
    assert {race: (len(found), found[0], found[-1]) for race, found in titles.items()} == {
        **{"dwarf": (25, 1, 25), "empire": (25, 26, 50), "high_elf": (5, 51, 55)},
        **{"orc": (25, 56, 80), "chaos": (25, 81, 105), "dark_elf": (5, 106, 110)},
    }
    assert [card.number for card in of(race="neutral")] == [*range(111, 132)]


@pytest.mark.rule("whi.races.six")
def test_a_card_of_another_race_than_its_number_says_is_refused() -> None:
    assert changed("pillage", race="chaos")[-1] == "pillage: number 78 is of another race (whi.races.six)"


@pytest.mark.rule("whi.races.neutral")
def test_a_neutral_card_has_no_side_no_loyalty_and_gives_no_symbol() -> None:
    for card in of(race="neutral"):
        assert card.side is None and card.loyalty == 0 and bool(card.gives) == card.alliance
    assert cited(changed("innovation", loyalty=1)) == ["whi.races.neutral"]


def test_every_card_of_a_race_gives_its_symbol() -> None:
    assert all(card.gives == (card.race,) for card in CARDS.values() if card.race != "neutral")


def test_an_alliance_gives_a_symbol_of_each_of_its_races() -> None:
    assert {card.number: card.gives for card in CARDS.values() if card.alliance} == {
        122: ("dwarf", "empire"),
        123: ("empire", "high_elf"),
        124: ("dwarf", "high_elf"),
        125: ("chaos", "orc"),
        126: ("chaos", "dark_elf"),
        127: ("orc", "dark_elf"),
    }
    assert cited(changed("alliance-chaos-and-orc", symbols=("chaos", "dwarf"))) == ["whi.loyalty.alliance"]
    assert cited(changed("alliance-chaos-and-orc", symbols=("orc",))) == ["whi.loyalty.alliance"]


@pytest.mark.rule("whi.types.five")
def test_there_are_five_types() -> None:
    titles = Counter(card.type for card in CARDS.values())
    assert titles == {"unit": 53, "support": 34, "tactic": 34, "quest": 6, "draft": 4} and titles.total() == 131
    assert "whi.types.five" in cited(changed("pillage", type="support"))


@pytest.mark.rule("whi.types.draft-format")
def test_the_draft_format_cards_are_the_last_four() -> None:
    assert [(card.number, card.name) for card in of(type="draft")] == [
        *((128, "Cut Supply Lines"), (129, "Reinforcements"), (130, "Sabotage"), (131, "Shifting Tides"))
    ]
    assert [card.name_ja for card in of(type="draft")] == ["補給線の切断", "増援", "妨害工作", "流れの変化"]


@pytest.mark.rule("whi.effects.four-kinds")
def test_every_effect_is_of_one_of_four_kinds_and_six_cards_have_none() -> None:
    kinds = Counter(kind for card in CARDS.values() for kind in card.kinds)
    assert kinds == {"action": 49, "forced": 33, "constant": 39, "keyword": 30}
    assert [card.number for card in CARDS.values() if not card.kinds] == [11, 26, 60, 82, 85, 91]
    assert all(card.effect == "No ability." for card in CARDS.values() if not card.kinds)
    assert changed("free-company", kinds=())[-1].endswith("its kinds of effects (whi.effects.four-kinds)")


# What is printed on a card.


@pytest.mark.rule("whi.card.title")
def test_a_card_shows_its_title_and_whether_it_is_unique() -> None:
    assert (SHOWN["king-kazador"].name, printed("king-kazador")["unique"]) == ("King Kazador", True)
    assert (SHOWN["mountain-brigade"].name, printed("mountain-brigade")["unique"]) == ("Mountain Brigade", False)
    assert len({card.name for card in CARDS.values()}) == len({*CARDS}) == 131
    assert cited(changed("pillage", name="Choppa")) == ["whi.card.title"]


def test_a_card_shows_its_numbers() -> None:
    brigade = printed("mountain-brigade")
    assert [brigade[field] for field in ("cost", "loyalty", "power", "hit_points")] == [4, 2, 2, 6]
    gorman = printed("thyrus-gorman")
    assert [gorman[field] for field in ("cost", "loyalty", "power", "hit_points")] == [3, 3, 3, 3]
    pillage = printed("pillage")
    assert (pillage["cost"], pillage["loyalty"]) == (2, 2) and not pillage.keys() & {"power", "hit_points"}


def test_units_and_supports_have_power_and_nothing_else_has() -> None:
    assert {card.type for card in CARDS.values() if card.power is not None} == {"unit", "support"}
    assert cited(changed("pillage", power=1)) == cited(changed("choppa", power=None)) == ["whi.card.power-icons"]


def test_units_have_hit_points_and_nothing_else_has() -> None:
    assert {card.type for card in CARDS.values() if card.hit_points is not None} == {"unit"}
    assert (
        cited(changed("choppa", hit_points=1)) == cited(changed("urguck", hit_points=None)) == ["whi.card.hit-points"]
    )


def test_a_card_has_traits() -> None:
    assert CARDS["choppa"].has("Attachment") and CARDS["choppa"].has("Weapon") and not CARDS["choppa"].has("Building")
    attachments = [card.number for card in CARDS.values() if card.has("Attachment")]
    assert attachments == [15, 38, 53, 69, 93, 94, 95]


@pytest.mark.rule("whi.card.collector")
def test_cards_are_numbered_from_1_to_131() -> None:
    assert [card.number for card in CARDS.values()] == [*BY_NUMBER] == [*range(1, 132)]
    assert "whi.card.collector" in cited(changed("pillage", number=79))
    orc = [card for number, card in BY_NUMBER.items() if 56 <= number <= 80]
    assert sum(card.copies for card in orc) == 40 and {card.race for card in orc} == {"orc"}


def test_two_tactics_cost_x() -> None:
    assert [(card.id, card.type) for card in CARDS.values() if card.cost == "X"] == [
        *(("smash-go-boom", "tactic"), ("flames-of-tzeentch", "tactic"))
    ]
    assert printed("flames-of-tzeentch")["cost"] == "X" and "whi.cost.x" in SHOWN["flames-of-tzeentch"].rules


def test_the_heroes_and_infiltrate_are_unique() -> None:
    assert [card.id for card in CARDS.values() if card.unique] == [*HEROES, "infiltrate"]
    assert cited(changed("infiltrate", unique=False)) == cited(changed("urguck", unique=False))
    assert cited(changed("urguck", unique=False)) == ["whi.unique.one-in-play"]


# Keywords.


def test_eight_heroes_carry_the_limit_of_one_a_zone() -> None:
    assert tuple(keyed(lambda words: words.one_hero_per_zone)) == HEROES
    assert [card.id for card in CARDS.values() if card.has("Hero")] == [*HEROES]
    lone = changed("urguck", keywords=Keywords())
    assert lone == ["urguck: Heroes carry the limit of one a zone, nothing else does (whi.hero.one-per-zone)"]
    assert set(cited(changed("urguck", traits=("Warrior",)))) == {"whi.hero.one-per-zone", "whi.unique.one-in-play"}


def test_counterstrike_and_toughness_have_numbers() -> None:
    assert {CARDS[card].name: CARDS[card].keywords.counterstrike for card in keyed(lambda w: w.counterstrike)} == {
        "Reiksguard Knights": 2,
        "Johannes Broheim": 2,
        "Cold One Riders": 1,
    }
    assert {card: CARDS[card].keywords.toughness for card in keyed(lambda words: words.toughness)} == {
        "hammerer-of-karak-azul": 1,
        "king-kazador": 2,
        "ironbreakers-of-ankhor": "X",
    }
    assert printed("king-kazador")["keywords"] == ["One Hero per zone", "Toughness 2"]
    assert printed("ironbreakers-of-ankhor")["keywords"] == ["Toughness X"]


def test_two_units_are_scouts() -> None:
    assert keyed(lambda words: words.scout) == ["dwarf-ranger", "free-company"]


def test_five_supports_are_limited() -> None:
    assert keyed(lambda words: words.limited) == [
        *("contested-village", "contested-fortress", "contested-stronghold", "armoury", "forgotten-cemetery")
    ]


def test_five_units_may_enter_one_zone_only() -> None:
    assert {card: CARDS[card].keywords.only_zone for card in keyed(lambda words: words.only_zone)} == {
        "defender-of-the-hold": "battlefield",
        "huntsmen": "quest",
        "crooked-teef-goblins": "battlefield",
        "ironclaws-horde": "battlefield",
        "servants-of-khorne": "battlefield",
    }
    assert printed("huntsmen")["keywords"] == ["Quest zone only"]


@pytest.mark.rule("whi.kw.order-only", "whi.kw.destruction-only")
def test_three_alliances_are_for_order_and_three_for_destruction() -> None:
    bound = {CARDS[card].number: CARDS[card].keywords.only_side for card in keyed(lambda words: words.only_side)}
    assert bound == {**dict.fromkeys((122, 123, 124), "order"), **dict.fromkeys((125, 126, 127), "destruction")}
    assert SHOWN["alliance-chaos-and-orc"].rules[1] == "whi.kw.destruction-only"
    assert cited(changed("armoury", keywords=Keywords(limited=True, only_side="order"))) == ["whi.loyalty.alliance"]


def test_seven_supports_are_attachments_and_say_where_they_go() -> None:
    hosts = {card: CARDS[card].keywords.attachment for card in keyed(lambda words: words.attachment)}
    assert hosts == {
        **dict.fromkeys(("organ-gun", "blessing-of-isha"), "any"),
        **dict.fromkeys(("knight-training", "choppa"), "your-battlefield"),
        **dict.fromkeys(("cloud-of-flies", "horrific-mutation", "sadistic-mutation"), "yours"),
    }
    assert all(CARDS[card].type == "support" for card in hosts)
    assert cited(changed("choppa", traits=("Weapon",))) == ["whi.attach.host"]
    assert "whi.attach.is-support" in cited(changed("choppa", type="tactic", power=None))


def test_33_effects_work_in_one_zone_only() -> None:
    zones = Counter(card.zone for card in CARDS.values() if card.zone)
    assert zones == {"kingdom": 11, "quest": 15, "battlefield": 7}
    for card in CARDS.values():
        if card.zone and card.type in ("unit", "support"):
            where = {"kingdom": "the kingdom", "quest": "the quest zone", "battlefield": "the battlefield"}[card.zone]
            assert f"While in {where}" in card.effect, card.id


def test_six_quests_gather_one_token_a_turn_in_the_quest_zone() -> None:
    quests = of(type="quest")
    assert [card.number for card in quests] == [17, 43, 72, 97, 120, 121]
    assert all(card.zone == "quest" and card.values["token"] == 1 for card in quests)
    assert {card.id for card in quests if card.values.get("needed") == 3} == {
        *("a-glorious-death", "defend-the-border", "smash-em-all", "journey-to-the-gate")
    }
    assert cited(changed("infiltrate", zone=None)) == ["whi.quest.tokens"]


def test_some_actions_are_for_a_part_of_the_game_only() -> None:
    windows = {card.number: card.window for card in CARDS.values() if card.window != "any"}
    assert windows == {
        **dict.fromkeys((48, 49, 74, 80, 97, 100, 102), "your-turn"),
        52: "your-quest-phase",
        50: "before-defenders",
        **dict.fromkeys((22, 106), "after-assigning"),
    }
    assert "whi.play.your-turn" in SHOWN["troll-vomit"].rules


def test_three_actions_may_be_used_once_a_turn() -> None:
    assert {card.number: card.per_turn for card in CARDS.values() if card.per_turn} == {28: 1, 52: 1, 68: 1}


# Texts.


@pytest.mark.rule("whi.deck.three-copies", "whi.deck.copies-beyond-box")
def test_no_card_for_decks_is_in_the_box_more_than_three_times() -> None:
    assert {card.copies for card in CARDS.values() if card.type != "draft"} == {1, 2, 3}
    assert "whi.deck.three-copies" in cited(changed("innovation", quantity=4))


NUMBER = re.compile(r"(?<![\w.])[+-]?(\d+)(?![\w.])")


def test_every_number_in_a_text_is_a_value_of_its_card() -> None:
    for card in CARDS.values():
        numbers = {int(found) for found in NUMBER.findall(card.effect)}
        assert numbers <= {*card.values.values(), card.per_turn}, card.id
        assert not re.search(r"\b(two|three|four|five|six|seven|eight) (?!different units)", card.effect), card.id


def test_keywords_stand_in_data_and_not_in_the_effect_once_more() -> None:
    for card in CARDS.values():
        for word, _ in card.keywords.words():
            assert word not in card.effect and (word in SHOWN[card.id].effect), card.id


def test_values_of_a_few_cards() -> None:
    assert CARDS["banna-of-da-red-sunz"].values == {"reached": 7, "lost": 1, "damage": 1}
    assert CARDS["rock-lobber"].values == {"pay": 2, "damage": 2} and CARDS["rock-lobber"].per_turn == 1
    assert CARDS["dwarf-cannon-crew"].values == {"look": 5, "cost": 2}
    assert CARDS["king-kazador"].values == {"surcharge": 3}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("type", "legend"),
        ("race", "skaven"),
        ("cost", -1),
        ("cost", "Y"),
        ("loyalty", -1),
        ("hit_points", 0),
        ("quantity", 0),
        ("id", "Pillage"),
        ("name", ""),
        ("zone", "hand"),
        ("window", "never"),
        ("kinds", ["reaction"]),
        ("values", {"pay": 0}),
        ("keywords", {"savage": 1}),
        ("keywords", {"toughness": "Y"}),
        ("keywords", {"attachment": "capital"}),
        ("status", "sure"),
        ("flavour", "text"),
    ],
)
def test_a_card_with_a_wrong_field_is_refused(field: str, value: object) -> None:
    table = {**CARDS["pillage"].model_dump(exclude_none=True), field: value}
    with pytest.raises(pydantic.ValidationError, match=field):
        Printed.model_validate(table)


# Rules and the catalogue.


def test_every_card_is_a_rule_with_its_text_and_no_other_rule_has_its_id() -> None:
    for card in CARDS.values():
        rule = RULEBOOK[f"whi.card.{card.id}"]
        assert rule.title == shown(card.id) and card.effect in rule.statement and card.reading in rule.statement
        assert (rule.origin, rule.page > 0) == (("rulebook", True) if card.type == "draft" else ("outside", False))
    written = tomllib.loads(read_data(catalogue.__package__, "rulebook.toml"))
    alone = len(written["rule"]) + len(written["example"])
    assert len(RULEBOOK) == alone + 131, "a rulebook refuses two rules of one id, so whi.card.title is none of these"


def test_what_is_printed_has_a_page_and_nothing_else_has_but_parts_of_the_game() -> None:
    for rule in RULEBOOK.values():
        if rule.origin != "structure":
            assert (2 <= rule.page <= 20) == (rule.origin == "rulebook"), rule.id


def test_every_rule_that_a_card_names_is_in_the_rulebook() -> None:
    for card in CARDS.values():
        assert [rule for rule in card.rules if rule not in RULEBOOK] == [] and card.rules[0] == card.rule
        assert len({*card.rules}) == len(card.rules), card.id


def test_every_rule_named_in_a_statement_is_in_the_rulebook() -> None:
    for rule in RULEBOOK.values():
        for other in re.findall(r"whi\.[a-z0-9.-]*[a-z0-9]", rule.statement):
            assert other in RULEBOOK and other != rule.id, rule.id


def test_every_rule_that_the_data_is_checked_against_is_in_the_rulebook() -> None:
    for module in ("catalogue.py", "box.py", "decks.py"):
        for rule in re.findall(r'"(whi\.[a-z0-9.-]*[a-z0-9])"', read_data(catalogue.__package__, module)):
            assert rule in RULEBOOK, rule


def test_the_catalogue_says_how_sure_each_card_is() -> None:
    unsure = {card.id: card.status for card in SHOWN.values() if card.status != "confirmed"}
    assert unsure == dict.fromkeys(("the-greatswords", "franzs-decree", "cut-supply-lines"), "partly")
    assert RULEBOOK["whi.card.the-greatswords"].title == "The Greatswords~"
    assert RULEBOOK["whi.card.the-greatswords"].statement.endswith("One detail of this is not confirmed.")
    assert shown("pillage") == "Pillage" and shown("unheard-of") == "unheard-of"


def test_the_catalogue_shows_all_that_is_printed() -> None:
    urguck = SHOWN["urguck"]
    assert isinstance(urguck, CatalogueCard) and urguck.printed == {
        **{"number": 62, "race": "orc", "type": "unit", "cost": 3, "loyalty": 3, "power": 1, "hit_points": 3},
        **{"traits": ["Hero", "Warrior"], "unique": True, "window": "any", "per_turn": 0, "values": {"pays": 1}},
        **{"kinds": ["constant", "keyword"], "keywords": ["One Hero per zone"], "symbols": ["orc"], "copies": 1},
    }
    assert SHOWN["doom-divers"].also == ("Doom Driver",) and SHOWN["grudge-thrower"].also == ("Grudge Tower",)
    assert printed("runesmith")["zone"] == "quest" and SHOWN["franzs-decree"].edition_note.startswith(
        "The official FAQ"
    )
    assert printed("franzs-decree")["copies"] == 2
