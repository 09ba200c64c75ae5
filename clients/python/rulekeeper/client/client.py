"""The client: what players call as typed methods, with retries, typed errors, a memory of what was shown.

What is asked of a game's past, and of judges, is in `rulekeeper.client.bench`.
"""

import asyncio
import os
from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import grpc
from google.protobuf import any_pb2, struct_pb2
from google.protobuf.message import Message

from rulekeeper.client import errors
from rulekeeper.client.calls import Retry, Tls, bearer, call, never_sent, open_channel
from rulekeeper.client.choosing import Choice
from rulekeeper.client.heads import Heads, MemoryHeads
from rulekeeper.client.watch import LobbyWatch, Watch
from rulekeeper.v1 import (
    audit_pb2,
    audit_pb2_grpc,
    entry_pb2,
    errors_pb2,
    games_pb2,
    games_pb2_grpc,
    judges_pb2_grpc,
    projections_pb2,
    projections_pb2_grpc,
    scene_pb2,
    table_pb2,
)

OPEN = entry_pb2.SeatPlan(kind=entry_pb2.SEAT_KIND_OPEN)
INVITED = entry_pb2.SeatPlan(kind=entry_pb2.SEAT_KIND_INVITED)


def bot(player: str = "random") -> entry_pb2.SeatPlan:
    """A seat that the service plays, as one of the ruleset's `bots`."""
    return entry_pb2.SeatPlan(kind=entry_pb2.SEAT_KIND_BOT, player=player)


BATCH = 128 << 10
"""Characters of a file that go in one request, unless one line alone has more; a character takes up to four bytes."""
SETTLING = 0.01
"""Seconds after closing a channel: grpc still hands over the ends of cancelled calls, and the loop may close next."""


