"""The cards, each by its block."""

from __future__ import annotations

from collections.abc import Mapping

from rulekeeper.games.heart_of_crown.cards import attacks, basics, defences, drawing, economy, intrigue, princesses
from rulekeeper.games.heart_of_crown.cards.block import Ability, Block, Effect, carry_out
from rulekeeper.games.heart_of_crown.catalogue import CARDS

__all__ = ["BLOCKS", "Ability", "Block", "Effect", "carry_out"]


def _blocks() -> Mapping[str, Block]:
    """By kind, in the order of the data."""
    modules = (princesses, basics, drawing, economy, attacks, defences, intrigue)
    written = {block.kind: block for module in modules for block in module.BLOCKS}
    return {kind: written[kind] for kind in CARDS}


BLOCKS = _blocks()
