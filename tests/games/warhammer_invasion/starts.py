"""Positions from which random games begin as well: for hidden things that seldom come to pass in whole games."""

from __future__ import annotations

from tests.games.warhammer_invasion.table import Board, Side

DEVELOPING = Side(
    hand="smash-go-boom*2 pillage*2 will-of-the-electors*2 mountain-brigade*3",
    deck="smash-go-boom*3 pillage*3 will-of-the-electors*3 mountain-brigade*3 huntsmen*3",
    developments=(2, 2, 1),
    resources=12,
    kingdom="alliance-chaos-and-orc alliance-orc-and-dark-elf alliance-empire-and-high-elf",
)
REVEALING = Side(
    hand="slaaneshs-domination*2 rip-dere-eads-off*3 dwarf-cannon-crew*2 dwarf-masons*2 pillage",
    deck="smash-go-boom*2 slaaneshs-domination*2 contested-village*4 organ-gun*4 dwarf-masons*4 huntsmen*4 pillage*2",
    developments=("huntsmen", "pillage", 1),
    resources=25,
    kingdom="doom-divers city-gates alliance-chaos-and-orc alliance-dwarf-and-empire",
)

STARTS = (
    # Developments that were named as targets are gone when the action resolves.
    Board(DEVELOPING, DEVELOPING).position.text(),
    # Hands shown by lot, decks that are looked through, developments turned faceup or given up one after the other.
    Board(REVEALING, REVEALING).position.text(),
)
