"""What a player of the printed game would say of a fact: a few words, for those who were not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from google.protobuf.message import Message


class Tell(msgspec.Struct, frozen=True):
    """How a kind of fact is told in short. Kinds that have none are told nowhere but in the log.

    says: words with fields in braces, "played {kind}", without who did it: that is the fact's `seat`, if it has one.
        The first field is what is counted or added up when the same is told several times. After a colon stands its
        noun with its plural, "{coins:coin/s}": of a number what it counts, of anything else what is said where it is
        hidden ("drew {kind:card/s}"). Without a noun, a fact whose field is empty is not told. "{a+b:point/s}" adds
        fields up.
    each: the field whose messages are told, one by one, in the place of the fact.
    quiet: rules under which it is not told, by the beginning of their ids.
    unless: it is not told in an entry that tells of such a fact.
    turn: with it a turn begins, and `says` is that turn's name.
    """

    says: str
    each: str = ""
    quiet: tuple[str, ...] = ()
    unless: type[Message] | None = None
    turn: bool = False


Tells: TypeAlias = Mapping[type[Message], Tell]
