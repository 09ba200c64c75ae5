"""Running a script again from its start: it is fed its answers, and must do what is on record.

Must do, not must tell: rules that have changed since may say more of the same. See `Again`.

Nothing of a running script is kept but data: its frame. `Live` keeps the generators themselves, as a cache: dropping it
changes nothing but time.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NoReturn, Protocol

import msgspec
from google.protobuf import text_format
from google.protobuf.message import Message

from rulekeeper.kernel.audience import JUDGES, Audience
from rulekeeper.kernel.chance import Chance, Counts, nth
from rulekeeper.kernel.commands import unpack
from rulekeeper.kernel.errors import ScriptDiverged
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.piles import mint
from rulekeeper.kernel.scripts import Ask, AskAll, Escape, Finish, Request, Run
from rulekeeper.kernel.table import Answer, Decision, Frame, Recorded, Table
from rulekeeper.kernel.values import Plain
from rulekeeper.v1 import facts_pb2 as pb


class Into(Protocol):
    """Where what a script does goes on record, once it does something new."""

    state: Any
    chance: Chance

    def emit(self, play: Again, message: Message, audience: Audience, private: bool, rule: str) -> None: ...

    def drew(self, rule: str, drew: pb.Drew, audience: Audience) -> None: ...


class Done(msgspec.Struct, frozen=True):
    """A script returned."""

    value: Any


class Again:
    """A `Play` for a script that is run again: it compares what the script does with the record.

    What happened must come out the same: the same questions, draws and scripts in the same order, and between them
    facts that lead to the same states. How it was told may differ, for rules learn to tell more. A fact that changes
    nothing may be there today and not on record, or the other way round. The same kind of fact, seen by the same
    viewers, may stand under another rule or say more, where it leads to the same state; and a script may be given
    arguments more that it can do without. What was told stays on record.
    """

    __slots__ = ("_at", "_game", "_into", "_record", "_until", "rule", "state", "told_otherwise")

    def __init__(self, game: Game[Any], frame: Frame) -> None:
        self._game = game
        self.rule = frame.script
        self.state: Any = frame.start
        self._record = frame.facts
        self._at = 0
        self._until = 0
        self._into: Into | None = None
        self.told_otherwise = False
        """What was done again is the same, and is told otherwise than on record."""

    def enter(self, running: Into) -> None:
        """From now on, what the script does is new."""
        self._into = running
        self.state = running.state

    def leave(self) -> None:
        self._into = None

    def until(self, facts: int) -> None:
        """The script is about to run on, to where it had emitted so many facts."""
        self._until = facts

    def reached(self) -> None:
        """The script waits, and must have done all that is on record up to there."""
        while self._at < self._until:
            if not self._passed_over():
                raise ScriptDiverged(self.rule, f"on record, but not done again: {_told(self._record[self._at])}")

    # What scripts call.

    def emit(self, fact: Message, audience: Audience = JUDGES, *, private: bool = False, rule: str = "") -> None:
        if self._into is not None:
            self._into.emit(self, fact, audience, private, rule or self.rule)
            return
        name = self._game.fact_name.get(type(fact), "")
        while not self._same(name, fact, audience, private, rule or self.rule):
            if name and not self._changes(name, fact):
                self.told_otherwise = True
                return
            if not self._passed_over():
                self._diverged(f"{name or type(fact).__name__} {_line(fact)} under {rule or self.rule}")

    def _same(self, name: str, fact: Message, audience: Audience, private: bool, rule: str) -> bool:
        """The next fact on record is this one, perhaps told otherwise; then it is done."""
        recorded = self._next()
        was: Any = recorded.fact if recorded is not None else None
        if recorded is None or was.WhichOneof("fact") != name or was.audience != audience or was.private != private:
            return False
        happened, reducer = getattr(was, name), self._game.reducer_of[name]
        after = reducer(self.state, happened)
        if happened != fact or recorded.rules[was.rule] != rule:
            if self._after(name, fact) != after:
                return False
            self.told_otherwise = True
        self.state = after
        self._at += 1
        return True

    def _passed_over(self) -> bool:
        """The next fact on record changes nothing: it may be told no more."""
        recorded = self._next()
        was: Any = recorded.fact if recorded is not None else None
        name = was.WhichOneof("fact") if was is not None else ""
        if name not in self._game.reducer_of or self._changes(name, getattr(was, name)):
            return False
        self.told_otherwise = True
        self._at += 1
        return True

    def _changes(self, name: str, fact: Message) -> bool:
        return bool(self._after(name, fact) != self.state)

    def _after(self, name: str, fact: Message) -> Any:
        """The state after a fact; None where it cannot be taken."""
        try:
            return self._game.reducer_of[name](self.state, fact)
        except Exception:  # whatever a reducer raises of a fact that never happened to its state
            return None

    def draw(self, purpose: str, counts: Counts, audience: Audience = JUDGES) -> str:
        below = sum(count for _, count in counts)
        if self._into is not None:
            if not below:
                raise ValueError(f"{purpose}: nothing to draw from")
            value = self._into.chance.pick(purpose, counts)
            result = nth(counts, value)
            self._into.drew(self.rule, pb.Drew(purpose=purpose, below=below, value=value, result=result), audience)
            return result
        drew = self._drawn(purpose, below, audience)
        if drew.value >= below or nth(counts, drew.value) != drew.result:
            self._diverged(f"a draw from {dict(counts)}")
        self._at += 1
        return drew.result

    def chance(self, purpose: str, below: int, audience: Audience = JUDGES) -> int:
        if self._into is not None:
            value = self._into.chance.below(below)
            self._into.drew(self.rule, pb.Drew(purpose=purpose, below=below, value=value), audience)
            return value
        drew = self._drawn(purpose, below, audience)
        if drew.result:
            self._diverged("a draw of a number")
        self._at += 1
        return drew.value

    def mint(self, audience: Audience) -> int:
        return mint(self.state.minted, audience)

    def _drawn(self, purpose: str, below: int, audience: Audience) -> pb.Drew:
        while self._passed_over():
            pass
        recorded = self._next()
        was: Any = recorded.fact if recorded is not None else None
        if was is None or was.WhichOneof("fact") != "drew" or was.audience != audience:
            self._diverged(f"a draw for {purpose}")
        drew: pb.Drew = was.drew
        if drew.purpose != purpose or drew.below != below:
            self._diverged(f"a draw for {purpose} below {below}")
        return drew

    def _next(self) -> Recorded | None:
        return self._record[self._at] if self._at < self._until else None

    def _diverged(self, done: str) -> NoReturn:
        if self._at >= len(self._record):
            raise ScriptDiverged(self.rule, f"done, but not on record: {done}")
        raise ScriptDiverged(self.rule, f"on record is {_told(self._record[self._at])}, done was {done}")


class Held(msgspec.Struct):
    """A generator that waits, and the frame that it waits in."""

    frame: Frame
    play: Again
    generator: Generator[Request, Any, Any]
    request: Request | Done


class Live:
    """The generators of one hot table, by depth of frame. Each is good for the very frame that it was kept
    with, and no other.
    """

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: list[Held | None] = []

    def keep(self, depth: int, held: Held) -> None:
        del self._held[depth:]
        self._held += [None] * (depth - len(self._held))
        self._held.append(held)

    def peek(self, depth: int, frame: Frame) -> Held | None:
        held = self._held[depth] if depth < len(self._held) else None
        return held if held is not None and held.frame is frame else None

    def take(self, depth: int, frame: Frame) -> Held | None:
        held = self.peek(depth, frame)
        if held is not None:
            del self._held[depth:]
        return held

    def drop(self, depth: int = 0) -> None:
        """Forgets the generators of frames at this depth and below."""
        del self._held[depth:]


def resume(game: Game[Any], frame: Frame) -> Held:
    """Runs a frame's script again from its start through all of its answers. Raises ScriptDiverged."""
    rule = game.script_of.get(frame.script)
    if rule is None:
        raise ScriptDiverged(frame.script, "the rule has no script any more")
    play = Again(game, frame)
    try:
        generator = rule.function(play, *frame.args)
    except TypeError as wrong:
        raise ScriptDiverged(frame.script, f"{wrong}") from wrong
    value: Any = None
    for answer in frame.answers:
        play.until(answer.facts)
        request = _again(frame.script, generator, value)
        play.reached()
        same_request(frame.script, request, answer)
        play.state, value = answer.state, value_of(game, answer)
    play.until(len(frame.facts))
    request = _again(frame.script, generator, value)
    play.reached()
    return Held(frame, play, generator, request)


