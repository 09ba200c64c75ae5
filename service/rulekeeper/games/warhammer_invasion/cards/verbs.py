"""The words that card texts are written with: what may be a target, what is done, who chooses. Verbs that ask or that
something can follow from are scripts (`yield from deal(...)`); see `effects` and `damage` for those below them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion import damage as damages
from rulekeeper.games.warhammer_invasion import effects, following
from rulekeeper.games.warhammer_invasion.actions import can_move, destinations, elsewhere, zone_called
from rulekeeper.games.warhammer_invasion.block import TURN_BEGINS, Asker, Effect, Event, Target, Trigger
from rulekeeper.games.warhammer_invasion.catalogue import shown
from rulekeeper.games.warhammer_invasion.combat import attacked
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.numbers import can_be_corrupted
from rulekeeper.games.warhammer_invasion.piles import draw_card, listed, top_kind
from rulekeeper.games.warhammer_invasion.pricing import means, pay, paying, surcharge, surcharge_parts
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    DESTROYED,
    EVERY_ZONE,
    SEATS,
    Pending,
    Placed,
    Points,
    State,
    active_first,
    all_see,
    attacks,
    developments,
    in_combat,
    in_play,
    is_place,
    is_support,
    is_unit,
    opponent,
    owner_sees,
    place,
    place_called,
    places,
    questing,
    seat_of,
    section,
    there,
    units,
    units_at,
    zone_of,
)
from rulekeeper.games.warhammer_invasion.targets import called, candidates, one_of
from rulekeeper.kernel import Check, Offer, OneOf, Script, When, ask, counts
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# What may be a target.


def a_unit(words: str = "a unit", when: Callable[[Asker, Placed], bool] | None = None, **more: Any) -> Target:
    """Any unit in play, of either player, for which the condition holds."""
    return Target(words, lambda asker, card: is_unit(card) and (when is None or when(asker, card)), **more)


def a_support(words: str = "a support", when: Callable[[Asker, Placed], bool] | None = None, **more: Any) -> Target:
    """Any support in play, attachments among them ("whi.attach.is-support")."""
    return Target(words, lambda asker, card: is_support(card) and (when is None or when(asker, card)), **more)


UNIT = a_unit()
SUPPORT = a_support()
ANOTHER_UNIT = a_unit("another unit", lambda asker, card: card.id != asker.card)
ATTACKER = a_unit("an attacking unit", lambda asker, card: attacks(asker.state, card.id))
UNIT_IN_COMBAT = a_unit("a unit in combat", lambda asker, card: in_combat(asker.state, card.id))
UNIT_IN_BATTLEFIELD = a_unit("a unit in a battlefield", lambda asker, card: card.zone == BATTLEFIELD)
UNIT_OR_SECTION = a_unit("a unit or a section that does not burn", sections=True)
DAMAGED_UNIT = a_unit("a damaged unit", lambda asker, card: bool(card.damage), rule="whi.effects.heal")
CORRESPONDING_UNIT = a_unit(
    "a unit in a zone of the same name",
    lambda asker, card: card.zone == zone_of(asker.place),
    rule="whi.zone.corresponding-each",
)
DEVELOPMENT = Target("a development", developments=True)


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


def nobody(target: Target) -> Callable[[State, Pending], bool]:
    """A triggered text has no such target, and will have none: no other that triggers with it brings any."""

    def moot(state: State, one: Pending) -> bool:
        source = in_play(state, one.card)
        where = source.place if source is not None else one.place
        return not candidates(Asker(state, one.seat, one.card, where), target)

    return moot


# Choosing.


def choose_target(effect: Effect, target: Target, may: bool = False) -> Script[int]:
    """The target of a text that triggered ("whi.forced.target"): 0 where there is none, or where the player lets it go:
    as the text allows, or since there are only such as have to be paid for ("whi.cost.extra-for-target").
    """
    found = candidates(effect.asker, target)
    owed = [one for one in found if surcharge(effect.state, effect.seat, (one,))]
    payable = [one for one in owed if surcharge(effect.state, effect.seat, (one,)) <= means(effect.state, effect.seat)]
    free = [one for one in found if one not in owed]
    if not free and not payable:
        spared = owed[0] if len(owed) == 1 else 0
        cited = "whi.cost.extra-for-target" if owed else "whi.forced.target"
        fizzle(effect, cited, spared=spared, passed_over=pb.ChooseTarget)
        return 0
    if len(free) == 1 and not payable and not may:
        return free[0]
    menu = functools.partial(_target_menu, effect.card, effect.place, target, may)
    command = yield from ask(effect.seat, menu)
    if isinstance(command, pb.Decline):
        fizzle(effect, "" if may else "whi.cost.extra-for-target")
        return 0
    due = surcharge_parts(effect.state, effect.seat, (command.target,))
    pay(effect.play, effect.seat, due, command.damage, "whi.cost.extra-for-target")
    chosen: int = command.target
    return chosen


def _target_menu(card: int, where: int, target: Target, may: bool, state: State, seat: int) -> Iterable[Any]:
    asker = Asker(state, seat, card, where)
    payment, fits = paying(state, seat, lambda command: surcharge_parts(state, seat, (command.target,)))
    yield Offer(
        pb.ChooseTarget,
        target=one_of(asker, target),
        across=fits,
        **payment,
    )
    if may or all(surcharge(state, seat, (one,)) for one in candidates(asker, target)):
        yield Offer(pb.Decline)


Checks = Callable[[State], tuple[Check, ...]]
"""(state) -> what candidates must pass, by their ids."""


def unchecked(state: State) -> tuple[Check, ...]:
    """Nothing."""
    return ()


def can_become_corrupted(state: State) -> tuple[Check, ...]:
    """A unit that is corrupted cannot become so, nor one that a card protects."""
    return (
        Check(
            "whi.corrupt.twice",
            lambda one: not there(state, one).corrupted,
            lambda one: f"{called(state, one)} is corrupted already",
        ),
        Check(
            "whi.cannot.absolute",
            lambda one: can_be_corrupted(state, there(state, one)),
            lambda one: f"{called(state, one)} cannot become corrupted",
        ),
    )


def choose_unit(
    effect: Effect, seat: int, found: Sequence[Placed], checks: Checks = unchecked
) -> Script[Placed | None]:
    """A player chooses one of these units, which are no targets, of such as pass the checks; None where there is
    none.
    """
    able = [unit for unit in found if all(check.holds(unit.id) for check in checks(effect.state))]
    if not able:
        fizzle(effect, seat=seat)
        return None
    if len(able) == 1:
        return able[0]
    menu = functools.partial(_unit_menu, tuple(card.id for card in found), effect.rule, checks)
    command = yield from ask(seat, menu)
    return there(effect.state, command.unit)


def _unit_menu(found: tuple[int, ...], cited: str, checks: Checks, state: State, seat: int) -> Iterable[Any]:
    left = tuple(one for one in found if in_play(state, one) is not None)
    otherwise = (cited, "{value} cannot be chosen")
    unit = OneOf(left, *checks(state), label=lambda one: called(state, one), otherwise=otherwise)
    yield Offer(pb.ChooseUnit, unit=unit)


Options = Callable[[State, int], OneOf]
"""(state, seat) -> things by name of which a player does one, with what stands against each that cannot be carried out
in full ("whi.effects.or").
"""


def choose_place(effect: Effect, seat: int, found: Sequence[int], instead_of: Options | None = None) -> Script[int]:
    """A player chooses one of these zones, or of these sections, by place; 0 where there is none.

    instead_of: what was chosen before. Those of these things that could not be are told with their reasons.
    """
    if len(found) < 2:
        return found[0] if found else 0
    command = yield from ask(seat, functools.partial(_place_menu, tuple(found), effect.rule, instead_of))
    chosen: int = command.place
    return chosen


def _place_menu(
    found: tuple[int, ...], cited: str, instead_of: Options | None, state: State, seat: int
) -> Iterable[Any]:
    def otherwise(where: int) -> tuple[str, str]:
        if where in places(*SEATS) and section(state, where).burning:
            return "whi.burn.still-works", f"{place_called(where)} burns, and takes no damage any more"
        return cited, f"{place_called(where) if where in places(*SEATS) else where} cannot be chosen"

    yield Offer(pb.ChoosePlace, place=OneOf(found, label=place_called, otherwise=otherwise))
    if instead_of is not None:
        options = instead_of(state, seat)
        impossible = [one for one in options.candidates if not options.holds(one)]
        if impossible:
            yield Offer(pb.ChooseOption, option=OneOf(impossible, *options.checks, otherwise=options.otherwise))


NOT_AN_OPTION = ("whi.effects.or", "{value} is not to be chosen")
"""What stands against what is none of the options."""


def choose_option(effect: Effect, seat: int, options: Options) -> Script[str]:
    """A player chooses one of these things, by name; of one that is left nobody is asked."""
    able = [*options(effect.state, seat).legal()]
    if len(able) == 1:
        return str(able[0])
    command = yield from ask(seat, functools.partial(_option_menu, options))
    chosen: str = command.option
    return chosen


def _option_menu(options: Options, state: State, seat: int) -> Iterable[Any]:
    yield Offer(pb.ChooseOption, option=options(state, seat))


def choose_development(effect: Effect, seat: int) -> Script[int]:
    """A player chooses one of the own developments: its id, 0 where there is none."""
    found = [card for where in places(seat) for card in section(effect.state, where).developments]
    if len(found) < 2:
        return found[0].id if found else 0
    command = yield from ask(seat, _development_menu)
    chosen: int = command.development
    return chosen


def _development_menu(state: State, seat: int) -> Iterable[Any]:
    named = {
        card.id: f"{shown(card.kind)} in {place_called(where)}"
        for where in places(seat)
        for card in section(state, where).developments
    }
    otherwise = ("whi.effects.or", "{value} is no development of yours")
    yield Offer(pb.ChooseDevelopment, development=OneOf(tuple(named), label=named.__getitem__, otherwise=otherwise))


def fizzle(
    effect: Effect,
    cited: str = "",
    *,
    spared: int = 0,
    missing: int = 0,
    passed_over: type[Message] | None = None,
    seat: int | None = None,
) -> None:
    """The text, or what is left of it, came to nothing: see `EffectFizzled`. cited: the rule that says why, where it is
    not the card's text. seat: whose choice it was, where it was not that of the text's player.
    """
    nothing(
        effect.play,
        effect.seat if seat is None else seat,
        cited or effect.rule,
        kind=effect.printed.id,
        card=effect.card if effect.me is not None else 0,
        spared=spared,
        missing=missing,
        passed_over=passed_over,
    )


def openly(effect: Effect, seat: int, option: str = "", targets: Iterable[int] = (), development: int = 0) -> None:
    """What a player has chosen of a text for each player; the next one knows it ("whi.effects.each-player")."""
    fact = pb.ChoiceMade(
        seat=seat, kind=effect.printed.id, option=option, targets=tuple(targets), development=development
    )
    effect.emit(fact, owner_sees(seat), rule="whi.effects.each-player")


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
        zone=OneOf(EVERY_ZONE, label=zone_called),
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
