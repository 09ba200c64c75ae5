"""What cards cost: the printed number, loyalty, and what else is due (rulebook p.3, p.7, p.11)."""

import msgspec
import pytest

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.numbers import symbols
from rulekeeper.games.warhammer_invasion.pricing import price
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, place
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, kind_of, named


def playing(board: Board, kind: str) -> pb.PlayUnit | pb.PlaySupport | pb.PlayQuest:
    """That card, played from the hand into a zone where it may be."""
    card = board.in_hand(kind)
    match CARDS[kind_of(kind)].type:
        case "quest":
            return pb.PlayQuest(card=card)
        case "support":
            return pb.PlaySupport(card=card, zone=pb.ZONE_KINGDOM)
        case _:
            return pb.PlayUnit(card=card, zone=pb.ZONE_BATTLEFIELD)


def due(side: Side, kind: str, other: Side | None = None) -> int:
    """What the card costs the player: so much is paid, and with 1 less it is refused."""

    def board(resources: int) -> Board:
        hand = f"{side.hand} {kind}".strip()
        return Board(msgspec.structs.replace(side, hand=hand, resources=resources), other or Side())

    cost = price(board(30).state, 0, kind_of(kind))
    rich = board(cost)
    paid = named(rich.do(playing(rich, kind)), "ResourcesPaid")
    assert paid == [f"ResourcesPaid seat 0 resources {cost}"] * (cost > 0)
    assert rich.player().resources == 0
    if cost:
        short = board(cost - 1)
        refused = f"it costs {cost}, you have {cost - 1} resource{'' if cost == 2 else 's'}"
        assert short.refused(playing(short, kind)) == [("whi.capital.pay", refused)]
    return cost


# Cost and loyalty.


@pytest.mark.rule("whi.card.cost")
def test_the_printed_cost_is_paid_before_loyalty() -> None:
    assert due(Side(kingdom="hammerer"), "mountain") == 4


@pytest.mark.rule("whi.card.loyalty-icons", "whi.loyalty.formula")
def test_loyalty_icons_without_a_symbol_are_paid_for() -> None:
    assert due(Side(capital="empire"), "thyrus") == 3 + (3 - 1)


@pytest.mark.rule("whi.cost.total", "whi.loyalty.formula")
def test_the_total_cost_is_the_printed_cost_and_the_loyalty_cost() -> None:
    assert due(Side(capital="empire", kingdom="peasant-militia"), "thyrus") == 3 + (3 - 2) == 4


@pytest.mark.rule("whi.example.loyalty-thyrus", "whi.capital.pay", "whi.capital.choose-zone")
def test_example_chris_plays_thyrus_gorman_for_four() -> None:
    board = Board(Side(capital="empire", kingdom="peasant-militia", hand="thyrus", resources=4))
    assert symbols(board.state, 0, "empire") == 2
    assert board.do(pb.PlayUnit(card=board.in_hand("thyrus"), zone=pb.ZONE_BATTLEFIELD)) == [
        "whi.capital.choose-zone: CardPlayed seat 0 thyrus-gorman zone battlefield",
        "whi.capital.pay: ResourcesPaid seat 0 resources 4",
    ]
    assert named(board.both_pass(), "CardEntered") == ["CardEntered seat 0 thyrus-gorman zone battlefield"]
    assert board.player().resources == 0 and board.card("thyrus").place == place(0, BATTLEFIELD)


@pytest.mark.rule("whi.loyalty.formula")
def test_symbols_to_spare_do_not_lower_the_printed_cost() -> None:
    side = Side(kingdom="hammerer*3")
    assert symbols(Board(side).state, 0, "dwarf") == 4
    assert due(side, "zhufbar") == 3


@pytest.mark.rule("whi.loyalty.formula")
def test_loyalty_is_paid_in_full_without_a_symbol() -> None:
    assert due(Side(capital="empire"), "zhufbar") == 3 + 1
    assert due(Side(capital="empire"), "king-kazador") == 6 + 5


