"""The neutral cards, 111-121, and the Alliances, 122-127."""

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.catalogue import CARDS, RACES
from rulekeeper.games.warhammer_invasion.numbers import power, symbols, zone_power
from rulekeeper.games.warhammer_invasion.pricing import price
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, QUEST, developments, place
from rulekeeper.kernel import SPECTATOR
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side


def lying(zone: str, card: str) -> dict[str, Any]:
    """A card in that zone, for a `Side`."""
    return {zone: card}


# 111. Contested Village


@pytest.mark.rule("whi.card.contested-village", "whi.kw.limited")
def test_the_village_has_its_power_and_its_keyword_only() -> None:
    board = Board(Side(kingdom="contested-village", hand="contested-village armoury*2", resources=9))
    assert power(board.state, board.card("contested-village")) == 1
    board.do(pb.PlaySupport(card=board.in_hand("contested-village"), zone=pb.ZONE_QUEST))
    assert board.effect() == ["whi.types.support: CardEntered seat 0 contested-village zone quest"]
    board.passing()
    armoury = pb.PlaySupport(card=board.in_hand("armoury"), zone=pb.ZONE_QUEST)
    assert board.cited(armoury) == ["whi.kw.limited"]


# 112. Contested Fortress


def attacked(defender: Side, attackers: str = "mountain") -> list[str]:
    """What happens as an attack on the kingdom, all of it undefended, is applied."""
    board = Board(Side(battlefield=attackers), defender, entry="combat")
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[card.id for card in board.state.cards if card.place == BATTLEFIELD]))
    board.until(pb.WINDOW_DEFENDERS)
    board.both_pass()
    return board.both_pass()[2:-1]


@pytest.mark.rule("whi.card.contested-fortress", "whi.combat.apply.cancel-now")
@pytest.mark.parametrize("zone", ["kingdom", "quest", "battlefield"])
def test_the_fortress_cancels_the_first_point_from_any_zone(zone: str) -> None:
    assert attacked(Side(damage=(3, 0, 0), **lying(zone, "contested-fortress"))) == [
        "whi.combat.apply: DamageDue",
        "whi.card.contested-fortress: DamageCancelled target kingdom-1 damage 1 by contested-fortress once",
        "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 1) combat",
    ]


@pytest.mark.rule("whi.card.contested-fortress")
def test_fortresses_add_up() -> None:
    assert attacked(Side(kingdom="contested-fortress", quest="contested-fortress")) == [
        "whi.combat.apply: DamageDue",
        "whi.card.contested-fortress: DamageCancelled target kingdom-1 damage 1 by contested-fortress once",
        "whi.card.contested-fortress: DamageCancelled target kingdom-1 damage 1 by contested-fortress once",
        "whi.combat.apply: DamageApplied combat",
    ]


@pytest.mark.rule("whi.card.contested-fortress", "whi.forced.order")
def test_where_there_is_a_point_for_one_fortress_only_its_player_says_which_is_used() -> None:
    for number in (0, 1):
        board = Board(
            Side(quest="dwarf-ranger", kingdom="hammerer", hand="culling", resources=9),
            Side(kingdom="contested-fortress", quest="contested-fortress"),
        )
        board.tactic("culling", sacrifice=board.id("hammerer"))
        board.do(pb.ChooseTarget(target=place(1, KINGDOM)))
        fortress = board.id("contested-fortress", number=number)
        assert (board.asked, board.moves()) == (1, ["ChooseNext contested-fortress"] * 2)
        assert board.do(pb.ChooseNext(effect=fortress))[:2] == [
            "whi.card.contested-fortress: DamageCancelled target kingdom-1 damage 1 by contested-fortress once",
            "whi.damage.non-combat: DamageApplied",
        ]
        assert board.state.turn.used == (fortress,)


@pytest.mark.rule("whi.card.contested-fortress", "whi.forced.order")
def test_the_order_of_equal_fortresses_is_not_asked() -> None:
    board = Board(
        Side(quest="dwarf-ranger", kingdom="hammerer", hand="culling", resources=9),
        Side(kingdom="contested-fortress*2"),
    )
    board.tactic("culling", sacrifice=board.id("hammerer"))
    facts = board.do(pb.ChooseTarget(target=place(1, KINGDOM)))
    assert len([fact for fact in facts if "DamageCancelled" in fact]) == 1


