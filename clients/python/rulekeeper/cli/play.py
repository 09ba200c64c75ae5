"""Playing: `play` for a person at a terminal, `send` for a single command."""

import asyncio
import json
from typing import Annotated, Any

import typer

from rulekeeper.cli import menus, passing, show
from rulekeeper.cli.failing import Problem, guarded, tell
from rulekeeper.cli.lobby import full_name, plan, read_json, take
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token
from rulekeeper.cli.watching import unavailable_lines
from rulekeeper.client import (
    Choice,
    Client,
    InvalidRequest,
    Moment,
    NotPlayable,
    Plain,
    Refused,
    Seat,
    Stale,
    errors,
    pass_of,
)
from rulekeeper.client.blocking import LoopThread
from rulekeeper.v1 import entry_pb2, table_pb2

HELP = """A number does what it says.  ? what you cannot do, and why   v the table again
l the last facts   h this help   q leave (rulekeeper play GAME takes you back)
p pass until ..., where you can pass   x end that (Ctrl-C, while you wait)"""

RECENT = 10
"""Entries that are told of when a person comes to a table, or asks for the last facts."""


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
    why, q leaves; the game waits for you.

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
        return place.seat(client, game)
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
            raise Problem(f"{ruleset} has no rule {rule!r}", f"rulekeeper rulesets {ruleset} lists them.")
    return passing.under(rules)


