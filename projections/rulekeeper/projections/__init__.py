"""Read models: folds over a game's entries, and the cursor that feeds them to watchers.

Nothing here writes, knows Redis or grpc, or runs a rule but to list what a seat may do and, in `verify`, to
decide again what was decided.
"""

from rulekeeper.projections.cursor import Cursor, Feed, HistoryChanged
from rulekeeper.projections.history import History, fold_slowly, read_entries
from rulekeeper.projections.lobby import Listing, Lobby
from rulekeeper.projections.moments import Moment, Ring, parsed
from rulekeeper.projections.record import NO_RECORD, GameRecord, Sitting, game_info, record_after
from rulekeeper.projections.rules import reason_messages, rule_ref
from rulekeeper.projections.steps import Steps, any_bytes, step_message
from rulekeeper.projections.verify import NOTHING_KEPT, Finding, Kept, Verdict, Verifier, verify
from rulekeeper.projections.views import (
    bare_decision_of,
    decision_of,
    offer_message,
    standing_of,
    text_of,
    view_of,
)
from rulekeeper.projections.waiting import Waiters
from rulekeeper.projections.wire import delimited, delimited_if, number_if, varint

__all__ = [
    "NOTHING_KEPT",
    "NO_RECORD",
    "Cursor",
    "Feed",
    "Finding",
    "GameRecord",
    "History",
    "HistoryChanged",
    "Kept",
    "Listing",
    "Lobby",
    "Moment",
    "Ring",
    "Sitting",
    "Steps",
    "Verdict",
    "Verifier",
    "Waiters",
    "any_bytes",
    "bare_decision_of",
    "decision_of",
    "delimited",
    "delimited_if",
    "fold_slowly",
    "game_info",
    "number_if",
    "offer_message",
    "parsed",
    "read_entries",
    "reason_messages",
    "record_after",
    "rule_ref",
    "standing_of",
    "step_message",
    "text_of",
    "varint",
    "verify",
    "view_of",
]
