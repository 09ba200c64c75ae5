"""What the sensible player thinks of cards' actions: of tactics, of actions in play, and of what effects copy.

An opinion says what an action would bring now and what to name for it; the price is reckoned elsewhere (`player`). Most
have one only in the windows in which the action does its work: a weakened attacker is of use once it attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.forecast import able, chance, fighter, gained
from rulekeeper.games.warhammer_invasion.sight import (
    BURN,
    CARD,
    HIT_POINT,
    RESOURCE,
    Sight,
    is_support,
    is_unit,
)
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    KINGDOM,
    is_place,
    place,
    zone_of,
)
from rulekeeper.kernel import Number, Offer
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


class Idea(NamedTuple):
    """What an action is worth, and what is named for it, beside its card and its payment."""

    worth: int
    named: Mapping[str, Any]


NOTHING = Idea(0, {})

Opinion = Callable[[Sight, Offer[Any]], Idea]


def legal(offer: Offer[Any], name: str) -> list[Any]:
    """The values of a field that may be chosen one by one."""
    field = offer.fields[name]
    return [*field.legal()] if isinstance(field, Number) else [*field.passing()]  # type: ignore[attr-defined]


def best(offer: Offer[Any], name: str, worth: Callable[[Any], int]) -> Idea:
    """The value of that field that is worth most, the first of equals."""
    values = legal(offer, name)
    if not values:
        return NOTHING
    one = max(values, key=worth)
    return Idea(worth(one), {name: one})


def value(offer: Offer[Any], sight: Sight, name: str) -> int:
    """A number of the text of the card that the offer is about."""
    return CARDS[kind_of(sight, offer)].values[name]


def kind_of(sight: Sight, offer: Offer[Any]) -> str:
    """Whose action it is."""
    return sight.kind(legal(offer, "card")[0])


# Power in a fight.


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


def all_stronger(whom: Callable[[Sight], Iterable[int]]) -> Opinion:
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


# Out of a fight.


def sidelined(lasting: int = 0) -> Opinion:
    """A unit can neither attack nor defend: when a zone is attacked and nobody has been declared."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Idea:
        if not sight.within(pb.WINDOW_TARGET):
            return NOTHING
        strikers = able(sight, place(sight.view.combat.seat, BATTLEFIELD))
        may = {unit.id for unit in (*strikers, *able(sight, sight.view.combat.place)) if not sight.mine(unit)}
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
    return gain + (max(gained(sight, without=(unit.id,)), 0) if gain > 0 and sight.within(*FIGHT) else 0)


