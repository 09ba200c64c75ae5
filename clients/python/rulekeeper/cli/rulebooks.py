"""The rulebooks of the installed games: `rules` shows rules, and which of them no script or no test names."""

import difflib
import importlib.resources
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any

import typer

from rulekeeper.cli import show
from rulekeeper.cli.cards import card_of, installed, sure_lines
from rulekeeper.cli.failing import NEGATIVE, REFUSED, Problem, guarded
from rulekeeper.cli.place import Json
from rulekeeper.kernel import Game, RuleText, games

RULE = re.compile(r"""["']([a-z]+(?:\.[a-z0-9][a-z0-9-]*)+)["']""")
KIND = re.compile(r"""["']([a-z0-9]+(?:-[a-z0-9]+)*)["']""")
LEDGER = "rulebook.toml"
IN_FULL = 8
"""Of more rules that have a word, a line each is shown."""


@dataclass(frozen=True)
class Named:
    """Which of a game's rules its scripts name, and which its tests. `tests` is none where no tests are at hand."""

    ruleset: str
    rules: tuple[str, ...]
    scripts: frozenset[str]
    tests: frozenset[str] | None

    @property
    def no_script(self) -> list[str]:
        return [rule for rule in self.rules if rule not in self.scripts]

    @property
    def no_test(self) -> list[str]:
        return [rule for rule in self.rules if self.tests is not None and rule not in self.tests]


