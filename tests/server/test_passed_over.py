"""Why a command is not asked for, where the record says that it was passed over, as there was nothing to choose."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.v1 import audit_pb2, games_pb2, judges_pb2
from tests.games.heart_of_crown.table import Area, Board
from tests.projections.bench import unpacked
from tests.server.conftest import Town
from tests.server.desk import Desk, Seats, bearer, fresh_id, packed

FIZZLED = pb.EffectFizzled(seat=0, kind="summons", passed_over="TakeRevealedCards")


@pytest.fixture
async def desk(town: Town) -> Desk:
    """A service that referees Heart of Crown."""
    return await town.desk(ruleset={GAME.ruleset: GAME})


async def seated(desk: Desk, board: Board) -> Seats:
    """The board's position as a game of the service."""
    origin = board.match.table.origin
    assert origin is not None
    sandbox = games_pb2.Sandbox(position=origin.position, seat_all=True, seed=bytes(32))
    made = await desk.create(ruleset=GAME.ruleset, sandbox=sandbox)
    return Seats(desk, made.game_id, list(made.seat_tokens), made.judge_token)


async def summoned(desk: Desk) -> Seats:
    """Summons was played, and among the two cards that it revealed there is no Action card."""
    board = Board(Area(hand="summons scout", draw=["^duke", "^city", "city*9"]), Area(), coins=1)
    table = await seated(desk, board)
    await table.send(0, board.playing("summons"))
    await table.send(0, pb.PayCoins(coins=1))
    return table


async def why(table: Seats, command: Any, seat: int = 0, version: int = 0) -> audit_pb2.ExplainRefusalResponse:
    request = audit_pb2.ExplainRefusalRequest(
        game_id=table.game_id, version=version, seat=seat, message=packed(command)
    )
    return await table.desk.audit.ExplainRefusal(request, metadata=bearer(table.judge))


async def put_back(table: Seats) -> None:
    (offer,) = (await table.open_decision()).offers
    cards = [candidate.value.number for candidate in offer.fields[0].order.candidates]
    await table.send(0, pb.PutBack(cards=cards))


@pytest.mark.parametrize("seat", [0, 1])
async def test_it_is_told_by_the_fact_that_says_so_with_its_rule_and_its_words(desk: Desk, seat: int) -> None:
    table = await summoned(desk)
    answer = await why(table, pb.TakeRevealedCards(), seat)
    assert not answer.accepted and answer.reasons and answer.HasField("passed_over")
    told = answer.passed_over
    assert unpacked(told.fact.fact) == FIZZLED
    assert told.fact.rule.id == "hoc.effect.fizzle" and told.statement == GAME.rulebook["hoc.effect.fizzle"].statement
    shown = audit_pb2.ExplainFactRequest(game_id=table.game_id, place=told.place, seat=seat)
    assert (await desk.audit.ExplainFact(shown, metadata=bearer(table.judge))).fact == told.fact


async def test_it_is_told_to_the_end_of_the_turn_and_not_later(desk: Desk) -> None:
    table = await summoned(desk)
    passed = table.at
    await put_back(table)
    await table.send(0, pb.EndMainPhase())
    assert (await why(table, pb.TakeRevealedCards())).passed_over.place.version == passed
    await table.send(0, pb.EndSecondPhase())
    assert not (await why(table, pb.TakeRevealedCards())).HasField("passed_over")
    assert (await why(table, pb.TakeRevealedCards(), version=passed)).HasField("passed_over")
    assert not (await why(table, pb.TakeRevealedCards(), version=passed - 1)).HasField("passed_over")


async def test_what_ended_the_turn_tells_of_its_own_steps(desk: Desk) -> None:
    """As clean-up begins there is nothing that Supply Unit could return; the next player is asked at once."""
    board = Board(Area(field="supply-unit"), Area(), entry="second-phase", at_clean_up=("supply-unit",))
    table = await seated(desk, board)
    await table.send(0, pb.EndSecondPhase())
    told = (await why(table, pb.ReturnCard())).passed_over
    assert unpacked(told.fact.fact) == pb.EffectFizzled(seat=0, kind="supply-unit", passed_over="ReturnCard")
    assert told.fact.rule.id == "hoc.faq.supply-unit.not-each-other"
    await table.send(1, pb.EndMainPhase())
    assert not (await why(table, pb.ReturnCard())).HasField("passed_over")


async def test_of_several_the_last_one_is_told(desk: Desk) -> None:
    board = Board(Area(hand="summons*2", draw=["^duke", "^city", "city*9"]), Area())
    table = await seated(desk, board)
    for number in range(2):
        card = board.player().hand[number].id
        (at,) = (await table.open_decision()).offers[0].fields[1].one_of.candidates
        await table.send(0, pb.PlayCard(card=card, at=at.value.text))
        await table.send(0, pb.PayCoins(coins=0))
    told = (await why(table, pb.TakeRevealedCards())).passed_over
    assert told.place.version == table.at


async def test_of_what_is_asked_for_or_was_never_passed_over_nothing_is_told(desk: Desk) -> None:
    table = await summoned(desk)
    for command in (pb.PutBack(cards=[1]), pb.BuyCard(kind="city"), pb.Concede()):
        assert not (await why(table, command)).HasField("passed_over")


async def test_what_was_gone_back_behind_is_not_told(desk: Desk) -> None:
    table = await summoned(desk)
    back = judges_pb2.Ruling(go_back=judges_pb2.Ruling.GoBack(to=table.at - 1), reason="odd")
    request = judges_pb2.GiveRulingRequest(game_id=table.game_id, command_id=fresh_id(), ruling=back)
    table.at = (await desk.judges.GiveRuling(request, metadata=bearer(table.judge))).version
    assert not (await why(table, pb.TakeRevealedCards())).HasField("passed_over")
