"""Handles: a game, and a seat in it, so that callers need not carry ids and tokens along."""

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from rulekeeper.client import errors, verify
from rulekeeper.client.choosing import Choice, Player
from rulekeeper.client.client import Client
from rulekeeper.client.passing import Passed, Passing, Until
from rulekeeper.client.watch import Watch
from rulekeeper.v1 import audit_pb2, entry_pb2, errors_pb2, games_pb2, projections_pb2, scene_pb2, table_pb2


class Game:
    """One game, seen with the client's token. `id`: the game's id, as the service gave it."""

    def __init__(self, client: Client, game_id: str) -> None:
        self.client = client
        self.id = game_id

    async def info(self) -> table_pb2.GameInfo:
        """Where it stands: seats, status, head, and how it ended."""
        return await self.client.get_game(self.id)

    async def decision(
        self, *, unavailable: bool = False, seat: int | None = None, at_least: int = 0
    ) -> games_pb2.GetDecisionResponse:
        """What the table waits for; for a seat, with its offers. `seat`: for a judge, whose."""
        return await self.client.get_decision(self.id, unavailable=unavailable, seat=seat, at_least=at_least)

    async def view(
        self, version: int | None = None, *, at_least: int = 0, text: bool = False, scene: bool = False
    ) -> projections_pb2.GetViewResponse:
        """The table at a version, the newest if left out."""
        return await self.client.get_view(self.id, version=version, at_least=at_least, text=text, scene=scene)

    async def furniture(self, digest: bytes) -> scene_pb2.Furniture:
        """The boards of the table, by the digest that a view or a scene names; asked for once and then kept."""
        return await self.client.furniture(self.id, digest)

    def watch(self, **wishes: Any) -> Watch:
        """Follows the table; takes what `Client.watch` takes."""
        return self.client.watch(self.id, **wishes)

    def log(
        self, *, after: int = 0, limit: int = 0, seat: int | None = None
    ) -> AsyncIterator[audit_pb2.ReadLogResponse]:
        """The log, oldest first. `seat`: for a judge, whose eyes."""
        return self.client.read_log(self.id, after=after, limit=limit, seat=seat)

    async def prove(
        self,
        contributions: Mapping[int, bytes] | None = None,
        *,
        viewer: int | None = None,
        shown: Iterable[table_pb2.Step] = (),
    ) -> verify.Proof:
        """The client's own proof of the whole record; see `rulekeeper.client.verify`.

        `viewer`: as whom the client's token looks (a seat, -1 a spectator, -2 a judge). `shown`: steps that a watch of
        the game gave earlier: what they showed is held against the record.
        """
        return await verify.prove(self.log(), contributions=contributions, viewer=viewer, shown=shown)

    async def join(self, name: str, *, seat: int | None = None, contribution: bytes | None = None) -> "Seat":
        """Takes a seat (the first that is free, if left out) under a name; invited seats take the invitation as token.

        `contribution`: the player's part of the seed, 32 random bytes if left out.
        """
        own = os.urandom(32) if contribution is None else contribution
        answer = await self.client.join_game(self.id, name, seat=seat, contribution=own)
        return Seat(self.client.using(answer.token), self.id, answer.seat, own)


@dataclass(frozen=True)
class Moment:
    """A seat is asked. `decision` has its offers; `update` has the table after `version`, as the seat sees it."""

    version: int
    decision: table_pb2.Decision
    update: projections_pb2.TableUpdate


