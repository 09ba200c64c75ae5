"""The commons of the set First Play (rulebook p.22-24, p.26-29)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board, whole

# Wishing Well.


@pytest.mark.rule("hoc.card.wishing-well")
def test_wishing_well_draws_as_many_as_it_discards() -> None:
    board = Board(Area(hand="wishing-well maid curse city", draw=["village*5"]), Area())
    board.play("wishing-well")
    assert board.do(pb.DiscardCards(cards=[board.in_hand("maid"), board.in_hand("curse")])) == [
        "hoc.card.wishing-well: HandCardsDiscarded seat 0 maid curse",
        *["hoc.card.wishing-well: CardDrawn seat 0 village"] * 2,
    ]
    assert board.hand() == ["city", "village", "village"] and board.discard() == "maid curse"


@pytest.mark.rule("hoc.faq.wishing-well.zero")
def test_wishing_well_may_discard_nothing() -> None:
    board = Board(Area(hand="wishing-well maid", discard="city"), Area())
    board.play("wishing-well")
    assert board.moves() == ["DiscardCards", "DiscardCards maid"]
    before = board.player()
    assert board.do(pb.DiscardCards()) == [
        "hoc.faq.wishing-well.zero: EffectFizzled seat 0 wishing-well",
    ]
    assert board.player() == before


def test_wishing_well_shuffles_what_it_discards_only_when_it_must() -> None:
    board = Board(Area(hand="wishing-well maid curse", draw=["village"], discard=""), Area())
    board.play("wishing-well")
    facts = board.do(pb.DiscardCards(cards=[board.in_hand("maid"), board.in_hand("curse")]))
    assert facts[1:] == [
        "hoc.card.wishing-well: CardDrawn seat 0 village",
        "hoc.deck.reshuffle: DiscardPileShuffled seat 0 cards 2",
        "hoc.card.wishing-well: CardDrawn seat 0 maid",
    ]


def test_wishing_well_asks_nothing_of_an_empty_hand() -> None:
    board = Board(Area(hand="wishing-well"), Area())
    assert board.play("wishing-well") == [
        "hoc.main.play-one: CardPlayed seat 0 wishing-well",
        "hoc.faq.wishing-well.zero: EffectFizzled seat 0 wishing-well passed_over DiscardCards",
    ]
    assert board.moves() == ["EndMainPhase"]


# Scout.


@pytest.mark.rule("hoc.card.scout", "hoc.effect.clockwise")
def test_scout_reveals_the_top_card_of_every_player_clockwise() -> None:
    board = Board(
        Area(draw=["curse"]), Area(hand="scout", draw=["duke village"]), Area(draw=["city*2"]), seat=1, draws=["duke"]
    )
    assert board.play("scout") == [
        "hoc.main.play-one: CardPlayed seat 1 scout",
        "hoc.card.scout: CardRevealed seat 1 duke",
    ]
    assert board.moves() == ["DecideRevealed discard", "DecideRevealed not-discard"]
    assert board.do(pb.DecideRevealed(discard=False)) == [
        "hoc.card.scout: EffectFizzled seat 1 scout",
        "hoc.effect.clockwise: AttackReached seat 2 scout",
        "hoc.defence.asked: EffectFizzled seat 2 passed_over Defend",
        "hoc.card.scout: CardRevealed seat 2 city",
    ]
    assert board.do(pb.DecideRevealed(discard=True)) == [
        "hoc.card.scout: RevealedCardDiscarded seat 2 city",
        "hoc.effect.clockwise: AttackReached seat 0 scout",
        "hoc.defence.asked: EffectFizzled seat 0 passed_over Defend",
        "hoc.card.scout: CardRevealed seat 0 curse",
    ]
    assert board.do(pb.DecideRevealed(discard=False)) == [
        "hoc.card.scout: EffectFizzled seat 0 scout",
        "hoc.effect.clockwise: AttackOver scout",
    ]
    assert (board.draw_pile(0), board.draw_pile(1), board.draw_pile(2)) == (["^curse"], ["^duke", "village"], ["city"])
    assert board.discard(2) == "city" and board.asked == 1


@pytest.mark.rule("hoc.faq.scout.revealed-top", "hoc.faq.already-revealed")
def test_a_card_that_is_face_up_already_is_revealed_again_and_may_be_discarded() -> None:
    board = Board(Area(hand="scout", draw=[]), Area(draw=["^large-city", "city*3"]))
    assert board.play("scout")[1:] == [
        "hoc.deck.none-left: EffectFizzled seat 0 scout missing 1",
        "hoc.effect.fizzle: EffectFizzled seat 0 scout passed_over DecideRevealed",
        "hoc.effect.clockwise: AttackReached seat 1 scout",
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.faq.already-revealed: CardRevealed seat 1 large-city",
    ]
    assert board.do(pb.DecideRevealed(discard=True)) == [
        "hoc.faq.scout.revealed-top: RevealedCardDiscarded seat 1 large-city",
        "hoc.effect.clockwise: AttackOver scout",
    ]
    assert board.discard(1) == "large-city" and board.draw_pile(1) == ["city*3"]


@pytest.mark.rule("hoc.card.scout", "hoc.deck.reshuffle-to-look")
def test_scout_shuffles_a_discard_pile_to_reveal_from_it() -> None:
    board = Board(Area(hand="scout", draw=[]), Area(draw=[], discard="duke*2"))
    assert board.play("scout")[1:] == [
        "hoc.deck.none-left: EffectFizzled seat 0 scout missing 1",
        "hoc.effect.fizzle: EffectFizzled seat 0 scout passed_over DecideRevealed",
        "hoc.effect.clockwise: AttackReached seat 1 scout",
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.deck.reshuffle-to-look: DiscardPileShuffled seat 1 cards 2",
        "hoc.card.scout: CardRevealed seat 1 duke",
    ]


# Post Horse, Alchemist.


@pytest.mark.rule("hoc.card.post-horse")
def test_post_horse_draws_one_and_opens_two_positions() -> None:
    board = Board(Area(hand="post-horse", draw=["duke"]), Area())
    assert board.play("post-horse")[1:] == ["hoc.card.post-horse: CardDrawn seat 0 duke"]
    assert len(board.positions()) == 2


@pytest.mark.rule("hoc.card.alchemist")
def test_alchemist_draws_two_and_opens_one_position() -> None:
    board = Board(Area(hand="alchemist", draw=["duke*3"]), Area())
    assert board.play("alchemist")[1:] == ["hoc.card.alchemist: CardDrawn seat 0 duke"] * 2
    assert len(board.positions()) == 1


@pytest.mark.rule("hoc.effect.fizzle", "hoc.deck.none-left", "hoc.example.alchemist-fizzle")
def test_alchemist_draws_the_one_card_that_there_is() -> None:
    board = Board(Area(hand="alchemist", draw=["duke"]), Area())
    assert board.play("alchemist")[1:] == [
        "hoc.card.alchemist: CardDrawn seat 0 duke",
        "hoc.effect.fizzle: EffectFizzled seat 0 alchemist missing 1",
    ]
    assert board.moves() == ["EndMainPhase"]


# Trade Ship.


@pytest.mark.rule("hoc.card.trade-ship")
@pytest.mark.parametrize(
    ("option", "facts"),
    [
        ("draw", ["hoc.card.trade-ship: CardDrawn seat 0 duke"] * 2),
        ("coins", ["hoc.card.trade-ship: CoinsGained seat 0 coins 2"]),
    ],
)
def test_trade_ship_draws_two_or_gives_two_coins(option: str, facts: list[str]) -> None:
    board = Board(Area(hand="trade-ship", draw=["duke*3"]), Area())
    board.play("trade-ship")
    assert board.moves() == ["ChooseOption coins", "ChooseOption draw"]
    assert board.refused(pb.ChooseOption(option="both")) == [
        ("hoc.card.trade-ship", "the choice is draw (draw 2 cards) or coins (gain 2 coins)")
    ]
    assert board.do(pb.ChooseOption(option=option)) == facts
    assert board.positions() == []


# Purveyor.


@pytest.mark.rule("hoc.card.purveyor")
def test_purveyor_gives_two_coins() -> None:
    board = Board(Area(hand="purveyor"), Area())
    assert board.play("purveyor")[1:] == [
        "hoc.card.purveyor: CoinsGained seat 0 coins 2",
        "hoc.card.purveyor: BuyingUnderAllowed seat 0",
    ]
    assert board.positions() == []


@pytest.mark.rule("hoc.faq.purveyor.any-number", "hoc.golden")
def test_any_of_the_cards_bought_go_under_the_draw_pile() -> None:
    board = Board(Area(hand="purveyor", draw=["village*6"]), Area(), coins=7)
    board.play("purveyor")
    board.second()
    assert board.do(pb.BuyCard(kind="city", under_draw_pile=True)) == [
        "hoc.buy.cost: CardBought seat 0 city price 3",
        "hoc.faq.purveyor.any-number: CardAcquiredUnder seat 0 city basic market",
    ]
    board.do(pb.BuyCard(kind="scout", under_draw_pile=False))
    board.do(pb.BuyCard(kind="library", under_draw_pile=True))
    assert board.draw_pile() == ["village*6", "=city", "=library"] and board.discard() == "scout"
    assert board.refused(pb.BuyCard(kind="scout")) == [
        ("hoc.buy.market-only", "Scout does not lie in the market"),
        ("hoc.second", "under_draw_pile is a choice and was left out"),
    ]
    assert [part.card.face_up for part in board.view(1).players[0].draw_pile[1:]] == [False, False]
    board.end()
    board.end()
    assert not board.state.turn.buying_under


def test_a_card_that_all_saw_go_under_is_named_when_it_is_drawn() -> None:
    board = Board(Area(hand="alchemist", draw=["^duke", "city"]), Area())
    board.play("alchemist")
    drawn = [fact.fact for fact in board.match.facts(viewer=1)][1:]
    assert [type(fact) for fact in drawn] == [pb.CardDrawn] * 2
    assert [(fact.known, fact.kind, fact.was) for fact in drawn if isinstance(fact, pb.CardDrawn)] == [
        ("duke", "", 0),
        ("", "", 0),
    ]


# Library.


@pytest.mark.rule("hoc.card.library", "hoc.reveal.put-on-deck")
def test_library_draws_two_and_puts_a_card_under_the_draw_pile() -> None:
    board = Board(Area(hand="library village", draw=["city*5"]), Area())
    assert board.play("library")[1:] == ["hoc.card.library: CardDrawn seat 0 city"] * 2
    assert board.moves() == ["PutCardUnder city", "PutCardUnder city", "PutCardUnder village"]
    assert board.do(pb.PutCardUnder(card=board.in_hand("village"))) == [
        "hoc.card.library: HandCardPutUnder seat 0 village"
    ]
    assert board.draw_pile() == ["city*3", "^village"]
    assert board.view(1).players[0].draw_pile[1].card.kind == "farming-village"


@pytest.mark.rule("hoc.faq.library.succession")
def test_library_puts_no_succession_card_away() -> None:
    board = Board(Area(hand="library imperial-domain city duke", draw=[]), Area())
    board.play("library")
    assert board.moves() == ["PutCardUnder city"]
    assert board.refused(pb.PutCardUnder(card=board.in_hand("imperial-domain"))) == [
        ("hoc.faq.library.succession", "Imperial Domain is a Succession card")
    ]
    assert board.refused(pb.Decline()) == [("hoc.card.library", "you can do it, and the text leaves you no choice")]


@pytest.mark.rule("hoc.effect.fizzle")
def test_library_is_answered_also_by_who_holds_succession_cards_only() -> None:
    board = Board(Area(hand="library duke", draw=["maid"]), Area())
    board.play("library")
    assert board.moves() == ["Decline"], "being asked tells nothing about the hand"
    assert board.do(pb.Decline()) == ["hoc.faq.library.succession: EffectFizzled seat 0 library"]
    assert board.hand() == ["duke", "maid"]


@pytest.mark.rule("hoc.outside.misfire-stop")
def test_a_later_line_is_done_although_an_earlier_one_found_nothing() -> None:
    board = Board(Area(hand="library city", draw=[]), Area())
    assert board.play("library") == [
        "hoc.main.play-one: CardPlayed seat 0 library",
        "hoc.effect.fizzle: EffectFizzled seat 0 library missing 2",
    ]
    board.do(pb.PutCardUnder(card=board.in_hand("city")))
    assert board.draw_pile() == ["^city"]


def test_library_asks_nothing_of_an_empty_hand() -> None:
    board = Board(Area(hand="library", draw=[]), Area())
    board.play("library")
    assert board.moves() == ["EndMainPhase"]


# City Development.


@pytest.mark.rule("hoc.card.city-development", "hoc.effect.cost", "hoc.example.city-development")
def test_city_development_turns_a_village_into_a_city() -> None:
    board = Board(Area(hand="city-development village*2"), Area())
    board.play("village")
    board.play("city-development")
    assert board.moves() == ["Decline", "ExileCard village"]
    assert board.do(pb.ExileCard(card=board.in_hand("village"))) == [
        "hoc.card.city-development: CoinsPaid seat 0 coins 1",
        "hoc.card.city-development: CardExiled seat 0 village",
        "hoc.card.city-development: CardTaken seat 0 city basic market",
    ]
    assert board.state.turn.coins == 0 and board.hand() == ["city"]
    assert board.moves() == ["EndMainPhase", "PlayCard city right of city-development"]


@pytest.mark.rule("hoc.card.city-development", "hoc.effect.cost")
def test_city_development_turns_a_city_into_a_large_city_for_two_coins() -> None:
    board = Board(Area(hand="city-development city library"), Area(), coins=1)
    board.play("city-development")
    assert board.moves() == ["Decline"]
    assert board.refused(pb.ExileCard(card=board.in_hand("city"))) == [
        ("hoc.effect.cost", "exiling City costs 2, you have 1 coin")
    ]
    assert board.refused(pb.ExileCard(card=board.in_hand("library"))) == [
        ("hoc.card.city-development", "it develops a Village or a City, not Library")
    ]
    board = Board(Area(hand="city-development city"), Area(), coins=2)
    board.play("city-development")
    assert board.do(pb.ExileCard(card=board.in_hand("city"))) == [
        "hoc.card.city-development: CoinsPaid seat 0 coins 2",
        "hoc.card.city-development: CardExiled seat 0 city",
        "hoc.card.city-development: CardTaken seat 0 large-city basic market",
    ]


@pytest.mark.rule("hoc.effect.cost")
def test_paying_may_be_declined() -> None:
    board = Board(Area(hand="city-development village"), Area(), coins=3)
    board.play("city-development")
    assert board.do(pb.Decline()) == ["hoc.effect.may-decline: EffectFizzled seat 0 city-development"]
    assert board.state.turn.coins == 3 and board.hand() == ["village"]


@pytest.mark.rule("hoc.effect.cost-unpaid")
def test_without_the_coins_the_effect_ends_there_and_the_card_stays_played() -> None:
    board = Board(Area(hand="city-development village"), Area())
    assert board.play("city-development") == [
        "hoc.main.play-one: CardPlayed seat 0 city-development",
        "hoc.effect.cost-unpaid: EffectFizzled seat 0 city-development passed_over ExileCard",
    ]
    assert board.field() == ["city-development"]
    assert board.moves() == ["EndMainPhase", "PlayCard village right of city-development"]


@pytest.mark.rule("hoc.effect.fizzle", "hoc.effect.cost-unpaid")
@pytest.mark.parametrize(("kind", "price"), [("city-development", 1), ("adventurer", 2)])
def test_an_empty_hand_is_asked_nothing_and_pays_nothing(kind: str, price: int) -> None:
    for coins, rule in ((price, "hoc.effect.fizzle"), (price - 1, "hoc.effect.cost-unpaid")):
        board = Board(Area(hand=kind), Area(), coins=coins)
        assert board.play(kind) == [
            f"hoc.main.play-one: CardPlayed seat 0 {kind}",
            f"{rule}: EffectFizzled seat 0 {kind} passed_over ExileCard",
        ]
        assert board.moves() == ["EndMainPhase"] and board.state.turn.coins == coins


@pytest.mark.rule("hoc.card.city-development", "hoc.view.hidden")
def test_a_hand_without_cities_and_villages_is_asked_all_the_same() -> None:
    board = Board(Area(hand="city-development duke"), Area(), coins=2)
    assert board.play("city-development") == ["hoc.main.play-one: CardPlayed seat 0 city-development"]
    assert board.moves() == ["Decline"]
    assert (
        board.do(pb.Decline()) == ["hoc.effect.may-decline: EffectFizzled seat 0 city-development"]
        and board.state.turn.coins == 2
    )


@pytest.mark.rule("hoc.faq.city-development.absent", "hoc.effect.exile")
@pytest.mark.parametrize(("kind", "gone", "paid"), [("village", "city", 1), ("city", "large-city", 2)])
def test_with_the_target_missing_the_exile_still_happens(kind: str, gone: str, paid: int) -> None:
    board = Board(Area(hand=f"city-development {kind}"), Area(), coins=2, basic={gone: 0})
    board.play("city-development")
    assert board.do(pb.ExileCard(card=board.in_hand(kind))) == [
        f"hoc.card.city-development: CoinsPaid seat 0 coins {paid}",
        f"hoc.card.city-development: CardExiled seat 0 {kind}",
        "hoc.faq.city-development.absent: EffectFizzled seat 0 city-development",
    ]
    assert board.hand() == [] and board.state.turn.coins == 2 - paid
    assert [pile.count for pile in board.view(1).exile] == [1]


# Supply Unit.


@pytest.mark.rule("hoc.card.supply-unit", "hoc.reveal.put-on-deck")
def test_supply_unit_draws_and_returns_an_action_as_clean_up_begins() -> None:
    board = Board(Area(hand="supply-unit alchemist village", draw=["city*9"]), Area())
    assert board.play("supply-unit")[1:] == [
        "hoc.card.supply-unit: CardDrawn seat 0 city",
        "hoc.card.supply-unit: CleanUpEffectGained seat 0 supply-unit",
    ]
    board.play("alchemist")
    board.play("village")
    card = board.in_field("alchemist")
    assert board.end() == ["hoc.cleanup.discard: PhaseBegan seat 0 clean up"]
    assert board.moves() == ["Decline", "ReturnCard alchemist"]
    assert board.refused(pb.ReturnCard(card=board.in_field("village"))) == [
        ("hoc.card.supply-unit", "Farming Village is no Action card")
    ]
    facts = board.do(pb.ReturnCard(card=card))
    assert facts[:2] == [
        "hoc.card.supply-unit: FieldCardPutOnTop seat 0 alchemist",
        "hoc.cleanup.discard: FieldDiscarded seat 0 village supply-unit",
    ]
    assert "alchemist" in board.hand() and "alchemist" not in board.discard()


def test_supply_unit_may_return_nothing() -> None:
    board = Board(Area(field="supply-unit alchemist"), Area(), entry="second-phase", at_clean_up=("supply-unit",))
    board.end()
    assert board.do(pb.Decline())[:2] == [
        "hoc.card.supply-unit: EffectFizzled seat 0 supply-unit",
        "hoc.cleanup.discard: FieldDiscarded seat 0 alchemist supply-unit",
    ]


@pytest.mark.rule("hoc.faq.supply-unit.not-each-other")
def test_two_supply_units_do_not_return_each_other() -> None:
    board = Board(Area(field="supply-unit*2"), Area(), entry="second-phase", at_clean_up=("supply-unit",) * 2)
    none = "hoc.faq.supply-unit.not-each-other: EffectFizzled seat 0 supply-unit passed_over ReturnCard"
    discarded = "hoc.cleanup.discard: FieldDiscarded seat 0 supply-unit*2"
    assert board.end()[1:4] == [none, none, discarded], "nothing is asked"
    board = Board(Area(field="supply-unit*2 scout"), Area(), entry="second-phase", at_clean_up=("supply-unit",) * 2)
    board.end()
    assert board.refused(pb.ReturnCard(card=board.in_field("supply-unit"))) == [
        ("hoc.faq.supply-unit.not-each-other", "an Action card of another name is wanted")
    ]
    facts = board.do(pb.ReturnCard(card=board.in_field("scout")))
    assert facts[1:3] == [none, discarded], "for the second none is left"


def test_each_supply_unit_returns_a_card() -> None:
    board = Board(
        Area(field="supply-unit*2 scout library", draw=["city*9"]),
        Area(),
        entry="second-phase",
        at_clean_up=("supply-unit",) * 2,
    )
    board.end()
    board.do(pb.ReturnCard(card=board.in_field("scout")))
    assert board.draw_pile() == ["^scout", "city*9"]
    assert board.moves() == ["Decline", "ReturnCard library"]
    board.do(pb.ReturnCard(card=board.in_field("library")))
    assert board.hand() == ["city", "city", "city", "library", "scout"]


@pytest.mark.rule("hoc.outside.supply-unit.field-only")
def test_supply_unit_reaches_the_field_only() -> None:
    board = Board(
        Area(field="supply-unit scout", hand="alchemist", discard="library"),
        Area(),
        entry="second-phase",
        at_clean_up=("supply-unit",),
    )
    board.end()
    assert board.moves() == ["Decline", "ReturnCard scout"]
    assert board.cited(pb.ReturnCard(card=board.in_hand("alchemist"))) == ["hoc.outside.supply-unit.field-only"]


# Adventurer.


@pytest.mark.rule("hoc.card.adventurer", "hoc.effect.order")
def test_adventurer_changes_a_card_for_a_dearer_one() -> None:
    board = Board(Area(hand="adventurer large-city"), Area(), coins=2)
    board.play("adventurer")
    assert board.do(pb.ExileCard(card=board.in_hand("large-city"))) == [
        "hoc.card.adventurer: CoinsPaid seat 0 coins 2",
        "hoc.card.adventurer: CardExiled seat 0 large-city",
    ]
    assert "AcquireCard duke" in board.moves()
    assert board.do(pb.AcquireCard(kind="duke")) == ["hoc.card.adventurer: CardAcquired seat 0 duke basic market"]
    assert board.discard() == "duke" and board.state.turn.coins == 0


@pytest.mark.rule("hoc.card.adventurer")
def test_what_is_acquired_costs_at_most_two_more() -> None:
    board = Board(Area(hand="adventurer city", domain="klam-klam"), Area(), coins=2)
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("city")))
    assert board.refused(pb.AcquireCard(kind="large-city")) == [
        ("hoc.card.adventurer", "Large City costs 6, at most 5 is allowed")
    ]
    assert "Decline" not in board.moves()
    board.do(pb.AcquireCard(kind="senator"))


@pytest.mark.rule("hoc.effect.cost-unpaid", "hoc.card.adventurer")
def test_adventurer_does_nothing_without_two_coins() -> None:
    board = Board(Area(hand="adventurer city"), Area(), coins=1)
    assert board.play("adventurer") == [
        "hoc.main.play-one: CardPlayed seat 0 adventurer",
        "hoc.effect.cost-unpaid: EffectFizzled seat 0 adventurer passed_over ExileCard",
    ]
    assert board.moves() == ["EndMainPhase"] and board.state.turn.coins == 1


@pytest.mark.rule("hoc.card.adventurer", "hoc.faq.talisman.is-curse")
def test_adventurer_exiles_no_curse() -> None:
    board = Board(Area(hand="adventurer curse magic-talisman"), Area(), coins=2)
    board.play("adventurer")
    assert board.moves() == ["Decline"], "being asked tells nothing about the hand"
    assert board.refused(pb.ExileCard(card=board.in_hand("magic-talisman"))) == [
        ("hoc.card.adventurer", "a card that is no Curse is wanted, and Magic Talisman is one"),
        ("hoc.faq.talisman.is-curse", "whatever else it is, Magic Talisman counts as a Curse"),
    ]
    board.do(pb.Decline())
    assert board.state.turn.coins == 2


@pytest.mark.rule("hoc.faq.adventurer.then-set", "hoc.second.exclusive")
def test_acquiring_by_an_effect_is_not_the_purchase() -> None:
    board = Board(Area(hand="adventurer city duke", domain="klam-klam"), Area(), coins=2)
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("city")))
    board.do(pb.AcquireCard(kind="senator"))
    board.second()
    assert board.do(board.setting("duke")) == ["hoc.set.any-number: CardSet seat 0 duke points 6"]


def test_with_nothing_to_acquire_the_exile_still_happens() -> None:
    board = Board(
        Area(hand="adventurer village"), Area(), coins=2, random="capital", basic={"city": 0, "royal-maid": 0}
    )
    board.play("adventurer")
    facts = board.do(pb.ExileCard(card=board.in_hand("village")))
    assert whole(facts, "CardExiled") and board.moves() == ["EndMainPhase"]
