"""A service of their own for the tests of the command line, and a person with a folder of their own."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rulekeeper.cli.app import app
from rulekeeper.testing.service import OwnService


@pytest.fixture(scope="session")
def own_service() -> Iterator[OwnService]:
    with OwnService() as service:
        yield service


@dataclass
class Person:
    """Runs the command line as one person: `run` gives the output and holds the exit code to what is expected."""

    server: str
    folder: Path

    def run(self, *arguments: str, code: int = 0, said: str = "", server: str = "") -> str:
        surroundings = {
            "RULEKEEPER_SERVER": server or self.server,
            "RULEKEEPER_CONFIG": str(self.folder),
            "RULEKEEPER_TOKEN": None,
            "RULEKEEPER_TRACEBACK": None,
            "COLUMNS": "80",
        }
        result = CliRunner().invoke(app, list(arguments), env=surroundings, input=said)
        assert "Traceback" not in result.output
        assert result.exit_code == code, result.output
        return result.output

    def json(self, *arguments: str, code: int = 0) -> Any:
        """The JSON document that a command prints; that of its error output where it fails."""
        return json.loads(self.run(*arguments, "--json", code=code))

    def game(self, *arguments: str) -> str:
        """Makes a game; its id."""
        return str(self.json("new", "heart_of_crown", *arguments)["game_id"])


@pytest.fixture
def person(own_service: OwnService, tmp_path: Path) -> Person:
    return Person(own_service.address, tmp_path / "config")


@pytest.fixture
def ben(own_service: OwnService, tmp_path: Path) -> Person:
    """Somebody else, on another machine."""
    return Person(own_service.address, tmp_path / "ben")


@pytest.fixture(scope="session")
def judge(own_service: OwnService) -> str:
    """A judge's token for every game, Dana's."""
    return own_token(own_service, "judge", "--name", "Dana")


def own_token(service: OwnService, *arguments: str) -> str:
    result = CliRunner().invoke(app, ["token", *arguments, "--folder", str(service.folder / "data")])
    assert result.exit_code == 0, result.output
    return result.output.strip()
