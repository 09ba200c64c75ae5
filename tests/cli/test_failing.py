"""How errors are said."""

import io
import sys

import pytest

from rulekeeper.cli.failing import say


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def said(message: str, remedy: str, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    say(message, remedy)
    return stream.getvalue()


def test_on_a_terminal_lines_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/a/very/long/path" * 6
    reason = "a reason that is longer than a line of eighty columns, and so it goes on further down"
    message = f"REFUSED: no\n  {reason}\n{path} is none"
    lines = said(
        message, "look again: rulekeeper decision 7f3a shows what is open now, and to whom", Terminal(), monkeypatch
    )
    assert lines.splitlines() == [
        "rulekeeper: REFUSED: no",
        "  a reason that is longer than a line of eighty columns, and so it goes on",
        "    further down",
        path,
        "  is none",
        "  what to do: look again: rulekeeper decision 7f3a shows what is open now, and",
        "    to whom",
    ]


def test_elsewhere_each_line_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said("x " * 60, "", io.StringIO(), monkeypatch) == f"rulekeeper: {'x ' * 60}\n"
