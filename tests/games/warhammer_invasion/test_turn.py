"""The turn and its phases, the end of the game, and where positions begin (rulebook p.2-5, p.10, p.13)."""

from collections.abc import Callable
from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.numbers import zone_power
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, QUEST, State, place
from rulekeeper.kernel import Accepted, Card, InvalidPosition, Match, Refused
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.making import Foretold
from tests.games.warhammer_invasion.table import Board, Side, named

PENALTY = {"number": 0}
"""Of a board: the turn that begins is the first one of the game."""


def begun(setup: dict[str, Any], **chance: Any) -> Match[State]:
    """A game of two starters, from its setup to the first window."""
    told = Foretold(**chance)
    match: Match[State] = Match(GAME, 2, setup=setup, chance=lambda version: told)
    for seat, capital in ((0, "dwarf"), (1, "orc")):
        assert isinstance(match.submit(seat, pb.PlaceCapital(capital=capital)), Accepted)
    for _ in range(2):
        assert isinstance(match.submit(match.asked()[0], pb.KeepHand()), Accepted)
    return match


# Two players.


@pytest.mark.rule("whi.overview.two-players")
def test_the_game_is_for_exactly_two() -> None:
    assert GAME.seats == range(2, 3)
    position = Board().position
    for seats in (1, 3):
        with pytest.raises(InvalidPosition, match=f"seats: {seats} is not from 2 to 2"):
            Match(GAME, position=position.model_copy(update={"seats": seats}))


@pytest.mark.rule("whi.overview.two-players")
def test_nobody_plays_from_a_third_seat() -> None:
    board = Board()
    assert board.refused(pb.Pass(), seat=2) == [("whi.window", "there is no seat 2")]
    assert len(board.state.players) == 2


@pytest.mark.rule("whi.game")
def test_after_the_setup_the_first_player_begins_the_first_turn() -> None:
    match = begun({"starters": ["dwarf", "orc"]}, numbers=[1])
    state = match.table.state
    assert state is not None and (state.turn.seat, state.turn.number, match.asked()) == (1, 1, (1,))
    assert state.turn.window == pb.WINDOW_BEGINNING


# Turns and phases.


@pytest.mark.rule("whi.turn.alternate", "whi.overview.two-players", "whi.turn.handover")
def test_whole_turns_alternate() -> None:
    board = Board(entry="turn")
    board.idle()
    assert (board.state.turn.seat, board.state.turn.phase, board.asked) == (1, pb.PHASE_BEGINNING, 1)
    facts = board.idle()
    assert named(facts, "TurnBegan", "TurnEnded") == ["TurnEnded seat 1", "TurnBegan seat 0"]
    assert board.state.turn.seat == 0


@pytest.mark.rule("whi.turn.handover")
def test_what_follows_the_battlefield_phase() -> None:
    board = Board(phase=5)
    board.do(pb.DeclareNoAttack())
    assert [*board.both_pass(), *board.both_pass()] == [
        *("whi.window.consecutive-pass: Passed seat 0", "whi.window.consecutive-pass: Passed seat 1"),
        "whi.turn.end: PhaseBegan seat 0 phase end",
        "whi.turn.end: WindowOpened window end",
        *("whi.window.consecutive-pass: Passed seat 0", "whi.window.consecutive-pass: Passed seat 1"),
        "whi.turn.handover: TurnEnded seat 0",
        "whi.turn: TurnBegan seat 1",
        "whi.turn.beginning: WindowOpened window beginning",
    ]


@pytest.mark.rule("whi.turn.phases", "whi.turn")
def test_phases_come_in_their_order() -> None:
    assert named(Board(entry="turn").idle(), "TurnBegan", "PhaseBegan", "TurnEnded") == [
        "PhaseBegan seat 0 phase kingdom",
        "PhaseBegan seat 0 phase quest",
        "PhaseBegan seat 0 phase capital",
        "PhaseBegan seat 0 phase battlefield",
        "PhaseBegan seat 0 phase end",
        *("TurnEnded seat 0", "TurnBegan seat 1"),
    ]


