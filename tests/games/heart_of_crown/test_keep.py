"""Keep and recall (rulebook p.14-15, p.25)."""

import pytest

from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import everyone, only
from tests.games.heart_of_crown.table import Area, Board


@pytest.mark.rule("hoc.keep.requires-domain")
def test_keep_and_recall_need_a_domain() -> None:
    board = Board(Area(hand="library"), Area())
    keep = pb.KeepCard(card=board.in_hand("library"), on=1)
    assert board.refused(keep)[0] == ("hoc.keep.requires-domain", "you have backed no princess yet")
    assert board.refused(pb.RecallCard(card=1))[0] == ("hoc.keep.requires-domain", "you have backed no princess yet")


@pytest.mark.rule("hoc.keep.not-a-play")
def test_a_kept_card_gives_nothing_until_it_is_recalled_and_played() -> None:
    board = Board(Area(hand="city*2 bank village", domain="klam-klam large-city"), Area())
    board.play("city")
    board.play("city")
    assert board.do(board.keeping("bank", "large-city")) == ["hoc.keep.keep: CardKept seat 0 bank"]
    assert board.state.turn.coins == 4 and len(board.positions()) == 1
    kept = board.kept("bank")
    assert board.refused(pb.PlayCard(card=kept, at=board.positions()[0])) == [
        ("hoc.keep.not-a-play", "Bank is kept: it is played from the hand, so recall it first")
    ]
    board.do(pb.RecallCard(card=kept))
    board.play("bank")
    assert board.state.turn.coins == 6


@pytest.mark.rule("hoc.keep.keep", "hoc.keep.not-a-play", "hoc.cleanup.domain-stays")
def test_a_kept_card_is_not_played_and_outlasts_clean_up() -> None:
    board = Board(Area(hand="supply-unit city", domain="klam-klam large-city duke"), Area(hand="city*5"))
    was = board.in_hand("supply-unit")
    assert board.do(board.keeping("supply-unit", "large-city")) == ["hoc.keep.keep: CardKept seat 0 supply-unit"]
    kept = board.player().domain[1].kept
    assert kept is not None and kept.id != was and kept.audience == everyone(2)
    assert board.state.turn.coins == 0 and board.field() == [] and board.positions() == ["start"]
    board.play("city")
    board.end()
    assert board.player().domain[1].kept == kept and board.domain() == ["klam-klam", "large-city", "duke"]
    assert "supply-unit" not in board.discard()
    assert board.view(1).players[0].domain.cards[1].kept.kind == "supply-unit"


@pytest.mark.rule("hoc.keep.action-only")
def test_only_action_cards_are_kept() -> None:
    board = Board(Area(hand="city senator library", domain="klam-klam large-city"), Area())
    assert board.refused(board.keeping("city", "large-city")) == [
        ("hoc.keep.action-only", "City (Territory): no Action card")
    ]
    assert board.refused(board.keeping("senator", "large-city")) == [
        ("hoc.keep.action-only", "Senator (Succession): no Action card")
    ]
    assert [move for move in board.moves() if move.startswith("Keep")] == ["KeepCard library on large-city"]


@pytest.mark.rule("hoc.keep.action-only")
def test_attack_and_defence_cards_are_action_cards_too() -> None:
    fit = [card for card in CARDS.values() if card.has("Attack") or card.has("Defence")]
    assert len(fit) == 10 and all(card.has("Action") for card in fit)
    board = Board(Area(hand="infantry-battalion castle-wall", domain="klam-klam large-city*2"), Area())
    board.do(board.keeping("infantry-battalion", "large-city"))
    board.do(board.keeping("castle-wall", "large-city", 1))
    assert [card.kept.kind for card in board.player().domain if card.kept] == ["infantry-battalion", "castle-wall"]


@pytest.mark.rule("hoc.keep.one-per-territory")
def test_a_territory_holds_one_kept_card() -> None:
    board = Board(Area(hand="bank", domain="klam-klam large-city[library] city large-city"), Area())
    assert board.refused(board.keeping("bank", "large-city")) == [
        ("hoc.keep.one-per-territory", "this Large City holds a kept card already")
    ]
    board.do(board.keeping("bank", "large-city", 1))
    assert [card.kept.kind for card in board.player().domain if card.kept] == ["library", "bank"]


@pytest.mark.rule("hoc.keep.cost-limit", "hoc.example.keep-cost")
def test_a_kept_card_costs_no_more_than_its_territory() -> None:
    board = Board(Area(hand="infantry-battalion", domain="klam-klam village city large-city"), Area())
    assert board.refused(board.keeping("infantry-battalion", "city")) == [
        ("hoc.keep.cost-limit", "Infantry Battalion costs 4, City 3")
    ]
    assert board.refused(board.keeping("infantry-battalion", "village")) == [
        ("hoc.keep.cost-limit", "Infantry Battalion costs 4, Farming Village 1")
    ]
    board.do(board.keeping("infantry-battalion", "large-city"))


@pytest.mark.rule("hoc.keep.cost-limit", "hoc.keep.printed-cost")
def test_a_discount_on_buying_does_not_help_keeping() -> None:
    board = Board(Area(hand="library", domain="klam-klam city"), Area())
    assert board.refused(board.keeping("library", "city")) == [
        ("hoc.keep.cost-limit", "it costs 4, the costliest free Territory of your domain 3"),
        ("hoc.keep.printed-cost", "that you would buy it for 3 does not count"),
    ]


