"""The six princesses (rulebook p.21, p.25-26)."""

import pytest

from rulekeeper.games.heart_of_crown.prices import price
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Part
from tests.games.heart_of_crown.table import Area, Board, whole


def backing(princess: str, *areas: Area, **more: object) -> tuple[Board, list[str]]:
    board = Board(*(areas or (Area(), Area())), entry="second-phase", coins=6, **more)  # type: ignore[arg-type]
    return board, board.do(pb.BackPrincess(princess=princess))


# Lulunasaika.


@pytest.mark.rule("hoc.card.lulunasaika")
def test_lulunasaika_is_worth_six_points() -> None:
    board, facts = backing("lulunasaika")
    assert board.view(1).players[0].domain.points == 6
    assert facts == [
        "hoc.back.choose: PrincessBacked seat 0 lulunasaika price 6",
        "hoc.back.fewer-than-three: EffectFizzled seat 0 missing 3",
    ]


# Laolily.


@pytest.mark.rule("hoc.card.laolily", "hoc.faq.laolily.up-to-five")
def test_laolily_acquires_up_to_five_royal_maids() -> None:
    board, _ = backing("laolily")
    assert board.moves() == [("AcquireCards" + " royal-maid" * number) for number in range(6)]
    facts = board.do(pb.AcquireCards(kinds=["royal-maid"] * 3))
    assert facts == ["hoc.card.laolily: CardAcquired seat 0 royal-maid basic market"] * 3
    assert board.discard() == "royal-maid*3"


@pytest.mark.rule("hoc.faq.laolily.up-to-five")
def test_laolily_takes_no_more_than_the_market_has() -> None:
    board, _ = backing("laolily", basic={"royal-maid": 4})
    assert len(board.moves()) == 5
    assert board.refused(pb.AcquireCards(kinds=["royal-maid"] * 5)) == [
        ("hoc.faq.laolily.up-to-five", "Royal Maid: at most 4"),
        ("hoc.faq.laolily.up-to-five", "5 chosen, from 0 to 4 asked for"),
    ]
    assert board.cited(pb.AcquireCards(kinds=["duke"])) == ["hoc.faq.laolily.up-to-five"]
    board.do(pb.AcquireCards(kinds=["royal-maid"] * 4))
    assert dict(board.state.basic_market).get("royal-maid") is None
    assert board.view(1).basic_market[2] == pb.KindCount(kind="royal-maid", count=0)


def test_laolily_asks_nothing_where_no_royal_maid_is_left() -> None:
    board, _ = backing("laolily", basic={"royal-maid": 0})
    assert board.moves() == ["EndSecondPhase"]


# Klam-Klam.


@pytest.mark.rule("hoc.card.klam-klam", "hoc.faq.klam.every-card", "hoc.example.klam-three-cities")
def test_with_klam_klam_every_card_bought_costs_one_less() -> None:
    board = Board(Area(domain="klam-klam"), Area(), entry="second-phase", coins=6)
    for _ in range(3):
        assert board.do(pb.BuyCard(kind="city"))[0] == (
            "hoc.buy.cost: CardBought seat 0 city price 2 hoc.buy.cost+3 hoc.card.klam-klam-1"
        )
    assert board.state.turn.coins == 0 and board.discard() == "city*3"


@pytest.mark.rule("hoc.princess.from-backing")
def test_the_discount_begins_when_she_is_backed() -> None:
    board = Board(Area(draw=["large-city*10"]), Area(), entry="second-phase", coins=3)
    assert board.do(pb.BuyCard(kind="city"))[0] == "hoc.buy.cost: CardBought seat 0 city price 3"
    board.end()
    board.end()
    board.play("large-city")
    board.play("large-city")
    board.second()
    board.do(pb.BackPrincess(princess="klam-klam"))
    board.end()
    board.end()
    board.play("large-city")
    board.second()
    assert board.do(pb.BuyCard(kind="city"))[0] == (
        "hoc.buy.cost: CardBought seat 0 city price 2 hoc.buy.cost+3 hoc.card.klam-klam-1"
    )
    assert board.state.turn.coins == 1