@pytest.mark.rule("whi.turn.first-turn-penalty")
def test_the_first_turn_of_the_game_has_no_quest_phase_and_no_battlefield_phase() -> None:
    board = Board(Side(battlefield="black-orc"), Side(), entry="turn", turn=PENALTY)
    facts = board.idle()
    assert named(facts, "PhaseBegan") == [
        *("PhaseBegan seat 0 phase kingdom", "PhaseBegan seat 0 phase capital", "PhaseBegan seat 0 phase end")
    ]
    assert named(facts, "CardDrawn", "AttackDeclared") == []
    assert board.hand(0) == ""


@pytest.mark.rule("whi.turn.first-turn-penalty")
def test_the_second_players_first_turn_is_complete() -> None:
    board = Board(entry="turn", turn=PENALTY)
    board.idle()
    assert named(board.idle(), "PhaseBegan") == [
        *("PhaseBegan seat 1 phase kingdom", "PhaseBegan seat 1 phase quest", "PhaseBegan seat 1 phase capital"),
        *("PhaseBegan seat 1 phase battlefield", "PhaseBegan seat 1 phase end"),
    ]


@pytest.mark.rule("whi.turn.advance-on-passes")
def test_a_phase_goes_on_until_both_decline_and_an_action_opens_it_for_both_again() -> None:
    board = Board(Side(hand="dwarf-ranger", resources=9), Side(kingdom="runesmith"))
    assert board.passing() == ["whi.window.consecutive-pass: Passed seat 0"]
    assert board.asked == 1 and board.state.turn.phase == pb.PHASE_CAPITAL
    assert named(board.passing(), "Passed", "PhaseBegan") == ["Passed seat 1", "PhaseBegan seat 0 phase battlefield"]


# The kingdom phase.


def kingdom(*sides: Side, **more: Any) -> Board:
    return Board(*sides, phase=2, **more)


@pytest.mark.rule("whi.kingdom", "whi.kingdom.window", "whi.kingdom.collect")
def test_the_kingdom_phase_returns_restores_collects_and_opens_a_window() -> None:
    board = kingdom(Side(kingdom="zhufbar-engineers~", resources=2))
    assert board.begun == [
        "whi.turn: TurnResumed seat 0",
        "whi.kingdom: PhaseBegan seat 0 phase kingdom",
        "whi.kingdom.return-resources: ResourcesReturned seat 0 resources 2",
    ]
    assert board.do(pb.RestoreUnit(unit=board.id("zhufbar"))) == [
        "whi.kingdom.restore-one: UnitRestored zhufbar-engineers",
        "whi.kingdom.collect: ResourcesCollected seat 0 resources 4",
        "whi.kingdom.window: WindowOpened window kingdom",
    ]
    assert board.asked == 0 and board.moves() == ["Pass"]


@pytest.mark.rule("whi.kingdom.return-resources")
def test_resources_last_through_the_opponents_turn_and_are_gone_in_the_own_next_kingdom_phase() -> None:
    board = Board(Side(resources=2), Side(resources=4), phase=6)
    board.idle()
    assert board.player(0).resources == 2
    facts = [*board.both_pass()]
    assert named(facts, "ResourcesReturned", "ResourcesCollected") == [
        *("ResourcesReturned seat 1 resources 4", "ResourcesCollected seat 1 resources 3")
    ]
    assert board.player(0).resources == 2
    board.idle()
    assert named(board.both_pass(), "ResourcesReturned") == ["ResourcesReturned seat 0 resources 2"]
    assert board.player(0).resources == 3


@pytest.mark.rule("whi.kingdom.restore-one")
def test_one_own_corrupted_unit_may_be_restored_and_no_more() -> None:
    board = kingdom(
        Side(battlefield="black-orc~ mountain~", quest="dark-zealot"), Side(battlefield="savage-marauders~")
    )
    assert (board.asked, board.rule) == (0, "whi.kingdom.restore-one")
    assert board.moves() == ["Decline", "RestoreUnit unit black-orc-squad", "RestoreUnit unit mountain-brigade"]
    for unit in ("dark-zealot", "savage-marauders"):
        assert board.cited(pb.RestoreUnit(unit=board.id(unit))) == ["whi.kingdom.restore-one"]
    board.do(pb.RestoreUnit(unit=board.id("black-orc")))
    assert not board.card("black-orc").corrupted and board.card("mountain").corrupted
    assert board.state.turn.window == pb.WINDOW_KINGDOM
    assert board.cited(pb.RestoreUnit(unit=board.id("mountain"))) == ["whi.kingdom.restore-one"]


