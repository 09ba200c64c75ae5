"""What the client has seen of each game's log, so that no service can change the past behind its back.

A log's digests are a chain: the digest at a version stands for everything up to it. So it is enough to keep them, and
to refuse another digest at the same version. `MemoryHeads` keeps them while the client lives; `FileHeads` also keeps
each game's last one in a JSON file, for the next time, service by service.
"""

import fcntl
import json
import os
import time
from collections import OrderedDict
from pathlib import Path
from typing import Protocol

from rulekeeper.client.errors import HistoryChanged
from rulekeeper.v1 import errors_pb2, table_pb2

SAVE_EVERY = 1.0
"""Seconds between two writes of the file while much is seen; closing writes at once."""


class Heads(Protocol):
    """Where a client keeps what it saw. Not for several event loops or threads at once."""

    def last(self, game_id: str) -> table_pb2.Head | None:
        """The newest head that was seen of a game; none if nothing was."""

    def saw(self, game_id: str, version: int, digest: bytes) -> None:
        """Keeps a version's digest. Raises `HistoryChanged` where another one was seen for it before."""

    def close(self) -> None:
        """Writes down what is not written yet."""


class MemoryHeads:
    """Keeps digests in memory: the last `depth` versions of each of the last `games` games."""

    def __init__(self, depth: int = 4096, games: int = 1024) -> None:
        self._depth = depth
        self._games = games
        self._seen: OrderedDict[str, OrderedDict[int, bytes]] = OrderedDict()

    def last(self, game_id: str) -> table_pb2.Head | None:
        digests = self._seen.get(game_id)
        if not digests:
            return None
        version = max(digests)
        return table_pb2.Head(version=version, digest=digests[version])

    def saw(self, game_id: str, version: int, digest: bytes) -> None:
        if not version:
            return
        digests = self._seen.setdefault(game_id, OrderedDict())
        self._seen.move_to_end(game_id)
        known = digests.setdefault(version, digest)
        if known != digest:
            raise changed(game_id, version, known, digest)
        while len(digests) > self._depth:
            digests.popitem(last=False)
        while len(self._seen) > self._games:
            self._seen.popitem(last=False)

    def close(self) -> None:
        """Nothing is written, so nothing is owed."""


class FileHeads(MemoryHeads):
    """Keeps each game's last head in a JSON file too: `{"<server>/<game id>": {"version": 7, "digest": "<hex>"}}`.

    `server`: the service's address. A game that was exported and imported has its id at both services, and from there
    on two records. What a file says of a game without a server, as older ones do, holds at every server until more is
    seen of the game at one: then it was that one's. Without `server` it is kept so.

    Several processes may share the file: each write takes a lock, reads what is there and keeps the newer head of each
    game. Raises `OSError` where the file cannot be read or written, `ValueError` where it is no such file.
    """

    def __init__(self, path: Path, depth: int = 4096, games: int = 1024, *, server: str = "") -> None:
        super().__init__(depth, games)
        self._path = path
        self._before = f"{server}/" if server else ""
        self._owed: dict[str, table_pb2.Head] = {}
        self._saved = 0.0
        kept = read(path)
        for key, head in kept.items():
            before, _, game_id = key.rpartition("/")
            own = self._before + game_id
            if key == own or (not before and own not in kept):
                super().saw(game_id, head.version, head.digest)

    def saw(self, game_id: str, version: int, digest: bytes) -> None:
        before = self.last(game_id)
        super().saw(game_id, version, digest)
        if before is None or version > before.version:
            self._owed[game_id] = table_pb2.Head(version=version, digest=digest)
            if time.monotonic() - self._saved >= SAVE_EVERY:
                self.close()

    def close(self) -> None:
        if not self._owed:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with open(self._path.with_name(self._path.name + ".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            kept = read(self._path)
            for game_id, head in self._owed.items():
                key = self._before + game_id
                if game_id in kept and kept[game_id].version <= head.version:
                    del kept[game_id]
                if key not in kept or kept[key].version < head.version:
                    kept.pop(key, None)
                    kept[key] = head
            kept = dict(list(kept.items())[-self._games :])
            plain = {key: {"version": h.version, "digest": h.digest.hex()} for key, h in kept.items()}
            fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
            fresh.write_text(json.dumps(plain, indent=1) + "\n")
            fresh.replace(self._path)
        self._owed.clear()
        self._saved = time.monotonic()


def read(path: Path) -> dict[str, table_pb2.Head]:
    """What a file of heads holds, by "server/game" or the game alone; nothing where there is no file."""
    try:
        text = path.read_text()
    except FileNotFoundError:
        return {}
    try:
        return {
            key: table_pb2.Head(version=int(head["version"]), digest=bytes.fromhex(head["digest"]))
            for key, head in json.loads(text).items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is not a file of heads: {error}") from error


def changed(game_id: str, version: int, known: bytes, digest: bytes) -> HistoryChanged:
    then, now = known.hex()[:16], digest.hex()[:16] or "none"
    return HistoryChanged(
        f"game {game_id}: version {version} was shown with digest {then}, and now with {now}",
        errors_pb2.ERROR_CODE_HISTORY_CHANGED,
    )
