"""A game's past: `timeline`, `replay` and `find`."""

import asyncio
import datetime
import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias

import typer

from rulekeeper.cli import show, wording
from rulekeeper.cli.failing import Problem, guarded
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token, seat_named
from rulekeeper.client import errors
from rulekeeper.v1 import audit_pb2, table_pb2

From: TypeAlias = Annotated[int, typer.Option("--from", min=0, help="From this version on; 0: from the first.")]
To: TypeAlias = Annotated[int, typer.Option("--to", min=0, help="To this version; 0: to the newest.")]

STRUCK = "x"
"""Stands before what no longer counts."""
STRUCK_MEANS = f"{STRUCK}: it no longer counts: a later entry went back behind it"
MARKED = {
    audit_pb2.TIMELINE_KIND_CALL: "judge called: ",
    audit_pb2.TIMELINE_KIND_RULING: "ruling: ",
    audit_pb2.TIMELINE_KIND_TAKE_BACK: "taking back: ",
}
"""What is said before a mark of each kind."""


@guarded
def timeline(
    game: GameId,
    since: From = 0,
    until: To = 0,
    depth: Annotated[int, typer.Option(min=0, help="Only so many levels of scripts; 0: all.")] = 0,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Show a game as a tree: turns, phases, steps and cards, each with the versions that it lies between, and what was
    marked: calls for a judge, rulings, what was taken back.

    48.2-60.2 is from the second fact of version 48 to the second of version 60; without an end it still runs.

    Example: rulekeeper timeline 7f3a... --from 40 --to 62 --depth 4
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            sight = await place.sight(client, game, judging=True)
            past = sight.past
            found = await past.timeline(since, until, depth, seat=sight.seat)
            if as_json:
                show.put_json(show.as_json(found))
                return
            info = await past.info()
            if from_game := show.fork_words(info):
                show.put(*show.folded(from_game))
            show.put(*timeline_lines(found.nodes, show.seat_names(info)))
            if not until:
                show.put(*show.over_lines(info), *show.asked_back_lines(info))

    asyncio.run(work())


def timeline_lines(nodes: Iterable[audit_pb2.TimelineNode], names: Mapping[int, str]) -> list[str]:
    """Each script and mark on a line, those inside it further in; the turn where another one begins; who takes back."""
    nodes = list(nodes)
    span = max((len(span_words(node)) for node in nodes), default=0)
    lines: list[str] = []
    turns: list[str] = []
    for node in nodes:
        del turns[node.depth :]
        outer = turns[-1] if turns else ""
        turns += [outer] * (node.depth - len(turns)) + [node.turn or outer]
        said = f"{MARKED.get(node.kind, '')}{label_words(node, names)}"
        if node.kind == audit_pb2.TIMELINE_KIND_TAKE_BACK and node.HasField("actor"):
            said = f"{MARKED[node.kind]}{wording.actor_words(node.actor, names)} {took_words(node)}"
        titled = node.kind == audit_pb2.TIMELINE_KIND_SCRIPT and node.label == node.rule.title
        if node.turn not in ("", outer) and titled:
            said += f", {node.turn}"
        begin = f"{STRUCK if node.struck else ' '} {span_words(node):<{span}}  {'  ' * node.depth}"
        lines += show.ruled_lines(said, begin, node.rule) if node.rule.id else show.folded(said, begin)
    return [*lines, STRUCK_MEANS] if any(node.struck for node in nodes) else lines


def took_words(node: audit_pb2.TimelineNode) -> str:
    """What was done there: "asks to go back to 20: slip", "went back to 20"."""
    return f"went {node.label}" if node.label.startswith("back") else node.label


def label_words(node: audit_pb2.TimelineNode, names: Mapping[int, str]) -> str:
    """ "Battlefield phase"; "Turn 3, Ann"."""
    said = node.label or node.rule.title or node.rule.id
    return f"{said}, {wording.seat_words(node.seat, names)}" if node.HasField("seat") else said


def span_words(node: audit_pb2.TimelineNode) -> str:
    """ "48.2-60.2", "4-" where it still runs, "57" for a mark."""
    begin = place_words(getattr(node, "from"))
    if not node.to.version:
        return f"{begin}-"
    end = place_words(node.to)
    return begin if begin == end else f"{begin}-{end}"


def place_words(place: audit_pb2.Place) -> str:
    """ "48.2": the second fact of version 48; "48": the entry as a whole."""
    return f"{place.version}.{place.fact}" if place.fact else str(place.version)


@guarded
def replay(
    game: GameId,
    since: From = 0,
    until: To = 0,
    facts: Annotated[bool, typer.Option("--facts", help="Of each fact also what its rule says, and where.")] = False,
    counting: Annotated[bool, typer.Option("--counting", help="Leave out entries that no longer count.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Replay a game entry by entry: each fact with its number, its rule and page, and what it changed.

    With --facts each fact also has its rule's words, and the scripts that ran. 41.2, as the second fact of version 41
    is called, is what view --version 41 --fact 2 and why 41 --fact 2 take.

    Example: rulekeeper replay 7f3a... --from 48 --to 60 --as 1
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            sight = await place.sight(client, game, judging=True)
            past = sight.past
            names = {} if as_json else show.seat_names(await past.info())
            teller = Teller(names, facts)
            async for answer in past.replay(since, until, seat=sight.seat, counting=counting):
                if as_json:
                    show.put_json(show.as_json(answer))
                else:
                    show.put(*teller.lines(answer))

    asyncio.run(work())


class Teller:
    """Tells a replay, one answer after the other. `fully`: with each rule's words and the scripts that ran."""

    def __init__(self, names: Mapping[int, str], fully: bool) -> None:
        self._names = names
        self._fully = fully
        self._scripts = ""
        self._told: set[str] = set()

    def lines(self, answer: audit_pb2.ReplayGameResponse) -> list[str]:
        return self._entry(answer) if not answer.place.fact else self._fact(answer)

    def _entry(self, answer: audit_pb2.ReplayGameResponse) -> list[str]:
        lines = struck_lines(show.step_lines(answer.entry, self._names, bare=""), answer.struck)
        return [*lines, *change_lines(answer.changes, " " * 9)]

    def _fact(self, answer: audit_pb2.ReplayGameResponse) -> list[str]:
        number = f"{place_words(answer.place):>9}  "
        lines = []
        if self._fully and (scripts := scripts_words(answer.scripts)) not in ("", self._scripts):
            self._scripts = scripts
            lines += show.folded(scripts, "         in ", "            ")
        lines += show.fact_lines([answer.fact], number, self._names, rest=" " * 13)
        if self._fully and answer.fact.rule.id not in self._told:
            self._told.add(answer.fact.rule.id)
            lines += show.folded(answer.statement, "           | ", "           | ")
        return [*lines, *change_lines(answer.changes, " " * 13)]


def struck_lines(lines: list[str], struck: bool) -> list[str]:
    """An entry's lines, marked where it no longer counts."""
    return [f"{STRUCK}{lines[0][1:]}", *lines[1:]] if struck else lines


def scripts_words(scripts: Iterable[audit_pb2.Script]) -> str:
    """The scripts that run, outermost first: "The game > A turn > Capital phase"."""
    return " > ".join(each.rule.title or each.rule.id for each in scripts)


def change_lines(changes: Iterable[audit_pb2.Change], indent: str) -> list[str]:
    """What became another value: "players[0].coins: 0 -> 2"; + came, - went."""
    lines: list[str] = []
    for each in changes:
        before, after = value_words(each.before), value_words(each.after)
        if each.path == "...":
            said = "... and more, which is not told"
        elif each.before and each.after:
            said = f"{each.path}: {before} -> {after}"
        else:
            said = f"{each.path}: {f'+ {after}' if each.after else f'- {before}'}"
        lines += show.folded(said, indent, indent + "    ")
    return lines


def value_words(text: str) -> str:
    """A value of a view, given as JSON, in words: "kind city, id 12"."""
    return plain_words(json.loads(text)) if text else ""


def plain_words(value: Any) -> str:
    match value:
        case dict():
            return ", ".join(f"{name} {inner_words(each)}" for name, each in value.items())
        case list():
            return f"[{', '.join(map(inner_words, value))}]"
        case bool():
            return str(value).lower()
    return str(value)


def inner_words(value: Any) -> str:
    return f"({plain_words(value)})" if isinstance(value, dict) else plain_words(value)


def explained_lines(found: audit_pb2.ExplainFactResponse, place: str, names: Mapping[int, str]) -> list[str]:
    """A fact: its rule, the scripts that ran, the entry whose command led to it, and what it changed."""
    lines = show.folded(wording.packed_words(found.fact.fact, names), f"{place}  ", "      ")
    lines += rule_lines(found.fact.rule, found.statement)
    lines += show.part_lines(map(errors.part, found.parts), "    ")
    if found.fact.amended:
        lines += ["  a judge made it, not play"]
    if found.scripts:
        lines += ["", "rules in force, outermost first"]
    for each in found.scripts:
        since = f" (since version {each.began}{', beside the turn' if each.aside else ''})"
        told = each.rule.id == found.fact.rule.id
        lines += rule_lines(each.rule, "" if told else each.statement, since)
    led = show.step_lines(show.without_facts(found.entry), names, bare=wording.NOT_SHOWN)
    lines += ["", "what led to it", *led]
    if found.changes:
        lines += ["", "what it changed", *change_lines(found.changes, "  ")]
    return lines


def rule_lines(rule: table_pb2.RuleRef, statement: str, more: str = "") -> list[str]:
    """A rule, its page, and in the project's words what it says."""
    said = f"{wording.rule_words(rule)}: {rule.title}{more}" if rule.title else f"{wording.rule_words(rule)}{more}"
    return [*show.folded(said, "  ", "    "), *(show.folded(statement, "    ") if statement else [])]


@guarded
def find(
    game: GameId,
    rule: Annotated[
        str, typer.Option(show_default=False, help="A rule, or the beginning of such ids: hoc.buy.", metavar="ID")
    ] = "",
    card: Annotated[int, typer.Option(min=0, show_default=False, help="A card's id, as facts have it.")] = 0,
    kind: Annotated[str, typer.Option(show_default=False, help="What a card is called in facts: large-city.")] = "",
    fact: Annotated[str, typer.Option(show_default=False, help="A kind of fact: CardPlayed.")] = "",
    seat: Annotated[str, typer.Option(show_default=False, help="Who sent it: a seat's number or name.")] = "",
    since: Annotated[
        str, typer.Option(metavar="TIME", show_default=False, help="Not before: 2026-11-30T12:00, in UTC.")
    ] = "",
    until: Annotated[str, typer.Option(metavar="TIME", show_default=False, help="Not after.")] = "",
    after: Annotated[int, typer.Option(min=0, help="Begin with the version after this one.")] = 0,
    limit: Annotated[int, typer.Option(min=0, help="At most so many entries; 0: all.")] = 0,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Find entries, oldest first. All that is asked for must hold; what is asked of facts, of one and the same fact.

    Example: rulekeeper find 7f3a... --rule hoc.buy --kind city --since 2026-11-30T12:00
    """
    place = Place(server, token, who, roots)
    wanted: dict[str, Any] = {"rule": rule, "card": card, "kind_of_card": kind, "fact": fact}
    wanted |= {"since_us": from_time(since), "until_us": from_time(until), "after": after, "limit": limit}

    async def work() -> None:
        async with place.client() as client:
            sight = await place.sight(client, game, judging=True)
            past = sight.past
            info = await past.info()
            wanted["eyes"] = sight.seat
            if seat:
                wanted["seat"] = seat_named(seat, info)
            names, found = show.seat_names(info), 0
            async for answer in past.find(**wanted):
                found += 1
                if as_json:
                    show.put_json(show.as_json(answer))
                else:
                    show.put(*found_lines(answer, names))
            if not found and not as_json:
                show.put("nothing was found")

    asyncio.run(work())


def found_lines(found: audit_pb2.FindEntriesResponse, names: Mapping[int, str]) -> list[str]:
    """An entry with its time, and those of its facts that were looked for."""
    lines = struck_lines(show.step_lines(show.without_facts(found.step), names, bare=""), found.struck)
    lines = show.with_right(lines, show.time_words(found.step.time_us))
    for number in found.facts:
        begin = f"{found.step.version}.{number}"
        lines += show.fact_lines([found.step.facts[number - 1]], f"{begin:>9}  ", names, rest=" " * 13)
    return lines


def from_time(text: str) -> int:
    """A time as a person writes it, in microseconds; UTC where it names no zone; 0 for none. Raises `Problem`."""
    if not text:
        return 0
    try:
        time = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise Problem(
            f"{text!r} is no time", "write 2026-11-30T12:00, or with a zone 2026-11-30T12:00+01:00."
        ) from None
    time = time if time.tzinfo is not None else time.replace(tzinfo=datetime.UTC)
    return (time - datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)) // datetime.timedelta(microseconds=1)
