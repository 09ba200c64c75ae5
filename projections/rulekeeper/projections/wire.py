"""Protobuf's wire format, as far as finished messages are joined: a watcher's update is put together from bytes
that were made once.

Fields of a message may follow each other in any order, so joining encoded fields is encoding the message that
has all of them.
"""

from __future__ import annotations

_VARINT = 0
_DELIMITED = 2
_LARGEST = (1 << 64) - 1
_SHORT = tuple(bytes((number,)) for number in range(0x80))


def varint(number: int) -> bytes:
    """An unsigned number, seven bits a byte, least significant first."""
    if 0 <= number < 0x80:
        return _SHORT[number]
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)


def delimited(field: int, payload: bytes) -> bytes:
    """A field that holds bytes, a string or a message; present even where it is empty."""
    return varint(field << 3 | _DELIMITED) + varint(len(payload)) + payload


def delimited_if(field: int, payload: bytes) -> bytes:
    """The same for a field without presence: nothing where it is empty."""
    return delimited(field, payload) if payload else b""


def number_if(field: int, number: int) -> bytes:
    """A number, or an enum's, without presence: nothing where it is 0. One below 0 stands as its two's complement in 64
    bits.
    """
    return varint(field << 3 | _VARINT) + varint(number & _LARGEST) if number else b""
