"""The Dwarf units, 8-12."""

import pytest

from rulekeeper.games.warhammer_invasion.numbers import hit_points, power, toughness
from rulekeeper.games.warhammer_invasion.state import KINGDOM
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.order import (
    BATTLEFIELD_0,
    KINGDOM_0,
    KINGDOM_1,
    QUEST_0,
    QUEST_1,
    attack,
    defend,
)
from tests.games.warhammer_invasion.table import Board, Side, named, power_of

# 8. Dwarf Cannon Crew

DECK = "organ-gun grudge-thrower church-of-sigmar temple-of-shallya knight-training mountain-brigade"


def crew(side: Side, zone: int = KINGDOM, draws: str = DECK) -> tuple[Board, list[str]]:
    """A Crew is played into a zone, and enters play."""
    board = Board(side, Side(kingdom="hammerer"), draws=draws.split()[:5])
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.Zone.ValueType(zone)))
    return board, board.effect()


CREW = Side(hand="dwarf-cannon-crew", deck=DECK, resources=9)


@pytest.mark.rule("whi.card.dwarf-cannon-crew", "whi.effects.then")
def test_the_cannon_crew_puts_a_support_into_play() -> None:
    """It is asked for what is cheap enough; the printed cost counts alone."""
    board, facts = crew(CREW)
    assert facts == [
        "whi.types.unit: CardEntered seat 0 dwarf-cannon-crew zone kingdom",
        "whi.card.dwarf-cannon-crew: EffectTriggered seat 0 dwarf-cannon-crew text search"
        " subject dwarf-cannon-crew place kingdom-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.dwarf-cannon-crew: DeckCardSeen seat 0 organ-gun organ-gun",
        "whi.card.dwarf-cannon-crew: DeckCardSeen seat 0 grudge-thrower grudge-thrower",
        "whi.card.dwarf-cannon-crew: DeckCardSeen seat 0 church-of-sigmar church-of-sigmar",
        "whi.card.dwarf-cannon-crew: DeckCardSeen seat 0 temple-of-shallya temple-of-shallya",
        "whi.card.dwarf-cannon-crew: DeckCardSeen seat 0 knight-training knight-training",
    ]
    assert board.moves() == [
        "Decline",
        "TakeSupport church-of-sigmar",
        "TakeSupport grudge-thrower",
        "TakeSupport organ-gun host dwarf-cannon-crew",
    ]
    assert board.do(pb.TakeSupport(card=board.looked_at("church-of-sigmar"))) == [
        "whi.types.support: CardEntered seat 0 church-of-sigmar zone kingdom from_deck",
        "whi.effects.then: DeckShuffled seat 0",
        "whi.forced.order: EffectOver",
        "whi.chain.lifo: ActionOver",
    ]
    assert board.player().resources == 6 and len(board.player().deck) == 1
    assert board.card("church-of-sigmar").place == KINGDOM_0


@pytest.mark.rule("whi.card.dwarf-cannon-crew", "whi.effects.then")
def test_the_cannon_crew_takes_nothing_and_the_deck_is_shuffled() -> None:
    board, _ = crew(CREW)
    assert board.do(pb.Decline()) == [
        "whi.card.dwarf-cannon-crew: EffectFizzled seat 0 dwarf-cannon-crew dwarf-cannon-crew",
        "whi.effects.then: DeckShuffled seat 0",
        "whi.forced.order: EffectOver",
        "whi.chain.lifo: ActionOver",
    ]
    assert board.in_play(0) == ["dwarf-cannon-crew"] and len(board.player().deck) == 1


@pytest.mark.rule("whi.card.dwarf-cannon-crew")
def test_what_the_cannon_crew_may_not_take() -> None:
    deck = "mountain-brigade temple-of-shallya knight-training demoralise hammerer organ-gun"
    board, _ = crew(Side(hand="dwarf-cannon-crew", deck=deck, resources=9), draws=deck)
    assert board.moves() == ["Decline"] and board.rule == "whi.card.dwarf-cannon-crew"
    for kind in ("mountain-brigade", "temple-of-shallya", "demoralise", "hammerer"):
        assert board.cited(pb.TakeSupport(card=board.looked_at(kind))) == ["whi.card.dwarf-cannon-crew"]
    training = pb.TakeSupport(card=board.looked_at("knight-training"), host=board.id("dwarf-cannon-crew"))
    assert board.refused(training) == [("whi.attach.host", "there is no unit that Knight Training may go on")]