@pytest.mark.rule("hoc.princess.from-backing")
def test_only_her_own_player_has_the_discount() -> None:
    board = Board(Area(), Area(domain="klam-klam"), entry="second-phase", coins=6)
    assert board.do(pb.BuyCard(kind="city"))[0] == "hoc.buy.cost: CardBought seat 0 city price 3"
    assert board.refused(pb.BuyCard(kind="library"))[0] == ("hoc.buy.cost", "Library costs 4, you have 3 coins")


@pytest.mark.rule("hoc.outside.klam.floor")
def test_klam_klam_makes_nothing_free() -> None:
    board = Board(Area(domain="klam-klam"), Area(), random="village scout", entry="second-phase", coins=2)
    assert [price(board.state, 0, kind) for kind in ("farming-village", "scout", "curse")] == [1, 1, 0]
    assert board.do(pb.BuyCard(kind="farming-village"))[0] == (
        "hoc.buy.cost: CardBought seat 0 village price 1 hoc.buy.cost+1 hoc.card.klam-klam-1 hoc.outside.klam.floor+1"
    )
    assert board.do(pb.BuyCard(kind="scout"))[0] == (
        "hoc.buy.cost: CardBought seat 0 scout price 1 hoc.buy.cost+2 hoc.card.klam-klam-1"
    )


@pytest.mark.rule("hoc.outside.klam.floor", "hoc.buy.cost")
def test_a_price_that_is_not_the_printed_one_is_told_in_parts() -> None:
    board = Board(Area(domain="klam-klam"), Area(), random="village", entry="second-phase")
    printed, hers = Part("hoc.buy.cost", 6, "printed cost"), "South Sea Princess Klam-Klam"
    assert board.parts(pb.BuyCard(kind="large-city")) == [[printed, Part("hoc.card.klam-klam", -1, hers)]]
    assert board.parts(pb.BuyCard(kind="farming-village")) == [
        [
            Part("hoc.buy.cost", 1, "printed cost"),
            Part("hoc.card.klam-klam", -1, hers),
            Part("hoc.outside.klam.floor", 1, "no card is free"),
        ]
    ]
    without = Board(Area(), Area(), random="village", entry="second-phase")
    assert without.parts(pb.BuyCard(kind="large-city")) == [[]]


@pytest.mark.rule("hoc.outside.klam.floor")
def test_with_klam_klam_nothing_is_bought_without_a_coin() -> None:
    board = Board(Area(domain="klam-klam"), Area(), random="village", entry="second-phase")
    assert board.refused(pb.BuyCard(kind="farming-village")) == [
        ("hoc.buy.cost", "Farming Village costs 1, you have 0 coins")
    ]


# Bergamotte.


@pytest.mark.rule("hoc.ability.activated", "hoc.ability.bergamot-once", "hoc.example.bergamotte")
def test_bergamotte_changes_a_card_for_an_action_once_a_main_phase() -> None:
    board = Board(Area(hand="maid city", discard="alchemist duke library", domain="bergamotte"), Area())
    her = board.in_domain("bergamotte")
    assert board.do(pb.UseAbility(card=her, discard=board.in_hand("maid"))) == [
        "hoc.ability.activated: AbilityUsed seat 0 bergamotte",
        "hoc.card.bergamotte: HandCardsDiscarded seat 0 maid",
    ]
    assert board.moves() == ["TakeBackCard alchemist", "TakeBackCard library"]
    assert board.do(pb.TakeBackCard(kind="alchemist")) == [
        "hoc.card.bergamotte: CardTaken seat 0 alchemist discard pile"
    ]
    assert board.hand() == ["alchemist", "city"] and board.discard() == "maid duke library"
    assert board.refused(pb.UseAbility(card=her, discard=board.in_hand("city"))) == [
        ("hoc.ability.bergamot-once", "Bergamotte's ability was used in this main phase")
    ]
    board.end()
    board.end()
    assert any(move.startswith("UseAbility bergamotte") for move in board.moves())


