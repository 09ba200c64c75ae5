"""A stand-in for a network between a log and its server, which can be cut, fall silent, or lose what it carries."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Proxy:
    """Carries bytes between the socket at `url` and a server."""

    def __init__(self, server: str, socket: Path) -> None:
        self.url = f"unix://{socket}"
        # Whether answers are thrown away: the server gets all that is asked, and nobody hears from it.
        self.loses_answers = False
        # Whether connections are refused.
        self.refuses = False
        # Whether the server is loading its data, and says so to whatever it is asked.
        self.loads = False
        self.connections = 0
        self._server = urlsplit(server)
        self._open: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """Cut all connections."""
        for writer in self._open:
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self.refuses:
            writer.transport.abort()
            return
        with suppress(OSError):
            from_server, to_server = await self._connect()
            self._open |= {writer, to_server}
            try:
                await asyncio.gather(self._ask(reader, to_server, writer), self._answer(from_server, writer))
            finally:
                self._open -= {writer, to_server}
                writer.transport.abort()
                to_server.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._server.scheme == "unix":
            return await asyncio.open_unix_connection(unquote(self._server.path))
        return await asyncio.open_connection(self._server.hostname, self._server.port)

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, back: asyncio.StreamWriter
    ) -> None:
        while chunk := await reader.read(1 << 16):
            if self.loads:
                back.write(b"-LOADING Redis is loading the dataset in memory\r\n")
            else:
                writer.write(chunk)
                await writer.drain()
        raise ConnectionResetError

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(1 << 16):
            if not self.loses_answers:
                writer.write(chunk)
                await writer.drain()
        raise ConnectionResetError


@asynccontextmanager
async def proxy(server: str, folder: Path) -> AsyncIterator[Proxy]:
    """A proxy before a server, with its socket in a folder."""
    carrying = Proxy(server, folder / "proxy.sock")
    tasks: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await carrying.carry(reader, writer)
        finally:
            tasks.discard(task)

    listening = await asyncio.start_unix_server(accept, folder / "proxy.sock")
    try:
        yield carrying
    finally:
        listening.close()
        carrying.cut()
        await asyncio.gather(*tasks, return_exceptions=True)
