"""What reducers are made of: a state with something of it changed. What cannot be is a PileError."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rulekeeper.games.warhammer_invasion.state import (
    SEATS,
    Combat,
    State,
    owner_sees,
    seat_of,
    zone_of,
)
from rulekeeper.kernel import (
    Bag,
    Card,
    Counts,
    Pile,
    PileError,
    add,
    audience_of,
    mint,
    minted_with,
    take,
    tidy,
    uncover,
    without,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

replace = msgspec.structs.replace


def at(state: State, seat: int, **changes: Any) -> State:
    """The state with something of a player's changed."""
    player = replace(state.players[seat], **changes)
    players = (player, state.players[1]) if seat == 0 else (state.players[0], player)
    return replace(state, players=players)


def turn_with(state: State, **changes: Any) -> State:
    """The state with something of the turn changed."""
    return replace(state, turn=replace(state.turn, **changes))


def fight(state: State) -> Combat:
    """The attack; PileError where there is none."""
    if state.combat is None:
        raise PileError("there is no attack")
    return state.combat


def combat_with(state: State, **changes: Any) -> State:
    """The state with something of the attack changed."""
    return replace(state, combat=replace(fight(state), **changes))


def section_with(state: State, where: int, **changes: Any) -> State:
    """The state with something of a section changed."""
    player, zone = state.players[seat_of(where)], zone_of(where)
    if not zone:
        raise PileError(f"{where} is no place")
    sections = list(player.sections)
    sections[zone - 1] = replace(sections[zone - 1], **changes)
    return at(state, seat_of(where), sections=tuple(sections))


def card_with(state: State, card: int, **changes: Any) -> State:
    """The state with something of a card in play changed; PileError where it is not there."""
    cards = []
    found = False
    for placed in state.cards:
        if placed.id == card:
            placed, found = replace(placed, **changes), True
        cards.append(placed)
    if not found:
        raise PileError(f"card {card} is not in play")
    return replace(state, cards=tuple(cards))


def a_place(where: int) -> int:
    """The place, which there is."""
    if not zone_of(where) or seat_of(where) not in SEATS:
        raise PileError(f"{where} is no place")
    return where


def out_of_hand(state: State, seat: int, card: int) -> tuple[Card, State]:
    """The card with that id of the hand, and the state without it."""
    found, left = without(state.players[seat].hand, card)
    return found, at(state, seat, hand=left)


def out_of_deck(state: State, seat: int, kind: str) -> State:
    """The state without the deck's top card, which is of that kind."""
    return at(state, seat, deck=off_top(state.players[seat].deck, kind))


def off_top(pile: Pile, kind: str) -> Pile:
    """The pile without its top card, which is of that kind."""
    if not pile:
        raise PileError("the pile is empty")
    first = pile[0]
    if isinstance(first, Bag):
        return tidy((Bag(take(first.of, kind)), *pile[1:]))
    if first.kind != kind:
        raise PileError(f"{first.kind} lies on top, not {kind}")
    return pile[1:]


def discarded(state: State, seat: int, kind: str, count: int = 1) -> State:
    """With a card in its owner's discard pile, and remembered for this turn."""
    pile = add(state.players[seat].discard_pile, kind, count)
    return turn_with(at(state, seat, discard_pile=pile), discarded=add(state.turn.discarded, kind, count))


def multiset(cards: Iterable[pb.KindCount]) -> Counts:
    """Cards as a fact lists them."""
    found: Counts = ()
    for one in cards:
        found = add(found, one.kind, one.count)
    return found


def minting(state: State, card: int) -> State:
    """With that id given, which was never given before."""
    if card < mint(state.minted, audience_of(card)):
        raise PileError(f"the id {card} was given before")
    return replace(state, minted=minted_with(state.minted, card))


def unboxed(state: State, cards: Counts) -> State:
    """Without these cards in the box."""
    box = state.box
    for kind, count in cards:
        box = take(box, kind, count)
    return replace(state, box=box)


def looked_at(pile: Pile, card: int, kind: str, seat: int) -> Pile:
    """The pile with the next card that nobody knows known to that player: it lies under those that are known."""
    for index, part in enumerate(pile):
        if isinstance(part, Bag):
            return uncover(pile, Card(card, kind, owner_sees(seat)), index)
    raise PileError("all of its cards are known")
