"""Rules that learn to tell more, or under another rule, go on with games that are in flight; rules that do other things
do not.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulekeeper.kernel import (
    Accepted,
    Match,
    Play,
    Rule,
    Script,
    ScriptDiverged,
    SeededChance,
    decide,
    finish,
    fold_all,
    only,
    rule,
    told_otherwise,
)
from rulekeeper.kernel.resuming import resume
from tests.kernel.sample import State, begun, pick, sample, texts
from tests.kernel.sample import sample_pb2 as pb


def told(state: State, fact: pb.Told) -> State:
    """A fact with texts is talk: it changes nothing. Of all others only the text counts."""
    return state if fact.texts else replace(state, told=(*state.told, fact.text))


TALK = pb.Told(text="nothing happened", texts=["x"])


def game_of(steps: str) -> Any:
    """Each letter is a step of the one script."""

    def main(play: Play[State]) -> Script[None]:
        for step in steps:
            match step:
                case "n":
                    play.emit(TALK)
                case "N":
                    play.emit(pb.Told(text="in other words", texts=["y"]), rule="s.end")
                case "r":
                    play.emit(pb.Told(text="a"), rule="s.end")
                case "+":
                    play.emit(pb.Told(text="a", number=7))
                case "s":
                    play.emit(pb.Told(text="a"), only(1))
                case "h":
                    play.emit(pb.Hid(text="a"))
                case "d":
                    play.draw("bag", (("x", 1),))
                case "p":
                    yield from pick(play)
                case _:
                    play.emit(pb.Told(text=step))
        while True:
            yield from pick(play)

    return sample(Rule("s.main", main), reducers={pb.Told: told, pb.Hid: lambda state, fact: state})


def in_flight(steps: str) -> Match[State]:
    """A game by rules of these steps that has come to the last of them, with no generators at hand."""
    match = begun(game_of(steps))
    for _ in range(steps.count("p")):
        assert isinstance(match.submit(0, pb.Pick(number=1)), Accepted)
    match.live.drop()
    return match


@pytest.mark.parametrize(
    ("recorded", "today"),
    [
        ("apb", "anpb"),
        ("apb", "anpnbn"),
        ("apb", "napb"),
        ("anpbn", "apb"),
        ("nnapb", "apb"),
        ("anpb", "aNpb"),
        ("apb", "rpb"),
        ("apb", "+pb"),
        ("+pb", "rpb"),
        ("andpb", "adpb"),
        ("adpb", "andnpb"),
        ("anndpb", "ahdpb"),
        ("apbp", "anpbnpn"),
    ],
)
def test_what_is_told_otherwise_is_the_same(recorded: str, today: str) -> None:
    match = in_flight(recorded)
    (frame,) = match.table.frames
    assert not resume(match.game, frame).play.told_otherwise
    before, then = list(match.entries), texts(match)
    match.game = game_of(today)
    assert resume(match.game, frame).play.told_otherwise
    for _ in range(2):
        assert isinstance(match.submit(0, pb.Pick(number=3)), Accepted)
        match.live.drop()
    # What is on record stays as it was told, and it folds.
    assert match.entries[: len(before)] == before and texts(match)[: len(then)] == then
    assert fold_all(match.game, match.entries) == match.table


@pytest.mark.parametrize(
    ("recorded", "today", "why"),
    [
        ("apb", "abp", 'on record it asked seat 0|done was told {text: "b"}'),
        ("apb", "ap", "on record, but not done again"),
        ("apb", "apbc", "done, but not on record"),
        ("apb", "bpa", 'on record is told {text: "a"} under s.main, done was told {text: "b"}'),
        ("apb", "spb", 'on record is told {text: "a"}'),
        ("anpb", "adpb", "a draw for bag"),
        ("adpb", "anpb", "on record, but not done again: drew"),
        # What was done after a question was asked is not done before it.
        ("apab", "aapb", "done was told"),
    ],
)
def test_what_is_done_otherwise_is_not(recorded: str, today: str, why: str) -> None:
    match = in_flight(recorded)
    before = match.table
    match.game = game_of(today)
    with pytest.raises(ScriptDiverged, match=why):
        match.submit(0, pb.Pick(number=3))
    assert match.table is before


def facts_of(steps: str) -> tuple[Any, Match[State]]:
    match = begun(game_of(steps))
    return match.game, match


@pytest.mark.parametrize(
    ("recorded", "today", "same"),
    [
        ("ab", "ab", True),
        ("ab", "nanbn", True),
        ("nanb", "ab", True),
        ("ab", "rb", True),
        ("ab", "+b", True),
        ("adb", "andnb", True),
        ("ab", "ba", False),
        ("ab", "abc", False),
        ("abc", "ab", False),
        ("ab", "sb", False),
        ("ab", "adb", False),
        ("adb", "ab", False),
    ],
)
def test_an_entry_is_told_otherwise_where_it_does_the_same(recorded: str, today: str, same: bool) -> None:
    game, match = facts_of(recorded)
    _, other = facts_of(today)
    assert told_otherwise(game, match.at(1), match.entries[-1].facts, other.entries[-1].facts) is same


def with_inner(today: str) -> Any:
    """A script that is given one argument, or one more, with a default or without."""

    @rule("s.inner")
    def given_one(play: Play[State], seat: int) -> Script[None]:
        yield from pick(play, seat)

    @rule("s.inner")
    def given_two(play: Play[State], seat: int, copied: bool = False) -> Script[None]:
        yield from pick(play, seat)

    @rule("s.inner")
    def needs_two(play: Play[State], seat: int, copied: bool) -> Script[None]:
        yield from pick(play, seat)

    inner: Any = {"one": given_one, "default": given_two, "other": given_two, "needs": needs_two}[today]
    more = {"one": (), "default": (False,), "other": (True,), "needs": (False,)}[today]

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            yield from pick(play)
            yield from inner.run(0, *more)

    return sample(main, inner)


@pytest.mark.parametrize("today", ["default", "other"])
@pytest.mark.parametrize("answers", [1, 2, 3])
def test_a_script_may_be_given_more_than_it_was(today: str, answers: int) -> None:
    match = begun(with_inner("one"))
    for number in range(1, answers + 1):
        match.submit(0, pb.Pick(number=number))
    recorded, table = match.entries[-1], match.at(len(match.entries) - 1)
    match.game = with_inner(today)
    match.live.drop()
    for number in (4, 5):
        assert isinstance(match.submit(0, pb.Pick(number=number)), Accepted)
    again = decide(match.game, table, 0, recorded.decision, recorded.command, recorded.version, SeededChance(b"", 1))
    assert isinstance(again, Accepted)
    assert told_otherwise(match.game, table, recorded.facts, again.facts)


@pytest.mark.parametrize("answers", [1, 2])
def test_a_script_that_needs_more_than_it_was_given_is_another(answers: int) -> None:
    match = begun(with_inner("one"))
    for number in range(1, answers + 1):
        match.submit(0, pb.Pick(number=number))
    match.game = with_inner("needs")
    match.live.drop()
    with pytest.raises(ScriptDiverged, match="s.inner"):
        match.submit(0, pb.Pick(number=4))


def test_a_script_may_stand_under_another_rule_in_a_record_and_lead_to_another_result_under_none() -> None:
    def game(inner_id: str, ending: str) -> Any:
        @rule(inner_id)
        def inner(play: Play[State], seat: int) -> Script[None]:
            yield from pick(play, seat)
            play.emit(pb.Told(text="a"))

        @rule("s.main")
        def main(play: Play[State]) -> Script[None]:
            yield from inner.run(0)
            yield from finish([0], ending)

        return sample(main, inner)

    def entries(inner_id: str, ending: str) -> tuple[Any, Match[State]]:
        match = begun(game(inner_id, ending))
        match.submit(0, pb.Pick(number=1))
        return match.game, match

    _, recorded = entries("s.inner", "s.end")
    today, renamed = entries("s.other", "s.end")
    _, ended = entries("s.other", "s.pass")
    before = recorded.at(len(recorded.entries) - 1)
    assert told_otherwise(today, recorded.at(1), recorded.entries[-2].facts, renamed.entries[-2].facts)
    assert told_otherwise(today, before, recorded.entries[-1].facts, renamed.entries[-1].facts)
    assert not told_otherwise(today, before, recorded.entries[-1].facts, ended.entries[-1].facts)