@pytest.mark.rule("whi.card.contested-fortress", "whi.turn.each-turn-counters")
def test_the_fortress_cancels_once_in_each_turn_of_either_player() -> None:
    board = Board(
        Side(quest="dwarf-ranger", kingdom="hammerer*2 contested-fortress", hand="culling*3", resources=9),
        Side(kingdom="contested-fortress", battlefield="mountain"),
    )
    cancelled = []
    for _ in range(2):
        board.tactic("culling", sacrifice=board.id("hammerer"))
        facts = [*board.do(pb.ChooseTarget(target=place(1, KINGDOM))), *board.both_pass()]
        cancelled.append([fact.split(": ")[1] for fact in facts if "DamageC" in fact or "DamageApp" in fact])
        board.passing()
    assert cancelled == [
        ["DamageCancelled target kingdom-1 damage 1 by contested-fortress once", "DamageApplied"],
        ["DamageApplied (target kingdom-1 seat 0 cancellable 1)"],
    ]
    board.idle()
    board.idle(pb.DeclareTarget(zone=pb.ZONE_KINGDOM))
    assert board.section(place(0, KINGDOM)).damage == 1


@pytest.mark.rule("whi.card.contested-fortress", "whi.kw.toughness.uncancellable")
def test_it_waits_for_a_point_that_can_be_cancelled() -> None:
    assert attacked(Side(kingdom="contested-fortress"), "bloodthirster") == [
        "whi.combat.apply: DamageDue",
        "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 uncancellable 5) combat",
    ]
    assert attacked(Side(kingdom="contested-fortress"), "bloodthirster mountain") == [
        "whi.combat.apply: DamageDue",
        "whi.card.contested-fortress: DamageCancelled target kingdom-1 damage 1 by contested-fortress once",
        "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 1 uncancellable 5) combat",
    ]


@pytest.mark.rule("whi.card.contested-fortress")
def test_it_spares_neither_units_nor_the_other_capital() -> None:
    board = Board(
        Side(quest="dwarf-ranger", kingdom="hammerer*2 contested-fortress", hand="culling*2", resources=9),
        Side(kingdom="mountain"),
    )
    for target in (board.id("mountain"), place(1, KINGDOM)):
        board.tactic("culling", sacrifice=board.id("hammerer"))
        facts = [*board.do(pb.ChooseTarget(target=target)), *board.both_pass()]
        assert not [fact for fact in facts if "DamageCancelled" in fact]
        board.passing()


@pytest.mark.rule("whi.card.contested-fortress", "whi.damage.capital-target")
def test_where_one_batch_hits_several_sections_its_controller_names_one() -> None:
    board = Board(
        Side(battlefield="doom-divers", hand="hate"),
        Side(kingdom="contested-fortress"),
        entry="turn",
    )
    assert board.begun[-1].startswith("whi.card.doom-divers: DamageAssigned") and board.asked == 1
    assert board.options("ChoosePlace place") == ["battlefield-1", "kingdom-1", "quest-1"]
    assert board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))[0] == (
        "whi.card.contested-fortress: DamageCancelled target quest-1 damage 1 by contested-fortress once"
    )


# 113. Contested Stronghold, 114. Armoury, 115. Forgotten Cemetery


@pytest.mark.rule("whi.card.contested-stronghold", "whi.development.card-text")
@pytest.mark.parametrize(("zone", "number"), [("kingdom", 0), ("quest", 1), ("battlefield", 3)])
def test_the_stronghold_has_power_for_each_development_of_its_zone(zone: str, number: int) -> None:
    board = Board(
        Side(developments=(0, 1, 3), **lying(zone, "contested-stronghold")), Side(developments=(2, 2, 2)), phase=6
    )
    assert power(board.state, board.card("contested-stronghold")) == 1 + number


@pytest.mark.rule("whi.card.armoury", "whi.kw.zone-effect", "whi.development.burning-zone")
@pytest.mark.parametrize(
    ("zone", "number", "burning", "more"),
    [("kingdom", 1, "", 0), ("kingdom", 2, "", 1), ("kingdom", 3, "kingdom", 1), ("quest", 2, "", 0)],
)
def test_the_armoury_needs_two_developments_in_the_kingdom(zone: str, number: int, burning: str, more: int) -> None:
    board = Board(Side(developments=(number, 2, 2), burning=burning, **lying(zone, "armoury")), phase=6)
    assert power(board.state, board.card("armoury")) == 1 + more


