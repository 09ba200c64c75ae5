"""Nothing happened, which is something that happened: one fact says so, under the rule that says why."""

from __future__ import annotations

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.block import Effect
from rulekeeper.games.warhammer_invasion.state import State
from rulekeeper.kernel import Play
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def nothing(
    play: Play[State],
    seat: int,
    cited: str,
    *,
    kind: str = "",
    card: int = 0,
    spared: int = 0,
    missing: int = 0,
    passed_over: type[Message] | None = None,
) -> None:
    """A text, a step or a choice of a player's came to nothing: see `EffectFizzled` for what the fact says of it.
    Whatever it says, and that there is one, has to follow from what everybody sees.
    """
    fact = pb.EffectFizzled(
        seat=seat,
        kind=kind,
        card=card,
        passed_over=passed_over.DESCRIPTOR.name if passed_over is not None else "",
        spared=spared or None,
        missing=missing,
    )
    play.emit(fact, rule=cited)


def fizzle(
    effect: Effect,
    cited: str = "",
    *,
    spared: int = 0,
    missing: int = 0,
    passed_over: type[Message] | None = None,
    seat: int | None = None,
) -> None:
    """The text, or what is left of it, came to nothing: see `EffectFizzled`. cited: the rule that says why, where it is
    not the card's text. seat: whose choice it was, where it was not that of the text's player.
    """
    nothing(
        effect.play,
        effect.seat if seat is None else seat,
        cited or effect.rule,
        kind=effect.printed.id,
        card=effect.card if effect.me is not None else 0,
        spared=spared,
        missing=missing,
        passed_over=passed_over,
    )
