"""Who a person is at which service: the tokens and contributions that `new` and `join` saved, and where they are kept.

Everything lies in one folder, `rulekeeper` in the user's configuration folder (`RULEKEEPER_CONFIG` names another one):
`credentials.json`, which only its owner may read, and `heads.json`, what was last seen of each game's log.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulekeeper.cli.failing import Problem


@dataclass(frozen=True)
class Key:
    """A token for one game. `role`: "seat", "judge" or "spectator"; `contribution`: in hexadecimal."""

    role: str
    token: str
    seat: int = -1
    name: str = ""
    contribution: str = ""


def folder() -> Path:
    """Where the person's files lie."""
    given = os.environ.get("RULEKEEPER_CONFIG")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "rulekeeper"


class Keys:
    """The saved keys: server -> game -> keys. Read when made, written when one is added."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or folder() / "credentials.json"
        try:
            self._kept: dict[str, dict[str, list[dict[str, Any]]]] = json.loads(self._path.read_text())
        except FileNotFoundError:
            self._kept = {}
        except ValueError:
            raise Problem(f"{self._path} is not readable as JSON", "mend it or move it away.") from None

    def of(self, server: str, game_id: str) -> list[Key]:
        """The keys to a game. Raises `Problem` where the file holds something else."""
        try:
            return [Key(**each) for each in self._kept.get(server, {}).get(game_id, [])]
        except (AttributeError, TypeError):
            raise Problem(f"{self._path} is not a file of keys", "mend it or move it away.") from None

    def add(self, server: str, game_id: str, *keys: Key) -> None:
        """Keeps keys; one for the same role and seat replaces the one before."""
        new = {(key.role, key.seat): key for key in (*self.of(server, game_id), *keys)}
        self._kept.setdefault(server, {})[game_id] = [asdict(key) for key in new.values()]
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump(self._kept, file, indent=1)
        fresh.replace(self._path)


def chosen(keys: list[Key], wanted: str) -> Key | None:
    """The key to use: as `wanted` ("judge", "spectator", a seat's number), else the first seat, else a judge's.

    Raises `Problem` where the one that is wanted is not there.
    """
    if wanted:
        found = [key for key in keys if wanted == key.role or wanted == str(key.seat) and key.role == "seat"]
        found = found or [key for key in keys if key.role == "seat" and wanted == key.name]
        if len(found) > 1:
            numbers = ", ".join(str(key.seat) for key in found)
            raise Problem(f"more than one seat is {wanted!r}", f"give the seat's number: {numbers}.")
        if found:
            return found[0]
        if wanted == "spectator":
            return None
        raise Problem(f"no saved token is one for {wanted!r}", "join the game, or give a token with --token.")
    for role in ("seat", "judge", "spectator"):
        of_it = sorted((key for key in keys if key.role == role), key=lambda key: key.seat)
        if of_it:
            return of_it[0]
    return None
