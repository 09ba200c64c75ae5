"""Commons that seek and sift: Summons, Stargazing Witch, and what is known of a draw pile after them; what they and the
other new cards do to Library and Supply Unit; shuffling in the middle of a text (rulebook p.9, p.18, p.22-23, p.26-27).
"""

from collections.abc import Sequence

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, Bag, Card, draws, everyone, faces, only, size, total
from tests.games.heart_of_crown.table import Area, Board, short, told, whole

END = "EndMainPhase"
NOWHERE = 999
WITCH = "hoc.card.stargazing-witch"
SUMMONS = "hoc.card.summons"
NO_ACTION = "hoc.effect.fizzle: EffectFizzled seat 0 summons passed_over TakeRevealedCards"


def parts(board: Board, viewer: int, seat: int = 0) -> list[str | int]:
    """A draw pile as a viewer sees it, top first: "^duke" face up, "=duke" known, a number of unknown cards."""
    found: list[str | int] = []
    for part in board.view(viewer).players[seat].draw_pile:
        known = part.HasField("card")
        found.append(("^" if part.card.face_up else "=") + short(part.card.kind) if known else part.unknown)
    return found


def ids(board: Board, number: int) -> list[int]:
    """Of the first cards of seat 0's draw pile, all of them known to somebody."""
    pile = board.player().draw_pile[:number]
    return [part.id for part in pile if isinstance(part, Card)]


def declined(rule: str) -> list[tuple[str, str]]:
    """What is said to whoever would not do what a text asks for."""
    title = GAME.rulebook[rule].title
    return [
        (
            "hoc.main.face-up",
            f"this may be done only when a card's text leaves you the choice; now it is time for: {title}",
        )
    ]


def summoning(coins: int, draw: Sequence[str], paid: int, discard: str = "", results: Sequence[str] = ()) -> Board:
    """A Summons was played, and paid for."""
    board = Board(Area(hand="summons", draw=draw, discard=discard), Area(), coins=coins, draws=results)
    board.play("summons")
    board.do(pb.PayCoins(coins=paid))
    return board


# Summons.


@pytest.mark.rule("hoc.card.summons", "hoc.reveal.stays")
def test_summons_pays_reveals_one_more_takes_an_action_and_puts_the_rest_back() -> None:
    board = Board(Area(hand="summons", draw=["duke", "scout", "city", "maid*3"]), Area(), coins=3)
    assert board.play("summons") == ["hoc.main.play-one: CardPlayed seat 0 summons"]
    assert board.match.legal(0) == [pb.PayCoins(coins=coins) for coins in range(4)]
    assert board.do(pb.PayCoins(coins=2)) == [
        f"{SUMMONS}: CoinsPaid seat 0 coins 2",
        f"{SUMMONS}: CardRevealed seat 0 duke",
        f"{SUMMONS}: CardRevealed seat 0 scout under 1",
        f"{SUMMONS}: CardRevealed seat 0 city under 2",
    ]
    assert board.moves() == ["TakeRevealedCards scout"]
    duke, scout, city = ids(board, 3)
    assert board.do(pb.TakeRevealedCards(cards=[scout])) == [f"{SUMMONS}: RevealedCardTaken seat 0 scout"]
    assert board.moves() == ["PutBack city duke", "PutBack duke city"]
    assert board.do(pb.PutBack(cards=[city, duke])) == [
        f"{SUMMONS}: CardsPutBack seat 0 cards {city} {duke} seen {city} {duke}"
    ]
    assert board.hand() == ["scout"] and board.state.turn.coins == 1
    for viewer in (0, 1, SPECTATOR, JUDGE):
        assert parts(board, viewer)[:2] == ["^city", "^duke"]
    assert board.moves() == [END, "PlayCard scout right of summons"]


@pytest.mark.rule("hoc.faq.summons.zero", "hoc.card.summons")
@pytest.mark.parametrize("coins", [0, 3])
def test_no_coins_may_be_paid_for_one_card(coins: int) -> None:
    board = Board(Area(hand="summons", draw=["city*5"]), Area(), coins=coins)
    board.play("summons")
    assert board.match.legal(0) == [pb.PayCoins(coins=paid) for paid in range(coins + 1)]
    assert board.do(pb.PayCoins(coins=0)) == [
        "hoc.faq.summons.zero: EffectFizzled seat 0 summons",
        f"{SUMMONS}: CardRevealed seat 0 city",
        NO_ACTION,
    ]
    assert board.state.turn.coins == coins and board.draw_pile() == ["^city", "city*4"]
    assert board.moves() == [END], "one card goes back in one order"


@pytest.mark.rule("hoc.effect.cost", "hoc.card.summons")
def test_no_more_is_paid_than_there_is() -> None:
    board = Board(Area(hand="summons"), Area(), coins=3)
    board.play("summons")
    assert board.refused(pb.PayCoins(coins=4)) == [("hoc.effect.cost", "4 is not from 0 to 3")]
    assert board.refused(pb.PayCoins()) == [(SUMMONS, "coins is a choice and was left out")]
    assert board.refused(pb.Decline()) == declined(SUMMONS)


