"""For all tests: why some were not run, in a line each reason."""

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
