"""The Dark Elf cards, 106-110."""

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.numbers import hit_points
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, QUEST
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

# 106. Disciple of Khaine


def assigned(attacker: Side, defender: Side, defending: str = "mountain", sure: str = "") -> Board:
    """All units of the attacker's battlefield have attacked the kingdom; damage is assigned, each side's to the first
    unit of the other's.
    """
    board = Board(attacker, defender, entry="combat")
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[card.id for card in board.state.cards if card.place == BATTLEFIELD]))
    board.both_pass()
    board.defend(defending)
    board.both_pass()
    while board.rule == "whi.combat.count-damage":
        board.do(board.match.legal(board.asked)[0])
    assert board.state.turn.window == pb.WINDOW_ASSIGNED
    return board


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.combat.assign.window", "whi.damage.redirect")
def test_a_point_assigned_to_the_disciple_goes_to_another_unit() -> None:
    board = assigned(
        Side(battlefield="disciple", quest="squig", resources=5, capital="chaos"), Side(kingdom="mountain")
    )
    assert board.options("UseAction") == [
        "disciple-of-khaine target mountain-brigade",
        "disciple-of-khaine target squig-herders",
    ]
    assert board.cited(pb.UseAction(card=board.id("disciple"), target=board.id("disciple"))) == [
        "whi.chain.targets-up-front"
    ]
    assert board.use("disciple", target=board.id("squig")) == [
        "whi.action.in-play: ActionUsed seat 0 disciple-of-khaine targets squig-herders",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 2",
    ]
    assert board.effect() == [
        "whi.card.disciple-of-khaine: DamageRedirected from disciple-of-khaine to squig-herders"
        " by disciple-of-khaine step",
    ]
    facts = board.both_pass()
    assert facts[2:4] == [
        "whi.combat.apply: DamageDue",
        "whi.combat.apply: DamageApplied (target mountain-brigade seat 0 cancellable 1)"
        " (target disciple-of-khaine seat 1 cancellable 1) (target squig-herders seat 1 cancellable 1) combat",
    ]


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.action.repeat")
def test_the_disciple_is_used_as_often_as_points_lie_there_and_can_be_paid() -> None:
    board = assigned(Side(battlefield="disciple", resources=5, capital="chaos"), Side(kingdom="mountain"))
    for _ in range(2):
        board.use("disciple", target=board.id("mountain"))
        assert len(board.effect()) == 1
        board.passing()
    again = pb.UseAction(card=board.id("disciple"), target=board.id("mountain"))
    assert board.cited(again) == ["whi.card.disciple-of-khaine", "whi.capital.pay"]
    board.both_pass()
    assert board.in_play(0) == ["disciple-of-khaine"] and board.card("disciple").damage == 0


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.kw.toughness")
def test_the_point_joins_what_is_assigned_there_and_toughness_counts_once() -> None:
    board = assigned(
        Side(battlefield="disciple", resources=2, capital="chaos"),
        Side(kingdom="hammerer", resources=0),
        "hammerer",
    )
    board.use("disciple", target=board.id("hammerer"))
    board.both_pass()
    assert board.both_pass()[2:5] == [
        "whi.combat.apply: DamageDue",
        "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "whi.combat.apply: DamageApplied (target hammerer-of-karak-azul seat 1 cancellable 1) combat",
    ]


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.damage.redirect")
def test_where_points_of_both_kinds_lie_there_the_player_says_which() -> None:
    board = assigned(
        Side(battlefield="disciple", quest="ironbreakers", resources=4, capital="chaos", developments=(0, 1, 0)),
        Side(kingdom="bloodthirster mountain", capital="chaos"),
        "bloodthirster mountain",
    )
    board.use("disciple", target=board.id("ironbreakers"))
    assert board.effect() == []
    assert board.moves() == ["RedirectPoint uncancellable", "RedirectPoint uncancellable no"]
    assert board.do(pb.RedirectPoint(uncancellable=True)) == [
        "whi.card.disciple-of-khaine: DamageRedirected from disciple-of-khaine to ironbreakers-of-ankhor"
        " by disciple-of-khaine uncancellable step",
        "whi.chain.lifo: ActionOver",
    ]
    board.passing()
    board.use("disciple", target=board.id("ironbreakers"))
    board.both_pass()
    board.do(pb.RedirectPoint(uncancellable=False))
    assert board.both_pass()[2:6] == [
        "whi.combat.apply: DamageDue",
        "whi.kw.toughness: DamageCancelled target ironbreakers-of-ankhor damage 1 by ironbreakers-of-ankhor",
        "whi.combat.apply: DamageApplied (target bloodthirster seat 0 cancellable 1)"
        " (target disciple-of-khaine seat 1 cancellable 1 uncancellable 4)"
        " (target ironbreakers-of-ankhor seat 1 uncancellable 1) combat",
        "whi.combat.apply.destroy-units: CardLeft disciple-of-khaine departure destroyed",
    ]


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.damage.redirect")
def test_where_only_uncancellable_points_lie_there_one_of_them_goes_on_as_such() -> None:
    board = assigned(
        Side(battlefield="disciple", quest="ironbreakers", resources=4, capital="chaos", developments=(0, 1, 0)),
        Side(kingdom="bloodthirster", capital="chaos"),
        "bloodthirster",
    )
    board.use("disciple", target=board.id("ironbreakers"))
    assert board.effect() == [
        "whi.card.disciple-of-khaine: DamageRedirected from disciple-of-khaine to ironbreakers-of-ankhor"
        " by disciple-of-khaine uncancellable step",
    ]


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.combat.assign.window")
@pytest.mark.parametrize("window", [pb.WINDOW_TARGET, pb.WINDOW_ATTACKERS, pb.WINDOW_DEFENDERS, pb.WINDOW_APPLIED])
def test_the_disciple_is_of_no_use_before_damage_is_assigned_and_after_it_is_applied(window: int) -> None:
    board = Board(
        Side(battlefield="disciple", resources=5, capital="chaos"), Side(kingdom="peasant-militia"), entry="combat"
    )
    while board.state.turn.window != window:
        board.do(pb.Pass() if board.state.turn.window else board.match.legal(board.asked)[-1])
    use = pb.UseAction(card=board.id("disciple"), target=board.id("peasant-militia"))
    assert "whi.card.disciple-of-khaine" in board.cited(use)
    board.passing()
    assert board.options("UseAction") == []


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.combat.assign.target-gone")
def test_a_point_that_went_to_a_unit_which_leaves_is_lost() -> None:
    board = assigned(
        Side(battlefield="disciple", kingdom="squig", resources=2, capital="chaos", hand="demoralise"),
        Side(kingdom="mountain", hand="pilgrimage", resources=4),
    )
    board.use("disciple", target=board.id("squig"))
    board.both_pass()
    board.tactic("pilgrimage", target=board.id("squig"))
    board.both_pass()
    assert board.both_pass()[3] == (
        "whi.combat.apply: DamageApplied (target mountain-brigade seat 0 cancellable 1)"
        " (target disciple-of-khaine seat 1 cancellable 1) combat"
    )


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.effects.move")
def test_a_point_follows_a_unit_that_takes_no_part_in_the_combat() -> None:
    board = assigned(
        Side(battlefield="disciple", resources=2, capital="chaos"),
        Side(kingdom="mountain", battlefield="pistoliers", resources=1),
    )
    board.use("disciple", target=board.id("pistoliers"))
    board.both_pass()
    board.use("pistoliers", zone=QUEST)
    assert board.effect() == ["whi.card.pistoliers: UnitMoved pistoliers zone quest"]
    board.both_pass()
    assert board.card("pistoliers").damage == 1 and board.card("disciple").damage == 1


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.chain.source-independent")
def test_without_a_point_left_or_a_disciple_nothing_is_redirected() -> None:
    board = assigned(
        Side(battlefield="disciple", resources=4, capital="chaos"),
        Side(kingdom="squig mountain", hand="pilgrimage", resources=4),
        "squig",
    )
    board.use("disciple", target=board.id("squig"))
    board.tactic("pilgrimage", target=board.id("disciple"))
    facts = board.both_pass()
    assert facts[-3:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.card.disciple-of-khaine: EffectFizzled seat 0 disciple-of-khaine",
        "whi.chain.lifo: ActionOver",
    ]


