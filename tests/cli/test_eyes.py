"""`--as` means the same in every command: whose eyes, or who acts. A command that is to show what Ann sees shows that
with a judge's token, too, or is refused; it never shows what the judge sees.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from rulekeeper.cli.app import app
from rulekeeper.cli.failing import REFUSED
from rulekeeper.testing.service import OwnService
from tests.cli.conftest import Person, own_token

FOUND = ("find", "--fact", "CardDrawn")
LEGAL = ("BuyCard", "kind=city")

LENT: dict[str, Sequence[Sequence[str]]] = {
    "watch": [("watch", "--facts", "--once"), ("watch", "--once", "--json")],
    "view": [("view",), ("view", "--at", "4", "--fact", "5"), ("view", "--ids")],
    "decision": [("decision",), ("decision", "--unavailable")],
    "why": [("why",), ("why", "4"), ("why", "4", "--fact", "1")],
    "why-not": [("why-not", *LEGAL)],
    "log": [("log",), ("log", "--json")],
    "timeline": [("timeline",)],
    "replay": [("replay",), ("replay", "--facts")],
    "find": [FOUND],
    "export": [("export",)],
    "report": [("report",)],
}
"""Commands that show what a seat sees, when a judge asks for it."""
OWN: dict[str, Sequence[str]] = {
    "play": ("play",),
    "send": ("send", *LEGAL),
    "call": ("call", "no"),
    "take-back": ("take-back",),
    "agree": ("agree",),
    "verify": ("verify",),
    "disputes": ("disputes",),
    "looks": ("looks",),
    "refused": ("refused",),
    "judge": ("judge",),
    "assign": ("assign", "5"),
    "close": ("close", "5", "no"),
    "rule": ("rule", "note", "--reason", "no", "--yes"),
    "fork": ("fork", "--at", "4"),
    "position": ("position", "--at", "4"),
    "to-test": ("to-test", "--version", "4"),
}
"""Commands that do something, or show something, with a token's own eyes alone: it is refused that a judge does it as a
seat.
"""


def test_every_command_that_has_it_is_in_the_table() -> None:
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    having = {name for name, one in group.commands.items() if any("--as" in each.opts for each in one.params)}
    assert having == {*LENT, *OWN}


@dataclass
class Table:
    """A game that runs, and what nobody but Ben may see of it: the ids of his cards."""

    game: str
    ann: Person
    ben: Person
    dana: Person
    judge: str
    hidden: frozenset[str]

    def shown(self, output: str) -> set[str]:
        """Ben's cards that an output tells of."""
        return set(re.findall(r"\d+", output)) & self.hidden


