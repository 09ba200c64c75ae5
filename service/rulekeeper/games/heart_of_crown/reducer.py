"""evolve: what each fact changes. Facts carry every outcome, so nothing is worked out here; a card that is
not where a fact says it was is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.games.heart_of_crown.state import (
    BACK,
    BUY,
    CONCEDED,
    DROPPED_OUT,
    SET,
    START,
    Attack,
    DomainCard,
    FieldCard,
    Player,
    State,
    Turn,
    all_see,
    domain_card,
    owner_sees,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import (
    Bag,
    Card,
    Counts,
    Pile,
    PileError,
    add,
    contents,
    counts,
    how_many,
    minted_with,
    take,
    tidy,
    uncover,
    without,
)

replace = msgspec.structs.replace


def at(state: State, seat: int, **changes: Any) -> State:
    """The state with something of a player's changed."""
    player = replace(state.players[seat], **changes)
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def turn_with(state: State, **changes: Any) -> State:
    return replace(state, turn=replace(state.turn, **changes))


def left_after(state: State, paid: int) -> int:
    if paid > state.turn.coins:
        raise PileError(f"{paid} coins are not there, {state.turn.coins} are")
    return state.turn.coins - paid


def known(kind: str) -> str:
    """The kind, of which there are cards: their text will be read later in the turn."""
    if kind not in CARDS:
        raise PileError(f"there is no card {kind!r}")
    return kind


def minting(state: State, card: int) -> State:
    """With that id given."""
    return replace(state, minted=minted_with(state.minted, card))


def out_of_hand(player: Player, *cards: int) -> tuple[Card, ...]:
    """The hand without these cards; PileError where one is not in it."""
    hand: Pile = player.hand
    for card in cards:
        _, hand = without(hand, card)
    return tuple(card for card in hand if isinstance(card, Card))


def out_of_field(player: Player, card: int) -> tuple[FieldCard, ...]:
    left = tuple(other for other in player.field if other.id != card)
    if len(left) == len(player.field):
        raise PileError(f"card {card} is not in the field")
    return left


def put(pile: Counts, cards: Iterable[pb.KindCount]) -> Counts:
    for one in cards:
        pile = add(pile, one.kind, one.count)
    return pile


def out_of_source(state: State, seat: int, kind: str, source: int) -> State:
    """The state without a card that was acquired from there."""
    if source == pb.SOURCE_BASIC_MARKET:
        return replace(state, basic_market=take(state.basic_market, kind))
    if source == pb.SOURCE_RANDOM_MARKET:
        return replace(state, random_market=take(state.random_market, kind))
    if source == pb.SOURCE_CURSE_PILE:
        return out_of_curse_pile(state, kind)
    if source == pb.SOURCE_SUPPLY:
        return replace(state, supply=off_top(state.supply, kind))
    return at(state, seat, discard_pile=take(state.players[seat].discard_pile, kind))


def out_of_curse_pile(state: State, kind: str) -> State:
    if kind != "curse" or not state.curses:
        raise PileError(f"no {kind} is left in the curse pile")
    return replace(state, curses=state.curses - 1)


def from_opponent(state: State, owner: int, card: int, source: int) -> State:
    """The state without a card of another player's hand or domain."""
    player = state.players[owner]
    if source == pb.SOURCE_HAND:
        return at(state, owner, hand=out_of_hand(player, card))
    return in_domain(state, owner, holding(player, card), kept=None)


def holding(player: Player, kept: int) -> int:
    """The card of the domain on which that card is kept; PileError where none is."""
    for card in player.domain:
        if card.kept is not None and card.kept.id == kept:
            return card.id
    raise PileError(f"card {kept} is not kept")


def gone(state: State, fact: pb.CardAcquired | pb.CardAcquiredUnder) -> State:
    """The state without an acquired card, wherever it was."""
    if fact.HasField("owner"):
        return from_opponent(state, fact.owner, fact.was, fact.source)
    return out_of_source(state, fact.seat, fact.kind, fact.source)


def off_top(pile: Pile, kind: str) -> Pile:
    """The pile without one of that kind out of the bag on its top."""
    if not pile or not isinstance(pile[0], Bag):
        raise PileError("no bag lies on top")
    return tidy((Bag(take(pile[0].of, kind)), *pile[1:]))


def in_domain(state: State, seat: int, card: int, **changes: Any) -> State:
    """The state with something of a card in a domain changed."""
    domain_card(state, seat, card)
    domain = state.players[seat].domain
    return at(state, seat, domain=tuple(replace(one, **changes) if one.id == card else one for one in domain))


