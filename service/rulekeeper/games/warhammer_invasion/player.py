"""A sensible player: it builds up its kingdom and quest zone, then its battlefield, attacks where that pays, defends
where it must, and plays tactics when they do something.

Of each open offer it makes one bid: a command, and what sending it now is worth. The highest bid is sent. To pass is
worth 0, so what has no worth is left undone. What is played in the own capital phase is planned together, for all that
there is to spend.

It is given a view and offers, just what a seat gets over the wire: it can read nothing that is hidden from its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.catalogue import CARDS, SIDE_OF, Printed
from rulekeeper.games.warhammer_invasion.effects import BURNING_TO_LOSE
from rulekeeper.games.warhammer_invasion.forecast import (
    Fighter,
    able,
    armed,
    attack,
    blocked,
    chance,
    fighter,
    sortie,
)
from rulekeeper.games.warhammer_invasion.opinions import expected, gazed, idea, kind_of, legal, turning
from rulekeeper.games.warhammer_invasion.pricing import DAMAGE
from rulekeeper.games.warhammer_invasion.sight import (
    CARD,
    HIT_POINT,
    POWER,
    STRIKING,
    TEXT,
    TOUGHNESS,
    WIN,
    Sight,
    is_unit,
    power_in,
    text,
    works,
)
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    BEGINNING,
    CAPITAL_PHASE,
    KINGDOM,
    QUEST,
    is_place,
    place,
    zone_of,
)
from rulekeeper.kernel import Dice, Offer
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

AT_ONCE = 10 * WIN
"""What is decided anyway, and only how is asked."""

QUESTS: Mapping[str, int] = {
    "a-glorious-death": 14,
    "defend-the-border": 20,
    "smash-em-all": 10,
    "journey-to-the-gate": 16,
    "infiltrate": 18,
    "prepare-for-war": 3,
}
"""What a unit's work on a quest is worth, beside its power."""

TACTICS: Mapping[str, int] = {
    "burying-the-grudge": 3,
    "stubborn-refusal": 8,
    "twin-tailed-comet": 3,
    "franzs-decree": 8,
    "sigmars-intervention": 9,
    "greater-heal": 5,
    "smash-go-boom": 8,
    "rip-dere-eads-off": 6,
    "wez-bigga": 8,
    "innovation": 6,
    "hate": 9,
}
"""What a tactic is worth to a deck, where it is not as much as most."""

EARLY = 3
"""A card of such a price can be played on the first turns."""

THE_DRAFT = 14
"""What most tactics are worth to a deck."""


class Bid(NamedTuple):
    """A command, and what it is worth. cost: what it takes, where it is planned with others."""

    worth: int
    command: Message
    cost: int = 0
    kind: str = ""


Opinion = Callable[[Sight, Offer[Any]], Bid | None]
"""What to bid on an open offer, or nothing."""


def sensible(view: pb.View, seat: int, offers: Sequence[Offer[Any]], dice: Dice) -> Message:
    """The command of the highest bid, the first of equals; any at all where it has an opinion on none of the offers."""
    sight = Sight(view, seat)
    if offers[0].message is pb.SubmitDeck:
        return decking(offers[dice(len(offers))], dice)
    now = {message: opinion for message, opinion in OPINIONS.items() if sight.quiet or message not in DEPLOYING}
    bids = [bid for offer in offers if offer.message in now and (bid := now[offer.message](sight, offer))]
    if sight.deploys and sight.within(pb.WINDOW_CAPITAL):
        bids = planned(sight, bids)
    if bids:
        return max(bids, key=lambda bid: bid.worth).command
    indifferent = [offer for offer in offers if offer.message is not pb.Concede] or offers
    any_at_all: Message = indifferent[dice(len(indifferent))].pick(dice)
    return any_at_all


DEPLOYING = (pb.PlayUnit, pb.SendUnit, pb.PlaySupport, pb.PlayAttachment, pb.PlayQuest, pb.PlayDevelopment)
"""What is not played in response to anything."""


# Bidding.


def send(worth: int) -> Opinion:
    """A command that leaves no choice."""
    return lambda sight, offer: Bid(worth, offer.build({}))


