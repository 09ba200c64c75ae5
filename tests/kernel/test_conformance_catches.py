"""The conformance suite is itself tested: a game broken in one way is caught by the check that is there for it."""

import pytest

from rulekeeper.testing.conformance import Conformance, assert_none
from rulekeeper.testing.conformance_process import elsewhere
from rulekeeper.testing.conformance_survey import CHECKS, Effort, Survey
from rulekeeper.testing.selfplay import play
from tests.kernel.broken_games import (
    FAILS_IN_A_TWIN,
    FAULTS,
    LEAKS,
    LEAKS_FROM_A_POSITION,
    NEVER_ENDS,
    ORDER_OF_A_SET,
    Broken,
)
from tests.kernel.night_market import GAME

SECRETS = Effort(every=1000, twins=12, rulings=0)
FAULTY = Effort(every=1, twins=1, rulings=8, cap=60)


def surveyed(broken: Broken, effort: Effort, games: int) -> Survey:
    survey = Survey(broken.game, effort)
    for seed in range(games):
        survey.play(2 + seed % 3, seed)
        if any(broken.telling in problem for problem in survey.problems[broken.check]):
            break
    return survey


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_caught(name: str) -> None:
    survey = surveyed(LEAKS[name], SECRETS, 24)
    assert any(LEAKS[name].telling in leak for leak in survey.problems["leaks"]), survey.problems


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_caught(name: str) -> None:
    survey = surveyed(FAULTS[name], FAULTY, 12)
    found = survey.problems[FAULTS[name].check]
    assert any(FAULTS[name].telling in problem for problem in found), survey.problems
    with pytest.raises(AssertionError, match="found"):
        assert_none(survey, FAULTS[name].check)


def test_what_no_whole_game_comes_to_is_caught_from_a_position() -> None:
    broken = LEAKS_FROM_A_POSITION
    assert surveyed(broken, SECRETS, 6).problems["leaks"] == []
    position = (
        '{"game":"night_market@1","seats":2,"entry":"night","args":[2],'
        '"state":{"players":[{"points":60},{}],"pile":[{"type":"Bag","of":[["jade",9],["lamp",9],["silk",9]]}]}}'
    )
    survey = Survey(broken.game, SECRETS)
    survey.play(2, 1, position=position)
    assert any(broken.telling in leak and "from the position" in leak for leak in survey.problems["leaks"])

    class Joined(Conformance):
        game = broken.game
        seeds = range(1, 2)
        effort = SECRETS
        positions = (position,)

    with pytest.raises(AssertionError, match="found"):
        Joined().test_nobody_learns_what_was_not_shown_to_them(Joined.surveyed())


def test_there_is_a_broken_game_for_every_check() -> None:
    assert {broken.check for broken in (*LEAKS.values(), *FAULTS.values())} == set(CHECKS)


def test_a_game_that_goes_by_the_order_of_a_set_is_another_one_in_another_process() -> None:
    one, other = elsewhere(ORDER_OF_A_SET, 2, 0, 20)
    assert one != other


def test_a_game_that_does_not_end_is_counted_as_capped() -> None:
    survey = Survey(NEVER_ENDS, Effort(every=1000, twins=0, rulings=0, cap=80))
    for seed in range(4):
        survey.play(4, seed)
    assert survey.finished + survey.capped == 4 and survey.capped > 1

    class Joined(Conformance):
        game = NEVER_ENDS

    with pytest.raises(AssertionError, match="given up"):
        Joined().test_random_games_end_under_a_rule(survey)


def test_selfplay_reports_what_it_found_and_a_sound_game_has_nothing() -> None:
    told: list[tuple[int, int]] = []
    sound = play(GAME, 4, 7, lambda done, of: told.append((done, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert sound["finished"] == 4 and sound["twin_entries"] > 0 and sound["problems"] == []
    assert [sound[check] for check in CHECKS] == [0] * len(CHECKS)
    leaky = play(LEAKS["a view shows all hands"].game, 1, 7)
    assert leaky["leaks"] > 0 and leaky["problems"][0].startswith("leaks: ")


def test_rules_that_fail_only_in_a_twin_are_found_too() -> None:
    for seed in range(12):
        survey = Survey(FAILS_IN_A_TWIN, Effort(every=1000, twins=30, rulings=0))
        survey.play(2, seed)
        if any(" made ghost: ScriptFailed: " in problem for problem in survey.problems["stuck"]):
            return
    raise AssertionError("it was not found")
