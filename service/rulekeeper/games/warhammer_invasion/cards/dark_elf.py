"""The Dark Elf cards, 106-110, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeeper.games.warhammer_invasion import following
from rulekeeper.games.warhammer_invasion.block import (
    ATTACKED,
    TURN_BEGINS,
    Action,
    Asker,
    Block,
    Effect,
    Trigger,
)
from rulekeeper.games.warhammer_invasion.cards.choices import ANOTHER_UNIT, ATTACKER, UNIT, choose_target
from rulekeeper.games.warhammer_invasion.cards.verbs import deal_to_chosen, opposing, own_turn, zone_attacked
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.damage import redirected
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.state import Points, State, all_see
from rulekeeper.kernel import Offer, OneOf, Script, When, ask
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 106. Disciple of Khaine: a point that is assigned to it goes to another unit, and is one of those that are
# assigned there.


def assigned_to(state: State, card: int) -> tuple[Points, ...]:
    """What is assigned to a unit in combat and not applied yet."""
    return tuple(hit for hit in state.combat.assigned if hit.target == card) if state.combat is not None else ()


def some_assigned(asker: Asker) -> Iterable[When]:
    rule = CARDS["disciple-of-khaine"].rule
    yield When(rule, bool(assigned_to(asker.state, asker.card)), "no damage is assigned to it")


def disciple_of_khaine(effect: Effect) -> Script[None]:
    for _ in range(effect.value("points")):
        hits = assigned_to(effect.state, effect.card)
        if not hits:
            fizzle(effect, effect.rule)
            return
        sure = not any(hit.cancellable for hit in hits)
        if not sure and any(hit.uncancellable for hit in hits):
            sure = (yield from ask(effect.seat, which_point_menu)).uncancellable
        fact = redirected(effect.card, effect.targets[0], effect.card, sure, step=True)
        effect.emit(fact, all_see(effect.state))


def which_point_menu(state: State, seat: int) -> Iterable[Offer[pb.RedirectPoint]]:
    """Its target is named already."""
    yield Offer(pb.RedirectPoint, uncancellable=OneOf((False, True)))


DISCIPLE_OF_KHAINE = Block(
    "disciple-of-khaine",
    action=Action(
        disciple_of_khaine,
        target=ANOTHER_UNIT,
        pay=CARDS["disciple-of-khaine"].values["pay"],
        when=some_assigned,
    ),
)


# 107. Vile Sorceress: a unit has fewer hit points for a turn.


def vile_sorceress(effect: Effect) -> Script[None]:
    target = yield from choose_target(effect, UNIT)
    if target:
        fewer = pb.HitPointsChanged(card=target, hit_points=-effect.value("hit_points"))
        effect.emit(fewer, all_see(effect.state))
        yield from following.after(effect.play)


VILE_SORCERESS = Block("vile-sorceress", triggers=(Trigger("hit points", TURN_BEGINS, vile_sorceress, when=own_turn),))


# 109. Cauldron of Blood: whoever attacks its kingdom has a unit hurt.


def cauldron_of_blood(effect: Effect) -> Script[None]:
    yield from deal_to_chosen(effect, ATTACKER)


CAULDRON_OF_BLOOD = Block(
    "cauldron-of-blood", triggers=(Trigger("attacked", ATTACKED, cauldron_of_blood, when=zone_attacked, quiet=True),)
)


# 110. Hate: an unspent resource of the opponent's.


def hate(effect: Effect) -> None:
    giver = opposing(effect)
    taken = min(effect.value("resources"), effect.state.players[giver].resources)
    if taken:
        effect.emit(pb.ResourcesTaken(seat=effect.seat, resources=taken, **{"from": giver}), all_see(effect.state))
    else:
        fizzle(effect)


HATE = Block("hate", action=Action(hate))


DARK_ELF = (
    DISCIPLE_OF_KHAINE,
    VILE_SORCERESS,
    Block("cold-one-riders"),
    CAULDRON_OF_BLOOD,
    HATE,
)
"""In the order of their numbers."""