@pytest.mark.rule("whi.card.forgotten-cemetery", "whi.kw.zone-effect", "whi.development.card-text")
@pytest.mark.parametrize(
    ("zone", "number", "more"), [("quest", 1, 0), ("quest", 2, 1), ("quest", 3, 1), ("kingdom", 2, 0)]
)
def test_the_cemetery_needs_two_developments_in_the_quest_zone(zone: str, number: int, more: int) -> None:
    board = Board(Side(developments=(2, number, 2), **lying(zone, "forgotten-cemetery")), phase=6)
    assert power(board.state, board.card("forgotten-cemetery")) == 1 + more


@pytest.mark.rule("whi.card.armoury", "whi.development.card-text")
def test_developments_are_counted_at_every_moment() -> None:
    board = Board(Side(kingdom="armoury contested-stronghold", developments=(1, 0, 0), hand="hate"))
    before = zone_power(board.state, place(0, KINGDOM))
    board.do(pb.PlayDevelopment(card=board.in_hand("hate"), zone=pb.ZONE_KINGDOM))
    assert zone_power(board.state, place(0, KINGDOM)) == before
    board.both_pass()
    assert zone_power(board.state, place(0, KINGDOM)) == before + 2


# 116. Warpstone Excavation


@pytest.mark.rule("whi.card.warpstone-excavation", "whi.corrupt.enter-corrupted")
def test_own_units_enter_the_zone_of_the_excavation_corrupted() -> None:
    board = Board(
        Side(quest="warpstone-excavation infiltrate", hand="mountain*2 peasant-militia", resources=20),
        Side(quest="squig"),
    )
    board.do(pb.PlayUnit(card=board.in_hand("mountain"), zone=pb.ZONE_QUEST))
    assert board.effect() == ["whi.types.unit: CardEntered seat 0 mountain-brigade zone quest corrupted"]
    board.passing()
    board.do(pb.SendUnit(card=board.in_hand("peasant-militia"), quest=board.id("infiltrate")))
    assert board.effect() == [
        "whi.types.unit: CardEntered seat 0 peasant-militia zone quest quest infiltrate corrupted",
    ]
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("mountain"), zone=pb.ZONE_KINGDOM))
    assert board.effect() == ["whi.types.unit: CardEntered seat 0 mountain-brigade zone kingdom"]


@pytest.mark.rule("whi.card.warpstone-excavation", "whi.corrupt.enter-corrupted", "whi.effects.move")
def test_a_unit_that_is_moved_there_is_corrupted_and_not_twice() -> None:
    board = Board(Side(kingdom="pistoliers pistoliers~", quest="warpstone-excavation", resources=2))
    board.do(pb.UseAction(card=board.id("pistoliers"), zone=pb.ZONE_QUEST))
    assert board.effect() == [
        "whi.card.pistoliers: UnitMoved pistoliers zone quest",
        "whi.card.warpstone-excavation: UnitCorrupted pistoliers",
    ]
    board.passing()
    board.do(pb.UseAction(card=board.id("pistoliers", number=1), zone=pb.ZONE_QUEST))
    assert board.effect() == [
        "whi.card.pistoliers: UnitMoved pistoliers zone quest",
        "whi.corrupt.twice: EffectFizzled seat 0 warpstone-excavation warpstone-excavation spared pistoliers",
    ]


@pytest.mark.rule("whi.card.warpstone-excavation")
def test_the_excavation_is_for_units_of_its_controller_only() -> None:
    board = Board(
        Side(hand="peasant-militia contested-village", resources=9, quest="contested-village"),
        Side(quest="warpstone-excavation"),
    )
    board.do(pb.PlayUnit(card=board.in_hand("peasant-militia"), zone=pb.ZONE_QUEST))
    assert board.effect() == ["whi.types.unit: CardEntered seat 0 peasant-militia zone quest"]


# 117. Pilgrimage


