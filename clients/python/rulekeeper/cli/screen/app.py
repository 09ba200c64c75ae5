"""The program around the bench."""

from __future__ import annotations

from textual.app import App
from textual.events import Event, Key

from rulekeeper.cli.screen.bench import BenchScreen
from rulekeeper.cli.screen.places import Spot
from rulekeeper.cli.screen.reading import Reader
from rulekeeper.client import Bench


class JudgeApp(App[None]):
    """Shows one game. Run it inside the loop that the client belongs to: `await app.run_async()`."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "rulekeeper judge"

    def __init__(self, reader: Reader, server: str, start: Spot | None = None) -> None:
        super().__init__()
        self.bench = BenchScreen(reader, server, start)

    def on_mount(self) -> None:
        self.push_screen(self.bench)

    async def on_event(self, event: Event) -> None:
        """Keys that come before what they are for has opened wait for it."""
        if isinstance(event, Key) and not event.is_forwarded and self.bench.holds(event):
            return
        await super().on_event(event)

    async def on_dialog_opened(self) -> None:
        await self.bench.opened(super().on_event)


async def opened(bench: Bench) -> Reader:
    """What has to be known of a game before it is shown. Raises `RulekeeperError`."""
    info = await bench.info()
    return Reader(bench, info, await bench.client.get_ruleset(info.ruleset))
