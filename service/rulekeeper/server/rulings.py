"""What leads to entries beside play: judges' rulings, disputes, and taking back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel import Accepted, AmendRefused, Game, ScriptDiverged, Table, amend, rewind, runs_on, set_result
from rulekeeper.projections import Case
from rulekeeper.server.acts import Draft
from rulekeeper.server.errors import Failure, invalid
from rulekeeper.v1 import entry_pb2 as pb
from rulekeeper.v1 import errors_pb2
from rulekeeper.v1.entry_pb2 import Actor, Entry

if TYPE_CHECKING:
    from rulekeeper.server.hot import HotGame

_MOST_OPEN = 3
"""Disputes of one seat that may be open at once."""


def ruling_refused(text: str) -> Failure:
    return Failure(errors_pb2.ERROR_CODE_RULING_REFUSED, text)


def take_back_refused(text: str) -> Failure:
    return Failure(errors_pb2.ERROR_CODE_TAKE_BACK_REFUSED, text)


class _Act(msgspec.Struct, frozen=True, kw_only=True):
    """`seen`: the version that its author has looked at; 0: whatever it is."""

    plays: ClassVar[bool] = False
    despite_faults: ClassVar[bool] = True

    command_id: bytes
    fingerprint: bytes
    actor: Actor
    seen: int = 0

    def draft(self, hot: HotGame) -> Draft:
        if self.seen and self.seen != hot.head.version:
            text = f"version {hot.head.version} is on record by now, and {self.seen} was looked at"
            raise Failure(errors_pb2.ERROR_CODE_STALE_DECISION, text)
        try:
            entry, table = self.made(hot)
        except AmendRefused as no:
            raise ruling_refused(str(no)) from None
        entry.actor.CopyFrom(self.actor)
        entry.command_id = self.command_id
        return Draft(entry, table)

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        """The entry, and the table after it where it changes. Raises Failure and AmendRefused."""
        raise NotImplementedError

    def same(self, game: Game[Any], entry: Entry) -> bool:
        return False


def _with(entry: Entry, done: Accepted) -> tuple[Entry, Table]:
    entry.facts = done.facts
    return entry, done.table


class GoBack(_Act, frozen=True, kw_only=True):
    """Back to the version `to`, whose table is `table`."""

    to: int
    reason: str
    table: Table

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        if hot.record.over:
            raise AmendRefused("the game is over: it can be forked")
        if self.to == hot.head.version:
            raise AmendRefused(f"version {self.to} is where the game stands")
        done = rewind(hot.game, self.table, hot.head.version + 1)
        try:
            runs_on(hot.game, self.table)
        except ScriptDiverged as wrong:
            text = (
                f"by today's rules the game could not go on from version {self.to}: go back to before this rule began"
            )
            raise AmendRefused(f"{text}: {wrong}") from wrong
        return _with(Entry(parent=self.to, rewound=pb.Rewound(to=self.to, reason=self.reason)), done)


class Amend(_Act, frozen=True, kw_only=True):
    """The facts change the table, in order."""

    facts: tuple[Message, ...]
    reason: str

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        done = amend(hot.game, hot.table, self.facts, hot.head.version + 1)
        return _with(Entry(amended=pb.Amended(reason=self.reason)), done)


class SetResult(_Act, frozen=True, kw_only=True):
    """The game ends."""

    winners: tuple[int, ...]
    reason: str

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        done = set_result(hot.game, hot.table, self.winners, hot.head.version + 1)
        return _with(Entry(result_set=pb.ResultSet(winners=sorted(self.winners), reason=self.reason)), done)


class Remark(_Act, frozen=True, kw_only=True):
    """Nothing changes."""

    text: str

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        return Entry(noted=pb.Noted(text=self.text)), None


class Pause(_Act, frozen=True, kw_only=True):
    """Nobody plays on."""

    reason: str

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        if hot.record.over:
            raise AmendRefused("the game is over")
        if hot.record.halted:
            raise AmendRefused(f"the game is paused already: {hot.record.halted}")
        return Entry(paused=pb.GamePaused(reason=self.reason)), None


class Resume(_Act, frozen=True, kw_only=True):
    """They play on."""

    reason: str

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        if hot.record.over:
            raise AmendRefused("the game is over")
        if not hot.halted:
            raise AmendRefused("the game is not paused")
        return Entry(resumed=pb.GameResumed(reason=self.reason)), None


# Disputes.


class Call(_Act, frozen=True, kw_only=True):
    """A seat calls a judge."""

    about: int
    text: str
    pause: bool

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        version = hot.head.version
        if self.about > version:
            raise invalid("about", f"the log ends at version {version}")
        own = [case for case in hot.record.cases if case.seat == self.actor.seat and not case.ruled_in]
        if len(own) >= _MOST_OPEN:
            raise AmendRefused(f"seat {self.actor.seat} has {len(own)} open disputes: a judge has to rule first")
        pause = self.pause and not hot.record.over
        called = pb.JudgeCalled(about=self.about or version, text=self.text, pause=pause)
        return Entry(judge_called=called), None


class Assign(_Act, frozen=True, kw_only=True):
    """A judge takes a dispute, or is given it."""

    dispute: int
    judge: str

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        open_case(hot, self.dispute)
        return Entry(dispute_assigned=pb.DisputeAssigned(dispute=self.dispute, judge=self.judge)), None


class Close(_Act, frozen=True, kw_only=True):
    """A dispute is ruled on."""

    dispute: int
    text: str
    cited: tuple[str, ...]

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        open_case(hot, self.dispute)
        for rule in self.cited:
            if rule not in hot.game.rulebook:
                raise invalid("rules", f"{hot.game.title} has no rule {rule[:80]!r}")
        return Entry(dispute_ruled=pb.DisputeRuled(dispute=self.dispute, text=self.text, rules=self.cited)), None


def case_of(hot: HotGame, number: int) -> Case:
    """Raises UNKNOWN_DISPUTE."""
    for case in hot.record.cases:
        if case.number == number:
            return case
    raise Failure(errors_pb2.ERROR_CODE_UNKNOWN_DISPUTE, f"no judge was called in version {number}")


def open_case(hot: HotGame, number: int) -> Case:
    case = case_of(hot, number)
    if case.ruled_in:
        raise AmendRefused(f"dispute {number} is closed: it was ruled on in version {case.ruled_in}")
    return case


# Taking back.


def still_playing(hot: HotGame) -> None:
    """Raises GAME_OVER and GAME_PAUSED."""
    if hot.record.over:
        raise Failure(errors_pb2.ERROR_CODE_GAME_OVER, "the game has ended")
    if hot.halted:
        raise hot.paused_failure()


class _SeatAct(_Act, frozen=True, kw_only=True):
    """A seat's, which a fault of the rules does not let through."""

    despite_faults: ClassVar[bool] = False


