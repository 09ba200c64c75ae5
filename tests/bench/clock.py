"""Measuring: time with the garbage collector out of the way, the same for all that is compared, and medians."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def undisturbed() -> Iterator[None]:
    """No collection of garbage within; what is there already is not looked at afterwards either."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def seconds(work: Callable[[], T]) -> tuple[float, T]:
    """The processor time that it takes, once, and what it returns: on a machine that does nothing else, the time."""
    with undisturbed():
        began = time.thread_time_ns()
        done = work()
        took = time.thread_time_ns() - began
    return took / 1e9, done


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that this share of all values does not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
