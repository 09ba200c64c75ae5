"""evolve: what each fact changes. Facts carry every outcome, so nothing is worked out here; a card that is not where a
fact says it was is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.changes import (
    a_place,
    at,
    card_with,
    combat_with,
    discarded,
    fight,
    looked_at,
    minting,
    multiset,
    out_of_deck,
    out_of_hand,
    replace,
    section_with,
    turn_with,
    unboxed,
)
from rulekeeper.games.warhammer_invasion.draft_reducer import DRAFT_REDUCERS, deck_drafted
from rulekeeper.games.warhammer_invasion.state import (
    ABILITY,
    CARD,
    DEVELOPMENT,
    TACTIC,
    Combat,
    Lasting,
    Link,
    Pending,
    Placed,
    Points,
    Share,
    State,
    Turn,
    Waiting,
    all_see,
    in_combat,
    is_place,
    owner_sees,
    place,
    seat_of,
    section,
    there,
)
from rulekeeper.games.warhammer_invasion.state import RETURNED as TO_HAND
from rulekeeper.kernel import (
    Bag,
    Card,
    Counts,
    PileError,
    add,
    contents,
    counts,
    merge,
    shuffled,
    take,
    without,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def paid(state: State, seat: int, resources: int) -> State:
    left = state.players[seat].resources - resources
    if left < 0:
        raise PileError(f"{resources} resources are not there, {state.players[seat].resources} are")
    return at(state, seat, resources=left)


def numbered(state: State, number: int) -> State:
    return replace(state, numbered=max(state.numbered, number))


# Setup.


def starter_chosen(state: State, fact: pb.StarterChosen) -> State:
    return state


def neutrals_dealt(state: State, fact: pb.NeutralsDealt) -> State:
    return out_of_box(state, fact.seat, multiset(fact.cards))


def out_of_box(state: State, seat: int, cards: Counts) -> State:
    """These cards go from the box into the seat's deck, which nobody has shuffled yet."""
    deck = merge(contents(state.players[seat].deck), cards)
    return at(unboxed(state, cards), seat, deck=(Bag(deck),) if deck else (), deck_list=deck)


def deck_made(state: State, fact: pb.DeckMade) -> State:
    if state.draft is not None:
        return deck_drafted(state, fact)
    return out_of_box(state, fact.seat, multiset(fact.cards))


def capital_placed(state: State, fact: pb.CapitalPlaced) -> State:
    return at(state, fact.seat, capital=fact.capital)


def first_player_chosen(state: State, fact: pb.FirstPlayerChosen) -> State:
    return turn_with(state, seat=fact.seat)


def card_drawn(state: State, fact: pb.CardDrawn) -> State:
    card = Card(fact.card, fact.kind, owner_sees(fact.seat))
    state = minting(out_of_deck(state, fact.seat, fact.kind), fact.card)
    return at(state, fact.seat, hand=(*state.players[fact.seat].hand, card))


def hand_kept(state: State, fact: pb.HandKept) -> State:
    return state


def hand_shuffled_back(state: State, fact: pb.HandShuffledBack) -> State:
    player = state.players[fact.seat]
    return at(state, fact.seat, hand=(), deck=shuffled((*player.deck, *player.hand)))


# The turn.


def turn_began(state: State, fact: pb.TurnBegan) -> State:
    return replace(state, turn=Turn(seat=fact.seat, number=fact.number, phase=pb.PHASE_BEGINNING))


def turn_resumed(state: State, fact: pb.TurnResumed) -> State:
    return turn_with(state, seat=fact.seat, number=fact.number, phase=pb.PHASE_BEGINNING, window=0, passed=())


def phase_began(state: State, fact: pb.PhaseBegan) -> State:
    return turn_with(state, phase=fact.phase, window=0, passed=())


def window_opened(state: State, fact: pb.WindowOpened) -> State:
    return turn_with(state, window=fact.window, passed=())


def passed(state: State, fact: pb.Passed) -> State:
    """The second pass closes the window, or with a chain open lets it resolve."""
    seats = (*state.turn.passed, fact.seat)
    if len(seats) == len(state.players) and not state.chain:
        return turn_with(state, window=0, passed=())
    return turn_with(state, passed=seats)