@pytest.mark.rule("hoc.card.summons", "hoc.deck.none-left")
def test_with_more_coins_than_cards_all_cards_are_revealed_and_all_coins_gone() -> None:
    board = Board(Area(hand="summons", draw=["city*2"]), Area(), coins=5)
    board.play("summons")
    assert board.do(pb.PayCoins(coins=5)) == [
        f"{SUMMONS}: CoinsPaid seat 0 coins 5",
        f"{SUMMONS}: CardRevealed seat 0 city",
        f"{SUMMONS}: CardRevealed seat 0 city under 1",
        "hoc.deck.none-left: EffectFizzled seat 0 summons missing 4",
        NO_ACTION,
    ]
    assert board.moves() == ["PutBack city city", "PutBack city city"]
    board.do(pb.PutBack(cards=ids(board, 2)))
    assert board.state.turn.coins == 0 and board.draw_pile() == ["^city", "^city"]


@pytest.mark.rule("hoc.card.summons", "hoc.effect.fizzle")
def test_with_no_card_at_all_summons_only_costs() -> None:
    board = Board(Area(hand="summons city", draw=[]), Area(), coins=1)
    board.play("summons")
    assert board.do(pb.PayCoins(coins=1)) == [
        f"{SUMMONS}: CoinsPaid seat 0 coins 1",
        "hoc.deck.none-left: EffectFizzled seat 0 summons missing 2",
        NO_ACTION,
    ]
    assert board.moves() == [END, "PlayCard city right of summons"]


@pytest.mark.rule("hoc.card.summons", "hoc.effect.fizzle")
def test_without_an_action_card_nothing_is_taken() -> None:
    board = summoning(2, ["duke", "city", "curse", "scout"], 2)
    assert board.moves() == [
        *("PutBack city curse duke", "PutBack city duke curse", "PutBack curse city duke"),
        *("PutBack curse duke city", "PutBack duke city curse", "PutBack duke curse city"),
    ]
    duke, city, curse = ids(board, 3)
    board.do(pb.PutBack(cards=[curse, duke, city]))
    assert board.draw_pile() == ["^curse", "^duke", "^city", "scout"] and board.hand() == []


@pytest.mark.rule("hoc.card.summons")
def test_of_several_action_cards_one_is_taken_and_it_must_be_one() -> None:
    board = summoning(2, ["alchemist", "city", "magic-talisman"], 2)
    alchemist, city, talisman = ids(board, 3)
    assert board.moves() == ["TakeRevealedCards alchemist", "TakeRevealedCards magic-talisman"]
    assert board.refused(pb.TakeRevealedCards(cards=[city])) == [(SUMMONS, "City is no Action card")]
    assert board.refused(pb.TakeRevealedCards()) == [(SUMMONS, "0 chosen, 1 asked for")]
    assert board.refused(pb.TakeRevealedCards(cards=[alchemist, talisman])) == [(SUMMONS, "2 chosen, 1 asked for")]
    assert board.refused(pb.TakeRevealedCards(cards=[NOWHERE])) == [
        (SUMMONS, "only a card that was revealed just now can be taken")
    ]
    assert board.refused(pb.Decline()) == declined(SUMMONS)
    board.do(pb.TakeRevealedCards(cards=[talisman]))
    assert board.refused(pb.PutBack(cards=[alchemist])) == [(SUMMONS, "each of the 2 is to be named once")]
    assert board.refused(pb.PutBack(cards=[alchemist, talisman])) == [
        (SUMMONS, "only the cards that go back on your draw pile now are put in order")
    ]


@pytest.mark.rule("hoc.card.summons", "hoc.view.hidden")
def test_all_see_which_card_is_taken_and_its_id_in_the_hand_is_its_owners() -> None:
    board = summoning(1, ["duke", "scout"], 1)
    (_, scout) = ids(board, 2)
    board.do(pb.TakeRevealedCards(cards=[scout]))
    card = board.in_hand("scout")
    assert card != scout and board.player().hand[0].audience == only(0) and not board.player().hand[0].up
    for viewer, new in ((0, card), (1, 0), (SPECTATOR, 0)):
        assert [seen.fact for seen in board.match.facts(viewer=viewer)] == [
            pb.RevealedCardTaken(seat=0, was=scout, card=new, kind="scout")
        ]
    assert [[card.kind for card in board.view(viewer).players[0].hand] for viewer in (0, 1)] == [["scout"], []]


