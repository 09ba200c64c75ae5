"""Games as files: out of one service and into another."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from rulekeeper.kernel import JUDGE, collect_rules, game_of
from rulekeeper.log import Stored, read_all
from rulekeeper.projections.files import header_of, lines_of, verify_lines
from rulekeeper.server import Service
from rulekeeper.server.settings import Limits
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import audit_pb2, games_pb2, judges_pb2, projections_pb2, table_pb2
from rulekeeper.v1.entry_pb2 import ROLE_ADMIN, ROLE_JUDGE, ROLE_SEAT, Entry
from tests.kernel.night_market import GAME, nights
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.night_market.state import WORTH
from tests.projections.book import played, recorded
from tests.projections.test_verify import short_night
from tests.server.conftest import Town, sitting
from tests.server.desk import BOT, OPEN, RULES, Desk, Seats, bearer, failing, fresh_id, settings
from tests.server.tampering import rewrite


@pytest.fixture
async def away(folder: Path) -> AsyncIterator[Desk]:
    """A service elsewhere: another log, another key."""
    there = settings(folder / "away", signing_key="another key, for a service elsewhere")
    async with await Service.start(there, ruleset=RULES) as service, sitting(service) as desk:
        yield desk


async def exported(desk: Desk, game_id: str, token: str = "") -> list[str]:
    request = audit_pb2.ExportGameRequest(game_id=game_id)
    return [line async for part in desk.audit.ExportGame(request, metadata=bearer(token)) for line in part.lines]


async def imported(
    desk: Desk, lines: Sequence[str], token: str | None = None, batch: int = 7
) -> audit_pb2.ImportGameResponse:
    async def requests() -> AsyncIterator[audit_pb2.ImportGameRequest]:
        for start in range(0, len(lines), batch):
            yield audit_pb2.ImportGameRequest(lines=lines[start : start + batch])

    token = desk.service.mint("judge", name="Dana") if token is None else token
    return await desk.audit.ImportGame(requests(), metadata=bearer(token))


async def record(desk: Desk, game_id: str) -> list[Stored]:
    return [stored async for stored in read_all(desk.service._house.store, game_id)]


async def listed(desk: Desk) -> list[str]:
    return [game.game_id for game in (await desk.games.ListGames(games_pb2.ListGamesRequest())).games]


async def finished(desk: Desk) -> str:
    """A game that two people have played to its end; its id."""
    made = await desk.create(OPEN, OPEN)
    tokens = [(await desk.join(made.game_id, name=name, contribution=name.encode())).token for name in ("Ada", "Ben")]
    for token in tokens:
        await desk.submit(made.game_id, token, nm.Bid(coins=1), 4)
    await desk.submit(made.game_id, tokens[0], nm.Concede(), 0)
    return made.game_id


async def running(desk: Desk) -> Seats:
    made = await desk.create(OPEN, OPEN)
    tokens = [(await desk.join(made.game_id)).token for _ in range(2)]
    table = Seats(desk, made.game_id, tokens, desk.service.mint("judge", name="Dana"))
    await table.bid(0, 1)
    return table


# Out.


async def test_a_finished_game_is_the_same_file_for_everyone_and_proves_itself(desk: Desk) -> None:
    game_id = await finished(desk)
    lines = await exported(desk, game_id)
    assert lines == await exported(desk, game_id, desk.service.mint("judge"))
    verdict = verify_lines((line.encode() + b"\n" for line in lines), lambda ruleset: GAME)
    assert verdict.sound and verdict.entries == 7 and verdict.draws == 7
    assert header_of(lines[0].encode() + b"\n").game == game_id
    assert [json.loads(line)["digest"] for line in lines[1:-1]] == [s.digest.hex() for s in await record(desk, game_id)]


async def test_a_running_game_is_complete_for_a_judge_and_redacted_for_others(desk: Desk) -> None:
    table = await running(desk)
    for token, name in ((table.tokens[0], "seat 0"), (table.tokens[1], "seat 1"), ("", "spectator")):
        lines = await exported(desk, table.game_id, token)
        header = header_of(lines[0].encode() + b"\n")
        assert not header.complete and header.viewer == name and len(header.not_proved) == 3
        assert "command" in json.loads(lines[5])["step"] or name != "seat 0"
    whole = await exported(desk, table.game_id, table.judge)
    assert header_of(whole[0].encode() + b"\n").viewer == "judge" and json.loads(whole[1])["stored"]


async def test_that_a_judge_took_a_running_game_away_is_noted(desk: Desk) -> None:
    table = await running(desk)
    await exported(desk, table.game_id, table.tokens[0])
    await exported(desk, table.game_id, table.judge)
    looks = await desk.audit.ListLooks(audit_pb2.ListLooksRequest(game_id=table.game_id), metadata=bearer(table.judge))
    assert [(look.actor.name, look.method) for look in looks.looks] == [("Dana", "ExportGame")]


async def test_a_file_ends_where_the_game_stood_when_it_was_asked_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running(desk)
    reading = desk.service._house.store.read
    bid: list[object] = []

    async def late(game: str, after: int, limit: int) -> Sequence[Stored]:
        if limit > 1_000 and not after and not bid:
            bid.append(await table.bid(1, 0))
        return await reading(game, after, limit)

    monkeypatch.setattr(desk.service._house.store, "read", late)
    lines = await exported(desk, table.game_id, table.judge)
    assert len(lines) == 5 + 2 and len(await record(desk, table.game_id)) > 5
    assert verify_lines((line.encode() + b"\n" for line in lines), lambda ruleset: GAME).sound and bid


async def test_what_cannot_be_exported_fails_as_other_looks_do(desk: Desk) -> None:
    unlisted = (await desk.create(OPEN, OPEN, unlisted=True)).game_id
    mine = await running(desk)
    for game_id, token, reason in (
        ("nobody", "", "UNKNOWN_GAME"),
        (unlisted, "", "UNAUTHENTICATED"),
        (unlisted, mine.tokens[0], "PERMISSION_DENIED"),
    ):
        async with failing() as failed:
            await exported(desk, game_id, token)
        assert failed[0].reason == reason


# In.


async def test_a_game_goes_from_one_service_to_another_as_it_is(desk: Desk, away: Desk) -> None:
    game_id = await finished(desk)
    answer = await imported(away, await exported(desk, game_id))
    here, there = await record(desk, game_id), await record(away, game_id)
    assert there[:-1] == here and answer.game_id == game_id and answer.over and not answer.known
    assert not answer.playable
    assert await away.service._house.store.marks(game_id) == [1, 2, 3, 4, 8]
    last = Entry.FromString(there[-1].entry)
    assert last.imported.digest == here[-1].digest and last.previous == here[-1].digest
    assert last.actor.role == ROLE_JUDGE and last.actor.name == "Dana" and answer.head.version == last.version
    assert answer.head.digest == there[-1].digest
    info = (await away.decision(game_id)).game
    assert info.status == table_pb2.GAME_STATUS_OVER and info.head == answer.head
    assert [seat.name for seat in info.seats] == ["Ada", "Ben"]
    verdict = await away.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=game_id))
    assert verdict.sound and verdict.draws == 7 and verdict.decided_again == 4
    assert await listed(away) == [game_id]


async def test_an_imported_game_is_exported_and_imported_again(desk: Desk, away: Desk, folder: Path) -> None:
    game_id = await finished(desk)
    await imported(away, await exported(desk, game_id))
    again = await exported(away, game_id)
    assert len(again) == len(await exported(desk, game_id)) + 1
    third = settings(folder / "third")
    async with await Service.start(third, ruleset=RULES) as service, sitting(service) as farther:
        answer = await imported(farther, again)
        assert (await record(farther, game_id))[:-1] == await record(away, game_id)
        assert answer.head.version == len(again) - 1


async def test_the_same_file_again_changes_nothing(desk: Desk, away: Desk) -> None:
    game_id = await finished(desk)
    lines = await exported(desk, game_id)
    first = await imported(away, lines)
    again = await imported(away, lines, away.service.mint("admin"))
    assert again.known and again.head == first.head and len(await record(away, game_id)) == 8
    # Where it was played, it is there already as well.
    home = await imported(desk, lines)
    assert home.known and home.head.version == 7 and len(await record(desk, game_id)) == 7


async def test_an_admin_may_and_is_named(desk: Desk, away: Desk) -> None:
    game_id = await finished(desk)
    await imported(away, await exported(desk, game_id), away.service.mint("admin", name="Ops"))
    assert Entry.FromString((await record(away, game_id))[-1].entry).actor.role == ROLE_ADMIN


async def test_who_is_not_a_judge_of_every_game_may_not(desk: Desk, away: Desk) -> None:
    game_id = await finished(desk)
    lines = await exported(desk, game_id)
    seated = await running(away)
    for token, reason in (
        ("", "UNAUTHENTICATED"),
        (seated.tokens[0], "PERMISSION_DENIED"),
        (away.service.mint("spectator"), "PERMISSION_DENIED"),
        (away.service.mint("judge", games=(game_id,)), "PERMISSION_DENIED"),
    ):
        async with failing() as failed:
            await imported(away, lines, token)
        assert failed[0].reason == reason
    assert not await record(away, game_id)


async def test_what_is_not_sound_is_refused_with_its_version_and_nothing_is_written(desk: Desk, away: Desk) -> None:
    game_id = await finished(desk)
    lines = await exported(desk, game_id)
    # Whatever was dealt, it was something: one kind of it is made another.
    dealt = next(kind for kind in WORTH if f'"{kind}"' in lines[4])
    fact = lines[4].replace(f'"{dealt}"', '"silk"' if dealt != "silk" else '"lamp"')
    for changed, said in (
        ([*lines[:4], fact, *lines[5:]], "version 4: copy"),
        ([*lines[:5], *lines[6:]], "version 6: chain"),
        ([*lines[:-2], lines[-1]], "version 6: file"),
        (lines[:-1], "cut off"),
        (["x", *lines], "no line of JSON"),
        ([lines[0].replace(game_id, "A/B"), *lines[1:]], "game_id"),
        ([], "the file is empty"),
    ):
        async with failing() as failed:
            await imported(away, changed)
        assert failed[0].reason == "INVALID_FILE" and said in failed[0].message, failed[0]
    assert not await record(away, game_id)
    assert not await listed(away)


async def test_a_redacted_file_a_newer_one_and_one_of_unknown_rules_are_refused(desk: Desk, away: Desk) -> None:
    table = await running(desk)
    lines = await exported(desk, table.game_id, table.judge)
    for changed, reason, said in (
        (await exported(desk, table.game_id, table.tokens[0]), "INVALID_FILE", "what seat 0 may see"),
        ([lines[0].replace("rulekeeper-game-1", "rulekeeper-game-2"), *lines[1:]], "NEWER_FORMAT", "game-2"),
        ([lines[0].replace("night_market@1", "night_market@7"), *lines[1:]], "UNKNOWN_RULESET", "night_market@7"),
    ):
        async with failing() as failed:
            await imported(away, changed)
        assert failed[0].reason == reason and said in failed[0].message


async def test_what_a_log_would_not_take_is_refused_before_it_is_begun(away: Desk) -> None:
    for command_id in (b"", b"same", b"x" * 65):

        def change(entry: Entry, command_id: bytes = command_id) -> None:
            entry.command_id = command_id

        stored = recorded(played(), change)
        lines = lines_of(GAME, "made-up", stored, stored[-1].head, JUDGE, begun=True, over=True)
        async with failing() as failed:
            await imported(away, [line.decode().removesuffix("\n") for line in lines])
        assert failed[0].reason == "INVALID_FILE" and "command id" in failed[0].message
    assert not await record(away, "made-up")


async def test_disputes_of_an_imported_game_are_in_the_judges_queue(desk: Desk, away: Desk) -> None:
    table = await running(desk)
    call = judges_pb2.CallJudgeRequest(game_id=table.game_id, about=5, text="that bid", command_id=fresh_id())
    await desk.judges.CallJudge(call, metadata=bearer(table.tokens[0]))
    await imported(away, await exported(desk, table.game_id, table.judge))
    request = judges_pb2.ListDisputesRequest()
    found = await away.judges.ListDisputes(request, metadata=bearer(away.service.mint("judge")))
    assert [(dispute.game_id, dispute.text) for dispute in found.disputes] == [(table.game_id, "that bid")]


async def test_what_is_over_the_limit_is_refused(desk: Desk, folder: Path) -> None:
    game_id = await finished(desk)
    lines = await exported(desk, game_id)
    size = sum(len(line.encode()) + 1 for line in lines)
    for limits, fits in (
        (Limits(file_entries=6), False),
        (Limits(file_entries=7, file=size), True),
        (Limits(file=size - 1), False),
    ):
        there = settings(folder / f"{limits.file}-{limits.file_entries}", limits=limits)
        async with await Service.start(there, ruleset=RULES) as service, sitting(service) as small:
            if fits:
                assert not (await imported(small, lines)).known
                continue
            async with failing() as failed:
                await imported(small, lines)
            assert failed[0].reason == "TOO_LARGE" and not await record(small, game_id)


async def test_another_record_under_the_id_stands(desk: Desk, away: Desk) -> None:
    one, other = await finished(desk), await finished(away)
    lines = await exported(desk, one)
    async with failing() as failed:
        await imported(away, [lines[0].replace(one, other), *lines[1:]])
    assert failed[0].reason == "INVALID_FILE"  # the last line is not one of these lines
    body = [lines[0].replace(one, other), *lines[1:-1]]
    end = json.loads(lines[-1])
    end["lines"] = hashlib.sha256("".join(line + "\n" for line in body).encode()).hexdigest()
    async with failing() as failed:
        await imported(away, [*body, json.dumps(end, separators=(",", ":"))])
    assert failed[0].reason == "GAME_EXISTS" and len(await record(away, other)) == 7


async def test_a_game_that_is_played_here_is_not_played_on_by_a_file(desk: Desk, town: Town) -> None:
    """Somebody who holds all of a running game could write commands into it."""
    here = await town.desk()
    table = await running(here)
    half = await exported(here, table.game_id, table.judge)
    await table.bid(1, 0)
    longer = await exported(here, table.game_id, table.judge)
    assert len(longer) == len(half) + 1
    await rewrite(town, table.game_id, len(half) - 2)
    other = await town.desk()
    async with failing() as failed:
        await imported(other, longer)
    assert failed[0].reason == "GAME_EXISTS" and len(await record(other, table.game_id)) == len(half) - 2


@pytest.mark.parametrize("written", [1, 2, 4, 6, 7])
async def test_one_that_was_interrupted_goes_on_where_it_stopped(
    desk: Desk, away: Desk, written: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await finished(desk)
    lines = await exported(desk, game_id)
    store = away.service._house.store
    append = store.append
    count = 0

    async def breaking(*args: object, **kwargs: object) -> object:
        nonlocal count
        if count == written:
            raise RuntimeError("the service dies")
        count += 1
        return await append(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append", breaking)
    async with failing() as failed:
        await imported(away, lines)
    assert failed[0].reason == "INTERNAL" and len(await record(away, game_id)) == written
    # Half a game is not listed.
    assert not await listed(away)
    monkeypatch.setattr(store, "append", append)
    answer = await imported(away, lines)
    assert not answer.known and answer.head.version == 8
    assert (await record(away, game_id))[:-1] == await record(desk, game_id)
    assert await listed(away) == [game_id]
    assert (await away.decision(game_id)).game.status == table_pb2.GAME_STATUS_OVER
    assert (await imported(away, lines)).known


async def test_a_running_game_that_was_imported_is_seen_and_not_played_on(desk: Desk, away: Desk) -> None:
    table = await running(desk)
    answer = await imported(away, await exported(desk, table.game_id, table.judge))
    assert not answer.over and not answer.known and not answer.playable
    here = await imported(desk, await exported(desk, table.game_id, table.judge))
    assert here.known and here.playable, "it was played here"
    asked = await away.decision(table.game_id)
    assert asked.game.status == table_pb2.GAME_STATUS_PAUSED
    judge = away.service.mint("judge")
    view = await away.projections.GetView(projections_pb2.GetViewRequest(game_id=table.game_id), metadata=bearer(judge))
    assert view.head == answer.head
    seat = away.service._house.keyring.sign(Caller(ROLE_SEAT, (table.game_id,), 1))
    async with failing() as failed:
        await away.submit(table.game_id, seat, nm.Bid(coins=0), 4)
    assert failed[0].reason == "GAME_PAUSED" and "was imported before it was over" in failed[0].message
    note = judges_pb2.Ruling(note=judges_pb2.Ruling.Remark(), reason="well played")
    async with failing() as failed:
        await away.judges.PreviewRuling(
            judges_pb2.PreviewRulingRequest(game_id=table.game_id, ruling=note), metadata=bearer(judge)
        )
    assert failed[0].reason == "GAME_PAUSED" and "was imported before it was over" in failed[0].message


async def test_an_imported_game_is_forked_and_the_fork_exported_and_imported(desk: Desk, away: Desk) -> None:
    table = await running(desk)
    await imported(away, await exported(desk, table.game_id, table.judge))
    request = judges_pb2.ForkGameRequest(game_id=table.game_id, version=5, request_id=fresh_id())
    made = await away.judges.ForkGame(request, metadata=bearer(away.service.mint("judge")))
    fork = Seats(away, made.game_id, list(made.seat_tokens), made.judge_token)
    await fork.bid(1, 0)
    await fork.finish()
    lines = await exported(away, fork.game_id, fork.judge)
    verdict = verify_lines((line.encode() + b"\n" for line in lines), lambda ruleset: GAME)
    assert verdict.sound and any("fork" in text for text in verdict.not_proved), verdict
    answer = await imported(desk, lines)
    assert answer.over
    assert (await desk.decision(fork.game_id, table.judge)).game.forked_from == table.game_id


async def test_two_who_send_the_same_file_at_once_make_one_game(desk: Desk, away: Desk) -> None:
    game_id = await finished(desk)
    lines = await exported(desk, game_id)
    answers = await asyncio.gather(*(imported(away, lines, away.service.mint("judge", name=n)) for n in "AB"))
    assert answers[0].head == answers[1].head and len(await record(away, game_id)) == 8


async def test_a_game_that_was_looked_at_while_it_came_in_is_not_played_on_either(
    desk: Desk, away: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of it is hot. Each entry that comes ends a pause, and there is no secret to draw from."""
    table = await running(desk)
    lines = await exported(desk, table.game_id, table.judge)
    store = away.service._house.store
    append = store.append
    seen: list[int] = []

    async def watched(*args: object, **kwargs: object) -> object:
        answer = await append(*args, **kwargs)  # type: ignore[arg-type]
        if len(await store.read(table.game_id, 0, 10)) == 2 and not seen:
            seen.append((await away.decision(table.game_id)).game.head.version)
        return answer

    monkeypatch.setattr(store, "append", watched)
    answer = await imported(away, lines)
    assert seen == [2] and answer.head.version == len(lines) - 1
    assert [Entry.FromString(one.entry).WhichOneof("what") for one in await record(away, table.game_id)] == [
        "created",
        "seat_taken",
        "seat_taken",
        "started",
        "command",
        "imported",
    ]