@pytest.mark.rule("whi.card.disciple-of-khaine", "whi.chain.recheck-target")
def test_two_uses_for_one_point_and_a_target_that_is_gone() -> None:
    board = assigned(
        Side(battlefield="disciple", resources=4, capital="chaos", kingdom="squig"),
        Side(kingdom="crooked mountain"),
        "crooked",
    )
    board.use("disciple", target=board.id("squig"))
    board.passing()
    board.use("disciple", target=board.id("mountain"))
    facts = [fact for fact in board.both_pass() if "Passed" not in fact]
    assert facts == [
        "whi.chain.lifo: ActionBegan",
        "whi.card.disciple-of-khaine: DamageRedirected from disciple-of-khaine to mountain-brigade"
        " by disciple-of-khaine step",
        "whi.chain.lifo: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.card.disciple-of-khaine: EffectFizzled seat 0 disciple-of-khaine disciple-of-khaine",
        "whi.chain.lifo: ActionOver",
    ]


# 107. Vile Sorceress


@pytest.mark.rule("whi.card.vile-sorceress", "whi.damage.zero-hp", "whi.constant.until-eot")
def test_the_sorceress_takes_a_hit_point_for_the_turn() -> None:
    board = Board(Side(quest="vile", capital="chaos"), Side(kingdom="mountain boar-boyz:1"), entry="turn")
    assert board.begun == [
        "whi.turn: TurnBegan seat 0",
        "whi.card.vile-sorceress: EffectTriggered seat 0 vile-sorceress text hit points place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.moves() == [
        "ChooseTarget target boar-boyz",
        "ChooseTarget target mountain-brigade",
        "ChooseTarget target vile-sorceress",
    ]
    assert board.cited(pb.Decline()) == ["whi.action.optional"]
    assert board.do(pb.ChooseTarget(target=board.id("mountain"))) == [
        "whi.card.vile-sorceress: HitPointsChanged mountain-brigade hit_points -1",
        "whi.forced.order: EffectOver",
        "whi.turn.beginning: WindowOpened window beginning",
    ]
    less = hit_points(board.state, board.card("mountain"))
    board.idle()
    assert hit_points(board.state, board.card("mountain")) == less + 1


