"""Quests, the units on them, and their tokens (rulebook p.6, p.11)."""

import pytest

from rulekeeper.games.warhammer_invasion.numbers import zone_power
from rulekeeper.games.warhammer_invasion.state import KINGDOM, QUEST, place
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named


def sending(board: Board, unit: str, quest: str, number: int = 0) -> pb.SendUnit:
    return pb.SendUnit(card=board.in_hand(unit), quest=board.id(quest, number=number))


def sends(board: Board) -> list[str]:
    return [move for move in board.moves() if move.startswith("SendUnit")]


# Playing a quest, and sending a unit on it.


@pytest.mark.rule("whi.quest.play", "whi.types.quest")
@pytest.mark.parametrize(("resources", "legal"), [(1, True), (0, False)])
def test_a_quest_is_paid_in_full_and_lies_in_the_quest_zone(resources: int, legal: bool) -> None:
    board = Board(Side(hand="a-glorious-death", resources=resources))
    command = pb.PlayQuest(card=board.in_hand("a-glorious-death"))
    if not legal:
        assert board.refused(command) == [("whi.capital.pay", "it costs 1, you have 0 resources")]
        return
    assert board.do(command) == [
        "whi.quest.play: CardPlayed seat 0 a-glorious-death zone quest",
        "whi.capital.pay: ResourcesPaid seat 0 resources 1",
    ]
    assert board.both_pass()[2:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.types.quest: CardEntered seat 0 a-glorious-death zone quest",
        "whi.chain.lifo: ActionOver",
    ]
    assert board.card("a-glorious").place == place(0, QUEST)


@pytest.mark.rule("whi.quest.send")
def test_a_unit_is_played_from_the_hand_onto_a_quest() -> None:
    board = Board(Side(quest="infiltrate", hand="dark-zealot", resources=4))
    assert board.do(sending(board, "dark-zealot", "infiltrate")) == [
        "whi.quest.send: CardPlayed seat 0 dark-zealot zone quest quest infiltrate",
        "whi.capital.pay: ResourcesPaid seat 0 resources 4",
    ]
    assert named(board.both_pass(), "CardEntered") == ["CardEntered seat 0 dark-zealot zone quest quest infiltrate"]
    zealot = board.card("dark-zealot")
    assert (zealot.place, zealot.quest) == (place(0, QUEST), board.id("infiltrate"))


@pytest.mark.rule("whi.quest.send")
def test_a_unit_in_play_joins_no_quest() -> None:
    board = Board(Side(quest="infiltrate dark-zealot", hand="black-orc", resources=9))
    assert sends(board) == ["SendUnit black-orc-squad quest infiltrate"]
    zealot = board.id("dark-zealot")
    assert board.refused(pb.SendUnit(card=zealot, quest=board.id("infiltrate"))) == [
        ("whi.quest.send", f"{zealot} is no such card in your hand")
    ]
    board = Board(Side(quest="infiltrate dark-zealot", resources=9))
    assert board.cited(pb.SendUnit(card=board.id("dark-zealot"), quest=board.id("infiltrate"))) == ["whi.quest.send"]


@pytest.mark.rule("whi.quest.send")
def test_a_unit_is_sent_on_a_quest_of_its_player_only() -> None:
    board = Board(Side(quest="prepare-for-war black-orc", hand="dark-zealot", resources=9), Side(quest="infiltrate"))
    assert sends(board) == ["SendUnit dark-zealot quest prepare-for-war"]
    for other in ("infiltrate", "black-orc"):
        refused = board.refused(sending(board, "dark-zealot", other))
        assert refused == [("whi.quest.send", f"{board.id(other)} is no quest of yours")]


@pytest.mark.rule("whi.quest.one-unit")
def test_a_second_unit_is_refused_on_a_quest_and_accepted_beside_it() -> None:
    board = Board(Side(quest="infiltrate black-orc@infiltrate", hand="dark-zealot", resources=4))
    assert board.refused(sending(board, "dark-zealot", "infiltrate")) == [
        ("whi.quest.one-unit", "a unit is on Infiltrate!")
    ]
    assert sends(board) == []
    board.do(pb.PlayUnit(card=board.in_hand("dark-zealot"), zone=pb.ZONE_QUEST))
    board.both_pass()
    assert board.card("dark-zealot").quest == 0 and board.card("black-orc").quest == board.id("infiltrate")


@pytest.mark.rule("whi.quest.one-unit")
def test_two_quests_of_one_title_have_a_unit_each() -> None:
    board = Board(Side(quest="prepare-for-war black-orc@prepare prepare-for-war", hand="dark-zealot", resources=4))
    first, second = board.id("prepare", number=0), board.id("prepare", number=1)
    assert board.card("black-orc").quest == first
    assert board.cited(pb.SendUnit(card=board.in_hand("dark-zealot"), quest=first)) == ["whi.quest.one-unit"]
    board.do(pb.SendUnit(card=board.in_hand("dark-zealot"), quest=second))
    board.both_pass()
    assert board.card("dark-zealot").quest == second


