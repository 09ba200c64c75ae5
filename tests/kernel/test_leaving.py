"""A seat that leaves while several are asked at once: the question is asked anew without it."""

from collections.abc import Iterator

import pytest

from rulekeeper.kernel import (
    Accepted,
    Match,
    Number,
    Offer,
    Play,
    Refused,
    Script,
    When,
    ask_all,
    finish,
    fold_all,
    restored,
    rule,
    snapshot,
)
from tests.kernel.sample import State, begun, sample, texts
from tests.kernel.sample import sample_pb2 as pb


def accepted(match: Match[State], seat: int, number: int) -> None:
    done = match.submit(seat, pb.Pick(number=number))
    assert isinstance(done, Accepted), done
    assert fold_all(match.game, match.entries) == match.table


@rule("s.wave")
def wave(play: Play[State], seat: int, command: pb.Wave) -> Script[None]:
    play.emit(pb.Told(text=f"{seat} waves {command.number}"))
    yield from ()


def while_nobody_left(state: State, seat: int) -> Iterator[Offer[pb.Pick]]:
    """Whoever has waved has left."""
    here = When("s.sealed", f"{seat} waves 0" not in state.told, "you have left")
    yield Offer(pb.Pick, here, number=Number(1, 9))


@rule("s.sealed")
def sealed_for_those_here(play: Play[State]) -> Script[None]:
    answers = yield from ask_all(dict.fromkeys((0, 1, 2), while_nobody_left))
    play.emit(pb.Told(text=" ".join(f"{seat}:{answer.number}" for seat, answer in answers.items())))
    again = yield from ask_all(dict.fromkeys(answers, while_nobody_left))
    play.emit(pb.Told(text=f"then {list(again)}"))
    yield from finish([], "s.end")


@pytest.mark.parametrize("warm", [True, False])
def test_a_sealed_question_is_asked_anew_without_a_seat_that_has_left(warm: bool) -> None:
    match = begun(sample(sealed_for_those_here, asides={pb.Wave: wave}), 3)

    def cold() -> None:
        if not warm:
            match.live.drop()

    accepted(match, 0, 5)
    cold()
    assert isinstance(match.submit(1, pb.Wave(number=0)), Accepted)
    decision = match.table.decision
    assert decision is not None and (decision.seats, decision.left, decision.given) == ((0, 2), (1,), ())
    refused = match.submit(1, pb.Pick(number=1), decision.version)
    assert isinstance(refused, Refused) and refused.kind == "not_asked"
    cold()
    accepted(match, 2, 3)
    assert restored(match.game, snapshot(match.game, match.table)) == match.table
    cold()
    accepted(match, 0, 1)
    assert texts(match)[-1] == "0:1 2:3" and match.table.decision is not None
    cold()
    assert isinstance(match.submit(2, pb.Wave(number=0)), Accepted)
    cold()
    accepted(match, 0, 4)
    assert texts(match)[-1] == "then [0]" and fold_all(match.game, match.entries) == match.table


def test_whoever_left_is_asked_no_more_after_the_next_aside_either() -> None:
    match = begun(sample(sealed_for_those_here, asides={pb.Wave: wave}), 3)
    for seat, left in ((1, (0, 2)), (2, (0,)), (0, (0, 1, 2))):
        assert isinstance(match.submit(seat, pb.Wave(number=0)), Accepted)
        assert match.table.decision is not None and match.table.decision.seats == left
