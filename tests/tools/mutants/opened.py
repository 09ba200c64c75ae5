"""What a leak puts in place of an audience or a check. It notes that the place was reached."""

import sys
from types import FrameType
from typing import Any

REACHED: list[bool] = []
"""Not empty once the changed place was run."""


def everyone() -> int:
    """The audience of everybody at the table that the code around the place is about."""
    REACHED.append(True)
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        for name in ("state", "play", "effect"):
            players = getattr(_state(frame.f_locals.get(name)), "players", None)
            if players:
                return int((2 << len(players)) - 1)
        frame = frame.f_back
    return 255


def _state(held: Any) -> Any:
    return getattr(held, "state", held)


def instead(value: Any) -> Any:
    """The value, which stands for another."""
    REACHED.append(True)
    return value
