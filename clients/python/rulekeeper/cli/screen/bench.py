"""The judge's bench as a screen: where one is in the game, and what is shown of it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import Static
from textual.widgets import Tree as TreeWidget

from rulekeeper.cli.screen import flows
from rulekeeper.cli.screen.dialogs import Read
from rulekeeper.cli.screen.following import Following
from rulekeeper.cli.screen.keys import HINTS, bindings, help_page, opens
from rulekeeper.cli.screen.panes import Lines, Pair, TimelinePane
from rulekeeper.cli.screen.places import WHOLE, Line, Mark, Spot, Tree
from rulekeeper.cli.screen.reading import Filter, Reader, Told
from rulekeeper.cli.screen.telling import error_line, head_words, told_page
from rulekeeper.cli.show import clean, seat_names
from rulekeeper.cli.wording import seat_words
from rulekeeper.client import JUDGE, Bench, Retry

T = TypeVar("T")
Move = Callable[[Spot], Awaitable[Spot | None]]

PATIENT = Retry(deadline=180.0, attempt=180.0)
"""For what may take long in a long game."""


class BenchScreen(Screen[None]):
    """Timeline, table and facts. `at`: where one is; `told`: the entry there."""

    AUTO_FOCUS = ""
    SCOPED_CSS = False
    BINDINGS: ClassVar[list[BindingType]] = bindings()
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]
    CSS = """
    BenchScreen { layers: base; }
    #head { height: 1; background: $primary-background; text-style: bold; }
    #line { height: auto; max-height: 3; }
    #line.error { color: $text-error; }
    #keys { height: 1; color: $text-muted; }
    #body { height: 1fr; }
    #head, #keys { text-wrap: nowrap; text-overflow: ellipsis; }
    #right { width: 82; border-left: solid $panel; padding-left: 1; }
    TimelinePane { width: 1fr; }
    .-narrow TimelinePane { display: none; }
    .-narrow #right { width: 1fr; border-left: none; padding-left: 0; }
    .-narrow.timeline TimelinePane { display: block; }
    .-narrow.timeline #right { display: none; }
    .table #facts { display: none; }
    .facts #table { display: none; }
    """

    def __init__(self, reader: Reader, server: str, start: Spot | None = None) -> None:
        super().__init__()
        self.reader = reader
        self.server = server
        self.at = start or Spot(reader.head, WHOLE)
        self.told: Told | None = None
        self.tree_: Tree | None = None
        self.filter: Filter | None = None
        self.following = False
        self.names = seat_names(reader.info)
        self.message = ""
        self._passing = False
        self.said: list[str] = []
        """What stays to be told when the screen is gone."""
        self._moves: deque[Move] = deque([self._stay])
        self._wake = asyncio.Event()
        self._wake.set()
        self._moving = False
        self._news = Following(self)
        self._busy: list[tuple[str, float]] = []
        self._flow: asyncio.Task[None] | None = None
        self._writing = False
        self._opening = False
        self._ahead: deque[Key] = deque()
        self._tasks: list[asyncio.Task[None]] = []

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="body"):
            yield TimelinePane()
            with Pair(id="right"):
                yield Lines("table")
                yield Lines("facts")
        yield Static(id="line")
        yield Static(Text(HINTS, no_wrap=True), id="keys")

    def on_mount(self) -> None:
        self.set_interval(0.25, self._tell_busy)
        work = (self._mover(), self.load_tree(), self._news.watch(), self._news.tell())
        self._tasks = [asyncio.create_task(self._guarded(each)) for each in work]

    async def on_unmount(self) -> None:
        tasks = [*self._tasks, *([self._flow] if self._flow is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def settled(self) -> bool:
        """Nothing is being read, and what was asked for is shown."""
        quiet = not self._moves and not self._moving and not self._busy and not self._news.waiting
        return quiet and (self._flow is None or self._flow.done() or isinstance(self.app.screen, ModalScreen))

    # What is said.

    def say(self, text: str, error: bool = False, passing: bool = False) -> None:
        """In the line under the table. `passing`: it is about one step, and gone with the next."""
        self.message, self._passing = clean(text), passing
        line = self.query_one("#line", Static)
        line.set_class(error, "error")
        line.update(Text(self.message))

    def fail(self, error: Exception, passing: bool = False) -> None:
        self.say(error_line(error), error=True, passing=passing)

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:
            self.fail(error)

    @contextmanager
    def busy(self, what: str) -> Iterator[Callable[[int], None]]:
        """Says, where it takes longer, what is being done; the function tells how far it has come."""
        mark = [what, time.monotonic()]
        entry = (what, time.monotonic())
        self._busy.append(entry)

        def told(done: int) -> None:
            nonlocal entry
            self._busy[self._busy.index(entry)] = entry = (f"{mark[0]}: {done}", entry[1])

        try:
            yield told
        finally:
            self._busy.remove(entry)
            self._tell_busy()

    def _tell_busy(self) -> None:
        if not self.is_mounted:
            return
        parts = ["NO CONNECTION"] * self._news.lost
        parts.append(f"version {self.at.version} of {self.reader.head}")
        if self._busy:
            what, since = self._busy[-1]
            seconds = time.monotonic() - since
            parts.append(f"... {what}" + (f", {seconds:.0f} s" if seconds >= 1 else ""))
        parts += ["live"] * self.following
        parts.append(self.eyes)
        parts.append(head_words(self.reader.info))
        self.query_one("#head", Static).update(Text(clean(" | ".join(parts)), no_wrap=True))

    @property
    def eyes(self) -> str:
        """Whose eyes the table is seen with, in words."""
        viewer = self.reader.viewer
        if viewer >= 0:
            return f"as {seat_words(viewer, self.names)}"
        return "everything" if viewer == JUDGE else "as everybody"

    # Where one is.

    def move(self, *moves: Move) -> None:
        self._moves.extend(moves)
        self._wake.set()

    def go(self, spot: Spot) -> None:
        self.move(lambda _: _known(spot))

    async def _stay(self, at: Spot) -> Spot:
        return at

    async def _mover(self) -> None:
        """Makes the moves, and shows where they end; what is shown on the way is not waited for."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._moving = True
            if self._passing and self._moves:
                self.say("")
            try:
                at = self.at
                while self._moves:
                    at = await self._moves.popleft()(at) or at
                showing = asyncio.ensure_future(self._show(at))
                waking = asyncio.ensure_future(self._wake.wait())
                try:
                    await asyncio.wait((showing, waking), return_when=asyncio.FIRST_COMPLETED)
                    if showing.done():
                        showing.result()
                finally:
                    showing.cancel()
                    waking.cancel()
                    await asyncio.gather(showing, waking, return_exceptions=True)
            except Exception as error:
                self._moves.clear()
                self.fail(error, passing=True)
            finally:
                self._moving = False

    async def _show(self, at: Spot) -> None:
        reader = self.reader
        with self.busy("reading"):
            told = await reader.entry(at.version)
            last = len(told.facts)
            at = Spot(at.version, last if at.fact == WHOLE else min(at.fact, last))
            self.at, self.told = at, told
            found = self.filter.found if self.filter is not None else None
            page = told_page(told, at, reader.words(at, told, self.names), found)
            place = f"version {at.version}" + (f", fact {at.fact} of {last}" if last else "")
            if self.filter is not None:
                place += f"  /{self.filter.text}: {len(self.filter.found)}"
            self.query_one("#facts", Lines).show(place, page.text, page.marked)
            if self.tree_ is not None:
                self.query_one(TimelinePane).point(at)
            text = await reader.table(at, told)
            when = f"after {at.version}" if at.fact == last else f"inside {at.version}, after {at.fact} of {last} facts"
            self.query_one("#table", Lines).show(f"table {when}", Text(clean(text.rstrip()), no_wrap=True, end=""))
            named = told_page(told, at, reader.words(at, told, self.names), found)
            if named.text != page.text:
                self.query_one("#facts", Lines).show(place, named.text, named.marked)
        await reader.ahead(at.version)

    async def forward(self, at: Spot) -> Spot | None:
        if self.filter is not None:
            return self.filter.after(self._exact(at)) or self._nowhere("nothing after this", self.filter.text)
        told = await self.reader.entry(at.version)
        if at.fact != WHOLE and at.fact < len(told.facts):
            return Spot(at.version, at.fact + 1)
        if at.version < self.reader.head:
            following = await self.reader.entry(at.version + 1)
            return Spot(at.version + 1, 1 if len(following.facts) == 1 and not shows_command(following) else 0)
        return self._nowhere("this is the newest version")

    async def back(self, at: Spot) -> Spot | None:
        if self.filter is not None:
            return self.filter.before(self._exact(at)) or self._nowhere("nothing before this", self.filter.text)
        fact = len((await self.reader.entry(at.version)).facts) if at.fact == WHOLE else at.fact
        if fact:
            return Spot(at.version, fact - 1)
        return Spot(at.version - 1, WHOLE) if at.version > 1 else self._nowhere("this is the first version")

    def _exact(self, at: Spot) -> Spot:
        """An entry without facts counts as a whole, as in what was found."""
        return Spot(at.version, WHOLE) if self.told is not None and not self.told.facts else at

    def _nowhere(self, what: str, wanted: str = "") -> Spot | None:
        """Says why there is nowhere to go."""
        self.say(f"{what}: {wanted}" if wanted else what, passing=True)
        return None

    def here(self) -> int:
        """The version whose table stands at the beginning or the end of where one is: whole entries only."""
        if self.told is None or self.at.fact == len(self.told.facts):
            return self.at.version
        step = self.told.step
        return step.rewound.to if step.HasField("rewound") else self.at.version - 1

    # The keys.

    def action_forward(self) -> None:
        self.move(self.forward)

    def action_back(self) -> None:
        self.move(self.back)

    def action_entry(self, by: int) -> None:
        async def entry(at: Spot) -> Spot | None:
            version = at.version + by
            if not 1 <= version <= self.reader.head:
                return self._nowhere("there is no such version", str(version))
            return Spot(version, WHOLE)

        self.move(entry)

    def action_mark(self, name: str, by: int) -> None:
        mark = Mark[name]

        async def to_mark(at: Spot) -> Spot | None:
            if self.tree_ is None:
                return self._nowhere("the timeline is not there yet")
            exact = Spot(at.version, 1 << 30) if at.fact == WHOLE else at
            found = self.tree_.next(exact, mark) if by > 0 else self.tree_.previous(exact, mark)
            return found or self._nowhere(f"there is no {mark.value} {'after' if by > 0 else 'before'} this")

        self.move(to_mark)

    def action_first(self) -> None:
        self.go(Spot(1, WHOLE))

    def action_last(self) -> None:
        self.go(Spot(self.reader.head, WHOLE))

    def action_follow(self) -> None:
        self.following = not self.following
        self.say("following the game" if self.following else "no longer following")
        if self.following:
            self.action_last()

    def action_everything(self) -> None:
        self._look_as(None)

    def action_seat(self, seat: int) -> None:
        if seat >= len(self.reader.info.seats):
            self._nowhere("the game has no seat", str(seat))
            return
        self._look_as(seat)

    def _look_as(self, seat: int | None) -> None:
        """Facts are counted anew by other eyes, and what was found was found by others. Where the service does not
        allow it, all stays as it was.
        """

        async def look(at: Spot) -> Spot:
            with self.busy("reading"):
                await self.reader.look_as(seat, at.version)
            self.filter = None
            return Spot(at.version, WHOLE)

        self.move(look)

    def action_timeline(self) -> None:
        tree = self.query_one(TimelinePane)
        inside = self.focused is tree
        self.set_class(not inside, "timeline")
        self.set_focus(None if inside else tree)

    def on_tree_node_selected(self, event: TreeWidget.NodeSelected[Line]) -> None:
        if event.node.data is not None:
            self.go(event.node.data.goal)
            self.set_class(False, "timeline")
            self.set_focus(None)

    def action_zoom(self) -> None:
        shown = "table" if self.has_class("table") else "facts" if self.has_class("facts") else ""
        wanted = {"": "table", "table": "facts", "facts": ""}[shown]
        self.set_class(wanted == "table", "table")
        self.set_class(wanted == "facts", "facts")
        self.call_after_refresh(self.query_one(Pair).share)

    def action_scroll(self, what: str, pages: int) -> None:
        self.query_one(f"#{what}", Lines).page(pages)

    def action_clear(self) -> None:
        self.filter = None
        self.say("")
        if self._flow is not None and not self._flow.done() and not self._writing:
            self._flow.cancel()
        self.move(self._stay)

    async def action_help(self) -> None:
        self.app.push_screen(Read("The keys", help_page()))

    def action_quit(self) -> None:
        if self._writing:
            self.say("a ruling is being written: wait for its answer")
        else:
            self.app.exit()

    def flow(self, work: Callable[[BenchScreen], Awaitable[None]]) -> None:
        """Begins something that asks and answers; what was being read for another is left."""
        if self._flow is not None and not self._flow.done():
            if self._writing:
                self.say("one thing at a time: wait for the answer")
                return
            self._flow.cancel()
        self.run_worker(self._run_flow(work), group="flow")

    async def _run_flow(self, work: Callable[[BenchScreen], Awaitable[None]]) -> None:
        self._flow = task = asyncio.current_task()
        try:
            await self._guarded(work(self))
        finally:
            if self._flow is task:
                self._flow = None
                self._opening = False
                for key in self._ahead:
                    self.app.post_message(key)
                self._ahead.clear()

    def holds(self, key: Key) -> bool:
        """Whether a key has to wait: what was begun has not opened yet what the key is for. Escape leaves it."""
        if key.key == "escape":
            self._ahead.clear()
        elif self._opening:
            self._ahead.append(key)
            return True
        elif self.app.screen is self and not self._writing:
            self._opening = opens(key.key)
        return False

    async def opened(self, typed: Callable[[Key], Awaitable[None]]) -> None:
        """The keys that waited, in their order; those that come meanwhile wait behind them."""
        while self._ahead:
            await typed(self._ahead.popleft())
        self._opening = False

    async def ask(self, dialog: ModalScreen[T]) -> T | None:
        return await self.app.push_screen_wait(dialog)

    @contextmanager
    def writing(self, what: str) -> Iterator[None]:
        """What must not be left before its answer is there."""
        self._writing = True
        try:
            with self.busy(what):
                yield
        finally:
            self._writing = False

    def action_go(self) -> None:
        self.flow(flows.go)

    def action_filter(self) -> None:
        self.flow(flows.look_for)

    def action_why(self) -> None:
        self.flow(flows.why)

    def action_why_not(self) -> None:
        self.flow(flows.why_not)

    def action_refused(self) -> None:
        self.flow(flows.refused)

    def action_disputes(self) -> None:
        self.flow(flows.disputes)

    def action_rule(self) -> None:
        self.flow(flows.rule)

    def action_fork(self) -> None:
        self.flow(flows.fork)

    def action_position(self) -> None:
        self.flow(flows.position)

    # A game that goes on.

    async def reload(self) -> None:
        """After a ruling: all that counts may be another."""
        self.reader.forget()
        await self.look()
        await self.load_tree()
        self.move(self._stay)

    async def look(self) -> int:
        """Where the game stands now; its newest version."""
        self.reader.info = await self.reader.bench.info()
        self.names = seat_names(self.reader.info)
        self.reader.head = max(self.reader.head, self.reader.info.head.version)
        return self.reader.info.head.version

    async def load_tree(self) -> None:
        with self.busy("reading the timeline"):
            bench = self.reader.bench
            answer = await Bench(bench.client.using(bench.client.token, retry=PATIENT), bench.id).timeline()
            self.tree_ = await asyncio.to_thread(Tree, answer)
        pane = self.query_one(TimelinePane)
        pane.show(self.tree_, self.names)
        pane.point(self.at)


async def _known(spot: Spot) -> Spot:
    return spot


def shows_command(told: Told) -> bool:
    """Whether the entry itself has something to look at, before its first fact."""
    return bool(told.step.command.type_url or told.step.WhichOneof("event"))