def turn_ended(state: State, fact: pb.TurnEnded) -> State:
    return replace(state, lasting=(), waiting=())


# Resources.


def resources_returned(state: State, fact: pb.ResourcesReturned) -> State:
    return paid(state, fact.seat, fact.resources)


def resources_gained(state: State, fact: pb.ResourcesCollected | pb.ResourcesGained) -> State:
    """However many tokens the box has ("whi.components.tokens")."""
    return at(state, fact.seat, resources=state.players[fact.seat].resources + fact.resources)


def resources_paid(state: State, fact: pb.ResourcesPaid | pb.ResourcesLost) -> State:
    return paid(state, fact.seat, fact.resources)


def resources_taken(state: State, fact: pb.ResourcesTaken) -> State:
    state = paid(state, getattr(fact, "from"), fact.resources)
    return at(state, fact.seat, resources=state.players[fact.seat].resources + fact.resources)


def damage_paid(state: State, fact: pb.DamagePaid) -> State:
    return damaged(state, fact.card, -fact.damage)


# The chain.


def declared(state: State, link: Link) -> State:
    """With one more action on the chain; who declined before has another chance."""
    state = minting(replace(state, chain=(*state.chain, link)), link.number)
    return turn_with(state, passed=())


def card_played(state: State, fact: pb.CardPlayed) -> State:
    _, state = out_of_hand(state, fact.seat, fact.was)
    link = Link(
        number=fact.card,
        what=CARD,
        seat=fact.seat,
        kind=fact.kind,
        card=fact.card,
        owner=fact.seat,
        zone=fact.zone,
        host=fact.host,
        quest=fact.quest,
        targets=(fact.host,) if fact.host else (),
    )
    return played(declared(state, link), fact.seat, fact.kind)


def played(state: State, seat: int, kind: str) -> State:
    return turn_with(state, played=(*state.turn.played, (seat, kind)))


def development_played(state: State, fact: pb.DevelopmentPlayed) -> State:
    card, state = out_of_hand(state, fact.seat, fact.card)
    link = Link(
        number=fact.action,
        what=DEVELOPMENT,
        seat=fact.seat,
        kind=card.kind,
        card=card.id,
        owner=fact.seat,
        zone=fact.zone,
    )
    return turn_with(declared(state, link), development_played=True)


def tactic_played(state: State, fact: pb.TacticPlayed) -> State:
    _, state = out_of_hand(state, fact.owner, fact.was)
    link = Link(
        number=fact.action,
        what=TACTIC,
        seat=fact.seat,
        kind=fact.kind,
        owner=fact.owner,
        targets=tuple(fact.targets),
        cards=tuple(fact.cards),
        x=fact.x,
        zone=fact.zone,
    )
    return played(declared(state, link), fact.seat, fact.kind)


def action_used(state: State, fact: pb.ActionUsed) -> State:
    if there(state, fact.card).kind != fact.kind:
        raise PileError(f"card {fact.card} is no {fact.kind}")
    link = Link(
        number=fact.action,
        what=ABILITY,
        seat=fact.seat,
        kind=fact.kind,
        card=fact.card,
        owner=fact.seat,
        targets=tuple(fact.targets),
        cards=tuple(fact.cards),
        x=fact.x,
        zone=fact.zone,
    )
    return turn_with(declared(state, link), used=(*state.turn.used, fact.card))


def developments_targeted(state: State, fact: pb.DevelopmentsTargeted) -> State:
    def with_them(links: tuple[Link, ...]) -> tuple[Link, ...]:
        cards = tuple(fact.cards)
        return tuple(replace(one, developments=cards) if one.number == fact.action else one for one in links)

    return replace(state, chain=with_them(state.chain), resolving=with_them(state.resolving))


def action_copied(state: State, fact: pb.ActionCopied) -> State:
    link = Link(
        number=fact.action,
        what=TACTIC,
        seat=fact.seat,
        kind=fact.kind,
        owner=fact.seat,
        targets=tuple(fact.targets),
        cards=tuple(fact.cards),
        zone=fact.zone,
        cardless=True,
    )
    return minting(replace(state, resolving=(*state.resolving, link)), fact.action)


