"""A service of one's own, for as long as a test session or a demonstration lasts.

It runs as a process of its own, in a temporary folder with its embedded log, on a port that is free, and ends with the
one that started it, however that ends.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

STARTING = 30.0
"""Seconds that it may take to listen."""


class ServiceFailed(Exception):
    """The service did not start; the message has what it said."""


class OwnService:
    """A running service. `address`: "127.0.0.1:port". `folder`: its record and its signing key."""

    def __init__(self, *options: str) -> None:
        self._options = options
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[str] | None = None
        self.address = ""
        self.folder = Path()

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> Self:
        """Raises `ServiceFailed`."""
        self._temporary = tempfile.TemporaryDirectory(prefix="rulekeeper-", ignore_cleanup_errors=True)
        self.folder = Path(self._temporary.name)
        command = [sys.executable, "-m", "rulekeeper.cli", "serve", "--json", "--with-parent"]
        command += ["--port", "0", "--folder", str(self.folder / "data"), "--log-level", "error", *self._options]
        # What the surroundings say of a service of the operator's own is not for this one.
        environment = {key: value for key, value in os.environ.items() if not key.startswith("RULEKEEPER_")}
        said = (self.folder / "service.log").open("w")
        with said:
            # A session of its own: Ctrl-C at the terminal is for the one that started it, which then ends it in order.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                env=environment,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        timer = threading.Timer(STARTING, self._process.kill)
        timer.start()
        line = self._process.stdout.readline()
        timer.cancel()
        try:
            self.address = json.loads(line)["address"]
        except (ValueError, KeyError, TypeError):
            said_last = (self.folder / "service.log").read_text().strip().splitlines()[-5:]
            self.stop()
            raise ServiceFailed("\n".join(["the service did not start", *said_last])) from None
        return self

    def stop(self) -> None:
        """Ends the service and removes its folder."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.close()
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
