"""For callers without an event loop: a loop in a thread of its own, and coroutines run on it from outside."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError, wait
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")
_WAIT = 0.5
"""Seconds after which a wait looks whether Ctrl-C was pressed."""


class LoopThread:
    """One event loop in one thread, from `with` to its end. Everything that shares a client runs on the same one.

    `run` may be called from any other thread. What still runs when it ends is cancelled and awaited.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="rulekeeper-loop", daemon=True)

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """The coroutine's result, or its exception. Ctrl-C cancels it, and is raised when that is done."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            # A signal that comes just before a wait without end begins would not end it.
            while not wait([future], _WAIT).done:
                pass
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise
        except CancelledError:
            raise RuntimeError("the loop was closed while the call ran") from None

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Cancels what runs, stops the loop, and joins the thread."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._cancel_all(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _cancel_all(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._loop.shutdown_asyncgens()
