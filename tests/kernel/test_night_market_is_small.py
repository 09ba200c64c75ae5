"""Night Market shows all that the kernel has, and little else: it is read to learn how a game is written."""

import ast
import io
import tokenize
from dataclasses import fields
from pathlib import Path

from rulekeeper import kernel
from rulekeeper.kernel import Game, Play
from rulekeeper.testing.conformance_walk import Walk
from tests.kernel import night_market
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as pb

FILES = [path for path in Path(night_market.__path__[0]).glob("*.py") if not path.stem.endswith("_pb2")]
TREES = [ast.parse(path.read_text()) for path in FILES]
# Where the kernel's verbs are from: what a script may yield, what a menu is made of, and who may see what.
WRITTEN_WITH = {f"rulekeeper.kernel.{name}" for name in ("scripts", "menus", "fields", "audience")}
# Types that a game names at most in a hint, and what only the kernel makes of a menu.
NOT_VERBS = {"Field", "Reason", "Rule", "Unavailable", "Request", "thing_id"}


def lines_of_code(path: Path) -> int:
    """Lines on which something of a statement stands: blank lines, comments, docstrings and imports are not counted."""
    text = path.read_text()
    counted: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.string.strip() and token.type != tokenize.COMMENT:
            counted.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom) or isinstance(node, ast.Expr) and is_text(node.value):
            counted.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(counted)


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def verbs() -> set[str]:
    named = {name: getattr(kernel, name) for name in kernel.__all__}
    found = {name for name, value in named.items() if getattr(value, "__module__", "") in WRITTEN_WITH}
    return found - NOT_VERBS | {name for name in vars(Play) if not name.startswith("_")} | {"state", "run", "private"}


def test_it_has_fewer_than_300_lines_of_code() -> None:
    assert sum(map(lines_of_code, FILES)) < 300


def test_it_uses_every_verb_of_the_kernel() -> None:
    used = {node.id for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Name)}
    used |= {node.attr for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {str(node.arg) for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    assert {"ask", "ask_all", "escape", "finish", "emit", "draw", "chance", "mint", "Order", "Across"} <= verbs()
    assert verbs() - used == set()


def test_it_gives_every_part_of_a_game_but_those_that_it_can_do_without() -> None:
    (call,) = (node for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Call) and is_game(node))
    assert {field.name for field in fields(Game)} - {keyword.arg for keyword in call.keywords} == {
        "cards",
        "furniture",
        "lists",
        "players",
        "seats_rule",
        "settle",
        "setups",
        "tells",
        "timing",
    }


def is_game(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "Game"


def test_random_games_send_every_command_and_lead_to_every_fact() -> None:
    commands, facts = set[str](), set[str]()
    for seed in range(40):
        walk = Walk(GAME, 2 + seed % 3, seed, standing=True)
        walk.play(300)
        for entry in walk.match.entries:
            commands.add(str(pb.Command.FromString(entry.command).WhichOneof("command")))
            facts |= {str(fact.WhichOneof("fact")) for fact in pb.Facts.FromString(entry.facts).facts}
    assert set(pb.Command.DESCRIPTOR.fields_by_name) <= commands
    assert {field.name for field in pb.Fact.DESCRIPTOR.oneofs_by_name["fact"].fields} <= facts
