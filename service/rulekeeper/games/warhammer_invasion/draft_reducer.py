"""evolve for a draft: what each of its facts changes. Cards that are out of the draft are in the box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.changes import at, looked_at, minting, multiset, off_top, replace, unboxed
from rulekeeper.games.warhammer_invasion.state import Draft, Drafter, State, opponent, owner_sees
from rulekeeper.kernel import (
    Bag,
    Card,
    Pile,
    PileError,
    add,
    audience_of,
    contents,
    merge,
    shuffled,
    top,
    without,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def draft_of(state: State) -> Draft:
    """The draft; PileError where there is none."""
    if state.draft is None:
        raise PileError("there is no draft")
    return state.draft


def drafter_of(state: State, seat: int) -> Drafter:
    return draft_of(state).drafters[seat]


def draft_with(state: State, **changes: Any) -> State:
    return replace(state, draft=replace(draft_of(state), **changes))


def drafter_with(state: State, seat: int, **changes: Any) -> State:
    """The state with something of a drafter's changed."""
    first, second = draft_of(state).drafters
    changed = replace((first, second)[seat], **changes)
    return draft_with(state, drafters=(changed, second) if seat == 0 else (first, changed))


def boxed(state: State, cards: Iterable[Card | Bag]) -> State:
    """With these cards in the box."""
    return replace(state, box=merge(state.box, contents(tuple(cards))))


def drawn(pile: Pile, kind: str) -> Pile:
    """The pile without its top card, of a kind that chance drew there."""
    if not isinstance(top(pile), Bag):
        raise PileError("no card can be drawn from it")
    return off_top(pile, kind)


def under(looked_at: Pile) -> Pile:
    """A pile on which nobody looks at anything any more: the cards that were looked at lie under it, in an order that
    nobody knows.
    """
    rest = tuple(part for part in looked_at if isinstance(part, Bag))
    return (*rest, *shuffled(tuple(part for part in looked_at if isinstance(part, Card))))


def out_of_pack(state: State, seat: int, card: int) -> tuple[Card, State]:
    """A card of that player's pack, and the state without it."""
    found, left = without(drafter_of(state, seat).pack, card)
    return found, drafter_with(state, seat, pack=left)


def out_of_pile(state: State, seat: int, card: int) -> tuple[Card, State]:
    """A card of the draft pile that its player looks at, and the state without it; the others are under the pile."""
    found, left = without(drafter_of(state, seat).pile, card)
    return found, drafter_with(state, seat, pile=under(left))


# Sides and piles.


def side_chosen(state: State, fact: pb.SideChosen) -> State:
    return drafter_with(state, fact.seat, side=fact.side)


def draft_pile_made(state: State, fact: pb.DraftPileMade) -> State:
    """The pile comes out of the box."""
    cards = multiset(fact.cards)
    return drafter_with(unboxed(state, cards), fact.seat, pile=(Bag(cards),))


# Packs.


def pack_card_seen(state: State, fact: pb.PackCardSeen) -> State:
    drafter = drafter_of(state, fact.seat)
    card = Card(fact.card, fact.kind, owner_sees(fact.seat))
    state = drafter_with(state, fact.seat, pile=drawn(drafter.pile, fact.kind), pack=(*drafter.pack, card))
    return minting(state, fact.card)


def pack_made(state: State, fact: pb.PackMade) -> State:
    return draft_with(state, pack=fact.pack, round=1, exchanged=False)


def packs_exchanged(state: State, fact: pb.PacksExchanged) -> State:
    return draft_with(state, round=draft_of(state).round + 1, exchanged=not fact.home)


def pack_card_shown(state: State, fact: pb.PackCardShown) -> State:
    """The cards of a pack are shown one after the other, from its first: each goes behind those that are shown already,
    so that at the end they lie as they lay. Older records name the card by the id that its owner knew.
    """
    owner = opponent(fact.seat)
    pack = drafter_of(state, owner).pack
    at = next((at for at, card in enumerate(pack) if card.id == fact.was), None) if fact.was else 0
    if at is None or not pack:
        raise PileError(f"card {fact.was} is not in the pack of seat {owner}")
    shown = Card(fact.card, pack[at].kind, audience_of(fact.card))
    pack = (*pack[:at], shown, *pack[at + 1 :]) if fact.was else (*pack[1:], shown)
    return minting(drafter_with(state, owner, pack=pack), fact.card)


