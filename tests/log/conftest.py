"""The servers that the log is tested against."""

import asyncio
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import pytest

from rulekeeper.log import EmbeddedServer, Limits, NoProgram, RedisLog, program_on_path
from tests.log.proxy import Proxy, proxy

IMAGE = "redis:7"


def short_folder() -> Path:
    """A new folder whose path leaves room for a socket's name.

    In memory, where there is room: it matters that a server syncs, and not how long a disk takes.
    """
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30
    return Path(tempfile.mkdtemp(prefix="rk-test-", dir=memory if roomy else "/tmp"))


@contextmanager
def embedded(program: Path | None) -> Iterator[str]:
    folder = short_folder()
    # The server is started and stopped in loops of their own: it outlives any test's.
    with asyncio.Runner() as runner:
        server = runner.run(EmbeddedServer.start(folder, program))
        try:
            yield server.url
        finally:
            runner.run(server.stop())
            shutil.rmtree(folder)


@contextmanager
def container() -> Iterator[str]:
    reason = no_container()
    if reason:
        pytest.skip(reason)
    from testcontainers.community.redis import RedisContainer

    command = "redis-server --bind 0.0.0.0 --protected-mode no --appendonly yes --appendfsync always"
    with RedisContainer(IMAGE).with_command(command).with_tmpfs_mount("/data") as running:
        yield f"redis://{running.get_container_host_ip()}:{running.get_exposed_port(6379)}"


def no_container() -> str:
    """Why no container can be run; empty: it can, or RULEKEEPER_CONTAINERS says that it must."""
    match os.environ.get("RULEKEEPER_CONTAINERS", ""):
        case "yes":
            return ""
        case "":
            # By the program, as the Makefile asks: the library leaves a connection open where no daemon answers.
            if shutil.which("docker") is None:
                return "there is no docker"
            asked = subprocess.run(["docker", "image", "inspect", IMAGE], capture_output=True, timeout=20, check=False)
            return "" if asked.returncode == 0 else f"no docker daemon with the image {IMAGE} answers"
        case _:
            return f"RULEKEEPER_CONTAINERS says that there is no docker daemon with the image {IMAGE}"


def redis_on_path() -> Path:
    try:
        return program_on_path()
    except NoProgram as why:
        pytest.skip(str(why))


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    with embedded(None) as url:
        yield url


@pytest.fixture(scope="session", params=["embedded", "container", "on_path"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a server, of each kind that there is."""
    match request.param:
        case "embedded":
            yield request.getfixturevalue("valkey_url")
        case "container":
            with container() as address:
                yield address
        case _:
            with embedded(redis_on_path()) as address:
                yield address


@pytest.fixture
async def log(url: str) -> AsyncIterator[RedisLog]:
    async with await RedisLog.open(url) as opened:
        yield opened


@pytest.fixture
async def other_log(url: str) -> AsyncIterator[RedisLog]:
    """A second client of the same server: what another process would have."""
    async with await RedisLog.open(url) as opened:
        yield opened


@pytest.fixture
def game() -> str:
    """The id of a game that no other test knows."""
    return uuid4().hex


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder with a short path."""
    path = short_folder()
    yield path
    # A test that failed may have left a server behind.
    for lock in path.rglob("server.lock"):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as client:
            client.connect(lock.read_text())
            client.sendall(b"SHUTDOWN NOSAVE\r\n")
            client.recv(1)
    shutil.rmtree(path)


@pytest.fixture
async def wire(url: str, folder: Path) -> AsyncIterator[Proxy]:
    """What lies between `far_log` and the server."""
    async with proxy(url, folder) as carrying:
        yield carrying


@pytest.fixture
async def far_log(wire: Proxy) -> AsyncIterator[RedisLog]:
    """A log that reaches the server over `wire`, and loses patience soon."""
    limits = Limits(patience=1.0, silence=0.4, connect=0.5, heartbeat=0.3)
    async with AsyncExitStack() as stack:
        yield await stack.enter_async_context(await RedisLog.open(wire.url, limits))


@pytest.fixture
def seed() -> int:
    """What a test's chances come from; it is printed where the test fails, and RULEKEEPER_SEED gives it again."""
    chosen = int(os.environ.get("RULEKEEPER_SEED") or secrets.randbits(32))
    print(f"RULEKEEPER_SEED={chosen}")
    return chosen
