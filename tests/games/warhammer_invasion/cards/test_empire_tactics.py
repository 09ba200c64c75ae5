"""The Empire tactics, 44 and 46-50."""

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

# 44. Will of the Electors


@pytest.mark.rule("whi.card.will-of-the-electors", "whi.chain.targets-up-front")
def test_the_electors_move_own_developments() -> None:
    board = Board(
        Side(
            hand="will-of-the", resources=1, capital="empire", developments=("runesmith huntsmen pillage", 0, "durgnar")
        )
    )
    assert board.options("PlayTactic will-of-the-electors") == [
        "targets (durgnar-the-bold) zone kingdom",
        "targets (durgnar-the-bold) zone quest",
        "targets (huntsmen) (pillage) zone battlefield",
        "targets (huntsmen) (pillage) zone quest",
        "targets (huntsmen) zone battlefield",
        "targets (huntsmen) zone quest",
        "targets (pillage) zone battlefield",
        "targets (pillage) zone quest",
        "targets (runesmith) (huntsmen) zone battlefield",
        "targets (runesmith) (huntsmen) zone quest",
        "targets (runesmith) (pillage) zone battlefield",
        "targets (runesmith) (pillage) zone quest",
        "targets (runesmith) zone battlefield",
        "targets (runesmith) zone quest",
    ]
    will = board.in_hand("will-of-the")
    runesmith, huntsmen, pillage = (board.development(KINGDOM_0, number) for number in range(3))
    durgnar = board.development(BATTLEFIELD_0)
    for targets, zone in (
        ([runesmith, huntsmen, pillage], pb.ZONE_QUEST),
        ([runesmith, durgnar], pb.ZONE_QUEST),
        ([], pb.ZONE_QUEST),
    ):
        cited = board.cited(pb.PlayTactic(card=will, targets=targets, zone=zone))
        assert {"whi.chain.targets-up-front", "whi.chain.target-counts"} & {*cited}
    assert board.cited(pb.PlayTactic(card=will, targets=[runesmith], zone=pb.ZONE_KINGDOM)) == ["whi.effects.move"]
    facts = board.tactic("will-of-the", targets=[runesmith, pillage], zone=pb.ZONE_BATTLEFIELD)
    assert "whi.development.rearrange: DevelopmentsTargeted place kingdom-0 count 2 (runesmith) (pillage)" in facts
    assert board.effect() == [
        "whi.card.will-of-the-electors: DevelopmentsMoved seat 0 from kingdom zone battlefield count 2"
        " (runesmith) (pillage)"
    ]
    assert [card.kind for card in board.section(BATTLEFIELD_0).developments] == [
        "durgnar-the-bold",
        "runesmith",
        "pillage",
    ]


@pytest.mark.rule("whi.card.will-of-the-electors", "whi.burn.state-check", "whi.development.rearrange")
def test_the_electors_move_the_opponents_developments() -> None:
    """Chance picks which; the section may burn by it, and the mover learns nothing."""
    board = Board(
        Side(hand="will-of-the", resources=1, capital="empire"),
        Side(developments=("runesmith huntsmen pillage", 0, 0), damage=(9, 0, 0)),
        numbers=[2, 0],
    )
    assert board.options("PlayTactic will-of-the-electors") == [
        "place kingdom-1 count 1 zone battlefield",
        "place kingdom-1 count 1 zone quest",
        "place kingdom-1 count 2 zone battlefield",
        "place kingdom-1 count 2 zone quest",
    ]
    will = board.in_hand("will-of-the")
    three = pb.PlayTactic(card=will, place=pb.PLACE_KINGDOM_1, count=3, zone=pb.ZONE_QUEST)
    assert board.cited(three) == ["whi.chain.targets-up-front"]
    board.tactic("will-of-the", place=pb.PLACE_KINGDOM_1, count=2, zone=pb.ZONE_QUEST)
    facts = board.effect()
    assert facts == [
        "whi.card.will-of-the-electors: DevelopmentsMoved seat 1 from kingdom zone quest count 2 (pillage) (runesmith)",
        "whi.burn.state-check: SectionBurned place kingdom-1",
    ]
    moved = [fact.fact for fact in board.match.facts(viewer=0) if isinstance(fact.fact, pb.DevelopmentsMoved)]
    assert [(one.count, list(one.cards)) for one in moved] == [(2, [])]


