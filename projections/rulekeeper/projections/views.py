"""What a viewer sees of a table: the game's view, the open decision with the offers of the viewer's seat, and
lines of text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from google.protobuf.message import Message

from rulekeeper.kernel import (
    Game,
    KernelError,
    Live,
    Offer,
    ScriptFailed,
    Table,
    Viewer,
    offers,
    standing,
    unavailable,
)
from rulekeeper.projections.rules import add_reasons, reason_messages, rule_ref
from rulekeeper.v1 import table_pb2

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer


def view_of(game: Game[Any], table: Table, viewer: Viewer) -> Message | None:
    """The game's own view message; None before the game has begun."""
    return game.view(table.state, viewer) if table.started else None


def decision_of(
    game: Game[Any], table: Table, viewer: Viewer, live: Live | None = None, *, explain: bool = False
) -> table_pb2.Decision | None:
    """The open decision as the viewer sees it. `explain`: also what the viewer's seat cannot do, and why.
    Raises KernelError.
    """
    bare = bare_decision_of(game, table)
    if bare is None or viewer < 0:
        return bare
    assert table.decision is not None
    rule = table.decision.rule
    _add_offers(bare.offers, game, offers(game, table, viewer, live), rule)
    if explain:
        bare.unavailable.extend(
            table_pb2.Unavailable(
                subject=found.subject.label,
                command=found.subject.message.DESCRIPTOR.full_name,
                reasons=reason_messages(game, found.reasons, rule),
            )
            for found in unavailable(game, table, viewer, live)
        )
    return bare


def bare_decision_of(game: Game[Any], table: Table) -> table_pb2.Decision | None:
    """The open decision without anybody's offers: what everybody sees."""
    decision = table.decision
    if decision is None:
        return None
    return table_pb2.Decision(
        version=decision.version,
        rule=rule_ref(game, decision.rule),
        seats=decision.seats,
        sealed=decision.sealed,
    )


def standing_of(game: Game[Any], table: Table, seat: Viewer) -> list[table_pb2.Offer]:
    """The seat's standing offers; nobody else has any. Raises KernelError."""
    if seat < 0 or table.decision is None:
        return []
    made = table_pb2.Decision()
    _add_offers(made.offers, game, standing(game, table, seat), table.decision.rule, standing=True)
    return list(made.offers)


def _add_offers(
    into: RepeatedCompositeFieldContainer[table_pb2.Offer],
    game: Game[Any],
    menu: Iterable[Offer[Message]],
    rule: str,
    *,
    standing: bool = False,
) -> None:
    """An offer's checks, reasons and labels are the game's, and run only when they are read: here."""
    try:
        for offer in menu:
            _fill_in(into.add(standing=standing), game, offer, rule)
    except KernelError:
        raise
    except Exception as wrong:
        raise ScriptFailed(rule, f"its menu: {type(wrong).__name__}: {wrong}") from wrong


def offer_message(game: Game[Any], offer: Offer[Message], rule: str) -> table_pb2.Offer:
    """`rule`: what is cited where the offer's own checks cite nothing."""
    made = table_pb2.Offer()
    _fill_in(made, game, offer, rule)
    return made


def _fill_in(made: table_pb2.Offer, game: Game[Any], offer: Offer[Message], rule: str) -> None:
    made.command = offer.message.DESCRIPTOR.full_name
    made.passes = offer.message in game.passes
    made.main = offer.message in game.main_commands
    if offer.open():
        for name, thing in game.things[offer.message].items():
            if name in offer.fields:
                offer.fields[name].tell(made.fields.add(name=name, what=thing.kind), thing.within)
    else:
        add_reasons(made.closed, game, offer.closed(), rule)
