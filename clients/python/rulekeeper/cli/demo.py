"""`demo`: a service, a whole game over gRPC, and the proof that it was played by the rules."""

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import typer
from rich.live import Live
from rich.text import Text

from rulekeeper.cli import show, wording
from rulekeeper.cli.cards import installed
from rulekeeper.cli.failing import FAULT, NEGATIVE, Problem, guarded
from rulekeeper.cli.place import Json
from rulekeeper.cli.players import PLAYERS, named
from rulekeeper.cli.proving import document, examination_lines, examine
from rulekeeper.client import OPEN, Client, Game, NotPlayable, Player, RandomPlayer, Refused, Seat, create
from rulekeeper.kernel import RANDOM
from rulekeeper.kernel import Game as Ruleset
from rulekeeper.testing.bots import Bot
from rulekeeper.testing.service import OwnService, ServiceFailed
from rulekeeper.v1 import projections_pb2, table_pb2

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")
SHY = ("End", "Decline", "Pass", "Recall", "Skip")
"""Kinds of command, in any game, that a player who goes on with the game seldom sends."""

EVERY = 50
"""Where there is no terminal: one entry in so many is shown."""

LONGEST, FEWEST = 40, 6
"""Lines of the last turn's facts that are shown; where there are fewer, those of the turn before are too."""


@guarded
def demo(
    game: Annotated[str, typer.Argument(help="What to play.")] = "heart_of_crown",
    seats: Annotated[int, typer.Option(min=1, help="How many players, if the game allows as many.")] = 4,
    players: Annotated[str, typer.Option("--players", "--player", metavar="NAMES", help=PLAYERS)] = RANDOM,
    seed: Annotated[int, typer.Option(help="For the players' choices; cards are drawn by the service.")] = 1,
    pause: Annotated[float, typer.Option(min=0, help="Seconds before each command, to watch it in peace.")] = 0.0,
    most: Annotated[int, typer.Option(min=1, help="Entries after which all but one give up.")] = 20_000,
    as_json: Json = False,
) -> None:
    """Start a service with an embedded log in a temporary folder, let players play a whole game over gRPC, and draw the
    table live as a spectator sees it. Then show who has won, the last turn's facts with their rules, and what verify
    finds. Nothing is left behind.

    Example: rulekeeper demo heart_of_crown --players sensible --pause 0.1
    """
    about = installed(game)
    who = named(about, players)
    try:
        with OwnService() as service:
            sound = asyncio.run(whole_game(service.address, about, seats, who, seed, pause, most, as_json))
    except ServiceFailed as failed:
        raise Problem(str(failed), "rulekeeper serve shows more.", FAULT) from None
    if not sound:
        raise typer.Exit(NEGATIVE)


async def whole_game(
    address: str, about: Ruleset[Any], seats: int, who: list[str], seed: int, pause: float, most: int, as_json: bool
) -> bool:
    """Plays and proves a game; whether its record is sound."""
    async with Client(address) as client:
        count = min(max(seats, about.seats[0]), about.seats[-1])
        game = await create(client, about.ruleset, [OPEN] * count)
        if not as_json:
            show.put(f"{about.title}: {count} players ({', '.join(who)}), over gRPC at {address}")
        began = time.monotonic()
        players = [await game.join(NAMES[number % len(NAMES)]) for number in range(count)]
        watcher = None if as_json else look_on if sys.stdout.isatty() else look_on_in_lines
        sent = await play(game, players, [chooser(about, who, seat, seed) for seat in players], pause, most, watcher)
        info, taken = await game.info(), time.monotonic() - began
        if not as_json:
            show.put("", f"{show.status_words(info)} ({info.ending.title}: {wording.rule_words(info.ending)})")
            show.put(f"{sent} commands, {info.head.version} entries on record, {taken:.1f} s", "")
            show.put(*await last_turn(game), "", "what verify finds:")
        contributions = {seat.number: seat.contribution for seat in players}
        progress = show.Progress("entries read:", as_json)
        found = await examine(players[0], contributions, players[0].number, progress)
        progress.end()
        if as_json:
            said = {"game": show.as_json(info), "commands": sent, "seconds": round(taken, 2), "verify": document(found)}
            show.put_json(said)
        else:
            show.put(*(f"  {line}" for line in examination_lines(found)))
        return found.sound