@pytest.mark.rule("whi.quest.one-unit", "whi.chain.permanent-illegal")
def test_a_unit_whose_quest_was_taken_meanwhile_enters_beside_it() -> None:
    board = Board(Side(quest="infiltrate", hand="dark-zealot black-orc", resources=20))
    board.do(sending(board, "dark-zealot", "infiltrate"))
    board.passing()
    board.do(sending(board, "black-orc", "infiltrate"))
    assert named(board.both_pass(), "CardEntered") == [
        *("CardEntered seat 0 black-orc-squad zone quest quest infiltrate", "CardEntered seat 0 dark-zealot zone quest")
    ]
    assert board.card("dark-zealot").place == place(0, QUEST)


# In the quest zone.


@pytest.mark.rule("whi.quest.in-quest-zone")
def test_a_questing_unit_counts_for_the_quest_zone_and_may_defend_it() -> None:
    board = Board(
        Side(battlefield="mountain"), Side(quest="infiltrate huntsmen@infiltrate"), entry="combat", zone=QUEST
    )
    assert zone_power(board.state, place(1, QUEST)) == 1 + 1
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("mountain")]))
    board.both_pass()
    assert board.moves() == ["DeclareDefenders", "DeclareDefenders huntsmen"]


@pytest.mark.rule("whi.quest.in-quest-zone", "whi.kw.zone-only")
def test_a_card_for_the_battlefield_is_not_sent_and_one_for_the_quest_zone_is() -> None:
    board = Board(Side(quest="infiltrate", hand="huntsmen servants crooked", resources=9))
    assert sends(board) == ["SendUnit huntsmen quest infiltrate"]
    for kind in ("servants", "crooked"):
        assert board.cited(sending(board, kind, "infiltrate")) == ["whi.kw.zone-only"]


# Tokens.


@pytest.mark.rule("whi.quest.tokens", "whi.quest.tokens-from-pool")
def test_a_quest_with_a_unit_gains_a_token_as_its_controllers_turn_begins_and_nobody_pays_for_it() -> None:
    board = Board(Side(quest="defend-the-border dark-zealot@defend-the", resources=5), entry="turn")
    assert "whi.quest.tokens: TokenGained quest defend-the-border tokens 1" in board.begun
    assert (board.card("defend-the").tokens, board.player().resources) == (1, 5)
    board.idle()
    assert board.card("defend-the").tokens == 1


@pytest.mark.rule("whi.quest.tokens")
def test_at_three_tokens_the_reward_is_there() -> None:
    board = Board(Side(quest="defend-the-border dark-zealot@defend-the"), Side(battlefield="black-orc"), entry="turn")
    kingdom, attack = place(0, KINGDOM), pb.DeclareTarget(zone=pb.ZONE_KINGDOM)
    for tokens in (1, 2):
        assert board.card("defend-the").tokens == tokens
        board.idle()
        assert named(board.idle(attack), "DamageRedirected", "DamageApplied") == [
            "DamageApplied (target kingdom-0 seat 1 cancellable 1) combat"
        ]
    assert (board.card("defend-the").tokens, board.section(kingdom).damage) == (3, 2)
    board.idle()
    assert named(board.idle(attack), "DamageRedirected", "DamageApplied") == [
        "DamageRedirected from kingdom-0 to battlefield-1 by defend-the-border",
        "DamageApplied (target battlefield-1 seat 1 cancellable 1) combat",
    ]
    assert board.section(kingdom).damage == 2


@pytest.mark.rule("whi.quest.tokens")
def test_a_quest_without_a_unit_gains_no_token_nor_in_the_opponents_turn() -> None:
    board = Board(
        Side(quest="prepare-for-war dark-zealot"), Side(quest="smash-em-all black-orc@smash-em"), entry="turn"
    )
    assert named(board.begun, "TokenGained", "EffectTriggered") == []
    assert (board.card("prepare").tokens, board.card("smash-em").tokens) == (0, 0)


@pytest.mark.rule("whi.quest.unit-leaves")
def test_a_quest_whose_unit_is_destroyed_stays_without_tokens_and_takes_another_unit() -> None:
    board = Board(
        Side(quest="prepare-for-war+2 dark-zealot@prepare", capital="chaos", hand="flames dark-zealot", resources=20)
    )
    board.tactic("flames", target=board.id("dark-zealot"), x=3)
    facts = board.both_pass()
    assert named(facts, "CardLeft", "QuestAbandoned") == [
        *("CardLeft dark-zealot departure destroyed", "QuestAbandoned quest prepare-for-war tokens 2")
    ]
    assert "whi.quest.unit-leaves: QuestAbandoned quest prepare-for-war tokens 2" in facts
    assert board.card("prepare").tokens == 0
    board.passing()
    assert sends(board) == ["SendUnit dark-zealot quest prepare-for-war"]


