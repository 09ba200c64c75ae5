"""Rules known from elsewhere than the rulebook, as their own examples have them."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board


@pytest.mark.rule("hoc.outside.misfire-stop")
def test_with_nothing_to_see_and_nothing_to_draw_the_witchs_links_are_open() -> None:
    board = Board(Area(hand="stargazing-witch", draw=[]), Area())
    assert board.play("stargazing-witch") == [
        "hoc.main.play-one: CardPlayed seat 0 stargazing-witch",
        "hoc.deck.none-left: EffectFizzled seat 0 stargazing-witch missing 1",
        "hoc.effect.fizzle: EffectFizzled seat 0 stargazing-witch passed_over DiscardSeenCards",
        "hoc.effect.fizzle: EffectFizzled seat 0 stargazing-witch missing 1",
    ]
    witch = board.in_field("stargazing-witch")
    assert board.positions() == [f"{witch}:right", f"{witch}:bottom"] and board.moves() == ["EndMainPhase"]


@pytest.mark.rule("hoc.outside.misfire-stop")
def test_a_step_whose_condition_fails_stops_and_an_independent_line_is_done() -> None:
    board = Board(Area(hand="adventurer curse"), Area(), coins=2)
    board.play("adventurer")
    assert board.do(pb.Decline()) == ["hoc.effect.may-decline: EffectFizzled seat 0 adventurer"] and board.moves() == [
        "EndMainPhase"
    ], "nothing exiled, nothing acquired"
    board = Board(Area(hand="stargazing-witch", draw=["duke"]), Area())
    board.play("stargazing-witch")
    seen = board.view(0).players[0].draw_pile[0].card.id
    assert board.do(pb.DiscardSeenCards(cards=[seen]))[1:] == [
        "hoc.deck.reshuffle: DiscardPileShuffled seat 0 cards 1",
        "hoc.card.stargazing-witch: CardDrawn seat 0 duke",
    ]


@pytest.mark.rule("hoc.outside.supply-unit.field-only")
def test_with_no_other_action_in_the_field_the_discard_pile_offers_none() -> None:
    board = Board(
        Area(field="supply-unit", discard="library", draw=["city*5"]),
        Area(),
        entry="second-phase",
        at_clean_up=("supply-unit",),
    )
    assert board.end()[:3] == [
        "hoc.cleanup.discard: PhaseBegan seat 0 clean up",
        "hoc.faq.supply-unit.not-each-other: EffectFizzled seat 0 supply-unit passed_over ReturnCard",
        "hoc.cleanup.discard: FieldDiscarded seat 0 supply-unit",
    ]
    assert board.discard() == "library supply-unit" and board.hand() == ["city"] * 5


@pytest.mark.rule("hoc.outside.set-needs-earlier-turn")
def test_a_duke_is_set_on_the_turn_after_backing_and_nothing_is_bought_then() -> None:
    board = Board(Area(draw=["duke large-city*4"]), Area(), entry="second-phase", coins=6)
    board.do(pb.BackPrincess(princess="lulunasaika"))
    board.end()
    board.end()
    board.play("large-city")
    assert board.state.turn.coins == 3
    board.second()
    board.do(board.setting("duke"))
    assert board.refused(pb.BuyCard(kind="city")) == [
        ("hoc.second.exclusive", "you have set a card this turn"),
        ("hoc.outside.set-needs-earlier-turn", "setting and buying exclude each other on one turn"),
    ]


@pytest.mark.rule("hoc.outside.judgement-english", "hoc.end.dukes")
@pytest.mark.parametrize(("dukes", "ended"), [(1, True), (2, False)])
def test_the_dukes_alone_decide_whatever_else_is_left(dukes: int, ended: bool) -> None:
    board = Board(
        Area(domain="lulunasaika"),
        Area(),
        entry="second-phase",
        coins=8,
        basic={"duke": dukes, "senator": 4, "royal-maid": 7},
    )
    board.do(pb.BuyCard(kind="duke"))
    assert board.result == (((0,), "hoc.end.dukes") if ended else None)
