"""The processes that are measured: the service and its rivals on one core; callers and the log's server on another."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

STARTING = 30.0
"""Seconds that a process may take to listen."""


class Cores(NamedTuple):
    """Which core is for what; the same, or none at all, where there is only one or the system does not tell."""

    callers: int | None
    server: int | None


def cores() -> Cores:
    if not hasattr(os, "sched_getaffinity"):
        return Cores(None, None)
    free = sorted(os.sched_getaffinity(0))
    return Cores(free[0], free[1]) if len(free) > 1 else Cores(None, None)


@contextmanager
def on(core: int | None) -> Iterator[None]:
    """This thread, and what it starts within, runs on that core alone."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Running(NamedTuple):
    """A server process that listens at `address`, "127.0.0.1:port"."""

    address: str
    pid: int

    def cpu_seconds(self) -> float:
        """Processor time that it has had; 0 where the system does not tell."""
        try:
            # The name, in brackets, may hold anything; after it come the state and ten numbers that are not wanted.
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Servers:
    """Starts processes, and ends them all when it is closed. `folder`: temporary, and removed then."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self.folder = Path(
            self._stack.enter_context(tempfile.TemporaryDirectory(prefix="rulekeeper-", ignore_cleanup_errors=True))
        )
        self.cores = cores()

    def __enter__(self) -> Servers:
        return self

    def __exit__(self, *exc: object) -> None:
        self._stack.close()

    def service(self, url: str) -> Running:
        """The service, as an operator starts it, on that log."""
        options = ["serve", "--json", "--with-parent", "--port", "0", "--log-level", "error"]
        settings = {"RULEKEEPER_LOG_URL": url, "RULEKEEPER_SIGNING_KEY": secrets.token_hex(32)}
        return self._start("service", ["rulekeeper.cli", *options], settings)

    def bare(self, url: str, entry_bytes: int, answer_bytes: int, *, pipelined: bool) -> Running:
        """A handler without rules on the same log's server."""
        options = ["--url", url, "--entry-bytes", str(entry_bytes), "--answer-bytes", str(answer_bytes)]
        if pipelined:
            options.append("--pipelined")
        return self._start("pipelined" if pipelined else "bare", ["tests.bench.bare", *options], {})

    def _start(self, name: str, module: Sequence[str], settings: dict[str, str]) -> Running:
        said = self.folder / f"{name}.log"
        environment = {key: value for key, value in os.environ.items() if not key.startswith("RULEKEEPER_")}
        with said.open("w") as errors, on(self.cores.server):
            process = subprocess.Popen(
                [sys.executable, "-m", *module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=environment | settings,
            )
        self._stack.callback(_end, process)
        assert process.stdout is not None
        timer = threading.Timer(STARTING, process.kill)
        timer.start()
        line = process.stdout.readline()
        timer.cancel()
        if not line.strip():
            _end(process)
            last = "\n".join(said.read_text().strip().splitlines()[-5:])
            raise RuntimeError(f"{name} did not start:\n{last}")
        return Running(json.loads(line)["address"], process.pid)


def _end(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None and process.stdout is not None
    if process.poll() is None:
        process.stdin.close()
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    process.stdout.close()