class Person:
    """Plays a seat by asking the person at the terminal. The client runs on a loop of its own.

    `standing`: what answers for the person while it is on; at first this one.
    """

    def __init__(self, loop: LoopThread, seat: Seat, standing: passing.StandingPass | None = None) -> None:
        self._loop = loop
        self._seat = seat
        self._standing = standing
        self._shown = 0
        self._moments = seat.moments(text=True)
        self._info = table_pb2.GameInfo()

    def play(self) -> None:
        """Until the game is over, or the person leaves."""
        info = self._loop.run(self._seat.info())
        self._shown = max(0, info.head.version - RECENT)
        show.put("waiting for the others" if info.status == table_pb2.GAME_STATUS_GATHERING else HELP)
        show.put(*self._on())
        while True:
            try:
                moment = self._loop.run(self._next())
            except KeyboardInterrupt:
                if self._standing is None:
                    raise
                self._end("you have ended it")
                # The watch was cut off with the wait. A new one tells again what is asked.
                self._moments = self._seat.moments(text=True)
                continue
            if moment is None:
                break
            if not self._answer(moment):
                self._loop.run(self._moments.aclose())
                self._end("it does not outlast this program")
                show.put(f"the game waits for you: rulekeeper play {self._seat.id}")
                return
        self._news()
        show.put(*self._table(self._loop.run(self._seat.view(text=True)).text))
        info = self._loop.run(self._seat.info())
        show.put(f"{show.status_words(info)}  ({show.rule_words(info.ending)})")

    def _table(self, text: str) -> list[str]:
        return show.table_lines(text, self._info)

    async def _next(self) -> Moment | None:
        """The next moment that is the person's to answer; None: the game is over."""
        async for moment in self._moments:
            if not await self._let_by(moment):
                return moment
        return None

    async def _let_by(self, moment: Moment) -> bool:
        """Whether the standing pass has answered, or nobody has to any more."""
        if self._standing is None:
            return False
        if why := self._standing.over(moment):
            self._end(why)
            return False
        choice = self._standing.answer(moment)
        if choice is None:
            return False
        try:
            await self._seat.submit(choice, moment.decision, automatic=True)
        except (Refused, InvalidRequest, Stale, NotPlayable) as error:
            if errors.overtaken(error):
                return True
            tell(error)
            self._end("a pass was refused")
            return False
        rule = moment.decision.rule
        show.put(*show.folded(f"passed for you: {rule.title} ({show.rule_words(rule)})"))
        return True

    def _end(self, why: str) -> None:
        if self._standing is not None:
            self._standing = None
            show.put(f"your standing pass has ended: {why}")

    def _asked(self, moment: Moment, menu: list[menus.Item]) -> list[str]:
        """The menu, and what there is beside it."""
        lines = [*menus.lines(menu), *([passing.ASK] if pass_of(moment.decision) else [])]
        return [*lines, *self._on()]

    def _on(self) -> list[str]:
        """That a standing pass is on, if one is."""
        return self._standing.lines() if self._standing is not None else []

    def _answer(self, moment: Moment) -> bool:
        """Asks until the decision is answered. False: the person leaves."""
        self._news()
        show.put("", *self._table(moment.update.text), "")
        standing = self._loop.run(self._seat.decision()).standing
        menu = menus.items([*moment.decision.offers, *standing])
        rule = moment.decision.rule
        show.put(f"{rule.title} ({show.rule_words(rule)})", *self._asked(moment, menu))
        while True:
            try:
                said = input("> ").strip()
                match said:
                    case "q":
                        return False
                    case "h" | "":
                        show.put(HELP, *self._asked(moment, menu))
                    case "v":
                        show.put(*self._table(moment.update.text), *self._asked(moment, menu))
                    case "l":
                        self._shown = max(0, self._shown - RECENT)
                        self._news()
                    case "?":
                        found = self._loop.run(self._seat.decision(unavailable=True))
                        show.put(*(unavailable_lines(found.decision) or ["there is nothing that you cannot do"]))
                    case "p":
                        self._standing = passing.chosen(moment, input)
                        show.put(*self._on())
                        if self._loop.run(self._let_by(moment)):
                            return True
                    case "x" if self._standing is not None:
                        self._end("you have ended it")
                    case "x":
                        show.put("no standing pass is on")
                    case _:
                        (number,) = menus.numbers(said, len(menu), 1, 1)
                        choice = menus.complete(menu[number], input)
                        if choice.standing and not sure(menu[number].words):
                            continue
                        self._loop.run(self._seat.submit(choice, 0 if choice.standing else moment.decision))
                        return True
            except EOFError:
                return False
            except menus.Again as again:
                show.put(f"{again}; h for help")
            except (Refused, InvalidRequest) as no:
                show.put(*(show.reason_lines(no.reasons) or [str(no)]))
            except Stale:
                show.put("that decision has closed meanwhile")
                return True
            except NotPlayable as error:
                tell(error)
                return True

    def _news(self) -> None:
        """What has happened since the person last looked."""
        self._loop.run(self._show_news())

    async def _show_news(self) -> None:
        self._info = await self._seat.info()
        names = show.seat_names(self._info)
        async for answer in self._seat.log(after=self._shown):
            if answer.step.facts or answer.step.WhichOneof("event"):
                show.put(*show.step_lines(answer.step, names))
            self._shown = answer.step.version


def sure(words: str) -> bool:
    """What can be done at any time stands in every menu, so a number may mean it by mistake."""
    return input(f"{words}: are you sure? y or n ").strip().lower() in ("y", "yes")


@guarded
def send(
    game: GameId,
    command: Annotated[str, typer.Argument(show_default=False, help="The command's name: PlayCard.")],
    fields: Annotated[
        list[str] | None, typer.Argument(metavar="[FIELD=VALUE]...", show_default=False, help="Values as JSON or text.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say what would be answered.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Send one command for your seat; a refusal names each rule. Lists are written as JSON: cards='[3,4]'.

    Example: rulekeeper send 7f3a... PlayCard card=12 at=start
    """
    place = Place(server, token, who, roots)
    values = dict(pair(text) for text in fields or [])

    async def work() -> None:
        async with place.client() as client:
            seat = place.seat(client, game)
            now = await seat.decision()
            offers = [*now.decision.offers, *now.standing]
            full = next((each.command for each in offers if command in (each.command, short(each))), "")
            if not full:
                kinds = (await client.get_ruleset(now.game.ruleset)).commands
                full = next((each.command for each in kinds if each.command.endswith(f".{command}")), command)
            standing = any(each.command == full for each in now.standing)
            choice, decision = Choice(full, values, standing), 0 if standing else now.decision.version
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
