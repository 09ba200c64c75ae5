"""Scripts: rules written as generators over an immutable state.

A script reads like the paragraph of the rulebook that it implements. It emits facts (`play.emit`), asks seats
(`yield from ask(seat, menu)`), runs other rules (`yield from other.run(...)`) and draws (`play.draw`). It may
be run again from its start at any time, and must then do the same again: it reads nothing but `play`, its
arguments and the answers it got.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping, Sequence
from types import ModuleType
from typing import Any, Concatenate, Generic, NoReturn, ParamSpec, Protocol, TypeVar

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel.audience import JUDGES, Audience
from rulekeeper.kernel.chance import Counts
from rulekeeper.kernel.menus import Menu
from rulekeeper.kernel.values import Plain

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")
C = TypeVar("C", bound=Message)


class Play(Protocol[S]):
    """What a script holds: the state after the last fact, and the only ways to change or extend it."""

    state: S

    def emit(self, fact: Message, audience: Audience = JUDGES, *, private: bool = False, rule: str = "") -> None:
        """Something happened. It is on record, and `state` is the state after it, when this returns.

        `audience`: who sees the fact's hidden fields; `private`: nobody else sees the fact at all. What it shows is
        marked hidden all the same: a judge may amend with such a fact, and an amendment has no audience. `rule`: the
        rule that it happened under, where that is not the script's own. The message is copied.
        """

    def draw(self, purpose: str, counts: Counts, audience: Audience = JUDGES) -> str:
        """One kind, by chance, each with the weight of its count. `audience`: who will see what it was.
        ValueError where there is nothing to draw.
        """

    def chance(self, purpose: str, below: int, audience: Audience = JUDGES) -> int:
        """A number from 0 to below - 1, by chance."""

    def mint(self, audience: Audience) -> int:
        """An id for a card that this audience can see from now on; it is taken when a fact brings it to the
        state's `minted`.
        """


class Ask(msgspec.Struct, frozen=True):
    """See `ask`."""

    seat: int
    menu: Menu[Any]


class AskAll(msgspec.Struct, frozen=True):
    """See `ask_all`. `menus`: by seat, ascending."""

    menus: Mapping[int, Menu[Any]]


class Run(msgspec.Struct, frozen=True):
    """See `Rule.run`."""

    rule: Rule[Any, Any, Any]
    args: tuple[Plain, ...]


class Finish(msgspec.Struct, frozen=True):
    """See `finish`."""

    winners: tuple[int, ...]
    rule: str


class Escape(msgspec.Struct, frozen=True):
    """See `escape`."""

    script: str
    value: Plain


Request = Ask | AskAll | Run | Finish | Escape
"""What a script yields to whoever runs it. Scripts say `yield from`, and never make one themselves."""

Script = Generator[Request, Any, T]
"""What calling a script's function gives; T is what the script returns."""


class Rule(Generic[S, P, T]):
    """A rule with a script. `yield from rule.run(...)` runs it in a frame of its own, under its id."""

    __slots__ = ("function", "id")

    def __init__(self, id: str, function: Callable[Concatenate[Play[S], P], Script[T]]) -> None:
        self.id = id
        self.function = function

    def run(self, *args: P.args, **kwargs: P.kwargs) -> Script[T]:
        """Its value is what the script returns. Arguments are plain values, given in order, never by name."""
        if kwargs:
            raise TypeError(f"{self.id}: a script's arguments go by position")
        # A generator has one type for all that it is sent; that it is this script's result is the kernel's to keep.
        return (yield Run(self, args))  # type: ignore[no-any-return,arg-type]

    @property
    def needs(self) -> int:
        """How many arguments it cannot do without."""
        _, *parameters = inspect.signature(self.function).parameters.values()
        return sum(one.default is one.empty for one in parameters)

    def __repr__(self) -> str:
        return f"<rule {self.id}>"


def rule(id: str) -> Callable[[Callable[Concatenate[Play[S], P], Script[T]]], Rule[S, P, T]]:
    """Makes a generator function the script of the rule with this id."""

    def made(function: Callable[Concatenate[Play[S], P], Script[T]]) -> Rule[S, P, T]:
        return Rule(id, function)

    return made


def ask(seat: int, menu: Menu[C]) -> Script[C]:
    """Stops until that seat has sent a command that an offer of the menu admits; its value is that command,
    parsed afresh.
    """
    return (yield Ask(seat, menu))  # type: ignore[no-any-return]


def ask_all(menus: Mapping[int, Menu[C]]) -> Script[dict[int, C]]:
    """Asks several seats at once, sealed: nobody sees anything, and nothing happens, until the last has answered. Its
    value: their commands by seat, ascending.
    """
    return (yield AskAll(dict(sorted(menus.items()))))  # type: ignore[no-any-return]


def finish(winners: Sequence[int], rule: str) -> Script[NoReturn]:
    """Ends the game under that rule, from any depth. No winner: a draw."""
    yield Finish(tuple(winners), rule)
    raise AssertionError("a finished game went on")


def escape(rule: Rule[Any, Any, Any] | str, value: Plain = None) -> Script[NoReturn]:
    """Leaves all frames out to the nearest one of that rule, that one too, as if its script had returned the
    value.
    """
    yield Escape(rule if isinstance(rule, str) else rule.id, value)
    raise AssertionError("an escaped script went on")


def collect_rules(*modules: ModuleType) -> tuple[Rule[Any, Any, Any], ...]:
    """All rules with scripts that these modules define."""
    found: list[Rule[Any, Any, Any]] = []
    for module in modules:
        found += [value for value in vars(module).values() if isinstance(value, Rule) and value not in found]
    return tuple(found)
