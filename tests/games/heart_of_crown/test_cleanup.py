"""The end of a turn: clean-up, hand refill, market refill, the next turn (rulebook p.17-18)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import size
from tests.games.heart_of_crown.table import Area, Board, told, whole


@pytest.mark.rule("hoc.turn.phases")
def test_five_phases_in_fixed_order() -> None:
    board = Board(Area(), Area(), entry="turn", random="scout library")
    facts = told(board.match.facts()) + board.second() + board.do(pb.EndSecondPhase())
    assert whole(facts, "PhaseBegan", "TurnBegan") == [
        "hoc.turn.phases: TurnBegan seat 0 number 8",
        "hoc.main: PhaseBegan seat 0 main",
        "hoc.second: PhaseBegan seat 0 second",
        "hoc.cleanup.discard: PhaseBegan seat 0 clean up",
        "hoc.refill.hand-five: PhaseBegan seat 0 hand refill",
        "hoc.refill.market: PhaseBegan seat 0 market refill",
        "hoc.turn.phases: TurnBegan seat 1 number 9",
        "hoc.main: PhaseBegan seat 1 main",
    ]


@pytest.mark.rule("hoc.cleanup.discard")
def test_field_and_hand_go_to_the_discard_pile() -> None:
    board = Board(Area(field="village city library", hand="duke maid", draw=["city*5"]), Area())
    assert (len(board.field()), len(board.hand()), board.discard()) == (3, 2, "")
    facts = board.end()
    assert facts[1:3] == [
        "hoc.cleanup.discard: FieldDiscarded seat 0 city village library",
        "hoc.cleanup.discard: HandCardsDiscarded seat 0 maid duke",
    ]
    assert board.discard() == "maid city duke village library" and board.field() == []
    assert board.hand() == ["city"] * 5


def test_cards_put_down_at_once_do_not_tell_in_which_order_the_hand_held_them() -> None:
    seen = []
    for hand in ("duke maid city", "city duke maid"):
        board = Board(Area(hand=hand, draw=["city*5"]), Area())
        board.end()
        seen.append([fact.fact for fact in board.match.facts(viewer=1)])
    assert seen[0] == seen[1]


@pytest.mark.rule("hoc.cleanup.coins-lost")
def test_unspent_coins_vanish() -> None:
    board = Board(Area(), Area(), coins=4)
    assert "hoc.cleanup.coins-lost: CoinsLost seat 0 coins 4" in board.end()
    board.end()
    assert board.state.turn.seat == 0 and board.state.turn.coins == 0


@pytest.mark.rule("hoc.cleanup.domain-stays")
def test_the_domain_stays() -> None:
    board = Board(
        Area(domain="klam-klam large-city[library]", field="city village", hand="duke"), Area(), entry="second-phase"
    )
    board.do(board.setting("duke"))
    before = board.player().domain
    board.end()
    assert board.player().domain == before and board.domain() == ["klam-klam", "large-city", "duke"]
    assert board.kept("library") and board.discard() == "city village"


@pytest.mark.rule("hoc.refill.hand-five", "hoc.term.deck")
def test_five_cards_are_drawn() -> None:
    board = Board(Area(draw=["city*5 duke*5"]), Area())
    drawn = whole(board.end(), "CardDrawn")
    assert drawn == ["hoc.refill.hand-five: CardDrawn seat 0 city"] * 5
    player = board.player()
    assert (len(player.hand), size(player.draw_pile), player.discard_pile) == (5, 5, ())


@pytest.mark.rule("hoc.refill.mid-draw-shuffle", "hoc.example.mid-draw")
def test_the_discard_pile_is_shuffled_in_mid_draw() -> None:
    board = Board(Area(draw=["duke*3"], discard="city*3", field="village*3", hand="maid*2"), Area())
    facts = board.end()
    assert whole(facts, "CardDrawn", "DiscardPileShuffled") == [
        *["hoc.refill.hand-five: CardDrawn seat 0 duke"] * 3,
        "hoc.refill.mid-draw-shuffle: DiscardPileShuffled seat 0 cards 8",
        *["hoc.refill.hand-five: CardDrawn seat 0 maid"] * 2,
    ]
    player = board.player()
    assert (len(player.hand), size(player.draw_pile), player.discard_pile) == (5, 6, ())


@pytest.mark.rule("hoc.refill.mid-draw-shuffle")
def test_a_pile_that_is_just_enough_is_not_shuffled() -> None:
    board = Board(Area(draw=["duke*5"], discard="city*3"), Area())
    assert whole(board.end(), "DiscardPileShuffled") == []
    assert board.draw_pile() == [] and board.discard() == "city*3"


@pytest.mark.rule("hoc.deck.none-left")
def test_with_both_piles_empty_the_hand_stays_short() -> None:
    board = Board(Area(draw=["duke*2"], hand="city"), Area())
    assert whole(board.end(), "EffectFizzled") == ["hoc.deck.none-left: EffectFizzled seat 0 missing 2"]
    assert board.hand() == ["city", "duke", "duke"]


@pytest.mark.rule("hoc.refill.market", "hoc.setup.stack")
def test_the_random_market_is_filled_to_eight_kinds() -> None:
    board = Board(
        Area(),
        Area(),
        random="scout*2 wishing-well post-horse trade-ship purveyor adventurer alchemist",
        supply="scout library city-development",
        draws=["city"] * 5 + ["scout", "library"],
    )
    assert whole(board.end(), "MarketCardTurned") == [
        "hoc.setup.stack: MarketCardTurned scout",
        "hoc.refill.market: MarketCardTurned library",
    ]
    assert len(board.state.random_market) == 8 and dict(board.state.random_market)["scout"] == 3


@pytest.mark.rule("hoc.refill.market")
def test_a_place_stays_empty_until_the_market_refill() -> None:
    board = Board(Area(), Area(), entry="second-phase", coins=4, supply="library*4 city-development")
    board.do(pb.BuyCard(kind="library"))
    assert len(board.state.random_market) == 7
    assert board.cited(pb.BuyCard(kind="library")) == ["hoc.buy.market-only"]
    board.end()
    assert len(board.state.random_market) == 8


@pytest.mark.rule("hoc.refill.market")
def test_a_place_that_an_effect_empties_stays_empty_until_the_market_refill() -> None:
    board = Board(Area(hand="adventurer village", draw=["city*9"]), Area(), coins=2, supply="bank*5")
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("village")))
    assert whole(board.do(pb.AcquireCard(kind="scout")), "MarketCardTurned") == []
    assert whole(board.second(), "MarketCardTurned") == [] and len(board.state.random_market) == 7
    assert whole(board.end(), "MarketCardTurned") == ["hoc.refill.market: MarketCardTurned bank"]


@pytest.mark.rule("hoc.setup.stack")
def test_places_are_counted_not_cards() -> None:
    board = Board(Area(), Area(), random="scout*4 wishing-well post-horse trade-ship purveyor library adventurer bank")
    assert whole(board.end(), "MarketCardTurned") == []


@pytest.mark.rule("hoc.refill.supply-empty")
def test_an_empty_supply_does_not_end_the_game() -> None:
    board = Board(Area(), Area(), random="scout library bank adventurer purveyor trade-ship", supply="")
    assert board.end()[-4:] == [
        "hoc.refill.market: PhaseBegan seat 0 market refill",
        "hoc.refill.supply-empty: EffectFizzled seat 0 missing 2",
        "hoc.turn.phases: TurnBegan seat 1 number 8",
        "hoc.main: PhaseBegan seat 1 main",
    ]
    assert len(board.state.random_market) == 6 and board.result is None


@pytest.mark.rule("hoc.refill.supply-empty", "hoc.refill.market")
def test_a_supply_that_runs_out_in_mid_refill_stops_it() -> None:
    board = Board(Area(), Area(), random="scout library", supply="bank*2 adventurer")
    assert len(whole(board.end(), "MarketCardTurned")) == 3 and len(board.state.random_market) == 4
    assert board.state.supply == ()


@pytest.mark.rule("hoc.turn.pass")
def test_when_the_market_is_filled_the_next_player_begins() -> None:
    board = Board(Area(), Area(), Area(), seat=2, random="scout", supply="library")
    assert board.end()[-5:] == [
        "hoc.refill.market: PhaseBegan seat 2 market refill",
        "hoc.refill.market: MarketCardTurned library",
        "hoc.refill.supply-empty: EffectFizzled seat 2 missing 6",
        "hoc.turn.phases: TurnBegan seat 0 number 8",
        "hoc.main: PhaseBegan seat 0 main",
    ]


@pytest.mark.rule("hoc.turn.pass", "hoc.players")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_pass_clockwise(seats: int) -> None:
    board = Board(*(Area() for _ in range(seats)))
    order = [board.asked]
    for _ in range(2 * seats):
        board.end()
        order.append(board.asked)
    assert order == [*range(seats), *range(seats), 0]


@pytest.mark.rule("hoc.turn.pass", "hoc.players")
def test_who_is_out_is_skipped_and_the_turns_still_pass_clockwise() -> None:
    board = Board(Area(), Area(standing=2), Area(), Area())
    order = [board.asked]
    for _ in range(4):
        board.end()
        order.append(board.asked)
    assert order == [0, 2, 3, 0, 2]


@pytest.mark.rule("hoc.zone.discard")
def test_a_discard_pile_is_open_and_has_no_order() -> None:
    board = Board(Area(discard="duke city*2 maid"), Area())
    for viewer in (0, 1, -1):
        pile = {pile.kind: pile.count for pile in board.view(viewer).players[0].discard_pile}
        assert pile == {"apprentice-maid": 1, "city": 2, "duke": 1}
    assert Board(Area(discard="maid city duke city"), Area()).state == board.state
