"""Rules as clients see them cited."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekeeper.kernel import Game, Reason
from rulekeeper.v1 import table_pb2

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
        )
        for reason in reasons
    ]