@pytest.mark.rule("whi.card.dwarf-cannon-crew", "whi.attach.zone-condition", "whi.kw.limited")
def test_the_cannon_crew_arms_a_unit_beside_it() -> None:
    """In the battlefield, also with what only goes on units there; and Limited does not matter."""
    deck = "knight-training organ-gun contested-village*2 keystone-forge demoralise"
    side = Side(
        battlefield="pistoliers", kingdom="huntsmen", hand="dwarf-cannon-crew contested-village", deck=deck, resources=9
    )
    draws = "knight-training organ-gun contested-village contested-village keystone-forge".split()
    board = Board(side, Side(battlefield="hammerer"), draws=draws)
    board.do(pb.PlaySupport(card=board.in_hand("contested-village"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.ZONE_BATTLEFIELD))
    board.effect()
    assert board.moves() == [
        "Decline",
        "TakeSupport contested-village",
        "TakeSupport contested-village",
        "TakeSupport keystone-forge",
        "TakeSupport knight-training host dwarf-cannon-crew",
        "TakeSupport knight-training host pistoliers",
        "TakeSupport organ-gun host dwarf-cannon-crew",
        "TakeSupport organ-gun host pistoliers",
    ]
    training = board.looked_at("knight-training")
    assert board.cited(pb.TakeSupport(card=training, host=board.id("hammerer"))) == ["whi.attach.host"]
    assert board.do(pb.TakeSupport(card=training, host=board.id("pistoliers")))[0] == (
        "whi.types.support: CardEntered seat 0 knight-training zone battlefield host pistoliers from_deck"
    )
    assert board.card("knight-training").place == BATTLEFIELD_0 and power_of(board, "pistoliers") == 2


@pytest.mark.rule("whi.card.dwarf-cannon-crew", "whi.deckout.immediate")
def test_the_cannon_crew_takes_the_last_card_of_the_deck() -> None:
    """To look at all of it is harmless; to take the last one loses at once."""
    board, facts = crew(Side(hand="dwarf-cannon-crew", deck="grudge-thrower", resources=9), draws="grudge-thrower")
    assert len(named(facts, "DeckCardSeen")) == 1 and board.result is None
    assert board.do(pb.TakeSupport(card=board.looked_at("grudge-thrower"))) == [
        "whi.types.support: CardEntered seat 0 grudge-thrower zone kingdom from_deck"
    ]
    assert board.result == ((1,), "whi.deckout.immediate")


@pytest.mark.rule("whi.card.dwarf-cannon-crew", "whi.hidden.hands-decks")
def test_only_its_player_sees_what_the_cannon_crew_finds() -> None:
    """Before the shuffle the other player sees that cards are looked at, and the one that comes into play."""
    board, _ = crew(CREW)
    facts = [fact.fact for fact in board.match.facts(viewer=1)]
    looked = [fact for fact in facts if isinstance(fact, pb.DeckCardSeen)]
    assert [(fact.seat, fact.card, fact.kind) for fact in looked] == [(0, 0, "")] * 5
    board.do(pb.TakeSupport(card=board.looked_at("grudge-thrower")))
    facts = [fact.fact for fact in board.match.facts(viewer=1)]
    entered = [fact for fact in facts if isinstance(fact, pb.CardEntered)]
    assert [(fact.kind, fact.was, fact.card) for fact in entered] == [("grudge-thrower", 0, board.id("grudge-thrower"))]


@pytest.mark.rule("whi.card.dwarf-cannon-crew", "whi.card.blessing-of-isha", "whi.forced.automatic")
def test_what_the_cannon_crew_finds_does_its_work_at_once() -> None:
    """Before the deck is shuffled."""
    deck = "blessing-of-isha demoralise*5"
    side = Side(battlefield="pistoliers~", hand="dwarf-cannon-crew", deck=deck, resources=9)
    board = Board(side, draws=["blessing-of-isha"] + ["demoralise"] * 4)
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.ZONE_BATTLEFIELD))
    board.effect()
    facts = board.do(pb.TakeSupport(card=board.looked_at("blessing"), host=board.id("pistoliers")))
    assert named(facts, "CardEntered", "UnitRestored", "DeckShuffled") == [
        "CardEntered seat 0 blessing-of-isha zone battlefield host pistoliers from_deck",
        "UnitRestored pistoliers",
        "DeckShuffled seat 0",
    ]


