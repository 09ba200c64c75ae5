"""A game's secret, as a service draws it."""

from __future__ import annotations

import base64
import hmac
import os

from rulekeeper.server.tokens import Keyring

SECRET = 32
"""Bytes."""
_DRAWN = 16
"""Those that are drawn; the rest says that the service drew them."""


def game_id_for(keyring: Keyring, purpose: str, request_id: bytes) -> str:
    """The id of the game that a request makes. Nobody can tell it from the request's without the service's key."""
    return base64.b32encode(keyring.secret(purpose, request_id)[:15]).decode().lower()


def making_key(keyring: Keyring, game_id: str, seed: bytes) -> bytes:
    """32 bytes that key the ids of the entries that make a game: known before it has a secret, and after that was
    dropped. Where its maker gave a seed, the seed: equal requests give equal entries.
    """
    return seed or keyring.secret("making", game_id)


def new_secret(keyring: Keyring, game_id: str) -> bytes:
    """A new secret, which only this service can have drawn: see `may_serve`."""
    return _sealed(keyring, game_id, os.urandom(_DRAWN))


def may_serve(keyring: Keyring, game_id: str, secret: bytes, seed: bytes) -> bool:
    """Whether the secret that is kept is the one that the request asks for. An earlier request of the same id may
    have left its own behind, and have been cut off before it made a game: a seed that a client knows must not
    become the secret of a game that counts.
    """
    return hmac.compare_digest(secret, seed or _sealed(keyring, game_id, secret[:_DRAWN]))


def _sealed(keyring: Keyring, game_id: str, drawn: bytes) -> bytes:
    return drawn + keyring.secret("drawn", game_id, drawn)[: SECRET - _DRAWN]