@pytest.mark.rule("whi.card.pilgrimage", "whi.cost.reduction-floor")
@pytest.mark.parametrize(("number", "due"), [(0, 4), (1, 3), (4, 0), (5, 0)])
def test_pilgrimage_is_cheaper_for_the_developments_of_the_own_quest_zone(number: int, due: int) -> None:
    board = Board(
        Side(hand="pilgrimage", resources=4, developments=(2, number, 2), kingdom="squig"),
        Side(developments=(3, 3, 3)),
    )
    assert price(board.state, 0, "pilgrimage") == due
    paid = board.tactic("pilgrimage", target=board.id("squig"))[1:]
    assert paid == ([f"whi.capital.pay: ResourcesPaid seat 0 resources {due}"] if due else [])


@pytest.mark.rule("whi.card.pilgrimage", "whi.effects.leave-play-reset", "whi.control.leaves-to-owner")
def test_a_unit_returns_to_its_owners_hand_with_a_new_id_and_nothing_on_it() -> None:
    board = Board(
        Side(hand="pilgrimage", resources=4, kingdom="peasant-militia"),
        Side(quest="defend-the-border+2 squig:1~@defend-the[^choppa]"),
    )
    assert board.options("PlayTactic") == ["pilgrimage target peasant-militia", "pilgrimage target squig-herders"]
    squig = board.id("squig")
    board.tactic("pilgrimage", target=squig)
    assert board.effect() == [
        "whi.card.pilgrimage: CardLeft squig-herders owner 1 departure returned",
        "whi.quest.unit-leaves: QuestAbandoned quest defend-the-border tokens 2",
        "whi.types.attachment-falls: CardLeft choppa departure sacrificed",
    ]
    assert board.hand(1) == "squig-herders" and board.in_hand("squig", 1) != squig
    for viewer, known in ((0, False), (1, True), (SPECTATOR, False)):
        left = next(fact.fact for fact in board.match.facts(viewer=viewer) if isinstance(fact.fact, pb.CardLeft))
        assert (left.in_hand == board.in_hand("squig", 1)) == known and left.kind == "squig-herders"


@pytest.mark.rule("whi.card.pilgrimage", "whi.chain.recheck-target")
def test_pilgrimage_for_a_unit_that_is_gone_does_nothing() -> None:
    board = Board(
        Side(hand="pilgrimage*2", resources=8, kingdom="squig"),
    )
    board.tactic("pilgrimage", target=board.id("squig"))
    board.passing()
    board.tactic("pilgrimage", target=board.id("squig"))
    facts = board.both_pass()
    assert facts[-2:] == [
        "whi.chain.recheck-target: EffectFizzled seat 0 pilgrimage spared squig-herders",
        "whi.types.tactic: ActionOver",
    ]
    assert board.hand() == "squig-herders" and board.discard() == "pilgrimage*2"


@pytest.mark.rule("whi.card.pilgrimage", "whi.chain.targets-up-front")
def test_pilgrimage_needs_a_unit() -> None:
    board = Board(Side(hand="pilgrimage", resources=4, kingdom="contested-village"))
    command = pb.PlayTactic(card=board.in_hand("pilgrimage"), target=board.id("contested-village"))
    assert board.cited(command) == ["whi.chain.targets-up-front"]


# 118. Burn It Down


@pytest.mark.rule("whi.card.burn-it-down", "whi.cost.reference", "whi.attach.is-support")
@pytest.mark.parametrize(
    ("number", "legal"),
    [
        (0, ["organ-gun", "warpstone-excavation"]),
        (1, ["contested-village", "grudge-thrower", "organ-gun", "warpstone-excavation"]),
        (3, ["contested-fortress", "contested-village", "grudge-thrower", "organ-gun", "warpstone-excavation"]),
    ],
)
def test_what_may_be_burnt_down_depends_on_the_developments_in_the_own_battlefield(
    number: int, legal: list[str]
) -> None:
    board = Board(
        Side(hand="burn-it-down", resources=2, kingdom="contested-village grudge-thrower", developments=(4, 4, number)),
        Side(kingdom="contested-fortress warpstone-excavation squig[organ-gun]", developments=(0, 0, 5)),
    )
    assert [CARDS[kind].cost for kind in ("organ-gun", "grudge-thrower", "contested-fortress")] == [0, 1, 3]
    assert board.options("PlayTactic burn-it-down target") == legal
    for kind in {"contested-fortress", "contested-village"} - {*legal}:
        command = pb.PlayTactic(card=board.in_hand("burn-it-down"), target=board.id(kind))
        assert board.cited(command) == ["whi.chain.targets-up-front"]


