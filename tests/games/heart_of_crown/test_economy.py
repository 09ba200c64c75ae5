"""Commons about coins: Donation, Slash and Burn, Buried Treasure, Money Lender, Bank, and what they do to those of the
set First Play (rulebook p.16, p.23-24, p.26-29).
"""

from typing import Any

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, draws, everyone, size, total
from tests.games.heart_of_crown.table import Area, Board, told, whole

END = "EndMainPhase"
NOWHERE = 999
DEBT_FIRST = "hoc.faq.money-lender.debt-first: DebtChanged seat 0 counters"


def owing(counters: int, *areas: Area, **more: Any) -> Board:
    """A board on which seat 0 has debt counters."""
    board = Board(*areas, **more)
    board.match.amend(pb.DebtChanged(seat=0, counters=counters))
    return board


def deck(board: Board, seat: int = 0) -> int:
    """How many cards a player owns outside of the domain ("hoc.term.deck")."""
    player = board.player(seat)
    return size(player.draw_pile) + len(player.hand) + len(player.field) + total(player.discard_pile)


# Donation.


@pytest.mark.rule("hoc.card.donation", "hoc.effect.exile", "hoc.effect.cost")
def test_donation_pays_a_coin_and_exiles_a_card_for_good() -> None:
    board = Board(Area(hand="donation curse maid", draw=["city*7"]), Area(), coins=1)
    board.play("donation")
    assert deck(board) == 10
    assert board.moves() == ["Decline", "ExileCard curse", "ExileCard maid"]
    assert board.do(pb.ExileCard(card=board.in_hand("curse"))) == [
        "hoc.card.donation: CoinsPaid seat 0 coins 1",
        "hoc.card.donation: CardExiled seat 0 curse",
    ]
    assert deck(board) == 9 and board.state.turn.coins == 0
    for viewer in (0, 1, SPECTATOR, JUDGE):
        view = board.view(viewer)
        assert [(pile.kind, pile.count) for pile in view.exile] == [("curse", 1)]
        assert view.curses == 8, "an exiled Curse does not come back to the curse pile"
    assert board.moves() == [END]


@pytest.mark.rule("hoc.faq.talisman.is-curse", "hoc.card.donation", "hoc.card.adventurer")
def test_donation_exiles_a_talisman_and_adventurer_does_not() -> None:
    board = Board(Area(hand="donation adventurer magic-talisman maid"), Area(), coins=3)
    board.play("donation")
    talisman = board.in_hand("magic-talisman")
    assert board.moves() == ["Decline", "ExileCard adventurer", "ExileCard magic-talisman", "ExileCard maid"]
    board.do(pb.Decline())
    board.play("adventurer")
    assert board.moves() == ["Decline", "ExileCard maid"]
    assert board.refused(pb.ExileCard(card=talisman)) == [
        ("hoc.card.adventurer", "a card that is no Curse is wanted, and Magic Talisman is one"),
        ("hoc.faq.talisman.is-curse", "whatever else it is, Magic Talisman counts as a Curse"),
    ]


@pytest.mark.rule("hoc.effect.cost", "hoc.effect.cost-unpaid")
def test_the_coin_must_be_there_before_donation_is_played() -> None:
    board = Board(Area(hand="donation village maid"), Area())
    assert board.play("donation") == [
        "hoc.main.play-one: CardPlayed seat 0 donation",
        "hoc.effect.cost-unpaid: EffectFizzled seat 0 donation passed_over ExileCard",
    ]
    assert board.moves() == [END, "PlayCard village right of donation"]
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 1"]
    assert board.moves() == [END], "the coin comes too late"
    assert board.refused(pb.ExileCard(card=board.in_hand("maid"))) == [
        ("hoc.main.face-up", "this may be done only when a card's text asks for it; now it is time for: Main phase")
    ]


@pytest.mark.rule("hoc.effect.cost", "hoc.effect.exile")
def test_a_donation_may_be_declined_and_costs_nothing_then() -> None:
    board = Board(Area(hand="donation duke"), Area(), coins=1)
    board.play("donation")
    assert board.do(pb.Decline()) == ["hoc.effect.may-decline: EffectFizzled seat 0 donation"]
    assert board.state.turn.coins == 1 and board.hand() == ["duke"] and not board.view(1).exile


