"""The command line put together."""

import importlib.metadata
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from rulekeeper.cli import (
    calling,
    cards,
    demo,
    files,
    judge,
    lists,
    lobby,
    looks,
    past,
    play,
    proving,
    reasons,
    recorded,
    report,
    rulebooks,
    ruling,
    sandboxes,
    selfplay,
    serving,
    watching,
)
from rulekeeper.cli.failing import EXIT_CODES

ABOUT = """A referee that writes everything down: serve games, play them, watch them, and prove what happened.

Begin with: rulekeeper demo"""


class Command(TyperCommand):
    """A command whose help shows no value of flags: they take none."""

    def get_params(self, ctx: Any) -> list[Any]:
        return without_values(super().get_params(ctx))


class Group(TyperGroup):
    """The same of what stands before a command."""

    def get_params(self, ctx: Any) -> list[Any]:
        return without_values(super().get_params(ctx))


def without_values(params: list[Any]) -> list[Any]:
    for each in params:
        if getattr(each, "is_flag", False):
            each.metavar = ""
    return params


app = typer.Typer(
    name="rulekeeper",
    cls=Group,
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
    "Dispute": (calling.call, calling.take_back, calling.agree, calling.disputes),
    "Look": (
        watching.watch,
        watching.view,
        watching.furniture,
        watching.decision,
        watching.why,
        watching.log,
        proving.verify,
    ),
    "Judge": (
        judge.judge,
        past.timeline,
        past.replay,
        past.find,
        reasons.why_not,
        reasons.refused,
        looks.looks,
        report.report,
        calling.assign,
        ruling.rule,
        calling.close,
        sandboxes.fork,
        sandboxes.position,
    ),
    "Keep": (files.export, files.import_),
    "Make games": (rulebooks.rules, selfplay.selfplay, recorded.to_test),
}.items():
    for command in commands:
        paragraphs = [" ".join(part.split()) for part in (command.__doc__ or "").split("\n\n")]
        # A command may be called what no function can be: import.
        app.command(
            command.__name__.rstrip("_").replace("_", "-"),
            cls=Command,
            rich_help_panel=panel,
            help="\n\n".join(paragraphs),
            short_help=first_sentence(paragraphs[0]),
        )(command)
