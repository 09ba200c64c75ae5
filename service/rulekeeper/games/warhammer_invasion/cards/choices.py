"""The choices that card texts leave: what may be a target, and what a player chooses while a text is carried out. Where
there is no choice nobody is asked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulekeeper.games.warhammer_invasion.block import Asker, Effect, Target
from rulekeeper.games.warhammer_invasion.catalogue import shown
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.numbers import can_be_corrupted
from rulekeeper.games.warhammer_invasion.pricing import means, pay, paying, surcharge, surcharge_parts
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    SEATS,
    Pending,
    Placed,
    State,
    attacks,
    in_combat,
    in_play,
    is_support,
    is_unit,
    owner_sees,
    place_called,
    places,
    section,
    there,
    zone_of,
)
from rulekeeper.games.warhammer_invasion.targets import called, candidates, one_of
from rulekeeper.kernel import Check, Offer, OneOf, Script, ask
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# What may be a target.


def a_unit(words: str = "a unit", when: Callable[[Asker, Placed], bool] | None = None, **more: Any) -> Target:
    """Any unit in play, of either player, for which the condition holds."""
    return Target(words, lambda asker, card: is_unit(card) and (when is None or when(asker, card)), **more)


def a_support(words: str = "a support", when: Callable[[Asker, Placed], bool] | None = None, **more: Any) -> Target:
    """Any support in play, attachments among them ("whi.attach.is-support")."""
    return Target(words, lambda asker, card: is_support(card) and (when is None or when(asker, card)), **more)


UNIT = a_unit()
SUPPORT = a_support()
ANOTHER_UNIT = a_unit("another unit", lambda asker, card: card.id != asker.card)
ATTACKER = a_unit("an attacking unit", lambda asker, card: attacks(asker.state, card.id))
UNIT_IN_COMBAT = a_unit("a unit in combat", lambda asker, card: in_combat(asker.state, card.id))
UNIT_IN_BATTLEFIELD = a_unit("a unit in a battlefield", lambda asker, card: card.zone == BATTLEFIELD)
UNIT_OR_SECTION = a_unit("a unit or a section that does not burn", sections=True)
DAMAGED_UNIT = a_unit("a damaged unit", lambda asker, card: bool(card.damage), rule="whi.effects.heal")
CORRESPONDING_UNIT = a_unit(
    "a unit in a zone of the same name",
    lambda asker, card: card.zone == zone_of(asker.place),
    rule="whi.zone.corresponding-each",
)
DEVELOPMENT = Target("a development", developments=True)


def no_target(target: Target) -> Callable[[State, Pending], bool]:
    """A triggered text has no such target, and will have none: no other that triggers with it brings any."""

    def moot(state: State, one: Pending) -> bool:
        source = in_play(state, one.card)
        where = source.place if source is not None else one.place
        return not candidates(Asker(state, one.seat, one.card, where), target)

    return moot


# Choosing.


def choose_target(effect: Effect, target: Target, may: bool = False) -> Script[int]:
    """The target of a text that triggered ("whi.forced.target"): 0 where there is none, or where the player lets it go:
    as the text allows, or since there are only such as have to be paid for ("whi.cost.extra-for-target").
    """
    found = candidates(effect.asker, target)
    owed = [one for one in found if surcharge(effect.state, effect.seat, (one,))]
    payable = [one for one in owed if surcharge(effect.state, effect.seat, (one,)) <= means(effect.state, effect.seat)]
    free = [one for one in found if one not in owed]
    if not free and not payable:
        spared = owed[0] if len(owed) == 1 else 0
        cited = "whi.cost.extra-for-target" if owed else "whi.forced.target"
        fizzle(effect, cited, spared=spared, passed_over=pb.ChooseTarget)
        return 0
    if len(free) == 1 and not payable and not may:
        return free[0]
    menu = functools.partial(_target_menu, effect.card, effect.place, target, may)
    command = yield from ask(effect.seat, menu)
    if isinstance(command, pb.Decline):
        fizzle(effect, "" if may else "whi.cost.extra-for-target")
        return 0
    due = surcharge_parts(effect.state, effect.seat, (command.target,))
    pay(effect.play, effect.seat, due, command.damage, "whi.cost.extra-for-target")
    chosen: int = command.target
    return chosen


def _target_menu(card: int, where: int, target: Target, may: bool, state: State, seat: int) -> Iterable[Any]:
    asker = Asker(state, seat, card, where)
    payment, fits = paying(state, seat, lambda command: surcharge_parts(state, seat, (command.target,)))
    yield Offer(
        pb.ChooseTarget,
        target=one_of(asker, target),
        across=fits,
        **payment,
    )
    if may or all(surcharge(state, seat, (one,)) for one in candidates(asker, target)):
        yield Offer(pb.Decline)


Checks = Callable[[State], tuple[Check, ...]]
"""(state) -> what candidates must pass, by their ids."""


def unchecked(state: State) -> tuple[Check, ...]:
    """Nothing."""
    return ()


def can_become_corrupted(state: State) -> tuple[Check, ...]:
    """A unit that is corrupted cannot become so, nor one that a card protects."""
    return (
        Check(
            "whi.corrupt.twice",
            lambda one: not there(state, one).corrupted,
            lambda one: f"{called(state, one)} is corrupted already",
        ),
        Check(
            "whi.cannot.absolute",
            lambda one: can_be_corrupted(state, there(state, one)),
            lambda one: f"{called(state, one)} cannot become corrupted",
        ),
    )


def choose_unit(
    effect: Effect, seat: int, found: Sequence[Placed], checks: Checks = unchecked
) -> Script[Placed | None]:
    """A player chooses one of these units, which are no targets, of such as pass the checks; None where there is
    none.
    """
    able = [unit for unit in found if all(check.holds(unit.id) for check in checks(effect.state))]
    if not able:
        fizzle(effect, seat=seat)
        return None
    if len(able) == 1:
        return able[0]
    menu = functools.partial(_unit_menu, tuple(card.id for card in found), effect.rule, checks)
    command = yield from ask(seat, menu)
    return there(effect.state, command.unit)


def _unit_menu(found: tuple[int, ...], cited: str, checks: Checks, state: State, seat: int) -> Iterable[Any]:
    left = tuple(one for one in found if in_play(state, one) is not None)
    otherwise = (cited, "{value} cannot be chosen")
    unit = OneOf(left, *checks(state), label=lambda one: called(state, one), otherwise=otherwise)
    yield Offer(pb.ChooseUnit, unit=unit)


Options = Callable[[State, int], OneOf]
"""(state, seat) -> things by name of which a player does one, with what stands against each that cannot be carried out
in full ("whi.effects.or").
"""


def choose_place(effect: Effect, seat: int, found: Sequence[int], instead_of: Options | None = None) -> Script[int]:
    """A player chooses one of these zones, or of these sections, by place; 0 where there is none.

    instead_of: what was chosen before. Those of these things that could not be are told with their reasons.
    """
    if len(found) < 2:
        return found[0] if found else 0
    command = yield from ask(seat, functools.partial(_place_menu, tuple(found), effect.rule, instead_of))
    chosen: int = command.place
    return chosen


def _place_menu(
    found: tuple[int, ...], cited: str, instead_of: Options | None, state: State, seat: int
) -> Iterable[Any]:
    def otherwise(where: int) -> tuple[str, str]:
        if where in places(*SEATS) and section(state, where).burning:
            return "whi.burn.still-works", f"{place_called(where)} burns, and takes no damage any more"
        return cited, f"{place_called(where) if where in places(*SEATS) else where} cannot be chosen"

    yield Offer(pb.ChoosePlace, place=OneOf(found, label=place_called, otherwise=otherwise))
    if instead_of is not None:
        options = instead_of(state, seat)
        impossible = [one for one in options.candidates if not options.holds(one)]
        if impossible:
            yield Offer(pb.ChooseOption, option=OneOf(impossible, *options.checks, otherwise=options.otherwise))


NOT_AN_OPTION = ("whi.effects.or", "{value} is not to be chosen")
"""What stands against what is none of the options."""


def choose_option(effect: Effect, seat: int, options: Options) -> Script[str]:
    """A player chooses one of these things, by name; of one that is left nobody is asked."""
    able = [*options(effect.state, seat).legal()]
    if len(able) == 1:
        return str(able[0])
    command = yield from ask(seat, functools.partial(_option_menu, options))
    chosen: str = command.option
    return chosen


def _option_menu(options: Options, state: State, seat: int) -> Iterable[Any]:
    yield Offer(pb.ChooseOption, option=options(state, seat))


def choose_development(effect: Effect, seat: int) -> Script[int]:
    """A player chooses one of the own developments: its id, 0 where there is none."""
    found = [card for where in places(seat) for card in section(effect.state, where).developments]
    if len(found) < 2:
        return found[0].id if found else 0
    command = yield from ask(seat, _development_menu)
    chosen: int = command.development
    return chosen


def _development_menu(state: State, seat: int) -> Iterable[Any]:
    named = {
        card.id: f"{shown(card.kind)} in {place_called(where)}"
        for where in places(seat)
        for card in section(state, where).developments
    }
    otherwise = ("whi.effects.or", "{value} is no development of yours")
    yield Offer(pb.ChooseDevelopment, development=OneOf(tuple(named), label=named.__getitem__, otherwise=otherwise))


def openly(effect: Effect, seat: int, option: str = "", targets: Iterable[int] = (), development: int = 0) -> None:
    """What a player has chosen of a text for each player; the next one knows it ("whi.effects.each-player")."""
    fact = pb.ChoiceMade(
        seat=seat, kind=effect.printed.id, option=option, targets=tuple(targets), development=development
    )
    effect.emit(fact, owner_sees(seat), rule="whi.effects.each-player")
