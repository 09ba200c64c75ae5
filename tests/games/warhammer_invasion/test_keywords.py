"""Keywords (rulebook p.16)."""

import pytest

from rulekeeper.games.warhammer_invasion.block import Block
from rulekeeper.games.warhammer_invasion.numbers import power
from rulekeeper.games.warhammer_invasion.state import KINGDOM, Placed, State
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, made_up, named

RICH = 20

DAMAGE = ("DamageAssigned", "DamageCancelled", "DamageApplied")


def attacked(*sides: Side, attackers: str, zone: int = KINGDOM) -> Board:
    """An attack before its defenders are declared."""
    board = Board(*sides, entry="combat", zone=zone)
    board.both_pass()
    board.attack(attackers)
    board.both_pass()
    return board


# Counterstrike.


@pytest.mark.rule("whi.kw.counterstrike", "whi.kw.counterstrike.single-target")
def test_a_unit_with_counterstrike_strikes_one_attacker_as_it_is_declared_to_defend() -> None:
    board = attacked(
        Side(battlefield="chaos-knights black-orc savage-marauders"),
        Side(kingdom="reiksguard"),
        attackers="chaos-knights black-orc",
    )
    board.defend("reiksguard")
    # Before the window after step 3; all of it to one of the two.
    assert (board.asked, board.rule, board.state.turn.window) == (1, "whi.kw.counterstrike", 0)
    assert board.moves() == ["ChooseUnit unit black-orc-squad", "ChooseUnit unit chaos-knights"]
    for other in ("savage-marauders", "reiksguard"):
        assert board.cited(pb.ChooseUnit(unit=board.id(other))) == ["whi.kw.counterstrike.single-target"]
    assert board.do(pb.ChooseUnit(unit=board.id("black-orc"))) == [
        "whi.kw.counterstrike: DamageAssigned (target black-orc-squad seat 1 uncancellable 2) combat",
        "whi.damage.counterstrike-exception: DamageApplied (target black-orc-squad seat 1 uncancellable 2) combat",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window defenders",
    ]
    assert (board.card("black-orc").damage, board.card("chaos-knights").damage) == (2, 0)


@pytest.mark.rule("whi.kw.counterstrike")
def test_a_unit_that_is_not_declared_does_not_strike() -> None:
    board = attacked(Side(battlefield="chaos-knights"), Side(kingdom="reiksguard"), attackers="chaos-knights")
    assert named(board.defend(), "EffectTriggered", "DamageAssigned") == []


@pytest.mark.rule("whi.kw.counterstrike")
def test_an_attacker_does_not_strike() -> None:
    board = Board(Side(battlefield="reiksguard"), Side(kingdom="black-orc"), entry="combat")
    board.both_pass()
    assert named(board.attack("reiksguard"), "EffectTriggered") == []


@pytest.mark.rule("whi.kw.counterstrike.uncancellable")
def test_neither_toughness_nor_the_rune_of_valaya_helps_against_it() -> None:
    board = Board(
        Side(battlefield="hammerer", hand="master-rune-of-valaya", resources=RICH),
        Side(kingdom="reiksguard"),
        entry="combat",
    )
    board.both_pass()
    board.attack("hammerer")
    board.tactic("master-rune-of-valaya")
    board.both_pass()
    board.both_pass()
    facts = board.defend("reiksguard")
    assert named(facts, *DAMAGE, "CardLeft") == [
        "DamageAssigned (target hammerer-of-karak-azul seat 1 uncancellable 2) combat",
        "DamageApplied (target hammerer-of-karak-azul seat 1 uncancellable 2) combat",
        "CardLeft hammerer-of-karak-azul departure destroyed",
    ]


