"""Damage outside combat, redirected, cancelled, indirect (rulebook p.17)."""

import pytest

from rulekeeper.games.warhammer_invasion.block import Block, Redirect
from rulekeeper.games.warhammer_invasion.cards.choices import UNIT
from rulekeeper.games.warhammer_invasion.state import is_place, seat_of
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, made_up, named

BATTLEFIELD_PHASE = 5
RICH = 20

DAMAGE = ("DamageAssigned", "DamageRedirected", "PointStayed", "DamageCancelled", "DamageApplied")
"""The facts of damage on its way."""


def fought(*sides: Side, attackers: str, defenders: str = "") -> Board:
    """An attack on the kingdom, nobody having acted, up to where damage is assigned."""
    board = Board(*sides, entry="combat")
    board.both_pass()
    board.attack(attackers)
    board.both_pass()
    if board.rule == "whi.combat.defenders":
        board.defend(defenders)
    board.both_pass()
    return board


# Damage of effects.


@pytest.mark.rule("whi.damage.non-combat", "whi.kw.toughness")
def test_damage_of_an_effect_is_assigned_and_then_applied_so_that_toughness_helps() -> None:
    board = Board(Side(hand="nurgles-pestilence", resources=RICH), Side(kingdom="hammerer", quest="hammerer~"))
    board.tactic("nurgles-pestilence")
    facts = board.both_pass()
    assert named(facts, *DAMAGE) == [
        "DamageAssigned (target hammerer-of-karak-azul seat 0 cancellable 1)"
        " (target hammerer-of-karak-azul seat 0 cancellable 2)",
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "DamageApplied (target hammerer-of-karak-azul seat 0 cancellable 1)",
    ]
    assert [board.card("hammerer", number=number).damage for number in (0, 1)] == [0, 1]


@pytest.mark.rule("whi.damage.non-combat.no-window", "whi.chain.response")
def test_between_assigning_and_applying_nobody_can_act() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", resources=RICH),
        Side(kingdom="black-orc", hand="master-rune-of-valaya", resources=RICH),
        phase=BATTLEFIELD_PHASE,
    )
    board.do(pb.DeclareNoAttack())
    board.tactic("flames-of-tzeentch", target=board.id("black-orc"), x=3)
    facts = board.both_pass()
    assert [line for line in facts if "Damage" in line or "Window" in line] == [
        "whi.card.flames-of-tzeentch: DamageAssigned (target black-orc-squad seat 0 cancellable 3)",
        "whi.damage.non-combat: DamageApplied (target black-orc-squad seat 0 cancellable 3)",
    ]
    # Too late now.
    board.tactic("master-rune-of-valaya")
    board.both_pass()
    assert board.card("black-orc").damage == 3


@pytest.mark.rule("whi.damage.non-combat.no-window", "whi.chain.lifo")
def test_whoever_wants_to_cancel_it_responds_to_its_source() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", resources=RICH),
        Side(kingdom="black-orc", hand="master-rune-of-valaya", resources=RICH),
        phase=BATTLEFIELD_PHASE,
    )
    board.do(pb.DeclareNoAttack())
    board.tactic("flames-of-tzeentch", target=board.id("black-orc"), x=3)
    board.tactic("master-rune-of-valaya")
    facts = board.both_pass()
    assert [line for line in facts if "Damage" in line] == [
        "whi.card.flames-of-tzeentch: DamageAssigned (target black-orc-squad seat 0 cancellable 3)",
        "whi.card.master-rune-of-valaya: DamageCancelled target black-orc-squad damage 3",
        "whi.damage.non-combat: DamageApplied",
    ]
    assert board.card("black-orc").damage == 0


@pytest.mark.rule("whi.damage.counterstrike-exception", "whi.kw.counterstrike.immediate")
def test_damage_of_a_counterstrike_is_applied_at_once() -> None:
    board = Board(Side(battlefield="black-orc"), Side(kingdom="reiksguard"), entry="combat")
    board.both_pass()
    board.attack("black-orc")
    board.both_pass()
    facts = board.defend("reiksguard")
    assert named(facts, "DamageAssigned", "DamageApplied", "WindowOpened") == [
        "DamageAssigned (target black-orc-squad seat 1 uncancellable 2) combat",
        "DamageApplied (target black-orc-squad seat 1 uncancellable 2) combat",
        "WindowOpened window defenders",
    ]
    assert board.card("black-orc").damage == 2


# What counts as dealt.


