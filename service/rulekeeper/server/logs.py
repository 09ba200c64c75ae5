"""The service's own log: structured lines on standard error. What players do is on record elsewhere; here is
what operators need.
"""

from __future__ import annotations

import logging
import secrets
import sys
from typing import TextIO

import structlog


def logger_for(level: str, *, as_json: bool, to: TextIO | None = None) -> structlog.typing.FilteringBoundLogger:
    """level: "debug", "info", "warning" or "error"."""
    stream = sys.stderr if to is None else to
    # Plain tracebacks: others show the values of variables, and those hold hands, secrets and keys.
    console = structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback)
    render: structlog.typing.Processor = structlog.processors.JSONRenderer() if as_json else console
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        render,
    ]
    if as_json:
        processors.insert(-1, structlog.processors.format_exc_info)
    made: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        _Steady(stream),
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        cache_logger_on_first_use=True,
    )
    return made


class _Steady:
    """Prints lines. Where they cannot be (a pipe that nobody reads, a disk that is full), the service goes on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def msg(self, line: str) -> None:
        try:
            print(line, file=self._stream, flush=True)
        except (OSError, ValueError):
            pass

    debug = info = warning = error = msg


def correlation_id() -> str:
    """What a client is told of a fault, and what the operator finds it by."""
    return secrets.token_hex(6)
