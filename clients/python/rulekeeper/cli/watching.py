"""Looking at a game: `watch`, `view`, `log`, `decision`, `why`."""

import asyncio
import sys
from collections.abc import Iterable, Mapping
from typing import Annotated

import typer
from google.protobuf import any_pb2
from rich.live import Live
from rich.text import Text

from rulekeeper.cli import drawn, past, show, wording
from rulekeeper.cli.failing import REFUSED, REMEDIES, Problem, guarded
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Sight, Token
from rulekeeper.client import errors
from rulekeeper.client.fields import is_known, kind_of
from rulekeeper.drawing.text import lines as drawn_lines
from rulekeeper.testing.messages import unpacked
from rulekeeper.v1 import audit_pb2, games_pb2, projections_pb2, scene_pb2, table_pb2


@guarded
def watch(
    game: GameId,
    after: Annotated[int, typer.Option(min=0, help="Begin with the version after this one.")] = 0,
    facts: Annotated[bool, typer.Option("--facts", help="Every entry's facts, instead of the table.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Stop when all there is now has been shown.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Follow a game live, as its token may see it, until it is over. Survives lost connections.

    On a terminal the table is drawn anew each time; elsewhere, and with --facts, each entry's facts come as lines.

    Example: rulekeeper watch 7f3a... --facts
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            sight = await place.sight(client, game)
            if facts or as_json or not sys.stdout.isatty():
                await follow_facts(sight, after, once, as_json)
            else:
                await follow_table(sight, once)

    asyncio.run(work())


async def follow_facts(sight: Sight, after: int, once: bool, as_json: bool) -> None:
    game = sight.past
    names = show.seat_names(await game.info())
    content = projections_pb2.WATCH_CONTENT_FACTS
    async with game.watch(after=after, content=content, decisions=True, seat=sight.seat) as stream:
        async for event in stream:
            if isinstance(event, projections_pb2.CaughtUp):
                if not as_json:
                    show.put(*(show.status_lines(event.status) or show.waiting_lines(event.decision, names)))
                    sys.stdout.flush()
                if once:
                    return
                continue
            if event.step.HasField("seat_taken"):
                names[event.step.seat_taken.seat] = event.step.seat_taken.name
            if as_json:
                show.put_json(show.as_json(event))
            else:
                show.put(*show.step_lines(event.step, names))
                sys.stdout.flush()
            if event.status == table_pb2.GAME_STATUS_OVER:
                break
    if not as_json:
        show.put(show.status_words(await game.info()))


async def follow_table(sight: Sight, once: bool) -> None:
    game = sight.past
    content, info, any_yet = projections_pb2.WATCH_CONTENT_VIEW, table_pb2.GameInfo(), False
    with Live(console=show.console(), auto_refresh=False) as live:
        async with game.watch(content=content, scene=True, decisions=True, seat=sight.seat) as stream:
            async for event in stream:
                if isinstance(event, projections_pb2.CaughtUp):
                    if once:
                        return
                    if any_yet:
                        continue
                any_yet = True
                if event.HasField("scene") and not info.seats:
                    info = await game.info()
                asked = show.status_lines(event.status) or show.waiting_lines(event.decision, show.seat_names(info))
                lines = ["waiting for players"]
                if event.HasField("scene"):
                    furniture = await game.furniture(event.scene.furniture)
                    lines = [*drawn.table_lines(event.scene, info, furniture, below=len(asked)), *asked]
                live.update(Text(show.on_screen(lines)), refresh=True)
                if event.status == table_pb2.GAME_STATUS_OVER:
                    break
    show.put(show.status_words(await game.info()))


@guarded
def view(
    game: GameId,
    version: Annotated[
        int | None, typer.Option("--version", "--at", min=1, show_default=False, help="Which; left out: the newest.")
    ] = None,
    fact: Annotated[
        int | None,
        typer.Option(min=0, show_default=False, help="Inside that entry, after so many of its facts; 0: before them."),
    ] = None,
    ids: Annotated[bool, typer.Option("--ids", help="Below it the id of each card that you see.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Show the table at any version, as the token may see it, or with a judge's token as a seat sees it.

    With --fact the table between two facts of an entry: for judges, and for everyone when the game is over. With --ids
    also each card's id, as facts and commands name cards.

    Example: rulekeeper view 7f3a... --version 40 --fact 2
    """
    place = Place(server, token, who, roots)
    if fact is not None and version is None:
        raise Problem("which entry's fact?", "give its version: --version 40 --fact 2.")

    async def work() -> None:
        async with place.client() as client:
            sight = await place.sight(client, game, judging=bool(who) or fact is not None)
            seen = sight.past
            found = await seen.view_at(version, fact, seat=sight.seat, scene=True)
            if as_json:
                show.put_json(show.as_json(found))
                return
            info = await seen.info()
            inside = "" if fact is None else f"after {fact} of its facts" if fact else "before its facts"
            said = (f"version {found.head.version}", inside, show.setup_words(info.setup), show.fork_words(info))
            show.put(*show.folded(", ".join(part for part in said if part)))
            show.put(*drawn_lines(found.scene, await seen.furniture(found.furniture), drawn.columns()))
            if fact is None and found.head.version == info.head.version:
                show.put(*show.over_lines(info), *show.asked_back_lines(info))
            if ids:
                kinds = wording.kinds_of(await client.get_ruleset(info.ruleset))
                show.put("", *card_lines(found.view, show.seat_names(info), kinds))

    asyncio.run(work())


def card_lines(view: any_pb2.Any, names: Mapping[int, str], kinds: Mapping[str, str]) -> list[str]:
    """Each card of a view: its id, what it is, and where it lies."""
    found = sorted(wording.placed(unpacked(view), wording.Words(names, kinds)))
    width = max((len(str(card)) for card, _, _ in found), default=0)
    lines = [
        line
        for card, name, where in found
        for line in show.folded(f"{name}, {where}", f"{card:>{width}}: ", " " * (width + 2))
    ]
    return lines or ["no card has an id that you may see"]


@guarded
def furniture(
    game: GameId,
    server: Server = DEFAULT,
    token: Token = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Show a game's boards: what stands still on its table, and where. With --json also the digest that views name.

    Example: rulekeeper furniture 7f3a...
    """
    place = Place(server, token, "", roots)

    async def work() -> None:
        async with place.client() as client:
            found = await client.get_furniture(game)
            if as_json:
                show.put_json({**show.as_json(found), "digest": found.digest.hex()})
                return
            scene = scene_pb2.Scene(furniture=found.digest)
            for board in found.furniture.boards:
                scene.areas.add(id=board.id, title=board.title, board=board.id, weight=scene_pb2.WEIGHT_MAIN)
            show.put(*(drawn_lines(scene, found.furniture, drawn.columns()) or ["the game has no board"]))

    asyncio.run(work())


@guarded
def log(
    game: GameId,
    after: Annotated[int, typer.Option(min=0, help="Begin with the version after this one.")] = 0,
    limit: Annotated[int, typer.Option(min=0, help="At most so many entries; 0: all there are.")] = 0,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Print a game's log: who did what, and each fact with the rule that it happened under; x marks what no longer
    counts.

    Example: rulekeeper log 7f3a... --after 40 --limit 3
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            sight = await place.sight(client, game)
            seen, eyes = sight.past, sight.seat
            if as_json:
                async for answer in seen.log(after=after, limit=limit, seat=eyes):
                    show.put_json(show.as_json(answer))
                return
            info = await seen.info()
            # What no longer counts, only what came later says: all of it is read.
            steps = [answer.step async for answer in seen.log(after=after, seat=eyes)]
            struck: set[int] = set()
            if any(step.HasField("rewound") for step in steps):
                struck = {
                    each.step.version async for each in seen.find(after=after, limit=limit, eyes=eyes) if each.struck
                }
            names = show.seat_names(info)
            for step in steps[: limit or None]:
                show.put(*past.struck_lines(show.step_lines(step, names), step.version in struck))
            if struck:
                show.put(past.STRUCK_MEANS)
            if len(steps) <= (limit or len(steps)):
                show.put(*show.over_lines(info))

    asyncio.run(work())


@guarded
def decision(
    game: GameId,
    unavailable: Annotated[bool, typer.Option("--unavailable", help="Also what cannot be done, and why.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Show what the table waits for, and what your seat may do.

    Example: rulekeeper decision 7f3a... --unavailable
    """
    place = Place(server, token, who, roots)

    async def work() -> games_pb2.GetDecisionResponse:
        async with place.client() as client:
            sight = await place.sight(client, game)
            return await sight.past.decision(unavailable=unavailable, seat=sight.seat)

    found = asyncio.run(work())
    if as_json:
        show.put_json(show.as_json(found))
    else:
        show.put(*decision_lines(found))


def decision_lines(found: games_pb2.GetDecisionResponse, *, past: bool = False) -> list[str]:
    """What is asked of whom, each offer with its candidates, closed ones with the reasons. `past`: what was asked; that
    the game is paused by now says nothing of it.
    """
    if not found.HasField("decision"):
        return [f"no decision is open: the game is {show.status_words(found.game)}"]
    names, asked = show.seat_names(found.game), found.decision
    who = ", ".join(wording.seat_words(seat, names) for seat in asked.seats)
    title = f"{asked.rule.title} " if asked.rule.title else ""
    lines = show.folded(f"decision {asked.version}: {who}, {title}({wording.rule_words(asked.rule)})")
    lines += [] if past else [*show.status_lines(found.game.status), *show.asked_back_lines(found.game)]
    for offer in (*asked.offers, *found.standing):
        lines += offer_lines(offer)
    return [*lines, *closed_lines((*asked.offers, *found.standing), asked), *unavailable_lines(asked)]


def closed_lines(offers: Iterable[table_pb2.Offer], asked: table_pb2.Decision) -> list[str]:
    """Kinds of command that are closed, once each, with the reasons that are not told of what is unavailable."""
    told = {errors.reason(reason) for each in asked.unavailable for reason in each.reasons}
    closed: dict[str, list[errors.Reason]] = {}
    for offer in offers:
        reasons = closed.setdefault(offer.command.rpartition(".")[2], [])
        reasons += (said for reason in offer.closed if (said := errors.reason(reason)) not in [*told, *reasons])
    lines: list[str] = []
    for kind, reasons in closed.items():
        if reasons:
            lines.append(f"  {kind}: closed")
            lines += show.reason_lines(reasons, "      ")
    return lines


def unavailable_lines(asked: table_pb2.Decision) -> list[str]:
    """What cannot be done, and why: things with the same reasons together."""
    together: dict[tuple[errors.Reason, ...], list[str]] = {}
    for each in asked.unavailable:
        subjects = together.setdefault(tuple(map(errors.reason, each.reasons)), [])
        if each.subject not in subjects:
            subjects.append(each.subject)
    lines: list[str] = []
    for reasons, subjects in together.items():
        lines += show.folded("; ".join(subjects), "  not  ")
        lines += show.reason_lines(reasons, "         ")
    return lines


def offer_lines(offer: table_pb2.Offer) -> list[str]:
    """An open offer with what can be chosen."""
    if offer.closed:
        return []
    short = offer.command.rpartition(".")[2]
    lines = [f"  {short}{' (at any time)' if offer.standing else ' (lets it go by)' if offer.passes else ''}"]
    for field in offer.fields:
        lines += show.folded(field_words(field), f"      {field.name}: ", "        ")
    return lines


def field_words(field: table_pb2.OfferField) -> str:
    """What may be chosen, in words."""
    return kind_of(field).words() if is_known(field) else "something that this program does not know"


@guarded
def why(
    game: GameId,
    version: Annotated[int, typer.Argument(metavar="[VERSION]", min=0, show_default=False, help="An entry.")] = 0,
    fact: Annotated[int, typer.Option(min=0, help="One of its facts, from 1; 0: all of them.")] = 0,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Explain an entry: each of its facts with the rule, page and words it happened under. Without VERSION: the rule of
    the open decision, and everything that your seat cannot do now, with the rules against it.

    With --fact one fact: the rules in force, outermost first, the command that led to it, who was asked and with which
    offers, and what it changed. For what did not happen see why-not.

    Example: rulekeeper why 7f3a... 41 --fact 2
    """
    place = Place(server, token, who, roots)
    if fact and not version:
        raise Problem("which entry's fact?", "give its version: rulekeeper why GAME 41 --fact 2.")

    async def work() -> None:
        async with place.client() as client:
            sight = await place.sight(client, game, judging=bool(fact))
            seen, eyes = sight.past, sight.seat
            if fact:
                explain_fact(await seen.explain(version, fact, seat=eyes), await seen.info(), fact, as_json)
                return
            info = await seen.info()
            if version > info.head.version:
                words = f"there is no version {version}: the log ends at {info.head.version}"
                raise Problem(words, REMEDIES["UNKNOWN_VERSION"], REFUSED, "UNKNOWN_VERSION")
            ruleset = info.ruleset
            rules = {rule.id: rule for rule in (await client.get_ruleset(ruleset)).rules}
            if version:
                async for answer in seen.log(after=version - 1, limit=1, seat=eyes):
                    silent = not answer.step.facts
                    entry = await seen.entry(version, seat=eyes) if silent else None
                    explain_step(answer.step, info, rules, entry, as_json)
                return
            explain_decision(await seen.decision(unavailable=True, seat=eyes), rules, as_json)

    asyncio.run(work())


def explain_fact(found: audit_pb2.ExplainFactResponse, info: table_pb2.GameInfo, number: int, as_json: bool) -> None:
    if as_json:
        show.put_json(show.as_json(found))
        return
    names = show.seat_names(info)
    show.put(*past.explained_lines(found, f"{found.entry.version}.{number}", names))
    if found.HasField("asked"):
        asked = games_pb2.GetDecisionResponse(game=info, decision=found.asked)
        show.put("", "what was asked before it", *decision_lines(asked, past=True))


Rules = dict[str, games_pb2.Rule]


def rule_lines(rule_id: str, rules: Rules, indent: str) -> list[str]:
    rule = rules.get(rule_id)
    if rule is None:
        return [f"{indent}{rule_id}"]
    where = f"page {rule.page}" if rule.page else rule.origin
    words = show.folded(rule.statement, indent + "  ") if rule.statement else []
    return [*show.folded(f"{rule_id}, {where}: {rule.title}", indent), *words]


def explain_step(
    step: table_pb2.Step,
    info: table_pb2.GameInfo,
    rules: Rules,
    entry: audit_pb2.GetEntryResponse | None,
    as_json: bool,
) -> None:
    """An entry's facts under their rules. `entry`: where there are none to be seen; then what was asked says what it
    answered, and what it left to be answered.
    """
    if as_json:
        facts = [show.as_json(fact) for fact in step.facts]
        cited = {fact.rule.id: show.as_json(rules[fact.rule.id]) for fact in step.facts if fact.rule.id in rules}
        answered = {} if entry is None else {"asked": show.as_json(entry.asked), "next": show.as_json(entry.next)}
        show.put_json({"version": step.version, "facts": facts, "rules": cited, **answered})
        return
    names = show.seat_names(info)
    what = wording.entry_words(step, names) or (wording.NOT_SHOWN if step.facts else wording.NOTHING)
    who = wording.author_words(step, names)
    show.put(*show.folded(what, f"version {step.version}, {who}: "))
    last = ""
    for fact in step.facts:
        if fact.rule.id != last:
            show.put("", *(rule_lines(fact.rule.id, rules, "") if fact.rule.id else []))
            last = fact.rule.id
        show.put(*show.folded(wording.fact_words(fact, names), "    -> ", "       "))
    if entry is not None:
        show.put("", "it changed nothing that you may see")
        for title, asked in (("what was asked before it", entry.asked), ("what is asked after it", entry.next)):
            show.put("", title, *asked_lines(asked, info, rules))


def asked_lines(asked: table_pb2.Decision, info: table_pb2.GameInfo, rules: Rules) -> list[str]:
    """Who was asked, with which offers, and what the rule says."""
    if not asked.version:
        return ["nobody was asked"]
    lines = decision_lines(games_pb2.GetDecisionResponse(game=info, decision=asked), past=True)
    return [*lines, *rule_lines(asked.rule.id, rules, "  ")]


def explain_decision(found: games_pb2.GetDecisionResponse, rules: Rules, as_json: bool) -> None:
    if as_json:
        show.put_json(show.as_json(found))
        return
    show.put(*decision_lines(found))
    ids = [found.decision.rule.id, *(r.rule.id for each in found.decision.unavailable for r in each.reasons)]
    for rule_id in dict.fromkeys(each for each in ids if each):
        show.put("", *rule_lines(rule_id, rules, ""))
