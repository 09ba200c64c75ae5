"""Chains of actions: declared first to last, resolved last to first (rulebook p.6, p.15)."""

import pytest

from rulekeeper.games.warhammer_invasion.numbers import power
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, place
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

UP_FRONT = "whi.chain.targets-up-front"


def tactics(board: Board) -> list[str]:
    return [move.removeprefix("PlayTactic ") for move in board.moves() if move.startswith("PlayTactic")]


def pillaging() -> Board:
    """Seat 0 has played Pillage on the Grudge Thrower of seat 1."""
    board = Board(
        Side(capital="orc", hand="pillage", resources=3),
        Side(capital="dwarf", battlefield="grudge-thrower", quest="runesmith", resources=3),
    )
    board.tactic("pillage", target=board.id("grudge-thrower"))
    return board


# Declaring and responding.


@pytest.mark.rule("whi.chain.response", "whi.chain", "whi.types.tactic")
def test_after_an_action_the_other_player_is_asked_before_it_resolves() -> None:
    board = Board(
        Side(capital="orc", hand="pillage", resources=3), Side(kingdom="keystone", quest="runesmith", resources=2)
    )
    facts = board.tactic("pillage", target=board.id("keystone"))
    assert named(facts, "ResourcesPaid", "CardLeft") == ["ResourcesPaid seat 0 resources 3"]
    assert (board.rule, board.asked, [one.kind for one in board.state.chain]) == ("whi.chain", 1, ["pillage"])
    assert board.moves() == ["Pass", "UseAction runesmith target runesmith"]


@pytest.mark.rule("whi.chain.response")
def test_a_player_responds_to_an_own_action_once_the_other_has_declined() -> None:
    board = Board(Side(quest="runesmith", resources=4, hand="innovation"))
    board.tactic("innovation")
    board.passing()
    assert board.asked == 0 and "UseAction runesmith target runesmith" in board.moves()
    board.use("runesmith", target=board.id("runesmith"))
    assert (board.asked, len(board.state.chain)) == (1, 2)


@pytest.mark.rule("whi.chain.priority", "whi.turn.priority")
def test_who_is_asked_in_a_chain_and_after_it() -> None:
    board = Board(Side(quest="runesmith", kingdom="mountain", resources=9), phase=2)
    assert board.asked == 0
    board.use("runesmith", target=board.id("mountain"))
    assert (board.asked, board.rule) == (1, "whi.chain")
    assert board.passing() == ["whi.chain.priority: Passed seat 1"]
    assert (board.asked, board.rule) == (0, "whi.chain")
    facts = board.passing()
    assert facts[0] == "whi.chain.priority: Passed seat 0" and named(facts, "PowerChanged")
    assert (board.asked, board.rule, board.state.turn.window) == (1, "whi.window", pb.WINDOW_KINGDOM)
    board.passing()
    assert (board.asked, board.state.turn.window) == (0, pb.WINDOW_KINGDOM)
    board.passing()
    assert board.state.turn.window == pb.WINDOW_QUEST


@pytest.mark.rule("whi.chain.priority")
def test_after_a_chain_that_the_other_player_began_the_active_one_is_asked_first() -> None:
    board = Board(Side(kingdom="mountain"), Side(quest="runesmith", resources=2))
    board.passing()
    board.use("runesmith", target=board.id("mountain"))
    assert board.asked == 0
    board.both_pass()
    assert (board.asked, board.rule, len(board.state.turn.passed)) == (0, "whi.window", 0)


@pytest.mark.rule("whi.chain.priority", "whi.window.consecutive-pass")
def test_what_was_declined_while_a_chain_was_open_does_not_count_for_the_window() -> None:
    board = Board(Side(kingdom="mountain", hand="innovation"), phase=6)
    board.tactic("innovation")
    board.both_pass()
    board.passing()
    assert board.state.turn.window == pb.WINDOW_END and board.asked == 0


@pytest.mark.rule("whi.chain.priority")
def test_a_response_gives_both_another_chance() -> None:
    board = Board(Side(quest="runesmith", resources=8), Side(quest="runesmith", resources=8))
    own = board.id("runesmith", 0)
    board.use("runesmith", target=own)
    board.passing()
    board.use("runesmith", target=own)
    board.passing()
    assert (board.asked, board.rule, len(board.state.chain)) == (0, "whi.chain", 2)
    board.use("runesmith", target=own)
    assert (board.asked, len(board.state.chain)) == (1, 3)
    board.use("runesmith", target=own)
    assert (board.asked, len(board.state.chain)) == (0, 4)
    assert len(named(board.both_pass(), "PowerChanged")) == 4


