"""Plain Python values to and from `rulekeeper.v1.Value`, the form of an offer's candidates and a command's fields."""

from typing import TypeAlias

from rulekeeper.client.errors import InvalidRequest
from rulekeeper.v1 import facts_pb2

Plain: TypeAlias = None | bool | int | str | bytes | tuple["Plain", ...]
"""What a field of a command can be. A field that takes several values has a tuple."""


def to_value(plain: object) -> facts_pb2.Value:
    """A plain value for the wire; lists count as tuples. Raises `TypeError` for anything else than `Plain`, and
    `InvalidRequest` for a number of more than 64 bits.
    """
    match plain:
        case None:
            return facts_pb2.Value()
        case bool():
            return facts_pb2.Value(truth=plain)
        case int():
            if not -(2**63) <= plain < 2**63:
                raise InvalidRequest(f"a number of {plain.bit_length()} bits is too large for a command's field")
            return facts_pb2.Value(number=plain)
        case str():
            return facts_pb2.Value(text=plain)
        case bytes():
            return facts_pb2.Value(data=plain)
        case tuple() | list():
            return facts_pb2.Value(list=facts_pb2.Values(values=map(to_value, plain)))
        case _:
            raise TypeError(f"a command's field cannot be a {type(plain).__name__}")


def from_value(value: facts_pb2.Value) -> Plain:
    """A plain value from the wire."""
    match value.WhichOneof("kind"):
        case None:
            return None
        case "truth":
            return value.truth
        case "number":
            return value.number
        case "text":
            return value.text
        case "data":
            return value.data
        case "list":
            return tuple(map(from_value, value.list.values))
