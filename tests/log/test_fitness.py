"""Which servers a record is trusted to, and what is said of those that cannot promise all."""

import asyncio
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis.asyncio

from rulekeeper.log import BadAddress, EmbeddedServer, Head, RedisLog, ServerUnfit, Unreachable
from tests.log.conftest import redis_on_path
from tests.log.entries import append


@pytest.fixture
async def own_url(folder: Path) -> AsyncIterator[str]:
    """A server whose settings may be spoilt."""
    async with await EmbeddedServer.start(folder) as server:
        yield server.url


@pytest.fixture
async def settings(own_url: str) -> AsyncIterator[Callable[[str, str], Awaitable[object]]]:
    async with redis.asyncio.Redis.from_url(own_url) as client:
        yield client.config_set


Set = Callable[[str, str], Awaitable[object]]


async def shortfalls(url: str) -> list[tuple[str, str]]:
    async with await RedisLog.open(url) as log:
        assert all(found.text for found in log.server.shortfalls)
        return [(found.setting, found.value) for found in log.server.shortfalls]


async def test_the_embedded_server_promises_all(own_url: str) -> None:
    async with await RedisLog.open(own_url) as log:
        assert log.server.product == "valkey"
        assert int(log.server.release.split(".")[0]) >= 8
        assert log.server.shortfalls == ()


@pytest.mark.parametrize(
    ("setting", "value"),
    [("appendfsync", "everysec"), ("appendfsync", "no"), ("no-appendfsync-on-rewrite", "yes"), ("appendonly", "no")],
)
async def test_what_it_cannot_promise_is_said(own_url: str, settings: Set, setting: str, value: str) -> None:
    await settings(setting, value)
    assert await shortfalls(own_url) == [(setting, value)]


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl"])
async def test_one_that_deletes_history_is_refused(own_url: str, settings: Set, policy: str) -> None:
    await settings("maxmemory-policy", policy)
    with pytest.raises(ServerUnfit, match=f"its maxmemory-policy is {policy}.*set it to noeviction"):
        await RedisLog.open(own_url)


async def test_where_config_is_denied_it_says_what_it_cannot_tell(own_url: str, settings: Set) -> None:
    async with redis.asyncio.Redis.from_url(own_url) as client:
        await client.acl_setuser("keeper", enabled=True, passwords=["+word"], keys=["rk:*"], channels=["rk:*"])
        await client.acl_setuser("keeper", enabled=True, commands=["+@all", "-config"])
    url = own_url.replace("unix://", "unix://keeper:word@")
    assert await shortfalls(url) == [("appendfsync", "")]
    await settings("maxmemory-policy", "allkeys-lru")
    with pytest.raises(ServerUnfit, match="allkeys-lru"):
        await RedisLog.open(url)


@pytest.mark.parametrize(
    ("rights", "problem"),
    [
        (["+@all", "-function"], "it does not let us load functions"),
        (["+@all", "-publish"], "it does not let us PUBLISH"),
        (["+@all", "-info"], "it does not let us INFO"),
    ],
)
async def test_a_user_without_the_rights_it_takes_is_refused(own_url: str, rights: list[str], problem: str) -> None:
    async with redis.asyncio.Redis.from_url(own_url) as client:
        await client.acl_setuser("keeper", enabled=True, passwords=["+word"], keys=["rk:*"], channels=["rk:*"])
        await client.acl_setuser("keeper", enabled=True, commands=rights)
    with pytest.raises(ServerUnfit, match=problem):
        await RedisLog.open(own_url.replace("unix://", "unix://keeper:word@"))


async def test_a_user_with_the_rights_that_are_documented_can_write_and_follow(own_url: str, game: str) -> None:
    commands = "function fcall fcall_ro info ping publish subscribe unsubscribe".split()
    kinds = ["+@stream", "+@hash", "+@string", "+@sortedset", "+del", "+auth"]
    async with redis.asyncio.Redis.from_url(own_url) as client:
        await client.acl_setuser("keeper", enabled=True, passwords=["+word"], keys=["rk:*"], channels=["rk:*"])
        await client.acl_setuser("keeper", enabled=True, commands=[*(f"+{name}" for name in commands), *kinds])
    async with await RedisLog.open(own_url.replace("unix://", "unix://keeper:word@")) as log:
        caught_up = asyncio.Event()
        log.follow(game, 0, lambda stored: None, lambda: None, lambda version: caught_up.set())
        await log.enlist(game, 1)
        await log.keep_secret(game, b"secret")
        await append(log, game, Head(), b"id")
        await log.note_refused(game, b"refused")
        assert len((await log.games()).games) == len(await log.refused(game)) == len(await log.read(game, 0, 9)) == 1
        assert await log.secret(game) == b"secret"
        await log.drop_secret(game)
        async with asyncio.timeout(5):
            await caught_up.wait()


