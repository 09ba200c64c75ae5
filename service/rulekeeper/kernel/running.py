"""Running scripts: until somebody must decide, or the game is over. What happens is put on record as it happens.

Nothing of a running script is kept but data: its frame. To go on, the script is run again from its start and
fed its answers, and everything that it emits again must be what is on record. `Live` keeps the generators
themselves, as a cache: dropping it changes nothing but time.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Generic, NoReturn, TypeVar

import msgspec
from google.protobuf import text_format
from google.protobuf.message import Message

from rulekeeper.kernel.audience import JUDGES, Audience
from rulekeeper.kernel.chance import Chance, Counts, Foretold, nth
from rulekeeper.kernel.errors import LimitExceeded, ScriptDiverged, ScriptFailed
from rulekeeper.kernel.folding import Work
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.piles import mint
from rulekeeper.kernel.scripts import Ask, AskAll, Escape, Finish, Request, Rule, Run
from rulekeeper.kernel.table import Answer, Decision, Frame, Recorded, Table
from rulekeeper.kernel.values import Plain, to_value
from rulekeeper.v1 import facts_pb2 as pb

S = TypeVar("S")


class Limits(msgspec.Struct, frozen=True):
    """How much one command may lead to. They stop a script that runs away; no rule comes near them."""

    facts: int = 5000
    depth: int = 100
    bytes: int = 1 << 20


LIMITS = Limits()


class Done(msgspec.Struct, frozen=True):
    """A script returned."""

    value: Any


class Again:
    """A `Play` for a script that is run again: it compares what the script does with the record."""

    __slots__ = ("_at", "_game", "_into", "_record", "rule", "state")

    def __init__(self, game: Game[Any], frame: Frame) -> None:
        self._game = game
        self.rule = frame.script
        self.state: Any = frame.start
        self._record = frame.facts
        self._at = 0
        self._into: Running[Any] | None = None

    def enter(self, running: Running[Any]) -> None:
        """From now on, what the script does is new."""
        self._into = running
        self.state = running.state

    def leave(self) -> None:
        self._into = None

    def reached(self, facts: int) -> None:
        """The script waits; by now it must have emitted so many facts."""
        if self._at < facts:
            raise ScriptDiverged(self.rule, f"on record, but not done again: {_told(self._record[self._at])}")

    # What scripts call.

    def emit(self, fact: Message, audience: Audience = JUDGES, *, private: bool = False, rule: str = "") -> None:
        if self._into is not None:
            self._into.emit(self, fact, audience, private, rule or self.rule)
            return
        name = self._game.fact_name.get(type(fact), "")
        recorded = self._next()
        was: Any = recorded.fact if recorded is not None else None
        if recorded is None or not (
            was.WhichOneof("fact") == name
            and getattr(was, name) == fact
            and was.audience == audience
            and was.private == private
            and recorded.rules[was.rule] == (rule or self.rule)
        ):
            self._diverged(recorded, f"{name or type(fact).__name__} {_line(fact)} under {rule or self.rule}")
        self.state = self._game.reducer_of[name](self.state, getattr(was, name))

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
            self._diverged(self._record[self._at - 1], f"a draw from {dict(counts)}")
        return drew.result

    def chance(self, purpose: str, below: int, audience: Audience = JUDGES) -> int:
        if self._into is not None:
            value = self._into.chance.below(below)
            self._into.drew(self.rule, pb.Drew(purpose=purpose, below=below, value=value), audience)
            return value
        drew = self._drawn(purpose, below, audience)
        if drew.result:
            self._diverged(self._record[self._at - 1], "a draw of a number")
        return drew.value

    def mint(self, audience: Audience) -> int:
        return mint(self.state.minted, audience)

    def _drawn(self, purpose: str, below: int, audience: Audience) -> pb.Drew:
        recorded = self._next()
        was: Any = recorded.fact if recorded is not None else None
        if was is None or was.WhichOneof("fact") != "drew" or was.audience != audience:
            self._diverged(recorded, f"a draw for {purpose}")
        drew: pb.Drew = was.drew
        if drew.purpose != purpose or drew.below != below:
            self._diverged(recorded, f"a draw for {purpose} below {below}")
        return drew

    def _next(self) -> Recorded | None:
        if self._at >= len(self._record):
            return None
        self._at += 1
        return self._record[self._at - 1]

    def _diverged(self, recorded: Recorded | None, done: str) -> NoReturn:
        if recorded is None:
            raise ScriptDiverged(self.rule, f"done, but not on record: {done}")
        raise ScriptDiverged(self.rule, f"on record is {_told(recorded)}, done was {done}")


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
    request = _again(frame.script, generator, None)
    for answer in frame.answers:
        play.reached(answer.facts)
        _same_request(frame.script, request, answer)
        play.state = answer.state
        request = _again(frame.script, generator, value_of(game, answer))
    play.reached(len(frame.facts))
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


def _same_request(rule: str, request: Request | Done, answer: Answer) -> None:
    if answer.script:
        if not (isinstance(request, Run) and request.rule.id == answer.script and request.args == answer.args):
            raise ScriptDiverged(rule, f"on record it ran {answer.script}{answer.args}, now it {_wants(request)}")
    elif answer.sealed:
        seats = sorted(seat for seat, _ in answer.commands)
        if not (isinstance(request, AskAll) and list(request.menus) == seats):
            raise ScriptDiverged(rule, f"on record it asked seats {seats} at once, now it {_wants(request)}")
    else:
        seat = answer.commands[0][0]
        if not (isinstance(request, Ask) and request.seat == seat):
            raise ScriptDiverged(rule, f"on record it asked seat {seat}, now it {_wants(request)}")


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


def unpack(game: Game[Any], command: bytes) -> Message:
    """The one command inside a game's `Command`."""
    packed = game.command.FromString(command)
    inner: Message = getattr(packed, packed.WhichOneof("command"))
    return inner


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


