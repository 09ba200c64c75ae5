"""What the sensible player thinks of cards for a deck, in a draft and out of it, and of an opening hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.opinions.bids import AT_ONCE, Bid, copies, legal, several
from rulekeeper.games.warhammer_invasion.sight import HIT_POINT, Sight, text
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, QUEST
from rulekeeper.kernel import Dice, Offer

QUESTS: Mapping[str, int] = {
    "a-glorious-death": 14,
    "defend-the-border": 20,
    "smash-em-all": 10,
    "journey-to-the-gate": 16,
    "infiltrate": 18,
    "prepare-for-war": 3,
}
"""What a unit's work on a quest is worth, beside its power."""


TACTICS: Mapping[str, int] = {
    "burying-the-grudge": 3,
    "stubborn-refusal": 8,
    "twin-tailed-comet": 3,
    "franzs-decree": 8,
    "sigmars-intervention": 9,
    "greater-heal": 5,
    "smash-go-boom": 8,
    "rip-dere-eads-off": 6,
    "wez-bigga": 8,
    "innovation": 6,
    "hate": 9,
}
"""What a tactic is worth to a deck, where it is not as much as most."""


EARLY = 3
"""A card of such a price can be played on the first turns."""


USUAL = 14
"""What most tactics are worth to a deck."""


def rating(printed: Printed) -> int:
    """What a card is worth to a deck, for its price."""
    cost = printed.cost if isinstance(printed.cost, int) else 3
    price = 8 * cost + 3 * printed.loyalty
    zone = {None: BATTLEFIELD, "kingdom": KINGDOM, "quest": QUEST, "battlefield": BATTLEFIELD}[printed.zone]
    match printed.type:
        case "unit":
            return 15 * (printed.power or 0) + HIT_POINT * (printed.hit_points or 0) + text(printed, zone) + 8 - price
        case "support":
            return 20 * (printed.power or 0) + text(printed, zone) + 6 - price
        case "quest":
            return QUESTS[printed.id] // 2
        case "tactic":
            return TACTICS.get(printed.id, USUAL) - 2 * printed.loyalty
        case _:
            return 4


def fitting(sight: Sight, kind: str) -> int:
    """The same for the deck that is being made: the more of a race there is, the less its loyalty costs."""
    printed = CARDS[kind]
    own = sum(each.count for each in sight.own.deck_list if CARDS[each.kind].race == printed.race)
    held = sum(each.count for each in sight.own.deck_list if each.kind == kind)
    return rating(printed) + min(own, 12) - 2 * held


def picking(sight: Sight, offer: Offer[Any]) -> Bid:
    most = several(offer, "cards").most
    cards = sorted(legal(offer, "cards"), key=lambda card: -fitting(sight, sight.kind(card)))
    return Bid(AT_ONCE, offer.build({"cards": cards[:most]}))


def denying(sight: Sight, offer: Offer[Any]) -> Bid:
    """The best card of the opponent's pack; one more for a Sabotage where that is good too."""
    field = several(offer, "cards")
    cards = sorted(legal(offer, "cards"), key=lambda card: -rating(CARDS[sight.kind(card)]))
    good = sum(rating(CARDS[sight.kind(card)]) > USUAL for card in cards)
    number = min(max(good, field.least), field.most)
    return Bid(AT_ONCE, offer.build({"cards": cards[:number]}))


def decking(offer: Offer[Any], dice: Dice) -> Message:
    """For any board, the best cards of its race and of its allies, as many of each as may be, and one of those that
    can only be there once.
    """
    capital = offer.fields["capital"].pick(dice)
    limits, least = copies(offer, "cards"), several(offer, "cards").least

    def worth(kind: str) -> int:
        printed = CARDS[kind]
        return rating(printed) + (12 if printed.race == capital else -8 * printed.loyalty)

    best = sorted(limits, key=lambda kind: -worth(kind))
    cards = [kind for kind in best for _ in range(1 if CARDS[kind].unique else limits[kind])]
    deck: Message = offer.build({"capital": capital, "cards": cards[:least]})
    return deck


def housing(sight: Sight, capital: str) -> int:
    """The board whose symbol saves most loyalty."""
    cards = [(CARDS[each.kind], each.count) for each in sight.own.deck_list]
    return sum(count * (printed.loyalty + 1) for printed, count in cards if printed.race == capital)


def keeping_hand(sight: Sight, offer: Offer[Any]) -> Bid:
    """A hand with something for the first turns is kept."""
    cards = [CARDS[kind] for kind in sight.hand.values()]
    early = [
        card for card in cards if card.type in ("unit", "support") and card.power and sight.price[card.id] <= EARLY
    ]
    useful = [card for card in early if card.keywords.attachment is None]
    return Bid(1 if len(useful) >= 2 else -1, offer.build({}))
