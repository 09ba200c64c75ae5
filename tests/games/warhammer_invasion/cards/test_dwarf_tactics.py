"""The Dwarf tactics, 19-25."""

import pytest

from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.order import (
    BATTLEFIELD_0,
    KINGDOM_0,
    KINGDOM_1,
    QUEST_1,
    attack,
    defend,
)
from tests.games.warhammer_invasion.table import Board, Side, named, power_of

# 19. Burying the Grudge


@pytest.mark.rule("whi.card.burying-the-grudge", "whi.turn.each-turn-counters")
def test_burying_the_grudge_counts_units_in_discard_piles() -> None:
    """Of both players, in whatever way they came there this turn, when it resolves; what is no unit does not count."""
    discarded = (("black-orc-squad", 1), ("demoralise", 1), ("huntsmen", 2), ("keystone-forge", 1))
    board = Board(
        Side(hand="burying-the-grudge", battlefield="grudge-thrower hammerer", resources=3, discard="huntsmen*3"),
        turn={"discarded": discarded},
    )
    board.tactic("burying-the-grudge")
    board.passing()
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    assert "whi.card.burying-the-grudge: ResourcesGained seat 0 resources 4" in board.both_pass()


@pytest.mark.rule("whi.card.burying-the-grudge", "whi.development.destroyed")
def test_a_destroyed_development_that_was_a_unit_counts() -> None:
    for facedown, gained in (("huntsmen", ["ResourcesGained seat 0 resources 1"]), ("pillage", [])):
        board = Board(Side(hand="demolition burying-the-grudge", resources=5), Side(developments=(facedown, 0, 0)))
        board.tactic("demolition", target=KINGDOM_1)
        board.both_pass()
        board.passing()
        board.tactic("burying-the-grudge")
        assert named(board.effect(), "ResourcesGained") == gained


@pytest.mark.rule("whi.card.burying-the-grudge", "whi.turn.each-turn-counters")
def test_the_dead_of_another_turn_are_forgotten() -> None:
    board = Board(Side(), Side(hand="burying-the-grudge", resources=9), turn={"discarded": (("huntsmen", 2),)})
    board.idle()
    board.tactic("burying-the-grudge")
    assert board.state.turn.seat == 1 and board.effect() == [
        "whi.card.burying-the-grudge: EffectFizzled seat 1 burying-the-grudge"
    ]


# 20. Stubborn Refusal


@pytest.mark.rule("whi.card.stubborn-refusal", "whi.kw.toughness.moved", "whi.chain.targets-up-front")
def test_stubborn_refusal_moves_all_damage() -> None:
    """Between units of either player in zones of the same name; the first has to be damaged."""
    board = Board(
        Side(kingdom="mountain-brigade:3", quest="huntsmen", hand="stubborn", resources=2),
        Side(kingdom="ironbreakers", developments=(2, 0, 0), battlefield="durgnar:1"),
    )
    assert board.options("PlayTactic") == ["stubborn-refusal target mountain-brigade other ironbreakers-of-ankhor"]
    stubborn, brigade, ironbreakers = board.in_hand("stubborn"), board.id("mountain-brigade"), board.id("ironbreakers")
    for target, other, cited in (
        (ironbreakers, brigade, ["whi.effects.heal"]),
        (brigade, brigade, ["whi.chain.target-counts"]),
        (brigade, board.id("huntsmen"), ["whi.chain.targets-up-front"]),
        (brigade, KINGDOM_1, ["whi.chain.targets-up-front"]),
    ):
        assert board.cited(pb.PlayTactic(card=stubborn, target=target, other=other)) == cited
    board.tactic("stubborn", target=brigade, other=ironbreakers)
    # Their Toughness is of no use.
    assert board.effect() == [
        "whi.card.stubborn-refusal: DamageMoved from mountain-brigade to ironbreakers-of-ankhor damage 3",
        "whi.card.hit-points: CardLeft ironbreakers-of-ankhor owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.card.stubborn-refusal", "whi.kw.toughness.moved")
def test_no_more_damage_moves_than_destroys() -> None:
    board = Board(Side(kingdom="mountain-brigade:5 hammerer:1", hand="stubborn", resources=2))
    board.tactic("stubborn", target=board.id("mountain-brigade"), other=board.id("hammerer"))
    assert board.effect() == [
        "whi.card.stubborn-refusal: DamageMoved from mountain-brigade to hammerer-of-karak-azul damage 1",
        "whi.card.hit-points: CardLeft hammerer-of-karak-azul departure destroyed",
        "whi.kw.toughness.moved: EffectFizzled seat 0 stubborn-refusal spared hammerer-of-karak-azul missing 4",
    ]
    assert board.card("mountain-brigade").damage == 4