def one(name: str, worth: Callable[[Sight, Any], int], base: int = 0) -> Opinion:
    """The value of that field that is worth most, the first of equals."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Bid:
        best = max(legal(offer, name), key=lambda value: worth(sight, value))
        return Bid(base + worth(sight, best), offer.build({name: best}))

    return opinion


def paid(sight: Sight, offer: Offer[Any], named: Mapping[str, Any], due: int) -> Message | None:
    """The command, with as much as may be paid with damage; None where it cannot be paid."""
    if due > sight.means:
        return None
    values = dict(named)
    if DAMAGE in offer.fields:
        values[DAMAGE] = min(due, sight.debts)
    command: Message = offer.build(values)
    return command if offer.admits(command) else None


# What is played.


def acting(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """A tactic or an action in play: see `opinions`."""
    found = idea(sight, offer)
    if found.worth <= 0:
        return None
    kind, tactic = kind_of(sight, offer), offer.message is pb.PlayTactic
    free = offer.message in (pb.CopyTactic, pb.PlayRevealed)
    targets = [found.named[name] for name in ("target", "other") if name in found.named]
    due = sight.surcharge([*targets, *found.named.get("targets", ())])
    if not free:
        due += sight.price[kind] if tactic else CARDS[kind].values.get("pay", 0)
    whole = due + found.named.get("x", 0) + (found.named.get("count", 0) if CARDS[kind].cost == "X" else 0)
    command = paid(sight, offer, {"card": legal(offer, "card")[0], **found.named}, 0 if free else whole)
    worth = found.worth - CARD * tactic - (0 if free else sight.resource * due)
    if sight.deploys:
        worth += sight.resource * due
    return Bid(worth, command, whole, kind) if command is not None and worth > 0 else None


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
    worth = text(printed, zone) + (sight.growth(zone, power) if zone != BATTLEFIELD else 0)
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


# The plan of the own capital phase.


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


# Fighting.


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
    totals = {name: field.least for name, field in offer.fields.items()}  # type: ignore[attr-defined]
    targets: list[int] = legal(offer, next(iter(offer.fields)))
    plan = spread(sight, sum(totals.values()), targets)
    commands = [shared(offer, totals, allotted) for allotted in plan]
    return Bid(AT_ONCE, next((command for command in commands if offer.admits(command)), commands[-1]))


def spread(sight: Sight, points: int, targets: Sequence[int]) -> list[dict[int, int]]:
    """How the points may be spread over the targets, what is worth most first."""
    units = [sight.cards[one] for one in targets if one in sight.cards]
    gone = [one for one in targets if one not in sight.cards and not is_place(one)]
    where = next((one for one in targets if is_place(one)), 0)
    least = {unit.id: max(unit.hit_points - unit.damage, 0) for unit in units}
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
                found.append((worth + sight.singed(where, surplus), {**reached, where: surplus}))
    found.sort(key=lambda each: -each[0])
    rest = [*(unit.id for unit in sorted(units, key=lambda unit: -sight.worth(unit))), *gone]
    return [filled(allotted, points, where, rest, least) for _, allotted in found]


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
    return Bid(AT_ONCE, offer.build({"units": units[: offer.fields["units"].most]}))  # type: ignore[attr-defined]


def absorbing(sight: Sight, offer: Offer[Any]) -> Bid:
    """Indirect damage, point by point where it hurts least."""
    field = offer.fields["points"]
    limits, total = field.limits, field.least  # type: ignore[attr-defined]
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


# What texts ask.


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
    return lambda one: scratching(sight, one)


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
        for zone in legal(offer, "zone"):
            command = offer.build({"unit": unit, "zone": zone})
            if (
                zone != zone_of(card.place)
                and not card.quest
                and calling(sight, card) == zone
                and offer.admits(command)
            ):
                return Bid(1, command)
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


# Decks.


def rating(printed: Printed) -> int:
    """What a card is worth to a deck, for its price."""
    cost = printed.cost if isinstance(printed.cost, int) else 3
    price = 8 * cost + 3 * printed.loyalty
    zone = {None: BATTLEFIELD, "kingdom": KINGDOM, "quest": QUEST, "battlefield": BATTLEFIELD}[printed.zone]
    match printed.type:
        case "unit":
            return 15 * (printed.power or 0) + HIT_POINT * (printed.hit_points or 0) + text(printed, zone) + 8 - price
        case "support":
            return 20 * (printed.power or 0) + text(printed, zone) + 6 - price
        case "quest":
            return QUESTS[printed.id] // 2
        case "tactic":
            return TACTICS.get(printed.id, THE_DRAFT) - 2 * printed.loyalty
        case _:
            return 4


def fitting(sight: Sight, kind: str) -> int:
    """The same for the deck that is being made: the more of a race there is, the less its loyalty costs."""
    printed = CARDS[kind]
    own = sum(each.count for each in sight.own.deck_list if CARDS[each.kind].race == printed.race)
    held = sum(each.count for each in sight.own.deck_list if each.kind == kind)
    return rating(printed) + min(own, 12) - 2 * held


def picking(sight: Sight, offer: Offer[Any]) -> Bid:
    field = offer.fields["cards"]
    cards = sorted(legal(offer, "cards"), key=lambda card: -fitting(sight, sight.kind(card)))
    return Bid(AT_ONCE, offer.build({"cards": cards[: field.most]}))  # type: ignore[attr-defined]


def denying(sight: Sight, offer: Offer[Any]) -> Bid:
    """The best card of the opponent's pack; one more for a Sabotage where that is good too."""
    field = offer.fields["cards"]
    cards = sorted(legal(offer, "cards"), key=lambda card: -rating(CARDS[sight.kind(card)]))
    good = sum(rating(CARDS[sight.kind(card)]) > THE_DRAFT for card in cards)
    number = min(max(good, field.least), field.most)  # type: ignore[attr-defined]
    return Bid(AT_ONCE, offer.build({"cards": cards[:number]}))


