"""What may be sent, and what stands against it."""

from collections.abc import Iterable
from functools import partial

from google.protobuf.message import Message

from rulekeeper.kernel import Across, Card, Check, Multiset, Number, Offer, OneOf, Order, Subject, Subset, When
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import MOST_WORTH, SCRIED, WORTH, State


def bid_menu(state: State, seat: int) -> Iterable[Offer[pb.Bid]]:
    def total(bid: pb.Bid) -> int:
        return bid.coins + sum(WORTH[state.kind(seat, card)] for card in bid.cards)

    modest = Across("nm.bid.cap", lambda bid: total(bid) <= MOST_WORTH, lambda bid: f"it is worth {total(bid)}")
    cards = Subset(ids(state, seat), most=2, label=partial(state.kind, seat))
    yield Offer(pb.Bid, cards=cards, coins=Number(0, state.players[seat].coins, "nm.bid"), across=(modest,))


def privilege_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    hand, kind = ids(state, seat), partial(state.kind, seat)
    some = When("nm.privilege", bool(state.stall), "the stall is empty")
    yield Offer(pb.Take, some, kinds=Multiset(state.stall, least=1, most=2))
    sold = Check("nm.ghost.worth", lambda card: WORTH[kind(card)] > 0, lambda card: f"a {kind(card)} cannot be sold")
    yield Offer(pb.Score, card=OneOf(hand, sold, label=kind, otherwise=("nm.privilege", "you have it not")))
    yield Offer(pb.Plant, card=OneOf(hand, label=kind), open=OneOf((False, True)))
    yield Offer(pb.Scry)


def arrange_menu(state: State, seat: int) -> Iterable[Offer[pb.Arrange]]:
    yield Offer(pb.Arrange, cards=Order(card.id for card in state.pile[:SCRIED] if isinstance(card, Card)))


def standing(state: State, seat: int) -> Iterable[Offer[Message]]:
    here = When("nm.concede", not state.players[seat].left, "you have left the game")
    yield Offer(pb.Show, here, card=OneOf([card.id for card in state.players[seat].hand if not card.up]))
    yield Offer(pb.Concede, here)


def subjects(state: State, seat: int) -> Iterable[Subject]:
    for card in state.players[seat].hand:
        yield Subject(f"{card.kind} in your hand: sell", pb.Score, "card", card.id)
    yield Subject("look at the pile", pb.Scry)


def ids(state: State, seat: int) -> tuple[int, ...]:
    return tuple(card.id for card in state.players[seat].hand)
