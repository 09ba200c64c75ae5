"""The judge's bench: the part of `rulekeeper.v1.AuditService` that replays a game and says why."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar

from google.protobuf.message import Message

from rulekeeper.kernel import FoldFailed, Game, KernelError, Refused, follows, parse
from rulekeeper.log import Head, Note, Stored
from rulekeeper.projections import (
    Course,
    Eyes,
    Replay,
    Steps,
    Timeline,
    Wanted,
    as_any,
    asked_before,
    asked_next,
    explained_refusal,
    not_asked_for,
    parsed,
    parts_of,
    read_entries,
    reason_messages,
    scripts_of,
    step_message,
    whole_facts,
)
from rulekeeper.server import requests
from rulekeeper.server.errors import Failure, invalid
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.looking import Looking, looked, may_look, on_record, unknown_version
from rulekeeper.server.past_looking import (
    entry_at,
    eyes_for,
    folded,
    known_version,
    not_folded,
    passed_over_before,
    table_at,
)
from rulekeeper.server.refusals import NotedRefusal, read_refusal
from rulekeeper.server.tokens import Caller, unauthenticated
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1 import errors_pb2, table_pb2
from rulekeeper.v1.entry_pb2 import ROLE_SEAT

_KEPT = 64
"""Timelines, and courses of logs, that are kept to go on from."""
_SLICE = 25
"""Entries that are gone through in one go."""
_MOST_NODES = 50_000
_MOST_REFUSED = 200
_REFUSED = 50


class _GoesOn(Protocol):
    """What takes a log's entries one by one."""

    head: Head


K = TypeVar("K", bound=_GoesOn)


class _Place(Generic[K]):
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.kept: K | None = None


class _Kept(Generic[K]):
    """The things used last, each with a lock for whoever lets it go on."""

    def __init__(self) -> None:
        self._places: OrderedDict[Hashable, _Place[K]] = OrderedDict()

    def at(self, key: Hashable) -> _Place[K]:
        place = self._places.setdefault(key, _Place())
        self._places.move_to_end(key)
        while len(self._places) > _KEPT:
            self._places.popitem(last=False)
        return place


