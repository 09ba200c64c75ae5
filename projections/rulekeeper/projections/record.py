"""Where a game stands, as everybody may know: seats, status, winner. A fold over entries that runs no rule and
holds no hidden thing but the contributions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rulekeeper.kernel import Game
from rulekeeper.log import Head, Stored
from rulekeeper.projections.rules import rule_ref
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.entry_pb2 import SEAT_KIND_BOT, Entry, SeatKind
from rulekeeper.v1.table_pb2 import (
    GAME_STATUS_GATHERING,
    GAME_STATUS_OVER,
    GAME_STATUS_PAUSED,
    GAME_STATUS_RUNNING,
    GameInfo,
    GameStatus,
)


class Sitting(msgspec.Struct, frozen=True):
    """A seat, free or taken. `player`: which bot plays it, where one does. `contribution`: its part of the seed, which
    nobody but judges is shown before the game has begun.
    """

    kind: SeatKind.ValueType
    player: str = ""
    taken: bool = False
    name: str = ""
    contribution: bytes = b""


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game stands, by the log alone.

    `head` is that of the last entry folded. `setup` and `position` are JSON (no position: ""). `created_us`:
    microseconds since 1970-01-01 UTC. `began` and `ended` are the versions that the game began and ended in, or 0.
    `ending`: the id of the rule that ended it. `secret` is empty until it is over.
    """

    head: Head
    ruleset: str = ""
    setup: str = ""
    position: str = ""
    seats: tuple[Sitting, ...] = ()
    commitment: bytes = b""
    sandbox: bool = False
    unlisted: bool = False
    created_us: int = 0
    began: int = 0
    ended: int = 0
    winners: tuple[int, ...] = ()
    ending: str = ""
    secret: bytes = b""

    @property
    def over(self) -> bool:
        """It has ended under a rule."""
        return self.ended > 0

    def status(self, version: int | None = None) -> GameStatus.ValueType:
        """Where the game stood at that version; left out: where it stands."""
        version = self.head.version if version is None else version
        if self.ended and version >= self.ended:
            return GAME_STATUS_OVER
        return GAME_STATUS_RUNNING if self.began and version >= self.began else GAME_STATUS_GATHERING

    def free(self) -> tuple[int, ...]:
        """Seats that nobody has taken, ascending."""
        return tuple(number for number, seat in enumerate(self.seats) if not seat.taken)

    def bots(self) -> Mapping[int, str]:
        """Seats that the service plays, with the player's name."""
        return {number: seat.player for number, seat in enumerate(self.seats) if seat.kind == SEAT_KIND_BOT}

    def contributions(self) -> Sequence[bytes]:
        """By seat; empty ones of seats that are free."""
        return [seat.contribution for seat in self.seats]


NO_RECORD = GameRecord(head=Head())


def record_after(record: GameRecord, stored: Stored, entry: Entry, game: Game[Any] | None) -> GameRecord:
    """The record after one entry more. `game` tells how a game ended; without it (a ruleset that is not installed),
    winners and rule stay empty. IndexError where a seat is taken that there is not.
    """
    head = stored.head
    match entry.WhichOneof("what"):
        case "created":
            created = entry.created
            return GameRecord(
                head=head,
                ruleset=entry.ruleset,
                setup=created.setup,
                position=created.position,
                seats=tuple(Sitting(plan.kind, plan.player) for plan in created.seats),
                commitment=created.commitment,
                sandbox=created.sandbox,
                unlisted=created.unlisted,
                created_us=entry.time_us,
            )
        case "seat_taken":
            taken = entry.seat_taken
            seats = list(record.seats)
            seats[taken.seat] = replace(seats[taken.seat], taken=True, name=taken.name, contribution=taken.contribution)
            return replace(record, head=head, seats=tuple(seats))
        case "started":
            record = replace(record, began=stored.version)
    if entry.secret:
        winners, ending = _ending(entry, game)
        record = replace(record, ended=stored.version, secret=entry.secret, winners=winners, ending=ending)
    return replace(record, head=head)


def _ending(entry: Entry, game: Game[Any] | None) -> tuple[tuple[int, ...], str]:
    if game is not None:
        facts: Any = game.facts.FromString(entry.facts)
        for fact in reversed(facts.facts):
            if fact.WhichOneof("fact") == "game_ended":
                return tuple(fact.game_ended.winners), facts.rules[fact.rule]
    return (), ""


def game_info(game_id: str, record: GameRecord, game: Game[Any] | None, *, paused: bool = False) -> GameInfo:
    """The game as everybody sees it. The position that a sandbox began from is not in it."""
    return GameInfo(
        game_id=game_id,
        ruleset=record.ruleset,
        status=GAME_STATUS_PAUSED if paused and not record.over else record.status(),
        seats=[table_pb2.Seat(kind=seat.kind, name=seat.name) for seat in record.seats],
        setup=record.setup,
        sandbox=record.sandbox,
        unlisted=record.unlisted,
        head=table_pb2.Head(version=record.head.version, digest=record.head.digest),
        created_us=record.created_us,
        winners=record.winners,
        ending=rule_ref(game, record.ending) if record.ending and game is not None else None,
    )