def asks_now(held: Held, decision: Decision) -> None:
    """The request of a script that was run again must be the decision on record."""
    match held.request:
        case Ask(seat) if not decision.sealed and decision.all_seats() == (seat,):
            return
        case AskAll(menus) if decision.sealed and decision.all_seats() == tuple(menus):
            return
    raise ScriptDiverged(
        held.frame.script, f"on record it asked seats {decision.all_seats()}, now it {_wants(held.request)}"
    )


class Running(Work[S], Generic[S]):
    """A table that scripts run on. `packed` is the game's `Facts` message with all that has happened."""

    __slots__ = ("_names", "_rules", "chance", "limits", "live", "packed")

    def __init__(
        self,
        game: Game[S],
        table: Table,
        version: int,
        chance: Chance,
        live: Live | None,
        limits: Limits,
        command: bytes = b"",
    ) -> None:
        super().__init__(game, table, version, command)
        self.chance: Chance = Foretold(table.foretold, chance) if table.foretold else chance
        self.live = Live() if live is None else live
        self.limits = limits
        self.packed: Any = game.facts()
        self._rules: dict[str, int] = {}
        self._names: list[str] = []
        """The interned rule ids so far: every recorded fact of this entry shares it."""

    # What goes on record.

    def _add(self, rule: str, name: str, message: Message, audience: Audience = 0, private: bool = False) -> Any:
        number = self._rules.get(rule)
        if number is None:
            number = self._rules[rule] = len(self._rules)
            self.packed.rules.append(rule)
            self._names.append(rule)
        if len(self.packed.facts) >= self.limits.facts:
            raise LimitExceeded(f"more than {self.limits.facts} facts in one command, the last under {rule}")
        return self.packed.facts.add(rule=number, audience=audience, private=private, **{name: message})

    def emit(self, play: Again, message: Message, audience: Audience, private: bool, rule: str) -> None:
        name = self.game.fact_name.get(type(message))
        if name is None:
            raise TypeError(f"{type(message).__name__} is not a fact of {self.game.ruleset}")
        fact = self._add(rule, name, message, audience, private)
        play.state = self.state = self.game.reducer_of[name](self.state, getattr(fact, name))
        self.pending.append(Recorded(self._names, fact))

    def drew(self, rule: str, drew: pb.Drew, audience: Audience) -> None:
        self.drawn(Recorded(self._names, self._add(rule, "drew", drew, audience)), drew.result)

    # How scripts go on.

    def begin(self, rule: Rule[Any, Any, Any], args: tuple[Plain, ...]) -> None:
        """Runs a new script, inside the innermost frame."""
        self._go(self._start(rule, args), None)

    def answer(self, seat: int) -> None:
        """The seat's answer to the open decision is `command`; scripts run on if it was the last one."""
        assert self.decision is not None
        self._add(self.frames[-1].script, "answered", pb.Answered(seat=seat))
        if len(self.decision.seats) > 1:
            self.answered(seat)
            return
        decision, depth, frame = self.decision, len(self.frames) - 1, self.frames[-1]
        held = self.live.take(depth, frame)
        if held is None:
            held = resume(self.game, frame)
            asks_now(held, decision)
        self.answered(seat)
        self._go(held, value_of(self.game, self.frames[-1].answers[-1]))

    def aside(self, rule: Rule[Any, Any, Any], seat: int, command: Message) -> None:
        """A standing command's script runs beside the open decision, which is asked anew if it is still there
        afterwards.
        """
        decision = self.decision
        assert decision is not None
        if self._go(self._start(rule, (seat,), command), None):
            self.ask_anew(decision)

    def ask_anew(self, decision: Decision) -> None:
        """The same question again, under this entry's version; sealed answers already given are void."""
        seats = decision.all_seats()
        self._add(self._top().script, "asked", pb.Asked(seats=seats, sealed=decision.sealed))
        self.asked(seats, decision.sealed)

    def _start(self, rule: Rule[Any, Any, Any], args: tuple[Plain, ...], command: Message | None = None) -> Held:
        # By its id, as it will be found when it is run again.
        script = self.game.script_of.get(rule.id)
        if script is None:
            raise ScriptFailed(rule.id, f"it is not among the scripts of {self.game.ruleset}")
        if len(self.frames) >= self.limits.depth:
            raise LimitExceeded(f"more than {self.limits.depth} scripts inside each other, the last {rule.id}")
        began = pb.ScriptBegan(script=rule.id, args=[to_value(arg) for arg in args], aside=command is not None)
        self._add(rule.id, "script_began", began)
        self.began(rule.id, args, command is not None)
        frame = self.frames[-1]
        play = Again(self.game, frame)
        extra = () if command is None else (command,)
        return Held(frame, play, script.function(play, *args, *extra), Done(None))

    def _go(self, held: Held, value: Any) -> bool:
        """Runs until seats are asked, the game is over, or an aside is done: only then True."""
        while True:
            match self._step(held, value):
                case Ask(seat) as request:
                    self._ask(held, request, (seat,), sealed=False)
                    return False
                case AskAll(menus) as request:
                    self._ask(held, request, tuple(menus), sealed=True)
                    return False
                case Run(rule, args) as request:
                    self._keep(held, request)
                    held, value = self._start(rule, args), None
                case Done(value):
                    frame = self.frames[-1]
                    self._add(frame.script, "script_ended", pb.ScriptEnded(value=to_value(value)))
                    if frame.aside:
                        self.ended(value)
                        return True
                    if len(self.frames) == 1:
                        raise ScriptFailed(frame.script, "it returned, and the game is not over")
                    held = self._parent(len(self.frames) - 2)
                    self.ended(value)
                case Escape(script, value):
                    depth = self._depth_of(script)
                    self._add(self.frames[-1].script, "escaped", pb.Escaped(script=script, value=to_value(value)))
                    self.flush()
                    held = self._parent(depth - 1)
                    self.escaped(script, value)
                case Finish(winners, rule_id):
                    self._seats(held, winners)
                    self._add(rule_id, "game_ended", pb.GameEnded(winners=winners))
                    self.finished(winners, rule_id)
                    self.live.drop()
                    return False
                case other:
                    raise ScriptFailed(held.play.rule, f"it yielded {other!r}: a script says `yield from`")

    def _step(self, held: Held, value: Any) -> Request | Done:
        held.play.enter(self)
        try:
            return held.generator.send(value)
        except StopIteration as end:
            return Done(end.value)
        except (ScriptDiverged, ScriptFailed, LimitExceeded):
            raise
        except Exception as wrong:
            raise ScriptFailed(held.play.rule, f"{type(wrong).__name__}: {wrong}") from wrong
        finally:
            held.play.leave()

    def _ask(self, held: Held, request: Ask | AskAll, seats: tuple[int, ...], sealed: bool) -> None:
        if any(frame.aside for frame in self.frames):
            raise ScriptFailed(held.play.rule, "an aside asks nobody")
        if not seats:
            raise ScriptFailed(held.play.rule, "it asks no seat at all")
        self._seats(held, seats)
        self._add(held.play.rule, "asked", pb.Asked(seats=seats, sealed=sealed))
        self.asked(seats, sealed)
        self._keep(held, request)

    def _seats(self, held: Held, seats: tuple[int, ...]) -> None:
        count = self.origin.seats if self.origin is not None else 0
        for seat in seats:
            if not 0 <= seat < count or seats.count(seat) > 1:
                raise ScriptFailed(held.play.rule, f"seat {seat} is not one of {count}, or named twice")

    def _keep(self, held: Held, request: Request) -> None:
        self.flush()
        held.frame, held.request = self.frames[-1], request
        self.live.keep(len(self.frames) - 1, held)

    def _parent(self, depth: int) -> Held:
        frame, child = self.frames[depth], self.frames[depth + 1]
        held = self.live.take(depth, frame)
        if held is None:
            held = resume(self.game, frame)
            _same_request(frame.script, held.request, Answer(None, 0, child.script, child.args))
        return held

    def _depth_of(self, script: str) -> int:
        for depth in range(len(self.frames) - 1, 0, -1):
            if self.frames[depth].script == script and not self.frames[depth].aside:
                return depth
        raise ScriptFailed(self.frames[-1].script, f"it escapes from {script}, in which it does not run")

    def stored(self) -> bytes:
        """The facts as they go into the entry."""
        data: bytes = self.packed.SerializeToString(deterministic=True)
        if len(data) > self.limits.bytes:
            raise LimitExceeded(f"{len(data)} bytes of facts in one command, {self.limits.bytes} are the most")
        return data


def _told(recorded: Recorded) -> str:
    fact = recorded.fact
    name = fact.WhichOneof("fact") or "?"
    return f"{name} {_line(getattr(fact, name))} under {recorded.rules[fact.rule]}"  # type: ignore[attr-defined]


def _line(message: Message) -> str:
    return f"{{{text_format.MessageToString(message, as_one_line=True)}}}"
