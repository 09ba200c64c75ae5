"""Windows in which both players may act, and what actions are (rulebook p.10-15)."""

from typing import Any

import pytest
from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.numbers import power
from rulekeeper.games.warhammer_invasion.window_menu import window_menu
from rulekeeper.projections.views import offer_message
from rulekeeper.v1 import table_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named


def opened(facts: list[str]) -> list[str]:
    """The windows that have opened."""
    return [line.removeprefix("WindowOpened window ") for line in named(facts, "WindowOpened")]


def whole(board: Board, attack: Message | None = None) -> list[str]:
    """A turn in which nobody acts, to the first window of the next one."""
    return [*board.begun, *board.idle(attack)]


BETWEEN = ["beginning", "kingdom", "quest", "capital"]
COMBAT = ["target", "attackers", "defenders", "assigned", "applied"]
NEXT = ["beginning"]


# Which windows there are.


@pytest.mark.rule("whi.turn.windows-default", "whi.window")
def test_a_turn_without_an_attack_has_six_windows() -> None:
    windows = [*BETWEEN, "no-attack", "end"]
    assert len(windows) == 6
    assert opened(whole(Board(entry="turn"))) == [*windows, *NEXT]


@pytest.mark.rule("whi.turn.windows-default", "whi.turn.summary-windows")
def test_a_turn_with_an_attack_has_ten_windows() -> None:
    windows = [*BETWEEN, *COMBAT, "end"]
    assert len(windows) == 10
    board = Board(Side(battlefield="black-orc"), Side(quest="black-orc"), entry="turn")
    assert opened(whole(board, pb.DeclareTarget(zone=pb.ZONE_QUEST))) == [*windows, *NEXT]


@pytest.mark.rule("whi.turn.windows-default", "whi.turn.first-turn-penalty")
def test_the_first_turn_of_the_game_has_four_windows() -> None:
    windows = ["beginning", "kingdom", "capital", "end"]
    assert opened(whole(Board(Side(battlefield="black-orc"), entry="turn", turn={"number": 0}))) == [*windows, *NEXT]


@pytest.mark.rule("whi.turn.windows-default", "whi.turn.priority")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_active_player_is_asked_first_in_every_window_and_both_are_asked_whatever_they_hold(seat: int) -> None:
    board = Board(Side(), Side(hand="contested-village", resources=3), entry="turn", seat=seat)
    windows = []
    for _ in range(6):
        windows.append(board.state.turn.window)
        for asked in (seat, 1 - seat):
            if board.rule == "whi.battlefield":
                board.do(pb.DeclareNoAttack())
            assert board.asked == asked and board.rule == "whi.window" and "Pass" in board.moves()
            board.passing()
        if board.rule == "whi.battlefield":
            board.do(pb.DeclareNoAttack())
    assert windows == [
        *(pb.WINDOW_BEGINNING, pb.WINDOW_KINGDOM, pb.WINDOW_QUEST, pb.WINDOW_CAPITAL),
        *(pb.WINDOW_NO_ATTACK, pb.WINDOW_END),
    ]


@pytest.mark.rule("whi.turn.summary-windows")
def test_nobody_acts_between_the_return_of_resources_and_collecting() -> None:
    board = Board(Side(battlefield="black-orc~", hand="contested-village", resources=2), phase=2)
    assert board.rule == "whi.kingdom.restore-one"
    held = board.in_hand("contested-village")
    for command, cited in (
        (pb.Pass(), "whi.window.consecutive-pass"),
        (pb.PlaySupport(card=held, zone=pb.ZONE_QUEST), "whi.capital.only-phase-to-deploy"),
        (pb.PlayDevelopment(card=held, zone=pb.ZONE_QUEST), "whi.development.one-per-turn"),
        (pb.PlayTactic(card=held), "whi.types.tactic"),
        (pb.UseAction(card=board.id("black-orc")), "whi.action.optional"),
    ):
        assert board.cited(command, seat=0) == [cited]
        assert board.cited(command, seat=1) == [cited, "whi.kingdom.restore-one"]


@pytest.mark.rule("whi.turn.summary-windows")
def test_nobody_acts_before_an_attack_is_declared_or_not() -> None:
    board = Board(Side(hand="demoralise", resources=2), phase=5)
    assert board.moves() == [
        *("DeclareNoAttack", "DeclareTarget zone battlefield", "DeclareTarget zone kingdom"),
        "DeclareTarget zone quest",
    ]
    assert board.cited(pb.PlayTactic(card=board.in_hand("demoralise"))) == ["whi.types.tactic"]
    assert board.cited(pb.Pass()) == ["whi.window.consecutive-pass"]


# How a window closes.


@pytest.mark.rule("whi.window.consecutive-pass")
def test_a_window_closes_when_both_decline_one_directly_after_the_other() -> None:
    board = Board(phase=2)
    assert board.passing() == ["whi.window.consecutive-pass: Passed seat 0"]
    assert (board.asked, board.state.turn.window) == (1, pb.WINDOW_KINGDOM)
    facts = board.passing()
    assert facts[0] == "whi.window.consecutive-pass: Passed seat 1" and opened(facts) == ["quest"]
    assert (board.asked, board.state.turn.window) == (0, pb.WINDOW_QUEST)


