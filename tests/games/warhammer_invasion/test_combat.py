"""The battlefield phase and the five steps of an attack (rulebook p.12-13)."""

import pytest

from rulekeeper.games.warhammer_invasion.state import KINGDOM, QUEST
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

BATTLEFIELD_PHASE = 5


def attacked(*sides: Side, zone: int = KINGDOM, attackers: str = "", defenders: str | None = None) -> Board:
    """An attack in its window after step 2, or after step 3 where defenders are named."""
    board = Board(*sides, entry="combat", zone=zone)
    board.both_pass()
    board.attack(attackers)
    if defenders is not None:
        board.both_pass()
        board.defend(defenders)
    return board


# The phase, and its one attack.


@pytest.mark.rule("whi.battlefield", "whi.combat.target")
def test_the_active_player_may_attack_any_zone_of_the_opponent_or_none() -> None:
    board = Board(Side(battlefield="black-orc"), Side(burning="kingdom"), phase=BATTLEFIELD_PHASE)
    assert board.begun == ["whi.turn: TurnResumed seat 0", "whi.battlefield: PhaseBegan seat 0 phase battlefield"]
    assert (board.asked, board.rule) == (0, "whi.battlefield")
    assert board.moves() == [
        "DeclareNoAttack",
        "DeclareTarget zone battlefield",
        "DeclareTarget zone kingdom",
        "DeclareTarget zone quest",
    ]
    assert board.do(pb.DeclareTarget(zone=pb.ZONE_KINGDOM)) == [
        "whi.combat.target: AttackDeclared seat 0 place kingdom-1",
        "whi.combat.window-each-step: WindowOpened window target",
    ]


@pytest.mark.rule("whi.combat.one-attack")
def test_a_second_attack_in_the_phase_is_refused() -> None:
    board = Board(Side(battlefield="black-orc"), Side(), phase=BATTLEFIELD_PHASE)
    board.do(pb.DeclareTarget(zone=pb.ZONE_QUEST))
    board.both_pass()
    board.attack("black-orc")
    board.until(pb.WINDOW_APPLIED)
    assert board.cited(pb.DeclareTarget(zone=pb.ZONE_KINGDOM)) == ["whi.combat.one-attack"]
    facts = board.both_pass()
    assert facts[2:] == [
        "whi.combat.attack-state-ends: AttackOver",
        "whi.turn.end: PhaseBegan seat 0 phase end",
        "whi.turn.end: WindowOpened window end",
    ]
    assert board.cited(pb.DeclareTarget(zone=pb.ZONE_KINGDOM)) == ["whi.combat.one-attack"]


@pytest.mark.rule("whi.combat.one-attack", "whi.battlefield")
def test_where_no_attack_is_made_one_window_opens_and_no_step_of_combat_takes_place() -> None:
    board = Board(Side(battlefield="black-orc"), Side(), phase=BATTLEFIELD_PHASE)
    assert board.do(pb.DeclareNoAttack()) == ["whi.combat.no-attack-window: WindowOpened window no-attack"]
    assert board.both_pass() == [
        "whi.window.consecutive-pass: Passed seat 0",
        "whi.window.consecutive-pass: Passed seat 1",
        "whi.turn.end: PhaseBegan seat 0 phase end",
        "whi.turn.end: WindowOpened window end",
    ]


# The five steps, each with its window.