@pytest.mark.rule("whi.loyalty.capital-symbol")
def test_a_capital_gives_one_symbol_burning_or_not() -> None:
    assert due(Side(), "defender") == 1
    assert due(Side(burning="kingdom"), "defender") == 1
    assert due(Side(capital="empire"), "defender") == 2


@pytest.mark.rule("whi.loyalty.alliance", "whi.card.race-symbol")
def test_an_alliance_gives_one_symbol_of_each_of_its_races() -> None:
    side = Side(kingdom="alliance-dwarf-and-empire")
    board = Board(side)
    races = ("dwarf", "empire", "high_elf", "orc", "chaos", "dark_elf")
    assert [symbols(board.state, 0, race) for race in races] == [2, 1, 0, 0, 0, 0]
    assert [symbols(board.state, 1, race) for race in races] == [0, 0, 0, 1, 0, 0]
    assert due(side, "mountain") == 4 and due(side, "thyrus") == 3 + 2


@pytest.mark.rule("whi.card.race-symbol")
def test_each_card_in_play_gives_its_controller_one_symbol_of_its_race() -> None:
    board = Board(Side(kingdom="hammerer", quest="zhufbar~"), Side(battlefield="runesmith"))
    assert (symbols(board.state, 0, "dwarf"), symbols(board.state, 1, "dwarf")) == (3, 1)


@pytest.mark.rule("whi.card.race-symbol", "whi.attach.is-support")
def test_an_attachment_gives_its_symbol_to_its_controller_whoever_has_the_host() -> None:
    board = Board(Side(), Side(battlefield="dark-zealot[^organ-gun]"))
    assert (symbols(board.state, 0, "dwarf"), symbols(board.state, 1, "dwarf")) == (2, 0)


@pytest.mark.rule("whi.loyalty.in-play-only")
def test_cards_in_hand_in_the_pile_in_the_deck_or_facedown_give_no_symbols() -> None:
    side = Side(
        capital="empire", hand="hammerer", deck="hammerer*5", discard="hammerer", developments=("hammerer", 0, 0)
    )
    assert symbols(Board(side).state, 0, "dwarf") == 0
    assert due(side, "mountain") == 4 + 2


@pytest.mark.rule("whi.loyalty.in-play-only")
def test_a_card_on_the_chain_gives_no_symbol_and_none_for_itself() -> None:
    board = Board(Side(capital="empire", hand="hammerer mountain", resources=30))
    hammerer = board.do(pb.PlayUnit(card=board.in_hand("hammerer"), zone=pb.ZONE_QUEST))
    assert named(hammerer, "ResourcesPaid") == ["ResourcesPaid seat 0 resources 3"]
    board.passing()
    mountain = board.do(pb.PlayUnit(card=board.in_hand("mountain"), zone=pb.ZONE_QUEST))
    assert named(mountain, "ResourcesPaid") == ["ResourcesPaid seat 0 resources 6"]
    assert symbols(board.state, 0, "dwarf") == 0
    board.both_pass()
    assert symbols(board.state, 0, "dwarf") == 2


@pytest.mark.rule("whi.quest.play", "whi.cost.total")
def test_loyalty_is_due_for_units_supports_and_quests_alike() -> None:
    assert due(Side(capital="empire"), "keystone") == 2 + 1
    assert due(Side(), "a-glorious") == 0 + (2 - 1)
    assert due(Side(), "infiltrate") == 2
    assert due(Side(), "contested-village") == 1


# Resources.


@pytest.mark.rule("whi.components.tokens")
def test_the_number_of_tokens_in_the_box_limits_nothing() -> None:
    board = Board(Side(kingdom="mountain", resources=0), Side(resources=35), phase=2)
    assert named(board.begun, "ResourcesCollected") == ["ResourcesCollected seat 0 resources 5"]
    assert board.player(0).resources + board.player(1).resources == 40


