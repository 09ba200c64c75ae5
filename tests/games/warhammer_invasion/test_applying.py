"""Step 5 of an attack: the damage is applied (rulebook p.13)."""

import pytest

from rulekeeper.games.warhammer_invasion.state import KINGDOM, QUEST
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named


def assigned(*sides: Side, attackers: str, defenders: str = "", zone: int = KINGDOM) -> Board:
    """An attack in which the damage is about to be assigned, nobody having acted."""
    board = Board(*sides, entry="combat", zone=zone)
    board.both_pass()
    board.attack(attackers)
    board.both_pass()
    if board.rule == "whi.combat.defenders":
        board.defend(defenders)
    board.both_pass()
    return board


@pytest.mark.rule("whi.combat.apply", "whi.example.combat-tom-chris")
def test_the_example_of_the_rulebook() -> None:
    board = Board(
        Side(battlefield="defender-of-the-hold hammerer king-kazador"),
        Side(quest="doom-divers urguck"),
        phase=5,
    )
    board.do(pb.DeclareTarget(zone=pb.ZONE_QUEST))
    board.both_pass()
    board.attack("hammerer king-kazador")
    board.both_pass()
    board.defend("doom-divers")
    assert named(board.both_pass(), "DamageCounted") == [
        "DamageCounted (hammerer-of-karak-azul cancellable 1) (king-kazador cancellable 3) (doom-divers cancellable 2)"
    ]
    board.assign("doom-divers*2 quest-1*2")
    board.assign("hammerer*2")
    assert board.both_pass()[2:] == [
        "whi.combat.apply: DamageDue",
        "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "whi.combat.apply: DamageApplied (target doom-divers seat 0 cancellable 2)"
        " (target quest-1 seat 0 cancellable 2) (target hammerer-of-karak-azul seat 1 cancellable 1) combat",
        "whi.combat.apply.destroy-units: CardLeft doom-divers owner 1 departure destroyed",
        "whi.combat.apply.window: WindowOpened window applied",
    ]
    assert (board.card("hammerer").damage, board.section(6).damage, board.discard(1)) == (1, 2, "doom-divers")
    assert board.in_play(1) == ["urguck"]


@pytest.mark.rule("whi.combat.apply")
def test_nothing_is_applied_before_the_window_after_assigning_has_closed() -> None:
    board = assigned(
        Side(battlefield="chaos-knights"),
        Side(quest="hammerer"),
        attackers="chaos-knights",
        defenders="hammerer",
        zone=QUEST,
    )
    board.assign("hammerer*2 quest-1")
    board.passing()
    assert (board.card("hammerer").damage, board.card("chaos-knights").damage, board.section(6).damage) == (0, 0, 0)
    board.passing()
    assert (board.card("hammerer").damage, board.card("chaos-knights").damage, board.section(6).damage) == (1, 1, 1)


@pytest.mark.rule("whi.combat.apply.cancel-now")
def test_cancelled_damage_does_not_arrive() -> None:
    board = assigned(
        Side(battlefield="savage-marauders"),
        Side(kingdom="hammerer"),
        attackers="savage-marauders",
        defenders="hammerer",
    )
    facts = board.both_pass()
    assert named(facts, "DamageCancelled", "DamageApplied") == [
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "DamageApplied (target hammerer-of-karak-azul seat 0 cancellable 1)"
        " (target savage-marauders seat 1 cancellable 1) combat",
    ]
    assert board.card("hammerer").damage == 1


@pytest.mark.rule("whi.combat.apply.cancel-now", "whi.damage.cancel-order")
def test_the_contested_fortress_cancels_the_first_point_on_its_capital_of_each_turn() -> None:
    board = assigned(
        Side(battlefield="chaos-knights"), Side(quest="contested-fortress", damage=(3, 0, 0)), attackers="chaos-knights"
    )
    assert board.both_pass()[2:5] == [
        "whi.combat.apply: DamageDue",
        "whi.card.contested-fortress: DamageCancelled target kingdom-1 damage 1 by contested-fortress once",
        "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 2) combat",
    ]
    assert board.section(5).damage == 5


@pytest.mark.rule("whi.combat.apply.destroy-units")
def test_units_of_both_sides_that_have_taken_their_hit_points_are_destroyed_together() -> None:
    board = assigned(
        Side(battlefield="savage-marauders chaos-knights:1"),
        Side(kingdom="savage-marauders cold-one"),
        attackers="savage-marauders chaos-knights",
        defenders="savage-marauders",
    )
    board.assign("savage-marauders*2 kingdom-1*3")
    board.assign("savage-marauders*2")
    facts = board.both_pass()
    assert facts[4:] == [
        "whi.combat.apply.destroy-units: CardLeft savage-marauders departure destroyed",
        "whi.combat.apply.destroy-units: CardLeft savage-marauders owner 1 departure destroyed",
        "whi.combat.apply.window: WindowOpened window applied",
    ]
    assert (board.discard(0), board.discard(1)) == ("savage-marauders", "savage-marauders")
    assert board.in_play() == ["chaos-knights", "cold-one-riders"]


@pytest.mark.rule("whi.combat.apply.destroy-units")
@pytest.mark.parametrize(("before", "left"), [(1, 1), (2, 0)])
def test_a_unit_is_destroyed_when_its_damage_reaches_its_hit_points(before: int, left: int) -> None:
    # Of 4 hit points it has lost 1 or 2 before, and loses 2 now.
    board = assigned(
        Side(battlefield="savage-marauders"),
        Side(kingdom=f"black-orc:{before}"),
        attackers="savage-marauders",
        defenders="black-orc",
    )
    board.both_pass()
    assert len(board.in_play(1)) == left
