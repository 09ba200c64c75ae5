"""Damage: assigned, redirected, cancelled, applied (rulebook p.13, p.17). All of it takes this road; damage that is
moved from card to card, or that a card has on it as it enters, is not dealt and does not.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from rulekeeper.games.warhammer_invasion.block import DEALS, DEALT, Asker, Event, Redirect, having
from rulekeeper.games.warhammer_invasion.catalogue import BY_RULE, CARDS
from rulekeeper.games.warhammer_invasion.following import after, happened
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.numbers import hit_points, remaining, toughness
from rulekeeper.games.warhammer_invasion.pricing import means, pay, paying, surcharge, surcharge_parts
from rulekeeper.games.warhammer_invasion.state import (
    Placed,
    Points,
    State,
    active_first,
    alike,
    controlled,
    in_play,
    is_place,
    place_called,
    places,
    section,
    there,
    units,
    used,
    works,
)
from rulekeeper.games.warhammer_invasion.targets import called, candidates, one_of
from rulekeeper.kernel import Multiset, Number, Offer, OneOf, Play, Script, ask, rule, thing_id
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

REDIRECT, CANCEL = "redirect", "cancel"
"""What is done first with damage that could be redirected and cancelled ("whi.damage.cancel-order")."""


def as_message(hit: Points) -> pb.Points:
    return pb.Points(target=hit.target, seat=hit.seat, cancellable=hit.cancellable, uncancellable=hit.uncancellable)


def can_be_damaged(state: State, target: int) -> bool:
    """A unit in play, or a section that does not burn ("whi.combat.assign.burning"): of a burning zone only this is out
    ("whi.burn.still-works").
    """
    return not section(state, target).burning if is_place(target) else in_play(state, target) is not None


# Dealing.


def deal(
    play: Play[State], hits: Iterable[Points], cited: str, combat: bool = False, dealers: Sequence[Placed] = ()
) -> Script[None]:
    """Damage of an effect: assigned and at once applied ("whi.damage.non-combat", "whi.damage.non-combat.no-window").

    combat: it is combat damage all the same, which these units deal: Counterstrike's.
    """
    meant = [hit for hit in hits if hit.total and can_be_damaged(play.state, hit.target)]
    if meant:
        play.emit(pb.DamageAssigned(points=[as_message(hit) for hit in meant], combat=combat), rule=cited)
        applying = applied_as_assigned if combat else applied_outside
        yield from applying.run(tuple(unit.id for unit in dealers))
        yield from after(play)


@rule("whi.combat.apply.cancel-now")
def applied(play: Play[State], dealers: tuple[int, ...]) -> Script[None]:
    """What is assigned in combat is applied, all at the same time ("whi.combat.apply")."""
    yield from _applied(play, dealers, "whi.combat.apply")


@rule("whi.damage.non-combat")
def applied_outside(play: Play[State], dealers: tuple[int, ...]) -> Script[None]:
    """What an effect deals is applied as in combat."""
    yield from _applied(play, dealers, "whi.damage.non-combat")


@rule("whi.damage.counterstrike-exception")
def applied_as_assigned(play: Play[State], dealers: tuple[int, ...]) -> Script[None]:
    """What Counterstrike deals is applied as it is assigned."""
    yield from _applied(play, dealers, "whi.damage.counterstrike-exception")


def _applied(play: Play[State], dealers: tuple[int, ...], cited: str) -> Script[None]:
    """First all redirects, the active player's first, until no card has a point to redirect any more; then what is put
    together for each target is cancelled, then what is left is applied. The caller looks at the standing checks.
    """
    done: tuple[int, ...] = ()
    while cards := _redirecting(play.state, done):
        card = yield from _first(play, cards, _entangled(play.state, cards))
        yield from redirect.run(card.id)
        done = (*done, card.id)
    yield from _cancel(play)
    hits, combat = play.state.hits, play.state.hits_combat
    play.emit(pb.DamageApplied(points=[as_message(hit) for hit in hits], combat=combat), rule=cited)
    happened(play, _events(play.state, hits, combat, dealers))


def _events(state: State, hits: Sequence[Points], combat: bool, dealers: Sequence[int]) -> list[Event]:
    """Units that were dealt damage ("whi.damage.dealt"), and units whose side's damage was applied
    ("whi.damage.dealt-in-combat").
    """
    events = []
    for target in dict.fromkeys(hit.target for hit in hits):
        if not is_place(target):
            total = sum(hit.total for hit in hits if hit.target == target)
            events.append(Event(DEALT, card=there(state, target), points=total, combat=combat))
    for dealer in dealers:
        unit = in_play(state, dealer)
        if unit is not None and any(hit.seat == unit.controller for hit in hits):
            events.append(Event(DEALS, card=unit))
    return events


def _first(play: Play[State], cards: Sequence[Placed], matters: bool) -> Script[Placed]:
    """Which of a player's cards comes first of those that redirect or cancel at the same moment: as that player likes,
    where it may mean something ("whi.forced.order").
    """
    if not matters:
        return cards[0]
    command = yield from ask(cards[0].controller, functools.partial(_first_menu, tuple(card.id for card in cards)))
    return there(play.state, command.effect)


def _first_menu(cards: tuple[int, ...], state: State, seat: int) -> Iterable[Offer[pb.ChooseNext]]:
    left = tuple(card for card in cards if in_play(state, card) is not None)
    otherwise = ("whi.forced.order", "{value} is none of your cards that come next")
    cards_themselves = functools.partial(thing_id, "thing")
    effect = OneOf(left, label=lambda one: called(state, one), otherwise=otherwise, ref=cards_themselves)
    yield Offer(pb.ChooseNext, effect=effect)


# Redirecting.


def _redirecting(state: State, done: tuple[int, ...]) -> list[Placed]:
    """The cards of one player that redirect a point of what is assigned next: each does so once
    ("whi.damage.redirect").
    """
    redirects = having("redirect")
    for seat in active_first(state):
        cards = [card for card in controlled(state, seat) if card.kind in redirects and _unused(state, card, done)]
        cards = [card for card in cards if redirects[card.kind].when(state, card) and _hit(state, card)]
        if cards:
            return cards
    return []


def _unused(state: State, card: Placed, done: tuple[int, ...]) -> bool:
    return works(card) and card.id not in done and not used(state, card.id)


def _entangled(state: State, cards: Sequence[Placed]) -> bool:
    """Could one of them take a point that another, which is not just like it, would redirect, or send it one?"""
    redirects = having("redirect")
    return any(
        redirects[other.kind].covers(state, other, target)
        for one, other in itertools.permutations(cards, 2)
        if not alike(state, one.id, other.id)
        for hit in _hit(state, one)
        for target in (hit, *_elsewhere(state, one, hit))
    )


def _hit(state: State, card: Placed) -> tuple[int, ...]:
    """The targets of what is assigned from which the card redirects a point."""
    redirect: Redirect = having("redirect")[card.kind]
    return tuple(target for target in _targets(state) if redirect.covers(state, card, target))


@rule("whi.damage.redirect")
def redirect(play: Play[State], by: int) -> Script[None]:
    """The first point of the turn. Where cancelling could take all that would be dealt, its player says what comes
    first, if there is anywhere else for the point; a target that has to be paid for may be left, and the point stays
    then ("whi.cost.extra-for-target").
    """
    card = there(play.state, by)
    seat, hit = card.controller, _hit(play.state, card)
    if not _left_after_cancelling(play.state, hit):
        others = {other for target in hit for other in _elsewhere(play.state, card, target)}
        if not any(_affordable(play.state, seat, other) for other in others):
            nothing(play, seat, CARDS[card.kind].rule, kind=card.kind, card=card.id, passed_over=pb.RedirectPoint)
            return
        if (yield from redirect_or_cancel.run(seat)) == CANCEL:
            nothing(play, seat, "whi.damage.cancel-order", kind=card.kind, card=card.id)
            return
    target = hit[0]
    if len(hit) > 1:
        command = yield from ask(seat, functools.partial(_which_menu, hit))
        target = command.place
    told = None
    if any(_affordable(play.state, seat, one) for one in _elsewhere(play.state, card, target)):
        told = yield from ask(seat, functools.partial(_point_menu, card.id, target))
    if told is None or isinstance(told, pb.Decline):
        play.emit(pb.PointStayed(card=card.id), rule=CARDS[card.kind].rule)
        return
    pay(play, seat, surcharge_parts(play.state, seat, (told.target,)), told.damage, "whi.cost.extra-for-target")
    kind = told.uncancellable if told.HasField("uncancellable") else _only_uncancellable(play.state, target)
    play.emit(redirected(target, told.target, card.id, kind), rule=CARDS[card.kind].rule)


def redirected(source: int, target: int, by: int, uncancellable: bool, step: bool = False) -> pb.DamageRedirected:
    """The fact: its first field is a word that Python keeps for itself."""
    fact = pb.DamageRedirected(to=target, by=by, uncancellable=uncancellable, step=step)
    setattr(fact, "from", source)
    return fact


def _targets(state: State) -> tuple[int, ...]:
    return tuple(dict.fromkeys(hit.target for hit in state.hits))


def _elsewhere(state: State, card: Placed, target: int) -> tuple[int, ...]:
    """Where the card may redirect a point to: to another target than the one that is hit."""
    asker = Asker(state, card.controller, card.id, card.place)
    return tuple(one for one in candidates(asker, having("redirect")[card.kind].to) if one != target)


def _affordable(state: State, seat: int, target: int) -> bool:
    return surcharge(state, seat, (target,)) <= means(state, seat)


def _only_uncancellable(state: State, target: int) -> bool:
    return not any(hit.cancellable for hit in state.hits if hit.target == target)


@rule("whi.damage.cancel-order")
def redirect_or_cancel(play: Play[State], seat: int) -> Script[str]:
    """The player says what comes first of what could both happen to the same points."""
    command = yield from ask(seat, _order_menu)
    return command.option


def _which_menu(hit: tuple[int, ...], state: State, seat: int) -> Iterable[Offer[pb.ChoosePlace]]:
    yield Offer(pb.ChoosePlace, place=OneOf(hit, label=place_called))


def _order_menu(state: State, seat: int) -> Iterable[Offer[pb.ChooseOption]]:
    yield Offer(pb.ChooseOption, option=OneOf((REDIRECT, CANCEL), otherwise=("whi.damage.cancel-order", "{value}?")))


def _point_menu(card: int, target: int, state: State, seat: int) -> Iterable[Any]:
    """Another than the one hit; which kind of point, where points of both kinds lie there."""
    placed = there(state, card)
    asker, to = Asker(state, seat, card, placed.place), having("redirect")[placed.kind].to
    fields, across = paying(state, seat, lambda command: surcharge_parts(state, seat, (command.target,)))
    both = any(hit.cancellable for hit in state.hits if hit.target == target) and any(
        hit.uncancellable for hit in state.hits if hit.target == target
    )
    if both:
        fields = {"uncancellable": OneOf((False, True)), **fields}
    yield Offer(
        pb.RedirectPoint,
        target=one_of(asker, to, but=target),
        across=across,
        **fields,
    )
    if all(surcharge(state, seat, (one,)) for one in _elsewhere(state, placed, target)):
        yield Offer(pb.Decline)


# Cancelling.


def _cancel(play: Play[State]) -> Script[None]:
    """Cancelling looks at all that is assigned to a target as one batch ("whi.kw.toughness"), and never at what is
    uncancellable ("whi.kw.toughness.uncancellable", "whi.kw.toughness.mixed").
    """
    canceller = cancels_all(play.state)
    if canceller:
        for target in _targets(play.state):
            _cancelled(play, target, _cancellable(play.state, target), 0, CARDS[canceller].rule)
    for target in _targets(play.state):
        if not is_place(target):
            unit = there(play.state, target)
            tough = toughness(play.state, unit)
            off = min(tough, _cancellable(play.state, target))
            if tough and not off and target in _targets(play.state):
                cited = "whi.kw.toughness.uncancellable"
                nothing(play, unit.controller, cited, kind=unit.kind, card=unit.id)
            _cancelled(play, target, off, unit.id, "whi.kw.toughness")
    done: tuple[int, ...] = ()
    while cards := _cancelling(play.state, done):
        card = yield from _first(play, cards, _scarce(play.state, cards))
        yield from _first_points(play, card)
        done = (*done, card.id)


def cancels_all(state: State) -> str:
    """The kind of card whose effect, waiting for this moment, cancels all damage that can be cancelled; "" for none."""
    cancelling = having("cancels_all")
    kinds = (one.kind for one in state.waiting if one.kind in cancelling and cancelling[one.kind](state, one))
    return next(kinds, "")


def _cancelling(state: State, done: tuple[int, ...]) -> list[Placed]:
    """The cards of one player that cancel the first damage of the turn next."""
    cancels = having("cancels")
    for seat in active_first(state):
        cards = [card for card in controlled(state, seat) if card.kind in cancels and _unused(state, card, done)]
        cards = [card for card in cards if _can_cancel(state, card)]
        if cards:
            return cards
    return []


def _can_cancel(state: State, card: Placed) -> list[int]:
    """Of what is assigned to which targets the card cancels points."""
    cancels = having("cancels")[card.kind]
    return [one for one in _targets(state) if cancels(state, card, one) and _cancellable(state, one)]


def _scarce(state: State, cards: Sequence[Placed]) -> bool:
    """Are there too few points for all of these cards, which are not all alike: may one be left that is not used?"""
    cancels = having("cancels")
    return not all(alike(state, cards[0].id, card.id) for card in cards) and any(
        sum(cancels[card.kind](state, card, one) for card in cards) > _cancellable(state, one) > 0
        for one in _targets(state)
    )


def _first_points(play: Play[State], card: Placed) -> Script[None]:
    """A card that cancels the first damage of the turn does so; where several could be meant, its controller says
    which.
    """
    cancels, hit = having("cancels")[card.kind], _can_cancel(play.state, card)
    target = hit[0]
    if len(hit) > 1:
        command = yield from ask(card.controller, functools.partial(_which_menu, tuple(hit)))
        target = command.place
    off = min(cancels(play.state, card, target), _cancellable(play.state, target))
    _cancelled(play, target, off, card.id, CARDS[card.kind].rule, once=True)


def _cancelled(play: Play[State], target: int, points: int, by: int, cited: str, once: bool = False) -> None:
    if points:
        play.emit(pb.DamageCancelled(target=target, damage=points, by=by, once=once), rule=cited)


def _cancellable(state: State, target: int) -> int:
    return sum(hit.cancellable for hit in state.hits if hit.target == target)


def _left_after_cancelling(state: State, targets: Sequence[int]) -> int:
    """What would be dealt to these targets if everything that cancels did so before any redirect."""
    certain = sum(hit.uncancellable for hit in state.hits if hit.target in targets)
    if cancels_all(state):
        return certain
    left = {}
    for one in targets:
        off = 0 if is_place(one) else toughness(state, there(state, one))
        left[one] = max(_cancellable(state, one) - off, 0)
    for card in state.cards:
        cancels = having("cancels").get(card.kind)
        if cancels is not None and works(card) and not used(state, card.id):
            most, one = max((min(cancels(state, card, one), left[one]), one) for one in targets)
            left[one] -= most
    return certain + sum(left.values())


# Indirect damage.


@rule("whi.damage.indirect")
def indirect(play: Play[State], dealer: int, amounts: tuple[int, int], cited: str) -> Script[None]:
    """So many points to each seat, which that player spreads; the active player first and openly
    ("whi.effects.each-player"), and all applied together.

    cited: the rule of the card whose text deals them.
    """
    kind = BY_RULE[cited].id
    hits: list[Points] = []
    for seat in active_first(play.state):
        limits = room(play.state, seat)
        total = min(amounts[seat], sum(limits.values()))
        if total < amounts[seat]:
            passed_over = None if total else pb.SpreadDamage
            missing = amounts[seat] - total
            nothing(play, seat, "whi.damage.indirect", kind=kind, missing=missing, passed_over=passed_over)
        if not total:
            continue
        chosen: tuple[int, ...] = (next(iter(limits)),) * total
        if len(limits) > 1:
            command = yield from ask(seat, functools.partial(spread_menu, amounts[seat]))
            chosen = tuple(command.points)
        play.emit(pb.ChoiceMade(seat=seat, kind=kind, targets=chosen), rule="whi.effects.each-player")
        hits += [Points(target, dealer, cancellable=chosen.count(target)) for target in dict.fromkeys(chosen)]
    yield from deal(play, hits, cited)


def room(state: State, seat: int) -> dict[int, int]:
    """How much indirect damage each of the player's units and sections can take: what destroys or burns it, Toughness
    counted in.
    """
    found = {}
    for unit in units(state, seat):
        found[unit.id] = max(hit_points(state, unit) - unit.damage, 0) + toughness(state, unit)
    for where in places(seat):
        if not section(state, where).burning:
            found[where] = remaining(state, where)
    return {target: most for target, most in found.items() if most}


def spread_menu(amount: int, state: State, seat: int) -> Iterable[Offer[pb.SpreadDamage]]:
    limits = room(state, seat)
    total = min(amount, sum(limits.values()))
    yield Offer(
        pb.SpreadDamage,
        points=Multiset(
            limits,
            least=total,
            most=total,
            label=lambda one: called(state, one),
            otherwise=("whi.damage.indirect", "{value} is none of your units and sections that can take damage"),
        ),
    )


# Damage that is not dealt.


def damage_on(state: State, target: int) -> int:
    """How much damage is on a unit or a section."""
    return section(state, target).damage if is_place(target) else there(state, target).damage


def heal(play: Play[State], target: int, damage: int, cited: str) -> Script[None]:
    """Takes so much damage away: no more than is there ("whi.effects.heal")."""
    play.emit(pb.DamageHealed(target=target, damage=damage), rule=cited)
    yield from after(play)


def movable(state: State, giver: Placed, receiver: Placed) -> int:
    """How much damage can move: no more than destroys the receiver ("whi.kw.toughness.moved")."""
    return min(giver.damage, max(hit_points(state, receiver) - receiver.damage, 0))


def move_damage(play: Play[State], giver: Placed, receiver: Placed, damage: int, cited: str) -> Script[None]:
    """Moves so much damage: see `movable`."""
    play.emit(pb.DamageMoved(to=receiver.id, damage=damage, **{"from": giver.id}), rule=cited)
    yield from after(play)


def amount_menu(most: int, state: State, seat: int) -> Iterable[Offer[pb.ChooseNumber]]:
    """Any amount up to so much."""
    yield Offer(pb.ChooseNumber, number=Number(0, most))
