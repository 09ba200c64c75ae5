"""What a seat sees of the table, and what the sensible player thinks that things are worth: see `player`.

Worth is in tenths of a resource. Printed numbers are the cards'; the others are judgements, tried against each other in
many games.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD_PHASE,
    CAPITAL_PHASE,
    EVERY_ZONE,
    KINGDOM,
    QUEST,
    ZONE_IDS,
    is_place,
    opponent,
    place,
    seat_of,
    zone_of,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

T = TypeVar("T")

RESOURCE = 10

CARD = 9
"""A card in hand."""

POWER = 12
"""A point of power of a unit."""

HIT_POINT = 5

WIN = 1_000_000
"""Burning the second section, or emptying the deck; less than nothing by as much is losing."""

BURN = 60
"""Burning the first, beside the damage."""

DAMAGE = 8
"""A point of damage to a section, and `DEEPER` more when it is all but burnt."""

DEEPER = 48

GROWTH: Mapping[int, tuple[int, ...]] = {
    KINGDOM: (22, 22, 22, 18, 15, 11, 8, 6, 4, 3, 2, 1),
    QUEST: (30, 30, 20, 9, 3, 0),
}
"""What one more point of a zone's power is worth over the turns to come, by how many there are."""

WANT = 8
"""How much more, or less, where resources and cards do not keep step."""

STRIKING = 22
"""A point of power of a unit in the battlefield, beside what its attack of this turn brings."""

TURNS = 6
"""A deck that may not last for so many turns wants no more drawing."""

TEXT: Mapping[str, int] = {
    "zhufbar-engineers": 6,
    "runesmith": 5,
    "durgnar-the-bold": 4,
    "king-kazador": 8,
    "dwarf-cannon-crew": 8,
    "dwarf-masons": 9,
    "dwarf-ranger": 5,
    "rune-of-fortitude": 10,
    "keystone-forge": 15,
    "organ-gun": 14,
    "master-rune-of-dismay": 12,
    "grudge-thrower": 6,
    "bright-wizard-apprentice": 3,
    "nuln-tinkerers": 5,
    "the-greatswords": 4,
    "sigmars-blessed": 6,
    "thyrus-gorman": -12,
    "warrior-priests": 8,
    "pistoliers": 5,
    "johannes-broheim": 8,
    "knight-training": 10,
    "church-of-sigmar": 5,
    "city-gates": 8,
    "shrine-to-taal": 4,
    "temple-of-shallya": 4,
    "silver-helm-brigade": 6,
    "archmage-of-saphery": 8,
    "followers-of-mork": 2,
    "grimgor-ironhide": 6,
    "night-goblins": 1,
    "doom-divers": 6,
    "lobber-crew": 6,
    "big-uns": 5,
    "rock-lobber": 8,
    "choppa": 16,
    "totem-of-gork": 8,
    "banna-of-da-red-sunz": 4,
    "grimgors-camp": 6,
    "festering-nurglings": 4,
    "nurgle-sorcerer": 4,
    "cultist-of-slaanesh": 3,
    "valkia-the-bloody": 4,
    "fledgling-chaos-spawn": 4,
    "bloodthirster": -20,
    "cloud-of-flies": 8,
    "horrific-mutation": 7,
    "sadistic-mutation": 16,
    "warpstone-meteor": 2,
    "shrine-to-nurgle": 8,
    "disciple-of-khaine": 4,
    "vile-sorceress": 10,
    "cauldron-of-blood": 8,
    "contested-fortress": 14,
    "warpstone-excavation": -6,
}
"""What a text is worth in play, where it works, beside the numbers and keywords that are printed on its card."""

TOUGHNESS, COUNTERSTRIKE, SCOUT = 9, 6, 5
"""What keywords are worth, the first two for each point."""


