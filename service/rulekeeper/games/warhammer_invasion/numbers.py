"""The numbers of cards, zones and players as they are now: looked at anew whenever they are wanted
("whi.constant.always"). Changes are added up, and no sum is below 0 where it is used ("whi.constant.net").
"""

from __future__ import annotations

from collections.abc import Callable

from rulekeeper.games.warhammer_invasion.block import having
from rulekeeper.games.warhammer_invasion.box import CAPITALS
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, RACES
from rulekeeper.games.warhammer_invasion.state import (
    ZONE_IDS,
    Placed,
    State,
    is_place,
    seat_of,
    section,
    section_hit_points,
    there,
    works,
    zone_of,
)

Givers = tuple[tuple[Callable[[State, Placed, Placed], int], Placed], ...]
"""Cards in play that add to numbers of others: see `givers`."""


def givers(state: State, hook: str) -> Givers:
    """What in play adds to others' numbers of a sort, by the name of its hook: the text, and the card whose it is. Who
    wants many such numbers of one state asks for this once.
    """
    giving = having(hook)
    return tuple((giving[card.kind], card) for card in state.cards if card.kind in giving and works(card))


def power(state: State, card: Placed, given: Givers | None = None) -> int:
    """A card's power ("whi.card.power-icons"): printed, by texts, and until the end of the turn.

    The rulebook's example: "whi.example.constant-boar-boyz".
    """
    number = CARDS[card.kind].power or 0
    own = having("power").get(card.kind)
    if own is not None and works(card):
        number += own(state, card)
    number += _given("gives_power", state, card, given)
    for change in state.lasting:
        if change.card == card.id:
            number += change.power
    return max(number, 0)


def hit_points(state: State, unit: Placed, given: Givers | None = None) -> int:
    """A unit's hit points ("whi.card.hit-points")."""
    number = CARDS[unit.kind].hit_points or 0
    own = having("hit_points").get(unit.kind)
    if own is not None and works(unit):
        number += own(state, unit)
    number += _given("gives_hit_points", state, unit, given)
    for change in state.lasting:
        if change.card == unit.id:
            number += change.hit_points
    return max(number, 0)


def toughness(state: State, unit: Placed, given: Givers | None = None) -> int:
    """Its Toughness ("whi.kw.toughness", "whi.kw.toughness.stack")."""
    printed = CARDS[unit.kind].keywords.toughness
    number = printed if isinstance(printed, int) else 0
    own = having("toughness").get(unit.kind)
    if own is not None and works(unit):
        number += own(state, unit)
    return max(number + _given("gives_toughness", state, unit, given), 0)


def counterstrike(state: State, unit: Placed) -> int:
    """Its Counterstrike ("whi.kw.counterstrike.stack")."""
    return CARDS[unit.kind].keywords.counterstrike + _given("gives_counterstrike", state, unit, None)


def _given(hook: str, state: State, card: Placed, given: Givers | None) -> int:
    """What other cards in play add."""
    number = 0
    for gives, other in givers(state, hook) if given is None else given:
        number += gives(state, other, card)
    return number


def remaining(state: State, target: int) -> int:
    """Remaining hit points of a unit or a section ("whi.combat.assign.remaining-hp"), 0 at least."""
    if is_place(target):
        return max(section_hit_points(state, target) - section(state, target).damage, 0)
    unit = there(state, target)
    return max(hit_points(state, unit) - unit.damage, 0)


def zone_power(state: State, where: int) -> int:
    """A zone's power ("whi.zones.power-sum"): that of the board ("whi.zones.base-power") and of the cards in it."""
    given = givers(state, "gives_power")
    return base_power(state, where) + sum(power(state, card, given) for card in state.cards if card.place == where)


def base_power(state: State, where: int) -> int:
    """The power that the board gives a zone."""
    board = CAPITALS.get(state.players[seat_of(where)].capital)
    return board.power[ZONE_IDS[zone_of(where)]] if board else 0  # type: ignore[index]


def symbols(state: State, seat: int, race: str) -> int:
    """Race symbols that the player controls ("whi.card.race-symbol", "whi.loyalty.capital-symbol")."""
    return every_symbol(state, seat).get(race, 0)


def every_symbol(state: State, seat: int) -> dict[str, int]:
    """The race symbols that the player controls, by race, of cards in play alone ("whi.loyalty.in-play-only")."""
    found: dict[str, int] = dict.fromkeys(RACES, 0)
    if state.players[seat].capital:
        found[state.players[seat].capital] = 1
    for card in state.cards:
        if card.controller == seat:
            for race in CARDS[card.kind].gives:
                found[race] += 1
    return found


def can_be_corrupted(state: State, unit: Placed) -> bool:
    """Does no card keep it from becoming corrupted ("whi.cannot.absolute")?

    The rulebook's example: "whi.example.cannot-isha".
    """
    forbids = having("incorruptible")
    return not any(
        card.kind in forbids and works(card) and forbids[card.kind](state, card, unit) for card in state.cards
    )


def held(state: State, unit: Placed) -> bool:
    """Does an effect forbid to declare it?"""
    return any(change.held and change.card == unit.id for change in state.lasting)
