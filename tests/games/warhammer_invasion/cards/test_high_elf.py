"""The High Elf cards, 51-55."""

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.numbers import can_be_corrupted, power
from rulekeeper.games.warhammer_invasion.state import QUEST, place
from rulekeeper.kernel import SPECTATOR
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

# 51. Silver Helm Brigade


@pytest.mark.rule("whi.card.silver-helm-brigade", "whi.damage.dealt")
def test_damage_dealt_to_the_brigade_draws_one_card_a_batch() -> None:
    board = Board(Side(hand="flames", resources=9, capital="chaos"), Side(kingdom="silver-helm", deck="hate*3"))
    board.tactic("flames", target=board.id("silver-helm"), x=2)
    assert board.effect() == [
        "whi.card.flames-of-tzeentch: DamageAssigned (target silver-helm-brigade seat 0 cancellable 2)",
        "whi.damage.non-combat: DamageApplied (target silver-helm-brigade seat 0 cancellable 2)",
        "whi.card.silver-helm-brigade: EffectTriggered seat 1 silver-helm-brigade text draw"
        " subject silver-helm-brigade place kingdom-1 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.silver-helm-brigade: CardDrawn seat 1 hate hate",
        "whi.forced.order: EffectOver",
    ]
    drawn = [
        [line for line in board.told(board.match.facts(viewer=viewer)) if "CardDrawn" in line]
        for viewer in (0, 1, SPECTATOR)
    ]
    mine, own, theirs = drawn
    assert mine == theirs == ["whi.card.silver-helm-brigade: CardDrawn seat 1"]
    assert own == ["whi.card.silver-helm-brigade: CardDrawn seat 1 hate hate"]


@pytest.mark.rule("whi.card.silver-helm-brigade", "whi.forced.self-referential")
def test_the_brigade_draws_for_damage_that_destroys_it() -> None:
    board = Board(Side(hand="flames", resources=9, capital="chaos"), Side(kingdom="silver-helm:1", deck="hate*3"))
    board.tactic("flames", target=board.id("silver-helm"), x=4)
    facts = board.effect()
    assert facts[2:4] == [
        "whi.card.silver-helm-brigade: EffectTriggered seat 1 silver-helm-brigade text draw"
        " subject silver-helm-brigade place kingdom-1 forced",
        "whi.card.hit-points: CardLeft silver-helm-brigade owner 1 departure destroyed",
    ]
    assert facts[5] == "whi.card.silver-helm-brigade: CardDrawn seat 1 hate hate"
    assert board.hand(1) == "hate" and board.discard(1) == "silver-helm-brigade"


@pytest.mark.rule("whi.card.silver-helm-brigade", "whi.deckout.immediate")
def test_the_brigade_can_empty_its_own_deck() -> None:
    board = Board(Side(hand="flames", resources=9, capital="chaos"), Side(kingdom="silver-helm", deck="hate"))
    board.tactic("flames", target=board.id("silver-helm"), x=1)
    board.both_pass()
    assert board.result == ((0,), "whi.deckout.immediate")


@pytest.mark.rule("whi.card.silver-helm-brigade")
def test_damage_dealt_to_others_draws_nothing() -> None:
    board = Board(Side(hand="flames", resources=9, capital="chaos"), Side(kingdom="silver-helm mountain"))
    board.tactic("flames", target=board.id("mountain"), x=1)
    assert len(board.effect()) == 2


@pytest.mark.rule("whi.card.silver-helm-brigade", "whi.damage.dealt")
def test_damage_of_nothing_and_moved_damage_draw_nothing() -> None:
    board = Board(Side(hand="flames", resources=9, capital="chaos", quest="valkia:2"), Side(kingdom="silver-helm~"))
    board.tactic("flames", target=board.id("silver-helm"), x=0)
    assert board.effect() == ["whi.cost.x: EffectFizzled seat 0 flames-of-tzeentch spared silver-helm-brigade"]
    board.passing()
    board.use("valkia", target=board.id("silver-helm"))
    board.both_pass()
    assert board.do(pb.ChooseNumber(number=2)) == [
        "whi.card.valkia-the-bloody: DamageMoved from valkia-the-bloody to silver-helm-brigade damage 2",
        "whi.chain.lifo: ActionOver",
    ]


# 52. Archmage of Saphery


@pytest.mark.rule("whi.card.archmage-of-saphery", "whi.quest-phase.window", "whi.action.limit-per-turn")
def test_the_archmage_heals_a_damaged_unit_of_either_player_once_a_turn() -> None:
    board = Board(Side(quest="archmage squig:1"), Side(kingdom="silver-helm:2 mountain"), phase=3)
    assert board.options("UseAction") == [
        "archmage-of-saphery target silver-helm-brigade",
        "archmage-of-saphery target squig-herders",
    ]
    assert board.cited(pb.UseAction(card=board.id("archmage"), target=board.id("mountain"))) == ["whi.effects.heal"]
    board.use("archmage", target=board.id("silver-helm"))
    assert board.effect() == [
        "whi.card.archmage-of-saphery: DamageHealed target silver-helm-brigade damage 1",
    ]
    board.passing()
    assert board.options("UseAction") == []
    again = pb.UseAction(card=board.id("archmage"), target=board.id("silver-helm"))
    assert board.cited(again) == ["whi.action.limit-per-turn"]


