"""A sensible player: it plays what it holds, buys by a plan, backs a princess, sets, and declares.

Of each open offer it makes one bid: a command, and what sending it now is worth. The highest bid is sent. To end a
phase is worth 0, so what has no worth is left undone.

It is given a view and offers, just what a seat gets over the wire: it can read nothing that is hidden from its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards import BLOCKS
from rulekeeper.games.heart_of_crown.cards.economy import BIGGER, CITY, LARGE_CITY, VILLAGE
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed
from rulekeeper.games.heart_of_crown.coronation import TO_WIN
from rulekeeper.games.heart_of_crown.second_phase import WITH_HER, costliest, moves
from rulekeeper.games.heart_of_crown.sight import AT_ONCE, COIN, POINT, TEXT, Sight, settable
from rulekeeper.games.heart_of_crown.state import FieldCard
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Dice, Multiset, Offer, Order, Subset

SETTING = 18
"""A succession point that is set now, and not later."""

LOST = 10
"""A succession point that a Village costs which follows a princess."""

PRINCESS: Mapping[str, int] = {
    "lulunasaika": 90,
    "laolily": 100,
    "klam-klam": 60,
    "bergamotte": 10,
    "flammaria": 60,
    "twins-lain-shion": 50,
}
"""What backing each of them is worth."""

EXTRA_TURN = 50

A_CURSE = 10
"""A Curse for a rival."""


class Bid(NamedTuple):
    """A command, and what it is worth."""

    worth: int
    command: Message


Opinion = Callable[[Sight, Offer[Any]], Bid]
"""What to bid on an open offer."""

Worth = Callable[[Sight, Any], int]
"""What a value of a field is worth."""


def sensible(view: pb.View, seat: int, offers: Sequence[Offer[Any]], dice: Dice) -> Message:
    """The command of the highest bid, the first of equals; any at all where it has an opinion on none of the offers."""
    sight = Sight(view, seat)
    bids = [OPINIONS[offer.message](sight, offer) for offer in offers if offer.message in OPINIONS]
    if bids:
        return max(bids, key=lambda bid: bid.worth).command
    any_at_all: Message = offers[dice(len(offers))].pick(dice)
    return any_at_all


# Bidding.


def send(worth: int) -> Opinion:
    """A command that leaves no choice."""
    return lambda sight, offer: Bid(worth, offer.build({}))


def one(name: str, worth: Worth, **others: Any) -> Opinion:
    """The value of that field that is worth most, the first of equals; of other fields the value that is given here, or
    the first.
    """

    def opinion(sight: Sight, offer: Offer[Any]) -> Bid:
        values = {other: others.get(other, next(iter(field.legal()))) for other, field in offer.fields.items()}
        best = max(offer.fields[name].legal(), key=lambda value: worth(sight, value))
        return Bid(worth(sight, best), offer.build({**values, name: best}))

    return opinion


def some(name: str, worth: Worth) -> Opinion:
    """The values of that field that are worth something, the best first, as far as their number may be chosen."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Bid:
        field = offer.fields[name]
        assert isinstance(field, Subset | Multiset)
        copies = field.limits if isinstance(field, Multiset) else {}
        worths = [(worth(sight, value), value) for value in field.passing() for _ in range(copies.get(value, 1))]
        worths.sort(key=lambda each: -each[0])
        number = min(max(sum(each > 0 for each, _ in worths), field.least), field.most)
        return Bid(0, offer.build({name: [value for _, value in worths[:number]]}))

    return opinion


