"""Whether a record is still the one that was written. Each check answers in words what is wrong; empty: nothing is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from rulekeeper.kernel import FoldFailed
from rulekeeper.log import Head, Stored, verify_chain
from rulekeeper.projections import parsed

DAMAGED = "it holds what no append leaves"
_SLICE = 100
"""Entries that are checked in one go."""


def differs(stored: Sequence[Stored], folded: Head) -> str:
    """All entries, from the first on: do they begin with all that was folded?"""
    if len(stored) < folded.version:
        return f"the log has {len(stored)} entries, and went to version {folded.version} before"
    if folded.version and stored[folded.version - 1].head != folded:
        return _other_entry(folded.version)
    return ""


def ends_elsewhere(stored: Sequence[Stored], before: Head, after: Head) -> str:
    """All entries: do they end where the log says that it ends? `before`, `after`: what it said before they were read,
    and after.
    """
    ends = len(stored)
    if not before.version <= ends <= after.version:
        end = before if ends < before.version else after
        return f"the log has {ends} entries, and says that it ends at version {end.version}"
    if any(stored[end.version - 1].head != end for end in (before, after) if 0 < end.version <= ends):
        return "the log says that it ends with another entry than it does"
    return ""


async def broken_chain(stored: Sequence[Stored]) -> str:
    """All entries: is each what its digest was made of, and does it follow the one before? In slices, so that others
    have their turn.
    """
    before = Head()
    for start in range(0, len(stored), _SLICE):
        some = stored[start : start + _SLICE]
        broken = verify_chain(some, before)
        if broken:
            return broken[0].text
        before = some[-1].head
        await asyncio.sleep(0)
    return ""


def page_differs(page: Sequence[Stored], after: int, folded: Head) -> str:
    """Some entries after a version: is none missing, is each what its digest was made of, and do they go on?"""
    if not page:
        return ""
    try:
        previous = parsed(page[0]).previous
    except FoldFailed as wrong:
        return str(wrong)
    broken = verify_chain(page, Head(after, previous))
    if broken:
        return broken[0].text
    near = folded.version - page[0].version
    if 0 <= near < len(page) and page[near].digest != folded.digest:
        return _other_entry(folded.version)
    return ""


def _other_entry(version: int) -> str:
    return f"the log holds another entry at version {version} than it did"
