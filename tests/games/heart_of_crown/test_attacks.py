"""Scout, Infantry Battalion and Cornered Beast (rulebook p.20-26); the other attacks have files of their own."""

import pytest

from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    DISCARD,
    LEAVE,
    PASS,
    attacked,
    face_up,
    ids_in_pile,
    left,
    on_top,
    over,
    played,
    reached,
    reduced,
    shown,
)
from tests.games.heart_of_crown.table import Area, Board, short, whole

INFANTRY, BEAST = "infantry-battalion", "cornered-beast"


@pytest.mark.rule("hoc.types.attack")
def test_every_attack_card_is_an_action_card_too() -> None:
    attacks = [card for card in CARDS.values() if card.has("Attack")]
    assert [card.id for card in attacks if not card.has("Action")] == [] and len(attacks) == 7


@pytest.mark.rule("hoc.types.attack")
def test_attacks_are_played_on_the_own_turn_only() -> None:
    board = Board(Area(hand="city"), Area(hand="scout"))
    assert board.refused(pb.PlayCard(card=board.in_hand("scout", 1), at="start"), 1) == [
        ("hoc.turn.phases", "this may be done only in your own main phase, between plays"),
        ("hoc.main", "now the table waits for seat 0: Main phase"),
    ]


# Scout.


@pytest.mark.rule("hoc.card.scout", "hoc.effect.clockwise")
def test_scout_begins_with_its_own_player_and_asks_each_opponent_in_turn() -> None:
    board = Board(
        *(Area(hand="city", draw=["city*2"]), Area(hand="castle-wall", draw=["duke*2"])),
        *(Area(hand="scout maid", draw=["village*2"]), Area(hand="maid", draw=["curse*2"])),
        seat=2,
    )
    assert board.play("scout") == [played("scout", 2), "hoc.card.scout: CardRevealed seat 2 village"]
    assert board.do(LEAVE) == [
        "hoc.card.scout: EffectFizzled seat 2 scout",
        reached(3, "scout"),
    ]
    assert board.asked == 3
    assert board.do(PASS) == ["hoc.card.scout: CardRevealed seat 3 curse"]
    assert board.asked == 2 and board.do(LEAVE) == [left(3), reached(0, "scout")]
    assert board.do(PASS) == ["hoc.card.scout: CardRevealed seat 0 city"]
    assert board.do(DISCARD) == ["hoc.card.scout: RevealedCardDiscarded seat 0 city", reached(1, "scout")]
    assert board.do(board.defending("castle-wall")) == [
        *(*shown(1, "castle-wall"), reduced(1, 1)),
        "hoc.defence.reduce: EffectFizzled seat 1 scout passed_over DecideRevealed",
        over("scout"),
    ]
    assert [board.draw_pile(seat) for seat in range(4)] == [
        ["city"],
        ["duke*2"],
        ["^village", "village"],
        ["^curse", "curse"],
    ]
    assert board.asked == 2 and len(board.positions()) == 2


@pytest.mark.rule("hoc.card.scout")
def test_the_choice_says_whose_card_it_is_about() -> None:
    board = attacked("scout", Area(draw=["duke"]))

    def words() -> list[str]:
        (offer,) = board.match.offers(0)
        label = offer.fields["discard"].label
        assert label is not None
        return [label(True), label(False)]

    assert words() == [
        "discard Farming Village from your draw pile",
        "leave Farming Village on top of your draw pile",
    ]
    board.do(LEAVE)
    assert words() == ["discard Duke from seat 1's draw pile", "leave Duke on top of seat 1's draw pile"]


@pytest.mark.rule("hoc.card.scout")
def test_the_scouts_player_decides_and_nobody_else() -> None:
    board = attacked("scout", Area(draw=["duke"]))
    board.do(LEAVE)
    assert board.cited(DISCARD, 1) == ["hoc.main.face-up", "hoc.card.scout"]
    assert board.refused(pb.DecideRevealed()) == [("hoc.card.scout", "discard is a choice and was left out")]