@pytest.mark.rule("whi.kingdom.restore-one")
def test_none_need_be_restored() -> None:
    board = kingdom(Side(battlefield="black-orc~"))
    assert named(board.do(pb.Decline()), "UnitRestored", "WindowOpened") == ["WindowOpened window kingdom"]
    assert board.card("black-orc").corrupted


@pytest.mark.rule("whi.kingdom.restore-one")
def test_nobody_is_asked_about_restoring_without_an_own_corrupted_unit() -> None:
    board = kingdom(Side(battlefield="black-orc"), Side(battlefield="dark-zealot~"))
    assert board.state.turn.window == pb.WINDOW_KINGDOM


@pytest.mark.rule("whi.kingdom.collect", "whi.kingdom.return-resources")
def test_as_many_resources_are_collected_as_the_kingdom_has_power() -> None:
    board = kingdom(Side(kingdom="zhufbar-engineers contested-village", resources=7), Side(kingdom="mountain"))
    assert named(board.begun, "ResourcesReturned", "ResourcesCollected") == [
        *("ResourcesReturned seat 0 resources 7", "ResourcesCollected seat 0 resources 5")
    ]
    assert (board.player(0).resources, board.player(1).resources) == (5, 0)


@pytest.mark.rule("whi.example.kingdom-chris", "whi.zones.power-sum")
def test_example_chris_collects_five_resources() -> None:
    board = kingdom(Side(kingdom="zhufbar-engineers contested-village"))
    assert zone_power(board.state, place(0, KINGDOM)) == 3 + 1 + 1
    assert board.player().resources == 5


# The quest phase.


def quest(*sides: Side, **more: Any) -> Board:
    return Board(*sides, phase=3, **more)


@pytest.mark.rule("whi.quest-phase.draw", "whi.quest-phase.window", "whi.quest-phase")
def test_as_many_cards_are_drawn_as_the_quest_zone_has_power_and_a_window_opens() -> None:
    board = quest(
        Side(quest="savage-marauders", deck="demoralise*2 mountain contested-village"),
        draws=["mountain", "demoralise", "contested-village"],
    )
    assert board.begun == [
        "whi.turn: TurnResumed seat 0",
        "whi.quest-phase: PhaseBegan seat 0 phase quest",
        "whi.quest-phase.draw: CardDrawn seat 0 mountain-brigade mountain-brigade",
        "whi.quest-phase.draw: CardDrawn seat 0 demoralise demoralise",
        "whi.quest-phase.draw: CardDrawn seat 0 contested-village contested-village",
        "whi.quest-phase.window: WindowOpened window quest",
    ]
    assert board.asked == 0 and board.hand(1) == ""


@pytest.mark.rule("whi.example.quest-chris", "whi.zones.power-sum")
def test_example_chris_draws_three_cards() -> None:
    board = quest(Side(quest="mountain"))
    assert zone_power(board.state, place(0, QUEST)) == 1 + 2
    assert len(board.player().hand) == 3


@pytest.mark.rule("whi.hand.no-limit")
def test_twelve_cards_stay_in_a_hand_at_the_end_of_a_turn() -> None:
    board = Board(Side(hand="contested-village*12"), phase=6)
    facts = board.idle()
    assert named(facts, "HandCardDiscarded", "HandDiscarded", "TurnEnded") == ["TurnEnded seat 0"]
    assert board.hand() == "contested-village*12"


# Decks that run out.


@pytest.mark.rule("whi.deckout.immediate", "whi.quest-phase.draw")
def test_who_draws_the_last_card_has_lost_before_any_window() -> None:
    board = quest(Side(quest="mountain", deck="mountain*3"))
    assert named(board.begun, "CardDrawn", "WindowOpened") == ["CardDrawn seat 0 mountain-brigade mountain-brigade"] * 3
    assert board.result == ((1,), "whi.deckout.immediate")