class Stubs:
    """The service's stubs on one channel."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        self.games = games_pb2_grpc.GamesServiceStub(channel)
        self.projections = projections_pb2_grpc.ProjectionsServiceStub(channel)
        self.audit = audit_pb2_grpc.AuditServiceStub(channel)
        self.judges = judges_pb2_grpc.JudgesServiceStub(channel)


class Connection:
    """One channel to the service, opened when first used."""

    def __init__(self, address: str, tls: Tls | None) -> None:
        self.address = address
        self._tls = tls
        self._stubs: Stubs | None = None

    @property
    def stubs(self) -> Stubs:
        if self._stubs is None:
            self._stubs = Stubs(open_channel(self.address, self._tls))
        return self._stubs

    async def close(self) -> None:
        stubs, self._stubs = self._stubs, None
        if stubs is not None:
            await stubs.channel.close()
            await asyncio.sleep(SETTLING)


class Client:
    """A client of the service at "host:port" or "unix:/path".

    `token`: sent with every call; `using` gives the same client with another. `tls`: none for an open connection.
    `heads`: where it keeps what it saw of each log (in memory, if not told otherwise). `retry`: deadlines and pauses.
    Connects when first used; close it with `aclose()` or `async with`. For one event loop.

    Methods raise `RulekeeperError`: the class says which family, `code` which one of the catalogue, `reasons` which
    rules. They try again by themselves what may pass; see `rulekeeper.client.calls`.
    """

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        tls: Tls | None = None,
        heads: Heads | None = None,
        retry: Retry | None = None,
    ) -> None:
        self._connection = Connection(address, tls)
        self._furniture: dict[bytes, scene_pb2.Furniture] = {}
        self.token = token
        self.heads: Heads = heads if heads is not None else MemoryHeads()
        self.retry = retry or Retry()

    def using(self, token: str | None, *, retry: Retry | None = None) -> "Client":
        """This client with another token (and other deadlines): the same connection, the same memory of heads."""
        other = Client.__new__(type(self))
        other._connection, other.heads, other._furniture = self._connection, self.heads, self._furniture
        other.token, other.retry = token, retry or self.retry
        return other

    @property
    def address(self) -> str:
        return self._connection.address

    async def list_rulesets(self) -> list[games_pb2.RulesetInfo]:
        """The games that the service referees."""
        request = games_pb2.ListRulesetsRequest()
        return list((await call(self.stubs.games.ListRulesets, request, self.token, self.retry)).rulesets)

    async def get_ruleset(self, ruleset: str) -> games_pb2.GetRulesetResponse:
        """A game's rules, cards and kinds of command."""
        request = games_pb2.GetRulesetRequest(ruleset=ruleset)
        return await call(self.stubs.games.GetRuleset, request, self.token, self.retry)

    async def create_game(
        self,
        ruleset: str,
        seats: Sequence[entry_pb2.SeatPlan],
        *,
        setup: Mapping[str, Any] | None = None,
        unlisted: bool = False,
        sandbox: games_pb2.Sandbox | None = None,
        request_id: bytes | None = None,
    ) -> games_pb2.CreateGameResponse:
        """Makes a game; `seats` in order of play, of `OPEN`, `INVITED` and `bot()`."""
        request = games_pb2.CreateGameRequest(
            ruleset=ruleset, seats=seats, unlisted=unlisted, sandbox=sandbox, request_id=request_id or os.urandom(16)
        )
        if setup is not None:
            request.setup.CopyFrom(struct(setup))
        return await call(self.stubs.games.CreateGame, request, self.token, self.retry, writes=True)

    async def join_game(
        self,
        game_id: str,
        name: str,
        *,
        seat: int | None = None,
        contribution: bytes,
        request_id: bytes | None = None,
    ) -> games_pb2.JoinGameResponse:
        """Takes a seat; the invitation to it, where one is needed, is the client's token. See `Game.join`.

        Reads the game first: what it sees of the log then holds the service to the secret that it has committed to,
        before it learns the player's own contribution to the draws.
        """
        await self.get_game(game_id)
        request = games_pb2.JoinGameRequest(
            game_id=game_id, seat=seat, name=name, contribution=contribution, request_id=request_id or os.urandom(16)
        )
        answer = await call(self.stubs.games.JoinGame, request, self.token, self.retry, writes=True)
        self._saw(game_id, answer.game.head)
        return answer

    async def get_game(self, game_id: str) -> table_pb2.GameInfo:
        """Where a game stands."""
        answer = await call(self.stubs.games.GetGame, games_pb2.GetGameRequest(game_id=game_id), self.token, self.retry)
        self._saw(game_id, answer.game.head)
        return answer.game

    async def list_games(
        self,
        ruleset: str = "",
        status: table_pb2.GameStatus.ValueType = table_pb2.GAME_STATUS_UNSPECIFIED,
        page_size: int = 0,
    ) -> AsyncIterator[table_pb2.GameInfo]:
        """The listed games, newest first, page by page as they are read."""
        request = games_pb2.ListGamesRequest(ruleset=ruleset, status=status, page_size=page_size)
        while True:
            page = await call(self.stubs.games.ListGames, request, self.token, self.retry)
            for game in page.games:
                yield game
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def get_decision(
        self, game_id: str, *, unavailable: bool = False, seat: int | None = None, at_least: int = 0
    ) -> games_pb2.GetDecisionResponse:
        """What the table waits for, and what the token's seat may do.

        `seat`: for a judge, whose offers. `at_least`: waits until the log goes that far.
        """
        request = games_pb2.GetDecisionRequest(game_id=game_id, unavailable=unavailable, seat=seat, at_least=at_least)
        answer = await call(self.stubs.games.GetDecision, request, self.token, self.retry)
        self._saw(game_id, answer.game.head)
        return answer

    async def submit_command(
        self,
        game_id: str,
        command: Choice | Message,
        decision: int,
        *,
        command_id: bytes | None = None,
        automatic: bool = False,
    ) -> games_pb2.SubmitCommandResponse:
        """Sends a command: a `Choice`, or a message of the game. An answer means that it is on disk, once.

        `decision`: the version of the decision that it answers, 0 for a standing offer. `command_id`: 16 random bytes
        if left out; after `OutcomeUnknown`, send the same one again.
        """
        request = games_pb2.SubmitCommandRequest(
            game_id=game_id, command_id=command_id or os.urandom(16), decision=decision, automatic=automatic
        )
        if isinstance(command, Choice):
            request.fields.CopyFrom(command.message())
        else:
            request.message.CopyFrom(packed(command))
        answer = await call(self.stubs.games.SubmitCommand, request, self.token, self.retry, writes=True)
        self.heads.saw(game_id, answer.version, answer.digest)
        return answer

    async def check_command(
        self, game_id: str, command: Choice | Message, decision: int
    ) -> games_pb2.CheckCommandResponse:
        """What `submit_command` would answer, without doing anything."""
        request = games_pb2.CheckCommandRequest(game_id=game_id, decision=decision)
        if isinstance(command, Choice):
            request.fields.CopyFrom(command.message())
        else:
            request.message.CopyFrom(packed(command))
        return await call(self.stubs.games.CheckCommand, request, self.token, self.retry)

    async def get_view(
        self,
        game_id: str,
        *,
        version: int | None = None,
        seat: int | None = None,
        at_least: int = 0,
        text: bool = False,
        scene: bool = False,
    ) -> projections_pb2.GetViewResponse:
        """The table at a version, the newest if left out.

        `seat`: for a judge, whose view. `at_least`: waits until the log goes that far. `text`: also as lines of text;
        `scene`: also as things in places.
        """
        request = projections_pb2.GetViewRequest(
            game_id=game_id, version=version, seat=seat, at_least=at_least, text=text, scene=scene
        )
        answer = await call(self.stubs.projections.GetView, request, self.token, self.retry)
        self._saw(game_id, answer.head)
        return answer

    async def get_furniture(self, game_id: str) -> projections_pb2.GetFurnitureResponse:
        """What stands still on a game's table, with its digest, which views and scenes name."""
        request = projections_pb2.GetFurnitureRequest(game_id=game_id)
        return await call(self.stubs.projections.GetFurniture, request, self.token, self.retry)

    async def furniture(self, game_id: str, digest: bytes) -> scene_pb2.Furniture:
        """The furniture that a view or a scene names; it is asked for once and then kept."""
        if digest and digest not in self._furniture:
            answer = await self.get_furniture(game_id)
            self._furniture[answer.digest] = answer.furniture
        return self._furniture.get(digest, scene_pb2.Furniture())

    def watch(
        self,
        game_id: str,
        *,
        after: int = 0,
        resume_token: str = "",
        content: projections_pb2.WatchContent.ValueType = projections_pb2.WATCH_CONTENT_BOTH,
        decisions: bool = False,
        text: bool = False,
        scene: bool = False,
        heartbeat_seconds: int = 15,
        patience: float | None = 60.0,
        seat: int | None = None,
    ) -> Watch:
        """Follows a table from the version after `after`, or from where a resume token says; see `Watch`.

        `seat`: for a judge, whose eyes.
        """
        request = projections_pb2.WatchTableRequest(
            game_id=game_id,
            after=after,
            resume_token=resume_token,
            content=content,
            decisions=decisions,
            text=text,
            scene=scene,
            heartbeat_seconds=heartbeat_seconds,
            seat=seat,
        )
        return Watch(self.stubs.projections.WatchTable, request, self.token, self.heads, self.retry, patience)

    def watch_lobby(
        self, ruleset: str = "", *, heartbeat_seconds: int = 15, patience: float | None = 60.0
    ) -> LobbyWatch:
        """Follows the listed games; see `LobbyWatch`."""
        request = projections_pb2.WatchLobbyRequest(ruleset=ruleset, heartbeat_seconds=heartbeat_seconds)
        return LobbyWatch(self.stubs.projections.WatchLobby, request, self.token, self.retry, patience)

    async def read_log(
        self, game_id: str, *, after: int = 0, limit: int = 0, seat: int | None = None
    ) -> AsyncIterator[audit_pb2.ReadLogResponse]:
        """The log from the version after `after`, at most `limit` entries (0: all there are). `seat`: for a judge,
        whose eyes.

        A lost stream is taken up again where it ended. Raises `HistoryChanged` and `ServiceFault` as `Watch` does.
        """
        pauses, last, given = self.retry.pauses(), after, 0
        while True:
            most = limit - given if limit else 0
            request = audit_pb2.ReadLogRequest(game_id=game_id, after=last, limit=most, seat=seat)
            if kept := self.heads.last(game_id):
                request.seen.CopyFrom(kept)
            try:
                stream = self.stubs.audit.ReadLog(request, metadata=bearer(self.token), timeout=self.retry.deadline)
                async for answer in stream:
                    step = answer.step
                    if step.version != last + 1:
                        raise errors.ServiceFault(f"game {game_id}: version {step.version} came after version {last}")
                    self.heads.saw(game_id, step.version, step.digest)
                    last, given, pauses = step.version, given + 1, self.retry.pauses()
                    yield answer
                return
            except grpc.aio.AioRpcError as raw:
                error = errors.from_grpc(raw)
                pause = next(pauses)
                if not isinstance(error, errors.Unreachable) or pause >= self.retry.most / 2:
                    raise error from None
                await asyncio.sleep(max(pause, error.retry_after or 0))

    async def verify_game(
        self, game_id: str, *, seat: int | None = None, contribution: bytes | None = None
    ) -> audit_pb2.VerifyGameResponse:
        """What the service itself says of its record; `rulekeeper.client.prove` does not take its word for it."""
        request = audit_pb2.VerifyGameRequest(
            game_id=game_id, seen=self.heads.last(game_id), seat=seat, contribution=contribution
        )
        answer = await call(self.stubs.audit.VerifyGame, request, self.token, self.retry)
        self._saw(game_id, answer.head)
        return answer

    async def export_game(self, game_id: str, *, seat: int | None = None) -> AsyncIterator[str]:
        """The game as a file, line by line, without line feeds; see docs/trust.md.

        It is complete for judges, and for everyone when the game is over; before that, it has what the token may see.
        `seat`: for a judge, whose eyes.

        The lines of a stream that is lost are no whole file: `Unreachable` is raised, and it has to be begun anew.
        """
        request = audit_pb2.ExportGameRequest(game_id=game_id, seat=seat)
        pauses, given = self.retry.pauses(), False
        while True:
            stream = self.stubs.audit.ExportGame(request, metadata=bearer(self.token))
            try:
                while (answer := await _within(self.retry.attempt, stream)) is not None:
                    for line in answer.lines:
                        given = True
                        yield line
                return
            except grpc.aio.AioRpcError as raw:
                error = errors.from_grpc(raw)
                pause = next(pauses)
                if given or not isinstance(error, errors.Unreachable) or pause >= self.retry.most / 2:
                    raise error from None
                await asyncio.sleep(max(pause, error.retry_after or 0))
            finally:
                stream.cancel()

    async def import_game(self, lines: AsyncIterable[str], *, within: float = 600.0) -> audit_pb2.ImportGameResponse:
        """Gives the service a complete file, as `export_game` gave it; for judges of every game, and admins.

        `within`: seconds that it may take. After `Unreachable` and `OutcomeUnknown`, send the same file again: it goes
        on where it stopped. Raises `InvalidRequest` for a file that is not sound, or where there is another game.
        """
        call = self.stubs.audit.ImportGame(_batches(lines), metadata=bearer(self.token), timeout=within)
        try:
            answer = await call
        except grpc.aio.AioRpcError as raw:
            error = errors.from_grpc(raw)
            if isinstance(error, errors.Unreachable) and not error.code and not never_sent(raw):
                text = f"how far the file has come is not known: {error.message}"
                raise errors.OutcomeUnknown(text, errors_pb2.ERROR_CODE_OUTCOME_UNKNOWN) from None
            raise error from None
        self._saw(answer.game_id, answer.head)
        return answer

    async def list_refused(
        self, game_id: str, *, page_size: int = 0, page_token: str = ""
    ) -> audit_pb2.ListRefusedResponse:
        """Commands that were refused in play, newest first, as far as they are kept. For judges."""
        request = audit_pb2.ListRefusedRequest(game_id=game_id, page_size=page_size, page_token=page_token)
        return await call(self.stubs.audit.ListRefused, request, self.token, self.retry)

    async def aclose(self) -> None:
        """Closes the connection, for all clients made by `using` too, and writes the heads down."""
        await self._connection.close()
        self.heads.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    @property
    def stubs(self) -> Stubs:
        """The generated stubs, for calls that this client has no method for."""
        return self._connection.stubs

    def _saw(self, game_id: str, head: table_pb2.Head) -> None:
        self.heads.saw(game_id, head.version, head.digest)


async def _within(seconds: float, stream: Any) -> Any:
    """The next message of a stream, or None at its end. Raises `Unreachable` where none comes in time."""
    try:
        async with asyncio.timeout(seconds):
            answer = await stream.read()
    except TimeoutError:
        raise errors.Unreachable(f"the service does not go on within {seconds:g} s") from None
    return None if answer is grpc.aio.EOF else answer


async def _batches(lines: AsyncIterable[str]) -> AsyncIterator[audit_pb2.ImportGameRequest]:
    """As many lines a request as services take."""
    some: list[str] = []
    size = 0
    async for line in lines:
        if some and size + len(line) > BATCH:
            yield audit_pb2.ImportGameRequest(lines=some)
            some, size = [], 0
        some.append(line)
        size += len(line)
    yield audit_pb2.ImportGameRequest(lines=some)


def packed(message: Message) -> any_pb2.Any:
    """A game's message as the wire takes it."""
    if isinstance(message, any_pb2.Any):
        return message
    wrapped = any_pb2.Any()
    wrapped.Pack(message)
    return wrapped


def struct(plain: Mapping[str, Any]) -> struct_pb2.Struct:
    """JSON as the wire takes it."""
    message = struct_pb2.Struct()
    message.update(dict(plain))
    return message
