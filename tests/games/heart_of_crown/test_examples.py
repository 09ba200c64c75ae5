"""The rulebook's worked examples that no other file holds; the Trade Ship stands in for cards without a link."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board


@pytest.mark.rule("hoc.example.village-one-coin", "hoc.symbol.coin", "hoc.card.farming-village")
def test_a_village_gives_a_coin() -> None:
    board = Board(Area(hand="village"), Area())
    assert board.play("village")[1] == "hoc.card.farming-village: CoinsGained seat 0 coins 1"


@pytest.mark.rule("hoc.example.link-villages-infantry", "hoc.link.chain", "hoc.link.none-ends")
def test_two_villages_and_one_card_without_a_link() -> None:
    board = Board(Area(hand="village*2 trade-ship*2 maid"), Area())
    board.play("village")
    board.play("village")
    board.play("trade-ship")
    board.do(pb.ChooseOption(option="coins"))
    assert board.moves() == ["EndMainPhase"]
    assert board.cited(board.playing("trade-ship", "start"))[0] == "hoc.link.one-per-position"
    assert "hoc.main.playable-types" in board.cited(board.playing("maid", "start"))


@pytest.mark.rule("hoc.example.recall-post-horse", "hoc.recall", "hoc.link.both-corners")
def test_a_recalled_post_horse_makes_room_for_two() -> None:
    board = Board(
        Area(hand="village*2 trade-ship*2 maid", domain="lulunasaika city[post-horse]", draw=["city"]), Area()
    )
    board.do(pb.RecallCard(card=board.kept("post-horse")))
    board.play("post-horse")
    for _ in range(2):
        board.play("trade-ship")
        board.do(pb.ChooseOption(option="coins"))
    assert board.field() == ["post-horse", "trade-ship", "trade-ship"]


@pytest.mark.rule("hoc.term.acquire", "hoc.example.klam-three-cities")
def test_what_an_effect_acquires_goes_to_the_discard_pile() -> None:
    board = Board(Area(hand="adventurer village"), Area(), coins=2)
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("village")))
    board.do(pb.AcquireCard(kind="city"))
    assert board.discard() == "city" and board.hand() == []
