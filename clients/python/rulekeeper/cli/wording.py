"""What was done in a game, in words: events, facts and commands, and whose they are. For lines, the screen and reports.

Names of cards come by what all games have in common: a card in a view is a message with an `id` and a `kind`, facts
name cards in fields called `card` or `cards`, and the catalogue has the names of kinds.
"""

import itertools
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, assert_never

from google.protobuf import any_pb2
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from rulekeeper.cli.naming import is_seat, label_of, named
from rulekeeper.cli.naming import seat_words as seat_words
from rulekeeper.client import from_value
from rulekeeper.client.fields import is_known, kind_of
from rulekeeper.testing.messages import unpacked
from rulekeeper.v1 import entry_pb2, facts_pb2, games_pb2, judges_pb2, options_pb2, table_pb2

NOBODY: Mapping[int, str] = MappingProxyType({})
NOTHING = "nothing that you may see"
"""What is said of an entry that shows a viewer nothing."""
CARDS = ("card", "cards")
"""Fields that hold cards' ids in every game."""
COUNTED = 100
"""Smaller numbers may be amounts."""


NOT_SHOWN = "its command is not shown to you"
"""What is said of an entry whose facts a viewer sees, and no more."""

NO_NUMBERS = (FieldDescriptor.CPPTYPE_STRING, FieldDescriptor.CPPTYPE_BOOL)


# Who, and under which rule.


def actor_words(actor: entry_pb2.Actor, names: Mapping[int, str]) -> str:
    """ "Ann", "judge Dana", "service" """
    if actor.role == entry_pb2.ROLE_SEAT:
        return seat_words(actor.seat, names)
    return f"{number_words(entry_pb2.Role.DESCRIPTOR, actor.role)} {actor.name}".strip()


def author_words(step: table_pb2.Step, names: Mapping[int, str]) -> str:
    """Who wrote an entry, as far as it is shown: of a sealed answer only that there is one."""
    return actor_words(step.actor, names) if step.HasField("actor") else "a sealed answer"


def rule_words(rule: table_pb2.RuleRef) -> str:
    """ "hoc.keep.cost-limit, page 15" """
    return f"{rule.id}, page {rule.page}" if rule.page else rule.id


def winner_words(winners: Iterable[int], names: Mapping[int, str], did: str = "won") -> str:
    """ "Ann and Ben won"; empty of a draw."""
    who = listed([seat_words(seat, names) for seat in winners])
    return f"{who} {did}" if who else ""


def listed(parts: Sequence[str]) -> str:
    """ "Ann, Ben and Cleo" """
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


# What an entry did that is no command of the game.


@dataclass(frozen=True)
class Event:
    """`said`: what was done. `words`: what its author wrote. `rules`: the ids of those that it rests on."""

    said: str
    words: str = ""
    rules: Sequence[str] = ()

    def __str__(self) -> str:
        told = f"{self.said}: {self.words}" if self.words else self.said
        return f"{told} ({', '.join(self.rules)})" if self.rules else told


def event_of(step: table_pb2.Step, names: Mapping[int, str]) -> Event | None:
    """What an entry did; None where it is a command of the game."""
    match step.WhichOneof("event"):
        case None:
            return None
        case "created":
            return Event(f"made the game, {len(step.created.seats)} seats")
        case "seat_taken":
            return Event(f"seat {step.seat_taken.seat} is taken by {step.seat_taken.name}")
        case "started":
            return Event("the game begins")
        case "rewound":
            return Event(f"went back to version {step.rewound.to}", step.rewound.reason)
        case "amended":
            return Event("amended the table", step.amended.reason)
        case "noted":
            return Event("noted", step.noted.text)
        case "judge_called":
            paused = ", and paused the game" if step.judge_called.pause else ""
            return Event(f"called a judge, about version {step.judge_called.about}{paused}", step.judge_called.text)
        case "dispute_assigned":
            return Event(f"dispute {step.dispute_assigned.dispute} is for {step.dispute_assigned.judge}")
        case "dispute_ruled":
            ruled = step.dispute_ruled
            return Event(f"ruled on dispute {ruled.dispute}", ruled.text, list(ruled.rules))
        case "result_set":
            won = winner_words(step.result_set.winners, names) or "a draw"
            return Event(f"ended the game, {won}", step.result_set.reason)
        case "paused":
            return Event("paused the game", step.paused.reason)
        case "resumed":
            return Event("let the game go on", step.resumed.reason)
        case "take_back_asked":
            return Event(f"asks to go back to version {step.take_back_asked.to}", step.take_back_asked.reason)
        case "take_back_answered":
            return Event(f"{'agrees' if step.take_back_answered.agreed else 'does not agree'} to going back")
        case "forked":
            return Event(f"a sandbox from here on, made from game {step.forked.game_id}")
        case "imported":
            return Event("all before this came from a file, and was found sound")
        case never:
            assert_never(never)