def _again(rule: str, generator: Generator[Request, Any, Any], value: Any) -> Request | Done:
    try:
        return generator.send(value)
    except StopIteration as end:
        return Done(end.value)
    except ScriptDiverged:
        raise
    except Exception as wrong:
        raise ScriptDiverged(rule, f"run again, it raised {type(wrong).__name__}: {wrong}") from wrong


def same_request(rule: str, request: Request | Done, answer: Answer) -> None:
    if answer.script:
        if not (isinstance(request, Run) and request.rule.id == answer.script and same_args(request, answer.args)):
            raise ScriptDiverged(rule, f"on record it ran {answer.script}{answer.args}, now it {_wants(request)}")
    elif answer.sealed:
        seats = sorted((*(seat for seat, _ in answer.commands), *answer.left))
        if not (isinstance(request, AskAll) and list(request.menus) == seats):
            raise ScriptDiverged(rule, f"on record it asked seats {seats} at once, now it {_wants(request)}")
    else:
        seat = answer.commands[0][0]
        if not (isinstance(request, Ask) and request.seat == seat):
            raise ScriptDiverged(rule, f"on record it asked seat {seat}, now it {_wants(request)}")


def same_args(request: Run, args: Sequence[Plain]) -> bool:
    """Whether a script is run with what is on record. It may be given more today, where it can do without."""
    more = request.args[len(args) :]
    return request.args[: len(args)] == tuple(args) and (not more or len(args) >= request.rule.needs)


