"""A seat's own record keeps what it was once shown; the view of now has nothing of what was hidden from it again."""

from typing import Any

from rulekeeper.kernel import Accepted, Match, Seen
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb


def night(match: Match[Any], winner: int) -> int:
    """That seat wins the night and looks at the pile. The version in which it did."""
    for seat in (0, 1):
        assert isinstance(match.submit(seat, pb.Bid(coins=int(seat == winner))), Accepted)
    assert isinstance(match.submit(winner, pb.Scry()), Accepted)
    return len(match.entries)


def known(match: Match[Any], seat: int) -> list[str]:
    """The kinds of the pile that the seat's view names, top first."""
    seen = match.view(seat)
    assert isinstance(seen, pb.View)
    return [one.kind for one in seen.pile if one.kind]


def looked_at(facts: list[Seen]) -> list[str]:
    return [one.fact.kind for one in facts if isinstance(one.fact, pb.WareScried)]


def test_what_was_hidden_again_is_in_the_record_and_not_in_the_view() -> None:
    match = Match(GAME, 2)
    first = night(match, 0)
    saw = looked_at(match.facts(first, 0))
    assert known(match, 0) == saw and len(saw) == 3
    match.submit(0, pb.Arrange(cards=[one.id for one in match.table.state.pile[:3]]))
    assert known(match, 0) == saw[2:], "each seat has drawn one of the two on top"
    night(match, 1)
    ids = [one.id for one in match.table.state.pile[:3]]
    match.submit(1, pb.Arrange(cards=[*ids[1:], ids[0]]))
    assert known(match, 0) == [] and known(match, 1) == saw[2:]
    assert looked_at(match.facts(first, 0)) == saw and looked_at(match.facts(first, 1)) == []
