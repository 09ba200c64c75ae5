"""Disputes that players report, each from its position to its answer."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import PASS, over, reached, unasked
from tests.games.heart_of_crown.table import Area, Board, whole

INFANTRY, GUARD, BEAST, WITCH = "infantry-battalion", "royal-guard", "cornered-beast", "curse-witch"


@pytest.mark.rule("hoc.link.one-per-position", "hoc.link.both-corners", "hoc.main.playable-types")
def test_two_branches() -> None:
    """All five cards can be played; the Duke that was drawn stays in hand."""
    board = Board(Area(hand=f"post-horse {INFANTRY}*2 village*2", draw=["duke"]), Area())
    board.play("village")
    assert len(board.positions()) == 1
    board.play("post-horse")
    horse = board.in_field("post-horse")
    assert board.positions() == [f"{horse}:right", f"{horse}:bottom"]
    board.play("village", f"{horse}:bottom")
    assert len(board.positions()) == 2
    board.play(INFANTRY)
    board.play(INFANTRY)
    assert board.positions() == [] and board.hand() == ["duke"] and len(board.field()) == 5
    assert board.state.turn.coins == 6 and board.moves() == ["EndMainPhase"]
    assert "hoc.main.playable-types" in board.cited(board.playing("duke"))


@pytest.mark.rule("hoc.keep.any-number", "hoc.recall", "hoc.link.one-per-position")
def test_recall_and_keep_without_an_opening() -> None:
    board = Board(Area(hand=f"{INFANTRY} library", domain="klam-klam large-city[post-horse]"), Area())
    board.play(INFANTRY)
    assert board.positions() == [] and "RecallCard post-horse" in board.moves()
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
    assert board.cited(pb.UseAbility(card=her, discard=board.in_hand("curse"))) == ["hoc.ability.bergamot-once"]
    board.do(pb.UseAbility(card=her, discard=board.in_hand("library")))
    board.do(pb.TakeBackCard(kind="library"))
    assert board.hand() == ["curse", "library"]
    assert board.cited(pb.UseAbility(card=her, discard=board.in_hand("library"))) == ["hoc.ability.bergamot-once"]


@pytest.mark.rule("hoc.faq.curse-witch.shortage", "hoc.effect.clockwise", "hoc.effect.clockwise-shortage")
def test_two_curses_for_three_players() -> None:
    board = Board(Area(hand=f"{WITCH} maid"), Area(hand="city"), Area(), Area(), curses=2)
    board.play(WITCH)
    board.do(pb.ExileCard(card=board.in_hand("maid")))
    assert board.do(PASS) == [
        "hoc.card.curse-witch: CardAcquiredUnder seat 1 curse curse pile face_up",
        *(reached(2, WITCH), unasked(2)),
        "hoc.card.curse-witch: CardAcquiredUnder seat 2 curse curse pile face_up",
        *(reached(3, WITCH), unasked(3), f"hoc.faq.curse-witch.shortage: EffectFizzled seat 3 {WITCH}", over(WITCH)),
    ]
    assert [board.draw_pile(seat) for seat in (1, 2, 3)] == [["city*10", "^curse"], ["city*10", "^curse"], ["city*10"]]
    assert board.state.curses == 0


@pytest.mark.rule("hoc.defence.multiple", "hoc.faq.castle-wall.stack", "hoc.defence.stays")
def test_three_walls_against_the_royal_guard() -> None:
    board = Board(Area(hand=GUARD), Area(hand="castle-wall*2", domain="klam-klam city[castle-wall]", draw=["duke*5"]))
    kept = board.kept("castle-wall", 1)
    facts = board.play(GUARD) + board.do(pb.Defend(card=kept))
    for _ in range(2):
        facts += board.do(board.defending("castle-wall"))
    assert whole(facts, "AttackReduced")[-1] == "hoc.faq.castle-wall.stack: AttackReduced seat 1 by 3"
    assert facts[-1] == over(GUARD) and not whole(facts, "CardRevealed", "RevealedCardDiscarded")
    assert board.hand(1) == ["castle-wall"] * 2 and board.kept("castle-wall", 1) == kept
    assert board.draw_pile(1) == ["duke*5"]


@pytest.mark.rule("hoc.defence.reduce", "hoc.types.subtype", "hoc.faq.talisman.any-attack")
def test_a_wall_does_not_stop_the_beast() -> None:
    board = Board(Area(hand=BEAST), Area(hand="castle-wall duke village*3"))
    board.play(BEAST)
    assert not whole(board.do(board.defending("castle-wall")), "AttackReduced")
    board.do(PASS)
    assert board.moves() == ["DiscardCards duke"]
    board.do(pb.DiscardCards(cards=[board.in_hand("duke", 1)]))
    assert board.discard(1) == "duke" and board.hand(1) == ["castle-wall", *["village"] * 3]


@pytest.mark.rule("hoc.faq.slash-and-burn.no-curse", "hoc.faq.slash-and-burn.not-cumulative")
def test_slash_and_burn_twice_with_one_curse_left() -> None:
    board = Board(Area(hand="slash-and-burn*2 village"), Area(), curses=1)
    assert board.play("slash-and-burn")[1:] == [
        "hoc.card.slash-and-burn: CardAcquired seat 0 curse curse pile",
        "hoc.card.slash-and-burn: YieldChanged seat 0 village coins 2",
    ]
    assert board.play("slash-and-burn") == [
        "hoc.link.chain: CardPlayed seat 0 slash-and-burn",
        "hoc.faq.slash-and-burn.no-curse: EffectFizzled seat 0 slash-and-burn",
    ]
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 2"]
    assert board.discard() == "curse" and board.state.curses == 0


@pytest.mark.rule("hoc.faq.money-lender.debt-first", "hoc.effect.cost-unpaid", "hoc.link.chain")
def test_a_debt_eats_the_coins_that_city_development_wants() -> None:
    board = Board(Area(hand="city village city-development"), Area())
    board.match.amend(pb.DebtChanged(seat=0, counters=2))
    assert board.play("city")[1:] == ["hoc.faq.money-lender.debt-first: DebtChanged seat 0 counters 0"]
    assert board.state.turn.coins == 0
    assert board.play("city-development") == [
        "hoc.link.chain: CardPlayed seat 0 city-development",
        "hoc.effect.cost-unpaid: EffectFizzled seat 0 city-development passed_over ExileCard",
    ]
    assert board.moves() == ["EndMainPhase", "PlayCard village right of city-development"]
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 1"]
    assert board.state.turn.coins == 1 and board.state.exile == ()


@pytest.mark.rule("hoc.faq.adventurer.then-set", "hoc.second.exclusive")
def test_adventurer_then_set() -> None:
    board = Board(Area(hand="adventurer city duke", domain="twins"), Area(), coins=2)
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("city")))
    board.do(pb.AcquireCard(kind="senator"))
    board.second()
    assert "SetCard duke" in board.moves()


@pytest.mark.rule("hoc.faq.bribery.uses-buy", "hoc.second.exclusive")
def test_bribery_then_no_set() -> None:
    board = Board(Area(hand="bribery duke", domain="twins"), Area(hand="library"), coins=4)
    board.play("bribery")
    board.do(PASS)
    board.second()
    assert "SetCard duke" in board.moves()
    board.do(pb.BuyOpponentCard(card=board.in_hand("library", 1)))
    bought = ("hoc.second.exclusive", "you have bought from the market this turn")
    assert "SetCard duke" not in board.moves() and bought in board.refused(board.setting("duke"))


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
    assert board.do(pb.BuyCard(kind="duke"))[-1] == "hoc.end.dukes: DukesRanOut 0:20 1:22 best 1"
    assert board.result == ((1,), "hoc.end.dukes")
