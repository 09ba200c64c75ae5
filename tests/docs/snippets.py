"""The snippets of a page, and what is shown of a console.

How the README is written, so that it can be run:

- `$ ` begins a command. It goes on over lines that end with a backslash, and to the end of a quotation.
- `> ` begins what a person types into the command that runs.
- All other lines are what the command prints. `...` stands for anything: alone on a line, for any lines. A command with
  no lines under it prints what it likes.
- `<name>` is a placeholder. The first time it takes what stands there; from then on it is that, in commands too.
- A command ends well, unless the next one is `echo $?`, which shows how it ended.
- 127.0.0.1:50051 is wherever the service listens.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACEHOLDER = re.compile(r"<([a-z]+)>")
ANYTHING = "..."


@dataclass(frozen=True)
class Snippet:
    """A fenced block. `line`: of its first line, counted from 1."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class Step:
    """A command on a console, what is typed into it, and what it prints as the page shows it."""

    command: str
    line: int
    typed: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command)


def snippets(path: Path = README) -> list[Snippet]:
    """All fenced blocks of a page."""
    text = path.read_text(encoding="utf-8")
    return [Snippet(found[1], found[2], text.count("\n", 0, found.start()) + 2) for found in FENCE.finditer(text)]


def steps(snippet: Snippet) -> Iterator[Step]:
    """The commands of a console."""
    lines = list(enumerate(snippet.text.splitlines(), snippet.line))
    step: Step | None = None
    while lines:
        number, line = lines.pop(0)
        if line.startswith("$ "):
            if step is not None:
                yield step
            command = line[2:]
            while unfinished(command) and lines:
                command += "\n" + lines.pop(0)[1]
            step = Step(command.replace("\\\n", ""), number)
        elif step is None:
            raise ValueError(f"line {number}: a console begins with a command")
        elif line.startswith("> "):
            step.typed.append(line[2:])
            step.shown.append(">")
        else:
            step.shown.append(line)
    if step is not None:
        yield step


def unfinished(command: str) -> bool:
    if command.endswith("\\"):
        return True
    try:
        shlex.split(command)
    except ValueError:
        return True
    return False


class Placeholders:
    """What the placeholders of a page have come to stand for."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def fill(self, text: str) -> str:
        """Raises KeyError for a placeholder that stands for nothing yet."""
        return PLACEHOLDER.sub(lambda found: self.values[found[1]], text)

    def compare(self, shown: list[str], printed: str) -> None:
        """Raises AssertionError where the output is not as shown; placeholders that are new take their values."""
        lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
        found = re.fullmatch(self._pattern(shown), "".join(f"{line}\n" for line in lines))
        if found is None:
            raise AssertionError("\n".join(["it is shown", *shown, "", "and it printed", *lines]))
        self.values |= found.groupdict()

    def _pattern(self, shown: list[str]) -> str:
        new: set[str] = set()
        return "".join(
            "(?:.*\n)*?" if line.strip() == ANYTHING else self._line(line.rstrip(), new) + "\n" for line in shown
        )

    def _line(self, line: str, new: set[str]) -> str:
        pattern, at = "", 0
        for found in PLACEHOLDER.finditer(line):
            pattern += literal(line[at : found.start()])
            name, at = found[1], found.end()
            if name in self.values:
                pattern += re.escape(self.values[name])
            elif name in new:
                pattern += f"(?P={name})"
            else:
                pattern += rf'(?P<{name}>[^\s"]+)'
                new.add(name)
        return pattern + literal(line[at:])


def literal(text: str) -> str:
    return ".*".join(map(re.escape, text.split(ANYTHING)))
