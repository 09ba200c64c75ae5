"""A game that contradicts itself is not one; rulebooks and cards are checked; a game goes on under its own rules."""

import importlib.metadata
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from google.protobuf import descriptor_pb2

from rulekeeper.kernel import (
    Accepted,
    FoldFailed,
    Game,
    InvalidGame,
    Match,
    Offer,
    OneOf,
    Play,
    Rule,
    Rulebook,
    Script,
    ask,
    choose,
    fold_all,
    game_of,
    games,
    random_command,
    read_data,
    rule,
)
from rulekeeper.kernel.game import KERNEL_FACTS
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.odd_messages import File, changed
from tests.kernel.sample import State, begun, numbers, pick, rule_text, sample, texts, told
from tests.kernel.sample import sample_pb2 as pb


@rule("s.main")
def main(play: Play[State]) -> Script[None]:
    while True:
        yield from pick(play)


SOUND = sample(main)

# Games.


def unheard_of(play: Play[State]) -> Script[None]:
    yield from pick(play)


@pytest.mark.parametrize(
    ("parts", "wrong"),
    [
        ({"reducers": {pb.Told: told}}, "no reducer for sample.v1.Hid"),
        (
            {"reducers": {**SOUND.reducers, nm.NightBegan: told}},
            "NightBegan has a reducer and no place",
        ),
        ({"main": Rule("s.unheard-of", unheard_of)}, "the script s.unheard-of is no rule of the rulebook"),
        ({"scripts": (Rule("s.main", unheard_of),)}, "two scripts are called s.main"),
        ({"entry_points": {"x": Rule("s.unheard-of", unheard_of)}}, "the script s.unheard-of is no rule"),
        (
            {"rulebook": Rulebook([rule_text("s.main"), rule_text("s.pick")])},
            "sample.v1.Pass cites s.pass, which is no rule",
        ),
        ({"asides": {nm.Concede: main}}, "night_market.v1.Concede has a script as an aside, and is no command"),
        ({"asides": {pb.Pass: main}}, "sample.v1.Pass passes and has a script as an aside"),
        ({"facts": nm.Facts}, "no reducer for night_market.v1.NightBegan"),
    ],
)
def test_a_game_whose_parts_contradict_each_other_is_refused(parts: dict[str, Any], wrong: str) -> None:
    with pytest.raises(InvalidGame, match=r"^sample@1: ") as refused:
        replace(SOUND, **parts)
    assert wrong in str(refused.value)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(InvalidGame) as refused:
        replace(SOUND, reducers={}, rulebook=Rulebook([]))
    assert str(refused.value).count(";") >= 4


def test_kernel_facts_have_the_same_numbers_in_every_game() -> None:
    for facts in (pb.Fact, nm.Fact):
        fields = facts.DESCRIPTOR.fields_by_name
        assert {name: fields[name].number for name in KERNEL_FACTS} == KERNEL_FACTS


def test_a_game_knows_its_messages_by_name() -> None:
    assert GAME.ruleset == "night_market@1" and GAME.hidden_of["ware_drawn"] == ("card", "kind")
    assert GAME.hidden_of["night_began"] == () and GAME.command_type["night_market.v1.Bid"] is nm.Bid
    assert GAME.command_info(nm.Scry).when == "only by the winner of a night"
    assert SOUND.passes == {pb.Pass} and not GAME.passes
    assert GAME.reducer_of.keys() == {field.name for field in GAME.fact_fields}


# Rulebooks.

RULE = '[[rule]]\nid = "x.one"\npage = 3\ntitle = "One"\nstatement = "The first."\norigin = "rulebook"\n'


def test_a_rulebook_is_read_in_order_with_what_is_added() -> None:
    book = Rulebook.load(RULE + RULE.replace("x.one", "x.two"), [rule_text("x.card.three")])
    assert [*book] == ["x.one", "x.two", "x.card.three"] and len(book) == 3
    assert (book["x.one"].page, book["x.one"].statement) == (3, "The first.") and "x.four" not in book


EXAMPLE = '[[example]]\nid = "x.example.a"\npage = 4\ntitle = "A"\nstatement = "Thus."\nillustrates = ["x.one"]\n'