@pytest.mark.rule("whi.chain.lifo", "whi.example.chain-pillage", "whi.chain.source-independent")
def test_example_the_thrower_answers_pillage_and_is_destroyed_after_its_effect() -> None:
    board = pillaging()
    assert board.use("grudge-thrower", sacrifice=board.id("runesmith")) == [
        "whi.action.in-play: ActionUsed seat 1 grudge-thrower",
        "whi.chain.costs-up-front: ResourcesPaid seat 1 resources 1",
        "whi.chain.costs-up-front: CardLeft runesmith owner 1 departure sacrificed",
    ]
    assert [one.kind for one in board.state.chain] == ["pillage", "grudge-thrower"]
    assert board.both_pass()[2:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.card.grudge-thrower: EffectFizzled seat 1 grudge-thrower grudge-thrower",
        "whi.chain.lifo: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.card.pillage: CardLeft grudge-thrower owner 1 departure destroyed",
        "whi.types.tactic: ActionOver",
    ]


@pytest.mark.rule("whi.chain.source-independent", "whi.chain.lifo")
def test_an_effect_that_is_paid_for_resolves_although_its_source_has_left() -> None:
    board = Board(Side(quest="runesmith", battlefield="mountain", resources=2), Side(hand="pilgrimage", resources=4))
    board.use("runesmith", target=board.id("mountain"))
    board.tactic("pilgrimage", target=board.id("runesmith"))
    assert named(board.both_pass(), "CardLeft", "PowerChanged") == [
        *("CardLeft runesmith departure returned", "PowerChanged mountain-brigade power 1")
    ]


@pytest.mark.rule("whi.chain.no-adding-while-resolving")
def test_once_a_chain_resolves_nobody_is_offered_an_action_before_it_is_worked_off() -> None:
    board = Board(
        Side(quest="runesmith", resources=9, hand="innovation", developments=(1, 0, 0)),
        Side(quest="runesmith", resources=9),
    )
    board.tactic("innovation")
    board.use("runesmith", target=board.id("runesmith", 1))
    facts = board.both_pass()
    assert named(facts, "ActionBegan", "ActionOver", "PowerChanged", "ResourcesGained") == [
        *("ActionBegan", "PowerChanged runesmith power 1", "ActionOver"),
        *("ActionBegan", "ResourcesGained seat 0 resources 1", "ActionOver"),
    ]
    assert (board.rule, board.state.chain) == ("whi.window", ())


@pytest.mark.rule("whi.chain.no-adding-while-resolving", "whi.forced.no-interrupt")
def test_what_triggers_while_a_chain_resolves_happens_in_between() -> None:
    board = Board(
        Side(battlefield="zhufbar dark-zealot", quest="runesmith", resources=9),
        Side(battlefield="black-orc mountain", hand="pilgrimage", resources=9),
    )
    board.use("runesmith", target=board.id("dark-zealot"))
    board.tactic("pilgrimage", target=board.id("zhufbar"))
    facts = board.both_pass()
    assert named(facts, "ActionBegan", "CardLeft") == ["ActionBegan", "CardLeft zhufbar-engineers departure returned"]
    assert (board.asked, len(board.state.chain)) == (1, 1)
    assert board.moves() == ["ChooseUnit unit black-orc-squad", "ChooseUnit unit mountain-brigade"]
    for action in (pb.PlayTactic(), pb.UseAction(), pb.PlayUnit(), pb.PlayDevelopment()):
        assert board.cited(action) == ["whi.chain.no-adding-while-resolving"]
    facts = board.do(pb.ChooseUnit(unit=board.id("black-orc")))
    assert named(facts, "CardLeft", "ActionBegan", "PowerChanged") == [
        *("CardLeft black-orc-squad owner 1 departure sacrificed", "ActionBegan", "PowerChanged dark-zealot power 1")
    ]


# Costs.