class Seat(Game):
    """A seat that this program plays. `number` counts from 0; `contribution`: its part of the seed, for the proof."""

    def __init__(self, client: Client, game_id: str, number: int, contribution: bytes = b"") -> None:
        super().__init__(client, game_id)
        self.number = number
        self.contribution = contribution

    @property
    def token(self) -> str:
        """The key to the seat: whoever has it plays it."""
        return self.client.token or ""

    async def submit(
        self,
        command: Choice | Message,
        decision: table_pb2.Decision | int,
        *,
        command_id: bytes | None = None,
        automatic: bool = False,
    ) -> games_pb2.SubmitCommandResponse:
        """Answers a decision (0: a standing offer). Raises `Refused` with the rules, `Stale` where it has closed.

        `automatic`: a standing pass sends it, not the player; only this seat and judges see that.
        """
        number = decision if isinstance(decision, int) else decision.version
        return await self.client.submit_command(self.id, command, number, command_id=command_id, automatic=automatic)

    async def check(self, command: Choice | Message, decision: table_pb2.Decision | int) -> list[errors.Reason]:
        """Every reason against a command, none if it would do. Raises `Stale` where the decision has closed."""
        number = decision if isinstance(decision, int) else decision.version
        answer = await self.client.check_command(self.id, command, number)
        if answer.stale:
            raise errors.Stale("the decision is no longer open", errors_pb2.ERROR_CODE_STALE_DECISION)
        if not answer.accepted and not answer.reasons:
            raise errors.ServiceFault("the service refuses the command without a reason")
        return [errors.reason(each) for each in answer.reasons]

    async def moments(self, *, text: bool = False, scene: bool = False, after: int = 0) -> AsyncGenerator[Moment, None]:
        """Each moment at which this seat is asked, until the game is over. Answer before taking the next. What was
        asked when a judge paused the game is asked again when it is resumed. `after`: as `updates` takes it.
        """
        asked = 0
        async with aclosing(self.updates(text=text, scene=scene, after=after)) as updates:
            async for update in updates:
                decision = update.decision
                if update.status == table_pb2.GAME_STATUS_PAUSED:
                    asked = 0
                elif self.number in decision.seats and decision.version != asked:
                    asked = decision.version
                    yield Moment(update.head.version, decision, update)

    async def updates(
        self, *, text: bool = False, scene: bool = False, after: int = 0
    ) -> AsyncGenerator[projections_pb2.TableUpdate, None]:
        """The newest table, with the open decision, again and again until the game is over; versions may be skipped.

        `after`: a version that the caller has seen; the table as it stands comes first all the same.
        """
        wishes = projections_pb2.WATCH_CONTENT_VIEW
        last = 0
        async with self.client.watch(
            self.id, after=after, content=wishes, decisions=True, text=text, scene=scene
        ) as watch:
            async for event in watch:
                if isinstance(event, projections_pb2.CaughtUp):
                    # Services of before tell nothing but the head.
                    if event.head.version <= last or not event.status:
                        continue
                    update = standing(event)
                else:
                    update = event
                last = update.head.version
                yield update
                if update.status == table_pb2.GAME_STATUS_OVER:
                    return

    async def pass_until(self, until: Until | None = None, *, rules: Iterable[str] = (), pause: float = 0.0) -> Passed:
        """Passes whenever this seat is asked and can pass; comes back when it is asked anything else, or could do what
        a turn of its own is for (`main_of`) and could not yet in that turn as this began.

            ended = await seat.pass_until()
            ended = await seat.pass_until(turn_over(moment.update), rules={"hoc.defence.who"})

        `until`: also ends where this holds of a newest table. `rules`: passes only what is asked under one of these.
        `pause`: seconds before each pass. The game's end ends it too, and cancelling does at once. A decision that was
        closed meanwhile is let go, and the next one looked at. Raises `Refused` where a pass is refused, and what
        `updates` and `submit` raise.
        """
        return await Passing(self, until, rules, pause, stays=False).run()

    def passing(self, until: Until | None = None, *, rules: Iterable[str] = (), pause: float = 0.0) -> Passing:
        """The same in the background, until a block ends; what it does not pass is left for somebody to answer.

            async with ben.passing(), cleo.passing(rules={"hoc.defence.who"}):
                await ann.submit(attack, decision)

        See `Passing`. Whoever plays the same seat beside it must leave alone what it passes: where one loop does both,
        let it send what `pass_of` gives for each moment instead.
        """
        return Passing(self, until, rules, pause)

    async def play(self, player: Player, pause: float = 0.0) -> int:
        """Lets a player play the seat until the game is over, `pause` seconds before each command; how many were sent.

        What the service refuses, the player is told, and chooses again; a decision that has closed meanwhile is left.
        """
        sent = 0
        async for moment in self.moments():
            while True:
                choice = player.choose(moment.decision, moment.update.view)
                await asyncio.sleep(pause)
                try:
                    await self.submit(choice, moment.decision)
                    sent += 1
                except errors.Refused as no:
                    # Answered already, by another client of the same seat: there is nothing left to choose.
                    if not errors.overtaken(no):
                        player.refused(choice)
                        continue
                except errors.RulekeeperError as error:
                    if not errors.overtaken(error):
                        raise
                break
        return sent

    async def concede(self) -> games_pb2.SubmitCommandResponse:
        """Gives up, by the standing offer that every game has. Raises `Refused` where there is none."""
        standing = (await self.decision()).standing
        for offer in standing:
            if offer.command.endswith(".Concede") and not offer.closed:
                return await self.submit(Choice(offer.command, {}, True), 0)
        raise errors.Refused("this seat has nothing to concede", errors_pb2.ERROR_CODE_REFUSED)

    async def prove(
        self,
        contributions: Mapping[int, bytes] | None = None,
        *,
        viewer: int | None = None,
        shown: Iterable[table_pb2.Step] = (),
    ) -> verify.Proof:
        """The client's own proof, with this seat's contribution and as this seat was shown it."""
        known = {self.number: self.contribution} if self.contribution else {}
        viewer = self.number if viewer is None else viewer
        return await super().prove({**known, **(contributions or {})}, viewer=viewer, shown=shown)


def standing(caught_up: projections_pb2.CaughtUp) -> projections_pb2.TableUpdate:
    """The table as it stands where a watch has caught up, as an update without a step."""
    update = projections_pb2.TableUpdate(head=caught_up.head, status=caught_up.status, text=caught_up.text)
    if caught_up.HasField("scene"):
        update.scene.CopyFrom(caught_up.scene)
    if caught_up.HasField("view"):
        update.view.CopyFrom(caught_up.view)
    if caught_up.HasField("decision"):
        update.decision.CopyFrom(caught_up.decision)
    return update


async def create(client: Client, ruleset: str, seats: Sequence[entry_pb2.SeatPlan], **wishes: Any) -> Game:
    """Makes a game and returns its handle; takes what `Client.create_game` takes."""
    return Game(client, (await client.create_game(ruleset, seats, **wishes)).game_id)
