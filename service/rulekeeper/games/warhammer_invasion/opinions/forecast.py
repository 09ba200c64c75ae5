"""How an attack comes out, as far as the table shows: for the sensible player (see `player`).

Outcomes are worth to the attacker: what the other side loses less what the own side does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.sight import HIT_POINT, Sight
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, place, seat_of
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

FEW = 4
"""Up to so many units that may defend, every choice among them is looked at."""

BOLD = 2
"""What an attacker loses counts for so much less: games are won by attacking."""

Changes = Mapping[int, int]
"""More power, or less, by unit."""

NONE: Mapping[int, int] = {}


class Fighter(NamedTuple):
    """A unit as it counts in a fight: what it deals, what it can take, and what it is worth."""

    id: int
    deals: int
    left: int
    toughness: int
    counterstrike: int
    worth: int


class Outcome(NamedTuple):
    """What an attack is worth to the attacker, and who defends."""

    worth: int
    defenders: tuple[int, ...] = ()


# Who fights.


def fighter(sight: Sight, card: pb.InPlay, where: int, changes: Changes = NONE) -> Fighter:
    """A unit in an attack on a zone, with what it will have once it is declared."""
    attacks = card.controller != seat_of(where)
    combat = sight.view.combat
    declared = combat.attackers if attacks else combat.defenders
    deals, left = card.power, card.hit_points - card.damage
    if card.id not in declared:
        totems = sight.working("totem-of-gork", card.controller, card.place)
        deals += sum(CARDS[totem.kind].values["power"] for totem in totems)
        guns = [on for on in sight.view.cards if on.host == card.id and on.kind == "organ-gun"]
        deals += 0 if attacks else sum(CARDS[gun.kind].values["power"] for gun in guns)
        runes = sight.working("rune-of-fortitude", seat_of(where), where) if attacks else ()
        deals -= sum(CARDS[rune.kind].values["less"] for rune in runes)
    deals = max(deals + changes.get(card.id, 0), 0)
    gors = CARDS["savage-gors"]
    if (
        card.kind == gors.id
        and attacks
        and sight.developments(BATTLEFIELD, card.controller) >= gors.values["developments"]
    ):
        deals += gors.values["damage"]
    return Fighter(card.id, deals, max(left, 1), card.toughness, card.counterstrike, sight.worth(card))


def able(sight: Sight, where: int) -> list[pb.InPlay]:
    """The units in a zone that may be declared."""
    return [unit for unit in sight.units_at(where) if not unit.corrupted and not unit.held]


def armed(
    sight: Sight, cards: Iterable[pb.InPlay], where: int, changes: Changes = NONE, without: Sequence[int] = ()
) -> list[Fighter]:
    return [fighter(sight, card, where, changes) for card in cards if card.id not in without]


# What comes of it.


def felled(points: int, prey: Sequence[Fighter]) -> int:
    """The most that so many points of damage can destroy, and a little for what is left of them."""
    best = [0] * (points + 1)
    for one in prey:
        cost = one.left + one.toughness
        for have in range(points, cost - 1, -1):
            best[have] = max(best[have], best[have - cost] + one.worth)
    if best[points] or not prey:
        return best[points]
    most = max(min(points - one.toughness, one.left - 1) for one in prey)
    return max(most, 0) * HIT_POINT * 3 // 5


def clash(sight: Sight, where: int, attackers: Sequence[Fighter], defenders: Sequence[Fighter]) -> int:
    """The attackers destroy what they like, or go for the section once every defender has its minimum; the defenders
    strike back.
    """
    standing = list(attackers)
    lost = 0
    for defender in defenders:
        if defender.counterstrike and standing:
            hit = max(standing, key=lambda one: (one.left <= defender.counterstrike, one.worth))
            standing.remove(hit)
            if hit.left <= defender.counterstrike:
                lost += hit.worth
            else:
                standing.append(hit._replace(left=hit.left - defender.counterstrike))
                lost += HIT_POINT * defender.counterstrike // 2
    hits, back = sum(one.deals for one in standing), sum(one.deals for one in defenders)
    gain = felled(hits, defenders)
    surplus = hits - sum(one.left for one in defenders)
    if surplus >= 0:
        soft = sum(one.worth for one in defenders if not one.toughness)
        gain = max(gain, soft + sight.singed(where, surplus))
        surplus -= sum(one.toughness for one in defenders)
        if surplus >= 0:
            gain = max(gain, sum(one.worth for one in defenders) + sight.singed(where, surplus))
    return gain - (lost + felled(back, standing)) // BOLD


def blocked(sight: Sight, where: int, attackers: Sequence[Fighter], may: Sequence[Fighter]) -> Outcome:
    """As the defending side likes it best."""
    return min(
        (Outcome(clash(sight, where, attackers, chosen), tuple(one.id for one in chosen)) for chosen in choices(may)),
        key=lambda outcome: (outcome.worth, len(outcome.defenders)),
    )


def choices(may: Sequence[Fighter]) -> Iterable[tuple[Fighter, ...]]:
    """Which of them defend: every choice among a few, and of many the toughest and the cheapest."""
    if len(may) <= FEW:
        for count in range(len(may) + 1):
            yield from combinations(may, count)
        return
    yield ()
    for one in may:
        yield (one,)
    for order in (
        sorted(may, key=lambda one: -one.left - one.toughness),
        sorted(may, key=lambda one: one.worth),
        sorted(may, key=lambda one: -one.deals),
    ):
        for count in range(2, len(order) + 1):
            yield tuple(order[:count])


# Attacks that may come.


def attack(
    sight: Sight,
    where: int,
    changes: Changes = NONE,
    without: Sequence[int] = (),
    more: Sequence[Fighter] = (),
    guards: Sequence[Fighter] = (),
) -> Outcome:
    """An attack on a zone with everybody who may attack it. more, guards: further attackers, and defenders."""
    strikers = able(sight, place(1 - seat_of(where), BATTLEFIELD))
    attackers = [*armed(sight, strikers, where, changes, without), *more]
    if not attackers:
        return Outcome(0)
    return blocked(sight, where, attackers, [*armed(sight, able(sight, where), where, changes, without), *guards])


def sortie(sight: Sight, where: int) -> tuple[int, tuple[int, ...]]:
    """The best attack on a zone, and who attacks: everybody, less those who are better left at home."""
    strikers = armed(sight, able(sight, place(1 - seat_of(where), BATTLEFIELD)), where)
    may = armed(sight, able(sight, where), where)
    strikers = [one for one in strikers if one.deals] or strikers
    best = blocked(sight, where, strikers, may).worth if strikers else 0
    for one in sorted(strikers, key=lambda one: (one.deals, -one.worth)):
        fewer = [other for other in strikers if other.id != one.id]
        if fewer:
            worth = blocked(sight, where, fewer, may).worth
            if worth > best:
                strikers, best = fewer, worth
    return best, tuple(one.id for one in strikers)


def chance(sight: Sight, seat: int, more: Sequence[Fighter] = ()) -> int:
    """The best attack that the seat can make on the other one as things stand, or 0."""
    return max(0, *(attack(sight, where, more=more).worth for where in sight.places(1 - seat, standing=False)))


# The attack that is under way.


def under_way(
    sight: Sight, changes: Changes = NONE, without: Sequence[int] = (), where: int = 0, joined: Sequence[int] = ()
) -> int:
    """What comes of it for the attacker, from what is declared and, beyond that, from what may be. where: as if it went
    to another zone. joined: as if these units were in the attacked zone.
    """
    combat = sight.view.combat
    target = where or combat.place
    if not combat.attackers_declared:
        return attack(sight, target, changes, without).worth
    striking = [sight.cards[one] for one in combat.attackers if one in sight.cards]
    attackers = armed(sight, striking, target, changes, without)
    if not combat.defenders_declared:
        there = [*able(sight, target), *(sight.cards[one] for one in joined)]
        return blocked(sight, target, attackers, armed(sight, there, target, changes, without)).worth
    defending = [sight.cards[one] for one in combat.defenders if one in sight.cards]
    return clash(sight, target, attackers, armed(sight, defending, target, changes, without))


def gained(
    sight: Sight, changes: Changes = NONE, without: Sequence[int] = (), where: int = 0, joined: Sequence[int] = ()
) -> int:
    """How much better for the seat the attack under way comes out with these changes."""
    before, after = under_way(sight), under_way(sight, changes, without, where, joined)
    return after - before if sight.attacking else before - after
