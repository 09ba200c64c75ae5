"""The printed cards and the recommended sets, read once from their data files and checked against the box's
contents.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from typing import Literal

import pydantic

from rulekeeper.kernel import CatalogueCard, InvalidGame, RuleText, read_data

# The seven types, of which every card has one or more ("hoc.types.seven").
MainType = Literal["Princess", "Territory", "Action", "Attack", "Defence", "Succession", "Curse"]
Kind = Literal["princess", "basic", "rare", "common"]
Corner = Literal["right", "bottom"]


class Printed(pydantic.BaseModel, frozen=True, extra="forbid"):
    """What is printed on a card ("hoc.anatomy.common", "hoc.anatomy.basic", "hoc.anatomy.rare"), and how sure it is.

    `values` holds the numbers in its text by name.
    """

    id: str = pydantic.Field(pattern=r"^[a-z][a-z0-9-]*$")
    name_ja: str = pydantic.Field(min_length=1)
    name_en: str = pydantic.Field(min_length=1)
    also: str = ""
    kind: Kind
    types: tuple[MainType, ...] = pydantic.Field(min_length=1)
    subtypes: tuple[str, ...]
    cost: int = pydantic.Field(ge=0)
    link: tuple[Corner, ...]
    coins: int = pydantic.Field(ge=0)
    draw: int = pydantic.Field(ge=0)
    succession_points: int
    values: Mapping[str, int] = {}
    copies: int = pydantic.Field(ge=1)
    effect: str = pydantic.Field(min_length=1)
    faq: tuple[str, ...]
    confidence: str
    status: Literal["confirmed", "partly", "guess"]
    edition_note: str

    def has(self, kind: str) -> bool:
        """Is it a card of this type? A card of several types is one of each ("hoc.types.multi"), and subtypes
        count alike ("hoc.types.subtype").
        """
        return kind in self.types or kind in self.subtypes

    @property
    def rule(self) -> str:
        """Each card is a rule."""
        return f"hoc.card.{self.id}"

    @property
    def playable(self) -> bool:
        """In a main phase. A plain Curse, for one, is not ("hoc.types.curse")."""
        return self.has("Action") or self.has("Territory")


class RecommendedSet(pydantic.BaseModel, frozen=True, extra="forbid"):
    """Ten commons that the rulebook recommends, and the rule that names them."""

    id: str
    rule: str
    name_en: str
    name_ja: str
    commons: tuple[str, ...] = pydantic.Field(min_length=10, max_length=10)


def _cards() -> Mapping[str, Printed]:
    tables = tomllib.loads(read_data(__package__, "cards.toml"))["card"]
    cards = [Printed.model_validate(table) for table in tables]
    wrong = list(_contradictions(cards))
    if wrong:
        raise InvalidGame("cards.toml: " + "; ".join(wrong))
    return {card.id: card for card in cards}


def _contradictions(cards: list[Printed]) -> Iterator[str]:
    """Where the cards are not those that the rulebook says are in the box."""
    yield from _unless(len({card.id for card in cards}) == len(cards), "hoc.anatomy.common", "two cards share an id")
    of = {kind: [card for card in cards if card.kind == kind] for kind in ("princess", "basic", "rare", "common")}
    copies = {kind: sorted({card.copies for card in of[kind]}) for kind in of}
    yield from _unless(sum(card.copies for card in cards) == 300, "hoc.contents.total", "there are 300 cards")
    yield from _unless(
        len(of["princess"]) == 6 and copies["princess"] == [1], "hoc.contents.princess-kinds", "6 princesses, 1 each"
    )
    yield from _unless(
        len(of["common"]) == 30 and copies["common"] == [5], "hoc.contents.commons", "30 commons, 5 each"
    )
    yield from _unless(len(of["rare"]) == 2 and copies["rare"] == [1], "hoc.contents.rares", "2 rares, 1 each")
    yield from _unless(len(of["basic"]) == 8, "hoc.contents.basics", "8 basics")
    succession = [card.copies for card in of["basic"] if card.has("Succession")]
    yield from _unless(succession == [12] * 4, "hoc.contents.basic-succession", "4 basic succession cards, 12 each")
    for card in cards:
        attack = not card.has("Attack") or card.has("Action")
        yield from _unless(attack, "hoc.types.attack", f"{card.id} is an Attack card and no Action card")
        princess = card.has("Princess") == (card.kind == "princess")
        yield from _unless(princess, "hoc.anatomy.princess", f"{card.id}: a princess is of type Princess")


def _unless(holds: bool, rule: str, text: str) -> Iterator[str]:
    if not holds:
        yield f"{text} ({rule})"


CARDS: Mapping[str, Printed] = _cards()
"""Every card of the box, by id: the reprinted first edition's ("hoc.outside.edition"), not those of the second
("hoc.outside.second-edition-differences").
"""

SETS: Mapping[str, RecommendedSet] = {
    table["id"]: RecommendedSet.model_validate(table)
    for table in tomllib.loads(read_data(__package__, "sets.toml"))["set"]
}
"""The recommended sets by id, in the rulebook's order."""