@pytest.mark.rule("hoc.effect.fizzle", "hoc.card.donation")
def test_donation_asks_nothing_of_an_empty_hand_and_takes_nothing_for_it() -> None:
    for coins, rule in ((1, "hoc.effect.fizzle"), (0, "hoc.effect.cost-unpaid")):
        board = Board(Area(hand="donation"), Area(), coins=coins)
        assert board.play("donation") == [
            "hoc.main.play-one: CardPlayed seat 0 donation",
            f"{rule}: EffectFizzled seat 0 donation passed_over ExileCard",
        ]
        assert board.moves() == [END] and board.state.turn.coins == coins


@pytest.mark.rule("hoc.card.donation")
def test_donation_is_of_the_own_hand() -> None:
    board = Board(Area(hand="donation maid", discard="curse"), Area(hand="curse"), coins=1)
    board.play("donation")
    for card in (NOWHERE, board.in_field("donation"), board.in_hand("curse", 1)):
        assert board.refused(pb.ExileCard(card=card)) == [
            ("hoc.card.donation", "only a card in your hand can be chosen")
        ]


@pytest.mark.rule("hoc.view.hidden", "hoc.card.donation")
def test_of_an_exiled_card_all_see_the_kind_and_its_owner_alone_which_it_was() -> None:
    board = Board(Area(hand="donation maid*2"), Area(), coins=1)
    board.play("donation")
    card = board.in_hand("maid")
    board.do(pb.ExileCard(card=card))
    for viewer, was in ((0, card), (1, 0), (SPECTATOR, 0)):
        exiled = [seen.fact for seen in board.match.facts(viewer=viewer)][1]
        assert exiled == pb.CardExiled(seat=0, was=was, kind="apprentice-maid")


# Slash and Burn.


@pytest.mark.rule("hoc.card.slash-and-burn", "hoc.effect.order")
def test_slash_and_burn_takes_a_curse_and_then_villages_give_two() -> None:
    board = Board(Area(hand="village*3 slash-and-burn city"), Area())
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 1"]
    assert board.play("slash-and-burn")[1:] == [
        "hoc.card.slash-and-burn: CardAcquired seat 0 curse curse pile",
        "hoc.card.slash-and-burn: YieldChanged seat 0 village coins 2",
    ]
    assert board.discard() == "curse" and board.state.curses == 7
    for viewer in (0, 1, SPECTATOR):
        assert [(one.kind, one.count) for one in board.view(viewer).turn.yields] == [("farming-village", 2)]
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 2"]
    assert board.play("city")[1:] == ["hoc.card.city: CoinsGained seat 0 coins 2"], "as ever"
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 2"]
    assert board.state.turn.coins == 1 + 2 + 2 + 2


@pytest.mark.rule("hoc.faq.slash-and-burn.not-cumulative")
def test_two_of_them_still_make_two_coins_and_take_a_curse_each() -> None:
    board = Board(Area(hand="slash-and-burn*2 village"), Area())
    board.play("slash-and-burn")
    assert whole(board.play("slash-and-burn"), "CardAcquired") == [
        "hoc.card.slash-and-burn: CardAcquired seat 0 curse curse pile"
    ]
    assert board.discard() == "curse*2" and board.state.curses == 6
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 2"]


@pytest.mark.rule("hoc.faq.slash-and-burn.no-curse", "hoc.effect.fizzle")
def test_without_a_curse_a_village_gives_one() -> None:
    board = Board(Area(hand="slash-and-burn village"), Area(), curses=0)
    assert board.play("slash-and-burn") == [
        "hoc.main.play-one: CardPlayed seat 0 slash-and-burn",
        "hoc.faq.slash-and-burn.no-curse: EffectFizzled seat 0 slash-and-burn",
    ]
    assert board.moves() == [END, "PlayCard village right of slash-and-burn"]
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 1"]
    assert board.discard() == ""


@pytest.mark.rule("hoc.faq.slash-and-burn.no-curse", "hoc.faq.slash-and-burn.not-cumulative")
def test_with_one_curse_left_the_first_works_and_the_second_changes_nothing() -> None:
    board = Board(Area(hand="slash-and-burn*2 village"), Area(), curses=1)
    assert len(board.play("slash-and-burn")) == 3
    assert board.play("slash-and-burn") == [
        "hoc.link.chain: CardPlayed seat 0 slash-and-burn",
        "hoc.faq.slash-and-burn.no-curse: EffectFizzled seat 0 slash-and-burn",
    ]
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 2"]
    assert board.discard() == "curse" and board.state.curses == 0


