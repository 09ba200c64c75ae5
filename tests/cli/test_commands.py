"""The commands against a real service, as people and programs use them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekeeper.cli.failing import Problem
from rulekeeper.cli.keys import Keys
from rulekeeper.cli.play import called_as, pair
from rulekeeper.cli.typed import Typed
from rulekeeper.cli.watching import field_words
from rulekeeper.client import to_value
from rulekeeper.testing.service import OwnService
from rulekeeper.v1 import table_pb2
from tests.cli.conftest import Person
from tests.testing.positions import main_phase

DECK = [{"type": "Bag", "of": [["mountain-brigade", 3]]}]
HAND = [
    {"type": "Card", "id": 258 + 256 * number, "kind": kind, "audience": 2}
    for number, kind in enumerate(("troll-slayers", "king-kazador"))
]
INVASION = {
    **{"game": "warhammer_invasion@1", "seats": 2, "entry": "phase", "args": [0, 6]},
    "state": {
        "players": [{"capital": "dwarf", "hand": HAND, "deck": DECK}, {"capital": "orc", "deck": DECK}],
        "minted": [[2, 3]],
    },
}
"""The end of a turn, in which no unit is played."""


def fits(out: str) -> bool:
    """In 80 columns, but for tokens; an answer of the person's is not in the output, so a prompt has no end there."""
    return all(len(line.removeprefix("> ")) <= 80 or "eyJ" in line for line in out.splitlines())


def position(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(main_phase()))
    return f"@{path}"


def test_rulesets_are_listed_and_one_shown_in_full(person: Person) -> None:
    assert "heart_of_crown@1" in person.run("rulesets")
    out = person.run("rulesets", "heart_of_crown")
    assert "  PlayCard" in out and "main-phase" in out and fits(out)
    assert "  set: first-play, introduction, introduction-2," in out and "random\n" in out
    assert "  commons: a list of 30, such as donation, wishing-well, scout\n  end: " in out
    assert "  left out: set: first-play, end: dukes, talisman: never-kept\n" in out
    assert person.json("rulesets", "heart_of_crown@1")["info"]["fewest_seats"] == 2
    assert "Warhammer: Invasion, 2 seats\n" in person.run("rulesets", "warhammer_invasion")


def test_a_game_is_made_joined_and_seen_by_two_people(person: Person, ben: Person) -> None:
    game = person.game("--seats", "open,open", "--name", "Ann")
    assert "gathering" in person.run("games")
    joined = ben.json("join", game, "--name", "Ben")
    assert joined["seat"] == 1 and len(bytes.fromhex(joined["contribution"])) == 32
    (info,) = [each for each in person.json("games", "--status", "running") if each["game_id"] == game]
    assert [seat["name"] for seat in info["seats"]] == ["Ann", "Ben"]
    asked = person.json("decision", game)["decision"]["seats"][0]
    assert person.json("decision", game)["decision"].get("offers") is not None or asked == 1
    assert person.run("join", game, "--name", "Cleo", code=4).startswith("rulekeeper: SEAT_TAKEN")


def test_how_to_sit_down_and_to_play_is_said(person: Person) -> None:
    out = person.run("new", "heart_of_crown", "--seats", "open,open")
    game = out.split()[1]
    assert out.endswith(f"sit down: rulekeeper join {game} --name YOU\n")
    refused = person.run("play", game, code=4)
    assert f"you have no seat in game {game}\n  what to do: rulekeeper join {game} --name YOU" in refused
    assert person.run("join", game, "--name", "Ann").endswith(f"play: rulekeeper play {game}\n")
    assert person.run("join", game, "--name", "Ben").endswith(f"play: rulekeeper play {game} --as 1\n")
    made = person.run("new", "heart_of_crown", "--sandbox")
    assert made.endswith(f"play: rulekeeper play {made.split()[1]}\n")


def test_the_set_up_of_a_game_is_told(person: Person) -> None:
    game = person.game("--seats", "open,bot", "--name", "Ann", "--setup", '{"set": "great-war"}')
    assert person.run("view", game).splitlines()[0].endswith(", set: great-war, end: dukes, talisman: never-kept")
    row = person.run("games").partition(game)[2].splitlines()
    assert "heart_of_crown@1  set: " in row[0] and "great-war" in "".join(row[:2])
    assert person.run("play", game, said="q\n").startswith("heart_of_crown@1, set: great-war, end: ")