@pytest.mark.rule("whi.card.archmage-of-saphery", "whi.action.limit-per-turn")
def test_each_archmage_has_a_use_of_its_own() -> None:
    board = Board(Side(quest="archmage*2 squig:1", kingdom="mountain:3"), phase=3)
    board.use("archmage", target=board.id("mountain"))
    board.both_pass()
    board.passing()
    other = board.id("archmage", number=1)
    again = pb.UseAction(card=board.id("archmage"), target=board.id("mountain"))
    assert board.cited(again) == ["whi.action.limit-per-turn"]
    board.do(pb.UseAction(card=other, target=board.id("mountain")))
    board.both_pass()
    assert board.card("mountain").damage == 1


@pytest.mark.rule("whi.card.archmage-of-saphery", "whi.kw.zone-effect")
@pytest.mark.parametrize(
    ("zones", "phase", "seat", "cited"),
    [
        ({"kingdom": "archmage"}, 3, 0, ["whi.kw.zone-effect"]),
        ({"quest": "archmage"}, 4, 0, ["whi.card.archmage-of-saphery"]),
        ({"quest": "archmage"}, 3, 1, ["whi.card.archmage-of-saphery"]),
    ],
)
def test_the_archmage_heals_from_the_quest_zone_in_the_own_quest_phase_only(
    zones: dict[str, Any], phase: int, seat: int, cited: list[str]
) -> None:
    board = Board(Side(battlefield="squig:1", **zones), phase=phase, seat=seat)
    if seat:
        board.passing()
    assert board.cited(pb.UseAction(card=board.id("archmage"), target=board.id("squig"))) == cited


@pytest.mark.rule("whi.card.archmage-of-saphery", "whi.chain.recheck-target")
def test_a_unit_that_has_been_healed_meanwhile_is_no_target_any_more() -> None:
    board = Board(Side(quest="archmage*2", kingdom="squig:1"), phase=3)
    for number in (0, 1):
        board.do(pb.UseAction(card=board.id("archmage", number=number), target=board.id("squig")))
        if number == 0:
            board.passing()
    facts = board.both_pass()
    assert [fact for fact in facts if "Passed" not in fact] == [
        "whi.chain.lifo: ActionBegan",
        "whi.card.archmage-of-saphery: DamageHealed target squig-herders damage 1",
        "whi.chain.lifo: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.chain.recheck-target: EffectFizzled seat 0 archmage-of-saphery archmage-of-saphery spared squig-herders",
        "whi.chain.lifo: ActionOver",
    ]


# 53. Blessing of Isha


@pytest.mark.rule("whi.card.blessing-of-isha", "whi.corrupt.restore")
def test_the_blessing_restores_its_host_as_it_comes() -> None:
    board = Board(Side(hand="blessing", resources=3), Side(kingdom="squig~"))
    board.do(pb.PlayAttachment(card=board.in_hand("blessing"), host=board.id("squig")))
    assert board.effect() == [
        "whi.types.support: CardEntered seat 0 blessing-of-isha zone kingdom host squig-herders",
        "whi.card.blessing-of-isha: EffectTriggered seat 0 blessing-of-isha text restore"
        " subject blessing-of-isha place kingdom-1",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.blessing-of-isha: UnitRestored squig-herders",
        "whi.forced.order: EffectOver",
    ]


@pytest.mark.rule("whi.card.blessing-of-isha")
def test_the_blessing_has_nothing_to_do_for_a_host_that_stands() -> None:
    board = Board(Side(hand="blessing", resources=3, kingdom="squig"))
    assert board.options("PlayAttachment") == ["blessing-of-isha host squig-herders"]
    board.do(pb.PlayAttachment(card=board.in_hand("blessing"), host=board.id("squig")))
    assert board.effect() == ["whi.types.support: CardEntered seat 0 blessing-of-isha zone kingdom host squig-herders"]


@pytest.mark.rule("whi.card.blessing-of-isha", "whi.cannot.absolute")
def test_a_blessed_unit_cannot_become_corrupted_while_the_blessing_is_there() -> None:
    board = Board(
        Side(hand="seduced*2 pillage", resources=12, capital="chaos"), Side(kingdom="squig[blessing] mountain")
    )
    board.tactic("seduced", target=board.id("squig"))
    assert board.effect() == ["whi.cannot.absolute: EffectFizzled seat 0 seduced-by-darkness spared squig-herders"]
    assert not can_be_corrupted(board.state, board.card("squig"))
    assert can_be_corrupted(board.state, board.card("mountain"))
    board.passing()
    board.tactic("pillage", target=board.id("blessing"))
    board.both_pass()
    board.passing()
    board.tactic("seduced", target=board.id("squig"))
    assert board.effect() == ["whi.card.seduced-by-darkness: UnitCorrupted squig-herders"]


