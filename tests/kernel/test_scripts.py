"""The verbs: ask, ask_all, run, emit, draw, finish, escape, asides."""

import pytest

from rulekeeper.kernel import (
    LIMITS,
    Accepted,
    LimitExceeded,
    Limits,
    Match,
    Play,
    Refused,
    Result,
    Script,
    ScriptFailed,
    SeededChance,
    Table,
    ask,
    ask_all,
    collect_rules,
    decide,
    escape,
    everyone,
    finish,
    fold_all,
    only,
    pack,
    rule,
)
from rulekeeper.kernel.scripts import Finish
from tests.kernel.sample import ONE_TO_NINE, State, begun, pick, sample, texts
from tests.kernel.sample import sample_pb2 as pb


def accepted(match: Match[State], seat: int, number: int) -> None:
    done = match.submit(seat, pb.Pick(number=number))
    assert isinstance(done, Accepted), done
    assert fold_all(match.game, match.entries) == match.table


def kinds(match: Match[State]) -> list[str]:
    """The last entry's facts by name, the kernel's too."""
    return [str(fact.WhichOneof("fact")) for fact in match.game.facts.FromString(match.entries[-1].facts).facts]  # type: ignore[attr-defined]


def test_a_script_tells_asks_and_goes_on_with_the_answer() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        play.emit(pb.Told(text="welcome"))
        number = yield from pick(play, 1)
        assert play.state.number == number
        yield from finish([1], "s.end")

    match = begun(sample(main))
    assert texts(match) == ("welcome",) and match.asked() == (1,)
    assert kinds(match) == ["script_began", "told", "asked"]
    accepted(match, 1, 7)
    assert texts(match) == ("welcome", "1 picked 7")
    assert match.table.result == Result((1,), "s.end") and match.table.over
    assert kinds(match) == ["answered", "told", "game_ended"]
    assert match.table.frames == () and match.table.decision is None


def test_a_script_gets_what_the_script_that_it_runs_returns() -> None:
    @rule("s.inner")
    def inner(play: Play[State], seat: int, name: str) -> Script[tuple[str, int]]:
        number = yield from pick(play, seat)
        return name, number

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        name, number = yield from inner.run(1, "x")
        play.emit(pb.Told(text=f"{name} is {number}"))
        yield from finish([], "s.end")

    match = begun(sample(main, inner))
    assert [frame.script for frame in match.table.frames] == ["s.main", "s.inner"]
    assert match.table.frames[1].args == (1, "x")
    assert match.table.decision is not None and match.table.decision.rule == "s.inner"
    accepted(match, 1, 3)
    assert texts(match) == ("1 picked 3", "x is 3")
    assert match.table.result == Result((), "s.end")


def test_every_fact_stands_under_its_script_or_the_rule_that_is_named() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        play.emit(pb.Told(text="own"))
        play.emit(pb.Told(text="named"), rule="s.pass")
        yield from pick(play)

    match = begun(sample(main))
    assert [(one.rule, one.fact.text) for one in match.facts()] == [("s.main", "own"), ("s.pass", "named")]  # type: ignore[attr-defined]


@rule("s.sealed")
def sealed(play: Play[State]) -> Script[None]:
    answers = yield from ask_all({2: ONE_TO_NINE, 0: ONE_TO_NINE, 1: ONE_TO_NINE})
    play.emit(pb.Told(text=" ".join(f"{seat}:{answer.number}" for seat, answer in answers.items())))
    yield from finish([], "s.end")


def test_sealed_answers_move_nothing_until_the_last_and_come_in_order_of_seats() -> None:
    match = begun(sample(sealed), 3)
    decision = match.table.decision
    assert decision is not None and decision.seats == (0, 1, 2) and decision.sealed
    accepted(match, 2, 5)
    assert kinds(match) == ["answered"] and match.facts() == []
    after = match.table.decision
    assert after is not None and after.version == decision.version and after.seats == (0, 1)
    assert match.table.state == State()
    accepted(match, 0, 6)
    again = match.submit(0, pb.Pick(number=1))
    assert isinstance(again, Refused) and again.kind == "not_asked"
    accepted(match, 1, 7)
    assert texts(match) == ("0:6 1:7 2:5",)