@pytest.mark.rule("whi.deckout.immediate")
def test_nothing_more_is_drawn_from_a_deck_that_has_run_out_and_the_other_player_wins() -> None:
    board = quest(Side(quest="mountain*3", deck="mountain*2"), seat=0)
    assert len(named(board.begun, "CardDrawn")) == 2
    assert board.result == ((1,), "whi.deckout.immediate")
    board = Board(Side(), Side(quest="mountain", deck="mountain*2"), phase=3, seat=1)
    assert board.result == ((0,), "whi.deckout.immediate")


@pytest.mark.rule("whi.deckout.immediate")
def test_a_deck_that_runs_out_in_the_opponents_turn_loses_too() -> None:
    board = Board(Side(), Side(hand="wake-the", capital="dwarf", deck="hate*3", resources=9), phase=6)
    board.passing()
    board.tactic("wake-the")
    board.both_pass()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1))
    assert len(named(facts, "DevelopmentPlaced")) == 3
    assert board.result == ((0,), "whi.deckout.immediate")


@pytest.mark.rule("whi.deckout.immediate")
def test_one_card_in_the_deck_is_enough_to_go_on() -> None:
    board = quest(Side(deck="mountain*2"))
    assert board.result is None and board.state.turn.window == pb.WINDOW_QUEST


# Winning.


@pytest.mark.rule("whi.goal.two-sections")
def test_whose_second_section_burns_has_lost() -> None:
    board = Board(Side(battlefield="mountain"), Side(burning="quest", damage=(6, 0, 0)), entry="combat", zone=KINGDOM)
    board.until(pb.WINDOW_TARGET)
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("mountain")]))
    board.until(pb.WINDOW_ASSIGNED)
    facts = board.both_pass()
    assert facts[-1] == "whi.combat.apply.burn: SectionBurned place kingdom-1"
    assert board.result == ((0,), "whi.win.immediate")


@pytest.mark.rule("whi.goal.two-sections")
def test_one_burning_section_loses_nothing() -> None:
    board = Board(Side(burning="quest"), Side(burning="kingdom"), entry="turn")
    assert board.result is None and board.asked == 0


@pytest.mark.rule("whi.goal.two-sections")
def test_two_sections_that_burn_lose_whoever_set_them_on_fire() -> None:
    assert Board(Side(burning="kingdom quest"), entry="turn").result == ((1,), "whi.win.immediate")
    assert Board(Side(damage=(8, 8, 0)), entry="turn").result == ((1,), "whi.win.immediate")


# Giving up.


@pytest.mark.rule("whi.concede")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_may_give_up_at_any_time_and_the_other_wins(seat: int) -> None:
    board = Board(Side(hand="mountain", resources=9))
    board.do(pb.PlayUnit(card=board.in_hand("mountain"), zone=pb.ZONE_QUEST))
    assert board.do(pb.Concede(), seat=seat) == [f"whi.concede: PlayerConceded seat {seat}"]
    assert board.result == ((1 - seat,), "whi.concede")


@pytest.mark.rule("whi.concede")
def test_nothing_is_accepted_after_a_player_has_given_up() -> None:
    board = Board()
    board.do(pb.Concede(), seat=0)
    for seat, command in ((0, pb.Pass()), (1, pb.Pass()), (0, pb.Concede()), (1, pb.Concede())):
        refused = board.match.submit(seat, command, decision=0)
        assert isinstance(refused, Refused) and refused.kind == "over"
        assert [(reason.rule, reason.text) for reason in refused.reasons] == [("whi.concede", "the game is over")]


# Where positions begin.


@pytest.mark.rule("whi.entry.turn", "whi.turn")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_position_may_begin_with_a_turn(seat: int) -> None:
    board = Board(entry="turn", seat=seat)
    assert board.begun == [
        f"whi.turn: TurnBegan seat {seat}",
        "whi.turn.beginning: WindowOpened window beginning",
    ]
    assert (board.asked, board.state.turn.number) == (seat, 8)
    board.idle()
    assert board.state.turn.seat == 1 - seat