class TakeBack(_SeatAct, frozen=True, kw_only=True):
    """A seat takes back what it did since version `to`, whose table is `table`, at once: it was examined that it may,
    with `seen` as the newest version.
    """

    to: int
    reason: str
    table: Table

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        still_playing(hot)
        done = rewind(hot.game, self.table, hot.head.version + 1)
        return _with(Entry(parent=self.to, rewound=pb.Rewound(to=self.to, reason=self.reason)), done)


class AskBack(_SeatAct, frozen=True, kw_only=True):
    """A seat asks the others for it."""

    to: int
    reason: str

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        still_playing(hot)
        if hot.record.asking is not None:
            raise take_back_refused(
                f"seat {hot.record.asking.seat} asks already, since version {hot.record.asking.asked}"
            )
        return Entry(take_back_asked=pb.TakeBackAsked(to=self.to, reason=self.reason)), None


class AnswerBack(_SeatAct, frozen=True, kw_only=True):
    """Another seat's answer."""

    asked: int
    agreed: bool

    def made(self, hot: HotGame) -> tuple[Entry, Table | None]:
        still_playing(hot)
        asking = hot.record.asking
        if asking is None or asking.asked != self.asked:
            raise take_back_refused(f"nobody asks since version {self.asked}: it was answered, or the game went on")
        if self.actor.seat not in hot.record.others_to_agree():
            raise take_back_refused(f"seat {self.actor.seat} has asked itself, or has agreed already")
        return Entry(take_back_answered=pb.TakeBackAnswered(asked=self.asked, agreed=self.agreed)), None


Ruling = GoBack | Amend | SetResult | Remark | Pause | Resume


def seats_of(hot: HotGame, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats, each once; raises INVALID_REQUEST where there is no such seat."""
    for seat in seats:
        if seat >= hot.seats:
            raise invalid("winners", f"the game has {hot.seats} seats, counted from 0")
    return tuple(sorted(dict.fromkeys(seats)))
