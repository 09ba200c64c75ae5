"""The grpc server: methods, health, reflection, and the options that others got wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from rulekeeper.server.audit_service import AuditService
from rulekeeper.server.calls import Calls
from rulekeeper.server.games_service import GamesService
from rulekeeper.server.projections_service import ProjectionsService
from rulekeeper.server.settings import Limits, Settings
from rulekeeper.v1 import audit_pb2, games_pb2, projections_pb2

GAMES = games_pb2.DESCRIPTOR.services_by_name["GamesService"].full_name
PROJECTIONS = projections_pb2.DESCRIPTOR.services_by_name["ProjectionsService"].full_name
AUDIT = audit_pb2.DESCRIPTOR.services_by_name["AuditService"].full_name
SERVICES = (GAMES, PROJECTIONS, AUDIT)

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
        try:
            if settings.tls is None:
                return self._server.add_insecure_port(address)
            pair = (settings.tls.key.read_bytes(), settings.tls.certificate.read_bytes())
            return self._server.add_secure_port(address, grpc.ssl_server_credentials([pair]))
        except RuntimeError as wrong:
            raise OSError(f"cannot listen on {address}: it is in use, or not an address of this machine") from wrong

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
    calls: Calls, games: GamesService, projections: ProjectionsService, audit: AuditService
) -> Sequence[tuple[str, Handlers]]:
    """Every method of the three services, by the names of the .proto files."""
    return (
        (
            GAMES,
            {
                "ListRulesets": calls.unary("ListRulesets", games_pb2.ListRulesetsRequest, games.list_rulesets),
                "GetRuleset": calls.unary("GetRuleset", games_pb2.GetRulesetRequest, games.get_ruleset),
                "CreateGame": calls.unary("CreateGame", games_pb2.CreateGameRequest, games.create_game),
                "JoinGame": calls.unary("JoinGame", games_pb2.JoinGameRequest, games.join_game),
                "GetGame": calls.unary("GetGame", games_pb2.GetGameRequest, games.get_game),
                "ListGames": calls.unary("ListGames", games_pb2.ListGamesRequest, games.list_games),
                "GetDecision": calls.unary("GetDecision", games_pb2.GetDecisionRequest, games.get_decision),
                "SubmitCommand": calls.unary("SubmitCommand", games_pb2.SubmitCommandRequest, games.submit_command),
                "CheckCommand": calls.unary("CheckCommand", games_pb2.CheckCommandRequest, games.check_command),
            },
        ),
        (
            PROJECTIONS,
            {
                "GetView": calls.unary("GetView", projections_pb2.GetViewRequest, projections.get_view),
                "WatchTable": calls.stream("WatchTable", projections_pb2.WatchTableRequest, projections.watch_table),
                "WatchLobby": calls.stream("WatchLobby", projections_pb2.WatchLobbyRequest, projections.watch_lobby),
            },
        ),
        (
            AUDIT,
            {
                "ReadLog": calls.stream("ReadLog", audit_pb2.ReadLogRequest, audit.read_log),
                "VerifyGame": calls.unary("VerifyGame", audit_pb2.VerifyGameRequest, audit.verify_game),
            },
        ),
    )
