"""Warhammer: Invasion, Core Set, for two players. `catalogue` holds the cards, `box` what else is in the box, `decks`
the lists that people write.
"""
