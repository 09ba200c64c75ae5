"""Steps: entries as viewers see them, as bytes. Each fact is encoded once, whole or without its hidden fields,
and the bytes are joined once a viewer.
"""

from __future__ import annotations

import functools
from typing import Any

from google.protobuf import any_pb2
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from rulekeeper.kernel import JUDGE, Face, Game, Refused, Viewer, faces, parse
from rulekeeper.log import Stored
from rulekeeper.projections.rules import rule_ref
from rulekeeper.projections.wire import delimited, delimited_if, number_if
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SEAT, Entry

_STEP = table_pb2.Step.DESCRIPTOR.fields_by_name
_SEEN = table_pb2.SeenFact.DESCRIPTOR.fields_by_name
_VERSION, _DIGEST, _TIME, _ACTOR, _FACTS, _COMMAND, _AUTOMATIC = (
    _STEP[name].number for name in ("version", "digest", "time_us", "actor", "facts", "command", "automatic")
)
_CREATED, _SEAT_TAKEN = _STEP["created"].number, _STEP["seat_taken"].number
_RULE, _FACT, _AMENDED = (_SEEN[name].number for name in ("rule", "fact", "amended"))


def any_bytes(message: Message) -> bytes:
    """The message as an encoded `google.protobuf.Any`."""
    return _type_url(message.DESCRIPTOR) + delimited_if(2, message.SerializeToString(deterministic=True))


def as_any(message: Message) -> any_pb2.Any:
    """The same, not encoded."""
    return any_pb2.Any.FromString(any_bytes(message))


@functools.cache
def _type_url(kind: Descriptor) -> bytes:
    return delimited(1, f"type.googleapis.com/{kind.full_name}".encode())


@functools.lru_cache(maxsize=4_096)
def _rule_bytes(game: Game[Any], rule: str) -> bytes:
    return delimited(_RULE, rule_ref(game, rule).SerializeToString())


class Steps:
    """One entry's steps, made when they are first asked for."""

    __slots__ = ("_encoded", "_faces", "_game", "_sealed", "_seen", "_steps", "entry", "stored")

    def __init__(self, game: Game[Any], stored: Stored, entry: Entry) -> None:
        self.stored = stored
        self.entry = entry
        self._game = game
        self._faces: list[Face] | None = None
        self._encoded: dict[tuple[int, bool], bytes] = {}
        """By place and whether it is whole; empty where there is nothing to be seen."""
        self._sealed = False
        self._seen: dict[Viewer, tuple[bytes, ...]] = {}
        self._steps: dict[tuple[Viewer, bool], bytes] = {}

    def facts(self, viewer: Viewer) -> tuple[bytes, ...]:
        """The `SeenFact` messages that the viewer gets of the entry, each encoded."""
        made = self._seen.get(viewer)
        if made is None:
            found = []
            for place, face in enumerate(self._parsed()):
                key = place, face.open_to(viewer)
                data = self._encoded.get(key)
                if data is None:
                    data = self._encoded[key] = self._fact(face, face.seen_by(viewer))
                if data:
                    found.append(data)
            made = self._seen[viewer] = tuple(found)
        return made

    def step(self, viewer: Viewer, begun: bool) -> bytes:
        """The `Step` that the viewer gets, encoded. `begun`: the game has begun by now, and contributions are
        no secret any more.
        """
        made = self._steps.get((viewer, begun))
        if made is None:
            made = self._steps[viewer, begun] = self._step(viewer, begun)
        return made

    def _fact(self, face: Face, shown: Message | None) -> bytes:
        if shown is None:
            return b""
        rule = _rule_bytes(self._game, face.rule)
        return rule + delimited(_FACT, any_bytes(shown)) + number_if(_AMENDED, face.amended)

    def _parsed(self) -> list[Face]:
        if self._faces is None:
            packed: Any = self._game.facts.FromString(self.entry.facts)
            self._sealed = len(packed.facts) == 1 and packed.facts[0].WhichOneof("fact") == "answered"
            self._faces = faces(self._game, packed)
        return self._faces

    def _step(self, viewer: Viewer, begun: bool) -> bytes:
        entry = self.entry
        facts = self.facts(viewer)
        own = viewer == JUDGE or (entry.actor.role == ROLE_SEAT and entry.actor.seat == viewer)
        parts = [
            number_if(_VERSION, self.stored.version),
            delimited_if(_DIGEST, self.stored.digest),
            number_if(_TIME, entry.time_us),
            *(delimited(_FACTS, fact) for fact in facts),
        ]
        # Of a sealed answer, others get the version only; the last one opens them all.
        if own or not self._sealed:
            parts.append(delimited(_ACTOR, entry.actor.SerializeToString()))
        if own and entry.command:
            parts += self._own(entry)
        parts.append(self._event(viewer, begun))
        return b"".join(parts)

    def _own(self, entry: Entry) -> list[bytes]:
        command = parse(self._game, entry.command)
        if isinstance(command, Refused):
            return []
        return [delimited(_COMMAND, any_bytes(command)), number_if(_AUTOMATIC, int(entry.automatic))]

    def _event(self, viewer: Viewer, begun: bool) -> bytes:
        what = self.entry.WhichOneof("what")
        if what is None or what == "command":
            return b""
        event: Message = getattr(self.entry, what)
        if what == "created" and viewer != JUDGE:
            # A position says what lies hidden.
            return delimited(_CREATED, _without(event, "position"))
        if what == "seat_taken" and not begun and viewer != JUDGE:
            return delimited(_SEAT_TAKEN, _without(event, "contribution"))
        return delimited(_STEP[what].number, event.SerializeToString())


def _without(message: Message, field: str) -> bytes:
    copy = type(message)()
    copy.CopyFrom(message)
    copy.ClearField(field)
    return copy.SerializeToString()


def step_message(steps: Steps, viewer: Viewer, begun: bool) -> table_pb2.Step:
    """The same as a message, for readers that want one."""
    return table_pb2.Step.FromString(steps.step(viewer, begun))
