"""evolve: one small function a fact."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from google.protobuf.message import Message
from msgspec.structs import replace

from rulekeeper.kernel import Bag, Card, add, counts, everyone, find, merge, minted_with, only, take, uncover, without
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import State


def changed(state: State, seat: int, out: Iterable[int] = (), card: Card | None = None, **other: Any) -> State:
    """A player's hand without some wares, and with a new one; and whatever else of the player changes."""
    player = state.players[seat]
    gone = [find(player.hand, was) for was in out]
    hand = tuple(ware for ware in player.hand if ware not in gone)
    if card is not None:
        state, hand = replace(state, minted=minted_with(state.minted, card.id)), (*hand, card)
    player = replace(player, hand=hand, **other)
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def night_began(state: State, fact: pb.NightBegan) -> State:
    return replace(state, night=fact.number)


def ware_drawn(state: State, fact: pb.WareDrawn) -> State:
    card = Card(fact.card, fact.kind, only(fact.seat))
    pile = uncover(state.pile, card) if isinstance(state.pile[0], Bag) else state.pile
    return changed(replace(state, pile=pile[1:]), fact.seat, card=card)


def stall_swept(state: State, fact: pb.StallSwept) -> State:
    return replace(state, pile=(*state.pile, Bag(state.stall)), stall=())


def bid_revealed(state: State, fact: pb.BidRevealed) -> State:
    coins = state.players[fact.seat].coins - fact.coins
    state = replace(state, stall=merge(state.stall, counts(fact.kinds)))
    return changed(state, fact.seat, out=fact.was, coins=coins)


def tie_broken(state: State, fact: pb.TieBroken) -> State:
    return state


def ware_taken(state: State, fact: pb.WareTaken) -> State:
    state = replace(state, stall=take(state.stall, fact.kind))
    return changed(state, fact.seat, card=Card(fact.card, fact.kind, only(fact.seat)))


def ware_scored(state: State, fact: pb.WareScored) -> State:
    points = state.players[fact.seat].points + fact.points
    return changed(replace(state, gone=add(state.gone, fact.kind)), fact.seat, out=(fact.was,), points=points)


def ware_planted(state: State, fact: pb.WarePlanted) -> State:
    audience = everyone(len(state.players)) if fact.open else only(fact.seat)
    pile = (Card(fact.card, fact.kind, audience, up=fact.open), *state.pile)
    minted = minted_with(state.minted, fact.card)
    return changed(replace(state, pile=pile, minted=minted), fact.seat, out=(fact.was,))


def ware_scried(state: State, fact: pb.WareScried) -> State:
    there = state.pile[fact.place]
    if isinstance(there, Bag):
        pile = uncover(state.pile, Card(fact.card, fact.kind, only(fact.seat)), fact.place)
    else:
        seen = replace(there, id=fact.card, audience=there.audience | only(fact.seat))
        pile = (*state.pile[: fact.place], seen, *state.pile[fact.place + 1 :])
    return replace(state, pile=pile, minted=minted_with(state.minted, fact.card))


def ware_arranged(state: State, fact: pb.WareArranged) -> State:
    card, pile = without(state.pile, fact.was)
    placed = Card(fact.card, card.kind, only(fact.seat))
    pile = (*pile[: fact.place], placed, *pile[fact.place :])
    return replace(state, pile=pile, minted=minted_with(state.minted, fact.card))


def ware_shown(state: State, fact: pb.WareShown) -> State:
    card = Card(fact.card, fact.kind, everyone(len(state.players)), up=True)
    return changed(state, fact.seat, out=(fact.was,), card=card)


def player_left(state: State, fact: pb.PlayerLeft) -> State:
    hand = [card.id for card in state.players[fact.seat].hand]
    state = replace(state, gone=merge(state.gone, counts(fact.kinds)))
    return changed(state, fact.seat, out=hand, coins=0, left=True)


REDUCERS: Mapping[type[Message], Callable[[State, Any], State]] = {
    pb.NightBegan: night_began,
    pb.WareDrawn: ware_drawn,
    pb.StallSwept: stall_swept,
    pb.BidRevealed: bid_revealed,
    pb.TieBroken: tie_broken,
    pb.WareTaken: ware_taken,
    pb.WareScored: ware_scored,
    pb.WarePlanted: ware_planted,
    pb.WareScried: ware_scried,
    pb.WareArranged: ware_arranged,
    pb.WareShown: ware_shown,
    pb.PlayerLeft: player_left,
}