@pytest.mark.rule("whi.card.will-of-the-electors", "whi.chain.recheck-target")
def test_one_of_two_developments_is_gone() -> None:
    board = Board(
        Side(hand="will-of-the demolition", resources=4, capital="empire", developments=("runesmith huntsmen", 0, 0))
    )
    runesmith, huntsmen = (board.development(KINGDOM_0, number) for number in range(2))
    board.tactic("will-of-the", targets=[runesmith, huntsmen], zone=pb.ZONE_QUEST)
    board.passing()
    board.tactic("demolition", target=runesmith)
    facts = board.both_pass()
    assert named(facts, "DevelopmentsMoved") == ["DevelopmentsMoved seat 0 from kingdom zone quest count 1 (huntsmen)"]
    board = Board(Side(hand="will-of-the", resources=4, capital="empire"))
    assert board.options("PlayTactic") == []


# 46. Demoralise


@pytest.mark.rule("whi.card.demoralise", "whi.constant.net", "whi.constant.until-eot")
def test_demoralise_weakens_a_unit() -> None:
    """Changes are added up, and the sum is 0 at least where it is used."""
    board = Board(Side(hand="demoralise", quest="runesmith", resources=4, capital="empire"), Side(kingdom="hammerer"))
    board.tactic("demoralise", target=board.id("hammerer"))
    assert board.effect() == ["whi.card.demoralise: PowerChanged hammerer-of-karak-azul power -2"]
    assert power_of(board, "hammerer") == 0
    for expected in (0, 1):
        board.passing()
        board.use("runesmith", target=board.id("hammerer"))
        board.both_pass()
        assert power_of(board, "hammerer") == expected
    board.idle()
    assert power_of(board, "hammerer") == 1


@pytest.mark.rule("whi.card.demoralise", "whi.chain.targets-up-front", "whi.chain.recheck-target")
def test_demoralise_wants_a_unit() -> None:
    board = Board(Side(hand="demoralise", kingdom="city-gates", capital="empire"))
    demoralise = board.in_hand("demoralise")
    assert board.cited(pb.PlayTactic(card=demoralise, target=board.id("city-gates"))) == ["whi.chain.targets-up-front"]
    board = Board(Side(hand="demoralise", capital="empire"), Side(battlefield="grudge-thrower hammerer", resources=1))
    board.tactic("demoralise", target=board.id("hammerer"))
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    assert (
        "whi.chain.recheck-target: EffectFizzled seat 0 demoralise spared hammerer-of-karak-azul" in board.both_pass()
    )


# 47. Franz's Decree


@pytest.mark.rule("whi.card.franzs-decree", "whi.cannot.absolute", "whi.combat.attackers")
def test_franzs_decree_keeps_a_unit_from_attacking() -> None:
    board = Board(
        Side(battlefield="hammerer runesmith"), Side(hand="franzs-decree", resources=2, capital="empire"),
        entry="combat",
    )  # fmt: skip
    board.passing()
    board.tactic("franzs-decree", target=board.id("hammerer"))
    assert board.effect() == ["whi.card.franzs-decree: DeclaringForbidden hammerer-of-karak-azul"]
    board.both_pass()
    assert board.moves() == ["DeclareAttackers", "DeclareAttackers runesmith"]
    assert board.cited(pb.DeclareAttackers(units=[board.id("hammerer")])) == ["whi.cannot.absolute"]


@pytest.mark.rule("whi.card.franzs-decree", "whi.cannot.absolute", "whi.combat.defenders")
def test_franzs_decree_keeps_a_unit_from_defending_this_turn() -> None:
    board = Board(
        Side(battlefield="hammerer", hand="franzs-decree", resources=1, capital="empire"),
        Side(kingdom="runesmith huntsmen", battlefield=""),
        entry="combat",
    )
    attack(board, "hammerer")
    board.tactic("franzs-decree", target=board.id("runesmith"))
    board.both_pass()
    board.both_pass()
    assert board.moves() == ["DeclareDefenders", "DeclareDefenders huntsmen"]
    assert board.cited(pb.DeclareDefenders(units=[board.id("runesmith")])) == ["whi.cannot.absolute"]
    board.do(pb.DeclareDefenders())
    board.idle()
    assert board.state.lasting == ()


