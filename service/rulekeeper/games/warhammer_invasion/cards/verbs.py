"""The words that card texts are written with: what holds, and what is done. Verbs that ask or that something can follow
from are scripts (`yield from deal(...)`). See `choices` for what a player chooses, `effects` and `damage` for
the single steps.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

from rulekeeper.games.warhammer_invasion import damage as damages
from rulekeeper.games.warhammer_invasion import effects, following
from rulekeeper.games.warhammer_invasion.actions import can_move, destinations, elsewhere, zone_called, zone_of_seat
from rulekeeper.games.warhammer_invasion.block import TURN_BEGINS, Asker, Effect, Event, Target, Trigger
from rulekeeper.games.warhammer_invasion.cards.choices import choose_target
from rulekeeper.games.warhammer_invasion.combat import attacked
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.piles import draw_card, listed, top_kind
from rulekeeper.games.warhammer_invasion.state import (
    DESTROYED,
    EVERY_ZONE,
    Placed,
    Points,
    State,
    active_first,
    all_see,
    developments,
    in_play,
    is_place,
    opponent,
    owner_sees,
    place,
    places,
    questing,
    seat_of,
    section,
    there,
    units,
    units_at,
    zone_of,
)
from rulekeeper.games.warhammer_invasion.targets import called
from rulekeeper.kernel import Offer, OneOf, Script, When, ask, counts
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# What holds.


def own_turn(state: State, me: Placed, event: Event) -> bool:
    """The moment is one of the controller's own turn."""
    return event.seat == me.controller


def developments_here(state: State, me: Placed) -> int:
    """Developments in the zone that the card is in, and its controller's ("whi.development.card-text")."""
    return developments(state, place(me.controller, me.zone))


def zone_attacked(state: State, me: Placed, event: Event) -> bool:
    """The moment is that the zone that the card is in is attacked."""
    return event.place == me.place


def power_among_developments(state: State, me: Placed) -> int:
    """More power as long as there are so many developments in the zone that the card is in."""
    values = me.printed.values
    return values["power"] if developments_here(state, me) >= values["developments"] else 0


def attack_turns(effect: Effect, where: int) -> Script[None]:
    """The attack goes to another zone ("whi.combat.redirect-attack")."""
    effect.emit(pb.AttackTurned(place=where), all_see(effect.state))
    combat = effect.state.combat
    if combat is not None and combat.attackers_declared:
        yield from attacked(effect.play)
    else:
        yield from following.after(effect.play)


# Damage.


def deal(effect: Effect, targets: Iterable[int], points: int, uncancellable: bool = False) -> Script[None]:
    """So much to each of these units and sections: see `batch`."""
    hits = [
        Points(one, effect.seat, uncancellable=points)
        if uncancellable
        else Points(one, effect.seat, cancellable=points)
        for one in targets
    ]
    yield from batch(effect, hits)


def batch(effect: Effect, hits: Sequence[Points]) -> Script[None]:
    """This damage, all of it together; said is who is dealt none: nobody is there, it is none, it cannot be dealt."""
    if not hits:
        fizzle(effect)
    for hit in hits:
        if not hit.total:
            fizzle(effect, spared=hit.target)
        elif not damages.can_be_damaged(effect.state, hit.target):
            gone = "whi.combat.assign.burning" if is_place(hit.target) else "whi.effects.in-play"
            fizzle(effect, gone, spared=hit.target)
    yield from damages.deal(effect.play, hits, effect.rule)


def deal_to_chosen(effect: Effect, target: Target) -> Script[None]:
    """The text's damage to a target that is chosen now."""
    chosen = yield from choose_target(effect, target)
    if chosen:
        yield from deal(effect, [chosen], effect.value("damage"))


def deal_more_to_corrupted(effect: Effect, hit: Iterable[Placed]) -> Script[None]:
    """Damage to each of these units, more of it to corrupted ones, all in one batch."""
    plain, more = effect.value("damage"), effect.value("corrupted")
    hits = [Points(unit.id, effect.seat, cancellable=more if unit.corrupted else plain) for unit in hit]
    yield from batch(effect, hits)


def sections(state: State, seat: int) -> tuple[int, ...]:
    """The player's sections that do not burn ("whi.damage.capital-target")."""
    return tuple(where for where in places(seat) if not section(state, where).burning)


def heal(effect: Effect, target: int, points: int | None = None) -> Script[None]:
    """Takes so many points of damage off a unit or a section, or all of it ("whi.effects.heal")."""
    damage = damages.damage_on(effect.state, target)
    wanted = damage if points is None else points
    healed = min(wanted, damage)
    if healed:
        yield from damages.heal(effect.play, target, healed, effect.rule)
    if healed < wanted or not healed:
        fizzle(effect, "whi.effects.heal", spared=target, missing=wanted - healed)


