"""The pytest plugin: tests of a game's rules against a running service, with nothing to set up.

Fixtures:

- `referee` (also as `rulekeeper`): `referee.given(position).when(seat, command).then(facts...)`, each game a sandbox at
  a service that the plugin starts, once a session (and once a worker, under xdist);
- `referee_in_memory`: the same sentences, with the game in this process's memory and no service: quicker, for a game
  whose package is installed;
- `rulekeeper_service`: that service, with its `address`, for tests that use a client of their own.

`--rulekeeper-server ADDRESS` (or `RULEKEEPER_TEST_SERVER`) uses a service that runs already. A test that leaves a
refusal unnoticed fails. See `rulekeeper.testing.given` for what can be said, and for `passing`, by which seats that are
asked at every turn pass by themselves. A test that drives seats through the client has `Seat.passing` for the same.
"""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from rulekeeper.client import Client
    from rulekeeper.client.blocking import LoopThread
    from rulekeeper.testing.given import Referee
    from rulekeeper.testing.service import OwnService

# What is needed is imported where it is used: a session that asks for none of this pays nothing for it.


def pytest_addoption(parser: pytest.Parser) -> None:
    """The plugin's option."""
    parser.getgroup("rulekeeper").addoption(
        "--rulekeeper-server",
        metavar="ADDRESS",
        default=os.environ.get("RULEKEEPER_TEST_SERVER", ""),
        help="test against the service at this address, instead of one of the session's own",
    )


def pytest_configure(config: pytest.Config) -> None:
    """The plugin's marker."""
    config.addinivalue_line("markers", "rule(id): the rule, by its id in a rulebook, that this test holds")


@pytest.fixture(scope="session")
def rulekeeper_service(request: pytest.FixtureRequest) -> "Iterator[OwnService]":
    """A service with an embedded log in a temporary folder; its `address` is where it listens."""
    from rulekeeper.testing.service import OwnService, ServiceFailed

    service = OwnService()
    given = request.config.getoption("--rulekeeper-server")
    if given:
        service.address = given
        yield service
        return
    try:
        service.start()
    except ServiceFailed as failed:
        pytest.fail(str(failed), pytrace=False)
    yield service
    service.stop()


@pytest.fixture(scope="session")
def rulekeeper_connection(rulekeeper_service: "OwnService") -> "Iterator[tuple[LoopThread, Client]]":
    """The session's client and the loop that it runs on."""
    from rulekeeper.client import Client
    from rulekeeper.client.blocking import LoopThread

    with LoopThread() as loop:
        client = Client(rulekeeper_service.address)
        yield loop, client
        loop.run(client.aclose())


@pytest.fixture
def referee(rulekeeper_connection: "tuple[LoopThread, Client]") -> "Iterator[Referee]":
    """Games at the service: `referee.given(position).when(seat, command).then(facts...)`."""
    from rulekeeper.testing.given import Referee
    from rulekeeper.testing.tables import ServiceTable

    loop, client = rulekeeper_connection
    made = Referee(lambda start: ServiceTable(loop, client, start))
    yield made
    made.heed()


@pytest.fixture
def rulekeeper(referee: "Referee") -> "Referee":
    """Another name for `referee`."""
    return referee


@pytest.fixture
def referee_in_memory() -> "Iterator[Referee]":
    """The same sentences without a service."""
    from rulekeeper.testing.given import Referee
    from rulekeeper.testing.tables import MemoryTable

    made = Referee(MemoryTable)
    yield made
    made.heed()
