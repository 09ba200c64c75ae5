"""The time as it goes on record: microseconds since 1970-01-01 UTC."""

from __future__ import annotations

import time


def now_us(*, after: int = 0) -> int:
    """Now, or `after`, the time of what comes before on the same record, where the machine's clock stands before that:
    times on record are never negative and never go back.
    """
    return max(time.time_ns() // 1_000, after, 0)
