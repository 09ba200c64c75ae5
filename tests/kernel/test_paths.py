"""Ways from place to place: what is legal, what is refused and why; and no way is judged otherwise than by hand."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from rulekeeper.kernel import Check, Offer, Path, Reason
from tests.kernel.night_market import night_market_pb2 as pb

CAVE = """
    ab#d
    e.g~
    ij.l
"""
"""Letters and dots are floor, named by column and row; # is rock, ~ is fire: it harms."""

ROWS = [line.strip() for line in CAVE.strip().splitlines()]
SQUARES = tuple(f"{'abcd'[x]}{y + 1}" for y in range(3) for x in range(4))
AT = {square: ("abcd".index(square[0]), int(square[1]) - 1) for square in SQUARES}


def floor(square: str) -> str:
    x, y = AT[square]
    return ROWS[y][x]


def steps(square: str) -> Iterator[tuple[str, int, int]]:
    """To the squares beside it, not over corners; into fire it costs 2."""
    x, y = AT[square]
    for other in SQUARES:
        across, down = AT[other]
        if abs(across - x) + abs(down - y) == 1 and floor(other) != "#":
            yield other, 2 if floor(other) == "~" else 1, int(floor(other) == "~")


def barred(at: str, to: str) -> tuple[str, str]:
    if to in AT and floor(to) == "#":
        return "x.rock", "there is rock"
    return "x.beside", "they are not side by side"


FREE = Check("x.free", lambda square: square != "b2", lambda square: f"somebody stands on {square}")


def path(budget: int = 3, start: str = "a1", stays: bool = True) -> Path:
    return Path(start, steps, budget, FREE, places=SQUARES, barred=barred, cost_rule="x.speed", stays=stays)


def test_the_best_way_to_each_place_at_which_one_may_end() -> None:
    assert [*path(2).legal()] == [(), ("b1",), ("a2",), ("a2", "a3")]
    assert [*path(2, stays=False).legal()] == [("b1",), ("a2",), ("a2", "a3")]
    assert [(place, one.cost, one.harm) for place, one in path(2).reached().items()] == [
        ("a1", 0, 0),
        ("b1", 1, 0),
        ("a2", 1, 0),
        ("b2", 2, 0),
        ("a3", 2, 0),
    ]


def test_any_way_within_the_budget_is_legal_and_not_only_the_best() -> None:
    one = path(4)
    for way in (("b1", "b2", "c2"), ("a2", "b2", "c2"), ("b1", "a1", "a2"), ("b1", "a1", "b1", "a1"), ()):
        assert one.admits(way) and one.refuse(way) == []


def test_of_ways_that_cost_the_same_the_less_harmful_is_the_best() -> None:
    by_fire: dict[str, list[Any]] = {
        "s": [("fire", 1, 1), ("moor", 1)],
        "fire": [("goal", 1)],
        "moor": [("goal", 1)],
        "goal": [],
    }
    one = Path("s", by_fire.__getitem__, 2, places=tuple(by_fire), barred=barred)
    assert one.way("goal") == ("moor", "goal") and one.reached()["goal"].harm == 0
    dear = {**by_fire, "moor": [("goal", 2)]}
    assert Path("s", dear.__getitem__, 9, places=tuple(dear), barred=barred).way("goal") == ("fire", "goal")


def told(reasons: list[Reason]) -> list[tuple[str, str]]:
    return [(one.rule, one.text) for one in reasons]


def test_a_refusal_names_the_first_step_that_is_none() -> None:
    assert told(path().refuse(("b1", "c1", "d1"))) == [("x.rock", "step 2, from b1 to c1: there is rock")]
    assert told(path().refuse(("b1", "d3", "c1"))) == [("x.beside", "step 2, from b1 to d3: they are not side by side")]
    assert told(path().refuse(("b1", "zz"))) == [("x.beside", "step 2, from b1 to zz: they are not side by side")]
    assert told(path().refuse(("a1",))) == [("x.beside", "step 1, from a1 to a1: they are not side by side")]


def test_a_refusal_names_the_end_and_the_cost() -> None:
    assert told(path().refuse(("b1", "b2"))) == [("x.free", "somebody stands on b2")]
    assert told(path(2).refuse(("a2", "a3", "b3"))) == [("x.speed", "this way costs 3, there are 2")]
    assert told(path(1).refuse(("b1", "b2"))) == [
        ("x.free", "somebody stands on b2"),
        ("x.speed", "this way costs 2, there are 1"),
    ]


