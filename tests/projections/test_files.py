"""Games as files: what is in them, and that nothing in them can be another thing without being found."""

from __future__ import annotations

import functools
import hashlib
import io
import json
import random
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from google.protobuf.message import Message

from rulekeeper.kernel import JUDGE, SPECTATOR, Game, Match, draws, game_of, random_command, sees
from rulekeeper.log import Head, Stored, digest
from rulekeeper.projections import Kept, Verdict
from rulekeeper.projections.files import FileReader, NewerFormat, header_of, lines_in, lines_of, verify_lines
from rulekeeper.v1.entry_pb2 import Entry, GameImported, GamePaused, Noted
from tests.kernel.night_market import GAME
from tests.projections.book import SECRET, played, recorded

GAMES = {"night_market@1": GAME} | {name: game_of(name) for name in ("heart_of_crown@1", "warhammer_invasion@1")}


def file_of(stored: list[Stored], game: Game[Any] = GAME, viewer: int = JUDGE) -> bytes:
    over = any(Entry.FromString(one.entry).secret for one in stored)
    head = stored[-1].head if stored else Head()
    return b"".join(lines_of(game, "a-game", stored, head, viewer, begun=True, over=over))


def verdict_of(file: bytes, game: Game[Any] | None = GAME, kept: Kept | None = None) -> Verdict:
    return verify_lines(lines_in(io.BytesIO(file)), lambda ruleset: game, kept or Kept())


def found(file: bytes, game: Game[Any] | None = GAME) -> bool:
    """Whether anything is found in a file."""
    try:
        return not verdict_of(file, game).sound
    except NewerFormat:
        return True


def kinds(verdict: Verdict) -> list[tuple[str, int]]:
    return [(finding.kind, finding.version) for finding in verdict.findings]


def sealed(lines: Iterable[bytes]) -> bytes:
    """These lines, the last with the digest of those before it: what somebody would do who changes a file knowingly."""
    *body, end = lines
    new = b'"lines":"%b"' % hashlib.sha256(b"".join(body)).hexdigest().encode()
    return b"".join(body) + re.sub(rb'"lines":"[0-9a-f]{64}"', new, end)


def split(file: bytes) -> list[bytes]:
    return file.splitlines(keepends=True)


@functools.cache
def random_game(ruleset: str, entries: int = 1_500) -> tuple[Stored, ...]:
    """A random game, to its end or to so many entries."""
    game, dice = GAMES[ruleset], random.Random(f"{ruleset} 4")
    assert game is not None
    match: Match[Any] = Match(game, 2, dict(game.setups[0]), seed=SECRET)
    while not match.table.over and len(match.entries) < entries:
        seat = match.asked()[0]
        match.submit(seat, random_command(game, match.table, seat, dice.randrange, match.live))
    return tuple(recorded(match))


# What is in it.


def test_a_finished_game_is_proved_from_its_file() -> None:
    stored = recorded(played())
    file = file_of(stored)
    verdict = verdict_of(file, kept=Kept(stored[4].head, 1, b""))
    assert verdict.sound and not verdict.not_proved, verdict
    assert verdict.head == stored[-1].head and verdict.entries == len(stored)
    assert verdict.draws > 8 and verdict.decided_again == len(stored) - 3


@pytest.mark.parametrize("ruleset", ["heart_of_crown@1", "warhammer_invasion@1"])
def test_whole_games_are_proved_from_their_files(ruleset: str) -> None:
    stored, game = list(random_game(ruleset)), GAMES[ruleset]
    assert game is not None
    verdict = verdict_of(file_of(stored, game), game)
    assert verdict.sound and verdict.entries == len(stored) > 500 and verdict.draws > 100
    assert verdict.decided_again == len(stored) - 3


