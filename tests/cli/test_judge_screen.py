"""The judge's screen, against the real service and as a person at a terminal uses it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.events import Key

from rulekeeper.cli.keys import Keys
from rulekeeper.cli.screen.panes import TimelinePane
from rulekeeper.cli.screen.places import Tree
from rulekeeper.client import Bench, Choice, Client, Refused, Retry, call_judge
from rulekeeper.server import Service
from rulekeeper.testing.service import OwnService
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.judges_pb2 import DISPUTE_STATUS_ASSIGNED, DISPUTE_STATUS_RULED
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as whi
from tests.cli.conftest import Person
from tests.cli.judging import LARGE, SMALL, Judge, Table, facts_of, judging, sandbox
from tests.games.warhammer_invasion.table import Board, Side
from tests.server.desk import settings

CROWN = "heart_of_crown@1"
INVASION = "warhammer_invasion@1"


@pytest.fixture
async def client(own_service: OwnService) -> AsyncIterator[Client]:
    async with Client(own_service.address, retry=Retry(deadline=10.0)) as client:
        yield client


@pytest.fixture
async def crown(client: Client) -> Table:
    """A game of Heart of Crown in its fifth turn or so."""
    table = await sandbox(client, CROWN)
    await table.play(24)
    return table


DUEL = (("Troll Slayers", "troll-slayers"), ("Black Orc Squad", "black-orc"))


def fighters() -> Board:
    """An attack on a Kingdom that one unit may defend."""
    return Board(Side(battlefield="troll-slayers"), Side(kingdom="black-orc"), entry="combat")


async def combat(client: Client) -> tuple[Table, Board]:
    """The same at the service, fought to its end."""
    board = fighters()
    table = await sandbox(client, INVASION, board.position.text())
    commands = {
        "whi.combat.attackers": whi.DeclareAttackers(units=[board.id("troll-slayers")]),
        "whi.combat.defenders": whi.DeclareDefenders(units=[board.id("black-orc")]),
    }
    while True:
        version = await table.send(commands.get((await table.bench.decision()).decision.rule.id, whi.Pass()))
        facts = await facts_of(table.bench, version)
        if any(answer.fact.fact.type_url.endswith(".AttackOver") for answer in facts):
            return table, board


async def offered(table: Table) -> list[table_pb2.Offer]:
    asked = (await table.bench.decision()).decision
    decision = (await table.seats[asked.seats[0]].decision()).decision
    return [offer for offer in decision.offers if not offer.closed]


async def head(table: Table) -> int:
    return (await table.bench.info()).head.version


def shape(tree: Tree) -> list[tuple[int, str, bool]]:
    return [(line.node.depth, line.node.SerializePartialToString().hex(), line.is_script) for line in tree.lines()]


async def as_read_anew(judge: Judge, table: Table) -> None:
    """What the timeline has grown to is what there is."""
    assert judge.bench.tree_ is not None
    assert shape(judge.bench.tree_) == shape(Tree(await table.bench.timeline()))


# Going through a game.


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_every_fact_is_stepped_through_and_shown_with_its_rule_and_its_table(
    crown: Table, size: tuple[int, int]
) -> None:
    last = await head(crown)
    told = (await facts_of(crown.bench, last - 1))[1:]
    async with judging(crown.bench, last - 1, size) as judge:
        assert judge.at == (last - 1, len(told))
        assert judge.table == (await crown.bench.view_at(last - 1, text=True)).text.rstrip()
        for number in range(len(told) - 1, -1, -1):
            await judge.press("k")
            assert judge.at == (last - 1, number)
            assert judge.table == (await crown.bench.view_at(last - 1, number, text=True)).text.rstrip()
            if number:
                fact = told[number - 1]
                (here,) = [line for line in judge.facts.splitlines() if line.startswith(">")]
                assert f"{number:>2} {fact.fact.fact.type_url.rpartition('.')[2]}" in here
                assert fact.fact.rule.id in judge.facts and fact.statement.split()[0] in judge.facts
        await judge.press("up")
        assert judge.at[0] == last - 2
        await judge.press("down", "right", "right", "right")
        assert judge.at[0] == last and f"there is no such version: {last + 1}" in judge.seen
        await judge.press("home", "k")
        assert judge.at == (1, 0) and "this is the first version" in judge.seen
        assert "no table yet" in judge.table
        assert all(len(line) <= size[0] for line in judge.facts.splitlines())


async def test_turns_phases_and_marks_are_jumped_to(crown: Table) -> None:
    await call_judge(crown.seats[0], "that was one coin too many", about=9)
    nodes = (await crown.bench.timeline()).nodes
    turns = [node for node in nodes if node.rule.id == "hoc.turn.phases"]
    mains = [node for node in nodes if node.rule.id == "hoc.main"]
    async with judging(crown.bench) as judge:
        for node in reversed(turns):
            await judge.press("T")
            assert judge.at == place(node)
        await judge.press("T")
        assert "there is no turn before this" in judge.seen
        await judge.press("right_square_bracket")
        assert judge.at == place(mains[0])
        await judge.press("t")
        assert judge.at == place(turns[1])
        await judge.press("left_square_bracket")
        assert judge.at < place(turns[1]) and judge.at > place(mains[0])
        await judge.press("m")
        assert judge.at[0] == await head(crown) and "called a judge" in judge.facts
        await judge.press("M")
        assert judge.at[0] == 4, "the game's beginning"


def place(node: object) -> tuple[int, int]:
    begins = getattr(node, "from")  # noqa: B009
    return begins.version, begins.fact


async def test_a_version_is_gone_to_and_none_that_there_is_not(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        await judge.press("g", "9", "full_stop", "1", "enter")
        assert judge.at == (9, 1)
        await judge.press("g")
        await judge.type("7")
        assert judge.at[0] == 7
        for wrong, said in (("999", "there is no version 999"), ("7.99", "facts to be seen, not 99")):
            await judge.press("g")
            await judge.type(wrong)
            assert judge.at[0] == 7 and said in judge.seen
        await judge.press("g")
        await judge.type("seven")
        assert "'seven' is no version" in judge.seen
        await judge.press("escape")
        assert judge.app.screen is judge.bench and judge.at[0] == 7


async def test_the_timeline_is_walked_and_its_line_gone_to(crown: Table) -> None:
    for size in (SMALL, LARGE):
        async with judging(crown.bench, size=size) as judge:
            pane = judge.bench.query_one(TimelinePane)
            assert pane.display is (size == LARGE)
            await judge.press("tab")
            assert pane.display and "Turn 2, " in judge.seen
            await judge.press("home", "down", "down", "enter")
            assert judge.at[0] == 3 and pane.display is (size == LARGE)
            await judge.press("t")
            assert pane.cursor_node is not None and "Turn 1, A" in str(pane.cursor_node.label)


async def test_the_table_is_seen_as_a_seat_saw_it(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        at = await head(crown)
        for key, seat in (("1", 0), ("2", 1)):
            await judge.press(key)
            assert judge.table == (await crown.bench.view_at(at, seat=seat, text=True)).text.rstrip()
            assert f"as {judge.bench.names[seat]}" in judge.seen
        await judge.press("3")
        assert "the game has no seat: 2" in judge.seen
        await judge.press("a")
        assert judge.table == (await crown.bench.view_at(at, text=True)).text.rstrip()


async def test_a_seats_token_sees_with_its_own_eyes_and_no_others(crown: Table) -> None:
    seat = crown.seats[1]
    at, name = await head(crown), "as B |"
    async with judging(Bench(seat.client, seat.id)) as judge:
        own = (await crown.bench.view_at(at, seat=1, text=True)).text.rstrip()
        assert judge.table == own and name in judge.seen and "everything" not in judge.seen
        await judge.press("1")
        assert "PERMISSION_DENIED" in judge.seen and name in judge.seen and judge.table == own
        await judge.press("2")
        assert "PERMISSION_DENIED" not in judge.seen and name in judge.seen and judge.table == own
    async with judging(Bench(seat.client.using(None), seat.id)) as judge:
        assert "as everybody |" in judge.seen
    await seat.concede()
    async with judging(Bench(seat.client, seat.id)) as judge:
        assert "| everything |" in judge.seen


async def test_what_is_said_of_a_step_is_gone_with_the_next(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        await judge.press("j")
        assert "this is the newest version" in judge.seen
        await judge.press("k")
        assert "this is the newest version" not in judge.seen
        await judge.press("l", "k")
        assert "following the game" in judge.seen


async def test_a_card_that_has_left_is_called_by_its_name(crown: Table) -> None:
    (played,) = [found async for found in crown.bench.find(fact="CardPlayed", limit=1)]
    async with judging(crown.bench, played.step.version) as judge:
        assert "PlayCard card Farming Village [" in judge.facts and "was Farming Village [" in judge.facts


async def test_cards_are_called_by_their_names(client: Client) -> None:
    table, board = await combat(client)
    (declared,) = [found async for found in table.bench.find(fact="DefendersDeclared")]
    slayers, orcs = (f"{name} [{board.id(card)}]" for name, card in DUEL)
    async with judging(table.bench, declared.step.version) as judge:
        assert f"DeclareDefenders units {orcs}" in judge.facts and f"DefendersDeclared cards {orcs}" in judge.facts
        await judge.press("slash")
        await judge.type("DamageApplied")
        said = " ".join(judge.facts.split())
        assert f"(target {orcs}, dealt by A, cancellable 1), (target {slayers}, dealt by B, cancellable 1)" in said


async def test_facts_are_filtered(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        await judge.press("slash")
        await judge.type("hoc.refill")
        assert judge.bench.filter is not None
        found = [tuple(spot) for spot in judge.bench.filter.found]
        assert found == [(f.step.version, n) async for f in crown.bench.find(rule="hoc.refill") for n in f.facts]
        await judge.press("g")
        await judge.type("5")
        for spot in found[:4]:
            await judge.press("j")
            assert judge.at == spot
        await judge.press("k")
        assert judge.at == found[2] and f"/hoc.refill: {len(found)}" in judge.seen
        await judge.press("escape", "j")
        assert not judge.filter and judge.at in ((found[2][0], found[2][1] + 1), (found[2][0] + 1, 0))
        await judge.press("slash")
        await judge.type("seat=none")
        assert "a whole number is wanted" in judge.seen
        await judge.press("escape", "slash")
        await judge.type("NoSuchFact")
        assert "NoSuchFact" in judge.seen and not judge.filter


# Its parts on the screen.


async def test_the_timeline_stands_apart_and_says_where_it_is_cut(crown: Table) -> None:
    async with judging(crown.bench, size=LARGE) as judge:
        assert {row.ljust(60)[58:60] for row in judge.rows[1:-2]} == {"│ "}
        assert "…" not in " ".join(row[:58] for row in judge.rows)
        whole = judge.table.splitlines()
        assert [row[60:] for row in judge.rows[2 : 2 + len(whole)]] == [line.rstrip() for line in whole]
    async with judging(crown.bench, size=(112, 45)) as judge:
        await judge.press("g")
        await judge.type("10")
        cut = [row[:30].rstrip() for row in judge.rows if "Clean-up" in row[:30]]
        assert len(cut) == 1 and cut[0].endswith("…")
    async with judging(crown.bench, size=(60, 24)) as judge:
        assert any(row.endswith("…") for row in judge.rows[2:10])


async def test_a_long_table_has_the_lines_that_few_facts_leave(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        shown = [row for row in judge.rows if row in judge.table.splitlines()]
        used = len(judge.facts.splitlines())
        # The head, two titles, the line under the table and the keys.
        assert len(shown) == SMALL[1] - 5 - used > 12
        await judge.press("z")
        assert sum(row in judge.table.splitlines() for row in judge.rows) == SMALL[1] - 4
        await judge.press("z")
        assert judge.rows[2 : 2 + used] == judge.facts.splitlines()
        await judge.press("z")
        assert [row for row in judge.rows if row in judge.table.splitlines()] == shown
        # Where there are many facts, they have all of it for themselves.
        await judge.press("g")
        await judge.type("4")
        await judge.press("z", "z")
        assert sum(row in judge.facts.splitlines() for row in judge.rows if row) == SMALL[1] - 4


# Why.


async def test_a_fact_is_explained_with_what_was_in_force_and_offered(crown: Table) -> None:
    (bought, *_) = [found async for found in crown.bench.find(fact="CardPlayed", limit=1)]
    async with judging(crown.bench, bought.step.version) as judge:
        await judge.press("g")
        await judge.type(f"{bought.step.version}.{bought.facts[0]}")
        await judge.press("w")
        said = judge.read.partition("rules in force")[2]
        rules = ["hoc.game", "hoc.turn.phases", "hoc.main"]
        assert sorted(rules, key=said.index) == rules, "outermost first"
        assert "CardPlayed" in judge.read and "what was asked before it" in said and "EndMainPhase" in said
        assert all(len(line) <= 80 for line in said.splitlines())
        await judge.press("q")
        await judge.press("g")
        await judge.type(str(bought.step.version))
        while judge.at[1]:
            await judge.press("k")
        await judge.press("w")
        assert "scripts that waited for it" in judge.read and "kernel's own facts" in judge.read
        assert "Answered" in judge.read


async def test_why_not_says_every_reason_against_a_command(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        asked = (await crown.bench.decision()).decision.seats[0]
        await judge.press("n")
        assert "EndMainPhase" in judge.seen
        await judge.press("ctrl+u")
        await judge.type(f"{1 - asked}: EndMainPhase")
        assert judge.bench.names[1 - asked] in judge.read and "asked there" in judge.read
        assert "the rules allow it" not in judge.read
        await judge.press("escape", "n", "ctrl+u")
        await judge.type("0: EndMainFase")
        assert "has no command 'EndMainFase' -- do you mean EndMainPhase?" in judge.seen
        await judge.press("ctrl+u")
        await judge.type("0: PlayCard 12")
        assert "'12' is not FIELD=VALUE" in judge.seen


async def test_what_was_refused_in_play_is_listed_and_explained(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        await judge.press("r")
        assert "no refused command is kept" in judge.seen
        asked = (await crown.bench.decision()).decision
        with pytest.raises(Refused):
            await crown.seats[asked.seats[0]].submit(
                Choice("rulekeeper.heart_of_crown.v1.PlayCard", {"card": 1}), asked
            )
        await judge.press("r")
        assert "Refused in play" in judge.seen and "PlayCard card 1" in judge.seen
        await judge.press("enter")
        assert "PlayCard card 1" in judge.read and "hoc." in judge.read
        await judge.press("escape", "r", "g")
        assert judge.at[0] == asked.version


# Judging.


async def test_a_dispute_is_taken_and_closed(crown: Table) -> None:
    called = await call_judge(crown.seats[1], "that was [b]one[/b] coin too many", about=8, pause=True)
    async with judging(crown.bench, size=LARGE) as judge:
        await judge.press("d")
        assert "open, paused" in judge.seen and "that was [b]one[/b] coin too many" in judge.seen
        await judge.press("enter")
        assert judge.at[0] == 8
        await judge.press("d", "t")
        (dispute,) = await crown.bench.disputes()
        assert dispute.status == DISPUTE_STATUS_ASSIGNED and f"dispute {called.number} is" in judge.seen
        await judge.press("d", "c")
        await judge.type("")
        assert "words are wanted" in judge.seen
        await judge.type("The coin stays.")
        await judge.press("ctrl+u")
        await judge.type("hoc.nothing")
        assert "there is no rule 'hoc.nothing'" in judge.seen
        await judge.press("ctrl+u")
        await judge.type("hoc.main, hoc.second")
        (dispute,) = await crown.bench.disputes()
        assert dispute.status == DISPUTE_STATUS_RULED and dispute.ruling == "The coin stays."
        assert [rule.id for rule in dispute.rules] == ["hoc.main", "hoc.second"]
        await as_read_anew(judge, crown)


async def test_open_disputes_come_first_and_keys_wait_for_the_list(crown: Table) -> None:
    numbers = [(await call_judge(crown.seats[1], f"complaint {number}", about=8)).number for number in range(2)]
    await crown.bench.close(numbers[0], "no")
    numbers += [(await call_judge(crown.seats[seat], "more", about=8)).number for seat in (0, 1, 1)]
    await crown.bench.close(numbers[1], "no")
    async with judging(crown.bench, size=LARGE) as judge:
        await judge.press("d")
        ordered = [*numbers[2:], *numbers[:2]]
        listed = judge.seen.split("Disputes:")[1]
        places = [listed.index(f" {number} ") for number in ordered]
        assert places == sorted(places)
        await judge.press("escape")
        for key in ("d", "down", "down", "c"):
            judge.app.post_message(Key(key, key if len(key) == 1 else None))
        await judge.until("the ruling, in words")
        assert f"Dispute {ordered[2]}: the ruling" in judge.seen


async def rule(judge: Judge, number: int) -> None:
    """Opens the rulings and takes one."""
    await judge.press("R", *["down"] * number, "enter")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_game_of_heart_of_crown_goes_back_after_a_preview_and_a_reason(
    crown: Table, size: tuple[int, int]
) -> None:
    last = await head(crown)
    async with judging(crown.bench, last - 5, size) as judge:
        before = judge.table
        await rule(judge, 0)
        await judge.press("enter")
        said = judge.read
        assert "5 entries would no longer count" in said and "the table after it" in said
        assert all(line in said for line in before.splitlines())
        assert await head(crown) == last, "nothing is done yet"
        await judge.press(*["down"] * 3)
        assert before.splitlines()[-1] in judge.rows, "a line of 80 columns is one line"
        await judge.press("enter")
        assert "a ruling needs a reason" in judge.seen
        await judge.press("escape")
        assert "nothing was done" in judge.seen and await head(crown) == last
        await rule(judge, 0)
        await judge.press("enter")
        await judge.type("a rule was forgotten")
        assert judge.at[0] == last + 1 == await head(crown)
        assert f"went back to version {last - 5}: a rule was forgotten" in judge.facts
        assert judge.table == before
        await judge.press("left")
        assert "STRUCK" in judge.facts
        await judge.press("left", "left", "left", "left", "left")
        assert judge.at[0] == last - 5 and "STRUCK" not in judge.facts
        await as_read_anew(judge, crown)
        await crown.play(3)
        await judge.until(f"of {last + 4}")
        await judge.settled()
        await as_read_anew(judge, crown)


async def test_a_combat_is_replayed_and_fought_again(client: Client) -> None:
    table, board = await combat(client)
    (declared,) = [found async for found in table.bench.find(fact="DefendersDeclared")]
    async with judging(table.bench, size=LARGE) as judge:
        await judge.press("slash")
        await judge.type("DefendersDeclared")
        assert judge.at == (declared.step.version, declared.facts[0])
        assert "whi.combat" in judge.facts and "Black Orc" in judge.table
        await judge.press("w")
        assert "whi.combat" in judge.read and "DeclareDefenders" in judge.read
        await judge.press("escape", "escape")
        struck = await head(table)
        await rule(judge, 0)
        await judge.press("ctrl+u")
        await judge.type(str(declared.step.version - 1))
        assert f"{struck - declared.step.version + 1} entries would no longer count" in judge.read
        await judge.type("the defender was corrupted")
        assert await head(table) == struck + 1
        assert {"DeclareDefenders"} <= {offer.command.rpartition(".")[2] for offer in await offered(table)}
        await table.send(whi.DeclareDefenders(units=[board.id("black-orc")]))
        await judge.until(f"of {struck + 2}")
        await judge.settled()
        await as_read_anew(judge, table)


async def test_a_ruling_on_a_game_that_went_on_is_shown_anew_before_it_is_given(crown: Table) -> None:
    last = await head(crown)
    async with judging(crown.bench, last - 1) as judge:
        await rule(judge, 0)
        await judge.press("enter")
        assert "1 entry would no longer count" in judge.read
        await crown.play(1)
        await judge.type("a rule was forgotten")
        assert await head(crown) == last + 1, "nothing is done"
        assert f"the game went on meanwhile, to version {last + 1}" in judge.seen
        assert "2 entries would no longer count" in judge.read
        await judge.press("enter")
        assert await head(crown) == last + 2 == judge.at[0] and "a rule was forgotten" in judge.facts


async def test_facts_of_an_amendment_are_typed_and_what_is_wrong_with_them_is_said(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        await rule(judge, 1)
        assert "CoinsGained" in judge.seen
        for wrong, said in (
            ("", "at least one fact is wanted"),
            ("CoinGained seat=0", "do you mean CoinsGained?"),
            ("CoinsGained coin=2", "has no field 'coin' -- its fields: seat, coins"),
            ("CoinsGained coins=many", "CoinsGained: Failed to parse coins"),
            ("CoinsGained {", "this is no JSON"),
            ("CoinsGained 2", "'2' is not FIELD=VALUE"),
        ):
            await judge.press("ctrl+u")
            await judge.type(wrong)
            assert said in judge.seen, wrong
        await judge.press("ctrl+u")
        await judge.type("CoinsGained seat=0 coins=2")
        await judge.type('CoinsGained {"seat": 0, "coins": 1}')
        await judge.type("")
        assert "CoinsGained A, coins 2" in judge.read
        assert "turn.coins: 0 -> 3" in judge.read and "Heart of Crown ─" not in judge.read
        before = await head(crown)
        await judge.type("a coin was owed")
        entry = (await facts_of(crown.bench, before + 1))[0].entry
        assert entry.amended.reason == "a coin was owed" and "(amended)" in judge.facts
        assert [answer.fact.amended for answer in (await facts_of(crown.bench, before + 1))[1:]] == [True, True]


async def test_a_game_is_noted_on_paused_resumed_and_ended(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        for number in (2, 4):
            await rule(judge, number)
            assert "nothing else changes" in judge.read and len(judge.read.splitlines()) == 1
            await judge.press("escape")
        for number, reason, status in (
            (2, "well played", "running"),
            (4, "lunch", "paused"),
            (5, "back again", "running"),
        ):
            await rule(judge, number)
            await judge.type(reason)
            assert reason in judge.facts and f"{CROWN}, {status}" in judge.seen
        await rule(judge, 5)
        assert "RULING_REFUSED" in judge.seen and "not paused" in judge.seen
        await rule(judge, 3)
        await judge.type("zero")
        assert "seats' numbers are wanted" in judge.seen
        await judge.press("ctrl+u")
        await judge.type("1")
        await judge.type("seat 0 left the hall")
        assert "over" in judge.seen
    info = await crown.bench.info()
    assert (info.status, list(info.winners)) == (table_pb2.GAME_STATUS_OVER, [1])


async def test_a_seats_token_rules_on_nothing_and_hears_so(crown: Table) -> None:
    seat = crown.seats[0]
    async with judging(Bench(seat.client, seat.id)) as judge:
        await rule(judge, 2)
        assert "PERMISSION_DENIED" in judge.seen
        await judge.press("k")
        assert judge.app.is_running


async def test_a_sandbox_and_a_position_are_made_of_where_one_is(
    crown: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEKEEPER_CONFIG", str(tmp_path / "config"))
    async with judging(crown.bench, 12, server="here:1") as judge:
        await judge.press("f", "enter")
        (made,) = json.loads((tmp_path / "config/credentials.json").read_text())["here:1"]
        assert f"rulekeeper play {made} --as 1 --server here:1" in judge.read
        assert [key.role for key in Keys().of("here:1", made)] == ["seat", "seat", "judge", "spectator"]
        assert (await client.get_game(made)).forked_at == 12
        await judge.press("escape", "p", "enter")
        file = tmp_path / f"{crown.id[:8]}-12.json"
        assert json.loads(file.read_text())["game"] == CROWN and f"written: {file.name}" in judge.seen
        await judge.press("p", "enter")
        assert "is there already" in judge.seen


# A game that goes on, and a service that does not.


async def test_a_running_game_is_followed(crown: Table) -> None:
    async with judging(crown.bench, size=LARGE) as judge:
        last = await head(crown)
        await crown.play(2)
        await judge.until(f"version {last} of {last + 2}")
        await judge.press("l")
        assert judge.at[0] == last + 2
        await crown.play(6)
        await judge.until(f"version {last + 8} of {last + 8}")
        await judge.settled()
        await as_read_anew(judge, crown)
        await judge.press("l")
        await crown.play(1)
        await judge.until(f"version {last + 8} of {last + 9}")


async def test_a_lost_connection_is_said_and_survived(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("s")
    async with await Service.start(settings(folder)) as service:
        port = int(service.address.rpartition(":")[2])
        client = Client(service.address, retry=Retry(deadline=1.0))
        table = await sandbox(client, CROWN)
        await table.play(8)
        last = await head(table)
        screen = judging(table.bench)
        judge = await screen.__aenter__()
    await judge.until("the connection is lost")
    await judge.press("home")
    assert judge.at[0] == last and "the service does not answer" in judge.seen
    async with await Service.start(settings(folder, port=port)):
        await judge.until("connected again")
        await judge.press("home")
        assert judge.at[0] == 1
        await table.play(1)
        await judge.until(f"of {last + 1}")
        await screen.__aexit__(None, None, None)
        await client.aclose()


async def test_it_is_left_and_helps(crown: Table) -> None:
    async with judging(crown.bench) as judge:
        await judge.press("question_mark")
        assert "Going through the game" in judge.read and all(len(line) <= 80 for line in judge.read.splitlines())
        await judge.press("q", "q")
        await asyncio.sleep(0)
        assert not judge.app.is_running


def test_it_needs_a_terminal(person: Person) -> None:
    assert "judge needs a terminal" in person.run("judge", "7f3a", code=2)
    told = person.run("judge", "--help")
    assert "Example: rulekeeper judge" in told and "Whose eyes, or who acts:" in " ".join(told.replace("│", "").split())
