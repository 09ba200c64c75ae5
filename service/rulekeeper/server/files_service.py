"""Games as files: the methods ExportGame and ImportGame of `rulekeeper.v1.AuditService`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Sequence

from google.protobuf.message import Message

from rulekeeper.kernel import FoldFailed
from rulekeeper.log import Appended, Head, Known, Stored, digest, read_all
from rulekeeper.projections import Finding, parsed
from rulekeeper.projections.files import FileReader, FileWriter, NewerFormat
from rulekeeper.server import requests
from rulekeeper.server.acts import fingerprint_of, own_id
from rulekeeper.server.clock import now_us
from rulekeeper.server.errors import Failure, unknown_ruleset
from rulekeeper.server.hall import Hall
from rulekeeper.server.house import House
from rulekeeper.server.looking import looked, viewer_for
from rulekeeper.server.secrets import making_key
from rulekeeper.server.tokens import EVERY_GAME, Caller, unauthenticated
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1 import errors_pb2, table_pb2
from rulekeeper.v1.entry_pb2 import ROLE_ADMIN, Entry, GameImported

_BATCH = 256 << 10
"""Bytes of lines that go in one response, unless one line alone has more."""
_LONGEST_ID = 64


class FilesService:
    """Games to files, and files to games."""

    def __init__(self, house: House, hall: Hall, past: asyncio.Semaphore) -> None:
        self._house = house
        self._hall = hall
        self._past = past

    async def export_game(self, request: pb.ExportGameRequest, caller: Caller) -> AsyncGenerator[Message | bytes, None]:
        hot = await self._hall.get(request.game_id)
        viewer = viewer_for(caller, hot, request.seat if request.HasField("seat") else None)
        # What comes on record from now on is not in the file.
        record = hot.record
        await looked(caller, hot, "ExportGame", 1, record.head.version, eyes=viewer)
        writer = FileWriter(hot.game, hot.game_id, record.head, viewer, begun=record.began > 0, over=record.over)
        lines = [writer.begin()]
        size = len(lines[0])
        async for stored in hot.entries():
            if stored.version > record.head.version:
                break
            async with self._past:
                lines.append(_written(writer, stored))
                await asyncio.sleep(0)
            size += len(lines[-1])
            if size > _BATCH:
                yield _response(lines[:-1])
                lines = lines[-1:]
                size = len(lines[0])
        yield _response([*lines, writer.end()])

    async def import_game(self, incoming: AsyncIterator[pb.ImportGameRequest], caller: Caller) -> pb.ImportGameResponse:
        _may_import(caller)
        file = _File(self._house)
        async for request in incoming:
            for line in request.lines:
                async with self._past:
                    file.take(line)
                    await asyncio.sleep(0)
        file.close()
        known, head = await self._write(file, caller)
        hot = self._hall.present(file.game_id)
        if hot is not None:
            hot.mailbox.reload()
        hot = await self._hall.get(file.game_id)
        await hot.mailbox.settled()
        return pb.ImportGameResponse(
            game_id=file.game_id,
            head=table_pb2.Head(version=head.version, digest=head.digest),
            known=known,
            over=file.over,
            findings=[pb.Finding(version=found.version, kind=found.kind, text=found.text) for found in file.findings],
            playable=not hot.record.over and not hot.broken,
        )

    # Writing what was found sound.

    async def _write(self, file: _File, caller: Caller) -> tuple[bool, Head]:
        """Whether it was there already, and the log's head. Goes on where it was interrupted before."""
        store, game_id, entries = self._house.store, file.game_id, file.entries
        head = await self._same_so_far(game_id, entries)
        begun = head.version > 0 and await self._is_ours(file, head)
        if head.version > len(entries) or (head.version == len(entries) and not begun):
            await store.enlist(game_id, file.created_us)
            return True, head
        if head.version and not begun:
            text = f"there is a game {game_id}, whose record ends at version {head.version}, before the file's"
            raise Failure(errors_pb2.ERROR_CODE_GAME_EXISTS, text)
        for stored in entries[head.version :]:
            await self._append(file, stored, parsed(stored))
        entry = Entry(
            version=len(entries) + 1,
            time_us=now_us(after=parsed(entries[-1]).time_us),
            ruleset=file.ruleset,
            actor=caller.actor(),
            command_id=own_id(making_key(self._house.keyring, game_id, b""), "imported", entries[-1].digest),
            imported=GameImported(digest=entries[-1].digest),
            salt=os.urandom(16),
            previous=entries[-1].digest,
        )
        data = entry.SerializeToString(deterministic=True)
        head = await self._append(file, Stored(entry.version, data, digest(data)), entry)
        # Only now: nobody should find half a game in the lobby.
        await store.enlist(game_id, file.created_us)
        return False, head

    async def _same_so_far(self, game_id: str, entries: Sequence[Stored]) -> Head:
        """The head of what is on record under the game's id. Raises GAME_EXISTS where it is not what the file has."""
        head = Head()
        async for stored in read_all(self._house.store, game_id):
            if stored.version <= len(entries) and stored != entries[stored.version - 1]:
                text = f"there is a game {game_id}, with another version {stored.version}"
                raise Failure(errors_pb2.ERROR_CODE_GAME_EXISTS, text)
            head = stored.head
        return head

    async def _is_ours(self, file: _File, head: Head) -> bool:
        """Did the game come from this very file? Then its entries have our fingerprint; those of play have others."""
        first = parsed(file.entries[0]).command_id
        return isinstance(await self._house.store.lookup(file.game_id, head, first, file.fingerprint), Known)

    async def _append(self, file: _File, stored: Stored, entry: Entry) -> Head:
        store, game_id = self._house.store, file.game_id
        if not entry.HasField("command"):
            await store.mark(game_id, stored.version)
        if entry.HasField("judge_called"):
            await store.note_call(game_id, entry.time_us)
        before = Head(stored.version - 1, entry.previous)
        try:
            answer = await store.append(
                game_id, before, entry.command_id, file.fingerprint, stored.entry, stored.digest
            )
        except ValueError as wrong:
            text = f"version {stored.version} is larger than the log takes: {wrong}"
            raise Failure(errors_pb2.ERROR_CODE_TOO_LARGE, text) from None
        match answer:
            case Appended(head):
                return head
            case Known(known) if known == stored or entry.HasField("imported"):
                # Sent twice at once: the other one was faster.
                return known.head
        text = f"something else was written under the id {game_id} meanwhile"
        raise Failure(errors_pb2.ERROR_CODE_GAME_EXISTS, text)


