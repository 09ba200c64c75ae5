"""The verbs that card texts, and some phases, are written with. Each is one thing that the rulebook has a
word for.

A verb does as much as it can, and what it cannot do is skipped ("hoc.effect.fizzle"): later lines of a text that do not
depend on it are still done ("hoc.outside.misfire-stop"). Verbs that can end the game are scripts (`yield from
acquire(...)`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards.block import Effect
from rulekeeper.games.heart_of_crown.cards.choices import any_of_hand, in_draw_pile
from rulekeeper.games.heart_of_crown.catalogue import CURSE
from rulekeeper.games.heart_of_crown.coronation import at_once
from rulekeeper.games.heart_of_crown.state import (
    State,
    all_see,
    field_card,
    hand_card,
    hand_ids,
    owner_sees,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import (
    Bag,
    Card,
    Offer,
    Order,
    Script,
    ask,
    counts,
    find,
    how_many,
    size,
    top,
    total,
)


def by_kind(kinds: Iterable[str]) -> list[pb.KindCount]:
    """Cards put down at once, as facts list them: by kind, so that nothing shows in which order a hand held them."""
    return [pb.KindCount(kind=kind, count=count) for kind, count in counts(kinds)]


# Coins.


def gain(effect: Effect, coins: int) -> None:
    """Gain coins for this turn ("hoc.symbol.coin"); each takes a debt counter away instead, while there are some."""
    debt = effect.state.players[effect.seat].debt
    if debt and coins:
        left = max(debt - coins, 0)
        effect.emit(pb.DebtChanged(seat=effect.seat, counters=left), rule="hoc.faq.money-lender.debt-first")
        coins -= debt - left
    if coins:
        effect.emit(pb.CoinsGained(seat=effect.seat, coins=coins))


def can_pay(state: State, coins: int) -> bool:
    """The coins must have been gained before the card was played ("hoc.effect.cost")."""
    return state.turn.coins >= coins


def fizzle(
    effect: Effect,
    rule: str = "hoc.effect.fizzle",
    *,
    passed_over: type[Message] | None = None,
    spared: int | None = None,
    missing: int = 0,
) -> None:
    """A card's text, a step of the rules, or what is left of it, came to nothing, and the rule says why. `passed_over`:
    the command that nobody is asked for, as there is nothing to choose. `spared`: a card that is left where it is, or
    stands in the way. `missing`: of how many cards it did not happen. It may tell only what everybody can see.
    """
    fizzled = pb.EffectFizzled(
        seat=effect.seat,
        kind=effect.kind,
        passed_over=passed_over.DESCRIPTOR.name if passed_over is not None else "",
        spared=spared,
        missing=missing,
    )
    effect.emit(fizzled, rule=rule)


def not_done(effect: Effect, spared: int | None = None) -> None:
    """Its player chose, as the text allows, that nothing happens."""
    fizzle(effect, effect.rule, spared=spared)


def pay(effect: Effect, coins: int) -> None:
    """Pay for an effect; the coins vanish."""
    effect.emit(pb.CoinsPaid(seat=effect.seat, coins=coins))


# The draw pile.


def replenish(effect: Effect, seat: int, wanted: int, rule: str = "hoc.deck.reshuffle") -> None:
    """Where the draw pile holds fewer cards than are wanted, the shuffled discard pile goes under what is left."""
    player = effect.state.players[seat]
    if size(player.draw_pile) < wanted and player.discard_pile:
        effect.emit(pb.DiscardPileShuffled(seat=seat, cards=total(player.discard_pile)), rule=rule)


def draw(effect: Effect, number: int, shuffling: str = "hoc.deck.reshuffle", short: str = "hoc.effect.fizzle") -> None:
    """Draw cards from your draw pile into your hand, as many as there are ("hoc.symbol.draw", "hoc.deck.none-left").
    `short`: the rule under which the others are not drawn.
    """
    seat = effect.seat
    for drawn_so_far in range(number):
        replenish(effect, seat, 1, shuffling)
        first = top(effect.state.players[seat].draw_pile)
        if first is None:
            fizzle(effect, short, missing=number - drawn_so_far)
            return
        mine = owner_sees(seat)
        known = isinstance(first, Card) and first.audience == all_see(effect.state)
        kind = first.kind if isinstance(first, Card) else effect.play.draw("draw pile", first.of, mine)
        drawn = pb.CardDrawn(
            seat=seat,
            was=first.id if isinstance(first, Card) else 0,
            card=effect.play.mint(mine),
            kind=kind,
            known=kind if known else "",
        )
        effect.emit(drawn, mine)


def reveal(effect: Effect, number: int) -> tuple[Card, ...]:
    """Turn the first cards of the draw pile face up; they come back, top first, as many as there are."""
    revealed = reveal_further(effect, number)
    too_few(effect, number - len(revealed))
    return revealed


def reveal_further(effect: Effect, number: int, above: int = 0) -> tuple[Card, ...]:
    """Turn cards of the draw pile face up, one after the other; they stay so until they move ("hoc.reveal.stays"). One
    that lies so already is shown again. `above`: how many lie on them that were revealed
    just before. They come back, top first, as many as there are.
    """
    replenish(effect, effect.seat, above + number, "hoc.deck.reshuffle-to-look")
    last = min(above + number, size(effect.state.players[effect.seat].draw_pile))
    for under in range(above, last):
        _reveal(effect, under)
    return _known(effect, above, last)


def _reveal(effect: Effect, under: int) -> None:
    """`under`: how many cards lie on it, each of them known."""
    seat, everyone = effect.seat, all_see(effect.state)
    part = effect.state.players[seat].draw_pile[under]
    if isinstance(part, Card):
        known = part.audience == everyone
        revealed = pb.CardRevealed(
            seat=seat,
            was=0 if known else part.id,
            card=part.id if known else effect.play.mint(everyone),
            kind=part.kind,
            under=under,
        )
        again = "hoc.faq.already-revealed" if part.up else ""
        effect.emit(revealed, part.audience, rule=again)
    else:
        kind = effect.play.draw("draw pile", part.of, everyone)
        effect.emit(pb.CardRevealed(seat=seat, card=effect.play.mint(everyone), kind=kind, under=under))


def look(effect: Effect, number: int) -> tuple[Card, ...]:
    """Look at the first cards of your draw pile, as many as there are. They come back, top first."""
    seat, mine = effect.seat, owner_sees(effect.seat)
    replenish(effect, seat, number, "hoc.deck.reshuffle-to-look")
    last = min(number, size(effect.state.players[seat].draw_pile))
    for under in range(last):
        part = effect.state.players[seat].draw_pile[under]
        if not isinstance(part, Card):
            kind = effect.play.draw("draw pile", part.of, mine)
            effect.emit(pb.CardLookedAt(seat=seat, card=effect.play.mint(mine), kind=kind, under=under), mine)
    too_few(effect, number - last)
    return _known(effect, 0, last)


def too_few(effect: Effect, missing: int) -> None:
    """So many cards of those that a text refers to are not there, as no draw pile can be made of nothing."""
    if missing:
        fizzle(effect, "hoc.deck.none-left", missing=missing)


def _known(effect: Effect, first: int, last: int) -> tuple[Card, ...]:
    """Cards of the draw pile from one place to before another; all of them are known by now."""
    pile = effect.state.players[effect.seat].draw_pile
    return tuple(part for part in pile[first:last] if isinstance(part, Card))


def discard_revealed(effect: Effect, cards: Iterable[Card], rule: str = "") -> None:
    """Face-up cards of a draw pile go to their owner's discard pile."""
    for card in cards:
        effect.emit(pb.RevealedCardDiscarded(seat=effect.seat, card=card.id, kind=card.kind), rule=rule)


