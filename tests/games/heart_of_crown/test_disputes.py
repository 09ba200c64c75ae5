"""Disputes that players report, each from its position to its answer; those whose cards are built."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board, whole


@pytest.mark.rule("hoc.link.one-per-position", "hoc.link.both-corners", "hoc.main.playable-types")
def test_two_branches() -> None:
    """All five cards can be played; the Duke that was drawn stays in hand."""
    board = Board(Area(hand="post-horse trade-ship*2 village*2", draw=["duke"]), Area())
    board.play("village")
    assert len(board.positions()) == 1
    board.play("post-horse")
    horse = board.in_field("post-horse")
    assert board.positions() == [f"{horse}:right", f"{horse}:bottom"]
    board.play("village", f"{horse}:bottom")
    assert len(board.positions()) == 2
    # The Trade Ship stands in for the Infantry Battalion: like it, it has no link.
    for _ in range(2):
        board.play("trade-ship")
        board.do(pb.ChooseOption(option="coins"))
    assert board.positions() == [] and board.hand() == ["duke"] and len(board.field()) == 5
    assert "hoc.main.playable-types" in board.cited(board.playing("duke"))


@pytest.mark.rule("hoc.keep.any-number", "hoc.recall", "hoc.link.one-per-position")
def test_recall_and_keep_without_an_opening() -> None:
    board = Board(Area(hand="trade-ship library", domain="klam-klam large-city[post-horse]"), Area())
    board.play("trade-ship")
    board.do(pb.ChooseOption(option="coins"))
    board.do(pb.RecallCard(card=board.kept("post-horse")))
    board.do(board.keeping("library", "large-city"))
    assert board.hand() == ["post-horse"]
    assert board.cited(board.playing("post-horse")) == ["hoc.main.play-one"] * 2
    board.end()
    assert "post-horse" in board.discard() and board.kept("library")


@pytest.mark.rule("hoc.keep.cost-limit")
def test_keep_on_a_village() -> None:
    board = Board(Area(hand="donation", domain="lulunasaika village*3"), Area())
    assert board.refused(board.keeping("donation", "village")) == [
        ("hoc.keep.cost-limit", "it costs 2, the costliest free Territory of your domain 1")
    ]


@pytest.mark.rule("hoc.second.exclusive", "hoc.cleanup.coins-lost", "hoc.set.requires-princess")
def test_back_and_set_on_the_same_turn() -> None:
    board = Board(Area(hand="duke*2"), Area(), entry="second-phase", coins=8, random="donation")
    board.do(pb.BackPrincess(princess="lulunasaika"))
    assert board.cited(board.setting("duke")) == ["hoc.second.exclusive", "hoc.set.requires-princess"]
    assert board.cited(pb.BuyCard(kind="donation")) == ["hoc.second.exclusive"]
    facts = board.end()
    assert "hoc.cleanup.coins-lost: CoinsLost seat 0 coins 2" in facts and board.discard() == "duke*2"


@pytest.mark.rule("hoc.back.three-territories", "hoc.faq.territory.forced", "hoc.back.points-count")
def test_forced_villages() -> None:
    board = Board(Area(field="large-city village*2 trade-ship"), Area(), entry="second-phase", coins=7)
    board.do(pb.BackPrincess(princess="klam-klam"))
    assert board.domain() == ["klam-klam", "large-city", "village", "village"]
    assert board.view(0).players[0].domain.points == -4


@pytest.mark.rule("hoc.faq.flammaria.villages", "hoc.back.three-territories")
def test_flammarias_villages_are_not_replaced() -> None:
    board = Board(Area(field="city village*3 trade-ship"), Area(), entry="second-phase", coins=6)
    board.do(pb.BackPrincess(princess="flammaria"))
    board.do(pb.AcquireCards(kinds=["city", "city"]))
    assert board.domain() == ["flammaria", "city"]
    board.end()
    assert board.discard() == "city*2 village*3 trade-ship"


@pytest.mark.rule("hoc.faq.twins.no-instant-win", "hoc.coronation.full-round")
def test_a_coronation_and_the_twins_extra_turn() -> None:
    board = Board(Area(hand="duke", domain="twins duke*2 royal-maid", twin=1), Area(), Area())
    board.do(pb.UseAbility(card=board.in_domain("twins")))
    board.second()
    board.do(board.setting("duke"))
    board.do(pb.DeclareCoronation())
    for turn in (8, 9, 10):
        assert whole(board.end(), "TurnBegan")[0].split("number ")[1].split()[0] == str(turn)
        assert board.result is None
    board.end()
    assert board.result == ((0,), "hoc.coronation.round")


@pytest.mark.rule("hoc.ability.bergamot-once", "hoc.faq.bergamotte.no-action")
def test_bergamotte_and_the_card_that_was_discarded_for_her() -> None:
    board = Board(Area(hand="library curse", domain="bergamotte"), Area())
    her = board.in_domain("bergamotte")
    assert board.cited(pb.UseAbility(card=her, discard=board.in_hand("curse"))) == ["hoc.outside.curse-name"]
    board.do(pb.UseAbility(card=her, discard=board.in_hand("library")))
    board.do(pb.TakeBackCard(kind="library"))
    assert board.hand() == ["curse", "library"]
    assert board.cited(pb.UseAbility(card=her, discard=board.in_hand("library"))) == ["hoc.ability.bergamot-once"]


@pytest.mark.rule("hoc.faq.adventurer.then-set", "hoc.second.exclusive")
def test_adventurer_then_set() -> None:
    board = Board(Area(hand="adventurer city duke", domain="twins"), Area(), coins=2)
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("city")))
    board.do(pb.AcquireCard(kind="senator"))
    board.second()
    assert "SetCard duke" in board.moves()


@pytest.mark.rule("hoc.end.dukes", "hoc.coronation.round")
def test_the_last_duke_during_a_coronation() -> None:
    board = Board(
        Area(domain="twins duke*3 royal-maid", declared=True),
        Area(domain="klam-klam duke*3 royal-maid*2"),
        entry="second-phase",
        seat=1,
        coins=8,
        basic={"duke": 1},
    )
    assert board.do(pb.BuyCard(kind="duke"))[-1] == "hoc.end.dukes: DukesRanOut 0:20 1:22"
    assert board.result == ((1,), "hoc.end.dukes")
