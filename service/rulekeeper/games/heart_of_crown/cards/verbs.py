"""The verbs that card texts, and some phases, are written with. Each is one thing that the rulebook has a
word for.

A verb does as much as it can, and what it cannot do is skipped ("hoc.effect.fizzle"): later lines of a text that do not
depend on it are still done ("hoc.outside.misfire-stop"). Verbs that can end the game are scripts (`yield from
acquire(...)`).
"""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards.block import Effect
from rulekeeper.games.heart_of_crown.catalogue import CARDS, name
from rulekeeper.games.heart_of_crown.coronation import at_once
from rulekeeper.games.heart_of_crown.state import State, all_see, field_card, hand_card, hand_ids, market, owner_sees
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import (
    Card,
    Check,
    Counts,
    Offer,
    OneOf,
    Script,
    Subset,
    When,
    counts,
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
    """Gain coins for this turn ("hoc.symbol.coin")."""
    if coins:
        effect.emit(pb.CoinsGained(seat=effect.seat, coins=coins))


def can_pay(state: State, coins: int) -> bool:
    """The coins must have been gained before the card was played ("hoc.effect.cost")."""
    return state.turn.coins >= coins


def pay(effect: Effect, coins: int) -> None:
    """Pay for an effect; the coins vanish."""
    effect.emit(pb.CoinsPaid(seat=effect.seat, coins=coins))


# The draw pile.


def replenish(effect: Effect, seat: int, wanted: int, rule: str = "hoc.deck.reshuffle") -> None:
    """Where the draw pile holds fewer cards than are wanted, the shuffled discard pile goes under what is left."""
    player = effect.state.players[seat]
    if size(player.draw_pile) < wanted and player.discard_pile:
        effect.emit(pb.DiscardPileShuffled(seat=seat, cards=total(player.discard_pile)), rule=rule)


def draw(effect: Effect, number: int, shuffling: str = "hoc.deck.reshuffle") -> None:
    """Draw cards from your draw pile into your hand, as many as there are ("hoc.symbol.draw", "hoc.deck.none-left")."""
    seat = effect.seat
    for _ in range(number):
        replenish(effect, seat, 1, shuffling)
        first = top(effect.state.players[seat].draw_pile)
        if first is None:
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


def reveal_top(effect: Effect, seat: int) -> bool:
    """Turn a player's top card face up, where it stays so until it moves ("hoc.reveal.stays"); one that lies
    so already is shown again ("hoc.faq.already-revealed"). False where there is none.
    """
    replenish(effect, seat, 1, "hoc.deck.reshuffle-to-look")
    first = top(effect.state.players[seat].draw_pile)
    if first is None:
        return False
    everyone = all_see(effect.state)
    if isinstance(first, Card):
        known = first.audience == everyone
        revealed = pb.CardRevealed(
            seat=seat,
            was=0 if known else first.id,
            card=first.id if known else effect.play.mint(everyone),
            kind=first.kind,
        )
        effect.emit(revealed, first.audience)
    else:
        kind = effect.play.draw("draw pile", first.of, everyone)
        effect.emit(pb.CardRevealed(seat=seat, card=effect.play.mint(everyone), kind=kind))
    return True


def discard_revealed(effect: Effect, seat: int) -> None:
    """The face-up card on top of a player's draw pile goes to that player's discard pile."""
    first = top(effect.state.players[seat].draw_pile)
    if isinstance(first, Card):
        effect.emit(pb.RevealedCardDiscarded(seat=seat, card=first.id, kind=first.kind))


# Cards of the hand and the field.


def discard(effect: Effect, cards: Iterable[int]) -> None:
    """Discard these cards of your hand, all at once."""
    ids = sorted(cards)
    kinds = [hand_card(effect.state, effect.seat, card).kind for card in ids]
    if ids:
        discarded = pb.HandCardsDiscarded(seat=effect.seat, was=ids, cards=by_kind(kinds))
        effect.emit(discarded, owner_sees(effect.seat))


def exile(effect: Effect, card: int) -> str:
    """Exile a card of your hand: it leaves your deck for the common pile ("hoc.effect.exile"). Its kind comes back."""
    kind = hand_card(effect.state, effect.seat, card).kind
    effect.emit(pb.CardExiled(seat=effect.seat, was=card, kind=kind), owner_sees(effect.seat))
    return kind


def put_under(effect: Effect, card: int) -> None:
    """Put a card of your hand, face up, at the bottom of your draw pile ("hoc.reveal.put-on-deck")."""
    kind = hand_card(effect.state, effect.seat, card).kind
    new = effect.play.mint(all_see(effect.state))
    put = pb.HandCardPutUnder(seat=effect.seat, was=card, card=new, kind=kind)
    effect.emit(put, owner_sees(effect.seat))


def put_on_top(effect: Effect, card: int) -> None:
    """Put a card of your field, face up, on top of your draw pile ("hoc.reveal.put-on-deck")."""
    kind = field_card(effect.state, effect.seat, card).kind
    effect.emit(pb.FieldCardPutOnTop(seat=effect.seat, card=card, kind=kind))


# The market and the discard pile.


def source_of(state: State, kind: str) -> pb.Source.ValueType:
    """Which part of the market a kind lies in."""
    return pb.SOURCE_BASIC_MARKET if how_many(state.basic_market, kind) else pb.SOURCE_RANDOM_MARKET


def acquire(effect: Effect, kind: str, rule: str = "") -> Script[None]:
    """A card of the market goes to your discard pile ("hoc.term.acquire", "hoc.effect.acquire")."""
    acquired = pb.CardAcquired(seat=effect.seat, kind=kind, source=source_of(effect.state, kind))
    effect.emit(acquired, rule=rule)
    yield from at_once(effect.play)


def acquire_under(effect: Effect, kind: str, rule: str = "") -> Script[None]:
    """A card of the market goes, face down, to the bottom of your draw pile instead."""
    new = effect.play.mint(all_see(effect.state))
    source = source_of(effect.state, kind)
    effect.emit(pb.CardAcquiredUnder(seat=effect.seat, card=new, kind=kind, source=source), rule=rule)
    yield from at_once(effect.play)


def take_into_hand(effect: Effect, kind: str) -> Script[None]:
    """A card of the market comes to your hand; nothing happens where none lies there."""
    if how_many(market(effect.state), kind):
        new, source = effect.play.mint(owner_sees(effect.seat)), source_of(effect.state, kind)
        taken = pb.CardTaken(seat=effect.seat, card=new, kind=kind, source=source)
        effect.emit(taken, owner_sees(effect.seat))
        yield from at_once(effect.play)


def take_back(effect: Effect, kind: str) -> None:
    """A card of your discard pile comes to your hand."""
    new = effect.play.mint(owner_sees(effect.seat))
    taken = pb.CardTaken(seat=effect.seat, card=new, kind=kind, source=pb.SOURCE_DISCARD_PILE)
    effect.emit(taken, owner_sees(effect.seat))


# Choices that texts leave to a player.

NOT_IN_MARKET = "{value} does not lie in the market"


def of_hand(state: State, seat: int, *checks: Check) -> OneOf:
    """One card of the own hand, by id."""
    return OneOf(
        hand_ids(state, seat),
        *checks,
        label=lambda card: name(hand_card(state, seat, card).kind),
        otherwise=("", "only a card in your hand can be chosen"),
    )


def any_of_hand(state: State, seat: int, *checks: Check) -> Subset:
    """Any number of cards of the own hand, none included."""
    return Subset(
        hand_ids(state, seat),
        *checks,
        label=lambda card: name(hand_card(state, seat, card).kind),
        otherwise=("", "only cards in your hand can be chosen"),
    )


def of_market(state: State, *checks: Check) -> OneOf:
    """One kind that lies in the market."""
    return OneOf(kinds(market(state)), *checks, label=name, otherwise=("", NOT_IN_MARKET))


def kinds(of: Counts) -> tuple[str, ...]:
    return tuple(kind for kind, _ in of)


def or_nothing(offer: Offer[Message], rule: str) -> Iterable[Offer[Message]]:
    """What a text tells a player to do with the hand, and the way on for one who cannot. It is offered to
    everybody alike, so that being asked tells nothing about the hand.
    """
    yield offer
    yield Offer(pb.Decline, When(rule, not offer.open(), "you can do it, and the text leaves you no choice"))


def not_a_curse(state: State, seat: int) -> Check:
    """On cards of the hand: a text that says "not a Curse" means all that count as one."""

    def holds(card: int) -> bool:
        return not CARDS[hand_card(state, seat, card).kind].has("Curse")

    return Check("hoc.outside.curse-name", holds, lambda card: f"{name(hand_card(state, seat, card).kind)} is a Curse")
