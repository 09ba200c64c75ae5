"""The cards: a block each, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from rulekeeper.games.warhammer_invasion.block import Block
from rulekeeper.games.warhammer_invasion.cards.chaos import CHAOS
from rulekeeper.games.warhammer_invasion.cards.copying import COPYING
from rulekeeper.games.warhammer_invasion.cards.dark_elf import DARK_ELF
from rulekeeper.games.warhammer_invasion.cards.dwarf import DWARF
from rulekeeper.games.warhammer_invasion.cards.empire import EMPIRE
from rulekeeper.games.warhammer_invasion.cards.high_elf import HIGH_ELF
from rulekeeper.games.warhammer_invasion.cards.neutral import NEUTRAL
from rulekeeper.games.warhammer_invasion.cards.orc import ORC
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.kernel import one_each

WRITTEN: tuple[Block, ...] = (*DWARF, *EMPIRE, *HIGH_ELF, *ORC, *CHAOS, *DARK_ELF, *NEUTRAL, *COPYING)
"""A block for every card; there is nothing in it where a card has but keywords, or nothing. Draft format cards have
none: they are in no deck ("whi.types.draft-format"), and what they do stands with the draft.
"""

BLOCKS: Mapping[str, Block] = one_each(WRITTEN, (kind for kind, card in CARDS.items() if card.type != "draft"))
"""Each card's block, by kind."""
