"""Why a command comes out of its time, where its own rule does not say it closely enough."""

from __future__ import annotations

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.state import MAIN, State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb

BETWEEN_PLAYS = (pb.KeepCard, pb.RecallCard, pb.UseAbility, pb.UseSpecialAbility, pb.EndMainPhase)


def timing(state: State, seat: int, message: type[Message]) -> str:
    """In the main phase of its own turn a seat is refused these only while a card is being resolved; and a coronation
    in its own turn only where the turn has come to something else than the two phases in which it is declared.
    """
    if state.turn.seat != seat:
        return ""
    if message is pb.DeclareCoronation:
        return "hoc.coronation.any-phase"
    if state.turn.phase == MAIN and message is pb.PlayCard:
        return "hoc.link.resolve-before-next"
    if state.turn.phase == MAIN and message in BETWEEN_PLAYS:
        return "hoc.main.between-plays"
    return ""
