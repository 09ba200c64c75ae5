"""Prometheus metrics, in a registry of the service's own.

What is counted with each command is counted in plain numbers, and put into Prometheus's form when it is asked for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

import prometheus_client
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

_BOUNDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Times:
    """A histogram of seconds."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, what: str) -> Metric:
        total, buckets = 0, []
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((bound, total))
        return HistogramMetricFamily(name, what, buckets=buckets, sum_value=self._sum)


class _Calls(Collector):
    """Calls that ended, and appends."""

    def __init__(self, ended: dict[tuple[str, str], int], appends: Times) -> None:
        self._ended = ended
        self._appends = appends

    def collect(self) -> Iterable[Metric]:
        calls = CounterMetricFamily(
            "rulekeeper_calls", "Calls that ended, by method and outcome.", labels=["method", "outcome"]
        )
        # A copy: it is read from another thread.
        for labels, count in sorted(self._ended.copy().items()):
            calls.add_metric(labels, count)
        yield calls
        yield self._appends.family("rulekeeper_append_seconds", "From sending an entry to the log to its answer.")


class Metrics:
    """Counts and times."""

    def __init__(self) -> None:
        self.registry = prometheus_client.CollectorRegistry()
        self.appends = Times()
        self._ended: dict[tuple[str, str], int] = {}
        self.registry.register(_Calls(self._ended, self.appends))
        self.conflicts = self._counter("conflicts", "Entries that were decided again because the log had gone on.")
        self.paused = self._counter("pauses", "Games that were paused for a fault of theirs.")
        self.bots_refused = self._counter("bots_refused", "Commands of the service's own bots that were refused.")
        self.histories_changed = self._counter("histories_changed", "Games whose record was found to be another.")
        self.folded = self._counter("entries_folded", "Entries folded from the log.")
        self.watchers = prometheus_client.Gauge(
            "rulekeeper_watchers", "Open streams, by kind.", ["stream"], registry=self.registry
        )

    def answered(self, method: str, outcome: str) -> None:
        """A call ended: `outcome` is "ok" or the reason of its failure."""
        key = method, outcome
        self._ended[key] = self._ended.get(key, 0) + 1

    def watch(self, name: str, what: str, read: Callable[[], float]) -> None:
        """A gauge that is read when it is asked for."""
        prometheus_client.Gauge(name, what, registry=self.registry).set_function(read)

    def serve(self, host: str, port: int) -> tuple[int, Callable[[], None]]:
        """Serves them over HTTP, on a thread of its own; returns the port and what stops it.

        Raises OSError where the port is taken, or nobody has that address.
        """
        try:
            server, thread = prometheus_client.start_http_server(port, addr=host, registry=self.registry)
        except OSError as wrong:
            raise OSError(wrong.errno, f"metrics cannot be served there: {wrong.strerror}", f"{host}:{port}") from None

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return server.server_port, stop

    def _counter(self, name: str, what: str) -> prometheus_client.Counter:
        return prometheus_client.Counter(f"rulekeeper_{name}", what, registry=self.registry)
