"""The cards that are built, each by its block."""

from __future__ import annotations

from collections.abc import Mapping

from rulekeeper.games.heart_of_crown.cards import basics, commons, princesses
from rulekeeper.games.heart_of_crown.cards.block import Ability, Block, Effect, carry_out

__all__ = ["BLOCKS", "Ability", "Block", "Effect", "block_of", "carry_out"]

BLOCKS: Mapping[str, Block] = {block.kind: block for block in (*princesses.BLOCKS, *basics.BLOCKS, *commons.BLOCKS)}
"""By kind. What is not here is not built yet."""


def block_of(kind: str) -> Block:
    """The card's block; of a card that is not built, one without any effect (positions may hold such cards)."""
    return BLOCKS.get(kind) or Block(kind)
