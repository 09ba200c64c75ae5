"""The Empire cards, 26-50, in the order of their numbers."""

from __future__ import annotations

from rulekeeper.games.warhammer_invasion import following
from rulekeeper.games.warhammer_invasion.block import (
    CAME,
    KINGDOM_BEGINS,
    LEFT,
    PHASE_ENDS,
    TURN_BEGINS,
    TURN_ENDS,
    Action,
    Asker,
    Block,
    Developments,
    Effect,
    Event,
    Redirect,
    Target,
    Trigger,
)
from rulekeeper.games.warhammer_invasion.cards.choices import (
    CORRESPONDING_UNIT,
    UNIT,
    UNIT_OR_SECTION,
    a_unit,
    choose_place,
    choose_target,
    no_target,
)
from rulekeeper.games.warhammer_invasion.cards.verbs import (
    attack_turns,
    deal,
    destroy,
    develop_here,
    gains_token,
    may_move,
    move_as_named,
    own_turn,
    own_units,
    power_until_end,
    return_to_hand,
    sections,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.state import (
    ABILITY,
    BATTLEFIELD,
    Link,
    Placed,
    State,
    developments,
    is_place,
    is_support,
    is_unit,
    link,
    owner_sees,
    seat_of,
    there,
    zone_of,
)
from rulekeeper.kernel import Script
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 28. Bright Wizard Apprentice: for resources, an action of another unit or support is cancelled.


def of_another_card(asker: Asker, one: Link) -> bool:
    """The action of another unit or support."""
    return one.what == ABILITY and one.card != asker.card and CARDS[one.kind].type in ("unit", "support")


def cancels(effect: Effect) -> None:
    """Which may have been cancelled in a response."""
    cancelled = link(effect.state, effect.targets[0])
    if cancelled is not None and cancelled.cancelled:
        fizzle(effect, "whi.chain.cancel-effect")
        return
    effect.emit(pb.ActionCancelled(action=effect.targets[0]), rule="whi.chain.cancel-effect")


BRIGHT_WIZARD_APPRENTICE = Block(
    "bright-wizard-apprentice",
    action=Action(
        cancels,
        target=Target("an action of another unit or support on the chain", action=of_another_card),
        pay=CARDS["bright-wizard-apprentice"].values["pay"],
    ),
)


# 29. Nuln Tinkerers: the first support of the turn costs less.


def off_first_support(state: State, me: Placed, printed: Printed) -> int:
    played = any(by == me.controller and CARDS[kind].type == "support" for by, kind in state.turn.played)
    return me.printed.values["off"] if printed.type == "support" and not played else 0


NULN_TINKERERS = Block("nuln-tinkerers", discount=off_first_support)


# 30. The Greatswords: power until the end of the turn as another unit comes into their zone.


def another_came(state: State, me: Placed, event: Event) -> bool:
    return event.place == me.place and event.card is not None and event.card.id != me.id


def stronger(effect: Effect) -> Script[None]:
    yield from power_until_end(effect, [there(effect.state, effect.card)], effect.value("power"))


THE_GREATSWORDS = Block(
    "the-greatswords", triggers=(Trigger("stronger", CAME, stronger, when=another_came, quiet=True),)
)


# 31. Sigmar's Blessed: as they leave play, a unit in a zone of that name returns to its owner's hand.


def returns(effect: Effect) -> Script[None]:
    target = yield from choose_target(effect, CORRESPONDING_UNIT)
    if target:
        yield from return_to_hand(effect, there(effect.state, target))


SIGMARS_BLESSED = Block(
    "sigmars-blessed", triggers=(Trigger("return", LEFT, returns, own=True, moot=no_target(CORRESPONDING_UNIT)),)
)


# 32. Thyrus Gorman: as his turn ends, he takes damage.


def suffers(effect: Effect) -> Script[None]:
    yield from deal(effect, [effect.card], effect.value("damage"))


THYRUS_GORMAN = Block("thyrus-gorman", triggers=(Trigger("damage", TURN_ENDS, suffers, when=own_turn),))


# 34. Warrior Priests: the first point dealt to them each turn goes to another unit in a battlefield.


def to_itself(state: State, me: Placed, target: int) -> bool:
    return target == me.id


WARRIOR_PRIESTS = Block(
    "warrior-priests",
    redirect=Redirect(
        to_itself,
        a_unit(
            "another unit in a battlefield",
            lambda asker, card: card.zone == BATTLEFIELD and card.id != asker.card,
        ),
    ),
)


# 36. Pistoliers: for resources, they move.


def rides(effect: Effect) -> Script[None]:
    yield from move_as_named(effect, effect.me)


PISTOLIERS = Block("pistoliers", action=Action(rides, moves=True, pay=CARDS["pistoliers"].values["pay"]))


# 37. Johannes Broheim: as a phase ends, he may move.


def may_ride(effect: Effect) -> Script[None]:
    yield from may_move(effect, [there(effect.state, effect.card)])


JOHANNES_BROHEIM = Block(
    "johannes-broheim", triggers=(Trigger("move", PHASE_ENDS, may_ride, forced=False, quiet=True),)
)


# 38. Knight Training: power for its host.


def for_host(state: State, me: Placed, card: Placed) -> int:
    return me.printed.values["power"] if card.id == me.host else 0


KNIGHT_TRAINING = Block("knight-training", gives_power=for_host)


# 39. Church of Sigmar: opponents pay more to target your units.


def own_unit_targeted(state: State, me: Placed, targets: tuple[Placed, ...]) -> int:
    mine = any(is_unit(target) and target.controller == me.controller for target in targets)
    return me.printed.values["surcharge"] if mine else 0


CHURCH_OF_SIGMAR = Block("church-of-sigmar", surcharge=own_unit_targeted)


# 40. City Gates: as your turn begins, a development beside them.

CITY_GATES = Block("city-gates", triggers=(Trigger("develop", TURN_BEGINS, develop_here, when=own_turn, quiet=True),))


# 41. Shrine to Taal: as your turn begins, power for a unit of yours in its zone for each development there.


OWN_UNIT_HERE = a_unit(
    "a unit of yours in this zone", lambda asker, card: card.controller == asker.seat and card.place == asker.place
)


def blesses(effect: Effect) -> Script[None]:
    target = yield from choose_target(effect, OWN_UNIT_HERE)
    power = developments(effect.state, effect.place) * effect.value("power")
    if target:
        yield from power_until_end(effect, [there(effect.state, target)], power)


SHRINE_TO_TAAL = Block(
    "shrine-to-taal",
    triggers=(Trigger("power", TURN_BEGINS, blesses, when=own_turn, moot=no_target(OWN_UNIT_HERE)),),
)


# 42. Temple of Shallya: as your kingdom phase begins, a unit of yours may move.


def may_march(effect: Effect) -> Script[None]:
    yield from may_move(effect, own_units(effect))


TEMPLE_OF_SHALLYA = Block(
    "temple-of-shallya",
    triggers=(Trigger("move", KINGDOM_BEGINS, may_march, when=own_turn, forced=False, quiet=True),),
)


# 43. Defend the Border: with its tokens, the first point dealt to your capital each turn goes to a unit or another
# section.


def to_own_capital(state: State, me: Placed, target: int) -> bool:
    return is_place(target) and seat_of(target) == me.controller


def border_held(state: State, me: Placed) -> bool:
    return me.tokens >= me.printed.values["needed"]


DEFEND_THE_BORDER = Block(
    "defend-the-border",
    triggers=(gains_token(),),
    redirect=Redirect(to_own_capital, UNIT_OR_SECTION, when=border_held),
)


# 44. Will of the Electors: developments move to another zone of the same player.


def moves_developments(effect: Effect) -> Script[None]:
    where = effect.targets[0]
    fact = pb.DevelopmentsMoved(
        seat=seat_of(where),
        zone=pb.Zone.ValueType(effect.zone),
        count=len(effect.developments),
        cards=effect.developments,
    )
    setattr(fact, "from", zone_of(where))
    effect.emit(fact, owner_sees(seat_of(where)))
    yield from following.after(effect.play)


WILL_OF_THE_ELECTORS = Block(
    "will-of-the-electors",
    action=Action(
        moves_developments,
        developments=Developments(
            CARDS["will-of-the-electors"].values["least"], CARDS["will-of-the-electors"].values["most"], moves=True
        ),
    ),
)


# 46. Demoralise: a unit has less power until the end of the turn.


def weaker(effect: Effect) -> Script[None]:
    yield from power_until_end(effect, [effect.target], -effect.value("less"))


DEMORALISE = Block("demoralise", action=Action(weaker, target=UNIT))


# 47. Franz's Decree: a unit cannot be declared as attacker or defender this turn.


def forbids(effect: Effect) -> None:
    effect.emit(pb.DeclaringForbidden(card=effect.target.id))


FRANZS_DECREE = Block("franzs-decree", action=Action(forbids, target=UNIT))


# 48. Forced March: a unit moves.


def marches(effect: Effect) -> Script[None]:
    yield from move_as_named(effect, effect.target)


FORCED_MARCH = Block("forced-march", action=Action(marches, target=UNIT, moves=True))


# 49. Judgement of Verena: all units and supports in zones without developments are destroyed.


def judges(effect: Effect) -> Script[None]:
    state = effect.state
    yield from destroy(
        effect,
        [card for card in state.cards if (is_unit(card) or is_support(card)) and not developments(state, card.place)],
    )


JUDGEMENT_OF_VERENA = Block("judgement-of-verena", action=Action(judges))


# 50. Sigmar's Intervention: the attack on one of your zones goes to another whose section does not burn.


def turns_attack(effect: Effect) -> Script[None]:
    combat = effect.state.combat
    if combat is None or seat_of(combat.place) != effect.seat:
        fizzle(effect, "whi.combat.redirect-attack")
        return
    found = [where for where in sections(effect.state, effect.seat) if where != combat.place]
    where = yield from choose_place(effect, effect.seat, found)
    yield from attack_turns(effect, where)


SIGMARS_INTERVENTION = Block("sigmars-intervention", action=Action(turns_attack))


EMPIRE: tuple[Block, ...] = (
    Block("peasant-militia"),
    Block("reiksguard-knights"),
    BRIGHT_WIZARD_APPRENTICE,
    NULN_TINKERERS,
    THE_GREATSWORDS,
    SIGMARS_BLESSED,
    THYRUS_GORMAN,
    Block("huntsmen"),
    WARRIOR_PRIESTS,
    Block("free-company"),
    PISTOLIERS,
    JOHANNES_BROHEIM,
    KNIGHT_TRAINING,
    CHURCH_OF_SIGMAR,
    CITY_GATES,
    SHRINE_TO_TAAL,
    TEMPLE_OF_SHALLYA,
    DEFEND_THE_BORDER,
    WILL_OF_THE_ELECTORS,
    DEMORALISE,
    FRANZS_DECREE,
    FORCED_MARCH,
    JUDGEMENT_OF_VERENA,
    SIGMARS_INTERVENTION,
)
"""In the order of the numbers."""
