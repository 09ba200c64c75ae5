"""Conceding: a ruling of this project's (hoc.concede)."""

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import draws, everyone, standing
from tests.games.heart_of_crown.table import Area, Board, whole


def with_two_gaps(supply: str, *turned: str) -> Board:
    """Of three, seat 0 has bought two stacks of one."""
    board = Board(Area(), Area(), Area(), entry="second-phase", coins=6, supply=supply, draws=turned)
    for kind in ("scout", "library"):
        assert whole(board.do(pb.BuyCard(kind=kind)), "MarketCardTurned") == []
    assert len(board.state.random_market) == 6
    return board


@pytest.mark.rule("hoc.concede")
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_the_other_wins_whoever_is_asked(seat: int) -> None:
    board = Board(Area(), Area())
    assert board.do(pb.Concede(), seat) == [f"hoc.concede: PlayerConceded seat {seat}"]
    assert board.result == ((1 - seat,), "hoc.concede")


@pytest.mark.rule("hoc.concede")
def test_on_the_own_turn_it_ends_at_once() -> None:
    board = Board(Area(hand="village"), Area(), Area())
    board.play("village")
    assert board.do(pb.Concede(), 0) == [
        "hoc.concede: PlayerConceded seat 0",
        "hoc.turn.phases: TurnBegan seat 1 number 8",
        "hoc.main: PhaseBegan seat 1 main",
    ]
    assert board.state.turn.coins == 0 and board.field() == ["village"]
    order = []
    for _ in range(3):
        order.append(board.asked)
        board.end()
    assert order == [1, 2, 1]


@pytest.mark.rule("hoc.concede", "hoc.refill.market", "hoc.setup.stack")
def test_after_a_turn_that_was_cut_short_the_market_is_refilled_before_the_next() -> None:
    board = with_two_gaps("bank alchemist summons*2", "bank", "alchemist", "summons")
    assert board.do(pb.Concede(), 0) == [
        "hoc.concede: PlayerConceded seat 0",
        "hoc.refill.market: MarketCardTurned bank",
        "hoc.setup.stack: MarketCardTurned alchemist",
        "hoc.refill.market: MarketCardTurned summons",
        "hoc.turn.phases: TurnBegan seat 1 number 8",
        "hoc.main: PhaseBegan seat 1 main",
    ]
    assert [audience for _, audience in draws(GAME, board.match.entries[-1].facts)] == [everyone(3)] * 3
    market = dict(board.state.random_market)
    assert (len(market), market["bank"], market["alchemist"], market["summons"]) == (8, 1, 2, 1)
    assert board.discard() == "library scout" and board.view(1).supply == 1


@pytest.mark.rule("hoc.concede", "hoc.refill.supply-empty")
def test_the_supply_may_be_too_small_for_that() -> None:
    board = with_two_gaps("bank", "bank")
    assert whole(board.do(pb.Concede(), 0), "MarketCardTurned", "TurnBegan") == [
        "hoc.refill.market: MarketCardTurned bank",
        "hoc.turn.phases: TurnBegan seat 1 number 8",
    ]
    assert len(board.state.random_market) == 7 and board.state.supply == ()


@pytest.mark.rule("hoc.concede", "hoc.refill.market")
def test_when_another_concedes_the_market_waits_for_its_phase() -> None:
    board = with_two_gaps("bank summons", *["city"] * 5, "bank")
    assert board.do(pb.Concede(), 1) == ["hoc.concede: PlayerConceded seat 1"]
    facts = board.end()
    assert whole(facts, "MarketCardTurned") == [
        "hoc.refill.market: MarketCardTurned bank",
        "hoc.refill.market: MarketCardTurned summons",
    ]
    assert facts[-5:] == [
        "hoc.refill.market: PhaseBegan seat 0 market refill",
        *whole(facts, "MarketCardTurned"),
        "hoc.turn.phases: TurnBegan seat 2 number 8",
        "hoc.main: PhaseBegan seat 2 main",
    ], "and it is filled once"


@pytest.mark.rule("hoc.concede")
def test_on_anothers_turn_it_goes_on() -> None:
    board = Board(Area(hand="city"), Area(), Area())
    before = board.moves()
    assert board.do(pb.Concede(), 1) == ["hoc.concede: PlayerConceded seat 1"]
    assert board.asked == 0 and board.moves() == before
    board.end()
    assert board.asked == 2
    assert board.view(-1).players[1].standing == pb.STANDING_CONCEDED


def test_in_the_middle_of_an_effect() -> None:
    board = Board(Area(hand="scout"), Area(), Area())
    board.play("scout")
    board.do(pb.Concede(), 1)
    facts = board.do(pb.DecideRevealed(discard=False))
    assert facts == [
        "hoc.card.scout: EffectFizzled seat 0 scout",
        "hoc.effect.clockwise: AttackReached seat 2 scout",
        "hoc.defence.asked: EffectFizzled seat 2 passed_over Defend",
        "hoc.card.scout: CardRevealed seat 2 city",
    ], "who conceded is not reached any more"
    board.do(pb.Concede(), 0)
    assert board.result == ((2,), "hoc.concede")


def test_nobody_concedes_twice() -> None:
    board = Board(Area(), Area(), Area())
    board.do(pb.Concede(), 2)
    assert board.refused(pb.Concede(), 2) == [("hoc.concede", "you are out of the game already")]
    assert [offer.open() for offer in standing(board.match.game, board.match.table, 2)] == [False]
    assert [offer.open() for offer in standing(board.match.game, board.match.table, 1)] == [True]


def test_a_declaration_goes_with_its_player() -> None:
    board = Board(Area(domain="twins duke*3 royal-maid"), Area(domain="klam-klam duke*3 senator"), Area())
    board.do(pb.DeclareCoronation())
    board.end()
    board.do(pb.DeclareCoronation())
    board.do(pb.Concede(), 1)
    board.end()
    assert board.result == ((0,), "hoc.coronation.round")


def test_a_granted_extra_turn_is_lost_by_conceding() -> None:
    board = Board(Area(domain="twins", twin=1), Area(), Area())
    board.do(pb.UseAbility(card=board.in_domain("twins")))
    assert board.do(pb.Concede(), 0)[1] == "hoc.turn.phases: TurnBegan seat 1 number 8"
