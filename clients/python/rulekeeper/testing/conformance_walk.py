"""Random games for the conformance suite: played by the game's taste from a seed, and the same in any process."""

import copy
import random
from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import Message

from rulekeeper.kernel import (
    JUDGE,
    RANDOM,
    SPECTATOR,
    Accepted,
    AmendRefused,
    Chance,
    Counts,
    Game,
    Match,
    Offer,
    Refused,
    SeededChance,
    Table,
    Viewer,
    amend,
    command_of,
    seed_of,
    standing,
)
from rulekeeper.v1 import entry_pb2 as pb

STANDING_EVERY = 40
"""In a walk that uses standing offers: how many commands there are to one that nobody asked for."""


class Stuck(Exception):
    """A game that is not over, and that does not go on."""


class Draw:
    """A draw as it was made: what for, from what (None: a number), below what, and the number."""

    __slots__ = ("below", "counts", "number", "purpose")

    def __init__(self, purpose: str, counts: Counts | None, below: int, number: int) -> None:
        self.purpose, self.counts, self.below, self.number = purpose, counts, below, number

    def kind(self, number: int | None = None) -> str:
        """Which kind was drawn from the multiset; or would have been, with another number."""
        number = self.number if number is None else number
        for kind, count in self.counts or ():
            number -= count
            if number < 0:
                return kind
        raise ValueError("the draw was not one from a multiset, or the number is not below its size")

    def result(self, number: int | None = None) -> str | int:
        """The kind, or the number itself where no kinds were drawn from."""
        if self.counts is not None:
            return self.kind(number)
        return self.number if number is None else number


class Recording:
    """A chance that remembers its draws."""

    def __init__(self, then: Chance) -> None:
        self._then = then
        self.draws: list[Draw] = []

    def below(self, limit: int) -> int:
        number = self._then.below(limit)
        self.draws.append(Draw("", None, limit, number))
        return number

    def pick(self, purpose: str, counts: Counts) -> int:
        number = self._then.pick(purpose, counts)
        self.draws.append(Draw(purpose, counts, sum(count for _, count in counts), number))
        return number


