"""Commons that draw, seek and sift, in the order of the data. Each: what it does in a line, the text, its menus, the
block.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards.block import Block, Effect, asking
from rulekeeper.games.heart_of_crown.cards.choices import in_draw_pile, of_hand, or_nothing
from rulekeeper.games.heart_of_crown.cards.verbs import (
    discard_any,
    discard_seen,
    draw,
    fizzle,
    gain,
    look,
    not_done,
    pay,
    put_back,
    put_on_top,
    put_under,
    reveal,
    take_revealed,
)
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed, name, shown
from rulekeeper.games.heart_of_crown.state import State, field_card, in_hand, owner_sees
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Check, Number, Offer, OneOf, Script, Subset, ask, find


def draws(effect: Effect, card: Printed) -> None:
    """A text that is one draw symbol."""
    draw(effect, card.draw)


# Wishing Well: discard any number of cards, then draw as many.


@asking("wishing-well")
def wishing_well(effect: Effect, card: Printed) -> Script[None]:
    draw(effect, (yield from discard_any(effect, "hoc.faq.wishing-well.zero")))


WISHING_WELL = Block("wishing-well", play=wishing_well)


# Post Horse: draw.

POST_HORSE = Block("post-horse", play=draws)


# Summons: pay any number of coins, reveal one card more than that, take an Action card among them, put the rest back.


@asking("summons")
def summons(effect: Effect, card: Printed) -> Script[None]:
    paid = yield from ask(effect.seat, summons_costs)
    if paid.coins:
        pay(effect, paid.coins)
    else:
        fizzle(effect, "hoc.faq.summons.zero")
    revealed = reveal(effect, paid.coins + card.values["more"])
    if any(CARDS[one.kind].has("Action") for one in revealed):
        cards = tuple(one.id for one in revealed)
        taken = yield from ask(effect.seat, functools.partial(summons_takes, cards))
        take_revealed(effect, taken.cards[0])
        revealed = tuple(one for one in revealed if one.id != taken.cards[0])
    else:
        fizzle(effect, passed_over=pb.TakeRevealedCards)
    yield from put_back(effect, revealed)


def summons_costs(state: State, seat: int) -> Iterable[Offer[pb.PayCoins]]:
    """None may be paid too ("hoc.faq.summons.zero")."""
    yield Offer(pb.PayCoins, coins=Number(0, state.turn.coins, rule="hoc.effect.cost"))


def summons_takes(cards: tuple[int, ...], state: State, seat: int) -> Iterable[Offer[pb.TakeRevealedCards]]:
    def kind(card: int) -> str:
        return find(state.players[seat].draw_pile, card).kind

    action = Check(
        "hoc.card.summons",
        lambda card: CARDS[kind(card)].has("Action"),
        lambda card: f"{name(kind(card))} is no Action card",
    )
    only = ("hoc.card.summons", "only a card that was revealed just now can be taken")
    label = in_draw_pile(state, seat)
    yield Offer(pb.TakeRevealedCards, cards=Subset(cards, action, least=1, most=1, label=label, otherwise=only))


SUMMONS = Block("summons", play=summons)


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


# Library: draw, then put a card that is no Succession card face up under your draw pile.


@asking("library")
def library(effect: Effect, card: Printed) -> Script[None]:
    draw(effect, card.draw)
    if effect.state.players[effect.seat].hand:
        chosen = yield from ask(effect.seat, library_menu)
        if isinstance(chosen, pb.PutCardUnder):
            put_under(effect, chosen.card)
        else:
            fizzle(effect, "hoc.faq.library.succession")
    else:
        fizzle(effect, passed_over=pb.PutCardUnder)


def library_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    printed = in_hand(state, seat).__getitem__
    no_succession = Check(
        "hoc.faq.library.succession",
        lambda card: not printed(card).has("Succession"),
        lambda card: f"{printed(card).name_en} is a Succession card",
    )
    offer = Offer(pb.PutCardUnder, card=of_hand(state, seat, no_succession))
    return or_nothing(offer, "hoc.card.library")


LIBRARY = Block("library", play=library)


# Stargazing Witch: look at the top cards, one and one more for each Action card played before her; discard some, put
# the rest back, draw.


@asking("stargazing-witch")
def stargazing_witch(effect: Effect, card: Printed) -> Script[None]:
    before = [played for played in effect.state.players[effect.seat].field if CARDS[played.kind].has("Action")][:-1]
    seen = look(effect, card.values["look"] + len(before))
    if seen:
        cards = tuple(one.id for one in seen)
        chosen = yield from ask(effect.seat, functools.partial(stargazing_discards, cards))
        discarded = tuple(chosen.cards)
        if not discarded:
            not_done(effect)
        discard_seen(effect, discarded)
        left = tuple(one for one in seen if one.id not in discarded)
        known = any(not one.up and one.audience != owner_sees(effect.seat) for one in seen)
        yield from put_back(effect, left, mingled=known and bool(discarded))
    else:
        fizzle(effect, passed_over=pb.DiscardSeenCards)
    draw(effect, card.draw)


def stargazing_discards(cards: tuple[int, ...], state: State, seat: int) -> Iterable[Offer[pb.DiscardSeenCards]]:
    only = ("hoc.card.stargazing-witch", "only cards that were looked at just now can be discarded")
    yield Offer(pb.DiscardSeenCards, cards=Subset(cards, label=in_draw_pile(state, seat), otherwise=only))


STARGAZING_WITCH = Block("stargazing-witch", play=stargazing_witch)


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
        else:
            not_done(effect)
        return
    actions = any(CARDS[played.kind].has("Action") for played in effect.state.players[effect.seat].field)
    rule = "hoc.faq.supply-unit.not-each-other" if actions else "hoc.effect.fizzle"
    fizzle(effect, rule, passed_over=pb.ReturnCard)


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
        label=lambda card: shown(kind(card)),
        otherwise=("hoc.outside.supply-unit.field-only", "only a card in your field can be returned"),
    )
    yield Offer(pb.ReturnCard, card=returned)
    yield Offer(pb.Decline)


SUPPLY_UNIT = Block("supply-unit", play=supply_unit, clean_up=supply_unit_returns)


# Alchemist: draw.

ALCHEMIST = Block("alchemist", play=draws)


BLOCKS = (
    WISHING_WELL,
    POST_HORSE,
    SUMMONS,
    TRADE_SHIP,
    LIBRARY,
    STARGAZING_WITCH,
    SUPPLY_UNIT,
    ALCHEMIST,
)
