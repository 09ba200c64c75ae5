"""Why a command comes out of its time, where its own rule does not say it closely enough."""

from __future__ import annotations

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.state import State
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

ACTIONS = (
    *(pb.PlayUnit, pb.SendUnit, pb.PlaySupport, pb.PlayAttachment, pb.PlayQuest, pb.PlayDevelopment),
    *(pb.PlayTactic, pb.UseAction),
)
"""What joins a chain, or begins one."""


def timing(state: State, seat: int, message: type[Message]) -> str:
    """While an action of a chain resolves, whoever is asked for something, nobody adds another to it."""
    return "whi.chain.no-adding-while-resolving" if state.resolving and message in ACTIONS else ""