def action_began(state: State, fact: pb.ActionBegan) -> State:
    if not state.chain or state.chain[-1].number != fact.action:
        raise PileError(f"{fact.action} is not the last action on the chain")
    state = replace(state, chain=state.chain[:-1], resolving=(*state.resolving, state.chain[-1]))
    return turn_with(state, passed=())


def targets_checked(state: State, fact: pb.TargetsChecked) -> State:
    if not state.resolving:
        raise PileError("nothing is resolving")
    left = replace(state.resolving[-1], targets=tuple(fact.targets), developments=tuple(fact.developments))
    return replace(state, resolving=(*state.resolving[:-1], left))


def action_over(state: State, fact: pb.ActionOver) -> State:
    if not state.resolving or state.resolving[-1].number != fact.action:
        raise PileError(f"{fact.action} is not what is resolving")
    done = state.resolving[-1]
    state = replace(state, resolving=state.resolving[:-1])
    return discarded(state, done.owner, done.kind) if done.what == TACTIC and not done.cardless else state


def action_cancelled(state: State, fact: pb.ActionCancelled) -> State:
    chain = tuple(replace(one, cancelled=True) if one.number == fact.action else one for one in state.chain)
    return replace(state, chain=chain)


# Effects.


def nothing_changes(state: State, fact: pb.EffectFizzled | pb.ChoiceMade) -> State:
    return state


def effect_triggered(state: State, fact: pb.EffectTriggered) -> State:
    pending = Pending(
        number=fact.effect,
        seat=fact.seat,
        card=fact.card,
        kind=fact.kind,
        text=fact.text,
        subject=fact.subject,
        place=fact.place,
        forced=fact.forced,
        depth=state.depth,
    )
    return numbered(replace(state, pending=(*state.pending, pending)), fact.effect)


def no_longer_pending(state: State, number: int) -> State:
    left = tuple(one for one in state.pending if one.number != number)
    if len(left) == len(state.pending):
        raise PileError(f"effect {number} is not pending")
    return replace(state, pending=left)


def effect_began(state: State, fact: pb.EffectBegan) -> State:
    state = no_longer_pending(state, fact.effect)
    return replace(state, depth=state.depth + 1)


def effect_over(state: State, fact: pb.EffectOver) -> State:
    if not state.depth:
        raise PileError("no effect is happening")
    return replace(state, depth=state.depth - 1)


def effect_lapsed(state: State, fact: pb.EffectLapsed) -> State:
    return no_longer_pending(state, fact.effect)


def effect_waits(state: State, fact: pb.EffectWaits) -> State:
    return replace(state, waiting=(*state.waiting, Waiting(fact.seat, fact.kind, fact.card)))


def effect_waited(state: State, fact: pb.EffectWaited) -> State:
    done = Waiting(fact.seat, fact.kind, fact.card)
    if done not in state.waiting:
        raise PileError(f"{fact.kind} does not wait")
    index = state.waiting.index(done)
    return replace(state, waiting=(*state.waiting[:index], *state.waiting[index + 1 :]))


# In and out of play.


def card_entered(state: State, fact: pb.CardEntered) -> State:
    where = there(state, fact.host).place if fact.host else place(fact.seat, fact.zone)
    if fact.from_deck:
        card, deck = without(state.players[fact.owner].deck, fact.was)
        state = minting(at(state, fact.owner, deck=deck), fact.card)
        if card.kind != fact.kind:
            raise PileError(f"{card.kind} was looked at, not {fact.kind}")
    else:
        state = off_chain(state, fact.card)
    placed = Placed(
        id=fact.card,
        kind=fact.kind,
        owner=fact.owner,
        controller=fact.seat,
        place=where,
        damage=fact.damage,
        corrupted=fact.corrupted,
        host=fact.host,
        quest=fact.quest,
    )
    return replace(state, cards=(*state.cards, placed))


