"""The Dwarf cards, 1-25, in the order of their numbers."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion import damage as damages
from rulekeeper.games.warhammer_invasion import effects
from rulekeeper.games.warhammer_invasion.cards.block import (
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
from rulekeeper.games.warhammer_invasion.cards.verbs import (
    ATTACKER,
    UNIT,
    UNIT_IN_COMBAT,
    UNIT_OR_SECTION,
    a_unit,
    choose_place,
    choose_target,
    choose_unit,
    deal,
    destroy,
    destroy_developments,
    develop_from_deck,
    develop_here,
    developments_here,
    fizzle,
    for_tokens,
    gain_resources,
    gains_token,
    heal,
    here,
    opposing,
    own_turn,
    power_until_end,
    sacrifice,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed, shown
from rulekeeper.games.warhammer_invasion.chain import enter, may_host
from rulekeeper.games.warhammer_invasion.pricing import pay
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    BATTLEFIELD_PHASE,
    EVERY_ZONE,
    KINGDOM,
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
    owner_sees,
    place,
    section,
    there,
    units,
    units_at,
    zone_of,
)
from rulekeeper.games.warhammer_invasion.targets import called
from rulekeeper.kernel import Bag, Card, Offer, OneOf, Script, Subset, When, ask, find
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 2. Zhufbar Engineers


def _opponent_sacrifices(effect: Effect) -> Script[None]:
    unit = yield from choose_unit(effect, opposing(effect), here(effect, opposing(effect)))
    if unit is not None:
        yield from sacrifice(effect, [unit])


# 4. Troll Slayers


def _among_developments(state: State, me: Placed) -> int:
    values = me.printed.values
    return values["power"] if developments_here(state, me) >= values["developments"] else 0


# 5. Runesmith, 21. Striking the Grudge


def _power_for_target(effect: Effect) -> Script[None]:
    yield from power_until_end(effect, [effect.target], effect.value("power"))


# 6. Durgnar the Bold


def _while_burning(state: State, me: Placed) -> int:
    values = me.printed.values
    return values["power"] if effects.burning_sections(state, me.controller) >= values["burning"] else 0


# 7. King Kazador


def _if_targeted(state: State, me: Placed, targets: tuple[Placed, ...]) -> int:
    return me.printed.values["surcharge"] if me in targets else 0


# 8. Dwarf Cannon Crew


def _search(effect: Effect) -> Script[None]:
    """Asked whatever the cards are: nobody else may know."""
    seat = effect.seat
    _look(effect, effect.value("look"))
    command = yield from ask(seat, functools.partial(_support_menu, effect.place, effect.printed.id))
    if isinstance(command, pb.TakeSupport):
        found = find(effect.state.players[seat].deck, command.card)
        host = there(effect.state, command.host) if command.host else None
        card = effect.play.mint(all_see(effect.state))
        enter(effect.play, seat, card, CARDS[found.kind], effect.place, seat, host, was=found.id)
        yield from effects.after(effect.play)
    effect.emit(pb.DeckShuffled(seat=seat), rule="whi.effects.then")


def _look(effect: Effect, cards: int) -> None:
    """At the top cards of the own deck."""
    audience = owner_sees(effect.seat)
    while True:
        deck = effect.state.players[effect.seat].deck
        known = len(_looked_at(effect.state, effect.seat))
        first = deck[known] if known < min(cards, len(deck)) else None
        if not isinstance(first, Bag):
            return
        kind = effect.play.draw("deck", first.of, audience)
        card = effect.play.mint(audience)
        effect.emit(pb.DeckCardSeen(seat=effect.seat, card=card, kind=kind), audience)


def _looked_at(state: State, seat: int) -> tuple[Card, ...]:
    """What the player has seen of the own deck: it lies on top."""
    return tuple(part for part in state.players[seat].deck if isinstance(part, Card))


def _support_menu(where: int, crew: str, state: State, seat: int) -> Iterator[Offer[Message]]:
    yield Offer(pb.Decline)
    for kind, cards in by_kind(_looked_at(state, seat)).items():
        yield _taking(state, seat, where, CARDS[crew], CARDS[kind], cards)


def _taking(
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


# 10. Dwarf Ranger


def _other_dwarf_left(state: State, me: Placed, event: Event) -> bool:
    unit = event.card
    return unit is not None and is_unit(unit) and unit.controller == me.controller and unit.printed.race == "dwarf"


def _damage_somewhere(effect: Effect) -> Script[None]:
    target = yield from choose_target(effect, UNIT_OR_SECTION)
    if target:
        yield from deal(effect, [target], effect.value("damage"))


# 13. Rune of Fortitude


def _zone_attacked(state: State, me: Placed, event: Event) -> bool:
    return event.place == me.place


def _toll(effect: Effect) -> Script[None]:
    """The attacking player pays for any of the attackers, as far as the resources go."""
    payer, combat = opposing(effect), effect.state.combat
    if combat is None or not combat.attackers or not _payable(effect.state, payer):
        return
    command = yield from ask(payer, _toll_menu)
    if command.units:
        pay(effect.play, payer, len(command.units) * effect.value("pay"), 0, effect.rule)
        effect.emit(pb.TollsPaid(card=effect.card, units=command.units))


def _payable(state: State, seat: int) -> int:
    """For how many units the player can pay."""
    return state.players[seat].resources // CARDS["rune-of-fortitude"].values["pay"]


def _toll_menu(state: State, seat: int) -> Iterable[Offer[pb.PayTolls]]:
    attackers = state.combat.attackers if state.combat is not None else ()
    yield Offer(
        pb.PayTolls,
        units=Subset(
            attackers,
            most=min(_payable(state, seat), len(attackers)),
            label=lambda one: called(state, one),
            otherwise=(CARDS["rune-of-fortitude"].rule, "{value} does not attack"),
            size_rule="whi.capital.pay",
        ),
    )


def _weakens(state: State, me: Placed, card: Placed) -> int:
    combat = state.combat
    if combat is None or combat.place != me.place or card.id not in combat.attackers:
        return 0
    return 0 if (me.id, card.id) in combat.tolls else -me.printed.values["less"]


# 14. Keystone Forge


def _heals_section(effect: Effect) -> Script[None]:
    every = (place(effect.seat, zone) for zone in EVERY_ZONE)
    where = yield from choose_place(effect, effect.seat, [one for one in every if section(effect.state, one).damage])
    if where:
        yield from heal(effect, where, effect.value("heal"))


# 15. Organ Gun


def _while_host_defends(state: State, me: Placed, card: Placed) -> int:
    return me.printed.values["power"] if card.id == me.host and defends(state, card.id) else 0


# 16. Master Rune of Dismay


def _tax_on_units(state: State, me: Placed, printed: Printed) -> int:
    return me.printed.values["tax"] if printed.type == "unit" else 0


# 17. A Glorious Death, 22. Grudge Thrower Assault


def _destroys_targets(effect: Effect) -> Script[None]:
    yield from destroy(effect, [there(effect.state, target) for target in effect.targets])


# 18. Grudge Thrower


def _power_in_combat(effect: Effect) -> Script[None]:
    fighting = [unit for unit in units(effect.state) if in_combat(effect.state, unit.id)]
    yield from power_until_end(effect, fighting, effect.value("power"))


# 19. Burying the Grudge


def _resources_for_the_dead(effect: Effect) -> None:
    dead = sum(count for kind, count in effect.state.turn.discarded if CARDS[kind].type == "unit")
    gain_resources(effect, effect.seat, dead * effect.value("resources"))


# 20. Stubborn Refusal


def _same_zone(state: State, one: Placed, other: Placed) -> bool:
    return one.zone == other.zone


def _moves_all_damage(effect: Effect) -> Script[None]:
    giver, receiver = (in_play(effect.state, target) for target in effect.targets)
    if giver is None or receiver is None or not _same_zone(effect.state, giver, receiver):
        fizzle(effect, "whi.chain.recheck-target")
        return
    yield from damages.move_damage(effect.play, giver, receiver, giver.damage, effect.rule)


# 23. Demolition!


def _demolishes(effect: Effect) -> Script[None]:
    if effect.developments:
        yield from destroy_developments(effect)
    else:
        yield from destroy(effect, [effect.target])


# 24. Wake the Mountain


def _mountain_wakes(effect: Effect) -> Script[None]:
    found = [place(effect.seat, zone) for zone in (KINGDOM, BATTLEFIELD)]
    where = yield from choose_place(effect, effect.seat, found)
    yield from develop_from_deck(effect, effect.seat, zone_of(where), effect.value("cards"))


# 25. Master Rune of Valaya


def _waits_for_battle(effect: Effect) -> None:
    """After the battlefield phase there is nothing to wait for."""
    if effect.state.turn.phase <= BATTLEFIELD_PHASE:
        effect.emit(pb.EffectWaits(seat=effect.seat, kind=effect.printed.id))
    else:
        fizzle(effect, "whi.chain.conditional-action")


def _in_battle(state: State, waiting: Waiting) -> bool:
    return state.turn.phase == BATTLEFIELD_PHASE


DAMAGED_UNIT = a_unit("a damaged unit", lambda asker, card: bool(card.damage), rule="whi.effects.heal")

DWARF: tuple[Block, ...] = (
    Block("zhufbar-engineers", triggers=(Trigger("sacrifice", LEFT, _opponent_sacrifices, own=True),)),
    Block("troll-slayers", power=_among_developments),
    Block("runesmith", Action(_power_for_target, target=UNIT, pay=CARDS["runesmith"].values["pay"])),
    Block("durgnar-the-bold", power=_while_burning),
    Block("king-kazador", surcharge=_if_targeted),
    Block("dwarf-cannon-crew", triggers=(Trigger("search", ENTERED, _search, own=True),)),
    Block("dwarf-masons", triggers=(Trigger("develop", ENTERED, develop_here, own=True),)),
    Block("dwarf-ranger", triggers=(Trigger("damage", LEFT, _damage_somewhere, when=_other_dwarf_left),)),
    Block("ironbreakers-of-ankhor", toughness=developments_here),
    Block(
        "rune-of-fortitude",
        triggers=(Trigger("toll", ATTACKED, _toll, when=_zone_attacked, forced=False, quiet=True),),
        gives_power=_weakens,
    ),
    Block("keystone-forge", triggers=(Trigger("heal", TURN_BEGINS, _heals_section, when=own_turn, quiet=True),)),
    Block("organ-gun", gives_power=_while_host_defends),
    Block("master-rune-of-dismay", tax=_tax_on_units),
    Block(
        "a-glorious-death",
        Action(
            _destroys_targets,
            several=(
                ATTACKER,
                CARDS["a-glorious-death"].values["least"],
                CARDS["a-glorious-death"].values["most"],
            ),
            gives_up="questing",
            when=for_tokens,
        ),
        triggers=(gains_token(),),
    ),
    Block(
        "grudge-thrower",
        Action(_power_in_combat, pay=CARDS["grudge-thrower"].values["pay"], sacrifice=always),
    ),
    Block("burying-the-grudge", Action(_resources_for_the_dead)),
    Block(
        "stubborn-refusal",
        Action(
            _moves_all_damage,
            target=DAMAGED_UNIT,
            other=UNIT,
            related=(_same_zone, "the two are not in zones of the same name"),
        ),
    ),
    Block("striking-the-grudge", Action(_power_for_target, target=UNIT_IN_COMBAT)),
    Block("grudge-thrower-assault", Action(_destroys_targets, target=ATTACKER)),
    Block(
        "demolition",
        Action(
            _demolishes,
            target=Target("a support or a development", lambda asker, card: is_support(card), developments=True),
        ),
    ),
    Block("wake-the-mountain", Action(_mountain_wakes)),
    Block("master-rune-of-valaya", Action(_waits_for_battle), cancels_all=_in_battle),
)
