"""How things look: 80 columns for people, JSON for machines."""

import textwrap

import pytest
from google.protobuf import any_pb2
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rulekeeper.cli import show
from rulekeeper.cli.failing import say
from rulekeeper.client import to_value
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.v1 import entry_pb2, facts_pb2, table_pb2

WORD = st.text("ab-.", min_size=1, max_size=40)
WORDS = st.lists(WORD, max_size=30)


def packed(message: pb.CardPlayed | pb.CoinsGained | pb.PlayCard) -> any_pb2.Any:
    wrapped = any_pb2.Any()
    wrapped.Pack(message)
    return wrapped


PLAYED = pb.CardPlayed(seat=0, card=12, kind="city", at="start", opened=["12:right", "12:bottom"])
RULE = table_pb2.RuleRef(id="hoc.main.play-one", page=12, title="Playing")
STEP = table_pb2.Step(
    version=41,
    actor=entry_pb2.Actor(role=entry_pb2.ROLE_SEAT, seat=0),
    command=packed(pb.PlayCard(card=3, at="start")),
    facts=[
        table_pb2.SeenFact(rule=RULE, fact=packed(PLAYED)),
        table_pb2.SeenFact(fact=packed(pb.CoinsGained(coins=2))),
    ],
)


def test_a_message_is_plain_json() -> None:
    decision = table_pb2.Decision(
        version=7,
        seats=[0],
        offers=[
            table_pb2.Offer(
                command="x.Y",
                fields=[
                    table_pb2.OfferField(
                        name="a",
                        one_of=table_pb2.OneOf(candidates=[table_pb2.Candidate(value=to_value(3), label="three")]),
                    )
                ],
            )
        ],
    )
    assert show.as_json(decision) == {
        "version": 7,
        "seats": [0],
        "offers": [
            {"command": "x.Y", "fields": [{"name": "a", "one_of": {"candidates": [{"value": 3, "label": "three"}]}}]}
        ],
    }
    fields = table_pb2.CommandFields(command="x.Y", fields={"a": to_value((1, "b")), "n": facts_pb2.Value()})
    assert show.as_json(fields) == {"command": "x.Y", "fields": {"a": [1, "b"], "n": None}}


def test_bytes_are_hexadecimal_enums_are_names_and_any_has_its_type() -> None:
    assert show.as_json(table_pb2.Head(version=2, digest=b"\x01\xff")) == {"version": 2, "digest": "01ff"}
    found = show.as_json(STEP)
    assert found["actor"] == {"role": "ROLE_SEAT"}
    assert found["facts"][0]["fact"]["@type"] == "rulekeeper.heart_of_crown.v1.CardPlayed"
    assert found["facts"][0]["fact"]["card"] == 12
    unknown = any_pb2.Any(type_url="type.googleapis.com/other.v1.Thing", value=b"\x08")
    assert show.as_json(unknown) == {"@type": "other.v1.Thing", "bytes": "08"}


NARROW = [("game", "what", "seats"), ("7f3a", "constructed gathering", "Ann, Ben"), ("8b", "", "Cleo")]


def test_a_table_has_columns_as_wide_as_there_is_room_for() -> None:
    assert show.grid_lines(NARROW, 1) == [
        "game  what                   seats",
        "7f3a  constructed gathering  Ann, Ben",
        "8b                           Cleo",
    ]


@given(st.lists(st.tuples(WORD, WORDS, WORDS, WORDS), min_size=1, max_size=4))
def test_a_table_breaks_no_word_that_fits_a_line(rows: list[tuple[str, list[str], list[str], list[str]]]) -> None:
    lines = show.grid_lines([(name, *(" ".join(words) for words in texts)) for name, *texts in rows], 1)
    assert all(cell_len(line) <= 80 for line in lines)
    words = {word.rstrip(";") for line in lines for word in line.split()}
    assert words == {word for name, *texts in rows for word in (name, *(each for text in texts for each in text))}


def test_no_text_gives_a_terminal_orders(capsys: pytest.CaptureFixture[str]) -> None:
    sent = packed(pb.PlayCard(card=3, at="\x1b[2J\x9b2J\u202e"))
    show.put(*show.step_lines(table_pb2.Step(version=9, actor=STEP.actor, command=sent), {0: "Ann\r"}), "a\nb")
    say("\x1b]0;title\x07", "\x1b[2J")
    told = capsys.readouterr()
    assert told.out == "    9  Ann·: PlayCard card 3, at ·[2J·2J·\na\nb\n"
    assert told.err == "rulekeeper: ·]0;title·\n  what to do: ·[2J\n"


def test_a_progress_that_is_no_terminals_comes_in_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("rulekeeper.cli.show.time.monotonic", lambda: now[0])
    progress = show.Progress("games played:")
    for done in range(1, 6):
        now[0] += 4.0
        progress(done, 5)
    progress.end()
    assert capsys.readouterr().err == "games played: 3 of 5\n"


