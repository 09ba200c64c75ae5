"""Step 4 of an attack: the damage is assigned (rulebook p.12)."""

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.state import KINGDOM, QUEST, Points, Waiting
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

KINGDOM_1, QUEST_1 = 5, 6


def assigning(*sides: Side, attackers: str, defenders: str = "", zone: int = KINGDOM, **state: Any) -> Board:
    """An attack in which damage is about to be assigned, nobody having acted."""
    board = Board(*sides, entry="combat", zone=zone, **state)
    board.both_pass()
    board.attack(attackers)
    board.both_pass()
    if board.rule == "whi.combat.defenders":
        board.defend(defenders)
    board.both_pass()
    return board


# Who assigns when, and in the open.


@pytest.mark.rule("whi.combat.attacker-assigns-first", "whi.combat.assign.visible")
def test_the_attacker_assigns_all_of_it_visibly_before_the_defender_is_asked() -> None:
    board = assigning(
        Side(battlefield="hammerer king-kazador"),
        Side(quest="doom-divers:1"),
        attackers="hammerer king-kazador",
        defenders="doom-divers",
        zone=QUEST,
    )
    assert (board.asked, board.rule) == (0, "whi.combat.count-damage")
    assert board.assign("doom-divers*2 quest-1*2") == [
        "whi.combat.attacker-assigns-first: DamageAssigned (target doom-divers seat 0 cancellable 2)"
        " (target quest-1 seat 0 cancellable 2) combat step"
    ]
    assert (board.asked, board.rule) == (1, "whi.combat.count-damage")
    divers = board.id("doom-divers")
    for viewer in (0, 1):
        assert named(board.told(board.match.facts(viewer=viewer)), "DamageAssigned") == [
            "DamageAssigned (target doom-divers seat 0 cancellable 2) (target quest-1 seat 0 cancellable 2) combat step"
        ]
    # Beside them, and not on them yet.
    assert board.combat.assigned == (Points(divers, 0, cancellable=2), Points(QUEST_1, 0, cancellable=2))
    assert (board.card("doom-divers").damage, board.section(QUEST_1).damage) == (1, 0)


@pytest.mark.rule("whi.combat.assign.visible")
def test_a_view_keeps_assigned_and_applied_damage_apart() -> None:
    board = assigning(
        Side(battlefield="chaos-knights black-orc"),
        Side(kingdom="mountain-brigade:1"),
        attackers="chaos-knights black-orc",
        defenders="mountain-brigade",
    )
    # 4 points, of which the Brigade needs 5 first: all of them lie beside it, and 1 on it.
    for viewer in (0, 1, 2):
        view = board.view(viewer)
        brigade = next(card for card in view.cards if card.id == board.id("mountain-brigade"))
        assert brigade.damage == 1
        assert [(points.target, points.cancellable) for points in view.combat.assigned] == [(brigade.id, 4)]


@pytest.mark.rule("whi.combat.attacker-assigns-first")
def test_the_whole_amount_is_placed_as_far_as_there_are_legal_places() -> None:
    board = assigning(
        Side(battlefield="chaos-knights"), Side(kingdom="hammerer"), attackers="chaos-knights", defenders="hammerer"
    )
    assert board.moves() == [
        "AssignDamage hammerer-of-karak-azul hammerer-of-karak-azul hammerer-of-karak-azul",
        "AssignDamage hammerer-of-karak-azul hammerer-of-karak-azul kingdom-1",
    ]
    assert board.refused(board.assigning("hammerer*2")) == [("whi.combat.count-damage", "2 chosen, 3 asked for")]
    assert board.refused(board.assigning("hammerer*2 kingdom-1*2")) == [
        ("whi.combat.count-damage", "4 chosen, 3 asked for")
    ]


# Defenders before the capital.