@pytest.mark.rule("whi.card.burn-it-down")
def test_the_support_is_destroyed() -> None:
    board = Board(Side(hand="burn-it-down", resources=2, developments=(0, 0, 3)), Side(kingdom="contested-fortress"))
    board.tactic("burn-it-down", target=board.id("contested-fortress"))
    assert board.effect() == ["whi.card.burn-it-down: CardLeft contested-fortress owner 1 departure destroyed"]


@pytest.mark.rule("whi.card.burn-it-down", "whi.chain.recheck-target")
def test_the_developments_are_counted_again_when_it_resolves() -> None:
    board = Board(
        Side(hand="burn-it-down", resources=2, developments=(0, 0, 3)),
        Side(kingdom="contested-fortress", hand="demolition", resources=9, capital="dwarf"),
    )
    board.tactic("burn-it-down", target=board.id("contested-fortress"))
    board.tactic("demolition", target=place(0, BATTLEFIELD))
    facts = board.both_pass()
    assert developments(board.state, place(0, BATTLEFIELD)) == 2
    assert facts[-2:] == [
        "whi.chain.recheck-target: EffectFizzled seat 0 burn-it-down spared contested-fortress",
        "whi.types.tactic: ActionOver",
    ]


# 119. Innovation


@pytest.mark.rule("whi.card.innovation", "whi.development.card-text")
def test_innovation_gives_a_resource_for_each_development_in_the_kingdom() -> None:
    board = Board(Side(hand="innovation", developments=(3, 1, 1)), Side(developments=(2, 2, 2)))
    board.tactic("innovation")
    assert board.effect() == ["whi.card.innovation: ResourcesGained seat 0 resources 3"]
    assert board.player().resources == 3


@pytest.mark.rule("whi.card.innovation")
def test_without_developments_innovation_may_be_played_for_nothing() -> None:
    board = Board(Side(hand="innovation", developments=(0, 1, 1)))
    board.tactic("innovation")
    assert board.effect() == ["whi.card.innovation: EffectFizzled seat 0 innovation"]


# 120. Infiltrate!


@pytest.mark.rule("whi.card.infiltrate", "whi.quest.tokens", "whi.forced.order")
def test_its_player_says_whether_the_token_or_the_discarding_comes_first() -> None:
    begun = [
        "whi.turn: TurnBegan seat 0",
        "whi.card.infiltrate: EffectTriggered seat 0 infiltrate text token place quest-0 forced",
        "whi.card.infiltrate: EffectTriggered seat 0 infiltrate text discard place quest-0 forced",
    ]
    token = "whi.quest.tokens: TokenGained quest infiltrate tokens 1"
    discards = [f"whi.card.infiltrate: DeckCardDiscarded seat 1 {kind}" for kind in ("demoralise", "hate")]
    over = ["whi.forced.order: EffectOver", "whi.turn.beginning: WindowOpened window beginning"]
    for first, expected in (
        (
            0,
            [
                "whi.forced.order: EffectBegan effect 1",
                token,
                "whi.forced.order: EffectOver",
                "whi.forced.order: EffectBegan effect 2",
                *discards,
                *over,
            ],
        ),
        (
            1,
            [
                "whi.forced.order: EffectBegan effect 2",
                discards[0],
                "whi.forced.order: EffectOver",
                "whi.forced.order: EffectBegan effect 1",
                token,
                *over,
            ],
        ),
    ):
        board = Board(
            Side(quest="infiltrate+1 squig@infiltrate"),
            Side(deck="hate*3 demoralise"),
            entry="turn",
            draws=["demoralise", "hate"],
        )
        assert board.begun == begun and board.asked == 0
        assert board.moves() == ["ChooseNext infiltrate discard", "ChooseNext infiltrate token"]
        assert board.next("infiltrate", first) == expected


@pytest.mark.rule("whi.card.infiltrate", "whi.forced.order")
def test_the_first_token_counts_if_it_comes_first() -> None:
    for first, discarded in ((0, 1), (1, 0)):
        board = Board(Side(quest="infiltrate squig@infiltrate"), entry="turn")
        facts = board.next("infiltrate", first)
        assert sum("DeckCardDiscarded" in fact for fact in facts) == discarded
        assert board.card("infiltrate").tokens == 1


