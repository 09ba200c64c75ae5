"""Seeing: what a viewer gets of a fact. This is the only place where anything is left out, for all games."""

from __future__ import annotations

from typing import Any

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel.audience import Audience, Viewer, sees
from rulekeeper.kernel.game import Game


class Face(msgspec.Struct, frozen=True):
    """A game fact's two faces: `whole` for its audience and judges, `rest` for all others (None: they see
    nothing of it).
    """

    rule: str
    audience: Audience
    whole: Message
    rest: Message | None
    amended: bool

    def seen_by(self, viewer: Viewer) -> Message | None:
        """The face that the viewer sees; None: nothing of it."""
        return self.whole if sees(self.audience, viewer) else self.rest


class Seen(msgspec.Struct, frozen=True):
    """A game fact as one viewer sees it."""

    rule: str
    fact: Message
    amended: bool = False


def faces(game: Game[Any], facts: bytes | Message) -> list[Face]:
    """The game's own facts of an entry (its `Facts`, or their bytes), in order. The kernel's are for judges only, and
    are not among them. Faces share the messages they were made from: do not change them.
    """
    packed: Any = game.facts.FromString(facts) if isinstance(facts, bytes) else facts
    rules = list(packed.rules)
    found = []
    for fact in packed.facts:
        name = fact.WhichOneof("fact")
        if name not in game.reducer_of:
            continue
        whole = getattr(fact, name)
        rest: Message | None = whole
        if fact.private:
            rest = None
        elif game.hidden_of[name]:
            rest = type(whole)()
            rest.CopyFrom(whole)
            for hidden in game.hidden_of[name]:
                rest.ClearField(hidden)
        found.append(Face(rules[fact.rule], fact.audience, whole, rest, fact.amended))
    return found


def seen(game: Game[Any], facts: bytes | Message, viewer: Viewer) -> list[Seen]:
    """The facts of an entry as a viewer sees them, positions counted after leaving out: the event sequence."""
    found = []
    for face in faces(game, facts):
        fact = face.seen_by(viewer)
        if fact is not None:
            found.append(Seen(face.rule, fact, face.amended))
    return found


def draws(game: Game[Any], facts: bytes) -> list[tuple[Any, Audience]]:
    """Every draw of an entry (`Drew`), in order, with who sees its result: for proving them."""
    packed: Any = game.facts.FromString(facts)
    return [(fact.drew, fact.audience) for fact in packed.facts if fact.WhichOneof("fact") == "drew"]
