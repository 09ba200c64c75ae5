"""Calling a judge, rulings, taking back and sandboxes, from both sides of the table."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulekeeper.cli import ruling
from rulekeeper.cli.keys import Keys
from rulekeeper.cli.typed import Typed
from rulekeeper.client import Bench, Client, bench
from rulekeeper.client.blocking import LoopThread
from rulekeeper.testing.service import OwnService
from rulekeeper.v1 import judges_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as invasion
from tests.cli.conftest import Person, own_token
from tests.cli.test_commands import fits, position
from tests.games.warhammer_invasion.table import Board, Side


@pytest.fixture
def sandbox(person: Person, tmp_path: Path) -> str:
    """A game of Heart of Crown in which seat 0 has played a card (version 5) and ended the phase (version 6)."""
    game = person.game("--seats", "open,open", "--position", position(tmp_path))
    person.run("send", game, "PlayCard", "card=3", "at=start")
    person.run("send", game, "EndMainPhase")
    return game


@pytest.fixture
def table(person: Person, ben: Person) -> str:
    """A game of Warhammer: Invasion between Ann and Ben; Ann has chosen a starter in version 5."""
    game = str(person.json("new", "warhammer_invasion", "--seats", "open,open", "--name", "Ann")["game_id"])
    ben.run("join", game, "--name", "Ben")
    person.run("send", game, "ChooseStarter", "starter=dwarf")
    return game


# Disputes.


def test_a_dispute_is_called_taken_and_closed(person: Person, ben: Person, table: str, judge: str) -> None:
    out = ben.run("call", table, "Ann chose twice", "--about", "5", "--pause")
    assert out.startswith(f"dispute 6 of game {table}: open ") and "  Ben, about version 5: Ann chose twice\n" in out
    assert "  nobody plays on before it is ruled on\n" in out and fits(out)
    refused = ben.run("send", table, "ChooseStarter", "starter=orc", code=4)
    assert refused.startswith("rulekeeper: GAME_PAUSED: ") and "Ann chose twice" in refused
    (row,) = [info for info in person.json("games", "--status", "paused") if info["game_id"] == table]
    assert row["status"] == "GAME_STATUS_PAUSED" and "paused" in person.run("games", "--status", "paused")
    # The players see their own; the queue is for judges.
    assert "Ann chose twice" in person.run("disputes", table)
    assert "PERMISSION_DENIED: the queue over all games is for judges" in person.run("disputes", code=4)
    queue = person.json("disputes", "--status", "open", "--token", judge)
    assert [each["number"] for each in queue if each["game_id"] == table] == [6]
    assert "PERMISSION_DENIED" in person.run("assign", table, "6", code=4)
    assert "assigned to Dana" in person.run("assign", table, "6", "--token", judge)
    assert "INVALID_REQUEST: rules: " in person.run(
        "close", table, "6", "no", "--rule", "whi.nothing", "--token", judge, code=4
    )
    closed = person.run("close", table, "6", "She chose once", "--rule", "whi.setup.starter.choose", "--token", judge)
    assert "  ruled in version 8, Dana: She chose once\n" in closed and fits(closed)
    assert "    under whi.setup.starter.choose, page 8: First game: choose a starter\n" in closed
    assert "RULING_REFUSED: dispute 6 is closed" in person.run("close", table, "6", "x", "--token", judge, code=4)
    assert "UNKNOWN_DISPUTE" in person.run("assign", table, "5", "--token", judge, code=4)
    assert person.run("disputes", table, "--status", "open") == "there are none\n"
    assert "'old' is no status" in person.run("disputes", "--status", "old", code=2)
    ben.run("send", table, "ChooseStarter", "starter=orc")
    log = ben.run("log", table, "--after", "5")
    assert "    6  Ben: called a judge, about version 5, and paused the game: Ann chose\n" in log
    assert "    7  judge Dana: dispute 6 is for Dana\n" in log and fits(log)
    assert "    8  judge Dana: ruled on dispute 6: She chose once (whi.setup.starter.choose)\n" in log
    tree = person.run("timeline", table, "--token", judge)
    assert "judge called: Ann chose twice\n" in tree and "ruling: dispute 6 ruled: She chose once\n" in tree


def test_a_judge_sees_whose_disputes_they_are_and_takes_none_from_another(
    person: Person, ben: Person, table: str, judge: str, own_service: OwnService
) -> None:
    eve = own_token(own_service, "judge", "--name", "Eve")
    ben.run("call", table, "one")
    ben.run("call", table, "two")
    queue = person.run("disputes", "--unassigned", "--token", judge)
    assert f"dispute 6 of game {table}: open " in queue and "\n  Warhammer: Invasion: Ann and Ben\n" in queue
    assert "Invasion:" not in person.run("disputes", table, "--token", judge)
    person.run("assign", table, "6", "--token", judge)

    def of(*which: str) -> list[int]:
        return [each["number"] for each in person.json("disputes", *which) if each["game_id"] == table]

    assert of("--unassigned", "--token", judge) == [7] and of("--mine", "--token", judge) == [6]
    assert of("--mine", "--token", eve) == []
    refused = person.run("assign", table, "6", "--token", eve, code=4)
    assert refused == "rulekeeper: Dana has dispute 6\n  what to do: take it all the same with --yes.\n"
    # One's own can be handed on.
    assert "assigned to Eve" in person.run("assign", table, "6", "--judge", "Eve", "--token", judge)
    assert "assigned to Dana" in person.run("assign", table, "6", "--token", judge, "--yes")
    both = person.run("disputes", "--mine", "--unassigned", "--token", judge, code=2)
    assert "these do not go together" in both


def test_a_pause_that_a_judge_has_ended_holds_nobody(person: Person, ben: Person, table: str, judge: str) -> None:
    holds = "  nobody plays on before it is ruled on\n"
    assert holds in ben.run("call", table, "one", "--pause")
    person.run("rule", table, "resume", "--reason", "play on", "--yes", "--token", judge)
    assert holds not in ben.run("disputes", table)


def test_whoever_has_no_seat_calls_no_judge(person: Person, ben: Person, table: str, judge: str) -> None:
    cleo = Person(person.server, person.folder / "cleo")
    assert f"you have no seat in game {table}" in cleo.run("call", table, "help", code=4)
    assert "the given token is not one for a seat" in cleo.run("call", table, "x", "--token", judge, code=4)
    assert "INVALID_REQUEST: about: the log ends at version 5" in ben.run("call", table, "x", "--about", "99", code=4)
    assert "INVALID_REQUEST: text: " in ben.run("call", table, "", code=4)


# Rulings.


def test_a_ruling_is_seen_before_it_is_done(person: Person, sandbox: str) -> None:
    out = person.run("rule", sandbox, "back", "4", "--reason", "wrong card", said="n\n", code=1)
    assert out.startswith("2 entries would no longer count\n    5  A: PlayCard card 3, at start\n    6  A: EndMain")
    assert "hidden things that were learned in them, and stay known\n      5.1  B: CardPlayed A, was 3" in out
    assert (
        "\nthe table after it\n── Heart of Crown ──" in out and "waiting for A: Main phase (hoc.main, page 13)\n" in out
    )
    assert out.endswith("rule back 4: are you sure? y or n n\nnothing was done\n") or out.endswith("nothing was done\n")
    assert fits(out.replace("are you sure? y or n ", "\n"))
    assert person.json("games")[0]["head"]["version"] == 6
    # Nobody there to answer is a no.
    assert person.run("rule", sandbox, "back", "4", "--reason", "x", code=1).endswith("nothing was done\n")
    preview = person.json("rule", sandbox, "back", "4", "--preview")
    assert [step["version"] for step in preview["struck"]] == [5, 6] and preview["learned"][0]["seats"] == [1]
    assert person.run("rule", sandbox, "back", "4", "--reason", "wrong card", said="y\n").endswith("version 7\n")
    assert "    7  judge: went back to version 4: wrong card\n" in person.run("log", sandbox)
    person.run("send", sandbox, "PlayCard", "card=3", "at=start")


def test_a_game_that_went_on_meanwhile_is_not_ruled_on(
    person: Person, sandbox: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the judge was shown is no longer what would be struck."""

    def goes_on(words: str) -> bool:
        with LoopThread() as loop:
            loop.run(ruled(person, sandbox, bench.note("played on")))
        return True

    monkeypatch.setattr(ruling, "agreed", goes_on)
    out = person.run("rule", sandbox, "back", "4", "--reason", "wrong card", code=4)
    assert "rulekeeper: STALE_DECISION: nothing was done, the game has gone on: version 7 is on record by now" in out
    error = json.loads(person.run("rule", sandbox, "pause", "--reason", "x", "--yes", "--seen", "6", "--json", code=4))
    assert error["error"]["code"] == "STALE_DECISION"
    assert person.json("rule", sandbox, "pause", "--reason", "x", "--yes", "--seen", "7")["version"] == 8


