"""What a viewer may see, built from nothing; and a view in lines of text."""

from rulekeeper.kernel import Card, Viewer, sees, size
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import State


def view(state: State, viewer: Viewer) -> pb.View:
    seen = pb.View(night=state.night, stall=[kind for kind, count in state.stall for _ in range(count)])
    for one in state.players:
        hand = [ware(card) for card in one.hand if sees(card.audience, viewer)]
        seen.players.add(hand_size=len(one.hand), hand=hand, coins=one.coins, points=one.points, left=one.left)
    for part in state.pile:
        if isinstance(part, Card) and sees(part.audience, viewer):
            seen.pile.append(ware(part))
        else:
            seen.pile.extend([pb.Ware()] * size((part,)))
    return seen


def ware(card: Card) -> pb.Ware:
    return pb.Ware(id=card.id, kind=card.kind, open=card.up)


def text(seen: pb.View, columns: int) -> list[str]:
    lines = [f"night {seen.night}, {len(seen.pile)} wares in the pile, in the stall: {' '.join(seen.stall)}"]
    for seat, player in enumerate(seen.players):
        hand = " ".join(f"{card.kind}:{card.id}" for card in player.hand)
        lines.append(f"seat {seat}: {player.points} points, {player.coins} coins, {player.hand_size} wares {hand}")
    return [line[:columns] for line in lines]
