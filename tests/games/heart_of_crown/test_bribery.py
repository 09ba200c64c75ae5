"""Bribery: hands are shown, and cards of opponents are for sale (rulebook p.27)."""

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import unavailable
from tests.games.heart_of_crown.attacking import PASS, face_up, folds, on_top, over, played, reached, shown
from tests.games.heart_of_crown.table import Area, Board, short, whole

DONE = "EndSecondPhase"
MARKET_ONLY = ("hoc.buy.market-only", "no card allows you to buy from opponents this turn")
NOT_THERE = "only a card in an opponent's hand, or kept in an opponent's domain, can be bought"


def bribing(
    *others: Area, coins: int = 0, hand: str = "", domain: str = "", random: str = "bank", under: bool = False
) -> Board:
    """The second phase of seat 0 after Bribery, which nobody answered."""
    board = Board(Area(hand=f"bribery {hand}", domain=domain), *others, coins=coins, random=random, buying_under=under)
    board.play("bribery")
    board.passing()
    board.second()
    return board


def buying(board: Board, kind: str, seat: int = 1, under: bool | None = None) -> pb.BuyOpponentCard:
    """Of the first such card of the seat's hand, or else kept there."""
    held = any(short(card.kind) == kind for card in board.player(seat).hand)
    card = board.in_hand(kind, seat) if held else board.kept(kind, seat)
    return pb.BuyOpponentCard(card=card, under_draw_pile=under)


@pytest.mark.rule("hoc.card.bribery")
def test_every_opponent_shows_the_hand_by_kind() -> None:
    board = Board(Area(hand="bribery"), Area(hand="library city duke city"), Area(), Area(hand="maid"))
    assert board.play("bribery") == [
        played("bribery"),
        "hoc.card.bribery: BuyingFromOpponentsAllowed seat 0",
        reached(1, "bribery"),
    ]
    assert board.do(PASS) == [
        *(f"hoc.card.bribery: HandCardRevealed seat 1 {kind}" for kind in ("city", "city", "duke", "library")),
        reached(2, "bribery"),
        "hoc.defence.asked: EffectFizzled seat 2 passed_over Defend",
        "hoc.effect.fizzle: EffectFizzled seat 2 bribery",
        reached(3, "bribery"),
    ]
    assert board.do(PASS) == ["hoc.card.bribery: HandCardRevealed seat 3 maid", over("bribery")]
    for viewer in (0, 1, 2, 3, -1):
        assert face_up(board, 1, viewer) == ["city", "city", "duke", "library"]
        assert board.view(viewer).turn.buying_from_opponents
    assert len(board.positions()) == 1


@pytest.mark.rule("hoc.card.bribery", "hoc.effect.acquire")
def test_a_card_of_a_hand_is_bought_for_its_cost() -> None:
    board = bribing(Area(hand="library city"), coins=5)
    assert board.do(buying(board, "library")) == [
        "hoc.buy.cost: CardBought seat 0 library price 4",
        "hoc.card.bribery: CardAcquired seat 0 library hand owner 1",
    ]
    assert board.state.turn.coins == 1 and board.discard() == "library" and board.hand(1) == ["city"]
    assert board.discard(1) == "" and board.view(2).turn.choice == pb.SECOND_PHASE_CHOICE_BUY


@pytest.mark.rule("hoc.card.bribery")
def test_a_kept_card_is_bought_and_leaves_its_territory_free() -> None:
    board = bribing(Area(domain="klam-klam large-city[library] city[hideout]"), coins=7)
    assert board.do(buying(board, "library")) == [
        "hoc.buy.cost: CardBought seat 0 library price 4",
        "hoc.card.bribery: CardAcquired seat 0 library kept owner 1",
    ]
    assert [placed.kept is None for placed in board.player(1).domain] == [True, True, False]
    assert "BuyOpponentCard hideout" in board.moves()