@pytest.mark.rule("whi.window.consecutive-pass", "whi.capital.play-is-action")
def test_what_is_played_between_two_passes_keeps_the_window_open() -> None:
    board = Board(Side(hand="contested-village dark-zealot", resources=9))
    board.do(pb.PlaySupport(card=board.in_hand("contested-village"), zone=pb.ZONE_QUEST))
    board.both_pass()
    assert (board.asked, len(board.state.turn.passed)) == (1, 0)
    board.passing()
    assert (board.asked, len(board.state.turn.passed)) == (0, 1)
    board.do(pb.PlayUnit(card=board.in_hand("dark-zealot"), zone=pb.ZONE_QUEST))
    assert len(board.state.turn.passed) == 0
    board.both_pass()
    assert (board.asked, board.state.turn.window) == (1, pb.WINDOW_CAPITAL)
    assert opened(board.passing()) == []
    assert board.rule == "whi.window" and board.asked == 0
    board.passing()
    assert board.rule == "whi.battlefield"


@pytest.mark.rule("whi.window.consecutive-pass")
def test_who_is_not_asked_cannot_decline() -> None:
    board = Board()
    assert board.refused(pb.Pass(), seat=1) == [
        ("whi.window.consecutive-pass", "this may be done only in a window, when you are asked"),
        ("whi.window", "now the table waits for seat 0: An action window"),
    ]


@pytest.mark.rule("whi.window", "whi.turn.advance-on-passes")
def test_after_a_chain_the_window_goes_on_for_both() -> None:
    board = Board(Side(battlefield="mountain"), Side(capital="empire", hand="demoralise*2"), phase=2)
    board.passing()
    board.tactic("demoralise", target=board.id("mountain"))
    facts = board.both_pass()
    assert named(facts, "PowerChanged", "WindowOpened") == ["PowerChanged mountain-brigade power -2"]
    assert (board.asked, board.state.turn.window, len(board.state.turn.passed)) == (0, pb.WINDOW_KINGDOM, 0)
    board.passing()
    assert "PlayTactic demoralise target mountain-brigade" in board.moves()
    assert opened(board.passing()) == ["quest"]


# Actions.

WINDOWS: dict[str, dict[str, Any]] = {
    **{"beginning": {"entry": "turn"}, "kingdom": {"phase": 2}, "quest": {"phase": 3}, "capital": {"phase": 4}},
    **{"target": {"entry": "combat"}, "end": {"phase": 6}},
}


@pytest.mark.rule("whi.action.optional", "whi.turn.windows-default")
@pytest.mark.parametrize("window", [*WINDOWS])
def test_an_action_is_offered_to_its_controller_in_every_window_and_never_forced(window: str) -> None:
    board = Board(Side(quest="runesmith"), Side(quest="runesmith", resources=2), **WINDOWS[window])
    board.passing()
    assert board.asked == 1
    assert board.moves() == ["Pass", *["UseAction runesmith target runesmith"] * 2]
    board.use("runesmith", target=board.id("runesmith", 0))
    assert named(board.both_pass(), "PowerChanged") == ["PowerChanged runesmith power 1"]


@pytest.mark.rule("whi.action.in-play")
@pytest.mark.parametrize("kingdom", ["", "lobber-crew"])
def test_an_action_of_a_card_that_is_not_in_play_or_not_ones_own_is_refused(kingdom: str) -> None:
    board = Board(Side(kingdom=kingdom, hand="lobber-crew", resources=9), Side(kingdom="lobber-crew dark-zealot"))
    for card in (board.in_hand("lobber-crew"), board.id("lobber-crew", 1), board.id("dark-zealot")):
        assert board.refused(pb.UseAction(card=card)) == [
            ("whi.action.in-play", f"{card} is no card of yours in play that has an action")
        ]


@pytest.mark.rule("whi.action.repeat")
def test_an_action_without_a_limit_is_used_as_often_as_it_is_paid_for() -> None:
    board = Board(Side(quest="runesmith", kingdom="mountain", resources=4))
    for number in (1, 2):
        facts = board.use("runesmith", target=board.id("mountain"))
        assert named(facts, "ResourcesPaid") == ["ResourcesPaid seat 0 resources 2"]
        board.both_pass()
        assert power(board.state, board.card("mountain")) == 2 + number
        board.passing()
    again = pb.UseAction(card=board.id("runesmith"), target=board.id("mountain"))
    assert board.refused(again) == [("whi.capital.pay", "2 are to be paid, you have 0 resources")]