def ordered(name: str, worth: Worth) -> Opinion:
    """All values of that field, the best first."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Bid:
        field = offer.fields[name]
        assert isinstance(field, Order)
        return Bid(0, offer.build({name: sorted(field.candidates, key=lambda value: -worth(sight, value))}))

    return opinion


def holding(sight: Sight, card: int) -> int:
    """Having the card."""
    return sight.worth(sight.kind(card))


def drawing(sight: Sight, card: int) -> int:
    """Having the card instead of another of the deck."""
    return holding(sight, card) - sight.average


def missing(sight: Sight, card: int) -> int:
    """Being without the card."""
    return -holding(sight, card)


def sparing(sight: Sight, card: int) -> int:
    """Being without it, and having a coin or another card for it."""
    return COIN - holding(sight, card)


# Main phase.


def playing(sight: Sight, card: int) -> int:
    """Links first, for such cards take no position from others; then draws, so that what comes can still be played."""
    kind = sight.kind(card)
    printed, gain = CARDS[kind], effect(sight, kind)
    if gain < 0 or spoils(sight, printed):
        return -1
    return (1000 if gain else 500) * len(printed.link) + 100 * printed.draw + gain + 1


def effect(sight: Sight, kind: str) -> int:
    """What a card does if it is played now."""
    if kind in NOW:
        return NOW[kind](sight)
    return CARDS[kind].coins * COIN + CARDS[kind].draw * sight.average + TEXT.get(kind, 0)


def held(sight: Sight, kind: str) -> int:
    """How many such cards the hand holds."""
    return sum(each == kind for each in sight.hand.values())


def spare(sight: Sight) -> int:
    """How many cards of the hand bring less than a coin."""
    return sum(sight.worth(kind) < COIN for kind in sight.hand.values())


def copying(sight: Sight, kind: str) -> int:
    """What a card of the field would do once more."""
    return effect(sight, kind) if CARDS[kind].has("Action") and kind != "shinobi" else 0


NOW: Mapping[str, Callable[[Sight], int]] = {
    "donation": lambda sight: spare(sight) if sight.coins else 0,
    "wishing-well": spare,
    "magic-talisman": lambda sight: COIN * max(spare(sight) - 1, 0),
    "hideout": lambda sight: sum(part.card.face_up for part in sight.own.draw_pile[:1]),
    "slash-and-burn": lambda sight: COIN * held(sight, VILLAGE) - 15 if sight.view.curses else -1,
    "city-development": lambda sight: TEXT["city-development"] + 1 if sight.coins and held(sight, VILLAGE) else 0,
    "adventurer": lambda sight: TEXT["adventurer"] if sight.coins >= CARDS["adventurer"].values["pay"] else 0,
    "bank": lambda sight: COIN * sum(kind in (CITY, LARGE_CITY) for kind in sight.field),
    "shinobi": lambda sight: max((copying(sight, kind) for kind in sight.field), default=0),
}
"""What cards do now whose texts do more or less by what there is. Below 0: better not."""


def spoils(sight: Sight, card: Printed) -> bool:
    """Would it follow a princess who can be backed without it, and cost points?"""
    return (
        card.succession_points < 0
        and not sight.backed
        and any(CARDS[kind].cost <= sight.coins for kind in sight.view.princesses)
        and sum(CARDS[kind].has("Territory") for kind in sight.field) < WITH_HER
    )


def recalling(sight: Sight, card: int) -> int:
    """What is played at once, where the hand has nothing better."""
    return playing(sight, card) - 1 if sight.open and effect(sight, sight.kind(card)) > 0 else -1


def keep(sight: Sight, offer: Offer[Any]) -> Bid:
    """The best card of those that cannot be played any more, on the cheapest Territory that holds it."""
    cost = {placed.id: CARDS[placed.kind].cost for placed in sight.own.domain.cards}
    places = sorted(offer.fields["on"].legal(), key=cost.__getitem__)
    best = Bid(-1, pb.KeepCard())
    for card in () if sight.open else offer.fields["card"].legal():
        place = next((place for place in places if cost[place] >= CARDS[sight.kind(card)].cost), None)
        if place is not None and holding(sight, card) > best.worth:
            best = Bid(holding(sight, card), offer.build({"card": card, "on": place}))
    return best


def ability(sight: Sight, offer: Offer[Any]) -> Bid:
    """There are those that take a card for an Action card of the discard pile, those that take coins for a point, and
    those that take nothing of the table.
    """
    if "discard" in offer.fields:
        lying = [sight.worth(each.kind) for each in sight.own.discard_pile if CARDS[each.kind].has("Action")]
        gain = max(lying, default=-AT_ONCE) if sight.open else -AT_ONCE
        return one("discard", lambda sight, card: (gain + missing(sight, card)) * AT_ONCE)(sight, offer)
    (card,) = offer.fields["card"].legal()
    if "pay" not in CARDS[sight.kind(card)].values:
        return Bid(EXTRA_TURN, offer.build({"card": card}))
    if sight.points + 1 == sight.goal:
        return Bid(AT_ONCE, offer.build({"card": card}))
    # On a turn on which cards are set, there is nothing else to pay for.
    return Bid(1 if sight.pressed or SETTING * sight.coming >= 3 * POINT else -1, offer.build({"card": card}))


def cursing(sight: Sight, card: int) -> int:
    """A Curse for each rival, and the card is gone."""
    return A_CURSE * min(len(sight.rivals), sight.view.curses) - holding(sight, card)


# Second phase.


def setting(sight: Sight, card: int) -> int:
    """The more the hand holds, the better; at once where that is enough, and where later is too late."""
    points, total = settable(CARDS[sight.kind(card)]), sight.points + sight.coming
    if not points:
        return -1
    enough = sight.points < sight.goal <= total or total >= TO_WIN
    return points + (AT_ONCE if enough or sight.pressed else SETTING * sight.coming)


def backing(sight: Sight, princess: str) -> int:
    """Rather not with Villages, which would follow and cost points."""
    field = [FieldCard(card.id, card.kind) for card in sight.own.field]
    forced, rivals, places = costliest([card for card in field if moves(card, BLOCKS[princess].stays)], WITH_HER)
    follow = [CARDS[card.kind] for card in (*forced, *rivals[:places])]
    return PRINCESS[princess] + LOST * sum(min(card.succession_points, 0) for card in follow)


# What texts ask.


def opting(sight: Sight, option: str) -> int:
    """Draws, where they can be played and bring more than coins; otherwise coins."""
    return int(option == ("draw" if sight.open and sight.average > COIN else "coins"))


def exiling(sight: Sight, card: int) -> int:
    """What the text gives for the card, less what it takes; where it gives nothing, a better deck."""
    kind, text = sight.kind(card), CARDS[sight.field[-1]] if sight.field else None
    values: Mapping[str, int] = text.values if text is not None else {}
    gain = sight.average
    if text is not None and text.id == "city-development":
        gain = sight.worth(BIGGER[kind]) + 1
    elif "above" in values:
        most = CARDS[kind].cost + values["above"]
        market = (*sight.view.basic_market, *sight.view.random_market)
        there = [each.kind for each in market if each.count and CARDS[each.kind].cost <= most]
        gain += max(map(sight.gaining, there), default=0)
    return gain - sight.worth(kind) - COIN * values.get("pay", 0)


def revealing(sight: Sight, discard: bool) -> int:
    """A good card stays on the own draw pile, and on nobody else's."""
    turn = sight.view.turn
    whose = turn.attack.seat if turn.HasField("attack") else sight.seat
    top = [part.card.kind for part in sight.view.players[whose].draw_pile[:1] if part.HasField("card")]
    good = any(sight.worth(kind) >= COIN for kind in top)
    return int(discard == (good == (whose != sight.seat)))