def test_an_invited_seat_takes_its_invitation(person: Person, ben: Person) -> None:
    game = person.game("--seats", "open,invited", "--name", "Ann")
    saved = Keys(person.folder / "credentials.json").of(person.server, game)
    (invitation,) = [key.token for key in saved if key.role == "invitation"]
    assert "INVITATION_NEEDED" in ben.run("join", game, "--seat", "1", "--name", "Ben", code=4)
    assert ben.json("join", game, "--name", "Ben", "--token", invitation)["seat"] == 1


def test_a_command_is_sent_and_a_refusal_names_its_rules(person: Person, tmp_path: Path) -> None:
    game = person.game("--position", position(tmp_path))
    out = person.run("decision", game, "--unavailable")
    assert "PlayCard" in out and "hoc.coronation.declare" in out and fits(out)
    assert "it would be accepted" in person.run("send", game, "PlayCard", "card=3", "at=start", "--check")
    assert "hoc.keep.action-only" in person.run("send", game, "KeepCard", "card=9", "on=7", "--check")
    refused = person.run("send", game, "KeepCard", "card=9", "on=7", code=4)
    assert refused.startswith("rulekeeper: REFUSED") and "(hoc.keep.action-only, page 14)" in refused
    assert f"what to do: rulekeeper decision {game} lists what may be done" in refused
    error = person.json("send", game, "KeepCard", "card=9", "on=7", code=4)["error"]
    assert error["code"] == "REFUSED" and error["reasons"][0]["rule"] == "hoc.keep.action-only"
    sent = person.json("send", game, "PlayCard", "card=3", "at=start")
    assert sent["facts"][0]["fact"]["@type"] == "rulekeeper.heart_of_crown.v1.CardPlayed"
    assert "(hoc." in person.run("send", game, "PlayCard", "card=9", "at=99:right", code=4)


def test_things_are_called_as_the_decision_calls_them(person: Person, tmp_path: Path) -> None:
    game = person.game("--seats", "open,open", "--position", position(tmp_path))
    sent = ("PlayCard", "card=farming village", "at=start")
    assert person.run("why-not", game, *sent).endswith("the rules allow it there\n")
    # The seats of a sandbox have names too.
    out = person.run("send", game, *sent, "--as", "A")
    assert out.startswith("version 5\n    CardPlayed seat 0, was 3, card 263")
    assert "\n  card: a whole number is wanted\n" in person.run("why-not", game, "KeepCard", "card=Duke")
    assert "no seat is 'Cleo'" in person.run("send", game, "Concede", "--as", "Cleo", code=2)


def test_several_things_of_a_name_are_told_apart_by_their_values() -> None:
    candidates = [table_pb2.Candidate(value=to_value(value), label=label) for value, label in ((3, "Orc"), (4, "Orc"))]
    candidates.append(table_pb2.Candidate(value=to_value(1), label="kingdom~"))
    field = table_pb2.OfferField(name="units", subset=table_pb2.Subset(candidates=candidates))
    offers = [table_pb2.Offer(fields=[field])]
    assert called_as(offers, {"units": ("Kingdom", 3), "other": "kingdom"}) == {"units": (1, 3), "other": "kingdom"}
    with pytest.raises(Problem, match="units: several are called 'orc'") as no:
        called_as(offers, {"units": ("orc",)})
    assert no.value.remedy == "write one of 3, 4."


def test_where_nothing_can_be_chosen_it_is_said() -> None:
    assert field_words(table_pb2.OfferField(name="units", subset=table_pb2.Subset())) == "none"


