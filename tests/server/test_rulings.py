"""Rulings in a game's log, made by whoever may: the service folds them, shows them, and plays on from them."""

from __future__ import annotations

from collections.abc import Callable

from rulekeeper.kernel import Accepted, Table, amend, effective, fold_all, rewind
from rulekeeper.log import Appended, digest
from rulekeeper.projections import parsed, read_entries
from rulekeeper.server import Limits
from rulekeeper.v1 import audit_pb2
from rulekeeper.v1.entry_pb2 import ROLE_JUDGE, Actor, Amended, Entry, Noted, Rewound
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town
from tests.server.desk import fresh_id
from tests.server.watching import watching


async def rule(town: Town, game_id: str, ruling: Entry, at: int, made: Callable[[Table, int], Accepted] | None) -> None:
    """Appends a judge's entry, drafted on the table of version `at`."""
    log = await town.log()
    stored = await read_entries(log, game_id, 0)
    entries = effective([parsed(one) for one in stored[:at]])
    version = stored[-1].version + 1
    if made is not None:
        ruling.facts = made(fold_all(GAME, entries), version).facts
    ruling.version, ruling.ruleset, ruling.previous = version, GAME.ruleset, stored[-1].digest
    ruling.actor.CopyFrom(Actor(role=ROLE_JUDGE, name="Jo"))
    ruling.command_id = fresh_id()
    data = ruling.SerializeToString()
    answer = await log.append(game_id, stored[-1].head, ruling.command_id, b"x" * 16, data, digest(data))
    assert isinstance(answer, Appended)


async def test_a_rewind_reaches_watchers_and_play_goes_on_from_there(town: Town) -> None:
    desk = await town.desk(limits=Limits(ring=3))
    table = await desk.table()
    before = (await desk.decision(table.game_id, table.tokens[0])).decision
    await table.night()
    async with watching(desk, table.game_id, table.tokens[0], decisions=True) as watch:
        await watch.until_caught_up()
        to = Rewound(to=4, reason="we forgot a rule")
        await rule(town, table.game_id, Entry(rewound=to, parent=4), 4, lambda at, v: rewind(GAME, at, v))
        update = await watch.update()
        assert update.step.rewound == to and update.step.actor.name == "Jo" and update.HasField("view")
        assert update.decision.version == 9 and update.decision.offers == before.offers
        await table.night()
        assert [(await watch.update()).head.version for _ in range(4)] == [10, 11, 12, 13]
    # From the log alone, in another process.
    other = await town.desk(limits=Limits(ring=1))
    async with watching(other, table.game_id, table.tokens[0]) as late:
        updates = await late.until_caught_up()
        assert [u.head.version for u in updates] == list(range(1, 14))
        assert updates[8].view == update.view == updates[3].view
    await table.finish()
    verdict = await other.audit.VerifyGame(audit_pb2.VerifyGameRequest(game_id=table.game_id))
    assert verdict.sound, verdict


async def test_an_amendment_voids_sealed_answers_and_asks_anew(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    await table.bid(0)
    async with watching(desk, table.game_id, decisions=True) as watch:
        await watch.until_caught_up()
        facts = [nm.BidRevealed(seat=1, coins=1)]
        ruling = Entry(amended=Amended(reason="seat 1 still owed a coin"))
        await rule(town, table.game_id, ruling, 5, lambda at, version: amend(GAME, at, facts, version))
        update = await watch.update()
        assert update.step.amended.reason and all(fact.amended for fact in update.step.facts)
        assert update.decision.version == 6 and list(update.decision.seats) == [0, 1]


async def test_a_remark_changes_nothing(town: Town) -> None:
    desk = await town.desk()
    table = await desk.table()
    decision = await table.open_decision()
    async with watching(desk, table.game_id) as watch:
        await watch.until_caught_up()
        await rule(town, table.game_id, Entry(noted=Noted(text="well played")), 4, None)
        assert (await watch.update()).step.noted.text == "well played"
    assert await table.open_decision() == decision
    await table.night()
