"""A headless Chromium that opens a page and tells what became of it, by the devtools protocol over two pipes."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 60.0
"""Seconds for one answer: a browser takes long to start on a machine that is busy."""
ON_3_AND_4 = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for number, end in zip((3, 4), ends):
    os.dup2(end, number)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Starts what is given, with two ends of pipes on the descriptors on which the protocol is spoken."""


def chromium() -> str:
    """Where it is; empty where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


@dataclass
class Opened:
    """A page that was opened. `asked`: addresses that it asked for, besides its own. `complaints`: of its console."""

    measures: Any
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


class Browser:
    """One browser, for pages one after the other."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="rulekeeper-chromium-", ignore_cleanup_errors=True)
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()
        command = [chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
        command += ["--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"]
        command += ["--remote-debugging-pipe", f"--user-data-dir={self._folder.name}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", ON_3_AND_4, str(to_browser), str(from_browser), *command],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._left = b""
        self._number = 0
        self._session = ""
        self._told: list[dict[str, Any]] = []
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def open(self, page: Path, width: int, measure: str, picture: Path | None = None) -> Opened:
        """Opens a file, so many CSS pixels wide, and takes the measure: an expression of JavaScript whose value is
        plain. `picture`: where to put an image of all of it.
        """
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self._call("Emulation.setDeviceMetricsOverride", **size)
        self._told.clear()
        url = page.resolve().as_uri()
        self._call("Page.navigate", url=url)
        self._until("Page.loadEventFired")
        answer = self._call("Runtime.evaluate", expression=measure, returnByValue=True, awaitPromise=True)
        opened = Opened(answer["result"].get("value", {}))
        for told in self._told:
            match told["method"], told["params"]:
                case "Network.requestWillBeSent", params if params["request"]["url"] != url:
                    opened.asked.append(params["request"]["url"])
                case "Log.entryAdded", params:
                    opened.complaints.append(params["entry"]["text"])
                case "Runtime.exceptionThrown" | "Runtime.consoleAPICalled", params:
                    opened.complaints.append(json.dumps(params))
        if picture is not None:
            shot = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
            picture.write_bytes(base64.b64decode(shot["data"]))
        return opened

    def printed(self) -> bytes:
        """The page that is open, as a PDF."""
        return base64.b64decode(self._call("Page.printToPDF", printBackground=True)["data"])

    def close(self) -> None:
        for end in (self._to, self._from):
            os.close(end)
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def _call(self, method: str, **params: Any) -> Any:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") != self._number:
                self._told.append(told)
                continue
            assert "error" not in told, (method, told["error"])
            return told["result"]

    def _until(self, method: str) -> None:
        while not any(told.get("method") == method for told in self._told):
            self._told.append(self._next())

    def _next(self) -> Any:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._left:
            ready, _, _ = select.select([self._from], [], [], max(0.0, end - time.monotonic()))
            read = os.read(self._from, 1 << 20) if ready else b""
            assert read, "chromium does not answer" if not ready else "chromium has ended"
            self._left += read
        message, _, self._left = self._left.partition(b"\0")
        return json.loads(message)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
