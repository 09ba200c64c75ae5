"""The Chaos units, supports and quest: each text in full, what is refused, and what happens when a target or a source
is gone.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.numbers import hit_points, power, toughness
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, QUEST
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.telling import (
    BEGAN,
    HAPPENED,
    OVER,
    TACTIC_OVER,
    plays,
    resolves,
    triggers,
)
from tests.games.warhammer_invasion.table import Board, Side, named, power_of


def chaos(**words: Any) -> Side:
    return Side(capital="chaos", **words)


WINDOW_BEGINNING = "whi.turn.beginning: WindowOpened window beginning"


# 81 Servants of Khorne, 82 Savage Marauders, 85 Chaos Knights, 91 Dark Zealot.


@pytest.mark.rule("whi.card.servants-of-khorne", "whi.kw.zone-only")
def test_servants_of_khorne_are_for_the_battlefield_only() -> None:
    board = Board(chaos(hand="servants-of-khorne", quest="journey", resources=1))
    assert (board.options("PlayUnit"), board.options("SendUnit")) == (["servants-of-khorne zone battlefield"], [])
    servants = board.in_hand("servants")
    for zone in (pb.ZONE_KINGDOM, pb.ZONE_QUEST):
        assert board.cited(pb.PlayUnit(card=servants, zone=zone)) == ["whi.kw.zone-only"]
    assert plays(board, "servants-of-khorne", BATTLEFIELD) == [
        "whi.types.unit: CardEntered seat 0 servants-of-khorne zone battlefield"
    ]


@pytest.mark.rule("whi.card.savage-marauders", "whi.card.chaos-knights", "whi.card.dark-zealot")
@pytest.mark.parametrize(
    ("kind", "numbers"), [("savage-marauders", (2, 1, 0)), ("chaos-knights", (3, 4, 0)), ("dark-zealot", (1, 3, 0))]
)
def test_three_chaos_units_have_their_numbers_and_nothing_else(kind: str, numbers: tuple[int, int, int]) -> None:
    board = Board(chaos(hand=kind, kingdom="squig-herders:1", resources=6, developments=(2, 2, 2)))
    assert plays(board, kind, QUEST) == [f"whi.types.unit: CardEntered seat 0 {kind} zone quest"]
    unit, state = board.card(kind), board.state
    assert (power(state, unit), hit_points(state, unit), toughness(state, unit)) == numbers


# 83 Festering Nurglings.


@pytest.mark.rule("whi.card.festering-nurglings", "whi.zone.corresponding-each")
def test_festering_nurglings_corrupt_a_unit_in_a_zone_of_that_name() -> None:
    board = Board(
        chaos(kingdom="dark-zealot~", quest="chaos-knights", hand="festering-nurglings", resources=2),
        Side(kingdom="squig-herders contested-village", quest="boar-boyz"),
    )
    assert plays(board, "festering-nurglings", KINGDOM) == [
        "whi.types.unit: CardEntered seat 0 festering-nurglings zone kingdom",
        *triggers("festering-nurglings", "corrupt", "kingdom-0", subject="festering-nurglings"),
    ]
    assert board.moves() == [
        "ChooseTarget target dark-zealot",
        "ChooseTarget target festering-nurglings",
        "ChooseTarget target squig-herders",
    ]
    for kind in ("chaos-knights", "boar-boyz", "contested-village"):
        assert board.cited(pb.ChooseTarget(target=board.id(kind))) == ["whi.zone.corresponding-each"]
    assert board.do(pb.ChooseTarget(target=board.id("squig"))) == [
        "whi.card.festering-nurglings: UnitCorrupted squig-herders",
        HAPPENED,
        OVER,
    ]


@pytest.mark.rule("whi.card.festering-nurglings", "whi.forced.target")
def test_festering_nurglings_corrupt_themselves_where_nobody_else_is_there() -> None:
    board = Board(chaos(kingdom="dark-zealot", hand="festering-nurglings", resources=2))
    assert plays(board, "festering-nurglings", BATTLEFIELD)[3:] == [
        "whi.card.festering-nurglings: UnitCorrupted festering-nurglings",
        HAPPENED,
    ]
    assert not board.card("dark-zealot").corrupted


@pytest.mark.rule("whi.card.festering-nurglings", "whi.corrupt.mark")
def test_a_unit_that_is_corrupted_already_may_be_chosen_and_nothing_changes() -> None:
    board = Board(chaos(hand="festering-nurglings", resources=2), Side(quest="boar-boyz~"))
    plays(board, "festering-nurglings", QUEST)
    spared = "whi.corrupt.twice: EffectFizzled seat 0 festering-nurglings festering-nurglings spared boar-boyz"
    assert board.do(pb.ChooseTarget(target=board.id("boar"))) == [spared, HAPPENED, OVER]


@pytest.mark.rule("whi.card.festering-nurglings", "whi.cannot.absolute")
def test_a_unit_that_cannot_become_corrupted_may_be_chosen_and_does_not() -> None:
    board = Board(chaos(hand="festering-nurglings", resources=2), Side(quest="boar-boyz[blessing]"))
    plays(board, "festering-nurglings", QUEST)
    assert board.options("ChooseTarget target") == ["boar-boyz", "festering-nurglings"]
    spared = "whi.cannot.absolute: EffectFizzled seat 0 festering-nurglings festering-nurglings spared boar-boyz"
    assert board.do(pb.ChooseTarget(target=board.id("boar"))) == [spared, HAPPENED, OVER]
    assert not board.card("boar").corrupted


# 84 Nurgle Sorcerer.


@pytest.mark.rule("whi.card.nurgle-sorcerer", "whi.damage.non-combat")
@pytest.mark.parametrize(("target", "points"), [("dark-zealot", 1), ("dark-zealot~", 2)])
def test_nurgle_sorcerer_damages_a_unit_and_a_corrupted_one_more(target: str, points: int) -> None:
    board = Board(chaos(quest="nurgle-sorcerer", resources=7), Side(kingdom=target))
    assert board.options("UseAction nurgle-sorcerer") == ["target dark-zealot", "target nurgle-sorcerer"]
    assert board.use("nurgle-sorcerer", target=board.id("dark-zealot")) == [
        "whi.action.in-play: ActionUsed seat 0 nurgle-sorcerer targets dark-zealot",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 3",
    ]
    assert board.effect() == [
        f"whi.card.nurgle-sorcerer: DamageAssigned (target dark-zealot seat 0 cancellable {points})",
        f"whi.damage.non-combat: DamageApplied (target dark-zealot seat 0 cancellable {points})",
    ]
    board.passing()
    assert board.options("UseAction nurgle-sorcerer") != [] and board.player().resources == 4


@pytest.mark.rule("whi.card.nurgle-sorcerer", "whi.kw.toughness")
def test_whether_the_unit_is_corrupted_is_looked_at_as_it_resolves_and_it_is_one_batch() -> None:
    board = Board(chaos(quest="nurgle-sorcerer", hand="seduced-by-darkness", resources=3), Side(battlefield="hammerer"))
    board.use("nurgle-sorcerer", target=board.id("hammerer"))
    board.passing()
    board.tactic("seduced", target=board.id("hammerer"))
    assert resolves(board) == [
        BEGAN,
        "whi.card.seduced-by-darkness: UnitCorrupted hammerer-of-karak-azul",
        TACTIC_OVER,
        BEGAN,
        "whi.card.nurgle-sorcerer: DamageAssigned (target hammerer-of-karak-azul seat 0 cancellable 2)",
        "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "whi.damage.non-combat: DamageApplied (target hammerer-of-karak-azul seat 0 cancellable 1)",
        OVER,
    ]


@pytest.mark.rule("whi.card.nurgle-sorcerer", "whi.kw.zone-effect", "whi.chain.targets-up-front")
def test_nurgle_sorcerer_works_in_the_quest_zone_on_units_only() -> None:
    away = Board(chaos(kingdom="nurgle-sorcerer", resources=3))
    sorcerer = away.id("nurgle-sorcerer")
    assert away.cited(pb.UseAction(card=sorcerer, target=sorcerer)) == ["whi.kw.zone-effect"]
    board = Board(chaos(quest="nurgle-sorcerer shrine-to-nurgle", resources=3))
    use = pb.UseAction(card=board.id("nurgle-sorcerer"), target=board.id("shrine-to-nurgle"))
    assert board.cited(use) == ["whi.chain.targets-up-front"]
    poor = Board(chaos(quest="nurgle-sorcerer", resources=2))
    sorcerer = poor.id("nurgle-sorcerer")
    assert poor.cited(pb.UseAction(card=sorcerer, target=sorcerer)) == ["whi.capital.pay"]


@pytest.mark.rule("whi.card.nurgle-sorcerer", "whi.chain.source-independent", "whi.chain.recheck-target")
def test_the_sorcerers_action_outlives_him_and_not_its_target() -> None:
    board = Board(
        chaos(quest="nurgle-sorcerer:1", resources=6), chaos(quest="nurgle-sorcerer dark-zealot", resources=3)
    )
    mine, theirs = board.id("nurgle-sorcerer", 0), board.id("nurgle-sorcerer", 1)
    board.do(pb.UseAction(card=mine, target=board.id("dark-zealot")))
    board.do(pb.UseAction(card=theirs, target=mine))
    assert named(resolves(board), "CardLeft", "DamageApplied", "EffectFizzled") == [
        "DamageApplied (target nurgle-sorcerer seat 1 cancellable 1)",
        "CardLeft nurgle-sorcerer departure destroyed",
        "DamageApplied (target dark-zealot seat 0 cancellable 1)",
    ]
    both = Board(chaos(quest="nurgle-sorcerer", resources=6), Side(quest="savage-marauders"))
    for _ in range(2):
        both.use("nurgle-sorcerer", target=both.id("savage-marauders"))
        if both.state.chain[1:] == ():
            both.passing()
    assert resolves(both)[-3:] == [
        BEGAN,
        "whi.chain.recheck-target: EffectFizzled seat 0 nurgle-sorcerer nurgle-sorcerer spared savage-marauders",
        OVER,
    ]


# 86 Cultist of Slaanesh.


@pytest.mark.rule("whi.card.cultist-of-slaanesh", "whi.development.destroyed")
def test_cultist_of_slaanesh_destroys_a_development_of_either_player() -> None:
    board = Board(
        chaos(quest="cultist", resources=8, developments=("pillage", 0, "waaagh")),
        Side(developments=(0, "choppa waaagh", 0), damage=(0, 9, 0)),
        numbers=[1],
    )
    assert board.options("UseAction cultist-of-slaanesh") == ["target (pillage)", "target (waaagh)", "target quest-1"]
    assert board.use("cultist", target=pb.PLACE_QUEST_1) == [
        "whi.action.in-play: ActionUsed seat 0 cultist-of-slaanesh targets quest-1",
        "whi.development.rearrange: DevelopmentsTargeted place quest-1 count 1 (waaagh)",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 4",
    ]
    assert board.effect() == [
        "whi.card.cultist-of-slaanesh: DevelopmentLost seat 1 zone quest was (waaagh) waaagh departure destroyed",
        "whi.burn.state-check: SectionBurned place quest-1",
    ]
    board.passing()
    board.use("cultist", target=board.development(1))
    assert board.effect() == [
        "whi.card.cultist-of-slaanesh: DevelopmentLost seat 0 zone kingdom was (pillage) pillage departure destroyed"
    ]


@pytest.mark.rule("whi.card.cultist-of-slaanesh", "whi.kw.zone-effect", "whi.chain.targets-up-front")
def test_cultist_of_slaanesh_works_in_the_quest_zone_where_there_is_a_development() -> None:
    away = Board(chaos(battlefield="cultist", resources=4, developments=(1, 0, 0)))
    use = pb.UseAction(card=away.id("cultist"), target=away.development(1))
    assert away.cited(use) == ["whi.kw.zone-effect"]
    bare = Board(chaos(quest="cultist dark-zealot", resources=4))
    use = pb.UseAction(card=bare.id("cultist"), target=bare.id("dark-zealot"))
    assert bare.cited(use) == ["whi.chain.targets-up-front"]
    assert Board(chaos(quest="cultist", resources=3, developments=(1, 0, 0))).options("UseAction") == []


@pytest.mark.rule("whi.card.cultist-of-slaanesh", "whi.chain.recheck-target")
def test_a_development_that_is_gone_already_is_not_destroyed_twice() -> None:
    board = Board(chaos(quest="cultist", resources=8, developments=(1, 0, 0)))
    facedown = board.development(1)
    board.use("cultist", target=facedown)
    board.passing()
    board.use("cultist", target=facedown)
    assert named(resolves(board), "DevelopmentLost", "EffectFizzled") == [
        "DevelopmentLost seat 0 zone kingdom was (mountain-brigade) mountain-brigade departure destroyed",
        "EffectFizzled seat 0 cultist-of-slaanesh cultist-of-slaanesh spared kingdom-0",
    ]


# 87 Valkia the Bloody.


@pytest.mark.rule("whi.card.valkia-the-bloody", "whi.kw.toughness.moved")
def test_valkia_moves_damage_to_a_corrupted_unit_no_more_than_destroys_it() -> None:
    board = Board(chaos(quest="valkia:3", resources=2), Side(battlefield="hammerer~", kingdom="dark-zealot"))
    assert board.options("UseAction") == ["valkia-the-bloody target hammerer-of-karak-azul"]
    assert board.use("valkia", target=board.id("hammerer")) == [
        "whi.action.in-play: ActionUsed seat 0 valkia-the-bloody targets hammerer-of-karak-azul",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 2",
    ]
    assert board.effect() == []
    assert (board.asked, board.options("ChooseNumber")) == (0, ["number 0", "number 1", "number 2"])
    assert board.cited(pb.ChooseNumber(number=3)) == ["whi.card.valkia-the-bloody"]
    assert board.do(pb.ChooseNumber(number=2)) == [
        "whi.card.valkia-the-bloody: DamageMoved from valkia-the-bloody to hammerer-of-karak-azul damage 2",
        "whi.card.hit-points: CardLeft hammerer-of-karak-azul owner 1 departure destroyed",
        OVER,
    ]
    assert board.card("valkia").damage == 1


@pytest.mark.rule("whi.card.valkia-the-bloody")
def test_valkia_may_move_nothing_and_may_move_to_an_own_unit() -> None:
    board = Board(chaos(quest="valkia:1", battlefield="chaos-knights:1~", resources=4))
    board.use("valkia", target=board.id("chaos-knights"))
    board.effect()
    assert board.options("ChooseNumber") == ["number 0", "number 1"]
    stays = "whi.card.valkia-the-bloody: EffectFizzled seat 0 valkia-the-bloody valkia-the-bloody spared chaos-knights"
    assert board.do(pb.ChooseNumber(number=0)) == [stays, OVER]
    board.passing()
    board.use("valkia", target=board.id("chaos-knights"))
    board.effect()
    board.do(pb.ChooseNumber(number=1))
    assert (board.card("valkia").damage, board.card("chaos-knights").damage) == (0, 2)


@pytest.mark.rule("whi.card.valkia-the-bloody", "whi.kw.zone-effect")
def test_valkia_asks_for_damage_on_her_another_corrupted_unit_and_the_quest_zone() -> None:
    whole = Board(chaos(quest="valkia", resources=2), Side(kingdom="dark-zealot~"))
    use = pb.UseAction(card=whole.id("valkia"), target=whole.id("dark-zealot"))
    assert whole.refused(use) == [("whi.card.valkia-the-bloody", "there is no damage on her")]
    alone = Board(chaos(quest="valkia:1~", resources=2), Side(kingdom="dark-zealot"))
    for kind in ("valkia", "dark-zealot"):
        use = pb.UseAction(card=alone.id("valkia"), target=alone.id(kind))
        assert alone.cited(use) == ["whi.chain.targets-up-front"]
    away = Board(chaos(battlefield="valkia:1", resources=2), Side(kingdom="dark-zealot~"))
    use = pb.UseAction(card=away.id("valkia"), target=away.id("dark-zealot"))
    assert away.cited(use) == ["whi.kw.zone-effect"]


@pytest.mark.rule("whi.card.valkia-the-bloody", "whi.chain.source-independent", "whi.effects.leave-play-reset")
def test_nothing_moves_from_a_valkia_who_is_gone_and_a_fact_says_so() -> None:
    board = Board(chaos(quest="valkia:3", resources=2), chaos(quest="nurgle-sorcerer dark-zealot~", resources=3))
    board.use("valkia", target=board.id("dark-zealot"))
    board.use("nurgle-sorcerer", target=board.id("valkia"))
    assert resolves(board)[-4:] == [
        OVER,
        BEGAN,
        "whi.effects.leave-play-reset: EffectFizzled seat 0 valkia-the-bloody",
        OVER,
    ]
    assert board.card("dark-zealot").damage == 0


@pytest.mark.rule("whi.card.valkia-the-bloody")
def test_nothing_moves_from_a_valkia_who_was_healed_and_a_fact_says_so() -> None:
    board = Board(chaos(quest="valkia:1", resources=20, hand="greater-heal"), chaos(quest="dark-zealot~"))
    board.use("valkia", target=board.id("dark-zealot"))
    board.passing()
    board.tactic("greater-heal")
    assert resolves(board)[-3:] == [
        BEGAN,
        "whi.card.valkia-the-bloody: EffectFizzled seat 0 valkia-the-bloody valkia-the-bloody passed_over ChooseNumber",
        OVER,
    ]


# 88 Melekh the Changer.


@pytest.mark.rule("whi.card.melekh-the-changer", "whi.constant.always")
def test_melekh_has_power_for_each_corrupted_card_of_opponents() -> None:
    board = Board(
        chaos(kingdom="melekh dark-zealot*2~", hand="seduced-by-darkness"),
        Side(kingdom="dark-zealot~ dark-zealot", quest="boar-boyz~", battlefield="chaos-knights"),
    )
    assert power_of(board, "melekh") == 3
    board.tactic("seduced", target=board.id("chaos-knights"))
    board.effect()
    assert power_of(board, "melekh") == 4


# 89 Fledgling Chaos Spawn.

SPAWN = triggers("fledgling-chaos-spawn", "damage", "battlefield-0", subject="fledgling-chaos-spawn")


@pytest.mark.rule("whi.card.fledgling-chaos-spawn", "whi.forced.self-referential", "whi.forced.target")
def test_a_chaos_spawn_that_is_destroyed_damages_a_unit_in_a_battlefield() -> None:
    board = Board(
        chaos(quest="nurgle-sorcerer", battlefield="fledgling-chaos-spawn boar-boyz", resources=3),
        Side(battlefield="dark-zealot", kingdom="chaos-knights"),
    )
    board.use("nurgle-sorcerer", target=board.id("fledgling"))
    assert board.effect()[2:] == ["whi.card.hit-points: CardLeft fledgling-chaos-spawn departure destroyed", *SPAWN]
    assert board.moves() == ["ChooseTarget target boar-boyz", "ChooseTarget target dark-zealot"]
    assert board.cited(pb.ChooseTarget(target=board.id("chaos-knights"))) == ["whi.chain.targets-up-front"]
    assert board.do(pb.ChooseTarget(target=board.id("dark-zealot"))) == [
        "whi.card.fledgling-chaos-spawn: DamageAssigned (target dark-zealot seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target dark-zealot seat 0 cancellable 1)",
        HAPPENED,
        OVER,
    ]


@pytest.mark.rule(
    "whi.card.fledgling-chaos-spawn", "whi.sacrifice.absolute", "whi.kw.zone-effect", "whi.sacrifice.no-destruction"
)
def test_a_chaos_spawn_that_is_sacrificed_or_destroyed_elsewhere_damages_nobody() -> None:
    board = Board(
        chaos(battlefield="fledgling-chaos-spawn dark-zealot", hand="culling-the-weak", resources=9),
        Side(battlefield="chaos-knights"),
    )
    board.tactic("culling", sacrifice=board.id("fledgling"))
    assert named(board.effect(), "EffectTriggered") == []
    away = Board(
        chaos(quest="nurgle-sorcerer fledgling-chaos-spawn", battlefield="dark-zealot", resources=3),
        Side(battlefield="chaos-knights"),
    )
    away.use("nurgle-sorcerer", target=away.id("fledgling"))
    assert away.effect()[2:] == ["whi.card.hit-points: CardLeft fledgling-chaos-spawn departure destroyed"]


@pytest.mark.rule("whi.card.fledgling-chaos-spawn", "whi.forced.target")
def test_an_own_unit_has_to_be_chosen_where_it_is_the_only_one() -> None:
    board = Board(chaos(quest="nurgle-sorcerer", battlefield="fledgling-chaos-spawn servants-of-khorne", resources=3))
    board.use("nurgle-sorcerer", target=board.id("fledgling"))
    assert named(board.effect(), "CardLeft") == [
        "CardLeft fledgling-chaos-spawn departure destroyed",
        "CardLeft servants-of-khorne departure destroyed",
    ]


# 90 Savage Gors.


@pytest.mark.rule("whi.card.savage-gors", "whi.combat.count-damage")
@pytest.mark.parametrize(("developments", "share"), [((0, 0, 2), 3), ((0, 0, 3), 3), ((0, 0, 1), 1), ((2, 2, 1), 1)])
def test_savage_gors_deal_more_as_attackers_with_developments_beside_them(
    developments: tuple[int, int, int], share: int
) -> None:
    board = Board(
        chaos(battlefield="savage-gors", developments=developments), Side(developments=(3, 3, 3)), entry="combat"
    )
    board.both_pass()
    board.attack("savage-gors")
    assert power_of(board, "savage-gors") == 1
    board.both_pass()
    assert named(board.both_pass(), "DamageCounted", "DamageAssigned") == [
        f"DamageCounted (savage-gors cancellable {share})",
        f"DamageAssigned (target kingdom-1 seat 0 cancellable {share}) combat step",
    ]


@pytest.mark.rule("whi.card.savage-gors", "whi.constant.net")
def test_it_is_damage_and_no_power() -> None:
    board = Board(
        chaos(battlefield="savage-gors", developments=(0, 0, 2)),
        Side(capital="orc", hand="favour-of-mork", quest="squig-herders", resources=1),
        entry="combat",
    )
    board.both_pass()
    board.attack("savage-gors")
    board.passing()
    board.tactic("favour", target=board.id("savage-gors"), other=board.id("squig"))
    board.both_pass()
    board.both_pass()
    assert named(board.both_pass(), "DamageCounted") == ["DamageCounted (savage-gors cancellable 2)"]


@pytest.mark.rule("whi.card.savage-gors")
def test_savage_gors_that_defend_deal_their_power() -> None:
    board = Board(
        Side(battlefield="dark-zealot"),
        chaos(battlefield="savage-gors", developments=(0, 0, 2)),
        entry="combat",
        zone=BATTLEFIELD,
    )
    board.both_pass()
    board.attack("dark-zealot")
    board.both_pass()
    board.defend("savage-gors")
    assert named(board.both_pass(), "DamageCounted") == [
        "DamageCounted (dark-zealot cancellable 1) (savage-gors cancellable 1)"
    ]


# 92 Bloodthirster.

GIVE_UP = triggers("bloodthirster", "sacrifice", "battlefield-0")


@pytest.mark.rule("whi.card.bloodthirster", "whi.effects.each-player")
def test_the_bloodthirster_makes_each_player_sacrifice_a_unit_beside_it() -> None:
    board = Board(
        chaos(battlefield="bloodthirster dark-zealot", kingdom="chaos-knights"),
        Side(battlefield="squig-herders boar-boyz", quest="big-uns"),
        entry="turn",
    )
    assert board.begun == ["whi.turn: TurnBegan seat 0", *GIVE_UP]
    assert (board.asked, board.moves()) == (0, ["ChooseUnit unit bloodthirster", "ChooseUnit unit dark-zealot"])
    assert board.cited(pb.ChooseUnit(unit=board.id("chaos-knights"))) == ["whi.card.bloodthirster"]
    assert board.do(pb.ChooseUnit(unit=board.id("dark-zealot"))) == [
        "whi.effects.each-player: ChoiceMade seat 0 bloodthirster targets dark-zealot"
    ]
    assert (board.asked, board.moves()) == (1, ["ChooseUnit unit boar-boyz", "ChooseUnit unit squig-herders"])
    assert board.do(pb.ChooseUnit(unit=board.id("boar"))) == [
        "whi.effects.each-player: ChoiceMade seat 1 bloodthirster targets boar-boyz",
        "whi.card.bloodthirster: CardLeft dark-zealot departure sacrificed",
        "whi.card.bloodthirster: CardLeft boar-boyz owner 1 departure sacrificed",
        HAPPENED,
        WINDOW_BEGINNING,
    ]


@pytest.mark.rule("whi.card.bloodthirster", "whi.effects.each-player")
def test_both_units_go_together_and_only_then_comes_what_that_triggers() -> None:
    board = Board(
        chaos(battlefield="bloodthirster zhufbar-engineers"), Side(battlefield="boar-boyz big-uns"), entry="turn"
    )
    board.do(pb.ChooseUnit(unit=board.id("zhufbar")))
    facts = board.do(pb.ChooseUnit(unit=board.id("boar")))
    assert named(facts, "CardLeft", "EffectTriggered") == [
        "CardLeft zhufbar-engineers departure sacrificed",
        "CardLeft boar-boyz owner 1 departure sacrificed",
        "EffectTriggered seat 0 zhufbar-engineers text sacrifice subject zhufbar-engineers place battlefield-0 forced",
        "CardLeft big-uns owner 1 departure sacrificed",
    ]


@pytest.mark.rule("whi.card.bloodthirster")
def test_a_bloodthirster_that_is_alone_in_its_zone_goes_itself() -> None:
    board = Board(chaos(kingdom="bloodthirster", battlefield="dark-zealot"), Side(battlefield="big-uns"), entry="turn")
    assert board.begun[3:] == [
        "whi.effects.each-player: ChoiceMade seat 0 bloodthirster targets bloodthirster",
        "whi.card.bloodthirster: EffectFizzled seat 1 bloodthirster bloodthirster",
        "whi.card.bloodthirster: CardLeft bloodthirster departure sacrificed",
        HAPPENED,
        WINDOW_BEGINNING,
    ]
    theirs = Board(chaos(battlefield="bloodthirster"), Side(battlefield="big-uns"), entry="turn", seat=1)
    assert theirs.begun == ["whi.turn: TurnBegan seat 1", WINDOW_BEGINNING]


@pytest.mark.rule("whi.card.bloodthirster", "whi.kw.toughness.mixed", "whi.kw.toughness.uncancellable")
def test_only_the_bloodthirsters_own_combat_damage_is_uncancellable() -> None:
    board = Board(chaos(battlefield="bloodthirster dark-zealot"), Side(kingdom="king-kazador hammerer"), entry="combat")
    board.both_pass()
    board.attack("bloodthirster dark-zealot")
    board.both_pass()
    board.defend("king-kazador hammerer")
    assert named(board.both_pass(), "DamageCounted") == [
        "DamageCounted (bloodthirster uncancellable 5) (dark-zealot cancellable 1)"
        " (king-kazador cancellable 3) (hammerer-of-karak-azul cancellable 1)"
    ]
    board.assign("king-kazador", sure="king-kazador*4 hammerer")
    board.assign("bloodthirster*4")
    assert named(board.both_pass(), "DamageCancelled", "DamageApplied") == [
        "DamageCancelled target king-kazador damage 1 by king-kazador",
        "DamageApplied (target king-kazador seat 0 uncancellable 4)"
        " (target hammerer-of-karak-azul seat 0 uncancellable 1) (target bloodthirster seat 1 cancellable 4) combat",
    ]


# 93 Cloud of Flies.

FLIES = triggers("cloud-of-flies", "damage", "battlefield-0", forced="")


@pytest.mark.rule("whi.card.cloud-of-flies", "whi.turn.beginning", "whi.attach.host")
def test_cloud_of_flies_damages_its_host_and_a_unit_if_its_player_likes() -> None:
    board = Board(chaos(battlefield="chaos-knights[cloud]"), Side(quest="hammerer contested-village"), entry="turn")
    assert board.begun == ["whi.turn: TurnBegan seat 0", *FLIES]
    assert board.moves() == [
        "ChooseTarget target chaos-knights",
        "ChooseTarget target hammerer-of-karak-azul",
        "Decline",
    ]
    assert board.cited(pb.ChooseTarget(target=board.id("contested-village"))) == ["whi.chain.targets-up-front"]
    points = "(target chaos-knights seat 0 uncancellable 1) (target hammerer-of-karak-azul seat 0 uncancellable 1)"
    assert board.do(pb.ChooseTarget(target=board.id("hammerer"))) == [
        f"whi.card.cloud-of-flies: DamageAssigned {points}",
        "whi.kw.toughness.uncancellable: EffectFizzled seat 1 hammerer-of-karak-azul hammerer-of-karak-azul",
        f"whi.damage.non-combat: DamageApplied {points}",
        HAPPENED,
        WINDOW_BEGINNING,
    ]


@pytest.mark.rule("whi.card.cloud-of-flies")
def test_cloud_of_flies_may_be_let_go() -> None:
    board = Board(chaos(battlefield="chaos-knights[cloud]"), Side(quest="hammerer"), entry="turn")
    let_go = "whi.card.cloud-of-flies: EffectFizzled seat 0 cloud-of-flies cloud-of-flies"
    assert board.do(pb.Decline()) == [let_go, HAPPENED, WINDOW_BEGINNING]


@pytest.mark.rule("whi.card.cloud-of-flies", "whi.types.attachment-falls")
def test_the_host_may_take_both_points() -> None:
    board = Board(chaos(battlefield="festering-nurglings[cloud]"), entry="turn")
    assert board.moves() == ["ChooseTarget target festering-nurglings", "Decline"]
    assert named(board.do(pb.ChooseTarget(target=board.id("festering"))), "CardLeft") == [
        "CardLeft festering-nurglings departure destroyed",
        "CardLeft cloud-of-flies departure sacrificed",
    ]


@pytest.mark.rule("whi.card.cloud-of-flies")
def test_cloud_of_flies_goes_on_an_own_unit_and_works_in_its_players_turn() -> None:
    board = Board(chaos(quest="dark-zealot", hand="cloud-of-flies"), Side(quest="big-uns"))
    assert board.options("PlayAttachment") == ["cloud-of-flies host dark-zealot"]
    attach = pb.PlayAttachment(card=board.in_hand("cloud"), host=board.id("big-uns"))
    assert board.cited(attach) == ["whi.attach.host"]
    theirs = Board(chaos(battlefield="chaos-knights[cloud]"), entry="turn", seat=1)
    assert theirs.begun == ["whi.turn: TurnBegan seat 1", WINDOW_BEGINNING]


@pytest.mark.rule("whi.card.cloud-of-flies", "whi.forced.order")
def test_cloud_of_flies_comes_before_forced_effects() -> None:
    board = Board(chaos(battlefield="doom-divers bloodthirster[cloud]"), entry="turn")
    board.do(pb.ChooseTarget(target=board.id("doom-divers")))
    assert board.card("doom-divers").damage == 1
    assert board.moves() == ["ChooseNext bloodthirster sacrifice", "ChooseNext doom-divers dive"]
    board.next("bloodthirster")
    assert named(board.do(pb.ChooseUnit(unit=board.id("doom-divers"))), "EffectLapsed", "DamageApplied") == [
        "EffectLapsed"
    ]


# 94 Horrific Mutation.


@pytest.mark.rule("whi.card.horrific-mutation", "whi.combat.assign.remaining-hp", "whi.damage.zero-hp")
def test_defenders_have_fewer_hit_points_while_the_host_attacks() -> None:
    board = Board(
        chaos(battlefield="dark-zealot[horrific] chaos-knights"),
        Side(kingdom="black-orc-squad lobber-crew squig-herders:1", quest="boar-boyz"),
        entry="combat",
    )
    board.both_pass()
    board.attack("dark-zealot")
    assert hit_points(board.state, board.card("black-orc-squad")) == 4
    board.both_pass()
    assert board.defend("black-orc-squad lobber-crew squig-herders") == [
        "whi.combat.defenders: DefendersDeclared black-orc-squad lobber-crew squig-herders",
        "whi.damage.zero-hp: CardLeft lobber-crew owner 1 departure destroyed",
        "whi.card.hit-points: CardLeft squig-herders owner 1 departure destroyed",
        "whi.combat.window-each-step: WindowOpened window defenders",
    ]
    numbers = {card.kind: hit_points(board.state, card) for card in board.state.cards if card.printed.type == "unit"}
    assert numbers == {"dark-zealot": 3, "chaos-knights": 4, "black-orc-squad": 3, "boar-boyz": 4}
    board.until(pb.WINDOW_APPLIED)
    assert hit_points(board.state, board.card("black-orc-squad")) == 3
    board.both_pass()
    assert hit_points(board.state, board.card("black-orc-squad")) == 4


@pytest.mark.rule("whi.card.horrific-mutation")
def test_defenders_are_whole_where_the_host_does_not_attack_or_has_left() -> None:
    idle = Board(
        chaos(battlefield="dark-zealot[horrific] chaos-knights"), Side(kingdom="black-orc-squad"), entry="combat"
    )
    idle.both_pass()
    idle.attack("chaos-knights")
    idle.both_pass()
    idle.defend("black-orc-squad")
    assert hit_points(idle.state, idle.card("black-orc-squad")) == 4
    board = Board(
        chaos(battlefield="dark-zealot:2[horrific] chaos-knights"),
        chaos(kingdom="black-orc-squad", hand="blood-for-the-blood-god", resources=3),
        entry="combat",
    )
    board.both_pass()
    board.attack("dark-zealot chaos-knights")
    board.both_pass()
    board.defend("black-orc-squad")
    assert hit_points(board.state, board.card("black-orc-squad")) == 3
    board.passing()
    board.tactic("blood-for", target=board.id("dark-zealot"))
    board.both_pass()
    assert hit_points(board.state, board.card("black-orc-squad")) == 4


@pytest.mark.rule("whi.card.horrific-mutation", "whi.kw.counterstrike", "whi.kw.counterstrike.combat-damage")
def test_a_defender_that_the_mutation_destroys_still_counterstrikes() -> None:
    board = Board(
        chaos(battlefield="dark-zealot[horrific horrific]"), Side(kingdom="reiksguard-knights"), entry="combat"
    )
    board.both_pass()
    board.attack("dark-zealot")
    board.both_pass()
    assert named(board.defend("reiksguard"), "CardLeft", "DamageApplied") == [
        "CardLeft reiksguard-knights owner 1 departure destroyed",
        "DamageApplied (target dark-zealot seat 1 uncancellable 2) combat",
    ]


@pytest.mark.rule("whi.card.horrific-mutation", "whi.attach.host")
def test_horrific_mutation_goes_on_an_own_unit() -> None:
    board = Board(chaos(quest="dark-zealot", hand="horrific-mutation", resources=1), Side(quest="big-uns"))
    assert board.options("PlayAttachment") == ["horrific-mutation host dark-zealot"]


# 95 Sadistic Mutation.

SADISTIC = triggers("sadistic-mutation", "damage", "battlefield-0", subject="dark-zealot")


def fought(board: Board, attackers: str, defenders: str = "") -> list[str]:
    """Both fight, and all damage that is to be assigned is, to the first that there is; what applying it led to."""
    board.both_pass()
    board.attack(attackers)
    board.both_pass()
    if defenders:
        board.defend(defenders)
    board.until(pb.WINDOW_ASSIGNED)
    return board.both_pass()[2:]


@pytest.mark.rule("whi.card.sadistic-mutation", "whi.damage.dealt-in-combat", "whi.damage.capital-target")
def test_sadistic_mutation_damages_a_unit_or_a_section_when_its_host_deals_combat_damage() -> None:
    board = Board(
        chaos(battlefield="dark-zealot[sadistic]"), Side(quest="big-uns", burning="battlefield"), entry="combat"
    )
    assert fought(board, "dark-zealot") == [
        "whi.combat.apply: DamageDue",
        "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 1) combat",
        *SADISTIC,
    ]
    assert board.options("ChooseTarget target") == [
        "battlefield-0",
        "big-uns",
        "dark-zealot",
        "kingdom-0",
        "kingdom-1",
        "quest-0",
        "quest-1",
    ]
    assert board.cited(pb.ChooseTarget(target=pb.PLACE_BATTLEFIELD_1)) == ["whi.chain.targets-up-front"]
    assert board.do(pb.ChooseTarget(target=pb.PLACE_QUEST_1)) == [
        "whi.card.sadistic-mutation: DamageAssigned (target quest-1 seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target quest-1 seat 0 cancellable 1)",
        HAPPENED,
        "whi.combat.apply.window: WindowOpened window applied",
    ]


@pytest.mark.rule("whi.card.sadistic-mutation", "whi.damage.dealt-in-combat")
def test_sadistic_mutation_does_nothing_where_all_of_the_damage_was_cancelled_or_lost() -> None:
    board = Board(chaos(battlefield="dark-zealot[sadistic]"), Side(kingdom="hammerer"), entry="combat")
    facts = fought(board, "dark-zealot", "hammerer")
    assert named(facts, "DamageCancelled", "EffectTriggered") == [
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul"
    ]
    burnt = Board(chaos(battlefield="dark-zealot[sadistic]"), Side(burning="kingdom"), entry="combat")
    assert named(fought(burnt, "dark-zealot"), "EffectTriggered") == []


@pytest.mark.rule("whi.card.sadistic-mutation", "whi.types.attachment-falls")
def test_a_host_that_is_destroyed_in_that_moment_takes_the_mutation_with_it() -> None:
    board = Board(chaos(battlefield="dark-zealot:2[sadistic]"), Side(kingdom="boar-boyz"), entry="combat")
    assert named(fought(board, "dark-zealot", "boar-boyz"), "CardLeft", "EffectTriggered", "EffectLapsed") == [
        "EffectTriggered seat 0 sadistic-mutation text damage subject dark-zealot place battlefield-0 forced",
        "CardLeft dark-zealot departure destroyed",
        "CardLeft sadistic-mutation departure sacrificed",
        "EffectLapsed",
    ]


@pytest.mark.rule("whi.card.sadistic-mutation", "whi.kw.counterstrike")
def test_counterstrike_and_defending_are_combat_damage_of_the_host() -> None:
    board = Board(Side(battlefield="chaos-knights"), chaos(kingdom="cold-one-riders[sadistic]"), entry="combat")
    board.both_pass()
    board.attack("chaos-knights")
    board.both_pass()
    facts = board.defend("cold-one")
    assert facts[-2:] == triggers("sadistic-mutation", "damage", "kingdom-1", seat=1, subject="cold-one-riders")[:1] + [
        "whi.forced.order: EffectBegan effect 2"
    ]
    board.do(pb.ChooseTarget(target=board.id("chaos-knights")))
    assert board.card("chaos-knights").damage == 2


# 96 Warpstone Meteor.

STRIKE = triggers("warpstone-meteor", "strike", "quest-0")


@pytest.mark.rule("whi.card.warpstone-meteor", "whi.effects.or", "whi.effects.each-player")
def test_warpstone_meteor_makes_each_player_corrupt_a_unit_or_take_damage() -> None:
    board = Board(
        chaos(quest="warpstone-meteor dark-zealot chaos-knights dark-zealot~"),
        Side(quest="boar-boyz", kingdom="big-uns", burning="kingdom"),
        entry="turn",
    )
    assert board.begun == ["whi.turn: TurnBegan seat 0", *STRIKE]
    assert board.moves() == ["ChooseOption option corrupt", "ChooseOption option damage"]
    assert board.do(pb.ChooseOption(option="corrupt")) == []
    assert board.moves() == ["ChooseUnit unit chaos-knights", "ChooseUnit unit dark-zealot"]
    assert board.do(pb.ChooseUnit(unit=board.id("chaos-knights"))) == [
        "whi.effects.each-player: ChoiceMade seat 0 warpstone-meteor option corrupt targets chaos-knights"
    ]
    assert (board.asked, board.moves()) == (1, ["ChooseOption option corrupt", "ChooseOption option damage"])
    assert board.do(pb.ChooseOption(option="damage")) == []
    assert (board.asked, board.moves()) == (1, ["ChoosePlace place battlefield-1", "ChoosePlace place quest-1"])
    assert board.do(pb.ChoosePlace(place=pb.PLACE_BATTLEFIELD_1)) == [
        "whi.effects.each-player: ChoiceMade seat 1 warpstone-meteor option damage targets battlefield-1",
        "whi.card.warpstone-meteor: UnitCorrupted chaos-knights",
        "whi.card.warpstone-meteor: DamageAssigned (target battlefield-1 seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target battlefield-1 seat 0 cancellable 1)",
        HAPPENED,
        WINDOW_BEGINNING,
    ]


@pytest.mark.rule("whi.card.warpstone-meteor", "whi.effects.or")
def test_only_what_can_be_carried_out_in_full_may_be_chosen() -> None:
    board = Board(
        chaos(kingdom="warpstone-meteor dark-zealot~", quest="chaos-knights"), Side(kingdom="boar-boyz"), entry="turn"
    )
    assert board.options("ChoosePlace place") == ["battlefield-0", "kingdom-0", "quest-0"]
    board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_0))
    assert board.asked == 1
    assert board.do(pb.ChooseOption(option="corrupt"))[:2] == [
        "whi.effects.each-player: ChoiceMade seat 1 warpstone-meteor option corrupt targets boar-boyz",
        "whi.card.warpstone-meteor: UnitCorrupted boar-boyz",
    ]
    assert board.card("boar-boyz").corrupted and board.section(2).damage == 1


@pytest.mark.rule("whi.card.warpstone-meteor", "whi.effects.or", "whi.cannot.absolute")
def test_a_unit_that_cannot_become_corrupted_does_not_keep_the_meteor_off() -> None:
    board = Board(chaos(quest="warpstone-meteor boar-boyz[blessing] chaos-knights~"), Side(), entry="turn")
    assert board.moves() == [f"ChoosePlace place {zone}-0" for zone in ("battlefield", "kingdom", "quest")]
    assert board.refused(pb.ChooseOption(option="corrupt")) == [
        ("whi.corrupt.twice", "Chaos Knights is corrupted already"),
        ("whi.cannot.absolute", "Boar Boyz cannot become corrupted"),
    ]


@pytest.mark.rule("whi.card.warpstone-meteor", "whi.effects.or")
def test_where_no_unit_is_the_refusal_says_so_and_damage_goes_to_no_burning_section() -> None:
    board = Board(chaos(quest="warpstone-meteor", burning="kingdom"), Side(), entry="turn")
    assert board.refused(pb.ChooseOption(option="corrupt")) == [
        ("whi.effects.or", "you have no unit in the Quest zone of seat 0")
    ]
    assert board.refused(pb.ChoosePlace(place=pb.PLACE_KINGDOM_0)) == [
        ("whi.burn.still-works", "the Kingdom of seat 0 burns, and takes no damage any more")
    ]


@pytest.mark.rule("whi.card.warpstone-meteor", "whi.corrupt.mark", "whi.cannot.absolute")
def test_of_several_units_those_that_cannot_become_corrupted_are_refused_by_name() -> None:
    kept = chaos(quest="warpstone-meteor boar-boyz[blessing] chaos-knights~ dark-zealot*2")
    board = Board(kept, Side(), entry="turn")
    board.do(pb.ChooseOption(option="corrupt"))
    assert board.options("ChooseUnit unit") == ["dark-zealot", "dark-zealot"]
    assert board.refused(pb.ChooseUnit(unit=board.id("boar-boyz"))) == [
        ("whi.cannot.absolute", "Boar Boyz cannot become corrupted")
    ]
    assert board.refused(pb.ChooseUnit(unit=board.id("chaos-knights"))) == [
        ("whi.corrupt.twice", "Chaos Knights is corrupted already")
    ]


@pytest.mark.rule("whi.card.warpstone-meteor", "whi.turn.beginning")
def test_warpstone_meteor_strikes_in_its_players_turn_only() -> None:
    theirs = Board(chaos(quest="warpstone-meteor"), entry="turn", seat=1)
    assert theirs.begun == ["whi.turn: TurnBegan seat 1", WINDOW_BEGINNING]


# 97 Journey to the Gate.


@pytest.mark.rule("whi.card.journey-to-the-gate", "whi.quest.tokens")
def test_journey_to_the_gate_gains_a_token_each_own_turn_while_a_unit_works_on_it() -> None:
    board = Board(chaos(quest="journey+2 dark-zealot@journey"), entry="turn")
    assert board.begun[3:] == [
        "whi.quest.tokens: TokenGained quest journey-to-the-gate tokens 1",
        HAPPENED,
        WINDOW_BEGINNING,
    ]
    assert board.options("UseAction") == ["journey-to-the-gate"]


@pytest.mark.rule("whi.card.journey-to-the-gate", "whi.quest.sacrifice-cost")
def test_journey_to_the_gate_makes_the_opponent_discard_the_hand() -> None:
    board = Board(chaos(quest="journey+3 dark-zealot@journey", hand="dark-zealot"), Side(hand="pillage waaagh pillage"))
    assert board.use("journey") == [
        "whi.action.in-play: ActionUsed seat 0 journey-to-the-gate",
        "whi.chain.costs-up-front: CardLeft dark-zealot departure sacrificed",
        "whi.quest.unit-leaves: QuestAbandoned quest journey-to-the-gate tokens 3",
    ]
    assert board.effect() == ["whi.card.journey-to-the-gate: HandDiscarded seat 1 pillage*2 waaagh"]
    assert (board.hand(0), board.hand(1), board.discard(1)) == ("dark-zealot", "", "pillage*2 waaagh")


@pytest.mark.rule("whi.card.journey-to-the-gate", "whi.play.your-turn")
def test_journey_to_the_gate_asks_for_tokens_and_the_own_turn() -> None:
    board = Board(chaos(quest="journey+2 dark-zealot@journey"), Side(hand="pillage"))
    assert board.refused(pb.UseAction(card=board.id("journey"))) == [
        ("whi.card.journey-to-the-gate", "it has 2 tokens and needs 3")
    ]
    theirs = Board(chaos(quest="journey+3 dark-zealot@journey"), Side(hand="pillage"), seat=1)
    theirs.passing()
    assert theirs.cited(pb.UseAction(card=theirs.id("journey"))) == ["whi.play.your-turn"]


@pytest.mark.rule("whi.card.journey-to-the-gate")
def test_an_empty_hand_is_no_obstacle() -> None:
    board = Board(chaos(quest="journey+3 dark-zealot@journey"))
    board.use("journey")
    assert board.effect() == [
        "whi.card.journey-to-the-gate: EffectFizzled seat 1 journey-to-the-gate journey-to-the-gate"
    ]


# 98 Shrine to Nurgle.


@pytest.mark.rule("whi.card.shrine-to-nurgle", "whi.damage.dealt")
def test_shrine_to_nurgle_corrupts_opponents_units_that_are_dealt_combat_damage() -> None:
    board = Board(
        chaos(kingdom="shrine-to-nurgle", battlefield="chaos-knights"),
        Side(quest="boar-boyz hammerer dark-zealot"),
        entry="combat",
        zone=QUEST,
    )
    board.both_pass()
    board.attack("chaos-knights")
    board.both_pass()
    board.defend("boar-boyz hammerer dark-zealot")
    board.both_pass()
    board.assign("boar-boyz boar-boyz hammerer")
    assert named(board.both_pass(), "DamageCancelled", "EffectTriggered", "UnitCorrupted") == [
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "EffectTriggered seat 0 shrine-to-nurgle text corrupt subject boar-boyz place kingdom-0 forced",
        "UnitCorrupted boar-boyz",
    ]


@pytest.mark.rule("whi.card.shrine-to-nurgle", "whi.kw.counterstrike", "whi.combat.corrupt-after-declare")
def test_counterstrike_counts_and_a_corrupted_attacker_goes_on_attacking() -> None:
    board = Board(
        Side(battlefield="chaos-knights"),
        chaos(kingdom="shrine-to-nurgle cold-one-riders"),
        entry="combat",
    )
    board.both_pass()
    board.attack("chaos-knights")
    board.both_pass()
    assert named(board.defend("cold-one"), "UnitCorrupted") == ["UnitCorrupted chaos-knights"]
    assert named(board.both_pass(), "DamageCounted") == [
        "DamageCounted (chaos-knights cancellable 3) (cold-one-riders cancellable 2)"
    ]


@pytest.mark.rule("whi.card.shrine-to-nurgle", "whi.kw.zone-effect")
def test_shrine_to_nurgle_looks_at_nothing_else() -> None:
    board = Board(chaos(battlefield="shrine-to-nurgle chaos-knights"), Side(kingdom="boar-boyz"), entry="combat")
    assert named(fought(board, "chaos-knights", "boar-boyz"), "EffectTriggered", "UnitCorrupted") == []
    other = Board(chaos(kingdom="shrine-to-nurgle", quest="nurgle-sorcerer", resources=3), Side(kingdom="boar-boyz"))
    other.use("nurgle-sorcerer", target=other.id("boar-boyz"))
    assert named(other.effect(), "EffectTriggered", "UnitCorrupted") == []


@pytest.mark.rule("whi.card.shrine-to-nurgle")
def test_a_unit_that_the_damage_destroyed_is_corrupted_no_more() -> None:
    board = Board(
        chaos(kingdom="shrine-to-nurgle", battlefield="dark-zealot"), Side(kingdom="squig-herders:1"), entry="combat"
    )
    facts = fought(board, "dark-zealot", "squig-herders")
    assert named(facts, "CardLeft", "EffectTriggered", "UnitCorrupted", "EffectBegan") == [
        "EffectTriggered seat 0 shrine-to-nurgle text corrupt subject squig-herders place kingdom-0 forced",
        "CardLeft squig-herders owner 1 departure destroyed",
        "EffectBegan effect 1",
    ]