OPINIONS: Mapping[type[Message], Opinion] = {
    pb.PlayCard: one("card", playing),
    pb.RecallCard: one("card", recalling),
    pb.KeepCard: keep,
    pb.UseAbility: ability,
    pb.UseSpecialAbility: one("card", cursing),
    pb.EndMainPhase: send(0),
    pb.DeclareCoronation: send(2 * AT_ONCE),
    pb.BuyCard: one("kind", Sight.gaining, under_draw_pile=True),
    # Rather than the same from the market, for a rival loses it.
    pb.BuyOpponentCard: one("card", lambda sight, card: drawing(sight, card) + 1, under_draw_pile=True),
    pb.SetCard: one("card", setting),
    pb.BackPrincess: one("princess", backing),
    pb.ChooseTerritories: some("cards", missing),
    pb.EndSecondPhase: send(0),
    pb.AcquireCard: one("kind", Sight.gaining),
    pb.AcquireCards: some("kinds", Sight.gaining),
    pb.ChooseOption: one("option", opting),
    pb.CopyCard: one("card", lambda sight, card: copying(sight, sight.kind(card))),
    pb.DecideRevealed: one("discard", revealing),
    pb.DiscardCards: some("cards", sparing),
    pb.DiscardSeenCards: some("cards", sparing),
    pb.ExileCard: one("card", exiling),
    pb.PayCoins: one("coins", lambda sight, coins: -coins),
    pb.PutBack: ordered("cards", holding),
    pb.PutCardUnder: one("card", missing),
    pb.ReturnCard: one("card", drawing),
    pb.TakeBackCard: one("kind", Sight.worth),
    # What is not good in the hand is at least gone from the draw pile.
    pb.TakeRevealedCards: some("cards", lambda sight, card: AT_ONCE + holding(sight, card)),
    pb.ChooseDomainCard: one("card", lambda sight, card: CARDS[sight.kind(card)].succession_points),
    pb.Decline: send(0),
    pb.Defend: one("card", lambda sight, card: 1),
    pb.PassDefence: send(0),
    pb.PutCardOnTop: one("card", missing),
    pb.RevealHand: send(0),
    pb.LeaveRevealed: one("card", holding),
}
