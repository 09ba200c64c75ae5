"""Cards that leave play, and what goes with them (rulebook p.15, p.17)."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeeper.games.warhammer_invasion.block import LEFT, Event
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.state import RETURNED, Placed, State, all_see, in_play, owner_sees, questing
from rulekeeper.kernel import Play
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def leave(play: Play[State], leaving: Sequence[tuple[Placed, int, str]]) -> list[Event]:
    """These cards leave play together, each in its way and under its rule; each goes to its owner's discard pile or
    hand ("whi.control.leaves-to-owner") and nothing stays on it ("whi.effects.leave-play-reset"); in which order cards
    lie in a discard pile means nothing ("whi.discard.order"). The events of it.
    """
    events = []
    for card, departure, cited in leaving:
        before = play.state
        to_hand = departure == RETURNED
        audience = owner_sees(card.owner)
        play.emit(
            pb.CardLeft(
                card=card.id,
                kind=card.kind,
                owner=card.owner,
                departure=pb.Departure.ValueType(departure),
                in_hand=play.mint(audience) if to_hand else 0,
            ),
            audience if to_hand else all_see(play.state),
            rule=cited,
        )
        goes_back(play, before, card.id, "whi.combat.assign.target-gone")
        abandoned(play, card)
        events.append(Event(LEFT, card=card, departure=departure))
    return events


def goes_back(play: Play[State], before: State, target: int, cited: str) -> None:
    """What was assigned in combat to a target, and is no longer since then, hits nothing."""
    then = before.combat.assigned if before.combat is not None else ()
    now = play.state.combat.assigned if play.state.combat is not None else ()
    for hit in then:
        if hit.target == target and hit not in now:
            nothing(play, hit.seat, cited, spared=target, missing=hit.total)


def abandoned(play: Play[State], unit: Placed, cited: str = "whi.quest.unit-leaves") -> None:
    """A quest whose unit has left it loses its tokens."""
    quest = in_play(play.state, unit.quest) if unit.quest else None
    if quest is not None and quest.tokens and questing(play.state, quest.id) is None:
        play.emit(pb.QuestAbandoned(quest=quest.id, tokens=quest.tokens), rule=cited)
