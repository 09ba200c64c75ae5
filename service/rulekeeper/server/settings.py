"""What an operator may set, checked when it is read."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path

import pydantic

_PREFIX = "RULEKEEPER_"


class Limits(pydantic.BaseModel, frozen=True, extra="forbid"):
    """What bounds a service. Sizes are in bytes, times in seconds."""

    hot_games: int = pydantic.Field(default=1_000, ge=1)
    """Games kept folded; the one that was used longest ago is folded again when it is wanted. Games that are
    watched stay, be they more than these.
    """
    ring: int = pydantic.Field(default=64, ge=1)
    """Newest steps of a hot game that watchers get without reading the log."""
    lobby: int = pydantic.Field(default=20_000, ge=1)
    """Games whose standing is remembered for listing."""
    tokens: int = pydantic.Field(default=10_000, ge=1)
    """Verified tokens that are remembered."""
    request: int = pydantic.Field(default=1 << 20, ge=4_096)
    """The largest request."""
    response: int = pydantic.Field(default=32 << 20, ge=1 << 20)
    """The largest response."""
    position: int = pydantic.Field(default=64 << 10, ge=0)
    """The longest position that a sandbox may start from."""
    file: int = pydantic.Field(default=64 << 20, ge=1 << 10)
    """The largest file of a game that is imported."""
    file_entries: int = pydantic.Field(default=20_000, ge=1)
    """The most entries in one."""
    wait: float = pydantic.Field(default=60.0, gt=0)
    """The longest wait for `at_least`, where the call has no deadline of its own."""
    drain: float = pydantic.Field(default=10.0, ge=0)
    """How long calls and streams have to end when the service goes down."""
    heavy_calls: int = pydantic.Field(default=2, ge=1)
    """Games that are verified, and long histories that are folded, at the same time."""
    past_streams: int = pydantic.Field(default=8, ge=1)
    """Streams that read the past at the same time; the others take turns with them, so that new calls are taken
    meanwhile.
    """


class Tls(pydantic.BaseModel, frozen=True, extra="forbid"):
    """Files in PEM."""

    certificate: Path
    key: Path


def dangers(settings: Settings) -> list[str]:
    """What an operator should know of settings that open the service to others, each as a sentence."""
    found = []
    if settings.tls is None and not _is_own(settings.host):
        found.append(
            f"connections to {settings.host} are NOT ENCRYPTED: whoever is on the way reads tokens and hands, and can"
            " play with them; give --certificate and --key, or put something before the service that encrypts"
        )
    if settings.metrics_port is not None and not _is_own(settings.metrics_host):
        found.append(f"metrics are open to everybody who reaches {settings.metrics_host}")
    return found


def _is_own(host: str) -> bool:
    """Only this machine reaches it. A name may lead anywhere, unless it is localhost."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class Settings(pydantic.BaseModel, frozen=True, extra="forbid", hide_input_in_errors=True):
    """One service. Where the log is: `log_url` ("redis://...", "rediss://...", "unix://..."), or else a server
    of its own, embedded, whose files lie in `folder`. As text: without what is secret.
    """

    folder: Path | None = None
    """Keeps the embedded server's files and the signing key; made where it is missing."""
    log_url: str = pydantic.Field(default="", repr=False)
    """It may hold a password."""
    host: str = "127.0.0.1"
    port: int = pydantic.Field(default=50_051, ge=0, le=65_535)
    """0: any that is free."""
    signing_key: pydantic.SecretStr = pydantic.SecretStr("")
    """At least 32 characters; empty: kept in `folder`. All services of one log need the same."""
    metrics_port: int | None = pydantic.Field(default=None, ge=0, le=65_535)
    """Prometheus metrics over HTTP; left out: none. 0: any that is free."""
    metrics_host: str = "127.0.0.1"
    """Where metrics are served: apart from `host`, for everybody who reaches them may read them."""
    tls: Tls | None = None
    bot_pause: float = pydantic.Field(default=0.0, ge=0, le=60)
    """Seconds before a bot answers."""
    log_level: str = pydantic.Field(default="info", pattern="^(debug|info|warning|error)$")
    log_json: bool = False
    limits: Limits = Limits()

    @pydantic.model_validator(mode="after")
    def _somewhere(self) -> Settings:
        if not self.log_url and self.folder is None:
            raise ValueError("a log_url or a folder is needed: the record must lie somewhere")
        if self.folder is None and not self.signing_key.get_secret_value():
            raise ValueError("a signing_key or a folder to keep one in is needed")
        return self

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, **given: object) -> Settings:
        """RULEKEEPER_FOLDER, RULEKEEPER_LOG_URL, RULEKEEPER_LIMITS__HOT_GAMES ...; an empty one is as if it were
        not set. What is given (and not None) comes first.

        Raises pydantic.ValidationError, a ValueError.
        """
        found: dict[str, object] = {}
        for name, text in (os.environ if environment is None else environment).items():
            if not name.startswith(_PREFIX) or not text:
                continue
            first, _, second = name.removeprefix(_PREFIX).lower().partition("__")
            if first not in cls.model_fields:
                continue
            inner = found.setdefault(first, {}) if second else None
            if isinstance(inner, dict):
                inner[second] = text
            elif not second:
                # A whole and a part of it: the whole is a text that will not do, and is what is complained of.
                found[first] = text
        return cls.model_validate(found | {name: value for name, value in given.items() if value is not None})