# 9. Dwarf Masons


@pytest.mark.rule("whi.card.dwarf-masons", "whi.development.from-deck", "whi.development.one-per-turn")
def test_dwarf_masons_lay_a_development() -> None:
    """It is not the one of the turn."""
    board = Board(Side(hand="dwarf-masons runesmith", resources=9), draws=["demoralise"])
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-masons"), zone=pb.ZONE_QUEST))
    assert board.effect() == [
        "whi.types.unit: CardEntered seat 0 dwarf-masons zone quest",
        "whi.card.dwarf-masons: EffectTriggered seat 0 dwarf-masons text develop subject dwarf-masons"
        " place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.dwarf-masons: DevelopmentPlaced seat 0 zone quest (demoralise) demoralise from_deck",
        "whi.forced.order: EffectOver",
    ]
    board.passing()
    assert board.options("PlayDevelopment") != []
    assert [card.kind for card in board.section(QUEST_0).developments] == ["demoralise"]
    # What enters beside them lays none.
    board.do(pb.PlayUnit(card=board.in_hand("runesmith"), zone=pb.ZONE_QUEST))
    assert board.effect() == ["whi.types.unit: CardEntered seat 0 runesmith zone quest"]


@pytest.mark.rule("whi.card.dwarf-masons", "whi.deckout.immediate")
def test_dwarf_masons_take_the_last_card_of_the_deck() -> None:
    board = Board(Side(hand="dwarf-masons", resources=4, deck="demoralise"))
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-masons"), zone=pb.ZONE_QUEST))
    board.both_pass()
    assert board.result == ((1,), "whi.deckout.immediate")


# 10. Dwarf Ranger


@pytest.mark.rule("whi.card.dwarf-ranger", "whi.damage.capital-target")
def test_the_ranger_avenges_dwarfs() -> None:
    """From whatever zone they leave; on any unit, or any section that does not burn."""
    board = Board(
        Side(quest="dwarf-ranger", battlefield="grudge-thrower hammerer", resources=1),
        Side(kingdom="huntsmen", burning="kingdom"),
    )
    assert board.use("grudge-thrower", sacrifice=board.id("hammerer"))[2:] == [
        "whi.chain.costs-up-front: CardLeft hammerer-of-karak-azul departure sacrificed",
        "whi.card.dwarf-ranger: EffectTriggered seat 0 dwarf-ranger text damage subject hammerer-of-karak-azul"
        " place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.asked == 0 and board.moves() == [
        "ChooseTarget target battlefield-0",
        "ChooseTarget target battlefield-1",
        "ChooseTarget target dwarf-ranger",
        "ChooseTarget target huntsmen",
        "ChooseTarget target kingdom-0",
        "ChooseTarget target quest-0",
        "ChooseTarget target quest-1",
    ]
    assert board.cited(pb.ChooseTarget(target=KINGDOM_1)) == ["whi.chain.targets-up-front"]
    assert board.do(pb.ChooseTarget(target=QUEST_1)) == [
        "whi.card.dwarf-ranger: DamageAssigned (target quest-1 seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target quest-1 seat 0 cancellable 1)",
        "whi.forced.order: EffectOver",
    ]
    assert board.section(QUEST_1).damage == 1


@pytest.mark.rule("whi.card.dwarf-ranger", "whi.kw.zone-effect")
def test_what_the_ranger_does_not_avenge() -> None:
    """Itself, others than Dwarfs, other players' Dwarfs; and nothing outside the quest zone."""
    thrower = "grudge-thrower"
    for given, mine, other in (
        ("dwarf-ranger", Side(quest="dwarf-ranger", battlefield=thrower, resources=1), Side()),
        ("huntsmen", Side(quest="dwarf-ranger huntsmen", battlefield=thrower, resources=1), Side()),
        ("hammerer", Side(battlefield=f"{thrower} hammerer", resources=1), Side(quest="dwarf-ranger")),
        ("hammerer", Side(kingdom="dwarf-ranger", battlefield=f"{thrower} hammerer", resources=1), Side()),
    ):
        board = Board(mine, other)
        facts = board.use(thrower, sacrifice=board.id(given, 0))
        assert named(facts, "EffectTriggered") == [] and board.asked == 1
        assert board.rule == "whi.chain"