@dataclass(frozen=True)
class Sight:
    """A view as one seat gets it."""

    view: pb.View
    seat: int
    known: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    def once(self, key: Hashable, reckoned: Callable[[], T]) -> T:
        """What is reckoned for the key, the first time that it is asked for; the view does not change meanwhile."""
        if key not in self.known:
            self.known[key] = reckoned()
        found: T = self.known[key]
        return found

    @property
    def rival(self) -> int:
        return opponent(self.seat)

    @property
    def own(self) -> pb.Player:
        return self.view.players[self.seat]

    @property
    def other(self) -> pb.Player:
        return self.view.players[self.rival]

    # Cards.

    @cached_property
    def hand(self) -> Mapping[int, str]:
        """The kinds of the own hand's cards, by id."""
        return {card.id: card.kind for card in self.own.hand}

    @cached_property
    def price(self) -> Mapping[str, int]:
        """What the cards of the own hand cost now."""
        return {price.kind: price.resources for price in self.own.prices}

    @cached_property
    def cards(self) -> Mapping[int, pb.InPlay]:
        """What lies faceup in play, by id."""
        return {card.id: card for card in self.view.cards}

    @cached_property
    def facedown(self) -> Mapping[int, pb.Card]:
        """The own developments, by id."""
        return {card.id: card for section in self.own.sections for card in section.known}

    @cached_property
    def elsewhere(self) -> Mapping[int, str]:
        """The kinds of other cards and actions that the seat knows."""
        found = {card.id: card.kind for card in (*self.facedown.values(), *self.own.looked_at, *self.other.hand)}
        for drafter in self.view.draft.drafters:
            found |= {card.id: card.kind for card in (*drafter.pack, *drafter.looked_at)}
        return found | {action.number: action.kind for action in self.view.chain}

    def kind(self, card: int) -> str:
        """The kind of a card or of an action on the chain; KeyError where the seat does not know it."""
        if card in self.cards:
            return self.cards[card].kind
        return self.hand.get(card) or self.elsewhere[card]

    def mine(self, card: pb.InPlay) -> bool:
        return card.controller == self.seat

    def units(self, seat: int) -> Sequence[pb.InPlay]:
        return [card for card in self._all_units if card.controller == seat]

    def units_at(self, where: int) -> Sequence[pb.InPlay]:
        return [card for card in self._all_units if card.place == where]

    @cached_property
    def _all_units(self) -> Sequence[pb.InPlay]:
        return [card for card in self.view.cards if is_unit(card.kind)]

    def working(self, kind: str, seat: int, where: int = 0) -> Sequence[pb.InPlay]:
        """A player's cards of that kind where their text works, or those in one zone."""
        return [card for card in self._working.get((kind, seat), ()) if where in (0, card.place)]

    @cached_property
    def _working(self) -> Mapping[tuple[str, int], Sequence[pb.InPlay]]:
        found: dict[tuple[str, int], list[pb.InPlay]] = {}
        for card in self.view.cards:
            if works(card.kind, card.place):
                found.setdefault((card.kind, card.controller), []).append(card)
        return found

    @cached_property
    def attached(self) -> Mapping[int, Sequence[pb.InPlay]]:
        """What is attached to cards, by their ids."""
        found: dict[int, list[pb.InPlay]] = {}
        for card in self.view.cards:
            if card.host:
                found.setdefault(card.host, []).append(card)
        return found

    def section(self, where: int) -> pb.Section:
        return self.view.players[seat_of(where)].sections[zone_of(where) - 1]

    def developments(self, zone: int, seat: int | None = None) -> int:
        return self.view.players[self.seat if seat is None else seat].sections[zone - 1].developments

    # Moments.

    @property
    def own_turn(self) -> bool:
        return self.view.turn.seat == self.seat

    @property
    def deploys(self) -> bool:
        """Is it the own capital phase?"""
        return self.own_turn and self.view.turn.phase == CAPITAL_PHASE

    @property
    def quiet(self) -> bool:
        """Is nothing on the chain?"""
        return not self.view.chain

    def within(self, *windows: int) -> bool:
        """Is one of these windows open, with nothing on the chain?"""
        return self.quiet and self.view.turn.window in windows

    @property
    def attacked(self) -> bool:
        """Is a zone of the seat's attacked?"""
        return self.view.HasField("combat") and self.view.combat.seat != self.seat

    @property
    def attacking(self) -> bool:
        return self.view.HasField("combat") and self.view.combat.seat == self.seat

    @property
    def resource(self) -> int:
        """What a resource is worth now: what is left of them after the own capital phase is returned."""
        if self.own_turn:
            return RESOURCE if self.view.turn.phase <= CAPITAL_PHASE else 3
        return 0 if self.view.turn.phase > BATTLEFIELD_PHASE else 1

    # Paying.

    @cached_property
    def debts(self) -> int:
        """How much damage may pay now."""
        if not self.deploys:
            return 0
        return max(
            (card.damage * CARDS[card.kind].values["pays"] for card in self.working("urguck", self.seat)), default=0
        )

    @property
    def means(self) -> int:
        return self.own.resources + self.debts

    def surcharge(self, targets: Iterable[int]) -> int:
        """What these targets of one effect cost more."""
        theirs = [self.cards[one] for one in targets if one in self.cards and not self.mine(self.cards[one])]
        due = sum(CARDS[card.kind].values["surcharge"] for card in theirs if card.kind == "king-kazador")
        if any(is_unit(card.kind) for card in theirs):
            churches = self.working("church-of-sigmar", self.rival)
            due += sum(CARDS[church.kind].values["surcharge"] for church in churches)
        return due

    # Worth.

    def worth(self, card: pb.InPlay) -> int:
        """Of a card in play to who controls it."""
        return self.once(("worth", card.id), lambda: self._worth(card))

    def _worth(self, card: pb.InPlay) -> int:
        printed = CARDS[card.kind]
        body = POWER * (printed.power or 0) + text(printed, zone_of(card.place))
        if is_unit(card.kind):
            body += HIT_POINT * max(card.hit_points - card.damage, 0) - 4 * card.corrupted
            attached = self.attached.get(card.id, ())
            body += sum(TEXT.get(on.kind, 0) for on in attached if on.controller == card.controller)
        return max(body, 3)

    def for_me(self, card: int) -> int:
        """1 where the card, or the section at a place, is the seat's own, otherwise -1."""
        seat = seat_of(card) if is_place(card) else self.cards[card].controller
        return 1 if seat == self.seat else -1

    def growth(self, zone: int, points: int) -> int:
        """What so many more points of power in an own zone are worth over the turns to come."""
        marks, now = GROWTH[zone], self.own.sections[zone - 1].power
        if zone == QUEST and self.own.deck_size <= TURNS * (now + points):
            return -3 * RESOURCE * points
        want = self.want if zone == KINGDOM else -self.want
        gain = sum(max(marks[min(now + more, len(marks) - 1)] + want, 0) for more in range(points))
        return gain * min(self.turns, TURNS) // TURNS

    @cached_property
    def want(self) -> int:
        """How much rather resources are wanted than cards: the cards that are drawn and held take more than are
        collected; less than nothing for the reverse.
        """
        kingdom, quest = (self.own.sections[zone - 1].power for zone in (KINGDOM, QUEST))
        lack = 11 * (quest - 1) + 3 * self.own.hand_size - 4 * kingdom
        return WANT * (lack > 8) - WANT * (lack < -8)

    @cached_property
    def turns(self) -> int:
        """How many turns are left until a deck is empty."""
        return min(player.deck_size // max(player.sections[QUEST - 1].power, 1) for player in self.view.players)

    @cached_property
    def pressed(self) -> bool:
        """Will the own deck be empty soon, and first?"""
        own, other = (player.deck_size // max(player.sections[QUEST - 1].power, 1) for player in (self.own, self.other))
        return own <= min(other, TURNS)

    def shield(self, where: int) -> int:
        """How much of the next damage to a section is cancelled."""
        used = self.view.turn.used
        return sum(
            CARDS[card.kind].values["points"]
            for card in self.working("contested-fortress", seat_of(where))
            if card.id not in used
        )

    def burning(self, seat: int) -> int:
        return sum(section.burning for section in self.view.players[seat].sections)

    def scorched(self, where: int, points: int, more: int = 0) -> int:
        """What it is worth to the opponent of who has the section that it takes so much damage, or has so many hit
        points less.
        """
        section = self.section(where)
        if section.burning:
            return 0
        before, now, after = section.hit_points, section.hit_points - more, section.damage + points
        burn = 0
        if after >= now:
            burn, after = WIN if self.burning(seat_of(where)) else BURN, now
        worth = burn + depth(after, now) - depth(section.damage, before)
        return worth * 2 if self.pressed and seat_of(where) != self.seat else worth

    def singed(self, where: int, points: int) -> int:
        """The same for damage that is dealt in one batch, so that some of it may be cancelled."""
        return self.once(("singed", where, points), lambda: self.scorched(where, max(points - self.shield(where), 0)))

    def harmed(self, card: pb.InPlay, points: int) -> int:
        """What it is worth to the opponent of its controller that a unit takes so much damage."""
        done = points - card.toughness
        if done <= 0:
            return 0
        left = card.hit_points - card.damage
        return self.worth(card) if done >= left else HIT_POINT * done * 4 // 5

    def places(self, seat: int, standing: bool = True) -> Sequence[int]:
        """A player's zones, or those whose sections do not burn."""
        every = [place(seat, zone) for zone in EVERY_ZONE]
        return [where for where in every if not standing or not self.section(where).burning]


def depth(damage: int, hit_points: int) -> int:
    """What damage to a section is worth: the more, the nearer it is to burning."""
    return DAMAGE * damage + DEEPER * damage * damage // max(hit_points * hit_points, 1)


def is_unit(kind: str) -> bool:
    return CARDS[kind].type == "unit"


def is_support(kind: str) -> bool:
    return CARDS[kind].type == "support"


def works(kind: str, where: int) -> bool:
    """Does the card's text work in that zone, whosever it is?"""
    return CARDS[kind].zone in (None, ZONE_IDS[zone_of(where)])


def text(printed: Printed, zone: int) -> int:
    """What a card's text and keywords are worth in a zone."""
    words = printed.keywords
    tough = words.toughness if isinstance(words.toughness, int) else 1
    keywords = TOUGHNESS * tough + COUNTERSTRIKE * words.counterstrike + SCOUT * words.scout
    return keywords + (TEXT.get(printed.id, 0) if works(printed.id, zone) else 0)


def power_in(sight: Sight, kind: str, zone: int) -> int:
    """The power that a card from the own hand would have in an own zone."""
    printed, there = CARDS[kind], sight.developments(zone)
    more, values = 0, printed.values
    if not works(kind, zone):
        return printed.power or 0
    match kind:
        case "troll-slayers" | "armoury" | "forgotten-cemetery":
            more = values["power"] * (there >= values["developments"])
        case "contested-stronghold":
            more = values["power"] * there
        case "durgnar-the-bold":
            more = values["power"] * (sight.burning(sight.seat) >= values["burning"])
        case "squig-herders" | "boar-boyz":
            more = values["power"] * any(unit.damage for unit in sight.units(sight.seat))
        case "melekh-the-changer":
            more = values["power"] * sum(unit.corrupted for unit in sight.units(sight.rival))
        case _:
            pass
    return (printed.power or 0) + more
