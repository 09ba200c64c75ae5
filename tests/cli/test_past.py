"""Looking back: the timeline, replaying, finding, and why; as judges, players and everybody look."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rulekeeper.cli import looks
from rulekeeper.cli.past import STRUCK_MEANS, from_time, value_words
from rulekeeper.testing.service import OwnService
from rulekeeper.v1 import audit_pb2, entry_pb2
from tests.cli.conftest import Person
from tests.cli.test_commands import fits, position

LATER = "2199-01-01T00:00"


@pytest.fixture(scope="module")
def combat(own_service: OwnService, tmp_path_factory: pytest.TempPathFactory) -> tuple[Person, str]:
    """A game of Warhammer: Invasion that two bots have played to its end, and somebody who may only look."""
    maker, anybody = (Person(own_service.address, tmp_path_factory.mktemp(name)) for name in ("maker", "anybody"))
    seats = ("--seats", "bot:sensible,bot:sensible", "--seed", "07" * 32)
    game = maker.json("new", "warhammer_invasion", *seats)["game_id"]
    anybody.run("watch", game, "--json")
    return anybody, game


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def sandbox(person: Person, tmp_path: Path) -> str:
    """A game of Heart of Crown in which seat 0 has played one card, in version 5."""
    game = person.game("--seats", "open,open", "--position", position(tmp_path))
    person.run("send", game, "PlayCard", "card=3", "at=start")
    return game


# The timeline.


def test_a_finished_game_is_a_tree_of_turns_phases_and_steps(combat: tuple[Person, str]) -> None:
    anybody, game = combat
    out = anybody.run("timeline", game)
    assert fits(out) and "x " not in [line[:2] for line in out.splitlines()]
    assert re.search(r"^  \d+\.\d+-\d+\.\d+ +Turn 1, [^\n]*? +whi\.turn, page 10$", out, re.M)
    assert re.search(r"^  1 +created$", out, re.M) and re.search(r" over: ", out)
    depths = {
        title: next(line for line in out.splitlines() if f" {title}" in line).index(title)
        for title in ("The game", "Turn 1, ", "Battlefield phase", "An attack", "3. Declare defenders")
    }
    assert list(depths.values()) == sorted(set(depths.values()))
    nodes = anybody.json("timeline", game)["nodes"]
    assert len(nodes) > 50 and nodes[0]["kind"] == "TIMELINE_KIND_GAME"
    # As far as was asked for.
    assert "Turn 1" not in anybody.run("timeline", game, "--depth", "1")
    part = anybody.run("timeline", game, "--from", "14", "--to", "16")
    assert "The game" in part and len(part.splitlines()) < 10


def test_a_player_sees_less_of_the_timeline_than_a_judge(person: Person, judge: str) -> None:
    game = person.game("--seats", "open,open", "--name", "Ann")
    person.run("join", game, "--name", "Ben")
    own, whole = (person.json("timeline", game, *more)["nodes"] for more in ((), ("--token", judge)))
    assert 0 < len(own) < len(whole)


def test_what_no_longer_counts_is_marked(person: Person, tmp_path: Path) -> None:
    game = sandbox(person, tmp_path)
    person.run("send", game, "EndMainPhase")
    person.run("rule", game, "back", "4", "--reason", "not that card", "--yes")
    tree = person.run("timeline", game)
    assert re.search(r"^x 6\.1 +Second phase +hoc\.second, page 16$", tree, re.M)
    assert re.search(r"^  7 +ruling: back to 4: not that card$", tree, re.M)
    assert tree.endswith("a later entry went back behind it\n")
    told = person.run("replay", game, "--from", "5")
    assert told.startswith("x   5  A: PlayCard card 3, at start\n") and "\nx   6  A: EndMainPhase\n" in told
    assert "    7  judge: went back to version 4: not that card\n" in told and fits(told)
    assert "PlayCard" not in person.run("replay", game, "--from", "5", "--counting")
    logged = person.run("log", game, "--after", "4")
    assert logged.startswith("x   5  A: PlayCard card 3, at start\n") and "\nx   6  A: EndMainPhase\n" in logged
    assert "\n    7  judge: went back to version 4: not that card\n" in logged
    assert logged.endswith(f"\n{STRUCK_MEANS}\n")
    # Also where the log is not shown as far as that.
    assert person.run("log", game, "--after", "4", "--limit", "1").startswith("x   5  A: PlayCard")
    assert STRUCK_MEANS not in person.run("log", game, "--limit", "3") + person.run("log", game, "--after", "6")
    assert person.run("find", game, "--fact", "CardPlayed").startswith("x   5  A: PlayCard card 3, at start")
    (found,) = lines_of(person.run("find", game, "--fact", "CardPlayed", "--json"))
    assert found["struck"] and found["facts"] == [1]


def test_whoever_looks_back_is_told_who_has_won(combat: tuple[Person, str]) -> None:
    anybody, game = combat
    won = r"over, \w+ \(seat \d\) won \(whi\.[a-z.-]+, page \d+\)\n$"
    for words in (("view",), ("timeline",), ("log", "--after", "300")):
        assert re.search(won, anybody.run(words[0], game, *words[1:])), words
    earlier = (("view", "--at", "300"), ("timeline", "--to", "300"), ("log", "--limit", "300"))
    assert not any(re.search(won, anybody.run(words[0], game, *words[1:])) for words in earlier)


def test_a_fork_says_where_it_comes_from(person: Person, tmp_path: Path) -> None:
    game = sandbox(person, tmp_path)
    fork = person.json("fork", game, "--at", "5")["game_id"]
    words = f"forked from {game}, version 5"
    assert person.run("timeline", fork).startswith(f"{words}\n") and words not in person.run("timeline", game)
    assert words in " ".join(person.run("view", fork).split()) and words not in person.run("view", game)


def test_the_id_of_each_card_is_listed(combat: tuple[Person, str], person: Person, tmp_path: Path) -> None:
    game = sandbox(person, tmp_path)
    out = person.run("view", game, "--ids")
    assert out.startswith(person.run("view", game)) and fits(out)
    ids = out[len(person.run("view", game)) :]
    assert "\n  5: Scout, A, hand\n" in ids and "\n263: Farming Village, A, field, at start\n" in ids
    anybody, game = combat
    assert re.search(
        r"^ *\d+: [A-Z].*, cards, place [a-z]+ \(seat \d\)'s [a-z]+", anybody.run("view", game, "--ids"), re.M
    )


# Replaying.


def test_a_replay_numbers_each_fact_with_its_rule_and_what_it_changed(person: Person, tmp_path: Path) -> None:
    game = sandbox(person, tmp_path)
    out = person.run("replay", game, "--from", "5")
    assert fits(out) and out.startswith("    5  A: PlayCard card 3, at start\n      5.1  CardPlayed A, ")
    assert "\n      5.2  CoinsGained A, coins 1                       hoc.card.farming-village\n" in out
    assert "             turn.coins: 0 -> 1\n" in out
    assert " | " not in out and ">" not in out.replace("->", "")
    # The numbers are those that the other commands take.
    coins = [person.json("view", game, "--at", "5", "--fact", fact)["view"]["turn"].get("coins", 0) for fact in "012"]
    assert coins == [0, 0, 1]
    assert person.run("view", game, "--version", "5", "--fact", "1").startswith("version 5, after 1 of its facts")
    assert person.run("view", game, "--version", "5", "--fact", "0").startswith("version 5, before its facts")
    answers = lines_of(person.run("replay", game, "--from", "5", "--json"))
    assert [answer["place"].get("fact", 0) for answer in answers] == [0, 1, 2]


def test_a_replay_can_tell_rules_and_scripts_in_words(person: Person, tmp_path: Path) -> None:
    out = person.run("replay", sandbox(person, tmp_path), "--from", "5", "--facts")
    assert fits(out) and "> Main phase\n" in out and "           | " in out
    assert out.count("hoc.main.play-one") == 1


def test_a_combat_is_replayed_as_a_seat_saw_it(combat: tuple[Person, str]) -> None:
    anybody, game = combat
    found = lines_of(anybody.run("find", game, "--fact", "AttackersDeclared", "--limit", "1", "--json"))
    version = str(found[0]["step"]["version"])
    out = anybody.run("replay", game, "--from", version, "--to", version)
    assert "AttackersDeclared" in out and "combat.attackers_declared: false -> true" in out and fits(out)
    # What lay hidden from a seat is not in what it saw.
    drawn = lines_of(anybody.run("find", game, "--fact", "CardDrawn", "--seat", "0", "--limit", "1", "--json"))
    place = str(drawn[0]["step"]["version"])
    seats = {fact["fact"].get("seat", 0) for fact in drawn[0]["step"]["facts"] if "CardDrawn" in fact["fact"]["@type"]}
    whole, other = (anybody.run("replay", game, "--from", place, "--to", place, *more) for more in ((), ("--as", "0")))
    assert ("CardDrawn sensible (seat 1), card" in whole) == (seats == {1})
    assert "CardDrawn sensible (seat 1), card" not in other


def test_of_a_running_game_a_player_replays_what_the_seat_sees(person: Person, ben: Person, judge: str) -> None:
    game = person.game("--seats", "open,open", "--name", "Ann")
    ben.run("join", game, "--name", "Ben")
    own = person.run("replay", game, "--facts")
    assert "CardDrawn Ann, card" in own and "CardDrawn Ben, card" not in own and "  in The game" not in own
    whole = person.run("replay", game, "--facts", "--token", judge)
    assert "CardDrawn Ben, card" in whole and "  in The game > Setup" in whole
    eyes = person.run("replay", game, "--token", judge, "--as", "Ben")
    assert "CardDrawn Ben, card" in eyes and "CardDrawn Ann, card" not in eyes
    assert "PERMISSION_DENIED" in person.run("view", game, "--version", "4", "--fact", "1", code=4)
    assert "PERMISSION_DENIED" in person.run("replay", game, "--as", "Ben", code=4)
    assert "no seat is 'Cleo'" in person.run("replay", game, "--as", "Cleo", code=2)
    assert "UNKNOWN_VERSION" in person.run("replay", game, "--from", "99", code=4)
    assert "INVALID_REQUEST: to: " in person.run("timeline", game, "--from", "3", "--to", "2", code=4)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("", ""),
        ("3", "3"),
        ('"city"', "city"),
        ("true", "true"),
        ('{"id": 3, "at": {"x": 1}}', "id 3, at (x 1)"),
        ('[1, {"kind": "city"}]', "[1, (kind city)]"),
    ],
)
def test_a_value_of_a_view_is_told_in_words(value: str, words: str) -> None:
    assert value_words(value) == words


# Finding.


def test_entries_are_found_by_what_their_facts_say(person: Person, tmp_path: Path) -> None:
    game = sandbox(person, tmp_path)
    (at,) = lines_of(person.run("find", game, "--fact", "CardPlayed", "--json"))[0]["step"]["facts"][0]["fact"][
        "opened"
    ]
    person.run("send", game, "PlayCard", "card=5", f"at={at}")
    out = person.run("find", game, "--kind", "scout")
    assert out.startswith(f"    6  A: PlayCard card 5, at {at} ") and "      6.1  CardPlayed A, " in out and fits(out)
    assert out.splitlines()[0].endswith("Z")
    by = {
        "--rule=hoc.main": {5},
        "--rule=hoc.main.play-one": {5},
        "--rule=hoc.mai": set(),
        "--fact=CardPlayed": {5, 6},
        "--card=3": {5},
        "--seat=A": {2, 5, 6},
        "--seat=B": {3},
        f"--since={LATER}": set(),
        f"--until={LATER}": {1, 2, 3, 4, 5, 6},
        "--after=5": {6},
        "--limit=2": {1, 2},
    }
    for option, versions in by.items():
        found = {answer["step"]["version"] for answer in lines_of(person.run("find", game, option, "--json"))}
        assert found >= versions and (versions or not found), option
        assert found == versions or option in ("--rule=hoc.main", "--fact=CardPlayed"), (option, found)
    coins = person.run("find", game, "--fact", "CoinsGained", "--limit", "1")
    assert "\n      5.2  CoinsGained A, coins 1 " in coins and "CardPlayed" not in coins
    # All of one fact: no coin is a card that was played.
    assert person.run("find", game, "--fact", "CoinsGained", "--kind", "scout") == "nothing was found\n"
    assert "'noon' is no time" in person.run("find", game, "--since", "noon", code=2)
    assert "no seat is '7'" in person.run("find", game, "--seat", "7", code=2)


def test_a_time_is_utc_where_it_names_no_zone() -> None:
    assert from_time("") == 0
    assert from_time("1970-01-01T00:01") == 60_000_000 == from_time("1970-01-01T01:01+01:00")


# Why.


def test_a_fact_is_explained_by_the_rules_in_force(combat: tuple[Person, str]) -> None:
    anybody, game = combat
    found = lines_of(anybody.run("find", game, "--fact", "DefendersDeclared", "--limit", "1", "--json"))[0]
    version, fact = str(found["step"]["version"]), str(found["facts"][0])
    out = anybody.run("why", game, version, "--fact", fact)
    assert fits(out) and out.startswith(f"{version}.{fact}  DefendersDeclared")
    assert "\n  whi.combat.defenders, page 12: 3. Declare defenders\n    " in out
    order = ["rules in force", "whi.game: The game", "whi.turn, page 10: A turn", "whi.combat, page 12: An attack"]
    order += [
        "what led to it",
        f"\n{int(version):>5}  sensible",
        "what it changed",
        "what was asked before it",
        "decision",
    ]
    assert [out.index(words) for words in order] == sorted(out.index(words) for words in order)
    whole = anybody.json("why", game, version, "--fact", fact)
    assert whole["scripts"][0]["rule"]["id"] == "whi.game" and whole["asked"]["offers"]


def test_of_another_seats_command_it_is_said_that_it_is_not_shown(person: Person, ben: Person) -> None:
    game = str(person.json("new", "warhammer_invasion", "--seats", "open,open", "--name", "Ann")["game_id"])
    ben.run("join", game, "--name", "Ben")
    person.run("send", game, "ChooseStarter", "starter=dwarf")
    found = ben.run("why", game, "5", "--fact", "1")
    assert "\nwhat led to it\n    5  Ann: its command is not shown to you\n" in found
    assert ben.run("why", game, "5").startswith("version 5, Ann: its command is not shown to you\n")
    assert "not shown" not in person.run("why", game, "5", "--fact", "1")


def test_a_fact_that_there_is_not_is_an_error(person: Person, tmp_path: Path) -> None:
    game = sandbox(person, tmp_path)
    assert "INVALID_REQUEST" in person.run("why", game, "5", "--fact", "3", code=4)
    assert "UNKNOWN_VERSION" in person.run("why", game, "99", "--fact", "1", code=4)
    assert "which entry's fact?" in person.run("why", game, "--fact", "1", code=2)
    assert "which entry's fact?" in person.run("view", game, "--fact", "1", code=2)
    assert "INVALID_REQUEST" in person.run("view", game, "--version", "5", "--fact", "9", code=4)


def test_why_a_command_is_refused_then(person: Person, tmp_path: Path) -> None:
    game = sandbox(person, tmp_path)
    out = person.run("why-not", game, "BuyCard", "kind=duke")
    assert out.startswith("version 5, A: BuyCard kind duke\n") and "(hoc.second.exclusive, page 16)\n    | " in out
    assert out.endswith("asked there: A, Main phase (hoc.main, page 13)\n") and fits(out)
    # In its own time it was allowed.
    played = ("why-not", game, "PlayCard", "card=3", "at=start")
    assert "the rules allow it" not in person.run(*played)
    assert person.run(*played, "--at", "4").endswith("the rules allow it there\n")
    assert person.run(*played, "--at", "4", "--as", "1").startswith("version 4, B: PlayCard card 3, at start\n\n")
    assert "is not a command of heart_of_crown@1" in person.run("why-not", game, "Dance")
    found = person.json("why-not", game, "BuyCard", "kind=duke")
    assert found["reasons"][0]["statement"] and not found.get("accepted")
    assert "a command is wanted" in person.run("why-not", game, code=2)
    assert "'card' is not FIELD=VALUE" in person.run("why-not", game, "PlayCard", "card", code=2)
    assert "UNKNOWN_VERSION" in person.run("why-not", game, "Concede", "--at", "99", code=4)


def test_whose_command_it_is_must_be_said_by_judges_and_is_told_to_no_other_seat(person: Person, judge: str) -> None:
    game = person.game("--seats", "open,open", "--name", "Ann")
    assert "whose command is it?" in person.run("why-not", game, "BuyCard", "kind=duke", "--token", judge, code=2)
    assert "version 2" in person.run("why-not", game, "BuyCard", "kind=duke", "--token", judge, "--as", "Ann")
    assert "PERMISSION_DENIED" in person.run("why-not", game, "BuyCard", "kind=duke", "--as", "1", code=4)


def test_what_was_refused_in_play_is_kept_for_judges(person: Person, tmp_path: Path, judge: str) -> None:
    game = sandbox(person, tmp_path)
    assert person.run("refused", game) == "no refused command is kept\n"
    person.run("send", game, "KeepCard", "card=9", "on=7", code=4)
    out = person.run("refused", game)
    assert out.startswith("version 5, A: KeepCard card 9, on 7 ") and "(hoc.keep.action-only, page 14)" in out
    assert fits(out)
    (kept,) = person.json("refused", game)
    assert kept["mark"] in out and kept["reason"] == "REFUSED"
    why = person.run("why-not", game, "--refused", kept["mark"])
    assert why.startswith("version 5, A: KeepCard card 9, on 7\n") and "    | " in why
    assert "INVALID_REQUEST" in person.run("why-not", game, "--refused", "1-1", code=4)
    assert "PERMISSION_DENIED" in person.run("refused", game, "--as", "0", code=4)


def test_who_looked_is_told_when_the_game_is_over(person: Person, ben: Person, judge: str) -> None:
    game = person.game("--seats", "open,open", "--name", "Ann")
    ben.run("join", game, "--name", "Ben")
    assert person.run("looks", game, "--token", judge) == "no judge has looked at what is hidden\n"
    ben.run("replay", game, "--token", judge)
    for _ in range(2):
        ben.run("view", game, "--token", judge, "--as", "0")
    ben.run("watch", game, "--token", judge, "--facts", "--once", "--after", "2")
    assert "PERMISSION_DENIED" in person.run("looks", game, code=4)
    person.run("send", game, "Concede")
    out = person.run("looks", game)
    assert fits(out)
    assert re.search(r"^20\S+ \S+Z +judge Dana +ReplayGame +everything +1 to 4 +1$", out, re.M)
    assert re.search(r"^20\S+ \S+Z +judge Dana +GetView +seat 0 +4 +2$", out, re.M)
    assert re.search(r"^20\S+ \S+Z +judge Dana +WatchTable +everything +3 to 4 +1$", out, re.M)
    found = person.json("looks", game)
    assert [(look["method"], look["first"], look["version"]) for look in found] == [
        ("ReplayGame", 1, 4),
        ("GetView", 4, 4),
        ("GetView", 4, 4),
        ("WatchTable", 3, 4),
    ]


def test_looks_that_are_the_same_or_follow_each_other_stand_in_one_line() -> None:
    dana, eve = (entry_pb2.Actor(role=entry_pb2.ROLE_JUDGE, name=name) for name in ("Dana", "Eve"))

    def look(actor: entry_pb2.Actor, first: int, last: int, seat: int | None = None) -> audit_pb2.Look:
        return audit_pb2.Look(time_us=0, actor=actor, method="WatchTable", first=first, version=last, seat=seat)

    some = [look(dana, 1, 4), look(dana, 5, 5), look(dana, 5, 5), look(dana, 5, 5, 0), look(eve, 6, 6), look(eve, 8, 8)]
    assert [len(each) for each in looks.in_a_row(some)] == [3, 1, 1, 1]
    assert looks.row(some[:3])[2:] == ("WatchTable", "everything", "1 to 5", "3")
    # Earlier releases noted the newest version alone.
    assert looks.row([audit_pb2.Look(actor=dana, method="GetView", version=7)])[4] == "7"
