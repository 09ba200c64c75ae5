"""The Orc cards that have a text of their own, in the order of their numbers."""

from __future__ import annotations

from rulekeeper.games.warhammer_invasion import effects, following, leaving
from rulekeeper.games.warhammer_invasion.block import (
    COLLECTED,
    ENTERED,
    TURN_BEGINS,
    TURN_ENDS,
    Action,
    Block,
    Developments,
    Effect,
    Event,
    Trigger,
)
from rulekeeper.games.warhammer_invasion.cards.choices import (
    DEVELOPMENT,
    NOT_AN_OPTION,
    SUPPORT,
    UNIT,
    a_support,
    a_unit,
    choose_development,
    choose_option,
    choose_place,
    choose_target,
    choose_unit,
    no_target,
    openly,
)
from rulekeeper.games.warhammer_invasion.cards.verbs import (
    deal,
    destroy,
    destroy_developments,
    destroy_targets,
    each_player,
    for_tokens,
    gains_token,
    lose_developments,
    opposing,
    own_turn,
    power_until_end,
    sacrifice,
    sections,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.damage import indirect
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.state import (
    DESTROYED,
    DISCARDED,
    SACRIFICED,
    Placed,
    State,
    Waiting,
    all_see,
    controlled,
    deploys,
    in_combat,
    is_support,
    is_unit,
    opponent,
    owner_sees,
    place,
    places,
    seat_of,
    section,
    there,
    units,
    zone_of,
)
from rulekeeper.kernel import Check, OneOf, Script
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 57. Squig Herders, 61. Boar Boyz: more power while a unit of yours is damaged; they count themselves.


def while_damaged(state: State, me: Placed) -> int:
    damaged = any(unit.damage for unit in units(state, me.controller))
    return me.printed.values["power"] if damaged else 0


SQUIG_HERDERS = Block("squig-herders", power=while_damaged)


# 59. Followers of Mork: indirect damage to each player as they enter.


def followers_of_mork(effect: Effect) -> Script[None]:
    damage = effect.value("damage")
    yield from indirect.run(effect.seat, (damage, damage), effect.rule)


FOLLOWERS_OF_MORK = Block("followers-of-mork", triggers=(Trigger("indirect", ENTERED, followers_of_mork, own=True),))

BOAR_BOYZ = Block("boar-boyz", power=while_damaged)


# 62. Urguck: each damage on him pays for a resource in his player's capital phase.


def urguck_pays(state: State, me: Placed) -> int:
    return me.damage * me.printed.values["pays"] if deploys(state, me.controller) else 0


URGUCK = Block("urguck", pays=urguck_pays)


# 63. Grimgor Ironhide: as he enters, the supports and developments in both players' zones of that name are destroyed.


def grimgor_ironhide(effect: Effect) -> Script[None]:
    """Own ones too, attachments among them; all of it in one step ("whi.zone.corresponding-each")."""
    zones = [place(seat, zone_of(effect.place)) for seat in each_player(effect)]
    supports = [card for card in effect.state.cards if is_support(card) and card.place in zones]
    facedown = [card.id for where in zones for card in section(effect.state, where).developments]
    if not supports and not facedown:
        fizzle(effect)
    left = leaving.leave(effect.play, [(card, DESTROYED, effect.rule) for card in supports])
    lose_developments(effect, facedown, DESTROYED)
    following.happened(effect.play, left)
    yield from following.after(effect.play)


GRIMGOR_IRONHIDE = Block("grimgor-ironhide", triggers=(Trigger("destroy", ENTERED, grimgor_ironhide, own=True),))


# 64. Night Goblins: as they enter, an attachment in a zone of that name is destroyed.

ATTACHMENT_HERE = a_support(
    "an attachment in a zone of the same name",
    lambda asker, card: card.printed.has("Attachment") and card.zone == zone_of(asker.place),
    rule="whi.zone.corresponding-each",
)


def night_goblins(effect: Effect) -> Script[None]:
    target = yield from choose_target(effect, ATTACHMENT_HERE)
    if target:
        yield from destroy(effect, [there(effect.state, target)])


NIGHT_GOBLINS = Block(
    "night-goblins", triggers=(Trigger("destroy", ENTERED, night_goblins, own=True, moot=no_target(ATTACHMENT_HERE)),)
)


# 65. Doom Divers: as its turn begins, each player gives up a development or takes damage on each section.

SACRIFICE, DAMAGE = "sacrifice", "damage"


def doom_divers(effect: Effect) -> Script[None]:
    """Chosen one after the other, carried out together ("whi.effects.each-player")."""
    given: list[int] = []
    hit: list[int] = []
    for seat in each_player(effect):
        if (yield from choose_option(effect, seat, divers_options)) == SACRIFICE:
            development = yield from choose_development(effect, seat)
            openly(effect, seat, SACRIFICE, [effects.where_is_development(effect.state, development)], development)
            given.append(development)
        else:
            openly(effect, seat, DAMAGE)
            hit += places(seat)
    lose_developments(effect, given, SACRIFICED)
    if hit:
        yield from deal(effect, hit, effect.value("damage"))
    yield from following.after(effect.play)


def divers_options(state: State, seat: int) -> OneOf:
    some = any(third.developments for third in state.players[seat].sections)
    has_one = Check(
        "whi.effects.or", lambda option: option != SACRIFICE or some, lambda option: "you have no development"
    )
    return OneOf((SACRIFICE, DAMAGE), has_one, otherwise=NOT_AN_OPTION)


DOOM_DIVERS = Block("doom-divers", triggers=(Trigger("dive", TURN_BEGINS, doom_divers, when=own_turn),))


# 66. Lobber Crew: for the sacrifice of itself, an opponent sacrifices a unit.


def lobber_crew(effect: Effect) -> Script[None]:
    chosen = yield from choose_unit(effect, opposing(effect), tuple(units(effect.state, opposing(effect))))
    if chosen is not None:
        yield from sacrifice(effect, [chosen])


LOBBER_CREW = Block("lobber-crew", action=Action(lobber_crew, gives_up="itself"))


# 67. Big 'Uns: your damaged units have more Toughness.


def tougher(state: State, me: Placed, card: Placed) -> int:
    return me.printed.values["toughness"] if card.controller == me.controller and card.damage else 0


BIG_UNS = Block("big-uns", gives_toughness=tougher)


# 68. Rock Lobber: for resources and the sacrifice of a unit beside it, damage to a section.


def rock_lobber(effect: Effect) -> Script[None]:
    """The section is no target: it is chosen now ("whi.damage.capital-target")."""
    every = (*sections(effect.state, effect.seat), *sections(effect.state, opposing(effect)))
    chosen = yield from choose_place(effect, effect.seat, every)
    yield from deal(effect, [chosen], effect.value("damage"))


ROCK_LOBBER = Block(
    "rock-lobber",
    action=Action(
        rock_lobber,
        pay=CARDS["rock-lobber"].values["pay"],
        sacrifice=lambda asker, unit: unit.place == asker.place,
    ),
)


# 69. Choppa: power for its host.

CHOPPA = Block("choppa", gives_power=lambda state, me, card: me.printed.values["power"] if card.id == me.host else 0)


# 70. Totem of Gork: power for the units in its zone that are in combat.


def totem_of_gork(state: State, me: Placed, card: Placed) -> int:
    return me.printed.values["power"] if card.place == me.place and in_combat(state, card.id) else 0


TOTEM_OF_GORK = Block("totem-of-gork", gives_power=totem_of_gork)


# 71. Banna of Da Red Sunz: an opponent who has collected up to so many loses resources, and a unit takes damage.


def opponent_reached(state: State, me: Placed, event: Event) -> bool:
    """Looked at again when its turn comes: another Banna may have come first."""
    collecting = opponent(me.controller)
    return event.seat == collecting and state.players[collecting].resources >= me.printed.values["reached"]


def banna_of_da_red_sunz(effect: Effect) -> Script[None]:
    """Where there is no unit, nothing is lost."""
    target = yield from choose_target(effect, UNIT)
    if target:
        lost = pb.ResourcesLost(seat=opposing(effect), resources=effect.value("lost"))
        effect.emit(lost, all_see(effect.state))
        yield from deal(effect, [target], effect.value("damage"))


BANNA_OF_DA_RED_SUNZ = Block(
    "banna-of-da-red-sunz",
    triggers=(
        Trigger("toll", COLLECTED, banna_of_da_red_sunz, when=opponent_reached, forced=False, moot=no_target(UNIT)),
    ),
)


# 72. Smash 'Em All!: for the questing unit, all supports of opponents are destroyed.


def smash_em_all(effect: Effect) -> Script[None]:
    """By who controls them, on whichever side they lie ("whi.attach.is-support")."""
    theirs = controlled(effect.state, opposing(effect))
    yield from destroy(effect, [card for card in theirs if is_support(card)])


SMASH_EM_ALL = Block(
    "smash-em-all",
    action=Action(smash_em_all, gives_up="questing", when=for_tokens),
    triggers=(gains_token(),),
)


# 73. Grimgor's Camp: the first Orc unit of the turn costs less.


def orc_unit(printed: Printed) -> bool:
    return printed.race == "orc" and printed.type == "unit"


def first_orc_unit(state: State, me: Placed, printed: Printed) -> int:
    """It looks back over the whole turn ("whi.turn.each-turn-counters")."""
    played = any(seat == me.controller and orc_unit(CARDS[kind]) for seat, kind in state.turn.played)
    return me.printed.values["off"] if orc_unit(printed) and not played else 0


GRIMGORS_CAMP = Block("grimgors-camp", discount=first_orc_unit)


# 74. Smash-Go-Boom!: X developments of one zone are destroyed.

SMASH_GO_BOOM = Block(
    "smash-go-boom",
    action=Action(destroy_developments, developments=Developments(CARDS["smash-go-boom"].values["least"], None)),
)


# 75. Rip Dere 'eads Off!: a development is turned faceup; a unit stays until the turn ends, anything else goes at once.


def rip_dere_eads_off(effect: Effect) -> Script[None]:
    """It does not enter play ("whi.effects.in-play"), and is whosever development it was."""
    (was,) = effect.developments
    where = effects.where_is_development(effect.state, was)
    kind = next(one.kind for one in section(effect.state, where).developments if one.id == was)
    seat, card = seat_of(where), effect.play.mint(all_see(effect.state))
    fact = pb.DevelopmentTurnedUp(seat=seat, zone=pb.Zone.ValueType(zone_of(where)), was=was, card=card, kind=kind)
    effect.emit(fact, owner_sees(seat))
    turned = there(effect.state, card)
    cited = effects.barred(effect.state, seat, kind, where, card)
    if not is_unit(turned):
        yield from sacrifice(effect, [turned])
    elif cited:
        revealed = "whi.unique.facedown" if cited == "whi.unique.one-in-play" else cited
        yield from effects.gone(effect.play, [turned], DISCARDED, revealed)
    else:
        waits = pb.EffectWaits(seat=effect.seat, kind=effect.printed.id, card=card)
        yield from effects.emit(effect.play, waits, effect.rule)


def turned_up_goes(effect: Effect) -> Script[None]:
    if effect.me is not None:
        yield from sacrifice(effect, [effect.me])


RIP_DERE_EADS_OFF = Block(
    "rip-dere-eads-off",
    action=Action(rip_dere_eads_off, target=DEVELOPMENT),
    triggers=(Trigger("sacrifice", TURN_ENDS, turned_up_goes, waiting=True),),
)


# 76. We'z Bigga!: the next unit that you play costs less and enters with damage on it.


def wez_bigga(effect: Effect) -> Script[None]:
    waits = pb.EffectWaits(seat=effect.seat, kind=effect.printed.id)
    yield from effects.emit(effect.play, waits, effect.rule)


def is_the_next(waiting: Waiting, printed: Printed) -> bool:
    """Does it wait still, and is this what it waits for?"""
    return not waiting.card and printed.type == "unit"


def cheaper(state: State, waiting: Waiting, printed: Printed) -> int:
    return CARDS[waiting.kind].values["off"] if is_the_next(waiting, printed) else 0


def waits_for_it(effect: Effect, waiting: Waiting, printed: Printed, card: int) -> None:
    """From now on it waits for that very card to enter."""
    if is_the_next(waiting, printed):
        everyone = all_see(effect.state)
        effect.emit(pb.EffectWaited(seat=waiting.seat, kind=waiting.kind), everyone)
        effect.emit(pb.EffectWaits(seat=waiting.seat, kind=waiting.kind, card=card), everyone)


WEZ_BIGGA = Block(
    "wez-bigga",
    action=Action(wez_bigga),
    waiting_discount=cheaper,
    played=waits_for_it,
    enters_with=CARDS["wez-bigga"].values["damage"],
)


# 77. Favour of Mork: one unit has less power, another one more, until the end of the turn.


def favour_of_mork(effect: Effect) -> Script[None]:
    """Where one of them is gone, the other is still affected ("whi.chain.recheck-target")."""
    changes = (-effect.value("less"), effect.value("power"))
    for target, change in zip(effect.targets, changes, strict=True):
        if target:
            yield from power_until_end(effect, [there(effect.state, target)], change)


FAVOUR_OF_MORK = Block("favour-of-mork", action=Action(favour_of_mork, target=UNIT, other=a_unit("another unit")))


# 78. Pillage: a support is destroyed.

PILLAGE = Block("pillage", action=Action(destroy_targets, target=SUPPORT))


# 79. Waaagh!: attackers have more power until the end of the turn.


def waaagh(effect: Effect) -> Script[None]:
    """Those that attack now; out of combat, none."""
    attackers = effect.state.combat.attackers if effect.state.combat is not None else ()
    yield from power_until_end(effect, [there(effect.state, one) for one in attackers], effect.value("power"))


WAAAGH = Block("waaagh", action=Action(waaagh))


# 80. Troll Vomit: every unit is destroyed.


def troll_vomit(effect: Effect) -> Script[None]:
    yield from destroy(effect, tuple(units(effect.state)))


TROLL_VOMIT = Block("troll-vomit", action=Action(troll_vomit))


ORC: tuple[Block, ...] = (
    Block("crooked-teef-goblins"),
    SQUIG_HERDERS,
    Block("ironclaws-horde"),
    FOLLOWERS_OF_MORK,
    Block("black-orc-squad"),
    BOAR_BOYZ,
    URGUCK,
    GRIMGOR_IRONHIDE,
    NIGHT_GOBLINS,
    DOOM_DIVERS,
    LOBBER_CREW,
    BIG_UNS,
    ROCK_LOBBER,
    CHOPPA,
    TOTEM_OF_GORK,
    BANNA_OF_DA_RED_SUNZ,
    SMASH_EM_ALL,
    GRIMGORS_CAMP,
    SMASH_GO_BOOM,
    RIP_DERE_EADS_OFF,
    WEZ_BIGGA,
    FAVOUR_OF_MORK,
    PILLAGE,
    WAAAGH,
    TROLL_VOMIT,
)
"""In the order of the numbers; 56, 58 and 60 have keywords only, or nothing."""