def test_a_single_far_place_is_read_as_a_destination() -> None:
    assert told(path().refuse(("d1",))) == [("x.speed", "d1: it is 6 away, there are 3")]
    assert told(path().refuse(("b2",))) == [("x.free", "somebody stands on b2")]
    assert told(path().refuse(("c1",))) == [("x.speed", "c1: no way leads there")]
    assert told(path().refuse(("zz",))) == [("", "zz is no place")]
    # It is in reach, and a way has to be named all the same.
    assert told(path().refuse(("a3",))) == [("x.beside", "step 1, from a1 to a3: they are not side by side")]


def test_staying_and_far_too_many_steps() -> None:
    assert told(path(stays=False).refuse(())) == [("", "no step is named")] and not path(stays=False).admits(())
    assert told(path(stays=False).refuse(("b1", "a1"))) == [("", "it ends where it began")]
    assert not path(stays=False).admits(("b1", "a1")) and path().admits(("b1", "a1"))


def test_far_too_many_steps_are_none_whatever_they_cost() -> None:
    free = Path("s", lambda place: [("t" if place == "s" else "s", 0)], 3, places=("s", "t"), barred=barred)
    assert free.admits(("t", "s") * 32) and free.refuse(("t", "s") * 32) == []
    assert not free.admits(("t", "s") * 33)
    assert told(free.refuse(("t", "s") * 33)) == [("", "66 steps are named; 64 at most can be, whatever they cost")]
    assert [*free.legal()] == [(), ("t",)]


def test_what_leads_nowhere_but_back_is_no_offer_where_nobody_may_stay() -> None:
    barren = Check("x.free", lambda square: False, lambda square: "nobody may end there")
    one = Path("a1", steps, 3, barren, places=SQUARES, barred=barred, stays=False)
    assert not one.some() and [*one.legal()] == [] and not one.admits(("b1", "a1"))


def test_where_nobody_can_go_an_offer_is_open_only_for_staying() -> None:
    nowhere = Path("a1", lambda square: (), 5, places=SQUARES, barred=barred, stays=False)
    assert not nowhere.some() and [*nowhere.legal()] == []
    assert Path("a1", lambda square: (), 5, places=SQUARES, barred=barred).some()
    assert [*path(0).legal()] == [()] and not path(0, stays=False).some()
    offer = Offer(pb.Take, kinds=nowhere)
    assert not offer.open()


def test_one_search_answers_all_that_an_offer_is_asked() -> None:
    looked = list[str]()

    def counted(square: str) -> Iterator[tuple[str, int, int]]:
        looked.append(square)
        yield from steps(square)

    one = Path("a1", counted, 3, FREE, places=SQUARES, barred=barred)
    legal = [*one.legal()]
    once = len(looked)
    for _ in range(5):
        assert [*one.legal()] == legal and one.some() and one.pick(lambda limit: 0) == legal[0]
        assert len(one.single()) == len(SQUARES)
    # Once more for what lies beyond the budget.
    assert once == len(one.reached()) and len(looked) <= once + len(SQUARES)


def ways(start: str, budget: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """All ways within a budget, by hand, with their cost and harm."""
    yield (), 0, 0
    for to, cost, harm in steps(start):
        if cost <= budget:
            for way, more, worse in ways(to, budget - cost):
                yield (to, *way), cost + more, harm + worse


def test_no_way_is_judged_otherwise_than_by_hand() -> None:
    for start, budget in itertools.product(("a1", "b2", "d3"), range(6)):
        one = path(budget, start)
        by_hand = list(ways(start, budget))
        best: dict[str, tuple[int, int]] = {}
        for way, cost, harm in by_hand:
            end = way[-1] if way else start
            best[end] = min(best.get(end, (99, 99)), (cost, harm))
            assert one.admits(way) == (end != "b2" or start == "b2")
        assert {place: (found.cost, found.harm) for place, found in one.reached().items()} == best
        assert [found.cost for found in one.reached().values()] == sorted(
            found.cost for found in one.reached().values()
        )


def test_what_is_admitted_is_not_refused_and_the_other_way_round() -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    dice = random.Random(seed)
    judged = {True: 0, False: 0}
    for _ in range(10_000):
        one = path(dice.randrange(6), dice.choice(("a1", "b1", "c2")), dice.random() < 0.5)
        way, at = [], one.start
        for _ in range(dice.randrange(6)):
            there = [to for to, *_ in steps(str(at))] if at in AT else []
            at = dice.choice([*there, *there, *there, *SQUARES, "zz"])
            way.append(at)
        assert one.admits(tuple(way)) == (not one.refuse(tuple(way))), (one.start, one.budget, way)
        judged[one.admits(tuple(way))] += 1
    assert min(judged.values()) > 1_000, judged