@pytest.mark.rule("whi.card.infiltrate", "whi.quest.no-unit-effects")
def test_tokens_are_at_work_although_nobody_is_on_the_quest() -> None:
    board = Board(Side(quest="infiltrate+2"), Side(deck="hate*3 demoralise"), entry="turn")
    assert [fact for fact in board.begun if "Discarded" in fact] == [
        "whi.card.infiltrate: DeckCardDiscarded seat 1 demoralise",
        "whi.card.infiltrate: DeckCardDiscarded seat 1 hate",
    ]


@pytest.mark.rule("whi.card.infiltrate", "whi.quest.tokens")
def test_without_tokens_or_a_unit_nothing_happens_and_never_in_the_other_turn() -> None:
    for mine, seat in (("infiltrate", 0), ("infiltrate+2 squig@infiltrate", 1)):
        board = Board(Side(quest=mine), entry="turn", seat=seat)
        assert len(board.begun) == 2


@pytest.mark.rule("whi.card.infiltrate", "whi.deckout.immediate")
def test_infiltrate_can_empty_a_deck() -> None:
    board = Board(Side(quest="infiltrate+3"), Side(deck="hate*2"), entry="turn")
    assert sum("DeckCardDiscarded" in fact for fact in board.begun) == 2
    assert board.result == ((0,), "whi.deckout.immediate")


@pytest.mark.rule("whi.card.infiltrate", "whi.unique.one-in-play")
def test_infiltrate_is_unique() -> None:
    board = Board(Side(quest="infiltrate", hand="infiltrate", resources=2), Side(quest="infiltrate"))
    assert board.cited(pb.PlayQuest(card=board.in_hand("infiltrate"))) == ["whi.unique.one-in-play"]


# 121. Prepare for War!


@pytest.mark.rule(
    "whi.card.prepare-for-war", "whi.quest.sacrifice-cost", "whi.quest.unit-leaves", "whi.chain.target-counts"
)
def test_cards_of_the_discard_pile_are_shuffled_in_for_the_unit_on_the_quest() -> None:
    board = Board(Side(quest="prepare+3 squig@prepare", discard="hate*2 pillage demoralise", deck="innovation"))
    assert board.options("UseAction prepare-for-war") == [
        "demoralise hate hate",
        "demoralise hate pillage",
        "hate hate pillage",
    ]
    assert board.use("prepare", cards=["hate", "pillage", "hate"]) == [
        "whi.action.in-play: ActionUsed seat 0 prepare-for-war hate pillage hate",
        "whi.chain.costs-up-front: CardLeft squig-herders departure sacrificed",
        "whi.quest.unit-leaves: QuestAbandoned quest prepare-for-war tokens 3",
    ]
    assert board.effect() == ["whi.card.prepare-for-war: CardsShuffledIn seat 0 hate*2 pillage"]
    assert board.discard() == "demoralise squig-herders" and len(board.player().deck) == 1


@pytest.mark.rule("whi.card.prepare-for-war", "whi.chain.targets-up-front")
def test_it_takes_all_where_the_pile_has_fewer_cards_and_is_refused_without_any() -> None:
    board = Board(Side(quest="prepare+5 squig@prepare", discard="hate pillage"))
    prepare = board.id("prepare")
    assert board.options("UseAction prepare-for-war") == ["hate pillage"]
    assert board.cited(pb.UseAction(card=prepare, cards=["hate"])) == ["whi.chain.target-counts"]
    assert board.cited(pb.UseAction(card=prepare, cards=["squig-herders", "hate"])) == ["whi.chain.targets-up-front"]
    board = Board(Side(quest="prepare+5 squig@prepare"))
    assert board.cited(pb.UseAction(card=board.id("prepare"))) == ["whi.chain.targets-up-front"]


@pytest.mark.rule("whi.card.prepare-for-war", "whi.quest.sacrifice-cost")
def test_it_needs_a_token_and_a_unit() -> None:
    for quest, cited in (
        ("prepare squig@prepare", "whi.card.prepare-for-war"),
        ("prepare+1 squig", "whi.quest.sacrifice-cost"),
    ):
        board = Board(Side(quest=quest, discard="hate"))
        assert board.cited(pb.UseAction(card=board.id("prepare"), cards=["hate"]))[0] == cited


