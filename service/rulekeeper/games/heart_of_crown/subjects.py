"""What a seat has or sees and might want to use: of each, the kernel says why it cannot be used now."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeeper.games.heart_of_crown.cards import BLOCKS
from rulekeeper.games.heart_of_crown.cards.choices import kinds
from rulekeeper.games.heart_of_crown.catalogue import shown
from rulekeeper.games.heart_of_crown.second_phase import for_sale_with_opponents
from rulekeeper.games.heart_of_crown.state import State, called, kept_cards, market
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Card, Subject


def subjects(state: State, seat: int) -> Iterable[Subject]:
    """Own hand (play, keep, set), kept cards, abilities, the market, the princess row, and the coronation.

    Of equal cards in a hand the first speaks for all: what stands against one stands against each.
    """
    player = state.players[seat]
    first: dict[str, Card] = {}
    for card in player.hand:
        first.setdefault(card.kind, card)
    for card in first.values():
        in_hand = f"{shown(card.kind)} in your hand"
        yield Subject(f"{in_hand}: play", pb.PlayCard, "card", card.id)
        yield Subject(f"{in_hand}: keep", pb.KeepCard, "card", card.id)
        yield Subject(f"{in_hand}: set", pb.SetCard, "card", card.id)
    for card in kept_cards(state, seat):
        yield Subject(f"{shown(card.kind)} that you keep: recall", pb.RecallCard, "card", card.id)
    for placed in player.domain:
        if BLOCKS[placed.kind].ability is not None:
            yield Subject(f"{shown(placed.kind)} in your domain: ability", pb.UseAbility, "card", placed.id)
    for card in first.values():
        if BLOCKS[card.kind].special is not None:
            yield Subject(f"{shown(card.kind)} in your hand: ability", pb.UseSpecialAbility, "card", card.id)
    for owner, card in for_sale_with_opponents(state, seat).values() if state.turn.buying_from_opponents else ():
        yield Subject(f"{shown(card.kind)} of {called(owner)}: buy", pb.BuyOpponentCard, "card", card.id)
    for kind in kinds(market(state)):
        yield Subject(f"{shown(kind)} in the market: buy", pb.BuyCard, "kind", kind)
    for kind in state.princesses:
        yield Subject(f"{shown(kind)}: back", pb.BackPrincess, "princess", kind)
    yield Subject("coronation: declare", pb.DeclareCoronation)