def sources(folder: Traversable, *endings: str) -> Iterator[str]:
    """The texts of all files in a folder with these endings, but for the ledger of rules itself."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from sources(entry, *endings)
        elif entry.name.endswith(endings) and entry.name != LEDGER:
            yield entry.read_text(encoding="utf-8")


def quoted(folder: Traversable) -> set[str]:
    """Everything in a folder's code and data that stands in quotes and looks like a rule's id."""
    return {found for text in sources(folder, ".py", ".toml") for found in RULE.findall(text)}


def named(game: Game[Any], tests: Path) -> Named:
    """Looks through a game's own package, and through the tests. A card's rule is named by its block: by its kind."""
    rules = tuple(game.rulebook)
    package = importlib.resources.files(game.initial.__module__.rpartition(".")[0])
    kinds = {found for text in sources(package, ".py") for found in KIND.findall(text)}
    cards = {rule for rule in rules if ".card." in rule and rule.rpartition(".")[2] in kinds}
    scripts = quoted(package) | cards | {rule.id for rule in game.script_of.values()}
    return Named(game.ruleset, rules, frozenset(scripts), frozenset(quoted(tests)) if tests.is_dir() else None)


@guarded
def rules(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", show_default=False, help="Whose rules; left out: a count for each.")
    ] = "",
    wanted: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID|WORD]...", show_default=False, help="One rule, all whose ids begin so, or that have the words."
        ),
    ] = None,
    tests: Annotated[Path, typer.Option(help="The folder of the tests to look through.")] = Path("tests"),
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 where a rule is not named.")] = False,
    as_json: Json = False,
) -> None:
    """Show rules: page, title, words; or count which of them no script or no test names.

    With a GAME alone: all its rules by chapter, a line each. With an ID too: that rule in full, or all whose ids begin
    so (hoc.keep, or hoc for all). With words: all that have them in id, title or text. Without a GAME: what no script
    or no test names, for each game.

    Example: rulekeeper rules heart_of_crown hoc.keep.cost-limit
    """
    if wanted:
        show_rules(installed(game), wanted, as_json)
        return
    found = [named(each, tests) for each in ([installed(game)] if game else games().values())]
    if as_json:
        show.put_json([report(each) for each in found])
    else:
        for each in found:
            show.put(*report_lines(each, not game))
        if game:
            show.put(*chapter_lines(installed(game)))
    if strict and any(each.no_script or each.no_test for each in found):
        raise typer.Exit(NEGATIVE)


def report(found: Named) -> dict[str, object]:
    return {
        "ruleset": found.ruleset,
        "rules": len(found.rules),
        "no_script": found.no_script,
        "no_test": found.no_test if found.tests is not None else None,
    }


def report_lines(found: Named, counting: bool = True) -> list[str]:
    """What no script or no test names; not `counting`: what there is to say to somebody who only reads the rules."""
    if found.tests is None and not (found.no_script or counting):
        return [f"{found.ruleset}: {len(found.rules)} rules"]
    tested = f"{len(found.rules) - len(found.no_test)} named by tests" if found.tests is not None else "no tests here"
    scripted = len(found.rules) - len(found.no_script)
    lines = [f"{found.ruleset}: {len(found.rules)} rules, {scripted} named by scripts, {tested}"]
    unnamed = set(found.no_script), set(found.no_test)
    for rule in found.rules:
        missing = [word for word, without in zip(("no script", "no test"), unnamed, strict=True) if rule in without]
        if missing:
            lines.append(f"  {' and '.join(missing):<22} {rule}")
    return lines


def chapter_lines(game: Game[Any]) -> list[str]:
    """All rules by chapter, as their ids have it: page, id and title."""
    chapters: dict[str, list[RuleText]] = {}
    for rule in game.rulebook.values():
        chapters.setdefault(".".join(rule.id.split(".")[:2]), []).append(rule)
    lines = []
    for inside in chapters.values():
        lines.append("")
        lines += titles(inside)
    return [
        *lines,
        "",
        *show.folded(f"rulekeeper rules {game.name} ID shows one in full, WORD all that have it."),
    ]


def titles(rules: Iterable[RuleText]) -> list[str]:
    """Page, id and title of each rule, a line each."""
    pages = ((rule, f"p.{rule.page}" if rule.page else "") for rule in rules)
    begun = ((rule, f"{page:>6}  {rule.id:<30} ") for rule, page in pages)
    return [line for rule, begin in begun for line in show.folded(rule.title, begin, " " * 39)]


def likely(wanted: str, known: Iterable[str], game: str) -> str:
    """What to do about a rule that there is not: the one most like it, and where all are listed."""
    close = difflib.get_close_matches(wanted, list(known), n=1)
    said = f"do you mean {close[0]}? " if close else ""
    return f"{said}rulekeeper rules {game} lists them."


def with_words(game: Game[Any], words: Sequence[str]) -> list[RuleText]:
    """The rules that have all the words in id, title or text."""
    wanted = [word.casefold() for text in words for word in text.split()]
    texts = ((rule, f"{rule.id} {rule.title} {rule.statement}".casefold()) for rule in game.rulebook.values())
    return [rule for rule, text in texts if all(word in text for word in wanted)]


def show_rules(game: Game[Any], wanted: Sequence[str], as_json: bool) -> None:
    rule_id = " ".join(wanted)
    found = [game.rulebook[rule_id]] if rule_id in game.rulebook else []
    found = found or [rule for key, rule in game.rulebook.items() if key.startswith(rule_id)]
    if not found:
        found = with_words(game, wanted)
        if len(found) > IN_FULL and not as_json:
            show.put(*titles(found))
            return
    if not found:
        raise Problem(f"{game.ruleset} has no rule {rule_id}", likely(rule_id, game.rulebook, game.ruleset), REFUSED)
    if as_json:
        documents = [document(game, rule) for rule in found]
        show.put_json(documents[0] if rule_id in game.rulebook else documents)
        return
    for number, rule in enumerate(found):
        where = f"page {rule.page}" if rule.page else "not on a page of the rulebook"
        show.put(*[""] * bool(number), f"{rule.id}  ({where}; {rule.origin})", *show.folded(rule.title, "  "))
        show.put(*show.folded(rule.statement, "    "))
        if card := card_of(game, rule.id):
            show.put(*sure_lines(card))


def document(game: Game[Any], rule: RuleText) -> dict[str, object]:
    """A rule, and where it is a card's text, how sure that is."""
    found, card = rule.model_dump(mode="json"), card_of(game, rule.id)
    sure = {name: getattr(card, name) for name in ("status", "confidence", "edition_note")} if card else {}
    return {**found, **sure}
