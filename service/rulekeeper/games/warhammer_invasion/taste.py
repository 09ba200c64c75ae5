"""What the random player likes: with it, nearly all random games end by a rule in a sensible number of commands, by two
burning sections or by an empty deck, and each kind of action comes up.

Weights are relative, and compared within one decision. It plays what it can, mostly units for the battlefield, attacks
more often than not where a section is hurt already, and seldom defends; but windows close, since passing weighs enough.
"""

from __future__ import annotations

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    KINGDOM,
    QUEST,
    State,
    is_place,
    opponent,
    place,
    section,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

PASS = 100
"""To pass in a window."""


def taste(state: State, seat: int, command: Message) -> int:
    """How much the seat likes the command."""
    match command:
        case pb.Pass():
            return PASS
        case pb.PlayUnit():
            return {BATTLEFIELD: 900, KINGDOM: 250, QUEST: 100}[command.zone]
        case pb.PlaySupport():
            return 300 if command.zone == KINGDOM else 100
        case pb.PlayAttachment() | pb.SendUnit():
            return 200
        case pb.PlayQuest():
            return 60
        case pb.PlayDevelopment():
            return 20
        case pb.PlayTactic():
            return 80
        case pb.UseAction():
            return 160
        case pb.DeclareTarget():
            return hurting(state, place(opponent(seat), command.zone))
        case pb.DeclareNoAttack():
            return 30
        case pb.DeclareAttackers():
            return 1 + 30 * len(command.units) ** 2
        case pb.DeclareDefenders():
            return 60 // (1 + 2 * len(command.units))
        case pb.AssignDamage():
            return 1 + 20 * sum(is_place(target) for target in (*command.points, *command.uncancellable))
        case _:
            return 10


def hurting(state: State, where: int) -> int:
    """The more a section has suffered, the better; it is little use to attack one that burns."""
    there = section(state, where)
    return 5 if there.burning else 50 + 30 * there.damage
