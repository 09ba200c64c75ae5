"""How a command fails: one or two clear lines and an exit code; never a traceback."""

import functools
import json
import os
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

from rulekeeper.client import HistoryChanged, OutcomeUnknown, RulekeeperError, Unreachable

P = ParamSpec("P")
R = TypeVar("R")

NEGATIVE, USAGE, UNREACHABLE, REFUSED, HISTORY, FAULT, INTERRUPTED = 1, 2, 3, 4, 5, 70, 130

EXIT_CODES = """Exit codes:

0 done.

1 done, and the answer is no: a record that is not sound, a rule that nothing names.

2 wrong usage.

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
    "STALE_DECISION": "rulekeeper decision GAME shows what is open now.",
    "SEAT_TAKEN": "take another seat, or another game: rulekeeper games.",
    "INVITATION_NEEDED": "give the invitation with --token.",
    "INVALID_SETUP": "rulekeeper rulesets RULESET shows what a game takes.",
    "UNAUTHENTICATED": "give the token that new or join printed, with --token.",
    "PERMISSION_DENIED": "give another token with --token, or choose one with --as.",
    "NOT_STARTED": "wait for the others: rulekeeper watch GAME.",
}
"""What to do, in this program's own commands; for all other codes the catalogue's words."""


class Problem(Exception):
    """What a person did that cannot work, with what to do about it."""

    def __init__(self, message: str, remedy: str = "", code: int = USAGE) -> None:
        super().__init__(message)
        self.remedy = remedy
        self.code = code


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
            raise typer.Exit(told(first(error), bool(kwargs.get("as_json")))) from None

    return run


def first(error: Exception) -> Exception:
    """Of several errors that came together, the first: the others follow from it, as a rule."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


def told(error: Exception, as_json: bool) -> int:
    """Says an error in words; the exit code."""
    match error:
        case RulekeeperError():
            tell(error, as_json)
            return exit_code(error)
        case Problem():
            say(str(error), error.remedy, as_json=as_json)
            return error.code
        case BrokenPipeError():
            # Whoever read our output has gone (`| head`); there is nobody to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        case OSError():
            say(f"{error.filename}: {error.strerror}" if error.filename else str(error), as_json=as_json)
            return USAGE
    if os.environ.get("RULEKEEPER_TRACEBACK"):
        raise error
    remedy = "set RULEKEEPER_TRACEBACK=1 to see where, and report it."
    say(f"this is a fault of rulekeeper: {type(error).__name__}: {error}", remedy, as_json=as_json)
    return FAULT


def exit_code(error: RulekeeperError) -> int:
    if isinstance(error, HistoryChanged):
        return HISTORY
    return UNREACHABLE if isinstance(error, Unreachable | OutcomeUnknown) else REFUSED


def tell(error: RulekeeperError, as_json: bool = False) -> None:
    """An error of the client: code, message, each rule, what to do."""
    remedy = REMEDIES.get(error.name, error.remedy)
    if isinstance(error, Unreachable) and not error.code:
        remedy = "is the service running? rulekeeper serve starts one; --server says where it is."
    if as_json:
        reasons = [
            {"rule": each.rule, "page": each.page, "text": each.text, "field": each.field} for each in error.reasons
        ]
        parts = {"code": error.name, "message": error.message, "reasons": reasons, "remedy": remedy}
        print(json.dumps({"error": parts}, ensure_ascii=False), file=sys.stderr)
        return
    lines = str(error).splitlines()
    lines += (f"  {field}: {what}" for field, what in error.violations if field not in error.message)
    say("\n".join(lines), remedy)


def say(message: str, remedy: str = "", as_json: bool = False) -> None:
    """A problem in words, on the error output."""
    if as_json:
        print(json.dumps({"error": {"message": message, "remedy": remedy}}, ensure_ascii=False), file=sys.stderr)
        return
    print(f"rulekeeper: {message}", file=sys.stderr)
    if remedy:
        print(f"  what to do: {remedy}", file=sys.stderr)
