"""A game, as the kernel sees it: its messages, its reducers, its scripts and its data, in one frozen value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
import pydantic
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from rulekeeper.kernel.errors import InvalidGame
from rulekeeper.kernel.fields import Dice
from rulekeeper.kernel.menus import Offer, Subject
from rulekeeper.kernel.reasons import Reason
from rulekeeper.kernel.rulebook import CatalogueCard, Rulebook
from rulekeeper.kernel.scripts import Rule
from rulekeeper.kernel.shapes import flaws
from rulekeeper.kernel.tells import Tells
from rulekeeper.v1 import options_pb2, scene_pb2

S = TypeVar("S")

KERNEL_FACTS: Mapping[str, int] = {
    "script_began": 5,
    "asked": 6,
    "answered": 7,
    "drew": 8,
    "script_ended": 9,
    "escaped": 10,
    "game_ended": 11,
}
"""The kernel's facts in every game's `Fact`: field names and numbers."""

_FIRST_OWN_NUMBER = 16

Player = Callable[[Any, int, Sequence[Offer[Message]], Dice], Message]
"""A bot: (view, seat, open offers, dice) -> one legal command. The view is `Game.view` for that seat: so a bot can read
only what the seat sees, and plays as well at the end of a wire. There offers lack what hangs on several fields together
(`Across`): it is the bot's to know.
"""


class Listed(msgspec.Struct, frozen=True):
    """A command as somebody keeps it in a file, such as a deck list: what it stands for, every reason against it at any
    table, and the list as it is printed back, line by line.
    """

    command: Message
    reasons: tuple[Reason, ...]
    lines: tuple[str, ...]


def _no_offers(state: Any, seat: int) -> Iterable[Offer[Message]]:
    return ()


def _no_subjects(state: Any, seat: int) -> Iterable[Subject]:
    return ()


def _nothing_conserved(state: Any) -> Mapping[str, int]:
    return {}


def _all_alike(state: Any, seat: int, command: Any) -> int:
    return 1


def _as_the_command_says(state: Any, seat: int, message: type[Message]) -> str:
    return ""


def _bare(setup: Any, seats: int) -> scene_pb2.Furniture:
    return scene_pb2.Furniture()


def _faultless(state: Any, seats: int) -> str:
    return ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S]):
    """Raises InvalidGame when its parts contradict each other.

    name, version, title: of the ruleset; `name@version` is its id. seats: the numbers of seats that it allows;
    seats_rule: the rule that says so, where one does.
    rulebook, cards: its rules and cards as data.

    facts, command, view_type: the game's `Facts`, `Command` and `View` messages.
    state: the state's type, a frozen msgspec Struct.
    setup: a frozen pydantic model of what a creator may choose; all of it has defaults.
    setups: what `setup` may be, so that together they show all of the game: random play takes them in turn.
    initial: (setup, number of seats) -> the state before the first script. It may raise InvalidSetup.
    reducers: for each of the game's facts, evolve: (state, fact) -> state. Pure and total.

    main: the script of a whole game.
    settle: the script of the rules' standing checks: what happens of itself, asking nobody and drawing nothing, as soon
    as the table is so. It runs after a judge's facts.
    turn: the id of the script that is one turn (round, night), if there is such: a timeline calls it by its number.
    entry_points: scripts that positions may begin with, by name. Each goes on to the game's end.
    scripts: every rule that has a script (`collect_rules`).
    standing: (state, seat) -> offers that need no decision.
    asides: the script of each such command: (play, seat, command).
    subjects: (state, seat) -> what the seat might want to use, for `unavailable`.

    timing: (state, seat, kind of command) -> the rule that says why such a command comes out of its time now; "" where
    the one of the command's own option does.

    view: (state, viewer) -> view message, built from nothing.
    scene: view -> the same table as a person sees it: areas with pieces in them (see `scenes`).
    furniture: (setup, number of seats) -> what stands still on the table: boards with their places.
    tells: which facts are told in a few words to a player who comes back to the table, and how. None: all are.

    conserved: state -> counts that never change, by name.
    taste: (state, seat, command) -> relative weight with which the random player chooses it; 0: never, if there is
    another.
    players: further bots by name; the random player is in every game.
    lists: how commands that people keep in files are read from their text: ValueError says what cannot be read.
    fault: (state, seats) -> what is wrong with a position's state that its types do not tell, such as players for
    other seats than there are; "" where nothing is.
    """

    name: str
    version: int
    title: str
    seats: range
    rulebook: Rulebook
    facts: type[Message]
    command: type[Message]
    view_type: type[Message]
    state: type[S]
    setup: type[pydantic.BaseModel]
    initial: Callable[[Any, int], S]
    main: Rule[S, [], Any]
    scripts: tuple[Rule[Any, Any, Any], ...]
    reducers: Mapping[type[Message], Callable[[S, Any], S]]
    view: Callable[[S, int], Message]
    scene: Callable[[Any], scene_pb2.Scene]
    cards: tuple[CatalogueCard, ...] = ()
    setups: tuple[Mapping[str, Any], ...] = ({},)
    entry_points: Mapping[str, Rule[Any, Any, Any]] = field(default_factory=dict)
    standing: Callable[[S, int], Iterable[Offer[Message]]] = _no_offers
    asides: Mapping[type[Message], Rule[Any, Any, Any]] = field(default_factory=dict)
    subjects: Callable[[S, int], Iterable[Subject]] = _no_subjects
    timing: Callable[[S, int, type[Message]], str] = _as_the_command_says
    conserved: Callable[[S], Mapping[str, int]] = _nothing_conserved
    taste: Callable[[S, int, Any], int] = _all_alike
    players: Mapping[str, Player] = field(default_factory=dict)
    fault: Callable[[S, int], str] = _faultless
    turn: str = ""
    seats_rule: str = ""
    lists: Mapping[type[Message], Callable[[str], Listed]] = field(default_factory=dict)
    settle: Rule[S, [], Any] | None = None
    tells: Tells = field(default_factory=dict)
    furniture: Callable[[Any, int], scene_pb2.Furniture] = _bare

    def __post_init__(self) -> None:
        wrong = [*self._wrong_facts(), *self._wrong_commands(), *self._wrong_rules()]
        if wrong:
            raise InvalidGame(f"{self.ruleset}: " + "; ".join(wrong))

    @property
    def ruleset(self) -> str:
        """The ruleset's id: "heart_of_crown@1"."""
        return f"{self.name}@{self.version}"

    # What is worked out once.

    @cached_property
    def reducer_of(self) -> Mapping[str, Callable[[S, Any], S]]:
        """evolve, by the name of the fact's field in `Fact`."""
        return {self.fact_name[message]: reducer for message, reducer in self.reducers.items()}

    @cached_property
    def fact_name(self) -> Mapping[type[Message], str]:
        """Each kind of fact with its field's name in `Fact`."""
        return {_class_of(field): field.name for field in self.fact_fields}

    @cached_property
    def steps(self) -> frozenset[type[Message]]:
        """The kinds of fact that tell of a step which scripts take: no judge can amend by them."""
        return frozenset(
            _class_of(field) for field in self.fact_fields if _inner(field).GetOptions().Extensions[options_pb2.step]
        )

    @cached_property
    def fact_fields(self) -> tuple[FieldDescriptor, ...]:
        """The game's own facts."""
        fields = _inner(self.facts.DESCRIPTOR.fields_by_name["facts"]).oneofs_by_name["fact"].fields
        return tuple(field for field in fields if field.name not in KERNEL_FACTS)

    @cached_property
    def hidden_of(self) -> Mapping[str, tuple[str, ...]]:
        """The hidden fields of each fact, by the fact's name."""
        return {
            fact.name: tuple(
                field.name for field in _inner(fact).fields if field.GetOptions().Extensions[options_pb2.hidden]
            )
            for fact in self.fact_fields
        }

    @cached_property
    def script_of(self) -> Mapping[str, Rule[Any, Any, Any]]:
        """Every rule with a script, by id."""
        return {rule.id: rule for rule in self._rules_with_scripts()}

    def _rules_with_scripts(self) -> Iterable[Rule[Any, Any, Any]]:
        settling = () if self.settle is None else (self.settle,)
        return (self.main, *self.entry_points.values(), *self.asides.values(), *self.scripts, *settling)

    @cached_property
    def command_name(self) -> Mapping[type[Message], str]:
        """Each kind of command with its field's name in `Command`."""
        return {_class_of(field): field.name for field in self.command.DESCRIPTOR.oneofs_by_name["command"].fields}

    @cached_property
    def command_type(self) -> Mapping[str, type[Message]]:
        """Each kind of command by its full message name."""
        return {message.DESCRIPTOR.full_name: message for message in self.command_name}

    @cached_property
    def passes(self) -> frozenset[type[Message]]:
        """The kinds of command that let the moment go by: what a standing pass sends."""
        return frozenset(message for message in self.command_name if self.command_info(message).passes)

    @cached_property
    def main_commands(self) -> frozenset[type[Message]]:
        """The kinds of command that a turn of one's own is for: where a standing pass stops."""
        return frozenset(message for message in self.command_name if self.command_info(message).main)

    @cached_property
    def things(self) -> Mapping[type[Message], Mapping[str, options_pb2.Thing]]:
        """What the values of each kind of command's fields are, by the fields' names, in their order."""
        return {
            message: {
                field.name: field.GetOptions().Extensions[options_pb2.thing] for field in message.DESCRIPTOR.fields
            }
            for message in self.command_name
        }

    def command_info(self, message: type[Message]) -> options_pb2.CommandInfo:
        """When a command of this kind may be sent, the rule that says so, and whether it passes."""
        info: options_pb2.CommandInfo = message.DESCRIPTOR.GetOptions().Extensions[options_pb2.command]
        return info

    # What keeps it from being one.

    def _wrong_facts(self) -> Iterable[str]:
        fact = _inner(self.facts.DESCRIPTOR.fields_by_name["facts"])
        for name, number in KERNEL_FACTS.items():
            found = fact.fields_by_name.get(name)
            if found is None or found.number != number:
                yield f"{fact.full_name} lacks the kernel's fact {name} = {number}"
        for own in self.fact_fields:
            if own.number < _FIRST_OWN_NUMBER:
                yield f"{own.full_name}: a game's facts are numbered from {_FIRST_OWN_NUMBER}"
            if _class_of(own) not in self.reducers:
                yield f"no reducer for {_inner(own).full_name}"
            yield from _nested_hidden(own)
        named = [_inner(own) for own in self.fact_fields]
        for reduced in self.reducers:
            if reduced.DESCRIPTOR not in named:
                yield f"{reduced.DESCRIPTOR.full_name} has a reducer and no place in {fact.full_name}"

    def _wrong_commands(self) -> Iterable[str]:
        for message in self.command_name:
            yield from flaws(message)
            if not self.command_info(message).rule:
                yield f"{message.DESCRIPTOR.full_name} lacks the option (rulekeeper.v1.command)"
            elif self.command_info(message).rule not in self.rulebook:
                yield f"{message.DESCRIPTOR.full_name} cites {self.command_info(message).rule}, which is no rule"
        for message in self.passes:
            if message.DESCRIPTOR.fields:
                yield f"{message.DESCRIPTOR.full_name} passes and has fields: a standing pass chooses nothing"
            if message in self.asides:
                yield f"{message.DESCRIPTOR.full_name} passes and has a script as an aside: it answers no decision"
        for message in self.lists:
            if message not in self.command_name:
                yield f"{message.DESCRIPTOR.full_name} is read from lists, and is no command"
        for message in self.asides:
            if message not in self.command_name:
                yield f"{message.DESCRIPTOR.full_name} has a script as an aside, and is no command"

    def _wrong_rules(self) -> Iterable[str]:
        by_id: dict[str, Rule[Any, Any, Any]] = {}
        for rule in self._rules_with_scripts():
            if by_id.setdefault(rule.id, rule) is not rule:
                yield f"two scripts are called {rule.id}"
            if rule.id not in self.rulebook:
                yield f"the script {rule.id} is no rule of the rulebook"
        if self.turn and self.turn not in by_id:
            yield f"the turn {self.turn} is no script of the game"


def _inner(field: Any) -> Descriptor:
    """The message that a field holds."""
    inner: Descriptor = field.message_type
    return inner


def _class_of(field: Any) -> type[Message]:
    return GetMessageClass(_inner(field))


def _nested_hidden(fact: FieldDescriptor) -> Iterable[str]:
    for outer in _inner(fact).fields:
        for inner in outer.message_type.fields if outer.message_type is not None else ():
            if inner.GetOptions().Extensions[options_pb2.hidden]:
                yield f"{inner.full_name} is hidden inside a field: only a fact's own fields can be"