def test_what_is_no_command_says_what_there_is(person: Person, tmp_path: Path) -> None:
    game = person.game("--position", position(tmp_path))
    out = person.run("send", game, "PlayCart", "card=3", code=4)
    assert "has no command 'PlayCart'" in out and "do you mean PlayCard? rulekeeper rulesets heart_of_crown@1" in out
    assert person.json("send", game, "PlayCart", code=4)["error"]["code"] == "MALFORMED_COMMAND"
    out = person.run("send", game, "PlayCard", "karte=3", code=4)
    assert "MALFORMED_COMMAND: karte: there is no such field; PlayCard has card, at" in out
    assert "rulekeeper rulesets RULESET lists the commands" in out and "Mend the client" not in out
    assert "MALFORMED_COMMAND: at: a text is wanted" in person.run("send", game, "PlayCard", "card=3", "at=5", code=4)
    other = person.game("--seats", "open,open")
    assert person.json("send", other, "PlayCard", code=4)["error"]["code"] == "NO_SEAT"


def test_an_entry_that_there_is_not_is_none(person: Person, tmp_path: Path) -> None:
    game = person.game("--position", position(tmp_path))
    head = person.json("view", game)["head"]["version"]
    said = person.json("why", game, "999", code=4)["error"]
    assert said["message"] == f"there is no version 999: the log ends at {head}" and said["code"] == "UNKNOWN_VERSION"
    assert said["remedy"] == f"rulekeeper log {game} shows how far the log goes."


def test_what_is_closed_is_told_once_and_by_its_cards_where_that_is_asked(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(INVASION))
    game = person.json("new", "warhammer_invasion", "--position", f"@{path}")["game_id"]
    out = person.run("decision", game)
    assert out.count("PlayUnit: closed") == 1 and fits(out)
    out = person.run("decision", game, "--unavailable")
    assert "PlayUnit: closed" not in out and "not  King Kazador in your hand: play" in out and "Troll Slayers in" in out


def test_the_table_the_log_and_an_entry_are_shown(person: Person, tmp_path: Path) -> None:
    game = person.game("--position", position(tmp_path))
    person.run("send", game, "PlayCard", "card=3", "at=start")
    table = person.run("view", game)
    assert "(you)" in table and fits(table)
    assert "seat 0 (you)" not in person.run("view", game, "--as", "judge")
    log = person.run("log", game)
    assert "PlayCard card 3, at start" in log and "hoc.main.play-one, page 13" in log and fits(log)
    steps = [json.loads(line) for line in person.run("log", game, "--json").splitlines()]
    assert [step["step"]["version"] for step in steps] == list(range(1, len(steps) + 1))
    version = str(len(steps))
    why = person.run("why", game, version)
    assert "hoc.main.play-one, page 13: " in why and "-> CardPlayed" in why and fits(why)
    assert "hoc.main.play-one" in person.json("why", game, version)["rules"]
    assert "hoc.coronation.declare, page 18: " in person.run("why", game)
    assert "UNKNOWN_VERSION" in person.run("view", game, "--version", "999", code=4)
    followed = person.run("watch", game, "--once", "--facts")
    assert "the game begins" in followed and "CardPlayed" in followed
    assert len(person.run("watch", game, "--once", "--json").splitlines()) == len(steps)
    back = person.run("watch", game, "--once", "--facts", "--after", version)
    assert back.startswith("waiting for A: Main phase") and len(back.splitlines()) == 1


def test_a_game_is_proved_when_it_is_over(person: Person) -> None:
    game = person.game("--seats", "open,bot", "--name", "Ann")
    assert "not proved: digests and draws" in person.run("verify", game)
    person.run("send", game, "Concede")
    out = person.run("verify", game)
    assert "sound: nothing was found" in out and "draws     " in out and fits(out)
    found = person.json("verify", game)
    assert found["sound"] and found["draws"] > 5 and found["findings"] == [] and found["not_proved"] == []
    assert found["decided_again"] > 0


def test_another_contribution_than_was_sent_is_found(person: Person) -> None:
    game = person.game("--seats", "open,bot", "--name", "Ann")
    person.run("send", game, "Concede")
    path = person.folder / "credentials.json"
    saved = json.loads(path.read_text())
    for key in saved[person.server][game]:
        if key["role"] == "seat":
            key["contribution"] = "00" * 32
    path.write_text(json.dumps(saved))
    out = person.run("verify", game, code=1)
    assert "NOT SOUND" in out and "contribution" in out


