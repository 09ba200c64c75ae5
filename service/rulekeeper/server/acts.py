"""Acts: what leads to an entry. Each is drafted on a game's table of the moment, again where the log has gone
on meanwhile.
"""

from __future__ import annotations

import functools
import hmac
from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel import (
    Game,
    KernelError,
    PositionCommand,
    Refused,
    SeededChance,
    Table,
    begin,
    decide,
    from_fields,
    parse,
    read_position,
)
from rulekeeper.log import Head, Known, LogStore, Reused
from rulekeeper.projections import parsed, reason_messages
from rulekeeper.server.errors import Failure, other_request
from rulekeeper.v1 import entry_pb2, errors_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SEAT, ROLE_SERVICE, SEAT_KIND_OPEN, Actor, Entry

if TYPE_CHECKING:
    from rulekeeper.server.hot import HotGame

_CODES = {
    "refused": errors_pb2.ERROR_CODE_REFUSED,
    "stale": errors_pb2.ERROR_CODE_STALE_DECISION,
    "not_asked": errors_pb2.ERROR_CODE_NOT_ASKED,
    "malformed": errors_pb2.ERROR_CODE_MALFORMED_COMMAND,
    "over": errors_pb2.ERROR_CODE_GAME_OVER,
    "not_started": errors_pb2.ERROR_CODE_NOT_STARTED,
}


class Draft(NamedTuple):
    """An entry that still lacks version, time, salt and the digest before it; and the table after it, where it
    is known already.
    """

    entry: Entry
    table: Table | None = None


class Act(Protocol):
    """`command_id`: the same act has the same one, and no other act of the game has it. `plays`: it is a command of the
    game. `despite_faults`: it is taken although the game is paused for a fault of its rules.
    """

    plays: ClassVar[bool]
    despite_faults: ClassVar[bool]

    @property
    def command_id(self) -> bytes: ...

    @property
    def fingerprint(self) -> bytes: ...

    def draft(self, hot: HotGame) -> Draft:
        """Raises Failure where it is refused, and KernelError where the rules fail."""

    def same(self, game: Game[Any], entry: Entry) -> bool:
        """Is this the act that led to that entry, which has its command id but another fingerprint?"""


OWN = b"\0service"
"""What the command ids of the service's own acts begin with, and no id that a client may send (`requests.identifier`).
"""


def own_id(key: bytes, *parts: str | bytes | int) -> bytes:
    """A command id for an act that no client has named: `OWN` and 16 bytes, the same for equal parts and key.

    `key`: 32 bytes that no client is told: the game's secret, or what the making of a game is keyed by
    (`secrets.making_key`).
    """
    return OWN + blake2b(_joined(parts), digest_size=16, key=key).digest()


def former_id(*parts: str | bytes | int) -> bytes:
    """The id that earlier releases gave the same act: 16 bytes that anybody can work out. It is only looked up: no
    act gets such an id any more.
    """
    return _digest(*parts)


def fingerprint_of(*parts: str | bytes | int) -> bytes:
    """16 bytes that stand for who asked for what."""
    return _digest("fingerprint", *parts)


async def formerly(
    store: LogStore, game_id: str, head: Head, what: str, former: bytes, fingerprint: bytes
) -> Entry | None:
    """The entry that an earlier release made of the same request under a former id, if it did. `what`: its kind; an
    entry of another kind has that id because a client chose it.

    Raises COMMAND_ID_REUSED where it was another request, and Unreachable.
    """
    found = await store.lookup(game_id, head, former, fingerprint)
    if not isinstance(found, Known | Reused):
        return None
    entry = parsed(found.stored)
    if entry.WhichOneof("what") != what:
        return None
    if isinstance(found, Reused):
        raise other_request()
    return entry


def _digest(*parts: str | bytes | int) -> bytes:
    return sha256(b"rulekeeper-act-1" + _joined(parts)).digest()[:16]


def _joined(parts: Sequence[str | bytes | int]) -> bytes:
    """Each part after its length: no two sequences of parts come out the same."""
    joined = bytearray()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        joined += len(data).to_bytes(8, "big") + data
    return bytes(joined)


def derived(secret: bytes, purpose: bytes, number: int) -> bytes:
    """32 bytes from a game's secret, for purposes of the service's own."""
    return hmac.digest(secret, b"rulekeeper-%b-%d" % (purpose, number), "sha256")


def salt_of(secret: bytes, version: int) -> bytes:
    """A sandbox's salts come from its secret, so that equal requests give equal entries: 16 bytes of BLAKE2b, keyed,
    which costs a quarter of an HMAC, and is wanted for each entry.
    """
    return blake2b(b"rulekeeper-salt-%d" % version, digest_size=16, key=secret).digest()


def refusal(hot: HotGame, refused: Refused) -> Failure:
    """The kernel's no as a failed call."""
    rule = hot.table.decision.rule if hot.table.decision is not None else ""
    reasons = reason_messages(hot.game, refused.reasons, "" if refused.kind == "malformed" else rule)
    text = "; ".join(reason.text for reason in refused.reasons) or "the rules do not allow it"
    return Failure(_CODES[refused.kind], text, reasons=reasons)


