"""The Empire cards, 26-50, in the order of their numbers."""

from __future__ import annotations

from rulekeeper.games.warhammer_invasion import effects
from rulekeeper.games.warhammer_invasion.cards.block import (
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
from rulekeeper.games.warhammer_invasion.cards.verbs import (
    CORRESPONDING_UNIT,
    UNIT,
    UNIT_OR_SECTION,
    a_unit,
    attack_turns,
    choose_place,
    choose_target,
    deal,
    destroy,
    develop_here,
    fizzle,
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
    owner_sees,
    seat_of,
    there,
    zone_of,
)
from rulekeeper.kernel import Script
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 28. Bright Wizard Apprentice


def _of_another_card(asker: Asker, one: Link) -> bool:
    """The action of another unit or support."""
    return one.what == ABILITY and one.card != asker.card and CARDS[one.kind].type in ("unit", "support")


def _cancels(effect: Effect) -> None:
    effect.emit(pb.ActionCancelled(action=effect.targets[0]), rule="whi.chain.cancel-effect")


# 29. Nuln Tinkerers


def _off_first_support(state: State, me: Placed, printed: Printed) -> int:
    played = any(by == me.controller and CARDS[kind].type == "support" for by, kind in state.turn.played)
    return me.printed.values["off"] if printed.type == "support" and not played else 0


# 30. The Greatswords


def _another_came(state: State, me: Placed, event: Event) -> bool:
    return event.place == me.place and event.card is not None and event.card.id != me.id


def _stronger(effect: Effect) -> Script[None]:
    yield from power_until_end(effect, [there(effect.state, effect.card)], effect.value("power"))


# 31. Sigmar's Blessed


def _returns(effect: Effect) -> Script[None]:
    target = yield from choose_target(effect, CORRESPONDING_UNIT)
    if target:
        yield from return_to_hand(effect, there(effect.state, target))


# 32. Thyrus Gorman


def _suffers(effect: Effect) -> Script[None]:
    yield from deal(effect, [effect.card], effect.value("damage"))


# 34. Warrior Priests


def _to_itself(state: State, me: Placed, target: int) -> bool:
    return target == me.id


# 36. Pistoliers


def _rides(effect: Effect) -> Script[None]:
    yield from move_as_named(effect, effect.me)


# 37. Johannes Broheim


def _may_ride(effect: Effect) -> Script[None]:
    yield from may_move(effect, [there(effect.state, effect.card)])


# 38. Knight Training


def _for_host(state: State, me: Placed, card: Placed) -> int:
    return me.printed.values["power"] if card.id == me.host else 0


# 39. Church of Sigmar


def _own_unit_targeted(state: State, me: Placed, targets: tuple[Placed, ...]) -> int:
    mine = any(is_unit(target) and target.controller == me.controller for target in targets)
    return me.printed.values["surcharge"] if mine else 0


# 41. Shrine to Taal

OWN_UNIT_HERE = a_unit(
    "a unit of yours in this zone", lambda asker, card: card.controller == asker.seat and card.place == asker.place
)


def _blesses(effect: Effect) -> Script[None]:
    target = yield from choose_target(effect, OWN_UNIT_HERE)
    power = developments(effect.state, effect.place) * effect.value("power")
    if target and power:
        yield from power_until_end(effect, [there(effect.state, target)], power)


# 42. Temple of Shallya


def _may_march(effect: Effect) -> Script[None]:
    yield from may_move(effect, own_units(effect))


# 43. Defend the Border


def _to_own_capital(state: State, me: Placed, target: int) -> bool:
    return is_place(target) and seat_of(target) == me.controller


def _border_held(state: State, me: Placed) -> bool:
    return me.tokens >= me.printed.values["needed"]


# 44. Will of the Electors


def _moves_developments(effect: Effect) -> Script[None]:
    where = effect.targets[0]
    fact = pb.DevelopmentsMoved(
        seat=seat_of(where),
        zone=pb.Zone.ValueType(effect.zone),
        count=len(effect.developments),
        cards=effect.developments,
    )
    setattr(fact, "from", zone_of(where))
    effect.emit(fact, owner_sees(seat_of(where)))
    yield from effects.after(effect.play)


# 46. Demoralise


def _weaker(effect: Effect) -> Script[None]:
    yield from power_until_end(effect, [effect.target], -effect.value("less"))


# 47. Franz's Decree


def _forbids(effect: Effect) -> None:
    effect.emit(pb.DeclaringForbidden(card=effect.target.id))


# 48. Forced March


def _marches(effect: Effect) -> Script[None]:
    yield from move_as_named(effect, effect.target)


# 49. Judgement of Verena


def _judges(effect: Effect) -> Script[None]:
    state = effect.state
    yield from destroy(
        effect,
        [card for card in state.cards if (is_unit(card) or is_support(card)) and not developments(state, card.place)],
    )


# 50. Sigmar's Intervention


def _turns_attack(effect: Effect) -> Script[None]:
    combat = effect.state.combat
    if combat is None or seat_of(combat.place) != effect.seat:
        fizzle(effect, "whi.combat.redirect-attack")
        return
    found = [where for where in sections(effect.state, effect.seat) if where != combat.place]
    where = yield from choose_place(effect, effect.seat, found)
    yield from attack_turns(effect, where)


EMPIRE: tuple[Block, ...] = (
    Block(
        "bright-wizard-apprentice",
        Action(
            _cancels,
            target=Target("an action of another unit or support on the chain", action=_of_another_card),
            pay=CARDS["bright-wizard-apprentice"].values["pay"],
        ),
    ),
    Block("nuln-tinkerers", discount=_off_first_support),
    Block("the-greatswords", triggers=(Trigger("stronger", CAME, _stronger, when=_another_came, quiet=True),)),
    Block("sigmars-blessed", triggers=(Trigger("return", LEFT, _returns, own=True),)),
    Block("thyrus-gorman", triggers=(Trigger("damage", TURN_ENDS, _suffers, when=own_turn),)),
    Block(
        "warrior-priests",
        redirect=Redirect(
            _to_itself,
            a_unit(
                "another unit in a battlefield",
                lambda asker, card: card.zone == BATTLEFIELD and card.id != asker.card,
            ),
        ),
    ),
    Block("pistoliers", Action(_rides, moves=True, pay=CARDS["pistoliers"].values["pay"])),
    Block("johannes-broheim", triggers=(Trigger("move", PHASE_ENDS, _may_ride, forced=False, quiet=True),)),
    Block("knight-training", gives_power=_for_host),
    Block("church-of-sigmar", surcharge=_own_unit_targeted),
    Block("city-gates", triggers=(Trigger("develop", TURN_BEGINS, develop_here, when=own_turn, quiet=True),)),
    Block("shrine-to-taal", triggers=(Trigger("power", TURN_BEGINS, _blesses, when=own_turn),)),
    Block(
        "temple-of-shallya",
        triggers=(Trigger("move", KINGDOM_BEGINS, _may_march, when=own_turn, forced=False, quiet=True),),
    ),
    Block(
        "defend-the-border",
        triggers=(gains_token(),),
        redirect=Redirect(_to_own_capital, UNIT_OR_SECTION, when=_border_held),
    ),
    Block(
        "will-of-the-electors",
        Action(
            _moves_developments,
            developments=Developments(
                CARDS["will-of-the-electors"].values["least"], CARDS["will-of-the-electors"].values["most"], moves=True
            ),
        ),
    ),
    Block("demoralise", Action(_weaker, target=UNIT)),
    Block("franzs-decree", Action(_forbids, target=UNIT)),
    Block("forced-march", Action(_marches, target=UNIT, moves=True)),
    Block("judgement-of-verena", Action(_judges)),
    Block("sigmars-intervention", Action(_turns_attack)),
)
