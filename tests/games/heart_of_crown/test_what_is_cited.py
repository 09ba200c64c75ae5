"""Facts, questions and refusals stand under the rule that says them, and a page vouches for print only."""

from __future__ import annotations

import re

import pytest

from rulekeeper.games import heart_of_crown as games
from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import read_data
from tests.games.heart_of_crown.attacking import attacked, shown
from tests.games.heart_of_crown.table import Area, Board

# Questions.


@pytest.mark.rule("hoc.card.hideout", "hoc.defence.show")
def test_what_a_hideout_asks_in_defence_stands_under_the_hideout() -> None:
    board = attacked("royal-guard", Area(hand="hideout duke"))
    decision = board.match.table.decision
    assert decision is not None and decision.rule == "hoc.defence.who"
    assert board.do(board.defending("hideout")) == shown(1, "hideout")
    decision = board.match.table.decision
    assert decision is not None and decision.rule == "hoc.card.hideout"
    assert board.refused(pb.PutCardOnTop()) == [("hoc.card.hideout", "card is a choice and was left out")]


# Refusals of what comes out of its time.


@pytest.mark.rule("hoc.turn.phases")
def test_a_play_in_the_second_phase_is_refused_by_the_order_of_the_phases() -> None:
    board = Board(Area(hand="village"), Area(), entry="second-phase")
    assert board.refused(board.playing("village")) == [
        (
            "hoc.turn.phases",
            "this may be done only in your own main phase, between plays; now it is time for: Second phase",
        )
    ]


@pytest.mark.rule("hoc.second.exclusive")
def test_who_buys_in_anothers_turn_is_told_whose_it_is() -> None:
    board = Board(Area(), Area())
    assert board.refused(pb.BuyCard(kind="city"), seat=1) == [
        ("hoc.second.exclusive", "this may be done only in your own second phase"),
        ("hoc.main", "now the table waits for seat 0: Main phase"),
    ]


@pytest.mark.rule("hoc.card.donation", "hoc.main.face-up")
def test_who_declines_what_another_was_asked_is_told_of_the_open_question() -> None:
    board = Board(Area(hand="donation city"), Area(), coins=1)
    board.play("donation")
    assert board.refused(pb.Decline(), seat=1) == [
        ("hoc.main.face-up", "this may be done only when a card's text leaves you the choice"),
        ("hoc.card.donation", "now the table waits for seat 0: Donation"),
    ]


@pytest.mark.rule("hoc.outside.supply-unit.field-only")
def test_a_supply_unit_alone_has_nothing_in_the_field_to_return() -> None:
    board = Board(Area(hand="supply-unit", draw=["maid*9"]), Area())
    board.play("supply-unit")
    unit = board.in_field("supply-unit")
    board.end()
    assert board.refused(pb.ReturnCard(card=unit), seat=0)[0] == (
        "hoc.outside.supply-unit.field-only",
        "this may be done only as clean-up begins, when a Supply Unit asks for another Action card of your field",
    )


# What is left open.


def test_every_ruling_of_ours_is_among_the_open_questions() -> None:
    asked = set(re.findall(r"`(hoc\.[a-z.-]+)`", read_data(games.__name__, "questions.md")))
    assert asked <= GAME.rulebook.keys()
    ours = {rule.id for rule in GAME.rulebook.values() if rule.origin == "own"}
    assert ours - asked == {"hoc.concede", "hoc.view.public", "hoc.view.hidden"}


# Pages.

OURS = {
    "hoc.players.neighbour": "own",
    "hoc.outside.rare-link": "outside",
    "hoc.outside.subtypes": "outside",
    "hoc.setup.left-over": "own",
    "hoc.main.between-plays": "own",
    "hoc.keep.printed-cost": "own",
    "hoc.back.equal-cost": "own",
    "hoc.coronation.any-phase": "own",
    "hoc.coronation.own-round": "own",
    "hoc.sudden-death.cancelled": "own",
    "hoc.sudden-death.first-turn": "own",
    "hoc.sudden-death.no-declaring": "own",
    "hoc.sudden-death.out": "own",
    "hoc.win.thirty-declared": "own",
    "hoc.end.dukes-any-time": "own",
    "hoc.defence.asked": "own",
    "hoc.defence.one-by-one": "own",
    "hoc.defence.once": "own",
    "hoc.defence.talisman-hand-only": "own",
    "hoc.ability.bergamot-same": "own",
    "hoc.ability.special-no-defence": "own",
    "hoc.effect.may-decline": "own",
    "hoc.effect.later-lines": "own",
    "hoc.faq.shinobi.as-copied": "own",
    "hoc.faq.purveyor.face-down": "own",
    "hoc.outside.royal-guard.face-up": "outside",
    "hoc.link.stay-counted": "own",
    "hoc.view.public": "own",
    "hoc.view.hidden": "own",
}


@pytest.mark.parametrize("rule", [pytest.param(rule, marks=pytest.mark.rule(rule)) for rule in OURS])
def test_what_is_not_printed_is_a_rule_of_its_own_without_a_page(rule: str) -> None:
    assert (GAME.rulebook[rule].page, GAME.rulebook[rule].origin) == (0, OURS[rule])


def test_a_page_vouches_for_print_only() -> None:
    for rule in GAME.rulebook.values():
        assert rule.origin in ("rulebook", "structure") or not rule.page, rule.id
        assert not rule.page or not OUR_WORDS.intersection(rule.statement.lower().split()), rule.id
    cards = {card.rules[0] for card in GAME.cards}
    printed = [rule for rule in GAME.rulebook.values() if rule.origin == "rulebook" and rule.id not in cards]
    assert all(rule.page for rule in printed)


OUR_WORDS = {"ruling", "(ruling", "project's", "wiki", "unofficial", "scan"}
"""Words with which a ruling or another source is spoken of."""
