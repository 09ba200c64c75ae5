"""What the sensible player answers when a text asks something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.opinions.bids import AT_ONCE, Bid, legal, paid
from rulekeeper.games.warhammer_invasion.opinions.in_combat import gazed, hero_at, turning
from rulekeeper.games.warhammer_invasion.opinions.making import rating
from rulekeeper.games.warhammer_invasion.opinions.playing import fortifying
from rulekeeper.games.warhammer_invasion.sight import WIN, Sight, is_unit, works
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, BEGINNING, CAPITAL_PHASE, KINGDOM, is_place, zone_of
from rulekeeper.kernel import Offer
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def restoring(sight: Sight, unit: int) -> int:
    card = sight.cards[unit]
    return sight.worth(card) * (2 if zone_of(card.place) == BATTLEFIELD else 1)


def aiming(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """The target of a text that triggered. What hurts goes to the opponent's, what helps to the player's own; where all
    are the player's own, it may be either.
    """
    targets = legal(offer, "target")
    worth = harm_of(sight, targets)
    best = max(targets, key=worth)
    command = paid(sight, offer, {"target": best}, sight.surcharge((best,)))
    return Bid(worth(best) - sight.resource * sight.surcharge((best,)), command) if command is not None else None


def harm_of(sight: Sight, targets: Sequence[int]) -> Callable[[int], int]:
    """What the text that asks does to each of these targets, as far as the table tells which one it is."""
    units = [sight.cards[one] for one in targets if one in sight.cards]
    last = sight.view.cards[-1] if sight.view.cards else None
    if len(units) < len(targets):
        return lambda one: scratching(sight, one)
    if last is not None and last.kind == "festering-nurglings" and last.id in targets:
        return lambda one: corrupting(sight, sight.cards[one])
    shrines = {card.place for card in sight.working("shrine-to-taal", sight.seat)}
    if sight.own_turn and sight.view.turn.phase == BEGINNING and all(card.place in shrines for card in units):
        return lambda one: blessing(sight, sight.cards[one])
    if all(not is_unit(card.kind) for card in units):
        return lambda one: -sight.for_me(one) * sight.worth(sight.cards[one])
    discarded = [each.kind for each in sight.own.discard_pile]
    if "sigmars-blessed" in discarded and len({zone_of(card.place) for card in units}) == 1 and not sight.own_turn:
        return lambda one: -sight.for_me(one) * sight.worth(sight.cards[one])
    return lambda one: scratching(sight, one) - swarming(sight)


def swarming(sight: Sight) -> int:
    """What the damage to its host costs, where it may be a Cloud of Flies that asks, which may be let go."""
    if not sight.own_turn or sight.view.turn.phase != BEGINNING:
        return 0
    hosts = [sight.cards[card.host] for card in sight.working("cloud-of-flies", sight.seat)]
    return min((sight.harmed(host, 1 + host.toughness) for host in hosts), default=0)


def scratching(sight: Sight, target: int) -> int:
    """What a point of damage there brings."""
    if is_place(target):
        return -sight.for_me(target) * sight.singed(target, 1)
    card = sight.cards[target]
    return -sight.for_me(target) * (sight.harmed(card, 1) + 1)


def corrupting(sight: Sight, card: pb.InPlay) -> int:
    worth = 0 if card.corrupted else sight.worth(card) * (2 if zone_of(card.place) == BATTLEFIELD else 1)
    return -sight.for_me(card.id) * worth


def blessing(sight: Sight, card: pb.InPlay) -> int:
    return sight.for_me(card.id) * (1 if card.corrupted else sight.worth(card))


def giving(sight: Sight, unit: int) -> int:
    """Of the player's own, what is worth least; of the opponent's, which Counterstrike hits, what it destroys."""
    card = sight.cards[unit]
    if sight.mine(card):
        return -sight.worth(card)
    most = max((guard.counterstrike for guard in sight.units(sight.seat)), default=0)
    return sight.worth(card) * (3 if card.hit_points - card.damage <= most else 1)


def placing(sight: Sight, where: int) -> int:
    """Which zone or section: what resolves, or else the moment tells what for."""
    resolving = sight.view.resolving[-1].kind if sight.view.resolving else ""
    mine = sight.for_me(where)
    match resolving:
        case "radiant-gaze":
            return gazed(sight, where)
        case "sigmars-intervention":
            return turning(sight, where)
        case "wake-the-mountain":
            return fortifying(sight, zone_of(where))
        case "rock-lobber":
            return -mine * sight.singed(where, CARDS[resolving].values["damage"])
        case _:
            pass
    if sight.view.about_to_be_dealt:
        hits = sum(hit.cancellable + hit.uncancellable for hit in sight.view.about_to_be_dealt if hit.target == where)
        return sight.scorched(where, hits) - sight.scorched(where, hits - 1)
    section = sight.section(where)
    if sight.own_turn and sight.working("keystone-forge", sight.seat):
        return 2 * section.damage - section.hit_points if not section.burning else -WIN
    return -sight.singed(where, 1) if mine > 0 else sight.singed(where, 1)


def opting(sight: Sight, option: str) -> int:
    """To corrupt a unit is better than damage where some unit is of little use; a development is worth less than damage
    to every section, and cancelling is as good as redirecting.
    """
    match option:
        case "damage":
            hit = [sight.singed(where, 1) for where in sight.places(sight.seat)]
            every = bool(working_anywhere(sight, "doom-divers"))
            return -(sum(hit) if every else min(hit, default=0))
        case "sacrifice":
            return -min((fallow(sight, card) for card in sight.facedown), default=0)
        case "corrupt":
            idle = [unit for unit in sight.units(sight.seat) if not unit.corrupted]
            meteors = {zone_of(card.place) for card in working_anywhere(sight, "warpstone-meteor")}
            cost = [corrupting(sight, unit) for unit in idle if zone_of(unit.place) in meteors]
            return max(cost, default=0) // 3
        case "redirect":
            return 1
        case _:
            return 0


def working_anywhere(sight: Sight, kind: str) -> Sequence[pb.InPlay]:
    return [card for card in sight.view.cards if card.kind == kind and works(kind, card.place)]


def fallow(sight: Sight, development: int) -> int:
    """What an own development is worth."""
    for section in sight.own.sections:
        if any(card.id == development for card in section.known):
            return 3 if section.burning else fortifying(sight, section.zone)
    return 0


def moving(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """Who can move freely attacks from the battlefield, and works in the kingdom; a unit that cannot fight leaves the
    battlefield for the kingdom.
    """
    for unit in legal(offer, "unit"):
        card = sight.cards[unit]
        zone = calling(sight, card)
        barred = CARDS[card.kind].has("Hero") and hero_at(sight, card, zone)
        if zone in legal(offer, "zone") and zone != zone_of(card.place) and not card.quest and not barred:
            return Bid(1, offer.build({"unit": unit, "zone": zone}))
    return None


def calling(sight: Sight, card: pb.InPlay) -> int:
    """Where a unit that may move is wanted."""
    if card.kind == "johannes-broheim":
        fights = sight.own_turn and sight.view.turn.phase == CAPITAL_PHASE and not card.corrupted
        return BATTLEFIELD if fights else KINGDOM
    idle = zone_of(card.place) == BATTLEFIELD and (card.corrupted or not card.power)
    return KINGDOM if idle and card.power else 0


def redirecting(sight: Sight, offer: Offer[Any]) -> Bid | None:
    named: dict[str, Any] = {}
    if "uncancellable" in offer.fields:
        named["uncancellable"] = True
    if "target" not in offer.fields:
        return Bid(AT_ONCE, offer.build(named))
    targets = legal(offer, "target")
    best = max(targets, key=lambda one: scratching(sight, one) - sight.resource * sight.surcharge((one,)))
    command = paid(sight, offer, {"target": best, **named}, sight.surcharge((best,)))
    return Bid(AT_ONCE, command) if command is not None else None


def taking(sight: Sight, offer: Offer[Any]) -> Bid:
    card = legal(offer, "card")[0]
    named = {"card": card}
    if "host" in offer.fields:
        named["host"] = max(legal(offer, "host"), key=lambda one: sight.worth(sight.cards[one]) * sight.for_me(one))
    return Bid(max(rating(CARDS[sight.kind(card)]), 1), offer.build(named))


def ordering(sight: Sight, effect: int) -> int:
    """Tokens first, and what heals or strengthens."""
    texts = {each.number: each.text for each in sight.view.effects}
    return int(texts.get(effect, "") == "token")
