"""Positions of Heart of Crown in a few words, and what happens in them as lines of text.

A zone is written as its cards: "city*2 duke"; "village", "maid", "capital" and "crown" are short for their
long ids. A draw pile is a list, top first: "^duke" lies face up, "city*2 duke" is a bag in an order that
nobody knows. A domain: "klam-klam city[library] imperial-domain+1".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.catalogue import BASIC_MARKET
from rulekeeper.games.heart_of_crown.state import DomainCard, FieldCard, Player, State, Turn, conserved
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import (
    JUDGE,
    Accepted,
    Bag,
    Card,
    Counts,
    Match,
    Part,
    Pile,
    Position,
    Refused,
    Seen,
    bag,
    counts,
    everyone,
    only,
    state_as_json,
)
from tests.games import given
from tests.games.given import Minting

SHORT = {
    "village": "farming-village",
    "maid": "apprentice-maid",
    "capital": "imperial-capital-carikuma",
    "crown": "imperial-crown",
    "twins": "twins-lain-shion",
}
LONG = {long: short for short, long in SHORT.items()}
PRINCESSES = ("lulunasaika", "laolily", "klam-klam", "bergamotte", "flammaria", "twins-lain-shion")
FIRST_PLAY = (
    *("scout", "wishing-well", "post-horse", "trade-ship", "purveyor"),
    *("supply-unit", "library", "city-development", "adventurer", "alchemist"),
)
RANDOM_MARKET = "scout wishing-well post-horse trade-ship purveyor library adventurer alchemist"
BASICS = {"city": 30, "large-city": 20, "royal-maid": 12, "senator": 12, "duke": 12}


def kinds(text: str) -> Iterator[str]:
    """ "city*2 village" -> city, city, farming-village."""
    for word in text.split():
        kind, _, number = word.partition("*")
        for _ in range(int(number or 1)):
            yield SHORT.get(kind, kind)


class Area(msgspec.Struct, kw_only=True):
    """A player's area in words."""

    hand: str = ""
    draw: Sequence[str] = ("city*10",)
    discard: str = ""
    field: str = ""
    domain: str = ""
    twin: int = 0
    declared: bool = False
    standing: int = 1


class Told(given.Told):
    """Results may be given by their short names."""

    def __init__(self, results: Sequence[str], numbers: Sequence[int] = ()) -> None:
        super().__init__((SHORT.get(result, result) for result in results), numbers)


def built(area: Area, seat: int, minting: Minting) -> Player:
    domain = []
    for word in area.domain.split():
        number = int(word.partition("*")[2] or 1)
        for _ in range(number):
            found = re.fullmatch(r"([a-z-]+)(?:\[([a-z-]+)\])?(?:\+(\d))?", word.partition("*")[0])
            assert found, word
            kind, kept, plus = found.groups()
            card = DomainCard(id=minting.public(), kind=SHORT.get(kind, kind), plus_one=int(plus or 0))
            if kept:
                held = Card(id=minting.public(), kind=SHORT.get(kept, kept), audience=everyone(minting.seats), up=True)
                card = msgspec.structs.replace(card, kept=held)
            if card.kind == "twins-lain-shion":
                card = msgspec.structs.replace(card, twin=area.twin)
            domain.append(card)
    pile: Pile = ()
    for part in area.draw:
        if part.startswith("^"):
            up = Card(id=minting.public(), kind=next(kinds(part[1:])), audience=everyone(minting.seats), up=True)
            pile = (*pile, up)
        elif part:
            pile = (*pile, Bag(counts(kinds(part))))
    return Player(
        hand=tuple(Card(id=minting.id(only(seat)), kind=kind, audience=only(seat)) for kind in kinds(area.hand)),
        draw_pile=pile,
        discard_pile=counts(kinds(area.discard)),
        field=tuple(FieldCard(id=minting.public(), kind=kind) for kind in kinds(area.field)),
        domain=tuple(domain),
        declared=area.declared,
        standing=area.standing,
    )


