"""Prometheus metrics, in a registry of the service's own."""

from __future__ import annotations

from collections.abc import Callable

import prometheus_client


class Metrics:
    """Counts and times. `answered(reason)` is on the path of every command, so its counters are looked up once."""

    def __init__(self) -> None:
        self.registry = prometheus_client.CollectorRegistry()
        self._calls = prometheus_client.Counter(
            "rulekeeper_calls",
            "Calls that ended, by method and outcome.",
            ["method", "outcome"],
            registry=self.registry,
        )
        self._known: dict[tuple[str, str], prometheus_client.Counter] = {}
        self.appends = prometheus_client.Histogram(
            "rulekeeper_append_seconds",
            "From sending an entry to the log to its answer.",
            buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
            registry=self.registry,
        )
        self.conflicts = prometheus_client.Counter(
            "rulekeeper_conflicts",
            "Entries that were decided again because the log had gone on.",
            registry=self.registry,
        )
        self.paused = prometheus_client.Counter(
            "rulekeeper_pauses", "Games that were paused for a fault of theirs.", registry=self.registry
        )
        self.folded = prometheus_client.Counter(
            "rulekeeper_entries_folded", "Entries folded from the log.", registry=self.registry
        )
        self.watchers = prometheus_client.Gauge(
            "rulekeeper_watchers", "Open streams, by kind.", ["stream"], registry=self.registry
        )

    def answered(self, method: str, outcome: str) -> None:
        """A call ended: `outcome` is "ok" or the reason of its failure."""
        counter = self._known.get((method, outcome))
        if counter is None:
            counter = self._known[method, outcome] = self._calls.labels(method, outcome)
        counter.inc()

    def watch(self, name: str, what: str, read: Callable[[], float]) -> None:
        """A gauge that is read when it is asked for."""
        prometheus_client.Gauge(name, what, registry=self.registry).set_function(read)

    def serve(self, host: str, port: int) -> tuple[int, Callable[[], None]]:
        """Serves them over HTTP, on a thread of its own; returns the port and what stops it. Raises OSError
        where the port is taken.
        """
        server, thread = prometheus_client.start_http_server(port, addr=host, registry=self.registry)

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return server.server_port, stop