@pytest.mark.rule("whi.kw.counterstrike.uncancellable", "whi.damage.redirect")
def test_it_can_be_redirected_all_the_same() -> None:
    board = attacked(
        Side(battlefield="warrior-priests black-orc"), Side(kingdom="reiksguard"), attackers="warrior-priests"
    )
    board.defend("reiksguard")
    assert (board.asked, board.moves()) == (0, ["RedirectPoint target black-orc-squad"])
    facts = board.do(pb.RedirectPoint(target=board.id("black-orc")))
    assert named(facts, "DamageApplied") == [
        "DamageApplied (target warrior-priests seat 1 uncancellable 1)"
        " (target black-orc-squad seat 1 uncancellable 1) combat"
    ]


@pytest.mark.rule("whi.kw.counterstrike.immediate")
def test_an_attacker_that_is_destroyed_by_it_deals_no_damage() -> None:
    board = attacked(
        Side(battlefield="savage-marauders black-orc"),
        Side(kingdom="cold-one"),
        attackers="savage-marauders black-orc",
    )
    board.defend("cold-one")
    facts = board.do(pb.ChooseUnit(unit=board.id("savage-marauders")))
    assert named(facts, "CardLeft", "WindowOpened") == [
        "CardLeft savage-marauders departure destroyed",
        "WindowOpened window defenders",
    ]
    assert named(board.both_pass(), "DamageCounted") == [
        "DamageCounted (black-orc-squad cancellable 1) (cold-one-riders cancellable 2)"
    ]


@pytest.mark.rule("whi.kw.counterstrike.still-fights")
def test_a_unit_that_struck_deals_its_combat_damage_as_well() -> None:
    board = attacked(Side(battlefield="chaos-knights"), Side(kingdom="reiksguard"), attackers="chaos-knights")
    board.defend("reiksguard")
    board.both_pass()
    board.assign("reiksguard*3")
    assert named(board.both_pass(), "DamageApplied") == [
        "DamageApplied (target reiksguard-knights seat 0 cancellable 3)"
        " (target chaos-knights seat 1 cancellable 1) combat"
    ]
    # 2 and 1.
    assert board.card("chaos-knights").damage == 3


@pytest.mark.rule("whi.kw.counterstrike.single-target", "whi.combat.all-at-once")
def test_two_units_strike_separately_in_the_order_that_their_player_likes() -> None:
    board = attacked(
        Side(battlefield="chaos-knights savage-marauders"),
        Side(kingdom="reiksguard cold-one"),
        attackers="chaos-knights savage-marauders",
    )
    board.defend("reiksguard cold-one")
    board.next("cold-one")
    board.do(pb.ChooseUnit(unit=board.id("savage-marauders")))
    # The Marauders are gone: the Knights are the only attacker that is left.
    facts = board.match.facts()
    assert named(board.told(facts), "CardLeft", "DamageApplied") == [
        "DamageApplied (target savage-marauders seat 1 uncancellable 1) combat",
        "CardLeft savage-marauders departure destroyed",
        "DamageApplied (target chaos-knights seat 1 uncancellable 2) combat",
    ]


@pytest.mark.rule("whi.kw.counterstrike", "whi.kw.counterstrike.dying")
def test_it_strikes_although_the_unit_dies_as_it_is_declared() -> None:
    """Under a Horrific Mutation the Knights, who have 1 hit point left, have none as defenders."""
    board = attacked(
        Side(battlefield="chaos-knights[horrific-mutation]"), Side(kingdom="reiksguard:1"), attackers="chaos-knights"
    )
    facts = board.defend("reiksguard")
    assert [line for line in facts if "Effect" not in line] == [
        "whi.combat.defenders: DefendersDeclared reiksguard-knights",
        "whi.card.hit-points: CardLeft reiksguard-knights owner 1 departure destroyed",
        "whi.kw.counterstrike: DamageAssigned (target chaos-knights seat 1 uncancellable 2) combat",
        "whi.damage.counterstrike-exception: DamageApplied (target chaos-knights seat 1 uncancellable 2) combat",
        "whi.combat.window-each-step: WindowOpened window defenders",
    ]


def adds_one(state: State, me: Placed, card: Placed) -> int:
    return 1 if card.controller == me.controller else 0


