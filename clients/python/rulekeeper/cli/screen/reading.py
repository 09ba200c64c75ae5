"""What the screen reads of a game, each thing once."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from rulekeeper.cli.failing import Problem
from rulekeeper.cli.place import claims_of
from rulekeeper.cli.screen.places import WHOLE, Spot
from rulekeeper.cli.wording import Words, cards_in, kinds_of
from rulekeeper.client import JUDGE, SPECTATOR, Bench, NotPlayable
from rulekeeper.testing.messages import unpacked
from rulekeeper.v1 import audit_pb2, games_pb2, table_pb2

K = TypeVar("K")
V = TypeVar("V")

KEPT = 500
AHEAD = 8
"""Entries that are read before they are asked for."""


@dataclass(frozen=True)
class Seen:
    """A table in words. `cards`: kinds of the cards that lie open on it, by their ids."""

    text: str
    cards: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Told:
    """An entry with its facts, as one viewer sees them."""

    step: table_pb2.Step
    facts: tuple[audit_pb2.ReplayGameResponse, ...]
    struck: bool


class Kept(Generic[K, V]):
    """The things used last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: K, value: V) -> V:
        self._kept[key] = value
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return value

    def clear(self) -> None:
        self._kept.clear()


class Reader:
    """A game's entries and tables, for all eyes or those of `seat`."""

    def __init__(self, bench: Bench, info: table_pb2.GameInfo, ruleset: games_pb2.GetRulesetResponse) -> None:
        self.bench = bench
        self.info = info
        self.ruleset = ruleset
        self.rules = {rule.id: rule for rule in ruleset.rules}
        self._kinds = kinds_of(ruleset)
        self.seat: int | None = None
        self.head = info.head.version
        self._entries: Kept[tuple[int | None, int], Told] = Kept()
        self._tables: Kept[tuple[int | None, Spot], Seen] = Kept()

    @property
    def viewer(self) -> int:
        """Whose eyes it is seen with: a seat, -1 everybody or -2 a judge. Where no seat is chosen it is the token's."""
        if self.seat is not None:
            return self.seat
        if self.info.status == table_pb2.GAME_STATUS_OVER:
            return JUDGE
        match claims_of(self.bench.client.token or ""):
            case {"role": "judge" | "admin"}:
                return JUDGE
            case {"role": "seat", "seat": int(seat)}:
                return seat
        return SPECTATOR

    def forget(self) -> None:
        """After a ruling: what was read may count no longer."""
        self._entries.clear()
        self._tables.clear()

    async def look_as(self, seat: int | None, version: int) -> None:
        """From now on with other eyes. Raises, and changes nothing, where they may not see this version."""
        await self._entry(version, seat)
        self.seat = seat

    async def entry(self, version: int) -> Told:
        return await self._entry(version, self.seat)

    async def _entry(self, version: int, seat: int | None) -> Told:
        kept = self._entries.get((seat, version))
        if kept is not None:
            return kept
        async for told in self._replay(version, version, seat):
            return self._entries.put((seat, version), told)
        raise Problem(f"the log does not show version {version}")

    async def ahead(self, version: int) -> None:
        """Reads some entries after a version that are not known yet."""
        seat, last = self.seat, min(version + AHEAD, self.head)
        missing = [each for each in range(version + 1, last + 1) if self._entries.get((seat, each)) is None]
        if len(missing) > AHEAD // 2 or (missing and missing[0] == version + 1):
            async for told in self._replay(missing[0], last, seat):
                self._entries.put((seat, told.step.version), told)

    def _table_key(self, spot: Spot, told: Told) -> tuple[int | None, Spot]:
        return self.seat, Spot(spot.version, WHOLE if spot.fact in (WHOLE, len(told.facts)) else spot.fact)

    async def table(self, spot: Spot, told: Told) -> str:
        """The table's text; what is said instead, where there is none yet."""
        key = self._table_key(spot, told)
        kept = self._tables.get(key)
        if kept is not None:
            return kept.text
        fact = key[1].fact
        try:
            found = await self.bench.view_at(spot.version, None if fact == WHOLE else fact, seat=key[0], text=True)
        except NotPlayable as no:
            return f"no table yet: {no.message}"
        cards = cards_in(unpacked(found.view))
        return self._tables.put(key, Seen(found.text or "no table yet: the game has not begun", cards)).text

    def words(self, spot: Spot, told: Told, names: Mapping[int, str]) -> Words:
        """Words for an entry and its facts: cards are called as they are known there, by what its facts have
        changed so far and, where it has been read, the table.
        """
        table = self._tables.get(self._table_key(spot, told))
        words = Words(names, self._kinds, dict(table.cards) if table is not None else {})
        for answer in told.facts if spot.fact == WHOLE else told.facts[: spot.fact]:
            for change in answer.changes:
                for value in (change.before, change.after):
                    words.cards.update(cards_of(json.loads(value)) if value else {})
        return words

    async def _replay(self, since: int, until: int, seat: int | None) -> AsyncIterator[Told]:
        step: audit_pb2.ReplayGameResponse | None = None
        facts: list[audit_pb2.ReplayGameResponse] = []
        stream: Any = self.bench.replay(since, until, seat=seat)
        async with aclosing(stream) as answers:
            async for answer in answers:
                if answer.place.fact:
                    facts.append(answer)
                    continue
                if step is not None:
                    yield Told(step.entry, tuple(facts), step.struck)
                step, facts = answer, []
        if step is not None:
            yield Told(step.entry, tuple(facts), step.struck)


