"""Playing: `play` for a person at a terminal, `send` for a single command."""

import asyncio
import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import typer

from rulekeeper.cli import lists, passing, show
from rulekeeper.cli.called import plain_name
from rulekeeper.cli.failing import REFUSED, Problem, guarded
from rulekeeper.cli.lobby import full_name, plan, read_json, take
from rulekeeper.cli.person import Person
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token
from rulekeeper.cli.rulebooks import likely
from rulekeeper.cli.wording import labels_of
from rulekeeper.client import Choice, Client, NotFound, Plain, Seat
from rulekeeper.client.blocking import LoopThread
from rulekeeper.v1 import entry_pb2, table_pb2


@guarded
def play(
    game: Annotated[str, typer.Argument(metavar="GAME|RULESET", show_default=False, help="A game, or what to play.")],
    bots: Annotated[int, typer.Option(min=0, help="With a RULESET: against so many bots.")] = 1,
    player: Annotated[str, typer.Option(help="Which of the ruleset's bots; rulesets lists them.")] = "random",
    setup: Annotated[
        str, typer.Option(metavar="JSON|@FILE", show_default=False, help="With a RULESET: the game's set-up.")
    ] = "",
    name: Annotated[str, typer.Option(help="Your name, where you take a seat.")] = "you",
    passes: Annotated[
        list[str] | None,
        typer.Option(
            "--pass",
            metavar="RULE",
            show_default=False,
            help="Pass whenever you are asked under this rule; repeatable.",
        ),
    ] = None,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
) -> None:
    """Play at the terminal: the table in 80 columns, what you may do as a numbered menu.

    With a ruleset, a new game against bots; with a game's id, the seat you have in it. ? tells what you cannot do and
    why, c NAME reads a card. q, Ctrl-C or the end of what is typed leaves; the game waits for you.

    Where you can pass, p passes on for you: for this turn, until you are asked what cannot be passed, or whenever you
    are asked this again. Only judges are told that it was not you. It ends with this program; --pass begins with one.

    Example: rulekeeper play heart_of_crown --bots 2 --player sensible --setup '{"set": "great-war"}'
    """
    place = Place(server, token, who, roots)
    asked = read_json(setup, "set-up") if setup else None
    with LoopThread() as loop:
        opened = place.client()
        client = loop.run(opened.__aenter__())
        try:
            seat = loop.run(seated(place, client, game, [plan(f"bot:{player}")] * bots, asked, name))
            Person(loop, seat, loop.run(standing_pass(client, seat, passes or []))).play()
        finally:
            loop.run(opened.__aexit__(None, None, None))


async def seated(
    place: Place, client: Client, game: str, bots: list[entry_pb2.SeatPlan], setup: dict[str, Any] | None, name: str
) -> Seat:
    """The seat to play: in a game that there is, or in a new one against bots."""
    ruleset = await full_name(client, game)
    if "@" not in ruleset:
        try:
            return await place.sit(client, game)
        except NotFound:
            remedy = "rulekeeper rulesets lists what can be played; rulekeeper games, the games."
            raise Problem(f"there is no game and no ruleset {game}", remedy, REFUSED, "UNKNOWN_GAME") from None
    made = await client.create_game(ruleset, [plan("open"), *bots], setup=setup)
    show.put(f"game {made.game_id}")
    return await take(client, place.server, made.game_id, name, None, None)


async def standing_pass(client: Client, seat: Seat, rules: list[str]) -> passing.StandingPass | None:
    """The standing pass to begin with. Raises `Problem` for a rule that the game has not."""
    if not rules:
        return None
    ruleset = (await seat.info()).ruleset
    known = {rule.id for rule in (await client.get_ruleset(ruleset)).rules}
    for rule in rules:
        if rule not in known:
            raise Problem(f"{ruleset} has no rule {rule!r}", likely(rule, known, ruleset))
    return passing.under(rules)