class Walk:
    """A random game. `match` is the game, `tables` and `draws` hold what was at each of its versions.

    `standing`: standing commands (to concede, for example) are sent too, whatever the game's taste says of them.
    `players`: who plays the seats, in turn, by their names (`players_of`). `position`: where it begins, as JSON; "": as
    games begin.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        seed: int,
        *,
        standing: bool = False,
        players: Sequence[str] = (RANDOM,),
        position: str = "",
    ) -> None:
        self.game, self.seats, self.seed, self.standing = game, seats, seed, standing
        self.players, self.position = tuple(players), position
        self.dice = random.Random(f"{game.ruleset} {seats} {seed}")
        self.draws: dict[int, list[Draw]] = {}
        self.tables: dict[int, Table] = {}
        self._seed = seed_of(str(seed).encode(), (b"",) * seats)
        # Each set-up comes up at each number of seats, as seeds go on.
        turn = seed * len(game.seats) + game.seats.index(seats)
        self.setup = {} if position else game.setups[turn % len(game.setups)]
        self.match = (
            Match(game, position=position, chance=self._recording)
            if position
            else Match(game, seats, self.setup, chance=self._recording)
        )
        self.tables[self.match.table.version] = self.match.table

    def __str__(self) -> str:
        setup = f", set-up {dict(self.setup)}" if self.setup else ""
        players = f", players {','.join(self.players)}" if self.players != (RANDOM,) else ""
        begun = f", from the position {self.position}" if self.position else ""
        return f"{self.game.ruleset}, {self.seats} seats, seed {self.seed}{setup}{players}{begun}"

    def player(self, seat: int) -> str:
        """The name of who plays the seat."""
        return self.players[seat % len(self.players)]

    @property
    def table(self) -> Table:
        return self.match.table

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everyone who is no judge."""
        return (*range(self.seats), SPECTATOR)

    def before(self, version: int) -> Table:
        """The table that the entry of this version changed."""
        table = self.tables.get(version - 1)
        return self.match.at(version - 1) if table is None else table

    @property
    def next_version(self) -> int:
        return len(self.match.entries) + 1

    def chance(self, version: int) -> Chance:
        """The draws of an entry, as the walk makes them."""
        return SeededChance(self._seed, version)

    def fork(self, version: int) -> "Walk":
        """Another walk from a version of this one, with dice and draws of its own."""
        forked = copy.copy(self)
        forked.dice = random.Random(f"{self} {version} {self.dice.random()}")
        forked.draws, forked._seed = {}, seed_of(f"fork {self.seed}".encode(), (b"",) * self.seats)
        forked.tables = {at: table for at, table in self.tables.items() if at <= version}
        forked.match = self.match.fork(version, chance=forked._recording)
        return forked

    def amend(self, fact: Message) -> bool:
        """A judge's fact; False where it does not fit, or where nobody could be shown what it leads to."""
        try:
            if not self.seen(amend(self.game, self.table, (fact,), self.next_version).table):
                return False
            self.match.amend(fact)
        except AmendRefused:
            return False
        self.tables[self.table.version] = self.table
        return True

    def seen(self, table: Table) -> bool:
        """Whether the game has a view of the table for everybody."""
        try:
            for viewer in (*self.viewers, JUDGE):
                self.game.view(table.state, viewer)
        except Exception:  # whatever a view raises of a state that no rule leads to
            return False
        return True

    def rewind(self) -> None:
        """Back to some earlier version, one that was gone back from included."""
        self.match.rewind(self.dice.choice([at for at, table in self.tables.items() if table.decision is not None]))
        self.tables[self.table.version] = self.table

    def _recording(self, version: int) -> Chance:
        recording = Recording(self.chance(version))
        self.draws[version] = recording.draws
        return recording

    def choose(self) -> tuple[int, Message]:
        """Who sends what next. Raises Stuck."""
        table = self.table
        if table.decision is None or not table.decision.seats:
            raise Stuck("the game is not over, and nobody is asked")
        if self.standing and self.dice.randrange(STANDING_EVERY) == 0:
            seat = self.dice.randrange(self.seats)
            beside = [offer for offer in standing(self.game, table, seat) if offer.open()]
            if beside:
                return seat, self._any(beside)
        seat = self.dice.choice(table.decision.seats)
        try:
            player = self.player(seat)
            return seat, command_of(player, self.game, table, seat, self.dice.randrange, self.match.live)
        except LookupError as nothing:
            raise Stuck(f"{table.decision.rule}: {nothing}") from nothing

    def _any(self, offers: list[Offer[Message]]) -> Message:
        return self.dice.choice(offers).pick(self.dice.randrange)

    def send(self, seat: int, command: Message) -> Accepted:
        """Raises Stuck where a legal command is refused."""
        done = self.match.submit(seat, command)
        if isinstance(done, Refused):
            raise Stuck(f"{told(command)} of seat {seat} is offered and refused: {done.reasons}")
        self.tables[done.table.version] = done.table
        return done

    def play(self, cap: int) -> None:
        """Plays on until the game is over, or so many commands were sent."""
        for _ in range(cap):
            if self.table.over:
                return
            self.send(*self.choose())

    def decision_for(self, command: Message) -> int:
        """The decision that a command of this kind answers now; 0: it is a standing one."""
        if type(command) in self.game.asides or self.table.decision is None:
            return 0
        return self.table.decision.version


def told(command: Message) -> str:
    """A command in a line."""
    fields = " ".join(f"{field.name}={value!r}" for field, value in command.ListFields())
    return f"{type(command).__name__}({fields})"


def read_back(entry: pb.Entry) -> pb.Entry:
    """The entry as a log would give it back."""
    return pb.Entry.FromString(entry.SerializeToString())


def described(offers: list[Offer[Message]]) -> tuple[Any, ...]:
    """All that a client is told of a menu, as plain values that can be compared."""
    return tuple(
        (
            offer.message.DESCRIPTOR.full_name,
            tuple((name, *_field(field)) for name, field in offer.fields.items()),
            tuple(offer.closed()),
        )
        for offer in offers
    )


def _field(field: Any) -> tuple[Any, ...]:
    limits: Mapping[Any, int] = getattr(field, "limits", {})
    sizes = tuple(getattr(field, name, None) for name in ("least", "most", "low", "high"))
    words = tuple(
        (value, field.label(value) if field.label else "", limits.get(value, 0), tuple(reasons))
        for value, reasons in field.single()
    )
    return type(field).__name__, sizes, words