FIRST: dict[int, Callable[[Board], bool]] = {
    1: lambda board: board.state.turn.window == pb.WINDOW_BEGINNING,
    2: lambda board: board.state.turn.window == pb.WINDOW_KINGDOM,
    3: lambda board: board.state.turn.window == pb.WINDOW_QUEST,
    4: lambda board: board.state.turn.window == pb.WINDOW_CAPITAL,
    5: lambda board: board.rule == "whi.battlefield",
    6: lambda board: board.state.turn.window == pb.WINDOW_END,
}


@pytest.mark.rule("whi.entry.phase")
@pytest.mark.parametrize("phase", [*FIRST])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_position_may_begin_with_a_phase(phase: int, seat: int) -> None:
    board = Board(phase=phase, seat=seat)
    assert board.begun[0] == f"whi.turn: TurnResumed seat {seat}"
    assert FIRST[phase](board) and board.asked == seat and board.state.turn.number == 7
    facts = [*board.begun, *board.idle()]
    later = ("kingdom", "quest", "capital", "battlefield", "end")[max(phase - 2, 0) :]
    assert named(facts, "PhaseBegan") == [f"PhaseBegan seat {seat} phase {name}" for name in later]
    assert board.state.turn.seat == 1 - seat


@pytest.mark.rule("whi.entry.phase", "whi.turn.first-turn-penalty")
def test_a_position_that_begins_with_a_phase_is_in_no_first_turn_unless_it_says_so() -> None:
    board = Board(phase=3, turn={"number": 0})
    assert board.state.turn.number == 2 and board.state.turn.window == pb.WINDOW_QUEST
    board = Board(phase=3, turn={"number": 1})
    assert board.state.turn.number == 1 and board.state.turn.window == pb.WINDOW_CAPITAL


@pytest.mark.rule("whi.entry.combat")
def test_a_position_may_begin_with_an_attack() -> None:
    board = Board(Side(battlefield="black-orc"), entry="combat", zone=QUEST)
    assert board.begun == [
        "whi.entry.combat: TurnResumed seat 0",
        "whi.entry.combat: PhaseBegan seat 0 phase battlefield",
        "whi.combat.target: AttackDeclared seat 0 place quest-1",
        "whi.combat.window-each-step: WindowOpened window target",
    ]
    board.both_pass()
    board.do(pb.DeclareAttackers())
    assert named(board.idle(), "PhaseBegan", "TurnEnded", "TurnBegan")[-3:] == [
        "PhaseBegan seat 0 phase end",
        *("TurnEnded seat 0", "TurnBegan seat 1"),
    ]


def test_the_battlefield_has_no_power_of_its_own() -> None:
    board = Board(Side(battlefield="black-orc"))
    assert zone_power(board.state, place(0, BATTLEFIELD)) == 1 and zone_power(board.state, place(1, BATTLEFIELD)) == 0


# The beginning and the end of a turn.


@pytest.mark.rule("whi.turn.beginning", "whi.card.city-gates")
def test_effects_of_the_turns_beginning_come_before_resources_go_back() -> None:
    board = Board(Side(kingdom="city-gates", resources=2, deck="hate*3"), entry="turn")
    facts = [*board.begun, *board.both_pass()]
    wanted = ("DevelopmentPlaced", "WindowOpened", "PhaseBegan", "ResourcesReturned", "ResourcesCollected")
    assert named(facts, *wanted) == [
        "DevelopmentPlaced seat 0 zone kingdom (hate) hate from_deck",
        "WindowOpened window beginning",
        "PhaseBegan seat 0 phase kingdom",
        *("ResourcesReturned seat 0 resources 2", "ResourcesCollected seat 0 resources 4"),
        "WindowOpened window kingdom",
    ]


@pytest.mark.rule("whi.turn.beginning", "whi.turn.first-turn-penalty")
def test_effects_of_the_turns_beginning_happen_in_the_first_turn_of_the_game_too() -> None:
    board = Board(Side(kingdom="city-gates", deck="hate*3"), entry="turn", turn=PENALTY)
    assert named(board.begun, "DevelopmentPlaced") == ["DevelopmentPlaced seat 0 zone kingdom (hate) hate from_deck"]


