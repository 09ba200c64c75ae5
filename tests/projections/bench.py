"""A recorded game on the judge's bench: its course, its timeline and its replay, for any viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf import descriptor_pool
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from rulekeeper.kernel import JUDGE, Game, Table, Viewer, fold
from rulekeeper.log import Stored
from rulekeeper.projections import Course, Eyes, Replay, Steps, Timeline, parsed
from rulekeeper.v1 import audit_pb2 as pb

WHOLE = Eyes(JUDGE, inside=True, scripts=True)


def course_of(game: Game[Any], stored: Sequence[Stored]) -> Course:
    course = Course(game)
    for one in stored:
        course.take(one, parsed(one))
    return course


def tables_of(game: Game[Any], stored: Sequence[Stored]) -> dict[int, Table]:
    """The table after every entry, those that no longer count included."""
    tables = {0: Table()}
    for one in stored:
        entry = parsed(one)
        tables[one.version] = fold(game, tables[entry.parent or entry.version - 1], entry)
    return tables


def replayed(game: Game[Any], stored: Sequence[Stored], eyes: Eyes = WHOLE) -> list[pb.ReplayGameResponse]:
    course, tables, replay = course_of(game, stored), tables_of(game, stored), Replay(game, eyes, Table())
    found = []
    for one in stored:
        entry = parsed(one)
        follows = entry.parent or entry.version - 1
        struck = course.struck(one.version)
        steps = Steps(game, one, entry)
        found += replay.take(steps, tables[follows], course.begun(follows), struck=struck, public=True)
    return found


def timeline_of(game: Game[Any], stored: Sequence[Stored], viewer: Viewer = JUDGE) -> Timeline:
    timeline, tables = Timeline(game, viewer), tables_of(game, stored)
    for one in stored:
        entry = parsed(one)
        timeline.take(one, entry, tables[entry.parent or entry.version - 1])
    return timeline


def tree(nodes: Sequence[pb.TimelineNode]) -> list[str]:
    """A line a node: "  nm.night 4.1-8.0 night 1", "!" before what no longer counts."""
    return [
        "  " * node.depth
        + ("!" if node.struck else "")
        + (node.rule.id or node.label)
        + f" {place(getattr(node, 'from'))}-{place(node.to) if node.HasField('to') else ''}"
        for node in nodes
    ]


def place(at: pb.Place) -> str:
    return f"{at.version}.{at.fact}"


def unpacked(packed: AnyMessage) -> Message:
    kind = descriptor_pool.Default().FindMessageTypeByName(packed.type_url.rpartition("/")[2])
    message: Message = GetMessageClass(kind)()
    assert packed.Unpack(message)
    return message


def scripts(step: pb.ReplayGameResponse) -> str:
    """ "nm.game > nm.night"."""
    return " > ".join(script.rule.id for script in step.scripts)


def changed(step: pb.ReplayGameResponse) -> dict[str, tuple[str, str]]:
    return {change.path: (change.before, change.after) for change in step.changes}
