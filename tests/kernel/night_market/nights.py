"""The scripts, in the rulebook's order."""

from rulekeeper.kernel import Bag, Play, Script, ask, ask_all, escape, everyone, finish, only, rule, sees, size
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.menus import arrange_menu, bid_menu, privilege_menu
from tests.kernel.night_market.state import GOAL, LAST_NIGHT, SCRIED, State, worth


@rule("nm.game")
def game(play: Play[State]) -> Script[None]:
    for seat in (*play.state.in_game(), *play.state.in_game()):
        draw_ware(play, seat)
    yield from until_dawn.run(1)


@rule("nm.dawn")
def until_dawn(play: Play[State], first: int) -> Script[None]:
    for number in range(first, LAST_NIGHT + 1):
        yield from night.run(number)
    points = {seat: play.state.players[seat].points for seat in play.state.in_game()}
    yield from finish([seat for seat in points if points[seat] == max(points.values())], "nm.dawn")


@rule("nm.night")
def night(play: Play[State], number: int) -> Script[str]:
    play.emit(pb.NightBegan(number=number))
    for seat in play.state.in_game():
        draw_ware(play, seat)
    winner = yield from bidding.run()
    yield from privilege.run(winner)
    return "won"


def draw_ware(play: Play[State], seat: int) -> None:
    if not play.state.pile and play.state.stall:
        play.emit(pb.StallSwept(wares=sum(count for _, count in play.state.stall)), rule="nm.deal")
    if not play.state.pile:
        return
    top, audience, was = play.state.pile[0], only(seat), 0
    if isinstance(top, Bag):
        kind = play.draw("pile", top.of, audience)
    else:
        kind, was = top.kind, top.id if sees(top.audience, seat) else 0
    play.emit(pb.WareDrawn(seat=seat, was=was, card=play.mint(audience), kind=kind), audience, rule="nm.deal")


@rule("nm.bid")
def bidding(play: Play[State]) -> Script[int]:
    bids = yield from ask_all(dict.fromkeys(play.state.in_game(), bid_menu))
    worths = {}
    for seat, bid in bids.items():
        kinds = sorted(play.state.kind(seat, card) for card in bid.cards)
        play.emit(pb.BidRevealed(seat=seat, was=sorted(bid.cards), kinds=kinds, coins=bid.coins), only(seat))
        if "ghost" in kinds:
            yield from escape(night, "ghost")
        worths[seat] = sum(map(worth, kinds)) + bid.coins
    best = [seat for seat in worths if worths[seat] == max(worths.values())]
    if len(best) == 1:
        return best[0]
    winner = best[play.chance("tie", len(best), everyone(len(play.state.players)))]
    play.emit(pb.TieBroken(seat=winner), rule="nm.bid.tie")
    return winner


@rule("nm.privilege")
def privilege(play: Play[State], seat: int) -> Script[None]:
    chosen = yield from ask(seat, privilege_menu)
    match chosen:
        case pb.Take():
            for kind in chosen.kinds:
                play.emit(pb.WareTaken(seat=seat, card=play.mint(only(seat)), kind=kind), only(seat))
        case pb.Score():
            kind = play.state.kind(seat, chosen.card)
            play.emit(pb.WareScored(seat=seat, was=chosen.card, kind=kind, points=worth(kind)), only(seat))
            if play.state.players[seat].points >= GOAL:
                yield from finish([seat], "nm.goal")
        case pb.Plant():
            audience = everyone(len(play.state.players)) if chosen.open else only(seat)
            kind, card = play.state.kind(seat, chosen.card), play.mint(audience)
            play.emit(pb.WarePlanted(seat=seat, was=chosen.card, card=card, kind=kind, open=chosen.open), audience)
        case _:
            yield from scry.run(seat)


@rule("nm.scry")
def scry(play: Play[State], seat: int) -> Script[None]:
    for place in range(min(SCRIED, size(play.state.pile))):
        there = play.state.pile[place]
        if isinstance(there, Bag):
            audience, kind = only(seat), play.draw("pile", there.of, only(seat))
        else:
            audience, kind = there.audience | only(seat), there.kind
        if isinstance(there, Bag) or audience != there.audience:
            scried = pb.WareScried(seat=seat, place=place, card=play.mint(audience), kind=kind)
            play.emit(scried, audience, private=True)
    order = yield from ask(seat, arrange_menu)
    for place, was in enumerate(order.cards):
        play.emit(pb.WareArranged(seat=seat, place=place, was=was, card=play.mint(only(seat))), only(seat))


@rule("nm.show")
def show(play: Play[State], seat: int, command: pb.Show) -> Script[None]:
    kind, card = play.state.kind(seat, command.card), play.mint(everyone(len(play.state.players)))
    play.emit(pb.WareShown(seat=seat, was=command.card, card=card, kind=kind), only(seat))
    yield from ()


@rule("nm.concede")
def concede(play: Play[State], seat: int, command: pb.Concede) -> Script[None]:
    kinds = sorted(card.kind for card in play.state.players[seat].hand)
    play.emit(pb.PlayerLeft(seat=seat, kinds=kinds))
    if len(play.state.in_game()) == 1:
        yield from finish(play.state.in_game(), "nm.concede")
    yield from escape(night, "left")