@pytest.mark.rule("hoc.keep.cost-limit")
def test_a_village_holds_nothing_for_no_action_card_is_so_cheap() -> None:
    assert min(card.cost for card in CARDS.values() if card.has("Action")) == 2 > CARDS["farming-village"].cost == 1


@pytest.mark.rule("hoc.keep.keep")
def test_only_a_territory_holds_a_card() -> None:
    board = Board(Area(hand="scout", domain="klam-klam city duke"), Area())
    assert board.refused(board.keeping("scout", "duke")) == [("hoc.keep.keep", "Duke is no Territory")]
    assert board.refused(board.keeping("scout", "klam-klam"))[0][0] == "hoc.keep.keep"
    assert board.refused(pb.KeepCard(card=board.in_hand("scout"), on=5)) == [
        ("hoc.keep.keep", "only a Territory in your domain can hold a card")
    ]
    assert board.refused(pb.KeepCard(card=5, on=board.in_domain("city"))) == [
        ("hoc.keep.keep", "only cards in your hand can be kept")
    ]


@pytest.mark.rule("hoc.recall")
def test_a_recalled_card_is_in_the_hand_and_may_be_played() -> None:
    board = Board(Area(hand="village", domain="klam-klam city[post-horse]"), Area())
    assert board.do(pb.RecallCard(card=board.kept("post-horse"))) == ["hoc.recall: CardRecalled seat 0 post-horse"]
    assert board.hand() == ["post-horse", "village"] and board.player().domain[1].kept is None
    assert board.player().hand[-1].audience == only(0)
    assert board.play("post-horse")[0] == "hoc.main.play-one: CardPlayed seat 0 post-horse"


@pytest.mark.rule("hoc.recall")
def test_only_kept_cards_are_recalled() -> None:
    board = Board(Area(hand="scout", domain="klam-klam city[library]"), Area())
    assert board.refused(pb.RecallCard(card=board.in_hand("scout"))) == [
        ("hoc.recall", "only a card that you keep can be recalled")
    ]
    board.do(pb.RecallCard(card=board.kept("library")))
    assert ("hoc.recall", "you keep no card") in board.refused(pb.RecallCard(card=1))


@pytest.mark.rule("hoc.keep.any-number")
def test_keep_recall_keep_in_a_row() -> None:
    board = Board(Area(hand="scout", domain="klam-klam city"), Area())
    for _ in range(3):
        board.do(board.keeping("scout", "city"))
        board.do(pb.RecallCard(card=board.kept("scout")))
    board.do(board.keeping("scout", "city"))
    assert board.player().domain[1].kept is not None


@pytest.mark.rule("hoc.keep.any-number")
def test_neither_in_the_second_phase_nor_on_an_opponents_turn() -> None:
    board = Board(Area(hand="scout", domain="klam-klam city[library] city"), Area(hand="city"))
    recall = pb.RecallCard(card=board.kept("library"))
    board.second()
    assert board.refused(recall) == [
        (
            "hoc.keep.any-number",
            "this may be done only in your own main phase, between plays; now it is time for: Second phase",
        )
    ]
    assert board.cited(board.keeping("scout", "city", 1)) == ["hoc.keep.any-number"]
    board.do(pb.EndSecondPhase())
    assert board.refused(recall, seat=0) == [
        ("hoc.keep.any-number", "this may be done only in your own main phase, between plays"),
        ("hoc.main", "now the table waits for seat 1: Main phase"),
    ]


@pytest.mark.rule("hoc.main.between-plays")
def test_not_in_the_middle_of_a_text() -> None:
    board = Board(Area(hand="wishing-well scout", domain="klam-klam city[library] city"), Area())
    board.play("wishing-well")
    ((rule, text),) = board.refused(board.keeping("scout", "city", 1))
    assert rule == "hoc.main.between-plays" and "in your own main phase, between plays" in text
    assert board.cited(pb.RecallCard(card=board.kept("library"))) == ["hoc.main.between-plays"]
    board.do(pb.DiscardCards())
    board.do(board.keeping("scout", "city", 1))


@pytest.mark.rule("hoc.faq.keep-on-set-territory")
def test_a_territory_that_was_set_holds_a_kept_card_on_a_later_turn() -> None:
    board = Board(Area(hand="imperial-domain", domain="twins", draw=["adventurer*5"]), Area(), entry="second-phase")
    board.do(board.setting("imperial-domain"))
    board.end()
    board.end()
    assert board.do(board.keeping("adventurer", "imperial-domain")) == ["hoc.keep.keep: CardKept seat 0 adventurer"]


@pytest.mark.rule("hoc.faq.keep-on-set-territory")
def test_a_set_territory_holds_a_kept_card() -> None:
    board = Board(Area(hand="adventurer", domain="klam-klam imperial-domain capital"), Area())
    assert [move for move in board.moves() if move.startswith("Keep")] == [
        "KeepCard adventurer on capital",
        "KeepCard adventurer on imperial-domain",
    ]
    board.do(board.keeping("adventurer", "imperial-domain"))