async def test_a_client_that_goes_away_leaves_nothing_behind(desk: Desk, away: Desk) -> None:
    game_id = await finished(desk)
    lines = await exported(desk, game_id)

    async def half() -> AsyncIterator[audit_pb2.ImportGameRequest]:
        yield audit_pb2.ImportGameRequest(lines=lines[:4])
        raise ConnectionError("gone")

    call = away.audit.ImportGame(half(), metadata=bearer(away.service.mint("judge")))
    with pytest.raises((grpc.aio.AioRpcError, BaseException)):
        await call
    assert not await record(away, game_id)
    assert not (await imported(away, lines)).known


async def test_that_rules_were_changed_since_is_said_and_no_reason_to_refuse(desk: Desk, folder: Path) -> None:
    game_id = await finished(desk)
    others = [found for found in collect_rules(nights) if found.id != "nm.night"]
    changed = replace(GAME, scripts=(*others, short_night))
    there = settings(folder / "changed", signing_key="another key, for a service elsewhere")
    async with await Service.start(there, ruleset={GAME.ruleset: changed}) as service, sitting(service) as later:
        answer = await imported(later, await exported(desk, game_id))
        assert [found.kind for found in answer.findings] == ["rules"]
        assert [stored.entry for stored in await record(later, game_id)][:-1] == [
            stored.entry for stored in await record(desk, game_id)
        ]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["heart_of_crown@1", "warhammer_invasion@1"])
async def test_whole_games_of_both_go_from_one_service_to_another(folder: Path, ruleset: str) -> None:
    game = game_of(ruleset)
    assert game is not None
    rules = {ruleset: game}
    async with (
        await Service.start(settings(folder / "one"), ruleset=rules) as one,
        await Service.start(settings(folder / "two"), ruleset=rules) as two,
        sitting(one) as desk,
        sitting(two) as away,
    ):
        made = await desk.create(BOT, BOT, ruleset=ruleset)
        info = await desk.ended(made.game_id)
        request = audit_pb2.ExportGameRequest(game_id=made.game_id)
        parts = [list(part.lines) async for part in desk.audit.ExportGame(request)]
        assert len(parts) > 1 and all(sum(map(len, part)) < 300_000 for part in parts)
        lines = [line for part in parts for line in part]
        assert len(lines) == info.head.version + 2
        answer = await imported(away, lines, batch=20)
        assert answer.head.version == info.head.version + 1 and answer.over
        assert (await away.decision(made.game_id)).game.winners == info.winners
        verdict = await away.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=made.game_id))
        assert verdict.sound and verdict.draws > 10