@pytest.mark.rule("hoc.card.slash-and-burn", "hoc.turn.pass")
def test_it_lasts_until_the_turn_ends() -> None:
    board = Board(Area(hand="slash-and-burn", draw=["village*5"]), Area(hand="village"))
    board.play("slash-and-burn")
    board.end()
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 1 coins 1"]
    board.end()
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 1"]
    assert not board.view(0).turn.yields


# Buried Treasure.


@pytest.mark.rule("hoc.card.buried-treasure", "hoc.term.acquire", "hoc.refill.market")
def test_buried_treasure_acquires_the_bottom_card_of_the_supply() -> None:
    board = Board(Area(hand="buried-treasure"), Area(), draws=["bank"], supply="scout*4 bank*2")
    assert board.play("buried-treasure") == [
        "hoc.main.play-one: CardPlayed seat 0 buried-treasure",
        "hoc.card.buried-treasure: CardAcquired seat 0 bank supply",
    ]
    assert board.discard() == "bank" and board.view(1).supply == 5
    assert len(board.view(1).random_market) == 8, "it does not lie in the market in between"
    assert [audience for _, audience in draws(GAME, board.match.entries[-1].facts)] == [everyone(2)]
    assert board.moves() == [END], "it has no link"


@pytest.mark.rule("hoc.card.buried-treasure", "hoc.contents.rares")
@pytest.mark.parametrize("rare", ["crown", "capital"])
def test_a_rare_card_may_be_buried(rare: str) -> None:
    board = Board(Area(hand="buried-treasure"), Area(), draws=[rare], supply="scout*4 crown capital")
    board.play("buried-treasure")
    assert board.discard() == rare


@pytest.mark.rule("hoc.faq.buried-treasure.empty", "hoc.effect.fizzle")
def test_with_an_empty_supply_it_is_played_and_nothing_is_acquired() -> None:
    board = Board(Area(hand="buried-treasure"), Area(), supply="")
    assert board.play("buried-treasure") == [
        "hoc.main.play-one: CardPlayed seat 0 buried-treasure",
        "hoc.faq.buried-treasure.empty: EffectFizzled seat 0 buried-treasure",
    ]
    assert board.field() == ["buried-treasure"] and board.discard() == ""


@pytest.mark.rule("hoc.card.buried-treasure", "hoc.refill.supply-empty")
def test_it_takes_the_last_card_and_the_market_stays_as_it_is() -> None:
    board = Board(Area(hand="buried-treasure"), Area(), random="scout*2 library", supply="bank")
    board.play("buried-treasure")
    assert board.discard() == "bank" and board.view(0).supply == 0
    assert whole(board.end(), "MarketCardTurned") == [] and board.asked == 1


# Money Lender.


@pytest.mark.rule("hoc.card.money-lender", "hoc.counter.general")
def test_money_lender_gives_three_coins_and_four_debts_when_the_turn_is_over() -> None:
    board = Board(
        Area(hand="money-lender city", draw=["city*6"]), Area(), random="scout library", supply="bank", draws=["city"]
    )
    assert board.play("money-lender")[1:] == [
        "hoc.card.money-lender: CoinsGained seat 0 coins 3",
        "hoc.card.money-lender: TurnEndEffectGained seat 0 money-lender",
    ]
    assert [*board.view(1).turn.at_turn_end] == ["money-lender"]
    assert board.moves() == [END, "PlayCard city right of money-lender"]
    board.second()
    assert board.do(pb.EndSecondPhase()) == [
        "hoc.cleanup.discard: PhaseBegan seat 0 clean up",
        "hoc.cleanup.discard: FieldDiscarded seat 0 money-lender",
        "hoc.cleanup.discard: HandCardsDiscarded seat 0 city",
        "hoc.cleanup.coins-lost: CoinsLost seat 0 coins 3",
        "hoc.refill.hand-five: PhaseBegan seat 0 hand refill",
        *["hoc.refill.hand-five: CardDrawn seat 0 city"] * 5,
        "hoc.refill.market: PhaseBegan seat 0 market refill",
        "hoc.refill.market: MarketCardTurned bank",
        "hoc.refill.supply-empty: EffectFizzled seat 0 missing 5",
        "hoc.card.money-lender: DebtChanged seat 0 counters 4",
        "hoc.turn.phases: TurnBegan seat 1 number 8",
        "hoc.main: PhaseBegan seat 1 main",
    ]
    for viewer in (0, 1, SPECTATOR, JUDGE):
        assert [player.debt for player in board.view(viewer).players] == [4, 0]
    board.end()
    assert board.player().debt == 4, "they are not of the next turn's end"
    board.end()
    assert board.player().debt == 4