@pytest.mark.rule("whi.combat", "whi.combat.five-steps", "whi.combat.window-each-step")
def test_an_attack_has_five_steps_with_a_window_after_each() -> None:
    board = Board(Side(battlefield="black-orc"), Side(quest="black-orc"), phase=BATTLEFIELD_PHASE)
    facts = board.do(pb.DeclareTarget(zone=pb.ZONE_QUEST))
    facts += [*board.both_pass(), *board.attack("black-orc")]
    facts += [*board.both_pass(), *board.defend("black-orc")]
    facts += [*board.both_pass(), *board.both_pass(), *board.both_pass()]
    assert [line for line in facts if "Passed" not in line] == [
        "whi.combat.target: AttackDeclared seat 0 place quest-1",
        "whi.combat.window-each-step: WindowOpened window target",
        "whi.combat.attackers: AttackersDeclared black-orc-squad",
        "whi.combat.window-each-step: WindowOpened window attackers",
        "whi.combat.defenders: DefendersDeclared black-orc-squad",
        "whi.combat.window-each-step: WindowOpened window defenders",
        "whi.combat.count-damage: DamageCounted (black-orc-squad cancellable 1) (black-orc-squad cancellable 1)",
        "whi.combat.attacker-assigns-first: DamageAssigned (target black-orc-squad seat 0 cancellable 1) combat step",
        "whi.combat.assign.defender-to-attackers: DamageAssigned (target black-orc-squad seat 1 cancellable 1)"
        " combat step",
        "whi.combat.assign.window: WindowOpened window assigned",
        "whi.combat.apply: DamageDue",
        "whi.combat.apply: DamageApplied (target black-orc-squad seat 0 cancellable 1)"
        " (target black-orc-squad seat 1 cancellable 1) combat",
        "whi.combat.apply.window: WindowOpened window applied",
        "whi.combat.attack-state-ends: AttackOver",
        "whi.turn.end: PhaseBegan seat 0 phase end",
        "whi.turn.end: WindowOpened window end",
    ]


@pytest.mark.rule("whi.combat.window-each-step")
def test_the_next_step_begins_only_when_both_have_declined_in_succession() -> None:
    board = Board(
        Side(battlefield="black-orc", hand="demoralise", resources=9),
        Side(quest="black-orc"),
        entry="combat",
        zone=QUEST,
    )
    board.passing()
    assert (board.asked, board.state.turn.window) == (1, pb.WINDOW_TARGET)
    board.passing()
    assert (board.asked, board.rule) == (0, "whi.combat.attackers")
    board.attack("black-orc")
    board.tactic("demoralise", target=board.id("black-orc", 1))
    board.both_pass()
    # After a chain both have to decline again.
    assert (board.asked, board.state.turn.window) == (1, pb.WINDOW_ATTACKERS)
    board.passing()
    assert (board.asked, board.state.turn.window) == (0, pb.WINDOW_ATTACKERS)
    board.passing()
    assert (board.asked, board.rule) == (1, "whi.combat.defenders")


@pytest.mark.rule("whi.combat.apply.window")
def test_after_the_damage_there_is_a_last_window_and_then_the_phase_ends() -> None:
    board = attacked(Side(battlefield="black-orc"), attackers="black-orc")
    board.until(pb.WINDOW_APPLIED)
    assert board.section(5).damage == 1
    board.passing()
    assert board.state.turn.phase == BATTLEFIELD_PHASE
    assert board.passing() == [
        "whi.window.consecutive-pass: Passed seat 1",
        "whi.combat.attack-state-ends: AttackOver",
        "whi.turn: TurnResumed seat 0",
        "whi.turn.end: PhaseBegan seat 0 phase end",
        "whi.turn.end: WindowOpened window end",
    ]


# 1. The target.


@pytest.mark.rule("whi.combat.target-before-attackers")
def test_the_target_is_named_before_the_attackers_who_cannot_alter_it() -> None:
    board = Board(Side(battlefield="black-orc"), Side(quest="black-orc"), phase=BATTLEFIELD_PHASE)
    assert board.cited(pb.DeclareAttackers(units=board.ids("black-orc", 0))) == ["whi.combat.attackers"]
    board.do(pb.DeclareTarget(zone=pb.ZONE_QUEST))
    board.both_pass()
    assert board.rule == "whi.combat.attackers"
    assert board.cited(pb.DeclareTarget(zone=pb.ZONE_KINGDOM)) == ["whi.combat.one-attack"]
    board.attack("black-orc")
    assert board.combat.place == 6