def entry_words(step: table_pb2.Step, names: Mapping[int, str]) -> str:
    """What an entry did, its command or what else it is; empty where the viewer is shown neither."""
    event = event_of(step, names)
    if event is not None:
        return str(event)
    said = packed_words(step.command, names) if step.command.type_url else ""
    return f"{said} (automatic)" if step.automatic else said


# Facts and commands.


@dataclass
class Words:
    """Facts and commands in words. `seats`: names by seat. `kinds`: names of cards by kind; `cards`: kinds by the ids
    of cards; what is in neither is called as it is written. `prose`: names of messages and fields are those of a text
    ("Card played"), and not those that one types ("CardPlayed").

    A number is taken for a card's in fields called `card` or `cards`; in others where it is known as an id, and is too
    large to be one of what is counted.
    """

    seats: Mapping[int, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    cards: dict[int, str] = field(default_factory=dict)
    prose: bool = False

    def learn(self, packed: any_pb2.Any) -> None:
        """Takes the cards of a view, or of a fact."""
        self.cards.update(cards_in(unpacked(packed)))

    def line(self, message: Message) -> str:
        """ "CardPlayed seat 0, card 12, kind city", or "CardPlayed Ann, ..." with names."""
        return " ".join(part for part in self.of(message) if part)

    def of(self, packed: Message, offers: Iterable[table_pb2.Offer] = ()) -> tuple[str, str]:
        """What it is, "CardPlayed", and what it says, "Ann, card 12, kind City". A command's values are called as in
        its offer, where that is among these; ids in a fact, as in any of them. An `Any` is opened; where its game is
        not installed here, it says nothing.
        """
        message = unpacked(packed) if isinstance(packed, any_pb2.Any) else packed
        if isinstance(message, any_pb2.Any):
            return self._message_name(message.type_url.rpartition(".")[2]), ""
        name = message.DESCRIPTOR.full_name
        known = [(each.command == name, one.name, labels_of(one)) for each in offers for one in each.fields]
        labels = {one: its for own, one, its in known if own}
        ids = {value: label for _, _, its in known for value, label in its.items() if is_id(value)}
        return self._message_name(message.DESCRIPTOR.name), ", ".join(self._parts(message, labels, ids))

    def _parts(
        self, message: Message, labels: Mapping[str, Mapping[Any, str]], ids: Mapping[int, str] = NOBODY
    ) -> Iterable[str]:
        own_kind = "kind" in message.DESCRIPTOR.fields_by_name
        for one in message.DESCRIPTOR.fields:
            value = getattr(message, one.name)
            known = {**self._ids(one, own_kind, ids), **labels.get(one.name, {})}
            name = label_of(one) or (one.name.replace("_", " ") if self.prose else one.name)
            if one.is_repeated:
                if value:
                    yield f"{name} {several(self._value(one, each, known, ids) for each in value)}"
            elif message.HasField(one.name) if one.has_presence else value or counts(one) or always(one):
                said = self._value(one, value, known, ids)
                yield said if name == "seat" else f"{name} {said}"

    def _ids(self, of: Any, own_kind: bool, ids: Mapping[int, str]) -> Mapping[Any, str]:
        """What the ids are called that may stand in a field. A card whose kind stands beside it needs no name."""
        if of.type not in (of.TYPE_UINT32, of.TYPE_UINT64) or (of.name in CARDS and own_kind):
            return {}
        cards = {card: self.kind(kind) for card, kind in self.cards.items() if of.name in CARDS or is_id(card)}
        return {**ids, **cards}

    def about(self, message: Message, known: Collection[str] = ()) -> str:
        """What a message's own fields say, but for those that are known: "owner 1, damage 2"."""
        said = [
            f"{one.name.replace('_', ' ')} {self._value(one, value, {}, {})}"
            for one, value in message.ListFields()
            if one.name not in known and one.message_type is None and not one.is_repeated
        ]
        return ", ".join(said)

    def _value(self, of: Any, value: Any, labels: Mapping[Any, str], ids: Mapping[int, str]) -> str:
        if isinstance(value, facts_pb2.FactPart):
            return f"{value.amount:+} {value.rule}"
        if isinstance(value, Message):
            inner = {each.name: getattr(value, each.name) for each in value.DESCRIPTOR.fields}
            if list(inner) == ["kind", "count"]:
                return f"{inner['count']} {self.kind(inner['kind'])}"
            return f"({', '.join(self._parts(value, {}, ids))})"
        if value in labels:
            return f"{labels[value]} [{value}]"
        if name := named(of, value, self.seats):
            return name
        if of.name == "kind" and isinstance(value, str):
            return self.kind(value)
        if of.enum_type is not None:
            return number_words(of.enum_type, value)
        if isinstance(value, bytes):
            return value.hex()[:16]
        return str(value).lower() if isinstance(value, bool) else str(value)

    def value(self, of: Any, value: Any) -> str:
        """One value of a field."""
        return self._value(of, value, {}, {})

    def kind(self, kind: str) -> str:
        """What a kind of card is called."""
        return self.kinds.get(kind) or kind

    def _message_name(self, name: str) -> str:
        return spaced(name) if self.prose else name


def is_id(value: Any) -> bool:
    """Whether a number that is somebody's id may be taken for it where it could be another: it is too large for an
    amount, a turn or a seat.
    """
    return isinstance(value, int) and value >= COUNTED


def always(of: Any) -> bool:
    """Whether a field says who, so that 0 is worth a word; of what is hidden, 0 says that it is left out."""
    return is_seat(of) and not of.GetOptions().Extensions[options_pb2.hidden]


AMOUNTS = frozenset({"count"})
"""Names of fields that say how many, but for those in the plural."""


def counts(of: Any) -> bool:
    """Whether a field says how many ("counters", "points"), so that 0 is worth a word: of an id, 0 says that there is
    none; of what is hidden, that it is left out. By its name, as all games have them: in the plural, or `count`; or by
    its sign.
    """
    if of.message_type is not None or of.enum_type is not None or of.cpp_type in NO_NUMBERS:
        return False
    signed = of.type in (of.TYPE_SINT32, of.TYPE_SINT64, of.TYPE_INT32, of.TYPE_INT64)
    named = of.name in AMOUNTS or (of.name.endswith("s") and of.name != "was")
    return (signed or named) and not of.GetOptions().Extensions[options_pb2.hidden]


def packed_words(packed: any_pb2.Any, names: Mapping[int, str] = NOBODY) -> str:
    """A fact or a command in a line; its type alone where its game is not installed here."""
    return Words(names).line(packed)


def fact_words(fact: table_pb2.SeenFact, names: Mapping[int, str] = NOBODY) -> str:
    """A fact in a line, and whether a judge made it."""
    return packed_words(fact.fact, names) + (" (amended)" if fact.amended else "")


def sent_words(command: any_pb2.Any, names: Mapping[int, str] = NOBODY) -> str:
    """The same of what was sent and refused, which may be anything."""
    return packed_words(command, names) if command.type_url else "what is no command of the game"


def several(words: Iterable[str]) -> str:
    """Values in a row: "12+13", or with how often the same comes one after another: "3 x city, donation"."""
    found = [(each, len(list(same))) for each, same in itertools.groupby(words)]
    said = [f"{count} x {each}" if count > 1 else each for each, count in found]
    return (", " if any(" " in each for each in said) else "+").join(said)


def spaced(name: str) -> str:
    """ "CardPlayed" -> "Card played" """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).capitalize()