class BenchService:
    """Replaying, and saying why."""

    def __init__(self, house: House, hall: Hall, heavy: asyncio.Semaphore, past: asyncio.Semaphore) -> None:
        self._house = house
        self._hall = hall
        self._heavy = heavy
        self._past = past
        self._courses: _Kept[Course] = _Kept()
        self._timelines: _Kept[Timeline] = _Kept()

    # The game as a tree, and step by step.

    async def get_timeline(self, request: pb.GetTimelineRequest, caller: Caller) -> pb.GetTimelineResponse:
        hot = await self._hall.get(request.game_id)
        eyes = eyes_for(caller, hot, request.seat if request.HasField("seat") else None)
        low, high = _span(hot, getattr(request, "from"), request.to)
        await looked(caller, hot, "GetTimeline", low, high, eyes=eyes.viewer)
        course = await self._course(hot)
        timeline = await self._timeline(hot, eyes, course)
        nodes = timeline.nodes(course, low, high if request.to else 0, request.depth)
        if len(nodes) > _MOST_NODES:
            raise invalid("depth", f"these are {len(nodes)} nodes, {_MOST_NODES} are told at most: ask for less")
        head = table_pb2.Head(version=timeline.head.version, digest=timeline.head.digest)
        return pb.GetTimelineResponse(nodes=nodes, head=head)

    async def replay_game(self, request: pb.ReplayGameRequest, caller: Caller) -> AsyncGenerator[Message | bytes, None]:
        hot = await self._hall.get(request.game_id)
        eyes = eyes_for(caller, hot, request.seat if request.HasField("seat") else None)
        low, high = _span(hot, getattr(request, "from"), request.to)
        await looked(caller, hot, "ReplayGame", low, high, eyes=eyes.viewer)
        course = await self._course(hot)
        replay: Replay | None = None
        async for stored in hot.entries(low - 1):
            if stored.version > high:
                break
            struck = course.struck(stored.version)
            if struck and request.counting:
                continue
            try:
                entry = parsed(stored)
                if replay is None:
                    shown = course.standing(follows(entry)) if request.counting else stored.version - 1
                    replay = Replay(hot.game, eyes, await table_at(hot, shown, self._heavy))
                before = replay.table
                if before.version != follows(entry):
                    before = await table_at(hot, follows(entry), self._heavy)
                async with self._past:
                    told = replay.take(
                        Steps(hot.game, stored, entry),
                        before,
                        course.begun(follows(entry)),
                        struck=struck,
                        public=hot.record.began > 0,
                    )
                    await asyncio.sleep(0)
            except FoldFailed as wrong:
                raise not_folded(stored.version, str(wrong)) from None
            for answer in told:
                yield answer

    # One entry, and one fact.

    async def get_entry(self, request: pb.GetEntryRequest, caller: Caller) -> pb.GetEntryResponse:
        hot = await self._hall.get(request.game_id)
        eyes = eyes_for(caller, hot, request.seat if request.HasField("seat") else None)
        stored, entry = await entry_at(hot, request.version)
        await looked(caller, hot, "GetEntry", follows(entry), request.version, eyes=eyes.viewer)
        before = await table_at(hot, follows(entry), self._heavy)
        course = await self._course(hot)
        answer = pb.GetEntryResponse(
            step=step_message(Steps(hot.game, stored, entry), eyes.viewer, hot.record.began > 0),
            asked=asked_before(hot.game, before, entry, eyes.viewer),
            follows=follows(entry),
            struck=course.struck(stored.version),
            next=asked_next(hot.game, folded(hot, before, entry), eyes.viewer),
        )
        if eyes.scripts:
            answer.scripts.extend(scripts_of(hot.game, before.frames, course.begun(before.version)))
            answer.whole.extend(whole_facts(hot.game, entry))
        return answer

    async def explain_fact(self, request: pb.ExplainFactRequest, caller: Caller) -> pb.ExplainFactResponse:
        hot = await self._hall.get(request.game_id)
        eyes = eyes_for(caller, hot, request.seat if request.HasField("seat") else None)
        version, number = known_version(hot, request.place.version), request.place.fact
        if not number:
            raise invalid("place.fact", "facts are counted from 1")
        stored, entry = await entry_at(hot, version)
        await looked(caller, hot, "ExplainFact", follows(entry), version, eyes=eyes.viewer)
        before = await table_at(hot, follows(entry), self._heavy)
        course = await self._course(hot)
        async with self._heavy:
            try:
                told = Replay(hot.game, eyes, before).take(
                    Steps(hot.game, stored, entry),
                    before,
                    course.begun(before.version),
                    struck=course.struck(version),
                    public=hot.record.began > 0,
                )
            except FoldFailed as wrong:
                raise not_folded(version, str(wrong)) from None
        if number >= len(told):
            raise invalid("place.fact", f"of version {version} there are {len(told) - 1} facts to be seen, from 1")
        found, step = told[number], told[0].entry
        step.facts.append(found.fact)
        return pb.ExplainFactResponse(
            fact=found.fact,
            statement=found.statement,
            scripts=found.scripts,
            entry=step,
            asked=asked_before(hot.game, before, entry, eyes.viewer),
            changes=found.changes,
            parts=parts_of(hot.game, found.fact.fact),
        )

    async def find_entries(
        self, request: pb.FindEntriesRequest, caller: Caller
    ) -> AsyncGenerator[Message | bytes, None]:
        hot = await self._hall.get(request.game_id)
        eyes = eyes_for(caller, hot, request.eyes if request.HasField("eyes") else None)
        if request.after and await on_record(hot, request.after) is None:
            raise unknown_version(hot, request.after)
        wanted = _wanted(hot, request)
        # That nothing was found says something, too.
        looking = Looking(caller, hot, "FindEntries", eyes.viewer)
        await looking.shows(request.after + 1, hot.head.version)
        course = await self._course(hot)
        left = request.limit
        async for stored in hot.entries(request.after):
            async with self._past:
                answer = _found(hot, wanted, eyes, stored, course)
                await asyncio.sleep(0)
            await looking.shows(stored.version, stored.version)
            if answer is None:
                continue
            yield answer
            left -= 1
            if not left:
                break

    # What was refused, and why.

    async def explain_refusal(self, request: pb.ExplainRefusalRequest, caller: Caller) -> pb.ExplainRefusalResponse:
        hot = await self._hall.get(request.game_id)
        may_look(caller, hot)
        decision: int | None = None
        command: bytes | Refused
        if request.WhichOneof("command") == "refused":
            noted = await self._noted(hot, request.refused, caller)
            version, seat, command, decision = noted.version, noted.seat, noted.command, noted.decision
        else:
            version, seat = request.version or hot.head.version, _seat(caller, hot, request)
            command = requests.command_bytes(hot.game, request)
        known_version(hot, version)
        await looked(caller, hot, "ExplainRefusal", version, eyes=seat)
        table = await table_at(hot, version, self._heavy)
        async with self._heavy:
            try:
                answer = explained_refusal(hot.game, table, seat, command, decision)
            except KernelError as wrong:
                raise not_folded(version, f"today's rules do not run to it: {wrong}") from None
        if name := not_asked_for(answer):
            told = await passed_over_before(hot, table, seat, name, self._heavy)
            if told is not None:
                answer.passed_over.CopyFrom(told)
        return answer

    async def list_refused(self, request: pb.ListRefusedRequest, caller: Caller) -> pb.ListRefusedResponse:
        wanted = requests.within("page_size", request.page_size, 1, _MOST_REFUSED, _REFUSED)
        hot = await self._hall.get(request.game_id)
        may_look(caller, hot)
        if not caller.role:
            raise unauthenticated("a judge's token is needed")
        if not caller.rules:
            raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, "only judges see what was refused")
        notes: list[Note] = []
        before = request.page_token
        while len(notes) <= wanted:
            try:
                page = await self._house.store.refused(hot.game_id, before, wanted + 1 - len(notes))
            except ValueError:
                raise invalid("page_token", "it is not one that ListRefused gave") from None
            if not page:
                break
            notes += page
            before = page[-1].mark
        more = notes[wanted - 1].mark if len(notes) > wanted else ""
        found = [_refused(hot.game, note) for note in notes[:wanted]]
        of = [one.version for one in found] or [hot.head.version]
        await looked(caller, hot, "ListRefused", min(of), max(of))
        return pb.ListRefusedResponse(refused=found, next_page_token=more)

    async def _noted(self, hot: HotGame, mark: str, caller: Caller) -> NotedRefusal:
        """Raises INVALID_REQUEST for a mark of which nothing is kept, or that is another seat's."""
        try:
            note = await self._house.store.refusal(hot.game_id, mark)
        except ValueError:
            note = None
        noted = None if note is None else read_refusal(note.record)
        own = noted is not None and caller.role == ROLE_SEAT and caller.seat == noted.seat
        if noted is None or not (own or caller.rules or hot.record.over):
            raise invalid("refused", "no refused command of that mark is kept")
        return noted

    # What is kept, and goes on.

    async def _course(self, hot: HotGame) -> Course:
        place = self._courses.at(hot.game_id)
        async with place.lock:
            missing = await self._missing(hot, place, lambda: Course(hot.game))
            course = place.kept
            assert course is not None
            for number, stored in enumerate(missing):
                if number % _SLICE == _SLICE - 1:
                    await asyncio.sleep(0)
                try:
                    course.take(stored, parsed(stored))
                except FoldFailed as wrong:
                    raise not_folded(stored.version, str(wrong)) from None
            return course

    async def _timeline(self, hot: HotGame, eyes: Eyes, course: Course) -> Timeline:
        place = self._timelines.at((hot.game_id, eyes.viewer))
        async with place.lock:
            missing = await self._missing(hot, place, lambda: Timeline(hot.game, eyes.viewer), course.head.version)
            timeline = place.kept
            assert timeline is not None
            for stored in missing:
                try:
                    entry = parsed(stored)
                    before = timeline.table
                    if before.version != follows(entry):
                        before = await table_at(hot, follows(entry), self._heavy)
                    async with self._heavy:
                        timeline.take(stored, entry, before)
                        await asyncio.sleep(0)
                except FoldFailed as wrong:
                    raise not_folded(stored.version, str(wrong)) from None
            return timeline

    async def _missing(
        self, hot: HotGame, place: _Place[K], make: Callable[[], K], upto: int | None = None
    ) -> list[Stored]:
        """The entries after those that what is kept there has taken. Where the log is not the one that it took them
        from, or nothing is kept, it is made anew.
        """
        if place.kept is not None and place.kept.head.version:
            head = place.kept.head
            read = await read_entries(self._house.store, hot.game_id, head.version - 1, upto)
            if read and read[0].head == head:
                return read[1:]
        place.kept = make()
        return await read_entries(self._house.store, hot.game_id, 0, upto)