def test_worked_examples_are_entries_too_each_with_what_it_illustrates() -> None:
    book = Rulebook.load(EXAMPLE + RULE, [rule_text("x.card.three")])
    assert [*book] == ["x.one", "x.card.three", "x.example.a"]
    assert book["x.example.a"].illustrates == ("x.one",) and book["x.example.a"].origin == "rulebook"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (RULE.replace('id = "x.one"', 'id = "X one"'), r"rule X one: \('id',\)"),
        (RULE.replace("page = 3", "page = -1"), r"rule x.one: \('page',\)"),
        (RULE.replace('"One"', '""'), "title"),
        (RULE.replace('"The first."', '""'), "statement"),
        (RULE.replace('"rulebook"', '"hearsay"'), "origin"),
        (RULE + 'colour = "red"\n', "colour"),
        ("[[rule]]\npage = 1\n", "rule number 1: "),
        (RULE + RULE, "two rules have the id x.one"),
        (EXAMPLE, "x.example.a illustrates x.one, which is no rule"),
        (RULE + EXAMPLE + EXAMPLE.replace("example.a", "example.b").replace("x.one", "x.example.a"), "is no rule"),
        (RULE + EXAMPLE.replace('["x.one"]', "[]"), r"example x.example.a: \('illustrates',\)"),
        (RULE + EXAMPLE.replace("page = 4", ""), r"example x.example.a: \('page',\)"),
    ],
)
def test_a_rulebook_that_is_not_well_written_is_refused_by_rule_and_field(text: str, wrong: str) -> None:
    with pytest.raises(InvalidGame, match=wrong):
        Rulebook.load(text)


def test_data_files_are_read_from_the_games_package() -> None:
    assert read_data("tests.kernel.night_market", "rulebook.toml").startswith("# Night Market")
    with pytest.raises(FileNotFoundError):
        read_data("tests.kernel.night_market", "missing.toml")


# Versions of one game.


def test_a_game_goes_on_under_the_rules_that_it_began_under() -> None:
    @rule("s.main")
    def newer(play: Play[State]) -> Script[None]:
        play.emit(pb.Told(text="a rule that was not there before"))
        while True:
            yield from pick(play)

    old, new = begun(SOUND), begun(sample(newer, version=2))
    assert isinstance(old.submit(0, pb.Pick(number=1)), Accepted)
    assert {entry.ruleset for entry in old.entries} == {"sample@1"}
    assert {entry.ruleset for entry in new.entries} == {"sample@2"}
    with pytest.raises(FoldFailed, match="is of sample@1, not sample@2"):
        fold_all(new.game, old.entries)
    assert fold_all(SOUND, old.entries) == old.table and texts(new) == ("a rule that was not there before",)


