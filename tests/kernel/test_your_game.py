"""docs/your-game.md shows what is tested: each of its blocks stands in the game that it builds."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs/your-game.md").read_text()
GAME = TOP / "tests/kernel/night_market"
FILES = (
    *GAME.glob("[!_]*[!2].py"),
    GAME / "__init__.py",
    GAME / "night_market.proto",
    GAME / "rulebook.toml",
    TOP / "tests/kernel/test_night_market_conforms.py",
    TOP / "tests/kernel/test_players.py",
    TOP / "tests/kernel/cave/board.py",
    TOP / "tests/kernel/cave/rules.py",
    TOP / "proto/rulekeeper/heart_of_crown/v1/heart_of_crown.proto",
)
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_has_blocks_of_every_kind_of_file() -> None:
    assert {kind for kind, _ in BLOCKS} == {"python", "toml", "proto", "sh"} and len(BLOCKS) > 15


# What is not of the game's own files is run by a test of its own.
SHOWN = [text for kind, text in BLOCKS if kind != "sh" and "[project]" not in text]


@pytest.mark.parametrize("text", [pytest.param(text, id=text.splitlines()[0]) for text in SHOWN])
def test_a_block_stands_in_the_game_word_for_word(text: str) -> None:
    assert any(text in path.read_text() for path in FILES)


def test_the_code_is_generated_as_the_page_says(tmp_path: Path) -> None:
    (script,) = (text for kind, text in BLOCKS if kind == "sh")
    shutil.copytree(GAME, tmp_path / "night_market", ignore=shutil.ignore_patterns("*_pb2*"))
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    subprocess.run(["bash", "-euc", script], cwd=tmp_path, env={**os.environ, "PATH": path}, check=True)
    made = (tmp_path / "night_market/night_market_pb2.pyi").read_text()
    assert "class WareDrawn" in made and (tmp_path / "night_market/night_market_pb2.py").exists()


def test_a_service_finds_the_game_where_the_page_says(tmp_path: Path) -> None:
    (text,) = (text for kind, text in BLOCKS if kind == "toml" and "[project]" in text)
    project = tomllib.loads(text)["project"]
    (points,) = project["entry-points"].items()
    info = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    named = "".join(f"{name} = {place}\n" for name, place in points[1].items())
    (info / "entry_points.txt").write_text(f"[{points[0]}]\n{named}")
    (tmp_path / "night_market.py").write_text("from tests.kernel.night_market import GAME\n")
    look = "from rulekeeper.kernel import game_of, games; print(*games(), game_of('night_market').title)"
    path = os.pathsep.join([str(tmp_path), str(TOP)])
    done = subprocess.run(
        [sys.executable, "-c", look], env={**os.environ, "PYTHONPATH": path}, check=True, stdout=subprocess.PIPE
    )
    *installed, title = done.stdout.decode().strip().split(maxsplit=3)
    assert installed == ["heart_of_crown@1", "night_market@1", "warhammer_invasion@1"] and title == "Night Market"


def test_what_the_page_names_is_there() -> None:
    named = set(re.findall(r"`(tests/[\w/]+|rulekeeper\.testing\.\w+|docs/[\w.]+)`", PAGE))
    for name in named:
        place = Path("clients/python", *name.split(".")) if name.startswith("rulekeeper.") else Path(name)
        assert (TOP / place).exists() or (TOP / place).with_suffix(".py").exists(), name
    for link in re.findall(r"\]\(([\w.-]+)\)", PAGE):
        assert (TOP / "docs" / link).exists(), link
