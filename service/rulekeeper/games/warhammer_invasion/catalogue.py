"""The printed cards, read once from their data file and checked against what the rulebook says is in the box."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import pydantic

from rulekeeper.kernel import CatalogueCard, InvalidGame, RuleText, read_data

Race = Literal["empire", "dwarf", "high_elf", "chaos", "orc", "dark_elf"]
Side = Literal["order", "destruction"]
Type = Literal["unit", "support", "tactic", "quest", "draft"]
Zone = Literal["kingdom", "quest", "battlefield"]
Kind = Literal["action", "forced", "constant", "keyword"]
Window = Literal["any", "your-turn", "your-quest-phase", "before-defenders", "after-assigning"]
Host = Literal["any", "yours", "your-battlefield"]
Count = Annotated[int, pydantic.Field(ge=0)]

RACES: Mapping[str, str] = {
    "empire": "Empire",
    "dwarf": "Dwarf",
    "high_elf": "High Elf",
    "chaos": "Chaos",
    "orc": "Orc",
    "dark_elf": "Dark Elf",
}
"""The six races with their names ("whi.races.six"), Order first."""

SIDES: Mapping[Side, tuple[Race, ...]] = {
    "order": ("empire", "dwarf", "high_elf"),
    "destruction": ("chaos", "orc", "dark_elf"),
}
"""Which races form which side ("whi.races.six")."""

SIDE_OF: Mapping[str, Side] = {race: side for side, races in SIDES.items() for race in races}
"""The side of a race; a neutral card has none ("whi.races.neutral")."""

SIDE_NAMES: Mapping[Side, str] = {"order": "Order", "destruction": "Destruction"}

TYPES: Mapping[Type, str] = {
    "unit": "units",
    "support": "supports",
    "quest": "quests",
    "tactic": "tactics",
    "draft": "draft format cards",
}
"""The five types ("whi.types.five"), in the plural."""

ZONES: Mapping[Zone, str] = {"kingdom": "Kingdom", "quest": "Quest zone", "battlefield": "Battlefield"}
"""The three zones ("whi.zones.three")."""


class Keywords(pydantic.BaseModel, frozen=True, extra="forbid"):
    """A card's keywords, taken apart, and the two lines that many cards share: one Hero a zone, and what an
    attachment may be put on. A Toughness of "X" is reckoned by the card's own text.
    """

    counterstrike: Count = 0
    toughness: Count | Literal["X"] = 0
    scout: bool = False
    limited: bool = False
    one_hero_per_zone: bool = False
    only_zone: Zone | None = None
    only_side: Side | None = None
    attachment: Host | None = None

    def words(self) -> Iterator[tuple[str, str]]:
        """Each keyword, as people read it, with its rule."""
        if self.only_side is not None:
            yield f"{SIDE_NAMES[self.only_side]} only", f"whi.kw.{self.only_side}-only"
        if self.only_zone is not None:
            yield f"{ZONES[self.only_zone]} only", "whi.kw.zone-only"
        if self.one_hero_per_zone:
            yield "One Hero per zone", "whi.hero.one-per-zone"
        if self.limited:
            yield "Limited", "whi.kw.limited"
        if self.counterstrike:
            yield f"Counterstrike {self.counterstrike}", "whi.kw.counterstrike"
        if self.toughness:
            yield f"Toughness {self.toughness}", "whi.kw.toughness"
        if self.scout:
            yield "Scout", "whi.kw.scout"
        if self.attachment is not None:
            yield "Attachment", "whi.attach.host"


class Printed(pydantic.BaseModel, frozen=True, extra="forbid"):
    """What is printed on a card ("whi.card.title" to "whi.card.collector"), and how sure it is.

    `cost` is "X" where its player chooses it. `power` and `hit_points` are None where the type has none. `zone`: where
    its italic effect works. `window`: when that may be used, where the text narrows it; `per_turn`: how often a turn, 0
    for no limit. `values` holds the numbers in its text by name.
    """

    id: str = pydantic.Field(pattern=r"^[a-z][a-z0-9-]*$")
    number: int = pydantic.Field(ge=1)
    name: str = pydantic.Field(min_length=1)
    name_ja: str = ""
    also: tuple[str, ...] = ()
    quantity: int = pydantic.Field(ge=1)
    stand_in: Count = 0
    race: Race | Literal["neutral"]
    type: Type
    cost: Count | Literal["X"]
    loyalty: Count
    power: Count | None = None
    hit_points: int | None = pydantic.Field(default=None, ge=1)
    traits: tuple[str, ...]
    unique: bool = False
    symbols: tuple[Race, ...] = ()
    keywords: Keywords = Keywords()
    zone: Zone | None = None
    window: Window = "any"
    per_turn: Count = 0
    values: Mapping[str, Annotated[int, pydantic.Field(ge=1)]] = {}
    kinds: tuple[Kind, ...]
    effect: str = pydantic.Field(min_length=1)
    reading: str = ""
    errata: str = ""
    see: tuple[str, ...] = ()
    page: Count = 0
    confidence: str = pydantic.Field(min_length=1)
    status: Literal["confirmed", "partly", "guess"]

    @property
    def rule(self) -> str:
        """Each card is a rule."""
        return f"whi.card.{self.id}"

    @property
    def copies(self) -> int:
        """How many the box holds, those that no list shows included ("whi.components.cards")."""
        return self.quantity + self.stand_in

    @property
    def side(self) -> Side | None:
        """That of its race; a neutral card has none, whatever decks it may be in."""
        return SIDE_OF.get(self.race)

    @functools.cached_property
    def gives(self) -> tuple[Race, ...]:
        """The race symbols that it gives in play ("whi.card.race-symbol", "whi.loyalty.alliance")."""
        return self.symbols if self.race == "neutral" else (self.race, *self.symbols)

    @property
    def alliance(self) -> bool:
        """Is it one of those that the draft calls Treaties ("whi.loyalty.alliance", "whi.draft.treaties")?"""
        return bool(self.symbols)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that say what it does, its own first."""
        found = [self.rule, *(rule for _, rule in self.keywords.words())]
        found += ["whi.unique.one-in-play"] * self.unique
        found += ["whi.quest.tokens"] * (self.type == "quest")
        found += ["whi.kw.zone-effect"] * (self.zone is not None)
        found += ["whi.cost.x"] * (self.cost == "X")
        found += ["whi.play.your-turn"] * (self.window == "your-turn")
        found += ["whi.action.limit-per-turn"] * (self.per_turn > 0)
        return tuple(dict.fromkeys((*found, *self.see)))

    def has(self, trait: str) -> bool:
        """Has it this trait ("whi.card.traits")?"""
        return trait in self.traits