def test_another_past_than_was_shown_is_refused(person: Person) -> None:
    game = person.game("--seats", "open,bot", "--name", "Ann")
    path = person.folder / "heads.json"
    heads = json.loads(path.read_text())
    heads[f"{person.server}/{game}"]["digest"] = "00" * 32
    path.write_text(json.dumps(heads))
    out = person.run("log", game, code=5)
    assert "rulekeeper: HISTORY_CHANGED: " in out and "Do not trust" in out


def test_a_judges_token_is_made_from_the_services_key(person: Person, own_service: OwnService) -> None:
    game = person.game("--seats", "open,bot", "--name", "Ann")
    folder = str(own_service.folder / "data")
    token = person.run("token", "judge", "--folder", folder, "--game", game, "--name", "Dana").strip()
    steps = [json.loads(line) for line in person.run("log", game, "--token", token, "--json").splitlines()]
    assert all(step["stored"] for step in steps)
    other = person.game("--seats", "open,bot", "--unlisted")
    assert "PERMISSION_DENIED" in person.run("log", other, "--token", token, code=4)
    assert "judge, admin or spectator" in person.run("token", "king", "--folder", folder, code=2)
    assert "no signing key" in person.run("token", "judge", "--folder", str(person.folder), code=2)


def test_a_person_plays_at_the_terminal(person: Person) -> None:
    out = person.run("play", "heart_of_crown", "--name", "Ann", said="?\n99\nnonsense\nv\nl\n1\nq\n")
    assert "Main phase (hoc.main, page 13)" in out and "h for help" in out and "not  " in out and fits(out)
    assert "seats       0 Ann, 1 random\n" in out
    assert "the game waits for you: rulekeeper play " in out
    game = out.split("rulekeeper play ")[-1].strip()
    out = person.run("play", game, said="q\n")
    assert "(you)" in out
    assert "     at any time: concede\n" in out
    again = person.run("play", game, said="concede\nn\nconcede\ny\nq\n")
    assert again.count("concede: are you sure?") == 2 and "over, random won" in again


def test_a_person_reads_a_card_at_the_table(person: Person) -> None:
    out = person.run("play", "heart_of_crown", said="c post hor\nc 早馬\nc Dukke\nc\nq\n")
    assert out.count("  id          post-horse\n") == 2 and "c NAME a card's text" in out and fits(out)
    assert "has no card Dukke; do you mean Duke? rulekeeper cards heart_of_crown" in out.replace("\n", " ")
    assert "duke                          8  basic     Duke 公爵\n" in out


def test_every_question_takes_what_can_be_typed_at_any_time(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps({**INVASION, "args": [0, 4]}))
    game = person.json("new", "warhammer_invasion", "--position", f"@{path}")["game_id"]
    menu = person.run("play", game, said="q\n").splitlines()
    number = next(line.split()[0] for line in menu if line.endswith("Troll Slayers ..."))
    out = person.run("play", game, said=f"{number}\nv\nl\nx\n?\nc troll slayers\nc nosuch\nh\nq\n")
    assert out.count("key         2/3 power") == 2 and "no standing pass is on" in out and "A number does" in out
    assert "  id          troll-slayers\n" in out and "has no card nosuch" in out
    assert out.splitlines()[-1].endswith(f"the game waits for you: rulekeeper play {game}")


@pytest.mark.parametrize("leaving", ["q\n", ""])
def test_whoever_leaves_is_told_the_way_back(person: Person, leaving: str) -> None:
    out = person.run("play", "heart_of_crown", said=leaving)
    assert out.splitlines()[-1].startswith(("the game waits for you: ", "> the game waits for you: "))


