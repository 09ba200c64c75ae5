"""A console, an editor and a service: where the snippets of a page are run."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from rulekeeper.cli.app import app
from tests.docs.reflecting import grpcurl
from tests.docs.snippets import ROOT, Placeholders, Snippet, Step, steps

DOCUMENTED = "127.0.0.1:50051"
ADDRESS = r"127\.0\.0\.1:\d+"
STARTING, STOPPING, TESTING = 30.0, 20.0, 60.0
"""Seconds."""


class Wrong(AssertionError):
    """A snippet does not do what the page says."""

    def __init__(self, line: int, what: object) -> None:
        super().__init__(f"line {line}: {what}")


class Running:
    """A service, started as the page says, with a home folder of its own."""

    def __init__(self, step: Step, home: Path) -> None:
        self.home = home
        self.address = ""
        self._step = step
        command = [sys.executable, "-m", "rulekeeper.cli", *step.words[1:], "--with-parent", "--port", "0"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.surroundings(),
        )

    def surroundings(self) -> dict[str, str]:
        """Nothing of whoever runs the tests is seen or changed."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("RULEKEEPER_", "XDG_"))}
        return kept | {"HOME": str(self.home), "COLUMNS": "80", "PYTHONUNBUFFERED": "1"}

    def wait(self, placeholders: Placeholders) -> None:
        """Until it has said what the page shows."""
        assert self._process.stdout is not None and self._process.stderr is not None
        timer = threading.Timer(STARTING, self._process.kill)
        timer.start()
        said: list[str] = []
        for line in self._process.stdout:
            # The page's service is at the default address, which no command has to name.
            line = re.sub(rf" --server {ADDRESS}$", "", line)
            said.append(line)
            if line.rstrip() == self._step.shown[-1]:
                break
        timer.cancel()
        found = re.search(ADDRESS, "".join(said))
        if found is None:
            self._process.kill()
            raise Wrong(self._step.line, f"the service did not start\n{self._process.communicate()[1]}")
        self.address = found[0]
        placeholders.compare(self._step.shown, "".join(said).replace(self.address, DOCUMENTED))

    def stop(self) -> int:
        """Ends it as Ctrl-C or an operator would; its exit code."""
        self._process.terminate()
        try:
            self._process.communicate(timeout=STOPPING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
        return self._process.returncode


class Console:
    """Runs a page's commands, one after another, at a service."""

    def __init__(self, service: Running, folder: Path, placeholders: Placeholders | None = None) -> None:
        self.placeholders = placeholders or Placeholders()
        self._service = service
        self._folder = folder
        self._code = 0

    def run(self, snippet: Snippet) -> None:
        """Raises `Wrong` where a command does not print what is shown, or ends badly."""
        if not self._service.address:
            self._service.wait(self.placeholders)
        for step in steps(snippet):
            try:
                self._step(step)
            except (AssertionError, KeyError, ValueError) as wrong:
                raise Wrong(step.line, wrong) from None
        assert self._code == 0, f"line {snippet.line}: the last command ends with {self._code}"

    def _step(self, step: Step) -> None:
        command = self.placeholders.fill(step.command).replace(DOCUMENTED, self._service.address)
        words = Step(command, step.line).words
        if words == ["echo", "$?"]:
            printed, self._code = str(self._code), 0
        else:
            assert self._code == 0, f"the command before ended with {self._code}"
            self._code, printed = self._command(words, step)
        if step.shown:
            self.placeholders.compare(step.shown, printed.replace(self._service.address, DOCUMENTED))

    def _command(self, words: list[str], step: Step) -> tuple[int, str]:
        match words:
            case ["rulekeeper", "serve", *arguments]:
                # One runs already. That this one would is for the command line to say.
                command("serve").make_context("serve", list(arguments))
                return 0, "\n".join(step.shown)
            case ["rulekeeper", *arguments]:
                return self.rulekeeper(arguments, step.typed)
            case ["grpcurl", *arguments]:
                return grpcurl(arguments)
            case ["pytest", *arguments]:
                return self._pytest(arguments)
            case ["make", target, *_]:
                assert not step.shown, "what make prints cannot be held true here"
                assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), f"no target {target}"
                return 0, ""
        raise AssertionError(f"the tests do not know how to run {words[0]}")

    def rulekeeper(self, arguments: list[str], typed: Sequence[str] = ()) -> tuple[int, str]:
        """Runs one of rulekeeper's commands: its exit code, and what it prints."""
        here = {name: None for name in os.environ if name.startswith(("RULEKEEPER_", "XDG_"))}
        surroundings = here | {
            "HOME": str(self._service.home),
            "RULEKEEPER_SERVER": self._service.address,
            "COLUMNS": "80",
        }
        with contextlib.chdir(self._folder):  # where it writes files, pytest finds them
            result = CliRunner().invoke(app, arguments, env=surroundings, input="".join(f"{line}\n" for line in typed))
        # What was typed ends the prompt's line on a terminal; here it is not printed.
        return result.exit_code, re.sub(r"^> ", ">\n", result.output, flags=re.MULTILINE)

    def _pytest(self, arguments: list[str]) -> tuple[int, str]:
        command = [sys.executable, "-m", "pytest", *arguments, "-p", "no:cacheprovider"]
        result = subprocess.run(
            command, cwd=self._folder, capture_output=True, text=True, timeout=TESTING, env=self._service.surroundings()
        )
        return result.returncode, result.stdout if result.returncode == 0 else result.stderr + result.stdout


def command(name: str) -> Any:
    """One of rulekeeper's commands."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return group.commands[name]


def execute(snippet: Snippet, address: str) -> str:
    """Runs a Python snippet as a program; what it prints."""
    source = snippet.text.replace(DOCUMENTED, address)
    # Line numbers in a traceback are then the page's.
    code = compile("\n" * (snippet.line - 1) + source, "README.md", "exec")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {"__name__": "__main__"})
    return printed.getvalue().replace(address, DOCUMENTED)
