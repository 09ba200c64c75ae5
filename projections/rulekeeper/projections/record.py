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
from rulekeeper.v1.entry_pb2 import SEAT_KIND_BOT, SEAT_KIND_OPEN, Entry, SeatKind
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


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute: a seat called a judge in version `number`, about version `about`.

    `time_us`: microseconds since 1970-01-01 UTC. `pause`: nobody plays on before it is ruled on. `judge`: who has it.
    `ruled_in`: the version of the ruling, 0 before; `rules`: the ids that it rests on.
    """

    number: int
    seat: int
    time_us: int
    about: int
    text: str
    pause: bool = False
    judge: str = ""
    ruled_in: int = 0
    ruling: str = ""
    rules: tuple[str, ...] = ()


class Asking(msgspec.Struct, frozen=True):
    """A seat asks the others to let it take back, in version `asked`, what it did after version `to`. `agreed`: those
    who have, ascending.
    """

    asked: int
    seat: int
    to: int
    reason: str
    agreed: tuple[int, ...] = ()


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game stands, by the log alone.

    `head` is that of the last entry folded. `setup` and `position` are JSON (no position: ""). `created_us`:
    microseconds since 1970-01-01 UTC. `began` and `ended` are the versions that the game began and ended in, or 0.
    `ending`: the id of the rule that ended it. `secret` is empty until it is over. `cases`: the disputes, oldest first.
    `halted`: why a judge, or a seat that called one, has paused it. `holding`: what for: the disputes that came with a
    pause, and 0 for a judge's own. `asking`: what a seat wants to take back.
    `forked_from`, `forked_at`: the game that it was made from, and the version there. `imported`: its entries came from
    a file.
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
    cases: tuple[Case, ...] = ()
    halted: str = ""
    holding: tuple[int, ...] = ()
    asking: Asking | None = None
    forked_from: str = ""
    forked_at: int = 0
    imported: bool = False

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

    def others_to_agree(self) -> tuple[int, ...]:
        """Who has still to agree to what a seat asks to take back, ascending; none where nobody asks. Bots do not
        object.
        """
        if self.asking is None:
            return ()
        said = (self.asking.seat, *self.asking.agreed)
        return tuple(n for n, seat in enumerate(self.seats) if n not in said and seat.kind != SEAT_KIND_BOT)

    def contributions(self) -> Sequence[bytes]:
        """By seat; empty ones of seats that are free."""
        return [seat.contribution for seat in self.seats]


NO_RECORD = GameRecord(head=Head())

AFTER_THE_END = frozenset({"noted", "judge_called", "dispute_assigned", "dispute_ruled", "imported"})
"""What can still be said of a game that is over."""


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
        case "command":
            if record.asking is not None:
                record = replace(record, asking=None)
        case _:
            record = _ruled(record, stored.version, entry)
    if entry.secret:
        winners, ending = _ending(entry, game)
        record = replace(record, ended=stored.version, secret=entry.secret, winners=winners, ending=ending)
    return replace(record, head=head)


def _ruled(record: GameRecord, version: int, entry: Entry) -> GameRecord:
    """What is neither play nor its beginning."""
    match entry.WhichOneof("what"):
        case "judge_called":
            called = entry.judge_called
            case = Case(
                number=version,
                seat=entry.actor.seat,
                time_us=entry.time_us,
                about=called.about,
                text=called.text,
                pause=called.pause,
            )
            called_for = replace(record, cases=(*record.cases, case))
            return _paused(called_for, version, f"a judge was called: {called.text}") if called.pause else called_for
        case "dispute_assigned":
            assigned = entry.dispute_assigned
            return _case(record, assigned.dispute, judge=assigned.judge)
        case "dispute_ruled":
            ruled = entry.dispute_ruled
            judge = entry.actor.name or _case_of(record, ruled.dispute).judge
            rules = tuple(ruled.rules)
            closed = _case(record, ruled.dispute, ruled_in=version, ruling=ruled.text, rules=rules, judge=judge)
            holding = tuple(number for number in record.holding if number != ruled.dispute)
            return replace(closed, holding=holding, halted=record.halted if holding else "", asking=None)
        case "paused":
            return replace(_paused(record, 0, entry.paused.reason), asking=None)
        case "resumed":
            return replace(record, halted="", holding=(), asking=None)
        case "rewound" | "amended" | "result_set":
            return replace(record, asking=None)
        case "take_back_asked":
            asked = entry.take_back_asked
            return replace(record, asking=Asking(version, entry.actor.seat, asked.to, asked.reason))
        case "take_back_answered" if record.asking is not None:
            if not entry.take_back_answered.agreed:
                return replace(record, asking=None)
            agreed = tuple(sorted({*record.asking.agreed, entry.actor.seat}))
            return replace(record, asking=replace(record.asking, agreed=agreed))
        case "imported":
            return replace(record, imported=True)
        case "forked":
            seats = tuple(replace(seat, kind=SEAT_KIND_OPEN, player="") for seat in record.seats)
            return replace(
                record,
                seats=seats,
                commitment=entry.forked.commitment,
                position="",
                sandbox=True,
                unlisted=True,
                cases=(),
                halted="",
                holding=(),
                asking=None,
                imported=False,
                forked_from=entry.forked.game_id,
                forked_at=version - 1,
            )
    return record


def _case_of(record: GameRecord, number: int) -> Case:
    """IndexError where there is no such dispute."""
    for case in record.cases:
        if case.number == number:
            return case
    raise IndexError(f"there is no dispute {number}")


def _case(record: GameRecord, number: int, **changed: Any) -> GameRecord:
    changing = _case_of(record, number)
    return replace(record, cases=tuple(replace(c, **changed) if c is changing else c for c in record.cases))


def _paused(record: GameRecord, by: int, why: str) -> GameRecord:
    return replace(record, holding=(*record.holding, by), halted=record.halted or why)


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
        status=GAME_STATUS_PAUSED if (paused or record.halted) and not record.over else record.status(),
        seats=[table_pb2.Seat(kind=seat.kind, name=seat.name) for seat in record.seats],
        setup=record.setup,
        sandbox=record.sandbox,
        unlisted=record.unlisted,
        head=table_pb2.Head(version=record.head.version, digest=record.head.digest),
        created_us=record.created_us,
        winners=record.winners,
        ending=rule_ref(game, record.ending) if record.ending and game is not None else None,
        forked_from=record.forked_from,
        forked_at=record.forked_at,
        taking_back=_taking_back(record),
    )


def _taking_back(record: GameRecord) -> table_pb2.TakingBack | None:
    asking = record.asking
    if asking is None or record.over:
        return None
    return table_pb2.TakingBack(
        asked=asking.asked,
        seat=asking.seat,
        to=asking.to,
        reason=asking.reason,
        waiting_for=record.others_to_agree(),
    )