@pytest.fixture(scope="module")
def table(own_service: OwnService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    ann, ben, dana = (Person(own_service.address, tmp_path_factory.mktemp(name)) for name in ("ann", "ben", "dana"))
    judge = own_token(own_service, "judge", "--name", "Dana")
    game = ann.game("--seats", "open,open", "--name", "Ann")
    ben.run("join", game, "--name", "Ben")
    hand = json.loads(ben.run("view", game, "--json"))["view"]["players"][1]["hand"]
    hidden = frozenset(str(card["id"]) for card in hand)
    assert len(hidden) > 2 and all(len(card) > 2 for card in hidden)
    yield Table(game, ann, ben, dana, judge, hidden)


def asked(table: Table, words: Sequence[str], *more: str) -> Sequence[str]:
    return (words[0], table.game, *words[1:], *more)


@pytest.mark.parametrize("words", [pytest.param(one, id=" ".join(one)) for some in LENT.values() for one in some])
def test_a_judge_is_shown_what_the_seat_sees(table: Table, words: Sequence[str]) -> None:
    lent = table.dana.run(*asked(table, words, "--as", "Ann", "--token", table.judge))
    assert not table.shown(lent)
    inside = words[0] in ("replay", "report") or "--fact" in words
    if not inside:
        # Inside an entry a judge sees more of what Ann sees than Ann does while the game runs: see ReplayGame.
        assert lent == table.ann.run(*asked(table, words, "--as", "Ann"))
    if words[0] in ("log", "watch", "find", "replay", "export"):
        assert table.shown(table.dana.run(*asked(table, words, "--token", table.judge)))


@pytest.mark.parametrize("words", [pytest.param(one, id=" ".join(one)) for some in LENT.values() for one in some])
def test_everybodys_eyes_are_no_judges(table: Table, words: Sequence[str]) -> None:
    given = ("--as", "spectator", "--token", table.judge)
    code = 2 if words[0] == "why-not" else 4 if "--fact" in words and words[0] == "view" else 0
    assert not table.shown(table.dana.run(*asked(table, words, *given), code=code))


@pytest.mark.parametrize("words", [pytest.param(one, id=" ".join(one)) for some in LENT.values() for one in some])
def test_nobody_else_is_lent_a_seats_eyes(table: Table, words: Sequence[str]) -> None:
    ben = next(key["token"] for key in keys(table.ben) if key["role"] == "seat")
    for given in (("--token", ben), ()):
        person = table.ben if not given else table.dana
        out = person.run(*asked(table, words, "--as", "Ann", *given), code=REFUSED)
        assert "PERMISSION_DENIED" in out or "no saved token" in out


@pytest.mark.parametrize("name", OWN)
def test_what_is_not_lent_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    if name == "judge":
        terminal = types.SimpleNamespace(isatty=lambda: True)
        monkeypatch.setattr("rulekeeper.cli.judge.sys", types.SimpleNamespace(stdin=terminal, stdout=terminal))
    before = table.ann.run("log", table.game)
    out = table.dana.run(*asked(table, OWN[name], "--as", "Ann", "--token", table.judge), code=REFUSED)
    assert "the token to use is not one for 'Ann'" in out
    assert table.ann.run("log", table.game) == before


def test_a_given_seats_token_plays_no_other_seat(table: Table) -> None:
    ben = next(key["token"] for key in keys(table.ben) if key["role"] == "seat")
    out = table.dana.run("send", table.game, *LEGAL, "--as", "Ann", "--token", ben, code=REFUSED)
    assert "the token to use is not one for 'Ann'" in out
    assert "the given token is not a judge's" in table.dana.run(
        "log", table.game, "--as", "judge", "--token", ben, code=REFUSED
    )


def test_a_seats_record_keeps_what_it_once_saw_and_the_view_does_not(person: Person) -> None:
    """Memory is allowed, and the view is no memory aid."""
    setup = json.dumps({"starters": ["dwarf", "orc"]})
    made = person.json("new", "warhammer_invasion", "--seats", "open,open", "--sandbox", "--setup", setup)
    game = str(made["game_id"])
    for number, capital in enumerate(("dwarf", "orc")):
        person.run("send", game, "PlaceCapital", f"capital={capital}", "--as", str(number))
    asked = person.json("decision", game, "--as", "judge")["decision"]
    (seat, version), other = (str(asked["seats"][0]), asked["version"]), str(1 - asked["seats"][0])

    def hand(*words: str) -> dict[str, str]:
        cards = person.json("view", game, "--as", seat, *words)["view"]["players"][int(seat)]["hand"]
        return {str(card["id"]): card["kind"] for card in cards}

    def told(who: str) -> set[tuple[str, str]]:
        log = person.run("log", game, "--as", who, "--json", "--limit", str(version))
        facts = [fact["fact"] for line in log.splitlines() for fact in json.loads(line)["step"].get("facts", [])]
        drawn = [fact for fact in facts if fact["@type"].endswith(".CardDrawn") and fact.get("card")]
        return {(str(fact["card"]), fact["kind"]) for fact in drawn}

    first = hand()
    assert len(first) == 7
    person.run("send", game, "Mulligan", "--as", seat)
    shown = re.findall(r"\d+", person.run("view", game, "--ids", "--as", seat))
    assert not first.keys() & {*hand(), *shown}
    assert told(seat) == set(first.items()) and hand("--at", str(version)) == first
    assert not told(other) & set(first.items())


def keys(person: Person) -> list[dict[str, str]]:
    kept = json.loads((person.folder / "credentials.json").read_text())
    return [key for games in kept.values() for some in games.values() for key in some]
