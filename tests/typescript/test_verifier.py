"""The verifier in TypeScript, which was written from docs/trust.md, and `rulekeeper verify` say the same of a file."""

from __future__ import annotations

import asyncio
import base64
import functools
import hashlib
import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulekeeper.cli.proving import Examination, examine_file
from rulekeeper.cli.show import Progress
from rulekeeper.kernel import JUDGE, Match, game_of
from rulekeeper.log import Head, Stored, digest
from rulekeeper.projections.files import lines_of
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import GAME as NIGHT_MARKET
from tests.kernel.night_market import night_market_pb2 as nm
from tests.projections.book import SECRET, recorded
from tests.typescript import building
from tests.typescript.building import Said, verify
from tests.typescript.exports import exports

pytestmark = pytest.mark.skipif(not (building.NODE and building.NPM), reason=building.MISSING)

RULESETS = ("heart_of_crown@1", "warhammer_invasion@1")
COMPLETE = (
    "running",
    "went back",
    "fork, running",
    "fork, finished",
    "import, running",
    "finished",
    "import, finished",
)
Change = Callable[[Entry], None]


@pytest.fixture(scope="module", autouse=True)
def program() -> Path:
    return building.built()


@functools.cache
def files(ruleset: str) -> dict[str, bytes]:
    return asyncio.run(exports(ruleset))


def lines(ruleset: str, name: str) -> list[bytes]:
    return files(ruleset)[name].splitlines(keepends=True)


def python(path: Path) -> Examination:
    return examine_file(path, "nowhere", Progress("", True))


def both(path: Path, file: bytes, *options: str) -> Said:
    """What both say of a file, which must be the same."""
    path.write_bytes(file)
    said, theirs = verify(path, "--json", *options), python(path)
    assert said.found["sound"] == theirs.sound == (said.code == 0), (said.out, theirs.findings)
    first = theirs.findings[0][1].version if theirs.findings else None
    assert said.found["first_bad_version"] == first, (said.out, theirs.findings)
    return said


def sealed(changed: Sequence[bytes]) -> bytes:
    """These lines, the last one with the digest of those before it."""
    *body, end = changed
    new = b'"lines":"%b"' % hashlib.sha256(b"".join(body)).hexdigest().encode()
    return b"".join(body) + re.sub(rb'"lines":"[0-9a-f]{64}"', new, end)


def entries(file: bytes) -> list[Entry]:
    return [
        Entry.FromString(base64.b64decode(json.loads(line)["stored"]))
        for line in file.splitlines()
        if line.startswith(b'{"digest":') and b'"stored":' in line
    ]


def forged(ruleset: str, file: bytes, change: Change) -> bytes:
    """The file of another game: each entry changed, and everything that follows from it made anew."""
    game, stored = game_of(ruleset), list[Stored]()
    assert game is not None
    for entry in entries(file):
        entry.previous = stored[-1].digest if stored else b""
        if entry.HasField("imported"):
            entry.imported.digest = entry.previous
        change(entry)
        data = entry.SerializeToString()
        stored.append(Stored(entry.version, data, digest(data)))
    over = any(Entry.FromString(one.entry).secret for one in stored)
    name = json.loads(file.splitlines()[0])["game"]
    return b"".join(lines_of(game, name, stored, stored[-1].head, JUDGE, begun=True, over=over))


# What is sound.


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", COMPLETE)
def test_a_sound_file_is_proved(ruleset: str, name: str, tmp_path: Path) -> None:
    file = files(ruleset)[name]
    said = both(tmp_path / "game.jsonl", file)
    theirs = python(tmp_path / "game.jsonl")
    assert said.found["findings"] == []
    assert said.found["entries"] == said.found["version"] == theirs.own.version > 40
    assert said.found["digest"] == theirs.own.digest.hex()
    assert said.found["draws"] == theirs.own.draws and bool(said.found["draws"]) == ("finished" in name)
    assert any(text.startswith("rules: ") for text in said.found["not_proved"])
    assert verify(tmp_path / "game.jsonl").out.endswith("\nsound: nothing was found that should not be\n")