@pytest.mark.rule("whi.combat.target", "whi.combat.assign.burning")
def test_an_empty_zone_and_a_burning_one_may_be_named() -> None:
    board = Board(Side(battlefield="black-orc"), Side(burning="quest"), phase=BATTLEFIELD_PHASE)
    board.do(pb.DeclareTarget(zone=pb.ZONE_QUEST))
    board.both_pass()
    board.attack("black-orc")
    assert board.combat.attackers == (board.id("black-orc"),)


# 2. Attackers.


@pytest.mark.rule("whi.combat.attackers")
def test_only_units_of_the_own_battlefield_attack() -> None:
    board = Board(
        Side(quest="huntsmen", battlefield="boar-boyz", kingdom="black-orc"),
        Side(battlefield="savage-marauders"),
        entry="combat",
    )
    board.both_pass()
    assert board.moves() == ["DeclareAttackers", "DeclareAttackers boar-boyz"]
    for other in ("huntsmen", "black-orc", "savage-marauders"):
        assert board.cited(pb.DeclareAttackers(units=[board.id(other)])) == ["whi.combat.attackers"]
    assert board.attack("boar-boyz")[0] == "whi.combat.attackers: AttackersDeclared boar-boyz"


@pytest.mark.rule("whi.combat.attackers", "whi.corrupt.no-combat")
def test_a_corrupted_unit_cannot_be_declared_as_attacker() -> None:
    board = Board(Side(battlefield="black-orc~ boar-boyz"), entry="combat")
    board.both_pass()
    assert board.moves() == ["DeclareAttackers", "DeclareAttackers boar-boyz"]
    assert board.refused(pb.DeclareAttackers(units=board.ids("black-orc boar-boyz"))) == [
        ("whi.corrupt.no-combat", "Black Orc Squad is corrupted")
    ]