@pytest.mark.rule("whi.chain.costs-up-front")
def test_all_costs_are_paid_before_any_response() -> None:
    board = Board(Side(battlefield="grudge-thrower dark-zealot", resources=1))
    board.use("grudge-thrower", sacrifice=board.id("dark-zealot"))
    assert (board.rule, board.asked) == ("whi.chain", 1)
    assert board.player().resources == 0 and board.in_play() == ["grudge-thrower"]
    assert board.discard() == "dark-zealot"


@pytest.mark.rule("whi.chain.costs-up-front", "whi.sacrifice.discard")
def test_an_action_whose_cost_cannot_be_paid_is_refused() -> None:
    board = Board(Side(battlefield="grudge-thrower dark-zealot"), Side(battlefield="black-orc"))
    thrower = board.id("grudge-thrower")
    assert board.refused(pb.UseAction(card=thrower, sacrifice=board.id("dark-zealot"))) == [
        ("whi.capital.pay", "1 are to be paid, you have 0 resources")
    ]
    board = Board(Side(battlefield="grudge-thrower", resources=1), Side(battlefield="black-orc"))
    assert board.moves() == ["Pass"]
    command = pb.UseAction(card=board.id("grudge-thrower"), sacrifice=board.id("black-orc"))
    assert board.cited(command) == ["whi.chain.costs-up-front"]


# Targets.


@pytest.mark.rule("whi.chain.targets-up-front")
def test_without_a_legal_target_an_action_is_refused_and_nothing_is_paid() -> None:
    board = Board(Side(hand="pillage", resources=9, quest="dark-zealot"))
    pillage = pb.PlayTactic(card=board.in_hand("pillage"), target=board.id("dark-zealot"))
    assert board.refused(pillage) == [(UP_FRONT, "there is no legal target: a support")]
    assert board.player().resources == 9
    board = Board(Side(hand="pillage", resources=9, quest="dark-zealot", kingdom="keystone"))
    pillage = pb.PlayTactic(card=board.in_hand("pillage"), target=board.id("dark-zealot"))
    assert board.refused(pillage) == [(UP_FRONT, f"{board.id('dark-zealot')} is not a support")]
    assert board.cited(pb.PlayTactic(card=board.in_hand("pillage"))) == ["whi.window"]


@pytest.mark.rule("whi.chain.targets-up-front")
def test_one_effect_does_not_have_a_card_as_a_target_twice() -> None:
    board = Board(Side(capital="orc", hand="favour", resources=9, quest="dark-zealot"))
    zealot = board.id("dark-zealot")
    favour = pb.PlayTactic(card=board.in_hand("favour"), target=zealot, other=zealot)
    assert tactics(board) == [] and board.cited(favour) == [UP_FRONT]
    board = Board(Side(capital="orc", hand="favour", resources=9, quest="dark-zealot black-orc"))
    assert tactics(board) == [
        "favour-of-mork target black-orc-squad other dark-zealot",
        "favour-of-mork target dark-zealot other black-orc-squad",
    ]
    favour = pb.PlayTactic(card=board.in_hand("favour"), target=zealot, other=zealot)
    assert board.refused(favour) == [("whi.chain.target-counts", "the two targets are the same")]


@pytest.mark.rule("whi.chain.targets-up-front", "whi.cost.x")
def test_x_targets_are_x_of_them_and_all_must_be_there() -> None:
    board = Board(Side(capital="orc", hand="smash-go", resources=9), Side(developments=(2, 0, 1)))
    assert tactics(board) == [
        *("smash-go-boom place battlefield-1 count 1", "smash-go-boom place kingdom-1 count 1"),
        "smash-go-boom place kingdom-1 count 2",
    ]
    for count in (0, 3):
        smash = pb.PlayTactic(card=board.in_hand("smash-go"), place=pb.PLACE_KINGDOM_1, count=count)
        assert board.cited(smash) == [UP_FRONT]
    facts = board.tactic("smash-go", place=pb.PLACE_KINGDOM_1, count=2)
    assert named(facts, "ResourcesPaid") == [f"ResourcesPaid seat 0 resources {2 + 1}"]


@pytest.mark.rule("whi.chain.targets-up-front")
def test_up_to_so_many_targets_are_one_at_least() -> None:
    board = Board(
        Side(quest="a-glorious-death+3 dark-zealot@a-glorious"),
        Side(battlefield="black-orc*3"),
        entry="combat",
        seat=1,
    )
    board.both_pass()
    orcs = [board.id("black-orc", number=number) for number in range(3)]
    board.do(pb.DeclareAttackers(units=orcs))
    board.passing()
    death = board.id("a-glorious")
    for targets in ([], orcs):
        assert len(board.cited(pb.UseAction(card=death, targets=targets))) == 1
    assert [len(command.targets) for command in board.match.legal(0)[1:]] == [1, 1, 1, 2, 2, 2]  # type: ignore[attr-defined]


