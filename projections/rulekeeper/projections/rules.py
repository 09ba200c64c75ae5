"""Rules as clients see them cited."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from google.protobuf.any_pb2 import Any as AnyMessage

from rulekeeper.kernel import Game, Reason, set_value
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.facts_pb2 import FactPart

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

_LONGEST_TEXT = 1_000
_LONGEST_FIELD = 100


def rule_ref(game: Game[Any], rule: str) -> table_pb2.RuleRef:
    """Id, page and title; of a rule that the rulebook no longer has, the id alone. Do not change it: it is shared."""
    found = game.rulebook.get(rule)
    return _ref(rule) if found is None else _ref(rule, found.page, found.title)


@functools.lru_cache(4096)
def _ref(rule: str, page: int = 0, title: str = "") -> table_pb2.RuleRef:
    return table_pb2.RuleRef(id=rule, page=page, title=title)


def reason_messages(game: Game[Any], reasons: Iterable[Reason], otherwise: str = "") -> list[table_pb2.Reason]:
    """`otherwise`: the rule that is cited by reasons that have none of their own. A reason may repeat what a client
    sent, so it is cut where it gets long.
    """
    made = table_pb2.Offer()
    add_reasons(made.closed, game, reasons, otherwise)
    return list(made.closed)


def add_reasons(
    into: RepeatedCompositeFieldContainer[table_pb2.Reason],
    game: Game[Any],
    reasons: Iterable[Reason],
    otherwise: str = "",
) -> None:
    """The same, made where they belong: messages that are made first and then added are copied."""
    for reason in reasons:
        made = into.add(
            rule=rule_ref(game, reason.rule or otherwise),
            text=reason.text[:_LONGEST_TEXT],
            field=reason.field[:_LONGEST_FIELD],
        )
        for part in reason.parts:
            made.parts.append(_part(game, part.rule, part.amount, part.text))
        for value, label in reason.about:
            set_value(made.candidates.add(label=label).value, value)
        if reason.more:
            made.more = reason.more


def parts_of(game: Game[Any], fact: AnyMessage) -> list[table_pb2.Part]:
    """What the number that a fact keeps is made of, each part with its rule, whose title says what it is."""
    name = fact.type_url.rpartition("/")[2]
    kind = next(kind for kind in game.fact_name if kind.DESCRIPTOR.full_name == name)
    fields = [field.name for field in kind.DESCRIPTOR.fields if field.message_type is FactPart.DESCRIPTOR]
    message = kind.FromString(fact.value) if fields else None
    return [_part(game, part.rule, part.amount) for field in fields for part in getattr(message, field)]


def _part(game: Game[Any], rule: str, amount: int, text: str = "") -> table_pb2.Part:
    cited = rule_ref(game, rule)
    return table_pb2.Part(rule=cited, amount=amount, text=text or cited.title)
