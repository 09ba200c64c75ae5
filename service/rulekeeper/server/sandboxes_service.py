"""`rulekeeper.v1.JudgesService`: sandboxes that begin as a game stood."""

from __future__ import annotations

import asyncio

from rulekeeper.kernel import (
    KernelError,
    NotExported,
)
from rulekeeper.kernel.exporting import position_of
from rulekeeper.projections import (
    bare_decision_of,
    parsed_slowly,
    read_entries,
)
from rulekeeper.server.errors import Failure
from rulekeeper.server.forking import Forker
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.judging import (
    folded_past,
)
from rulekeeper.server.looking import looked, may_look
from rulekeeper.server.past_looking import known_version, not_folded
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import errors_pb2
from rulekeeper.v1 import judges_pb2 as pb


class SandboxesService:
    """Forks and positions."""

    def __init__(self, house: House, hall: Hall, heavy: asyncio.Semaphore) -> None:
        self._hall = hall
        self._heavy = heavy
        self._forker = Forker(house, hall)

    async def fork_game(self, request: pb.ForkGameRequest, caller: Caller) -> pb.ForkGameResponse:
        hot = await self._hall.get(request.game_id)
        self._may_open(caller, hot, "fork it")
        await looked(caller, hot, "ForkGame", 1, known_version(hot, request.version))
        return await self._forker.fork(hot, request, caller)

    async def export_position(self, request: pb.ExportPositionRequest, caller: Caller) -> pb.ExportPositionResponse:
        hot = await self._hall.get(request.game_id)
        self._may_open(caller, hot, "make a position of it")
        table = await folded_past(hot, request.version, "version")
        await looked(caller, hot, "ExportPosition", request.version)
        stored = await read_entries(hot.house.store, hot.game_id, 0, request.version)
        try:
            entries = await parsed_slowly(stored)
            async with self._heavy:
                # It plays again what has happened since, and takes its time: others have their turn meanwhile.
                position = await asyncio.to_thread(position_of, hot.game, entries, request.version, table)
        except NotExported as no:
            text = f"no position of version {request.version}: {no}"
            raise Failure(errors_pb2.ERROR_CODE_INVALID_POSITION, text) from None
        except KernelError as wrong:
            raise not_folded(request.version, f"today's rules do not run to it: {wrong}") from None
        return pb.ExportPositionResponse(position=position.text(), decision=bare_decision_of(hot.game, table))

    def _may_open(self, caller: Caller, hot: HotGame, what: str) -> None:
        may_look(caller, hot)
        if not caller.rules and not hot.record.over:
            text = f"while a game runs, only judges {what}: what lies hidden would be open"
            raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, text)
