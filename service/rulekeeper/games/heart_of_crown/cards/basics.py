"""Basic cards and rares, in the order of the data (rulebook p.6)."""

from __future__ import annotations

from rulekeeper.games.heart_of_crown.cards.block import Block, Effect
from rulekeeper.games.heart_of_crown.cards.verbs import gain
from rulekeeper.games.heart_of_crown.catalogue import Printed


def coins(effect: Effect, card: Printed) -> None:
    """A Territory's text: the coins that are printed on it ("hoc.types.territory")."""
    gain(effect, card.coins)


BLOCKS = (
    Block("farming-village", play=coins),
    Block("city", play=coins),
    Block("large-city", play=coins),
    Block("apprentice-maid"),
    Block("royal-maid"),
    Block("senator"),
    Block("duke"),
    Block("curse"),
    Block("imperial-capital-carikuma", play=coins),
    Block("imperial-crown"),
)