# Setup and turns.


def first_player_chosen(state: State, fact: pb.FirstPlayerChosen) -> State:
    return turn_with(state, seat=fact.seat)


def market_card_turned(state: State, fact: pb.MarketCardTurned) -> State:
    supply = off_top(state.supply, fact.kind)
    return replace(state, supply=supply, random_market=add(state.random_market, fact.kind))


def commons_chosen(state: State, fact: pb.CommonsChosen) -> State:
    box, chosen = state.box, dict(contents(state.supply))
    for kind in fact.kinds:
        copies = how_many(box, kind)
        if not copies:
            raise PileError(f"no {kind} is in the box")
        box = take(box, kind, copies)
        chosen[kind] = copies
    return replace(state, box=box, commons=tuple(fact.kinds), supply=(Bag(counts(chosen)),))


def turn_began(state: State, fact: pb.TurnBegan) -> State:
    return replace(state, turn=Turn(seat=fact.seat, number=fact.number, extra=fact.extra, positions=(START,)))


def turn_resumed(state: State, fact: pb.TurnResumed) -> State:
    return turn_with(state, seat=fact.seat)


def phase_began(state: State, fact: pb.PhaseBegan) -> State:
    return turn_with(state, phase=fact.phase)


# Main phase.


def card_played(state: State, fact: pb.CardPlayed) -> State:
    player = state.players[fact.seat]
    left = tuple(position for position in state.turn.positions if position != fact.at)
    played = FieldCard(id=fact.card, kind=fact.kind, at=fact.at)
    state = at(state, fact.seat, hand=out_of_hand(player, fact.was), field=(*player.field, played))
    state = turn_with(state, positions=(*left, *fact.opened), linked=state.turn.linked + len(fact.opened))
    return minting(state, fact.card)


def coins_gained(state: State, fact: pb.CoinsGained) -> State:
    return turn_with(state, coins=state.turn.coins + fact.coins)


def coins_gone(state: State, fact: pb.CoinsPaid | pb.CoinsLost) -> State:
    return turn_with(state, coins=left_after(state, fact.coins))


def card_drawn(state: State, fact: pb.CardDrawn) -> State:
    player = state.players[fact.seat]
    card = Card(id=fact.card, kind=fact.kind, audience=owner_sees(fact.seat))
    if fact.was:
        _, pile = without(player.draw_pile, fact.was)
    else:
        _, pile = without(uncover(player.draw_pile, card), fact.card)
    return minting(at(state, fact.seat, hand=(*player.hand, card), draw_pile=pile), fact.card)


def discard_pile_shuffled(state: State, fact: pb.DiscardPileShuffled) -> State:
    player = state.players[fact.seat]
    return at(state, fact.seat, draw_pile=tidy((*player.draw_pile, Bag(player.discard_pile))), discard_pile=())


def card_kept(state: State, fact: pb.CardKept) -> State:
    if domain_card(state, fact.seat, fact.on).kept is not None:
        raise PileError(f"card {fact.on} holds a kept card already")
    state = at(state, fact.seat, hand=out_of_hand(state.players[fact.seat], fact.was))
    kept = Card(id=fact.card, kind=fact.kind, audience=all_see(state), up=True)
    return minting(in_domain(state, fact.seat, fact.on, kept=kept), fact.card)


def card_recalled(state: State, fact: pb.CardRecalled) -> State:
    player = state.players[fact.seat]
    under = holding(player, fact.was)
    card = Card(id=fact.card, kind=fact.kind, audience=owner_sees(fact.seat))
    state = in_domain(at(state, fact.seat, hand=(*player.hand, card)), fact.seat, under, kept=None)
    return minting(state, fact.card)


def hand_cards_discarded(state: State, fact: pb.HandCardsDiscarded) -> State:
    player = state.players[fact.seat]
    return at(
        state,
        fact.seat,
        hand=out_of_hand(player, *fact.was),
        discard_pile=put(player.discard_pile, fact.cards),
    )


def field_discarded(state: State, fact: pb.FieldDiscarded) -> State:
    player = state.players[fact.seat]
    return at(state, fact.seat, field=(), discard_pile=put(player.discard_pile, fact.cards))


