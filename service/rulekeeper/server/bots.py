"""Seats that the service plays: a task a hot game, which sends commands through the same door as everybody."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from rulekeeper.kernel import RANDOM, KernelError, SeededChance, command_of, pack, players_of
from rulekeeper.log import LogError
from rulekeeper.server.acts import Submit
from rulekeeper.server.errors import Failure

if TYPE_CHECKING:
    from rulekeeper.server.hot import HotGame

_AGAIN = 1.0
_MOST_REFUSALS = 3
_FIRST_WAIT = 0.2
"""Seconds after the first refusal; twice as many after each more."""


class Bots:
    """Plays as long as a bot is asked. What a bot chooses depends on the game's secret and the version alone,
    so any process chooses the same.
    """

    def __init__(self, hot: HotGame) -> None:
        self._hot = hot
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None

    def look(self) -> None:
        """To be called whenever the table has changed."""
        if self._task is None and self._asked() is not None:
            self._task = asyncio.get_running_loop().create_task(self._play())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _asked(self) -> int | None:
        hot = self._hot
        if hot.table.decision is None or hot.halted or hot.closing or hot.unsettled:
            return None
        return next((seat for seat in hot.table.decision.seats if seat in hot.bot_seats), None)

    async def _play(self) -> None:
        refusals = 0
        try:
            while self._asked() is not None:
                await asyncio.sleep(self._hot.house.bot_pause)
                seat = self._asked()
                if seat is None:
                    break
                head = self._hot.head
                try:
                    await self._hot.mailbox.do(self._command(seat))
                    refusals = 0
                except LogError as wrong:
                    self._hot.house.troubles.note(self._hot.house, wrong)
                    await asyncio.sleep(_AGAIN)
                except Failure as failure:
                    # Where the log has gone on, another process was quicker, or somebody conceded meanwhile.
                    if self._hot.head == head and not self._hot.halted:
                        refusals += 1
                        await self._refused(seat, failure, refusals)
                except KernelError as wrong:
                    self._hot.pause("a rule's script failed for a bot", wrong)
                except Exception as wrong:
                    self._hot.pause(f"the bot of seat {seat} failed", wrong)
        finally:
            self._task = None

    async def _refused(self, seat: int, failure: Failure, refusals: int) -> None:
        """A bot chooses the same again at the same table, so it waits, ever longer, and not for ever."""
        hot = self._hot
        hot.house.metrics.bots_refused.inc()
        hot.house.log.warning(
            "a bot is refused", game=hot.game_id, version=hot.head.version, seat=seat, reason=failure.reason
        )
        if refusals >= _MOST_REFUSALS:
            hot.pause(f"the bot of seat {seat} is refused again and again", failure)
        else:
            await asyncio.sleep(_FIRST_WAIT * 2 ** (refusals - 1))

    def _command(self, seat: int) -> Submit:
        hot = self._hot
        version = hot.head.version
        dice = SeededChance(hot.derived(b"bot", seat), version).below
        player = hot.bot_seats[seat]
        known = player if player in players_of(hot.game) else RANDOM
        chosen = command_of(known, hot.game, hot.table, seat, dice, hot.live)
        assert hot.table.decision is not None
        return Submit.by(seat, hot.table.decision.version, pack(hot.game, chosen), hot.own_id("bot", version, seat))