@pytest.mark.rule("whi.chain.targets-up-front")
def test_what_is_chosen_without_being_a_target_is_chosen_on_resolution() -> None:
    board = Board(Side(battlefield="rock-lobber dark-zealot", resources=2))
    facts = board.use("rock-lobber", sacrifice=board.id("dark-zealot"))
    assert named(facts, "ActionUsed") == ["ActionUsed seat 0 rock-lobber"]
    board.both_pass()
    assert board.asked == 0 and len(board.moves()) == 6


@pytest.mark.rule("whi.chain.dodge", "whi.chain.recheck-target")
def test_a_target_that_has_left_play_dodges_and_the_cost_stays_paid() -> None:
    board = Board(
        Side(capital="chaos", hand="flames", resources=5),
        Side(battlefield="free-company", hand="pilgrimage", resources=4),
    )
    board.tactic("flames", target=board.id("free-company"), x=3)
    board.tactic("pilgrimage", target=board.id("free-company"))
    facts = board.both_pass()
    assert named(facts, "CardLeft", "EffectFizzled", "DamageAssigned") == [
        "CardLeft free-company owner 1 departure returned",
        "EffectFizzled seat 0 flames-of-tzeentch spared free-company",
    ]
    assert "whi.chain.recheck-target: EffectFizzled seat 0 flames-of-tzeentch spared free-company" in facts
    assert (board.player().resources, board.hand(1)) == (0, "free-company")
    assert (board.discard(0), board.discard(1)) == ("flames-of-tzeentch", "pilgrimage")


@pytest.mark.rule("whi.chain.recheck-target")
def test_a_target_that_is_illegal_on_resolution_is_passed_over() -> None:
    board = Board(
        Side(battlefield="mountain", capital="empire", hand="forced-march", resources=9),
        Side(quest="zhufbar", capital="dwarf", hand="striking", resources=9),
        entry="combat",
        zone=2,
    )
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("mountain")]))
    board.both_pass()
    board.do(pb.DeclareDefenders(units=[board.id("zhufbar")]))
    board.passing()
    board.tactic("striking", target=board.id("zhufbar"))
    board.tactic("forced-march", target=board.id("zhufbar"), zone=pb.ZONE_KINGDOM)
    facts = board.both_pass()
    assert named(facts, "UnitMoved", "PowerChanged", "EffectFizzled") == [
        *(
            "UnitMoved zhufbar-engineers zone kingdom",
            "EffectFizzled seat 1 striking-the-grudge spared zhufbar-engineers",
        )
    ]
    assert board.discard(1) == "striking-the-grudge"


@pytest.mark.rule("whi.chain.recheck-target")
def test_legal_targets_beside_illegal_ones_are_affected() -> None:
    board = Board(
        Side(quest="a-glorious-death+3 dark-zealot@a-glorious"),
        Side(battlefield="black-orc mountain", hand="pilgrimage", resources=4),
        entry="combat",
        seat=1,
    )
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("black-orc"), board.id("mountain")]))
    board.passing()
    board.use("a-glorious", targets=[board.id("black-orc"), board.id("mountain")])
    board.tactic("pilgrimage", target=board.id("black-orc"))
    facts = board.both_pass()
    assert named(facts, "TargetsChecked", "CardLeft") == [
        "CardLeft black-orc-squad owner 1 departure returned",
        "TargetsChecked targets mountain-brigade",
        "CardLeft mountain-brigade owner 1 departure destroyed",
    ]
    assert "whi.chain.recheck-target: TargetsChecked targets mountain-brigade" in facts