class Board:
    """A match from a position, and what is asked of it in tests."""

    def __init__(
        self,
        *areas: Area,
        entry: str = "main-phase",
        seat: int = 0,
        coins: int = 0,
        draws: Sequence[str] = (),
        random: str = RANDOM_MARKET,
        basic: Mapping[str, int] | None = None,
        supply: str = "scout*5 library*5",
        curses: int = 8,
        princesses: Sequence[str] | None = None,
        overtime: bool = False,
        end: str = "dukes",
        talisman: str = "never-kept",
        **turn: Any,
    ) -> None:
        minting = Minting(len(areas))
        players = tuple(built(area, number, minting) for number, area in enumerate(areas))
        backed = [placed.kind for player in players for placed in player.domain]
        state = State(
            players=players,
            commons=FIRST_PLAY,
            princesses=tuple(princesses or (kind for kind in PRINCESSES if kind not in backed)),
            curses=curses,
            basic_market=counts({**BASICS, **(basic or {})}),
            random_market=counts(kinds(random)),
            supply=(bag(counts(kinds(supply))),) if supply else (),
            turn=Turn(seat=seat, number=7, coins=coins, **turn),
            overtime=overtime,
            end=end,
            talisman=talisman,
            minted=minting.minted,
        )
        self.position = Position(
            game=GAME.ruleset, seats=len(areas), entry=entry, args=[seat], state=state_as_json(state)
        )
        told = Told(draws)
        self.before = conserved(state)
        self.match: Match[State] = Match(GAME, position=self.position, chance=lambda version: told)

    # Looking.

    @property
    def state(self) -> State:
        state: State = self.match.table.state
        return state

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    @property
    def asked(self) -> int:
        return self.match.asked()[0]

    @property
    def result(self) -> tuple[tuple[int, ...], str] | None:
        result = self.match.table.result
        return None if result is None else (result.winners, result.rule)

    def hand(self, seat: int = 0) -> list[str]:
        return sorted(short(card.kind) for card in self.player(seat).hand)

    def discard(self, seat: int = 0) -> str:
        return listed(self.player(seat).discard_pile)

    def positions(self) -> list[str]:
        """The open positions, as commands name them."""
        return list(self.state.turn.positions)

    def domain(self, seat: int = 0) -> list[str]:
        return [short(card.kind) for card in self.player(seat).domain]

    def field(self, seat: int = 0) -> list[str]:
        return [short(card.kind) for card in self.player(seat).field]

    def draw_pile(self, seat: int = 0) -> list[str]:
        """Top first: "^duke" face up, "=duke" known and face down, a bag as its cards."""
        parts = self.player(seat).draw_pile
        return [
            listed(part.of) if isinstance(part, Bag) else ("^" if part.up else "=") + short(part.kind) for part in parts
        ]

    def view(self, viewer: int) -> pb.View:
        view = self.match.view(viewer)
        assert isinstance(view, pb.View)
        return view

    def in_hand(self, kind: str, seat: int = 0) -> int:
        """The id of the first such card in the hand."""
        return next(card.id for card in self.player(seat).hand if card.kind == SHORT.get(kind, kind))

    def in_domain(self, kind: str, seat: int = 0, number: int = 0) -> int:
        """The id of the first (second, ...) such card in the domain."""
        return [card.id for card in self.player(seat).domain if card.kind == SHORT.get(kind, kind)][number]

    def kept(self, kind: str, seat: int = 0) -> int:
        cards = (card.kept for card in self.player(seat).domain)
        return next(card.id for card in cards if card is not None and card.kind == SHORT.get(kind, kind))

    def in_field(self, kind: str, seat: int = 0, number: int = 0) -> int:
        return [card.id for card in self.player(seat).field if card.kind == SHORT.get(kind, kind)][number]

    # Doing.

    def do(self, command: Message, seat: int | None = None) -> list[str]:
        """Sends a legal command; what happened, a line a fact."""
        done = self.match.submit(self.asked if seat is None else seat, command)
        assert isinstance(done, Accepted), done
        assert conserved(self.state) == self.before
        return told(self.match.facts(viewer=JUDGE))

    def amend(self, *facts: Message) -> list[str]:
        """What a judge's facts lead to at once, and they themselves, a line a fact."""
        self.match.amend(*facts)
        return told(self.match.facts(viewer=JUDGE))

    def refused(self, command: Message, seat: int | None = None) -> list[tuple[str, str]]:
        """Sends a command that is not legal; the rules that are cited, with the words."""
        table = self.match.table
        done = self.match.submit(self.asked if seat is None else seat, command)
        assert isinstance(done, Refused), command
        assert self.match.table is table
        return [(reason.rule, reason.text) for reason in done.reasons]

    def parts(self, command: Message) -> list[list[Part]]:
        """What the numbers against a command are made of, a list a reason."""
        done = self.match.submit(self.asked, command)
        assert isinstance(done, Refused), command
        return [list(reason.parts) for reason in done.reasons]

    def cited(self, command: Message, seat: int | None = None) -> list[str]:
        """The rules that are cited against a command."""
        return [rule for rule, _ in self.refused(command, seat)]

    def playing(self, kind: str, at: str | None = None) -> pb.PlayCard:
        """A play of such a card, at the first open position if none is named."""
        positions = self.state.turn.positions
        return pb.PlayCard(card=self.in_hand(kind, self.state.turn.seat), at=at or (*positions, "start")[0])

    def play(self, kind: str, at: str | None = None) -> list[str]:
        return self.do(self.playing(kind, at))

    def keeping(self, kind: str, on: str, number: int = 0) -> pb.KeepCard:
        return pb.KeepCard(card=self.in_hand(kind, self.asked), on=self.in_domain(on, self.asked, number))

    def setting(self, kind: str) -> pb.SetCard:
        return pb.SetCard(card=self.in_hand(kind, self.asked))

    def passing(self) -> list[str]:
        """Nobody who is asked defends; what happened then."""
        facts: list[str] = []
        while self.match.table.decision is not None and "PassDefence" in self.moves():
            facts += self.do(pb.PassDefence())
        return facts

    def defending(self, kind: str, seat: int | None = None) -> pb.Defend:
        """A defence with the first such card in the hand, or else kept."""
        seat = self.asked if seat is None else seat
        held = any(card.kind == SHORT.get(kind, kind) for card in self.player(seat).hand)
        return pb.Defend(card=self.in_hand(kind, seat) if held else self.kept(kind, seat))

    def second(self) -> list[str]:
        return self.do(pb.EndMainPhase())

    def end(self) -> list[str]:
        """Ends the turn, from either phase."""
        if self.state.turn.phase == 1:
            self.second()
        return self.do(pb.EndSecondPhase())

    # Legal moves.

    def moves(self, seat: int | None = None) -> list[str]:
        """Every legal answer, in words, sorted; equal cards of a hand give equal lines."""
        seat = self.asked if seat is None else seat
        return sorted(self.words(seat, command) for command in self.match.legal(seat))

    def words(self, seat: int, command: Message) -> str:
        """ "PlayCard city right of post-horse"."""
        said = [type(command).__name__]
        for field, value in command.ListFields():
            values = value if field.is_repeated else [value]
            said += [self.word(seat, field.name, one) for one in values]
        return " ".join(said)

    def word(self, seat: int, field: str, value: Any) -> str:
        if field == "at":
            return "first" if value == "start" else self.place(str(value))
        if field == "on":
            return f"on {self.card(seat, value)}"
        if isinstance(value, bool):
            return field if value else f"not-{field}"
        if field == "coins":
            return str(value)
        return self.card(seat, value) if isinstance(value, int) else short(str(value))

    def place(self, position: str) -> str:
        card, _, corner = position.partition(":")
        return f"{'right of' if corner == 'right' else 'below'} {self.card(self.state.turn.seat, int(card))}"

    def has(self, seat: int, card_id: int) -> bool:
        """Does a card with that id lie face up in that player's hand, or in the domain?"""
        player = self.player(seat)
        held = [card.id for card in (*player.hand, *(placed.kept for placed in player.domain)) if card is not None]
        return card_id in held or card_id in [placed.id for placed in player.domain]

    def card(self, seat: int, card_id: int) -> str:
        """The kind of any card with that id that lies with that player, or open with another."""
        player = self.player(seat)
        kinds = {card.id: card.kind for card in player.hand}
        kinds |= {card.id: card.kind for card in player.field} | {card.id: card.kind for card in player.domain}
        kinds |= {card.kept.id: card.kept.kind for card in player.domain if card.kept is not None}
        kinds |= {card.id: card.kind for card in player.draw_pile if isinstance(card, Card)}
        if card_id in kinds:
            return short(kinds[card_id])
        others = [other for other in range(len(self.state.players)) if other != seat]
        return next(self.card(other, card_id) for other in others if self.has(other, card_id))


