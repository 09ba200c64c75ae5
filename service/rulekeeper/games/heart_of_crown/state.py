"""The table of Heart of Crown as frozen values, and the plain questions about it.

Cards that somebody can tell apart have ids (`Card`); what nobody has seen is a `Bag`; open zones without
order are `Counts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from rulekeeper.games.heart_of_crown.catalogue import BASIC_MARKET, CARDS, PRINCESSES, Printed, name
from rulekeeper.kernel import Audience, Card, Counts, Minted, Pile, contents, counts, everyone, only

START = "start"
"""The position of a turn's first card, which needs no link ("hoc.main.play-one")."""

MAIN, SECOND, CLEAN_UP, HAND_REFILL, MARKET_REFILL = 1, 2, 3, 4, 5
"""The phases, numbered as `Phase` in the messages."""

BUY, SET, BACK = 1, 2, 3
"""The second phase's choices, numbered as `SecondPhaseChoice` in the messages."""

IN_GAME, DROPPED_OUT, CONCEDED = 1, 2, 3
"""Where a player stands, numbered as `Standing` in the messages."""


WHOLE_BASIC_MARKET: Counts = counts({kind: CARDS[kind].copies for kind in BASIC_MARKET})
"""Whatever the number of players ("hoc.setup.basic-market")."""


class FieldCard(msgspec.Struct, frozen=True):
    """A card that was played this turn, and the position that it fills."""

    id: int
    kind: str
    at: str = START


class DomainCard(msgspec.Struct, frozen=True):
    """A card in a domain, with the card that is kept on it, and its counters ("hoc.counter.general")."""

    id: int
    kind: str
    kept: Card | None = None
    plus_one: int = 0
    twin: int = 0


class Player(msgspec.Struct, frozen=True):
    """A player's game area.

    The cards played this turn lie in `field` ("hoc.zone.field"); hand, draw pile, discard pile and field are the
    player's deck ("hoc.term.deck"), in which no princess is ever found ("hoc.types.princess"). The discard pile is
    open and has no order ("hoc.zone.discard"). Cards of the hand that were revealed lie face up in it, after the
    others, until they move ("hoc.reveal.stays"). `domain` is empty until a princess is backed; she comes first in it
    ("hoc.zone.domain").
    """

    hand: tuple[Card, ...] = ()
    draw_pile: Pile = ()
    discard_pile: Counts = ()
    field: tuple[FieldCard, ...] = ()
    domain: tuple[DomainCard, ...] = ()
    declared: bool = False
    standing: int = IN_GAME
    debt: int = 0

    @property
    def in_game(self) -> bool:
        return self.standing == IN_GAME


class Attack(msgspec.Struct, frozen=True):
    """An attack on its way around the table: the Attack card's `kind`, the `seat` that it has reached, the ids of the
    Defence cards that this player has `used` against it, and by how much it is `reduced`.
    """

    kind: str
    seat: int
    used: tuple[int, ...] = ()
    reduced: int = 0


class Turn(msgspec.Struct, frozen=True):
    """The turn under way: what it has made, and what of earlier in the turn still matters.

    `positions`: where a card may be played; what was opened or filled stays so ("hoc.link.stay-counted"). `linked`: how
    many of them link symbols have opened this turn. `choice`: what the one choice of the second phase was, 0 for none
    yet. `used`: ids of the cards whose ability was used, one for each time. `at_clean_up`,
    `at_end`: kinds whose text has a part that happens then, once for each time. `yields`: coins that kinds give this
    turn instead of those printed on them. `buying_from_opponents`: cards of their hands and domains are for sale.
    """

    seat: int = 0
    number: int = 0
    extra: bool = False
    phase: int = 0
    coins: int = 0
    positions: tuple[str, ...] = (START,)
    linked: int = 0
    choice: int = 0
    used: tuple[int, ...] = ()
    buying_under: bool = False
    extra_turn_follows: bool = False
    at_clean_up: tuple[str, ...] = ()
    at_end: tuple[str, ...] = ()
    attack: Attack | None = None
    no_defence: bool = False
    yields: Counts = ()
    buying_from_opponents: bool = False


class State(msgspec.Struct, frozen=True):
    """The whole table; what a position leaves out is as before anything was taken from it. `princesses` is
    the princess row; `random_market` holds what lies out of the supply; `exile` is one zone for all
    ("hoc.zone.exile"). `box`: commons among which chance has not chosen yet, and then those that it has not chosen.
    `end`, `talisman`: see `setup.Setup`.
    """

    players: tuple[Player, ...] = (Player(), Player())
    commons: tuple[str, ...] = ()
    princesses: tuple[str, ...] = PRINCESSES
    curses: int = 8
    basic_market: Counts = WHOLE_BASIC_MARKET
    random_market: Counts = ()
    supply: Pile = ()
    exile: Counts = ()
    box: Counts = ()
    turn: Turn = Turn()
    overtime: bool = False
    minted: Minted = ()
    end: str = "dukes"
    talisman: str = "never-kept"


def called(seat: int) -> str:
    """A seat, for people who read no names: "seat 0" is the first, as commands and tokens count them."""
    return f"seat {seat}"


