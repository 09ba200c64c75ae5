"""A game on a board, from outside of the service, at the terminal: its board is drawn, and a way is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekeeper.testing.service import OwnService
from tests.cli.conftest import Person

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def with_cave(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnService]:
    """A service beside which a package with the game is installed."""
    folder = tmp_path_factory.mktemp("installed")
    info = folder / "the_cave-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: the-cave\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rulekeeper.games]\ncave = tests.kernel.cave:GAME\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, (folder, TOP))))
        with OwnService() as service:
            yield service


@pytest.fixture
def digger(with_cave: OwnService, tmp_path: Path) -> Person:
    return Person(with_cave.address, tmp_path / "config")


def test_a_turn_is_played_by_naming_a_square_or_a_way(digger: Person) -> None:
    out = digger.run("play", "cave", said="1\nc1\n1\nx9\nc2 c3\nq\n")
    assert "1 D · # G · · G" not in out and "\n1 D · · # G · · G\n" in out, "the board, with both on it"
    assert "\n1 · · D # G · · G\n" in out, "where the digger went"
    assert "way, at most 4: " in out and "where to, or each step" in out
    assert "x9" in out and "\n3 · # D│G" in out, "a way that leads past a wrong answer"


def test_the_furniture_is_shown(digger: Person) -> None:
    game = str(digger.json("new", "cave", "--seats", "open,bot")["game_id"])
    out = digger.run("furniture", game)
    assert (
        out.startswith("── the cave ─")
        and "\n1 · · · # · · · ·\n" in out
        and "signs       # rock, ^ fire, | wall\n" in out
    )
    told = digger.json("furniture", game)
    assert told["furniture"]["boards"][0]["id"] == "cave" and len(told["digest"]) == 64
    assert "no board" in digger.run("furniture", digger.game())