def off_chain(state: State, card: int) -> State:
    """The state without a card that was on the chain and is resolving."""
    for index, one in enumerate(state.resolving):
        if one.card == card and one.what in (CARD, DEVELOPMENT):
            # It has resolved; what is left of it says that no card belongs to it any more.
            done = replace(one, card=0, cardless=True)
            return replace(state, resolving=(*state.resolving[:index], done, *state.resolving[index + 1 :]))
    raise PileError(f"card {card} is not resolving")


def card_refused(state: State, fact: pb.CardRefused) -> State:
    return discarded(off_chain(state, fact.card), fact.owner, fact.kind)


def card_left(state: State, fact: pb.CardLeft) -> State:
    there(state, fact.card)
    state = replace(
        state,
        cards=tuple(card for card in state.cards if card.id != fact.card),
        lasting=tuple(one for one in state.lasting if one.card != fact.card),
        waiting=tuple(one for one in state.waiting if one.card != fact.card),
    )
    state = out_of_combat(state, fact.card)
    if fact.departure != TO_HAND:
        return discarded(state, fact.owner, fact.kind)
    card = Card(fact.in_hand, fact.kind, owner_sees(fact.owner))
    state = at(state, fact.owner, hand=(*state.players[fact.owner].hand, card))
    return minting(state, fact.in_hand)


def out_of_combat(state: State, card: int) -> State:
    """It attacks and defends no longer; what was assigned to it goes back ("whi.combat.assign.target-gone")."""
    combat = state.combat
    if combat is None:
        return state
    return replace(
        state,
        combat=replace(
            combat,
            attackers=tuple(one for one in combat.attackers if one != card),
            defenders=tuple(one for one in combat.defenders if one != card),
            assigned=tuple(one for one in combat.assigned if one.target != card),
        ),
    )


def unit_moved(state: State, fact: pb.UnitMoved) -> State:
    moved = there(state, fact.card)
    where = place(seat_of(moved.place), fact.zone)
    cards = tuple(
        replace(card, place=where, quest=0)
        if card.id == fact.card
        else replace(card, place=where)
        if card.host == fact.card
        else card
        for card in state.cards
    )
    # What goes to a unit that takes no part follows it.
    after = replace(state, cards=cards)
    return out_of_combat(after, fact.card) if in_combat(state, fact.card) else after


def quest_abandoned(state: State, fact: pb.QuestAbandoned) -> State:
    return card_with(state, fact.quest, tokens=there(state, fact.quest).tokens - fact.tokens)


def token_gained(state: State, fact: pb.TokenGained) -> State:
    return card_with(state, fact.quest, tokens=there(state, fact.quest).tokens + fact.tokens)


def unit_corrupted(state: State, fact: pb.UnitCorrupted) -> State:
    return card_with(state, fact.card, corrupted=True)


def unit_restored(state: State, fact: pb.UnitRestored) -> State:
    return card_with(state, fact.card, corrupted=False)


def lasting(state: State, change: Lasting) -> State:
    there(state, change.card)
    return replace(state, lasting=(*state.lasting, change))


def power_changed(state: State, fact: pb.PowerChanged) -> State:
    return lasting(state, Lasting(fact.card, power=fact.power))


def hit_points_changed(state: State, fact: pb.HitPointsChanged) -> State:
    return lasting(state, Lasting(fact.card, hit_points=fact.hit_points))


def declaring_forbidden(state: State, fact: pb.DeclaringForbidden) -> State:
    return lasting(state, Lasting(fact.card, held=True))


# Developments.


def development_placed(state: State, fact: pb.DevelopmentPlaced) -> State:
    if fact.from_deck:
        state = minting(out_of_deck(state, fact.seat, fact.kind), fact.card)
    else:
        state = off_chain(state, fact.card)
    where = place(fact.seat, fact.zone)
    card = Card(fact.card, fact.kind, owner_sees(fact.seat))
    return section_with(state, where, developments=(*section(state, where).developments, card))


def without_development(state: State, where: int, card: int) -> tuple[Card, State]:
    found, left = without(section(state, where).developments, card)
    return found, section_with(state, where, developments=left)


