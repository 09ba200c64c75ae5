"""What can go wrong, as exceptions: one class a family of the catalogue in `rulekeeper/v1/errors.proto`.

Catch the family (`Refused`, `Unreachable`), or `RulekeeperError` for all of them, and look at `code` where a family has
several. No call of the client lets a `grpc` error through.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from rulekeeper.v1 import errors_pb2, options_pb2, table_pb2

DOMAIN = "rulekeeper"
STATUS_KEY = "grpc-status-details-bin"


@dataclass(frozen=True)
class Part:
    """A part of a number that stands against a command, such as a price: what it adds (below 0: takes off), what it is,
    and the rule that says so.
    """

    rule: str
    amount: int
    text: str = ""
    page: int = 0

    def __str__(self) -> str:
        return f"{self.amount:+} {cited(self.text, self.rule, self.page)}"


@dataclass(frozen=True)
class Reason:
    """One rule that stands against a command.

    `page` is that of the printed rulebook, 0 where the rule is not from it; `field` names the command's field that it
    is about, empty for the command as a whole. `parts`: what the number against it, such as a price, is the sum of.
    `about`: in a closed offer the names of the candidates that it stands against, eight at most; `more`: how many more.
    Two reasons that say the same are equal, whatever they say it about.
    """

    rule: str
    text: str
    page: int = 0
    title: str = ""
    field: str = ""
    parts: tuple[Part, ...] = ()
    about: tuple[str, ...] = dataclasses.field(default=(), compare=False)
    more: int = dataclasses.field(default=0, compare=False)

    def __str__(self) -> str:
        return cited(self.text + self.whom(), self.rule, self.page)

    def whom(self) -> str:
        """ ": City, Duke and 12 more": the candidates that it is about, where its text does not name them."""
        if not self.about or not self.more and all(name in self.text for name in self.about):
            return ""
        names = ", ".join(self.about)
        return f": {names} and {self.more} more" if self.more else f": {names}"


def cited(text: str, rule: str, page: int) -> str:
    """ "Duke costs 8, you have 1 coin (hoc.buy.cost, page 16)" """
    where = f"{rule}, page {page}" if page else rule
    return f"{text} ({where})" if where else text


class RulekeeperError(Exception):
    """Every error of the client.

    `code`: the catalogue's code, `ERROR_CODE_UNSPECIFIED` where the service gave none (it could not be reached, say).
    `message`: for people. `reasons`: the rules that stand against it, where rules do. `retry_after`: seconds to wait
    before the same call may succeed, where the service said so. `violations`: fields of the request that are wrong,
    with what is wrong about them.
    """

    def __init__(
        self,
        message: str,
        code: errors_pb2.ErrorCode.ValueType = errors_pb2.ERROR_CODE_UNSPECIFIED,
        reasons: Iterable[Reason] = (),
        retry_after: float | None = None,
        violations: Iterable[tuple[str, str]] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.reasons = list(reasons)
        self.retry_after = retry_after
        self.violations = list(violations)

    @property
    def name(self) -> str:
        """The code as programs and people read it: "STALE_DECISION"; empty where there is none."""
        if self.code == errors_pb2.ERROR_CODE_UNSPECIFIED:
            return ""
        return errors_pb2.ErrorCode.Name(self.code).removeprefix("ERROR_CODE_")

    @property
    def remedy(self) -> str:
        """What a client does about it, by the catalogue; empty where there is no code."""
        return document(self.code).remedy

    @property
    def may_pass(self) -> bool:
        """Whether the very same call can succeed later, by the catalogue."""
        return document(self.code).retry

    def __str__(self) -> str:
        said = [line for each in self.reasons for line in (str(each), *(f"    {part}" for part in each.parts))]
        first, *others = said or [self.message]
        if self.reasons and self.message != self.reasons[0].text:
            first, others = self.message, [first, *others]
        return "\n".join([f"{self.name}: {first}" if self.name else first, *(f"  {each}" for each in others)])


class InvalidRequest(RulekeeperError):
    """The request itself is wrong: a field, a set-up, a position, a file, a command that the game does not know, a used
    id.
    """


class NotFound(RulekeeperError):
    """No such ruleset, game or version."""


class SeatUnavailable(RulekeeperError):
    """The seat is taken, or needs an invitation."""


class AccessDenied(RulekeeperError):
    """No token, a damaged one, or one that does not allow the call."""


class NotPlayable(RulekeeperError):
    """The game has not started, is over, or is paused."""


class Refused(RulekeeperError):
    """The rules do not allow the command, or do not ask this seat; `reasons` has each rule."""


class Stale(RulekeeperError):
    """The decision that the command answers is no longer open."""


class Unreachable(RulekeeperError):
    """The service, or its log, does not answer. Nothing was written."""


class OutcomeUnknown(RulekeeperError):
    """The answer to a command did not come. Sending the same command id again tells whether it is on record."""


class HistoryChanged(RulekeeperError):
    """The service shows another past than it showed before. Its record of the game is not to be trusted."""


class ServiceFault(RulekeeperError):
    """A fault of the service, or an answer that breaks its own contract."""


FAMILIES: dict[errors_pb2.ErrorCode.ValueType, type[RulekeeperError]] = {
    errors_pb2.ERROR_CODE_INVALID_REQUEST: InvalidRequest,
    errors_pb2.ERROR_CODE_INVALID_SETUP: InvalidRequest,
    errors_pb2.ERROR_CODE_INVALID_POSITION: InvalidRequest,
    errors_pb2.ERROR_CODE_MALFORMED_COMMAND: InvalidRequest,
    errors_pb2.ERROR_CODE_COMMAND_ID_REUSED: InvalidRequest,
    errors_pb2.ERROR_CODE_INVALID_RESUME_TOKEN: InvalidRequest,
    errors_pb2.ERROR_CODE_INVALID_FILE: InvalidRequest,
    errors_pb2.ERROR_CODE_NEWER_FORMAT: InvalidRequest,
    errors_pb2.ERROR_CODE_GAME_EXISTS: InvalidRequest,
    errors_pb2.ERROR_CODE_UNKNOWN_RULESET: NotFound,
    errors_pb2.ERROR_CODE_UNKNOWN_GAME: NotFound,
    errors_pb2.ERROR_CODE_UNKNOWN_VERSION: NotFound,
    errors_pb2.ERROR_CODE_UNKNOWN_DISPUTE: NotFound,
    errors_pb2.ERROR_CODE_SEAT_TAKEN: SeatUnavailable,
    errors_pb2.ERROR_CODE_INVITATION_NEEDED: SeatUnavailable,
    errors_pb2.ERROR_CODE_UNAUTHENTICATED: AccessDenied,
    errors_pb2.ERROR_CODE_PERMISSION_DENIED: AccessDenied,
    errors_pb2.ERROR_CODE_NOT_STARTED: NotPlayable,
    errors_pb2.ERROR_CODE_GAME_OVER: NotPlayable,
    errors_pb2.ERROR_CODE_GAME_PAUSED: NotPlayable,
    errors_pb2.ERROR_CODE_NOT_FOLDED: NotPlayable,
    errors_pb2.ERROR_CODE_REFUSED: Refused,
    errors_pb2.ERROR_CODE_RULING_REFUSED: Refused,
    errors_pb2.ERROR_CODE_TAKE_BACK_REFUSED: Refused,
    errors_pb2.ERROR_CODE_NOT_ASKED: Refused,
    errors_pb2.ERROR_CODE_STALE_DECISION: Stale,
    errors_pb2.ERROR_CODE_LOG_UNREACHABLE: Unreachable,
    errors_pb2.ERROR_CODE_DRAINING: Unreachable,
    errors_pb2.ERROR_CODE_LOG_FULL: Unreachable,
    errors_pb2.ERROR_CODE_OUTCOME_UNKNOWN: OutcomeUnknown,
    errors_pb2.ERROR_CODE_HISTORY_CHANGED: HistoryChanged,
    errors_pb2.ERROR_CODE_TOO_LARGE: ServiceFault,
    errors_pb2.ERROR_CODE_INTERNAL: ServiceFault,
}


def overtaken(error: RulekeeperError) -> bool:
    """Whether a command came too late: the decision was answered, or closed, or the game has ended meanwhile, or a
    judge has paused it (a pause for a fault names no time to try again).
    """
    paused = error.code == errors_pb2.ERROR_CODE_GAME_PAUSED and error.retry_after is not None
    return (
        paused
        or isinstance(error, Stale)
        or error.code
        in (
            errors_pb2.ERROR_CODE_NOT_ASKED,
            errors_pb2.ERROR_CODE_GAME_OVER,
        )
    )


def document(code: errors_pb2.ErrorCode.ValueType) -> options_pb2.ErrorDoc:
    """The catalogue's row of a code: causes, remedy, whether the same call can succeed later; empty if unknown."""
    value = errors_pb2.ErrorCode.DESCRIPTOR.values_by_number.get(code)
    return value.GetOptions().Extensions[options_pb2.error] if value else options_pb2.ErrorDoc()