@pytest.mark.rule("whi.quest.unit-leaves", "whi.effects.move", "whi.quest.unit-moves")
def test_a_unit_that_moves_to_another_zone_leaves_its_quest_and_the_tokens_go() -> None:
    board = Board(
        Side(quest="prepare-for-war+2 dark-zealot@prepare", capital="empire", hand="forced-march", resources=9)
    )
    board.tactic("forced-march", target=board.id("dark-zealot"), zone=pb.ZONE_KINGDOM)
    assert named(board.both_pass(), "UnitMoved", "QuestAbandoned") == [
        *("UnitMoved dark-zealot zone kingdom", "QuestAbandoned quest prepare-for-war tokens 2")
    ]
    assert (board.card("dark-zealot").quest, board.card("prepare").tokens) == (0, 0)


@pytest.mark.rule("whi.quest.unit-leaves")
def test_a_unit_that_returns_to_a_hand_leaves_its_quest() -> None:
    board = Board(Side(quest="infiltrate+3 dark-zealot@infiltrate", hand="pilgrimage", resources=4))
    board.tactic("pilgrimage", target=board.id("dark-zealot"))
    assert named(board.both_pass(), "QuestAbandoned") == ["QuestAbandoned quest infiltrate tokens 3"]


@pytest.mark.rule("whi.quest.no-unit-effects", "whi.quest.tokens")
def test_what_needs_no_unit_works_without_one() -> None:
    board = Board(Side(quest="infiltrate"), entry="turn")
    assert named(board.begun, "TokenGained", "DeckCardDiscarded") == []
    board = Board(Side(quest="infiltrate+2"), entry="turn")
    assert named(board.begun, "TokenGained") == []
    assert len(named(board.begun, "DeckCardDiscarded")) == 2 and board.card("infiltrate").tokens == 2


# Giving up the questing unit.


@pytest.mark.rule("whi.quest.sacrifice-cost", "whi.chain.costs-up-front")
def test_the_questing_unit_is_a_cost_and_the_effect_goes_on_without_the_tokens() -> None:
    board = Board(
        Side(quest="smash-em-all+3 dark-zealot@smash-em"), Side(kingdom="keystone contested-village", quest="hammerer")
    )
    assert board.use("smash-em") == [
        "whi.action.in-play: ActionUsed seat 0 smash-em-all",
        "whi.chain.costs-up-front: CardLeft dark-zealot departure sacrificed",
        "whi.quest.unit-leaves: QuestAbandoned quest smash-em-all tokens 3",
    ]
    assert board.in_play(1) == ["keystone-forge", "contested-village", "hammerer-of-karak-azul"]
    assert named(board.both_pass(), "CardLeft") == [
        *(
            "CardLeft keystone-forge owner 1 departure destroyed",
            "CardLeft contested-village owner 1 departure destroyed",
        )
    ]
    assert board.in_play() == ["smash-em-all", "hammerer-of-karak-azul"]


@pytest.mark.rule("whi.quest.sacrifice-cost", "whi.quest.tokens")
@pytest.mark.parametrize(
    ("quest", "cited"),
    [
        ("smash-em-all+2 dark-zealot@smash-em", ["whi.card.smash-em-all"]),
        ("smash-em-all+3 dark-zealot", ["whi.quest.sacrifice-cost"]),
        ("smash-em-all dark-zealot", ["whi.card.smash-em-all", "whi.quest.sacrifice-cost"]),
    ],
)
def test_without_enough_tokens_or_without_a_unit_on_it_the_action_is_refused(quest: str, cited: list[str]) -> None:
    board = Board(Side(quest=quest), Side(kingdom="keystone"))
    assert board.moves() == ["Pass"]
    assert board.cited(pb.UseAction(card=board.id("smash-em"))) == cited


@pytest.mark.rule("whi.quest.unit-leaves", "whi.quest.sacrifice-cost")
def test_x_is_read_before_the_sacrifice_takes_the_tokens() -> None:
    board = Board(
        Side(quest="prepare-for-war+2 dark-zealot@prepare", discard="hate*2 pillage", deck="choppa*3"),
    )
    assert [move for move in board.moves() if move.startswith("UseAction")] == [
        *("UseAction prepare-for-war hate hate", "UseAction prepare-for-war hate pillage")
    ]
    board.do(pb.UseAction(card=board.id("prepare"), cards=["hate", "pillage"]))
    assert board.card("prepare").tokens == 0
    facts = board.both_pass()
    assert named(facts, "CardsShuffledIn") == ["CardsShuffledIn seat 0 hate pillage"]
    assert board.discard() == "dark-zealot hate"


@pytest.mark.rule("whi.quest.sacrifice-cost", "whi.quest.unit-leaves")
def test_killing_the_unit_stops_the_action_before_it_is_declared_and_comes_too_late_afterwards() -> None:
    quest = Side(quest="smash-em-all+3 dark-zealot@smash-em")
    other = Side(kingdom="keystone", hand="pilgrimage", resources=4)
    board = Board(quest, other, phase=6, seat=1)
    board.tactic("pilgrimage", target=board.id("dark-zealot"))
    board.both_pass()
    assert board.asked == 0 and board.moves() == ["Pass"]
    late = Board(quest, other, phase=6)
    late.use("smash-em")
    assert late.moves() == ["Pass"]
    late.both_pass()
    assert late.in_play() == ["smash-em-all"]
