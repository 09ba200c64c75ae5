"""The grpc server itself: reflection, sizes, ports, TLS, pings; and what operators set and see."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
import urllib.request
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pb2
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from rulekeeper.log import EmbeddedServer
from rulekeeper.server import Limits, Service, Settings, Tls
from rulekeeper.server.logs import logger_for
from rulekeeper.v1 import games_pb2
from tests.kernel.night_market import night_market_pb2 as nm
from tests.server.conftest import Town, sitting
from tests.server.desk import KEY, RULES, Desk, failing, settings


async def reflected(
    desk: Desk, request: reflection_pb2.ServerReflectionRequest
) -> reflection_pb2.ServerReflectionResponse:
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(desk.channel)  # type: ignore[arg-type]
    call = stub.ServerReflectionInfo()
    await call.write(request)
    await call.done_writing()
    answer = await call.read()
    assert isinstance(answer, reflection_pb2.ServerReflectionResponse)
    return answer


async def test_reflection_knows_the_services_and_the_games_messages(desk: Desk) -> None:
    answer = await reflected(desk, reflection_pb2.ServerReflectionRequest(list_services=""))
    names = {service.name for service in answer.list_services_response.service}
    assert {f"rulekeeper.v1.{name}Service" for name in ("Games", "Projections", "Audit")} <= names
    assert "grpc.health.v1.Health" in names
    for symbol in ("night_market.v1.WareDrawn", "rulekeeper.v1.Refusal", "google.rpc.ErrorInfo"):
        request = reflection_pb2.ServerReflectionRequest(file_containing_symbol=symbol)
        answer = await reflected(desk, request)
        files = [
            descriptor_pb2.FileDescriptorProto.FromString(data)
            for data in answer.file_descriptor_response.file_descriptor_proto
        ]
        found = {f"{file.package}.{message.name}" for file in files for message in file.message_type}
        assert symbol in found


async def test_a_second_service_on_the_port_is_refused(town: Town) -> None:
    desk = await town.desk()
    with pytest.raises(OSError, match="in use"):
        await town.service(port=desk.service.port)


async def test_a_request_that_is_too_large_is_refused(town: Town) -> None:
    desk = await town.desk(limits=Limits(request=10_000))
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await desk.create(sandbox=games_pb2.Sandbox(position="x" * 20_000))
    assert refused.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_position_that_is_too_long_is_refused(town: Town) -> None:
    desk = await town.desk(limits=Limits(position=100))
    async with failing() as failed:
        await desk.create(sandbox=games_pb2.Sandbox(position="x" * 101))
    assert failed[0].reason == "INVALID_REQUEST"


async def test_clients_may_ping_every_ten_seconds(desk: Desk) -> None:
    """Two pings of a quiet connection would end it, were they not allowed."""
    from rulekeeper.server.transport import options

    wanted = dict(options(Limits()))
    assert wanted["grpc.http2.min_recv_ping_interval_without_data_ms"] < 10_000
    assert wanted["grpc.keepalive_permit_without_calls"] == 1 and wanted["grpc.so_reuseport"] == 0


async def test_metrics_are_served_where_asked_for(town: Town) -> None:
    desk = await town.desk(metrics_port=0)
    table = await desk.table()
    await table.bid(0)
    async with failing():
        await table.send(1, nm.Bid(coins=9), 4)
    url = f"http://127.0.0.1:{desk.service.metrics_port}/metrics"
    text = await asyncio.to_thread(lambda: urllib.request.urlopen(url).read().decode())
    assert 'rulekeeper_calls_total{method="SubmitCommand",outcome="ok"} 1.0' in text
    assert 'rulekeeper_calls_total{method="SubmitCommand",outcome="REFUSED"} 1.0' in text
    assert "rulekeeper_hot_games 1.0" in text and "rulekeeper_append_seconds_count" in text


async def test_tls_is_spoken_where_it_is_set(folder: Path) -> None:
    certificate, key = folder / "cert.pem", folder / "key.pem"
    process = await asyncio.create_subprocess_exec(
        *"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split(),
        *("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)),
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert await process.wait() == 0
    given = settings(folder, tls=Tls(certificate=certificate, key=key))
    async with await Service.start(given, ruleset=RULES) as service:
        credentials = grpc.ssl_channel_credentials(certificate.read_bytes())
        async with grpc.aio.secure_channel(f"localhost:{service.port}", credentials) as channel:
            assert (await Desk(channel, service).create()).game_id


async def test_two_services_of_different_keys_do_not_take_each_others_tokens(town: Town) -> None:
    desk, other = await town.desk(), await town.desk(signing_key="another key that is long enough too")
    table = await desk.table()
    async with failing() as failed:
        await other.decision(table.game_id, table.tokens[0])
    assert failed[0].reason == "UNAUTHENTICATED"


def test_settings_come_from_the_environment_and_what_is_given_comes_first() -> None:
    environment = {
        "RULEKEEPER_FOLDER": "/data",
        "RULEKEEPER_PORT": "7000",
        "RULEKEEPER_LIMITS__HOT_GAMES": "7",
        "RULEKEEPER_SIGNING_KEY": KEY,
        "RULEKEEPER_OF_ANOTHER_PROGRAM": "x",
        "PATH": "/bin",
    }
    found = Settings.from_environment(environment, port=8000, host=None)
    assert (found.folder, found.port, found.limits.hot_games, found.host) == (Path("/data"), 8000, 7, "127.0.0.1")
    assert KEY not in repr(found)


@pytest.mark.parametrize(
    "wrong", [{}, {"folder": "/x", "port": 70_000}, {"log_url": "redis://x"}, {"folder": "/x", "colour": 1}]
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Settings.model_validate(wrong)


@pytest.mark.parametrize("first", ["LIMITS", "LIMITS__RING"])
def test_a_part_of_what_is_set_as_a_whole_is_refused(first: str) -> None:
    texts = {"RULEKEEPER_LIMITS": "5", "RULEKEEPER_LIMITS__RING": "3"}
    texts = {f"RULEKEEPER_{first}": texts[f"RULEKEEPER_{first}"]} | texts
    with pytest.raises(ValueError, match="limits"):
        Settings.from_environment({"RULEKEEPER_FOLDER": "/data"} | texts)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"RULEKEEPER_PORT": "many"}, "RULEKEEPER_PORT"),
        ({"RULEKEEPER_LIMITS__RING": "0"}, "RULEKEEPER_LIMITS__RING"),
        ({"RULEKEEPER_FOLDER": "", "RULEKEEPER_METRICS_PORT": ""}, "folder"),
        ({"RULEKEEPER_FOLDER": "/proc/none"}, "/proc/none"),
        ({"RULEKEEPER_SIGNING_KEY": "short"}, "32"),
        ({"RULEKEEPER_LOG_URL": "unix:///proc/none"}, "/proc/none"),
        ({"RULEKEEPER_TLS__CERTIFICATE": "/proc/none", "RULEKEEPER_TLS__KEY": "/proc/none"}, "/proc/none"),
    ],
)
async def test_a_service_that_cannot_start_says_why_in_a_line(folder: Path, wrong: dict[str, str], told: str) -> None:
    environment = os.environ | {"RULEKEEPER_FOLDER": str(folder), "RULEKEEPER_PORT": "0"} | wrong
    program = (sys.executable, "-m", "rulekeeper.server")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*program, env=environment, stdout=pipe, stderr=pipe)
    try:
        said, complaint = await asyncio.wait_for(process.communicate(), 60)
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    assert process.returncode == 2 and not said
    assert told in complaint.decode() and "Traceback" not in complaint.decode()


def test_the_log_of_the_service_is_made_of_lines_of_json() -> None:
    stream = io.StringIO()
    log = logger_for("info", as_json=True, to=stream)
    log.debug("unheard")
    log.info("listening", address="here")
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line) | {"timestamp": ""} == {
        "event": "listening",
        "address": "here",
        "level": "info",
        "timestamp": "",
    }


async def test_channels_of_their_own_reach_one_service(service: Service) -> None:
    async with sitting(service) as one, sitting(service) as other:
        made = await one.create()
        assert (await other.decision(made.game_id)).game.head.version == 1


async def test_a_service_whose_log_nobody_reads_ends_in_order(folder: Path) -> None:
    environment = os.environ | {"RULEKEEPER_FOLDER": str(folder), "RULEKEEPER_PORT": "0"}
    program = (sys.executable, "-m", "rulekeeper.server")
    read, write = os.pipe()
    process = await asyncio.create_subprocess_exec(
        *program, env=environment, stdout=asyncio.subprocess.PIPE, stderr=write
    )
    try:
        os.close(write)
        assert process.stdout is not None
        assert await asyncio.wait_for(process.stdout.readline(), 60)
    finally:
        os.close(read)
        process.terminate()
    assert await asyncio.wait_for(process.wait(), 60) == 0
    async with await EmbeddedServer.start(folder / "record") as server:
        assert not server.adopted, "the service left its server behind"


@pytest.mark.parametrize("as_json", [False, True])
def test_a_logged_fault_shows_no_values_of_variables(as_json: bool) -> None:
    def fails(secret: str) -> None:
        raise ValueError("it failed")

    stream = io.StringIO()
    try:
        fails("of the" + " dealer")
    except ValueError as wrong:
        logger_for("info", as_json=as_json, to=stream).error("a call failed", exc_info=wrong)
    assert "it failed" in stream.getvalue() and "of the dealer" not in stream.getvalue()
