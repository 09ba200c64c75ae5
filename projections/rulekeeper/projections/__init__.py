"""Read models: folds over a game's entries, and the cursor that feeds them to watchers.

Nothing here writes, knows Redis or grpc, or runs a rule but to list what a seat may do and, in `verify`, to
decide again what was decided.
"""

from rulekeeper.projections.changes import changes
from rulekeeper.projections.cursor import Cursor, Feed, HistoryChanged
from rulekeeper.projections.explaining import (
    asked_before,
    asked_next,
    explained_refusal,
    not_asked_for,
    passed_over_in,
    tells_passed_over,
)
from rulekeeper.projections.finding import Wanted
from rulekeeper.projections.foreseeing import Learning, counting_again, draws_in, learned, struck
from rulekeeper.projections.furnishing import Furnished, furnished
from rulekeeper.projections.history import (
    SLICE,
    SPACING,
    History,
    PastTable,
    fold_slowly,
    keep_snapshot,
    parsed_slowly,
    read_entries,
    wants_snapshot,
)
from rulekeeper.projections.lobby import Listing, Lobby
from rulekeeper.projections.moments import Moment, Ring, parsed
from rulekeeper.projections.record import (
    AFTER_THE_END,
    NO_RECORD,
    Asking,
    Case,
    GameRecord,
    Sitting,
    game_info,
    record_after,
)
from rulekeeper.projections.replaying import (
    Course,
    Eyes,
    FactStep,
    Replay,
    changes_table,
    fact_steps,
    scripts_of,
    statement_of,
    table_within,
    whole_facts,
)
from rulekeeper.projections.rules import parts_of, reason_messages, rule_ref
from rulekeeper.projections.scenes import scene_of, text_of
from rulekeeper.projections.steps import Steps, any_bytes, as_any, step_message
from rulekeeper.projections.timeline import Timeline, mark_of
from rulekeeper.projections.verify import NOTHING_KEPT, Finding, Kept, Verdict, Verifier, verify
from rulekeeper.projections.views import (
    bare_decision_of,
    decision_of,
    offer_message,
    standing_of,
    view_of,
)
from rulekeeper.projections.waiting import Waiters
from rulekeeper.projections.wire import delimited, delimited_if, number_if, varint

__all__ = [
    "AFTER_THE_END",
    "NOTHING_KEPT",
    "NO_RECORD",
    "Asking",
    "Case",
    "Course",
    "Cursor",
    "Eyes",
    "FactStep",
    "Feed",
    "Finding",
    "Furnished",
    "GameRecord",
    "History",
    "HistoryChanged",
    "Kept",
    "Learning",
    "Listing",
    "Lobby",
    "Moment",
    "PastTable",
    "Replay",
    "Ring",
    "SLICE",
    "SPACING",
    "Sitting",
    "Steps",
    "Timeline",
    "Verdict",
    "Verifier",
    "Waiters",
    "Wanted",
    "any_bytes",
    "as_any",
    "asked_before",
    "asked_next",
    "bare_decision_of",
    "changes",
    "changes_table",
    "counting_again",
    "decision_of",
    "delimited",
    "delimited_if",
    "explained_refusal",
    "fact_steps",
    "fold_slowly",
    "draws_in",
    "furnished",
    "game_info",
    "keep_snapshot",
    "learned",
    "mark_of",
    "not_asked_for",
    "number_if",
    "offer_message",
    "parsed",
    "parsed_slowly",
    "passed_over_in",
    "read_entries",
    "parts_of",
    "reason_messages",
    "record_after",
    "rule_ref",
    "scene_of",
    "scripts_of",
    "standing_of",
    "statement_of",
    "struck",
    "step_message",
    "table_within",
    "tells_passed_over",
    "text_of",
    "varint",
    "verify",
    "view_of",
    "wants_snapshot",
    "whole_facts",
]
