"""docs/invasion.md is true: its consoles and its tests are run as they stand there, as the README's are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.docs.consoles import Console, Running, command
from tests.docs.snippets import ROOT, snippets, steps

PAGE = ROOT / "docs" / "invasion.md"
FILE = re.compile(r"# (test_\w+\.py)\n")
COMMANDS = re.findall(r"`rulekeeper ([^`]+)`", " ".join(PAGE.read_text(encoding="utf-8").split()))


@pytest.mark.slow
def test_what_the_page_shows_is_what_happens(tmp_path: Path) -> None:
    for snippet in snippets(PAGE):
        if named := FILE.match(snippet.text):
            (tmp_path / named[1]).write_text(snippet.text)
    serving = next(step for each in snippets() if "$ rulekeeper serve" in each.text for step in steps(each))
    service = Running(serving, tmp_path / "home")
    try:
        console = Console(service, tmp_path)
        for snippet in snippets(PAGE):
            if snippet.language == "console":
                console.run(snippet)
    finally:
        service.stop()


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_in_the_text_is_one(line: str) -> None:
    name, *arguments = shlex.split(line)
    made = command(name)
    if arguments:
        made.make_context(name, arguments)