@pytest.mark.rule("whi.damage.dealt")
@pytest.mark.parametrize(("attacker", "corrupted"), [("black-orc", False), ("savage-marauders", True)])
def test_a_unit_was_dealt_damage_only_where_some_was_applied(attacker: str, corrupted: bool) -> None:
    board = fought(
        Side(battlefield=attacker, kingdom="shrine-to-nurgle"),
        Side(kingdom="hammerer"),
        attackers=attacker,
        defenders="hammerer",
    )
    board.both_pass()
    assert board.card("hammerer").corrupted is corrupted


@pytest.mark.rule("whi.damage.dealt", "whi.forced.self-referential")
@pytest.mark.parametrize(("x", "left"), [(1, 1), (3, 0)])
def test_a_text_about_damage_that_a_unit_is_dealt_happens_also_where_that_destroys_it(x: int, left: int) -> None:
    board = Board(Side(hand="flames-of-tzeentch", resources=RICH), Side(kingdom="silver-helm-brigade"))
    board.tactic("flames-of-tzeentch", target=board.id("silver-helm-brigade"), x=x)
    facts = board.both_pass()
    assert len(board.in_play(1)) == left
    assert len(named(facts, "CardDrawn")) == 1


@pytest.mark.rule("whi.damage.dealt", "whi.kw.counterstrike")
def test_damage_of_a_counterstrike_is_combat_damage() -> None:
    board = Board(Side(battlefield="black-orc"), Side(kingdom="reiksguard shrine-to-nurgle"), entry="combat")
    board.both_pass()
    board.attack("black-orc")
    board.both_pass()
    facts = board.defend("reiksguard")
    assert named(facts, "UnitCorrupted") == ["UnitCorrupted black-orc-squad"]
    # It fights on.
    assert board.combat.attackers == (board.id("black-orc"),)


@pytest.mark.rule("whi.damage.dealt")
def test_damage_of_an_effect_is_no_combat_damage() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", resources=RICH, kingdom="shrine-to-nurgle"), Side(kingdom="black-orc")
    )
    board.tactic("flames-of-tzeentch", target=board.id("black-orc"), x=3)
    board.both_pass()
    assert (board.card("black-orc").damage, board.card("black-orc").corrupted) == (3, False)


@pytest.mark.rule("whi.damage.dealt-in-combat")
@pytest.mark.parametrize(
    "mutant", ["chaos-knights[sadistic-mutation] peasant-militia", "chaos-knights peasant-militia[sadistic-mutation]"]
)
def test_a_unit_has_dealt_damage_where_any_of_its_sides_pool_was_applied(mutant: str) -> None:
    """The Militia, which has no power, adds nothing: it is not among those who deal."""
    board = fought(Side(battlefield=mutant), attackers="chaos-knights peasant-militia")
    facts = board.both_pass()
    triggered = named(facts, "EffectTriggered")
    assert len(triggered) == (1 if "knights[" in mutant else 0)


@pytest.mark.rule("whi.damage.dealt-in-combat")
def test_one_applied_point_is_enough_for_every_unit_of_the_side() -> None:
    board = fought(
        Side(battlefield="black-orc[sadistic-mutation] savage-marauders[sadistic-mutation]"),
        Side(kingdom="ironbreakers", developments=(2, 0, 0)),
        attackers="black-orc savage-marauders",
        defenders="ironbreakers",
    )
    board.assign("black-orc*2")
    facts = board.both_pass()
    # 3 less Toughness 2.
    assert named(facts, "DamageApplied") == [
        "DamageApplied (target ironbreakers-of-ankhor seat 0 cancellable 1)"
        " (target black-orc-squad seat 1 cancellable 2) combat"
    ]
    assert len(named(facts, "EffectTriggered")) == 2


@pytest.mark.rule("whi.damage.dealt-in-combat", "whi.damage.dealt")
def test_where_all_of_a_sides_damage_was_cancelled_none_of_its_units_has_dealt_any() -> None:
    board = fought(
        Side(battlefield="black-orc[sadistic-mutation]"),
        Side(kingdom="hammerer"),
        attackers="black-orc",
        defenders="hammerer",
    )
    facts = board.both_pass()
    assert named(facts, "EffectTriggered") == []


# Redirecting.