def development_lost(state: State, fact: pb.DevelopmentLost) -> State:
    card, state = without_development(state, place(fact.seat, fact.zone), fact.was)
    return discarded(state, fact.seat, card.kind)


def developments_moved(state: State, fact: pb.DevelopmentsMoved) -> State:
    moved = []
    for card in fact.cards:
        found, state = without_development(state, place(fact.seat, getattr(fact, "from")), card)
        moved.append(found)
    where = place(fact.seat, fact.zone)
    return section_with(state, where, developments=(*section(state, where).developments, *moved))


def development_turned_up(state: State, fact: pb.DevelopmentTurnedUp) -> State:
    where = place(fact.seat, fact.zone)
    card, state = without_development(state, where, fact.was)
    placed = Placed(id=fact.card, kind=card.kind, owner=fact.seat, controller=fact.seat, place=where)
    return replace(minting(state, fact.card), cards=(*state.cards, placed))


# Damage.


def damaged(state: State, target: int, by: int) -> State:
    """With so much more damage on a unit or a section ("whi.components.damage-token")."""
    if is_place(target):
        damage = section(state, target).damage + by
        state = section_with(state, target, damage=damage)
    else:
        damage = there(state, target).damage + by
        state = card_with(state, target, damage=damage)
    if damage < 0:
        raise PileError(f"{target} has not so much damage")
    return state


def points(fact_points: Iterable[pb.Points]) -> tuple[Points, ...]:
    return tuple(Points(one.target, one.seat, one.cancellable, one.uncancellable) for one in fact_points)


def damage_assigned(state: State, fact: pb.DamageAssigned) -> State:
    if fact.step:
        return combat_with(state, assigned=(*fight(state).assigned, *points(fact.points)))
    return replace(state, hits=(*state.hits, *points(fact.points)), hits_combat=fact.combat)


def damage_due(state: State, fact: pb.DamageDue) -> State:
    hits = fight(state).assigned
    return replace(combat_with(state, assigned=()), hits=hits, hits_combat=True)


def damage_redirected(state: State, fact: pb.DamageRedirected) -> State:
    if fact.step:
        return combat_with(state, assigned=redirected(fight(state).assigned, fact))
    state = turn_with(state, used=(*state.turn.used, fact.by))
    return replace(state, hits=redirected(state.hits, fact))


def redirected(hits: tuple[Points, ...], fact: pb.DamageRedirected) -> tuple[Points, ...]:
    """With one point taken from its target and put to another, as a point of the same kind and dealer."""
    kind = "uncancellable" if fact.uncancellable else "cancellable"
    for index, hit in enumerate(hits):
        if hit.target == getattr(fact, "from") and getattr(hit, kind):
            left = replace(hit, **{kind: getattr(hit, kind) - 1})
            moved = Points(fact.to, hit.seat, **{kind: 1})
            rest = (*hits[:index], *((left,) if left.total else ()), *hits[index + 1 :])
            return (*rest, moved)
    raise PileError(f"no such point is assigned to {getattr(fact, 'from')}")


def damage_cancelled(state: State, fact: pb.DamageCancelled) -> State:
    left, hits = fact.damage, []
    for hit in state.hits:
        if hit.target == fact.target and left:
            off = min(left, hit.cancellable)
            hit, left = replace(hit, cancellable=hit.cancellable - off), left - off
        if hit.total:
            hits.append(hit)
    if left:
        raise PileError(f"{fact.damage} cancellable points are not assigned to {fact.target}")
    state = replace(state, hits=tuple(hits))
    return turn_with(state, used=(*state.turn.used, fact.by)) if fact.once else state


def point_stayed(state: State, fact: pb.PointStayed) -> State:
    return turn_with(state, used=(*state.turn.used, fact.card))


def damage_applied(state: State, fact: pb.DamageApplied) -> State:
    for one in fact.points:
        state = damaged(state, one.target, one.cancellable + one.uncancellable)
    return replace(state, hits=(), hits_combat=False)


def damage_healed(state: State, fact: pb.DamageHealed) -> State:
    return damaged(state, fact.target, -fact.damage)


def damage_moved(state: State, fact: pb.DamageMoved) -> State:
    return damaged(damaged(state, getattr(fact, "from"), -fact.damage), fact.to, fact.damage)