@pytest.mark.rule("hoc.card.scout", "hoc.effect.fizzle", "hoc.deck.none-left")
def test_players_without_any_card_to_reveal_are_passed_over() -> None:
    board = Board(Area(hand="scout", draw=[]), Area(draw=[]), Area(hand="city", draw=[]))
    assert board.play("scout") == [
        played("scout"),
        "hoc.deck.none-left: EffectFizzled seat 0 scout missing 1",
        "hoc.effect.fizzle: EffectFizzled seat 0 scout passed_over DecideRevealed",
        reached(1, "scout"),
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.deck.none-left: EffectFizzled seat 1 scout missing 1",
        "hoc.effect.fizzle: EffectFizzled seat 1 scout passed_over DecideRevealed",
        reached(2, "scout"),
    ]
    assert board.do(PASS) == [
        "hoc.deck.none-left: EffectFizzled seat 2 scout missing 1",
        "hoc.effect.fizzle: EffectFizzled seat 2 scout passed_over DecideRevealed",
        over("scout"),
    ]


@pytest.mark.rule("hoc.faq.scout.revealed-top", "hoc.reveal.stays")
def test_two_scouts_meet_the_same_card_with_the_same_id() -> None:
    board = Board(Area(hand="scout*2", draw=[]), Area(draw=["duke", "city*3"]))
    board.play("scout")
    (known,) = ids_in_pile(board, 1)
    board.do(LEAVE)
    board.play("scout")
    assert ids_in_pile(board, 1) == [known]
    again = board.match.facts(viewer=0)[-1].fact
    assert isinstance(again, pb.CardRevealed) and (again.card, again.was, again.under) == (known, 0, 0)
    board.do(DISCARD)
    assert board.discard(1) == "duke" and board.draw_pile(1) == ["city*3"]


@pytest.mark.rule("hoc.card.scout", "hoc.defence.show")
def test_a_talisman_that_defends_is_what_the_scout_meets() -> None:
    board = attacked("scout", Area(hand="magic-talisman", draw=["duke"]), draw=())
    assert board.do(board.defending("magic-talisman")) == [
        *shown(1, "magic-talisman"),
        on_top(1, "magic-talisman", "magic-talisman"),
        "hoc.faq.already-revealed: CardRevealed seat 1 magic-talisman",
    ]
    assert board.do(DISCARD) == [
        "hoc.faq.scout.revealed-top: RevealedCardDiscarded seat 1 magic-talisman",
        over("scout"),
    ]


# Infantry Battalion.


@pytest.mark.rule("hoc.example.seven-types-infantry", "hoc.types.subtype", "hoc.types.multi")
def test_infantry_is_an_action_an_attack_and_a_troops_card() -> None:
    card = CARDS[INFANTRY]
    assert (card.types, card.subtypes) == (("Action", "Attack"), ("troops",))
    assert [card.has(kind) for kind in ("Action", "Attack", "troops", "Territory", "magic")] == [True] * 3 + [False] * 2


@pytest.mark.rule("hoc.example.link-villages-infantry", "hoc.link.none-ends", "hoc.main.playable-types")
def test_two_villages_and_one_infantry() -> None:
    board = Board(Area(hand=f"village*2 {INFANTRY}*2 maid"), Area())
    board.play("village")
    board.play("village")
    assert board.play(INFANTRY) == [
        f"hoc.link.chain: CardPlayed seat 0 {INFANTRY}",
        f"hoc.card.{INFANTRY}: CoinsGained seat 0 coins 2",
        reached(1, INFANTRY),
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.card.infantry-battalion: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over(INFANTRY),
    ]
    assert board.moves() == ["EndMainPhase"] and board.hand() == [INFANTRY, "maid"] and board.positions() == []
    assert board.refused(board.playing(INFANTRY))[0] == (
        "hoc.link.one-per-position",
        "each of the 2 link positions of this turn holds a card",
    )
    assert "hoc.main.playable-types" in board.cited(board.playing("maid"))


@pytest.mark.rule("hoc.example.recall-post-horse", "hoc.recall", "hoc.link.both-corners")
def test_with_a_recalled_post_horse_both_infantries_are_played() -> None:
    board = Board(
        Area(hand=f"village*2 {INFANTRY}*2 maid", domain="lulunasaika city[post-horse]", draw=["city"]), Area()
    )
    board.do(pb.RecallCard(card=board.kept("post-horse")))
    board.play("post-horse")
    board.play(INFANTRY)
    board.play(INFANTRY)
    assert board.field() == ["post-horse", INFANTRY, INFANTRY] and board.state.turn.coins == 4
    assert board.positions() == [] and board.moves() == ["EndMainPhase"]


