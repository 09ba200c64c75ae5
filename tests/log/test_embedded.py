"""The embedded server: who may start it, who adopts it, and what its folder holds afterwards."""

import asyncio
import os
import random
import re
import shutil
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import uvloop

from rulekeeper.log import EmbeddedServer, FolderInUse, Head, RedisLog, ServerFailed, Unreachable, carried_program
from tests.log.conftest import redis_on_path
from tests.log.entries import append_many, assert_sound, record_of
from tests.log.service import GAMES


def growing_file(folder: Path) -> Path:
    """The file to which a server on a folder appends."""
    [file] = folder.glob("appendonlydir/*.incr.aof")
    return file


@asynccontextmanager
async def service(folder: Path, name: str = "service") -> AsyncIterator[tuple[Process, int, bool]]:
    """A service in a process of its own: the process, its server's id, and whether that was adopted."""
    command = [sys.executable, "-m", "tests.log.service", str(folder), name]
    process = await create_subprocess_exec(*command, stdout=PIPE, stderr=DEVNULL, limit=1 << 26)
    try:
        assert process.stdout is not None
        pid, adopted = (await process.stdout.readline()).split()
        yield process, int(pid), adopted == b"True"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def test_what_was_appended_is_there_after_a_restart(folder: Path, game: str) -> None:
    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        head = await append_many(log, game, 10)
        record = await record_of(log, game)
        assert not server.adopted
    with pytest.raises(Unreachable):
        await RedisLog.open(server.url)
    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        assert await log.head(game) == head
        assert await record_of(log, game) == record
        await append_many(log, game, 1, head)


async def test_the_folder_holds_all_and_is_ones_own(folder: Path) -> None:
    data = folder / "deep" / "data"
    async with await EmbeddedServer.start(data) as server:
        assert sorted(os.listdir(data)) == ["appendonlydir", "server.lock", "server.log", "server.sock", "service.lock"]
        assert data.stat().st_mode & 0o777 == 0o700
        assert "Ready to accept" in (data / "server.log").read_text()
        # A terminal's interrupt does not reach it.
        assert os.getsid(server.pid) != os.getsid(0)


async def test_a_second_service_on_the_folder_is_refused(folder: Path) -> None:
    async with await EmbeddedServer.start(folder):
        with pytest.raises(FolderInUse, match=rf"{folder} is in use by another service \(process {os.getpid()}\)"):
            await EmbeddedServer.start(folder)
    async with await EmbeddedServer.start(folder):
        pass


async def test_a_service_in_another_process_is_in_the_way_too(folder: Path) -> None:
    async with service(folder) as (process, _, _):
        with pytest.raises(FolderInUse) as raised:
            await EmbeddedServer.start(folder)
        assert (raised.value.folder, raised.value.pid) == (folder, process.pid)
    async with await EmbeddedServer.start(folder):
        pass


async def test_a_killed_service_leaves_its_server_to_the_next(folder: Path) -> None:
    async with service(folder) as (process, pid, adopted):
        assert not adopted
        process.kill()
        await process.wait()
    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        assert (server.pid, server.adopted) == (pid, True)
        for game in GAMES:
            await assert_sound(log, game, [])
    with pytest.raises(Unreachable):
        await RedisLog.open(server.url)


async def test_an_adopted_server_is_watched_as_well(folder: Path, game: str) -> None:
    async with service(folder) as (_, pid, _):
        pass
    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        head = await append_many(log, game, 3)
        os.kill(pid, signal.SIGKILL)
        head = await append_many(log, game, 3, head)
        assert (await log.head(game)).version == 6
        assert server.pid != pid
        assert (server.restarts, server.adopted) == (1, False)


async def test_a_server_that_dies_is_started_again(folder: Path, game: str) -> None:
    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        head = Head()
        for _ in range(3):
            head = await append_many(log, game, 3, head)
            os.kill(server.pid, signal.SIGKILL)
        await append_many(log, game, 3, head)
        assert len(await assert_sound(log, game, [])) == 12
        assert server.restarts >= 2


@pytest.mark.parametrize("killed", [False, True])
async def test_where_the_path_is_too_long_the_socket_is_elsewhere(folder: Path, game: str, killed: bool) -> None:
    data = folder / ("long" * 20) / ("path" * 20)
    if killed:
        async with service(data):
            pass
    async with await EmbeddedServer.start(data) as server, await RedisLog.open(server.url) as log:
        assert server.adopted == killed
        socket = Path(server.url.removeprefix("unix://"))
        assert len(str(socket)) <= 103
        assert socket.parent.stat().st_mode & 0o777 == 0o700
        head = await append_many(log, game, 2)
        # Started again, it is where it was.
        os.kill(server.pid, signal.SIGKILL)
        await append_many(log, game, 1, head)
        assert server.url == f"unix://{socket}"
    assert not socket.parent.exists()
    async with await EmbeddedServer.start(data) as server, await RedisLog.open(server.url) as log:
        assert (await log.head(game)).version == 3


