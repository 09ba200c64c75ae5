"""What happened between two looks at the table, in a few lines a turn, as a player of the printed game would tell it.

Each game says which of its facts are worth a word, and which (`rulekeeper.kernel.Tell`); who did it, how often the same
was done, and what cards are called is the same for all. The facts themselves are in the log.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from google.protobuf import any_pb2
from google.protobuf.message import Message

from rulekeeper.cli import show
from rulekeeper.cli.naming import named
from rulekeeper.cli.wording import CARDS, Words, event_of, listed, seat_words
from rulekeeper.kernel import Tell, Tells
from rulekeeper.testing.messages import unpacked
from rulekeeper.v1 import table_pb2

_SLOT = re.compile(r"\{([a-z_+0-9]+)(?::([^}]*))?\}")
_INDENT = "  "


@dataclass
class _Phrase:
    """Something that one did, perhaps several times: `things` by name with how often, or `number` of a noun."""

    before: str
    after: str
    noun: str = ""
    things: dict[str, int] = field(default_factory=dict)
    number: int = 0
    unknown: int = 0

    def __str__(self) -> str:
        said = [f"{count} x {thing}" if count > 1 else thing for thing, count in self.things.items()]
        if self.number:
            said.append(f"{self.number} {_of(self.noun, self.number)}")
        if self.unknown:
            count = str(self.unknown) if self.unknown > 1 else "a"
            said.append(f"{count} {_of(self.noun, self.unknown)}")
        return f"{self.before}{listed(said)}{self.after}"


def _of(noun: str, number: int) -> str:
    """ "coin/s" -> "coin", "coins" """
    one, _, more = noun.partition("/")
    return one if number == 1 else one + more


@dataclass
class _Run:
    """What one did, one after the other, with nobody in between, and what came of it. `turn`: the turn that began with
    it.
    """

    who: str
    turn: str = ""
    phrases: dict[tuple[str, str, str], _Phrase] = field(default_factory=dict)

    def lines(self) -> list[str]:
        said = "; ".join(str(phrase) for phrase in self.phrases.values())
        who = ", ".join(part for part in (self.turn, self.who) if part)
        first = "" if self.turn else _INDENT
        if not said:
            return show.folded(who, first) if self.turn else []
        return show.folded(f"{who}: {said}" if who else said, first, "      ")


class Telling:
    """Tells steps. `tells`: the game's; none: `lines` tells every fact. `words`: what cards and seats are called."""

    def __init__(self, tells: Tells, words: Words) -> None:
        self._tells = tells
        self._words = words
        self._runs: list[_Run] = []

    def learn(self, view: any_pb2.Any) -> None:
        """Takes the names of the cards in a view."""
        self._words.learn(view)

    def call(self, seats: Mapping[int, str]) -> None:
        """What the seats are called from now on."""
        self._words.seats = seats

    def lines(
        self, steps: Iterable[table_pb2.Step], beside: Callable[[table_pb2.Step], Sequence[str]] = lambda step: ()
    ) -> list[str]:
        """The steps in short. `beside`: what is said after an event."""
        lines: list[str] = []
        for step in steps:
            if not self._tells or step.WhichOneof("event") == "amended":
                lines += [*self._told(), *self._in_full(step), *beside(step)]
                continue
            if event_of(step, self._words.seats) is not None:
                lines += [*self._told(), *show.step_lines(show.without_facts(step), self._words.seats), *beside(step)]
            self._take(step)
        return [*lines, *self._told()]

    def _in_full(self, step: table_pb2.Step) -> list[str]:
        worth = step.facts or step.WhichOneof("event")
        return show.step_lines(step, self._words.seats) if worth else []

    def _told(self) -> list[str]:
        runs, self._runs = self._runs, []
        return [line for run in runs for line in run.lines()]

    def _take(self, step: table_pb2.Step) -> None:
        facts = [(fact, unpacked(fact.fact)) for fact in step.facts]
        there = {type(message) for _, message in facts}
        for fact, message in facts:
            self._words.learn(fact.fact)
            tell = self._tells.get(type(message))
            if tell is None or tell.unless in there or fact.rule.id.startswith(tell.quiet or ("\n",)):
                continue
            who = self._who(message)
            if tell.turn:
                self._runs.append(_Run(who, "".join(self._filled(message, tell.says))))
                continue
            for each in getattr(message, tell.each) if tell.each else (message,):
                self._say(who, each, tell)

    def _who(self, message: Any) -> str:
        if "seat" not in message.DESCRIPTOR.fields_by_name:
            return ""
        return seat_words(message.seat, self._words.seats)

    def _say(self, who: str, message: Any, tell: Tell) -> None:
        slot = _SLOT.search(tell.says)
        before, after = (tell.says, "") if slot is None else (tell.says[: slot.start()], tell.says[slot.end() :])
        names, noun = ([], "") if slot is None else (slot[1].split("+"), slot[2] or "")
        number = sum(value for name in names for value in [getattr(message, name)] if self._counts(message, name))
        things = [thing for name in names for thing in self._things(message, name)]
        if slot is not None and not things and not number and (not noun or self._counts(message, names[0])):
            return
        if not self._runs or who not in ("", self._runs[-1].who):
            self._runs.append(_Run(who))
        key = (before, "".join(self._filled(message, after)), noun)
        phrase = self._runs[-1].phrases.setdefault(key, _Phrase(*key))
        phrase.number += number
        phrase.unknown += slot is not None and not things and not number
        for thing in things:
            phrase.things[thing] = phrase.things.get(thing, 0) + 1

    def _filled(self, message: Any, says: str) -> Iterable[str]:
        """Words with what the fields after the first say."""
        at = 0
        for slot in _SLOT.finditer(says):
            yield says[at : slot.start()]
            value = getattr(message, slot[1])
            things = list(self._things(message, slot[1]))
            yield listed(things) or (str(value) if self._counts(message, slot[1]) else slot[2] or "")
            at = slot.end()
        yield says[at:]

    def _counts(self, message: Any, name: str) -> bool:
        """Whether a field's number is an amount."""
        of, value = message.DESCRIPTOR.fields_by_name[name], getattr(message, name)
        amount = isinstance(value, int) and not isinstance(value, bool) and of.enum_type is None and name not in CARDS
        return amount and not named(of, value, self._words.seats) and value not in self._words.cards

    def _things(self, message: Any, name: str) -> Iterable[str]:
        """What a field names: cards by their kinds, places and seats by their names."""
        of, value = message.DESCRIPTOR.fields_by_name[name], getattr(message, name)
        each: Any
        for each in value if of.is_repeated else (value,):
            if self._counts(message, name) or each in ("", 0) and not named(of, each, self._words.seats):
                continue
            if isinstance(each, Message):
                yield from _counted(each, self._words) or [self._words.value(of, each)]
            elif isinstance(each, str):
                yield self._words.kind(each)
            elif isinstance(each, int) and each in self._words.cards:
                yield self._words.kind(self._words.cards[each])
            else:
                yield self._words.value(of, each)


def _counted(message: Any, words: Words) -> Sequence[str]:
    """So many cards of a kind, one by one."""
    if not {"kind", "count"} <= set(message.DESCRIPTOR.fields_by_name):
        return []
    return [words.kind(message.kind)] * message.count


def faults(tells: Mapping[Any, Tell]) -> Sequence[str]:
    """What is wrong with a game's tells: fields that their facts do not have."""
    wrong: list[str] = []
    for message, tell in tells.items():
        kind = message.DESCRIPTOR
        if tell.each:
            kind = kind.fields_by_name[tell.each].message_type
        for slot in _SLOT.finditer(tell.says):
            missing = [name for name in slot[1].split("+") if name not in kind.fields_by_name]
            wrong += [f"{message.DESCRIPTOR.name} has no {name}" for name in missing]
    return wrong
