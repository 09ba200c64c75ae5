"""Self-play, recorded: whole games, and mid-game positions and what came then."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.heart_of_crown.catalogue import SETS
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import (
    RANDOM,
    Accepted,
    Game,
    Match,
    Position,
    command_of,
    pack,
    state_as_json,
)
from rulekeeper.kernel.folding import Work
from rulekeeper.v1.entry_pb2 import Entry

_LONGEST = 4_000
"""Commands after which a game that does not end is left alone."""


class Subject(NamedTuple):
    """What is measured: a game, with how many seats, and the set-ups that its recorded games take in turn."""

    game: Game[Any]
    seats: int
    setups: tuple[Mapping[str, Any], ...]


FOUR_CROWNS = Subject(HEART_OF_CROWN, 4, tuple({"set": name} for name in sorted(SETS)))
"""Heart of Crown with four seats; every recommended set of cards has its turn."""

INVASION = Subject(WARHAMMER_INVASION, 2, WARHAMMER_INVASION.setups)
"""Warhammer: Invasion: all pairs of starters, decks of one's own, drafts."""


class Sent(NamedTuple):
    """A command that was accepted: its seat, the decision that it answered, the message, and the game's `Command`."""

    seat: int
    decision: int
    message: Message
    command: bytes


class Played(NamedTuple):
    """A whole game: its set-up and secret, the commands, and the entries that came of it, as they would be stored."""

    subject: Subject
    setup: Mapping[str, Any]
    secret: bytes
    sent: tuple[Sent, ...]
    entries: tuple[bytes, ...]

    def begun(self) -> Match[Any]:
        """The same game, where the first command has yet to be sent."""
        return Match(self.subject.game, self.subject.seats, setup=self.setup, seed=self.secret)

    def middle(self) -> range:
        """The middle half of its commands, by number: what mid-game means here."""
        return range(len(self.sent) // 4, len(self.sent) * 3 // 4)


class FromMiddle(NamedTuple):
    """A turn in the middle of a game that begins, as a position, and the commands that follow."""

    position: str
    secret: bytes
    sent: tuple[Sent, ...]


def secret_of(number: int) -> bytes:
    """32 bytes, as the service wants of a sandbox's seed."""
    return b"rulekeeper bench, game %08d." % number


def play(number: int, player: str = RANDOM, subject: Subject = FOUR_CROWNS) -> Played:
    """Game `number` of that player in all seats: the same each time."""
    setup = subject.setups[number % len(subject.setups)]
    match: Match[Any] = Match(subject.game, subject.seats, setup=setup, seed=secret_of(number))
    sent = _go_on(match, random.Random(number), _LONGEST, player)
    return Played(subject, setup, secret_of(number), sent, tuple(entry.SerializeToString() for entry in match.entries))


def play_from_middle(played: Played, number: int, share: float, commands: int, player: str = RANDOM) -> FromMiddle:
    """From the turn that begins after `share` of the game's entries, up to so many commands, played anew."""
    position = _position(played, share)
    match: Match[Any] = Match(played.subject.game, seed=secret_of(number), position=position)
    return FromMiddle(position.text(), secret_of(number), _go_on(match, random.Random(number), commands, player))


def _go_on(match: Match[Any], dice: random.Random, commands: int, player: str) -> tuple[Sent, ...]:
    sent: list[Sent] = []
    while match.table.decision is not None and len(sent) < commands:
        seat, decision = match.asked()[0], match.table.decision.version
        message = command_of(player, match.game, match.table, seat, dice.randrange, match.live)
        command = pack(match.game, message)
        done = match.submit(seat, command, decision)
        if not isinstance(done, Accepted):
            raise RuntimeError(f"self-play sent what is refused: {done}")
        sent.append(Sent(seat, decision, message, command))
    return tuple(sent)


def _position(played: Played, share: float) -> Position:
    """The first turn that begins after that share of the entries."""
    game, seats, _ = played.subject
    work: Work[Any] = Work(game, played.begun().table, 0)
    first = len(played.entries) - len(played.sent)
    for number in range(first, len(played.entries)):
        entry = Entry.FromString(played.entries[number])
        work.version, work.command = entry.version, entry.command
        packed: Any = game.facts.FromString(entry.facts)
        rules = list(packed.rules)
        for fact in packed.facts:
            if fact.WhichOneof("fact") == "turn_began" and number >= first + share * len(played.sent):
                return Position(
                    game=game.ruleset,
                    seats=seats,
                    entry="turn",
                    args=[fact.turn_began.seat],
                    state=state_as_json(work.state),
                )
            work.fold_one(rules, fact)
    raise RuntimeError("the game ended before another turn began")
