"""Past tables, with snapshots and without: the same tables, and the log is what counts."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from rulekeeper.kernel import (
    FoldFailed,
    Match,
    Table,
    command_of,
    effective,
    fold_all,
    restored,
    snapshot,
    snapshot_tag,
)
from rulekeeper.log import Head, LogStore, Stored, Unreachable, digest
from rulekeeper.projections import SPACING, History, keep_snapshot, parsed, wants_snapshot
from tests.kernel.broken_games import NEVER_ENDS as GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.night_market.state import State
from tests.projections.book import Shelf, recorded

LENGTH = 3 * SPACING + 40


class Cabinet(Shelf):
    """A log in memory that keeps snapshots as well. `entries`: how many entries were read."""

    def __init__(self, stored: Sequence[Stored]) -> None:
        super().__init__(stored)
        self.kept: dict[int, tuple[bytes, bytes]] = {}
        self.entries = 0
        self.full = False

    async def read(self, game: str, after: int, limit: int) -> Sequence[Stored]:
        found = await super().read(game, after, limit)
        self.entries += len(found)
        return found

    async def keep_snapshot(self, game: str, version: int, tag: bytes, data: bytes) -> None:
        if self.full:
            raise Unreachable("it takes no more")
        self.kept[version] = (tag, data)

    async def snapshot(self, game: str, version: int, tag: bytes) -> bytes | None:
        kept = self.kept.get(version)
        return kept[1] if kept is not None and kept[0] == tag else None


def history(cabinet: Cabinet) -> History:
    """Cold: it has nothing of the game in memory."""
    store: LogStore = cabinet  # type: ignore[assignment]
    return History(store, "game", GAME)


def without_snapshots(stored: Sequence[Stored], version: int) -> Table:
    return fold_all(GAME, effective([parsed(one) for one in stored[:version]]))


def long_match(seed: int = 5, length: int = LENGTH) -> Match[State]:
    """A game without end, in which a judge goes back now and then, sometimes far, and sometimes changes something."""
    match: Match[State] = Match(GAME, 2, setup={"copies": 100}, seed=bytes(32))
    dice = random.Random(seed)
    while len(match.entries) < length:
        at = len(match.entries)
        if at in (420, 520):
            match.rewind(at - 300)
        elif at % 61 == 60:
            match.rewind(dice.randrange(at - 20, at + 1))
        elif at % 47 == 46:
            match.amend(nm.NightBegan(number=match.table.state.night))
        else:
            seat = match.asked()[0]
            command = command_of("random", GAME, match.table, seat, dice.randrange, match.live)
            if not isinstance(command, nm.Score):
                match.submit(seat, command)
    return match


@pytest.fixture(scope="module")
def stored() -> Sequence[Stored]:
    return recorded(long_match())


@pytest.fixture(scope="module")
def folded(stored: Sequence[Stored]) -> dict[int, Table]:
    """The table of every version."""
    tables = {0: Table()}
    for one in stored:
        entry = parsed(one)
        tables[one.version] = fold_all(GAME, [entry], tables[entry.parent or entry.version - 1])
    return tables


async def test_versions_are_the_same_from_snapshots_and_from_the_first_entry(
    stored: Sequence[Stored], folded: dict[int, Table]
) -> None:
    cabinet = Cabinet(stored)
    for version in (*range(len(stored), 0, -5), *range(SPACING - 2, SPACING + 3), 421, 521, 1, 0):
        past = await history(cabinet).at(version)
        assert past.table == folded[version]
        assert past.head == (stored[version - 1].head if version else Head())
    assert set(cabinet.kept) == {SPACING, 2 * SPACING, 3 * SPACING}


async def test_stepping_to_and_fro_gives_the_same(stored: Sequence[Stored], folded: dict[int, Table]) -> None:
    cabinet, dice = Cabinet(stored), random.Random(1)
    one = history(cabinet)
    for _ in range(100):
        version = dice.randrange(len(stored) + 1)
        for step in range(3):
            if version + step <= len(stored):
                assert await one.table_at(version + step) == folded[version + step]


async def test_with_snapshots_no_more_is_read_than_what_lies_between_two(stored: Sequence[Stored]) -> None:
    cabinet = Cabinet(stored)
    for version in (SPACING, SPACING + 7, SPACING + 160, 3 * SPACING, 3 * SPACING + 39):
        first = await history(cabinet).at(version)
        cabinet.entries = 0
        again = await history(cabinet).at(version)
        assert again == first and cabinet.entries <= SPACING
        # Where a judge went back, the branch is followed, page by page.
    cabinet.entries = 0
    assert parsed(stored[520]).parent == 220 and await history(cabinet).table_at(521)
    assert cabinet.entries <= 10 + 221


async def test_the_table_that_was_asked_for_last_is_stepped_on_from(stored: Sequence[Stored]) -> None:
    cabinet = Cabinet(stored)
    one = history(cabinet)
    straight = next(v for v in range(100, 200) if not any(parsed(s).parent for s in stored[v : v + 5]))
    first = await one.table_at(straight)
    cabinet.entries = 0
    assert await one.table_at(straight) is first
    await one.table_at(straight + 3)
    assert cabinet.entries == 1 + 4


@pytest.mark.parametrize("version", [LENGTH + 1, 4 * SPACING, 4 * SPACING + 1, 10_000])
async def test_a_version_beyond_the_log_does_not_fold(stored: Sequence[Stored], version: int) -> None:
    cabinet = Cabinet(stored)
    with pytest.raises(FoldFailed, match="the log ends before"):
        await history(cabinet).table_at(version)


async def test_an_entry_that_follows_a_later_one_does_not_fold(stored: Sequence[Stored]) -> None:
    entry = parsed(stored[299])
    entry.parent = 300
    changed = entry.SerializeToString()
    wrong = [*stored[:299], Stored(300, changed, digest(changed)), *stored[300:]]
    with pytest.raises(FoldFailed, match="follows 300"):
        await history(Cabinet(wrong)).table_at(300)


# What is kept is never trusted.


async def lies(stored: Sequence[Stored], folded: dict[int, Table], version: int) -> Table:
    """Another table than that of the version: what a snapshot must never bring in."""
    other = folded[version - 4]
    return Table(other.origin, other.state, version, other.frames, other.decision)


async def test_a_snapshot_of_another_log_is_thrown_away(stored: Sequence[Stored], folded: dict[int, Table]) -> None:
    cabinet, version = Cabinet(stored), 2 * SPACING
    wrong = await lies(stored, folded, version)
    store: LogStore = cabinet  # type: ignore[assignment]
    await keep_snapshot(store, "game", GAME, Head(version, bytes(32)), wrong)
    assert await history(cabinet).table_at(version + 5) == folded[version + 5]
    # The right one has taken its place.
    assert cabinet.kept[version][1][:32] == stored[version - 1].digest
    # Were the digest right, it would be believed: so it is the digest that tells.
    await keep_snapshot(store, "game", GAME, stored[version - 1].head, wrong)
    with pytest.raises(FoldFailed):
        await history(cabinet).table_at(version + 5)


async def test_a_snapshot_that_is_damaged_or_of_other_code_or_of_another_version_is_passed_over(
    stored: Sequence[Stored], folded: dict[int, Table]
) -> None:
    version, tag = 2 * SPACING, snapshot_tag(GAME)
    sound = stored[version - 1].digest + snapshot(GAME, folded[version])
    for kept in (
        (tag, sound[:-1]),
        (tag, sound[:60] + b"?" + sound[61:]),
        (tag, b""),
        (tag, stored[version - 1].digest),
        (bytes(16), sound),
        (tag, stored[version - 1].digest + snapshot(GAME, folded[SPACING])),
    ):
        cabinet = Cabinet(stored)
        cabinet.kept[version] = kept
        assert await history(cabinet).table_at(version + 3) == folded[version + 3]
        assert cabinet.kept[version] == (tag, sound)


async def test_deleting_snapshots_changes_nothing(stored: Sequence[Stored], folded: dict[int, Table]) -> None:
    cabinet, dice = Cabinet(stored), random.Random(2)
    for _ in range(60):
        version = dice.randrange(1, len(stored) + 1)
        assert await history(cabinet).table_at(version) == folded[version]
        cabinet.kept.pop(SPACING * dice.randrange(1, 4), None)


async def test_where_none_can_be_kept_tables_are_folded_all_the_same(
    stored: Sequence[Stored], folded: dict[int, Table]
) -> None:
    cabinet = Cabinet(stored)
    cabinet.full = True
    assert await history(cabinet).table_at(len(stored)) == folded[len(stored)] and not cabinet.kept


async def test_what_play_goes_on_from_is_folded_from_the_log_alone(
    stored: Sequence[Stored], folded: dict[int, Table]
) -> None:
    cabinet, version = Cabinet(stored), 2 * SPACING
    store: LogStore = cabinet  # type: ignore[assignment]
    await keep_snapshot(store, "game", GAME, stored[version - 1].head, await lies(stored, folded, version))
    one = history(cabinet)
    assert await one.folded_at(version) == folded[version]
    assert await one.table_at(version) != folded[version]
    assert await one.folded_at(version) == folded[version]


async def test_a_table_in_memory_is_of_no_use_once_the_log_is_another(stored: Sequence[Stored]) -> None:
    cabinet = Cabinet(stored)
    one = history(cabinet)
    await one.table_at(100)
    other = recorded(long_match(6, 110))
    cabinet.stored = other
    past = await one.at(101)
    assert past.head == other[100].head and past.table == without_snapshots(other, 101)


async def test_snapshots_are_of_the_branch_that_they_stand_on(
    stored: Sequence[Stored], folded: dict[int, Table]
) -> None:
    """A version that was struck is asked for by judges all the same, and what is kept there is its own."""
    cabinet = Cabinet(stored)
    for version in (len(stored), SPACING, 2 * SPACING, 3 * SPACING):
        await history(cabinet).table_at(version)
    for version, (_, data) in cabinet.kept.items():
        assert wants_snapshot(version) and restored(GAME, data[32:]) == folded[version]
