"""`selfplay`: many random games in this process, and what came of them."""

from typing import Annotated

import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import guarded
from rulekeeper.cli.place import Json
from rulekeeper.cli.rulebooks import installed


@guarded
def selfplay(
    game: Annotated[str, typer.Argument(show_default=False, help="What to play.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option(help="Equal seeds play equal games.")] = 1,
    as_json: Json = False,
) -> None:
    """Play random games in memory, without a service, and count how they end.

    Example: rulekeeper selfplay heart_of_crown --games 100 --seed 7 --json
    """
    from rulekeeper.testing.selfplay import selfplay as played

    progress = show.Progress("games played:", as_json)
    try:
        found = played(installed(game).ruleset, games, seed, progress)
    finally:
        progress.end()
    if as_json:
        show.put_json(found)
        return
    for name, value in found.items():
        if isinstance(value, dict):
            show.put(name)
            for inner, count in value.items():
                show.put(*show.folded(str(count), f"  {inner:<40} "))
        else:
            show.put(*show.folded(str(value), f"{name}: ", "  "))
