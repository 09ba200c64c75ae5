"""A service in this process, on a free port, with an embedded log in a folder of the test's own; and logs that
can be taken away.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from rulekeeper.log import EmbeddedServer, Limits, RedisLog
from rulekeeper.server import Service
from tests.log.proxy import Proxy, proxy
from tests.server.desk import RULES, Desk, settings


@pytest.fixture
def folder() -> Iterator[Path]:
    """A new folder whose path leaves room for a socket's name."""
    made = Path(tempfile.mkdtemp(prefix="rk-", dir="/tmp"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
async def service(folder: Path) -> AsyncIterator[Service]:
    async with await Service.start(settings(folder), ruleset=RULES) as running:
        yield running


@pytest.fixture
async def desk(service: Service) -> AsyncIterator[Desk]:
    async with sitting(service) as sat:
        yield sat


@asynccontextmanager
async def sitting(service: Service) -> AsyncIterator[Desk]:
    """A channel of its own to a service."""
    # Channels to one address share connections unless told not to.
    async with grpc.aio.insecure_channel(service.address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
        yield Desk(channel, service)


class Town:
    """One log, and as many services on it as a test wants."""

    def __init__(self, url: str, folder: Path, stack: AsyncExitStack) -> None:
        self.url = url
        self.folder = folder
        self._stack = stack

    async def service(self, url: str = "", log_limits: Limits | None = None, **given: Any) -> Service:
        """Another service; its own connections to the log."""
        store = await self._stack.enter_async_context(await RedisLog.open(url or self.url, log_limits))
        ruleset = given.pop("ruleset", RULES)
        started = await Service.start(settings(self.folder, **given), ruleset=ruleset, store=store)
        return await self._stack.enter_async_context(started)

    async def desk(self, service: Service | None = None, **given: Any) -> Desk:
        service = service or await self.service(**given)
        return await self._stack.enter_async_context(sitting(service))

    async def proxy(self) -> Proxy:
        """A way to the log that can be cut."""
        return await self._stack.enter_async_context(proxy(self.url, self.folder))

    async def log(self) -> RedisLog:
        """The log itself."""
        return await self._stack.enter_async_context(await RedisLog.open(self.url))


@pytest.fixture
async def town(folder: Path) -> AsyncIterator[Town]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(await EmbeddedServer.start(folder / "log"))
        yield Town(server.url, folder, stack)
