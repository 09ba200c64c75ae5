"""The composition root: one service from its settings. Everything is made here, and handed on."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, Self

import uvloop

from rulekeeper.kernel import Game, games
from rulekeeper.log import EmbeddedServer, LogStore, RedisLog
from rulekeeper.projections import Lobby
from rulekeeper.server.audit_service import AuditService
from rulekeeper.server.bench_service import BenchService
from rulekeeper.server.calls import Calls
from rulekeeper.server.disputes_service import DisputesService
from rulekeeper.server.files_service import FilesService
from rulekeeper.server.games_service import GamesService
from rulekeeper.server.hall import Hall, wake_games
from rulekeeper.server.house import Errands, House
from rulekeeper.server.lobby_watch import LobbyWatch
from rulekeeper.server.logs import logger_for
from rulekeeper.server.metrics import Metrics
from rulekeeper.server.projections_service import ProjectionsService
from rulekeeper.server.rulings_service import RulingsService
from rulekeeper.server.sandboxes_service import SandboxesService
from rulekeeper.server.settings import Settings, dangers
from rulekeeper.server.take_back_service import TakeBackService
from rulekeeper.server.tokens import Keyring, mint, signing_key
from rulekeeper.server.transport import AUDIT, GAMES, JUDGES, PROJECTIONS, Transport, methods

_RECORD = "record"
_LAST_CALLS = 0.2
"""Seconds that are left, after all else has ended, to those who watch the service's health."""


class Service:
    """A running service. `async with await Service.start(settings) as service: ...`"""

    def __init__(self, settings: Settings, house: House, key: bytes, shortfalls: tuple[str, ...]) -> None:
        self.settings = settings
        self.shortfalls = shortfalls
        """What the log's server cannot promise, each as a sentence."""
        self.metrics_port: int | None = None
        self._key = key
        self._house = house
        self._hall = Hall(house)
        self._lobby = LobbyWatch(house, self._hall)
        self._calls = Calls(house)
        heavy = asyncio.Semaphore(settings.limits.heavy_calls)
        past = asyncio.Semaphore(settings.limits.past_streams)
        self._transport = Transport(
            settings,
            methods(
                self._calls,
                {
                    GAMES: [GamesService(house, self._hall)],
                    PROJECTIONS: [ProjectionsService(house, self._hall, self._lobby, heavy, past)],
                    AUDIT: [
                        AuditService(house, self._hall, heavy, past),
                        BenchService(house, self._hall, heavy, past),
                        FilesService(house, self._hall, past),
                    ],
                    JUDGES: [
                        DisputesService(house, self._hall),
                        RulingsService(self._hall),
                        TakeBackService(self._hall),
                        SandboxesService(house, self._hall, heavy),
                    ],
                },
            ),
        )
        self._waking: asyncio.Task[None] | None = None
        self._below = AsyncExitStack()
        self._stopped = asyncio.Event()
        self._stopping: asyncio.Task[None] | None = None

    @classmethod
    async def start(
        cls,
        settings: Settings,
        *,
        ruleset: Mapping[str, Game[Any]] | None = None,
        store: LogStore | None = None,
    ) -> Self:
        """It takes calls when this returns. `ruleset`: the games by ruleset, by default all that are installed.
        `store`: a log that is open already, which is left open.

        Raises ValueError for a missing or unsafe signing key, LogError for a log that cannot be used, and
        OSError for a port that is taken.
        """
        key = signing_key(settings.signing_key.get_secret_value(), settings.folder)
        keyring = Keyring(key, settings.limits.tokens)
        log = logger_for(settings.log_level, as_json=settings.log_json)
        async with AsyncExitStack() as below:
            shortfalls: tuple[str, ...] = ()
            if store is None:
                url = settings.log_url
                if not url:
                    assert settings.folder is not None
                    url = (await below.enter_async_context(await EmbeddedServer.start(settings.folder / _RECORD))).url
                opened = await below.enter_async_context(await RedisLog.open(url))
                shortfalls = tuple(shortfall.text for shortfall in opened.server.shortfalls)
                store = opened
            known = dict(games() if ruleset is None else ruleset)
            house = House(
                store=store,
                games=known,
                keyring=keyring,
                lobby=Lobby(store, known, settings.limits.lobby),
                metrics=Metrics(),
                log=log,
                errands=Errands(),
                limits=settings.limits,
                bot_pause=settings.bot_pause,
            )
            service = cls(settings, house, key, shortfalls)
            if settings.metrics_port is not None:
                service.metrics_port, stop = house.metrics.serve(settings.metrics_host, settings.metrics_port)
                below.callback(stop)
            await service._transport.start()
            service._below = below.pop_all()
        service._begin()
        return service

    def _begin(self) -> None:
        for shortfall in self.shortfalls:
            self._house.log.warning("the log's server cannot promise all", what=shortfall)
        for danger in dangers(self.settings):
            self._house.log.warning(danger)
        self._waking = asyncio.get_running_loop().create_task(wake_games(self._house, self._hall))
        self._house.log.info("listening", address=self.address, games=list(self._house.games))

    @property
    def port(self) -> int:
        return self._transport.port

    @property
    def address(self) -> str:
        """What a client's channel takes."""
        host = self.settings.host
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    def mint(self, role: str, *, games: tuple[str, ...] = ("*",), name: str = "", days: float | None = None) -> str:
        """A judge's, admin's or spectator's token of this service."""
        return mint(self._key, role, games=games, name=name, days=days)

    async def stop(self) -> None:
        """Drains: health says NOT_SERVING, streams end with a resume token, calls that run are finished; then
        all is closed.
        """
        if self._stopping is None:
            self._stopping = asyncio.get_running_loop().create_task(self._stop())
        await asyncio.shield(self._stopping)

    async def wait(self) -> None:
        """Until it has stopped."""
        await self._stopped.wait()

    async def _stop(self) -> None:
        self._house.log.info("draining")
        if self._waking is not None:
            self._waking.cancel()
            await asyncio.gather(self._waking, return_exceptions=True)
        await self._transport.say_draining()
        self._hall.end_watching()
        self._lobby.end_watching()
        if not await self._calls.drain(self.settings.limits.drain):
            self._house.log.warning("calls were cut off", after=self.settings.limits.drain)
        await self._transport.stop(_LAST_CALLS)
        await self._lobby.close()
        await self._hall.close()
        await self._house.errands.close(1.0)
        await self._below.aclose()
        self._stopped.set()
        self._house.log.info("stopped")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()


async def serve(
    settings: Settings,
    ready: Callable[[Service], None] | None = None,
    *,
    ruleset: Mapping[str, Game[Any]] | None = None,
) -> None:
    """Runs a service until SIGTERM or SIGINT, and drains it then. `ready` is called once it takes calls.

    Raises as `Service.start` does.
    """
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    async with await Service.start(settings, ruleset=ruleset) as service:
        if ready is not None:
            ready(service)
        await ended.wait()


def run(
    settings: Settings,
    ready: Callable[[Service], None] | None = None,
    *,
    ruleset: Mapping[str, Game[Any]] | None = None,
) -> None:
    """`serve`, on an event loop of its own: what a process does that is nothing but a service."""

    def started(service: Service) -> None:
        # Tables are tuples and frozen values without cycles, and there are many: looking through all of them again and
        # again for cycles costs a tenth of the service's time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        if ready is not None:
            ready(service)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(settings, started, ruleset=ruleset))
