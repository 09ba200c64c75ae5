"""The table of Warhammer: Invasion as frozen values, and the plain questions about it.

A place is a player's zone, and the section of the capital behind it, as one number (`place`); ids of cards are greater
than any place. Cards that somebody can tell apart have ids (`Card`, `Placed`); what nobody has seen is a `Bag`; discard
piles are open and without order (`Counts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from rulekeeper.games.warhammer_invasion.box import CAPITALS
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, ZONES, Printed
from rulekeeper.kernel import (
    Audience,
    Card,
    Counts,
    Minted,
    Pile,
    contents,
    everyone,
    only,
)

SEATS = (0, 1)

KINGDOM, QUEST, BATTLEFIELD = 1, 2, 3
"""The zones, numbered as `Zone` in the messages."""

EVERY_ZONE = (KINGDOM, QUEST, BATTLEFIELD)

ZONE_IDS = ("", "kingdom", "quest", "battlefield")
"""The zones' ids in the data, by number."""

BEGINNING, KINGDOM_PHASE, QUEST_PHASE, CAPITAL_PHASE, BATTLEFIELD_PHASE, END = 1, 2, 3, 4, 5, 6
"""The phases, numbered as `Phase` in the messages."""

CARD, DEVELOPMENT, TACTIC, ABILITY = 1, 2, 3, 4
"""What is on the chain, numbered as `ActionKind` in the messages."""

DESTROYED, SACRIFICED, RETURNED, DISCARDED = 1, 2, 3, 4
"""How a card leaves play, numbered as `Departure` in the messages."""


def place(seat: int, zone: int) -> int:
    """A player's zone as one number, as `Place` in the messages has it."""
    return 4 * seat + zone


def zone_of(where: int) -> int:
    """The zone of a place; 0 where it is none."""
    return where & 3


def seat_of(where: int) -> int:
    """Whose zone a place is."""
    return where >> 2


def places(*seats: int) -> tuple[int, ...]:
    """The zones of these players, player by player, as places."""
    return tuple(place(seat, zone) for seat in seats for zone in EVERY_ZONE)


def is_place(number: int) -> bool:
    """Is it a place, and no card's id?"""
    return number < 16


class Section(msgspec.Struct, frozen=True):
    """A third of a capital, with its zone's facedown developments: they are its player's own
    ("whi.development.control"), who may look at them ("whi.development.look").
    """

    damage: int = 0
    burning: bool = False
    developments: tuple[Card, ...] = ()


class Player(msgspec.Struct, frozen=True):
    """A player, with what lies there ("whi.layout.play-area"). `capital`: the board's race, "" before it is placed.
    `sections`: in the order of the zones. `deck_list`: what the deck was made of. Cards on top of the deck that the
    player is looking at are `Card`s there.
    """

    capital: str = ""
    sections: tuple[Section, Section, Section] = (Section(), Section(), Section())
    resources: int = 0
    hand: tuple[Card, ...] = ()
    deck: Pile = ()
    discard_pile: Counts = ()
    deck_list: Counts = ()


class Placed(msgspec.Struct, frozen=True):
    """A card that lies faceup in play. `controller`: its owner, but of an attachment, wherever its host is, who played
    it ("whi.control.controller"). `place`: where it lies, an attachment where its host is. `host`: the unit that an
    attachment is on. `quest`: the quest that a unit is on, in the quest zone ("whi.quest.in-quest-zone"). `tokens`: a
    quest's.
    """

    id: int
    kind: str
    owner: int
    controller: int
    place: int
    damage: int = 0
    corrupted: bool = False
    host: int = 0
    quest: int = 0
    tokens: int = 0

    @property
    def printed(self) -> Printed:
        return CARDS[self.kind]

    @property
    def zone(self) -> int:
        return zone_of(self.place)


class Lasting(msgspec.Struct, frozen=True):
    """What is changed about a unit until the end of the turn ("whi.constant.until-eot"). `held`: it cannot be declared
    as attacker or defender.
    """

    card: int
    power: int = 0
    hit_points: int = 0
    held: bool = False