class Submit(msgspec.Struct, frozen=True):
    """A seat's command."""

    plays: ClassVar[bool] = True
    despite_faults: ClassVar[bool] = False

    seat: int
    decision: int
    command: bytes
    command_id: bytes
    fingerprint: bytes
    automatic: bool = False

    @staticmethod
    def by(seat: int, decision: int, command: bytes, command_id: bytes, automatic: bool = False) -> Submit:
        said = b"%d %d! " if automatic else b"%d %d "
        digest = sha256(said % (seat, decision) + command).digest()[:16]
        return Submit(seat, decision, command, command_id, digest, automatic)

    def draft(self, hot: HotGame) -> Draft:
        if hot.record.halted and not hot.record.over:
            raise hot.paused_failure()
        version = hot.head.version + 1
        chance = SeededChance(hot.seed, version)
        done = decide(hot.game, hot.table, self.seat, self.decision, self.command, version, chance, hot.live)
        if isinstance(done, Refused):
            raise refusal(hot, done)
        entry = Entry(
            actor=Actor(role=ROLE_SEAT, seat=self.seat),
            command_id=self.command_id,
            decision=self.decision,
            command=self.command,
            facts=done.facts,
            automatic=self.automatic,
        )
        return Draft(entry, done.table)

    def same(self, game: Game[Any], entry: Entry) -> bool:
        """Bytes may differ where commands do not: the commands are compared."""
        return (
            entry.HasField("command")
            and entry.actor.role == ROLE_SEAT
            and entry.actor.seat == self.seat
            and entry.decision == self.decision
            and entry.automatic == self.automatic
            and game.command.FromString(entry.command) == game.command.FromString(self.command)
        )


class Malformed(msgspec.Struct, frozen=True):
    """What was sent as a seat's command and is none: refused, once it is sure that its id is new."""

    plays: ClassVar[bool] = True
    despite_faults: ClassVar[bool] = False

    command_id: bytes
    fingerprint: bytes
    refused: Refused

    def draft(self, hot: HotGame) -> Draft:
        raise refusal(hot, self.refused)

    def same(self, game: Game[Any], entry: Entry) -> bool:
        return False


class TakeSeat(msgspec.Struct, frozen=True):
    """Somebody takes a seat: `seat` None means the first that is free and open. `invited`: the seat that their
    invitation is for.
    """

    plays: ClassVar[bool] = False
    despite_faults: ClassVar[bool] = False

    command_id: bytes
    fingerprint: bytes
    seat: int | None
    name: str
    contribution: bytes
    invited: int | None = None
    service: bool = False

    def draft(self, hot: HotGame) -> Draft:
        seat = self._choose(hot)
        taken = entry_pb2.SeatTaken(seat=seat, name=self.name, contribution=self.contribution)
        actor = Actor(role=ROLE_SERVICE) if self.service else Actor(role=ROLE_SEAT, seat=seat)
        return Draft(Entry(actor=actor, command_id=self.command_id, seat_taken=taken))

    def same(self, game: Game[Any], entry: Entry) -> bool:
        return False

    def _choose(self, hot: HotGame) -> int:
        seats = hot.record.seats
        wanted = self.invited if self.seat is None else self.seat
        if wanted is None:
            free = [number for number in hot.record.free() if seats[number].kind == SEAT_KIND_OPEN]
            if not free:
                raise Failure(errors_pb2.ERROR_CODE_SEAT_TAKEN, "no open seat is free")
            return free[0]
        if wanted >= len(seats):
            what = f"the game has {len(seats)} seats, counted from 0"
            raise Failure(errors_pb2.ERROR_CODE_INVALID_REQUEST, f"seat: {what}", fields=[("seat", what)])
        if not self.service and seats[wanted].kind != SEAT_KIND_OPEN and self.invited != wanted:
            text = f"seat {wanted} is not open to everyone"
            raise Failure(errors_pb2.ERROR_CODE_INVITATION_NEEDED, text)
        if seats[wanted].taken:
            raise Failure(errors_pb2.ERROR_CODE_SEAT_TAKEN, f"seat {wanted} is taken")
        return wanted


class Begin(msgspec.Struct, frozen=True):
    """All seats are taken: the game begins."""

    plays: ClassVar[bool] = False
    despite_faults: ClassVar[bool] = False

    command_id: bytes
    fingerprint: bytes

    def draft(self, hot: HotGame) -> Draft:
        version = hot.head.version + 1
        begun = begin(hot.game, hot.table, version, SeededChance(hot.seed, version), hot.live)
        entry = Entry(
            actor=Actor(role=ROLE_SERVICE),
            command_id=self.command_id,
            started=entry_pb2.GameStarted(),
            facts=begun.facts,
        )
        return Draft(entry, begun.table)

    def same(self, game: Game[Any], entry: Entry) -> bool:
        return entry.HasField("started")


class Replay(msgspec.Struct, frozen=True):
    """A command that a position says was sent since: number `number` of them, from 0."""

    plays: ClassVar[bool] = True
    despite_faults: ClassVar[bool] = False

    command_id: bytes
    fingerprint: bytes
    number: int

    def draft(self, hot: HotGame) -> Draft:
        sent = _commands_of(hot.game, hot.record.position)[self.number]
        package = hot.game.command.DESCRIPTOR.file.package
        name = sent.command if "." in sent.command else f"{package}.{sent.command}"
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in sent.fields.items()}
        command = from_fields(hot.game, name, values)
        if isinstance(command, Refused):
            raise KernelError(f"the position's command {self.number} is malformed")
        message = parse(hot.game, command)
        standing = isinstance(message, Message) and type(message) in hot.game.asides
        decision = hot.table.decision.version if hot.table.decision is not None and not standing else 0
        submit = Submit(sent.seat, decision, command, self.command_id, self.fingerprint)
        try:
            return submit.draft(hot)
        except Failure as refused:
            raise KernelError(f"the position's command {self.number} is refused: {refused.message}") from refused

    def same(self, game: Game[Any], entry: Entry) -> bool:
        return entry.HasField("command")


@functools.lru_cache(maxsize=16)
def _commands_of(game: Game[Any], position: str) -> Sequence[PositionCommand]:
    return read_position(game, position).commands
