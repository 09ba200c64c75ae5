"""A standing pass: whenever a seat is asked and can pass, it passes, until something happens.

It is the seat's own: the service is told nothing of it, and it ends with the program. What it sends is an ordinary
command that is marked `automatic`, which only this seat and judges see before the game is over. When an entry was
written everybody sees: a pass that comes at once is known for one that nobody thought about, so a frontend may want a
`pause`.

Which command passes the game says (`CommandInfo.passes`); no other is ever sent. Nor is a turn of one's own passed that
begins later: where a command is open that such a turn is for (`CommandInfo.main`), the pass counts as none. See
`Seat.pass_until` and `Seat.passing`.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Protocol, Self, TypeAlias

from google.protobuf import descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from rulekeeper.client import errors
from rulekeeper.client.choosing import Choice, is_open
from rulekeeper.v1 import games_pb2, options_pb2, projections_pb2, table_pb2

Until: TypeAlias = Callable[[projections_pb2.TableUpdate], bool]
"""Looked at with each newest table (versions may be skipped): a standing pass ends where it holds."""

Seen: TypeAlias = projections_pb2.TableUpdate | projections_pb2.GetViewResponse


def pass_of(decision: table_pb2.Decision, rules: Iterable[str] = ()) -> Choice | None:
    """The pass that this seat can answer a decision with; with `rules`, only if it is asked under one of them.

    None where the seat is not asked, or no offer that passes is open.
    """
    wanted = frozenset((rules,) if isinstance(rules, str) else rules)
    if wanted and decision.rule.id not in wanted:
        return None
    for offer in decision.offers:
        if offer.passes and is_open(offer) and not offer.fields and not offer.standing:
            return Choice(offer.command)
    return None


def main_of(decision: table_pb2.Decision) -> list[str]:
    """What is open to this seat of all that a turn of its own is for: the full names of the commands."""
    return [offer.command for offer in decision.offers if offer.main and is_open(offer) and not offer.standing]


def acted(step: table_pb2.Step) -> bool:
    """Did somebody do something in this entry? False where it lets the moment go by, and where its game does not tell
    passing from acting (`lets_by`), or is not loaded in this program.
    """
    if not step.facts:
        return False
    try:
        first = descriptor_pool.Default().FindMessageTypeByName(step.facts[0].fact.type_url.rpartition("/")[2])
    except KeyError:
        return False
    told = any(
        message.GetOptions().Extensions[options_pb2.lets_by] for message in first.file.message_types_by_name.values()
    )
    return told and not first.GetOptions().Extensions[options_pb2.lets_by]


def turn_of(seen: Seen) -> tuple[int, ...]:
    """Which turn (round, night) it is: the numbers of the view that the game marks as telling it.

    Empty where the game marks none or has not begun, or where its messages are not loaded in this program.
    """
    try:
        kind = descriptor_pool.Default().FindMessageTypeByName(seen.view.type_url.rpartition("/")[2])
    except KeyError:
        return ()
    return tuple(marked(GetMessageClass(kind).FromString(seen.view.value)))


def marked(message: Message) -> Iterator[int]:
    """The numbers marked `turn`, in a message and those in it."""
    for field in message.DESCRIPTOR.fields:
        if field.is_repeated:
            continue
        if field.GetOptions().Extensions[options_pb2.turn]:
            yield getattr(message, field.name)
        elif field.message_type is not None and message.HasField(field.name):
            yield from marked(getattr(message, field.name))


def turn_over(since: Seen) -> Until:
    """Holds as soon as it is another turn than it was: `seat.pass_until(turn_over(moment.update))`.

    Raises ValueError where that table does not tell which turn it is; see `turn_of`.
    """
    then = turn_of(since)
    if not then:
        raise ValueError("the table does not tell which turn it is")
    return lambda update: turn_of(update) != then


@dataclass(frozen=True)
class Passed:
    """How a standing pass ended.

    `why`: "asked" (something that it does not pass), "until" (that holds), "over" (the game is), "cancelled".
    `sent`: how many passes were acknowledged. `update`: the newest table that it saw, with the decision that was open.
    """

    why: Literal["asked", "until", "over", "cancelled"]
    sent: int
    update: projections_pb2.TableUpdate


class Passer(Protocol):
    """What a standing pass needs of a seat; `Seat` has it."""

    @property
    def number(self) -> int:
        """The seat, from 0."""

    def updates(self) -> AsyncGenerator[projections_pb2.TableUpdate, None]:
        """Each newest table with the open decision, until the game is over."""

    def submit(
        self, command: Choice, decision: table_pb2.Decision, *, automatic: bool
    ) -> Awaitable[games_pb2.SubmitCommandResponse]:
        """Answers the decision."""


class Passing:
    """A standing pass in the background, from `async with` to the block's end: `async with seat.passing() as standing`.

    `cancel()` ends it at once: nothing is sent any more, but a pass that is under way may still count. An error, such
    as a pass that is refused, ends it too; `ended()` raises it, or else the block's end does.
    """

    def __init__(
        self, seat: Passer, until: Until | None, rules: Iterable[str], pause: float = 0.0, stays: bool = True
    ) -> None:
        self._seat = seat
        self._until = until
        self._rules = frozenset((rules,) if isinstance(rules, str) else rules)
        self._pause = pause
        self._stays = stays
        self._task: asyncio.Task[Passed] | None = None
        self._last = projections_pb2.TableUpdate()
        self._told = False
        self.sent = 0

    @property
    def on(self) -> bool:
        """Whether it still passes."""
        return self._task is not None and not self._task.done() and not self._task.cancelling()

    def cancel(self) -> None:
        """Ends it at once."""
        if self._task is not None:
            self._task.cancel()

    async def ended(self) -> Passed:
        """Waits for its end. Raises what ended it: `Refused` with the rules, `Unreachable`."""
        if self._task is None:
            raise RuntimeError("the standing pass has not begun: use it with `async with`")
        await asyncio.wait({self._task})
        self._told = True
        return Passed("cancelled", self.sent, self._last) if self._task.cancelled() else self._task.result()

    async def run(self) -> Passed:
        """Passes, in the caller's own task, until its end. Raises what ends it."""
        answered, first = 0, True
        own: tuple[int, ...] | None = None
        async with aclosing(self._seat.updates()) as updates:
            async for update in updates:
                self._last, decision = update, update.decision
                if self._until is not None and self._until(update):
                    return Passed("until", self.sent, update)
                # A decision is answered once: what comes between its opening and our pass is told with it still open.
                if self._seat.number not in decision.seats or decision.version == answered:
                    continue
                # What a turn of one's own is for is not passed, but in the turn in which it was open as this began.
                mine = bool(main_of(decision))
                if first and mine:
                    own = turn_of(update)
                first = False
                choice = None if mine and turn_of(update) != own else pass_of(decision, self._rules)
                if choice is not None:
                    answered = decision.version
                    await self._send(choice, decision)
                elif not self._stays:
                    return Passed("asked", self.sent, update)
        return Passed("over", self.sent, self._last)

    async def _send(self, choice: Choice, decision: table_pb2.Decision) -> None:
        await asyncio.sleep(self._pause)
        try:
            await self._seat.submit(choice, decision, automatic=True)
        except errors.RulekeeperError as error:
            # If something else came first, the next update says what is asked now.
            if not errors.overtaken(error):
                raise
        else:
            self.sent += 1

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self.run(), name="rulekeeper-passing")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self.cancel()
        await asyncio.wait({self._task})
        failed = None if self._task.cancelled() else self._task.exception()
        if failed is not None and error is None and not self._told:
            raise failed
