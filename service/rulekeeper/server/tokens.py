"""Tokens: signed statements of who calls. HS256 JWTs, the same for the same caller from any process that has
the key.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jwt
import msgspec

from rulekeeper.kernel import JUDGE, SPECTATOR, Viewer
from rulekeeper.server.errors import Failure
from rulekeeper.v1 import entry_pb2
from rulekeeper.v1.entry_pb2 import (
    ROLE_ADMIN,
    ROLE_INVITED,
    ROLE_JUDGE,
    ROLE_SEAT,
    ROLE_SPECTATOR,
    ROLE_UNSPECIFIED,
    Role,
)
from rulekeeper.v1.errors_pb2 import ERROR_CODE_PERMISSION_DENIED, ERROR_CODE_UNAUTHENTICATED

KEY_FILE = "signing.key"
EVERY_GAME = "*"
_ALGORITHM = "HS256"
_SHORTEST_KEY = 32
_ROLES: Mapping[str, Role.ValueType] = {
    "seat": ROLE_SEAT,
    "judge": ROLE_JUDGE,
    "spectator": ROLE_SPECTATOR,
    "admin": ROLE_ADMIN,
    "invited": ROLE_INVITED,
}
_NAMES = {role: name for name, role in _ROLES.items()}
_LONGEST_TOKEN = 4_096


class Caller(msgspec.Struct, frozen=True):
    """Who calls, as the token says. `games`: the ids that it is for; `("*",)`: every game."""

    role: Role.ValueType
    games: tuple[str, ...] = ()
    seat: int = 0
    name: str = ""

    @property
    def rules(self) -> bool:
        """A judge, or an admin: sees everything in the token's games."""
        return self.role in (ROLE_JUDGE, ROLE_ADMIN)

    def viewer(self) -> Viewer:
        if self.role == ROLE_SEAT:
            return self.seat
        return JUDGE if self.rules else SPECTATOR

    def actor(self) -> entry_pb2.Actor:
        return entry_pb2.Actor(role=self.role, seat=self.seat if self.role == ROLE_SEAT else 0, name=self.name)

    def at(self, game_id: str) -> None:
        """Raises PERMISSION_DENIED where a token was sent that is for other games."""
        if self.role and game_id not in self.games and EVERY_GAME not in self.games:
            raise Failure(ERROR_CODE_PERMISSION_DENIED, "the token is for another game")


NOBODY = Caller(ROLE_UNSPECIFIED)
"""Who calls without a token: sees what is public."""


def unauthenticated(message: str) -> Failure:
    return Failure(ERROR_CODE_UNAUTHENTICATED, message)


class Keyring:
    """Signs and reads tokens. What was read is kept, for at most `keep` tokens, so that a seat's calls are
    verified once.
    """

    def __init__(self, key: bytes, keep: int = 10_000) -> None:
        if len(key) < _SHORTEST_KEY:
            raise ValueError(f"the signing key has {len(key)} bytes, at least {_SHORTEST_KEY} are needed")
        self._key = key
        self._keep = keep
        self._read: dict[str | bytes, tuple[Caller, float]] = {}

    def sign(self, caller: Caller, *, expires: int | None = None) -> str:
        """A token; nothing in it depends on when it was made, unless `expires` (seconds since 1970) is given."""
        claims: dict[str, Any] = {"role": _NAMES[caller.role], "games": list(caller.games)}
        if caller.role in (ROLE_SEAT, ROLE_INVITED):
            claims["seat"] = caller.seat
        if caller.name:
            claims["name"] = caller.name
        if expires is not None:
            claims["exp"] = expires
        return jwt.encode(claims, self._key, _ALGORITHM)

    def read(self, token: str) -> Caller:
        """Raises UNAUTHENTICATED for a token that this key did not sign, that is damaged or has expired."""
        return self._checked(token, token)

    def caller(self, header: str | bytes) -> Caller:
        """The same from an `authorization` header: "Bearer <token>"."""
        kept = self._read.get(header)
        if kept is not None and not kept[1]:
            return kept[0]
        text = header if isinstance(header, str) else header.decode(errors="replace")
        kind, _, token = text.partition(" ")
        if kind.lower() != "bearer" or not token.strip():
            raise unauthenticated("send `authorization: Bearer <token>`")
        return self._checked(header, token.strip())

    def _checked(self, key: str | bytes, token: str) -> Caller:
        kept = self._read.get(key)
        if kept is None:
            kept = self._verified(token)
            if len(self._read) >= self._keep:
                self._read.pop(next(iter(self._read)))
            self._read[key] = kept
        if kept[1] and kept[1] <= time.time():
            raise unauthenticated("the token has expired")
        return kept[0]

    def secret(self, *parts: str | bytes) -> bytes:
        """32 bytes that only holders of the key can work out, the same each time for the same parts."""
        mac = hmac.new(self._key, b"rulekeeper-derived-1", hashlib.sha256)
        for part in parts:
            data = part.encode() if isinstance(part, str) else part
            mac.update(len(data).to_bytes(8, "big") + data)
        return mac.digest()

    def _verified(self, token: str) -> tuple[Caller, float]:
        if len(token) > _LONGEST_TOKEN:
            raise unauthenticated("the token is too long to be one of this service")
        try:
            claims = jwt.decode(token, self._key, [_ALGORITHM], options={"verify_iat": False})
            caller = Caller(
                role=_ROLES[claims["role"]],
                games=tuple(map(str, claims["games"])),
                seat=int(claims.get("seat", 0)),
                name=str(claims.get("name", "")),
            )
        except jwt.ExpiredSignatureError:
            raise unauthenticated("the token has expired") from None
        except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
            raise unauthenticated("the token is not one of this service, or damaged") from None
        return caller, float(claims.get("exp", 0))


def signing_key(given: str, folder: Path | None) -> bytes:
    """The key from the settings, else from the folder's key file, which is made (0600) where there is none.

    Raises ValueError where there is neither, or where others may read the file.
    """
    if given:
        return given.encode()
    if folder is None:
        raise ValueError("a signing key is needed: give one, or a data folder to keep it in")
    path = folder / KEY_FILE
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        _make_key(path)
    if path.stat().st_mode & 0o077:
        raise ValueError(f"{path} can be read by others: chmod 600 it")
    return path.read_text().strip().encode()


def _make_key(path: Path) -> None:
    """Whole or not at all, and only once, whoever else makes one at the same time."""
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=KEY_FILE)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(scratch, path)
    finally:
        os.unlink(scratch)


def mint(
    key: bytes, role: str, *, games: tuple[str, ...] = (EVERY_GAME,), name: str = "", days: float | None = None
) -> str:
    """A judge's, admin's or spectator's token from the key; for the command line. Raises ValueError for
    another role.
    """
    if role not in ("judge", "admin", "spectator"):
        raise ValueError(f"{role!r}: judge, admin or spectator")
    caller = Caller(_ROLES[role], (EVERY_GAME,) if role == "admin" else games, name=name)
    return Keyring(key).sign(caller, expires=None if days is None else int(time.time() + days * 86_400))
