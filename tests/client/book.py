"""Records made by hand, true and false ones, without kernel or service: what the client has to tell apart."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field

from google.protobuf import any_pb2

from rulekeeper.v1 import audit_pb2, entry_pb2, facts_pb2, table_pb2

SECRET = b"s" * 32
OWN = bytes([0x82, 0x01, 2, 0x08, 5])
CONTRIBUTIONS = (b"ann's own", b"ben's own, longer")


def lengthy(part: bytes) -> bytes:
    return len(part).to_bytes(8, "big") + part


def digest_of(stored: bytes) -> bytes:
    return hashlib.sha256(lengthy(b"rulekeeper-entry-1") + lengthy(stored)).digest()


def numbers(seed: bytes, version: int, limits: list[int]) -> list[int]:
    """The draws of an entry, by the words of docs/trust.md."""
    drawn, counter = [], 0
    for below in limits:
        while True:
            message = version.to_bytes(8, "big") + counter.to_bytes(8, "big")
            counter += 1
            number = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest()[:8], "big")
            if number < 2**64 - 2**64 % below:
                drawn.append(number % below)
                break
    return drawn


def packed_facts(made: list[facts_pb2.Drew]) -> bytes:
    """A game's `Facts` with draws, and between them facts of its own that no client of another game knows."""
    facts = bytes([0x0A, 3]) + b"r.1"
    for each in made:
        drew = each.SerializeToString()
        fact = bytes([0x08, 1]) + bytes([0x42, len(drew)]) + drew
        facts += bytes([0x12, len(fact)]) + fact + bytes([0x12, len(OWN)]) + OWN
    return facts


@dataclass
class Book:
    """A game's record: `stored` holds the entries' bytes, `digests` their digests."""

    stored: list[bytes] = field(default_factory=list)
    digests: list[bytes] = field(default_factory=list)
    seats: int = 2

    @property
    def head(self) -> table_pb2.Head:
        return self.at(len(self.stored))

    def at(self, version: int) -> table_pb2.Head:
        return table_pb2.Head(version=version, digest=self.digests[version - 1] if version else b"")

    def add(self, entry: entry_pb2.Entry) -> int:
        """Appends an entry under the next version; the version."""
        entry.version = len(self.stored) + 1
        entry.previous = self.digests[-1] if self.digests else b""
        entry.salt = b"x" * 16
        self.stored.append(entry.SerializeToString())
        self.digests.append(digest_of(self.stored[-1]))
        return entry.version

    def entry(self, version: int) -> entry_pb2.Entry:
        return entry_pb2.Entry.FromString(self.stored[version - 1])

    def step(self, version: int) -> table_pb2.Step:
        own = any_pb2.Any(type_url="type.googleapis.com/rulekeeper.toy.v1.Own", value=b"\x08\x05")
        seen = table_pb2.SeenFact(rule=table_pb2.RuleRef(id="r.1"), fact=own)
        facts = [seen] * self.entry(version).facts.count(OWN)
        return table_pb2.Step(version=version, digest=self.digests[version - 1], time_us=version, facts=facts)

    def answers(self) -> list[audit_pb2.ReadLogResponse]:
        """The record as `ReadLog` gives it."""
        return [
            audit_pb2.ReadLogResponse(step=self.step(version), stored=stored, entry=self.entry(version))
            for version, stored in enumerate(self.stored, 1)
        ]


def a_book(
    turns: int = 3,
    over: bool = True,
    alter: Callable[[entry_pb2.Entry], None] = lambda entry: None,
) -> Book:
    """A game of two seats and some turns, each with draws. `alter` is handed each entry before it is chained in."""
    book = Book()
    seed = hashlib.sha256(b"".join(map(lengthy, (SECRET, *CONTRIBUTIONS)))).digest()

    def put(entry: entry_pb2.Entry) -> None:
        alter(entry)
        book.add(entry)

    created = entry_pb2.GameCreated(
        setup="{}",
        seats=[entry_pb2.SeatPlan(kind=entry_pb2.SEAT_KIND_OPEN)] * 2,
        commitment=hashlib.sha256(SECRET).digest(),
        chance="hmac-sha256-1",
    )
    put(entry_pb2.Entry(version=1, created=created))
    for seat, own in enumerate(CONTRIBUTIONS):
        put(
            entry_pb2.Entry(
                version=2 + seat, seat_taken=entry_pb2.SeatTaken(seat=seat, name="AB"[seat], contribution=own)
            )
        )
    put(
        entry_pb2.Entry(
            version=4, started=entry_pb2.GameStarted(), facts=packed_facts(drawn(seed, 4, [6, 52, 2**63 + 1]))
        )
    )
    for version in range(5, 5 + turns):
        last = over and version == 4 + turns
        facts = packed_facts(drawn(seed, version, [3, 10]))
        put(entry_pb2.Entry(version=version, command=b"c", facts=facts, secret=SECRET if last else b""))
    return book


def drawn(seed: bytes, version: int, limits: list[int]) -> list[facts_pb2.Drew]:
    return [
        facts_pb2.Drew(purpose="a die", below=below, value=value)
        for below, value in zip(limits, numbers(seed, version, limits), strict=True)
    ]