def discard_seen(effect: Effect, cards: Iterable[int]) -> None:
    """Cards of your draw pile that you have looked at go to your discard pile, all at once."""
    ids = sorted(cards)
    kinds = [find(effect.state.players[effect.seat].draw_pile, card).kind for card in ids]
    if ids:
        discarded = pb.SeenCardsDiscarded(seat=effect.seat, was=ids, cards=by_kind(kinds))
        effect.emit(discarded, owner_sees(effect.seat))


def take_revealed(effect: Effect, card: int) -> None:
    """A face-up card of your draw pile comes to your hand."""
    kind = find(effect.state.players[effect.seat].draw_pile, card).kind
    mine = owner_sees(effect.seat)
    effect.emit(pb.RevealedCardTaken(seat=effect.seat, was=card, card=effect.play.mint(mine), kind=kind), mine)


def put_back(effect: Effect, cards: tuple[Card, ...], mingled: bool = False) -> Script[None]:
    """These cards, which lie on top of your draw pile, go back on it in any order, which others see of those that lie
    face up. `mingled`: others had known more cards there, some are gone, and they have lost sight of which; so what is
    left face down is its owner's alone before the order is chosen.
    """
    ids = tuple(card.id for card in cards)
    if mingled and not all(card.up for card in cards):
        _put_in_order(effect, ids)
    if len(ids) > 1:
        chosen = yield from ask(effect.seat, functools.partial(put_back_menu, ids))
        _put_in_order(effect, chosen.cards)