@pytest.mark.rule("whi.card.stubborn-refusal", "whi.chain.recheck-target")
def test_nothing_moves_where_the_two_no_longer_belong_together() -> None:
    for moved, gone in (("pistoliers", False), ("hammerer", True)):
        board = Board(Side(kingdom="pistoliers:1 hammerer", hand="stubborn", battlefield="grudge-thrower", resources=4))
        board.tactic("stubborn", target=board.id("pistoliers"), other=board.id("hammerer"))
        board.passing()
        if gone:
            board.use("grudge-thrower", sacrifice=board.id(moved))
        else:
            board.use(moved, zone=pb.ZONE_QUEST)
        facts = board.both_pass()
        assert "whi.chain.recheck-target: EffectFizzled seat 0 stubborn-refusal" in facts
        assert named(facts, "DamageMoved") == [] and board.discard().endswith("stubborn-refusal")
        assert board.card("pistoliers").damage == 1


# 21. Striking the Grudge


@pytest.mark.rule("whi.card.striking-the-grudge", "whi.constant.until-eot")
def test_striking_the_grudge() -> None:
    """On attackers and defenders of either side, and on nobody else."""
    board = Board(
        Side(battlefield="mountain-brigade hammerer", hand="striking", resources=2),
        Side(kingdom="runesmith durgnar"),
        entry="combat",
    )
    attack(board, "mountain-brigade")
    defend(board, "runesmith")
    assert board.options("PlayTactic") == [
        "striking-the-grudge target mountain-brigade",
        "striking-the-grudge target runesmith",
    ]
    striking = board.in_hand("striking")
    for unit in ("hammerer", "durgnar"):
        assert board.cited(pb.PlayTactic(card=striking, target=board.id(unit))) == ["whi.chain.targets-up-front"]
    board.tactic("striking", target=board.id("runesmith"))
    assert board.effect() == ["whi.card.striking-the-grudge: PowerChanged runesmith power 2"]
    assert power_of(board, "runesmith") == 3


@pytest.mark.rule("whi.card.striking-the-grudge", "whi.chain.targets-up-front", "whi.chain.recheck-target")
def test_striking_the_grudge_wants_a_unit_that_still_fights() -> None:
    board = Board(Side(battlefield="mountain-brigade", hand="striking", resources=9))
    assert board.refused(pb.PlayTactic(card=board.in_hand("striking"), target=board.id("mountain-brigade"))) == [
        ("whi.chain.targets-up-front", "there is no legal target: a unit in combat")
    ]
    board = Board(
        Side(battlefield="mountain-brigade", hand="striking", resources=2),
        Side(kingdom="pistoliers", resources=1),
        entry="combat",
    )
    attack(board, "mountain-brigade")
    defend(board, "pistoliers")
    board.tactic("striking", target=board.id("pistoliers"))
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    facts = board.both_pass()
    assert "whi.chain.recheck-target: EffectFizzled seat 0 striking-the-grudge spared pistoliers" in facts
    assert named(facts, "PowerChanged") == [] and board.discard() == "striking-the-grudge"


# 22. Grudge Thrower Assault


@pytest.mark.rule("whi.card.grudge-thrower-assault", "whi.combat.assign.window", "whi.combat.attack-state-ends")
def test_grudge_thrower_assault_comes_once_damage_is_assigned() -> None:
    """From the window after step 4 to the last one of the attack; what the victim's side assigned is applied."""
    board = Board(
        Side(battlefield="mountain-brigade hammerer"),
        Side(kingdom="runesmith", hand="grudge-thrower-assault*2", resources=9),
        entry="combat",
    )
    attack(board, "mountain-brigade")
    board.passing()
    assault = pb.PlayTactic(card=board.in_hand("grudge-thrower-assault"), target=board.id("mountain-brigade"))
    assert board.refused(assault) == [
        ("whi.card.grudge-thrower-assault", "only in combat, once damage has been assigned")
    ]
    board.passing()
    board.do(pb.DeclareDefenders())
    board.passing()
    assert board.cited(assault) == ["whi.card.grudge-thrower-assault"]
    board.passing()
    assert board.state.turn.window == pb.WINDOW_ASSIGNED
    board.passing()
    assert board.options("PlayTactic") == ["grudge-thrower-assault target mountain-brigade"] * 2
    assert board.cited(pb.PlayTactic(card=assault.card, target=board.id("hammerer"))) == ["whi.chain.targets-up-front"]
    board.do(assault)
    assert board.effect() == ["whi.card.grudge-thrower-assault: CardLeft mountain-brigade departure destroyed"]
    board.passing()
    assert "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 2) combat" in board.passing()


