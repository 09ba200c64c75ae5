"""What the random player likes: with it, nearly all random games end by a rule."""

from __future__ import annotations

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.games.heart_of_crown.second_phase import price
from rulekeeper.games.heart_of_crown.state import State, hand_card
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb


def taste(state: State, seat: int, command: Message) -> int:
    """How much the seat likes the command: it plays what it has, declares, sets, backs, and buys what is dear."""
    match command:
        case pb.PlayCard():
            return played(state, seat, command)
        case pb.BuyCard():
            return bought(state, seat, command)
        case pb.SetCard():
            return 400 * max(CARDS[hand_card(state, seat, command.card).kind].succession_points, 0)
        case pb.DeclareCoronation() | pb.BackPrincess():
            return 400
        case pb.UseAbility():
            return 4
        case pb.ExileCard():
            return 20 if CARDS[hand_card(state, seat, command.card).kind].cost <= 3 else 1
        case pb.AcquireCard():
            return CARDS[command.kind].cost ** 3
        case pb.AcquireCards():
            return sum(CARDS[kind].cost for kind in command.kinds)
        case pb.EndMainPhase() | pb.EndSecondPhase() | pb.KeepCard() | pb.RecallCard():
            return 1
        case _:
            return 10


def played(state: State, seat: int, command: pb.PlayCard) -> int:
    """Cards that open positions first, then those that do something."""
    card = CARDS[hand_card(state, seat, command.card).kind]
    return 40 + 60 * len(card.link)


def bought(state: State, seat: int, command: pb.BuyCard) -> int:
    """Territories to grow with; Succession cards only once there is a domain to set them into, and then above all."""
    card, cost = CARDS[command.kind], price(state, seat, command.kind)
    if card.has("Succession"):
        return max(card.succession_points, 0) ** 3 * 10 if state.players[seat].domain else 0
    return 3 * cost**3 if card.has("Territory") else cost**2 // 3