def enum_words(enum: str, value: str) -> str:
    """ "Phase", "PHASE_CLEAN_UP" -> "clean-up" """
    prefix = "".join(f"_{letter}" if letter.isupper() else letter for letter in enum).strip("_").upper()
    return value.removeprefix(prefix + "_").lower().replace("_", "-")


def number_words(enum: Any, number: int) -> str:
    """The same by an enum's descriptor and the number; the number where this release does not know it."""
    known = enum.values_by_number.get(number)
    return enum_words(enum.name, known.name) if known else str(number)


def kinds_of(ruleset: games_pb2.GetRulesetResponse) -> dict[str, str]:
    """Names of cards by kind."""
    return {card.id: card.name for card in ruleset.cards}


def cards_in(message: Message) -> dict[int, str]:
    """Ids of cards, and of which kind each is: what has a `kind`, and beside it an `id` or a `card`."""
    found: dict[int, str] = {}
    named = ("id", "card", "kind")
    match {one.name: getattr(message, one.name) for one in message.DESCRIPTOR.fields if one.name in named}:
        case {"id": int(card), "kind": str(kind)} | {"card": int(card), "kind": str(kind)} if card and kind:
            found[card] = kind
    for one, value in message.ListFields():
        if one.message_type is not None and not one.message_type.GetOptions().map_entry:
            for each in value if one.is_repeated else (value,):
                found.update(cards_in(each))
    return found


