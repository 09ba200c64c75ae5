"""A game in memory: entries without a clock, salts or digests. For tests, self-play and positions; the service
does the same on a log.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import pydantic
from google.protobuf.message import Message

from rulekeeper.kernel.audience import JUDGE, Viewer
from rulekeeper.kernel.chance import Chance, SeededChance, seed_of
from rulekeeper.kernel.commands import Refused, from_fields, pack, parse
from rulekeeper.kernel.deciding import Accepted, begin, check, decide, offers
from rulekeeper.kernel.errors import AmendRefused, InvalidPosition
from rulekeeper.kernel.folding import effective, fold, fold_all
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.judging import amend, rewind
from rulekeeper.kernel.menus import Offer
from rulekeeper.kernel.positions import Position, read_position, read_setup
from rulekeeper.kernel.resuming import Live
from rulekeeper.kernel.seeing import Seen, seen
from rulekeeper.kernel.table import Table
from rulekeeper.v1 import entry_pb2 as pb

S = TypeVar("S")


class Match(Generic[S]):
    """Begins at once, with all seats taken under the names "A", "B" ..., as a sandbox of the service does.

    `entries` is its whole log, `table` where it stands. setup: as the game's set-up model takes it. position: instead
    of a set-up. seed: what the service has for a secret; equal seeds and commands give equal entries here and there.
    chance: what draws come from instead, by version; for twins.
    """

    def __init__(
        self,
        game: Game[S],
        seats: int | None = None,
        setup: Mapping[str, Any] | pydantic.BaseModel | None = None,
        seed: bytes = b"",
        position: Position | str | None = None,
        chance: Callable[[int], Chance] | None = None,
    ) -> None:
        self.game = game
        self.entries: list[pb.Entry] = []
        self.table = Table()
        self.live = Live()
        start = self._read(position)
        text = self._read_setup(setup)
        count = start.seats if start else (seats or game.seats[0])
        mixed = seed_of(seed, (b"",) * count)
        self._chance = chance or (lambda version: SeededChance(mixed, version))
        plans = [pb.SeatPlan(kind=pb.SEAT_KIND_OPEN)] * count
        created = pb.GameCreated(setup=text, seats=plans, sandbox=True, position=start.text() if start else "")
        self._put(pb.Entry(created=created), None)
        for seat in range(count):
            self._put(pb.Entry(seat_taken=pb.SeatTaken(seat=seat, name=chr(ord("A") + seat))), None)
        version = len(self.entries) + 1
        begun = begin(game, self.table, version, self._chance(version), self.live)
        self._put(pb.Entry(started=pb.GameStarted(), facts=begun.facts), begun.table)
        for sent in start.commands if start else ():
            self._send(sent.seat, sent.command, sent.fields)

    def _read(self, position: Position | str | None) -> Position | None:
        if position is None:
            return None
        return read_position(self.game, position if isinstance(position, str) else position.text())

    def _read_setup(self, setup: Mapping[str, Any] | pydantic.BaseModel | None) -> str:
        """Complete, with its defaults, as the service writes it into the first entry."""
        text = setup.model_dump_json() if isinstance(setup, pydantic.BaseModel) else json.dumps(dict(setup or {}))
        complete: str = read_setup(self.game, text).model_dump_json()
        return complete

    def _send(self, seat: int, command: str, fields: Mapping[str, Any]) -> None:
        name = command if "." in command else f"{self.game.command.DESCRIPTOR.file.package}.{command}"
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
        packed = from_fields(self.game, name, values)
        done = packed if isinstance(packed, Refused) else self.submit(seat, packed)
        if isinstance(done, Refused):
            raise InvalidPosition(f"commands: {command} of seat {seat}: {done.reasons[0].rule}: {done.reasons[0].text}")

    def _put(self, entry: pb.Entry, table: Table | None) -> None:
        entry.version = len(self.entries) + 1
        entry.ruleset = self.game.ruleset
        self.entries.append(entry)
        self.table = fold(self.game, self.table, entry) if table is None else table

    # Playing.

    def submit(self, seat: int, command: Message | bytes, decision: int | None = None) -> Accepted | Refused:
        """Sends a seat's command; by default for the decision that is open, or for none if it is a standing
        one. Raises KernelError.
        """
        sent, decision = self._sent(command, decision)
        version = len(self.entries) + 1
        done = decide(self.game, self.table, seat, decision, sent, version, self._chance(version), self.live)
        if isinstance(done, Accepted):
            actor = pb.Actor(role=pb.ROLE_SEAT, seat=seat)
            entry = pb.Entry(actor=actor, decision=decision, command=sent, facts=done.facts)
            self._put(entry, done.table)
        return done

    def check(self, seat: int, command: Message | bytes, decision: int | None = None) -> Refused | None:
        """What `submit` would say against it, without doing anything."""
        sent, decision = self._sent(command, decision)
        return check(self.game, self.table, seat, decision, sent, self.live)

    def _sent(self, command: Message | bytes, decision: int | None) -> tuple[bytes, int]:
        """The command as bytes, and the decision that it is for where none is named."""
        sent = pack(self.game, command) if isinstance(command, Message) else command
        if decision is None:
            open_now = self.table.decision.version if self.table.decision else 0
            decision = 0 if type(parse(self.game, sent)) in self.game.asides else open_now
        return sent, decision

    def offers(self, seat: int) -> list[Offer[Message]]:
        """What the seat is offered now, closed offers too."""
        return offers(self.game, self.table, seat, self.live)

    def legal(self, seat: int, most: int = 20_000) -> list[Message]:
        """Every legal answer of the seat, in the menu's order. ValueError where there are more than `most`: ten cards
        alone can be put in 3.6 million orders. `Offer.legal` gives those of an offer one by one.
        """
        every = (command for offer in self.offers(seat) for command in offer.legal())
        found = list(itertools.islice(every, most + 1))
        if len(found) > most:
            kind = type(found[-1]).DESCRIPTOR.name
            raise ValueError(f"seat {seat} has more than {most} legal commands, {kind} among them: list them by offers")
        return found

    def asked(self) -> tuple[int, ...]:
        """The seats that have still to answer."""
        return self.table.decision.seats if self.table.decision else ()

    # Judging.

    def amend(self, *facts: Message) -> None:
        """A judge's facts, as an entry. Raises AmendRefused."""
        done = amend(self.game, self.table, facts, len(self.entries) + 1)
        self._put(pb.Entry(amended=pb.Amended(), facts=done.facts), done.table)

    def rewind(self, to: int) -> None:
        """Back to the table of an earlier version, as an entry. Raises AmendRefused where no decision was open then."""
        if self.table.over:
            raise AmendRefused("the game is over")
        done = rewind(self.game, self.at(to), len(self.entries) + 1)
        self.live.drop()
        self._put(pb.Entry(rewound=pb.Rewound(to=to), parent=to, facts=done.facts), done.table)

    def fork(self, version: int, seed: bytes = b"", chance: Callable[[int], Chance] | None = None) -> Match[S]:
        """Another match with the same log up to a version, and draws of its own from there on."""
        forked: Match[S] = Match.__new__(Match)
        forked.game, forked.live = self.game, Live()
        forked.entries = list(self.entries[:version])
        forked.table = self.at(version)
        mixed = seed_of(seed, (b"",) * (forked.table.origin.seats if forked.table.origin else 0))
        forked._chance = chance or (lambda later: SeededChance(mixed, later))
        return forked

    # Looking.

    def at(self, version: int) -> Table:
        """The table of any version, folded from the log; 0: before the first entry. IndexError beyond the last."""
        if version > len(self.entries):
            raise IndexError(f"the log ends at version {len(self.entries)}")
        return fold_all(self.game, effective(self.entries[:version]))

    def facts(self, version: int | None = None, viewer: Viewer = JUDGE) -> list[Seen]:
        """The game's facts of an entry (the last one), as a viewer sees them."""
        entry = self.entries[(version or len(self.entries)) - 1]
        return seen(self.game, entry.facts, viewer)

    def view(self, viewer: Viewer) -> Message:
        """The game's view message, as a viewer sees the table now."""
        return self.game.view(self.table.state, viewer)
