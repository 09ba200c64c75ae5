"""What may be sent, and what stands against it."""

from collections.abc import Iterable

from google.protobuf.message import Message

from rulekeeper.kernel import (
    Across,
    Card,
    Check,
    Multiset,
    Number,
    Offer,
    OneOf,
    Order,
    Subject,
    Subset,
    When,
)
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import MOST_WORTH, SCRIED, State, worth

Privilege = pb.Take | pb.Score | pb.Plant | pb.Scry


def bid_menu(state: State, seat: int) -> Iterable[Offer[pb.Bid]]:
    def kind(card: int) -> str:
        return state.kind(seat, card)

    def total(bid: pb.Bid) -> int:
        return bid.coins + sum(worth(kind(card)) for card in bid.cards)

    modest = Across(
        "nm.bid.cap",
        lambda bid: total(bid) <= MOST_WORTH,
        lambda bid: f"it is worth {total(bid)}, and {MOST_WORTH} is the most",
    )
    cards = Subset(ids(state, seat), most=2, label=kind)
    yield Offer(pb.Bid, cards=cards, coins=Number(0, state.players[seat].coins, "nm.bid"), across=(modest,))


def privilege_menu(state: State, seat: int) -> Iterable[Offer[Privilege]]:
    def kind(card: int) -> str:
        return state.kind(seat, card)

    some = When("nm.privilege", bool(state.stall), "the stall is empty")
    yield Offer(pb.Take, some, kinds=Multiset(state.stall, least=1, most=2))
    sold = Check("nm.ghost.worth", lambda card: worth(kind(card)) > 0, lambda card: f"a {kind(card)} cannot be sold")
    yield Offer(pb.Score, card=OneOf(ids(state, seat), sold, label=kind, otherwise=("nm.privilege", "you have it not")))
    yield Offer(pb.Plant, card=OneOf(ids(state, seat), label=kind), open=OneOf((False, True)))
    yield Offer(pb.Scry)


def arrange_menu(state: State, seat: int) -> Iterable[Offer[pb.Arrange]]:
    seen = state.pile[:SCRIED]
    yield Offer(pb.Arrange, cards=Order(card.id for card in seen if isinstance(card, Card)))


def standing(state: State, seat: int) -> Iterable[Offer[Message]]:
    here = When("nm.concede", not state.players[seat].left, "you have left the game")
    hidden = [card.id for card in state.players[seat].hand if not card.up]
    yield Offer(pb.Show, here, card=OneOf(hidden))
    yield Offer(pb.Concede, here)


def subjects(state: State, seat: int) -> Iterable[Subject]:
    for card in state.players[seat].hand:
        yield Subject(f"{card.kind} in your hand: sell", pb.Score, "card", card.id)
    for kind, _ in state.stall:
        yield Subject(f"{kind} in the stall: take", pb.Take, "kinds", kind)
    yield Subject("look at the pile", pb.Scry)


def ids(state: State, seat: int) -> tuple[int, ...]:
    return tuple(card.id for card in state.players[seat].hand)
