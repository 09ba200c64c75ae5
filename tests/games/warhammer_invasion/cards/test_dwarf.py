"""The Dwarf units, 1-7: what each does, when it may be used, and what it does nothing to."""

import pytest

from rulekeeper.games.warhammer_invasion.state import KINGDOM
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.order import (
    BATTLEFIELD_0,
    KINGDOM_0,
    attack,
    defend,
)
from tests.games.warhammer_invasion.table import Board, Side, power_of

# 1. Defender of the Hold


@pytest.mark.rule("whi.card.defender-of-the-hold", "whi.kw.zone-only")
def test_the_defender_of_the_hold_is_for_the_battlefield_only() -> None:
    board = Board(Side(hand="defender", quest="a-glorious", resources=1))
    defender = board.in_hand("defender")
    assert board.options("PlayUnit") == ["defender-of-the-hold zone battlefield"]
    assert board.options("SendUnit") == []
    assert board.cited(pb.PlayUnit(card=defender, zone=pb.ZONE_KINGDOM)) == ["whi.kw.zone-only"]
    assert board.cited(pb.SendUnit(card=defender, quest=board.id("a-glorious"))) == ["whi.kw.zone-only"]
    board.do(pb.PlayUnit(card=defender, zone=pb.ZONE_BATTLEFIELD))
    assert board.effect() == ["whi.types.unit: CardEntered seat 0 defender-of-the-hold zone battlefield"]


# 2. Zhufbar Engineers


def engineers(other: Side) -> tuple[Board, list[str]]:
    """The Engineers are given up in their battlefield."""
    board = Board(Side(battlefield="zhufbar grudge-thrower", resources=1), other)
    return board, board.use("grudge-thrower", sacrifice=board.id("zhufbar"))


SACRIFICED = [
    "whi.action.in-play: ActionUsed seat 0 grudge-thrower",
    "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 1",
    "whi.chain.costs-up-front: CardLeft zhufbar-engineers departure sacrificed",
    "whi.card.zhufbar-engineers: EffectTriggered seat 0 zhufbar-engineers text sacrifice"
    " subject zhufbar-engineers place battlefield-0 forced",
    "whi.forced.order: EffectBegan effect 1",
]


@pytest.mark.rule("whi.card.zhufbar-engineers", "whi.forced.last-zone", "whi.forced.no-interrupt")
def test_the_opponent_gives_up_a_unit_where_the_engineers_stood() -> None:
    """No response fits in between: the opponent can do nothing but choose."""
    board, facts = engineers(Side(battlefield="hammerer runesmith", kingdom="huntsmen", hand="demoralise"))
    assert facts == SACRIFICED and board.asked == 1 and board.rule == "whi.card.zhufbar-engineers"
    assert board.moves() == ["ChooseUnit unit hammerer-of-karak-azul", "ChooseUnit unit runesmith"]
    assert board.cited(pb.ChooseUnit(unit=board.id("huntsmen"))) == ["whi.card.zhufbar-engineers"]
    assert board.do(pb.ChooseUnit(unit=board.id("runesmith"))) == [
        "whi.card.zhufbar-engineers: CardLeft runesmith owner 1 departure sacrificed",
        "whi.forced.order: EffectOver",
    ]
    assert board.discard(1) == "runesmith"


@pytest.mark.rule("whi.card.zhufbar-engineers", "whi.zone.corresponding-opponent", "whi.sacrifice.discard")
def test_the_only_unit_there_has_to_be_given_up() -> None:
    """Units of the Engineers' own player are not meant."""
    board, facts = engineers(Side(battlefield="king-kazador", kingdom="huntsmen"))
    assert facts[len(SACRIFICED) :] == [
        "whi.card.zhufbar-engineers: CardLeft king-kazador owner 1 departure sacrificed",
        "whi.forced.order: EffectOver",
    ]
    board, facts = engineers(Side(kingdom="huntsmen", quest="hammerer"))
    assert facts[len(SACRIFICED) :] == [
        "whi.card.zhufbar-engineers: EffectFizzled seat 1 zhufbar-engineers",
        "whi.forced.order: EffectOver",
    ]
    assert board.in_play(1) == ["huntsmen", "hammerer-of-karak-azul"]


