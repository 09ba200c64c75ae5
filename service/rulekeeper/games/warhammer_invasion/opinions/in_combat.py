"""What the sensible player thinks of actions that do their work in a fight: see `actions`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.opinions.bids import (
    NOTHING,
    Idea,
    Thought,
    best,
    legal,
    several,
    value,
)
from rulekeeper.games.warhammer_invasion.opinions.forecast import chance, fighter, gained, leading
from rulekeeper.games.warhammer_invasion.sight import Sight
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, is_place, place, zone_of
from rulekeeper.kernel import Offer
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# Power.


def stronger(sight: Sight, offer: Offer[Any]) -> Idea:
    """A unit has more power: once the defenders are there, where that changes what is destroyed or burnt."""
    if not sight.within(pb.WINDOW_DEFENDERS):
        return NOTHING
    more = value(offer, sight, "power")
    return best(offer, "target", lambda one: gained(sight, {one: more}))


def weaker(sight: Sight, offer: Offer[Any]) -> Idea:
    if not sight.within(pb.WINDOW_DEFENDERS):
        return NOTHING
    less = value(offer, sight, "less")
    return best(offer, "target", lambda one: gained(sight, {one: -less}))


def exchanged(sight: Sight, offer: Offer[Any]) -> Idea:
    """One is weaker, another one stronger."""
    if not sight.within(pb.WINDOW_DEFENDERS):
        return NOTHING
    less, more = value(offer, sight, "less"), value(offer, sight, "power")
    target = best(offer, "target", lambda one: gained(sight, {one: -less}) * 2 - sight.for_me(one)).named["target"]
    others = [one for one in legal(offer, "other") if one != target]
    if not others:
        return NOTHING
    other = max(others, key=lambda one: gained(sight, {target: -less, one: more}) * 2 + sight.for_me(one))
    return Idea(gained(sight, {target: -less, other: more}), {"target": target, "other": other})


def all_stronger(whom: Callable[[Sight], Iterable[int]]) -> Thought:
    """These units have more power; where a unit is sacrificed for it, the one that is worth least."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Idea:
        if not sight.within(pb.WINDOW_DEFENDERS):
            return NOTHING
        more = value(offer, sight, "power")
        if "sacrifice" not in offer.fields:
            return Idea(gained(sight, dict.fromkeys(whom(sight), more)), {})

        def with_loss(given: int) -> int:
            changes = {one: more for one in whom(sight) if one != given}
            return gained(sight, changes, (given,)) - sight.worth(sight.cards[given])

        return best(offer, "sacrifice", with_loss)

    return opinion


def attackers(sight: Sight) -> Iterable[int]:
    return tuple(sight.view.combat.attackers)


def fighting(sight: Sight) -> Iterable[int]:
    return (*sight.view.combat.attackers, *sight.view.combat.defenders)


def in_own_battlefield(sight: Sight) -> Iterable[int]:
    return tuple(unit.id for unit in sight.units_at(place(sight.seat, BATTLEFIELD)))


def gaze(sight: Sight, offer: Offer[Any]) -> Idea:
    """Those in a zone of the opponent's are weaker: see `gazed`."""
    if not sight.within(pb.WINDOW_DEFENDERS):
        return NOTHING
    return Idea(max(gazed(sight, where) for where in sight.places(sight.rival, standing=False)), {})


def gazed(sight: Sight, where: int) -> int:
    less = CARDS["radiant-gaze"].values["less"]
    return gained(sight, {unit.id: -less for unit in sight.units_at(where)}) if sight.view.HasField("combat") else 0


# Who fights.


def sidelined(lasting: int = 0) -> Thought:
    """A unit can neither attack nor defend: when a zone is attacked and nobody has been declared."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Idea:
        if not sight.within(pb.WINDOW_TARGET):
            return NOTHING
        may = {one for one in leading(sight) if not sight.mine(sight.cards[one])}
        return best(offer, "target", lambda one: gained(sight, without=(one,)) + lasting if one in may else 0)

    return opinion


def marched(sight: Sight, offer: Offer[Any]) -> Idea:
    """A defender is sent elsewhere before it can defend."""
    idea = sidelined()(sight, offer)
    if idea.worth <= 0:
        return NOTHING
    unit = sight.cards[idea.named["target"]]
    for zone in legal(offer, "zone"):
        if zone != zone_of(unit.place) and not (CARDS[unit.kind].has("Hero") and hero_at(sight, unit, zone)):
            return Idea(idea.worth, {**idea.named, "zone": zone})
    return NOTHING


def hero_at(sight: Sight, unit: pb.InPlay, zone: int) -> bool:
    """Is there another Hero of its controller in that zone?"""
    there = sight.units_at(place(unit.controller, zone))
    return any(CARDS[other.kind].has("Hero") and other.id != unit.id for other in there)


FIGHT = (pb.WINDOW_TARGET, pb.WINDOW_ATTACKERS, pb.WINDOW_DEFENDERS)


def removed(sight: Sight, unit: pb.InPlay, gain: int) -> int:
    """The gain of a unit's leaving, and what it is worth that it does not fight."""
    fights = gain > 0 and sight.within(*FIGHT) and unit.id in leading(sight)
    return gain + (max(gained(sight, without=(unit.id,)), 0) if fights else 0)


