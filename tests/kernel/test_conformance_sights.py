"""The conformance suite reads for itself what a viewer may see of a fact; it does not take the kernel's word for it."""

from collections.abc import Callable
from typing import Any

import pytest

from rulekeeper.kernel import Match, Viewer, seeing
from rulekeeper.testing.conformance_ids import wrongly_seen
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb

VIEWERS = (0, 1, -1)


def scried() -> Match[Any]:
    """A game in which the winner of the first night has looked at the pile."""
    match = Match(GAME, 2)
    match.submit(0, pb.Bid(coins=1))
    match.submit(1, pb.Bid(coins=0))
    match.submit(0, pb.Scry())
    return match


def everything(face: seeing.Face, viewer: Viewer) -> Any:
    return face.whole


def what_is_private_too(face: seeing.Face, viewer: Viewer) -> Any:
    return face.whole if face.open_to(viewer) else type(face.whole)(seat=0)


def nothing(face: seeing.Face, viewer: Viewer) -> Any:
    return None


def test_what_the_kernel_shows_is_what_audiences_and_marks_say() -> None:
    for entry in scried().entries:
        assert list(wrongly_seen(GAME, entry.facts, VIEWERS)) == []


@pytest.mark.parametrize("shown", [everything, what_is_private_too, nothing])
def test_a_kernel_that_shows_more_or_less_is_found(
    monkeypatch: pytest.MonkeyPatch, shown: Callable[[seeing.Face, Viewer], Any]
) -> None:
    entries = scried().entries
    monkeypatch.setattr(seeing.Face, "seen_by", shown)
    assert any(list(wrongly_seen(GAME, entry.facts, VIEWERS)) for entry in entries)
