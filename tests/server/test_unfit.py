"""What a game does not allow of a set-up or a position: the rule, the path of the field, and a sentence without ids."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from google.protobuf import struct_pb2
from google.rpc import error_details_pb2

from rulekeeper.games.heart_of_crown.catalogue import COMMONS
from rulekeeper.kernel import games
from rulekeeper.v1 import games_pb2, table_pb2
from tests.server.conftest import Town
from tests.server.desk import OPEN, Desk, Failed, failing

HEART, INVASION = "heart_of_crown@1", "warhammer_invasion@1"


@pytest.fixture
async def desk(town: Town) -> AsyncIterator[Desk]:
    yield await town.desk(ruleset=games())


def commons(count: int) -> list[str]:
    return sorted(COMMONS)[:count]


async def refused(desk: Desk, ruleset: str, seats: int, **given: Any) -> Failed:
    async with failing() as failed:
        await desk.create(*[OPEN] * seats, ruleset=ruleset, **given)
    return failed[0]


def reasons(failure: Failed) -> list[table_pb2.Reason]:
    return [each for found in failure.details if isinstance(found, table_pb2.Refusal) for each in found.reasons]


def violations(failure: Failed) -> list[tuple[str, str]]:
    found = [each for each in failure.details if isinstance(each, error_details_pb2.BadRequest)]
    return [(each.field, each.description) for one in found for each in one.field_violations]


@pytest.mark.parametrize(
    ("ruleset", "setup", "said"),
    [
        (HEART, {"commons": commons(9)}, [("hoc.setup.supply", 10, "setup.commons", "10 kinds of commons")]),
        (
            HEART,
            {"commons": [*commons(9), "duke"]},
            [("hoc.setup.supply", 10, "setup.commons", "among the 30 commons")],
        ),
        (HEART, {"commons": [*commons(9), commons(1)[0]]}, [("hoc.setup.supply", 10, "setup.commons", "named twice")]),
        (
            HEART,
            {"set": "random", "commons": commons(10)},
            [("hoc.sets.free-choice", None, "setup.commons", "by chance")],
        ),
        (HEART, {"set": "war"}, [("", 0, "setup.set", "there is no set 'war'")]),
        (HEART, {"dice": 1, "sets": 2}, [("", 0, "setup.dice", "dice: "), ("", 0, "setup.sets", "sets: ")]),
        (INVASION, {"starters": ["dwarf", "dwarf"]}, [("whi.setup.starter.choose", None, "setup.starters", "once")]),
        (INVASION, {"starters": ["dwarf", "elves"]}, [("whi.setup.starter.choose", None, "setup.starters", "'elves'")]),
        (INVASION, {"decks": []}, [("", 0, "setup.decks[0]", "")]),
        (
            INVASION,
            {"format": "draft", "starters": ["dwarf", "orc"]},
            [("", 0, "setup.starters", "only where the format")],
        ),
    ],
)
async def test_a_setup_says_which_rule_and_where(
    desk: Desk, ruleset: str, setup: dict[str, Any], said: list[tuple[str, int | None, str, str]]
) -> None:
    given = struct_pb2.Struct()
    given.update(setup)
    failure = await refused(desk, ruleset, 2, setup=given)
    found = reasons(failure)
    assert failure.reason == "INVALID_SETUP" and len(found) >= len(said)
    for reason, (rule, page, field, text) in zip(found, said, strict=False):
        assert (reason.rule.id, reason.field) == (rule, field) and text in reason.text
        assert page is None or reason.rule.page == page
        assert not rule or rule not in reason.text
    assert failure.message == found[0].text
    assert violations(failure) == [(each.field, each.text) for each in found]
    assert failure.info.metadata.get("rule", "") == said[0][0]


async def test_each_rule_that_a_deck_breaks_is_a_reason(desk: Desk) -> None:
    given = struct_pb2.Struct()
    given.update({"format": "constructed", "decks": [{"capital": "dwarf", "cards": {"1": 4, "2": 1}}] * 2})
    failure = await refused(desk, INVASION, 2, setup=given)
    found = reasons(failure)
    assert len({each.rule.id for each in found}) > 1
    assert {each.field for each in found} == {"setup.decks[0]", "setup.decks[1]"}
    assert all(each.rule.id.startswith("whi.deck") and "(whi." not in each.text for each in found)


@pytest.mark.parametrize(
    ("ruleset", "seats", "rule"), [(HEART, 5, "hoc.players"), (INVASION, 3, "whi.overview.two-players")]
)
async def test_so_do_too_many_seats(desk: Desk, ruleset: str, seats: int, rule: str) -> None:
    failure = await refused(desk, ruleset, seats)
    (reason,) = reasons(failure)
    assert (failure.reason, reason.rule.id, reason.field) == ("INVALID_SETUP", rule, "seats")
    assert violations(failure) == [("seats", reason.text)] and "not" in reason.text


@pytest.mark.parametrize(
    ("change", "field", "rule"),
    [
        ({"game": "chess@1"}, "sandbox.position.game", ""),
        ({"seats": 9}, "sandbox.position.seats", ""),
        ({"entry": "tea"}, "sandbox.position.entry", ""),
        ({"state": {"colour": 1}}, "sandbox.position.state", ""),
        ({"state": {"players": "many"}}, "sandbox.position.state", ""),
        ({"colour": 1}, "sandbox.position.colour", ""),
    ],
)
async def test_a_position_says_where_and_which_rule(desk: Desk, change: dict[str, Any], field: str, rule: str) -> None:
    position = {"game": HEART, "seats": 2, "entry": "main-phase", "args": [0], "state": {}} | change
    failure = await refused(desk, HEART, 2, sandbox=games_pb2.Sandbox(position=json.dumps(position)))
    (reason, *_) = reasons(failure)
    assert (failure.reason, reason.field, reason.rule.id) == ("INVALID_POSITION", field, rule), failure.message
    assert violations(failure)[0] == (field, reason.text)


async def test_a_position_that_breaks_a_rule_names_it(desk: Desk) -> None:
    kept = {"type": "Card", "id": 6, "kind": "farming-village", "audience": 3}
    domain = [{"id": 5, "kind": "duke", "kept": kept}]
    state = {"players": [{"domain": domain}, {}], "turn": {"seat": 0, "number": 1, "phase": 1}}
    position = {"game": HEART, "seats": 2, "entry": "main-phase", "args": [0], "state": state}
    failure = await refused(desk, HEART, 2, sandbox=games_pb2.Sandbox(position=json.dumps(position)))
    (reason,) = reasons(failure)
    assert failure.reason == "INVALID_POSITION" and failure.message == reason.text
    assert reason.field.startswith("sandbox.position.state") and reason.field.endswith("domain"), reason
    assert reason.rule.id == "hoc.keep.keep" and reason.rule.page and "hoc." not in reason.text
