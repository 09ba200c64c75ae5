"""Reading protobuf's wire format without the messages: what every game's `Facts` have in common is enough for a proof.

Field numbers are those that `rulekeeper/v1/facts.proto` promises for every game.
"""

from collections.abc import Iterator
from typing import NamedTuple

from google.protobuf.message import DecodeError

from rulekeeper.v1 import facts_pb2

FACTS_RULES, FACTS_FACTS = 1, 2
FACT_RULE, FACT_AUDIENCE, FACT_PRIVATE, FACT_AMENDED, FACT_DREW, FIRST_OWN = 1, 2, 3, 4, 8, 16

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


class Field(NamedTuple):
    """One field as it stands in a message: its number, its wire type, and its value (a number, or bytes)."""

    number: int
    wire: int
    value: int | bytes


class GameFact(NamedTuple):
    """One of a game's own facts on record: which kind (its field's number), its bytes, and who sees it."""

    kind: int
    rule: str
    content: bytes
    audience: int
    private: bool
    amended: bool


def fields(message: bytes) -> Iterator[Field]:
    """The fields of a message, in their order. Raises ValueError where it is damaged."""
    at = 0
    while at < len(message):
        key, at = varint(message, at)
        number, wire = key >> 3, key & 7
        if wire == VARINT:
            value, at = varint(message, at)
            yield Field(number, wire, value)
            continue
        if wire == BYTES:
            size, at = varint(message, at)
        elif wire in (FIXED64, FIXED32):
            size = 8 if wire == FIXED64 else 4
        else:
            raise ValueError(f"wire type {wire}")
        if at + size > len(message):
            raise ValueError("a field goes beyond its message")
        yield Field(number, wire, message[at : at + size])
        at += size


def varint(message: bytes, at: int) -> tuple[int, int]:
    """A number at a place, and the place after it."""
    value = shift = 0
    while True:
        if at >= len(message) or shift > 63:
            raise ValueError("a number goes beyond its message")
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def drew(facts: bytes) -> Iterator[facts_pb2.Drew]:
    """The draws among an entry's facts, in order. Raises ValueError where the bytes are damaged."""
    for outer in fields(facts):
        if outer.number == FACTS_FACTS and isinstance(outer.value, bytes):
            for inner in fields(outer.value):
                if inner.number == FACT_DREW and isinstance(inner.value, bytes):
                    try:
                        yield facts_pb2.Drew.FromString(inner.value)
                    except DecodeError as error:
                        raise ValueError(f"not a draw: {error}") from error


def game_facts(facts: bytes) -> list[GameFact]:
    """The game's own facts of an entry, in order, without the kernel's. ValueError where the bytes are damaged."""
    parts = list(fields(facts))
    rules = [part.value.decode() for part in parts if part.number == FACTS_RULES and isinstance(part.value, bytes)]
    found = []
    for part in parts:
        if part.number != FACTS_FACTS or not isinstance(part.value, bytes):
            continue
        inner = list(fields(part.value))
        plain = {each.number: each.value for each in inner if isinstance(each.value, int)}
        for each in inner:
            if each.number >= FIRST_OWN and isinstance(each.value, bytes):
                rule = plain.get(FACT_RULE, 0)
                found.append(
                    GameFact(
                        each.number,
                        rules[rule] if rule < len(rules) else "",
                        each.value,
                        plain.get(FACT_AUDIENCE, 0),
                        bool(plain.get(FACT_PRIVATE)),
                        bool(plain.get(FACT_AMENDED)),
                    )
                )
    return found