@pytest.mark.rule("whi.card.grudge-thrower-assault", "whi.combat.attack-state-ends")
def test_grudge_thrower_assault_in_the_last_window_and_never_after() -> None:
    board = Board(
        Side(battlefield="mountain-brigade"), Side(hand="grudge-thrower-assault*2", resources=9), entry="combat"
    )
    attack(board, "mountain-brigade")
    board.both_pass()
    board.both_pass()
    board.both_pass()
    assert board.state.turn.window == pb.WINDOW_APPLIED
    board.passing()
    assert board.options("PlayTactic") == ["grudge-thrower-assault target mountain-brigade"] * 2
    board.passing()
    assert board.state.turn.window == pb.WINDOW_END
    board.passing()
    assault = pb.PlayTactic(card=board.in_hand("grudge-thrower-assault"), target=board.id("mountain-brigade"))
    assert "whi.card.grudge-thrower-assault" in board.cited(assault)


# 23. Demolition!


@pytest.mark.rule("whi.card.demolition", "whi.development.destroyed", "whi.attach.is-support")
def test_demolition_destroys_a_support() -> None:
    board = Board(
        Side(hand="demolition", resources=2, kingdom="keystone-forge"),
        Side(battlefield="huntsmen[organ-gun]", quest="a-glorious-death"),
    )
    assert board.options("PlayTactic") == ["demolition target keystone-forge", "demolition target organ-gun"]
    demolition = board.in_hand("demolition")
    for target in (board.id("huntsmen"), board.id("a-glorious-death"), KINGDOM_1):
        assert board.cited(pb.PlayTactic(card=demolition, target=target)) == ["whi.chain.targets-up-front"]
    board.tactic("demolition", target=board.id("organ-gun"))
    assert board.effect() == ["whi.card.demolition: CardLeft organ-gun owner 1 departure destroyed"]


@pytest.mark.rule("whi.card.demolition", "whi.development.rearrange", "whi.burn.state-check")
def test_demolition_destroys_a_development() -> None:
    """Of the opponent's in a zone chance picks; and a section may burn by it."""
    board = Board(
        Side(hand="demolition", resources=2, developments=("runesmith", 0, 0)),
        Side(developments=(0, "huntsmen pillage", 1), damage=(0, 9, 0)),
        numbers=[1],
    )
    assert board.options("PlayTactic") == [
        "demolition target (runesmith)",
        "demolition target battlefield-1",
        "demolition target quest-1",
    ]
    facts = board.tactic("demolition", target=QUEST_1)
    assert "whi.development.rearrange: DevelopmentsTargeted place quest-1 count 1 (pillage)" in facts
    assert named(board.effect(), "DevelopmentLost", "SectionBurned")[1:] == ["SectionBurned place quest-1"]
    assert board.discard(1) == "pillage" and board.section(QUEST_1).burning


@pytest.mark.rule("whi.card.demolition", "whi.chain.recheck-target", "whi.development.destroyed")
def test_demolitions_development_is_gone() -> None:
    board = Board(
        Side(hand="demolition*2", resources=4, developments=("runesmith", 0, 0)),
    )
    target = board.development(KINGDOM_0)
    board.tactic("demolition", target=target)
    board.passing()
    board.tactic("demolition", target=target)
    facts = board.both_pass()
    assert len(named(facts, "DevelopmentLost")) == 1
    assert "whi.chain.recheck-target: EffectFizzled seat 0 demolition spared kingdom-0" in facts
    assert board.discard() == "demolition*2 runesmith"


# 24. Wake the Mountain


@pytest.mark.rule("whi.card.wake-the-mountain", "whi.development.from-deck")
def test_wake_the_mountain_fills_one_zone() -> None:
    """All in the kingdom or all in the battlefield, as chosen on resolution."""
    board = Board(Side(hand="wake", resources=4), draws=["demoralise", "peasant", "black-orc"])
    board.tactic("wake")
    assert board.effect() == []
    assert board.rule == "whi.card.wake-the-mountain"
    assert board.moves() == ["ChoosePlace place battlefield-0", "ChoosePlace place kingdom-0"]
    assert board.cited(pb.ChoosePlace(place=pb.PLACE_QUEST_0)) == ["whi.card.wake-the-mountain"]
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_BATTLEFIELD_0))
    assert len(named(facts, "DevelopmentPlaced")) == 3
    lying = [card.kind for card in board.section(BATTLEFIELD_0).developments]
    assert lying == ["demoralise", "peasant-militia", "black-orc-squad"]


