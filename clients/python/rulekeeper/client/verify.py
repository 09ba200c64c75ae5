"""The client's own proof that a game's record is whole and no draw was rigged. It needs the contract and hashlib only.

What is proved from the stored bytes of the entries, without trusting the service that sends them:

- digests: each entry's digest is SHA-256 over its stored bytes, and the next entry names it, so the last digest stands
  for the whole record, and everything that was shown on the way must have had these digests;
- the commitment: the secret that comes out at the end is the one whose hash is in entry 1;
- the contribution: the player's own bytes stand in their seat's entry;
- what was shown: each fact that the viewer was shown is the one on record (see `rulekeeper.client.witness`);
- draws: each number drawn is what HMAC-SHA-256, keyed with the seed, gives for the entry's version and a counter.

That the facts follow from the commands by the game's rules takes those rules; `rulekeeper verify` does that too.
"""

import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from google.protobuf.message import DecodeError

from rulekeeper.client.wire import drew
from rulekeeper.client.witness import Witness
from rulekeeper.v1 import audit_pb2, entry_pb2, facts_pb2, table_pb2

TAG = b"rulekeeper-entry-1"
CHANCE = "hmac-sha256-1"


@dataclass(frozen=True)
class Finding:
    """Something that should not be: the version that it shows in, the kind as in `audit.proto`, words for people."""

    version: int
    kind: str
    text: str


@dataclass(frozen=True)
class Proof:
    """What was proved of a record. `not_proved` says what could not be, and why.

    `version` and `digest` are those of the last entry; `entries` counts those whose stored bytes were there to check.
    """

    entries: int
    version: int
    digest: bytes
    draws: int
    findings: list[Finding] = field(default_factory=list)
    not_proved: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Nothing was found that should not be."""
        return not self.findings


def entry_digest(stored: bytes) -> bytes:
    """The digest of an entry's stored bytes."""
    return hashlib.sha256(len(TAG).to_bytes(8, "big") + TAG + len(stored).to_bytes(8, "big") + stored).digest()


def commitment(secret: bytes) -> bytes:
    """What entry 1 shows of the secret."""
    return hashlib.sha256(secret).digest()


