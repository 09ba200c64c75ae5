"""Mutants: the places that are found, and a leak that is tried from end to end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.mutants.places import EVERYONE, INSTEAD, LEAKS, RULES, mutants, mutants_of
from tests.tools.mutants.trials import TOP

SOURCE = b"""
def taken(play, seat, card):
    new = play.mint(owner_sees(seat))
    play.emit(pb.CardTaken(seat=seat, was=card.id, card=new), card.audience, private=True)
    play.emit(pb.CardSeen(seat=seat), all_see(play.state))
    return Card(new, card.kind, audience_of(new)) if sees(card.audience, seat) else None
"""


def changed(kind: str, source: bytes = SOURCE, file: str = "service/rulekeeper/games/a/b.py") -> dict[str, str]:
    """What each mutant says, with the line that it makes."""
    made = {}
    for one in mutants_of(source, file, kind):
        made[one.what] = one.made(source).decode().splitlines()[one.line - 1].strip()
    return made


def test_every_place_where_an_audience_an_id_or_a_check_is_chosen_is_a_leak() -> None:
    found = changed(LEAKS)
    assert list(found) == [
        "owner_sees(seat) made everyone",
        "CardTaken: keeps the id card.id",
        "emit: the audience card.audience made everyone",
        "emit: no longer private",
        "Card: the audience audience_of(new) made everyone",
        "sees(card.audience, seat) made True",
    ]
    assert found["owner_sees(seat) made everyone"] == f"new = play.mint({EVERYONE})"
    assert f"card={INSTEAD.format('card.id')})" in found["CardTaken: keeps the id card.id"]


def test_of_the_rules_comparisons_facts_and_citations_are_changed() -> None:
    source = b'if a < b and c:\n    play.emit(Gone())\n    cite("hoc.buy.cost")\n'
    assert changed(RULES, source) == {
        "a < b and c with or instead": "if ((a < b) or (c)):",
        "a < b made a <= b": "if (a <= b) and c:",
        "without play.emit(Gone())": "None",
        "another rule than hoc.buy.cost": "cite('hoc.unheard-of')",
    }


@pytest.mark.parametrize("game", ["heart_of_crown", "warhammer_invasion"])
def test_every_mutant_of_the_games_and_the_kernel_is_code(game: str) -> None:
    found = mutants(TOP, LEAKS, game)
    assert len(found) >= 50 and {one.file.split("/")[3] for one in found} == {game}
    for one in found:
        compile(one.made((TOP / one.file).read_bytes()), one.file, "exec")


def test_a_leak_is_tried_in_a_copy_that_is_gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reducer = TOP / "service/rulekeeper/games/heart_of_crown/reducer.py"
    before, drawn = (
        reducer.read_bytes(),
        next(one for one in mutants(TOP, LEAKS, "heart_of_crown") if "reducer" in one.file),
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [
        sys.executable,
        "-m",
        "tests.tools.mutants",
        "--at",
        f"{drawn.file}:{drawn.line}:",
        "--games",
        "1",
        "--json",
    ]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["drawn"], told["killed"], told["survived"], told["survivors"]) == (1, 1, 0, [])
    assert "1 of 1: killed: " in done.stderr
    assert reducer.read_bytes() == before and not list(tmp_path.glob("rulekeeper-mutants-*"))
