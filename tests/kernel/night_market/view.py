"""What a viewer may see, built from nothing; and a view as a scene."""

from collections import Counter

from rulekeeper.kernel import Card, Viewer, sees, size
from rulekeeper.kernel.scenes import (
    COUNTER,
    FOLDED,
    MAIN,
    NEAREST,
    PILE,
    PRICE,
    STRENGTH,
    area,
    badge,
    piece,
    say,
    thing,
)
from rulekeeper.v1.scene_pb2 import Area, Scene
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import WORTH, State


def view(state: State, viewer: Viewer) -> pb.View:
    seat = viewer if viewer >= 0 else None
    seen = pb.View(night=state.night, seat=seat, stall=[kind for kind, count in state.stall for _ in range(count)])
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


def scene(seen: pb.View) -> Scene:
    """The pile and the stall, the others, and last the viewer's own hand."""
    made = Scene()
    say(made, f"night {seen.night}")
    common = area(made.areas, "common", "market")
    pile = area(common.areas, "pile", f"pile {len(seen.pile)}", PILE, FOLDED)
    for place, one in enumerate(seen.pile):
        lies(pile, one, f"pile/{place}")
    stall = area(common.areas, "stall", "stall", weight=MAIN)
    for kind, number in Counter(seen.stall).items():
        thing(stall.pieces, "stall", kind, kind, kind, count=number)
    mine = seen.seat if seen.HasField("seat") else -1
    for seat in sorted(range(len(seen.players)), key=mine.__eq__):
        player = seen.players[seat]
        own = area(made.areas, f"seat-{seat}", f"seat {seat}", weight=MAIN, seat=seat)
        badge(own.badges, STRENGTH, f"{player.points} points", player.points)
        badge(own.badges, COUNTER, "left" if player.left else f"{player.coins} coins", player.coins)
        hand = area(own.areas if seat != mine else made.areas, f"seat-{seat}/hand", "hand", weight=NEAREST, seat=seat)
        for one in player.hand:
            lies(hand, one, in_pile=False)
        if unknown := player.hand_size - len(player.hand):
            piece(hand.pieces, f"seat-{seat}/unknown", "wares", count=unknown, face_down=True)
    return made


def lies(where: Area, one: pb.Ware, unknown: str = "", in_pile: bool = True) -> None:
    if one.id:
        worth = ((PRICE, f"worth {WORTH[one.kind]}", WORTH[one.kind]),)
        thing(where.pieces, "ware", one.id, one.kind, one.kind, worth, face_down=in_pile and not one.open)
    else:
        piece(where.pieces, unknown, "ware", face_down=True)
