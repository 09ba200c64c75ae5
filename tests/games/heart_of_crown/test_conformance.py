"""What every game must hold, held by random games of Heart of Crown."""

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.testing.conformance import Conformance
from tests.games.heart_of_crown.starts import STARTS


class TestHeartOfCrown(Conformance):
    game = GAME
    seeds = range(2)
    positions = STARTS