@pytest.mark.rule("hoc.faq.bribery.klam", "hoc.faq.klam.every-card", "hoc.outside.klam.floor")
@pytest.mark.parametrize(
    ("domain", "kind", "price", "parts"),
    [
        ("", "library", 4, ""),
        ("klam-klam", "library", 3, " hoc.buy.cost+4 hoc.card.klam-klam-1"),
        ("klam-klam", "village", 1, " hoc.buy.cost+1 hoc.card.klam-klam-1 hoc.outside.klam.floor+1"),
        ("klam-klam", "duke", 7, " hoc.buy.cost+8 hoc.card.klam-klam-1"),
    ],
)
def test_klam_klam_makes_opponents_cards_cheaper_too(domain: str, kind: str, price: int, parts: str) -> None:
    board = bribing(Area(hand=kind), coins=price, domain=domain)
    assert board.do(buying(board, kind))[0] == f"hoc.buy.cost: CardBought seat 0 {kind} price {price}{parts}"
    if price > 1:
        board = bribing(Area(hand=kind), coins=price - 1, domain=domain)
        coins = f"{price - 1} coin{'s' if price > 2 else ''}"
        ((rule, text),) = board.refused(buying(board, kind))
        assert rule == "hoc.buy.cost" and text.endswith(f"costs {price}, you have {coins}")


@pytest.mark.rule("hoc.faq.bribery.klam")
def test_an_opponents_klam_klam_changes_no_price() -> None:
    board = bribing(Area(domain="klam-klam large-city[library]"), coins=4)
    assert board.do(buying(board, "library"))[0] == "hoc.buy.cost: CardBought seat 0 library price 4"


@pytest.mark.rule("hoc.faq.purveyor.any-number", "hoc.card.bribery")
@pytest.mark.parametrize("domain", ["", "klam-klam large-city[library]"])
def test_with_a_purveyor_it_may_go_under_the_draw_pile(domain: str) -> None:
    board = bribing(Area(hand="" if domain else "library", domain=domain), coins=4, under=True)
    held = "kept" if domain else "hand"
    assert [move for move in board.moves() if move.startswith("BuyOpponentCard")] == [
        "BuyOpponentCard library not-under_draw_pile",
        "BuyOpponentCard library under_draw_pile",
    ]
    assert board.do(buying(board, "library", under=True)) == [
        "hoc.buy.cost: CardBought seat 0 library price 4",
        f"hoc.faq.purveyor.any-number: CardAcquiredUnder seat 0 library {held} owner 1",
    ]
    assert board.draw_pile() == ["city*10", "=library"] and board.discard() == ""
    assert board.view(1).players[0].draw_pile[-1].card.face_up is False


@pytest.mark.rule("hoc.faq.bribery.uses-buy", "hoc.second.exclusive")
def test_after_buying_an_opponents_card_nothing_is_set_or_backed() -> None:
    board = bribing(Area(hand="city"), coins=9, hand="duke", domain="twins")
    board.do(buying(board, "city"))
    bought = ("hoc.second.exclusive", "you have bought from the market this turn")
    assert bought in board.refused(board.setting("duke"))
    assert board.moves() == [
        *("BuyCard bank", "BuyCard city", "BuyCard large-city", "BuyCard royal-maid", "BuyCard senator", DONE)
    ]
    board = bribing(Area(hand="city"), coins=9)
    board.do(buying(board, "city"))
    assert bought in board.refused(pb.BackPrincess(princess="laolily"))


@pytest.mark.rule("hoc.faq.bribery.uses-buy", "hoc.second.exclusive")
def test_after_setting_no_opponents_card_is_bought() -> None:
    board = bribing(Area(hand="city"), coins=9, hand="duke", domain="twins")
    board.do(board.setting("duke"))
    assert board.refused(buying(board, "city")) == [("hoc.faq.bribery.uses-buy", "you have set a card this turn")]
    assert board.moves() == [DONE]


@pytest.mark.rule("hoc.faq.bribery.uses-buy", "hoc.buy.any-number")
def test_it_is_one_purchase_with_those_from_the_market() -> None:
    board = bribing(Area(hand="city*2"), Area(hand="library", domain="laolily city[scout]"), coins=15)
    board.do(pb.BuyCard(kind="city"))
    board.do(buying(board, "city"))
    board.do(buying(board, "library", 2))
    board.do(buying(board, "scout", 2))
    board.do(buying(board, "city"))
    assert board.state.turn.coins == 0 and board.discard() == "city*3 library scout"
    assert board.hand(1) == board.hand(2) == [] and board.moves() == [DONE]


