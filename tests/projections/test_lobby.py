"""Records: where a game stands, from all of its log or from what an end needs of it."""

from __future__ import annotations

import pytest

from rulekeeper.kernel import Game
from rulekeeper.log import Head, Stored
from rulekeeper.projections import NO_RECORD, GameRecord, Lobby, game_info, parsed, record_after
from rulekeeper.v1.entry_pb2 import Entry, Noted
from rulekeeper.v1.table_pb2 import GAME_STATUS_GATHERING, GAME_STATUS_OVER, GAME_STATUS_PAUSED, GAME_STATUS_RUNNING
from tests.kernel.night_market import GAME
from tests.projections.book import SECRET, Shelf, played, recorded

RULES: dict[str, Game[object]] = {GAME.ruleset: GAME}  # type: ignore[dict-item]


def folded(stored: list[Stored]) -> GameRecord:
    record = NO_RECORD
    for one in stored:
        record = record_after(record, one, parsed(one), GAME)
    return record


def lobby(stored: list[Stored], size: int = 10) -> tuple[Lobby, Shelf]:
    shelf = Shelf(stored)
    return Lobby(shelf, RULES, size), shelf  # type: ignore[arg-type]


def test_a_record_tells_seats_status_and_winner() -> None:
    record = folded(recorded(played()))
    assert [seat.name for seat in record.seats] == ["A", "B"] and record.free() == ()
    assert (record.began, record.ended, record.winners, record.ending) == (4, 13, (1,), "nm.concede")
    assert record.secret == SECRET and record.sandbox
    statuses = [record.status(version) for version in (1, 3, 4, 12, 13)]
    assert statuses == [GAME_STATUS_GATHERING] * 2 + [GAME_STATUS_RUNNING] * 2 + [GAME_STATUS_OVER]


def test_a_paused_game_is_shown_as_paused_until_it_is_over() -> None:
    stored = recorded(played())
    assert game_info("g", folded(stored[:8]), GAME, paused=True).status == GAME_STATUS_PAUSED
    over = game_info("g", folded(stored), GAME, paused=True)
    assert over.status == GAME_STATUS_OVER and over.ending.title == "Giving up"


@pytest.mark.parametrize("upto", [1, 2, 4, 5, 12, 13])
async def test_the_record_from_both_ends_of_a_log_is_that_of_all_of_it(upto: int) -> None:
    stored = recorded(played())[:upto]
    room, shelf = lobby(stored)
    assert await room.record_at("g", stored[-1].head) == folded(stored)
    assert shelf.reads <= 2
    assert await room.record_at("g", stored[-1].head) == folded(stored) and shelf.reads <= 2


async def test_a_record_is_brought_up_to_a_newer_head() -> None:
    stored = recorded(played())
    room, shelf = lobby(stored[:2])
    for upto in (2, 5, 9, 13):
        shelf.stored = stored[:upto]
        assert await room.record_at("g", stored[upto - 1].head) == folded(stored[:upto])


async def test_remarks_after_the_end_hide_no_end() -> None:
    match = played()
    for _ in range(3):
        match.entries.append(
            Entry(version=len(match.entries) + 1, ruleset=GAME.ruleset, noted=Noted(text="well played"))
        )
    stored = recorded(match, lambda entry: setattr(entry, "secret", SECRET if entry.version == 13 else b""))
    room, _ = lobby(stored)
    record = await room.record_at("g", stored[-1].head)
    assert record.over and record.ended == 13 and record.head.version == 16


async def test_a_game_without_entries_has_no_record() -> None:
    room, _ = lobby([])
    assert await room.record_at("g", Head()) == NO_RECORD


def test_watchers_get_each_changed_game_once_as_it_is_now() -> None:
    room, _ = lobby([])
    stored = recorded(played())
    records = [folded(stored[:upto]) for upto in (1, 2, 4, 5, 13)]
    assert [room.note("g", record, paused=False) for record in records] == [True, True, True, False, True]
    seen = room.change
    assert not room.note("g", records[0], paused=False)
    room.note("h", records[0], paused=False)
    room.note("g", records[4], paused=False)
    assert [(game, listing.record.head.version) for game, listing in room.since(seen)] == [("h", 1)]
    assert [game for game, _ in room.since(0)] == ["g", "h"]


def test_only_so_many_games_are_remembered() -> None:
    room, _ = lobby([], size=3)
    for number in range(9):
        room.note(f"g{number}", folded(recorded(played())[:1]), paused=False)
    assert [game for game, _ in room.since(0)] == ["g6", "g7", "g8"] and room.known("g0") is None