def test_the_readable_copy_says_all_that_is_stored() -> None:
    stored = recorded(played())
    lines = [json.loads(line) for line in split(file_of(stored))]
    assert lines[0]["head"] == {"version": 13, "digest": stored[-1].digest.hex()} and lines[0]["for"] == "everyone"
    first, dealt, bid = lines[1]["entry"], lines[4]["entry"], lines[5]["entry"]
    assert first["created"]["seats"] == [{"kind": "SEAT_KIND_OPEN", "player": ""}] * 2
    assert dealt["started"] == {} and dealt["time"] == "1970-01-01T00:00:04.000000Z"
    drawn = next(fact for fact in dealt["facts"] if fact["fact"]["@type"] == "night_market.v1.WareDrawn")
    assert drawn["rule"] == "nm.deal" and drawn["audience"] == ["seat 0"] and drawn["hidden"] == ["card", "kind"]
    assert drawn["fact"]["seat"] == 0 and drawn["fact"]["kind"]
    assert {fact["fact"]["@type"] for fact in dealt["facts"]} > {"rulekeeper.v1.ScriptBegan", "rulekeeper.v1.Drew"}
    assert bid["command"] == {"@type": "night_market.v1.Bid", "coins": 1} and bid["actor"]["seat"] == 0
    assert bid["salt"] == "00" * 16 and bid["previous"] == stored[3].digest.hex()
    assert lines[13]["entry"]["secret"] == SECRET.hex() and lines[14]["end"] == 13
    packed = GAME.facts.FromString(Entry.FromString(stored[3].entry).facts)
    assert len(dealt["facts"]) == len(packed.facts)  # type: ignore[attr-defined]


def test_before_the_end_a_judges_file_is_complete_and_says_what_is_open() -> None:
    file = file_of(recorded(played(end=False)))
    header = header_of(split(file)[0])
    assert header.complete and header.viewer == "judge" and header.not_proved[0].startswith("draws: the secret is not")
    verdict = verdict_of(file)
    assert verdict.sound and header.not_proved[0] in verdict.not_proved


def test_without_the_game_the_platform_part_is_proved_and_the_rest_is_said() -> None:
    file = file_of(recorded(played()))
    verdict = verdict_of(file, None)
    assert verdict.sound and sorted(text.split()[0] for text in verdict.not_proved) == [
        "contribution:",
        "folding,",
        "history:",
        "readable",
    ]
    lines = split(file)
    lines[5] = lines[5].replace(b'"decision":4', b'"decision":3')
    assert kinds(verdict_of(sealed(lines), None)) == [("copy", 5)]


def test_another_edition_of_the_rules_makes_no_file_unsound() -> None:
    lines = split(file_of(recorded(played())))
    lines[0] = lines[0].replace(b'"edition":"' + header_of(lines[0]).edition.encode(), b'"edition":"0123456789abcdef')
    lines[0] = lines[0].replace(b"Night Market", b"Night Markets")
    lines[4] = lines[4].replace(b'"page":0', b'"page":7')
    verdict = verdict_of(sealed(lines))
    assert verdict.sound and any(text.startswith("pages and titles") for text in verdict.not_proved)
    lines[4] = lines[4].replace(b'"rule":"nm.deal"', b'"rule":"nm.fest"', 1)
    assert kinds(verdict_of(sealed(lines))) == [("copy", 4)]


# One changed byte.


@pytest.mark.slow
def test_every_byte_of_a_small_file_counts() -> None:
    file = file_of(recorded(played(0)))
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    for at, byte in enumerate(file):
        other = (byte + dice.randrange(1, 256)) % 256
        assert found(file[:at] + bytes((other,)) + file[at + 1 :]), f"byte {at} as {other}, seed {seed}"


def test_a_byte_changed_knowingly_is_found_in_whatever_an_entry_says() -> None:
    """The digest of the lines is made anew, so it finds nothing."""
    lines = split(file_of(recorded(played(1))))
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    for _ in range(800):
        number = dice.randrange(1, len(lines) - 1)
        line = lines[number]
        at = dice.randrange(len(line))
        other = bytes(((line[at] + dice.randrange(1, 256)) % 256,))
        changed = [*lines[:number], line[:at] + other + line[at + 1 :], *lines[number + 1 :]]
        assert found(sealed(changed)), f"line {number}, byte {at} as {other!r}, seed {seed}"


@pytest.mark.parametrize("ruleset", ["heart_of_crown@1", "warhammer_invasion@1"])
def test_bytes_of_larger_games_count(ruleset: str) -> None:
    game = GAMES[ruleset]
    assert game is not None
    file = file_of(list(random_game(ruleset, 60)), game)
    lines = split(file)
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    for number in range(60):
        at = dice.randrange(len(file))
        changed = file[:at] + bytes((file[at] ^ 1 << dice.randrange(8),)) + file[at + 1 :]
        # In every second one, it is known what is changed.
        knowingly = number % 2 and len(lines[0]) <= at < len(file) - len(lines[-1])
        assert found(sealed(split(changed)) if knowingly else changed, game), f"byte {at}, seed {seed}"


