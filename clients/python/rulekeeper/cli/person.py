"""A person at a terminal who plays a seat: what they are shown and asked, and what their answers do."""

import asyncio
import sys
from collections.abc import Sequence

from rich.cells import chop_cells

from rulekeeper.cli import cards, drawn, lists, menus, passing, show, wording
from rulekeeper.cli.alike import alike_in
from rulekeeper.cli.failing import Problem, tell
from rulekeeper.cli.telling import Telling
from rulekeeper.cli.typed import Typed
from rulekeeper.cli.watching import unavailable_lines
from rulekeeper.client import InvalidRequest, Moment, NotPlayable, Refused, Seat, Stale, acted, errors, pass_of
from rulekeeper.client.blocking import LoopThread
from rulekeeper.kernel import game_of
from rulekeeper.testing.messages import unpacked
from rulekeeper.v1 import projections_pb2, scene_pb2, table_pb2

HELP = """A number does what it says, and so do its words or the name in them
? what you cannot do, and why   v the table again   l the news fact by fact
c NAME a card's text   h this help
q leave (rulekeeper play GAME takes you back; Ctrl-C does the same)
p pass until ..., where you can pass   x end that (Ctrl-C, while you wait)
@FILE a list from a file, such as a deck, where a game asks for one"""

RECENT = 10
"""Entries that are told of when a person comes to a table, or asks for the last facts."""


class Leaving(Exception):
    """The person has said q."""


class Waiting:
    """A line that says whom the table waits for. On a terminal it is overwritten by whatever comes next; elsewhere it
    comes only when it is for somebody else than before.
    """

    def __init__(self) -> None:
        self._terminal = sys.stdout.isatty()
        self._for: list[int] = []

    def show(self, asked: table_pb2.Decision, names: dict[int, str]) -> None:
        lines = show.waiting_lines(asked, names)
        if lines:
            self._line("\n".join(lines), list(asked.seats))

    def _line(self, text: str, waits_for: list[int]) -> None:
        if self._terminal:
            print(f"\r\033[K{chop_cells(show.clean(text.splitlines()[0]), show.COLUMNS - 1)[0]}", end="", flush=True)
        elif self._for != waits_for:
            show.put(text)
            sys.stdout.flush()
        self._for = waits_for

    def pause(self) -> None:
        """The same of a judge, while the game is paused."""
        self._line("paused: waiting for a judge", [-1])

    def clear(self) -> None:
        """Takes the line away, before something else is written."""
        if self._terminal and self._for:
            print("\r\033[K", end="", flush=True)
            self._for = []

    def end(self) -> None:
        """The person is asked: whoever is waited for next is named again."""
        self.clear()
        self._for = []


ACTED = "another player has done something"


