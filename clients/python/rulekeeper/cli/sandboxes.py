"""Sandboxes of a game's past: `fork`, `position`."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import REFUSED, Problem, guarded
from rulekeeper.cli.files import whole_file
from rulekeeper.cli.keys import Key, Keys
from rulekeeper.cli.lobby import from_hex
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token
from rulekeeper.client import RulekeeperError
from rulekeeper.v1 import judges_pb2, table_pb2

At = Annotated[int, typer.Option("--at", "--version", min=1, show_default=False, help="The version to begin from.")]


@guarded
def fork(
    game: GameId,
    version: At,
    seed: Annotated[str, typer.Option(metavar="HEX", show_default=False, help="The sandbox's seed, 32 bytes.")] = "",
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Make a sandbox that begins as a game stood at a version. Its tokens are saved, and printed; the game itself stays
    as it is, and the sandbox draws by numbers of its own.

    Judges may at any time, everybody else when the game is over.

    Example: rulekeeper fork 7f3a... --at 40
    """
    place = Place(server, token, who, roots)
    given = from_hex(seed, "seed") if seed else b""

    async def work() -> dict[str, Any]:
        async with place.client() as client:
            made = await (await place.own(client, game, judging=True)).past.fork(version, seed=given)
            names = [seat.name for seat in (await client.using(made.judge_token).get_game(made.game_id)).seats]
            keys = keys_of(made, names)
            Keys().add(server, made.game_id, *keys)
            tokens = {f"{key.role} {key.seat}" if key.seat >= 0 else key.role: key.token for key in keys}
            return {"game_id": made.game_id, "version": made.head.version, "tokens": tokens}

    said = asyncio.run(work())
    if as_json:
        show.put_json(said)
        return
    show.put(f"game {said['game_id']}", f"  a sandbox from version {version} of {game}")
    for whose, each in said["tokens"].items():
        show.put(f"  {whose}: {each}")
    show.put(f"play: rulekeeper play {said['game_id']} --as 0")


@guarded
def position(
    game: GameId,
    version: At,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write it.")] = "",
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Print the table at a version as a position, in JSON: a sandbox can begin from it, and so can a test.

    For judges; for everyone when the game is over. It says what lies hidden.

    Example: rulekeeper position 7f3a... --at 40 -o dispute.json
    """
    place = Place(server, token, who, roots)

    async def work() -> tuple[judges_pb2.ExportPositionResponse, table_pb2.GameInfo]:
        async with place.client() as client:
            past = (await place.own(client, game, judging=True)).past
            try:
                return await past.position(version), await past.info()
            except RulekeeperError as no:
                if no.name != "INVALID_POSITION":
                    raise
                remedy = f"rulekeeper fork {game} --at {version} makes a sandbox of it, position or not."
                raise Problem(no.message, remedy, REFUSED, no.name) from None

    found, info = asyncio.run(work())
    if output:
        write_position(Path(output), found.position)
    if as_json:
        show.put_json(show.as_json(found))
    elif output:
        name = info.ruleset.partition("@")[0]
        show.put(*show.waiting_lines(found.decision, show.seat_names(info)))
        show.put(
            f"wrote {output}", *show.folded(f"play on from it: rulekeeper new {name} --position @{output}", "", "  ")
        )
    else:
        show.put(found.position)


def keys_of(made: judges_pb2.ForkGameResponse, names: Sequence[str] = ()) -> list[Key]:
    """The keys to a sandbox: one a seat, its judge's and a spectator's. `names`: who sits there."""
    named = dict(enumerate(names))
    seats = [Key("seat", token, number, named.get(number, "")) for number, token in enumerate(made.seat_tokens)]
    watching = [Key("spectator", made.spectator_token)] if made.spectator_token else []
    return [*seats, Key("judge", made.judge_token), *watching]


def write_position(path: Path, position: str) -> None:
    """Writes a position, which is JSON, for people to read and change. Raises OSError."""
    with whole_file(path) as file:
        file.write(json.dumps(json.loads(position), indent=1, ensure_ascii=False).encode() + b"\n")
