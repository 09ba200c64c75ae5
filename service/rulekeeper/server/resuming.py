"""Resume tokens: how far a stream went, so that another can go on from there, in any process with the same key."""

from __future__ import annotations

import base64
import binascii
import hmac

from rulekeeper.log import Head
from rulekeeper.server.errors import Failure
from rulekeeper.server.tokens import Keyring
from rulekeeper.v1 import errors_pb2

_TAG = 8


class Resuming:
    """Tokens name the game, the version and its digest; they are sealed, so that what comes back is what was
    given.
    """

    def __init__(self, keyring: Keyring) -> None:
        self._key = keyring.secret("resume")

    def token(self, game_id: str, at: Head) -> str:
        body = at.version.to_bytes(8, "big") + at.digest
        return base64.urlsafe_b64encode(self._tag(game_id, body) + body).decode().rstrip("=")

    def read(self, game_id: str, token: str) -> Head:
        """Raises INVALID_RESUME_TOKEN for anything that is not a token of a stream of this game."""
        try:
            data = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            data = b""
        tag, body = data[:_TAG], data[_TAG:]
        if len(body) < 8 or not hmac.compare_digest(tag, self._tag(game_id, body)):
            text = "the resume token is not one of a stream of this game"
            raise Failure(errors_pb2.ERROR_CODE_INVALID_RESUME_TOKEN, text)
        return Head(int.from_bytes(body[:8], "big"), body[8:])

    def _tag(self, game_id: str, body: bytes) -> bytes:
        return hmac.digest(self._key, game_id.encode() + b"\n" + body, "sha256")[:_TAG]
