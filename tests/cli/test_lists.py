"""Deck lists: `deck` checks one, `send` and `play` bring one to a game."""

import json
from pathlib import Path

import pytest

from rulekeeper.games.warhammer_invasion.box import STARTERS
from tests.cli.conftest import Person

LEGAL = (
    "Capital: Dwarf\n"
    + "".join(f"{copies} {kind}\n" for kind, copies in STARTERS["dwarf"].cards)
    + "3 contested-village\n3 armoury\n3 innovation\n1 infiltrate\n"
)

CONSTRUCTED = json.dumps({"format": "constructed"})


@pytest.fixture
def legal(tmp_path: Path) -> str:
    path = tmp_path / "deck.txt"
    path.write_text(LEGAL)
    return str(path)


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "list"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_a_list_is_printed_back_and_said_to_be_right(person: Person, legal: str) -> None:
    out = person.run("deck", "warhammer_invasion", legal)
    assert out.startswith("Capital: Dwarf\n\n# 22 units\n3 Defender of the Hold\n")
    assert out.endswith("the deck may be played\n")
    found = person.json("deck", "warhammer_invasion", legal)
    assert found["legal"] and found["reasons"] == [] and len(found["command"]["cards"]) == 50


def test_every_rule_that_a_deck_does_not_keep_is_named(person: Person, tmp_path: Path) -> None:
    path = written(tmp_path, "Capital: Dwarf\n4 Troll Slayers\n2 hate\n")
    out = person.run("deck", "warhammer_invasion", path, code=4)
    assert "6 cards, 44 fewer than the least, 50 (whi.deck.size, page 18)" in out
    assert "4 copies of Troll Slayers; 3 at most (whi.deck.three-copies, page 18)" in out
    found = person.json("deck", "warhammer_invasion", path, code=4)
    assert [one["rule"] for one in found["reasons"]] == [
        "whi.deck.size",
        "whi.deck.three-copies",
        "whi.deck.one-side",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("3 Trol Slayers", "line 1: there is no card 'Trol Slayers'; is Troll Slayers"),
        ("0 hate\n1 hate\nhate", "line 1: 0 copies; a line names 1 to 999 line 3: 'hate' is neither"),
        ("{", "no JSON"),
        (b"\xff\xfe", "is no text"),
        ("1 hate\n" * 200_000, "has more than 1000000 bytes"),
    ],
)
def test_what_cannot_be_read_says_so(person: Person, tmp_path: Path, content: str | bytes, said: str) -> None:
    assert said in " ".join(person.run("deck", "warhammer_invasion", written(tmp_path, content), code=2).split())


def test_what_is_not_there_says_so(person: Person, tmp_path: Path, legal: str) -> None:
    assert "No such file" in person.run("deck", "warhammer_invasion", str(tmp_path / "none"), code=2)
    assert "does not read anything from a file" in person.run("deck", "heart_of_crown", legal, code=4)
    assert "no game chess is installed" in person.run("deck", "chess", legal, code=4)


def test_a_list_brings_a_deck_to_a_game(person: Person, legal: str, tmp_path: Path) -> None:
    game = str(
        person.json("new", "warhammer_invasion", "--seats", "open,open", "--setup", CONSTRUCTED, "--sandbox")["game_id"]
    )
    wrong = written(tmp_path, LEGAL.replace("3 Troll Slayers", "2 Troll Slayers").replace("3 armoury", "2 armoury"))
    assert "whi.deck.size" in person.run("send", game, "SubmitDeck", f"@{wrong}", code=4)
    assert "PlaceCapital from a file" in person.run("send", game, "PlaceCapital", f"@{legal}", code=4)
    person.run("send", game, "SubmitDeck", f"@{legal}")
    # Sealed: it shows when the other has answered, too.
    person.run("send", game, "SubmitDeck", f"@{legal}", "--as", "1")
    listed = person.json("view", game, "--as", "0")["view"]["players"][0]["deck_list"]
    assert sum(one["count"] for one in listed) == 50


def test_a_person_brings_a_deck_at_the_prompt(person: Person, legal: str) -> None:
    said = f"@/no/such/file\n@{legal}\n@{legal}\nq\n"
    out = person.run("play", "warhammer_invasion", "--setup", CONSTRUCTED, said=said)
    assert "/no/such/file: No such file" in out
    assert "nothing is asked for now that is read from a file" in out


def test_the_menus_line_for_a_deck_asks_for_a_file(person: Person, legal: str) -> None:
    said = f"1\n@/no/such/file\n1\nl\n@{legal}\nq\n"
    out = person.run("play", "warhammer_invasion", "--setup", CONSTRUCTED, said=said)
    assert out.count("submit deck from a file ...") == 1 and "/no/such/file: No such file" in out
    assert "you: has a deck of " in out and all(len(line) <= 120 for line in out.splitlines())