@pytest.mark.rule("whi.combat.attackers")
def test_a_unit_may_attack_in_the_turn_in_which_it_was_played() -> None:
    board = Board(Side(hand="black-orc", resources=7))
    board.do(pb.PlayUnit(card=board.in_hand("black-orc"), zone=pb.ZONE_BATTLEFIELD))
    board.both_pass()
    board.both_pass()
    board.do(pb.DeclareTarget(zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert board.moves() == ["DeclareAttackers", "DeclareAttackers black-orc-squad"]


@pytest.mark.rule("whi.combat.no-attackers")
@pytest.mark.parametrize("battlefield", ["", "black-orc"])
def test_without_attackers_the_attack_is_over_after_that_steps_window(battlefield: str) -> None:
    board = Board(Side(battlefield=battlefield), Side(kingdom="black-orc"), entry="combat")
    facts = board.both_pass()
    none = "whi.combat.attackers: EffectFizzled seat 0 passed_over DeclareAttackers"
    if battlefield:
        facts += board.attack()
        none = "whi.combat.no-attackers: EffectFizzled seat 0"
    assert facts[2:] == [
        none,
        "whi.combat.window-each-step: WindowOpened window attackers",
    ]
    assert board.both_pass()[2:] == [
        "whi.combat.no-attackers: EffectFizzled seat 1 passed_over DeclareDefenders",
        "whi.combat.attack-state-ends: AttackOver",
        "whi.turn: TurnResumed seat 0",
        "whi.turn.end: PhaseBegan seat 0 phase end",
        "whi.turn.end: WindowOpened window end",
    ]


@pytest.mark.rule("whi.combat.attackers-gone", "whi.kw.scout")
def test_when_the_attackers_are_gone_the_steps_go_on_without_them() -> None:
    board = attacked(
        Side(battlefield="black-orc", hand="demoralise waaagh"),
        Side(kingdom="dwarf-ranger", hand="pilgrimage", resources=9),
        attackers="black-orc",
    )
    board.passing()
    board.tactic("pilgrimage", target=board.id("black-orc"))
    board.both_pass()
    assert board.combat.attackers == ()
    board.both_pass()
    assert board.moves() == ["DeclareDefenders", "DeclareDefenders dwarf-ranger"]
    board.defend("dwarf-ranger")
    assert board.both_pass()[2:] == [
        "whi.combat.count-damage: DamageCounted (dwarf-ranger cancellable 1)",
        "whi.combat.count-damage: EffectFizzled seat 0 passed_over AssignDamage",
        "whi.combat.attackers-gone: EffectFizzled seat 1 passed_over AssignDamage missing 1",
        "whi.combat.assign.window: WindowOpened window assigned",
    ]
    facts = board.both_pass()[2:]
    assert facts[:2] == ["whi.combat.apply: DamageDue", "whi.combat.apply: DamageApplied combat"]
    assert named(facts, "HandCardDiscarded") == ["HandCardDiscarded seat 0 was black-orc-squad black-orc-squad"]
    assert (board.section(5).damage, len(board.player(0).hand)) == (0, 2)


@pytest.mark.rule("whi.combat.attackers-gone", "whi.kw.counterstrike")
def test_a_counterstrike_finds_no_target_when_the_attackers_are_gone() -> None:
    board = attacked(
        Side(battlefield="black-orc"),
        Side(kingdom="reiksguard", hand="pilgrimage", resources=9),
        attackers="black-orc",
    )
    board.passing()
    board.tactic("pilgrimage", target=board.id("black-orc"))
    board.both_pass()
    board.both_pass()
    assert board.defend("reiksguard") == [
        "whi.combat.defenders: DefendersDeclared reiksguard-knights",
        "whi.kw.counterstrike: EffectTriggered seat 1 reiksguard-knights text counterstrike place kingdom-1",
        "whi.forced.order: EffectBegan effect 1",
        "whi.combat.attackers-gone: EffectFizzled seat 1 reiksguard-knights reiksguard-knights",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window defenders",
    ]


# 3. Defenders.


@pytest.mark.rule("whi.combat.defenders")
def test_any_number_of_units_of_the_attacked_zone_defend() -> None:
    board = attacked(
        Side(battlefield="black-orc"),
        Side(quest="huntsmen runesmith", battlefield="boar-boyz", kingdom="hammerer"),
        zone=QUEST,
        attackers="black-orc",
    )
    board.both_pass()
    assert (board.asked, board.rule) == (1, "whi.combat.defenders")
    assert board.moves() == [
        "DeclareDefenders",
        "DeclareDefenders huntsmen",
        "DeclareDefenders huntsmen runesmith",
        "DeclareDefenders runesmith",
    ]
    for other in ("boar-boyz", "hammerer", "black-orc"):
        assert board.cited(pb.DeclareDefenders(units=[board.id(other)])) == ["whi.combat.defenders"]
    assert board.defend()[0] == "whi.combat.defenders: DefendersDeclared"


@pytest.mark.rule("whi.combat.defenders", "whi.corrupt.no-combat")
def test_a_corrupted_unit_cannot_be_declared_as_defender() -> None:
    board = attacked(Side(battlefield="black-orc"), Side(kingdom="huntsmen~ hammerer"), attackers="black-orc")
    board.both_pass()
    assert board.moves() == ["DeclareDefenders", "DeclareDefenders hammerer-of-karak-azul"]
    assert board.refused(pb.DeclareDefenders(units=board.ids("huntsmen"))) == [
        ("whi.corrupt.no-combat", "Huntsmen is corrupted")
    ]


@pytest.mark.rule("whi.combat.defenders")
def test_where_no_unit_stands_in_the_attacked_zone_nobody_is_asked_for_defenders() -> None:
    board = attacked(Side(battlefield="black-orc"), Side(quest="hammerer"), attackers="black-orc")
    assert board.both_pass()[2:] == [
        "whi.combat.defenders: EffectFizzled seat 1 passed_over DeclareDefenders",
        "whi.combat.defenders: DefendersDeclared",
        "whi.combat.window-each-step: WindowOpened window defenders",
    ]


@pytest.mark.rule("whi.combat.no-blocking-pairs")
def test_a_defender_may_split_its_damage_over_all_attackers() -> None:
    board = attacked(
        Side(battlefield="black-orc boar-boyz"),
        Side(kingdom="mountain-brigade"),
        attackers="black-orc boar-boyz",
        defenders="mountain-brigade",
    )
    board.both_pass()
    # The attackers need 6 for the Brigade and have 2: all of it goes there, unasked.
    assert (board.asked, board.rule) == (1, "whi.combat.count-damage")
    assert board.moves() == [
        "AssignDamage black-orc-squad black-orc-squad",
        "AssignDamage black-orc-squad boar-boyz",
        "AssignDamage boar-boyz boar-boyz",
    ]


@pytest.mark.rule("whi.combat.all-at-once")
def test_both_are_defenders_before_either_strikes() -> None:
    board = attacked(
        Side(battlefield="black-orc"),
        Side(kingdom="reiksguard cold-one"),
        attackers="black-orc",
        defenders="reiksguard cold-one",
    )
    assert (board.asked, board.rule) == (1, "whi.forced.order")
    assert board.combat.defenders == tuple(board.ids("reiksguard cold-one"))
    assert board.card("black-orc").damage == 0
    assert board.moves() == ["ChooseNext cold-one-riders counterstrike", "ChooseNext reiksguard-knights counterstrike"]
    assert board.next("cold-one") == [
        "whi.forced.order: EffectBegan effect 2",
        "whi.kw.counterstrike: DamageAssigned (target black-orc-squad seat 1 uncancellable 1) combat",
        "whi.damage.counterstrike-exception: DamageApplied (target black-orc-squad seat 1 uncancellable 1) combat",
        "whi.forced.order: EffectOver",
        "whi.forced.order: EffectBegan effect 1",
        "whi.kw.counterstrike: DamageAssigned (target black-orc-squad seat 1 uncancellable 2) combat",
        "whi.damage.counterstrike-exception: DamageApplied (target black-orc-squad seat 1 uncancellable 2) combat",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window defenders",
    ]


# Leaving combat, and staying in it.


@pytest.mark.rule("whi.combat.leave-combat")
def test_an_attacker_that_leaves_the_battlefield_is_in_combat_no_longer() -> None:
    board = attacked(
        Side(battlefield="pistoliers black-orc", resources=1),
        Side(kingdom="mountain-brigade"),
        attackers="pistoliers black-orc",
    )
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    board.both_pass()
    assert board.combat.attackers == (board.id("black-orc"),)
    board.both_pass()
    board.defend("mountain-brigade")
    facts = board.both_pass()[2:]
    assert facts == [
        "whi.combat.count-damage: DamageCounted (black-orc-squad cancellable 1) (mountain-brigade cancellable 2)",
        "whi.combat.attacker-assigns-first: DamageAssigned (target mountain-brigade seat 0 cancellable 1) combat step",
        "whi.combat.assign.defender-to-attackers: DamageAssigned (target black-orc-squad seat 1 cancellable 2)"
        " combat step",
        "whi.combat.assign.window: WindowOpened window assigned",
    ]


@pytest.mark.rule("whi.combat.leave-combat")
def test_a_defender_that_leaves_the_attacked_zone_is_in_combat_no_longer() -> None:
    board = attacked(
        Side(battlefield="black-orc"),
        Side(kingdom="pistoliers", resources=1),
        attackers="black-orc",
        defenders="pistoliers",
    )
    board.passing()
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    board.both_pass()
    assert board.combat.defenders == ()
    assert board.both_pass()[2:4] == [
        "whi.combat.count-damage: DamageCounted (black-orc-squad cancellable 1)",
        "whi.combat.attacker-assigns-first: DamageAssigned (target kingdom-1 seat 0 cancellable 1) combat step",
    ]


@pytest.mark.rule("whi.combat.corrupt-after-declare", "whi.combat.leave-combat")
def test_a_unit_that_is_corrupted_after_it_was_declared_fights_on() -> None:
    board = attacked(
        Side(battlefield="chaos-knights"),
        Side(hand="seduced-by-darkness", kingdom="hammerer", resources=9),
        attackers="chaos-knights",
    )
    board.passing()
    board.tactic("seduced-by-darkness", target=board.id("chaos-knights"))
    board.both_pass()
    assert board.card("chaos-knights").corrupted
    assert board.combat.attackers == (board.id("chaos-knights"),)
    board.both_pass()
    board.defend()
    assert board.both_pass()[2] == "whi.combat.count-damage: DamageCounted (chaos-knights cancellable 3)"


# 4. Counting.


@pytest.mark.rule("whi.combat.count-damage")
def test_the_damage_is_the_power_of_all_who_take_part() -> None:
    board = attacked(
        Side(battlefield="chaos-knights black-orc boar-boyz", kingdom="mountain-brigade"),
        attackers="chaos-knights black-orc",
    )
    board.both_pass()
    assert board.both_pass()[2:4] == [
        "whi.combat.count-damage: DamageCounted (chaos-knights cancellable 3) (black-orc-squad cancellable 1)",
        "whi.combat.attacker-assigns-first: DamageAssigned (target kingdom-1 seat 0 cancellable 4) combat step",
    ]


@pytest.mark.rule("whi.combat.count-damage", "whi.constant.net")
def test_a_units_own_power_is_no_less_than_nothing_before_the_sum() -> None:
    board = attacked(
        Side(battlefield="chaos-knights black-orc"),
        Side(hand="demoralise", resources=9),
        attackers="chaos-knights black-orc",
    )
    board.passing()
    board.tactic("demoralise", target=board.id("black-orc"))
    board.both_pass()
    board.both_pass()
    assert board.both_pass()[2] == "whi.combat.count-damage: DamageCounted (chaos-knights cancellable 3)"


@pytest.mark.rule("whi.combat.count-damage")
def test_what_changes_after_it_was_counted_changes_nothing_of_what_was_assigned() -> None:
    board = attacked(Side(battlefield="chaos-knights"), Side(hand="demoralise", resources=9), attackers="chaos-knights")
    board.until(pb.WINDOW_ASSIGNED)
    board.passing()
    board.tactic("demoralise", target=board.id("chaos-knights"))
    board.both_pass()
    assert board.both_pass()[2:4] == [
        "whi.combat.apply: DamageDue",
        "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 3) combat",
    ]


@pytest.mark.rule("whi.combat.count-damage")
@pytest.mark.parametrize(("developments", "damage"), [(1, 0), (2, 2)])
def test_extra_damage_is_added_as_it_is_counted(developments: int, damage: int) -> None:
    """Savage Gors deal 2 more with two developments there, although their power is 0 by then."""
    board = attacked(
        Side(battlefield="savage-gors", developments=(0, 0, developments)),
        Side(hand="demoralise", resources=9),
        attackers="savage-gors",
    )
    board.passing()
    board.tactic("demoralise", target=board.id("savage-gors"))
    board.both_pass()
    board.both_pass()
    facts = board.both_pass()
    counted = [f"DamageCounted (savage-gors cancellable {damage})" if damage else "DamageCounted"]
    assert named(facts, "DamageCounted") == counted
    assert sum(points.total for points in board.combat.assigned) == damage


@pytest.mark.rule("whi.combat.defender-power-zone", "whi.kingdom.collect")
def test_defending_spends_no_power_of_the_zone() -> None:
    board = attacked(
        Side(battlefield="peasant-militia"),
        Side(kingdom="mountain-brigade", capital="dwarf"),
        attackers="peasant-militia",
        defenders="mountain-brigade",
    )
    board.until(pb.WINDOW_END)
    board.both_pass()
    facts = board.both_pass()
    # 3 of the board and the 2 that it fought with.
    assert named(facts, "ResourcesCollected") == ["ResourcesCollected seat 1 resources 5"]


# When it is over.


@pytest.mark.rule("whi.combat.attack-state-ends")
def test_survivors_are_attackers_until_the_last_window_of_the_phase_has_closed() -> None:
    board = attacked(
        Side(battlefield="mountain-brigade black-orc"),
        Side(hand="grudge-thrower-assault*2", resources=9),
        attackers="mountain-brigade",
    )
    assault = pb.PlayTactic(card=board.in_hand("grudge-thrower-assault", 1), target=board.id("mountain-brigade"))
    board.until(pb.WINDOW_APPLIED)
    board.passing()
    assert "PlayTactic grudge-thrower-assault target mountain-brigade" in board.moves()
    other = pb.PlayTactic(card=board.in_hand("grudge-thrower-assault"), target=board.id("black-orc"))
    assert board.cited(other) == ["whi.chain.targets-up-front"]
    board.passing()
    board.passing()
    assert board.state.turn.window == pb.WINDOW_END
    assert board.cited(assault)[0] == "whi.card.grudge-thrower-assault"


# The attack turns to another zone.


@pytest.mark.rule("whi.combat.redirect-attack")
def test_where_an_attack_turns_the_new_zone_is_the_attacked_one() -> None:
    board = attacked(
        Side(battlefield="chaos-knights", resources=1),
        Side(
            kingdom="mountain-brigade",
            quest="rune-of-fortitude hammerer",
            hand="sigmars-intervention",
            resources=9,
            burning="battlefield",
        ),
        attackers="chaos-knights",
    )
    board.passing()
    board.tactic("sigmars-intervention")
    facts = board.both_pass()
    # The battlefield burns: only the quest zone is left. The Rune there asks at once for its price.
    assert named(facts, "AttackTurned") == ["AttackTurned place quest-1"]
    assert board.asked == 0
    assert board.moves() == ["PayTolls", "PayTolls chaos-knights"]
    board.do(pb.PayTolls())
    assert board.combat.attackers == (board.id("chaos-knights"),)
    board.both_pass()
    assert board.moves() == ["DeclareDefenders", "DeclareDefenders hammerer-of-karak-azul"]
    assert board.cited(pb.DeclareDefenders(units=board.ids("mountain-brigade"))) == ["whi.combat.defenders"]
    board.defend()
    assert board.both_pass()[2:4] == [
        "whi.combat.count-damage: DamageCounted (chaos-knights cancellable 2)",
        "whi.combat.attacker-assigns-first: DamageAssigned (target quest-1 seat 0 cancellable 2) combat step",
    ]


@pytest.mark.rule("whi.combat.redirect-attack")
def test_what_is_bound_to_the_old_zone_stops_where_an_attack_turns() -> None:
    board = Board(
        Side(battlefield="chaos-knights", resources=1),
        Side(kingdom="rune-of-fortitude", hand="sigmars-intervention", resources=9, burning="battlefield"),
        entry="combat",
    )
    board.both_pass()
    board.attack("chaos-knights")
    assert board.moves() == ["PayTolls", "PayTolls chaos-knights"]
    board.do(pb.PayTolls())
    board.passing()
    board.tactic("sigmars-intervention")
    board.both_pass()
    board.both_pass()
    assert board.both_pass()[2] == "whi.combat.count-damage: DamageCounted (chaos-knights cancellable 3)"


@pytest.mark.rule("whi.combat.redirect-attack")
def test_an_attack_that_turns_before_there_are_attackers_asks_for_tolls_as_they_are_declared() -> None:
    board = Board(
        Side(battlefield="chaos-knights", resources=1),
        Side(quest="rune-of-fortitude", hand="sigmars-intervention", resources=9),
        entry="combat",
    )
    board.passing()
    board.tactic("sigmars-intervention")
    board.both_pass()
    assert board.moves() == ["ChoosePlace place battlefield-1", "ChoosePlace place quest-1"]
    assert named(board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1)), "AttackTurned") == ["AttackTurned place quest-1"]
    assert board.state.turn.window == pb.WINDOW_TARGET
    board.both_pass()
    board.attack("chaos-knights")
    assert board.moves() == ["PayTolls", "PayTolls chaos-knights"]
