"""What the sensible player thinks of cards' actions: of tactics, of actions in play, and of what effects copy.

A thought says what an action would bring now and what to name for it; the price is reckoned when it becomes a bid. Most
think of it only in the windows in which the action does its work: a weakened attacker is of use once it attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.opinions.bids import (
    NOTHING,
    Bid,
    Idea,
    Thought,
    best,
    copies,
    kind_of,
    legal,
    paid,
    several,
    value,
)
from rulekeeper.games.warhammer_invasion.opinions.forecast import able, chance
from rulekeeper.games.warhammer_invasion.opinions.in_combat import (
    all_cancelled,
    all_stronger,
    assault,
    assigned,
    attackers,
    doomed,
    exchanged,
    fighting,
    gaze,
    glorious,
    in_own_battlefield,
    marched,
    questing,
    ridden,
    sidelined,
    spared,
    stronger,
    turned,
    weaker,
)
from rulekeeper.games.warhammer_invasion.opinions.on_units import (
    all_healed,
    crew,
    every_unit,
    flames,
    healed,
    own_power,
    pestilence,
    refused,
    returned,
    sorcery,
    struck,
    swept,
    undeveloped,
    valkia,
)
from rulekeeper.games.warhammer_invasion.sight import BURN, CARD, RESOURCE, Sight, is_support, is_unit
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, is_place, place, zone_of
from rulekeeper.kernel import Offer
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def acting(sight: Sight, offer: Offer[Any]) -> Bid | None:
    """A tactic or an action in play. In the own capital phase the price is weighed with others' (`playing`)."""
    found = idea(sight, offer)
    if found.worth <= 0:
        return None
    kind, tactic = kind_of(sight, offer), offer.message is pb.PlayTactic
    due = spent(sight, offer, found)
    command = paid(sight, offer, {"card": legal(offer, "card")[0], **found.named}, due)
    worth = found.worth - CARD * tactic - (0 if sight.deploys else sight.resource * due)
    return Bid(worth, command, due, kind) if command is not None and worth > 0 else None


def spent(sight: Sight, offer: Offer[Any], found: Idea) -> int:
    """What the action costs with what is named for it."""
    kind, named = kind_of(sight, offer), found.named
    targets = [named[name] for name in ("target", "other") if name in named]
    due = sight.surcharge([*targets, *named.get("targets", ())])
    if offer.message is pb.UseAction:
        return due + CARDS[kind].values.get("pay", 0)
    if offer.message is not pb.PlayTactic:
        return due
    return due + sight.price[kind] + (named.get("x", 0) + named.get("count", 0) if CARDS[kind].cost == "X" else 0)


def idea(sight: Sight, offer: Offer[Any]) -> Idea:
    """What the action that the offer is about is worth now."""
    kind = kind_of(sight, offer)
    if kind not in THOUGHTS or (kind in RESPONSES) == sight.quiet:
        return NOTHING
    return THOUGHTS[kind](sight, offer)


def expected(sight: Sight, kind: str) -> int:
    """What a tactic will be worth in the fights of this turn and of the next, so that its price is put by for it."""
    strikers = able(sight, place(sight.seat, BATTLEFIELD))
    if kind in HELD and strikers:
        more = HELD[kind] * CARDS[kind].values["power"]
        return more * len(strikers) if kind in ("waaagh", "culling-the-weak") else more
    if kind == "grudge-thrower-assault":
        return max((sight.worth(unit) for unit in able(sight, place(sight.rival, BATTLEFIELD))), default=0) * 2 // 3
    if kind == "master-rune-of-valaya":
        threat = chance(sight, sight.rival)
        return threat // 2 if threat >= BURN else 0
    return 0


HELD: Mapping[str, int] = {"waaagh": 9, "culling-the-weak": 7, "striking-the-grudge": 8, "favour-of-mork": 8}
"""What such tactics bring in an attack for each point of power."""


# Supports, developments and sections.


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
    """As many developments of the opponent's as are worth their price."""
    if "place" not in offer.fields:
        return NOTHING
    where = legal(offer, "place")[0]
    found = max(legal(offer, "count"), key=lambda count: fewer(sight, where, count) - sight.resource * count)
    return Idea(fewer(sight, where, found), {"place": where, "count": found})


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
    most = min(len(cards), several(offer, "targets").most, source.hit_points - source.damage - 1)
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


def all_supports(sight: Sight, offer: Offer[Any]) -> Idea:
    theirs = [card for card in sight.view.cards if not sight.mine(card) and is_support(card.kind)]
    return Idea(sum(sight.worth(card) for card in theirs) - questing(sight, offer), {})


def lobbed(sight: Sight, offer: Offer[Any]) -> Idea:
    """After the attack, for the unit that is worth least; at any time where that wins, and for one that is doomed."""
    points = value(offer, sight, "damage")
    gain = max((sight.singed(where, points) for where in sight.places(sight.rival)), default=0)
    late = sight.within(pb.WINDOW_APPLIED, pb.WINDOW_NO_ATTACK, pb.WINDOW_ASSIGNED, pb.WINDOW_END)

    def worth(one: int) -> int:
        unit = sight.cards[one]
        return gain - (0 if doomed(sight, unit) else sight.worth(unit)) if late or gain > 2 * BURN else 0

    return best(offer, "sacrifice", worth)


def mountains(sight: Sight, offer: Offer[Any]) -> Idea:
    cards = value(offer, sight, "cards")
    return Idea(13 * cards if sight.deploys and sight.own.deck_size > 5 * cards else 0, {})


# Cards and resources.


def funds(count: Callable[[Sight], int], whom: Callable[[str], bool] = bool) -> Thought:
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
    number, limits = several(offer, "cards").least, copies(offer, "cards")
    if sight.own.deck_size > 8 or number < 3:
        return NOTHING
    cards = [kind for kind, count in limits.items() for _ in range(count)]
    return Idea(10 * number - questing(sight, offer), {"cards": cards[:number]})


# Answers to what is on the chain.


def countered(sight: Sight, offer: Offer[Any]) -> Idea:
    theirs = [one.number for one in sight.view.chain if one.seat != sight.seat and not one.cancelled]
    return best(offer, "target", lambda one: 2 * RESOURCE if one in theirs else 0)


def copied(sight: Sight, offer: Offer[Any]) -> Idea:
    of = {one.number: one.kind for one in sight.view.chain if one.seat != sight.seat}
    return best(offer, "target", lambda one: COPIED.get(of.get(one, ""), 0))


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


RESPONSES = frozenset({"bright-wizard-apprentice", "twin-tailed-comet"})
"""What is used while something is on the chain."""


THOUGHTS: Mapping[str, Thought] = {
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
