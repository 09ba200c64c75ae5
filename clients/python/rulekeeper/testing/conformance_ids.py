"""Ids of cards: each is shown only to those whom it was given for, and to all of them.

An id says who could see its card when it got it. So three things can be held against every table, without knowing the
game: a card in the state has the audience that its id was given for; whoever is shown an id, in a fact, in the view or
in an offer, is of that audience; and all who are of it are shown the id in the entry that gave it. A field of a message
that holds plain numbers, which may come to be as great as an id, is marked `plain_number` (or `turn`).
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from typing import Any

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from rulekeeper.kernel import (
    JUDGES,
    Card,
    Face,
    Game,
    Live,
    Minted,
    Offer,
    Table,
    Viewer,
    audience_of,
    everyone,
    faces,
    mint,
    offers,
    only,
    seen,
    sees,
    standing,
)
from rulekeeper.kernel.faults import was_given
from rulekeeper.kernel.game import KERNEL_FACTS
from rulekeeper.v1 import options_pb2

_LEAST = mint((), JUDGES)
"""The smallest of all ids."""

_WHOLE = (
    FieldDescriptor.CPPTYPE_INT32,
    FieldDescriptor.CPPTYPE_INT64,
    FieldDescriptor.CPPTYPE_UINT32,
    FieldDescriptor.CPPTYPE_UINT64,
)


def wrongly_named(
    game: Game[Any], table: Table, facts: bytes, viewers: Sequence[Viewer], live: Live | None
) -> Iterator[str]:
    """What is wrong with the ids of a table, and with those that anybody is shown after the entry with these facts.
    `live`: the generators at hand; without them nobody's offers are looked at.
    """
    audiences = {card.id: card.audience for card in cards(table.state)}
    for card, audience in audiences.items():
        if audience != audience_of(card):
            yield f"card {card} is known to {_told(audience)}, and its id was given for {_told(audience_of(card))}"
    minted: Minted = getattr(table.state, "minted", ())  # a game without cards keeps no counters
    for viewer in viewers:
        for place, number in _shown(game, table, facts, viewer, live):
            if not was_given(number, minted):
                continue
            if not sees(audiences.get(number, audience_of(number)), viewer):
                yield f"{place} names card {number} to viewer {viewer}, whom its audience denies it"
            elif not sees(audience_of(number), viewer):
                yield f"{place} names card {number} to viewer {viewer}, and the id was not given for them"


def wrongly_given(
    game: Game[Any], before: Table, table: Table, facts: bytes, viewers: Sequence[Viewer]
) -> Iterator[str]:
    """Ids that an entry gave for a viewer who is shown them neither in its facts nor in the view: whatever names them
    later tells that viewer of a card that was never theirs to see.
    """
    earlier, minted = getattr(before.state, "minted", ()), getattr(table.state, "minted", ())
    whole = (number for face in faces(game, facts) for _, number in numbers(face.whole, least=_LEAST))
    new = {number for number in whole if was_given(number, minted) and not was_given(number, earlier)}
    for viewer in viewers if new else ():
        shown = {number for _, number in _shown(game, table, facts, viewer, None)}
        for number in sorted(new - shown):
            if sees(audience_of(number), viewer):
                yield f"card {number} was given its id for viewer {viewer}, who is not shown it"


def wrongly_seen(game: Game[Any], facts: bytes, viewers: Sequence[Viewer]) -> Iterator[str]:
    """Where the kernel shows a viewer other facts than audiences and the marks on fields say, plainly read."""
    for viewer in viewers:
        got = [(one.fact.DESCRIPTOR.name, one.fact.SerializeToString()) for one in seen(game, facts, viewer)]
        if got != [(fact.DESCRIPTOR.name, fact.SerializeToString()) for fact in _plainly(game, facts, viewer)]:
            yield f"viewer {viewer} is shown other facts than their audiences say: {got}"


def _plainly(game: Game[Any], facts: bytes, viewer: Viewer) -> Iterator[Message]:
    packed: Any = game.facts.FromString(facts)
    for fact in packed.facts:
        name = fact.WhichOneof("fact")
        shown = getattr(fact, name)
        if name in KERNEL_FACTS or fact.private and not fact.audience >> viewer + 1 & 1:
            continue
        if not fact.audience >> viewer + 1 & 1:
            for field in shown.DESCRIPTOR.fields:
                if field.GetOptions().Extensions[options_pb2.hidden]:
                    shown.ClearField(field.name)
        yield shown


def holds_no_id(face: Face) -> bool:
    """Does it hide something, and no id? Then nothing else says from whom."""
    hidden = type(face.whole)()
    hidden.CopyFrom(face.whole)
    for field, _ in face.whole.ListFields():
        if field.name not in face.hidden:
            hidden.ClearField(field.name)
    return bool(hidden.ListFields()) and all(number < _LEAST for _, number in numbers(hidden))


def cards(value: Any) -> Iterator[Card]:
    """All cards with ids in a state."""
    if isinstance(value, Card):
        yield value
        return
    for part in parts(value):
        yield from cards(part)


def parts(value: Any) -> list[Any]:
    """What a value of a state is made of."""
    if isinstance(value, msgspec.Struct):
        return [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, dict):
        return [part for item in value.items() for part in item]
    return list(value) if isinstance(value, tuple | list) else []


def numbers(message: Message, place: str = "", least: int = 0) -> Iterator[tuple[str, int]]:
    """Each number, from `least` on, in a message and in those inside it that may be an id, with its field's name."""
    place = place or message.DESCRIPTOR.name
    holds = _fields(message.DESCRIPTOR)
    for field, value in message.ListFields():
        what = holds[field.name]
        if what is _Holds.NOTHING:
            continue
        for one in value if field.is_repeated else (value,):
            if what is _Holds.MESSAGES:
                yield from numbers(one, f"{place}.{field.name}", least)
            elif one >= least:
                yield f"{place}.{field.name}", one


