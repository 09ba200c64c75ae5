"""`rule`: what a judge does to a game, seen before it is done."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from rulekeeper.cli import past, show, wording
from rulekeeper.cli.failing import NEGATIVE, Problem, guarded
from rulekeeper.cli.person import sure
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token, seat_named
from rulekeeper.cli.screen.typed import FOR_EXAMPLE, fact_of
from rulekeeper.cli.typed import Typed
from rulekeeper.client import Client, Stale, amend, go_back, note, pause, resume, set_result
from rulekeeper.v1 import judges_pb2, table_pb2

KINDS = "back V, amend FACT..., note, result SEAT... or draw, pause, resume"


@guarded
def rule(
    game: GameId,
    what: Annotated[str, typer.Argument(metavar="WHAT", show_default=False, help=f"One of {KINDS}.")],
    given: Annotated[
        list[str] | None,
        typer.Argument(metavar="ARGUMENT", show_default=False, help="A version, facts, or winning seats."),
    ] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", show_default=False, help="Why, for the players.")] = "",
    preview: Annotated[bool, typer.Option("--preview", help="Only show what it would do.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not show it first, and do not ask.")] = False,
    seen: Annotated[
        int, typer.Option(min=0, help="With --yes: the version you have looked at; 0: whatever it is.")
    ] = 0,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Rule, as a judge: go back to a version, amend the table by facts of the game, note a remark, set the result,
    pause or resume. The players are shown it, with the reason.

    First it is shown what the ruling would do: which entries it strikes, what hidden things seats have learned in them,
    how many draws, and the table after it or what changes in it. Where the game has gone on meanwhile, nothing is done.

    A fact is written as send writes a command, 'CoinsGained seat=0 coins=2', or as JSON. The result is won by seats, by
    number or name, or is a draw: result draw.

    Example: rulekeeper rule 7f3a... back 40 --reason "the attack was illegal" --preview
    """
    if as_json and not (preview or yes):
        raise Problem("--json asks nothing", "add --preview or --yes.")
    if not reason and not preview:
        raise Problem("the players want to know why", "give --reason TEXT.")
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            judged = (await place.own(client, game, judging=True)).past
            info = await judged.info()
            made = await ruling_of(client, what, given or [], reason or "", info)
            looked_at = seen
            if not yes:
                looked_at = info.head.version
                shown = await judged.preview(made)
                if as_json:
                    show.put_json(show.as_json(shown))
                else:
                    show.put(*preview_lines(shown, show.seat_names(info), made))
                if preview:
                    return
                if not agreed(f"rule {words_of(what, given or [])}"):
                    show.put("nothing was done")
                    raise typer.Exit(NEGATIVE)
            try:
                done = await judged.give(made, seen=looked_at)
            except Stale as stale:
                raise Stale(f"nothing was done, the game has gone on: {stale.message}", stale.code) from None
            if as_json:
                show.put_json(show.as_json(done))
            else:
                show.put(f"version {done.version}", *show.fact_lines(done.facts, names=show.seat_names(info)))

    asyncio.run(work())


async def ruling_of(
    client: Client, what: str, given: Sequence[str], reason: str, info: table_pb2.GameInfo
) -> judges_pb2.Ruling:
    """The ruling as a person writes it. Raises `Problem` for one that there is not."""
    match what, given:
        case "back", [version] if version.isascii() and version.isdigit():
            return go_back(int(version), reason)
        case "amend", [_, *_]:
            ruleset = await client.get_ruleset(info.ruleset)
            return amend([fact_of(text, ruleset) for text in given], reason)
        case "amend", []:
            raise Problem("by which facts is the table amended?", FOR_EXAMPLE)
        case "result", ["draw"]:
            return set_result([], reason)
        case "result", [_, *_]:
            seats = [seat_named(each, info) for text in given for each in text.split(",")]
            return set_result(seats, reason)
        case "note", []:
            return note(reason)
        case "pause", []:
            return pause(reason)
        case "resume", []:
            return resume(reason)
    raise Problem(f"{words_of(what, given)!r} is no ruling", f"write {KINDS}.")


def words_of(what: str, given: Sequence[str]) -> str:
    return " ".join([what, *given])


def agreed(words: str) -> bool:
    """Asks at the terminal; where nobody answers, the answer is no."""
    try:
        return sure(words, Typed().ask)
    except EOFError:
        return False


def preview_lines(
    found: judges_pb2.PreviewRulingResponse,
    names: Mapping[int, str],
    ruling: judges_pb2.Ruling | None = None,
) -> list[str]:
    """What a ruling would do. With the `ruling` no more of the table than it changes."""
    lines: list[str] = []
    if found.struck:
        lines += [f"{count(len(found.struck), 'entry', 'entries')} would no longer count"]
        lines += [line for step in found.struck for line in show.step_lines(show.without_facts(step), names, bare="")]
        draws = f"{count(found.draws, 'draw', 'draws')} made in them"
        lines += ["", f"{draws}; what is drawn again is drawn by fresh numbers" if found.draws else "no draw was made"]
        lines += learned_lines(found, names)
    if found.counting_again:
        many = count(len(found.counting_again), "entry", "entries")
        lines += [*[""] * bool(lines), f"{many} would count again"]
        steps = map(show.without_facts, found.counting_again)
        lines += [line for step in steps for line in show.step_lines(step, names, bare="")]
    if found.facts:
        lines += [*[""] * bool(lines), "facts of the ruling itself", *show.fact_lines(found.facts, names=names)]
    ruling = ruling or judges_pb2.Ruling()
    match ruling.WhichOneof("ruling"):
        case "note":
            return [*lines, "it stands on record; nothing else changes"]
        case "pause":
            return [*lines, "nobody could play on; nothing else changes"]
        case "resume":
            lines.append("they could play on; nothing else changes")
        case "set_result":
            won = wording.winner_words(ruling.set_result.winners, names, "would win")
            return [*lines, f"the game would end here: {won or 'a draw'}"]
        case "amend":
            changed = past.change_lines(found.changes, "    ") or ["    nothing that a view shows"]
            lines += [*[""] * bool(lines), "what it would change", *changed]
            if found.HasField("ending"):
                won = wording.winner_words(found.winners, names, "would win") or "a draw"
                ended = f"the game would end by it: {won} ({wording.rule_words(found.ending)})"
                return [*lines, "", *show.folded(ended, "", "  ")]
        case _ if found.text:
            lines += [*[""] * bool(lines), "the table after it", found.text.rstrip()]
    return [*lines, *show.waiting_lines(found.decision, names)]


def learned_lines(found: judges_pb2.PreviewRulingResponse, names: Mapping[int, str]) -> list[str]:
    """What seats have learned, and will go on knowing."""
    if not found.learned:
        return ["nobody has learned anything hidden in them"]
    lines = ["", "hidden things that were learned in them, and stay known"]
    for each in found.learned:
        who = [wording.seat_words(seat, names) for seat in each.seats] + ["spectators"] * each.spectators
        said = f"{' and '.join(who)}: {wording.packed_words(each.what.fact, names)}"
        lines += show.folded(said, f"{f'{each.version}.{each.fact}':>9}  ", " " * 13)
    return lines


def count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