def test_a_game_may_end_from_any_depth() -> None:
    @rule("s.down")
    def down(play: Play[State], depth: int) -> Script[int]:
        if depth:
            return 1 + (yield from down.run(depth - 1))
        yield from pick(play)
        return (yield from finish([0], "s.end"))

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        yield from down.run(20)

    match = begun(sample(main, down))
    assert len(match.table.frames) == 22
    accepted(match, 0, 1)
    assert match.table.result == Result((0,), "s.end")


@rule("s.outer")
def outer(play: Play[State], name: str) -> Script[str]:
    yield from middle.run()
    return f"{name} to the end"


@rule("s.middle")
def middle(play: Play[State]) -> Script[None]:
    number = yield from inmost.run()
    play.emit(pb.Told(text=f"middle got {number}"))


@rule("s.inmost")
def inmost(play: Play[State]) -> Script[int]:
    number = yield from pick(play)
    if number == 1:
        yield from escape(outer, "cut short")
    if number == 2:
        yield from escape("s.middle")
    if number == 3:
        yield from escape(inmost, 33)
    if number == 4:
        yield from escape("s.main")
    return number


@rule("s.main")
def outermost(play: Play[State]) -> Script[None]:
    while True:
        ended = yield from outer.run("outer")
        play.emit(pb.Told(text=ended))


@pytest.mark.parametrize(
    ("number", "then"),
    [
        (1, ("0 picked 1", "cut short")),
        (2, ("0 picked 2", "outer to the end")),
        (3, ("0 picked 3", "middle got 33", "outer to the end")),
        (5, ("0 picked 5", "middle got 5", "outer to the end")),
    ],
)
@pytest.mark.parametrize("warm", [True, False])
def test_an_escape_returns_a_value_from_the_nearest_frame_of_its_rule(
    number: int, then: tuple[str, ...], warm: bool
) -> None:
    match = begun(sample(outermost, outer, middle, inmost))
    if not warm:
        match.live.drop()
    accepted(match, 0, number)
    assert texts(match) == then
    assert [frame.script for frame in match.table.frames] == ["s.main", "s.outer", "s.middle", "s.inmost"]
    accepted(match, 0, 9)
    assert texts(match)[-1] == "outer to the end"


def test_an_escape_goes_to_the_nearest_of_several_frames() -> None:
    @rule("s.level")
    def level(play: Play[State], depth: int) -> Script[int]:
        if depth == 3:
            yield from pick(play)
            yield from escape(level, depth)
        below = yield from level.run(depth + 1)
        play.emit(pb.Told(text=f"{depth} got {below}"))
        return depth

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        yield from level.run(0)
        yield from finish([], "s.end")

    match = begun(sample(main, level))
    accepted(match, 0, 1)
    assert texts(match) == ("0 picked 1", "2 got 3", "1 got 2", "0 got 1")


def test_the_whole_game_cannot_be_escaped_from() -> None:
    match = begun(sample(outermost, outer, middle, inmost))
    with pytest.raises(ScriptFailed, match=r"escapes from s\.main"):
        match.submit(0, pb.Pick(number=4))


# Asides.


@rule("s.wave")
def wave(play: Play[State], seat: int, command: pb.Wave) -> Script[None]:
    play.emit(pb.Told(text=f"{seat} waves {command.number}"))
    if command.number == 1:
        yield from finish([seat], "s.end")
    if command.number == 2:
        yield from nested.run(seat)
        yield from escape(outer, "waved off")


@rule("s.nested")
def nested(play: Play[State], seat: int) -> Script[str]:
    play.emit(pb.Told(text=f"{seat} from inside"))
    yield from ()
    return "inside"


ASIDES = sample(outermost, outer, middle, inmost, nested, asides={pb.Wave: wave})


