"""The conformance suite: what every game must hold, as tests that a game joins in three lines.

    from rulekeeper.testing.conformance import Conformance

    class TestMyGame(Conformance):
        game = GAME

Random games are played at every number of seats, and from the positions that the class names, all of them once for the
whole class. Each test then says what one of the checks found, with the seats and seed of each game, so that it can be
played again: `Walk(GAME, seats, seed)`. What the checks are is told in docs/your-game.md.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from rulekeeper.kernel import Game
from rulekeeper.testing.conformance_process import elsewhere
from rulekeeper.testing.conformance_survey import Effort, Survey
from rulekeeper.testing.golden import check_golden, golden_logs

SHOWN = 10
"""How many problems one test shows."""


class Conformance:
    """Subclass it in a test module, under a name that begins with Test.

    seeds: one game a seed and number of seats. effort: how much is looked at in each. least_finished: how many of ten
    games must end by a rule; the others are given up after `effort.cap` commands. golden: the folder with golden logs.
    secret: whether the game hides anything at all, so that there must be twins. positions: what games begin from as
    well, as JSON, one game a seed and position: for what seldom comes to pass in whole games.
    """

    game: ClassVar[Game[Any]]
    seeds: ClassVar[range] = range(3)
    effort: ClassVar[Effort] = Effort()
    least_finished: ClassVar[int] = 9
    golden: ClassVar[Path] = Path("tests/golden")
    secret: ClassVar[bool] = True
    positions: ClassVar[Sequence[str]] = ()

    @pytest.fixture(scope="class")
    @classmethod
    def survey(cls) -> Survey:
        """The random games, played once."""
        return cls.surveyed()

    @classmethod
    def surveyed(cls) -> Survey:
        """Plays the random games, from the game's own beginning and from each position."""
        survey = Survey(cls.game, cls.effort)
        for seed in cls.seeds:
            for seats in cls.game.seats:
                survey.play(seats, seed, standing=seed % 7 == 2)
            for position in cls.positions:
                survey.play(json.loads(position)["seats"], seed, position=position)
        return survey

    def test_random_games_end_under_a_rule(self, survey: Survey) -> None:
        print(f"{survey.games} games, {survey.finished} finished, {survey.capped} capped: {dict(survey.endings)}")
        assert survey.finished * 10 >= survey.games * self.least_finished, "too many games had to be given up"

    def test_no_game_is_ever_stuck(self, survey: Survey) -> None:
        assert_none(survey, "stuck")

    def test_every_listed_command_is_accepted(self, survey: Survey) -> None:
        assert survey.tried["legal"]
        assert_none(survey, "refused_legal")

    def test_everything_outside_of_the_offers_is_refused_and_changes_nothing(self, survey: Survey) -> None:
        assert survey.tried["outside"]
        assert_none(survey, "accepted_illegal")

    def test_every_fact_and_every_refusal_names_a_rule(self, survey: Survey) -> None:
        assert_none(survey, "improper")

    def test_what_must_not_change_in_number_is_conserved(self, survey: Survey) -> None:
        assert_none(survey, "not_conserved")

    def test_stored_bytes_fold_to_the_equal_table_at_once_and_in_parts(self, survey: Survey) -> None:
        assert_none(survey, "not_folded")

    def test_dropping_the_cache_changes_nothing_also_after_rulings_and_in_forks(self, survey: Survey) -> None:
        assert_none(survey, "diverged")

    def test_the_state_is_plain_and_frozen(self, survey: Survey) -> None:
        assert_none(survey, "not_plain")

    def test_nobody_learns_what_was_not_shown_to_them(self, survey: Survey) -> None:
        print(f"{survey.twins} twins, {survey.twin_entries} entries compared")
        assert_none(survey, "leaks")
        assert survey.twin_entries or not self.secret, "there was nothing to compare"

    def test_what_is_marked_hidden_is_hidden_from_somebody(self, survey: Survey) -> None:
        assert not survey.never_hidden(), "\n".join(survey.never_hidden())

    def test_golden_logs_fold_to_the_views_that_they_led_to(self, request: pytest.FixtureRequest) -> None:
        logs = golden_logs(request.config.rootpath / self.golden, self.game)
        if not logs:
            pytest.skip(f"no golden log of {self.game.ruleset} in {self.golden}")
        wrong = [place for log in logs for place in check_golden(log, self.game)]
        assert not wrong, "\n".join(wrong[:SHOWN])

    def test_two_processes_agree_byte_for_byte(self) -> None:
        one, other = elsewhere(self.game, self.game.seats[-1], self.seeds[0], min(self.effort.cap, 120))
        assert one == other, "with another PYTHONHASHSEED the same game takes another course"


def assert_none(survey: Survey, check: str) -> None:
    """Fails with the problems that a survey found under one check."""
    found = survey.problems[check]
    assert not found, f"{len(found)} found:\n" + "\n".join(found[:SHOWN])
