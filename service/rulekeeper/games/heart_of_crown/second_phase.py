"""The second phase (rulebook p.16-17): one of buying, setting and backing."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards import BLOCKS, Effect, carry_out
from rulekeeper.games.heart_of_crown.cards.choices import kinds, not_in_market, of_hand
from rulekeeper.games.heart_of_crown.cards.verbs import acquire, acquire_from_opponent, fizzle
from rulekeeper.games.heart_of_crown.catalogue import CARDS, CURSE, name, shown
from rulekeeper.games.heart_of_crown.coronation import at_once, declare, declare_offers, points
from rulekeeper.games.heart_of_crown.prices import price, price_parts
from rulekeeper.games.heart_of_crown.state import (
    BACK,
    BUY,
    SECOND,
    SET,
    FieldCard,
    State,
    all_see,
    called,
    coins_in_words,
    debt_in_words,
    field_card,
    hand_card,
    in_hand,
    kept_cards,
    market,
    opponents,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Card, Check, Offer, OneOf, Play, Script, Subset, When, ask, rule
from rulekeeper.v1.facts_pb2 import FactPart

UNDER = "hoc.faq.purveyor.any-number"
"""What lets cards that are bought go under the draw pile."""

WITH_HER = 3
"""Territories that move to the domain with a princess ("hoc.back.three-territories")."""

DONE: Mapping[int, str] = {
    BUY: "you have bought from the market",
    SET: "you have set a card",
    BACK: "you have backed a princess",
}


@rule("hoc.second")
def second_phase(play: Play[State], seat: int) -> Script[None]:
    play.emit(pb.PhaseBegan(seat=seat, phase=pb.Phase.ValueType(SECOND)))
    while True:
        yield from at_once(play)
        command = yield from ask(seat, second_menu)
        yield from at_once(play)
        match command:
            case pb.BuyCard():
                yield from buy(play, seat, command)
            case pb.BuyOpponentCard():
                buy_opponent_card(play, seat, command)
            case pb.SetCard():
                yield from set_card(play, seat, command)
            case pb.BackPrincess():
                yield from back(play, seat, command)
            case pb.DeclareCoronation():
                declare(play, seat)
            case _:
                return


def second_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    yield buy_offer(state, seat)
    yield buy_opponent_offer(state, seat)
    yield set_offer(state, seat)
    yield back_offer(state, seat)
    yield from declare_offers(state, seat)
    yield Offer(pb.EndSecondPhase)


def exclusive(state: State, choice: int, rule: str = "hoc.second.exclusive") -> When:
    """Two of the three may not be done on one turn; none at all is allowed."""
    done = state.turn.choice
    return When(rule, done in (0, choice), lambda: f"{DONE[done]} this turn")


# Buying.


def no_set_and_buy(state: State, other: int) -> When:
    """`other`: setting for who buys, buying for who sets."""
    text = "setting and buying exclude each other on one turn"
    return When("hoc.outside.set-needs-earlier-turn", state.turn.choice != other, text)


def buy_offer(state: State, seat: int) -> Offer[pb.BuyCard]:
    """Any card of the market, for its cost; as many as the coins suffice for ("hoc.buy.any-number",
    "hoc.example.buy-city-donation").
    """
    for_sale = Check(
        "hoc.faq.curse.not-for-sale",
        lambda kind: kind != CURSE,
        lambda kind: "the curse pile is not the market",
    )
    on_sale = OneOf(
        (*kinds(market(state)), CURSE),
        for_sale,
        *affordable(state, seat, str),
        label=shown,
        otherwise=lambda kind: ("hoc.buy.market-only", not_in_market(kind)),
    )
    return Offer(pb.BuyCard, exclusive(state, BUY), no_set_and_buy(state, SET), kind=on_sale, **destination(state))


def affordable(state: State, seat: int, kind_of: Callable[[Any], str]) -> Iterable[Check]:
    """`kind_of`: the kind of a candidate."""

    def cost(candidate: Any) -> int:
        return price(state, seat, kind_of(candidate))

    def paid(candidate: Any) -> bool:
        return cost(candidate) <= state.turn.coins

    yield Check(
        "hoc.buy.cost",
        paid,
        lambda candidate: f"{name(kind_of(candidate))} costs {cost(candidate)}, you have {coins_in_words(state)}",
        lambda candidate: price_parts(state, seat, kind_of(candidate)),
    )
    if state.players[seat].debt:
        owed = debt_in_words(state, seat)
        yield Check("hoc.faq.money-lender.debt-first", paid, lambda candidate: f"coins that you gain go to your {owed}")


def destination(state: State) -> Mapping[str, Any]:
    """Where a bought card goes, on a turn on which its buyer may choose."""
    if not state.turn.buying_under:
        return {}
    words = {False: "to the discard pile", True: "under the draw pile"}
    return {"under_draw_pile": OneOf((False, True), label=lambda under: words[under])}


def for_sale_with_opponents(state: State, seat: int) -> Mapping[int, tuple[int, Card]]:
    """What may be bought of opponents on a turn on which that is allowed, by its id, with whose it is: the cards of
    their hands, which lie face up then, and those that they keep.
    """
    found = {}
    for owner in opponents(state, seat):
        for card in (*state.players[owner].hand, *kept_cards(state, owner)):
            if card.up:
                found[card.id] = (owner, card)
    return found


def buy_opponent_offer(state: State, seat: int) -> Offer[pb.BuyOpponentCard]:
    """On a turn on which a card allows it. As if it lay in the market, so at the same price ("hoc.faq.bribery.klam"),
    and as part of the choice to buy ("hoc.faq.bribery.uses-buy").
    """
    allowed = state.turn.buying_from_opponents
    there = for_sale_with_opponents(state, seat) if allowed else {}
    no_curse = Check(
        "hoc.bribery.curse", lambda card: there[card][1].kind != CURSE, lambda card: "a Curse is not bought"
    )
    card = OneOf(
        tuple(there),
        no_curse,
        *affordable(state, seat, lambda card: there[card][1].kind),
        label=lambda card: f"{shown(there[card][1].kind)} of {called(there[card][0])}",
        otherwise=(
            "hoc.card.bribery",
            "only a card in an opponent's hand, or kept in an opponent's domain, can be bought",
        ),
    )
    return Offer(
        pb.BuyOpponentCard,
        When("hoc.buy.market-only", allowed, "no card allows you to buy from opponents this turn"),
        exclusive(state, BUY, "hoc.faq.bribery.uses-buy"),
        card=card,
        **destination(state),
    )


def buy_opponent_card(play: Play[State], seat: int, command: pb.BuyOpponentCard) -> None:
    owner, card = for_sale_with_opponents(play.state, seat)[command.card]
    pay(play, seat, card.kind)
    effect = Effect(play, seat, UNDER if command.under_draw_pile else "hoc.card.bribery")
    acquire_from_opponent(effect, owner, card, command.under_draw_pile)


def pay(play: Play[State], seat: int, kind: str) -> None:
    """The card's price is paid."""
    parts = [FactPart(rule=part.rule, amount=part.amount) for part in price_parts(play.state, seat, kind)]
    bought = pb.CardBought(seat=seat, kind=kind, price=price(play.state, seat, kind), parts=parts)
    play.emit(bought, rule="hoc.buy.cost")


