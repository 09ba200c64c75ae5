"""The hall: the games that are hot. Bounded; what was used longest ago makes room, and is folded again when it
is wanted. What is watched or has something to do stays, and so does what somebody asks for just now: there are more
than the bound says rather than that.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from itertools import islice

from rulekeeper.kernel import KernelError
from rulekeeper.log import Listed, LogError
from rulekeeper.projections import parsed
from rulekeeper.server import requests
from rulekeeper.server.errors import Failure, draining, unknown_game, unknown_ruleset
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House

_LOOKED_AT = 64
"""Games that are looked at, for one that can make room, each time that a game comes in."""


class Hall:
    """Every game that this process has folded."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._hot: OrderedDict[str, HotGame] = OrderedDict()
        self._loading: dict[str, asyncio.Task[HotGame]] = {}
        self._asked: Counter[str] = Counter()
        self._leaving: set[asyncio.Task[None]] = set()
        self._closed = self._draining = False
        house.metrics.watch("rulekeeper_hot_games", "Games that are kept folded.", lambda: len(self._hot))

    def present(self, game_id: str) -> HotGame | None:
        """The game, if it is hot."""
        return self._hot.get(game_id)

    async def get(self, game_id: str) -> HotGame:
        """The game, loaded. Raises INVALID_REQUEST, UNKNOWN_GAME, UNKNOWN_RULESET and Unreachable."""
        hot = self._hot.get(game_id)
        if hot is not None:
            self._hot.move_to_end(game_id)
            return hot
        requests.game_id(game_id)
        task = self._loading.get(game_id)
        if task is None:
            task = self._loading[game_id] = asyncio.get_running_loop().create_task(self._load(game_id))
            task.add_done_callback(lambda done: self._loaded(game_id, done))
        self._asked[game_id] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._asked[game_id] -= 1
            if not self._asked[game_id]:
                del self._asked[game_id]

    async def close(self) -> None:
        """What is in the mailboxes is finished; watchers end."""
        self._closed = True
        for task in self._loading.values():
            task.cancel()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(hot.close() for hot in self._hot.values()), *self._leaving)
        self._hot.clear()

    def end_watching(self) -> None:
        """The service drains: watchers are told."""
        self._draining = True
        for hot in self._hot.values():
            hot.end_watching()

    def _loaded(self, game_id: str, task: asyncio.Task[HotGame]) -> None:
        del self._loading[game_id]
        if not task.cancelled():
            # Whoever waited has it; where nobody waits any more, nobody needs to be told.
            task.exception()

    async def _load(self, game_id: str) -> HotGame:
        first = await self._house.store.read(game_id, 0, 1)
        if not first:
            raise unknown_game(game_id)
        ruleset = parsed(first[0]).ruleset
        game = self._house.games.get(ruleset)
        if game is None:
            raise unknown_ruleset(ruleset)
        hot = HotGame(self._house, game_id, game)
        await hot.load()
        if self._closed:
            await hot.close()
            raise draining()
        if self._draining:
            hot.end_watching()
        self._hot[game_id] = hot
        self._make_room()
        return hot

    def _make_room(self) -> None:
        """Gives up the games that were used longest ago. Those that have to stay go behind all others, so that they are
        not looked at again each time; where there are many, room may be made some games later.
        """
        over = len(self._hot) - self._house.limits.hot_games
        if over <= 0:
            return
        for game_id, hot in list(islice(self._hot.items(), _LOOKED_AT)):
            if hot.busy or game_id in self._asked:
                self._hot.move_to_end(game_id)
                continue
            task = asyncio.get_running_loop().create_task(self._hot.pop(game_id).close())
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)
            over -= 1
            if not over:
                break


async def wake_games(house: House, hall: Hall) -> None:
    """When a service starts: games that wait for the service itself, such as for a bot, are loaded, and go on.
    Nobody else would wake them.
    """
    after = ""
    while True:
        try:
            page = await house.store.games(after, 100)
            for listed in page.games:
                await _wake(house, hall, listed)
        except LogError:
            await asyncio.sleep(1.0)
            continue
        if not page.next:
            break
        after = page.next


async def _wake(house: House, hall: Hall, listed: Listed) -> None:
    try:
        record = await house.lobby.record_at(listed.game, listed.head)
        if not record.over and (record.bots() or not record.free()):
            await hall.get(listed.game)
    except (Failure, KernelError, IndexError) as wrong:
        house.log.warning("a game cannot be taken up", game=listed.game, why=str(wrong))
