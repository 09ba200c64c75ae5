"""`rulekeeper.v1.ProjectionsService`: views, and watching."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import nullcontext
from typing import Any

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel import FoldFailed, Game, KernelError, Table, Viewer, follows
from rulekeeper.log import Head
from rulekeeper.projections import (
    Cursor,
    Eyes,
    Furnished,
    Moment,
    PastTable,
    any_bytes,
    as_any,
    bare_decision_of,
    decision_of,
    delimited,
    delimited_if,
    furnished,
    number_if,
    scene_of,
    table_within,
    text_of,
    view_of,
)
from rulekeeper.server import requests
from rulekeeper.server.errors import Failure, draining, invalid
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.lobby_watch import LobbyWatch
from rulekeeper.server.looking import (
    Looking,
    head_at,
    looked,
    not_changed,
    on_record,
    reach,
    unknown_version,
    viewer_for,
)
from rulekeeper.server.past import Past
from rulekeeper.server.past_looking import entry_at, eyes_for, not_folded, table_at
from rulekeeper.server.resuming import Resuming
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import errors_pb2, table_pb2
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1.projections_pb2 import (
    WATCH_CONTENT_BOTH,
    WATCH_CONTENT_FACTS,
    WATCH_CONTENT_VIEW,
    WatchContent,
)
from rulekeeper.v1.table_pb2 import GAME_STATUS_PAUSED, GAME_STATUS_RUNNING

_HEARTBEAT = 15
_UPDATE = pb.TableUpdate.DESCRIPTOR.fields_by_name
_HEAD, _STEP, _VIEW, _DECISION, _STATUS, _TEXT, _SCENE = (
    _UPDATE[name].number for name in ("head", "step", "view", "decision", "status", "text", "scene")
)
_EVENT = pb.WatchTableResponse.DESCRIPTOR.fields_by_name
_EVENT_UPDATE, _EVENT_CAUGHT_UP, _TOKEN = (_EVENT[name].number for name in ("update", "caught_up", "resume_token"))


class _Wanted(msgspec.Struct, frozen=True):
    """What one watcher wants in each update. Those who want the same share the bytes."""

    viewer: Viewer
    content: WatchContent.ValueType
    decisions: bool
    text: bool
    scene: bool


class ProjectionsService:
    """Reading and watching."""

    def __init__(
        self, house: House, hall: Hall, lobby: LobbyWatch, heavy: asyncio.Semaphore, past: asyncio.Semaphore
    ) -> None:
        self._house = house
        self._hall = hall
        self._lobby = lobby
        self._heavy = heavy
        self._turns = past
        self._past_of = Past(house, hall)
        self._resuming = Resuming(house.keyring)

    async def get_view(self, request: pb.GetViewRequest, caller: Caller) -> pb.GetViewResponse:
        seat = request.seat if request.HasField("seat") else None
        past = request.HasField("version") and not request.HasField("facts")
        if past and self._hall.present(request.game_id) is None:
            answer = await self._view_of_cold(request, caller, seat)
            if answer is not None:
                return answer
        hot = await self._hall.get(request.game_id)
        eyes = eyes_for(caller, hot, seat) if request.HasField("facts") else None
        viewer = viewer_for(caller, hot, seat) if eyes is None else eyes.viewer
        await reach(hot, request.at_least)
        version = request.version if request.HasField("version") else hot.head.version
        if not 0 < version <= hot.head.version:
            raise unknown_version(hot, version)
        await looked(caller, hot, "GetView", version, eyes=viewer)
        if eyes is not None:
            return await self._view_within(hot, version, eyes, request)
        head, table, decision = await self._past(hot, version, viewer)
        before = None if request.HasField("version") else hot.before(viewer, version)
        return _view_answer(hot.game, PastTable(head, table), viewer, decision, request, before)

    async def _view_within(
        self, hot: HotGame, version: int, eyes: Eyes, request: pb.GetViewRequest
    ) -> pb.GetViewResponse:
        """The table inside an entry, for those who may look there."""
        if not eyes.inside:
            text = "only judges look inside entries before the game is over"
            raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, text)
        stored, entry = await entry_at(hot, version)
        before = await table_at(hot, follows(entry), self._heavy)
        try:
            table = table_within(hot.game, before, entry, eyes.viewer, request.facts)
        except IndexError as wrong:
            raise invalid("facts", str(wrong)) from None
        except FoldFailed as wrong:
            raise not_folded(version, str(wrong)) from None
        decision = _past_decision(hot.game, table, eyes.viewer)
        return _view_answer(hot.game, PastTable(stored.head, table), eyes.viewer, decision, request)

    async def _view_of_cold(
        self, request: pb.GetViewRequest, caller: Caller, seat: int | None
    ) -> pb.GetViewResponse | None:
        """An old version of a game that is not hot; None where the whole game must be loaded all the same."""
        try:
            found = await self._past_of.game(request.game_id)
            viewer = viewer_for(caller, found, seat)
            newest = found.head.version
            if not 0 < request.version < newest or request.at_least > newest:
                return None
            await looked(caller, found, "GetView", request.version, eyes=viewer)
            async with self._heavy:
                past = await found.at(request.version)
        except FoldFailed:
            return None
        return _view_answer(found.game, past, viewer, _past_decision(found.game, past.table, viewer), request)

    async def _past(self, hot: HotGame, version: int, viewer: Viewer) -> tuple[Head, Table, table_pb2.Decision | None]:
        """Any version: the newest from memory, older ones folded from the log."""
        if version == hot.head.version:
            if hot.table.version != version:
                raise hot.paused_failure()
            return hot.head, hot.table, _decision(hot, hot.table, viewer, newest=True)
        head = await head_at(hot, version)
        if head is None:
            raise unknown_version(hot, version)
        async with self._heavy:
            try:
                table = await hot.table_at(version)
            except FoldFailed as wrong:
                if not hot.paused:
                    hot.pause(f"version {version} does not fold", wrong)
                raise hot.paused_failure() from None
        return head, table, _decision(hot, table, viewer, newest=False)

    async def get_furniture(self, request: pb.GetFurnitureRequest, caller: Caller) -> pb.GetFurnitureResponse:
        """Everybody may see it: it hangs on what the game was made with, and on nothing that happened."""
        made = _furnished(await self._hall.get(request.game_id))
        return pb.GetFurnitureResponse(furniture=made.furniture, digest=made.digest)

    # Watching a table.

    async def watch_table(self, request: pb.WatchTableRequest, caller: Caller) -> AsyncGenerator[Message | bytes, None]:
        heartbeat = requests.within("heartbeat_seconds", request.heartbeat_seconds, 1, 60, _HEARTBEAT)
        if request.content not in WatchContent.values():
            raise invalid("content", "it is none of the contents")
        content = request.content or WATCH_CONTENT_BOTH
        hot = await self._hall.get(request.game_id)
        if hot.closing:
            raise draining()
        hot.watchers += 1
        cursor: Cursor | None = None
        try:
            viewer = viewer_for(caller, hot, request.seat if request.HasField("seat") else None)
            start = await self._start(hot, request)
            wanted = _Wanted(viewer, content, request.decisions, request.text, request.scene)
            cursor = Cursor(hot, start, views=content != WATCH_CONTENT_FACTS)
            looking = Looking(caller, hot, "WatchTable", viewer)
            async for event in self._follow(hot, cursor, wanted, heartbeat, looking):
                yield event
        except FoldFailed as wrong:
            if not hot.paused:
                hot.pause("what is on record does not fold", wrong)
            raise hot.paused_failure() from None
        finally:
            hot.watchers -= 1
            if cursor is not None:
                cursor.close()

    async def _start(self, hot: HotGame, request: pb.WatchTableRequest) -> Head:
        """Where the watcher is: everything up to there it has, and that is what the log still holds."""
        await not_changed(hot, request.seen)
        if request.resume_token:
            start = self._resuming.read(hot.game_id, request.resume_token)
            await not_changed(hot, table_pb2.Head(version=start.version, digest=start.digest))
        elif request.after:
            found = await on_record(hot, request.after)
            if found is None:
                raise unknown_version(hot, request.after)
            start = found
        else:
            start = Head()
        await reach(hot, start.version)
        return start

    async def _follow(
        self, hot: HotGame, cursor: Cursor, wanted: _Wanted, heartbeat: int, looking: Looking
    ) -> AsyncGenerator[Message | bytes, None]:
        told = False
        while not hot.closing:
            update = b""
            if wanted.content == WATCH_CONTENT_VIEW:
                moment = cursor.newest()
                if moment is None and told:
                    await cursor.wait(heartbeat)
                    moment = cursor.newest()
            else:
                # Whoever catches up takes turns with others who do. Writing, for which a slow reader may keep it
                # waiting, is not part of a turn.
                async with self._turns if cursor.far else nullcontext():
                    moment = await cursor.pull(heartbeat if told or not cursor.caught_up else 0)
                    update = b"" if moment is None else self._update(hot, moment, wanted)
            if moment is not None:
                await looking.shows(moment.version, hot.head.version)
                yield update or self._update(hot, moment, wanted)
            if cursor.caught_up and not told:
                told = True
                event = self._caught_up(hot, cursor.at, wanted)
                await looking.shows(cursor.at.version, cursor.at.version)
                yield event
            elif moment is None and not hot.closing:
                yield self._response(hot, cursor.at, heartbeat=pb.Heartbeat(head=_head(hot.head)))
        yield self._response(hot, cursor.at, drained=pb.Drained())

    def _response(self, hot: HotGame, at: Head, **event: Any) -> pb.WatchTableResponse:
        return pb.WatchTableResponse(resume_token=self._resuming.token(hot.game_id, at), **event)

    def _update(self, hot: HotGame, moment: Moment, wanted: _Wanted) -> bytes:
        newest = moment.version == hot.head.version
        begun = hot.record.began > 0
        return moment.once((wanted, newest, begun), lambda: self._made(hot, moment, wanted, newest, begun))

    def _made(self, hot: HotGame, moment: Moment, wanted: _Wanted, newest: bool, begun: bool) -> bytes:
        step = b""
        if wanted.content != WATCH_CONTENT_VIEW:
            step = delimited(_STEP, moment.steps.step(wanted.viewer, begun))
        return self._event(_EVENT_UPDATE, hot, moment, wanted, newest, step)

    def _caught_up(self, hot: HotGame, at: Head, wanted: _Wanted) -> bytes:
        """How the table stands where the watcher has caught up."""
        moment = hot.moment(at.version)
        if moment is None or moment.head != at:
            return self._response(hot, at, caught_up=pb.CaughtUp(head=_head(at))).SerializeToString()
        newest = at.version == hot.head.version
        return moment.once(
            ("caught up", wanted, newest, bool(hot.paused)),
            lambda: self._event(_EVENT_CAUGHT_UP, hot, moment, wanted, newest),
        )

    def _event(
        self, event: int, hot: HotGame, moment: Moment, wanted: _Wanted, newest: bool, step: bytes = b""
    ) -> bytes:
        """What both events say of a table: their fields are numbered alike."""
        viewer = wanted.viewer
        parts = [
            delimited(_HEAD, _head(moment.head).SerializeToString()),
            number_if(_STATUS, _status(hot, moment, newest)),
            step,
        ]
        if wanted.content != WATCH_CONTENT_FACTS and moment.table is not None:
            parts.append(moment.once(("view", viewer), lambda: _view_field(hot, moment, viewer)))
        if wanted.text and moment.table is not None:
            parts.append(moment.once(("text", viewer), lambda: _text_field(hot, moment, viewer)))
        if wanted.scene and moment.table is not None:
            parts.append(moment.once(("scene", viewer), lambda: _scene_field(hot, moment, viewer)))
        if wanted.decisions and newest and moment.table is not None:
            decision = _decision(hot, moment.table, viewer, newest=True)
            if decision is not None:
                parts.append(delimited(_DECISION, decision.SerializeToString()))
        token = moment.once("token", lambda: self._resuming.token(hot.game_id, moment.head).encode())
        return delimited(event, b"".join(parts)) + delimited(_TOKEN, token)

    # Watching the lobby.

    def watch_lobby(self, request: pb.WatchLobbyRequest, caller: Caller) -> AsyncGenerator[Message | bytes, None]:
        heartbeat = requests.within("heartbeat_seconds", request.heartbeat_seconds, 1, 60, _HEARTBEAT)
        return self._lobby.watch(request.ruleset, heartbeat)


def _decision(hot: HotGame, table: Table, viewer: Viewer, *, newest: bool) -> table_pb2.Decision | None:
    """With offers, where today's rules still run to it. Where they do not run to the newest one, nobody can
    play on.
    """
    if hot.paused and newest:
        return None
    if not newest:
        return _past_decision(hot.game, table, viewer)
    try:
        return decision_of(hot.game, table, viewer, hot.live)
    except KernelError as wrong:
        hot.pause("the open decision's menu fails", wrong)
        return None


def _past_decision(game: Game[Any], table: Table, viewer: Viewer) -> table_pb2.Decision | None:
    """Worked out by today's scripts; without offers where they diverge."""
    try:
        return decision_of(game, table, viewer)
    except KernelError:
        return bare_decision_of(game, table)