async def ruled(person: Person, game: str, made: judges_pb2.Ruling) -> None:
    """A judge rules, with the token that came with a sandbox."""
    (key,) = [key for key in Keys(person.folder / "credentials.json").of(person.server, game) if key.role == "judge"]
    async with Client(person.server, key.token) as client:
        await Bench(client, game).give(made)


def test_the_table_is_amended_by_facts_as_a_person_writes_them(person: Person, sandbox: str) -> None:
    said = person.run("rule", sandbox, "amend", "CoinsGained seat=0 coins=2", "--preview")
    assert said.startswith("facts of the ruling itself\n    CoinsGained A, coins 2 (amended) ")
    assert "\n\nwhat it would change\n    turn.coins: 1 -> 3\nwaiting for A: " in said and "HEART OF" not in said
    by_facts = person.run("rule", sandbox, "amend", "--preview", code=2)
    assert "by which facts is the table amended?\n  what to do: write FactName seat=0 coins=2" in by_facts
    rule = ("rule", sandbox, "amend", "--reason", "the card gave 3")
    done = person.run(*rule, 'CoinsGained {"seat": 0, "coins": 2}', "CoinsGained coins=1", "--yes")
    assert done.count("CoinsGained A") == 2
    as_told = '{"@type": "rulekeeper.heart_of_crown.v1.CoinsGained", "coins": 1}'
    assert person.json(*rule, as_told, "--yes")["facts"][0]["amended"]
    assert person.json("view", sandbox)["view"]["turn"]["coins"] == 5
    assert "no fact 'CoinsGaind'" in person.run(*rule, "CoinsGaind coins=1", "--yes", code=2)
    assert "CoinsGained has no field 'coin'" in person.run(*rule, "CoinsGained coin=1", "--yes", code=2)
    # A card that is in no hand.
    unheld = "CardPlayed seat=0 was=99 card=99 kind=city at=start"
    assert "RULING_REFUSED" in person.run(*rule, unheld, "--yes", code=4)


