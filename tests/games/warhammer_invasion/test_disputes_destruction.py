"""Disputes that players report about Orc and Chaos cards, and one about a neutral one, each from its position to its
answer.
"""

import pytest

from rulekeeper.games.warhammer_invasion.pricing import price
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

BATTLEFIELD = 3


@pytest.mark.rule("whi.damage.non-combat", "whi.damage.non-combat.no-window", "whi.kw.toughness")
def test_toughness_against_nurgles_pestilence() -> None:
    """It needs no action; and nobody can act between assigning and applying."""
    board = Board(
        Side(capital="chaos", hand="nurgles-pestilence", resources=4), Side(kingdom="hammerer", quest="hammerer~")
    )
    board.tactic("nurgles-pestilence")
    hammerer = "hammerer-of-karak-azul"
    assert board.effect() == [
        f"whi.card.nurgles-pestilence: DamageAssigned (target {hammerer} seat 0 cancellable 1)"
        f" (target {hammerer} seat 0 cancellable 2)",
        *[f"whi.kw.toughness: DamageCancelled target {hammerer} damage 1 by {hammerer}"] * 2,
        f"whi.damage.non-combat: DamageApplied (target {hammerer} seat 0 cancellable 1)",
    ]
    assert [board.card("hammerer", number=number).damage for number in (0, 1)] == [0, 1]


@pytest.mark.rule("whi.combat.apply.cancel-now", "whi.constant.always", "whi.effects.heal")
def test_contested_fortress_and_old_damage() -> None:
    board = Board(
        Side(battlefield="savage-marauders"),
        Side(battlefield="contested-fortress", damage=(0, 0, 3)),
        entry="combat",
        zone=BATTLEFIELD,
    )
    board.both_pass()
    board.attack("savage-marauders")
    board.until(pb.WINDOW_ASSIGNED)
    assert named(board.both_pass(), "DamageCancelled", "DamageApplied", "DamageHealed") == [
        "DamageCancelled target battlefield-1 damage 1 by contested-fortress once",
        "DamageApplied (target battlefield-1 seat 0 cancellable 1) combat",
    ]
    assert board.section(7).damage == 4


@pytest.mark.rule("whi.capital.pay", "whi.golden-rule")
def test_damage_on_urguck_is_money() -> None:
    board = Board(Side(capital="orc", quest="urguck:2", hand="ironclaws-horde", resources=3))
    assert price(board.state, 0, "ironclaws-horde") == 5
    assert board.options("PlayUnit") == ["ironclaws-horde zone battlefield damage 2"]
    board.do(pb.PlayUnit(card=board.in_hand("ironclaw"), zone=pb.ZONE_BATTLEFIELD, damage=2))
    board.effect()
    assert (board.card("urguck").damage, board.player().resources) == (0, 0)
    outside = Board(Side(capital="orc", quest="urguck:2", hand="troll-vomit", kingdom="big-uns"), phase=2)
    assert outside.player().resources == 4 and outside.options("PlayTactic") == ["troll-vomit"]
    outside = Board(Side(capital="orc", quest="urguck:2", hand="troll-vomit"), phase=2)
    assert outside.player().resources == 3 and outside.options("PlayTactic") == []


@pytest.mark.rule("whi.effects.in-play", "whi.unique.facedown", "whi.card.grimgor-ironhide")
def test_a_revealed_grimgor_destroys_nothing() -> None:
    board = Board(
        Side(
            capital="orc",
            kingdom="contested-village totem-of-gork",
            hand="rip-dere",
            resources=1,
            developments=("grimgor-ironhide dark-zealot", 0, 0),
        ),
        Side(kingdom="contested-village"),
    )
    board.tactic("rip-dere", target=board.development(1))
    assert board.effect() == [
        "whi.card.rip-dere-eads-off: DevelopmentTurnedUp seat 0 zone kingdom grimgor-ironhide",
        "whi.card.rip-dere-eads-off: EffectWaits seat 0 rip-dere-eads-off grimgor-ironhide",
    ]
    assert board.in_play() == ["contested-village", "totem-of-gork", "contested-village", "grimgor-ironhide"]
    assert named(board.idle(), "EffectTriggered", "CardLeft") == [
        "EffectTriggered seat 0 grimgor-ironhide text sacrifice place kingdom-0 forced",
        "CardLeft grimgor-ironhide departure sacrificed",
    ]


@pytest.mark.rule("whi.cost.x", "whi.chain.just-played", "whi.chain.lifo")
def test_x_of_a_copied_tactic_is_none() -> None:
    board = Board(
        Side(capital="chaos", hand="flames-of-tzeentch", kingdom="chaos-knights", resources=3),
        Side(capital="empire", hand="twin-tailed-comet", kingdom="dark-zealot", resources=9),
    )
    flames = board.tactic("flames", target=board.id("dark-zealot"), x=2)
    assert "whi.types.tactic: TacticPlayed seat 0 flames-of-tzeentch targets dark-zealot x 2" in flames
    board.tactic("twin-tailed", target=board.action("flames"))
    board.both_pass()
    assert board.options("CopyTactic") == [
        "flames-of-tzeentch target chaos-knights",
        "flames-of-tzeentch target dark-zealot",
    ]
    copied = board.do(pb.CopyTactic(card=board.action("flames"), target=board.id("chaos-knights")))
    assert named(copied, "ActionCopied", "DamageAssigned", "DamageApplied", "ActionBegan", "ActionOver") == [
        "ActionCopied seat 1 flames-of-tzeentch targets chaos-knights",
        "ActionOver",
        "ActionOver",
        "ActionBegan",
        "DamageAssigned (target dark-zealot seat 0 cancellable 2)",
        "DamageApplied (target dark-zealot seat 0 cancellable 2)",
        "ActionOver",
    ]
    assert (board.card("chaos-knights").damage, board.card("dark-zealot").damage) == (0, 2)


@pytest.mark.rule("whi.damage.dealt-in-combat", "whi.combat.no-blocking-pairs", "whi.card.sadistic-mutation")
def test_combat_damage_is_one_pool_for_sadistic_mutation() -> None:
    board = Board(
        Side(capital="chaos", battlefield="chaos-knights dark-zealot[sadistic]"),
        Side(kingdom="ironbreakers", developments=(3, 0, 0)),
        entry="combat",
    )
    board.both_pass()
    board.attack("chaos-knights dark-zealot")
    board.both_pass()
    board.defend("ironbreakers")
    board.both_pass()
    board.assign("ironbreakers*3 kingdom-1")
    board.assign("chaos-knights*2")
    assert named(board.both_pass(), "DamageCancelled", "DamageApplied", "EffectTriggered") == [
        "DamageCancelled target ironbreakers-of-ankhor damage 3 by ironbreakers-of-ankhor",
        "DamageApplied (target kingdom-1 seat 0 cancellable 1) (target chaos-knights seat 1 cancellable 2) combat",
        "EffectTriggered seat 0 sadistic-mutation text damage subject dark-zealot place battlefield-0 forced",
    ]
    board.do(pb.ChooseTarget(target=board.id("ironbreakers")))
    assert board.card("ironbreakers").damage == 0
