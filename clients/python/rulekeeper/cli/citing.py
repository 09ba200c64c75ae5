"""Which of a game's rules its running code names, and which only words about the code, or only its data."""

import ast
import importlib.resources
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from rulekeeper.kernel import Game

ID = re.compile(r"(?<![\w.-])[a-z]+(?:\.[a-z0-9][a-z0-9-]*)+")
QUOTED = re.compile(rf"""["']({ID.pattern})["']""")
BUILT = re.compile(r"[a-z]+\.[a-z0-9.-]*\0")
"""How a rule's id begins where code puts it together; `\\0` stands for what is put in."""

LEDGER = "rulebook.toml"


@dataclass(frozen=True)
class Named:
    """Who names a game's rules. Each rule is in one of `code`, `words`, `data` and `nowhere`.

    code: string constants of the game's Python, docstrings aside; ids that it builds of such constants
    (f"hoc.card.{kind}"); scripts; and the rules that a command's option cites when the command comes out of its time.
    words: docstrings and comments, no running code. data: the game's other files alone. reasons: why no fact and no
    refusal stands under a rule, as the rulebook gives it. examples: worked examples, which are quoted and never cited.
    tests: those that tests name; none where no tests are at hand.
    """

    ruleset: str
    rules: tuple[str, ...]
    code: frozenset[str]
    words: frozenset[str]
    data: frozenset[str]
    reasons: Mapping[str, str]
    examples: frozenset[str]
    tests: frozenset[str] | None

    @property
    def nowhere(self) -> frozenset[str]:
        return frozenset(self.rules) - self.code - self.words - self.data

    @property
    def unreasoned(self) -> list[str]:
        """What no running code names, and the rulebook does not say why."""
        known = self.code | self.examples | self.reasons.keys()
        return [rule for rule in self.rules if rule not in known]

    @property
    def contradicted(self) -> list[str]:
        """What the rulebook says is never cited, although running code names it."""
        return [rule for rule in self.rules if rule in self.code and (rule in self.reasons or rule in self.examples)]

    @property
    def no_test(self) -> list[str]:
        return [rule for rule in self.rules if self.tests is not None and rule not in self.tests]


def named(game: Game[Any], tests: Path) -> Named:
    """Looks through a game's own package, and through the tests."""
    rules = tuple(game.rulebook)
    package = importlib.resources.files(game.initial.__module__.rpartition(".")[0])
    python = [*texts(package, ".py")]
    strings, built = constants(python)
    cited = {game.command_info(message).rule for message in game.command_name}
    code = of(rules, [*strings, *cited, *game.script_of]) | put_together(rules, built, strings)
    words = of(rules, python) - code
    return Named(
        ruleset=game.ruleset,
        rules=rules,
        code=code,
        words=words,
        data=of(rules, texts(package, ".toml", ".md")) - code - words,
        reasons={rule.id: rule.uncited for rule in game.rulebook.values() if rule.uncited},
        examples=frozenset(rule.id for rule in game.rulebook.values() if rule.illustrates),
        tests=frozenset(found for text in texts(tests, ".py", ".toml") for found in QUOTED.findall(text))
        if tests.is_dir()
        else None,
    )


def texts(folder: Traversable, *endings: str) -> Iterator[str]:
    """The texts of all files in a folder with these endings, but for the ledger of rules itself."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from texts(entry, *endings)
        elif entry.name.endswith(endings) and entry.name != LEDGER:
            yield entry.read_text(encoding="utf-8")


def of(rules: Iterable[str], texts: Iterable[str]) -> frozenset[str]:
    """Those of the rules that the texts name."""
    return frozenset(rules) & {found for text in texts for found in ID.findall(text)}


def constants(sources: Iterable[str]) -> tuple[set[str], set[str]]:
    """The strings of Python sources that run, so no docstrings; and what is put together of them, `\\0` for each part
    that is put in.
    """
    strings, built = set(), set()
    for source in sources:
        nodes = [*ast.walk(ast.parse(source))]
        idle = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                built.add("".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in idle:
                strings.add(node.value)
    return strings, built


def put_together(rules: Iterable[str], built: Iterable[str], strings: set[str]) -> frozenset[str]:
    """The rules whose ids code builds of its constants: a card's, of the kind that its block names."""
    begun = [one for one in built if BUILT.match(one)]
    shapes = [re.compile("(.+)".join(map(re.escape, one.split("\0")))) for one in begun]
    made = ((rule, shape.fullmatch(rule)) for rule in rules for shape in shapes)
    return frozenset(rule for rule, found in made if found and strings.issuperset(found.groups()))
