"""What a card costs whoever buys it (rulebook p.16, p.21, p.25)."""

from __future__ import annotations

from rulekeeper.games.heart_of_crown.cards import BLOCKS
from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.games.heart_of_crown.state import State
from rulekeeper.kernel import Part


def price(state: State, seat: int, kind: str) -> int:
    """What a card costs this player: its printed cost, as the cards of the player's domain change it
    ("hoc.princess.from-backing").
    """
    changed = changes(state, seat, kind)
    return CARDS[kind].cost + (sum([part.amount for part in changed]) if changed else 0)


def changes(state: State, seat: int, kind: str) -> tuple[Part, ...]:
    """What the cards of the player's domain add to a card's printed cost, or take off, in their order."""
    found: tuple[Part, ...] = ()
    for placed in state.players[seat].domain:
        change = BLOCKS[placed.kind].price
        if change is not None:
            found += change(CARDS[kind].cost + sum(part.amount for part in found))
    return found


def price_parts(state: State, seat: int, kind: str) -> tuple[Part, ...]:
    """What the price is the sum of; empty where it is the printed cost."""
    changed = changes(state, seat, kind)
    return (Part("hoc.buy.cost", CARDS[kind].cost, "printed cost"), *changed) if changed else ()