def buy(play: Play[State], seat: int, command: pb.BuyCard) -> Script[None]:
    """Paying, and thereby acquiring ("hoc.term.buy"); card text may send it elsewhere than to the discard
    pile ("hoc.golden").
    """
    pay(play, seat, command.kind)
    effect = Effect(play, seat, UNDER if command.under_draw_pile else "hoc.buy.to-discard")
    yield from acquire(effect, command.kind, command.under_draw_pile)


# Setting.


def set_offer(state: State, seat: int) -> Offer[pb.SetCard]:
    """A Succession card from hand; each is the player's own choice ("hoc.set.optional"). It wants a princess who was
    backed on an earlier turn, and excludes buying ("hoc.outside.set-needs-earlier-turn").
    """

    card = in_hand(state, seat).__getitem__

    def territory_only(card_id: int) -> bool:
        return card(card_id).has("Territory") and not card(card_id).has("Succession")

    domain, now = bool(state.players[seat].domain), state.turn.choice == BACK
    settable = of_hand(
        state,
        seat,
        Check(
            "hoc.card.curse",
            lambda card_id: card(card_id).id != CURSE,
            lambda card_id: "a plain Curse can be neither played nor set",
        ),
        Check(
            "hoc.faq.no-later-territories",
            lambda card_id: not territory_only(card_id),
            lambda card_id: f"{card(card_id).name_en}: Territories enter the domain only on backing",
        ),
        Check(
            "hoc.types.succession",
            lambda card_id: card(card_id).has("Succession") or territory_only(card_id),
            lambda card_id: f"{card(card_id).name_en} ({', '.join(card(card_id).types)}) is no Succession card",
        ),
        Check(
            "hoc.types.succession",
            lambda card_id: domain or not card(card_id).has("Succession"),
            lambda card_id: f"{card(card_id).name_en} is set into a domain, and you have none",
        ),
        otherwise=functools.partial(not_settable, state, seat),
    )
    return Offer(
        pb.SetCard,
        exclusive(state, SET),
        no_set_and_buy(state, BUY),
        When("hoc.set.requires-princess", domain, "you have backed no princess yet"),
        When("hoc.set.requires-princess", not now, "your princess was not backed on an earlier turn, but on this one"),
        card=settable,
    )


