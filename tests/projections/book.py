"""A finished game of Night Market as a log holds it, and a log in memory that holds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulekeeper.kernel import ALGORITHM, Match, commitment
from rulekeeper.log import Head, Stored, Unreachable, digest
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.night_market.state import State

SECRET = bytes(range(32))


def played(nights: int = 2, *, end: bool = True, position: str | None = None) -> Match[State]:
    """A match: in each night seat 0 bids a coin more, and looks at the pile; in the end seat 0 gives up."""
    match = Match(GAME, 2, seed=SECRET, position=position)
    for _ in range(nights):
        match.submit(0, nm.Bid(coins=1))
        match.submit(1, nm.Bid(coins=0))
        match.submit(0, nm.Scry())
        match.submit(0, next(iter(match.legal(0))))
    if end:
        match.submit(0, nm.Concede())
    return match


def recorded(match: Match[Any], change: Callable[[Entry], None] = lambda entry: None) -> list[Stored]:
    """The match as a service would have stored it; `change` has its way with each entry before it is digested."""
    found: list[Stored] = []
    for made in match.entries:
        entry = Entry()
        entry.CopyFrom(made)
        entry.time_us = 1_000_000 * entry.version
        entry.salt = bytes(16)
        entry.command_id = b"%d" % entry.version
        entry.previous = found[-1].digest if found else b""
        if entry.HasField("created"):
            entry.created.commitment = commitment(SECRET)
            entry.created.chance = ALGORITHM
        if match.table.over and entry.version == len(match.entries):
            entry.secret = SECRET
        change(entry)
        data = entry.SerializeToString()
        found.append(Stored(entry.version, data, digest(data)))
    return found


class Shelf:
    """The reading half of a log, in memory; it can be put away."""

    def __init__(self, stored: Sequence[Stored]) -> None:
        self.stored = list(stored)
        self.away = False
        self.reads = 0

    async def read(self, game: str, after: int, limit: int) -> Sequence[Stored]:
        self.reads += 1
        if self.away:
            raise Unreachable("it was put away")
        return [one for one in self.stored if one.version > after][: min(limit, 256)]

    async def marks(self, game: str) -> Sequence[int]:
        return [one.version for one in self.stored if not Entry.FromString(one.entry).HasField("command")]

    async def head(self, game: str) -> Head:
        return self.stored[-1].head if self.stored else Head()
