"""Finding entries: by time, author, card, rule or kind of fact, as far as a viewer sees them."""

from __future__ import annotations

from typing import Any

import msgspec
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from rulekeeper.kernel import Game, Seen, Viewer, seen
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SEAT, Entry

_UNSIGNED = {getattr(FieldDescriptor, f"TYPE_{name}") for name in ("UINT32", "UINT64", "FIXED32", "FIXED64")}


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for; all of it must hold. Of what is said of facts (card, kind, rule, fact), all of one fact.

    since_us, until_us: microseconds since 1970-01-01 UTC, both included; 0: any. seat: who sent it. card: an id of a
    card; 0: any. kind: what a card is called. rule: an id, or the beginning of ids up to a dot. fact: a kind of fact,
    by its short or full name. Empty: any.
    """

    since_us: int = 0
    until_us: int = 0
    seat: int | None = None
    card: int = 0
    kind: str = ""
    rule: str = ""
    fact: str = ""

    @property
    def of_facts(self) -> bool:
        """Something is said of facts."""
        return bool(self.card or self.kind or self.rule or self.fact)

    def in_time(self, entry: Entry) -> bool:
        """The entry was written then."""
        return self.since_us <= entry.time_us and (not self.until_us or entry.time_us <= self.until_us)

    def by_whom(self, step: table_pb2.Step) -> bool:
        """Its author, as far as the viewer sees it, is the one."""
        actor = step.actor
        return self.seat is None or (actor.role == ROLE_SEAT and actor.seat == self.seat)

    def facts(self, game: Game[Any], entry: Entry, viewer: Viewer) -> list[int]:
        """Which of the entry's facts are such, from 1, as the viewer counts."""
        return [at for at, one in enumerate(seen(game, entry.facts, viewer), 1) if self._is(one)]

    def _is(self, one: Seen) -> bool:
        names = one.fact.DESCRIPTOR.name, one.fact.DESCRIPTOR.full_name
        return (
            (not self.fact or self.fact in names)
            and (not self.rule or one.rule == self.rule or one.rule.startswith(self.rule.removesuffix(".") + "."))
            and (not self.kind or _holds(one.fact, self.kind))
            and (not self.card or _holds(one.fact, self.card))
        )


def _holds(message: Message, wanted: int | str) -> bool:
    """A field of it, or of a message in it, has the value: a text as a whole, a number that counts up from 0 and is no
    seat's.
    """
    for field, value in message.ListFields():
        several = value if field.is_repeated else (value,)
        if field.message_type is not None:
            if field.message_type.GetOptions().map_entry:
                continue
            if any(_holds(one, wanted) for one in several):
                return True
        elif (field.type in _UNSIGNED and field.name != "seat") if isinstance(wanted, int) else _is_text(field):
            if wanted in several:
                return True
    return False


def _is_text(field: FieldDescriptor) -> bool:
    return field.type == FieldDescriptor.TYPE_STRING