def move_damage(effect: Effect, giver: Placed, receiver: Placed, points: int) -> Script[None]:
    """So much damage moves from one unit to another, as far as it can ("whi.kw.toughness.moved")."""
    moved = min(points, damages.movable(effect.state, giver, receiver))
    if moved:
        yield from damages.move_damage(effect.play, giver, receiver, moved, effect.rule)
    if moved < points or not moved:
        fizzle(effect, "whi.kw.toughness.moved" if points else "", spared=receiver.id, missing=points - moved)


# Cards in play.


def destroy(effect: Effect, cards: Iterable[Placed]) -> Script[None]:
    """These cards are destroyed, together."""
    found = tuple(cards)
    if not found:
        fizzle(effect)
    yield from effects.destroy(effect.play, found, effect.rule)


def destroy_targets(effect: Effect) -> Script[None]:
    """The cards in play that are targets are destroyed."""
    yield from destroy(effect, [there(effect.state, target) for target in effect.targets])


def sacrifice(effect: Effect, cards: Iterable[Placed]) -> Script[None]:
    """These cards are sacrificed, together ("whi.sacrifice.discard")."""
    yield from effects.sacrifice(effect.play, cards, effect.rule)


def lose_developments(effect: Effect, cards: Iterable[int], departure: int) -> None:
    """These developments go together, whosever they are; the caller looks at what follows."""
    for card in cards:
        where = effects.where_is_development(effect.state, card)
        effects.lose_development(effect.play, seat_of(where), zone_of(where), card, departure, effect.rule)


def destroy_developments(effect: Effect) -> Script[None]:
    """The developments that are targets are destroyed ("whi.development.destroyed")."""
    if not effect.developments:
        fizzle(effect, "whi.cost.x")
    lose_developments(effect, effect.developments, DESTROYED)
    yield from following.after(effect.play)


def return_to_hand(effect: Effect, card: Placed) -> Script[None]:
    """A card goes to its owner's hand."""
    yield from effects.return_to_hand(effect.play, card, effect.rule)


def move(effect: Effect, unit: Placed, zone: int) -> Script[None]:
    """The unit moves to another zone of its controller; where it may not be there, it stays."""
    if cited := effects.stays(effect.state, unit, zone):
        fizzle(effect, cited, spared=unit.id)
    else:
        yield from effects.move(effect.play, unit, zone, effect.rule)


def move_as_named(effect: Effect, unit: Placed | None) -> Script[None]:
    """The unit goes to the zone that was named; where it may not be there now, it stays ("whi.effects.move")."""
    if unit is None:
        fizzle(effect, "whi.effects.in-play")
    else:
        yield from move(effect, unit, effect.zone)


def may_move(effect: Effect, found: Iterable[Placed]) -> Script[None]:
    """The player may move one of these units, which are no targets. Asked where one of them has a zone to go to."""
    ids = tuple(unit.id for unit in found)
    if not any(destinations(effect.state, there(effect.state, one)) for one in ids):
        fizzle(effect, "whi.effects.move" if ids else "", passed_over=pb.MoveUnit)
        return
    command = yield from ask(effect.seat, functools.partial(_move_menu, ids, effect.rule))
    if isinstance(command, pb.MoveUnit):
        yield from move(effect, there(effect.state, command.unit), command.zone)
    else:
        fizzle(effect)


def _move_menu(found: tuple[int, ...], cited: str, state: State, seat: int) -> Iterable[Any]:
    left = tuple(one for one in found if in_play(state, one) is not None)
    yield Offer(pb.Decline)
    yield Offer(
        pb.MoveUnit,
        across=elsewhere(state, "unit"),
        unit=OneOf(
            left, can_move(state), label=lambda one: called(state, one), otherwise=(cited, "{value} is not to be moved")
        ),
        zone=OneOf(EVERY_ZONE, label=zone_called, ref=zone_of_seat(seat)),
    )


def corrupt(effect: Effect, unit: Placed) -> Script[None]:
    """It becomes corrupted, where it can."""
    if cited := effects.not_corrupted(effect.state, unit):
        fizzle(effect, cited, spared=unit.id)
    else:
        yield from effects.corrupt(effect.play, unit, effect.rule)


