"""A script is run again from data alone, and must do what is on record."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulekeeper.kernel import (
    Accepted,
    Live,
    Match,
    Offer,
    Order,
    Play,
    Rule,
    Script,
    ScriptDiverged,
    SeededChance,
    Subset,
    ask,
    ask_all,
    begin,
    decide,
    escape,
    fold_all,
    offers,
    only,
    pack,
    rule,
    runs_on,
    unavailable,
)
from rulekeeper.testing.conformance_walk import Walk
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import ONE_TO_NINE, State, begun, numbers, pick, sample, texts
from tests.kernel.sample import sample_pb2 as pb

# Cold equals warm.


@pytest.mark.parametrize("seed", range(12))
def test_cold_equals_warm_byte_for_byte_with_the_cache_dropped_at_every_depth_at_every_command(seed: int) -> None:
    walk = Walk(GAME, 2 + seed % 3, seed, standing=seed % 2 == 0)
    lives: list[Live] = [Live() for _ in range(6)]
    while not walk.table.over:
        seat, command = walk.choose()
        sent, decision, version, table = pack(GAME, command), walk.decision_for(command), walk.next_version, walk.table
        cold = decide(GAME, table, seat, decision, sent, version, walk.chance(version))
        for depth, live in enumerate(lives):
            live.drop(depth)  # 0: nothing is left; beyond the innermost frame: nothing is lost
            assert decide(GAME, table, seat, decision, sent, version, walk.chance(version), live) == cold
        assert walk.send(seat, command) == cold
    assert fold_all(GAME, walk.match.entries) == walk.table


def test_a_game_begins_the_same_with_and_without_a_cache() -> None:
    walk = Walk(GAME, 3, 1)
    table = walk.match.at(4)
    assert begin(GAME, table, 5, walk.chance(5)) == begin(GAME, table, 5, walk.chance(5), Live())


@pytest.mark.parametrize("seed", range(6))
def test_what_was_only_thought_of_leaves_no_trace_in_the_cache(seed: int) -> None:
    """Decided for an entry that another one beat to its place: the generators have gone on, and must not be used."""
    walk, dice = Walk(GAME, 3, seed), random.Random(seed)
    live, clean = Live(), Live()
    while not walk.table.over:
        table, version = walk.table, walk.next_version
        for _ in range(dice.randrange(3)):
            seat, command = walk.choose()
            decision = walk.decision_for(command)
            decide(GAME, table, seat, decision, pack(GAME, command), version, SeededChance(b"another", version), live)
        seat, command = walk.choose()
        for asked in table.decision.seats if table.decision else ():
            assert [o.message for o in offers(GAME, table, asked, live)] == [
                o.message for o in offers(GAME, table, asked)
            ]
            assert unavailable(GAME, table, asked, live) == unavailable(GAME, table, asked)
        decision = walk.decision_for(command)
        done = walk.send(seat, command)
        for cache in (live, clean):
            again = decide(GAME, table, seat, decision, pack(GAME, command), version, walk.chance(version), cache)
            assert again == done


def test_old_tables_can_be_gone_on_from_with_the_cache_of_newer_ones() -> None:
    walk = Walk(GAME, 2, 5)
    walk.play(40)
    live = walk.match.live
    for version, table in sorted(walk.tables.items()):
        if table.decision is not None:
            entry = next((e for e in walk.match.entries if e.version == version + 1), None)
            if entry is not None and entry.command:
                sent, seat = entry.command, entry.actor.seat
                done = decide(GAME, table, seat, entry.decision, sent, version + 1, walk.chance(version + 1), live)
                assert isinstance(done, Accepted) and done.facts == entry.facts


def test_a_failed_command_leaves_a_cache_that_is_still_good() -> None:
    @rule("s.inner")
    def inner(play: Play[State]) -> Script[None]:
        number = yield from pick(play)
        if number == 9:
            raise ValueError("nine")

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            yield from inner.run()

    match = begun(sample(main, inner))
    for number in (1, 9, 2, 9, 9, 3):
        if number == 9:
            with pytest.raises(Exception, match="nine"):
                match.submit(0, pb.Pick(number=number))
        else:
            assert isinstance(match.submit(0, pb.Pick(number=number)), Accepted)
    assert texts(match) == ("0 picked 1", "0 picked 2", "0 picked 3")


def test_a_draw_is_read_back_and_never_made_again() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        drawn = play.draw("bag", (("a", 50), ("b", 50)), only(0)), play.chance("die", 1000)
        while True:
            yield from pick(play)
            play.emit(pb.Told(text=f"{drawn}"))

    match = begun(sample(main), seed=b"1")
    match.submit(0, pb.Pick(number=1))
    fork = match.fork(len(match.entries), seed=b"another secret")
    match.submit(0, pb.Pick(number=2))
    fork.submit(0, pb.Pick(number=2))
    assert texts(fork) == texts(match)


# What a script does to messages stays with it.


def test_a_message_that_is_changed_after_it_was_told_is_on_record_as_it_was() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        fact = pb.Told(text="first", texts=["x"])
        play.emit(fact)
        fact.text = "second"
        fact.texts.append("y")
        play.emit(fact)
        while True:
            yield from pick(play)

    match = begun(sample(main))
    assert texts(match) == ("first", "second")
    assert [one.fact.texts for one in match.facts()] == [["x"], ["x", "y"]]  # type: ignore[attr-defined]
    match.live.drop()
    assert isinstance(match.submit(0, pb.Pick(number=1)), Accepted)


def test_an_answer_that_a_script_changes_is_on_record_as_it_was_sent() -> None:
    def menu(state: State, seat: int) -> Iterator[Offer[pb.Pick]]:
        yield Offer(pb.Pick, numbers=Subset((1, 2, 3)))

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            both = yield from ask_all({0: menu, 1: menu})
            both[0].numbers.append(9)
            alone = yield from ask(0, menu)
            alone.numbers.extend([7, 8])
            play.emit(pb.Told(text=f"{list(both[0].numbers)} {list(alone.numbers)}"))

    match = begun(sample(main))
    for number in range(3):
        for seat in (0, 1, 0):
            if number % 2:
                match.live.drop()
            assert isinstance(match.submit(seat, pb.Pick(numbers=[1, 2])), Accepted)
    assert texts(match) == ("[1, 2, 9] [1, 2, 7, 8]",) * 3
    sent = [match.game.command.FromString(entry.command) for entry in match.entries if entry.command]
    assert all(list(command.pick.numbers) == [1, 2] for command in sent)  # type: ignore[attr-defined]


def test_a_reducer_and_a_script_do_not_share_a_fact() -> None:
    walk = Walk(GAME, 2, 1)
    entry = walk.match.entries[-1]
    before, state = entry.facts, walk.table.state
    for one in walk.match.facts():
        one.fact.Clear()
    assert walk.match.facts()[0].fact.ByteSize() > 0 and entry.facts == before
    assert fold_all(GAME, walk.match.entries).state == state


# A changed script is caught, and the fact is named.

Main = Callable[[Play[State]], Script[None]]


def original(play: Play[State]) -> Script[None]:
    play.emit(pb.Told(text="one"))
    play.emit(pb.Told(text="two"))
    yield from pick(play, 0)
    drawn = play.draw("bag", (("a", 1),), only(0))
    play.emit(pb.Hid(text=drawn), only(0))
    yield from helper.run(1)
    while True:
        yield from ask_all({0: ONE_TO_NINE, 1: ONE_TO_NINE})
        yield from pick(play, 0)


@rule("s.helper")
def helper(play: Play[State], seat: int) -> Script[str]:
    play.emit(pb.Told(text="helping"))
    yield from ()
    return "helped"


@rule("s.other")
def other_helper(play: Play[State], seat: int) -> Script[str]:
    yield from ()
    return "helped"


def written(lines: str) -> Main:
    """The original with some of its steps changed: each letter is a step."""

    def script(play: Play[State]) -> Script[None]:
        for step in lines:
            match step:
                case "1":
                    play.emit(pb.Told(text="one"))
                case "2":
                    play.emit(pb.Told(text="two"))
                case "3":
                    play.emit(pb.Told(text="three"))
                case "p":
                    yield from pick(play, 0)
                case "q":
                    yield from pick(play, 1)
                case "d":
                    play.draw("bag", (("a", 1),), only(0))
                case "D":
                    play.draw("box", (("a", 1),), only(0))
                case "n":
                    play.chance("bag", 1, only(0))
                case "N":
                    play.chance("bag", 2, only(0))
                case "b":
                    play.draw("bag", (("b", 1),), only(0))
                case "v":
                    play.draw("bag", (("a", 1),), only(1))
                case "h":
                    play.emit(pb.Hid(text="a"), only(0))
                case "H":
                    play.emit(pb.Hid(text="a"), only(1))
                case "P":
                    play.emit(pb.Hid(text="a"), only(0), private=True)
                case "R":
                    play.emit(pb.Hid(text="a"), only(0), rule="s.helper")
                case "x":
                    yield from helper.run(1)
                case "X":
                    yield from helper.run(0)
                case "o":
                    yield from other_helper.run(1)
                case "a":
                    yield from ask_all({0: ONE_TO_NINE, 1: ONE_TO_NINE})
                case "A":
                    yield from ask_all({0: ONE_TO_NINE})
                case "s":
                    yield from ask(0, ONE_TO_NINE)
                case "e":
                    yield from escape("s.helper")
                case "!":
                    raise RuntimeError("changed")
        yield from ask(0, ONE_TO_NINE)

    return script


def game_of(main: Main) -> Any:
    return sample(Rule("s.main", main), helper, other_helper)


def played() -> Match[State]:
    """The original, after its first round: one, two, 0 picked 1, a draw, hid, helping, a sealed round, 0 picks."""
    match = begun(game_of(original))
    for seat, number in ((0, 1), (0, 2), (1, 3)):
        assert isinstance(match.submit(seat, pb.Pick(number=number)), Accepted)
    assert match.table.decision is not None and not match.table.decision.sealed
    return match


def test_the_same_steps_written_another_way_are_the_same_script() -> None:
    match = played()
    match.game = game_of(written("12pdhxapp"))
    match.live.drop()
    assert isinstance(match.submit(0, pb.Pick(number=4)), Accepted)


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("21pdhxap", 'on record is told {text: "one"} under s.main, done was told {text: "two"} under s.main'),
        ("1pdhxap", 'on record, but not done again: told {text: "two"}'),
        ("123pdhxap", 'on record is told {text: "0 picked 1" number: 1} under s.main, done was told {text: "three"}'),
        ("13pdhxap", 'on record is told {text: "two"} under s.main, done was told {text: "three"} under s.main'),
        ("12qdhxap", "on record it asked seat 0, now it asks seat 1"),
        ("12adhxap", "on record it asked seat 0, now it asks seats [0, 1] at once"),
        ("12phdxap", 'on record is drew {purpose: "bag" below: 1 result: "a"} under s.main, done was hid {text: "a"}'),
        ("12pDhxap", "done was a draw for box"),
        (
            "12pnhxap",
            'on record is drew {purpose: "bag" below: 1 result: "a"} under s.main, done was a draw of a number',
        ),
        ("12pNhxap", "done was a draw for bag below 2"),
        ("12pbhxap", "done was a draw from {'b': 1}"),
        ("12pvhxap", "done was a draw for bag"),
        ("12pdHxap", 'on record is hid {text: "a"} under s.main, done was hid {text: "a"} under s.main'),
        ("12pdPxap", "done was hid"),
        ("12pdhXap", "on record it ran s.helper(1,), now it runs s.helper(0,)"),
        ("12pdhoap", "on record it ran s.helper(1,), now it runs s.other(1,)"),
        ("12pdhap", "on record it ran s.helper(1,), now it asks seats [0, 1] at once"),
        ("12pdhxAp", "on record it asked seats [0, 1] at once, now it asks seats [0] at once"),
        ("12pdhxpa", "on record it asked seats [0, 1] at once, now it asks seat 0"),
        ("12pdhxaq", "on record it asked seats (0,), now it asks seat 1"),
        ("12pdhxa1p", 'done, but not on record: told {text: "one"}'),
        ("12pdhxe", "on record it asked seats [0, 1] at once, now it escapes from s.helper"),
        ("12pdh!", "run again, it raised RuntimeError: changed"),
        ("12pdhxaa", "on record it asked seats (0,), now it asks seats [0, 1] at once"),
    ],
)
def test_a_changed_script_is_caught_with_the_fact_named_and_goes_on_once_it_is_changed_back(
    steps: str, told: str
) -> None:
    match = played()
    before, sound = match.table, match.game
    match.game = game_of(written(steps))
    match.live.drop()
    for _ in range(2):
        with pytest.raises(ScriptDiverged) as caught:
            match.submit(0, pb.Pick(number=4))
        assert told in str(caught.value) and caught.value.rule == "s.main"
    with pytest.raises(ScriptDiverged):
        match.offers(0)
    with pytest.raises(ScriptDiverged):
        runs_on(match.game, match.table)
    assert match.table is before
    match.game = sound
    runs_on(match.game, match.table)
    assert isinstance(match.submit(0, pb.Pick(number=4)), Accepted)
    assert texts(match)[-1] == "0 picked 4"
    assert fold_all(match.game, match.entries) == match.table


def test_a_script_that_ends_where_it_went_on_is_caught() -> None:
    def shorter(play: Play[State]) -> Script[None]:
        play.emit(pb.Told(text="one"))
        play.emit(pb.Told(text="two"))
        yield from pick(play, 0)

    match = played()
    match.game = game_of(shorter)
    match.live.drop()
    with pytest.raises(ScriptDiverged, match="on record, but not done again: drew"):
        match.submit(0, pb.Pick(number=4))


def test_a_rule_that_lost_its_script_or_takes_other_arguments_is_caught() -> None:
    @rule("s.inner")
    def inner(play: Play[State], seat: int) -> Script[None]:
        yield from pick(play, seat)

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        yield from inner.run(1)

    def without_arguments(play: Play[State]) -> Script[None]:
        yield from pick(play, 1)

    match = begun(sample(main, inner))
    for game, told in (
        (sample(main), "s.inner: the rule has no script any more"),
        (sample(main, Rule("s.inner", without_arguments)), "takes 1 positional argument but 2 were given"),
    ):
        match.game = game
        match.live.drop()
        with pytest.raises(ScriptDiverged, match=told):
            match.submit(1, pb.Pick(number=1))


def test_an_outer_script_that_was_changed_is_caught_when_it_is_its_turn() -> None:
    @rule("s.inner")
    def inner(play: Play[State]) -> Script[None]:
        yield from pick(play)

    def changing(word: str) -> Main:
        def main(play: Play[State]) -> Script[None]:
            play.emit(pb.Told(text=word))
            yield from inner.run()
            yield from pick(play)

        return main

    match = begun(sample(Rule("s.main", changing("old")), inner))
    match.game = sample(Rule("s.main", changing("new")), inner)
    match.live.drop()
    assert [offer.message for offer in match.offers(0)] == [pb.Pick]  # the inner script is as it was
    with pytest.raises(ScriptDiverged, match='s.main: on record is told {text: "old"}'):
        match.submit(0, pb.Pick(number=1))


def test_menus_may_change_under_a_game_in_flight() -> None:
    match = played()
    assert [int(command.number) for command in match.legal(0)] == [*range(1, 10)]  # type: ignore[attr-defined]

    def other_menu(play: Play[State]) -> Script[None]:
        generator = original(play)
        sent: Any = None
        while True:
            request: Any = generator.send(sent)
            if hasattr(request, "menu"):
                request = type(request)(request.seat, numbers(50, 60))
            sent = yield request

    match.game = game_of(other_menu)
    match.live.drop()
    assert [int(command.number) for command in match.legal(0)] == [50, 60]  # type: ignore[attr-defined]


def test_an_order_is_asked_for_and_gone_on_with() -> None:
    def menu(state: State, seat: int) -> Iterator[Offer[pb.Pick]]:
        yield Offer(pb.Pick, texts=Order(("a", "b", "c")))

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            order = yield from ask(0, menu)
            play.emit(pb.Told(text="".join(order.texts)))

    match = begun(sample(main))
    match.submit(0, pb.Pick(texts=["c", "a", "b"]))
    match.live.drop()
    match.submit(0, pb.Pick(texts=["b", "a", "c"]))
    assert texts(match) == ("cab", "bac")


def test_a_bid_of_night_market_is_no_pick() -> None:
    match = Match(GAME, 2)
    with pytest.raises(TypeError, match="is not a command of night_market@1"):
        match.submit(0, pb.Pick(number=1))
    assert isinstance(match.submit(0, nm.Bid(coins=0)), Accepted)