@pytest.mark.parametrize("warm", [True, False])
def test_an_aside_that_returns_asks_the_open_decision_anew(warm: bool) -> None:
    match = begun(ASIDES)
    decision = match.table.decision
    if not warm:
        match.live.drop()
    done = match.submit(1, pb.Wave(number=0))
    assert isinstance(done, Accepted) and texts(match) == ("1 waves 0",)
    assert kinds(match) == ["script_began", "told", "script_ended", "asked"]
    assert decision is not None and match.table.decision is not None
    assert match.table.decision.version == len(match.entries) > decision.version
    assert match.table.decision.seats == decision.seats
    stale = match.submit(0, pb.Pick(number=1), decision.version)
    assert isinstance(stale, Refused) and stale.kind == "stale"
    accepted(match, 0, 5)
    assert texts(match)[-2:] == ("middle got 5", "outer to the end")


def test_an_aside_may_end_the_game() -> None:
    match = begun(ASIDES)
    assert isinstance(match.submit(1, pb.Wave(number=1)), Accepted)
    assert match.table.result == Result((1,), "s.end")
    assert fold_all(match.game, match.entries) == match.table


@pytest.mark.parametrize("warm", [True, False])
def test_an_aside_may_escape_also_after_it_ran_other_scripts(warm: bool) -> None:
    match = begun(ASIDES)
    if not warm:
        match.live.drop()
    assert isinstance(match.submit(1, pb.Wave(number=2)), Accepted)
    assert texts(match) == ("1 waves 2", "1 from inside", "waved off")
    assert [frame.script for frame in match.table.frames] == ["s.main", "s.outer", "s.middle", "s.inmost"]
    accepted(match, 0, 5)
    assert fold_all(match.game, match.entries) == match.table


def test_an_aside_makes_sealed_answers_void_and_asks_all_again() -> None:
    match = begun(sample(sealed, asides={pb.Wave: wave}), 3)
    accepted(match, 1, 5)
    assert isinstance(match.submit(1, pb.Wave(number=0)), Accepted)
    decision = match.table.decision
    assert decision is not None and decision.seats == (0, 1, 2) and decision.given == () and decision.sealed
    for seat in (1, 0, 2):
        accepted(match, seat, seat + 1)
    assert texts(match) == ("1 waves 0", "0:1 1:2 2:3")


def test_an_aside_asks_nobody() -> None:
    @rule("s.wave")
    def asking(play: Play[State], seat: int, command: pb.Wave) -> Script[None]:
        yield from pick(play)

    match = begun(sample(outermost, outer, middle, inmost, asides={pb.Wave: asking}))
    before = match.table
    with pytest.raises(ScriptFailed, match="asks nobody"):
        match.submit(0, pb.Wave(number=0))
    assert match.table is before
    accepted(match, 0, 5)


# Draws.


def test_draws_are_on_record_with_who_sees_them() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        kind = play.draw("bag", (("a", 2), ("b", 3)), only(1))
        number = play.chance("die", 6, everyone(2))
        play.emit(pb.Told(text=kind, number=number))
        yield from pick(play)

    match = begun(sample(main), seed=b"x")
    facts = [fact for fact in match.game.facts.FromString(match.entries[-1].facts).facts if fact.HasField("drew")]  # type: ignore[attr-defined]
    bag, die = facts
    assert (bag.drew.purpose, bag.drew.below, bag.audience) == ("bag", 5, only(1))
    assert bag.drew.result == ("a" if bag.drew.value < 2 else "b") == texts(match)[0]
    assert (die.drew.purpose, die.drew.below, die.drew.result, die.audience) == ("die", 6, "", everyone(2))
    assert die.drew.value == match.table.state.number


def test_nothing_can_be_drawn_from_nothing() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        play.draw("bag", ())
        yield from pick(play)

    with pytest.raises(ScriptFailed, match="nothing to draw from"):
        begun(sample(main))


# What a script may not do.


