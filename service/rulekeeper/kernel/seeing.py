"""Seeing: what a viewer gets of a fact. This is the only place where anything is left out, for all games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel.audience import SPECTATOR, Audience, Viewer, sees
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.piles import audience_of
from rulekeeper.kernel.table import Table
from rulekeeper.v1 import options_pb2


class Face(msgspec.Struct, frozen=True):
    """A game fact's two faces: `whole` for its audience and judges, `rest` for all others. `hidden`: the fields
    that the rest lacks; `private`: there is no rest.
    """

    rule: str
    audience: Audience
    whole: Message
    hidden: Sequence[str]
    private: bool
    amended: bool

    def open_to(self, viewer: Viewer) -> bool:
        """Does the viewer see it whole?"""
        return sees(self.audience, viewer) or not (self.hidden or self.private)

    def tells(self) -> bool:
        """Does it show somebody what others may not see, or what nobody else could see before? A fact with an audience
        and no hidden field is of that kind: a hand laid open, named by kinds.
        """
        if not self.hidden:
            return self.private or self.audience != 0
        return self.private or any(getattr(self.whole, name) for name in self.hidden)

    def learned_by(self, viewer: Viewer) -> bool:
        """Does it tell the viewer, who is no judge, something of a hidden thing that they did not know? A hidden field
        `was` is the id that a card had: those who could see that id knew the card, and all others learn what is told of
        it openly.
        """
        within = sees(self.audience, viewer)
        was = _ids(self.whole, "was") if "was" in self.hidden else []
        news = any(getattr(self.whole, name) for name in self.hidden if name != "was")
        if was and not self.private:
            knew = all(sees(audience_of(card), viewer) for card in was)
            return not knew and (within or not news)
        return within and self.tells()

    @property
    def rest(self) -> Message | None:
        """What is left for those who do not see it whole, made when it is asked for; None: nothing."""
        if self.private:
            return None
        if not self.hidden:
            return self.whole
        rest = type(self.whole)()
        rest.CopyFrom(self.whole)
        for name in self.hidden:
            rest.ClearField(name)
        return rest

    def seen_by(self, viewer: Viewer) -> Message | None:
        """The face that the viewer sees; None: nothing of it."""
        return self.whole if self.open_to(viewer) else self.rest


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
    rules, hidden_of = list(packed.rules), game.hidden_of
    found = []
    for fact in packed.facts:
        name = fact.WhichOneof("fact")
        hidden = hidden_of.get(name)
        if hidden is None:
            continue
        found.append(Face(rules[fact.rule], fact.audience, getattr(fact, name), hidden, fact.private, fact.amended))
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


def shows_nothing_hidden(game: Game[Any], facts: bytes) -> bool:
    """Whether nothing was drawn in the entry and nobody was shown what others may not see, or could not see before."""
    return not draws(game, facts) and not any(face.tells() for face in faces(game, facts))


def passed_over(fact: Message) -> str:
    """The short name of the command that nobody was asked for, as a fact tells (option `passed_over`); empty: none."""
    marked = (
        getattr(fact, field.name)
        for field in fact.DESCRIPTOR.fields
        if field.GetOptions().Extensions[options_pb2.passed_over]
    )
    return "".join(marked)


class Turn(msgspec.Struct, frozen=True):
    """Which turn (round, night) it is. `words`: as the game's view has it, "number 3"; `called`: as a player says it,
    "Turn 3"; `seat`: whose it is, None where that is not said beside it.
    """

    words: str = ""
    called: str = ""
    seat: int | None = None


def turn_at(game: Game[Any], table: Table) -> Turn:
    """The turn of a table. All of it is empty where the game marks none, and before it has begun."""
    found = [*_marked(game.view(table.state, SPECTATOR))] if table.started else []
    words = " ".join(f"{name} {value}" for _, name, value, _ in found)
    called = " ".join(f"{outer or name} {value}" for outer, name, value, _ in found).capitalize()
    return Turn(words, called, next((seat for *_, seat in found if seat is not None), None))


def turn_of(game: Game[Any], table: Table) -> str:
    """Which turn (round, night) it is, in the words of the game's view: "number 3". Empty where the game marks none,
    and before it has begun.
    """
    return turn_at(game, table).words


def _marked(message: Message, outer: str = "") -> Iterator[tuple[str, str, Any, int | None]]:
    """The fields marked `turn`, in a message and those in it: in which field the message lies, its own name, its value,
    and the message's field `seat`, if it has one.
    """
    for field in message.DESCRIPTOR.fields:
        if field.is_repeated:
            continue
        if field.GetOptions().Extensions[options_pb2.turn]:
            yield outer, field.name, getattr(message, field.name), getattr(message, "seat", None) if outer else None
        elif field.message_type is not None and message.HasField(field.name):
            yield from _marked(getattr(message, field.name), field.name)


def _ids(fact: Message, name: str) -> list[int]:
    """The ids of cards in a field, be they one or several; none where there is none."""
    value = getattr(fact, name)
    return [card for card in ([value] if isinstance(value, int) else value) if card]