def decking(offer: Offer[Any], dice: Dice) -> Message:
    """For any board, the best cards of its race and of its allies, as many of each as may be, and one of those that
    can only be there once.
    """
    capital = offer.fields["capital"].pick(dice)
    limits: Mapping[str, int] = offer.fields["cards"].limits  # type: ignore[attr-defined]

    def worth(kind: str) -> int:
        printed = CARDS[kind]
        return rating(printed) + (12 if printed.race == capital else -8 * printed.loyalty)

    best = sorted(limits, key=lambda kind: -worth(kind))
    cards = [kind for kind in best for _ in range(1 if CARDS[kind].unique else limits[kind])]
    deck: Message = offer.build({"capital": capital, "cards": cards[: offer.fields["cards"].least]})  # type: ignore[attr-defined]
    return deck


def housing(sight: Sight, capital: str) -> int:
    """The board whose symbol saves most loyalty."""
    cards = [(CARDS[each.kind], each.count) for each in sight.own.deck_list]
    return sum(count * (printed.loyalty + 1) for printed, count in cards if printed.race == capital)


def keeping_hand(sight: Sight, offer: Offer[Any]) -> Bid:
    """A hand with something for the first turns is kept."""
    cards = [CARDS[kind] for kind in sight.hand.values()]
    early = [
        card for card in cards if card.type in ("unit", "support") and card.power and sight.price[card.id] <= EARLY
    ]
    useful = [card for card in early if card.keywords.attachment is None]
    return Bid(1 if len(useful) >= 2 else -1, offer.build({}))


OPINIONS: Mapping[type[Message], Opinion] = {
    pb.PlaceCapital: one("capital", housing, AT_ONCE),
    pb.KeepHand: keeping_hand,
    pb.Mulligan: send(0),
    pb.Pass: send(0),
    pb.PlayUnit: deploying,
    pb.SendUnit: sending,
    pb.PlaySupport: deploying,
    pb.PlayAttachment: attaching,
    pb.PlayQuest: questing,
    pb.PlayDevelopment: developing,
    pb.PlayTactic: acting,
    pb.UseAction: acting,
    pb.RestoreUnit: one("unit", restoring),
    pb.DeclareTarget: targeting,
    pb.DeclareNoAttack: send(0),
    pb.DeclareAttackers: striking,
    pb.DeclareDefenders: defending,
    pb.AssignDamage: assigning,
    pb.SpreadDamage: absorbing,
    pb.PayTolls: tolls,
    pb.ChooseTarget: aiming,
    pb.ChooseUnit: one("unit", giving, AT_ONCE),
    pb.ChooseDevelopment: one("development", lambda sight, card: -fallow(sight, card), AT_ONCE),
    pb.ChoosePlace: one("place", placing, AT_ONCE),
    pb.ChooseOption: one("option", opting, AT_ONCE),
    pb.ChooseNumber: one("number", lambda sight, number: number, AT_ONCE),
    pb.MoveUnit: moving,
    pb.RedirectPoint: redirecting,
    pb.TakeSupport: taking,
    pb.CopyTactic: acting,
    pb.PlayRevealed: acting,
    pb.ChooseNext: one("effect", ordering, AT_ONCE),
    pb.Decline: send(0),
    pb.ChooseSide: one("side", lambda sight, side: side == SIDE_OF["orc"], AT_ONCE),
    pb.PickCards: picking,
    pb.Counterdraft: denying,
    pb.AddToDeck: one("card", lambda sight, card: fitting(sight, sight.kind(card)), AT_ONCE),
}
