"""Finding entries by time, author, card, rule or kind of fact."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion import GAME as WARHAMMER_INVASION
from rulekeeper.kernel import JUDGE, SPECTATOR
from rulekeeper.projections import Steps, Wanted, parsed, step_message
from tests.kernel.night_market import GAME
from tests.projections.book import played, recorded
from tests.projections.test_replaying import combat

STORED = recorded(played(1))


def found(viewer: int = JUDGE, stored: Any = STORED, game: Any = GAME, **given: Any) -> dict[int, list[int]]:
    """The versions that match, each with the facts that do."""
    wanted = Wanted(**given)
    hits = {}
    for one in stored:
        entry = parsed(one)
        if wanted.in_time(entry) and wanted.by_whom(step_message(Steps(game, one, entry), viewer, True)):
            facts = wanted.facts(game, entry, viewer) if wanted.of_facts else []
            if facts or not wanted.of_facts:
                hits[one.version] = facts
    return hits


def test_nothing_wanted_is_everything() -> None:
    assert found() == {version: [] for version in range(1, 10)} and not Wanted().of_facts


def test_entries_are_found_by_time() -> None:
    assert list(found(since_us=3_000_000, until_us=5_000_000)) == [3, 4, 5]
    assert list(found(since_us=8_000_001)) == [9] and list(found(until_us=999_999)) == []


def test_entries_are_found_by_who_sent_them() -> None:
    assert list(found(seat=1)) == [6] and list(found(seat=0)) == [5, 7, 8, 9]


def test_who_gave_a_sealed_answer_is_not_found() -> None:
    for viewer, versions in ((0, [5, 7, 8, 9]), (1, [7, 8, 9]), (SPECTATOR, [7, 8, 9])):
        assert list(found(viewer, seat=0)) == versions


def test_entries_are_found_by_a_card_wherever_a_fact_has_its_id() -> None:
    assert found(card=1026) == {7: [1], 8: [1]}
    assert found(1, card=1026) == {} == found(SPECTATOR, card=1026)
    assert found(0, card=1026) == {7: [1], 8: [1]}
    assert found(card=1) == {4: [5], 6: [1], 7: [2], 8: [2]}, "numbers that are no ids match too; a seat's does not"


def test_entries_are_found_by_a_card_inside_a_part_of_a_fact() -> None:
    stored = recorded(combat().match)
    assert found(stored=stored, game=WARHAMMER_INVASION, card=263, fact="DamageApplied") == {15: [3]}


def test_entries_are_found_by_the_name_of_a_card() -> None:
    assert found(kind="silk") == {4: [7]} and found(kind="sil") == {}
    assert found(1, kind="silk") == {4: [7]} and found(0, kind="silk") == {}


@pytest.mark.parametrize(
    ("rule", "versions"), [("nm.bid", [6]), ("nm", [4, 6, 7, 8, 9]), ("nm.", [4, 6, 7, 8, 9]), ("nm.b", []), ("n", [])]
)
def test_entries_are_found_by_a_rule_or_the_beginning_of_rules_up_to_a_dot(rule: str, versions: list[int]) -> None:
    assert list(found(rule=rule)) == versions


@pytest.mark.parametrize("fact", ["WareDrawn", "night_market.v1.WareDrawn"])
def test_entries_are_found_by_a_kind_of_fact(fact: str) -> None:
    assert found(fact=fact) == {4: [1, 2, 3, 4, 6, 7], 8: [5, 6]}


def test_facts_are_counted_as_the_viewer_sees_them() -> None:
    assert found(0, fact="NightBegan") == {4: [5], 8: [4]}
    assert found(1, fact="WareScried") == {} and found(0, fact="WareScried") == {7: [1, 2, 3]}


def test_all_that_is_said_must_hold_and_of_facts_all_of_one() -> None:
    assert found(fact="WareDrawn", kind="silk") == {4: [7]}
    assert found(fact="NightBegan", kind="silk") == {}
    assert found(fact="WareDrawn", kind="silk", since_us=5_000_000) == {}
    assert found(rule="nm.scry", seat=1) == {}


def test_no_kernel_fact_is_found() -> None:
    assert found(fact="Asked") == {} == found(fact="Drew")
