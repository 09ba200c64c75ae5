"""May a record be trusted to this server? Its settings are read when the log is opened.

What would lose history is refused (ServerUnfit). What the server cannot promise although it may be used is listed, to
be said plainly by whoever starts the service.
"""

from contextlib import suppress
from typing import Any

from msgspec import Struct
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import NoPermissionError, ResponseError

from rulekeeper.log.connecting import Address, ask
from rulekeeper.log.errors import ServerUnfit

OLDEST = 7
_SETTINGS = ("maxmemory-policy", "appendonly", "appendfsync", "no-appendfsync-on-rewrite")
_PROBE = "rk:{}:new"


class Shortfall(Struct, frozen=True):
    """A promise that the server cannot keep: the setting, its value (empty: not known), and what that means."""

    setting: str
    value: str
    text: str


class Server(Struct, frozen=True):
    """A server that may be used: "valkey" or "redis", its release, and what it cannot promise."""

    product: str
    release: str
    shortfalls: tuple[Shortfall, ...]


async def inspect(connection: AbstractConnection, address: Address) -> Server:
    """Read the server's settings; raises ServerUnfit, or what a lost connection raises."""
    info = parsed(await _allowed(connection, address, "INFO"))
    _refuse_unfit_kind(info, address)
    settings = await _settings(connection)
    _refuse_eviction(settings.get("maxmemory-policy") or info.get("maxmemory_policy", ""), address)
    await _try_channel(connection, address)
    valkey = "valkey_version" in info
    return Server(
        product="valkey" if valkey else "redis",
        release=info["valkey_version"] if valkey else info["redis_version"],
        shortfalls=(*_of_disk(settings, info), *_of_replicas(info)),
    )


def _refuse_unfit_kind(info: dict[str, str], address: Address) -> None:
    # Valkey gives the release of Redis whose ways it keeps as redis_version.
    release = info.get("redis_version", "0")
    if int(release.split(".")[0]) < OLDEST:
        raise ServerUnfit(str(address), f"it is release {release}, and {OLDEST} is the oldest that has functions")
    if info.get("cluster_enabled") == "1":
        raise ServerUnfit(str(address), "it is part of a cluster, and the log is written to one server")
    if info.get("role") == "slave":
        raise ServerUnfit(str(address), "it is a replica of another server: give the address of that one")


def _refuse_eviction(policy: str, address: Address) -> None:
    if not policy:
        raise ServerUnfit(str(address), "it does not tell its maxmemory-policy, which must be noeviction")
    if policy != "noeviction":
        problem = f"its maxmemory-policy is {policy}, so it deletes history when memory is short; set it to noeviction"
        raise ServerUnfit(str(address), problem)


async def _try_channel(connection: AbstractConnection, address: Address) -> None:
    await _allowed(connection, address, "PUBLISH", _PROBE, "")
    await _allowed(connection, address, "SUBSCRIBE", _PROBE)
    await _allowed(connection, address, "UNSUBSCRIBE", _PROBE)


def _of_disk(settings: dict[str, str], info: dict[str, str]) -> list[Shortfall]:
    appendonly = settings.get("appendonly") or {"1": "yes", "0": "no"}.get(info.get("aof_enabled", ""), "")
    if appendonly == "no":
        text = "what was acknowledged since the last snapshot is lost when the server stops; set it to yes"
        return [Shortfall("appendonly", "no", text)]
    found: list[Shortfall] = []
    if not appendonly:
        text = "the server does not tell whether what was acknowledged is ever written to disk"
        found.append(Shortfall("appendonly", "", text))
    match settings.get("appendfsync", ""):
        case "always":
            pass
        case "":
            text = "the server does not tell (CONFIG is denied) whether what was acknowledged is on disk by then"
            found.append(Shortfall("appendfsync", "", text))
        case "everysec":
            text = "what was acknowledged in the last second may be lost when the machine stops; set it to always"
            found.append(Shortfall("appendfsync", "everysec", text))
        case other:
            text = "what was acknowledged reaches the disk whenever the system likes; set it to always"
            found.append(Shortfall("appendfsync", other, text))
    if settings.get("no-appendfsync-on-rewrite") == "yes":
        text = "while the server rewrites its file, what is acknowledged is not yet on disk; set it to no"
        found.append(Shortfall("no-appendfsync-on-rewrite", "yes", text))
    return found


def _of_replicas(info: dict[str, str]) -> list[Shortfall]:
    replicas = info.get("connected_slaves", "0")
    if replicas == "0":
        return []
    text = "replicas are told afterwards: where one of them takes over, what was acknowledged last may be lost"
    return [Shortfall("replicas", replicas, text)]


async def _settings(connection: AbstractConnection) -> dict[str, str]:
    """The settings that the server tells; none where CONFIG is denied or renamed away."""
    found: dict[str, str] = {}
    with suppress(ResponseError):
        for setting in _SETTINGS:
            pair = await ask(connection, "CONFIG", "GET", setting)
            if pair:
                found[pair[0].decode()] = pair[1].decode()
    return found


async def _allowed(connection: AbstractConnection, address: Address, *words: str) -> Any:
    try:
        return await ask(connection, *words)
    except NoPermissionError as why:
        raise ServerUnfit(str(address), f"it does not let us {words[0]}: {why}") from None


def parsed(info: bytes) -> dict[str, str]:
    """The fields of INFO's reply."""
    lines = (line.partition(":") for line in info.decode(errors="replace").splitlines())
    return {name: value for name, colon, value in lines if colon}
