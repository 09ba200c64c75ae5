"""The rulebook's worked examples that no other file holds."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board


@pytest.mark.rule("hoc.example.village-one-coin", "hoc.symbol.coin", "hoc.card.farming-village")
def test_a_village_gives_a_coin() -> None:
    board = Board(Area(hand="village"), Area())
    assert board.play("village")[1] == "hoc.card.farming-village: CoinsGained seat 0 coins 1"


@pytest.mark.rule("hoc.example.link-villages-infantry", "hoc.link.chain", "hoc.link.none-ends")
def test_two_villages_and_one_infantry_battalion() -> None:
    board = Board(Area(hand="village*2 infantry-battalion*2 maid"), Area())
    assert board.play("village")[1] == "hoc.card.farming-village: CoinsGained seat 0 coins 1"
    assert board.positions() == [f"{board.in_field('village')}:right"]
    board.play("village")
    board.play("infantry-battalion")
    assert board.moves() == ["EndMainPhase"] and board.hand() == ["infantry-battalion", "maid"]
    assert board.field() == ["village", "village", "infantry-battalion"]
    infantry = f"{board.in_field('infantry-battalion')}:right"
    assert board.refused(board.playing("infantry-battalion", infantry)) == [
        ("hoc.link.one-per-position", "each of the 2 link positions of this turn holds a card"),
        ("hoc.link.none-ends", "Infantry Battalion has no link symbol; none is open"),
    ]
    assert "hoc.main.playable-types" in board.cited(board.playing("maid", infantry))


@pytest.mark.rule("hoc.example.recall-post-horse", "hoc.recall", "hoc.link.both-corners")
def test_a_recalled_post_horse_makes_room_for_two() -> None:
    board = Board(
        Area(hand="village*2 infantry-battalion*2 maid", domain="lulunasaika city[post-horse]", draw=["city"]), Area()
    )
    board.do(pb.RecallCard(card=board.kept("post-horse")))
    board.play("post-horse")
    horse = board.in_field("post-horse")
    board.play("infantry-battalion", f"{horse}:right")
    board.play("infantry-battalion", f"{horse}:bottom")
    assert board.field() == ["post-horse", "infantry-battalion", "infantry-battalion"]


@pytest.mark.rule("hoc.example.back-klam", "hoc.back.cost", "hoc.back.three-territories")
def test_klam_klam_is_backed_with_seven_coins() -> None:
    board = Board(Area(hand="large-city city village*2 post-horse"), Area())
    for kind in ("large-city", "city", "village", "village", "post-horse"):
        board.play(kind)
    assert board.state.turn.coins == 3 + 2 + 1 + 1
    board.second()
    assert board.do(pb.BackPrincess(princess="klam-klam")) == [
        "hoc.back.choose: PrincessBacked seat 0 klam-klam price 6",
        "hoc.back.three-territories: TerritoryMoved seat 0 large-city",
        "hoc.back.three-territories: TerritoryMoved seat 0 city",
        "hoc.back.three-territories: TerritoryMoved seat 0 village",
    ]
    assert board.domain() == ["klam-klam", "large-city", "city", "village"]
    assert board.field() == ["village", "post-horse"] and board.state.turn.coins == 1
    assert board.cited(pb.BuyCard(kind="scout")) == ["hoc.second.exclusive"]


@pytest.mark.rule("hoc.term.acquire")
def test_what_an_effect_acquires_goes_to_the_discard_pile() -> None:
    board = Board(Area(hand="adventurer village"), Area(), coins=2)
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("village")))
    board.do(pb.AcquireCard(kind="city"))
    assert board.discard() == "city" and board.hand() == []
