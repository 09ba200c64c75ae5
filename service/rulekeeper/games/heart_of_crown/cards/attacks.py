"""Attack cards, in the order of the data. `hits` is what one of them does to one player, after that player's defence
(rulebook p.20, p.22).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards.basics import gives_coins
from rulekeeper.games.heart_of_crown.cards.block import Block, Effect, asking
from rulekeeper.games.heart_of_crown.cards.choices import any_of_hand, in_draw_pile, not_in_market, of_hand, or_nothing
from rulekeeper.games.heart_of_crown.cards.drawing import draws
from rulekeeper.games.heart_of_crown.cards.verbs import (
    acquire,
    acquire_curse,
    discard,
    discard_revealed,
    exile,
    fizzle,
    not_done,
    reveal,
    reveal_further,
    reveal_hand,
    too_few,
)
from rulekeeper.games.heart_of_crown.catalogue import CARDS, CURSE, Printed, shown
from rulekeeper.games.heart_of_crown.state import State, called, face_up_run, in_hand, market, opponents, reduced
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Card, Check, Offer, OneOf, Script, When, ask, how_many


def left_of(number: int, state: State, owner: int) -> int:
    """Of so many cards, how many a player is still made to discard or reveal, after the defence; never below zero
    ("hoc.defence.reduce").
    """
    return max(number - reduced(state, owner), 0)


# Scout: every player, its own first, reveals the top card; for each its player decides whether it is discarded.


@asking("scout")
def scout(effect: Effect, card: Printed, owner: int) -> Script[None]:
    theirs = effect.on(owner)
    lay_open = {one.id for one in face_up_run(effect.state, owner)}
    number = left_of(card.values["reveal"], effect.state, owner)
    revealed = reveal(theirs, number)
    for one in revealed:
        decided = yield from ask(effect.seat, functools.partial(scout_menu, owner, one.kind))
        if decided.discard:
            discard_revealed(theirs, [one], "hoc.faq.scout.revealed-top" if one.id in lay_open else "")
        else:
            not_done(theirs, spared=one.id)
    if not revealed:
        fizzle(theirs, "hoc.effect.fizzle" if number else "hoc.defence.reduce", passed_over=pb.DecideRevealed)


def scout_menu(owner: int, kind: str, state: State, seat: int) -> Iterable[Offer[pb.DecideRevealed]]:
    whose = "your" if owner == seat else f"{called(owner)}'s"
    pile = f"{whose} draw pile"
    words = {True: f"discard {shown(kind)} from {pile}", False: f"leave {shown(kind)} on top of {pile}"}
    yield Offer(pb.DecideRevealed, discard=OneOf((True, False), label=lambda discard: words[discard]))


SCOUT = Block("scout", hits=scout, hits_own=True)


# Bribery: opponents show their hands; this turn their cards, and those that they keep, are for sale.


def bribery(effect: Effect, card: Printed) -> None:
    effect.emit(pb.BuyingFromOpponentsAllowed(seat=effect.seat))


def bribery_hits(effect: Effect, card: Printed, owner: int) -> None:
    reveal_hand(effect.on(owner))


BRIBERY = Block("bribery", play=bribery, hits=bribery_hits)


# Infantry Battalion: coins; who holds many cards discards a Territory.


@asking("infantry-battalion")
def infantry_battalion(effect: Effect, card: Printed, owner: int) -> Script[None]:
    yield from made_to_discard(effect.on(owner), card, territory)


def territory(held: Printed) -> bool:
    return held.has("Territory")


INFANTRY_BATTALION = Block("infantry-battalion", play=gives_coins, hits=infantry_battalion)


# Cornered Beast: draw; who holds many cards discards a dear one.


@asking("cornered-beast")
def cornered_beast(effect: Effect, card: Printed, owner: int) -> Script[None]:
    yield from made_to_discard(effect.on(owner), card, dear)


def dear(held: Printed) -> bool:
    return held.cost >= CARDS["cornered-beast"].values["cost"]


CORNERED_BEAST = Block("cornered-beast", play=draws, hits=cornered_beast)


def made_to_discard(effect: Effect, card: Printed, sort: Callable[[Printed], bool]) -> Script[None]:
    """Who holds so many cards discards some of a certain sort, or shows a hand without any. Whether the seat is asked
    hangs on the size of its hand alone, so it tells nothing.
    """
    number = left_of(card.values["discard"], effect.state, effect.seat)
    if number and len(effect.state.players[effect.seat].hand) >= card.values["hand"]:
        chosen = yield from ask(effect.seat, functools.partial(discard_menu, card.id, number, sort))
        if isinstance(chosen, pb.DiscardCards):
            discard(effect, chosen.cards)
        else:
            reveal_hand(effect)
    else:
        fizzle(effect, effect.rule if number else "hoc.defence.reduce", passed_over=pb.DiscardCards)


def discard_menu(
    kind: str, number: int, sort: Callable[[Printed], bool], state: State, seat: int
) -> Iterable[Offer[Message]]:
    hand = in_hand(state, seat)
    wants = Check(
        f"hoc.card.{kind}",
        lambda card: sort(hand[card]),
        lambda card: f"{CARDS[kind].name_en} does not ask for {hand[card].name_en}",
    )
    there = sum(wants.holds(card.id) for card in state.players[seat].hand)
    wanted = min(number, max(there, 1))
    yield Offer(pb.DiscardCards, cards=any_of_hand(state, seat, wants, least=wanted, most=wanted))
    none = When(f"hoc.card.{kind}", not there, "you hold a card that it makes you discard, and it leaves you no choice")
    yield Offer(pb.RevealHand, none)


# Enchantress: draw; opponents reveal cards until a Curse, two at most, and discard what is neither Curse nor Territory;
# then acquire a card named like one of those.


def enchantress_hits(effect: Effect, card: Printed, owner: int) -> tuple[str, ...]:
    theirs, revealed = effect.on(owner), tuple[Card, ...]()
    while len(revealed) < card.values["reveal"] and not any(CARDS[one.kind].has("Curse") for one in revealed):
        following = reveal_further(theirs, 1, above=len(revealed))
        if not following:
            too_few(theirs, card.values["reveal"] - len(revealed))
            break
        revealed += following
    lost = [one for one in revealed if not CARDS[one.kind].has("Curse") and not CARDS[one.kind].has("Territory")]
    discard_revealed(theirs, lost)
    if not lost:
        fizzle(theirs, effect.rule if revealed else "hoc.effect.fizzle")
    return tuple(one.kind for one in lost)


@asking("enchantress")
def enchantress(effect: Effect, card: Printed, discarded: tuple[str, ...]) -> Script[None]:
    """One, however many were discarded ("hoc.faq.enchantress.one")."""
    if any(how_many(market(effect.state), kind) for kind in discarded):
        chosen = yield from ask(effect.seat, functools.partial(enchantress_menu, discarded))
        if isinstance(chosen, pb.AcquireCard):
            yield from acquire(effect, chosen.kind)
        else:
            not_done(effect)
    else:
        fizzle(effect, "hoc.faq.enchantress.absent" if discarded else "hoc.effect.fizzle", passed_over=pb.AcquireCard)


def enchantress_menu(discarded: tuple[str, ...], state: State, seat: int) -> Iterable[Offer[Message]]:
    there = Check(
        "hoc.faq.enchantress.absent",
        lambda kind: how_many(market(state), kind) > 0,
        not_in_market,
    )
    only = ("hoc.card.enchantress", "only a card named like one that was discarded just now can be acquired")
    kinds = tuple(dict.fromkeys(discarded))
    yield Offer(pb.AcquireCard, kind=OneOf(kinds, there, label=shown, otherwise=only))
    yield Offer(pb.Decline)


ENCHANTRESS = Block("enchantress", play=draws, hits=enchantress_hits, after_hits=enchantress)


# Curse Witch: exile a card that costs something, and opponents without a face-up Curse get one under their draw pile.
# Or exile her from the hand, and each opponent acquires a Curse.


@asking("curse-witch")
def curse_witch(effect: Effect, card: Printed) -> Script[bool]:
    """She leaves no choice to who holds such a card, and the others fizzle."""
    if effect.state.players[effect.seat].hand:
        chosen = yield from ask(effect.seat, curse_witch_menu)
        if isinstance(chosen, pb.ExileCard):
            exile(effect, chosen.card)
            return True
        fizzle(effect)
    else:
        fizzle(effect, passed_over=pb.ExileCard)
    return False


def curse_witch_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    least = CARDS["curse-witch"].values["cost"]

    printed = in_hand(state, seat).__getitem__
    dear = Check(
        "hoc.card.curse-witch",
        lambda card: printed(card).cost >= least,
        lambda card: f"{printed(card).name_en} costs {printed(card).cost}, at least {least} is wanted",
    )
    return or_nothing(Offer(pb.ExileCard, card=of_hand(state, seat, dear)), "hoc.card.curse-witch")


def curse_witch_hits(effect: Effect, card: Printed, owner: int) -> None:
    pile, theirs = effect.state.players[owner].draw_pile, effect.on(owner)
    seen = [part for part in pile if isinstance(part, Card) and part.up and CARDS[part.kind].has("Curse")]
    if seen:
        guard = next((part for part in seen if part.kind == CURSE), seen[0])
        rule = effect.rule if guard.kind == CURSE else "hoc.faq.talisman.is-curse"
        fizzle(theirs, rule, spared=guard.id)
    elif not acquire_curse(theirs, under=True):
        fizzle(theirs, "hoc.faq.curse-witch.shortage")


def curse_witch_exiled(effect: Effect, card: Printed, held: int) -> None:
    """Clockwise too, and who comes too late gets none ("hoc.effect.clockwise-shortage")."""
    exile(effect, held)
    for owner in opponents(effect.state, effect.seat):
        if not acquire_curse(effect.on(owner)):
            fizzle(effect.on(owner), "hoc.effect.clockwise-shortage")


CURSE_WITCH = Block("curse-witch", play=curse_witch, hits=curse_witch_hits, special=curse_witch_exiled)


# Royal Guard: coins; opponents reveal cards, leave one of them on top and discard the others.


@asking("royal-guard")
def royal_guard(effect: Effect, card: Printed, owner: int) -> Script[None]:
    theirs = effect.on(owner)
    number = left_of(card.values["reveal"], effect.state, owner)
    revealed = reveal(theirs, number)
    if len(revealed) > 1:
        ids = tuple(one.id for one in revealed)
        stays = yield from ask(owner, functools.partial(royal_guard_menu, ids))
        discard_revealed(theirs, [one for one in revealed if one.id != stays.card])
    else:
        rule = "hoc.effect.fizzle" if len(revealed) < number else "hoc.faq.castle-wall.stack"
        fizzle(theirs, rule, passed_over=pb.LeaveRevealed)


def royal_guard_menu(revealed: tuple[int, ...], state: State, seat: int) -> Iterable[Offer[pb.LeaveRevealed]]:
    only = ("hoc.card.royal-guard", "one of the cards that were revealed just now stays")
    yield Offer(pb.LeaveRevealed, card=OneOf(revealed, label=in_draw_pile(state, seat), otherwise=only))


ROYAL_GUARD = Block("royal-guard", play=gives_coins, hits=royal_guard)


BLOCKS = (SCOUT, BRIBERY, INFANTRY_BATTALION, CORNERED_BEAST, ENCHANTRESS, CURSE_WITCH, ROYAL_GUARD)
