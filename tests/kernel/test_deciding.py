"""Commands: what is refused, how, under which rule; and that nothing else can be done to a table."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekeeper.kernel import (
    Accepted,
    Across,
    Check,
    KernelError,
    Match,
    Multiset,
    Number,
    Offer,
    OneOf,
    Order,
    Play,
    Reason,
    Refused,
    Script,
    ScriptFailed,
    SeededChance,
    Subject,
    Subset,
    Table,
    When,
    ask,
    ask_all,
    check,
    decide,
    finish,
    from_fields,
    offers,
    pack,
    parse,
    rule,
    standing,
    unavailable,
    unpack,
)
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import ONE_TO_NINE, State, begun, pick, sample
from tests.kernel.sample import sample_pb2 as pb


def menu(state: State, seat: int) -> Iterator[Offer[Any]]:
    even = Check("s.pass", lambda value: value % 2 == 0, lambda value: f"{value} is odd")
    yield Offer(
        pb.Pick,
        number=OneOf((1, 2, 3, 4), even, label=lambda value: f"the {value}", otherwise=("s.end", "{value} is no card")),
        numbers=Subset((1, 2, 3), least=1, most=2),
        truth=OneOf((True,)),
        across=(Across("s.end", lambda c: c.number != len(c.numbers), lambda c: f"{c.number} were named", "number"),),
    )
    yield Offer(pb.Pass, When("s.pass", seat == 1, "only the second seat may pass"))


@rule("s.main")
def main(play: Play[State]) -> Script[None]:
    while True:
        yield from ask(0, menu)


GAME_OF_ONE_ASK = sample(main)


def refused(seat: int, command: Any, decision: int | None = None, match: Match[State] | None = None) -> Refused:
    match = match or begun(GAME_OF_ONE_ASK)
    before, entries = match.table, len(match.entries)
    done = match.submit(seat, command, decision)
    assert isinstance(done, Refused), done
    assert match.table is before and len(match.entries) == entries
    assert match.check(seat, command, decision) == done
    return done


GOOD: dict[str, Any] = {"number": 2, "numbers": [3], "truth": True}


def reasons(**changed: Any) -> list[tuple[str, str, str]]:
    fields = {name: value for name, value in (GOOD | changed).items() if value is not None}
    done = refused(0, pb.Pick(**fields))
    assert done.kind == "refused"
    return [(reason.rule, reason.text, reason.field) for reason in done.reasons]


def test_what_an_offer_admits_is_accepted() -> None:
    assert isinstance(begun(GAME_OF_ONE_ASK).submit(0, pb.Pick(**GOOD)), Accepted)


def test_a_candidate_that_fails_a_check_is_refused_under_that_rule() -> None:
    assert reasons(number=3) == [("s.pass", "3 is odd", "number")]


def test_a_value_that_is_no_candidate_is_refused_under_the_rule_that_is_named_or_the_decisions() -> None:
    assert reasons(number=9) == [("s.end", "9 is no card", "number")]
    assert reasons(numbers=[9]) == [("s.main", "9 is not among the choices", "numbers")]
    assert reasons(truth=False) == [("s.main", "False is not among the choices", "truth")]


def test_every_reason_is_given_at_once_and_each_only_once() -> None:
    assert reasons(number=9, numbers=[9, 9, 1], truth=None) == [
        ("s.end", "9 is no card", "number"),
        ("s.main", "9 is not among the choices", "numbers"),
        ("s.main", "the same one is chosen twice", "numbers"),
        ("s.main", "3 chosen, from 1 to 2 asked for", "numbers"),
        ("s.main", "truth is a choice and was left out", "truth"),
    ]


def test_a_flood_of_values_is_refused_with_one_reason() -> None:
    for numbers in (range(50_000), [1] * 50_000):
        assert reasons(numbers=numbers) == [("s.main", "50000 chosen, of 3 that there are", "numbers")]


def test_of_many_offers_one_reason_is_given_for_a_flood_of_values() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        yield from ask(0, lambda state, seat: [Offer(pb.Pick, numbers=Subset((n, n + 1))) for n in range(200)])

    done = refused(0, pb.Pick(numbers=range(50_000)), match=begun(sample(main)))
    assert done.reasons == (Reason("s.main", "50000 chosen, of 2 that there are", "numbers"),)


def test_a_choice_that_is_left_out_is_not_zero() -> None:
    assert reasons(number=None) == [("s.main", "number is a choice and was left out", "number")]
    assert reasons(numbers=[]) == [("s.main", "0 chosen, from 1 to 2 asked for", "numbers")]


def test_a_field_that_is_no_choice_must_be_left_out() -> None:
    assert reasons(text="") == [("s.main", "text is not a choice here", "text")]
    assert reasons(texts=["a"]) == [("s.main", "texts is not a choice here", "texts")]


def test_a_rule_over_several_fields_is_checked_once_each_of_them_is_legal() -> None:
    assert reasons(numbers=[1, 3]) == [("s.end", "2 were named", "number")]
    assert ("s.end", "2 were named", "number") not in reasons(numbers=[1, 3], truth=False)


def test_a_closed_offer_gives_its_reason() -> None:
    assert refused(0, pb.Pass()).reasons == (Reason("s.pass", "only the second seat may pass"),)


def test_a_command_out_of_its_time_cites_the_rule_of_its_kind() -> None:
    match = begun(sample(main, initial=lambda setup, seats: State(), standing=lambda state, seat: ()))
    text = "this may be done at any time; now it is time for: s.main"
    assert refused(0, pb.Wave(number=1), match=match).reasons == (Reason("s.wave", text),)
    done = refused(1, pb.Pick(number=1), match=match)
    assert (done.kind, done.reasons) == (
        "not_asked",
        (
            Reason("s.pick", "this may be done when it is asked for"),
            Reason("s.main", "now the table waits for seat 0: s.main"),
        ),
    )


def test_a_game_says_more_closely_why_a_command_is_out_of_its_time() -> None:
    def timing(state: State, seat: int, message: object) -> str:
        return "s.inner" if message is pb.Wave and seat == 0 else ""

    match = begun(sample(main, initial=lambda setup, seats: State(), standing=lambda state, seat: (), timing=timing))
    closer = Reason("s.inner", "this may be done at any time; now it is time for: s.main")
    assert refused(0, pb.Wave(number=1), match=match).reasons == (closer,)
    assert refused(1, pb.Wave(number=1), match=match).reasons[0].rule == "s.wave"


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    for seat in (2, -1, -2, 99):
        done = refused(seat, pb.Pick(**GOOD))
        assert (done.kind, done.reasons) == ("not_asked", (Reason("s.main", f"there is no seat {seat}"),))
        assert offers(GAME_OF_ONE_ASK, begun(GAME_OF_ONE_ASK).table, seat) == []
        match = Match(GAME, 2)
        assert unavailable(GAME, match.table, seat) == [] and standing(GAME, match.table, seat) == []


def test_another_decision_than_the_open_one_is_stale() -> None:
    match = begun(GAME_OF_ONE_ASK)
    for decision in (0, 1, 3, 5, 1 << 60):
        assert refused(0, pb.Pick(**GOOD), decision, match).kind == "stale"
    match.submit(0, pb.Pick(**GOOD))
    done = refused(0, pb.Pick(**GOOD), 4, match)
    assert done.reasons == (Reason("s.main", "decision 4 is not open: 5 is"),)


def test_a_game_that_is_over_takes_no_command_and_says_by_which_rule() -> None:
    match = Match(GAME, 2)
    match.submit(1, nm.Concede())
    for command in (nm.Concede(), nm.Bid(coins=0), b"nonsense"):
        done = match.submit(0, command)
        assert isinstance(done, Refused) and done.kind == "over"
        assert done.reasons == (Reason("nm.concede", "the game is over"),)
    assert not (offers(GAME, match.table, 0) or standing(GAME, match.table, 0) or unavailable(GAME, match.table, 0))


def test_a_game_that_has_not_begun_takes_no_command() -> None:
    match = Match(GAME, 2)
    for table in (Table(), match.at(1), match.at(3)):
        done = check(GAME, table, 0, 0, pack(GAME, nm.Concede()))
        assert done == Refused("not_started", (Reason("", "the game has not begun"),))
        assert not (offers(GAME, table, 0) or standing(GAME, table, 0) or unavailable(GAME, table, 0))


def test_a_version_that_is_no_later_one_is_nobodys_command() -> None:
    match = begun(GAME_OF_ONE_ASK)
    with pytest.raises(KernelError, match="does not come after"):
        decide(GAME_OF_ONE_ASK, match.table, 0, 4, pack(GAME_OF_ONE_ASK, pb.Pick(**GOOD)), 4, SeededChance(b"", 4))


# Several offers of one kind.


def targets(state: State, seat: int) -> Iterator[Offer[Any]]:
    far = Check("s.pass", lambda value: False, lambda value: f"{value} is too far")
    yield Offer(pb.Pick, number=OneOf((1,)), text=OneOf(("a", "b"), far))
    yield Offer(pb.Pick, number=OneOf((2,)), text=OneOf(("c",)))
    yield Offer(pb.Pick, When("s.end", False, "three is tired"), number=OneOf((3,)), text=OneOf(("a",)))


def subjects(state: State, seat: int) -> Iterator[Subject]:
    for number in (1, 2, 3, 4):
        yield Subject(f"card {number}", pb.Pick, "number", number)
    yield Subject("pass", pb.Pass)
    yield Subject("wave", pb.Wave)
    yield Subject("pick", pb.Pick)


@rule("s.main")
def targeting(play: Play[State]) -> Script[None]:
    yield from ask(0, targets)


@pytest.mark.parametrize(
    ("number", "text", "told"),
    [
        (1, "a", ["a is too far"]),
        (2, "a", ["a is not among the choices"]),
        (3, "a", ["three is tired"]),
        (1, "c", ["c is not among the choices"]),
        (4, "x", ["4 is not among the choices", "x is not among the choices", "three is tired"]),
    ],
)
def test_of_several_offers_those_speak_that_the_command_comes_closest_to(
    number: int, text: str, told: list[str]
) -> None:
    done = refused(0, pb.Pick(number=number, text=text), match=begun(sample(targeting)))
    assert {reason.text for reason in done.reasons} == set(told)


def test_each_subject_that_no_offer_admits_is_unavailable_with_every_reason() -> None:
    match = begun(sample(targeting, subjects=subjects, asides={}))
    found = {one.subject.label: [reason.text for reason in one.reasons] for one in match_unavailable(match, 0)}
    assert found == {
        "card 1": ["a is too far", "b is too far"],
        "card 3": ["three is tired"],
        "card 4": ["4 is not among the choices", "three is tired"],
        "pass": ["this may be done when it is asked for; now it is time for: s.main"],
        "wave": ["this may be done at any time; now it is time for: s.main"],
    }
    waiting = {one.subject.label: one.reasons for one in match_unavailable(match, 1)}
    assert len(waiting) == 7 and all(
        reason.rule in match.game.rulebook for found in waiting.values() for reason in found
    )


def match_unavailable(match: Match[State], seat: int) -> list[Any]:
    return unavailable(match.game, match.table, seat, match.live)


def test_a_value_of_a_field_that_takes_several_may_be_a_subject() -> None:
    match = Match(GAME, 2)
    match.submit(0, nm.Bid(coins=1))
    match.submit(1, nm.Bid(coins=0))
    assert match.asked() == (0,)
    labels = [one.subject.label for one in unavailable(GAME, match.table, 0)]
    assert "look at the pile" not in labels and not any("take" in label for label in labels)
    assert "look at the pile" in [one.subject.label for one in unavailable(GAME, match.table, 1)]


# What a game's own menus raise is the game's fault.


@pytest.mark.parametrize("where", ["menu", "check", "why", "across", "subjects", "standing"])
def test_a_menu_that_raises_fails_by_the_decisions_rule(where: str) -> None:
    def fail(*_: object) -> Any:
        raise ZeroDivisionError(where)

    def failing(state: State, seat: int) -> Iterator[Offer[Any]]:
        if where == "menu":
            fail()
        passes = Check("s.pass", fail if where == "check" else lambda value: value != 3, fail)
        across = (Across("s.end", fail, fail),) if where == "across" else ()
        yield Offer(pb.Pick, number=OneOf((1, 2, 3), passes), across=across)

    @rule("s.main")
    def asking(play: Play[State]) -> Script[None]:
        while True:
            yield from ask(0, failing)

    more: dict[str, Any] = {where: fail} if where in ("subjects", "standing") else {}
    match = begun(sample(asking, asides={pb.Wave: wave}, **more))
    with pytest.raises(ScriptFailed, match=r"s\.main: its menu: ZeroDivisionError"):
        if where == "subjects":
            unavailable(match.game, match.table, 0)
        match.submit(0, pb.Wave(number=1) if where == "standing" else pb.Pick(number=3 if where == "why" else 1))


@rule("s.wave")
def wave(play: Play[State], seat: int, command: pb.Wave) -> Script[None]:
    play.emit(pb.Told(text=f"{seat} waves"))
    yield from ()


def test_a_standing_command_is_checked_and_refused_like_any_other() -> None:
    match = begun(sample(main, asides={pb.Wave: wave}))
    assert refused(1, pb.Wave(number=7), match=match).reasons == (
        Reason("s.main", "7 is not among the choices", "number"),
    )
    assert refused(1, pb.Wave(), match=match).kind == "refused"
    assert refused(0, pb.Wave(number=1), 4, match).kind == "refused"  # it answers no decision
    assert refused(1, pb.Wave(number=1), 4, match).kind == "not_asked"
    sent = pack(match.game, pb.Wave(number=1))
    assert isinstance(match.submit(1, sent), Accepted)  # as bytes, it is a standing one too


# Commands as bytes.

WHOLE = pack(GAME_OF_ONE_ASK, pb.Pick(**GOOD))


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"", "the command is empty"),
        (b"\xff\xff", "these bytes are no command of this game"),
        (WHOLE[:-1], "these bytes are no command of this game"),
        (WHOLE + b"\xba\x3e\x01x", "fields that this game does not know"),
        (pb.Command(pick=pb.Pick.FromString(b"\xba\x3e\x01x")).SerializeToString(), "fields that this game does not"),
        (WHOLE + WHOLE, "not written as this game's messages are"),
        (b"\x0a\x82\x00\x08\x04", "not written as"),  # a length in more bytes than it needs
        (b"\x0a\x05\x22\x03\x01\x02\x83", "no command"),
        (b"\x0a\x06\x20\x01\x20\x02\x20\x03", "not written as"),  # numbers that are not packed
        (b"\x0a\x02\x12\x00\x12\x00", "not written as"),  # two kinds at once
        (b"\x0a\x03\x12\x01\xff", "no command"),  # not Unicode
        (pack(GAME, nm.Bid(cards=[1], coins=1)), "no"),
    ],
)
def test_bytes_that_are_no_command_are_malformed(sent: bytes, told: str) -> None:
    done = refused(0, sent, 4)
    assert done.kind == "malformed" and told in done.reasons[0].text and done.reasons[0].rule == ""


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(sent=st.binary(max_size=40), seat=st.integers(-3, 4), decision=st.integers(0, 9))
def test_no_bytes_at_all_can_do_more_than_be_refused_or_accepted(sent: bytes, seat: int, decision: int) -> None:
    match = begun(GAME_OF_ONE_ASK)
    done = decide(GAME_OF_ONE_ASK, match.table, seat, decision, sent, 5, SeededChance(b"", 5))
    if isinstance(done, Accepted):
        assert (seat, decision) == (0, 4) and unpack(GAME_OF_ONE_ASK, sent).DESCRIPTOR.name == "Pick"
    else:
        assert done.reasons and done == check(GAME_OF_ONE_ASK, match.table, seat, decision, sent)


FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "number": st.integers(-3, 6),
        "numbers": st.lists(st.integers(0, 4), max_size=4),
        "truth": st.booleans(),
        "text": st.sampled_from(["", "a"]),
        "texts": st.lists(st.just("x"), max_size=1),
    },
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(fields=FIELDS)
def test_exactly_what_the_menu_lists_is_accepted(fields: dict[str, Any]) -> None:
    match = begun(GAME_OF_ONE_ASK)
    listed = [pb.Pick(number=n, numbers=ns, truth=True) for n in (2, 4) for ns in subsets() if len(ns) != n]
    command = pb.Pick(**fields)
    same = [one for one in listed if (sorted(one.numbers), one.number) == (sorted(command.numbers), command.number)]
    lawful = bool(same) and command.truth and not command.HasField("text") and not command.texts
    assert (match.check(0, command) is None) == lawful
    assert len(match.legal(0)) == len(listed)


def subsets() -> list[list[int]]:
    return [[1], [2], [3], [1, 2], [1, 3], [2, 3]]


def test_the_order_in_which_a_subset_is_named_does_not_matter() -> None:
    assert begun(GAME_OF_ONE_ASK).check(0, pb.Pick(number=4, numbers=[3, 1], truth=True)) is None


# Commands by name and fields.


def test_a_command_by_its_fields_is_the_same_bytes() -> None:
    fields: dict[str, Any] = {"number": 2, "numbers": (3,), "truth": True}
    assert from_fields(GAME_OF_ONE_ASK, "sample.v1.Pick", fields) == WHOLE
    assert from_fields(GAME_OF_ONE_ASK, "sample.v1.Pick", {**fields, "text": None}) == WHOLE  # left out
    assert from_fields(GAME_OF_ONE_ASK, "sample.v1.Pass", {}) == pack(GAME_OF_ONE_ASK, pb.Pass())


@pytest.mark.parametrize(
    ("command", "fields", "told", "field"),
    [
        ("sample.v1.Jump", {}, "sample.v1.Jump is not a command of sample@1", ""),
        ("Pick", {}, "Pick is not a command of sample@1", ""),
        ("", {}, "nothing is not a command of sample@1", ""),
        ("night_market.v1.Bid", {}, "night_market.v1.Bid is not a command of sample@1", ""),
        ("sample.v1.Pick", {"nummer": 1}, "no such field; Pick has number, text, ", "nummer"),
        ("sample.v1.Pick", {"number": (1,)}, "one value is wanted", "number"),
        ("sample.v1.Pick", {"numbers": 1}, "a list is wanted", "numbers"),
        ("sample.v1.Pick", {"number": "1"}, "a whole number is wanted", "number"),
        ("sample.v1.Pick", {"number": True}, "a whole number is wanted", "number"),
        ("sample.v1.Pick", {"truth": 1}, "true or false is wanted", "truth"),
        ("sample.v1.Pick", {"text": 1}, "a text is wanted", "text"),
        ("sample.v1.Pick", {"text": b"a"}, "a text is wanted", "text"),
        ("sample.v1.Pick", {"data": "a"}, "data is wanted", "data"),
        ("sample.v1.Pick", {"numbers": (1, "2")}, "a whole number is wanted", "numbers"),
        ("sample.v1.Pick", {"numbers": (1, None)}, "a whole number is wanted", "numbers"),
        ("sample.v1.Pick", {"number": 1 << 40}, "a number is out of range", ""),
        ("sample.v1.Pick", {"numbers": (-1,)}, "a number is out of range", ""),
        ("sample.v1.Pick", {"text": "\ud800"}, "a text is not Unicode", ""),
    ],
)
def test_fields_that_make_no_command_are_malformed(command: str, fields: dict[str, Any], told: str, field: str) -> None:
    done = from_fields(GAME_OF_ONE_ASK, command, fields)
    assert isinstance(done, Refused) and done.kind == "malformed"
    assert told in done.reasons[0].text and done.reasons[0].field == field


def test_a_command_is_parsed_as_it_was_packed() -> None:
    command = pb.Pick(number=-5, texts=["a", "b"], truth=False)
    assert parse(GAME_OF_ONE_ASK, pack(GAME_OF_ONE_ASK, command)) == command == unpack_of(command)
    with pytest.raises(TypeError, match="Told is not a command"):
        pack(GAME_OF_ONE_ASK, pb.Told())


def unpack_of(command: pb.Pick) -> Any:
    return unpack(GAME_OF_ONE_ASK, pack(GAME_OF_ONE_ASK, command))


# Menus are read from the state of the moment.


def test_a_menu_is_read_from_the_state_of_the_moment() -> None:
    def growing(state: State, seat: int) -> Iterator[Offer[Any]]:
        yield Offer(pb.Pick, number=Number(0, len(state.told)))

    @rule("s.main")
    def asking(play: Play[State]) -> Script[None]:
        yield from ask_all({0: growing, 1: growing})
        yield from finish((0,), "s.main")

    match = begun(sample(asking))
    assert [c.number for c in match.legal(0)] == [0]  # type: ignore[attr-defined]
    match.amend(pb.Told(text="one"), pb.Told(text="two"))
    assert [c.number for c in match.legal(1)] == [0, 1, 2]  # type: ignore[attr-defined]


def test_every_kind_of_field_goes_through_a_command() -> None:
    def all_fields(state: State, seat: int) -> Iterator[Offer[Any]]:
        yield Offer(
            pb.Pick,
            number=Number(-2, 2),
            text=OneOf(("x", "y")),
            truth=OneOf((False, True)),
            numbers=Order((4, 5)),
            texts=Multiset({"a": 2, "b": 1}, least=1, most=2),
        )

    @rule("s.main")
    def asking(play: Play[State]) -> Script[None]:
        while True:
            yield from ask(0, all_fields)

    match = begun(sample(asking))
    legal = match.legal(0)
    assert len(legal) == 5 * 2 * 2 * 2 * 4
    for command in legal[::17]:
        assert isinstance(match.submit(0, command), Accepted)


def test_more_legal_answers_than_can_be_listed_are_not() -> None:
    @rule("s.main")
    def asking(play: Play[State]) -> Script[None]:
        yield from ask(0, lambda state, seat: [Offer(pb.Pick, numbers=Order(range(9)))])

    match = begun(sample(asking))
    with pytest.raises(ValueError, match="seat 0 has more than 20000 legal commands, Pick among them"):
        match.legal(0)
    with pytest.raises(ValueError, match="more than 3 "):
        match.legal(0, most=3)


def test_asking_the_same_seat_twice_gives_two_decisions() -> None:
    @rule("s.main")
    def asking(play: Play[State]) -> Script[None]:
        while True:
            yield from ask(0, ONE_TO_NINE)

    match = begun(sample(asking))
    first = match.table.decision
    match.submit(0, pb.Pick(number=1))
    assert first is not None and match.table.decision is not None and first.version != match.table.decision.version


def test_a_script_may_be_helped_by_plain_functions() -> None:
    @rule("s.main")
    def asking(play: Play[State]) -> Script[None]:
        for seat in (0, 1, 0):
            yield from pick(play, seat)
        yield from ask(1, ONE_TO_NINE)

    match = begun(sample(asking))
    for seat in (0, 1, 0):
        assert len(match.table.frames) == 1 and match.asked() == (seat,)
        match.submit(seat, pb.Pick(number=1))