@pytest.mark.rule("whi.turn.beginning", "whi.turn.alternate")
def test_a_turns_beginning_is_that_of_the_active_player_only() -> None:
    board = Board(Side(kingdom="city-gates", deck="hate*3"), Side(kingdom="city-gates", deck="pillage*3"), phase=6)
    facts = board.idle()
    assert named(facts, "TurnBegan", "DevelopmentPlaced", "WindowOpened")[-3:] == [
        "TurnBegan seat 1",
        "DevelopmentPlaced seat 1 zone kingdom (pillage) pillage from_deck",
        "WindowOpened window beginning",
    ]


@pytest.mark.rule("whi.turn.beginning")
def test_a_unit_that_falls_in_the_turns_beginning_neither_is_restored_nor_produces() -> None:
    board = Board(Side(kingdom="bloodthirster black-orc~"), Side(), entry="turn")
    assert board.moves() == ["ChooseUnit unit black-orc-squad", "ChooseUnit unit bloodthirster"]
    board.do(pb.ChooseUnit(unit=board.id("black-orc")))
    assert named(board.both_pass(), "UnitRestored", "ResourcesCollected") == ["ResourcesCollected seat 0 resources 8"]


@pytest.mark.rule("whi.turn.end", "whi.forced.automatic", "whi.example.forced-thyrus")
def test_effects_of_the_turns_end_come_after_its_window_and_before_what_lasts_until_then_is_over() -> None:
    board = Board(
        Side(kingdom="thyrus:2", quest="runesmith", resources=2, capital="empire", discard="hate"),
        phase=6,
    )
    assert board.begun[-1] == "whi.turn.end: WindowOpened window end"
    board.use("runesmith", target=board.id("thyrus"))
    board.both_pass()
    assert board.both_pass()[2:] == [
        "whi.card.thyrus-gorman: EffectTriggered seat 0 thyrus-gorman text damage place kingdom-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.thyrus-gorman: DamageAssigned (target thyrus-gorman seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target thyrus-gorman seat 0 cancellable 1)",
        "whi.card.hit-points: CardLeft thyrus-gorman departure destroyed",
        "whi.forced.order: EffectOver",
        "whi.turn.handover: TurnEnded seat 0",
        "whi.turn: TurnBegan seat 1",
        "whi.turn.beginning: WindowOpened window beginning",
    ]


@pytest.mark.rule("whi.turn.end", "whi.constant.until-eot")
def test_what_lasts_until_the_turns_end_is_over_when_the_next_turn_begins() -> None:
    board = Board(Side(kingdom="thyrus", quest="runesmith", resources=2, capital="empire"), phase=6)
    board.use("runesmith", target=board.id("thyrus"))
    board.both_pass()
    assert zone_power(board.state, place(0, KINGDOM)) == 3 + 3 + 1
    board.idle()
    assert zone_power(board.state, place(0, KINGDOM)) == 3 + 3


@pytest.mark.rule("whi.turn.advance-on-passes")
def test_after_a_tactic_of_the_other_player_the_active_one_may_act_again() -> None:
    board = Board(Side(quest="runesmith", resources=2), Side(capital="empire", hand="demoralise"), phase=6)
    board.passing()
    board.tactic("demoralise", target=board.id("runesmith"))
    board.both_pass()
    assert board.asked == 0 and "UseAction runesmith target runesmith" in board.moves()
    board.passing()
    assert board.state.turn.seat == 0
    board.passing()
    assert board.state.turn.seat == 1


@pytest.mark.rule("whi.quest-phase.window", "whi.card.archmage-of-saphery")
def test_the_quest_phases_window_is_the_one_for_actions_of_the_own_quest_phase() -> None:
    side = Side(quest="archmage", battlefield="black-orc:1")
    board = quest(side)
    assert board.moves() == ["Pass", "UseAction archmage-of-saphery target black-orc-squad"]
    board.use("archmage", target=board.id("black-orc"))
    assert named(board.both_pass(), "DamageHealed") == ["DamageHealed target black-orc-squad damage 1"]
    for other in (Board(side, phase=4), Board(Side(), side, phase=3)):
        if other.asked == 0 and other.state.turn.phase == pb.PHASE_QUEST:
            other.passing()
        assert other.cited(pb.UseAction(card=other.id("archmage"), target=other.id("black-orc"))) == [
            "whi.card.archmage-of-saphery"
        ]