def seed(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """The seed of every draw, from the secret and the seats' contributions in the order of seats."""
    parts = (secret, *contributions)
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()


def draws(key: bytes, version: int) -> Iterator[int]:
    """The raw 64-bit numbers of an entry, one a counter, for ever."""
    counter = 0
    while True:
        message = version.to_bytes(8, "big") + counter.to_bytes(8, "big")
        yield int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")
        counter += 1


def draw(numbers: Iterator[int], below: int) -> int:
    """The next draw of a number below `below` (1 to 2**64): numbers that would favour small results are passed over."""
    usable = 2**64 - 2**64 % below
    return next(number for number in numbers if number < usable) % below


def foretold(position: str) -> list[str | int]:
    """The results that a sandbox's position gives of the first draws: kinds, and numbers where numbers are drawn."""
    try:
        return list(json.loads(position)["draws"]) if position else []
    except (ValueError, KeyError, TypeError):
        return []


AFTER_THE_END = frozenset({"noted", "judge_called", "dispute_assigned", "dispute_ruled", "imported"})
"""What can still be said of a game that is over."""


class Prover:
    """Takes a log entry by entry, and says what it proves. Keeps the entries' draws, not the entries."""

    def __init__(
        self,
        *,
        contributions: Mapping[int, bytes] | None = None,
        seen: Mapping[int, bytes] | None = None,
        viewer: int | None = None,
        shown: Iterable[table_pb2.Step] = (),
    ) -> None:
        """`contributions`: those that the caller knows, by seat. `seen`: digests shown earlier, by version.

        `viewer`: as whom the log is read (a seat, -1 a spectator, -2 a judge): then what is shown of each entry is held
        against the record. `shown`: steps that the viewer was shown earlier, as `Watch` gave them; they are too.
        """
        self._own = dict(contributions or {})
        self._shown = {step.version: step for step in shown}
        self._seen = {version: step.digest for version, step in self._shown.items()} | dict(seen or {})
        self._witness = None if viewer is None else Witness(viewer)
        self._findings: list[Finding] = []
        self._version = 0
        self._digest = b""
        self._created = entry_pb2.GameCreated()
        self._contributions: dict[int, bytes] = {}
        self._started = False
        self._forked = 0
        self._secret: tuple[int, bytes] | None = None
        self._draws: list[tuple[int, list[facts_pb2.Drew]]] = []
        self._foretold: list[str | int] = []
        self._used: dict[int, int] = {}
        """How many of the results that a position foretold were used up, by version."""
        self._unread = False
        self._read = 0

    def add(self, answer: audit_pb2.ReadLogResponse) -> None:
        """One entry, as `ReadLog` gives it, in order."""
        step = answer.step
        version = self._version = self._version + 1
        if step.version != version:
            self._find(version, "chain", f"the entry after version {version - 1} calls itself {step.version}")
            self._version = version = step.version
        if self._seen.get(version, step.digest) != step.digest:
            self._find(version, "history", "the service showed another digest for this version before")
        if not answer.stored:
            self._unread = True
            self._digest = step.digest
            return
        self._read += 1
        digest = entry_digest(answer.stored)
        if digest != step.digest:
            self._find(version, "digest", "the stored bytes have another digest than the one shown")
        try:
            entry = entry_pb2.Entry.FromString(answer.stored)
        except DecodeError:
            self._find(version, "digest", "the stored bytes are not an entry")
            self._digest = digest
            return
        if entry != answer.entry:
            self._find(version, "digest", "the readable entry is not the one that is stored")
        if entry.version != version:
            self._find(version, "chain", f"the stored entry calls itself version {entry.version}")
        if entry.previous != self._digest:
            self._find(version, "chain", "it does not name the digest of the entry before it")
        self._digest = digest
        self._compare(step, entry)
        self._take(entry)

    def _compare(self, step: table_pb2.Step, entry: entry_pb2.Entry) -> None:
        if self._witness is None:
            return
        try:
            for shown in (step, self._shown.get(step.version, step)):
                if contradiction := self._witness.contradiction(shown, entry):
                    self._find(step.version, "history", contradiction)
                    return
        except ValueError:
            pass  # Facts that cannot be read are found with their draws.

    def _take(self, entry: entry_pb2.Entry) -> None:
        version = entry.version
        if self._secret is not None:
            # There may be remarks and disputes about a finished game, and it may be imported; nothing else can follow.
            if entry.WhichOneof("what") not in AFTER_THE_END:
                self._find(version, "chain", "it follows the entry that ended the game")
        match entry.WhichOneof("what"):
            case "created":
                if version != 1:
                    self._find(version, "chain", "the game is created a second time")
                self._created = entry.created
                self._foretold = foretold(entry.created.position)
            case "seat_taken":
                taken = entry.seat_taken
                if taken.seat in self._contributions or self._started:
                    self._find(version, "contribution", f"seat {taken.seat} is taken after it was settled")
                self._contributions[taken.seat] = taken.contribution
            case "forked":
                # Draws come from a secret of the fork's own from here on.
                self._forked = version
                self._created.commitment, self._created.chance = entry.forked.commitment, entry.forked.chance
                self._created.sandbox = True
                self._draws.clear()
            case "started":
                self._started = True
        if version == 1 and not entry.HasField("created"):
            self._find(version, "chain", "the first entry does not create a game")
        if entry.secret:
            self._secret = version, entry.secret
        try:
            made = list(drew(entry.facts))
        except ValueError as error:
            self._find(version, "draw", f"its facts cannot be read: {error}")
            return
        if seeded := self._seeded(entry, made):
            self._draws.append((version, seeded))
            if not self._started:
                self._find(version, "draw", "a draw was made before all seats were taken")

    def _seeded(self, entry: entry_pb2.Entry, made: Sequence[facts_pb2.Drew]) -> list[facts_pb2.Drew]:
        """Without the draws whose results the position of a sandbox foretold: they prove nothing. A game that goes back
        has again those that it had used up since.
        """
        used, seeded = self._used.get(entry.parent or entry.version - 1, 0), []
        for each in made:
            if used < len(self._foretold) and isinstance(self._foretold[used], str) == bool(each.result):
                used += 1
            else:
                seeded.append(each)
        self._used[entry.version] = used
        return seeded

    def proof(self) -> Proof:
        """What the entries so far prove. Draws are made again as soon as the secret is out."""
        findings, not_proved, proved = list(self._findings), [], 0
        if self._unread:
            not_proved.append("digests and draws: the entries are shown in full when the game is over, or to a judge")
        if not self._version:
            findings.append(Finding(0, "record", "there is nothing on record"))
        for seat, own in self._own.items():
            if seat not in self._contributions:
                if not self._unread:
                    findings.append(Finding(0, "contribution", f"no entry takes seat {seat}"))
            elif self._contributions[seat] != own:
                findings.append(Finding(0, "contribution", f"seat {seat} stands there with another contribution"))
        if self._forked:
            not_proved.append(
                f"draws: those before version {self._forked} were made in the game that it was forked from"
            )
        if not self._own:
            not_proved.append("contribution: none was given to compare")
        if self._created.chance and self._created.chance != CHANCE:
            not_proved.append(f"draws: this client does not know the algorithm {self._created.chance!r}")
        elif self._secret is None:
            if not self._unread:
                not_proved.append("draws: the secret is not out before the game is over")
        else:
            version, secret = self._secret
            if commitment(secret) != self._created.commitment:
                findings.append(Finding(version, "commitment", "the secret is not the one whose hash is in entry 1"))
            contributions = [self._contributions.get(seat, b"") for seat in range(len(self._created.seats))]
            proved, wrong = self._made_again(seed(secret, contributions))
            findings += wrong
            if self._created.sandbox:
                not_proved.append("draws: whoever made the sandbox may have given its seed, and so have known them")
        findings.sort(key=lambda finding: finding.version)
        return Proof(self._read, self._version, self._digest, proved, findings, not_proved)

    def _made_again(self, key: bytes) -> tuple[int, list[Finding]]:
        proved, wrong = 0, []
        for version, made in self._draws:
            numbers = draws(key, version)
            for place, each in enumerate(made, 1):
                right = draw(numbers, each.below) if each.below else None
                proved += right == each.value
                if right != each.value:
                    told = f"draw {place} ({each.purpose}) below {each.below} is {each.value}, and should be {right}"
                    wrong.append(Finding(version, "draw", told))
                    break
        return proved, wrong

    def _find(self, version: int, kind: str, text: str) -> None:
        self._findings.append(Finding(version, kind, text))


async def prove(
    log: AsyncIterator[audit_pb2.ReadLogResponse],
    *,
    contributions: Mapping[int, bytes] | None = None,
    seen: Mapping[int, bytes] | None = None,
    viewer: int | None = None,
    shown: Iterable[table_pb2.Step] = (),
) -> Proof:
    """Proves a whole log, as `Client.read_log` gives it from entry 1 on; see `Prover` for what may be known."""
    prover = Prover(contributions=contributions, seen=seen, viewer=viewer, shown=shown)
    async for answer in log:
        prover.add(answer)
    return prover.proof()