@pytest.mark.rule("whi.card.blessing-of-isha", "whi.cannot.absolute", "whi.card.warpstone-excavation")
def test_a_blessed_unit_that_moves_into_a_zone_of_corruption_stays_upright() -> None:
    board = Board(Side(battlefield="pistoliers[blessing]", quest="warpstone-excavation", resources=1))
    board.use("pistoliers", zone=QUEST)
    assert board.effect() == [
        "whi.card.pistoliers: UnitMoved pistoliers zone quest",
        "whi.cannot.absolute: EffectFizzled seat 0 warpstone-excavation warpstone-excavation spared pistoliers",
    ]
    assert board.card("blessing").place == place(0, QUEST) and not board.card("pistoliers").corrupted


# 54. Radiant Gaze


@pytest.mark.rule("whi.card.radiant-gaze", "whi.constant.until-eot")
def test_the_gaze_weakens_the_units_of_one_zone_for_the_turn() -> None:
    board = Board(
        Side(hand="radiant", resources=5, kingdom="mountain"),
        Side(kingdom="mountain silver-helm contested-village", quest="pistoliers", resources=1),
    )
    assert board.options("PlayTactic") == ["radiant-gaze"]
    board.tactic("radiant")
    assert board.effect() == []
    assert board.options("ChoosePlace place") == ["battlefield-1", "kingdom-1", "quest-1"]
    assert board.cited(pb.ChoosePlace(place=pb.PLACE_KINGDOM_0)) == ["whi.card.radiant-gaze"]
    assert board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1)) == [
        "whi.card.radiant-gaze: PowerChanged mountain-brigade power -1",
        "whi.card.radiant-gaze: PowerChanged silver-helm-brigade power -1",
        "whi.types.tactic: ActionOver",
    ]
    weak = [power(board.state, board.card(kind, 1)) for kind in ("mountain", "silver-helm", "contested-village")]
    assert weak == [1, 0, 1]
    assert power(board.state, board.card("pistoliers")) == 1 and power(board.state, board.card("mountain", 0)) == 2


@pytest.mark.rule("whi.card.radiant-gaze", "whi.constant.until-eot")
def test_the_gaze_is_for_those_there_at_that_moment_wherever_they_go() -> None:
    board = Board(
        Side(hand="radiant", resources=5), Side(kingdom="pistoliers", quest="pistoliers", resources=2), phase=6
    )
    board.tactic("radiant")
    board.both_pass()
    board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1))
    gone, come = (board.id("pistoliers", number=number) for number in (0, 1))
    board.do(pb.UseAction(card=gone, zone=pb.ZONE_QUEST))
    board.both_pass()
    board.passing()
    board.do(pb.UseAction(card=come, zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert [power(board.state, board.card("pistoliers", number=number)) for number in (0, 1)] == [0, 1]
    board.idle()
    assert [power(board.state, board.card("pistoliers", number=number)) for number in (0, 1)] == [1, 1]


@pytest.mark.rule("whi.card.radiant-gaze")
def test_the_gaze_may_rest_on_an_empty_zone() -> None:
    board = Board(Side(hand="radiant", resources=5))
    board.tactic("radiant")
    board.both_pass()
    assert board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1)) == [
        "whi.card.radiant-gaze: EffectFizzled seat 0 radiant-gaze",
        "whi.types.tactic: ActionOver",
    ]


# 55. Greater Heal


@pytest.mark.rule("whi.card.greater-heal", "whi.effects.heal")
def test_the_own_units_are_healed_of_everything() -> None:
    board = Board(
        Side(hand="greater-heal", resources=4, kingdom="mountain:2 silver-helm", quest="squig:1", damage=(3, 0, 0)),
        Side(kingdom="mountain:2"),
    )
    board.tactic("greater-heal")
    assert board.effect() == [
        "whi.card.greater-heal: DamageHealed target mountain-brigade damage 2",
        "whi.card.greater-heal: DamageHealed target squig-herders damage 1",
    ]
    assert board.card("mountain", 1).damage == 2 and board.section(place(0, 1)).damage == 3


@pytest.mark.rule("whi.card.greater-heal")
def test_without_damage_there_is_nothing_to_heal() -> None:
    board = Board(Side(hand="greater-heal", resources=4, kingdom="mountain"))
    board.tactic("greater-heal")
    assert (
        board.effect() == ["whi.effects.heal: EffectFizzled seat 0 greater-heal"] and board.discard() == "greater-heal"
    )
