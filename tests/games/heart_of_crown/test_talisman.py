"""Magic Talisman: an action, a Defence card and a Curse (rulebook p.28)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    PASS,
    attacked,
    heard,
    ids_in_pile,
    on_top,
    over,
    played,
    reached,
    shown,
)
from tests.games.heart_of_crown.table import Area, Board, whole

IS_CURSE = [
    ("hoc.card.adventurer", "a card that is no Curse is wanted, and Magic Talisman is one"),
    ("hoc.faq.talisman.is-curse", "whatever else it is, Magic Talisman counts as a Curse"),
]


@pytest.mark.rule("hoc.card.magic-talisman")
def test_talisman_gives_a_coin_for_each_card_discarded() -> None:
    board = Board(Area(hand="magic-talisman city maid curse"), Area())
    assert board.play("magic-talisman") == [played("magic-talisman")]
    assert len(board.moves()) == 8
    assert board.do(pb.DiscardCards(cards=[card.id for card in board.player().hand])) == [
        "hoc.card.magic-talisman: HandCardsDiscarded seat 0 maid city curse",
        "hoc.card.magic-talisman: CoinsGained seat 0 coins 3",
    ]
    board = Board(Area(hand="magic-talisman city"), Area())
    board.play("magic-talisman")
    assert (
        board.do(pb.DiscardCards()) == ["hoc.card.magic-talisman: EffectFizzled seat 0 magic-talisman"]
        and board.state.turn.coins == 0
    )
    assert board.moves() == ["EndMainPhase", "PlayCard city right of magic-talisman"]
    board = Board(Area(hand="magic-talisman"), Area())
    board.play("magic-talisman")
    assert board.moves() == ["EndMainPhase"]


@pytest.mark.rule("hoc.faq.talisman.any-attack")
@pytest.mark.parametrize(("attack", "others"), [("cornered-beast", "duke*4"), ("infantry-battalion", "city*4")])
def test_with_the_talisman_gone_the_hand_is_too_small(attack: str, others: str) -> None:
    board = attacked(attack, Area(hand=f"magic-talisman {others}", draw=["maid*3"]))
    assert board.moves() == ["Defend magic-talisman", "PassDefence"]
    assert board.do(board.defending("magic-talisman")) == [
        *shown(1, "magic-talisman"),
        on_top(1, "magic-talisman", "magic-talisman"),
    ]
    assert board.draw_pile(1) == ["^magic-talisman", "maid*3"]
    spared = f"hoc.card.{attack}: EffectFizzled seat 1 {attack} passed_over DiscardCards"
    assert board.do(PASS) == [spared, over(attack)]
    assert len(board.hand(1)) == 4 and board.discard(1) == ""


@pytest.mark.rule("hoc.faq.talisman.any-attack")
def test_six_cards_with_the_talisman_are_still_five_without_it() -> None:
    board = attacked("cornered-beast", Area(hand="magic-talisman duke*5"))
    board.do(board.defending("magic-talisman"))
    board.do(PASS)
    assert board.moves() == ["DiscardCards duke"] * 5


@pytest.mark.rule("hoc.defence.talisman-hand-only")
def test_a_talisman_that_lies_kept_stays_kept() -> None:
    board = attacked("cornered-beast", Area(hand="duke*5", domain="klam-klam city[magic-talisman]", draw=["maid"]))
    before = board.player(1)
    assert board.do(board.defending("magic-talisman")) == [
        "hoc.defence.show: DefenceShown seat 1 magic-talisman",
        "hoc.defence.talisman-hand-only: EffectFizzled seat 1 magic-talisman",
    ]
    assert board.player(1) == before
    board.do(PASS)
    assert board.moves() == ["DiscardCards duke"] * 5, "the Beast applies"


@pytest.mark.rule("hoc.defence.talisman-hand-only", "hoc.defence.multiple")
def test_two_talismans_go_on_top_one_after_the_other() -> None:
    board = attacked("infantry-battalion", Area(hand="magic-talisman*2 city*4", draw=["maid"]))
    board.do(board.defending("magic-talisman"))
    assert board.moves() == ["Defend magic-talisman", "PassDefence"]
    board.do(board.defending("magic-talisman"))
    assert board.draw_pile(1) == ["^magic-talisman", "^magic-talisman", "maid"]
    assert board.do(PASS) == [
        "hoc.card.infantry-battalion: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ]


@pytest.mark.rule("hoc.defence.show", "hoc.defence.who")
def test_a_talisman_on_the_draw_pile_is_not_used_again() -> None:
    board = attacked("infantry-battalion", Area(hand="magic-talisman maid", draw=["city"]))
    was = board.in_hand("magic-talisman", 1)
    board.do(board.defending("magic-talisman"))
    for card in (was, *ids_in_pile(board, 1)):
        assert board.cited(pb.Defend(card=card)) == ["hoc.defence.who"]
    board = attacked("infantry-battalion", Area(hand="magic-talisman", draw=["city"]))
    assert board.do(board.defending("magic-talisman"))[-1] == over("infantry-battalion"), "the hand is empty now"


@pytest.mark.rule("hoc.reveal.stays", "hoc.defence.show")
def test_a_talisman_that_lies_face_up_in_the_hand_is_not_revealed_twice() -> None:
    board = Board(Area(hand="bribery scout", draw=[]), Area(hand="magic-talisman city", draw=["duke"]))
    board.play("bribery")
    board.do(PASS)
    board.play("scout")
    known = board.in_hand("magic-talisman", 1)
    assert board.do(board.defending("magic-talisman")) == [
        "hoc.defence.show: DefenceShown seat 1 magic-talisman",
        on_top(1, "magic-talisman", "magic-talisman"),
    ]
    put = board.match.facts(viewer=-1)[1].fact
    assert isinstance(put, pb.HandCardPutOnTop) and put.was == known, "all saw which card it was"


@pytest.mark.rule("hoc.outside.talisman.no-keep")
def test_a_talisman_is_not_kept() -> None:
    board = Board(Area(hand="magic-talisman hideout", domain="klam-klam large-city"), Area())
    assert board.refused(board.keeping("magic-talisman", "large-city")) == [
        ("hoc.outside.talisman.no-keep", "Magic Talisman cannot be kept")
    ]
    assert board.moves() == [
        "EndMainPhase",
        "KeepCard hideout on large-city",
        *("PlayCard hideout first", "PlayCard magic-talisman first"),
    ]


@pytest.mark.rule("hoc.outside.talisman.no-keep")
def test_every_reason_against_keeping_it_is_told() -> None:
    board = Board(Area(hand="magic-talisman", domain="klam-klam village"), Area())
    assert board.cited(board.keeping("magic-talisman", "village")) == [
        "hoc.outside.talisman.no-keep",
        "hoc.keep.cost-limit",
    ]


@pytest.mark.rule("hoc.faq.talisman.is-curse", "hoc.card.donation")
def test_donation_exiles_a_talisman() -> None:
    board = Board(Area(hand="donation magic-talisman curse"), Area(), coins=1)
    board.play("donation")
    assert board.moves() == ["Decline", "ExileCard curse", "ExileCard magic-talisman"]
    assert board.do(pb.ExileCard(card=board.in_hand("magic-talisman"))) == [
        "hoc.card.donation: CoinsPaid seat 0 coins 1",
        "hoc.card.donation: CardExiled seat 0 magic-talisman",
    ]


@pytest.mark.rule("hoc.ability.bergamot-once", "hoc.faq.talisman.is-curse")
def test_bergamotte_and_the_adventurer_take_no_talisman() -> None:
    board = Board(Area(hand="magic-talisman", domain="bergamotte"), Area())
    assert board.moves() == ["EndMainPhase", "PlayCard magic-talisman first"]
    used = pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("magic-talisman"))
    assert board.refused(used) == [("hoc.ability.bergamot-once", IS_CURSE[0][1]), IS_CURSE[1]]
    board = Board(Area(hand="adventurer magic-talisman city"), Area(), coins=2)
    board.play("adventurer")
    assert board.moves() == ["Decline", "ExileCard city"]
    exiled = pb.ExileCard(card=board.in_hand("magic-talisman"))
    assert board.refused(exiled) == IS_CURSE


@pytest.mark.rule("hoc.types.curse", "hoc.types.multi")
def test_unlike_a_plain_curse_a_talisman_is_played() -> None:
    board = Board(Area(hand="magic-talisman curse", domain="klam-klam"), Area())
    assert board.moves() == ["EndMainPhase", "PlayCard magic-talisman first"]


def test_facts_of_a_defence_read_the_same_to_everybody() -> None:
    board = attacked("cornered-beast", Area(hand="magic-talisman city*2"), Area())
    board.do(board.defending("magic-talisman"))
    assert heard(board, 0) == heard(board, 1) == heard(board, 2) == heard(board, -1)
    assert whole(board.do(PASS), "AttackReached") == [reached(2, "cornered-beast")]