def _put_in_order(effect: Effect, cards: Sequence[int]) -> None:
    pile = effect.state.players[effect.seat].draw_pile
    seen = [card if find(pile, card).up else 0 for card in cards]
    effect.emit(pb.CardsPutBack(seat=effect.seat, cards=cards, seen=seen), owner_sees(effect.seat))


def put_back_menu(cards: tuple[int, ...], state: State, seat: int) -> Iterable[Offer[pb.PutBack]]:
    only = ("", "only the cards that go back on your draw pile now are put in order")
    yield Offer(pb.PutBack, cards=Order(cards, label=in_draw_pile(state, seat), otherwise=only))


# Cards of the hand and the field.


def discard(effect: Effect, cards: Iterable[int]) -> None:
    """Discard these cards of your hand, all at once."""
    ids = sorted(cards)
    kinds = [hand_card(effect.state, effect.seat, card).kind for card in ids]
    if ids:
        discarded = pb.HandCardsDiscarded(seat=effect.seat, was=ids, cards=by_kind(kinds))
        effect.emit(discarded, owner_sees(effect.seat))


def discard_any(effect: Effect, none: str) -> Script[int]:
    """Discard any number of cards of your hand, none included. How many comes back; who holds none is not asked.
    `none`: the rule that says what comes of none.
    """
    if not effect.state.players[effect.seat].hand:
        fizzle(effect, none, passed_over=pb.DiscardCards)
        return 0
    chosen = yield from ask(effect.seat, discard_any_menu)
    discard(effect, chosen.cards)
    if not chosen.cards:
        fizzle(effect, none)
    return len(chosen.cards)


def discard_any_menu(state: State, seat: int) -> Iterable[Offer[pb.DiscardCards]]:
    yield Offer(pb.DiscardCards, cards=any_of_hand(state, seat))


def exile(effect: Effect, card: int) -> str:
    """Exile a card of your hand: it leaves your deck for the common pile ("hoc.effect.exile"). Its kind comes back."""
    held = hand_card(effect.state, effect.seat, card)
    effect.emit(pb.CardExiled(seat=effect.seat, was=card, kind=held.kind), held.audience)
    return held.kind


def reveal_hand_card(effect: Effect, card: int) -> int:
    """Show a card of your hand: it stays there, face up, until it moves ("hoc.reveal.stays"). Its id comes back."""
    held = hand_card(effect.state, effect.seat, card)
    if held.up:
        return card
    new = effect.play.mint(all_see(effect.state))
    effect.emit(pb.HandCardRevealed(seat=effect.seat, was=card, card=new, kind=held.kind), held.audience)
    return new


def reveal_hand(effect: Effect) -> None:
    """Show your hand, by kind, so that nothing shows in which order you hold it."""
    hand = effect.state.players[effect.seat].hand
    if all(card.up for card in hand):
        fizzle(effect, "hoc.reveal.stays" if hand else "hoc.effect.fizzle")
    for card in sorted(hand, key=lambda card: (card.kind, card.id)):
        reveal_hand_card(effect, card.id)


def put_under(effect: Effect, card: int) -> None:
    """Put a card of your hand, face up, at the bottom of your draw pile ("hoc.reveal.put-on-deck")."""
    held = hand_card(effect.state, effect.seat, card)
    new = effect.play.mint(all_see(effect.state))
    put = pb.HandCardPutUnder(seat=effect.seat, was=card, card=new, kind=held.kind)
    effect.emit(put, held.audience)


