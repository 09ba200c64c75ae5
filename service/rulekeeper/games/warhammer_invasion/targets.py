"""Targets: what may be chosen for a text, and what people call it ("whi.chain.targets-up-front")."""

from __future__ import annotations

from rulekeeper.games.warhammer_invasion.block import Asker, Target
from rulekeeper.games.warhammer_invasion.catalogue import name, shown
from rulekeeper.games.warhammer_invasion.pricing import Parts, affordable
from rulekeeper.games.warhammer_invasion.state import (
    SEATS,
    State,
    developments,
    in_play,
    is_place,
    link,
    opponent,
    place_called,
    places,
    section,
)
from rulekeeper.kernel import Check, OneOf


def candidates(asker: Asker, target: Target) -> tuple[int, ...]:
    """All that may be chosen: cards in play by id, then the asker's own developments by id and the opponent's by their
    place ("whi.development.rearrange"), then sections by place; or actions on the chain.
    """
    state, seat = asker.state, asker.seat
    if target.action is not None:
        return tuple(one.number for one in state.chain if target.action(asker, one))
    found = [card.id for card in state.cards if target.card is not None and target.card(asker, card)]
    if target.developments:
        found += [card.id for where in places(seat) for card in section(state, where).developments]
        found += [where for where in places(opponent(seat)) if developments(state, where)]
    if target.sections:
        found += [where for where in places(*SEATS) if not section(state, where).burning]
    return tuple(found)


def one_of(asker: Asker, target: Target, *checks: Check, due: Parts = (), but: int = 0) -> OneOf:
    """One of them as a command's field: such as can be paid for besides what is due anyway. `but`: that one is none."""
    state = asker.state
    return OneOf(
        tuple(one for one in candidates(asker, target) if one != but),
        affordable(state, asker.seat, due),
        *checks,
        label=lambda one: called(state, one),
        otherwise=(target.rule, f"{{value}} is not {target.words}"),
    )


def called(state: State, target: int) -> str:
    """What a target is, for people: "Troll Slayers", "the Kingdom of seat 1"."""
    if is_place(target):
        return place_called(target)
    card = in_play(state, target)
    if card is not None:
        return shown(card.kind)
    action = link(state, target)
    if action is not None:
        return f"{name(action.kind)} on the chain"
    return "a development"
