"""The past of a game, hot or not: who only wants an old table does not have to wait until the whole game is folded."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Any

from rulekeeper.kernel import FoldFailed, Game, SnapshotError, snapshot_tag
from rulekeeper.projections import GameRecord, History, PastTable
from rulekeeper.server import requests
from rulekeeper.server.errors import unknown_game, unknown_ruleset
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House

_GAMES = 16
"""Games of which the table that was asked for last is kept, so that stepping through them is quick."""


class PastGame:
    """A game as far as its past needs it, and as `looking.Shown` wants it. `record`: where it stands; `head` is the
    log's, as it was when somebody asked.
    """

    def __init__(
        self, house: House, game_id: str, game: Game[Any], record: GameRecord, history: History, hot: HotGame | None
    ) -> None:
        self.house = house
        self.game_id = game_id
        self.game = game
        self.record = record
        self.head = record.head
        self.seats = len(record.seats)
        self.sandbox = record.sandbox
        self._history = history
        self._hot = hot

    async def at(self, version: int) -> PastTable:
        """The table of a version, with the log's head there. It may take tens of milliseconds: callers take turns.

        Raises FoldFailed where the log does not go so far or does not fold, and Unreachable.
        """
        near = self._hot.moment(version) if self._hot is not None else None
        if near is not None and near.table is not None:
            return PastTable(near.head, near.table)
        return await self._history.at(version)


class Past:
    """Games whose past somebody looks at."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall
        self._kept: OrderedDict[str, History] = OrderedDict()
        for game in house.games.values():
            # Now, while the source files are those that run here: others may take their place.
            with suppress(SnapshotError):
                snapshot_tag(game)

    async def game(self, game_id: str) -> PastGame:
        """The game, if there is one: from memory where it is hot, else the few entries are read that tell where it
        stands.

        Raises INVALID_REQUEST, UNKNOWN_GAME and UNKNOWN_RULESET; FoldFailed where these entries make no sense; and
        Unreachable.
        """
        hot = self._hall.present(game_id)
        if hot is not None and hot.head.version:
            return self._found(game_id, hot.game, hot.record, hot)
        head = await self._house.store.head(requests.game_id(game_id))
        if not head.version:
            raise unknown_game(game_id)
        try:
            record = await self._house.lobby.record_at(game_id, head)
        except IndexError as wrong:
            raise FoldFailed("a seat was taken that the game does not have") from wrong
        game = self._house.games.get(record.ruleset)
        if game is None:
            raise unknown_ruleset(record.ruleset)
        return self._found(game_id, game, record)

    async def at(self, game_id: str, version: int) -> tuple[PastGame, PastTable]:
        """Both at once, for whoever has nothing to check in between. Raises as both."""
        found = await self.game(game_id)
        return found, await found.at(version)

    def _found(self, game_id: str, game: Game[Any], record: GameRecord, hot: HotGame | None = None) -> PastGame:
        kept = self._kept.get(game_id)
        if kept is None:
            kept = self._kept[game_id] = History(self._house.store, game_id, game)
        self._kept.move_to_end(game_id)
        if len(self._kept) > _GAMES:
            self._kept.popitem(last=False)
        return PastGame(self._house, game_id, game, record, kept, hot)
