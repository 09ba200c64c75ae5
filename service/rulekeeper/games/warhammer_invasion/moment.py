"""What a view says in words: who is who, what ids stand for, and all that is under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulekeeper.games.warhammer_invasion.block import block
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, shown
from rulekeeper.games.warhammer_invasion.state import (
    ABILITY,
    DEVELOPMENT,
    ZONES_BY_NUMBER,
    called,
    is_place,
    opponent,
    place_called,
)
from rulekeeper.kernel.scenes import COUNTER, DAMAGE, MARK, STRENGTH, Remark
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

WINDOWS: Mapping[int, str] = {
    pb.WINDOW_BEGINNING: "after what happens as the turn begins",
    pb.WINDOW_KINGDOM: "after collecting",
    pb.WINDOW_QUEST: "after drawing",
    pb.WINDOW_CAPITAL: "of the capital phase",
    pb.WINDOW_TARGET: "after the target was declared",
    pb.WINDOW_ATTACKERS: "after the attackers were declared",
    pb.WINDOW_DEFENDERS: "after the defenders were declared",
    pb.WINDOW_ASSIGNED: "after damage was assigned",
    pb.WINDOW_APPLIED: "after damage was applied",
    pb.WINDOW_NO_ATTACK: "without an attack",
    pb.WINDOW_END: "before what happens as the turn ends",
}


class Moment:
    """A view, with what is wanted of it again and again: its cards by id, by zone, and by what they are on."""

    def __init__(self, view: pb.View) -> None:
        self.view = view
        self.mine = view.seat if view.HasField("seat") else -1
        self.cards = {card.id: card for card in view.cards}
        self.kinds = Counter(card.kind for card in self.cards.values())
        self.controllers = {card.controller for card in self.cards.values()}
        self.lying: dict[int, list[pb.InPlay]] = {}
        self.on: dict[int, list[pb.InPlay]] = {}
        for card in self.cards.values():
            under = card.host or (card.quest if card.quest in self.cards else 0)
            where, at = (self.on, under) if under else (self.lying, card.place)
            where.setdefault(at, []).append(card)

    def at(self, where: int) -> tuple[tuple[bytes, bool], ...]:
        """All that is said of the cards in a zone, those on others included."""
        found, left = list[tuple[bytes, bool]](), [*self.lying.get(where, ())]
        while left:
            card = left.pop()
            found.append((card.SerializeToString(), self.kinds[card.kind] > 1))
            left += self.on.get(card.id, ())
        return tuple(found)

    def own(self, seat: int) -> bool:
        return seat == self.mine

    def who(self, seat: int) -> str:
        return f"{called(seat)} (you)" if seat == self.mine else called(seat)

    # Cards in play.

    def remarks(self, card: pb.InPlay) -> Iterator[Remark]:
        """ "4/2", "1 damage", "corrupted"."""
        if CARDS[card.kind].type == "unit":
            yield STRENGTH, f"{card.power}/{card.hit_points}"
        elif card.power:
            yield STRENGTH, f"(power {card.power})", card.power
        if card.damage:
            yield DAMAGE, f"{card.damage} damage", card.damage
        if card.toughness:
            yield COUNTER, f"Toughness {card.toughness}", card.toughness
        if card.counterstrike:
            yield COUNTER, f"Counterstrike {card.counterstrike}", card.counterstrike
        if card.corrupted:
            yield MARK, "corrupted"
        if card.held:
            yield MARK, "cannot be declared"
        if card.tokens:
            yield COUNTER, many(card.tokens, "token"), card.tokens

    def apart(self, card: pb.InPlay) -> tuple[Remark, ...]:
        """Its id, where more of its kind are in play."""
        return ((MARK, f"#{card.id}"),) if self.kinds[card.kind] > 1 else ()

    def in_words(self, card: pb.InPlay) -> str:
        """ "Troll Slayers 4/2 #519 (1 damage, corrupted)"."""
        said = ", ".join(text for kind, text, *_ in self.remarks(card) if kind != STRENGTH)
        numbers = f" {card.power}/{card.hit_points}" if CARDS[card.kind].type == "unit" else ""
        return f"{shown(card.kind)}{numbers}{f' ({said})' if said else ''}{self._mark(card)}"

    def thing(self, target: int) -> str:
        """What an id or a place stands for: "Squig Herders #519", "the Kingdom of seat 1"."""
        if is_place(target):
            return place_called(target) if target else "nothing any more"
        if card := self.cards.get(target):
            return f"{shown(card.kind)}{self._mark(card)}"
        action = next((one for one in (*self.view.chain, *self.view.resolving) if one.number == target), None)
        return f"{_played(action)} on the chain" if action else "a card that left"

    def _mark(self, card: pb.InPlay) -> str:
        return f" #{card.id}" if self.kinds[card.kind] > 1 else ""

    # What is under way.

    def about(self) -> Iterator[tuple[str, str]]:
        """Lines with their labels; empty ones are not said."""
        view = self.view
        if view.HasField("combat"):
            yield from self._attack(view.combat)
        yield "damage due", self._spread(view.about_to_be_dealt)
        yield "waiting", ", ".join(map(self._waiting, view.waiting))
        yield "this turn", ", ".join(self._this_turn())

    def window(self) -> str:
        """Which one is open, who may act, and who has declined. Whoever has declared an action lets the other respond
        first.
        """
        return f"{WINDOWS[self.view.turn.window]}: {self._passing()}"

    def _passing(self) -> str:
        view = self.view
        if view.resolving:
            return "the chain resolves"
        then = "the chain resolves" if view.chain else "it closes"
        for seat in view.turn.passed:
            return f"{self.who(seat)} has passed; if {self.who(opponent(seat))} passes too, {then}"
        if view.chain:
            return f"{self.who(opponent(view.chain[-1].seat))} may respond first"
        return "nobody has passed"

    def _this_turn(self) -> Iterator[str]:
        """What of earlier in the turn still matters."""
        turn = self.view.turn
        if turn.development_played:
            yield "a development was played"
        for seat in turn.limited_played:
            yield f"{self.who(seat)} has played a Limited card"
        if turn.used:
            yield f"used up: {' and '.join(map(self.thing, turn.used))}"
        if turn.units_discarded:
            yield f"{many(turn.units_discarded, 'unit')} reached a discard pile"

    def _attack(self, fight: pb.Combat) -> Iterator[tuple[str, str]]:
        yield "attack", f"on {place_called(fight.place)}"
        yield "attackers", self._fighting(fight.attackers, fight.attackers_declared)
        if fight.attackers_declared:
            yield "defenders", self._fighting(fight.defenders, fight.defenders_declared)
        dealt = (f"{self.thing(one.card)}: {_amount(one.cancellable, one.uncancellable)}" for one in fight.shares)
        yield "deal", ", ".join(dealt)
        yield "assigned", self._spread(fight.assigned)
        yield "paid for", ", ".join(f"{self.thing(toll.unit)} ({self.thing(toll.card)})" for toll in fight.tolls)

    def _fighting(self, units: Sequence[int], declared: bool) -> str:
        if not declared:
            return "not declared yet"
        return ", ".join(self.in_words(self.cards[unit]) for unit in units if unit in self.cards) or "none"

    def _spread(self, points: Iterable[pb.Points]) -> str:
        return ", ".join(f"{_amount(one.cancellable, one.uncancellable)} to {self.thing(one.target)}" for one in points)

    def _waiting(self, one: pb.Waiting) -> str:
        about = f", about {self.thing(one.card)}" if one.card else ""
        return f"{shown(one.kind)} of {self.who(one.seat)}{about}"

    def effect(self, one: pb.Effect) -> str:
        """ "seat 0: Troll Slayers (draw)"."""
        about = f", about {self.thing(one.subject)}" if one.subject not in (0, one.card) else ""
        return f"{self.who(one.seat)}: {shown(one.kind)} ({one.text}){about}"

    # The chain.

    def action(self, one: pb.Action) -> str:
        """ "seat 0: Troll Slayers into the Battlefield", "seat 1: Demoralise on Troll Slayers"."""
        parts = [f"{self.who(one.seat)}: {_played(one)}"]
        if one.what == pb.ACTION_KIND_CARD or one.what == DEVELOPMENT:
            onto = one.host or one.quest
            parts.append(f"onto {self.thing(onto)}" if onto else f"into the {ZONES_BY_NUMBER[one.zone]}")
        else:
            if one.x:
                parts.append(f"with X = {one.x}")
            if aims := [*self._aimed(one)]:
                parts.append(f"on {' and '.join(aims)}")
            if one.zone:
                parts.append(f"to the {ZONES_BY_NUMBER[one.zone]}")
        if one.cancelled:
            parts.append("(cancelled)")
        return " ".join(parts)

    def _aimed(self, one: pb.Action) -> Iterator[str]:
        """Its targets; of developments the viewer may know which."""
        sections = (third for player in self.view.players for third in player.sections)
        facedown = {card.id: card.kind for third in sections for card in third.known}
        for target in one.targets:
            known = stacked(facedown[card] for card in one.developments if card in facedown)
            if is_place(target) and target and _at_developments(one):
                yield f"developments in {place_called(target)}{f' ({known})' if known else ''}"
            else:
                yield self.thing(target)
        if one.cards:
            yield stacked(one.cards)


def _at_developments(one: pb.Action) -> bool:
    """Is a place among its targets one for developments there?"""
    asked = block(one.kind).action
    return asked is not None and (asked.developments is not None or bool(asked.target and asked.target.developments))


def _played(one: pb.Action) -> str:
    if one.what == DEVELOPMENT:
        return f"a development{f' ({shown(one.kind)})' if one.kind else ''}"
    return f"the action of {shown(one.kind)}" if one.what == ABILITY else shown(one.kind)


def _amount(cancellable: int, uncancellable: int) -> str:
    """ "3", "3 (2 of them cannot be cancelled)"."""
    whole = cancellable + uncancellable
    if not uncancellable:
        return str(whole)
    return f"{whole} (cannot be cancelled)" if not cancellable else f"{whole} ({uncancellable} cannot be cancelled)"


def many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def stacked(kinds: Iterable[str]) -> str:
    """ "2 Demoralise, Pillage": in the catalogue's order."""
    found, order = Counter(kinds), {kind: number for number, kind in enumerate(CARDS)}
    listed = sorted(found, key=order.__getitem__)
    return ", ".join(f"{found[kind]} {shown(kind)}" if found[kind] > 1 else shown(kind) for kind in listed)
