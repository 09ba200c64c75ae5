"""The names of all keys."""

from typing import NamedTuple

INDEX = "rk:games"
CALLED = "rk:called"
"""The games in which a judge was called."""


class Keys(NamedTuple):
    """A game's keys. The braces keep them in one slot of a cluster."""

    log: str
    head: str
    ids: str
    refused: str
    evidence: str
    secret: str
    marks: str
    looks: str
    snapshots: str
    # Not a key: the channel on which each new entry is published.
    channel: str


def keys_of(game: str) -> Keys:
    """The keys of a game; raises ValueError where its id is empty."""
    if not game:
        raise ValueError("a game's id is empty")
    root = f"rk:{{{game}}}:"
    return Keys(
        log=root + "log",
        head=root + "head",
        ids=root + "ids",
        refused=root + "refused",
        evidence=root + "evidence",
        secret=root + "secret",
        marks=root + "marks",
        looks=root + "looks",
        snapshots=root + "snapshots",
        channel=root + "new",
    )