class Waiting(msgspec.Struct, frozen=True):
    """An effect of a card of that kind that waits for its moment ("whi.chain.conditional-action"); `card`: the card in
    play that it is about, 0 for none.
    """

    seat: int
    kind: str
    card: int = 0


class Points(msgspec.Struct, frozen=True):
    """Damage on its way to a unit or, by its place, to a section. `seat`: who deals it."""

    target: int
    seat: int
    cancellable: int = 0
    uncancellable: int = 0

    @property
    def total(self) -> int:
        return self.cancellable + self.uncancellable


class Share(msgspec.Struct, frozen=True):
    """What one unit adds to its side's damage in combat."""

    card: int
    cancellable: int = 0
    uncancellable: int = 0


class Combat(msgspec.Struct, frozen=True):
    """The attack under way. `place`: the attacked zone. `tolls`: (card, attacker) pairs that were paid for. `shares`:
    what each unit deals, from step 4 on; `assigned`: where it goes, until it is applied in step 5. `counted`: step 4
    has come: `shares` are what they will be, though they may be empty ("whi.combat.assign.window").
    """

    place: int
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    attackers_declared: bool = False
    defenders_declared: bool = False
    tolls: tuple[tuple[int, int], ...] = ()
    shares: tuple[Share, ...] = ()
    assigned: tuple[Points, ...] = ()
    counted: bool = False


class Link(msgspec.Struct, frozen=True):
    """An action on the chain, with all that was fixed as it was declared. `card`: the id of the card on the chain, or
    of the card in play whose action it is; 0 for a tactic. `owner`: whose card it is. `targets`: cards, actions, and
    places; `developments`: which developments are targets; `cards`: kinds in the discard pile that are. `zone`: where
    the card is meant to go, or where something is to move. `cardless`: no card belongs to it, since it is a copy, or
    its card has entered play.
    """

    number: int
    what: int
    seat: int
    kind: str = ""
    card: int = 0
    owner: int = 0
    targets: tuple[int, ...] = ()
    developments: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    x: int = 0
    zone: int = 0
    host: int = 0
    quest: int = 0
    cancelled: bool = False
    cardless: bool = False


class Pending(msgspec.Struct, frozen=True):
    """An effect that has triggered and not happened yet. `text`: which of its card's triggers. `subject`: the card that
    it is about. `place`: where its card is, or was last. `depth`: how many effects were happening when it triggered:
    it comes before what they interrupted.
    """

    number: int
    seat: int
    card: int
    kind: str
    text: str
    subject: int
    place: int
    forced: bool
    depth: int


class Turn(msgspec.Struct, frozen=True):
    """The turn under way, and what of it still matters. `window`: the one that is open, 0 for none; `passed`: the
    seats that have declined in a row. `used`: ids of cards, one for each use in this turn. `played`: (seat,
    kind) of each card that was played. `discarded`: kinds that reached a discard pile.
    """

    seat: int = 0
    number: int = 0
    phase: int = 0
    window: int = 0
    passed: tuple[int, ...] = ()
    development_played: bool = False
    used: tuple[int, ...] = ()
    played: tuple[tuple[int, str], ...] = ()
    discarded: Counts = ()


class Drafter(msgspec.Struct, frozen=True):
    """A player of a draft. `pile`: the draft pile; cards on top of it that the player is looking at are `Card`s.
    `pack`: the own pack, wherever it is. `picked`: what will be the deck. `cut`: how many cards fewer each new pack
    has. `sabotages`: how many Sabotages the player keeps.
    """

    side: str = ""
    pile: Pile = ()
    pack: tuple[Card, ...] = ()
    picked: Counts = ()
    cut: int = 0
    sabotages: int = 0


class Draft(msgspec.Struct, frozen=True):
    """A draft: which pack, which round of it, and whether the packs are exchanged."""

    pack: int = 0
    round: int = 0
    exchanged: bool = False
    drafters: tuple[Drafter, Drafter] = (Drafter(), Drafter())