# 48. Forced March


@pytest.mark.rule("whi.card.forced-march", "whi.effects.move", "whi.kw.zone-only.move")
def test_forced_march_moves_any_unit() -> None:
    """Of either player, among the zones of who controls it, also one that is for a single zone."""
    board = Board(
        Side(hand="forced-march", resources=3, capital="empire", quest="huntsmen"), Side(battlefield="defender")
    )
    assert board.options("PlayTactic") == [
        "forced-march target defender-of-the-hold zone kingdom",
        "forced-march target defender-of-the-hold zone quest",
        "forced-march target huntsmen zone battlefield",
        "forced-march target huntsmen zone kingdom",
    ]
    march, defender = board.in_hand("forced-march"), board.id("defender")
    assert board.cited(pb.PlayTactic(card=march, target=defender, zone=pb.ZONE_BATTLEFIELD)) == ["whi.effects.move"]
    board.tactic("forced-march", target=defender, zone=pb.ZONE_QUEST)
    assert board.effect() == ["whi.card.forced-march: UnitMoved defender-of-the-hold zone quest"]
    assert board.card("defender").place == QUEST_1


@pytest.mark.rule("whi.card.forced-march", "whi.play.your-turn")
def test_forced_march_is_for_the_own_turn() -> None:
    board = Board(Side(kingdom="runesmith"), Side(hand="forced-march", resources=3, capital="empire"))
    board.passing()
    march = pb.PlayTactic(card=board.in_hand("forced-march"), target=board.id("runesmith"), zone=pb.ZONE_QUEST)
    assert board.refused(march) == [("whi.play.your-turn", "only in your own turn")]


@pytest.mark.rule("whi.card.forced-march", "whi.hero.one-per-zone", "whi.effects.move")
def test_forced_march_and_heroes() -> None:
    """A Hero goes where none is; and where one has come meanwhile, it stays."""
    board = Board(
        Side(hand="forced-march", resources=3, capital="empire"),
        Side(kingdom="durgnar", quest="king-kazador", battlefield="johannes"),
    )
    target = board.id("durgnar")
    march = pb.PlayTactic(card=board.in_hand("forced-march"), target=target, zone=pb.ZONE_QUEST)
    assert "whi.hero.one-per-zone" in board.cited(march)
    board = Board(Side(hand="forced-march*2", resources=9, capital="empire", kingdom="durgnar", quest="king-kazador"))
    board.tactic("forced-march", target=board.id("durgnar"), zone=pb.ZONE_BATTLEFIELD)
    board.passing()
    board.tactic("forced-march", target=board.id("king-kazador"), zone=pb.ZONE_BATTLEFIELD)
    facts = board.both_pass()
    assert named(facts, "UnitMoved", "EffectFizzled") == [
        "UnitMoved king-kazador zone battlefield",
        "EffectFizzled seat 0 forced-march spared durgnar-the-bold",
    ]
    assert board.card("durgnar").place == KINGDOM_0


# 49. Judgement of Verena


@pytest.mark.rule("whi.card.judgement-of-verena", "whi.development.no-text")
def test_judgement_of_verena_clears_zones_without_developments() -> None:
    """Of both players; units and supports, and quests stay. An attachment lies where its host does."""
    board = Board(
        Side(
            kingdom="runesmith city-gates",
            quest="defend-the huntsmen@defend-the",
            battlefield="hammerer[organ-gun]",
            hand="judgement",
            resources=4,
            developments=(1, 0, 0),
            capital="empire",
        ),
        Side(kingdom="durgnar[^organ-gun]", quest="pistoliers", developments=(0, 1, 0)),
    )
    board.tactic("judgement")
    assert board.effect() == [
        "whi.card.judgement-of-verena: CardLeft huntsmen departure destroyed",
        "whi.card.judgement-of-verena: CardLeft hammerer-of-karak-azul departure destroyed",
        "whi.card.judgement-of-verena: CardLeft organ-gun departure destroyed",
        "whi.card.judgement-of-verena: CardLeft durgnar-the-bold owner 1 departure destroyed",
        "whi.card.judgement-of-verena: CardLeft organ-gun departure destroyed",
    ]
    assert board.in_play() == ["runesmith", "city-gates", "defend-the-border", "pistoliers"]
    assert [len(board.section(where).developments) for where in (KINGDOM_0, QUEST_1)] == [1, 1]