def returned(sight: Sight, offer: Offer[Any]) -> Idea:
    if not (sight.deploys or sight.within(*FIGHT)):
        return NOTHING

    def worth(one: int) -> int:
        unit = sight.cards[one]
        return removed(sight, unit, -sight.for_me(one) * sight.worth(unit) * 2 // 3)

    return best(offer, "target", worth)


def struck(points: Callable[[Sight, pb.InPlay], int]) -> Opinion:
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
    """As much as destroys a unit, and no more."""
    most = offer.fields["x"].high  # type: ignore[attr-defined]
    found = NOTHING
    for one in legal(offer, "target"):
        unit = sight.cards[one]
        x = unit.hit_points - unit.damage + unit.toughness
        gain = removed(sight, unit, sight.worth(unit)) - sight.resource * x
        if not sight.mine(unit) and x + sight.surcharge((one,)) <= most and gain > found.worth:
            found = Idea(gain, {"target": one, "x": x})
    return found


def assault(sight: Sight, offer: Offer[Any]) -> Idea:
    """An attacker is destroyed that would come through the fight."""

    def worth(one: int) -> int:
        unit = sight.cards[one]
        return 0 if sight.mine(unit) or doomed(sight, unit) else sight.worth(unit)

    return best(offer, "target", worth)


def assigned(sight: Sight, target: int) -> int:
    """How much damage is assigned to a unit or section in the fight, and not applied yet."""
    hits = sight.view.combat.assigned
    return sum(hit.cancellable + hit.uncancellable for hit in hits if hit.target == target)


def doomed(sight: Sight, unit: pb.InPlay) -> bool:
    """Will the damage that is assigned to it destroy it?"""
    points = assigned(sight, unit.id)
    return points > unit.toughness and points - unit.toughness >= unit.hit_points - unit.damage


def glorious(sight: Sight, offer: Offer[Any]) -> Idea:
    """The best attackers are destroyed, for the unit on the quest."""
    if not sight.attacked or not sight.within(*FIGHT):
        return NOTHING
    most = offer.fields["targets"].most  # type: ignore[attr-defined]
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


# Supports and developments.


def destroyed(sight: Sight, offer: Offer[Any]) -> Idea:
    """A support of the opponent's, or a development where that burns the section."""
    return best(offer, "target", lambda one: lost(sight, one))


def lost(sight: Sight, target: int, count: int = 1) -> int:
    """What it is worth that the card goes, or so many of the opponent's developments at a place."""
    if is_place(target):
        return fewer(sight, target, count)
    if target in sight.facedown:
        return -CARD
    return -sight.for_me(target) * sight.worth(sight.cards[target])


def fewer(sight: Sight, where: int, count: int) -> int:
    """What it is worth that a section of the opponent's has so many developments less."""
    return sight.scorched(where, 0, count) + 5 * count


def razed(sight: Sight, offer: Offer[Any]) -> Idea:
    """As many developments of the opponent's as burn the section, each for a resource."""
    if "place" not in offer.fields:
        return NOTHING
    where = legal(offer, "place")[0]
    counts = offer.fields["count"].legal()
    found = max(counts, key=lambda count: fewer(sight, where, count) - sight.resource * count)
    return Idea(fewer(sight, where, found) - sight.resource * found, {"place": where, "count": found})


def moved_developments(sight: Sight, offer: Offer[Any]) -> Idea:
    """The opponent's away from a section that burns without them; own ones to where they keep one from burning."""
    if "place" in offer.fields:
        where, count = legal(offer, "place")[0], max(offer.fields["count"].legal())
        gain = sight.scorched(where, 0, count)
        return (
            Idea(gain, {"place": where, "count": count, "zone": legal(offer, "zone")[0]}) if gain >= BURN else NOTHING
        )
    if not sight.attacked or not sight.within(pb.WINDOW_ASSIGNED):
        return NOTHING
    where = sight.view.combat.place
    cards = legal(offer, "targets")
    section, source = sight.section(where), sight.section(source_of(sight, cards[0]))
    wanted = section.damage + assigned(sight, where) - sight.shield(where) - section.hit_points + 1
    most = min(len(cards), offer.fields["targets"].most, source.hit_points - source.damage - 1)  # type: ignore[attr-defined]
    if section.burning or not 1 <= wanted <= most or zone_of(where) not in legal(offer, "zone"):
        return NOTHING
    saved = sight.singed(where, assigned(sight, where))
    return Idea(saved, {"targets": cards[:wanted], "zone": zone_of(where)})


def source_of(sight: Sight, development: int) -> int:
    """Where an own development lies."""
    for section in sight.own.sections:
        if any(card.id == development for card in section.known):
            return place(sight.seat, section.zone)
    raise KeyError(development)


# Damage that is moved, and healed.


def shifted(sight: Sight, giver: pb.InPlay, receiver: pb.InPlay) -> int:
    """What it is worth to move all damage from a unit to another."""
    left = receiver.hit_points - receiver.damage
    moved = min(giver.damage, left)
    harm = sight.worth(receiver) if moved >= left else HIT_POINT * moved
    return sight.for_me(giver.id) * HIT_POINT * moved - sight.for_me(receiver.id) * harm


def refused(sight: Sight, offer: Offer[Any]) -> Idea:
    found = NOTHING
    for giver in legal(offer, "target"):
        for receiver in legal(offer, "other"):
            one, two = sight.cards[giver], sight.cards[receiver]
            if giver != receiver and zone_of(one.place) == zone_of(two.place):
                gain = shifted(sight, one, two)
                both = sight.surcharge((giver, receiver)) - sight.surcharge((giver,))
                if gain > found.worth and both <= sight.means - sight.price.get(kind_of(sight, offer), 0):
                    found = Idea(gain, {"target": giver, "other": receiver})
    return found


def valkia(sight: Sight, offer: Offer[Any]) -> Idea:
    me = sight.cards[legal(offer, "card")[0]]
    return best(offer, "target", lambda one: shifted(sight, me, sight.cards[one]))


def healed(sight: Sight, offer: Offer[Any]) -> Idea:
    return best(offer, "target", lambda one: sight.for_me(one) * HIT_POINT)


def all_healed(sight: Sight, offer: Offer[Any]) -> Idea:
    return Idea(sum(HIT_POINT * unit.damage for unit in sight.units(sight.seat)), {})


# Everybody.


def swept(when: Callable[[Sight, pb.InPlay], int]) -> Opinion:
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


def all_supports(sight: Sight, offer: Offer[Any]) -> Idea:
    theirs = [card for card in sight.view.cards if not sight.mine(card) and is_support(card.kind)]
    return Idea(sum(sight.worth(card) for card in theirs) - questing(sight, offer), {})


def crew(sight: Sight, offer: Offer[Any]) -> Idea:
    """The opponent gives up what is worth least there."""
    me = sight.cards[legal(offer, "card")[0]]
    least = min((sight.worth(unit) for unit in sight.units(sight.rival)), default=0)
    return Idea(least - (0 if doomed(sight, me) else sight.worth(me)), {})


def lobbed(sight: Sight, offer: Offer[Any]) -> Idea:
    """After the attack, for the unit that is worth least; at any time where that wins, and for one that is doomed."""
    points = value(offer, sight, "damage")
    gain = max((sight.singed(where, points) for where in sight.places(sight.rival)), default=0)
    late = sight.within(pb.WINDOW_APPLIED, pb.WINDOW_NO_ATTACK, pb.WINDOW_ASSIGNED, pb.WINDOW_END)

    def worth(one: int) -> int:
        unit = sight.cards[one]
        return gain - (0 if doomed(sight, unit) else sight.worth(unit)) if late or gain > 2 * BURN else 0

    return best(offer, "sacrifice", worth)


# Cards and resources.


def funds(count: Callable[[Sight], int], whom: Callable[[str], bool] = bool) -> Opinion:
    """So many more resources, where something can be had for them."""

    def opinion(sight: Sight, offer: Offer[Any]) -> Idea:
        more = count(sight)
        lacking = [due - sight.means for kind, due in sight.price.items() if whom(kind) and sight.deploys]
        wanted = [short for short in lacking if 0 < short <= more]
        return Idea(RESOURCE * more + RESOURCE, {}) if wanted else NOTHING

    return opinion


def dead(sight: Sight) -> int:
    return CARDS["burying-the-grudge"].values["resources"] * sight.view.turn.units_discarded


def kingdom_developments(sight: Sight) -> int:
    return CARDS["innovation"].values["resources"] * sight.developments(KINGDOM)


def cheaper(sight: Sight) -> int:
    return CARDS["wez-bigga"].values["off"]


def tough_unit(kind: str) -> bool:
    """A unit that a point of damage does not kill."""
    printed = CARDS[kind]
    return is_unit(kind) and (printed.hit_points or 0) > CARDS["wez-bigga"].values["damage"] and printed.cost != 0


def hate(sight: Sight, offer: Offer[Any]) -> Idea:
    """As soon as the opponent has collected."""
    there = sight.other.resources and not sight.own_turn and sight.within(pb.WINDOW_KINGDOM)
    return Idea(2 * RESOURCE if there else 0, {})


def emptied(sight: Sight, offer: Offer[Any]) -> Idea:
    """The opponent's hand goes, for the unit on the quest."""
    return Idea(CARD * sight.other.hand_size - questing(sight, offer), {})


def refilled(sight: Sight, offer: Offer[Any]) -> Idea:
    """Both hands go and are filled again: for who has few cards left, when there is nothing more to play."""
    drawn = value(offer, sight, "cards")
    if min(sight.own.deck_size, sight.other.deck_size) <= 3 * drawn or not sight.deploys:
        return NOTHING
    return Idea(CARD * (drawn - sight.own.hand_size + 1) + CARD * (sight.other.hand_size - drawn), {})


def dominated(sight: Sight, offer: Offer[Any]) -> Idea:
    """A third of the cards are tactics, and some of them will do something."""
    if not sight.deploys:
        return NOTHING
    return Idea(min(sight.other.hand_size, value(offer, sight, "cards")) * 9, {})


def recruited(sight: Sight, offer: Offer[Any]) -> Idea:
    """Cards come back to a deck that runs out."""
    field = offer.fields["cards"]
    number: int = field.least  # type: ignore[attr-defined]
    limits: Mapping[str, int] = field.limits  # type: ignore[attr-defined]
    if sight.own.deck_size > 8 or number < 3:
        return NOTHING
    cards = [kind for kind, count in limits.items() for _ in range(count)]
    return Idea(10 * number - questing(sight, offer), {"cards": cards[:number]})


def mountains(sight: Sight, offer: Offer[Any]) -> Idea:
    cards = value(offer, sight, "cards")
    return Idea(13 * cards if sight.deploys and sight.own.deck_size > 5 * cards else 0, {})


# Answers to what is on the chain.


def countered(sight: Sight, offer: Offer[Any]) -> Idea:
    theirs = [one.number for one in sight.view.chain if one.seat != sight.seat and not one.cancelled]
    return best(offer, "target", lambda one: 2 * RESOURCE if one in theirs else 0)


COPIED: Mapping[str, int] = {
    "burying-the-grudge": 8,
    "demolition": 18,
    "wake-the-mountain": 26,
    "pillage": 18,
    "seduced-by-darkness": 12,
    "blood-for-the-blood-god": 18,
    "hate": 12,
    "innovation": 8,
    "burn-it-down": 12,
    "slaaneshs-domination": 14,
    "greater-heal": 8,
    "radiant-gaze": 10,
}
"""What a copy of a tactic of the opponent's is worth."""


def copied(sight: Sight, offer: Offer[Any]) -> Idea:
    of = {one.number: one.kind for one in sight.view.chain if one.seat != sight.seat}
    return best(offer, "target", lambda one: COPIED.get(of.get(one, ""), 0))


RESPONSES = frozenset({"bright-wizard-apprentice", "twin-tailed-comet"})
"""What is used while something is on the chain."""

OPINIONS: Mapping[str, Opinion] = {
    "runesmith": stronger,
    "a-glorious-death": glorious,
    "grudge-thrower": all_stronger(fighting),
    "burying-the-grudge": funds(dead),
    "stubborn-refusal": refused,
    "striking-the-grudge": stronger,
    "grudge-thrower-assault": assault,
    "demolition": destroyed,
    "wake-the-mountain": mountains,
    "master-rune-of-valaya": all_cancelled,
    "bright-wizard-apprentice": countered,
    "pistoliers": ridden,
    "will-of-the-electors": moved_developments,
    "twin-tailed-comet": copied,
    "demoralise": weaker,
    "franzs-decree": sidelined(),
    "forced-march": marched,
    "judgement-of-verena": swept(undeveloped),
    "sigmars-intervention": turned,
    "archmage-of-saphery": healed,
    "radiant-gaze": gaze,
    "greater-heal": all_healed,
    "lobber-crew": crew,
    "rock-lobber": lobbed,
    "smash-em-all": all_supports,
    "smash-go-boom": razed,
    "rip-dere-eads-off": destroyed,
    "wez-bigga": funds(cheaper, tough_unit),
    "favour-of-mork": exchanged,
    "pillage": destroyed,
    "waaagh": all_stronger(attackers),
    "troll-vomit": swept(every_unit),
    "nurgle-sorcerer": struck(sorcery),
    "cultist-of-slaanesh": destroyed,
    "valkia-the-bloody": valkia,
    "journey-to-the-gate": emptied,
    "seduced-by-darkness": sidelined(6),
    "will-of-tzeentch": refilled,
    "nurgles-pestilence": swept(pestilence),
    "flames-of-tzeentch": flames,
    "blood-for-the-blood-god": struck(own_power),
    "culling-the-weak": all_stronger(in_own_battlefield),
    "slaaneshs-domination": dominated,
    "disciple-of-khaine": spared,
    "hate": hate,
    "pilgrimage": returned,
    "burn-it-down": destroyed,
    "innovation": funds(kingdom_developments),
    "prepare-for-war": recruited,
}
"""By kind."""


def idea(sight: Sight, offer: Offer[Any]) -> Idea:
    """What the action that the offer is about is worth now."""
    kind = kind_of(sight, offer)
    if kind not in OPINIONS or (kind in RESPONSES) == sight.quiet:
        return NOTHING
    return OPINIONS[kind](sight, offer)


def expected(sight: Sight, kind: str) -> int:
    """What a card will be worth in the fight that comes, so that its price is put by for it."""
    more = CARDS[kind].values.get("power", 0)
    strikers: Sequence[pb.InPlay] = able(sight, place(sight.seat, BATTLEFIELD))
    if kind not in HELD or not strikers:
        return 0
    return HELD[kind] * more * (len(strikers) if kind in ("waaagh", "culling-the-weak") else 1)


HELD: Mapping[str, int] = {"waaagh": 9, "culling-the-weak": 7, "striking-the-grudge": 8, "favour-of-mork": 8}
"""What such cards bring for each point of power."""
