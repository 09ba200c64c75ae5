"""What differs between two views: the difference of two messages of any game, field by field."""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from rulekeeper.v1 import audit_pb2 as pb

MOST = 200
"""Changes that are told of one step; then one with the path "..." says that there are more."""


def changes(before: Message | None, after: Message | None, most: int = MOST) -> list[pb.Change]:
    """Every value that is another one in `after`, in the order of the fields; None: there was no view.

    Messages in a list are told apart by their `id`, where they have one, and else by their place. The place in a path
    is that in `after`; of what is gone, that in `before`. A list of plain values is one value.
    """
    if before is None and after is None:
        return []
    kind: Any = type(after if after is not None else before)
    before, after = kind() if before is None else before, kind() if after is None else after
    found = list(itertools.islice(_message("", before, after), most + 1))
    if len(found) > most:
        return [*found[:most], pb.Change(path="...")]
    return found


def _message(path: str, before: Message, after: Message) -> Iterator[pb.Change]:
    if before == after:
        return
    for field in before.DESCRIPTOR.fields:
        name = f"{path}.{field.name}" if path else field.name
        was, now = getattr(before, field.name), getattr(after, field.name)
        if _is_map(field):
            yield from _map(name, field, was, now)
        elif field.is_repeated:
            if field.message_type is not None:
                yield from _messages(name, was, now)
            elif was != now:
                yield pb.Change(path=name, before=_listed(field, was), after=_listed(field, now))
        elif field.has_presence:
            had, has = before.HasField(field.name), after.HasField(field.name)
            if had and has and field.message_type is not None:
                yield from _message(name, was, now)
            elif had != has or was != now:
                yield pb.Change(
                    path=name, before=_text(field, was) if had else "", after=_text(field, now) if has else ""
                )
        elif was != now:
            yield pb.Change(path=name, before=_text(field, was), after=_text(field, now))


def _messages(path: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[pb.Change]:
    pairs = _by_id(before, after) if _have_ids(before or after) else _by_place(before, after)
    gone = {was for was, now in pairs if now is None}
    kept = [(was, now) for was, now in pairs if was is not None and now is not None]
    for was, now in pairs:
        if was is not None and now is not None:
            yield from _message(f"{path}[{now}]", before[was], after[now])
        elif now is not None:
            # What came to the place of what is gone is told with it.
            instead = _json(before[now]) if now in gone else ""
            gone.discard(now)
            yield pb.Change(path=f"{path}[{now}]", before=instead, after=_json(after[now]))
        elif was is not None and was in gone:
            yield pb.Change(path=f"{path}[{was}]", before=_json(before[was]))
    if any(one[0] > other[0] for one, other in itertools.pairwise(kept)):
        ids = [before[was].id for was in sorted(was for was, _ in kept)], [after[now].id for _, now in kept]
        yield pb.Change(path=f"{path}[].id", before=json.dumps(ids[0]), after=json.dumps(ids[1]))


_Pairs = list[tuple[int | None, int | None]]
"""Places before and after of the same thing; None: it is not there. In the order of the places after."""


def _by_place(before: Sequence[Any], after: Sequence[Any]) -> _Pairs:
    """What is alike at the beginning and at the end stays what it was, so that one thing less is one change."""
    shorter = min(len(before), len(after))
    front = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    back = next((at for at in range(shorter - front) if before[-1 - at] != after[-1 - at]), shorter - front)
    return list(itertools.zip_longest(range(front, len(before) - back), range(front, len(after) - back)))


def _by_id(before: Sequence[Any], after: Sequence[Any]) -> _Pairs:
    """Several of one id, such as things that the viewer knows nothing of, are told apart by their order."""
    places: dict[Any, list[int]] = {}
    for at, one in enumerate(before):
        places.setdefault(one.id, []).append(at)
    for left in places.values():
        left.reverse()
    found: _Pairs = [(places[one.id].pop() if places.get(one.id) else None, at) for at, one in enumerate(after)]
    return [*found, *((at, None) for at in sorted(at for left in places.values() for at in left))]


def _have_ids(some: Sequence[Any]) -> bool:
    field = some[0].DESCRIPTOR.fields_by_name.get("id") if some else None
    return field is not None and field.message_type is None and not field.is_repeated


def _map(path: str, field: Any, before: Any, after: Any) -> Iterator[pb.Change]:
    value = field.message_type.fields_by_name["value"]
    for key in sorted({*before, *after}):
        name = f"{path}[{json.dumps(key)}]"
        had, has = key in before, key in after
        if had and has and value.message_type is not None:
            yield from _message(name, before[key], after[key])
        elif had != has or before[key] != after[key]:
            was, now = _text(value, before[key]) if had else "", _text(value, after[key]) if has else ""
            yield pb.Change(path=name, before=was, after=now)


def _is_map(field: Any) -> bool:
    return bool(field.message_type is not None and field.message_type.GetOptions().map_entry)


def _text(field: Any, value: Any) -> str:
    return _json(value) if field.message_type is not None else json.dumps(_plain(field, value), ensure_ascii=False)


def _listed(field: Any, values: Sequence[Any]) -> str:
    return json.dumps([_plain(field, value) for value in values], ensure_ascii=False) if values else ""


def _plain(field: Any, value: Any) -> Any:
    if field.enum_type is not None:
        named = field.enum_type.values_by_number.get(value)
        return value if named is None else named.name
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _json(message: Message) -> str:
    found = json_format.MessageToDict(message, preserving_proto_field_name=True)
    return json.dumps(found, ensure_ascii=False)
