"""What the sensible player plays in its own capital phase: planned together, for all that there is to spend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.following import BURNING_TO_LOSE
from rulekeeper.games.warhammer_invasion.opinions.actions import expected
from rulekeeper.games.warhammer_invasion.opinions.bids import Bid, kind_of, legal, paid
from rulekeeper.games.warhammer_invasion.opinions.forecast import Fighter, able, attack, chance
from rulekeeper.games.warhammer_invasion.opinions.making import QUESTS, rating
from rulekeeper.games.warhammer_invasion.sight import (
    HIT_POINT,
    POWER,
    STRIKING,
    TEXT,
    TOUGHNESS,
    WIN,
    Sight,
    is_support,
    is_unit,
    power_in,
    text,
    works,
)
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, QUEST, place, zone_of
from rulekeeper.kernel import Offer
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# Units, supports and quests.


def deploying(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """A unit or a support, into the zone where it is worth most."""
    kind = kind_of(sight, offer)
    zones = legal(offer, "zone")
    best = max(zones, key=lambda zone: standing(sight, kind, zone))
    return played(sight, offer, {"zone": best}, standing(sight, kind, best))


def sending(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """A unit onto a quest."""
    quest = max(legal(offer, "quest"), key=lambda one: QUESTS.get(sight.kind(one), 0))
    worth = standing(sight, kind_of(sight, offer), QUEST) + QUESTS.get(sight.kind(quest), 0)
    return played(sight, offer, {"quest": quest}, worth)


def questing(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """A quest, where no other waits for a unit."""
    busy = [unit.quest for unit in sight.units(sight.seat)]
    waiting = [card for card in sight.view.cards if sight.mine(card) and CARDS[card.kind].type == "quest"]
    if any(card.id not in busy for card in waiting):
        return None
    return played(sight, offer, {}, QUESTS.get(kind_of(sight, offer), 0) * 2 // 3)


def attaching(sight: Sight, offer: Offer[Any]) -> Bid | None:
    kind = kind_of(sight, offer)
    host = max(legal(offer, "host"), key=lambda one: carrying(sight, kind, sight.cards[one]))
    worth = carrying(sight, kind, sight.cards[host])
    return played(sight, offer, {"host": host}, worth, sight.surcharge((host,)))


def played(sight: Sight, offer: Offer[Any], named: Mapping[str, Any], worth: int, more: int = 0) -> Bid | None:
    kind = kind_of(sight, offer)
    due = sight.price[kind] + more
    command = paid(sight, offer, {"card": legal(offer, "card")[0], **named}, due)
    return Bid(worth, command, due, kind) if command is not None and worth > 0 else None


def standing(sight: Sight, kind: str, zone: int) -> int:
    """What a unit or a support from the hand is worth in a zone: its power, its text, and in a fight."""
    printed, power, where = CARDS[kind], power_in(sight, kind, zone), place(sight.seat, zone)
    worth = text(printed, zone) + arriving(sight, kind, zone)
    worth += sight.growth(zone, power) if zone != BATTLEFIELD else 0
    if not is_unit(kind) or sight.working("warpstone-excavation", sight.seat, where):
        return worth
    recruit = as_fighter(sight, printed, power, zone)
    threat = attack(sight, where).worth
    spared = threat - attack(sight, where, guards=(recruit,)).worth
    worst = max(attack(sight, other).worth for other in sight.places(sight.seat, standing=False))
    worth += max(spared, 0) if threat == worst else max(spared, 0) // 3
    worth += HIT_POINT * (printed.hit_points or 0) // 2
    if zone == BATTLEFIELD:
        worth += STRIKING * power
    if zone == BATTLEFIELD and sight.view.turn.number > 1:
        worth += chance(sight, sight.seat, more=(recruit,)) - chance(sight, sight.seat)
    return worth


def arriving(sight: Sight, kind: str, zone: int) -> int:
    """What its coming into the zone does to both players' zones of that name."""
    own, other = place(sight.seat, zone), place(sight.rival, zone)
    match kind:
        case "festering-nurglings":
            there = [sight.worth(unit) for unit in able(sight, other)]
            return max(there, default=-HIT_POINT) // (2 if zone == BATTLEFIELD else 4)
        case "grimgor-ironhide":
            return razing(sight, other) - razing(sight, own)
        case "night-goblins":
            attached = [card for card in sight.view.cards if card.host and card.place in (own, other)]
            return max((-sight.for_me(card.id) * sight.worth(card) for card in attached), default=0)
        case _:
            return 0


def razing(sight: Sight, where: int) -> int:
    """What is lost with all supports and developments of a zone."""
    supports = [sight.worth(card) for card in sight.view.cards if card.place == where and is_support(card.kind)]
    return sum(supports) + 5 * sight.section(where).developments


def as_fighter(sight: Sight, printed: Printed, power: int, zone: int) -> Fighter:
    words, hit_points = printed.keywords, printed.hit_points or 0
    tough = words.toughness if isinstance(words.toughness, int) else sight.developments(zone)
    values = printed.values
    if printed.id == "savage-gors" and sight.developments(BATTLEFIELD) >= values["developments"]:
        power += values["damage"]
    worth = POWER * power + HIT_POINT * hit_points
    return Fighter(0, power, hit_points, tough, words.counterstrike, worth)