@pytest.mark.rule("hoc.ability.bergamot-once")
def test_the_card_that_was_discarded_may_be_taken_back() -> None:
    board = Board(Area(hand="library", domain="bergamotte"), Area())
    board.do(pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("library")))
    board.do(pb.TakeBackCard(kind="library"))
    assert board.hand() == ["library"] and board.discard() == ""


@pytest.mark.rule("hoc.faq.bergamotte.no-action", "hoc.effect.fizzle")
def test_without_an_action_in_the_discard_pile_the_effect_fizzles() -> None:
    board = Board(Area(hand="city*2", discard="duke", domain="bergamotte"), Area())
    her = board.in_domain("bergamotte")
    board.do(pb.UseAbility(card=her, discard=board.in_hand("city")))
    assert board.moves() == ["EndMainPhase", "PlayCard city first"]
    assert board.discard() == "city duke"
    assert board.cited(pb.UseAbility(card=her, discard=board.in_hand("city"))) == ["hoc.ability.bergamot-once"]


@pytest.mark.rule("hoc.ability.bergamot-once", "hoc.card.bergamotte")
def test_a_curse_does_not_pay_for_her() -> None:
    board = Board(Area(hand="curse magic-talisman maid", domain="bergamotte"), Area())
    her = board.in_domain("bergamotte")
    assert [move for move in board.moves() if move.startswith("Use")] == ["UseAbility bergamotte maid"]
    assert board.refused(pb.UseAbility(card=her, discard=board.in_hand("magic-talisman"))) == [
        ("hoc.ability.bergamot-once", "a card that is no Curse is wanted, and Magic Talisman is one"),
        ("hoc.faq.talisman.is-curse", "whatever else it is, Magic Talisman counts as a Curse"),
    ]
    assert board.cited(pb.UseAbility(card=her, discard=board.in_hand("curse"))) == ["hoc.ability.bergamot-once"]
    assert board.refused(pb.UseAbility(card=her)) == [("hoc.main", "discard is a choice and was left out")]


@pytest.mark.rule("hoc.ability.activated")
def test_abilities_are_for_the_own_main_phase_and_need_no_position() -> None:
    board = Board(Area(hand="maid trade-ship", discard="scout", domain="bergamotte"), Area(hand="city"))
    use = pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("maid"))
    board.play("trade-ship")
    board.do(pb.ChooseOption(option="coins"))
    assert board.positions() == [] and "UseAbility bergamotte maid" in board.moves()
    board.second()
    assert board.refused(use) == [
        (
            "hoc.ability.activated",
            "this may be done only in your own main phase, between plays; now it is time for: Second phase",
        )
    ]
    board.do(pb.EndSecondPhase())
    assert board.cited(use, seat=0) == ["hoc.ability.activated", "hoc.main"]


# Flammaria.


@pytest.mark.rule("hoc.card.flammaria", "hoc.faq.flammaria.villages")
def test_flammaria_leaves_villages_behind() -> None:
    board, facts = backing("flammaria", Area(field="large-city city village"), Area())
    assert whole(facts, "TerritoryMoved") == [
        "hoc.back.fewer-than-three: TerritoryMoved seat 0 large-city",
        "hoc.back.fewer-than-three: TerritoryMoved seat 0 city",
    ]
    assert board.field() == ["village"] and board.domain() == ["flammaria", "large-city", "city"]
    board.do(pb.AcquireCards(kinds=["senator", "library"]))
    board.end()
    assert board.domain() == ["flammaria", "large-city", "city"]
    assert board.discard() == "village library senator"


