"""Redacting is one place: hidden fields, private facts, kernel facts."""

import pytest

from rulekeeper.kernel import (
    JUDGE,
    SPECTATOR,
    Match,
    Play,
    Script,
    draws,
    everyone,
    faces,
    only,
    rule,
    seen,
)
from rulekeeper.testing.conformance_walk import Walk
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import State, begun, pick, sample
from tests.kernel.sample import sample_pb2 as pb


@rule("s.main")
def main(play: Play[State]) -> Script[None]:
    play.emit(pb.Told(text="open"))
    play.emit(pb.Hid(text="for judges", card=1, kinds=["x"]))
    play.emit(pb.Hid(text="for seat 1", card=2, kinds=["y", "z"]), only(1))
    play.emit(pb.Hid(text="for all", card=3), everyone(2))
    play.emit(pb.Hid(text="private", card=4), only(0), private=True)
    play.draw("bag", (("a", 1),), only(1))
    play.emit(pb.Told(text="last"), rule="s.end")
    yield from pick(play)


def as_seen(match: Match[State], viewer: int) -> list[str]:
    return [
        f"{one.fact.text} {one.fact.card or ''}{''.join(one.fact.kinds)}".strip()
        if isinstance(one.fact, pb.Hid)
        else str(getattr(one.fact, "text", ""))
        for one in match.facts(viewer=viewer)
    ]


@pytest.mark.parametrize(
    ("viewer", "sights"),
    [
        (JUDGE, ["open", "for judges 1x", "for seat 1 2yz", "for all 3", "private 4", "last"]),
        (0, ["open", "for judges", "for seat 1", "for all 3", "private 4", "last"]),
        (1, ["open", "for judges", "for seat 1 2yz", "for all 3", "last"]),
        (SPECTATOR, ["open", "for judges", "for seat 1", "for all 3", "last"]),
        (7, ["open", "for judges", "for seat 1", "for all", "last"]),
    ],
)
def test_each_viewer_gets_the_fields_and_facts_that_are_theirs(viewer: int, sights: list[str]) -> None:
    assert as_seen(begun(sample(main)), viewer) == sights


def test_hidden_fields_are_not_there_at_all_for_those_who_may_not_see_them() -> None:
    match = begun(sample(main))
    hidden = next(one.fact for one in match.facts(viewer=0) if one.fact.text == "for seat 1")  # type: ignore[attr-defined]
    assert (
        hidden == pb.Hid(text="for seat 1")
        and hidden.SerializeToString() == pb.Hid(text="for seat 1").SerializeToString()
    )


def test_each_fact_comes_with_its_rule_and_positions_are_counted_after_leaving_out() -> None:
    match = begun(sample(main))
    assert [one.rule for one in match.facts(viewer=1)] == ["s.main"] * 4 + ["s.end"]
    assert not any(one.amended for one in match.facts())


def test_what_was_seen_is_fresh_each_time() -> None:
    match = begun(sample(main))
    stored = match.entries[-1].facts
    for one in seen(match.game, stored, JUDGE):
        one.fact.Clear()
    assert as_seen(match, 1) == ["open", "for judges", "for seat 1 2yz", "for all 3", "last"]
    whole, rest = (faces(match.game, stored)[2].seen_by(viewer) for viewer in (1, 0))
    assert whole is not None and rest is not None and whole is not rest


def test_draws_are_told_with_who_sees_them() -> None:
    (drew, audience), *none = draws(sample(main), begun(sample(main)).entries[-1].facts)
    assert (drew.purpose, drew.result, audience, none) == ("bag", "a", only(1), [])


def test_no_viewer_gets_a_kernel_fact_and_no_seat_another_seats_card() -> None:
    for seed in range(4):
        walk = Walk(GAME, 3, seed, standing=True)
        walk.play(400)
        for entry in walk.match.entries:
            for viewer in walk.viewers:
                for one in seen(GAME, entry.facts, viewer):
                    assert one.fact.DESCRIPTOR.full_name.startswith("night_market.v1.")
                    fact = one.fact
                    if isinstance(fact, nm.WareDrawn | nm.WareTaken | nm.BidRevealed) and fact.seat != viewer:
                        ids = fact.was if isinstance(fact, nm.BidRevealed) else fact.card
                        assert not ids
                    if isinstance(fact, nm.WareScried):
                        # Private: to who looked, and to who planted the ware there.
                        assert viewer in (fact.seat, *(seat for seat in range(3) if fact.card & only(seat)))
