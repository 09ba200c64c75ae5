from rulekeeper.testing.conformance import Conformance
from tests.kernel.night_market import GAME


class TestNightMarket(Conformance):
    game = GAME
