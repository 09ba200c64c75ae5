"""A game that goes on while it is looked at, and a connection that may be lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from rulekeeper.cli.screen.panes import TimelinePane
from rulekeeper.client import Unreachable
from rulekeeper.v1 import projections_pb2

if TYPE_CHECKING:
    from rulekeeper.cli.screen.bench import BenchScreen

PATIENCE = 2.0
"""Seconds without the service after which it is said."""
PAUSE = 0.5
"""Seconds before it is tried again."""
GATHERING = 0.2
"""Seconds in which news are gathered before they are looked at."""


class Following:
    """Keeps a bench up to date. `lost`: the service cannot be reached now."""

    def __init__(self, bench: BenchScreen) -> None:
        self._bench = bench
        self._news = asyncio.Event()
        self._rewound = False
        self.lost = False

    @property
    def waiting(self) -> bool:
        """There are news that have not been looked at."""
        return self._news.is_set()

    async def watch(self) -> None:
        """Learns what is new, through lost connections."""
        bench, reader = self._bench, self._bench.reader
        wishes: dict[str, Any] = {"content": projections_pb2.WATCH_CONTENT_FACTS, "heartbeat_seconds": 2}
        while True:
            try:
                async with reader.bench.watch(after=reader.head, patience=PATIENCE, **wishes) as stream:
                    async for event in stream:
                        if self.lost:
                            self.lost = False
                            bench.say("connected again")
                            self._news.set()
                        if isinstance(event, projections_pb2.TableUpdate):
                            reader.head = max(reader.head, event.head.version)
                            self._rewound = self._rewound or event.step.HasField("rewound")
                            self._news.set()
            except Unreachable as lost:
                if not self.lost:
                    self.lost = True
                    bench.say(f"the connection is lost: {lost.message}; trying again", error=True)
                await asyncio.sleep(PAUSE)

    async def tell(self) -> None:
        """Looks at what is new: the timeline grows, the filter goes on, and who follows is taken along."""
        while True:
            await self._news.wait()
            await asyncio.sleep(GATHERING)
            self._news.clear()
            try:
                await self._take()
            except Exception as error:
                self._bench.fail(error)

    async def _take(self) -> None:
        bench = self._bench
        rewound, self._rewound = self._rewound, False
        await bench.look()
        if rewound:
            await bench.reload()
        elif bench.tree_ is None:
            await bench.load_tree()
        elif bench.tree_.head < bench.reader.head:
            with bench.busy("reading what is new"):
                fits = bench.tree_.grow(await bench.reader.bench.timeline(bench.tree_.head + 1))
            if fits:
                bench.query_one(TimelinePane).take_new()
            else:
                await bench.load_tree()
        if bench.filter is not None:
            await bench.filter.go_on(bench.reader, lambda found: None)
        if bench.following:
            bench.action_last()
