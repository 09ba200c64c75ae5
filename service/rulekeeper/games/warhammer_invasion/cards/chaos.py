"""The Chaos cards that have a text of their own, in the order of their numbers."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from rulekeeper.games.warhammer_invasion import damage as damages
from rulekeeper.games.warhammer_invasion import following
from rulekeeper.games.warhammer_invasion.block import (
    DEALS,
    DEALT,
    ENTERED,
    LEFT,
    TURN_BEGINS,
    Action,
    Asker,
    Block,
    Effect,
    Event,
    Trigger,
    always,
)
from rulekeeper.games.warhammer_invasion.cards.choices import (
    CORRESPONDING_UNIT,
    DEVELOPMENT,
    NOT_AN_OPTION,
    UNIT,
    UNIT_IN_BATTLEFIELD,
    UNIT_OR_SECTION,
    a_unit,
    can_become_corrupted,
    choose_option,
    choose_place,
    choose_target,
    choose_unit,
    no_target,
    openly,
)
from rulekeeper.games.warhammer_invasion.cards.verbs import (
    corrupt,
    deal,
    deal_more_to_corrupted,
    deal_to_chosen,
    destroy_developments,
    developments_here,
    discard_hand,
    each_player,
    for_tokens,
    gains_token,
    here,
    move_damage,
    opposing,
    own_turn,
    power_until_end,
    sacrifice,
    sections,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.numbers import power
from rulekeeper.games.warhammer_invasion.piles import draw_card
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    DESTROYED,
    Pending,
    Placed,
    State,
    all_see,
    attacks,
    controlled,
    defends,
    in_play,
    opponent,
    place,
    place_called,
    there,
    units,
    units_at,
    zone_of,
)
from rulekeeper.kernel import Check, OneOf, Script, When, ask
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 83. Festering Nurglings: as they enter, a unit in a zone of that name becomes corrupted, be it themselves.


def festering_nurglings(effect: Effect) -> Script[None]:
    target = yield from choose_target(effect, CORRESPONDING_UNIT)
    if target:
        yield from corrupt(effect, there(effect.state, target))


FESTERING_NURGLINGS = Block(
    "festering-nurglings",
    triggers=(Trigger("corrupt", ENTERED, festering_nurglings, own=True, moot=no_target(CORRESPONDING_UNIT)),),
)


# 84. Nurgle Sorcerer: for resources, damage to a unit, more to a corrupted one.


def nurgle_sorcerer(effect: Effect) -> Script[None]:
    yield from deal_more_to_corrupted(effect, [effect.target])


NURGLE_SORCERER = Block(
    "nurgle-sorcerer", action=Action(nurgle_sorcerer, target=UNIT, pay=CARDS["nurgle-sorcerer"].values["pay"])
)


# 86. Cultist of Slaanesh: for resources, a development is destroyed.

CULTIST_OF_SLAANESH = Block(
    "cultist-of-slaanesh",
    action=Action(destroy_developments, target=DEVELOPMENT, pay=CARDS["cultist-of-slaanesh"].values["pay"]),
)


# 87. Valkia the Bloody: for resources, damage on her moves to another unit, a corrupted one.


def is_damaged(asker: Asker) -> Iterable[When]:
    me = there(asker.state, asker.card)
    yield When(me.printed.rule, me.damage > 0, "there is no damage on her")


def valkia_the_bloody(effect: Effect) -> Script[None]:
    """How much is chosen now, and no more than destroys that unit ("whi.kw.toughness.moved")."""
    me, receiver = effect.me, effect.target
    if me is None:
        fizzle(effect, "whi.effects.leave-play-reset")
        return
    most = damages.movable(effect.state, me, receiver)
    if not most:
        fizzle(effect, passed_over=pb.ChooseNumber)
        return
    command = yield from ask(effect.seat, functools.partial(damages.amount_menu, most))
    yield from move_damage(effect, me, receiver, command.number)


VALKIA_THE_BLOODY = Block(
    "valkia-the-bloody",
    action=Action(
        valkia_the_bloody,
        target=a_unit("another unit that is corrupted", lambda asker, card: card.corrupted and card.id != asker.card),
        pay=CARDS["valkia-the-bloody"].values["pay"],
        when=is_damaged,
    ),
)


# 88. Melekh the Changer: power for each corrupted card of opponents.


def melekh_the_changer(state: State, me: Placed) -> int:
    corrupted = sum(card.corrupted for card in controlled(state, opponent(me.controller)))
    return me.printed.values["power"] * corrupted


MELEKH_THE_CHANGER = Block("melekh-the-changer", power=melekh_the_changer)


# 89. Fledgling Chaos Spawn: as it is destroyed, damage to a unit in a battlefield.


def was_destroyed(state: State, me: Placed, event: Event) -> bool:
    return event.departure == DESTROYED


def fledgling_chaos_spawn(effect: Effect) -> Script[None]:
    yield from deal_to_chosen(effect, UNIT_IN_BATTLEFIELD)


FLEDGLING_CHAOS_SPAWN = Block(
    "fledgling-chaos-spawn",
    triggers=(
        Trigger(
            "damage", LEFT, fledgling_chaos_spawn, own=True, when=was_destroyed, moot=no_target(UNIT_IN_BATTLEFIELD)
        ),
    ),
)


# 90. Savage Gors: more damage as attackers with developments beside them.


def savage_gors(state: State, me: Placed) -> int:
    """Damage, not power ("whi.combat.count-damage")."""
    values = me.printed.values
    return values["damage"] if attacks(state, me.id) and developments_here(state, me) >= values["developments"] else 0


SAVAGE_GORS = Block("savage-gors", extra_damage=savage_gors)


# 92. Bloodthirster: its combat damage is uncancellable; as its turn begins, each player sacrifices a unit in the zone
# of that name.


def bloodthirster(effect: Effect) -> Script[None]:
    """Chosen one after the other, carried out together ("whi.effects.each-player")."""
    given: list[Placed] = []
    for seat in each_player(effect):
        chosen = yield from choose_unit(effect, seat, here(effect, seat))
        if chosen is not None:
            openly(effect, seat, targets=[chosen.id])
            given.append(chosen)
    if given:
        yield from sacrifice(effect, given)


BLOODTHIRSTER = Block(
    "bloodthirster",
    triggers=(Trigger("sacrifice", TURN_BEGINS, bloodthirster, when=own_turn),),
    uncancellable=True,
)


# 93. Cloud of Flies: as your turn begins, its host and a unit may both take damage.


def cloud_of_flies(effect: Effect) -> Script[None]:
    """Both or neither; the host may be both."""
    target = yield from choose_target(effect, UNIT, may=True)
    if target and effect.me is not None:
        yield from deal(effect, [effect.me.host, target], effect.value("damage"), uncancellable=True)


CLOUD_OF_FLIES = Block(
    "cloud-of-flies", triggers=(Trigger("damage", TURN_BEGINS, cloud_of_flies, when=own_turn, forced=False),)
)


# 94. Horrific Mutation: defenders have fewer hit points while its host attacks.


def horrific_mutation(state: State, me: Placed, card: Placed) -> int:
    weaker = attacks(state, me.host) and defends(state, card.id)
    return -me.printed.values["hit_points"] if weaker else 0


HORRIFIC_MUTATION = Block("horrific-mutation", gives_hit_points=horrific_mutation)


# 95. Sadistic Mutation: each time its host deals combat damage, damage to a unit or a section.


def host_dealt(state: State, me: Placed, event: Event) -> bool:
    return event.card is not None and event.card.id == me.host


def sadistic_mutation(effect: Effect) -> Script[None]:
    yield from deal_to_chosen(effect, UNIT_OR_SECTION)


SADISTIC_MUTATION = Block("sadistic-mutation", triggers=(Trigger("damage", DEALS, sadistic_mutation, when=host_dealt),))


# 96. Warpstone Meteor: as its turn begins, each player corrupts a unit in the zone of that name or takes damage.

CORRUPT, DAMAGE = "corrupt", "damage"


def warpstone_meteor(effect: Effect) -> Script[None]:
    """Chosen one after the other, carried out together; only what can be carried out in full ("whi.effects.or")."""
    corrupted: list[Placed] = []
    hit: list[int] = []
    for seat in each_player(effect):
        options = functools.partial(meteor_options, zone_of(effect.place))
        if (yield from choose_option(effect, seat, options)) == CORRUPT:
            chosen = yield from choose_unit(effect, seat, here(effect, seat), can_become_corrupted)
            assert chosen is not None
            openly(effect, seat, CORRUPT, [chosen.id])
            corrupted.append(chosen)
        else:
            where = yield from choose_place(effect, seat, sections(effect.state, seat), options)
            openly(effect, seat, DAMAGE, [where])
            hit.append(where)
    for unit in corrupted:
        effect.emit(pb.UnitCorrupted(card=unit.id), all_see(effect.state))
    if hit:
        yield from deal(effect, hit, effect.value("damage"))
    yield from following.after(effect.play)


def meteor_options(zone: int, state: State, seat: int) -> OneOf:
    """A unit cannot be corrupted where there is none, or where something stands against each."""
    there_are = tuple(units_at(state, place(seat, zone)))
    checks = can_become_corrupted(state)
    able = any(all(check.holds(unit.id) for check in checks) for unit in there_are)

    def each(check: Check) -> Check:
        against = [unit.id for unit in there_are if not check.holds(unit.id)]
        return Check(
            check.rule,
            lambda option: option != CORRUPT or able or not against,
            lambda option: "; ".join(check.why(one) for one in against),
        )

    nobody_there = Check(
        "whi.effects.or",
        lambda option: option != CORRUPT or bool(there_are),
        lambda option: f"you have no unit in {place_called(place(seat, zone))}",
    )
    return OneOf((CORRUPT, DAMAGE), nobody_there, *map(each, checks), otherwise=NOT_AN_OPTION)


WARPSTONE_METEOR = Block(
    "warpstone-meteor", triggers=(Trigger("strike", TURN_BEGINS, warpstone_meteor, when=own_turn),)
)


# 97. Journey to the Gate: for the questing unit, opponents discard their hands.


def journey_to_the_gate(effect: Effect) -> None:
    discard_hand(effect, opposing(effect))


JOURNEY_TO_THE_GATE = Block(
    "journey-to-the-gate",
    action=Action(journey_to_the_gate, gives_up="questing", when=for_tokens),
    triggers=(gains_token(),),
)


# 98. Shrine to Nurgle: opponents' units that are dealt combat damage become corrupted.


def opponents_in_combat(state: State, me: Placed, event: Event) -> bool:
    return event.combat and event.card is not None and event.card.controller != me.controller


def subject_gone(state: State, one: Pending) -> bool:
    return in_play(state, one.subject) is None


def shrine_to_nurgle(effect: Effect) -> Script[None]:
    """Those that are left of them."""
    unit = in_play(effect.state, effect.subject)
    if unit is None:
        fizzle(effect, "whi.effects.in-play", spared=effect.subject)
    else:
        yield from corrupt(effect, unit)


SHRINE_TO_NURGLE = Block(
    "shrine-to-nurgle",
    triggers=(
        Trigger(
            "corrupt", DEALT, shrine_to_nurgle, when=opponents_in_combat, quiet=True, subject=True, moot=subject_gone
        ),
    ),
)


# 99. Seduced by Darkness: a unit becomes corrupted.


def seduced_by_darkness(effect: Effect) -> Script[None]:
    yield from corrupt(effect, effect.target)


SEDUCED_BY_DARKNESS = Block("seduced-by-darkness", action=Action(seduced_by_darkness, target=UNIT))


# 100. Will of Tzeentch: each player discards the hand and draws anew.


def will_of_tzeentch(effect: Effect) -> Script[None]:
    """Both draw together, card by card: so two decks may become empty at once ("whi.deckout.both")."""
    for seat in each_player(effect):
        discard_hand(effect, seat)
    for _ in range(effect.value("cards")):
        for seat in each_player(effect):
            draw_card(effect.play, seat, effect.rule)
        yield from following.after(effect.play)


WILL_OF_TZEENTCH = Block("will-of-tzeentch", action=Action(will_of_tzeentch))


# 101. Nurgle's Pestilence: damage to every unit, more to corrupted ones.


def nurgles_pestilence(effect: Effect) -> Script[None]:
    yield from deal_more_to_corrupted(effect, tuple(units(effect.state)))


NURGLES_PESTILENCE = Block("nurgles-pestilence", action=Action(nurgles_pestilence))


# 102. Flames of Tzeentch: X damage to a unit.


def flames_of_tzeentch(effect: Effect) -> Script[None]:
    if effect.x:
        yield from deal(effect, effect.targets, effect.x)
    else:
        fizzle(effect, "whi.cost.x", spared=effect.targets[0])


FLAMES_OF_TZEENTCH = Block("flames-of-tzeentch", action=Action(flames_of_tzeentch, target=UNIT))


# 103. Blood for the Blood God: a unit in a battlefield takes damage equal to its power.


def blood_for_the_blood_god(effect: Effect) -> Script[None]:
    yield from deal(effect, effect.targets, power(effect.state, effect.target))


BLOOD_FOR_THE_BLOOD_GOD = Block(
    "blood-for-the-blood-god", action=Action(blood_for_the_blood_god, target=UNIT_IN_BATTLEFIELD)
)


# 104. Culling the Weak: for the sacrifice of a unit, power for those in your battlefield until the end of the turn.


def culling_the_weak(effect: Effect) -> Script[None]:
    there_now = tuple(units_at(effect.state, place(effect.seat, BATTLEFIELD)))
    yield from power_until_end(effect, there_now, effect.value("power"))


CULLING_THE_WEAK = Block("culling-the-weak", action=Action(culling_the_weak, sacrifice=always))


CHAOS: tuple[Block, ...] = (
    Block("servants-of-khorne"),
    Block("savage-marauders"),
    FESTERING_NURGLINGS,
    NURGLE_SORCERER,
    Block("chaos-knights"),
    CULTIST_OF_SLAANESH,
    VALKIA_THE_BLOODY,
    MELEKH_THE_CHANGER,
    FLEDGLING_CHAOS_SPAWN,
    SAVAGE_GORS,
    Block("dark-zealot"),
    BLOODTHIRSTER,
    CLOUD_OF_FLIES,
    HORRIFIC_MUTATION,
    SADISTIC_MUTATION,
    WARPSTONE_METEOR,
    JOURNEY_TO_THE_GATE,
    SHRINE_TO_NURGLE,
    SEDUCED_BY_DARKNESS,
    WILL_OF_TZEENTCH,
    NURGLES_PESTILENCE,
    FLAMES_OF_TZEENTCH,
    BLOOD_FOR_THE_BLOOD_GOD,
    CULLING_THE_WEAK,
)
"""In the order of the numbers; 81, 82, 85 and 91 have keywords only, or nothing, and 105 stands by itself."""