@pytest.mark.rule("hoc.faq.money-lender.debt-first")
def test_coins_take_debts_away_before_they_are_coins() -> None:
    board = owing(4, Area(hand="city large-city"), Area())
    assert board.play("city")[1:] == [f"{DEBT_FIRST} 2"]
    assert board.state.turn.coins == 0
    assert board.play("large-city")[1:] == [f"{DEBT_FIRST} 0", "hoc.card.large-city: CoinsGained seat 0 coins 1"]
    assert (board.player().debt, board.state.turn.coins) == (0, 1)


@pytest.mark.rule("hoc.faq.money-lender.debt-first")
@pytest.mark.parametrize(
    ("debt", "facts", "left"),
    [
        (4, [f"{DEBT_FIRST} 1"], 1),
        (3, [f"{DEBT_FIRST} 0"], 0),
        (2, [f"{DEBT_FIRST} 0", "hoc.card.large-city: CoinsGained seat 0 coins 1"], 0),
        (0, ["hoc.card.large-city: CoinsGained seat 0 coins 3"], 0),
    ],
    ids=["fewer than the debts", "as many", "more", "none"],
)
def test_three_coins_against_some_debts(debt: int, facts: list[str], left: int) -> None:
    board = owing(debt, Area(hand="large-city"), Area())
    assert board.play("large-city")[1:] == facts and board.player().debt == left


@pytest.mark.rule("hoc.faq.money-lender.debt-first", "hoc.card.trade-ship", "hoc.card.magic-talisman")
def test_every_text_that_gives_coins_serves_the_debts_first() -> None:
    board = owing(3, Area(hand="trade-ship magic-talisman maid*2", draw=[]), Area())
    board.play("magic-talisman")
    assert board.do(pb.DiscardCards(cards=[board.in_hand("maid")])) == [
        "hoc.card.magic-talisman: HandCardsDiscarded seat 0 maid",
        f"{DEBT_FIRST} 2",
    ]
    board.play("trade-ship")
    assert board.do(pb.ChooseOption(option="coins")) == [f"{DEBT_FIRST} 0"]
    board = owing(1, Area(hand="trade-ship", draw=["city*3"]), Area())
    board.play("trade-ship")
    assert board.do(pb.ChooseOption(option="draw")) == ["hoc.card.trade-ship: CardDrawn seat 0 city"] * 2
    assert board.player().debt == 1, "cards serve no debts"
    board = owing(1, Area(hand="magic-talisman maid"), Area())
    board.play("magic-talisman")
    assert (
        board.do(pb.DiscardCards()) == ["hoc.card.magic-talisman: EffectFizzled seat 0 magic-talisman"]
        and board.player().debt == 1
    ), "nor do no coins at all"


@pytest.mark.rule("hoc.faq.money-lender.debt-first", "hoc.card.bank", "hoc.card.purveyor")
def test_so_do_bank_and_purveyor() -> None:
    board = owing(1, Area(hand="bank", field="city*3"), Area())
    assert board.play("bank")[1:] == [f"{DEBT_FIRST} 0", "hoc.card.bank: CoinsGained seat 0 coins 2"]
    board = owing(3, Area(hand="purveyor"), Area())
    assert board.play("purveyor")[1:] == [f"{DEBT_FIRST} 1", "hoc.card.purveyor: BuyingUnderAllowed seat 0"]
    board = owing(5, Area(hand="slash-and-burn village"), Area())
    board.play("slash-and-burn")
    assert board.play("village")[1:] == [f"{DEBT_FIRST} 3"]