@pytest.mark.rule("hoc.card.infantry-battalion")
def test_infantry_gives_two_coins_and_five_cards_lose_a_territory() -> None:
    board = Board(Area(hand=INFANTRY), Area(hand="duke village city imperial-domain castle-wall"), coins=1)
    assert board.play(INFANTRY)[1:] == [f"hoc.card.{INFANTRY}: CoinsGained seat 0 coins 2", reached(1, INFANTRY)]
    assert board.state.turn.coins == 3
    board.do(PASS)
    assert board.moves() == ["DiscardCards city", "DiscardCards imperial-domain", "DiscardCards village"]
    assert board.do(pb.DiscardCards(cards=[board.in_hand("imperial-domain", 1)])) == [
        f"hoc.card.{INFANTRY}: HandCardsDiscarded seat 1 imperial-domain",
        over(INFANTRY),
    ]
    assert board.discard(1) == "imperial-domain" and len(board.hand(1)) == 4 and board.asked == 0
    assert face_up(board, 1, 0) == []


@pytest.mark.rule("hoc.card.infantry-battalion")
@pytest.mark.parametrize(("hand", "hit"), [("city*4", False), ("city*5", True), ("city*6", True), ("city*9", True)])
def test_infantry_hits_hands_of_five_or_more(hand: str, hit: bool) -> None:
    board = attacked(INFANTRY, Area(hand=hand))
    facts = board.do(PASS)
    spared = f"hoc.card.{INFANTRY}: EffectFizzled seat 1 {INFANTRY} passed_over DiscardCards"
    assert facts == ([] if hit else [spared, over(INFANTRY)]) and board.asked == (1 if hit else 0)


@pytest.mark.rule("hoc.card.infantry-battalion")
def test_what_infantry_does_not_ask_for_is_refused() -> None:
    board = attacked(INFANTRY, Area(hand="city*2 duke maid curse"))
    board.do(PASS)
    duke, (first, second) = board.in_hand("duke", 1), [c.id for c in board.player(1).hand if c.kind == "city"]
    rule = f"hoc.card.{INFANTRY}"
    assert board.refused(pb.DiscardCards(cards=[duke])) == [(rule, "Infantry Battalion does not ask for Duke")]
    assert board.refused(pb.DiscardCards(cards=[first, second])) == [(rule, "2 chosen, 1 asked for")]
    assert board.refused(pb.DiscardCards()) == [(rule, "0 chosen, 1 asked for")]
    assert board.refused(pb.DiscardCards(cards=[999])) == [(rule, "only cards in your hand can be chosen")]
    assert board.refused(pb.RevealHand()) == [
        (rule, "you hold a card that it makes you discard, and it leaves you no choice")
    ]


@pytest.mark.rule("hoc.card.infantry-battalion", "hoc.reveal.stays")
def test_a_hand_without_territories_is_shown_by_kind_and_not_in_its_order() -> None:
    board = attacked(INFANTRY, Area(hand="scout duke maid library duke"))
    board.do(PASS)
    assert board.moves() == ["RevealHand"]
    assert board.refused(pb.DiscardCards(cards=[board.in_hand("maid", 1)])) == [
        (f"hoc.card.{INFANTRY}", "Infantry Battalion does not ask for Apprentice Maid")
    ]
    before = [card.id for card in board.player(1).hand]
    kinds = ["maid", "duke", "duke", "library", "scout"]
    assert board.do(pb.RevealHand()) == [
        *(f"hoc.card.{INFANTRY}: HandCardRevealed seat 1 {kind}" for kind in kinds),
        over(INFANTRY),
    ]
    for viewer in (0, 1, -1):
        assert [short(kind) for kind in face_up(board, 1, viewer)] == kinds
        assert all(card.face_up and card.id not in before for card in board.view(viewer).players[1].hand)
    assert [fact.fact.was for fact in board.match.facts(viewer=0) if isinstance(fact.fact, pb.HandCardRevealed)] == [
        0
    ] * 5
    assert board.hand(1) == ["duke", "duke", "library", "maid", "scout"] and board.discard(1) == ""


@pytest.mark.rule("hoc.reveal.stays")
def test_shown_cards_of_a_hand_are_known_until_they_move() -> None:
    board = attacked(INFANTRY, Area(hand="scout duke maid library duke", draw=["curse*9"]))
    board.do(PASS)
    board.do(pb.RevealHand())
    board.end()
    assert len(face_up(board, 1, 0)) == 5, "also on their owner's turn"
    known = {card.kind: card.id for card in board.view(0).players[1].hand}
    board.play("library")
    fact = board.match.facts(viewer=0)[0].fact
    assert isinstance(fact, pb.CardPlayed) and fact.was == known["library"]
    assert sorted(face_up(board, 1, 0)) == ["apprentice-maid", "duke", "duke", "scout"], "what was drawn is hidden"
    board.do(pb.PutCardUnder(card=board.in_hand("scout", 1)))
    moved = board.match.facts(viewer=0)[0].fact
    assert isinstance(moved, pb.HandCardPutUnder) and moved.was == known["scout"]
    board.end()
    assert face_up(board, 1, 0) == [] and len(board.hand(1)) == 5


