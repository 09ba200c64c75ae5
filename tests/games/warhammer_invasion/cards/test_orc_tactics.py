"""The Orc tactics: each text in full, what is refused, and what happens when a target is gone."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.numbers import symbols
from rulekeeper.games.warhammer_invasion.pricing import price
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, place
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


def orcs(**words: Any) -> Side:
    return Side(capital="orc", **words)


# 74 Smash-Go-Boom!.


@pytest.mark.rule("whi.card.smash-go-boom", "whi.cost.x")
def test_smash_go_boom_destroys_as_many_developments_of_one_zone_as_are_paid_for() -> None:
    board = Board(
        orcs(hand="smash-go-boom", resources=3, developments=("pillage", "waaagh choppa", 0)),
        Side(developments=(0, 0, 3), damage=(0, 0, 9)),
        numbers=[2, 0],
    )
    boom = "smash-go-boom"
    assert board.options("PlayTactic") == [
        f"{boom} place battlefield-1 count 1",
        f"{boom} place battlefield-1 count 2",
        f"{boom} targets (choppa)",
        f"{boom} targets (pillage)",
        f"{boom} targets (waaagh)",
        f"{boom} targets (waaagh) (choppa)",
    ]
    assert board.tactic("smash-go-boom", place=pb.PLACE_BATTLEFIELD_1, count=2) == [
        "whi.types.tactic: TacticPlayed seat 0 smash-go-boom targets battlefield-1 x 2",
        "whi.development.rearrange: DevelopmentsTargeted place battlefield-1 count 2"
        " (mountain-brigade) (mountain-brigade)",
        "whi.capital.pay: ResourcesPaid seat 0 resources 3",
    ]
    third, first = board.state.chain[0].developments
    assert (first, third) == (board.development(7, 0), board.development(7, 2))
    lost = "was (mountain-brigade) mountain-brigade departure destroyed"
    assert board.effect() == [
        *[f"whi.card.smash-go-boom: DevelopmentLost seat 1 zone battlefield {lost}"] * 2,
        "whi.burn.state-check: SectionBurned place battlefield-1",
    ]


@pytest.mark.rule("whi.card.smash-go-boom", "whi.chain.targets-up-front")
def test_x_is_one_at_least_and_no_more_than_lie_in_that_one_zone() -> None:
    board = Board(orcs(hand="smash-go-boom", resources=9, developments=(1, 1, 0)), Side(developments=(0, 0, 1)))
    boom = board.in_hand("smash-go-boom")
    assert board.cited(pb.PlayTactic(card=boom, place=pb.PLACE_BATTLEFIELD_1, count=2)) == [
        "whi.chain.targets-up-front"
    ]
    assert board.cited(pb.PlayTactic(card=boom, place=pb.PLACE_BATTLEFIELD_1, count=0)) == [
        "whi.chain.targets-up-front"
    ]
    both = [board.development(1), board.development(2)]
    assert board.refused(pb.PlayTactic(card=boom, targets=both))[0] == (
        "whi.chain.targets-up-front",
        f"{both[1]} is no development in the Kingdom of seat 0",
    )
    assert board.cited(pb.PlayTactic(card=boom, targets=[])) == ["whi.chain.target-counts"]


@pytest.mark.rule("whi.card.smash-go-boom", "whi.chain.recheck-target")
def test_what_is_left_of_the_developments_is_destroyed() -> None:
    board = Board(
        orcs(hand="smash-go-boom", resources=3, developments=("pillage waaagh", 0, 0)),
        orcs(quest="cultist-of-slaanesh", resources=4),
    )
    board.tactic("smash-go-boom", targets=[board.development(1, 0), board.development(1, 1)])
    board.use("cultist", target=place(0, KINGDOM))
    assert resolves(board) == [
        BEGAN,
        "whi.card.cultist-of-slaanesh: DevelopmentLost seat 0 zone kingdom was (pillage) pillage departure destroyed",
        OVER,
        BEGAN,
        "whi.chain.recheck-target: TargetsChecked targets kingdom-0 developments (waaagh)",
        "whi.card.smash-go-boom: DevelopmentLost seat 0 zone kingdom was (waaagh) waaagh departure destroyed",
        TACTIC_OVER,
    ]


@pytest.mark.rule("whi.card.smash-go-boom", "whi.play.your-turn")
def test_smash_go_boom_is_for_the_own_turn_and_for_a_table_with_developments() -> None:
    theirs = Board(orcs(hand="smash-go-boom", resources=9, developments=(1, 0, 0)), seat=1)
    theirs.passing()
    boom = pb.PlayTactic(card=theirs.in_hand("smash-go-boom"), targets=[theirs.development(1)])
    assert theirs.cited(boom) == ["whi.play.your-turn"]
    bare = Board(orcs(hand="smash-go-boom", resources=9))
    assert bare.cited(pb.PlayTactic(card=bare.in_hand("smash-go-boom"))) == ["whi.chain.targets-up-front"]
    poor = Board(orcs(hand="smash-go-boom", resources=1, developments=(1, 0, 0)))
    assert poor.options("PlayTactic") == []


# 75 Rip Dere 'eads Off!.


@pytest.mark.rule("whi.card.rip-dere-eads-off", "whi.effects.in-play")
def test_a_unit_that_is_turned_up_stays_until_the_turn_ends() -> None:
    board = Board(
        orcs(hand="rip-dere", resources=1, developments=(0, 0, "savage-marauders")),
    )
    assert board.tactic("rip-dere", target=board.development(3)) == [
        "whi.types.tactic: TacticPlayed seat 0 rip-dere-eads-off targets battlefield-0",
        "whi.development.rearrange: DevelopmentsTargeted place battlefield-0 count 1 (savage-marauders)",
        "whi.capital.pay: ResourcesPaid seat 0 resources 1",
    ]
    assert board.effect() == [
        "whi.card.rip-dere-eads-off: DevelopmentTurnedUp seat 0 zone battlefield savage-marauders",
        "whi.card.rip-dere-eads-off: EffectWaits seat 0 rip-dere-eads-off savage-marauders",
    ]
    assert power_of(board, "savage-marauders") == 2 and symbols(board.state, 0, "chaos") == 1
    board.both_pass()
    board.do(pb.DeclareTarget(zone=pb.ZONE_KINGDOM))
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("savage-marauders")]))
    board.until(pb.WINDOW_END)
    assert board.section(5).damage == 2
    assert board.both_pass()[2:8] == [
        "whi.card.rip-dere-eads-off: EffectTriggered seat 0 savage-marauders text sacrifice place battlefield-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.rip-dere-eads-off: CardLeft savage-marauders departure sacrificed",
        HAPPENED,
        "whi.turn.handover: TurnEnded seat 0",
        "whi.turn: TurnBegan seat 1",
    ]


@pytest.mark.rule("whi.card.rip-dere-eads-off")
@pytest.mark.parametrize("kind", ["pillage", "totem-of-gork", "choppa", "smash-em-all"])
def test_anything_else_that_is_turned_up_is_sacrificed_at_once(kind: str) -> None:
    board = Board(orcs(hand="rip-dere", resources=1, developments=(kind, 0, 0)), Side(burning="quest"))
    board.tactic("rip-dere", target=board.development(1))
    assert board.effect() == [
        f"whi.card.rip-dere-eads-off: DevelopmentTurnedUp seat 0 zone kingdom {kind}",
        f"whi.card.rip-dere-eads-off: CardLeft {kind} departure sacrificed",
    ]
    assert board.state.cards == () and board.state.waiting == ()


@pytest.mark.rule("whi.card.rip-dere-eads-off", "whi.development.rearrange")
def test_an_opponents_development_is_picked_by_chance_and_its_unit_stays_theirs() -> None:
    board = Board(
        orcs(hand="rip-dere", resources=1),
        Side(developments=(0, 0, "pillage dark-zealot"), damage=(0, 0, 9)),
        numbers=[1],
    )
    assert board.options("PlayTactic") == ["rip-dere-eads-off target battlefield-1"]
    board.tactic("rip-dere", target=pb.PLACE_BATTLEFIELD_1)
    assert board.effect() == [
        "whi.card.rip-dere-eads-off: DevelopmentTurnedUp seat 1 zone battlefield dark-zealot",
        "whi.card.rip-dere-eads-off: EffectWaits seat 0 rip-dere-eads-off dark-zealot",
        "whi.burn.state-check: SectionBurned place battlefield-1",
    ]
    assert board.card("dark-zealot").controller == 1
    assert "CardLeft dark-zealot owner 1 departure sacrificed" in named(board.idle(), "CardLeft")


@pytest.mark.rule("whi.card.rip-dere-eads-off", "whi.unique.facedown", "whi.hero.one-per-zone")
@pytest.mark.parametrize(
    ("hero", "zone", "cited"),
    [
        ("valkia-the-bloody", "battlefield", "whi.unique.facedown"),
        ("melekh-the-changer", "battlefield", ""),
        ("melekh-the-changer", "quest", "whi.hero.one-per-zone"),
    ],
)
def test_a_unit_that_may_not_be_there_goes_as_neither_destroyed_nor_sacrificed(
    hero: str, zone: str, cited: str
) -> None:
    facedown = (0, hero, 0) if zone == "quest" else (0, 0, hero)
    board = Board(orcs(quest="valkia", hand="rip-dere", resources=1, developments=facedown), Side(quest="valkia"))
    board.tactic("rip-dere", target=board.development(2 if zone == "quest" else 3))
    end = (
        f"{cited}: CardLeft {hero} departure discarded"
        if cited
        else f"whi.card.rip-dere-eads-off: EffectWaits seat 0 rip-dere-eads-off {hero}"
    )
    assert board.effect()[1:] == [end]


@pytest.mark.rule("whi.card.rip-dere-eads-off", "whi.kw.zone-only")
def test_a_battlefield_only_unit_may_be_turned_up_elsewhere() -> None:
    board = Board(orcs(hand="rip-dere", resources=1, developments=("ironclaws-horde", 0, 0)))
    board.tactic("rip-dere", target=board.development(1))
    board.effect()
    assert board.card("ironclaws-horde").place == place(0, KINGDOM)


@pytest.mark.rule("whi.card.rip-dere-eads-off", "whi.chain.recheck-target")
def test_the_second_of_two_rips_finds_the_development_gone() -> None:
    board = Board(orcs(hand="rip-dere*2", resources=2, developments=("dark-zealot", 0, 0)))
    facedown = board.development(1)
    board.tactic("rip-dere", target=facedown)
    board.passing()
    board.tactic("rip-dere", target=facedown)
    assert resolves(board)[3:] == [
        TACTIC_OVER,
        BEGAN,
        "whi.chain.recheck-target: EffectFizzled seat 0 rip-dere-eads-off spared kingdom-0",
        TACTIC_OVER,
    ]


@pytest.mark.rule("whi.card.rip-dere-eads-off")
def test_nothing_happens_at_the_turns_end_where_the_unit_is_gone_by_then() -> None:
    board = Board(orcs(hand="rip-dere troll-vomit", resources=9, developments=("dark-zealot", 0, 0)))
    board.tactic("rip-dere", target=board.development(1))
    board.effect()
    board.passing()
    board.tactic("troll-vomit")
    board.effect()
    assert board.state.waiting == ()
    assert named(board.idle(), "EffectTriggered", "CardLeft") == []


@pytest.mark.rule("whi.card.rip-dere-eads-off", "whi.effects.move")
def test_the_unit_is_sacrificed_wherever_it_then_stands() -> None:
    board = Board(orcs(hand="rip-dere", resources=2, developments=("pistoliers", 0, 0)))
    board.tactic("rip-dere", target=board.development(1))
    board.effect()
    board.passing()
    board.use("pistoliers", zone=pb.ZONE_BATTLEFIELD)
    board.effect()
    assert named(board.idle(), "EffectTriggered", "CardLeft") == [
        "EffectTriggered seat 0 pistoliers text sacrifice place battlefield-0 forced",
        "CardLeft pistoliers departure sacrificed",
    ]


@pytest.mark.rule("whi.card.rip-dere-eads-off", "whi.chain.targets-up-front")
def test_rip_dere_eads_off_asks_for_a_development() -> None:
    board = Board(orcs(hand="rip-dere", kingdom="dark-zealot", resources=1))
    assert board.options("PlayTactic") == []
    tactic = pb.PlayTactic(card=board.in_hand("rip-dere"), target=board.id("dark-zealot"))
    assert board.cited(tactic) == ["whi.chain.targets-up-front"]


# 76 We'z Bigga!.


@pytest.mark.rule("whi.card.wez-bigga", "whi.chain.conditional-action")
def test_the_next_unit_costs_less_and_enters_with_damage() -> None:
    board = Board(orcs(hand="wez-bigga boar-boyz squig-herders choppa", resources=9))
    assert board.tactic("wez-bigga") == ["whi.types.tactic: TacticPlayed seat 0 wez-bigga"]
    assert board.effect() == [
        "whi.card.wez-bigga: EffectWaits seat 0 wez-bigga",
    ]
    assert [price(board.state, 0, kind) for kind in ("boar-boyz", "choppa", "totem-of-gork")] == [4, 2, 5]
    board.passing()
    assert board.do(pb.PlayUnit(card=board.in_hand("boar"), zone=pb.ZONE_BATTLEFIELD)) == [
        "whi.capital.choose-zone: CardPlayed seat 0 boar-boyz zone battlefield",
        "whi.capital.pay: ResourcesPaid seat 0 resources 4",
        "whi.card.wez-bigga: EffectWaited seat 0 wez-bigga",
        "whi.card.wez-bigga: EffectWaits seat 0 wez-bigga boar-boyz",
    ]
    assert price(board.state, 0, "squig-herders") == 2
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("squig"), zone=pb.ZONE_BATTLEFIELD))
    assert resolves(board) == [
        BEGAN,
        "whi.types.unit: CardEntered seat 0 squig-herders zone battlefield",
        OVER,
        BEGAN,
        "whi.card.wez-bigga: EffectWaited seat 0 wez-bigga boar-boyz",
        "whi.types.unit: CardEntered seat 0 boar-boyz zone battlefield damage 1",
        OVER,
    ]
    assert board.state.waiting == () and power_of(board, "boar-boyz") == 3


@pytest.mark.rule("whi.card.wez-bigga", "whi.cost.reduction-floor")
def test_copies_of_wez_bigga_add_up_and_take_nothing_off_loyalty() -> None:
    board = Board(orcs(hand="wez-bigga*2 hammerer", resources=9))
    for _ in range(2):
        board.tactic("wez-bigga")
        board.effect()
        board.passing()
    assert price(board.state, 0, "servants-of-khorne") == 0 + 1
    facts = plays(board, "hammerer", KINGDOM)
    assert named(facts, "EffectWaited", "CardEntered", "DamageCancelled") == [
        *["EffectWaited seat 0 wez-bigga hammerer-of-karak-azul"] * 2,
        "CardEntered seat 0 hammerer-of-karak-azul zone kingdom damage 2",
    ]
    assert board.discard() == "hammerer-of-karak-azul wez-bigga*2"


@pytest.mark.rule("whi.card.wez-bigga", "whi.chain.conditional-action")
def test_wez_bigga_is_gone_at_the_end_of_the_turn() -> None:
    board = Board(orcs(hand="wez-bigga", resources=0), phase=4)
    board.tactic("wez-bigga")
    board.effect()
    assert price(board.state, 1, "boar-boyz") == 5
    board.idle()
    assert board.state.waiting == ()


@pytest.mark.rule("whi.card.wez-bigga", "whi.card.hit-points")
def test_a_unit_of_one_hit_point_that_gets_bigga_is_destroyed_as_it_enters() -> None:
    board = Board(orcs(hand="wez-bigga crooked-teef-goblins", resources=0))
    board.tactic("wez-bigga")
    board.effect()
    board.passing()
    assert plays(board, "crooked-teef-goblins", BATTLEFIELD)[1:] == [
        "whi.types.unit: CardEntered seat 0 crooked-teef-goblins zone battlefield damage 1",
        "whi.card.hit-points: CardLeft crooked-teef-goblins departure destroyed",
    ]


@pytest.mark.rule("whi.card.wez-bigga", "whi.forced.automatic", "whi.card.night-goblins", "whi.forced.last-zone")
def test_a_unit_that_is_destroyed_as_it_enters_has_entered() -> None:
    board = Board(
        orcs(hand="wez-bigga*2 night-goblins", resources=9), Side(kingdom="chaos-knights[choppa] black-orc[choppa]")
    )
    for _ in range(2):
        board.tactic("wez-bigga")
        board.effect()
        board.passing()
    assert plays(board, "night-goblins", KINGDOM)[2:] == [
        "whi.types.unit: CardEntered seat 0 night-goblins zone kingdom damage 2",
        "whi.card.night-goblins: EffectTriggered seat 0 night-goblins text destroy subject night-goblins"
        " place kingdom-0 forced",
        "whi.card.hit-points: CardLeft night-goblins departure destroyed",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.moves() == ["ChooseTarget target choppa", "ChooseTarget target choppa"]
    assert board.do(pb.ChooseTarget(target=board.id("choppa")))[:2] == [
        "whi.card.night-goblins: CardLeft choppa owner 1 departure destroyed",
        "whi.forced.order: EffectOver",
    ]


# 77 Favour of Mork.


@pytest.mark.rule("whi.card.favour-of-mork", "whi.constant.until-eot")
def test_favour_of_mork_takes_power_from_one_unit_and_gives_it_to_another() -> None:
    board = Board(orcs(kingdom="dark-zealot", hand="favour-of-mork", resources=2), Side(kingdom="savage-marauders"))
    one, other = board.id("savage-marauders"), board.id("dark-zealot")
    assert board.options("PlayTactic") == [
        "favour-of-mork target dark-zealot other savage-marauders",
        "favour-of-mork target savage-marauders other dark-zealot",
    ]
    card = board.in_hand("favour")
    assert board.cited(pb.PlayTactic(card=card, target=one, other=one)) == ["whi.chain.target-counts"]
    assert board.tactic("favour-of-mork", target=one, other=other) == [
        "whi.types.tactic: TacticPlayed seat 0 favour-of-mork targets savage-marauders dark-zealot",
        "whi.capital.pay: ResourcesPaid seat 0 resources 2",
    ]
    assert board.effect() == [
        "whi.card.favour-of-mork: PowerChanged savage-marauders power -1",
        "whi.card.favour-of-mork: PowerChanged dark-zealot power 1",
    ]
    assert (power_of(board, "savage-marauders"), power_of(board, "dark-zealot")) == (1, 2)
    board.idle()
    assert (power_of(board, "savage-marauders"), power_of(board, "dark-zealot")) == (2, 1)


@pytest.mark.rule("whi.card.favour-of-mork", "whi.chain.recheck-target")
@pytest.mark.parametrize(
    ("gone", "changed"),
    [("savage-marauders", "dark-zealot power 1"), ("dark-zealot", "savage-marauders power -1")],
)
def test_where_one_of_two_targets_is_gone_the_other_is_still_affected(gone: str, changed: str) -> None:
    board = Board(
        orcs(battlefield="dark-zealot:2 savage-marauders", hand="favour-of-mork", resources=2),
        Side(capital="chaos", hand="blood-for", resources=3),
    )
    board.tactic("favour-of-mork", target=board.id("savage-marauders"), other=board.id("dark-zealot"))
    board.tactic("blood-for", target=board.id(gone))
    facts = resolves(board)
    checked = "targets 0 dark-zealot" if gone == "savage-marauders" else "targets savage-marauders 0"
    assert facts[facts.index(TACTIC_OVER) + 1 :] == [
        BEGAN,
        f"whi.chain.recheck-target: TargetsChecked {checked}",
        f"whi.card.favour-of-mork: PowerChanged {changed}",
        TACTIC_OVER,
    ]


@pytest.mark.rule("whi.card.favour-of-mork", "whi.chain.targets-up-front")
def test_favour_of_mork_asks_for_two_units() -> None:
    board = Board(orcs(battlefield="dark-zealot totem-of-gork", hand="favour-of-mork", resources=9))
    assert board.options("PlayTactic") == []
    one = board.id("dark-zealot")
    assert board.refused(pb.PlayTactic(card=board.in_hand("favour"), target=one, other=one)) == [
        ("whi.chain.targets-up-front", "there is no legal target: a unit, and another unit")
    ]


@pytest.mark.rule("whi.card.favour-of-mork", "whi.constant.net")
def test_power_is_not_below_zero() -> None:
    board = Board(orcs(battlefield="dark-zealot boar-boyz", hand="favour-of-mork*2", resources=4))
    for _ in range(2):
        board.tactic("favour-of-mork", target=board.id("dark-zealot"), other=board.id("boar"))
        board.effect()
        board.passing()
    assert (power_of(board, "dark-zealot"), power_of(board, "boar")) == (0, 3)


# 78 Pillage.


@pytest.mark.rule("whi.card.pillage", "whi.attach.is-support")
def test_pillage_destroys_a_support() -> None:
    board = Board(
        orcs(kingdom="contested-village", hand="pillage", resources=3), Side(battlefield="dark-zealot[choppa]")
    )
    assert board.options("PlayTactic") == [
        "pillage target choppa",
        "pillage target contested-village",
    ]
    unit = pb.PlayTactic(card=board.in_hand("pillage"), target=board.id("dark-zealot"))
    assert board.cited(unit) == ["whi.chain.targets-up-front"]
    board.tactic("pillage", target=board.id("choppa"))
    assert board.effect() == [
        "whi.card.pillage: CardLeft choppa owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.card.pillage", "whi.chain.recheck-target", "whi.chain.dodge")
def test_a_second_pillage_on_the_same_support_does_nothing() -> None:
    board = Board(orcs(hand="pillage", resources=3), orcs(kingdom="totem-of-gork", hand="pillage", resources=2))
    board.tactic("pillage", target=board.id("totem"))
    board.tactic("pillage", target=board.id("totem"))
    assert resolves(board) == [
        BEGAN,
        "whi.card.pillage: CardLeft totem-of-gork owner 1 departure destroyed",
        TACTIC_OVER,
        BEGAN,
        "whi.chain.recheck-target: EffectFizzled seat 0 pillage spared totem-of-gork",
        TACTIC_OVER,
    ]
    assert (board.discard(0), board.discard(1)) == ("pillage", "pillage totem-of-gork")


@pytest.mark.rule("whi.card.pillage", "whi.chain.targets-up-front")
def test_pillage_asks_for_a_support() -> None:
    board = Board(orcs(kingdom="dark-zealot", hand="pillage", resources=3))
    assert board.refused(pb.PlayTactic(card=board.in_hand("pillage"), target=board.id("dark-zealot"))) == [
        ("whi.chain.targets-up-front", "there is no legal target: a support")
    ]


# 79 Waaagh!.


@pytest.mark.rule("whi.card.waaagh", "whi.constant.until-eot")
def test_waaagh_strengthens_those_that_attack_until_the_turn_ends() -> None:
    board = Board(
        orcs(battlefield="dark-zealot squig-herders black-orc-squad", hand="waaagh", resources=4),
        Side(kingdom="savage-marauders"),
        entry="combat",
    )
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("dark-zealot"), board.id("black-orc")]))
    board.tactic("waaagh")
    assert board.effect() == [
        "whi.card.waaagh: PowerChanged dark-zealot power 2",
        "whi.card.waaagh: PowerChanged black-orc-squad power 2",
    ]
    board.both_pass()
    board.do(pb.DeclareDefenders(units=[]))
    assert board.both_pass()[2] == (
        "whi.combat.count-damage: DamageCounted (dark-zealot cancellable 3) (black-orc-squad cancellable 3)"
    )
    board.until(pb.WINDOW_END)
    assert (power_of(board, "dark-zealot"), power_of(board, "squig"), power_of(board, "savage-marauders")) == (3, 1, 2)
    board.both_pass()
    assert power_of(board, "dark-zealot") == 1


@pytest.mark.rule("whi.card.waaagh")
def test_waaagh_is_not_for_defenders() -> None:
    board = Board(
        orcs(battlefield="dark-zealot"), orcs(kingdom="boar-boyz", hand="waaagh", resources=3), entry="combat"
    )
    board.both_pass()
    board.attack("dark-zealot")
    board.both_pass()
    board.defend("boar-boyz")
    board.passing()
    board.tactic("waaagh")
    assert board.effect() == ["whi.card.waaagh: PowerChanged dark-zealot power 2"]


@pytest.mark.rule("whi.card.waaagh")
def test_out_of_combat_waaagh_is_legal_and_does_nothing() -> None:
    board = Board(orcs(battlefield="dark-zealot", hand="waaagh", resources=4))
    board.tactic("waaagh")
    assert board.effect() == ["whi.card.waaagh: EffectFizzled seat 0 waaagh"]
    assert board.player().resources == 0 and board.discard() == "waaagh"


# 80 Troll Vomit.


@pytest.mark.rule("whi.card.troll-vomit", "whi.development.no-text", "whi.types.attachment-falls")
def test_troll_vomit_destroys_every_unit() -> None:
    board = Board(
        orcs(
            kingdom="dark-zealot[choppa] totem-of-gork",
            quest="smash-em-all+2 boar-boyz@smash-em-all",
            hand="troll-vomit",
            resources=4,
            developments=(0, 0, "dark-zealot"),
        ),
        Side(battlefield="savage-marauders", quest="chaos-knights"),
    )
    board.tactic("troll-vomit")
    assert board.effect() == [
        "whi.card.troll-vomit: CardLeft dark-zealot departure destroyed",
        "whi.card.troll-vomit: CardLeft boar-boyz departure destroyed",
        "whi.quest.unit-leaves: QuestAbandoned quest smash-em-all tokens 2",
        "whi.card.troll-vomit: CardLeft chaos-knights owner 1 departure destroyed",
        "whi.card.troll-vomit: CardLeft savage-marauders owner 1 departure destroyed",
        "whi.types.attachment-falls: CardLeft choppa departure sacrificed",
    ]
    assert board.in_play() == ["totem-of-gork", "smash-em-all"] and len(board.section(3).developments) == 1


@pytest.mark.rule("whi.card.troll-vomit", "whi.play.your-turn")
def test_troll_vomit_is_for_the_own_turn() -> None:
    board = Board(orcs(hand="troll-vomit", resources=9), Side(kingdom="dark-zealot"), seat=1)
    board.passing()
    assert board.cited(pb.PlayTactic(card=board.in_hand("troll-vomit"))) == ["whi.play.your-turn"]
    own = Board(orcs(hand="troll-vomit", kingdom="chaos-knights"), phase=2)
    assert "PlayTactic troll-vomit" in own.moves()


@pytest.mark.rule("whi.card.troll-vomit", "whi.forced.self-referential")
def test_a_chaos_spawn_destroyed_by_troll_vomit_strikes_at_nobody_where_nobody_is_left() -> None:
    board = Board(orcs(battlefield="fledgling-chaos-spawn dark-zealot", hand="troll-vomit", resources=5))
    board.tactic("troll-vomit")
    assert resolves(board)[1:] == [
        "whi.card.troll-vomit: CardLeft fledgling-chaos-spawn departure destroyed",
        "whi.card.troll-vomit: CardLeft dark-zealot departure destroyed",
        *triggers("fledgling-chaos-spawn", "damage", "battlefield-0", subject="fledgling-chaos-spawn"),
        "whi.forced.target: EffectFizzled seat 0 fledgling-chaos-spawn passed_over ChooseTarget",
        HAPPENED,
        TACTIC_OVER,
    ]
