"""A loop in a thread of its own, for callers that have none."""

import asyncio
import threading

import pytest

from rulekeeper.client.blocking import LoopThread


async def answer() -> int:
    await asyncio.sleep(0)
    return 42


async def fail() -> None:
    raise LookupError("no such thing")


def test_results_and_exceptions_come_back() -> None:
    with LoopThread() as loop:
        assert loop.run(answer()) == 42
        with pytest.raises(LookupError, match="no such thing"):
            loop.run(fail())


def test_what_still_runs_at_the_end_is_cancelled() -> None:
    ended: list[str] = []

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("cancelled")

    with LoopThread() as loop:

        async def start() -> asyncio.Task[None]:
            task = asyncio.get_running_loop().create_task(wait())
            await asyncio.sleep(0)
            return task

        task = loop.run(start())
    assert ended == ["cancelled"] and task.cancelled()
    assert not any(thread.name == "rulekeeper-loop" for thread in threading.enumerate())
    loop.close()


async def test_it_may_be_used_beside_a_running_loop() -> None:
    with LoopThread() as loop:
        assert await asyncio.to_thread(loop.run, answer()) == 42
