"""What the random player likes: with it, nearly all random games end by a rule, and each of the endings, and each card,
comes up.

Weights are relative, and compared within one decision. Every other player likes Actions, so that all are played and
attacks have somebody to hit; the rest buy few of them, for a small deck plays faster.
"""

from __future__ import annotations

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards import BLOCKS
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed
from rulekeeper.games.heart_of_crown.coronation import LAST, TO_DECLARE, TO_WIN, points
from rulekeeper.games.heart_of_crown.prices import price
from rulekeeper.games.heart_of_crown.second_phase import WITH_HER, costliest, moves
from rulekeeper.games.heart_of_crown.state import State, in_hand, opponents
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import how_many

AT_ONCE = 1_000_000
"""Before anything else."""

UNHURRIED = frozenset({"bergamotte", "laolily", "twins-lain-shion"})
"""Where so many of them have found a player, nobody hurries: see `unhurried`."""

LIKES = (0, 8)
"""How much the players like Actions, in turn around the table."""

FEW_DUKES = 8
"""From here on, who leads an unhurried game buys the Dukes up, to end it."""


def taste(state: State, seat: int, command: Message) -> int:
    """How much the seat likes the command: it plays what it has, declares, sets, backs, and buys what is dear."""
    match command:
        case pb.PlayCard():
            return (100, 1200, 2400)[len(in_hand(state, seat)[command.card].link)]
        case pb.BuyCard():
            return bought(state, seat, command.kind)
        case pb.SetCard():
            return set_down(state, seat, in_hand(state, seat)[command.card])
        case pb.BackPrincess():
            return backed(state, seat, command.princess)
        case pb.DeclareCoronation():
            return declared(state, seat)
        case pb.UseAbility():
            return 40
        case pb.UseSpecialAbility():
            return 400
        case pb.ExileCard():
            return 20 if in_hand(state, seat)[command.card].cost <= 3 else 1
        case pb.AcquireCard():
            return max(CARDS[command.kind].cost, 1) ** 3
        case pb.AcquireCards():
            return 1 + sum(CARDS[kind].cost for kind in command.kinds)
        case pb.KeepCard():
            return 30
        case pb.RecallCard():
            return 5
        case _:
            return 10


def unhurried(state: State) -> bool:
    """In some games, by the princesses that are backed, hardly anybody cares for coronations, or for less than Dukes:
    they end with 30 points, or with the Dukes.
    """
    return len(UNHURRIED.difference(state.princesses)) >= len(state.players) - 1


def leads(state: State, seat: int) -> bool:
    return all(points(state, seat) >= points(state, rival) for rival in opponents(state, seat))


def bought(state: State, seat: int, kind: str) -> int:
    """Territories to grow with; Succession cards only once there is a domain to set them into, and then above all."""
    card, cost = CARDS[kind], price(state, seat, kind)
    worth = max(card.succession_points, 0)
    if card.has("Succession") and not card.has("Territory"):
        if not state.players[seat].domain:
            return 0
        if unhurried(state):
            if kind == LAST and how_many(state.basic_market, LAST) <= FEW_DUKES and leads(state, seat):
                return AT_ONCE
            return 100 * worth**3 if worth >= CARDS[LAST].succession_points else 1
        return 100 * worth**3
    if card.has("Territory"):
        return 10 * cost**3
    liked = (seat + len(state.players)) % 2
    return 1 + LIKES[liked] * cost**2 * (1 + len(card.link)) // 10


def set_down(state: State, seat: int, card: Printed) -> int:
    """The more the hand holds, the better; at once where that is enough to declare or to win. Who leads an unhurried
    game waits for that, so that it is even when the Dukes end it.
    """
    if card.succession_points <= 0:
        return 0
    held = (CARDS[card.kind] for card in state.players[seat].hand)
    gain = sum(max(card.succession_points, 0) for card in held if card.has("Succession"))
    total = points(state, seat)
    if total + gain >= TO_WIN:
        return AT_ONCE
    if unhurried(state) and leads(state, seat):
        return 1
    return AT_ONCE if total < TO_DECLARE <= total + gain else 200 * gain**3


def backed(state: State, seat: int, princess: str) -> int:
    """Rather not with Villages, which would come along and cost points."""
    field = [card for card in state.players[seat].field if moves(card, BLOCKS[princess].stays)]
    forced, rivals, _ = costliest(field, WITH_HER)
    lost = sum(CARDS[card.kind].succession_points for card in (*forced, *rivals) if CARDS[card.kind].kind == "basic")
    return 400 // (1 - 6 * lost)


def declared(state: State, seat: int) -> int:
    """Above all where a rival has: there is no other way to stay in the game."""
    if any(state.players[rival].declared for rival in opponents(state, seat)):
        return AT_ONCE
    return 2 if unhurried(state) else 4000