@pytest.mark.rule("whi.damage.redirect")
def test_the_first_point_goes_elsewhere_and_can_be_cancelled_there() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", resources=RICH, battlefield="hammerer"),
        Side(kingdom="warrior-priests black-orc", battlefield="savage-marauders"),
    )
    board.tactic("flames-of-tzeentch", target=board.id("warrior-priests"), x=2)
    board.both_pass()
    assert (board.asked, board.rule) == (1, "whi.damage.redirect")
    # A unit in a battlefield, of either player, and not the Priests.
    assert board.moves() == ["RedirectPoint target hammerer-of-karak-azul", "RedirectPoint target savage-marauders"]
    for other in ("black-orc", "warrior-priests"):
        assert board.cited(pb.RedirectPoint(target=board.id(other))) == ["whi.chain.targets-up-front"]
    facts = board.do(pb.RedirectPoint(target=board.id("hammerer")))
    assert named(facts, *DAMAGE, "CardLeft") == [
        "DamageRedirected from warrior-priests to hammerer-of-karak-azul by warrior-priests",
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "DamageApplied (target warrior-priests seat 0 cancellable 1)",
        "CardLeft warrior-priests owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.damage.redirect", "whi.turn.each-turn-counters")
def test_only_the_first_point_of_the_turn_is_redirected() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch*2", resources=RICH),
        Side(kingdom="warrior-priests", battlefield="mountain-brigade"),
    )
    board.tactic("flames-of-tzeentch", target=board.id("warrior-priests"), x=1)
    board.both_pass()
    board.do(pb.RedirectPoint(target=board.id("mountain-brigade")))
    board.passing()
    board.tactic("flames-of-tzeentch", target=board.id("warrior-priests"), x=1)
    facts = board.both_pass()
    assert named(facts, "DamageRedirected", "CardLeft") == ["CardLeft warrior-priests owner 1 departure destroyed"]


@pytest.mark.rule("whi.damage.redirect", "whi.forced.order")
def test_of_cards_that_redirect_the_same_points_to_elsewhere_their_player_says_which_is_next() -> None:
    """Made-up texts of two supports in different zones: they cover the capital, and send to units only."""
    mine = Redirect(lambda state, me, target: is_place(target) and seat_of(target) == me.controller, UNIT)
    with made_up(Block("contested-stronghold", redirect=mine)) as game:
        board = Board(
            Side(quest="dwarf-ranger", battlefield="grudge-thrower hammerer", resources=1),
            Side(kingdom="contested-stronghold", quest="contested-stronghold"),
            game=game,
        )
        board.use("grudge-thrower", sacrifice=board.id("hammerer"))
        board.do(pb.ChooseTarget(target=pb.PLACE_KINGDOM_1))
        assert (board.asked, board.moves()) == (1, ["ChooseNext contested-stronghold"] * 2)


@pytest.mark.rule("whi.damage.redirect")
def test_without_a_legal_target_the_point_stays() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", resources=RICH), Side(battlefield="warrior-priests", kingdom="hammerer")
    )
    board.tactic("flames-of-tzeentch", target=board.id("warrior-priests"), x=1)
    facts = board.both_pass()
    assert named(facts, *DAMAGE, "CardLeft") == [
        "DamageAssigned (target warrior-priests seat 0 cancellable 1)",
        "PointStayed warrior-priests",
        "DamageApplied (target warrior-priests seat 0 cancellable 1)",
        "CardLeft warrior-priests owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.damage.redirect", "whi.kw.toughness.uncancellable")
def test_a_redirected_point_keeps_its_kind() -> None:
    board = fought(
        Side(battlefield="bloodthirster hammerer:1"),
        Side(kingdom="warrior-priests"),
        attackers="bloodthirster",
        defenders="warrior-priests",
    )
    board.assign("", "warrior-priests*2 kingdom-1*3")
    board.both_pass()
    facts = board.do(pb.RedirectPoint(target=board.id("hammerer")))
    assert named(facts, *DAMAGE) == [
        "DamageRedirected from warrior-priests to hammerer-of-karak-azul by warrior-priests uncancellable",
        "DamageApplied (target warrior-priests seat 0 uncancellable 1) (target kingdom-1 seat 0 uncancellable 3)"
        " (target bloodthirster seat 1 cancellable 1) (target hammerer-of-karak-azul seat 0 uncancellable 1) combat",
    ]
    # Uncancellable as it was, it kills the Hammerer.
    assert named(facts, "CardLeft") == [
        "CardLeft hammerer-of-karak-azul departure destroyed",
        "CardLeft warrior-priests owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.damage.redirect")
