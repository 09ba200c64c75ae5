"""Deciding: a seat's command against the open decision. Either it is refused, with every reason, or it leads
to facts and a new table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel.chance import Chance
from rulekeeper.kernel.commands import Refused, parse
from rulekeeper.kernel.errors import (
    InvalidPosition,
    KernelError,
    ScriptDiverged,
    ScriptFailed,
)
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.menus import Menu, Offer, Subject, Unavailable
from rulekeeper.kernel.positions import first_script, first_state
from rulekeeper.kernel.reasons import Reason
from rulekeeper.kernel.resuming import Live, waiting
from rulekeeper.kernel.running import LIMITS, Limits, Running
from rulekeeper.kernel.scripts import Ask, AskAll
from rulekeeper.kernel.shapes import shape_of
from rulekeeper.kernel.table import Table

S = TypeVar("S")
T = TypeVar("T")


class Accepted(msgspec.Struct, frozen=True):
    """Yes: the table after it, and the game's `Facts`, as bytes to be stored."""

    table: Table
    facts: bytes


# What may be done.


def offers(game: Game[Any], table: Table, seat: int, live: Live | None = None) -> list[Offer[Message]]:
    """All offers of the open decision to that seat, closed ones too; none where the seat is not asked."""
    if table.decision is None or seat not in table.decision.seats:
        return []
    return list(_menu(game, table, seat, live))


def standing(game: Game[Any], table: Table, seat: int) -> list[Offer[Message]]:
    """What the seat may send although nobody asks."""
    if table.decision is None or not _is_seat(table, seat):
        return []
    return list(_standing(game, table, seat))


def unavailable(game: Game[Any], table: Table, seat: int, live: Live | None = None) -> list[Unavailable]:
    """Each subject of the seat's that no offer admits, with every reason."""
    if table.decision is None or not _is_seat(table, seat):
        return []
    by_kind: dict[type[Message], list[Offer[Message]]] = {}
    for offer in (*offers(game, table, seat, live), *standing(game, table, seat)):
        by_kind.setdefault(offer.message, []).append(offer)

    def found() -> Iterable[Unavailable]:
        for subject in game.subjects(table.state, seat):
            menu = [o for o in by_kind.get(subject.message, ()) if not subject.field or subject.field in o.fields]
            reasons = _against(table, menu, subject) if menu else _out_of_time(game, table, seat, subject.message)
            if reasons:
                yield Unavailable(subject, tuple(dict.fromkeys(reasons)))

    return _guarded(table, lambda: list(found()))


def _against(table: Table, menu: list[Offer[Message]], subject: Subject) -> list[Reason]:
    # Of several offers, those speak that are about this value: a card with targets of its own has an offer of its own.
    if subject.field:
        menu = [offer for offer in menu if offer.fields[subject.field].has(subject.value)] or menu
    against: list[Reason] = []
    for offer in menu:
        reasons = offer.against(subject.field, subject.value)
        if not reasons:
            return []
        against += reasons
    return _with_rule(table, against)


def check(
    game: Game[Any], table: Table, seat: int, decision: int, command: bytes, live: Live | None = None
) -> Refused | None:
    """What `decide` would say against the command; None where it would accept it."""
    if not table.started:
        return Refused("not_started", (Reason("", "the game has not begun"),))
    if table.result is not None:
        return Refused("over", (Reason(table.result.rule, "the game is over"),))
    assert table.decision is not None
    if not _is_seat(table, seat):
        return Refused("not_asked", (Reason(table.decision.rule, f"there is no seat {seat}"),))
    parsed = parse(game, command)
    if isinstance(parsed, Refused):
        return parsed
    if decision == 0 and type(parsed) in game.asides:
        return _guarded(table, lambda: _judge(game, table, seat, _standing(game, table, seat), parsed))
    if decision != table.decision.version:
        text = f"decision {decision} is not open: {table.decision.version} is"
        return Refused("stale", (Reason(table.decision.rule, text),))
    if seat not in table.decision.seats:
        return Refused("not_asked", tuple(_out_of_time(game, table, seat, type(parsed))))
    return _guarded(table, lambda: _judge(game, table, seat, _menu(game, table, seat, live), parsed))


def _judge(
    game: Game[Any], table: Table, seat: int, menu: Iterable[Offer[Message]], command: Message
) -> Refused | None:
    met: list[Offer[Message]] = []
    values = shape_of(type(command)).values(command)
    for offer in menu:
        if offer.message is type(command):
            if offer.admits(command, values):
                return None
            met.append(offer)
    if not met:
        return Refused("refused", tuple(_out_of_time(game, table, seat, type(command))))
    # Of several offers, those speak whose candidates the command names: not "7 is not among the choices" of them all.
    meant = [offer.meets(values) for offer in met]
    most = max(meant)
    closest = [offer for offer, meets in zip(met, meant, strict=True) if meets == most]
    reasons = [reason for offer in closest for reason in offer.refuse(command)]
    return Refused("refused", tuple(dict.fromkeys(_with_rule(table, reasons))))


