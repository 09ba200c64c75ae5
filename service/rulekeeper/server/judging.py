"""What all calls of `JudgesService` share: who may, which past they begin from, and their ids."""

from __future__ import annotations

from google.protobuf.message import Message

from rulekeeper.kernel import (
    FoldFailed,
    Table,
)
from rulekeeper.projections import (
    Moment,
)
from rulekeeper.server.acts import fingerprint_of
from rulekeeper.server.errors import Failure, invalid
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.looking import may_look, on_record, unknown_version
from rulekeeper.server.tokens import Caller, unauthenticated
from rulekeeper.v1 import errors_pb2, table_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SEAT, Actor

LONGEST_REASON = 1_000
"""Characters."""


def own_seat(caller: Caller, hot: HotGame) -> Actor:
    """The seat that calls. Raises UNAUTHENTICATED and PERMISSION_DENIED."""
    if not caller.role:
        raise unauthenticated("a seat's token is needed")
    may_look(caller, hot)
    if caller.role != ROLE_SEAT or caller.seat >= hot.seats:
        raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, "only a seat's own token does this")
    return caller.actor()


async def judged(hall: Hall, game_id: str, caller: Caller) -> tuple[HotGame, Actor]:
    """The game, and the judge who calls. Raises UNAUTHENTICATED, PERMISSION_DENIED, and what `Hall.get` raises."""
    if not caller.role:
        raise unauthenticated("a judge's token is needed")
    caller.at(game_id)
    if not caller.rules:
        raise judges_only("only a judge rules: a seat can call one")
    return await hall.get(game_id), caller.actor()


def judges_only(text: str) -> Failure:
    return Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, text)


async def folded_past(hot: HotGame, version: int, field: str) -> Table:
    """The table of a version, from the log alone. Raises INVALID_REQUEST naming the field, UNKNOWN_VERSION, NOT_FOLDED
    and Unreachable.
    """
    if not version:
        raise invalid(field, "a version is wanted, from 1")
    if await on_record(hot, version) is None:
        raise unknown_version(hot, version)
    try:
        return await hot.folded_at(version)
    except FoldFailed as wrong:
        text = f"version {version} does not fold by the rules that are installed"
        raise Failure(errors_pb2.ERROR_CODE_NOT_FOLDED, text) from wrong


def signed(request: Message, actor: Actor) -> bytes:
    """A fingerprint of who asks for what: two who send the same do not do the same."""
    parts = (message.SerializeToString(deterministic=True) for message in (actor, request))
    return fingerprint_of(request.DESCRIPTOR.name, *parts)


def head_of(moment: Moment) -> table_pb2.Head:
    return table_pb2.Head(version=moment.version, digest=moment.stored.digest)
