"""The game, its turns and their phases (rulebook p.10-14), where positions begin, and giving up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.block import (
    COLLECTED,
    KINGDOM_BEGINS,
    PHASE_ENDS,
    TURN_BEGINS,
    TURN_ENDS,
    Event,
    having,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.chain import window
from rulekeeper.games.warhammer_invasion.combat import FAQ, combat, target_menu
from rulekeeper.games.warhammer_invasion.effects import restore
from rulekeeper.games.warhammer_invasion.following import after, checks, happened
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.numbers import zone_power
from rulekeeper.games.warhammer_invasion.piles import draw_card
from rulekeeper.games.warhammer_invasion.setup import set_up
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD_PHASE,
    BEGINNING,
    CAPITAL_PHASE,
    END,
    EVERY_ZONE,
    KINGDOM,
    KINGDOM_PHASE,
    QUEST,
    QUEST_PHASE,
    SEATS,
    State,
    dealt,
    opponent,
    place,
    there,
    units,
)
from rulekeeper.games.warhammer_invasion.targets import called
from rulekeeper.kernel import Offer, OneOf, Play, Script, ScriptFailed, ask, finish, rule
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

SKIPPED_AT_FIRST = (QUEST_PHASE, BATTLEFIELD_PHASE)
"""Of the first turn of the game ("whi.turn.first-turn-penalty")."""


@rule("whi.game")
def game(play: Play[State]) -> Script[None]:
    """Setup, and turns from then on. ScriptFailed where the table of a position is set up already."""
    begins("whi.game", not dealt(play.state), "the decks are made already: a game begins before")
    yield from set_up.run()
    yield from turns.run(play.state.turn.seat, 0)


@rule("whi.turn.alternate")
def turns(play: Play[State], seat: int, phase: int) -> Script[None]:
    """Turn after turn, in alternation, until the game ends. `phase`: see `turn`, for the first of them."""
    yield from turn.run(seat, phase)
    while True:
        seat = opponent(seat)
        yield from turn.run(seat, 0)


@rule("whi.turn")
def turn(play: Play[State], seat: int, phase: int) -> Script[None]:
    """Its phases, in order ("whi.turn.phases"). `phase`: the one to begin with; 0 for a turn that begins."""
    if phase:
        play.emit(pb.TurnResumed(seat=seat, number=play.state.turn.number or LATER))
    else:
        play.emit(pb.TurnBegan(seat=seat, number=play.state.turn.number + 1))
    yield from after(play)
    for number, script in PHASES:
        if number < phase:
            continue
        if play.state.turn.number == 1 and number in SKIPPED_AT_FIRST:
            skipped = pb.DeclareTarget if number == BATTLEFIELD_PHASE else None
            nothing(play, seat, "whi.turn.first-turn-penalty", passed_over=skipped)
            continue
        yield from script.run(seat)
    for waiting in play.state.waiting:
        if waiting.kind in having("waiting_discount") and not waiting.card:
            nothing(play, waiting.seat, CARDS[waiting.kind].rule, kind=waiting.kind)
    play.emit(pb.TurnEnded(seat=seat), rule="whi.turn.handover")
    yield from after(play)


LATER = 2
"""The number of a turn that a position begins in the middle of, where it does not say."""


@rule("whi.turn.beginning")
def beginning(play: Play[State], seat: int) -> Script[None]:
    """Its effects, and a window, before all phases; by the rulebook, which has no such step, no window
    ("whi.turn.rulebook-windows").
    """
    happened(play, [Event(TURN_BEGINS, seat=seat)])
    yield from after(play)
    if play.state.windows == FAQ:
        yield from window.run(pb.WINDOW_BEGINNING)


def begin_phase(play: Play[State], seat: int, phase: int) -> None:
    """The phase of that number is on."""
    play.emit(pb.PhaseBegan(seat=seat, phase=pb.Phase.ValueType(phase)))


def end_phase(play: Play[State], seat: int) -> Script[None]:
    """What happens at the end of a phase, after its last window."""
    happened(play, [Event(PHASE_ENDS, seat=seat)])
    yield from after(play)


@rule("whi.kingdom")
def kingdom_phase(play: Play[State], seat: int) -> Script[None]:
    """Return, restore, collect, and a window ("whi.kingdom.window").

    The rulebook's example: "whi.example.kingdom-chris".
    """
    begin_phase(play, seat, KINGDOM_PHASE)
    happened(play, [Event(KINGDOM_BEGINS, seat=seat)])
    yield from after(play)
    unspent = play.state.players[seat].resources
    if unspent:
        play.emit(pb.ResourcesReturned(seat=seat, resources=unspent), rule="whi.kingdom.return-resources")
    else:
        nothing(play, seat, "whi.kingdom.return-resources")
    yield from restore_one.run(seat)
    collected = zone_power(play.state, place(seat, KINGDOM))
    play.emit(pb.ResourcesCollected(seat=seat, resources=collected), rule="whi.kingdom.collect")
    happened(play, [Event(COLLECTED, seat=seat)])
    yield from after(play)
    yield from window.run(pb.WINDOW_KINGDOM)
    yield from end_phase(play, seat)


@rule("whi.kingdom.restore-one")
def restore_one(play: Play[State], seat: int) -> Script[None]:
    """Asked where a unit of theirs is corrupted; one at most, and none need be."""
    if not any(unit.corrupted for unit in units(play.state, seat)):
        nothing(play, seat, "whi.kingdom.restore-one", passed_over=pb.RestoreUnit)
        return
    command = yield from ask(seat, restore_menu)
    if isinstance(command, pb.RestoreUnit):
        yield from restore(play, there(play.state, command.unit), "whi.kingdom.restore-one")
    else:
        nothing(play, seat, "whi.kingdom.restore-one")


def restore_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    yield Offer(
        pb.RestoreUnit,
        unit=OneOf(
            tuple(unit.id for unit in units(state, seat) if unit.corrupted),
            label=lambda one: called(state, one),
            otherwise=("whi.kingdom.restore-one", "{value} is no corrupted unit of yours"),
        ),
    )
    yield Offer(pb.Decline)


@rule("whi.quest-phase")
def quest_phase(play: Play[State], seat: int) -> Script[None]:
    """Cards are drawn, as many as were counted before; the last one of the deck loses ("whi.deckout.immediate").

    The rulebook's example: "whi.example.quest-chris".
    """
    begin_phase(play, seat, QUEST_PHASE)
    for _ in range(zone_power(play.state, place(seat, QUEST))):
        draw_card(play, seat, "whi.quest-phase.draw")
        yield from checks(play)
    yield from window.run(pb.WINDOW_QUEST)
    yield from end_phase(play, seat)


@rule("whi.capital")
def capital_phase(play: Play[State], seat: int) -> Script[None]:
    """One long window ("whi.capital.any-number")."""
    begin_phase(play, seat, CAPITAL_PHASE)
    yield from window.run(pb.WINDOW_CAPITAL)
    yield from end_phase(play, seat)


@rule("whi.battlefield")
def battlefield_phase(play: Play[State], seat: int) -> Script[None]:
    """At most one attack ("whi.combat.one-attack"), or one window without any."""
    begin_phase(play, seat, BATTLEFIELD_PHASE)
    command = yield from ask(seat, target_menu)
    if isinstance(command, pb.DeclareTarget):
        yield from combat.run(seat, command.zone)
    else:
        yield from window.run(pb.WINDOW_NO_ATTACK)
    yield from end_phase(play, seat)


@rule("whi.turn.end")
def end(play: Play[State], seat: int) -> Script[None]:
    """A window, which only the FAQ has, then the effects of the turn's end. Nothing is discarded
    ("whi.hand.no-limit").

    The rulebook's example: "whi.example.forced-thyrus".
    """
    begin_phase(play, seat, END)
    if play.state.windows == FAQ:
        yield from window.run(pb.WINDOW_END)
    happened(play, [Event(TURN_ENDS, seat=seat)])
    yield from after(play)


PHASES = (
    (BEGINNING, beginning),
    (KINGDOM_PHASE, kingdom_phase),
    (QUEST_PHASE, quest_phase),
    (CAPITAL_PHASE, capital_phase),
    (BATTLEFIELD_PHASE, battlefield_phase),
    (END, end),
)
"""In their fixed order ("whi.turn.phases"). What opens a window is in them ("whi.turn.summary-windows")."""


# Where positions begin.


def begins(cited: str, holds: bool, why: str) -> None:
    """No game begins from a position where that does not hold: ScriptFailed, with the reason."""
    if not holds:
        raise ScriptFailed(cited, why)


def begins_in_turn(play: Play[State], cited: str, seat: int, part: int = 1, parts: Sequence[int] = (1,)) -> None:
    """It is a table of that player's turn, or of that part of it; parts are numbered so."""
    begins(cited, dealt(play.state), "the decks are not made yet: a game begins with its setup")
    begins(cited, _is_of(seat, SEATS), f"args: there is no seat {seat!r}")
    begins(cited, _is_of(part, parts), f"args: {part!r} is not one of {', '.join(map(str, parts))}")