def section_burned(state: State, fact: pb.SectionBurned) -> State:
    """For the rest of the game ("whi.components.burn-token")."""
    state = section_with(state, fact.place, damage=0, burning=True)
    if state.combat is None:
        return state
    # No damage can be assigned to it any more; what is, is lost.
    return combat_with(state, assigned=tuple(one for one in state.combat.assigned if one.target != fact.place))


# Hands and decks.


def hand_card_discarded(state: State, fact: pb.HandCardDiscarded) -> State:
    card, state = out_of_hand(state, fact.seat, fact.was)
    return discarded(state, fact.seat, card.kind)


def hand_discarded(state: State, fact: pb.HandDiscarded) -> State:
    if counts(card.kind for card in state.players[fact.seat].hand) != multiset(fact.cards):
        raise PileError("these are not the cards of the hand")
    state = at(state, fact.seat, hand=())
    for one in fact.cards:
        state = discarded(state, fact.seat, one.kind, one.count)
    return state


def deck_card_discarded(state: State, fact: pb.DeckCardDiscarded) -> State:
    return discarded(out_of_deck(state, fact.seat, fact.kind), fact.seat, fact.kind)


def deck_card_seen(state: State, fact: pb.DeckCardSeen) -> State:
    deck = state.players[fact.seat].deck
    return minting(at(state, fact.seat, deck=looked_at(deck, fact.card, fact.kind, fact.seat)), fact.card)


def deck_shuffled(state: State, fact: pb.DeckShuffled) -> State:
    return at(state, fact.seat, deck=shuffled(state.players[fact.seat].deck))


def cards_shuffled_in(state: State, fact: pb.CardsShuffledIn) -> State:
    player = state.players[fact.seat]
    pile, deck = player.discard_pile, contents(player.deck)
    for one in fact.cards:
        pile, deck = take(pile, one.kind, one.count), add(deck, one.kind, one.count)
    return at(state, fact.seat, discard_pile=pile, deck=(Bag(deck),) if deck else ())


def hand_card_revealed(state: State, fact: pb.HandCardRevealed) -> State:
    card, state = out_of_hand(state, fact.seat, fact.was)
    shown = Card(fact.card, card.kind, all_see(state), up=True)
    return minting(at(state, fact.seat, hand=(*state.players[fact.seat].hand, shown)), fact.card)


def revealed_card_returned(state: State, fact: pb.RevealedCardReturned) -> State:
    card, state = out_of_hand(state, fact.seat, fact.was)
    hidden = Card(fact.card, card.kind, owner_sees(fact.seat))
    return minting(at(state, fact.seat, hand=(*state.players[fact.seat].hand, hidden)), fact.card)


# Combat.


def attack_declared(state: State, fact: pb.AttackDeclared) -> State:
    return replace(state, combat=Combat(place=a_place(fact.place)))


def attackers_declared(state: State, fact: pb.AttackersDeclared) -> State:
    for card in fact.cards:
        there(state, card)
    return combat_with(state, attackers=tuple(fact.cards), attackers_declared=True)


def defenders_declared(state: State, fact: pb.DefendersDeclared) -> State:
    for card in fact.cards:
        there(state, card)
    return combat_with(state, defenders=tuple(fact.cards), defenders_declared=True)


def attack_turned(state: State, fact: pb.AttackTurned) -> State:
    # What was paid for attacking the one zone is of no use in another.
    return combat_with(state, place=a_place(fact.place), tolls=())


def tolls_paid(state: State, fact: pb.TollsPaid) -> State:
    return combat_with(state, tolls=(*fight(state).tolls, *((fact.card, unit) for unit in fact.units)))


def damage_counted(state: State, fact: pb.DamageCounted) -> State:
    shares = tuple(Share(one.card, one.cancellable, one.uncancellable) for one in fact.shares)
    return combat_with(state, shares=shares, counted=True)


def attack_over(state: State, fact: pb.AttackOver) -> State:
    return replace(state, combat=None)


def player_out(state: State, fact: pb.PlayerOut | pb.PlayerConceded) -> State:
    return state


