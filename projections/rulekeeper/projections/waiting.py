"""Waiting for news: any number of tasks wait, and are woken in slices, so that whoever made the news goes on
first.
"""

from __future__ import annotations

import asyncio

_AT_ONCE = 64


class Waiters:
    """Those who wait for the next news."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[bool], None] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    async def wait(self, seconds: float) -> bool:
        """True when there is news, False when the time is up."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[bool] = loop.create_future()
        self._waiting[waiter] = None
        alarm = loop.call_later(seconds, _tell, waiter, False)
        try:
            return await waiter
        finally:
            alarm.cancel()
            self._waiting.pop(waiter, None)

    def wake(self) -> None:
        """There is news: all who wait now are told, soon, and those who come later wait for the next."""
        if self._waiting:
            waiting, self._waiting = list(self._waiting), {}
            asyncio.get_running_loop().call_soon(_wake_slice, waiting, 0)


def _tell(waiter: asyncio.Future[bool], answer: bool) -> None:
    if not waiter.done():
        waiter.set_result(answer)


def _wake_slice(waiting: list[asyncio.Future[bool]], start: int) -> None:
    for waiter in waiting[start : start + _AT_ONCE]:
        _tell(waiter, True)
    if start + _AT_ONCE < len(waiting):
        asyncio.get_running_loop().call_soon(_wake_slice, waiting, start + _AT_ONCE)
