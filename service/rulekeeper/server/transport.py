"""The grpc server: methods, health, reflection, and the options that others got wrong."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from rulekeeper.server.calls import Calls
from rulekeeper.server.settings import Limits, Settings
from rulekeeper.v1 import audit_pb2, games_pb2, judges_pb2, projections_pb2

GAMES = games_pb2.DESCRIPTOR.services_by_name["GamesService"]
PROJECTIONS = projections_pb2.DESCRIPTOR.services_by_name["ProjectionsService"]
AUDIT = audit_pb2.DESCRIPTOR.services_by_name["AuditService"]
JUDGES = judges_pb2.DESCRIPTOR.services_by_name["JudgesService"]
SERVICES = tuple(service.full_name for service in (GAMES, PROJECTIONS, AUDIT, JUDGES))

_CAPITAL = re.compile("[A-Z]")
Handlers: TypeAlias = "dict[str, grpc.RpcMethodHandler[Any, Any]]"


def options(limits: Limits) -> Sequence[tuple[str, int]]:
    """Clients may ping every ten seconds, also between calls; a second service on the port fails instead of
    sharing it.
    """
    return (
        ("grpc.so_reuseport", 0),
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 9_000),
        ("grpc.http2.min_ping_interval_without_data_ms", 9_000),
        ("grpc.max_receive_message_length", limits.request),
        ("grpc.max_send_message_length", limits.response),
    )


class Transport:
    """Listens, and says how it goes. `port` is the one that it listens on."""

    def __init__(self, settings: Settings, handlers: Sequence[tuple[str, Handlers]]) -> None:
        self._server = grpc.aio.server(options=options(settings.limits))
        for service, methods in handlers:
            self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, methods),))
        self._health = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        # The pool is that of all generated modules: the games' messages are in it, so `Any` can be read by reflection.
        names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._server)
        self.port = self._listen(settings)

    def _listen(self, settings: Settings) -> int:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"{host}:{settings.port}"
        no = f"cannot listen on {address}: it is in use, or not an address of this machine"
        if settings.port and not _may_bind(settings.host, settings.port):
            raise OSError(no)
        try:
            if settings.tls is None:
                return self._server.add_insecure_port(address)
            pair = (settings.tls.key.read_bytes(), settings.tls.certificate.read_bytes())
            return self._server.add_secure_port(address, grpc.ssl_server_credentials([pair]))
        except RuntimeError as wrong:
            raise OSError(no) from wrong

    async def start(self) -> None:
        await self._server.start()
        await self._say(health_pb2.HealthCheckResponse.SERVING)

    async def say_draining(self) -> None:
        await self._say(health_pb2.HealthCheckResponse.NOT_SERVING)

    async def stop(self, grace: float) -> None:
        await self._server.stop(grace)

    async def _say(self, status: Any) -> None:
        for service in ("", *SERVICES):
            await self._health.set(service, status)


def methods(
    calls: Calls, implementations: Mapping[ServiceDescriptor, Sequence[object]]
) -> Sequence[tuple[str, Handlers]]:
    """Every method of the services, by the names of the .proto files: each is found, under its name in small letters,
    at one of the objects that implement its service. AttributeError where none has it.
    """
    return [
        (service.full_name, {method.name: _handler(calls, method, objects) for method in service.methods})
        for service, objects in implementations.items()
    ]


def _handler(calls: Calls, method: MethodDescriptor, objects: Sequence[object]) -> grpc.RpcMethodHandler[Any, Any]:
    name = _CAPITAL.sub(lambda letter: f"_{letter[0].lower()}", method.name).removeprefix("_")
    implemented = next((getattr(each, name) for each in objects if hasattr(each, name)), None)
    if implemented is None:
        raise AttributeError(f"nothing implements {method.full_name}")
    wrap = calls.collecting if method.client_streaming else calls.stream if method.server_streaming else calls.unary
    return wrap(method.name, GetMessageClass(method.input_type), implemented)


def _may_bind(host: str, port: int) -> bool:
    """Asked first, for grpc tells of a port that is in use on the error output, in words of its own."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        return False
    for family, kind, protocol, _, address in found:
        with contextlib.suppress(OSError), socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            return True
    return False