@pytest.mark.rule("whi.kw.counterstrike.stack")
def test_counterstrikes_of_several_sources_are_added_and_go_to_one_attacker() -> None:
    """No card of the box gives Counterstrike: here the Village does."""
    with made_up(Block("contested-village", gives_counterstrike=adds_one)) as game:
        board = Board(
            Side(battlefield="chaos-knights"), Side(kingdom="reiksguard contested-village"), entry="combat", game=game
        )
        board.both_pass()
        board.attack("chaos-knights")
        board.both_pass()
        assert named(board.defend("reiksguard"), "DamageApplied") == [
            "DamageApplied (target chaos-knights seat 1 uncancellable 3) combat"
        ]


# For one zone only.


@pytest.mark.rule("whi.kw.zone-only")
@pytest.mark.parametrize(("kind", "zone"), [("defender-of-the-hold", "battlefield"), ("huntsmen", "quest")])
def test_a_unit_for_one_zone_is_played_only_there(kind: str, zone: str) -> None:
    board = Board(Side(hand=kind, resources=RICH))
    assert [move for move in board.moves() if "PlayUnit" in move] == [f"PlayUnit {kind} zone {zone}"]
    assert board.cited(pb.PlayUnit(card=board.in_hand(kind), zone=pb.ZONE_KINGDOM)) == ["whi.kw.zone-only"]


@pytest.mark.rule("whi.kw.zone-only", "whi.quest.send")
def test_a_unit_for_another_zone_cannot_be_sent_on_a_quest() -> None:
    board = Board(Side(hand="defender-of-the-hold huntsmen", quest="a-glorious-death", resources=RICH))
    quest = board.id("a-glorious-death")
    assert [move for move in board.moves() if "SendUnit" in move] == ["SendUnit huntsmen quest a-glorious-death"]
    assert board.cited(pb.SendUnit(card=board.in_hand("defender-of"), quest=quest)) == ["whi.kw.zone-only"]


@pytest.mark.rule("whi.kw.zone-only.move", "whi.effects.move")
def test_it_may_be_moved_to_another_zone_afterwards() -> None:
    board = Board(Side(battlefield="crooked-teef-goblins", hand="forced-march", resources=RICH))
    board.tactic("forced-march", target=board.id("crooked-teef"), zone=pb.ZONE_QUEST)
    assert named(board.both_pass(), "UnitMoved") == ["UnitMoved crooked-teef-goblins zone quest"]
    assert board.card("crooked-teef").place == 2


# Scout.


@pytest.mark.rule("whi.kw.scout", "whi.hidden.random")
def test_each_surviving_scout_makes_the_opponent_discard_a_card_at_random() -> None:
    board = Board(
        Side(battlefield="free-company*2"),
        Side(hand="demoralise pillage hate"),
        entry="combat",
        draws=["pillage", "hate"],
    )
    board.both_pass()
    board.attack("free-company free-company/1")
    board.until(pb.WINDOW_ASSIGNED)
    facts = board.both_pass()[2:]
    assert [line for line in facts if "Damage" not in line] == [
        "whi.kw.scout: EffectTriggered seat 0 free-company text scout place battlefield-0",
        "whi.kw.scout: EffectTriggered seat 0 free-company text scout place battlefield-0",
        "whi.forced.order: EffectBegan effect 1",
        "whi.hidden.random: HandCardDiscarded seat 1 was pillage pillage",
        "whi.forced.order: EffectOver",
        "whi.forced.order: EffectBegan effect 2",
        "whi.hidden.random: HandCardDiscarded seat 1 was hate hate",
        "whi.forced.order: EffectOver",
        "whi.combat.apply.window: WindowOpened window applied",
    ]
    assert (board.hand(1), board.discard(1)) == ("demoralise", "hate pillage")


