"""The judge's bench: a game's past and its rulings, with a judge's token; and what a seat asks of judges and others."""

import asyncio
import os
from collections.abc import AsyncIterable, AsyncIterator, Callable, Sequence
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message

from rulekeeper.client import errors
from rulekeeper.client.calls import Request, Response, bearer, call
from rulekeeper.client.choosing import Choice
from rulekeeper.client.client import Client, packed
from rulekeeper.client.game import Game
from rulekeeper.v1 import audit_pb2, projections_pb2, table_pb2
from rulekeeper.v1 import judges_pb2 as pb

T = TypeVar("T", bound=Message)


async def _call(
    game: Game, method: grpc.aio.UnaryUnaryMultiCallable[Request, Response], request: Request, writes: bool = False
) -> Response:
    """A call about a game, with its client's token and tries."""
    return await call(method, request, game.client.token, game.client.retry, writes=writes)


class Past(Game):
    """What happened in a game: each version, each fact, and why. With a judge's token all of it; without, as far as the
    token sees. `seat`, where it is taken: for a judge, whose eyes.
    """

    async def timeline(
        self, since: int = 0, until: int = 0, depth: int = 0, *, seat: int | None = None
    ) -> audit_pb2.GetTimelineResponse:
        """Turns, phases, steps and scripts over versions, each before those inside it; with what was marked."""
        request = audit_pb2.GetTimelineRequest(game_id=self.id, to=until, depth=depth, seat=seat, **{"from": since})
        return await _call(self, self.client.stubs.audit.GetTimeline, request)

    def replay(
        self, since: int = 0, until: int = 0, *, seat: int | None = None, counting: bool = False
    ) -> AsyncIterator[audit_pb2.ReplayGameResponse]:
        """Each entry from a version on, and each of its facts, with its rule, the scripts that ran, and what changed.

        `counting`: without what no longer counts.
        """
        request = audit_pb2.ReplayGameRequest(
            game_id=self.id, to=until, seat=seat, counting=counting, **{"from": since}
        )
        return self._streamed(lambda: self.client.stubs.audit.ReplayGame(request, metadata=bearer(self.client.token)))

    async def entry(self, version: int, *, seat: int | None = None) -> audit_pb2.GetEntryResponse:
        """One entry, with what was asked and offered when it was sent."""
        request = audit_pb2.GetEntryRequest(game_id=self.id, version=version, seat=seat)
        return await _call(self, self.client.stubs.audit.GetEntry, request)

    def find(self, **wanted: Any) -> AsyncIterator[audit_pb2.FindEntriesResponse]:
        """Entries by `since_us`, `until_us`, `seat`, `card`, `kind_of_card`, `rule`, `fact`: see the request. `eyes`:
        for a judge, whose; `seat` is who sent them.
        """
        request = audit_pb2.FindEntriesRequest(game_id=self.id, **wanted)
        return self._streamed(lambda: self.client.stubs.audit.FindEntries(request, metadata=bearer(self.client.token)))

    async def explain(self, version: int, fact: int, *, seat: int | None = None) -> audit_pb2.ExplainFactResponse:
        """Why a fact happened; `fact`: which of the entry's, from 1, as the caller counts."""
        place = audit_pb2.Place(version=version, fact=fact)
        request = audit_pb2.ExplainFactRequest(game_id=self.id, place=place, seat=seat)
        return await _call(self, self.client.stubs.audit.ExplainFact, request)

    async def explain_refusal(
        self, command: Choice | Message | str, version: int = 0, *, seat: int | None = None
    ) -> audit_pb2.ExplainRefusalResponse:
        """Every reason against a command at a version (0: the newest), with its rule's words. A text is the mark of a
        command that was refused in play.
        """
        request = audit_pb2.ExplainRefusalRequest(game_id=self.id, version=version, seat=seat)
        if isinstance(command, str):
            request.refused = command
        elif isinstance(command, Choice):
            request.fields.CopyFrom(command.message())
        else:
            request.message.CopyFrom(packed(command))
        return await _call(self, self.client.stubs.audit.ExplainRefusal, request)

    async def refused(self) -> list[audit_pb2.RefusedCommand]:
        """All refused commands that are kept, newest first. For judges."""
        found: list[audit_pb2.RefusedCommand] = []
        token = ""
        while True:
            page = await self.client.list_refused(self.id, page_token=token)
            found += page.refused
            token = page.next_page_token
            if not token:
                return found

    async def looks(self) -> list[audit_pb2.Look]:
        """Which judges looked at what was hidden. For judges, and for everyone when the game is over."""
        request = audit_pb2.ListLooksRequest(game_id=self.id)
        return list((await _call(self, self.client.stubs.audit.ListLooks, request)).looks)

    async def view_at(
        self,
        version: int | None,
        facts: int | None = None,
        *,
        seat: int | None = None,
        text: bool = False,
        scene: bool = False,
    ) -> projections_pb2.GetViewResponse:
        """The table at a version (none: the newest), or inside that entry after so many of its facts."""
        request = projections_pb2.GetViewRequest(
            game_id=self.id, version=version, facts=facts, seat=seat, text=text, scene=scene
        )
        return await _call(self, self.client.stubs.projections.GetView, request)

    async def position(self, version: int) -> pb.ExportPositionResponse:
        """The table at a version as a position. For judges, and for everyone when the game is over."""
        request = pb.ExportPositionRequest(game_id=self.id, version=version)
        return await _call(self, self.client.stubs.judges.ExportPosition, request)

    async def fork(self, version: int, *, seed: bytes = b"", request_id: bytes | None = None) -> pb.ForkGameResponse:
        """A sandbox that begins as the game stood at a version, with the keys to all of its seats."""
        request = pb.ForkGameRequest(
            game_id=self.id, version=version, seed=seed, request_id=request_id or os.urandom(16)
        )
        return await _call(self, self.client.stubs.judges.ForkGame, request, writes=True)

    async def disputes(self, status: pb.DisputeStatus.ValueType = pb.DISPUTE_STATUS_UNSPECIFIED) -> list[pb.Dispute]:
        """The game's, oldest first."""
        return await disputes(self.client, self.id, status)

    async def _streamed(self, begin: Callable[[], AsyncIterable[T]]) -> AsyncIterator[T]:
        """What a stream gives; one that cannot be reached is begun again, as long as nothing has come."""
        pauses, given = self.client.retry.pauses(), False
        while True:
            try:
                async for answer in begin():
                    given = True
                    yield answer
                return
            except grpc.aio.AioRpcError as raw:
                error = errors.from_grpc(raw)
                pause = next(pauses)
                if given or not isinstance(error, errors.Unreachable) or pause >= self.client.retry.most / 2:
                    raise error from None
                await asyncio.sleep(max(pause, error.retry_after or 0))