@pytest.mark.rule("hoc.faq.already-revealed", "hoc.card.summons")
def test_cards_that_lie_face_up_or_are_known_already_count_and_are_shown_again() -> None:
    board = Board(Area(hand="summons", draw=["^duke", "city"]), Area(), coins=2)
    known = 50 << 16 | everyone(2)
    board.match.amend(
        pb.CardAcquiredUnder(seat=0, card=known, kind="scout", source=pb.SOURCE_RANDOM_MARKET),
    )
    assert board.draw_pile() == ["^duke", "city", "=scout"]
    board.play("summons")
    assert board.do(pb.PayCoins(coins=2))[1:] == [
        "hoc.faq.already-revealed: CardRevealed seat 0 duke",
        f"{SUMMONS}: CardRevealed seat 0 city under 1",
        f"{SUMMONS}: CardRevealed seat 0 scout under 2",
    ]
    assert board.draw_pile() == ["^duke", "^city", "^scout"] and known in ids(board, 3)
    assert [audience for _, audience in draws(GAME, board.match.entries[-1].facts)] == [everyone(2)]


@pytest.mark.rule("hoc.deck.reshuffle-to-look", "hoc.card.summons")
def test_to_reveal_more_cards_the_discard_pile_goes_under_what_is_left() -> None:
    board = Board(Area(hand="summons", draw=["^duke", "city"], discard="maid*4"), Area(), coins=3)
    board.play("summons")
    assert board.do(pb.PayCoins(coins=3)) == [
        f"{SUMMONS}: CoinsPaid seat 0 coins 3",
        "hoc.deck.reshuffle-to-look: DiscardPileShuffled seat 0 cards 4",
        "hoc.faq.already-revealed: CardRevealed seat 0 duke",
        f"{SUMMONS}: CardRevealed seat 0 city under 1",
        f"{SUMMONS}: CardRevealed seat 0 maid under 2",
        f"{SUMMONS}: CardRevealed seat 0 maid under 3",
        NO_ACTION,
    ]
    assert board.draw_pile() == ["^duke", "^city", "^maid", "^maid", "maid*2"] and board.discard() == ""


@pytest.mark.rule("hoc.deck.reshuffle-to-look")
def test_a_pile_that_is_just_enough_is_not_shuffled_to_look_at_it() -> None:
    board = summoning(1, ["city*2"], 1, discard="duke*3")
    assert whole(told(board.match.facts()), "DiscardPileShuffled") == [] and board.discard() == "duke*3"


@pytest.mark.rule("hoc.effect.cost", "hoc.faq.money-lender.debt-first")
def test_debts_leave_nothing_to_pay_with() -> None:
    board = Board(Area(hand="city summons", draw=["maid*2"]), Area())
    board.match.amend(pb.DebtChanged(seat=0, counters=2))
    board.play("city")
    board.play("summons")
    assert board.match.legal(0) == [pb.PayCoins(coins=0)]


# Stargazing Witch.


@pytest.mark.rule("hoc.card.stargazing-witch", "hoc.main.face-up", "hoc.effect.order")
@pytest.mark.parametrize(
    ("field", "looks"),
    [("", 1), ("city village*2", 1), ("scout", 2), ("post-horse enchantress city", 3), ("shinobi*2 library bank", 5)],
)
def test_she_looks_at_one_card_and_one_more_for_each_action_card_before_her(field: str, looks: int) -> None:
    board = Board(Area(hand="stargazing-witch post-horse", field=field, draw=["duke*9"]), Area())
    assert board.play("stargazing-witch") == [
        "hoc.main.play-one: CardPlayed seat 0 stargazing-witch",
        *[f"{WITCH}: CardLookedAt seat 0 duke{f' under {under}' if under else ''}" for under in range(looks)],
    ]
    board.do(pb.DiscardSeenCards())
    if looks > 1:
        board.do(pb.PutBack(cards=ids(board, looks)))
    assert whole(told(board.match.facts()), "CardDrawn") == [f"{WITCH}: CardDrawn seat 0 duke"]
    assert board.hand() == ["duke", "post-horse"] and len(board.positions()) == 2


@pytest.mark.rule("hoc.card.stargazing-witch", "hoc.view.hidden")
def test_she_discards_some_puts_back_the_rest_and_draws() -> None:
    board = Board(
        Area(hand="stargazing-witch", field="scout*2", draw=["curse duke city maid*4"]),
        Area(),
        draws=["curse", "duke", "city"],
    )
    board.play("stargazing-witch")
    curse, duke, city = ids(board, 3)
    assert board.moves() == [
        *("DiscardSeenCards", "DiscardSeenCards city", "DiscardSeenCards curse", "DiscardSeenCards curse city"),
        *("DiscardSeenCards curse duke", "DiscardSeenCards curse duke city", "DiscardSeenCards duke"),
        "DiscardSeenCards duke city",
    ]
    assert board.do(pb.DiscardSeenCards(cards=[curse])) == [f"{WITCH}: SeenCardsDiscarded seat 0 curse"]
    assert board.moves() == ["PutBack city duke", "PutBack duke city"]
    assert board.do(pb.PutBack(cards=[city, duke])) == [
        f"{WITCH}: CardsPutBack seat 0 cards {city} {duke} seen 0 0",
        f"{WITCH}: CardDrawn seat 0 city",
    ]
    assert board.hand() == ["city"] and board.discard() == "curse"
    assert {viewer: parts(board, viewer) for viewer in (0, 1, SPECTATOR, JUDGE)} == {
        0: ["=duke", 4],
        1: [5],
        SPECTATOR: [5],
        JUDGE: ["=duke", 4],
    }


