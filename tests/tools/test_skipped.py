"""A run says once for each reason how many tests it left out."""

import pytest

from tests.conftest import skipped_lines


def report(reason: str) -> pytest.TestReport:
    return pytest.TestReport("a", ("a", 1, "a"), {}, "skipped", ("a.py", 1, f"Skipped: {reason}"), "setup")


def test_each_reason_is_told_once_the_commonest_first() -> None:
    assert skipped_lines([report("no docker"), report("no strace"), report("no strace")]) == [
        "skipped: 2, no strace",
        "skipped: 1, no docker",
    ]
