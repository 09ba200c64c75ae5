"""Every point at which a text, a step or a choice comes to nothing: what is on record then, and under which rule."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE
from tests.games.heart_of_crown.coming_to_nothing import Point
from tests.games.heart_of_crown.nothing_of_attacks import OF_ATTACKS
from tests.games.heart_of_crown.nothing_of_cards import OF_CARDS
from tests.games.heart_of_crown.table import Board

POINTS = (*OF_CARDS, *OF_ATTACKS)


def played_out(point: Point) -> tuple[Board, Sequence[str]]:
    on = point.board()
    facts: Sequence[str] = ()
    for step in point.steps:
        facts = step(on)
    return on, facts


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
def test_what_comes_to_nothing_is_on_record_under_the_rule_that_says_why(point: Point) -> None:
    on, facts = played_out(point)
    assert list(facts[: len(point.facts)]) == point.facts
    assert len(facts) == len(point.facts) or on.state.turn.seat or on.state.turn.number > 7, "only a turn goes on"


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
def test_everybody_is_told_the_same_of_it_and_what_it_names_is_there(point: Point) -> None:
    on, _ = played_out(point)
    told = [
        [one.fact for one in on.match.facts(viewer=viewer) if isinstance(one.fact, pb.EffectFizzled)]
        for viewer in (JUDGE, -1, *range(len(on.state.players)))
    ]
    assert told[0] and all(seen == told[0] for seen in told)
    commands = {command.DESCRIPTOR.name for command in GAME.command_name}
    assert {fact.passed_over for fact in told[0]} <= {"", *commands}


@pytest.mark.parametrize(
    ("point", "kind"),
    [
        ("Curse Witch against a Curse that lies face up", "curse"),
        ("Curse Witch against a Magic Talisman that lies face up", "magic-talisman"),
        ("a kept Magic Talisman in defence", "magic-talisman"),
        ("Gossipy Duchess and one who concedes while the card is chosen", "duke"),
        ("Scout, and a card left where it is", "maid"),
    ],
)
def test_the_card_that_is_spared_or_stands_in_the_way_is_named(point: str, kind: str) -> None:
    on, _ = played_out(next(one for one in POINTS if one.name == point))
    (spared,) = [
        one.fact.spared
        for one in on.match.facts(viewer=-1)
        if isinstance(one.fact, pb.EffectFizzled) and one.fact.HasField("spared")
    ]
    assert on.card(1, spared) == kind
