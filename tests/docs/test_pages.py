"""The guides are true: their consoles and their tests are run as they stand there, as the README's are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rulekeeper.cli.screen.keys import GROUPS
from tests.docs.consoles import Console, Running, command
from tests.docs.snippets import ROOT, snippets, steps

JUDGING = ROOT / "docs" / "judging.md"
PAGES = [ROOT / "docs" / "invasion.md", JUDGING]
FILE = re.compile(r"# (test_\w+\.py)\n")
KEYS = re.compile(r"^\| ((?:`\S` ?)+) \|", re.MULTILINE)


def commands(page: Path) -> list[str]:
    """Those that stand in the text, without `rulekeeper`."""
    return re.findall(r"`rulekeeper ([^`]+)`", " ".join(page.read_text(encoding="utf-8").split()))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_page_shows_is_what_happens(page: Path, tmp_path: Path) -> None:
    for snippet in snippets(page):
        if named := FILE.match(snippet.text):
            (tmp_path / named[1]).write_text(snippet.text)
    serving = next(step for each in snippets() if "$ rulekeeper serve" in each.text for step in steps(each))
    service = Running(serving, tmp_path / "home")
    try:
        console = Console(service, tmp_path)
        for snippet in snippets(page):
            if snippet.language == "console":
                console.run(snippet)
    finally:
        service.stop()


@pytest.mark.parametrize("line", [line for page in PAGES for line in commands(page)])
def test_a_command_in_the_text_is_one(line: str) -> None:
    name, *arguments = shlex.split(line)
    made = command(name)
    if arguments:
        made.make_context(name, arguments)


def test_the_keys_of_the_screen_are_those_that_there_are() -> None:
    listed = {key for row in KEYS.findall(JUDGING.read_text(encoding="utf-8")) for key in row.replace("`", "").split()}
    known = {key for _, group in GROUPS for _, _, names, _ in group for key in names.replace(",", " ").split()}
    assert "w" in listed and listed <= known, f"no such keys: {listed - known}"
