"""A game in which seats are asked often and mostly pass: in each round seat 0 picks a number, and then everybody else
may answer it. The view tells the round.
"""

from collections.abc import Iterable

from google.protobuf.message import Message

from rulekeeper.kernel import Offer, OneOf, Play, Script, ask, finish, rule
from tests.kernel.sample import ONE_TO_NINE, State, sample
from tests.kernel.sample import sample_pb2 as pb

ROUNDS = 3
SEATS = 3


@rule("s.main")
def main(play: Play[State]) -> Script[None]:
    for number in range(1, ROUNDS + 1):
        play.emit(pb.Told(text=f"round {number}", number=1))
        picked = yield from ask(0, ONE_TO_NINE)
        for seat in range(1, SEATS):
            yield from window.run(seat, picked.number)
    yield from finish([0], "s.main")


@rule("s.window")
def window(play: Play[State], seat: int, number: int) -> Script[None]:
    answer = yield from ask(seat, answers)
    said = f"answered {number} with {answer.number}" if isinstance(answer, pb.Pick) else f"let {number} go by"
    play.emit(pb.Told(text=f"seat {seat} {said}"))


def answers(state: State, seat: int) -> Iterable[Offer[Message]]:
    yield Offer(pb.Pick, number=OneOf(range(1, 10)))
    yield Offer(pb.Pass)


WINDOWS = sample(main, window, seats=range(SEATS, SEATS + 1))