class _File:
    """A file as it comes in. It is gone through line by line, and only what has to be written is kept."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._reader = FileReader(house.games.get)
        self._size = 0
        self._ids: set[bytes] = set()
        self.entries: list[Stored] = []
        self.game_id = self.ruleset = ""
        self.created_us = 0
        self.findings: tuple[Finding, ...] = ()

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self._reader.over

    @property
    def fingerprint(self) -> bytes:
        """What its entries are kept under: no other file's, and no command of play has the same."""
        return fingerprint_of("import", self.entries[-1].digest)

    def take(self, text: str) -> None:
        """The next line. Raises INVALID_FILE, NEWER_FORMAT, UNKNOWN_RULESET and TOO_LARGE."""
        limits = self._house.limits
        line = text.encode() + b"\n"
        self._size += len(line)
        if self._size > limits.file:
            raise _too_large(f"more than {limits.file} bytes")
        try:
            stored = self._reader.take(line)
        except NewerFormat as wrong:
            raise Failure(errors_pb2.ERROR_CODE_NEWER_FORMAT, str(wrong)) from None
        if not self.game_id:
            self._begin()
        if stored is not None:
            if len(self.entries) >= limits.file_entries:
                raise _too_large(f"more than {limits.file_entries} entries")
            self.entries.append(stored)

    def close(self) -> None:
        """That was all. Raises INVALID_FILE where it is not sound. That today's rules would lead elsewhere is no fault
        of the file: changed rules change no history.
        """
        self.findings = self._reader.verdict().findings
        first = next((found for found in self.findings if found.kind != "rules"), None)
        if first is not None:
            raise _invalid(f"version {first.version}: {first.kind}: {first.text}")
        if not self.entries:
            raise _invalid("it has no entries")
        for stored in self.entries:
            self._check_id(stored)
        self.created_us = parsed(self.entries[0]).time_us

    def _begin(self) -> None:
        header = self._reader.header
        if header is None:
            raise _invalid(self._reader.verdict().findings[0].text)
        if not header.complete:
            raise _invalid(f"it shows what {header.viewer} may see, and not all of the game")
        if header.ruleset not in self._house.games:
            raise unknown_ruleset(header.ruleset[:80])
        try:
            self.game_id = requests.game_id(header.game)
        except Failure as wrong:
            raise _invalid(f"the first line: {wrong.message}") from None
        self.ruleset = header.ruleset

    def _check_id(self, stored: Stored) -> None:
        """A log takes each command id once."""
        command_id = parsed(stored).command_id
        if not 1 <= len(command_id) <= _LONGEST_ID or command_id in self._ids:
            raise _invalid(f"version {stored.version}: its command id is none, or came before")
        self._ids.add(command_id)


def _may_import(caller: Caller) -> None:
    if not caller.role:
        raise unauthenticated("a token is needed to import a game")
    if caller.role != ROLE_ADMIN and not (caller.rules and EVERY_GAME in caller.games):
        text = "only judges of every game, and admins, import games"
        raise Failure(errors_pb2.ERROR_CODE_PERMISSION_DENIED, text)


def _written(writer: FileWriter, stored: Stored) -> bytes:
    try:
        return writer.entry(stored)
    except FoldFailed as wrong:
        raise Failure(errors_pb2.ERROR_CODE_NOT_FOLDED, str(wrong)) from None


def _response(lines: Sequence[bytes]) -> pb.ExportGameResponse:
    return pb.ExportGameResponse(lines=[line[:-1].decode() for line in lines])


def _invalid(text: str) -> Failure:
    return Failure(errors_pb2.ERROR_CODE_INVALID_FILE, f"the file cannot be imported: {text}")


def _too_large(text: str) -> Failure:
    return Failure(errors_pb2.ERROR_CODE_TOO_LARGE, f"the file has {text}, and this service takes no more")
