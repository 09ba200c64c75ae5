"""The timeline: scripts as a tree over versions and facts, with what was marked."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import JUDGE, SPECTATOR, Game
from rulekeeper.projections import mark_of
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1 import entry_pb2
from rulekeeper.v1.audit_pb2 import (
    TIMELINE_KIND_CALL,
    TIMELINE_KIND_GAME,
    TIMELINE_KIND_RULING,
    TIMELINE_KIND_SCRIPT,
    TIMELINE_KIND_TAKE_BACK,
)
from rulekeeper.v1.entry_pb2 import ROLE_JUDGE, ROLE_SEAT, ROLE_SERVICE, Actor, Entry
from tests.kernel.night_market import GAME
from tests.projections.bench import course_of, place, timeline_of, tree
from tests.projections.book import played, recorded
from tests.projections.test_replaying import combat, gone_back, with_notes

JUDGES = Actor(role=ROLE_JUDGE, name="Jo")


def nodes_of(match: Any, viewer: int = JUDGE, **wanted: int) -> list[pb.TimelineNode]:
    stored = recorded(match)
    return timeline_of(match.game, stored, viewer).nodes(course_of(match.game, stored), **wanted)


def scripts_in(match: Any, viewer: int = JUDGE, **wanted: int) -> list[str]:
    return tree([node for node in nodes_of(match, viewer, **wanted) if node.kind == TIMELINE_KIND_SCRIPT])


def test_scripts_are_a_tree_over_versions_and_facts() -> None:
    assert tree(nodes_of(played(1))) == [
        "created 1.0-1.0",
        "seat 0 taken: A 2.0-2.0",
        "seat 1 taken: B 3.0-3.0",
        "begun 4.0-4.0",
        "nm.game 4.1-9.1",
        "  nm.night 4.5-8.3",
        "    nm.bid 4.7-6.2",
        "    nm.privilege 6.2-8.3",
        "      nm.scry 7.1-8.3",
        "  nm.night 8.4-9.1",
        "    nm.bid 8.6-9.1",
        "      nm.concede 9.1-9.1",
        "over: Giving up 9.1-9.1",
    ]


def test_a_combat_is_a_tree_of_its_steps_and_windows() -> None:
    assert scripts_in(combat().match, low=5, high=17) == [
        "whi.entry.phase 4.1-",
        "  whi.turn 4.1-",
        "    whi.battlefield 4.2-17.2",
        "      whi.combat 5.1-17.2",
        "        whi.window 5.2-7.1",
        "        whi.combat.attackers 7.1-8.1",
        "        whi.window 8.2-10.1",
        "        whi.combat.defenders 10.1-11.1",
        "        whi.window 11.2-13.1",
        "        whi.combat.count-damage 13.2-13.4",
        "        whi.window 13.5-15.1",
        "        whi.combat.apply 15.2-15.3",
        "          whi.combat.apply.cancel-now 15.3-15.3",
        "        whi.window 15.4-17.1",
        "    whi.turn.end 17.3-",
        "      whi.window 17.4-",
    ]


@pytest.mark.parametrize(
    ("game", "called", "seat"),
    [(HEART_OF_CROWN, "Turn", True), (WARHAMMER_INVASION, "Turn", True), (GAME, "Night", False)],
)
def test_a_turn_is_called_by_its_number_and_by_whose_it_is(game: Game[Any], called: str, seat: bool) -> None:
    """Also the first one; and what only runs them is left out from the first one on."""
    walk = Walk(game, 2, 3)
    walk.play(60)
    for viewer in (JUDGE, SPECTATOR):
        nodes = [node for node in nodes_of(walk.match, viewer) if node.rule.id == game.turn]
        assert [node.label for node in nodes] == [f"{called} {number}" for number in range(1, len(nodes) + 1)]
        assert len(nodes) > 1 and all(node.HasField("seat") is seat for node in nodes)
        assert (
            not seat
            or [node.seat for node in nodes[:3]] == [nodes[0].seat, 1 - nodes[0].seat, nodes[0].seat][: len(nodes)]
        )
        assert all(node.label != node.rule.title for node in nodes)
    first = walk.match.fork(next(node.to.version for node in nodes) - 1)
    depths = {node.depth for node in nodes_of(first) if node.rule.id == game.turn}
    assert depths == {1}, "right below the game"


def test_others_get_the_scripts_whose_rule_a_fact_that_they_see_cites() -> None:
    match = played(1)
    assert scripts_in(match, 0) == [
        "nm.night 4.5-8.3",
        "  nm.bid 6.1-6.2",
        "  nm.scry 7.1-8.3",
        "nm.night 8.4-9.1",
        "  nm.concede 9.1-9.1",
    ]
    # What seat 0 looked at is no fact to others: the script is seen from when the wares are put back.
    for viewer in (1, SPECTATOR):
        assert scripts_in(match, viewer)[2] == "  nm.scry 8.1-8.3"
    before = played(1, end=False).fork(7)
    assert scripts_in(before, 1) == ["nm.night 4.5-", "  nm.bid 6.1-6.2"]
    assert scripts_in(before, 0)[2:] == ["  nm.scry 7.1-"]


def test_a_part_and_only_some_levels_can_be_asked_for() -> None:
    match = played(1)
    assert scripts_in(match, low=7, high=7) == [
        "nm.game 4.1-9.1",
        "  nm.night 4.5-8.3",
        "    nm.privilege 6.2-8.3",
        "      nm.scry 7.1-8.3",
    ]
    assert scripts_in(match, depth=2) == ["nm.game 4.1-9.1", "  nm.night 4.5-8.3", "  nm.night 8.4-9.1"]
    assert scripts_in(match, 0, depth=1) == ["nm.night 4.5-8.3", "nm.night 8.4-9.1"]


def test_what_was_gone_back_behind_is_marked_and_what_it_had_ended_goes_on() -> None:
    match = gone_back()
    match.submit(0, match.legal(0)[0])
    assert tree(nodes_of(match, low=5)) == [
        "nm.game 4.1-",
        "  nm.night 4.5-8.3",
        "    nm.bid 4.7-6.2",
        "    nm.privilege 6.2-8.3",
        "      !nm.scry 7.1-8.3",
        "  !nm.night 8.4-8.6",
        "    !nm.bid 8.6-8.6",
        "  nm.night 9.0-11.3",
        "    nm.privilege 9.0-11.3",
        "      back to 6 9.0-9.0",
        "      nm.scry 10.1-11.3",
        "  nm.night 11.4-",
        "    nm.bid 11.6-",
    ]
    # Back to what no longer counted: now that counts again, and what came between does not.
    match.rewind(8)
    assert tree(nodes_of(match, low=7))[3:] == [
        "      nm.scry 7.1-8.3",
        "  nm.night 8.4-8.6",
        "    nm.bid 8.6-8.6",
        "  !nm.night 9.0-11.3",
        "    !nm.privilege 9.0-11.3",
        "      !back to 6 9.0-9.0",
        "      !nm.scry 10.1-11.3",
        "  !nm.night 11.4-11.6",
        "    !nm.bid 11.6-11.6",
        "  nm.night 12.0-",
        "    nm.bid 12.0-",
        "      back to 8 12.0-12.0",
    ]


def test_what_changes_no_table_counts_also_where_the_game_went_back_behind_it() -> None:
    stored = recorded(with_notes())
    for viewer in (JUDGE, 0, SPECTATOR):
        nodes = timeline_of(GAME, stored, viewer).nodes(course_of(GAME, stored))
        said = {
            node.label: node.struck for node in nodes if node.kind in (TIMELINE_KIND_RULING, TIMELINE_KIND_TAKE_BACK)
        }
        assert said == {"noted: odd": False, "paused: lunch": False, "back to 6": False}
        assert [node.rule.id for node in nodes if node.struck] == (["nm.scry"] if viewer in (JUDGE, 0) else [])


def test_only_the_outermost_script_is_told_around_the_turns() -> None:
    """What runs the turns for it has the title of some rule, which says nothing about them."""
    for game, outer in ((HEART_OF_CROWN, "hoc.game"), (WARHAMMER_INVASION, "whi.game")):
        walk = Walk(game, 2, 3)
        walk.play(200)
        outermost, *inside = (node for node in nodes_of(walk.match, depth=2) if node.kind == TIMELINE_KIND_SCRIPT)
        assert outermost.rule.id == outer
        turns = [node.turn for node in inside if node.turn]
        assert turns == [f"number {at}" for at in range(1, len(turns) + 1)] and len(turns) > 2


def test_each_node_tells_its_turn() -> None:
    turns = [(node.rule.id, node.turn) for node in nodes_of(played(2)) if node.rule.id in ("nm.game", "nm.night")]
    assert turns == [("nm.game", "night 0"), ("nm.night", "night 1"), ("nm.night", "night 2"), ("nm.night", "night 3")]


@pytest.mark.parametrize(
    ("game", "rule"), [(HEART_OF_CROWN, "hoc.turn.phases"), (WARHAMMER_INVASION, "whi.turn")], ids=["hoc", "whi"]
)
def test_turns_are_counted_as_the_games_view_counts_them(game: Game[Any], rule: str) -> None:
    walk = Walk(game, 2, 3)
    walk.play(200)
    for viewer in (JUDGE, 0, SPECTATOR):
        turns = [node.turn for node in nodes_of(walk.match, viewer) if node.rule.id == rule]
        assert turns == [f"number {at}" for at in range(1, len(turns) + 1)] and len(turns) > 2


@pytest.mark.parametrize("game", [GAME, HEART_OF_CROWN, WARHAMMER_INVASION], ids=lambda game: game.name)
def test_each_node_lies_inside_the_one_around_it(game: Game[Any]) -> None:
    walk = Walk(game, 2, 4, standing=True)
    walk.play(100)
    for viewer in (JUDGE, 0, SPECTATOR):
        around: list[pb.TimelineNode] = []
        for node in nodes_of(walk.match, viewer):
            assert node.depth <= len(around)
            del around[node.depth :]
            here = getattr(node, "from"), node.to
            assert _at(here[0]) <= _at(here[1]) or not node.HasField("to")
            if around:
                assert _at(getattr(around[-1], "from")) <= _at(here[0])
                outer = around[-1].to
                assert not around[-1].HasField("to") or _at(here[1]) <= _at(outer)
            around.append(node)
            if viewer != JUDGE and node.kind == TIMELINE_KIND_SCRIPT:
                assert here[0].fact and (here[1].fact or not node.HasField("to")), "others are told of facts only"


def _at(of: pb.Place) -> tuple[int, int]:
    return of.version, of.fact


def test_a_games_end_is_marked_with_its_rule() -> None:
    last = nodes_of(played(1))[-1]
    assert (last.kind, last.label, place(last.to)) == (TIMELINE_KIND_GAME, "over: Giving up", "9.1")


MARKS = [
    (Entry(judge_called=entry_pb2.JudgeCalled(about=3, text="odd")), TIMELINE_KIND_CALL, "odd"),
    (Entry(rewound=entry_pb2.Rewound(to=4, reason="why"), actor=JUDGES), TIMELINE_KIND_RULING, "back to 4: why"),
    (
        Entry(rewound=entry_pb2.Rewound(to=4), actor=Actor(role=ROLE_SEAT)),
        TIMELINE_KIND_TAKE_BACK,
        "back to 4",
    ),
    (Entry(rewound=entry_pb2.Rewound(to=4), actor=Actor(role=ROLE_SERVICE)), TIMELINE_KIND_TAKE_BACK, "back to 4"),
    (Entry(amended=entry_pb2.Amended(reason="owed")), TIMELINE_KIND_RULING, "amended: owed"),
    (Entry(noted=entry_pb2.Noted(text="fine")), TIMELINE_KIND_RULING, "noted: fine"),
    (
        Entry(dispute_assigned=entry_pb2.DisputeAssigned(dispute=7, judge="Jo")),
        TIMELINE_KIND_RULING,
        "dispute 7 taken: Jo",
    ),
    (Entry(dispute_ruled=entry_pb2.DisputeRuled(dispute=7, text="no")), TIMELINE_KIND_RULING, "dispute 7 ruled: no"),
    (Entry(result_set=entry_pb2.ResultSet(reason="late")), TIMELINE_KIND_RULING, "result set: late"),
    (Entry(paused=entry_pb2.GamePaused(reason="fire")), TIMELINE_KIND_RULING, "paused: fire"),
    (Entry(resumed=entry_pb2.GameResumed()), TIMELINE_KIND_RULING, "resumed"),
    (Entry(take_back_asked=entry_pb2.TakeBackAsked(to=5)), TIMELINE_KIND_TAKE_BACK, "asks to go back to 5"),
    (Entry(take_back_answered=entry_pb2.TakeBackAnswered(agreed=True)), TIMELINE_KIND_TAKE_BACK, "agrees"),
    (Entry(take_back_answered=entry_pb2.TakeBackAnswered()), TIMELINE_KIND_TAKE_BACK, "does not agree"),
    (
        Entry(version=7, forked=entry_pb2.GameForked(game_id="abc")),
        TIMELINE_KIND_GAME,
        "forked from abc, version 6",
    ),
    (Entry(imported=entry_pb2.GameImported()), TIMELINE_KIND_GAME, "imported"),
]


@pytest.mark.parametrize(("entry", "kind", "label"), MARKS, ids=[label for _, _, label in MARKS])
def test_what_is_no_move_is_a_mark(entry: Entry, kind: int, label: str) -> None:
    assert mark_of(entry) == (kind, label)


def test_every_kind_of_entry_is_a_move_or_a_mark() -> None:
    for field in Entry.DESCRIPTOR.oneofs_by_name["what"].fields:
        entry = Entry()
        if field.message_type is None:
            entry.command = b"x"
        else:
            getattr(entry, field.name).SetInParent()
        assert (mark_of(entry) is None) is (field.name == "command"), field.name


def test_marks_are_kept_however_few_levels_are_asked_for() -> None:
    match = gone_back()
    (mark,) = [node for node in nodes_of(match, depth=1) if "back" in node.label]
    assert mark.depth == 1
