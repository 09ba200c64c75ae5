"""Why something is not allowed, as data: the rule, the words, and what it is about."""

from __future__ import annotations

import msgspec

Scalar = int | str | bool
"""One value of a command's field."""

MOST_NAMED = 8
"""As many candidates are named by one reason, and as many reasons are told under one rule."""


class Part(msgspec.Struct, frozen=True):
    """A part of a number that a rule adds up, such as a price: the rule (that of a card, where a card says so), what it
    adds or, below 0, takes off, and what it is, in words: "printed cost". The number is the sum of its parts.
    """

    rule: str
    amount: int
    text: str = ""


class Reason(msgspec.Struct, frozen=True):
    """Why something is not allowed: the rule, what it says with the numbers of the moment, and the command's field
    that it is about. An empty rule stands for the decision's; an empty field for the command as a whole. `parts`: of
    the number that stands against it, such as a price, where there is one. `about`: in a closed offer the candidates of
    that field that it stands against, with their labels, the first `MOST_NAMED` of them; `more`: how many more.
    """

    rule: str
    text: str
    field: str = ""
    parts: tuple[Part, ...] = ()
    about: tuple[tuple[Scalar, str], ...] = ()
    more: int = 0
