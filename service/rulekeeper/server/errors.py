"""Failures, and the one table that makes gRPC statuses of them: `ErrorCode` in errors.proto, whose options are
read here.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2

from rulekeeper.v1 import errors_pb2, options_pb2, table_pb2

DOMAIN = "rulekeeper"
RETRY_AFTER = 1.0
"""Seconds after which a client may try again what failed for the moment's sake."""
_PREFIX = "ERROR_CODE_"
_LARGEST_DETAILS = 4_000
"""Bytes. A status travels in trailing metadata, of which clients take 8 KiB; reasons past this are left out,
the last first.
"""
_LONGEST_MESSAGE = 400


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


def draining() -> Failure:
    """The service is going down."""
    return Failure(errors_pb2.ERROR_CODE_DRAINING, "the service is going down", retry_after=RETRY_AFTER)


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
        details.append(
            error_details_pb2.BadRequest(
                field_violations=[
                    error_details_pb2.BadRequest.FieldViolation(field=field, description=what[:_LONGEST_MESSAGE])
                    for field, what in failure.fields[:20]
                ]
            )
        )
    return status_pb2.Status(
        code=found.number,
        message=failure.message[:_LONGEST_MESSAGE],
        details=[_packed(detail) for detail in details],
    )


def _refusal(reasons: Sequence[table_pb2.Reason]) -> table_pb2.Refusal:
    refusal = table_pb2.Refusal()
    size = 0
    for reason in reasons:
        size += reason.ByteSize() + 4
        if size > _LARGEST_DETAILS and refusal.reasons:
            break
        refusal.reasons.append(reason)
    return refusal


def _packed(detail: Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(detail)
    return packed