@pytest.mark.rule("hoc.card.money-lender", "hoc.faq.money-lender.debt-first")
def test_a_money_lender_serves_old_debts_and_makes_new_ones() -> None:
    board = owing(4, Area(hand="money-lender*2 city"), Area())
    assert board.play("money-lender")[1:] == [
        f"{DEBT_FIRST} 1",
        "hoc.card.money-lender: TurnEndEffectGained seat 0 money-lender",
    ]
    assert board.play("money-lender")[1:] == [
        f"{DEBT_FIRST} 0",
        "hoc.card.money-lender: CoinsGained seat 0 coins 2",
        "hoc.card.money-lender: TurnEndEffectGained seat 0 money-lender",
    ]
    assert whole(board.end(), "DebtChanged") == [
        "hoc.card.money-lender: DebtChanged seat 0 counters 4",
        "hoc.card.money-lender: DebtChanged seat 0 counters 8",
    ]
    assert board.view(1).players[0].debt == 8


@pytest.mark.rule("hoc.faq.money-lender.debt-first", "hoc.buy.cost", "hoc.effect.cost-unpaid")
def test_with_debts_left_nothing_is_bought_or_paid() -> None:
    board = owing(4, Area(hand="large-city adventurer maid"), Area())
    board.play("large-city")
    assert board.play("adventurer") == [
        "hoc.link.chain: CardPlayed seat 0 adventurer",
        "hoc.effect.cost-unpaid: EffectFizzled seat 0 adventurer passed_over ExileCard",
    ]
    board.second()
    assert board.moves() == ["EndSecondPhase"]
    assert board.refused(pb.BuyCard(kind="city")) == [
        ("hoc.buy.cost", "City costs 3, you have 0 coins"),
        ("hoc.faq.money-lender.debt-first", "coins that you gain go to your 1 debt counter"),
    ]
    assert board.refused(pb.BackPrincess(princess="laolily")) == [
        ("hoc.back.cost", "Second Princess Laolily costs 6, you have 0 coins")
    ]


@pytest.mark.rule("hoc.faq.money-lender.debt-first", "hoc.effect.cost-unpaid", "hoc.link.chain")
def test_city_development_is_not_paid_with_coins_that_took_debts_away() -> None:
    board = owing(2, Area(hand="city village city-development"), Area())
    assert board.play("city")[1:] == [f"{DEBT_FIRST} 0"]
    assert board.play("city-development") == [
        "hoc.link.chain: CardPlayed seat 0 city-development",
        "hoc.effect.cost-unpaid: EffectFizzled seat 0 city-development passed_over ExileCard",
    ]
    assert board.moves() == [END, "PlayCard village right of city-development"]
    assert board.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 1"]
    assert not board.view(0).exile


@pytest.mark.rule("hoc.card.money-lender", "hoc.outside.twins.counters")
def test_debts_are_there_on_the_extra_turn_that_follows() -> None:
    board = Board(Area(hand="money-lender", domain="twins", twin=1, draw=["city*9"]), Area())
    board.play("money-lender")
    board.do(pb.UseAbility(card=board.in_domain("twins")))
    assert whole(board.end(), "DebtChanged", "TurnBegan") == [
        "hoc.card.money-lender: DebtChanged seat 0 counters 4",
        "hoc.turn.phases: TurnBegan seat 0 number 8 extra",
    ]
    assert board.play("city")[1:] == [f"{DEBT_FIRST} 2"]
    assert whole(board.end(), "DebtChanged") == [] and board.player().debt == 2


@pytest.mark.rule("hoc.card.money-lender", "hoc.card.supply-unit")
def test_a_money_lender_that_went_back_to_the_draw_pile_is_owed_all_the_same() -> None:
    board = Board(Area(hand="supply-unit money-lender", draw=["city*9"]), Area())
    board.play("supply-unit")
    board.play("money-lender")
    board.end()
    assert board.moves() == ["Decline", "ReturnCard money-lender"]
    facts = board.do(pb.ReturnCard(card=board.in_field("money-lender")))
    assert facts[0] == "hoc.card.supply-unit: FieldCardPutOnTop seat 0 money-lender"
    assert whole(facts, "DebtChanged") == ["hoc.card.money-lender: DebtChanged seat 0 counters 4"]
    assert "money-lender" in board.hand()


