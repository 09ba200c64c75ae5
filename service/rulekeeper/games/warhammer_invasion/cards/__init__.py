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

WRITTEN: tuple[Block, ...] = (*DWARF, *EMPIRE, *HIGH_ELF, *ORC, *CHAOS, *DARK_ELF, *NEUTRAL, *COPYING)
"""Every card that has a text of its own."""

_BY_KIND: Mapping[str, Block] = {block.kind: block for block in WRITTEN}

BLOCKS: Mapping[str, Block] = {
    kind: _BY_KIND.get(kind) or Block(kind) for kind, card in CARDS.items() if card.type != "draft"
}
"""Each card's block, by kind: where a card has but keywords, or nothing, there is nothing in it. Draft format cards are
in no deck ("whi.types.draft-format"); what they do stands with the draft.
"""
