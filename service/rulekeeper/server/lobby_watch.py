"""Following the lobby: what this process does is known at once; what others do is looked up in the index, page
by page.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from google.protobuf.message import Message

from rulekeeper.log import Listed, LogError, NotListed
from rulekeeper.projections import GameRecord
from rulekeeper.server.hall import Hall
from rulekeeper.server.house import House
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1 import table_pb2

_EVERY = 1.0
"""Seconds between two looks at the index, while somebody watches."""
_PAGE = 100


class LobbyWatch:
    """Watchers of the lobby hold a number, that of the last change they saw."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall
        self._watchers = 0
        self._looking: asyncio.Task[None] | None = None
        self._closing = False

    async def watch(self, ruleset: str, heartbeat: int) -> AsyncGenerator[Message | bytes, None]:
        """Each listed game as it is, `CaughtUp`, then every change."""
        self._watchers += 1
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look())
        try:
            games = await self._all()
            # What was read just now is no news any more.
            change = self._house.lobby.change
            for listed in games:
                record = await self._record(listed)
                if _shown(record, ruleset):
                    yield pb.WatchLobbyResponse(game=self._info(listed.game, record))
            yield pb.WatchLobbyResponse(caught_up=pb.CaughtUp())
            async for event in self._changes(change, ruleset, heartbeat):
                yield event
        finally:
            self._watchers -= 1

    async def _changes(self, change: int, ruleset: str, heartbeat: int) -> AsyncGenerator[Message | bytes, None]:
        lobby = self._house.lobby
        while not self._closing:
            if lobby.change == change and not await lobby.news.wait(heartbeat):
                yield pb.WatchLobbyResponse(heartbeat=pb.Heartbeat())
                continue
            news, change = list(lobby.since(change)), lobby.change
            for game_id, listing in news:
                if _shown(listing.record, ruleset):
                    yield pb.WatchLobbyResponse(game=self._info(game_id, listing.record))
        yield pb.WatchLobbyResponse(drained=pb.Drained())

    def end_watching(self) -> None:
        self._closing = True
        self._house.lobby.news.wake()

    async def close(self) -> None:
        self.end_watching()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    def _info(self, game_id: str, record: GameRecord) -> table_pb2.GameInfo:
        hot = self._hall.present(game_id)
        return hot.info() if hot is not None else self._house.lobby.info(game_id, record)

    async def _all(self) -> list[Listed]:
        found: list[Listed] = []
        after = ""
        while True:
            page = await self._house.store.games(after, _PAGE)
            for listed in page.games:
                await self._record(listed)
                found.append(listed)
            if not page.next:
                return found
            after = page.next

    async def _look(self) -> None:
        """The newest games each time, and the others in turn."""
        after = ""
        try:
            while self._watchers:
                await asyncio.sleep(_EVERY)
                try:
                    first = await self._refresh("")
                    after = await self._refresh(after or first) if after or first else ""
                except NotListed:
                    after = ""
                except LogError:
                    continue
        finally:
            self._looking = None

    async def _refresh(self, after: str) -> str:
        page = await self._house.store.games(after, _PAGE)
        for listed in page.games:
            await self._record(listed)
        return page.next

    async def _record(self, listed: Listed) -> GameRecord:
        hot = self._hall.present(listed.game)
        return hot.record if hot is not None else await self._house.lobby.record_at(listed.game, listed.head)


def _shown(record: GameRecord, ruleset: str) -> bool:
    return record.head.version > 0 and not record.unlisted and ruleset in ("", record.ruleset)