def _is_of(number: object, among: Sequence[int]) -> bool:
    return type(number) is int and number in among


@rule("whi.entry.turn")
def from_turn(play: Play[State], seat: int) -> Script[None]:
    """The turn of that player begins."""
    begins_in_turn(play, "whi.entry.turn", seat)
    yield from turns.run(seat, 0)


@rule("whi.entry.phase")
def from_phase(play: Play[State], seat: int, phase: int) -> Script[None]:
    """The phase of that number begins, in that player's turn."""
    begins_in_turn(play, "whi.entry.phase", seat, phase, [number for number, _ in PHASES])
    yield from turns.run(seat, phase)


@rule("whi.entry.combat")
def from_combat(play: Play[State], seat: int, zone: int) -> Script[None]:
    """The attack on that zone has been declared."""
    begins_in_turn(play, "whi.entry.combat", seat, zone, EVERY_ZONE)
    play.emit(pb.TurnResumed(seat=seat, number=play.state.turn.number or LATER))
    begin_phase(play, seat, BATTLEFIELD_PHASE)
    yield from after(play)
    yield from combat.run(seat, zone)
    yield from end_phase(play, seat)
    yield from turns.run(seat, END)


# Giving up.


def standing(state: State, seat: int) -> Iterable[Offer[Message]]:
    """What a seat may send at any time ("whi.concede")."""
    yield Offer(pb.Concede)


@rule("whi.concede")
def concede(play: Play[State], seat: int, command: Message) -> Script[None]:
    """The opponent wins at once."""
    play.emit(pb.PlayerConceded(seat=seat))
    yield from finish((opponent(seat),), "whi.concede")
