"""Plain values on record: arguments and results of scripts, and command fields sent without a game's messages."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeeper.v1 import facts_pb2 as pb

Plain = None | bool | int | str | bytes | tuple["Plain", ...]
"""What an argument or a result of a script, or a command's field, can be; whole numbers have 64 bits, signed."""


def to_value(plain: Plain) -> pb.Value:
    """The value as a message. Raises TypeError for anything but None, bool, int, str, bytes and tuples of these, and
    ValueError for a number of more than 64 bits.

    Their subclasses, such as enums, are refused too: they would not come back as what they were.
    """
    made = pb.Value()
    set_value(made, plain)
    return made


def set_value(made: pb.Value, plain: Plain) -> None:
    """Fills in an empty message, as `to_value` makes one: in place, where there are many, it costs half."""
    if type(plain) is int:
        made.number = plain
    elif type(plain) is str:
        made.text = plain
    elif type(plain) is bool:
        made.truth = plain
    elif type(plain) is bytes:
        made.data = plain
    elif type(plain) is tuple:
        made.list.values.extend([to_value(part) for part in plain])
        made.list.SetInParent()
    elif plain is not None:
        raise TypeError(f"not a plain value: {plain!r}")


def from_value(value: pb.Value) -> Plain:
    """The Python value; a list becomes a tuple."""
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
        case _:
            return tuple(from_value(part) for part in value.list.values)


def plain_tuple(values: Sequence[pb.Value]) -> tuple[Plain, ...]:
    """A repeated `Value` field as a tuple; the empty one, nearly always the case, at no cost."""
    return tuple(from_value(value) for value in values) if values else ()
