"""Moments: a game's newest steps, kept with the tables after them, and folding one entry more."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from google.protobuf.message import DecodeError

from rulekeeper.kernel import FoldFailed, Game, Table
from rulekeeper.log import Head, Stored
from rulekeeper.projections.steps import Steps
from rulekeeper.v1.entry_pb2 import Entry

T = TypeVar("T")


class Moment:
    """An entry, the table after it (None where nobody needed it), and what was made of both for viewers."""

    __slots__ = ("_made", "entry", "steps", "stored", "table")

    def __init__(self, game: Game[Any], stored: Stored, entry: Entry, table: Table | None) -> None:
        self.stored = stored
        self.entry = entry
        self.table = table
        self.steps = Steps(game, stored, entry)
        self._made: dict[Hashable, Any] = {}

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def head(self) -> Head:
        return self.stored.head

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, made once a key: watchers of the same kind share it."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made


class Ring:
    """The newest moments of a game, at most `size` of them, without a gap."""

    def __init__(self, size: int) -> None:
        self._moments: deque[Moment] = deque(maxlen=size)

    def push(self, moment: Moment) -> None:
        """The next moment: one version after the last, or any where there is none."""
        self._moments.append(moment)

    def clear(self) -> None:
        self._moments.clear()

    def get(self, version: int) -> Moment | None:
        """The moment of a version, while it is kept."""
        if not self._moments:
            return None
        place = version - self._moments[0].version
        return self._moments[place] if 0 <= place < len(self._moments) else None


def parsed(stored: Stored) -> Entry:
    """The stored bytes as an entry. FoldFailed where they are none."""
    try:
        return Entry.FromString(stored.entry)
    except DecodeError as wrong:
        raise FoldFailed(f"version {stored.version}: the stored bytes are no entry") from wrong
