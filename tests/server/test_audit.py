"""Reading the record, and proving it."""

from __future__ import annotations

from rulekeeper.log import digest
from rulekeeper.v1 import audit_pb2
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.desk import BOT, OPEN, Desk, bearer, failing


async def read(desk: Desk, game_id: str, token: str = "", **wanted: object) -> list[audit_pb2.ReadLogResponse]:
    request = audit_pb2.ReadLogRequest(game_id=game_id, **wanted)  # type: ignore[arg-type]
    return [answer async for answer in desk.audit.ReadLog(request, metadata=bearer(token))]


async def prove(desk: Desk, game_id: str, **kept: object) -> audit_pb2.VerifyGameResponse:
    return await desk.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=game_id, **kept))  # type: ignore[arg-type]


async def test_before_the_end_only_judges_read_what_is_stored(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0, 2)
    for token in (*table.tokens, ""):
        answers = await read(desk, table.game_id, token)
        assert [answer.step.version for answer in answers] == [1, 2, 3, 4, 5]
        assert not any(answer.stored or answer.HasField("entry") for answer in answers)
        assert answers[-1].step.HasField("command") == (token == table.tokens[0])
    for answer in await read(desk, table.game_id, table.judge):
        assert digest(answer.stored) == answer.step.digest
        assert Entry.FromString(answer.stored) == answer.entry and answer.entry.salt


async def test_after_the_end_everybody_reads_what_is_stored(desk: Desk) -> None:
    table = await desk.table()
    await table.bid(0, 2)
    await table.finish()
    answers = await read(desk, table.game_id)
    assert len(answers) == 6 and all(digest(answer.stored) == answer.step.digest for answer in answers)
    assert answers[-1].entry.secret == bytes(32) and not answers[-2].entry.secret


async def test_a_part_of_the_log_is_read(desk: Desk) -> None:
    table = await desk.table()
    await table.night()
    assert [a.step.version for a in await read(desk, table.game_id, after=2, limit=3)] == [3, 4, 5]
    assert [a.step.version for a in await read(desk, table.game_id, after=7)] == [8]
    assert await read(desk, table.game_id, after=8) == []
    async with failing() as failed:
        await read(desk, table.game_id, after=9)
    assert failed[0].reason == "UNKNOWN_VERSION"


async def test_a_long_log_is_read_whole(desk: Desk) -> None:
    made = await desk.create(BOT, BOT, BOT, BOT)
    game = await desk.ended(made.game_id)
    answers = await read(desk, made.game_id)
    assert [answer.step.version for answer in answers] == list(range(1, game.head.version + 1))


async def test_a_finished_game_is_proved_whole(desk: Desk) -> None:
    made = await desk.create(OPEN, OPEN)
    tokens = [(await desk.join(made.game_id, name=name, contribution=name.encode())).token for name in ("Ada", "Ben")]
    for token in tokens:
        await desk.submit(made.game_id, token, nm.Bid(coins=1), 4)
    verdict = await prove(desk, made.game_id, seat=0, contribution=b"Ada")
    assert verdict.sound and not verdict.draws and verdict.decided_again == 3
    assert any("secret is not out" in text for text in verdict.not_proved)
    await desk.submit(made.game_id, tokens[0], nm.Concede(), 0)
    head = (await desk.decision(made.game_id)).game.head
    verdict = await prove(desk, made.game_id, seat=0, contribution=b"Ada", seen=head)
    assert verdict.sound and verdict.draws == 7 and verdict.decided_again == 4 and verdict.entries == 7
    assert verdict.head == head and not verdict.not_proved
    verdict = await prove(desk, made.game_id, seat=1, contribution=b"Eve")
    assert [(found.kind, found.version) for found in verdict.findings] == [("contribution", 3)] and not verdict.sound


async def test_before_the_end_only_judges_are_told_how_many_facts_there_are(desk: Desk) -> None:
    table = await desk.table()
    request = audit_pb2.VerifyGameRequest(game_id=table.game_id)
    for token, told in ((table.tokens[0], False), ("", False), (table.judge, True)):
        verdict = await desk.audit.VerifyGame(request, metadata=bearer(token))
        assert bool(verdict.facts) == told and verdict.entries == 4
    await table.finish()
    assert (await desk.audit.VerifyGame(request)).facts


async def test_seat_and_contribution_belong_together(desk: Desk) -> None:
    made = await desk.create()
    for kept in ({"seat": 0}, {"contribution": b"x"}, {"seat": 0, "contribution": b"x" * 65}):
        async with failing() as failed:
            await prove(desk, made.game_id, **kept)
        assert failed[0].reason == "INVALID_REQUEST"


async def test_a_game_of_bots_is_proved(desk: Desk) -> None:
    made = await desk.create(BOT, BOT)
    await desk.ended(made.game_id)
    verdict = await prove(desk, made.game_id)
    assert verdict.sound and verdict.draws > 4 and verdict.decided_again == verdict.entries - 3