@pytest.mark.rule("hoc.card.stargazing-witch", "hoc.deck.reshuffle")
def test_she_may_discard_all_and_draws_all_the_same() -> None:
    board = Board(Area(hand="stargazing-witch", field="scout", draw=["curse*2"]), Area())
    board.play("stargazing-witch")
    assert board.do(pb.DiscardSeenCards(cards=ids(board, 2))) == [
        f"{WITCH}: SeenCardsDiscarded seat 0 curse*2",
        "hoc.deck.reshuffle: DiscardPileShuffled seat 0 cards 2",
        f"{WITCH}: CardDrawn seat 0 curse",
    ]


@pytest.mark.rule("hoc.deck.reshuffle-to-look", "hoc.example.stargazing-two-left")
def test_with_two_cards_left_the_third_is_the_first_of_the_shuffled_ones() -> None:
    board = Board(
        Area(hand="stargazing-witch", field="scout*2", draw=["duke", "city"], discard="maid*4 senator"),
        Area(),
        draws=["duke", "city", "senator"],
    )
    assert board.play("stargazing-witch")[1:] == [
        "hoc.deck.reshuffle-to-look: DiscardPileShuffled seat 0 cards 5",
        f"{WITCH}: CardLookedAt seat 0 duke",
        f"{WITCH}: CardLookedAt seat 0 city under 1",
        f"{WITCH}: CardLookedAt seat 0 senator under 2",
    ]
    assert board.draw_pile() == ["=duke", "=city", "=senator", "maid*4"] and board.discard() == ""
    assert [audience for _, audience in draws(GAME, board.match.entries[-1].facts)] == [only(0)] * 3


@pytest.mark.rule("hoc.outside.misfire-stop", "hoc.deck.none-left", "hoc.card.stargazing-witch")
def test_with_no_card_she_sees_none_draws_none_and_opens_two_positions() -> None:
    board = Board(Area(hand="stargazing-witch", draw=[]), Area())
    assert board.play("stargazing-witch") == [
        "hoc.main.play-one: CardPlayed seat 0 stargazing-witch",
        "hoc.deck.none-left: EffectFizzled seat 0 stargazing-witch missing 1",
        "hoc.effect.fizzle: EffectFizzled seat 0 stargazing-witch passed_over DiscardSeenCards",
        "hoc.effect.fizzle: EffectFizzled seat 0 stargazing-witch missing 1",
    ]
    assert board.moves() == [END] and len(board.positions()) == 2


@pytest.mark.rule("hoc.deck.none-left", "hoc.card.stargazing-witch")
def test_with_fewer_cards_than_she_would_see_she_sees_those() -> None:
    board = Board(Area(hand="stargazing-witch", field="scout*4", draw=["duke"]), Area())
    board.play("stargazing-witch")
    assert board.moves() == ["DiscardSeenCards", "DiscardSeenCards duke"]
    assert board.do(pb.DiscardSeenCards()) == [
        "hoc.card.stargazing-witch: EffectFizzled seat 0 stargazing-witch",
        f"{WITCH}: CardDrawn seat 0 duke",
    ], "one card has no order"


@pytest.mark.rule("hoc.card.stargazing-witch")
def test_what_she_has_not_seen_is_neither_discarded_nor_moved() -> None:
    board = Board(Area(hand="stargazing-witch city", field="scout", draw=["duke", "maid", "^senator"]), Area())
    board.play("stargazing-witch")
    senator = next(part.id for part in board.player().draw_pile if isinstance(part, Card) and part.up)
    for card in (senator, board.in_hand("city"), NOWHERE):
        assert board.refused(pb.DiscardSeenCards(cards=[card])) == [
            (WITCH, "only cards that were looked at just now can be discarded")
        ]
    first = ids(board, 1)[0]
    assert board.refused(pb.DiscardSeenCards(cards=[first, first])) == [(WITCH, "the same one is chosen twice")]
    assert board.refused(pb.Decline()) == declined(WITCH)
    board.do(pb.DiscardSeenCards())
    assert board.refused(pb.PutBack(cards=[first, senator])) == [
        (WITCH, "only the cards that go back on your draw pile now are put in order")
    ]
    assert board.refused(pb.PutBack(cards=[first, first])) == [(WITCH, "each of the 2 is to be named once")]


@pytest.mark.rule("hoc.view.hidden", "hoc.card.stargazing-witch")
def test_a_look_tells_others_that_cards_were_seen_and_not_which() -> None:
    board = Board(Area(hand="stargazing-witch", field="scout", draw=["duke", "city", "maid"]), Area())
    board.play("stargazing-witch")
    for viewer in (1, SPECTATOR):
        assert told(board.match.facts(viewer=viewer))[1:] == [
            f"{WITCH}: CardLookedAt seat 0",
            f"{WITCH}: CardLookedAt seat 0 under 1",
        ]
        assert parts(board, viewer) == [3]
    assert parts(board, 0) == ["=duke", "=city", 1]


