"""What the box holds beside the single cards: capital boards, starter decks, the neutral cards dealt to them, and what
a draft is made of. Read once from the data files and checked against the rulebook's numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import pydantic

from rulekeeper.games.warhammer_invasion.catalogue import BY_NUMBER, CARDS, RACES, SIDE_OF, Race, Side, Zone
from rulekeeper.kernel import InvalidGame, read_data

Cards = tuple[tuple[str, int], ...]
"""Cards by id with their copies, in the order of the numbers."""

Numbers = tuple[int, int]
"""The first and the last of the collector's numbers that are meant."""


class Capital(pydantic.BaseModel, frozen=True, extra="forbid"):
    """A capital board ("whi.components.capitals"), called after its race: the power printed for each zone
    ("whi.zones.base-power") and the hit points of each section ("whi.zones.hit-points").
    """

    id: Race
    hit_points: int = pydantic.Field(ge=1)
    power: Mapping[Zone, int]

    @property
    def side(self) -> Side:
        return SIDE_OF[self.id]

    @property
    def name(self) -> str:
        return RACES[self.id]


class Starter(pydantic.BaseModel, frozen=True, extra="forbid"):
    """A starter deck, called after its race ("whi.setup.starter.choose")."""

    id: Race
    numbers: Numbers
    size: int
    confidence: str
    status: Literal["confirmed", "partly", "guess"]

    @property
    def cards(self) -> Cards:
        return _from_to(self.numbers)


class NeutralDeal(pydantic.BaseModel, frozen=True, extra="forbid"):
    """The neutral cards that are shuffled, and how many each starter gets ("whi.setup.starter.neutrals")."""

    numbers: Numbers
    size: int
    each: int

    @property
    def cards(self) -> Cards:
        return _from_to(self.numbers)


class DraftPool(pydantic.BaseModel, frozen=True, extra="forbid"):
    """What one side's draft pile is made of ("whi.draft.piles"); `neutrals` more cards are dealt to it by chance."""

    side: Side
    numbers: Numbers
    treaties: Numbers
    neutrals: int
    format_cards: Mapping[str, int]
    size: int

    @property
    def cards(self) -> Cards:
        """All that is certain to be in the pile."""
        return (*_from_to(self.numbers), *_from_to(self.treaties), *self.format_cards.items())


class DraftCourse(pydantic.BaseModel, frozen=True, extra="forbid"):
    """How a draft goes ("whi.draft.pack" to "whi.draft.five-packs"): `packs` times each player makes a pack of `pack`
    cards, of which the owner takes `picked` cards `picks` times and the opponent `counterdrafted` ones `counterdrafts`
    times.
    """

    packs: int
    pack: int
    picks: int
    picked: int
    counterdrafts: int
    counterdrafted: int


class _Box(pydantic.BaseModel, frozen=True, extra="forbid"):
    capital: tuple[Capital, ...]
    starter: tuple[Starter, ...]
    neutral_deal: NeutralDeal


class _Draft(pydantic.BaseModel, frozen=True, extra="forbid"):
    course: DraftCourse
    pool: tuple[DraftPool, ...]


def _from_to(numbers: Numbers) -> Cards:
    first, last = numbers
    return tuple((BY_NUMBER[number].id, BY_NUMBER[number].copies) for number in range(first, last + 1))


def total(cards: Iterable[tuple[str, int]]) -> int:
    """How many cards these are."""
    return sum(copies for _, copies in cards)