async def test_a_wrong_password_is_no_secret(own_url: str, settings: Set) -> None:
    await settings("requirepass", "right")
    with pytest.raises(ServerUnfit, match="does not let us in") as raised:
        await RedisLog.open(own_url.replace("unix://", "unix://:wrong@"))
    assert "wrong@" not in str(raised.value)
    async with await RedisLog.open(own_url.replace("unix://", "unix://:right@")):
        pass


@asynccontextmanager
async def pretender(folder: Path, **info: str) -> AsyncIterator[str]:
    """Something that answers INFO like a server that is not at hand."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            text = "".join(f"{name}:{value}\r\n" for name, value in info.items())
            writer.write(f"${len(text)}\r\n{text}\r\n".encode())
        writer.close()

    async with await asyncio.start_unix_server(answer, folder / "pretender.sock"):
        yield f"unix://{folder}/pretender.sock"


@pytest.mark.parametrize(
    ("info", "problem"),
    [
        ({"redis_version": "6.2.14"}, "it is release 6.2.14, and 7 is the oldest"),
        ({"redis_version": "7.2.4", "cluster_enabled": "1"}, "it is part of a cluster"),
        ({"redis_version": "7.2.4", "role": "slave"}, "it is a replica of another server"),
    ],
)
async def test_a_server_of_the_wrong_kind_is_refused(folder: Path, info: dict[str, str], problem: str) -> None:
    async with pretender(folder, **info) as url:
        with pytest.raises(ServerUnfit, match=problem):
            await RedisLog.open(url)


async def test_a_replica_is_refused_and_its_master_has_a_shortfall(own_url: str, settings: Set) -> None:
    other = Path(own_url.removeprefix("unix://")).parent / "replica"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    await settings("repl-diskless-sync-delay", "0")
    await settings("bind", "127.0.0.1")
    await settings("port", str(port))
    async with await EmbeddedServer.start(other) as replica, redis.asyncio.Redis.from_url(replica.url) as client:
        await client.replicaof("127.0.0.1", str(port))
        for _ in range(200):
            if (await client.info("replication"))["master_link_status"] == "up":
                break
            await asyncio.sleep(0.05)
        assert await shortfalls(own_url) == [("replicas", "1")]
        with pytest.raises(ServerUnfit, match="it is a replica of another server"):
            await RedisLog.open(replica.url)


@pytest.mark.parametrize(
    "url", ["http://localhost", "localhost:6379", "redis://localhost?max_connections=7", "redis://localhost:port"]
)
async def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        await RedisLog.open(url)


async def test_where_nobody_answers_it_is_unreachable(folder: Path) -> None:
    with pytest.raises(Unreachable, match=r"the server at .*/nobody.sock is away"):
        await RedisLog.open(f"unix://{folder}/nobody.sock")


@pytest.fixture
def tls_url(folder: Path) -> Iterator[str]:
    """A server on PATH that speaks TLS only, and wants a password."""
    if not shutil.which("openssl"):
        pytest.skip("no openssl on PATH to make a certificate with")
    program = redis_on_path()
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*request, *names, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    keys: list[str | Path] = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate]
    tls: list[str | Path] = ["--port", "0", "--tls-port", str(port), "--tls-auth-clients", "no", "--bind", "127.0.0.1"]
    command: list[str | Path] = [program, *tls, *keys, "--dir", folder, "--requirepass", "word", "--appendonly", "yes"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert server.stdout is not None
    try:
        said: list[str] = []
        for line in server.stdout:
            said.append(line)
            if "Ready to accept" in line:
                break
        else:
            if "TLS" in "".join(said) or "tls" in "".join(said):
                pytest.skip(f"{program} was built without TLS")
            pytest.fail("".join(said))
        yield f"rediss://:word@localhost:{port}?ssl_ca_certs={certificate}"
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


async def test_tls_and_a_password_get_in(tls_url: str, game: str) -> None:
    async with await RedisLog.open(tls_url) as log:
        assert [found.setting for found in log.server.shortfalls] == ["appendfsync"]
        caught_up = asyncio.Event()
        log.follow(game, 0, lambda stored: None, lambda: None, lambda version: caught_up.set())
        await append(log, game, Head(), b"id")
        async with asyncio.timeout(5):
            await caught_up.wait()
    with pytest.raises(Unreachable, match="certificate"):
        await RedisLog.open(tls_url.partition("?")[0])
