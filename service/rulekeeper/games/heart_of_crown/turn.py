"""The game, its turns and their phases (rulebook p.13, p.18), where positions begin, and conceding."""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards import BLOCKS, carry_out
from rulekeeper.games.heart_of_crown.cleanup import clean_up, refill, refill_hand, refill_market
from rulekeeper.games.heart_of_crown.coronation import TURN, at_once, one_left, round_over
from rulekeeper.games.heart_of_crown.effects import reached
from rulekeeper.games.heart_of_crown.main_phase import main_phase
from rulekeeper.games.heart_of_crown.second_phase import second_phase
from rulekeeper.games.heart_of_crown.setup import set_up
from rulekeeper.games.heart_of_crown.state import (
    CLEAN_UP,
    DROPPED_OUT,
    HAND_REFILL,
    MAIN,
    MARKET_REFILL,
    SECOND,
    State,
    opponents,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Offer, Play, Script, When, escape, rule

PHASES = (
    (MAIN, main_phase),
    (SECOND, second_phase),
    (CLEAN_UP, clean_up),
    (HAND_REFILL, refill_hand),
    (MARKET_REFILL, refill_market),
)
"""In their fixed order ("hoc.turn.phases")."""


@rule("hoc.game")
def game(play: Play[State]) -> Script[None]:
    yield from set_up.run()
    yield from turns.run(play.state.turn.seat, 0)


@rule("hoc.turn.pass")
def turns(play: Play[State], seat: int, phase: int) -> Script[None]:
    """Turn after turn, clockwise, until the game ends. `phase`: see `turn`, for the first of them."""
    yield from turn.run(seat, phase)
    while True:
        if play.state.turn.phase != MARKET_REFILL:  # It was cut short ("hoc.concede").
            refill(play, seat)
        seat = next_seat(play.state, seat)
        yield from turn.run(seat, 0)


def next_seat(state: State, seat: int) -> int:
    """The same player again, where an extra turn was granted; otherwise the next clockwise. Who is out is skipped."""
    if state.turn.extra_turn_follows and state.players[seat].in_game:
        return seat
    return opponents(state, seat)[0]


@rule(TURN)
def turn(play: Play[State], seat: int, phase: int) -> Script[None]:
    """All five phases, once each. `phase`: the one to begin with, in the middle of the turn; 0 for a turn
    that begins.
    """
    if phase:
        play.emit(pb.TurnResumed(seat=seat))
    else:
        extra = play.state.turn.extra_turn_follows and play.state.turn.seat == seat
        play.emit(pb.TurnBegan(seat=seat, number=play.state.turn.number + 1, extra=extra))
        yield from at_once(play)
        yield from round_over(play, seat)
    for number, script in PHASES:
        if number >= phase:
            yield from script.run(seat)
    for kind in play.state.turn.at_end:
        yield from carry_out(play, seat, kind, BLOCKS[kind].turn_end)


# Where positions begin.


@rule("hoc.entry.turn")
def from_turn(play: Play[State], seat: int) -> Script[None]:
    yield from turns.run(seat, 0)


@rule("hoc.entry.main-phase")
def from_main_phase(play: Play[State], seat: int) -> Script[None]:
    yield from turns.run(seat, MAIN)


@rule("hoc.entry.second-phase")
def from_second_phase(play: Play[State], seat: int) -> Script[None]:
    yield from turns.run(seat, SECOND)


# Conceding.


def standing(state: State, seat: int) -> Iterable[Offer[Message]]:
    player, out = state.players[seat], "you are out of the game already"
    dropped_out = player.standing == DROPPED_OUT
    yield Offer(
        pb.Concede,
        When("hoc.sudden-death.dropout", not dropped_out, out),
        When("hoc.concede", player.in_game or dropped_out, out),
    )


@rule("hoc.concede")
def concede(play: Play[State], seat: int, command: Message) -> Script[None]:
    """The last player left wins; with more, the player is out, and a turn of theirs ends at once, or an attack that has
    reached them.
    """
    play.emit(pb.PlayerConceded(seat=seat))
    yield from one_left(play)
    attack = play.state.turn.attack
    if attack is not None and attack.seat == seat:
        yield from escape(reached)
