"""What keeps a state that a person wrote down from being a table of Heart of Crown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from rulekeeper.games.heart_of_crown.catalogue import CARDS, COMMONS
from rulekeeper.games.heart_of_crown.setup import COMMONS_CHOSEN, Setup
from rulekeeper.games.heart_of_crown.state import (
    BACK,
    CONCEDED,
    IN_GAME,
    MARKET_REFILL,
    Player,
    State,
    all_see,
    owner_sees,
)
from rulekeeper.kernel import Card, Counts, Pile
from rulekeeper.kernel.faults import of_counts, of_ids, of_kinds, of_minted, of_number, of_pile

MOST_CARDS = 300
"""Cards in the box ("hoc.contents.total")."""


def fault(state: State, seats: int) -> str:
    """The first thing that is wrong, with its place; empty where nothing is."""
    return next(_faults(state, seats), "")


def _faults(state: State, seats: int) -> Iterator[str]:
    if len(state.players) != seats:
        yield f"{len(state.players)} players for {seats} seats"
    for seat, player in enumerate(state.players):
        yield from (f"players[{seat}].{found}" for found in _of_player(player))
    for place, counts in (
        ("basic_market", state.basic_market),
        ("random_market", state.random_market),
        ("exile", state.exile),
        ("box", state.box),
    ):
        yield from _of_counts(place, counts)
    yield from _of_supply(state.supply)
    yield from _of_box(state)
    yield from _of_kinds("princesses", state.princesses)
    yield from _of_kinds("commons", state.commons)
    for field, value in (("end", state.end), ("talisman", state.talisman)):
        allowed = get_args(Setup.model_fields[field].annotation)
        if value not in allowed:
            yield f"{field}: {value!r} is none of {', '.join(allowed)}"
    if not 0 <= state.curses <= CARDS["curse"].copies:
        yield f"curses: {state.curses} is not from 0 to {CARDS['curse'].copies}"
    yield from _of_turn(state)
    yield from of_minted(state.minted)
    yield from _of_audiences(state)
    yield from _of_ids(state)


def _of_player(player: Player) -> Iterator[str]:
    yield from _of_kinds("hand", (card.kind for card in player.hand))
    yield from _of_kinds("field", (card.kind for card in player.field))
    yield from _of_kinds("domain", (card.kind for card in player.domain))
    yield from _of_kinds("domain", (card.kept.kind for card in player.domain if card.kept))
    for card in player.domain:
        if card.kept and card.kind in CARDS and not CARDS[card.kind].has("Territory"):
            yield f"domain: {card.kind} is no Territory and holds a card (hoc.keep.keep)"
    yield from _of_pile("draw_pile", player.draw_pile)
    yield from _of_counts("discard_pile", player.discard_pile)
    yield from of_number("debt", player.debt)
    for card in player.domain:
        yield from of_number("domain: +1 counters", card.plus_one)
        yield from of_number("domain: twin counters", card.twin)
    if not IN_GAME <= player.standing <= CONCEDED:
        yield f"standing: {player.standing} is not from {IN_GAME} to {CONCEDED}"


def _of_supply(supply: Pile) -> Iterator[str]:
    """Nobody has seen any of its cards ("hoc.view.hidden")."""
    yield from _of_pile("supply", supply)
    if len(supply) > 1 or any(isinstance(part, Card) for part in supply):
        yield "supply: one bag, for nobody knows where any of its cards lies"


def _of_box(state: State) -> Iterator[str]:
    """Before chance has chosen from it, and afterwards."""
    yield from (f"box: {kind} is no common" for kind, _ in state.box if kind not in COMMONS)
    if not state.commons and 0 < len(state.box) < COMMONS_CHOSEN:
        yield f"box: {COMMONS_CHOSEN} kinds of commons are chosen from it, and it holds {len(state.box)}"


def _of_turn(state: State) -> Iterator[str]:
    turn = state.turn
    for place, number, most in (
        ("seat", turn.seat, len(state.players) - 1),
        ("phase", turn.phase, MARKET_REFILL),
        ("choice", turn.choice, BACK),
    ):
        yield from of_number(f"turn.{place}", number, most)
    for place, number in (("number", turn.number), ("coins", turn.coins), ("linked", turn.linked)):
        yield from of_number(f"turn.{place}", number)
    yield from _of_kinds("turn.at_clean_up", turn.at_clean_up)
    yield from _of_kinds("turn.at_end", turn.at_end)
    yield from (f"turn.used: {card} is no id of a card" for card in turn.used if not 0 < card < 1 << 32)
    yield from _of_counts("turn.yields", turn.yields)
    if turn.attack is not None:
        yield "turn.attack: a position begins between plays, not in the middle of an attack"


def _of_audiences(state: State) -> Iterator[str]:
    """Who knows a card is its owner, or everybody; a face-up card everybody."""
    everyone = all_see(state)
    for seat, player in enumerate(state.players):
        for card in (*player.hand, *(part for part in player.draw_pile if isinstance(part, Card))):
            if card.audience not in (owner_sees(seat), everyone) or card.up > (card.audience == everyone):
                yield f"players[{seat}]: the audience {card.audience} of card {card.id}"
        for placed in player.domain:
            if placed.kept is not None and (placed.kept.audience != everyone or not placed.kept.up):
                yield f"players[{seat}]: the kept card {placed.kept.id} does not lie open"


def _of_ids(state: State) -> Iterator[str]:
    ids = [card for player in state.players for card in _with_ids(player)]
    yield from of_ids(ids, state.minted)
    if len(ids) > MOST_CARDS:
        yield f"{len(ids)} cards, and the box holds {MOST_CARDS}"


def _with_ids(player: Player) -> Iterator[int]:
    yield from (card.id for card in player.hand)
    yield from (card.id for card in player.field)
    for placed in player.domain:
        yield placed.id
        if placed.kept:
            yield placed.kept.id
    yield from (part.id for part in player.draw_pile if isinstance(part, Card))


def _of_kinds(place: str, kinds: Iterable[str]) -> Iterator[str]:
    return of_kinds(place, kinds, CARDS)


def _of_counts(place: str, counts: Counts) -> Iterator[str]:
    return of_counts(place, counts, CARDS, MOST_CARDS)


def _of_pile(place: str, pile: Pile) -> Iterator[str]:
    return of_pile(place, pile, CARDS, MOST_CARDS)
