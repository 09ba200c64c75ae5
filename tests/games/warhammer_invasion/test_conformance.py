"""What every game must hold, held by random games of Warhammer: Invasion."""

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.testing.conformance import Conformance
from tests.games.warhammer_invasion.starts import STARTS


class TestWarhammerInvasion(Conformance):
    game = GAME
    seeds = range(12, 17)
    """Among them a game with constructed decks, and a draft."""
    positions = STARTS
