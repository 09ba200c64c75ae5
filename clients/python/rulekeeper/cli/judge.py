"""`judge`: a game's past at a terminal, and rulings."""

import asyncio
import sys
from typing import Annotated

import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import Problem, guarded
from rulekeeper.cli.place import DEFAULT, As, GameId, Place, Roots, Server, Token


@guarded
def judge(
    game: GameId,
    version: Annotated[int, typer.Option(min=0, help="Where to begin; 0: at the newest.")] = 0,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
) -> None:
    """Judge a game on one screen: its timeline, the table at any fact, and what happened there under which rule.

    Step through it, see it as any seat saw it, ask why, ask why not; take disputes and close them; rule, after having
    seen what the ruling would do. It follows a game that is running. ? lists the keys. Rulings need a judge's token;
    everyone may look when the game is over.

    Example: rulekeeper judge 7f3a... --version 41
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Problem("judge needs a terminal", "log, why and view print the same for other uses.")
    place = Place(server, token, who, roots)
    # Only this command needs it, and it takes its time to load.
    from rulekeeper.cli.screen.app import JudgeApp, opened
    from rulekeeper.cli.screen.places import WHOLE, Spot

    async def work() -> list[str]:
        async with place.client() as client:
            reader = await opened((await place.own(client, game, judging=True)).past)
            if version > reader.head:
                raise Problem(f"the log goes to version {reader.head}, not to {version}", code=4)
            app = JudgeApp(reader, server, Spot(version, WHOLE) if version else None)
            await app.run_async()
            return app.bench.said

    show.put(*asyncio.run(work()))