@pytest.mark.rule("whi.action.repeat", "whi.chain.response")
def test_an_action_is_used_again_in_response_to_itself() -> None:
    board = Board(Side(quest="runesmith", resources=4))
    smith = board.id("runesmith")
    board.use("runesmith", target=smith)
    board.passing()
    board.use("runesmith", target=smith)
    assert named(board.both_pass(), "PowerChanged") == ["PowerChanged runesmith power 1"] * 2


def lobbing(board: Board, number: int) -> pb.UseAction:
    return pb.UseAction(card=board.id("rock-lobber", number=number), sacrifice=board.id("dark-zealot"))


@pytest.mark.rule("whi.action.limit-per-turn", "whi.turn.each-turn-counters")
def test_a_limit_a_turn_is_that_of_the_copy_and_begins_anew_each_turn() -> None:
    board = Board(Side(battlefield="rock-lobber*2 dark-zealot*5", resources=9))
    for number in (0, 1):
        board.do(lobbing(board, number))
        board.both_pass()
        board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))
        board.passing()
        assert board.refused(lobbing(board, number)) == [
            ("whi.action.limit-per-turn", "it has been used 1 time this turn")
        ]
    assert board.moves() == ["Pass"]
    board.idle()
    board.passing()
    assert board.moves() == ["Pass", *["UseAction rock-lobber sacrifice dark-zealot"] * 6]


@pytest.mark.rule("whi.action.limit-per-turn", "whi.chain.cancel-effect")
def test_a_use_that_was_cancelled_is_a_use() -> None:
    board = Board(Side(battlefield="rock-lobber dark-zealot*2", resources=9), Side(quest="bright-wizard", resources=2))
    board.do(lobbing(board, 0))
    board.use("bright-wizard", target=board.action("rock-lobber"))
    facts = board.both_pass()
    assert named(facts, "ActionCancelled", "DamageAssigned") == ["ActionCancelled"]
    assert board.player().resources == 9 - 2
    board.passing()
    assert board.cited(lobbing(board, 0)) == ["whi.action.limit-per-turn"]


@pytest.mark.rule("whi.turn.each-turn-counters", "whi.card.contested-fortress")
def test_the_first_point_of_damage_is_that_of_each_turn_of_either_player() -> None:
    board = Board(
        Side(kingdom="contested-fortress"), Side(battlefield="rock-lobber*2 dark-zealot*4", resources=20), phase=3
    )
    cancelled = "DamageCancelled target quest-0 damage 1 by contested-fortress once"

    def damaging(number: int) -> list[str]:
        board.do(lobbing(board, number))
        board.both_pass()
        return named(board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_0)), "DamageCancelled")

    board.passing()
    assert damaging(0) == [cancelled]
    board.passing()
    assert damaging(1) == []
    assert board.section(pb.PLACE_QUEST_0).damage == 2 - 1 + 2
    board.idle()
    assert board.asked == board.state.turn.seat == 1
    assert damaging(0) == [cancelled]
    board.passing()
    assert damaging(1) == []
    assert board.section(pb.PLACE_QUEST_0).damage == 3 + 3


@pytest.mark.rule("whi.play.your-turn")
def test_a_tactic_for_ones_own_turn_is_refused_in_the_opponents_as_a_response_too() -> None:
    board = Board(Side(hand="innovation"), Side(hand="troll-vomit", resources=9))
    refused = [("whi.play.your-turn", "only in your own turn")]
    vomit = pb.PlayTactic(card=board.in_hand("troll-vomit", 1))
    board.tactic("innovation")
    assert board.asked == 1 and board.moves() == ["Pass"] and board.refused(vomit) == refused
    board.both_pass()
    assert board.asked == 1 and board.moves() == ["Pass"] and board.refused(vomit) == refused
    board.idle()
    assert board.asked == 1 and board.moves() == ["Pass", "PlayTactic troll-vomit"]


@pytest.mark.rule("whi.play.your-turn")
def test_an_action_for_ones_own_turn_is_refused_in_the_opponents() -> None:
    board = Board(Side(), Side(quest="journey-to-the-gate+3 dark-zealot@journey"))
    board.passing()
    assert board.moves() == ["Pass"]
    assert board.cited(pb.UseAction(card=board.id("journey"))) == ["whi.play.your-turn"]


def test_what_is_deployed_is_what_ones_own_turn_is_for() -> None:
    """So no standing pass lets the capital phase go by."""
    assert {message.DESCRIPTOR.name for message in GAME.main_commands} == {
        *("PlayUnit", "SendUnit", "PlaySupport", "PlayAttachment", "PlayQuest", "PlayDevelopment")
    }
    board = Board(Side(hand="hammerer", resources=9, kingdom="mountain"))
    offers = {offer.command.rpartition(".")[2]: offer for offer in table_offers(board)}
    assert offers["PlayUnit"].main and not offers["PlayUnit"].closed and not offers["Pass"].main


def table_offers(board: Board) -> list[table_pb2.Offer]:
    """What the seat that is asked is offered, as a frontend gets it."""
    return [offer_message(GAME, offer, board.rule) for offer in window_menu(board.state, board.asked)]
