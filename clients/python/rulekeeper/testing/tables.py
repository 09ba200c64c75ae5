"""Where a test's game is played: at a service, through the client, or in the kernel's memory. One face for both."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from google.protobuf.message import Message
from pydantic import ValidationError

from rulekeeper.client import OPEN, Choice, Client, Game, Part, Plain, Reason, Seat, choices, errors, pass_of
from rulekeeper.client.blocking import LoopThread
from rulekeeper.client.fields import is_known, kind_of
from rulekeeper.kernel import (
    JUDGE,
    SPECTATOR,
    InvalidPosition,
    InvalidSetup,
    Match,
    game_of,
    games,
    unavailable,
)
from rulekeeper.kernel import Refused as KernelRefused
from rulekeeper.projections import decision_of
from rulekeeper.testing.matchers import Fact
from rulekeeper.testing.messages import messages, unpacked
from rulekeeper.v1 import errors_pb2, games_pb2, table_pb2

MOST_CHOICES = 20_000
"""Commands of one seat that a test will list: ten cards alone can be put in 3.6 million orders."""

KINDS = {
    "refused": "REFUSED",
    "stale": "STALE_DECISION",
    "not_asked": "NOT_ASKED",
    "malformed": "MALFORMED_COMMAND",
    "over": "GAME_OVER",
    "not_started": "NOT_STARTED",
}
"""The kernel's sorts of no, by the names that the service has for them."""

Position = Mapping[str, Any] | str | Path
"""A position as a mapping, as JSON, or as a file of JSON."""


@dataclass(frozen=True)
class No:
    """A command that was not accepted: what sort of no, and every reason."""

    kind: str
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return "\n".join(f"    {reason}" for reason in self.reasons) or f"    {self.kind}"


@dataclass(frozen=True)
class Ending:
    """How a game ended: the winning seats (none: a draw) and the rule."""

    winners: tuple[int, ...]
    rule: str


class Table(Protocol):
    """A game that a test plays. Viewers are seats, `JUDGE` or `SPECTATOR`."""

    @property
    def messages(self) -> Mapping[str, type[Message]]:
        """The game's commands and facts, by their short names."""

    def submit(self, seat: int, choice: Choice, automatic: bool = False) -> int | No:
        """Sends a command; the version of its entry. `automatic`: as a standing pass does."""

    def pass_of(self, seat: int, rules: frozenset[str]) -> Choice | None:
        """The pass that the seat can answer with now; with `rules`, only if it is asked under one of them."""

    def facts(self, version: int, viewer: int) -> list[Fact]:
        """The game's facts of an entry, as a viewer sees them."""

    def legal(self, seat: int, kind: str = "") -> tuple[list[Choice], set[tuple[str, str]]]:
        """Every legal answer of a seat, and the (command, field) pairs whose values' order matters.

        `kind`: only commands of that name, full or short. Raises ValueError where there are more than `MOST_CHOICES`.
        """

    def asked(self) -> tuple[int, ...]:
        """The seats that the table waits for."""

    def ending(self) -> Ending | None:
        """How the game ended, if it has."""

    def view(self, viewer: int) -> Message:
        """The table as a viewer sees it."""

    def why_not(self, seat: int) -> list[tuple[str, tuple[Reason, ...]]]:
        """What a seat has and cannot use, with every reason."""


class Start:
    """Where a game begins: a position, or a game's set-up."""

    def __init__(
        self,
        position: Position | None,
        game: str | None,
        seats: int | None,
        setup: Mapping[str, Any] | None,
        seed: bytes | None,
    ) -> None:
        if isinstance(position, Path):
            position = position.read_text()
        self.position = json.dumps(dict(position)) if isinstance(position, Mapping) else position or ""
        read = json.loads(self.position) if self.position else {}
        self.ruleset = str(read.get("game") or game or "")
        self.setup, self.seed = setup, seed
        if not self.ruleset:
            raise ValueError("a position names its game; without one, say game=...")
        installed = game_of(self.ruleset)
        if installed is not None:
            self.ruleset = installed.ruleset
        least = installed.seats[0] if installed is not None else 2
        self.seats = int(read.get("seats") or seats or least)


