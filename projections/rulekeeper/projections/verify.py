"""Proving a record: the chain of digests, the folding, the commitment and every draw, and whether today's rules
would decide the same.

Pure: stored entries in, findings out. The service answers VerifyGame with it, and it works as well on a log
from a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from google.protobuf.message import DecodeError

from rulekeeper.kernel import (
    Accepted,
    Chance,
    Counts,
    FoldFailed,
    Game,
    KernelError,
    Live,
    Refused,
    SeededChance,
    Table,
    begin,
    commitment,
    decide,
    draws,
    fold,
    follows,
    foretells,
    read_position,
    rewind,
    seed_of,
    set_result,
    told_otherwise,
)
from rulekeeper.log import Head, Stored, verify_chain
from rulekeeper.projections.moments import parsed
from rulekeeper.projections.record import AFTER_THE_END, NO_RECORD, GameRecord, record_after
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.v1.facts_pb2 import Drew


class Finding(msgspec.Struct, frozen=True):
    """Something that should not be. `kind`: "digest", "chain", "fold", "commitment", "contribution", "draw",
    "rules", "history" (it is not what a player saw) or "record" (it is not what this service folded, or nothing).

    "rules": today's rules lead elsewhere. Where nothing else is found, the record is whole, and it is the rules that
    were changed since it was made.
    """

    version: int
    kind: str
    text: str


class Verdict(msgspec.Struct, frozen=True):
    """What was found, what was gone through, and what could not be proved. `decided_again`: entries whose
    command gave the same facts by today's rules; `told_otherwise`: those whose facts did the same, and were told
    in other words.
    """

    head: Head
    findings: tuple[Finding, ...]
    entries: int
    facts: int
    draws: int
    decided_again: int
    not_proved: tuple[str, ...]
    told_otherwise: int = 0

    @property
    def sound(self) -> bool:
        return not self.findings


class Kept(msgspec.Struct, frozen=True):
    """What is known of a game apart from its record: the head that a player saw last, and their seat with the
    contribution that they sent for it; and the head that a service has folded.
    """

    seen: Head | None = None
    seat: int | None = None
    contribution: bytes | None = None
    folded: Head | None = None


NOTHING_KEPT = Kept()


def verify(game: Game[Any] | None, entries: Iterable[Stored], kept: Kept = NOTHING_KEPT) -> Verdict:
    """Goes through a whole log, from entry 1. `game` None: its ruleset is not at hand, and only the chain is
    proved.
    """
    verifier = Verifier(game, kept)
    for stored in entries:
        verifier.take(stored)
    return verifier.verdict()


class Verifier:
    """The same, entry by entry, for whoever has other things to do in between."""

    def __init__(self, game: Game[Any] | None, kept: Kept = NOTHING_KEPT) -> None:
        self._game = game
        self._kept = kept
        self._head = Head()
        self._record: GameRecord = NO_RECORD
        self._tables: dict[int, Table] = {0: Table()}
        self._live = Live()
        self._findings: list[Finding] = []
        self._seats: dict[int, int] = {}
        self._draws: dict[int, list[Drew]] = {}
        self._entries = self._facts = self._again = 0
        self._seen_digest: bytes | None = None
        self._folded_digest: bytes | None = None
        self._amended = self._foreign = False
        self._forked = self._over = 0
        self._otherwise: list[int] = []

    def take(self, stored: Stored) -> None:
        """The next entry."""
        self._findings += [
            Finding(found.version, found.kind, found.text) for found in verify_chain([stored], self._head)
        ]
        self._head = stored.head
        self._entries += 1
        if self._kept.seen is not None and stored.version == self._kept.seen.version:
            self._seen_digest = stored.digest
        if self._kept.folded is not None and stored.version == self._kept.folded.version:
            self._folded_digest = stored.digest
        try:
            entry = parsed(stored)
        except FoldFailed:
            return
        self._note(stored, entry)
        if self._game is not None and entry.ruleset == self._game.ruleset:
            self._fold(self._game, entry)
        else:
            self._foreign = True

    def verdict(self) -> Verdict:
        """What all entries so far amount to."""
        record = self._record
        findings = [*self._findings, *self._recorded(), *self._history(), *self._contribution()]
        unproved = []
        if self._kept.seen is None:
            unproved.append("history: nothing that was kept of an earlier head was compared")
        if self._kept.contribution is None:
            unproved.append("contribution: none that was kept was compared")
        if self._foreign:
            unproved.append(f"folding, rules and draws: {record.ruleset or 'the ruleset'} is not installed here")
        if self._forked:
            before = f"before version {self._forked} were made in game {record.forked_from}"
            unproved.append(f"draws: those {before}; whoever made the fork may have given its seed")
        if self._amended:
            unproved.append("amendments: what a judge changed stands by the judge's word")
        if self._otherwise:
            unproved.append(_telling(self._otherwise))
        proved = 0
        if not record.secret and self._over:
            text = "the game ends, and the secret that its draws came from is not on record"
            findings.append(Finding(self._over, "commitment", text))
        elif not record.secret:
            unproved.append("draws: the secret is not out before the game is over")
        else:
            broken = commitment(record.secret) != record.commitment
            if broken:
                text = "the secret is not the one that entry 1 was committed to"
                findings.append(Finding(record.ended, "commitment", text))
            found, proved = self._prove_draws(record)
            findings += found
        findings.sort(key=lambda finding: finding.version)
        return Verdict(
            self._head,
            tuple(findings),
            self._entries,
            self._facts,
            proved,
            self._again,
            tuple(unproved),
            len(self._otherwise),
        )

    def _note(self, stored: Stored, entry: Entry) -> None:
        if entry.HasField("forked"):
            self._forked = stored.version
            self._draws.clear()
        if self._record.over and entry.WhichOneof("what") not in AFTER_THE_END:
            self._findings.append(Finding(stored.version, "chain", "it follows the entry that ended the game"))
        if entry.HasField("seat_taken"):
            self._seats[entry.seat_taken.seat] = stored.version
        try:
            self._record = record_after(self._record, stored, entry, self._game)
        except (IndexError, ValueError, DecodeError):
            self._findings.append(Finding(stored.version, "fold", "it does not follow from the entries before it"))

    # Folding, and deciding again.

    def _fold(self, game: Game[Any], entry: Entry) -> None:
        before = self._tables.get(follows(entry))
        if before is None:
            if not any(finding.kind == "fold" for finding in self._findings):
                self._findings.append(Finding(entry.version, "fold", "the version that it follows is not there"))
            return
        try:
            after = fold(game, before, entry)
            drawn = _by_chance(_foretold(game, before, entry), [drew for drew, _ in draws(game, entry.facts)])
        except KernelError:
            self._findings.append(Finding(entry.version, "fold", "its facts do not follow from the table before it"))
            return
        self._tables[entry.version] = after
        if after.over and not before.over:
            self._over = entry.version
        packed: Any = game.facts.FromString(entry.facts)
        self._facts += len(packed.facts)
        if drawn:
            self._draws[entry.version] = drawn
        self._compare(game, before, entry, drawn)

    def _compare(self, game: Game[Any], before: Table, entry: Entry, drawn: Sequence[Drew]) -> None:
        if entry.WhichOneof("what") == "amended":
            self._amended = True
        try:
            again = self._decided(game, before, entry, _Drawn(drawn))
            outcome = "" if again is None else self._outcome(game, before, entry, again)
        except Exception:  # whatever rules raise at a table that they never led to
            outcome = "today's rules do not run to what is on record"
        if outcome:
            self._rules(entry, outcome)

    def _outcome(self, game: Game[Any], before: Table, entry: Entry, again: Accepted | Refused) -> str:
        """What today's rules make of the entry, where it is something else than what is on record; else it counts."""
        if isinstance(again, Refused):
            return "today's rules refuse its command"
        if again.facts == entry.facts or game.facts.FromString(again.facts) == game.facts.FromString(entry.facts):
            self._again += 1
        elif told_otherwise(game, before, entry.facts, again.facts):
            self._otherwise.append(entry.version)
        else:
            return "its command leads to other facts by today's rules"
        return ""

    def _decided(self, game: Game[Any], before: Table, entry: Entry, chance: Chance) -> Accepted | Refused | None:
        match entry.WhichOneof("what"):
            case "started":
                return begin(game, before, entry.version, chance, self._live)
            case "command":
                seat = entry.actor.seat
                return decide(game, before, seat, entry.decision, entry.command, entry.version, chance, self._live)
            case "rewound" | "forked":
                return rewind(game, before, entry.version)
            case "result_set":
                return set_result(game, before, tuple(entry.result_set.winners), entry.version)
        return None

    def _rules(self, entry: Entry, text: str) -> None:
        """The first version that differs says it all: what follows from it would differ too."""
        if not any(finding.kind == "rules" for finding in self._findings):
            self._findings.append(
                Finding(entry.version, "rules", f"{text}: the rules were changed since, or the record")
            )

    # The end.

    def _recorded(self) -> list[Finding]:
        """What is not there cannot be sound."""
        folded = self._kept.folded
        if folded is not None and self._folded_digest is None and folded.version:
            text = f"the log ends at {self._head.version}, and this service has folded it to {folded.version}"
            return [Finding(folded.version, "record", text)]
        if folded is not None and folded.version and self._folded_digest != folded.digest:
            text = "the log holds another entry than the one that this service has folded"
            return [Finding(folded.version, "record", text)]
        return [] if self._entries else [Finding(0, "record", "there is nothing on record")]

    def _history(self) -> list[Finding]:
        seen = self._kept.seen
        if seen is None or not seen.version:
            return []
        if self._seen_digest is None:
            return [Finding(seen.version, "history", f"the log ends at {self._head.version}, and went further before")]
        if self._seen_digest != seen.digest:
            return [Finding(seen.version, "history", "the log holds another digest than the one that was seen")]
        return []

    def _contribution(self) -> list[Finding]:
        seat, mine = self._kept.seat, self._kept.contribution
        if seat is None or mine is None:
            return []
        if seat not in self._seats:
            return [Finding(self._head.version, "contribution", f"seat {seat} was never taken")]
        if self._record.seats[seat].contribution != mine:
            return [Finding(self._seats[seat], "contribution", f"seat {seat}'s is not the one that was sent")]
        return []

    def _prove_draws(self, record: GameRecord) -> tuple[list[Finding], int]:
        seed = seed_of(record.secret, record.contributions())
        findings: list[Finding] = []
        proved = 0
        for version, drawn in self._draws.items():
            chance: Chance = SeededChance(seed, version)
            for drew in drawn:
                if drew.below and chance.below(drew.below) == drew.value:
                    proved += 1
                else:
                    text = f"a draw for {drew.purpose} is not what the seed gives"
                    findings.append(Finding(version, "draw", text))
                    break
        return findings, proved


