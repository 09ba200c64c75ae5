"""The names of all keys."""

from typing import NamedTuple

INDEX = "rk:games"


class Keys(NamedTuple):
    """A game's keys. The braces keep them in one slot of a cluster."""

    log: str
    head: str
    ids: str
    refused: str
    secret: str
    # Not a key: the channel on which each new entry is published.
    channel: str


def keys_of(game: str) -> Keys:
    """The keys of a game; raises ValueError where its id is empty."""
    if not game:
        raise ValueError("a game's id is empty")
    root = f"rk:{{{game}}}:"
    return Keys(root + "log", root + "head", root + "ids", root + "refused", root + "secret", root + "new")
