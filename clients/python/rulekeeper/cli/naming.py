"""What numbers stand for, as the games' messages mark it (`rulekeeper.v1.names`): seats, and what an enum of the game
has, such as places. So that who is who is said by name, and never left out for being 0.
"""

import functools
import re
from collections.abc import Mapping
from typing import Any

from rulekeeper.v1 import options_pb2


def seat_words(seat: int, names: Mapping[int, str]) -> str:
    """Who sits there; "seat 2" where no name is known."""
    return names.get(seat, f"seat {seat}")


def is_seat(of: Any) -> bool:
    """Whether a field's numbers are seats: then 0 is one too."""
    return of.name == "seat" or _marked(of).of == "seat"


def label_of(of: Any) -> str:
    """What is said before the value of a field, in the place of the field's own name; "" where nothing else is."""
    return str(_marked(of).label)


def named(of: Any, value: Any, seats: Mapping[int, str]) -> str:
    """What a number of a field is called: "Ben", "Ann's kingdom"; "" where it has no name of its own."""
    if not isinstance(value, int) or isinstance(value, bool):
        return ""
    if is_seat(of):
        return seat_words(value, seats)
    known = None if _values(of) is None else _values(of).values_by_number.get(value)
    called = "" if known is None else str(known.GetOptions().Extensions[options_pb2.called])
    return re.sub(r"\{(\d+)\}", lambda found: seat_words(int(found[1]), seats), called)


@functools.cache
def _marked(of: Any) -> options_pb2.Names:
    found: options_pb2.Names = of.GetOptions().Extensions[options_pb2.names]
    return found


@functools.cache
def _values(of: Any) -> Any:
    """The enum that says what a field's numbers are called, where there is one."""
    if of.enum_type is not None or not _marked(of).of:
        return of.enum_type
    return of.file.enum_types_by_name.get(_marked(of).of)
