"""Snapshots: the whole table as bytes and back, and never anything else than the table."""

from __future__ import annotations

import hashlib
import importlib
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import (
    Accepted,
    Game,
    Match,
    SnapshotError,
    Table,
    decide,
    fold_all,
    offers,
    pack,
    restored,
    snapshot,
    snapshot_tag,
)
from rulekeeper.testing.conformance_walk import Stuck, Walk, described, read_back
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm

ALL: Mapping[str, tuple[Game[Any], int]] = {
    "night market": (GAME, 3),
    "heart of crown": (HEART_OF_CROWN, 4),
    "invasion": (WARHAMMER_INVASION, 2),
}


def tables(walk: Walk, commands: int) -> Iterator[Table]:
    """The tables of a game that a judge rules in: after each command, each amendment and each rewind."""
    for number in range(commands):
        if walk.table.over:
            return
        try:
            walk.send(*walk.choose())
        except Stuck:
            # A judge's fact led to what no rule foresees, such as a card twice in a hand.
            return
        yield walk.table
        if number % 20 == 11:
            facts = [one.fact for one in walk.match.facts()]
            if facts and walk.amend(facts[-1]):
                yield walk.table
                walk.rewind()
        elif number % 50 == 30:
            walk.rewind()
            yield walk.table


@pytest.mark.parametrize("name", ALL)
def test_every_table_comes_back_equal_and_asks_the_same(name: str) -> None:
    game, seats = ALL[name]
    compared = 0
    for seed in range(8 if game is GAME else 3):
        for table in tables(Walk(game, seats, seed), 150):
            again = restored(game, snapshot(game, table))
            assert again == table and repr(again) == repr(table)
            compared += 1
            if table.decision is not None and compared % 10 == 0:
                for seat in table.decision.seats:
                    assert described(offers(game, again, seat)) == described(offers(game, table, seat))
    assert compared > 200


