"""Positions of Warhammer: Invasion in a few words, and what happens in them as lines of text.

A card is named by its id or the beginning of it, as long as that fits no other card: "hammerer". In a zone more can be
said of it: "hammerer:1" has 1 damage, "hammerer~" is corrupted, "hammerer[organ-gun]" has an attachment on it,
"[^choppa]" one that the other player controls, "defend-the-border+2" has 2 tokens, "runesmith@defend" is on that quest,
"hammerer*2" are two. In lines of text ids are the cards' kinds, a place is "kingdom-0".
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion import GAME, cards
from rulekeeper.games.warhammer_invasion.block import Block, block, blocks, having, triggering
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.numbers import power
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    KINGDOM,
    QUEST,
    ZONE_IDS,
    Combat,
    Placed,
    Player,
    Section,
    State,
    Turn,
    conserved,
    place,
    seat_of,
    zone_of,
)
from rulekeeper.kernel import (
    JUDGE,
    Accepted,
    Bag,
    Card,
    Counts,
    Game,
    Match,
    Part,
    Position,
    Refused,
    Seen,
    counts,
    only,
    state_as_json,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.given import Minting, Told

DECK = "mountain-brigade*3 contested-village*3 demoralise*3 peasant-militia black-orc-squad*3"
"""What lies in a deck of which nothing is said."""


def kind_of(text: str) -> str:
    """A card's kind from its id or the beginning of it."""
    if text in CARDS:
        return text
    found = [kind for kind in CARDS if kind.startswith(text)]
    assert len(found) == 1, f"{text!r} is the beginning of {found}"
    return found[0]


def kinds(text: str) -> Iterator[str]:
    """ "demoralise*2 pillage" -> demoralise, demoralise, pillage."""
    for word in text.split():
        kind, _, number = word.partition("*")
        for _ in range(int(number or 1)):
            yield kind_of(kind)


class Side(msgspec.Struct, kw_only=True):
    """A player in words. `developments`, `damage`: in the kingdom, the quest zone and the battlefield; developments are
    kinds, or a number of Mountain Brigades. `burning`: zones.
    """

    kingdom: str = ""
    quest: str = ""
    battlefield: str = ""
    hand: str = ""
    deck: str = DECK
    discard: str = ""
    resources: int = 0
    developments: tuple[str | int, str | int, str | int] = (0, 0, 0)
    damage: tuple[int, int, int] = (0, 0, 0)
    burning: str = ""
    capital: str = ""


@contextmanager
def made_up(*made: Block) -> Iterator[Game[State]]:
    """The game with these blocks instead of their kinds' own: for what no card of the box has."""
    known = {**cards.BLOCKS, **{one.kind: one for one in made}}
    scripts = {one.script.id: one.script for one in made}
    kept = cards.BLOCKS
    found = (blocks, block, having, triggering)

    def put(with_these: Mapping[str, Block]) -> None:
        cards.BLOCKS = with_these
        for cached in found:
            cached.cache_clear()

    put(known)
    try:
        yield dataclasses.replace(GAME, scripts=tuple(scripts.get(one.id, one) for one in GAME.scripts))
    finally:
        put(kept)


WORD = re.compile(
    r"(?P<kind>[a-z0-9-]+)(?:\*(?P<number>\d+))?(?::(?P<damage>\d+))?(?P<corrupted>~)?(?:\+(?P<tokens>\d+))?"
    r"(?:@(?P<quest>[a-z-]+))?(?:\[(?P<on>[^\]]*)\])?"
)


def placed(side: Side, seat: int, minting: Minting) -> list[Placed]:
    found: list[Placed] = []
    for zone, text in ((KINGDOM, side.kingdom), (QUEST, side.quest), (BATTLEFIELD, side.battlefield)):
        for word in re.findall(r"[^\s\[]+(?:\[[^\]]*\]\S*)?", text):
            said = WORD.fullmatch(word)
            assert said, word
            for _ in range(int(said["number"] or 1)):
                quest = next((card.id for card in found if said["quest"] and card.kind == kind_of(said["quest"])), 0)
                card = Placed(
                    id=minting.public(),
                    kind=kind_of(said["kind"]),
                    owner=seat,
                    controller=seat,
                    place=place(seat, zone),
                    damage=int(said["damage"] or 0),
                    corrupted=bool(said["corrupted"]),
                    tokens=int(said["tokens"] or 0),
                    quest=quest,
                )
                found.append(card)
                for on in (said["on"] or "").split():
                    by = 1 - seat if on.startswith("^") else seat
                    kind = kind_of(on.lstrip("^"))
                    found.append(Placed(minting.public(), kind, by, by, card.place, host=card.id))
    return found


