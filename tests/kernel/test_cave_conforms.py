"""What every game must hold, held by a game on a board of squares that stands outside of the service."""

from rulekeeper.testing.conformance import Conformance
from tests.kernel.cave import GAME


class TestCave(Conformance):
    game = GAME
    secret = False
