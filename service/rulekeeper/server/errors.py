"""Failures, and the one table that makes gRPC statuses of them: `ErrorCode` in errors.proto, whose options are
read here.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2

from rulekeeper.v1 import errors_pb2, options_pb2, table_pb2

DOMAIN = "rulekeeper"
RETRY_AFTER = 1.0
"""Seconds after which a client may try again what failed for the moment's sake."""
M = TypeVar("M", bound=Message)
_PREFIX = "ERROR_CODE_"
_LARGEST_DETAILS = 4_000
"""Bytes. A status travels in trailing metadata, of which clients take 8 KiB; reasons past this are left out,
the last first.
"""
_LONGEST_MESSAGE = 400
_LONGEST_TEXT = 1_000
_LONGEST_FIELD = 100
"""Characters of printable ASCII. Of others, for which the wire takes up to twelve bytes each, fewer are kept."""


class Failure(Exception):
    """A call that fails for a reason of the catalogue. `message` is for people and goes to the client as it is.

    reasons: the rules that refuse it, for `Refusal`. fields: (field, what is wrong with it), for `BadRequest`.
    retry_after: seconds, for `RetryInfo`.
    """

    def __init__(
        self,
        code: errors_pb2.ErrorCode.ValueType,
        message: str,
        *,
        reasons: Sequence[table_pb2.Reason] = (),
        fields: Sequence[tuple[str, str]] = (),
        retry_after: float | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.reasons = reasons
        self.fields = fields
        self.retry_after = retry_after
        self.metadata = metadata or {}

    @property
    def reason(self) -> str:
        """The code's name as clients read it: "STALE_DECISION"."""
        return row(self.code).reason


def invalid(field: str, what: str) -> Failure:
    """A request's field that will not do."""
    return Failure(errors_pb2.ERROR_CODE_INVALID_REQUEST, f"{field}: {what}", fields=[(field, what)])


def other_request() -> Failure:
    """A request id that came before, with something else."""
    text = "this request id came before, with another request"
    return Failure(errors_pb2.ERROR_CODE_COMMAND_ID_REUSED, text)


def draining() -> Failure:
    """The service is going down."""
    return Failure(errors_pb2.ERROR_CODE_DRAINING, "the service is going down", retry_after=RETRY_AFTER)


def outcome_unknown(why: str = "the service is going down, and could not wait") -> Failure:
    """Nobody knows yet whether it is done."""
    text = f"{why}: whether it is on record is not known; send the same again"
    return Failure(errors_pb2.ERROR_CODE_OUTCOME_UNKNOWN, text, retry_after=RETRY_AFTER)


def unknown_game(game_id: str) -> Failure:
    """There is no log of that id."""
    return Failure(errors_pb2.ERROR_CODE_UNKNOWN_GAME, f"no game has the id {game_id}")


def unknown_ruleset(ruleset: str) -> Failure:
    """The log's games cannot be folded here."""
    text = f"the game is of {ruleset}, which this service does not have"
    return Failure(errors_pb2.ERROR_CODE_UNKNOWN_RULESET, text)


class Row(NamedTuple):
    """One row of the catalogue."""

    reason: str
    status: grpc.StatusCode
    number: int
    doc: options_pb2.ErrorDoc


@functools.cache
def catalogue() -> Mapping[int, Row]:
    """Every code but the unspecified one."""
    rows = {}
    for value in errors_pb2.ErrorCode.DESCRIPTOR.values:
        doc = value.GetOptions().Extensions[options_pb2.error]
        if doc.status:
            status = grpc.StatusCode[doc.status]
            rows[value.number] = Row(value.name.removeprefix(_PREFIX), status, code_pb2.Code.Value(doc.status), doc)
    return rows


def row(code: int) -> Row:
    return catalogue()[code]


def status_of(failure: Failure) -> status_pb2.Status:
    """`google.rpc.Status`: ErrorInfo first, then Refusal, RetryInfo and BadRequest where they apply."""
    found = row(failure.code)
    metadata = dict(failure.metadata)
    if failure.reasons and failure.reasons[0].rule.id:
        metadata.setdefault("rule", failure.reasons[0].rule.id)
        if failure.reasons[0].rule.page:
            metadata.setdefault("page", str(failure.reasons[0].rule.page))
    details: list[Message] = [error_details_pb2.ErrorInfo(reason=found.reason, domain=DOMAIN, metadata=metadata)]
    if failure.reasons:
        details.append(_refusal(failure.reasons))
    if failure.retry_after is not None:
        delay = duration_pb2.Duration()
        delay.FromNanoseconds(round(failure.retry_after * 1e9))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    if failure.fields:
        violations = [
            error_details_pb2.BadRequest.FieldViolation(
                field=_shortened(field, _LONGEST_FIELD), description=_shortened(what, _LONGEST_MESSAGE)
            )
            for field, what in failure.fields
        ]
        details.append(error_details_pb2.BadRequest(field_violations=_that_fit(violations)))
    return status_pb2.Status(
        code=found.number,
        message=_shortened(failure.message, _LONGEST_MESSAGE),
        details=[_packed(detail) for detail in details],
    )


def _refusal(reasons: Sequence[table_pb2.Reason]) -> table_pb2.Refusal:
    return table_pb2.Refusal(
        reasons=_that_fit(
            table_pb2.Reason(
                rule=reason.rule,
                text=_shortened(reason.text, _LONGEST_TEXT),
                field=_shortened(reason.field, _LONGEST_FIELD),
            )
            for reason in reasons
        )
    )


def _that_fit(parts: Iterable[M]) -> list[M]:
    """As many as there is room for, and the first at least."""
    kept: list[M] = []
    size = 0
    for part in parts:
        size += part.ByteSize() + 4
        if size > _LARGEST_DETAILS and kept:
            break
        kept.append(part)
    return kept


def _shortened(text: str, most: int) -> str:
    """What a client sent may come back in a text, however long and in whatever script it was."""
    size = 0
    for at, character in enumerate(text[: most + 1]):
        size += 1 if " " <= character <= "~" and character != "%" else 3 * len(character.encode())
        if size > most:
            return text[:at]
    return text


def _packed(detail: Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(detail)
    return packed
