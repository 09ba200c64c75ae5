"""Forks: a sandbox that begins as a game stood at a version. Its log holds that game's entries as they are, and goes
on by itself, with a secret of its own.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

from rulekeeper.kernel import ALGORITHM, AmendRefused, commitment, rewind
from rulekeeper.log import Appended, Known, Stored, digest
from rulekeeper.projections import parsed, read_entries
from rulekeeper.server import requests
from rulekeeper.server.acts import fingerprint_of, former_id, formerly, own_id, salt_of
from rulekeeper.server.clock import now_us
from rulekeeper.server.errors import invalid, other_request
from rulekeeper.server.hall import Hall
from rulekeeper.server.hot import HotGame
from rulekeeper.server.house import House
from rulekeeper.server.judging import folded_past
from rulekeeper.server.looking import unknown_version
from rulekeeper.server.rulings import ruling_refused
from rulekeeper.server.secrets import SECRET, game_id_for, making_key, may_serve, new_secret
from rulekeeper.server.tokens import Caller
from rulekeeper.v1 import judges_pb2 as pb
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.entry_pb2 import ROLE_JUDGE, ROLE_SEAT, ROLE_SPECTATOR, Entry, GameForked

_AT_ONCE = 64
"""Entries that are on their way to the log together."""


class Forker:
    """Makes forks, each once a request id."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall

    async def fork(self, hot: HotGame, request: pb.ForkGameRequest, caller: Caller) -> pb.ForkGameResponse:
        """Raises Failure, and Unreachable."""
        request_id = requests.identifier("request_id", request.request_id)
        version = request.version
        if request.seed and len(request.seed) != SECRET:
            raise invalid("seed", f"{SECRET} bytes are wanted, these are {len(request.seed)}")
        if not 0 < version <= hot.head.version:
            raise unknown_version(hot, version)
        store = self._house.store
        fork_id = game_id_for(self._house.keyring, "fork", request_id)
        stored = await read_entries(store, hot.game_id, 0, version)
        facts = await self._asked_anew(hot, version)
        await self._copy(fork_id, stored)
        # Only now: nobody plays on in a copy, and without a secret nobody can.
        entry = await self._first_of_its_own(hot, request, fork_id, stored[-1], caller, facts)
        await store.mark(fork_id, version + 1)
        fingerprint = fingerprint_of("fork", hot.game_id, version, request.seed)
        await self._append(fork_id, stored[-1], entry, fingerprint, former_id("fork", request_id))
        # And only now: nobody finds half a game in the index, or takes it up.
        await store.enlist(fork_id, entry.time_us)
        fork = await self._hall.get(fork_id)
        if fork.broken:
            # It was looked at while it was copied.
            fork.mailbox.reload()
            await fork.mailbox.settled()
        return pb.ForkGameResponse(
            game_id=fork_id,
            seat_tokens=[self._token(Caller(ROLE_SEAT, (fork_id,), seat)) for seat in range(fork.seats)],
            judge_token=self._token(Caller(ROLE_JUDGE, (fork_id,), name=caller.name)),
            head=table_pb2.Head(version=fork.head.version, digest=fork.head.digest),
            spectator_token=self._token(Caller(ROLE_SPECTATOR, (fork_id,))),
        )

    async def _asked_anew(self, hot: HotGame, version: int) -> bytes:
        """The facts of the fork's own first entry."""
        table = await folded_past(hot, version, "version")
        try:
            return rewind(hot.game, table, version + 1).facts
        except AmendRefused as no:
            raise ruling_refused(f"version {version}: {no}") from None

    async def _first_of_its_own(
        self, hot: HotGame, request: pb.ForkGameRequest, fork_id: str, last: Stored, caller: Caller, facts: bytes
    ) -> Entry:
        version = last.version + 1
        keyring = self._house.keyring
        secret = await self._house.store.keep_secret(fork_id, request.seed or new_secret(keyring, fork_id))
        if not may_serve(keyring, fork_id, secret, request.seed):
            raise other_request()
        return Entry(
            version=version,
            time_us=now_us(after=parsed(last).time_us),
            ruleset=hot.game.ruleset,
            actor=caller.actor(),
            command_id=own_id(making_key(keyring, fork_id, request.seed), "fork", request.request_id),
            forked=GameForked(game_id=hot.game_id, commitment=commitment(secret), chance=ALGORITHM),
            facts=facts,
            salt=salt_of(secret, version) if request.seed else os.urandom(16),
            previous=last.digest,
        )

    async def _copy(self, fork_id: str, stored: Sequence[Stored]) -> None:
        """As they are, bytes and digests. What an interrupted call has copied stands there already."""
        store, key = self._house.store, making_key(self._house.keyring, fork_id, b"")
        head = await store.head(fork_id)
        missing = [one for one in stored if one.version > head.version]
        before = stored[head.version - 1].head if 0 < head.version <= len(stored) else None
        for start in range(0, len(missing), _AT_ONCE):
            sending = []
            for one in missing[start : start + _AT_ONCE]:
                at = stored[one.version - 2].head if one.version > 1 else type(one.head)()
                command_id = parsed(one).command_id or own_id(key, "copied", one.version)
                sending.append(store.append(fork_id, at, command_id, b"copied", one.entry, one.digest))
            for answer in await asyncio.gather(*sending):
                if not isinstance(answer, Appended | Known):
                    raise other_request()
        if before is not None and before != head:
            raise other_request()

    async def _append(self, fork_id: str, last: Stored, entry: Entry, fingerprint: bytes, former: bytes) -> None:
        store, data = self._house.store, entry.SerializeToString(deterministic=True)
        answer = await store.append(fork_id, last.head, entry.command_id, fingerprint, data, digest(data))
        if isinstance(answer, Appended | Known):
            return
        if await formerly(store, fork_id, last.head, "forked", former, fingerprint) is None:
            raise other_request()

    def _token(self, caller: Caller) -> str:
        return self._house.keyring.sign(caller)
