"""Entries as viewers see them: the kernel's redaction and nothing else, encoded once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeeper.kernel import JUDGE, SPECTATOR, Viewer, seen
from rulekeeper.log import Stored
from rulekeeper.projections import Steps, delimited, delimited_if, number_if, parsed, step_message, varint
from rulekeeper.v1 import table_pb2
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import GAME
from tests.projections.book import played, recorded

VIEWERS = (0, 1, SPECTATOR, JUDGE)


def steps_of(stored: Stored) -> Steps:
    return Steps(GAME, stored, parsed(stored))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_viewer_gets_the_facts_that_the_kernel_lets_them_see(viewer: Viewer) -> None:
    for stored in recorded(played()):
        step = step_message(steps_of(stored), viewer, True)
        wanted = seen(GAME, parsed(stored).facts, viewer)
        assert [fact.rule.id for fact in step.facts] == [one.rule for one in wanted]
        for fact, one in zip(step.facts, wanted, strict=True):
            message = type(one.fact)()
            assert fact.fact.Unpack(message) and message == one.fact
        assert (step.version, step.digest) == (stored.version, stored.digest)


def test_a_fact_that_all_may_see_is_encoded_once_for_all() -> None:
    steps = steps_of(recorded(played())[3])
    for viewer in (1, SPECTATOR, JUDGE):
        (mine,) = [fact for fact in steps.facts(0) if b"NightBegan" in fact]
        (other,) = [fact for fact in steps.facts(viewer) if b"NightBegan" in fact]
        assert mine is other
    assert steps.step(SPECTATOR, True) is steps.step(SPECTATOR, True)


def test_a_command_is_seen_by_its_seat_and_judges() -> None:
    steps = steps_of(recorded(played())[6])
    shown = {viewer: step_message(steps, viewer, True).HasField("command") for viewer in VIEWERS}
    assert shown == {0: True, 1: False, SPECTATOR: False, JUDGE: True}


def test_that_a_command_was_automatic_is_seen_by_its_seat_and_judges() -> None:
    (stored, *_) = [
        one for one in recorded(played(), lambda entry: setattr(entry, "automatic", True)) if one.version == 7
    ]
    shown = {viewer: step_message(steps_of(stored), viewer, True).automatic for viewer in VIEWERS}
    assert shown == {0: True, 1: False, SPECTATOR: False, JUDGE: True}


def test_of_a_sealed_answer_others_get_version_digest_and_time_only() -> None:
    stored = recorded(played())[4]
    for viewer in (1, SPECTATOR):
        step = step_message(steps_of(stored), viewer, True)
        assert step == table_pb2.Step(version=5, digest=stored.digest, time_us=5_000_000)
    assert step_message(steps_of(stored), 0, True).actor.seat == 0


def test_contributions_are_shown_once_the_game_has_begun() -> None:
    def contribute(entry: Entry) -> None:
        if entry.HasField("seat_taken"):
            entry.seat_taken.contribution = b"mine"

    steps = steps_of(recorded(played(), contribute)[1])
    for viewer in (0, 1, SPECTATOR):
        assert not step_message(steps, viewer, False).seat_taken.contribution
        assert step_message(steps, viewer, True).seat_taken.contribution == b"mine"
    assert step_message(steps, JUDGE, False).seat_taken.contribution == b"mine"


@given(st.integers(0, 2**64 - 1), st.binary(max_size=300), st.booleans())
def test_fields_are_written_as_protobuf_writes_them(number: int, payload: bytes, automatic: bool) -> None:
    step = table_pb2.Step(version=number, digest=payload, automatic=automatic)
    written = number_if(1, number) + delimited_if(2, payload) + number_if(7, int(automatic))
    assert written == step.SerializeToString()
    assert delimited(2, payload) == b"\x12" + varint(len(payload)) + payload