@pytest.mark.rule("whi.kw.scout")
def test_scout_works_for_defenders_without_any_damage_and_only_on_cards_that_are_there() -> None:
    board = attacked(
        Side(battlefield="peasant-militia", hand="hate"),
        Side(kingdom="free-company*2"),
        attackers="peasant-militia",
    )
    board.defend("free-company free-company/1")
    board.until(pb.WINDOW_ASSIGNED)
    facts = board.both_pass()
    assert named(facts, "HandCardDiscarded", "EffectOver") == [
        "HandCardDiscarded seat 0 was hate hate",
        "EffectOver",
        "EffectOver",
    ]
    assert board.discard(0) == "hate"


@pytest.mark.rule("whi.kw.scout.survive")
def test_a_scout_that_is_destroyed_and_one_that_took_no_part_discard_nothing() -> None:
    board = attacked(
        Side(battlefield="free-company:2 free-company"),
        Side(kingdom="black-orc", hand="hate"),
        attackers="free-company",
    )
    board.defend("black-orc")
    board.until(pb.WINDOW_ASSIGNED)
    facts = board.both_pass()
    assert named(facts, "CardLeft", "EffectTriggered", "HandCardDiscarded") == [
        "CardLeft free-company departure destroyed"
    ]
    assert board.hand(1) == "hate"


@pytest.mark.rule("whi.kw.scout.timing")
def test_the_active_players_scouts_come_first_and_before_the_last_window() -> None:
    board = attacked(
        Side(battlefield="free-company", hand="hate"),
        Side(kingdom="free-company", hand="pillage"),
        attackers="free-company",
    )
    board.defend("free-company")
    board.until(pb.WINDOW_ASSIGNED)
    facts = board.both_pass()
    assert named(facts, "HandCardDiscarded", "WindowOpened") == [
        "HandCardDiscarded seat 1 was pillage pillage",
        "HandCardDiscarded seat 0 was hate hate",
        "WindowOpened window applied",
    ]


@pytest.mark.rule("whi.kw.scout", "whi.combat.assign.burning")
def test_scout_works_in_a_burning_empty_zone() -> None:
    board = Board(Side(battlefield="free-company"), Side(hand="hate*3", burning="kingdom"), entry="combat")
    board.both_pass()
    board.attack("free-company")
    board.until(pb.WINDOW_APPLIED)
    assert (board.hand(1), board.discard(1)) == ("hate*2", "hate")


# Toughness.


@pytest.mark.rule("whi.kw.toughness")
def test_toughness_cancels_so_much_of_each_batch() -> None:
    board = Board(Side(hand="flames-of-tzeentch*3", resources=30), Side(kingdom="king-kazador"))
    found = []
    for x in (3, 2, 2):
        board.tactic("flames-of-tzeentch", target=board.id("king-kazador"), x=x)
        facts = board.both_pass()
        found.append(named(facts, "DamageCancelled", "DamageApplied"))
        board.passing()
    assert found == [
        [
            "DamageCancelled target king-kazador damage 2 by king-kazador",
            "DamageApplied (target king-kazador seat 0 cancellable 1)",
        ],
        ["DamageCancelled target king-kazador damage 2 by king-kazador", "DamageApplied"],
        ["DamageCancelled target king-kazador damage 2 by king-kazador", "DamageApplied"],
    ]
    assert board.card("king-kazador").damage == 1


@pytest.mark.rule("whi.kw.toughness")
def test_what_several_units_deal_in_combat_is_one_batch() -> None:
    board = attacked(
        Side(battlefield="black-orc*3"), Side(kingdom="king-kazador"), attackers="black-orc black-orc/1 black-orc/2"
    )
    board.defend("king-kazador")
    board.both_pass()
    board.assign("black-orc*3")
    facts = board.both_pass()
    assert named(facts, "DamageCancelled", "DamageApplied") == [
        "DamageCancelled target king-kazador damage 2 by king-kazador",
        "DamageApplied (target king-kazador seat 0 cancellable 1) (target black-orc-squad seat 1 cancellable 3) combat",
    ]


