"""A choice that knows what else could be meant, and says why that is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekeeper.kernel import OneOf, Reason

Stranger = Callable[[Any], tuple[str, str]]
"""What is not among the candidates -> the rule against it, and what it says."""


class Choice(OneOf):
    """Exactly one of a field's candidates; against anything else speaks a rule of its own."""

    __slots__ = ("stranger",)

    def __init__(self, of: OneOf, stranger: Stranger) -> None:
        super().__init__(of.candidates, *of.checks, label=of.label)
        self.stranger = stranger

    def against(self, value: Any) -> list[Reason]:
        if value in self.candidates:
            return super().against(value)
        return [Reason(*self.stranger(value))]