class _Holds(Enum):
    """What a field holds: numbers that may be ids, messages that may, or nothing of the kind."""

    NUMBERS = 1
    MESSAGES = 2
    NOTHING = 3


@cache
def _fields(descriptor: Descriptor) -> dict[str, _Holds]:
    return {field.name: _holds(field) for field in descriptor.fields}


def _holds(field: Any) -> _Holds:
    if field.message_type is not None:
        return _Holds.NOTHING if field.message_type.GetOptions().map_entry else _Holds.MESSAGES
    marks = field.GetOptions().Extensions
    plain = marks[options_pb2.plain_number] or marks[options_pb2.turn] or field.cpp_type not in _WHOLE
    return _Holds.NOTHING if plain else _Holds.NUMBERS


def _shown(game: Game[Any], table: Table, facts: bytes, viewer: Viewer, live: Live | None) -> Iterator[tuple[str, int]]:
    yield from numbers(game.view(table.state, viewer), least=_LEAST)
    for one in seen(game, facts, viewer):
        yield from numbers(one.fact, least=_LEAST)
    if viewer >= 0 and table.decision is not None and live is not None:
        yield from _offered(offers(game, table, viewer, live))
        yield from _offered(standing(game, table, viewer))


def _offered(menu: Iterable[Offer[Message]]) -> Iterator[tuple[str, int]]:
    for offer in menu:
        for name, field in offer.fields.items():
            if _fields(offer.message.DESCRIPTOR)[name] is _Holds.NUMBERS:
                for candidate in getattr(field, "candidates", ()):
                    if isinstance(candidate, int) and candidate >= _LEAST:
                        yield f"an offer of {offer.message.DESCRIPTOR.name}.{name}", int(candidate)


def _told(audience: int) -> str:
    """An audience, for people."""
    if not audience:
        return "judges alone"
    if audience in {everyone(seats) for seats in range(1, 8)}:
        return "everybody"
    seats = [str(seat) for seat in range(7) if audience & only(seat)]
    return " and ".join([*(["the spectators"] if audience & 1 else []), *(f"seat {seat}" for seat in seats)])
