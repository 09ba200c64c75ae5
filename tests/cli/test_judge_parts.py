"""What the judge's screen is made of: places in a timeline, what is typed, and what is asked of the service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as Packed

from rulekeeper.cli.failing import Problem
from rulekeeper.cli.screen.panes import TimelinePane
from rulekeeper.cli.screen.places import WHOLE, Mark, Spot, Tree
from rulekeeper.cli.screen.reading import filter_of
from rulekeeper.cli.screen.typed import command_of, fact_of, numbers, spot_of
from rulekeeper.cli.show import clean
from rulekeeper.client import Bench, Client
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1 import games_pb2, projections_pb2, table_pb2
from tests.cli.judging import LARGE, judging
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm

RULESET = games_pb2.GetRulesetResponse(
    info=games_pb2.RulesetInfo(ruleset=GAME.ruleset),
    commands=[games_pb2.CommandKind(command=nm.Bid.DESCRIPTOR.full_name)],
    facts=[each.DESCRIPTOR.full_name for each in (nm.BidRevealed, nm.PlayerLeft)],
)


def node(
    depth: int, label: str, begins: tuple[int, int], ends: tuple[int, int] = (0, 0), turn: str = "", **given: Any
) -> pb.TimelineNode:
    given = {"kind": pb.TIMELINE_KIND_SCRIPT, "rule": table_pb2.RuleRef(id=label)} | given
    places = {"from": pb.Place(version=begins[0], fact=begins[1]), "to": pb.Place(version=ends[0], fact=ends[1])}
    fields: dict[str, Any] = {"depth": depth, "label": label, "turn": turn} | places | given
    return pb.TimelineNode(**fields)


def mark(depth: int, label: str, version: int) -> pb.TimelineNode:
    return node(depth, label, (version, 0), (version, 0), kind=pb.TIMELINE_KIND_CALL, rule=None)


def tree(*nodes: pb.TimelineNode, head: int = 0) -> Tree:
    return Tree(pb.GetTimelineResponse(nodes=nodes, head=table_pb2.Head(version=head)))


FIRST = (
    node(0, "game", (2, 1)),
    node(1, "turns", (2, 1), turn="1"),
    node(2, "turn", (2, 1), (4, 2), turn="1"),
    node(3, "buy", (2, 2), (3, 1), turn="1"),
    node(3, "end", (3, 2), (4, 2), turn="1"),
    node(2, "turn", (4, 3), turn="2"),
    node(3, "buy", (4, 4), turn="2"),
    mark(4, "too many coins", 5),
)


def labels(of: Tree) -> list[str]:
    return [f"{'.' * line.node.depth}{line.node.label}" for line in of.lines()]


@pytest.mark.parametrize(
    ("spot", "label"),
    [((2, 1), "turn"), ((2, 2), "buy"), ((3, 1), "buy"), ((3, 2), "end"), ((4, 3), "turn"), ((5, 0), "too many coins")],
)
def test_a_place_lies_in_the_innermost_script_that_ran(spot: tuple[int, int], label: str) -> None:
    found = tree(*FIRST, head=5).at(Spot(*spot))
    assert found is not None and found.node.label == label
    assert tree(*FIRST, head=5).at(Spot(1, 1)) is None


def test_turns_are_the_scripts_in_which_the_turn_changes_and_phases_lie_in_them() -> None:
    of = tree(*FIRST, head=5)
    assert of.turn_depth == 2
    assert of.next(Spot(2, 1), Mark.TURN) == (4, 3) and of.next(Spot(4, 3), Mark.TURN) is None
    assert of.previous(Spot(4, 3), Mark.TURN) == (2, 1) and of.previous(Spot(2, 1), Mark.TURN) is None
    assert of.next(Spot(2, 2), Mark.PHASE) == (3, 2) and of.previous(Spot(4, 9), Mark.PHASE) == (4, 4)
    assert of.next(Spot(2, 1), Mark.MARK) == (5, WHOLE) and of.next(Spot(5, 3), Mark.MARK) is None


def test_a_timeline_grows_at_its_running_ends() -> None:
    of = tree(*FIRST, head=5)
    news = (
        FIRST[0],
        FIRST[1],
        node(2, "turn", (4, 3), (7, 1), turn="2"),
        node(3, "buy", (4, 4), (6, 1), turn="2"),
        node(3, "end", (6, 2), (7, 1), turn="2"),
        node(2, "turn", (7, 2), turn="3"),
    )
    assert of.grow(pb.GetTimelineResponse(nodes=news, head=table_pb2.Head(version=7)))
    assert labels(of) == [
        *("game", ".turns", "..turn", "...buy", "...end", "..turn", "...buy"),
        *("....too many coins", "...end", "..turn"),
    ]
    assert of.head == 7 and of.next(Spot(4, 3), Mark.TURN) == (7, 2)
    ended = of.at(Spot(6, 1))
    assert ended is not None and ended.ends == (6, 1)


def test_a_timeline_with_another_past_does_not_grow() -> None:
    of = tree(*FIRST, head=5)
    assert not of.grow(pb.GetTimelineResponse(nodes=[FIRST[0], node(1, "other", (3, 1))]))
    assert not of.grow(pb.GetTimelineResponse(nodes=[FIRST[0]]))
    assert labels(of) == labels(tree(*FIRST))


# What is typed.


def test_a_command_has_its_seat_its_name_and_its_fields() -> None:
    seat, choice = command_of('1: Bid coins=2 names=["a b", "c"]', RULESET)
    assert (seat, choice.command) == (1, nm.Bid.DESCRIPTOR.full_name)
    assert choice.fields == {"coins": 2, "names": ("a b", "c")}
    assert command_of("Bid", RULESET)[0] is None


@pytest.mark.parametrize(
    "text",
    [
        "BidRevealed seat=1 coins=2",
        'BidRevealed {"seat": 1, "coins": 2}',
        '{"@type": "x.BidRevealed", "seat": 1, "coins": 2}',
    ],
)
def test_a_fact_is_typed_by_its_fields_or_as_json(text: str) -> None:
    assert fact_of(text, RULESET) == nm.BidRevealed(seat=1, coins=2)


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda: fact_of("", RULESET), "nothing is named"),
        (lambda: fact_of("BidReveal seat=1", RULESET), "has no fact 'BidReveal'"),
        (lambda: fact_of("Bid coins=1", RULESET), "has no fact 'Bid'"),
        (lambda: fact_of("BidRevealed seats=1", RULESET), "BidRevealed has no field 'seats'"),
        (lambda: fact_of("BidRevealed seat=-1", RULESET), "BidRevealed: Failed to parse seat"),
        (lambda: fact_of("BidRevealed seat=99999999999", RULESET), "BidRevealed: Failed to parse seat"),
        (lambda: fact_of("BidRevealed [1]", RULESET), "'[1]' is not FIELD=VALUE"),
        (lambda: fact_of("BidRevealed {1}", RULESET), "this is no JSON"),
        (lambda: fact_of("{" * 100_000, RULESET), "this is no JSON"),
        (lambda: fact_of('{"seat": 1}', RULESET), "has no fact ''"),
        (lambda: command_of("", RULESET), "nothing is named"),
        (lambda: command_of("0: Bit", RULESET), "has no command 'Bit'"),
        (lambda: command_of("0: Bid 3", RULESET), "'3' is not FIELD=VALUE"),
        (lambda: numbers("0 -1", "seats"), "seats are wanted"),
        (lambda: numbers("²", "seats"), "seats are wanted"),
        (lambda: spot_of("0"), "'0' is no version"),
        (lambda: spot_of("4."), "'4.' is no version"),
        (lambda: spot_of(""), "'' is no version"),
        (lambda: filter_of("seat=x"), "a whole number is wanted"),
        (lambda: filter_of("colour=red"), "says nothing to look for"),
        (lambda: filter_of("rule="), "says nothing to look for"),
        (lambda: filter_of(f"seat={1 << 40}"), "a whole number is wanted"),
    ],
)
def test_what_cannot_be_read_is_said(read: Any, said: str) -> None:
    with pytest.raises(Problem) as no:
        read()
    assert said in str(no.value)


def test_words_without_names_are_taken_as_what_they_look_like() -> None:
    wanted = filter_of("hoc.buy CardBought 12 large-city seat=0")
    assert wanted is not None
    assert wanted.wanted == {
        "rule": "hoc.buy",
        "fact": "CardBought",
        "card": 12,
        "kind_of_card": "large-city",
        "seat": 0,
    }
    assert filter_of("  ") is None


def test_what_a_terminal_would_obey_is_not_passed_on() -> None:
    assert clean("a\x1b[2Jb\r\u202ec\nd") == "a·[2Jb··c\nd"


# A long game.

TURNS, ENTRIES = 300, 3_000


class Long(Bench):
    """A game of 3,000 entries that counts what it is asked."""

    def __init__(self) -> None:
        super().__init__(Client("127.0.0.1:1"), "long")
        self.asked: list[str] = []

    async def info(self) -> table_pb2.GameInfo:
        seats = [table_pb2.Seat(name="Ann"), table_pb2.Seat(name="Ben")]
        return table_pb2.GameInfo(game_id="long", ruleset="toy@1", seats=seats, head=table_pb2.Head(version=ENTRIES))

    async def timeline(
        self, since: int = 0, until: int = 0, depth: int = 0, *, seat: int | None = None
    ) -> pb.GetTimelineResponse:
        self.asked.append("timeline")
        nodes = [node(0, "game", (1, 1))]
        for turn in range(TURNS):
            begins, ends = turn * 10 + 1, turn * 10 + 10
            nodes.append(node(1, "turn", (begins, 1), (ends, 1), turn=str(turn + 1)))
            for step in range(begins, ends + 1):
                nodes.append(node(2, "phase", (step, 1), (step, 1), turn=str(turn + 1)))
                nodes += [node(3, "card", (step, 1), (step, 1), turn=str(turn + 1))] * 4
        return pb.GetTimelineResponse(nodes=nodes, head=table_pb2.Head(version=ENTRIES))

    async def replay(
        self, since: int = 0, until: int = 0, *, seat: int | None = None, counting: bool = False
    ) -> AsyncIterator[pb.ReplayGameResponse]:
        self.asked.append(f"replay {since}-{until}")
        for version in range(since, until + 1):
            yield pb.ReplayGameResponse(place=pb.Place(version=version), entry=table_pb2.Step(version=version))
            fact = table_pb2.SeenFact(fact=Packed(type_url="x/toy.Happened"))
            yield pb.ReplayGameResponse(place=pb.Place(version=version, fact=1), fact=fact)

    async def view_at(self, version: int, facts: int | None = None, **_: Any) -> projections_pb2.GetViewResponse:  # type: ignore[override]
        self.asked.append("view")
        return projections_pb2.GetViewResponse(text=f"the table of {version}")

    def watch(self, **_: Any) -> Any:
        return Silence()


class Silence:
    """A game in which nothing happens."""

    async def __aenter__(self) -> Silence:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def __aiter__(self) -> Silence:
        return self

    async def __anext__(self) -> object:
        await asyncio.Event().wait()
        raise AssertionError


async def test_of_a_long_game_the_timeline_is_read_once_and_entries_as_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ruleset(self: Client, name: str) -> games_pb2.GetRulesetResponse:
        return RULESET

    long = Long()
    monkeypatch.setattr(Client, "get_ruleset", ruleset)
    monkeypatch.setattr("rulekeeper.cli.screen.bench.Bench", lambda *_: long)
    async with judging(long, size=LARGE) as judge:
        assert judge.table == f"the table of {ENTRIES}"
        await judge.press("T", "T", "g")
        await judge.type("1500")
        await judge.press("right", "right", "left", "k", "j")
        assert judge.at == (1501, 1)
        read = sum(upto(asked) for asked in long.asked)
        assert long.asked.count("timeline") == 1
        assert read < 60, long.asked
        assert long.asked.count("view") <= 10
        pane = judge.bench.query_one(TimelinePane)
        drawn = TURNS + 100
        assert judge.bench.tree_ is not None and judge.bench.tree_.size > 15_000 and len(pane.placed) < drawn


def upto(asked: str) -> int:
    """How many entries a replay was asked for."""
    if not asked.startswith("replay"):
        return 0
    first, last = asked.removeprefix("replay ").split("-")
    return int(last) - int(first) + 1