def built(side: Side, seat: int, minting: Minting) -> Player:
    sections = []
    for index, zone in enumerate(ZONE_IDS[1:]):
        said = side.developments[index]
        facedown = kinds(said) if isinstance(said, str) else ["mountain-brigade"] * said
        cards = tuple(Card(minting.id(only(seat)), kind, only(seat)) for kind in facedown)
        sections.append(Section(damage=side.damage[index], burning=zone in side.burning.split(), developments=cards))
    of = counts(kinds(side.deck))
    return Player(
        capital=side.capital or ("dwarf", "orc")[seat],
        sections=(sections[0], sections[1], sections[2]),
        resources=side.resources,
        hand=tuple(Card(minting.id(only(seat)), kind, only(seat)) for kind in kinds(side.hand)),
        deck=(Bag(of),) if of else (),
        discard_pile=counts(kinds(side.discard)),
    )


class Board:
    """A match from a position, and what is asked of it in tests. Seat 0 is active, in its capital phase, unless
    something else is said: `phase`, `entry` ("turn", "phase", "combat" with the attacked `zone`), `seat`.
    """

    def __init__(
        self,
        *sides: Side,
        entry: str = "phase",
        phase: int = 4,
        zone: int = KINGDOM,
        seat: int = 0,
        draws: Sequence[str] = (),
        numbers: Sequence[int] = (),
        turn: Mapping[str, Any] | None = None,
        game: Game[State] = GAME,
        **state: Any,
    ) -> None:
        minting = Minting(2)
        first, second = (*sides, Side(), Side())[:2]
        players = (built(first, 0, minting), built(second, 1, minting))
        cards = (*placed(first, 0, minting), *placed(second, 1, minting))
        start = State(
            players=players,
            cards=cards,
            turn=Turn(**{"seat": seat, "number": 7, **(turn or {})}),
            minted=minting.minted,
            **state,
        )
        args = {"turn": [seat], "phase": [seat, phase], "combat": [seat, zone]}[entry]
        self.position = Position(game=game.ruleset, seats=2, entry=entry, args=args, state=state_as_json(start))
        told = Told(map(kind_of, draws), numbers)
        self.before = conserved(start)
        self.names: dict[int, str] = {}
        self.match: Match[State] = Match(game, position=self.position, chance=lambda version: told)
        self.begun = self._told()

    # Looking.

    @property
    def state(self) -> State:
        state: State = self.match.table.state
        return state

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    @property
    def combat(self) -> Combat:
        assert self.state.combat is not None
        return self.state.combat

    @property
    def asked(self) -> int:
        return self.match.asked()[0]

    @property
    def rule(self) -> str:
        """The rule of the open decision."""
        assert self.match.table.decision is not None
        return self.match.table.decision.rule

    @property
    def result(self) -> tuple[tuple[int, ...], str] | None:
        result = self.match.table.result
        return None if result is None else (result.winners, result.rule)

    def hand(self, seat: int = 0) -> str:
        return listed(counts(card.kind for card in self.player(seat).hand))

    def discard(self, seat: int = 0) -> str:
        return listed(self.player(seat).discard_pile)

    def section(self, where: int) -> Section:
        return self.player(seat_of(where)).sections[zone_of(where) - 1]

    def card(self, kind: str, seat: int | None = None, number: int = 0) -> Placed:
        """The first (second, ...) such card in play, of that controller if one is named."""
        wanted = kind_of(kind)
        found = [card for card in self.state.cards if card.kind == wanted and seat in (None, card.controller)]
        return found[number]

    def id(self, kind: str, seat: int | None = None, number: int = 0) -> int:
        return self.card(kind, seat, number).id

    def ids(self, text: str, seat: int | None = None) -> list[int]:
        """Ids of cards in play, and of places as the lines name them: "hammerer*2 kingdom-1*3". Of units of one kind
        that differ, "hammerer hammerer/1".
        """
        found = []
        for word in text.split():
            called, _, times = word.partition("*")
            kind, _, number = called.partition("/")
            zone, _, whose = called.rpartition("-")
            if zone in ZONE_IDS[1:] and whose in ("0", "1"):
                one = place(int(whose), ZONE_IDS.index(zone))
            else:
                one = self.id(kind, seat, int(number or 0))
            found += [one] * int(times or 1)
        return found

    def in_hand(self, kind: str, seat: int | None = None, number: int = 0) -> int:
        """The id of the first such card in the hand, of the seat that is asked if none is named."""
        hand = self.player(self.asked if seat is None else seat).hand
        return [card.id for card in hand if card.kind == kind_of(kind)][number]

    def development(self, where: int, number: int = 0) -> int:
        return self.section(where).developments[number].id

    def looked_at(self, kind: str, seat: int = 0) -> int:
        """The id of the first such card that the player has looked at on top of the own deck."""
        deck = self.player(seat).deck
        return next(card.id for card in deck if isinstance(card, Card) and card.kind == kind_of(kind))

    def action(self, kind: str) -> int:
        """The id of the last such action on the chain."""
        return [one.number for one in self.state.chain if one.kind == kind_of(kind)][-1]

    def in_play(self, seat: int | None = None) -> list[str]:
        return [card.kind for card in self.state.cards if seat in (None, card.controller)]

    def view(self, viewer: int) -> pb.View:
        view = self.match.view(viewer)
        assert isinstance(view, pb.View)
        return view

    # Doing.

    def do(self, command: Message, seat: int | None = None) -> list[str]:
        """Sends a legal command; what happened, a line a fact."""
        self._names()
        done = self.match.submit(self.asked if seat is None else seat, command)
        assert isinstance(done, Accepted), done
        assert conserved(self.state) == self.before
        return self._told()

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

    def passing(self) -> list[str]:
        """One pass of whoever is asked."""
        return self.do(pb.Pass())

    def both_pass(self) -> list[str]:
        """Both decline: the chain resolves, or the window closes. What happened."""
        return [*self.do(pb.Pass()), *self.do(pb.Pass())]

    def tactic(self, kind: str, **named: Any) -> list[str]:
        """The seat that is asked plays such a tactic from its hand; what happened."""
        return self.do(pb.PlayTactic(card=self.in_hand(kind), **named))

    def use(self, kind: str, **named: Any) -> list[str]:
        """The seat that is asked uses the action of its card of that kind in play; what happened."""
        return self.do(pb.UseAction(card=self.id(kind, self.asked), **named))

    def attack(self, text: str = "") -> list[str]:
        """The seat that is asked declares these attackers; what happened."""
        return self.do(pb.DeclareAttackers(units=self.ids(text, self.asked)))

    def defend(self, text: str = "") -> list[str]:
        """The seat that is asked declares these defenders; what happened."""
        return self.do(pb.DeclareDefenders(units=self.ids(text, self.asked)))

    def assign(self, text: str = "", sure: str = "") -> list[str]:
        """The seat that is asked assigns its damage to these; what happened. `sure`: what cannot be cancelled."""
        return self.do(self.assigning(text, sure))

    def assigning(self, text: str = "", sure: str = "") -> pb.AssignDamage:
        theirs = 1 - self.asked
        return pb.AssignDamage(points=self.ids(text, theirs), uncancellable=self.ids(sure, theirs))

    def next(self, kind: str, number: int = 0) -> list[str]:
        """Of several effects that triggered, the first (second, ...) of such a card happens next; what happened."""
        found = [one.number for one in self.state.pending if one.kind == kind_of(kind)]
        return self.do(pb.ChooseNext(effect=found[number]))

    def resolved(self) -> list[str]:
        """Both decline to respond; what happened."""
        return self.both_pass()

    def effect(self) -> list[str]:
        """Both decline to respond; what the last action of the chain did, up to its end or to a question."""
        facts = self.both_pass()
        began = next(index for index, fact in enumerate(facts) if fact.endswith(": ActionBegan"))
        over = [index for index, fact in enumerate(facts) if fact.endswith(": ActionOver")]
        return facts[began + 1 : over[0] if over else None]

    def until(self, window: int) -> list[str]:
        """Passes until that window is open; what happened. Whoever is asked anything else is not asked for it here."""
        facts: list[str] = []
        while self.state.turn.window != window:
            facts += self.do(pb.Pass())
        return facts

    def idle(self, attack: Message | None = None) -> list[str]:
        """Nobody acts until this turn is over; what happened. An attack is made where one is given, and all who may
        then attack or defend.
        """
        facts: list[str] = []
        turn = self.state.turn.number
        while self.state.turn.number == turn and not self.result:
            if self.rule == "whi.battlefield":
                facts += self.do(attack or pb.DeclareNoAttack())
            elif self.rule in ("whi.window", "whi.chain"):
                facts += self.do(pb.Pass())
            else:
                facts += self.do(self.match.legal(self.asked)[-1])
        return facts

    # Legal moves.

    def moves(self, seat: int | None = None) -> list[str]:
        """Every legal answer, in words, sorted; equal cards of a hand give equal lines."""
        seat = self.asked if seat is None else seat
        self._names()
        return sorted(self.words(command) for command in self.match.legal(seat))

    def options(self, start: str, seat: int | None = None) -> list[str]:
        """The legal answers whose lines begin so: without it."""
        return [move[len(start) :].strip() for move in self.moves(seat) if move.startswith(start)]

    def words(self, command: Message) -> str:
        if isinstance(command, pb.ChooseNext):
            for one in self.state.pending:
                if one.number == command.effect:
                    return f"ChooseNext {one.kind} {one.text}"
            return f"ChooseNext {self.names[command.effect]}"
        return self.line(command)

    # In words.

    def _names(self) -> None:
        """Learns what all ids stand for."""
        state = self.state
        for card in state.cards:
            self.names[card.id] = card.kind
        for player in state.players:
            for held in (*player.hand, *(part for part in player.deck if isinstance(part, Card))):
                self.names[held.id] = held.kind
            for section in player.sections:
                self.names |= {card.id: f"({card.kind})" for card in section.developments}
        for link in (*state.chain, *state.resolving):
            self.names[link.number] = link.kind or "development"

    def _told(self) -> list[str]:
        facts = self.match.facts(viewer=JUDGE)
        for fact in facts:
            one: Any = fact.fact
            fields = one.DESCRIPTOR.fields_by_name
            if "kind" in fields and "card" in fields and one.kind:
                self.names.setdefault(one.card, one.kind)
            if "kind" in fields and "action" in fields and one.kind:
                self.names.setdefault(one.action, one.kind)
        self._names()
        return self.told(facts)

    def told(self, facts: Sequence[Seen]) -> list[str]:
        """A line a fact: "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by ..."."""
        return [f"{fact.rule}: {self.line(fact.fact)}" for fact in facts]

    def line(self, message: Message) -> str:
        said = [type(message).__name__]
        for field in message.DESCRIPTOR.fields:
            value = getattr(message, field.name)
            if field.has_presence and not message.HasField(field.name):
                continue
            if not value and field.name not in {"seat", "place"} and not field.has_presence:
                continue
            if field.name in SILENT and type(message).__name__ not in LOUD:
                if field.name != "kind" or type(message).__name__ not in KIND_ALONE:
                    continue
            values = value if field.is_repeated else [value]
            words = " ".join(self.word(field, one) for one in values)
            said.append(words if field.name in BARE else f"{field.name} {words}".strip())
        return " ".join(said)

    def word(self, field: Any, value: Any) -> str:
        if field.message_type is not None:
            if field.message_type.name == "KindCount":
                return f"{value.kind}*{value.count}" if value.count > 1 else str(value.kind)
            return f"({self.line(value).partition(' ')[2]})"
        if field.enum_type is not None:
            name = field.enum_type.values_by_number[value].name
            return str(name.partition("_")[2].lower().replace("_", "-"))
        if isinstance(value, bool):
            return "" if value else "no"
        whose = field.containing_type.name
        counted = field.name == "uncancellable" and not field.is_repeated or whose == "ResourcesTaken"
        if counted or field.name in NUMBERS or not isinstance(value, int):
            return str(value)
        if value < 16:
            return f"{ZONE_IDS[zone_of(value)]}-{seat_of(value)}" if zone_of(value) else str(value)
        return self.names.get(value, "?")