def short(kind: str) -> str:
    return LONG.get(kind, kind)


def listed(of: Counts) -> str:
    """ "city*2 duke"."""
    return " ".join(f"{short(kind)}*{count}" if count > 1 else short(kind) for kind, count in of)


IDS = frozenset({"was", "card", "on", "opened", "at", "spared"})


def told(facts: Sequence[Seen]) -> list[str]:
    """A line a fact: "hoc.buy.cost: CardBought seat 0 city price 3". Ids of cards are left out."""
    return [f"{fact.rule}: {line(fact.fact)}" for fact in facts]


def line(fact: Message) -> str:
    said = [type(fact).__name__]
    for field in fact.DESCRIPTOR.fields:
        value = getattr(fact, field.name)
        if field.name in IDS or (not value and field.name not in {"seat", "points", "counters"}):
            continue
        if field.name == "cards" and field.message_type is not None:
            said.append(listed(tuple((one.kind, one.count) for one in value)))
        elif field.name == "scores":
            said.append(" ".join(f"{one.seat}:{one.points}" for one in value))
        elif field.name in {"kind", "princess"}:
            said.append(short(value))
        elif field.enum_type is not None:
            said.append(field.enum_type.values_by_number[value].name.split("_", 1)[1].lower().replace("_", " "))
        elif field.name == "parts":
            said.append(" ".join(f"{part.rule}{part.amount:+}" for part in value))
        elif field.is_repeated:
            said.append(f"{field.name} {' '.join(map(str, value))}")
        else:
            said.append(f"{field.name} {value}" if not isinstance(value, bool) else field.name)
    return " ".join(said)


def whole(facts: Sequence[str], *names: str) -> list[str]:
    """Only the facts with these names."""
    return [fact for fact in facts if fact.split(": ")[1].split()[0] in names]


assert tuple(BASICS) == BASIC_MARKET
