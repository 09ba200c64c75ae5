"""Facts and refusals stand under the rule that says it, and what is not printed lends no page."""

from pathlib import Path

import pytest
from google.protobuf.message import Message

from rulekeeper.cli.citing import named
from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.state import BEGINNING, END
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

RULES = GAME.rulebook


def test_whatever_no_running_code_cites_has_its_reason() -> None:
    found = named(GAME, Path("tests"))
    assert (found.unreasoned, found.contradicted) == ([], [])


def test_what_is_ours_or_comes_from_elsewhere_has_no_page() -> None:
    printed = [rule for rule in RULES.values() if rule.origin == "rulebook"]
    assert all(rule.page for rule in printed if not rule.id.startswith("whi.card."))
    assert all(not rule.page for rule in RULES.values() if rule.origin in ("own", "outside"))
    for words in ("FAQ", "project", "ruling"):
        assert [rule.id for rule in printed if words in rule.statement] == []


# Where the windows are.


@pytest.mark.rule(
    "whi.kingdom.window", "whi.quest-phase.window", "whi.combat.no-attack-window", "whi.turn.windows-default"
)
def test_each_window_opens_under_the_rule_that_has_it() -> None:
    board = Board(Side(), entry="turn")
    facts = [*board.begun, *board.idle()]
    assert [fact for fact in facts if "WindowOpened" in fact][:6] == [
        "whi.turn.beginning: WindowOpened window beginning",
        "whi.kingdom.window: WindowOpened window kingdom",
        "whi.quest-phase.window: WindowOpened window quest",
        "whi.capital: WindowOpened window capital",
        "whi.combat.no-attack-window: WindowOpened window no-attack",
        "whi.turn.end: WindowOpened window end",
    ]


@pytest.mark.rule("whi.turn.rulebook-windows", "whi.turn.beginning", "whi.turn.end")
def test_by_the_rulebook_nobody_is_asked_as_a_turn_begins_and_as_it_ends() -> None:
    board = Board(Side(kingdom="thyrus"), entry="turn", windows="rulebook")
    facts = [*board.begun, *board.idle()]
    windows = [fact.rpartition(" ")[2] for fact in facts if "WindowOpened" in fact]
    assert windows == ["kingdom", "quest", "capital", "no-attack", "kingdom"]
    # What happens at these moments happens all the same.
    assert "whi.card.thyrus-gorman: DamageAssigned (target thyrus-gorman seat 0 cancellable 1)" in facts
    assert BEGINNING < board.state.turn.phase < END


# Who may not.


@pytest.mark.rule("whi.chain.choices-on-resolution")
@pytest.mark.parametrize("command", [pb.ChooseUnit(), pb.ChooseDevelopment(), pb.ChoosePlace(), pb.ChooseNumber()])
def test_what_is_no_target_is_chosen_where_an_effect_asks_for_it_and_the_page_on_targets_is_not_cited(
    command: Message,
) -> None:
    assert Board(Side()).cited(command) == ["whi.chain.choices-on-resolution"]


@pytest.mark.rule("whi.capital.opponent-actions", "whi.capital.only-phase-to-deploy", "whi.capital.quest-is-action")
def test_in_the_opponents_capital_phase_its_own_paragraph_is_cited() -> None:
    board = Board(Side(), Side(hand="infiltrate", resources=9))
    board.passing()
    assert board.cited(pb.PlayQuest(card=board.in_hand("infiltrate", 1))) == ["whi.capital.opponent-actions"]


@pytest.mark.rule("whi.combat.assign.burning", "whi.combat.target-any-zone")
def test_a_burning_section_is_assigned_nothing_under_the_rule_on_burning() -> None:
    board = Board(Side(battlefield="mountain"), Side(kingdom="boar-boyz*2", burning="kingdom"), entry="combat")
    board.passing()
    board.passing()
    board.attack("mountain")
    board.both_pass()
    board.do(pb.DeclareDefenders(units=[card.id for card in board.state.cards if card.kind == "boar-boyz"]))
    board.both_pass()
    assert board.rule == "whi.combat.count-damage"
    command = pb.AssignDamage(points=[pb.PLACE_KINGDOM_1, pb.PLACE_KINGDOM_1])
    assert set(board.cited(command)) == {"whi.combat.assign.burning"}
