"""What a judge asks and does at the bench, each a small talk."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from rulekeeper.cli.failing import Problem
from rulekeeper.cli.keys import Keys
from rulekeeper.cli.place import elsewhere
from rulekeeper.cli.ruling import count
from rulekeeper.cli.sandboxes import keys_of, write_position
from rulekeeper.cli.screen import telling
from rulekeeper.cli.screen.dialogs import Ask, Choose, Confirm, Read
from rulekeeper.cli.screen.places import WHOLE, Spot
from rulekeeper.cli.screen.reading import filter_of
from rulekeeper.cli.screen.typed import command_of, fact_of, numbers, spot_of
from rulekeeper.cli.watching import offer_lines
from rulekeeper.client import Stale, amend, go_back, note, pause, resume, set_result
from rulekeeper.v1 import judges_pb2

if TYPE_CHECKING:
    from rulekeeper.cli.screen.bench import BenchScreen

UNSAID = ""
"""The reason of a ruling that is only foreseen."""


# Going and looking.


async def go(bench: BenchScreen) -> None:
    text = await bench.ask(Ask(f"To which version? 1 to {bench.reader.head}; 41.2 is its second fact", check=spot_of))
    if text is None:
        return
    version, fact = spot_of(text)
    if version > await bench.look():
        raise Problem(f"there is no version {version}: the newest is {bench.reader.head}")
    facts = len((await bench.reader.entry(version)).facts)
    if fact is not None and fact > facts:
        raise Problem(f"version {version} has {facts} facts to be seen, not {fact}")
    bench.go(Spot(version, WHOLE if fact is None else fact))


async def look_for(bench: BenchScreen) -> None:
    kept = bench.filter.text if bench.filter is not None else ""
    hint = "rule=hoc.buy  fact=CardBought  card=12  kind=city  seat=0; empty: no filter"
    text = await bench.ask(Ask("Which facts?", kept, hint, filter_of))
    if text is None:
        return
    wanted = filter_of(text)
    if wanted is not None:
        bench.reader.seat = None
        with bench.busy("looking through the game, found") as told:
            await wanted.go_on(bench.reader, told)
        if not wanted.found:
            bench.say(f"nothing is found: {wanted.text}")
            return
        bench.say(f"found {count(len(wanted.found), 'fact', 'facts')}: j and k step through them, Esc ends it")
    bench.filter = wanted
    if wanted is not None:
        bench.go(wanted.after(Spot(bench.at.version, -2)) or wanted.found[-1])


# Why.


async def why(bench: BenchScreen) -> None:
    reader, at = bench.reader, bench.at
    with bench.busy("asking why"):
        if at.fact > 0:
            answer = await reader.bench.explain(at.version, at.fact, seat=reader.seat)
            place = f"{at.version}.{at.fact}"
            title, page = f"Why {place}", telling.why_page(answer, place, bench.names)
        else:
            entry = await reader.bench.entry(at.version, seat=reader.seat)
            title, page = f"Why version {at.version}", telling.entry_page(entry, bench.names)
    await bench.ask(Read(title, page))


async def why_not(bench: BenchScreen) -> None:
    reader, version = bench.reader, bench.here()
    with bench.busy("asking what was open"):
        asked = (await reader.bench.entry(version)).next
    seat = asked.seats[0] if asked.seats else 0
    commands = ", ".join(each.command.rpartition(".")[2] for each in reader.ruleset.commands)
    hint = Text("\n".join([line for offer in asked.offers for line in offer_lines(offer)] or [commands]))
    title = f"Which command, at version {version}? SEAT: NAME FIELD=VALUE ..."
    text = await bench.ask(Ask(title, f"{seat}: ", hint, lambda said: command_of(said, reader.ruleset)))
    if text is None:
        return
    whose, command = command_of(text, reader.ruleset)
    with bench.busy("asking why not"):
        answer = await reader.bench.explain_refusal(command, version, seat=seat if whose is None else whose)
    await bench.ask(Read("Why not", telling.refusal_page(answer, bench.names)))


async def refused(bench: BenchScreen) -> None:
    with bench.busy("reading what was refused"):
        found = await bench.reader.bench.refused()
    if not found:
        bench.say("no refused command is kept of this game")
        return
    lines = [telling.refused_line(each, bench.names) for each in found]
    chosen = await bench.ask(Choose("Refused in play, newest first: Enter says why, g goes there", lines, ["g"]))
    if chosen is None:
        return
    key, number = chosen
    if key == "g":
        bench.go(Spot(found[number].version, WHOLE))
        return
    with bench.busy("asking why not"):
        answer = await bench.reader.bench.explain_refusal(found[number].mark)
    await bench.ask(Read("Why it was refused", telling.refusal_page(answer, bench.names)))


# Disputes.


async def disputes(bench: BenchScreen) -> None:
    with bench.busy("reading the disputes"):
        found = await bench.reader.bench.disputes()
    if not found:
        bench.say("nobody has called a judge in this game")
        return
    found.sort(key=lambda each: each.status == judges_pb2.DISPUTE_STATUS_RULED)
    lines = [telling.dispute_line(each, bench.names) for each in found]
    chosen = await bench.ask(Choose("Disputes: Enter goes to what it is about, t takes it, c closes it", lines, "tc"))
    if chosen is None:
        return
    key, number = chosen
    dispute = found[number]
    match key:
        case "t":
            with bench.writing("taking it"):
                taken = await bench.reader.bench.assign(dispute.number)
            await bench.reload()
            bench.say(f"dispute {taken.number} is {taken.judge}'s")
        case "c":
            await close(bench, dispute)
        case _:
            bench.go(Spot(dispute.about or dispute.number, WHOLE))


async def close(bench: BenchScreen, dispute: judges_pb2.Dispute) -> None:
    words = await bench.ask(
        Ask(f"Dispute {dispute.number}: the ruling, in words, for the players", "", dispute.text, said)
    )
    if words is None:
        return
    cited = await bench.ask(
        Ask(
            "Which rules does it rest on? Their ids, or nothing",
            rule_here(bench),
            check=lambda text: rules(bench, text),
        )
    )
    if cited is None:
        return
    with bench.writing("closing it"):
        closed = await bench.reader.bench.close(dispute.number, words.strip(), rules(bench, cited))
    await bench.reload()
    bench.say(f"dispute {closed.number} is ruled on, in version {closed.ruled_in}")


def said(text: str) -> None:
    if not text.strip():
        raise Problem("words are wanted")


def rule_here(bench: BenchScreen) -> str:
    """The rule of the fact that is looked at."""
    if bench.told is None or not 0 < bench.at.fact <= len(bench.told.facts):
        return ""
    rule: str = bench.told.facts[bench.at.fact - 1].fact.rule.id
    return rule


def rules(bench: BenchScreen, text: str) -> list[str]:
    found = text.replace(",", " ").split()
    for each in found:
        if each not in bench.reader.rules:
            raise Problem(f"there is no rule {each!r}", "w shows the rules of a fact.")
    return found


# Rulings.


async def rule(bench: BenchScreen) -> None:
    """Asks what is to be done, shows what it would do, and does it when a reason is given."""
    chosen = await bench.ask(Choose("Rule", [line for line, _ in RULINGS]))
    if chosen is None:
        return
    ruling = await RULINGS[chosen[1]][1](bench)
    if ruling is None:
        return
    what, reason, wrong = RULINGS[chosen[1]][0].partition(":")[0].strip(), "", ""
    while True:
        with bench.busy("looking ahead"):
            seen = await bench.look()
            ruling.reason = reason or UNSAID
            preview = await bench.reader.bench.preview(ruling)
        title = f"{what}, at version {seen}: what it would do"
        given = await bench.ask(Confirm(title, telling.preview_page(ruling, preview, bench.names), reason, wrong))
        if given is None:
            bench.say("nothing was done")
            return
        ruling.reason = reason = given
        try:
            with bench.writing("ruling"):
                answer = await bench.reader.bench.give(ruling, seen=seen)
        except Stale:
            await bench.reload()
            wrong = (
                f"Nothing was done: the game went on meanwhile, to version {bench.reader.head}. This is as it is now."
            )
            bench.say(wrong, error=True)
            continue
        await bench.reload()
        bench.go(Spot(answer.version, WHOLE))
        bench.say(f"ruled, in version {answer.version}")
        return


async def ask_back(bench: BenchScreen) -> judges_pb2.Ruling | None:
    hint = "The game goes on as it stood after this version; what came later no longer counts."
    here = min(bench.here(), max(1, bench.reader.head - 1))
    text = await bench.ask(Ask("Back to which version?", str(here), hint, whole_version))
    return None if text is None else go_back(whole_version(text), UNSAID)


def whole_version(text: str) -> int:
    version, fact = spot_of(text)
    if fact is not None:
        raise Problem(f"{text!r} is inside an entry: games go back to whole versions")
    return version


async def ask_amend(bench: BenchScreen) -> judges_pb2.Ruling | None:
    ruleset = bench.reader.ruleset
    lines: list[str] = []

    def check(text: str) -> None:
        if text.strip():
            fact_of(text, ruleset)
        elif not lines:
            raise Problem("at least one fact is wanted")

    while True:
        names = ", ".join(each.rpartition(".")[2] for each in ruleset.facts)
        title = f"Fact {len(lines) + 1}: FactName field=value ..., or JSON" + (
            "; nothing: that is all" if lines else ""
        )
        text = await bench.ask(Ask(title, "", "\n".join(lines) or names, check))
        if text is None:
            return None
        if not text.strip():
            return amend([fact_of(line, ruleset) for line in lines], UNSAID)
        lines.append(text)


async def ask_result(bench: BenchScreen) -> judges_pb2.Ruling | None:
    seats = ", ".join(f"{seat} {name}" for seat, name in bench.names.items())
    title = "Which seats win? Their numbers; nothing: a draw"
    text = await bench.ask(Ask(title, "", seats, lambda text: numbers(text, "seats' numbers")))
    return None if text is None else set_result(numbers(text, "seats' numbers"), UNSAID)


async def simply(ruling: judges_pb2.Ruling) -> judges_pb2.Ruling:
    return ruling


RULINGS: Sequence[tuple[str, Callable[[BenchScreen], Awaitable[judges_pb2.Ruling | None]]]] = (
    ("Go back: the game goes on from an earlier version", ask_back),
    ("Amend: the table is changed by facts", ask_amend),
    ("Note: a remark, nothing changes", lambda bench: simply(note(UNSAID))),
    ("Result: the game ends here", ask_result),
    ("Pause: nobody plays on", lambda bench: simply(pause(UNSAID))),
    ("Resume: they play on", lambda bench: simply(resume(UNSAID))),
)


# Sandboxes.


async def fork(bench: BenchScreen) -> None:
    hint = "It begins as the game stood after this version; the game itself is untouched."
    text = await bench.ask(Ask("A sandbox from which version?", str(bench.here()), hint, whole_version))
    if text is None:
        return
    with bench.writing("making a sandbox"):
        made = await bench.reader.bench.fork(whole_version(text))
    keys = keys_of(made, [seat.name for seat in bench.reader.info.seats])
    await asyncio.to_thread(Keys().add, bench.server, made.game_id, *keys)
    there = elsewhere(bench.server)
    bench.said.append(f"sandbox from version {whole_version(text)}: rulekeeper play {made.game_id}{there}")
    page = telling.Page()
    page.put(f"game {made.game_id}", "bold")
    page.put("its tokens are saved. To play it, each seat in a terminal of its own:")
    page.lines([f"  rulekeeper play {made.game_id} --as {key.seat}{there}" for key in keys if key.role == "seat"])
    page.put("To look at it:")
    page.lines([f"  rulekeeper judge {made.game_id}{there}"])
    await bench.ask(Read(f"A sandbox from version {whole_version(text)}", page))


async def position(bench: BenchScreen) -> None:
    version = bench.here()
    with bench.busy("writing the position"):
        made = await bench.reader.bench.position(version)
    name = f"{bench.reader.bench.id[:8]}-{version}.json"
    text = await bench.ask(
        Ask(f"The table after version {version} as a position: to which file?", name, check=new_file)
    )
    if text is None:
        return
    path = Path(text.strip())
    await asyncio.to_thread(write_position, path, made.position)
    ruleset = bench.reader.info.ruleset
    bench.said.append(f"position: rulekeeper new {ruleset} --position @{path}{elsewhere(bench.server)}")
    bench.say(f"written: {path}. rulekeeper new {ruleset} --position @{path} begins from it")


def new_file(text: str) -> None:
    if not text.strip():
        raise Problem("a file's name is wanted")
    if os.path.exists(text.strip()):
        raise Problem(f"{text.strip()} is there already", "name another one.")