@pytest.mark.rule("hoc.faq.bribery.uses-buy")
def test_nothing_need_be_bought_and_then_cards_are_set() -> None:
    board = bribing(Area(hand="city"), coins=9, hand="duke", domain="twins")
    assert "SetCard duke" in board.moves()
    assert board.do(board.setting("duke")) == ["hoc.set.any-number: CardSet seat 0 duke points 6"]


@pytest.mark.rule("hoc.card.bribery", "hoc.bribery.curse")
def test_exactly_the_cards_of_hands_and_those_kept_are_for_sale() -> None:
    board = bribing(
        Area(hand="city curse magic-talisman maid", domain="klam-klam large-city[library] city duke", draw=["^scout"]),
        Area(hand="royal-guard", discard="scout", field="scout"),
        coins=4,
        hand="hideout",
        domain="twins city[scout]",
        random="library",
    )
    assert board.moves() == [
        *("BuyCard city", "BuyCard library", "BuyCard royal-maid"),
        *("BuyOpponentCard city", "BuyOpponentCard library", "BuyOpponentCard magic-talisman", "BuyOpponentCard maid"),
        DONE,
    ]
    assert board.refused(buying(board, "curse")) == [("hoc.bribery.curse", "a Curse is not bought")]
    assert board.refused(buying(board, "royal-guard", 2)) == [("hoc.buy.cost", "Royal Guard costs 5, you have 4 coins")]
    own, domain = board.kept("scout"), [placed.id for placed in board.player(1).domain]
    pile = board.view(0).players[1].draw_pile[0].card.id
    for card in (own, board.in_hand("hideout"), *domain, pile, 999):
        assert board.refused(pb.BuyOpponentCard(card=card)) == [("hoc.card.bribery", NOT_THERE)]
    assert board.refused(pb.BuyOpponentCard()) == [("hoc.second", "card is a choice and was left out")]


@pytest.mark.rule("hoc.bribery.curse", "hoc.faq.curse.not-for-sale")
def test_a_curse_is_refused_however_rich_the_buyer() -> None:
    board = bribing(Area(hand="curse"), coins=30)
    assert board.refused(buying(board, "curse")) == [("hoc.bribery.curse", "a Curse is not bought")]
    assert board.refused(pb.BuyCard(kind="curse")) == [
        ("hoc.faq.curse.not-for-sale", "the curse pile is not the market")
    ]


@pytest.mark.rule("hoc.buy.market-only", "hoc.card.bribery")
@pytest.mark.parametrize("under", [None, False, True])
def test_without_bribery_no_opponents_card_is_for_sale_and_that_is_the_only_reason(under: bool | None) -> None:
    board = Board(
        Area(hand="city"),
        Area(hand="duke", domain="klam-klam large-city[library]"),
        entry="second-phase",
        coins=9,
        buying_under=under is not None,
    )
    for kind in ("library", "duke"):
        assert board.refused(buying(board, kind, under=under)) == [MARKET_ONLY]
    for card in (None, 999, board.in_hand("city")):
        assert board.refused(pb.BuyOpponentCard(card=card, under_draw_pile=under)) == [MARKET_ONLY]
    assert not [move for move in board.moves() if move.startswith("BuyOpponentCard")]


@pytest.mark.rule("hoc.buy.market-only", "hoc.faq.bribery.uses-buy")
def test_it_holds_for_the_second_phase_of_that_turn_alone() -> None:
    board = Board(Area(hand="bribery"), Area(hand="library"), coins=9)
    board.play("bribery")
    board.passing()
    when = "this may be done only in your own second phase, on a turn on which an effect allows it"
    assert board.refused(buying(board, "library")) == [
        ("hoc.faq.bribery.uses-buy", f"{when}; now it is time for: Main phase")
    ]
    board.end()
    board.second()
    assert board.refused(pb.BuyOpponentCard(card=1), 1) == [MARKET_ONLY]
    assert board.refused(pb.BuyOpponentCard(card=1), 0) == [
        ("hoc.faq.bribery.uses-buy", when),
        ("hoc.second", "now the table waits for seat 1: Second phase"),
    ]
    assert not board.view(0).turn.buying_from_opponents
    board.do(pb.EndSecondPhase())
    board.second()
    assert board.refused(pb.BuyOpponentCard(card=1), 0) == [MARKET_ONLY]


