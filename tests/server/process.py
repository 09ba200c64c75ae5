"""A service of Night Market in a process of its own: `python -m tests.server.process`. It says its address and
lives until it is told to end, or killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc

from rulekeeper.server import Service, Settings, run
from tests.server.desk import KEY, RULES, Desk


class Running:
    """A service that runs in another process, and a channel to it."""

    def __init__(self, process: asyncio.subprocess.Process, address: str, desk: Desk) -> None:
        self.process = process
        self.address = address
        self.desk = desk

    async def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return await asyncio.wait_for(self.process.wait(), 30)


@asynccontextmanager
async def running(folder: Path, module: str = "tests.server.process") -> AsyncIterator[Running]:
    environment = os.environ | {
        "RULEKEEPER_FOLDER": str(folder),
        "RULEKEEPER_PORT": "0",
        "RULEKEEPER_SIGNING_KEY": KEY,
        "RULEKEEPER_LOG_LEVEL": "error",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, env=environment, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        address = (await asyncio.wait_for(process.stdout.readline(), 30)).decode().strip()
        async with grpc.aio.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            yield Running(process, address, Desk(channel, None))
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


def _say(service: Service) -> None:
    print(service.address, flush=True)


if __name__ == "__main__":
    run(Settings.from_environment(), _say, ruleset=RULES)