@guarded
def send(
    game: GameId,
    command: Annotated[str, typer.Argument(show_default=False, help="The command's name: PlayCard.")],
    fields: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FIELD=VALUE|@FILE]...",
            show_default=False,
            help="Values as JSON or text; @FILE where the game reads such a list.",
        ),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say what would be answered.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Send one command for your seat; a refusal names each rule. Lists are written as JSON: cards='[3,4]'; what a game
    reads from a file, such as a deck, as @FILE. A thing can be called as decision calls it: card="Farming Village".

    Example: rulekeeper send 7f3a... PlayCard card=12 at=start
    """
    place = Place(server, token, who, roots)
    given = fields or []
    values = dict(pair(text) for text in given if not text.startswith("@"))

    async def work() -> None:
        async with place.client() as client:
            seat = await place.sit(client, game)
            now = await seat.decision()
            offers = [*now.decision.offers, *now.standing]
            full = next((each.command for each in offers if command in (each.command, short(each))), "")
            if not full:
                kinds = (await client.get_ruleset(now.game.ruleset)).commands
                full = called(command, [each.command for each in kinds], now.game.ruleset)
            for path in (text[1:] for text in given if text.startswith("@")):
                values.update(lists.fields_of(lists.read(now.game.ruleset, path, full)))
            chosen = called_as([each for each in offers if each.command == full], values)
            standing = any(each.command == full for each in now.standing)
            choice, decision = Choice(full, chosen, standing), 0 if standing else now.decision.version
            if check:
                reasons = await seat.check(choice, decision)
                if as_json:
                    show.put_json({"accepted": not reasons, "reasons": [vars(reason) for reason in reasons]})
                else:
                    show.put(*(show.reason_lines(reasons, "") or ["it would be accepted"]))
                return
            answer = await seat.submit(choice, decision)
            if as_json:
                show.put_json(show.as_json(answer))
            else:
                show.put(f"version {answer.version}", *show.fact_lines(answer.facts))

    asyncio.run(work())


def short(offer: table_pb2.Offer) -> str:
    return offer.command.rpartition(".")[2]


def called(command: str, known: Sequence[str], ruleset: str) -> str:
    """The full name of a command of these. Raises `Problem` for one that there is not."""
    by_name = {each.rpartition(".")[2]: each for each in known}
    if command in known:
        return command
    if command not in by_name:
        close = difflib.get_close_matches(command, by_name, n=1)
        hint = f"do you mean {close[0]}? " if close else ""
        remedy = f"{hint}rulekeeper rulesets {ruleset} lists them; rulekeeper decision GAME, what is open."
        raise Problem(f"{ruleset} has no command {command!r}", remedy, REFUSED, "MALFORMED_COMMAND")
    return by_name[command]


def called_as(offers: Iterable[table_pb2.Offer], values: Mapping[str, Plain]) -> dict[str, Plain]:
    """Values of a command, where what the offers call a value ("Farming Village") stands for it. Raises `Problem` where
    several are called so.
    """
    known: dict[str, dict[Any, str]] = {}
    for offer in offers:
        for each in offer.fields:
            known.setdefault(each.name, {}).update(labels_of(each))

    def meant(name: str, said: Plain) -> Plain:
        if isinstance(said, tuple):
            return tuple(meant(name, each) for each in said)
        labels = known.get(name, {})
        if not isinstance(said, str) or said in labels:
            return said
        found = [value for value, label in labels.items() if plain_name(label) == plain_name(said)]
        if len(found) > 1:
            raise Problem(f"{name}: several are called {said!r}", f"write one of {', '.join(map(str, found))}.")
        return found[0] if found else said

    return {name: meant(name, said) for name, said in values.items()}


def pair(text: str) -> tuple[str, Plain]:
    """ "card=12" -> ("card", 12). A value that is not JSON is a text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Problem(f"{text!r} is not FIELD=VALUE", "write card=12, for example.")
    try:
        read: Any = json.loads(value)
    except (ValueError, RecursionError):
        return name, value
    return name, plain(name, read)


def plain(name: str, read: object) -> Plain:
    """A value of a field, as it goes on the wire. Raises `Problem` for what no field takes."""
    match read:
        case None | bool() | int() | str():
            return read
        case list():
            return tuple(plain(name, each) for each in read)
    raise Problem(f"{name}: a whole number, a text, true, false or a list of these is wanted", f"write {name}=12.")
