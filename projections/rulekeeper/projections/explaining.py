"""Why something happened, or would not be allowed: what was asked and offered, and every check that fails."""

from __future__ import annotations

from typing import Any

from rulekeeper.kernel import (
    JUDGE,
    Game,
    KernelError,
    Refused,
    Table,
    Viewer,
    check,
    parse,
    passed_over,
    seen,
    turn_of,
)
from rulekeeper.projections.replaying import fact_steps, seen_fact, statement_of
from rulekeeper.projections.rules import reason_messages
from rulekeeper.projections.steps import as_any
from rulekeeper.projections.views import bare_decision_of, decision_of
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SEAT, Entry


def decision_at(game: Game[Any], table: Table, viewer: Viewer) -> table_pb2.Decision | None:
    """The decision that was open then, with the offers of the viewer's seat where today's rules still run to it."""
    try:
        return decision_of(game, table, viewer)
    except KernelError:
        return bare_decision_of(game, table)


def asked_before(game: Game[Any], before: Table, entry: Entry, viewer: Viewer) -> table_pb2.Decision | None:
    """What the table waited for when the entry was sent: with the offers of the viewer's seat; for judges with those of
    the seat that sent it; for spectators without any.
    """
    if viewer == JUDGE and entry.actor.role == ROLE_SEAT:
        viewer = entry.actor.seat
    return decision_at(game, before, viewer)


def asked_next(game: Game[Any], after: Table, viewer: Viewer) -> table_pb2.Decision | None:
    """What the table waits for after it: for judges with the offers of the seat that is asked, where it is one."""
    if viewer == JUDGE and after.decision is not None and len(after.decision.seats) == 1:
        viewer = after.decision.seats[0]
    return decision_at(game, after, viewer)


def explained_refusal(
    game: Game[Any], table: Table, seat: int, command: bytes | Refused, decision: int | None = None
) -> pb.ExplainRefusalResponse:
    """Whether a seat's command is allowed at a table, and if not, each check that fails. `decision`: the one that it
    was sent for, 0 for a standing offer; None: whichever is open there. A `command` that is refused already is no
    command of the game. Raises KernelError where today's rules do not run to that table.
    """
    refused = command if isinstance(command, Refused) else _checked(game, table, seat, command, decision)
    parsed = command if isinstance(command, Refused) else parse(game, command)
    rule = table.decision.rule if table.decision is not None and not isinstance(parsed, Refused) else ""
    return pb.ExplainRefusalResponse(
        accepted=refused is None,
        reasons=[
            pb.ExplainedReason(reason=reason, statement=statement_of(game, reason.rule.id))
            for reason in (reason_messages(game, refused.reasons, rule) if refused is not None else ())
        ],
        version=table.version,
        seat=seat,
        command=None if isinstance(parsed, Refused) else as_any(parsed),
        decision=decision_of(game, table, seat),
    )


def not_asked_for(answer: pb.ExplainRefusalResponse) -> str:
    """The short name of the command that was explained, where it is refused because the seat is not asked for any of
    its kind; otherwise empty. Then the record may say that it was passed over.
    """
    name = answer.command.type_url.rpartition("/")[2]
    offered = any(offer.command == name for offer in answer.decision.offers)
    asks = answer.HasField("decision") and not offered
    return name.rpartition(".")[2] if asks and not answer.accepted else ""


def tells_passed_over(game: Game[Any], entry: Entry, viewer: Viewer, command: str) -> bool:
    """A fact of the entry tells the viewer that nobody was asked for such a command. It folds nothing."""
    return any(passed_over(one.fact) == command for one in seen(game, entry.facts, viewer))


def passed_over_in(
    game: Game[Any], before: Table, entry: Entry, viewer: Viewer, command: str, turn: str
) -> pb.PassedOver | None:
    """The last fact of an entry that tells the viewer so, if it happened in that turn (see `turn_of`; empty: in
    whatever turn). Raises FoldFailed.
    """
    number, found = 0, None
    for step in fact_steps(game, before, entry, viewer):
        number += step.seen is not None
        if step.seen is None or passed_over(step.seen) != command:
            continue
        if not turn or turn_of(game, step.table) == turn:
            place = pb.Place(version=entry.version, fact=number)
            said = statement_of(game, step.rule)
            found = pb.PassedOver(place=place, fact=seen_fact(game, step), statement=said)
    return found


def _checked(game: Game[Any], table: Table, seat: int, command: bytes, decision: int | None) -> Refused | None:
    if decision is not None:
        return check(game, table, seat, decision, command)
    open_there = table.decision.version if table.decision is not None else 0
    if type(parse(game, command)) not in game.asides:
        return check(game, table, seat, open_there, command)
    refused = check(game, table, seat, 0, command)
    # The same kind of command may be offered as an answer too.
    return refused if refused is None or check(game, table, seat, open_there, command) is not None else None
