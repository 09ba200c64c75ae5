"""Games of thousands of entries: random play by a taste that puts off the end, from seed to seed until one is long."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.heart_of_crown.catalogue import CARDS as CROWN_CARDS
from rulekeeper.games.heart_of_crown.coronation import LAST, TO_DECLARE, points
from rulekeeper.games.heart_of_crown.state import State as Crowns
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.games.warhammer_invasion.catalogue import CARDS as INVASION_CARDS
from rulekeeper.games.warhammer_invasion.decks import COPIES, MOST
from rulekeeper.games.warhammer_invasion.state import EVERY_ZONE, QUEST, opponent, place, section
from rulekeeper.games.warhammer_invasion.state import State as Invasion
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as hoc
from rulekeeper.kernel import RANDOM, Accepted, Game, Match, command_of
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as whi
from tests.bench.recording import secret_of

_TRIES = 12
_PASS = 5
"""How much the players of Invasion like to pass: little, so that more happens before the decks are empty."""


class Long(NamedTuple):
    """What is played for long: with how many seats, by which taste, which set-up, and the first seed that is tried."""

    game: Game[Any]
    seats: int
    taste: Callable[[Any, int, Any], int]
    setup: Mapping[str, Any]
    first: int


def no_coronation(state: Crowns, seat: int, command: Message) -> int:
    """Nobody buys Dukes up, declares a coronation, or sets what would bring a domain to 20 points."""
    match command:
        case hoc.DeclareCoronation():
            return 0
        case hoc.BuyCard() if command.kind == LAST:
            return 0
        case hoc.SetCard():
            held = (CROWN_CARDS[card.kind] for card in state.players[seat].hand)
            gain = sum(max(card.succession_points, 0) for card in held if card.has("Succession"))
            if points(state, seat) + gain >= TO_DECLARE:
                return 0
    return HEART_OF_CROWN.taste(state, seat, command)


def one_burning_section(state: Invasion, seat: int, command: Message) -> int:
    """Where a section burns, no other is attacked; and nobody draws more cards than must be drawn."""
    match command:
        case whi.Pass():
            return _PASS
        case whi.DeclareTarget():
            rival = opponent(seat)
            burning = [zone for zone in EVERY_ZONE if section(state, place(rival, zone)).burning]
            return 50 if not burning or command.zone in burning else 0
        case whi.PlayUnit() | whi.PlaySupport() if command.zone == QUEST:
            return 0
    return WARHAMMER_INVASION.taste(state, seat, command)


def _largest_deck(race: str) -> Mapping[str, Any]:
    """As many cards as a deck may have: the race's own, then neutral ones."""
    kinds = [kind for kind, card in INVASION_CARDS.items() if card.race == race and card.type != "draft"]
    kinds += [kind for kind, card in INVASION_CARDS.items() if card.race == "neutral" and card.type != "draft"]
    wanted = (kind for kind in kinds for _ in range(COPIES))
    cards: dict[str, int] = {}
    for kind, _ in zip(wanted, range(MOST), strict=False):
        cards[kind] = cards.get(kind, 0) + 1
    return {"capital": race, "cards": cards}


LONG_CROWNS = Long(HEART_OF_CROWN, 4, no_coronation, {"set": "big-business"}, 1)
LONG_INVASION = Long(
    WARHAMMER_INVASION,
    2,
    one_burning_section,
    {"format": "constructed", "decks": [_largest_deck("chaos"), _largest_deck("dwarf")]},
    19,
)


def long_game(long: Long, entries: int) -> tuple[bytes, ...]:
    """A game of so many entries; or the longest that was found."""
    longest: list[Entry] = []
    for seed in range(long.first, long.first + _TRIES):
        played = list(_played(long, seed, entries))
        if len(played) > len(longest):
            longest = played
        if len(longest) == entries:
            break
    return tuple(entry.SerializeToString() for entry in longest)


def _played(long: Long, seed: int, entries: int) -> Iterator[Entry]:
    game = replace(long.game, taste=long.taste)
    match: Match[Any] = Match(game, long.seats, setup=long.setup, seed=secret_of(seed))
    dice = random.Random(seed)
    while match.table.decision is not None and len(match.entries) < entries:
        seat = match.asked()[0]
        done = match.submit(seat, command_of(RANDOM, game, match.table, seat, dice.randrange, match.live))
        if not isinstance(done, Accepted):
            raise RuntimeError(f"self-play sent what is refused: {done}")
    yield from match.entries[:entries]
