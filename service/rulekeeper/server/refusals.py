"""Refused commands as they are noted beside the log, for judges: JSON, one object a refusal."""

from __future__ import annotations

import base64
import json

import msgspec

from rulekeeper.kernel import Reason
from rulekeeper.server.acts import Act, Submit
from rulekeeper.server.clock import now_us
from rulekeeper.server.errors import Failure


def refusal_record(act: Act, failure: Failure, version: int) -> bytes | None:
    """None for acts that are no commands. `version`: the head that it was decided on."""
    if not isinstance(act, Submit):
        return None
    noted = {
        "time_us": now_us(),
        "version": version,
        "seat": act.seat,
        "decision": act.decision,
        "command_id": act.command_id.hex(),
        "command": base64.b64encode(act.command[:16_384]).decode(),
        "reason": failure.reason,
        "rules": [
            {
                "rule": reason.rule.id,
                "text": reason.text,
                "field": reason.field,
                "parts": [{"rule": part.rule.id, "amount": part.amount, "text": part.text} for part in reason.parts],
            }
            for reason in failure.reasons[:50]
        ],
    }
    return json.dumps(noted, separators=(",", ":")).encode()


class NotedRefusal(msgspec.Struct, frozen=True):
    """A refusal as it was noted; `command` is the game's `Command`, cut where it is long."""

    time_us: int
    version: int
    seat: int
    decision: int
    command: bytes
    reason: str
    rules: tuple[Reason, ...] = ()


def read_refusal(record: bytes) -> NotedRefusal:
    """What `refusal_record` wrote. ValueError where it is something else."""
    return msgspec.json.decode(record, type=NotedRefusal)