def _view_answer(
    game: Game[Any],
    at: PastTable,
    viewer: Viewer,
    decision: table_pb2.Decision | None,
    request: pb.GetViewRequest,
    before: Table | None = None,
) -> pb.GetViewResponse:
    """`before`: how the table stood when the viewer last did something, where that is known."""
    view, origin = view_of(game, at.table, viewer), at.table.origin
    return pb.GetViewResponse(
        head=_head(at.head),
        view=None if view is None else as_any(view),
        decision=decision,
        text=text_of(game, at.table, viewer) if request.text else "",
        scene=scene_of(game, at.table, viewer, before) if request.scene else None,
        furniture=b"" if origin is None else furnished(game, origin.setup, origin.seats).digest,
    )


def _furnished(hot: HotGame) -> Furnished:
    return furnished(hot.game, hot.record.setup, len(hot.record.seats))


def _status(hot: HotGame, moment: Moment, newest: bool) -> int:
    status = hot.record.status(moment.version)
    return GAME_STATUS_PAUSED if newest and hot.record.halted and status == GAME_STATUS_RUNNING else status


def _text_field(hot: HotGame, moment: Moment, viewer: Viewer) -> bytes:
    assert moment.table is not None
    return delimited_if(_TEXT, text_of(hot.game, moment.table, viewer).encode())


def _scene_field(hot: HotGame, moment: Moment, viewer: Viewer) -> bytes:
    assert moment.table is not None
    scene = scene_of(hot.game, moment.table, viewer, hot.before(viewer, moment.version))
    return b"" if scene is None else delimited(_SCENE, scene.SerializeToString())


def _view_field(hot: HotGame, moment: Moment, viewer: Viewer) -> bytes:
    assert moment.table is not None
    view = view_of(hot.game, moment.table, viewer)
    return b"" if view is None else delimited(_VIEW, any_bytes(view))


def _head(head: Head) -> table_pb2.Head:
    return table_pb2.Head(version=head.version, digest=head.digest)
