"""Games for the tests of the judge's screen, and the screen as a person at a terminal sees it."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from google.protobuf.message import Message
from textual.pilot import Pilot
from textual.widgets import Input

from rulekeeper.cli.screen.app import JudgeApp, opened
from rulekeeper.cli.screen.bench import BenchScreen
from rulekeeper.cli.screen.panes import Lines
from rulekeeper.cli.screen.places import WHOLE, Spot
from rulekeeper.client import OPEN, Bench, Choice, Client, RandomPlayer, Refused, Seat
from rulekeeper.v1 import games_pb2

SMALL, LARGE = (80, 24), (140, 45)


class Table:
    """A sandbox with its seats and its judge."""

    def __init__(self, client: Client, made: games_pb2.CreateGameResponse) -> None:
        self.id = made.game_id
        self.bench = Bench(client.using(made.judge_token), made.game_id)
        self.seats = [Seat(client.using(token), made.game_id, n) for n, token in enumerate(made.seat_tokens)]
        self._player = RandomPlayer(1, shy=("End", "Pass", "Concede"))

    async def send(self, command: Choice | Message) -> int:
        """The command of whoever is asked; its version."""
        asked = (await self.bench.decision()).decision
        answer = await self.seats[asked.seats[0]].submit(command, asked)
        return answer.version

    async def play(self, commands: int) -> None:
        """So many commands, at random but always the same."""
        while commands:
            asked = (await self.bench.decision()).decision
            seat = self.seats[asked.seats[0]]
            decision = (await seat.decision()).decision
            try:
                await seat.submit(self._player.choose(decision), decision)
                commands -= 1
            except Refused:
                continue


async def sandbox(client: Client, ruleset: str, position: str = "") -> Table:
    wanted = games_pb2.Sandbox(seed=bytes(32), seat_all=True, position=position)
    return Table(client, await client.create_game(ruleset, [OPEN, OPEN], sandbox=wanted))


class Judge:
    """A person at the screen."""

    def __init__(self, app: JudgeApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def bench(self) -> BenchScreen:
        return self.app.bench

    @property
    def at(self) -> tuple[int, int]:
        return self.bench.at

    @property
    def filter(self) -> str:
        """What is looked for; empty: nothing."""
        return self.bench.filter.text if self.bench.filter is not None else ""

    @property
    def table(self) -> str:
        return self.bench.query_one("#table", Lines).shown

    @property
    def facts(self) -> str:
        return self.bench.query_one("#facts", Lines).shown

    @property
    def seen(self) -> str:
        """All that is on the screen, words in order, in whatever style."""
        parts = re.findall(r"<text[^>]*>([^<]*)</text>", self.app.export_screenshot())
        return re.sub(r"\s+", " ", html.unescape(" ".join(parts)).replace("\xa0", " "))

    @property
    def rows(self) -> list[str]:
        """The screen line by line."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    @property
    def read(self) -> str:
        """The whole text of the page that is open."""
        page: Any = self.app.screen
        text: str = page.page.text.plain
        return text

    async def press(self, *keys: str) -> None:
        """Keys one by one; then waits until all is shown."""
        for key in keys:
            await self.pilot.press(key)
            await self.settled()

    async def type(self, text: str, end: str = "enter") -> None:
        """A text into the open field, at once, as it is pasted."""
        self.app.screen.query_one(Input).insert_text_at_cursor(text)
        await self.press(end)

    async def settled(self, within: float = 20.0) -> None:
        end = time.monotonic() + within
        calm = 0
        while calm < 2:
            await self.pilot.pause()
            calm = calm + 1 if self.bench.settled else 0
            assert time.monotonic() < end, "it is not done"
            await asyncio.sleep(0.005)

    async def until(self, words: str, within: float = 20.0) -> None:
        """Waits for words on the screen."""
        end = time.monotonic() + within
        while words not in self.seen:
            assert time.monotonic() < end, self.seen
            await asyncio.sleep(0.05)
            await self.pilot.pause()


@asynccontextmanager
async def judging(
    bench: Bench, version: int = 0, size: tuple[int, int] = SMALL, server: str = "127.0.0.1:50051"
) -> AsyncIterator[Judge]:
    """The screen, open at a version."""
    app = JudgeApp(await opened(bench), server, Spot(version, WHOLE) if version else None)
    async with app.run_test(size=size) as pilot:
        judge = Judge(app, pilot)
        await judge.settled()
        yield judge


async def facts_of(bench: Bench, version: int) -> Sequence[Any]:
    """What is replayed of an entry: the entry, then each fact."""
    return [answer async for answer in bench.replay(version, version)]
