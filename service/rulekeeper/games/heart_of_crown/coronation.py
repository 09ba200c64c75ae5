"""Winning: points, declaring a coronation, its round, overtime, 30 points, the end of the Dukes (rulebook p.18-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.games.heart_of_crown.state import State, clockwise, in_game, opponents
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Offer, Play, Request, Script, When, escape, finish, how_many, rule

TO_DECLARE = 20
"""Points that a declared coronation wants ("hoc.coronation.declare"; "hoc.goal")."""

TO_WIN = 30
"""Points that win at once ("hoc.win.thirty")."""

TURN = "hoc.turn.phases"
"""The script of a turn."""

LAST = "duke"
"""The card whose end in the basic market ends the game ("hoc.end.dukes")."""

ENDS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "dukes": ((LAST,), "hoc.end.dukes"),
    "court": ((LAST, "senator", "royal-maid"), "hoc.outside.judgement-english"),
}
"""By what the set-up says: whose end ends the game, and the rule that says so."""


def points(state: State, seat: int) -> int:
    """All cards of the domain and their +1 counters, negative ones too ("hoc.back.points-count",
    "hoc.coronation.negative", "hoc.counter.plus-one").

    Points count in the domain only ("hoc.symbol.succession-point"); who has none has 0.
    """
    total = 0
    for card in state.players[seat].domain:
        total += CARDS[card.kind].succession_points + card.plus_one
    return total


def negative_points(state: State, seat: int) -> int:
    """What cards with negative points take away; 0 or less."""
    return sum(min(CARDS[card.kind].succession_points, 0) for card in state.players[seat].domain)


# Declaring.


def declare_offers(state: State, seat: int) -> Iterable[Offer[pb.DeclareCoronation]]:
    """In either of the phases in which the turn player is asked: the rulebook ties it to none."""
    total, negative = points(state, seat), negative_points(state, seat)
    yield Offer(
        pb.DeclareCoronation,
        When("hoc.coronation.declare", not state.players[seat].declared, "your coronation is declared already"),
        When(
            "hoc.coronation.declare",
            total >= TO_DECLARE,
            lambda: f"your domain holds {total} points, {TO_DECLARE} are wanted",
        ),
        When(
            "hoc.coronation.negative",
            total >= TO_DECLARE or total - negative < TO_DECLARE,
            lambda: f"{-negative} of its {total - negative} points are lost to cards with negative points",
        ),
        When("hoc.sudden-death.no-declaring", not state.overtime, "no coronation is declared in overtime"),
    )


def declare(play: Play[State], seat: int) -> None:
    declared = pb.CoronationDeclared(seat=seat, points=points(play.state, seat))
    play.emit(declared, rule="hoc.coronation.declare")


# The round.


def round_over(play: Play[State], seat: int) -> Script[None]:
    """As a turn begins: if its player had declared, the round is over. An extra turn is not the round's end
    ("hoc.coronation.full-round").
    """
    if not play.state.players[seat].declared or play.state.overtime:
        return
    if play.state.turn.extra:
        play.emit(pb.EffectFizzled(seat=seat), rule="hoc.coronation.full-round")
        return
    if any(play.state.players[other].declared for other in opponents(play.state, seat)):
        begin_overtime(play)
        return
    held = pb.CoronationHeld(seat=seat, points=points(play.state, seat))
    play.emit(held, rule="hoc.coronation.round")
    yield from finish([seat], "hoc.coronation.round")


def begin_overtime(play: Play[State]) -> None:
    """Sudden death among those who have declared; the others are out ("hoc.example.sudden-death")."""
    declared = [seat for seat in in_game(play.state) if play.state.players[seat].declared]
    out = [seat for seat in in_game(play.state) if seat not in declared]
    play.emit(pb.OvertimeBegan(seats=declared), rule="hoc.sudden-death.start")
    for seat in out:
        play.emit(pb.PlayerDroppedOut(seat=seat), rule="hoc.sudden-death.dropout")


# What ends a game, or a coronation, as soon as it is true.


def at_once(play: Play[State]) -> Script[None]:
    """Run after whatever moves points or Dukes, and before and after each answer of the two phases: a judge may have
    moved them while the table waited. The end of the Dukes comes before any pending coronation is looked at.
    """
    yield from one_left(play)
    yield from dukes_gone(play)
    yield from thirty_reached(play)
    cancel_coronations(play)


@rule("hoc.checks")
def settle(play: Play[State]) -> Script[None]:
    """The same beside whatever is asked, when a judge has changed the table."""
    if play.state.turn.number:
        yield from at_once(play)


def one_left(play: Play[State]) -> Iterable[Request]:
    """Who is left alone wins; a turn whose player is out ends at once ("hoc.concede")."""
    left = in_game(play.state)
    if len(left) == 1:
        return finish(left, "hoc.concede")
    return escape(TURN) if play.state.turn.seat not in left else ()


def dukes_gone(play: Play[State]) -> Iterable[Request]:
    """The last Duke has left the basic market, in whatever way: the most points win; equal at the top is a draw. Other
    cards may still be there, unless the set-up says otherwise.
    """
    gone, rule = ENDS[play.state.end]
    for kind in gone:
        if how_many(play.state.basic_market, kind):
            return ()
    scores = {seat: points(play.state, seat) for seat in in_game(play.state)}
    best = [seat for seat, total in scores.items() if total == max(scores.values())]
    counted = [pb.Score(seat=seat, points=total) for seat, total in scores.items()]
    play.emit(pb.DukesRanOut(scores=counted, best=best), rule=rule)
    return finish(best, rule) if len(best) == 1 else finish([], "hoc.end.tie")


def thirty_reached(play: Play[State]) -> Iterable[Request]:
    """30 points win, declared or not ("hoc.faq.thirty-before-declaring"), in overtime or before it."""
    for seat in clockwise(play.state, play.state.turn.seat):
        total = points(play.state, seat)
        if total >= TO_WIN:
            cited = "hoc.win.thirty-declared" if play.state.players[seat].declared else "hoc.win.thirty"
            cited = "hoc.sudden-death.thirty" if play.state.overtime else cited
            play.emit(pb.ThirtyReached(seat=seat, points=total), rule=cited)
            return finish([seat], cited)
    return ()


def cancel_coronations(play: Play[State]) -> None:
    """Below 20 points a declaration is void; in overtime that no longer matters ("hoc.sudden-death.below-twenty")."""
    if play.state.overtime:
        return
    for seat in in_game(play.state):
        if play.state.players[seat].declared and (total := points(play.state, seat)) < TO_DECLARE:
            play.emit(pb.CoronationCancelled(seat=seat, points=total), rule="hoc.coronation.cancel")