def test_an_entry_reads_in_80_columns() -> None:
    lines = show.step_lines(STEP, {0: "Ann"})
    assert lines[0] == "   41  Ann: PlayCard card 3, at start"
    assert all(len(line) <= 80 for line in lines)
    assert lines[-2].strip() == "hoc.main.play-one, page 12" and lines[-1].startswith(
        "         CoinsGained Ann, coins 2"
    )


@given(WORDS, st.sampled_from(["", "   ", "12  Ann: "]), st.sampled_from([None, "  "]))
def test_a_text_is_folded_between_words(words: list[str], first: str, rest: str | None) -> None:
    folded = show.folded(" ".join(words), first, rest)
    indent = " " * len(first) if rest is None else rest
    assert folded == (
        textwrap.wrap(" ".join(words), 80, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
        or [first.rstrip()]
    )


@given(st.text("ab 都市早馬", max_size=300), st.text("名 a", max_size=20))
def test_a_japanese_character_takes_two_columns(text: str, first: str) -> None:
    lines = show.folded(text, first)
    assert all(cell_len(line) <= 80 for line in lines)
    assert "".join("".join(lines).split()) == "".join(f"{first}{text}".split())


def test_a_fact_of_a_player_with_a_japanese_name_keeps_its_rule_in_column() -> None:
    (line, *_) = show.fact_lines(STEP.facts[1:], "  ", {0: "花子"})
    assert line.startswith("  CoinsGained 花子, coins 2") and cell_len(line) <= 80
    (line,) = show.fact_lines([table_pb2.SeenFact(rule=RULE, fact=packed(pb.CoinsGained(coins=2)))], "  ", {0: "花子"})
    assert line.endswith("  hoc.main.play-one, page 12") and cell_len(line) == 80


def test_a_table_has_who_sits_where_and_whom_it_waits_for_below_it() -> None:
    info = table_pb2.GameInfo(seats=[table_pb2.Seat(name="Ann"), table_pb2.Seat(name="Ben")])
    assert show.table_lines("top\nhand\n", info) == ["top", "hand", "seats       0 Ann, 1 Ben"]
    asked = table_pb2.Decision(seats=[1], rule=RULE)
    names = show.seat_names(info)
    assert show.waiting_lines(asked, names) == ["waiting for Ben: Playing (hoc.main.play-one, page 12)"]
    assert show.waiting_lines(table_pb2.Decision(), names) == []


def test_of_a_table_that_is_too_long_the_last_lines_are_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "4")
    monkeypatch.setenv("COLUMNS", "80")
    assert show.on_screen(["a", "b", "c"]) == "a\nb\nc"
    assert show.on_screen(["a", "b", "c", "d"]) == "...\nc\nd"


def test_seats_are_told_apart() -> None:
    info = table_pb2.GameInfo(seats=[table_pb2.Seat(name=name) for name in ("Ann", "random", "", "random")])
    assert show.seat_names(info) == {0: "Ann", 1: "random (seat 1)", 2: "seat 2", 3: "random (seat 3)"}
    assert show.seats_lines(info) == ["seats       0 Ann, 1 random, 2 (free), 3 random"]


def test_status_names_the_winners() -> None:
    seats = [table_pb2.Seat(name="Ann"), table_pb2.Seat()]
    over = table_pb2.GAME_STATUS_OVER
    assert show.status_words(table_pb2.GameInfo(seats=seats, status=over, winners=[0])) == "over, Ann won"
    assert show.status_words(table_pb2.GameInfo(seats=seats, status=over)) == "over, a draw"
    assert show.status_words(table_pb2.GameInfo(status=table_pb2.GAME_STATUS_RUNNING)) == "running"


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("", ""),
        ("{}", ""),
        ('{"set": "great-war", "commons": ["scout", "bank", "library"]}', "set: great-war"),
        ('{"set": "", "commons": ["scout", "bank", "library"]}', "commons: scout, bank and 1 more"),
        ('{"hand_size": 5, "fast": false, "name": null}', "hand size: 5, fast: false"),
    ],
)
def test_a_set_up_is_told_in_a_few_words(setup: str, words: str) -> None:
    assert show.setup_words(setup) == words


def test_an_entry_that_shows_nothing_says_so() -> None:
    empty = table_pb2.Step(version=7, actor=entry_pb2.Actor(role=entry_pb2.ROLE_SEAT, seat=1))
    assert show.step_lines(empty, {1: "Ben"}) == ["    7  Ben: nothing that you may see"]


def test_a_long_list_is_broken_between_what_it_lists() -> None:
    kinds = [f"some-kind-{number}" for number in range(20)]
    lines = show.folded(f"CommonsChosen kinds {'+'.join(kinds)}", "    ", "      ")
    assert all(len(line) <= 80 for line in lines) and len(lines) > 3
    assert all(line.strip().endswith("+") for line in lines[:-1])
    assert "".join(line.strip() for line in lines) == f"CommonsChosen kinds {'+'.join(kinds)}"
