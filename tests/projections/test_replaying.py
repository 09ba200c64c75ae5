"""A game step by step: entries, their facts, the scripts that ran, and what each changed."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import JUDGE, SPECTATOR, FoldFailed, Game, Match, Table, fold, fold_all
from rulekeeper.projections import Course, Eyes, fact_steps, parsed, struck, table_within, view_of, whole_facts
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.v1.entry_pb2 import Entry, GamePaused, Noted
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as whi
from tests.games.warhammer_invasion.table import Board, Side
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.projections.bench import changed, course_of, place, replayed, scripts, tables_of, unpacked
from tests.projections.book import played, recorded

GAMES = (GAME, HEART_OF_CROWN, WARHAMMER_INVASION)


def gone_back() -> Match[Any]:
    """Versions 7 and 8 were gone back behind in 9."""
    match = played(1, end=False)
    match.rewind(6)
    match.submit(0, nm.Scry())
    return match


def with_notes() -> Match[Any]:
    """A seat looks at the pile in 7; a remark and a pause follow; in 10 the game goes back behind all three."""
    match = played(1, end=False).fork(7)
    for number, made in enumerate((Entry(noted=Noted(text="odd")), Entry(paused=GamePaused(reason="lunch"))), 8):
        made.version, made.ruleset = number, GAME.ruleset
        match.entries.append(made)
    match.table = fold_all(GAME, match.entries)
    match.rewind(6)
    return match


def combat() -> Board:
    board = Board(Side(battlefield="black-orc"), Side(quest="black-orc"), phase=5)
    board.do(whi.DeclareTarget(zone=whi.ZONE_QUEST))
    board.both_pass()
    board.attack("black-orc")
    board.both_pass()
    board.defend("black-orc")
    for _ in range(3):
        board.both_pass()
    return board


# Step by step.


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_last_step_of_an_entry_is_the_table_after_it(game: Game[Any]) -> None:
    walk = Walk(game, 2, 5)
    walk.play(60)
    table = Table()
    for entry in walk.match.entries:
        steps, after = list(fact_steps(game, table, entry, JUDGE)), fold(game, table, entry)
        if steps:
            assert steps[-1].table == after
            seen = [step.seen for step in steps if step.seen is not None]
            assert seen == [one.fact for one in walk.match.facts(entry.version)]
        table = after


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_changes_of_all_steps_together_lead_from_view_to_view(game: Game[Any]) -> None:
    """Each step's changes are those between the tables that `table_within` gives."""
    walk = Walk(game, 2, 6)
    walk.play(30)
    stored = recorded(walk.match)
    tables = tables_of(game, stored)
    for viewer in (JUDGE, 0):
        silent = 0
        for step in replayed(game, stored, Eyes(viewer, inside=True)):
            version, number = step.place.version, step.place.fact
            if number:
                entry = parsed(stored[version - 1])
                was, now = (
                    view_of(game, table_within(game, tables[version - 1], entry, viewer, at), viewer)
                    for at in (number - 1, number)
                )
                silent += was == now
                if was != now:
                    assert step.changes, place(step.place)
        assert silent < len(stored)


def test_a_combat_is_replayed_fact_by_fact_with_the_scripts_that_ran() -> None:
    board = combat()
    steps = replayed(WARHAMMER_INVASION, recorded(board.match))
    applied = [step for step in steps if step.place.version == 15]
    around = "whi.entry.phase > whi.turn.alternate > whi.turn > whi.battlefield > whi.combat"
    assert [(type(unpacked(step.fact.fact)).__name__, scripts(step)) for step in applied[1:]] == [
        ("Passed", f"{around} > whi.window"),
        ("DamageDue", f"{around} > whi.combat.apply"),
        ("DamageApplied", f"{around} > whi.combat.apply > whi.combat.apply.cancel-now"),
        ("WindowOpened", f"{around} > whi.window"),
    ]
    assert {path for path in changed(applied[3]) if path.startswith("cards")} == {"cards[0].damage", "cards[1].damage"}
    assert changed(applied[3])["cards[0].damage"] == ("0", "1")
    began = {script.rule.id: script.began for script in applied[1].scripts}
    assert (began["whi.entry.phase"], began["whi.combat"], began["whi.window"]) == (4, 5, 13)
    assert all(script.statement and script.rule.title for script in applied[1].scripts)
    assert applied[1].statement and applied[1].fact.rule.id == "whi.window.consecutive-pass"
    (args,) = [script.args for script in applied[1].scripts if script.rule.id == "whi.battlefield"]
    assert [arg.number for arg in args] == [0]


def test_an_entry_comes_first_without_its_facts() -> None:
    stored = recorded(played(1))
    for step in replayed(GAME, stored):
        assert step.HasField("entry") is (step.place.fact == 0) and not step.entry.facts
        assert step.HasField("fact") is (step.place.fact > 0)
        if not step.place.fact:
            assert step.entry.digest == stored[step.place.version - 1].digest and not step.scripts
    assert [place(step.place) for step in replayed(GAME, stored[:7])][-6:] == ["6.1", "6.2", "7.0", "7.1", "7.2", "7.3"]


def test_the_beginning_shows_the_first_table_before_its_first_fact() -> None:
    begun = [step for step in replayed(GAME, recorded(played(1))) if step.place.version == 4]
    assert changed(begun[0])["players[0]"] == ("", '{"coins": 3}') and "pile[0]" in changed(begun[0])
    assert changed(begun[1])["players[0].hand_size"] == ("0", "1")