class State(msgspec.Struct, frozen=True):
    """The whole table. `cards`: all that lies faceup in play, in the order in which it came there. `chain`: what has
    not resolved, in the order of declaring; `resolving`: what does now, outermost first. `hits`: damage that is about
    to be applied, `hits_combat`: whether it is combat damage. `depth`: how many triggered effects are happening.
    `numbered`: the last number that a triggered effect got. `box`: cards that are out of the game. `minimum`: how
    an attacker assigns damage, by the rulebook or by the FAQ ("whi.combat.assign.faq-minimum"). `windows`: whether
    there are those that only the FAQ has ("whi.turn.rulebook-windows").
    """

    players: tuple[Player, Player] = (Player(), Player())
    cards: tuple[Placed, ...] = ()
    turn: Turn = Turn()
    combat: Combat | None = None
    chain: tuple[Link, ...] = ()
    resolving: tuple[Link, ...] = ()
    pending: tuple[Pending, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    hits: tuple[Points, ...] = ()
    hits_combat: bool = False
    depth: int = 0
    numbered: int = 0
    draft: Draft | None = None
    format: str = "starters"
    minimum: str = "rulebook"
    windows: str = "faq"
    box: Counts = ()
    minted: Minted = ()


# Who.


def all_see(state: State) -> Audience:
    """Everyone at the table, with the spectators."""
    return everyone(len(state.players))


def owner_sees(seat: int) -> Audience:
    """Of a hand and of facedown developments ("whi.hidden.hands-decks")."""
    return only(seat)


def opponent(seat: int) -> int:
    """Of two players ("whi.overview.two-players")."""
    return 1 - seat


def active_first(state: State) -> tuple[int, int]:
    """Both seats, the active player's first ("whi.forced.order", "whi.effects.each-player")."""
    return state.turn.seat, opponent(state.turn.seat)


# What.


def section(state: State, where: int) -> Section:
    """The section at a place."""
    return state.players[seat_of(where)].sections[zone_of(where) - 1]


def developments(state: State, where: int) -> int:
    """How many developments lie in the zone ("whi.development.card-text")."""
    return len(section(state, where).developments)


def section_hit_points(state: State, where: int) -> int:
    """8 and its developments ("whi.zones.hit-points", "whi.development.hp")."""
    board = CAPITALS.get(state.players[seat_of(where)].capital)
    return (board.hit_points if board else 8) + developments(state, where)


def in_play(state: State, card: int) -> Placed | None:
    """The card with that id in play, or None."""
    for placed in state.cards:
        if placed.id == card:
            return placed
    return None


def there(state: State, card: int) -> Placed:
    """The card with that id in play; KeyError where it is not there."""
    found = in_play(state, card)
    if found is None:
        raise KeyError(card)
    return found


def is_unit(card: Placed) -> bool:
    return CARDS[card.kind].type == "unit"


def is_support(card: Placed) -> bool:
    return CARDS[card.kind].type == "support"


def units(state: State, seat: int | None = None) -> Iterator[Placed]:
    """All units in play, or those that a player controls."""
    for card in state.cards:
        if CARDS[card.kind].type == "unit" and (seat is None or card.controller == seat):
            yield card


def units_at(state: State, where: int) -> Iterator[Placed]:
    """The units in a zone."""
    for card in state.cards:
        if card.place == where and CARDS[card.kind].type == "unit":
            yield card


def controlled(state: State, seat: int) -> Iterator[Placed]:
    """What a player controls in play."""
    for card in state.cards:
        if card.controller == seat:
            yield card


def attached(state: State, unit: int) -> Iterator[Placed]:
    """The attachments on a unit."""
    for card in state.cards:
        if card.host == unit:
            yield card


def questing(state: State, quest: int) -> Placed | None:
    """The unit on a quest, or None ("whi.quest.one-unit")."""
    for card in state.cards:
        if card.quest == quest:
            return card
    return None


def works(card: Placed) -> bool:
    """Is the card where its italic effect works ("whi.kw.zone-effect")?

    The rulebook's example: "whi.example.runesmith-zone".
    """
    zone = CARDS[card.kind].zone
    return zone is None or ZONE_IDS[card.zone] == zone


def attacks(state: State, card: int) -> bool:
    return state.combat is not None and card in state.combat.attackers


def defends(state: State, card: int) -> bool:
    return state.combat is not None and card in state.combat.defenders


def in_combat(state: State, card: int) -> bool:
    """Does it attack or defend?"""
    return attacks(state, card) or defends(state, card)


def used(state: State, card: int) -> bool:
    """Is its use of this turn used up ("whi.turn.each-turn-counters")?"""
    return card in state.turn.used


def waits(state: State, seat: int, kind: str) -> int:
    """How many effects of that kind of card wait for the player."""
    return sum(waiting.seat == seat and waiting.kind == kind for waiting in state.waiting)


def alike(state: State, one: int, other: int) -> bool:
    """Is it all the same whose text comes first? One card's, those of two that are gone, or of two supports or quests
    that only their ids tell apart; never those of two units, each of which may be gone before its turn comes.
    """
    first, second = in_play(state, one), in_play(state, other)
    if first is None or second is None or one == other:
        return first is second
    told_apart = msgspec.structs.replace(first, id=second.id) != second
    return not told_apart and not is_unit(first) and questing(state, one) is None and questing(state, other) is None


def hand_card(state: State, seat: int, card: int) -> Card:
    """The card with that id in the seat's hand; KeyError where it is not there."""
    for held in state.players[seat].hand:
        if held.id == card:
            return held
    raise KeyError(card)


def by_kind(cards: Iterable[Card]) -> dict[str, tuple[int, ...]]:
    """Ids of cards by kind, both in the order in which they lie: equal cards are offered together."""
    found: dict[str, tuple[int, ...]] = {}
    for card in cards:
        found[card.kind] = (*found.get(card.kind, ()), card.id)
    return found


def link(state: State, number: int) -> Link | None:
    """The action with that number on the chain, or None."""
    for found in state.chain:
        if found.number == number:
            return found
    return None


def dealt(state: State) -> bool:
    """Are there decks, or anything that comes from one? Before, all cards are in the box."""
    return bool(state.turn.number or state.cards) or any(
        player.deck or player.hand or player.discard_pile or any(third.developments for third in player.sections)
        for player in state.players
    )


def deploys(state: State, seat: int) -> bool:
    """Is it the seat's own capital phase ("whi.capital.only-phase-to-deploy")?"""
    return state.turn.seat == seat and state.turn.phase == CAPITAL_PHASE


# In words.


def called(seat: int) -> str:
    """A seat, for people who read no names."""
    return f"seat {seat}"


def place_called(where: int) -> str:
    """A place, for people: "the Kingdom of seat 1"."""
    return f"the {ZONES_BY_NUMBER[zone_of(where)]} of {called(seat_of(where))}"


ZONES_BY_NUMBER = ("", *ZONES.values())
"""The zones' names, by number."""


# What never changes.


def conserved(state: State) -> dict[str, int]:
    """How many cards of each kind there are, in every zone together."""
    found: dict[str, int] = {}

    def note(kinds: Iterable[tuple[str, int]]) -> None:
        for kind, count in kinds:
            found[kind] = found.get(kind, 0) + count

    note(state.box)
    note((card.kind, 1) for card in state.cards)
    note((one.kind, 1) for one in (*state.chain, *state.resolving) if one.what != ABILITY and not one.cardless)
    for player in state.players:
        note(player.discard_pile)
        note(contents((*player.hand, *player.deck)))
        for third in player.sections:
            note((card.kind, 1) for card in third.developments)
    for drafter in state.draft.drafters if state.draft else ():
        note(contents((*drafter.pile, *drafter.pack)))
        note(drafter.picked)
    return found
