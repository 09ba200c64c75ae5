"""What every game must hold, held by random games of Warhammer: Invasion."""

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.testing.conformance import Conformance


class TestWarhammerInvasion(Conformance):
    game = GAME
    seeds = range(2)