@pytest.mark.rule("whi.kw.toughness")
@pytest.mark.parametrize(("developments", "applied"), [(0, 3), (2, 1), (4, 0)])
def test_a_toughness_of_x_is_counted_as_the_damage_is_applied(developments: int, applied: int) -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", resources=RICH),
        Side(kingdom="mountain-brigade", quest="ironbreakers:0", developments=(3, developments, 3)),
    )
    target = board.id("ironbreakers")
    board.tactic("flames-of-tzeentch", target=target, x=3)
    facts = board.both_pass()
    told = f" (target ironbreakers-of-ankhor seat 0 cancellable {applied})" if applied else ""
    assert named(facts, "DamageApplied") == [f"DamageApplied{told}"]


@pytest.mark.rule("whi.kw.toughness.uncancellable")
def test_uncancellable_damage_is_not_cancelled_by_toughness() -> None:
    board = attacked(Side(battlefield="bloodthirster"), Side(kingdom="king-kazador"), attackers="bloodthirster")
    board.defend("king-kazador")
    board.until(pb.WINDOW_ASSIGNED)
    facts = board.both_pass()
    assert named(facts, "DamageCancelled", "DamageApplied") == [
        "DamageApplied (target king-kazador seat 0 uncancellable 5) (target bloodthirster seat 1 cancellable 3) combat"
    ]
    assert board.card("king-kazador").damage == 5


@pytest.mark.rule("whi.kw.toughness.mixed")
def test_of_mixed_damage_only_the_cancellable_part_is_cancelled() -> None:
    board = attacked(
        Side(battlefield="bloodthirster black-orc"), Side(kingdom="king-kazador"), attackers="bloodthirster black-orc"
    )
    board.defend("king-kazador")
    # 6 points, of which King Kazador needs all: the attacker is not asked.
    assert named(board.both_pass(), "DamageAssigned") == [
        "DamageAssigned (target king-kazador seat 0 cancellable 1 uncancellable 5) combat step"
    ]
    board.assign("black-orc*3")
    facts = board.both_pass()
    assert named(facts, "DamageCancelled", "DamageApplied") == [
        "DamageCancelled target king-kazador damage 1 by king-kazador",
        "DamageApplied (target king-kazador seat 0 uncancellable 5)"
        " (target black-orc-squad seat 1 cancellable 3) combat",
    ]


@pytest.mark.rule("whi.kw.toughness.mixed")
def test_the_assigning_player_says_where_the_uncancellable_points_go() -> None:
    board = attacked(
        Side(battlefield="bloodthirster black-orc"),
        Side(kingdom="king-kazador hammerer"),
        attackers="bloodthirster black-orc",
    )
    board.defend("king-kazador hammerer")
    board.both_pass()
    board.assign("king-kazador", "king-kazador*3 hammerer*2")
    board.assign("black-orc*4")
    facts = board.both_pass()
    # 1 and 3 on a Toughness of 2: 3 are applied.
    assert named(facts, "DamageCancelled") == [
        "DamageCancelled target king-kazador damage 1 by king-kazador",
    ]
    assert "(target king-kazador seat 0 uncancellable 3)" in named(facts, "DamageApplied")[0]
    assert board.card("king-kazador").damage == 3


@pytest.mark.rule("whi.kw.toughness.stack")
def test_toughness_of_several_sources_is_added() -> None:
    """Of Dwarfs and Orcs together, as no deck has them: a damaged Hammerer beside Big 'Uns has 1 and 1."""
    board = Board(Side(hand="flames-of-tzeentch", resources=RICH), Side(battlefield="big-uns", kingdom="hammerer:1"))
    board.tactic("flames-of-tzeentch", target=board.id("hammerer"), x=2)
    facts = board.both_pass()
    assert named(facts, "DamageCancelled", "DamageApplied") == [
        "DamageCancelled target hammerer-of-karak-azul damage 2 by hammerer-of-karak-azul",
        "DamageApplied",
    ]