def test_the_result_is_set_once(person: Person, sandbox: str) -> None:
    assert person.run("rule", sandbox, "result", "B", "--preview") == "the game would end here: B would win\n"
    assert person.run("rule", sandbox, "result", "draw", "--preview") == "the game would end here: a draw\n"
    person.run("rule", sandbox, "result", "B", "--reason", "A has left", "--yes")
    assert person.json("games")[0]["winners"] == [1]
    assert "ended the game, B won: A has left" in person.run("log", sandbox)
    assert "RULING_REFUSED" in person.run("rule", sandbox, "back", "4", "--reason", "x", "--yes", code=4)
    assert "GAME_OVER" in person.run("take-back", sandbox, "--as", "0", code=4)


def test_a_draw_is_a_result(person: Person, sandbox: str) -> None:
    person.run("rule", sandbox, "result", "draw", "--reason", "both left", "--yes")
    assert "winners" not in person.json("games")[0]
    assert "ended the game, a draw: both left" in person.run("log", sandbox)


def test_the_game_is_paused_and_resumed(person: Person, sandbox: str) -> None:
    assert person.run("rule", sandbox, "note", "--preview") == "it stands on record; nothing else changes\n"
    assert person.run("rule", sandbox, "pause", "--preview") == "nobody could play on; nothing else changes\n"
    assert "PAUSED" not in person.run("decision", sandbox)
    person.run("rule", sandbox, "pause", "--reason", "lunch", "--yes")
    assert "\nPAUSED: nobody plays on before a judge lets them\n" in person.run("decision", sandbox)
    preview = person.run("rule", sandbox, "resume", "--preview")
    assert preview.startswith("they could play on; nothing else changes\nwaiting for A: ") and "HEART OF" not in preview
    assert "GAME_PAUSED" in person.run("send", sandbox, "EndSecondPhase", code=4)
    assert "RULING_REFUSED: the game is paused already" in person.run(
        "rule", sandbox, "pause", "--reason", "x", "--yes", code=4
    )
    person.run("rule", sandbox, "resume", "--reason", "lunch is over", "--yes")
    person.run("send", sandbox, "EndSecondPhase")
    log = person.run("watch", sandbox, "--once", "--facts")
    assert "judge: paused the game: lunch\n" in log and "judge: let the game go on: lunch is over\n" in log


