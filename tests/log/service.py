"""A service to be killed: `python -m tests.log.service FOLDER NAME` writes to its own server until it is.

Its first line is the server's process id and whether it was adopted; then each command id as it is acknowledged.
"""

import asyncio
import os
import random
import sys
from pathlib import Path

from rulekeeper.log import EmbeddedServer, RedisLog
from tests.log.entries import write

GAMES = ("one", "two", "three")
WRITERS = 8


def tell(line: bytes) -> None:
    # At once, and whole: a pipe takes lines this short in one piece.
    os.write(1, line + b"\n")


async def serve(folder: Path, name: str) -> None:
    dice = random.Random(name)
    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        tell(f"{server.pid} {server.adopted}".encode())
        await asyncio.gather(
            *(write(log, GAMES[n % 3], f"{GAMES[n % 3]}-{name}-{n}", tell, dice) for n in range(WRITERS))
        )


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), sys.argv[2]))
