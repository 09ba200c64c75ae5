"""What every game must hold, held by random games of Warhammer: Invasion."""

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.testing.conformance import Conformance


class TestWarhammerInvasion(Conformance):
    game = GAME
    seeds = range(12, 17)
    """Among them a game with constructed decks, and a draft."""