def test_what_was_asked_before_a_pause_was_not_paused(person: Person, sandbox: str) -> None:
    person.run("rule", sandbox, "pause", "--reason", "lunch", "--yes")
    assert "PAUSED" in person.run("decision", sandbox)
    told = person.run("why", sandbox, "5", "--fact", "1", "--as", "judge")
    assert "what was asked before it" in told and "PAUSED" not in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("back",), "'back' is no ruling"),
        (("back", "four"), "'back four' is no ruling"),
        (("note", "well"), "'note well' is no ruling"),
        (("amend",), "by which facts is the table amended?"),
        (("result",), "'result' is no ruling"),
        (("result", "Cleo"), "no seat is 'Cleo'"),
        (("shout",), "'shout' is no ruling"),
    ],
)
def test_a_ruling_that_there_is_not(person: Person, sandbox: str, arguments: tuple[str, ...], words: str) -> None:
    assert words in person.run("rule", sandbox, *arguments, "--reason", "x", "--yes", code=2)


def test_what_a_ruling_needs(person: Person, ben: Person, sandbox: str, table: str) -> None:
    assert "the players want to know why" in person.run("rule", sandbox, "pause", "--yes", code=2)
    assert "--json asks nothing" in person.run("rule", sandbox, "pause", "--reason", "x", "--json", code=2)
    assert "UNKNOWN_VERSION" in person.run("rule", sandbox, "back", "99", "--preview", code=4)
    assert "PERMISSION_DENIED" in ben.run("rule", table, "pause", "--reason", "x", "--yes", code=4)
    assert "no seat is '7'" in person.run("rule", sandbox, "result", "7", "--preview", code=2)


# Taking back.


def test_a_seat_takes_back_what_showed_nothing(person: Person, sandbox: str) -> None:
    assert person.run("take-back", sandbox, "--as", "0", "--reason", "too early") == (
        "done in version 7: back to version 5, 1 entry no longer counts\n"
    )
    assert person.json("decision", sandbox)["decision"]["rule"]["id"] == "hoc.main"
    assert "    7  A: went back to version 5: too early\n" in person.run("log", sandbox)
    assert "TAKE_BACK_REFUSED" in person.run("take-back", sandbox, "--to", "7", code=4)


def test_what_showed_something_is_taken_back_when_all_agree(person: Person, ben: Person, table: str) -> None:
    assert "nobody asks to take something back" in ben.run("agree", table, code=4)
    out = person.run("take-back", table, "--reason", "wrong race", code=1)
    assert out.startswith("version 6: Ben must agree; back to version 4, 1 entry would no longer count; in\n")
    assert "count; in version 5 something was drawn, or shown that was hidden" in out.replace("\n  ", " ")
    assert out.endswith(f"they answer: rulekeeper agree {table}, with --no if they do not\n") and fits(out)
    assert ben.run("agree", table, "--no") == "    7  Ben: does not agree to going back\n"
    assert person.json("take-back", table, code=1)["asked"] == [1]
    assert "TAKE_BACK_REFUSED" in person.run("agree", table, code=4)
    agreed = ben.run("agree", table)
    assert agreed.startswith("    9  Ben: agrees to going back\n   10  service: went back to version 4: ")
    assert person.json("decision", table)["decision"]["seats"] == [0]


# Sandboxes.