# What is known of a draw pile.


@pytest.mark.rule("hoc.reveal.stays", "hoc.view.hidden", "hoc.card.stargazing-witch")
def test_among_hidden_cards_a_face_up_one_is_seen_wherever_it_is_put() -> None:
    board = Board(Area(hand="stargazing-witch", field="scout*2", draw=["^duke", "city", "maid", "village*3"]), Area())
    assert board.play("stargazing-witch")[1:] == [
        f"{WITCH}: CardLookedAt seat 0 city under 1",
        f"{WITCH}: CardLookedAt seat 0 maid under 2",
    ], "the Duke lies open already"
    board.do(pb.DiscardSeenCards())
    duke, city, maid = ids(board, 3)
    board.do(pb.PutBack(cards=[maid, duke, city]))
    for viewer, hidden in ((0, [maid, duke, city]), (1, []), (SPECTATOR, []), (JUDGE, [maid, duke, city])):
        moved = [seen.fact for seen in board.match.facts(viewer=viewer)][0]
        assert moved == pb.CardsPutBack(seat=0, cards=hidden, seen=[0, duke, 0])
    assert {viewer: parts(board, viewer) for viewer in (0, 1, SPECTATOR, JUDGE)} == {
        0: ["^duke", "=city", 3],
        1: ["^duke", 4],
        SPECTATOR: ["^duke", 4],
        JUDGE: ["^duke", "=city", 3],
    }


@pytest.mark.rule("hoc.view.hidden", "hoc.card.stargazing-witch")
def test_cards_that_are_known_to_their_owner_are_not_looked_at_again() -> None:
    board = Board(
        Area(hand="stargazing-witch*2", draw=["duke", "city", "maid", "village"], field="scout"),
        Area(),
    )
    board.play("stargazing-witch")
    board.do(pb.DiscardSeenCards())
    duke, city = ids(board, 2)
    assert board.do(pb.PutBack(cards=[city, duke]))[1:] == [f"{WITCH}: CardDrawn seat 0 city"]
    assert board.play("stargazing-witch")[1:] == [
        f"{WITCH}: CardLookedAt seat 0 maid under 1",
        f"{WITCH}: CardLookedAt seat 0 village under 2",
    ]
    assert ids(board, 1) == [duke]
    assert board.moves()[1:4] == [
        "DiscardSeenCards duke",
        "DiscardSeenCards duke maid",
        "DiscardSeenCards duke maid village",
    ]


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.stays", "hoc.symbol.draw")
def test_cards_put_back_are_drawn_in_that_order_and_known_to_all_only_where_they_lay_open() -> None:
    board = Board(
        Area(hand="stargazing-witch alchemist", field="scout*2", draw=["^duke", "city", "maid", "village*3"]), Area()
    )
    board.play("stargazing-witch")
    board.do(pb.DiscardSeenCards())
    duke, city, maid = ids(board, 3)
    board.do(pb.PutBack(cards=[city, duke, maid]))
    facts = {viewer: told(board.match.facts(viewer=viewer))[1:] for viewer in (0, 1)}
    assert facts == {0: [f"{WITCH}: CardDrawn seat 0 city"], 1: [f"{WITCH}: CardDrawn seat 0"]}
    board.play("alchemist")
    assert {viewer: told(board.match.facts(viewer=viewer))[1:] for viewer in (0, 1, SPECTATOR)} == {
        0: ["hoc.card.alchemist: CardDrawn seat 0 duke known duke", "hoc.card.alchemist: CardDrawn seat 0 maid"],
        1: ["hoc.card.alchemist: CardDrawn seat 0 known duke", "hoc.card.alchemist: CardDrawn seat 0"],
        SPECTATOR: ["hoc.card.alchemist: CardDrawn seat 0 known duke", "hoc.card.alchemist: CardDrawn seat 0"],
    }
    assert board.draw_pile() == ["village*3"]


@pytest.mark.rule("hoc.view.hidden", "hoc.faq.purveyor.any-number", "hoc.card.stargazing-witch")
def test_a_face_down_card_that_all_knew_is_lost_to_others_when_it_is_put_back_among_hidden_ones() -> None:
    board = Board(Area(hand="stargazing-witch", field="scout*2", draw=["village*2"]), Area(hand="scout"))
    known = 50 << 16 | everyone(2)
    board.match.amend(pb.CardAcquiredUnder(seat=0, card=known, kind="duke", source=pb.SOURCE_BASIC_MARKET))
    assert parts(board, 1) == [2, "=duke"]
    board.play("stargazing-witch")
    board.do(pb.DiscardSeenCards())
    village, other, duke = ids(board, 3)
    assert duke == known and parts(board, 1) == [2, "=duke"], "a look alone moves nothing"
    board.do(pb.PutBack(cards=[duke, village, other]))
    for viewer in (1, SPECTATOR):
        assert told(board.match.facts(viewer=viewer)) == [
            f"{WITCH}: CardsPutBack seat 0 seen 0 0 0",
            f"{WITCH}: CardDrawn seat 0",
        ]
        assert parts(board, viewer) == [2]
    assert board.hand() == ["duke"] and parts(board, 0) == ["=village", "=village"]