def _cards() -> Mapping[str, Printed]:
    tables = tomllib.loads(read_data(__package__, "cards.toml"))["card"]
    cards = [Printed.model_validate(table) for table in tables]
    wrong = list(_contradictions(cards))
    if wrong:
        raise InvalidGame("cards.toml: " + "; ".join(wrong))
    return {card.id: card for card in cards}


NUMBERS: Mapping[str, range] = {
    "dwarf": range(1, 26),
    "empire": range(26, 51),
    "high_elf": range(51, 56),
    "orc": range(56, 81),
    "chaos": range(81, 106),
    "dark_elf": range(106, 111),
    "neutral": range(111, 132),
}
"""Which numbers are of which race ("whi.races.six", "whi.races.neutral")."""


def _contradictions(cards: list[Printed]) -> Iterator[str]:
    """Where the cards are not those that the rulebook says are in the box."""
    yield from _wrong_list(cards)
    yield from _wrong_counts(cards)
    for card in cards:
        yield from _wrong_card(card)


def _wrong_list(cards: list[Printed]) -> Iterator[str]:
    numbers = [card.number for card in cards]
    yield from _unless(numbers == [*range(1, 132)], "whi.card.collector", "the numbers are not 1 to 131, once each")
    for field in ("id", "name"):
        found = [getattr(card, field) for card in cards]
        yield from _unless(len({*found}) == len(found), "whi.card.title", f"two cards share the {field}")


def _wrong_counts(cards: list[Printed]) -> Iterator[str]:
    box = {race: sum(card.copies for card in cards if card.race == race and card.type != "draft") for race in NUMBERS}
    alliances = sum(card.copies for card in cards if card.alliance)
    draft = {card.id: card.copies for card in cards if card.type == "draft"}
    counts = [*box.values(), sum(draft.values())]
    yield from _unless(
        counts == [40, 40, 5, 40, 40, 5, 30, 20] and alliances == 6,
        "whi.components.cards",
        "220 cards: 40 Dwarf, 40 Empire, 5 High Elf, 40 Orc, 40 Chaos, 5 Dark Elf, 24 neutral, 6 Alliances, 20 draft",
    )
    listed = sum(card.quantity for card in cards)
    yield from _unless(listed == 219, "whi.components.cards", "lists show 219 cards, the last copy is a stand-in")
    titles = {kind: sum(card.type == kind for card in cards) for kind in TYPES}
    yield from _unless(
        titles == {"unit": 53, "support": 34, "quest": 6, "tactic": 34, "draft": 4},
        "whi.types.five",
        "there are 53 units, 34 supports, 34 tactics, 6 quests and 4 draft format cards",
    )
    plain = [card.number for card in cards if not card.kinds]
    yield from _unless(plain == [11, 26, 60, 82, 85, 91], "whi.effects.four-kinds", "six cards have no effect")
    sets = {"cut-supply-lines": 6, "reinforcements": 6, "sabotage": 6, "shifting-tides": 2}
    yield from _unless(draft == sets, "whi.draft.format-cards", "two sets of 3, 3, 3 and 1 draft format cards")
    unique = [card.id for card in cards if card.unique and not card.has("Hero")]
    heroes = [card for card in cards if card.has("Hero")]
    yield from _unless(len(heroes) == 8, "whi.hero.one-per-zone", "there are 8 Heroes")
    yield from _unless(
        unique == ["infiltrate"] and all(card.unique for card in heroes),
        "whi.unique.one-in-play",
        "the Heroes and Infiltrate! are unique",
    )


