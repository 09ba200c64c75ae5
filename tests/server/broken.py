"""Night Market with faults: where the bids add up to 2, a script raises; where they add up to 4, one never stops."""

from __future__ import annotations

from dataclasses import replace

from rulekeeper.kernel import Game, Play, Rule, Script, ask_all, collect_rules, rule
from tests.kernel.night_market import GAME, nights
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.menus import bid_menu
from tests.kernel.night_market.state import State


@rule("nm.bid")
def faulty_bidding(play: Play[State]) -> Script[int]:
    bids = yield from ask_all(dict.fromkeys(play.state.in_game(), bid_menu))
    coins = sum(bid.coins for bid in bids.values())
    while coins == 4:
        play.emit(pb.TieBroken(seat=0))
    return 1 // (coins - 2)


@rule("nm.game")
def game(play: Play[State]) -> Script[None]:
    for seat in play.state.in_game():
        nights.draw_ware(play, seat)
    while True:
        yield from faulty_bidding.run()


@rule("nm.bid")
def mended_bidding(play: Play[State]) -> Script[int]:
    yield from ask_all(dict.fromkeys(play.state.in_game(), bid_menu))
    return 0


def with_bidding(bidding: Rule[State, [], int]) -> Game[State]:
    others = [found for found in collect_rules(nights) if found.id not in ("nm.bid", "nm.game")]
    return replace(GAME, main=game, scripts=(bidding, *others))


BROKEN = with_bidding(faulty_bidding)
MENDED = with_bidding(mended_bidding)