def glorious(sight: Sight, offer: Offer[Any]) -> Idea:
    """The best attackers are destroyed, for the unit on the quest."""
    if not sight.attacked or not sight.within(*FIGHT):
        return NOTHING
    most = several(offer, "targets").most
    order = sorted(legal(offer, "targets"), key=lambda one: -sight.worth(sight.cards[one]))[:most]
    gain = sum(sight.worth(sight.cards[one]) for one in order) + gained(sight, without=order)
    return Idea(gain - questing(sight, offer), {"targets": order})


def questing(sight: Sight, offer: Offer[Any]) -> int:
    """What the unit on the quest is worth."""
    quest = legal(offer, "card")[0]
    return max((sight.worth(unit) for unit in sight.view.cards if unit.quest == quest), default=0)


def turned(sight: Sight, offer: Offer[Any]) -> Idea:
    """The attack goes where it does less."""
    if not sight.attacked or not sight.within(pb.WINDOW_ATTACKERS):
        return NOTHING
    return Idea(max((turning(sight, where) for where in sight.places(sight.seat)), default=0), {})


def turning(sight: Sight, where: int) -> int:
    return gained(sight, where=where) if sight.attacked and where != sight.view.combat.place else 0


def ridden(sight: Sight, offer: Offer[Any]) -> Idea:
    """Out of a fight that would destroy it, into one where it is wanted, or to where it can attack."""
    me = sight.cards[legal(offer, "card")[0]]
    if sight.within(pb.WINDOW_ASSIGNED) and doomed(sight, me):
        return Idea(sight.worth(me), {"zone": legal(offer, "zone")[0]})
    if sight.deploys and zone_of(me.place) != BATTLEFIELD and not me.corrupted and not me.held and not me.quest:
        rider = fighter(sight, me, place(sight.rival, BATTLEFIELD))
        more = chance(sight, sight.seat, more=(rider,)) - chance(sight, sight.seat)
        return Idea(more - sight.growth(zone_of(me.place), me.power), {"zone": BATTLEFIELD})
    zone = zone_of(sight.view.combat.place)
    if not sight.attacked or not sight.within(pb.WINDOW_ATTACKERS) or zone not in legal(offer, "zone"):
        return NOTHING
    if (
        me.corrupted
        or me.held
        or me.quest
        or sight.working("warpstone-excavation", sight.seat, sight.view.combat.place)
    ):
        return NOTHING
    return Idea(gained(sight, joined=(me.id,)) - 8, {"zone": zone})


# What is assigned.


def assigned(sight: Sight, target: int) -> int:
    """How much damage is assigned to a unit or section in the fight, and not applied yet."""
    hits = sight.view.combat.assigned
    return sum(hit.cancellable + hit.uncancellable for hit in hits if hit.target == target)


def doomed(sight: Sight, unit: pb.InPlay) -> bool:
    """Will the damage that is assigned to it destroy it?"""
    points = assigned(sight, unit.id)
    return points > unit.toughness and points - unit.toughness >= unit.hit_points - unit.damage


def assault(sight: Sight, offer: Offer[Any]) -> Idea:
    """An attacker is destroyed that would come through the fight."""

    def worth(one: int) -> int:
        unit = sight.cards[one]
        return 0 if sight.mine(unit) or doomed(sight, unit) else sight.worth(unit)

    return best(offer, "target", worth)


def all_cancelled(sight: Sight, offer: Offer[Any]) -> Idea:
    """Nothing of what is assigned is dealt."""
    if not sight.within(pb.WINDOW_ASSIGNED):
        return NOTHING
    gain = 0
    for hit in sight.view.combat.assigned:
        target = hit.target
        harm = (
            sight.singed(target, hit.cancellable)
            if is_place(target)
            else sight.harmed(sight.cards[target], hit.cancellable)
        )
        gain += sight.for_me(target) * harm
    return Idea(gain, {})


def spared(sight: Sight, offer: Offer[Any]) -> Idea:
    """A point that is assigned to the unit goes to another one."""
    if not sight.within(pb.WINDOW_ASSIGNED):
        return NOTHING
    me = sight.cards[legal(offer, "card")[0]]
    kept = 0
    if doomed(sight, me):
        over = assigned(sight, me.id) - me.toughness - (me.hit_points - me.damage) + 1
        kept = sight.worth(me) // over if over * value(offer, sight, "pay") <= sight.means else 0

    def worth(one: int) -> int:
        unit = sight.cards[one]
        now = assigned(sight, one)
        return kept - sight.for_me(one) * (sight.harmed(unit, now + 1) - sight.harmed(unit, now))

    return best(offer, "target", worth)
