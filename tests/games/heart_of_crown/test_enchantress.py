"""Enchantress (rulebook p.27)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    PASS,
    attacked,
    folds,
    ids_in_pile,
    on_top,
    over,
    played,
    reached,
    shown,
)
from tests.games.heart_of_crown.table import Area, Board, whole

ENCHANTRESS = "enchantress"


@pytest.mark.rule("hoc.card.enchantress")
def test_enchantress_draws_and_each_opponent_reveals_two_and_loses_the_rest() -> None:
    board = Board(
        Area(hand=ENCHANTRESS, draw=["village*3"]),
        Area(draw=["library", "^city", "maid*3"]),
        Area(hand="city", draw=["duke", "scout", "maid*3"]),
    )
    assert board.play(ENCHANTRESS) == [
        played(ENCHANTRESS),
        "hoc.card.enchantress: CardDrawn seat 0 village",
        reached(1, ENCHANTRESS),
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.card.enchantress: CardRevealed seat 1 library",
        "hoc.faq.already-revealed: CardRevealed seat 1 city under 1",
        "hoc.card.enchantress: RevealedCardDiscarded seat 1 library",
        reached(2, ENCHANTRESS),
    ]
    assert board.do(PASS) == [
        "hoc.card.enchantress: CardRevealed seat 2 duke",
        "hoc.card.enchantress: CardRevealed seat 2 scout under 1",
        "hoc.card.enchantress: RevealedCardDiscarded seat 2 duke",
        "hoc.card.enchantress: RevealedCardDiscarded seat 2 scout",
        over(ENCHANTRESS),
    ]
    assert board.draw_pile(1) == ["^city", "maid*3"] and board.draw_pile(2) == ["maid*3"]
    assert board.asked == 0
    assert board.moves() == ["AcquireCard duke", "AcquireCard library", "AcquireCard scout", "Decline"]
    assert len(board.positions()) == 1


@pytest.mark.rule("hoc.card.enchantress")
@pytest.mark.parametrize(
    ("draw", "revealed", "left", "lost"),
    [
        (["^curse", "library*3"], 1, ["^curse", "library*3"], ""),
        (["^library", "^curse", "duke*3"], 2, ["^curse", "duke*3"], "library"),
        (["^magic-talisman", "library*3"], 1, ["^magic-talisman", "library*3"], ""),
        (["^duke", "^magic-talisman", "library*3"], 2, ["^magic-talisman", "library*3"], "duke"),
        (["^city", "^imperial-domain", "duke"], 2, ["^city", "^imperial-domain", "duke"], ""),
        (["^capital", "^maid", "duke"], 2, ["^capital", "duke"], "maid"),
        (["^library", "^library", "^curse"], 2, ["^curse"], "library*2"),
        (["duke"], 1, [], "duke"),
        ([], 0, [], ""),
    ],
)
def test_until_a_curse_appears_and_neither_curse_nor_territory_is_lost(
    draw: list[str], revealed: int, left: list[str], lost: str
) -> None:
    board = Board(Area(hand=ENCHANTRESS), Area(draw=draw))
    facts = board.play(ENCHANTRESS)
    assert len(whole(facts, "CardRevealed")) == revealed
    assert board.draw_pile(1) == left and board.discard(1) == lost


@pytest.mark.rule("hoc.faq.already-revealed", "hoc.card.enchantress")
def test_cards_that_lie_face_up_count_among_the_two() -> None:
    board = attacked(ENCHANTRESS, Area(draw=["^city", "^city", "^library"]))
    before = ids_in_pile(board, 1)
    assert board.draw_pile(1) == ["^city", "^city", "^library"] and board.asked == 0
    assert ids_in_pile(board, 1) == before


@pytest.mark.rule("hoc.card.enchantress", "hoc.deck.reshuffle-to-look")
def test_the_discards_go_under_when_the_second_card_is_wanted() -> None:
    board = Board(Area(hand=ENCHANTRESS), Area(draw=["^city"], discard="duke*3"))
    assert board.play(ENCHANTRESS)[3:] == [
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.faq.already-revealed: CardRevealed seat 1 city",
        "hoc.deck.reshuffle-to-look: DiscardPileShuffled seat 1 cards 3",
        "hoc.card.enchantress: CardRevealed seat 1 duke under 1",
        "hoc.card.enchantress: RevealedCardDiscarded seat 1 duke",
        over(ENCHANTRESS),
    ]
    assert board.draw_pile(1) == ["^city", "duke*2"] and board.discard(1) == "duke"
    board = Board(Area(hand=ENCHANTRESS), Area(draw=["^curse"], discard="duke*3"))
    assert whole(board.play(ENCHANTRESS), "DiscardPileShuffled") == [], "a Curse on top, and no second is wanted"
    board = Board(Area(hand=ENCHANTRESS), Area(draw=[], discard="library"))
    assert board.play(ENCHANTRESS)[3:] == [
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.deck.reshuffle-to-look: DiscardPileShuffled seat 1 cards 1",
        "hoc.card.enchantress: CardRevealed seat 1 library",
        "hoc.deck.none-left: EffectFizzled seat 1 enchantress missing 1",
        "hoc.card.enchantress: RevealedCardDiscarded seat 1 library",
        over(ENCHANTRESS),
    ], "what was revealed is no discard yet"


@pytest.mark.rule("hoc.faq.enchantress.one", "hoc.effect.acquire")
def test_of_all_cards_discarded_one_is_acquired() -> None:
    board = attacked(ENCHANTRESS, *(Area(draw=[f"^{kind}", "^curse"]) for kind in ("senator", "duke", "library")))
    assert board.moves() == ["AcquireCard duke", "AcquireCard library", "AcquireCard senator", "Decline"]
    assert board.do(pb.AcquireCard(kind="senator")) == [
        "hoc.card.enchantress: CardAcquired seat 0 senator basic market"
    ]
    assert board.discard() == "senator" and ("senator", 11) in board.state.basic_market
    assert board.moves() == ["EndMainPhase", "PlayCard village right of enchantress"], "and no other"


@pytest.mark.rule("hoc.faq.enchantress.one")
def test_equal_cards_are_one_choice_and_none_need_be_acquired() -> None:
    board = attacked(ENCHANTRESS, Area(draw=["^library", "^library"]), Area(draw=["^library", "^curse"]))
    assert board.moves() == ["AcquireCard library", "Decline"]
    assert (
        board.do(pb.Decline()) == ["hoc.card.enchantress: EffectFizzled seat 0 enchantress"] and board.discard() == ""
    )


@pytest.mark.rule("hoc.card.enchantress")
def test_what_was_not_discarded_just_now_is_not_acquired() -> None:
    board = attacked(ENCHANTRESS, Area(draw=["^library", "^city"], discard="duke"))
    for kind in ("city", "duke", "curse", "alchemist", ""):
        assert board.refused(pb.AcquireCard(kind=kind)) == [
            ("hoc.card.enchantress", "only a card named like one that was discarded just now can be acquired")
        ]


@pytest.mark.rule("hoc.faq.enchantress.absent")
def test_with_none_in_the_market_nothing_is_acquired() -> None:
    board = attacked(ENCHANTRESS, Area(draw=["^maid", "^curse"]))
    assert board.moves() == ["EndMainPhase", "PlayCard village right of enchantress"]
    board = attacked(ENCHANTRESS, Area(draw=["^maid", "^royal-guard"]), Area(draw=["^duke", "^curse"]))
    assert board.moves() == ["AcquireCard duke", "Decline"]
    for kind, name in (("apprentice-maid", "Apprentice Maid"), ("royal-guard", "Royal Guard")):
        assert board.refused(pb.AcquireCard(kind=kind)) == [
            ("hoc.faq.enchantress.absent", f"{name} does not lie in the market")
        ]


@pytest.mark.rule("hoc.end.dukes", "hoc.card.enchantress")
def test_the_last_duke_by_enchantment_ends_the_game() -> None:
    board = Board(
        Area(hand=ENCHANTRESS, domain="twins royal-maid"),
        Area(draw=["^duke", "^curse"], domain="lulunasaika"),
        basic={"duke": 1},
    )
    board.play(ENCHANTRESS)
    assert board.do(pb.AcquireCard(kind="duke")) == [
        "hoc.card.enchantress: CardAcquired seat 0 duke basic market",
        "hoc.end.dukes: DukesRanOut 0:2 1:6 best 1",
    ]
    assert board.result == ((1,), "hoc.end.dukes")
    folds(board)


@pytest.mark.rule("hoc.card.enchantress", "hoc.faq.talisman.any-attack")
def test_a_talisman_or_a_hidden_curse_on_top_saves_the_rest() -> None:
    board = attacked(ENCHANTRESS, Area(hand="magic-talisman", draw=["library*2"]))
    assert board.do(board.defending("magic-talisman")) == [
        *shown(1, "magic-talisman"),
        on_top(1, "magic-talisman", "magic-talisman"),
        "hoc.faq.already-revealed: CardRevealed seat 1 magic-talisman",
        "hoc.card.enchantress: EffectFizzled seat 1 enchantress",
        over(ENCHANTRESS),
        "hoc.effect.fizzle: EffectFizzled seat 0 enchantress passed_over AcquireCard",
    ]
    board = attacked(ENCHANTRESS, Area(hand="hideout curse", draw=["library*2"]))
    board.do(board.defending("hideout"))
    assert board.do(pb.PutCardOnTop(card=board.in_hand("curse", 1))) == [
        on_top(1, "curse", "hideout"),
        "hoc.faq.already-revealed: CardRevealed seat 1 curse",
        "hoc.card.enchantress: EffectFizzled seat 1 enchantress",
        over(ENCHANTRESS),
        "hoc.effect.fizzle: EffectFizzled seat 0 enchantress passed_over AcquireCard",
    ]
