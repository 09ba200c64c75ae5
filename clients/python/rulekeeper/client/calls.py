"""How a call is made: its deadline, its tries, and the errors that come out of it.

Every call of the service may be sent again: reads change nothing, and what writes carries an id of the client's own. So
what may pass (no connection, no answer in time, the log away, an unknown outcome) is tried again, with the same id, at
growing intervals, until the deadline. What the service has decided (a refusal, a stale decision) is never tried again.
"""

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import grpc
from google.protobuf.message import Message

from rulekeeper.client import errors
from rulekeeper.v1 import errors_pb2

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)
Metadata = Sequence[tuple[str, str]]

PASSING = (errors.Unreachable, errors.OutcomeUnknown)
"""The errors after which a call is tried again by itself."""

CHANNEL_OPTIONS = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2000),
    ("grpc.max_receive_message_length", 64 << 20),
)


@dataclass(frozen=True)
class Retry:
    """When to try again. All times in seconds.

    `deadline`: a call with all its tries. `attempt`: one try, so that a dead connection does not eat the deadline.
    `first`, `most`: the shortest and longest pause between tries; it doubles each time, less up to half by chance.
    """

    deadline: float = 30.0
    attempt: float = 10.0
    first: float = 0.05
    most: float = 2.0
    dice: random.Random = field(default_factory=random.Random, repr=False, compare=False)

    def pauses(self) -> Iterator[float]:
        """The pauses before the second try, the third, and so on, for ever."""
        pause = self.first
        while True:
            yield pause * self.dice.uniform(0.5, 1.0)
            pause = min(self.most, pause * 2)


@dataclass(frozen=True)
class Tls:
    """A TLS connection: the service's root certificates as PEM, the system's own where there are none."""

    root_certificates: bytes | None = None


def open_channel(address: str, tls: Tls | None) -> grpc.aio.Channel:
    """A channel to "host:port" or "unix:/path"; has to be called where the event loop runs."""
    if tls is None:
        return grpc.aio.insecure_channel(address, options=CHANNEL_OPTIONS)
    return grpc.aio.secure_channel(
        address, grpc.ssl_channel_credentials(tls.root_certificates), options=CHANNEL_OPTIONS
    )


def bearer(token: str | None) -> Metadata:
    """A call's metadata with the token. Raises `AccessDenied` for a text that cannot be one."""
    if token and not (token.isascii() and token.isprintable()):
        raise errors.AccessDenied("the token holds characters that no token has", errors_pb2.ERROR_CODE_UNAUTHENTICATED)
    return [("authorization", f"Bearer {token}")] if token else []


async def call(
    method: grpc.aio.UnaryUnaryMultiCallable[Request, Response],
    request: Request,
    token: str | None,
    retry: Retry,
    writes: bool = False,
) -> Response:
    """One call with all its tries. Raises `RulekeeperError`.

    `writes`: it puts a command on record; then an answer that never came is an `OutcomeUnknown`.
    """
    end = time.monotonic() + retry.deadline
    unsure = False
    for pause in retry.pauses():
        left = max(0.001, end - time.monotonic())
        try:
            return await method(request, metadata=bearer(token), timeout=min(left, retry.attempt))
        except grpc.aio.AioRpcError as raw:
            error = errors.from_grpc(raw)
            if not isinstance(error, PASSING):
                raise error from None
            unsure = unsure or isinstance(error, errors.OutcomeUnknown) or (not error.code and not never_sent(raw))
        pause = max(pause, error.retry_after or 0)
        if time.monotonic() + pause >= end:
            break
        await asyncio.sleep(pause)
    if writes and unsure and not isinstance(error, errors.OutcomeUnknown):
        raise errors.OutcomeUnknown(
            f"no answer within {retry.deadline:g} s, so the command may or may not be on record; {error.message}",
            errors_pb2.ERROR_CODE_OUTCOME_UNKNOWN,
        )
    raise error


def never_sent(error: grpc.aio.AioRpcError) -> bool:
    """Whether there was no connection to send it on."""
    said = (error.details() or "").lower()
    return error.code() == grpc.StatusCode.UNAVAILABLE and (
        "failed to connect" in said or "connection refused" in said or "name resolution" in said
    )