@pytest.mark.parametrize("how", ["a file", "a pipe that is closed later", "lines that nobody asks for"])
def test_whoever_types_nothing_leaves_while_others_are_asked(person: Person, ben: Person, how: str) -> None:
    game = person.game("--seats", "open,open", "--name", "Ann")
    ben.run("join", game, "--name", "Ben")
    asked = person.json("decision", game)["decision"]["seats"][0]
    waits = ben if asked == 0 else person
    program = [sys.executable, "-m", "rulekeeper.cli", "play", game]
    surroundings = {**os.environ, "RULEKEEPER_SERVER": person.server, "RULEKEEPER_CONFIG": str(waits.folder)}
    stdin = subprocess.DEVNULL if how == "a file" else subprocess.PIPE
    with subprocess.Popen(program, stdin=stdin, stdout=subprocess.PIPE, text=True, env=surroundings) as play:
        try:
            assert play.stdout is not None
            while "waiting for" not in play.stdout.readline():
                assert play.poll() is None
            if how == "lines that nobody asks for":
                # They are kept for when somebody does.
                assert play.stdin is not None
                play.stdin.write("q\n")
                play.stdin.flush()
                with pytest.raises(subprocess.TimeoutExpired):
                    play.wait(2)
                (ben if waits is person else person).run("send", game, "Concede")
            out, _ = play.communicate(timeout=60)
        finally:
            play.kill()
    ended = "what happened can be proved" if how == "lines that nobody asks for" else "the game waits for you"
    assert play.returncode == 0 and ended in out


def test_ctrl_c_at_the_prompt_leaves_with_the_same_words(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(typed: Typed, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Typed, "ask", interrupted)
    out = person.run("play", "heart_of_crown", said="1\n", code=130)
    game = out.splitlines()[0].removeprefix("game ")
    assert out.endswith(f"\nthe game waits for you: rulekeeper play {game}\n")


def test_a_person_plays_with_the_set_of_cards_that_was_asked_for(person: Person) -> None:
    out = person.run(
        "play", "heart_of_crown", "--player", "sensible", "--setup", '{"set": "court-politics"}', said="q\n"
    )
    assert "Enchantress 魅了術の魔女" in out and "Post Horse" not in out and "1 sensible" in out and fits(out)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("view", "nosuchgame"), 4, "UNKNOWN_GAME"),
        (("rulesets", "chess@1"), 4, "UNKNOWN_RULESET"),
        (("new", "heart_of_crown", "--seats", "open"), 4, "INVALID_SETUP"),
        (("new", "heart_of_crown", "--seats", "open,king"), 2, "'king' is no kind of seat"),
        (("new", "heart_of_crown", "--setup", "{"), 2, "the set-up is not JSON"),
        (("new", "heart_of_crown", "--position", "@/no/such/file"), 2, "/no/such/file: No such file"),
        (("new", "heart_of_crown", "--seed", "xyz"), 2, "not hexadecimal"),
        (("new", "heart_of_crown", "--position", '{"game": "heart_of_crown@1"}'), 4, "INVALID_POSITION"),
        (("games", "--status", "odd"), 2, "'odd' is no status"),
        (
            ("play", "nosuchgame"),
            4,
            "there is no game and no ruleset nosuchgame\n  what to do: rulekeeper rulesets lists",
        ),
        (("send", "nosuchgame", "Pass"), 4, "UNKNOWN_GAME: no game has the id nosuchgame"),
        (("new", "heart_of_crown", "--seats", "open,bot:chess"), 4, "no player 'chess'; there are random, sensible"),
        (("play", "heart_of_crown", "--setup", '{"set": "war"}'), 4, "INVALID_SETUP: set: there is no set 'war'"),
        (("play", "heart_of_crown", "--setup", "[]"), 2, "the set-up is not"),
        (("send", "nosuchgame", "PlayCard", "card"), 2, "'card' is not FIELD=VALUE"),
        (("view", "x", "--token", "damaged"), 4, "UNAUTHENTICATED"),
        (("decision",), 2, "Missing argument"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_goes_wrong_is_said_in_a_line_or_two(
    person: Person, arguments: tuple[str, ...], code: int, words: str
) -> None:
    assert words in person.run(*arguments, code=code)


def test_a_service_that_is_not_there_is_said_to_be_so(person: Person) -> None:
    out = person.run("games", code=3, server="127.0.0.1:1")
    assert "does not answer" in out and "rulekeeper serve starts one" in out


@pytest.mark.parametrize("value", ["1.5", "1e999", '{"a": 1}', "[1, 2.5]", "NaN"])
def test_a_value_that_no_field_takes_is_a_problem(value: str) -> None:
    with pytest.raises(Problem, match="card"):
        pair(f"card={value}")


@pytest.mark.parametrize("value", ["city", "[" * 5_000, "9" * 5_000, '"'])
def test_what_is_not_json_is_a_text(value: str) -> None:
    assert pair(f"card={value}") == ("card", value)
