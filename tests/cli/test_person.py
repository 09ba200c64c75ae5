"""What a person at a terminal sees while others act, and that what they typed meanwhile answers nothing."""

import os
import select
import sys
from collections.abc import Iterator

import pytest

from rulekeeper.cli import person
from rulekeeper.cli.lobby import setup_lines
from rulekeeper.v1 import table_pb2

RULE = table_pb2.RuleRef(id="t.main", page=4, title="Main phase")
NAMES = {0: "Ann", 1: "Ben", 2: "Cleo"}


def asked(*seats: int) -> table_pb2.Decision:
    return table_pb2.Decision(seats=seats, rule=RULE)


def test_whom_the_table_waits_for_is_told_once_each(capsys: pytest.CaptureFixture[str]) -> None:
    waiting = person.Waiting()
    for seats in ((1,), (1,), (2,), ()):
        waiting.show(asked(*seats), NAMES)
    waiting.end()
    waiting.show(asked(2), NAMES)
    assert capsys.readouterr().out.splitlines() == [
        f"waiting for {name}: Main phase (t.main, page 4)" for name in ("Ben", "Cleo", "Cleo")
    ]


def test_on_a_terminal_it_is_one_line_that_goes_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    waiting = person.Waiting()
    waiting.clear()
    waiting.show(asked(1), {1: "Ben" * 40})
    waiting.clear()
    waiting.clear()
    first, line, end = capsys.readouterr().out.split("\r\033[K")
    assert first == end == "" and line.startswith("waiting for") and len(line) < 80 and "\n" not in line


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A person's keyboard, as our input."""
    keyboard, ours = os.openpty()
    with os.fdopen(ours) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        yield keyboard
    os.close(keyboard)


def test_what_was_typed_before_a_question_answers_nothing(terminal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    os.write(terminal, b"1\n")
    assert select.select([sys.stdin], [], [], 5)[0]
    person.forget_typed()
    assert not select.select([sys.stdin], [], [], 0)[0]
    os.write(terminal, b"2\n")
    assert sys.stdin.readline() == "2\n"


def test_a_set_up_has_its_values_where_they_are_few() -> None:
    schema = {
        "properties": {
            "set": {"enum": ["", "a", "b"], "default": ""},
            "kinds": {"type": "array", "items": {"enum": [f"k{number}" for number in range(20)]}},
            "copies": {"type": "integer", "minimum": 2, "description": "Of each card"},
            "size": {"$ref": "#/$defs/Size"},
        },
        "$defs": {"Size": {"enum": ["small", "large"], "title": "Size"}},
        "default": {"set": "a", "kinds": ["k1"], "copies": 6, "size": "small"},
    }
    assert setup_lines(schema) == [
        "  set: a, b",
        "  kinds: a list of 20, such as k0, k1, k2",
        "  copies: Of each card; a whole number, at least 2",
        "  size: small, large",
        "  left out: set: a, copies: 6, size: small",
    ]
    assert setup_lines({}) == ["  there is nothing to choose"]
