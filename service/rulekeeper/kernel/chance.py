"""The only randomness: HMAC-SHA-256, keyed with the game's seed, over an entry's version and a counter.

`hmac-sha256-1`: the message is the version and the counter, each in eight bytes, big-endian; the first eight
bytes of the result are a big-endian number x. For a number below b, x is thrown away, and the counter goes on,
while x >= 2**64 - 2**64 % b; the draw is x % b. Anyone can make each draw again once the game's secret is out;
see docs/trust.md.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol

ALGORITHM = "hmac-sha256-1"

Counts = tuple[tuple[str, int], ...]
"""A multiset: (kind, how many), ascending by kind, without zeros."""


class Chance(Protocol):
    """Where scripts' draws come from, those of one entry in order."""

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1; limit is from 1 to 2**64."""

    def pick(self, purpose: str, counts: Counts) -> int:
        """The same, for a draw of one thing from a multiset: a number below its size (see `nth`). `purpose` is what it
        is for, in the game's words; it changes nothing, and tells draws apart for whoever has them made otherwise.
        """


class SeededChance:
    """The draws of one entry."""

    __slots__ = ("_counter", "_seed", "_version")

    def __init__(self, seed: bytes, version: int) -> None:
        self._seed = seed
        self._version = version.to_bytes(8, "big")
        self._counter = 0

    def below(self, limit: int) -> int:
        if not 0 < limit <= 1 << 64:
            raise ValueError(f"a draw below {limit}")
        usable = (1 << 64) - (1 << 64) % limit
        while True:
            message = self._version + self._counter.to_bytes(8, "big")
            self._counter += 1
            number = int.from_bytes(hmac.digest(self._seed, message, "sha256")[:8], "big")
            if number < usable:
                return number % limit

    def pick(self, purpose: str, counts: Counts) -> int:
        return self.below(sum(count for _, count in counts))


class Foretold:
    """Draws whose results are given, as far as they go: for positions and tests. A kind is for a draw of one of several
    kinds, a number for a draw of a number; where a number is drawn and a kind comes next, `then` draws it. What is not
    there to be drawn is a ValueError.
    """

    def __init__(self, results: Sequence[str | int], then: Chance) -> None:
        self._results = list(results)
        self._then = then

    def below(self, limit: int) -> int:
        if not foretells(self._results, ""):
            return self._then.below(limit)
        wanted = self._results.pop(0)
        if not isinstance(wanted, int) or not 0 <= wanted < limit:
            raise ValueError(f"{wanted!r} is not a number below {limit}")
        return wanted

    def pick(self, purpose: str, counts: Counts) -> int:
        if not self._results:
            return self._then.pick(purpose, counts)
        wanted = self._results.pop(0)
        return first_of(wanted, counts)


def foretells(results: Sequence[str | int], result: str) -> bool:
    """Whether a draw that had this result (empty: a number was drawn) uses up the next of the given results."""
    return bool(results) and isinstance(results[0], str) == bool(result)


def first_of(kind: str | int, counts: Counts) -> int:
    """The smallest number that stands for this kind in a draw from the multiset; ValueError where it is not in it."""
    number = 0
    for other, count in counts:
        if other == kind and count:
            return number
        number += count
    raise ValueError(f"{kind!r} is not there to be drawn")


def nth(counts: Counts, number: int) -> str:
    """Which kind a number stands for in a draw from the multiset."""
    for kind, count in counts:
        number -= count
        if number < 0:
            return kind
    raise ValueError("the number is not below the multiset's size")


def commitment(secret: bytes) -> bytes:
    """What entry 1 shows of the secret: its SHA-256."""
    return hashlib.sha256(secret).digest()


def seed_of(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """32 bytes: SHA-256 over the secret and the seats' contributions in order of seats, each after its length
    in eight bytes.
    """
    digest = hashlib.sha256()
    for part in (secret, *contributions):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
