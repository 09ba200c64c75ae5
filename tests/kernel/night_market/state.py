"""What is on the table."""

from collections.abc import Mapping

from msgspec import Struct

from rulekeeper.kernel import Audience, Card, Counts, Minted, Pile, everyone, find

WORTH: Mapping[str, int] = {"ghost": 0, "jade": 3, "lamp": 1, "silk": 2}
GOAL, LAST_NIGHT, SCRIED, MOST_WORTH = 6, 10, 3, 5


class Player(Struct, frozen=True):
    hand: tuple[Card, ...] = ()
    coins: int = 3
    points: int = 0
    left: bool = False


class State(Struct, frozen=True):
    players: tuple[Player, ...] = ()
    pile: Pile = ()
    stall: Counts = ()
    minted: Minted = ()
    night: int = 0

    def in_game(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if not player.left]

    def all(self) -> Audience:
        return everyone(len(self.players))

    def kind(self, seat: int, card: int) -> str:
        return find(self.players[seat].hand, card).kind