@pytest.mark.rule("whi.card.vile-sorceress", "whi.damage.zero-hp")
@pytest.mark.parametrize(
    ("unit", "rule"), [("crooked", "whi.damage.zero-hp"), ("squig:1", "whi.card.hit-points"), ("squig", "")]
)
def test_a_unit_whose_hit_points_fall_to_its_damage_is_destroyed(unit: str, rule: str) -> None:
    board = Board(Side(quest="vile", capital="chaos"), Side(kingdom=unit), entry="turn")
    kind = unit.partition(":")[0]
    facts = board.do(pb.ChooseTarget(target=board.id(kind)))
    left = [fact for fact in facts if "CardLeft" in fact]
    assert left == ([f"{rule}: CardLeft {board.discard(1)} owner 1 departure destroyed"] if rule else [])


@pytest.mark.rule("whi.card.vile-sorceress", "whi.forced.target")
def test_where_she_is_the_only_unit_she_is_the_target() -> None:
    board = Board(Side(quest="vile", capital="chaos"), entry="turn")
    assert board.begun[3:] == [
        "whi.card.vile-sorceress: HitPointsChanged vile-sorceress hit_points -1",
        "whi.forced.order: EffectOver",
        "whi.turn.beginning: WindowOpened window beginning",
    ]


@pytest.mark.rule("whi.card.vile-sorceress", "whi.constant.until-eot")
def test_it_lasts_although_the_sorceress_leaves() -> None:
    board = Board(Side(quest="vile vile", capital="chaos"), Side(kingdom="mountain"), entry="turn")
    board.next("vile")
    board.do(pb.ChooseTarget(target=board.id("mountain")))
    before = hit_points(board.state, board.card("mountain"))
    board.do(pb.ChooseTarget(target=board.id("vile")))
    assert board.rule == "whi.window" and hit_points(board.state, board.card("mountain")) == before


@pytest.mark.rule("whi.card.vile-sorceress", "whi.kw.zone-effect")
@pytest.mark.parametrize(("mine", "seat"), [({"kingdom": "vile"}, 0), ({"quest": "vile"}, 1)])
def test_she_does_so_in_the_quest_zone_and_the_own_turn_only(mine: dict[str, Any], seat: int) -> None:
    board = Board(Side(capital="chaos", **mine), entry="turn", seat=seat)
    assert board.begun == [
        f"whi.turn: TurnBegan seat {seat}",
        "whi.turn.beginning: WindowOpened window beginning",
    ]


# 108. Cold One Riders


@pytest.mark.rule("whi.card.cold-one-riders", "whi.kw.counterstrike")
def test_the_riders_strike_an_attacker_as_they_defend_and_fight_all_the_same() -> None:
    board = Board(Side(battlefield="savage-marauders black-orc"), Side(kingdom="cold-one"), entry="combat")
    board.both_pass()
    board.attack("savage-marauders black-orc")
    board.both_pass()
    board.defend("cold-one")
    assert board.options("ChooseUnit unit") == ["black-orc-squad", "savage-marauders"]
    assert board.do(pb.ChooseUnit(unit=board.id("savage-marauders"))) == [
        "whi.kw.counterstrike: DamageAssigned (target savage-marauders seat 1 uncancellable 1) combat",
        "whi.damage.counterstrike-exception: DamageApplied (target savage-marauders seat 1 uncancellable 1) combat",
        "whi.card.hit-points: CardLeft savage-marauders departure destroyed",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window defenders",
    ]
    assert board.both_pass()[2] == (
        "whi.combat.count-damage: DamageCounted (black-orc-squad cancellable 1) (cold-one-riders cancellable 2)"
    )


# 109. Cauldron of Blood


