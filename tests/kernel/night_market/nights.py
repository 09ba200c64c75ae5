"""The scripts, in the rulebook's order."""

from rulekeeper.kernel import Bag, Play, Script, ask, ask_all, escape, finish, only, rule, size
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.menus import arrange_menu, bid_menu, privilege_menu
from tests.kernel.night_market.state import GOAL, LAST_NIGHT, SCRIED, WORTH, State


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
    if play.state.pile:
        kind = kind_at(play, 0, seat)
        play.emit(pb.WareDrawn(seat=seat, card=play.mint(only(seat)), kind=kind), only(seat), rule="nm.deal")


def kind_at(play: Play[State], place: int, seat: int) -> str:
    there = play.state.pile[place]
    return play.draw("pile", there.of, only(seat)) if isinstance(there, Bag) else there.kind


@rule("nm.bid")
def bidding(play: Play[State]) -> Script[int]:
    bids = yield from ask_all(dict.fromkeys(play.state.in_game(), bid_menu))
    worths = {}
    for seat, bid in bids.items():
        kinds = sorted(play.state.kind(seat, card) for card in bid.cards)
        play.emit(pb.BidRevealed(seat=seat, was=sorted(bid.cards), kinds=kinds, coins=bid.coins), only(seat))
        if "ghost" in kinds:
            yield from escape(night, "ghost")
        worths[seat] = bid.coins + sum(WORTH[kind] for kind in kinds)
    best = [seat for seat in worths if worths[seat] == max(worths.values())]
    if len(best) > 1:
        best = [best[play.chance("tie", len(best), play.state.all())]]
        play.emit(pb.TieBroken(seat=best[0]), rule="nm.bid.tie")
    return best[0]


@rule("nm.privilege")
def privilege(play: Play[State], seat: int) -> Script[None]:
    chosen = yield from ask(seat, privilege_menu)
    match chosen:
        case pb.Take():
            for kind in chosen.kinds:
                play.emit(pb.WareTaken(seat=seat, card=play.mint(only(seat)), kind=kind), only(seat))
        case pb.Score():
            kind = play.state.kind(seat, chosen.card)
            play.emit(pb.WareScored(seat=seat, was=chosen.card, kind=kind, points=WORTH[kind]), only(seat))
            if play.state.players[seat].points >= GOAL:
                yield from finish([seat], "nm.goal")
        case pb.Plant():
            was = shown(play, seat, chosen.card) if chosen.open else chosen.card
            audience = play.state.all() if chosen.open else only(seat)
            kind, card = play.state.kind(seat, was), play.mint(audience)
            play.emit(pb.WarePlanted(seat=seat, was=was, card=card, kind=kind, open=chosen.open), audience)
        case _:
            yield from scry.run(seat)


@rule("nm.scry")
def scry(play: Play[State], seat: int) -> Script[None]:
    for place in range(min(SCRIED, size(play.state.pile))):
        there = play.state.pile[place]
        audience = only(seat) if isinstance(there, Bag) else there.audience | only(seat)
        scried = pb.WareScried(seat=seat, place=place, card=play.mint(audience), kind=kind_at(play, place, seat))
        play.emit(scried, audience, private=True)
    order = yield from ask(seat, arrange_menu)
    for place, was in enumerate(order.cards):
        play.emit(pb.WareArranged(seat=seat, place=place, was=was, card=play.mint(only(seat))), only(seat))


@rule("nm.show")
def show(play: Play[State], seat: int, command: pb.Show) -> Script[None]:
    shown(play, seat, command.card)
    yield from ()


def shown(play: Play[State], seat: int, was: int) -> int:
    """Shows a ware of a hand: its new id, which everybody knows."""
    kind, card = play.state.kind(seat, was), play.mint(play.state.all())
    play.emit(pb.WareShown(seat=seat, was=was, card=card, kind=kind), only(seat))
    return card


@rule("nm.concede")
def concede(play: Play[State], seat: int, command: pb.Concede) -> Script[None]:
    play.emit(pb.PlayerLeft(seat=seat, kinds=sorted(card.kind for card in play.state.players[seat].hand)))
    if len(play.state.in_game()) == 1:
        yield from finish(play.state.in_game(), "nm.concede")
    yield from escape(night, "left")
