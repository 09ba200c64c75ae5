"""Set-ups and positions that the game does not allow, as reasons that a client reads: the rule and the field's path."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pydantic

from rulekeeper.kernel import Game, InvalidPosition
from rulekeeper.projections import rule_ref
from rulekeeper.server.errors import Failure
from rulekeeper.v1 import errors_pb2, table_pb2

_MOST = 8
"""Faults that are told of at once."""
_CITED = re.compile(r" \(([a-z0-9_-]+(?:\.[a-z0-9_-]+)+)\)(?:; |$)")
"""The rule that a game's sentence ends with; another sentence may follow."""
_PATH = re.compile(r"([a-z_][\w.\[\]]*): ")
"""Where a position is wrong: what its sentence begins with."""


def invalid_setup(reasons: Iterable[table_pb2.Reason]) -> Failure:
    return _failure(errors_pb2.ERROR_CODE_INVALID_SETUP, list(reasons))


def of_seats(game: Game[Any], text: str) -> Failure:
    """So many seats are not for this game."""
    rule = rule_ref(game, game.seats_rule) if game.seats_rule else None
    return invalid_setup([table_pb2.Reason(rule=rule, text=text, field="seats")])


def of_setup(game: Game[Any], wrong: pydantic.ValidationError) -> Failure:
    """What pydantic, or a validator of the game's, finds in a set-up."""
    reasons: list[table_pb2.Reason] = []
    for found in wrong.errors(include_url=False)[:_MOST]:
        said = found["ctx"]["error"] if found["type"] in ("value_error", "assertion_error") else found["msg"]
        where = ".".join(str(part) for part in found["loc"]) or "setup"
        reasons += cited(game, f"{where}: {said}", _path("setup", found["loc"]))
    return invalid_setup(reasons)


def of_position(game: Game[Any], wrong: InvalidPosition) -> Failure:
    path = "sandbox.position"
    said = str(wrong)
    # A state's own faults begin with the place within it.
    while (found := _PATH.match(said)) is not None:
        path, said = f"{path}.{found[1]}", said[found.end() :]
    return _failure(errors_pb2.ERROR_CODE_INVALID_POSITION, cited(game, str(wrong), path))


def cited(game: Game[Any], said: str, field: str) -> list[table_pb2.Reason]:
    """A reason a sentence, each with the rule that it ends with."""
    reasons, start = [], 0
    for found in _CITED.finditer(said):
        if found[1] in game.rulebook:
            text = said[start : found.start()]
            reasons.append(table_pb2.Reason(rule=rule_ref(game, found[1]), text=text, field=field))
            start = found.end()
    if said[start:]:
        reasons.append(table_pb2.Reason(text=said[start:], field=field))
    return reasons


def _path(root: str, parts: Iterable[int | str]) -> str:
    return root + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)


def _failure(code: errors_pb2.ErrorCode.ValueType, reasons: list[table_pb2.Reason]) -> Failure:
    fields = [(reason.field, reason.text) for reason in reasons]
    return Failure(code, reasons[0].text, reasons=reasons, fields=fields)