class Point:
    """An entry point, as far as the registry looks at it."""

    def __init__(self, value: str, loaded: object) -> None:
        self.value, self._loaded = value, loaded

    def load(self) -> object:
        return self._loaded


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Installs games by entry points, for a test."""

    def installed(*points: object) -> None:
        found = [Point(f"package{number}:GAME", loaded) for number, loaded in enumerate(points)]
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: found)
        games.cache_clear()

    yield installed
    games.cache_clear()


def test_games_are_found_by_ruleset_and_a_bare_name_is_the_newest(install: Any) -> None:
    tenth, second = sample(main, version=10), sample(main, version=2)
    install((tenth, second), GAME)
    assert [*games()] == ["night_market@1", "sample@2", "sample@10"]
    assert game_of("sample") is tenth and game_of("sample@2") is second and game_of("sample@3") is None
    assert game_of("night_market") is GAME


@pytest.mark.parametrize(
    ("points", "wrong"), [((GAME, 7), "package1:GAME is not a game"), ((GAME, replace(GAME)), "two packages bring")]
)
def test_what_is_no_game_or_is_there_twice_is_not_installed(install: Any, points: Any, wrong: str) -> None:
    install(*points)
    with pytest.raises(InvalidGame, match=wrong):
        games()


# Random players.


def test_the_random_player_goes_by_taste_and_never_does_what_is_worth_nothing() -> None:
    def taste(state: State, seat: int, command: pb.Pick) -> int:
        return {1: 0, 2: 1, 3: 9}[command.number]

    @rule("s.main")
    def asking(play: Play[State]) -> Script[None]:
        while True:
            yield from ask(0, numbers(1, 2, 3))

    match = begun(sample(asking, taste=taste))
    made = list(range(100))

    def dice(limit: int) -> int:
        made.append(made.pop(0))
        return made[0] * 7 % limit

    chosen = [random_command(match.game, match.table, 0, dice).number for _ in range(60)]  # type: ignore[attr-defined]
    assert 1 not in chosen and chosen.count(3) > chosen.count(2) > 0
    indifferent = sample(asking, taste=lambda state, seat, command: 0)
    assert {choose(indifferent, State(), 0, match.offers(0), dice).number for _ in range(60)} == {1, 2, 3}  # type: ignore[attr-defined]


def test_the_random_player_finds_nothing_where_nothing_is_open() -> None:
    with pytest.raises(LookupError, match="seat 3 is asked, and nothing is open to it"):
        choose(SOUND, State(), 3, [Offer(pb.Pick, number=OneOf(()))], lambda limit: 0)


# Matches.


def test_a_match_has_all_seats_taken_and_equal_seeds_give_equal_entries() -> None:
    one, other, third = (Match(GAME, 3, seed=seed) for seed in (b"a", b"a", b"b"))
    assert one.entries == other.entries and one.entries != third.entries
    assert [entry.WhichOneof("what") for entry in one.entries] == ["created"] + ["seat_taken"] * 3 + ["started"]
    assert [entry.seat_taken.name for entry in one.entries[1:4]] == ["A", "B", "C"]
    assert [entry.version for entry in one.entries] == [1, 2, 3, 4, 5] and one.asked() == (0, 1, 2)


def test_a_fork_has_the_same_past_and_draws_of_its_own() -> None:
    match = Match(GAME, 2, seed=b"a")
    for seat in (0, 1):
        match.submit(seat, nm.Bid(coins=seat))
    fork = match.fork(len(match.entries), seed=b"b")
    assert fork.table == match.table and fork.entries == match.entries
    for game in (match, fork):
        game.submit(1, nm.Scry())
    assert fork.table != match.table and len(fork.entries) == len(match.entries)
    early = match.fork(4)
    assert early.table == match.at(4) and len(early.entries) == 4
    assert isinstance(GAME, Game)


# Messages that no game may have.


def without_presence(file: File) -> None:
    number = message(file, "Pick").field[0]
    number.ClearField("proto3_optional")
    number.ClearField("oneof_index")
    del message(file, "Pick").oneof_decl[0]
    for other in message(file, "Pick").field:
        if other.HasField("oneof_index"):
            other.oneof_index -= 1


def of_float(file: File) -> None:
    message(file, "Pick").field[0].type = descriptor_pb2.FieldDescriptorProto.TYPE_DOUBLE


def of_message(file: File) -> None:
    field = message(file, "Pick").field[3]
    field.type, field.type_name = descriptor_pb2.FieldDescriptorProto.TYPE_MESSAGE, ".sample.v1.Pass"


def without_option(file: File) -> None:
    message(file, "Pick").ClearField("options")


def passes_with_a_field(file: File) -> None:
    message(file, "Pass").field.add(name="why", number=1, label=3, type=descriptor_pb2.FieldDescriptorProto.TYPE_STRING)


def without_a_kernel_fact(file: File) -> None:
    message(file, "Fact").field[4].name = "started"


def low_number(file: File) -> None:
    message(file, "Fact").field[-1].number = 12


def hidden_inside(file: File) -> None:
    field = message(file, "Told").field.add(name="inner", number=9, label=1)
    field.type, field.type_name = descriptor_pb2.FieldDescriptorProto.TYPE_MESSAGE, ".sample.v1.Hid"


def message(file: File, name: str) -> Any:
    return next(one for one in file.message_type if one.name == name)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (without_presence, "sample.v1.Pick.number has no presence: write `optional`"),
        (of_float, "sample.v1.Pick.number is neither a number, a text nor a truth value"),
        (of_message, "sample.v1.Pick.numbers is neither a number, a text nor a truth value"),
        (without_option, "sample.v1.Pick lacks the option (rulekeeper.v1.command)"),
        (passes_with_a_field, "sample.v1.Pass passes and has fields: a standing pass chooses nothing"),
        (without_a_kernel_fact, "sample.v1.Fact lacks the kernel's fact script_began = 5"),
        (low_number, "sample.v1.Fact.hid: a game's facts are numbered from 16"),
        (hidden_inside, "sample.v1.Hid.card is hidden inside a field: only a fact's own fields can be"),
    ],
)
def test_messages_that_no_game_may_have_are_refused(change: Any, wrong: str) -> None:
    of = changed(change)
    with pytest.raises(InvalidGame) as refused:
        replace(SOUND, facts=of("Facts"), command=of("Command"), reducers={of("Told"): told, of("Hid"): told})
    assert wrong in str(refused.value)
