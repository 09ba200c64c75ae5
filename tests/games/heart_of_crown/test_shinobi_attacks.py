"""Shinobi as an Attack card, and as some others (rulebook p.28)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    DISCARD,
    LEAVE,
    PASS,
    face_up,
    on_top,
    over,
    reached,
    reduced,
    shown,
)
from tests.games.heart_of_crown.table import Area, Board, whole


def copying(kind: str, *others: Area, hand: str = "", coins: int = 0) -> Board:
    """Seat 0 is asked what the Shinobi copies; a Post Horse and that card lie in the field."""
    board = Board(Area(field=f"post-horse {kind}", hand=f"shinobi {hand}", draw=["maid*9"]), *others, coins=coins)
    board.play("shinobi")
    return board


def copied(board: Board, kind: str) -> list[str]:
    return board.do(pb.CopyCard(card=board.in_field(kind)))


@pytest.mark.rule("hoc.faq.shinobi.defence", "hoc.card.shinobi")
def test_a_copied_attack_is_answered_like_a_played_one() -> None:
    board = copying("infantry-battalion", Area(hand="castle-wall city*4"))
    assert board.moves() == ["CopyCard infantry-battalion", "CopyCard post-horse"]
    assert copied(board, "infantry-battalion") == [
        "hoc.card.shinobi: EffectCopied seat 0 infantry-battalion",
        "hoc.card.infantry-battalion: CoinsGained seat 0 coins 2",
        reached(1, "infantry-battalion", copied=True),
    ]
    assert board.asked == 1 and board.moves() == ["Defend castle-wall", "PassDefence"]
    assert board.do(board.defending("castle-wall")) == [*shown(1, "castle-wall"), reduced(1, 1)]
    assert board.do(PASS) == [
        "hoc.defence.reduce: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ]
    assert len(board.hand(1)) == 5 and len(board.positions()) == 2, "the copied card's links are not gained"


@pytest.mark.rule("hoc.faq.shinobi.defence", "hoc.defence.stays")
def test_a_wall_defends_against_the_attack_and_against_its_copy() -> None:
    board = Board(
        Area(hand="post-horse infantry-battalion shinobi", draw=["maid*9"]), Area(hand="castle-wall city*4"), coins=0
    )
    board.play("post-horse")
    board.play("infantry-battalion")
    board.do(board.defending("castle-wall"))
    board.do(PASS)
    board.play("shinobi")
    copied(board, "infantry-battalion")
    assert board.do(board.defending("castle-wall")) == [
        "hoc.defence.show: DefenceShown seat 1 castle-wall",
        reduced(1, 1),
    ]
    assert board.do(PASS) == [
        "hoc.defence.reduce: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ]
    assert board.state.turn.coins == 4 and len(board.hand(1)) == 5


@pytest.mark.rule("hoc.card.shinobi", "hoc.types.subtype", "hoc.defence.reduce")
def test_of_a_copy_the_copied_cards_subtype_counts() -> None:
    board = copying("cornered-beast", Area(hand="castle-wall duke*4"))
    copied(board, "cornered-beast")
    none = "hoc.defence.reduce: EffectFizzled seat 1 castle-wall"
    assert board.do(board.defending("castle-wall")) == [*shown(1, "castle-wall"), none], "both are schemes, no troops"
    board.do(PASS)
    assert board.moves() == ["DiscardCards duke"] * 4
    board = copying("royal-guard", Area(hand="castle-wall", draw=["duke*3"]))
    copied(board, "royal-guard")
    assert whole(board.do(board.defending("castle-wall")), "AttackReduced", "CardRevealed") == [
        reduced(1, 1),
        "hoc.card.royal-guard: CardRevealed seat 1 duke",
        "hoc.card.royal-guard: CardRevealed seat 1 duke under 1",
    ]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.scout")
def test_shinobi_as_a_scout() -> None:
    board = copying("scout", Area(hand="city", draw=["duke"]))
    assert copied(board, "scout") == [
        "hoc.card.shinobi: EffectCopied seat 0 scout",
        "hoc.card.scout: CardRevealed seat 0 maid",
    ]
    assert board.do(DISCARD) == ["hoc.card.scout: RevealedCardDiscarded seat 0 maid", reached(1, "scout", copied=True)]
    assert board.do(PASS) == ["hoc.card.scout: CardRevealed seat 1 duke"]
    assert (
        board.do(LEAVE) == ["hoc.card.scout: EffectFizzled seat 1 scout", over("scout")] and len(board.positions()) == 2
    )


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.curse-witch")
def test_shinobi_as_a_curse_witch() -> None:
    board = copying("curse-witch", Area(hand="magic-talisman"), Area(), hand="duke maid")
    assert copied(board, "curse-witch") == ["hoc.card.shinobi: EffectCopied seat 0 curse-witch"]
    assert board.moves() == ["ExileCard duke", "ExileCard maid"]
    board.do(pb.ExileCard(card=board.in_hand("duke")))
    assert board.do(board.defending("magic-talisman"))[2:] == [
        on_top(1, "magic-talisman", "magic-talisman"),
        "hoc.faq.talisman.is-curse: EffectFizzled seat 1 curse-witch",
        reached(2, "curse-witch", copied=True),
        "hoc.defence.asked: EffectFizzled seat 2 passed_over Defend",
        "hoc.card.curse-witch: CardAcquiredUnder seat 2 curse curse pile face_up",
        over("curse-witch"),
    ]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.bribery")
def test_shinobi_as_a_bribery() -> None:
    board = copying("bribery", Area(hand="duke city"), coins=3)
    assert copied(board, "bribery") == [
        "hoc.card.shinobi: EffectCopied seat 0 bribery",
        "hoc.card.bribery: BuyingFromOpponentsAllowed seat 0",
        reached(1, "bribery", copied=True),
    ]
    board.do(PASS)
    assert face_up(board, 1, -1) == ["city", "duke"]
    board.second()
    assert "BuyOpponentCard city" in board.moves()


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.enchantress")
def test_shinobi_as_an_enchantress() -> None:
    board = copying("enchantress", Area(draw=["^library", "^curse"]))
    assert copied(board, "enchantress") == [
        "hoc.card.shinobi: EffectCopied seat 0 enchantress",
        "hoc.card.enchantress: CardDrawn seat 0 maid",
        reached(1, "enchantress", copied=True),
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.faq.already-revealed: CardRevealed seat 1 library",
        "hoc.faq.already-revealed: CardRevealed seat 1 curse under 1",
        "hoc.card.enchantress: RevealedCardDiscarded seat 1 library",
        over("enchantress"),
    ]
    assert board.moves() == ["AcquireCard library", "Decline"]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.money-lender")
def test_shinobi_as_a_money_lender_lends_twice() -> None:
    board = Board(Area(hand="money-lender shinobi"), Area(hand="city"))
    board.play("money-lender")
    board.play("shinobi")
    assert copied(board, "money-lender") == [
        "hoc.card.shinobi: EffectCopied seat 0 money-lender",
        "hoc.card.money-lender: CoinsGained seat 0 coins 3",
        "hoc.card.money-lender: TurnEndEffectGained seat 0 money-lender",
    ], "no attack, and nobody is asked"
    assert board.state.turn.coins == 6
    assert whole(board.end(), "DebtChanged") == [
        "hoc.card.money-lender: DebtChanged seat 0 counters 4",
        "hoc.card.money-lender: DebtChanged seat 0 counters 8",
    ]


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.supply-unit", "hoc.faq.supply-unit.not-each-other")
def test_shinobi_as_a_supply_unit_returns_a_card_too() -> None:
    board = Board(Area(hand="supply-unit shinobi", draw=["maid*9"]), Area())
    board.play("supply-unit")
    board.play("shinobi")
    copied(board, "supply-unit")
    board.end()
    assert board.moves() == ["Decline", "ReturnCard shinobi"]
    assert whole(board.do(pb.ReturnCard(card=board.in_field("shinobi"))), "FieldDiscarded") == [
        "hoc.cleanup.discard: FieldDiscarded seat 0 supply-unit"
    ], "for the second one no other card is left"


@pytest.mark.rule("hoc.card.shinobi", "hoc.card.battering-ram")
def test_shinobi_as_a_battering_ram_forbids_defence_too() -> None:
    board = copying("battering-ram", Area(hand="castle-wall"))
    assert copied(board, "battering-ram")[1:] == [
        "hoc.card.battering-ram: CardDrawn seat 0 maid",
        "hoc.card.battering-ram: DefenceForbidden seat 0",
    ]


@pytest.mark.rule("hoc.card.shinobi")
def test_what_shinobi_does_not_copy_is_refused() -> None:
    board = Board(Area(field="scout city shinobi", hand="shinobi library"), Area())
    board.play("shinobi")
    assert board.moves() == ["CopyCard scout"]
    rule = "hoc.card.shinobi"
    assert board.refused(pb.CopyCard(card=board.in_field("city"))) == [
        (rule, "an Action card that is no Shinobi is wanted, not City")
    ]
    assert board.refused(pb.CopyCard(card=board.in_field("shinobi"))) == [
        (rule, "an Action card that is no Shinobi is wanted, not Shinobi")
    ]
    assert board.refused(pb.CopyCard(card=board.in_hand("library"))) == [
        (rule, "only a card in your field can be copied")
    ]
    board = Board(Area(hand="shinobi"), Area(hand="city"))
    board.play("shinobi")
    assert board.moves() == ["EndMainPhase"], "with nothing to copy it does nothing"
