"""Random games: they end under a rule, keep every card, and run again alike."""

import random
from collections import Counter

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.state import State, conserved
from rulekeeper.kernel import Accepted, Match, fold_all, random_command, unavailable

CAP = 1500


def played(seed: int, seats: int, cap: int = CAP, cold: bool = False) -> Match[State]:
    match: Match[State] = Match(GAME, seats, seed=b"%d" % seed)
    dice = random.Random(seed)
    cards = conserved(match.table.state)
    while not match.table.over and len(match.entries) < cap:
        seat = match.asked()[0]
        command = random_command(GAME, match.table, seat, dice.randrange, match.live)
        if cold:
            match.live.drop()
        assert isinstance(match.submit(seat, command), Accepted), command
        assert conserved(match.table.state) == cards
    return match


@pytest.mark.slow
def test_nearly_all_random_games_end_by_a_rule() -> None:
    ended = Counter(
        (result.rule if (result := played(seed, seats).table.result) else "")
        for seats in (2, 3, 4)
        for seed in range(4)
    )
    assert ended[""] <= 1 and set(ended) <= {
        "",
        *("hoc.coronation.round", "hoc.win.thirty", "hoc.end.dukes", "hoc.end.tie", "hoc.sudden-death.thirty"),
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cold_and_warm_games_are_the_same_and_fold_to_the_same_table(seats: int) -> None:
    warm, cold = played(seats, seats, 150), played(seats, seats, 150, cold=True)
    assert [entry.SerializeToString(deterministic=True) for entry in warm.entries] == [
        entry.SerializeToString(deterministic=True) for entry in cold.entries
    ]
    assert fold_all(GAME, warm.entries).state == warm.table.state


def test_every_listed_command_is_accepted_and_every_subject_explained() -> None:
    match: Match[State] = Match(GAME, 3, seed=b"all")
    dice = random.Random(5)
    for _ in range(150):
        seat = match.asked()[0]
        for offer in match.offers(seat):
            if offer.open():
                assert match.check(seat, offer.pick(dice.randrange)) is None
            else:
                assert offer.closed() and all(reason.rule in GAME.rulebook for reason in offer.closed() if reason.rule)
        for one in unavailable(GAME, match.table, seat):
            assert one.reasons and all(reason.rule in GAME.rulebook for reason in one.reasons), one
        match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))