FORGED: dict[str, tuple[str, str]] = {
    "another fact": ('"kind":"jade"', '"kind":"lamp"'),
    "another card": ('"card":258', '"card":259'),
    "a seat among those who see it": ('"audience":["seat 0"]', '"audience":["seat 0","seat 1"]'),
    "nobody sees it": ('"audience":["seat 0"]', '"audience":[]'),
    "a judge made it": ('"amended":false', '"amended":true'),
    "another rule": ('"rule":"nm.deal"', '"rule":"nm.night"'),
    "another page": ('"page":0', '"page":3'),
    "another kind of number": ('"card":258', '"card":258.0'),
    "a truth for a number": ('"page":0', '"page":false'),
    "a time": ('"time":"1970-01-01T00:00:04.000000Z"', '"time":"1970-01-01T00:00:05.000000Z"'),
    "a blank": ('"page":0', '"page": 0'),
    "a key twice": ('"page":0', '"page":0,"page":0'),
    "another order": ('"amended":false,"audience":["seat 0"]', '"audience":["seat 0"],"amended":false'),
    "an escape": ('"kind":"jade"', '"kind":"\\u006aade"'),
    "a line feed of another kind": ('"version":4}\n', '"version":4}\r\n'),
    "something more": ('"page":0', '"pafe":1,"page":0'),
    "no number": ('"page":0', '"page":NaN'),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_readable_copy_that_is_forged_is_found(what: str) -> None:
    lines = split(file_of(recorded(played())))
    old, new = (text.encode() for text in FORGED[what])
    assert old in lines[4]
    lines[4] = lines[4].replace(old, new, 1)
    assert kinds(verdict_of(sealed(lines)))[0] in [("copy", 4), ("file", 4)]


def test_a_field_that_the_copy_lacks_is_as_good_as_its_first_value() -> None:
    """Whoever wrote it may not have known of the field."""
    lines = split(file_of(recorded(played())))
    lines[4] = lines[4].replace(b'"amended":false,', b"")
    assert verdict_of(sealed(lines)).sound
    lines[5] = lines[5].replace(b'"decision":4,', b"")
    assert kinds(verdict_of(sealed(lines))) == [("copy", 5)]


def test_stored_bytes_that_are_written_in_another_way_are_found() -> None:
    """Base64 has bits that stand for nothing."""
    lines = split(file_of(recorded(played())))
    number = next(at for at, line in enumerate(lines) if b'==","version"' in line)
    at = lines[number].index(b'==","version"') - 1
    line = lines[number][:at] + bytes((lines[number][at] + 1,)) + lines[number][at + 1 :]
    assert kinds(verdict_of(sealed([*lines[:number], line, *lines[number + 1 :]])))[0] == ("file", number)


HEADERS: dict[str, Callable[[bytes], bytes]] = {
    "another game's rules": lambda line: line.replace(b"night_market@1", b"night_market@2"),
    "a title": lambda line: line.replace(b"Night Market", b"Night Marked"),
    "another reader": lambda line: line.replace(b"everyone", b"judge"),
    "another head": lambda line: line.replace(b'"version":13', b'"version":12'),
    "something not proved": lambda line: line.replace(b'"not_proved":[]', b'"not_proved":["x"]'),
    "not complete": lambda line: line.replace(b'"complete":true', b'"complete":false'),
}


@pytest.mark.parametrize("what", HEADERS)
def test_a_first_line_that_is_forged_is_found(what: str) -> None:
    lines = split(file_of(recorded(played())))
    changed = HEADERS[what](lines[0])
    assert changed != lines[0]
    assert not verdict_of(sealed([changed, *lines[1:]])).sound


# Lines.


def test_entries_that_are_removed_doubled_or_swapped_are_found_at_their_version() -> None:
    lines = split(file_of(recorded(played())))
    for number in range(1, len(lines) - 1):
        removed = verdict_of(sealed([*lines[:number], *lines[number + 1 :]]))
        # Without the last entry the file has fewer than its last line says.
        assert kinds(removed)[0] == (("file", 12) if number == 13 else ("chain", number + 1))
        doubled = verdict_of(sealed([*lines[: number + 1], *lines[number:]]))
        assert ("chain", number) in kinds(doubled)
        if number < len(lines) - 2:
            swapped = verdict_of(sealed([*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]))
            assert ("chain", number + 1) in kinds(swapped)


def test_a_file_that_is_cut_off_is_found_wherever_it_is() -> None:
    file = file_of(recorded(played(0)))
    lines = split(file)
    for number in range(1, len(lines)):
        verdict = verdict_of(b"".join(lines[:number]))
        assert kinds(verdict)[-1] == ("file", number - 1) and "cut off" in verdict.findings[-1].text
    for size in range(0, len(file), 7):
        assert found(file[:size]), size
    assert found(file[:-1])
    assert verdict_of(b"").findings[0].text == "the file is empty"


def test_what_follows_the_end_is_found() -> None:
    file = file_of(recorded(played(0)))
    for more in (b"\n", b"{}\n", split(file)[-1], split(file)[-2], file):
        assert kinds(verdict_of(file + more))[0] == ("file", 5)


def test_another_games_entries_are_found() -> None:
    one, other = split(file_of(recorded(played()))), split(file_of(recorded(played(1), _salted)))
    assert kinds(verdict_of(sealed([*one[:5], *other[5:-1], one[-1]])))[0] in [("file", 0), ("chain", 5)]
    assert not verdict_of(sealed([one[0], *other[1:]])).sound


def _salted(entry: Entry) -> None:
    entry.salt = b"!" * 16


def test_a_record_that_was_changed_before_it_was_exported_is_found() -> None:
    stored = recorded(played())
    entry = Entry.FromString(stored[4].entry)
    entry.time_us += 1
    data = entry.SerializeToString()
    stored[4] = Stored(5, data, stored[4].digest)
    assert kinds(verdict_of(file_of(stored))) == [("digest", 5)]
    stored[4] = Stored(5, data, digest(data))
    assert kinds(verdict_of(file_of(stored))) == [("chain", 6)]


def test_a_rigged_draw_in_a_chain_that_holds_is_found() -> None:
    def change(entry: Entry) -> None:
        if entry.version == 7:
            facts: Any = GAME.facts.FromString(entry.facts)
            drew = next(fact.drew for fact in facts.facts if fact.HasField("drew"))
            drew.value = (drew.value + 1) % drew.below
            entry.facts = facts.SerializeToString()

    assert ("draw", 7) in kinds(verdict_of(file_of(recorded(played(), change))))


def test_what_follows_the_entry_that_ended_a_game_is_found_unless_it_is_said_of_it() -> None:
    def after(**what: Any) -> Verdict:
        stored = recorded(played(0))
        entry = Entry(version=6, ruleset=GAME.ruleset, command_id=b"6", previous=stored[-1].digest, **what)
        data = entry.SerializeToString()
        return verdict_of(file_of([*stored, Stored(6, data, digest(data))]))

    assert after(noted=Noted(text="well played")).sound and after(imported=GameImported()).sound
    assert kinds(after(paused=GamePaused(reason="x"))) == [("chain", 6)]


def test_a_game_that_ends_without_its_secret_is_found() -> None:
    def change(entry: Entry) -> None:
        entry.secret = b""

    assert kinds(verdict_of(file_of(recorded(played(), change)))) == [("commitment", 13)]


# Formats.


def test_a_newer_format_is_told_from_a_damaged_file() -> None:
    file = file_of(recorded(played(0)))
    with pytest.raises(NewerFormat, match="rulekeeper-game-2"):
        verdict_of(file.replace(b"rulekeeper-game-1", b"rulekeeper-game-2", 1))
    for first in (b"rulekeeper-game-x", b"rulekeeper-game-", b"rulekeeper-game-01", b"rulekeeper-log-1"):
        assert kinds(verdict_of(file.replace(b"rulekeeper-game-1", first, 1))) == [("file", 0)]


@pytest.mark.parametrize("first", [b"\n", b"{}\n", b"[" * 100_000, b'{"format":1}\n', b"\xff\xfe\n", b"9" * 5_000])
def test_what_is_no_file_of_a_game_is_told_in_one_finding(first: bytes) -> None:
    verdict = verdict_of(first + file_of(recorded(played(0))))
    assert kinds(verdict) == [("file", 0)] and not verdict.entries


# Redacted files.


def test_a_redacted_file_says_what_it_cannot_prove() -> None:
    stored = recorded(played(end=False))
    for viewer, name in ((0, "seat 0"), (1, "seat 1"), (SPECTATOR, "spectator")):
        file = file_of(stored, viewer=viewer)
        header = header_of(split(file)[0])
        assert not header.complete and header.viewer == name
        assert [text.split(":")[0] for text in header.not_proved] == ["digests", "draws", "facts"]
        verdict = verdict_of(file)
        assert verdict.sound and verdict.entries == len(stored) and verdict.head == stored[-1].head
        assert verdict.not_proved == header.not_proved and not verdict.draws and not verdict.facts
        assert b"stored" not in b"".join(split(file)[1:]) and b"salt" not in file


def test_a_redacted_file_shows_the_steps_of_its_viewer() -> None:
    stored = recorded(played(end=False))
    mine, other = ([json.loads(line) for line in split(file_of(stored, viewer=seat))] for seat in (0, 1))
    assert mine[5]["digest"] == stored[4].digest.hex() and mine[5]["step"]["command"]["coins"] == 1
    assert "command" not in other[5]["step"] and "actor" not in other[5]["step"]
    own = [fact["fact"] for fact in mine[4]["step"]["facts"] if fact["fact"]["@type"] == "night_market.v1.WareDrawn"]
    assert ["kind" in fact and "card" in fact for fact in own] == [fact["seat"] == 0 for fact in own]


def test_changes_of_a_redacted_file_are_found() -> None:
    file = file_of(recorded(played(0, end=False)), viewer=0)
    for at in range(len(file)):
        assert found(file[:at] + bytes((file[at] ^ 1,)) + file[at + 1 :]), at
    lines = split(file)
    assert not verdict_of(sealed([*lines[:2], *lines[3:]])).sound
    assert not verdict_of(sealed([lines[0], lines[2], lines[1], *lines[3:]])).sound
    kept = Kept(Head(3, bytes(32)))
    assert kinds(verdict_of(file, kept=kept)) == [("history", 3)]


def twin(game: Game[Any], stored: Iterable[Stored], viewer: int) -> tuple[list[Stored], int]:
    """The same game with all that the viewer cannot see another: and how much that was."""
    changed = 0
    found: list[Stored] = []
    for one in stored:
        entry = Entry.FromString(one.entry)
        if entry.HasField("command") and not (entry.actor.seat == viewer):
            entry.command = b""
            entry.automatic = not entry.automatic
            changed += 1
        facts: Any = game.facts.FromString(entry.facts)
        for fact in facts.facts:
            name = fact.WhichOneof("fact")
            inner = getattr(fact, name)
            if name not in game.hidden_of:
                if name != "answered":  # that there is an answer is seen; what else the kernel writes down is not
                    changed += other(inner, [field.name for field in inner.DESCRIPTOR.fields])
            elif not sees(fact.audience, viewer):
                every = [field.name for field in inner.DESCRIPTOR.fields]
                changed += other(inner, every if fact.private else game.hidden_of[name])
        entry.facts = facts.SerializeToString()
        entry.salt = b"?" * 16
        entry.previous = found[-1].digest if found else b""
        data = entry.SerializeToString()
        found.append(Stored(one.version, data, digest(data)))
    return found, changed


def other(message: Message, fields: Iterable[str]) -> int:
    """Gives fields another value; how many."""
    number = 0
    for name in fields:
        value = getattr(message, name)
        if isinstance(value, bool):
            setattr(message, name, not value)
        elif isinstance(value, int):
            setattr(message, name, value + 1 if value < 100 else value - 1)
        elif isinstance(value, str):
            setattr(message, name, value + "?")
        elif value:
            message.ClearField(name)
        else:
            continue
        number += 1
    return number


def blanked(file: bytes) -> bytes:
    """Without digests: they stand for what nobody can work out who has not the salt."""
    return re.sub(rb"[0-9a-f]{64}", b"", file)


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_running_games_file_has_nothing_of_what_its_viewer_may_not_see(ruleset: str, viewer: int) -> None:
    game = GAMES[ruleset]
    assert game is not None
    stored = list(random_game(ruleset, 120))
    hidden = [one for one in stored if not Entry.FromString(one.entry).secret]
    twins, changed = twin(game, hidden, viewer)
    assert changed > 20
    assert blanked(file_of(hidden, game, viewer)) == blanked(file_of(twins, game, viewer))
    assert blanked(file_of(hidden, game)) != blanked(file_of(twins, game))


def test_draws_are_not_in_a_redacted_file() -> None:
    stored = recorded(played(end=False))
    assert any(draws(GAME, Entry.FromString(one.entry).facts) for one in stored)
    assert b"rulekeeper.v1." not in file_of(stored, viewer=0) and b"rulekeeper.v1.Drew" in file_of(stored)


def test_a_reader_gives_the_entries_as_they_are() -> None:
    stored = recorded(played())
    reader = FileReader(lambda ruleset: GAME)
    taken = [reader.take(line) for line in split(file_of(stored))]
    assert [one for one in taken if one is not None] == stored and reader.over