def placed(message: Message, words: Words, path: Sequence[str] = ()) -> Iterable[tuple[int, str, str]]:
    """Each card in a view: its id, what it is called, and where it lies: whose it is and in which of the view's fields,
    and what else the view says of it ("Ann, sections kingdom, known").
    """
    for one, value in message.ListFields():
        if one.message_type is None or one.message_type.GetOptions().map_entry:
            continue
        name = one.name.replace("_", " ")
        for each in value if one.is_repeated else (value,):
            known = {field.name: getattr(each, field.name) for field in each.DESCRIPTOR.fields}
            match known:
                case {"id": int(card), "kind": str(kind)} if card and kind:
                    whose = [seat_words(known[role], words.seats) for role in ("controller", "owner") if role in known]
                    about = words.about(each, ("id", "kind", "controller", "owner"))
                    where = (*path, *whose[:1], name, about)
                    yield card, words.kind(kind), ", ".join(part for part in where if part)
                    yield from placed(each, words, (*path, name))
                case {"seat": int(seat)} if one.is_repeated:
                    yield from placed(each, words, (*path, seat_words(seat, words.seats)))
                case _:
                    enums = [field for field in each.DESCRIPTOR.fields if field.enum_type and not field.is_repeated]
                    which = [number_words(field.enum_type, known[field.name]) for field in enums[:1]]
                    here = f"{name} {which[0]}" if one.is_repeated and which else name
                    yield from placed(each, words, (*path, here))


def labels_of(of: table_pb2.OfferField) -> dict[Any, str]:
    """What the values are called that may be chosen."""
    values = ((from_value(each.value), each.label) for each in (kind_of(of).named() if is_known(of) else ()))
    return {value: label for value, label in values if label and label != str(value) and not isinstance(value, tuple)}


# Disputes.


def dispute_words(dispute: judges_pb2.Dispute) -> str:
    """Where a dispute stands: "open", "assigned to Dana", "ruled"."""
    status = number_words(judges_pb2.DisputeStatus.DESCRIPTOR, dispute.status)
    return f"{status} to {dispute.judge}" if dispute.status == judges_pb2.DISPUTE_STATUS_ASSIGNED else status


def waits_for_it(dispute: judges_pb2.Dispute) -> bool:
    """Nobody plays on before it is ruled on."""
    return dispute.holds