def reason(message: table_pb2.Reason) -> Reason:
    """A reason as the service sent it."""
    rule = message.rule
    parts = tuple(map(part, message.parts))
    about = tuple(
        one.label or str(getattr(one.value, one.value.WhichOneof("kind") or "", "")) for one in message.candidates
    )
    return Reason(rule.id, message.text, rule.page, rule.title, message.field, parts, about, message.more)


def part(message: table_pb2.Part) -> Part:
    """A part of a number as the service sent it."""
    return Part(message.rule.id, message.amount, message.text, message.rule.page)


def from_grpc(error: grpc.aio.AioRpcError) -> RulekeeperError:
    """What a failed call says, as the exception of its family. Without the catalogue's detail: by the gRPC status."""
    said = error.details() or "no message"
    for key, value in error.trailing_metadata() or ():
        if key == STATUS_KEY and isinstance(value, bytes):
            try:
                typed = from_status(status_pb2.Status.FromString(value))
            except DecodeError:
                break
            if typed is not None:
                return typed
    # A call that its own caller cancels does not come here: CANCELLED is what a service that goes down leaves behind.
    if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED):
        return Unreachable(f"the service does not answer: {said}")
    if error.code() == grpc.StatusCode.UNAUTHENTICATED:
        return AccessDenied(said)
    if error.code() == grpc.StatusCode.UNIMPLEMENTED:
        return ServiceFault(f"the service does not know this call: {said}")
    return ServiceFault(f"{error.code().name}: {said}")


def from_status(status: status_pb2.Status) -> RulekeeperError | None:
    """The error that a `google.rpc.Status` carries; none where it is not one of the catalogue."""
    code: errors_pb2.ErrorCode.ValueType | None = None
    reasons: list[Reason] = []
    retry_after: float | None = None
    violations: list[tuple[str, str]] = []
    info, delay = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    refusal, bad = table_pb2.Refusal(), error_details_pb2.BadRequest()
    for detail in status.details:
        if detail.Unpack(info) and info.domain == DOMAIN:
            name = f"ERROR_CODE_{info.reason}"
            known = name in errors_pb2.ErrorCode.keys()
            code = errors_pb2.ErrorCode.Value(name) if known else errors_pb2.ERROR_CODE_UNSPECIFIED
        elif detail.Unpack(refusal):
            reasons += map(reason, refusal.reasons)
        elif detail.Unpack(delay):
            retry_after = delay.retry_delay.seconds + delay.retry_delay.nanos / 1e9
        elif detail.Unpack(bad):
            violations += ((each.field, each.description) for each in bad.field_violations)
    if code is None:
        return None
    return FAMILIES.get(code, ServiceFault)(status.message, code, reasons, retry_after, violations)