def _contradictions(box: _Box, draft: _Draft) -> Iterator[str]:
    """Where the box is not what the rulebook says."""
    boards = [board.id for board in box.capital]
    yield from _unless(sorted(boards) == ["chaos", "dwarf", "empire", "orc"], "whi.components.capitals", "four boards")
    for board in box.capital:
        power = {"kingdom": 3, "quest": 1, "battlefield": 0}
        yield from _unless(board.power == power, "whi.zones.base-power", f"{board.id}: powers 3, 1 and 0")
        yield from _unless(board.hit_points == 8, "whi.zones.hit-points", f"{board.id}: 8 hit points a section")
    starters = [starter.id for starter in box.starter]
    yield from _unless(sorted(starters) == sorted(boards), "whi.setup.starter.choose", "a starter for each board")
    for starter in box.starter:
        races = {CARDS[card].race for card, _ in starter.cards}
        size = total(starter.cards)
        yield from _unless(
            size == starter.size == 40 and races == {starter.id},
            "whi.setup.starter.choose",
            f"{starter.id}: 40 cards of one race, not {size}",
        )
    deal = box.neutral_deal
    yield from _unless(
        (total(deal.cards), deal.size, deal.each) == (24, 24, 10)
        and all(CARDS[card].race == "neutral" and not CARDS[card].alliance for card, _ in deal.cards),
        "whi.setup.starter.neutrals",
        "10 each of 24 neutral cards that are no Alliances",
    )
    yield from _wrong_draft(draft)


def _wrong_draft(draft: _Draft) -> Iterator[str]:
    yield from _unless(
        sorted(pool.side for pool in draft.pool) == ["destruction", "order"], "whi.draft.sides", "a pool for each side"
    )
    for pool in draft.pool:
        own = _from_to(pool.numbers)
        yield from _unless(
            total(own) == 85 and all(CARDS[card].side == pool.side for card, _ in own),
            "whi.draft.piles",
            f"{pool.side}: 85 cards of its races, not {total(own)}",
        )
        treaties = [CARDS[card].keywords.only_side for card, _ in _from_to(pool.treaties)]
        yield from _unless(treaties == [pool.side] * 3, "whi.draft.treaties", f"{pool.side}: its three Alliances")
        yield from _unless(pool.neutrals == 10, "whi.draft.neutrals", f"{pool.side}: 10 neutral cards")
        in_box = {card.id: card.copies for card in CARDS.values() if card.type == "draft"}
        yield from _unless(
            {card: copies * 2 for card, copies in pool.format_cards.items()} == in_box
            and total(pool.cards) + pool.neutrals == pool.size == 108,
            "whi.draft.format-cards",
            f"{pool.side}: one of the two sets of 10 draft format cards, 108 cards in all",
        )
    course = draft.course
    yield from _unless(course.packs == 5, "whi.draft.five-packs", "five packs")
    yield from _unless(course.pack == 15, "whi.draft.pack", "15 cards in a pack")
    yield from _unless(course.picked == 2, "whi.draft.pick-two", "two cards a pick")
    yield from _unless(course.counterdrafted == 1, "whi.draft.counterdraft", "one card a counterdraft")
    yield from _unless(
        (course.picks, course.counterdrafts) == (4, 3), "whi.draft.repeat", "four picks and three counterdrafts"
    )


def _unless(holds: bool, rule: str, text: str) -> Iterator[str]:
    if not holds:
        yield f"{text} ({rule})"


def _read() -> tuple[_Box, _Draft]:
    box = _Box.model_validate(tomllib.loads(read_data(__package__, "decks.toml")))
    draft = _Draft.model_validate(tomllib.loads(read_data(__package__, "draft_pools.toml")))
    wrong = list(_contradictions(box, draft))
    if wrong:
        raise InvalidGame("decks.toml, draft_pools.toml: " + "; ".join(wrong))
    return box, draft


_BOX, _DRAFT = _read()

CAPITALS: Mapping[str, Capital] = {board.id: board for board in _BOX.capital}
"""The four boards, by race."""

STARTERS: Mapping[str, Starter] = {starter.id: starter for starter in _BOX.starter}
"""The four starter decks, by race."""

NEUTRAL_DEAL: NeutralDeal = _BOX.neutral_deal

DRAFT_POOLS: Mapping[Side, DraftPool] = {pool.side: pool for pool in _DRAFT.pool}
"""The two draft piles, by side."""

DRAFT_COURSE: DraftCourse = _DRAFT.course
