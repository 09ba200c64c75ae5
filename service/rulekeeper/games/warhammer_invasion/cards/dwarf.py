"""The Dwarf cards, 1-25, in the order of their numbers."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion import following
from rulekeeper.games.warhammer_invasion.block import (
    ATTACKED,
    ENTERED,
    LEFT,
    TURN_BEGINS,
    Action,
    Block,
    Effect,
    Event,
    Target,
    Trigger,
    always,
)
from rulekeeper.games.warhammer_invasion.cards.choices import (
    ATTACKER,
    DAMAGED_UNIT,
    UNIT,
    UNIT_IN_COMBAT,
    UNIT_OR_SECTION,
    choose_place,
    choose_unit,
)
from rulekeeper.games.warhammer_invasion.cards.verbs import (
    deal_to_chosen,
    destroy,
    destroy_developments,
    destroy_targets,
    develop_from_deck,
    develop_here,
    developments_here,
    for_tokens,
    gain_resources,
    gains_token,
    heal,
    here,
    move_damage,
    opposing,
    own_turn,
    power_among_developments,
    power_until_end,
    sacrifice,
    zone_attacked,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed, shown
from rulekeeper.games.warhammer_invasion.chain import enter
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.pricing import pay
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    BATTLEFIELD_PHASE,
    KINGDOM,
    Pending,
    Placed,
    State,
    Waiting,
    all_see,
    by_kind,
    defends,
    in_combat,
    in_play,
    is_support,
    is_unit,
    opponent,
    owner_sees,
    place,
    places,
    section,
    there,
    units,
    units_at,
    zone_of,
)
from rulekeeper.games.warhammer_invasion.targets import called
from rulekeeper.games.warhammer_invasion.window_menu import may_host
from rulekeeper.kernel import Bag, Card, Offer, OneOf, Part, Script, Subset, When, ask, find
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 2. Zhufbar Engineers: as they leave play, an opponent sacrifices a unit in the zone of that name.


def opponent_sacrifices(effect: Effect) -> Script[None]:
    unit = yield from choose_unit(effect, opposing(effect), here(effect, opposing(effect)))
    if unit is not None:
        yield from sacrifice(effect, [unit])


def nobody_to_give(state: State, one: Pending) -> bool:
    return not any(units_at(state, place(opponent(one.seat), zone_of(one.place))))


ZHUFBAR_ENGINEERS = Block(
    "zhufbar-engineers", triggers=(Trigger("sacrifice", LEFT, opponent_sacrifices, own=True, moot=nobody_to_give),)
)


# 4. Troll Slayers: power among developments.

TROLL_SLAYERS = Block("troll-slayers", power=power_among_developments)


# 5. Runesmith: for resources, power for a unit until the end of the turn.


def power_for_target(effect: Effect) -> Script[None]:
    yield from power_until_end(effect, [effect.target], effect.value("power"))


RUNESMITH = Block("runesmith", action=Action(power_for_target, target=UNIT, pay=CARDS["runesmith"].values["pay"]))


# 6. Durgnar the Bold: power while a section of his player's burns.


def while_burning(state: State, me: Placed) -> int:
    values = me.printed.values
    return values["power"] if following.burning_sections(state, me.controller) >= values["burning"] else 0


DURGNAR_THE_BOLD = Block("durgnar-the-bold", power=while_burning)


# 7. King Kazador: opponents pay more to target him.


def if_targeted(state: State, me: Placed, targets: tuple[Placed, ...]) -> int:
    return me.printed.values["surcharge"] if me in targets else 0


KING_KAZADOR = Block("king-kazador", surcharge=if_targeted)


# 8. Dwarf Cannon Crew: as it enters, a cheap support out of the top cards of the deck enters its zone.


def search(effect: Effect) -> Script[None]:
    """Asked whatever the cards are: nobody else may know."""
    seat = effect.seat
    look(effect, effect.value("look"))
    command = yield from ask(seat, functools.partial(support_menu, effect.place, effect.printed.id))
    if isinstance(command, pb.TakeSupport):
        found = find(effect.state.players[seat].deck, command.card)
        host = there(effect.state, command.host) if command.host else None
        card = effect.play.mint(all_see(effect.state))
        enter(effect.play, seat, card, CARDS[found.kind], effect.place, seat, host, was=found.id)
        yield from following.after(effect.play)
    else:
        fizzle(effect)
    effect.emit(pb.DeckShuffled(seat=seat), rule="whi.effects.then")


def look(effect: Effect, cards: int) -> None:
    """At the top cards of the own deck."""
    audience = owner_sees(effect.seat)
    while True:
        deck = effect.state.players[effect.seat].deck
        known = len(looked_at(effect.state, effect.seat))
        first = deck[known] if known < min(cards, len(deck)) else None
        if not isinstance(first, Bag):
            return
        kind = effect.play.draw("deck", first.of, audience)
        card = effect.play.mint(audience)
        effect.emit(pb.DeckCardSeen(seat=effect.seat, card=card, kind=kind), audience)


def looked_at(state: State, seat: int) -> tuple[Card, ...]:
    """What the player has seen of the own deck: it lies on top."""
    return tuple(part for part in state.players[seat].deck if isinstance(part, Card))


def support_menu(where: int, crew: str, state: State, seat: int) -> Iterator[Offer[Message]]:
    yield Offer(pb.Decline)
    for kind, cards in by_kind(looked_at(state, seat)).items():
        yield taking(state, seat, where, CARDS[crew], CARDS[kind], cards)


def taking(
    state: State, seat: int, where: int, crew: Printed, printed: Printed, cards: tuple[int, ...]
) -> Offer[Message]:
    """No support is unique or for one zone only, so none is barred."""
    most = crew.values["cost"]
    fits = printed.type == "support" and isinstance(printed.cost, int) and printed.cost <= most
    cheap = When(crew.rule, fits, f"{printed.name} is no support with a cost of {most} or less")
    card = OneOf(cards, label=lambda _: shown(printed.id), otherwise=(crew.rule, "{value} is none of these cards"))
    if printed.keywords.attachment is None:
        return Offer(pb.TakeSupport, cheap, card=card)
    hosts = tuple(unit.id for unit in units_at(state, where) if may_host(printed, seat, unit))
    return Offer(
        pb.TakeSupport,
        cheap,
        When("whi.attach.host", bool(hosts), f"there is no unit that {printed.name} may go on"),
        card=card,
        host=OneOf(
            hosts,
            label=lambda one: called(state, one),
            otherwise=("whi.attach.host", f"{{value}} is no unit there that {printed.name} may go on"),
        ),
    )


DWARF_CANNON_CREW = Block("dwarf-cannon-crew", triggers=(Trigger("search", ENTERED, search, own=True),))


# 9. Dwarf Masons: as they enter, a development beside them.

DWARF_MASONS = Block("dwarf-masons", triggers=(Trigger("develop", ENTERED, develop_here, own=True),))


# 10. Dwarf Ranger: as another Dwarf unit of yours leaves play, damage to a unit or a section.


def other_dwarf_left(state: State, me: Placed, event: Event) -> bool:
    unit = event.card
    return unit is not None and is_unit(unit) and unit.controller == me.controller and unit.printed.race == "dwarf"


def damage_somewhere(effect: Effect) -> Script[None]:
    yield from deal_to_chosen(effect, UNIT_OR_SECTION)


DWARF_RANGER = Block("dwarf-ranger", triggers=(Trigger("damage", LEFT, damage_somewhere, when=other_dwarf_left),))


# 12. Ironbreakers of Ankhor: Toughness for each development beside them.

IRONBREAKERS_OF_ANKHOR = Block("ironbreakers-of-ankhor", toughness=developments_here)


# 13. Rune of Fortitude: attackers of its zone have less power, unless they are paid for.


def toll(effect: Effect) -> Script[None]:
    """The attacking player pays for any of the attackers, as far as the resources go."""
    payer, combat = opposing(effect), effect.state.combat
    if combat is None or not combat.attackers:
        fizzle(effect, "whi.combat.attackers-gone", passed_over=pb.PayTolls, seat=payer)
        return
    if not payable(effect.state, payer):
        fizzle(effect, "whi.capital.pay", passed_over=pb.PayTolls, seat=payer)
        return
    command = yield from ask(payer, toll_menu)
    if not command.units:
        fizzle(effect, seat=payer)
    else:
        tolls = (Part(effect.rule, len(command.units) * effect.value("pay")),)
        pay(effect.play, payer, tolls, 0, effect.rule)
        effect.emit(pb.TollsPaid(card=effect.card, units=command.units))


def payable(state: State, seat: int) -> int:
    """For how many units the player can pay."""
    return state.players[seat].resources // CARDS["rune-of-fortitude"].values["pay"]


def toll_menu(state: State, seat: int) -> Iterable[Offer[pb.PayTolls]]:
    attackers = state.combat.attackers if state.combat is not None else ()
    yield Offer(
        pb.PayTolls,
        units=Subset(
            attackers,
            most=min(payable(state, seat), len(attackers)),
            label=lambda one: called(state, one),
            otherwise=(CARDS["rune-of-fortitude"].rule, "{value} does not attack"),
            size_rule="whi.capital.pay",
        ),
    )


def weakens(state: State, me: Placed, card: Placed) -> int:
    combat = state.combat
    if combat is None or combat.place != me.place or card.id not in combat.attackers:
        return 0
    return 0 if (me.id, card.id) in combat.tolls else -me.printed.values["less"]


RUNE_OF_FORTITUDE = Block(
    "rune-of-fortitude",
    triggers=(Trigger("toll", ATTACKED, toll, when=zone_attacked, forced=False, quiet=True),),
    gives_power=weakens,
)


# 14. Keystone Forge: as your turn begins, a section is healed.


def heals_section(effect: Effect) -> Script[None]:
    damaged = [where for where in places(effect.seat) if section(effect.state, where).damage]
    if damaged:
        where = yield from choose_place(effect, effect.seat, damaged)
        yield from heal(effect, where, effect.value("heal"))
    else:
        fizzle(effect, "whi.effects.heal")


KEYSTONE_FORGE = Block(
    "keystone-forge", triggers=(Trigger("heal", TURN_BEGINS, heals_section, when=own_turn, quiet=True),)
)


# 15. Organ Gun: power for its host while that defends.


def while_host_defends(state: State, me: Placed, card: Placed) -> int:
    return me.printed.values["power"] if card.id == me.host and defends(state, card.id) else 0


ORGAN_GUN = Block("organ-gun", gives_power=while_host_defends)


# 16. Master Rune of Dismay: opponents pay more for units.


def tax_on_units(state: State, me: Placed, printed: Printed) -> int:
    return me.printed.values["tax"] if printed.type == "unit" else 0


MASTER_RUNE_OF_DISMAY = Block("master-rune-of-dismay", tax=tax_on_units)


# 17. A Glorious Death: for the questing unit, attackers are destroyed.

A_GLORIOUS_DEATH = Block(
    "a-glorious-death",
    action=Action(
        destroy_targets,
        several=(
            ATTACKER,
            CARDS["a-glorious-death"].values["least"],
            CARDS["a-glorious-death"].values["most"],
        ),
        gives_up="questing",
        when=for_tokens,
    ),
    triggers=(gains_token(),),
)


# 18. Grudge Thrower: for resources and the sacrifice of a unit, power for all units in combat until the end of the
# turn.


def power_in_combat(effect: Effect) -> Script[None]:
    fighting = [unit for unit in units(effect.state) if in_combat(effect.state, unit.id)]
    yield from power_until_end(effect, fighting, effect.value("power"))


GRUDGE_THROWER = Block(
    "grudge-thrower",
    action=Action(power_in_combat, pay=CARDS["grudge-thrower"].values["pay"], sacrifice=always),
)


# 19. Burying the Grudge: resources for each unit that reached a discard pile this turn.


def resources_for_the_dead(effect: Effect) -> None:
    dead = sum(count for kind, count in effect.state.turn.discarded if CARDS[kind].type == "unit")
    gain_resources(effect, effect.seat, dead * effect.value("resources"))


BURYING_THE_GRUDGE = Block("burying-the-grudge", action=Action(resources_for_the_dead))


# 20. Stubborn Refusal: all damage moves from one unit to another in a zone of the same name.


def same_zone(state: State, one: Placed, other: Placed) -> bool:
    return one.zone == other.zone


def moves_all_damage(effect: Effect) -> Script[None]:
    giver, receiver = (in_play(effect.state, target) for target in effect.targets)
    if giver is None or receiver is None or not same_zone(effect.state, giver, receiver):
        fizzle(effect, "whi.chain.recheck-target")
        return
    yield from move_damage(effect, giver, receiver, giver.damage)


STUBBORN_REFUSAL = Block(
    "stubborn-refusal",
    action=Action(
        moves_all_damage,
        target=DAMAGED_UNIT,
        other=UNIT,
        related=(same_zone, "the two are not in zones of the same name"),
    ),
)


# 21. Striking the Grudge: power for a unit in combat until the end of the turn.

STRIKING_THE_GRUDGE = Block("striking-the-grudge", action=Action(power_for_target, target=UNIT_IN_COMBAT))


# 22. Grudge Thrower Assault: an attacker is destroyed.

GRUDGE_THROWER_ASSAULT = Block("grudge-thrower-assault", action=Action(destroy_targets, target=ATTACKER))


# 23. Demolition!: a support or a development is destroyed.


def demolishes(effect: Effect) -> Script[None]:
    if effect.developments:
        yield from destroy_developments(effect)
    else:
        yield from destroy(effect, [effect.target])


DEMOLITION = Block(
    "demolition",
    action=Action(
        demolishes,
        target=Target("a support or a development", lambda asker, card: is_support(card), developments=True),
    ),
)


# 24. Wake the Mountain: cards of the deck become developments in the kingdom or the battlefield.


def mountain_wakes(effect: Effect) -> Script[None]:
    found = [place(effect.seat, zone) for zone in (KINGDOM, BATTLEFIELD)]
    where = yield from choose_place(effect, effect.seat, found)
    yield from develop_from_deck(effect, effect.seat, zone_of(where), effect.value("cards"))


WAKE_THE_MOUNTAIN = Block("wake-the-mountain", action=Action(mountain_wakes))


# 25. Master Rune of Valaya: in the battlefield phase of this turn all damage is cancelled.


def waits_for_battle(effect: Effect) -> None:
    """After the battlefield phase there is nothing to wait for."""
    if effect.state.turn.phase <= BATTLEFIELD_PHASE:
        effect.emit(pb.EffectWaits(seat=effect.seat, kind=effect.printed.id))
    else:
        fizzle(effect, "whi.chain.conditional-action")


def in_battle(state: State, waiting: Waiting) -> bool:
    return state.turn.phase == BATTLEFIELD_PHASE


MASTER_RUNE_OF_VALAYA = Block("master-rune-of-valaya", action=Action(waits_for_battle), cancels_all=in_battle)


DWARF: tuple[Block, ...] = (
    Block("defender-of-the-hold"),
    ZHUFBAR_ENGINEERS,
    Block("hammerer-of-karak-azul"),
    TROLL_SLAYERS,
    RUNESMITH,
    DURGNAR_THE_BOLD,
    KING_KAZADOR,
    DWARF_CANNON_CREW,
    DWARF_MASONS,
    DWARF_RANGER,
    Block("mountain-brigade"),
    IRONBREAKERS_OF_ANKHOR,
    RUNE_OF_FORTITUDE,
    KEYSTONE_FORGE,
    ORGAN_GUN,
    MASTER_RUNE_OF_DISMAY,
    A_GLORIOUS_DEATH,
    GRUDGE_THROWER,
    BURYING_THE_GRUDGE,
    STUBBORN_REFUSAL,
    STRIKING_THE_GRUDGE,
    GRUDGE_THROWER_ASSAULT,
    DEMOLITION,
    WAKE_THE_MOUNTAIN,
    MASTER_RUNE_OF_VALAYA,
)
"""In the order of the numbers."""