def card_revealed(state: State, fact: pb.CardRevealed) -> State:
    pile, place = state.players[fact.seat].draw_pile, fact.under
    card = Card(id=fact.card, kind=fact.kind, audience=all_see(state), up=True)
    known = place < len(pile) and isinstance(pile[place], Card)
    revealed = (*pile[:place], card, *pile[place + 1 :]) if known else uncover(pile, card, place)
    return minting(at(state, fact.seat, draw_pile=revealed), fact.card)


def card_looked_at(state: State, fact: pb.CardLookedAt) -> State:
    card = Card(id=fact.card, kind=fact.kind, audience=owner_sees(fact.seat))
    pile = uncover(state.players[fact.seat].draw_pile, card, fact.under)
    return minting(at(state, fact.seat, draw_pile=pile), fact.card)


def seen_cards_discarded(state: State, fact: pb.SeenCardsDiscarded) -> State:
    player = state.players[fact.seat]
    pile = player.draw_pile
    for card in fact.was:
        _, pile = without(pile, card)
    return at(state, fact.seat, draw_pile=pile, discard_pile=put(player.discard_pile, fact.cards))


def cards_put_back(state: State, fact: pb.CardsPutBack) -> State:
    """Of those that lie face down only their owner still knows which is which, whoever knew it before."""
    rest = state.players[fact.seat].draw_pile
    moved: Pile = ()
    for card_id, seen in zip(fact.cards, fact.seen, strict=True):
        card, rest = without(rest, card_id)
        moved = (*moved, card if seen else replace(card, audience=owner_sees(fact.seat)))
    return at(state, fact.seat, draw_pile=(*moved, *rest))


def revealed_card_taken(state: State, fact: pb.RevealedCardTaken) -> State:
    player = state.players[fact.seat]
    _, pile = without(player.draw_pile, fact.was)
    card = Card(id=fact.card, kind=fact.kind, audience=owner_sees(fact.seat))
    return minting(at(state, fact.seat, hand=(*player.hand, card), draw_pile=pile), fact.card)


def hand_card_revealed(state: State, fact: pb.HandCardRevealed) -> State:
    """After all others, so that its place does not tell when it came to the hand."""
    card = Card(id=fact.card, kind=fact.kind, audience=all_see(state), up=True)
    hand = out_of_hand(state.players[fact.seat], fact.was)
    return minting(at(state, fact.seat, hand=(*hand, card)), fact.card)


def hand_card_put_on_top(state: State, fact: pb.HandCardPutOnTop) -> State:
    player = state.players[fact.seat]
    card = Card(id=fact.card, kind=fact.kind, audience=all_see(state), up=True)
    state = at(state, fact.seat, hand=out_of_hand(player, fact.was), draw_pile=(card, *player.draw_pile))
    return minting(state, fact.card)


def revealed_card_discarded(state: State, fact: pb.RevealedCardDiscarded) -> State:
    player = state.players[fact.seat]
    _, pile = without(player.draw_pile, fact.card)
    return at(state, fact.seat, draw_pile=pile, discard_pile=add(player.discard_pile, fact.kind))


def card_exiled(state: State, fact: pb.CardExiled) -> State:
    state = at(state, fact.seat, hand=out_of_hand(state.players[fact.seat], fact.was))
    return replace(state, exile=add(state.exile, fact.kind))


def hand_card_put_under(state: State, fact: pb.HandCardPutUnder) -> State:
    player = state.players[fact.seat]
    card = Card(id=fact.card, kind=fact.kind, audience=all_see(state), up=True)
    state = at(state, fact.seat, hand=out_of_hand(player, fact.was), draw_pile=(*player.draw_pile, card))
    return minting(state, fact.card)


def field_card_put_on_top(state: State, fact: pb.FieldCardPutOnTop) -> State:
    player = state.players[fact.seat]
    card = Card(id=fact.card, kind=fact.kind, audience=all_see(state), up=True)
    return at(state, fact.seat, field=out_of_field(player, fact.card), draw_pile=(card, *player.draw_pile))


def clean_up_effect_gained(state: State, fact: pb.CleanUpEffectGained) -> State:
    return turn_with(state, at_clean_up=(*state.turn.at_clean_up, known(fact.kind)))


def buying_under_allowed(state: State, fact: pb.BuyingUnderAllowed) -> State:
    return turn_with(state, buying_under=True)


def yield_changed(state: State, fact: pb.YieldChanged) -> State:
    others = tuple(one for one in state.turn.yields if one[0] != fact.kind)
    return turn_with(state, yields=add(others, fact.kind, fact.coins))


