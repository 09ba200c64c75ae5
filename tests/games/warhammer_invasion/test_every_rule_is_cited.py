"""For each rule that running code names: a line of play in which a fact or a refusal stands under it."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulekeeper.cli.citing import named
from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.block import block, blocks
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.setup import capital_menu
from rulekeeper.games.warhammer_invasion.state import Player, State
from rulekeeper.kernel import counts
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.citing import citations
from tests.games.warhammer_invasion.cited import CITED
from tests.games.warhammer_invasion.table import Board, Side

Line = Callable[[], object]

# Lines of play that no other test has by itself.


def a_cheaper_support() -> None:
    board = Board(Side(kingdom="nuln-tinkerers", hand="keystone-forge", resources=9, capital="empire"))
    board.do(pb.PlaySupport(card=board.in_hand("keystone-forge"), zone=pb.ZONE_QUEST))


def a_unit_is_chosen_unasked() -> None:
    Board(Side()).cited(pb.ChooseUnit())


def the_attacker_copies_what_turns_an_attack() -> None:
    copying = Side(hand="twin-tailed-comet", battlefield="huntsmen", capital="empire", resources=5)
    turning = Side(hand="sigmars-intervention", kingdom="huntsmen", capital="empire", resources=5)
    board = Board(copying, turning, entry="combat")
    board.passing()
    board.tactic("sigmars-intervention")
    board.tactic("twin-tailed-comet", target=board.action("sigmars-intervention"))
    board.both_pass()


def a_board_of_the_wrong_side() -> None:
    state = State(players=(Player(deck_list=counts(["alliance-dwarf-and-empire"])), Player()))
    (offer,) = capital_menu(state, 0)
    offer.against("capital", "orc")


def a_broken_table_is_amended() -> None:
    board = Board(Side(), Side(kingdom="huntsmen"))
    board.match.amend(pb.DamageApplied(points=[pb.Points(target=board.id("huntsmen"), seat=0, cancellable=9)]))


OWN: dict[Line, dict[str, str]] = {
    a_cheaper_support: {"whi.card.nuln-tinkerers": "fact ResourcesPaid"},
    a_unit_is_chosen_unasked: {"whi.chain.choices-on-resolution": "refusal ChooseUnit"},
    the_attacker_copies_what_turns_an_attack: {"whi.combat.redirect-attack": "fact EffectFizzled"},
    a_board_of_the_wrong_side: {"whi.deck.neutral-alone": "refusal PlaceCapital"},
}


def lines() -> Iterator[tuple[str, Line, dict[str, str]]]:
    """The name of each line of play, what plays it, and the rules for which it stands."""
    for line, rules in OWN.items():
        yield line.__name__, line, rules
    module = test = ""
    rules = {}
    for said in CITED.strip().splitlines():
        text, depth = said.strip(), (len(said) - len(said.lstrip())) // 2
        if depth == 2:
            rule, _, under = text.partition(": ")
            rules[rule] = under
            continue
        if rules:
            yield f"{module}.{test}", found(module, test), rules
        module, test, rules = (text, test, {}) if depth == 0 else (module, text, {})
    yield f"{module}.{test}", found(module, test), rules


def found(module: str, test: str) -> Line:
    line: Line = getattr(importlib.import_module(f"tests.games.warhammer_invasion.{module}"), test)
    return line


LINES = list(lines())

BEFORE_A_GAME = {
    *("whi.attach.is-support", "whi.card.collector", "whi.card.power-icons", "whi.card.title"),
    *("whi.draft.format-cards", "whi.draft.neutrals", "whi.draft.repeat", "whi.draft.treaties"),
    *("whi.effects.four-kinds", "whi.loyalty.alliance", "whi.overview.two-players", "whi.races.neutral"),
    *("whi.races.six", "whi.types.five", "whi.zones.base-power", "whi.zones.hit-points", "whi.zones.three"),
}
"""Cited against data, set-ups and positions that are no Warhammer: Invasion: see test_contents and test_positions."""

AFTER_AMENDMENTS = {"whi.corrupt.restore"}
"""Only a judge can restore a unit between the moment at which an effect that restores it triggers, and that effect."""

NUMBERS = {
    *("kind", "script", "power", "hit_points", "toughness", "gives_power", "gives_hit_points", "gives_toughness"),
    *("gives_counterstrike", "extra_damage", "uncancellable"),
}
"""What a block may have without ever doing anything that is told: it only changes numbers, which views show."""


def only_numbers(kind: str) -> bool:
    """Does the card nothing of itself? Draft format cards have no block."""
    if kind not in blocks():
        return False
    own = {field.name: getattr(block(kind), field.name) for field in dataclasses.fields(block(kind))}
    return not any(value for name, value in own.items() if name not in NUMBERS)


QUIET = {f"whi.card.{kind}" for kind in CARDS if only_numbers(kind)}


@pytest.mark.parametrize(("line", "rules"), [pytest.param(line, rules, id=name) for name, line, rules in LINES])
def test_a_line_of_play_cites_its_rules(line: Line, rules: dict[str, str]) -> None:
    with citations(GAME) as cited:
        line()
    assert {*rules.items()} - cited == set()


def test_what_is_cited_is_seen_in_matches_refusals_offers_and_amendments() -> None:
    with citations(GAME) as cited:
        a_broken_table_is_amended()
    assert "fact CardLeft" in {under for _, under in cited}
    with citations(GAME) as refused:
        a_unit_is_chosen_unasked()
        a_board_of_the_wrong_side()
    assert {under for _, under in refused} >= {"refusal ChooseUnit", "refusal PlaceCapital", "fact ScriptBegan"}
    with citations(dataclasses.replace(GAME, name="another")) as nothing:
        a_cheaper_support()
    assert not nothing


def test_every_rule_that_running_code_names_has_such_a_line() -> None:
    played = [rule for _, _, rules in LINES for rule in rules]
    assert len(played) == len(set(played)), "a rule stands twice in the table"
    code = named(GAME, Path("there are none")).code
    others = BEFORE_A_GAME | AFTER_AMENDMENTS | QUIET
    assert sorted(code - {*played} - others) == []
    assert sorted(({*played} | others) - code) == []
    assert sorted((BEFORE_A_GAME | AFTER_AMENDMENTS) & {*played}) == []