@pytest.mark.rule("whi.deckout.both", "whi.card.will-of-tzeentch")
def test_one_effect_that_empties_both_decks_is_a_draw() -> None:
    board = Board(Side(capital="chaos", hand="will-of-tz hate", deck="hate*3", resources=9), Side(deck="pillage*3"))
    board.tactic("will-of-tz")
    facts = board.both_pass()
    assert len(named(facts, "CardDrawn")) == 6
    assert board.result == ((), "whi.deckout.both")


@pytest.mark.rule("whi.deckout.immediate")
def test_a_deck_that_runs_out_breaks_off_what_is_being_resolved() -> None:
    board = Board(Side(quest="infiltrate+5"), Side(deck="hate*2"), entry="turn")
    assert (
        named(board.begun, "DeckCardDiscarded", "EffectOver", "WindowOpened") == ["DeckCardDiscarded seat 1 hate"] * 2
    )
    assert board.result == ((0,), "whi.deckout.immediate")


@pytest.mark.rule("whi.deckout.immediate")
def test_looking_at_cards_takes_none_from_the_deck() -> None:
    board = Board(Side(hand="dwarf-cannon-crew", resources=9, deck="hate pillage"))
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon"), zone=pb.ZONE_KINGDOM))
    assert len(named(board.both_pass(), "DeckCardSeen")) == 2
    board.do(pb.Decline())
    assert board.result is None and board.asked == 1


@pytest.mark.rule("whi.goal.two-sections", "whi.win.immediate")
def test_who_burns_the_own_second_section_has_lost() -> None:
    board = Board(Side(battlefield="rock-lobber dark-zealot", burning="quest", damage=(6, 0, 0), resources=2), phase=3)
    board.use("rock-lobber", sacrifice=board.id("dark-zealot"))
    board.both_pass()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_0))
    assert facts[-1] == "whi.burn.state-check: SectionBurned place kingdom-0"
    assert board.result == ((1,), "whi.win.immediate")


@pytest.mark.rule("whi.entry.combat", "whi.entry.phase", "whi.effects.state-checks")
@pytest.mark.parametrize("entry", ["turn", "phase", "combat"])
def test_what_holds_at_every_moment_is_looked_at_where_a_position_begins(entry: str) -> None:
    board = Board(Side(kingdom="zhufbar:3"), Side(kingdom="dark-zealot black-orc"), entry=entry)
    assert named(board.begun, "CardLeft") == ["CardLeft zhufbar-engineers departure destroyed"]
    assert (board.asked, board.moves()) == (1, ["ChooseUnit unit black-orc-squad", "ChooseUnit unit dark-zealot"])


@pytest.mark.rule("whi.entry.turn", "whi.entry.phase", "whi.entry.combat")
@pytest.mark.parametrize(
    ("entry", "args", "why"),
    [
        ("turn", [2], "there is no seat 2"),
        ("phase", [2, 4], "there is no seat 2"),
        ("phase", [0, 7], "7 is not one of 1, 2, 3, 4, 5, 6"),
        ("combat", [0, 4], "4 is not one of 1, 2, 3"),
    ],
)
def test_no_position_begins_with_a_seat_a_phase_or_a_zone_that_is_none(entry: str, args: list[int], why: str) -> None:
    position = Board().position.model_copy(update={"entry": entry, "args": args})
    with pytest.raises(InvalidPosition, match=f"whi.entry.{entry}: .*{why}"):
        Match(GAME, position=position)


@pytest.mark.rule("whi.deckout.immediate", "whi.card.dwarf-cannon-crew")
def test_the_last_card_of_the_deck_that_is_put_into_play_loses_the_game() -> None:
    board = Board(Side(hand="dwarf-cannon-crew", resources=9, deck="keystone-forge"))
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    (card,) = (part.id for part in board.player().deck if isinstance(part, Card))
    facts = board.do(pb.TakeSupport(card=card))
    assert named(facts, "CardEntered", "DeckShuffled") == ["CardEntered seat 0 keystone-forge zone kingdom from_deck"]
    assert board.result == ((1,), "whi.deckout.immediate")
