"""What judges do to a table: amend it, or go back to an earlier one. Each asks the open decision anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from google.protobuf.message import Message

from rulekeeper.kernel.audience import JUDGE, SPECTATOR
from rulekeeper.kernel.chance import SeededChance
from rulekeeper.kernel.commands import Refused, pack
from rulekeeper.kernel.deciding import Accepted, decide, offers, standing, unavailable
from rulekeeper.kernel.errors import AmendRefused, KernelError, LimitExceeded
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.menus import Offer
from rulekeeper.kernel.resuming import Live
from rulekeeper.kernel.running import LIMITS, Running
from rulekeeper.kernel.seeing import turn_of
from rulekeeper.kernel.table import Decision, Table

JUDGE_RULE = "judge"
"""The rule that a judge's facts stand under."""

_AHEAD = 20
"""Answers that are tried after an amendment."""


def amend(game: Game[Any], table: Table, facts: Sequence[Message], version: int) -> Accepted:
    """A judge's facts change the state; they belong to no script. Then the rules make of it what they do at once, where
    there is anything (`Game.settle`), and the open decision is asked anew, under this version.

    Raises AmendRefused where a fact tells of a step that only scripts take, where the game's reducers cannot take it,
    where cards or tokens would come or go (`Game.conserved`), where it would be another turn, or where the game could
    not go on from there: there would be no view of it, nobody could answer, or the next answers would make a script
    fail.
    """
    decision = _open(table)
    running = _changed(game, table, facts, version)
    changed = running.table()
    settled = _settled(game, table, facts, version)
    if settled is None:
        running.ask_anew(decision)
    else:
        running = settled
    amended = running.table()
    try:
        _holds(game, table, amended)
        _same_turn(game, table, changed)
        if amended.decision is None:
            _told(game, amended)
        else:
            _shows(game, amended, amended.decision.all_seats())
            _goes_on(game, amended)
    except AmendRefused:
        raise
    except Exception as wrong:
        raise AmendRefused(f"the game could not go on: {type(wrong).__name__}: {wrong}") from wrong
    return Accepted(amended, running.stored())


def _settled(game: Game[Any], table: Table, facts: Sequence[Message], version: int) -> Running[Any] | None:
    """What the rules make of a judge's facts at once; None where that is nothing."""
    if game.settle is None:
        return None
    running = _changed(game, table, facts, version)
    before, asked = running.state, len(running.packed.facts)
    try:
        running.aside(game.settle)
    except LimitExceeded:
        raise
    except KernelError as wrong:
        raise AmendRefused(f"the rules could not follow it: {wrong}") from wrong
    # It began, it ended, and the decision was asked anew.
    quiet = running.result is None and len(running.packed.facts) == asked + 3 and running.state == before
    return None if quiet else running


def _changed(game: Game[Any], table: Table, facts: Sequence[Message], version: int) -> Running[Any]:
    """The table with a judge's facts."""
    running = Running(game, table, version, _NoChance(), None, LIMITS)
    for fact in facts:
        name = game.fact_name.get(type(fact))
        if name is None:
            raise AmendRefused(f"{type(fact).__name__} is not a fact of {game.ruleset}")
        if type(fact) in game.steps:
            raise AmendRefused(f"{name}: it tells of a step that only the rules take; go back instead")
        for seat in _seats_in(fact):
            if seat not in range(table.origin.seats if table.origin is not None else 0):
                raise AmendRefused(f"{name}: there is no seat {seat}")
        try:
            running.amend(JUDGE_RULE, name, fact)
        except LimitExceeded:
            raise
        except (LookupError, TypeError, AttributeError) as wrong:
            raise AmendRefused(f"{name}: it does not fit this table") from wrong
        except Exception as wrong:
            raise AmendRefused(f"{name}: {wrong}") from wrong
    return running


def _seats_in(fact: Message) -> Iterator[int]:
    """The seats that a fact names, in fields of that name, however deep."""
    for field, value in fact.ListFields():
        values = value if field.is_repeated else (value,)
        if field.name in ("seat", "seats"):
            yield from (seat for seat in values if isinstance(seat, int))
        elif field.message_type is not None:
            for inner in values:
                yield from _seats_in(inner)


