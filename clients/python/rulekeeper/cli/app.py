"""The command line put together."""

import importlib.metadata
from typing import Annotated

import typer

from rulekeeper.cli import cards, demo, lists, lobby, play, proving, rulebooks, selfplay, serving, watching
from rulekeeper.cli.failing import EXIT_CODES

ABOUT = """A referee that writes everything down: serve games, play them, watch them, and prove what happened.

Begin with: rulekeeper demo"""

app = typer.Typer(
    name="rulekeeper",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 80},
)


def version(wanted: bool) -> None:
    if wanted:
        print(f"rulekeeper {importlib.metadata.version('rulekeeper')}")
        raise typer.Exit


@app.callback(help=ABOUT, epilog=EXIT_CODES)
def options(
    wanted: Annotated[bool, typer.Option("--version", callback=version, is_eager=True, help="The version.")] = False,
) -> None:
    """What stands before a command."""


def first_sentence(text: str) -> str:
    """What the list of commands says of one."""
    return text.partition(". ")[0].rstrip(".") + "."


for panel, commands in {
    "Run": (serving.serve, demo.demo, serving.token),
    "Play": (lobby.rulesets, lobby.games, lobby.new, lobby.join, play.play, play.send, cards.cards, lists.deck),
    "Look": (watching.watch, watching.view, watching.decision, watching.why, watching.log, proving.verify),
    "Make games": (rulebooks.rules, selfplay.selfplay),
}.items():
    for command in commands:
        paragraphs = [" ".join(part.split()) for part in (command.__doc__ or "").split("\n\n")]
        app.command(rich_help_panel=panel, help="\n\n".join(paragraphs), short_help=first_sentence(paragraphs[0]))(
            command
        )