def _menu(game: Game[Any], table: Table, seat: int, live: Live | None) -> Iterable[Offer[Message]]:
    request = waiting(game, table, live).request
    menu = request.menus[seat] if isinstance(request, AskAll) else request.menu if isinstance(request, Ask) else None
    assert menu is not None
    return _read(table, menu, seat)


def _read(table: Table, menu: Menu[Message], seat: int) -> Iterable[Offer[Message]]:
    try:
        yield from menu(table.state, seat)
    except Exception as wrong:
        raise _failed(table, wrong) from wrong


def _guarded(table: Table, read: Callable[[], T]) -> T:
    """What a game's menus, checks and subjects raise is the game's fault, and says so."""
    try:
        return read()
    except (ScriptDiverged, ScriptFailed):
        raise
    except Exception as wrong:
        raise _failed(table, wrong) from wrong


def _failed(table: Table, wrong: Exception) -> ScriptFailed:
    rule = table.decision.rule if table.decision else ""
    return ScriptFailed(rule, f"its menu: {type(wrong).__name__}: {wrong}")


def _is_seat(table: Table, seat: int) -> bool:
    return table.origin is not None and 0 <= seat < table.origin.seats


def _standing(game: Game[Any], table: Table, seat: int) -> Iterable[Offer[Message]]:
    return _read(table, game.standing, seat)


def _out_of_time(game: Game[Any], table: Table, seat: int, message: type[Message]) -> list[Reason]:
    """When it may be done, under the rule that says so, and what it is time for now. Where others are asked, that is a
    reason of its own, under the rule that asks them.
    """
    info = game.command_info(message)
    decision = table.decision
    assert decision is not None
    cited = game.timing(table.state, seat, message) or info.rule or decision.rule
    when = f"this may be done {info.when or 'at another time'}"
    rule = game.rulebook.get(decision.rule)
    asked = rule.title if rule else decision.rule
    if seat in decision.seats:
        return [Reason(cited, f"{when}; now it is time for: {asked}")]
    others = f"now the table waits for seat {', '.join(str(other) for other in decision.seats)}: {asked}"
    if cited == decision.rule:
        return [Reason(cited, f"{when}; {others}")]
    return [Reason(cited, when), Reason(decision.rule, others)]


def _with_rule(table: Table, reasons: Sequence[Reason]) -> list[Reason]:
    """A reason without a rule of its own stands under the decision's."""
    rule = table.decision.rule if table.decision else ""
    return [reason if reason.rule else msgspec.structs.replace(reason, rule=rule) for reason in reasons]


# Doing it.


def begin(
    game: Game[Any],
    table: Table,
    version: int,
    chance: Chance,
    live: Live | None = None,
    limits: Limits = LIMITS,
) -> Accepted:
    """All seats are taken: the first scripts run. For the entry `GameStarted`, whose version this is.

    Raises KernelError (then nothing is to be written): InvalidSetup or InvalidPosition where what it is made from is at
    fault.
    """
    if table.origin is None or table.started:
        raise KernelError("a game begins once, after it was created")
    state, foretold = first_state(game, table.origin)
    begun = msgspec.structs.replace(table, state=state, foretold=foretold)
    running = Running(game, begun, version, chance, live, limits)
    rule, args = first_script(game, table.origin)
    try:
        return _done(running, lambda: running.begin(rule, args))
    except ScriptFailed as failed:
        if table.origin.position:
            raise InvalidPosition(f"no game begins from it: {failed}") from failed
        raise


def decide(
    game: Game[Any],
    table: Table,
    seat: int,
    decision: int,
    command: bytes,
    version: int,
    chance: Chance,
    live: Live | None = None,
    limits: Limits = LIMITS,
) -> Accepted | Refused:
    """Decides a seat's command, which would be the entry `version`.

    decision: the version that opened the decision which it answers; 0 for a standing offer. command: the game's
    `Command`, as bytes. live: the table's generators; the same one each time makes it faster. Raises
    KernelError when a rule's script fails, diverges from the record or passes a limit; then nothing is to be
    written.
    """
    if version <= table.version:
        raise KernelError(f"version {version} does not come after {table.version}")
    refused = check(game, table, seat, decision, command, live)
    if refused is not None:
        return refused
    running = Running(game, table, version, chance, live, limits, command)
    if decision == 0:
        parsed = parse(game, command)
        assert isinstance(parsed, Message)
        return _done(running, lambda: running.aside(game.asides[type(parsed)], (seat,), (parsed,)))
    return _done(running, lambda: running.answer(seat))


def _done(running: Running[Any], run: Callable[[], None]) -> Accepted:
    try:
        run()
        return Accepted(running.table(), running.stored())
    except KernelError:
        running.live.drop()
        raise
    except Exception as wrong:
        running.live.drop()
        rule = running.frames[-1].script if running.frames else ""
        raise ScriptFailed(rule, f"{type(wrong).__name__}: {wrong}") from wrong
    except BaseException:
        running.live.drop()
        raise
