"""What the sensible player does in a fight: whom it attacks, who defends, and where damage goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.combat import FAQ
from rulekeeper.games.warhammer_invasion.opinions.bids import AT_ONCE, Bid, copies, legal, several
from rulekeeper.games.warhammer_invasion.opinions.forecast import armed, blocked, fighter, sortie
from rulekeeper.games.warhammer_invasion.sight import Sight
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
    return Bid(AT_ONCE, shared(offer, totals, spread(sight, sum(totals.values()), targets)))


def spread(sight: Sight, points: int, targets: Sequence[int]) -> dict[int, int]:
    """How the points are best spread over the targets: units alone, or the section too once each defender has its
    minimum. It is reckoned as if all of them could be cancelled.
    """
    units = sorted((sight.cards[one] for one in targets if not is_place(one)), key=lambda unit: -sight.worth(unit))
    where = next((one for one in targets if is_place(one)), 0)
    left = {unit.id: max(unit.hit_points - unit.damage, 0) for unit in units}
    deadly = {unit.id: left[unit.id] + unit.toughness for unit in units}
    least = deadly if sight.view.minimum == FAQ else left
    best, allotted = -1, dict[int, int]()
    over = points - sum(least.values())
    if where and over > 0:
        more = {one: deadly[one] - least[one] for one in deadly}
        for gain, prey in felling(sight, over - 1, more):
            surplus = over - sum(more[one] for one in prey)
            worth = gain + sight.singed(where, surplus)
            if worth > best:
                best, allotted = worth, {**least, **{one: deadly[one] for one in prey}, where: surplus}
    gain, prey = felling(sight, points, deadly)[-1]
    if gain > best:
        allotted = {one: deadly[one] for one in prey}
        spare = next((unit.id for unit in units if unit.id not in prey), units[0].id)
        allotted[spare] = allotted.get(spare, 0) + points - sum(allotted.values())
    return allotted


def felling(sight: Sight, points: int, costs: Mapping[int, int]) -> list[tuple[int, tuple[int, ...]]]:
    """The most that can be destroyed for so many points and for fewer, from 0 on: what it is worth, and who it is.
    costs: what it takes to destroy each unit.
    """
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (min(points, sum(costs.values())) + 1)
    for unit, cost in costs.items():
        worth = sight.worth(sight.cards[unit])
        for have in range(len(best) - 1, cost - 1, -1):
            gain, prey = best[have - cost]
            if gain + worth > best[have][0]:
                best[have] = (gain + worth, (*prey, unit))
    return best


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