@pytest.mark.rule("whi.card.zhufbar-engineers", "whi.forced.self-referential", "whi.card.sigmars-blessed")
def test_the_engineers_return_to_hand_and_still_cost_a_unit() -> None:
    """In any way: and the zone is the one that they were in."""
    board = Board(
        Side(kingdom="grudge-thrower", battlefield="grudge-thrower sigmars-blessed", resources=1),
        Side(battlefield="zhufbar", capital="dwarf"),
    )
    board.do(pb.UseAction(card=board.id("grudge-thrower", 0, 1), sacrifice=board.id("sigmars-blessed")))
    assert board.hand(1) == "zhufbar-engineers" and board.in_play(0) == ["grudge-thrower"] * 2


@pytest.mark.rule("whi.card.zhufbar-engineers", "whi.forced.self-referential", "whi.card.judgement-of-verena")
def test_engineers_and_ranger_leave_together() -> None:
    """The Engineers' own leaving is seen to; the Ranger that leaves with them sees nothing."""
    board = Board(
        Side(quest="zhufbar dwarf-ranger", hand="judgement", resources=9),
        Side(quest="hammerer", developments=(0, 1, 0)),
    )
    board.tactic("judgement")
    assert board.effect() == [
        "whi.card.judgement-of-verena: CardLeft zhufbar-engineers departure destroyed",
        "whi.card.judgement-of-verena: CardLeft dwarf-ranger departure destroyed",
        "whi.card.zhufbar-engineers: EffectTriggered seat 0 zhufbar-engineers text sacrifice"
        " subject zhufbar-engineers place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.zhufbar-engineers: CardLeft hammerer-of-karak-azul owner 1 departure sacrificed",
        "whi.forced.order: EffectOver",
    ]


# 3. Hammerer of Karak Azul


@pytest.mark.rule("whi.card.hammerer-of-karak-azul", "whi.kw.toughness")
def test_the_hammerer_of_karak_azul_is_tough() -> None:
    board = Board(Side(battlefield="mountain-brigade"), Side(kingdom="hammerer"), entry="combat", zone=KINGDOM)
    attack(board, "mountain-brigade")
    defend(board, "hammerer")
    board.both_pass()
    facts = board.both_pass()
    assert "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul" in facts
    assert board.card("hammerer").damage == 1


# 4. Troll Slayers


@pytest.mark.rule("whi.card.troll-slayers", "whi.development.card-text", "whi.kw.zone-effect")
def test_troll_slayers_among_developments() -> None:
    for developments, expected in ((0, 1), (1, 1), (2, 3), (3, 3)):
        board = Board(Side(battlefield="troll-slayers", developments=(3, 3, developments)))
        assert power_of(board, "troll-slayers") == expected
    board = Board(Side(kingdom="troll-slayers", developments=(2, 0, 0)), Side(developments=(2, 2, 2)))
    assert power_of(board, "troll-slayers") == 1


@pytest.mark.rule("whi.card.troll-slayers", "whi.constant.always")
def test_troll_slayers_lose_their_developments() -> None:
    board = Board(Side(battlefield="troll-slayers", developments=(0, 0, 2), hand="demolition", resources=2))
    assert power_of(board, "troll-slayers") == 3
    board.tactic("demolition", target=board.development(BATTLEFIELD_0))
    board.effect()
    assert power_of(board, "troll-slayers") == 1


# 5. Runesmith


