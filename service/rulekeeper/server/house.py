"""What all parts of a service share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping
from typing import Any

import msgspec
import structlog

from rulekeeper.kernel import Game
from rulekeeper.log import Full, LogError, LogStore
from rulekeeper.projections import Lobby
from rulekeeper.server.metrics import Metrics
from rulekeeper.server.settings import Limits
from rulekeeper.server.tokens import Keyring

_MOST_ERRANDS = 1_000


class Errands:
    """Small things that nobody waits for. They are few, end by themselves, and are given up when the service ends."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, errand: Coroutine[Any, Any, object]) -> None:
        """Does it some time soon, or not at all: what fails for want of a log is let go."""
        if len(self._tasks) >= _MOST_ERRANDS:
            errand.close()
            return
        task = asyncio.get_running_loop().create_task(self._run(errand))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, errand: Coroutine[Any, Any, object]) -> None:
        try:
            await errand
        except LogError:
            pass

    async def close(self, within: float) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=within)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


_TOLD_AGAIN = 10.0
"""Seconds after which a trouble that goes on is told of again."""


class Troubles:
    """Tells the operator, in the service's log, why nothing can be written: once, and now and then while it goes on."""

    def __init__(self) -> None:
        self._told = -_TOLD_AGAIN

    def note(self, house: House, wrong: BaseException) -> None:
        """What the log's server said, where it is that it has no room."""
        now = time.monotonic()
        if isinstance(wrong, Full) and now - self._told >= _TOLD_AGAIN:
            self._told = now
            house.log.error("the log's server has no room to write", why=str(wrong))


class House(msgspec.Struct, frozen=True):
    """One service's log, games, keys and bounds. `bot_pause`: seconds before a bot answers."""

    store: LogStore
    games: Mapping[str, Game[Any]]
    keyring: Keyring
    lobby: Lobby
    metrics: Metrics
    log: structlog.typing.FilteringBoundLogger
    errands: Errands
    limits: Limits
    bot_pause: float
    troubles: Troubles = msgspec.field(default_factory=Troubles)