def _wrong_card(card: Printed) -> Iterator[str]:
    bound, words = card.keywords.only_side, card.keywords
    for holds, rule, text in (
        (card.number in NUMBERS[card.race], "whi.races.six", f"number {card.number} is of another race"),
        (card.race != "neutral" or card.loyalty == 0, "whi.races.neutral", "a neutral card has no loyalty icons"),
        (
            card.alliance == (bound is not None),
            "whi.loyalty.alliance",
            "the Alliances are what is bound to a side",
        ),
        (
            not card.alliance or ([SIDE_OF[race] for race in card.symbols] == [bound] * 2 and card.race == "neutral"),
            "whi.loyalty.alliance",
            "an Alliance is neutral and gives the symbols of two races of its side",
        ),
        (
            (card.hit_points is not None) == (card.type == "unit"),
            "whi.card.hit-points",
            "units have hit points, nothing else has",
        ),
        (
            (card.power is not None) == (card.type in ("unit", "support")),
            "whi.card.power-icons",
            "units and supports have power, nothing else has",
        ),
        (
            card.has("Hero") == words.one_hero_per_zone,
            "whi.hero.one-per-zone",
            "Heroes carry the limit of one a zone, nothing else does",
        ),
        (
            card.has("Attachment") == (words.attachment is not None),
            "whi.attach.host",
            "an attachment says what it is put on, nothing else does",
        ),
        (words.attachment is None or card.type == "support", "whi.attach.is-support", "an attachment is a support"),
        (card.type == "draft" or card.copies <= 3, "whi.deck.three-copies", "more than 3 copies are in the box"),
        (
            card.type != "quest" or (card.zone, "token" in card.values) == ("quest", True),
            "whi.quest.tokens",
            "a quest gathers tokens in the quest zone",
        ),
        (
            words == Keywords() or "keyword" in card.kinds or words.attachment is not None,
            "whi.effects.four-kinds",
            "its keyword is not among its kinds of effects",
        ),
    ):
        yield from _unless(holds, rule, f"{card.id}: {text}")


def _unless(holds: bool, rule: str, text: str) -> Iterator[str]:
    if not holds:
        yield f"{text} ({rule})"


CARDS: Mapping[str, Printed] = _cards()
"""Every card of the Core Set, by id, in the order of the numbers."""

BY_NUMBER: Mapping[int, Printed] = {card.number: card for card in CARDS.values()}

BY_RULE: Mapping[str, Printed] = {card.rule: card for card in CARDS.values()}

UNSURE: Mapping[str, str] = {
    "confirmed": "",
    "partly": "One detail of this is not confirmed.",
    "guess": "This text is a guess.",
}
"""What a card's rule says of its text, by the card's status."""

MARKS: Mapping[str, str] = {"confirmed": "", "partly": "~", "guess": "?"}
"""What `shown` puts after a card's name, by its status."""


def name(kind: str) -> str:
    """The card's title, for people."""
    return CARDS[kind].name if kind in CARDS else kind


def shown(kind: str) -> str:
    """The title with a mark where a detail is not confirmed: "The Greatswords~"."""
    return name(kind) + (MARKS[CARDS[kind].status] if kind in CARDS else "")


def said(card: Printed) -> str:
    """All that a card says, in words: its keywords, its effect, and how this project reads it."""
    words = ", ".join(word for word, _ in card.keywords.words())
    return " ".join(text for text in (words and f"{words}.", card.effect, card.reading) if text)


def catalogue() -> tuple[CatalogueCard, ...]:
    """The cards as frontends show them."""
    return tuple(
        CatalogueCard(
            id=card.id,
            name=card.name,
            name_ja=card.name_ja,
            printed={
                **card.model_dump(mode="json", include=set(SHOWN), exclude_none=True),
                "keywords": [word for word, _ in card.keywords.words()],
                "symbols": list(card.gives),
                "copies": card.copies,
            },
            effect=said(card),
            status=card.status,
            confidence=card.confidence,
            edition_note=card.errata,
            also=card.also,
            rules=card.rules,
        )
        for card in CARDS.values()
    )


SHOWN = tuple("number race type cost loyalty power hit_points traits unique zone window per_turn values kinds".split())
"""The printed values that a frontend gets as they are."""


def card_rules() -> tuple[RuleText, ...]:
    """A rule for each card: what its text says, and where a detail of that is not confirmed, that too. The rulebook has
    the texts of the draft format cards only.
    """
    return tuple(
        RuleText(
            id=card.rule,
            page=card.page,
            title=shown(card.id),
            statement=f"{said(card)} {UNSURE[card.status]}".rstrip(),
            origin="rulebook" if card.page else "outside",
        )
        for card in CARDS.values()
    )
