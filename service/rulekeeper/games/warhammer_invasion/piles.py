"""Hands and decks: how a card is drawn, and how facts list cards that have no ids."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeeper.games.warhammer_invasion.state import State, owner_sees
from rulekeeper.kernel import Audience, Bag, Card, Play, top
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def listed(cards: Iterable[tuple[str, int]]) -> list[pb.KindCount]:
    """A multiset as facts have it."""
    return [pb.KindCount(kind=kind, count=count) for kind, count in cards]


def top_kind(play: Play[State], seat: int, audience: Audience) -> str | None:
    """The kind of a deck's top card, which chance says now if nobody knows it; None where the deck is empty.
    `audience`: who will see what it was.
    """
    first = top(play.state.players[seat].deck)
    return play.draw("deck", first.of, audience) if isinstance(first, Bag) else first.kind if first else None


def draw_card(play: Play[State], seat: int, cited: str = "") -> int:
    """Draws the top card of a deck: its id in the hand, 0 where there is none. `cited`: the rule, where it is not the
    script's own.
    """
    sight = owner_sees(seat)
    first = top(play.state.players[seat].deck)
    kind = top_kind(play, seat, sight)
    if kind is None:
        return 0
    # A card that its player has looked at keeps its id: no others know it now.
    card = first.id if isinstance(first, Card) and first.audience == sight else play.mint(sight)
    play.emit(pb.CardDrawn(seat=seat, card=card, kind=kind), sight, rule=cited)
    return card