@pytest.mark.rule("whi.combat.assign.defenders-first")
def test_every_defender_has_its_remaining_hit_points_before_the_section_gets_any() -> None:
    board = assigning(
        Side(battlefield="chaos-knights*2"),
        Side(kingdom="hammerer zhufbar-engineers"),
        attackers="chaos-knights chaos-knights/1",
        defenders="hammerer zhufbar-engineers",
    )
    # 2 and 3 are needed, 6 are there.
    with_the_section = [move for move in board.moves() if "kingdom-1" in move]
    assert with_the_section == [f"AssignDamage{' hammerer-of-karak-azul' * 2}{' zhufbar-engineers' * 3} kingdom-1"]
    assert len(board.moves()) == 1 + 7
    assert board.refused(board.assigning("hammerer*2 zhufbar-engineers*2 kingdom-1*2")) == [
        ("whi.combat.assign.defenders-first", "Zhufbar Engineers needs 3 first")
    ]
    assert board.refused(board.assigning("hammerer*4 kingdom-1*2")) == [
        ("whi.combat.assign.defenders-first", "Zhufbar Engineers needs 3 first")
    ]
    assert board.refused(board.assigning("kingdom-1*6")) == [
        ("whi.combat.assign.defenders-first", "Hammerer of Karak Azul needs 2 first; Zhufbar Engineers needs 3 first")
    ]


@pytest.mark.rule("whi.combat.assign.defenders-first")
def test_where_it_does_not_suffice_for_all_of_them_none_goes_to_the_section() -> None:
    board = assigning(
        Side(battlefield="chaos-knights black-orc"),
        Side(kingdom="hammerer zhufbar-engineers"),
        attackers="chaos-knights black-orc",
        defenders="hammerer zhufbar-engineers",
    )
    assert all("kingdom-1" not in move for move in board.moves()) and len(board.moves()) == 5
    assert board.refused(board.assigning("hammerer*2 kingdom-1*2")) == [
        ("whi.combat.assign.defenders-first", "the defenders need 5 first, and 4 are there")
    ]


@pytest.mark.rule("whi.combat.assign.defenders-first")
def test_without_defenders_all_of_it_goes_to_the_section() -> None:
    board = assigning(Side(battlefield="chaos-knights"), Side(kingdom="hammerer"), attackers="chaos-knights")
    assert board.combat.assigned == (Points(KINGDOM_1, 0, cancellable=3),)
    assert board.state.turn.window == pb.WINDOW_ASSIGNED


@pytest.mark.rule("whi.combat.assign.over-assign", "whi.combat.assign.faq-minimum")
def test_a_defender_may_be_assigned_more_than_it_needs() -> None:
    board = assigning(
        Side(battlefield="chaos-knights black-orc"),
        Side(kingdom="hammerer"),
        attackers="chaos-knights black-orc",
        defenders="hammerer",
    )
    # Toughness 1 is not reckoned with.
    hammerer = " hammerer-of-karak-azul"
    assert board.moves() == [
        f"AssignDamage{hammerer * 4}",
        f"AssignDamage{hammerer * 3} kingdom-1",
        f"AssignDamage{hammerer * 2} kingdom-1 kingdom-1",
    ]


@pytest.mark.rule("whi.combat.assign.over-assign")
def test_by_the_faq_a_defender_needs_what_is_sure_to_be_cancelled_as_well() -> None:
    board = assigning(
        Side(battlefield="chaos-knights black-orc"),
        Side(kingdom="hammerer"),
        attackers="chaos-knights black-orc",
        defenders="hammerer",
        minimum="faq",
    )
    hammerer = " hammerer-of-karak-azul"
    assert board.moves() == [f"AssignDamage{hammerer * 4}", f"AssignDamage{hammerer * 3} kingdom-1"]
    assert board.refused(board.assigning("hammerer*2 kingdom-1*2")) == [
        ("whi.combat.assign.faq-minimum", "Hammerer of Karak Azul needs 3 first")
    ]