def known_city(draw: Sequence[str], looks: int = 2) -> tuple[Board, int]:
    """The Witch has looked at that many cards of such a pile, under which lies a City, face down, that all know."""
    field = f"scout*{looks - 1}" if looks > 1 else ""
    board = Board(Area(hand="stargazing-witch post-horse", field=field, draw=draw, discard="maid"), Area())
    known = 50 << 16 | everyone(2)
    board.match.amend(pb.CardAcquiredUnder(seat=0, card=known, kind="city", source=pb.SOURCE_BASIC_MARKET))
    assert parts(board, 1)[-1] == "=city"
    board.play("stargazing-witch")
    return board, known


@pytest.mark.rule("hoc.view.hidden", "hoc.faq.purveyor.any-number", "hoc.card.stargazing-witch")
@pytest.mark.parametrize("draw", ["city", "duke", "curse*3"])
def test_a_single_card_that_is_left_face_down_is_its_owners_alone_though_all_had_known_it(draw: str) -> None:
    board, known = known_city([draw], looks=4 if "*3" in draw else 2)
    seen = board.player().draw_pile
    gone = [part.id for part in seen if isinstance(part, Card) and part.id != known]
    board.do(pb.DiscardSeenCards(cards=gone))
    for viewer, cards, drawn in ((0, f" cards {known}", " city"), (1, "", ""), (SPECTATOR, "", "")):
        assert told(board.match.facts(viewer=viewer)) == [
            f"{WITCH}: SeenCardsDiscarded seat 0 {draw}",
            f"{WITCH}: CardsPutBack seat 0{cards} seen 0",
            f"{WITCH}: CardDrawn seat 0{drawn}",
        ]
        fact = [one.fact for one in board.match.facts(viewer=viewer)][-1]
        card = board.in_hand("city")
        assert fact == (pb.CardDrawn(seat=0, was=known, card=card, kind="city") if drawn else pb.CardDrawn(seat=0))
    assert [len(board.view(viewer).players[0].hand) for viewer in (0, 1, SPECTATOR)] == [2, 0, 0]


@pytest.mark.rule("hoc.reveal.stays", "hoc.card.stargazing-witch")
def test_a_card_that_all_know_stays_known_when_she_looks_at_no_other() -> None:
    board, _ = known_city([], looks=1)
    board.do(pb.DiscardSeenCards())
    for viewer, drawn in ((0, " city"), (1, ""), (SPECTATOR, "")):
        assert told(board.match.facts(viewer=viewer)) == [
            f"{WITCH}: EffectFizzled seat 0 stargazing-witch",
            f"{WITCH}: CardDrawn seat 0{drawn} known city",
        ]


@pytest.mark.rule("hoc.reveal.stays", "hoc.card.stargazing-witch")
def test_a_single_card_that_is_left_face_up_stays_known() -> None:
    board, known = known_city(["^city"])
    board.do(pb.DiscardSeenCards(cards=[known]))
    for viewer, drawn in ((0, " city"), (1, ""), (SPECTATOR, "")):
        assert told(board.match.facts(viewer=viewer)) == [
            f"{WITCH}: SeenCardsDiscarded seat 0 city",
            f"{WITCH}: CardDrawn seat 0{drawn} known city",
        ]


@pytest.mark.rule("hoc.view.hidden", "hoc.card.stargazing-witch")
def test_of_two_equal_cards_nobody_else_can_tell_which_she_discarded() -> None:
    boards = []
    for discarded in (0, 1):
        board, _ = known_city(["city"])
        board.do(pb.DiscardSeenCards(cards=[ids(board, 2)[discarded]]))
        board.play("post-horse")
        boards.append(board)
    first, second = boards
    assert dealt(first) == dealt(second) and dealt(first, SPECTATOR) == dealt(second, SPECTATOR)


@pytest.mark.rule("hoc.view.hidden", "hoc.card.stargazing-witch")
def test_nor_can_anybody_while_several_that_are_left_wait_to_be_put_in_order() -> None:
    boards = []
    for discarded in (0, 2):
        board, _ = known_city(["city", "duke"], looks=3)
        board.do(pb.DiscardSeenCards(cards=[ids(board, 3)[discarded]]))
        assert all(move.startswith("PutBack") for move in board.moves())
        boards.append(board)
    first, second = boards
    assert dealt(first) == dealt(second) and dealt(first, SPECTATOR) == dealt(second, SPECTATOR)