def _wants(request: Request | Done) -> str:
    match request:
        case Ask(seat):
            return f"asks seat {seat}"
        case AskAll(menus):
            return f"asks seats {list(menus)} at once"
        case Run(rule, args):
            return f"runs {rule.id}{args}"
        case Finish():
            return "ends the game"
        case Escape(script):
            return f"escapes from {script}"
        case Done():
            return "is done"


def value_of(game: Game[Any], answer: Answer) -> Any:
    """What a script gets for an answer: parsed afresh, so that nothing it does to a command is kept."""
    if answer.script:
        return answer.value
    if answer.sealed:
        return {seat: unpack(game, command) for seat, command in sorted(answer.commands)}
    return unpack(game, answer.commands[0][1])


def waiting(game: Game[Any], table: Table, live: Live | None) -> Held:
    """The generator that waits for the open decision, resumed where it is not at hand."""
    assert table.decision is not None
    depth, frame = len(table.frames) - 1, table.frames[-1]
    held = live.peek(depth, frame) if live is not None else None
    if held is None:
        held = resume(game, frame)
        asks_now(held, table.decision)
        if live is not None:
            live.keep(depth, held)
    return held


def runs_on(game: Game[Any], table: Table) -> None:
    """That all scripts of a table which waits for seats can be run again by these rules, each when it is its turn.
    Raises ScriptDiverged for the innermost that cannot.
    """
    inner: Frame | None = None
    for frame in reversed(table.frames):
        held = resume(game, frame)
        if inner is None:
            if table.decision is not None:
                asks_now(held, table.decision)
        elif not inner.aside:
            same_request(frame.script, held.request, Answer(None, 0, inner.script, inner.args))
        inner = frame


def asks_now(held: Held, decision: Decision) -> None:
    """The request of a script that was run again must be the decision on record."""
    match held.request:
        case Ask(seat) if not decision.sealed and decision.all_seats() == (seat,):
            return
        case AskAll(menus) if decision.sealed and decision.everyone() == tuple(menus):
            return
    raise ScriptDiverged(
        held.frame.script, f"on record it asked seats {decision.all_seats()}, now it {_wants(held.request)}"
    )


def _told(recorded: Recorded) -> str:
    fact: Any = recorded.fact
    name = fact.WhichOneof("fact") or "?"
    return f"{name} {_line(getattr(fact, name))} under {recorded.rules[fact.rule]}"


def _line(message: Message) -> str:
    return f"{{{text_format.MessageToString(message, as_one_line=True)}}}"