def not_settable(state: State, seat: int, card_id: int) -> tuple[str, str]:
    """Why a card that is not in the hand is not set."""
    territories = [placed for placed in state.players[seat].field if moves(placed, ())]
    if not state.players[seat].domain and any(placed.id == card_id for placed in territories):
        return "hoc.faq.no-early-domain", "a domain begins when a princess is backed, and no card moves to it before"
    return "hoc.set.from-hand", "only cards in your hand can be set"


def set_card(play: Play[State], seat: int, command: pb.SetCard) -> Script[None]:
    """What counts at once counts before anything that the card does then."""
    card = hand_card(play.state, seat, command.card)
    new = play.mint(all_see(play.state))
    total = points(play.state, seat) + CARDS[card.kind].succession_points
    placed = pb.CardSet(seat=seat, was=card.id, card=new, kind=card.kind, points=total)
    play.emit(placed, card.audience, rule="hoc.set.any-number")
    yield from at_once(play)
    yield from carry_out(play, seat, card.kind, BLOCKS[card.kind].sets)


# Backing.


def back_offer(state: State, seat: int) -> Offer[pb.BackPrincess]:
    """Any princess still in the row, for a player who has none ("hoc.faq.no-second-princess")."""
    affordable = Check(
        "hoc.back.cost",
        lambda kind: CARDS[kind].cost <= state.turn.coins,
        lambda kind: f"{name(kind)} costs {CARDS[kind].cost}, you have {coins_in_words(state)}",
    )
    row = OneOf(
        state.princesses,
        affordable,
        label=shown,
        otherwise=("hoc.back.choose", "{value} is not in the princess row"),
    )
    none_yet = not state.players[seat].domain
    return Offer(
        pb.BackPrincess,
        exclusive(state, BACK),
        When("hoc.back.only-one", none_yet, "you have backed a princess, and may not back another"),
        When("hoc.faq.no-second-princess", none_yet, "nor may you exchange her"),
        princess=row,
    )