@pytest.mark.rule("whi.card.prepare-for-war", "whi.chain.recheck-target")
def test_what_another_has_taken_meanwhile_is_passed_over() -> None:
    for tokens, named, taken in (
        (
            2,
            ["hate", "pillage"],
            [
                "whi.card.prepare-for-war: CardsShuffledIn seat 0 pillage",
                "whi.chain.recheck-target: EffectFizzled seat 0 prepare-for-war prepare-for-war missing 1",
            ],
        ),
        (1, ["hate"], ["whi.chain.recheck-target: EffectFizzled seat 0 prepare-for-war prepare-for-war"]),
    ):
        board = Board(
            Side(
                quest=f"prepare+{tokens} squig@prepare prepare+1",
                discard="hate pillage",
                hand="peasant-militia",
                resources=9,
            )
        )
        first, second = (board.id("prepare", number=number) for number in (0, 1))
        board.do(pb.SendUnit(card=board.in_hand("peasant-militia"), quest=second))
        board.both_pass()
        board.passing()
        board.do(pb.UseAction(card=first, cards=named))
        board.passing()
        board.do(pb.UseAction(card=second, cards=["hate"]))
        assert [fact for fact in board.both_pass() if "Passed" not in fact] == [
            "whi.chain.lifo: ActionBegan",
            "whi.card.prepare-for-war: CardsShuffledIn seat 0 hate",
            "whi.chain.lifo: ActionOver",
            "whi.chain.lifo: ActionBegan",
            *taken,
            "whi.chain.lifo: ActionOver",
        ]


@pytest.mark.rule("whi.card.prepare-for-war", "whi.quest.tokens")
def test_it_gains_a_token_while_a_unit_works_on_it() -> None:
    board = Board(Side(quest="prepare squig@prepare prepare"), entry="turn")
    assert board.begun == [
        "whi.turn: TurnBegan seat 0",
        "whi.card.prepare-for-war: EffectTriggered seat 0 prepare-for-war text token place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.quest.tokens: TokenGained quest prepare-for-war tokens 1",
        "whi.forced.order: EffectOver",
        "whi.turn.beginning: WindowOpened window beginning",
    ]


# 122-127. The Alliances


ALLIANCES = {
    "whi.card.alliance-dwarf-and-empire": ["dwarf", "empire"],
    "whi.card.alliance-empire-and-high-elf": ["empire", "high_elf"],
    "whi.card.alliance-dwarf-and-high-elf": ["dwarf", "high_elf"],
    "whi.card.alliance-chaos-and-orc": ["chaos", "orc"],
    "whi.card.alliance-chaos-and-dark-elf": ["chaos", "dark_elf"],
    "whi.card.alliance-orc-and-dark-elf": ["dark_elf", "orc"],
}
OF_EACH = [
    pytest.param(rule, given, marks=pytest.mark.rule(rule), id=rule.removeprefix("whi.card.alliance-"))
    for rule, given in ALLIANCES.items()
]


@pytest.mark.rule("whi.loyalty.alliance")
@pytest.mark.parametrize(("rule", "given"), OF_EACH)
def test_an_alliance_gives_a_symbol_of_each_of_its_two_races(rule: str, given: list[str]) -> None:
    (card,) = (card for card in CARDS.values() if card.rule == rule)
    board = Board(Side(kingdom=card.id, developments=(1, 0, 0)))
    assert sorted(race for race in RACES if symbols(board.state, 0, race) > (race == "dwarf")) == given
    assert power(board.state, board.card(card.id)) == 1
    assert not [race for race in RACES if symbols(board.state, 1, race) > (race == "orc")]


@pytest.mark.rule("whi.loyalty.alliance", "whi.loyalty.formula", "whi.loyalty.in-play-only")
def test_its_symbols_make_loyal_cards_cheaper_once_it_is_in_play() -> None:
    board = Board(Side(hand="alliance-empire-and-high-elf silver-helm radiant", resources=9, capital="empire"))
    costs = [price(board.state, 0, kind) for kind in ("silver-helm-brigade", "radiant-gaze")]
    alliance = board.in_hand("alliance-empire-and-high-elf")
    board.do(pb.PlaySupport(card=alliance, zone=pb.ZONE_QUEST))
    assert [price(board.state, 0, kind) for kind in ("silver-helm-brigade", "radiant-gaze")] == costs == [4, 5]
    board.both_pass()
    assert [price(board.state, 0, kind) for kind in ("silver-helm-brigade", "radiant-gaze")] == [3, 4]
    assert zone_power(board.state, place(0, QUEST)) == 1 + 1
