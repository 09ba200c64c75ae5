"""Points at which something comes to nothing, in a few words: the board, what is done on it, and what is on record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board

Step = Callable[[Board], Sequence[str]]
"""What is done; it gives what happened."""

FIZZLE = "hoc.effect.fizzle"
SECOND = "second-phase"
DECLINE = pb.Decline()
DONE = pb.EndSecondPhase()


class Point(NamedTuple):
    """Where: the board, and what is done on it; what happens with the last of it: all of it, or what comes first of it
    where the turn goes on.
    """

    name: str
    board: Callable[[], Board]
    steps: Sequence[Step]
    facts: Sequence[str]


def board(*areas: Area, **given: Any) -> Callable[[], Board]:
    """A board on which seat 1 has no card, if nothing is said of it."""
    return lambda: Board(*(areas if len(areas) > 1 else (*areas, Area())), **given)


def plays(kind: str) -> Step:
    return lambda on: on.play(kind)[1:]


def does(command: Any) -> Step:
    return lambda on: on.do(command)


def names(kind: str, command: type[Any], seat: int = 0) -> Step:
    """A command about such a card of the hand."""
    return lambda on: on.do(command(card=on.in_hand(kind, seat)))


def uses(kind: str, discarding: str = "") -> Step:
    def step(on: Board) -> Sequence[str]:
        discard = on.in_hand(discarding) if discarding else None
        return on.do(pb.UseAbility(card=on.in_domain(kind), discard=discard))[1:]

    return step


def defends(kind: str) -> Step:
    return lambda on: on.do(on.defending(kind))


def sets(kind: str) -> Step:
    return lambda on: on.do(on.setting(kind))[1:]


def backs(princess: str) -> Step:
    return lambda on: on.do(pb.BackPrincess(princess=princess))[1:]


def concedes(seat: int) -> Step:
    return lambda on: on.do(pb.Concede(), seat)


def nothing(rule: str, kind: str = "", seat: int = 0, passed_over: str = "", missing: int = 0) -> str:
    said = [f"{rule}: EffectFizzled seat {seat}", kind, passed_over and f"passed_over {passed_over}"]
    return " ".join(part for part in (*said, f"missing {missing}" if missing else "") if part)


def card(kind: str, said: str, seat: int = 0) -> str:
    return f"hoc.card.{kind}: {said.partition(' ')[0]} seat {seat} {said.partition(' ')[2]}".rstrip()


def again(said: str) -> str:
    """A card that lies face up already."""
    return f"hoc.faq.already-revealed: {said}"