def pack_replaced(state: State, fact: pb.PackReplaced) -> State:
    drafter = drafter_of(state, fact.seat)
    return drafter_with(state, fact.seat, pile=shuffled((*drafter.pile, *drafter.pack)), pack=())


def pack_discarded(state: State, fact: pb.PackDiscarded) -> State:
    return drafter_with(boxed(state, drafter_of(state, fact.seat).pack), fact.seat, pack=())


# What is taken out of packs.


def card_picked(state: State, fact: pb.CardPicked) -> State:
    card, state = out_of_pack(state, fact.seat, fact.card)
    return picked(state, fact.seat, card)


def picked(state: State, seat: int, card: Card) -> State:
    return drafter_with(state, seat, picked=add(drafter_of(state, seat).picked, card.kind))


def card_taken_out(state: State, fact: pb.CardTakenOut) -> State:
    card, state = out_of_pack(state, opponent(fact.seat), fact.was)
    return boxed(state, (card,))


def format_card_taken(state: State, fact: pb.FormatCardTaken) -> State:
    in_pack = fact.HasField("pack")
    found = out_of_pack(state, fact.pack, fact.was) if in_pack else out_of_pile(state, fact.seat, fact.was)
    return boxed(found[1], (found[0],))


# What draft format cards do.


def supplies_cut(state: State, fact: pb.SuppliesCut) -> State:
    return drafter_with(state, fact.seat, cut=drafter_of(state, fact.seat).cut + fact.cards)


def sabotage_kept(state: State, fact: pb.SabotageKept) -> State:
    return drafter_with(state, fact.seat, sabotages=drafter_of(state, fact.seat).sabotages + 1)


def sabotage_used(state: State, fact: pb.SabotageUsed) -> State:
    left = drafter_of(state, fact.seat).sabotages - 1
    if left < 0:
        raise PileError(f"seat {fact.seat} keeps no Sabotage")
    return drafter_with(state, fact.seat, sabotages=left)


def draft_pile_seen(state: State, fact: pb.DraftPileSeen) -> State:
    """One more card on top of the pile is looked at, under those that are already."""
    pile = looked_at(drafter_of(state, fact.seat).pile, fact.card, fact.kind, fact.seat)
    return minting(drafter_with(state, fact.seat, pile=pile), fact.card)


def card_added(state: State, fact: pb.CardAdded) -> State:
    card, state = out_of_pile(state, fact.seat, fact.card)
    return picked(state, fact.seat, card)


# The end.


def deck_drafted(state: State, fact: pb.DeckMade) -> State:
    """What was picked is the player's deck, and the rest of the pile goes back into the box; the draft is over when
    both players have their decks.
    """
    drafter = drafter_of(state, fact.seat)
    if multiset(fact.cards) != drafter.picked:
        raise PileError(f"these are not the cards that seat {fact.seat} picked")
    deck: Pile = (Bag(drafter.picked),) if drafter.picked else ()
    state = at(state, fact.seat, deck=deck, deck_list=drafter.picked)
    state = boxed(state, (*drafter.pile, *drafter.pack))
    state = drafter_with(state, fact.seat, pile=(), pack=(), picked=())
    going_on = any(one.pile or one.pack or one.picked for one in draft_of(state).drafters)
    return state if going_on else replace(state, draft=None)


DRAFT_REDUCERS: Mapping[type[Message], Callable[[State, Any], State]] = {
    pb.SideChosen: side_chosen,
    pb.DraftPileMade: draft_pile_made,
    pb.PackCardSeen: pack_card_seen,
    pb.PackMade: pack_made,
    pb.PacksExchanged: packs_exchanged,
    pb.PackCardShown: pack_card_shown,
    pb.CardPicked: card_picked,
    pb.CardTakenOut: card_taken_out,
    pb.FormatCardTaken: format_card_taken,
    pb.SuppliesCut: supplies_cut,
    pb.SabotageKept: sabotage_kept,
    pb.SabotageUsed: sabotage_used,
    pb.PackReplaced: pack_replaced,
    pb.DraftPileSeen: draft_pile_seen,
    pb.CardAdded: card_added,
    pb.PackDiscarded: pack_discarded,
}
"""evolve for each kind of fact that only a draft has."""
