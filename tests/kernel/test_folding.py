"""Folding runs no script, refuses what cannot follow, and stays linear."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from rulekeeper.kernel import (
    Accepted,
    Card,
    FoldFailed,
    InvalidPosition,
    InvalidSetup,
    Match,
    Play,
    Rule,
    Script,
    Table,
    fold,
    fold_all,
    fold_fact,
    only,
    rule,
)
from rulekeeper.kernel.table import Trail
from rulekeeper.testing.conformance_walk import Walk, read_back
from rulekeeper.v1 import entry_pb2, facts_pb2
from tests.kernel.night_market import GAME
from tests.kernel.sample import State, begun, pick, sample, texts
from tests.kernel.sample import sample_pb2 as pb

Entry = entry_pb2.Entry


@rule("s.main")
def main(play: Play[State]) -> Script[None]:
    play.emit(pb.Told(text="begun"))
    while True:
        yield from pick(play)


PICKS = sample(main)


def log(*numbers: int) -> tuple[Match[State], list[Entry]]:
    match = begun(PICKS)
    for number in numbers:
        assert isinstance(match.submit(0, pb.Pick(number=number)), Accepted)
    return match, [read_back(entry) for entry in match.entries]


def test_folding_runs_no_script() -> None:
    def never(play: Play[State]) -> Script[None]:
        yield from ()
        raise AssertionError("a script ran")

    match, entries = log(1, 2, 3)
    assert fold_all(sample(Rule("s.main", never)), entries) == match.table


def test_an_entry_without_facts_only_moves_the_version() -> None:
    match, _ = log(1)
    noted = Entry(version=match.table.version + 1, ruleset="sample@1", noted=entry_pb2.Noted(text="hm"))
    after = fold(PICKS, match.table, noted)
    assert after.version == match.table.version + 1 and after.decision == match.table.decision
    assert after.frames == match.table.frames and after.state is match.table.state


def test_stepping_fact_by_fact_comes_to_the_same_table() -> None:
    walk = Walk(GAME, 3, 2, standing=True)
    walk.play(400)
    for entry in walk.match.entries:
        if entry.command:
            packed = GAME.facts.FromString(entry.facts)
            table = walk.before(entry.version)
            for fact in packed.facts:  # type: ignore[attr-defined]
                table = fold_fact(GAME, table, list(packed.rules), fact, entry.command, entry.version)  # type: ignore[attr-defined]
            assert table == walk.tables[entry.version]


Change = Callable[[Entry], object]


def changed_facts(change: Callable[[pb.Facts], object]) -> Change:
    def of_entry(entry: Entry) -> None:
        facts = pb.Facts.FromString(entry.facts)
        change(facts)
        entry.facts = facts.SerializeToString()

    return of_entry


def facts_of(*facts: pb.Fact) -> bytes:
    return pb.Facts(rules=["s.main"], facts=facts).SerializeToString()


CANNOT_FOLLOW: dict[str, tuple[Change, str]] = {
    "a version left out": (lambda e: setattr(e, "version", e.version + 1), "and the table is at"),
    "a version twice": (lambda e: setattr(e, "version", e.version - 1), "and the table is at"),
    "another parent": (lambda e: setattr(e, "parent", 2), "follows 2, and the table is at"),
    "itself for a parent": (lambda e: setattr(e, "parent", e.version), "and the table is at"),
    "another game": (lambda e: setattr(e, "ruleset", "night_market@1"), "is of night_market@1, not sample@1"),
    "another version of the rules": (lambda e: setattr(e, "ruleset", "sample@2"), "is of sample@2, not sample@1"),
    "facts that are none": (lambda e: setattr(e, "facts", b"\x0a\xff"), "its facts are no sample.v1.Facts"),
    "a fact of no kind": (changed_facts(lambda f: f.facts.add(rule=0)), "a kind that sample@1 does not know"),
    "an answer of who was not asked": (
        lambda e: setattr(e, "facts", facts_of(pb.Fact(answered=facts_pb2.Answered(seat=1)))),
        "seat 1 answered and was not asked",
    ),
    "an answer to another decision": (lambda e: setattr(e, "decision", 2), "answers decision 2, which is not open"),
    "facts that leave nobody asked": (changed_facts(lambda f: f.facts.pop()), "leave nobody asked"),
    "a decision for nobody": (
        changed_facts(lambda f: f.facts[-1].CopyFrom(pb.Fact(asked=facts_pb2.Asked()))),
        "nobody was asked",
    ),
    "a fact while a seat is asked": (changed_facts(lambda f: f.facts.pop(0)), "a script went on that waits"),
    "a script that begins while a seat is asked": (
        changed_facts(lambda f: f.facts.insert(0, pb.Fact(script_began=facts_pb2.ScriptBegan(script="s.main")))),
        "a script went on that waits",
    ),
    "a script that ends while a seat is asked": (
        changed_facts(lambda f: f.facts.insert(0, pb.Fact(script_ended=facts_pb2.ScriptEnded()))),
        "a script went on that waits",
    ),
    "more scripts ended than began": (
        changed_facts(lambda f: f.facts.insert(1, pb.Fact(script_ended=facts_pb2.ScriptEnded()))),
        "no script is running",
    ),
    "an escape from nowhere": (
        changed_facts(lambda f: f.facts.insert(1, pb.Fact(escaped=facts_pb2.Escaped(script="s.none")))),
        "no script is running",
    ),
    "a rule that is not there": (
        changed_facts(lambda f: f.facts.insert(0, pb.Fact(rule=9, answered=facts_pb2.Answered()))),
        "IndexError",
    ),
    "created again": (lambda e: e.created.CopyFrom(entry_pb2.GameCreated()), "was created before"),
    "begun again": (lambda e: e.started.CopyFrom(entry_pb2.GameStarted()), "a game begins once"),
}


@pytest.mark.parametrize("name", CANNOT_FOLLOW)
def test_an_entry_that_does_not_follow_is_refused(name: str) -> None:
    change, told = CANNOT_FOLLOW[name]
    _, entries = log(1, 2)
    table = fold_all(PICKS, entries[:-1])
    assert fold(PICKS, table, entries[-1]) != table
    change(entries[-1])
    with pytest.raises(FoldFailed, match=told):
        fold(PICKS, table, entries[-1])


def test_nothing_happens_after_the_end() -> None:
    walk = Walk(GAME, 2, 1)
    walk.play(400)
    last = read_back(walk.match.entries[-1])
    last.version, last.decision = walk.table.version + 1, 0
    with pytest.raises(FoldFailed, match="the game is over"):
        fold(GAME, walk.table, last)
    note = Entry(version=last.version, ruleset=GAME.ruleset, noted=entry_pb2.Noted(text="well played"))
    assert fold(GAME, walk.table, note).result == walk.table.result


def test_a_game_that_was_not_created_does_not_begin() -> None:
    with pytest.raises(FoldFailed, match="after it was created"):
        fold(PICKS, Table(), Entry(version=1, ruleset="sample@1", started=entry_pb2.GameStarted()))


def test_a_reducer_that_cannot_take_a_fact_fails_the_fold_and_says_where() -> None:
    walk = Walk(GAME, 2, 1)
    walk.play(400)
    entry = next(
        e for e in map(read_back, walk.match.entries) if b"nm.bid" in e.facts and e.command and len(e.facts) > 60
    )
    packed = GAME.facts.FromString(entry.facts)
    for fact in packed.facts:  # type: ignore[attr-defined]
        if fact.HasField("bid_revealed"):
            fact.bid_revealed.was.append(77)
    entry.facts = packed.SerializeToString()
    with pytest.raises(FoldFailed, match=f"version {entry.version}: PileError: card 77 is not there"):
        fold(GAME, walk.before(entry.version), entry)
    with pytest.raises(FoldFailed, match="PileError"):
        for fact in packed.facts:  # type: ignore[attr-defined]
            fold_fact(GAME, walk.before(entry.version), list(packed.rules), fact, b"", entry.version)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("created", "failure", "told"),
    [
        (entry_pb2.GameCreated(setup='{"copies": 0}'), InvalidSetup, "copies: Input should be greater than"),
        (entry_pb2.GameCreated(setup="[]"), InvalidSetup, "the set-up: "),
        (entry_pb2.GameCreated(setup='{"copies": 1}', seats=[entry_pb2.SeatPlan()] * 4), InvalidSetup, "too few wares"),
        (entry_pb2.GameCreated(setup="{}", seats=[entry_pb2.SeatPlan()] * 5), InvalidSetup, "5 seats are not from 2"),
        (entry_pb2.GameCreated(position="{}"), InvalidPosition, "game: Field required"),
    ],
)
def test_a_game_does_not_begin_from_what_it_does_not_allow(
    created: entry_pb2.GameCreated, failure: type[Exception], told: str
) -> None:
    if not created.seats:
        created.seats.extend([entry_pb2.SeatPlan()] * 2)
    table = fold(GAME, Table(), Entry(version=1, ruleset=GAME.ruleset, created=created))
    with pytest.raises(failure, match=told):
        fold(GAME, table, Entry(version=2, ruleset=GAME.ruleset, started=entry_pb2.GameStarted()))


# Trails.


def test_a_trail_shares_what_it_grew_from_and_branches_do_not_meet() -> None:
    root: Trail[int] = Trail([1, 2])
    one = root.plus([3])
    two = root.plus([4, 5])
    three = one.plus([6])
    assert [*root] == [1, 2] and [*one] == [1, 2, 3] and [*two] == [1, 2, 4, 5] and [*three] == [1, 2, 3, 6]
    assert one[-1] == 3 and one[0] == 1 and len(three) == 4 and repr(one) == "Trail([1, 2, 3])"
    assert one == Trail([1, 2, 3]) and one != two and one != [1, 2, 3]
    for wrong in (3, -4):
        with pytest.raises(IndexError):
            one[wrong]


class Counted(list[int]):
    """A list that counts how many items were put into one of its kind."""

    moved = 0

    def extend(self, items: Iterable[int]) -> None:
        new = list(items)
        Counted.moved += len(new)
        super().extend(new)

    def __getitem__(self, index: Any) -> Any:
        found = Counted(super().__getitem__(index))
        Counted.moved += len(found)
        return found


def test_a_trail_that_grows_step_by_step_moves_each_item_once() -> None:
    trail: Trail[int] = Trail()
    trail._items = Counted()
    Counted.moved = 0
    for number in range(2000):
        trail = trail.plus([number])
    assert Counted.moved == 2000 and len(trail) == 2000
    trail.plus([1])
    trail.plus([2])  # a branch: copied once
    assert Counted.moved == 2001 + 2001


def test_a_frame_with_many_answers_and_facts_grows_linearly(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = 0
    plus = Trail.plus

    def counted(self: Trail[object], items: list[object]) -> Trail[object]:
        nonlocal moved
        longer = plus(self, items)
        moved += len(items) if longer._items is self._items else len(longer)
        return longer

    monkeypatch.setattr(Trail, "plus", counted)

    def moves(commands: int) -> int:
        nonlocal moved
        moved = 0
        match = begun(PICKS)
        for _ in range(commands):
            match.submit(0, pb.Pick(number=1))
        entries = match.entries
        fold_all(PICKS, entries)
        return moved

    assert moves(400) < 2.2 * moves(200)


def test_equal_tables_are_equal_and_others_are_not() -> None:
    match, entries = log(1, 2)
    assert fold_all(PICKS, entries) == match.table == fold_all(PICKS, [read_back(entry) for entry in entries])
    assert fold_all(PICKS, entries[:-1]) != match.table
    other, _ = log(1, 3)
    assert other.table != match.table and texts(other) != texts(match)


def test_a_state_is_not_touched_by_who_holds_an_older_one() -> None:
    walk = Walk(GAME, 2, 3)
    kept = {version: (table, repr(table.state)) for version, table in walk.tables.items()}
    walk.play(30)
    assert all(repr(table.state) == was for table, was in kept.values())
    assert isinstance(Card(1, "jade", only(0)), Card)