PRINCESSES = tuple(card.id for card in CARDS.values() if card.kind == "princess")
COMMONS = tuple(card.id for card in CARDS.values() if card.kind == "common")
BASIC_MARKET = ("city", "large-city", "royal-maid", "senator", "duke")
"""The five piles of the basic market, in the order in which they are shown ("hoc.setup.basic-market")."""
CURSE = "curse"
"""What lies in the curse pile."""
RARES = tuple(card.id for card in CARDS.values() if card.kind == "rare")


MARKS: Mapping[str, str] = {"confirmed": "", "partly": "~", "guess": "?"}
"""What `shown` puts after a card's name, by its status."""

UNSURE: Mapping[str, str] = {
    "confirmed": "",
    "partly": "Part of this text is not confirmed for the first edition.",
    "guess": "This text is a guess: it is not confirmed for the first edition.",
}
"""What a card's rule says of its text, by the card's status."""


def name(kind: str) -> str:
    """The card's English name, for people."""
    return CARDS[kind].name_en if kind in CARDS else kind


@functools.cache
def shown(kind: str) -> str:
    """The name with a mark where the card's text is not confirmed: "Library?" is a guess, "Bribery~" partly one."""
    return name(kind) + (MARKS[CARDS[kind].status] if kind in CARDS else "")


@functools.cache
def both_names(kind: str) -> str:
    """ "Library? 図書館": as it is shown, in English and in Japanese."""
    return f"{shown(kind)} {CARDS[kind].name_ja}" if kind in CARDS else kind


def catalogue() -> tuple[CatalogueCard, ...]:
    """The cards as frontends show them."""
    return tuple(
        CatalogueCard(
            id=card.id,
            name=card.name_en,
            name_ja=card.name_ja,
            printed=card.model_dump(
                mode="json",
                include={
                    "kind",
                    "types",
                    "subtypes",
                    "cost",
                    "link",
                    "coins",
                    "draw",
                    "succession_points",
                    "values",
                    "copies",
                },
            ),
            effect=card.effect,
            status=card.status,
            confidence=card.confidence,
            edition_note=card.edition_note,
            also=(card.also,) if card.also else (),
            rules=(card.rule, *card.faq),
        )
        for card in CARDS.values()
    )


def card_rules() -> tuple[RuleText, ...]:
    """A rule for each card: what its text says, and where that is not confirmed, that too. What is printed on a card
    is not in the rulebook, unless the rulebook quotes it.
    """
    return tuple(
        RuleText(
            id=card.rule,
            page=0,
            title=shown(card.id),
            statement=f"{card.effect} {UNSURE[card.status]}".rstrip(),
            origin="rulebook" if card.confidence.startswith("rulebook") else "outside",
        )
        for card in CARDS.values()
    )
