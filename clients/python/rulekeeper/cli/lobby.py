"""Games and who plays them: `rulesets`, `games`, `new`, `join`."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import Problem, guarded
from rulekeeper.cli.keys import Key, Keys, chosen
from rulekeeper.cli.place import DEFAULT, GameId, Json, Place, Roots, Server, Token
from rulekeeper.client import INVITED, OPEN, Client, Game, Seat, bot
from rulekeeper.v1 import entry_pb2, games_pb2, table_pb2

STATUSES = {
    "": table_pb2.GAME_STATUS_UNSPECIFIED,
    "gathering": table_pb2.GAME_STATUS_GATHERING,
    "running": table_pb2.GAME_STATUS_RUNNING,
    "paused": table_pb2.GAME_STATUS_PAUSED,
    "over": table_pb2.GAME_STATUS_OVER,
}


@guarded
def rulesets(
    ruleset: Annotated[str, typer.Argument(metavar="[RULESET]", show_default=False, help="Show one in full.")] = "",
    server: Server = DEFAULT,
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """List the games that the service referees, or show one: commands, positions, bots, and what its set-up can be.

    Example: rulekeeper rulesets heart_of_crown@1
    """

    async def work() -> None:
        async with Place(server, roots=roots).client() as client:
            if ruleset:
                show_ruleset(await client.get_ruleset(await full_name(client, ruleset)), as_json)
                return
            listed = await client.list_rulesets()
            if as_json:
                show.put_json([show.as_json(each) for each in listed])
                return
            rows = [(each.ruleset, each.title, seats_words(each, "-"), ", ".join(each.bots)) for each in listed]
            show.grid(("ruleset", "game", "seats", "bots"), rows)

    asyncio.run(work())


def seats_words(info: games_pb2.RulesetInfo, between: str) -> str:
    """ "2-4", or "2" where there is no choice."""
    return between.join(map(str, dict.fromkeys((info.fewest_seats, info.most_seats))))


def show_ruleset(found: games_pb2.GetRulesetResponse, as_json: bool) -> None:
    if as_json:
        show.put_json(show.as_json(found))
        return
    info = found.info
    many = f"{seats_words(info, ' to ')} seat{'s' * (info.most_seats != 1)}"
    show.put(f"{info.ruleset}: {info.title}, {many}")
    show.put(f"{len(found.rules)} rules (rulekeeper rules {info.ruleset} ID shows one)")
    show.put(f"{len(found.cards)} cards (rulekeeper cards {info.ruleset} NAME shows one)", "")
    show.put("commands")
    for kind in found.commands:
        show.put(*show.folded(f"{', '.join(kind.fields) or '-'}", f"  {kind.command.rpartition('.')[2]:<20} "))
    show.put("", *show.folded(", ".join(found.entry_points) or "none", "positions may begin at: ", "  "))
    show.put(*show.folded(", ".join(info.bots) or "none", "bots: ", "  "), "", "set-up")
    show.put(*setup_lines(json.loads(found.setup_schema or "{}")))


FEW = 16
"""Of so many values each is listed; of more it is said how many there are."""


def setup_lines(schema: dict[str, Any]) -> list[str]:
    """What can be chosen, by the schema: each field with its values where they are few, and what is played without."""
    lines: list[str] = []
    for name, about in schema.get("properties", {}).items():
        said = [about.get("description", ""), values_words(about, schema)]
        lines += show.folded("; ".join(part for part in said if part) or about.get("title", ""), f"  {name}: ", "    ")
    if not lines:
        return ["  there is nothing to choose"]
    without = show.setup_words(json.dumps(schema.get("default", {})))
    return [*lines, *show.folded(without, "  left out: ", "    ")] if without else lines


def values_words(about: dict[str, Any], schema: dict[str, Any]) -> str:
    """The values that a field can have."""
    if "$ref" in about:
        about = schema.get("$defs", {}).get(about["$ref"].rpartition("/")[2], {})
    if "enum" in about:
        among = [show.str_of(value) for value in about["enum"] if value != ""]
        return ", ".join(among) if len(among) <= FEW else f"one of {len(among)}, such as {', '.join(among[:3])}"
    if about.get("type") == "array":
        inner = values_words(about.get("items", {}), schema)
        return f"a list of {inner.removeprefix('one of ')}" if inner else "a list"
    least, most = about.get("minimum"), about.get("maximum")
    limits = [f"at least {least}" if least is not None else "", f"at most {most}" if most is not None else ""]
    kind = {"integer": "a whole number", "number": "a number", "boolean": "true or false", "string": "a text"}
    return ", ".join(part for part in (kind.get(about.get("type", ""), ""), *limits) if part)


async def full_name(client: Client, ruleset: str) -> str:
    """A ruleset by its name alone is the service's newest of that name."""
    if "@" in ruleset:
        return ruleset
    named = [each.ruleset for each in await client.list_rulesets() if each.ruleset.partition("@")[0] == ruleset]
    return max(named, key=lambda each: int(each.partition("@")[2] or 0)) if named else ruleset


