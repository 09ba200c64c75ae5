"""How a command fails: one or two clear lines and an exit code; never a traceback."""

import dataclasses
import functools
import json
import os
import re
import sys
import textwrap
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ParamSpec, TypeVar

import typer

from rulekeeper.cli.show import COLUMNS, clean
from rulekeeper.client import HistoryChanged, OutcomeUnknown, RulekeeperError, Unreachable

P = ParamSpec("P")
R = TypeVar("R")

NOTHING: Mapping[str, str] = MappingProxyType({})
NEGATIVE, USAGE, UNREACHABLE, REFUSED, HISTORY, FAULT, INTERRUPTED = 1, 2, 3, 4, 5, 70, 130

NAMES = {USAGE: "USAGE", UNREACHABLE: "UNREACHABLE", REFUSED: "NOT_POSSIBLE", FAULT: "FAULT"}
"""What programs read where the catalogue has no code, by the exit code."""

EXIT_CODES = """Exit codes:

0 done.

1 done, and the answer is no: a record that is not sound, a rule that nothing names.

2 wrong usage, or a setting that will not do.

3 the service does not answer.

4 the service, or a rule, says no.

5 the service shows another past than it showed before.

70 a fault of this program.

130 interrupted."""

REMEDIES = {
    "UNKNOWN_RULESET": "rulekeeper rulesets lists what can be played.",
    "UNKNOWN_GAME": "rulekeeper games lists the games; ids are exact.",
    "UNKNOWN_VERSION": "rulekeeper log GAME shows how far the log goes.",
    "REFUSED": "rulekeeper decision GAME lists what may be done.",
    "STALE_DECISION": "look again: rulekeeper decision GAME shows what is open now.",
    "SEAT_TAKEN": "take another seat, or another game: rulekeeper games.",
    "INVITATION_NEEDED": "give the invitation with --token.",
    "INVALID_SETUP": "rulekeeper rulesets RULESET shows what a game takes.",
    "UNAUTHENTICATED": "give the token that new or join printed, with --token.",
    "MALFORMED_COMMAND": "rulekeeper rulesets RULESET lists the commands and their fields.",
    "PERMISSION_DENIED": "give another token with --token, or choose one with --as.",
    "UNKNOWN_DISPUTE": "rulekeeper disputes GAME lists them by their numbers.",
    "RULING_REFUSED": "rulekeeper rule GAME ... --preview tries another; a finished game can be forked.",
    "TAKE_BACK_REFUSED": "rulekeeper call GAME TEXT calls a judge.",
    "NOT_FOLDED": "rulekeeper verify GAME; install the release that wrote it.",
    "NOT_STARTED": "wait for the others: rulekeeper watch GAME.",
}
"""What to do, in this program's own commands; for all other codes the catalogue's words."""


KNOWN = {"GAME": "game", "RULESET": "ruleset"}
"""Words of a remedy, and the command's argument that stands for each."""


class Problem(Exception):
    """What a person did that cannot work, with what to do about it. `code`: the exit code. `name`: what programs read,
    the catalogue's code where it is one of its.
    """

    def __init__(self, message: str, remedy: str = "", code: int = USAGE, name: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy
        self.code = code
        self.name = name or NAMES.get(code, "")


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """Turns everything that a command can raise into words and an exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except typer.Exit:
            raise
        except Exception as error:
            known = {word: str(kwargs[name]) for word, name in KNOWN.items() if kwargs.get(name)}
            raise typer.Exit(told(first(error), bool(kwargs.get("as_json")), known)) from None

    return run


def first(error: Exception) -> Exception:
    """Of several errors that came together, the first: the others follow from it, as a rule."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def told(error: Exception, as_json: bool, known: Mapping[str, str] = NOTHING) -> int:
    """Says an error in words; the exit code. `known`: what the remedy's words stand for."""
    match error:
        case RulekeeperError():
            tell(error, as_json, known)
            return exit_code(error)
        case Problem():
            say(str(error), filled(error.remedy, known), error.name, as_json=as_json)
            return error.code
        case BrokenPipeError():
            # Whoever read our output has gone (`| head`); there is nobody to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        case OSError():
            words = f"{error.filename}: {error.strerror}" if error.filename else str(error)
            say(words, code=NAMES[USAGE], as_json=as_json)
            return USAGE
    if os.environ.get("RULEKEEPER_TRACEBACK"):
        raise error
    remedy = "set RULEKEEPER_TRACEBACK=1 to see where, and report it."
    say(f"this is a fault of rulekeeper: {type(error).__name__}: {error}", remedy, NAMES[FAULT], as_json=as_json)
    return FAULT


def exit_code(error: RulekeeperError) -> int:
    if isinstance(error, HistoryChanged):
        return HISTORY
    return UNREACHABLE if isinstance(error, Unreachable | OutcomeUnknown) else REFUSED


def filled(remedy: str, known: Mapping[str, str]) -> str:
    """With the game and the ruleset that the command was given, where they are known."""
    return re.sub(rf"\b({'|'.join(KNOWN)})\b", lambda found: known.get(found[0], found[0]), remedy)


def tell(error: RulekeeperError, as_json: bool = False, known: Mapping[str, str] = NOTHING) -> None:
    """An error of the client: code, message, each rule, what to do."""
    remedy = filled(REMEDIES.get(error.name, error.remedy), known)
    if isinstance(error, Unreachable) and not error.code:
        remedy = "is the service running? rulekeeper serve starts one; --server says where it is."
    if as_json:
        reasons = [
            {
                "rule": each.rule,
                "page": each.page,
                "text": each.text,
                "field": each.field,
                "parts": [dataclasses.asdict(part) for part in each.parts],
            }
            for each in error.reasons
        ]
        parts = {"code": error.name, "message": error.message, "reasons": reasons, "remedy": remedy}
        print(json.dumps({"error": parts}, ensure_ascii=False), file=sys.stderr)
        return
    lines = malformed_lines(error) if error.name == "MALFORMED_COMMAND" else str(error).splitlines()
    told = {each.field for each in error.reasons}
    lines += (
        f"  {field}: {what}" for field, what in error.violations if field not in error.message and field not in told
    )
    say("\n".join(lines), remedy)


def malformed_lines(error: RulekeeperError) -> list[str]:
    """What is wrong with a command, each with its field: no rule says it."""
    said = [f"{each.field}: {each.text}" if each.field else each.text for each in error.reasons] or [error.message]
    return [f"{error.name}: {said[0]}", *(f"  {each}" for each in said[1:])]


def say(message: str, remedy: str = "", code: str = "", as_json: bool = False) -> None:
    """A problem in words, on the error output."""
    if as_json:
        parts = {"code": code, "message": message, "remedy": remedy}
        print(json.dumps({"error": parts}, ensure_ascii=False), file=sys.stderr)
        return
    said = [*f"rulekeeper: {message}".splitlines(), *([f"  what to do: {remedy}"] if remedy else [])]
    # Who reads it elsewhere than on a terminal looks for words in whole lines.
    lines = [part for line in said for part in in_columns(line)] if sys.stderr.isatty() else said
    print(clean("\n".join(lines)), file=sys.stderr)


def in_columns(line: str) -> list[str]:
    """A line broken between words, the rest further in. A word is never broken: it may be a path, to be copied."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [
        ""
    ]