def test_a_game_is_forked_by_judges_and_by_all_when_it_is_over(person: Person, table: str, judge: str) -> None:
    assert "PERMISSION_DENIED" in person.run("fork", table, "--at", "5", code=4)
    assert "RULING_REFUSED" in person.run("fork", table, "--at", "3", "--token", judge, code=4)
    out = person.run("fork", table, "--at", "5", "--token", judge)
    fork = out.split()[1]
    assert f"  a sandbox from version 5 of {table}\n" in out and out.endswith(f"play: rulekeeper play {fork} --as 0\n")
    person.run("send", fork, "ChooseStarter", "starter=orc", "--as", "1")
    assert f"a sandbox from here on, made from game {table}" in " ".join(person.run("log", fork).split())
    person.run("send", table, "Concede")
    said = person.json("fork", table, "--at", "5", "--seed", "07" * 32)
    assert set(said["tokens"]) == {"seat 0", "seat 1", "judge", "spectator"}
    assert "hand" not in person.json("view", said["game_id"], "--as", "spectator")["view"]["players"][0]
    assert "the seed is not hexadecimal" in person.run("fork", table, "--at", "5", "--seed", "x", code=2)
    assert "INVALID_REQUEST: seed: " in person.run("fork", table, "--at", "5", "--seed", "07", code=4)
    assert "UNKNOWN_VERSION" in person.run("fork", table, "--at", "99", code=4)


def test_a_position_is_written_and_played_on_from(person: Person, sandbox: str, tmp_path: Path) -> None:
    assert json.loads(person.run("position", sandbox, "--at", "5"))["game"] == "heart_of_crown@1"
    file = tmp_path / "dispute.json"
    out = person.run("position", sandbox, "--at", "5", "-o", str(file))
    assert f"wrote {file}\n" in out and "waiting for A: Main phase (hoc.main, page 13)\n" in out
    game = person.game("--seats", "open,open", "--position", f"@{file}")
    assert person.json("view", game)["view"]["turn"] == person.json("view", sandbox, "--version", "5")["view"]["turn"]
    assert "PERMISSION_DENIED" in person.run("position", sandbox, "--at", "5", "--as", "0", code=4)
    person.run("rule", sandbox, "amend", "CoinsGained coins=1", "--reason", "x", "--yes")
    none = person.run("position", sandbox, "--at", "7", code=4)
    assert none.startswith("rulekeeper: no position") and f"what to do: rulekeeper fork {sandbox} --at 7 makes" in none
    assert person.json("position", sandbox, "--at", "7", code=4)["error"]["code"] == "INVALID_POSITION"


# Somebody plays meanwhile.


@pytest.fixture
def elsewhere(person: Person) -> Iterator[Callable[[str, judges_pb2.Ruling, float], None]]:
    """Rules in a thread of its own, after so many seconds, if the test still runs."""
    threads: list[threading.Thread] = []
    over = threading.Event()

    def later(game: str, made: judges_pb2.Ruling, seconds: float) -> None:
        def work() -> None:
            if not over.wait(seconds):
                with LoopThread() as loop:
                    loop.run(ruled(person, game, made))

        threads.append(threading.Thread(target=work))
        threads[-1].start()
        if not seconds:
            threads[-1].join()

    yield later
    over.set()
    for thread in threads:
        thread.join()