@pytest.mark.rule("hoc.reveal.stays")
def test_what_was_discarded_shuffled_and_drawn_is_hidden() -> None:
    board = Board(Area(hand=INFANTRY), Area(hand="duke*5", draw=[]))
    board.play(INFANTRY)
    board.do(PASS)
    board.do(pb.RevealHand())
    board.end()
    board.end()
    assert face_up(board, 1, 0) == [] and board.hand(1) == ["duke"] * 5


@pytest.mark.rule("hoc.card.infantry-battalion")
def test_a_face_up_territory_is_discarded_as_well() -> None:
    board = Board(Area(hand=f"bribery {INFANTRY}"), Area(hand="city*5"))
    board.play("bribery")
    board.do(PASS)
    board.play(INFANTRY)
    board.do(PASS)
    assert len(face_up(board, 1, -1)) == 5
    board.do(pb.DiscardCards(cards=[board.in_hand("city", 1)]))
    assert len(face_up(board, 1, -1)) == 4 and board.discard(1) == "city"


# Cornered Beast.


@pytest.mark.rule("hoc.card.cornered-beast")
def test_beast_draws_one_and_five_cards_lose_a_dear_one() -> None:
    board = Board(Area(hand=BEAST, draw=["maid*3"]), Area(hand="duke large-city senator library magic-talisman"))
    assert board.play(BEAST) == [played(BEAST), f"hoc.card.{BEAST}: CardDrawn seat 0 maid", reached(1, BEAST)]
    board.do(PASS)
    assert board.moves() == ["DiscardCards duke", "DiscardCards large-city", "DiscardCards senator"]
    assert board.refused(pb.DiscardCards(cards=[board.in_hand("library", 1)])) == [
        (f"hoc.card.{BEAST}", "Cornered Beast does not ask for Library")
    ]
    assert board.do(pb.DiscardCards(cards=[board.in_hand("senator", 1)])) == [
        f"hoc.card.{BEAST}: HandCardsDiscarded seat 1 senator",
        over(BEAST),
    ]
    assert len(board.positions()) == 1


@pytest.mark.rule("hoc.card.cornered-beast")
def test_a_hand_of_cheap_cards_is_shown_to_the_beast() -> None:
    board = attacked(BEAST, Area(hand="village*2 maid library curse"))
    board.do(PASS)
    assert board.moves() == ["RevealHand"]
    assert whole(board.do(pb.RevealHand()), "HandCardRevealed") == [
        f"hoc.card.{BEAST}: HandCardRevealed seat 1 {kind}"
        for kind in ("maid", "curse", "village", "village", "library")
    ]


@pytest.mark.rule("hoc.card.cornered-beast")
def test_four_cards_are_safe_from_the_beast() -> None:
    board = attacked(BEAST, Area(hand="duke*4"))
    assert board.do(PASS) == [
        "hoc.card.cornered-beast: EffectFizzled seat 1 cornered-beast passed_over DiscardCards",
        over(BEAST),
    ]


@pytest.mark.rule("hoc.card.cornered-beast", "hoc.defence.per-player")
def test_the_beast_goes_around_the_table() -> None:
    board = attacked(BEAST, Area(hand="magic-talisman duke*4"), Area(hand="duke*5"), Area(hand="duke*3"))
    board.do(board.defending("magic-talisman"))
    assert board.do(PASS) == [
        "hoc.card.cornered-beast: EffectFizzled seat 1 cornered-beast passed_over DiscardCards",
        reached(2, BEAST),
    ]
    board.do(PASS)
    assert board.do(pb.DiscardCards(cards=[board.in_hand("duke", 2)])) == [
        f"hoc.card.{BEAST}: HandCardsDiscarded seat 2 duke",
        reached(3, BEAST),
    ]
    assert board.do(PASS) == [
        "hoc.card.cornered-beast: EffectFizzled seat 3 cornered-beast passed_over DiscardCards",
        over(BEAST),
    ]
    assert [len(board.hand(seat)) for seat in (1, 2, 3)] == [4, 4, 3]