class ServiceTable:
    """A sandbox at a service, with the tokens of all its seats and a judge's."""

    def __init__(self, loop: LoopThread, client: Client, start: Start) -> None:
        self._loop = loop
        sandbox = games_pb2.Sandbox(seed=start.seed or b"", position=start.position, seat_all=True)
        plans = [OPEN] * start.seats
        try:
            made = loop.run(client.create_game(start.ruleset, plans, setup=start.setup, sandbox=sandbox))
        except (errors.InvalidRequest, errors.NotFound) as wrong:
            raise ValueError(wrong.message) from None
        self.game_id = made.game_id
        self.judge = Game(client.using(made.judge_token), made.game_id)
        self._spectator = Game(client.using(made.spectator_token or None), made.game_id)
        self._seats = [Seat(client.using(token), made.game_id, at) for at, token in enumerate(made.seat_tokens)]
        self._version = 0
        about = loop.run(client.get_ruleset(start.ruleset))
        self.messages = messages([*about.facts, *(kind.command for kind in about.commands)])

    def submit(self, seat: int, choice: Choice, automatic: bool = False) -> int | No:
        try:
            return self._loop.run(self._submit(self._seats[seat], choice, automatic))
        except (errors.Refused, errors.NotPlayable) as no:
            return No(no.name, tuple(no.reasons))
        except errors.InvalidRequest as no:
            if no.code != errors_pb2.ERROR_CODE_MALFORMED_COMMAND:
                raise
            return No(no.name, tuple(no.reasons))

    async def _submit(self, seat: Seat, choice: Choice, automatic: bool) -> int:
        now = await seat.decision(at_least=self._version)
        standing = any(offer.command == choice.command for offer in now.standing)
        offered = any(offer.command == choice.command for offer in now.decision.offers)
        decision = 0 if standing and not offered else now.decision.version
        self._version = (await seat.submit(choice, decision, automatic=automatic)).version
        return self._version

    def pass_of(self, seat: int, rules: frozenset[str]) -> Choice | None:
        return pass_of(self._loop.run(self._seats[seat].decision(at_least=self._version)).decision, rules)

    def facts(self, version: int, viewer: int) -> list[Fact]:
        return self._loop.run(self._facts(version, self._of(viewer)))

    async def _facts(self, version: int, game: Game) -> list[Fact]:
        async for answer in game.log(after=version - 1, limit=1):
            return [fact(seen) for seen in answer.step.facts]
        return []

    def legal(self, seat: int, kind: str = "") -> tuple[list[Choice], set[tuple[str, str]]]:
        return self._loop.run(self._legal(self._seats[seat], kind))

    async def _legal(self, seat: Seat, kind: str) -> tuple[list[Choice], set[tuple[str, str]]]:
        decision = (await seat.decision(at_least=self._version)).decision
        found: list[Choice] = []
        for offer in decision.offers:
            if not is_kind(offer.command, kind):
                continue
            for choice in choices(offer):
                # An offer lists the values of each field; which may be sent together, the service says.
                if not offer.fields or not await seat.check(choice, decision):
                    found.append(choice)
                if len(found) > MOST_CHOICES:
                    raise too_many(seat.number, choice)
        return found, ordered(decision.offers)

    def asked(self) -> tuple[int, ...]:
        now = self._loop.run(self.judge.decision(at_least=self._version))
        return tuple(now.decision.seats)

    def ending(self) -> Ending | None:
        info = self._loop.run(self.judge.decision(at_least=self._version)).game
        over = info.status == table_pb2.GAME_STATUS_OVER
        return Ending(tuple(info.winners), info.ending.id) if over else None

    def view(self, viewer: int) -> Message:
        return unpacked(self._loop.run(self._of(viewer).view(at_least=self._version)).view)

    def why_not(self, seat: int) -> list[tuple[str, tuple[Reason, ...]]]:
        now = self._loop.run(self._seats[seat].decision(unavailable=True, at_least=self._version))
        listed = now.decision.unavailable
        return [(each.subject, tuple(map(errors.reason, each.reasons))) for each in listed]

    def _of(self, viewer: int) -> Game:
        return self.judge if viewer == JUDGE else self._spectator if viewer == SPECTATOR else self._seats[viewer]