@pytest.mark.rule("whi.card.runesmith", "whi.action.repeat", "whi.constant.until-eot")
def test_the_runesmith_strengthens_as_often_as_it_is_paid() -> None:
    board = Board(Side(quest="runesmith", resources=5), Side(kingdom="hammerer"))
    assert board.options("UseAction") == ["runesmith target hammerer-of-karak-azul", "runesmith target runesmith"]
    assert board.use("runesmith", target=board.id("hammerer")) == [
        "whi.action.in-play: ActionUsed seat 0 runesmith targets hammerer-of-karak-azul",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 2",
    ]
    board.passing()
    board.use("runesmith", target=board.id("hammerer"))
    assert board.effect() == ["whi.card.runesmith: PowerChanged hammerer-of-karak-azul power 1"]
    assert power_of(board, "hammerer") == 3 and board.player().resources == 1
    board.passing()
    assert board.cited(pb.UseAction(card=board.id("runesmith"), target=board.id("hammerer"))) == ["whi.capital.pay"]
    board.idle()
    assert power_of(board, "hammerer") == 1


@pytest.mark.rule("whi.card.runesmith", "whi.kw.zone-effect", "whi.action.in-play")
def test_the_runesmith_works_in_the_quest_zone_for_its_controller_only() -> None:
    board = Board(Side(kingdom="runesmith", resources=5), Side(quest="runesmith", resources=5))
    target = board.id("runesmith", 1)
    assert board.options("UseAction") == []
    assert board.cited(pb.UseAction(card=board.id("runesmith", 0), target=target)) == ["whi.kw.zone-effect"]
    assert board.cited(pb.UseAction(card=target, target=target)) != []
    board.passing()
    assert board.options("UseAction") == ["runesmith target runesmith"] * 2
    assert board.cited(pb.UseAction(card=target, target=KINGDOM_0)) == ["whi.chain.targets-up-front"]


@pytest.mark.rule("whi.card.runesmith", "whi.kw.zone-effect.midchain", "whi.chain.source-independent")
def test_the_runesmiths_bonus_comes_although_it_is_gone_or_elsewhere() -> None:
    for kind in ("forced-march", "demolition"):
        board = Board(
            Side(quest="runesmith", battlefield="pistoliers grudge-thrower", hand=kind, resources=9),
            Side(developments=(1, 0, 0)),
        )
        runesmith = board.id("runesmith")
        board.use("runesmith", target=board.id("pistoliers"))
        board.passing()
        if kind == "forced-march":
            board.tactic(kind, target=runesmith, zone=pb.ZONE_KINGDOM)
        else:
            board.use("grudge-thrower", sacrifice=runesmith)
        assert "whi.card.runesmith: PowerChanged pistoliers power 1" in board.both_pass()


@pytest.mark.rule("whi.card.runesmith", "whi.chain.dodge", "whi.chain.recheck-target")
def test_the_runesmiths_target_is_gone() -> None:
    board = Board(Side(quest="runesmith", resources=2), Side(battlefield="hammerer grudge-thrower", resources=1))
    board.use("runesmith", target=board.id("hammerer"))
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    facts = board.both_pass()
    assert facts[-3:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.chain.recheck-target: EffectFizzled seat 0 runesmith runesmith spared hammerer-of-karak-azul",
        "whi.chain.lifo: ActionOver",
    ]
    assert board.player().resources == 0


# 6. Durgnar the Bold


@pytest.mark.rule("whi.card.durgnar-the-bold", "whi.constant.always")
def test_durgnar_is_stronger_while_the_own_capital_burns() -> None:
    assert power_of(Board(Side(quest="durgnar")), "durgnar") == 2
    assert power_of(Board(Side(quest="durgnar", burning="kingdom")), "durgnar") == 4
    assert power_of(Board(Side(quest="durgnar"), Side(burning="kingdom")), "durgnar") == 2


@pytest.mark.rule("whi.card.durgnar-the-bold", "whi.card.king-kazador", "whi.hero.one-per-zone")
def test_one_hero_a_zone() -> None:
    board = Board(Side(battlefield="durgnar", hand="king-kazador durgnar", resources=20))
    assert board.options("PlayUnit") == ["king-kazador zone kingdom", "king-kazador zone quest"]
    kazador, second = board.in_hand("king-kazador"), board.in_hand("durgnar")
    assert board.cited(pb.PlayUnit(card=kazador, zone=pb.ZONE_BATTLEFIELD)) == ["whi.hero.one-per-zone"]
    assert board.cited(pb.PlayUnit(card=second, zone=pb.ZONE_KINGDOM)) == ["whi.unique.one-in-play"]


