"""A game's own players: what they are given, and where they play."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import any_pb2
from google.protobuf.message import Message

from rulekeeper.kernel import RANDOM, Dice, Match, Offer, Refused, Table, command_of, players_of
from rulekeeper.projections import decision_of
from rulekeeper.testing.bots import Bot
from rulekeeper.testing.conformance_survey import Effort, Survey
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.testing.golden import SUFFIX, main, random_log
from rulekeeper.testing.selfplay import play
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import WORTH

RULED = Effort(every=1000, twins=0, rulings=100)


def last(view: Any, seat: int, offers: Sequence[Offer[Message]], dice: Dice) -> Message:
    """Takes the last offer that there is."""
    return offers[-1].pick(dice)


WITH = replace(GAME, players={"last": last})


def greedy(view: pb.View, seat: int, offers: Sequence[Offer[Message]], dice: Dice) -> Message:
    """Sells the dearest ware where it may sell one; else it does anything that is open."""
    dearest = max(view.players[seat].hand, key=lambda ware: WORTH[ware.kind], default=None)
    for offer in offers:
        if dearest is not None and offer.message is pb.Score:
            return offer.build({"card": dearest.id})
    return offers[dice(len(offers))].pick(dice)


SETUPS: tuple[dict[str, int], ...] = ({}, {"copies": 12})
PLAYERS = {"greedy": greedy}
MORE = replace(GAME, setups=SETUPS, players=PLAYERS)


def test_a_game_has_the_random_player_and_its_own() -> None:
    assert players_of(GAME) == (RANDOM,) and players_of(WITH) == (RANDOM, "last")
    match = Match(WITH, 2)
    with pytest.raises(KeyError, match="first"):
        command_of("first", WITH, match.table, 0, lambda limit: 0)


def test_a_player_is_given_its_seats_view_and_what_is_open_to_it() -> None:
    given: list[tuple[Any, int]] = []

    def curious(view: Any, seat: int, offers: Sequence[Offer[Message]], dice: Dice) -> Message:
        given.append((view, seat))
        assert all(offer.open() for offer in offers)
        return next(offers[0].legal())

    game = replace(GAME, players={"curious": curious})
    match = Match(game, 3, seed=b"view")
    for seat in range(3):
        command = command_of("curious", game, match.table, seat, lambda limit: 0, match.live)
        assert isinstance(command, pb.Bid)
    assert given == [(match.view(seat), seat) for seat in range(3)]
    with pytest.raises(LookupError, match="seat 0 is asked, and nothing is open to it"):
        command_of("curious", game, Table(), 0, lambda limit: 0)


def test_a_player_of_the_games_own_is_measured_against_the_random_one_in_every_set_up() -> None:
    found = play(MORE, 12, 1, players=("greedy", RANDOM))
    assert not found["problems"] and found["finished"] == 12
    assert found["winners"]["greedy"] > found["winners"][RANDOM]
    assert [Walk(MORE, 2, seed).setup for seed in range(4)] == [{}, {"copies": 12}, {}, {"copies": 12}]


def test_over_the_wire_it_plays_too() -> None:
    match, bots = Match(MORE, 2, seed=b"wire"), [Bot(MORE, "greedy", seat, seed=1) for seat in range(2)]
    sent, sales = 0, 0
    while not match.table.over:
        sent += 1
        seat, view = match.asked()[0], any_pb2.Any()
        view.Pack(match.view(seat))
        decision = decision_of(MORE, match.table, seat)
        assert decision is not None and sent < 500
        choice = bots[seat].choose(decision, view)
        sales += choice.short == "Score"
        # What hangs on several fields together is not told over the wire, so a bid may be too high.
        if isinstance(match.submit(seat, MORE.command_type[choice.command](**choice.fields)), Refused):
            bots[seat].refused(choice)
    assert sales


def test_a_judges_fact_that_cannot_be_shown_is_no_fault_of_a_player_that_looks() -> None:
    def first(view: Any, seat: int, offers: Sequence[Offer[Message]], dice: Dice) -> Message:
        return offers[0].pick(dice)

    survey = Survey(replace(GAME, players={"first": first}), RULED, ("first",))
    for seats, seed in ((3, 2), (4, 3), (3, 8), (4, 9)):
        survey.play(seats, seed)
    assert survey.finished == 4 and not any(survey.problems.values())
    walk = Walk(GAME, 2, 1)
    entries = len(walk.match.entries)
    assert not walk.amend(pb.BidRevealed(seat=0, coins=9)) and len(walk.match.entries) == entries
    assert walk.amend(pb.BidRevealed(seat=0, coins=3))


def test_a_player_that_fails_in_a_fork_is_a_problem_with_the_games_seed() -> None:
    latest = 0

    def certain(view: Any, seat: int, offers: Sequence[Offer[Message]], dice: Dice) -> Message:
        nonlocal latest
        if view.night < latest:
            raise ValueError("time went back")
        latest = view.night
        return offers[0].pick(dice)

    survey = Survey(replace(GAME, players={"certain": certain}), RULED, ("certain",))
    survey.play(3, 2)
    (problem,) = survey.problems["stuck"]
    assert problem.startswith("night_market@1, 3 seats, seed 2, players certain: ") and "time went back" in problem


def test_a_walk_seats_its_players_in_turn_and_so_does_its_fork() -> None:
    walk = Walk(WITH, 3, 1, players=("last", RANDOM))
    assert [walk.player(seat) for seat in range(3)] == ["last", RANDOM, "last"]
    assert str(walk) == "night_market@1, 3 seats, seed 1, players last,random"
    assert walk.fork(walk.table.version).players == walk.players
    plain = Walk(WITH, 3, 1)
    assert str(plain) == "night_market@1, 3 seats, seed 1" and plain.player(2) == RANDOM


def test_self_play_counts_who_has_won() -> None:
    found = play(WITH, 6, 1, players=("last", RANDOM))
    assert found["players"] == ["last", RANDOM] and not found["problems"]
    assert set(found["winners"]) <= {"last", RANDOM, "nobody"}
    assert sum(found["winners"].values()) >= found["finished"] > 0
    with pytest.raises(KeyError, match="night_market@1 has no player first"):
        play(WITH, 1, 1, players=("first",))


def test_a_golden_log_may_be_a_game_of_one_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulekeeper.testing.golden.game_of", lambda name: WITH)
    main([str(tmp_path), "night_market", "--seats", "2", "--player", "last"])
    assert [path.name for path in tmp_path.iterdir()] == [f"night_market@1.2-1.last{SUFFIX}"]
    assert random_log(WITH, 2, 1, "last").entries != random_log(WITH, 2, 1).entries
    with pytest.raises(SystemExit):
        main([str(tmp_path), "night_market", "--player", "first"])
    assert "night_market@1 has no player first; there are random, last" in capsys.readouterr().err
