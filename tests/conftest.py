"""For all tests: why some were not run, in a line each reason; and Ctrl-C, which some of them press."""

import signal
from collections import Counter
from collections.abc import Iterable

import pytest


def skipped_lines(reports: Iterable[pytest.TestReport]) -> list[str]:
    """Each reason, with how many tests were skipped for it."""
    said = Counter(report.longrepr[2] if isinstance(report.longrepr, tuple) else "unknown" for report in reports)
    return [f"skipped: {count}, {reason.removeprefix('Skipped: ')}" for reason, count in said.most_common()]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in skipped_lines(terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(line)


def pytest_configure() -> None:
    """A shell has what it starts in the background ignore Ctrl-C."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