@pytest.mark.rule("whi.combat.assign.over-assign", "whi.kw.toughness.mixed")
def test_by_the_faq_points_that_cannot_be_cancelled_need_no_more_than_the_hit_points() -> None:
    board = assigning(
        Side(battlefield="bloodthirster"),
        Side(kingdom="hammerer*2"),
        attackers="bloodthirster",
        defenders="hammerer hammerer/1",
        minimum="faq",
    )
    two = " hammerer-of-karak-azul" * 2
    assert f"AssignDamage uncancellable{two}{two} kingdom-1" in board.moves()
    mixed = assigning(
        Side(battlefield="bloodthirster black-orc"),
        Side(kingdom="hammerer*3"),
        attackers="bloodthirster black-orc",
        defenders="hammerer hammerer/1 hammerer/2",
        minimum="faq",
    )
    # Two of them need 2 sure points each; the third has 1 sure one and 1 that its Toughness cancels.
    assert not [move for move in mixed.moves() if "kingdom-1" in move]
    assert mixed.refused(mixed.assigning("hammerer", "hammerer hammerer/1*2 hammerer/2 kingdom-1")) == [
        ("whi.combat.assign.faq-minimum", "the defenders need 7 first, and 6 are there")
    ]


@pytest.mark.rule("whi.combat.assign.over-assign", "whi.card.master-rune-of-valaya")
def test_by_the_faq_nothing_goes_to_the_section_past_a_defender_whose_damage_will_all_be_cancelled() -> None:
    def past(minimum: str, attackers: str, defenders: str) -> Board:
        return assigning(
            Side(battlefield=attackers),
            Side(kingdom=defenders),
            attackers=attackers,
            defenders=defenders,
            minimum=minimum,
            waiting=(Waiting(1, "master-rune-of-valaya"),),
        )

    board = past("rulebook", "chaos-knights", "huntsmen")
    assert board.options("AssignDamage") == [
        "huntsmen huntsmen huntsmen",
        "huntsmen huntsmen kingdom-1",
        "huntsmen kingdom-1 kingdom-1",
    ]
    # By the FAQ there is nothing to choose: all three are on the Huntsmen.
    assert past("faq", "chaos-knights", "huntsmen").combat.assigned[0].cancellable == 3
    # Points that cannot be cancelled destroy it all the same; others do not help them.
    board = past("faq", "bloodthirster chaos-knights", "black-orc")
    assert board.refused(board.assigning("black-orc*2 kingdom-1", "black-orc*3 kingdom-1*2")) == [
        ("whi.combat.assign.faq-minimum", "Black Orc Squad needs 7 first")
    ]
    board.assign("kingdom-1*3", "black-orc*4 kingdom-1")
    board = past("faq", "bloodthirster chaos-knights", "black-orc doom-divers")
    assert not [move for move in board.moves() if "kingdom-1" in move]


@pytest.mark.rule("whi.combat.assign.over-assign", "whi.card.master-rune-of-valaya")
def test_by_the_faq_an_effect_that_cancels_all_damage_hinders_nothing_where_nobody_defends() -> None:
    board = assigning(
        Side(battlefield="chaos-knights"),
        Side(),
        attackers="chaos-knights",
        minimum="faq",
        waiting=(Waiting(1, "master-rune-of-valaya"),),
    )
    assert board.combat.assigned == (Points(KINGDOM_1, 0, cancellable=3),)


@pytest.mark.rule("whi.combat.assign.remaining-hp")
def test_remaining_hit_points_are_those_of_now_less_the_damage() -> None:
    board = assigning(
        Side(battlefield="chaos-knights[horrific-mutation]"),
        Side(kingdom="black-orc:1"),
        attackers="chaos-knights",
        defenders="black-orc",
    )
    # 4 hit points, 1 damage, and 1 less while the mutant attacks: 2 remain.
    orc = " black-orc-squad"
    assert board.moves() == [f"AssignDamage{orc * 3}", f"AssignDamage{orc * 2} kingdom-1"]


