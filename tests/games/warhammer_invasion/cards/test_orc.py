"""The Orc units, supports and quest: each text in full, what is refused, and what happens when a target or a source is
gone.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.numbers import hit_points, power, symbols, toughness
from rulekeeper.games.warhammer_invasion.pricing import price
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, QUEST, place
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


# 56 Crooked Teef Goblins, 58 Ironclaw's Horde, 60 Black Orc Squad.


@pytest.mark.rule("whi.card.crooked-teef-goblins", "whi.card.ironclaws-horde", "whi.kw.zone-only")
@pytest.mark.parametrize("kind", ["crooked-teef-goblins", "ironclaws-horde"])
def test_two_orc_units_are_for_the_battlefield_only(kind: str) -> None:
    board = Board(orcs(hand=kind, quest="journey-to-the-gate", resources=9))
    assert board.options("PlayUnit") == [f"{kind} zone battlefield"] and board.options("SendUnit") == []
    for zone in (pb.ZONE_KINGDOM, pb.ZONE_QUEST):
        assert board.cited(pb.PlayUnit(card=board.in_hand(kind), zone=zone)) == ["whi.kw.zone-only"]
    sent = pb.SendUnit(card=board.in_hand(kind), quest=board.id("journey"))
    assert board.cited(sent) == ["whi.kw.zone-only"]
    assert plays(board, kind, BATTLEFIELD) == [
        f"whi.types.unit: CardEntered seat 0 {kind} zone battlefield",
    ]


@pytest.mark.rule("whi.card.black-orc-squad")
def test_the_black_orc_squad_has_its_numbers_and_nothing_else() -> None:
    board = Board(orcs(hand="black-orc-squad", resources=3, damage=(1, 0, 0)))
    assert plays(board, "black-orc-squad", QUEST) == [
        "whi.types.unit: CardEntered seat 0 black-orc-squad zone quest",
    ]
    squad = board.card("black-orc-squad")
    assert (power(board.state, squad), hit_points(board.state, squad), toughness(board.state, squad)) == (1, 4, 0)


# 57 Squig Herders, 61 Boar Boyz.


@pytest.mark.rule("whi.card.squig-herders", "whi.constant.always")
@pytest.mark.parametrize(
    ("damaged", "number"),
    [("squig-herders black-orc-squad", 1), ("squig-herders black-orc-squad:1", 2), ("squig-herders:1", 2)],
)
def test_squig_herders_have_more_power_while_a_unit_of_theirs_is_damaged(damaged: str, number: int) -> None:
    board = Board(orcs(kingdom=damaged), Side(battlefield="black-orc-squad:1"))
    assert power_of(board, "squig-herders") == number


@pytest.mark.rule("whi.card.boar-boyz", "whi.constant.always")
@pytest.mark.parametrize(
    ("damaged", "number"), [("boar-boyz", 1), ("boar-boyz squig-herders:1", 3), ("boar-boyz:3", 3)]
)
def test_boar_boyz_have_more_power_while_a_unit_of_theirs_is_damaged(damaged: str, number: int) -> None:
    board = Board(orcs(quest=damaged, damage=(4, 0, 0)), Side(quest="boar-boyz:1"))
    assert power_of(board, "boar-boyz", 0) == number


@pytest.mark.rule("whi.card.squig-herders", "whi.card.boar-boyz", "whi.kingdom.collect")
def test_their_power_counts_for_their_zone() -> None:
    board = Board(orcs(kingdom="squig-herders boar-boyz", battlefield="dark-zealot:1"), phase=2)
    assert "whi.kingdom.collect: ResourcesCollected seat 0 resources 8" in board.begun


# 59 Followers of Mork.


@pytest.mark.rule("whi.card.followers-of-mork", "whi.effects.each-player", "whi.damage.indirect")
def test_followers_of_mork_deal_indirect_damage_to_both_players_at_once() -> None:
    board = Board(
        orcs(kingdom="squig-herders:1", hand="followers-of-mork", resources=2), Side(battlefield="dark-zealot")
    )
    assert board.do(pb.PlayUnit(card=board.in_hand("followers"), zone=pb.ZONE_KINGDOM)) == [
        "whi.capital.choose-zone: CardPlayed seat 0 followers-of-mork zone kingdom",
        "whi.capital.pay: ResourcesPaid seat 0 resources 2",
    ]
    assert board.effect() == [
        "whi.types.unit: CardEntered seat 0 followers-of-mork zone kingdom",
        *triggers("followers-of-mork", "indirect", "kingdom-0", subject="followers-of-mork"),
    ]
    assert board.asked == 0
    herders, followers = board.id("squig"), board.id("followers")
    assert board.do(pb.SpreadDamage(points=[herders, followers])) == [
        "whi.effects.each-player: ChoiceMade seat 0 followers-of-mork targets squig-herders followers-of-mork"
    ]
    assert board.asked == 1
    assert board.do(pb.SpreadDamage(points=[place(1, QUEST)] * 2)) == [
        "whi.effects.each-player: ChoiceMade seat 1 followers-of-mork targets quest-1 quest-1",
        "whi.card.followers-of-mork: DamageAssigned (target squig-herders seat 0 cancellable 1)"
        " (target followers-of-mork seat 0 cancellable 1) (target quest-1 seat 0 cancellable 2)",
        "whi.damage.non-combat: DamageApplied (target squig-herders seat 0 cancellable 1)"
        " (target followers-of-mork seat 0 cancellable 1) (target quest-1 seat 0 cancellable 2)",
        "whi.card.hit-points: CardLeft squig-herders departure destroyed",
        HAPPENED,
        OVER,
    ]


@pytest.mark.rule("whi.card.followers-of-mork", "whi.damage.indirect")
def test_a_player_spreads_indirect_damage_over_own_units_and_sections_up_to_what_destroys_them() -> None:
    board = Board(orcs(kingdom="squig-herders:1", hand="followers-of-mork", resources=2), Side(quest="dark-zealot"))
    plays(board, "followers", BATTLEFIELD)
    herders = board.id("squig")
    assert board.cited(pb.SpreadDamage(points=[herders, herders])) == ["whi.damage.indirect"]
    assert board.cited(pb.SpreadDamage(points=[board.id("dark-zealot"), herders])) == ["whi.damage.indirect"]
    assert board.cited(pb.SpreadDamage(points=[place(1, KINGDOM), herders])) == ["whi.damage.indirect"]
    assert board.cited(pb.SpreadDamage(points=[herders])) == ["whi.damage.indirect"]
    board.do(pb.SpreadDamage(points=[place(0, KINGDOM), herders]))
    assert board.moves() == [
        "SpreadDamage battlefield-1 battlefield-1",
        "SpreadDamage dark-zealot battlefield-1",
        "SpreadDamage dark-zealot dark-zealot",
        "SpreadDamage dark-zealot kingdom-1",
        "SpreadDamage dark-zealot quest-1",
        "SpreadDamage kingdom-1 battlefield-1",
        "SpreadDamage kingdom-1 kingdom-1",
        "SpreadDamage kingdom-1 quest-1",
        "SpreadDamage quest-1 battlefield-1",
        "SpreadDamage quest-1 quest-1",
    ]


@pytest.mark.rule("whi.card.followers-of-mork", "whi.effects.in-play")
def test_followers_of_mork_that_are_a_development_do_nothing() -> None:
    board = Board(orcs(hand="followers-of-mork", resources=2))
    board.do(pb.PlayDevelopment(card=board.in_hand("followers"), zone=pb.ZONE_KINGDOM))
    assert [fact.split(": ")[1].split()[0] for fact in resolves(board)] == [
        "ActionBegan",
        "DevelopmentPlaced",
        "ActionOver",
    ]


# 62 Urguck.


@pytest.mark.rule("whi.card.urguck", "whi.capital.pay")
def test_urguck_pays_with_his_damage() -> None:
    board = Board(orcs(kingdom="urguck:2", hand="ironclaws-horde", resources=3))
    assert price(board.state, 0, "ironclaws-horde") == 5
    assert board.do(pb.PlayUnit(card=board.in_hand("ironclaw"), zone=pb.ZONE_BATTLEFIELD, damage=2)) == [
        "whi.capital.choose-zone: CardPlayed seat 0 ironclaws-horde zone battlefield",
        "whi.card.urguck: DamagePaid urguck damage 2",
        "whi.capital.pay: ResourcesPaid seat 0 resources 3",
    ]
    assert board.card("urguck").damage == 0


@pytest.mark.rule("whi.card.urguck")
def test_how_much_of_a_price_urguck_pays_is_his_players_choice() -> None:
    board = Board(orcs(battlefield="urguck:2", hand="crooked-teef-goblins", resources=3))
    assert board.options("PlayUnit") == [
        "crooked-teef-goblins zone battlefield damage 0",
        "crooked-teef-goblins zone battlefield damage 1",
    ]
    goblins = board.in_hand("crooked")
    assert board.cited(pb.PlayUnit(card=goblins, zone=pb.ZONE_BATTLEFIELD, damage=2)) == ["whi.card.urguck"]
    assert board.do(pb.PlayUnit(card=goblins, zone=pb.ZONE_BATTLEFIELD, damage=0))[1:] == [
        "whi.capital.pay: ResourcesPaid seat 0 resources 1"
    ]


@pytest.mark.rule("whi.card.urguck")
def test_more_damage_than_urguck_has_and_too_little_of_it_are_refused() -> None:
    board = Board(orcs(battlefield="urguck:1", hand="boar-boyz", resources=3))
    boyz = board.in_hand("boar")
    assert board.options("PlayUnit boar-boyz zone kingdom") == ["damage 1"]
    assert board.cited(pb.PlayUnit(card=boyz, zone=pb.ZONE_KINGDOM, damage=0)) == ["whi.card.urguck"]
    assert board.cited(pb.PlayUnit(card=boyz, zone=pb.ZONE_KINGDOM, damage=2)) == ["whi.card.urguck"]
    short = Board(orcs(battlefield="urguck:1", hand="boar-boyz", resources=2))
    assert short.refused(pb.PlayUnit(card=short.in_hand("boar"), zone=pb.ZONE_KINGDOM, damage=1)) == [
        ("whi.capital.pay", "it costs 4, you have 2 resources, and damage on Urguck that pays 1")
    ]


@pytest.mark.rule("whi.card.urguck")
def test_urguck_pays_for_actions_and_for_x_too() -> None:
    board = Board(
        orcs(battlefield="urguck:2 rock-lobber dark-zealot", hand="smash-go-boom", resources=3, developments=(3, 0, 0))
    )
    sacrifice = board.id("dark-zealot")
    assert board.use("rock-lobber", sacrifice=sacrifice, damage=1) == [
        "whi.action.in-play: ActionUsed seat 0 rock-lobber",
        "whi.card.urguck: DamagePaid urguck damage 1",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 1",
        "whi.chain.costs-up-front: CardLeft dark-zealot departure sacrificed",
    ]
    board.effect()
    board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))
    board.passing()
    boom = board.tactic("smash-go-boom", targets=[board.development(1, 0), board.development(1, 2)], damage=1)
    assert boom[2:] == [
        "whi.card.urguck: DamagePaid urguck damage 1",
        "whi.capital.pay: ResourcesPaid seat 0 resources 1",
    ]


@pytest.mark.rule("whi.card.urguck")
def test_urguck_pays_in_his_own_capital_phase_only() -> None:
    own = Board(orcs(battlefield="urguck:2", hand="pillage troll-vomit", kingdom="dark-zealot[choppa]"), phase=2)
    assert own.player().resources == 6 and own.moves() == [
        "Pass",
        "PlayTactic pillage target choppa",
        "PlayTactic troll-vomit",
    ]
    theirs = Board(orcs(battlefield="urguck:2", hand="waaagh", resources=2), Side(), seat=1)
    theirs.passing()
    assert theirs.moves() == ["Pass"]
    assert theirs.refused(pb.PlayTactic(card=theirs.in_hand("waaagh"), damage=1)) == [
        ("whi.capital.pay", "3 are to be paid, you have 2 resources"),
        ("whi.window", "damage is not a choice here"),
    ]


@pytest.mark.rule("whi.card.urguck")
def test_an_undamaged_urguck_asks_nothing_and_a_damaged_one_pays_in_any_zone() -> None:
    board = Board(orcs(quest="urguck", hand="squig-herders", resources=2))
    assert board.options("PlayUnit squig-herders zone kingdom") == [""]
    board = Board(orcs(kingdom="urguck:1", hand="squig-herders", resources=2))
    assert board.options("PlayUnit squig-herders zone kingdom") == ["damage 0", "damage 1"]


@pytest.mark.rule("whi.card.urguck", "whi.cost.extra-for-target")
def test_urguck_pays_for_the_target_of_a_forced_effect_too() -> None:
    board = Board(orcs(quest="urguck:2", hand="festering-nurglings", resources=4), Side(kingdom="king-kazador"), seat=0)
    plays(board, "festering-nurglings", KINGDOM, damage=0)
    assert board.options("ChooseTarget target") == [
        "festering-nurglings damage 0",
        "king-kazador damage 2",
    ]
    assert board.cited(pb.ChooseTarget(target=board.id("king"), damage=1)) == ["whi.card.urguck"]
    assert board.do(pb.ChooseTarget(target=board.id("king"), damage=2))[:3] == [
        "whi.card.urguck: DamagePaid urguck damage 2",
        "whi.cost.extra-for-target: ResourcesPaid seat 0 resources 1",
        "whi.card.festering-nurglings: UnitCorrupted king-kazador",
    ]


# 63 Grimgor Ironhide.


@pytest.mark.rule("whi.card.grimgor-ironhide", "whi.zone.corresponding-each", "whi.development.destroyed")
def test_grimgor_destroys_supports_and_developments_in_both_zones_of_that_name() -> None:
    board = Board(
        orcs(
            kingdom="contested-village dark-zealot[^choppa]",
            quest="contested-village",
            hand="grimgor-ironhide",
            resources=10,
            developments=("pillage", 1, 0),
        ),
        Side(
            kingdom="squig-herders totem-of-gork", battlefield="totem-of-gork", developments=(2, 1, 1), damage=(7, 0, 0)
        ),
    )
    assert plays(board, "grimgor-ironhide", KINGDOM) == [
        "whi.types.unit: CardEntered seat 0 grimgor-ironhide zone kingdom",
        *triggers("grimgor-ironhide", "destroy", "kingdom-0", subject="grimgor-ironhide"),
        "whi.card.grimgor-ironhide: CardLeft contested-village departure destroyed",
        "whi.card.grimgor-ironhide: CardLeft choppa owner 1 departure destroyed",
        "whi.card.grimgor-ironhide: CardLeft totem-of-gork owner 1 departure destroyed",
        "whi.card.grimgor-ironhide: DevelopmentLost seat 0 zone kingdom was (pillage) pillage departure destroyed",
        *[
            "whi.card.grimgor-ironhide: DevelopmentLost seat 1 zone kingdom was (mountain-brigade) mountain-brigade"
            " departure destroyed"
        ]
        * 2,
        HAPPENED,
    ]
    assert board.in_play() == ["dark-zealot", "contested-village", "squig-herders", "totem-of-gork", "grimgor-ironhide"]
    assert [len(board.section(where).developments) for where in (1, 2, 3, 5, 6, 7)] == [0, 1, 0, 0, 1, 1]
    assert board.discard(1) == "choppa mountain-brigade*2 totem-of-gork"


@pytest.mark.rule("whi.card.grimgor-ironhide", "whi.effects.state-checks")
def test_a_section_that_grimgor_strips_of_developments_may_burn() -> None:
    board = Board(
        orcs(hand="grimgor-ironhide", resources=10, damage=(0, 8, 0), developments=(0, 1, 0)),
        Side(developments=(0, 2, 0), damage=(0, 8, 0), burning="kingdom"),
    )
    facts = plays(board, "grimgor-ironhide", QUEST)
    assert facts[-2:] == [
        "whi.burn.state-check: SectionBurned place quest-0",
        "whi.burn.state-check: SectionBurned place quest-1",
    ] and board.result == ((0,), "whi.win.immediate")


# 64 Night Goblins.


@pytest.mark.rule("whi.card.night-goblins", "whi.zone.corresponding-each", "whi.card.traits")
def test_night_goblins_destroy_an_attachment_in_a_zone_of_that_name() -> None:
    board = Board(
        orcs(quest="totem-of-gork dark-zealot[choppa]", kingdom="boar-boyz[choppa]", hand="night-goblins", resources=2),
        Side(quest="squig-herders[cloud-of-flies]"),
    )
    assert plays(board, "night-goblins", QUEST) == [
        "whi.types.unit: CardEntered seat 0 night-goblins zone quest",
        *triggers("night-goblins", "destroy", "quest-0", subject="night-goblins"),
    ]
    assert board.moves() == ["ChooseTarget target choppa", "ChooseTarget target cloud-of-flies"]
    for kind, number in (("totem-of-gork", 0), ("choppa", 0), ("dark-zealot", 0)):
        target = board.id(kind, number=number)
        assert board.cited(pb.ChooseTarget(target=target)) == ["whi.zone.corresponding-each"]
    assert board.do(pb.ChooseTarget(target=board.id("cloud"))) == [
        "whi.card.night-goblins: CardLeft cloud-of-flies owner 1 departure destroyed",
        HAPPENED,
        OVER,
    ]


@pytest.mark.rule("whi.card.night-goblins", "whi.forced.target")
def test_night_goblins_do_not_spare_the_own_attachment_where_it_is_the_only_one() -> None:
    board = Board(
        orcs(battlefield="dark-zealot[choppa]", hand="night-goblins", resources=2), Side(quest="big-uns[choppa]")
    )
    assert plays(board, "night-goblins", BATTLEFIELD)[3:] == [
        "whi.card.night-goblins: CardLeft choppa departure destroyed",
        HAPPENED,
    ]
    assert len(board.in_play()) == 4


@pytest.mark.rule("whi.card.night-goblins", "whi.forced.target")
def test_night_goblins_without_an_attachment_there_do_nothing() -> None:
    board = Board(orcs(battlefield="dark-zealot[choppa] totem-of-gork", hand="night-goblins", resources=2))
    assert plays(board, "night-goblins", KINGDOM)[3:] == [
        "whi.forced.target: EffectFizzled seat 0 night-goblins night-goblins passed_over ChooseTarget",
        HAPPENED,
    ]


# 65 Doom Divers.

DIVE = triggers("doom-divers", "dive", "battlefield-0")


@pytest.mark.rule("whi.card.doom-divers", "whi.effects.or", "whi.effects.each-player")
def test_doom_divers_make_each_player_give_up_a_development_or_take_damage() -> None:
    board = Board(
        orcs(battlefield="doom-divers", developments=("pillage", "waaagh", 0)),
        Side(developments=(0, 0, 1), damage=(7, 0, 0)),
        entry="turn",
    )
    assert board.begun == ["whi.turn: TurnBegan seat 0", *DIVE]
    assert board.moves() == ["ChooseOption option damage", "ChooseOption option sacrifice"]
    assert board.do(pb.ChooseOption(option="sacrifice")) == []
    assert board.moves() == ["ChooseDevelopment development (pillage)", "ChooseDevelopment development (waaagh)"]
    assert board.cited(pb.ChooseDevelopment(development=board.development(7))) == ["whi.effects.or"]
    assert board.do(pb.ChooseDevelopment(development=board.development(2))) == [
        "whi.effects.each-player: ChoiceMade seat 0 doom-divers option sacrifice targets quest-0 development (waaagh)"
    ]
    assert (board.asked, board.moves()) == (1, ["ChooseOption option damage", "ChooseOption option sacrifice"])
    points = " ".join(f"(target {where} seat 0 cancellable 1)" for where in ("kingdom-1", "quest-1", "battlefield-1"))
    assert board.do(pb.ChooseOption(option="damage")) == [
        "whi.effects.each-player: ChoiceMade seat 1 doom-divers option damage",
        "whi.card.doom-divers: DevelopmentLost seat 0 zone quest was (waaagh) waaagh departure sacrificed",
        f"whi.card.doom-divers: DamageAssigned {points}",
        f"whi.damage.non-combat: DamageApplied {points}",
        "whi.burn.state-check: SectionBurned place kingdom-1",
        HAPPENED,
        "whi.turn.beginning: WindowOpened window beginning",
    ]


@pytest.mark.rule("whi.card.doom-divers", "whi.effects.or")
def test_without_a_development_the_damage_has_to_be_taken_and_burning_sections_are_left_out() -> None:
    board = Board(orcs(battlefield="doom-divers", burning="quest"), Side(), entry="turn")
    points = " ".join(
        f"(target {where} seat 0 cancellable 1)"
        for where in ("kingdom-0", "battlefield-0", "kingdom-1", "quest-1", "battlefield-1")
    )
    assert board.begun == [
        "whi.turn: TurnBegan seat 0",
        *DIVE,
        "whi.effects.each-player: ChoiceMade seat 0 doom-divers option damage",
        "whi.effects.each-player: ChoiceMade seat 1 doom-divers option damage",
        "whi.combat.assign.burning: EffectFizzled seat 0 doom-divers doom-divers spared quest-0",
        f"whi.card.doom-divers: DamageAssigned {points}",
        f"whi.damage.non-combat: DamageApplied {points}",
        HAPPENED,
        "whi.turn.beginning: WindowOpened window beginning",
    ]


@pytest.mark.rule("whi.card.doom-divers", "whi.development.destroyed")
def test_the_only_development_is_given_up_without_a_question_and_both_may_do_so() -> None:
    board = Board(
        orcs(battlefield="doom-divers", developments=(1, 0, 0), damage=(8, 0, 0), burning="quest"),
        Side(developments=(0, 2, 0)),
        entry="turn",
    )
    board.do(pb.ChooseOption(option="sacrifice"))
    board.do(pb.ChooseOption(option="sacrifice"))
    brigade = "(mountain-brigade) mountain-brigade departure sacrificed"
    assert board.do(pb.ChooseDevelopment(development=board.development(6, 1))) == [
        "whi.effects.each-player: ChoiceMade seat 1 doom-divers option sacrifice targets quest-1"
        " development (mountain-brigade)",
        f"whi.card.doom-divers: DevelopmentLost seat 0 zone kingdom was {brigade}",
        f"whi.card.doom-divers: DevelopmentLost seat 1 zone quest was {brigade}",
        "whi.burn.state-check: SectionBurned place kingdom-0",
    ]
    assert board.result == ((1,), "whi.win.immediate")


@pytest.mark.rule("whi.card.doom-divers", "whi.win.draw")
def test_doom_divers_may_end_in_a_draw() -> None:
    board = Board(
        orcs(battlefield="doom-divers", burning="quest", damage=(7, 0, 0)),
        Side(burning="kingdom", damage=(0, 0, 7)),
        entry="turn",
    )
    assert board.begun[-2:] == [
        "whi.burn.state-check: SectionBurned place kingdom-0",
        "whi.burn.state-check: SectionBurned place battlefield-1",
    ]
    assert board.result == ((), "whi.win.draw")


@pytest.mark.rule("whi.card.doom-divers", "whi.card.contested-fortress")
def test_all_of_the_divers_damage_is_one_batch_of_which_a_fortress_cancels_a_point() -> None:
    board = Board(orcs(battlefield="doom-divers", quest="contested-fortress"), Side(), entry="turn")
    assert board.options("ChoosePlace place") == ["battlefield-0", "kingdom-0", "quest-0"]
    assert named(board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_0)), "DamageCancelled") == [
        "DamageCancelled target quest-0 damage 1 by contested-fortress once"
    ]
    assert [board.section(where).damage for where in (1, 2, 3, 5, 6, 7)] == [1, 0, 1, 1, 1, 1]


@pytest.mark.rule("whi.card.doom-divers", "whi.kw.zone-effect")
@pytest.mark.parametrize(
    ("own", "seat"),
    [(orcs(kingdom="doom-divers"), 0), (orcs(quest="doom-divers"), 0), (orcs(battlefield="doom-divers"), 1)],
)
def test_doom_divers_dive_from_the_battlefield_and_in_their_own_turn_only(own: Side, seat: int) -> None:
    board = Board(own, entry="turn", seat=seat)
    assert board.begun == [
        f"whi.turn: TurnBegan seat {seat}",
        "whi.turn.beginning: WindowOpened window beginning",
    ]


# 66 Lobber Crew.


@pytest.mark.rule("whi.card.lobber-crew", "whi.sacrifice.discard", "whi.action.in-play")
def test_lobber_crew_is_sacrificed_and_an_opponent_sacrifices_a_unit_of_their_choice() -> None:
    board = Board(
        orcs(kingdom="lobber-crew"), Side(kingdom="dark-zealot", quest="chaos-knights", battlefield="dark-zealot:1")
    )
    assert board.use("lobber-crew") == [
        "whi.action.in-play: ActionUsed seat 0 lobber-crew",
        "whi.chain.costs-up-front: CardLeft lobber-crew departure sacrificed",
    ]
    assert board.effect() == []
    assert board.asked == 1
    assert board.moves() == ["ChooseUnit unit chaos-knights", *["ChooseUnit unit dark-zealot"] * 2]
    assert board.do(pb.ChooseUnit(unit=board.id("chaos-knights"))) == [
        "whi.card.lobber-crew: CardLeft chaos-knights owner 1 departure sacrificed",
        OVER,
    ]


@pytest.mark.rule("whi.card.lobber-crew")
def test_an_only_unit_is_sacrificed_without_a_question_and_none_at_all_is_no_obstacle() -> None:
    board = Board(orcs(kingdom="lobber-crew*2"), Side(quest="chaos-knights"))
    board.use("lobber-crew")
    assert board.effect() == [
        "whi.card.lobber-crew: CardLeft chaos-knights owner 1 departure sacrificed",
    ]
    board.passing()
    board.use("lobber-crew")
    assert board.effect() == ["whi.card.lobber-crew: EffectFizzled seat 1 lobber-crew"]
    assert board.in_play() == []


@pytest.mark.rule("whi.card.lobber-crew", "whi.kw.zone-effect")
@pytest.mark.parametrize("zone", ["quest", "battlefield"])
def test_lobber_crew_works_in_the_kingdom_only(zone: str) -> None:
    board = Board(orcs(**{zone: "lobber-crew"}), Side(quest="chaos-knights"))
    assert board.moves() == ["Pass"]
    assert board.cited(pb.UseAction(card=board.id("lobber"))) == ["whi.kw.zone-effect"]


@pytest.mark.rule("whi.card.lobber-crew", "whi.chain.costs-up-front")
def test_a_lobber_crew_cannot_be_sacrificed_twice() -> None:
    board = Board(orcs(kingdom="lobber-crew"), Side(kingdom="lobber-crew", battlefield="dark-zealot"))
    crew = board.id("lobber", 0)
    board.use("lobber-crew")
    board.use("lobber-crew")
    assert board.cited(pb.UseAction(card=crew)) == ["whi.action.in-play"]
    assert resolves(board) == [
        BEGAN,
        "whi.card.lobber-crew: EffectFizzled seat 0 lobber-crew",
        OVER,
        BEGAN,
        "whi.card.lobber-crew: CardLeft dark-zealot owner 1 departure sacrificed",
        OVER,
    ]


# 67 Big 'Uns.


@pytest.mark.rule("whi.card.big-uns", "whi.kw.toughness.stack", "whi.kw.zone-effect")
def test_big_uns_make_damaged_units_of_theirs_tougher() -> None:
    board = Board(
        orcs(kingdom="squig-herders:1", quest="dark-zealot hammerer:1", battlefield="big-uns:1"),
        Side(battlefield="boar-boyz:1"),
    )
    found = {card.kind: toughness(board.state, card) for card in board.state.cards}
    assert found == {
        "squig-herders": 1,
        "dark-zealot": 0,
        "hammerer-of-karak-azul": 2,
        "big-uns": 1,
        "boar-boyz": 0,
    }
    away = Board(orcs(kingdom="squig-herders:1 big-uns:1"))
    assert [toughness(away.state, card) for card in away.state.cards] == [0, 0]


@pytest.mark.rule("whi.card.big-uns", "whi.kw.toughness")
def test_the_toughness_of_big_uns_cancels_damage_of_the_next_batch() -> None:
    board = Board(orcs(kingdom="boar-boyz", battlefield="big-uns*2", hand="nurgles-pestilence*2", resources=20))
    for _ in range(2):
        board.tactic("nurgles")
        facts = board.effect()
        board.passing()
    assert named(facts, "DamageCancelled", "CardLeft") == [
        "DamageCancelled target boar-boyz damage 1 by boar-boyz",
        *["DamageCancelled target big-uns damage 1 by big-uns"] * 2,
    ]
    assert [card.damage for card in board.state.cards] == [1, 1, 1]


# 68 Rock Lobber.


@pytest.mark.rule("whi.card.rock-lobber", "whi.damage.capital-target", "whi.chain.costs-up-front")
def test_rock_lobber_damages_a_section_that_is_chosen_as_it_resolves() -> None:
    board = Board(
        orcs(battlefield="rock-lobber squig-herders boar-boyz", kingdom="dark-zealot", resources=2, burning="quest"),
        Side(damage=(7, 0, 0)),
    )
    assert board.options("UseAction rock-lobber") == ["sacrifice boar-boyz", "sacrifice squig-herders"]
    zealot = pb.UseAction(card=board.id("rock-lobber"), sacrifice=board.id("dark-zealot"))
    assert board.cited(zealot) == ["whi.chain.costs-up-front"]
    assert board.use("rock-lobber", sacrifice=board.id("squig")) == [
        "whi.action.in-play: ActionUsed seat 0 rock-lobber",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 2",
        "whi.chain.costs-up-front: CardLeft squig-herders departure sacrificed",
    ]
    assert board.effect() == []
    assert board.moves() == [
        "ChoosePlace place battlefield-0",
        "ChoosePlace place battlefield-1",
        "ChoosePlace place kingdom-0",
        "ChoosePlace place kingdom-1",
        "ChoosePlace place quest-1",
    ]
    assert board.cited(pb.ChoosePlace(place=pb.PLACE_QUEST_0)) == ["whi.burn.still-works"]
    assert board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1)) == [
        "whi.card.rock-lobber: DamageAssigned (target kingdom-1 seat 0 cancellable 2)",
        "whi.damage.non-combat: DamageApplied (target kingdom-1 seat 0 cancellable 2)",
        "whi.burn.state-check: SectionBurned place kingdom-1",
        OVER,
    ]


@pytest.mark.rule("whi.card.rock-lobber", "whi.action.limit-per-turn")
def test_each_rock_lobber_is_used_once_a_turn() -> None:
    board = Board(orcs(battlefield="rock-lobber*2 dark-zealot*3", resources=6))
    first, second = board.id("rock"), board.id("rock", number=1)
    zealot = board.id("dark-zealot")
    board.do(pb.UseAction(card=first, sacrifice=zealot))
    board.passing()
    zealot = board.id("dark-zealot")
    assert board.cited(pb.UseAction(card=first, sacrifice=zealot)) == ["whi.action.limit-per-turn"]
    board.do(pb.UseAction(card=second, sacrifice=zealot))
    assert board.player().resources == 2


@pytest.mark.rule("whi.card.rock-lobber")
def test_rock_lobber_asks_for_resources_a_unit_beside_it_and_the_battlefield() -> None:
    poor = Board(orcs(battlefield="rock-lobber squig-herders", resources=1))
    use = pb.UseAction(card=poor.id("rock"), sacrifice=poor.id("squig"))
    assert poor.refused(use) == [("whi.capital.pay", "2 are to be paid, you have 1 resource")]
    alone = Board(orcs(battlefield="rock-lobber", kingdom="squig-herders", resources=2))
    assert alone.moves() == ["Pass"]
    away = Board(orcs(kingdom="rock-lobber squig-herders", resources=2))
    use = pb.UseAction(card=away.id("rock"), sacrifice=away.id("squig"))
    assert away.cited(use) == ["whi.kw.zone-effect"]


@pytest.mark.rule("whi.card.rock-lobber", "whi.win.immediate", "whi.chain.source-independent")
def test_rock_lobber_wins_at_once_also_when_it_is_gone_by_then() -> None:
    board = Board(
        orcs(battlefield="rock-lobber squig-herders", resources=2),
        orcs(hand="pillage", resources=4, burning="kingdom", damage=(0, 6, 0)),
    )
    board.use("rock-lobber", sacrifice=board.id("squig"))
    board.tactic("pillage", target=board.id("rock"))
    assert resolves(board) == [
        BEGAN,
        "whi.card.pillage: CardLeft rock-lobber departure destroyed",
        TACTIC_OVER,
        BEGAN,
    ]
    assert board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))[-1:] == [
        "whi.burn.state-check: SectionBurned place quest-1"
    ]
    assert board.result == ((0,), "whi.win.immediate")


# 69 Choppa.


@pytest.mark.rule("whi.card.choppa", "whi.attach.host", "whi.attach.zone-condition")
def test_choppa_goes_on_a_unit_in_the_own_battlefield_and_gives_it_power() -> None:
    board = Board(
        orcs(battlefield="squig-herders", kingdom="boar-boyz", hand="choppa", resources=2),
        Side(battlefield="dark-zealot"),
    )
    assert board.options("PlayAttachment") == ["choppa host squig-herders"]
    for kind in ("boar-boyz", "dark-zealot"):
        assert board.cited(pb.PlayAttachment(card=board.in_hand("choppa"), host=board.id(kind))) == ["whi.attach.host"]
    assert board.do(pb.PlayAttachment(card=board.in_hand("choppa"), host=board.id("squig"))) == [
        "whi.attach.host: CardPlayed seat 0 choppa zone battlefield host squig-herders",
        "whi.capital.pay: ResourcesPaid seat 0 resources 1",
    ]
    assert board.effect() == [
        "whi.types.support: CardEntered seat 0 choppa zone battlefield host squig-herders",
    ]
    assert (power_of(board, "squig-herders"), power_of(board, "boar-boyz"), power_of(board, "choppa")) == (3, 1, 0)


@pytest.mark.rule("whi.card.choppa", "whi.attach.zone-condition")
def test_two_choppas_add_up_and_work_wherever_the_host_is() -> None:
    board = Board(orcs(kingdom="squig-herders[choppa choppa] squig-herders"))
    assert [power(board.state, card) for card in board.state.cards if card.kind == "squig-herders"] == [5, 1]


@pytest.mark.rule("whi.card.choppa", "whi.chain.permanent-illegal")
def test_a_choppa_whose_host_is_gone_is_discarded() -> None:
    board = Board(
        orcs(battlefield="squig-herders:1", hand="choppa", resources=2),
        Side(capital="chaos", hand="blood-for-the-blood-god", resources=3),
    )
    board.do(pb.PlayAttachment(card=board.in_hand("choppa"), host=board.id("squig")))
    board.tactic("blood-for", target=board.id("squig"))
    assert resolves(board)[-4:] == [
        TACTIC_OVER,
        BEGAN,
        "whi.chain.permanent-illegal: CardRefused choppa",
        OVER,
    ]
    assert board.discard() == "choppa squig-herders"


# 70 Totem of Gork.


@pytest.mark.rule("whi.card.totem-of-gork")
def test_totem_of_gork_strengthens_attackers_beside_it() -> None:
    board = Board(
        orcs(battlefield="totem-of-gork dark-zealot squig-herders", kingdom="boar-boyz"),
        Side(quest="black-orc-squad totem-of-gork", battlefield="savage-marauders"),
        entry="combat",
        zone=QUEST,
    )
    assert power_of(board, "dark-zealot") == 1
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("dark-zealot")]))
    board.both_pass()
    board.do(pb.DeclareDefenders(units=[board.id("black-orc")]))
    powers = {card.kind: power(board.state, card) for card in board.state.cards}
    assert powers == {
        "boar-boyz": 1,
        "totem-of-gork": 1,
        "dark-zealot": 2,
        "squig-herders": 1,
        "black-orc-squad": 2,
        "savage-marauders": 2,
    }
    facts = board.both_pass()
    assert facts[2] == (
        "whi.combat.count-damage: DamageCounted (dark-zealot cancellable 2) (black-orc-squad cancellable 2)"
    )


@pytest.mark.rule("whi.card.totem-of-gork")
def test_totem_of_gork_strengthens_nobody_in_another_zone() -> None:
    board = Board(
        orcs(battlefield="dark-zealot", kingdom="totem-of-gork"),
        Side(battlefield="totem-of-gork", quest="black-orc-squad"),
        entry="combat",
        zone=QUEST,
    )
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("dark-zealot")]))
    board.both_pass()
    board.do(pb.DeclareDefenders(units=[board.id("black-orc")]))
    assert (power_of(board, "dark-zealot"), power_of(board, "black-orc")) == (1, 1)


# 71 Banna of Da Red Sunz.

TOLL = triggers("banna-of-da-red-sunz", "toll", "kingdom-0", forced="")


@pytest.mark.rule("whi.card.banna-of-da-red-sunz", "whi.kingdom.collect")
def test_the_banna_takes_a_resource_of_an_opponent_who_collected_seven_and_damages_a_unit() -> None:
    board = Board(orcs(kingdom="banna dark-zealot"), Side(kingdom="chaos-knights contested-village"), phase=2, seat=1)
    assert board.begun == [
        "whi.turn: TurnResumed seat 1",
        "whi.kingdom: PhaseBegan seat 1 phase kingdom",
        "whi.kingdom.return-resources: EffectFizzled seat 1",
        "whi.kingdom.restore-one: EffectFizzled seat 1 passed_over RestoreUnit",
        "whi.kingdom.collect: ResourcesCollected seat 1 resources 7",
        *TOLL,
    ]
    assert (board.asked, board.moves()) == (0, ["ChooseTarget target chaos-knights", "ChooseTarget target dark-zealot"])
    assert board.do(pb.ChooseTarget(target=board.id("chaos-knights"))) == [
        "whi.card.banna-of-da-red-sunz: ResourcesLost seat 1 resources 1",
        "whi.card.banna-of-da-red-sunz: DamageAssigned (target chaos-knights seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target chaos-knights seat 0 cancellable 1)",
        HAPPENED,
        "whi.kingdom.window: WindowOpened window kingdom",
    ]
    assert board.player(1).resources == 6


@pytest.mark.rule("whi.card.banna-of-da-red-sunz", "whi.kw.zone-effect")
@pytest.mark.parametrize(
    ("zone", "kingdom", "seat"),
    [("kingdom", "chaos-knights", 1), ("quest", "chaos-knights*2", 1), ("kingdom", "chaos-knights*2", 0)],
)
def test_the_banna_does_nothing_for_less_elsewhere_or_to_its_own_player(zone: str, kingdom: str, seat: int) -> None:
    sides = [orcs(**{zone: "banna"}), Side(kingdom=kingdom)]
    if seat == 0:
        sides = [orcs(kingdom=f"banna {kingdom}"), Side()]
    board = Board(*sides, phase=2, seat=seat)
    assert named(board.begun, "EffectTriggered", "ResourcesLost") == [] and board.state.turn.window == pb.WINDOW_KINGDOM


@pytest.mark.rule("whi.card.banna-of-da-red-sunz", "whi.kingdom.collect")
def test_the_banna_looks_at_who_collected_not_at_what_others_have() -> None:
    board = Board(orcs(kingdom="banna"), Side(kingdom="chaos-knights", resources=9), phase=2)
    assert named(board.begun, "EffectTriggered") == [] and board.player(1).resources == 9


@pytest.mark.rule("whi.card.banna-of-da-red-sunz", "whi.forced.target")
def test_without_a_unit_the_banna_takes_nothing() -> None:
    board = Board(orcs(kingdom="banna"), Side(kingdom="contested-village*4"), phase=2, seat=1)
    assert board.begun[5:] == [
        *TOLL,
        "whi.forced.target: EffectFizzled seat 0 banna-of-da-red-sunz banna-of-da-red-sunz passed_over ChooseTarget",
        HAPPENED,
        "whi.kingdom.window: WindowOpened window kingdom",
    ]
    assert board.player(1).resources == 7


@pytest.mark.rule("whi.card.banna-of-da-red-sunz")
@pytest.mark.parametrize(("villages", "left"), [(1, 6), (2, 6)])
def test_a_second_banna_looks_again(villages: int, left: int) -> None:
    """Nobody is asked which of the two is first: they are equal."""
    board = Board(orcs(kingdom="banna*2"), Side(kingdom=f"chaos-knights contested-village*{villages}"), phase=2, seat=1)
    assert ("whi.forced.lapsed: EffectLapsed" in board.begun) == (villages == 1)
    assert (board.player(1).resources, board.card("chaos-knights").damage) == (left, villages)


# 72 Smash 'Em All!.


@pytest.mark.rule("whi.card.smash-em-all", "whi.quest.tokens")
def test_smash_em_all_gains_a_token_each_own_turn_while_a_unit_works_on_it() -> None:
    board = Board(orcs(quest="smash-em-all+1 dark-zealot@smash-em-all"), entry="turn")
    assert board.begun == [
        "whi.turn: TurnBegan seat 0",
        *triggers("smash-em-all", "token", "quest-0"),
        "whi.quest.tokens: TokenGained quest smash-em-all tokens 1",
        HAPPENED,
        "whi.turn.beginning: WindowOpened window beginning",
    ]
    assert board.card("smash-em-all").tokens == 2
    for other in (
        Board(orcs(quest="smash-em-all dark-zealot"), entry="turn"),
        Board(orcs(quest="smash-em-all dark-zealot@smash-em-all"), entry="turn", seat=1),
    ):
        assert len(other.begun) == 2


@pytest.mark.rule("whi.card.smash-em-all", "whi.quest.sacrifice-cost", "whi.attach.is-support")
def test_smash_em_all_destroys_all_supports_that_opponents_control() -> None:
    board = Board(
        orcs(quest="smash-em-all+3 dark-zealot@smash-em-all", kingdom="contested-village boar-boyz[^choppa]"),
        Side(kingdom="contested-village squig-herders[^choppa]", battlefield="totem-of-gork dark-zealot"),
    )
    assert board.use("smash-em-all") == [
        "whi.action.in-play: ActionUsed seat 0 smash-em-all",
        "whi.chain.costs-up-front: CardLeft dark-zealot departure sacrificed",
        "whi.quest.unit-leaves: QuestAbandoned quest smash-em-all tokens 3",
    ]
    assert board.effect() == [
        "whi.card.smash-em-all: CardLeft choppa owner 1 departure destroyed",
        "whi.card.smash-em-all: CardLeft contested-village owner 1 departure destroyed",
        "whi.card.smash-em-all: CardLeft totem-of-gork owner 1 departure destroyed",
    ]
    assert board.in_play() == [
        "contested-village",
        "boar-boyz",
        "smash-em-all",
        "squig-herders",
        "choppa",
        "dark-zealot",
    ]


@pytest.mark.rule("whi.card.smash-em-all", "whi.quest.sacrifice-cost")
def test_smash_em_all_asks_for_its_tokens_and_its_unit() -> None:
    board = Board(orcs(quest="smash-em-all+2 dark-zealot@smash-em-all"), Side(kingdom="contested-village"))
    assert board.refused(pb.UseAction(card=board.id("smash-em-all"))) == [
        ("whi.card.smash-em-all", "it has 2 tokens and needs 3")
    ]
    nobody = Board(orcs(quest="smash-em-all+3 dark-zealot"), Side(kingdom="contested-village"))
    assert nobody.cited(pb.UseAction(card=nobody.id("smash-em-all"))) == ["whi.quest.sacrifice-cost"]


@pytest.mark.rule("whi.card.smash-em-all")
def test_smash_em_all_may_be_used_in_the_opponents_turn() -> None:
    board = Board(orcs(quest="smash-em-all+4 dark-zealot@smash-em-all"), Side(), seat=1)
    board.passing()
    assert board.moves() == ["Pass", "UseAction smash-em-all"]


# 73 Grimgor's Camp.


@pytest.mark.rule("whi.card.grimgors-camp", "whi.turn.each-turn-counters")
def test_grimgors_camp_makes_the_first_orc_unit_of_the_turn_cheaper() -> None:
    board = Board(
        orcs(kingdom="grimgors-camp", hand="squig-herders*2 pillage totem-of-gork savage-marauders", resources=9)
    )
    prices = {
        kind: price(board.state, 0, kind) for kind in ("squig-herders", "pillage", "totem-of-gork", "savage-marauders")
    }
    assert prices == {"squig-herders": 1, "pillage": 2, "totem-of-gork": 4, "savage-marauders": 4}
    assert board.do(pb.PlayUnit(card=board.in_hand("squig"), zone=pb.ZONE_KINGDOM))[1:] == [
        "whi.capital.pay: ResourcesPaid seat 0 resources 1"
    ]
    assert price(board.state, 0, "squig-herders") == 2
    board.idle()
    assert price(board.state, 0, "squig-herders") == 1


@pytest.mark.rule("whi.card.grimgors-camp", "whi.turn.each-turn-counters")
def test_an_orc_unit_that_was_played_before_the_camp_was_the_first() -> None:
    board = Board(orcs(hand="crooked-teef-goblins grimgors-camp boar-boyz", resources=9))
    plays(board, "crooked-teef-goblins", BATTLEFIELD)
    board.passing()
    board.do(pb.PlaySupport(card=board.in_hand("grimgors-camp"), zone=pb.ZONE_KINGDOM))
    board.effect()
    assert price(board.state, 0, "boar-boyz") == 4


@pytest.mark.rule("whi.card.grimgors-camp", "whi.turn.each-turn-counters")
def test_the_camp_counts_what_its_own_player_played() -> None:
    for seat, cost in ((0, 2), (1, 1)):
        board = Board(orcs(kingdom="grimgors-camp"), turn={"played": ((seat, "boar-boyz"),)})
        assert price(board.state, 0, "squig-herders") == cost


@pytest.mark.rule("whi.card.grimgors-camp", "whi.cost.reduction-floor")
def test_camps_add_up_and_take_nothing_off_loyalty() -> None:
    board = Board(Side(kingdom="grimgors-camp*2"))
    assert symbols(board.state, 0, "orc") == 2
    assert price(board.state, 0, "crooked-teef-goblins") == 0
    assert price(board.state, 0, "grimgor-ironhide") == 4 + 3


@pytest.mark.rule("whi.card.grimgors-camp")
def test_a_camp_elsewhere_saves_nothing_and_a_development_is_no_unit() -> None:
    away = Board(orcs(battlefield="grimgors-camp"))
    assert price(away.state, 0, "squig-herders") == 2
    board = Board(orcs(kingdom="grimgors-camp", hand="squig-herders*2"))
    board.do(pb.PlayDevelopment(card=board.in_hand("squig"), zone=pb.ZONE_QUEST))
    board.effect()
    assert price(board.state, 0, "squig-herders") == 1 and price(board.state, 1, "squig-herders") == 2
