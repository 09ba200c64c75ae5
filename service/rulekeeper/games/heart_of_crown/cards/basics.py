"""Basic cards and rares, in the order of the data (rulebook p.6)."""

from __future__ import annotations

from rulekeeper.games.heart_of_crown.cards.block import Block, Effect
from rulekeeper.games.heart_of_crown.cards.verbs import gain
from rulekeeper.games.heart_of_crown.catalogue import Printed
from rulekeeper.kernel import how_many


def gives_coins(effect: Effect, card: Printed) -> None:
    """A Territory's text: the coins that are printed on it ("hoc.types.territory"), or what it yields this turn."""
    gain(effect, how_many(effect.state.turn.yields, card.id) or card.coins)


BLOCKS = (
    Block("farming-village", play=gives_coins),
    Block("city", play=gives_coins),
    Block("large-city", play=gives_coins),
    Block("apprentice-maid"),
    Block("royal-maid"),
    Block("senator"),
    Block("duke"),
    Block("curse"),
    Block("imperial-capital-carikuma", play=gives_coins),
    Block("imperial-crown"),
)