@pytest.mark.rule("whi.components.resource-token", "whi.quest.tokens-locked")
def test_tokens_on_a_quest_pay_for_nothing() -> None:
    board = Board(Side(quest="infiltrate+2 dark-zealot@infiltrate", hand="mountain", resources=4))
    assert board.card("infiltrate").tokens == 2
    command = pb.PlayUnit(card=board.in_hand("mountain"), zone=pb.ZONE_QUEST)
    assert board.refused(command) == [("whi.capital.pay", "it costs 5, you have 4 resources")]
    assert (board.player().resources, board.card("infiltrate").tokens) == (4, 2)


@pytest.mark.rule("whi.quest.tokens-locked")
def test_without_resources_nothing_is_paid_from_three_tokens() -> None:
    board = Board(Side(quest="infiltrate+3 dark-zealot@infiltrate", hand="contested-village"))
    command = pb.PlaySupport(card=board.in_hand("contested-village"), zone=pb.ZONE_QUEST)
    assert board.refused(command) == [("whi.capital.pay", "it costs 1, you have 0 resources")]


# Tactics.


@pytest.mark.rule("whi.loyalty.tactics", "whi.cost.total")
@pytest.mark.parametrize(("resources", "legal"), [(5, True), (4, False)])
def test_loyalty_is_due_for_tactics_too(resources: int, legal: bool) -> None:
    board = Board(Side(capital="empire", hand="twin innovation", resources=resources))
    board.tactic("innovation")
    board.passing()
    assert ("PlayTactic twin-tailed-comet target innovation" in board.moves()) == legal
    comet = pb.PlayTactic(card=board.in_hand("twin"), target=board.action("innovation"))
    if legal:
        assert named(board.do(comet), "ResourcesPaid") == ["ResourcesPaid seat 0 resources 5"]
    else:
        assert board.refused(comet) == [("whi.capital.pay", "5 are to be paid, you have 4 resources")]


@pytest.mark.rule("whi.cost.x")
def test_for_a_cost_of_x_its_player_chooses_x_and_pays_x_and_loyalty() -> None:
    board = Board(Side(capital="chaos", hand="flames", resources=5), Side(kingdom="mountain"))
    plays = [move for move in board.moves() if move.startswith("PlayTactic")]
    assert plays == [f"PlayTactic flames-of-tzeentch target mountain-brigade x {x}" for x in range(4)]
    flames = pb.PlayTactic(card=board.in_hand("flames"), target=board.id("mountain"), x=4)
    assert ("whi.cost.x", "4 is not from 0 to 3") in board.refused(flames)
    flames.x = 3
    assert named(board.do(flames), "ResourcesPaid") == ["ResourcesPaid seat 0 resources 5"]
    board.both_pass()
    assert board.card("mountain").damage == 3


@pytest.mark.rule("whi.cost.x")
def test_x_is_0_in_a_copy() -> None:
    board = Board(
        Side(capital="chaos", hand="flames", resources=4),
        Side(capital="empire", kingdom="mountain", hand="twin", resources=5),
    )
    board.tactic("flames", target=board.id("mountain"), x=2)
    board.tactic("twin", target=board.action("flames"))
    board.both_pass()
    assert board.moves() == ["CopyTactic flames-of-tzeentch target mountain-brigade"]
    facts = board.do(pb.CopyTactic(card=board.action("flames"), target=board.id("mountain")))
    assert named(facts, "DamageApplied") == ["DamageApplied (target mountain-brigade seat 0 cancellable 2)"]
    assert board.card("mountain").damage == 2


@pytest.mark.rule("whi.cost.no-cost")
def test_what_is_played_for_nothing_still_costs_what_its_text_asks_for() -> None:
    board = Board(
        Side(capital="chaos", hand="slaanesh", resources=3, kingdom="dark-zealot"),
        Side(hand="culling", kingdom="mountain"),
    )
    board.tactic("slaanesh")
    board.both_pass()
    assert board.moves() == ["Decline", "PlayRevealed culling-the-weak sacrifice dark-zealot"]
    card = board.player(1).hand[0].id
    assert board.cited(pb.PlayRevealed(card=card)) == ["whi.card.slaaneshs-domination"]
    facts = board.do(pb.PlayRevealed(card=card, sacrifice=board.id("dark-zealot")))
    assert named(facts, "CardLeft", "ResourcesPaid") == ["CardLeft dark-zealot departure sacrificed"]