@pytest.mark.rule("hoc.reveal.stays", "hoc.card.scout", "hoc.card.stargazing-witch")
def test_what_its_owner_alone_knew_gets_a_new_id_when_an_opponents_scout_shows_it_to_all() -> None:
    board = Board(
        Area(hand="stargazing-witch", field="scout*6", draw=["city*6 duke maid*3"]),
        Area(hand="scout", draw=["maid*6"]),
        draws=[*["city"] * 6, "duke"],
    )
    board.play("stargazing-witch")
    board.do(pb.DiscardSeenCards())
    board.do(pb.PutBack(cards=ids(board, 7)))
    board.end()
    assert (parts(board, 0), parts(board, 1)) == (["=duke", 3], [4])
    (known,) = ids(board, 1)
    board.play("scout")
    board.do(pb.DecideRevealed(discard=True))
    board.do(pb.PassDefence())
    (shown,) = ids(board, 1)
    assert shown != known
    for viewer, was in ((0, known), (1, 0), (SPECTATOR, 0)):
        assert [seen.fact for seen in board.match.facts(viewer=viewer)] == [
            pb.CardRevealed(seat=0, was=was, card=shown, kind="duke")
        ]
        assert parts(board, viewer) == ["^duke", 3]


def witch(board: Board) -> None:
    board.play("stargazing-witch")
    board.do(pb.DiscardSeenCards(cards=ids(board, 3)[1:2]))
    first, last = ids(board, 2)
    board.do(pb.PutBack(cards=[last, first]))
    board.play("post-horse")


def dealt(board: Board, viewer: int = 1) -> list[bytes]:
    """Everything that seat 1, or another viewer, has got: facts of every entry, and the view now."""
    seen = [
        b"%s %s" % (face.rule.encode(), fact.SerializeToString(deterministic=True))
        for entry in board.match.entries
        for face in faces(GAME, entry.facts)
        if (fact := face.seen_by(viewer)) is not None
    ]
    return [*seen, board.view(viewer).SerializeToString(deterministic=True)]


@pytest.mark.rule("hoc.view.hidden", "hoc.card.stargazing-witch")
def test_whichever_cards_the_witch_sees_and_keeps_others_get_the_same() -> None:
    boards = []
    for first, last in (("duke", "maid"), ("maid", "duke"), ("senator", "curse")):
        board = Board(
            Area(
                hand="stargazing-witch post-horse",
                field="scout*2",
                draw=["curse city duke maid senator village*3"],
            ),
            Area(),
            draws=[first, "city", last, "village"],
        )
        witch(board)
        boards.append(board)
    assert dealt(boards[0]) == dealt(boards[1]) == dealt(boards[2])
    assert [board.hand() for board in boards] == [["duke", "maid"], ["duke", "maid"], ["curse", "senator"]]


# Library.


@pytest.mark.rule("hoc.faq.library.succession", "hoc.types.multi")
def test_of_imperial_domain_capital_and_city_library_puts_away_the_city() -> None:
    board = Board(Area(hand="library imperial-domain capital city gossipy-duchess", draw=[]), Area())
    board.play("library")
    assert board.moves() == ["PutCardUnder city"]
    for kind, name in (
        ("imperial-domain", "Imperial Domain"),
        ("capital", "Imperial Capital Carikuma"),
        ("gossipy-duchess", "Gossipy Duchess"),
    ):
        assert board.refused(pb.PutCardUnder(card=board.in_hand(kind))) == [
            ("hoc.faq.library.succession", f"{name} is a Succession card")
        ]


@pytest.mark.rule("hoc.card.library", "hoc.outside.curse-name")
def test_library_puts_a_curse_or_a_talisman_away() -> None:
    board = Board(Area(hand="library curse magic-talisman duke", draw=[]), Area())
    board.play("library")
    assert board.moves() == ["PutCardUnder curse", "PutCardUnder magic-talisman"]


@pytest.mark.rule("hoc.card.library", "hoc.deck.reshuffle", "hoc.effect.order")
def test_library_shuffles_in_mid_draw_before_a_card_goes_under() -> None:
    board = Board(Area(hand="library village", draw=["city"], discard="duke*3"), Area())
    assert board.play("library")[1:] == [
        "hoc.card.library: CardDrawn seat 0 city",
        "hoc.deck.reshuffle: DiscardPileShuffled seat 0 cards 3",
        "hoc.card.library: CardDrawn seat 0 duke",
    ]
    board.do(pb.PutCardUnder(card=board.in_hand("village")))
    assert board.draw_pile() == ["duke*2", "^village"]


# Supply Unit.


@pytest.mark.rule("hoc.card.supply-unit", "hoc.faq.supply-unit.not-each-other")
def test_supply_unit_returns_action_cards_of_every_sort_and_no_imperial_domain() -> None:
    board = Board(
        Area(field="supply-unit magic-talisman shinobi infantry-battalion hideout imperial-domain capital city"),
        Area(),
        entry="second-phase",
        at_clean_up=("supply-unit",),
    )
    board.end()
    assert board.moves() == [
        *("Decline", "ReturnCard hideout", "ReturnCard infantry-battalion", "ReturnCard magic-talisman"),
        "ReturnCard shinobi",
    ]
    assert board.refused(pb.ReturnCard(card=board.in_field("imperial-domain"))) == [
        ("hoc.card.supply-unit", "Imperial Domain is no Action card")
    ]
    assert board.refused(pb.ReturnCard(card=board.in_field("supply-unit"))) == [
        ("hoc.faq.supply-unit.not-each-other", "an Action card of another name is wanted")
    ]


