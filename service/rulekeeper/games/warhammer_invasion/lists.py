"""A deck list as the command that brings the deck ("whi.deck.size"): see `decks` for how it is written."""

from __future__ import annotations

from rulekeeper.games.warhammer_invasion.decks import as_text, breaches, parse, parse_json
from rulekeeper.kernel import Listed, Reason
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def deck_list(text: str) -> Listed:
    """Text or JSON. Raises DeckListError, a ValueError, where it cannot be read."""
    deck = parse_json(text) if text.lstrip().startswith("{") else parse(text)
    return Listed(
        command=pb.SubmitDeck(capital=deck.capital, cards=[kind for kind, copies in deck.cards for _ in range(copies)]),
        reasons=tuple(Reason(breach.rule, breach.text) for breach in breaches(deck)),
        lines=tuple(as_text(deck).splitlines()),
    )
