"""Why a command is refused at any table, and what was asked when it was sent."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.heart_of_crown import GAME as HEART_OF_CROWN
from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import JUDGE, SPECTATOR, Reason, Refused, ScriptDiverged, pack
from rulekeeper.projections import asked_before, asked_next, explained_refusal, parsed
from rulekeeper.v1 import audit_pb2 as pb
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as whi
from tests.games.heart_of_crown import table as crown
from tests.games.warhammer_invasion.table import Board, Side
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.projections.bench import tables_of, unpacked
from tests.projections.book import played, recorded

STORED = recorded(played(1))
TABLES = tables_of(GAME, STORED)


def why(version: int, seat: int, command: Any, decision: int | None = None) -> pb.ExplainRefusalResponse:
    return explained_refusal(GAME, TABLES[version], seat, pack(GAME, command), decision)


def cited(answer: pb.ExplainRefusalResponse) -> list[str]:
    return [one.reason.rule.id for one in answer.reasons]


def test_every_check_that_fails_is_told_with_its_rules_words() -> None:
    answer = why(4, 0, nm.Bid(cards=[99], coins=9))
    assert not answer.accepted and (answer.version, answer.seat) == (4, 0)
    assert [(one.reason.field, one.reason.rule.id) for one in answer.reasons] == [
        ("cards", "nm.bid"),
        ("coins", "nm.bid"),
    ]
    assert all(one.statement == GAME.rulebook["nm.bid"].statement for one in answer.reasons)
    assert unpacked(answer.command) == nm.Bid(cards=[99], coins=9)
    assert answer.decision.version == 4 and answer.decision.offers


def test_what_is_allowed_there_is_told_so() -> None:
    answer = why(4, 1, nm.Bid(coins=2))
    assert answer.accepted and not answer.reasons


def test_a_command_is_put_to_whatever_was_open_then() -> None:
    assert why(6, 0, nm.Scry()).accepted and why(8, 0, nm.Bid(coins=1)).accepted
    assert cited(why(8, 0, nm.Scry())) == ["nm.privilege"]
    assert cited(why(6, 1, nm.Scry())) == ["nm.privilege"]


def test_a_command_that_was_sent_for_another_decision_is_too_late() -> None:
    answer = why(8, 0, nm.Bid(coins=1), decision=4)
    assert [one.reason.text for one in answer.reasons] == ["decision 4 is not open: 8 is"]


def test_a_standing_command_needs_no_decision() -> None:
    card = TABLES[6].state.players[1].hand[0].id
    assert why(6, 1, nm.Show(card=card)).accepted and why(6, 1, nm.Concede()).accepted
    assert [one.reason.field for one in why(6, 0, nm.Show(card=card)).reasons] == ["card"]


def test_before_the_game_and_after_it_nothing_is_allowed() -> None:
    assert [one.reason.text for one in why(2, 0, nm.Scry()).reasons] == ["the game has not begun"]
    over = why(9, 0, nm.Scry())
    assert cited(over) == ["nm.concede"] and not over.HasField("decision")


def test_what_is_no_command_of_the_game_is_told_as_it_was() -> None:
    malformed = Refused("malformed", (Reason("", "a number is wanted", "coins"),))
    answer = explained_refusal(GAME, TABLES[4], 0, malformed)
    assert [(one.reason.text, one.reason.rule.id) for one in answer.reasons] == [("a number is wanted", "")]
    assert not answer.HasField("command")
    assert not explained_refusal(GAME, TABLES[4], 0, b"\xff").accepted


def test_a_unit_that_cannot_be_paid_is_explained_with_the_numbers() -> None:
    board = Board(Side(capital="empire", hand="thyrus", resources=4))
    command = whi.PlayUnit(card=board.in_hand("thyrus"), zone=whi.ZONE_BATTLEFIELD)
    answer = explained_refusal(WARHAMMER_INVASION, board.match.table, 0, pack(WARHAMMER_INVASION, command))
    (reason,) = answer.reasons
    assert reason.reason.rule.id == board.cited(command)[0] and reason.reason.rule.page
    assert "5" in reason.reason.text and "4" in reason.reason.text and reason.statement


def test_a_card_that_may_not_be_played_is_explained_under_all_its_rules() -> None:
    board = crown.Board(crown.Area(hand="curse"), crown.Area())
    command = board.playing("curse")
    answer = explained_refusal(HEART_OF_CROWN, board.match.table, 0, pack(HEART_OF_CROWN, command))
    assert cited(answer) == ["hoc.card.curse", "hoc.main.playable-types"]
    assert [one.statement for one in answer.reasons] == [
        HEART_OF_CROWN.rulebook[rule].statement for rule in cited(answer)
    ]


# What was asked.


@pytest.mark.parametrize(("viewer", "offered"), [(JUDGE, True), (0, True), (1, False), (SPECTATOR, False)])
def test_what_was_asked_comes_with_the_offers_of_who_may_see_them(viewer: int, offered: bool) -> None:
    asked = asked_before(GAME, TABLES[6], parsed(STORED[6]), viewer)
    assert asked is not None and asked.version == 6 and list(asked.seats) == [0]
    assert bool(asked.offers) is offered


def test_a_judge_sees_the_offers_of_the_seat_that_answered() -> None:
    for version, seat in ((5, 0), (6, 1)):
        asked = asked_before(GAME, TABLES[version - 1], parsed(STORED[version - 1]), JUDGE)
        own = asked_before(GAME, TABLES[version - 1], parsed(STORED[version - 1]), seat)
        assert asked == own and asked is not None and asked.offers
    assert asked_before(GAME, TABLES[0], parsed(STORED[0]), JUDGE) is None


def test_what_is_asked_next_comes_with_the_offers_of_the_one_seat() -> None:
    one, several = asked_next(GAME, TABLES[6], JUDGE), asked_next(GAME, TABLES[8], JUDGE)
    assert one is not None and one.offers and several is not None and not several.offers
    own = asked_next(GAME, TABLES[8], 1)
    assert own is not None and own.offers


def test_where_todays_rules_do_not_run_to_it_it_was_asked_without_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    def diverge(*given: Any) -> None:
        raise ScriptDiverged("nm.privilege", "another rule")

    monkeypatch.setattr("rulekeeper.projections.views.offers", diverge)
    asked = asked_before(GAME, TABLES[6], Entry(), 0)
    assert asked is not None and asked.version == 6 and not asked.offers