class Bench(Past):
    """A game, with a judge's token. Every ruling is an entry of its log, shown to its players with the reason."""

    async def preview(self, ruling: pb.Ruling) -> pb.PreviewRulingResponse:
        """What a ruling would do: entries struck, hidden things learned in them, the table after it."""
        request = pb.PreviewRulingRequest(game_id=self.id, ruling=ruling)
        return await _call(self, self.client.stubs.judges.PreviewRuling, request)

    async def give(self, ruling: pb.Ruling, *, seen: int = 0, command_id: bytes | None = None) -> pb.GiveRulingResponse:
        """Rules. `seen`: the version that was looked at: `Stale` where the game has gone on since."""
        request = pb.GiveRulingRequest(
            game_id=self.id, command_id=command_id or os.urandom(16), ruling=ruling, seen=seen
        )
        return await _call(self, self.client.stubs.judges.GiveRuling, request, writes=True)

    async def assign(self, dispute: int, judge: str = "", *, command_id: bytes | None = None) -> pb.Dispute:
        """Takes a dispute, or hands it to another judge."""
        request = pb.AssignDisputeRequest(
            game_id=self.id, command_id=command_id or os.urandom(16), dispute=dispute, judge=judge
        )
        return (await _call(self, self.client.stubs.judges.AssignDispute, request, writes=True)).dispute

    async def close(
        self, dispute: int, text: str, rules: Sequence[str] = (), *, command_id: bytes | None = None
    ) -> pb.Dispute:
        """Closes a dispute with the ruling in words, and the rules that it rests on."""
        request = pb.CloseDisputeRequest(
            game_id=self.id, command_id=command_id or os.urandom(16), dispute=dispute, text=text, rules=rules
        )
        return (await _call(self, self.client.stubs.judges.CloseDispute, request, writes=True)).dispute