def test_what_the_files_hold_is_what_they_are_called_after() -> None:
    kinds = {name: {entry.WhichOneof("what") for entry in entries(files(RULESETS[0])[name])} for name in COMPLETE}
    assert {"rewound", "judge_called", "dispute_ruled", "noted"} <= kinds["went back"]
    assert "forked" in kinds["fork, finished"] and "imported" in kinds["import, finished"]
    assert "forked" not in kinds["finished"] and kinds["running"] == {"created", "seat_taken", "started", "command"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_redacted_file_is_compared_with_digests_that_were_kept(ruleset: str, tmp_path: Path) -> None:
    path, kept = tmp_path / "game.jsonl", entries(files(ruleset)["went back"])[30].previous.hex()
    said = both(path, files(ruleset)["redacted"])
    assert said.found["entries"] == 0 and len(said.found["not_proved"]) == 3
    assert not said.found["file"]["complete"] and said.found["file"]["for"] == "seat 0"
    assert "but nothing of it could be proved" in verify(path).out
    assert verify(path, "--seen", f"30:{kept}").code == 0
    assert verify(path, "--json", "--seen", f"29:{kept}").kinds == [("history", 29)]


def test_results_that_a_position_foretold_are_no_draws_before_and_after_going_back(tmp_path: Path) -> None:
    position = (
        '{"game":"night_market@1","seats":2,"entry":"night","args":[1],"draws":["silk","jade",1,"lamp","lamp"],'
        '"state":{"players":[{},{}],"pile":[{"type":"Bag","of":[["jade",9],["lamp",9],["silk",9]]}]}}'
    )
    match: Match[Any] = Match(NIGHT_MARKET, 2, position=position, seed=SECRET)
    night = [(0, nm.Bid(coins=0)), (1, nm.Bid(coins=0)), (1, nm.Scry())]
    for seat, command in night:
        match.submit(seat, command)
    match.rewind(4)
    for seat, command in (*night, (1, nm.Concede())):
        match.submit(seat, command)
    stored = recorded(match)
    file = b"".join(lines_of(NIGHT_MARKET, "g", stored, stored[-1].head, JUDGE, begun=True, over=True))
    said = both(tmp_path / "game.jsonl", file)
    assert said.code == 0 and said.found["draws"] > 1


def test_what_people_read_fits_in_eighty_columns(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(files(RULESETS[0])["running"])
    said = verify(path).out.splitlines()
    assert any(line.startswith("not proved: ") for line in said) and any(line.startswith("  ") for line in said)
    assert max(map(len, said)) <= 80


# What is damaged.


def flipped(line: bytes, after: bytes) -> bytes:
    """Another letter for a letter that stands a little after some words, or another digit for a digit."""
    at = line.index(after) + len(after) + 3
    old = line[at : at + 1]
    new = bytes((line[at] ^ 1,)) if old.isdigit() else b"b" if old == b"a" else b"a"
    return line[:at] + new + line[at + 1 :]


def at(number: int, change: Callable[[bytes], bytes]) -> Callable[[list[bytes]], list[bytes]]:
    """A change of the line of that entry; -1: of the last line; 0: the first."""

    def changed(whole: list[bytes]) -> list[bytes]:
        found = list(whole)
        found[number] = change(found[number])
        return found

    return changed


DAMAGE: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str, int]] = {
    "a byte of what is stored": (at(20, lambda line: flipped(line, b'"stored":"')), "digest", 20),
    "a byte of a digest": (at(20, lambda line: flipped(line, b'"digest":"')), "digest", 20),
    "a byte of the salt in the copy": (at(20, lambda line: flipped(line, b'"salt":"')), "copy", 20),
    "a byte of a name in the copy": (at(20, lambda line: flipped(line, b'"ruleset":"')), "copy", 20),
    "the time in the copy": (at(20, lambda line: flipped(line, b'"time":"2')), "copy", 20),
    "a rule in the copy": (at(20, lambda line: flipped(line, b'"rule":"')), "copy", 20),
    "who answered, in the copy": (at(20, lambda line: flipped(line, b'"@type":"rulekeeper.v1.An')), "copy", 20),
    "a key's name": (at(20, lambda line: line.replace(b'"decision"', b'"cecision"')), "file", 20),
    "a blank": (at(20, lambda line: line.replace(b'"version":20', b'"version": 20', 1)), "file", 20),
    "another way to write a letter": (at(20, lambda line: line.replace(b'"salt"', b'"s\\u0061lt"')), "file", 20),
    "a key twice": (at(20, lambda line: line.replace(b'"parent":0', b'"parent":0,"parent":0')), "file", 20),
    "a number with a fraction": (at(20, lambda line: line.replace(b'"parent":0', b'"parent":0.0')), "file", 20),
    "no UTF-8": (at(20, lambda line: line.replace(b'"name":"', b'"name":"\xff', 1)), "file", 20),
    "the end of a line": (at(20, lambda line: line[:-2] + line[-1:]), "file", 20),
    "an entry is missing": (lambda found: found[:20] + found[21:], "chain", 20),
    "an entry is there twice": (lambda found: found[:20] + found[19:], "chain", 19),
    "two entries are swapped": (lambda found: [*found[:20], found[21], found[20], *found[22:]], "chain", 20),
    "the last entry is missing": (lambda found: found[:-2] + found[-1:], "file", -1),
    "the last line is missing": (lambda found: found[:-1], "file", 0),
    "a line follows the last": (lambda found: [*found, found[-1]], "file", 0),
    "the game's id": (at(0, lambda line: flipped(line, b'"game":"')), "file", 0),
    "the first line's head": (at(0, lambda line: flipped(line, b'"head":{"digest":"')), "file", 0),
    "who it is for": (at(0, lambda line: re.sub(rb'"for":"\w+"', b'"for":"seat 0"', line)), "file", 0),
    "the lines' digest": (at(-1, lambda line: flipped(line, b'"lines":"')), "file", 0),
    "the number of entries": (at(-1, lambda line: re.sub(rb'"end":\d+', b'"end":7', line)), "file", 0),
}