async def test_odd_characters_in_a_path_are_fine(folder: Path) -> None:
    async with await EmbeddedServer.start(folder / "a b%20?#é") as server, await RedisLog.open(server.url) as log:
        assert await log.head("game") == Head()


async def test_a_program_that_ends_at_once_is_reported(folder: Path) -> None:
    program = folder / "broken"
    program.write_text("#!/bin/sh\necho no such luck\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(ServerFailed, match=r"stopped as soon as it was started:\nno such luck"):
        await EmbeddedServer.start(folder, program)
    async with await EmbeddedServer.start(folder):
        pass


async def test_a_program_that_is_not_there_is_reported(folder: Path) -> None:
    with pytest.raises(ServerFailed, match=r"cannot be started: .*No such file"):
        await EmbeddedServer.start(folder, folder / "nothing")
    async with await EmbeddedServer.start(folder):
        pass


async def test_a_folder_that_cannot_be_one_is_reported(folder: Path) -> None:
    (folder / "file").touch()
    with pytest.raises(ServerFailed, match="cannot have its data there"):
        await EmbeddedServer.start(folder / "file")


async def test_it_is_stopped_once(folder: Path) -> None:
    async with await EmbeddedServer.start(folder) as server:
        await server.stop()
        async with await EmbeddedServer.start(folder) as another:
            await server.stop()
            async with await RedisLog.open(another.url) as log:
                assert await log.head("game") == Head()


async def test_a_copied_folder_has_a_server_of_its_own(folder: Path, game: str) -> None:
    """Although it names the first one's socket."""
    first, copied = (folder / name / ("long" * 20) / ("path" * 20) for name in ("first", "copied"))
    async with service(first) as (_, pid, _):
        pass
    shutil.copytree(first, copied)
    async with await EmbeddedServer.start(copied) as one, await EmbeddedServer.start(first) as two:
        assert (one.adopted, two.adopted) == (False, True)
        assert one.pid != two.pid == pid
        async with await RedisLog.open(one.url) as log, await RedisLog.open(two.url) as other:
            await append_many(log, game, 1)
            assert await other.head(game) == Head()


async def test_a_file_damaged_in_its_middle_is_not_loaded(folder: Path, game: str) -> None:
    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        await append_many(log, game, 50)
    file = growing_file(folder)
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 200] = b"\0" * 200
    file.write_bytes(content)
    with pytest.raises(ServerFailed, match="Bad file format"):
        await EmbeddedServer.start(folder)


@pytest.mark.parametrize("cuts", [8, pytest.param(25, marks=pytest.mark.slow)])
async def test_a_file_that_ends_anywhere_holds_whole_appends(folder: Path, seed: int, cuts: int) -> None:
    dice = random.Random(seed)
    source = folder / "source"
    async with await EmbeddedServer.start(source) as server, await RedisLog.open(server.url) as log:
        await asyncio.gather(*(append_many(log, game, 30) for game in GAMES))
        records = {game: await record_of(log, game) for game in GAMES}
    for n in range(cuts):
        data = folder / str(n)
        shutil.copytree(source, data)
        file = growing_file(data)
        # The end of a file is where most cuts will be.
        size = file.stat().st_size
        os.truncate(file, dice.randrange(size) if n % 2 else size - dice.randrange(400))
        async with await EmbeddedServer.start(data) as server, await RedisLog.open(server.url) as log:
            for game in GAMES:
                await assert_sound(log, game, [])
                record = await record_of(log, game)
                assert record == records[game][: len(record)]
                await append_many(log, game, 1, await log.head(game))


async def test_a_server_that_takes_long_to_load_is_waited_for(folder: Path, game: str) -> None:
    data, slow = folder / "data", folder / "slow"
    async with await EmbeddedServer.start(data) as server, await RedisLog.open(server.url) as log:
        await append_many(log, game, 1000)
    slow.write_text(f'#!/bin/sh\nexec {carried_program()} "$@" --key-load-delay 200\n')
    slow.chmod(0o755)
    async with await EmbeddedServer.start(data, slow) as server, await RedisLog.open(server.url) as log:
        assert (await log.head(game)).version == 1000
    said = (data / "server.log").read_text()
    assert max(float(seconds) for seconds in re.findall(r"DB loaded from .*: ([\d.]+) seconds", said)) > 0.5


async def test_a_server_on_path_will_do(folder: Path, game: str) -> None:
    program = redis_on_path()
    async with await EmbeddedServer.start(folder, program) as server, await RedisLog.open(server.url) as log:
        assert log.server.shortfalls == ()
        await append_many(log, game, 3)


def test_all_of_it_runs_on_uvloop(folder: Path, game: str) -> None:
    async def work() -> None:
        async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
            versions: list[int] = []
            done = asyncio.Event()
            log.follow(
                game,
                0,
                lambda stored: versions.append(stored.version) if stored.version < 30 else done.set(),
                lambda: None,
            )
            head = await append_many(log, game, 10)
            os.kill(server.pid, signal.SIGKILL)
            head = await append_many(log, game, 20, head)
            async with asyncio.timeout(10):
                await done.wait()
            assert versions == list(range(1, 30))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work())
