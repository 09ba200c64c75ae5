"""Commons about coins, and about cards that come and go for coins, in the order of the data."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards.basics import gives_coins
from rulekeeper.games.heart_of_crown.cards.block import Ability, Block, Effect, asking, this_card
from rulekeeper.games.heart_of_crown.cards.choices import not_a_curse, of_hand, of_market
from rulekeeper.games.heart_of_crown.cards.verbs import (
    acquire,
    acquire_curse,
    acquire_from_supply,
    can_pay,
    exile,
    fizzle,
    gain,
    pay,
    take_into_hand,
)
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed, name
from rulekeeper.games.heart_of_crown.coronation import points
from rulekeeper.games.heart_of_crown.state import (
    DomainCard,
    State,
    coins_in_words,
    debt_in_words,
    domain_card,
    hand_card,
    market,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Check, Offer, Script, When, ask, how_many

VILLAGE, CITY, LARGE_CITY = "farming-village", "city", "large-city"


def exiles_for(effect: Effect, card: Printed, cost: int) -> bool:
    """Can a text that exiles a card of the hand for coins be carried out? Otherwise it ends there."""
    if not can_pay(effect.state, cost):
        fizzle(effect, "hoc.effect.cost-unpaid", passed_over=pb.ExileCard)
        return False
    if not effect.state.players[effect.seat].hand:
        fizzle(effect, passed_over=pb.ExileCard)
        return False
    return True


DECLINED = "hoc.effect.may-decline"
"""Who can pay for an effect need not."""


# Donation: pay, exile a card from hand, a Curse too.


@asking("donation")
def donation(effect: Effect, card: Printed) -> Script[None]:
    if not exiles_for(effect, card, card.values["pay"]):
        return
    chosen = yield from ask(effect.seat, donation_menu)
    if isinstance(chosen, pb.ExileCard):
        pay(effect, card.values["pay"])
        exile(effect, chosen.card)
    else:
        fizzle(effect, DECLINED)


def donation_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    yield Offer(pb.ExileCard, card=of_hand(state, seat))
    yield Offer(pb.Decline)


DONATION = Block("donation", play=donation)


# Slash and Burn: acquire a Curse; if you did, Villages give more coins this turn. It is not added up.


def slash_and_burn(effect: Effect, card: Printed) -> None:
    """Twice is not more than once."""
    coins = card.values["village"]
    if not acquire_curse(effect):
        fizzle(effect, "hoc.faq.slash-and-burn.no-curse")
    elif how_many(effect.state.turn.yields, VILLAGE) == coins:
        fizzle(effect, "hoc.faq.slash-and-burn.not-cumulative")
    else:
        effect.emit(pb.YieldChanged(seat=effect.seat, kind=VILLAGE, coins=coins))


SLASH_AND_BURN = Block("slash-and-burn", play=slash_and_burn)


# Buried Treasure: the bottom card of the supply is yours, if there is one.


def buried_treasure(effect: Effect, card: Printed) -> None:
    if not acquire_from_supply(effect):
        fizzle(effect, "hoc.faq.buried-treasure.empty")


BURIED_TREASURE = Block("buried-treasure", play=buried_treasure)


# Purveyor: coins, and what you buy this turn may go under your draw pile.


def purveyor(effect: Effect, card: Printed) -> None:
    gain(effect, card.coins)
    effect.emit(pb.BuyingUnderAllowed(seat=effect.seat))


PURVEYOR = Block("purveyor", play=purveyor)


# City Development: pay, exile a Village or a City from hand, take the next bigger one into hand.

BIGGER: Mapping[str, str] = {VILLAGE: CITY, CITY: LARGE_CITY}


def development_costs() -> dict[str, int]:
    """What exiling each kind costs."""
    values = CARDS["city-development"].values
    return {VILLAGE: values["village"], CITY: values["city"]}


@asking("city-development")
def city_development(effect: Effect, card: Printed) -> Script[None]:
    costs = development_costs()
    if not exiles_for(effect, card, min(costs.values())):
        return
    chosen = yield from ask(effect.seat, city_development_menu)
    if isinstance(chosen, pb.ExileCard):
        pay(effect, costs[hand_card(effect.state, effect.seat, chosen.card).kind])
        bigger = BIGGER[exile(effect, chosen.card)]
        if how_many(market(effect.state), bigger):
            yield from take_into_hand(effect, bigger)
        else:
            fizzle(effect, "hoc.faq.city-development.absent")
    else:
        fizzle(effect, DECLINED)


def city_development_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    costs = development_costs()

    def kind(card: int) -> str:
        return hand_card(state, seat, card).kind

    exiled = of_hand(
        state,
        seat,
        Check(
            "hoc.card.city-development",
            lambda card: kind(card) in costs,
            lambda card: f"it develops a Village or a City, not {name(kind(card))}",
        ),
        Check(
            "hoc.effect.cost",
            lambda card: can_pay(state, costs.get(kind(card), 0)),
            lambda card: f"exiling {name(kind(card))} costs {costs[kind(card)]}, you have {coins_in_words(state)}",
        ),
    )
    yield Offer(pb.ExileCard, card=exiled)
    yield Offer(pb.Decline)


CITY_DEVELOPMENT = Block("city-development", play=city_development)


# Money Lender: coins now, and debts as the turn ends.


def money_lender(effect: Effect, card: Printed) -> None:
    gain(effect, card.coins)
    effect.emit(pb.TurnEndEffectGained(seat=effect.seat, kind=card.id))


def money_lender_collects(effect: Effect, card: Printed) -> None:
    owed = effect.state.players[effect.seat].debt + card.values["debt"]
    effect.emit(pb.DebtChanged(seat=effect.seat, counters=owed))


MONEY_LENDER = Block("money-lender", play=money_lender, turn_end=money_lender_collects)


# Adventurer: pay, exile a card that is no Curse from hand, acquire a card that costs a little more.


@asking("adventurer")
def adventurer(effect: Effect, card: Printed) -> Script[None]:
    if not exiles_for(effect, card, card.values["pay"]):
        return
    chosen = yield from ask(effect.seat, adventurer_exiles)
    if not isinstance(chosen, pb.ExileCard):
        fizzle(effect, DECLINED)
        return
    pay(effect, card.values["pay"])
    most = CARDS[exile(effect, chosen.card)].cost + card.values["above"]
    if any(CARDS[kind].cost <= most for kind, _ in market(effect.state)):
        acquired = yield from ask(effect.seat, functools.partial(adventurer_acquires, most))
        yield from acquire(effect, acquired.kind)
    else:
        fizzle(effect, passed_over=pb.AcquireCard)


def adventurer_exiles(state: State, seat: int) -> Iterable[Offer[Message]]:
    yield Offer(pb.ExileCard, card=of_hand(state, seat, *not_a_curse(state, seat, "hoc.card.adventurer")))
    yield Offer(pb.Decline)


def adventurer_acquires(most: int, state: State, seat: int) -> Iterable[Offer[pb.AcquireCard]]:
    affordable = Check(
        "hoc.card.adventurer",
        lambda kind: CARDS[kind].cost <= most,
        lambda kind: f"{name(kind)} costs {CARDS[kind].cost}, at most {most} is allowed",
    )
    yield Offer(pb.AcquireCard, kind=of_market(state, affordable))


ADVENTURER = Block("adventurer", play=adventurer)


# Bank: coins for the Cities and Large Cities that you have played this turn.


def bank(effect: Effect, card: Printed) -> None:
    played = [one for one in effect.state.players[effect.seat].field if one.kind in (CITY, LARGE_CITY)]
    if played:
        gain(effect, card.values["coins"] * len(played))
    else:
        fizzle(effect)


BANK = Block("bank", play=bank)


# Imperial Domain: a Territory; in the domain, coins make it worth more.


def imperial_domain_offer(state: State, seat: int, card: DomainCard) -> Offer[pb.UseAbility]:
    cost, debt = CARDS[card.kind].values["pay"], state.players[seat].debt
    paid = can_pay(state, cost)
    debts = debt_in_words(state, seat)
    return Offer(
        pb.UseAbility,
        When("hoc.effect.cost", paid, lambda: f"it costs {cost}, you have {coins_in_words(state)}"),
        When("hoc.faq.money-lender.debt-first", paid or not debt, f"coins that you gain go to your {debts} first"),
        card=this_card(card),
    )


def imperial_domain_used(effect: Effect, card: DomainCard) -> None:
    values = CARDS[card.kind].values
    pay(effect, values["pay"])
    counters = domain_card(effect.state, effect.seat, card.id).plus_one + values["counters"]
    total = points(effect.state, effect.seat) + values["counters"]
    effect.emit(pb.PlusOneCountersChanged(seat=effect.seat, card=card.id, counters=counters, points=total))


IMPERIAL_DOMAIN = Block(
    "imperial-domain", play=gives_coins, ability=Ability(imperial_domain_offer, imperial_domain_used)
)


BLOCKS = (
    DONATION,
    SLASH_AND_BURN,
    BURIED_TREASURE,
    PURVEYOR,
    CITY_DEVELOPMENT,
    MONEY_LENDER,
    ADVENTURER,
    BANK,
    IMPERIAL_DOMAIN,
)