@pytest.mark.rule("hoc.card.bribery", "hoc.faq.hideout.itself")
def test_what_a_defence_put_on_the_draw_pile_is_not_for_sale() -> None:
    board = Board(Area(hand="bribery"), Area(hand="magic-talisman hideout duke city", draw=["maid"]), coins=20)
    board.play("bribery")
    assert board.do(board.defending("magic-talisman"))[:2] == shown(1, "magic-talisman")
    board.do(board.defending("hideout"))
    assert board.do(pb.PutCardOnTop(card=board.in_hand("duke", 1))) == [on_top(1, "duke", "hideout")]
    assert board.do(PASS) == ["hoc.card.bribery: HandCardRevealed seat 1 city", over("bribery")], (
        "the Hideout lies open"
    )
    board.second()
    assert [move for move in board.moves() if move.startswith("BuyOpponentCard")] == [
        "BuyOpponentCard city",
        "BuyOpponentCard hideout",
    ]


@pytest.mark.rule("hoc.card.bribery", "hoc.faq.shinobi.defence")
def test_a_second_bribery_shows_nothing_again() -> None:
    board = Board(Area(hand="bribery*2"), Area(hand="city"), coins=3)
    board.play("bribery")
    board.do(PASS)
    board.play("bribery")
    assert board.do(PASS) == [
        "hoc.reveal.stays: EffectFizzled seat 1 bribery",
        over("bribery"),
    ]
    board.second()
    assert board.moves().count("BuyOpponentCard city") == 1


@pytest.mark.rule("hoc.concede", "hoc.card.bribery")
def test_cards_of_players_who_are_out_are_not_for_sale() -> None:
    board = bribing(Area(hand="city"), Area(hand="library"), Area(hand="scout", standing=2), coins=9)
    assert "BuyOpponentCard city" in board.moves()
    assert board.cited(pb.BuyOpponentCard(card=board.in_hand("scout", 3))) == ["hoc.card.bribery"]
    city = buying(board, "city")
    board.do(pb.Concede(), 1)
    assert board.refused(city) == [("hoc.card.bribery", NOT_THERE)]
    assert [move for move in board.moves() if move.startswith("BuyOpponentCard")] == ["BuyOpponentCard library"]
    board.do(buying(board, "library", 2))
    folds(board)


@pytest.mark.rule("hoc.concede", "hoc.card.bribery")
def test_who_concedes_at_the_bribery_shows_nothing() -> None:
    board = Board(Area(hand="bribery"), Area(hand="city"), Area(hand="library"), coins=9)
    board.play("bribery")
    assert board.do(pb.Concede(), 1) == ["hoc.concede: PlayerConceded seat 1", reached(2, "bribery")]
    assert board.do(PASS) == ["hoc.card.bribery: HandCardRevealed seat 2 library", over("bribery")]
    assert face_up(board, 1, 0) == []


@pytest.mark.rule("hoc.reveal.stays", "hoc.card.bribery")
def test_a_bribed_hand_is_known_on_its_own_turn_until_it_is_discarded() -> None:
    board = Board(Area(hand="bribery"), Area(hand="post-horse city", draw=["duke*9"]))
    board.play("bribery")
    board.passing()
    board.end()
    assert face_up(board, 1, 0) == ["city", "post-horse"]
    board.play("post-horse")
    assert face_up(board, 1, 0) == ["city"] and board.hand(1) == ["city", "duke"]
    board.end()
    assert face_up(board, 1, 0) == [] and board.discard(1) == "city duke post-horse"


def test_what_cannot_be_bought_is_explained() -> None:
    board = bribing(Area(hand="alchemist curse"), coins=3, random="")
    said = [
        (one.subject.label, [why.rule for why in one.reasons])
        for one in unavailable(GAME, board.match.table, 0)
        if "seat 1" in one.subject.label
    ]
    assert said == [
        ("Alchemist of seat 1: buy", ["hoc.buy.cost"]),
        ("Curse of seat 1: buy", ["hoc.bribery.curse"]),
    ]


def test_a_bought_duke_does_not_end_the_game_and_scores_nothing_yet() -> None:
    board = bribing(Area(hand="duke"), coins=8, domain="twins")
    facts = board.do(buying(board, "duke"))
    assert whole(facts, "CardAcquired") == ["hoc.card.bribery: CardAcquired seat 0 duke hand owner 1"]
    assert board.result is None and board.view(0).players[0].domain.points == 0
