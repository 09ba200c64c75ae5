"""Positions out of games: begun from, they stand exactly where the game stood, and go on as it did."""

import itertools
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import (
    JUDGE,
    SPECTATOR,
    Accepted,
    Foretold,
    Game,
    InvalidPosition,
    Match,
    NotExported,
    Play,
    Position,
    Script,
    ScriptFailed,
    SeededChance,
    Table,
    ask_all,
    draws,
    effective,
    offers,
    position_of,
    rule,
    seen,
    standing,
    state_as_json,
)
from rulekeeper.kernel.exporting import written
from rulekeeper.kernel.positions import state_of
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.v1 import entry_pb2
from tests.kernel.night_market import GAME as NIGHT_MARKET
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import ONE_TO_NINE, State, begun, hid, pick, sample, texts
from tests.kernel.sample import sample_pb2 as pb

GAMES: dict[str, Game[Any]] = {game.name: game for game in (HEART_OF_CROWN, WARHAMMER_INVASION, NIGHT_MARKET)}
LENGTH = {"heart_of_crown": 160, "warhammer_invasion": 220, "night_market": 60}
SEEDS = {"heart_of_crown": range(4), "warhammer_invasion": (0, 3, 13, 14), "night_market": range(4)}
"""Of Warhammer: Invasion with decks of one's own and with a draft, too."""

NEXT = 12
"""Entries after the position that are played again."""


def drawn(game: Game[Any], entries: Sequence[entry_pb2.Entry]) -> list[str | int]:
    return [drew.result or drew.value for entry in entries for drew, _ in draws(game, entry.facts)]


def decided(game: Game[Any], table: Table, seat: int) -> list[Any]:
    """What a seat is offered, as far as it can be compared."""
    menu = [*offers(game, table, seat), *standing(game, table, seat)]
    return [
        (one.message, list(itertools.islice(one.legal(), 40)) if one.open() else list(one.closed())) for one in menu
    ]


def same_table(game: Game[Any], one: Table, other: Table) -> None:
    assert one.origin is not None and other.origin is not None and one.origin.seats == other.origin.seats
    assert one.decision is not None and other.decision is not None
    assert (one.decision.rule, one.decision.seats) == (other.decision.rule, other.decision.seats)
    for viewer in (*range(one.origin.seats), SPECTATOR, JUDGE):
        assert game.view(one.state, viewer) == game.view(other.state, viewer)
    for seat in range(one.origin.seats):
        assert decided(game, one, seat) == decided(game, other, seat)


def goes_on_alike(match: Match[Any], position: Position, following: Sequence[entry_pb2.Entry]) -> None:
    """From the position, what was sent next leads to the facts on record, entry by entry."""
    again: Match[Any] = Match(match.game, position=position)
    for entry in following:
        done = again.submit(entry.actor.seat, entry.command)
        assert isinstance(done, Accepted), (entry.version, done)
        assert seen(match.game, done.facts, JUDGE) == seen(match.game, entry.facts, JUDGE), entry.version


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in GAMES for seed in SEEDS[name]])
def test_any_version_with_an_open_decision_is_a_position(name: str, seed: int) -> None:
    game = GAMES[name]
    walk = Walk(game, game.seats[seed % len(game.seats)], seed, standing=seed == 3)
    walk.play(LENGTH[name])
    match, dice = walk.match, random.Random(seed)
    openly = [version for version, table in walk.tables.items() if table.decision is not None]
    first, *rest = openly
    chosen = [first, *sorted(dice.sample(rest, min(12, len(rest))))]
    told = []
    for version in chosen:
        position = position_of(game, match.entries, version)
        again: Match[Any] = Match(game, position=position.text(), seed=b"another")
        same_table(game, walk.tables[version], again.table)
        following = match.entries[version : version + NEXT]
        ahead = drawn(game, following)
        goes_on_alike(match, position_of(game, match.entries, version, ahead=ahead), following)
        told.append(f"{version}:{position.entry}{position.args}+{len(position.commands)}")
    # All that could be were exported: 13 of each game, or as many as it has.
    print(f"{walk}: {len(chosen)} of {len(openly)} versions, all exported: {' '.join(told)}")


def test_the_innermost_script_that_an_entry_point_leads_to_is_begun_with() -> None:
    walk = Walk(HEART_OF_CROWN, 2, 0)
    walk.play(100)
    found = [position_of(HEART_OF_CROWN, walk.match.entries, version) for version in range(60, 101)]
    # A phase has few commands; from the beginning there would be at least sixty.
    assert max(len(position.commands) for position in found) < 12
    assert {position.entry for position in found} == {"main-phase", "second-phase"}


def test_what_a_position_holds_is_without_its_defaults_and_reads_as_the_whole_state() -> None:
    for game in GAMES.values():
        walk = Walk(game, 2, 1)
        walk.play(30)
        state = next(table.state for table in reversed(walk.tables.values()) if table.decision is not None)
        short = Position(game=game.ruleset, seats=2, entry="", state=written(state))
        read = state_of(game, Position.model_validate_json(short.text()))
        assert read == state
        assert len(json.dumps(short.state)) < len(json.dumps(state_as_json(state))) * 9 // 10


