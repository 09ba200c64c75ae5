"""docs/errors.md says what the contract says."""

import re

import grpc

from tests.docs.error_catalogue import PAGE, PREFIX, codes, page

ROW = re.compile(r"^\| `([A-Z_]+)` \| `([A-Z_]+)` \| ([^|]+) \| ([^|]+) \| (yes|no) \| `\w+` \|$", re.MULTILINE)


def test_the_page_is_what_the_contract_gives() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "write it anew: python -m tests.docs.error_catalogue"


def test_each_code_has_one_whole_row() -> None:
    rows = ROW.findall(page())
    assert [reason for reason, *_ in rows] == [value.name.removeprefix(PREFIX) for value in codes()]
    for _, status, causes, remedy, _ in rows:
        assert status in grpc.StatusCode.__members__ and status != "OK"
        assert causes.strip().endswith(".") and remedy.strip().endswith(".")
