"""Calling a judge, and taking back: `call`, `take-back`, `agree`; for judges `disputes`, `assign`, `close`."""

import asyncio
from collections.abc import Mapping
from typing import Annotated

import typer

from rulekeeper.cli import show, wording
from rulekeeper.cli.failing import NEGATIVE, REFUSED, Problem, guarded
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token, claims_of
from rulekeeper.client import Game, answer_take_back, call_judge
from rulekeeper.client import disputes as queue
from rulekeeper.client import take_back as taken_back
from rulekeeper.client.bench import asking
from rulekeeper.v1 import judges_pb2, table_pb2

STATUSES = {
    "": judges_pb2.DISPUTE_STATUS_UNSPECIFIED,
    "open": judges_pb2.DISPUTE_STATUS_OPEN,
    "assigned": judges_pb2.DISPUTE_STATUS_ASSIGNED,
    "ruled": judges_pb2.DISPUTE_STATUS_RULED,
}
NAMELESS = {"judge": "a judge", "admin": "a judge"}
"""What a judge without a name is called."""
Number = Annotated[int, typer.Argument(metavar="DISPUTE", min=1, show_default=False, help="The dispute's number.")]


@guarded
def call(
    game: GameId,
    text: Annotated[str, typer.Argument(show_default=False, help="The complaint, in your words.")],
    about: Annotated[int, typer.Option(min=0, help="The version that it is about; 0: the newest of play.")] = 0,
    pause: Annotated[bool, typer.Option("--pause", help="Nobody shall play on before it is ruled on.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Call a judge, as a seat: it puts a dispute into the judges' queue. Its number is the version that it stands in.

    Example: rulekeeper call 7f3a... "Ben took two coins for the City" --about 41 --pause
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            seat = await place.sit(client, game)
            found = await call_judge(seat, text, about=about, pause=pause)
            if as_json:
                show.put_json(show.as_json(found))
                return
            show.put(*dispute_lines(found, show.seat_names(await seat.info())))
            show.put(f"where it stands: rulekeeper disputes {game}")

    asyncio.run(work())


@guarded
def disputes(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", show_default=False, help="A game's id; left out: all of a judge's.")
    ] = "",
    status: Annotated[str, typer.Option(show_default=False, help="Only those open, assigned or ruled.")] = "",
    mine: Annotated[bool, typer.Option("--mine", help="Only those that you have, and that are not ruled on.")] = False,
    unassigned: Annotated[bool, typer.Option("--unassigned", help="Only those that no judge has.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """List disputes, those called first first: a game's for its seats and judges, the whole queue for judges.

    Example: rulekeeper disputes --status open
    """
    if status not in STATUSES:
        raise Problem(f"{status!r} is no status", "one of open, assigned, ruled.")
    if mine and unassigned or status and (mine or unassigned):
        raise Problem("these do not go together", "give one of --status, --mine, --unassigned.")
    place = Place(server, token, who, roots)
    wanted = "assigned" if mine else "open" if unassigned else status

    async def work() -> None:
        async with place.client() as client:
            own = (await place.own(client, game, judging=True)).past.client if game else client
            found = await queue(own, game, STATUSES[wanted])
            if mine:
                found = [each for each in found if each.judge == judge_called(own.token or "")]
            if as_json:
                show.put_json([show.as_json(each) for each in found])
                return
            infos: dict[str, table_pb2.GameInfo] = {}
            titles = {} if game else {each.ruleset: each.title for each in await own.list_rulesets()}
            for each in found:
                if each.game_id not in infos:
                    infos[each.game_id] = await own.get_game(each.game_id)
                info = infos[each.game_id]
                at = "" if game else f"{titles.get(info.ruleset, info.ruleset)}: {players_words(info)}"
                show.put(*dispute_lines(each, show.seat_names(info), at))
            if not found:
                show.put("there are none")

    asyncio.run(work())


def players_words(info: table_pb2.GameInfo) -> str:
    """ "Ann and Ben" """
    return wording.listed(list(show.seat_names(info).values()))


def judge_called(token: str) -> str:
    """What the judge of a token is called in disputes: by name, or else by what it is."""
    claims = claims_of(token)
    return str(claims.get("name") or NAMELESS.get(str(claims.get("role")), ""))


def dispute_lines(found: judges_pb2.Dispute, names: Mapping[int, str], at: str = "") -> list[str]:
    """A dispute: where it stands, who called, the complaint, the ruling with its rules. `at`: of which game."""
    first = f"dispute {found.number} of game {found.game_id}: {wording.dispute_words(found)}"
    lines = show.with_right(show.folded(first), show.time_words(found.time_us))
    lines += show.folded(at, "  ", "    ") if at else []
    caller = wording.seat_words(found.seat, names)
    lines += show.folded(f"{caller}, about version {found.about}: {found.text}", "  ", "    ")
    if wording.waits_for_it(found):
        lines.append("  nobody plays on before it is ruled on")
    if found.status == judges_pb2.DISPUTE_STATUS_RULED:
        judge = f", {found.judge}" if found.judge else ""
        lines += show.folded(f"ruled in version {found.ruled_in}{judge}: {found.ruling}", "  ", "    ")
        lines += [
            line
            for rule in found.rules
            for line in show.folded(f"under {wording.rule_words(rule)}: {rule.title}", "    ", "      ")
        ]
    return lines


@guarded
def assign(
    game: GameId,
    number: Number,
    judge: Annotated[str, typer.Option(metavar="NAME", show_default=False, help="Who; left out: you.")] = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Although another judge has it.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Take a dispute as a judge, or hand it to another one. The players are told. One that another judge has is taken
    from them only with --yes.

    Example: rulekeeper assign 7f3a... 57 --judge Dana
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            bench = (await place.own(client, game, judging=True)).past
            for each in [] if yes else await bench.disputes(judges_pb2.DISPUTE_STATUS_ASSIGNED):
                if each.number == number and each.judge not in (judge, judge_called(bench.client.token or "")):
                    raise Problem(f"{each.judge} has dispute {number}", "take it all the same with --yes.", REFUSED)
            await told(bench, await bench.assign(number, judge), as_json)

    asyncio.run(work())


@guarded
def close(
    game: GameId,
    number: Number,
    text: Annotated[str, typer.Argument(show_default=False, help="The ruling and its grounds, for the players.")],
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", show_default=False, help="A rule that it rests on; repeatable."),
    ] = None,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Close a dispute as a judge, with the ruling in words; a pause that came with it ends. What changes the game is
    ruled before, with rule.

    Example: rulekeeper close 7f3a... 57 "The coin stays: see the card" --rule hoc.card.city
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            bench = (await place.own(client, game, judging=True)).past
            await told(bench, await bench.close(number, text, rule or ()), as_json)

    asyncio.run(work())


async def told(game: Game, found: judges_pb2.Dispute, as_json: bool) -> None:
    if as_json:
        show.put_json(show.as_json(found))
    else:
        show.put(*dispute_lines(found, show.seat_names(await game.info())))


@guarded
def take_back(
    game: GameId,
    to: Annotated[
        int, typer.Option(min=0, help="The version to go back to, where you were asked; 0: before your last command.")
    ] = 0,
    reason: Annotated[str, typer.Option(metavar="TEXT", show_default=False, help="Why, for the others.")] = "",
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Take back what your seat did: at once, where nothing was drawn, nothing hidden was shown and nobody else has
    acted since; otherwise the others are asked. Exits with 1 where they are.

    Example: rulekeeper take-back 7f3a... --reason "wrong card"
    """
    place = Place(server, token, who, roots)

    async def work() -> bool:
        async with place.client() as client:
            seat = await place.sit(client, game)
            found = await taken_back(seat, to, reason)
            if as_json:
                show.put_json(show.as_json(found))
            elif found.done:
                gone = back_words(found, "no longer counts", "no longer count")
                show.put(*show.folded(f"done in version {found.version}: {gone}", "", "  "))
            else:
                names = show.seat_names(await seat.info())
                who = ", ".join(wording.seat_words(each, names) for each in found.asked)
                would = back_words(found, "would no longer count", "would no longer count")
                show.put(*show.folded(f"version {found.version}: {who} must agree; {would}; {found.why}", "", "  "))
                show.put(f"they answer: rulekeeper agree {game}, with --no if they do not")
            return found.done

    if not asyncio.run(work()):
        raise typer.Exit(NEGATIVE)


def back_words(found: judges_pb2.TakeBackResponse, one: str, several: str) -> str:
    """Where the game goes back to, and what is struck: "back to version 20, 3 entries no longer count"."""
    many = f"1 entry {one}" if found.struck == 1 else f"{found.struck} entries {several}"
    return f"back to version {found.to}, {many}"


@guarded
def agree(
    game: GameId,
    no: Annotated[bool, typer.Option("--no", help="You do not agree.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Answer another seat that asks to take something back. When all others have agreed, the game goes back.

    Example: rulekeeper agree 7f3a... --no
    """
    place = Place(server, token, who, roots)

    async def work() -> None:
        async with place.client() as client:
            seat = await place.sit(client, game)
            asked = asking([answer.step async for answer in seat.log()])
            if not asked:
                raise Problem("nobody asks to take something back", f"rulekeeper log {game} shows what was done.", 4)
            found = await answer_take_back(seat, asked, not no)
            if as_json:
                show.put_json(show.as_json(found))
                return
            names = show.seat_names(await seat.info())
            steps: list[table_pb2.Step] = [answer.step async for answer in seat.log(after=found.version - 1, limit=2)]
            show.put(*(line for step in steps for line in show.step_lines(step, names)))

    asyncio.run(work())