def go_back(to: int, reason: str) -> pb.Ruling:
    """The game goes on from an earlier version."""
    return pb.Ruling(go_back=pb.Ruling.GoBack(to=to), reason=reason)


def amend(facts: Sequence[Message], reason: str) -> pb.Ruling:
    """The table is changed by facts of the game, in order."""
    return pb.Ruling(amend=pb.Ruling.Amendment(facts=[packed(fact) for fact in facts]), reason=reason)


def note(text: str) -> pb.Ruling:
    """A remark."""
    return pb.Ruling(note=pb.Ruling.Remark(), reason=text)


def set_result(winners: Sequence[int], reason: str) -> pb.Ruling:
    """The game ends; no winner: a draw."""
    return pb.Ruling(set_result=pb.Ruling.Verdict(winners=winners), reason=reason)


def pause(reason: str) -> pb.Ruling:
    """Nobody plays on."""
    return pb.Ruling(pause=pb.Ruling.Pause(), reason=reason)


def resume(reason: str) -> pb.Ruling:
    """They play on."""
    return pb.Ruling(resume=pb.Ruling.Resume(), reason=reason)


async def disputes(
    client: Client, game_id: str = "", status: pb.DisputeStatus.ValueType = pb.DISPUTE_STATUS_UNSPECIFIED
) -> list[pb.Dispute]:
    """The judges' queue, those called first first; of one game where it is named."""
    found: list[pb.Dispute] = []
    token = ""
    while True:
        request = pb.ListDisputesRequest(game_id=game_id, status=status, page_token=token)
        page = await call(client.stubs.judges.ListDisputes, request, client.token, client.retry)
        found += page.disputes
        token = page.next_page_token
        if not token:
            return found


async def call_judge(
    seat: Game, text: str, *, about: int = 0, pause: bool = False, command_id: bytes | None = None
) -> pb.Dispute:
    """A seat calls a judge. `about`: the version that it is about, the newest if left out. `pause`: nobody plays on
    before it is ruled on.
    """
    request = pb.CallJudgeRequest(
        game_id=seat.id, command_id=command_id or os.urandom(16), about=about, text=text, pause=pause
    )
    return (await _call(seat, seat.client.stubs.judges.CallJudge, request, writes=True)).dispute


async def take_back(
    seat: Game, to: int = 0, reason: str = "", *, command_id: bytes | None = None
) -> pb.TakeBackResponse:
    """A seat takes back what it did after a version (0: its last command), or asks the others to let it."""
    request = pb.TakeBackRequest(game_id=seat.id, command_id=command_id or os.urandom(16), to=to, reason=reason)
    return await _call(seat, seat.client.stubs.judges.TakeBack, request, writes=True)


async def answer_take_back(
    seat: Game, asked: int, agreed: bool, *, command_id: bytes | None = None
) -> pb.AnswerTakeBackResponse:
    """Agrees or does not; `asked`: the version that it was asked in."""
    request = pb.AnswerTakeBackRequest(
        game_id=seat.id, command_id=command_id or os.urandom(16), asked=asked, agreed=agreed
    )
    return await _call(seat, seat.client.stubs.judges.AnswerTakeBack, request, writes=True)


def asking(record: Sequence[table_pb2.Step]) -> int:
    """The version in which some seat asks to take back, as the steps so far tell; 0: none does."""
    asked = 0
    for step in record:
        match step.WhichOneof("event"):
            case "take_back_asked":
                asked = step.version
            case "take_back_answered":
                asked = asked if step.take_back_answered.agreed else 0
            case "judge_called" | "dispute_assigned" | "noted":
                pass
            case _:
                asked = 0
    return asked