def test_of_points_of_both_kinds_the_controller_says_which_one_goes() -> None:
    board = fought(
        Side(battlefield="bloodthirster black-orc"),
        Side(kingdom="warrior-priests"),
        attackers="bloodthirster black-orc",
        defenders="warrior-priests",
    )
    board.assign("warrior-priests", "warrior-priests kingdom-1*4")
    board.assign("black-orc")
    board.both_pass()
    assert board.moves() == [
        "RedirectPoint target black-orc-squad uncancellable",
        "RedirectPoint target black-orc-squad uncancellable no",
        "RedirectPoint target bloodthirster uncancellable",
        "RedirectPoint target bloodthirster uncancellable no",
    ]
    facts = board.do(pb.RedirectPoint(target=board.id("black-orc"), uncancellable=False))
    assert "(target black-orc-squad seat 0 cancellable 1)" in named(facts, "DamageApplied")[0]


@pytest.mark.rule("whi.damage.redirect")
@pytest.mark.parametrize("active", [0, 1])
def test_each_of_two_cards_redirects_its_point_once_whoever_is_active(active: int) -> None:
    """Priests hit Priests: the point goes on to a third unit, or back where it came from and stays there."""
    board = Board(
        Side(battlefield="warrior-priests", hand="blood-for-the-blood-god", resources=RICH),
        Side(battlefield="warrior-priests black-orc", hand="blood-for-the-blood-god", resources=RICH),
        seat=active,
    )
    theirs, mine = board.id("warrior-priests", 1 - active), board.id("warrior-priests", active)
    board.tactic("blood-for-the-blood-god", target=theirs)
    board.both_pass()
    assert board.asked == 1 - active
    board.do(pb.RedirectPoint(target=mine))
    assert board.asked == active
    assert "RedirectPoint target black-orc-squad" in board.moves()
    facts = board.do(pb.RedirectPoint(target=theirs))
    assert named(facts, "CardLeft") == [
        f"CardLeft warrior-priests{' owner 1' if not active else ''} departure destroyed",
    ]


@pytest.mark.rule("whi.damage.redirect", "whi.cost.extra-for-target")
def test_a_target_of_a_redirect_that_has_to_be_paid_for_may_be_left() -> None:
    board = Board(
        Side(battlefield="king-kazador", hand="flames-of-tzeentch", resources=RICH),
        Side(kingdom="warrior-priests", resources=3),
    )
    board.tactic("flames-of-tzeentch", target=board.id("warrior-priests"), x=1)
    board.both_pass()
    assert board.moves() == ["Decline", "RedirectPoint target king-kazador"]
    facts = board.do(pb.Decline())
    assert named(facts, *DAMAGE, "ResourcesPaid") == [
        "PointStayed warrior-priests",
        "DamageApplied (target warrior-priests seat 0 cancellable 1)",
    ]


@pytest.mark.rule("whi.damage.redirect", "whi.cost.extra-for-target")
@pytest.mark.parametrize("resources", [2, 3])
def test_a_target_of_a_redirect_is_paid_for(resources: int) -> None:
    board = Board(
        Side(battlefield="king-kazador", hand="flames-of-tzeentch", resources=RICH),
        Side(kingdom="warrior-priests", battlefield="black-orc", resources=resources),
    )
    board.tactic("flames-of-tzeentch", target=board.id("warrior-priests"), x=1)
    board.both_pass()
    to_king = pb.RedirectPoint(target=board.id("king-kazador"))
    if resources < 3:
        assert board.cited(to_king) == ["whi.cost.extra-for-target"]
        assert board.moves() == ["RedirectPoint target black-orc-squad"]
    else:
        assert board.moves() == ["RedirectPoint target black-orc-squad", "RedirectPoint target king-kazador"]
        assert named(board.do(to_king), "ResourcesPaid", "DamageCancelled") == [
            "ResourcesPaid seat 1 resources 3",
            "DamageCancelled target king-kazador damage 1 by king-kazador",
        ]


@pytest.mark.rule("whi.damage.redirect", "whi.kw.toughness")
def test_redirected_points_join_what_is_assigned_to_their_new_target() -> None:
    """One batch, from which Toughness takes 1."""
    board = Board(
        Side(hand="nurgles-pestilence", resources=RICH),
        Side(kingdom="warrior-priests", battlefield="hammerer"),
    )
    board.tactic("nurgles-pestilence")
    board.both_pass()
    facts = board.do(pb.RedirectPoint(target=board.id("hammerer")))
    assert named(facts, "DamageCancelled", "DamageApplied") == [
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "DamageApplied (target hammerer-of-karak-azul seat 0 cancellable 1)",
    ]


# Redirecting and cancelling together.