@pytest.mark.rule("whi.combat.assign.redirects-ignored", "whi.damage.redirect")
def test_what_will_redirect_damage_is_not_reckoned_with() -> None:
    board = assigning(
        Side(battlefield="savage-marauders black-orc"),
        Side(kingdom="warrior-priests"),
        attackers="savage-marauders black-orc",
        defenders="warrior-priests",
    )
    assert "AssignDamage warrior-priests kingdom-1 kingdom-1" in board.moves()
    board.assign("warrior-priests kingdom-1*2")
    board.assign("savage-marauders")
    board.both_pass()
    assert board.rule == "whi.damage.redirect"
    facts = board.do(pb.RedirectPoint(target=board.id("black-orc")))
    assert named(facts, "DamageApplied") == [
        "DamageApplied (target kingdom-1 seat 0 cancellable 2) (target savage-marauders seat 1 cancellable 1)"
        " (target black-orc-squad seat 0 cancellable 1) combat"
    ]


# The capital.


@pytest.mark.rule("whi.combat.assign.section-only-attacked")
def test_only_the_attacked_section_can_be_assigned_damage() -> None:
    board = assigning(
        Side(battlefield="chaos-knights"),
        Side(quest="huntsmen", kingdom="hammerer"),
        attackers="chaos-knights",
        defenders="huntsmen",
        zone=QUEST,
    )
    for other in ("kingdom-1", "battlefield-1", "quest-0", "hammerer"):
        assert board.cited(board.assigning(f"huntsmen quest-1 {other}")) == ["whi.combat.assign.section-only-attacked"]
    assert board.refused(board.assigning("huntsmen quest-1 kingdom-1")) == [
        ("whi.combat.assign.section-only-attacked", "the Kingdom of seat 1 is no defender, nor the attacked section")
    ]
    assert board.refused(board.assigning("huntsmen quest-1 hammerer")) == [
        ("whi.combat.assign.section-only-attacked", "Hammerer of Karak Azul is no defender, nor the attacked section")
    ]
    for number in (0, 4, 9999):
        assert board.refused(pb.AssignDamage(points=[*board.ids("huntsmen quest-1"), number])) == [
            ("whi.combat.assign.section-only-attacked", f"{number} is no defender, nor the attacked section")
        ]


@pytest.mark.rule("whi.combat.assign.burning")
def test_a_burning_section_takes_no_damage_and_what_has_no_legal_place_is_lost() -> None:
    board = assigning(Side(battlefield="bloodthirster"), Side(burning="kingdom"), attackers="bloodthirster")
    assert (board.combat.assigned, board.state.turn.window) == ((), pb.WINDOW_ASSIGNED)
    assert named(board.both_pass(), "DamageApplied", "SectionBurned") == ["DamageApplied combat"]
    assert (board.section(KINGDOM_1).damage, board.section(KINGDOM_1).burning) == (0, True)


@pytest.mark.rule("whi.combat.assign.burning", "whi.combat.assign.section-only-attacked")
def test_where_the_section_burns_defenders_can_be_fought_there() -> None:
    board = assigning(
        Side(battlefield="chaos-knights"),
        Side(kingdom="hammerer huntsmen", burning="kingdom"),
        attackers="chaos-knights",
        defenders="hammerer huntsmen",
    )
    hammerer, huntsmen = " hammerer-of-karak-azul", " huntsmen"
    assert board.moves() == [
        f"AssignDamage{hammerer * 3}",
        f"AssignDamage{hammerer * 2}{huntsmen}",
        f"AssignDamage{hammerer}{huntsmen * 2}",
        f"AssignDamage{huntsmen * 3}",
    ]
    assert board.cited(board.assigning("hammerer*2 kingdom-1")) == ["whi.combat.assign.burning"]


# The defender.


