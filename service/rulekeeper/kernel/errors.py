"""What can go wrong in the kernel. None of these is a player's fault: a player's mistake is a `Refused`, which
is a value.
"""

from __future__ import annotations


class KernelError(Exception):
    """Nothing was decided, nothing is to be written. The game needs a judge, or its author."""


class ScriptDiverged(KernelError):
    """A script, run again from its frame's start, did not do what is on record: a rule was changed under a
    game in flight.
    """

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule
        self.what = what


class ScriptFailed(KernelError):
    """A script, a menu or a reducer raised."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule
        self.what = what


class LimitExceeded(KernelError):
    """One command led to more than the kernel's limits allow."""


class FoldFailed(KernelError):
    """An entry does not follow from the table that it is folded into."""


class SnapshotError(KernelError):
    """A snapshot cannot be made of a table, or is not one that this code can read."""


class InvalidGame(KernelError):
    """A game's definition contradicts itself; raised when the game is loaded."""


class InvalidPosition(KernelError):
    """A position is not one of its game."""


class NotExported(KernelError):
    """No position stands where the table does. `amended`: the version in which a judge changed the table, where that is
    why; before it positions stand.
    """

    def __init__(self, text: str, amended: int = 0) -> None:
        super().__init__(text)
        self.amended = amended


class InvalidSetup(KernelError):
    """A set-up that the game does not allow."""


class AmendRefused(KernelError):
    """A judge's facts do not fit the table."""


class PileError(KernelError):
    """More was taken from a pile than it holds, or a card that is not there."""