def fails(what: str, **limits: int) -> str:
    """What is said of a script that does this once 5 was picked."""

    @rule("s.inner")
    def inner(play: Play[State], *args: object) -> Script[object]:
        if what == "deep":
            yield from inner.run()
        if what == "fail inside":
            raise ZeroDivisionError("inside")
        yield from ()
        return [1] if what == "odd value" else None

    @rule("s.unlisted")
    def unlisted(play: Play[State]) -> Script[None]:
        yield from pick(play)

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        yield from pick(play)
        match what:
            case "return":
                return
            case "fail":
                raise KeyError("no such thing")
            case "much":
                while True:
                    play.emit(pb.Told(text="more"))
            case "long":
                for _ in range(10):
                    play.emit(pb.Told(text="x" * 100))
            case "unlisted":
                yield from unlisted.run()
            case "nobody":
                yield from ask_all({})
            case "no seat":
                yield from ask(2, ONE_TO_NINE)
            case "winner":
                yield from finish([0, 5], "s.end")
            case "twice":
                yield from finish([1, 1], "s.end")
            case "nonsense":
                yield Finish  # type: ignore[misc]
            case "foreign":
                play.emit(pb.Pick())
            case "odd args":
                yield from inner.run({"a": 1})
            case "huge args":
                yield from inner.run(1 << 70)
            case "range":
                play.emit(pb.Told(number=1 << 40))
            case _:
                yield from inner.run()
        yield from pick(play)

    match = begun(sample(main, inner))
    before, entries = match.table, len(match.entries)
    sent = pack(match.game, pb.Pick(number=5))
    with pytest.raises((ScriptFailed, LimitExceeded)) as failed:
        assert before.decision is not None
        decide(
            match.game,
            before,
            0,
            before.decision.version,
            sent,
            entries + 1,
            SeededChance(b"", 9),
            match.live,
            Limits(**{"facts": LIMITS.facts, "depth": LIMITS.depth, "bytes": LIMITS.bytes} | limits),
        )
    assert match.table is before and len(match.entries) == entries
    assert not isinstance(match.check(0, pb.Pick(number=5)), Refused)
    return str(failed.value)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("return", "s.main: it returned, and the game is not over"),
        ("fail", "s.main: KeyError: 'no such thing'"),
        ("fail inside", "s.inner: ZeroDivisionError: inside"),
        ("unlisted", "s.unlisted: it is not among the scripts of sample@1"),
        ("nobody", "s.main: it asks no seat at all"),
        ("no seat", "s.main: seat 2 is not one of 2, or named twice"),
        ("winner", "s.main: seat 5 is not one of 2, or named twice"),
        ("twice", "s.main: seat 1 is not one of 2, or named twice"),
        ("nonsense", "s.main: it yielded <class 'rulekeeper.kernel.scripts.Finish'>: a script says `yield from`"),
        ("foreign", "s.main: TypeError: Pick is not a fact of sample@1"),
        ("odd value", "TypeError: not a plain value: [1]"),
        ("odd args", "TypeError: not a plain value: {'a': 1}"),
        ("huge args", "s.main: ValueError: Value out of range: 1180591620717411303424"),
        ("range", "s.main: ValueError: Value out of range: 1099511627776"),
    ],
)
def test_a_script_that_goes_wrong_fails_by_its_name_and_nothing_is_written(what: str, told: str) -> None:
    assert told in fails(what)


@pytest.mark.parametrize(
    ("what", "limits", "told"),
    [
        ("much", {"facts": 50}, "more than 50 facts in one command, the last under s.main"),
        ("much", {}, "more than 5000 facts"),
        ("deep", {"depth": 10}, "more than 10 scripts inside each other, the last s.inner"),
        ("deep", {}, "more than 100 scripts"),
        ("long", {"bytes": 500}, "500 are the most"),
    ],
)
def test_no_command_leads_to_more_than_the_limits_allow(what: str, limits: dict[str, int], told: str) -> None:
    assert told in fails(what, **limits)


def test_arguments_go_by_position() -> None:
    @rule("s.inner")
    def inner(play: Play[State], seat: int) -> Script[None]:
        yield from pick(play, seat)

    with pytest.raises(TypeError, match="by position"):
        next(inner.run(seat=1))


def test_rules_are_collected_from_modules_once_each() -> None:
    from tests.kernel.night_market import nights

    found = collect_rules(nights, nights)
    assert len(found) == len({one.id for one in found}) and nights.bidding in found
    assert repr(nights.bidding) == "<rule nm.bid>"


def test_a_table_is_nothing_before_the_game_begins() -> None:
    assert not Table().started and not Table().over
