"""Cards that are as good as each other: a person chooses the kind, and not which of them.

By what a view says, as all games have it: a card is a message with an `id` and a `kind`. Two are alike where they lie
in the same place, the view says the same of both, and nothing else in it names one of them.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from google.protobuf.message import Message

from rulekeeper.client import Plain, from_value
from rulekeeper.client.fields import Chosen, is_known, kind_of
from rulekeeper.v1 import table_pb2

Alike = Mapping[Any, Hashable]
"""By a card's id: what it shares with all that are as good."""
NONE: Alike = MappingProxyType({})


def alike_in(view: Message) -> Alike:
    """The cards of a view that are as good as another."""
    elsewhere: set[int] = set()
    found = dict(_cards(view, (), elsewhere))
    shared = Counter(what for card, what in found.items() if card not in elsewhere)
    return {card: what for card, what in found.items() if card not in elsewhere and shared[what] > 1}


def _cards(message: Message, path: tuple[Hashable, ...], elsewhere: set[int]) -> Iterable[tuple[int, Hashable]]:
    values = {one.name: getattr(message, one.name) for one in message.DESCRIPTOR.fields if not one.is_repeated}
    is_card = isinstance(values.get("id"), int) and isinstance(values.get("kind"), str) and values["id"] > 0
    if is_card:
        without = type(message)()
        without.CopyFrom(message)
        without.ClearField("id")
        yield values["id"], (path, without.SerializeToString(deterministic=True))
    # Which of several such places it is: whose, or of which sort.
    here = tuple(
        (one.name, values[one.name])
        for one in message.DESCRIPTOR.fields
        if not is_card and one.name in values and (one.name == "seat" or one.enum_type is not None)
    )
    for one, value in message.ListFields():
        if one.message_type is None:
            if one.name != "id" and one.cpp_type in (one.CPPTYPE_UINT32, one.CPPTYPE_UINT64):
                elsewhere.update(value if one.is_repeated else (value,))
        elif not one.message_type.GetOptions().map_entry:
            for each in value if one.is_repeated else (value,):
                yield from _cards(each, (*path, here, one.name), elsewhere)


def of_value(value: Plain, alike: Alike) -> Hashable:
    """What a value shares with all that are as good."""
    if isinstance(value, tuple):
        return tuple(of_value(each, alike) for each in value)
    return alike.get(value, (value,)) if isinstance(value, int) else (value,)


def of_field(of: table_pb2.OfferField, alike: Alike) -> Hashable:
    """What a field asks for, where its candidates are as good as those of another."""
    kind = kind_of(of) if is_known(of) else None
    if not isinstance(kind, Chosen):
        return of.SerializeToString(deterministic=True)
    found = sorted(repr((of_value(from_value(one.value), alike), one.label, one.limit)) for one in kind.candidates)
    return of.name, type(kind), kind.least, kind.most, tuple(found)
