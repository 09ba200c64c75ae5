"""What a seat sees of the table, and what the sensible player thinks that cards are worth: see `player`.

Worth is in tenths of a coin. Printed numbers are the cards'; the others are judgements, tried against each other in
many games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed
from rulekeeper.games.heart_of_crown.coronation import LAST, TO_DECLARE, TO_WIN
from rulekeeper.games.heart_of_crown.state import IN_GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb

COIN = 10

POINT = 30
"""A succession point in the own deck, once there is a domain to set it into."""

LINKS = (-8, 0, 3)
"""By the number of a card's link symbols: one makes up for the position that the card takes."""

DEAD = -5
"""A card that can be neither played nor set."""

TEXT: Mapping[str, int] = {
    "donation": 2,
    "wishing-well": 6,
    "summons": 2,
    "trade-ship": 18,
    "buried-treasure": 10,
    "bribery": 14,
    "magic-talisman": 5,
    "infantry-battalion": 12,
    "city-development": 10,
    "money-lender": -25,
    "enchantress": 4,
    "shinobi": 8,
    "stargazing-witch": 4,
    "adventurer": 12,
    "curse-witch": 30,
    "bank": 18,
    "gossipy-duchess": 20,
}
"""What a text is worth beside the coins, draws, links and points that are printed on its card."""

AT_ONCE = 1_000_000
"""What is done before anything else; less than nothing by as much is never done."""


@dataclass(frozen=True)
class Sight:
    """A view as one seat gets it."""

    view: pb.View
    seat: int

    @cached_property
    def own(self) -> pb.Player:
        return self.view.players[self.seat]

    @cached_property
    def rivals(self) -> Sequence[pb.Player]:
        """The other players who are still in the game."""
        players = self.view.players
        return [player for player in players if player.seat != self.seat and player.standing == IN_GAME]

    @cached_property
    def hand(self) -> Mapping[int, str]:
        """The kinds of the own hand's cards, by id."""
        return {card.id: card.kind for card in self.own.hand}

    @cached_property
    def field(self) -> Sequence[str]:
        """The kinds in the own field, in the order in which they were played."""
        return [card.kind for card in self.own.field]

    @cached_property
    def elsewhere(self) -> Mapping[int, str]:
        """The kinds of all cards that it knows outside of its own hand, of every player, by id."""
        found: dict[int, str] = {}
        for player in self.view.players:
            found |= {card.id: card.kind for card in player.hand}
            found |= {card.id: card.kind for card in player.field}
            for placed in player.domain.cards:
                found |= {placed.id: placed.kind, placed.kept.id: placed.kept.kind}
            found |= {part.card.id: part.card.kind for part in player.draw_pile}
        return found

    def kind(self, card: int) -> str:
        """The kind of a card that it knows; KeyError where it does not."""
        return self.hand.get(card) or self.elsewhere[card]

    @property
    def coins(self) -> int:
        """The turn player's."""
        return self.view.turn.coins

    @property
    def open(self) -> bool:
        """Is there a position for another card?"""
        return len(self.view.turn.open_positions) > 0

    @property
    def backed(self) -> bool:
        return self.own.HasField("domain")

    @property
    def points(self) -> int:
        return self.own.domain.points

    @cached_property
    def goal(self) -> int:
        """The points that it makes for: those to declare, then those to win."""
        return TO_WIN if self.view.overtime or self.points >= TO_DECLARE else TO_DECLARE

    @cached_property
    def coming(self) -> int:
        """The points that the hand could add to the domain."""
        return sum(settable(CARDS[kind]) for kind in self.hand.values()) if self.backed else 0

    @property
    def pressed(self) -> bool:
        """Has a rival declared, and it has not? What is not done on this turn comes too late."""
        return not self.own.declared and any(rival.declared for rival in self.rivals)

    @cached_property
    def average(self) -> int:
        """What a card of the own deck brings, of all that do not lie face down, so what a draw is worth: something."""
        kinds, discarded = [*self.hand.values(), *self.field], self.own.discard_pile
        coins = sum(CARDS[kind].coins for kind in kinds) + sum(CARDS[one.kind].coins * one.count for one in discarded)
        cards = len(kinds) + sum(one.count for one in discarded)
        return max(COIN * coins // max(cards, 1), 1)

    def worth(self, kind: str) -> int:
        """Of a card, whenever it comes to the own hand."""
        card, text = CARDS[kind], TEXT.get(kind, 0)
        points = settable(card) * POINT + text if self.backed and settable(card) else 0
        if not card.playable:
            return points or DEAD
        return max(points, card.coins * COIN + card.draw * self.average + text + LINKS[len(card.link)])

    def gaining(self, kind: str) -> int:
        """Of a card that would come to the own deck, where it is drawn instead of another. With the last Duke, the game
        ends, and the points decide.
        """
        if kind == LAST and sum(one.count for one in self.view.basic_market if one.kind == LAST) == 1:
            return AT_ONCE if all(self.points > rival.domain.points for rival in self.rivals) else -AT_ONCE
        return self.worth(kind) - self.average


def settable(card: Printed) -> int:
    """The points that a domain gains when the card is set into it."""
    return max(card.succession_points, 0) if card.has("Succession") else 0