BORDER = "defend-the-border+3"


@pytest.mark.rule("whi.damage.cancel-order")
@pytest.mark.parametrize("chosen", ["cancel", "redirect"])
def test_where_all_could_be_cancelled_the_controller_says_what_is_used(chosen: str) -> None:
    board = fought(Side(battlefield="black-orc"), Side(quest=f"{BORDER} contested-fortress"), attackers="black-orc")
    board.both_pass()
    assert (board.asked, board.moves()) == (1, ["ChooseOption option cancel", "ChooseOption option redirect"])
    assert board.cited(pb.ChooseOption(option="both")) == ["whi.damage.cancel-order"]
    facts = board.do(pb.ChooseOption(option=chosen))
    if chosen == "cancel":
        assert named(facts, *DAMAGE) == [
            "DamageCancelled target kingdom-1 damage 1 by contested-fortress once",
            "DamageApplied combat",
        ]
        assert board.state.turn.used == (board.id("contested-fortress"),)
        return
    facts = board.do(pb.RedirectPoint(target=board.id("black-orc")))
    assert named(facts, *DAMAGE) == [
        "DamageRedirected from kingdom-1 to black-orc-squad by defend-the-border",
        "DamageApplied (target black-orc-squad seat 0 cancellable 1) combat",
    ]
    assert board.state.turn.used == (board.id("defend-the-border"),)


@pytest.mark.rule("whi.damage.cancel-order", "whi.damage.redirect")
def test_where_something_is_left_anyway_both_are_used() -> None:
    board = fought(
        Side(battlefield="chaos-knights"), Side(quest=f"{BORDER} contested-fortress"), attackers="chaos-knights"
    )
    board.both_pass()
    assert board.asked == 1 and board.moves()[0].startswith("RedirectPoint")
    facts = board.do(pb.RedirectPoint(target=board.id("chaos-knights")))
    assert named(facts, *DAMAGE) == [
        "DamageRedirected from kingdom-1 to chaos-knights by defend-the-border",
        "DamageCancelled target kingdom-1 damage 1 by contested-fortress once",
        "DamageApplied (target kingdom-1 seat 0 cancellable 1) (target chaos-knights seat 0 cancellable 1) combat",
    ]


@pytest.mark.rule("whi.damage.cancel-order", "whi.damage.redirect")
def test_a_redirect_cannot_be_saved_by_cancelling_one_section_of_several() -> None:
    board = Board(Side(battlefield="doom-divers"), Side(quest=f"{BORDER} contested-fortress"), entry="turn")
    # 1 on each section of both: the Fortress can cancel one of three.
    assert board.asked == 1
    assert board.moves() == [
        "ChoosePlace place battlefield-1",
        "ChoosePlace place kingdom-1",
        "ChoosePlace place quest-1",
    ]
    board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))
    board.do(pb.RedirectPoint(target=1))
    assert board.moves() == ["ChoosePlace place battlefield-1", "ChoosePlace place kingdom-1"]
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1))
    assert named(facts, "DamageApplied") == [
        "DamageApplied (target kingdom-0 seat 0 cancellable 1) (target quest-0 seat 0 cancellable 1)"
        " (target battlefield-0 seat 0 cancellable 1) (target battlefield-1 seat 0 cancellable 1)"
        " (target kingdom-0 seat 0 cancellable 1)"
    ]


# Indirect damage.


