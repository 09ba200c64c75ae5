"""`python -m tests.docs.error_catalogue` writes docs/errors.md from the catalogue in rulekeeper/v1/errors.proto."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from google.protobuf.descriptor import EnumValueDescriptor

from rulekeeper.client.errors import FAMILIES
from rulekeeper.v1 import errors_pb2, options_pb2

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
PREFIX = "ERROR_CODE_"

HEAD = """\
# Errors

Written from `proto/rulekeeper/v1/errors.proto` by `python -m tests.docs.error_catalogue`: edit it there.

A call that the service answers with a failure ends with a gRPC status. Its details (`grpc-status-details-bin`, a
`google.rpc.Status`) hold:

- `google.rpc.ErrorInfo`, always and first: `reason` is a code of the table below, `domain` is `rulekeeper`, `metadata`
  has `rule` and `page` of the first reason, or a `correlation_id`;
- `rulekeeper.v1.Refusal`, where rules say no: each of them with its page, the numbers, and the command's field that it
  is about;
- `google.rpc.RetryInfo`, where it may soon pass: how long to wait;
- `google.rpc.BadRequest`, where a field of the request is wrong: which, and what is wrong with it.

Programs read the reason; the message is for people and may change. A command that failed has changed nothing in its
game, except where the reason is `OUTCOME_UNKNOWN`.

**No `ErrorInfo`: the outcome is unknown, send again.** Such a call got no answer from the service: there was no
connection, a deadline passed, or the service went away (`UNAVAILABLE`, `DEADLINE_EXCEEDED`, `CANCELLED`). What was
asked for may be on record, or not. Send the same request again, with the same `command_id` or `request_id`: nothing is
done twice. (Two statuses come from gRPC itself, and sending again does not help: `RESOURCE_EXHAUSTED` for a request
larger than the service takes, `UNIMPLEMENTED` for a method that it does not have.)

"Again" in the table: the very same call can succeed later. The Python client tries again by itself where the service or
its log does not answer. All else it raises as the class in the last column.

"""

COLUMNS = ("reason", "gRPC status", "what leads to it", "what a client does", "again", "Python")


def codes() -> Iterator[EnumValueDescriptor]:
    """Every code that a call can fail with."""
    return (value for value in errors_pb2.ErrorCode.DESCRIPTOR.values if value.number)


def row(value: EnumValueDescriptor) -> str:
    doc = value.GetOptions().Extensions[options_pb2.error]
    family = FAMILIES[errors_pb2.ErrorCode.Value(value.name)].__name__
    reason = value.name.removeprefix(PREFIX)
    cells = (
        f"`{reason}`",
        f"`{doc.status}`",
        doc.causes,
        doc.remedy,
        "yes" if doc.retry else "no",
        f"`{family}`",
    )
    return line(cells)


def line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def page() -> str:
    """docs/errors.md as it should be."""
    table = [line(COLUMNS), line(("---",) * len(COLUMNS)), *map(row, codes())]
    return HEAD + "\n".join(table) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