@pytest.mark.rule("whi.combat.assign.defender-to-attackers")
def test_the_defender_spreads_all_of_it_over_the_attackers_without_a_minimum() -> None:
    board = assigning(
        Side(battlefield="chaos-knights black-orc"),
        Side(kingdom="mountain-brigade"),
        attackers="chaos-knights black-orc",
        defenders="mountain-brigade",
    )
    assert (board.asked, board.rule) == (1, "whi.combat.count-damage")
    assert board.moves() == [
        "AssignDamage black-orc-squad black-orc-squad",
        "AssignDamage chaos-knights black-orc-squad",
        "AssignDamage chaos-knights chaos-knights",
    ]
    assert board.refused(board.assigning("chaos-knights")) == [("whi.combat.count-damage", "1 chosen, 2 asked for")]
    assert board.assign("black-orc*2")[0] == (
        "whi.combat.assign.defender-to-attackers: DamageAssigned (target black-orc-squad seat 1 cancellable 2)"
        " combat step"
    )


@pytest.mark.rule("whi.combat.assign.not-attacker-capital", "whi.combat.assign.defender-to-attackers")
def test_the_defender_assigns_nothing_to_the_attackers_capital_nor_to_others() -> None:
    board = assigning(
        Side(battlefield="chaos-knights black-orc savage-marauders"),
        Side(kingdom="mountain-brigade"),
        attackers="chaos-knights black-orc",
        defenders="mountain-brigade",
    )
    for other in ("battlefield-0", "kingdom-0", "kingdom-1", "savage-marauders"):
        assert board.cited(board.assigning(f"chaos-knights {other}")) == ["whi.combat.assign.not-attacker-capital"]
    assert board.refused(board.assigning("chaos-knights savage-marauders")) == [
        ("whi.combat.assign.not-attacker-capital", "Savage Marauders is no attacking unit")
    ]


@pytest.mark.rule("whi.combat.assign.not-attacker-capital", "whi.combat.attackers-gone")
def test_where_no_attacker_is_left_the_defenders_damage_is_lost() -> None:
    board = Board(
        Side(battlefield="black-orc"), Side(kingdom="chaos-knights", hand="pilgrimage", resources=9), entry="combat"
    )
    board.both_pass()
    board.attack("black-orc")
    board.both_pass()
    board.defend("chaos-knights")
    board.passing()
    board.tactic("pilgrimage", target=board.id("black-orc"))
    board.both_pass()
    facts = board.both_pass()
    assert named(facts, "DamageCounted", "DamageAssigned") == ["DamageCounted (chaos-knights cancellable 3)"]
    assert named(board.both_pass(), "DamageApplied") == ["DamageApplied combat"]
    assert [third.damage for third in board.player(0).sections] == [0, 0, 0]


# Between assigning and applying.


@pytest.mark.rule("whi.combat.assign.window", "whi.kw.toughness.uncancellable")
def test_the_rune_of_valaya_cancels_what_has_been_assigned() -> None:
    board = assigning(
        Side(battlefield="chaos-knights"),
        Side(kingdom="mountain-brigade", hand="master-rune-of-valaya", resources=9),
        attackers="chaos-knights",
        defenders="mountain-brigade",
    )
    assert board.state.turn.window == pb.WINDOW_ASSIGNED
    board.passing()
    board.tactic("master-rune-of-valaya")
    board.both_pass()
    assert board.both_pass()[2:] == [
        "whi.combat.apply: DamageDue",
        "whi.card.master-rune-of-valaya: DamageCancelled target mountain-brigade damage 3",
        "whi.card.master-rune-of-valaya: DamageCancelled target chaos-knights damage 2",
        "whi.combat.apply: DamageApplied combat",
        "whi.combat.apply.window: WindowOpened window applied",
    ]