def back(play: Play[State], seat: int, command: pb.BackPrincess) -> Script[None]:
    """She makes the domain ("hoc.faq.no-early-domain"), the costliest Territories of the field follow her,
    and what she does once happens.
    """
    her = BLOCKS[command.princess]
    new = play.mint(all_see(play.state))
    backed = pb.PrincessBacked(seat=seat, card=new, princess=command.princess, price=her.card.cost)
    play.emit(backed, rule="hoc.back.choose")
    yield from move_territories(play, seat, her.stays)
    yield from carry_out(play, seat, command.princess, her.backed)


def move_territories(play: Play[State], seat: int, stays: tuple[str, ...]) -> Script[None]:
    """The player has no say in it ("hoc.faq.territory.forced", "hoc.example.back-klam"), but among kinds of equal
    cost.
    """
    territories = [card for card in play.state.players[seat].field if moves(card, stays)]
    forced, rivals, places = costliest(territories, WITH_HER)
    left_behind(play, seat, stays, WITH_HER - len(territories))
    few = len(territories) < WITH_HER
    chosen: tuple[int, ...] = ()
    if rivals:
        chosen = yield from choose_territories.run(seat, tuple(card.id for card in rivals), places)
    for card in forced:
        rule = "hoc.back.fewer-than-three" if few else "hoc.back.three-territories"
        play.emit(pb.TerritoryMoved(seat=seat, card=card.id, kind=card.kind), rule=rule)
    for card_id in chosen:
        kind = field_card(play.state, seat, card_id).kind
        play.emit(pb.TerritoryMoved(seat=seat, card=card_id, kind=kind), rule="hoc.back.equal-cost")


@rule("hoc.back.equal-cost")
def choose_territories(play: Play[State], seat: int, rivals: tuple[int, ...], places: int) -> Script[tuple[int, ...]]:
    """Which of these Territories, of equal cost, get the places that are left in the domain."""
    return tuple((yield from ask(seat, functools.partial(rivals_menu, rivals, places))).cards)


def left_behind(play: Play[State], seat: int, stays: tuple[str, ...], places: int) -> None:
    """How many places beside her stay empty, and for how many of them there is a Territory that does not come."""
    staying = sum(card.kind in stays for card in play.state.players[seat].field)
    effect = Effect(play, seat, "hoc.back.three-territories")
    if 0 < places and staying:
        fizzle(effect, "hoc.faq.flammaria.villages", missing=min(places, staying))
    if staying < places:
        fizzle(effect, "hoc.back.fewer-than-three", missing=places - staying)


def moves(card: FieldCard, stays: tuple[str, ...]) -> bool:
    return CARDS[card.kind].has("Territory") and card.kind not in stays


def costliest(cards: Sequence[FieldCard], places: int) -> tuple[list[FieldCard], list[FieldCard], int]:
    """Which cards have a place whatever the player says, which compete for the places left, and how many those are.

    Only different kinds of equal cost compete: of one kind the ones played first go. Where there are fewer than the
    places, all go ("hoc.back.fewer-than-three").
    """
    forced: list[FieldCard] = []
    dearest_first = sorted(cards, key=lambda card: -CARDS[card.kind].cost)
    for _, equal in itertools.groupby(dearest_first, key=lambda card: CARDS[card.kind].cost):
        group, left = list(equal), places - len(forced)
        if len(group) > left > 0 and len({card.kind for card in group}) > 1:
            return forced, group, left
        forced += group[:left]
    return forced, [], 0


def rivals_menu(rivals: tuple[int, ...], places: int, state: State, seat: int) -> Iterable[Offer[pb.ChooseTerritories]]:
    chosen = Subset(
        rivals,
        least=places,
        most=places,
        label=lambda card: shown(field_card(state, seat, card).kind),
        otherwise=("", "only between these Territories is there a choice; the costliest move"),
    )
    yield Offer(pb.ChooseTerritories, cards=chosen)
