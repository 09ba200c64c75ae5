"""The plugin inside a pytest of its own."""

import json
from importlib.metadata import entry_points

import pytest

from rulekeeper.testing.service import OwnService
from tests.testing.positions import main_phase

pytest_plugins = ["pytester"]

PLUGIN = "rulekeeper.testing.plugin"

HEAD = f"""
import pytest
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb

POSITION = {json.dumps(main_phase())!r}
PLAY = pb.PlayCard(card=3, at="start")
PLAYED = pb.CardPlayed(seat=0, kind="farming-village", at="start", opened=["1:right"])
"""

IN_MEMORY = """
@pytest.mark.rule("hoc.main.play-one")
def test_holds(referee_in_memory):
    referee_in_memory.given(POSITION).when(0, PLAY).then(PLAYED, pb.CoinsGained(seat=0, coins=1))

def test_does_not(referee_in_memory):
    referee_in_memory.given(POSITION).when(0, PLAY).then(PLAYED)

def test_overlooks_a_refusal(referee_in_memory):
    referee_in_memory.given(POSITION).when(1, PLAY)
"""


@pytest.fixture
def sub(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder whose pytest has the plugin, as an entry point or by hand."""
    if not any(point.value == PLUGIN for point in entry_points(group="pytest11")):
        pytester.makeconftest(f"pytest_plugins = ['{PLUGIN}']")
    return pytester


def test_sentences_in_memory_need_no_service(sub: pytest.Pytester) -> None:
    sub.makepyfile(HEAD + IN_MEMORY)
    result = sub.runpytest_subprocess("--strict-markers")
    result.assert_outcomes(passed=2, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "*AssertionError: after seat 0: PlayCard(card=3, at='start'), the facts are not those expected exactly*",
            "*+ CoinsGained {seat: 0, coins: 1}  under hoc.card.farming-village*",
        ]
    )
    result.stdout.no_fnmatch_line("*given.py:*: AssertionError")


def test_the_plugin_costs_nothing_where_it_is_not_used(sub: pytest.Pytester) -> None:
    loaded = "[name for name in ('grpc', 'rulekeeper.kernel') if name in sys.modules]"
    sub.makepyfile(f"import sys\ndef test_nothing():\n    assert not {loaded}")
    sub.runpytest_subprocess().assert_outcomes(passed=1)


AT_SERVICE = """
def test_holds(referee):
    referee.given(POSITION).when(0, PLAY).then(PLAYED, pb.CoinsGained(seat=0, coins=1))

def test_holds_by_its_other_name(rulekeeper):
    rulekeeper.given(POSITION).asked(0)

def test_does_not(referee):
    referee.given(POSITION).when(0, PLAY).then(PLAYED)

async def test_async(referee):
    referee.given(POSITION).when(0, PLAY).then_contains(PLAYED)

async def test_client(rulekeeper_service):
    from rulekeeper.client import Client
    async with Client(rulekeeper_service.address) as client:
        assert await client.list_rulesets()
"""
INI = "[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function"


def test_sentences_at_a_service_of_the_sessions_own(sub: pytest.Pytester) -> None:
    sub.makepyfile(HEAD + AT_SERVICE)
    sub.makeini(INI)
    result = sub.runpytest_subprocess("-W", "error")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["*+ CoinsGained {seat: 0, coins: 1}  under hoc.card.farming-village*"])


@pytest.mark.slow
def test_each_worker_of_xdist_has_a_service(sub: pytest.Pytester) -> None:
    sub.makepyfile(HEAD + AT_SERVICE.replace("def test_does_not", "def not_a_test"))
    sub.makeini(INI)
    sub.runpytest_subprocess("-n", "2").assert_outcomes(passed=4)


def test_a_running_service_can_be_used(sub: pytest.Pytester) -> None:
    with OwnService() as service:
        sub.makepyfile(HEAD + AT_SERVICE.replace("def test_does_not", "def not_a_test"))
        sub.makeini(INI)
        sub.runpytest_subprocess("--rulekeeper-server", service.address).assert_outcomes(passed=4)
