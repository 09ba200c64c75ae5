"""The commons that are built, in the order of the data. Each block: the text, its menu, the block."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards.block import Block, Effect, asking
from rulekeeper.games.heart_of_crown.cards.verbs import (
    acquire,
    any_of_hand,
    can_pay,
    discard,
    discard_revealed,
    draw,
    exile,
    gain,
    not_a_curse,
    of_hand,
    of_market,
    or_nothing,
    pay,
    put_on_top,
    put_under,
    reveal_top,
    take_into_hand,
)
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed, name
from rulekeeper.games.heart_of_crown.state import State, called, clockwise, coins, field_card, hand_card, market
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Card, Check, Offer, OneOf, Script, ask, top


def draws(effect: Effect, card: Printed) -> None:
    """A text that is one draw symbol."""
    draw(effect, card.draw)


# Wishing Well: discard any number of cards, then draw as many.


@asking("wishing-well")
def wishing_well(effect: Effect, card: Printed) -> Script[None]:
    if effect.state.players[effect.seat].hand:
        chosen = yield from ask(effect.seat, wishing_well_menu)
        discard(effect, chosen.cards)
        draw(effect, len(chosen.cards))


def wishing_well_menu(state: State, seat: int) -> Iterable[Offer[pb.DiscardCards]]:
    yield Offer(pb.DiscardCards, cards=any_of_hand(state, seat))


WISHING_WELL = Block("wishing-well", play=wishing_well)


# Scout: every player, its own first, reveals the top card; for each its player decides whether it is discarded.


@asking("scout")
def scout(effect: Effect, card: Printed) -> Script[None]:
    for owner in tuple(clockwise(effect.state, effect.seat)):
        # Where an opponent may defend, this is the moment: before the attack is resolved on that player.
        if effect.state.players[owner].in_game and reveal_top(effect, owner):
            decided = yield from ask(effect.seat, functools.partial(scout_menu, owner))
            if decided.discard:
                discard_revealed(effect, owner)


def scout_menu(owner: int, state: State, seat: int) -> Iterable[Offer[pb.DecideRevealed]]:
    first = top(state.players[owner].draw_pile)
    revealed = name(first.kind) if isinstance(first, Card) else "the card"
    whose = "your" if owner == seat else f"{called(owner)}'s"
    words = {True: f"discard {revealed} from {whose} draw pile", False: f"leave {revealed} on top of {whose} draw pile"}
    reached = Check(
        "hoc.concede",
        lambda discard: not discard or state.players[owner].in_game,
        lambda discard: f"{called(owner)} has conceded, and the cards stay where they are",
    )
    yield Offer(pb.DecideRevealed, discard=OneOf((True, False), reached, label=lambda discard: words[discard]))


SCOUT = Block("scout", play=scout)


# Post Horse: draw.

POST_HORSE = Block("post-horse", play=draws)


# Trade Ship: draw two cards, or gain two coins.


@asking("trade-ship")
def trade_ship(effect: Effect, card: Printed) -> Script[None]:
    chosen = yield from ask(effect.seat, trade_ship_menu)
    if chosen.option == "draw":
        draw(effect, card.values["draw"])
    else:
        gain(effect, card.values["coins"])


def trade_ship_menu(state: State, seat: int) -> Iterable[Offer[pb.ChooseOption]]:
    values = CARDS["trade-ship"].values
    words = {"draw": f"draw {values['draw']} cards", "coins": f"gain {values['coins']} coins"}
    either = ("", f"the choice is {' or '.join(f'{option} ({said})' for option, said in words.items())}")
    yield Offer(pb.ChooseOption, option=OneOf(tuple(words), label=lambda option: words[option], otherwise=either))


TRADE_SHIP = Block("trade-ship", play=trade_ship)


# Purveyor: coins, and what you buy this turn may go under your draw pile.


def purveyor(effect: Effect, card: Printed) -> None:
    gain(effect, card.coins)
    effect.emit(pb.BuyingUnderAllowed(seat=effect.seat))


PURVEYOR = Block("purveyor", play=purveyor)


# Library: draw, then put a card that is no Succession card face up under your draw pile.


@asking("library")
def library(effect: Effect, card: Printed) -> Script[None]:
    draw(effect, card.draw)
    if effect.state.players[effect.seat].hand:
        chosen = yield from ask(effect.seat, library_menu)
        if isinstance(chosen, pb.PutCardUnder):
            put_under(effect, chosen.card)


def library_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    def kind(card: int) -> Printed:
        return CARDS[hand_card(state, seat, card).kind]

    no_succession = Check(
        "hoc.faq.library.succession",
        lambda card: not kind(card).has("Succession"),
        lambda card: f"{kind(card).name_en} is a Succession card",
    )
    offer = Offer(pb.PutCardUnder, card=of_hand(state, seat, no_succession))
    return or_nothing(offer, "hoc.card.library")


LIBRARY = Block("library", play=library)


# City Development: pay, exile a Village or a City from hand, take the next bigger one into hand.

VILLAGE, CITY, LARGE_CITY = "farming-village", "city", "large-city"
BIGGER: Mapping[str, str] = {VILLAGE: CITY, CITY: LARGE_CITY}


def development_costs() -> dict[str, int]:
    """What exiling each kind costs."""
    values = CARDS["city-development"].values
    return {VILLAGE: values["village"], CITY: values["city"]}


@asking("city-development")
def city_development(effect: Effect, card: Printed) -> Script[None]:
    costs = development_costs()
    if not can_pay(effect.state, min(costs.values())):
        return  # "hoc.effect.cost-unpaid"
    chosen = yield from ask(effect.seat, city_development_menu)
    if isinstance(chosen, pb.ExileCard):
        pay(effect, costs[hand_card(effect.state, effect.seat, chosen.card).kind])
        exiled = exile(effect, chosen.card)
        yield from take_into_hand(effect, BIGGER[exiled])


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
            lambda card: f"exiling {name(kind(card))} costs {costs[kind(card)]}, you have {coins(state)}",
        ),
    )
    yield Offer(pb.ExileCard, card=exiled)
    yield Offer(pb.Decline)


CITY_DEVELOPMENT = Block("city-development", play=city_development)


# Supply Unit: draw; as clean-up begins, an Action card of another name may go from your field on top of your draw pile.


def supply_unit(effect: Effect, card: Printed) -> None:
    draw(effect, card.draw)
    effect.emit(pb.CleanUpEffectGained(seat=effect.seat, kind=card.id))


@asking("supply-unit")
def supply_unit_returns(effect: Effect, card: Printed) -> Script[None]:
    if any(offer.open() for offer in supply_unit_menu(effect.state, effect.seat) if offer.message is pb.ReturnCard):
        chosen = yield from ask(effect.seat, supply_unit_menu)
        if isinstance(chosen, pb.ReturnCard):
            put_on_top(effect, chosen.card)


def supply_unit_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    def kind(card: int) -> str:
        return field_card(state, seat, card).kind

    returned = OneOf(
        tuple(card.id for card in state.players[seat].field),
        Check(
            "hoc.card.supply-unit",
            lambda card: CARDS[kind(card)].has("Action"),
            lambda card: f"{name(kind(card))} is no Action card",
        ),
        Check(
            "hoc.faq.supply-unit.not-each-other",
            lambda card: kind(card) != "supply-unit",
            lambda card: "an Action card of another name is wanted",
        ),
        label=lambda card: name(kind(card)),
        otherwise=("hoc.outside.supply-unit.field-only", "only a card in your field can be returned"),
    )
    yield Offer(pb.ReturnCard, card=returned)
    yield Offer(pb.Decline)


SUPPLY_UNIT = Block("supply-unit", play=supply_unit, clean_up=supply_unit_returns)


# Adventurer: pay, exile a card that is no Curse from hand, acquire a card that costs a little more.


@asking("adventurer")
def adventurer(effect: Effect, card: Printed) -> Script[None]:
    if not can_pay(effect.state, card.values["pay"]):
        return  # "hoc.effect.cost-unpaid"
    chosen = yield from ask(effect.seat, adventurer_exiles)
    if not isinstance(chosen, pb.ExileCard):
        return
    pay(effect, card.values["pay"])
    most = CARDS[exile(effect, chosen.card)].cost + card.values["above"]
    if any(CARDS[kind].cost <= most for kind, _ in market(effect.state)):
        acquired = yield from ask(effect.seat, functools.partial(adventurer_acquires, most))
        yield from acquire(effect, acquired.kind)


def adventurer_exiles(state: State, seat: int) -> Iterable[Offer[Message]]:
    yield Offer(pb.ExileCard, card=of_hand(state, seat, not_a_curse(state, seat)))
    yield Offer(pb.Decline)


def adventurer_acquires(most: int, state: State, seat: int) -> Iterable[Offer[pb.AcquireCard]]:
    affordable = Check(
        "hoc.card.adventurer",
        lambda kind: CARDS[kind].cost <= most,
        lambda kind: f"{name(kind)} costs {CARDS[kind].cost}, at most {most} is allowed",
    )
    yield Offer(pb.AcquireCard, kind=of_market(state, affordable))


ADVENTURER = Block("adventurer", play=adventurer)


# Alchemist: draw.

ALCHEMIST = Block("alchemist", play=draws)


BLOCKS = (
    WISHING_WELL,
    SCOUT,
    POST_HORSE,
    TRADE_SHIP,
    PURVEYOR,
    LIBRARY,
    CITY_DEVELOPMENT,
    SUPPLY_UNIT,
    ADVENTURER,
    ALCHEMIST,
)