@pytest.mark.rule("whi.card.dwarf-ranger", "whi.forced.automatic")
def test_the_ranger_sees_each_dwarf_that_leaves() -> None:
    """Once for each; nobody is asked in which order, for both shots are the same."""
    board = Board(
        Side(
            quest="dwarf-ranger",
            kingdom="hammerer runesmith",
            hand="judgement",
            resources=9,
            developments=(0, 1, 0),
        ),
        Side(quest="huntsmen", developments=(0, 1, 0)),
    )
    board.tactic("judgement")
    facts = board.effect()
    assert named(facts, "CardLeft", "EffectTriggered") == [
        "CardLeft hammerer-of-karak-azul departure destroyed",
        "CardLeft runesmith departure destroyed",
        "EffectTriggered seat 0 dwarf-ranger text damage subject hammerer-of-karak-azul place quest-0 forced",
        "EffectTriggered seat 0 dwarf-ranger text damage subject runesmith place quest-0 forced",
    ]
    assert board.rule == "whi.card.dwarf-ranger"
    board.do(pb.ChooseTarget(target=board.id("huntsmen")))
    assert board.do(pb.ChooseTarget(target=board.id("dwarf-ranger")))[0] == (
        "whi.card.dwarf-ranger: DamageAssigned (target dwarf-ranger seat 0 cancellable 1)"
    )
    assert board.in_play(1) == [] and board.card("dwarf-ranger").damage == 1


@pytest.mark.rule("whi.card.dwarf-ranger", "whi.forced.order")
def test_a_ranger_that_has_died_does_no_more() -> None:
    """Two Dwarfs leave together; the first shot kills the Ranger, and the second never comes."""
    board = Board(
        Side(
            quest="dwarf-ranger:1",
            kingdom="hammerer runesmith",
            hand="judgement",
            resources=9,
            developments=(0, 1, 0),
        )
    )
    board.tactic("judgement")
    board.both_pass()
    facts = board.do(pb.ChooseTarget(target=board.id("dwarf-ranger")))
    assert "whi.forced.lapsed: EffectLapsed" in facts and board.in_play() == []


@pytest.mark.rule("whi.card.dwarf-ranger", "whi.kw.scout")
def test_the_ranger_scouts_in_every_zone() -> None:
    board = Board(Side(battlefield="dwarf-ranger"), Side(hand="demoralise*2"), entry="combat")
    attack(board, "dwarf-ranger")
    board.both_pass()
    board.both_pass()
    assert len(named(board.both_pass(), "HandCardDiscarded")) == 1
    assert (board.hand(1), board.discard(1)) == ("demoralise", "demoralise")


# 11. Mountain Brigade


@pytest.mark.rule("whi.card.mountain-brigade")
def test_the_mountain_brigade_is_what_it_is() -> None:
    board = Board(Side(hand="mountain-brigade", resources=5))
    board.do(pb.PlayUnit(card=board.in_hand("mountain-brigade"), zone=pb.ZONE_QUEST))
    assert board.effect() == ["whi.types.unit: CardEntered seat 0 mountain-brigade zone quest"]
    brigade = board.card("mountain-brigade")
    assert (power(board.state, brigade), hit_points(board.state, brigade)) == (2, 6)


# 12. Ironbreakers of Ankhor


@pytest.mark.rule("whi.card.ironbreakers-of-ankhor", "whi.kw.toughness", "whi.development.card-text")
def test_ironbreakers_are_as_tough_as_there_are_developments() -> None:
    for developments in (0, 2):
        board = Board(
            Side(battlefield="king-kazador"),
            Side(kingdom="ironbreakers", developments=(developments, 3, 3)),
            entry="combat",
        )
        assert toughness(board.state, board.card("ironbreakers")) == developments
        attack(board, "king-kazador")
        defend(board, "ironbreakers")
        board.both_pass()
        facts = board.both_pass()
        if developments:
            assert named(facts, "DamageCancelled") == [
                "DamageCancelled target ironbreakers-of-ankhor damage 2 by ironbreakers-of-ankhor",
                "DamageCancelled target king-kazador damage 2 by king-kazador",
            ]
            assert board.card("ironbreakers").damage == 1
        else:
            assert "ironbreakers-of-ankhor" not in board.in_play()
