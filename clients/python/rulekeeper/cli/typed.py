"""What a person types, or what a file or a pipe says for one: line by line, and when it has ended."""

import asyncio
import io
import sys
from collections import deque

from rulekeeper.cli import show


class Typed:
    """The lines of the input. Of what comes from a file or a pipe, one may be read before it is asked for, to see
    whether there is one.
    """

    def __init__(self) -> None:
        self._ahead: deque[str] = deque()

    def ask(self, prompt: str) -> str:
        """The next line, after a prompt. Raises EOFError and KeyboardInterrupt, as `input` does."""
        if sys.stdin.isatty():
            try:
                return input(prompt)
            except (EOFError, KeyboardInterrupt):
                show.put("")
                raise
        print(prompt, end="", flush=True)
        line = self._ahead.popleft() if self._ahead else sys.stdin.readline()
        if not line:
            raise EOFError
        return line.removesuffix("\n")

    async def end(self) -> None:
        """Returns when the input has ended and all of it was read. A terminal has no end before somebody is asked."""
        if not sys.stdin.isatty() and not self._ahead:
            await _readable()
            line = sys.stdin.readline()
            if not line:
                return
            self._ahead.append(line)
        await asyncio.Event().wait()


async def _readable() -> None:
    """Until reading a line would not wait for somebody to write one."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    try:
        number = sys.stdin.fileno()
        loop.add_reader(number, ready.set)
    except (OSError, io.UnsupportedOperation, NotImplementedError):
        return  # A file, which never makes anybody wait.
    try:
        await ready.wait()
    finally:
        loop.remove_reader(number)