@pytest.mark.parametrize("number", range(len(DAMAGE)), ids=list(DAMAGE))
def test_damage_is_found_where_it_is(number: int, tmp_path: Path) -> None:
    name = list(DAMAGE)[number]
    ruleset, export = (RULESETS[0], "import, finished") if number % 2 else (RULESETS[1], "fork, running")
    change, kind, version = DAMAGE[name]
    whole = lines(ruleset, export)
    damaged = change(whole)
    assert damaged != whole
    said = both(tmp_path / "game.jsonl", b"".join(damaged))
    assert said.code == 1 and said.kinds[0][0] == kind, said.out
    if version > 0:
        assert said.kinds[0][1] == version


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_games_line_is_found(ruleset: str, tmp_path: Path) -> None:
    whole, other = lines(ruleset, "finished"), lines(ruleset, "fork, finished")
    said = both(tmp_path / "game.jsonl", b"".join([*whole[:70], other[70], *whole[71:]]))
    assert said.kinds[0] == ("chain", 70)


def test_a_byte_changed_anywhere_is_found(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    for ruleset in RULESETS:
        file = files(ruleset)["fork, finished"]
        for _ in range(8):
            place = dice.randrange(len(file))
            changed = file[:place] + bytes((file[place] ^ 1 << dice.randrange(8),)) + file[place + 1 :]
            path.write_bytes(changed)
            said = verify(path)
            # 2: what was changed is the format's number, and it is taken for a newer one.
            assert said.code == 1 or (said.code == 2 and place < 500), f"{ruleset}, byte {place}, seed {seed}"
            assert "Error" not in said.out and "    at " not in said.out, said.out


def test_a_copy_changed_knowingly_is_found_in_the_platforms_part(tmp_path: Path) -> None:
    """The digest of the lines is made anew, so it finds nothing."""
    whole = lines(RULESETS[0], "finished")
    for old, new in (
        (b'"amended":false', b'"amended":true'),
        (b'"private":false', b'"private":true'),
        (b'"audience":[]', b'"audience":["spectator"]'),
        (b'"decision":', b'"decision":1'),
        (b'"purpose":"', b'"purpose":"x'),
        (b'"result":"', b'"result":"x'),
    ):
        number = next(number for number, line in enumerate(whole) if 4 <= number and old in line)
        changed = [*whole[:number], whole[number].replace(old, new, 1), *whole[number + 1 :]]
        assert both(tmp_path / "game.jsonl", sealed(changed)).kinds == [("copy", number)], old


# What is forged: everything that follows from the change is made anew.


def wrong_secret(entry: Entry) -> None:
    if entry.secret:
        entry.secret = bytes(32)


def no_secret(entry: Entry) -> None:
    entry.ClearField("secret")


def other_commitment(entry: Entry) -> None:
    if entry.HasField("forked"):
        entry.forked.commitment = bytes(32)


def other_contribution(entry: Entry) -> None:
    if entry.HasField("seat_taken"):
        entry.seat_taken.contribution += b"!"


def last_draw(ruleset: str, file: bytes) -> int:
    """The version of the last entry that draws from several possibilities: others have one result alone."""
    game = game_of(ruleset)
    assert game is not None
    packed: list[tuple[int, Any]] = [(entry.version, game.facts.FromString(entry.facts)) for entry in entries(file)]
    return max(version for version, each in packed if any(fact.drew.below > 1 for fact in each.facts))


def other_draw(ruleset: str, version: int) -> Change:
    def change(entry: Entry) -> None:
        game = game_of(ruleset)
        if entry.version == version and game is not None:
            packed: Any = game.facts.FromString(entry.facts)
            drew = next(fact.drew for fact in packed.facts if fact.drew.below > 1)
            drew.value = (drew.value + 1) % drew.below
            entry.facts = packed.SerializeToString()

    return change


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", ["finished", "fork, finished", "import, finished"])
def test_a_secret_that_was_not_committed_to_is_found(ruleset: str, name: str, tmp_path: Path) -> None:
    file, path = files(ruleset)[name], tmp_path / "game.jsonl"
    ended = next(entry.version for entry in entries(file) if entry.secret)
    said = both(path, forged(ruleset, file, wrong_secret))
    assert ("commitment", ended) in said.kinds and any(kind == "draw" for kind, _ in said.kinds)
    assert both(path, forged(ruleset, file, no_secret)).kinds == [("commitment", ended)]
    if name.startswith("fork"):
        assert both(path, forged(ruleset, file, other_commitment)).kinds == [("commitment", ended)]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", ["finished", "fork, finished"])
def test_a_draw_that_the_seed_does_not_give_is_found(ruleset: str, name: str, tmp_path: Path) -> None:
    file, path = files(ruleset)[name], tmp_path / "game.jsonl"
    version = last_draw(ruleset, file)
    assert both(path, forged(ruleset, file, other_draw(ruleset, version))).kinds == [("draw", version)]
    said = both(path, forged(ruleset, file, other_contribution))
    assert said.kinds and {kind for kind, _ in said.kinds} == {"draw"}


def test_what_a_player_kept_is_compared(tmp_path: Path) -> None:
    path, file = tmp_path / "game.jsonl", files(RULESETS[0])["fork, finished"]
    path.write_bytes(file)
    kept = f"60:{entries(file)[60].previous.hex()}"
    assert verify(path, "--seen", kept, "--contribution", f"0:{b'Ada'.hex()}").code == 0
    assert verify(path, "--json", "--contribution", "0:00").kinds == [("contribution", 0)]
    assert verify(path, "--json", "--contribution", "2:00").kinds == [("contribution", 0)]
    assert verify(path, "--json", "--seen", f"400:{'0' * 64}").kinds[0][0] == "history"
    path.write_bytes(forged(RULESETS[0], file, lambda entry: setattr(entry, "salt", bytes(16))))
    assert verify(path).code == 0
    assert verify(path, "--json", "--seen", kept).kinds == [("history", 60)]


def test_a_call_that_cannot_work_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert verify(path).code == 2
    assert " ".join(verify(path).out.split()) == f"rulekeeper-verify: {path}: no such file or directory"
    assert verify(tmp_path).code == 2 and "illegal operation on a directory" in " ".join(verify(tmp_path).out.split())
    path.write_bytes(files(RULESETS[0])["running"].replace(b"rulekeeper-game-1", b"rulekeeper-game-9", 1))
    said = verify(path)
    assert said.code == 2 and "rulekeeper-game-9" in said.out and "newer release" in said.out
    assert verify(path, "--sen").code == 2 and verify(path, "--seen", "x").code == 2
    path.write_bytes(b"")
    assert both(path, b"").kinds == [("file", 0)]
    assert both(path, b"{}\n").kinds == [("file", 0)]
    game = game_of(RULESETS[0])
    assert game is not None
    nothing = b"".join(lines_of(game, "g", [], Head(), JUDGE, begun=False, over=False))
    assert both(path, nothing).kinds == [("record", 0)]