def _holds(game: Game[Any], before: Table, after: Table) -> None:
    """Nothing comes from nowhere or goes there; and what a position might hold, it still might."""
    had, has = game.conserved(before.state), game.conserved(after.state)
    for what in (*had, *(name for name in has if name not in had)):
        if had.get(what, 0) != has.get(what, 0):
            raise AmendRefused(f"{what}: there were {had.get(what, 0)}, and there would be {has.get(what, 0)}")
    seats = after.origin.seats if after.origin is not None else 0
    if not game.fault(before.state, seats):
        fault = game.fault(after.state, seats)
        if fault:
            raise AmendRefused(fault)


def _same_turn(game: Game[Any], before: Table, after: Table) -> None:
    """The scripts that run know which turn it is, and an amendment does not reach them."""
    was, now = turn_of(game, before), turn_of(game, after)
    if was != now:
        raise AmendRefused(f"{was} would become {now}: turns are begun by the rules; go back instead")


def _shows(game: Game[Any], table: Table, asked: Sequence[int]) -> None:
    """Everybody has a view of it, and what is offered can be named."""
    _told(game, table)
    for seat in range(table.origin.seats if table.origin is not None else 0):
        menu = offers(game, table, seat)
        for offer in (*menu, *standing(game, table, seat)):
            if offer.open():
                _named(offer)
            else:
                offer.closed()
        unavailable(game, table, seat)
        if seat in asked and not any(offer.open() for offer in menu):
            rule = table.decision.rule if table.decision is not None else ""
            raise AmendRefused(f"seat {seat} is asked under {rule}, and could not answer any more")


def _told(game: Game[Any], table: Table) -> None:
    for viewer in (*range(table.origin.seats if table.origin is not None else 0), SPECTATOR, JUDGE):
        game.scene(game.view(table.state, viewer))


def _named(offer: Offer[Message]) -> None:
    """Names all that an offer speaks of, which raises where something is not there any more."""
    for field in offer.fields.values():
        if field.label is not None:
            for value, _ in field.single():
                field.label(value)


def _goes_on(game: Game[Any], table: Table) -> None:
    """Scripts run on from it: for a first answer of each kind, and then for some time with everybody passing where they
    can. What it would lead to is thrown away.
    """
    live = Live()
    for answers in range(_AHEAD):
        if table.decision is None:
            return
        seat = table.decision.seats[0]
        opened = [offer for offer in offers(game, table, seat, live) if offer.open()]
        if not answers:
            for offer in opened:
                _answered(game, table, seat, offer, Live())
        passing = [offer for offer in opened if offer.message in game.passes]
        if not opened:
            raise AmendRefused(f"seat {seat} would be asked under {table.decision.rule}, and could not answer")
        table = _answered(game, table, seat, (passing or opened)[0], live)


def _answered(game: Game[Any], table: Table, seat: int, offer: Offer[Message], live: Live) -> Table:
    assert table.decision is not None
    version, command = table.version + 1, pack(game, offer.pick(lambda limit: 0))
    chance = SeededChance(b"", version)
    done = decide(game, table, seat, table.decision.version, command, version, chance, live)
    if isinstance(done, Refused):
        raise AmendRefused(f"{done.reasons[0].text} ({done.reasons[0].rule})")
    return done.table


def rewind(game: Game[Any], table: Table, version: int) -> Accepted:
    """Back to this table, which is that of an earlier version: its decision is asked anew, under the new version."""
    running = Running(game, table, version, _NoChance(), None, LIMITS)
    running.ask_anew(_open(table))
    return Accepted(running.table(), running.stored())


def set_result(game: Game[Any], table: Table, winners: Sequence[int], version: int) -> Accepted:
    """A judge ends the game; no winner: a draw. Raises AmendRefused where it is over or has not begun, or a winner has
    no seat.
    """
    _open(table)
    seats = table.origin.seats if table.origin is not None else 0
    for seat in winners:
        if not 0 <= seat < seats or list(winners).count(seat) > 1:
            raise AmendRefused(f"seat {seat} is not one of {seats}, or is named twice")
    running = Running(game, table, version, _NoChance(), None, LIMITS)
    running.end(JUDGE_RULE, tuple(sorted(winners)))
    return Accepted(running.table(), running.stored())


def _open(table: Table) -> Decision:
    if table.decision is None:
        raise AmendRefused("the game is over" if table.over else "the game has not begun")
    return table.decision


class _NoChance:
    def below(self, limit: int) -> int:
        raise AssertionError("a judge draws nothing")

    def pick(self, purpose: str, counts: Any) -> int:
        raise AssertionError("a judge draws nothing")