@pytest.mark.rule("hoc.faq.territory.forced", "hoc.back.three-territories", "hoc.card.money-lender")
def test_three_villages_are_moved_by_force_and_the_money_lender_by_nothing() -> None:
    board = Board(Area(hand="village*3 money-lender"), Area())
    for kind in ("village", "village", "village", "money-lender"):
        board.play(kind)
    assert board.state.turn.coins == 6
    board.second()
    assert board.do(pb.BackPrincess(princess="klam-klam")) == [
        "hoc.back.choose: PrincessBacked seat 0 klam-klam price 6",
        *["hoc.back.three-territories: TerritoryMoved seat 0 village"] * 3,
    ]
    assert board.domain() == ["klam-klam", "village", "village", "village"]
    assert board.view(1).players[0].domain.points == -6 and board.field() == ["money-lender"]


@pytest.mark.rule("hoc.back.fewer-than-three", "hoc.card.money-lender")
def test_a_large_city_alone_goes_with_her_and_the_debts_come_all_the_same() -> None:
    board = Board(Area(hand="large-city money-lender"), Area())
    board.play("large-city")
    board.play("money-lender")
    board.second()
    board.do(pb.BackPrincess(princess="bergamotte"))
    assert board.domain() == ["bergamotte", "large-city"] and board.field() == ["money-lender"]
    board.do(pb.EndSecondPhase())
    assert board.player().debt == 4 and board.domain() == ["bergamotte", "large-city"]


# Bank.


@pytest.mark.rule("hoc.card.bank")
@pytest.mark.parametrize(
    ("field", "coins"),
    [("city", 1), ("large-city", 1), ("city*2 large-city", 3), ("city village capital imperial-domain scout", 1)],
)
def test_bank_gives_a_coin_for_each_city_and_large_city_in_the_field(field: str, coins: int) -> None:
    board = Board(Area(hand="bank city*2", field=field, domain="klam-klam city*2 large-city"), Area())
    assert board.play("bank")[1:] == [f"hoc.card.bank: CoinsGained seat 0 coins {coins}"]
    assert not [move for move in board.moves() if move.startswith("PlayCard")], "it has no link"


@pytest.mark.rule("hoc.card.bank", "hoc.effect.fizzle")
@pytest.mark.parametrize("field", ["", "village*3", "capital imperial-domain"])
def test_without_a_city_bank_gives_nothing(field: str) -> None:
    board = Board(Area(hand="bank city", field=field), Area())
    assert board.play("bank") == [
        "hoc.main.play-one: CardPlayed seat 0 bank",
        "hoc.effect.fizzle: EffectFizzled seat 0 bank",
    ]
    assert board.state.turn.coins == 0


@pytest.mark.rule("hoc.card.bank", "hoc.effect.order")
def test_bank_counts_what_was_played_before_it() -> None:
    board = Board(Area(hand="post-horse bank city*2", draw=["large-city"]), Area())
    board.play("post-horse")
    horse = board.in_field("post-horse")
    board.play("large-city", f"{horse}:right")
    board.play("city", f"{board.in_field('large-city')}:right")
    assert board.play("bank", f"{horse}:bottom")[1:] == ["hoc.card.bank: CoinsGained seat 0 coins 2"]
    board.play("city")
    assert board.state.turn.coins == 3 + 2 + 2 + 2, "a City played later adds nothing to it"


# Those of the set First Play.


@pytest.mark.rule("hoc.buy.cost", "hoc.buy.any-number", "hoc.example.buy-city-donation")
def test_five_coins_buy_a_city_and_a_donation() -> None:
    board = Board(Area(), Area(), coins=5, entry="second-phase", random="donation*2")
    assert board.moves() == [
        *("BuyCard city", "BuyCard donation", "BuyCard royal-maid", "BuyCard senator"),
        "EndSecondPhase",
    ]
    board.do(pb.BuyCard(kind="city"))
    assert board.moves() == ["BuyCard donation", "EndSecondPhase"]
    assert board.do(pb.BuyCard(kind="donation")) == [
        "hoc.buy.cost: CardBought seat 0 donation price 2",
        "hoc.buy.to-discard: CardAcquired seat 0 donation random market",
    ]
    assert board.discard() == "city donation" and board.state.turn.coins == 0
    assert ("hoc.buy.cost", "Donation costs 2, you have 0 coins") in board.refused(pb.BuyCard(kind="donation"))


