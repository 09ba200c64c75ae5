"""What a viewer sees of a table: the game's view, the open decision with the offers of the viewer's seat, and
lines of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from google.protobuf.message import Message

from rulekeeper.kernel import (
    Field,
    Game,
    KernelError,
    Live,
    Multiset,
    Number,
    Offer,
    OneOf,
    Order,
    ScriptFailed,
    Subset,
    Table,
    Viewer,
    offers,
    standing,
    to_value,
    unavailable,
)
from rulekeeper.projections.rules import reason_messages, rule_ref
from rulekeeper.v1 import table_pb2

COLUMNS = 80


def view_of(game: Game[Any], table: Table, viewer: Viewer) -> Message | None:
    """The game's own view message; None before the game has begun."""
    return game.view(table.state, viewer) if table.started else None


def text_of(game: Game[Any], view: Message | None) -> str:
    """The view as lines of text, 80 columns wide."""
    return "" if view is None else "\n".join(game.text(view, COLUMNS))


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
    bare.offers.extend(_offer_messages(game, offers(game, table, viewer, live), rule))
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
    return _offer_messages(game, standing(game, table, seat), table.decision.rule, standing=True)


def _offer_messages(
    game: Game[Any], menu: Iterable[Offer[Message]], rule: str, *, standing: bool = False
) -> list[table_pb2.Offer]:
    """An offer's checks, reasons and labels are the game's, and run only when they are read: here."""
    try:
        return [offer_message(game, offer, rule, standing=standing) for offer in menu]
    except KernelError:
        raise
    except Exception as wrong:
        raise ScriptFailed(rule, f"its menu: {type(wrong).__name__}: {wrong}") from wrong


def offer_message(game: Game[Any], offer: Offer[Message], rule: str, *, standing: bool = False) -> table_pb2.Offer:
    """`rule`: what is cited where the offer's own checks cite nothing."""
    made = table_pb2.Offer(
        command=offer.message.DESCRIPTOR.full_name,
        standing=standing,
        passes=offer.message in game.passes,
        main=offer.message in game.main_commands,
    )
    if offer.open():
        names = (name for name in offer.message.DESCRIPTOR.fields_by_name if name in offer.fields)
        made.fields.extend(_field(name, offer.fields[name]) for name in names)
    else:
        made.closed.extend(reason_messages(game, offer.closed(), rule))
    return made


def _field(name: str, field: Field) -> table_pb2.OfferField:
    match field:
        case OneOf():
            return table_pb2.OfferField(
                name=name, one_of=table_pb2.OneOf(candidates=_candidates(field, field.passing()))
            )
        case Subset():
            passing = field.passing()
            most = min(field.most, len(passing))
            subset = table_pb2.Subset(candidates=_candidates(field, passing), least=field.least, most=most)
            return table_pb2.OfferField(name=name, subset=subset)
        case Multiset():
            passing = field.passing()
            most = min(field.most, sum(field.limits[value] for value in passing))
            multiset = table_pb2.Multiset(candidates=_candidates(field, passing), least=field.least, most=most)
            for candidate, value in zip(multiset.candidates, passing, strict=True):
                candidate.limit = field.limits[value]
            return table_pb2.OfferField(name=name, multiset=multiset)
        case Number():
            return table_pb2.OfferField(name=name, number=table_pb2.NumberRange(low=field.low, high=field.high))
        case Order():
            order = table_pb2.Order(candidates=_candidates(field, field.candidates))
            return table_pb2.OfferField(name=name, order=order)
    raise TypeError(f"a field of an unknown kind: {type(field).__name__}")


def _candidates(field: Field, values: Sequence[Any]) -> Iterable[table_pb2.Candidate]:
    label = field.label
    return [
        table_pb2.Candidate(value=to_value(value), label=label(value) if label is not None else "") for value in values
    ]
