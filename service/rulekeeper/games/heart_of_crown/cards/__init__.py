"""The cards, each by its block."""

from __future__ import annotations

from collections.abc import Mapping

from rulekeeper.games.heart_of_crown.cards import attacks, basics, defences, drawing, economy, intrigue, princesses
from rulekeeper.games.heart_of_crown.cards.block import Ability, Block, Effect, carry_out
from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.kernel import one_each

__all__ = ["BLOCKS", "Ability", "Block", "Effect", "carry_out"]


_MODULES = (princesses, basics, drawing, economy, attacks, defences, intrigue)

BLOCKS: Mapping[str, Block] = one_each((block for module in _MODULES for block in module.BLOCKS), CARDS)
"""Each card's block, by kind, in the order of the data."""