@pytest.mark.parametrize("name", ALL)
def test_a_game_goes_on_from_a_snapshot_as_from_its_first_entry(name: str) -> None:
    game, seats = ALL[name]
    walk = Walk(game, seats, 7)
    walk.play(120)
    entries = [read_back(entry) for entry in walk.match.entries]
    for at in (0, 1, seats + 1, len(entries) // 2, len(entries) - 1, len(entries)):
        start = restored(game, snapshot(game, fold_all(game, entries[:at])))
        assert fold_all(game, entries[at:], start) == walk.table


def test_a_command_on_a_restored_table_leads_to_the_same_facts() -> None:
    walk = Walk(GAME, 2, 3)
    walk.play(9)
    before, version = walk.table, walk.next_version
    seat, command = walk.choose()
    asked = walk.decision_for(command)
    cold = decide(
        GAME, restored(GAME, snapshot(GAME, before)), seat, asked, pack(GAME, command), version, walk.chance(version)
    )
    assert isinstance(cold, Accepted) and cold == walk.send(seat, command)


def test_what_a_position_foretells_and_where_a_game_began_are_in_it() -> None:
    table = Match(GAME, 2, seed=bytes(32)).table
    table = msgspec.structs.replace(table, foretold=("lamp", 3))
    assert restored(GAME, snapshot(GAME, table)) == table and restored(GAME, snapshot(GAME, Table())) == Table()


def test_sealed_answers_are_in_it() -> None:
    match = Match(GAME, 3, seed=bytes(32))
    match.submit(1, nm.Bid(coins=1))
    assert match.table.decision is not None and match.table.decision.given
    assert restored(GAME, snapshot(GAME, match.table)) == match.table


def test_states_that_frames_share_are_in_it_once() -> None:
    match = Match(GAME, 2, seed=bytes(32))
    frames = match.table.frames
    twice = msgspec.structs.replace(match.table, frames=frames * 20)
    assert len(snapshot(GAME, twice)) < 2 * len(snapshot(GAME, match.table))
    again = restored(GAME, snapshot(GAME, twice))
    assert again == twice and again.frames[0].start is again.frames[len(frames)].start


# What is no snapshot.


def signed(body: bytes, game: Game[Any] = GAME) -> bytes:
    """As a snapshot begins, whatever is in it."""
    return hashlib.sha256(snapshot_tag(game) + body).digest() + body


def test_every_changed_byte_is_found() -> None:
    data = snapshot(GAME, Match(GAME, 2, seed=bytes(32)).table)
    for at in range(len(data)):
        with pytest.raises(SnapshotError):
            restored(GAME, data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    for short in (b"", data[:31], data[:32], data[:-1], data + b"\0"):
        with pytest.raises(SnapshotError):
            restored(GAME, short)


def test_bytes_that_only_look_like_a_snapshot_are_refused() -> None:
    def packed(*parts: Any) -> bytes:
        return signed(zlib.compress(msgspec.msgpack.encode(parts)))

    frame = ["nm.game", [], 0, [], [b"\xff\xff"], False]
    for data in (
        signed(b""),
        signed(b"no zlib"),
        signed(zlib.compress(b"")),
        packed(),
        packed("1", -1, [], None, [], None, None, []),
        packed(1, 0, [], None, [], None, None, []),  # there is no such state
        packed(1, 0, [{"players": 3}], None, [], None, None, []),
        packed(1, 0, [{}], None, [frame], None, None, []),  # no facts
        packed(1, 0, [{}], None, [["nm.game", [], 9, [], [], False]], None, None, []),
        packed(1, -1, [], 3, [], None, None, []),
    ):
        with pytest.raises(SnapshotError):
            restored(GAME, data)


def test_another_games_snapshot_is_refused_and_so_is_one_of_another_ruleset() -> None:
    data = snapshot(GAME, Match(GAME, 2, seed=bytes(32)).table)
    others: tuple[Game[Any], ...] = (HEART_OF_CROWN, replace(GAME, version=2))
    for other in others:
        with pytest.raises(SnapshotError, match="other code"):
            restored(other, data)


def test_a_state_that_no_state_may_be_makes_no_snapshot() -> None:
    match = Match(GAME, 2, seed=bytes(32))
    with pytest.raises(SnapshotError):
        snapshot(GAME, msgspec.structs.replace(match.table, state=object()))


# Which code may read it.


def test_the_tag_is_another_one_when_a_source_file_of_the_game_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "snapshot_home"
    (home / "deep").mkdir(parents=True)
    files = [home / "__init__.py", home / "deep" / "__init__.py", home / "deep" / "cards.toml"]
    files[0].write_text("def initial(setup, seats):\n    raise NotImplementedError\n")
    for path in files[1:]:
        path.write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    made = importlib.import_module("snapshot_home")

    def tag() -> bytes:
        return snapshot_tag(replace(GAME, initial=made.initial))

    tags = [snapshot_tag(GAME), tag()]
    for path in files:
        path.write_text(path.read_text() + "# changed\n")
        tags.append(tag())
    (home / "one_more.py").write_text("")
    tags.append(tag())
    assert len(set(tags)) == len(tags)
    (home / "notes.md").write_text("no code")
    assert tag() == tags[-1]


def test_a_game_of_one_file_has_a_tag_and_one_without_files_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = tmp_path / "snapshot_alone.py"
    alone.write_text("def initial(setup, seats):\n    raise NotImplementedError\n")
    monkeypatch.syspath_prepend(tmp_path)
    game = replace(GAME, initial=importlib.import_module("snapshot_alone").initial)
    assert len(snapshot_tag(game)) == 16 and snapshot_tag(game) != snapshot_tag(GAME)
    nowhere = type(sys)("snapshot_nowhere")
    monkeypatch.setitem(sys.modules, "snapshot_nowhere", nowhere)

    def typed_in(setup: Any, seats: int) -> Any:
        raise NotImplementedError

    typed_in.__module__ = "snapshot_nowhere"
    with pytest.raises(SnapshotError, match="source files"):
        snapshot(replace(GAME, initial=typed_in), Table())


def test_the_tag_is_the_same_in_another_process() -> None:
    code = "from rulekeeper.kernel import *; print(snapshot_tag(game_of('heart_of_crown')).hex())"
    environment = {**os.environ, "PYTHONHASHSEED": "17"}
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == snapshot_tag(HEART_OF_CROWN).hex()