@pytest.mark.rule("whi.card.judgement-of-verena", "whi.play.your-turn", "whi.chain.lifo")
def test_judgement_of_verena_looks_at_the_zones_as_it_resolves() -> None:
    board = Board(
        Side(kingdom="runesmith", hand="judgement", resources=9, capital="empire"),
        Side(hand="judgement demolition", resources=9, kingdom="hammerer", developments=(1, 0, 0)),
    )
    board.tactic("judgement")
    assert board.cited(pb.PlayTactic(card=board.in_hand("judgement"))) == ["whi.play.your-turn"]
    board.tactic("demolition", target=board.development(KINGDOM_1))
    board.both_pass()
    assert board.in_play() == []


# 50. Sigmar's Intervention


def intervention(**more: str) -> Board:
    """Seat 1 holds Sigmar's Intervention and is attacked in the kingdom; the window of the target is open."""
    side = Side(
        kingdom="runesmith",
        quest="hammerer",
        hand="sigmars-intervention",
        resources=3,
        capital="empire",
        burning=more.get("burning", ""),
    )
    return Board(Side(battlefield="mountain-brigade", hand="sigmars-intervention", resources=9), side, entry="combat")


@pytest.mark.rule("whi.card.sigmars-intervention", "whi.combat.redirect-attack")
def test_sigmars_intervention_turns_an_attack() -> None:
    """Attackers stay declared; defenders and section are those of the new zone."""
    board = intervention()
    attack(board, "mountain-brigade")
    board.passing()
    board.tactic("sigmars-intervention")
    board.both_pass()
    assert board.asked == 1 and board.rule == "whi.card.sigmars-intervention"
    assert board.moves() == ["ChoosePlace place battlefield-1", "ChoosePlace place quest-1"]
    for where in (pb.PLACE_KINGDOM_1, pb.PLACE_QUEST_0):
        assert board.cited(pb.ChoosePlace(place=where)) == ["whi.card.sigmars-intervention"]
    assert board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))[0] == (
        "whi.card.sigmars-intervention: AttackTurned place quest-1"
    )
    assert board.combat.attackers == (board.id("mountain-brigade"),)
    board.both_pass()
    assert board.moves() == ["DeclareDefenders", "DeclareDefenders hammerer-of-karak-azul"]
    board.do(pb.DeclareDefenders())
    board.both_pass()
    assert "whi.combat.apply: DamageApplied (target quest-1 seat 0 cancellable 2) combat" in board.both_pass()


@pytest.mark.rule("whi.card.sigmars-intervention", "whi.combat.redirect-attack", "whi.combat.target-before-attackers")
def test_sigmars_intervention_before_the_attackers() -> None:
    """Never to a burning zone; with one place left it is not asked."""
    board = intervention(burning="battlefield")
    board.passing()
    board.tactic("sigmars-intervention")
    assert named(board.effect(), "AttackTurned") == ["AttackTurned place quest-1"]
    attack(board, "mountain-brigade")
    assert board.combat.place == QUEST_1


@pytest.mark.rule("whi.card.sigmars-intervention")
def test_when_sigmars_intervention_may_be_played() -> None:
    """Not by the attacker, not once defenders are declared, not without an attack."""
    board = intervention()
    refusal = ("whi.card.sigmars-intervention", "only while you are attacked, before the defenders are declared")
    assert refusal in board.refused(pb.PlayTactic(card=board.in_hand("sigmars-intervention")))
    attack(board, "mountain-brigade")
    defend(board)
    board.passing()
    assert board.refused(pb.PlayTactic(card=board.in_hand("sigmars-intervention"))) == [refusal]
    board = Board(Side(hand="sigmars-intervention", resources=9, capital="empire"))
    assert board.refused(pb.PlayTactic(card=board.in_hand("sigmars-intervention"))) == [refusal]