def carrying(sight: Sight, kind: str, host: pb.InPlay) -> int:
    """What an attachment is worth on a unit."""
    if not sight.mine(host):
        return 0
    if kind == "blessing-of-isha":
        return 14 if host.corrupted else 0
    if host.corrupted:
        return 0
    worth = TEXT.get(kind, 0) + sight.worth(host) // 8
    if kind == "organ-gun":
        return worth + max(attack(sight, host.place).worth, 0) // 8
    if kind == "cloud-of-flies":
        return worth if host.hit_points - host.damage > 2 else 0
    return worth if zone_of(host.place) == BATTLEFIELD else 0


# Developments.


def developing(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """A card that will hardly be played, into the zone that is most in need."""
    cards = legal(offer, "card")
    least = min(cards, key=lambda card: keeping(sight, sight.kind(card)))
    zone = max(legal(offer, "zone"), key=lambda zone: fortifying(sight, zone))
    worth = fortifying(sight, zone) - keeping(sight, sight.kind(least)) + 3 * (len(cards) - 4)
    return Bid(worth, offer.build({"card": least, "zone": zone})) if worth > 0 else None


def keeping(sight: Sight, kind: str) -> int:
    """What it is worth to keep a card in hand."""
    printed, due = CARDS[kind], sight.price.get(kind, 0)
    held = sum(other == kind for other in sight.hand.values())
    if printed.unique and any(card.kind == kind for card in sight.view.cards if sight.mine(card)):
        return 0
    income = sight.own.sections[KINGDOM - 1].power
    late = 3 * max(due - income, 0)
    return max(rating(printed) // 3 + 3 - late - 2 * (held - 1), 1)


def fortifying(sight: Sight, zone: int) -> int:
    """What one more development in a zone is worth: it takes two burning sections to lose, so it is the weakest that
    count.
    """
    where = place(sight.seat, zone)
    section, worth = sight.section(where), 0
    if not section.burning:
        order = sorted(sight.places(sight.seat), key=lambda one: (resisting(sight, one), one))
        weakest = order[: BURNING_TO_LOSE - sight.burning(sight.seat)]
        worth = 3 if where in weakest else 0
        worth += 6 * section.damage // max(section.hit_points - section.damage, 1)
    for card in sight.view.cards:
        if sight.mine(card) and card.place == where and works(card.kind, where):
            worth += flourishing(sight, card, section)
    return worth


def flourishing(sight: Sight, card: pb.InPlay, section: pb.Section) -> int:
    """What one more development is worth to the text of a card beside it."""
    values = CARDS[card.kind].values
    if card.kind == "contested-stronghold":
        return max(sight.growth(section.zone, values["power"]), 0) if section.zone != BATTLEFIELD else 0
    if card.kind == "ironbreakers-of-ankhor":
        return TOUGHNESS
    short = "developments" in values and card.kind != "doom-divers" and section.developments < values["developments"]
    return 8 * short


def resisting(sight: Sight, where: int) -> int:
    """How much a section can take, its defenders counted in."""
    section = sight.section(where)
    guards = sum(unit.hit_points - unit.damage + unit.toughness for unit in able(sight, where))
    return section.hit_points - section.damage + guards


# The plan.


def planned(sight: Sight, bids: Sequence[Bid]) -> list[Bid]:
    """Of all bids that cost something, those that together are worth most for what there is, the cheapest first; and
    those that cost nothing.
    """
    free = [bid for bid in bids if not bid.kind]
    priced: dict[str, Bid] = {}
    for bid in bids:
        if bid.kind and (bid.kind not in priced or bid.worth > priced[bid.kind].worth):
            priced[bid.kind] = bid
    limited = [kind for kind in priced if CARDS[kind].keywords.limited and type(priced[kind].command) is pb.PlaySupport]
    options = [[kind for kind in priced if kind not in limited or kind == one] for one in limited] or [[*priced]]
    chosen = max((afforded(sight, [priced[kind] for kind in kinds]) for kinds in options), key=lambda plan: plan[0])[1]
    if not chosen:
        return free
    first = max(chosen, key=lambda bid: (bid.worth >= WIN // 2, -bid.cost, bid.worth))
    return [bid for bid in free if isinstance(bid.command, pb.Pass)] + [first]


def afforded(sight: Sight, bids: Sequence[Bid]) -> tuple[int, tuple[Bid, ...]]:
    """The best of them for all that there is, with what is put by for tactics: how much it is worth, and what is
    played.
    """
    best: list[tuple[int, tuple[Bid, ...]]] = [(0, ())] * (sight.means + 1)
    copies: dict[str, int] = {}
    for kind in sight.hand.values():
        copies[kind] = copies.get(kind, 0) + 1
    items: list[tuple[int, int, tuple[Bid, ...]]] = []
    for bid in bids:
        several = copies.get(bid.kind, 1) if is_unit(bid.kind) and not CARDS[bid.kind].unique else 1
        items += [(bid.cost, bid.worth - 2 * number, (bid,) * (number == 0)) for number in range(several)]
    for kind in copies:
        put_by = expected(sight, kind)
        if put_by:
            items.append((sight.price[kind], put_by, ()))
    for cost, worth, play in items:
        for have in range(sight.means, cost - 1, -1):
            rest = best[have - cost]
            if rest[0] + worth > best[have][0]:
                best[have] = (rest[0] + worth, (*rest[1], *play))
    return best[sight.means]
