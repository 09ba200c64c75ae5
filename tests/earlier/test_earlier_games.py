"""Games that were recorded by an earlier release read, verify and go on by the rules of today, as docs/trust.md says.

The files beside this one were written by `record.py` with commit 016543a. They never change: after a release with new
rules, add a file.
"""

from __future__ import annotations

import base64
import functools
import gzip
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekeeper.kernel import (
    JUDGE,
    SPECTATOR,
    Accepted,
    Game,
    Match,
    ScriptDiverged,
    effective,
    fold_all,
    game_of,
    random_command,
    runs_on,
)
from rulekeeper.log import Stored, digest
from rulekeeper.projections import Verdict
from rulekeeper.projections.files import lines_in, lines_of, verify_lines
from rulekeeper.v1 import judges_pb2
from rulekeeper.v1.entry_pb2 import Entry
from tests.projections.book import SECRET
from tests.server.desk import Seats, bearer, fresh_id
from tests.server.test_files_service import imported
from tests.typescript.exports import one_desk

FILES = sorted(Path(__file__).parent.glob("*.jsonl.gz"))
BOTH = [next(path for path in FILES if path.name.startswith(name)) for name in ("heart", "warhammer")]
STEP = 9


def ruleset_of(path: Path) -> Game[Any]:
    game = game_of(path.name.partition(".")[0])
    assert game is not None
    return game


@functools.cache
def entries_of(path: Path) -> tuple[Entry, ...]:
    _, *lines, _ = gzip.decompress(path.read_bytes()).splitlines()
    return tuple(Entry.FromString(base64.b64decode(json.loads(line)["stored"])) for line in lines)


def in_flight(path: Path, version: int) -> Match[Any]:
    """The game as it stood at that version, with no generators at hand."""
    game, entries = ruleset_of(path), list(entries_of(path)[:version])
    match: Match[Any] = Match(game, len(entries[0].created.seats), seed=SECRET)
    match.entries, match.table = entries, fold_all(game, effective(entries))
    match.live.drop()
    return match


def stages(path: Path) -> Iterator[int]:
    """Versions all over the game, each followed by a command."""
    for version in range(4, len(entries_of(path)), STEP):
        if entries_of(path)[version].HasField("command"):
            yield version


def proved(path: Path, version: int | None = None) -> Verdict:
    game, file = ruleset_of(path), gzip.decompress(path.read_bytes())
    if version is not None:
        stored = [
            Stored(entry.version, data, digest(data))
            for entry in entries_of(path)[:version]
            for data in (entry.SerializeToString(),)
        ]
        lines = lines_of(game, "g", stored, stored[-1].head, JUDGE, begun=True, over=False)
        file = b"".join(lines)
    return verify_lines(lines_in(io.BytesIO(file)), lambda ruleset: game)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_finished_game_verifies_and_what_is_told_otherwise_is_said(path: Path) -> None:
    verdict = proved(path)
    assert verdict.entries == len(entries_of(path)) and verdict.draws > 10
    # Nothing but that today's rules decide otherwise, where they do: the record itself is whole.
    assert {finding.kind for finding in verdict.findings} <= {"rules"}, verdict.findings
    assert verdict.decided_again + verdict.told_otherwise <= len(entries_of(path))
    telling = [text for text in verdict.not_proved if text.startswith("telling: ")]
    assert bool(telling) == bool(verdict.told_otherwise)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_game_in_flight_goes_on_at_every_stage(path: Path) -> None:
    """With the very command that was sent then, where today's rules do not refuse it."""
    went_on, diverged = 0, list[str]()
    for version in stages(path):
        match, entry = in_flight(path, version), entries_of(path)[version]
        seat = entry.actor.seat
        try:
            if not isinstance(match.submit(seat, entry.command, entry.decision), Accepted):
                seat = match.asked()[0]
                command = random_command(match.game, match.table, seat, random.Random(version).randrange, match.live)
                assert isinstance(match.submit(seat, command), Accepted)
            went_on += 1
        except ScriptDiverged as wrong:
            diverged.append(f"version {version}: {wrong}")
    assert went_on > 30 and not diverged, diverged


def test_where_today_nobody_is_asked_a_judge_goes_back_some_versions() -> None:
    """Seat 1 was asked which units attack although none of them may: today that is not asked, but said."""
    (path,) = (path for path in FILES if path.name.startswith("warhammer_invasion@1.2-6"))
    version = 177
    match, entry = in_flight(path, version), entries_of(path)[version]
    with pytest.raises(ScriptDiverged, match="on record it asked seats"):
        match.submit(entry.actor.seat, entry.command, entry.decision)
    runs = [at for at in range(version - 20, version + 1) if can_go_on(path, at)]
    assert version not in runs and runs[-1] >= version - 6
    match.rewind(runs[-1])
    seat = match.asked()[0]
    command = random_command(match.game, match.table, seat, random.Random(1).randrange, match.live)
    assert isinstance(match.submit(seat, command), Accepted)


def can_go_on(path: Path, version: int) -> bool:
    """What is looked at before a judge may go back to a version."""
    match = in_flight(path, version)
    try:
        runs_on(match.game, match.table)
    except ScriptDiverged:
        return False
    return match.table.decision is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_game_in_flight_is_played_on_and_verifies(path: Path) -> None:
    whole = len(entries_of(path))
    for version in (5, whole // 3, 2 * whole // 3):
        match, dice = in_flight(path, version), random.Random(version)
        while not match.table.over and len(match.entries) < version + 50:
            seat = match.asked()[0]
            command = random_command(match.game, match.table, seat, dice.randrange, match.live)
            assert isinstance(match.submit(seat, command), Accepted)
        assert fold_all(match.game, effective(match.entries)) == match.table
        for viewer in (*range(match.table.origin.seats if match.table.origin else 0), SPECTATOR, JUDGE):
            match.game.scene(match.view(viewer))


@pytest.mark.parametrize("path", BOTH, ids=lambda path: path.name)
async def test_a_game_in_flight_is_verified_imported_forked_and_played_on_at_a_service(path: Path) -> None:
    game, version = ruleset_of(path), 120
    verdict = proved(path, version)
    assert {finding.kind for finding in verdict.findings} <= {"rules"} and verdict.entries == version
    stored = [
        Stored(entry.version, data, digest(data))
        for entry in entries_of(path)[:version]
        for data in (entry.SerializeToString(),)
    ]
    lines = lines_of(game, "a-game-of-before", stored, stored[-1].head, JUDGE, begun=True, over=False)
    async with one_desk(game, "today") as desk:
        answer = await imported(desk, [line.decode().removesuffix("\n") for line in lines])
        assert answer.head.version == version + 1 and not answer.over
        assert {finding.kind for finding in answer.findings} <= {"rules"}
        judge = desk.service.mint("judge", name="Dana")
        request = judges_pb2.ForkGameRequest(game_id=answer.game_id, version=version, request_id=fresh_id())
        forked = await desk.judges.ForkGame(request, metadata=bearer(judge))
        table = Seats(desk, forked.game_id, list(forked.seat_tokens), forked.judge_token)
        dice = random.Random(1)
        for _ in range(30):
            hot = await desk.service._hall.get(table.game_id)
            assert hot.table.decision is not None
            seat = hot.table.decision.seats[0]
            command = random_command(game, hot.table, seat, dice.randrange)
            await table.send(seat, command, hot.table.decision.version)