SILENT = frozenset({"was", "in_hand", "action", "effect", "kind", "number", "parts"})
"""Fields of facts that lines leave out: ids, kinds that stand beside an id, and what a price is made of."""

LOUD = frozenset(
    "StarterChosen CardDrawn EffectFizzled ChoiceMade EffectWaits EffectWaited DevelopmentLost"
    " HandCardDiscarded DeckCardDiscarded DeckCardSeen HandCardRevealed RevealedCardReturned EffectBegan ChooseNumber"
    " DevelopmentPlaced".split()
)
"""Messages of which lines say those all the same."""

KIND_ALONE = frozenset({"TacticPlayed", "ActionCopied"})
"""Messages of which lines say the kind, for no id stands for it."""

BARE = frozenset({"card", "kind", "cards", "units", "points", "shares"})
"""Fields whose names lines leave out."""

NUMBERS = frozenset(
    "seat owner resources missing damage power hit_points tokens count x cancellable pack size number effect"
    " action".split()
)
"""Fields that are numbers, and no ids of anything."""


def power_of(board: Board, kind: str, seat: int | None = None) -> int:
    """The power of the first such card in play."""
    return power(board.state, board.card(kind, seat))


def named(facts: Sequence[str], *names: str) -> list[str]:
    """Only the facts with these names, without their rules."""
    lines = [fact.split(": ", 1)[1] for fact in facts]
    return [line for line in lines if line.split()[0] in names]


def listed(of: Counts) -> str:
    """ "demoralise*2 pillage"."""
    return " ".join(f"{kind}*{count}" if count > 1 else kind for kind, count in of)