def test_whoever_plays_is_told_of_rulings_and_plays_on(
    person: Person,
    sandbox: str,
    elsewhere: Callable[[str, judges_pb2.Ruling, float], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def answers(typed: Typed, prompt: str) -> str:
        """Asked a first time, the game is paused under the person's hands, and goes on a little later; asked again, it
        has gone back.
        """
        asked.append(prompt)
        match len(asked):
            case 1:
                elsewhere(sandbox, bench.pause("lunch"), 0)
                elsewhere(sandbox, bench.resume("lunch is over"), 0.5)
                return "1"
            case 2:
                elsewhere(sandbox, bench.go_back(4, "wrong card"), 0)
                return "1"
        return "q"

    async def never(typed: Typed) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Typed, "ask", answers)
    monkeypatch.setattr(Typed, "end", never)
    # Whoever is not asked again does not wait for ever.
    elsewhere(sandbox, bench.set_result([], "they wait for each other"), 20)
    out = person.run("play", sandbox, "--as", "0")
    assert len(asked) == 3
    assert "rulekeeper: GAME_PAUSED: the game is paused: lunch" in out
    order = ["Second phase (hoc.second", "judge: paused the game: lunch"]
    order += ["judge: let the game go on: lunch is over", "that decision has closed meanwhile"]
    order += ["judge: went back to version 4: wrong card", "Main phase (hoc.main, page 13)", "the game waits for you"]
    at = 0
    for words in order:
        assert words in out[at:], (words, out)
        at = out.index(words, at) + len(words)


def test_whoever_plays_is_told_how_to_answer(person: Person, ben: Person, table: str) -> None:
    ben.run("send", table, "ChooseStarter", "starter=orc")
    # Both are asked for their capitals now.
    person.run("take-back", table, code=1)
    out = ben.run("play", table, said="q\n")
    assert "    7  Ann: asks to go back to version 4\n" in out
    assert f"do you agree? answer elsewhere: rulekeeper agree {table}, with --no if" in " ".join(out.split()) and fits(
        out
    )
    assert "do you agree" not in person.run("play", table, said="q\n")


def test_a_preview_shows_what_the_rules_make_of_an_amendment_and_just_that_happens(
    person: Person, tmp_path: Path
) -> None:
    board = Board(Side(kingdom="huntsmen"), Side(kingdom="huntsmen"), entry="phase", phase=invasion.PHASE_CAPITAL)
    path = tmp_path / "position.json"
    path.write_text(board.position.text())
    game = person.json("new", "warhammer_invasion", "--seats", "open,open", "--position", f"@{path}")["game_id"]
    one, two = (f"SectionBurned place={place}" for place in (invasion.PLACE_KINGDOM_1, invasion.PLACE_QUEST_1))
    out = person.run("rule", game, "amend", one, "--preview")
    assert "the game would end" not in out and "waiting for " in out
    ended = "the game would end by it: A would win (whi.win.immediate, page "
    assert ended in person.run("rule", game, "amend", one, two, "--preview")
    assert person.json("rule", game, "amend", one, two, "--preview")["winners"] == [0]
    refused = person.run("rule", game, "amend", "PhaseBegan phase=PHASE_BATTLEFIELD", "--preview", code=4)
    assert "RULING_REFUSED" in refused and "only the rules take" in " ".join(refused.split())
    person.run("rule", game, "amend", one, two, "--reason", "they burn", "--yes")
    assert "over, A won (whi.win.immediate, page " in person.run("log", game)
    assert "sound: nothing was found that should not be" in person.run("verify", game)


def test_who_asks_to_take_back_and_who_must_answer_is_told_everywhere(person: Person, ben: Person, table: str) -> None:
    ben.run("send", table, "ChooseStarter", "starter=orc")
    person.run("take-back", table, "--reason", "slip", code=1)
    said = f"Ann asks to go back to version 4: slip; Ben must answer: rulekeeper agree {table}, with --no if not"
    for words in (("decision",), ("view",), ("timeline",)):
        out = ben.run(words[0], table)
        assert said in " ".join(out.split()) and fits(out), words
    assert "taking back: Ann asks to go back to 4: slip" in ben.run("timeline", table)
    assert ben.json("decision", table)["game"]["taking_back"]["waiting_for"] == [1]
    ben.run("agree", table)
    out = ben.run("timeline", table)
    assert "taking back: Ben agrees\n" in out and "taking back: service went back to 4" in out
    assert "asks to go back" not in ben.run("decision", table) + ben.run("view", table)


def test_going_back_to_a_struck_version_tells_what_counts_again(person: Person, sandbox: str) -> None:
    assert "would count again" not in person.run("rule", sandbox, "back", "4", "--preview")
    person.run("rule", sandbox, "back", "4", "--reason", "no", "--yes")
    out = person.run("rule", sandbox, "back", "6", "--preview")
    assert "2 entries would count again\n    5  A: PlayCard card 3, at start\n    6  A: EndMainPhase\n" in out
    assert [step["version"] for step in person.json("rule", sandbox, "back", "5", "--preview")["counting_again"]] == [5]
