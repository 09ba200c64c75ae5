"""Hands and decks: how a card is drawn, and how facts list cards that have no ids."""

from __future__ import annotations

from rulekeeper.games.warhammer_invasion.state import State, owner_sees
from rulekeeper.kernel import Bag, Card, Counts, Play, top
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def listed(cards: Counts) -> list[pb.KindCount]:
    """A multiset as facts have it."""
    return [pb.KindCount(kind=kind, count=count) for kind, count in cards]


def draw_card(play: Play[State], seat: int, cited: str = "") -> int:
    """Draws the top card of a deck: its id in the hand, 0 where there is none. `cited`: the rule, where it is not the
    script's own.
    """
    sight = owner_sees(seat)
    match top(play.state.players[seat].deck):
        case Card(id=card, kind=kind, audience=audience):
            # A card that its player has looked at keeps its id: no others know it now.
            card = card if audience == sight else play.mint(sight)
        case Bag(of=of):
            kind, card = play.draw("deck", of, sight), play.mint(sight)
        case None:
            return 0
    play.emit(pb.CardDrawn(seat=seat, card=card, kind=kind), sight, rule=cited)
    return card