class MemoryTable:
    """A game in the kernel's memory: no service, no clock, the same rules."""

    def __init__(self, start: Start) -> None:
        game = game_of(start.ruleset)
        if game is None:
            raise ValueError(f"there is no ruleset {start.ruleset!r}; installed: {', '.join(games()) or 'none'}")
        seed = os.urandom(32) if start.seed is None else start.seed
        try:
            self.match = Match(game, start.seats, start.setup, seed, start.position or None)
        except (InvalidPosition, InvalidSetup, ValidationError) as wrong:
            raise ValueError(str(wrong)) from None
        self._game = game
        facts = (reduced.DESCRIPTOR.full_name for reduced in game.reducers)
        self.messages = messages([*facts, *game.command_type])

    def submit(self, seat: int, choice: Choice, automatic: bool = False) -> int | No:
        kind = self._game.command_type.get(choice.command)
        if kind is None:
            return No(KINDS["malformed"], (Reason("", f"{choice.command} is not a command of {self._game.ruleset}"),))
        try:
            command = kind(**choice.fields)
        except (TypeError, ValueError) as wrong:
            return No(KINDS["malformed"], (Reason("", str(wrong)),))
        done = self.match.submit(seat, command)
        if isinstance(done, KernelRefused):
            return No(KINDS[done.kind], tuple(self._reason(each) for each in done.reasons))
        self.match.entries[-1].automatic = automatic
        return len(self.match.entries)

    def pass_of(self, seat: int, rules: frozenset[str]) -> Choice | None:
        decision = decision_of(self._game, self.match.table, seat, self.match.live)
        return None if decision is None else pass_of(decision, rules)

    def _reason(self, reason: Any) -> Reason:
        rule = self._game.rulebook.get(reason.rule)
        page, title = (rule.page, rule.title) if rule else (0, "")
        return Reason(reason.rule, reason.text, page, title, reason.field, tuple(map(self._part, reason.parts)))

    def _part(self, part: Any) -> Part:
        rule = self._game.rulebook.get(part.rule)
        return Part(part.rule, part.amount, part.text, rule.page if rule else 0)

    def facts(self, version: int, viewer: int) -> list[Fact]:
        found = []
        for seen in self.match.facts(version, viewer):
            rule = self._game.rulebook.get(seen.rule)
            found.append(Fact(seen.fact, seen.rule, rule.page if rule else 0, seen.amended))
        return found

    def legal(self, seat: int, kind: str = "") -> tuple[list[Choice], set[tuple[str, str]]]:
        menu = self.match.offers(seat)
        ordered = {
            (offer.message.DESCRIPTOR.full_name, name)
            for offer in menu
            for name, field in offer.fields.items()
            if field.ordered
        }
        found: list[Choice] = []
        for offer in menu:
            if is_kind(offer.message.DESCRIPTOR.full_name, kind):
                for command in offer.legal():
                    found.append(as_choice(command, {}))
                    if len(found) > MOST_CHOICES:
                        raise too_many(seat, found[-1])
        return found, ordered

    def asked(self) -> tuple[int, ...]:
        return self.match.asked()

    def ending(self) -> Ending | None:
        result = self.match.table.result
        return Ending(tuple(result.winners), result.rule) if result else None

    def view(self, viewer: int) -> Message:
        return self.match.view(viewer)

    def why_not(self, seat: int) -> list[tuple[str, tuple[Reason, ...]]]:
        listed = unavailable(self._game, self.match.table, seat, self.match.live)
        return [(each.subject.label, tuple(map(self._reason, each.reasons))) for each in listed]


def is_kind(command: str, kind: str) -> bool:
    """Whether a command, by its full name, is of a kind, by its full or short name; "" is any."""
    return kind in ("", command, command.rpartition(".")[2])


def too_many(seat: int, last: Choice) -> ValueError:
    """What a test is told that wants to have listed what cannot be listed."""
    return ValueError(
        f"seat {seat} has more than {MOST_CHOICES} legal commands, {last.short} among them: name what you want with "
        "of=..., or send one and see"
    )


def ordered(offers: Sequence[table_pb2.Offer]) -> set[tuple[str, str]]:
    """The (command, field) pairs whose values' order matters."""
    return {
        (offer.command, field.name)
        for offer in offers
        for field in offer.fields
        if is_known(field) and kind_of(field).ordered
    }


def as_choice(command: Message | Choice | Mapping[str, Any], known: Mapping[str, type[Message]]) -> Choice:
    """A command as a choice. A mapping has the command's short name and its fields: `{"PlayCard": {"card": 12}}`."""
    if isinstance(command, Choice):
        return command
    if isinstance(command, Mapping):
        if len(command) != 1:
            raise ValueError(f"a command is one name with its fields, not {command!r}")
        ((name, fields),) = command.items()
        full = known[name].DESCRIPTOR.full_name if name in known else name
        return Choice(full, {key: plain(value) for key, value in (fields or {}).items()})
    values: dict[str, Plain] = {}
    for field in command.DESCRIPTOR.fields:
        value = getattr(command, field.name)
        if field.is_repeated:
            # An empty list is a choice where the field is offered, and is not told from none where it is not.
            values[field.name] = tuple(value)
        elif not field.has_presence or command.HasField(field.name):
            values[field.name] = value
    return Choice(command.DESCRIPTOR.full_name, values)


def plain(value: Any) -> Plain:
    return tuple(map(plain, value)) if isinstance(value, list | tuple) else value


def fact(seen: table_pb2.SeenFact) -> Fact:
    """A fact as the service shows it."""
    return Fact(unpacked(seen.fact), seen.rule.id, seen.rule.page, seen.amended)
