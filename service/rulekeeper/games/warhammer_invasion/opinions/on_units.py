"""What the sensible player thinks of actions that hurt, move or heal units: see `actions`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.opinions.bids import NOTHING, Idea, Thought, best, kind_of, legal
from rulekeeper.games.warhammer_invasion.opinions.in_combat import FIGHT, doomed, removed
from rulekeeper.games.warhammer_invasion.sight import HIT_POINT, Sight, is_support, is_unit
from rulekeeper.games.warhammer_invasion.state import zone_of
from rulekeeper.kernel import Offer
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# Units.


def returned(sight: Sight, offer: Offer[Any]) -> Idea:
    if not (sight.deploys or sight.within(*FIGHT)):
        return NOTHING

    def worth(one: int) -> int:
        unit = sight.cards[one]
        return removed(sight, unit, -sight.for_me(one) * sight.worth(unit) * 2 // 3)

    return best(offer, "target", worth)


def struck(points: Callable[[Sight, pb.InPlay], int]) -> Thought:
    """A unit takes damage."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Idea:
        def worth(one: int) -> int:
            unit = sight.cards[one]
            gain = -sight.for_me(one) * sight.harmed(unit, points(sight, unit))
            return removed(sight, unit, gain) if gain >= sight.worth(unit) else gain // 2

        return best(offer, "target", worth)

    return opinion


def own_power(sight: Sight, unit: pb.InPlay) -> int:
    return unit.power


def sorcery(sight: Sight, unit: pb.InPlay) -> int:
    values = CARDS["nurgle-sorcerer"].values
    return values["corrupted" if unit.corrupted else "damage"]


def flames(sight: Sight, offer: Offer[Any]) -> Idea:
    """As much as destroys a unit, and no more. Where nothing is paid for it X is 0, and it does nothing."""
    if "x" not in offer.fields:
        return NOTHING
    most = max(legal(offer, "x"))
    found = NOTHING
    for one in legal(offer, "target"):
        unit = sight.cards[one]
        if sight.mine(unit):
            continue
        x = unit.hit_points - unit.damage + unit.toughness
        gain = removed(sight, unit, sight.worth(unit))
        net = found.worth - sight.resource * found.named.get("x", 0)
        if x + sight.surcharge((one,)) <= most and gain - sight.resource * x > net:
            found = Idea(gain, {"target": one, "x": x})
    return found


def swept(when: Callable[[Sight, pb.InPlay], int]) -> Thought:
    """What the opponent loses less what the player does."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Idea:
        return Idea(sum(-sight.for_me(card.id) * when(sight, card) for card in sight.view.cards), {})

    return opinion


def every_unit(sight: Sight, card: pb.InPlay) -> int:
    return sight.worth(card) if is_unit(card.kind) else 0


def undeveloped(sight: Sight, card: pb.InPlay) -> int:
    gone = (is_unit(card.kind) or is_support(card.kind)) and not sight.section(card.place).developments
    return sight.worth(card) if gone else 0


def pestilence(sight: Sight, card: pb.InPlay) -> int:
    values = CARDS["nurgles-pestilence"].values
    return sight.harmed(card, values["corrupted" if card.corrupted else "damage"]) if is_unit(card.kind) else 0


def crew(sight: Sight, offer: Offer[Any]) -> Idea:
    """The opponent gives up what is worth least there."""
    me = sight.cards[legal(offer, "card")[0]]
    least = min((sight.worth(unit) for unit in sight.units(sight.rival)), default=0)
    return Idea(least - (0 if doomed(sight, me) else sight.worth(me)), {})


# Damage that is moved, and healed.


def shifted(sight: Sight, giver: pb.InPlay, receiver: pb.InPlay) -> int:
    """What it is worth to move all damage from a unit to another."""
    left = receiver.hit_points - receiver.damage
    moved = min(giver.damage, left)
    harm = sight.worth(receiver) if moved >= left else HIT_POINT * moved
    return sight.for_me(giver.id) * HIT_POINT * moved - sight.for_me(receiver.id) * harm


def refused(sight: Sight, offer: Offer[Any]) -> Idea:
    found = NOTHING
    receivers = legal(offer, "other")
    for giver in legal(offer, "target"):
        one = sight.cards[giver]
        for receiver in receivers if one.damage else ():
            two = sight.cards[receiver]
            if giver != receiver and zone_of(one.place) == zone_of(two.place):
                gain = shifted(sight, one, two)
                if gain <= found.worth:
                    continue
                both = sight.surcharge((giver, receiver)) - sight.surcharge((giver,))
                if both <= sight.means - sight.price.get(kind_of(sight, offer), 0):
                    found = Idea(gain, {"target": giver, "other": receiver})
    return found


def valkia(sight: Sight, offer: Offer[Any]) -> Idea:
    me = sight.cards[legal(offer, "card")[0]]
    return best(offer, "target", lambda one: shifted(sight, me, sight.cards[one]))


def healed(sight: Sight, offer: Offer[Any]) -> Idea:
    return best(offer, "target", lambda one: sight.for_me(one) * HIT_POINT)


def all_healed(sight: Sight, offer: Offer[Any]) -> Idea:
    return Idea(sum(HIT_POINT * unit.damage for unit in sight.units(sight.seat)), {})
