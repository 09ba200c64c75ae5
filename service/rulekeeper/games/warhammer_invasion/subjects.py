"""What a seat has or sees and might want to use: of each, the kernel says why it cannot be used now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.block import block
from rulekeeper.games.warhammer_invasion.box import CAPITALS, STARTERS
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, RACES, Printed, shown
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    ZONES_BY_NUMBER,
    Placed,
    State,
    by_kind,
    controlled,
    seat_of,
    units,
)
from rulekeeper.kernel import Subject
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def subjects(state: State, seat: int) -> Iterable[Subject]:
    """Own hand (play, send on a quest, develop), actions of own cards in play, corrupted units, the attack; before the
    first turn, starters and capitals.

    Of equal cards in a hand the first speaks for all: what stands against one stands against each.
    """
    if not state.turn.number:
        yield from _during_setup(state, seat)
    quests = any(card.printed.type == "quest" for card in controlled(state, seat))
    for kind, (card, *_) in by_kind(state.players[seat].hand).items():
        in_hand, printed = f"{shown(kind)} in your hand", CARDS[kind]
        yield Subject(f"{in_hand}: play", played_by(printed), "card", card)
        if printed.type == "unit" and quests:
            yield Subject(f"{in_hand}: send on a quest", pb.SendUnit, "card", card)
        yield Subject(f"{in_hand}: play as a development", pb.PlayDevelopment, "card", card)
    for placed in controlled(state, seat):
        if block(placed.kind).action is not None:
            yield Subject(f"{there(placed)}: use its action", pb.UseAction, "card", placed.id)
    for unit in units(state, seat):
        if unit.corrupted:
            yield Subject(f"{there(unit)}: restore", pb.RestoreUnit, "unit", unit.id)
    if state.turn.number:
        yield from _of_attack(state, seat)


def played_by(printed: Printed) -> type[Message]:
    """The kind of command that plays such a card."""
    match printed.type:
        case "unit":
            return pb.PlayUnit
        case "support":
            return pb.PlaySupport if printed.keywords.attachment is None else pb.PlayAttachment
        case "quest":
            return pb.PlayQuest
        case _:
            return pb.PlayTactic


def there(card: Placed) -> str:
    """A unit of the seat's in play, or another card that has an action, for people."""
    return f"{shown(card.kind)} in your {ZONES_BY_NUMBER[card.zone]}"


def _of_attack(state: State, seat: int) -> Iterator[Subject]:
    """In an attack that is under way all own units might want to be; in one to come, those in the battlefield."""
    yield Subject("attack: declare its target", pb.DeclareTarget)
    combat = state.combat
    for unit in units(state, seat):
        if combat is not None and seat_of(combat.place) == seat:
            yield Subject(f"{there(unit)}: defend", pb.DeclareDefenders, "units", unit.id)
        elif combat is not None or unit.zone == BATTLEFIELD:
            yield Subject(f"{there(unit)}: attack", pb.DeclareAttackers, "units", unit.id)


def _during_setup(state: State, seat: int) -> Iterator[Subject]:
    player = state.players[seat]
    if state.format == "starters" and not player.deck:
        for starter in STARTERS:
            yield Subject(f"the {RACES[starter]} starter: take", pb.ChooseStarter, "starter", starter)
    if player.deck and not player.capital:
        for board in CAPITALS:
            yield Subject(f"the {RACES[board]} capital: place", pb.PlaceCapital, "capital", board)