@guarded
def games(
    ruleset: Annotated[str, typer.Option(help="Only games of this ruleset.", show_default=False)] = "",
    status: Annotated[
        str, typer.Option(help="Only games that are gathering, running, paused or over.", show_default=False)
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 50,
    server: Server = DEFAULT,
    token: Token = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """List the service's games, newest first.

    Example: rulekeeper games --status gathering
    """
    if status not in STATUSES:
        raise Problem(f"{status!r} is no status", "one of gathering, running, paused, over.")

    async def work() -> None:
        async with Place(server, token, roots=roots).client() as client:
            found: list[table_pb2.GameInfo] = []
            name = await full_name(client, ruleset) if ruleset else ""
            async for info in client.list_games(name, STATUSES[status], min(limit, 200)):
                found.append(info)
                if len(found) == limit:
                    break
        if as_json:
            show.put_json([show.as_json(info) for info in found])
            return
        rows = []
        for info in found:
            seats = ", ".join(seat.name or "(free)" for seat in info.seats)
            rows.append((info.game_id, info.ruleset, show.setup_words(info.setup), seats, show.status_words(info)))
        show.grid(("game", "ruleset", "set-up", "seats", "status"), rows, whole=2)

    asyncio.run(work())


def plan(word: str) -> entry_pb2.SeatPlan:
    """A seat as it is written on the command line: open, invited, bot, bot:<player>."""
    kind, _, player = word.strip().partition(":")
    if kind == "bot":
        return bot(player or "random")
    if player or kind not in ("open", "invited"):
        raise Problem(f"{word!r} is no kind of seat", "write open, invited, bot or bot:PLAYER for each seat.")
    return OPEN if kind == "open" else INVITED


def read_json(text: str, what: str) -> dict[str, Any]:
    """A JSON object, written out or as @FILE."""
    try:
        read = json.loads(Path(text[1:]).read_text() if text.startswith("@") else text)
    except ValueError as error:
        raise Problem(f"the {what} is not JSON: {error}") from None
    if not isinstance(read, dict):
        raise Problem(f"the {what} is not a JSON object")
    return read


@guarded
def new(
    ruleset: Annotated[str, typer.Argument(show_default=False, help="What to play: heart_of_crown, or with @VERSION.")],
    seats: Annotated[
        str, typer.Option(help="Each seat in order of play: open, invited, bot or bot:PLAYER.")
    ] = "open,bot",
    name: Annotated[str, typer.Option(show_default=False, help="Take the first open seat, under this name.")] = "",
    setup: Annotated[str, typer.Option(metavar="JSON|@FILE", show_default=False, help="The game's set-up.")] = "",
    unlisted: Annotated[bool, typer.Option("--unlisted", help="Not listed; watched with a token only.")] = False,
    sandbox: Annotated[bool, typer.Option("--sandbox", help="Nothing counts; all open seats are yours.")] = False,
    position: Annotated[
        str, typer.Option(metavar="JSON|@FILE", show_default=False, help="A sandbox from a position.")
    ] = "",
    seed: Annotated[str, typer.Option(metavar="HEX", show_default=False, help="A sandbox's seed, 32 bytes.")] = "",
    server: Server = DEFAULT,
    token: Token = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Make a game. Its tokens are saved, and printed.

    Example: rulekeeper new heart_of_crown --seats open,bot,bot --name Ann
    """
    plans = [plan(word) for word in seats.split(",")]
    play_in = sandbox_of(sandbox, position, seed)
    asked = read_json(setup, "set-up") if setup else None

    async def work() -> dict[str, Any]:
        async with Place(server, token, roots=roots).client() as client:
            full = await full_name(client, ruleset)
            made = await client.create_game(full, plans, setup=asked, unlisted=unlisted, sandbox=play_in)
            info = await client.using(made.judge_token or None).get_game(made.game_id) if play_in else None
            keys = keys_of(made, bool(play_in), [seat.name for seat in info.seats] if info is not None else ())
            Keys().add(server, made.game_id, *keys)
            said: dict[str, Any] = {"game_id": made.game_id, "ruleset": full, "commitment": made.commitment.hex()}
            said["tokens"] = {f"{key.role} {key.seat}" if key.seat >= 0 else key.role: key.token for key in keys}
            if name and not play_in:
                seat = await take(client, server, made.game_id, name, None, None)
                said["seat"], said["tokens"][f"seat {seat.number}"] = seat.number, seat.token
            return said

    said = asyncio.run(work())
    if as_json:
        show.put_json(said)
        return
    show.put(f"game {said['game_id']}  ({said['ruleset']})")
    for who, each in said["tokens"].items():
        show.put(f"  {who}: {each}")
    if "seat" in said:
        show.put(f"you have seat {said['seat']}: rulekeeper play {said['game_id']}")
    elif play_in:
        show.put(f"play: rulekeeper play {said['game_id']}")
    elif OPEN in plans:
        show.put(f"sit down: rulekeeper join {said['game_id']} --name YOU")


def sandbox_of(sandbox: bool, position: str, seed: str) -> games_pb2.Sandbox | None:
    if not (sandbox or position or seed):
        return None
    text = json.dumps(read_json(position, "position")) if position else ""
    return games_pb2.Sandbox(seed=from_hex(seed, "seed"), position=text, seat_all=True)


def from_hex(text: str, what: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Problem(f"the {what} is not hexadecimal", "write two digits a byte, 0-9 and a-f.") from None


def keys_of(made: games_pb2.CreateGameResponse, sandbox: bool, names: Sequence[str] = ()) -> list[Key]:
    """What came with a new game: a sandbox's seats, by their `names` too, invitations, a judge's and a spectator's
    token.
    """
    role = "seat" if sandbox else "invitation"
    named = dict(enumerate(names))
    keys = [Key(role, token, number, named.get(number, "")) for number, token in enumerate(made.seat_tokens) if token]
    if made.judge_token:
        keys.append(Key("judge", made.judge_token))
    if made.spectator_token:
        keys.append(Key("spectator", made.spectator_token))
    return keys


@guarded
def join(
    game: GameId,
    name: Annotated[str, typer.Option(show_default=False, help="Your name at the table.")],
    seat: Annotated[
        int | None, typer.Option(min=0, show_default=False, help="Which seat; left out: the first free.")
    ] = None,
    contribution: Annotated[
        str, typer.Option(metavar="HEX", show_default=False, help="Your part of the seed; left out: 32 random bytes.")
    ] = "",
    server: Server = DEFAULT,
    token: Token = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Take a seat. Its token, and your contribution to the draws, are saved.

    An invitation is given with --token, or used by itself if this program made the game.

    Example: rulekeeper join 7f3a... --name Ben
    """
    own = from_hex(contribution, "contribution") if contribution else None

    async def work() -> Seat:
        place = Place(server, token, roots=roots)
        invitation = token or next(
            (key.token for key in Keys().of(server, game) if key.role == "invitation" and key.seat == seat), ""
        )
        async with place.client() as client:
            return await take(client.using(invitation or None), server, game, name, seat, own)

    taken = asyncio.run(work())
    if as_json:
        show.put_json(
            {"game_id": game, "seat": taken.number, "token": taken.token, "contribution": taken.contribution.hex()}
        )
        return
    used = chosen(Keys().of(server, game), "")
    which = "" if used is not None and used.seat == taken.number else f" --as {taken.number}"
    show.put(f"you have seat {taken.number} in game {game}", f"  token: {taken.token}")
    show.put(f"play: rulekeeper play {game}{which}")


async def take(
    client: Client, server: str, game_id: str, name: str, seat: int | None, contribution: bytes | None
) -> Seat:
    """Takes a seat and saves its token at once."""
    taken = await Game(client, game_id).join(name, seat=seat, contribution=contribution)
    key = Key("seat", taken.token, taken.number, name, taken.contribution.hex())
    Keys().add(server, game_id, key)
    return taken