def test_what_a_fact_changes_is_what_the_viewer_sees_change() -> None:
    stored = recorded(played(1))
    for viewer, known in ((JUDGE, True), (0, True), (1, False), (SPECTATOR, False)):
        (drawn,) = [step for step in replayed(GAME, stored, Eyes(viewer, inside=True)) if place(step.place) == "4.1"]
        assert ("players[0].hand[0]" in changed(drawn)) is known
        assert changed(drawn)["players[0].hand_size"] == ("0", "1")


def test_who_may_not_look_inside_gets_an_entrys_changes_with_its_last_fact() -> None:
    stored = recorded(played(1))
    steps = replayed(GAME, stored, Eyes(1))
    dealt = [step for step in steps if step.place.version == 4]
    assert [bool(step.changes) for step in dealt] == [False] * 7 + [True]
    assert changed(dealt[-1])["night"] == ("0", "1") and not any(step.scripts for step in steps)
    scried = [step for step in steps if step.place.version == 7]
    assert [place(step.place) for step in scried] == ["7.0"] and not scried[0].changes


def test_facts_are_counted_as_the_viewer_sees_them() -> None:
    stored = recorded(played(1))
    numbers = {
        viewer: [step.place.fact for step in replayed(GAME, stored, Eyes(viewer)) if step.place.version == 7]
        for viewer in (JUDGE, 0, 1)
    }
    assert numbers == {JUDGE: [0, 1, 2, 3], 0: [0, 1, 2, 3], 1: [0]}


# What no longer counts.


def test_what_was_gone_back_behind_is_struck() -> None:
    steps = replayed(GAME, recorded(gone_back()))
    assert {step.place.version for step in steps if step.struck} == {7, 8}


def test_what_changes_no_table_goes_on_to_count() -> None:
    match = with_notes()
    course = course_of(GAME, recorded(match))
    assert [version for version in range(1, 11) if course.struck(version)] == [7]
    assert [course.standing(version) for version in (6, 7, 9, 10)] == [6, 6, 6, 10]
    told = [step for step in replayed(GAME, recorded(match)) if step.place.version in (8, 9)]
    assert [(step.struck, len(step.changes)) for step in told] == [(False, 0)] * 2
    assert [entry.version for entry in struck(match.entries[:9], 6)] == [7]


def test_going_back_changes_the_view_back() -> None:
    steps = [step for step in replayed(GAME, recorded(gone_back())) if step.place.version == 9]
    assert [place(step.place) for step in steps] == ["9.0"] and steps[0].entry.rewound.to == 6
    assert changed(steps[0])["night"] == ("2", "1")


def test_after_going_back_scripts_began_when_they_began_in_what_counts() -> None:
    (first, *_) = [step for step in replayed(GAME, recorded(gone_back())) if place(step.place) == "10.1"]
    assert scripts(first) == "nm.game > nm.dawn > nm.night > nm.privilege > nm.scry"
    assert [script.began for script in first.scripts] == [4, 4, 4, 6, 10]


def test_going_back_to_what_no_longer_counts_makes_it_count_again() -> None:
    match = gone_back()
    match.rewind(8)
    course = course_of(GAME, recorded(match))
    assert [version for version in range(1, 12) if course.struck(version)] == [9, 10]


def test_an_amendment_is_told_as_the_judges() -> None:
    match = played(1, end=False)
    match.amend(nm.TieBroken(seat=1), nm.BidRevealed(seat=1, coins=1))
    last = [step for step in replayed(GAME, recorded(match)) if step.place.version == 9]
    assert [step.fact.amended for step in last] == [False, True, True]
    assert [step.fact.rule.id for step in last[1:]] == ["judge", "judge"] and not last[1].statement
    assert [scripts(step) for step in last[1:]] == ["nm.game > nm.dawn > nm.night > nm.bid"] * 2


# The table inside an entry.


def test_the_table_after_any_fact_can_be_had() -> None:
    stored = recorded(played(1))
    tables = tables_of(GAME, stored)
    entry = parsed(stored[3])
    sizes = [
        [len(player.hand) for player in table_within(GAME, tables[3], entry, JUDGE, facts).state.players]
        for facts in range(8)
    ]
    assert sizes == [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [2, 2], [3, 2], [3, 3]]
    assert table_within(GAME, tables[3], entry, JUDGE, 7).decision is None


@pytest.mark.parametrize(("viewer", "most"), [(JUDGE, 3), (0, 3), (1, 0)])
def test_beyond_an_entrys_last_fact_there_is_no_table(viewer: int, most: int) -> None:
    stored = recorded(played(1))
    tables = tables_of(GAME, stored)
    table_within(GAME, tables[6], parsed(stored[6]), viewer, most)
    with pytest.raises(IndexError, match=f"{most} facts"):
        table_within(GAME, tables[6], parsed(stored[6]), viewer, most + 1)


def test_all_of_an_entrys_facts_are_there_for_judges() -> None:
    entry = parsed(recorded(played(1))[5])
    names = [unpacked(one.fact).WhichOneof("fact") for one in whole_facts(GAME, entry)]
    assert names == ["answered", "bid_revealed", "bid_revealed", "script_ended", "script_began", "asked"]


# The course of a log.


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_course_knows_as_many_scripts_as_run(game: Game[Any]) -> None:
    walk = Walk(game, 2, 7, standing=True)
    walk.play(120)
    stored = recorded(walk.match)
    course, tables = course_of(game, stored), tables_of(game, stored)
    for version, table in tables.items():
        begun = course.begun(version)
        assert len(begun) == len(table.frames) and list(begun) == sorted(begun)


def test_a_course_takes_no_entry_out_of_turn() -> None:
    stored = recorded(played(1))
    course = Course(GAME)
    with pytest.raises(FoldFailed, match="version 2"):
        course.take(stored[1], parsed(stored[1]))
    assert course.head.version == 0