@pytest.mark.rule("hoc.effect.acquire", "hoc.term.buy", "hoc.term.acquire")
def test_what_is_acquired_goes_from_its_place_to_the_discard_pile() -> None:
    board = Board(Area(hand="enchantress", draw=["city"]), Area(draw=["senator", "city"]))
    board.play("enchantress")
    assert board.do(pb.AcquireCard(kind="senator")) == [
        "hoc.card.enchantress: CardAcquired seat 0 senator basic market"
    ]
    assert board.discard() == "senator" and board.hand() == ["city"]
    assert dict(board.state.basic_market)["senator"] == 11
    board.match.amend(pb.CoinsGained(seat=0, coins=3))
    board.second()
    assert board.do(pb.BuyCard(kind="city")) == [
        "hoc.buy.cost: CardBought seat 0 city price 3",
        "hoc.buy.to-discard: CardAcquired seat 0 city basic market",
    ]


@pytest.mark.rule("hoc.card.purveyor", "hoc.golden")
def test_what_an_effect_acquires_is_not_bought_and_goes_to_the_discard_pile() -> None:
    board = Board(
        Area(hand="post-horse adventurer city", draw=["buried-treasure", "city*3"]),
        Area(),
        coins=2,
        buying_under=True,
        supply="bank",
    )
    board.play("post-horse")
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("city")))
    assert board.moves() == [
        *("AcquireCard adventurer", "AcquireCard alchemist", "AcquireCard city", "AcquireCard library"),
        *("AcquireCard post-horse", "AcquireCard purveyor", "AcquireCard royal-maid", "AcquireCard scout"),
        *("AcquireCard senator", "AcquireCard trade-ship", "AcquireCard wishing-well"),
    ]
    board.do(pb.AcquireCard(kind="senator"))
    board.play("buried-treasure")
    assert board.discard() == "bank senator" and board.draw_pile() == ["city*3"]


@pytest.mark.rule("hoc.faq.adventurer.then-set", "hoc.second.exclusive")
def test_adventurer_and_buried_treasure_leave_the_second_phase_free() -> None:
    board = Board(Area(hand="buried-treasure duke", domain="klam-klam"), Area(), coins=3)
    board.play("buried-treasure")
    board.second()
    assert "SetCard duke" in board.moves() and "BuyCard city" in board.moves()
    board.do(board.setting("duke"))
    assert board.moves() == ["EndSecondPhase"]
    assert ("hoc.second.exclusive", "you have set a card this turn") in board.refused(pb.BuyCard(kind="city"))


@pytest.mark.rule("hoc.ability.bergamot-once", "hoc.card.bergamotte")
def test_bergamotte_takes_a_talisman_back_and_discards_none() -> None:
    board = Board(Area(hand="magic-talisman maid", discard="magic-talisman curse", domain="bergamotte"), Area())
    her = board.in_domain("bergamotte")
    assert board.moves() == [END, "PlayCard magic-talisman first", "UseAbility bergamotte maid"]
    assert board.refused(pb.UseAbility(card=her, discard=board.in_hand("magic-talisman"))) == [
        ("hoc.ability.bergamot-once", "a card that is no Curse is wanted, and Magic Talisman is one"),
        ("hoc.faq.talisman.is-curse", "whatever else it is, Magic Talisman counts as a Curse"),
    ]
    board.do(pb.UseAbility(card=her, discard=board.in_hand("maid")))
    assert board.moves() == ["TakeBackCard magic-talisman"]


@pytest.mark.rule("hoc.card.city-development", "hoc.faq.city-development.absent", "hoc.effect.exile")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_developed_city_is_seen_to_come_to_the_hand(viewer: int) -> None:
    board = Board(Area(hand="city-development village", draw=["city*8"]), Area(), coins=1, basic={"city": 1})
    board.play("city-development")
    assert deck(board) == 10
    board.do(pb.ExileCard(card=board.in_hand("village")))
    assert told(board.match.facts(viewer=viewer)) == [
        "hoc.card.city-development: CoinsPaid seat 0 coins 1",
        "hoc.card.city-development: CardExiled seat 0 village",
        "hoc.card.city-development: CardTaken seat 0 city basic market",
    ]
    assert deck(board) == 10 and [pile.count for pile in board.view(viewer).basic_market][0] == 0
    city = board.in_hand("city")
    taken = [seen.fact for seen in board.match.facts(viewer=viewer)][-1]
    assert isinstance(taken, pb.CardTaken) and taken.card == (city if viewer == 0 else 0)