class Person:
    """Plays a seat by asking the person at the terminal. The client runs on a loop of its own.

    `standing`: what answers for the person while it is on; at first this one.
    """

    def __init__(self, loop: LoopThread, seat: Seat, standing: passing.StandingPass | None = None) -> None:
        self._loop = loop
        self._seat = seat
        self._standing = standing
        self._shown = 0
        self._asked_at = self._told_from = 0
        """The last version that had been told of when the person was asked now, and the time before."""
        self._telling = Telling({}, wording.Words())
        self._updates = seat.updates(scene=True)
        self._asked_last = 0
        self._info = table_pb2.GameInfo()
        self._waiting = Waiting()
        self._typed = Typed()
        self._others = False
        """The table waits for others."""
        self._acted = False
        """Another player has done something since the standing pass began."""

    def play(self) -> None:
        """Until the game is over, or the person leaves: with q, or because nothing more can be typed. Ctrl-C leaves,
        and is raised again.
        """
        try:
            self._play()
        except KeyboardInterrupt:
            self._leave()
            raise

    def _play(self) -> None:
        self._info = info = self._loop.run(self._seat.info())
        self._shown = self._told_from = self._asked_at = max(0, info.head.version - RECENT)
        game = game_of(info.ruleset)
        if game is not None:
            self._telling = Telling(game.tells, wording.Words({}, {card.id: card.name for card in game.cards}))
        show.put(*show.folded(", ".join(part for part in (info.ruleset, show.setup_words(info.setup)) if part)))
        self._others = info.status == table_pb2.GAME_STATUS_GATHERING
        show.put("waiting for the others" if self._others else HELP)
        show.put(*self._on())
        while True:
            try:
                moment = self._loop.run(self._next())
            except EOFError:
                self._leave()
                return
            except KeyboardInterrupt:
                if self._standing is None:
                    raise
                self._waiting.end()
                self._end("you have ended it")
                # The watch was cut off with the wait. A new one tells again what is asked.
                self._updates, self._asked_last = self._seat.updates(scene=True), 0
                continue
            self._waiting.end()
            if moment is None:
                break
            if not self._answer(moment):
                self._loop.run(self._updates.aclose())
                self._leave()
                return
        self._news()
        show.put(*self._table(self._loop.run(self._seat.view(scene=True)).scene))
        info = self._loop.run(self._seat.info())
        show.put(*show.folded(f"{show.status_words(info)} ({wording.rule_words(info.ending)})"))
        show.put(f"what happened can be proved: rulekeeper verify {self._seat.id}")

    def _leave(self) -> None:
        self._waiting.end()
        self._end("it does not outlast this program")
        show.put(f"the game waits for you: rulekeeper play {self._seat.id}")

    def _table(self, scene: scene_pb2.Scene, menu: Sequence[menus.Item] = (), below: int = 0) -> list[str]:
        furniture = self._loop.run(self._seat.furniture(scene.furniture))
        return drawn.table_lines(scene, self._info, furniture, menu=menu, below=below)

    async def _next(self) -> Moment | None:
        """The next moment that is the person's to answer; None: the game is over. What happens meanwhile is told.
        Raises EOFError where nothing more can be typed, and others are asked.
        """
        while (update := await self._update()) is not None:
            asked = update.decision
            self._others = self._seat.number not in asked.seats or update.status == table_pb2.GAME_STATUS_PAUSED
            if update.head.version > self._shown:
                await self._show_news()
            self._telling.learn(update.view)
            if update.status == table_pb2.GAME_STATUS_PAUSED:
                # It is asked again when the game goes on, by the same decision or by another.
                self._asked_last = 0
                self._waiting.pause()
            elif self._seat.number not in asked.seats:
                # Where the log has told more already, a newer table is on its way.
                if update.head.version >= self._shown:
                    self._waiting.show(asked, show.seat_names(self._info))
            elif asked.version != self._asked_last:
                self._asked_last = asked.version
                moment = Moment(update.head.version, asked, update)
                if not await self._let_by(moment):
                    return moment
        return None

    async def _update(self) -> projections_pb2.TableUpdate | None:
        """The next newest table; None: the game is over. Raises EOFError, as `_next` does."""
        if not self._others or self._standing is not None:
            return await anext(self._updates, None)
        coming = asyncio.ensure_future(anext(self._updates, None))
        ended = asyncio.ensure_future(self._typed.end())
        try:
            await asyncio.wait((coming, ended), return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                raise EOFError
            return coming.result()
        finally:
            coming.cancel()
            ended.cancel()
            await asyncio.wait((coming, ended))

    async def _let_by(self, moment: Moment) -> bool:
        """Whether the standing pass has answered, or nobody has to any more."""
        if self._standing is None:
            return False
        if why := self._standing.over(moment) or (ACTED if self._standing.watches and self._acted else ""):
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
        self._waiting.clear()
        show.put(*show.folded(f"passed for you: {rule.title} ({wording.rule_words(rule)})"))
        return True

    def _end(self, why: str) -> None:
        if self._standing is not None:
            self._standing = None
            self._waiting.clear()
            show.put(f"your standing pass has ended: {why}")

    def _asked(self, moment: Moment, menu: list[menus.Item], beside: list[menus.Item]) -> list[str]:
        """The menu, and what there is beside it."""
        lines = [*menus.lines(menu, beside), *([passing.ASK] if pass_of(moment.decision) else [])]
        return [*lines, *drawn.urgent_lines(moment.update.scene), *self._on()]

    def _on(self) -> list[str]:
        """That a standing pass is on, if one is."""
        return self._standing.lines() if self._standing is not None else []

    def _answer(self, moment: Moment) -> bool:
        """Asks until the decision is answered. False: the person leaves."""
        self._told_from, self._asked_at = self._asked_at, self._shown
        standing = self._loop.run(self._seat.decision()).standing
        listed = lists.commands(self._info.ruleset)
        alike = alike_in(unpacked(moment.update.view))
        menu, beside = menus.items(moment.decision.offers, listed, alike), menus.items(standing, listed, alike)
        rule, asked = moment.decision.rule, self._asked(moment, menu, beside)
        show.put("", *self._table(moment.update.scene, menu, len(asked) + 3), "")
        show.put(f"{rule.title} ({wording.rule_words(rule)})", *asked)

        def asking(prompt: str) -> str:
            """Every question takes what can be typed at any time, and then comes again."""
            while True:
                try:
                    if not self._aside(said := self._typed.ask(prompt).strip(), moment, menu):
                        return said
                except Problem as problem:
                    show.put(*problem_lines(problem))

        forget_typed()
        while True:
            try:
                said = self._typed.ask("> ").strip()
                if said in ("", "h"):
                    show.put(HELP, *self._asked(moment, menu, beside))
                elif said == "p":
                    self._standing, self._acted = passing.chosen(moment, asking), False
                    show.put(*self._on())
                    if self._loop.run(self._let_by(moment)):
                        return True
                elif self._aside(said, moment, menu):
                    if said == "v":
                        show.put(*self._asked(moment, menu, beside))
                elif said.startswith("@"):
                    self._bring(said, moment)
                    return True
                else:
                    item = menus.chosen(said, menu, beside)
                    if item.offer.command in listed:
                        self._bring(asking(f"which file? as in @my-list.txt {menus.BACK} "), moment)
                        return True
                    choice = menus.complete(item, asking)
                    if choice.standing and not sure(item.words, asking):
                        continue
                    self._loop.run(self._seat.submit(choice, 0 if choice.standing else moment.decision))
                    return True
            except (EOFError, Leaving):
                return False
            except menus.Back:
                show.put(*self._asked(moment, menu, beside))
            except menus.Again as again:
                show.put(*show.folded(f"{again}; h for help"))
            except Problem as problem:
                show.put(*problem_lines(problem))
            except (Refused, InvalidRequest) as no:
                show.put(*(show.reason_lines(no.reasons) or [str(no)]))
            except Stale:
                show.put("that decision has closed meanwhile")
                return True
            except NotPlayable as error:
                tell(error)
                # A game that was paused asks the same again when it goes on.
                self._asked_last = 0
                return True

    def _aside(self, said: str, moment: Moment, menu: Sequence[menus.Item]) -> bool:
        """Does what can be asked for in the middle of anything; False: it is something else. Raises `Leaving`."""
        match said:
            case "q":
                raise Leaving
            case "h":
                show.put(HELP)
            case "v":
                show.put(*self._table(moment.update.scene, menu, len(menu) + 4))
            case "l":
                self._loop.run(self._show_facts())
            case "?":
                found = self._loop.run(self._seat.decision(unavailable=True))
                show.put(*(unavailable_lines(found.decision) or ["there is nothing that you cannot do"]))
            case "x" if self._standing is not None:
                self._end("you have ended it")
            case "x":
                show.put("no standing pass is on")
            case _ if said.split()[:1] == ["c"]:
                show.put(*cards.found_lines(cards.installed(self._info.ruleset), said.split(maxsplit=1)[1:]))
            case _:
                return False
        return True

    def _bring(self, said: str, moment: Moment) -> None:
        """Sends the command that a file holds. Raises `Problem`."""
        path = menus.going_back(said).removeprefix("@").strip()
        choice = lists.choice(self._info.ruleset, path, moment.decision.offers)
        self._loop.run(self._seat.submit(choice, moment.decision))

    def _news(self) -> None:
        """What has happened since the person last looked."""
        self._loop.run(self._show_news())

    async def _show_news(self) -> None:
        """The same, in short."""
        self._info = await self._seat.info()
        self._telling.call(show.seat_names(self._info))
        steps = [answer.step async for answer in self._seat.log(after=self._shown)]
        lines = self._telling.lines(steps, self._to_answer)
        if lines:
            self._waiting.clear()
            show.put(*lines)
        self._acted |= any(step.actor.seat != self._seat.number and acted(step) for step in steps)
        self._shown = steps[-1].version if steps else self._shown
        sys.stdout.flush()

    async def _show_facts(self) -> None:
        """Each fact since the person was asked before, and of the last entries at least."""
        names = show.seat_names(self._info)
        after = max(0, min(self._told_from, self._shown - RECENT))
        async for answer in self._seat.log(after=after):
            if answer.step.version <= self._shown and (answer.step.facts or answer.step.WhichOneof("event")):
                show.put(*show.step_lines(answer.step, names))

    def _to_answer(self, step: table_pb2.Step) -> list[str]:
        """How the person answers another seat that asks to take back, told where it asks."""
        if step.WhichOneof("event") != "take_back_asked" or step.actor.seat == self._seat.number:
            return []
        said = f"do you agree? answer elsewhere: rulekeeper agree {self._seat.id}, with --no if you do not"
        return show.folded(said, " " * 9)


def problem_lines(problem: Problem) -> list[str]:
    """A problem, and what to do about it, in as many lines as it has and 80 columns."""
    said = "; ".join(part for part in (str(problem), problem.remedy) if part)
    return [folded for line in said.splitlines() for folded in show.folded(line)]


def forget_typed() -> None:
    """What was typed before a question was on the screen does not answer it."""
    if sys.platform != "win32" and sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def sure(words: str, asking: menus.Ask) -> bool:
    """What can be done at any time is seldom meant, and ends a game."""
    return asking(f"{words}: are you sure? y or n ").strip().lower() in ("y", "yes")