@pytest.mark.rule("hoc.faq.supply-unit.not-each-other", "hoc.outside.supply-unit.field-only")
@pytest.mark.parametrize("field", ["supply-unit*2", "supply-unit city*3", "supply-unit imperial-domain"])
def test_with_nothing_to_return_supply_unit_asks_nothing(field: str) -> None:
    board = Board(
        Area(field=field, hand="alchemist", discard="library", domain="klam-klam large-city[scout]"),
        Area(),
        entry="second-phase",
        at_clean_up=("supply-unit",) * field.count("*2") or ("supply-unit",),
    )
    nothing = "hoc.faq.supply-unit.not-each-other: EffectFizzled seat 0 supply-unit passed_over ReturnCard"
    assert whole(board.end(), "EffectFizzled", "TurnBegan") == [
        nothing,
        "hoc.turn.phases: TurnBegan seat 1 number 8",
    ]
    assert board.kept("scout"), "a kept card does not lie in the field"


@pytest.mark.rule("hoc.reveal.put-on-deck", "hoc.card.supply-unit", "hoc.card.stargazing-witch")
def test_a_returned_witch_lies_open_on_top_and_is_named_when_it_is_drawn() -> None:
    board = Board(Area(hand="supply-unit stargazing-witch", draw=["city*3 village*9"]), Area())
    board.play("supply-unit")
    board.play("stargazing-witch")
    board.do(pb.DiscardSeenCards())
    board.do(pb.PutBack(cards=ids(board, 2)))
    board.end()
    board.do(pb.ReturnCard(card=board.in_field("stargazing-witch")))
    drawn = whole(told(board.match.facts(viewer=1)), "FieldCardPutOnTop", "CardDrawn")
    assert drawn[:3] == [
        "hoc.card.supply-unit: FieldCardPutOnTop seat 0 stargazing-witch",
        "hoc.refill.hand-five: CardDrawn seat 0 known stargazing-witch",
        "hoc.refill.hand-five: CardDrawn seat 0",
    ]


# Draw piles.


@pytest.mark.rule("hoc.refill.mid-draw-shuffle", "hoc.example.mid-draw")
def test_with_three_cards_left_the_discards_of_this_turn_are_shuffled_for_the_other_two() -> None:
    board = Board(
        Area(hand="summons", field="village*2 city", draw=["^duke", "^city", "maid"], discard="city*4"), Area()
    )
    assert whole(board.end(), "CardDrawn", "DiscardPileShuffled") == [
        "hoc.refill.hand-five: CardDrawn seat 0 duke known duke",
        "hoc.refill.hand-five: CardDrawn seat 0 city known city",
        "hoc.refill.hand-five: CardDrawn seat 0 maid",
        "hoc.refill.mid-draw-shuffle: DiscardPileShuffled seat 0 cards 8",
        *["hoc.refill.hand-five: CardDrawn seat 0 city"] * 2,
    ]
    player = board.player()
    assert (len(player.hand), size(player.draw_pile), total(player.discard_pile)) == (5, 6, 0)


@pytest.mark.rule("hoc.deck.reshuffle", "hoc.effect.fizzle", "hoc.deck.none-left")
def test_a_shuffle_forgets_what_was_known_of_the_cards() -> None:
    board = Board(Area(hand="stargazing-witch post-horse*2", field="scout", draw=["duke", "city"]), Area())
    board.play("stargazing-witch")
    assert board.do(pb.DiscardSeenCards(cards=ids(board, 2))) == [
        f"{WITCH}: SeenCardsDiscarded seat 0 city duke",
        "hoc.deck.reshuffle: DiscardPileShuffled seat 0 cards 2",
        f"{WITCH}: CardDrawn seat 0 city",
    ]
    assert board.player().draw_pile == (Bag((("duke", 1),)),) and parts(board, 0) == [1]
    assert board.play("post-horse")[1:] == ["hoc.card.post-horse: CardDrawn seat 0 duke"]
    assert board.play("post-horse")[1:] == [
        "hoc.effect.fizzle: EffectFizzled seat 0 post-horse missing 1",
    ]


@pytest.mark.rule("hoc.term.deck")
def test_what_is_known_of_a_draw_pile_changes_nothing_about_the_deck() -> None:
    board = Board(Area(hand="stargazing-witch city*4", draw=["duke*3"], discard="maid*2"), Area())
    player = board.player()
    assert len(player.hand) + size(player.draw_pile) + total(player.discard_pile) == 10
    board.play("stargazing-witch")
    player = board.player()
    assert size(player.draw_pile) == 3
    assert len(player.hand) + size(player.draw_pile) + total(player.discard_pile) + len(player.field) == 10