@pytest.mark.rule("whi.combat.assign.window")
def test_actions_for_assigned_damage_may_be_used_from_then_on_and_not_before() -> None:
    board = Board(Side(battlefield="chaos-knights"), Side(hand="grudge-thrower-assault", resources=9), entry="combat")
    board.both_pass()
    board.attack("chaos-knights")
    assault = pb.PlayTactic(card=board.in_hand("grudge-thrower-assault", 1), target=board.id("chaos-knights"))
    for window in (pb.WINDOW_ATTACKERS, pb.WINDOW_DEFENDERS):
        assert board.state.turn.window == window
        board.passing()
        assert board.cited(assault) == ["whi.card.grudge-thrower-assault"]
        board.passing()
    board.passing()
    board.do(assault)
    assert named(board.both_pass(), "CardLeft") == ["CardLeft chaos-knights departure destroyed"]
    # What it has assigned is applied all the same.
    assert named(board.both_pass(), "DamageApplied") == ["DamageApplied (target kingdom-1 seat 0 cancellable 3) combat"]


@pytest.mark.rule("whi.combat.assign.stays")
def test_damage_on_the_section_stays_although_a_defender_survives_after_all() -> None:
    board = assigning(
        Side(battlefield="chaos-knights"), Side(kingdom="hammerer"), attackers="chaos-knights", defenders="hammerer"
    )
    board.assign("hammerer*2 kingdom-1")
    assert board.both_pass()[2:] == [
        "whi.combat.apply: DamageDue",
        "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "whi.combat.apply: DamageApplied (target hammerer-of-karak-azul seat 0 cancellable 1)"
        " (target kingdom-1 seat 0 cancellable 1) (target chaos-knights seat 1 cancellable 1) combat",
        "whi.combat.apply.window: WindowOpened window applied",
    ]
    assert board.section(KINGDOM_1).damage == 1


@pytest.mark.rule("whi.combat.assign.target-gone")
def test_what_was_assigned_to_a_unit_that_leaves_goes_back() -> None:
    board = assigning(
        Side(battlefield="chaos-knights savage-marauders"),
        Side(kingdom="melekh", hand="pilgrimage", resources=9),
        attackers="chaos-knights savage-marauders",
        defenders="melekh",
    )
    board.assign("melekh*3 kingdom-1*2")
    board.assign("chaos-knights")
    board.passing()
    board.tactic("pilgrimage", target=board.id("melekh"))
    board.both_pass()
    assert [points.target for points in board.combat.assigned] == [KINGDOM_1, board.id("chaos-knights")]
    assert named(board.both_pass(), "DamageApplied") == [
        # What the unit that left has assigned itself stays.
        "DamageApplied (target kingdom-1 seat 0 cancellable 2) (target chaos-knights seat 1 cancellable 1) combat"
    ]


@pytest.mark.rule("whi.combat.assign.target-gone", "whi.combat.leave-combat")
def test_what_was_assigned_to_a_unit_that_leaves_combat_goes_back() -> None:
    board = assigning(
        Side(battlefield="pistoliers", resources=1),
        Side(kingdom="mountain-brigade"),
        attackers="pistoliers",
        defenders="mountain-brigade",
    )
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    board.both_pass()
    assert named(board.both_pass(), "DamageApplied") == [
        "DamageApplied (target mountain-brigade seat 0 cancellable 1) combat"
    ]
    assert board.card("pistoliers").damage == 0


@pytest.mark.rule("whi.combat.assign.target-gone", "whi.combat.assign.burning")
def test_what_was_assigned_to_a_section_that_burns_meanwhile_is_lost() -> None:
    board = assigning(
        Side(battlefield="chaos-knights rock-lobber huntsmen", resources=2),
        Side(damage=(6, 0, 0)),
        attackers="chaos-knights",
    )
    assert list(board.combat.assigned) == [Points(KINGDOM_1, 0, cancellable=3)]
    board.use("rock-lobber", sacrifice=board.id("huntsmen"))
    board.both_pass()
    board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1))
    assert board.section(KINGDOM_1).burning
    assert not board.combat.assigned
    assert named(board.both_pass(), "DamageApplied") == ["DamageApplied combat"]
    assert board.section(KINGDOM_1).damage == 0
