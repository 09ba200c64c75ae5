"""State, facts, scripts and menus."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from google.protobuf.message import Message
from msgspec import Struct
from msgspec.structs import replace

from rulekeeper.kernel import Check, Minted, Offer, Path, Play, Script, ask, finish, rule
from tests.kernel.cave import cave_pb2 as pb
from tests.kernel.cave.board import FIRE, SQUARES, barred, steps

GOLD, BURNS, TURNS = 3, 3, 30


class Digger(Struct, frozen=True):
    square: str = ""
    gold: int = 0
    burns: int = 0


class State(Struct, frozen=True):
    diggers: tuple[Digger, ...] = (Digger("a1"), Digger("h6"))
    gold: tuple[str, ...] = ("c3", "d3", "e1", "d6", "h1", "a6", "f4")
    speed: int = 4
    number: int = 0
    minted: Minted = ()

    def with_digger(self, seat: int, **changed: Any) -> "State":
        digger = replace(self.diggers[seat], **changed)
        return replace(self, diggers=(*self.diggers[:seat], digger, *self.diggers[seat + 1 :]))


@rule("cave.game")
def game(play: Play[State]) -> Script[None]:
    yield from turns.run(1)


@rule("cave.turns")
def turns(play: Play[State], first: int) -> Script[None]:
    for number in range(first, TURNS + 1):
        yield from turn.run(number)
    most = max(digger.gold for digger in play.state.diggers)
    yield from finish([seat for seat in (0, 1) if play.state.diggers[seat].gold == most], "cave.game")


@rule("cave.turn")
def turn(play: Play[State], number: int) -> Script[None]:
    seat = (number - 1) % 2
    play.emit(pb.TurnBegan(seat=seat, number=number))
    walk = yield from ask(seat, walk_menu)
    fact = pb.Walked(seat=seat, way=walk.way)
    setattr(fact, "from", play.state.diggers[seat].square)
    play.emit(fact, rule="cave.walk")
    for square in walk.way:
        if square in play.state.gold:
            play.emit(pb.GoldTaken(seat=seat, square=square), rule="cave.gold")
        if SQUARES[square] == FIRE:
            play.emit(pb.Burned(seat=seat, square=square), rule="cave.fire")
    if play.state.diggers[seat].burns >= BURNS:
        yield from finish([1 - seat], "cave.fire")
    if play.state.diggers[seat].gold >= GOLD:
        yield from finish([seat], "cave.gold")


def walk_menu(state: State, seat: int) -> Iterable[Offer[pb.Walk]]:
    other = state.diggers[1 - seat].square
    free = Check("cave.free", lambda square: square != other, lambda square: f"a digger stands on {square}")
    start = state.diggers[seat].square
    way = Path(start, steps, state.speed, free, places=tuple(SQUARES), barred=barred, cost_rule="cave.speed")
    yield Offer(pb.Walk, way=way)


def turn_began(state: State, fact: pb.TurnBegan) -> State:
    return replace(state, number=fact.number)


def walked(state: State, fact: pb.Walked) -> State:
    return state.with_digger(fact.seat, square=fact.way[-1]) if fact.way else state


def gold_taken(state: State, fact: pb.GoldTaken) -> State:
    state = replace(state, gold=tuple(square for square in state.gold if square != fact.square))
    return state.with_digger(fact.seat, gold=state.diggers[fact.seat].gold + 1)


def burned(state: State, fact: pb.Burned) -> State:
    return state.with_digger(fact.seat, burns=state.diggers[fact.seat].burns + 1)


REDUCERS: Mapping[type[Message], Callable[[State, Any], State]] = {
    pb.TurnBegan: turn_began,
    pb.Walked: walked,
    pb.GoldTaken: gold_taken,
    pb.Burned: burned,
}
