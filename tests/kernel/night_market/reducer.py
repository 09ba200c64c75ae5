"""evolve: one small function a fact."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from google.protobuf.message import Message
from msgspec.structs import replace

from rulekeeper.kernel import Bag, Card, Pile, audience_of, counts, find, merge, minted_with, take, uncover, without
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import State


def known(card: int, kind: str, up: bool = False) -> Card:
    return Card(card, kind, audience_of(card), up)


def changed(state: State, seat: int, out: Iterable[int] = (), card: Card | None = None, **other: Any) -> State:
    """A player's hand without some wares, and with a new one; and whatever else of the player changes."""
    player = state.players[seat]
    gone = [find(player.hand, was) for was in out]
    hand = tuple(ware for ware in player.hand if ware not in gone)
    if card is not None:
        state, hand = replace(state, minted=minted_with(state.minted, card.id)), (*hand, card)
    player = replace(player, hand=hand, **other)
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def piled(state: State, pile: Pile, place: int, card: Card) -> State:
    """The pile, with a new card at a place."""
    return replace(state, pile=(*pile[:place], card, *pile[place:]), minted=minted_with(state.minted, card.id))


def without_place(pile: Pile, place: int, card: Card) -> Pile:
    """The pile without what lies at a place, which is found to be this card."""
    pile = uncover(pile, card, place) if isinstance(pile[place], Bag) else pile
    return (*pile[:place], *pile[place + 1 :])


def night_began(state: State, fact: pb.NightBegan) -> State:
    return replace(state, night=fact.number)


def ware_drawn(state: State, fact: pb.WareDrawn) -> State:
    card = known(fact.card, fact.kind)
    return changed(replace(state, pile=without_place(state.pile, 0, card)), fact.seat, card=card)


def bid_revealed(state: State, fact: pb.BidRevealed) -> State:
    coins = state.players[fact.seat].coins - fact.coins
    return changed(replace(state, stall=merge(state.stall, counts(fact.kinds))), fact.seat, fact.was, coins=coins)


def ware_taken(state: State, fact: pb.WareTaken) -> State:
    state = replace(state, stall=take(state.stall, fact.kind))
    return changed(state, fact.seat, card=known(fact.card, fact.kind))


def ware_scored(state: State, fact: pb.WareScored) -> State:
    points = state.players[fact.seat].points + fact.points
    return changed(replace(state, stall=merge(state.stall, counts([fact.kind]))), fact.seat, [fact.was], points=points)


def ware_planted(state: State, fact: pb.WarePlanted) -> State:
    return piled(changed(state, fact.seat, [fact.was]), state.pile, 0, known(fact.card, fact.kind, fact.open))


def ware_scried(state: State, fact: pb.WareScried) -> State:
    card = known(fact.card, fact.kind)
    return piled(state, without_place(state.pile, fact.place, card), fact.place, card)


def ware_arranged(state: State, fact: pb.WareArranged) -> State:
    card, pile = without(state.pile, fact.was)
    return piled(state, pile, fact.place, known(fact.card, card.kind))


def ware_shown(state: State, fact: pb.WareShown) -> State:
    return changed(state, fact.seat, [fact.was], known(fact.card, fact.kind, up=True))


def player_left(state: State, fact: pb.PlayerLeft) -> State:
    state = replace(state, stall=merge(state.stall, counts(fact.kinds)))
    return changed(state, fact.seat, [card.id for card in state.players[fact.seat].hand], coins=0, left=True)


REDUCERS: Mapping[type[Message], Callable[[State, Any], State]] = {
    pb.NightBegan: night_began,
    pb.WareDrawn: ware_drawn,
    pb.BidRevealed: bid_revealed,
    pb.TieBroken: lambda state, fact: state,
    pb.WareTaken: ware_taken,
    pb.WareScored: ware_scored,
    pb.WarePlanted: ware_planted,
    pb.WareScried: ware_scried,
    pb.WareArranged: ware_arranged,
    pb.WareShown: ware_shown,
    pb.PlayerLeft: player_left,
}