@pytest.mark.rule("whi.damage.indirect")
def test_each_player_spreads_indirect_damage_the_active_one_first() -> None:
    board = Board(Side(hand="followers-of-mork", resources=RICH), Side(kingdom="savage-marauders", burning="quest"))
    board.do(pb.PlayUnit(card=board.in_hand("followers-of-mork"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert board.asked == 0
    assert named(board.do(pb.SpreadDamage(points=board.ids("followers-of-mork kingdom-0"))), *DAMAGE) == []
    assert board.asked == 1
    # Not more than destroys a unit; never a burning section.
    assert board.moves() == [
        "SpreadDamage battlefield-1 battlefield-1",
        "SpreadDamage kingdom-1 battlefield-1",
        "SpreadDamage kingdom-1 kingdom-1",
        "SpreadDamage savage-marauders battlefield-1",
        "SpreadDamage savage-marauders kingdom-1",
    ]
    assert board.cited(pb.SpreadDamage(points=board.ids("savage-marauders*2"))) == ["whi.damage.indirect"]
    assert board.cited(pb.SpreadDamage(points=board.ids("quest-1 kingdom-1"))) == ["whi.damage.indirect"]
    assert board.cited(pb.SpreadDamage(points=board.ids("kingdom-0 kingdom-1"))) == ["whi.damage.indirect"]
    facts = board.do(pb.SpreadDamage(points=board.ids("savage-marauders kingdom-1")))
    assert named(facts, *DAMAGE) == [
        "DamageAssigned (target followers-of-mork seat 0 cancellable 1) (target kingdom-0 seat 0 cancellable 1)"
        " (target savage-marauders seat 0 cancellable 1) (target kingdom-1 seat 0 cancellable 1)",
        "DamageApplied (target followers-of-mork seat 0 cancellable 1) (target kingdom-0 seat 0 cancellable 1)"
        " (target savage-marauders seat 0 cancellable 1) (target kingdom-1 seat 0 cancellable 1)",
    ]


@pytest.mark.rule("whi.damage.indirect", "whi.kw.toughness")
def test_toughness_is_counted_into_what_destroys_a_unit() -> None:
    board = Board(
        Side(hand="followers-of-mork", resources=RICH),
        Side(kingdom="hammerer:1", burning="quest", damage=(7, 0, 7)),
    )
    board.do(pb.PlayUnit(card=board.in_hand("followers-of-mork"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    board.do(pb.SpreadDamage(points=board.ids("followers-of-mork*2")))
    # 1 hit point remains, and 1 is cancelled; a section takes what burns it.
    assert board.moves() == [
        "SpreadDamage hammerer-of-karak-azul battlefield-1",
        "SpreadDamage hammerer-of-karak-azul hammerer-of-karak-azul",
        "SpreadDamage hammerer-of-karak-azul kingdom-1",
        "SpreadDamage kingdom-1 battlefield-1",
    ]
    facts = board.do(pb.SpreadDamage(points=board.ids("hammerer*2")))
    assert "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul" in named(facts, *DAMAGE)


# Sections as targets.


@pytest.mark.rule("whi.damage.capital-target")
def test_a_target_capital_is_one_section_that_does_not_burn() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", kingdom="black-orc", resources=RICH, burning="battlefield"),
        Side(kingdom="hammerer", quest="dwarf-ranger", burning="quest"),
    )
    board.tactic("flames-of-tzeentch", target=board.id("hammerer"), x=3)
    board.both_pass()
    assert board.asked == 1
    assert board.moves() == [
        "ChooseTarget target battlefield-1",
        "ChooseTarget target black-orc-squad",
        "ChooseTarget target dwarf-ranger",
        "ChooseTarget target kingdom-0",
        "ChooseTarget target kingdom-1",
        "ChooseTarget target quest-0",
    ]
    assert board.cited(pb.ChooseTarget(target=6)) == ["whi.chain.targets-up-front"]
    board.do(pb.ChooseTarget(target=1))
    assert [third.damage for third in board.player(0).sections] == [1, 0, 0]


@pytest.mark.rule("whi.damage.capital-target")
def test_whoever_damages_the_own_capital_chooses_the_section() -> None:
    board = Board(Side(kingdom="warpstone-meteor", burning="battlefield"), Side(), entry="turn")
    assert (board.asked, board.moves()) == (0, ["ChoosePlace place kingdom-0", "ChoosePlace place quest-0"])
    board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_0))
    assert board.asked == 1 and len(board.moves()) == 3


# Hit points that sink.


@pytest.mark.rule("whi.damage.zero-hp")
def test_a_unit_without_hit_points_is_destroyed_although_it_has_no_damage() -> None:
    board = Board(Side(quest="vile-sorceress"), Side(kingdom="huntsmen"), entry="turn")
    facts = board.do(pb.ChooseTarget(target=board.id("huntsmen")))
    assert [line for line in facts if "HitPoints" in line or "CardLeft" in line] == [
        "whi.card.vile-sorceress: HitPointsChanged huntsmen hit_points -1",
        "whi.damage.zero-hp: CardLeft huntsmen owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.damage.zero-hp", "whi.combat.apply.destroy-units")
def test_a_damaged_unit_is_destroyed_when_its_hit_points_sink_to_its_damage() -> None:
    board = Board(Side(quest="vile-sorceress"), Side(kingdom="black-orc:3"), entry="turn")
    facts = board.do(pb.ChooseTarget(target=board.id("black-orc")))
    assert [line for line in facts if "CardLeft" in line] == [
        "whi.card.hit-points: CardLeft black-orc-squad owner 1 departure destroyed"
    ]