def test_numbers_that_were_drawn_are_foretold() -> None:
    for seed in range(40):
        walk = Walk(NIGHT_MARKET, 3, seed)
        walk.play(60)
        for entry in walk.match.entries:
            results = drawn(NIGHT_MARKET, [entry])
            if any(isinstance(result, int) for result in results) and not walk.tables[entry.version].over:
                position = position_of(NIGHT_MARKET, walk.match.entries, entry.version)
                assert any(isinstance(result, int) for result in position.draws)
                for other in (b"1", b"2", b"3", b"4", b"5"):
                    again = Match(NIGHT_MARKET, position=position, seed=other)
                    assert again.table.state == walk.tables[entry.version].state
                return
    raise AssertionError("no tie was broken by chance in forty games")


# What was ruled.


def test_after_an_amendment_a_position_begins_with_a_script_that_began_later() -> None:
    walk = Walk(NIGHT_MARKET, 2, 0)
    walk.play(5)
    match, night = walk.match, walk.table.frames[2].args
    match.amend(nm.NightBegan(number=match.table.state.night))
    amended = len(match.entries)
    with pytest.raises(NotExported, match=f"leads there; a judge changed the table in version {amended}"):
        position_of(NIGHT_MARKET, match.entries, amended)
    while match.table.frames[2].args == night:
        walk.send(*walk.choose())
    position = position_of(NIGHT_MARKET, match.entries, len(match.entries))
    same_table(NIGHT_MARKET, match.table, Match(NIGHT_MARKET, position=position).table)
    # Before it, all is as it was.
    assert position_of(NIGHT_MARKET, match.entries, amended - 1)


@pytest.mark.parametrize("seed", range(6))
def test_rewinds_and_amendments_in_between_are_gone_along_with(seed: int) -> None:
    """Whatever was struck is no command of the position; sealed answers that a ruling made void are none either."""
    walk = Walk(NIGHT_MARKET, 3, seed, standing=True)
    exportable = refused = 0
    for _ in range(30):
        if walk.table.over:
            break
        ruling = walk.dice.randrange(8)
        if ruling == 0:
            walk.rewind()
        elif ruling == 1:
            walk.amend(nm.NightBegan(number=walk.table.state.night))
        else:
            walk.send(*walk.choose())
        entries = walk.match.entries
        if walk.table.decision is None:
            continue
        amended = [entry.version for entry in effective(entries) if entry.HasField("amended")]
        try:
            position = position_of(NIGHT_MARKET, entries, len(entries))
        except NotExported:
            assert amended
            refused += 1
            continue
        exportable += 1
        same_table(NIGHT_MARKET, walk.table, Match(NIGHT_MARKET, position=position).table)
    print(f"{walk}: {exportable} exported, {refused} after an amendment that no later script covers")
    assert exportable


def test_sealed_answers_that_a_ruling_made_void_are_not_sent() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            yield from ask_all({0: ONE_TO_NINE, 1: ONE_TO_NINE})
            play.emit(pb.Told(text="both"))

    match = begun(sample(main, entry_points={"here": main}))
    match.submit(1, pb.Pick(number=4))
    given = position_of(match.game, match.entries, len(match.entries))
    assert [sent.fields for sent in given.commands] == [{"number": 4}]
    assert Match(match.game, position=given).asked() == (0,)
    match.rewind(len(match.entries))
    again = position_of(match.game, match.entries, len(match.entries))
    assert again.commands == [] and Match(match.game, position=again).asked() == (0, 1)


# Where none stands.


def test_an_entry_point_that_comes_to_another_table_is_passed_over() -> None:
    @rule("s.inner")
    def inner(play: Play[State], number: int) -> Script[None]:
        yield from pick(play)
        yield from pick(play)

    @rule("s.around")
    def around(play: Play[State], number: int) -> Script[None]:
        while True:
            yield from inner.run(number)

    @rule("s.other")
    def other(play: Play[State], number: int) -> Script[None]:
        while True:
            yield from inner.run(number)

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        play.emit(pb.Told(text="main"))
        yield from around.run(3)

    @rule("s.loud")
    def loud(play: Play[State], number: int) -> Script[None]:
        play.emit(pb.Told(text="loud"))
        yield from around.run(number)

    @rule("s.quiet")
    def quiet(play: Play[State], number: int) -> Script[None]:
        yield from around.run(number)

    @rule("s.elsewhere")
    def elsewhere(play: Play[State], number: int) -> Script[None]:
        yield from other.run(number)

    def entered(**entry_points: Any) -> str:
        match = begun(sample(main, inner, around, other, entry_points=entry_points), 1)
        match.submit(0, pb.Pick(number=7))
        position = position_of(match.game, match.entries, len(match.entries))
        assert Match(match.game, position=position).table.state == match.table.state
        return f"{position.entry}{position.args}+{len(position.commands)}"

    # An entry point may be a script of the game itself, or stand for what is around the script.
    assert entered(game=main, around=around) == "around[3]+1"
    assert entered(game=main, quiet=quiet) == "quiet[3]+1"
    # It tells of itself; or the script runs inside another one than in the game, and under its rule goes on.
    assert entered(game=main, loud=loud) == entered(game=main, elsewhere=elsewhere) == "game[]+1"
    with pytest.raises(NotExported, match=r"none of the entry points \(loud, elsewhere\) leads there"):
        entered(loud=loud, elsewhere=elsewhere)
    with pytest.raises(NotExported, match=r"none of the entry points \(none\)"):
        entered()