REDUCERS: Mapping[type[Message], Callable[[State, Any], State]] = {
    pb.StarterChosen: starter_chosen,
    pb.NeutralsDealt: neutrals_dealt,
    pb.DeckMade: deck_made,
    pb.CapitalPlaced: capital_placed,
    pb.FirstPlayerChosen: first_player_chosen,
    pb.CardDrawn: card_drawn,
    pb.HandKept: hand_kept,
    pb.HandShuffledBack: hand_shuffled_back,
    pb.TurnBegan: turn_began,
    pb.TurnResumed: turn_resumed,
    pb.PhaseBegan: phase_began,
    pb.WindowOpened: window_opened,
    pb.Passed: passed,
    pb.TurnEnded: turn_ended,
    pb.ResourcesReturned: resources_returned,
    pb.ResourcesCollected: resources_gained,
    pb.ResourcesGained: resources_gained,
    pb.ResourcesPaid: resources_paid,
    pb.ResourcesLost: resources_paid,
    pb.ResourcesTaken: resources_taken,
    pb.DamagePaid: damage_paid,
    pb.CardPlayed: card_played,
    pb.DevelopmentPlayed: development_played,
    pb.TacticPlayed: tactic_played,
    pb.ActionUsed: action_used,
    pb.DevelopmentsTargeted: developments_targeted,
    pb.ActionBegan: action_began,
    pb.TargetsChecked: targets_checked,
    pb.ActionOver: action_over,
    pb.ActionCancelled: action_cancelled,
    pb.ActionCopied: action_copied,
    pb.EffectFizzled: nothing_changes,
    pb.ChoiceMade: nothing_changes,
    pb.EffectTriggered: effect_triggered,
    pb.EffectBegan: effect_began,
    pb.EffectOver: effect_over,
    pb.EffectLapsed: effect_lapsed,
    pb.EffectWaits: effect_waits,
    pb.EffectWaited: effect_waited,
    pb.CardEntered: card_entered,
    pb.CardRefused: card_refused,
    pb.CardLeft: card_left,
    pb.UnitMoved: unit_moved,
    pb.QuestAbandoned: quest_abandoned,
    pb.TokenGained: token_gained,
    pb.UnitCorrupted: unit_corrupted,
    pb.UnitRestored: unit_restored,
    pb.PowerChanged: power_changed,
    pb.HitPointsChanged: hit_points_changed,
    pb.DeclaringForbidden: declaring_forbidden,
    pb.DevelopmentPlaced: development_placed,
    pb.DevelopmentLost: development_lost,
    pb.DevelopmentsMoved: developments_moved,
    pb.DevelopmentTurnedUp: development_turned_up,
    pb.DamageAssigned: damage_assigned,
    pb.DamageDue: damage_due,
    pb.DamageRedirected: damage_redirected,
    pb.DamageCancelled: damage_cancelled,
    pb.PointStayed: point_stayed,
    pb.DamageApplied: damage_applied,
    pb.DamageHealed: damage_healed,
    pb.DamageMoved: damage_moved,
    pb.SectionBurned: section_burned,
    pb.HandCardDiscarded: hand_card_discarded,
    pb.HandDiscarded: hand_discarded,
    pb.DeckCardDiscarded: deck_card_discarded,
    pb.DeckCardSeen: deck_card_seen,
    pb.DeckShuffled: deck_shuffled,
    pb.CardsShuffledIn: cards_shuffled_in,
    pb.HandCardRevealed: hand_card_revealed,
    pb.RevealedCardReturned: revealed_card_returned,
    pb.AttackDeclared: attack_declared,
    pb.AttackersDeclared: attackers_declared,
    pb.DefendersDeclared: defenders_declared,
    pb.AttackTurned: attack_turned,
    pb.TollsPaid: tolls_paid,
    pb.DamageCounted: damage_counted,
    pb.AttackOver: attack_over,
    pb.PlayerOut: player_out,
    pb.PlayerConceded: player_out,
    **DRAFT_REDUCERS,
}
"""evolve for each kind of fact; those of the draft stand with it."""