@pytest.mark.rule("whi.cost.no-cost")
def test_what_is_played_for_nothing_is_not_played_where_its_text_cannot_be_paid_for() -> None:
    board = Board(Side(capital="chaos", hand="slaanesh", resources=3), Side(hand="culling", kingdom="mountain"))
    board.tactic("slaanesh")
    facts = board.both_pass()
    assert board.rule == "whi.window" and board.hand(1) == "culling-the-weak"
    assert [fact.split()[1] for fact in facts if "Revealed" in fact] == [
        "HandCardRevealed",
        "EffectFizzled",
        "RevealedCardReturned",
    ]


# What is taken off and put on.


@pytest.mark.rule("whi.cost.reference", "whi.cost.total")
def test_a_text_that_speaks_of_a_cost_means_the_printed_one() -> None:
    board = Board(
        Side(hand="burn-it", resources=2, developments=(0, 0, 2)), Side(kingdom="keystone temple contested-village")
    )
    assert [move for move in board.moves() if move.startswith("PlayTactic")] == [
        *("PlayTactic burn-it-down target contested-village", "PlayTactic burn-it-down target keystone-forge")
    ]
    burning = pb.PlayTactic(card=board.in_hand("burn-it"), target=board.id("temple"))
    assert board.cited(burning) == ["whi.chain.targets-up-front"]


@pytest.mark.rule("whi.cost.reduction-floor")
@pytest.mark.parametrize(("lying", "paid"), [(0, 4), (1, 3), (4, 0), (6, 0)])
def test_no_reduction_brings_a_cost_below_0(lying: int, paid: int) -> None:
    board = Board(Side(hand="pilgrimage", resources=4, developments=(0, lying, 0)), Side(kingdom="mountain"))
    facts = board.tactic("pilgrimage", target=board.id("mountain"))
    assert named(facts, "ResourcesPaid") == [f"ResourcesPaid seat 0 resources {paid}"] * (paid > 0)
    assert board.player().resources == 4 - paid


@pytest.mark.rule("whi.cost.reduction-floor")
def test_what_is_reduced_is_the_printed_cost_and_not_loyalty() -> None:
    board = Board(Side(capital="orc", hand="wez-bigga fledgling", resources=1))
    board.tactic("wez-bigga")
    board.both_pass()
    board.passing()
    facts = board.do(playing(board, "fledgling"))
    assert named(facts, "ResourcesPaid") == ["ResourcesPaid seat 0 resources 1"]


@pytest.mark.rule("whi.cost.reduction-floor", "whi.card.master-rune-of-dismay")
def test_additions_come_after_reductions() -> None:
    assert due(Side(capital="orc"), "fledgling", Side(kingdom="master-rune-of-dismay")) == 0 + 1 + 1
    board = Board(Side(capital="orc", hand="wez-bigga fledgling", resources=9), Side(kingdom="master-rune-of-dismay"))
    board.tactic("wez-bigga")
    board.both_pass()
    board.passing()
    assert named(board.do(playing(board, "fledgling")), "ResourcesPaid") == ["ResourcesPaid seat 0 resources 2"]
    assert due(Side(capital="orc"), "contested-village", Side(kingdom="master-rune-of-dismay")) == 1


# What targets cost.

GUARDED = Side(battlefield="king-kazador", quest="peasant-militia", kingdom="church-of-sigmar")