@pytest.mark.rule("hoc.card.flammaria")
def test_flammaria_acquires_two_cards_of_cost_five_or_less() -> None:
    board, _ = backing("flammaria", random="scout bank capital", basic={"city": 1, "royal-maid": 0})
    assert board.moves() == sorted(
        ["AcquireCards bank city", "AcquireCards bank scout", "AcquireCards bank senator", "AcquireCards city scout"]
        + ["AcquireCards city senator", "AcquireCards scout senator", "AcquireCards senator senator"]
    )
    assert board.cited(pb.AcquireCards(kinds=["duke", "city"])) == ["hoc.card.flammaria"]
    assert board.refused(pb.AcquireCards(kinds=["city"])) == [("hoc.card.flammaria", "1 chosen, 2 asked for")]
    assert (
        board.do(pb.AcquireCards(kinds=["senator", "senator"]))
        == ["hoc.card.flammaria: CardAcquired seat 0 senator basic market"] * 2
    )


def test_flammaria_takes_what_there_is() -> None:
    board, _ = backing("flammaria", random="capital", basic={"city": 1, "royal-maid": 0, "senator": 0})
    assert board.moves() == ["AcquireCards city"]
    board, _ = backing("flammaria", random="capital", basic={"city": 0, "royal-maid": 0, "senator": 0})
    assert board.moves() == ["EndSecondPhase"]


# The Twins.


@pytest.mark.rule("hoc.outside.twins.counters", "hoc.counter.general", "hoc.card.twins-lain-shion")
def test_the_twins_come_with_a_counter_more_than_rivals_princesses() -> None:
    board, facts = backing("twins-lain-shion", Area(), Area(domain="klam-klam"), Area(domain="laolily"), Area())
    assert facts[-1] == "hoc.card.twins-lain-shion: TwinCountersChanged seat 0 counters 3"
    for viewer in (0, 2, -1):
        assert board.view(viewer).players[0].domain.cards[0].twin_counters == 3
    board, facts = backing("twins-lain-shion", Area(), Area(domain="klam-klam"), Area())
    for viewer in (0, 1, 2, -1):
        assert board.view(viewer).players[0].domain.cards[0].twin_counters == 2
    board, facts = backing("twins-lain-shion")
    assert facts[-1] == "hoc.card.twins-lain-shion: TwinCountersChanged seat 0 counters 1"


@pytest.mark.rule("hoc.outside.twins.counters", "hoc.card.twins-lain-shion")
def test_a_counter_gives_an_extra_turn_but_no_second_one_in_a_row() -> None:
    board = Board(Area(domain="twins", twin=3), Area())
    twins = board.in_domain("twins")
    assert board.do(pb.UseAbility(card=twins)) == [
        "hoc.ability.activated: AbilityUsed seat 0 twins",
        "hoc.card.twins-lain-shion: TwinCountersChanged seat 0 counters 2",
        "hoc.card.twins-lain-shion: ExtraTurnGranted seat 0",
    ]
    assert board.refused(pb.UseAbility(card=twins)) == [
        ("hoc.outside.twins.counters", "an extra turn follows this one already")
    ]
    assert "hoc.turn.phases: TurnBegan seat 0 number 8 extra" in board.end()
    assert board.refused(pb.UseAbility(card=twins)) == [
        ("hoc.outside.twins.counters", "this is an extra turn, and no other follows it")
    ]
    assert "hoc.turn.phases: TurnBegan seat 1 number 9" in board.end()
    board.end()
    assert board.moves() == ["EndMainPhase", *["PlayCard city first"] * 5, "UseAbility twins"]


@pytest.mark.rule("hoc.outside.twins.counters")
def test_without_a_counter_there_is_no_extra_turn() -> None:
    board = Board(Area(domain="twins"), Area())
    assert board.refused(pb.UseAbility(card=board.in_domain("twins"))) == [
        ("hoc.outside.twins.counters", "no twin counter is left")
    ]