@pytest.mark.rule("whi.card.cauldron-of-blood", "whi.forced.automatic", "whi.forced.target")
def test_whoever_attacks_the_kingdom_of_the_cauldron_is_hurt() -> None:
    board = Board(Side(battlefield="boar-boyz mountain"), Side(kingdom="cauldron"), entry="combat")
    board.both_pass()
    assert board.attack("boar-boyz mountain") == [
        "whi.combat.attackers: AttackersDeclared boar-boyz mountain-brigade",
        "whi.card.cauldron-of-blood: EffectTriggered seat 1 cauldron-of-blood text attacked place kingdom-1 forced",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.asked == 1
    assert board.moves() == ["ChooseTarget target boar-boyz", "ChooseTarget target mountain-brigade"]
    assert board.do(pb.ChooseTarget(target=board.id("mountain"))) == [
        "whi.card.cauldron-of-blood: DamageAssigned (target mountain-brigade seat 1 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target mountain-brigade seat 1 cancellable 1)",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window attackers",
    ]


@pytest.mark.rule("whi.card.cauldron-of-blood")
def test_two_cauldrons_hurt_one_after_the_other() -> None:
    board = Board(Side(battlefield="boar-boyz"), Side(kingdom="cauldron*2"), entry="combat")
    board.both_pass()
    facts = board.attack("boar-boyz")
    assert sum("DamageApplied" in fact for fact in facts) == 2


@pytest.mark.rule("whi.card.cauldron-of-blood", "whi.kw.zone-effect")
@pytest.mark.parametrize(
    ("theirs", "zone", "attackers"),
    [
        ({"quest": "cauldron"}, QUEST, "mountain"),
        ({"quest": "cauldron"}, KINGDOM, "mountain"),
        ({"kingdom": "cauldron"}, QUEST, "mountain"),
        ({"kingdom": "cauldron"}, KINGDOM, ""),
    ],
)
def test_the_cauldron_hurts_nobody_elsewhere_or_without_attackers(
    theirs: dict[str, Any], zone: int, attackers: str
) -> None:
    board = Board(Side(battlefield="mountain"), Side(**theirs), entry="combat", zone=zone)
    board.both_pass()
    facts = board.attack(attackers)
    declared = "whi.combat.attackers: AttackersDeclared mountain-brigade"
    assert facts == [
        declared if attackers else "whi.combat.no-attackers: EffectFizzled seat 0",
        "whi.combat.window-each-step: WindowOpened window attackers",
    ]


@pytest.mark.rule("whi.card.cauldron-of-blood", "whi.combat.redirect-attack")
def test_an_attack_that_is_turned_to_the_kingdom_finds_the_cauldron() -> None:
    board = Board(
        Side(battlefield="mountain"),
        Side(kingdom="cauldron", hand="sigmars-intervention", resources=4, capital="empire"),
        entry="combat",
        zone=QUEST,
    )
    board.both_pass()
    board.attack("mountain")
    board.passing()
    board.tactic("sigmars-intervention")
    board.both_pass()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1))
    assert facts == [
        "whi.card.sigmars-intervention: AttackTurned place kingdom-1",
        "whi.card.cauldron-of-blood: EffectTriggered seat 1 cauldron-of-blood text attacked place kingdom-1 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.cauldron-of-blood: DamageAssigned (target mountain-brigade seat 1 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target mountain-brigade seat 1 cancellable 1)",
        "whi.forced.order: EffectOver",
        "whi.types.tactic: ActionOver",
    ]


@pytest.mark.rule("whi.card.cauldron-of-blood", "whi.damage.non-combat")
def test_toughness_helps_against_the_cauldron() -> None:
    board = Board(Side(battlefield="hammerer"), Side(kingdom="cauldron"), entry="combat")
    board.both_pass()
    assert board.attack("hammerer")[3:] == [
        "whi.card.cauldron-of-blood: DamageAssigned (target hammerer-of-karak-azul seat 1 cancellable 1)",
        "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "whi.damage.non-combat: DamageApplied",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window attackers",
    ]


# 110. Hate


@pytest.mark.rule("whi.card.hate")
def test_hate_takes_a_resource_of_the_opponent() -> None:
    board = Board(Side(hand="hate", capital="chaos", resources=1), Side(resources=2))
    board.tactic("hate")
    assert board.effect() == ["whi.card.hate: ResourcesTaken seat 0 resources 1 from 1"]
    assert [board.player(seat).resources for seat in (0, 1)] == [1, 1]


@pytest.mark.rule("whi.card.hate")
def test_whoever_has_none_gives_none() -> None:
    board = Board(Side(hand="hate", capital="chaos", resources=1))
    board.tactic("hate")
    assert board.effect() == ["whi.card.hate: EffectFizzled seat 0 hate"] and board.discard() == "hate"
