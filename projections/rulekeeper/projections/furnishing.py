"""What stands still on a game's table: made once a game and set-up, and known by its digest."""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import msgspec

from rulekeeper.kernel import Game, read_setup
from rulekeeper.v1 import scene_pb2


class Furnished(msgspec.Struct, frozen=True):
    """Furniture, and the SHA-256 of its bytes; of none both are empty."""

    furniture: scene_pb2.Furniture
    digest: bytes


@functools.lru_cache(maxsize=256)
def furnished(game: Game[Any], setup: str, seats: int) -> Furnished:
    """The furniture of a table with that set-up (JSON) and so many seats. Nobody changes it: all are given the same."""
    furniture = game.furniture(read_setup(game, setup), seats)
    data = furniture.SerializeToString(deterministic=True)
    return Furnished(furniture, hashlib.sha256(data).digest() if data else b"")
