"""Choices that texts, and some phases, leave to a player: among cards of the hand, of the market, of a draw pile."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.catalogue import CURSE, name, shown
from rulekeeper.games.heart_of_crown.state import State, in_hand, market
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Check, Counts, Offer, OneOf, Otherwise, Subset, When, find


def not_in_market(kind: str) -> str:
    return f"{name(kind)} does not lie in the market"


def in_draw_pile(state: State, seat: int) -> Callable[[int], str]:
    """The names of cards of a draw pile, by their ids."""
    return lambda card: shown(find(state.players[seat].draw_pile, card).kind)


CHOSEN = "only a card in your hand can be chosen"


def of_hand(state: State, seat: int, *checks: Check, otherwise: Otherwise = ("", CHOSEN)) -> OneOf:
    """One card of the own hand, by id."""
    kinds = {card.id: card.kind for card in state.players[seat].hand}
    return OneOf(
        tuple(kinds),
        *checks,
        label=lambda card: shown(kinds[card]),
        otherwise=otherwise,
    )


def any_of_hand(state: State, seat: int, *checks: Check, least: int = 0, most: int | None = None) -> Subset:
    """Cards of the own hand: any number, none included, where nothing else is said."""
    kinds = {card.id: card.kind for card in state.players[seat].hand}
    return Subset(
        tuple(kinds),
        *checks,
        least=least,
        most=most,
        label=lambda card: shown(kinds[card]),
        otherwise=("", "only cards in your hand can be chosen"),
    )


def of_market(state: State, *checks: Check) -> OneOf:
    """One kind that lies in the market."""
    return OneOf(kinds(market(state)), *checks, label=shown, otherwise=lambda kind: ("", not_in_market(kind)))


def kinds(of: Counts) -> tuple[str, ...]:
    return tuple(kind for kind, _ in of)


def or_nothing(offer: Offer[Message], rule: str) -> Iterable[Offer[Message]]:
    """What a text tells a player to do with the hand, and the way on for one who cannot. It is offered to
    everybody alike, so that being asked tells nothing about the hand.
    """
    yield offer
    yield Offer(pb.Decline, When(rule, not offer.open(), "you can do it, and the text leaves you no choice"))


def not_a_curse(state: State, seat: int, rule: str) -> Iterable[Check]:
    """On cards of the hand: a text that says "not a Curse" means all that count as one, whatever else they are
    ("hoc.outside.curse-name"). `rule`: the text's.
    """

    printed = in_hand(state, seat).__getitem__
    yield Check(
        rule,
        lambda card: not printed(card).has("Curse"),
        lambda card: f"a card that is no Curse is wanted, and {printed(card).name_en} is one",
    )
    yield Check(
        "hoc.faq.talisman.is-curse",
        lambda card: printed(card).id == CURSE or not printed(card).has("Curse"),
        lambda card: f"whatever else it is, {printed(card).name_en} counts as a Curse",
    )
