"""What was acknowledged is on record, once, whatever dies: the server or the service, at any moment."""

import asyncio
import os
import random
import signal
from asyncio.subprocess import DEVNULL, PIPE, create_subprocess_exec
from contextlib import suppress
from pathlib import Path

import pytest

from rulekeeper.log import EmbeddedServer, RedisLog
from tests.log.entries import Reader, append, append_many, assert_sound, record_of, write
from tests.log.service import GAMES
from tests.log.test_embedded import service


@pytest.mark.parametrize("kills", [4, pytest.param(15, marks=pytest.mark.slow)])
async def test_the_server_is_killed_under_eight_writers(folder: Path, seed: int, kills: int) -> None:
    dice = random.Random(seed)
    acknowledged: list[bytes] = []
    readers = {game: Reader() for game in GAMES}
    async with (
        await EmbeddedServer.start(folder) as server,
        await RedisLog.open(server.url) as log,
        await RedisLog.open(server.url) as other,
    ):
        for game, reader in readers.items():
            other.follow(game, 0, reader.deliver, reader.behind)
        writers = [
            asyncio.create_task(
                write((log, other)[n % 2], GAMES[n % 3], f"{GAMES[n % 3]} {n}", acknowledged.append, dice)
            )
            for n in range(8)
        ]
        for n in range(kills):
            await asyncio.sleep(dice.uniform(0.01, 0.3))
            before = len(acknowledged)
            os.kill(server.pid, signal.SIGKILL)
            async with asyncio.timeout(20):
                while server.restarts == n or len(acknowledged) < before + 20:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                    assert not any(writer.done() for writer in writers)
        for writer in writers:
            writer.cancel()
        await asyncio.gather(*writers, return_exceptions=True)
        for game, reader in readers.items():
            ids = await assert_sound(log, game, [id for id in acknowledged if id.startswith(game.encode())])
            await reader.until_version(len(ids))
            assert reader.entries == await record_of(log, game)
    print(f"{kills} kills of the server, {len(acknowledged)} commands acknowledged, none lost, none twice")


@pytest.mark.parametrize("kills", [3, pytest.param(8, marks=pytest.mark.slow)])
async def test_the_service_is_killed_under_eight_writers(folder: Path, seed: int, kills: int) -> None:
    dice = random.Random(seed)
    acknowledged: list[bytes] = []
    server_pid, kept = 0, 0
    for n in range(kills):
        async with service(folder, f"life{n}") as (process, pid, adopted):
            assert adopted == (server_pid != 0)
            assert not adopted or pid == server_pid
            await asyncio.sleep(dice.uniform(0.01, 0.3))
            process.kill()
            output, _ = await process.communicate()
        *whole, torn = output.split(b"\n")
        assert torn == b""
        acknowledged += whole
        server_pid = pid
        if dice.random() < 0.25:
            # Both: then the next service starts a server anew.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            server_pid = 0
        else:
            kept += 1
    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        for game in GAMES:
            await assert_sound(log, game, [id for id in acknowledged if id.startswith(game.encode())])
            await append_many(log, game, 1, await log.head(game))
    print(
        f"{kills} kills of the service, {kept} servers adopted, {len(acknowledged)} acknowledged, none lost, none twice"
    )


async def test_each_acknowledgement_waits_for_a_sync_of_its_own(folder: Path, game: str) -> None:
    """With one writer that waits for each answer: write, sync, answer; as the system saw it."""
    number = 20
    trace = folder / "trace"
    async with await EmbeddedServer.start(folder / "data") as server, await RedisLog.open(server.url) as log:
        head = await append_many(log, game, 1)
        calls = "trace=write,writev,sendto,fsync,fdatasync"
        command = ["strace", "-f", "-s", "200", "-e", calls, "-o", str(trace), "-p", str(server.pid)]
        try:
            strace = await create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)
        except FileNotFoundError:
            pytest.skip("no strace on PATH")
        assert strace.stderr is not None
        said = await strace.stderr.readline()
        if b"attached" not in said:
            await strace.wait()
            pytest.skip(f"strace may not look on here: {said.decode().strip()}")
        for n in range(number):
            head = await append(log, game, head, b"traced %d" % n)
        strace.send_signal(signal.SIGINT)
        await strace.communicate()
    steps = [step for line in trace.read_text().splitlines() if (step := step_of(line))]
    assert steps == ["write", "sync", "answer"] * number


def step_of(line: str) -> str:
    """What a traced call is to an append; empty: nothing."""
    if "fdatasync(" in line or "fsync(" in line:
        return "sync"
    if r"XADD" in line:
        return "write"
    return "answer" if r"$2\r\nok" in line else ""
