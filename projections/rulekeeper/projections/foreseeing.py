"""What a ruling would do, before it is given: entries struck, hidden things learned in them, draws used up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from rulekeeper.kernel import SPECTATOR, Face, FoldFailed, Game, draws, effective, faces
from rulekeeper.projections.replaying import changes_table
from rulekeeper.v1.entry_pb2 import Entry


class Learning(msgspec.Struct, frozen=True):
    """A fact that told some of a hidden thing that they did not know: `number` counts the entry's facts from 1, as
    judges do. `seats`: whom, ascending.
    """

    version: int
    number: int
    seats: tuple[int, ...]
    spectators: bool
    face: Face


def struck(entries: Sequence[Entry], to: int) -> list[Entry]:
    """Those that count in a log and would not, were its last entry `to`; oldest first. `entries`: all of it, from entry
    1. Those that change no table are not among them: they go on to count. Raises FoldFailed where the log does not go
    that far, or has gaps.
    """
    if to > len(entries):
        raise FoldFailed(f"version {to} is missing")
    staying = {entry.version for entry in effective(entries[:to])}
    return [one for one in effective(entries) if one.version not in staying and changes_table(one)]


def counting_again(entries: Sequence[Entry], to: int) -> list[Entry]:
    """Those that do not count in a log and would, were its last entry `to`; oldest first. Otherwise as `struck`."""
    if to > len(entries):
        raise FoldFailed(f"version {to} is missing")
    counting = {entry.version for entry in effective(entries)}
    return [one for one in effective(entries[:to]) if one.version not in counting and changes_table(one)]


def learned(game: Game[Any], entries: Iterable[Entry], seats: int) -> list[Learning]:
    """Every fact in the entries that told somebody of a hidden thing that they did not know; `seats`: how many the game
    has.
    """
    found = []
    for entry in entries:
        for number, face in enumerate(faces(game, entry.facts), 1):
            who = tuple(seat for seat in range(seats) if face.learned_by(seat))
            spectators = face.learned_by(SPECTATOR)
            if who or spectators:
                found.append(Learning(entry.version, number, who, spectators, face))
    return found


def draws_in(game: Game[Any], entries: Iterable[Entry]) -> int:
    """How many draws were made in them."""
    return sum(len(draws(game, entry.facts)) for entry in entries)
