"""Words of a report: facts and commands with the names of players and cards, and what an entry did that is neither.

Names of cards come by what all games have in common: a card in a view is a message with an `id` and a `kind`, facts
name cards in fields called `card` or `cards`, and the catalogue has the names of kinds.
"""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from google.protobuf import any_pb2
from google.protobuf.message import Message

from rulekeeper.cli import show
from rulekeeper.client import from_value
from rulekeeper.testing.messages import unpacked
from rulekeeper.v1 import games_pb2, table_pb2


@dataclass(frozen=True)
class Event:
    """`said`: what was done. `words`: what its author wrote. `rules`: the ids of those that it rests on."""

    said: str
    words: str = ""
    rules: Sequence[str] = ()


def event_of(step: table_pb2.Step, names: Mapping[int, str]) -> Event | None:
    """What an entry did; None where it is a command of the game."""
    match step.WhichOneof("event"):
        case None:
            return None
        case "created":
            return Event(f"made the game, for {len(step.created.seats)} seats")
        case "seat_taken":
            return Event(f"seat {step.seat_taken.seat} is taken by {step.seat_taken.name}")
        case "started":
            return Event("the game begins")
        case "rewound":
            text = f"went back to version {step.rewound.to}; what came after it no longer counts"
            return Event(text, step.rewound.reason)
        case "amended":
            return Event("changed the table", step.amended.reason)
        case "noted":
            return Event("remarked", step.noted.text)
        case "judge_called":
            paused = "; the game is paused" if step.judge_called.pause else ""
            return Event(f"called a judge about version {step.judge_called.about}{paused}", step.judge_called.text)
        case "dispute_assigned":
            return Event(f"dispute {step.dispute_assigned.dispute} goes to judge {step.dispute_assigned.judge}")
        case "dispute_ruled":
            ruled = step.dispute_ruled
            return Event(f"ruled on dispute {ruled.dispute}", ruled.text, list(ruled.rules))
        case "result_set":
            winners = listed([names.get(seat, f"seat {seat}") for seat in step.result_set.winners])
            return Event(f"ended the game: {f'{winners} won' if winners else 'a draw'}", step.result_set.reason)
        case "paused":
            return Event("paused the game", step.paused.reason)
        case "resumed":
            return Event("let the game go on", step.resumed.reason)
        case "take_back_asked":
            text = f"asked to take back what was done after version {step.take_back_asked.to}"
            return Event(text, step.take_back_asked.reason)
        case "take_back_answered":
            agreed = "agreed" if step.take_back_answered.agreed else "did not agree"
            return Event(f"{agreed} to the taking back that was asked for in version {step.take_back_answered.asked}")
        case "forked":
            return Event(f"from here on it is a sandbox; all before is game {step.forked.game_id}")
        case "imported":
            return Event("all before came from a file, and was found sound")
        case never:
            assert_never(never)


def spaced(name: str) -> str:
    """ "CardPlayed" -> "Card played" """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).capitalize()


def listed(parts: Sequence[str]) -> str:
    """ "Ann, Ben and Cleo" """
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def counted(offers: Sequence[table_pb2.Offer]) -> str:
    """ "3 kinds of command, 2 of them closed" """
    closed = sum(bool(offer.closed) for offer in offers)
    kinds = f"{len(offers)} kinds of command" if len(offers) > 1 else "1 kind of command"
    return f"{kinds}, {closed} of them closed" if closed else kinds


@dataclass
class Words:
    """Facts and commands in words. `seats`: names by seat. `kinds`: names of cards by kind. `cards`: kinds by the ids
    of cards, as far as the page's own views tell them.
    """

    seats: Mapping[int, str]
    kinds: Mapping[str, str]
    cards: dict[int, str] = field(default_factory=dict)

    def learn(self, view: any_pb2.Any) -> None:
        """Takes the cards of a view."""
        self.cards.update(cards_in(unpacked(view)))

    def of(self, packed: any_pb2.Any, offers: Iterable[table_pb2.Offer] = ()) -> tuple[str, str]:
        """What it is, "Card played", and what it says, "Ann, card 12, kind City". A command's values are called as in
        its offer, where that is among these.
        """
        message = unpacked(packed)
        if isinstance(message, any_pb2.Any):
            # Its game is not installed here.
            return spaced(packed.type_url.rpartition(".")[2]), ""
        name = packed.type_url.rpartition("/")[2]
        labels = {one.name: labels_of(one) for each in offers if each.command == name for one in each.fields}
        return spaced(message.DESCRIPTOR.name), ", ".join(self._parts(message, labels))

    def _parts(self, message: Message, labels: Mapping[str, Mapping[Any, str]]) -> Iterable[str]:
        own_kind = "kind" in message.DESCRIPTOR.fields_by_name
        for one in message.DESCRIPTOR.fields:
            value = getattr(message, one.name)
            known = labels.get(one.name, {})
            if one.name == "seat" and value in self.seats:
                yield self.seats[value]
            elif one.is_repeated:
                if value:
                    yield f"{one.name} {' + '.join(self._value(one, each, known, own_kind) for each in value)}"
            elif message.HasField(one.name) if one.has_presence else value or one.name == "seat":
                yield f"{one.name} {self._value(one, value, known, own_kind)}".replace("_", " ")

    def _value(self, of: Any, value: Any, labels: Mapping[Any, str], own_kind: bool) -> str:
        if of.message_type is not None:
            inner = {each.name: getattr(value, each.name) for each in of.message_type.fields}
            if list(inner) == ["kind", "count"]:
                return f"{inner['count']} {self.kind(inner['kind'])}"
            return f"({', '.join(self._parts(value, {}))})"
        if value in labels:
            return f"{labels[value]} [{value}]"
        if of.name == "kind" and isinstance(value, str):
            return self.kind(value)
        if of.name in ("card", "cards") and not own_kind and value in self.cards:
            return f"{self.kind(self.cards[value])} [{value}]"
        return show.word(of, value)

    def kind(self, kind: str) -> str:
        """What a kind of card is called."""
        return self.kinds.get(kind) or kind


def kinds_of(ruleset: games_pb2.GetRulesetResponse) -> dict[str, str]:
    return {card.id: card.name for card in ruleset.cards}


def cards_in(message: Message) -> dict[int, str]:
    """Ids of cards, and of which kind each is."""
    found: dict[int, str] = {}
    known = {one.name: getattr(message, one.name) for one in message.DESCRIPTOR.fields if one.name in ("id", "kind")}
    match known:
        case {"id": int(card), "kind": str(kind)} if card and kind:
            found[card] = kind
    for one, value in message.ListFields():
        if one.message_type is not None and not one.message_type.GetOptions().map_entry:
            for each in value if one.is_repeated else (value,):
                found.update(cards_in(each))
    return found


def labels_of(of: table_pb2.OfferField) -> dict[Any, str]:
    """What the values are called that may be chosen."""
    kind = of.WhichOneof("kind")
    if kind is None or kind == "number":
        return {}
    candidates = getattr(of, kind).candidates
    values = ((from_value(each.value), each.label) for each in candidates)
    return {value: label for value, label in values if label and label != str(value) and not isinstance(value, tuple)}


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
    """The view of a game that has no text of its own: each value on a line, with its path. None where there is none."""
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
