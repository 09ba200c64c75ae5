"""What the client keeps of each log, and what it will not believe afterwards."""

import json
from pathlib import Path

import pytest

from rulekeeper.client import FileHeads, HistoryChanged, MemoryHeads


def test_the_newest_head_is_kept_whatever_order_they_come_in() -> None:
    heads = MemoryHeads()
    assert heads.last("g") is None
    heads.saw("g", 5, b"five")
    heads.saw("g", 3, b"three")
    kept = heads.last("g")
    assert kept is not None and (kept.version, kept.digest) == (5, b"five")


def test_another_digest_for_a_known_version_is_refused() -> None:
    heads = MemoryHeads()
    heads.saw("g", 3, b"three")
    heads.saw("g", 3, b"three")
    with pytest.raises(HistoryChanged, match="version 3") as refused:
        heads.saw("g", 3, b"other")
    assert refused.value.name == "HISTORY_CHANGED"


def test_games_are_apart_and_memory_is_bounded() -> None:
    heads = MemoryHeads(depth=2, games=2)
    for version in range(1, 4):
        heads.saw("a", version, b"%d" % version)
    heads.saw("a", 1, b"forgotten, so not contradicted")
    for game in "bc":
        heads.saw(game, 1, b"one")
    assert heads.last("a") is None


def test_heads_outlive_the_client_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "heads.json"
    first = FileHeads(path)
    first.saw("g", 1, b"\x01")
    first.saw("g", 2, b"\x02")
    first.close()
    assert json.loads(path.read_text()) == {"g": {"version": 2, "digest": "02"}}
    with pytest.raises(HistoryChanged):
        FileHeads(path).saw("g", 2, b"\x03")


def test_two_clients_share_a_file_and_the_newer_head_stays(tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    one, two = FileHeads(path), FileHeads(path)
    one.saw("g", 1, b"\x01")
    two.saw("g", 9, b"\x09")
    two.saw("h", 1, b"\x01")
    two.close()
    one.saw("g", 5, b"\x05")
    one.close()
    kept = FileHeads(path)
    assert [getattr(kept.last(game), "version", 0) for game in "gh"] == [9, 1]


def test_a_file_that_is_no_file_of_heads_is_named(tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    path.write_text('{"g": 7}')
    with pytest.raises(ValueError, match=r"heads\.json is not a file of heads"):
        FileHeads(path)


def test_the_file_is_bounded_too(tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    heads = FileHeads(path, games=2)
    for game in "abc":
        heads.saw(game, 1, b"\x01")
        heads.close()
    assert list(json.loads(path.read_text())) == ["b", "c"]


def test_a_game_of_the_same_id_at_another_service_is_another_game(tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    here, there = (FileHeads(path, server=server) for server in ("here:1", "there:1"))
    here.saw("g", 3, b"\x03")
    there.saw("g", 3, b"\x03")
    there.saw("g", 4, b"\x99")
    there.close()
    here.saw("g", 4, b"\x04")
    here.close()
    assert set(json.loads(path.read_text())) == {"here:1/g", "there:1/g"}
    kept = FileHeads(path, server="here:1").last("g")
    assert kept is not None and kept.digest == b"\x04"
    with pytest.raises(HistoryChanged):
        FileHeads(path, server="there:1").saw("g", 4, b"\x04")


def test_what_an_older_file_holds_is_believed_until_a_service_goes_on_from_it(tmp_path: Path) -> None:
    path = tmp_path / "heads.json"
    path.write_text('{"g": {"version": 2, "digest": "02"}, "h": {"version": 2, "digest": "02"}}')
    with pytest.raises(HistoryChanged):
        FileHeads(path, server="here:1").saw("g", 2, b"\x77")
    here = FileHeads(path, server="here:1")
    here.saw("g", 3, b"\x03")
    here.close()
    assert set(json.loads(path.read_text())) == {"h", "here:1/g"}
    assert FileHeads(path, server="there:1").last("g") is None
