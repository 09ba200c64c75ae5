"""`selfplay`: many games in this process, and what came of them."""

from typing import Annotated

import typer

from rulekeeper.cli import show
from rulekeeper.cli.cards import installed
from rulekeeper.cli.failing import NEGATIVE, guarded
from rulekeeper.cli.place import Json
from rulekeeper.cli.players import PLAYERS, named
from rulekeeper.kernel import RANDOM


@guarded
def selfplay(
    game: Annotated[str, typer.Argument(show_default=False, help="What to play.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option(help="Equal seeds play equal games.")] = 1,
    players: Annotated[str, typer.Option("--players", "--player", metavar="NAMES", help=PLAYERS)] = RANDOM,
    as_json: Json = False,
) -> None:
    """Play games in memory, without a service, count how they end, and check them by the conformance suite.

    With --players, several players are measured against each other: who is named first has the first seat, and chance
    says who begins. Exits with 1 where a problem was found.

    Example: rulekeeper selfplay heart_of_crown --games 3 --players sensible,random
    """
    from rulekeeper.testing.selfplay import selfplay as played

    about = installed(game)
    who = named(about, players)
    progress = show.Progress("games played:", as_json)
    try:
        found = played(about.ruleset, games, seed, progress, players=who)
    finally:
        progress.end()
    if as_json:
        show.put_json(found)
    else:
        show.put(*(line for name, value in found.items() for line in lines(name, value)))
    if found.get("problems"):
        raise typer.Exit(NEGATIVE)


def lines(name: str, value: object) -> list[str]:
    """One part of the report."""
    title = name.replace("_", " ")
    if isinstance(value, dict):
        return [title, *(f"  {inner:<40} {count}" for inner, count in value.items())]
    if isinstance(value, list):
        return [title, *(line for each in value for line in show.folded(str(each), "  ", "    "))] if value else []
    return show.folded(str(value), f"{title}: ", "  ")