def place_in_words(field: Sequence[tuple[int, str]], position: str) -> str:
    """A position, for people: "right of Post Horse", "below the 2nd Post Horse" ("hoc.link.both-corners").

    `field`: id and kind of its cards, in the order in which they were played.
    """
    card, _, corner = position.partition(":")
    if not corner:
        return "the first card"
    kind = next((kind for other, kind in field if str(other) == card), "")
    alike = [str(other) for other, other_kind in field if other_kind == kind]
    which = f"the {ordinal(alike.index(card) + 1)} {name(kind)}" if len(alike) > 1 else name(kind)
    return f"{'right of' if corner == 'right' else 'below'} {which if alike else 'a card that left'}"


def ordinal(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number if number < 20 else number % 10, 'th') }"


def all_see(state: State) -> Audience:
    """Everyone at the table, with the spectators."""
    return everyone(len(state.players))


def owner_sees(seat: int) -> Audience:
    """A hand's audience ("hoc.view.hidden")."""
    return only(seat)


def in_game(state: State) -> tuple[int, ...]:
    """The seats that have neither dropped out nor conceded."""
    return tuple(seat for seat, player in enumerate(state.players) if player.in_game)


def clockwise(state: State, start: int) -> Iterator[int]:
    """The seats still in the game, clockwise, from `start` on ("hoc.players", "hoc.effect.clockwise")."""
    seats = len(state.players)
    for step in range(seats):
        seat = (start + step) % seats
        if state.players[seat].in_game:
            yield seat


def opponents(state: State, seat: int) -> tuple[int, ...]:
    """Every other player still in the game, clockwise from the left neighbour ("hoc.term.opponent",
    "hoc.sudden-death.dropout").
    """
    return tuple(other for other in clockwise(state, (seat + 1) % len(state.players)) if other != seat)


def market(state: State) -> Counts:
    """Basic and random market together: what can be bought ("hoc.setup.random-market")."""
    return tuple(sorted((*state.basic_market, *state.random_market)))


def coins_in_words(state: State) -> str:
    """The turn player's coins, for people: "1 coin"."""
    return f"{state.turn.coins} coin{'' if state.turn.coins == 1 else 's'}"


def debt_in_words(state: State, seat: int) -> str:
    """The seat's debts, for people: "1 debt counter"."""
    debt = state.players[seat].debt
    return f"{debt} debt counter{'' if debt == 1 else 's'}"


def hand_card(state: State, seat: int, card_id: int) -> Card:
    """The card with that id in the seat's hand; KeyError where it is not there."""
    for card in state.players[seat].hand:
        if card.id == card_id:
            return card
    raise KeyError(card_id)


def in_hand(state: State, seat: int) -> Mapping[int, Printed]:
    """What is printed on the cards of the seat's hand, by their ids."""
    return {card.id: CARDS[card.kind] for card in state.players[seat].hand}


def hand_ids(state: State, seat: int) -> tuple[int, ...]:
    return tuple(card.id for card in state.players[seat].hand)


def field_card(state: State, seat: int, card_id: int) -> FieldCard:
    """The card with that id in the seat's field; KeyError where it is not there."""
    for card in state.players[seat].field:
        if card.id == card_id:
            return card
    raise KeyError(card_id)


def domain_card(state: State, seat: int, card_id: int) -> DomainCard:
    """The card with that id in the seat's domain; KeyError where it is not there."""
    for card in state.players[seat].domain:
        if card.id == card_id:
            return card
    raise KeyError(card_id)


def face_up_run(state: State, seat: int) -> tuple[Card, ...]:
    """The unbroken run of face-up cards on top of the seat's draw pile, top first ("hoc.faq.hideout.contiguous")."""
    run: list[Card] = []
    for part in state.players[seat].draw_pile:
        if not isinstance(part, Card) or not part.up:
            break
        run.append(part)
    return tuple(run)


def reduced(state: State, seat: int) -> int:
    """By how much the attack that has reached the seat is reduced; 0 where none has."""
    attack = state.turn.attack
    return attack.reduced if attack is not None and attack.seat == seat else 0


def used(state: State) -> tuple[int, ...]:
    """The Defence cards that were used against the attack by the player whom it has reached, by their ids."""
    return state.turn.attack.used if state.turn.attack is not None else ()


def kept_cards(state: State, seat: int) -> tuple[Card, ...]:
    """The cards kept in the seat's domain, in the domain's order."""
    return tuple(card.kept for card in state.players[seat].domain if card.kept is not None)


def conserved(state: State) -> dict[str, int]:
    """How many cards of each kind there are, in every zone together: no rule changes it."""
    found: dict[str, int] = {"curse": state.curses} if state.curses else {}

    def note(kind: str, count: int = 1) -> None:
        found[kind] = found.get(kind, 0) + count

    for zone in (state.basic_market, state.random_market, contents(state.supply), state.exile, state.box):
        for kind, count in zone:
            note(kind, count)
    for kind in state.princesses:
        note(kind)
    for player in state.players:
        for kind, count in player.discard_pile:
            note(kind, count)
        for kind, count in contents((*player.hand, *player.draw_pile)):
            note(kind, count)
        for card in player.field:
            note(card.kind)
        for placed in player.domain:
            note(placed.kind)
            if placed.kept is not None:
                note(placed.kept.kind)
    return found
