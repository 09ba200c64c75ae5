"""Why a command is refused: `why-not`, `refused`."""

import asyncio
from collections.abc import Mapping
from typing import Annotated

import typer

from rulekeeper.cli import show, wording
from rulekeeper.cli.failing import Problem, guarded
from rulekeeper.cli.past import place_words, rule_lines
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token
from rulekeeper.cli.play import called_as, pair
from rulekeeper.client import Choice, Client, errors
from rulekeeper.v1 import audit_pb2


@guarded
def why_not(
    game: GameId,
    command: Annotated[
        str, typer.Argument(metavar="[COMMAND]", show_default=False, help="The command's name: PlayCard.")
    ] = "",
    fields: Annotated[
        list[str] | None,
        typer.Argument(metavar="FIELD=VALUE", show_default=False, help="Values as JSON or text, as in send."),
    ] = None,
    version: Annotated[
        int, typer.Option("--at", "--version", min=0, help="The table that it is put to; 0: the newest.")
    ] = 0,
    refused: Annotated[
        str, typer.Option(metavar="MARK", show_default=False, help="Instead: one that was refused in play.")
    ] = "",
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Explain why a command is refused at a version: each check that fails, with its rule, page, numbers and words.
    Nothing is sent.

    Seats ask for their own commands, judges for anybody's; everybody may when the game is over.

    Example: rulekeeper why-not 7f3a... BuyCard kind=duke --at 40 --as 0
    """
    if bool(command) == bool(refused):
        raise Problem("a command is wanted, or the mark of a refused one", "give COMMAND or --refused MARK.")
    place = Place(server, token, who, roots)
    values = dict(pair(text) for text in fields or [])

    async def work() -> None:
        async with place.client() as client:
            sight = await place.sight(client, game, judging=bool(who or refused))
            past, seat = sight.past, sight.seat
            if not refused and (sight.viewer or 0) < 0:
                raise Problem("whose command is it?", "name a seat: --as 0.")
            info = await past.info()
            full = await full_command(client, info.ruleset, command)
            meant = values
            if any(isinstance(each, str | tuple) for each in values.values()):
                asked_then = (await past.view_at(version or None, seat=seat)).decision
                meant = called_as([each for each in asked_then.offers if each.command == full], values)
            asked = refused or Choice(full, meant)
            found = await past.explain_refusal(asked, version, seat=None if refused else seat)
            if as_json:
                show.put_json(show.as_json(found))
            else:
                show.put(*refusal_lines(found, show.seat_names(info)))

    asyncio.run(work())


async def full_command(client: Client, ruleset: str, command: str) -> str:
    """A command's full name by its short one; what the ruleset does not know is left to the service to refuse."""
    kinds = (await client.get_ruleset(ruleset)).commands
    return next((kind.command for kind in kinds if kind.command.rpartition(".")[2] == command), command)


def refusal_lines(found: audit_pb2.ExplainRefusalResponse, names: Mapping[int, str]) -> list[str]:
    """Whether a command is allowed, and each check that fails."""
    who = wording.seat_words(found.seat, names)
    lines = show.folded(f"version {found.version}, {who}: {wording.sent_words(found.command, names)}")
    if found.accepted:
        return [*lines, "the rules allow it there"]
    for each in found.reasons:
        lines += ["", *show.reason_lines([errors.reason(each.reason)], "  ")]
        lines += show.folded(each.statement, "    | ", "    | ") if each.statement else []
    if found.HasField("decision"):
        asked = ", ".join(wording.seat_words(seat, names) for seat in found.decision.seats)
        rule = found.decision.rule
        lines += ["", *show.folded(f"asked there: {asked}, {rule.title} ({wording.rule_words(rule)})", "", "  ")]
    if found.HasField("passed_over"):
        lines += ["", *passed_over_lines(found.passed_over, names)]
    return lines


def passed_over_lines(found: audit_pb2.PassedOver, names: Mapping[int, str]) -> list[str]:
    """The fact that says why nobody was asked, its rule, and what the rule says."""
    said = f"nobody was asked for it: {place_words(found.place)}  {wording.fact_words(found.fact, names)}"
    return [*show.folded(said, "", "  "), *rule_lines(found.fact.rule, found.statement)]


@guarded
def refused(
    game: GameId,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """List the commands that were refused in play, newest first, with the rules against each. For judges.

    Example: rulekeeper refused 7f3a...
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            past = (await place.own(client, game, judging=True)).past
            found = await past.refused()
            if as_json:
                show.put_json([show.as_json(each) for each in found])
                return
            names = show.seat_names(await past.info())
            for each in found:
                show.put(*refused_lines(each, names))
            show.put(
                *show.folded(f"rulekeeper why-not {game} --refused MARK says more of one")
                if found
                else ["no refused command is kept"]
            )

    asyncio.run(work())


def refused_lines(refused: audit_pb2.RefusedCommand, names: Mapping[int, str]) -> list[str]:
    """What was refused, to whom, at which version, when, and why."""
    who, said = wording.seat_words(refused.seat, names), wording.sent_words(refused.command, names)
    lines = show.folded(f"version {refused.version}, {who}: {said}")
    lines = show.with_right(lines, show.time_words(refused.time_us))
    lines += show.reason_lines(map(errors.reason, refused.reasons)) or [f"    {refused.reason}"]
    return [*lines, f"    mark {refused.mark}"]