def put_hand_card_on_top(effect: Effect, card: int, rule: str = "") -> None:
    """Put a card of your hand, face up, on top of your draw pile ("hoc.reveal.put-on-deck")."""
    held = hand_card(effect.state, effect.seat, card)
    new = effect.play.mint(all_see(effect.state))
    put = pb.HandCardPutOnTop(seat=effect.seat, was=card, card=new, kind=held.kind)
    effect.emit(put, held.audience, rule=rule)


def put_on_top(effect: Effect, card: int) -> None:
    """Put a card of your field, face up, on top of your draw pile ("hoc.reveal.put-on-deck")."""
    kind = field_card(effect.state, effect.seat, card).kind
    effect.emit(pb.FieldCardPutOnTop(seat=effect.seat, card=card, kind=kind))


# The market and the discard pile.


def source_of(state: State, kind: str) -> pb.Source.ValueType:
    """Which part of the market a kind lies in."""
    return pb.SOURCE_BASIC_MARKET if how_many(state.basic_market, kind) else pb.SOURCE_RANDOM_MARKET


def acquire(effect: Effect, kind: str, under: bool = False) -> Script[None]:
    """A card of the market goes to your discard pile ("hoc.term.acquire", "hoc.effect.acquire"); or, face down, to the
    bottom of your draw pile (`under`).
    """
    _acquire(effect, kind, source_of(effect.state, kind), under)
    yield from at_once(effect.play)


def acquire_from_opponent(effect: Effect, owner: int, card: Card, under: bool) -> None:
    """A card that lies open with another player goes to your discard pile, or under your draw pile."""
    held = card.id in hand_ids(effect.state, owner)
    _acquire(effect, card.kind, pb.SOURCE_HAND if held else pb.SOURCE_KEPT, under, owner=owner, was=card.id)


def _acquire(
    effect: Effect,
    kind: str,
    source: pb.Source.ValueType,
    under: bool = False,
    *,
    face_up: bool = False,
    owner: int | None = None,
    was: int | None = None,
) -> None:
    """`owner`, `was`: whose card it was, and its id there, if it was an opponent's."""
    if under:
        new = effect.play.mint(all_see(effect.state))
        effect.emit(
            pb.CardAcquiredUnder(
                seat=effect.seat, card=new, kind=kind, source=source, owner=owner, was=was, face_up=face_up
            )
        )
    else:
        effect.emit(pb.CardAcquired(seat=effect.seat, kind=kind, source=source, owner=owner, was=was))


def acquire_from_supply(effect: Effect) -> bool:
    """The bottom card of the supply is revealed and goes to your discard pile; of the supply nobody knows any card.
    False where it is empty.
    """
    supply = effect.state.supply
    if not supply:
        return False
    assert isinstance(supply[-1], Bag)
    kind = effect.play.draw("supply", supply[-1].of, all_see(effect.state))
    _acquire(effect, kind, pb.SOURCE_SUPPLY)
    return True


def acquire_curse(effect: Effect, under: bool = False) -> bool:
    """A Curse of the curse pile goes to your discard pile ("hoc.effect.curse-acquire"); or, face up, to the bottom of
    your draw pile (`under`). False where none is left.
    """
    if not effect.state.curses:
        return False
    _acquire(effect, CURSE, pb.SOURCE_CURSE_PILE, under, face_up=under)
    return True


def take_into_hand(effect: Effect, kind: str) -> Script[None]:
    """A card that lies in the market comes to your hand."""
    new, source = effect.play.mint(owner_sees(effect.seat)), source_of(effect.state, kind)
    taken = pb.CardTaken(seat=effect.seat, card=new, kind=kind, source=source)
    effect.emit(taken, owner_sees(effect.seat))
    yield from at_once(effect.play)


def take_back(effect: Effect, kind: str) -> None:
    """A card of your discard pile comes to your hand."""
    new = effect.play.mint(owner_sees(effect.seat))
    taken = pb.CardTaken(seat=effect.seat, card=new, kind=kind, source=pb.SOURCE_DISCARD_PILE)
    effect.emit(taken, owner_sees(effect.seat))
