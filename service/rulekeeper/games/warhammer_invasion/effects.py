"""Steps of effects: cards leave, enter and move, units become corrupted, developments are lost (rulebook p.15, p.17).

A verb does one step of an effect: its facts, then `after` them the standing checks, then whatever triggered. Verbs are
scripts (`yield from destroy(...)`).
"""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.block import CAME, ENTERED, Event, having
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.following import after, happened
from rulekeeper.games.warhammer_invasion.leaving import abandoned, goes_back, leave
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.numbers import can_be_corrupted
from rulekeeper.games.warhammer_invasion.state import (
    DESTROYED,
    RETURNED,
    SACRIFICED,
    SEATS,
    Placed,
    State,
    all_see,
    in_play,
    is_unit,
    owner_sees,
    place,
    places,
    section,
    works,
)
from rulekeeper.kernel import Play, Script
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def gone(play: Play[State], cards: Iterable[Placed], departure: int, cited: str) -> Script[None]:
    """These cards leave play together, as one step of an effect."""
    leaving = [(card, departure, cited) for card in cards]
    if leaving:
        happened(play, leave(play, leaving))
        yield from after(play)


def destroy(play: Play[State], cards: Iterable[Placed], cited: str) -> Script[None]:
    """These cards are destroyed, together."""
    yield from gone(play, cards, DESTROYED, cited)


def sacrifice(play: Play[State], cards: Iterable[Placed], cited: str) -> Script[None]:
    """A sacrifice is no destruction, and nothing cancels it ("whi.sacrifice.discard", "whi.sacrifice.absolute")."""
    yield from gone(play, cards, SACRIFICED, cited)


def return_to_hand(play: Play[State], card: Placed, cited: str) -> Script[None]:
    """A card goes to its owner's hand, where it has an id that its owner alone knows."""
    yield from gone(play, [card], RETURNED, cited)


# Entering and moving.


def barred(state: State, seat: int, kind: str, where: int, other_than: int = 0) -> str:
    """The rule that keeps a card from being in a player's zone now, or "": a second copy of a unique card, or a second
    Hero ("whi.unique.one-in-play", "whi.hero.one-per-zone"). What the opponent has, and what lies in a discard pile,
    bars nothing ("whi.unique.both-players", "whi.unique.discard").
    """
    printed = CARDS[kind]
    for card in state.cards:
        if card.controller != seat or card.id == other_than:
            continue
        if printed.unique and card.kind == kind:
            return "whi.unique.one-in-play"
        if printed.has("Hero") and card.place == where and card.printed.has("Hero"):
            return "whi.hero.one-per-zone"
    return ""


def came(card: Placed) -> list[Event]:
    """The events of a card's entering play."""
    return [Event(ENTERED, card=card), *([Event(CAME, card=card, place=card.place)] if is_unit(card) else [])]


def corrupted_by(state: State, kind: str, where: int) -> Placed | None:
    """The card for which a unit comes into that zone corrupted, or None."""
    if CARDS[kind].type != "unit":
        return None
    corrupting = having("corrupts")
    for card in state.cards:
        if card.kind in corrupting and works(card) and corrupting[card.kind](state, card, CARDS[kind], where):
            return card
    return None


def damage_from_start(play: Play[State], seat: int, card: int) -> int:
    """Damage that a card has on it as it enters, by effects that wait for it; they are used up."""
    entering, damage = having("enters_with"), 0
    for one in play.state.waiting:
        if one.card == card and one.kind in entering:
            damage += entering[one.kind]
            play.emit(pb.EffectWaited(seat=one.seat, kind=one.kind, card=card), rule=CARDS[one.kind].rule)
    return damage


def stays(state: State, unit: Placed, zone: int) -> str:
    """The rule that keeps the unit from moving to that zone of its controller, or ""."""
    where = place(unit.controller, zone)
    return "whi.effects.move" if where == unit.place else barred(state, unit.controller, unit.kind, where, unit.id)


def move(play: Play[State], unit: Placed, zone: int, cited: str) -> Script[None]:
    """The unit moves to another zone of its controller, where it may be ("whi.effects.move")."""
    where, before = place(unit.controller, zone), play.state
    play.emit(pb.UnitMoved(card=unit.id, zone=pb.Zone.ValueType(zone)), rule=cited)
    goes_back(play, before, unit.id, "whi.combat.assign.target-gone")
    abandoned(play, unit, "whi.quest.unit-moves")
    _corrupted_there(play, unit, where)
    moved = in_play(play.state, unit.id)
    assert moved is not None
    happened(play, [Event(CAME, card=moved, place=where)])
    yield from after(play)


def _corrupted_there(play: Play[State], unit: Placed, where: int) -> None:
    """A unit that was in play comes into a zone where units are corrupted. It becomes so there, if it can: only one
    that enters play has never become what it is from its start ("whi.corrupt.enter-corrupted").
    """
    by = corrupted_by(play.state, unit.kind, where)
    if by is None:
        return
    if cited := not_corrupted(play.state, unit):
        nothing(play, by.controller, cited, kind=by.kind, card=by.id, spared=unit.id)
    else:
        play.emit(pb.UnitCorrupted(card=unit.id), rule=CARDS[by.kind].rule)


# Corruption.


def not_corrupted(state: State, unit: Placed) -> str:
    """The rule that says why to corrupt the unit changes nothing, or "": it is corrupted, or cannot be."""
    if unit.corrupted:
        return "whi.corrupt.twice"
    return "" if can_be_corrupted(state, unit) else "whi.cannot.absolute"


def corrupt(play: Play[State], unit: Placed, cited: str) -> Script[None]:
    """It becomes corrupted: see `not_corrupted`."""
    play.emit(pb.UnitCorrupted(card=unit.id), rule=cited)
    yield from after(play)


def restore(play: Play[State], unit: Placed, cited: str) -> Script[None]:
    """It, which is corrupted, is so no longer ("whi.corrupt.restore")."""
    play.emit(pb.UnitRestored(card=unit.id), rule=cited)
    yield from after(play)


# Developments.


def lose_development(play: Play[State], seat: int, zone: int, card: int, departure: int, cited: str) -> None:
    """A development goes to its owner's discard pile, faceup ("whi.development.destroyed"). One step may take several:
    `after` them come the checks.
    """
    found = next(one for one in section(play.state, place(seat, zone)).developments if one.id == card)
    play.emit(
        pb.DevelopmentLost(
            seat=seat,
            zone=pb.Zone.ValueType(zone),
            was=card,
            kind=found.kind,
            departure=pb.Departure.ValueType(departure),
        ),
        owner_sees(seat),
        rule=cited,
    )


def where_is_development(state: State, card: int) -> int:
    """The place where the development with that id lies, or 0."""
    for where in places(*SEATS):
        if any(one.id == card for one in section(state, where).developments):
            return where
    return 0


def discard_refused(play: Play[State], card: int, kind: str, owner: int, cited: str) -> None:
    """A card on the chain may not enter play ("whi.chain.permanent-illegal")."""
    play.emit(pb.CardRefused(card=card, kind=kind, owner=owner), rule=cited)


def emit(play: Play[State], fact: Message, cited: str) -> Script[None]:
    """A fact that is a step of its own."""
    play.emit(fact, all_see(play.state), rule=cited)
    yield from after(play)