@pytest.mark.rule("whi.chain.recheck-target", "whi.chain.dodge", "whi.development.rearrange")
def test_a_development_that_is_moved_is_a_target_still() -> None:
    board = Board(
        Side(capital="dwarf", hand="demolition", resources=2),
        Side(capital="empire", hand="will-of-the", developments=("hate", 0, 0), resources=1),
    )
    board.tactic("demolition", target=place(1, KINGDOM))
    board.tactic("will-of-the", targets=[board.development(place(1, KINGDOM))], zone=pb.ZONE_QUEST)
    facts = board.both_pass()
    assert named(facts, "DevelopmentsMoved", "DevelopmentLost", "EffectFizzled") == [
        "DevelopmentsMoved seat 1 from kingdom zone quest count 1 (hate)",
        "DevelopmentLost seat 1 zone quest was (hate) hate departure destroyed",
    ]


@pytest.mark.rule("whi.chain.recheck-target", "whi.card.smash-go-boom")
def test_of_developments_of_a_single_zone_those_that_are_elsewhere_now_are_passed_over() -> None:
    board = Board(
        Side(capital="orc", hand="smash-go", resources=3),
        Side(capital="empire", hand="will-of-the", developments=("hate pillage", 0, 0), resources=1),
    )
    board.tactic("smash-go", place=place(1, KINGDOM), count=2)
    board.tactic("will-of-the", targets=[board.development(place(1, KINGDOM))], zone=pb.ZONE_QUEST)
    facts = board.both_pass()
    assert named(facts, "TargetsChecked", "DevelopmentLost") == [
        "TargetsChecked targets kingdom-1 developments (pillage)",
        "DevelopmentLost seat 1 zone kingdom was (pillage) pillage departure destroyed",
    ]


# Cards that stay.


@pytest.mark.rule("whi.chain.permanents")
@pytest.mark.parametrize("what", ["unit", "support", "quest"])
def test_a_card_that_stays_is_on_the_chain_before_it_enters_play(what: str) -> None:
    board = Board(Side(hand="dark-zealot warpstone-excavation prepare-for-war", resources=9))
    kind, command = {
        "unit": ("dark-zealot", pb.PlayUnit(card=board.in_hand("dark-zealot"), zone=pb.ZONE_QUEST)),
        "support": ("warpstone-excavation", pb.PlaySupport(card=board.in_hand("warpstone-e"), zone=pb.ZONE_QUEST)),
        "quest": ("prepare-for-war", pb.PlayQuest(card=board.in_hand("prepare"))),
    }[what]
    board.do(command)
    (link,) = board.state.chain
    assert (link.kind, link.zone, board.asked, board.in_play()) == (kind, pb.ZONE_QUEST, 1, [])
    assert kind not in board.hand().split()
    board.both_pass()
    assert board.in_play() == [kind] and board.id(kind) == link.card


@pytest.mark.rule("whi.chain.permanents", "whi.chain.permanent-illegal")
def test_an_attachment_whose_host_is_gone_goes_to_the_discard_pile() -> None:
    board = Board(
        Side(capital="orc", battlefield="dark-zealot", hand="choppa", resources=2), Side(hand="pilgrimage", resources=4)
    )
    board.do(pb.PlayAttachment(card=board.in_hand("choppa"), host=board.id("dark-zealot")))
    board.tactic("pilgrimage", target=board.id("dark-zealot"))
    facts = board.both_pass()
    assert "whi.chain.permanent-illegal: CardRefused choppa" in facts
    assert named(facts, "CardEntered", "CardRefused", "CardLeft") == [
        *("CardLeft dark-zealot departure returned", "CardRefused choppa")
    ]
    assert (board.discard(), board.player().resources, board.in_play()) == ("choppa", 0, [])


@pytest.mark.rule("whi.chain.permanent-illegal", "whi.hero.one-per-zone")
def test_a_second_hero_on_the_chain_goes_to_the_discard_pile_and_both_prices_stay_paid() -> None:
    board = Board(Side(hand="king-kazador durgnar", resources=20))
    board.do(pb.PlayUnit(card=board.in_hand("king-k"), zone=pb.ZONE_BATTLEFIELD))
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("durgnar"), zone=pb.ZONE_BATTLEFIELD))
    facts = board.both_pass()
    assert named(facts, "CardEntered", "CardRefused", "CardLeft") == [
        *("CardEntered seat 0 durgnar-the-bold zone battlefield", "CardRefused king-kazador")
    ]
    assert "whi.chain.permanent-illegal: CardRefused king-kazador" in facts
    assert board.in_play() == ["durgnar-the-bold"] and board.discard() == "king-kazador"
    assert board.player().resources == 20 - (6 + 4) - (3 + 2)


