"""What only a report says: which facts several saw alike, how many offers there were, and a view without a text."""

import itertools
from collections.abc import Iterable, Sequence

from google.protobuf import any_pb2

from rulekeeper.cli import show
from rulekeeper.v1 import table_pb2


def counted(offers: Sequence[table_pb2.Offer]) -> str:
    """ "3 kinds of command, 2 of them closed" """
    closed = sum(bool(offer.closed) for offer in offers)
    kinds = f"{len(offers)} kinds of command" if len(offers) > 1 else "1 kind of command"
    return f"{kinds}, {closed} of them closed" if closed else kinds


Run = Sequence[table_pb2.SeenFact]


def alignment(seen: Sequence[Run]) -> Iterable[tuple[bool, Sequence[Run]]]:
    """What several saw of one entry, in runs: whether all saw them alike, and what each of them saw. Facts that are of
    one kind under one rule at the same place are the same fact, seen in part; where there are more of one than of
    another, all that lies between what is alike stands apart.
    """
    shortest = min(map(len, seen))
    front = next((at for at in range(shortest) if not _alike(seen, at)), shortest)
    back = next((at for at in range(shortest - front) if not _alike(seen, -1 - at)), shortest - front)
    middle = [run[front : len(run) - back] for run in seen]
    if len({len(run) for run in middle}) == 1 and all(_paired(middle, at) for at in range(len(middle[0]))):
        for alike, places in itertools.groupby(range(len(seen[0])), lambda at: _alike(seen, at)):
            listed_places = list(places)
            yield alike, [run[listed_places[0] : listed_places[-1] + 1] for run in seen]
        return
    runs = ((True, [run[:front] for run in seen]), (False, middle), (True, [run[len(run) - back :] for run in seen]))
    yield from ((alike, run) for alike, run in runs if any(run))


def _alike(seen: Sequence[Run], at: int) -> bool:
    return all(run[at] == seen[0][at] for run in seen)


def _paired(seen: Sequence[Run], at: int) -> bool:
    return len({(run[at].rule.id, run[at].fact.type_url) for run in seen}) == 1


def view_lines(view: any_pb2.Any) -> list[str]:
    """The view of a game that has no scene: each value on a line, with its path. None where there is none."""
    return list(_lines(show.as_json(view), "")) if view.type_url else []


def _lines(value: object, path: str) -> Iterable[str]:
    match value:
        case dict():
            for name, inner in value.items():
                if name != "@type":
                    yield from _lines(inner, f"{path}.{name}" if path else str(name))
        case list() if any(isinstance(each, dict | list) for each in value):
            for number, inner in enumerate(value):
                yield from _lines(inner, f"{path}[{number}]")
        case list():
            yield f"{path}: {', '.join(map(str, value))}"
        case _:
            yield f"{path}: {value}"
