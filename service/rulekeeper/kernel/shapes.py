"""Shapes: what may be a command's field, and how a command's fields are read."""

from __future__ import annotations

import functools
from typing import Any, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message


class Shape:
    """What the kernel needs to know of a kind of command, worked out once."""

    __slots__ = ("_fields", "names")

    def __init__(self, message: type[Message]) -> None:
        self._fields: tuple[tuple[str, bool], ...] = tuple(
            (field.name, field.is_repeated) for field in message.DESCRIPTOR.fields
        )
        self.names: tuple[str, ...] = tuple(name for name, _ in self._fields)

    def values(self, command: Message) -> dict[str, Any]:
        """Each field's value, in order: a tuple for a repeated one, None for one that was left out."""
        return {
            name: tuple(getattr(command, name))
            if repeated
            else (getattr(command, name) if command.HasField(name) else None)
            for name, repeated in self._fields
        }


@functools.cache
def _shape_of(message: Any) -> Shape:
    return Shape(message)


def shape_of(message: type[Message]) -> Shape:
    """The shape of a kind of command."""
    return _shape_of(cast("Any", message))


def flaws(message: type[Message]) -> list[str]:
    """What keeps a message from being a command: every field is an optional or repeated number, text or truth
    value. Empty: nothing does.
    """
    unfit = (FieldDescriptor.CPPTYPE_MESSAGE, FieldDescriptor.CPPTYPE_FLOAT, FieldDescriptor.CPPTYPE_DOUBLE)
    wrong = []
    for field in message.DESCRIPTOR.fields:
        if field.cpp_type in unfit:
            wrong.append(f"{field.full_name} is neither a number, a text nor a truth value")
        elif not field.is_repeated and not field.has_presence:
            wrong.append(f"{field.full_name} has no presence: write `optional`, so that leaving it out is not a choice")
    return wrong


def type_of(field: Any) -> type[int] | type[str] | type[bool] | type[bytes]:
    """The Python type of one value of a command's field."""
    if field.type == FieldDescriptor.TYPE_BYTES:
        return bytes
    if field.type == FieldDescriptor.TYPE_STRING:
        return str
    return bool if field.type == FieldDescriptor.TYPE_BOOL else int
