"""Hideout, as an action and in defence (rulebook p.28-29)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    DISCARD,
    LEAVE,
    PASS,
    attacked,
    face_up,
    folds,
    ids_in_pile,
    on_top,
    over,
    played,
    shown,
)
from tests.games.heart_of_crown.table import Area, Board


def hiding(board: Board, kind: str) -> list[str]:
    """The first such card of the hand that is asked goes on top of its draw pile."""
    return board.do(pb.PutCardOnTop(card=board.in_hand(kind, board.asked)))


# Hideout, as an action.


@pytest.mark.rule("hoc.card.hideout", "hoc.faq.hideout.contiguous")
def test_hideout_takes_from_the_unbroken_run_on_top() -> None:
    board = Board(Area(hand="hideout", draw=["^duke", "^city", "maid", "^library"]), Area())
    assert board.play("hideout") == [played("hideout")]
    assert board.moves() == [
        *("TakeRevealedCards", "TakeRevealedCards city", "TakeRevealedCards duke", "TakeRevealedCards duke city"),
    ]
    library = ids_in_pile(board, 0)[2]
    assert board.refused(pb.TakeRevealedCards(cards=[library])) == [
        ("hoc.faq.hideout.contiguous", "only face-up cards on top of your draw pile, without a gap, can be taken")
    ]
    assert board.do(pb.TakeRevealedCards(cards=ids_in_pile(board, 0)[:2])) == [
        "hoc.card.hideout: RevealedCardTaken seat 0 duke",
        "hoc.card.hideout: RevealedCardTaken seat 0 city",
    ]
    assert board.hand() == ["city", "duke"] and board.draw_pile() == ["maid", "^library"]
    assert len(board.positions()) == 1


@pytest.mark.rule("hoc.faq.hideout.contiguous")
def test_a_card_that_is_known_but_lies_face_down_ends_the_run() -> None:
    board = Board(Area(hand="hideout", draw=["^duke"]), Area())
    bought = pb.CardAcquiredUnder(seat=0, card=98 << 16 | 7, kind="city", source=pb.SOURCE_BASIC_MARKET)
    curse = pb.CardAcquiredUnder(seat=0, card=99 << 16 | 7, kind="curse", source=pb.SOURCE_CURSE_PILE, face_up=True)
    board.match.amend(bought, curse)
    assert board.draw_pile() == ["^duke", "=city", "^curse"]
    board.play("hideout")
    assert board.moves() == ["TakeRevealedCards", "TakeRevealedCards duke"]
    for card in (bought.card, curse.card):
        assert board.cited(pb.TakeRevealedCards(cards=[card])) == ["hoc.faq.hideout.contiguous"]


@pytest.mark.rule("hoc.faq.hideout.contiguous")
def test_where_the_whole_draw_pile_lies_face_up_the_run_reaches_its_bottom() -> None:
    board = Board(Area(hand="hideout", draw=["^duke", "^curse", "^city"], discard="maid"), Area())
    board.play("hideout")
    assert len(board.moves()) == 8
    board.do(pb.TakeRevealedCards(cards=ids_in_pile(board, 0)))
    assert board.hand() == ["city", "curse", "duke"] and board.draw_pile() == [] and board.discard() == "maid"


@pytest.mark.rule("hoc.card.hideout")
def test_any_of_the_run_may_be_taken_and_what_is_left_stays_face_up() -> None:
    board = Board(Area(hand="hideout", draw=["^duke", "^curse", "^city", "maid"]), Area())
    board.play("hideout")
    assert board.do(pb.TakeRevealedCards(cards=[ids_in_pile(board, 0)[1]])) == [
        "hoc.card.hideout: RevealedCardTaken seat 0 curse"
    ]
    assert board.draw_pile() == ["^duke", "^city", "maid"] and board.hand() == ["curse"]
    board = Board(Area(hand="hideout", draw=["^duke"]), Area())
    board.play("hideout")
    assert board.do(pb.TakeRevealedCards()) == [
        "hoc.card.hideout: EffectFizzled seat 0 hideout"
    ] and board.draw_pile() == ["^duke"]


@pytest.mark.rule("hoc.faq.hideout.contiguous", "hoc.effect.fizzle")
@pytest.mark.parametrize("draw", [["city*3"], ["city", "^duke"], []])
def test_with_no_face_up_card_on_top_nothing_is_asked(draw: list[str]) -> None:
    board = Board(Area(hand="hideout", draw=draw, discard="duke"), Area())
    rule = "hoc.faq.hideout.contiguous" if any("^" in card for card in draw) else "hoc.effect.fizzle"
    none = f"{rule}: EffectFizzled seat 0 hideout passed_over TakeRevealedCards"
    assert board.play("hideout") == [played("hideout"), none]
    assert board.moves() == ["EndMainPhase"] and board.draw_pile() == draw


@pytest.mark.rule("hoc.faq.hideout.other-reveals")
def test_hideout_takes_what_a_scout_left() -> None:
    board = Board(Area(hand="scout hideout", draw=["duke", "city*2"]), Area(draw=[]))
    board.play("scout")
    board.do(LEAVE)
    board.play("hideout")
    assert board.moves() == ["TakeRevealedCards", "TakeRevealedCards duke"]
    board.do(pb.TakeRevealedCards(cards=ids_in_pile(board, 0)))
    assert board.hand() == ["duke"]


@pytest.mark.rule("hoc.faq.hideout.other-reveals")
def test_hideout_takes_what_a_summons_put_back() -> None:
    board = Board(Area(hand="summons hideout", draw=["^duke", "^city", "maid"]), Area(), coins=1)
    board.play("summons")
    board.do(pb.PayCoins(coins=1))
    board.do(pb.PutBack(cards=ids_in_pile(board, 0)[::-1]))
    board.play("hideout")
    assert "TakeRevealedCards city duke" in board.moves() and len(board.moves()) == 4


@pytest.mark.rule("hoc.reveal.stays", "hoc.faq.hideout.other-reveals")
def test_a_card_that_was_taken_is_hidden_again() -> None:
    board = Board(Area(hand="hideout", draw=["^duke"]), Area())
    board.play("hideout")
    (known,) = ids_in_pile(board, 0)
    board.do(pb.TakeRevealedCards(cards=[known]))
    assert face_up(board, 0, 1) == [] and face_up(board, 0, -1) == [] and face_up(board, 0, 0) == ["duke"]
    (taken,) = board.match.facts(viewer=1)
    assert isinstance(taken.fact, pb.RevealedCardTaken)
    assert (taken.fact.was, taken.fact.card, taken.fact.kind) == (known, 0, "duke")
    assert board.in_hand("duke") != known


# Hideout, in defence.


@pytest.mark.rule("hoc.faq.hideout.itself", "hoc.reveal.put-on-deck")
def test_hideout_hides_a_card_of_the_hand_or_itself() -> None:
    board = attacked("royal-guard", Area(hand="hideout duke", draw=["city*4"]))
    assert board.do(board.defending("hideout")) == shown(1, "hideout")
    assert board.moves() == ["PutCardOnTop duke", "PutCardOnTop hideout"]
    assert hiding(board, "hideout") == ["hoc.faq.hideout.itself: HandCardPutOnTop seat 1 hideout"]
    assert board.draw_pile(1) == ["^hideout", "city*4"] and board.hand(1) == ["duke"]
    for viewer in (0, 1, -1):
        top = board.view(viewer).players[1].draw_pile[0].card
        assert (top.kind, top.face_up) == ("hideout", True)
    assert board.do(PASS) == [
        "hoc.faq.already-revealed: CardRevealed seat 1 hideout",
        "hoc.card.royal-guard: CardRevealed seat 1 city under 1",
        "hoc.card.royal-guard: CardRevealed seat 1 city under 2",
    ]


@pytest.mark.rule("hoc.card.hideout")
def test_a_card_must_be_hidden_and_only_one_of_the_hand() -> None:
    board = attacked("infantry-battalion", Area(hand="hideout duke", draw=["^city"]))
    board.do(board.defending("hideout"))
    for card in (999, ids_in_pile(board, 1)[0]):
        assert board.refused(pb.PutCardOnTop(card=card)) == [
            ("hoc.card.hideout", "only a card in your hand can be hidden")
        ]
    ((rule, text),) = board.refused(PASS)
    assert rule == "hoc.defence.timing" and text.endswith("now it is time for: Hideout~")
    assert board.cited(pb.Decline()) == ["hoc.main.face-up"]


@pytest.mark.rule("hoc.card.hideout", "hoc.defence.multiple")
def test_two_hideouts_hide_two_cards_the_last_on_top() -> None:
    board = attacked("infantry-battalion", Area(hand="hideout*2 duke city*2", draw=["maid"]))
    board.do(board.defending("hideout"))
    assert hiding(board, "duke") == [on_top(1, "duke", "hideout")]
    assert board.moves() == ["Defend hideout", "PassDefence"]
    board.do(board.defending("hideout"))
    assert board.moves() == ["PutCardOnTop city"] * 2 + ["PutCardOnTop hideout"] * 2
    assert hiding(board, "city") == [on_top(1, "city", "hideout")]
    assert board.draw_pile(1) == ["^city", "^duke", "maid"]
    assert board.moves() == ["PassDefence"], "the last City might be one more"
    assert board.do(PASS) == [
        "hoc.card.infantry-battalion: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ], "three cards are left"


@pytest.mark.rule("hoc.defence.multiple", "hoc.defence.who", "hoc.faq.hideout.itself")
def test_a_hideout_that_hides_the_other_takes_its_chance() -> None:
    board = attacked("royal-guard", Area(hand="hideout*2", draw=["maid*4"]))
    board.do(board.defending("hideout"))
    used = [card.id for card in board.player(1).hand if card.up]
    other = next(card.id for card in board.player(1).hand if not card.up)
    assert board.do(pb.PutCardOnTop(card=other))[0] == on_top(1, "hideout", "hideout")
    assert [card.id for card in board.player(1).hand] == used
    assert board.asked == 1 and board.moves() == ["LeaveRevealed hideout"] + ["LeaveRevealed maid"] * 2


@pytest.mark.rule("hoc.defence.who", "hoc.card.hideout")
def test_a_wall_that_was_hidden_defends_no_more_but_a_shown_one_has_done_so() -> None:
    board = attacked("royal-guard", Area(hand="hideout castle-wall maid", draw=["duke*4"]))
    board.do(board.defending("hideout"))
    wall = board.in_hand("castle-wall", 1)
    hiding(board, "castle-wall")
    assert board.moves() == ["PassDefence"]
    for card in (wall, ids_in_pile(board, 1)[0]):
        assert board.cited(pb.Defend(card=card)) == ["hoc.defence.who"]
    board = attacked("royal-guard", Area(hand="hideout castle-wall maid", draw=["duke*4"]))
    board.do(board.defending("castle-wall"))
    board.do(board.defending("hideout"))
    hiding(board, "castle-wall")
    assert board.do(PASS) == [
        "hoc.faq.already-revealed: CardRevealed seat 1 castle-wall",
        "hoc.card.royal-guard: CardRevealed seat 1 duke under 1",
    ], "its effect has happened"


@pytest.mark.rule("hoc.defence.stays", "hoc.card.hideout")
def test_a_kept_hideout_stays_kept_and_hides_a_card_of_the_hand() -> None:
    board = attacked("royal-guard", Area(hand="duke", domain="klam-klam city[hideout]", draw=["maid*4"]))
    assert board.do(board.defending("hideout")) == ["hoc.defence.show: DefenceShown seat 1 hideout"]
    assert board.moves() == ["PutCardOnTop duke"], "the kept card is not in the hand"
    assert board.cited(pb.PutCardOnTop(card=board.kept("hideout", 1))) == ["hoc.card.hideout"]
    assert hiding(board, "duke")[0] == on_top(1, "duke", "hideout")
    assert board.kept("hideout", 1) and board.hand(1) == []


@pytest.mark.rule("hoc.effect.fizzle", "hoc.card.hideout")
def test_a_kept_hideout_with_an_empty_hand_does_nothing() -> None:
    board = attacked("scout", Area(domain="klam-klam city[hideout]", draw=["maid*4"]), draw=())
    assert board.do(board.defending("hideout")) == [
        "hoc.defence.show: DefenceShown seat 1 hideout",
        "hoc.effect.fizzle: EffectFizzled seat 1 hideout passed_over PutCardOnTop",
        "hoc.card.scout: CardRevealed seat 1 maid",
    ]


@pytest.mark.rule("hoc.card.hideout", "hoc.card.infantry-battalion")
def test_hiding_a_card_shrinks_the_hand_before_its_size_counts() -> None:
    board = attacked("infantry-battalion", Area(hand="hideout city*4", draw=["maid"]))
    board.do(board.defending("hideout"))
    hiding(board, "city")
    assert board.do(PASS) == [
        "hoc.card.infantry-battalion: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ]
    board = attacked("infantry-battalion", Area(hand="hideout city*5", draw=["maid"]))
    board.do(board.defending("hideout"))
    hiding(board, "city")
    board.do(PASS)
    assert board.moves() == ["DiscardCards city"] * 4


@pytest.mark.rule("hoc.card.hideout", "hoc.card.scout")
def test_what_was_hidden_is_what_a_scout_meets() -> None:
    board = attacked("scout", Area(hand="hideout curse", draw=["duke"]), draw=())
    board.do(board.defending("hideout"))
    assert hiding(board, "curse")[1:] == ["hoc.faq.already-revealed: CardRevealed seat 1 curse"]
    assert board.do(DISCARD) == ["hoc.faq.scout.revealed-top: RevealedCardDiscarded seat 1 curse", over("scout")]
    assert board.draw_pile(1) == ["duke"]


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.put-on-deck")
def test_of_a_hidden_card_its_id_in_the_hand_is_not_told() -> None:
    board = attacked("royal-guard", Area(hand="hideout duke city*2", draw=["maid*4"]))
    board.do(board.defending("hideout"))
    hiding(board, "duke")
    for viewer, known in ((0, False), (1, True), (-1, False)):
        put = board.match.facts(viewer=viewer)[0].fact
        assert isinstance(put, pb.HandCardPutOnTop)
        assert bool(put.was) is known and put.card == ids_in_pile(board, 1)[0] and put.kind == "duke"


@pytest.mark.rule("hoc.faq.talisman.is-curse", "hoc.card.enchantress")
def test_a_hideout_hides_a_talisman_which_then_defends_no_more() -> None:
    board = attacked("enchantress", Area(hand="hideout magic-talisman", draw=["library*3"]))
    stopped = "hoc.faq.already-revealed: CardRevealed seat 1 magic-talisman"
    board.do(board.defending("hideout"))
    assert hiding(board, "magic-talisman") == [
        on_top(1, "magic-talisman", "hideout"),
        stopped,
        "hoc.card.enchantress: EffectFizzled seat 1 enchantress",
        over("enchantress"),
        "hoc.effect.fizzle: EffectFizzled seat 0 enchantress passed_over AcquireCard",
    ]
    assert board.draw_pile(1) == ["^magic-talisman", "library*3"]
    folds(board)
