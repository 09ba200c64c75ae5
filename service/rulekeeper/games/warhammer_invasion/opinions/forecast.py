"""How an attack comes out, as far as the table shows: for the sensible player (see `player`).

Outcomes are worth to the attacker: what the other side loses less what the own side does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.combat import FAQ
from rulekeeper.games.warhammer_invasion.sight import HIT_POINT, Sight
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, place, seat_of
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

FEW = 4
"""Up to so many units that may defend, every choice among them is looked at."""

MANY = 8
"""Up to so many, each of them alone is looked at, and as many of the best as one likes; of more, only some numbers."""

ALONE = 3
"""Of more than `MANY` so many of the best, in each order, are looked at alone."""

EXACT = 250
"""Up to so many points times units, what damage destroys is found exactly; beyond, by what is worth most a point."""

HOMEBODIES = 12
"""So many attackers at most are looked at as to whether they are better left at home."""

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
    more = changes.get(card.id, 0)
    return sight.once(("fighter", card.id, where, more), lambda: _fighter(sight, card, where, more))


def _fighter(sight: Sight, card: pb.InPlay, where: int, more: int) -> Fighter:
    attacks = card.controller != seat_of(where)
    combat = sight.view.combat
    declared = combat.attackers if attacks else combat.defenders
    deals, left = card.power, card.hit_points - card.damage
    if card.id not in declared:
        totems = sight.working("totem-of-gork", card.controller, card.place)
        deals += sum(CARDS[totem.kind].values["power"] for totem in totems)
        guns = [on for on in sight.attached.get(card.id, ()) if on.kind == "organ-gun"]
        deals += 0 if attacks else sum(CARDS[gun.kind].values["power"] for gun in guns)
        runes = sight.working("rune-of-fortitude", seat_of(where), where) if attacks else ()
        deals -= sum(CARDS[rune.kind].values["less"] for rune in runes)
    deals = max(deals + more, 0)
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
    return sight.once(
        ("able", where), lambda: [unit for unit in sight.units_at(where) if not unit.corrupted and not unit.held]
    )


def armed(
    sight: Sight, cards: Iterable[pb.InPlay], where: int, changes: Changes = NONE, without: Sequence[int] = ()
) -> list[Fighter]:
    return [fighter(sight, card, where, changes) for card in cards if card.id not in without]


# What comes of it.


def felled(points: int, prey: Sequence[Fighter]) -> int:
    """About the most that so many points of damage can destroy, and a little for what is left of them."""
    costs = [one.left + one.toughness for one in prey]
    if points >= sum(costs):
        return sum([one.worth for one in prey])
    if points < min(costs):
        most = max(min(points - one.toughness, one.left - 1) for one in prey)
        return max(most, 0) * HIT_POINT * 3 // 5
    if points * len(prey) > EXACT:
        return greedily(points, prey)
    best = [0] * (points + 1)
    for one, cost in zip(prey, costs, strict=True):
        for have in range(points, cost - 1, -1):
            best[have] = max(best[have], best[have - cost] + one.worth)
    return best[points]


def greedily(points: int, prey: Sequence[Fighter]) -> int:
    """What so many points destroy where they go, again and again, to whoever is worth most for each point."""
    gain = 0
    for one in sorted(prey, key=dearness, reverse=True):
        cost = one.left + one.toughness
        if cost <= points:
            gain += one.worth
            points -= cost
            if not points:
                break
    return gain


def dearness(one: Fighter) -> int:
    return 100 * one.worth // (one.left + one.toughness)


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
    hits, back = sum([one.deals for one in standing]), sum([one.deals for one in defenders])
    gain = felled(hits, defenders)
    surplus = hits - sum([one.left for one in defenders])
    hard = sum([one.toughness for one in defenders])
    if surplus >= 0 and sight.view.minimum != FAQ:
        soft = sum([one.worth for one in defenders if not one.toughness])
        gain = max(gain, soft + sight.singed(where, surplus))
    if surplus >= hard:
        gain = max(gain, sum([one.worth for one in defenders]) + sight.singed(where, surplus - hard))
    return gain - (lost + felled(back, standing)) // BOLD


def blocked(sight: Sight, where: int, attackers: Sequence[Fighter], may: Sequence[Fighter]) -> Outcome:
    """As the defending side likes it best."""
    return min(
        (Outcome(clash(sight, where, attackers, chosen), tuple(one.id for one in chosen)) for chosen in choices(may)),
        key=lambda outcome: (outcome.worth, len(outcome.defenders)),
    )


def choices(may: Sequence[Fighter]) -> Iterator[Sequence[Fighter]]:
    """Which of them defend: every choice among a few, and of many the toughest, the cheapest or the strongest."""
    if len(may) <= FEW:
        for count in range(len(may) + 1):
            yield from combinations(may, count)
        return
    orders = (
        sorted(may, key=lambda one: -one.left - one.toughness),
        sorted(may, key=lambda one: one.worth),
        sorted(may, key=lambda one: -one.deals),
    )
    yield ()
    alone = may if len(may) <= MANY else dict.fromkeys(one for order in orders for one in order[:ALONE])
    for one in alone:
        yield (one,)
    for order in orders:
        for count in numbers(len(may)):
            yield order[:count]
    yield may


def numbers(most: int) -> Iterator[int]:
    """How many of so many may defend, from 2 on, short of all: each number, and of many some that grow by a half."""
    count = 2
    while count < most:
        yield count
        count += 1 if most <= MANY else (count + 1) // 2


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
    key = ("attack", where, *sorted(changes.items()), *without, "more", *more, "guards", *guards)
    return sight.once(key, lambda: _attack(sight, where, changes, without, more, guards))


def _attack(
    sight: Sight,
    where: int,
    changes: Changes,
    without: Sequence[int],
    more: Sequence[Fighter],
    guards: Sequence[Fighter],
) -> Outcome:
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
    for one in sorted(strikers, key=lambda one: (one.deals, -one.worth))[:HOMEBODIES]:
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
    if not where and not joined and sight.once("involved", lambda: involved(sight)).isdisjoint((*changes, *without)):
        return 0
    key = ("under way", *sorted(changes.items()), *without, "at", where, *joined)
    before = sight.once("under way", lambda: under_way(sight))
    after = sight.once(key, lambda: under_way(sight, changes, without, where, joined))
    return after - before if sight.attacking else before - after


def involved(sight: Sight) -> frozenset[int]:
    """Who takes part in the attack under way, or may yet."""
    return frozenset(one.id for side in sides(sight) for one in side)


def leading(sight: Sight) -> frozenset[int]:
    """Of those the `MANY` of each side that deal most, whose leaving is looked at."""
    return sight.once(
        "leading",
        lambda: frozenset(
            one.id for side in sides(sight) for one in sorted(side, key=lambda one: (-one.deals, -one.worth))[:MANY]
        ),
    )


def sides(sight: Sight) -> tuple[list[Fighter], list[Fighter]]:
    """The attackers and the defenders of the attack under way; those who may be, as long as they are not declared."""
    combat = sight.view.combat
    strikers, guards = (
        [sight.cards[one] for one in declared if one in sight.cards] if settled else able(sight, where)
        for declared, settled, where in (
            (combat.attackers, combat.attackers_declared, place(combat.seat, BATTLEFIELD)),
            (combat.defenders, combat.defenders_declared, combat.place),
        )
    )
    return armed(sight, strikers, combat.place), armed(sight, guards, combat.place)
