"""Rules that meet: conceding, extra turns, coronations, overtime, and what a judge changes while the table waits."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import SPECTATOR
from tests.games.heart_of_crown.table import Area, Board, told, whole

SIXTEEN = "duke*2 senator royal-maid"
TWENTY = "duke*3 royal-maid"

# Conceding.


@pytest.mark.rule("hoc.concede", "hoc.card.scout")
def test_cards_of_a_player_who_conceded_stay_where_they_are() -> None:
    board = Board(Area(hand="scout", draw=["city"]), Area(draw=["duke"]), Area())
    board.play("scout")
    board.do(pb.DecideRevealed(discard=False))
    assert board.do(pb.Concede(), 1) == [
        "hoc.concede: PlayerConceded seat 1",
        "hoc.effect.clockwise: AttackReached seat 2 scout",
        "hoc.defence.asked: EffectFizzled seat 2 passed_over Defend",
        "hoc.card.scout: CardRevealed seat 2 city",
    ]
    assert board.draw_pile(1) == ["^duke"]


@pytest.mark.rule("hoc.concede")
def test_in_the_middle_of_the_own_text_the_turn_ends_and_all_stays() -> None:
    board = Board(Area(hand="supply-unit alchemist", draw=["city*9"]), Area(), Area())
    board.play("supply-unit")
    board.play("alchemist")
    board.end()
    assert "ReturnCard alchemist" in board.moves()
    assert board.do(pb.Concede(), 0) == [
        "hoc.concede: PlayerConceded seat 0",
        "hoc.turn.phases: TurnBegan seat 1 number 8",
        "hoc.main: PhaseBegan seat 1 main",
    ]
    assert (board.field(), board.hand(), board.discard()) == (["supply-unit", "alchemist"], ["city"] * 3, "")
    assert [len(player.hand) for player in board.view(SPECTATOR).players] == [0, 0, 0]
    board.end()
    board.end()
    assert board.asked == 1, "and no turn comes to them any more"


@pytest.mark.rule("hoc.concede")
def test_four_players_become_one() -> None:
    board = Board(*(Area() for _ in range(4)))
    board.do(pb.Concede(), 2)
    board.end()
    assert board.asked == 1
    board.do(pb.Concede(), 1)
    assert board.asked == 3, "the turn of who conceded is over, and the next one is out"
    board.do(pb.Concede(), 3)
    assert board.result == ((0,), "hoc.concede")


@pytest.mark.rule("hoc.concede", "hoc.coronation.round")
def test_a_round_is_over_although_one_who_conceded_had_no_turn() -> None:
    board = Board(Area(domain=f"twins {TWENTY}"), Area(), Area())
    board.do(pb.DeclareCoronation())
    board.end()
    board.do(pb.Concede(), 1)
    assert board.asked == 2 and board.result is None
    board.end()
    assert board.result == ((0,), "hoc.coronation.round")


@pytest.mark.rule("hoc.concede", "hoc.coronation.round", "hoc.sudden-death.start")
def test_when_the_first_declarer_concedes_the_later_ones_round_runs_on() -> None:
    areas = Area(domain=f"lulunasaika {SIXTEEN}", declared=True), Area(domain=f"twins {TWENTY}", declared=True)
    board = Board(*areas, Area(), seat=2)
    board.do(pb.Concede(), 0)
    board.end()
    assert board.result == ((1,), "hoc.coronation.round")


@pytest.mark.rule("hoc.concede", "hoc.sudden-death.start")
def test_overtime_goes_on_among_those_left_and_ends_with_one() -> None:
    board = Board(
        Area(domain=f"lulunasaika {TWENTY}", declared=True, hand="scout"),
        Area(domain=f"twins {TWENTY}", declared=True),
        Area(domain=f"klam-klam {TWENTY}", declared=True),
        overtime=True,
    )
    board.play("scout")
    board.do(pb.Concede(), 0)
    assert board.asked == 1 and board.state.overtime
    board.do(pb.Concede(), 1)
    assert board.result == ((2,), "hoc.concede")


# Extra turns.


@pytest.mark.rule("hoc.faq.twins.no-instant-win", "hoc.sudden-death.start", "hoc.outside.twins.counters")
def test_extra_turns_before_and_in_overtime() -> None:
    board = Board(Area(domain=f"lulunasaika {TWENTY}"), Area(domain=f"twins {TWENTY}", twin=2), Area(domain="laolily"))
    twins = board.in_domain("twins", 1)
    board.do(pb.DeclareCoronation())
    board.end()
    board.do(pb.UseAbility(card=twins))
    board.do(pb.DeclareCoronation())
    assert whole(board.end(), "TurnBegan", "OvertimeBegan") == ["hoc.turn.phases: TurnBegan seat 1 number 9 extra"]
    board.end()
    assert whole(board.end(), "TurnBegan", "OvertimeBegan", "PlayerDroppedOut") == [
        "hoc.turn.phases: TurnBegan seat 0 number 11",
        "hoc.sudden-death.start: OvertimeBegan seats 0 1",
        "hoc.sudden-death.dropout: PlayerDroppedOut seat 2",
    ]
    board.end()
    board.do(pb.UseAbility(card=twins))
    board.end()
    assert board.asked == 1 and board.state.turn.extra
    board.end()
    assert board.asked == 0 and board.result is None


# What a judge changes.


@pytest.mark.rule("hoc.concede")
def test_a_judge_puts_a_player_out_and_their_turn_ends_at_once() -> None:
    board = Board(Area(hand="city"), Area(), Area())
    assert board.amend(pb.PlayerConceded(seat=0)) == [
        "judge: PlayerConceded seat 0",
        "hoc.turn.phases: TurnBegan seat 1 number 8",
        "hoc.main: PhaseBegan seat 1 main",
    ]
    assert board.asked == 1
    board.amend(pb.PlayerDroppedOut(seat=2))
    assert board.result == ((1,), "hoc.concede")


@pytest.mark.rule("hoc.coronation.cancel")
def test_a_coronation_is_off_although_the_next_answer_would_mend_it() -> None:
    board = Board(Area(hand="royal-maid", domain=f"twins {TWENTY}", declared=True), Area(), entry="second-phase")
    discarded = pb.DomainCardDiscarded(seat=0, card=board.in_domain("royal-maid"), kind="royal-maid")
    assert board.amend(discarded)[1:] == ["hoc.coronation.cancel: CoronationCancelled seat 0 points 18"]
    assert board.do(board.setting("royal-maid")) == ["hoc.set.any-number: CardSet seat 0 royal-maid points 20"]
    assert board.moves() == ["DeclareCoronation", "EndSecondPhase"]


@pytest.mark.rule("hoc.win.thirty")
def test_thirty_points_given_by_a_judge_win_at_once() -> None:
    board = Board(Area(hand="city"), Area(domain="lulunasaika duke*3 senator", hand="senator"))
    senator = board.in_hand("senator", 1)
    won = board.amend(pb.CardSet(seat=1, was=senator, card=99 << 16 | 7, kind="senator", points=30))
    assert won[1:] == ["hoc.win.thirty: ThirtyReached seat 1 points 30"]
    assert board.result == ((1,), "hoc.win.thirty")


# Piles.


@pytest.mark.rule("hoc.faq.purveyor.any-number", "hoc.refill.mid-draw-shuffle")
def test_what_goes_under_an_empty_draw_pile_is_drawn_first_in_the_order_of_buying() -> None:
    board = Board(Area(hand="purveyor", draw=[], discard="duke*5"), Area(), coins=8)
    board.play("purveyor")
    board.second()
    board.do(pb.BuyCard(kind="city", under_draw_pile=True))
    board.do(pb.BuyCard(kind="scout", under_draw_pile=True))
    board.do(pb.EndSecondPhase())
    assert whole(told(board.match.facts(viewer=1)), "CardDrawn", "DiscardPileShuffled") == [
        "hoc.refill.hand-five: CardDrawn seat 0 known city",
        "hoc.refill.hand-five: CardDrawn seat 0 known scout",
        "hoc.refill.mid-draw-shuffle: DiscardPileShuffled seat 0 cards 6",
        *["hoc.refill.hand-five: CardDrawn seat 0"] * 3,
    ]


@pytest.mark.rule("hoc.reveal.stays", "hoc.refill.mid-draw-shuffle")
def test_a_face_up_card_at_the_bottom_is_drawn_before_the_shuffle() -> None:
    board = Board(Area(hand="library village", draw=["city*3"], discard="duke"), Area())
    board.play("library")
    board.do(pb.PutCardUnder(card=board.in_hand("village")))
    assert board.draw_pile() == ["city", "^village"]
    board.end()
    assert whole(told(board.match.facts(viewer=1)), "CardDrawn", "DiscardPileShuffled")[:3] == [
        "hoc.refill.hand-five: CardDrawn seat 0",
        "hoc.refill.hand-five: CardDrawn seat 0 known farming-village",
        "hoc.refill.mid-draw-shuffle: DiscardPileShuffled seat 0 cards 4",
    ]


@pytest.mark.rule("hoc.card.supply-unit", "hoc.reveal.put-on-deck")
def test_of_several_returned_cards_the_last_lies_on_top() -> None:
    board = Board(Area(hand="supply-unit*2 alchemist post-horse", draw=["city*9"]), Area())
    for kind in ("supply-unit", "post-horse", "supply-unit", "alchemist"):
        board.play(kind)
    board.end()
    board.do(pb.ReturnCard(card=board.in_field("post-horse")))
    assert board.draw_pile()[0] == "^post-horse" and board.moves() == ["Decline", "ReturnCard alchemist"]
    facts = board.do(pb.ReturnCard(card=board.in_field("alchemist")))
    assert whole(facts, "CardDrawn")[:2] == [
        "hoc.refill.hand-five: CardDrawn seat 0 alchemist known alchemist",
        "hoc.refill.hand-five: CardDrawn seat 0 post-horse known post-horse",
    ]
