"""The README is true: its snippets are run as they stand there, and what it lists is what there is.

`tests/docs/snippets.py` says how consoles are written so that they can be run.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekeeper.testing.service import OwnService
from tests.docs.consoles import Console, Running, Wrong, execute
from tests.docs.snippets import README, ROOT, Placeholders, Snippet, snippets, steps

LONGEST = 400
"""Lines that somebody who has never heard of it may be asked to read."""
WIDEST = 120
TEXT = README.read_text(encoding="utf-8")
SNIPPETS = snippets()
CONSOLES = [each for each in SNIPPETS if each.language == "console"]
FILE = re.compile(r"# (test_\w+\.py)\n")
PROGRAMS = [
    (each, SNIPPETS[at + 1] if SNIPPETS[at + 1 :] and SNIPPETS[at + 1].language == "text" else None)
    for at, each in enumerate(SNIPPETS)
    if each.language == "python" and not FILE.match(each.text)
]


@pytest.fixture(scope="module")
def own_service() -> Iterator[OwnService]:
    with OwnService() as service:
        yield service


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose path is as short as a person's home: it is shown, and lines are folded."""
    with tempfile.TemporaryDirectory(prefix="rk-") as folder:
        yield Path(folder)


def begins_service(snippet: Snippet) -> bool:
    return any(step.words[:2] == ["rulekeeper", "serve"] for step in steps(snippet))


@pytest.mark.slow
def test_the_consoles_show_what_happens(tmp_path: Path, short_path: Path) -> None:
    home, copied, editor = short_path / "home", short_path / "copied", tmp_path
    home.mkdir()
    for snippet in SNIPPETS:
        if named := FILE.match(snippet.text):
            (editor / named[1]).write_text(snippet.text)
    first = next(step for each in CONSOLES if begins_service(each) for step in steps(each))
    service = Running(first, home)
    try:
        console = Console(service, editor)
        for snippet in CONSOLES:
            console.run(snippet)
        before = game_log(console)
    finally:
        code = service.stop()
    assert code == 0, "a service that is asked to end ends well"
    # Backups: the folder is everything.
    shutil.copytree(home, copied, ignore=shutil.ignore_patterns("*.sock", "*.lock"))
    service = Running(first, copied)
    try:
        service.wait(Placeholders())
        console = Console(service, editor, console.placeholders)
        assert game_log(console) == before
    finally:
        service.stop()


def game_log(console: Console) -> str:
    """The tour's game as seat 0 sees it, by the token that it was given then."""
    known = console.placeholders.values
    code, log = console.rulekeeper(["log", known["game"], "--token", known["token"], "--json"])
    assert code == 0 and log
    return log


@pytest.mark.parametrize(("program", "shown"), PROGRAMS, ids=[f"line {each.line}" for each, _ in PROGRAMS])
def test_the_programs_run(program: Snippet, shown: Snippet | None, own_service: OwnService) -> None:
    printed = execute(program, own_service.address)
    if shown is not None:
        try:
            Placeholders().compare(shown.text.splitlines(), printed)
        except AssertionError as wrong:
            raise Wrong(shown.line, wrong) from None


def test_every_snippet_is_one_that_is_run() -> None:
    results = [shown for _, shown in PROGRAMS if shown is not None]
    run = [*CONSOLES, *(each for each, _ in PROGRAMS), *results, *(each for each in SNIPPETS if FILE.match(each.text))]
    assert [each.line for each in SNIPPETS if each not in run] == []
    assert TEXT.count("```") == 2 * len(SNIPPETS)
    tested = {word for each in CONSOLES for step in steps(each) if step.words[0] == "pytest" for word in step.words}
    assert {found[1] for each in SNIPPETS if (found := FILE.match(each.text))} <= tested


def test_it_is_short_enough_to_be_read() -> None:
    lines = TEXT.splitlines()
    assert len(lines) <= LONGEST
    assert [line for line in lines if len(line) > WIDEST and not line.startswith("|")] == []


def test_the_targets_of_make_are_those_that_there_are() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):.*##", makefile, re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)", TEXT)) == targets


def test_the_folders_are_those_that_there_are() -> None:
    listed = set(re.findall(r"^\| `([a-z0-9_./]+)` \|", TEXT, re.MULTILINE))
    missing = [folder for folder in listed if not (ROOT / folder).is_dir()]
    assert not missing, f"no such folders: {missing}"
    packages = {
        found.parent.relative_to(ROOT).as_posix()
        for root in ("proto", "service", "projections", "clients")
        for found in (ROOT / root).rglob("__init__.py")
        if depth(found.parent) == 0
    }
    unlisted = {package for package in packages if not any(package.startswith(folder) for folder in listed)}
    assert not unlisted, f"not in the README: {unlisted}"


def depth(package: Path) -> int:
    """How many packages a package lies in."""
    return sum((parent / "__init__.py").exists() for parent in package.parents)


@pytest.mark.parametrize("page", [README, *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    broken = [link for link in links if not (page.parent / link).exists()]
    assert not broken, f"{page.name} links to what is not there: {broken}"


def test_every_page_of_docs_is_linked_to() -> None:
    linked = set(re.findall(r"\]\(docs/([^)#]+)", TEXT))
    assert linked == {page.name for page in (ROOT / "docs").glob("*.md")}


@pytest.mark.parametrize("page", [README, *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name)
def test_json_is_json(page: Path) -> None:
    for each in snippets(page):
        if each.language == "json":
            json.loads(each.text)