def turn_end_effect_gained(state: State, fact: pb.TurnEndEffectGained) -> State:
    return turn_with(state, at_end=(*state.turn.at_end, known(fact.kind)))


def debt_changed(state: State, fact: pb.DebtChanged) -> State:
    return at(state, fact.seat, debt=fact.counters)


def buying_from_opponents_allowed(state: State, fact: pb.BuyingFromOpponentsAllowed) -> State:
    return turn_with(state, buying_from_opponents=True)


def plus_one_counters_changed(state: State, fact: pb.PlusOneCountersChanged) -> State:
    return in_domain(state, fact.seat, fact.card, plus_one=fact.counters)


def ability_used(state: State, fact: pb.AbilityUsed) -> State:
    """One that is used from the hand is gone with its card, and is not counted."""
    return turn_with(state, used=(*state.turn.used, fact.card)) if fact.card else state


def twin_counters_changed(state: State, fact: pb.TwinCountersChanged) -> State:
    return in_domain(state, fact.seat, fact.card, twin=fact.counters)


def extra_turn_granted(state: State, fact: pb.ExtraTurnGranted) -> State:
    return turn_with(state, extra_turn_follows=True)


# Attacks.


def attack_reached(state: State, fact: pb.AttackReached) -> State:
    return turn_with(state, attack=Attack(kind=fact.kind, seat=fact.seat))


def attack_under_way(state: State) -> Attack:
    if state.turn.attack is None:
        raise PileError("no attack is under way")
    return state.turn.attack


def defence_shown(state: State, fact: pb.DefenceShown) -> State:
    attack = attack_under_way(state)
    return turn_with(state, attack=replace(attack, used=(*attack.used, fact.card)))


def attack_reduced(state: State, fact: pb.AttackReduced) -> State:
    return turn_with(state, attack=replace(attack_under_way(state), reduced=fact.by))


def attack_over(state: State, fact: pb.AttackOver) -> State:
    return turn_with(state, attack=None)


def defence_forbidden(state: State, fact: pb.DefenceForbidden) -> State:
    return turn_with(state, no_defence=True)


# Acquiring.


def card_acquired(state: State, fact: pb.CardAcquired) -> State:
    state = gone(state, fact)
    return at(state, fact.seat, discard_pile=add(state.players[fact.seat].discard_pile, fact.kind))


def card_acquired_under(state: State, fact: pb.CardAcquiredUnder) -> State:
    state = gone(state, fact)
    card = Card(id=fact.card, kind=fact.kind, audience=all_see(state), up=fact.face_up)
    return minting(at(state, fact.seat, draw_pile=(*state.players[fact.seat].draw_pile, card)), fact.card)


def card_taken(state: State, fact: pb.CardTaken) -> State:
    state = out_of_source(state, fact.seat, fact.kind, fact.source)
    card = Card(id=fact.card, kind=fact.kind, audience=owner_sees(fact.seat))
    return minting(at(state, fact.seat, hand=(*state.players[fact.seat].hand, card)), fact.card)


# Second phase.


def card_bought(state: State, fact: pb.CardBought) -> State:
    return turn_with(state, coins=left_after(state, fact.price), choice=BUY)


def card_set(state: State, fact: pb.CardSet) -> State:
    player = state.players[fact.seat]
    placed = DomainCard(id=fact.card, kind=fact.kind)
    state = at(state, fact.seat, hand=out_of_hand(player, fact.was), domain=(*player.domain, placed))
    return minting(turn_with(state, choice=SET), fact.card)


def princess_backed(state: State, fact: pb.PrincessBacked) -> State:
    if fact.princess not in state.princesses:
        raise PileError(f"{fact.princess} is not in the princess row")
    row = tuple(princess for princess in state.princesses if princess != fact.princess)
    domain = (DomainCard(id=fact.card, kind=fact.princess), *state.players[fact.seat].domain)
    state = at(replace(state, princesses=row), fact.seat, domain=domain)
    return minting(turn_with(state, coins=left_after(state, fact.price), choice=BACK), fact.card)


def territory_moved(state: State, fact: pb.TerritoryMoved) -> State:
    player = state.players[fact.seat]
    placed = DomainCard(id=fact.card, kind=fact.kind)
    return at(state, fact.seat, field=out_of_field(player, fact.card), domain=(*player.domain, placed))


