"""Royal Guard, and attacks that reveal cards which somebody knew (rulebook p.22-26)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    PASS,
    attacked,
    face_up,
    heard,
    ids_in_pile,
    over,
    played,
    reached,
)
from tests.games.heart_of_crown.table import Area, Board, whole

GUARD = "royal-guard"


@pytest.mark.rule("hoc.card.royal-guard")
def test_guard_gives_two_coins_and_leaves_one_of_three_cards() -> None:
    board = Board(Area(hand=GUARD), Area(draw=["duke", "city", "maid", "curse*4"]), coins=1)
    assert board.play(GUARD) == [
        played(GUARD),
        f"hoc.card.{GUARD}: CoinsGained seat 0 coins 2",
        reached(1, GUARD),
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        f"hoc.card.{GUARD}: CardRevealed seat 1 duke",
        f"hoc.card.{GUARD}: CardRevealed seat 1 city under 1",
        f"hoc.card.{GUARD}: CardRevealed seat 1 maid under 2",
    ]
    assert board.asked == 1 and board.moves() == ["LeaveRevealed city", "LeaveRevealed duke", "LeaveRevealed maid"]
    assert board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[1])) == [
        f"hoc.card.{GUARD}: RevealedCardDiscarded seat 1 duke",
        f"hoc.card.{GUARD}: RevealedCardDiscarded seat 1 maid",
        over(GUARD),
    ]
    assert board.draw_pile(1) == ["^city", "curse*4"] and board.discard(1) == "maid duke"
    assert board.positions() == []


@pytest.mark.rule("hoc.card.royal-guard")
def test_who_was_hit_chooses_and_among_these_cards_only() -> None:
    board = attacked(GUARD, Area(draw=["^duke", "^city", "^maid", "^curse"]))
    *_, deep = ids_in_pile(board, 1)
    for card in (deep, 999):
        assert board.refused(pb.LeaveRevealed(card=card)) == [
            (f"hoc.card.{GUARD}", "one of the cards that were revealed just now stays")
        ]
    assert board.cited(pb.LeaveRevealed(card=ids_in_pile(board, 1)[0]), 0) == ["hoc.main.face-up", f"hoc.card.{GUARD}"]


@pytest.mark.rule("hoc.faq.already-revealed", "hoc.card.royal-guard")
def test_a_card_that_lies_face_up_is_the_first_of_the_three() -> None:
    board = attacked(GUARD, Area(draw=["^duke", "city", "^maid", "curse*4"]))
    assert whole(heard(board, -1), "CardRevealed") == [
        "hoc.faq.already-revealed: CardRevealed seat 1 duke",
        f"hoc.card.{GUARD}: CardRevealed seat 1 city under 1",
        "hoc.faq.already-revealed: CardRevealed seat 1 maid under 2",
    ]
    board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[0]))
    assert board.draw_pile(1) == ["^duke", "curse*4"] and board.discard(1) == "maid city"


@pytest.mark.rule("hoc.faq.already-revealed")
def test_the_guard_meets_a_draw_pile_that_is_all_face_up() -> None:
    board = attacked(GUARD, Area(draw=["^duke", "^city", "^maid"], discard="curse"))
    before = ids_in_pile(board, 1)
    assert board.moves() == ["LeaveRevealed city", "LeaveRevealed duke", "LeaveRevealed maid"]
    board.do(pb.LeaveRevealed(card=before[2]))
    assert ids_in_pile(board, 1) == [before[2]] and board.discard(1) == "city curse duke"


@pytest.mark.rule("hoc.card.royal-guard", "hoc.deck.reshuffle-to-look")
def test_with_two_cards_in_the_pile_the_discards_go_under_them_first() -> None:
    board = Board(Area(hand=GUARD), Area(draw=["duke", "^city"], discard="maid*4"))
    assert board.play(GUARD)[3:] == [
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.deck.reshuffle-to-look: DiscardPileShuffled seat 1 cards 4",
        f"hoc.card.{GUARD}: CardRevealed seat 1 duke",
        "hoc.faq.already-revealed: CardRevealed seat 1 city under 1",
        f"hoc.card.{GUARD}: CardRevealed seat 1 maid under 2",
    ]
    board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[2]))
    assert board.draw_pile(1) == ["^maid", "maid*3"] and board.discard(1) == "city duke"


@pytest.mark.rule("hoc.defence.reduce", "hoc.deck.reshuffle-to-look")
def test_a_wall_may_save_from_the_shuffle() -> None:
    board = attacked(GUARD, Area(hand="castle-wall", draw=["duke", "city"], discard="maid*4"))
    assert whole(board.do(board.defending("castle-wall")), "DiscardPileShuffled", "CardRevealed") == [
        f"hoc.card.{GUARD}: CardRevealed seat 1 duke",
        f"hoc.card.{GUARD}: CardRevealed seat 1 city under 1",
    ]


@pytest.mark.rule("hoc.deck.none-left", "hoc.card.royal-guard")
@pytest.mark.parametrize(("draw", "choices"), [(["duke", "city"], 2), (["duke"], 0), ([], 0)])
def test_with_no_discards_the_guard_reveals_what_there_is(draw: list[str], choices: int) -> None:
    board = attacked(GUARD, Area(draw=draw))
    if choices:
        assert board.moves() == ["LeaveRevealed city", "LeaveRevealed duke"]
        board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[0]))
        assert board.draw_pile(1) == ["^duke"] and board.discard(1) == "city"
    else:
        assert board.asked == 0, "one card alone stays where it is"
        assert board.draw_pile(1) == [f"^{kind}" for kind in draw] and board.discard(1) == ""


@pytest.mark.rule("hoc.deck.reshuffle-to-look", "hoc.effect.clockwise")
def test_the_guard_hits_each_draw_pile_as_it_is() -> None:
    board = attacked(GUARD, Area(draw=[], discard="duke*2"), Area(draw=[]), Area(hand="city", draw=["maid*3"]))
    assert board.asked == 1
    assert board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[0])) == [
        f"hoc.card.{GUARD}: RevealedCardDiscarded seat 1 duke",
        reached(2, GUARD),
        "hoc.defence.asked: EffectFizzled seat 2 passed_over Defend",
        "hoc.deck.none-left: EffectFizzled seat 2 royal-guard missing 3",
        "hoc.effect.fizzle: EffectFizzled seat 2 royal-guard passed_over LeaveRevealed",
        reached(3, GUARD),
    ]
    board.do(PASS)
    assert board.do(pb.LeaveRevealed(card=ids_in_pile(board, 3)[2]))[2:] == [over(GUARD)]
    assert board.draw_pile(3) == ["^maid"] and board.discard(3) == "maid*2"


@pytest.mark.rule("hoc.reveal.stays", "hoc.card.royal-guard")
def test_the_card_that_stayed_is_seen_until_it_is_drawn() -> None:
    board = Board(Area(hand=GUARD), Area(draw=["duke*3", "city*9"]))
    board.play(GUARD)
    board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[0]))
    for viewer in (0, 1, -1):
        top = board.view(viewer).players[1].draw_pile[0].card
        assert (top.kind, top.face_up) == ("duke", True)
    board.end()
    board.end()
    assert "duke" in board.hand(1) and face_up(board, 1, 0) == [] and ids_in_pile(board, 1) == []


# Cards that somebody knew.


@pytest.mark.rule("hoc.faq.already-revealed", "hoc.faq.purveyor.any-number")
def test_a_card_that_all_know_but_lies_face_down_is_turned_up_with_its_id() -> None:
    board = Board(Area(hand=GUARD), Area(draw=["^duke"]))
    bought = pb.CardAcquiredUnder(seat=1, card=98 << 16 | 7, kind="city", source=pb.SOURCE_BASIC_MARKET)
    board.match.amend(bought)
    assert board.draw_pile(1) == ["^duke", "=city"]
    board.play(GUARD)
    assert board.draw_pile(1) == ["^duke", "^city"] and ids_in_pile(board, 1)[1] == bought.card
    board.do(pb.LeaveRevealed(card=bought.card))
    assert board.draw_pile(1) == ["^city"] and board.discard(1) == "duke"


@pytest.mark.rule("hoc.reveal.stays", "hoc.view.hidden", "hoc.card.scout")
def test_a_card_that_its_owner_had_looked_at_is_shown_to_all_with_a_new_id() -> None:
    board = Board(Area(field="scout*8", hand="stargazing-witch", draw=["duke*12"]), Area(hand="scout", draw=[]))
    board.play("stargazing-witch")
    board.do(pb.DiscardSeenCards())
    board.do(pb.PutBack(cards=[part.card.id for part in board.view(0).players[0].draw_pile if part.card.id]))
    board.end()
    assert board.draw_pile() == ["=duke", "=duke", "=duke", "duke*3"]
    was = board.view(0).players[0].draw_pile[0].card.id
    board.play("scout")
    board.do(PASS)
    (shown,) = ids_in_pile(board, 0)
    for viewer, before in ((0, was), (1, 0), (-1, 0)):
        revealed = board.match.facts(viewer=viewer)[0].fact
        assert isinstance(revealed, pb.CardRevealed)
        assert (revealed.was, revealed.card, revealed.kind) == (before, shown, "duke")
    assert shown != was and [part.unknown for part in board.view(1).players[0].draw_pile] == [0, 5]