@pytest.mark.rule("whi.kw.toughness.moved")
def test_moved_damage_is_not_dealt_and_is_no_more_than_destroys_the_receiver() -> None:
    board = Board(Side(hand="stubborn-refusal", kingdom="mountain-brigade:5 hammerer", resources=RICH))
    board.tactic("stubborn-refusal", target=board.id("mountain-brigade"), other=board.id("hammerer"))
    facts = board.both_pass()
    assert named(facts, "DamageMoved", "CardLeft", *DAMAGE) == [
        "DamageMoved from mountain-brigade to hammerer-of-karak-azul damage 2",
        "CardLeft hammerer-of-karak-azul departure destroyed",
    ]
    assert board.card("mountain-brigade").damage == 3


# Effects for one zone.


@pytest.mark.rule("whi.kw.zone-effect", "whi.example.runesmith-zone")
@pytest.mark.parametrize("zone", ["kingdom", "quest", "battlefield"])
def test_an_effect_with_a_zone_works_only_there(zone: str) -> None:
    where = {name: "runesmith" if name == zone else "" for name in ("kingdom", "quest", "battlefield")}
    board = Board(Side(kingdom=where["kingdom"], quest=where["quest"], battlefield=where["battlefield"], resources=2))
    use = pb.UseAction(card=board.id("runesmith"), target=board.id("runesmith"))
    if zone == "quest":
        assert board.moves() == ["Pass", "UseAction runesmith target runesmith"]
        board.do(use)
        board.both_pass()
        assert power(board.state, board.card("runesmith")) == 2
    else:
        assert board.moves() == ["Pass"]
        assert board.cited(use) == ["whi.kw.zone-effect"]


@pytest.mark.rule("whi.kw.zone-effect")
def test_the_rest_of_such_a_card_works_everywhere() -> None:
    """The Ranger's Scout, outside the quest zone where its text works."""
    board = Board(Side(battlefield="dwarf-ranger"), Side(hand="hate"), entry="combat")
    board.both_pass()
    board.attack("dwarf-ranger")
    board.until(pb.WINDOW_APPLIED)
    assert board.discard(1) == "hate"


@pytest.mark.rule("whi.kw.zone-effect.midchain")
def test_an_action_on_the_chain_resolves_although_its_card_has_changed_zones() -> None:
    board = Board(
        Side(quest="runesmith", kingdom="black-orc", hand="forced-march", resources=RICH),
    )
    board.use("runesmith", target=board.id("black-orc"))
    board.passing()
    board.tactic("forced-march", target=board.id("runesmith"), zone=pb.ZONE_KINGDOM)
    facts = board.both_pass()
    assert named(facts, "UnitMoved", "PowerChanged") == [
        "UnitMoved runesmith zone kingdom",
        "PowerChanged black-orc-squad power 1",
    ]


# Limited.


@pytest.mark.rule("whi.kw.limited", "whi.kw.limited.not-played")
def test_a_player_plays_one_limited_card_a_turn() -> None:
    board = Board(Side(hand="contested-village*2 armoury warpstone-excavation", resources=RICH))
    board.do(pb.PlaySupport(card=board.in_hand("contested-village"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    board.passing()
    for other in ("armoury", "contested-village"):
        assert board.cited(pb.PlaySupport(card=board.in_hand(other), zone=pb.ZONE_QUEST)) == ["whi.kw.limited"]
    assert [move for move in board.moves() if "PlaySupport" in move] == [
        f"PlaySupport warpstone-excavation zone {zone}" for zone in ("battlefield", "kingdom", "quest")
    ]
    # As a development it is not played as that card.
    board.do(pb.PlayDevelopment(card=board.in_hand("armoury"), zone=pb.ZONE_KINGDOM))


@pytest.mark.rule("whi.kw.limited.not-played")
def test_a_limited_card_that_lies_as_a_development_leaves_another_to_be_played() -> None:
    board = Board(Side(hand="contested-village armoury", resources=RICH))
    board.do(pb.PlayDevelopment(card=board.in_hand("contested-village"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    board.passing()
    board.do(pb.PlaySupport(card=board.in_hand("armoury"), zone=pb.ZONE_KINGDOM))
