"""What a service that is started says: never a secret, and what is open to others."""

from __future__ import annotations

import asyncio
import json
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pydantic
import pytest
import redis

from rulekeeper.log import Address, BadAddress, EmbeddedServer
from rulekeeper.server import Settings
from rulekeeper.server.settings import dangers
from tests.cli.test_serving import COMMAND, serving, surroundings
from tests.log.conftest import short_folder

SECRET = "hunter2-and-more"
KEY = "a signing key that is long enough"


@pytest.fixture
def guarded() -> Iterator[str]:
    """The path of the socket of a server that wants a password."""
    folder = short_folder()
    with asyncio.Runner() as runner:
        server = runner.run(EmbeddedServer.start(folder))
        with redis.Redis.from_url(server.url) as client:
            client.config_set("requirepass", SECRET)
        yield server.url.removeprefix("unix://").partition("?")[0]
        with redis.Redis.from_url(server.url, password=SECRET) as client:
            client.config_set("requirepass", "")
        runner.run(server.stop())


def said(process: subprocess.Popen[str], first: str) -> str:
    """All that it has said by its end."""
    process.terminate()
    assert process.stdout is not None and process.stderr is not None
    # Not by `communicate`: what was read together with the first line would be missing.
    told = first + process.stdout.read() + process.stderr.read()
    process.wait(20)
    return told


def test_the_password_of_the_logs_server_is_printed_nowhere(tmp_path: Path, guarded: str) -> None:
    url = f"unix://:{SECRET}@{guarded}"
    with serving(
        tmp_path, "--url", url, "--signing-key", KEY, "--log-level", "debug", "--metrics-port", "0"
    ) as running:
        process, first = running
        assert first.startswith("serving at")
        told = said(process, first)
    assert SECRET not in told and KEY not in told
    assert f"the record is kept by the server at {guarded}" in " ".join(told.split())


@pytest.mark.parametrize(
    "url",
    [
        f"http://:{SECRET}@host:6379",
        f"redis://:{SECRET[:7]}/{SECRET}@host:6379",
        f"redis://:{SECRET}@127.0.0.1:1",
        f"redis://{SECRET}@127.0.0.1:1",
        f"redis://host:{SECRET}",
        f"redis://127.0.0.1:1?colour={SECRET}",
        f"redis://127.0.0.1:1?db={SECRET}",
        f"{SECRET}",
    ],
)
def test_nor_where_the_server_cannot_be_used(tmp_path: Path, url: str) -> None:
    with serving(tmp_path, "--url", url) as (process, first):
        told = said(process, first)
    assert (
        "the log cannot be used" in told and SECRET not in told and SECRET[:7] not in told and "Traceback" not in told
    )


def test_nor_where_it_is_the_wrong_one(tmp_path: Path, guarded: str) -> None:
    with serving(tmp_path, "--url", f"unix://:{SECRET}-wrong@{guarded}") as (process, first):
        told = said(process, first)
    assert "the log cannot be used" in told and SECRET not in told


def test_nor_by_the_help_of_a_command(tmp_path: Path) -> None:
    secrets = {"RULEKEEPER_LOG_URL": f"redis://:{SECRET}@x", "RULEKEEPER_SIGNING_KEY": KEY, "RULEKEEPER_TOKEN": SECRET}
    for command in (["serve"], ["token"], ["watch"], []):
        made = subprocess.run(
            [*COMMAND, *command, "--help"],
            env=surroundings(tmp_path) | secrets,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert SECRET not in made.stdout + made.stderr and KEY not in made.stdout + made.stderr


def test_nor_by_settings_and_what_is_wrong_with_them() -> None:
    settings = Settings(log_url=f"redis://:{SECRET}@x", signing_key=pydantic.SecretStr(KEY))
    assert SECRET not in repr(settings) + str(settings) and KEY not in repr(settings)
    with pytest.raises(pydantic.ValidationError) as wrong:
        Settings.model_validate({"log_url": [SECRET], "signing_key": [KEY], "port": SECRET})
    assert SECRET not in str(wrong.value) and KEY not in str(wrong.value)
    with pytest.raises(pydantic.ValidationError) as wrong:
        Settings.model_validate({"log_url": f"redis://:{SECRET}@x"})
    assert SECRET not in str(wrong.value)
    assert SECRET not in str(Address(f"redis://:{SECRET}@host:7000/0"))
    with pytest.raises(BadAddress) as bad:
        Address(f"redis://:{SECRET[:4]}/{SECRET}@host")
    assert SECRET[:4] not in str(bad.value)


def test_a_service_that_others_reach_unencrypted_warns_of_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0", "--metrics-port", "0", "--log-level", "warning") as (process, first):
        told = said(process, first)
    words = " ".join(told.split())
    assert words.count("NOT ENCRYPTED") == 2, "on the output, and in the log"
    assert "WARNING: connections to 0.0.0.0 are NOT ENCRYPTED" in words and "--certificate" in words
    with serving(tmp_path, "--log-level", "warning") as (process, first):
        assert "ENCRYPTED" not in said(process, first)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, []),
        ({"host": "::1"}, []),
        ({"host": "localhost", "metrics_port": 0}, []),
        ({"host": "127.0.0.2"}, []),
        ({"host": "0.0.0.0"}, ["NOT ENCRYPTED"]),
        ({"host": "::"}, ["NOT ENCRYPTED"]),
        ({"host": "games.example"}, ["NOT ENCRYPTED"]),
        ({"host": "0.0.0.0", "metrics_port": 0}, ["NOT ENCRYPTED"]),
        ({"host": "0.0.0.0", "tls": {"certificate": "c", "key": "k"}, "metrics_port": 0}, []),
        ({"metrics_port": 0, "metrics_host": "0.0.0.0"}, ["metrics are open"]),
        ({"metrics_host": "0.0.0.0"}, []),
    ],
)
def test_what_is_open_to_others(given: dict[str, object], told: list[str]) -> None:
    found = dangers(Settings.model_validate({"folder": "/x", **given}))
    assert len(found) == len(told) and all(words in one for words, one in zip(told, found, strict=True))


def test_metrics_are_bound_apart(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0", "--metrics-port", "0", "--json") as (_, first):
        port = json.loads(first)["metrics_port"]
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").status == 200
        with pytest.raises(OSError):
            # Another address of this machine, which a service on all of them would answer at.
            urllib.request.urlopen(f"http://127.0.0.2:{port}/metrics", timeout=5)