def chooser(about: Ruleset[Any], who: list[str], seat: Seat, seed: int) -> Player:
    """Who chooses for the seat. The random player is the client's, which knows no game and no taste."""
    player, dice = who[seat.number % len(who)], f"{seed}.{seat.number}"
    return RandomPlayer(dice, SHY, rarely=20) if player == RANDOM else Bot(about, player, seat.number, dice)


async def play(
    game: Game,
    players: list[Seat],
    choosers: list[Player],
    pause: float,
    most: int,
    watcher: Callable[[Game], Coroutine[None, None, None]] | None,
) -> int:
    """Lets all play to the end while a spectator looks on; how many commands they sent."""
    async with asyncio.TaskGroup() as group:
        pairs = zip(players, choosers, strict=True)
        playing = [group.create_task(seat.play(chooser, pause)) for seat, chooser in pairs]
        group.create_task(cut_short(game, players, most))
        if watcher is not None:
            group.create_task(watcher(game))
    return sum(task.result() for task in playing)


async def cut_short(game: Game, players: list[Seat], most: int) -> None:
    """At `most` entries all but one give up: not every game comes to an end by chance."""
    async with game.watch(content=projections_pb2.WATCH_CONTENT_VIEW) as stream:
        async for event in stream:
            if isinstance(event, projections_pb2.CaughtUp):
                continue
            if event.status == table_pb2.GAME_STATUS_OVER:
                return
            if event.head.version >= most:
                for seat in players[1:]:
                    with contextlib.suppress(Refused, NotPlayable):
                        await seat.concede()


async def look_on(game: Game) -> None:
    info = await game.info()
    with Live(console=show.console(), auto_refresh=False, vertical_overflow="crop") as live:
        async with game.watch(content=projections_pb2.WATCH_CONTENT_VIEW, text=True) as stream:
            async for event in stream:
                if isinstance(event, projections_pb2.TableUpdate):
                    lines = [*show.table_lines(event.text, info), f"version     {event.head.version}"]
                    live.update(Text(show.on_screen(lines)), refresh=True)
                    if event.status == table_pb2.GAME_STATUS_OVER:
                        return


async def look_on_in_lines(game: Game) -> None:
    names = show.seat_names(await game.info())
    async with game.watch(content=projections_pb2.WATCH_CONTENT_FACTS) as stream:
        async for event in stream:
            if isinstance(event, projections_pb2.CaughtUp):
                continue
            over = event.status == table_pb2.GAME_STATUS_OVER
            if event.step.facts and (event.head.version % EVERY == 0 or over):
                facts = "; ".join(wording.packed_words(fact.fact, names) for fact in event.step.facts)
                line = f"{event.head.version:>5}  {wording.author_words(event.step, names)}: {facts}"
                show.put(line if len(line) <= show.COLUMNS else line[: show.COLUMNS - 3] + "...")
                sys.stdout.flush()
            if over:
                break
    show.put("", *show.table_lines((await game.view(text=True)).text, await game.info()))


async def last_turn(game: Game) -> list[str]:
    """The facts of the last turn, with their rules; those of the one before too, where the game ended as it began."""
    info = await game.info()
    names, turns = show.seat_names(info), [list[str]()]
    async for answer in game.log(after=max(0, info.head.version - 200)):
        step, facts = answer.step, list(answer.step.facts)
        begins = next((at for at, fact in enumerate(facts) if fact.fact.type_url.endswith("TurnBegan")), None)
        if begins is not None:
            step = table_pb2.Step(version=step.version, actor=step.actor, command=step.command, facts=facts[:begins])
            turns[-1] += show.step_lines(step, names)
            turns.append(show.fact_lines(facts[begins:], "         ", names))
        else:
            turns[-1] += show.step_lines(step, names)
    lines = turns[-1] if len(turns[-1]) > FEWEST else [line for turn in turns[-2:] for line in turn]
    if len(lines) > LONGEST:
        lines = [f"         ... {len(lines) - LONGEST} lines before", *lines[-LONGEST:]]
    return ["the last turn, each fact with its rule and page:", *lines]