@pytest.mark.rule("whi.card.wake-the-mountain", "whi.deckout.immediate")
def test_wake_the_mountain_empties_a_small_deck() -> None:
    board = Board(Side(hand="wake", resources=4, deck="demoralise*2"))
    board.tactic("wake")
    board.effect()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_0))
    assert len(named(facts, "DevelopmentPlaced")) == 2
    assert board.result == ((1,), "whi.deckout.immediate")


# 25. Master Rune of Valaya


@pytest.mark.rule("whi.card.master-rune-of-valaya", "whi.combat.assign.window", "whi.combat.apply.cancel-now")
def test_valaya_cancels_what_was_assigned() -> None:
    board = Board(
        Side(battlefield="mountain-brigade*2"),
        Side(kingdom="runesmith", hand="master-rune-of-valaya", resources=9, capital="dwarf"),
        entry="combat",
    )
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("mountain", 0, 0), board.id("mountain", 0, 1)]))
    defend(board, "runesmith")
    board.both_pass()
    board.do(pb.AssignDamage(points=[board.id("runesmith"), KINGDOM_1, KINGDOM_1, KINGDOM_1]))
    board.do(pb.AssignDamage(points=[board.id("mountain", 0, 0)]))
    board.passing()
    board.tactic("master-rune-of-valaya")
    assert named(board.effect(), "EffectWaits") == ["EffectWaits seat 1 master-rune-of-valaya"]
    board.passing()
    facts = board.passing()
    assert named(facts, "DamageCancelled", "DamageApplied", "CardLeft") == [
        "DamageCancelled target runesmith damage 1",
        "DamageCancelled target kingdom-1 damage 3",
        "DamageCancelled target mountain-brigade damage 1",
        "DamageApplied combat",
    ]
    assert "whi.card.master-rune-of-valaya: DamageCancelled target kingdom-1 damage 3" in facts


@pytest.mark.rule(
    "whi.card.master-rune-of-valaya",
    "whi.chain.conditional-action",
    "whi.kw.counterstrike.uncancellable",
    "whi.kw.counterstrike.redirected",
)
def test_valaya_waits_for_the_battlefield_phase() -> None:
    """Damage before it is dealt, and uncancellable damage in it."""
    board = Board(
        Side(
            quest="dwarf-ranger",
            battlefield="grudge-thrower hammerer runesmith mountain-brigade",
            hand="master-rune-of-valaya",
            resources=9,
        ),
        Side(kingdom="reiksguard-knights"),
    )
    board.tactic("master-rune-of-valaya")
    assert named(board.effect(), "EffectWaits") == ["EffectWaits seat 0 master-rune-of-valaya"]
    board.passing()
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    assert named(board.do(pb.ChooseTarget(target=QUEST_1)), "DamageCancelled", "DamageApplied") == [
        "DamageApplied (target quest-1 seat 0 cancellable 1)"
    ]
    board.both_pass()
    board.both_pass()
    board.do(pb.DeclareTarget(zone=pb.ZONE_KINGDOM))
    attack(board, "mountain-brigade")
    facts = defend(board, "reiksguard-knights")
    assert named(facts, "DamageCancelled", "DamageApplied") == [
        "DamageApplied (target mountain-brigade seat 1 uncancellable 2) combat"
    ]
    board.use("grudge-thrower", sacrifice=board.id("runesmith"))
    assert named(board.do(pb.ChooseTarget(target=QUEST_1)), "DamageCancelled", "DamageApplied") == [
        "DamageCancelled target quest-1 damage 1",
        "DamageApplied",
    ]


@pytest.mark.rule("whi.card.master-rune-of-valaya", "whi.chain.conditional-action")
def test_valaya_after_the_battlefield_phase_does_nothing() -> None:
    board = Board(Side(hand="master-rune-of-valaya", resources=9), phase=6)
    board.tactic("master-rune-of-valaya")
    assert named(board.effect(), "EffectFizzled") == ["EffectFizzled seat 0 master-rune-of-valaya"]
    board = Board(Side(hand="master-rune-of-valaya", resources=9), phase=2)
    board.tactic("master-rune-of-valaya")
    board.effect()
    assert [waiting.kind for waiting in board.state.waiting] == ["master-rune-of-valaya"]
    board.idle()
    assert board.state.waiting == ()
