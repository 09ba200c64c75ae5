"""Rules as clients see them cited."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage

from rulekeeper.kernel import Game, Reason, to_value
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.facts_pb2 import FactPart

_LONGEST_TEXT = 1_000
_LONGEST_FIELD = 100


def rule_ref(game: Game[Any], rule: str) -> table_pb2.RuleRef:
    """Id, page and title; of a rule that the rulebook no longer has, the id alone."""
    found = game.rulebook.get(rule)
    if found is None:
        return table_pb2.RuleRef(id=rule)
    return table_pb2.RuleRef(id=rule, page=found.page, title=found.title)


def reason_messages(game: Game[Any], reasons: Iterable[Reason], otherwise: str = "") -> list[table_pb2.Reason]:
    """`otherwise`: the rule that is cited by reasons that have none of their own. A reason may repeat what a client
    sent, so it is cut where it gets long.
    """
    return [
        table_pb2.Reason(
            rule=rule_ref(game, reason.rule or otherwise),
            text=reason.text[:_LONGEST_TEXT],
            field=reason.field[:_LONGEST_FIELD],
            parts=[_part(game, part.rule, part.amount, part.text) for part in reason.parts],
            candidates=[table_pb2.Candidate(value=to_value(value), label=label) for value, label in reason.about],
            more=reason.more,
        )
        for reason in reasons
    ]


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