def test_a_script_that_has_got_fewer_answers_is_another_one() -> None:
    """The table looks the same: only what the script remembers of its answers differs."""

    def counted(state: State, fact: pb.Told) -> State:
        return replace(state, number=state.number + fact.number)

    @rule("s.inner")
    def inner(play: Play[State]) -> Script[None]:
        for _ in range(play.state.number):
            yield from pick(play)

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        play.emit(pb.Told(number=2))
        while True:
            yield from inner.run()

    @rule("s.skewed")
    def skewed(play: Play[State]) -> Script[None]:
        play.emit(pb.Told(number=-1))
        yield from inner.run()
        play.emit(pb.Told(number=1))
        while True:
            yield from inner.run()

    def match(*picks: int) -> Match[State]:
        made = begun(sample(main, inner, entry_points={"skewed": skewed}, reducers={pb.Told: counted, pb.Hid: hid}), 1)
        for number in picks:
            made.submit(0, pb.Pick(number=number))
        return made

    for one in (match(3), match(3, 4, 5)):
        with pytest.raises(NotExported):
            position_of(one.game, one.entries, len(one.entries))


def test_where_nothing_is_asked_no_position_stands() -> None:
    match = Match(NIGHT_MARKET, 2, seed=b"1")
    with pytest.raises(NotExported, match="the game has not begun"):
        position_of(NIGHT_MARKET, match.entries, 3)
    for version in (0, 99):
        with pytest.raises(NotExported, match=f"there is no version {version}"):
            position_of(NIGHT_MARKET, match.entries, version)
    match.submit(0, nm.Concede())
    with pytest.raises(NotExported, match="the game is over"):
        position_of(NIGHT_MARKET, match.entries, len(match.entries))
    assert position_of(NIGHT_MARKET, match.entries, len(match.entries) - 1)


# Draws that are given.


def telling(game_draws: list[str | int]) -> Match[State]:
    """A game that draws one of two, a number, and one of two again, at each answer."""

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            yield from pick(play)
            for _ in range(2):
                play.emit(pb.Told(text=play.draw("bag", (("a", 1), ("b", 1)))))
                play.emit(pb.Told(text=str(play.chance("die", 6))))

    game = sample(main, entry_points={"here": main})
    position = {"game": "sample@1", "seats": 1, "entry": "here", "draws": game_draws}
    return Match(game, position=json.dumps(position), seed=b"7")


def test_a_position_foretells_numbers_in_their_turn() -> None:
    match = telling(["b", 5, "a", 0, "b"])
    match.submit(0, pb.Pick(number=1))
    assert texts(match)[1:] == ("b", "5", "a", "0") and match.table.foretold == ("b",)
    assert match.at(len(match.entries)) == match.table
    # It stands there again with what is foretold still.
    position = position_of(match.game, match.entries, len(match.entries))
    assert position.draws == ["b", 5, "a", 0, "b"] and len(position.commands) == 1


def test_where_kinds_alone_are_foretold_numbers_come_from_the_seed_as_ever() -> None:
    kinds, none = telling(["b", "b", "a"]), telling([])
    for match in (kinds, none):
        match.submit(0, pb.Pick(number=1))
    assert texts(kinds)[1] == texts(kinds)[3] == "b" and kinds.table.foretold == ("a",)
    chance = SeededChance(b"k", 1)
    foretold, plain = Foretold(["b", "b"], SeededChance(b"k", 1)), chance
    assert [foretold.below(6) for _ in range(3)] == [plain.below(6) for _ in range(3)]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["a", 6], "6 is not a number below 6"),
        ([3, "a"], "3 is not there to be drawn"),
    ],
)
def test_a_result_that_is_not_there_to_be_drawn_fails(given: list[str | int], told: str) -> None:
    match = telling(given)
    with pytest.raises(ScriptFailed, match=told):
        match.submit(0, pb.Pick(number=1))


@pytest.mark.parametrize("result", [-1, True, 1.5, None, ["a"]])
def test_a_result_is_a_kind_or_a_number(result: Any) -> None:
    with pytest.raises(InvalidPosition, match=r"draws\.1: .* is neither a kind nor a number that can be drawn"):
        telling(["a", result])
