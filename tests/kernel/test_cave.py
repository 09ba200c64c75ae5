"""The Cave's rules, its board as people see it, and a game of it at the terminal."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rulekeeper.drawing.text import lines
from rulekeeper.kernel import Accepted, Match, Position, Refused, seen, state_as_json
from tests.kernel.cave import GAME
from tests.kernel.cave import cave_pb2 as pb
from tests.kernel.cave.rules import Digger, State


def begun(*diggers: Digger, gold: tuple[str, ...] = (), number: int = 0, speed: int = 4) -> Match[State]:
    state = State(diggers=diggers or State().diggers, gold=gold, speed=speed)
    position = Position(game=GAME.ruleset, seats=2, entry="turn", args=[number or 1], state=state_as_json(state))
    return Match(GAME, position=position, seed=b"cave")


def refused(match: Match[State], *way: str) -> list[tuple[str, str]]:
    done = match.submit(0, pb.Walk(way=way))
    assert isinstance(done, Refused)
    return [(reason.rule, reason.text) for reason in done.reasons]


def test_a_digger_walks_any_way_that_its_speed_allows() -> None:
    for way in (("b1", "c1", "c2"), ("a2", "a3", "a2", "a1"), ("b1", "a1", "a2", "a3"), ()):
        match = begun()
        assert isinstance(match.submit(0, pb.Walk(way=way)), Accepted)
        assert match.table.state.diggers[0].square == (way[-1] if way else "a1")


def test_refusals_name_the_first_step_that_is_none_or_the_end() -> None:
    match = begun(Digger("c3"), Digger("c2"))
    assert refused(match, "d3") == [("cave.rock", "step 1, from c3 to d3: there is a wall")]
    assert refused(match, "c4", "b4", "b5") == [("cave.rock", "step 3, from b4 to b5: there is a wall")]
    assert refused(match, "b3", "b2", "a2") == [("cave.rock", "step 1, from c3 to b3: there is rock")]
    assert refused(match, "c4", "e4") == [("cave.walk", "step 2, from c4 to e4: they are not side by side")]
    assert refused(match, "c2") == [("cave.free", "a digger stands on c2")]
    assert refused(match, "c4", "d4", "d3", "d2") == [("cave.speed", "this way costs 6, there are 4")]
    assert refused(match, "a6") == [("cave.speed", "a6: it is 5 away, there are 4")]
    assert refused(match, "z9") == [("cave.turn", "z9 is no place")]


def test_gold_is_taken_on_the_way_and_fire_burns() -> None:
    match = begun(Digger("c3", gold=1), Digger("h6"), gold=("c4", "a1"))
    done = match.submit(0, pb.Walk(way=["c4", "d4"]))
    assert isinstance(done, Accepted)
    assert [type(one.fact).__name__ for one in seen(GAME, done.facts, 0)] == [
        "Walked",
        "GoldTaken",
        "Burned",
        "TurnBegan",
    ]
    assert match.table.state.diggers[0] == Digger("d4", gold=2, burns=1) and match.table.state.gold == ("a1",)


@pytest.mark.parametrize(
    ("digger", "way", "winner", "rule"),
    [(Digger("c3", gold=2), "c4", 0, "cave.gold"), (Digger("c4", burns=2), "d4", 1, "cave.fire")],
)
def test_three_are_enough(digger: Digger, way: str, winner: int, rule: str) -> None:
    match = begun(digger, Digger("h6"), gold=("c4",))
    match.submit(0, pb.Walk(way=[way]))
    assert match.table.result is not None and (match.table.result.winners, match.table.result.rule) == ((winner,), rule)


def test_the_board_is_drawn_with_who_stands_where() -> None:
    view = begun(Digger("c3", gold=1), Digger("h6", burns=2), gold=("d3", "a6")).view(0)
    drawn = "\n".join(lines(GAME.scene(view), GAME.furniture(GAME.setup(), 2))) + "\n"
    assert drawn == DRAWN


DRAWN = dedent("""\
    ── the cave ──────────────────────────────────────────────── 2 pieces of gold ──
      a b c d e f g h
    1 · · · # · · · ·
    2 · # · ^ · · # ·
    3 · # D│G · · # ·
    4 · · · ^ # · · ·
        ─
    5 # · · · · · # ·
              ─
    6 G · · · · · · I
    signs       # rock, ^ fire, | wall
    pieces      D Digger 0 (you) (1 gold, 0 burns) at c3,
                I Digger 1 (0 gold, 2 burns) at h6, G gold at d3 and a6
    ══ turn 1 ══════════════════════════════════════════════════════════════════════
    """)
