"""A game's own players: what they are given, and where they play."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from rulekeeper.kernel import RANDOM, Dice, Match, Offer, Table, command_of, players_of
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.testing.golden import SUFFIX, main, random_log
from rulekeeper.testing.selfplay import play
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb


def last(view: Any, seat: int, offers: Sequence[Offer[Message]], dice: Dice) -> Message:
    """Takes the last offer that there is."""
    return offers[-1].pick(dice)


WITH = replace(GAME, players={"last": last})


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