@pytest.mark.rule("whi.chain.permanent-illegal", "whi.card.grimgor-ironhide")
def test_what_may_not_enter_has_not_entered_play() -> None:
    board = Board(Side(capital="orc", hand="grimgor-i urguck", resources=20), Side(quest="keystone"))
    board.do(pb.PlayUnit(card=board.in_hand("grimgor-i"), zone=pb.ZONE_QUEST))
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("urguck"), zone=pb.ZONE_QUEST))
    facts = board.both_pass()
    assert named(facts, "CardRefused", "EffectTriggered", "CardLeft") == ["CardRefused grimgor-ironhide"]
    assert board.in_play() == ["keystone-forge", "urguck"]


@pytest.mark.rule("whi.effects.move", "whi.hero.one-per-zone", "whi.chain.recheck-target")
def test_a_hero_whose_destination_was_taken_meanwhile_stays() -> None:
    board = Board(
        Side(
            capital="empire",
            hand="forced-march king-kazador",
            battlefield="durgnar",
            kingdom="alliance-dwarf-and-empire",
            resources=30,
        )
    )
    board.tactic("forced-march", target=board.id("durgnar"), zone=pb.ZONE_KINGDOM)
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("king-k"), zone=pb.ZONE_KINGDOM))
    facts = board.both_pass()
    assert named(facts, "CardEntered", "UnitMoved", "EffectFizzled") == [
        *[
            "CardEntered seat 0 king-kazador zone kingdom",
            "EffectFizzled seat 0 forced-march spared durgnar-the-bold",
        ]
    ]
    assert (board.card("durgnar").zone, board.card("king-k").zone) == (BATTLEFIELD, KINGDOM)


@pytest.mark.rule("whi.chain.permanent-illegal", "whi.unique.one-in-play")
def test_a_second_copy_of_a_unique_card_on_the_chain_goes_to_the_discard_pile() -> None:
    board = Board(Side(capital="orc", hand="urguck*2", resources=20))
    first, second = board.in_hand("urguck", number=0), board.in_hand("urguck", number=1)
    board.do(pb.PlayUnit(card=first, zone=pb.ZONE_BATTLEFIELD))
    board.passing()
    board.do(pb.PlayUnit(card=second, zone=pb.ZONE_KINGDOM))
    facts = board.both_pass()
    assert named(facts, "CardEntered", "CardRefused") == [
        "CardEntered seat 0 urguck zone kingdom",
        "CardRefused urguck",
    ]
    assert board.discard() == "urguck" and board.card("urguck").zone == KINGDOM


@pytest.mark.rule("whi.chain.development-response")
def test_a_development_on_the_chain_is_no_target_yet() -> None:
    board = Board(Side(hand="hate"), Side(capital="dwarf", hand="demolition", resources=2))
    board.do(pb.PlayDevelopment(card=board.in_hand("hate"), zone=pb.ZONE_KINGDOM))
    assert (board.rule, board.asked, board.moves()) == ("whi.chain", 1, ["Pass"])
    demolition = pb.PlayTactic(card=board.in_hand("demolition"), target=place(0, KINGDOM))
    assert board.cited(demolition) == [UP_FRONT]
    board.both_pass()
    assert board.asked == 1 and tactics(board) == ["demolition target kingdom-0"]


@pytest.mark.rule("whi.chain.development-response")
def test_a_response_to_a_development_hits_one_that_lies_there_already() -> None:
    board = Board(
        Side(hand="hate", developments=("pillage", 0, 0)), Side(capital="dwarf", hand="demolition", resources=2)
    )
    board.do(pb.PlayDevelopment(card=board.in_hand("hate"), zone=pb.ZONE_KINGDOM))
    board.tactic("demolition", target=place(0, KINGDOM))
    facts = board.both_pass()
    assert named(facts, "DevelopmentLost", "DevelopmentPlaced") == [
        "DevelopmentLost seat 0 zone kingdom was (pillage) pillage departure destroyed",
        "DevelopmentPlaced seat 0 zone kingdom (hate) hate",
    ]


# Tactics.


