"""Each command explains itself: what it does, an example that is one, and all of it in 80 columns."""

import re
import shlex

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from rulekeeper.cli.app import app

COLUMNS = 80


def group() -> TyperGroup:
    found = typer.main.get_command(app)
    assert isinstance(found, TyperGroup)
    return found


def help_of(*arguments: str) -> str:
    result = CliRunner().invoke(app, [*arguments, "--help"], env={"COLUMNS": str(COLUMNS), "TERMINAL_WIDTH": None})
    assert result.exit_code == 0, result.output
    return result.output


def options(name: str) -> set[str]:
    """What a person can give a command by name; hidden options aside."""
    return {
        option
        for each in group().commands[name].params
        if each.param_type_name == "option" and not getattr(each, "hidden", False)
        for option in (each.opts[0],)
    }


NAMES = tuple(group().commands)


@pytest.mark.parametrize("name", NAMES)
def test_a_command_says_what_it_does_in_80_columns(name: str) -> None:
    callback = group().commands[name].callback
    assert callback is not None and (callback.__doc__ or "").strip(), f"{name} has no docstring"
    shown = help_of(name)
    assert f"Usage: rulekeeper {name}" in shown
    wide = [line for line in shown.splitlines() if len(line) > COLUMNS]
    assert not wide, f"wider than {COLUMNS} columns: {wide}"
    assert "bool" not in shown.lower(), "flags take no value"
    missing = [option for option in sorted(options(name)) if option not in shown]
    assert not missing, f"the help does not show {missing} whole"


@pytest.mark.parametrize("name", NAMES)
def test_a_commands_example_is_one(name: str) -> None:
    described = " ".join((group().commands[name].callback.__doc__ or "").split())
    examples = re.findall(r"Example: rulekeeper (.+)", described)
    assert len(examples) == 1, f"{name} wants one line that begins with 'Example: rulekeeper {name}'"
    first, *arguments = shlex.split(examples[0])
    assert first == name, f"the example of {name} is one of {first}"
    # Read as the command line reads it: options and arguments that there are, values that they take.
    group().commands[name].make_context(name, list(arguments))
    assert f"Example: rulekeeper {name}" in help_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_each_option_is_explained(name: str) -> None:
    silent = [
        each.name
        for each in group().commands[name].params
        if not getattr(each, "hidden", False) and not getattr(each, "help", "")
    ]
    assert not silent, f"rulekeeper {name} --help does not say what these are: {silent}"


def test_the_list_of_commands_has_them_all_in_80_columns() -> None:
    shown = help_of()
    assert all(re.search(rf"^│ {name} ", shown, re.MULTILINE) for name in NAMES)
    assert all(len(line) <= COLUMNS for line in shown.splitlines())
    assert "Exit codes" in shown and "bool" not in shown.lower()
