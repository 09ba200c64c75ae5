"""The verifier in TypeScript, compiled once, and what it says of a file."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VERIFIER = Path(__file__).parents[2] / "clients" / "typescript" / "verify"
NODE, NPM = shutil.which("node"), shutil.which("npm")
MISSING = "node and npm are not installed: the verifier in TypeScript was not run"


def built() -> Path:
    """The compiled program. The compiler, of the release that package.json names, is installed where it is missing.

    What is compiled already stays as it is until a source is newer.
    """
    program = VERIFIER / "build" / "main.js"
    sources = [VERIFIER / "package.json", VERIFIER / "tsconfig.json", *(VERIFIER / "src").glob("*.ts")]
    with (VERIFIER / ".building.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (VERIFIER / "node_modules" / ".bin" / "tsc").exists():
            _run("install", "--no-package-lock", "--no-audit", "--no-fund")
        if not program.exists() or program.stat().st_mtime < max(source.stat().st_mtime for source in sources):
            shutil.rmtree(VERIFIER / "build", ignore_errors=True)
            _run("run", "build")
    return program


def _run(*command: str) -> None:
    assert NPM is not None
    done = subprocess.run([NPM, *command], cwd=VERIFIER, capture_output=True, text=True, timeout=300)
    assert not done.returncode, f"npm {' '.join(command)}:\n{done.stdout}{done.stderr}"


@dataclass(frozen=True)
class Said:
    """What the program said: its exit code, its output, and with --json the object in it."""

    code: int
    out: str
    found: dict[str, Any]

    @property
    def kinds(self) -> list[tuple[str, int]]:
        return [(finding["kind"], finding["version"]) for finding in self.found["findings"]]


def verify(path: Path, *options: str) -> Said:
    assert NODE is not None
    command = [NODE, str(VERIFIER / "build" / "main.js"), str(path), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return Said(done.returncode, done.stdout + done.stderr, json.loads(done.stdout) if "--json" in options else {})
