"""Positions from which random games begin as well: for hidden things that seldom come to pass in whole games."""

from __future__ import annotations

from tests.games.heart_of_crown.table import Area, Board

SEARCHING = Area(
    hand="post-horse*4 summons stargazing-witch library supply-unit trade-ship hideout wishing-well shinobi",
    draw=(
        "^scout",
        "alchemist*2 city*6 duke*2 royal-guard*2 bribery*2 castle-wall*2 curse*2",
    ),
    discard="village*3 library summons",
    domain="bergamotte city duke",
    declared=True,
)
ATTACKING = Area(
    hand="post-horse*3 scout bribery enchantress curse-witch cornered-beast hideout magic-talisman",
    draw=("city*4 duke*2 curse*2 castle-wall*2 hideout*2 magic-talisman*2 library*2",),
    domain="flammaria city",
)

STARTS = (
    # Piles that are looked through, cards of others, and cards that go back.
    Board(SEARCHING, SEARCHING, coins=20).position.text(),
    # Hands that are shown, and lose cards to attacks.
    Board(ATTACKING, ATTACKING, coins=20).position.text(),
)
