"""What the sensible player does in a fight: whom it attacks, who defends, and where damage goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.opinions.bids import AT_ONCE, Bid, copies, legal, several
from rulekeeper.games.warhammer_invasion.opinions.forecast import armed, blocked, fighter, sortie
from rulekeeper.games.warhammer_invasion.sight import BURN, Sight
from rulekeeper.games.warhammer_invasion.state import is_place, place
from rulekeeper.kernel import Offer


def targeting(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """The attack that is worth most, if any is worth something."""
    worths = {zone: sortie(sight, place(sight.rival, zone))[0] for zone in legal(offer, "zone")}
    zone = max(worths, key=worths.__getitem__)
    return Bid(worths[zone], offer.build({"zone": zone})) if worths[zone] > 0 else None


def striking(sight: Sight, offer: Offer[Any]) -> Bid:
    worth, units = sortie(sight, sight.view.combat.place)
    may = legal(offer, "units")
    return Bid(AT_ONCE, offer.build({"units": [unit for unit in units if unit in may] if worth > 0 else []}))


def defending(sight: Sight, offer: Offer[Any]) -> Bid:
    combat = sight.view.combat
    attackers = armed(sight, [sight.cards[one] for one in combat.attackers if one in sight.cards], combat.place)
    guards = [fighter(sight, sight.cards[one], combat.place) for one in legal(offer, "units")]
    return Bid(AT_ONCE, offer.build({"units": blocked(sight, combat.place, attackers, guards).defenders}))


def assigning(sight: Sight, offer: Offer[Any]) -> Bid:
    """Destroys what is worth most, or goes for the section; what is left over goes wherever it may."""
    totals = {name: several(offer, name).least for name in offer.fields}
    targets: list[int] = legal(offer, next(iter(offer.fields)))
    plan = spread(sight, sum(totals.values()), targets)
    commands = [shared(offer, totals, allotted) for allotted in plan]
    return Bid(AT_ONCE, next((command for command in commands if offer.admits(command)), commands[-1]))


def spread(sight: Sight, points: int, targets: Sequence[int]) -> list[dict[int, int]]:
    """How the points may be spread over the targets, what is worth most first.

    By the FAQ defenders take more before the section does. This does not look at which minimum was agreed on: where
    the two differ, the section comes first only for much.
    """
    units = [sight.cards[one] for one in targets if one in sight.cards]
    gone = [one for one in targets if one not in sight.cards and not is_place(one)]
    where = next((one for one in targets if is_place(one)), 0)
    least = {unit.id: max(unit.hit_points - unit.damage, 0) for unit in units}
    unsure = sum(least.values()) + sum(unit.toughness for unit in units) <= points
    found: list[tuple[int, dict[int, int]]] = []
    for count in range(len(units) + 1):
        for prey in combinations(units, count):
            killing = {unit.id: least[unit.id] + unit.toughness for unit in prey}
            worth = sum(sight.worth(unit) for unit in prey)
            if sum(killing.values()) <= points:
                found.append((worth, killing))
            reached = {**least, **killing}
            surplus = points - sum(reached.values())
            if where and surplus > 0 and all(unit.toughness for unit in units if unit not in prey):
                risk = BURN // 2 if unsure and count < len(units) else 0
                found.append((worth + sight.singed(where, surplus) - risk, {**reached, where: surplus}))
    found.sort(key=lambda each: -each[0])
    rest = [*(unit.id for unit in sorted(units, key=lambda unit: -sight.worth(unit))), *gone]
    enough = {unit.id: least[unit.id] + unit.toughness * unsure for unit in units}
    return [filled(allotted, points, where, rest, enough) for _, allotted in found]


def filled(
    allotted: Mapping[int, int], points: int, where: int, rest: Sequence[int], least: Mapping[int, int]
) -> dict[int, int]:
    """What is left of the points goes to the section where every unit has its minimum, otherwise to another unit."""
    done = dict(allotted)
    left = points - sum(done.values())
    if left:
        met = where and all(done.get(unit, 0) >= least.get(unit, 0) for unit in rest)
        spare = next((unit for unit in rest if unit not in done), rest[0] if rest else where)
        into = where if met else spare
        done[into] = done.get(into, 0) + left
    return done


def shared(offer: Offer[Any], totals: Mapping[str, int], allotted: Mapping[int, int]) -> Message:
    """The command: each target's points, those that cannot be cancelled first."""
    every = [target for target, points in allotted.items() for _ in range(points)]
    sure = totals.get("uncancellable", 0)
    values = {"uncancellable": every[:sure], "points": every[sure:]}
    command: Message = offer.build({name: values[name] for name in offer.fields})
    return command


def tolls(sight: Sight, offer: Offer[Any]) -> Bid:
    units = legal(offer, "units")
    return Bid(AT_ONCE, offer.build({"units": units[: several(offer, "units").most]}))


def absorbing(sight: Sight, offer: Offer[Any]) -> Bid:
    """Indirect damage, point by point where it hurts least."""
    limits, total = copies(offer, "points"), several(offer, "points").least
    taken = dict.fromkeys(limits, 0)
    for _ in range(total):
        into = min(
            (target for target in limits if taken[target] < limits[target]), key=lambda one: hurt(sight, one, taken)
        )
        taken[into] += 1
    return Bid(AT_ONCE, offer.build({"points": [target for target, points in taken.items() for _ in range(points)]}))


def hurt(sight: Sight, target: int, taken: Mapping[int, int]) -> int:
    """What one more point costs there."""
    now = taken[target]
    if is_place(target):
        return sight.singed(target, now + 1) - sight.singed(target, now)
    unit = sight.cards[target]
    if (
        unit.damage + now == 0
        and not unit.toughness
        and unit.hit_points > 1
        and unit.kind in ("squig-herders", "boar-boyz")
    ):
        return -1
    return sight.harmed(unit, now + 1) - sight.harmed(unit, now) + 1
