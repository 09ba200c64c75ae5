"""What the judge's bench once told too much of, or too little."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import SPECTATOR, AmendRefused, amend, only, shows_nothing_hidden
from rulekeeper.projections import learned
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as whi
from tests.projections.book import played
from tests.projections.test_timeline import scripts_in


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_a_part_of_a_timeline_has_no_script_before_the_viewer_saw_of_it(viewer: int) -> None:
    match = played(1)
    assert "nm.scry 8.1-8.3" in [line.strip() for line in scripts_in(match, viewer, low=8, high=8)]
    assert not any("nm.scry" in line for line in scripts_in(match, viewer, high=7)), "it began in version 7"
    assert any("nm.scry" in line for line in scripts_in(match, 0, high=7))


def test_a_hand_that_is_laid_open_by_its_kinds_was_hidden() -> None:
    packed: Any = WARHAMMER_INVASION.facts(rules=["whi.card"])
    cards = [whi.KindCount(kind="troll-vomit", count=2)]
    packed.facts.add(audience=0b111, hand_discarded=whi.HandDiscarded(seat=1, cards=cards))
    facts = packed.SerializeToString()
    assert not shows_nothing_hidden(WARHAMMER_INVASION, facts)
    (found,) = learned(WARHAMMER_INVASION, [Entry(version=7, facts=facts)], 2)
    assert (found.number, found.seats, found.spectators) == (1, (0, 1), True)


def test_a_fact_about_a_seat_that_no_table_has_is_refused_and_not_counted_up_to() -> None:
    with pytest.raises(ValueError, match="no seat 4294967295"):
        only(2**32 - 1)
    walk = Walk(WARHAMMER_INVASION, 2, 1, standing=False)
    walk.play(10)
    table = walk.match.table
    drawn = whi.CardDrawn(seat=2**32 - 1, card=3842, kind="armoury")
    with pytest.raises(AmendRefused, match="no seat"):
        amend(WARHAMMER_INVASION, table, [drawn], table.version + 1)