def cards_of(value: Any) -> dict[int, str]:
    """Ids of cards, and of which kind each is, in a part of a view that is told as JSON."""
    found: dict[int, str] = {}
    if isinstance(value, dict):
        match value:
            case {"id": int() | str() as card, "kind": str(kind)} if str(card).isdecimal():
                found[int(card)] = kind
        value = list(value.values())
    for each in value if isinstance(value, list) else ():
        found.update(cards_of(each))
    return found


@dataclass
class Filter:
    """What is looked for, and where it was found so far. `upto`: the version that was looked through."""

    text: str
    wanted: dict[str, Any]
    found: list[Spot] = field(default_factory=list)
    upto: int = 0

    def after(self, spot: Spot) -> Spot | None:
        return next((each for each in self.found if each > spot), None)

    def before(self, spot: Spot) -> Spot | None:
        return next((each for each in reversed(self.found) if each < spot), None)

    async def go_on(self, reader: Reader, told: Callable[[int], None]) -> None:
        """Looks through what came since. `told`: how many there are, from time to time."""
        head = reader.head
        stream: Any = reader.bench.find(**self.wanted, after=self.upto)
        async with aclosing(stream) as answers:
            async for answer in answers:
                version = answer.step.version
                if version > self.upto:
                    self.found += [Spot(version, fact) for fact in answer.facts] or [Spot(version, WHOLE)]
                    self.upto = version
                    told(len(self.found))
        self.upto = max(self.upto, head)


KEYS = {"rule": "rule", "fact": "fact", "card": "card", "kind": "kind_of_card", "seat": "seat"}
_RULE = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)+")


def filter_of(text: str) -> Filter | None:
    """ "rule=hoc.buy fact=CardBought"; a bare word is taken as what it looks like. None: no filter.

    Raises `Problem`.
    """
    wanted: dict[str, Any] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals:
            name, value = guessed(part), part
        if name not in KEYS or not value:
            raise Problem(f"{part!r} says nothing to look for", "rule=hoc.buy fact=CardBought card=12 kind=city seat=0")
        if name in ("card", "seat"):
            if not value.isascii() or not value.isdigit() or int(value) >= 1 << (64 if name == "card" else 32):
                raise Problem(f"{part!r}: a whole number is wanted", "a card is named by its number, its kind by kind=")
            wanted[KEYS[name]] = int(value)
        else:
            wanted[KEYS[name]] = value
    return Filter(" ".join(text.split()), wanted) if wanted else None


def guessed(word: str) -> str:
    """What a word without a name is: a card's number, a kind of fact, a rule, or a kind of card."""
    if word.isdigit():
        return "card"
    if word[0].isupper():
        return "fact"
    return "rule" if _RULE.fullmatch(word) else "kind"