def _telling(versions: Sequence[int]) -> str:
    entries = "1 entry is" if len(versions) == 1 else f"{len(versions)} entries are"
    return (
        f"telling: {entries} told otherwise by today's rules, the first in version {versions[0]}: under another rule, "
        "or with more or less that changes nothing. What happened to the table is the same"
    )


def _foretold(game: Game[Any], before: Table, entry: Entry) -> Sequence[str | int]:
    """The results that a position has foretold of the next draws."""
    if entry.HasField("started") and before.origin is not None and before.origin.position:
        return read_position(game, before.origin.position).draws
    return before.foretold


def _by_chance(foretold: Sequence[str | int], drawn: Sequence[Drew]) -> list[Drew]:
    """Without those that were foretold: they prove nothing, and take nothing from the seed."""
    kept = []
    for drew in drawn:
        if foretells(foretold, drew.result):
            foretold = foretold[1:]
        else:
            kept.append(drew)
    return kept


class _OtherDraws(Exception):
    """A rule drew something else than is on record."""


class _Drawn:
    """Draws as they are on record, in order."""

    def __init__(self, drawn: Sequence[Drew]) -> None:
        self._drawn = iter(drawn)

    def below(self, limit: int) -> int:
        drew = next(self._drawn, None)
        if drew is None or drew.below != limit:
            raise _OtherDraws
        return drew.value

    def pick(self, purpose: str, counts: Counts) -> int:
        return self.below(sum(count for _, count in counts))
