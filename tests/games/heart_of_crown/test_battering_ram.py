"""Battering Ram: for the rest of the turn nobody defends (rulebook p.20)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    DISCARD,
    LEAVE,
    PASS,
    folds,
    over,
    played,
    reached,
)
from tests.games.heart_of_crown.table import Area, Board


@pytest.mark.rule("hoc.card.battering-ram")
def test_battering_ram_draws_and_forbids_defence_for_the_turn() -> None:
    board = Board(
        Area(hand="battering-ram scout infantry-battalion", draw=["city*10"]),
        Area(hand="castle-wall city*4", domain="klam-klam city[castle-wall]", draw=["duke*9"]),
        Area(hand="castle-wall", draw=["duke*9"]),
    )
    assert board.play("battering-ram") == [
        played("battering-ram"),
        "hoc.card.battering-ram: CardDrawn seat 0 city",
        "hoc.card.battering-ram: DefenceForbidden seat 0",
    ]
    assert len(board.positions()) == 1 and board.view(1).turn.no_defence
    board.play("scout")
    assert board.do(LEAVE) == [
        "hoc.card.scout: EffectFizzled seat 0 scout",
        reached(1, "scout"),
        "hoc.card.battering-ram: EffectFizzled seat 1 passed_over Defend",
        "hoc.card.scout: CardRevealed seat 1 duke",
    ]
    assert board.cited(board.defending("castle-wall", 1), 1) == ["hoc.defence.timing", "hoc.card.scout"]
    assert board.do(DISCARD)[1:] == [
        reached(2, "scout"),
        "hoc.card.battering-ram: EffectFizzled seat 2 passed_over Defend",
        "hoc.card.scout: CardRevealed seat 2 duke",
    ]
    board.do(LEAVE)
    assert board.play("infantry-battalion")[1:] == [
        "hoc.card.infantry-battalion: CoinsGained seat 0 coins 2",
        reached(1, "infantry-battalion"),
        "hoc.card.battering-ram: EffectFizzled seat 1 passed_over Defend",
    ]
    assert board.moves() == ["DiscardCards city"] * 4, "the second attack of the turn is not answered either"
    assert "Castle Wall" in board.refused(pb.DiscardCards(cards=[board.in_hand("castle-wall", 1)]))[0][1]


@pytest.mark.rule("hoc.card.battering-ram")
def test_on_the_next_turn_defence_is_allowed_again() -> None:
    board = Board(
        Area(hand="battering-ram city", draw=["scout*9"]), Area(hand="scout castle-wall", draw=["castle-wall*20"])
    )
    board.play("battering-ram")
    board.end()
    assert not board.view(0).turn.no_defence
    board.play("scout")
    assert board.do(LEAVE) == [
        "hoc.card.scout: EffectFizzled seat 1 scout",
        reached(0, "scout"),
    ]
    assert board.asked == 0, "whoever forbade it is asked too"
    board.do(PASS)
    board.do(LEAVE)
    board.end()
    board.play("scout")
    board.do(LEAVE)
    assert board.asked == 1 and board.moves() == ["Defend castle-wall"] * 5 + ["PassDefence"]


@pytest.mark.rule("hoc.card.battering-ram")
def test_attacks_before_the_ram_were_answered() -> None:
    board = Board(Area(hand="scout battering-ram", draw=["scout*9"]), Area(hand="castle-wall city", draw=["duke*4"]))
    board.play("scout")
    board.do(LEAVE)
    assert board.asked == 1
    board.do(PASS)
    board.do(LEAVE)
    board.play("battering-ram")
    assert board.hand() == ["scout"]
    board.play("scout")
    assert board.do(DISCARD)[1:] == [
        reached(1, "scout"),
        "hoc.card.battering-ram: EffectFizzled seat 1 passed_over Defend",
        "hoc.faq.already-revealed: CardRevealed seat 1 duke",
    ]
    folds(board)


@pytest.mark.rule("hoc.card.battering-ram", "hoc.card.bribery")
def test_after_the_ram_a_bribery_finds_whole_hands() -> None:
    board = Board(Area(hand="battering-ram bribery"), Area(hand="magic-talisman hideout city"), Area(hand="maid"))
    board.play("battering-ram")
    assert board.play("bribery")[2:] == [
        reached(1, "bribery"),
        "hoc.card.battering-ram: EffectFizzled seat 1 passed_over Defend",
        *(f"hoc.card.bribery: HandCardRevealed seat 1 {kind}" for kind in ("city", "hideout", "magic-talisman")),
        reached(2, "bribery"),
        "hoc.card.battering-ram: EffectFizzled seat 2 passed_over Defend",
        "hoc.card.bribery: HandCardRevealed seat 2 maid",
        over("bribery"),
    ]
    assert board.asked == 0