def _span(hot: HotGame, low: int, high: int) -> tuple[int, int]:
    """Raises UNKNOWN_VERSION, and INVALID_REQUEST where it ends before it begins."""
    for version in (low, high):
        if version > hot.head.version:
            raise unknown_version(hot, version)
    low, high = low or 1, high or hot.head.version
    if high < low:
        raise invalid("to", f"it comes before version {low}")
    return low, high


def _wanted(hot: HotGame, request: pb.FindEntriesRequest) -> Wanted:
    if request.HasField("seat") and request.seat >= hot.seats:
        raise invalid("seat", f"the game has {hot.seats} seats, counted from 0")
    return Wanted(
        since_us=request.since_us,
        until_us=request.until_us,
        seat=request.seat if request.HasField("seat") else None,
        card=request.card,
        kind=request.kind_of_card,
        rule=request.rule,
        fact=request.fact,
    )


def _found(hot: HotGame, wanted: Wanted, eyes: Eyes, stored: Stored, course: Course) -> pb.FindEntriesResponse | None:
    entry = parsed(stored)
    if not wanted.in_time(entry):
        return None
    facts = wanted.facts(hot.game, entry, eyes.viewer) if wanted.of_facts else []
    if wanted.of_facts and not facts:
        return None
    step = step_message(Steps(hot.game, stored, entry), eyes.viewer, hot.record.began > 0)
    if not wanted.by_whom(step):
        return None
    return pb.FindEntriesResponse(step=step, facts=facts, struck=course.struck(stored.version))


def _seat(caller: Caller, hot: HotGame, request: pb.ExplainRefusalRequest) -> int:
    """Whose command it is. Raises UNAUTHENTICATED, PERMISSION_DENIED and INVALID_REQUEST."""
    own = caller.seat if caller.role == ROLE_SEAT else None
    if not request.HasField("seat"):
        if own is None:
            raise invalid("seat", "say whose command it is")
        return own
    if request.seat != own and not caller.rules and not hot.record.over:
        if not caller.role:
            raise unauthenticated("a seat's token is needed, or a judge's")
        raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, "only judges ask for another seat")
    if request.seat >= hot.seats:
        raise invalid("seat", f"the game has {hot.seats} seats, counted from 0")
    return request.seat


def _refused(game: Game[Any], note: Note) -> pb.RefusedCommand:
    noted = read_refusal(note.record)
    command = parse(game, noted.command)
    return pb.RefusedCommand(
        mark=note.mark,
        time_us=noted.time_us,
        version=noted.version,
        seat=noted.seat,
        command=None if isinstance(command, Refused) else as_any(command),
        reason=noted.reason,
        reasons=reason_messages(game, noted.rules),
    )