@pytest.mark.rule("whi.cost.extra-for-target")
def test_surcharges_for_a_target_add_up_and_without_the_money_it_is_no_target() -> None:
    board = Board(Side(capital="chaos", kingdom="dark-zealot", hand="seduced", resources=3), GUARDED)
    assert [move for move in board.moves() if move.startswith("PlayTactic")] == [
        *("PlayTactic seduced-by-darkness target dark-zealot", "PlayTactic seduced-by-darkness target peasant-militia")
    ]
    command = pb.PlayTactic(card=board.in_hand("seduced"), target=board.id("king"))
    assert board.refused(command) == [
        ("whi.cost.extra-for-target", "4 are to be paid with this target, you have 3 resources")
    ]
    assert board.player().resources == 3


@pytest.mark.rule("whi.cost.extra-for-target")
@pytest.mark.parametrize(("target", "paid"), [("king-kazador", 4), ("peasant-militia", 1), ("dark-zealot", 0)])
def test_a_surcharge_is_paid_as_the_target_is_chosen(target: str, paid: int) -> None:
    board = Board(Side(capital="chaos", kingdom="dark-zealot", hand="seduced", resources=5), GUARDED)
    facts = board.tactic("seduced", target=board.id(target))
    assert named(facts, "ResourcesPaid") == [f"ResourcesPaid seat 0 resources {paid}"] * (paid > 0)
    assert board.player().resources == 5 - paid and not board.card(target).corrupted


@pytest.mark.rule("whi.cost.extra-for-target")
def test_a_surcharge_is_owed_once_an_effect_however_many_units_it_targets() -> None:
    board = Board(
        Side(capital="orc", hand="favour", resources=9), Side(quest="mountain black-orc", kingdom="church-of-sigmar")
    )
    facts = board.tactic("favour", target=board.id("mountain"), other=board.id("black-orc"))
    assert named(facts, "ResourcesPaid") == [f"ResourcesPaid seat 0 resources {1 + 1 + 1}"]


@pytest.mark.rule("whi.cost.extra-for-target")
def test_an_attachment_pays_for_its_host() -> None:
    board = Board(Side(hand="organ", resources=4), GUARDED)
    assert "PlayAttachment organ-gun host king-kazador" not in board.moves()
    board = Board(Side(hand="organ", resources=5), GUARDED)
    facts = board.do(pb.PlayAttachment(card=board.in_hand("organ"), host=board.id("king")))
    assert named(facts, "ResourcesPaid") == [f"ResourcesPaid seat 0 resources {0 + 1 + 4}"]


@pytest.mark.rule("whi.cost.extra-for-target", "whi.forced.target")
def test_a_forced_effect_pays_too_and_need_not_choose_a_target_that_costs() -> None:
    guarded = Side(battlefield="peasant-militia", kingdom="church-of-sigmar")
    board = Board(Side(capital="chaos", hand="festering", kingdom="dark-zealot", resources=3), guarded)
    board.do(playing(board, "festering"))
    board.both_pass()
    assert board.moves() == ["ChooseTarget target festering-nurglings", "ChooseTarget target peasant-militia"]
    facts = board.do(pb.ChooseTarget(target=board.id("peasant")))
    assert named(facts, "ResourcesPaid", "UnitCorrupted") == [
        *("ResourcesPaid seat 0 resources 1", "UnitCorrupted peasant-militia")
    ]


@pytest.mark.rule("whi.cost.extra-for-target", "whi.forced.target")
def test_a_forced_effect_may_be_let_go_where_every_target_costs_and_is_where_none_can_be_paid_for() -> None:
    guarded = Side(battlefield="peasant-militia", kingdom="church-of-sigmar")
    board = Board(Side(battlefield="sigmars-blessed:1", resources=1), guarded)
    assert board.moves() == ["ChooseTarget target peasant-militia", "Decline"]
    assert named(board.do(pb.Decline()), "ResourcesPaid", "CardLeft") == []
    assert board.player().resources == 1
    board = Board(Side(battlefield="sigmars-blessed:1"), guarded)
    assert named(board.begun, "EffectFizzled") == [
        "EffectFizzled seat 0 sigmars-blessed passed_over ChooseTarget spared peasant-militia"
    ]
    assert board.in_play() == ["church-of-sigmar", "peasant-militia"]
