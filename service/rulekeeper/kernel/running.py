"""Running scripts: until somebody must decide, or the game is over. What happens is put on record as it happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel.audience import Audience
from rulekeeper.kernel.chance import Chance, Foretold
from rulekeeper.kernel.errors import LimitExceeded, ScriptDiverged, ScriptFailed
from rulekeeper.kernel.folding import Work
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.menus import Menu
from rulekeeper.kernel.resuming import Again, Done, Held, Live, asks_now, resume, same_request, value_of
from rulekeeper.kernel.scripts import Ask, AskAll, Escape, Finish, Request, Rule, Run
from rulekeeper.kernel.table import Answer, Decision, Recorded, Table
from rulekeeper.kernel.values import Plain, to_value
from rulekeeper.v1 import facts_pb2 as pb

S = TypeVar("S")


class Limits(msgspec.Struct, frozen=True):
    """How much one command may lead to: facts, scripts inside each other, and bytes of packed facts. They stop a script
    that runs away; no rule comes near them.
    """

    facts: int = 5000
    depth: int = 100
    bytes: int = 1 << 20


LIMITS = Limits()


class Running(Work[S], Generic[S]):
    """A table that scripts run on. `packed` is the game's `Facts` message with all that has happened."""

    __slots__ = ("_facts", "_names", "_rules", "chance", "limits", "live", "packed")

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
        packed: Any = game.facts()
        self.packed = packed
        self._facts = packed.facts
        self._rules: dict[str, int] = {}
        self._names: list[str] = []
        """The interned rule ids so far: every recorded fact of this entry shares it."""

    # What goes on record.

    def _fact(self, rule: str, audience: Audience = 0, private: bool = False) -> Any:
        """A new fact, to be told what happened. It is filled in place: building it first costs twice as much."""
        number = self._rules.get(rule)
        if number is None:
            number = self._rules[rule] = len(self._rules)
            self.packed.rules.append(rule)
            self._names.append(rule)
        if len(self._facts) >= self.limits.facts:
            raise LimitExceeded(f"more than {self.limits.facts} facts in one command, the last under {rule}")
        fact = self._facts.add()
        if number:
            fact.rule = number
        if audience:
            fact.audience = audience
        if private:
            fact.private = True
        return fact

    def _add(self, rule: str, name: str, message: Message, audience: Audience = 0, private: bool = False) -> Any:
        fact = self._fact(rule, audience, private)
        getattr(fact, name).CopyFrom(message)
        return fact

    def emit(self, play: Again, message: Message, audience: Audience, private: bool, rule: str) -> None:
        name = self.game.fact_name.get(type(message))
        if name is None:
            raise TypeError(f"{type(message).__name__} is not a fact of {self.game.ruleset}")
        fact = self._fact(rule, audience, private)
        happened = getattr(fact, name)
        happened.CopyFrom(message)
        play.state = self.state = self.game.reducer_of[name](self.state, happened)
        self.pending.append(Recorded(self._names, fact))

    def amend(self, rule: str, name: str, message: Message) -> None:
        """A judge's fact: it changes the state, and belongs to no frame."""
        fact = self._add(rule, name, message)
        fact.amended = True
        self.state = self.game.reducer_of[name](self.state, getattr(fact, name))

    def end(self, rule: str, winners: tuple[int, ...]) -> None:
        """The game is over under that rule."""
        self._add(rule, "game_ended", pb.GameEnded(winners=winners))
        self.finished(winners, rule)
        self.live.drop()

    def drew(self, rule: str, drew: pb.Drew, audience: Audience) -> None:
        self.drawn(Recorded(self._names, self._add(rule, "drew", drew, audience)), drew.result)

    # How scripts go on.

    def begin(self, rule: Rule[Any, Any, Any], args: tuple[Plain, ...]) -> None:
        """Runs a new script, inside the innermost frame."""
        self._go(self._start(rule, args), None)

    def answer(self, seat: int) -> None:
        """The seat's answer to the open decision is `command`; scripts run on if it was the last one."""
        assert self.decision is not None
        self._fact(self.frames[-1].script).answered.seat = seat
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

    def aside(self, rule: Rule[Any, Any, Any], args: tuple[Plain, ...] = (), command: tuple[Message, ...] = ()) -> None:
        """A standing command's script, or that of the rules' standing checks, runs beside the open decision, which is
        asked anew if it is still there afterwards.
        """
        decision = self.decision
        assert decision is not None
        if self._go(self._start(rule, args, command, aside=True), None):
            self.ask_those_left(decision)

    def ask_anew(self, decision: Decision) -> None:
        """The same question again, under this entry's version; sealed answers already given are void."""
        self._put_asked(self._top().script, decision.all_seats(), decision.sealed, decision.left)

    def ask_those_left(self, decision: Decision) -> None:
        """The same question again, after something happened beside it: of several seats that were asked at once, those
        are asked that can still answer. Where none can, all are asked: whoever reads their menus says what is wrong.
        """
        if decision.sealed:
            asked = decision.everyone()
            menus = self._menus(decision)
            try:
                still = (
                    tuple(seat for seat in asked if any(one.open() for one in menus[seat](self.state, seat))) or asked
                )
            except Exception:  # whatever a menu raises: it does so again where it is read
                still = asked
            left = tuple(seat for seat in asked if seat not in still)
            decision = msgspec.structs.replace(decision, seats=still, given=(), left=left)
        self.ask_anew(decision)

    def _menus(self, decision: Decision) -> Mapping[int, Menu[Any]]:
        """Those of the sealed question that the innermost script asks."""
        depth, frame = len(self.frames) - 1, self.frames[-1]
        held = self.live.peek(depth, frame)
        if held is None:
            held = resume(self.game, frame)
            asks_now(held, decision)
            self.live.keep(depth, held)
        assert isinstance(held.request, AskAll)
        return held.request.menus

    def _start(
        self,
        rule: Rule[Any, Any, Any],
        args: tuple[Plain, ...],
        command: tuple[Message, ...] = (),
        *,
        aside: bool = False,
    ) -> Held:
        # By its id, as it will be found when it is run again.
        script = self.game.script_of.get(rule.id)
        if script is None:
            raise ScriptFailed(rule.id, f"it is not among the scripts of {self.game.ruleset}")
        if len(self.frames) >= self.limits.depth:
            raise LimitExceeded(f"more than {self.limits.depth} scripts inside each other, the last {rule.id}")
        values = [to_value(arg) for arg in args]
        began = self._fact(rule.id).script_began
        began.script = rule.id
        began.args.extend(values)
        if aside:
            began.aside = True
        self.began(rule.id, args, aside)
        frame = self.frames[-1]
        play = Again(self.game, frame)
        return Held(frame, play, script.function(play, *args, *command), Done(None))

    def _go(self, held: Held, value: Any) -> bool:
        """Runs until seats are asked, the game is over, or an aside is done: only then True."""
        while True:
            request = self._step(held, value)
            # What comes most often first, and no patterns inside: this is run for every step of every script.
            match request:
                case Run():
                    self._keep(held, request)
                    held, value = self._start(request.rule, request.args), None
                case Ask():
                    self._ask(held, request, (request.seat,), sealed=False)
                    return False
                case Done():
                    frame, value = self.frames[-1], request.value
                    ended = to_value(value)
                    self._fact(frame.script).script_ended.value.CopyFrom(ended)
                    if frame.aside:
                        self.ended(value)
                        return True
                    if len(self.frames) == 1:
                        raise ScriptFailed(frame.script, "it returned, and the game is not over")
                    held = self._parent(len(self.frames) - 2)
                    self.ended(value)
                case AskAll():
                    self._ask(held, request, tuple(request.menus), sealed=True)
                    return False
                case Escape(script, value):
                    depth = self._depth_of(script)
                    self._add(self.frames[-1].script, "escaped", pb.Escaped(script=script, value=to_value(value)))
                    self.flush()
                    held = self._parent(depth - 1)
                    self.escaped(script, value)
                case Finish(winners, rule_id):
                    self._seats(held, winners)
                    self.end(rule_id, winners)
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
        self._put_asked(held.play.rule, seats, sealed)
        self._keep(held, request)

    def _put_asked(self, rule: str, seats: tuple[int, ...], sealed: bool, left: tuple[int, ...] = ()) -> None:
        asked = self._fact(rule).asked
        asked.seats.extend(seats)
        asked.left.extend(left)
        if sealed:
            asked.sealed = True
        self.asked(seats, sealed, left)

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
            same_request(frame.script, held.request, Answer(None, 0, child.script, child.args))
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