# 7. King Kazador


@pytest.mark.rule("whi.card.king-kazador", "whi.cost.extra-for-target")
def test_who_targets_kazador_pays_three_more() -> None:
    for resources, options in ((2, ["demoralise target hammerer-of-karak-azul"]), (3, None)):
        board = Board(
            Side(hand="demoralise", resources=resources, capital="empire"),
            Side(battlefield="king-kazador hammerer", hand="demoralise", capital="empire"),
        )
        demoralise = board.in_hand("demoralise")
        target = pb.PlayTactic(card=demoralise, target=board.id("king-kazador"))
        if options is not None:
            assert board.options("PlayTactic") == options
            assert board.refused(target) == [
                ("whi.cost.extra-for-target", "3 are to be paid with this target, you have 2 resources")
            ]
            continue
        assert board.do(target)[1:] == ["whi.capital.pay: ResourcesPaid seat 0 resources 3"]
        # Its own player pays nothing more.
        assert board.tactic("demoralise", target=board.id("king-kazador"))[1:] == []
        assert power_of(board, "king-kazador") == 3
        board.both_pass()
        assert power_of(board, "king-kazador") == 0


@pytest.mark.rule("whi.card.king-kazador", "whi.card.judgement-of-verena", "whi.cost.extra-for-target")
def test_what_does_not_target_kazador_costs_no_more() -> None:
    board = Board(
        Side(hand="judgement", resources=4, capital="empire", kingdom="huntsmen"), Side(battlefield="king-kazador")
    )
    assert board.tactic("judgement")[1:] == ["whi.capital.pay: ResourcesPaid seat 0 resources 4"]
    assert "whi.card.judgement-of-verena: CardLeft king-kazador owner 1 departure destroyed" in board.effect()


@pytest.mark.rule("whi.card.king-kazador", "whi.forced.target", "whi.cost.extra-for-target")
def test_a_forced_effect_need_not_pay_for_kazador() -> None:
    """With an own unit there that costs nothing, one of the two has to be chosen; with Kazador alone, neither."""
    board = Board(
        Side(battlefield="sigmars-blessed grudge-thrower hammerer", resources=4), Side(battlefield="king-kazador")
    )
    board.use("grudge-thrower", sacrifice=board.id("sigmars-blessed"))
    assert board.moves() == ["ChooseTarget target hammerer-of-karak-azul", "ChooseTarget target king-kazador"]
    assert board.do(pb.ChooseTarget(target=board.id("king-kazador")))[:2] == [
        "whi.cost.extra-for-target: ResourcesPaid seat 0 resources 3",
        "whi.card.sigmars-blessed: CardLeft king-kazador owner 1 departure returned",
    ]
    board = Board(Side(battlefield="sigmars-blessed grudge-thrower", resources=4), Side(battlefield="king-kazador"))
    board.use("grudge-thrower", sacrifice=board.id("sigmars-blessed"))
    assert board.moves() == ["ChooseTarget target king-kazador", "Decline"]
    assert board.do(pb.Decline()) == [
        "whi.cost.extra-for-target: EffectFizzled seat 0 sigmars-blessed",
        "whi.forced.order: EffectOver",
    ]
    board = Board(Side(battlefield="sigmars-blessed grudge-thrower", resources=3), Side(battlefield="king-kazador"))
    assert board.use("grudge-thrower", sacrifice=board.id("sigmars-blessed"))[-2:] == [
        "whi.cost.extra-for-target: EffectFizzled seat 0 sigmars-blessed passed_over ChooseTarget spared king-kazador",
        "whi.forced.order: EffectOver",
    ]