def power_until_end(effect: Effect, cards: Iterable[Placed], power: int) -> Script[None]:
    """Changes the power of these units until the end of the turn ("whi.constant.until-eot")."""
    found = tuple(cards)
    if not found or not power:
        fizzle(effect)
        return
    for card in found:
        effect.emit(pb.PowerChanged(card=card.id, power=power), all_see(effect.state))
    yield from following.after(effect.play)


def opposing(effect: Effect) -> int:
    """The opponent of whoever's text it is."""
    return opponent(effect.seat)


def each_player(effect: Effect) -> tuple[int, int]:
    """Both, the active player first ("whi.effects.each-player")."""
    return active_first(effect.state)


# Quests.


def gains_token() -> Trigger:
    """At the beginning of its controller's turn it gains tokens if a unit is on it ("whi.quest.tokens"), out of the
    pool ("whi.quest.tokens-from-pool").
    """

    def gain(effect: Effect) -> None:
        fact = pb.TokenGained(quest=effect.card, tokens=effect.value("token"))
        effect.emit(fact, all_see(effect.state), rule="whi.quest.tokens")

    def worked_on(state: State, me: Placed, event: Event) -> bool:
        return event.seat == me.controller and questing(state, me.id) is not None

    return Trigger("token", TURN_BEGINS, gain, when=worked_on, quiet=True)


def for_tokens(asker: Asker, number: str = "needed") -> Iterable[When]:
    """The sacrifice of the unit on this quest is a cost that is paid once the quest has its tokens: they are looked at
    before ("whi.quest.sacrifice-cost", "whi.quest.unit-leaves"). number: what its text calls how many.
    """
    quest = there(asker.state, asker.card)
    needed = quest.printed.values[number]
    yield When(quest.printed.rule, quest.tokens >= needed, f"it has {quest.tokens} tokens and needs {needed}")
    yield When("whi.quest.sacrifice-cost", questing(asker.state, quest.id) is not None, "no unit is on it")


# Hands, decks and resources.


def draw(effect: Effect, seat: int, cards: int) -> Script[None]:
    """One after the other; the last card of the deck loses the game ("whi.deckout.immediate")."""
    for _ in range(cards):
        draw_card(effect.play, seat, effect.rule)
        yield from following.checks(effect.play)


def discard_hand(effect: Effect, seat: int) -> None:
    """The whole hand, if there is any."""
    hand = counts(card.kind for card in effect.state.players[seat].hand)
    if hand:
        effect.emit(pb.HandDiscarded(seat=seat, cards=listed(hand)), all_see(effect.state))
    else:
        fizzle(effect, seat=seat)


def discard_from_deck(effect: Effect, seat: int, cards: int) -> Script[None]:
    """The top cards of a deck are discarded, one after the other; the last of them loses the game
    ("whi.deckout.immediate").
    """
    if not cards:
        fizzle(effect)
    for _ in range(cards):
        everyone = all_see(effect.state)
        kind = top_kind(effect.play, seat, everyone)
        if kind is None:
            break
        effect.emit(pb.DeckCardDiscarded(seat=seat, kind=kind), everyone)
        yield from following.checks(effect.play)


def develop_from_deck(effect: Effect, seat: int, zone: int, cards: int) -> Script[None]:
    """The top cards of a deck become facedown developments ("whi.development.from-deck")."""
    for _ in range(cards):
        audience = owner_sees(seat)
        kind = top_kind(effect.play, seat, audience)
        if kind is None:
            break
        card = effect.play.mint(audience)
        fact = pb.DevelopmentPlaced(seat=seat, zone=pb.Zone.ValueType(zone), card=card, kind=kind, from_deck=True)
        effect.emit(fact, audience)
        yield from following.after(effect.play)


def develop_here(effect: Effect) -> Script[None]:
    """The top cards of its controller's deck become developments in the zone that the card is in."""
    yield from develop_from_deck(effect, effect.seat, zone_of(effect.place), effect.value("cards"))


def gain_resources(effect: Effect, seat: int, resources: int) -> None:
    """So many from the pool, where it is any."""
    if resources:
        effect.emit(pb.ResourcesGained(seat=seat, resources=resources), all_see(effect.state))
    else:
        fizzle(effect)


def here(effect: Effect, seat: int) -> tuple[Placed, ...]:
    """The units in the player's zone of the same name as the card's ("whi.zone.corresponding-opponent",
    "whi.forced.last-zone").

    The rulebook's example: "whi.example.corresponding-engineers".
    """
    return tuple(units_at(effect.state, place(seat, zone_of(effect.place))))


def own_units(effect: Effect) -> tuple[Placed, ...]:
    """The units that the player of the text controls."""
    return tuple(units(effect.state, effect.seat))