def domain_card_discarded(state: State, fact: pb.DomainCardDiscarded) -> State:
    player = state.players[fact.seat]
    if domain_card(state, fact.seat, fact.card).kept is not None:
        raise PileError(f"card {fact.card} holds a kept card")
    left = tuple(card for card in player.domain if card.id != fact.card)
    return at(state, fact.seat, domain=left, discard_pile=add(player.discard_pile, fact.kind))


# Victory.


def coronation_declared(state: State, fact: pb.CoronationDeclared) -> State:
    return at(state, fact.seat, declared=True)


def coronation_cancelled(state: State, fact: pb.CoronationCancelled) -> State:
    return at(state, fact.seat, declared=False)


def overtime_began(state: State, fact: pb.OvertimeBegan) -> State:
    return replace(state, overtime=True)


def player_dropped_out(state: State, fact: pb.PlayerDroppedOut) -> State:
    return at(state, fact.seat, standing=DROPPED_OUT)


def player_conceded(state: State, fact: pb.PlayerConceded) -> State:
    return at(state, fact.seat, standing=CONCEDED, declared=False)


def unchanged(
    state: State, fact: pb.CoronationHeld | pb.ThirtyReached | pb.DukesRanOut | pb.EffectCopied | pb.EffectFizzled
) -> State:
    """It is true of the state as it is, and said because of what follows from it, or does not follow."""
    return state


REDUCERS: Mapping[type[Message], Callable[[State, Any], State]] = {
    pb.FirstPlayerChosen: first_player_chosen,
    pb.MarketCardTurned: market_card_turned,
    pb.TurnBegan: turn_began,
    pb.TurnResumed: turn_resumed,
    pb.PhaseBegan: phase_began,
    pb.CardPlayed: card_played,
    pb.CoinsGained: coins_gained,
    pb.CoinsPaid: coins_gone,
    pb.CoinsLost: coins_gone,
    pb.CardDrawn: card_drawn,
    pb.DiscardPileShuffled: discard_pile_shuffled,
    pb.CardKept: card_kept,
    pb.CardRecalled: card_recalled,
    pb.HandCardsDiscarded: hand_cards_discarded,
    pb.FieldDiscarded: field_discarded,
    pb.CardRevealed: card_revealed,
    pb.RevealedCardDiscarded: revealed_card_discarded,
    pb.CardExiled: card_exiled,
    pb.CardBought: card_bought,
    pb.CardAcquired: card_acquired,
    pb.CardAcquiredUnder: card_acquired_under,
    pb.CardTaken: card_taken,
    pb.HandCardPutUnder: hand_card_put_under,
    pb.FieldCardPutOnTop: field_card_put_on_top,
    pb.CleanUpEffectGained: clean_up_effect_gained,
    pb.BuyingUnderAllowed: buying_under_allowed,
    pb.CardSet: card_set,
    pb.PrincessBacked: princess_backed,
    pb.TerritoryMoved: territory_moved,
    pb.DomainCardDiscarded: domain_card_discarded,
    pb.AbilityUsed: ability_used,
    pb.TwinCountersChanged: twin_counters_changed,
    pb.ExtraTurnGranted: extra_turn_granted,
    pb.CoronationDeclared: coronation_declared,
    pb.CoronationCancelled: coronation_cancelled,
    pb.CoronationHeld: unchanged,
    pb.ThirtyReached: unchanged,
    pb.OvertimeBegan: overtime_began,
    pb.PlayerDroppedOut: player_dropped_out,
    pb.PlayerConceded: player_conceded,
    pb.DukesRanOut: unchanged,
    pb.AttackReached: attack_reached,
    pb.AttackOver: attack_over,
    pb.DefenceShown: defence_shown,
    pb.AttackReduced: attack_reduced,
    pb.DefenceForbidden: defence_forbidden,
    pb.HandCardRevealed: hand_card_revealed,
    pb.HandCardPutOnTop: hand_card_put_on_top,
    pb.CardLookedAt: card_looked_at,
    pb.SeenCardsDiscarded: seen_cards_discarded,
    pb.CardsPutBack: cards_put_back,
    pb.RevealedCardTaken: revealed_card_taken,
    pb.YieldChanged: yield_changed,
    pb.TurnEndEffectGained: turn_end_effect_gained,
    pb.DebtChanged: debt_changed,
    pb.BuyingFromOpponentsAllowed: buying_from_opponents_allowed,
    pb.PlusOneCountersChanged: plus_one_counters_changed,
    pb.CommonsChosen: commons_chosen,
    pb.EffectCopied: unchanged,
    pb.EffectFizzled: unchanged,
}