@pytest.mark.rule("whi.types.tactic")
def test_a_tactic_goes_to_its_owners_pile_once_its_effect_has_resolved() -> None:
    board = Board(Side(capital="orc", hand="pillage", resources=3), Side(kingdom="keystone"))
    board.tactic("pillage", target=board.id("keystone"))
    assert (board.hand(), board.discard(), board.in_play()) == ("", "", ["keystone-forge"])
    facts = board.both_pass()
    assert facts[-2:] == [
        "whi.card.pillage: CardLeft keystone-forge owner 1 departure destroyed",
        "whi.types.tactic: ActionOver",
    ]
    assert (board.discard(0), board.discard(1)) == ("pillage", "keystone-forge")


@pytest.mark.rule("whi.chain.just-played")
def test_a_card_is_just_played_as_long_as_it_is_on_the_chain() -> None:
    board = Board(
        Side(capital="orc", hand="pillage waaagh", resources=20),
        Side(capital="empire", kingdom="keystone", hand="twin", resources=5),
    )
    board.tactic("pillage", target=board.id("keystone"))
    board.passing()
    board.tactic("waaagh")
    assert tactics(board) == ["twin-tailed-comet target pillage", "twin-tailed-comet target waaagh"]
    board.both_pass()
    assert board.asked == 1 and tactics(board) == []


@pytest.mark.rule("whi.chain.play-during-resolution", "whi.types.tactic", "whi.control.leaves-to-owner")
def test_a_card_that_is_played_while_an_effect_resolves_resolves_at_once() -> None:
    board = Board(
        Side(capital="chaos", hand="slaanesh", resources=3, kingdom="keystone"),
        Side(hand="pillage", kingdom="contested-village"),
    )
    board.tactic("slaanesh")
    board.both_pass()
    revealed = board.player(1).hand[0].id
    facts = board.do(pb.PlayRevealed(card=revealed, target=board.id("contested-village")))
    assert named(facts, "ActionBegan", "CardLeft", "ActionOver", "Passed") == [
        "ActionBegan",
        "CardLeft contested-village owner 1 departure destroyed",
        *("ActionOver", "ActionOver"),
    ]
    assert (board.rule, board.asked) == ("whi.window", 1)
    assert (board.discard(0), board.discard(1)) == ("slaaneshs-domination", "contested-village pillage")


@pytest.mark.rule("whi.chain.cancel-effect", "whi.chain.dodge")
def test_a_cancelled_action_does_nothing_and_what_was_paid_is_lost() -> None:
    board = Board(Side(quest="runesmith", resources=2), Side(quest="bright-wizard", resources=2))
    board.use("runesmith", target=board.id("runesmith"))
    board.use("bright-wizard", target=board.action("runesmith"))
    assert board.both_pass()[2:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.chain.cancel-effect: ActionCancelled",
        "whi.chain.lifo: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.chain.cancel-effect: EffectFizzled seat 0 runesmith runesmith",
        "whi.chain.lifo: ActionOver",
    ]
    assert board.player(0).resources == 0 and power(board.state, board.card("runesmith")) == 1


@pytest.mark.rule("whi.chain.conditional-action", "whi.card.wez-bigga")
def test_an_effect_that_waits_is_gone_at_the_end_of_the_turn() -> None:
    board = Board(Side(capital="orc", hand="wez-bigga black-orc*2", resources=9))
    board.tactic("wez-bigga")
    board.both_pass()
    board.idle()
    board.idle()
    board.until(pb.WINDOW_CAPITAL)
    orc = pb.PlayUnit(card=board.in_hand("black-orc"), zone=pb.ZONE_BATTLEFIELD)
    assert named(board.do(orc), "ResourcesPaid") == ["ResourcesPaid seat 0 resources 3"]
    board.both_pass()
    assert board.card("black-orc").damage == 0


@pytest.mark.rule("whi.chain.conditional-action", "whi.card.wez-bigga")
def test_an_effect_that_waits_is_used_up_by_what_it_waits_for() -> None:
    board = Board(Side(capital="orc", hand="wez-bigga black-orc*2", resources=9))
    board.tactic("wez-bigga")
    board.both_pass()
    board.passing()
    for paid, damage in ((2, 1), (3, 0)):
        orc = pb.PlayUnit(card=board.in_hand("black-orc"), zone=pb.ZONE_BATTLEFIELD)
        assert named(board.do(orc), "ResourcesPaid") == [f"ResourcesPaid seat 0 resources {paid}"]
        board.both_pass()
        board.passing()
        assert board.state.cards[-1].damage == damage and board.state.cards[-1].zone == BATTLEFIELD
