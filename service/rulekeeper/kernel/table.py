"""The table: all that a game is between two commands, as plain, immutable data. It is a fold over the game's
entries and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel.values import Plain

T = TypeVar("T")


class Trail(Generic[T]):
    """A sequence that only grows; each longer one shares the shorter one's items, so that growing step by step
    is linear.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, items: Iterable[T]) -> Trail[T]:
        """A trail with these after it; this one stays as it is."""
        longer: Trail[T] = Trail.__new__(Trail)
        # Another trail may have grown out of this one already: then its items are in the way, and ours are copied.
        longer._items = self._items if len(self._items) == self._length else self._items[: self._length]
        longer._items.extend(items)
        longer._length = len(longer._items)
        return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        for index in range(self._length):
            yield self._items[index]

    def __getitem__(self, index: int) -> T:
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index % self._length]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trail):
            return NotImplemented
        return self is other or (
            self._length == other._length and all(a == b for a, b in zip(self, other, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Trail({self._items[: self._length]!r})"


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """A game fact, or a draw, that a frame has emitted: the game's `Fact` message, and the rule ids that its
    entry interns.
    """

    rules: list[str]
    fact: Message


class Answer(msgspec.Struct, frozen=True, gc=False):
    """What a frame got at one `yield`: the answer of the seats that it asked, or the result of the script that
    it ran.

    `state` is the state at that moment, `facts` how many facts the frame had emitted before it. `script` is
    empty where seats were asked; then `commands` holds seat and command bytes, in order of answering,
    and `left` the seats that were asked and left before they answered.
    """

    state: Any
    facts: int
    script: str = ""
    args: tuple[Plain, ...] = ()
    value: Plain = None
    commands: tuple[tuple[int, bytes], ...] = ()
    sealed: bool = False
    left: tuple[int, ...] = ()


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A running script, as data: enough to run it again from its start to where it waits.

    `script` is its rule's id, `start` the state when it began. `answers`: what it got at each `yield` so far; `facts`:
    what it has emitted and drawn. `aside`: it answers a standing offer.
    """

    script: str
    args: tuple[Plain, ...]
    start: Any
    answers: Trail[Answer]
    facts: Trail[Recorded]
    aside: bool = False


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What the table waits for. Its id is `version`, that of the entry that opened it, with the seat that answers.

    `rule` is the id under which it is asked, `seats` those that have still to answer, ascending. `given`: sealed
    answers so far, as seat and the bytes of its `Command`. `left`: seats that
    the script asked too, and that nobody waits for: they have left since.
    """

    version: int
    rule: str
    seats: tuple[int, ...]
    sealed: bool = False
    given: tuple[tuple[int, bytes], ...] = ()
    left: tuple[int, ...] = ()

    def all_seats(self) -> tuple[int, ...]:
        """Those who were asked, whether they have answered or not."""
        return tuple(sorted((*self.seats, *(seat for seat, _ in self.given))))

    def everyone(self) -> tuple[int, ...]:
        """Those whom the script asked, with those who have left since."""
        return tuple(sorted((*self.all_seats(), *self.left)))


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the winning seats (none: a draw), and the rule that ended it."""

    winners: tuple[int, ...]
    rule: str


class Origin(msgspec.Struct, frozen=True):
    """What a game was made from: its set-up as JSON, the number of seats, and a position as JSON where it
    began from one.
    """

    setup: str
    seats: int
    position: str = ""


class Table(msgspec.Struct, frozen=True):
    """Where a game stands. `Table()` is that of a game without entries.

    `origin` is None until it was created, `state` until it has begun, `decision` and `result` until there are any.
    `version` is that of the last entry folded. `frames`: the scripts that run, outermost first. `foretold`: where the
    game began from a position, the results that the next draws must have (see `Foretold`).
    """

    origin: Origin | None = None
    state: Any = None
    version: int = 0
    frames: tuple[Frame, ...] = ()
    decision: Decision | None = None
    result: Result | None = None
    foretold: tuple[str | int, ...] = ()

    @property
    def over(self) -> bool:
        """It has ended under a rule."""
        return self.result is not None

    @property
    def started(self) -> bool:
        """All seats were taken and the first scripts have run; it may be over by now."""
        return self.state is not None
